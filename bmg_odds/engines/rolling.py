"""Random words and dice: seeds, streams, groups of a word, and buffers of dice.

A word is 64 bits of xoshiro256++. For buffers half a word, 32 bits, is worth up to eight dice. Multiplied by 6⁸ its
high part is a number below 6⁸, whose base-6 digits are the dice. A half whose low part is below 2³² mod 6⁸
is thrown away (4 in 10,000), which makes the dice exactly uniform and independent, not nearly so (Lemire
2019).
"""

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.fours import FOUR_FACES
from bmg_odds.engines.jit import kernel, wide, word

Words = npt.NDArray[np.uint64]
Groups = npt.NDArray[np.uint16]
Quartet = tuple[int, int, int, int]

BLOCK = 65_536
"""Attacks that share a stream. Part of the meaning of a seed: another size gives other counts."""

_TOP = 2**64 - 1
FULL = word(_TOP)
LOW = word(2**32 - 1)
HALF = word(32)
GROUP = word(6**4)  # dice are looked up four at a time
REFUSED = word(2**32 % 6**8)
_L17, _L23, _R41, _L45, _R19 = word(17), word(23), word(41), word(45), word(19)
_SIX = word(6)
_R30, _R27, _R31, _THREE = word(30), word(27), word(31), word(3)
_TIMES_1, _TIMES_2, _TIMES_LANE = word(0xBF58476D1CE4E5B9), word(0x94D049BB133111EB), word(0xD1342543DE82EF95)
_ADD_SEED, _ADD_BLOCK, _LAST = word(0x9E3779B97F4A7C15), word(0x3C6EF372FE94F82A), word(0xDAA66D2C7DDF743F)


@kernel
def _mixed(number: int) -> int:
    """Return the 64-bit number scrambled one to one (the finaliser of splitmix64, Stafford's 13th)."""
    number = ((number ^ number >> _R30) * _TIMES_1) & FULL
    number = ((number ^ number >> _R27) * _TIMES_2) & FULL
    mixed: int = number ^ number >> _R31
    return mixed


@kernel
def _seeded(seed: int, block: int, lane: int) -> tuple[int, int, int, int]:
    """Return the state that `stream` holds."""
    first = _mixed((seed + _ADD_SEED) & FULL)
    second = _mixed((block + _ADD_BLOCK) & FULL)
    third = _mixed((first + _THREE * second + _TIMES_LANE * lane) & FULL)
    return first, second, third, _mixed(second ^ third ^ _LAST)


def stream(seed: int, block: int, *, lane: int = 0) -> Words:
    """Return the state of a stream of one block of attacks: four words, never all 0, no two alike for any
    two triples of seed and block below 2**64 and lane, which tells the streams of a block apart.

    >>> [hex(int(part))[:6] for part in stream(2012, 0)] != [hex(int(part))[:6] for part in stream(2012, 1)]
    True
    """
    return np.array(_seeded(word(seed), word(block), word(lane)), np.uint64)


@kernel
def _next(s0: int, s1: int, s2: int, s3: int) -> tuple[int, int, int, int, int]:
    """Return the next state of xoshiro256++ and its word. FULL only matters in plain Python."""
    total = (s0 + s3) & FULL
    drawn = (((total << _L23) & FULL | total >> _R41) + s0) & FULL
    shifted = (s1 << _L17) & FULL
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = (s3 << _L45) & FULL | s3 >> _R19
    return s0, s1, s2, s3, drawn


@kernel
def _four(
    s0: int, s1: int, s2: int, s3: int, sides: tuple[int, ...], refused: int
) -> tuple[int, int, int, int, Quartet]:
    """Return the next state and four groups of dice, of so many values each, from a word that is not refused."""
    while True:
        s0, s1, s2, s3, drawn = _next(s0, s1, s2, s3)
        one, low = wide(drawn, sides[0])
        two, low = wide(low, sides[1])
        three, low = wide(low, sides[2])
        four, low = wide(low, sides[3])
        if low >= refused:
            return s0, s1, s2, s3, (one, two, three, four)


@kernel
def _fill(state: Words, groups: Groups) -> None:
    """Fill the buffer, of an even length, with new groups of four dice, 0 … 1295."""
    s0, s1, s2, s3 = word(state[0]), word(state[1]), word(state[2]), word(state[3])
    place = 0
    while place < groups.size:
        s0, s1, s2, s3, drawn = _next(s0, s1, s2, s3)
        for half in (drawn & LOW, drawn >> HALF):
            one = half * GROUP
            two = (one & LOW) * GROUP
            if place < groups.size:
                # written even when refused: the next half then overwrites it, without a branch
                groups[place] = one >> HALF
                groups[place + 1] = two >> HALF
                place += 2 if (two & LOW) >= REFUSED else 0
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@kernel
def _one_of(state: Words, faces: int) -> int:
    """Return a face of the set, each equally likely: a die thrown until it shows one. A single face is no
    roll."""
    if faces & (faces - 1) == 0:
        face = 1
        while faces >> face:
            face += 1
        return face
    s0, s1, s2, s3 = word(state[0]), word(state[1]), word(state[2]), word(state[3])
    face = 0
    while face == 0:
        s0, s1, s2, s3, drawn = _next(s0, s1, s2, s3)
        spread = (drawn >> HALF) * _SIX
        if (spread & LOW) >= word(4):  # 2³² mod 6
            face = int(spread >> HALF) + 1
            if faces >> (face - 1) & 1 == 0:
                face = 0
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return face


def throw(number: int, *, seed: int, block: int = 0) -> npt.NDArray[np.uint8]:
    """Return so many faces of the stream of a block, uint8 from 1 to 6, in the order of rolling.

    >>> throw(8, seed=2012).shape
    (8,)
    """
    groups = np.empty(2 * -(-number // 8), np.uint16)
    _fill(stream(seed, block), groups)
    return FOUR_FACES[groups].ravel()[:number]
