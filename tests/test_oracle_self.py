"""The witness on its own: printed figures, hand-worked cases, flat enumeration, other people's libraries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from oracle import (
    FACES,
    READINGS,
    Attack,
    Model,
    Outcome,
    Test,
    award,
    cross_fire,
    edition_defaults,
    handfuls,
    impacts_to_damage,
    outcomes,
    standing,
)
from oracle_pools import Table, dyce_reference, icepool_reference, icepool_table, numpy_reference

Law = dict[Outcome, Fraction]

FIGHTER = Model(attack=5, strength=4, defense=4, endurance=5, movement=4)


def fight(
    attacker: dict[str, Any] | None = None,
    target: dict[str, Any] | None = None,
    damage: str = "BS",
    **situation: Any,
) -> Attack:
    """An attack between two models of FIGHTER's numbers with some of them changed."""
    return Attack(_changed(attacker), _changed(target), damage, **situation)


def _changed(changes: dict[str, Any] | None) -> Model:
    return Model(**{**vars(FIGHTER), **(changes or {})})


def mean(law: Law, of: Callable[[Outcome], int]) -> Fraction:
    return sum((of(result) * chance for result, chance in law.items()), Fraction(0))


def chance(law: Law, event: Callable[[Outcome], bool]) -> Fraction:
    return sum((share for result, share in law.items() if event(result)), Fraction(0))


def impacts(result: Outcome) -> int:
    return result[0]


def injuries(result: Outcome) -> int:
    return result[4]


def stuns(result: Outcome) -> int:
    return result[5]


def percent(value: Fraction) -> float:
    return round(float(100 * value), 2)


def one_impact(a: Attack) -> Fraction:
    return impacts_to_damage(a).get(1, Fraction(0))


# --- printed figures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("defense", "plain", "handy"),
    [
        (2, Fraction(5, 6), Fraction(35, 36)),
        (3, Fraction(4, 6), Fraction(8, 9)),
        (4, Fraction(3, 6), Fraction(3, 4)),
        (5, Fraction(2, 6), Fraction(5, 9)),
        (6, Fraction(1, 6), Fraction(11, 36)),
    ],
)
def test_r8_1_impact(defense: int, plain: Fraction, handy: Fraction) -> None:
    target = {"defense": defense}
    assert one_impact(fight(target=target, ac=1)) == plain
    assert one_impact(fight(target=target, ac=1, weapon_traits=("Handy",))) == handy
    assert one_impact(fight(target=target, ac=1, weapon_traits=("Handy",), reroll=("impact",))) == handy


@pytest.mark.parametrize(
    ("dc", "cap", "ko", "plain", "expert"),
    [
        (0, "no", 73.54, 4.602, 4.918),
        (1, "no", 65.93, 4.154, 4.459),
        (2, "no", 57.94, 3.710, 4.000),
        (3, "no", 49.97, 3.276, 3.547),
        (3, "yes", 51.05, 3.367, 3.649),
    ],
)
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
    assert {result[6:] for result in outcomes(wounded) if result[1] == 1 and result[2] == 0} == {
        (4, 0, "casualty")
    }
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


def _flat_attack() -> dict[tuple[int, int, int, bool], Fraction]:
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


def test_stages_equal_one_flat_enumeration() -> None:
    law = outcomes(
        fight({"strength": 5, "traits": ("Brutal",)}, {"defense": 6}, ac=2, dc=1, weapon_traits=("Sharp",))
    )
    staged: defaultdict[tuple[int, int, int, bool], Fraction] = defaultdict(Fraction)
    for (left, damages, criticals, down, *_), share in law.items():
        staged[left, damages, criticals, down] += share
    assert staged == _flat_attack()


# --- other people's libraries ------------------------------------------------------------------------------


def joint(a: Attack) -> Table:
    table: defaultdict[tuple[int, bool, bool], Fraction] = defaultdict(Fraction)
    for (_, damages, criticals, down, *_), share in outcomes(a).items():
        table[damages, criticals > 0, down] += share
    return dict(table)


@pytest.mark.parametrize("reference", [icepool_reference, dyce_reference, numpy_reference])
def test_reference_attack(reference: Callable[[], Table]) -> None:
    assert reference() == joint(fight(ac=5, dc=4, damage_bonus=1))


@pytest.mark.parametrize(
    "case",
    [
        {"dice": 5, "defense": 4, "dc": 4, "damage_bonus": 1},
        {"dice": 4, "defense": 3, "handy": True, "sharp": True, "strength": 5, "dc": 2},
        {"dice": 3, "defense": 6, "impact_bonus": 1, "critical_from": 4, "strength": 6},
        {"dice": 3, "defense": 1, "attack": 7, "dc": 2, "strength": 2, "damage_bonus": -2},
        {"dice": 2, "defense": 7, "attack": 1, "dc": 1, "sharp": True},
        {"dice": 9, "defense": 4, "attack": 4, "dc": 7, "handy": True},
    ],
)
def test_icepool_table(case: dict[str, Any]) -> None:
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


@pytest.mark.parametrize("a", SITUATIONS)
@pytest.mark.parametrize("edition", ["2012", "revised"])
def test_masses_sum_to_one(a: Attack, edition: str) -> None:
    same = Attack(**{**vars(a), "edition": edition})
    assert sum(outcomes(same).values()) == 1
    assert sum(cross_fire(same).values()) == 1


# --- the table: who is hit on what -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("situation", "expected"),
    [
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
    ],
)
def test_r2_3_target_number(situation: dict[str, Any], expected: Fraction) -> None:
    assert one_impact(fight(**{"ac": 1, **situation})) == expected


@pytest.mark.parametrize(
    ("situation", "dice"),
    [
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
    ],
)
def test_r2_2_dice(situation: dict[str, Any], dice: int) -> None:
    assert max(impacts_to_damage(fight(**situation))) == dice


# --- blocks and saves --------------------------------------------------------------------------------------

SURE_HIT = {"defense": 1}  # one impact in 5/6, by the natural 1 alone


@pytest.mark.parametrize(
    ("situation", "passes"),
    [
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
    ],
)
def test_what_gets_through(situation: dict[str, Any], passes: Fraction) -> None:
    situation = {"ac": 1, **situation}
    situation["target"] = {**SURE_HIT, **situation.get("target", {})}
    assert one_impact(fight(**situation)) == Fraction(5, 6) * passes


# --- the damage roll ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("situation", "share"),
    [
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
    ],
)
def test_r2_8_damage(situation: dict[str, Any], share: Fraction) -> None:
    law = outcomes(fight(rof=1, **situation))
    assert chance(law, lambda result: result[1] == 1) == Fraction(1, 2) * share


@pytest.mark.parametrize(
    ("situation", "critical", "knocked_down"),
    [
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
    ],
)
def test_r2_9_collateral(
    situation: dict[str, Any], critical: tuple[int, int], knocked_down: tuple[int, int]
) -> None:
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


@pytest.mark.parametrize(
    ("crt", "reading", "expected"),
    [
        ((), "replaces", (1, 2)),
        (("CRT (B)",), "replaces", (2, 1)),
        (("CRT (SSS)",), "replaces", (1, 4)),
        (("CRT (Stunned)",), "replaces", (1, 1)),
        ((), "choice", (1, 2)),
        (("CRT (B)",), "choice", (2, 1)),
        (("CRT (BBB)",), "choice", (4, 1)),
        (("CRT (Stunned)",), "choice", (1, 2)),
    ],
)
def test_crt(crt: tuple[str, ...], reading: str, expected: tuple[int, int]) -> None:
    law = outcomes(fight(ac=1, weapon_traits=crt, readings={"crt": reading}))
    assert {(injuries(result), stuns(result)) for result in law if result[2] == 1} == {expected}


@pytest.mark.parametrize(
    ("letters", "left"),
    [
        ("BS", (0, 1)),
        ("BBS", (1, 1)),
        ("BB", (1, 0)),
        ("SS", (0, 1)),
        ("S", (0, 1)),
        ("B", (1, 0)),
        ("", (0, 0)),
    ],
)
def test_kevlar_vest(letters: str, left: tuple[int, int]) -> None:
    vest = {"traits": ("Kevlar Vest",)}
    law = outcomes(fight(target=vest, damage=letters, ac=1))
    assert {(injuries(r), stuns(r)) for r in law if r[1] == 1 and r[2] == 0} == {left}
    assert {(injuries(r), stuns(r)) for r in law if r[2] == 1} == {(left[0], left[1] + 1)}
    scratched = outcomes(fight(target=vest, damage=letters, rof=1))
    assert {(injuries(r), stuns(r)) for r in scratched if r[0] == 1 and r[1] == 0} == {(0, 1)}


@pytest.mark.parametrize(
    ("traits", "reading", "expected"),
    [
        ((), "profile", (0, 1)),
        (("Reinforced Gloves",), "profile", (0, 2)),
        (("Claws",), "profile", (1, 1)),
        (("Reinforced Gloves",), "basic", (0, 1)),
        (("Claws",), "basic", (0, 1)),
    ],
)
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


@pytest.mark.parametrize(
    ("situation", "one_injury"),
    [
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
    ],
)
def test_cross_fire(situation: dict[str, Any], one_injury: Fraction) -> None:
    law = cross_fire(fight(rof=1, **situation))
    assert law.get(1, Fraction(0)) == Fraction(1, 2) * one_injury
    assert sum(law.values()) == 1


def test_cross_fire_needs_a_shot() -> None:
    assert cross_fire(fight(ac=3, cover=("model",))) == {0: 1}


# --- bad input ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"edition": "third"},
        {"readings": {"scratch": "sometimes"}},
        {"readings": {"scratches": "off"}},
        {"cover": ("fog",)},
        {"form": "kick"},
        {"reroll": ("hit",)},
        {"damage": "X"},
    ],
)
def test_words_that_are_not_in_the_rules(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="none of"):
        fight(**wrong)
