"""`bmg-odds efforts` and `compare-editions`: the third edition's own question, and all editions side by side."""

from typing import Annotated, Any

import typer

from bmg_odds.answers.asking.attacks import COMPARE, EFFORTS
from bmg_odds.answers.asking.shared import ANSWER
from bmg_odds.cli.chart import CHART_OPTIONS, Chart
from bmg_odds.cli.options import takes

Attacker = Annotated[
    str, typer.Argument(metavar="ATTACKER", help="Who attacks: a card, or key=value,…", show_default=False)
]
Target = Annotated[
    str, typer.Argument(metavar="TARGET", help="Who is attacked: a card, or key=value,…", show_default=False)
]

EFFORTS_EXAMPLE = """\b
Example:
  bmg-odds efforts "Batman" "Joker" --show markers
"""
COMPARE_EXAMPLE = """\b
Example:
  bmg-odds compare-editions "Mr. Hammer" "1880's Talon" --show markers
"""


@takes(*EFFORTS.options, *ANSWER, *CHART_OPTIONS)
def efforts(attacker: Attacker, target: Target, **options: Any) -> None:
    """Work out every pair of Efforts (third edition), the best answers and the minimax."""
    from bmg_odds.answers.editions_rows import efforts_document
    from bmg_odds.answers.efforts import efforts as work_out
    from bmg_odds.answers.provenance import arguments
    from bmg_odds.cli.output import Destination, note

    destination = Destination.of(options.pop("format"), options.pop("output"))
    chart, figure = Chart.taken(options), options.pop("show")
    asked = arguments(
        "efforts", {"attacker": attacker, "target": target}, options | {"figure": figure, "rules": "third"}
    )
    table = work_out(attacker, target, figure=figure, **options)
    for warning in table.cells[0, 0].warnings:
        note(f"note: {warning}")
    document = efforts_document(table, asked)
    destination.deliver(document)
    chart.draw(document.record)


@takes(*COMPARE.options, *ANSWER)
def compare_editions(attacker: Attacker, target: Target, **options: Any) -> None:
    """Work out one attack under every edition that knows both models.

    An option that only some editions have applies to those.
    """
    from bmg_odds.answers.editions_rows import compare_answer
    from bmg_odds.cli.output import Destination

    destination = Destination.of(options.pop("format"), options.pop("output"))
    destination.deliver(compare_answer(attacker, target, figure=options.pop("show"), **options))
