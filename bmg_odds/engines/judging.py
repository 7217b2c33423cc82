"""The judged path: one attack in plain Python, over faces that are given. The twin that the kernels must
match.

It follows the rule text stage by stage and never rolls, so an example printed with its dice is a one-row
test.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bmg_odds.errors import BmgError
from bmg_odds.rules.record import COVER_BITS, CROSS_FIRE_BIT, MATCH_BITS, SAVE_BITS, Strike, unpack

Dice = Sequence[int]
Draw = Callable[[str, int, int], Dice]
"""Given a stage, a place in it (an obstacle, a save) and a number of dice: that many faces."""


PLACED = frozenset({"covers", "cross", "cross_again", "saves"})
"""The stages with dice for each of several places."""


class Faces(NamedTuple):
    """The natural faces of one attack, stage by stage; `…_again` holds the rerolls of the failed dice, in
    order.

    Dice beyond those that the attack calls for are not looked at.
    """

    impact: Dice = ()
    impact_again: Dice = ()
    impact_spoilt: Dice = ()
    """The dice that Luck makes roll again, in order."""
    block: Dice = ()
    block_again: Dice = ()
    covers: Sequence[Dice] = ()
    """For each obstacle, nearest to the shooter first: one die for each impact that comes to it."""
    cross: Sequence[Dice] = ()
    """For each obstacle: one damage die for each impact that it stopped; empty where it takes no cross
    fire."""
    cross_again: Sequence[Dice] = ()
    dodge: Dice = ()
    dodge_again: Dice = ()
    saves: Sequence[Dice] = ()
    """For each save: one die for each impact left."""
    damage: Dice = ()
    damage_again: Dice = ()
    collateral: Dice = ()
    collateral_again: Dice = ()


class Verdict(NamedTuple):
    """What one attack came to: the five axes of the table, then the Injuries that obstacles took."""

    blocked: int
    """1 where any block die succeeded, if the strike watches its blocks; otherwise 0."""
    impacts: int
    damages: int
    criticals: int
    knocked_down: int
    cross_injuries: int


def judge(strike: Strike, faces: Faces) -> Verdict:
    """Return what these dice do (R2.3, R2.5–R2.9). Raises BmgError where a die is missing or not 1 … 6.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> strike = plain_strike(3, faces_from(4), faces_from(3), block_dice=1, block=faces_from(5))
    >>> judge(strike, Faces(impact=(4, 6, 5), block=(5,), damage=(2, 3), collateral=(2,)))
    Verdict(blocked=0, impacts=2, damages=1, criticals=0, knocked_down=1, cross_injuries=0)
    """

    def draw(stage: str, place: int, count: int) -> Dice:
        given = getattr(faces, stage)
        if stage in PLACED:
            given = given[place] if place < len(given) else ()
        return _checked(given[:count], count, stage)

    return _settle(strike, draw)


def follow(strike: Strike, draw: Draw) -> Verdict:
    """Return what an attack comes to whose dice are asked for one stage after the other (R2.3, R2.5-R2.9).

    `draw(stage, place, count)` gives the natural faces of a stage of `Faces`, exactly `count` of them; a stage without
    dice may be asked for with a count of 0.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> follow(plain_strike(2, faces_from(4), faces_from(3)), lambda stage, place, count: (6,) * count).criticals
    1
    """
    return _settle(strike, draw)


def _checked(dice: Dice, count: int, stage: str) -> Dice:
    if len(dice) < count:
        raise BmgError(f"the attack calls for {count} dice of '{stage}', but {len(dice)} faces are given")
    for face in dice:
        if not 1 <= face <= 6:
            raise BmgError(f"a die of '{stage}' shows {face}; faces are 1 to 6")
    return [int(face) for face in dice]


def _in(face: int, faces: int) -> bool:
    return bool(faces >> face - 1 & 1)


def _standing(draw: Draw, stage: str, count: int, faces: int, rerolls: int, *, place: int = 0) -> list[int]:
    """Roll a stage: the faces that stand after the first so many failed dice were rolled again, once each."""
    return _again(draw, stage, draw(stage, place, count), faces, rerolls, place=place)


def _again(draw: Draw, stage: str, rolled: Dice, faces: int, rerolls: int, *, place: int = 0) -> list[int]:
    dice = list(rolled)
    failed = [die for die, face in enumerate(dice) if not _in(face, faces)][:rerolls]
    for die, face in zip(failed, draw(f"{stage}_again", place, len(failed)), strict=True):
        dice[die] = face
    return dice


def _hits(dice: Dice, faces: int) -> int:
    return sum(_in(face, faces) for face in dice)


def _settle(strike: Strike, draw: Draw) -> Verdict:
    first = list(draw("impact", 0, strike.dice))
    kept = [die for die, face in enumerate(first) if _in(face, strike.impact)]  # never rerolled
    dice = _again(draw, "impact", first, strike.impact, strike.impact_rerolls)
    spoilt = kept[: strike.impact_spoils]  # R9.1
    for die, face in zip(spoilt, draw("impact_spoilt", 0, len(spoilt)), strict=True):
        dice[die] = face
    impacts = _hits(dice, strike.impact)  # R2.3
    blocked = 0
    if impacts and strike.block_dice:  # R2.5
        count = strike.block_dice
        if strike.block_cap:
            count = min(count, impacts * strike.block_need)
        dice = _standing(draw, "block", count, strike.block, strike.block_rerolls)
        blocks = _hits(dice, strike.block)
        blocked = int(strike.watch_blocks and blocks > 0)
        impacts = max(0, impacts - blocks // strike.block_need)
    cross = 0
    for place, cover in enumerate(unpack(strike.covers, COVER_BITS)):  # R2.6
        stopped = _hits(draw("covers", place, impacts), cover)
        impacts -= stopped
        if cover & CROSS_FIRE_BIT:
            dice = _standing(draw, "cross", stopped, strike.cross, strike.cross_rerolls, place=place)
            cross += _hits(dice, strike.cross)
    if impacts:  # R2.7
        dice = _standing(draw, "dodge", strike.dodge_dice, strike.dodge, strike.dodge_rerolls)
        impacts = max(0, impacts - _hits(dice, strike.dodge))
    for place, save in enumerate(unpack(strike.saves, SAVE_BITS)):
        impacts -= _hits(draw("saves", place, impacts), save)
    if not impacts:
        return Verdict(blocked, 0, 0, 0, 0, cross)
    dice = _standing(draw, "damage", impacts, strike.damage, strike.damage_rerolls)
    damages = _hits(dice, strike.damage)  # R2.8
    matched = {strike.match >> MATCH_BITS * (face - 1) & 0b111 for face in dice} - {0}

    def critical(face: int) -> bool:
        return damages > 0 and _in(face, strike.critical)

    collateral = list(draw("collateral", 0, strike.collateral))  # R2.9
    if strike.collateral_reroll:
        again = [d for d, face in enumerate(collateral) if face not in matched and not critical(face)]
        for die, face in zip(again, draw("collateral_again", 0, len(again)), strict=True):
            collateral[die] = face
    down = any(face in matched for face in collateral)
    criticals = sum(critical(face) for face in collateral)
    return Verdict(blocked, impacts, damages, criticals, int(down), cross)
