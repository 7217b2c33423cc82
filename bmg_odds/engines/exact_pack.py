"""Records for batches: the fields of a strike packed into a few words, so that comparing two is cheap."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.jit import kernel
from bmg_odds.errors import BmgError
from bmg_odds.rules.record import COVER_BITS, MATCH_BITS, MOST_COVERS, MOST_SAVES, SAVE_BITS, Strike

Ints = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]

MOST_DICE = 31
_R = 5  # bits of a number of dice or rerolls
# Bits of each field, from DICE to CRITICAL, word by word: what decides the law, then what decides the tail.
BITS = (_R, 6, _R, _R, _R, 6, _R, 2, 1, COVER_BITS * MOST_COVERS, _R, 6, _R, SAVE_BITS * MOST_SAVES, 6, _R,
        MATCH_BITS * 6, 2, 6, 1, 6)  # fmt: skip
ENDS = (9, 10, 14, 21)  # the field after the last one of each word
WORDS = len(ENDS)
HIT_BITS = sum(BITS[:4])  # of the first word: what decides the impacts rolled; above them what decides the block
CAP_BIT = 1 << sum(BITS[:8])
SAVES_SHIFT = sum(BITS[10:13])
COLLATERAL_SHIFT = sum(BITS[14:17])
REROLLS = np.isin(np.arange(len(BITS)), (2, 3, 6, 12, 15))
LEASTS = np.isin(np.arange(len(BITS)), (7, 17, 18)).astype(np.int64)
"""The least that a field may be: a block cancels by 1 success or more, a collateral die can show some face."""
MOSTS = np.array([(1 << bits) - 1 for bits in BITS])
"""The most: two collateral dice, whatever their bits hold; elsewhere what does."""
MOSTS[17] = 2


@kernel
def _unpack(packed: Ints, k: int, row: Ints) -> None:
    """Write the fields of a packed record into a row, places as in `counting`."""
    field = 0
    for number in range(WORDS):
        rest = packed[k, number]
        while field < ENDS[number]:
            row[field] = rest & ((1 << BITS[field]) - 1)
            rest >>= BITS[field]
            field += 1


def records(strikes: Sequence[Strike] | Ints) -> Ints:
    """Return strikes, or rows of their fields, as packed records: an int64 array of WORDS columns.

    The first three words decide the law of the impacts, the last one the tail. BmgError where a field is beyond
    LEASTS and MOSTS; whether blocks are watched and cross fire are no part of a batch.

    >>> from bmg_odds.rules.record import plain_strike
    >>> records([plain_strike(3, 56, 60)]).shape
    (1, 4)
    """
    rows = np.array(strikes, dtype=np.int64).reshape(len(strikes), len(Strike._fields))[:, : len(BITS)]
    rows = np.where(REROLLS & (rows > MOST_DICE), MOST_DICE, rows)  # no stage has more dice to reroll
    if np.any(rows < LEASTS) or np.any(rows > MOSTS):
        raise BmgError(
            f"a record has a field beyond a batch's bounds; allowed: up to {MOST_DICE} dice a stage, {MOST_SAVES} "
            "saves, 1 or 2 collateral dice"
        )
    packed = np.zeros((len(rows), WORDS), np.int64)
    field = 0
    for number, end in enumerate(ENDS):
        shift = 0
        while field < end:
            packed[:, number] |= rows[:, field] << shift
            shift += BITS[field]
            field += 1
    return packed
