"""`bmg-odds page`: the attack calculator for chosen cards as one HTML file."""

import os
from typing import Any

from bmg_odds.answers.asking.options import Opt, text
from bmg_odds.answers.asking.shared import QUESTION
from bmg_odds.cli.options import takes
from bmg_odds.errors import BmgError

PAGE_EXAMPLE = """\b
Examples:
  bmg-odds page --attacker "Batman (AC)" --target "Joker (AC)" -o odds.html
  bmg-odds page --attacker mine.toml --target theirs.toml -o evening.html
"""

ATTACKER = Opt("attackers", ("--attacker",), "Who can attack on it, or CREW.toml; repeatable.", "NAME", text, True)
TARGET = Opt("targets", ("--target",), "Who can be attacked on it, or CREW.toml; repeatable.", "NAME", text, True)
AS_EDITION = Opt("as_edition", ("--as-edition",), "Use cards of another edition under these rules.")
OUTPUT = Opt("output", ("-o", "--output"), "The file to write.", "FILE.html", text)


@takes(ATTACKER, TARGET, AS_EDITION, *QUESTION, OUTPUT)
def page(**options: Any) -> None:
    """Write the attack calculator for these cards as one HTML file, for a phone without a server or for a blog.

    The page needs no network. Its weapons, counters, positions, markers and uses can be changed on it; every
    figure is counted there, from records made here. A page may stand there already and is written anew.
    """
    from bmg_odds.answers.page import page as work_out
    from bmg_odds.answers.rests import unknown_traits
    from bmg_odds.cli.output import keep, note
    from bmg_odds.cli.progress import watched

    path = _free(options.pop("output"))
    with watched("working") as progress:
        document = work_out(options.pop("attackers"), options.pop("targets"), progress=progress, **options)
    for line in unknown_traits(document.record["unmodelled_traits"]):
        note(f"note: {line}")
    from bmg_odds.answers.formats import save

    text = document.text("md")
    save({path: text})
    keep(path)
    note(f"wrote {path}: {document.record['choices']:,} choices, {len(text.encode()) / 1000:,.0f} kB")


def _free(path: str | None) -> str:
    """Return where to write; BmgError where that is nowhere, no HTML file, or another's file."""
    from bmg_odds.answers.formats import check_writable
    from bmg_odds.answers.page_file import is_page

    if path is None:
        raise BmgError("page: -o FILE.html is missing; name the file to write")
    suffix = os.path.splitext(path)[1].lower()
    if suffix != ".html":
        raise BmgError(f"--output {path}: a page ends in .html, not in '{suffix}'")
    check_writable(path)
    if os.path.lexists(path) and not is_page(path):
        raise BmgError(f"--output {path}: stands there already and is no page of bmg-odds; name another file")
    return path
