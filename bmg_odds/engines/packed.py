"""The packed kernel: attacks with traits, each group of dice one look-up and one shift, without a branch.

A word is worth up to five groups, 23 dice at most. A batch of attacks goes through a word together, then through
the next. Before the damage dice a group maps the state of the attack (`packs`); in the last word the damage dice add
up damages and matches, and the collateral dice are judged by both. Every die of every throw is thrown; those that the
attack does not come to are left on the table. A word whose last low part would bias the dice is refused, and another
drawn, so the faces are exactly uniform.
"""

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.jit import kernel, wide, word
from bmg_odds.engines.packing import Bytes, Tables
from bmg_odds.engines.rolling import Words, _next, _seeded

BATCH = 256  # part of the meaning of a seed, like the size of a block
ENDS = 1024
"""Places in the histogram of ends: (impacts × 12 + damages) × 8 + criticals × 2 + knocked down."""

_BITS, _HITS, _KEY = word(63), word(7), word(511)
_ONE, _THREE, _EIGHT, _NINE, _SIXTEEN = word(1), word(3), word(8), word(9), word(16)

Counts = npt.NDArray[np.int64]
Quartet = tuple[int, int, int, int]
Quintet = tuple[int, int, int, int, int]
Maps = tuple[Words, Words, Words, Words, Words]
Ends = npt.NDArray[np.uint16]
State = tuple[int, int, int, int]


@kernel
def _deal(s0: int, s1: int, s2: int, s3: int, sides: Quintet, refused: int) -> tuple[int, int, int, int, Quintet]:
    """Return the next state of the stream and five groups."""
    while True:
        s0, s1, s2, s3, drawn = _next(s0, s1, s2, s3)
        one, low = wide(drawn, sides[0])
        two, low = wide(low, sides[1])
        three, low = wide(low, sides[2])
        four, low = wide(low, sides[3])
        five, low = wide(low, sides[4])
        if low >= refused:
            return s0, s1, s2, s3, (one, two, three, four, five)


@kernel
def _sides(made: Tables, line: int) -> tuple[Quintet, int]:
    """Return the numbers of values of the groups of a word, and below which low part it is refused."""
    row = made.sides[line]
    return (word(row[0]), word(row[1]), word(row[2]), word(row[3]), word(row[4])), word(row[5])


@kernel
def _maps(made: Tables, line: int) -> Maps:
    """Return the maps of the groups of a word."""
    where, maps = made.where[line], made.maps
    return maps[where[0] :], maps[where[1] :], maps[where[2] :], maps[where[3] :], maps[where[4] :]


@kernel
def _through(code: int, groups: Quintet, maps: Maps) -> int:
    """Return the state after five groups, in the lowest six bits."""
    code = word(maps[0][groups[0]]) >> (code & _BITS)
    code = word(maps[1][groups[1]]) >> (code & _BITS)
    code = word(maps[2][groups[2]]) >> (code & _BITS)
    code = word(maps[3][groups[3]]) >> (code & _BITS)
    after: int = word(maps[4][groups[4]]) >> (code & _BITS)
    return after


@kernel
def _onward(state: State, made: Tables, line: int, codes: Bytes) -> State:
    """Take a batch through the groups of a word. Return the state of the stream after it."""
    s0, s1, s2, s3 = state
    sides, refused = _sides(made, line)
    maps = _maps(made, line)
    for place in range(len(codes)):
        s0, s1, s2, s3, groups = _deal(s0, s1, s2, s3, sides, refused)
        codes[place] = _through(word(codes[place]), groups, maps) & _BITS
    return s0, s1, s2, s3


@kernel
def _last(s0: int, s1: int, s2: int, s3: int, sides: Quintet, refused: int) -> tuple[int, int, int, int, Quartet]:
    """Return the next state of the stream and the four groups of the last word."""
    while True:
        s0, s1, s2, s3, drawn = _next(s0, s1, s2, s3)
        one, low = wide(drawn, sides[0])
        two, low = wide(low, sides[1])
        three, low = wide(low, sides[2])
        four, low = wide(low, sides[3])
        if low >= refused:
            return s0, s1, s2, s3, (one, two, three, four)


@kernel
def _end(code: int, groups: Quartet, maps: Maps, made: Tables) -> int:
    """Return the end of an attack from its state before the last word."""
    shifts = word(made.shifts[code])
    one = word(maps[0][groups[0]]) >> (shifts & _BITS)
    two = word(maps[1][groups[1]]) >> (shifts >> _EIGHT & _BITS)
    three = word(maps[2][groups[2]]) >> (shifts >> _SIXTEEN & _BITS)
    key = ((one | two | three) & _KEY) + (groups[3] << _NINE)
    hits = (one & _HITS) + (two & _HITS) + (three & _HITS) + (code << _ONE)
    end: int = (hits << _THREE) + word(made.collateral[key])
    return end


@kernel
def _finish(state: State, made: Tables, codes: Bytes, ends: Ends) -> State:
    """Take a batch through the last word and tell its ends. Return the state of the stream after it."""
    s0, s1, s2, s3 = state
    line = len(made.sides) - 1
    sides, refused = _sides(made, line)
    maps = _maps(made, line)
    for place in range(len(ends)):
        s0, s1, s2, s3, groups = _last(s0, s1, s2, s3, sides, refused)
        ends[place] = _end(word(codes[place]), groups, maps, made)
    return s0, s1, s2, s3


@kernel
def _block(state: State, made: Tables, attacks: int, counts: Counts) -> None:
    """Add so many attacks of a stream to the histogram of ends."""
    codes, ends = np.empty(BATCH, np.uint8), np.empty(BATCH, np.uint16)
    while attacks > 0:
        codes[:] = 0
        for line in range(len(made.sides) - 1):
            state = _onward(state, made, line, codes)
        state = _finish(state, made, codes, ends[:attacks])
        # not in the loop above: a store whose place is known late holds up the loads of the attacks behind it
        for place in range(min(attacks, BATCH)):
            counts[ends[place]] += 1
        attacks -= BATCH


@kernel
def _count(
    seed: int, lane: int, first: int, size: int, made: Tables, attacks: int, joint: Counts, axes: tuple[int, int]
) -> None:
    """Add so many attacks of the blocks from the first on, of so many attacks each, to the joint histogram, whose
    `axes` are its impacts and its outcomes of the collateral dice."""
    counts = np.zeros(ENDS, np.int64)
    while attacks > 0:
        _block(_seeded(seed, first, lane), made, min(attacks, size), counts)
        attacks -= size
        first += word(1)
    for impacts in range(axes[0]):
        for damages in range(axes[0]):
            for outcome in range(axes[1]):
                place = (impacts * axes[0] + damages) * axes[1] + outcome
                joint[place] += counts[(impacts * 12 + damages) * 8 + outcome]


@kernel
def _show(state: Words, made: Tables, seen: Words, ends: Counts) -> None:
    """Write down attacks of a stream: their groups, five for each word, and the ends that `_block` counts."""
    s0, s1, s2, s3 = word(state[0]), word(state[1]), word(state[2]), word(state[3])
    lines = len(made.sides)
    for begin in range(0, len(ends), BATCH):
        close = min(len(ends), begin + BATCH)
        codes = np.zeros(BATCH, np.uint8)
        for line in range(lines - 1):
            sides, refused = _sides(made, line)
            for place in range(BATCH):
                s0, s1, s2, s3, five = _deal(s0, s1, s2, s3, sides, refused)
                codes[place] = _through(word(codes[place]), five, _maps(made, line)) & _BITS
                if begin + place < close:
                    for group in range(5):
                        seen[begin + place, line * 5 + group] = five[group]
        sides, refused = _sides(made, lines - 1)
        for number in range(begin, close):
            s0, s1, s2, s3, four = _last(s0, s1, s2, s3, sides, refused)
            ends[number] = _end(word(codes[number - begin]), four, _maps(made, lines - 1), made)
            for group in range(4):
                seen[number, lines * 5 - 5 + group] = four[group]
