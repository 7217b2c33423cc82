"""`--target-error`: rolled until the largest standard error is small enough, and the same again from what it says."""

import hashlib
import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bmg_odds as bmg
from bmg_odds.answers import target
from bmg_odds.answers.target import BLOCK, MOST, Target, settle
from bmg_odds.errors import BmgError

PAIR = ("Batman (AC)", "Gotham Policeman")
COMMANDS = {
    "attack": ("attack", *PAIR, "--dc", "1"),
    "attack struck back": ("attack", "Joker (AC)", "Batman (AC)", "--dc", "1", "--target-use", "Counter Attack"),
    "curve": ("curve", *PAIR, "--over", "dc", "--from", "2"),
    "split": (
        "split",
        "attack=2,strength=4,damage=SS,willpower=3,endurance=4,defense=2",
        "defense=2,endurance=4,attack=2,strength=4,willpower=3,damage=S",
        "--own",
        "--show",
        "markers",
    ),
    "commit": ("commit", "attack=2,strength=4,damage=SS", "defense=1,endurance=4", "--chance", "0.5"),
    "rank": ("rank", "attackers", "--only", "leader", "--against", "Joker (AC)", "--per", "ac", "--by", "out"),
    "readings": ("readings", *PAIR, "--dc", "1"),
    "sequence": ("sequence", "Batman (AC)", "--by", "3x Gotham Policeman", "--dc", "2"),
    "split fire": ("sequence", "Joker (AC)", "Gotham Policeman", "--by", "Bane (AC)//3", "--split"),
    "duel": ("duel", *PAIR, "--rounds", "2"),
    "third duel": ("duel", "Joker", "Talon", "--rules", "third", "--rounds", "2"),
    "roll": ("roll", "recover", "--stuns", "3"),
}
REPRODUCED = ("attack struck back", "curve", "sequence", "third duel", "roll")
NOT_THE_ROLLS = ("target_error", "arguments", "warnings")


def errors_of(answer: dict[str, Any]) -> list[float]:
    """Every standard error that an answer shows of what its command is about."""
    found = answer.get("standard_error") or {}
    shown = [*found.get("chance", {}).values()]
    shown += [value for row in found.get("rounds", []) for name, value in row.items() if name != "round"]
    for row in answer.get("rows", []):
        shown += [row[name] for name in ("standard_error", "at_least_error") if row.get(name) is not None]
    for row in answer.get("own", {}).get("rows", []):
        shown += [row["dealt_error"], row["taken_error"]]
    if answer["command"] == "sequence":
        chances = [each[name] for each in answer["after"] for name in found["chance"]]
        shown += [math.sqrt(chance * (1 - chance) / answer["trials"]) for chance in chances]
    return shown


# What is stopped by: fixed numbers


def shaken(salt: int, chance: float) -> Any:
    """The standard error of a chance as a sample of so many would tell it, a little off."""

    def error(trials: int) -> float:
        digest = hashlib.sha256(f"{salt}/{trials}".encode()).digest()
        off = (int.from_bytes(digest[:4]) / 2**32 - 0.5) * 8 / math.sqrt(trials)
        seen = min(1.0, max(0.0, chance + off * math.sqrt(chance * (1 - chance))))
        return math.sqrt(seen * (1 - seen) / trials)

    return error


CHANCES = st.floats(0.0, 1.0) | st.sampled_from([0.0, 1e-6, 0.5, 1.0])
ERRORS = st.floats(2e-5, 0.5)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10**6), CHANCES, ERRORS, st.integers(1, 10**9))
def test_it_stops_where_it_is_small_enough_or_at_the_most_and_does_so_again(salt, chance, wanted, most):
    error, asked = shaken(salt, chance), []

    def roll(trials: int) -> tuple[int, int]:
        asked.append(trials)
        return trials, trials

    found = settle(Target(wanted, most), roll, error)
    assert found.found == found.trials == asked[-1] <= most
    assert error(found.trials) <= wanted or found.trials == most
    assert found.trials == most or found.trials % BLOCK == 0
    assert len(asked) <= 12
    assert sum(asked) <= 3 * found.trials + BLOCK * len(asked)
    assert settle(Target(wanted, found.trials), roll, error).trials == found.trials


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10**6), CHANCES, ERRORS, ERRORS)
def test_a_smaller_error_never_takes_fewer_rolls(salt, chance, one, other):
    error = shaken(salt, chance)
    found = [settle(Target(wanted, MOST), lambda n: (n, n), error).trials for wanted in sorted((one, other))]
    assert found[0] >= found[1]


def test_what_a_chance_takes_is_little_more_than_must_be():
    for chance in (0.5, 0.1, 0.01):
        for wanted in (0.001, 0.0003, 0.00005):
            least = chance * (1 - chance) / wanted**2
            trials = settle(
                Target(wanted, MOST), lambda n: (n, n), lambda n, p=chance: math.sqrt(p * (1 - p) / n)
            ).trials
            assert least <= trials <= max(BLOCK, 1.1 * least + BLOCK)


def test_the_block_is_the_engines_block():
    pytest.importorskip("numba")
    from bmg_odds.engines import rolling

    assert target.BLOCK == rolling.BLOCK


@pytest.mark.parametrize("stop", [1, 2, 3])
def test_an_interrupt_keeps_the_largest_whole_number_that_was_rolled(stop):
    calls = 0

    def roll(trials: int) -> tuple[int, int]:
        nonlocal calls
        calls += 1
        if calls < stop:
            return trials, trials
        if stop == 3:
            raise KeyboardInterrupt
        return trials // 3, trials // 3

    found = settle(Target(0.0001, MOST), roll, lambda n: (1.0 + n / MOST) / math.sqrt(n))
    assert calls == stop
    assert found.interrupted
    assert found.found == found.trials
    assert found.trials >= (BLOCK // 3 if stop == 1 else BLOCK)


def test_an_interrupt_before_anything_is_finished_is_one():
    def roll(trials: int) -> tuple[int, int]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        settle(Target(0.001, MOST), roll, lambda n: 1.0)


# Answers


@pytest.mark.compiled
@pytest.mark.parametrize("name", COMMANDS)
def test_every_rolling_command_keeps_to_it_and_is_asked_again_by_what_it_says(name, cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    wanted = 0.0019
    words = [*COMMANDS[name], "--engine", "mc", "--seed", "11"]
    assert cli(*words, "--target-error", str(wanted), "-o", "a.json").status == 0
    answer = json.loads(Path("a.json").read_text())
    assert errors_of(answer)
    assert max(errors_of(answer)) <= wanted
    assert answer["target_error"] == wanted
    assert answer["trials"] % BLOCK == 0
    again = cli(*words, "--trials", str(answer["trials"]), "--threads", "1", "--format", "json")
    plain = json.loads(again.out)
    assert {key: value for key, value in answer.items() if key not in NOT_THE_ROLLS} == {
        key: value for key, value in plain.items() if key not in NOT_THE_ROLLS
    }
    if name not in REPRODUCED:
        return
    assert cli("reproduce", "a.json").status == 0
    assert Path("a.reproduced.json").read_bytes() == Path("a.json").read_bytes()


@pytest.mark.compiled
@settings(max_examples=12, deadline=None, derandomize=True)
@given(st.sampled_from([0, 1, 3]), st.floats(0.0006, 0.01), st.integers(0, 2**32))
def test_an_attack_is_rolled_until_it_is_so_on_any_threads(dc, wanted, seed):
    found = [bmg.simulate(*PAIR, dc=dc, seed=seed, target_error=wanted, threads=threads) for threads in (1, 2)]
    one = found[0]
    assert max(one.standard_error["chance"].values()) <= wanted
    assert one.table.values == found[1].table.values
    assert one.table.values == bmg.simulate(*PAIR, dc=dc, seed=seed, trials=one.trials).table.values
    assert one.warnings == ()


def test_the_most_rolls_are_the_most_and_what_is_missed_is_said(cli):
    words = ("roll", "recover", "--stuns", "3", "--engine", "mc", "--seed", "5", "--target-error", "0.001")
    done = cli(*words, "--trials", "5000", "--format", "json")
    answer = json.loads(done.out)
    assert (done.status, answer["trials"]) == (0, 5000)
    assert max(errors_of(answer)) > 0.001
    assert "--target-error 0.001 is not reached: 5,000 rolls leave" in done.err
    assert answer["warnings"] == [done.err.strip().removeprefix("bmg-odds: note: ")]
    assert cli(*words, "--format", "json").err == ""


def test_python_takes_it_too():
    outcome = bmg.simulate(
        "attack=2,strength=3,damage=S", "defense=3,endurance=4", seed=1, target_error=0.5, trials=200
    )
    assert (outcome.trials, outcome.target_error, outcome.warnings) == (200, 0.5, ())
    assert outcome.record()["arguments"]["options"]["target_error"] == 0.5
    missed = bmg.simulate(
        "attack=2,strength=3,damage=S", "defense=3,endurance=4", seed=1, target_error=0.01, trials=200
    )
    assert missed.trials == 200
    assert "not reached" in missed.warnings[-1]


# What is refused

REFUSED = [
    (("--target-error", "0.001"), ["--target-error belongs to --engine mc"]),
    (("--engine", "mc", "--target-error", "0"), ["--target-error 0 is out of range", "more than 0"]),
    (("--engine", "mc", "--target-error=-0.1"), ["--target-error -0.1 is out of range", "more than 0"]),
    (("--engine", "mc", "--target-error", "nan"), ["--target-error nan"]),
    (("--engine", "mc", "--target-error", "small"), ["--target-error small is no number"]),
    (("--engine", "mc", "--target-error", "1e-9"), ["2.5e+17 rolls", "1.6e-05 or more", "--trials N"]),
]


@pytest.mark.parametrize(("more", "words"), REFUSED)
@pytest.mark.parametrize(
    "command", [COMMANDS["attack"], COMMANDS["curve"], COMMANDS["sequence"], COMMANDS["duel"], COMMANDS["roll"]]
)
def test_what_cannot_be_is_refused_in_a_line_or_two(command, more, words, cli):
    done = cli(*command, *more)
    assert (done.status, done.out) == (2, "")
    assert len(done.err.splitlines()) <= 2
    for word in words:
        assert word in done.err


@pytest.mark.parametrize("error", [0, -1.0, float("inf"), float("nan"), True, "0.1"])
def test_python_refuses_alike(error):
    with pytest.raises(BmgError, match="--target-error"):
        bmg.simulate("attack=2,strength=3,damage=S", "defense=3,endurance=4", target_error=error)
