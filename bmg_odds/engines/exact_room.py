"""The room in which a thread counts by the thousand: what records share is kept, each stage by what it reads.

Four small tables of what was counted last: the impacts rolled, what the block cancels, the law of the impacts that
reach the damage roll, and the tail from there on. A record whose parts were all seen costs one product of a law with a
tail. No whole answer is kept: that product is made for each record. What is found never depends on what was kept.
"""

from typing import Any

import numpy as np

from bmg_odds.engines import counting, exact_impacts, exact_tail
from bmg_odds.engines.exact_pack import (
    CAP_BIT,
    HIT_BITS,
    MOST_DICE,
    SAVES_SHIFT,
    Ints,
    Values,
    _unpack,
)
from bmg_odds.engines.jit import compiled, kernel, word
from bmg_odds.rules.record import COVER_BITS, SAVE_BITS

LAW_BITS, HITS_BITS, CANCEL_BITS, TAIL_BITS = 11, 8, 9, 9
LAWS, HITS, CANCELS, TAILS = 1 << LAW_BITS, 1 << HITS_BITS, 1 << CANCEL_BITS, 1 << TAIL_BITS  # slots
PROBES = 8  # slots in which a tail may stand: making one is dear
WIDTH = counting.WIDTH

_count: Any = compiled(counting._count)
_powers: Any = compiled(counting._powers)
_binomial: Any = compiled(counting._binomial)
_rolls: Any = compiled(exact_impacts._rolls, helpers=(_count, _binomial))
_spoiled: Any = compiled(exact_impacts._spoiled, helpers=(_count,))
_hits: Any = compiled(exact_impacts._hits, helpers=(_rolls, _spoiled))
_cancelling: Any = compiled(exact_impacts._cancelling, helpers=(_rolls,))
_subtract: Any = compiled(exact_impacts._subtract)
_subtract_blocks: Any = compiled(exact_impacts._subtract_blocks, helpers=(_cancelling, _subtract))
_subtract_dodges: Any = compiled(exact_impacts._subtract_dodges, helpers=(_rolls, _subtract))
_thin: Any = compiled(exact_impacts._thin)
_pass_groups: Any = compiled(exact_impacts._pass_groups, helpers=(_count,))
_needs_counts: Any = compiled(exact_tail._needs_counts)
_term: Any = compiled(exact_tail._term)
_standing_die: Any = compiled(exact_tail._standing_die, helpers=(_count, _term))
_matched: Any = compiled(exact_tail._matched)
_stand: Any = compiled(exact_tail._stand)
_one_die: Any = compiled(exact_tail._one_die, helpers=(_count, _matched, _stand))
_add: Any = compiled(exact_tail._add, helpers=(_count,))
_collateral: Any = compiled(exact_tail._collateral, helpers=(_count, _one_die, _add, _term))
_choose: Any = compiled(exact_tail._choose)
_sum_columns: Any = compiled(exact_tail._sum_columns)
_rows: Any = compiled(exact_tail._rows, helpers=(_count, _powers, _choose, _sum_columns))
_tail: Any = compiled(exact_tail._tail, helpers=(_count, _rows))

COMB = np.array(counting.COMB)
ROW = counting.WATCH_BLOCKS + 1
# Where the parts of a room begin. The floats: what is counted in, then what is kept; the laws, the hits and the tails
# have lines as long as a room's records ask for.
BUFFERS = (exact_tail.LAW, exact_tail.COEFFICIENTS, exact_tail.TERMS, exact_tail.POWERS, exact_tail.COLUMNS)
SETS, COEF, TERMS, POWERS, COLUMNS, CANCELS_AT = (3 * WIDTH + sum(BUFFERS[:place]) for place in range(6))
LAWS_AT = CANCELS_AT + CANCELS * WIDTH
# The integers: the keys of the laws (three words each), of the hits, of the cancels with the most that they cancel, of
# the tails with how far each reaches; and a record unpacked.
HIT_KEYS = 3 * LAWS
CANCEL_KEYS = HIT_KEYS + HITS
CANCEL_MOST = CANCEL_KEYS + CANCELS
TAIL_KEYS = CANCEL_MOST + CANCELS
TAIL_HAVE = TAIL_KEYS + TAILS
ROW_AT = TAIL_HAVE + TAILS
INTS = ROW_AT + ROW


@kernel
def triangle(most: int, wide: int) -> int:
    """Return the cells of a tail of so many impacts at most, in lines of so many cells.

    >>> triangle(5, 4)
    84
    """
    return (most + 1) * (most + 2) // 2 * wide


def room(most: int, wide: int) -> tuple[Values, Ints]:
    """Return an empty room for records of so many dice at most, in lines of 4 cells, or 8 where some have two
    collateral dice."""
    floats = np.empty(tail_at(TAILS, most + 1, triangle(most, wide)))
    return floats, np.full(INTS, -1, np.int64)


@kernel
def law_at(slot: int, line: int) -> Any:
    """Where the law of a slot begins."""
    return LAWS_AT + slot * line


@kernel
def hits_at(slot: int, line: int) -> Any:
    """Where the law of the impacts rolled begins."""
    return LAWS_AT + (LAWS + slot) * line


@kernel
def tail_at(slot: int, line: int, cells: int) -> Any:
    """Where the tail of a slot begins; each has so many cells."""
    return LAWS_AT + (LAWS + HITS) * line + slot * cells


@kernel
def _slot(mixed: int, bits: int) -> Any:
    """Spread a number over 2**bits slots by a multiplication (Fibonacci hashing)."""
    product = (word(mixed) * word(0x9E3779B97F4A7C15)) & word(0xFFFFFFFFFFFFFFFF)
    return np.int64(product >> word(64 - bits))


@kernel
def _law_slot(head: int, covers: int, saves: int) -> Any:
    """Where the impact law of these words stands."""
    return _slot(head ^ (covers >> 3) ^ (saves >> 5), LAW_BITS)


@kernel
def _plane(floats: Values, number: int) -> Any:
    """One of three arrays in which a law is counted."""
    return floats[number * WIDTH : (number + 1) * WIDTH]


@kernel
def _make_law(packed: Ints, k: int, slot: int, line: int, floats: Values, ints: Ints) -> None:
    """Put the impact law of record k into its slot."""
    # Arrays are handed on whole: a part of one, or a tuple of them, costs as much as a law.
    head, covers, saves = packed[k, 0], packed[k, 1], packed[k, 2]
    dice, at = head & MOST_DICE, law_at(slot, line)
    ints[3 * slot], ints[3 * slot + 1], ints[3 * slot + 2] = head, covers, saves
    key, block = head & ((1 << HIT_BITS) - 1), head >> HIT_BITS
    one, two = _slot(key, HITS_BITS), _slot(block, CANCEL_BITS)
    if ints[HIT_KEYS + one] != key:
        _make_hits(packed, k, one, line, floats, ints)
    hits = hits_at(one, line)
    if not block & MOST_DICE:
        for left in range(dice + 1):
            floats[at + left] = floats[hits + left]
    elif head & CAP_BIT:
        _block_hits(packed, k, dice, hits, at, floats, ints)
    else:
        if ints[CANCEL_KEYS + two] != block:
            _make_cancels(packed, k, two, block, floats, ints)
        _subtract(dice, ints[CANCEL_MOST + two], floats, hits, floats, CANCELS_AT + two * WIDTH, floats, at)
    if covers:
        keep = _pass_groups(covers, COVER_BITS)
        _thin(dice, keep, 1.0 - keep, floats, at)
    if saves & MOST_DICE:
        _dodge(packed, k, dice, at, floats, ints)
    if saves >> SAVES_SHIFT:
        keep = _pass_groups(saves >> SAVES_SHIFT, SAVE_BITS)
        _thin(dice, keep, 1.0 - keep, floats, at)


@kernel
def _block_hits(packed: Ints, k: int, dice: int, hits: int, at: int, floats: Values, ints: Ints) -> None:
    """Write at `at` the law that stands at `hits` after as many block dice as impacts at most."""
    row, law = ints[ROW_AT:], _plane(floats, 2)
    _unpack(packed, k, row)
    for left in range(dice + 1):
        law[left] = floats[hits + left]
    _subtract_blocks(row, exact_impacts.ALL, COMB, law, _plane(floats, 0), _plane(floats, 1))
    for left in range(dice + 1):
        floats[at + left] = law[left]


@kernel
def _dodge(packed: Ints, k: int, dice: int, at: int, floats: Values, ints: Ints) -> None:
    """Take the dodges of record k from the law that stands at `at`."""
    row, law = ints[ROW_AT:], _plane(floats, 2)
    _unpack(packed, k, row)
    for left in range(dice + 1):
        law[left] = floats[at + left]
    _subtract_dodges(row, COMB, law, _plane(floats, 0))
    for left in range(dice + 1):
        floats[at + left] = law[left]


@kernel
def _make_hits(packed: Ints, k: int, slot: int, line: int, floats: Values, ints: Ints) -> None:
    """Put the law of the impacts rolled by record k into its slot."""
    row, law, at = ints[ROW_AT:], _plane(floats, 0), hits_at(slot, line)
    _unpack(packed, k, row)
    _hits(row, COMB, law)
    for impacts in range(row[counting.DICE] + 1):
        floats[at + impacts] = law[impacts]
    ints[HIT_KEYS + slot] = packed[k, 0] & ((1 << HIT_BITS) - 1)


@kernel
def _make_cancels(packed: Ints, k: int, slot: int, block: int, floats: Values, ints: Ints) -> None:
    """Put the law of the impacts that the block dice of record k cancel into its slot."""
    row, law = ints[ROW_AT:], _plane(floats, 1)
    _unpack(packed, k, row)
    blocks, faces, rerolls = row[counting.BLOCK_DICE], row[counting.BLOCK], row[counting.BLOCK_REROLLS]
    roll, need = _plane(floats, 0), row[counting.BLOCK_NEED]
    most = _cancelling(blocks, faces, rerolls, need, exact_impacts.ALL, COMB, roll, law)
    for cancelled in range(most + 1):
        floats[CANCELS_AT + slot * WIDTH + cancelled] = law[cancelled]
    ints[CANCEL_KEYS + slot], ints[CANCEL_MOST + slot] = block, most


@kernel
def _seek_tail(packed: Ints, k: int, dice: int, cells: int, most: int, floats: Values, ints: Ints) -> Any:
    """Return the slot of the tail of record k, made first, or made longer, where it has no row of so many dice."""
    key = packed[k, 3]
    slot = first = _slot(key, TAIL_BITS)
    for probe in range(PROBES):
        place = (first + probe) & (TAILS - 1)
        if ints[TAIL_KEYS + place] == key or ints[TAIL_KEYS + place] < 0:
            slot = place
            break
    if ints[TAIL_KEYS + slot] != key:
        ints[TAIL_KEYS + slot], ints[TAIL_HAVE + slot] = key, -1
    have = ints[TAIL_HAVE + slot]
    if have >= dice:
        return slot
    last = dice if have < 0 else most  # what grows once will grow again
    row, ones = ints[ROW_AT:], _plane(floats, 2)
    _unpack(packed, k, row)
    sets, coef, terms = floats[SETS:COEF], floats[COEF:TERMS], floats[TERMS:POWERS]
    if _needs_counts(row):
        _collateral(row, sets, coef, terms)
    else:
        _standing_die(row, sets, terms)
    for impacts in range(last + 1):
        ones[impacts] = 1.0
    wide = 4 if row[counting.COLLATERAL] == 1 else 8
    power, columns, at = floats[POWERS:COLUMNS], floats[COLUMNS:CANCELS_AT], tail_at(slot, most + 1, cells)
    _tail(row, have + 1, last, COMB, ones, terms, power, columns, floats, at, wide, 0)
    ints[TAIL_HAVE + slot] = last
    return slot
