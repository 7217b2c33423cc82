"""`--target-error`: how often to roll until the largest standard error is small enough (CONTRACT, Everywhere).

One block is rolled first. What it shows gives the number of rolls that should do; that number is rolled and checked,
and where it falls short the next larger of a fixed row of numbers is. So how often is rolled depends on the question,
the seed and the error, and on nothing else, and looks at the dice seldom.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bmg_odds.errors import BmgError

DEFAULT_TRIALS = 1_000_000
BLOCK = 65_536
"""Rolls that share a stream (`engines.rolling.BLOCK`, which is not imported: it loads the compiler)."""
MOST = 1_000_000_000
"""Rolls of one attack at most, where `trials` does not say."""
FLAG = "--target-error"
MARGIN = 1 / 64
"""Rolled more than the last look calls for, so that the check seldom falls short."""

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Target:
    """How small the largest standard error shall be, and how often is rolled for it at most.

    >>> Target.of(0.001, None).most
    1000000000
    """

    error: float
    most: int

    @classmethod
    def of(cls, error: float, trials: int | None) -> "Target":
        """Return the target; `trials` are the most. BmgError for an error that is no number above 0, and without
        `trials` for one that a chance may need more than MOST rolls for."""
        if isinstance(error, bool) or not isinstance(error, (int, float)) or not 0.0 < error < math.inf:
            raise BmgError(f"{FLAG} {error} is out of range; allowed: more than 0, for example 0.001 or 0.1%")
        most = MOST if trials is None else trials
        if trials is None and error < (least := 0.5 / math.sqrt(MOST)):
            raise BmgError(
                f"{FLAG} {error:g} can take {_rolls(0.25 / error / error)} rolls; allowed: {least:.2g} or more, "
                "or less with the most rolls as --trials N"
            )
        return cls(float(error), most)


@dataclass(frozen=True, slots=True)
class Settled(Generic[R]):
    """What was rolled last."""

    found: R
    trials: int
    interrupted: bool = False


def settle(target: Target, roll: Callable[[int], tuple[R, int]], error: Callable[[R], float]) -> Settled[R]:
    """Roll until the largest standard error is at most the target's, or until `most` are rolled.

    `roll(trials)` returns what it found and how many were rolled, fewer only after an interrupt; `error(found)` is the
    largest standard error. Interrupted, the last whole number that was rolled is kept, or more where more was.

    >>> done = settle(Target(0.001, 10**9), lambda n: (n, n), lambda n: 0.5 / n**0.5)
    >>> done.trials, done.trials % BLOCK, 0.5 / done.trials**0.5 <= 0.001
    (262144, 0, True)
    """
    trials = min(BLOCK, target.most)
    found, done = roll(trials)
    if done < trials:
        return Settled(found, done, interrupted=True)
    wanted = _wanted(done, error(found), target)
    while wanted > done:
        trials = min(target.most, _checkpoint(wanted, target.most))
        try:
            more, rolled = roll(trials)
        except KeyboardInterrupt:
            return Settled(found, done, interrupted=True)
        if rolled < trials:
            return Settled(more, rolled, interrupted=True) if rolled > done else Settled(found, done, interrupted=True)
        found, done = more, rolled
        wanted = done + 1 if done < target.most and error(found) > target.error else done
    return Settled(found, done)


def rolled(
    trials: int, target: Target | None, roll: Callable[[int], tuple[R, int]], error: Callable[[R], float]
) -> Settled[R]:
    """Return what so many rolls found, or with a target as many as `settle` takes; interrupted, what was kept.

    >>> rolled(10, None, lambda n: ("dice", n), lambda found: 0.0)
    Settled(found='dice', trials=10, interrupted=False)
    """
    if target is not None:
        return settle(target, roll, error)
    found, done = roll(trials)
    return Settled(found, done, interrupted=done < trials)


def _wanted(done: int, error: float, target: Target) -> int:
    """Return how many rolls the largest error after so many calls for, `done` where they do."""
    if error <= target.error or done >= target.most:
        return done
    ratio = error / target.error
    wanted = done * ratio * ratio * (1 + MARGIN)  # infinite for an error next to nothing
    return max(done + 1, math.ceil(wanted)) if wanted < target.most else target.most


def _checkpoint(wanted: int, most: int) -> int:
    """Return the first number of a row of whole blocks, each at most a sixteenth more, that is enough.

    The row is the same for every error, so a smaller one never makes do with fewer rolls.

    >>> [_checkpoint(BLOCK * blocks, 10**9) // BLOCK for blocks in (1, 16, 33, 100)]
    [1, 16, 34, 103]
    """
    blocks = 1
    while blocks * BLOCK < min(wanted, most):
        blocks += max(1, blocks // 16)
    return blocks * BLOCK


def largest(errors: Sequence[float | None]) -> float:
    """Return the largest of standard errors, 0 of none.

    >>> largest([0.1, None, 0.2]), largest([])
    (0.2, 0.0)
    """
    return max((error for error in errors if error is not None), default=0.0)


def shortfall(target: float | None, error: float, trials: int) -> list[str]:
    """Return a line that says so where the largest standard error is more than was asked for.

    >>> shortfall(0.001, 0.0005, 10**6), shortfall(None, 1.0, 1)
    ([], [])
    >>> shortfall(0.001, 0.005, 10_000)[0]
    '--target-error 0.001 is not reached: 10,000 rolls leave 0.005; about 260,000 would do (--trials)'
    """
    if target is None or error <= target:
        return []
    ratio = error / target
    return [
        f"{FLAG} {target:g} is not reached: {trials:,} rolls leave {error:.2g}; about "
        f"{_rolls(trials * ratio * ratio * (1 + MARGIN))} would do (--trials)"
    ]


def _rolls(number: float) -> str:
    """Return a number of rolls in two digits, rounded up.

    >>> _rolls(251_000), _rolls(2.5e17), _rolls(float("inf"))
    ('260,000', '2.5e+17', 'ever so many')
    """
    if not number < 1e300:
        return "ever so many"
    step = 10.0 ** max(0, math.floor(math.log10(max(number, 1.0))) - 1)
    up = math.ceil(round(number / step, 6)) * step
    return f"{up:,.0f}" if up < 1e15 else f"{up:.2g}"
