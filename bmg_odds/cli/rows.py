"""Documents of plain rows: `roster list`, `rules show` and the like."""

from collections.abc import Mapping, Sequence

from bmg_odds._version import __version__
from bmg_odds.answers.formats import Document, Record, columns_markdown, columns_table


def rows_document(
    command: str,
    columns: tuple[str, ...],
    rows: Sequence[Record],
    *,
    fields: Mapping[str, object] | None = None,
    head: str = "",
    shown: tuple[str, ...] | None = None,
    shown_rows: Sequence[Record] | None = None,
) -> Document:
    """Return a document of rows under the header fields `command` and `version`.

    `shown` and `shown_rows` are what the table for people has instead of all columns; `head` stands above.

    >>> rows_document("rules list", ("edition",), [{"edition": "2012"}]).text("csv")
    'edition\\n2012\\n'
    """
    record = {"command": command, "version": __version__, **(fields or {}), "rows": list(rows)}
    people = rows if shown_rows is None else shown_rows
    return Document(
        record,
        "rows",
        columns,
        lambda _: head + columns_table(shown or columns, people),
        lambda _: columns_markdown(columns, rows),
    )
