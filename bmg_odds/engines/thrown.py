"""The general kernel: attacks with any traits, a batch of them at a time, over dice thrown beforehand.

Every attack of a strike has room in each stage for the most dice that can come to it; those that do not come
to be are left on the table. A batch goes through the stages together: a stage is a loop over attacks, which
looks its dice up by fours (`fours`). So no branch depends on what the dice did.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.fours import FOUR_FACES, MATCHED, VALUES, damages, successes, width
from bmg_odds.engines.jit import kernel
from bmg_odds.engines.rolling import Groups, Words, _fill, _one_of
from bmg_odds.rules.record import (
    ALL_FACES,
    COVER_BITS,
    CROSS_FIRE_BIT,
    FACES,
    SAVE_BITS,
    Strike,
    unpack,
)

Counts = npt.NDArray[np.int64]
Batch = npt.NDArray[np.int64]
"""Five rows, the fields of a verdict, for each attack of a batch."""

BATCH = 512  # part of the meaning of a seed, like the size of a block
_SHOWN = FOUR_FACES.ravel()
_IMPACT, _BLOCK, _DODGE, _CROSS, _COVERS = range(5)


class Plan(NamedTuple):
    """What the kernel knows of a strike beside its numbers: made once."""

    hits: npt.NDArray[np.uint8]
    """Tables of successes, one a row: impact, block, dodge, cross fire, each obstacle, each save."""
    damage: npt.NDArray[np.uint16]
    damage_again: npt.NDArray[np.uint16]
    dice_width: int
    """Groups of a stage with as many dice as there are impact dice."""
    block_width: int
    dodge_width: int
    stretch: int
    """Groups of an attack."""


def layout(strike: Strike) -> list[tuple[str, int, int]]:
    """Return the stages of an attack in the buffer: name, place among several, groups.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> layout(plain_strike(5, faces_from(4), faces_from(3)))
    [('impact', 0, 2), ('damage', 0, 2), ('collateral', 0, 1)]
    """
    dice, block, dodge = width(strike.dice), width(strike.block_dice), width(strike.dodge_dice)
    stages = [("impact", 0, dice), ("impact_again", 0, dice * (strike.impact_rerolls > 0))]
    stages += [("block", 0, block), ("block_again", 0, block * (strike.block_rerolls > 0))]
    for place, cover in enumerate(unpack(strike.covers, COVER_BITS)):
        cross = dice * (cover & CROSS_FIRE_BIT > 0)
        stages += [("covers", place, dice), ("cross", place, cross)]
        stages += [("cross_again", place, cross * (strike.cross_rerolls > 0))]
    stages += [("dodge", 0, dodge), ("dodge_again", 0, dodge * (strike.dodge_rerolls > 0))]
    stages += [("saves", place, dice) for place in range(len(unpack(strike.saves, SAVE_BITS)))]
    stages += [("damage", 0, dice), ("damage_again", 0, dice * (strike.damage_rerolls > 0))]
    return [stage for stage in [*stages, ("collateral", 0, 1)] if stage[2]]


def plan(strike: Strike) -> Plan:
    """Return the tables and the layout of a strike.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> plan(plain_strike(5, faces_from(4), faces_from(3))).stretch
    5
    """
    faces = [strike.impact, strike.block, strike.dodge, strike.cross]
    faces += [cover & ALL_FACES for cover in unpack(strike.covers, COVER_BITS)]
    faces += unpack(strike.saves, SAVE_BITS)
    standing = strike.damage if strike.damage_rerolls else ALL_FACES
    return Plan(
        hits=np.array([successes(stage) for stage in faces]),
        damage=damages(strike, standing=standing, shown=list(FACES)),
        damage_again=damages(strike, standing=ALL_FACES, shown=list(FACES)),
        dice_width=width(strike.dice),
        block_width=width(strike.block_dice),
        dodge_width=width(strike.dodge_dice),
        stretch=sum(groups for _, _, groups in layout(strike)),
    )


@kernel
def _stage(
    groups: Groups,
    at: int,
    wide: int,
    counts: Counts,
    table: npt.NDArray[np.uint8],
    rerolls: int,
    hits: Counts,
) -> int:
    """Put the successes of the first `counts` dice of each attack and of their rerolls into `hits`.

    Return the row of groups after them.
    """
    attacks = len(hits)
    rolled = np.empty(attacks, np.int64)
    for number in range(attacks):
        rolled[number] = counts[number]
        hits[number] = 0
    for throw in range(2 if rerolls > 0 else 1):
        if throw == 1:
            for number in range(attacks):
                rolled[number] = min(rerolls, counts[number] - hits[number])
        for row in range(at, at + wide):
            for number in range(attacks):
                count = max(0, min(rolled[number], 4))
                hits[number] += table[count * VALUES + groups[row, number]]
                rolled[number] -= 4
        at += wide
    return at


@kernel
def _cancel(impacts: Counts, hits: Counts, need: int) -> None:
    """Take one impact away for each `need` successes, never more than there are."""
    for number in range(len(impacts)):
        impacts[number] = max(0, impacts[number] - hits[number] // need)


@kernel
def _damage(
    groups: Groups,
    at: int,
    wide: int,
    counts: Counts,
    table: npt.NDArray[np.uint16],
    hits: Counts,
    matched: Counts,
) -> None:
    """Add the damage successes of the first `counts` dice, and the collateral faces that they match."""
    for row in range(wide):
        for number in range(len(counts)):
            count = max(0, min(counts[number] - 4 * row, 4))
            entry = table[count * VALUES + groups[at + row, number]]
            hits[number] += entry & 7
            matched[number] |= entry >> MATCHED


@kernel
def _collateral(strike: Strike, four: int, hits: int, matched: int) -> tuple[int, int]:
    """Return the criticals, and 1 if a die knocked down (R2.9): two dice of the four, two for rerolls."""
    critical = (strike.critical if hits > 0 else 0) << 1
    matched <<= 1
    criticals = 0
    down = 0
    again = four * 4 + 2
    for die in range(strike.collateral):
        face = int(_SHOWN[four * 4 + die])
        if strike.collateral_reroll == 1:
            lost = 1 - ((critical | matched) >> face & 1)
            face = int(_SHOWN[again]) if lost == 1 else face
            again += lost
        criticals += critical >> face & 1
        down |= matched >> face & 1
    return criticals, down


@kernel
def _limit(groups: Groups, at: int, state: Words, faces: int) -> None:
    """Throw collateral dice that can only show some faces in place of those of a row of groups."""
    single = faces & (faces - 1) == 0
    four = (_one_of(state, faces) - 1) * 259 if single else 0  # 259 is 1111 in base 6
    for number in range(groups.shape[1]):
        if not single:
            four = 0
            for _ in range(4):
                four = four * 6 + _one_of(state, faces) - 1
        groups[at, number] = four


@kernel
def _judge(groups: Groups, state: Words, strike: Strike, made: Plan, out: Batch) -> None:
    """Judge the first attacks of a batch, as many as `out`, all 0, has room for."""
    attacks = out.shape[1]
    wide = made.dice_width
    impacts, damages, cross = out[0], out[1], out[4]
    counts = np.empty(attacks, np.int64)
    hits = np.empty(attacks, np.int64)
    matched = np.zeros(attacks, np.int64)
    for number in range(attacks):
        counts[number] = strike.dice
    at = _stage(groups, 0, wide, counts, made.hits[_IMPACT], strike.impact_rerolls, impacts)
    if strike.block_dice > 0:
        for number in range(attacks):
            cap = impacts[number] * strike.block_need if strike.block_cap == 1 else strike.block_dice
            counts[number] = min(strike.block_dice, cap)
        at = _stage(groups, at, made.block_width, counts, made.hits[_BLOCK], strike.block_rerolls, hits)
        _cancel(impacts, hits, strike.block_need)
    table = _COVERS
    covers = strike.covers
    while covers > 0:
        at = _stage(groups, at, wide, impacts, made.hits[table], 0, hits)
        _cancel(impacts, hits, 1)
        if covers & CROSS_FIRE_BIT:
            at = _stage(groups, at, wide, hits, made.hits[_CROSS], strike.cross_rerolls, counts)
            for number in range(attacks):
                cross[number] += counts[number]
        table += 1
        covers >>= COVER_BITS
    if strike.dodge_dice > 0:
        for number in range(attacks):
            counts[number] = strike.dodge_dice
        at = _stage(groups, at, made.dodge_width, counts, made.hits[_DODGE], strike.dodge_rerolls, hits)
        _cancel(impacts, hits, 1)
    saves = strike.saves
    while saves > 0:
        at = _stage(groups, at, wide, impacts, made.hits[table], 0, hits)
        _cancel(impacts, hits, 1)
        table += 1
        saves >>= SAVE_BITS
    _damage(groups, at, wide, impacts, made.damage, damages, matched)
    at += wide
    if strike.damage_rerolls > 0:
        for number in range(attacks):
            counts[number] = impacts[number] - damages[number]
        _damage(groups, at, wide, counts, made.damage_again, damages, matched)
        at += wide
    if strike.collateral_faces != ALL_FACES:
        _limit(groups, at, state, strike.collateral_faces)
    for number in range(attacks):
        four = int(groups[at, number])
        out[2, number], out[3, number] = _collateral(strike, four, damages[number], matched[number])


@kernel
def _count(state: Words, strike: Strike, made: Plan, attacks: int, joint: Counts, cross_fire: Counts) -> None:
    """Add so many attacks of one stream to the joint histogram and to that of cross fire."""
    groups = np.empty((made.stretch, BATCH), np.uint16)
    row = (strike.collateral + 1) * 2
    column = (strike.dice + 1) * row
    while attacks > 0:
        out = np.zeros((5, min(attacks, BATCH)), np.int64)
        _fill(state, groups.reshape(-1))
        _judge(groups, state, strike, made, out)
        for number in range(out.shape[1]):
            cell = out[0, number] * column + out[1, number] * row + out[2, number] * 2 + out[3, number]
            joint[cell] += 1
            cross_fire[out[4, number]] += 1
        attacks -= BATCH


@kernel
def _show(state: Words, strike: Strike, made: Plan, seen: Groups, outcomes: Batch) -> None:
    """Do as `_count` does and write down each attack: its groups (groups × attacks) and its outcome."""
    groups = np.empty((made.stretch, BATCH), np.uint16)
    attacks = outcomes.shape[1]
    for first in range(0, attacks, BATCH):
        last = min(attacks, first + BATCH)
        out = np.zeros((5, last - first), np.int64)
        _fill(state, groups.reshape(-1))
        _judge(groups, state, strike, made, out)
        outcomes[:, first:last] = out
        seen[:, first:last] = groups[:, : last - first]
