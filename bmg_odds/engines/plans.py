"""The plan of the general kernel (`thrown`): where the dice of each stage lie, and what they do."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.fours import damages, successes, width
from bmg_odds.rules.record import ALL_FACES, COVER_BITS, CROSS_FIRE_BIT, FACES, SAVE_BITS, Strike, unpack

IMPACT, BLOCK, DODGE, CROSS, COVERS = range(5)
"""Rows of `Plan.hits`; the obstacles and saves go on from COVERS."""


class Plan(NamedTuple):
    """What the kernel knows of a strike beside its numbers: made once."""

    hits: npt.NDArray[np.uint8]
    """Tables of successes, one a row: impact, block, dodge, cross fire, each obstacle, each save."""
    damage: npt.NDArray[np.uint16]
    """Tables of damage dice, a row for 0, 1 … 4 rerolls that are left: so many failed dice match nothing."""
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
    stages += [("impact_spoilt", 0, dice * (strike.impact_spoils > 0))]
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
    return Plan(
        hits=np.array([successes(stage) for stage in faces]),
        damage=np.array([damages(strike, rerolls=left, shown=list(FACES)) for left in range(5)]),
        dice_width=width(strike.dice),
        block_width=width(strike.block_dice),
        dodge_width=width(strike.dodge_dice),
        stretch=sum(groups for _, _, groups in layout(strike)),
    )
