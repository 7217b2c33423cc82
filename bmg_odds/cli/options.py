"""What the commands take: each option once, with its flags, its help and how its text is read."""

import functools
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from bmg_odds.cli.errors import nearest
from bmg_odds.errors import BmgError

Read = Callable[[str, str], Any]
"""Reads an option's text: (flag, text) to value."""

LARGEST = 10**15


def whole(least: int, largest: int = LARGEST) -> Read:
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

    return read


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


def number(least: float, largest: float = float(LARGEST)) -> Read:
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

    return read


def one_of(*allowed: str) -> Read:
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

    return read


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
    """Whether the command receives the value; one that can only be what it is anyway is read and no more."""

    def parameter(self) -> inspect.Parameter:
        """Return the parameter that typer builds the option from."""
        kind: Any = bool if self.read is None else list[str] if self.many else str | None
        extra: dict[str, Any] = {}
        if self.choices:
            extra["autocompletion"] = lambda: list(self.choices)
        option = typer.Option(*self.flags, help=self.help, metavar=self.metavar, show_default=False, **extra)
        default: Any = False if self.read is None else [] if self.many else None
        return inspect.Parameter(
            self.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option]
        )

    def value(self, given: Any) -> Any:
        """Return the value of what was given on the command line; BmgError says what is allowed."""
        if self.read is None:
            return bool(given)
        if self.many:
            return tuple(self.read(self.flags[0], each) for each in given or ())
        return self.default if given is None else self.read(self.flags[0], given)


def takes(*options: Opt) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds options to a command, which receives their values as keywords."""

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        own = [
            parameter
            for parameter in inspect.signature(function).parameters.values()
            if parameter.kind is not inspect.Parameter.VAR_KEYWORD
        ]
        parameters = [*own, *(option.parameter() for option in options)]

        @functools.wraps(function)
        def command(**given: Any) -> None:
            for option in options:
                value = option.value(given.pop(option.name))
                if option.passed:
                    given[option.name] = value
            function(**given)

        # typer reads the signature and the annotations; both must show the options added here.
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return command

    return decorate


def choice(name: str, flag: str, allowed: Sequence[str], help: str, *, default: str | None = None,
           many: bool = False) -> Opt:  # fmt: skip
    """Return an option whose values are a few names; they are shown, completed and checked.

    >>> choice("engine", "--engine", ["exact", "mc"], "…").metavar
    'exact|mc'
    """
    names = tuple(allowed)
    return Opt(name, (flag,), help, "|".join(names), one_of(*names), many, default, names)


EDITIONS = ("2012", "revised", "third")
ENGINES = ("exact", "mc")
FORMATS = ("table", "json", "csv", "md")

RULES = choice("rules", "--rules", EDITIONS, "Edition of the rules (revised).", default="revised")
READING = Opt("reading", ("--reading",), "Read an open point differently; repeatable.", "NAME=VALUE", text, True)
ROSTER = Opt("roster", ("--roster",), "Add your own cards; repeatable.", "FILE.toml", text, True)
ENGINE = choice("engine", "--engine", ENGINES, "Count every case, or roll dice (exact).", default="exact")
TRIALS = Opt("trials", ("--trials",), "mc: how often to roll (1_000_000; 1e7 works).", "N", whole(1))
SEED = Opt("seed", ("--seed",), "mc: seed of the dice (drawn and shown).", "N", whole(0, 2**64 - 1))
THREADS = Opt("threads", ("--threads",), "mc: threads (all cores).", "N", whole(1, 1024))
FORMAT = choice("format", "--format", FORMATS, "How to write the answer (table); beats FILE's suffix.")
OUTPUT = Opt("output", ("-o", "--output"), "Write to FILE instead; .json .csv .md .txt name the format.", "FILE", text)

FIGURES = ("out", "ko", "casualty", "knocked_down", "critical", "damage", "impact", "any_marker", "injuries",
           "stuns", "markers")  # fmt: skip


def figure(flag: str, given: str) -> str:
    """Read the name of a figure: one of FIGURES, or at-least=K.

    >>> figure("--show", "at-least=3")
    'at-least=3'
    """
    name, equals, level = given.lower().partition("=")
    if name == "at-least" and equals and level.isdigit() and len(level) <= 3:
        return f"at-least={int(level)}"
    if given.lower() in FIGURES:
        return given.lower()
    near = nearest(given, (*FIGURES, "at-least=K"))
    hint = f"; did you mean {near}?" if near else ""
    raise BmgError(f"{flag} {given} is no figure; allowed: {', '.join(FIGURES)}, at-least=K{hint}")


SHOW = Opt("show", ("--show",), "Figure to show (out).", "FIGURE", figure, default="out", choices=FIGURES)
CHART = Opt("chart", ("--chart",), "Draw it too: FILE.svg, .png or .pdf.", "FILE", text)


def _only_exact(flag: str, given: str) -> str:
    if one_of(*ENGINES)(flag, given) == "mc":
        raise BmgError(f"{flag} mc is not for this question, which is only counted; allowed: exact (`attack` rolls)")
    return "exact"


def _only_third(flag: str, given: str) -> str:
    if one_of(*EDITIONS)(flag, given) != "third":
        raise BmgError(f"{flag} {given} has no Efforts; allowed: third (`split` asks about counters)")
    return "third"


EXACT = Opt("engine", ("--engine",), "Every case is counted here (exact).", "exact", _only_exact, passed=False)
THIRD = Opt("rules", ("--rules",), "Efforts are of the third edition (third).", "third", _only_third, passed=False)

QUESTION = (RULES, READING, ROSTER)
ENGINE_OPTIONS = (ENGINE, TRIALS, SEED, THREADS)
ANSWER = (FORMAT, OUTPUT)
