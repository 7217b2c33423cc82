"""Cards inside a file: whole, so that an answer can be asked again without the roster it came from."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import CHARACTERISTICS, COSTS, Card, Weapon
from bmg_odds.facts.roster import bundled
from bmg_odds.facts.values import family, read_damage, read_number, read_rank

_NUMBERS = (*CHARACTERISTICS, *COSTS)
_MOST = 2000
"""Cards of one file, traits or weapons of one card: more is no answer of ours."""


def card_values(card: Card) -> dict[str, Any]:
    """Return a card as plain values for json, without those that are as usual.

    `bundled` marks a card that is, value for value, the one that comes with the program.

    >>> card_values(Card(name="Thug", edition="revised", attack=3))
    {'name': 'Thug', 'edition': 'revised', 'attack': 3}
    """
    found = _unusual(card)
    if card.weapons:
        found["weapons"] = [_unusual(weapon) for weapon in card.weapons]
    if card.changes:
        found["changes"] = {key: list(value) if isinstance(value, tuple) else value for key, value in card.changes}
    return found | {"bundled": True} if is_bundled(card) else found


def is_bundled(card: Card) -> bool:
    """Whether a card is one that comes with the program, unchanged.

    >>> is_bundled(bundled().find("Batman (AC)", "revised")), is_bundled(Card(name="Thug", edition="revised"))
    (True, False)
    """
    return not card.typed and bundled().get((card.name, card.edition)) == card


def card_of(values: object) -> Card:
    """Return the card of `card_values`; BmgError for anything that is no card.

    >>> card_of({"name": "Thug", "edition": "revised", "attack": 3}).attack
    3
    """
    table = _table(values, "a card")
    changes = _table(table.get("changes", {}), "changes")
    return Card(
        name=_text(table, "name", needed=True),
        edition=family(_text(table, "edition", needed=True)),
        rank=read_rank(_text(table, "rank")) if "rank" in table else None,
        special=read_number("special", table.get("special", 3)),
        traits=_texts(table.get("traits", ())),
        weapons=tuple(_weapon(row) for row in _list(table.get("weapons", ()), "weapons")),
        note=_text(table, "note"),
        changes=tuple(_weapon_values(changes).items()),
        typed=table.get("typed") is True,
        **{key: read_number(key, table[key]) for key in _NUMBERS if key in table},
    )


def cards_of(values: object) -> tuple[Card, ...]:
    """Return the cards of a list of `card_values`; BmgError for anything else.

    >>> cards_of([])
    ()
    """
    return tuple(card_of(each) for each in _list(values, "cards"))


def _unusual(thing: Card | Weapon) -> dict[str, Any]:
    found = {}
    for field in dataclasses.fields(thing):
        value = getattr(thing, field.name)
        if field.name not in ("weapons", "changes") and value != field.default:
            found[field.name] = list(value) if isinstance(value, tuple) else value
    return found


def _weapon(values: object) -> Weapon:
    table = _table(values, "a weapon")
    return Weapon(name=_text(table, "name", needed=True), note=_text(table, "note"), **_weapon_values(table))


def _weapon_values(table: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key in table:
        if key in ("rof", "ammo"):
            found[key] = read_number(key, table[key])
        elif key == "damage":
            found[key] = None if table[key] is None else read_damage(_text(table, key))
        elif key == "traits":
            found[key] = _texts(table[key])
    return found


def _table(values: object, what: str) -> Mapping[str, Any]:
    if not isinstance(values, Mapping):
        raise BmgError(f"provenance: {what} is not a table of values")
    return values


def _list(values: object, what: str) -> Sequence[Any]:
    if not isinstance(values, (list, tuple)) or len(values) > _MOST:
        raise BmgError(f"provenance: {what} is not a list of at most {_MOST}")
    return values


def _texts(values: object) -> tuple[str, ...]:
    found = _list(values, "traits")
    if not all(isinstance(each, str) for each in found):
        raise BmgError("provenance: traits is not a list of names")
    return tuple(found)


def _text(table: Mapping[str, Any], key: str, *, needed: bool = False) -> str:
    value = table.get(key, "")
    if not isinstance(value, str) or (needed and not value):
        raise BmgError(f"provenance: {key} of a card is not a text")
    return value
