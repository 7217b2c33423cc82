"""`bmg-odds curve`, `split` and `commit`: one pair of models over their counters and characteristics."""

from typing import Annotated, Any

import typer

from bmg_odds.answers.asking.attacks import COMMIT, CURVE, OVER_NAMES, SPLIT
from bmg_odds.answers.asking.shared import ANSWER
from bmg_odds.cli.answering import deliver
from bmg_odds.cli.chart import CHART_OPTIONS
from bmg_odds.cli.options import takes

Attacker = Annotated[str, typer.Argument(metavar="ATTACKER", help="Who attacks.", show_default=False)]
Target = Annotated[str, typer.Argument(metavar="TARGET", help="Who is attacked.", show_default=False)]
Targets = Annotated[
    list[str], typer.Argument(metavar="TARGET", help="Who is attacked, or CREW.toml; a line each.", show_default=False)
]

CURVE_EXAMPLE = """\b
Examples:
  bmg-odds curve "Batman (AC)" "Joker (AC)" "Gotham Policeman" --over dc
  bmg-odds curve "Gotham Policeman" "Joker (AC)" --over defense --weapons all
  bmg-odds curve "attack=4,damage=SS" "defense=3,endurance=4" --over strength
"""
SPLIT_EXAMPLE = """\b
Examples:
  bmg-odds split "Batman (AC)" "Gotham Policeman"
  bmg-odds split "Batman (AC)" "Bane (AC)" --own --show markers
"""
COMMIT_EXAMPLE = """\b
Examples:
  bmg-odds commit "Batman (AC)" "Gotham Policeman" --chance 0.5
  bmg-odds commit "Batman (AC)" "Gotham Policeman" --below 0.25 --show ko
"""


@takes(*CURVE.options, *ANSWER, *CHART_OPTIONS)
def curve(attacker: Attacker, targets: Targets, **options: Any) -> None:
    """Work out a figure over a counter or a characteristic, for several targets or weapons.

    attack, strength and willpower are the attacker's, defense and endurance the targets'. Unless --from and --to
    say otherwise: every counter allowed, strength, attack and defense 1 to 7, endurance 1 to 12, willpower 1 to 10.
    """
    from bmg_odds.answers.curve import curve as work_out
    from bmg_odds.errors import BmgError

    if options["over"] is None:
        raise BmgError(f"curve: --over is missing; allowed: {', '.join(OVER_NAMES)}")
    deliver(work_out, (attacker, targets), options)


@takes(*SPLIT.options, *ANSWER, *CHART_OPTIONS)
def split(attacker: Attacker, target: Target, **options: Any) -> None:
    """Work out a figure for every number of attack and defence counters that the cards allow."""
    from bmg_odds.answers.split import split as work_out

    deliver(work_out, (attacker, target), options)


@takes(*COMMIT.options, *ANSWER)
def commit(attacker: Attacker, target: Target, **options: Any) -> None:
    """Work out how many counters suffice: the fewest AC to reach a chance, or the fewest DC to stay below one."""
    from bmg_odds.answers.split import commit as work_out

    deliver(work_out, (attacker, target), options)
