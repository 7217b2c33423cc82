"""Groups of dice as packed maps: what a group does to every state an attack can be in, in one word.

Before its damage dice an attack is in one of at most ten states (`course.narrow`). A state is written as six times
its number. What a group of dice makes of all of them are ten fields of six bits; so a link is one look-up, which
waits for nothing but the dice, and one shift by the state before: the state after is its lowest six bits.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.course import FEW_STATES, FIVE, PAIR, Narrow, Step, narrow, split
from bmg_odds.engines.fives import MATCHED, damages, digits
from bmg_odds.rules.record import FACES, Strike

Map = npt.NDArray[np.uint64]

FIELD = 6  # bits; a state is written as so many times its number
ENTRY = 9  # bits of what damage dice do: three of successes, six of collateral faces matched
KEYS = 2**7  # any damage, and which of six faces of the collateral die are matched


class Group(NamedTuple):
    """A group of damage dice."""

    dice: int
    before: int
    """Damage dice in the groups before it."""
    paired: bool
    """Whether each die is thrown with its reroll."""


def course(strike: Strike) -> Narrow | None:
    """Return the course of a strike to its damage dice, or None where a packed map cannot hold it.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> strike = plain_strike(5, faces_from(4), faces_from(3), saves=faces_from(5))
    >>> len(course(strike).steps), course(strike._replace(dice=10))
    (2, None)
    """
    if strike.dice >= FEW_STATES or strike.watch_blocks:
        return None
    found = narrow(strike)
    return None if found is None or any(end.cross for end in found.ends) else found


def walk(strike: Strike) -> Narrow:
    """Return the course of a strike that has one."""
    found = course(strike)
    assert found is not None
    return found


def groups(strike: Strike) -> list[Group] | None:
    """Return the groups of the damage dice, or None where some, but not all failed dice are rerolled: then a die must
    know of those before it.

    >>> from bmg_odds.rules.record import ALL_DICE, plain_strike
    >>> strike = plain_strike(3, 0, 0, damage_rerolls=ALL_DICE)
    >>> groups(strike), groups(strike._replace(damage_rerolls=1))
    ([Group(dice=2, before=0, paired=True), Group(dice=1, before=2, paired=True)], None)
    """
    if 0 < strike.damage_rerolls < strike.dice:
        return None
    paired = strike.damage_rerolls > 0
    found, before = [], 0
    for dice in split(strike.dice, PAIR if paired else FIVE):
        found.append(Group(dice, before, paired))
        before += dice
    return found


def hits(step: Step) -> npt.NDArray[np.intp]:
    """Return the successes of the first 0, 1 … dice of a step, [dice + 1 × values of the group].

    A paired die succeeds by its own face or by that of its reroll, which lies as far behind it as there are dice.

    >>> from bmg_odds.engines.course import Throw
    >>> hits(Step(Throw("block", 0, 0b100000, 1, paired=True), 1, [1], [[0, 1]]))[1].reshape(6, 6)[:, 5].tolist()
    [1, 1, 1, 1, 1, 1]
    """
    good = np.array([step.throw.faces >> face - 1 & 1 for face in FACES], np.intp)
    shown = good[digits(values(step))]
    if step.throw.paired:
        shown = shown[:, : step.dice] | shown[:, step.dice :]
    return np.concatenate([np.zeros((1, len(shown)), np.intp), np.cumsum(shown, axis=1).T])


def values(step: Step) -> int:
    """Return how many dice are thrown in a step, rerolls that are thrown with them among them."""
    return step.dice * (1 + step.throw.paired)


def packed(step: Step, codes: list[int]) -> Map:
    """Return the map of a step, one word for each value of the group; `codes` are the states after, written down."""
    made = np.zeros(6 ** values(step), np.uint64)
    after, counted = np.array(codes, np.uint64), hits(step)
    for state, (count, onward) in enumerate(zip(step.counts, step.onward, strict=True)):
        made |= after[np.array(onward)][counted[count]] << np.uint64(FIELD * state)
    return made


def unchanged(codes: list[int]) -> Map:
    """Return the map of no dice at all, which writes the states down anew.

    >>> bin(int(unchanged([0, 6, 12])[0]))
    '0b1100000110000000'
    """
    return np.array([sum(code << FIELD * state for state, code in enumerate(codes))], np.uint64)


def written(states: Iterable[int]) -> list[int]:
    """Return states, written down."""
    return [FIELD * state for state in states]


def damage(strike: Strike, group: Group, shown: list[int]) -> Map:
    """Return what a group of damage dice does, an entry of `fives.damages` for each number of its first dice that
    count, ENTRY bits apart (R2.8, R2.9)."""
    if group.paired:
        rows = _paired(strike, group.dice, shown)
    else:
        rows = damages(strike, group.dice, rerolls=0, shown=shown).reshape(group.dice + 1, -1).astype(np.uint64)
    made = np.zeros(rows.shape[1], np.uint64)
    for count, row in enumerate(rows):
        made |= row << np.uint64(ENTRY * count)
    return made


def _paired(strike: Strike, dice: int, shown: list[int]) -> Map:
    """Return the entries of dice that are thrown with their rerolls: the second face stands where the first failed."""
    single = damages(strike, 1, rerolls=0, shown=shown).reshape(2, -1)[1].astype(np.uint64)
    faces = digits(2 * dice)
    good = np.array([strike.damage >> face - 1 & 1 for face in FACES], np.bool_)
    stands = single[np.where(good[faces[:, :dice]], faces[:, :dice], faces[:, dice:])]
    hits, matched = stands & np.uint64(2**MATCHED - 1), stands >> np.uint64(MATCHED)
    rows = np.zeros((dice + 1, len(faces)), np.uint64)
    rows[1:] = np.cumsum(hits, axis=1).T | np.bitwise_or.accumulate(matched, axis=1).T << np.uint64(MATCHED)
    return rows


def collateral(strike: Strike, shown: list[int]) -> npt.NDArray[np.uint8]:
    """Return criticals × 2 + knocked down for each key and value of the collateral dice (R2.9), [KEYS × values].

    A value is that of the dice and, where they may be rerolled, of as many more, the first die highest, in
    the base of the faces shown.
    """
    number = strike.collateral * (1 + strike.collateral_reroll)
    dice = np.indices((len(shown),) * number).reshape(number, len(shown) ** number)
    keys = np.arange(KEYS)[:, None]
    matched = keys & KEYS // 2 - 1
    faces = sum((strike.critical >> face - 1 & 1) << at for at, face in enumerate(shown))
    critical = np.where(keys >= KEYS // 2, faces, 0)
    criticals, down = np.zeros((2, KEYS, dice.shape[1]), np.intp)
    rerolled = np.full((KEYS, 1), strike.collateral)  # the die that the next reroll will be
    for die in range(strike.collateral):
        lost = np.zeros((KEYS, 1), np.intp)
        if strike.collateral_reroll:
            lost = (critical | matched) >> dice[die] & 1 ^ 1
        stands = dice[np.where(lost, rerolled, die), np.arange(dice.shape[1])]
        rerolled = rerolled + lost
        criticals += critical >> stands & 1
        down |= matched >> stands & 1
    return (criticals * 2 + down).astype(np.uint8)


def judged(table: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return `collateral` laid out by value and by entry of damage dice; where entries of several groups are united,
    their successes are no number, but only 0 if there are none."""
    entries = np.arange(2**ENTRY)
    keys = (entries >> MATCHED) + np.where(entries % 2**MATCHED, KEYS // 2, 0)
    laid: npt.NDArray[np.uint8] = table[keys].T.ravel()
    return laid


def collateral_faces(strike: Strike) -> list[int]:
    """Return the faces that the collateral die can show, lowest first.

    >>> from bmg_odds.rules.record import plain_strike
    >>> collateral_faces(plain_strike(1, 0, 0, collateral_faces=0b100000))
    [6]
    """
    return [face for face in FACES if strike.collateral_faces >> face - 1 & 1]
