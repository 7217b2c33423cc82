"""The packed kernel: attacks with traits, each group of dice one look-up and one shift, without a branch.

A batch of attacks goes through a word each together, then through the next. Half a word is worth two or three groups,
ten dice. Each place of a batch has its own of LANES streams, so that a processor draws and cuts several words at once.
Before the damage dice a group maps the state of the attack (`packs`); in the last word the damage dice add up damages
and matches, and the collateral dice are judged by both. Every die of every throw is thrown; those that the attack does
not come to are left on the table. A word of which a half has a last low part that would bias the dice is refused, and
another drawn, so the faces are exactly uniform.
"""

import sys

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.jit import kernel, word
from bmg_odds.engines.packing import GROUPS, Bytes, Tables
from bmg_odds.engines.quick import Axes, _add_up
from bmg_odds.engines.rolling import Words, _next, _seeded

BATCH, LANES = 256, 64  # part of the meaning of a seed, like the size of a block
ROWS = 3  # of numbers that hold the groups of a word: two groups, two, and one
ENDS, DAMAGES = 1024, 12
"""Places in the histogram of ends: (impacts × DAMAGES + damages) × 8 + criticals × 2 + knocked down."""

_LOW, _HIGH, _HALF = word(2**32 - 1), word(2**64 - 2**32), word(32)
_BITS, _HITS, _KEY = word(63), word(7), word(511)
_ONE, _THREE, _FOUR, _EIGHT, _NINE, _SIXTEEN = word(1), word(3), word(4), word(8), word(9), word(16)
_A, _B = (0, 1) if sys.byteorder == "little" else (1, 0)  # where the halves of a number lie
_C, _D, _E = 2 * BATCH + _A, 2 * BATCH + _B, 4 * BATCH + _A

Counts = npt.NDArray[np.int64]
Dealt = npt.NDArray[np.uint32]
Ends = npt.NDArray[np.uint16]
Room = tuple[Words, Words, Bytes, Ends]


@kernel
def _streams(seed: int, block: int, lane: int) -> Words:
    """Return the states of the streams of a block: their first words, their second words and so on."""
    states = np.empty(4 * LANES, np.uint64)
    for place in range(LANES):
        # four apart: the lanes of `rollers` lie between
        s0, s1, s2, s3 = _seeded(seed, block, lane + _FOUR * word(place))
        states[place], states[LANES + place] = s0, s1
        states[2 * LANES + place], states[3 * LANES + place] = s2, s3
    return states


@kernel
def _drawn(states: Words, place: int) -> int:
    """Return the next word of a stream."""
    s0, s1 = word(states[place]), word(states[LANES + place])
    s2, s3 = word(states[2 * LANES + place]), word(states[3 * LANES + place])
    s0, s1, s2, s3, drawn = _next(s0, s1, s2, s3)
    states[place], states[LANES + place] = s0, s1
    states[2 * LANES + place], states[3 * LANES + place] = s2, s3
    return drawn


@kernel
def _draw(states: Words, words: Words) -> None:
    """Draw a word for each place of a batch."""
    for first in range(0, BATCH, LANES):
        for place in range(LANES):
            words[first + place] = _drawn(states, place)


@kernel
def _cut(words: Words, sides: Words, dealt: Words) -> bool:
    """Cut words into groups, told by where their maps lie. Return whether a word is to be refused."""
    a, b, c, d, e = word(sides[0]), word(sides[1]), word(sides[2]), word(sides[3]), word(sides[4])
    front, middle, back = word(sides[5]), word(sides[6]), word(sides[7])
    lower, upper = word(sides[9]), word(sides[11])
    refused = word(0)
    for place in range(BATCH):
        drawn = word(words[place])
        # known to be halves of words, factors are multiplied several at once
        one = (drawn & _LOW) * (a & _LOW)
        two = (one & _LOW) * (b & _LOW)
        three = (drawn >> _HALF) * (c & _LOW)
        four = (three & _LOW) * (d & _LOW)
        five = (four & _LOW) * (e & _LOW)
        dealt[place] = (one >> _HALF | two & _HIGH) + front
        dealt[BATCH + place] = (three >> _HALF | four & _HIGH) + middle
        dealt[2 * BATCH + place] = (five >> _HALF) + back
        # a difference below 0 has its highest bits set
        refused |= (two & _LOW) - lower | (five & _LOW) - upper
    over: bool = refused >> _BITS != 0
    return over


@kernel
def _renew(states: Words, words: Words, sides: Words) -> None:
    """Draw other words for those that are refused."""
    one, lower, other, upper = word(sides[8]), word(sides[9]), word(sides[10]), word(sides[11])
    for place in range(BATCH):
        drawn = word(words[place])
        while ((drawn & _LOW) * one & _LOW) < lower or ((drawn >> _HALF) * other & _LOW) < upper:
            drawn = _drawn(states, place % LANES)
        words[place] = drawn


@kernel
def _begin(dealt: Dealt, made: Tables, codes: Bytes) -> None:
    """Take a batch through the four groups of the first word: the state after is the lowest six bits."""
    first, maps = made.first, made.maps
    for place in range(BATCH):
        code = word(first[dealt[2 * place + _A]])
        code = word(maps[dealt[2 * place + _B]]) >> (code & _BITS)
        code = word(maps[dealt[2 * place + _C]]) >> (code & _BITS)
        codes[place] = word(maps[dealt[2 * place + _D]]) >> (code & _BITS) & _BITS


@kernel
def _onward(dealt: Dealt, maps: Words, codes: Bytes) -> None:
    """Take a batch through the four groups of a word between the first and the last."""
    for place in range(BATCH):
        code = word(maps[dealt[2 * place + _A]]) >> (word(codes[place]) & _BITS)
        code = word(maps[dealt[2 * place + _B]]) >> (code & _BITS)
        code = word(maps[dealt[2 * place + _C]]) >> (code & _BITS)
        codes[place] = word(maps[dealt[2 * place + _D]]) >> (code & _BITS) & _BITS


@kernel
def _finish(dealt: Dealt, made: Tables, codes: Bytes, ends: Ends) -> None:
    """Take a batch through the last word, the last group before the damage dice, these and the collateral dice, and
    tell its ends."""
    maps, late, collateral = made.maps, made.shifts, made.collateral
    for place in range(BATCH):
        code = word(maps[dealt[2 * place + _A]]) >> (word(codes[place]) & _BITS) & _BITS
        shifts = word(late[code])
        one = word(maps[dealt[2 * place + _B]]) >> (shifts & _BITS)
        two = word(maps[dealt[2 * place + _C]]) >> (shifts >> _EIGHT & _BITS)
        three = word(maps[dealt[2 * place + _D]]) >> (shifts >> _SIXTEEN & _BITS)
        key = ((one | two | three) & _KEY) + (word(dealt[2 * place + _E]) << _NINE)
        hits = (one & _HITS) + (two & _HITS) + (three & _HITS) + (code << _ONE)
        ends[place] = (hits << _THREE) + word(collateral[key])


@kernel
def _room(made: Tables) -> Room:
    """Return room for the words of a batch, its groups, its states and its ends."""
    groups = np.empty(len(made.sides) * ROWS * BATCH, np.uint64)
    return np.empty(BATCH, np.uint64), groups, np.zeros(BATCH, np.uint8), np.empty(BATCH, np.uint16)


@kernel
def _batch(states: Words, made: Tables, words: Words, groups: Words, codes: Bytes, ends: Ends) -> None:
    """Roll a batch: its groups and its ends."""
    last = len(made.sides) - 1
    for line in range(last + 1):
        dealt = groups[line * ROWS * BATCH : (line + 1) * ROWS * BATCH]
        _draw(states, words)
        while _cut(words, made.sides[line], dealt):
            _renew(states, words, made.sides[line])
        if line == last:
            _finish(dealt.view(np.uint32), made, codes, ends)
        elif line == 0:
            _begin(dealt.view(np.uint32), made, codes)
        else:
            _onward(dealt.view(np.uint32), made.maps, codes)


@kernel
def _count(seed: int, lane: int, first: int, size: int, made: Tables, attacks: int, joint: Counts, axes: Axes) -> None:
    """Add so many attacks of the blocks from the first on, of so many attacks each, to the joint histogram, whose
    `axes` are its impacts and its outcomes of the collateral dice."""
    counts = np.zeros(ENDS, np.int64)
    words, groups, codes, ends = _room(made)
    while attacks > 0:
        states = _streams(seed, first, lane)
        for begin in range(0, min(attacks, size), BATCH):
            _batch(states, made, words, groups, codes, ends)
            # not in the loops of a batch: a store whose place is known late holds up the loads behind it
            for place in range(min(min(attacks, size) - begin, BATCH)):
                counts[ends[place]] += 1
        attacks -= size
        first += word(1)
    _add_up(counts, DAMAGES, joint, axes)


@kernel
def _show(seed: int, block: int, made: Tables, seen: Counts, told: Counts) -> None:
    """Write down the first attacks of a block: their groups, five for each word, and the ends that `_count` counts."""
    states = _streams(seed, block, word(0))
    words, groups, codes, ends = _room(made)
    for begin in range(0, len(told), BATCH):
        _batch(states, made, words, groups, codes, ends)
        dealt = groups.view(np.uint32)
        for place in range(min(len(told) - begin, BATCH)):
            told[begin + place] = ends[place]
            for group in range(len(made.sides) * GROUPS):
                line, rest = group // GROUPS, group % GROUPS
                there = 2 * ((line * ROWS + rest // 2) * BATCH + place) + (_B if rest % 2 else _A)
                seen[begin + place, group] = np.int64(dealt[there]) - made.where[line, rest]
