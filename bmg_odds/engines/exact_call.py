"""One exact table at a time, compiled: for a loop in Python that asks one attack after the other.

What a call costs beside counting is handing it over, so a call hands over plain integers and nothing else: the room
that it works in stands at an address.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from bmg_odds.engines.exact_batch import _fill_block
from bmg_odds.engines.exact_pack import (
    BITS,
    COLLATERAL_SHIFT,
    ENDS,
    HIT_BITS,
    LEASTS,
    MOST_DICE,
    MOSTS,
    REROLLS,
    WORDS,
    Ints,
    Values,
    records,
)
from bmg_odds.engines.exact_room import (
    CANCEL_BITS,
    CANCEL_KEYS,
    HIT_KEYS,
    HITS_BITS,
    INTS,
    PROBES,
    TAIL_BITS,
    TAIL_HAVE,
    TAIL_KEYS,
    TAILS,
    _law_slot,
    _slot,
    law_at,
    room,
    tail_at,
    triangle,
)
from bmg_odds.engines.jit import COMPILED, kernel
from bmg_odds.engines.jit_vectors import FOUR, SIX, array_at, entry
from bmg_odds.errors import BmgError
from bmg_odds.rules.record import Strike

FIELDS = len(Strike._fields)
FLOATS, NUMBERS, OUT, SIZE, MOST, WIDE, WHOLE, ANEW, RECORD = range(9)
STARTS = RECORD + WORDS
ROW = STARTS + 2
HEADER = ROW + FIELDS
NO_ROOM, NO_RECORD = -1, -2

_FOUR, _SIX = FOUR, SIX


@kernel
def _forget(packed: Ints, ints: Ints) -> None:
    """Forget what is kept of the record, so that every stage is counted anew."""
    head, key = packed[0, 0], packed[0, 3]
    ints[3 * _law_slot(head, packed[0, 1], packed[0, 2])] = -1
    ints[HIT_KEYS + _slot(head & ((1 << HIT_BITS) - 1), HITS_BITS)] = -1
    ints[CANCEL_KEYS + _slot(head >> HIT_BITS, CANCEL_BITS)] = -1
    first = _slot(key, TAIL_BITS)
    for probe in range(PROBES):
        ints[TAIL_KEYS + ((first + probe) & (TAILS - 1))] = -1


@kernel
def _fill_one(header: Ints, floats: Values, ints: Ints, out: Values) -> Any:
    """Fill the table of the record that stands in the header, and return its cells; NO_ROOM where it has none."""
    packed, starts = header[RECORD:STARTS].reshape(1, WORDS), header[STARTS:ROW]
    dice, criticals = packed[0, 0] & MOST_DICE, ((packed[0, 3] >> COLLATERAL_SHIFT) & 3) + 1
    if dice > header[MOST] or criticals * 2 > header[WIDE]:
        return NO_ROOM
    if header[ANEW]:
        _forget(packed, ints)
    size = (dice + 1) * criticals * 2
    if header[WHOLE]:
        size *= dice + 1
    starts[0], starts[1] = 0, size
    first = starts[0]  # a number of the same kind as a batch's, for the batch's very code
    _fill_block(packed, starts, out, floats, ints, first, first + 1, header[MOST], header[WIDE], header[WHOLE] == 0)
    return size


@kernel
def _count(address: int, head: int, covers: int, saves: int, key: int) -> Any:
    """Fill the table of a packed record in the room whose header stands at the address, and return its cells.

    Where `head` is negative, it is the record that `_pack` wrote.
    """
    header = array_at(address, HEADER, 0)
    if head < 0:
        head, covers, saves, key = header[RECORD], header[RECORD + 1], header[RECORD + 2], header[RECORD + 3]
    floats, ints = array_at(header[FLOATS], header[SIZE], 0.0), array_at(header[NUMBERS], INTS, 0)
    dice, line = head & MOST_DICE, header[MOST] + 1
    out = array_at(header[OUT], line * line * header[WIDE], 0.0)
    if not (header[ANEW] or header[WHOLE] or dice >= line):
        one, two = _law_slot(head, covers, saves), _slot(key, TAIL_BITS)
        known = ints[3 * one] == head and ints[3 * one + 1] == covers and ints[3 * one + 2] == saves
        if known and ints[TAIL_KEYS + two] == key and ints[TAIL_HAVE + two] >= dice:
            one, two = law_at(one, line), tail_at(two, line, triangle(header[MOST], header[WIDE]))
            if (key >> COLLATERAL_SHIFT) & 3 == 1:
                _FOUR(dice, floats, one, floats, two, out, 0)
                return (dice + 1) * 4
            _SIX(dice, floats, one, floats, two, out, 0)
            return (dice + 1) * 6
    header[RECORD], header[RECORD + 1], header[RECORD + 2], header[RECORD + 3] = head, covers, saves, key
    return _fill_one(header, floats, ints, out)


@kernel
def _pack(
    address: int, a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, i: int, j: int, k: int, m: int,
    n: int, o: int, p: int, q: int, r: int, s: int, t: int, u: int, v: int, _cross: int, _rerolls: int, _watch: int,
) -> Any:  # fmt: skip
    """Write the fields of a strike as the record of the header; NO_RECORD where one does not fit."""
    header = array_at(address, HEADER, 0)
    row = header[ROW:]
    row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7] = a, b, c, d, e, f, g, h
    row[8], row[9], row[10], row[11], row[12], row[13], row[14], row[15] = i, j, k, m, n, o, p, q
    row[16], row[17], row[18], row[19], row[20] = r, s, t, u, v
    field = 0
    for number in range(WORDS):
        packed, shift = 0, 0
        while field < ENDS[number]:
            value = min(row[field], MOST_DICE) if REROLLS[field] else row[field]
            if value < LEASTS[field] or value > MOSTS[field]:
                return NO_RECORD
            packed |= value << shift
            shift += BITS[field]
            field += 1
        header[RECORD + number] = packed
    return 0


class Counter:
    """Exact tables one at a time; for one thread.

    `values` holds the last table from its beginning, damages × criticals × knocked down as `exact_batch.joint`, or
    as `exact_batch.tables` where `whole`. `packed` takes the words of one record of `exact_batch.records` as Python
    integers, and returns how many cells there are: the quickest way, below a microsecond. What records share is kept
    from call to call, stage by stage, but no table; `anew` counts every stage of every call.

    >>> from bmg_odds.rules.record import plain_strike
    >>> counter = Counter()
    >>> [round(float(chance), 4) for chance in counter(plain_strike(1, 56, 60))]
    [0.6528, 0.0139, 0.0, 0.0, 0.2361, 0.0417, 0.0417, 0.0139]
    """

    def __init__(self, *, most: int = 12, whole: bool = False, anew: bool = False) -> None:
        self.values = np.zeros((most + 1) * (most + 1) * 8)
        self._floats, self._ints = room(most, 8)
        self._header = np.zeros(HEADER, np.int64)
        self._header[[MOST, WIDE, WHOLE, ANEW, SIZE]] = most, 8, whole, anew, len(self._floats)
        self.packed: Callable[[int, int, int, int], int] = self._plain
        self._pack: Callable[..., int] = self._pack_plainly
        if COMPILED:
            for place, array in ((FLOATS, self._floats), (NUMBERS, self._ints), (OUT, self.values)):
                self._header[place] = array.ctypes.data
            address = self._header.ctypes.data
            self.packed = partial(entry(_count, 1 + WORDS), address)
            self._pack = partial(entry(_pack, 1 + FIELDS), address)

    def _plain(self, head: int, covers: int, saves: int, key: int) -> int:
        if head >= 0:
            self._header[RECORD:STARTS] = head, covers, saves, key
        return int(_fill_one(self._header, self._floats, self._ints, self.values))

    def _pack_plainly(self, *fields: int) -> int:
        self._header[RECORD:STARTS] = records([fields])[0]  # type: ignore[list-item]
        return 0

    def __call__(self, strike: Strike) -> Values:
        """Return the table of a strike, a view of `values`; BmgError where a field is beyond a batch's bounds."""
        size = self._pack(*strike) or self.packed(-1, 0, 0, 0)
        if size < 0:
            most = self._header[MOST]
            raise BmgError(f"a record has a field beyond a counter's bounds; allowed: up to {most} impact dice")
        return self.values[:size]
