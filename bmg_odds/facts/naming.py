"""A model as it is named in a question: a card, a card with values changed, or values typed in."""

import dataclasses
import re
from typing import Any

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import CHARACTERISTICS, COSTS, Card, Weapon
from bmg_odds.facts.roster import Roster
from bmg_odds.facts.values import family, read_damage, read_number, read_rank
from bmg_odds.facts.words import nearest, show

CARD_KEYS = (*CHARACTERISTICS, "special", "rank", *COSTS, "traits")
WEAPON_KEYS = ("damage", "rof", "ammo", "weapon-traits")
KEYS = (*CARD_KEYS, *WEAPON_KEYS)
_MAY_BE_EMPTY = ("traits", "damage", "weapon-traits")
_PLUS = re.compile(r"(?<=[0-9])\+(?=\s*(?:\+|$))")  # the plus of "Paradox 5+" belongs to the name
_OWN_PLUS = "\ue000"


def parse_model(text: str, roster: Roster, edition: str, *, as_edition: bool = False) -> Card:
    """Return the model that a text names: `NAME`, `NAME:key=value,…` or `key=value,…`.

    Weapon values changed on a named card wait in `Card.changes` (see `changed`); a model typed in with any
    has one weapon, called "weapon". BmgError for an unknown or doubled key, a value that is empty or outside
    its range, a file (see `crew.with_crews`), and everything that `Roster.find` refuses.

    >>> from bmg_odds.facts.roster import bundled
    >>> parse_model("batman (ac):defense=4", bundled(), "revised").defense
    4
    >>> model = parse_model("attack=5,strength=3+,damage=SS,weapon-traits=Handy+Heavy", bundled(), "revised")
    >>> model.name, model.strength, model.weapons[0].traits
    ('typed-in model', 3, ('Handy', 'Heavy'))
    """
    if "=" not in text or (text, edition) in roster:
        if names_file(text) and (text, edition) not in roster:
            raise BmgError(
                f"{show(text)} is a file, and one model is asked for here\n"
                "a crew file stands for several: curve's TARGET, rank --against and --crew, sequence --by"
            )
        return roster.find(text, edition, as_edition=as_edition)
    colon = text.rfind(":", 0, text.index("="))
    if colon < 0:
        return _typed(_pairs(text, (*KEYS, "name")), family(edition))
    card = roster.find(text[:colon], edition, as_edition=as_edition)
    values = _values(_pairs(text[colon + 1 :], KEYS))
    fields: dict[str, Any] = {key: value for key, value in values.items() if key in CARD_KEYS}
    changes = tuple(_weapon_fields(values).items())
    return dataclasses.replace(card, **fields, changes=changes)


def names_file(text: str) -> bool:
    """Whether a text names a TOML file and not a model.

    >>> names_file("crews/mine.toml"), names_file("Batman (AC)")
    (True, False)
    """
    return text.strip().lower().endswith(".toml")


def changed(weapon: Weapon, card: Card) -> Weapon:
    """Return the weapon with the weapon values that were changed in the model's name.

    >>> from bmg_odds.facts.roster import bundled
    >>> bane = parse_model("bane (ac):damage=BB", bundled(), "revised")
    >>> changed(bane.weapons[0], bane).damage
    'BB'
    """
    fields: dict[str, Any] = dict(card.changes)
    return dataclasses.replace(weapon, **fields) if fields else weapon


def _typed(pairs: dict[str, str], edition: str) -> Card:
    name = " ".join(pairs.pop("name", "typed-in model").split())
    values = _values(pairs)
    weapon: dict[str, Any] = _weapon_fields(values)
    fields: dict[str, Any] = {key: value for key, value in values.items() if key in CARD_KEYS}
    weapons = (Weapon(name="weapon", **{"damage": None, **weapon}),) if weapon else ()
    return Card(name=name, edition=edition, weapons=weapons, typed=True, **fields)


def _weapon_fields(values: dict[str, object]) -> dict[str, object]:
    return {key.removeprefix("weapon-"): value for key, value in values.items() if key in WEAPON_KEYS}


def _pairs(text: str, known: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for piece in _split(text, ","):
        written, equals, value = piece.partition("=")
        key = written.strip().casefold().replace("_", "-")
        if not equals and pairs and next(reversed(pairs)) in ("traits", "weapon-traits"):
            raise BmgError(f"{show(piece)} is not key=value; several traits are joined by +, as Handy+Heavy")
        if not equals:
            raise BmgError(f"{show(piece)} is not key=value, as in attack=5,strength=3 or NAME:attack=5")
        if key not in known:
            allowed = "name is only for a model typed in" if key == "name" else f"allowed: {', '.join(known)}"
            near = "" if key == "name" else f"\nnearest: {nearest(key, known, most=1)[0]}"
            raise BmgError(f"key {show(written)} is unknown here; {allowed}{near}")
        if key in pairs:
            raise BmgError(f"key {key} is given twice: {show(pairs[key])} and {show(value)}")
        if not value.strip() and key not in _MAY_BE_EMPTY:
            raise BmgError(f"key {key} has no value; write {key}=… or leave it out")
        pairs[key] = value
    return pairs


def _values(pairs: dict[str, str]) -> dict[str, object]:
    values: dict[str, object] = {}
    for key, value in pairs.items():
        if key in ("traits", "weapon-traits"):
            values[key] = trait_list(key, value)
        elif key == "rank":
            values[key] = read_rank(value)
        elif key == "damage":
            values[key] = read_damage(value)
        else:
            values[key] = read_number(key, value)
    return values


def trait_list(key: str, value: str) -> tuple[str, ...]:
    """Return the names of traits joined by +, none of an empty text; BmgError, naming `key`, for an empty name.

    >>> trait_list("traits", "Handy+Heavy"), trait_list("traits", "")
    (('Handy', 'Heavy'), ())
    """
    if not value.strip():
        return ()
    names = [" ".join(name.replace(_OWN_PLUS, "+").split()) for name in _split(_PLUS.sub(_OWN_PLUS, value), "+")]
    if not all(names):
        raise BmgError(f"{key} {show(value)} names an empty trait; several are joined by +, as Handy+Heavy")
    return tuple(names)


def _split(text: str, mark: str) -> list[str]:
    """Cut at every mark outside brackets: "Teamwork (1) (All)" and "360 Attack (1SC+AC)" stay whole."""
    pieces, depth, start = [], 0, 0
    for place, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth < 0:
            break
        if char == mark and depth == 0:
            pieces.append(text[start:place])
            start = place + 1
    if depth:
        raise BmgError(f"{show(text)}: the brackets do not close")
    return [*pieces, text[start:]]
