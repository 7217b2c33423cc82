"""The quick kernel: a plain attack, without a branch, four dice at a time.

A word is two halves, and two words make an attack: one half is worth the (up to eight) impact dice, one the
block dice, one the damage dice, one the collateral die. Each half falls into two groups of at most four
dice, a number below 1296, and what the group does was written into small tables made for the strike at
hand. Every die of every stage is thrown beforehand; those that the attack does not come to are left on the
table. A half is refused, and both words drawn again, where it would bias the dice, so the faces are exactly
uniform.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.fours import MATCHED, VALUES, damages, successes
from bmg_odds.engines.jit import kernel, word
from bmg_odds.engines.rolling import HALF, LOW, Words, _next
from bmg_odds.rules.record import FACES, Strike

MOST_DICE = 8  # of a stage: half a word is worth no more

_ONE, _TWO, _THREE, _SEVEN, _NINE = word(1), word(2), word(3), word(7), word(9)
_MATCHED = word(MATCHED)
_SHORT, _SIXTEEN = word(65_535), word(16)  # two offsets in a word

Counts = npt.NDArray[np.int64]
Septet = tuple[int, int, int, int, int, int, int]
Quartet = tuple[int, int, int, int]
Rolled = tuple[int, int, int, int, Septet]


class Tables(NamedTuple):
    """What groups of four dice do, for one strike. All made once, a few kilobytes, read by the kernels."""

    sides: Words
    """Numbers of values of the seven groups: impact twice, block twice, damage twice, collateral die."""
    refused: Words
    """For each half word, below which low part it is refused: 2³² mod its number of values."""
    impact: npt.NDArray[np.uint8]
    """Impacts of a group, [dice that count × 1296 + group]."""
    impact_rows: Words
    """The offsets of the two impact groups."""
    block: npt.NDArray[np.uint8]
    """Block successes of a group, laid out alike."""
    block_rows: Words
    """For each number of impacts, the offset of the first block group, and that of the second << 16."""
    kept: npt.NDArray[np.uint8]
    """Impacts left, [impacts × 9 + block successes]."""
    damage: npt.NDArray[np.uint16]
    """Damage successes of a group in the low four bits, then one bit for each face of the collateral die
    that some die of the group matches; laid out alike."""
    damage_rows: Words
    """For each number of impacts left, the offsets of the two damage groups, as for blocks."""
    critical: Words
    """1 for each face that the collateral die can show, in their order, if it is critical."""


def fits(strike: Strike) -> bool:
    """Whether the strike is plain enough: no reroll, obstacle, dodge, save, second collateral die or watched
    block, and at most eight dice a stage.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> fits(plain_strike(8, faces_from(4), faces_from(3))), fits(plain_strike(9, faces_from(4), 0))
    (True, False)
    """
    asked = (
        strike.impact_rerolls, strike.impact_spoils, strike.block_rerolls, strike.damage_rerolls,
        strike.collateral_reroll, strike.covers, strike.dodge_dice, strike.saves, strike.watch_blocks,
    )  # fmt: skip
    return not any(asked) and strike.collateral == 1 and max(strike.dice, strike.block_dice) <= MOST_DICE


def tables(strike: Strike) -> Tables:
    """Return the tables of a strike that `fits`.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> made = tables(plain_strike(5, faces_from(4), faces_from(3)))
    >>> made.sides.tolist(), made.kept[5 * 9 + 2]
    ([1296, 6, 1, 1, 1296, 6, 6], np.uint8(3))
    """
    faces = collateral_faces(strike)
    groups = [_groups(dice) for dice in (strike.dice, strike.block_dice, strike.dice)]
    sides = [6**dice for pair in groups for dice in pair] + [len(faces)]
    halves = [sides[0] * sides[1], sides[2] * sides[3], sides[4] * sides[5], sides[6]]
    counts = range(MOST_DICE + 1)
    blocks = [_blocks(strike, impacts) for impacts in counts]
    kept = [max(0, impacts - hit // strike.block_need) for impacts in counts for hit in counts]
    return Tables(
        sides=np.array(sides, np.uint64),
        refused=np.array([2**32 % values for values in halves], np.uint64),
        impact=successes(strike.impact),
        impact_rows=np.array([dice * VALUES for dice in groups[0]], np.uint64),
        block=successes(strike.block),
        block_rows=np.array([_rows(dice) for dice in blocks], np.uint64),
        kept=np.array(kept, np.uint8),
        damage=damages(strike, rerolls=0, shown=faces),
        damage_rows=np.array([_rows(dice) for dice in counts], np.uint64),
        critical=np.array([strike.critical >> face - 1 & 1 for face in faces], np.uint64),
    )


def collateral_faces(strike: Strike) -> list[int]:
    """Return the faces that the collateral die can show, lowest first.

    >>> from bmg_odds.rules.record import plain_strike
    >>> collateral_faces(plain_strike(1, 0, 0, collateral_faces=0b100000))
    [6]
    """
    return [face for face in FACES if strike.collateral_faces >> face - 1 & 1]


def _groups(dice: int) -> tuple[int, int]:
    return min(dice, 4), max(dice - 4, 0)


def _rows(dice: int) -> int:
    one, two = _groups(dice)
    return one * VALUES | two * VALUES << 16


def _blocks(strike: Strike, impacts: int) -> int:
    return min(strike.block_dice, impacts * strike.block_need) if strike.block_cap else strike.block_dice


@kernel
def _roll(s0: int, s1: int, s2: int, s3: int, sides: Septet, refused: Quartet) -> Rolled:
    """Return the next state and the seven groups of an attack."""
    while True:
        s0, s1, s2, s3, drawn = _next(s0, s1, s2, s3)
        a1 = (drawn & LOW) * sides[0]
        a2 = (a1 & LOW) * sides[1]
        b1 = (drawn >> HALF) * sides[2]
        b2 = (b1 & LOW) * sides[3]
        s0, s1, s2, s3, drawn = _next(s0, s1, s2, s3)
        c1 = (drawn & LOW) * sides[4]
        c2 = (c1 & LOW) * sides[5]
        d1 = (drawn >> HALF) * sides[6]
        biased = (
            ((a2 & LOW) < refused[0])
            | ((b2 & LOW) < refused[1])
            | ((c2 & LOW) < refused[2])
            | ((d1 & LOW) < refused[3])
        )
        if not biased:
            groups = (a1 >> HALF, a2 >> HALF, b1 >> HALF, b2 >> HALF, c1 >> HALF, c2 >> HALF, d1 >> HALF)
            return s0, s1, s2, s3, groups


@kernel
def _cell(groups: Septet, made: Tables, column: int, first: int, second: int) -> int:
    """Return the place of an attack in the joint histogram; `column` is dice + 1."""
    impacts = word(made.impact[first + groups[0]]) + word(made.impact[second + groups[1]])
    rows = word(made.block_rows[impacts])
    blocks = word(made.block[(rows & _SHORT) + groups[2]]) + word(made.block[(rows >> _SIXTEEN) + groups[3]])
    kept = word(made.kept[impacts * _NINE + blocks])
    rows = word(made.damage_rows[kept])
    one = word(made.damage[(rows & _SHORT) + groups[4]])
    two = word(made.damage[(rows >> _SIXTEEN) + groups[5]])
    hits = (one & _SEVEN) + (two & _SEVEN)
    down = (one | two) >> (_MATCHED + groups[6]) & _ONE
    critical = word(made.critical[groups[6]]) & (hits + _SEVEN >> _THREE)  # 1 … 8 hits carry into bit 3
    cell: int = ((kept * column + hits) * _TWO + critical) * _TWO + down
    return cell


@kernel
def _ready(made: Tables) -> tuple[Septet, Quartet]:
    """Return the numbers of values and of refusals as scalars, which stay in registers."""
    sides = (
        word(made.sides[0]), word(made.sides[1]), word(made.sides[2]), word(made.sides[3]),
        word(made.sides[4]), word(made.sides[5]), word(made.sides[6]),
    )  # fmt: skip
    return sides, (
        word(made.refused[0]), word(made.refused[1]), word(made.refused[2]), word(made.refused[3]),
    )  # fmt: skip


@kernel
def _count(state: Words, made: Tables, dice: int, attacks: int, joint: Counts) -> None:
    """Add so many attacks of one stream to the joint histogram."""
    s0, s1, s2, s3 = word(state[0]), word(state[1]), word(state[2]), word(state[3])
    sides, refused = _ready(made)
    first, second, column = word(made.impact_rows[0]), word(made.impact_rows[1]), word(dice + 1)
    for _ in range(attacks):
        s0, s1, s2, s3, groups = _roll(s0, s1, s2, s3, sides, refused)
        joint[_cell(groups, made, column, first, second)] += 1


@kernel
def _show(state: Words, made: Tables, dice: int, seen: Words, cells: Counts) -> None:
    """Do as `_count` does and write down each attack: its seven groups and its cell."""
    s0, s1, s2, s3 = word(state[0]), word(state[1]), word(state[2]), word(state[3])
    sides, refused = _ready(made)
    first, second, column = word(made.impact_rows[0]), word(made.impact_rows[1]), word(dice + 1)
    for number in range(len(cells)):
        s0, s1, s2, s3, groups = _roll(s0, s1, s2, s3, sides, refused)
        for place in range(7):
            seen[number, place] = groups[place]
        cells[number] = _cell(groups, made, column, first, second)
