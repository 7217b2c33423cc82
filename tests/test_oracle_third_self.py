"""The third edition's witness on its own: printed figures, hand-worked cases, flat enumeration, icepool."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from oracle_dice import merge
from oracle_third import READINGS3, TARGET_USES3, USES3, Clash3, Model3, attack_dice, judge3, outcomes3
from oracle_third_cases import (
    ATTACK_DICE,
    DEFENCE,
    DEFENCE_DICE,
    MELEE,
    SHOT,
    STRENGTH_DICE,
    Case,
    altered,
    hits,
)
from oracle_third_cases_markers import EFFORTS, MARKERS
from oracle_third_pools import icepool_clash

FACES = (1, 2, 3, 4, 5, 6)
EXAMPLE = Clash3(Model3(5, 3, 3, 7), Model3(4, 4, 3, 7), "S", attacker_efforts=2, target_efforts=3)


def by_hits(clash: Clash3) -> dict[int, Fraction]:
    return merge((result[0], chance) for result, chance in outcomes3(clash).items())


# --- printed figures ---------------------------------------------------------------------------------------


def test_r7_worked_example() -> None:
    law = by_hits(EXAMPLE)
    assert attack_dice(EXAMPLE) == 4
    assert [round(100 * float(law[count]), 2) for count in range(6)] == [5.78, 20.09, 27.31, 27.31, 15.61, 3.90]
    assert round(float(hits(outcomes3(EXAMPLE))), 3) == 2.386
    assert set(law) == set(range(6))


def test_r7_printed_roll() -> None:
    assert judge3((6, 5, 4, 4), (5,), (6, 4, 2), attack=5, defense=3, strength=3) == 4


@pytest.mark.parametrize(
    ("rolled", "wanted"),
    [
        (((3, 3, 3), (3,), (5, 5, 5)), 1),  # the Strength die is not cancelled
        (((3, 3, 3), (2,), (5, 4, 1)), 2),
        (((2, 1), (), (6, 6)), 0),
        (((), (6, 6), (6,)), 2),
        (((1, 6), (1,), ()), 1),
    ],
)
def test_judge(rolled: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], wanted: int) -> None:
    assert judge3(*rolled, attack=5, defense=3, strength=3) == wanted


# --- hand-worked cases -------------------------------------------------------------------------------------


def _check(case: Case) -> None:
    clash, change, measure, wanted = case
    law = outcomes3(altered(clash, change))
    assert measure(law) == wanted
    assert sum(law.values()) == 1


@pytest.mark.parametrize("case", ATTACK_DICE, ids=lambda case: str(case[1]))
def test_attack_dice(case: Case) -> None:
    _check(case)


@pytest.mark.parametrize("case", STRENGTH_DICE, ids=lambda case: str(case[1]))
def test_strength_dice(case: Case) -> None:
    _check(case)


@pytest.mark.parametrize("case", DEFENCE_DICE, ids=lambda case: str(case[1]))
def test_defence_dice(case: Case) -> None:
    _check(case)


@pytest.mark.parametrize("case", EFFORTS, ids=lambda case: str(case[1]))
def test_efforts(case: Case) -> None:
    _check(case)


@pytest.mark.parametrize("case", MARKERS, ids=lambda case: str(case[1]))
def test_markers(case: Case) -> None:
    _check(case)


def test_every_word_has_a_case() -> None:
    used, used_by_target, read = set(), set(), set()
    for clash, change, _, _ in (*ATTACK_DICE, *STRENGTH_DICE, *DEFENCE_DICE, *EFFORTS, *MARKERS):
        used |= set(altered(clash, change).use)
        used_by_target |= set(change.get("target_use", ()))
        read |= set(change.get("readings", {}).items())
    assert used == set(USES3)
    assert used_by_target == set(TARGET_USES3)
    assert {(name, values[1]) for name, values in READINGS3.items()} <= read


# --- everything at once, and flat enumeration --------------------------------------------------------------


def test_sums_are_exactly_one_with_everything_in_force() -> None:
    attacker = Model3(
        5, 4, 3, 7, traits=("Combo (Knife)", "Blood Scent", "Brutal", "Tension"), weapon_traits=("Defensive",)
    )
    target = Model3(
        4, 4, 4, 6,
        traits=("Tough Skin", "Hardened", "Large", "Kevlar Vest", "Energy Field", "Reflexes", "Sustained Defense"),
        weapon_traits=("Protective",),
    )  # fmt: skip
    for rof, ranged, natural in product((None, 3), ("none", "both"), ("off", "on")):
        clash = Clash3(
            attacker, target, "BS", rof=rof, weapon_name="Knife", attacker_injuries=1, stuns=1, moved=True,
            weapon_traits=("Caustic", "Devastating", "Red Dot", "CRT (B)"), attacker_efforts=2, target_efforts=1,
            readings={"ranged_efforts": ranged, "natural_rolls": natural, "ranged_defence": "yes"},
            use=("Luck (impact)", "Luck (damage)"), target_use=("Luck (block)", "Luck (hit)"),
        )  # fmt: skip
        law = outcomes3(clash)
        assert sum(law.values()) == 1
        assert all(chance > 0 and isinstance(chance, Fraction) for chance in law.values())


@pytest.mark.parametrize(
    ("attack", "strength", "defense"), [(2, 4, 2), (3, 3, 2), (2, 6, 3), (1, 1, 4), (3, 7, 1), (0, 5, 1)]
)
def test_equals_flat_enumeration(attack: int, strength: int, defense: int) -> None:
    dice = attack + 1 + defense
    ways: Counter[tuple[int, bool]] = Counter()
    for faces in product(FACES, repeat=dice):
        struck, pushed, parried = faces[:attack], faces[attack], faces[attack + 1 :]
        left = judge3(struck, (pushed,), parried, attack=attack, defense=defense, strength=strength)
        ways[left, pushed == 6 and pushed >= strength] += 1
    law = outcomes3(Clash3(Model3(attack, strength, 3, 5), Model3(3, 4, defense, 20), "S"))
    found = {(result[0], result[2]): chance for result, chance in law.items()}
    assert found == {cell: Fraction(count, 6**dice) for cell, count in ways.items()}
    assert all(result[4] == result[6] == result[0] for result in law)


def flat_rerolls(first: tuple[int, ...], second: tuple[int, ...], again: int, spoil: int) -> int:
    """Dice that show 4+ when the first failures, then the first successes not yet rerolled, are rethrown."""
    good = 0
    for face, other in zip(first, second, strict=True):
        if face < 4 and again > 0:
            again -= 1
            good += int(other >= 4)
        elif face >= 4 and spoil > 0:
            spoil -= 1
            good += int(other >= 4)
        else:
            good += int(face >= 4)
    return good


@pytest.mark.parametrize(
    ("change", "again", "spoil"),
    [
        ({"weapon_traits": ("Red Dot",)}, 1, 0),
        ({"weapon_traits": ("Red Dot",), "target_use": ("Luck (hit)",)}, 1, 1),
        ({"weapon_traits": ("Handy",), "target_use": ("Luck (hit)",)}, 3, 1),
        ({"use": ("Luck (impact)",), "target_traits": ("Reflexes",)}, 1, 3),
        ({"weapon_traits": ("Red Dot",), "use": ("Luck (impact)",)}, 2, 0),
    ],
)
def test_rerolls_equal_flat_enumeration(change: dict[str, Any], again: int, spoil: int) -> None:
    ways: Counter[int] = Counter()
    for faces in product(FACES, repeat=6):
        ways[flat_rerolls(faces[:3], faces[3:], again, spoil)] += 1
    found = by_hits(altered(SHOT, {"rof": 3} | change))
    assert found == {count: Fraction(number, 6**6) for count, number in ways.items()}


# --- other people's dice -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "strength", "defense", "efforts"),
    [(5, 3, 3, (2, 3)), (9, 4, 4, (0, 0)), (7, 7, 5, (3, 1)), (12, 2, 6, (3, 0)), (3, 6, 2, (0, 3))],
)
def test_equals_icepool(attack: int, strength: int, defense: int, efforts: tuple[int, int]) -> None:
    own, against = efforts
    wanted = icepool_clash(
        dice=attack + own - against,
        hit_from=defense,
        defence_dice=defense,
        defence_from=attack,
        strength_from=strength,
    )
    law = outcomes3(
        Clash3(
            Model3(attack, strength, 3, 9),
            Model3(4, 4, defense, 40),
            "S",
            attacker_efforts=own,
            target_efforts=against,
        )
    )
    found = {(result[0], result[1] > 0): chance for result, chance in law.items()}
    assert found == {cell: chance for cell, chance in wanted.items() if chance}


# --- what is refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clash", "change"),
    [
        (MELEE, {"readings": {"crt": "replaces"}}),
        (MELEE, {"readings": {"natural_rolls": "maybe"}}),
        (MELEE, {"reroll": ("hit",)}),
        (MELEE, {"damage": "X"}),
        (MELEE, {"attacker_state": ("asleep",)}),
        (MELEE, {"use": ("Feint",)}),
        (MELEE, {"target_use": ("Distract",)}),
        (DEFENCE, {"target_efforts": 4}),
        (DEFENCE, {"target_efforts": 2, "stuns": 8}),
        (DEFENCE, {"attacker_efforts": 2, "attacker_stuns": 5}),
        (DEFENCE, {"attacker_efforts": 4, "use": ("Venom Dose",)}),
    ],
)
def test_refuses(clash: Clash3, change: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        altered(clash, change)
