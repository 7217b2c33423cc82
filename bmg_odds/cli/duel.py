"""`bmg-odds duel` and `solve`: two models in contact, under given plans or the best ones."""

from typing import Annotated, Any

import typer

from bmg_odds.answers.asking.fights import DUEL, SOLVE
from bmg_odds.answers.asking.options import Opt, text
from bmg_odds.answers.asking.shared import ANSWER
from bmg_odds.cli.chart import CHART_OPTIONS, Chart
from bmg_odds.cli.options import takes
from bmg_odds.errors import BmgError

ModelA = Annotated[str, typer.Argument(metavar="A", help="One model of the fight.", show_default=False)]
ModelB = Annotated[str, typer.Argument(metavar="B", help="The other one.", show_default=False)]

DUEL_EXAMPLE = """\b
Examples:
  bmg-odds duel "Batman (AC)" "Joker (AC)"
  bmg-odds duel "Gotham Policeman" "Clown (Tube)" --plan-a all-out --plan-b split=2/2/0 --first b
  bmg-odds duel Talon Joker --rules third --plan-a split=2/1
"""

SOLVE_EXAMPLE = """\b
Examples:
  bmg-odds solve "Batman (AC)" "Joker (AC)" --first a
  bmg-odds solve "Batman (AC)" "Bane (AC)" --chart board.svg --card plans.pdf
  bmg-odds solve "Gotham Policeman" "Clown (Tube)" --state a=0/2/down,b=1/1,round=3,bag=4/6
"""

CARD = Opt("card", ("--card",), "Print A's best plans by markers taken on a page of A5: FILE.pdf.", "FILE", text)


@takes(*DUEL.options, *ANSWER, *CHART_OPTIONS)
def duel(a: ModelA, b: ModelB, **options: Any) -> None:
    """Fight two models in contact over several rounds, each after a plan."""
    from bmg_odds.answers.duel import duel as work_out
    from bmg_odds.answers.duel_shown import duel_document
    from bmg_odds.cli.output import Destination, keep, note
    from bmg_odds.cli.progress import watched

    destination = Destination.of(options.pop("format"), options.pop("output"))
    chart = Chart.taken(options)
    exact = options["engine"] == "exact"
    with watched("fighting" if exact else "rolling", "" if exact else "fights") as progress:
        record = work_out(a, b, progress=progress, **options).record()
    for warning in record["warnings"]:
        note(f"note: {warning}")
    destination.deliver(duel_document(record))
    chart.draw(record)
    if record.get("interrupted"):
        keep(f"an answer from {record['trials']:,} fights")
        raise typer.Exit(130)


@takes(*SOLVE.options, CARD, *ANSWER, *CHART_OPTIONS)
def solve(a: ModelA, b: ModelB, **options: Any) -> None:
    """Find the best plans of both sides of a duel, in every state, and what the usual plans lose."""
    from bmg_odds.answers.solve import solve as work_out
    from bmg_odds.answers.solve_card import check_card
    from bmg_odds.answers.solve_shown import solve_document
    from bmg_odds.cli.output import Destination, note
    from bmg_odds.cli.progress import watched

    destination = Destination.of(options.pop("format"), options.pop("output"))
    chart, card = Chart.taken(options), options.pop("card")
    if card is not None:
        check_card(card, options["rules"])
        if card == chart.path:
            raise BmgError(f"--card {card}: is the file of --chart too; name another")
    with watched("solving") as progress:
        record = work_out(a, b, card=card is not None, progress=progress, **options).record()
    for warning in record["warnings"]:
        note(f"note: {warning}")
    destination.deliver(solve_document(record))
    chart.draw(record)
    if card is not None:
        from bmg_odds.answers.charts_card import write_card

        write_card(record, card)
        note(f"wrote {card}")
