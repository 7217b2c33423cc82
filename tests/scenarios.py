"""Attacks small enough to enumerate: every reading, every pair of readings, every trait, every pair."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import NamedTuple

from oracle import READINGS, Attack, Model

ONE_ATTACK = (
    "knockdown_match", "knockdown_face", "crt", "scratch", "surplus_injuries", "block_timing",
    "block_cap_at_impacts", "block_natural", "moved_counts", "grabbed", "grab_damage", "down_target",
)  # fmt: skip
EDITIONS = ("2012", "revised")

FIGHTER = Model(attack=4, strength=5, traits=("Claws",))
VICTIM = Model(defense=4, endurance=4, movement=3)

MELEE = Attack(
    FIGHTER, VICTIM, "BS", ac=2, dc=3, damage_bonus=1, stuns=2, grabbed=2, down=True,
    weapon_traits=("CRT (SS)",), weapon_name="Club", block_bonus=1,
)  # fmt: skip
SHOT = Attack(
    FIGHTER, replace(VICTIM, traits=("Dodge",)), "B", rof=3, moves_after=True, cover=("model", "street"),
    crouched=True, mc=1, stuns=1, damage_bonus=-1, weapon_traits=("CRT (Poison)",),
)  # fmt: skip
GRAB = Attack(FIGHTER, VICTIM, "B", ac=2, dc=1, form="grab", stuns=3)
PUSH = Attack(
    replace(FIGHTER, traits=("Combo (Club)",)), VICTIM, "SS", weapon_name="Club", ac=2, dc=2, form="push",
    outnumbered=True,
    defensive=True, reroll=("impact", "block", "damage"),
)  # fmt: skip
BASES = (MELEE, SHOT, GRAB, PUSH)


def single_readings() -> Iterator[Attack]:
    """Every value of every reading that touches one attack, in every edition and base."""
    for base, edition, name in product(BASES, EDITIONS, ONE_ATTACK):
        for value in READINGS[name][0]:
            yield replace(base, edition=edition, readings={name: value})


def paired_readings() -> Iterator[Attack]:
    """Every pair of values of two readings, in every edition and base."""
    for base, edition, (one, two) in product(BASES, EDITIONS, combinations(ONE_ATTACK, 2)):
        for first, second in product(READINGS[one][0], READINGS[two][0]):
            yield replace(base, edition=edition, readings={one: first, two: second})


class Worn(NamedTuple):
    """A trait and who has it: weapon, attacker, target, carried (a weapon of the target), who uses it (use,
    target_use), or a state that a model is in (attacker_state, target_state)."""

    name: str
    place: str


def _at(place: str, *names: str) -> tuple[Worn, ...]:
    return tuple(Worn(name, place) for name in names)


PLAIN = (
    *_at("weapon", "Handy", "Sharp", "Heavy", "Firearm", "Mechanical", "Overwhelming", "Crushing", "Devastating",
         "CRT (B)", "CRT (BB)", "CRT (BBB)", "CRT (SS)", "CRT (SSS)", "CRT (Stunned)"),
    *_at("attacker", "Martial Expert", "Brutal", "Combo (Club)", "Combo (Unarmed)", "Reinforced Gloves", "Claws"),
    *_at("target", "Kevlar Vest", "Bat-Armor Mk I", "Bat-Armor Mk II", "Bat-Armor Mk III", "Bulletproof Vest",
         "Dodge", "Acrobat", "Sustained Defense", "Martial Artist"),
    *_at("carried", "Defensive"),
)  # fmt: skip
"""The traits that exercise each mechanism once."""

MORE = (
    *_at("weapon", "Beam", "Imprecise", "Accurate", "Red Dot", "Assault (2)", "Throwing", "Caustic", "Gas",
         "Electric", "Bleed (2)", "Blunt (2)", "CRT (Casualty)", "Magic"),
    *_at("attacker", "Master Fighter", "Weapon Master", "Weapon Master (Club)", "Close Combat Master", "Duelist",
         "Ranged Master", "Precise Aim", "Master Marksman", "Rapid Fire", "Multifire", "Shooter",
         "Sharpshooter", "Expert Marksman", "Mobster", "KaPow!!!", "Tension", "Blood Scent", "Supernatural",
         "Godkiller", "Judgment", "Amazon", "Steel Hands", "Retractable Claws", "Reflexes", "Large"),
    *_at("target", "Hardened", "Light Armor", "Medium Armor", "Heavy Armor", "Tough Skin", "Bot", "Energy Field",
         "Amazon", "Power Armor", "Invulnerability (2)", "Titan Berserk", "Tension", "Cybernetic", "Reflexes",
         "Bracelets of Submission", "One-Armed", "Hockey Gear", "Football Gear", "Catcher Gear", "Huge",
         "Survivor"),
    *_at("carried", "Protective"),
    *_at("use", "Obsessive", "OCD", "Devastating Blow", "Precise Blow", "Power Strike", "Technique",
         "Deadly Strike", "Bonebreaker", "Critical Strike", "Unstoppable", "Sneak Attack", "Feint", "Venom Dose",
         "Titan Dose", "Distract", "Demential Laugh", "Confusion", "Luck (impact)", "Luck (damage)",
         "Luck (collateral)"),
    *_at("target_use", "Titan Dose", "Confusion", "Luck (block)", "Luck (hit)"),
    *_at("attacker_state", "scared", "blind"),
    *_at("target_state", "scared", "blind", "paralyzed"),
)  # fmt: skip
TRAITS = (*PLAIN, *MORE)

MELEE_USES = {
    "Devastating Blow", "Precise Blow", "Power Strike", "Technique", "Deadly Strike", "Bonebreaker",
    "Critical Strike", "Unstoppable", "Sneak Attack", "Feint",
}  # fmt: skip
SC_USES = MELEE_USES - {"Critical Strike", "Feint"} | {"Luck (impact)", "Luck (damage)", "Luck (collateral)"}

_HITTER = Model(attack=4, strength=4, movement=3)
_STRUCK = Model(defense=3, endurance=5, movement=2)
ARMED = Attack(
    _HITTER, _STRUCK, "BBS", weapon_name="Club", ac=2, dc=2, outnumbered=True, injuries=1, attacker_injuries=1
)
UNARMED = replace(ARMED, unarmed=True, weapon_name="fists", damage="BS", outnumbered=False)
STILL = Attack(replace(_HITTER, strength=5), _STRUCK, "BS", rof=2, cover=("model", "street"), stuns=1, attacker_stuns=1)
MOVED = replace(STILL, moved=True, rof=3, cover=("solid",), crouched=True)
GRABS = Attack(_HITTER, _STRUCK, "B", ac=2, dc=2, form="grab", stuns=4)
TRAIT_BASES = (ARMED, UNARMED, STILL, MOVED, GRABS)


def wear(attack: Attack, *worn: Worn) -> Attack:
    """The attack with these traits where they belong; a target that may dodge does, a paralyzed one spends
    nothing."""
    for name, place in worn:
        if place == "weapon":
            attack = replace(attack, weapon_traits=(*attack.weapon_traits, name))
        elif place in ("attacker", "target"):
            model = getattr(attack, place)
            attack = replace(attack, **{place: replace(model, traits=(*model.traits, name))})
        elif place == "carried":
            carried = (*attack.target.weapon_traits, name)
            attack = replace(attack, target=replace(attack.target, weapon_traits=carried))
        else:
            attack = replace(attack, **{place: (*getattr(attack, place), name)})
        if name in ("Dodge", "Acrobat") and attack.rof is not None:
            attack = replace(attack, mc=1)
    return replace(attack, dc=0, mc=0) if "paralyzed" in attack.target_state else attack


def possible(attack: Attack, *worn: Worn) -> bool:
    """Whether the rules let these traits be used together in this attack."""
    used = {name for name, place in worn if place == "use"}
    if attack.rof is not None and used & MELEE_USES:
        return False
    if Worn("Confusion", "target_use") in worn and (used & SC_USES or attack.form != "strike"):
        return False
    lucky = {Worn("Luck (block)", "target_use"), Worn("Luck (hit)", "target_use")}
    if {Worn("paralyzed", "target_state"), Worn("Confusion", "use")} & set(worn) and lucky & set(worn):
        return False
    if {Worn("Luck (collateral)", "use"), Worn("Devastating", "weapon")} <= set(worn):
        return False  # one of two dice, and which is not modelled
    large = Worn("Huge", "target") in worn and Worn("Large", "attacker") not in worn
    return not (large and attack.form != "strike")


def single_traits() -> Iterator[Attack]:
    """Every trait by itself, in every edition and base."""
    for base, edition, worn in product(TRAIT_BASES, EDITIONS, TRAITS):
        if possible(base, worn):
            yield wear(replace(base, edition=edition), worn)


def paired_traits(base: Attack, traits: tuple[Worn, ...] = TRAITS, editions=("revised",)) -> Iterator[Attack]:
    """Every pair of traits in one base."""
    for edition, pair in product(editions, combinations(traits, 2)):
        if possible(base, *pair):
            yield wear(replace(base, edition=edition), *pair)
