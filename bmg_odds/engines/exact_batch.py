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

from bmg_odds.engines import counting, exact_impacts, exact_tail
from bmg_odds.engines.jit import compiled, kernel
from bmg_odds.engines.table import shape
from bmg_odds.rules.record import Strike

Ints = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]

BLOCK = 32_768  # records that one thread takes at a time, with caches of its own
LAWS = 1024  # slots of the cache of impact laws
TAILS = 512  # slots of the cache of tails
FIRST_HALF = counting.SAVES + 1  # fields up to here decide the impact law; the dice and the rest the tail
FIELDS = counting.CROSS  # cross fire has its own law

_common = (counting._count, counting._powers, counting._binomial)
_impacts: Any = compiled(
    exact_impacts._impacts,
    helpers=(
        *_common,
        exact_impacts._rolls,
        exact_impacts._spoiled,
        exact_impacts._hits,
        exact_impacts._subtract_blocks,
        exact_impacts._subtract_dodges,
        exact_impacts._thin,
        exact_impacts._pass_groups,
    ),
)
_tail: Any = compiled(
    exact_tail._tail,
    helpers=(
        *_common,
        exact_tail._matched,
        exact_tail._stand,
        exact_tail._one_die,
        exact_tail._add,
        exact_tail._collateral,
        exact_tail._scale,
        exact_tail._choose,
        exact_tail._plain_tail,
        exact_tail._general_tail,
    ),
)
_COMB = np.array(counting.COMB)
_SALTS = np.random.default_rng(6).integers(1 << 27, 1 << 28, len(Strike._fields)) | 1


@kernel
def _slot(row: Ints, first: int, last: int, salts: Ints, slots: int) -> int:
    """Where a half record stands in its cache: a sum of products that never leaves 63 bits."""
    mixed = 0
    for field in range(first, last):
        value = row[field]
        mixed += ((value ^ (value >> 28)) & 0xFFFFFFF) * salts[field]
    return (mixed ^ (mixed >> 31)) >> 11 & (slots - 1)


@kernel
def _differs(keys: Ints, row: Ints, first: int, last: int) -> int:
    """0 where the cached half record is this one."""
    found = 0
    for field in range(first, last):
        found |= keys[field] ^ row[field]
    return found


@kernel
def _fill_block(
    rows: Ints,
    comb: Values,
    salts: Ints,
    starts: Ints,
    out: Values,
    first: int,
    last: int,
    most: int,
    joint: bool,
) -> None:
    """Fill the tables of the records first … last, of at most `most` cells, with or without the impacts."""
    roll, spare, ones = np.zeros(counting.WIDTH), np.zeros(counting.WIDTH), np.ones(counting.WIDTH)
    sets, coef = np.zeros(exact_tail.LAW), np.zeros(exact_tail.COEFFICIENTS)
    power = np.zeros(4 * counting.WIDTH)
    laws, law_keys = np.zeros((LAWS, counting.WIDTH)), np.full((LAWS, FIELDS), -1, np.int64)
    tails, tail_keys = np.zeros((TAILS, most)), np.full((TAILS, FIELDS), -1, np.int64)
    for k in range(first, last):
        row = rows[k]
        dice = row[counting.DICE]
        one = _slot(row, 0, FIRST_HALF, salts, LAWS)
        if _differs(law_keys[one], row, 0, FIRST_HALF) != 0:
            _impacts(row, exact_impacts.ALL, comb, laws[one], roll, spare)
            law_keys[one] = row[:FIELDS]
        two = (_slot(row, FIRST_HALF, FIELDS, salts, TAILS) + 37 * dice) & (TAILS - 1)
        if (tail_keys[two, 0] ^ dice) | _differs(tail_keys[two], row, FIRST_HALF, FIELDS) != 0:
            _tail(row, comb, ones, sets, coef, power, tails[two])
            tail_keys[two] = row[:FIELDS]
        line = (dice + 1) * (row[counting.COLLATERAL] + 1) * 2
        if joint:
            _impacts_times_tail(laws[one], tails[two], dice, line, out, starts[k])
        else:
            place = starts[k]
            for impacts in range(dice + 1):
                chance = laws[one, impacts]
                for cell in range(impacts * line, (impacts + 1) * line):
                    out[place + cell] = chance * tails[two, cell]


@kernel
def _impacts_times_tail(law: Values, tail: Values, dice: int, line: int, out: Values, place: int) -> None:
    """Sum the tails of each number of impacts by their law, two cells at a time."""
    for cell in range(0, line, 2):
        first, second = 0.0, 0.0
        at = cell
        for impacts in range(dice + 1):
            chance = law[impacts]
            first += chance * tail[at]
            second += chance * tail[at + 1]
            at += line
        out[place + cell] = first
        out[place + cell + 1] = second


def records(strikes: Sequence[Strike]) -> Ints:
    """Return the strikes as one int64 array, a row each, columns as the fields of `Strike`.

    >>> from bmg_odds.rules.record import plain_strike
    >>> records([plain_strike(3, 56, 60)]).shape
    (1, 24)
    """
    return np.array(strikes, dtype=np.int64).reshape(len(strikes), len(Strike._fields))


def tables(rows: Ints, threads: int | None = None, out: Values | None = None) -> tuple[Values, Ints]:
    """Return all joint tables flat, one after the other, and the offset of each (and of the end).

    Each is laid out on the axes of `table.shape` and equals `exact.table` of its record; cross fire, which
    the joint table does not hold, is `exact.table`'s alone, and watched blocks are summed. `threads` None means all
    cores; `out` is filled where it is given (memory used again costs no page faults).

    >>> from bmg_odds.rules.record import plain_strike
    >>> values, starts = tables(records([plain_strike(1, 56, 60)] * 2))
    >>> float(values[starts[1]:starts[2]].sum().round(12))
    1.0
    """
    return _all(rows, threads, out, joint=False)


def joint(rows: Ints, threads: int | None = None, out: Values | None = None) -> tuple[Values, Ints]:
    """Return `tables` summed over the impacts: damages × criticals × knocked down, flat, and the offsets.

    >>> from bmg_odds.rules.record import plain_strike
    >>> joint(records([plain_strike(5, 56, 60)]))[0].shape
    (24,)
    """
    return _all(rows, threads, out, joint=True)


def _all(rows: Ints, threads: int | None, out: Values | None, *, joint: bool) -> tuple[Values, Ints]:
    dice, width = rows[:, counting.DICE] + 1, (rows[:, counting.COLLATERAL] + 1) * 2
    sizes = dice * width * (1 if joint else dice)
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
    if out is None:
        out = np.empty(int(starts[-1]))
    most = int((dice * dice * width).max(initial=1))
    blocks = range(0, len(rows), BLOCK)
    threads = min(threads or cpu_count() or 1, len(blocks))

    def one(first: int) -> None:
        _fill_block(rows, _COMB, _SALTS, starts, out, first, min(first + BLOCK, len(rows)), most, joint)

    if threads <= 1:
        for first in blocks:
            one(first)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(one, blocks))
    return out, starts


def cells(strike: Strike, values: Values) -> dict[tuple[int, int, int, int], float]:
    """Return one of `tables` as a dictionary of its cells that are not 0."""
    grid = values.reshape(shape(strike)[1:])
    return {tuple(map(int, key)): float(grid[tuple(key)]) for key in np.argwhere(grid)}  # type: ignore[misc]
