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
    replace(FIGHTER, traits=("Combo (Club)",)), VICTIM, "SS", weapon_name="Club", ac=2, dc=2, form="push", outnumbered=True,
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
    """A trait and who has it: weapon, attacker, target or carried (a weapon of the target)."""

    name: str
    place: str


TRAITS = (
    *(
        Worn(name, "weapon")
        for name in (
            "Handy", "Sharp", "Heavy", "Firearm", "Mechanical", "Overwhelming", "Crushing", "Devastating",
            "CRT (B)", "CRT (BB)", "CRT (BBB)", "CRT (SS)", "CRT (SSS)", "CRT (Stunned)",
        )
    ),
    *(Worn(name, "attacker") for name in (
        "Martial Expert", "Brutal", "Combo (Club)", "Combo (Unarmed)", "Reinforced Gloves", "Claws",
    )),
    *(Worn(name, "target") for name in (
        "Kevlar Vest", "Bat-Armor Mk I", "Bat-Armor Mk II", "Bat-Armor Mk III", "Bulletproof Vest", "Dodge",
        "Acrobat", "Sustained Defense", "Martial Artist",
    )),
    Worn("Defensive", "carried"),
)  # fmt: skip

PLAIN_MELEE = Attack(
    Model(attack=4, strength=4), Model(defense=3, endurance=5, movement=2), "BBS", weapon_name="Club", ac=2, dc=2,
    outnumbered=True, injuries=1,
)  # fmt: skip
PLAIN_SHOT = Attack(
    Model(attack=4, strength=5), Model(defense=3, endurance=5, movement=2), "BS", rof=2, cover=("model",)
)
PLAIN_GRAB = Attack(
    Model(attack=4, strength=4), Model(defense=3, endurance=5, movement=2), "B", ac=2, dc=2, form="grab"
)


def wear(attack: Attack, *worn: Worn) -> Attack:
    """The attack with these traits where they belong; a target that may dodge does."""
    for name, place in worn:
        if place == "weapon":
            attack = replace(attack, weapon_traits=(*attack.weapon_traits, name))
        elif place == "attacker":
            attack = replace(
                attack, attacker=replace(attack.attacker, traits=(*attack.attacker.traits, name))
            )
        elif place == "target":
            attack = replace(attack, target=replace(attack.target, traits=(*attack.target.traits, name)))
        else:
            carried = (*attack.target.weapon_traits, name)
            attack = replace(attack, target=replace(attack.target, weapon_traits=carried))
        if name in ("Dodge", "Acrobat") and attack.rof is not None:
            attack = replace(attack, mc=1)
    return attack


def single_traits() -> Iterator[Attack]:
    for base, edition, worn in product((PLAIN_MELEE, PLAIN_SHOT, PLAIN_GRAB), EDITIONS, TRAITS):
        yield wear(replace(base, edition=edition), worn)


def paired_traits() -> Iterator[Attack]:
    for base, edition, pair in product(
        (PLAIN_MELEE, PLAIN_SHOT, PLAIN_GRAB), EDITIONS, combinations(TRAITS, 2)
    ):
        yield wear(replace(base, edition=edition), *pair)
