"""Whose traits speak in an attack, and which ones nobody can speak for."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.facts.trait_names import TraitName, lookup, parse_trait
from bmg_odds.rules.question import Question
from bmg_odds.rules.terms import Given
from bmg_odds.rules.traits import Trait, known_in
from bmg_odds.rules.weapons import choose_weapon


class Bearer(NamedTuple):
    """A modelled trait as one side has it."""

    name: TraitName
    trait: Trait


class Side(NamedTuple):
    """One side of an attack: whose traits, and how they are asked for."""

    card: Card
    names: tuple[str, ...]
    """Traits of the card and of the weapons that count."""
    use: tuple[str, ...]
    speaks: str
    """`attacks` or `defends`."""
    known: dict[str, Trait]
    """The traits of the edition."""

    @property
    def flag(self) -> str:
        """The option that names this side's bought traits."""
        return "--use" if self.speaks == "attacks" else "--target-use"


def attacking(given: Given) -> Side:
    """Return the attacker's side: its own traits and those of the weapon it uses."""
    return Side(
        given.attacker,
        (*given.attacker.traits, *given.weapon.traits),
        given.situation.use,
        "attacks",
        known_in(given.edition.name),
    )


def defending(given: Given) -> Side:
    """Return the target's side: its own traits and those of every weapon it carries."""
    carried = tuple(name for weapon in given.target.weapons for name in weapon.traits)
    return Side(
        given.target,
        (*given.target.traits, *carried),
        given.situation.target_use,
        "defends",
        known_in(given.edition.name),
    )


def acting(side: Side, without: frozenset[TraitName], *, ranged: bool) -> list[Bearer]:
    """Return the traits of a side that act: each once (R9.3), bought ones where they are used.

    Raises BmgError for a use that the side cannot make.
    """
    bearers, always = _bearers(side.names, side.speaks, without, side.known is known_in("third"))
    if not side.use:
        return list(always)
    used: list[Bearer] = []
    for text in side.use:
        bearer = _used(text, side, list(bearers), ranged=ranged)
        if sum(other.trait is bearer.trait for other in used) >= bearer.trait.times:
            raise BmgError(f"{side.flag} '{text}' is one use too many; allowed: {bearer.trait.times}")
        used.append(bearer)
    return [*always, *used]


@lru_cache(maxsize=4096)
def _bearers(
    names: tuple[str, ...], speaks: str, without: frozenset[TraitName], third: bool
) -> tuple[tuple[Bearer, ...], tuple[Bearer, ...]]:
    """The traits of these names that speak so, each once; and those of them that need not be bought."""
    known = known_in("third" if third else "revised")
    found: dict[tuple[str, str | None], Bearer] = {}
    for text in names:
        name = parse_trait(text)
        trait = known.get(name.key)
        if trait and getattr(trait, speaks) and name not in without:
            found.setdefault((name.key, name.parameter), Bearer(name, trait))
    bearers = tuple(found.values())
    return bearers, tuple(bearer for bearer in bearers if not bearer.trait.bought)


def _choices(trait: Trait, side: Side) -> tuple[str, ...]:
    return trait.attack_choices if side.speaks == "attacks" else trait.defend_choices


def _used(text: str, side: Side, bearers: list[Bearer], *, ranged: bool) -> Bearer:
    """Return the bought trait that a use names, or say why it cannot be used."""
    asked = parse_trait(text)
    for bearer in bearers:
        if bearer.trait.key != asked.key:
            continue
        trait = bearer.trait
        if not trait.bought:
            raise BmgError(f"{side.flag} '{text}': {trait.name} is always on; leave it out")
        if trait.melee and ranged:
            raise BmgError(f"{side.flag} '{text}': {trait.name} is used in melee; this is a ranged attack")
        choices = _choices(trait, side)
        if not choices:
            return bearer
        if (asked.parameter or "").lower() not in choices:
            allowed = ", ".join(f"{trait.name} ({choice})" for choice in choices)
            raise BmgError(f"{side.flag} '{text}' leaves open for what; allowed: {allowed}")
        return Bearer(replace(asked, parameter=(asked.parameter or "").lower()), trait)
    other = next((trait for key, trait in side.known.items() if key == asked.key and trait.bought), None)
    theirs = "defends" if side.speaks == "attacks" else "attacks"
    if other and getattr(other, theirs) and any(parse_trait(name).key == asked.key for name in side.names):
        flag = "--target-use" if side.speaks == "attacks" else "--use"
        who = "when it is attacked" if side.speaks == "attacks" else "when it attacks"
        raise BmgError(f"{side.flag} '{text}': {side.card.name} uses {other.name} {who}; ask with {flag} there")
    if asked.key not in side.known and any(parse_trait(name).key == asked.key for name in side.names):
        raise BmgError(f"{side.flag} '{text}': {asked.name} is not modelled in this edition")
    usable = [bearer.trait.name for bearer in bearers if bearer.trait.bought]
    allowed = f"allowed: {', '.join(usable)}" if usable else "it has no trait to use here"
    raise BmgError(f"{side.flag} '{text}' is no trait that {side.card.name} can use here; {allowed}")


def speak(bearers: Iterable[Bearer], side: Side, terms: object, given: Given) -> list[TraitName]:
    """Let each trait add to the terms, and return the names of those that did speak."""
    names = []
    for bearer in bearers:
        effect = getattr(bearer.trait, side.speaks)
        effect(terms, given.with_parameter(bearer.name.parameter))
        names.append(bearer.name)
    return names


def hear(question: Question, terms: object) -> tuple[Given, list[list[Bearer]], list[TraitName]]:
    """Let the traits of both sides add to the terms; return what they saw, each side's bearers, who spoke.

    Raises BmgError for an option that does not go with the weapon and for a use that a side cannot make.
    """
    situation = question.situation
    weapon = choose_weapon(question.attacker, question.weapon, question.edition, situation)
    situation.check_weapon(weapon.name, ranged=weapon.ranged)
    given = Given(question.edition, situation, question.attacker, weapon, question.target)
    sides = attacking(given), defending(given)
    bearers = [acting(side, question.without, ranged=weapon.ranged) for side in sides]
    spoke = [name for side, own in zip(sides, bearers, strict=True) for name in speak(own, side, terms, given)]
    return given, bearers, spoke


def unmodelled(given: Given) -> tuple[str, ...]:
    """Return the traits of both sides that may touch these dice and are not modelled, as written, each once.

    A trait known not to touch the dice is left out; a name that nobody knows is not.
    """
    found: dict[str, None] = {}
    sides = attacking(given), defending(given)
    for text in (name for side in sides for name in side.names):
        if parse_trait(text).key not in sides[0].known:
            known = lookup(text)
            if known is None or known.odds != "none":
                found.setdefault(text)
    return tuple(found)
