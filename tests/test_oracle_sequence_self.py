"""The witness of sequences on its own: hand-worked cases, one attack alone, two attacks thrown flat."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
import scenarios
from oracle import FACES, Attack, Model, outcomes
from oracle_sequence import Sequence, figure, law, optimal, states

HIT = Fraction(5, 6)  # one die against Defense 1
HARM = Fraction(5, 12)  # and Strength 4+
FIRE = Fraction(25, 36)  # and Firearm

THUG = Model(attack=7, strength=4)
SURE = replace(THUG, attack=1)  # every block die against it succeeds


def blow(damage: str = "S", *traits: str, by: Model = THUG, **more) -> Attack:
    """One strike whose critical deals nothing."""
    return Attack(by, Model(), damage, weapon_traits=("CRT (Push)", *traits), **{"ac": 1, **more})


def shot(damage: str = "S", *traits: str, by: Model = THUG, **more) -> Attack:
    """One Firearm shot that never scratches."""
    readings = {"scratch": "off", **more.pop("readings", {})}
    return blow(damage, "Firearm", *traits, by=by, rof=1, readings=readings, **more)


def foe(endurance: int = 9, *traits: str, defense: int = 1) -> Model:
    return Model(defense=defense, endurance=endurance, traits=traits)


def at_last(s: Sequence, name: str) -> Fraction:
    return figure(name, law(s)[-1])


def left(s: Sequence, after: int = 1) -> dict[tuple[int, int], Fraction]:
    """Law of (spare counters, DC) after so many attacks."""
    found: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for state, chance in states(s)[after - 1].items():
        found[state.spare, state.dc] += chance
    return dict(found)


def dealt(s: Sequence) -> dict[tuple[int, int], Fraction]:
    """Law of the Injuries and Stuns inflicted."""
    found: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for joint, chance in law(s)[-1].items():
        found[joint.injuries, joint.stuns] += chance
    return dict(found)


# --- markers add up ----------------------------------------------------------------------------------------


def test_markers_of_two_attacks_add_up():
    """0, 1 or 2 Stuns (a critical) with 7/12, 25/72 and 5/72 each time, against Endurance 2."""
    plain = Attack(THUG, Model(), "S", ac=1)
    first, second = law(Sequence(foe(2), (plain, plain)))
    assert figure("out", first) == Fraction(5, 72)
    assert figure("out", second) == 1 - Fraction(7, 12) ** 2 - 2 * Fraction(7, 12) * Fraction(25, 72)
    assert figure("markers", second) == 2 * (Fraction(25, 72) + 2 * Fraction(5, 72))


def test_a_casualty_is_attacked_no_more():
    s = Sequence(foe(1), (blow("B"), blow("B")))
    assert at_last(s, "casualty") == 1 - (1 - HARM) ** 2
    assert max(joint.damages for joint in law(s)[-1]) == 1
    assert at_last(s, "injuries") == at_last(s, "casualty")


def test_a_ko_is_attacked_and_an_injury_replaces_its_stun():
    s = Sequence(foe(1), (blow("S"), blow("B")))
    assert at_last(s, "casualty") == HARM
    assert at_last(s, "ko") == HARM * (1 - HARM)
    ignored = tuple(replace(one, readings={"surplus_injuries": "ignore"}) for one in s.attacks)
    assert at_last(replace(s, attacks=ignored), "casualty") == (1 - HARM) * HARM


def test_a_surplus_is_lost():
    last = law(Sequence(foe(2), (blow("SSS"), blow("SSS"))))[-1]
    assert {(joint.stuns, joint.target_stuns) for joint in last} == {(0, 0), (3, 2), (6, 2)}


# --- DC ----------------------------------------------------------------------------------------------------

TWICE = (blow(by=SURE), blow(by=SURE))


@pytest.mark.parametrize(
    ("dc", "policy", "readings", "reached"),
    [
        (0, "all", {}, 1 - (1 - HIT) ** 2),
        (1, "all", {}, HIT**2),  # kept where the first missed, spent where it hit
        (2, "all", {}, HIT**2),
        (2, "at-most=1", {}, 0),
        (2, "at-most=0", {}, 1 - (1 - HIT) ** 2),
        (2, "one-per-impact", {}, 0),
        (1, "one-per-impact", {}, HIT**2),
        (2, "all", {"block_cap_at_impacts": "yes"}, 0),
        (1, "all", {"block_timing": "before_impacts"}, HIT),
        (3, "all", {"block_timing": "before_impacts", "block_cap_at_impacts": "yes"}, HIT),
        (2, "at-most=1", {"block_timing": "before_impacts"}, 0),
    ],
)
def test_dc_are_spent_when_rolled(dc, policy, readings, reached):
    attacks = tuple(replace(one, readings=readings) for one in TWICE)
    assert at_last(Sequence(foe(), attacks, dc=dc, policy=policy), "impact") == reached


def test_a_shot_spends_no_dc():
    assert left(Sequence(foe(), (shot(), blow(by=SURE)), dc=1)) == {(0, 1): 1}
    assert at_last(Sequence(foe(), (shot(), blow(by=SURE)), dc=1), "impact") == HIT


@pytest.mark.parametrize(
    ("traits", "strikes", "dc", "kept"),
    [
        ((), (), 4, 3),
        ((), ("Crushing",), 4, 2),
        (("Sustained Defense",), (), 4, 3),
        (("Sustained Defense",), ("Crushing",), 4, 2),  # 2 DC give 3 dice, of which 2 are rolled
        (("Sustained Defense",), ("Crushing",), 1, 0),
    ],
)
def test_dc_beyond_the_cap_are_not_spent(traits, strikes, dc, kept):
    first = blow("S", *strikes, readings={"block_cap_at_impacts": "yes"})
    assert left(Sequence(foe(9, *traits), (first,), dc=dc)) == {(0, kept): HIT, (0, dc): 1 - HIT}


def test_three_dice_of_two_dc_are_capped():
    """Two impacts and Sustained Defense: all 3 DC would be 4 dice; 2 are rolled, and 2 DC give them."""
    first = blow(ac=2, readings={"block_cap_at_impacts": "yes"})
    found = left(Sequence(foe(9, "Sustained Defense"), (first,), dc=3))
    assert found == {(0, 1): HIT**2, (0, 2): 2 * HIT * (1 - HIT), (0, 3): (1 - HIT) ** 2}


# --- counters lost to markers ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("traits", "damage", "more", "hurt"),
    [
        ((), "SS", {"spare": 1}, (0, 1)),
        ((), "S", {"spare": 1}, (1, 1)),
        ((), "SSS", {"spare": 1}, (0, 1)),
        ((), "S", {"spare": 1, "stuns": 1}, (0, 1)),
        ((), "SSSS", {"spare": 1}, (0, 0)),
        ((), "BBS", {"spare": 1, "stuns": 1}, (0, 0)),
        ((), "SS", {"spare": 1, "lose": "dc"}, (1, 0)),
        ((), "SSSS", {"spare": 1, "lose": "dc"}, (0, 0)),
        ((), "SS", {"spare": 0}, (0, 0)),
        ((), "SSSS", {}, (0, 1)),
        ((), "SS", {"willpower": 3}, (1, 1)),
        ((), "SS", {"willpower": 1}, (0, 0)),
        ((), "S", {"willpower": 5, "injuries": 2, "stuns": 1}, (2, 1)),
        (("Sturdy",), "SS", {"spare": 1}, (1, 1)),
        (("Sturdy",), "SSS", {"spare": 1}, (0, 1)),
        (("Sturdy",), "S", {"willpower": 5, "injuries": 2, "stuns": 2}, (3, 1)),
        (("Weak",), "S", {"spare": 1}, (0, 1)),
        (("Weak",), "SS", {"spare": 1}, (0, 0)),
        (("Desensitized",), "SSSS", {"spare": 0}, (0, 1)),
        ((), "SSSSSSSSS", {"spare": 5}, (0, 0)),  # K.O.
        (("Desensitized",), "SSSSSSSSS", {"spare": 5}, (0, 0)),
        ((), "SSSSSSSSS", {}, (0, 0)),
    ],
)
def test_counters_lost_to_markers(traits, damage, more, hurt):
    s = Sequence(foe(9, *traits), (shot(damage),), dc=1, **more)
    found = left(s)
    assert found.pop(hurt, Fraction(0)) in (FIRE, 1)
    assert all(dc == 1 for _, dc in found)


def test_a_ko_blocks_no_more():
    s = Sequence(foe(1), (shot("S"), blow("B", by=SURE)), dc=1, spare=5)
    assert at_last(s, "casualty") == FIRE * HARM


def test_lost_dc_block_no_more():
    s = Sequence(foe(9), (shot("SS"), blow("B", by=SURE)), dc=1, spare=0)
    assert at_last(s, "injuries") == FIRE * HARM
    assert at_last(replace(s, spare=1), "injuries") == 0


# --- down --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "defense", "standing", "lying"),
    [
        ("none", 1, Fraction(0), Fraction(0)),
        ("no_block", 1, Fraction(0), HIT),
        ("hit_on_2", 6, Fraction(0), HIT),
        ("no_block", 6, Fraction(0), Fraction(1, 6)),
    ],
)
def test_being_down_matters_under_its_reading(value, defense, standing, lying):
    """The first, a shot, matches its collateral die on 2 to 6; the second is always blocked by one who may block."""
    readings = {"down_target": value}
    first, second = shot("", readings=readings), blow("B", "Firearm", by=SURE, readings=readings)
    s = Sequence(foe(defense=defense), (first, second), dc=1)
    hit = HIT if defense == 1 else Fraction(1, 6)
    down = hit * Fraction(5, 36)
    assert at_last(s, "injuries") == ((1 - down) * standing + down * lying) * HIT


# --- traits that act once a round --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("traits", "damage", "both", "one"),
    [
        ((), "B", (2, 0), (1, 0)),
        (("Hardened",), "B", (1, 1), (0, 1)),
        (("Hardened",), "BB", (3, 1), (1, 1)),
        (("Hardened",), "S", (0, 2), (0, 1)),
        (("Invulnerability (1)",), "B", (1, 0), (0, 0)),
        (("Invulnerability (3)",), "BS", (0, 1), (0, 0)),
        (("Invulnerability (1)", "Hardened"), "B", (0, 1), (0, 0)),
        (("Power Armor",), "BB", (1, 0), (0, 0)),
        (("Power Armor",), "BBS", (2, 1), (0, 0)),
        (("Kevlar Vest",), "BS", (0, 2), (0, 1)),
    ],
)
def test_traits_carry_over(traits, damage, both, one):
    found = dealt(Sequence(foe(9, *traits), (blow(damage), blow(damage))))
    wanted: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for result, chance in ((both, HARM**2), (one, 2 * HARM * (1 - HARM)), ((0, 0), (1 - HARM) ** 2)):
        wanted[result] += chance
    assert found == wanted


def test_magic_leaves_invulnerability_for_the_next():
    found = dealt(Sequence(foe(9, "Invulnerability (1)"), (blow("B", "Magic"), blow("S"))))
    assert found == {(1, 0): HARM, (0, 0): 1 - HARM}


def test_invulnerability_that_is_used_up_still_saves_from_a_crt_casualty():
    first, second = blow("SS"), Attack(THUG, Model(), "S", ac=1, weapon_traits=("CRT (Casualty)",))
    s = Sequence(foe(9, "Invulnerability (1)"), (first, second))
    assert at_last(s, "casualty") == 0
    assert at_last(replace(s, target=foe(9)), "casualty") == HARM / 6


def test_survivor_rolls_for_every_casualty():
    s = Sequence(foe(1, "Survivor"), (blow("B"), blow("B")))
    out = Fraction(2, 3)
    assert at_last(s, "casualty") == HARM * (out + (1 - out) * HARM * out) + (1 - HARM) * HARM * out
    assert at_last(s, "out") == 1 - (1 - HARM) ** 2


def test_a_crt_casualty_survived_is_a_ko_that_lasts():
    first = Attack(THUG, Model(), "S", ac=1, weapon_traits=("CRT (Casualty)",))
    s = Sequence(foe(9, "Survivor"), (first, blow("S")), dc=1)
    assert at_last(s, "ko") == HARM / 6 / 3
    assert at_last(s, "casualty") == HARM / 6 * 2 / 3


def test_judgment_needs_one_who_still_stands():
    judge = replace(THUG, traits=("Judgment",))
    s = Sequence(foe(1), (blow("S", by=judge), blow("S", by=judge)))
    assert at_last(s, "casualty") == HARM / 2 + (1 - HARM) * HARM / 2
    assert at_last(replace(s, attacks=(blow("S"), blow("S", by=judge))), "casualty") == (1 - HARM) * HARM / 2


def test_a_die_that_knows_of_earlier_markers():
    """Tension: Defense 3, and 4 once hurt."""
    s = Sequence(foe(9, "Tension", defense=3), (blow("S"), blow("S")))
    first = Fraction(4, 6) / 2
    assert at_last(s, "markers") == first + first / 4 + (1 - first) * first
    scent = replace(THUG, traits=("Blood Scent",))
    assert (
        at_last(Sequence(foe(9), (blow("S"), blow("S", by=scent))), "stuns")
        == HARM + HARM * HIT * Fraction(2, 3) + (1 - HARM) * HARM
    )


# --- the best defender -------------------------------------------------------------------------------------

SMALL_THEN_BIG = Sequence(foe(2), (blow("S", by=SURE), blow("SS", by=SURE)), dc=1, policy="optimal")


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("out", 0),  # the DC is kept for the second
        ("markers", HARM),  # likewise
        ("at-least=2", 0),
        ("at-least=1", HIT * HARM),  # spent on whichever hits first
        ("damage", HIT * HARM),
        ("impact", HIT**2),
        ("stuns", HARM),
        ("injuries", 0),
        ("casualty", 0),
        ("critical", HIT * HARM / 6),
        ("knocked_down", HIT * HIT * Fraction(5, 36)),
    ],
)
def test_optimal(name, least):
    assert optimal(SMALL_THEN_BIG, name) == least


@pytest.mark.parametrize(("name", "least"), [("out", 0), ("markers", HARM), ("damage", HARM), ("impact", HIT)])
def test_optimal_unseen(name, least):
    """The DC is committed to one of the two before its impacts are known."""
    unseen = tuple(replace(one, readings={"block_timing": "before_impacts"}) for one in SMALL_THEN_BIG.attacks)
    assert optimal(replace(SMALL_THEN_BIG, attacks=unseen), name) == least


def test_optimal_keeps_what_a_rule_of_thumb_spends():
    plain = {name: at_last(replace(SMALL_THEN_BIG, policy=name), "out") for name in ("all", "at-most=0")}
    assert plain == {"all": HIT * HARM, "at-most=0": HARM}


def test_optimal_never_loses_to_a_rule_of_thumb():
    target = replace(foe(4, "Sustained Defense", defense=3))
    attacks = (
        Attack(Model(attack=4, strength=3), Model(), "SS", ac=2),
        Attack(Model(attack=5, strength=5), Model(), "BS", ac=2),
    )
    s = Sequence(target, attacks, dc=3, willpower=4)
    for name in ("out", "markers", "knocked_down", "at-least=3"):
        least = optimal(s, name)
        for policy in ("all", "one-per-impact", "at-most=1", "at-most=2", "at-most=0"):
            assert least <= at_last(replace(s, policy=policy), name)


# --- one attack alone --------------------------------------------------------------------------------------


def alone() -> list[Attack]:
    """Every trait and reading of the tests of one attack that a sequence can carry."""
    attacks = [*scenarios.single_readings(), *scenarios.single_traits()]
    return [one for one in attacks if not one.use and not one.target_use and "paralyzed" not in one.target_state]


@pytest.mark.compiled
def test_one_attack_alone_is_the_attack():
    compared = 0
    for one in alone():
        if one.injuries + one.stuns >= one.target.endurance:
            continue  # out before the first attack, and without counters
        wanted: defaultdict[tuple, Fraction] = defaultdict(Fraction)
        for (impacts, damages, criticals, *rest), chance in outcomes(one).items():
            wanted[impacts > 0, damages, criticals > 0, *rest] += chance
        alone_law = law(Sequence(one.target, (one,), dc=one.dc, injuries=one.injuries, stuns=one.stuns, down=one.down))[
            0
        ]
        assert alone_law == wanted, one
        compared += 1
    assert compared > 700


# --- two attacks thrown flat -------------------------------------------------------------------------------


def thrown_flat() -> dict[tuple, Fraction]:
    """Defense 4, Endurance 3, Attack 5, Strength 4, BS, 1 AC each; 1 DC, no spare counter: every face of every die."""
    law_now: dict[tuple, Fraction] = {(0, 0, 0, 0, 0, False, False, 1): Fraction(1)}
    for _ in range(2):
        then: defaultdict[tuple, Fraction] = defaultdict(Fraction)
        for (injuries, stuns, more_b, more_s, damages, critical, knocked, dc), chance in law_now.items():
            if injuries == 3:
                then[injuries, stuns, more_b, more_s, damages, critical, knocked, dc] += chance
                continue
            for strike, block, damage, collateral in product(FACES, repeat=4):
                hits, kept = int(strike >= 4), dc
                if hits and dc:
                    kept = 0
                    hits -= block >= 5
                good = bool(hits and damage >= 4)
                extra = bool(good and collateral == 6)
                down = bool(hits and damage == collateral != 1)
                b, s = injuries, stuns
                if good:
                    if b + s < 3:
                        b += 1
                    elif s:
                        b, s = b + 1, s - 1
                    s = min(s + 1 + extra, 3 - b)
                if b + s == 3 or (b + s) // 2 > (injuries + stuns) // 2:
                    kept = 0
                after = (b, s, more_b + good, more_s + good + extra, damages + good, critical or extra)
                then[*after, knocked or down, kept] += chance / 6**4
        law_now = dict(then)
    return law_now


def test_equals_two_attacks_thrown_flat():
    plain = Attack(Model(attack=5, strength=4), Model(), "BS", ac=1)
    found: defaultdict[tuple, Fraction] = defaultdict(Fraction)
    for state, chance in states(Sequence(foe(3, defense=4), (plain, plain), dc=1, spare=0))[-1].items():
        found[
            state.injuries, state.stuns, state.more_injuries, state.more_stuns, state.damages, state.critical,
            state.knocked_down, 0 if state.status != "up" else state.dc,
        ] += chance  # fmt: skip
    assert found == thrown_flat()


@pytest.mark.parametrize(
    "wrong",
    [
        {"policy": "some"},
        {"lose": "mc"},
        {"policy": "one-per-impact", "attacks": (blow(readings={"block_timing": "before_impacts"}),)},
        {"willpower": 2, "dc": 3},
    ],
)
def test_wrong_words(wrong):
    with pytest.raises(ValueError):
        law(Sequence(**{"target": foe(), "attacks": (blow(),), "dc": 1, **wrong}))
