"""How names are compared and shown: one spelling for looking up, one line for messages."""

import difflib
from collections.abc import Iterable, Sequence

_LOOK = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u02bc": "'",
        "\u00b4": "'",
        "`": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u2010": "-",
        "\u2011": "-",
        "\u2012": "-",
        "\u2013": "-",
        "\u2014": "-",
    }
)
_LONGEST = 80  # what is compared of an overlong text; no printed name is longer


def fold(text: str) -> str:
    """Return the spelling that names are compared by: case, kinds of quote and dash, and spaces do not count.

    >>> fold("  Ra\\u2019s  al GHUL ")
    "ra's al ghul"
    """
    return " ".join(text.translate(_LOOK).casefold().split())


def plain(text: str, *, width: int = 60) -> str:
    """Return the text on one line, without characters that cannot be printed, cut at `width`.

    >>> plain("two\\nlines")
    'two lines'
    """
    line = " ".join(text[: 4 * width].split())
    line = "".join(char if char.isprintable() else "?" for char in line)
    return line if len(line) <= width and len(text) <= 4 * width else line[: width - 1] + "…"


def show(value: object, *, width: int = 60) -> str:
    """Return a value as a message quotes it: texts in double quotes, everything on one short line.

    >>> show("Batmn"), show(15), show(True)
    ('"Batmn"', '15', 'true')
    """
    if isinstance(value, str):
        return f'"{plain(value, width=width)}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list"
    try:
        return plain(str(value), width=width)
    except ValueError:  # Python refuses to print an int of thousands of digits
        return "a number of thousands of digits"


def nearest(text: str, names: Iterable[str], *, most: int = 3) -> tuple[str, ...]:
    """Return up to `most` of the names, the one most like `text` first; empty only where there are no names.

    A name counts as near as a whole or by one of its words.

    >>> nearest("riddller", ["Bane (AC)", "The Riddler", "Two-Face"])
    ('The Riddler',)
    """
    by_fold: dict[str, str] = {}
    by_word: dict[str, list[str]] = {}
    for name in names:
        folded = fold(name)
        by_fold.setdefault(folded, name)
        for word in folded.replace("(", " ").replace(")", " ").split():
            by_word.setdefault(word, []).append(name)
    wanted = fold(text[: 4 * _LONGEST])[:_LONGEST]
    found = [by_fold[near] for near in difflib.get_close_matches(wanted, by_fold, n=most)]
    for word in wanted.replace("(", " ").replace(")", " ").split()[:8]:
        if len(word) > 2:
            for near in difflib.get_close_matches(word, by_word, n=2, cutoff=0.75):
                found += by_word[near]
    if not found:
        found = [by_fold[near] for near in difflib.get_close_matches(wanted, by_fold, n=1, cutoff=0.0)]
    return tuple(dict.fromkeys(found))[:most]


def listing(names: Sequence[str], *, most: int = 8) -> str:
    """Return the names in one line, and how many more there are after the first `most`.

    >>> listing(["A", "B", "C"], most=2)
    'A, B and 1 more'
    """
    line = ", ".join(plain(name) for name in names[:most])
    return line if len(names) <= most else f"{line} and {len(names) - most} more"
