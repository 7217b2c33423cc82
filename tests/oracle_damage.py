"""The witness's damage dice and collateral dice (R2.8, R2.9)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from oracle_dice import FACES, Handful, Test, merge, standing, standing_after_few
from oracle_words import (
    Attack,
    is_magical,
    is_ranged,
    is_unarmed,
    number,
    reading,
    scents_blood,
    strikes_with,
    uses,
    wears,
)

ARMOUR_PENALTIES = {"Light Armor": 1, "Medium Armor": 2, "Heavy Armor": 3, "Tough Skin": 1, "Amazon": 1}


@dataclass(frozen=True)
class Collateral:
    """How the collateral dice of an attack are judged (R2.9, R9.7, R9.8); `counts_as` is a fixed face."""

    dice: int
    critical_faces: Handful
    rerolled: bool
    counts_as: int | None = None


def _damage_bonus(a: Attack, against_target: bool) -> int:
    bonus = a.damage_bonus
    gear = against_target and wears(a, "Football Gear", "Catcher Gear")
    if strikes_with(a, "Heavy") and not gear:
        bonus += 1
    if uses(a, "Obsessive"):
        bonus += 1
    if uses(a, "Devastating Blow"):
        bonus += 1
    if uses(a, "Venom Dose") and not is_ranged(a):
        bonus += 1
    if against_target:
        if scents_blood(a):
            bonus += 1
        for armour, penalty in ARMOUR_PENALTIES.items():
            if wears(a, armour) and not (armour == "Tough Skin" and is_magical(a)):
                bonus -= penalty
    return bonus


def damage_test(a: Attack, against_target: bool = True) -> Test:
    """R2.8 and R9.2; `against_target` False is an obstacle in cross fire, which wears nothing."""
    vest = against_target and wears(a, "Bulletproof Vest")
    bot = against_target and wears(a, "Bot")
    fixed = []
    if strikes_with(a, "Firearm"):
        fixed.append(4 if vest or bot else 2)
    if strikes_with(a, "Beam"):
        fixed.append(4 if bot else 2)
    if strikes_with(a, "Mechanical"):
        fixed.append(4 if bot else 3)
    needed = min(fixed) if fixed else number(a.attacker.strength, "the attacker's Strength")
    return Test(needed, _damage_bonus(a, against_target))


def rerolls_damage(a: Attack, against_target: bool = True) -> bool:
    """Every failed damage die is thrown again."""
    gear = against_target and wears(a, "Hockey Gear", "Football Gear")
    if strikes_with(a, "Sharp") and not gear:
        return True
    return "damage" in a.reroll or (uses(a, "Venom Dose") and is_unarmed(a))


def _collateral(a: Attack) -> Collateral:
    """Luck is thrown like Brutal; a die that counts as a 6 is never thrown again."""
    fixed = uses(a, "Critical Strike")
    again = strikes_with(a, "Brutal") or uses(a, "Precise Blow", "Luck (collateral)")
    return Collateral(
        dice=2 if strikes_with(a, "Devastating") else 1,
        critical_faces=(4, 5, 6) if strikes_with(a, "Martial Expert") else (6,),
        rerolled=again and not fixed,
        counts_as=6 if fixed else None,
    )


def _stays_up(a: Attack) -> bool:
    """A Huge model is knocked down in melee by no smaller one."""
    return wears(a, "Huge") and not is_ranged(a) and not strikes_with(a, "Large", "Huge")


@cache
def _damage_roll(
    dice: int, test: Test, rerolls: int, only_successes: bool, modified: bool
) -> dict[tuple[int, frozenset[int]], Fraction]:
    """Law of (damage successes, values that a collateral die can match)."""

    def judge(handful: Handful) -> tuple[int, frozenset[int]]:
        good = sum(1 for face in handful if test.passed(face))
        eligible = [face for face in handful if test.passed(face) or not only_successes]
        values = {face + test.bonus if modified else face for face in eligible}
        return good, frozenset(value for value in values if value in FACES and value != 1)

    if 0 < rerolls < dice:
        thrown = standing_after_few(dice, test, rerolls)
    else:
        thrown = standing(dice, test, rerolls > 0)
    return merge((judge(handful), chance) for handful, chance in thrown.items())


@cache
def _collateral_roll(rule: Collateral, damages: int, matchable: frozenset[int]) -> dict[tuple[int, bool], Fraction]:
    """Law of (criticals, knocked down) of all collateral dice, each thrown and judged alone."""

    def judge(face: int) -> tuple[bool, bool]:
        shown = face if rule.counts_as is None else rule.counts_as
        return damages > 0 and shown in rule.critical_faces, shown in matchable

    one: Counter[tuple[bool, bool]] = Counter()
    for first, second in product(FACES, FACES):
        again = rule.rerolled and judge(first) == (False, False)
        one[judge(second if again else first)] += 1
    law: Counter[tuple[int, bool]] = Counter()
    for shown in product(one.items(), repeat=rule.dice):
        ways = 1
        for _, count in shown:
            ways *= count
        criticals = sum(1 for (critical, _), _ in shown if critical)
        law[criticals, any(match for (_, match), _ in shown)] += ways
    return {result: Fraction(ways, 36**rule.dice) for result, ways in law.items()}


def damage_and_collateral(a: Attack, impacts: int) -> dict[tuple[int, int, int, bool], Fraction]:
    """Law of (impacts, damages, criticals, knocked down); without a damage die there is no collateral die."""
    if impacts == 0:
        return {(0, 0, 0, False): Fraction(1)}
    rule, stays_up = _collateral(a), _stays_up(a)
    roll = _damage_roll(
        impacts,
        damage_test(a),
        impacts if rerolls_damage(a) else int(uses(a, "Luck (damage)")),
        reading(a, "knockdown_match") == "success",
        reading(a, "knockdown_face") == "modified",
    )

    def falls(damages: int, matched: bool) -> bool:
        if stays_up:
            return False
        return matched or uses(a, "Power Strike") or (uses(a, "Technique") and damages > 0)

    return merge(
        ((impacts, damages, criticals, falls(damages, matched)), chance * more)
        for (damages, matchable), chance in roll.items()
        for (criticals, matched), more in _collateral_roll(
            rule, damages, frozenset() if stays_up else matchable
        ).items()
    )
