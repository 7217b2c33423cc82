"""Editions of the rules as records (R1): what they cover and how they read the open points (R6)."""

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bmg_odds.errors import BmgError
from bmg_odds.rules.readings import READINGS, THIRD_READINGS, Reading


@dataclass(frozen=True, slots=True)
class Option:
    """One reading as an edition has it: allowed values (the edition's default first), value, certainty.

    Certainty is T (in the text), P (another public source) or I (inferred).

    >>> EDITIONS["2012"].option("grabbed").value
    'per_enemy'
    """

    name: str
    values: tuple[str, ...]
    value: str
    certainty: str
    source: str
    one_attack: bool


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition with every reading in force.

    >>> EDITIONS["revised"]["scratch"]
    'per_impact'
    """

    name: str
    covers: str
    units: str
    cards: str
    """The edition under which its cards stand in a roster."""
    options: tuple[Option, ...]
    default: bool = False

    def option(self, name: str) -> Option:
        """Return the option of this name; KeyError if the edition has none."""
        for option in self.options:
            if option.name == name:
                return option
        raise KeyError(name)

    def __getitem__(self, name: str) -> str:
        return self.option(name).value

    def readings(self) -> dict[str, str]:
        """Every reading in force, by name.

        >>> len(EDITIONS["revised"].readings())
        18
        """
        return {option.name: option.value for option in self.options}

    def under(self, changes: Mapping[str, str]) -> "Edition":
        """Return the edition with readings changed; a value that is not its default counts as inferred.

        >>> EDITIONS["revised"].under({"scratch": "off"}).option("scratch").certainty
        'I'
        """
        options = tuple(
            replace(option, value=changes[option.name], certainty=_certainty(self.name, option, changes))
            if option.name in changes
            else option
            for option in self.options
        )
        return replace(self, options=options)


# Values and certainties that differ between 2012 and revised, or are not the first value as inferred (R6).
_FIRST: dict[str, tuple[str, str, str, str]] = {
    # name: 2012 value, its certainty, revised value, its certainty
    "knockdown_match": ("any", "T", "any", "I"),
    "crt": ("replaces", "T", "replaces", "P"),
    "surplus_injuries": ("replace_stuns", "T", "replace_stuns", "I"),
    "block_timing": ("after_impacts", "I", "after_impacts", "T"),
    "moved_counts": ("any", "T", "before", "T"),
    "grabbed": ("per_enemy", "T", "per_extra_enemy", "T"),
    "break_grab": ("all", "I", "one", "T"),
    "stand_up": ("any_counter", "T", "mc", "T"),
    "recover_injuries": ("no", "T", "no", "I"),
}


def _certainty(edition: str, option: Option, changes: Mapping[str, str]) -> str:
    default = EDITIONS[edition].option(option.name)
    return default.certainty if changes[option.name] == default.value else "I"


def _option(reading: Reading, value: str, certainty: str) -> Option:
    values = (value, *(other for other in reading.values if other != value))
    return Option(reading.name, values, value, certainty, reading.source, reading.one_attack)


def _first(edition: str) -> tuple[Option, ...]:
    options = []
    for name, reading in READINGS.items():
        old, old_certainty, new, new_certainty = _FIRST.get(name, (reading.values[0], "I", reading.values[0], "I"))
        value, certainty = (old, old_certainty) if edition == "2012" else (new, new_certainty)
        options.append(_option(reading, value, certainty))
    return tuple(options)


EDITIONS: dict[str, Edition] = {
    "2012": Edition("2012", "first edition, 2012 rulebook", "cm", "revised", _first("2012")),
    "revised": Edition(
        "revised", "first edition, revised text 2013-2016", "cm", "revised", _first("revised"), default=True
    ),
    "third": Edition(
        "third",
        "third edition, 2019 on",
        "inches",
        "third",
        tuple(_option(reading, reading.values[0], "I") for reading in THIRD_READINGS.values()),
    ),
}


def edition(name: str, readings: Mapping[str, str] | Iterable[str] = ()) -> Edition:
    """Return the edition of this name under the readings asked for, a mapping or ``"NAME=VALUE"`` strings.

    Raises BmgError for an unknown edition, reading or value, and for a reading of another edition.

    >>> edition("2012", ["scratch=off"])["scratch"]
    'off'
    """
    if not isinstance(name, str) or name not in EDITIONS:
        raise BmgError(f"rules '{name}' are not known; allowed: {', '.join(EDITIONS)}")
    found = EDITIONS[name]
    pairs = readings if isinstance(readings, Mapping) else dict(_pair(text) for text in readings)
    for key, value in pairs.items():
        try:
            option = found.option(key)
        except KeyError:
            raise BmgError(_unknown(key, found)) from None
        if value not in option.values:
            raise BmgError(f"reading {key}={value} is not known; allowed: {', '.join(option.values)}")
    return found.under(pairs)


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise BmgError(f"reading '{text}' is not NAME=VALUE, for example scratch=per_attack")
    return name.strip(), value.strip()


def _unknown(key: str, found: Edition) -> str:
    for other in EDITIONS.values():
        if any(option.name == key for option in other.options):
            return f"reading '{key}' belongs to the {other.name} rules, not to {found.name}"
    names = [option.name for option in found.options]
    near = difflib.get_close_matches(key, names, n=1)
    hint = f"did you mean {near[0]}?" if near else f"allowed: {', '.join(names)}"
    return f"reading '{key}' is not known under {found.name}; {hint}"
