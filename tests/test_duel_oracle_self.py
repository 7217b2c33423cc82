"""The duel witness against fights worked out by hand, and its two ways of playing against each other."""

from fractions import Fraction

import pytest
from oracle import Model
from oracle_duel import FRESH, bags, cards, rounds, row
from oracle_duel_solve import OBJECTIVES, Solver, regrets, value
from oracle_duel_stages import Blow, Gain, Half, Stages
from oracle_duel_words import (
    CASUALTY,
    KO,
    NOTHING,
    Body,
    Fight,
    Fighter,
    Hand,
    View,
    all_out,
    balanced,
    counters,
    every_hand,
    split,
    turtle,
)

# One AC that hits on a 6 and damages on a 6, one Stun: 216 ways of three dice, all listed below.
PUNCHER = Fighter(Model(attack=1, strength=6, defense=6, endurance=2, movement=1), "S", willpower=1, special=1)
VICTIM = Fighter(Model(attack=1, strength=6, defense=6, endurance=2, movement=0), "S", willpower=2, special=2)
STRIKE, REST, IDLE = split(1, 0, 0), split(0, 0, 2), split(0, 0, 0)


def test_one_blow_by_hand():
    """Of 216: a critical, 1 (also knocks down, also K.O.); a Stun without, 5; a knock down only, 2 to 5, 4."""
    law = rounds(Fight(PUNCHER, VICTIM, 1, "a"), STRIKE, REST)[0]
    found = {b: chance * 216 for (_, b), chance in cards(law).items()}
    assert found == {
        Body(): 206,
        Body(stuns=1): 5,
        Body(down=True): 4,
        Body(stuns=2, down=True, status=KO, scored=True): 1,
    }
    assert row(law)["b_out"] == Fraction(1, 216)
    assert law.points[0] == Fraction(1, 216)
    assert law.markers[0] == Fraction(5 + 2, 216)


def test_two_rounds_by_hand():
    """A Stun goes with three dice of recovery 7 times of 8; one marker costs no counter; K.O. wakes on 2d6 = 2."""
    law = cards(rounds(Fight(PUNCHER, VICTIM, 2, "a"), STRIKE, REST)[1])
    stun, ko = Fraction(5, 216), Fraction(1, 216)
    kept = stun / 8  # one Stun at the second blow
    asleep, woken = ko * Fraction(35, 36), ko / 36
    out = {pair[1]: chance for pair, chance in law.items() if pair[1].status != "up"}
    fresh = 1 - kept - asleep - woken
    any_stun = Fraction(6, 216)
    assert sum(out.values()) == fresh * ko + kept * any_stun + woken * any_stun + asleep
    assert CASUALTY not in {body.status for body in out}


def test_a_model_that_cannot_pay_stays_down_and_makes_no_attack():
    down = Body(down=True)
    for reading, attacks in (("mc", False), ("any_counter", True)):
        fight = Fight(VICTIM, PUNCHER, 1, "a", readings={"stand_up": reading})
        law = Stages(fight).activation("a", Half(down, Hand(1, 0, 1, 0)), Half(FRESH, NOTHING))
        assert all(half.body.down is not attacks for half, _, _ in law)
        assert (len(law) > 1) is attacks
        assert {half.hand.sc for half, _, _ in law} == {0 if attacks else 1}


@pytest.mark.parametrize(
    ("done", "left"),
    [(True, [(2, 1, 0, 1), (2, 1, 0, 0), (1, 1, 0, 0), (0, 1, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)]),
     (False, [(2, 1, 0, 1), (2, 1, 0, 0), (2, 0, 0, 0), (1, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)])],
)  # fmt: skip
def test_counters_go_in_order(done, left):
    """Weak loses one for each marker: SC, MC, AC of no more use, DC, AC."""
    weak = Fighter(Model(attack=9, defense=9, endurance=9, movement=9, traits=("Weak",)), "S", willpower=9)
    stages = Stages(Fight(weak, weak, 1, "a"))
    for markers, hand in enumerate(left, 1):
        half = Half(Body(), Hand(2, 1, 1, 1), done)
        after, gain = stages._struck("b", half, Blow(0, markers, "up", 0, False, markers, 0))
        assert (after.hand, gain) == (Hand(*hand), Gain(0, markers))


def test_recovery_by_hand():
    stages = Stages(Fight(PUNCHER, VICTIM, 1, "a"))
    eighth = Fraction(1, 8)
    law = stages.recovery("b", Half(Body(0, 1, True), Hand(0, 0, 2, 0)))
    assert law == {Body(0, 0, True): 7 * eighth, Body(0, 1, True): eighth}
    asleep = Body(0, 2, True, KO, True)
    assert stages.recovery("b", Half(asleep, NOTHING)) == {
        asleep: Fraction(35, 36),
        Body(0, 1, True, "up", True): Fraction(1, 36),
    }
    saved = Body(2, 0, True, KO, True)  # by Survivor: there is no Stun to lose
    assert stages.recovery("b", Half(saved, NOTHING)) == {saved: 1}
    injured = Half(Body(1, 0), Hand(0, 0, 1, 0))
    assert stages.recovery("b", injured) == {Body(1, 0): 1}
    kinder = Stages(Fight(PUNCHER, VICTIM, 1, "a", readings={"recover_injuries": "yes"}))
    assert kinder.recovery("b", injured) == {Body(1, 0): Fraction(1, 4), Body(): Fraction(3, 4)}


def test_points_by_hand():
    leader = Fighter(VICTIM.model, "S", rank="leader")
    half, more, less = Half(Body(0, 1, scored=True), NOTHING), (0, 2, KO), (2, 0, CASUALTY)
    for reading, later in (("both", 6), ("higher", 2)):
        stages = Stages(Fight(PUNCHER, leader, 1, "a", readings={"vp_after_ko": reading}))
        gains = [
            stages._struck("b", before, Blow(*what, 0, False, 1, 0))[1].points
            for before in (half, half._replace(body=Body(0, 1)))
            for what in (more, less)
        ]
        assert gains == [0, later, 4, 6]


def test_plans_by_hand():
    model = Fighter(Model(attack=3, defense=2, endurance=9, movement=2), "S", willpower=6, special=1)
    fight = Fight(model, model)

    def hand(plan, body=FRESH):
        return tuple(plan(View(fight, "a", body, FRESH, 1, None)))

    assert hand(all_out) == (3, 2, 1, 0)
    assert hand(turtle, Body(4, 0)) == (2, 2, 0, 0)
    assert hand(balanced) == (3, 2, 1, 0)
    assert hand(balanced, Body(2, 0)) == (3, 2, 0, 0)
    assert hand(balanced, Body(4, 0)) == (2, 2, 0, 0)
    assert hand(balanced, Body(4, 0, True)) == (2, 1, 0, 1)
    assert hand(split(1, 1, 0)) == (1, 1, 0, 2)
    assert hand(split(1, 1, 1), Body(9, 0, True)) == (1, 0, 0, 1)
    assert counters(model, Body(9, 0)) == 2
    assert len(list(every_hand(model, Body(9, 0)))) == 14  # two counters on four heaps and a hand, SC at most 1


def test_bags():
    fight = Fight(PUNCHER, VICTIM, 3)
    assert bags(fight) == {(3, 3): 1}
    assert bags(Fight(PUNCHER, VICTIM, 3, readings={"lead_bag": "in_all"})) == {
        (1, 2): Fraction(1, 2),
        (2, 1): Fraction(1, 2),
    }


ROUGH = Fighter(Model(attack=2, strength=3, defense=3, endurance=2, movement=1), "S", special=1, rank="leader")
TOUGH = Fighter(Model(attack=1, strength=2, defense=4, endurance=2, movement=2), "B", special=2)


@pytest.mark.parametrize("first", ["a", "b"])
def test_both_ways_of_playing_agree(first):
    """Both sides kept to a plan: the minimax is the law."""
    fight, plans = Fight(ROUGH, TOUGH, 2, first), {"a": all_out, "b": balanced}
    law = rounds(fight, all_out, balanced)[-1]
    for objective, what in (("vp", "points"), ("markers", "markers")):
        gained = getattr(law, what)
        assert Solver(fight, objective, plans).value() == gained[0] - gained[1]
    end = row(law)
    assert Solver(fight, "out", plans).value() == end["b_out"] - end["a_out"]
    assert sum(law.law.values()) == 1


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_equal_models_have_equal_chances(objective):
    assert value(Fight(TOUGH, TOUGH, 2), objective) == 0
    assert min(regrets(Fight(ROUGH, TOUGH, 2, "b"), objective, turtle)) >= 0
