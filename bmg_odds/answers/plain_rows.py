"""Documents of plain rows: `roster list`, `rules show`, `efforts` and the like."""

import textwrap
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
    foot: Sequence[str] = (),
) -> Document:
    """Return a document of rows under the header fields `command` and `version`.

    `shown` and `shown_rows` are what people see instead of all columns, `head` above and the sentences of `foot`
    below them.

    >>> rows_document("rules list", ("edition",), [{"edition": "2012"}]).text("csv")
    'edition\\n2012\\n'
    """
    record = {"command": command, "version": __version__, **(fields or {}), "rows": list(rows)}
    people = rows if shown_rows is None else shown_rows
    return Document(
        record,
        "rows",
        columns,
        lambda _: head + columns_table(shown or columns, people) + _below(foot),
        lambda _: _markdown(head, columns_markdown(shown or columns, people), foot),
    )


def _below(foot: Sequence[str]) -> str:
    lines = [textwrap.fill(text, 80, subsequent_indent="  ") for text in foot]
    return "\n" + "\n".join(lines) + "\n" if lines else ""


def _markdown(head: str, table: str, foot: Sequence[str]) -> str:
    above = "\n\n".join(" ".join(part.split()) for part in head.split("\n\n") if part.strip())
    below = "\n".join(f"- {text}" for text in foot)
    return "\n\n".join(part for part in (above, table.rstrip("\n"), below) if part) + "\n"
