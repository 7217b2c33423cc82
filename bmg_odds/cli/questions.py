"""`bmg-odds curve`, `split` and `commit`: one pair of models over their counters and characteristics."""

from typing import Annotated, Any

import typer

from bmg_odds.cli.answering import deliver
from bmg_odds.cli.chart import CHART_OPTIONS
from bmg_odds.cli.options import (
    ANSWER,
    ENGINE_OPTIONS,
    QUESTION,
    SHOW,
    Opt,
    choice,
    number,
    takes,
    text,
    whole,
)
from bmg_odds.cli.situation import SITUATION

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

OVER_NAMES = ("ac", "dc", "attack", "defense", "strength", "endurance", "willpower")
OVER = choice("over", "--over", OVER_NAMES, "What the curve runs over; a counter, or a value of the cards.")
WEAPONS = Opt("weapons", ("--weapons",), "all, or a weapon's name (repeatable): a line each.", "all|NAME", text, True)
LEAST = Opt("least", ("--from",), "Where the curve begins.", "N", whole(0, 99))
MOST = Opt("most", ("--to",), "Where the curve ends.", "N", whole(0, 99))
OWN = Opt("own", ("--own",), "Add the trade of the attacker's own counters against a foe that strikes back.")
CHANCE = Opt("chance", ("--chance",), "Fewest AC that bring the figure to X, for each DC.", "X", number(0.0))
BELOW = Opt("below", ("--below",), "Fewest DC that keep the figure below X, for each AC.", "X", number(0.0))

WITHOUT_COUNTERS = tuple(option for option in SITUATION if option.name not in ("ac", "dc"))


@takes(OVER, WEAPONS, LEAST, MOST, *SITUATION, *QUESTION, *ENGINE_OPTIONS, SHOW, *ANSWER, *CHART_OPTIONS)
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


@takes(*WITHOUT_COUNTERS, OWN, *QUESTION, *ENGINE_OPTIONS, SHOW, *ANSWER, *CHART_OPTIONS)
def split(attacker: Attacker, target: Target, **options: Any) -> None:
    """Work out a figure for every number of attack and defence counters that the cards allow."""
    from bmg_odds.answers.split import split as work_out

    deliver(work_out, (attacker, target), options)


@takes(CHANCE, BELOW, *WITHOUT_COUNTERS, *QUESTION, *ENGINE_OPTIONS, SHOW, *ANSWER)
def commit(attacker: Attacker, target: Target, **options: Any) -> None:
    """Work out how many counters suffice: the fewest AC to reach a chance, or the fewest DC to stay below one."""
    from bmg_odds.answers.split import commit as work_out

    deliver(work_out, (attacker, target), options)
