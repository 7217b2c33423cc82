"""The options of an attack in a luck file: the words after its semicolons as keywords of `attack`."""

import re
from dataclasses import fields
from typing import Any

from bmg_odds.errors import BmgError
from bmg_odds.facts.words import nearest, show
from bmg_odds.rules.situation import FORMS, Situation

_FIELDS = {field.name: field.default for field in fields(Situation)}
_ALIASES = {
    "with": "weapon", "effort": "attacker_efforts", "efforts": "attacker_efforts",
    "attacker_effort": "attacker_efforts", "target_effort": "target_efforts", "covers": "cover", "injury": "injuries",
    "stun": "stuns", "defensive_position": "defensive",
}  # fmt: skip
_KEYS = {"weapon": None, **_FIELDS}


def options(texts: list[str]) -> dict[str, Any]:
    """Return the keywords that the options of an attack stand for; BmgError for one that is none.

    >>> options(["5 AC", "dc=2", "outnumbered", "cover solid + light", "with Baton"])
    {'ac': 5, 'dc': 2, 'outnumbered': True, 'cover': ('solid', 'light'), 'weapon': 'Baton'}
    """
    found: dict[str, Any] = {}
    for text in texts:
        for name, value in _option(text).items():
            if name in found and isinstance(value, tuple):
                found[name] += value
            elif name in found:
                raise BmgError(f"{name.replace('_', ' ')} is given twice")
            else:
                found[name] = value
    return found


def _option(text: str) -> dict[str, Any]:
    turned = re.match(r"^([+-]?\d{1,3})\s*([A-Za-z].*)$", text)
    words = (f"{turned[2]} {turned[1]}" if turned else text).replace("=", " ").replace(":", " ").split()
    for size in range(len(words), 0, -1):
        key = "_".join(words[:size]).lower().replace("-", "_")
        key = _ALIASES.get(key, key)
        rest = " ".join(words[size:])
        if key in FORMS and not rest:
            return {"form": key}
        if key in _KEYS:
            return {key: _value(key, rest)}
    known = [name.replace("_", " ") for name in _KEYS]
    near = nearest(text, [*known, *FORMS], most=1)
    raise BmgError(f"option {show(text[:40])} is not known; allowed: {', '.join((*known, *FORMS))}; nearest: {near[0]}")


def _value(key: str, text: str) -> Any:
    usual = _KEYS[key]
    name = key.replace("_", " ")
    if isinstance(usual, bool):
        if text.lower() not in ("", "yes", "true"):
            raise BmgError(f"{name} takes no value, but {show(text[:30])} follows")
        return True
    if isinstance(usual, tuple):
        found = tuple(part.strip() for part in re.split(r"[+,]", text) if part.strip())
        if not found:
            raise BmgError(f"{name} has no value; write {name} NAME, several joined by +")
        folded = key not in ("use", "target_use")
        return tuple(each.lower() for each in found) if folded else found
    if key in ("weapon", "form"):
        if not text:
            raise BmgError(f"{name} has no value; write {name} NAME")
        return text if key == "weapon" else text.lower()
    if not re.match(r"^[+-]?\d{1,3}$", text):
        raise BmgError(f"{name} {show(text[:30])} is not a whole number; write {name} N")
    return int(text)
