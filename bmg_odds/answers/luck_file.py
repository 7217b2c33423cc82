"""Reading a luck file: one line per roll, as someone would note it beside the table (docs/luck.md)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bmg_odds.answers.luck_words import (
    ATTACK_ONLY,
    COUNTED_SUMS,
    LABELS,
    NAMED,
    PLAIN_SUMS,
    Label,
    Number,
    read_result,
    take_label,
)
from bmg_odds.errors import BmgError
from bmg_odds.facts.words import nearest, show

MOST_BYTES, MOST_LINES, MOST_SIGNS = 262_144, 2_000, 400
MOST_DICE, MOST_ATTACKS = 40, 200

Result = int | tuple[bool, bool]


class LuckError(BmgError):
    """All mistakes of a file, each with its line."""

    listed = ""
    """The command that lists them all, where it is a command that reads the file."""

    def __init__(self, name: str, mistakes: list[tuple[int, str]]) -> None:
        self.mistakes = [f"{name}, line {line}: {what}" for line, what in sorted(mistakes)]
        super().__init__("\n".join(self.mistakes))


@dataclass(frozen=True, slots=True)
class Throw:
    """One line of dice."""

    line: int
    who: str
    label: Label
    number: Number | None
    faces: tuple[int, ...]
    result: Result | None
    """What the table counted, where the line says so."""


@dataclass(slots=True)
class Fight:
    """One attack as noted: who, whom, how, and its lines of dice."""

    line: int
    who: str
    attacker: str
    target: str
    options: list[str]
    throws: list[Throw] = field(default_factory=list)


@dataclass(slots=True)
class Notes:
    """A whole file: settings, sides with their models, and what was rolled in the order of the lines."""

    rules: str | None = None
    rules_line: int = 0
    readings: list[str] = field(default_factory=list)
    sides: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    rolls: list[Throw | Fight] = field(default_factory=list)
    mistakes: list[tuple[int, str]] = field(default_factory=list)


_SETTING = re.compile(r"^(rules|edition|reading|side)\b\s*[:=]?\s*(.*)$", re.IGNORECASE)
_ATTACK = re.compile(r"^(?:([^:=>;]*):)?\s*attacks?\b(?!\s+dice)\s*:?\s*(.*)$", re.IGNORECASE)
_ARROW = re.compile(r"\s*(?:->|=>|>|→)\s*|\s+(?:vs\.?|against)\s+", re.IGNORECASE)
_RESULT = re.compile(r"(?<=[\d\s+\-])=\s*([^=<>]*)$")
_NUMBER = re.compile(r"^(?:(\d{1,2})\+|(?:<=|=<|≤)\s*(\d{1,2})|(\d{1,2})\s*-|on\s+([1-6](?:\s*,\s*[1-6])*))(?=\s|$)\s*",
                     re.IGNORECASE)  # fmt: skip


def read(text: str) -> Notes:
    """Return what a luck file's text notes; what cannot be read is in `mistakes`, line by line.

    >>> notes = read("Ana: agility <=3 2 = success")
    >>> notes.rolls[0].faces, notes.rolls[0].result, notes.mistakes
    ((2,), 1, [])
    """
    notes = Notes()
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        notes.mistakes.append((MOST_LINES + 1, f"{len(lines)} lines are too many; allowed: {MOST_LINES}"))
        return notes
    fight: Fight | None = None
    for number, line in enumerate(lines, start=1):
        plain = line.split("#", 1)[0].replace("\u00a0", " ").strip()
        if len(plain) > MOST_SIGNS:
            notes.mistakes.append((number, f"{len(plain)} signs are too many; allowed: {MOST_SIGNS}"))
        elif plain:
            try:
                fight = _line(notes, fight, number, plain)
            except BmgError as error:
                notes.mistakes.append((number, " ".join(str(error).split("\n"))))
    if sum(isinstance(each, Fight) for each in notes.rolls) > MOST_ATTACKS:
        notes.mistakes.append((len(lines), f"more attacks than are read; allowed: {MOST_ATTACKS}"))
    return notes


def _line(notes: Notes, fight: Fight | None, number: int, text: str) -> Fight | None:
    """Take one line; return the attack that the next line may belong to."""
    if text.lower() == "end":
        return None
    setting = _SETTING.match(text)
    if setting and take_label(text) is None:
        _set(notes, number, setting[1].lower(), setting[2].strip())
        return None
    attack = _ATTACK.match(text)
    if attack:
        # The lines of an attack that cannot be read belong to it all the same.
        made = Fight(number, (attack[1] or "").strip(), "", "", [])
        if sum(isinstance(each, Fight) for each in notes.rolls) <= MOST_ATTACKS:
            notes.rolls.append(made)
        head, *options = (part.strip() for part in attack[2].split(";"))
        models = _ARROW.split(head)
        if len(models) != 2 or not all(models):
            raise BmgError(f"{show(text[:60])} is no attack; write: attack ATTACKER > TARGET; 5 AC; 2 DC")
        made.attacker, made.target = models
        made.options = [option for option in options if option]
        return made
    throw = _throw(number, text)
    if fight is not None and _belongs(throw):
        fight.throws.append(throw)
        return fight
    _check_alone(throw)
    notes.rolls.append(throw)
    return None


def _belongs(throw: Throw) -> bool:
    return throw.label.name not in {*NAMED, *PLAIN_SUMS, "roll"}


def _set(notes: Notes, number: int, what: str, value: str) -> None:
    if what in ("rules", "edition"):
        if notes.rules is not None:
            raise BmgError(f"the rules are given twice, first in line {notes.rules_line}")
        notes.rules, notes.rules_line = value.lower(), number
    elif what == "reading":
        notes.readings.append(value)
    else:
        name, _, models = value.partition(":")
        if not name.strip():
            raise BmgError("a side has no name; write: side Ana: Batman (AC), Robin")
        group = notes.sides.setdefault(" ".join(name.split()), [])
        group.extend((number, each.strip()) for each in re.split(r"[;,]", models) if each.strip())


def _throw(number: int, text: str) -> Throw:
    who, rest = "", text
    if ":" in text:
        who, rest = (part.strip() for part in text.split(":", 1))
    found = take_label(rest)
    if found is None:
        first = " ".join(re.split(r"[\d<≤=]", rest)[0].split()) or rest[:20]
        near = nearest(first, LABELS, most=1)
        hint = f"; nearest: {near[0]}" if near and first else ""
        raise BmgError(f"{show(first)} is no roll; allowed: attack, {', '.join(LABELS)}{hint}")
    label, rest = found
    result: Result | None = None
    stated = _RESULT.search(" " + rest)
    if stated:
        rest = (" " + rest)[: stated.start()].strip()
        result = read_result(stated[1], label)
        if result is None:
            allowed = "down, critical, both, nothing" if label.name == "collateral" else "a number, success, failure"
            raise BmgError(f"result {show(stated[1][:30])} cannot be read; allowed: {allowed}")
    needs: Number | None = None
    match = _NUMBER.match(rest)
    if match:
        rest = rest[match.end() :]
        needs = _number(match)
    return Throw(number, " ".join(who.split()), label, needs, tuple(_faces(rest)), result)


def _number(match: "re.Match[str]") -> Number:
    if match[1]:
        return Number("from", int(match[1]))
    if match[2] or match[3]:
        return Number("upto", int(match[2] or match[3]))
    return Number("on", faces=tuple(sorted({int(face) for face in match[4].split(",")})))


def _faces(text: str) -> Iterator[int]:
    """Yield the faces of a text: apart or run together, with commas or without."""
    if text.strip().lower() in ("none", "nothing", "-"):
        return
    count = 0
    for piece in re.split(r"[\s,/]+", text.strip()):
        if not piece:
            continue
        if not (piece.isascii() and piece.isdigit()):
            raise BmgError(f"{show(piece[:30])} is no die; allowed: faces 1 to 6, as 6 5 2")
        for sign in piece:
            if sign not in "123456":
                raise BmgError(f"a die shows {sign} in {show(piece[:30])}; allowed: faces 1 to 6")
            count += 1
            if count > MOST_DICE:
                raise BmgError(f"more dice than are read; allowed: {MOST_DICE} in a line")
            yield int(sign)


def _check_alone(throw: Throw) -> None:
    """Refuse what a line outside an attack cannot do."""
    label, number = throw.label, throw.number
    if label.name in ATTACK_ONLY:
        raise BmgError(f"{label.words} belongs under an attack; write its line first: attack ATTACKER > TARGET")
    if not throw.who:
        raise BmgError(f"nobody rolls it; write who: Ana: {label.words} …")
    if not throw.faces:
        raise BmgError(f"no dice follow; write their faces, as {label.words} 6 5 2")
    if label.name in PLAIN_SUMS:
        if number is not None:
            raise BmgError(f"{label.words} has no number to reach; write its dice only")
        return
    if label.name in COUNTED_SUMS:
        if len(throw.faces) != 2:
            raise BmgError(f"{label.words} is a roll of 2 dice, not {len(throw.faces)}")
        if number is not None and number.kind != "upto":
            raise BmgError(f"{label.words} is rolled at a number or less: write <=N, not {number.words}")
    if number is None and label.name not in NAMED:
        raise BmgError(f"{label.words} needs its number outside an attack, as {label.words} 4+ 6 5 2")
