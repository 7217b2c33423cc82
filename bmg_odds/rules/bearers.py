"""Whose traits speak in an attack, and which ones nobody can speak for."""

import difflib
from collections.abc import Iterable
from typing import NamedTuple

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.facts.trait_names import TraitName, lookup, parse_trait
from bmg_odds.rules.terms import Given, Terms
from bmg_odds.rules.traits import FIRST_EDITION, UNARMED, Trait


class Bearer(NamedTuple):
    """A modelled trait as one side has it."""

    name: TraitName
    trait: Trait


def attacking(card: Card, weapon: Weapon, use: Iterable[str], without: frozenset[TraitName]) -> list[Bearer]:
    """Return the attacker's traits that act: its own and those of the weapon it uses, each once (R9.3)."""
    return _acting(card, (*card.traits, *weapon.traits), use, without, "attacks", "--use")


def defending(card: Card, use: Iterable[str], without: frozenset[TraitName]) -> list[Bearer]:
    """Return the target's traits that act: its own and those of every weapon it carries, each once (R9.3)."""
    carried = (name for weapon in card.weapons for name in weapon.traits)
    return _acting(card, (*card.traits, *carried), use, without, "defends", "--target-use")


def _acting(
    card: Card, names: Iterable[str], use: Iterable[str], without: frozenset[TraitName], side: str, flag: str
) -> list[Bearer]:
    bearers: dict[tuple[str, str | None], Bearer] = {}
    for text in names:
        name = parse_trait(text)
        trait = FIRST_EDITION.get(name.key)
        if trait and getattr(trait, side) and name not in without:
            bearers.setdefault((name.key, name.parameter), Bearer(name, trait))
    used = [_used(text, card, list(bearers.values()), flag) for text in use]
    return [bearer for bearer in bearers.values() if not bearer.trait.bought or bearer.trait.key in used]


def _used(text: str, card: Card, bearers: list[Bearer], flag: str) -> str:
    """Return the key of the bought trait that `--use` names, or say why it cannot be used."""
    key = parse_trait(text).key
    for bearer in bearers:
        if bearer.trait.key == key:
            if not bearer.trait.bought:
                raise BmgError(f"{flag} '{text}': {bearer.trait.name} is always on; leave it out")
            return key
    usable = [bearer.trait.name for bearer in bearers if bearer.trait.bought]
    near = difflib.get_close_matches(text.lower(), [name.lower() for name in usable], n=1)
    allowed = f"allowed: {', '.join(usable)}" if usable else "it has no trait to use here"
    hint = f"; did you mean {near[0]}?" if near else ""
    raise BmgError(f"{flag} '{text}' is no trait that {card.name} can use in this attack; {allowed}{hint}")


def speak(bearers: Iterable[Bearer], side: str, terms: Terms, given: Given) -> list[TraitName]:
    """Let each trait add to the terms, and return the names of those that did speak."""
    names = []
    for bearer in bearers:
        effect = getattr(bearer.trait, side)
        effect(terms, given.with_parameter(bearer.name.parameter))
        names.append(bearer.name)
    return names


def unmodelled(attacker: Card, weapon: Weapon, target: Card) -> tuple[str, ...]:
    """Return the traits of both sides that may touch these dice and are not modelled, as written, each once.

    A trait known not to touch the dice is left out; a name that nobody knows is not.
    """
    carried = (name for other in target.weapons for name in other.traits)
    found: dict[str, None] = {}
    for text in (*attacker.traits, *weapon.traits, *target.traits, *carried):
        key = parse_trait(text).key
        if key in FIRST_EDITION or key in UNARMED or key == "unarmed":
            continue
        known = lookup(text)
        if known is None or known.odds != "none":
            found.setdefault(text)
    return tuple(found)
