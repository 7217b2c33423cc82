"""Exact tables by the thousand: the very functions of `exact`, compiled, over blocks of records on all cores."""

from collections.abc import Callable
from typing import Any

import numpy as np

from bmg_odds.engines.exact_pack import COLLATERAL_SHIFT, MOST_DICE, Ints, Values, records
from bmg_odds.engines.exact_room import (
    TAIL_BITS,
    TAIL_HAVE,
    TAIL_KEYS,
    _law_slot,
    _make_law,
    _seek_tail,
    _slot,
    law_at,
    room,
    tail_at,
    triangle,
)
from bmg_odds.engines.jit import kernel
from bmg_odds.engines.jit_vectors import FOUR, FOURS, SIX
from bmg_odds.engines.parts import in_parts
from bmg_odds.engines.table import shape
from bmg_odds.rules.record import Strike

__all__ = ["Ints", "Values", "cells", "joint", "read", "records", "tables"]

CELLS = 1 << 15
"""Cells of a block of `read`: they stay in the processor's nearer memory with what is kept beside them."""

_FOUR_0, _FOUR_1, _FOUR_2, _FOUR_3, _FOUR_4, _FOUR_5, _FOUR_6, _FOUR_7, _FOUR_8 = FOURS
_FOUR, _SIX = FOUR, SIX


@kernel
def _fill_block(
    packed: Ints, starts: Ints, out: Values, floats: Values, ints: Ints, first: int, last: int,
    most: int, wide: int, joint: bool,
) -> None:  # fmt: skip
    """Fill the tables of the records first … last, with or without the impacts; `out` begins with the first."""
    line, cells_each, base = most + 1, triangle(most, wide), starts[first]
    for k in range(first, last):
        head, covers, saves, key = packed[k, 0], packed[k, 1], packed[k, 2], packed[k, 3]
        dice = head & MOST_DICE
        # The look-ups stand here and not in a function: passing what is kept would cost more than they save.
        one, two = _law_slot(head, covers, saves), _slot(key, TAIL_BITS)
        if ints[3 * one] != head or ints[3 * one + 1] != covers or ints[3 * one + 2] != saves:
            _make_law(packed, k, one, line, floats, ints)
        if ints[TAIL_KEYS + two] != key or ints[TAIL_HAVE + two] < dice:
            two = _seek_tail(packed, k, dice, cells_each, most, floats, ints)
        one, two, to = law_at(one, line), tail_at(two, line, cells_each), starts[k] - base
        width = (((key >> COLLATERAL_SHIFT) & 3) + 1) * 2
        if not joint:
            _impacts_by_tail(dice, width, floats, one, two, out, to)
        elif width == 6:
            _SIX(dice, floats, one, floats, two, out, to)
        elif dice == 5:
            _FOUR_5(dice, floats, one, floats, two, out, to)
        elif dice == 4:
            _FOUR_4(dice, floats, one, floats, two, out, to)
        elif dice == 3:
            _FOUR_3(dice, floats, one, floats, two, out, to)
        elif dice == 6:
            _FOUR_6(dice, floats, one, floats, two, out, to)
        elif dice == 2:
            _FOUR_2(dice, floats, one, floats, two, out, to)
        elif dice == 7:
            _FOUR_7(dice, floats, one, floats, two, out, to)
        elif dice == 1:
            _FOUR_1(dice, floats, one, floats, two, out, to)
        elif dice == 8:
            _FOUR_8(dice, floats, one, floats, two, out, to)
        elif dice == 0:
            _FOUR_0(dice, floats, one, floats, two, out, to)
        else:
            _FOUR(dice, floats, one, floats, two, out, to)


@kernel
def _impacts_by_tail(dice: int, width: int, floats: Values, one: int, two: int, out: Values, to: int) -> None:
    """Write the tail of each number of impacts times its chance: a whole table."""
    wide = 4 if width == 4 else 8
    row = two
    for impacts in range(dice + 1):
        chance = floats[one + impacts]
        for _ in range(impacts + 1):
            for cell in range(width):
                out[to + cell] = chance * floats[row + cell]
            to += width
            row += wide
        for cell in range(to, to + (dice - impacts) * width):
            out[cell] = 0.0
        to += (dice - impacts) * width


@kernel
def _lay_out(packed: Ints, joint: bool, starts: Ints) -> tuple[int, int, int]:
    """Write where each table begins; return the most dice, the cells of a line and the cells of the largest table."""
    place, most, wide, largest = 0, 0, 4, 0
    for k in range(len(packed)):
        starts[k] = place
        dice, criticals = packed[k, 0] & MOST_DICE, ((packed[k, 3] >> COLLATERAL_SHIFT) & 3) + 1
        size = (dice + 1) * criticals * 2
        if not joint:
            size *= dice + 1
        most, largest = max(most, dice), max(largest, size)
        if criticals > 2:
            wide = 8
        place += size
    starts[len(packed)] = place
    return most, wide, largest


def tables(packed: Ints, threads: int | None = None, out: Values | None = None) -> tuple[Values, Ints]:
    """Return all joint tables of packed records, flat, one after the other, and the offset of each and the end.

    Each is laid out on the axes of `table.shape` and equals `exact.table` of its record; cross fire, which
    the joint table does not hold, is `exact.table`'s alone, and watched blocks are summed. `threads` None
    means all cores; `out` is filled where it is given (memory used again costs no page faults).

    >>> from bmg_odds.rules.record import plain_strike
    >>> values, starts = tables(records([plain_strike(1, 56, 60)] * 2))
    >>> float(values[starts[1]:starts[2]].sum().round(12))
    1.0
    """
    return _all(packed, threads, out, joint=False)


def joint(packed: Ints, threads: int | None = None, out: Values | None = None) -> tuple[Values, Ints]:
    """Return `tables` summed over the impacts: damages × criticals × knocked down, flat, and the offsets.

    >>> from bmg_odds.rules.record import plain_strike
    >>> joint(records([plain_strike(5, 56, 60)]))[0].shape
    (24,)
    """
    return _all(packed, threads, out, joint=True)


def _all(packed: Ints, threads: int | None, out: Values | None, *, joint: bool) -> tuple[Values, Ints]:
    starts = np.empty(len(packed) + 1, np.int64)
    most, wide, _ = _lay_out(packed, joint, starts)
    values = np.empty(int(starts[-1])) if out is None else out

    def fill(first: int, last: int) -> None:
        floats, ints = room(most, wide)
        _fill_block(packed, starts, values[starts[first] :], floats, ints, first, last, most, wide, joint)

    in_parts(len(packed), threads, fill)
    return values, starts


def read(
    packed: Ints, reader: Callable[[int, Values, Ints], Any], *, threads: int | None = None, joint: bool = True
) -> None:
    """Call `reader(first, values, starts)` for block after block of tables, side by side where there are threads.

    Table `first + i` is `values[starts[i]:starts[i + 1]]`, of `joint` or of `tables`. The memory is used again for
    the next block, so that a study of any size stays where the processor is quick: a reader keeps what it makes of
    the tables, not the tables.

    >>> from bmg_odds.rules.record import plain_strike
    >>> sums = {}
    >>> def add(first, values, starts):
    ...     sums[first] = round(float(values[starts[0]:starts[-1]].sum()), 12)
    >>> read(records([plain_strike(1, 56, 60)] * 3), add, threads=1)
    >>> sums
    {0: 3.0}
    """
    starts = np.empty(len(packed) + 1, np.int64)
    most, wide, largest = _lay_out(packed, joint, starts)
    step = max(1, CELLS // max(1, largest))

    def part(first: int, last: int) -> None:
        floats, ints = room(most, wide)
        values = np.empty(step * largest)
        for block in range(first, last, step):
            end = min(block + step, last)
            _fill_block(packed, starts, values, floats, ints, block, end, most, wide, joint)
            reader(block, values, starts[block : end + 1] - starts[block])

    in_parts(len(packed), threads, part)


def cells(strike: Strike, values: Values) -> dict[tuple[int, int, int, int], float]:
    """Return one of `tables` as a dictionary of its cells that are not 0."""
    grid = values.reshape(shape(strike)[1:])
    return {tuple(map(int, key)): float(grid[tuple(key)]) for key in np.argwhere(grid)}  # type: ignore[misc]
