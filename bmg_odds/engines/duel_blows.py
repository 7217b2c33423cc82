"""One blow of a duel, die by die: any strike, over a store of faces that is filled again when it is empty.

A fight comes to another strike at every turn, so nothing is made for one strike beforehand: its record lies in a
row of whole numbers, and each die is taken from the store and judged alone, in the order of the rules.
"""

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.fours import FOUR_FACES
from bmg_odds.engines.jit import kernel
from bmg_odds.engines.rolling import Words, _fill
from bmg_odds.rules.record import COVER_BITS, MATCH_BITS, SAVE_BITS, Strike

STORE = 4096  # faces; part of the meaning of a seed
_FIRST = 5  # place of the first face

(
    DICE, IMPACT, IMPACT_REROLLS, IMPACT_SPOILS, BLOCK_DICE, BLOCK, BLOCK_REROLLS, BLOCK_NEED, BLOCK_CAP, COVERS,
    DODGE_DICE, DODGE, DODGE_REROLLS, SAVES, DAMAGE, DAMAGE_REROLLS, MATCH, COLLATERAL, COLLATERAL_FACES,
    COLLATERAL_REROLL, CRITICAL, _CROSS, _CROSS_REROLLS, _WATCH_BLOCKS,
) = range(len(Strike._fields))  # fmt: skip
"""Places of the fields of a strike in its row."""

_SHOWN = FOUR_FACES.ravel()
_COVER = (1 << COVER_BITS) - 1
_SAVE = (1 << SAVE_BITS) - 1
_MATCH = (1 << MATCH_BITS) - 1

Row = npt.NDArray[np.int64]
Blow = tuple[int, int, int, int, int]
"""Whether there was an impact at all, impacts that reach the damage roll, damage successes, criticals, knocked down."""


Dice = npt.NDArray[np.int64]
"""A store of dice, in one array, because each array that a kernel hands on costs time: where the next face lies, the
state of the stream, then faces thrown beforehand."""


def dice(state: Words) -> Dice:
    """Return an empty store of dice from a stream.

    >>> from bmg_odds.engines.rolling import stream
    >>> store = dice(stream(7, 0))
    >>> 1 <= _die(store) <= 6
    True
    """
    store = np.empty(_FIRST + STORE, np.int64)
    store[0] = len(store)
    store[1:_FIRST] = state.view(np.int64)
    return store


@kernel
def _refill(store: Dice) -> None:
    """Throw new faces in place of all."""
    state, groups = store[1:_FIRST].view(np.uint64), np.empty(STORE // 4, np.uint16)
    _fill(state, groups)
    for number in range(len(groups)):
        four = int(groups[number]) * 4
        for place in range(4):
            store[_FIRST + number * 4 + place] = _SHOWN[four + place]


@kernel
def _take(store: Dice, count: int) -> int:
    """Return where the next so many faces lie, new ones where there are too few left: whatever they show."""
    at = int(store[0])
    if at + count > len(store):
        _refill(store)
        at = _FIRST
    store[0] = at + count
    return at


@kernel
def _die(store: Dice) -> int:
    """Return the next face."""
    return int(store[_take(store, 1)])


@kernel
def _throw(store: Dice, count: int, faces: int) -> int:
    """Return how many of so many dice show one of the faces."""
    at, wanted, hits = _take(store, count), faces << 1, 0
    for place in range(at, at + count):
        hits += wanted >> store[place] & 1
    return hits


@kernel
def _hits(store: Dice, count: int, faces: int, rerolls: int) -> int:
    """Return how many of so many dice show one of the faces, the first so many failed ones rolled again once."""
    hits = _throw(store, count, faces)
    if rerolls > 0:
        hits += _throw(store, min(rerolls, count - hits), faces)
    return hits


@kernel
def _impacts(store: Dice, row: Row) -> int:
    """Return the impacts (R2.3): a few failed dice rerolled, a few successes of the first throw spoilt (R9.1)."""
    first = _throw(store, row[DICE], row[IMPACT])
    hits = first
    if row[IMPACT_REROLLS] > 0:
        hits += _throw(store, min(row[IMPACT_REROLLS], row[DICE] - first), row[IMPACT])
    if row[IMPACT_SPOILS] > 0:
        spoilt = min(row[IMPACT_SPOILS], first)
        hits += _throw(store, spoilt, row[IMPACT]) - spoilt
    return hits


@kernel
def _left(store: Dice, row: Row, impacts: int) -> int:
    """Return the impacts left after blocks, obstacles, dodges and saves (R2.5–R2.7)."""
    count = row[BLOCK_DICE]
    if row[BLOCK_CAP] == 1:
        count = min(count, impacts * row[BLOCK_NEED])
    impacts -= min(impacts, _hits(store, count, row[BLOCK], row[BLOCK_REROLLS]) // row[BLOCK_NEED])
    covers = row[COVERS]
    while covers > 0:
        impacts -= _hits(store, impacts, covers & _COVER, 0)
        covers >>= COVER_BITS
    if impacts > 0:
        impacts -= min(impacts, _hits(store, row[DODGE_DICE], row[DODGE], row[DODGE_REROLLS]))
    saves = row[SAVES]
    while saves > 0:
        impacts -= _hits(store, impacts, saves & _SAVE, 0)
        saves >>= SAVE_BITS
    return impacts


@kernel
def _damage(store: Dice, row: Row, impacts: int) -> tuple[int, int]:
    """Return the damage successes (R2.8) and the collateral faces that the dice standing match, a bit for each."""
    rerolls, damages, matched = row[DAMAGE_REROLLS], 0, 0
    at = _take(store, 2 * impacts if rerolls > 0 else impacts)
    again = at + impacts
    for place in range(at, at + impacts):
        face = int(store[place])
        if rerolls > 0 and row[DAMAGE] >> (face - 1) & 1 == 0:
            rerolls -= 1
            face = int(store[again])
            again += 1
        damages += row[DAMAGE] >> (face - 1) & 1
        matched |= 1 << (row[MATCH] >> MATCH_BITS * (face - 1) & _MATCH)
    return damages, matched & ~1  # a face that matches nothing is 0


@kernel
def _face_of(store: Dice, faces: int) -> int:
    """Return a face of the set, each equally likely: a die thrown until it shows one."""
    face = _die(store)
    while faces >> (face - 1) & 1 == 0:
        face = _die(store)
    return face


@kernel
def _struck(store: Dice, row: Row, struck: int) -> tuple[int, int, int, int]:
    """Roll all that follows so many impacts: impacts left, damage successes, criticals, knocked down."""
    impacts = _left(store, row, struck) if struck > 0 else 0
    if impacts == 0:
        return 0, 0, 0, 0
    damages, matched = _damage(store, row, impacts)
    critical = row[CRITICAL] << 1 if damages > 0 else 0
    criticals, down = 0, 0
    for _ in range(row[COLLATERAL]):
        face = _face_of(store, row[COLLATERAL_FACES])
        if row[COLLATERAL_REROLL] == 1 and (critical | matched) >> face & 1 == 0:
            face = _face_of(store, row[COLLATERAL_FACES])
        criticals += critical >> face & 1
        down |= matched >> face & 1
    return impacts, damages, criticals, down


@kernel
def _blow(store: Dice, row: Row) -> Blow:
    """Roll one strike."""
    struck = _impacts(store, row)
    impacts, damages, criticals, down = _struck(store, row, struck)
    return min(struck, 1), impacts, damages, criticals, down


@kernel
def _count(store: Dice, row: Row, blows: int, joint: Row) -> None:
    """Add so many blows of one strike to a joint histogram on the axes of `engines.table.shape`, blocks unwatched."""
    side = row[DICE] + 1
    for _ in range(blows):
        _, impacts, damages, criticals, down = _blow(store, row)
        joint[((impacts * side + damages) * (row[COLLATERAL] + 1) + criticals) * 2 + down] += 1


def row(strike: Strike) -> Row:
    """Return the numbers of a strike as a row.

    >>> from bmg_odds.rules.record import plain_strike
    >>> int(row(plain_strike(3, 0, 0))[DICE])
    3
    """
    return np.array(strike, np.int64)
