"""An answer of a sentence, some tables and notes: for the terminal, and as Markdown."""

import textwrap
from collections.abc import Sequence

from bmg_odds.answers.formats import columns_markdown, columns_table

WIDTH = 80
Part = tuple[str, tuple[str, ...], list[dict[str, str]]]
"""A line before a table (or nothing), its columns, its rows."""


def page_table(sentence: str, parts: Sequence[Part], notes: Sequence[str]) -> str:
    """Return a page as plain text of at most 80 columns.

    >>> print(page_table("Who.", [("Then:", ("a",), [{"a": "x"}])], ["Why."]), end="")
    Who.
    <BLANKLINE>
    Then:
    a
    x
    <BLANKLINE>
    Why.
    """
    blocks = ["\n".join(textwrap.wrap(sentence, WIDTH))]
    for line, columns, rows in parts:
        blocks.append("\n".join([*textwrap.wrap(line, WIDTH), columns_table(columns, rows).rstrip()]))
    foot = [line for text in notes for line in textwrap.wrap(text, WIDTH, subsequent_indent="  ")]
    return "\n\n".join([*blocks, "\n".join(foot)]) + "\n"


def page_markdown(sentence: str, parts: Sequence[Part], notes: Sequence[str]) -> str:
    """Return a page as Markdown, without its provenance.

    >>> print(page_markdown("Who.", [], ["Why."]), end="")
    Who.
    <BLANKLINE>
    - Why.
    """
    blocks = [sentence]
    for line, columns, rows in parts:
        blocks += [*([line] if line else []), columns_markdown(columns, rows).rstrip()]
    blocks.append("\n".join(f"- {text}" for text in notes))
    return "\n\n".join(blocks) + "\n"
