"""The attack record: all that the engines know of one attack of the first edition.

`resolve` folds target numbers, bonuses, natural 1 and 6, fixed numbers and readings into sets of faces.
A set of faces is six bits, face 1 lowest: ``0b111000`` is 4+. No engine knows an edition or a trait.
"""

from functools import cache
from typing import NamedTuple

FACES = range(1, 7)
ALL_FACES = 0b111111
ALL_DICE = 99  # as a number of rerolls: every failed die

COVER_BITS = 7  # one obstacle in `Strike.covers`: six faces that stop the shot, then the cross fire bit
CROSS_FIRE_BIT = 0b1000000
SAVE_BITS = 6  # one save in `Strike.saves`
MATCH_BITS = 3  # one face in `Strike.match`

MOST_COVERS = 8
MOST_SAVES = 7


class Strike(NamedTuple):
    """One attack of the first edition on one target, as small integers (R2.3–R2.9).

    The stages run in the order of the fields; each feeds the next only a count.

    >>> plain_strike(dice=3, impact=faces_from(4), damage=faces_from(3)).collateral
    1
    """

    dice: int
    """Impact dice rolled (R2.2)."""
    impact: int
    """Faces that are an impact (R2.3)."""
    impact_rerolls: int
    """How many failed impact dice are rerolled, once each: 0, a few, or ALL_DICE."""
    impact_spoils: int
    """How many successful impact dice the target makes roll again, after the rerolls: only dice that were not
    rerolled themselves (R9.1); the second face stands (Luck)."""
    block_dice: int
    """Block dice rolled where there is an impact (R2.5)."""
    block: int
    """Faces that block."""
    block_rerolls: int
    """How many failed block dice are rerolled, once each: 0, a few, or ALL_DICE."""
    block_need: int
    """Block successes that cancel one impact: 1, or 2 (Crushing)."""
    block_cap: int
    """1 where no more block dice may be rolled than impacts × block_need."""
    covers: int
    """Obstacles of the line of fire, nearest to the shooter in the lowest bits, COVER_BITS each (R2.6)."""
    dodge_dice: int
    """Dodge dice rolled (R2.7); each success cancels one impact that passed the obstacles."""
    dodge: int
    """Faces that dodge."""
    dodge_rerolls: int
    """How many failed dodge dice are rerolled, once each."""
    saves: int
    """Armour saves, one die per impact left and save, SAVE_BITS each; the faces stop the impact (R2.7)."""
    damage: int
    """Faces that damage (R2.8)."""
    damage_rerolls: int
    """How many failed damage dice are rerolled, once each; the second face stands: 0, a few, or ALL_DICE."""
    match: int
    """For each natural face of a damage die, MATCH_BITS each, face 1 lowest: the face of the collateral
    die that it matches for a knock down, or 0 (R2.9; readings knockdown_match and knockdown_face).
    A face that must also be a success to count is 0 here where it is none. No two faces match the same one."""
    collateral: int
    """Collateral dice: 1, or 2 (Devastating), each judged alone."""
    collateral_faces: int
    """Faces that a collateral die can show, equally likely (all six; only 6 under Critical Strike)."""
    collateral_reroll: int
    """1 where a collateral die that gave neither knock down nor critical is rerolled once (Brutal)."""
    critical: int
    """Faces of a collateral die that are critical when at least one damage die succeeded."""
    cross: int
    """Faces that damage an obstacle taking cross fire (R2.6)."""
    cross_rerolls: int
    """0, or ALL_DICE, for the damage rolls of cross fire."""
    watch_blocks: int
    """1 where the table must tell whether any block die succeeded (Counter Attack); else 0."""


FIELDS = Strike._fields


@cache
def faces_from(number: int) -> int:
    """Set of the faces that are at least `number`, as six bits; everything for 1 or less, nothing above 6.

    >>> bin(faces_from(4)), faces_from(0) == ALL_FACES, faces_from(7)
    ('0b111000', True, 0)
    """
    return sum(1 << face - 1 for face in FACES if face >= number)


def face_set(faces: "list[int] | tuple[int, ...] | range") -> int:
    """Set of the named faces, as six bits.

    >>> bin(face_set([2, 6]))
    '0b100010'
    """
    return sum(1 << face - 1 for face in faces)


def pack(groups: "list[int] | tuple[int, ...]", bits: int) -> int:
    """Pack small numbers into one, the first lowest.

    >>> unpack(pack([56, 48], 6), 6)
    [56, 48]
    """
    return sum(group << bits * place for place, group in enumerate(groups))


def unpack(packed: int, bits: int) -> list[int]:
    """Take `pack` apart again: the groups, first to last non-zero.

    >>> unpack(0, 7)
    []
    """
    groups = []
    while packed:
        groups.append(packed & (1 << bits) - 1)
        packed >>= bits
    return groups


NATURAL_MATCH = pack([0, 2, 3, 4, 5, 6], MATCH_BITS)
"""Knock down on the same natural face, never on 1 (R2.9, the default reading)."""


def plain_strike(dice: int, impact: int, damage: int, *, block_dice: int = 0, block: int = 0, **changes: int) -> Strike:
    """Return a strike without any trait: one collateral die, natural matches, critical on 6.

    >>> plain_strike(5, faces_from(4), faces_from(3), block_dice=4, block=faces_from(5)).block_need
    1
    """
    strike = Strike(
        dice=dice, impact=impact, impact_rerolls=0, impact_spoils=0, block_dice=block_dice, block=block,
        block_rerolls=0, block_need=1, block_cap=0, covers=0, dodge_dice=0, dodge=0, dodge_rerolls=0, saves=0,
        damage=damage, damage_rerolls=0, match=NATURAL_MATCH, collateral=1, collateral_faces=ALL_FACES,
        collateral_reroll=0, critical=0b100000, cross=0, cross_rerolls=0, watch_blocks=0,
    )  # fmt: skip
    return strike._replace(**changes)


class Gate(NamedTuple):
    """A roll before the attack that decides which of two strikes it is (Feint: an agility roll).

    >>> Gate(face_set([1, 2]), 0, plain_strike(1, 63, 63)).faces
    3
    """

    faces: int
    """Faces of one die that pass."""
    rerolls: int
    """1 where a failed die is rerolled once."""
    passed: Strike
    """The strike where it passes; the same dice as the other but for the block dice."""
