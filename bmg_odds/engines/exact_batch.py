"""Exact tables by the thousand: the very functions of `exact`, compiled, over blocks of records on all cores.

Records of one study share most of their work: what comes before the damage roll depends on one set of
fields, the tail from there on another. Each thread keeps both in small direct-mapped caches, so a record
whose halves were both seen costs one product of a law with a tail.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from bmg_odds.engines import counting, exact_impacts, exact_tail
from bmg_odds.engines.jit import compiled, kernel, word
from bmg_odds.engines.parts import in_parts
from bmg_odds.engines.table import shape
from bmg_odds.errors import BmgError
from bmg_odds.rules.record import COVER_BITS, MATCH_BITS, MOST_COVERS, SAVE_BITS, Strike

Ints = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]

LAW_BITS, TAIL_BITS = 11, 9
LAWS = 1 << LAW_BITS  # slots of the cache of impact laws
TAILS = 1 << TAIL_BITS  # slots of the cache of tails

MOST_DICE = 31
_R = 5  # bits of a number of dice or rerolls
# Bits of each field, from DICE to CRITICAL, word by word: what decides the law, then what decides the tail.
BITS = (_R, 6, _R, _R, _R, 6, _R, 2, 1, COVER_BITS * MOST_COVERS, _R, 6, _R, SAVE_BITS * 7, 6, _R,
        MATCH_BITS * 6, 2, 6, 1, 6)  # fmt: skip
ENDS = (9, 10, 14, 21)  # the field after the last one of each word
WORDS = len(ENDS)
COLLATERAL_SHIFT = 6 + _R + MATCH_BITS * 6
REROLLS = np.isin(np.arange(len(BITS)), (2, 3, 6, 12, 15))
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
        exact_tail._needs_counts,
        exact_tail._scale,
        exact_tail._choose,
        exact_tail._terms,
        exact_tail._plain_tail,
        exact_tail._general_tail,
    ),
)
_needs_counts: Any = compiled(exact_tail._needs_counts)
_collateral: Any = compiled(
    exact_tail._collateral,
    helpers=(
        counting._count,
        exact_tail._matched,
        exact_tail._stand,
        exact_tail._one_die,
        exact_tail._add,
    ),
)
_COMB = np.array(counting.COMB)


@kernel
def _unpack(record: Ints, row: Ints) -> None:
    """Write the fields of a packed record into a row, places as in `counting`."""
    field = 0
    for number in range(WORDS):
        rest = record[number]
        while field < ENDS[number]:
            row[field] = rest & ((1 << BITS[field]) - 1)
            rest >>= BITS[field]
            field += 1


@kernel
def _slot(mixed: int, bits: int) -> int:
    """Spread a number over 2**bits slots by a multiplication (Fibonacci hashing)."""
    product = (word(mixed) * word(0x9E3779B97F4A7C15)) & word(0xFFFFFFFFFFFFFFFF)
    return int(product >> word(64 - bits))


@kernel
def _law_slot(head: int, covers: int, saves: int) -> int:
    """Where the impact law of these words stands in its cache."""
    return _slot(head ^ (covers >> 3) ^ (saves >> 5), LAW_BITS)


@kernel
def _tail_slot(tail: int, dice: int) -> int:
    """Where the tail of this word and number of dice stands in its cache."""
    return _slot(tail ^ dice << 50, TAIL_BITS)


@kernel
def _make_law(
    packed: Ints, k: int, slot: int, comb: Values, laws: Values, keys: Ints, roll: Values, spare: Values, row: Ints
) -> None:
    """Put the impact law of record k into its slot."""
    _unpack(packed[k], row)
    _impacts(row, exact_impacts.ALL, comb, laws[slot], roll, spare)
    keys[slot, 0], keys[slot, 1], keys[slot, 2] = packed[k, 0], packed[k, 1], packed[k, 2]


@kernel
def _make_tail(
    packed: Ints,
    k: int,
    slot: int,
    comb: Values,
    ones: Values,
    tails: Values,
    keys: Ints,
    sets: Values,
    coef: Values,
    power: Values,
    row: Ints,
) -> None:
    """Put the tail of record k into its slot."""
    _unpack(packed[k], row)
    if _needs_counts(row):
        _collateral(row, sets, coef)
    _tail(row, comb, ones, sets, coef, power, tails[slot])
    keys[slot, 0], keys[slot, 1] = packed[k, 3], packed[k, 0] & MOST_DICE


@kernel
def _room(most: int) -> Any:
    """Return what one thread works in: arrays to count in, and the empty caches of laws and of tails."""
    roll, spare, ones = np.zeros(counting.WIDTH), np.zeros(counting.WIDTH), np.ones(counting.WIDTH)
    sets, coef = np.zeros(exact_tail.LAW), np.zeros(exact_tail.COEFFICIENTS)
    power, row = np.zeros(exact_tail.POWERS), np.zeros(counting.WATCH_BLOCKS + 1, np.int64)
    laws, law_keys = np.zeros((LAWS, counting.WIDTH)), np.full((LAWS, 3), -1, np.int64)
    tails, tail_keys = np.zeros((TAILS, most)), np.full((TAILS, 2), -1, np.int64)
    return (roll, spare, ones, sets, coef, power, row), (laws, law_keys), (tails, tail_keys)


@kernel
def _fill_block(
    packed: Ints, comb: Values, starts: Ints, out: Values, first: int, last: int, most: int, joint: bool
) -> None:
    """Fill the tables of the records first … last, of at most `most` cells, with or without the impacts."""
    (roll, spare, ones, sets, coef, power, row), (laws, law_keys), (tails, tail_keys) = _room(most)
    for k in range(first, last):
        head, covers, saves, tail = packed[k, 0], packed[k, 1], packed[k, 2], packed[k, 3]
        dice = head & MOST_DICE
        # The look-ups stand here and not in a function: passing the caches would cost more than they save.
        one, two = _law_slot(head, covers, saves), _tail_slot(tail, dice)
        if law_keys[one, 0] != head or law_keys[one, 1] != covers or law_keys[one, 2] != saves:
            _make_law(packed, k, one, comb, laws, law_keys, roll, spare, row)
        if tail_keys[two, 0] != tail or tail_keys[two, 1] != dice:
            _make_tail(packed, k, two, comb, ones, tails, tail_keys, sets, coef, power, row)
        line = (dice + 1) * (((tail >> COLLATERAL_SHIFT) & 3) + 1) * 2
        if joint:
            _impacts_times_tail(laws, one, tails, two, dice, line, out, starts[k])
        else:
            place = starts[k]
            for impacts in range(dice + 1):
                chance = laws[one, impacts]
                for cell in range(impacts * line, (impacts + 1) * line):
                    out[place + cell] = chance * tails[two, cell]


@kernel
def _impacts_times_tail(
    laws: Values, law: int, tails: Values, tail: int, dice: int, width: int, out: Values, start: int
) -> None:
    """Sum the tails of each number of impacts by their law, eight cells at a time.

    Rows of the caches are indexed, not taken as views, and by words, not by integers: a view costs as much as
    the sum, and a signed index is checked against negative ones, which keeps the loop from being vectorized.
    """
    one, two, line, place = word(law), word(tail), word(width), word(start)
    steps = word(dice) + word(1)
    whole = line - line % word(8)
    for cell in range(word(0), whole, word(8)):
        a, b, c, d, e, f, g, h = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        at = cell
        for impacts in range(steps):
            chance = laws[one, impacts]
            a += chance * tails[two, at]
            b += chance * tails[two, at + word(1)]
            c += chance * tails[two, at + word(2)]
            d += chance * tails[two, at + word(3)]
            e += chance * tails[two, at + word(4)]
            f += chance * tails[two, at + word(5)]
            g += chance * tails[two, at + word(6)]
            h += chance * tails[two, at + word(7)]
            at += line
        to = place + cell
        out[to], out[to + word(1)], out[to + word(2)], out[to + word(3)] = a, b, c, d
        out[to + word(4)], out[to + word(5)], out[to + word(6)], out[to + word(7)] = e, f, g, h
    for cell in range(whole, line):
        total = 0.0
        at = cell
        for impacts in range(steps):
            total += laws[one, impacts] * tails[two, at]
            at += line
        out[place + cell] = total


@kernel
def _lay_out(packed: Ints, joint: bool, starts: Ints) -> int:
    """Write where each table begins, and return the cells of the largest with its impacts."""
    place, most = 0, 1
    for k in range(len(packed)):
        starts[k] = place
        dice = (packed[k, 0] & MOST_DICE) + 1
        plane = dice * (((packed[k, 3] >> COLLATERAL_SHIFT) & 3) + 1) * 2
        most = max(most, plane * dice)
        place += plane if joint else plane * dice
    starts[len(packed)] = place
    return most


def records(strikes: Sequence[Strike] | Ints) -> Ints:
    """Return strikes, or rows of their fields, as packed records: an int64 array of WORDS columns.

    The first three words decide the law of the impacts, the last one, with the dice, the tail. BmgError where
    a field does not fit its bits; whether blocks are watched and cross fire are no part of a batch.

    >>> from bmg_odds.rules.record import plain_strike
    >>> records([plain_strike(3, 56, 60)]).shape
    (1, 4)
    """
    rows = np.array(strikes, dtype=np.int64).reshape(len(strikes), len(Strike._fields))[:, : len(BITS)]
    rows = np.where(REROLLS & (rows > MOST_DICE), MOST_DICE, rows)  # no stage has more dice to reroll
    if np.any(rows < 0) or np.any(rows >> np.array(BITS)):
        raise BmgError(f"a record has a field beyond a batch's bounds; allowed: up to {MOST_DICE} dice a stage")
    packed = np.zeros((len(rows), WORDS), np.int64)
    field = 0
    for number, end in enumerate(ENDS):
        shift = 0
        while field < end:
            packed[:, number] |= rows[:, field] << shift
            shift += BITS[field]
            field += 1
    return packed


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
    most = _lay_out(packed, joint, starts)
    if out is None:
        out = np.empty(int(starts[-1]))
    in_parts(
        len(packed),
        threads,
        lambda first, last: _fill_block(packed, _COMB, starts, out, first, last, most, joint),
    )
    return out, starts


def cells(strike: Strike, values: Values) -> dict[tuple[int, int, int, int], float]:
    """Return one of `tables` as a dictionary of its cells that are not 0."""
    grid = values.reshape(shape(strike)[1:])
    return {tuple(map(int, key)): float(grid[tuple(key)]) for key in np.argwhere(grid)}  # type: ignore[misc]
