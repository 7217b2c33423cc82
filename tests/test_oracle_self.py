"""The witness on its own: printed figures, hand-worked cases, flat enumeration, other people's libraries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from oracle import (
    FACES,
    READINGS,
    Attack,
    Test,
    award,
    counter,
    cross_fire,
    damage_and_collateral,
    edition_defaults,
    handfuls,
    impacts_to_damage,
    outcomes,
    standing,
)
from oracle_cases import (
    COLLATERAL,
    COUNTER,
    CROSS_FIRE,
    CRT,
    DAMAGE,
    DICE,
    GETS_THROUGH,
    GRAB,
    ICEPOOL,
    KEVLAR,
    PRINTED_IMPACTS,
    PRINTED_STRIKES,
    SITUATIONS,
    SURE_HIT,
    TARGET_NUMBERS,
    WRONG_WORDS,
    Case,
    chance,
    fight,
    flat_attack,
    flat_luck,
    injuries,
    mean,
    one_impact,
    percent,
    stuns,
)
from oracle_cases_markers import CASES, EVERYTHING
from oracle_cases_traits import Measure, elsewhere
from oracle_pools import Table, dyce_reference, icepool_reference, icepool_table, numpy_reference

# --- printed figures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("defense", "plain", "handy"), PRINTED_IMPACTS)
def test_r8_1_impact(defense: int, plain: Fraction, handy: Fraction) -> None:
    target = {"defense": defense}
    assert one_impact(fight(target=target, ac=1)) == plain
    assert one_impact(fight(target=target, ac=1, weapon_traits=("Handy",))) == handy
    assert one_impact(fight(target=target, ac=1, weapon_traits=("Handy",), reroll=("impact",))) == handy


@pytest.mark.parametrize(("dc", "cap", "ko", "plain", "expert"), PRINTED_STRIKES)
def test_r8_2_five_strikes(dc: int, cap: str, ko: float, plain: float, expert: float) -> None:
    for traits, printed in (((), plain), (("Martial Expert",), expert)):
        law = outcomes(
            fight(
                {"strength": 3, "traits": traits},
                {"defense": 3, "endurance": 4},
                "SS",
                ac=5,
                dc=dc,
                readings={"block_cap_at_impacts": cap},
            )
        )
        assert percent(chance(law, lambda result: result[8] == "ko")) == ko
        assert round(float(mean(law, stuns)), 3) == printed


def test_r2_11_two_successes_on_endurance_5() -> None:
    law = outcomes(fight(target={"endurance": 5}, damage="BBS", ac=2))
    cards = {result[6:] for result in law if result[1] == 2 and result[2] == 0}
    assert cards == {(4, 1, "ko")}


def test_r2_11_injuries_replace_stuns() -> None:
    wounded = fight(target={"endurance": 4}, damage="BBB", ac=1, injuries=1, stuns=2)
    assert {result[6:] for result in outcomes(wounded) if result[1] == 1 and result[2] == 0} == {(4, 0, "casualty")}
    ignoring = fight(
        target={"endurance": 4},
        damage="BBB",
        ac=1,
        injuries=1,
        stuns=2,
        readings={"surplus_injuries": "ignore"},
    )
    assert {result[6:] for result in outcomes(ignoring) if result[1] == 1} == {(2, 2, "ko")}


def test_award_loses_what_does_not_fit() -> None:
    assert award(0, 0, new_injuries=0, new_stuns=9, endurance=4) == (0, 4, "ko")
    assert award(0, 0, new_injuries=9, new_stuns=9, endurance=4) == (4, 0, "casualty")
    assert award(1, 1, new_injuries=1, new_stuns=0, endurance=4) == (2, 1, "up")


@pytest.mark.parametrize(("reading", "printed"), [("natural", 14.88), ("modified", 9.92)])
def test_r6_knockdown_face(reading: str, printed: float) -> None:
    law = outcomes(
        fight(
            {"strength": 5},
            {"defense": 3},
            ac=3,
            weapon_traits=("Heavy",),
            readings={"knockdown_match": "success", "knockdown_face": reading},
        )
    )
    assert percent(chance(law, lambda result: result[3])) == printed


@pytest.mark.parametrize(
    ("reading", "printed"), [("per_impact", 1.596), ("per_attack", 1.143), ("always", 2.346), ("off", 0.846)]
)
def test_r6_scratch(reading: str, printed: float) -> None:
    law = outcomes(fight(rof=3, readings={"scratch": reading}))
    assert round(float(mean(law, stuns)), 3) == printed


def test_r6_defaults_differ_between_the_editions() -> None:
    old, new = edition_defaults("2012"), edition_defaults("revised")
    assert set(old) == set(new) == set(READINGS)
    assert {name for name in old if old[name] != new[name]} == {
        "moved_counts",
        "grabbed",
        "break_grab",
        "stand_up",
    }


# --- flat enumeration: no merging at all -------------------------------------------------------------------


@pytest.mark.parametrize("dice", range(5))
def test_handfuls_are_all_throws(dice: int) -> None:
    flat = Counter(tuple(sorted(throw)) for throw in product(FACES, repeat=dice))
    assert handfuls(dice) == {handful: ways * 6**dice for handful, ways in flat.items()}


@pytest.mark.parametrize("dice", range(4))
@pytest.mark.parametrize("test", [Test(4), Test(7), Test(1), Test(5, 2), Test(4, natural=False)])
def test_rerolled_dice_are_all_throws(dice: int, test: Test) -> None:
    flat: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for first in product(FACES, repeat=dice):
        kept = [face for face in first if test.passed(face)]
        failed = dice - len(kept)
        for second in product(FACES, repeat=failed):
            flat[tuple(sorted([*kept, *second]))] += Fraction(1, 6 ** (dice + failed))
    assert standing(dice, test, True) == flat


def test_stages_equal_one_flat_enumeration() -> None:
    law = outcomes(fight({"strength": 5, "traits": ("Brutal",)}, {"defense": 6}, ac=2, dc=1, weapon_traits=("Sharp",)))
    staged: defaultdict[tuple[int, int, int, bool], Fraction] = defaultdict(Fraction)
    for (left, damages, criticals, down, *_), share in law.items():
        staged[left, damages, criticals, down] += share
    assert staged == flat_attack()


# --- other people's libraries ------------------------------------------------------------------------------


def joint(a: Attack) -> Table:
    table: defaultdict[tuple[int, bool, bool], Fraction] = defaultdict(Fraction)
    for (_, damages, criticals, down, *_), share in outcomes(a).items():
        table[damages, criticals > 0, down] += share
    return dict(table)


@pytest.mark.parametrize("reference", [icepool_reference, dyce_reference, numpy_reference])
def test_reference_attack(reference: Callable[[], Table]) -> None:
    assert reference() == joint(fight(ac=5, dc=4, damage_bonus=1))


@pytest.mark.parametrize("case", ICEPOOL)
def test_icepool_table(case: Case) -> None:
    weapon = tuple(trait for trait in ("Handy", "Sharp") if case.get(trait.lower()))
    attacker = {
        "attack": case.get("attack", 5),
        "strength": case.get("strength", 4),
        "traits": ("Martial Expert",) if case.get("critical_from") == 4 else (),
    }
    a = fight(
        attacker,
        {"defense": case["defense"]},
        ac=case["dice"],
        dc=case.get("dc", 0),
        impact_bonus=case.get("impact_bonus", 0),
        damage_bonus=case.get("damage_bonus", 0),
        weapon_traits=weapon,
    )
    assert icepool_table(**case) == joint(a)


# --- the masses --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("a", SITUATIONS)
@pytest.mark.parametrize("edition", ["2012", "revised"])
def test_masses_sum_to_one(a: Attack, edition: str) -> None:
    same = Attack(**{**vars(a), "edition": edition})
    assert sum(outcomes(same).values()) == 1
    assert sum(cross_fire(same).values()) == 1


# --- the table: who is hit on what -------------------------------------------------------------------------


@pytest.mark.parametrize(("situation", "expected"), TARGET_NUMBERS)
def test_r2_3_target_number(situation: Case, expected: Fraction) -> None:
    assert one_impact(fight(**{"ac": 1, **situation})) == expected


@pytest.mark.parametrize(("situation", "dice"), DICE)
def test_r2_2_dice(situation: Case, dice: int) -> None:
    assert max(impacts_to_damage(fight(**situation))) == dice


# --- blocks and saves --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("situation", "passes"), GETS_THROUGH)
def test_what_gets_through(situation: Case, passes: Fraction) -> None:
    situation = {"ac": 1, **situation}
    situation["target"] = {**SURE_HIT, **situation.get("target", {})}
    assert one_impact(fight(**situation)) == Fraction(5, 6) * passes


# --- the damage roll ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("situation", "share"), DAMAGE)
def test_r2_8_damage(situation: Case, share: Fraction) -> None:
    law = outcomes(fight(rof=1, **situation))
    assert chance(law, lambda result: result[1] == 1) == Fraction(1, 2) * share


@pytest.mark.parametrize(("situation", "critical", "knocked_down"), COLLATERAL)
def test_r2_9_collateral(situation: Case, critical: tuple[int, int], knocked_down: tuple[int, int]) -> None:
    law = outcomes(fight(ac=1, **situation))
    half = Fraction(1, 2)  # the chance of the impact
    assert chance(law, lambda result: result[2] > 0) == half * Fraction(*critical)
    assert chance(law, lambda result: result[3]) == half * Fraction(*knocked_down)


def test_devastating_adds_a_marker_per_critical() -> None:
    law = outcomes(fight(ac=1, weapon_traits=("Devastating", "CRT (BB)"), target={"endurance": 9}))
    assert {(result[2], injuries(result), stuns(result)) for result in law if result[1] == 1} == {
        (0, 1, 1),
        (1, 3, 1),
        (2, 5, 1),
    }


# --- markers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("crt", "reading", "expected"), CRT)
def test_crt(crt: tuple[str, ...], reading: str, expected: tuple[int, int]) -> None:
    law = outcomes(fight(ac=1, weapon_traits=crt, readings={"crt": reading}))
    assert {(injuries(result), stuns(result)) for result in law if result[2] == 1} == {expected}


@pytest.mark.parametrize(("letters", "left"), KEVLAR)
def test_kevlar_vest(letters: str, left: tuple[int, int]) -> None:
    vest = {"traits": ("Kevlar Vest",)}
    law = outcomes(fight(target=vest, damage=letters, ac=1))
    assert {(injuries(r), stuns(r)) for r in law if r[1] == 1 and r[2] == 0} == {left}
    assert {(injuries(r), stuns(r)) for r in law if r[2] == 1} == {(left[0], left[1] + 1)}
    scratched = outcomes(fight(target=vest, damage=letters, rof=1))
    assert {(injuries(r), stuns(r)) for r in scratched if r[0] == 1 and r[1] == 0} == {(0, 1)}


@pytest.mark.parametrize(("traits", "reading", "expected"), GRAB)
def test_grab(traits: tuple[str, ...], reading: str, expected: tuple[int, int]) -> None:
    law = outcomes(
        fight(
            {"traits": traits},
            damage="BBB",
            ac=1,
            form="grab",
            weapon_traits=("Heavy", "CRT (BB)"),
            readings={"grab_damage": reading},
        )
    )
    assert {(injuries(r), stuns(r)) for r in law if r[1] == 1 and r[2] == 0} == {expected}
    assert chance(law, lambda result: result[1] == 1) == Fraction(1, 4)


def test_weapon_without_letters_still_knocks_down_and_crits() -> None:
    law = outcomes(fight(damage="", ac=1))
    assert mean(law, injuries) == 0
    assert mean(law, stuns) == chance(law, lambda result: result[2] == 1) == Fraction(3, 72)
    assert chance(law, lambda result: result[3]) == Fraction(5, 72)


# --- cross fire --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("situation", "one_injury"), CROSS_FIRE)
def test_cross_fire(situation: Case, one_injury: Fraction) -> None:
    law = cross_fire(fight(rof=1, **situation))
    assert law.get(1, Fraction(0)) == Fraction(1, 2) * one_injury
    assert sum(law.values()) == 1


def test_cross_fire_needs_a_shot() -> None:
    assert cross_fire(fight(ac=3, cover=("model",))) == {0: 1}


# --- the traits --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["2012", "revised"])
@pytest.mark.parametrize(
    ("measure", "a", "expected"),
    [pytest.param(*case, id=f"{name} {place}") for place, (name, *case) in enumerate(CASES)],
)
def test_trait(measure: Measure, a: Attack, expected: object, edition: str) -> None:
    for same in elsewhere(a):
        assert measure(Attack(**{**vars(same), "edition": edition})) == expected


@pytest.mark.parametrize("a", EVERYTHING)
def test_masses_with_every_trait_at_once(a: Attack) -> None:
    assert sum(outcomes(a).values()) == 1
    assert sum(cross_fire(a).values()) == 1


def test_luck_takes_the_first_failed_damage_die() -> None:
    assert damage_and_collateral(fight({"strength": 5}, ac=2, use=("Luck (damage)",)), 2) == flat_luck()


@pytest.mark.parametrize(("situation", "share"), COUNTER)
def test_counter_attack(situation: Case, share: Fraction) -> None:
    a, back = fight(**situation), fight(damage="S", ac=1)
    law = counter(a, back)
    assert sum(law.values()) == 1
    first: defaultdict[object, Fraction] = defaultdict(Fraction)
    reply: defaultdict[object, Fraction] = defaultdict(Fraction)
    for (did, answer), probability in law.items():
        first[did] += probability
        reply[answer] += probability
    assert first == outcomes(a)
    assert 1 - reply.pop(None) == share
    assert dict(reply) == ({key: share * value for key, value in outcomes(back).items()} if share else {})


# --- bad input ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", WRONG_WORDS)
def test_words_that_are_not_in_the_rules(wrong: Case) -> None:
    with pytest.raises(ValueError, match="none of"):
        fight(**wrong)
