"""From a command's options to its answer and its chart: what the commands of many attacks have in common."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from bmg_odds.answers.tables import Rows


def deliver(work_out: Callable[..., "Rows"], models: tuple[Any, ...], options: dict[str, Any]) -> None:
    """Answer a command, write the answer where it goes, and draw it where a chart is asked for.

    Where both go is checked before any work is done.
    """
    from bmg_odds.cli.chart import Chart
    from bmg_odds.cli.output import Destination, keep, note
    from bmg_odds.cli.progress import watched

    destination = Destination.of(options.pop("format"), options.pop("output"))
    chart = Chart.taken(options) if "chart" in options else Chart()
    figure = options.pop("show")
    exact = options.get("engine", "exact") == "exact"
    with watched("working" if exact else "rolling", "attacks" if exact else "rolls") as progress:
        rows = work_out(*models, figure=figure, progress=progress, **options)
    for warning in rows.fields["warnings"]:
        note(f"note: {warning}")
    from bmg_odds.answers.shown import rows_shown

    document = rows_shown(rows)
    destination.deliver(document)
    chart.draw(document.record)
    if rows.fields.get("interrupted"):
        keep(f"an answer from {rows.fields['trials']:,} rolls of each attack")
        raise typer.Exit(130)
