"""The chained kernel: attacks with traits, each a short chain of look-ups, without a branch.

The dice of a throw are taken in groups of up to five, and between two groups an attack is in one of a few
numbered states (`course`). So a group is one link: what the group does (`fives`) and the state before give
the state after. Half a word is worth two groups. A batch of attacks goes through the chain together, two
links at a time, so that no attack waits for its own look-ups. Every die of every throw is thrown beforehand;
those that the attack does not come to are left on the table. A word is refused, and another drawn, where
either half would bias the dice, so the faces are exactly uniform.
"""

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.fives import MATCHED, Entries
from bmg_odds.engines.jit import kernel, word
from bmg_odds.engines.links import ROOM, STATE, Tables
from bmg_odds.engines.rolling import HALF, LOW, Words, _next

BATCH = 256  # part of the meaning of a seed, like the size of a block; even
DELTAS = 8  # places for what the collateral dice do: criticals × 2 + knocked down

_ONE, _SIX, _SEVEN = word(1), word(6), word(7)
_LOWEST, _STATE, _ROOM, _MATCHED = word(2**STATE - 1), word(STATE), word(ROOM), word(MATCHED)
_DELTAS = word(DELTAS)

Counts = npt.NDArray[np.int64]
Dealt = tuple[int, int, int, int, int, int, int, int]


@kernel
def _deal(s0: int, s1: int, s2: int, s3: int, one: int, two: int, refused: int) -> Dealt:
    """Return the next state of the stream and, for two attacks, two groups each with so many values."""
    while True:
        s0, s1, s2, s3, drawn = _next(s0, s1, s2, s3)
        a1 = (drawn & LOW) * one
        a2 = (a1 & LOW) * two
        b1 = (drawn >> HALF) * one
        b2 = (b1 & LOW) * two
        if ((a2 & LOW) >= refused) & ((b2 & LOW) >= refused):
            return s0, s1, s2, s3, a1 >> HALF, a2 >> HALF, b1 >> HALF, b2 >> HALF


@kernel
def _refused(one: int, two: int) -> int:
    """Return below which low part a half is refused: 2³² mod its number of values."""
    refused: int = word(2**32) % (one * two)
    return refused


@kernel
def _after(code: int, hits: int, onward: Entries) -> int:
    """Return the code of the state after so many successes."""
    after: int = word(onward[(code >> _STATE) * _ROOM + hits])
    return after


@kernel
def _link(code: int, group: int, hits: Entries, onward: Entries) -> int:
    """Return the code of the state after a group whose faces do not matter."""
    count = word(hits[group]) >> (code & _LOWEST) & _SEVEN
    return _after(code, count, onward)


@kernel
def _links(
    state: Words, sides: Words, hits: tuple[Entries, Entries], onward: tuple[Entries, Entries], codes: Entries
) -> None:
    """Take a batch through two links whose faces do not matter."""
    s0, s1, s2, s3 = word(state[0]), word(state[1]), word(state[2]), word(state[3])
    one, two = word(sides[0]), word(sides[1])
    refused = _refused(one, two)
    for place in range(0, BATCH, 2):
        s0, s1, s2, s3, a1, a2, b1, b2 = _deal(s0, s1, s2, s3, one, two, refused)
        a = _link(word(codes[place]), a1, hits[0], onward[0])
        b = _link(word(codes[place + 1]), b1, hits[0], onward[0])
        codes[place] = _link(a, a2, hits[1], onward[1])
        codes[place + 1] = _link(b, b2, hits[1], onward[1])
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@kernel
def _entry(code: int, group: int, values: int, damage: Entries) -> int:
    """Return the damage successes of the dice of a group that count, and the faces that they match."""
    entry: int = word(damage[(code & _LOWEST) * values + group])
    return entry


@kernel
def _matches(
    state: Words,
    sides: Words,
    damage: tuple[Entries, Entries],
    onward: tuple[Entries, Entries],
    codes: Entries,
    matched: Entries,
) -> None:
    """Take a batch through two groups of damage dice, and add the collateral faces that they match."""
    s0, s1, s2, s3 = word(state[0]), word(state[1]), word(state[2]), word(state[3])
    one, two = word(sides[0]), word(sides[1])
    refused = _refused(one, two)
    for place in range(0, BATCH, 2):
        s0, s1, s2, s3, a1, a2, b1, b2 = _deal(s0, s1, s2, s3, one, two, refused)
        a = word(codes[place])
        b = word(codes[place + 1])
        a3 = _entry(a, a1, one, damage[0])
        b3 = _entry(b, b1, one, damage[0])
        a = _after(a, a3 & _SEVEN, onward[0])
        b = _after(b, b3 & _SEVEN, onward[0])
        a4 = _entry(a, a2, two, damage[1])
        b4 = _entry(b, b2, two, damage[1])
        codes[place] = _after(a, a4 & _SEVEN, onward[1])
        codes[place + 1] = _after(b, b4 & _SEVEN, onward[1])
        matched[place] |= (a3 | a4) >> _MATCHED
        matched[place + 1] |= (b3 | b4) >> _MATCHED
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@kernel
def _end(code: int, matched: int, dice: int, values: int, collateral: npt.NDArray[np.uint8]) -> int:
    """Return the end state × 8 + criticals × 2 + knocked down (R2.9)."""
    key = (code & _ONE) << _SIX | matched
    end: int = (code >> _STATE) * _DELTAS + word(collateral[key * values + dice])
    return end


@kernel
def _collateral(
    state: Words, sides: Words, collateral: npt.NDArray[np.uint8], codes: Entries, matched: Entries
) -> None:
    """Throw the collateral dice of a batch and put its ends in place of the codes."""
    s0, s1, s2, s3 = word(state[0]), word(state[1]), word(state[2]), word(state[3])
    one, two = word(sides[0]), word(sides[1])
    refused = _refused(one, two)
    for place in range(0, BATCH, 2):
        s0, s1, s2, s3, a1, _, b1, _ = _deal(s0, s1, s2, s3, one, two, refused)
        codes[place] = _end(word(codes[place]), word(matched[place]), a1, one, collateral)
        codes[place + 1] = _end(word(codes[place + 1]), word(matched[place + 1]), b1, one, collateral)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@kernel
def _play(state: Words, made: Tables, codes: Entries, matched: Entries) -> None:
    """Play a batch: `codes` become its ends."""
    codes[:] = made.start[0]
    matched[:] = 0
    sides, onward, which = made.sides, made.onward, made.which
    last = len(which)
    for link in range(0, made.matching[0], 2):
        hits = made.hits[which[link]], made.hits[which[link + 1]]
        _links(state, sides[link:], hits, (onward[link], onward[link + 1]), codes)
    for link in range(made.matching[0], last, 2):
        damage = made.damage[which[link]], made.damage[which[link + 1]]
        after = onward[link], onward[link + 1]
        _matches(state, sides[link:], damage, after, codes, matched)
    _collateral(state, sides[last:], made.collateral, codes, matched)


@kernel
def _count(state: Words, made: Tables, attacks: int, ends: Counts) -> None:
    """Add so many attacks of one stream to the histogram of ends."""
    codes = np.empty(BATCH, np.uint16)
    matched = np.empty(BATCH, np.uint16)
    while attacks > 0:
        _play(state, made, codes, matched)
        for place in range(min(attacks, BATCH)):
            ends[codes[place]] += 1
        attacks -= BATCH


@kernel
def _fold(ends: Counts, cells: Counts, dealt: Counts, joint: Counts, cross: Counts) -> None:
    """Add the histogram of ends to the joint histogram and to that of cross fire."""
    for end in range(len(cells)):
        for delta in range(DELTAS):
            number = ends[end * DELTAS + delta]
            if number > 0:
                joint[cells[end] + delta] += number
                cross[dealt[end]] += number


@kernel
def _show(state: Words, made: Tables, seen: Entries, ends: Entries) -> None:
    """Write down whole batches of attacks: their groups, a row for each link, for the collateral dice and
    for what is thrown with them for nothing, and the ends that `_count` counts."""
    codes = np.empty(BATCH, np.uint16)
    matched = np.empty(BATCH, np.uint16)
    for first in range(0, len(ends), BATCH):
        _copy(state.copy(), made.sides, seen[:, first : first + BATCH])
        _play(state, made, codes, matched)
        ends[first : first + BATCH] = codes


@kernel
def _copy(state: Words, sides: Words, seen: Entries) -> None:
    """Deal the groups of a batch once more, as `_play` does."""
    s0, s1, s2, s3 = word(state[0]), word(state[1]), word(state[2]), word(state[3])
    for link in range(0, len(sides), 2):
        one, two = word(sides[link]), word(sides[link + 1])
        refused = _refused(one, two)
        for place in range(0, BATCH, 2):
            s0, s1, s2, s3, a1, a2, b1, b2 = _deal(s0, s1, s2, s3, one, two, refused)
            seen[link, place], seen[link + 1, place] = a1, a2
            seen[link, place + 1], seen[link + 1, place + 1] = b1, b2
