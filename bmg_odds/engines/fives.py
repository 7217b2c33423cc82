"""Dice by fives: what a group of up to five dice does, however many of them count, in one look-up.

A group of so many dice is a number below 6 to their count, whose highest base-6 digit is the first die. The
look-up of `fours` needs a row for each number of dice that count. Here, where only successes matter, those of
the first 0, 1 … 5 dice stand side by side in one entry, which keeps the tables small and near.
"""

import numpy as np
import numpy.typing as npt

from bmg_odds.rules.record import FACES, MATCH_BITS, Strike

Entries = npt.NDArray[np.uint16]

MATCHED = 3
"""In an entry of a damage table, the bit of the first collateral face matched; the successes are below it."""


def digits(dice: int) -> npt.NDArray[np.intp]:
    """Return the dice of each group, 0 … 5 for face 1 … 6, [groups × dice].

    >>> digits(2)[:2].tolist(), digits(2)[-1].tolist()
    ([[0, 0], [0, 1]], [5, 5])
    """
    groups: npt.NDArray[np.intp] = np.indices((6,) * dice).reshape(dice, 6**dice).T
    return groups


def successes(faces: int, dice: int) -> Entries:
    """Return the successes of each group: for each number of dice that count, those of the first so many, in
    the three bits from `shift` on.

    >>> oct(int(successes(0b111000, 5)[-1])), shift(2)
    ('0o54321', 3)
    """
    good = np.array([faces >> face - 1 & 1 for face in FACES], np.uint16)
    entries: Entries = np.zeros(6**dice, np.uint16)
    hits = np.zeros(6**dice, np.uint16)
    for count, shown in enumerate(digits(dice).T, start=1):
        hits += good[shown]
        entries |= hits << np.uint16(shift(count))
    return entries


def shift(count: int) -> int:
    """Return where the successes of the first so many dice are in an entry of `successes`; for no dice, where
    there is always 0."""
    return 3 * (count - 1) if count else 15


def damages(strike: Strike, dice: int, *, rerolls: int, shown: list[int]) -> Entries:
    """Return a row of all groups for the first 0, 1 … dice that count: the damage successes (R2.8) and, from
    bit `MATCHED` on, which collateral faces of those `shown` they match (R2.9). The first so many failed dice
    are rerolled and match nothing here.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> strike = plain_strike(3, faces_from(4), faces_from(3))
    >>> entries = damages(strike, 2, rerolls=1, shown=[1, 2, 3, 4, 5, 6])
    >>> len(entries), [bin(int(entries[row * 36 + 35])) for row in range(3)]  # both dice show a 6
    (108, ['0b0', '0b100000001', '0b100000010'])
    """
    good = np.array([strike.damage >> face - 1 & 1 for face in FACES], np.uint16)
    matches = [strike.match >> MATCH_BITS * (face - 1) & 0b111 for face in FACES]
    bits = [sum(1 << MATCHED + at for at, face in enumerate(shown) if face == match) for match in matches]
    matched = np.array(bits, np.uint16)
    rows = [np.zeros(6**dice, np.uint16)]
    failed = np.zeros(6**dice, np.uint16)
    for faces in digits(dice).T:
        failed += 1 - good[faces]
        stands = (good[faces] == 1) | (failed > rerolls)
        rows.append((rows[-1] | np.where(stands, matched[faces], np.uint16(0))) + good[faces])
    return np.concatenate(rows)
