"""Duels solved: values against a plain recursion over all plans, policies that earn them, plans that lose to them."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from duel_recursion import Recursion
from program import Done
from test_duel import READINGS, TOYS, toy

import bmg_odds as bmg
from bmg_odds.answers.duel import fight
from bmg_odds.answers.solve import solve as answered
from bmg_odds.answers.solve_state import parse_moment
from bmg_odds.engines.duel import law
from bmg_odds.engines.duel_board import Board
from bmg_odds.engines.solve import Solution, induce, solve
from bmg_odds.engines.solve_rounds import Solver, monotone
from bmg_odds.engines.solve_tables import every_plan
from bmg_odds.facts.card import Card
from bmg_odds.rules.duel import Fight
from bmg_odds.rules.duel_plans import NAMED, Plan, allowed, named_plan
from bmg_odds.rules.duel_state import DOWN, State

OBJECTIVES = ("out", "vp", "markers")


def small(name: str) -> tuple[Card, Card]:
    """The toys of `test_duel` with Endurance 2 and at most 2 counters: every plan of both can be tried."""
    a, b = TOYS[name]
    return tuple(replace(card, endurance=2, willpower=card.willpower and min(2, card.willpower)) for card in (a, b))


def solved(found: Fight, objective: str = "out") -> Solution:
    return solve(Board(found, scoring=objective == "vp"), objective)


@pytest.mark.parametrize("name", sorted(TOYS))
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("first", ["b", "draw"])
def test_the_value_is_that_of_the_recursion_over_all_plans(name: str, objective: str, first: str) -> None:
    found = fight(*small(name), rounds=2, first=first)
    assert solved(found, objective).value == pytest.approx(Recursion(found, objective).start(), abs=1e-12)


@pytest.mark.parametrize("reading", READINGS, ids="+".join)
def test_the_value_is_that_of_the_recursion_under_every_reading(reading: tuple[str, ...]) -> None:
    found = fight(*small("plain"), rounds=3, first="a", reading=reading)
    for objective in OBJECTIVES:
        assert solved(found, objective).value == pytest.approx(Recursion(found, objective).start(), abs=1e-12)


def test_every_state_has_the_value_of_the_recursion() -> None:
    found = fight(*small("plain"), rounds=2, first="a")
    solution, recursion = solved(found), Recursion(found)
    for left in (1, 2):
        for a in solution.board.rolls[0].states:
            for b in solution.board.rolls[1].states:
                wanted = recursion.value(left, None, a, b)
                assert solution.at(a, b, left) == pytest.approx(wanted, abs=1e-12), (left, a, b)


def test_plans_that_place_all_counters_dominate() -> None:
    """One counter less, wherever it is taken off, is never better: in any state, leading or replying."""
    a, b = toy("A", willpower=4), toy("B", willpower=3, attack=1)
    board = Board(fight(a, b, rounds=3, first="a"))
    assert monotone(board, "out")
    full = solve(board)
    every = {side: every_plan(board, side, full=False) for side in (0, 1)}
    everything = induce(Solver(board, "out", fixed=every))
    for node, value in full.values.items():
        assert abs(value - everything.values[node]).max() < 1e-13
    assert sum(map(len, everything.solver.leading(0).plans)) > 2 * sum(map(len, full.solver.leading(0).plans))


@pytest.mark.parametrize("traits", [("Tension",), ("Brutal",)])
def test_where_counters_can_hurt_all_plans_are_looked_at(traits: tuple[str, ...]) -> None:
    board = Board(fight(toy("A", traits=traits), toy("B")))
    assert not monotone(board, "out")
    assert not monotone(Board(fight(toy("A"), toy("B"))), "vp")


@pytest.mark.parametrize("first", ["a", "draw"])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_policies_earn_the_value(first: str, objective: str) -> None:
    """Forward under both policies, what the fight comes to is what induction said."""
    found = fight(*small("saved"), rounds=3, first=first)
    solution = solved(found, objective)
    final = law(solution.board, solution.pair()).final
    if objective == "markers":  # not a matter of the end alone: the recursion adds them up
        if first == "a":
            policies = dict(enumerate(solution.policies()))
            got = Recursion(found, "markers", policies=policies).start()
            assert got == pytest.approx(solution.value, abs=1e-12)
        return
    assert (final * solution.solver.over).sum() == pytest.approx(solution.value, abs=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("first", ["b", "draw"])
def test_no_named_plan_beats_the_solved_foe_in_any_state(first: str) -> None:
    for one, other in (("Gotham Policeman", "Clown (Knife)"), TOYS["tension"]):
        solution = solved(fight(one, other, rounds=3, first=first))
        for side in (0, 1):
            for name in (*NAMED, "split=2/1/0"):
                held = solution.against(side, named_plan(name))
                for node, value in solution.values.items():
                    lost = value - held.values[node]
                    assert (lost if side == 0 else -lost).min() >= -1e-12


def test_held_to_a_plan_is_the_recursion_held_to_it() -> None:
    found = fight(*small("plain"), rounds=2, first="b")
    solution = solved(found)
    for side in (0, 1):
        plan = named_plan("balanced")
        wanted = Recursion(found, policies={side: plan}).start()
        assert solution.against(side, plan).value == pytest.approx(wanted, abs=1e-12)


@pytest.mark.compiled
def test_equal_models_with_a_fair_draw_are_worth_nothing() -> None:
    for reading in ("lead_bag=per_side", "lead_bag=in_all"):
        found = answered("Gotham Policeman", "Gotham Policeman", rounds=3, reading=reading)
        assert found.value == pytest.approx(0.0, abs=1e-14)
    assert found.regret["turtle"]["a"] == pytest.approx(found.regret["turtle"]["b"], abs=1e-14)


@pytest.mark.compiled
def test_the_sides_can_be_exchanged() -> None:
    for objective in OBJECTIVES:
        one = solved(fight("Ying", "Bob", rounds=2, first="a"), objective).value
        two = solved(fight("Bob", "Ying", rounds=2, first="b"), objective).value
        assert one == pytest.approx(-two, abs=1e-13)


@pytest.mark.compiled
def test_choosing_who_goes_first_is_worth_something() -> None:
    """With the bag the value lies between those of either side first in every round, or beyond the better one."""
    found = {first: solved(fight("Ying", "Ying", rounds=3, first=first)).value for first in ("a", "b", "draw")}
    assert found["a"] == pytest.approx(-found["b"], abs=1e-13)
    assert found["draw"] == pytest.approx(0.0, abs=1e-13)


def test_any_plan_of_the_foe_has_an_answer() -> None:
    """A foe that leaves counters out, which no solved plan does, is answered as the recursion would."""
    found = fight(*small("plain"), rounds=2, first="a")
    solution, recursion = solved(found), Recursion(found)
    a, b = found.sides[0].fresh, found.sides[1].fresh
    for plan in allowed(found.sides[0].counters(a), found.sides[0].caps(a)):
        reply = solution.plan(1, found.view(1, b, a, 2, first=False, foe_plan=plan))
        replies = allowed(found.sides[1].counters(b), found.sides[1].caps(b))
        values = {each: recursion.fought(0, 2, None, a, plan, b, each) for each in replies}
        assert values[reply] == pytest.approx(min(values.values()), abs=1e-12)


def test_ties_go_to_the_first_plan_in_order() -> None:
    """Against one that can do nothing all plans that hurt it alike are as good; the one with the most AC is told."""
    idle = toy("B", attack=0, defense=1, endurance=1, willpower=1, movement=0)
    solution = solved(fight(toy("A", movement=0), idle, rounds=1, first="a"))
    a, b = (side.fresh for side in solution.fight.sides)
    assert solution.plan(0, solution.fight.view(0, a, b, 1, first=True)) == Plan(2, 1, 0, 0)


@pytest.mark.compiled
def test_threads_change_nothing() -> None:
    board = Board(fight("Ying", "Bob", rounds=2, first="a"))
    one, two = (solve(board, threads=threads) for threads in (1, 2))
    for node, value in one.values.items():
        assert np.array_equal(value, two.values[node])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a=1", "Injuries and Stuns are both needed"),
        ("a=1/2/gone", "'gone' is not understood; allowed: up, down, ko, scored"),
        ("a=4/0", "a Casualty has ended the fight (Endurance 4)"),
        ("a=2/1/ko", "a K.O. model has 4 markers"),
        ("a=5/0", "out of range; allowed: 0 to 4"),
        ("round=7", "allowed: 1 to 6"),
        ("round=2", "needs bag=A/B, the counters of each side in the bag: 11 together"),
        ("c=1/1", "is not understood"),
    ],
)
def test_a_situation_that_cannot_be(text: str, message: str) -> None:
    with pytest.raises(bmg.BmgError) as error:
        parse_moment(text, fight("Gotham Policeman", "Bob"))
    assert message in str(error.value)


def test_objectives_are_checked_by_the_engine_too() -> None:
    with pytest.raises(bmg.BmgError, match="--objective money is not known; allowed: out, vp, markers"):
        solve(Board(fight("Gotham Policeman", "Bob", rounds=1)), "money")


def test_threads_of_a_third_edition_duel_are_refused() -> None:
    """They would be of no use, and no option is ignored in silence."""
    with pytest.raises(bmg.BmgError, match="--threads: a duel of the third edition"):
        answered("Joker", "Talon", rules="third", threads=2)


def test_the_words_of_an_answer_are_read_back() -> None:
    found = fight("Gotham Policeman", "Bob")
    assert parse_moment("a=1/2/up", found).a == State(1, 2)


def test_a_situation_is_read() -> None:
    found = parse_moment("a=1/2/down, b=0/5, round=3, bag=4/6", fight("Gotham Policeman", "Bob"))
    assert (found.a, found.b.out, found.rounds_left, found.bag) == (State(1, 2, DOWN), True, 4, (4, 6))


def test_a_bag_that_cannot_be_is_refused() -> None:
    with pytest.raises(bmg.BmgError, match="there is not the bag 2/2; allowed: 1/2, 2/1"):
        answered(*small("plain"), rounds=2, state="round=2,bag=2/2")


def test_vp_needs_ranks() -> None:
    with pytest.raises(bmg.BmgError, match="--objective vp needs the rank of"):
        answered("attack=3,defense=2,endurance=4,strength=3", "Bob", objective="vp")


def test_the_command_tells_it(cli: Callable[..., Done]) -> None:
    thug = "willpower=2,strength=3,movement=1,attack=2,defense=2,endurance=2,special=1,damage=BS"
    asked = (f"name=Ann,{thug}", f"name=Bob,{thug}", "--rounds", "2", "--state", "a=0/1,round=2,bag=2/1", "--format")
    done = cli("solve", *asked, "json")
    record = json.loads(done.out)
    assert done.status == 0
    assert set(record["opening"]["a"]) == {"ac", "dc", "sc", "mc"}
    assert set(record["regret"]) == set(NAMED)
    assert min(min(both.values()) for both in record["regret"].values()) >= 0.0
    assert min(min(both.values()) for both in record["state"]["regret"].values()) >= 0.0
    assert record["state"]["plans"][0]["drawn"] == "a"
    assert record["final"]["b_out"] - record["final"]["a_out"] == pytest.approx(record["value"], abs=1e-12)
    longest = [each.replace("a=0/1", "a=0/2/ko,b=0/2/ko") for each in asked]
    for table in (cli("solve", *asked, "table").out, cli("solve", *longest, "table").out):
        assert max(map(len, table.splitlines())) <= 80
    assert cli("solve", *asked, "csv").out.splitlines()[0] == "plan,a,b"


def test_the_duel_command_tells_it(cli: Callable[..., Done], tmp_path: Any) -> None:
    done = cli("duel", "Gotham Policeman", "Clown (Tube)", "--rounds", "2", "--plan-a", "all-out")
    assert max(map(len, done.out.splitlines())) <= 80
    path = tmp_path / "duel.json"
    assert cli("duel", "Gotham Policeman", "Bob", "--rounds", "2", "--first", "a", "-o", str(path)).status == 0
    assert cli("reproduce", str(path)).status == 0
    assert cli("duel", "Bob", "Bob", "--first", "c").err.startswith("bmg-odds: --first c is not known")
    assert cli("solve", "Bob", "Bob", "--engine", "mc").status == 2
    assert cli("solve", "Bob", "Bob", "--rules", "third").status == 2


@pytest.mark.compiled
def test_an_interrupt_ends_it_quietly() -> None:
    """Control-C while solving: status 130, a line, nothing written."""
    code = (
        "from bmg_odds.cli.main import main; import bmg_odds.engines.solve_kernel; print('ready', flush=True); main()"
    )
    asked = [
        "solve",
        "willpower=14,attack=12,strength=4,defense=12,endurance=14",
        "Bane (AC)",
        "--objective",
        "markers",
    ]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *asked], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(2.0)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
        assert process.returncode == 130
        assert out == ""
        assert err == "bmg-odds: interrupted; nothing was finished, nothing was written\n"
    finally:
        process.kill()
        process.communicate()
