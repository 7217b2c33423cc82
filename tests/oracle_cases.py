"""Hand-worked cases of the rules of one attack: a situation, and what the witness must say of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from oracle import FACES, Attack, Model, Outcome, impacts_to_damage

Case = dict[str, Any]
Law = dict[Outcome, Fraction]

FIGHTER = Model(attack=5, strength=4, defense=4, endurance=5, movement=4)
SURE_HIT = {"defense": 1}  # one impact in 5/6, by the natural 1 alone


def fight(attacker: Case | None = None, target: Case | None = None, damage: str = "BS", **situation: Any) -> Attack:
    """An attack between two models of FIGHTER's numbers with some of them changed."""
    return Attack(_changed(attacker), _changed(target), damage, **situation)


def _changed(changes: Case | None) -> Model:
    return Model(**{**vars(FIGHTER), **(changes or {})})


# --- what is asked of a law --------------------------------------------------------------------------------


def mean(law: Law, of: Callable[[Outcome], int]) -> Fraction:
    return sum((of(result) * chance for result, chance in law.items()), Fraction(0))


def chance(law: Law, event: Callable[[Outcome], bool]) -> Fraction:
    return sum((share for result, share in law.items() if event(result)), Fraction(0))


def injuries(result: Outcome) -> int:
    return result[4]


def stuns(result: Outcome) -> int:
    return result[5]


def percent(value: Fraction) -> float:
    return round(float(100 * value), 2)


def one_impact(a: Attack) -> Fraction:
    return impacts_to_damage(a).get(1, Fraction(0))


# --- thrown flat -------------------------------------------------------------------------------------------


def flat_attack() -> dict[tuple[int, int, int, bool], Fraction]:
    """2 strikes on Defense 6, 1 block against Attack 5, Strength 5 with Sharp and Brutal: thrown flat."""
    flat: defaultdict[tuple[int, int, int, bool], Fraction] = defaultdict(Fraction)
    for strike_a, strike_b, block in product(FACES, repeat=3):
        left = max((strike_a >= 6) + (strike_b >= 6) - (block >= 5), 0)
        if left == 0:
            flat[0, 0, 0, False] += Fraction(1, 6**3)
            continue
        for throw in product(FACES, repeat=2 * left + 2):
            first, again, collateral = throw[:left], throw[left : 2 * left], throw[2 * left :]
            shown = [one if one >= 5 else two for one, two in zip(first, again, strict=True)]
            damages = sum(face >= 5 for face in shown)
            face = collateral[0]
            if not ((face != 1 and face in shown) or (face == 6 and damages)):
                face = collateral[1]
            down = face != 1 and face in shown
            flat[left, damages, int(face == 6 and damages > 0), down] += Fraction(1, 6 ** (3 + len(throw)))
    return dict(flat)


def flat_luck() -> dict[tuple[int, int, int, bool], Fraction]:
    """2 impacts, Strength 5, the first failed damage die thrown again, one collateral die: thrown flat."""
    flat: defaultdict[tuple[int, int, int, bool], Fraction] = defaultdict(Fraction)
    for one, two, again, collateral in product(FACES, repeat=4):
        shown = [one, two]
        if one < 5:
            shown = [again, two]
        elif two < 5:
            shown = [one, again]
        damages = sum(face >= 5 for face in shown)
        down = collateral != 1 and collateral in shown
        flat[2, damages, int(collateral == 6 and damages > 0), down] += Fraction(1, 6**4)
    return dict(flat)


# --- the tables ---------------------------------------------------------------------------------------------

# what icepool is asked
ICEPOOL: list[Any] = [
    {"dice": 5, "defense": 4, "dc": 4, "damage_bonus": 1},
    {"dice": 4, "defense": 3, "handy": True, "sharp": True, "strength": 5, "dc": 2},
    {"dice": 3, "defense": 6, "impact_bonus": 1, "critical_from": 4, "strength": 6},
    {"dice": 3, "defense": 1, "attack": 7, "dc": 2, "strength": 2, "damage_bonus": -2},
    {"dice": 2, "defense": 7, "attack": 1, "dc": 1, "sharp": True},
    {"dice": 9, "defense": 4, "attack": 4, "dc": 7, "handy": True},
]

# situations whose chances must sum to 1
SITUATIONS = [
    fight(ac=3, dc=2),
    fight(ac=0),
    fight(rof=0),
    fight(damage="", rof=2),
    fight(ac=3, dc=2, weapon_traits=("Handy", "Sharp", "Devastating", "CRT (BB)"), reroll=("block",)),
    fight({"traits": ("Brutal", "Martial Expert", "Combo (Unarmed)")}, ac=3, unarmed=True),
    fight(target={"traits": ("Bat-Armor Mk II", "Kevlar Vest", "Sustained Defense")}, ac=3, dc=3),
    fight(target={"traits": ("Dodge",)}, rof=3, mc=2, cover=("model", "street", "model"), crouched=True),
    fight(ac=3, form="grab"),
    fight(ac=2, form="push", dc=1, down=True, readings={"down_target": "hit_on_2"}),
]

# the situation, and the chance of one impact (R2.3)
TARGET_NUMBERS: list[Any] = [
    ({}, Fraction(3, 6)),
    ({"outnumbered": True}, Fraction(4, 6)),
    ({"outnumbered": True, "target": {"traits": ("Martial Artist",)}}, Fraction(3, 6)),
    ({"defensive": True}, Fraction(2, 6)),
    ({"grabbed": 1}, Fraction(3, 6)),
    ({"grabbed": 2}, Fraction(4, 6)),
    ({"grabbed": 2, "edition": "2012"}, Fraction(5, 6)),
    ({"grabbed": 9}, Fraction(5, 6)),
    ({"grabbed": 9, "impact_bonus": -3}, Fraction(3, 6)),
    ({"impact_bonus": 6}, Fraction(5, 6)),
    ({"impact_bonus": -6}, Fraction(1, 6)),
    ({"down": True}, Fraction(3, 6)),
    ({"down": True, "readings": {"down_target": "no_block"}}, Fraction(3, 6)),
    ({"down": True, "readings": {"down_target": "hit_on_2"}}, Fraction(5, 6)),
    ({"readings": {"down_target": "hit_on_2"}}, Fraction(3, 6)),
    ({"rof": 1, "outnumbered": True, "grabbed": 4, "defensive": True}, Fraction(3, 6)),
    ({"rof": 1, "down": True, "readings": {"down_target": "hit_on_2"}}, Fraction(3, 6)),
]

# the situation, and how many dice are thrown (R2.2)
DICE: list[Any] = [
    ({"rof": 3}, 3),
    ({"rof": 3, "moved": True}, 1),
    ({"rof": 0, "moved": True}, 0),
    ({"rof": 3, "moves_after": True}, 3),
    ({"rof": 3, "moves_after": True, "edition": "2012"}, 1),
    ({"ac": 4, "moved": True}, 4),
    ({"ac": 5, "attacker": {"traits": ("Combo (Bo)",)}, "weapon_name": "Bo"}, 7),
    ({"ac": 5, "attacker": {"traits": ("Combo (Bo)",)}, "weapon_name": "Knife"}, 5),
    ({"ac": 4, "attacker": {"traits": ("Combo (Unarmed)",)}, "unarmed": True}, 6),
    ({"ac": 4, "attacker": {"traits": ("Combo (Unarmed)",)}, "form": "grab"}, 6),
    ({"ac": 4, "attacker": {"traits": ("Combo (Bo)",)}, "weapon_name": "Bo", "form": "grab"}, 4),
    ({"rof": 2, "attacker": {"traits": ("Combo (Bow)",)}, "weapon_name": "Bow"}, 2),
]

# the situation, and the chance of one impact against Defense 1 to get through
GETS_THROUGH: list[Any] = [
    ({}, Fraction(1)),
    ({"dc": 1}, Fraction(4, 6)),
    ({"dc": 2}, Fraction(4, 6) ** 2),
    ({"dc": 2, "readings": {"block_cap_at_impacts": "yes"}}, Fraction(4, 6)),
    (
        {"dc": 2, "readings": {"block_cap_at_impacts": "yes", "block_timing": "before_impacts"}},
        Fraction(4, 6) ** 2,
    ),
    ({"dc": 2, "target": {"traits": ("Sustained Defense",)}}, Fraction(4, 6) ** 3),
    ({"dc": 1, "target": {"weapon_traits": ("Defensive",)}}, Fraction(4, 6) ** 2),
    ({"dc": 1, "reroll": ("block",)}, Fraction(4, 6) ** 2),
    ({"dc": 1, "block_bonus": 1}, Fraction(3, 6)),
    ({"dc": 1, "weapon_traits": ("Overwhelming",)}, Fraction(5, 6)),
    ({"dc": 1, "attacker": {"attack": 1}}, Fraction(0)),
    ({"dc": 1, "attacker": {"attack": 7}}, Fraction(1)),
    ({"dc": 1, "attacker": {"attack": 1}, "readings": {"block_natural": "yes"}}, Fraction(1, 6)),
    ({"dc": 1, "attacker": {"attack": 7}, "readings": {"block_natural": "yes"}}, Fraction(5, 6)),
    ({"dc": 1, "weapon_traits": ("Crushing",)}, Fraction(1)),
    ({"dc": 2, "weapon_traits": ("Crushing",)}, Fraction(32, 36)),
    (
        {"dc": 3, "weapon_traits": ("Crushing",), "readings": {"block_cap_at_impacts": "yes"}},
        Fraction(32, 36),
    ),
    ({"dc": 3, "down": True, "readings": {"down_target": "no_block"}}, Fraction(1)),
    ({"dc": 3, "down": True, "readings": {"down_target": "hit_on_2"}}, Fraction(1)),
    ({"dc": 3, "rof": 1}, Fraction(1)),
    ({"target": {"traits": ("Bat-Armor Mk I",)}}, Fraction(4, 6)),
    ({"target": {"traits": ("Bat-Armor Mk II",)}, "rof": 1}, Fraction(5, 6)),
    ({"target": {"traits": ("Bat-Armor Mk III",)}, "dc": 1}, Fraction(16, 36)),
    ({"target": {"traits": ("Bat-Armor Mk 1", "Bat-Armor MK I")}}, Fraction(4, 6)),
    ({"target": {"traits": ("Bat-Armor Mk I", "Bat-Armor Mk II")}}, Fraction(20, 36)),
    ({"cover": ("solid",)}, Fraction(1)),
    ({"rof": 1, "cover": ("solid",)}, Fraction(3, 6)),
    ({"rof": 1, "cover": ("street",)}, Fraction(4, 6)),
    ({"rof": 1, "cover": ("light",)}, Fraction(5, 6)),
    ({"rof": 1, "cover": ("light", "model")}, Fraction(15, 36)),
    ({"rof": 1, "cover": ("light", "solid"), "crouched": True}, Fraction(10, 36)),
    ({"rof": 1, "mc": 2}, Fraction(1)),
    ({"rof": 1, "mc": 1, "target": {"traits": ("Dodge",)}}, Fraction(2, 6)),
    ({"ac": 1, "mc": 1, "target": {"traits": ("Dodge",)}}, Fraction(1)),
    ({"rof": 1, "mc": 1, "target": {"traits": ("Dodge",), "movement": 6}}, Fraction(0)),
]

# the situation, and the chance of one damage die
DAMAGE: list[Any] = [
    ({}, Fraction(3, 6)),
    ({"weapon_traits": ("Heavy", "Heavy")}, Fraction(4, 6)),
    ({"weapon_traits": ("Heavy",), "damage_bonus": -1}, Fraction(3, 6)),
    ({"weapon_traits": ("Sharp",)}, Fraction(3, 4)),
    ({"weapon_traits": ("Sharp",), "reroll": ("damage",)}, Fraction(3, 4)),
    ({"weapon_traits": ("Firearm",)}, Fraction(5, 6)),
    ({"weapon_traits": ("Firearm",), "damage_bonus": -1}, Fraction(4, 6)),
    ({"weapon_traits": ("Mechanical",)}, Fraction(4, 6)),
    ({"weapon_traits": ("Mechanical", "Firearm")}, Fraction(5, 6)),
    ({"weapon_traits": ("Firearm",), "target": {"traits": ("Bulletproof Vest",)}}, Fraction(3, 6)),
    ({"weapon_traits": ("Mechanical",), "target": {"traits": ("Bulletproof Vest",)}}, Fraction(4, 6)),
    ({"target": {"traits": ("Bulletproof Vest",)}, "attacker": {"strength": 3}}, Fraction(4, 6)),
    ({"damage_bonus": 6}, Fraction(5, 6)),
    ({"damage_bonus": -6}, Fraction(1, 6)),
]

# the situation, and the chances of a critical and of a knock down after one impact
COLLATERAL: list[Any] = [
    # one damage die that succeeds in 3 of 6 on 4+; the collateral die beside it
    ({}, (3, 36), (5, 36)),
    ({"readings": {"knockdown_match": "success"}}, (3, 36), (3, 36)),
    # shown 2 to 7 for a face 1 to 6: 2 … 6 can be matched
    ({"weapon_traits": ("Heavy",), "readings": {"knockdown_face": "modified"}}, (4, 36), (5, 36)),
    ({"damage_bonus": -1, "readings": {"knockdown_face": "modified"}}, (2, 36), (4, 36)),
    ({"attacker": {"traits": ("Martial Expert",)}}, (9, 36), (5, 36)),
    # thrown again unless it shows the damage face (2, 3), that face or 6 (4, 5), or 6 (6); on a 1 always
    ({"attacker": {"traits": ("Brutal",)}}, (10 + 10 + 11, 216), (11 + 11 + 10 + 10 + 11, 216)),
    # two collateral dice: at least one critical 11/36 of a success, at least one match 11/36 of 2 … 6
    ({"weapon_traits": ("Devastating",)}, (33, 216), (55, 216)),
]

# CRT of the weapon, reading, and Injuries and Stuns of a critical
CRT: list[Any] = [
    ((), "replaces", (1, 2)),
    (("CRT (B)",), "replaces", (2, 1)),
    (("CRT (SSS)",), "replaces", (1, 4)),
    (("CRT (Stunned)",), "replaces", (1, 1)),
    ((), "choice", (1, 2)),
    (("CRT (B)",), "choice", (2, 1)),
    (("CRT (BBB)",), "choice", (4, 1)),
    (("CRT (Stunned)",), "choice", (1, 2)),
]

# letters of the weapon, and what is left of them
KEVLAR: list[Any] = [
    ("BS", (0, 1)),
    ("BBS", (1, 1)),
    ("BB", (1, 0)),
    ("SS", (0, 1)),
    ("S", (0, 1)),
    ("B", (1, 0)),
    ("", (0, 0)),
]

# unarmed profile, reading, and Injuries and Stuns of a grab
GRAB: list[Any] = [
    ((), "profile", (0, 1)),
    (("Reinforced Gloves",), "profile", (0, 2)),
    (("Claws",), "profile", (1, 1)),
    (("Reinforced Gloves",), "basic", (0, 1)),
    (("Claws",), "basic", (0, 1)),
]

# the situation, and the chance of one Injury to a model on the line after an impact
CROSS_FIRE: list[Any] = [
    ({"cover": ("model",)}, Fraction(3, 6) * Fraction(3, 6)),
    ({"cover": ("model",), "crouched": True}, Fraction(4, 6) * Fraction(3, 6)),
    ({"cover": ("model", "light"), "crouched": True}, Fraction(3, 6) * Fraction(3, 6)),
    ({"cover": ("light", "model")}, Fraction(5, 6) * Fraction(3, 6) * Fraction(3, 6)),
    ({"cover": ("model", "model")}, Fraction(3, 4) * Fraction(3, 6)),
    ({"cover": ("solid", "street")}, Fraction(0)),
    ({"cover": ("model",), "damage": ""}, Fraction(3, 6) * Fraction(3, 6)),
    ({"cover": ("model",), "weapon_traits": ("Sharp", "Heavy")}, Fraction(3, 6) * Fraction(8, 9)),
    (
        {"cover": ("model",), "weapon_traits": ("Firearm",), "target": {"traits": ("Bulletproof Vest",)}},
        Fraction(3, 6) * Fraction(5, 6),
    ),
    ({"cover": ("model",), "target": {"traits": ("Tough Skin",)}}, Fraction(3, 6) * Fraction(3, 6)),
]

# the situation, and the chance that the target strikes back
COUNTER: list[Any] = [
    # one impact in 1/2, one block in 2/6; without an impact no block die is thrown
    ({"ac": 1, "dc": 1}, Fraction(1, 6)),
    ({"ac": 1, "dc": 1, "weapon_traits": ("Crushing",)}, Fraction(1, 6)),
    ({"ac": 1, "dc": 2}, Fraction(1, 2) * Fraction(20, 36)),
    ({"ac": 1, "dc": 1, "readings": {"block_timing": "before_impacts"}}, Fraction(2, 6)),
    ({"ac": 1, "dc": 1, "use": ("Sneak Attack",)}, Fraction(0)),
    ({"ac": 1, "dc": 0}, Fraction(0)),
    ({"rof": 1, "dc": 1}, Fraction(0)),
]

# words that are not in the rules
WRONG_WORDS: list[Any] = [
    {"edition": "third"},
    {"readings": {"scratch": "sometimes"}},
    {"readings": {"scratches": "off"}},
    {"cover": ("fog",)},
    {"form": "kick"},
    {"reroll": ("hit",)},
    {"damage": "X"},
    {"use": ("Luck",)},
    {"target_use": ("Feint",)},
    {"attacker_state": ("down",)},
    {"target_state": ("stunned",)},
]

# R8.1: Defense, one impact, one impact with Handy
PRINTED_IMPACTS: list[Any] = [
    (2, Fraction(5, 6), Fraction(35, 36)),
    (3, Fraction(4, 6), Fraction(8, 9)),
    (4, Fraction(3, 6), Fraction(3, 4)),
    (5, Fraction(2, 6), Fraction(5, 9)),
    (6, Fraction(1, 6), Fraction(11, 36)),
]

# R8.2: DC, cap, K.O. in percent, mean Stuns, mean Stuns of a Martial Expert
PRINTED_STRIKES: list[Any] = [
    (0, "no", 73.54, 4.602, 4.918),
    (1, "no", 65.93, 4.154, 4.459),
    (2, "no", 57.94, 3.710, 4.000),
    (3, "no", 49.97, 3.276, 3.547),
    (3, "yes", 51.05, 3.367, 3.649),
]
