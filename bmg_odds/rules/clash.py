"""The attack record of the third edition: attack dice and Strength dice against defence dice (R7)."""

from typing import NamedTuple

from bmg_odds.rules.record import ALL_FACES


class Clash(NamedTuple):
    """One attack of the third edition on one target, as small integers (R7.1–R7.6).

    The stages run in the order of the fields; sets of faces are six bits, face 1 lowest.

    >>> plain_clash(4, 0b111100, 3, 0b110000, 0b111100).strength_dice
    1
    """

    dice: int
    """Attack dice, after Efforts and all that adds or removes dice (R7.1); never below 0."""
    hit: int
    """Faces of an attack die that succeed (R7.2)."""
    hit_rerolls: int
    """How many failed attack dice are rerolled, once each: 0, a few, or ALL_DICE."""
    hit_spoils: int
    """How many successful attack dice must be rolled again, after the rerolls: only dice that were not
    rerolled themselves; the second face stands (Reflexes, Elusive, Luck)."""
    combo: int
    """1 where every two successful attack dice count one hit more, before the defence (Combo)."""
    defence_dice: int
    """Defence dice (R7.3), rolled whatever the hits."""
    defence: int
    """Faces of a defence die that succeed."""
    defence_rerolls: int
    """How many failed defence dice are rerolled, once each."""
    defence_need: int
    """Defence successes that cancel one hit: 1, or 2 (Crushing). Those left over do nothing."""
    sustained: int
    """1 where every two defence successes count one more (Sustained Defense), before `defence_need`."""
    saves: int
    """Saves: one die per hit left and save, SAVE_BITS each, attack and Strength hits alike (Energy Field)."""
    strength_dice: int
    """Strength dice: 1, 0 (Bat-Armor), or 2 (Devastating)."""
    strength: int
    """Faces of a Strength die that succeed (R7.2)."""
    strength_faces: int
    """Faces that a Strength die can show, equally likely (all six; only 6 under Critical Strike)."""
    strength_rerolls: int
    """How many failed Strength dice are rerolled, once each."""
    strength_defended: int
    """1 where defence successes may cancel Strength hits too (Tough Skin): these first, critical ones before
    others, each as one hit; what is left cancels attack hits."""
    critical: int
    """Faces of a successful Strength die that are critical (R7.4), natural faces that stand."""


CLASH_FIELDS = Clash._fields


def plain_clash(dice: int, hit: int, defence_dice: int, defence: int, strength: int) -> Clash:
    """Return a clash without any trait: one Strength die, critical on a natural 6.

    >>> plain_clash(5, 0b111100, 3, 0b110000, 0b111100).critical
    32
    """
    return Clash(
        dice=dice, hit=hit, hit_rerolls=0, hit_spoils=0, combo=0, defence_dice=defence_dice, defence=defence,
        defence_rerolls=0, defence_need=1, sustained=0, saves=0, strength_dice=1, strength=strength,
        strength_faces=ALL_FACES, strength_rerolls=0, strength_defended=0, critical=0b100000,
    )  # fmt: skip


def clash_shape(clash: Clash) -> tuple[int, int, int, int, int]:
    """Axes of the joint table of a clash: failed Strength dice (as rolled), attack hits left (Combo's
    included), Strength hits left, criticals left, and one plane.

    >>> clash_shape(plain_clash(4, 0b111100, 3, 0b110000, 0b111100))
    (2, 5, 2, 2, 1)
    """
    hits = clash.dice + clash.combo * (clash.dice // 2)
    strength = clash.strength_dice + 1
    return (strength, hits + 1, strength, strength, 1)
