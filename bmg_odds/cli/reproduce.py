"""`bmg-odds reproduce`: rebuild an exported file from the provenance inside it and compare."""

from typing import Annotated, Any

import typer

from bmg_odds.cli.options import FORMAT, takes

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
            metavar="FILE", help="An exported json, csv, md, svg, png or pdf, or a page.", show_default=False
        ),
    ],
    **options: Any,
) -> None:
    """Rebuild an exported table or chart beside the old one and say whether they agree.

    Exit status 0 where they agree, 1 where they differ, 2 where the file carries no provenance.
    """
    from bmg_odds.answers import reproduce as again
    from bmg_odds.answers.formats import check_writable
    from bmg_odds.answers.lists import ASKERS
    from bmg_odds.answers.plain_rows import rows_document
    from bmg_odds.cli.output import Destination, note
    from bmg_odds.cli.progress import watched

    destination = Destination.of(options["format"], None)
    check_writable(again.new_path(file), flag="reproduce")
    with watched("asking again") as progress:
        report = again.reproduce(file, ASKERS, progress=progress)
    written = again.write(report)
    rows = report.rows()
    fields = {
        "file": file,
        "rebuilt": written,
        "agrees": report.agrees,
        "compared": report.compared,
        "command_rebuilt": report.record["command"],
    }
    shown = sorted(rows, key=lambda row: row["kind"] not in ("version", "reading", "card"))
    head = report.sentence() + "\n"
    if rows:
        head += "\n"
    tail = len(shown) - MOST_SHOWN
    document = rows_document("reproduce", again.COLUMNS, rows, fields=fields, head=head, shown_rows=shown[:MOST_SHOWN])
    if not rows or tail > 0:
        from dataclasses import replace

        text = document.table
        more = f"and {tail} more; --format json lists all\n" if tail > 0 else ""
        document = replace(document, table=lambda unicode: text(unicode) + more if rows else head)
    destination.deliver(document)
    note(f"wrote {' and '.join(written)}")
    if not report.agrees:
        raise typer.Exit(DIFFERS)
