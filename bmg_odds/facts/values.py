"""Values of a card as people write them, read strictly: what is allowed, and what to say otherwise."""

import difflib
import re
from collections.abc import Mapping
from typing import Any

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import CHARACTERISTICS, COSTS, EDITIONS, RANGES, RANKS, Card, Weapon
from bmg_odds.facts.words import fold, show

_NUMBER = re.compile(r"[+-]?[0-9]{1,9}", re.ASCII)
_MOST_LETTERS = 20  # no model takes more markers than its Endurance, and that ends at 20


def family(edition: str) -> str:
    """Return the edition that the cards belong to: `2012` and `revised` share theirs. BmgError if unknown.

    >>> family("2012"), family("third")
    ('revised', 'third')
    """
    if edition not in EDITIONS:
        near = difflib.get_close_matches(str(edition)[:40], EDITIONS, n=1, cutoff=0.0)[0]
        raise BmgError(f"edition {show(edition)}: {allowed('edition')}; nearest: {near}")
    return "third" if edition == "third" else "revised"


def allowed(key: str) -> str:
    """Return what may stand for a key, in words.

    >>> allowed("attack")
    'a whole number from 0 to 12'
    """
    if key == "strength":
        return "a whole number from 1 to 7, with or without a plus, as 3 or 3+"
    if key in RANGES:
        low, high = RANGES[key]
        return f"a whole number from {low} to {high}"
    if key in COSTS:
        return "a whole number, 0 or more"
    return {
        "edition": "one of 2012, revised, third",
        "rank": f"one of {', '.join(RANKS)}, or two of them joined by /",
        "damage": f"the letters B (Injury) and S (Stun), at most {_MOST_LETTERS}, or nothing",
        "traits": 'a list of names in quotes, as ["Handy", "Heavy"]',
        "name": "a name in quotes, not empty",
        "note": "a text in quotes",
        "source": "a text in quotes",
        "date": "a date or a text in quotes",
        "card": "at least one [[card]] table",
        "weapon": "[[card.weapon]] tables",
    }.get(key, "another value")


def read_number(key: str, value: object) -> int:
    """Return a whole number in the range of its key. BmgError otherwise. Texts of digits are read too.

    >>> read_number("attack", "5"), read_number("strength", "3+")
    (5, 3)
    """
    number = None
    if isinstance(value, int) and not isinstance(value, bool):
        number = value
    elif isinstance(value, str):
        digits = value.strip()
        if key == "strength":
            digits = digits.removesuffix("+")
        if _NUMBER.fullmatch(digits):
            number = int(digits)
    low, high = COSTS[key] if key in COSTS else RANGES[key]
    if number is None or not low <= number <= high:
        raise BmgError(f"{key} {show(value)}: {allowed(key)}")
    return number


def read_rank(value: str) -> str:
    """Return a rank, or two joined by /, in the printed case. BmgError otherwise.

    >>> read_rank("leader / sidekick")
    'Leader/Sidekick'
    """
    known = {fold(rank): rank for rank in RANKS}
    parts = [fold(part) for part in value.split("/")]
    if len(parts) > 2 or any(part not in known for part in parts) or len(set(parts)) < len(parts):
        wrong = next((part for part in parts if part not in known), parts[0])
        near = difflib.get_close_matches(wrong[:40], known, n=1, cutoff=0.0)
        raise BmgError(f"rank {show(value)}: {allowed('rank')}" + (f"\nnearest: {known[near[0]]}" if near else ""))
    return "/".join(known[part] for part in parts)


def read_damage(value: str) -> str:
    """Return damage letters, Injuries (B) before Stuns (S). BmgError for any other letter.

    >>> read_damage("sb"), read_damage("")
    ('BS', '')
    """
    letters = value.strip().upper()
    if len(letters) > _MOST_LETTERS or set(letters) - set("BS"):
        raise BmgError(f"damage {show(value)}: {allowed('damage')}")
    return "".join(sorted(letters))


def card_from_table(table: Mapping[str, object], edition: str) -> Card:
    """Return the card of one `[[card]]` table whose keys and types are already known to be right.

    BmgError when a value is outside its range.

    >>> thug = {"name": "Thug", "strength": "5+", "weapon": [{"name": "Axe", "damage": "BB"}]}
    >>> card_from_table(thug, "2012")
    Card(name='Thug', edition='revised', ..., strength=5, ... weapons=(Weapon(name='Axe', damage='BB', ...
    """
    numbers: dict[str, Any] = {key: read_number(key, table[key]) for key in (*CHARACTERISTICS, *COSTS) if key in table}
    rows = table.get("weapon", ())
    assert isinstance(rows, list | tuple)
    return Card(
        name=_text(table, "name"),
        edition=family(edition),
        rank=read_rank(_text(table, "rank")) if "rank" in table else None,
        special=read_number("special", table.get("special", 3)),
        traits=_texts(table),
        weapons=tuple(weapon_from_table(row) for row in rows),
        note=_text(table, "note"),
        **numbers,
    )


def weapon_from_table(table: Mapping[str, object]) -> Weapon:
    """Return the weapon of one `[[card.weapon]]` table whose keys and types are already known to be right.

    BmgError when a value is outside its range.

    >>> weapon_from_table({"name": "Gun", "damage": "SB", "rof": 2}).damage
    'BS'
    """
    numbers: dict[str, Any] = {key: read_number(key, table[key]) for key in ("rof", "ammo") if key in table}
    return Weapon(
        name=_text(table, "name"),
        damage=read_damage(_text(table, "damage")),
        traits=_texts(table),
        note=_text(table, "note"),
        **numbers,
    )


def _text(table: Mapping[str, object], key: str) -> str:
    return " ".join(str(table.get(key, "")).split())


def _texts(table: Mapping[str, object]) -> tuple[str, ...]:
    names = table.get("traits", ())
    assert isinstance(names, list | tuple)
    return tuple(" ".join(str(name).split()) for name in names)
