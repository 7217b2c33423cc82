"""The general kernel: an attack with any traits, over a buffer of dice thrown beforehand.

Every attack of a strike has the same stretch of the buffer, with room in each stage for the most dice that
can come to it; those that do not come to be are left on the table. Stages are looked up by fours of dice
(`fours`). What is asked of the strike (is there an obstacle? a reroll?) is a branch that always goes the
same way; what the dice did never is one.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.fours import FOUR_FACES, MATCHED, ROWS, VALUES, damages, successes, width
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
Outcome = tuple[int, int, int, int, int]
"""Impacts, damages, criticals, knocked down, Injuries by cross fire."""

_BUFFER = 4096  # groups; in the first-level cache
_SHOWN = FOUR_FACES.ravel()
_IMPACT, _BLOCK, _DODGE, _CROSS, _COVERS = (place * ROWS for place in range(5))


class Plan(NamedTuple):
    """What the kernel knows of a strike beside its numbers: made once."""

    hits: npt.NDArray[np.uint8]
    """Tables of successes one after the other: impact, block, dodge, cross fire, each obstacle, each save."""
    damage: npt.NDArray[np.uint16]
    damage_again: npt.NDArray[np.uint16]
    dice_width: int
    """Groups of a stage with as many dice as there are impact dice."""
    block_width: int
    dodge_width: int
    stretch: int
    """Groups of an attack."""
    attacks: int
    """Attacks in a buffer, an even number."""


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
    stretch = sum(groups for _, _, groups in layout(strike))
    standing = strike.damage if strike.damage_rerolls else ALL_FACES
    return Plan(
        hits=np.concatenate([successes(stage) for stage in faces]),
        damage=damages(strike, standing=standing, shown=list(FACES)),
        damage_again=damages(strike, standing=ALL_FACES, shown=list(FACES)),
        dice_width=width(strike.dice),
        block_width=width(strike.block_dice),
        dodge_width=width(strike.dodge_dice),
        stretch=stretch,
        attacks=2 * max(1, _BUFFER // (2 * stretch)),
    )


@kernel
def _hits(  # noqa: PLR0917
    groups: Groups, at: int, wide: int, count: int, table: npt.NDArray[np.uint8], base: int
) -> int:
    """Return the successes of the first `count` dice of the groups."""
    hits = 0
    for place in range(at, at + wide):
        hits += int(table[base + max(0, min(count, 4)) * VALUES + int(groups[place])])
        count -= 4
    return hits


@kernel
def _stage(  # noqa: PLR0917
    groups: Groups, at: int, wide: int, count: int, table: npt.NDArray[np.uint8], base: int, rerolls: int
) -> tuple[int, int]:
    """Return the place after a stage and its rerolls, and its successes."""
    hits = _hits(groups, at, wide, count, table, base)
    at += wide
    if rerolls > 0:
        hits += _hits(groups, at, wide, min(rerolls, count - hits), table, base)
        at += wide
    return at, hits


@kernel
def _damage(groups: Groups, at: int, wide: int, count: int, table: npt.NDArray[np.uint16]) -> tuple[int, int]:
    """Return the damage successes of the first `count` dice, and the set of collateral faces matched."""
    hits = 0
    matched = 0
    for place in range(at, at + wide):
        entry = int(table[max(0, min(count, 4)) * VALUES + int(groups[place])])
        hits += entry & 7
        matched |= entry >> MATCHED
        count -= 4
    return hits, matched


@kernel
def _collateral(four: int, strike: Strike, hits: int, matched: int) -> tuple[int, int]:
    """Return the criticals, and 1 if a die knocked down (R2.9): two dice of the four, then two for
    rerolls."""
    critical = strike.critical if hits > 0 else 0
    criticals = 0
    down = 0
    again = 0
    for die in range(strike.collateral):
        face = int(_SHOWN[four * 4 + die]) - 1
        critic = critical >> face & 1
        match = matched >> face & 1
        face = int(_SHOWN[four * 4 + 2 + again]) - 1
        lost = strike.collateral_reroll & (1 - (critic | match))
        again += lost
        criticals += critic + lost * (critical >> face & 1)
        down |= match | lost * (matched >> face & 1)
    return criticals, down


@kernel
def _collateral_group(state: Words, faces: int) -> int:
    """Return four collateral dice that can only show some faces."""
    four = 0
    for _ in range(4):
        four = four * 6 + _one_of(state, faces) - 1
    return four


@kernel
def _attack(groups: Groups, at: int, state: Words, strike: Strike, made: Plan) -> Outcome:
    """Judge the attack whose dice begin at a place of the buffer."""
    wide = made.dice_width
    at, impacts = _stage(groups, at, wide, strike.dice, made.hits, _IMPACT, strike.impact_rerolls)
    if strike.block_dice > 0:
        count = strike.block_dice
        if strike.block_cap == 1:
            count = min(count, impacts * strike.block_need)
        at, blocks = _stage(groups, at, made.block_width, count, made.hits, _BLOCK, strike.block_rerolls)
        impacts = max(0, impacts - (blocks >> 1 if strike.block_need == 2 else blocks // strike.block_need))
    cross = 0
    base = _COVERS
    covers = strike.covers
    while covers > 0:
        at, stopped = _stage(groups, at, wide, impacts, made.hits, base, 0)
        impacts -= stopped
        if covers & CROSS_FIRE_BIT:
            at, injuries = _stage(groups, at, wide, stopped, made.hits, _CROSS, strike.cross_rerolls)
            cross += injuries
        base += ROWS
        covers >>= COVER_BITS
    if strike.dodge_dice > 0:
        at, dodges = _stage(
            groups, at, made.dodge_width, strike.dodge_dice, made.hits, _DODGE, strike.dodge_rerolls
        )
        impacts = max(0, impacts - dodges)
    saves = strike.saves
    while saves > 0:
        at, saved = _stage(groups, at, wide, impacts, made.hits, base, 0)
        impacts -= saved
        base += ROWS
        saves >>= SAVE_BITS
    hits, matched = _damage(groups, at, wide, impacts, made.damage)
    at += wide
    if strike.damage_rerolls > 0:
        more, again = _damage(groups, at, wide, impacts - hits, made.damage_again)
        at += wide
        hits += more
        matched |= again
    if strike.collateral_faces != ALL_FACES:
        groups[at] = _collateral_group(state, strike.collateral_faces)
    criticals, down = _collateral(int(groups[at]), strike, hits, matched)
    return impacts, hits, criticals, down, cross


@kernel
def _count(  # noqa: PLR0917
    state: Words, strike: Strike, made: Plan, attacks: int, joint: Counts, cross_fire: Counts
) -> None:
    """Add so many attacks of one stream to the joint histogram and to that of cross fire."""
    groups = np.empty(made.attacks * made.stretch, np.uint16)
    row = (strike.collateral + 1) * 2
    column = (strike.dice + 1) * row
    while attacks > 0:
        _fill(state, groups)
        for number in range(min(attacks, made.attacks)):
            at = number * made.stretch
            impacts, hits, criticals, down, cross = _attack(groups, at, state, strike, made)
            joint[impacts * column + hits * row + criticals * 2 + down] += 1
            cross_fire[cross] += 1
        attacks -= made.attacks


@kernel
def _show(state: Words, strike: Strike, made: Plan, seen: Groups, outcomes: Counts) -> None:
    """Do as `_count` does and write down each attack: its groups and its outcome."""
    groups = np.empty(made.attacks * made.stretch, np.uint16)
    for number in range(len(outcomes)):
        at = number % made.attacks * made.stretch
        if at == 0:
            _fill(state, groups)
        impacts, hits, criticals, down, cross = _attack(groups, at, state, strike, made)
        seen[number] = groups[at : at + made.stretch]
        outcomes[number, 0] = impacts
        outcomes[number, 1] = hits
        outcomes[number, 2] = criticals
        outcomes[number, 3] = down
        outcomes[number, 4] = cross
