"""Values that a card may have and that none has: slips of the hand, to be asked about."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from bmg_odds.facts.card import RANGES, Card, Weapon

Place = tuple[str | int, ...]

_SHARED = {
    "willpower": (2, 12), "strength": (1, 6), "attack": (1, 8), "defense": (1, 7), "endurance": (2, 14),
    "special": (1, 5), "reputation": (0, 300), "funding": (0, 2000),
}  # fmt: skip

USUAL: Mapping[str, Mapping[str, tuple[int, int]]] = MappingProxyType(
    {"revised": _SHARED | {"movement": (1, 5)}, "third": _SHARED | {"movement": (4, 20)}}
)
"""The values that cards of an edition have, with room around the highest and lowest that are known."""

_ROF, _AMMO, _LETTERS = 6, 9, 4
_HINTS = {
    ("movement", "revised"): " (inches, as in the third edition?)",
    ("movement", "third"): " (of an older edition? the third counts inches)",
}


def doubts(card: Card) -> Iterator[tuple[Place, str]]:
    """Yield where each unusual value of a card stands, and what is odd about it.

    >>> list(doubts(Card(name="Thug", edition="revised", defense=9)))
    [(('defense',), 'defense = 9: cards have 1 to 7')]
    >>> list(doubts(Card(name="Thug", edition="third", weapons=(Weapon(name="Gun", damage="B", rof=2),))))
    [(('weapon', 0), 'ROF 2 without ammo: is it a ranged weapon?')]
    """
    for key, (low, high) in USUAL["third" if card.edition == "third" else "revised"].items():
        value = getattr(card, key)
        if value is not None and not low <= value <= high:
            yield (key,), f"{key} = {value}: cards have {low} to {high}{_HINTS.get((key, card.edition), '')}"
    for row, weapon in enumerate(card.weapons):
        for key, message in _of_weapon(weapon):
            yield ("weapon", row, *([key] if key else [])), message


def _of_weapon(weapon: Weapon) -> Iterator[tuple[str, str]]:
    if weapon.rof is None:
        if weapon.ammo is not None:
            yield "ammo", f"ammo = {weapon.ammo} without a ROF: is it a melee weapon?"
    elif not 1 <= weapon.rof <= _ROF:
        yield "rof", f"rof = {weapon.rof}: weapons have 1 to {_ROF}"
    elif weapon.ammo is None and not weapon.damage:
        yield "", f"ROF {weapon.rof} without damage and ammo: have cells moved? a melee weapon has no ROF"
    elif weapon.ammo is None:
        yield "", f"ROF {weapon.rof} without ammo: is it a ranged weapon?"
    if (
        weapon.rof is not None
        and weapon.ammo is not None
        and not 1 <= weapon.ammo <= _AMMO
        and weapon.ammo != RANGES["ammo"][1]
    ):
        yield "ammo", f"ammo = {weapon.ammo}: weapons have 1 to {_AMMO}"
    if len(weapon.damage or "") > _LETTERS:
        yield "damage", f'damage = "{weapon.damage}": weapons have at most {_LETTERS} markers'
