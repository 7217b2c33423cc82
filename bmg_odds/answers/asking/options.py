"""What can be asked with: each option once, with its flags, its help and how its text is read."""

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bmg_odds.errors import BmgError

Read = Callable[[str, str], Any]
"""Reads an option's text: (flag, text) to value."""

LARGEST = 10**15


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader, with the JSON schema of what it reads."""

    function: Read
    schema: Mapping[str, Any]

    def __call__(self, flag: str, text: str) -> Any:
        """Return the value of a text; BmgError says what is allowed."""
        return self.function(flag, text)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name nearest to a mistyped one, or None.

    >>> nearest("atack", ["attack", "rules"]), nearest("x", ["attack"])
    ('attack', None)
    """
    by_lower = {each.lower(): each for each in known}
    found = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[found[0]] if found else None


def whole(least: int, largest: int = LARGEST) -> Reader:
    """Return a reader of whole numbers, 10_000_000 and 1e7 among them.

    >>> whole(1)("--trials", "1e7"), whole(1)("--trials", "10_000_000")
    (10000000, 10000000)
    """

    def read(flag: str, text: str) -> int:
        value = _whole(text)
        if value is None or not least <= value <= largest:
            why = "is not a whole number" if value is None else "is out of range"
            raise BmgError(f"{flag} {text} {why}; allowed: {least} to {largest:_}")
        return value

    return Reader(read, {"type": "integer", "minimum": least, "maximum": largest})


def _whole(text: str) -> int | None:
    plain = text.strip().replace("_", "")
    mantissa, exponent, power = plain.lower().partition("e")
    try:
        if not exponent and "." not in plain:
            return int(plain) if len(plain) <= 20 else None
        if abs(int(power or 0)) > 20 or len(mantissa) > 40:
            return None
        from fractions import Fraction

        number = Fraction(mantissa) * Fraction(10) ** int(power or 0)
    except (ValueError, ZeroDivisionError):
        return None
    return number.numerator if number.denominator == 1 else None


def number(least: float, largest: float = float(LARGEST)) -> Reader:
    """Return a reader of numbers; a number with a per cent sign is a hundredth.

    >>> number(0.0)("--chance", "0.8"), number(0.0)("--chance", "80%")
    (0.8, 0.8)
    """

    def read(flag: str, text: str) -> float:
        plain = text.strip().replace("_", "")
        try:
            value = float(plain.removesuffix("%")) / (100 if plain.endswith("%") else 1)
        except ValueError:
            raise BmgError(f"{flag} {text} is no number, for example 0.8 or 80%") from None
        if not least <= value <= largest:  # also refuses nan
            raise BmgError(f"{flag} {text} is out of range; allowed: {least:g} or more")
        return value

    return Reader(read, {"type": "number", "minimum": least})


def one_of(*allowed: str) -> Reader:
    """Return a reader of one of a few names, whatever their case.

    >>> one_of("exact", "mc")("--engine", "MC")
    'mc'
    """

    def read(flag: str, text: str) -> str:
        if text.lower() in allowed:
            return text.lower()
        near = nearest(text, allowed)
        hint = f"; did you mean {near}?" if near else ""
        raise BmgError(f"{flag} {text} is not known; allowed: {', '.join(allowed)}{hint}")

    return Reader(read, {"type": "string", "enum": list(allowed)})


def text(flag: str, given: str) -> str:
    """Read a text; an empty one is refused.

    >>> text("--weapon", "Baton")
    'Baton'
    """
    if not given.strip():
        raise BmgError(f"{flag} is empty; give it a value or leave it out")
    return given


@dataclass(frozen=True, slots=True)
class Opt:
    """One option: its keyword, flags and help; `read` None makes it a switch, `many` repeatable."""

    name: str
    flags: tuple[str, ...]
    help: str
    metavar: str | None = None
    read: Read | None = None
    many: bool = False
    default: Any = None
    choices: tuple[str, ...] = ()
    passed: bool = True
    """Whether the answer receives the value; one that can only be what it is anyway is read and no more."""

    def value(self, given: Any) -> Any:
        """Return the value of what was given as text; BmgError says what is allowed.

        >>> Opt("dc", ("--dc",), "...", "N", whole(0, 99)).value("2")
        2
        """
        if self.read is None:
            return bool(given)
        if self.many:
            return tuple(self.read(self.flags[0], each) for each in given or ())
        return self.default if given is None else self.read(self.flags[0], given)


def choice(name: str, flag: str, allowed: Sequence[str], help: str, *, default: str | None = None,
           many: bool = False) -> Opt:  # fmt: skip
    """Return an option whose values are a few names; they are shown, completed and checked.

    >>> choice("engine", "--engine", ["exact", "mc"], "…").metavar
    'exact|mc'
    """
    names = tuple(allowed)
    return Opt(name, (flag,), help, "|".join(names), one_of(*names), many, default, names)
