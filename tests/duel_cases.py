"""Duels small enough to enumerate: pairs of models, plans, leads, readings that matter over a fight, traits."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any, NamedTuple

from oracle import Model
from oracle_duel_words import Fight, Fighter, Plan, all_out, balanced, split, turtle

READINGS = {
    "stand_up": ("mc", "any_counter"),
    "recover_injuries": ("no", "yes"),
    "lead_bag": ("per_side", "in_all"),
    "vp_after_ko": ("both", "higher"),
    "down_target": ("none", "no_block", "hit_on_2"),
    "surplus_injuries": ("replace_stuns", "ignore"),
}
"""Those of R6 that matter over a fight beyond the dice of one attack."""
PLANS: dict[str, Plan] = {
    "all-out": all_out,
    "balanced": balanced,
    "turtle": turtle,
    "split=1/0/1": split(1, 0, 1),
    "split=2/1/0": split(2, 1, 0),
}
FIRSTS = ("a", "b", "draw")


def fighter(
    damage: str = "S", *, willpower: int | None = 2, special: int = 1, rank: str = "henchman",
    weapon_traits: tuple[str, ...] = (), **numbers: Any,
) -> Fighter:  # fmt: skip
    """A small model; its Model's numbers and traits by name."""
    shown = {"attack": 2, "strength": 3, "defense": 3, "endurance": 2, "movement": 1, **numbers}
    return Fighter(Model(**shown), damage, willpower, special, weapon_traits=weapon_traits, rank=rank)


PLAIN = fighter()
LEADER = fighter("S", defense=2, strength=2, rank="leader")
SHARP = fighter("BS", attack=3, rank="sidekick")
SLOW = fighter("B", attack=3, strength=2, movement=0, special=2, rank="free agent")
STURDY = fighter("S", endurance=3, strength=2, movement=2)
WILLING = fighter("S", willpower=3, strength=2, defense=2, endurance=3, special=2)
FREE = fighter("S", willpower=None, movement=None, attack=1, defense=1)
DRIFTING = fighter("B", movement=None, willpower=3)
PAIRS = ((PLAIN, LEADER), (SHARP, SLOW), (SLOW, STURDY), (WILLING, SHARP), (FREE, WILLING), (DRIFTING, LEADER))

SEEING = (
    fighter("B", attack=2, strength=3, defense=1, movement=2, special=2),
    fighter("SS", attack=2, strength=2, defense=2, movement=1, special=0),
)
"""The second does far better where it sees the plan."""
PATIENT = (
    fighter("S", attack=4, strength=2, defense=2, movement=0),
    fighter("S", attack=4, strength=2, defense=3, endurance=3, movement=0, special=0, willpower=3),
)
"""The best plan of the first round is not the best of a last one."""
YIELDING = (
    fighter("SS", attack=4, strength=3, defense=2, endurance=3, movement=0, special=0),
    fighter("SS", attack=4, strength=2, defense=3, endurance=3, movement=0),
)
"""Who has drawn the lead lets the other go first in some states, under stand_up=any_counter."""

OWN = (
    "Weak", "Sturdy", "Desensitized", "Cybernetic", "Bot", "Tension", "Blood Scent", "Survivor", "Judgment",
    "Hardened", "Kevlar Vest", "Invulnerability (1)", "Power Armor", "Brutal", "Martial Expert", "Sustained Defense",
    "Bat-Armor Mk I", "Titan Berserk", "Huge",
)  # fmt: skip
BORNE = ("CRT (Casualty)", "CRT (B)", "Crushing", "Caustic", "Handy", "Sharp", "Devastating", "Defensive")
"""Traits of a model, and of its weapon, that say something in a fight."""


class Case(NamedTuple):
    """A fight, and how both sides play it."""

    fight: Fight
    plan_a: str
    plan_b: str

    @property
    def plans(self) -> tuple[Plan, Plan]:
        return PLANS[self.plan_a], PLANS[self.plan_b]


def wearing(one: Fighter, *traits: str) -> Fighter:
    return replace(one, model=replace(one.model, traits=(*one.model.traits, *traits)))


def plain() -> Iterator[Case]:
    """Every pair of plans; models and leads in turn."""
    for number, (one, other) in enumerate(product(PLANS, PLANS)):
        a, b = PAIRS[number % len(PAIRS)]
        yield Case(Fight(a, b, 2, FIRSTS[number % 3]), one, other)
    for first in FIRSTS:
        yield Case(Fight(SHARP, SLOW, 3, first), "all-out", "balanced")


def readings() -> Iterator[Case]:
    """Every value of every reading that matters, and every two values that are not the first ones, in both editions."""
    names = list(READINGS)
    chosen = [{name: value} for name in names for value in READINGS[name]]
    for place, one in enumerate(names):
        for other in names[place + 1 :]:
            chosen += [{one: x, other: y} for x in READINGS[one][1:] for y in READINGS[other][1:]]
    for number, values in enumerate(chosen):
        a, b = PAIRS[number % 4]
        rounds = 3 if len(values) == 1 and "lead_bag" in values else 2
        edition = ("revised", "2012")[number % 2]
        plans = list(PLANS)[number % 3 :: 2]
        first = "draw" if "lead_bag" in values else FIRSTS[number % 3]
        yield Case(Fight(a, b, rounds, first, edition, values), plans[0], plans[1])


def traits() -> Iterator[Case]:
    """Every trait on either side, under two readings of standing and lying."""
    worn = [(wearing(one, name), other) for one, other in ((SHARP, PLAIN), (WILLING, SHARP)) for name in OWN]
    worn += [(replace(SHARP, weapon_traits=(name,)), wearing(PLAIN, "Survivor")) for name in BORNE]
    for number, (a, b) in enumerate(worn):
        values = ({}, {"stand_up": "any_counter", "down_target": "no_block"})[number % 2]
        one, other = ("all-out", "balanced") if number % 3 else ("balanced", "split=2/1/0")
        sides = (a, b) if number % 4 < 2 else (b, a)
        yield Case(Fight(*sides, 2, FIRSTS[number % 2], readings=values), one, other)


def pairs_of_traits() -> Iterator[Case]:
    """Traits that keep a state of their own, in twos."""
    keep = ("Weak", "Survivor", "Power Armor", "Hardened", "Invulnerability (1)", "Tension")
    for number, (one, other) in enumerate(product(keep, ("Survivor", "Judgment", "Power Armor", "Blood Scent", "Bot"))):
        if one != other:
            a = wearing(replace(SHARP, weapon_traits=("CRT (Casualty)",) if number % 2 else ()), one)
            yield Case(Fight(a, wearing(WILLING, other), 2, FIRSTS[number % 3]), "all-out", "balanced")
