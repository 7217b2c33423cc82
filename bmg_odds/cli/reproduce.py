"""`bmg-odds reproduce`: rebuild an exported file from the provenance inside it and compare."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bmg_odds.answers.asking.shared import FORMAT
from bmg_odds.cli.options import takes

if TYPE_CHECKING:
    from bmg_odds.answers.reproduce import Finding
    from bmg_odds.cli.output import Destination

DIFFERS = 1
MOST_SHOWN = 12

EXAMPLE = """\b
Examples:
  bmg-odds attack "Batman (AC)" "Joker (AC)" --dc 2 --chart odds.svg
  bmg-odds reproduce odds.svg
"""


@takes(FORMAT)
def reproduce(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="An exported json, csv, md, svg, png or pdf, a page, or the folder of a sweep.",
            show_default=False,
        ),
    ],
    **options: Any,
) -> None:
    """Rebuild an exported table or chart beside the old one and say whether they agree.

    A sweep is worked out again from its manifest, part by part, and nothing is kept.

    Exit status 0 where they agree, 1 where they differ, 2 where the file carries no provenance.
    """
    from bmg_odds.answers.sweep_reproduce import sweep_folder

    if (folder := sweep_folder(file)) is not None:
        _sweep(folder, options["format"])
        return
    from bmg_odds.answers import reproduce as again
    from bmg_odds.answers.formats import check_writable
    from bmg_odds.answers.lists import ASKERS
    from bmg_odds.cli.output import Destination, note
    from bmg_odds.cli.progress import watched

    destination = Destination.of(options["format"], None)
    check_writable(again.new_path(file), flag="reproduce")
    with watched("asking again") as progress:
        report = again.reproduce(file, ASKERS, progress=progress)
    written = again.write(report)
    fields = {
        "file": file,
        "rebuilt": written,
        "agrees": report.agrees,
        "compared": report.compared,
        "command_rebuilt": report.record["command"],
    }
    _deliver(report.findings, report.sentence(), fields, destination)
    note(f"wrote {' and '.join(written)}")
    if not report.agrees:
        raise typer.Exit(DIFFERS)


def _sweep(folder: str, form: str | None) -> None:
    """Work out a sweep again, and say whether it agrees."""
    from bmg_odds.answers.sweep_reproduce import reproduce_sweep
    from bmg_odds.cli.output import Destination
    from bmg_odds.cli.progress import watched

    destination = Destination.of(form, None)
    with watched("sweeping again", "parts") as progress:
        report = reproduce_sweep(folder, progress=progress)
    fields = {
        "file": folder,
        "rebuilt": [],
        "agrees": report.agrees,
        "parts": report.parts,
        "scenarios": report.rows,
        "parts_byte_for_byte": report.alike,
        "command_rebuilt": "sweep",
    }
    _deliver(report.findings, report.sentence(), fields, destination)
    if not report.agrees:
        raise typer.Exit(DIFFERS)


def _deliver(findings: "Sequence[Finding]", sentence: str, fields: dict[str, Any], destination: "Destination") -> None:
    """Give out the sentence and what is not as it was, a dozen of them to people."""
    from dataclasses import replace

    from bmg_odds.answers.plain_rows import rows_document
    from bmg_odds.answers.reproduce import COLUMNS

    rows = [{name: getattr(finding, name) for name in COLUMNS} for finding in findings]
    shown = sorted(rows, key=lambda row: row["kind"] not in ("version", "reading", "card"))
    head = sentence + "\n" * (1 + bool(rows))
    tail = len(shown) - MOST_SHOWN
    document = rows_document("reproduce", COLUMNS, rows, fields=fields, head=head, shown_rows=shown[:MOST_SHOWN])
    if not rows or tail > 0:
        text = document.table
        more = f"and {tail} more; --format json lists all\n" if tail > 0 else ""
        document = replace(document, table=lambda unicode: text(unicode) + more if rows else head)
    destination.deliver(document)
