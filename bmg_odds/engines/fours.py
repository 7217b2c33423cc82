"""Dice by fours: what a group of four dice does, for every one of its 1296 values, as small tables.

A table has five rows, for the first 0, 1 … 4 dice of the group; the other dice were thrown but do not
count. So a stage of any number of dice is a few look-ups, without a branch for the dice that are not there.
"""

import numpy as np
import numpy.typing as npt

from bmg_odds.rules.record import FACES, MATCH_BITS, Strike

VALUES = 6**4

FOUR_FACES = np.array([[value // 6**place % 6 + 1 for place in range(4)] for value in range(VALUES)], np.uint8)
"""The four faces of a group, 1296 × 4."""

MATCHED = 4
"""In an entry of a damage table, the bit of the first collateral face matched; the successes are below it."""


def _by_count(each: npt.NDArray[np.uint16], gather: np.ufunc) -> npt.NDArray[np.uint16]:
    """Gather what each die of a group adds, [groups × 4], over the first 0, 1 … 4 dice."""
    rows = [np.zeros(VALUES, np.uint16)]
    for place in range(4):
        rows.append(gather(rows[-1], each[:, place]))
    return np.concatenate(rows)


def successes(faces: int) -> npt.NDArray[np.uint8]:
    """Return how many dice show one of the faces, [dice that count × 1296 + group].

    >>> int(successes(0b111000)[3 * VALUES + VALUES - 1])
    3
    """
    good = np.array([faces >> face - 1 & 1 for face in FACES], np.uint16)
    return _by_count(good[FOUR_FACES - 1], np.add).astype(np.uint8)


def damages(strike: Strike, *, rerolls: int, shown: list[int]) -> npt.NDArray[np.uint16]:
    """Return the damage successes of a group (R2.8) and, from bit `MATCHED` on, which collateral faces of
    those `shown` it matches (R2.9); laid out as `successes`. The first so many failed dice are rerolled and
    match nothing here.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> strike = plain_strike(3, faces_from(4), faces_from(3))
    >>> bin(int(damages(strike, rerolls=0, shown=[1, 2, 3, 4, 5, 6])[4 * VALUES + VALUES - 1]))
    '0b1000000100'
    """
    matches = [strike.match >> MATCH_BITS * (face - 1) & 0b111 for face in FACES]
    bits = [sum(1 << MATCHED + at for at, face in enumerate(shown) if face == match) for match in matches]
    good = np.array([strike.damage >> face - 1 & 1 for face in FACES], np.uint16)[FOUR_FACES - 1]
    stands = (good == 1) | (np.cumsum(1 - good, axis=1, dtype=np.int64) > rerolls)
    matched = np.where(stands, np.array(bits, np.uint16)[FOUR_FACES - 1], np.uint16(0))
    return _by_count(good, np.add) | _by_count(matched, np.bitwise_or)


def width(dice: int) -> int:
    """Return how many groups so many dice take.

    >>> [width(dice) for dice in (0, 1, 4, 5)]
    [0, 1, 1, 2]
    """
    return -(-dice // 4)
