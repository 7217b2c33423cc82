"""Are the dice fair? Chi-square over a thousand million dice, faces and pairs of neighbours, on all cores.

The dice are those of the kernels: words of xoshiro256++, twenty dice each by multiplication, refused where a word
would bias them, blocks with streams of their own. Counted are each face, each pair of neighbours in a word, each pair
across two words, and each pair across two blocks. Dice that are fair raise a false alarm once in a thousand million
runs, all four tests together. `smallest` tells what unfair ones cannot hide. As a script it takes a number of dice.
"""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.jit import kernel, wide, word
from bmg_odds.engines.parts import cores
from bmg_odds.engines.rolling import _next, _seeded

Counts = npt.NDArray[np.int64]

DICE = 20  # of a word
WORDS = 2**10  # of a block: fewer than the kernels take, for more pairs of blocks
FALSE_ALARM = 1e-9
TESTS = ("faces", "neighbours in a word", "neighbours across words", "neighbours across blocks")
_SIX, _ONE, _SIDES = word(6), word(1), word(6**10)
_REFUSED = word(2**64 % 6**20)


class Verdict(NamedTuple):
    """What a run found."""

    dice: int
    chances: dict[str, float]
    """For each test, how likely fair dice come out so uneven."""
    smallest: dict[str, float]
    """For each test, the relative shift of one cell that it finds in 99 runs of 100."""

    @property
    def fair(self) -> bool:
        """Whether no test is below its share of the false alarm."""
        return min(self.chances.values()) > FALSE_ALARM / len(self.chances)


@kernel
def _digits(number: int, dice: Counts, first: int) -> None:
    """Write down the ten base-6 digits of a number, the highest first."""
    for place in range(first + 9, first - 1, -1):
        rest = number // _SIX
        dice[place] = number - rest * _SIX
        number = rest


@kernel
def _block(seed: int, block: int, words: int, refused: int, inside: Counts, across: Counts, ends: Counts) -> None:
    """Add the dice of a block to both histograms of pairs, and put its first and its last die into `ends`."""
    s0, s1, s2, s3 = _seeded(seed, block, word(0))
    dice = np.empty(20, np.int64)
    before = 0
    for number in range(words):
        low = word(0)
        upper = lower = low
        again = True
        while again:
            s0, s1, s2, s3, drawn = _next(s0, s1, s2, s3)
            upper, low = wide(drawn, _SIDES)
            lower, low = wide(low, _SIDES)
            again = low < refused
        _digits(upper, dice, 0)
        _digits(lower, dice, 10)
        for place in range(19):
            inside[dice[place] * 6 + dice[place + 1]] += 1
        if number > 0:
            across[before * 6 + dice[0]] += 1
        else:
            ends[0] = dice[0]
        before = dice[19]
    ends[1] = before


Filler = Callable[[int, int, int, int, Counts, Counts, Counts], Any]


def counted(
    dice: int, seed: int, *, threads: int | None = None, words: int = WORDS, fill: Filler = _block
) -> dict[str, Counts]:
    """Return the counts of each of `TESTS` over at least so many dice; the same for any number of threads."""
    blocks = max(2, -(-dice // (DICE * words)))
    ends = np.zeros((blocks, 2), np.int64)

    def some(first: int) -> tuple[Counts, Counts]:
        inside, across = np.zeros(36, np.int64), np.zeros(36, np.int64)
        for block in range(first, blocks, count):
            fill(word(seed), word(block), words, _REFUSED, inside, across, ends[block])
        return inside, across

    count = threads or cores()
    with ThreadPoolExecutor(count) as pool:
        inside, across = (sum(part, np.zeros(36, np.int64)) for part in zip(*pool.map(some, range(count)), strict=True))
    beside = np.bincount(ends[:-1, 1] * 6 + ends[1:, 0], minlength=36)
    # each die but the last of a word begins a pair in it, and the last but of the block one across
    faces = inside.reshape(6, 6).sum(axis=1) + across.reshape(6, 6).sum(axis=1)
    faces += np.bincount(ends[:, 1], minlength=6)
    return dict(zip(TESTS, (faces, inside, across, beside), strict=True))


def judged(found: dict[str, Counts]) -> Verdict:
    """Return how likely the counts are with fair dice, and what the tests could find."""
    from scipy.stats import chi2

    chances, smallest = {}, {}
    for name, counts in found.items():
        expected = counts.sum() / counts.size
        free = counts.size - 1
        chances[name] = float(chi2.sf(((counts - expected) ** 2).sum() / expected, free))
        smallest[name] = _smallest(counts.sum(), counts.size)
    return Verdict(int(found["faces"].sum()), chances, smallest)


def _smallest(number: float, cells: int) -> float:
    """Return the least relative shift of one cell, at the others' cost alike, that is found in 99 runs of 100."""
    from scipy.optimize import brentq
    from scipy.stats import chi2, ncx2

    limit = chi2.isf(FALSE_ALARM / len(TESTS), cells - 1)
    apart = brentq(lambda apart: ncx2.sf(limit, cells - 1, apart) - 0.99, 1, 1000)
    return sqrt(apart * (cells - 1) / number)


def bias(dice: int = 1_000_000_000, seed: int = 2012) -> Verdict:
    """Return the verdict on so many dice."""
    return judged(counted(dice, seed))


def lines(verdict: Verdict) -> list[str]:
    """Return the verdict in words, a line for each test and one for all."""
    told = [
        f"{name}: p = {chance:.3g}; a cell off by {verdict.smallest[name]:.2g} of itself is found in 99 runs of 100"
        for name, chance in verdict.chances.items()
    ]
    outcome = "fair" if verdict.fair else "NOT FAIR"
    return [*told, f"{verdict.dice:,} dice: {outcome} (false alarm {FALSE_ALARM:g} for all tests together)"]


if __name__ == "__main__":
    verdict = bias(int(float(sys.argv[1]))) if sys.argv[1:] else bias()
    print("\n".join(lines(verdict)))
    sys.exit(not verdict.fair)
