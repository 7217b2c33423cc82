"""The witness from the impact dice to the impacts that reach the damage roll (R2.2 to R2.7)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from oracle_dice import ONLY_A_SIX, Test, agility, merge, successes, tally, then
from oracle_words import (
    BLINK,
    Attack,
    arguments,
    attacker_is_hurt,
    is_armed_melee,
    is_outnumbered,
    is_paralyzed,
    is_ranged,
    is_unarmed,
    names_weapon,
    number,
    reading,
    scents_blood,
    stands_still,
    strikes_with,
    striking,
    target_is_hurt,
    target_uses,
    uses,
    wears,
)

ARMOUR_SAVES = {"Bat-Armor Mk I": 5, "Bat-Armor Mk II": 6, "Bat-Armor Mk III": 5}

Reached = tuple[int, bool]
"""Impacts left, and whether at least one block die succeeded."""

# --- impact dice -------------------------------------------------------------------------------------------


def _impact_dice(a: Attack) -> int:
    """R2.2 and R9.4: one die per AC, or the ROF."""
    if is_ranged(a):
        return _shots(a)
    dice = a.ac
    if names_weapon(a, "Combo"):
        dice += a.ac // 2
    if strikes_with(a, "Mobster") and is_outnumbered(a):
        dice += 1
    return dice


def _shots(a: Attack) -> int:
    rate = number(a.rof, "rof")
    if strikes_with(a, "Rapid Fire"):
        rate += 1
    if strikes_with(a, "Multifire") and stands_still(a):
        rate += 2
    has_moved = a.moved or (a.moves_after and reading(a, "moved_counts") == "any")
    if not has_moved or strikes_with(a, "Throwing"):
        return rate
    allowed = max((int(dice) for dice in arguments(striking(a), "Assault")), default=1)
    return min(allowed, rate)


def _grab_penalty(a: Attack) -> int:
    if reading(a, "grabbed") == "per_enemy":
        return a.grabbed if a.grabbed >= 2 else 0
    return a.grabbed - 1 if a.grabbed >= 2 else 0


def _defense(a: Attack) -> int:
    """R2.3: Defense as traits and states leave it, changed by the table in close combat only; at least 1."""
    defense = number(a.target.defense, "the target's Defense")
    if wears(a, "Tension") and target_is_hurt(a):
        defense += 1
    if target_uses(a, "Titan Dose"):
        defense += 1
    if uses(a, "Distract", "Demential Laugh"):
        defense -= 1
    if uses(a, "Confusion"):
        defense -= 1
    if is_paralyzed(a):
        defense -= 2
    if not is_ranged(a):
        if is_outnumbered(a):
            defense -= 1
        if a.defensive:
            defense += 1
        defense -= _grab_penalty(a)
    return max(defense, 1)


def _impact_bonus(a: Attack) -> int:
    ranged = is_ranged(a)
    masters_weapon = strikes_with(a, "Weapon Master") or names_weapon(a, "Weapon Master")
    changes = [
        (-1, strikes_with(a, "Imprecise")),
        (1, strikes_with(a, "Master Fighter") and is_unarmed(a)),
        (1, masters_weapon and is_armed_melee(a)),
        (1, strikes_with(a, "Ranged Master") and ranged),
        (2, strikes_with(a, "Precise Aim") and ranged and stands_still(a)),
        (1, strikes_with(a, "Amazon")),
        (1, uses(a, "OCD")),
        (1, uses(a, "Precise Blow")),
        (1, scents_blood(a)),
        (-1, "scared" in a.attacker_state),
    ]
    return a.impact_bonus + sum(change for change, holds in changes if holds)


def _impact_test(a: Attack) -> Test:
    if "blind" in a.attacker_state:
        return ONLY_A_SIX
    needed = _defense(a)
    if not is_ranged(a) and a.down and reading(a, "down_target") == "hit_on_2" and needed > 2:
        needed = 2
    return Test(needed, _impact_bonus(a))


def _impact_rerolls(a: Attack) -> int:
    """How many failed impact dice may be thrown again, each of them once (R9.1)."""
    ranged = is_ranged(a)
    if (
        strikes_with(a, "Handy")
        or "impact" in a.reroll
        or (strikes_with(a, "Close Combat Master") and is_unarmed(a))
        or (strikes_with(a, "Duelist") and not ranged and not a.crowd)
        or (strikes_with(a, "Master Marksman") and ranged)
    ):
        return _impact_dice(a)
    return [strikes_with(a, "Red Dot") and ranged, uses(a, "Luck (impact)")].count(True)


def impacts(a: Attack) -> dict[int, Fraction]:
    """Law of the impacts, when the rerolls of both sides are done."""
    test = _impact_test(a)

    def spoiled(thrown: tuple[int, int, int]) -> dict[int, Fraction]:
        at_once, later, _ = thrown
        if at_once == 0 or not target_uses(a, "Luck (hit)"):
            return {at_once + later: Fraction(1)}
        return merge((at_once - 1 + good + later, chance) for good, chance in successes(1, test).items())

    return then(tally(_impact_dice(a), test, _impact_rerolls(a)), spoiled)


# --- block dice --------------------------------------------------------------------------------------------


def _defence_counters(a: Attack) -> dict[int, Fraction]:
    """Law of the DC that the target rolls: none when paralyzed, one less after a Feint that worked."""
    counters = 0 if is_paralyzed(a) else a.dc
    if not uses(a, "Feint") or counters == 0:
        return {counters: Fraction(1)}
    movement = number(a.attacker.movement, "the attacker's Movement")
    if uses(a, "Titan Dose"):
        movement += 1
    feint = agility(movement, strikes_with(a, "Reflexes"))
    return {counters - 1 if worked else counters: chance for worked, chance in feint.items()}


def _block_dice(a: Attack, counters: int) -> int:
    """R2.5 and R9.4: the DC, half as many again with Sustained Defense; none against shots."""
    if is_ranged(a) or uses(a, "Sneak Attack") or (a.down and reading(a, "down_target") != "none"):
        return 0
    return counters + counters // 2 if wears(a, "Sustained Defense") else counters


def _block_test(a: Attack) -> Test:
    if "blind" in a.target_state:
        return ONLY_A_SIX
    needed = number(a.attacker.attack, "the attacker's Attack")
    if strikes_with(a, "Tension") and attacker_is_hurt(a):
        needed += 1
    if uses(a, "Titan Dose"):
        needed += 1
    if target_uses(a, "Confusion"):
        needed -= 1
    changes = [
        (-1, strikes_with(a, "Overwhelming")),
        (1, wears(a, "Protective")),
        (1, wears(a, "Amazon")),
        (1, wears(a, "Cybernetic")),
        (-1, wears(a, "One-Armed")),
        (-1, "scared" in a.target_state),
    ]
    bonus = a.block_bonus + sum(change for change, holds in changes if holds)
    return Test(needed, bonus, natural=reading(a, "block_natural") == "yes")


def _blocked(a: Attack, struck: int) -> dict[Reached, Fraction]:
    """R2.5: impacts left after the block dice; unless thrown unseen, none is thrown against no impact."""
    per_impact = blocks_per_impact(a)
    sees_impacts = reading(a, "block_timing") == "after_impacts"

    def rolled(counters: int) -> dict[Reached, Fraction]:
        dice = _block_dice(a, counters)
        if sees_impacts and reading(a, "block_cap_at_impacts") == "yes":
            dice = min(dice, struck * per_impact)
        if dice == 0 or (sees_impacts and struck == 0):
            return {(struck, False): Fraction(1)}
        all_again = wears(a, "Defensive") or "block" in a.reroll
        rerolls = dice if all_again else int(target_uses(a, "Luck (block)"))
        return merge(
            ((_less(struck, (at_once + later) // per_impact), at_once + later > 0), chance)
            for (at_once, later, _), chance in tally(dice, _block_test(a), rerolls).items()
        )

    if is_ranged(a):
        return {(struck, False): Fraction(1)}
    return then(_defence_counters(a), rolled)


def _less(struck: int, cancelled: int) -> int:
    return struck - cancelled if cancelled < struck else 0


# --- covers and saves --------------------------------------------------------------------------------------


def obstacles(a: Attack) -> list[tuple[str, Test]]:
    """R2.6: the covers that count, nearest to the shooter first; crouching helps at the last one only."""
    if not is_ranged(a) or strikes_with(a, "Gas", "Sharpshooter"):
        return []
    line = []
    for place, kind in enumerate(a.cover):
        bonus = 1 if a.crouched and place == len(a.cover) - 1 else 0
        if strikes_with(a, "Expert Marksman"):
            bonus -= 1
        line.append((kind, Test(BLINK[kind], bonus, natural=False)))
    return line[1:] if strikes_with(a, "Shooter") else line


def stopped(flying: int, test: Test) -> dict[int, Fraction]:
    """Impacts left when each of them throws one die and a die that passes stops its impact."""
    return merge((flying - good, chance) for good, chance in successes(flying, test).items())


def _dodged(a: Attack, flying: int) -> dict[int, Fraction]:
    """R2.7: one die per MC, and one for the Bracelets; a face not above Movement cancels one impact."""
    if not is_ranged(a):
        return {flying: Fraction(1)}
    dice = a.mc if wears(a, "Dodge", "Acrobat") and not is_paralyzed(a) else 0
    if wears(a, "Bracelets of Submission"):
        dice += 1
    law = {flying: Fraction(1)}
    for _ in range(dice):
        movement = number(a.target.movement, "the target's Movement")
        if target_uses(a, "Titan Dose"):
            movement += 1
        if strikes_with(a, "Accurate"):
            movement -= 1
        one = agility(movement, wears(a, "Reflexes"))
        law = merge(
            (_less(left, int(passed)), chance * more) for left, chance in law.items() for passed, more in one.items()
        )
    return law


def _saves(a: Attack) -> list[Test]:
    """R2.7: what each impact must still get through on the target itself."""
    saves = [Test(needed, natural=False) for armour, needed in ARMOUR_SAVES.items() if wears(a, armour)]
    if is_ranged(a) and wears(a, "Energy Field"):
        saves.append(Test(5, natural=False))
    return saves


def _onward(a: Attack, law: dict[Reached, Fraction]) -> dict[Reached, Fraction]:
    """What covers, dodging and saves leave of the impacts that the block dice left."""
    steps: list[Callable[[int], dict[int, Fraction]]] = []
    steps += [partial(stopped, test=test) for _, test in obstacles(a)]
    steps.append(partial(_dodged, a))
    steps += [partial(stopped, test=test) for test in _saves(a)]
    for step in steps:
        law = merge(
            ((after, blocked), chance * more)
            for (before, blocked), chance in law.items()
            for after, more in step(before).items()
        )
    return law


def reached(a: Attack) -> dict[Reached, Fraction]:
    """Law of (impacts that reach the damage roll, whether a block die succeeded on the way)."""
    return _onward(a, then(impacts(a), partial(_blocked, a)))


def reached_from(a: Attack, struck: int) -> dict[int, Fraction]:
    """Law of the impacts that reach the damage roll when `struck` were rolled and the `dc` of `a` block them."""
    return merge((left, chance) for (left, _), chance in _onward(a, _blocked(a, struck)).items())


def can_block(a: Attack) -> bool:
    """Whether a DC is worth a die at all against this attack (R2.5)."""
    return _block_dice(a, 1) > 0 and not is_paralyzed(a)


def block_dice_of(a: Attack, counters: int) -> int:
    """The dice that so many DC give (R9.4)."""
    return _block_dice(a, counters)


def blocks_per_impact(a: Attack) -> int:
    """The block successes that cancel one impact (R9.5)."""
    return 2 if strikes_with(a, "Crushing") or uses(a, "Unstoppable") else 1


def impacts_to_damage(a: Attack) -> dict[int, Fraction]:
    """Law of the impacts that reach the damage roll."""
    return merge((left, chance) for (left, _), chance in reached(a).items())
