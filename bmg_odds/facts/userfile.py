"""A user's roster file: read it, or name every mistake in it with its line."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bmg_odds.errors import BmgError
from bmg_odds.facts import trait_names
from bmg_odds.facts.card import MOST_CARDS, Card
from bmg_odds.facts.doubts import doubts
from bmg_odds.facts.lines import LineIndex
from bmg_odds.facts.values import card_from_table
from bmg_odds.facts.words import fold, plain, show

LARGEST = 20 * 1024 * 1024
"""The largest file that is read, in bytes."""

MOST_KEYS = 50 * MOST_CARDS
"""The most keys and traits of a file, those of cards and of weapons together."""

MOST_PARTS = 64
"""The most parts of a key, as "card.weapon" has two."""

MOST_HINTS = 500
"""Strange traits of a file for which the nearest known name is looked for."""

_SLIPS = (
    (re.compile(r"=\s*[0-9]+\+"), 'write 5 or "5+"'),
    (re.compile("[\u201c\u201d\u201e\u2018\u2019]"), 'use straight quotes, "'),
    (re.compile(r"^\s*[A-Za-z_-]+\s*:"), "write key = value"),
    (re.compile(r"=\s*(?:#.*)?$"), "a value is missing"),
    (re.compile(r"=\s*\[?\s*(?!true\b|false\b|inf\b|nan\b)[A-Za-z]"), 'texts stand in quotes, as "Handy"'),
)
"""What people write where TOML wants something else."""

_SPOT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake, or one warning, of a roster file; `card` and `key` are empty where it has none.

    >>> print(Mistake("my.toml", 12, "Night Guard", "attack", "attack = 15: a whole number from 0 to 12"))
    my.toml:12: Night Guard: attack = 15: a whole number from 0 to 12
    """

    file: str
    line: int
    card: str
    key: str
    message: str

    def __str__(self) -> str:
        start = f"{self.file}:{self.line}: {self.card + ': ' if self.card else ''}"
        if not self.key or self.message.startswith(f"{self.key} = "):
            return start + self.message
        return f"{start}{self.key}{' ' if self.message.startswith('is ') else ': '}{self.message}"


@dataclass(frozen=True, slots=True)
class Report:
    """What a roster file holds: its cards if there is no mistake, and warnings: traits not known by name, and
    values that are allowed and that no card has.

    Of a crew file `crew` is its name, and `cards` has each member as often as it stands in the crew.

    >>> Report("my.toml", (), (), ()).cards
    ()
    """

    file: str
    mistakes: tuple[Mistake, ...]
    warnings: tuple[Mistake, ...]
    cards: tuple[Card, ...]
    crew: str = ""


class RosterError(BmgError):
    """A roster file with mistakes: the message has one line for each, and `mistakes` holds them.

    >>> RosterError((Mistake("my.toml", 3, "", "", "broken"),)).mistakes[0].line
    3
    """

    def __init__(self, mistakes: tuple[Mistake, ...]) -> None:
        super().__init__("\n".join(map(str, mistakes)))
        self.mistakes = mistakes


def load_file(path: str | Path) -> tuple[Card, ...]:
    """Return the cards of a roster file. RosterError names all its mistakes; BmgError if it cannot be read.

    >>> load_file("no-such-file.toml")
    Traceback (most recent call last):
    bmg_odds.errors.BmgError: roster file no-such-file.toml: No such file or directory
    """
    report = check_file(path)
    if report.mistakes:
        raise RosterError(report.mistakes)
    return report.cards


def check_file(path: str | Path) -> Report:
    """Return the cards of a roster file, or every mistake in it at once, and what is strange in it as warnings.

    BmgError only if the file cannot be read at all: missing, a directory, not UTF-8, above 20 MB.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "my.toml")
    ...     _ = file.write_text('[[card]]\\nname = "Guard"\\nwillpower = 5\\nstrength = "5+"\\n'
    ...                         'movement = 2\\nattack = 15\\ndefense = 3\\nendurance = 5\\n')
    ...     [mistake] = check_file(file).mistakes
    >>> mistake.line, mistake.message
    (6, 'attack = 15: a whole number from 0 to 12')
    """
    return _report(*read_toml(path))


def check_text(text: str, file: str) -> Report:
    """Return the cards of a roster that never was a file, or every mistake in it; `file` is what it is called.

    >>> check_text("[[card]", "mine.toml").mistakes[0].message
    "not TOML, column 7: Expected ']]' at the end of an array declaration"
    """
    return _report(file, text, _parsed(file, text))


def _report(file: str, text: str, data: dict[str, Any] | Mistake) -> Report:
    if isinstance(data, Mistake):
        return Report(file, (data,), (), ())
    if is_crew(data):
        what = "a crew, not a roster of cards: name it where several models are asked for, not with --roster"
        return Report(file, (Mistake(file, 1, "", "", what),), (), ())
    if vast := _vast(data):
        return Report(file, (Mistake(file, 1, "", "card", vast),), (), ())
    from bmg_odds.facts.schema import problems

    index = LineIndex(text)
    found = [*problems(data), *_twins(data, index)]
    mistakes = dict.fromkeys(_mistake(file, index, data, *problem) for problem in found)
    warnings = tuple(_mistake(file, index, data, *strange) for strange in _strange_traits(data))
    if mistakes:
        return Report(file, tuple(sorted(mistakes, key=lambda mistake: mistake.line)), warnings, ())
    edition = str(data.get("edition", "revised"))
    cards = tuple(card_from_table(table, edition) for table in data["card"])
    unusual = [_mistake(file, index, data, ("card", place, *where), message)
               for place, card in enumerate(cards) for where, message in doubts(card)]  # fmt: skip
    return Report(file, (), tuple(sorted((*warnings, *unusual), key=lambda warning: warning.line)), cards)


def read_toml(path: str | Path, *, what: str = "roster") -> tuple[str, str, dict[str, Any] | Mistake]:
    """Return a file's name as it is shown, its text, and what it holds, or why it is not TOML.

    BmgError, which calls the file a `what` file, if it cannot be read at all (see `check_file`).

    >>> read_toml("no-such-file.toml", what="crew")
    Traceback (most recent call last):
    bmg_odds.errors.BmgError: crew file no-such-file.toml: No such file or directory
    """
    file = plain(str(path), width=200)
    text = _read(path, file, what)
    return file, text, _parsed(file, text)


def _parsed(file: str, text: str) -> dict[str, Any] | Mistake:
    if line := _many_parted(text):
        return Mistake(file, line, "", "", f"a key of more than {MOST_PARTS} parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        return Mistake(file, 1, "", "", "not TOML: brackets nested too deep")
    except ValueError as error:
        return _broken(file, text, str(error))


def _many_parted(text: str) -> int:
    """The first line with a key of very many parts, 0 without: the parser takes the square of their number."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_PARTS and _points(line) > MOST_PARTS:
            return number
    return 0


def _points(line: str) -> int:
    """The points of a line outside of texts in quotes."""
    found, quote, escaped = 0, "", False
    for sign in line:
        if escaped:
            escaped = False
        elif quote:
            escaped = sign == "\\" and quote == '"'
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign == "#":
            break
        else:
            found += sign == "."
    return found


def is_crew(data: Mapping[str, object]) -> bool:
    """Whether what a file holds is a crew and not a roster.

    >>> is_crew({"crew": "Mine", "member": []}), is_crew({"card": [], "crew": "Mine"})
    (True, False)
    """
    return "card" not in data and ("crew" in data or "member" in data)


def _read(path: str | Path, file: str, what: str) -> str:
    try:
        with Path(path).open("rb") as stream:
            raw = stream.read(LARGEST + 1)
    except OSError as error:
        raise BmgError(f"{what} file {file}: {error.strerror or 'cannot be read'}") from None
    except ValueError:
        raise BmgError(f"{what} file {file}: not a file name") from None
    if len(raw) > LARGEST:
        raise BmgError(f"{what} file {file}: larger than {LARGEST // 1024**2} MB")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BmgError(f"{what} file {file}: not UTF-8 text, first at line {line}") from None


def _broken(file: str, text: str, error: str) -> Mistake:
    spot = _SPOT.search(error)
    lines = text.split("\n")
    line, column = len(lines), len(lines[-1]) + 1
    if spot and spot.group(1):
        line, column = int(spot.group(1)), int(spot.group(2))
    elif not spot:  # a value that Python itself refuses, such as a number of thousands of digits
        line, column = 1, 1
    what = plain(_SPOT.sub("", error), width=120)
    written = lines[line - 1][:1000] if line <= len(lines) else ""
    hint = next((f"; {say}" for slip, say in _SLIPS if slip.search(written)), "")
    return Mistake(file, line, "", "", f"not TOML, column {column}: {what}{hint}")


def _vast(data: dict[str, Any]) -> str:
    """Why a file is too much to look at one by one, "" if it is not: noise would take minutes to list."""
    cards = data.get("card")
    count = len(cards) if isinstance(cards, list) else 0
    if count > MOST_CARDS:
        return f"card = {count:,} tables: at most {MOST_CARDS:,} cards in a file"
    keys = len(data)
    for _, card in _tables(cards):
        for holder in (card, *(weapon for _, weapon in _tables(card.get("weapon")))):
            traits = holder.get("traits")
            keys += len(holder) + (len(traits) if isinstance(traits, list) else 0)
    return f"{keys:,} keys and traits: at most {MOST_KEYS:,} in a file" if keys > MOST_KEYS else ""


def _tables(value: object) -> Iterator[tuple[int, dict[str, Any]]]:
    if isinstance(value, list):
        yield from ((place, table) for place, table in enumerate(value) if isinstance(table, dict))


def _twins(data: dict[str, Any], index: LineIndex) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Cards of the same name in the file, and weapons of the same name on a card."""
    cards: dict[str, int] = {}
    for place, card in _tables(data.get("card")):
        name = card.get("name")
        if isinstance(name, str) and name.strip():
            first = cards.setdefault(fold(name), place)
            if first != place:
                line = index.line("card", first, "name")
                message = f"name = {show(name)}: the card of line {line} is called so too"
                yield ("card", place, "name"), message
        weapons: dict[str, int] = {}
        for row, weapon in _tables(card.get("weapon")):
            name = weapon.get("name")
            if isinstance(name, str) and name.strip():
                path = ("card", place, "weapon", row, "name")
                first = weapons.setdefault(fold(name), row)
                if first != row:
                    line = index.line("card", place, "weapon", first, "name")
                    yield path, f"name = {show(name)}: the weapon of line {line} is called so too"


def _strange_traits(data: dict[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    known: dict[str, str] = {}  # the hint of each strange name; a file of nonsense gets them for the first ones
    for place, card in _tables(data.get("card")):
        holders: list[tuple[tuple[str | int, ...], dict[str, Any]]] = [(("card", place), card)]
        holders += [(("card", place, "weapon", row), weapon) for row, weapon in _tables(card.get("weapon"))]
        for path, holder in holders:
            traits = holder.get("traits")
            for number, trait in enumerate(traits if isinstance(traits, list) else ()):
                if isinstance(trait, str) and trait.strip() and trait_names.lookup(trait) is None:
                    if trait not in known:
                        near = trait_names.nearest(trait) if len(known) < MOST_HINTS else None
                        known[trait] = f"; nearest: {near}" if near else ""
                    yield (*path, "traits", number), f"trait {show(trait)} is not known by name{known[trait]}"


def _mistake(file: str, index: LineIndex, data: dict[str, Any], path: tuple[str | int, ...], message: str) -> Mistake:
    card = ""
    if len(path) > 1 and path[0] == "card" and isinstance(path[1], int):
        table = data["card"][path[1]]
        name = table.get("name") if isinstance(table, dict) else None
        card = plain(name) if isinstance(name, str) and name.strip() else f"card {path[1] + 1}"
    key = next((part for part in reversed(path) if isinstance(part, str)), "")
    return Mistake(file, index.line(*path), card, plain(key), message)
