"""`bmg-odds sequence`: several attacks on one target in one round."""

from typing import Annotated, Any

import typer

from bmg_odds.answers.asking.fights import AMMO, SEQUENCE
from bmg_odds.answers.asking.shared import ANSWER
from bmg_odds.cli.chart import CHART_OPTIONS, Chart
from bmg_odds.cli.options import takes
from bmg_odds.errors import BmgError

SEQUENCE_EXAMPLE = """\b
Examples:
  bmg-odds sequence "Batman (AC)" --by "3x Gotham Policeman" --dc 4
  bmg-odds sequence "Batman (AC)" --by "Gotham Policeman/Baton/2" --by Bob \\
      --dc 3 --policy optimal --show markers
  bmg-odds sequence "Gotham Policeman" Bob --by "Batman (AC)" --split

An attacker is NAME[/WEAPON[/AC]]; an empty WEAPON is the default one.
"""

Targets = Annotated[
    list[str], typer.Argument(metavar="TARGET", help="Who is attacked; several with --split.", show_default=False)
]


@takes(*SEQUENCE.options, *ANSWER, *CHART_OPTIONS)
def sequence(targets: Targets, **options: Any) -> None:
    """Work out several attacks on one target in one round, and the best use of its defence counters."""
    from bmg_odds.answers.sequence_again import check_alone

    if options.pop("split"):
        _divide(targets, options)
        return
    check_alone(targets, options["by"])
    from bmg_odds.cli.output import Destination, keep, note
    from bmg_odds.cli.progress import watched

    destination = Destination.of(options.pop("format"), options.pop("output"))
    chart = Chart.taken(options)
    from bmg_odds.answers.sequence import sequence as work_out

    by, figure = options.pop("by"), options.pop("show")
    exact = options["engine"] == "exact"
    with watched("working" if exact else "rolling", "" if exact else "rolls") as progress:
        outcome = work_out(targets[0], by, figure=figure, progress=progress, **options)
        record = outcome.record()
    for warning in outcome.warnings:
        note(f"note: {warning}")
    from bmg_odds.answers.sequence_shown import sequence_document

    destination.deliver(sequence_document(record))
    chart.draw(record)
    if outcome.table.interrupted:
        keep(f"an answer from {outcome.trials:,} rolls")
        raise typer.Exit(130)


AMMO_EXAMPLE = """\b
Examples:
  bmg-odds ammo Bob "Batman (AC)" --show markers
  bmg-odds ammo Bob "Batman (AC)" --cover solid --sc 1
"""


@takes(*AMMO.options, *ANSWER, *CHART_OPTIONS)
def ammo(
    attacker: Annotated[str, typer.Argument(metavar="ATTACKER", help="Who shoots.", show_default=False)],
    target: Annotated[str, typer.Argument(metavar="TARGET", help="Who is shot at.", show_default=False)],
    **options: Any,
) -> None:
    """Work out a figure over a whole game's ammunition: a shot a round, the target recovering between them."""
    from bmg_odds.answers.ammo import again
    from bmg_odds.cli.answering import deliver

    deliver(again, (attacker, target), options)


def _divide(targets: list[str], options: dict[str, Any]) -> None:
    """Answer `--split`: one attacker's dice between several targets."""
    from bmg_odds.answers.sequence_again import check_divided
    from bmg_odds.cli.answering import deliver

    by = check_divided(targets, options)
    if options["chart"] is not None:
        raise BmgError("--chart: --split has no picture; write its rows with --output FILE.csv")
    from bmg_odds.answers.split_fire import split_fire

    deliver(split_fire, (tuple(targets), by), options)
