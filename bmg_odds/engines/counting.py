"""Small tools of the exact engine: fields of a record, Pascal's triangle, and counting in flat buffers.

Everything with a leading underscore here and in `exact_impacts` and `exact_tail` is written in the subset of
Python that numba compiles, over flat buffers that the caller brings: `exact_batch` compiles these very
functions, a single answer runs them as they are, without numba or numpy (DESIGN 8).
"""

import math
from collections.abc import MutableSequence, Sequence

from bmg_odds.rules.record import FIELDS

Buffer = MutableSequence[float]
Record = Sequence[int]

MOST_DICE = 31
WIDTH = MOST_DICE + 1  # a law over 0 … MOST_DICE successes, and a row of Pascal's triangle
COMB = [float(math.comb(n, k)) for n in range(WIDTH) for k in range(WIDTH)]

(
    DICE, IMPACT, IMPACT_REROLLS, IMPACT_SPOILS, BLOCK_DICE, BLOCK, BLOCK_REROLLS, BLOCK_NEED, BLOCK_CAP,
    COVERS, DODGE_DICE, DODGE, DODGE_REROLLS, SAVES, DAMAGE, DAMAGE_REROLLS, MATCH, COLLATERAL,
    COLLATERAL_FACES, COLLATERAL_REROLL, CRITICAL, CROSS, CROSS_REROLLS, WATCH_BLOCKS,
) = range(len(FIELDS))  # fmt: skip


_SIZES = tuple(faces.bit_count() for faces in range(64))


def _count(faces: int) -> int:
    """Number of faces in a set."""
    return _SIZES[faces & 63]


def _powers(base: float, most: int, out: Buffer, start: int) -> None:
    """Write base**0 … base**most from `start` on."""
    value = 1.0
    for place in range(start, start + most + 1):
        out[place] = value
        value *= base


def _binomial(dice: int, p: float, q: float, comb: Sequence[float], out: Buffer) -> None:
    """Law of the successes of so many dice; q is the chance to fail, never obtained as a complement."""
    good = 1.0
    for k in range(dice + 1):
        out[k] = comb[dice * WIDTH + k] * good
        good *= p
    bad = 1.0
    for k in range(dice, -1, -1):
        out[k] *= bad
        bad *= q
