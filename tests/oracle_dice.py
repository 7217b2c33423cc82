"""The witness's dice: every face of every die, rerolled dice included; only equal states are merged."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TypeVar

FACES = (1, 2, 3, 4, 5, 6)

Handful = tuple[int, ...]
"""Faces of dice lying on the table, in rising order: which die shows which face never matters."""

State = TypeVar("State", bound=Hashable)
Next = TypeVar("Next", bound=Hashable)


@dataclass(frozen=True)
class Test:
    """What one die must show: a natural 6 always and a natural 1 never (if `natural`), else face + bonus."""

    __test__ = False  # a test of dice, not of the suite

    needed: int
    bonus: int = 0
    natural: bool = True

    def passed(self, face: int) -> bool:
        if self.natural and face == 6:
            return True
        if self.natural and face == 1:
            return False
        return face + self.bonus >= self.needed


ONLY_A_SIX = Test(6, natural=False)


@cache
def shown_by_one(rethrown_unless: Test | None) -> dict[int, int]:
    """How often, in the 36 throws of a die and of a second one kept for a reroll, each face is left standing.

    With a test, a die that fails it is thrown again once and the second face stands (R9.1); otherwise, and
    without a test, the first face stands and all six faces of the second change nothing.
    """
    ways: Counter[int] = Counter()
    for first, second in product(FACES, FACES):
        again = rethrown_unless is not None and not rethrown_unless.passed(first)
        ways[second if again else first] += 1
    return dict(ways)


@cache
def handfuls(dice: int, rethrown_unless: Test | None = None) -> dict[Handful, int]:
    """In how many of the 36 ** dice throws each handful stands: all faces of all dice, equal ones merged."""
    if dice <= 0:
        return {(): 1}
    ways: Counter[Handful] = Counter()
    one_more = shown_by_one(rethrown_unless).items()
    for (handful, count), (face, times) in product(handfuls(dice - 1, rethrown_unless).items(), one_more):
        ways[tuple(sorted((*handful, face)))] += count * times
    return dict(ways)


def standing(dice: int, test: Test, reroll: bool) -> dict[Handful, Fraction]:
    """Law of the faces that stand, when with `reroll` every die that failed is thrown again once."""
    thrown = handfuls(dice, test if reroll else None)
    return {handful: Fraction(ways, 36**dice) for handful, ways in thrown.items()}


@cache
def _few_again(dice: int, test: Test, rerolls: int) -> dict[tuple[Handful, int], int]:
    """In how many of the 36 ** dice throws each handful stands and so many dice were thrown again.

    Of the dice that failed, the first ones are taken, as they happen to lie: their faces are not looked at.
    """
    if dice <= 0:
        return {((), 0): 1}
    ways: Counter[tuple[Handful, int]] = Counter()
    for ((handful, used), count), first, second in product(_few_again(dice - 1, test, rerolls).items(), FACES, FACES):
        again = used < rerolls and not test.passed(first)
        ways[tuple(sorted((*handful, second if again else first))), used + again] += count
    return dict(ways)


def standing_after_few(dice: int, test: Test, rerolls: int) -> dict[Handful, Fraction]:
    """Law of the faces that stand, when no more than `rerolls` of the failed dice are thrown again once."""
    return merge((handful, Fraction(ways, 36**dice)) for (handful, _), ways in _few_again(dice, test, rerolls).items())


@cache
def tally(dice: int, test: Test, rerolls: int) -> dict[tuple[int, int, int], Fraction]:
    """Law of (dice that pass at once, dice that pass when thrown again, dice thrown again)."""
    if dice <= 0:
        return {(0, 0, 0): Fraction(1)}

    def one_more(state: tuple[int, int, int]) -> dict[tuple[int, int, int], Fraction]:
        at_once, later, used = state
        law: Counter[tuple[int, int, int]] = Counter()
        for first, second in product(FACES, FACES):
            if test.passed(first):
                law[at_once + 1, later, used] += 1
            elif used < rerolls:
                law[at_once, later + test.passed(second), used + 1] += 1
            else:
                law[state] += 1
        return {after: Fraction(ways, 36) for after, ways in law.items()}

    return then(tally(dice - 1, test, rerolls), one_more)


@cache
def successes(dice: int, test: Test, reroll: bool = False) -> dict[int, Fraction]:
    """Law of how many of the dice pass."""
    return merge(
        (sum(1 for face in handful if test.passed(face)), chance)
        for handful, chance in standing(dice, test, reroll).items()
    )


def agility(movement: int, again: bool) -> dict[bool, Fraction]:
    """Law of one agility roll, a face not above Movement; with `again` a failed one is rerolled once (R3)."""
    ways: Counter[bool] = Counter()
    for first, second in product(FACES, FACES):
        shown = second if again and first > movement else first
        ways[shown <= movement] += 1
    return {passed: Fraction(count, 36) for passed, count in ways.items()}


def merge(pairs: Iterable[tuple[State, Fraction]]) -> dict[State, Fraction]:
    law: defaultdict[State, Fraction] = defaultdict(Fraction)
    for state, chance in pairs:
        law[state] += chance
    return dict(law)


def then(law: Mapping[State, Fraction], step: Callable[[State], Mapping[Next, Fraction]]) -> dict[Next, Fraction]:
    """The law after one more stage; `step` gives what a state may become."""
    return merge((after, chance * more) for before, chance in law.items() for after, more in step(before).items())
