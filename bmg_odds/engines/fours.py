"""Dice by fours: what a group of four dice does, for every one of its 1296 values, as small tables.

A table has five rows, for the first 0, 1 … 4 dice of the group; the other dice were thrown but do not
count. So a stage of any number of dice is a few look-ups, without a branch for the dice that are not there.
"""

import numpy as np
import numpy.typing as npt

from bmg_odds.rules.record import FACES, MATCH_BITS, Strike

VALUES = 6**4

FOUR_FACES = np.array(
    [[value // 6**place % 6 + 1 for place in range(4)] for value in range(VALUES)], np.uint8
)
"""The four faces of a group, 1296 × 4."""

MATCHED = 4
"""In an entry of a damage table, the bit of the first collateral face matched; the successes are below it."""


def _by_count(values: list[int], gather: np.ufunc) -> npt.NDArray[np.uint16]:
    """Gather a value per face over the first 0, 1 … 4 dice of each group."""
    each = np.array(values, np.uint16)[FOUR_FACES - 1]
    rows = [np.zeros(VALUES, np.uint16)]
    for place in range(4):
        rows.append(gather(rows[-1], each[:, place]))
    return np.concatenate(rows)


def successes(faces: int) -> npt.NDArray[np.uint8]:
    """Return how many dice show one of the faces, [dice that count × 1296 + group].

    >>> int(successes(0b111000)[3 * VALUES + VALUES - 1])
    3
    """
    return _by_count([faces >> face - 1 & 1 for face in FACES], np.add).astype(np.uint8)


def damages(strike: Strike, *, standing: int, shown: list[int]) -> npt.NDArray[np.uint16]:
    """Return the damage successes of a group (R2.8) and, from bit `MATCHED` on, which collateral faces of
    those `shown` it matches (R2.9); laid out as `successes`. Only dice with a `standing` face can match.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> strike = plain_strike(3, faces_from(4), faces_from(3))
    >>> bin(int(damages(strike, standing=0b111111, shown=[1, 2, 3, 4, 5, 6])[4 * VALUES + VALUES - 1]))
    '0b1000000100'
    """
    matches = [strike.match >> MATCH_BITS * (face - 1) & 0b111 for face in FACES]
    bits = [
        sum(
            1 << MATCHED + place
            for place, face in enumerate(shown)
            if face == match and standing >> die - 1 & 1
        )
        for die, match in zip(FACES, matches, strict=True)
    ]
    hits = _by_count([strike.damage >> face - 1 & 1 for face in FACES], np.add)
    return hits | _by_count(bits, np.bitwise_or)


def width(dice: int) -> int:
    """Return how many groups so many dice take.

    >>> [width(dice) for dice in (0, 1, 4, 5)]
    [0, 1, 1, 2]
    """
    return -(-dice // 4)
