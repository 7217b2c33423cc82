"""Traits as changes of one attack: those worth asking about added, and each own one taken away."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bmg_odds.answers.changes import Change, rearmed, with_card, with_situation
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.facts.trait_names import parse_trait
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.traits import known_in
from bmg_odds.rules.weapons import is_unarmed

# Traits worth asking about, by where they stand: on the weapon, on a model's card, on a weapon that the target
# carries, or bought for this attack.
FIRST_TRAITS: dict[str, tuple[str, ...]] = {
    "weapon": ("Handy", "Sharp", "Heavy", "Firearm", "Mechanical", "Overwhelming", "Crushing", "Devastating",
               "CRT (B)", "CRT (BB)", "CRT (SS)", "CRT (Casualty)", "Imprecise", "Accurate", "Red Dot", "Throwing",
               "Caustic", "Gas", "Magic"),
    "attacker": ("Combo", "Master Fighter", "Weapon Master", "Close Combat Master", "Duelist", "Ranged Master",
                 "Precise Aim", "Master Marksman", "Rapid Fire", "Multifire", "Shooter", "Sharpshooter",
                 "Expert Marksman", "Mobster", "Brutal", "Martial Expert", "Tension", "Blood Scent", "Judgment",
                 "Reinforced Gloves", "Claws"),
    "use": ("Devastating Blow", "Precise Blow", "Power Strike", "Technique", "Deadly Strike", "Bonebreaker",
            "Critical Strike", "Unstoppable", "Sneak Attack", "Feint", "Venom Dose", "Titan Dose", "Distract",
            "Luck (impact)", "Luck (damage)", "Luck (collateral)"),
    "target": ("Martial Artist", "Kevlar Vest", "Hardened", "Light Armor", "Medium Armor", "Heavy Armor",
               "Tough Skin", "Bulletproof Vest", "Bat-Armor Mk I", "Bat-Armor Mk II", "Energy Field", "Power Armor",
               "Invulnerability (1)", "Sustained Defense", "Cybernetic", "Bracelets of Submission", "Survivor",
               "Huge"),
    "carried": ("Defensive", "Protective"),
    "target_use": ("Titan Dose", "Confusion", "Luck (block)", "Luck (hit)"),
}  # fmt: skip
THIRD_TRAITS: dict[str, tuple[str, ...]] = {
    "weapon": ("Handy", "Sharp", "Heavy", "Firearm", "Mechanical", "Overwhelming", "Crushing", "Devastating",
               "Imprecise", "Accurate", "Red Dot", "Throwing", "Aim", "CRT (BB)", "CRT (SSS)", "CRT (Casualty)",
               "Bleed (1)", "Blunt (1)", "Caustic", "Electric", "Limited Attack"),
    "attacker": ("Combo", "Master Fighter", "Weapon Master", "Close Combat Master", "Duelist", "Ranged Master",
                 "Precise Aim", "Master Marksman", "Brutal", "Martial Expert", "Tension", "Blood Scent", "Amazon",
                 "Reinforced Gloves", "Claws"),
    "use": ("Rapid Fire", "Multifire", "Mobster", "Devastating Blow", "Precise Blow", "Power Strike",
            "Deadly Strike", "Critical Strike", "Unstoppable", "Sneak Attack", "Venom Dose", "Titan Dose", "Distract",
            "Luck (impact)", "Luck (damage)"),
    "target": ("Kevlar Vest", "Hardened", "Light Armor", "Medium Armor", "Heavy Armor", "Tough Skin",
               "Bulletproof Vest", "Bat-Armor Mk I", "Bat-Armor Mk II", "Energy Field", "Power Armor",
               "Invulnerability (1)", "Sustained Defense", "Cybernetic", "Reflexes", "Amazon", "Large", "Huge"),
    "carried": ("Defensive", "Protective"),
    "target_use": ("Titan Dose", "Confusion", "Luck (block)"),
}  # fmt: skip
_PLACES = {
    "weapon": "weapon with", "attacker": "attacker with", "use": "attacker uses",
    "target": "target with", "carried": "target carries", "target_use": "target uses",
}  # fmt: skip


def added(resolved: Resolved) -> Iterator[Change]:
    """Yield each trait worth asking about that the side does not have, where it would stand."""
    third = resolved.question.edition.name == "third"
    for place, names in (THIRD_TRAITS if third else FIRST_TRAITS).items():
        for name in names:
            if not _has(resolved, place, name):
                words = f"{_PLACES[place]} {name}"
                yield Change(words, "trait", partial(_with, resolved, place, name), _PLACES[place])


def _has(resolved: Resolved, place: str, name: str) -> bool:
    """Whether the side has the trait already, or uses it where it is a bought one."""
    question, wanted = resolved.question, parse_trait(name)
    if place in ("use", "target_use"):
        names = getattr(question.situation, place)
    elif place in ("weapon", "attacker"):
        names = (*question.attacker.traits, *resolved.weapon.traits)
    else:
        names = (*question.target.traits, *(trait for weapon in question.target.weapons for trait in weapon.traits))
    known = [parse_trait(each) for each in names]
    return any(each.key == wanted.key and each.parameter == wanted.parameter for each in known)


def _with(resolved: Resolved, place: str, name: str) -> Question:
    question = resolved.question
    if place == "weapon":
        return rearmed(resolved, traits=(*resolved.weapon.traits, name))
    if place == "carried":
        carried = Weapon(name=f"{name} gear", traits=(name,))
        return replace(question, target=replace(question.target, weapons=(*question.target.weapons, carried)))
    side = "attacker" if place in ("attacker", "use") else "target"
    card: Card = getattr(question, side)
    key = parse_trait(name).key
    used = place in ("use", "target_use")
    if not used or all(parse_trait(each).key != key for each in card.traits):
        card = replace(card, traits=(*card.traits, parse_trait(name).name if used else name))
    if used:
        question = with_situation(question, **{place: (*getattr(question.situation, place), name)})
    return with_card(question, side, card)


def removed(resolved: Resolved) -> Iterator[Change]:
    """Yield each own trait of a side taken away, those of the weapon in use among them."""
    question, weapon = resolved.question, resolved.weapon
    own = {
        "attacker": question.attacker.traits,
        "weapon": tuple(name for name in weapon.traits if parse_trait(name).key != "unarmed"),
        "target": question.target.traits,
        "target's weapons": tuple(
            name for each in question.target.weapons for name in each.traits if parse_trait(name).key != "unarmed"
        ),
    }
    for place, names in own.items():
        for name in dict.fromkeys(names):
            if place == "target's weapons" and not _defends(resolved, name):
                continue  # a weapon that the target only carries does nothing else
            group = f"{place} without"
            words = f"{group} {name}"
            yield Change(words, "trait", partial(_without, resolved, place, name), group)


def _defends(resolved: Resolved, name: str) -> bool:
    trait = known_in(resolved.question.edition.name).get(parse_trait(name).key)
    return trait is not None and trait.defends is not None


def _without(resolved: Resolved, place: str, name: str) -> Question:
    question = resolved.question
    if parse_trait(name).key not in known_in(question.edition.name):
        raise BmgError("not in the model, so without effect with it or without")
    if place == "weapon":
        return rearmed(resolved, traits=tuple(each for each in resolved.weapon.traits if each != name))
    if place == "target's weapons":
        weapons = tuple(
            replace(weapon, traits=tuple(each for each in weapon.traits if each != name))
            for weapon in question.target.weapons
        )
        return replace(question, target=replace(question.target, weapons=weapons))
    card: Card = getattr(question, place)
    option = "use" if place == "attacker" else "target_use"
    key = parse_trait(name).key
    left = tuple(each for each in getattr(question.situation, option) if parse_trait(each).key != key)
    if place == "attacker" and question.weapon is None and is_unarmed(resolved.weapon):
        # Where the trait gives the unarmed profile, what is left of it is asked for, not another weapon.
        question = replace(question, weapon="unarmed")
    card = replace(card, traits=tuple(each for each in card.traits if each != name))
    return with_card(with_situation(question, **{option: left}), place, card)
