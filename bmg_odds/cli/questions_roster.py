"""`bmg-odds rank` and `readings`: the roster in order, and how far an answer moves with the readings."""

from typing import Annotated, Any

import typer

from bmg_odds.answers.asking.attacks import RANK, READINGS, SIDES
from bmg_odds.answers.asking.shared import ANSWER
from bmg_odds.cli.answering import deliver
from bmg_odds.cli.chart import CHART_OPTIONS
from bmg_odds.cli.options import takes
from bmg_odds.cli.questions import Attacker, Target

RANK_EXAMPLE = """\b
Examples:
  bmg-odds rank attackers --only henchman --per reputation
  bmg-odds rank defenders --against "Bane (AC)" --by out
  bmg-odds rank attackers --against "Batman (AC)" --against "Joker (AC)" --dc 2
  bmg-odds rank attackers --crew mine.toml --against theirs.toml
"""
READINGS_EXAMPLE = """\b
Example:
  bmg-odds readings "Gotham Policeman" "Joker (AC)" --dc 1 --show knocked_down
"""


@takes(*RANK.options, *ANSWER, *CHART_OPTIONS)
def rank(
    side: Annotated[
        str,
        typer.Argument(
            metavar="|".join(SIDES),
            help="Who hits hardest, or who takes least.",
            show_default=False,
            autocompletion=lambda: list(SIDES),
        ),
    ],
    **options: Any,
) -> None:
    """Rank the cards of the roster: attackers by what they do, defenders by how little is done to them.

    The figure is the mean over those they are set against, every card of the edition unless told; a crew's members
    weigh as often as they stand in it. Attackers use their best weapon. A defender's figure --per reputation or
    funding is multiplied by its price: what an attack costs its side.
    """
    from bmg_odds.answers.rank import rank as work_out

    options["show"] = options.pop("by")
    deliver(work_out, (side,), options)


@takes(*READINGS.options, *ANSWER, *CHART_OPTIONS)
def readings(attacker: Attacker, target: Target, **options: Any) -> None:
    """Work out one attack under every reading of the rules that can touch it, one changed at a time."""
    from bmg_odds.answers.range import readings as work_out

    deliver(work_out, (attacker, target), options)
