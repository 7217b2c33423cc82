"""Exact tables by the thousand: the very functions of `exact`, compiled, over blocks of records on all cores.

Records of one study share most of their work: what comes before the damage roll depends on one set of
fields, the tail from there on another. Each thread keeps both in small direct-mapped caches, so a record
whose halves were both seen costs one product of a law with a tail.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import Any

import numpy as np
import numpy.typing as npt

from bmg_odds.engines import exact
from bmg_odds.engines.jit import compiled, kernel
from bmg_odds.engines.table import shape
from bmg_odds.rules.record import Strike

Ints = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]

BLOCK = 32_768  # records that one thread takes at a time, with caches of its own
LAWS = 1024  # slots of the cache of impact laws
TAILS = 512  # slots of the cache of tails
FIRST_HALF = exact.SAVES + 1  # fields up to here decide the impact law; the dice and the rest the tail
FIELDS = exact.CROSS  # cross fire has its own law

_common = (exact._count, exact._powers)
_impacts: Any = compiled(
    exact._impacts,
    helpers=(
        *_common,
        exact._reroll_some,
        exact._rolls,
        exact._subtract_blocks,
        exact._subtract_dodges,
        exact._thin,
        exact._pass_groups,
    ),
)
_tail: Any = compiled(
    exact._tail,
    helpers=(
        *_common,
        exact._matching,
        exact._stand,
        exact._one_collateral,
        exact._add,
        exact._collateral,
        exact._scale,
        exact._used,
        exact._plain_tail,
        exact._general_tail,
    ),
)
_COMB = np.array(exact.COMB)


@kernel
def _slot(row: Ints, first: int, last: int, salt: int, slots: int) -> int:
    """Where a half record stands in its cache."""
    mixed = salt
    for field in range(first, last):
        mixed = (mixed * 1000003 + row[field]) & 0xFFFFFFFFFFFF
    mixed ^= mixed >> 23
    return (mixed * 40503 >> 11) & (slots - 1)


@kernel
def _same(keys: Ints, slot: int, row: Ints, first: int, last: int) -> bool:
    for field in range(first, last):
        if keys[slot, field] != row[field]:
            return False
    return True


@kernel
def _fill_block(
    rows: Ints, comb: Values, starts: Ints, out: Values, first: int, last: int, most: int, joint: bool
) -> None:
    """Fill the tables of the records first … last, of at most `most` cells, with or without the impacts."""
    roll, spare, ones = np.zeros(exact.WIDTH), np.zeros(exact.WIDTH), np.ones(exact.WIDTH)
    sets, coef = np.zeros(4 * exact.SETS), np.zeros(exact.STATES * exact.AVOID)
    power = np.zeros(4 * exact.WIDTH)
    laws, law_keys = np.zeros((LAWS, exact.WIDTH)), np.full((LAWS, FIRST_HALF), -1, np.int64)
    tails, tail_keys = np.zeros((TAILS, most)), np.full((TAILS, FIELDS), -1, np.int64)
    for k in range(first, last):
        row = rows[k]
        dice = row[exact.DICE]
        one = _slot(row, 0, FIRST_HALF, 1, LAWS)
        if not _same(law_keys, one, row, 0, FIRST_HALF):
            _impacts(row, comb, laws[one], roll, spare)
            law_keys[one] = row[:FIRST_HALF]
        two = _slot(row, FIRST_HALF, FIELDS, dice, TAILS)
        if tail_keys[two, 0] != dice or not _same(tail_keys, two, row, FIRST_HALF, FIELDS):
            _tail(row, comb, ones, sets, coef, power, tails[two])
            tail_keys[two] = row[:FIELDS]
        width = (row[exact.COLLATERAL] + 1) * 2
        line = (dice + 1) * width
        if joint:
            _impacts_times_tail(laws[one], tails[two], dice, width, out[starts[k] : starts[k + 1]])
        else:
            for impacts in range(dice + 1):
                for cell in range(impacts * line, (impacts + 1) * line):
                    out[starts[k] + cell] = laws[one, impacts] * tails[two, cell]


@kernel
def _impacts_times_tail(law: Values, tail: Values, dice: int, width: int, out: Values) -> None:
    """Sum the tails of each number of impacts by their law; a tail of i impacts has i damages at the most."""
    line = (dice + 1) * width
    for cell in range(line):
        out[cell] = 0.0
    for impacts in range(dice + 1):
        chance = law[impacts]
        for cell in range((impacts + 1) * width):
            out[cell] += chance * tail[impacts * line + cell]


def records(strikes: Sequence[Strike]) -> Ints:
    """Return the strikes as one int64 array, a row each, columns as the fields of `Strike`.

    >>> from bmg_odds.rules.record import plain_strike
    >>> records([plain_strike(3, 56, 60)]).shape
    (1, 22)
    """
    return np.array(strikes, dtype=np.int64).reshape(len(strikes), len(Strike._fields))


def tables(rows: Ints, threads: int | None = None) -> tuple[Values, Ints]:
    """Return all joint tables flat, one after the other, and the offset of each (and of the end).

    Each is laid out on the axes of `table.shape` and equals `exact.table` of its record; cross fire, which
    the joint table does not hold, is `exact.table`'s alone. `threads` None means all cores.

    >>> from bmg_odds.rules.record import plain_strike
    >>> values, starts = tables(records([plain_strike(1, 56, 60)] * 2))
    >>> float(values[starts[1]:starts[2]].sum().round(12))
    1.0
    """
    return _all(rows, threads, joint=False)


def joint(rows: Ints, threads: int | None = None) -> tuple[Values, Ints]:
    """Return `tables` summed over the impacts: damages × criticals × knocked down, flat, and the offsets.

    >>> from bmg_odds.rules.record import plain_strike
    >>> joint(records([plain_strike(5, 56, 60)]))[0].shape
    (24,)
    """
    return _all(rows, threads, joint=True)


def _all(rows: Ints, threads: int | None, *, joint: bool) -> tuple[Values, Ints]:
    dice, width = rows[:, exact.DICE] + 1, (rows[:, exact.COLLATERAL] + 1) * 2
    sizes = dice * width * (1 if joint else dice)
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
    out = np.empty(int(starts[-1]))
    most = int((dice * dice * width).max(initial=1))
    blocks = range(0, len(rows), BLOCK)
    threads = min(threads or cpu_count() or 1, len(blocks))

    def one(first: int) -> None:
        _fill_block(rows, _COMB, starts, out, first, min(first + BLOCK, len(rows)), most, joint)

    if threads <= 1:
        for first in blocks:
            one(first)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(one, blocks))
    return out, starts


def cells(strike: Strike, values: Values) -> dict[tuple[int, int, int, int], float]:
    """Return one of `tables` as a dictionary of its cells that are not 0."""
    grid = values.reshape(shape(strike))
    return {tuple(map(int, key)): float(grid[tuple(key)]) for key in np.argwhere(grid)}  # type: ignore[misc]
