"""The third edition's dice: attack, defence and Strength dice, and the hits that are left (R7.1 to R7.6)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from oracle_dice import (
    ONLY_A_SIX,
    Handful,
    Test,
    merge,
    standing,
    standing_after_few,
    successes,
    tally,
    then,
)
from oracle_third_words import (
    Clash3,
    attack_number,
    attacker_efforts,
    defense_number,
    is_ranged,
    is_unarmed,
    names_weapon,
    reading,
    scents_blood,
    strikes_with,
    striking,
    target_efforts,
    target_uses,
    uses,
    wears,
)
from oracle_words import arguments

ARMOUR_DICE = {"Light Armor": 1, "Medium Armor": 2, "Heavy Armor": 3}
ENERGY_FIELD = Test(5, natural=False)

Hits = tuple[int, int, int]
"""Hits of attack dice, of Strength dice that are no critical, and of critical Strength dice."""


@dataclass(frozen=True)
class SixIfAtAll(Test):
    """Nothing but a natural 6 counts, and only if it would have succeeded anyway."""

    def passed(self, face: int) -> bool:
        return face == 6 and super().passed(face)


def _test(c: Clash3, needed: int, bonus: int) -> Test:
    return Test(needed, bonus, natural=reading(c, "natural_rolls") == "on")


# --- attack dice -------------------------------------------------------------------------------------------


def _dice_taken_by_armour(c: Clash3) -> int:
    taken = 0
    if not strikes_with(c, "Gas"):
        taken += sum(dice for armour, dice in ARMOUR_DICE.items() if wears(c, armour))
    if wears(c, "Bulletproof Vest") and strikes_with(c, "Firearm"):
        taken += 1
    if wears(c, "Bot") and strikes_with(c, "Firearm", "Mechanical", "Beam"):
        taken += 1
    if wears(c, "Ballistic Bat-Armor") and is_ranged(c):
        taken += 1
    if wears(c, "Power Armor"):
        taken += 1
    if wears(c, "Amazon"):
        taken += 1
    return taken


def _has_assault(c: Clash3) -> bool:
    return strikes_with(c, "Assault") or bool(arguments(striking(c), "Assault"))


def attack_dice(c: Clash3) -> int:
    """R7.1 and R7.6: every die that comes and goes, and one floor at the end."""
    if c.rof is None:
        dice = attack_number(c)
        if uses(c, "Mobster"):
            dice += 1
    else:
        dice = c.rof
        dice += [uses(c, "Rapid Fire"), uses(c, "Multifire")].count(True)
        if c.moved and not strikes_with(c, "Throwing") and not _has_assault(c):
            dice -= 1
        if c.beyond_range:
            dice -= 2 if strikes_with(c, "Small Caliber") else 1
    dice -= _dice_taken_by_armour(c)
    return max(0, dice - target_efforts(c) + attacker_efforts(c))


def _attack_test(c: Clash3) -> Test:
    if "blind" in c.attacker_state:
        return ONLY_A_SIX
    ranged, unarmed = is_ranged(c), is_unarmed(c)
    masters_weapon = strikes_with(c, "Weapon Master") or names_weapon(c, "Weapon Master")
    changes = [
        (-1, strikes_with(c, "Imprecise")),
        (1, strikes_with(c, "Accurate")),
        (-1, ranged and c.moved and _has_assault(c)),
        (1, ranged and not c.moved and strikes_with(c, "Aim")),
        (2, ranged and not c.moved and strikes_with(c, "Precise Aim")),
        (1, ranged and strikes_with(c, "Ranged Master")),
        (1, unarmed and strikes_with(c, "Master Fighter")),
        (1, not ranged and not unarmed and masters_weapon),
        (1, strikes_with(c, "Amazon")),
        (1, scents_blood(c)),
        (1, uses(c, "OCD")),
        (1, uses(c, "Precise Blow")),
        (-1, "scared" in c.attacker_state),
    ]
    bonus = c.impact_bonus + sum(change for change, holds in changes if holds)
    return _test(c, defense_number(c), bonus)


def _attack_rerolls(c: Clash3, dice: int) -> int:
    """How many failed attack dice may be thrown again, each of them once (R9.1)."""
    if (
        (strikes_with(c, "Handy") and not wears(c, "Boy Wonder"))
        or "impact" in c.reroll
        or (strikes_with(c, "Close Combat Master") and is_unarmed(c))
        or (strikes_with(c, "Duelist") and not is_ranged(c) and not c.crowd)
        or (strikes_with(c, "Master Marksman") and is_ranged(c))
    ):
        return dice
    return [strikes_with(c, "Red Dot") and is_ranged(c), uses(c, "Luck (impact)")].count(True)


def attack_hits(c: Clash3) -> dict[int, Fraction]:
    """Law of the hits of the attack dice: failed ones again, then spoiled ones, then Combo."""
    dice, test = attack_dice(c), _attack_test(c)
    combo = not is_ranged(c) and names_weapon(c, "Combo")

    def spoiled(thrown: tuple[int, int, int]) -> dict[int, Fraction]:
        at_once, later, _ = thrown
        if wears(c, "Reflexes") and is_ranged(c):
            lost = at_once
        else:
            lost = min(at_once, int(target_uses(c, "Luck (hit)")))
        kept = at_once - lost + later
        return {kept + good: chance for good, chance in successes(lost, test).items()}

    law = then(tally(dice, test, _attack_rerolls(c, dice)), spoiled)
    return merge((good + good // 2 if combo else good, chance) for good, chance in law.items())


# --- defence dice ------------------------------------------------------------------------------------------


def _defence_dice(c: Clash3) -> int:
    """R7.3, R7.5, R7.6: as many as Defense, which a target that is down does not throw."""
    if c.down or (is_ranged(c) and reading(c, "ranged_defence") == "no"):
        return 0
    return defense_number(c)


def _defence_test(c: Clash3) -> Test:
    if "blind" in c.target_state:
        return ONLY_A_SIX
    changes = [
        (-1, strikes_with(c, "Overwhelming")),
        (1, wears(c, "Protective")),
        (1, wears(c, "Amazon")),
        (1, wears(c, "Cybernetic")),
        (-1, wears(c, "One-Armed")),
        (-1, "scared" in c.target_state),
    ]
    bonus = c.block_bonus + sum(change for change, holds in changes if holds)
    return _test(c, attack_number(c), bonus)


def cancels(c: Clash3) -> dict[int, Fraction]:
    """Law of how many hits the defence dice may take away."""
    dice = _defence_dice(c)
    rerolls = dice if wears(c, "Defensive") or "block" in c.reroll else int(target_uses(c, "Luck (block)"))
    per_hit = 2 if strikes_with(c, "Crushing") or uses(c, "Unstoppable") else 1

    def worth(good: int) -> int:
        if wears(c, "Sustained Defense"):
            good += good // 2
        return good // per_hit

    thrown = tally(dice, _defence_test(c), rerolls)
    return merge((worth(at_once + later), chance) for (at_once, later, _), chance in thrown.items())


# --- Strength dice -----------------------------------------------------------------------------------------


def _strength_dice(c: Clash3) -> int:
    if wears(c, "Bat-Armor Mk I", "Bat-Armor Mk III", "Ballistic Bat-Armor"):
        return 0
    return 2 if strikes_with(c, "Devastating") else 1


def _strength_test(c: Clash3) -> Test:
    if "blind" in c.attacker_state:
        test = ONLY_A_SIX
    else:
        fixed = []
        if strikes_with(c, "Firearm", "Beam"):
            fixed.append(2)
        if strikes_with(c, "Mechanical"):
            fixed.append(3)
        changes = [
            (1, strikes_with(c, "Heavy") and not wears(c, "Football Gear", "Catcher Gear")),
            (1, strikes_with(c, "Amazon")),
            (1, scents_blood(c)),
            (1, uses(c, "Obsessive")),
            (1, uses(c, "Devastating Blow")),
            (1, uses(c, "Venom Dose") and not is_ranged(c)),
            (-1, wears(c, "Tough Skin")),
            (-1, "scared" in c.attacker_state),
        ]
        bonus = c.damage_bonus + sum(change for change, holds in changes if holds)
        test = _test(c, min(fixed) if fixed else c.attacker.strength, bonus)
    if wears(c, "Bat-Armor Mk II"):
        return SixIfAtAll(test.needed, test.bonus, test.natural)
    return test


def _strength_rerolls(c: Clash3, dice: int) -> int:
    if (
        (strikes_with(c, "Sharp") and not wears(c, "Hockey Gear", "Football Gear"))
        or "damage" in c.reroll
        or uses(c, "Precise Blow")
        or (strikes_with(c, "Electric") and wears(c, "Bot", "Cybernetic"))
    ):
        return dice
    return int(uses(c, "Luck (damage)"))


def _critical_faces(c: Clash3) -> Handful:
    if strikes_with(c, "Martial Expert"):
        return (4, 5, 6)
    return (5, 6) if strikes_with(c, "Brutal") else (6,)


def strength_hits(c: Clash3) -> dict[tuple[int, int, int], Fraction]:
    """Law of (hits that are no critical, critical hits, failed dice)."""
    dice, test, special = _strength_dice(c), _strength_test(c), _critical_faces(c)
    rerolls = _strength_rerolls(c, dice)

    def judge(faces: Handful) -> tuple[int, int, int]:
        good = [face for face in faces if test.passed(face)]
        criticals = sum(1 for face in good if face in special)
        return len(good) - criticals, criticals, len(faces) - len(good)

    if uses(c, "Critical Strike"):
        return {judge((6,) * dice): Fraction(1)}  # such a die is never thrown again (R9.8)
    if 0 < rerolls < dice:
        thrown = standing_after_few(dice, test, rerolls)
    else:
        thrown = standing(dice, test, rerolls > 0)
    return merge((judge(faces), chance) for faces, chance in thrown.items())


# --- what is left ------------------------------------------------------------------------------------------


def _take(hits: int, cancelled: int) -> tuple[int, int]:
    """Hits left, and cancels left."""
    taken = min(hits, cancelled)
    return hits - taken, cancelled - taken


def _after_defence(c: Clash3, hits: Hits, cancelled: int) -> Hits:
    """R7.3: the cancels take attack hits; with Tough Skin, in melee, Strength hits first."""
    attack, plain, critical = hits
    if wears(c, "Tough Skin") and not is_ranged(c):
        critical, cancelled = _take(critical, cancelled)
        plain, cancelled = _take(plain, cancelled)
    attack, _ = _take(attack, cancelled)
    return attack, plain, critical


def _saved(c: Clash3, hits: Hits) -> dict[Hits, Fraction]:
    """Law of the hits that no Energy Field stops."""
    if not (wears(c, "Energy Field") and is_ranged(c)):
        return {hits: Fraction(1)}
    attack, plain, critical = hits
    return merge(
        ((attack - a, plain - s, critical - k), chance_a * chance_s * chance_k)
        for a, chance_a in successes(attack, ENERGY_FIELD).items()
        for s, chance_s in successes(plain, ENERGY_FIELD).items()
        for k, chance_k in successes(critical, ENERGY_FIELD).items()
    )


def hits_left(c: Clash3) -> dict[tuple[Hits, int], Fraction]:
    """Law of (the hits left, the Strength dice that failed), all dice thrown."""
    law = merge(
        ((_after_defence(c, (attack, plain, critical), cancelled), failed), chance_a * chance_d * chance_s)
        for attack, chance_a in attack_hits(c).items()
        for cancelled, chance_d in cancels(c).items()
        for (plain, critical, failed), chance_s in strength_hits(c).items()
    )

    def saved(state: tuple[Hits, int]) -> dict[tuple[Hits, int], Fraction]:
        hits, failed = state
        return {(left, failed): chance for left, chance in _saved(c, hits).items()}

    return then(law, saved)
