"""Roster files that the program writes: a new example, and imported cards."""

import os

from bmg_odds.answers.formats import check_writable, save
from bmg_odds.cli.output import keep, note
from bmg_odds.errors import BmgError
from bmg_odds.facts.import_parts import SKIPPED
from bmg_odds.facts.import_roster import Imported


def check_roster_path(path: str, flag: str = "--output") -> None:
    """Raise BmgError where no roster file can be written, before any work is done for it."""
    suffix = os.path.splitext(path)[1].lower()
    if suffix != ".toml":
        raise BmgError(f"{flag} {path}: a roster file ends in .toml, not in '{suffix}'")
    check_writable(path, flag)


def write_new(path: str, text: str) -> None:
    """Write a new roster file; BmgError where a file stands already, which may be somebody's work."""
    check_roster_path(path, "FILE")
    if os.path.lexists(path):
        raise BmgError(f"FILE {path}: stands there already, and is not written over; name another file")
    save({path: text})
    keep(path)
    note(f"wrote {path}")


def write_roster(path: str, imported: Imported) -> None:
    """Write imported cards as a roster file; BmgError where there are none to write."""
    if not imported.cards:
        first = next((found for found in imported.findings if found.kind == SKIPPED), None)
        why = f"; the first: {first.card or first.place}: {first.message}" if first else ""
        raise BmgError(f"none of the {imported.found} cards can be read{why}\nleave --output out to see them all")
    save({path: imported.text()})
    keep(path)
    note(f"wrote {path}")
