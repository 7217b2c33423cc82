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
TAIL_KEYS = 3 * LAWS + HITS + 2 * CANCELS  # where the keys of the tails begin, then how far each tail reaches
KEYS = TAIL_KEYS + 2 * TAILS
INTS = KEYS + ROW
BUFFERS = (exact_tail.LAW, exact_tail.COEFFICIENTS, exact_tail.TERMS, exact_tail.POWERS, exact_tail.COLUMNS)
SCRATCH = 3 * WIDTH + sum(BUFFERS)


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
    line = most + 1
    floats = np.empty(SCRATCH + (LAWS + HITS) * line + CANCELS * WIDTH + TAILS * triangle(most, wide))
    return floats, np.full(INTS, -1, np.int64)


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
def _furnish(floats: Values, ints: Ints, most: int, wide: int) -> Any:
    """Return the parts of a room: what is kept with its keys, and arrays to count in."""
    line, cells = most + 1, triangle(most, wide)
    a = LAWS * line
    b = a + HITS * line
    c = b + CANCELS * WIDTH
    d = c + TAILS * cells
    e = d + 3 * WIDTH
    f = e + exact_tail.LAW
    g = f + exact_tail.COEFFICIENTS
    h = g + exact_tail.TERMS
    i = h + exact_tail.POWERS
    j, k, m = 3 * LAWS, 3 * LAWS + HITS, 3 * LAWS + HITS + CANCELS
    laws = (floats[:a], ints[:j])
    hits = (floats[a:b], ints[j:k])
    cancels = (floats[b:c], ints[k:m], ints[m : m + CANCELS])
    n = m + CANCELS
    tails = (floats[c:d], ints[n : n + TAILS], ints[n + TAILS : n + 2 * TAILS])
    rolls = (floats[d : d + WIDTH], floats[d + WIDTH : d + 2 * WIDTH], floats[d + 2 * WIDTH : e])
    work = (floats[e:f], floats[f:g], floats[g:h], floats[h:i], floats[i : i + exact_tail.COLUMNS])
    return laws, hits, cancels, tails, rolls, work, ints[KEYS:]


@kernel
def _make_law(
    packed: Ints, k: int, slot: int, line: int, laws: Any, hits: Any, cancels: Any, rolls: Any, row: Ints
) -> None:
    """Put the impact law of record k into its slot."""
    law, keys = laws
    head, covers, saves = packed[k, 0], packed[k, 1], packed[k, 2]
    dice, at = head & MOST_DICE, slot * line
    keys[3 * slot], keys[3 * slot + 1], keys[3 * slot + 2] = head, covers, saves
    key, block = head & ((1 << HIT_BITS) - 1), head >> HIT_BITS
    one = _slot(key, HITS_BITS)
    if hits[1][one] != key:
        _make_hits(packed, k, one, line, hits, rolls, row)
    if not block & MOST_DICE:
        for left in range(dice + 1):
            law[at + left] = hits[0][one * line + left]
    elif head & CAP_BIT:
        _unpack(packed, k, row)
        for left in range(dice + 1):
            rolls[2][left] = hits[0][one * line + left]
        _subtract_blocks(row, exact_impacts.ALL, COMB, rolls[2], rolls[0], rolls[1])
        for left in range(dice + 1):
            law[at + left] = rolls[2][left]
    else:
        two = _slot(block, CANCEL_BITS)
        if cancels[1][two] != block:
            _make_cancels(packed, k, two, block, cancels, rolls, row)
        _subtract(dice, cancels[2][two], hits[0], one * line, cancels[0], two * WIDTH, law, at)
    if covers:
        keep = _pass_groups(covers, COVER_BITS)
        _thin(dice, keep, 1.0 - keep, law, at)
    if saves & MOST_DICE:
        _unpack(packed, k, row)
        for left in range(dice + 1):
            rolls[2][left] = law[at + left]
        _subtract_dodges(row, COMB, rolls[2], rolls[0])
        for left in range(dice + 1):
            law[at + left] = rolls[2][left]
    if saves >> SAVES_SHIFT:
        keep = _pass_groups(saves >> SAVES_SHIFT, SAVE_BITS)
        _thin(dice, keep, 1.0 - keep, law, at)


@kernel
def _make_hits(packed: Ints, k: int, slot: int, line: int, hits: Any, rolls: Any, row: Ints) -> None:
    """Put the law of the impacts rolled by record k into its slot."""
    _unpack(packed, k, row)
    _hits(row, COMB, rolls[0])
    for impacts in range(row[counting.DICE] + 1):
        hits[0][slot * line + impacts] = rolls[0][impacts]
    hits[1][slot] = packed[k, 0] & ((1 << HIT_BITS) - 1)


@kernel
def _make_cancels(packed: Ints, k: int, slot: int, block: int, cancels: Any, rolls: Any, row: Ints) -> None:
    """Put the law of the impacts that the block dice of record k cancel into its slot."""
    _unpack(packed, k, row)
    blocks, faces, rerolls = row[counting.BLOCK_DICE], row[counting.BLOCK], row[counting.BLOCK_REROLLS]
    most = _cancelling(blocks, faces, rerolls, row[counting.BLOCK_NEED], exact_impacts.ALL, COMB, rolls[0], rolls[1])
    for cancelled in range(most + 1):
        cancels[0][slot * WIDTH + cancelled] = rolls[1][cancelled]
    cancels[1][slot], cancels[2][slot] = block, most


@kernel
def _seek_tail(
    packed: Ints, k: int, dice: int, cells: int, most: int, tails: Any, rolls: Any, work: Any, row: Ints
) -> Any:
    """Return the slot of the tail of record k, made first, or made longer, where it has no row of so many dice."""
    key = packed[k, 3]
    slot = first = _slot(key, TAIL_BITS)
    for probe in range(PROBES):
        place = (first + probe) & (TAILS - 1)
        if tails[1][place] == key or tails[1][place] < 0:
            slot = place
            break
    if tails[1][slot] != key:
        tails[1][slot], tails[2][slot] = key, -1
    have = tails[2][slot]
    if have >= dice:
        return slot
    last = dice if have < 0 else most  # what grows once will grow again
    _unpack(packed, k, row)
    sets, coef, terms, power, columns = work
    if _needs_counts(row):
        _collateral(row, sets, coef, terms)
    else:
        _standing_die(row, sets, terms)
    ones = rolls[2]
    for impacts in range(last + 1):
        ones[impacts] = 1.0
    wide = 4 if row[counting.COLLATERAL] == 1 else 8
    _tail(row, have + 1, last, COMB, ones, terms, power, columns, tails[0], slot * cells, wide, 0)
    tails[2][slot] = last
    return slot
