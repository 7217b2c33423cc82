"""Brute-force witness of whole duels, from raw card numbers, in exact Fractions (R2.1, R2.11, R3, R5).

Every face of every die of every round is enumerated, every counter of every plan kept in a hand of its own; only
equal states are merged on the way. One blow is that of the witness of single attacks (`oracle`); nothing here is
shared with the package under test. `oracle_duel_solve` plays the same stages for the best plans.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from oracle_dice import State, merge
from oracle_duel_stages import Half, Stages
from oracle_duel_words import CASUALTY, UP, Body, Fight, Hand, Plan, View, other

Bag = tuple[int, int]
"""Counters of A and of B left to draw."""

Pair = tuple[Body, Body]
FRESH = Body()
UNUSED: Bag = (0, 0)


Law = dict[tuple[Pair, Bag], Fraction]
"""The joint law of both cards and of the bag."""


class Told(NamedTuple):
    """A fight at the end of a round: its law, and what A and B gained on average so far."""

    law: Law
    points: tuple[Fraction, Fraction]
    markers: tuple[Fraction, Fraction]


def bags(fight: Fight) -> dict[Bag, Fraction]:
    """R3 and R6 lead_bag: the bags that a game may begin with."""
    rounds = fight.rounds
    if fight.first != "draw":
        return {UNUSED: Fraction(1)}
    if fight.reading("lead_bag") == "per_side":
        return {(rounds, rounds): Fraction(1)}
    small, large = rounds // 2, rounds - rounds // 2
    return merge([((small, large), Fraction(1, 2)), ((large, small), Fraction(1, 2))])


def draws(fight: Fight, bag: Bag) -> dict[tuple[str, Bag], Fraction]:
    """The side that has the lead, and the bag after the draw."""
    if fight.first != "draw":
        return {(fight.first, bag): Fraction(1)}
    a, b = bag
    law = {("a", (a - 1, b)): Fraction(a, a + b), ("b", (a, b - 1)): Fraction(b, a + b)}
    return {drawn: chance for drawn, chance in law.items() if chance}


def fought(stages: Stages, lead: str, bodies: Pair, hands: Mapping[str, Hand]) -> dict[tuple[Half, ...], Fraction]:
    """Both models (A, B) and what both gained after the two activations of a round."""
    cards = dict(zip("ab", bodies, strict=True))
    law: dict[tuple[Half, ...], Fraction] = {}
    start = {side: Half(cards[side], hands[side]) for side in "ab"}
    for (one, two, gain), chance in stages.activation(lead, start[lead], start[other(lead)]).items():
        for (two_after, one_after, more), chance_too in stages.activation(other(lead), two, one).items():
            halves, gains = (one_after, two_after), (gain, more)
            if lead == "b":
                halves, gains = halves[::-1], gains[::-1]
            key = (*halves, *gains)
            law[key] = law.get(key, Fraction(0)) + chance * chance_too
    return law


def is_over(bodies: Pair) -> bool:
    return CASUALTY in (bodies[0].status, bodies[1].status)


def rounds(fight: Fight, plan_a: Plan, plan_b: Plan, start: Pair | None = None) -> list[Told]:
    """The fight after the attacks of each round, before its recovery; a fight that is over stays as it is."""
    stages, plans = Stages(fight), {"a": plan_a, "b": plan_b}
    now: Law = {(start or fight.fresh(), bag): chance for bag, chance in bags(fight).items()}
    told: list[Told] = []
    points, markers = [Fraction(0), Fraction(0)], [Fraction(0), Fraction(0)]
    for number in range(fight.rounds):
        left, after, ends = fight.rounds - number, {}, {}
        for (bodies, before), chance in now.items():
            if is_over(bodies):
                _add(after, (bodies, before), chance)
                continue
            for (lead, bag), drawn in draws(fight, before).items():
                hands = _planned(fight, plans, lead, bodies, left)
                for (a, b, *gains), more in fought(stages, lead, bodies, hands).items():
                    mass = chance * drawn * more
                    _add(after, ((a.body, b.body), bag), mass)
                    _add(ends, (a, b, bag), mass)
                    for side, gain in enumerate(gains):
                        points[side] += mass * gain.points
                        markers[side] += mass * gain.markers
        told.append(Told(after, (points[0], points[1]), (markers[0], markers[1])))
        now = {state: chance for state, chance in after.items() if is_over(state[0])}
        for (a, b, bag), chance in ends.items():
            for bodies, rest in _rested(stages, a, b).items():
                _add(now, (bodies, bag), chance * rest)
    return told


def _planned(fight: Fight, plans: Mapping[str, Plan], lead: str, bodies: Pair, left: int) -> dict[str, Hand]:
    cards, follow = dict(zip("ab", bodies, strict=True)), other(lead)
    first = plans[lead](View(fight, lead, cards[lead], cards[follow], left, None))
    second = plans[follow](View(fight, follow, cards[follow], cards[lead], left, first))
    return {lead: first, follow: second}


def _rested(stages: Stages, a: Half, b: Half) -> dict[Pair, Fraction]:
    """Both cards after recovery; nobody recovers when the fight is over."""
    if is_over((a.body, b.body)):
        return {}
    both = product(stages.recovery("a", a).items(), stages.recovery("b", b).items())
    return merge(((one, two), chance * more) for (one, chance), (two, more) in both)


def _add(law: dict[State, Fraction], state: State, chance: Fraction) -> None:
    law[state] = law.get(state, Fraction(0)) + chance


# --- what is read off a law --------------------------------------------------------------------------------


def cards(told: Told) -> dict[Pair, Fraction]:
    """The joint law of both cards."""
    return merge((bodies, chance) for (bodies, _), chance in told.law.items())


def row(told: Told) -> dict[str, Fraction]:
    """A round as the contract shows it."""
    chances = dict.fromkeys(("a_out", "b_out", "both_out", "neither_out", "casualty_a", "casualty_b"), Fraction(0))
    for (a, b), chance in cards(told).items():
        if a.status == UP:
            chances["neither_out" if b.status == UP else "b_out"] += chance
        else:
            chances["a_out" if b.status == UP else "both_out"] += chance
        chances["casualty_a"] += chance * (a.status == CASUALTY)
        chances["casualty_b"] += chance * (b.status == CASUALTY)
    return chances
