"""The exact law of a duel and its solved value against the brute force, to 1e-12."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import duel_asking
import duel_cases
import pytest
from duel_cases import (
    LEADER,
    PATIENT,
    PLAIN,
    SEEING,
    SHARP,
    SLOW,
    WILLING,
    YIELDING,
    Case,
    fighter,
    wearing,
)
from oracle_duel import Told, cards, rounds, row
from oracle_duel_solve import OBJECTIVES, Solver
from oracle_duel_stages import Stages
from oracle_duel_words import Fight, all_out, balanced, split, turtle

from bmg_odds.answers.duel_law import Fought
from bmg_odds.engines import jit
from bmg_odds.engines.duel import Pair, law
from bmg_odds.engines.duel_board import Board
from bmg_odds.engines.solve import solve
from bmg_odds.rules.duel_plans import Policy, named_plan

TOLERANCE = 1e-12
EVERY = 1 if jit.COMPILED else 4
"""The law is not compiled: the pass without the compiler need not compare it in full again."""

Joint = dict[tuple[duel_asking.Key, duel_asking.Key], float]


def wanted(told: Told) -> Joint:
    """The joint law of both cards; of a model that was removed it does not matter whether it lay."""
    found: Joint = {}
    for (a, b), chance in cards(told).items():
        keys = duel_asking.key(a), duel_asking.key(b)
        found[keys] = found.get(keys, 0.0) + float(chance)
    return found


def told_of(case: Case) -> tuple[Policy, Policy]:
    one, other = case.plans
    return duel_asking.asked_plan(case.fight, "a", one), duel_asking.asked_plan(case.fight, "b", other)


def disagreement(case: Case, policies: tuple[Policy, Policy] | None = None, told: list[Told] | None = None) -> str:
    """What differs between the package and the brute force on one fight; empty where nothing does.

    The plans are those of the brute force, or the package's own; `told` is what the brute force said before.
    """
    board = Board(duel_asking.fight(case.fight), scoring=True)
    found = law(board, Pair(policies or told_of(case))).after
    told = told or rounds(case.fight, *case.plans)
    states = [roll.states for roll in board.rolls]
    for number, (counted, law_) in enumerate(zip(found, map(wanted, told), strict=True)):
        shown = {
            (tuple(states[0][a]), tuple(states[1][b])): float(counted[a, b])
            for a, b in zip(*counted.nonzero(), strict=True)
        }
        off = {key: abs(shown.get(key, 0.0) - law_.get(key, 0.0)) for key in shown.keys() | law_.keys()}
        worst = max(off, key=off.__getitem__)
        if off[worst] > TOLERANCE:
            return f"round {number + 1}: off by {off[worst]} at {worst}, {law_.get(worst, 0.0)} wanted, for {case}"
    return read_off(case, Fought(board.fight, states, found), told)


def read_off(case: Case, fought: Fought, told: list[Told]) -> str:
    """What differs in the rows of the contract, the markers and the points that are read off the law."""
    for shown, law_ in zip(fought.rounds(), told, strict=True):
        for name, chance in row(law_).items():
            if abs(shown[name] - float(chance)) > TOLERANCE:
                return f"{name} {shown[name]}, {float(chance)} wanted, for {case}"
    end = cards(told[-1])
    for side in (0, 1):
        markers = float(sum(chance * (pair[side].injuries + pair[side].stuns) for pair, chance in end.items()))
        points = float(told[-1].points[1 - side])
        if abs(fought.markers(side) - markers) > TOLERANCE:
            return f"markers of {side}: {fought.markers(side)}, {markers} wanted, for {case}"
        if abs(fought.victory_points(1 - side) - points) > TOLERANCE:
            return f"points of {1 - side}: {fought.victory_points(1 - side)}, {points} wanted, for {case}"
    return ""


def check(cases: Iterator[Case], least: int) -> None:
    every = list(cases)
    assert len(every) >= least
    for case in every[::EVERY]:
        assert not disagreement(case)


@pytest.mark.parametrize(
    ("cases", "least"),
    [(duel_cases.plain, 28), (duel_cases.readings, 33), (duel_cases.traits, 46), (duel_cases.pairs_of_traits, 27)],
)
def test_the_law_of_every_round_equals_brute_force(cases, least):
    check(cases(), least)


@pytest.mark.parametrize(("plan_a", "plan_b"), [("all-out", "turtle"), ("balanced", "split=2/1/0")])
@pytest.mark.parametrize("pair", duel_cases.PAIRS)
def test_named_plans_are_those_of_the_brute_force(pair, plan_a, plan_b):
    case = Case(Fight(*pair, 2, "b", readings={"down_target": "hit_on_2"}), plan_a, plan_b)
    assert not disagreement(case, (named_plan(plan_a), named_plan(plan_b)))


CAP = Case(
    Fight(
        fighter("S", attack=3, strength=2, endurance=4, willpower=3),
        wearing(fighter("S", attack=1, defense=2, endurance=4, willpower=3), "Weak"),
        1, "a", readings={"block_cap_at_impacts": "yes"},
    ), "a: 1 AC", "b: 1 AC, 2 DC",
)  # fmt: skip
UNSEEN = Case(
    Fight(
        fighter("S", attack=3, strength=2, endurance=4, willpower=3),
        fighter("S", attack=1, defense=1, endurance=4, movement=0),
        2, "a", readings={"block_timing": "before_impacts", "stand_up": "any_counter"},
    ), "a: 1 AC", "b: 1 AC, 1 DC",
)  # fmt: skip


@pytest.mark.parametrize("case", [CAP, UNSEEN], ids=["may not be rolled", "rolled unseen"])
def test_dc_that_are_not_rolled(case, monkeypatch):
    """Under the cap a DC that may not be rolled stays and is lost before AC; one committed unseen is gone."""
    for name, plan in (
        ("a: 1 AC", split(1, 0, 0)),
        ("b: 1 AC, 2 DC", split(1, 2, 0)),
        ("b: 1 AC, 1 DC", split(1, 1, 0)),
    ):
        monkeypatch.setitem(duel_cases.PLANS, name, plan)
    assert not disagreement(case)


# --- best play ----------------------------------------------------------------------------------------------


def fights() -> Iterator[Fight]:
    """Two rounds, every lead, every reading that matters and every trait that a plan must think of."""
    for first in duel_cases.FIRSTS:
        yield Fight(PLAIN, LEADER, 2, first)
    for name, values in duel_cases.READINGS.items():
        for number, value in enumerate(values[1:] if name != "lead_bag" else values):
            odd = 3 if value == "in_all" else 2
            a, b = ((SHARP, SLOW), (SLOW, LEADER))[number % 2]
            yield Fight(a, b, odd, "draw" if name == "lead_bag" else "a", readings={name: value})
    for number, name in enumerate(("Weak", "Survivor", "Tension", "Power Armor", "Cybernetic", "Bot", "Brutal")):
        yield Fight(wearing(SHARP, name), PLAIN, 2, "ab"[number % 2])
    yield Fight(replace(WILLING, special=1), SHARP, 2, "b", "2012")
    yield Fight(*SEEING, 2, "a")
    yield Fight(*PATIENT, 2, "a")
    yield Fight(*YIELDING, 2, "draw", readings={"stand_up": "any_counter"})


FIGHTS = list(fights())


@pytest.mark.parametrize("place", range(0, len(FIGHTS), EVERY))
def test_solved_values_equal_minimax_over_all_plans(place):
    told = FIGHTS[place]
    stages = Stages(told)
    for objective in OBJECTIVES if told.rounds < 3 else ("out",):
        found = solve(Board(duel_asking.fight(told), scoring=objective == "vp"), objective).value
        assert found == pytest.approx(float(Solver(told, objective, stages=stages).value()), abs=TOLERANCE), (
            objective,
            told,
        )


@pytest.mark.parametrize("first", ["a", "draw"])
def test_regrets_equal_minimax(first):
    """What a named plan loses against the best answer to it."""
    told = Fight(PLAIN, LEADER, 2, first)
    solution = solve(Board(duel_asking.fight(told), scoring=False), "out")
    for plan, side in product((all_out, balanced, turtle), (0, 1)):
        kept = Solver(told, "out", {"ab"[side]: plan}).value()
        found = solution.against(side, duel_asking.asked_plan(told, "ab"[side], plan)).value
        assert found == pytest.approx(float(kept), abs=TOLERANCE)


def test_values_in_the_middle_of_a_fight():
    """Every pair of states that can be there with a round to go, not only those that best play comes to."""
    told = Fight(SHARP, LEADER, 2, "draw", readings={"lead_bag": "in_all"})
    asked, solver = duel_asking.fight(told), Solver(told, "out")
    solution = solve(Board(asked), "out")
    seen = 0
    for a, b in product(asked.states(0, scoring=False), asked.states(1, scoring=False)):
        if 3 not in (a.posture, b.posture):
            for bag in ((1, 0), (0, 1)):
                value = solver.round_value(1, bag, (duel_asking.body(a), duel_asking.body(b)))
                assert solution.at(a, b, 1, bag) == pytest.approx(float(value), abs=TOLERANCE)
                seen += 1
    assert seen >= 100
