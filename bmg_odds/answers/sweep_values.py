"""The options of a sweep's scenarios by name, and how their values are written: lists, ranges, `all`."""

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from bmg_odds.answers.sweep_settings import CHANGES
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import RANGES
from bmg_odds.facts.naming import trait_list
from bmg_odds.facts.values import allowed
from bmg_odds.facts.words import nearest, show
from bmg_odds.rules.edition import EDITIONS, edition
from bmg_odds.rules.situation import Situation

MODELS = ("attacker", "target")
_FIELDS = {each.name: each.default for each in fields(Situation)}
NAMES = (*MODELS, "weapon", "rules", "reading", *_FIELDS, *CHANGES)
"""Every option, as Python spells it, in the order of the output's columns."""
LISTS = ("reading", *(name for name, default in _FIELDS.items() if isinstance(default, tuple)))
SWITCHES = tuple(name for name, default in _FIELDS.items() if isinstance(default, bool))
_WHOLE = (*CHANGES, *(name for name in _FIELDS if name not in (*LISTS, *SWITCHES, "form")))
_ALL = {"attacker_efforts": (0, 1, 2, 3), "target_efforts": (0, 1, 2, 3)}
"""What `all` stands for, where it does not depend on the cards."""
EVERY = "all"
MOST_VALUES = 1000
"""The most values of one option."""

_RANGE = re.compile(r"\s*([+-]?[0-9]{1,4})\s*\.\.\s*([+-]?[0-9]{1,4})\s*", re.ASCII)
_NUMBER = re.compile(r"\s*[+-]?[0-9]{1,9}\s*", re.ASCII)
_YES = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def flag(name: str) -> str:
    """Return an option's name as it is written.

    >>> flag("moves_after")
    'moves-after'
    """
    return name.replace("_", "-")


def name_of(written: object) -> str:
    """Return the option that a key means, as Python spells it; BmgError names the nearest.

    >>> name_of("Target-Defense")
    'target_defense'
    """
    name = str(written).strip().lower().replace("-", "_")
    if name in NAMES:
        return name
    shown = [flag(each) for each in NAMES]
    raise BmgError(f"{show(str(written))} is no option of a scenario; nearest: {', '.join(nearest(flag(name), shown))}")


def default(name: str) -> Any:
    """Return what an option is where nothing is said of it; None also where the cards or the question decide.

    >>> default("dc"), default("cover"), default("target_defense")
    (0, (), None)
    """
    return () if name == "reading" else _FIELDS.get(name)


def read(name: str, given: Any, *, rules: tuple[str, ...]) -> tuple[Any, ...]:
    """Return the values that a list, or one value, stands for, each once; BmgError for what stands for none.

    Whole numbers may be ranges, `0..5`. `all` of models, weapons, AC and DC stays as it is: it depends on cards.

    >>> read("stuns", ["0..2", 5], rules=("revised",)), read("cover", ["none", "light+solid"], rules=("revised",))
    ((0, 1, 2, 5), ((), ('light', 'solid')))
    >>> read("dc", "all", rules=("revised",)), read("outnumbered", "no, yes", rules=("revised",))
    (('all',), (False, True))
    """
    items = given if isinstance(given, (list, tuple)) else [given]
    if isinstance(given, str) and "," in given and name not in MODELS:
        items = given.split(",")
    if not items:
        raise BmgError(f"{flag(name)} = []: at least one value")
    found: dict[Any, None] = {}
    for item in items:
        found |= dict.fromkeys(_item(name, item, rules))
        if len(found) > MOST_VALUES:
            raise BmgError(f"{flag(name)}: more than {MOST_VALUES:,} values")
    return tuple(found)


def _item(name: str, given: Any, rules: tuple[str, ...]) -> Iterator[Any]:
    every = isinstance(given, str) and given.strip().lower() == EVERY
    if every and name in (*MODELS, "weapon", "ac", "dc"):
        yield EVERY
    elif every and name == "reading":
        yield from _readings(rules)
    elif every and name in _ALL:
        yield from _ALL[name]
    elif name in _WHOLE:
        yield from _whole(name, given)
    elif name in SWITCHES:
        yield _switch(name, given)
    elif name in LISTS:
        yield _checked(name, _several(name, given), rules)
    elif not isinstance(given, str) or not given.strip():
        raise BmgError(f"{flag(name)} = {show(given)}: a text in quotes, not empty")
    else:
        yield _checked(name, given.strip(), rules)


def _whole(name: str, given: Any) -> Iterator[int]:
    span = _RANGE.fullmatch(given) if isinstance(given, str) else None
    if span:
        first, last = int(span[1]), int(span[2])
        if first > last:
            raise BmgError(f"{flag(name)} = {show(given)}: the first number of a range is the lower one")
        for number in (first, last):
            _bounded(name, number)
        yield from range(first, last + 1)
        return
    if isinstance(given, str) and _NUMBER.fullmatch(given):
        given = int(given)
    if not isinstance(given, int) or isinstance(given, bool):
        more = ", or all" if name in ("ac", "dc", *_ALL) else ""
        raise BmgError(f"{flag(name)} = {show(given)}: a whole number, a range as 0..5{more}")
    yield _bounded(name, given)


def _bounded(name: str, number: int) -> int:
    if name in CHANGES:
        key = name.partition("_")[2]
        low, high = RANGES[key]
        if not low <= number <= high:
            raise BmgError(f"{flag(name)} = {number}: {allowed(key)}")
    else:
        _situation(name, number)
    return number


def _switch(name: str, given: Any) -> bool:
    if isinstance(given, bool):
        return given
    found = _YES.get(str(given).strip().lower())
    if found is None:
        raise BmgError(f"{flag(name)} = {show(given)}: yes or no")
    return found


def _several(name: str, given: Any) -> tuple[str, ...]:
    if isinstance(given, str):
        return () if given.strip().lower() in ("", "none") else trait_list(flag(name), given)
    if isinstance(given, (list, tuple)) and all(isinstance(one, str) and one.strip() for one in given):
        return tuple(given)
    raise BmgError(f'{flag(name)} = {show(given)}: "none", a text, or several joined by + or in a list of their own')


def _checked(name: str, value: Any, rules: tuple[str, ...]) -> Any:
    if name == "rules":
        edition(value)
    elif name == "reading":
        for one in rules:
            edition(one, value)
    elif name in _FIELDS:
        _situation(name, value)
    return value


def _situation(name: str, value: Any) -> None:
    """Let the situation itself say what is allowed."""
    Situation(**{name: value})


def _readings(rules: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The edition as it is, then each other value of each reading that can touch an attack."""
    yield ()
    for one in rules:
        for option in EDITIONS[one].options:
            if option.one_attack:
                yield from ((f"{option.name}={value}",) for value in option.values if value != option.value)
