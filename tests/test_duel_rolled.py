"""Whole fights rolled against whole fights counted: the joint law of both cards after every round.

Every test's false alarm is 1e-9: of 12 fights of at most 6 rounds, 72 tests, 14 of single strikes and the values of
three solved fights, the suite raises one in fewer than 10 million runs. Seeds are literal and nothing is rerun. Power:
with 500,000 fights a test finds, 99 times of 100, any shift of 1.3 percentage points of the mass between two cells
that hold 20 % each (`test_power`), a solved value that is off by 1.2 points nearly always.
"""

import subprocess
import sys
import time
from dataclasses import replace
from functools import cache
from typing import Any

import duel_asking
import numpy as np
import pytest
from duel_cases import SHARP, WILLING, wearing
from interrupting import interrupted
from oracle_duel_words import Fight as ToldFight
from test_sampling import STRIKES

from bmg_odds import BmgError
from bmg_odds.answers.agreement import g_test
from bmg_odds.answers.duel import duel, fight
from bmg_odds.answers.provenance import ask_again
from bmg_odds.engines import duel_blows, exact, rolling, sampling
from bmg_odds.engines.duel import Pair, law
from bmg_odds.engines.duel_board import Board
from bmg_odds.engines.duel_ring import Lead
from bmg_odds.engines.duel_rolled import RolledFights, rolled
from bmg_odds.engines.solve import Solution, solve
from bmg_odds.engines.table import shape
from bmg_odds.rules.duel import Fight
from bmg_odds.rules.duel_plans import View, named_plan

FALSE_ALARM = 1e-9
TRIALS = 500_000


def p_values(found: RolledFights, board: Board, after: Any) -> list[float]:
    """The G-test of each round's counts."""
    places = [[roll.at[state] for state in states] for roll, states in zip(board.rolls, found.states, strict=True)]
    laws = [law_[np.ix_(*places)] for law_ in after]
    assert all(counts.sum() == found.trials for counts in found.after)
    return [
        g_test(counts.ravel().tolist(), chances.ravel().tolist()).p_value
        for counts, chances in zip(found.after, laws, strict=True)
    ]


# --- one strike ---------------------------------------------------------------------------------------------

SINGLE = (
    "reference", "cap, need 2", "odd collateral die", "martial expert", "two impact rerolls", "damage rerolls",
    "covers", "dodge", "saves", "devastating", "brutal", "devastating, brutal, only 5 and 6", "all spoilt, rerolls",
    "one damage reroll",
)  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize("name", SINGLE)
def test_a_strike_die_by_die(name):
    strike = STRIKES[name]
    joint = np.zeros(shape(strike), np.int64)
    duel_blows._count(duel_blows.dice(rolling.stream(1200, 0)), duel_blows.row(strike), 200_000, joint.reshape(-1))
    assert g_test(joint.ravel().tolist(), exact.table(strike).values).p_value > FALSE_ALARM


# --- whole fights -------------------------------------------------------------------------------------------

FIGHTS: dict[str, tuple[str, str, str, str, dict[str, Any]]] = {
    "drawn": ("Batman (AC)", "Joker (AC)", "all-out", "balanced", {}),
    "a first": ("Bane (AC)", "Killer Croc", "balanced", "turtle", {"first": "a"}),
    "henchmen": ("Gotham Policeman", "Clown (Tube)", "all-out", "all-out", {"first": "b"}),
    "2012": ("Victor Zsasz", "Solomon Grundy", "split=3/2/1", "balanced", {"rules": "2012"}),
    "readings": (
        "Wonder Woman", "Joker Titan (AC)", "balanced", "all-out",
        {"reading": ["down_target=hit_on_2", "recover_injuries=yes", "surplus_injuries=ignore"]},
    ),
    "one bag": ("Mr. Hammer", "Harley Quinn (AC)", "all-out", "turtle", {"reading": ["lead_bag=in_all"], "rounds": 5}),
    "dc": (
        "Nightwing:traits=Weak", "Batman (TAS)", "balanced", "split=1/3/0",
        {"reading": ["block_cap_at_impacts=yes", "stand_up=any_counter", "down_target=no_block"]},
    ),
    "unseen": (
        "Catwoman (AC)", "Two-Face", "split=2/2/0", "turtle",
        {"reading": ["block_timing=before_impacts", "stand_up=any_counter"]},
    ),
}  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize("name", FIGHTS)
def test_rolled_equals_counted(name):
    a, b, plan_a, plan_b, options = FIGHTS[name]
    asked = fight(a, b, **options)
    board = Board(asked, scoring=True)
    counted = law(board, Pair((named_plan(plan_a), named_plan(plan_b)), (True, True)))
    found = rolled(asked, plan_a, plan_b, trials=TRIALS, seed=1300 + list(FIGHTS).index(name))
    assert min(p_values(found, board, counted.after)) > FALSE_ALARM


SPECIAL = (
    (wearing(SHARP, "Weak", "Power Armor", "Cybernetic"), wearing(WILLING, "Survivor", "Hardened"), ()),
    (wearing(SHARP, "Judgment", "Tension"), wearing(WILLING, "Bot", "Blood Scent"), ("CRT (Casualty)",)),
)


@pytest.mark.compiled
@pytest.mark.parametrize("number", range(len(SPECIAL)))
def test_traits_that_keep_a_state(number):
    a, b, borne = SPECIAL[number]
    told = ToldFight(a, replace(b, weapon_traits=borne), 4)
    board = Board(duel_asking.fight(told), scoring=True)
    counted = law(board, Pair((named_plan("all-out"), named_plan("balanced"))))
    found = rolled(board.fight, "all-out", "balanced", trials=TRIALS, seed=1350 + number)
    assert min(p_values(found, board, counted.after)) > FALSE_ALARM


def test_power():
    from scipy import stats

    cells, shift = 250, 0.013
    noncentral = TRIALS * 2 * shift**2 / 0.2
    assert stats.ncx2.sf(stats.chi2.isf(FALSE_ALARM, cells - 1), cells - 1, noncentral) > 0.99


# --- best play ----------------------------------------------------------------------------------------------

SOLVED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "out": ("Gotham Policeman", "Clown (Tube)", {}),
    "markers": ("Harley Quinn (AC)", "Catwoman (AC)", {"first": "b"}),
    "vp": ("Robin (Tim Drake)", "Victor Zsasz", {"rules": "2012", "reading": ["lead_bag=in_all"], "rounds": 5}),
}


def played(solution: Solution, asked: Fight, objective: str, trials: int, seed: int) -> RolledFights:
    """Fights in which both sides, and whoever has drawn the lead, keep to the solution."""
    policies = solution.policies()

    def choose(lead: Lead) -> int:
        return solution.leader(*lead.states, lead.rounds_left, lead.bag, lead.drawn)

    scoring = objective == "vp"
    return rolled(asked, *policies, trials=trials, seed=seed, choose=choose, scoring=scoring)


@pytest.mark.compiled
@pytest.mark.parametrize("objective", SOLVED)
def test_a_solved_fight(objective):
    """The solved value is what the rolled fights bring, and their cards are those of the law of best play.

    A value 6.2 standard errors off comes by chance once in a billion times.
    """
    a, b, options = SOLVED[objective]
    asked = fight(a, b, **options)
    board = Board(asked, scoring=objective == "vp")
    solution = solve(board, objective)
    found = played(solution, asked, objective, TRIALS, 1400)
    mean, error = found.gain(objective)
    assert abs(mean - solution.value) < 6.2 * error
    assert min(p_values(found, board, law(board, solution.pair()).after)) > FALSE_ALARM


# --- plans --------------------------------------------------------------------------------------------------

SMALL = ToldFight(SHARP, WILLING, 3)
TOSSES = 2000


@cache
def small() -> Fight:
    return duel_asking.fight(SMALL)


def same(one: RolledFights, other: RolledFights) -> bool:
    after = all((x == y).all() for x, y in zip(one.after, other.after, strict=True))
    return after and (one.trials, one.inflicted, one.squares) == (other.trials, other.inflicted, other.squares)


def test_a_plan_by_name_and_as_a_function():
    one = rolled(small(), "all-out", "balanced", trials=TOSSES, seed=7)
    other = rolled(small(), named_plan("all-out"), named_plan("balanced"), trials=TOSSES, seed=7)
    assert same(one, other)
    assert not same(one, rolled(small(), "all-out", "turtle", trials=TOSSES, seed=7))


def test_a_plan_sees_all_that_there_is_to_see():
    seen: list[View] = []

    def watching(view: View) -> tuple[int, int, int, int]:
        seen.append(view)
        return named_plan("balanced")(view)

    rolled(small(), watching, "all-out", trials=TOSSES, seed=7)
    assert len(seen) == len(set(seen)) > 50  # each is asked for once
    assert {view.rounds_left for view in seen} == {1, 2, 3}
    assert {(view.rounds_left, view.own_draws + view.foe_draws) for view in seen} == {(3, 5), (2, 4), (1, 3)}
    assert all((view.foe_plan is None) is view.first for view in seen)
    assert {view.first for view in seen} == {True, False}


def test_the_side_drawn_chooses():
    leads: list[Lead] = []

    def always_b(lead: Lead) -> int:
        leads.append(lead)
        return 1

    views: list[View] = []

    def watching(view: View) -> tuple[int, int, int, int]:
        views.append(view)
        return named_plan("balanced")(view)

    rolled(small(), watching, "balanced", trials=TOSSES, seed=7, choose=always_b)
    assert {lead.drawn for lead in leads} == {0, 1}
    assert {view.first for view in views} == {False}


def test_plans_that_cannot_be_placed_are_refused():
    with pytest.raises(BmgError, match="places 9 AC"):
        rolled(small(), lambda _: (9, 0, 0, 0), "balanced", trials=10, seed=1)
    with pytest.raises(BmgError, match="is no plan"):
        rolled(small(), "all out war", "balanced", trials=10, seed=1)


def test_points_are_told_only_if_asked_for():
    with_points = rolled(small(), "all-out", "all-out", trials=TOSSES, seed=3)
    without = rolled(small(), "all-out", "all-out", trials=TOSSES, seed=3, scoring=False)
    assert {state.scored for pair, _ in with_points.ends() for state in pair} == {0, 1}
    assert {state.scored for pair, _ in without.ends() for state in pair} == {0}
    assert with_points.gain("out") == without.gain("out")
    assert with_points.gain("vp") != without.gain("vp")
    assert with_points.markers(0) == without.markers(0)


# --- seeds, threads, interrupts -----------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["a", "draw"])
def test_threads_change_nothing(first, monkeypatch):
    monkeypatch.setattr(rolling, "BLOCK", 16)
    asked = duel_asking.fight(replace(SMALL, first=first))
    runs = [rolled(asked, "all-out", named_plan("turtle"), trials=501, seed=5, threads=n) for n in (1, 2, 7)]
    assert same(runs[0], runs[1])
    assert same(runs[0], runs[2])
    assert not same(runs[0], rolled(asked, "all-out", named_plan("turtle"), trials=501, seed=6, threads=1))


@pytest.mark.compiled
def test_threads_change_nothing_in_a_long_run():
    asked = fight("Gotham Policeman", "Clown (Tube)")
    trials = 6 * rolling.BLOCK + 77
    runs = [rolled(asked, "balanced", named_plan("all-out"), trials=trials, seed=5, threads=n) for n in (1, 2, 7)]
    assert same(runs[0], runs[1])
    assert same(runs[0], runs[2])


def test_longer_runs_continue_shorter_ones():
    short = rolled(small(), "all-out", "balanced", trials=300, seed=1)
    longer = rolled(small(), "all-out", "balanced", trials=700, seed=1)
    assert all((more >= few).all() for few, more in zip(short.after, longer.after, strict=True))


def test_pinned_counts():
    """Counts of a small run, which must never change with a seed given: neither compiled nor plain."""
    found = rolled(small(), "all-out", "balanced", trials=500, seed=2012)
    rows = [[round(share * 500) for share in found.row(number).values()] for number in range(3)]
    assert rows == [[158, 65, 0, 277, 0, 0], [248, 141, 0, 111, 0, 49], [273, 188, 0, 39, 0, 117]]
    assert found.inflicted == (1332, 1272)


def test_progress(monkeypatch):
    monkeypatch.setattr(rolling, "BLOCK", 16)
    monkeypatch.setattr(sampling, "_HELD", 0.0)
    told: list[tuple[int, int]] = []
    rolled(small(), "all-out", "all-out", trials=100, seed=1, progress=lambda *now: told.append(now))
    assert told[-1] == (100, 100)
    assert told == sorted(told)
    assert len(told) > 3


@pytest.mark.parametrize("threads", [1, 3])
def test_an_interrupt_keeps_what_is_finished(threads, monkeypatch):
    monkeypatch.setattr(rolling, "BLOCK", 16)
    monkeypatch.setattr(sampling, "_HELD", 0.0)

    def interrupt(done: int, trials: int) -> None:
        raise KeyboardInterrupt

    rolled(small(), "all-out", "all-out", trials=1, seed=1)  # compiling is not what is timed
    start = time.monotonic()
    found = rolled(small(), "all-out", "all-out", trials=2**60, seed=1, threads=threads, progress=interrupt)
    assert time.monotonic() - start < 10
    assert found.interrupted
    assert 0 < found.trials == found.after[-1].sum() < 2**60


@pytest.mark.compiled
@pytest.mark.parametrize(("rules", "thug"), [("revised", "willpower=2,movement=1"), ("third", "movement=8")])
def test_what_an_interrupt_kept_can_be_asked_again(rules, thug, monkeypatch):
    monkeypatch.setattr(rolling, "BLOCK", 4096)
    monkeypatch.setattr(sampling, "_HELD", 0.0)
    thug += ",strength=3,attack=2,defense=2,endurance=2,damage=S"

    def interrupt(done: int, trials: int) -> None:
        if done:
            raise KeyboardInterrupt

    asked = {"rules": rules, "rounds": 2, "engine": "mc", "seed": 9}
    found = duel(thug, thug, **asked, trials=2**40, progress=interrupt).record()
    assert found["interrupted"]
    assert 0 < found["trials"] == found["arguments"]["options"]["trials"] < 2**40
    again = ask_again(found["arguments"]).record
    assert (again["rounds"], again["markers_a"]) == (found["rounds"], found["markers_a"])


def endless(_: object, *, trials: int, seed: int, threads: int | None = None, progress: Any = None) -> Any:
    """A run of short blocks in a process of its own, in the shape that `interrupting` speaks of."""
    rolling.BLOCK = 1024
    asked = duel_asking.fight(replace(SMALL, rounds=1))
    found = rolled(asked, "all-out", "all-out", trials=trials, seed=seed, threads=threads, progress=progress)
    return sampling.Table((1, 1, 1, 1, 1), [int(found.after[-1].sum())], (), found.trials, found.interrupted)


@pytest.mark.compiled
@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
def test_control_c_stops_a_process():
    assert interrupted("test_duel_rolled", "t.endless", "None") == "True True\n"


def test_the_door_opens_without_numba():
    code = "import sys, bmg_odds.engines.duel_rolled; assert not {'numba', 'numpy'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"trials": 0}, "number of trials must be from 1"), ({"seed": -1}, "seed must be"), ({"threads": 0}, "threads")],
)
def test_wrong_questions_are_refused(arguments, message):
    with pytest.raises(BmgError, match=message):
        rolled(small(), "all-out", "all-out", **{"trials": 10, "seed": 1, **arguments})
