"""Sequences counted by the package against the brute force, joint law by joint law after every attack, to 1e-12."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest
import scenarios_sequence as scenarios
from asking_sequence import CHANCES, asked, joint_laws, named, put
from oracle_sequence import Joint, Sequence, law, optimal, worth

from bmg_odds.engines import jit

TOLERANCE = 1e-12
EVERY = 1 if jit.COMPILED else 10
"""Neither side of this comparison is compiled: the pass without the compiler need not make it in full again."""

NAMED_SEED = 40_404

Witness = Callable[[Sequence], list[dict[Joint, Fraction]]]


def disagreement(s: Sequence, witness: Witness = law) -> str:
    """What differs between the package and the brute force on one sequence; empty where nothing does."""
    outcome = asked(s)
    wanted = witness(s)
    laws = joint_laws(outcome)
    if len(laws) != len(wanted) or len(outcome.after) != len(wanted):
        return f"{len(laws)} attacks for {s}"
    for turn, (found, right) in enumerate(zip(laws, wanted, strict=True), start=1):
        if found.keys() != right.keys():
            return f"cases {sorted(found.keys() ^ right.keys())[:4]} after attack {turn} for {s}"
        worst = max(abs(found[key] - float(chance)) for key, chance in right.items())
        if worst > TOLERANCE:
            return f"off by {worst} after attack {turn} for {s}"
        told = outcome.after[turn - 1]
        for name in CHANCES:
            if abs(told[name] - _figure(name, right)) > TOLERANCE:
                return f"{name} {told[name]} after attack {turn} for {s}"
    wrong = _told_wrong(outcome, wanted[-1])
    return wrong and f"{wrong} for {s}"


def _figure(name: str, right: dict[Joint, Fraction]) -> float:
    """A FIGURE of the brute force's law, added up in floating point: the law itself is compared exactly."""
    return math.fsum(worth(name, joint) * float(chance) for joint, chance in right.items())


def _told_wrong(outcome, last: dict[Joint, Fraction]) -> str:
    """Which figure of the whole sequence is told otherwise than the law has it."""
    rows: dict[tuple, float] = {}
    for row in outcome.outcomes:
        *key, chance = row.values()
        rows[tuple(key)] = chance
    merged: dict[tuple, Fraction] = {}
    for joint, chance in last.items():
        merged[joint[1:]] = merged.get(joint[1:], Fraction(0)) + chance
    if rows.keys() != merged.keys() or any(abs(rows[key] - float(merged[key])) > TOLERANCE for key in rows):
        return "outcomes"
    for name in scenarios.FIGURES:
        if abs(outcome.figure(name) - _figure(name, last)) > TOLERANCE:
            return name
    return ""


def check(sequences: Iterator[Sequence], least: int) -> None:
    count = 0
    for s in islice(sequences, 0, None, EVERY):
        assert not disagreement(s)
        count += 1
    assert count >= least // EVERY


@pytest.mark.parametrize(
    ("sequences", "least"),
    [
        (scenarios.policies, 200),
        (scenarios.readings, 180),
        (scenarios.carried, 180),
        (scenarios.struck, 150),
        (scenarios.orders, 80),
        (scenarios.around, 38),
        (lambda: scenarios.drawn(150), 150),
    ],
    ids=["policies", "readings", "carried", "struck", "orders", "around", "drawn"],
)
def test_equals_brute_force(sequences, least):
    check(sequences(), least)


def test_asked_by_name_equals_brute_force():
    """The attackers as a player types them: several alike as one text."""
    several = (replace(s, attacks=(*s.attacks, s.attacks[-1])) for s in scenarios.drawn(60, NAMED_SEED))
    nameless = [s for s in several if "Combo" not in str(s) and "unarmed=True" not in str(s)]
    for s in islice(nameless, 0, None, EVERY):
        wanted = law(s)
        for found, right in zip(joint_laws(put(s, *named(s))), wanted, strict=True):
            assert found == pytest.approx({key: float(chance) for key, chance in right.items()}, abs=TOLERANCE), s
    assert len(nameless) > 20


def test_optimal_equals_brute_force():
    count = 0
    for s, name in islice(scenarios.decisions(), 0, None, EVERY):
        found = asked(s, name).figure(name)
        assert abs(found - float(optimal(s, name))) <= TOLERANCE, (s, name)
        count += 1
    assert count >= 105 // EVERY


def test_optimal_never_loses_to_a_rule_of_thumb():
    for s, name in islice(scenarios.decisions(), 0, None, 4 * EVERY):
        best = asked(s, name).figure(name)
        rules = scenarios.UNSEEN if scenarios.is_unseen(s) else scenarios.POLICIES
        for policy in (*rules, "at-most=0"):
            assert best <= asked(replace(s, policy=policy), name).figure(name) + TOLERANCE, (s, name, policy)
