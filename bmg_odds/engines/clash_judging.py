"""The judged path of the third edition: one attack in plain Python, over faces that are given (R7).

It follows the rule text stage by stage and never rolls, so an example printed with its dice is a one-row
test, and the twin that the kernel (`clash_rolling`) must match.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bmg_odds.errors import BmgError
from bmg_odds.rules.clash import Clash
from bmg_odds.rules.record import SAVE_BITS, unpack

Dice = Sequence[int]
Draw = Callable[[str, int, int], Dice]
"""Given a stage, a place in it (a save) and a number of dice: that many faces."""

PLACED = frozenset({"saves", "strength_saves"})
"""The stages with dice for each of several places."""


class ClashFaces(NamedTuple):
    """The natural faces of one attack, stage by stage; `…_again` holds the rerolls of the failed dice, in
    order.

    Dice beyond those that the attack calls for are not looked at.
    """

    attack: Dice = ()
    attack_again: Dice = ()
    attack_spoilt: Dice = ()
    """The successful dice that the target makes roll again, in order."""
    defence: Dice = ()
    defence_again: Dice = ()
    strength: Dice = ()
    strength_again: Dice = ()
    saves: Sequence[Dice] = ()
    """For each save: one die for each attack hit left."""
    strength_saves: Sequence[Dice] = ()
    """For each save: one die for each Strength hit left, those of critical hits first."""


class ClashVerdict(NamedTuple):
    """What one attack came to: the axes of `clash_shape`."""

    failed: int
    """Strength dice that failed, after their rerolls; the defence does not change them."""
    attack_hits: int
    strength_hits: int
    criticals: int


def judge_clash(clash: Clash, faces: ClashFaces) -> ClashVerdict:
    """Return what these dice do (R7.2–R7.4). Raises BmgError where a die is missing or not 1 … 6, or where a
    Strength die shows a face that it cannot show.

    >>> from bmg_odds.rules.clash import plain_clash
    >>> from bmg_odds.rules.record import faces_from
    >>> clash = plain_clash(4, faces_from(3), 3, faces_from(5), faces_from(3))
    >>> judge_clash(clash, ClashFaces(attack=(6, 5, 4, 4), strength=(5,), defence=(6, 4, 2)))
    ClashVerdict(failed=0, attack_hits=3, strength_hits=1, criticals=0)
    """

    def draw(stage: str, place: int, count: int) -> Dice:
        given = getattr(faces, stage)
        return _checked(stage, _at(given, place) if stage in PLACED else given, count)

    return follow_clash(clash, draw)


def follow_clash(clash: Clash, draw: Draw) -> ClashVerdict:
    """Return what an attack comes to whose dice are asked for one stage after the other (R7.2-R7.4).

    `draw(stage, place, count)` gives the natural faces of a stage of `ClashFaces`, exactly `count` of them; a stage
    without dice may be asked for with a count of 0. Raises BmgError where a Strength die shows a face that it cannot
    show.

    >>> from bmg_odds.rules.clash import plain_clash
    >>> clash = plain_clash(2, 0b111100, 1, 0b110000, 0b111100)
    >>> follow_clash(clash, lambda stage, place, count: (4,) * count)
    ClashVerdict(failed=0, attack_hits=2, strength_hits=1, criticals=0)
    """
    attack_hits = _attack(clash, draw)
    dice, _ = _again(draw, "defence", draw("defence", 0, clash.defence_dice), clash.defence, clash.defence_rerolls)
    successes = _count(dice, clash.defence)
    if clash.sustained:
        successes += successes // 2
    cancels = successes // clash.defence_need
    hits = _strength(clash, draw)  # True for each critical one, and these first
    failed = clash.strength_dice - len(hits)
    if clash.strength_defended:
        taken = min(cancels, len(hits))
        hits, cancels = hits[taken:], cancels - taken
    attack_hits -= min(cancels, attack_hits)
    for place, save in enumerate(unpack(clash.saves, SAVE_BITS)):
        attack_hits -= _count(list(draw("saves", place, attack_hits)), save)
        dice = list(draw("strength_saves", place, len(hits)))
        hits = [critical for critical, face in zip(hits, dice, strict=True) if not _in(face, save)]
    return ClashVerdict(failed, attack_hits, len(hits), sum(hits))


def _attack(clash: Clash, draw: Draw) -> int:
    """Hits of the attack dice, before the defence (R7.2)."""
    dice, rerolled = _again(draw, "attack", draw("attack", 0, clash.dice), clash.hit, clash.hit_rerolls)
    kept = [die for die, face in enumerate(dice) if die not in rerolled and _in(face, clash.hit)]
    spoilt = kept[: clash.hit_spoils]
    for die, face in zip(spoilt, draw("attack_spoilt", 0, len(spoilt)), strict=True):
        dice[die] = face
    hits = _count(dice, clash.hit)
    return hits + hits // 2 if clash.combo else hits


def _strength(clash: Clash, draw: Draw) -> list[bool]:
    """Hits of the Strength dice: whether each is critical, critical ones first (R7.2, R7.4)."""
    rolled = draw("strength", 0, clash.strength_dice)
    dice, _ = _again(draw, "strength", rolled, clash.strength, clash.strength_rerolls)
    for face in dice:
        if not _in(face, clash.strength_faces):
            raise BmgError(f"a Strength die of this attack cannot show {face}")
    return sorted((_in(face, clash.critical) for face in dice if _in(face, clash.strength)), reverse=True)


def _again(draw: Draw, stage: str, dice: Dice, faces: int, rerolls: int) -> tuple[list[int], list[int]]:
    """The faces that stand after the first so many failed dice were rolled again, and which dice those are."""
    failed = [die for die, face in enumerate(dice) if not _in(face, faces)][:rerolls]
    stands = list(dice)
    for die, face in zip(failed, draw(f"{stage}_again", 0, len(failed)), strict=True):
        stands[die] = face
    return stands, failed


def _checked(stage: str, dice: Dice, count: int) -> list[int]:
    if len(dice) < count:
        raise BmgError(f"the attack calls for {count} dice of '{stage}', but {len(dice)} faces are given")
    for face in dice[:count]:
        if not 1 <= face <= 6:
            raise BmgError(f"a die of '{stage}' shows {face}; faces are 1 to 6")
    return [int(face) for face in dice[:count]]


def _at(places: Sequence[Dice], place: int) -> Dice:
    return places[place] if place < len(places) else ()


def _in(face: int, faces: int) -> bool:
    return bool(faces >> face - 1 & 1)


def _count(dice: list[int], faces: int) -> int:
    return sum(_in(face, faces) for face in dice)
