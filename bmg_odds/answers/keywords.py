"""What Python users hand to a question, checked: a slip gets a BmgError that says what is allowed."""

import difflib
import os
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from bmg_odds.errors import BmgError
from bmg_odds.rules.situation import Situation

_OTHERS = ("weapon", "rules", "reading", "roster", "as_edition")
_FIELDS = {field.name: field.default for field in fields(Situation)}
_LISTS = tuple(name for name, default in _FIELDS.items() if isinstance(default, tuple))
_SWITCHES = tuple(name for name, default in _FIELDS.items() if isinstance(default, bool))


def situation(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keywords of a Situation: known names, lists as tuples, switches that are True or False.

    >>> situation({"use": "Titan Dose"})["use"]
    ('Titan Dose',)
    """
    found = dict(given)
    for name, value in given.items():
        if name not in _FIELDS:
            near = difflib.get_close_matches(name, [*_FIELDS, *_OTHERS], n=1)
            hint = f"did you mean {near[0]}?" if near else f"allowed: {', '.join([*_FIELDS, *_OTHERS])}"
            raise BmgError(f"keyword '{name}' is not known; {hint}")
        if name in _LISTS:
            found[name] = _texts(name, value)
        elif name in _SWITCHES and not isinstance(value, bool):
            raise BmgError(f"{name}={value!r} is no switch; allowed: True, False")
        elif value is None and name != "ac":
            raise BmgError(f"{name}=None says nothing; leave it out or give it a value")
    return found


def readings(given: Any) -> Mapping[str, str]:
    """Return readings by name, from a mapping, one ``"NAME=VALUE"`` or several; each may be given once.

    >>> readings("scratch=off"), readings(["scratch=off", "crt=choice"])
    ({'scratch': 'off'}, {'scratch': 'off', 'crt': 'choice'})
    """
    if isinstance(given, Mapping):
        return {text("reading", name): text("reading", value) for name, value in given.items()}
    found: dict[str, str] = {}
    for one in _texts("reading", given):
        name, equals, value = (part.strip() for part in one.partition("="))
        if not equals:
            raise BmgError(f"reading '{one}' is not NAME=VALUE, for example scratch=per_attack")
        if name in found:
            raise BmgError(f"reading {name} is given twice: {found[name]} and {value}")
        found[name] = value
    return found


def paths(given: Any) -> list[str]:
    """Return roster paths, from one or several.

    >>> paths("mine.toml")
    ['mine.toml']
    """
    if isinstance(given, str | os.PathLike):
        given = [given]
    try:
        return [os.fsdecode(os.fspath(path)) for path in given]
    except TypeError:
        raise BmgError(f"roster={given!r} is no path; allowed: one path, or several") from None


def text(name: str, given: Any) -> str:
    """Return a text; BmgError for anything else.

    >>> text("weapon", "Baton")
    'Baton'
    """
    if not isinstance(given, str):
        raise BmgError(f"{name}={given!r} is no text")
    return given


def _texts(name: str, given: Any) -> tuple[str, ...]:
    if isinstance(given, str):
        return (given,)
    if not isinstance(given, Iterable):
        raise BmgError(f"{name}={given!r} is no list of texts")
    return tuple(text(name, one) for one in given)
