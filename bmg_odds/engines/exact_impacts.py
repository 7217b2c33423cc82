"""First half of the exact engine: the law of the impacts that reach the damage roll (R2.3–R2.7)."""

from collections.abc import Sequence

from bmg_odds.engines.counting import (
    BLOCK,
    BLOCK_CAP,
    BLOCK_DICE,
    BLOCK_NEED,
    BLOCK_REROLLS,
    COVERS,
    CROSS,
    CROSS_REROLLS,
    DICE,
    DODGE,
    DODGE_DICE,
    DODGE_REROLLS,
    IMPACT,
    IMPACT_REROLLS,
    IMPACT_SPOILS,
    SAVES,
    WIDTH,
    Buffer,
    Record,
    _binomial,
    _count,
)
from bmg_odds.rules.record import COVER_BITS, CROSS_FIRE_BIT, SAVE_BITS

ALL, UNBLOCKED, BLOCKED = -1, 0, 1
"""Planes of a law: everything, no block die succeeded, at least one did."""


def _rolls(dice: int, faces: int, rerolls: int, comb: Sequence[float], out: Buffer) -> None:
    """Law of the successes of so many dice, failed ones rerolled once as far as the rerolls reach (R9.1)."""
    p = _count(faces) / 6.0
    q = (6 - _count(faces)) / 6.0
    if rerolls >= dice > 0:
        p += q * p
        q *= q
    _binomial(dice, p, q, comb, out)
    if 0 < rerolls < dice:
        for k in range(dice - 1, -1, -1):
            again = min(rerolls, dice - k)
            weight = out[k]
            out[k] = 0.0
            for more in range(again, -1, -1):
                out[k + more] += weight * comb[again * WIDTH + more] * p**more * q ** (again - more)


def _spoiled(dice: int, faces: int, rerolls: int, spoils: int, comb: Sequence[float], out: Buffer) -> None:
    """Law of the successes where the other side makes some of them roll again (Luck): only dice that were
    not rerolled, after the rerolls of the failed ones (R9.1)."""
    p = _count(faces) / 6.0
    q = (6 - _count(faces)) / 6.0
    for k in range(dice + 1):
        out[k] = 0.0
    for first in range(dice + 1):
        chance = comb[dice * WIDTH + first] * p**first * q ** (dice - first)
        again = min(rerolls, dice - first)
        spoilt = min(spoils, first)
        for more in range(again + 1):
            one = chance * comb[again * WIDTH + more] * p**more * q ** (again - more)
            for kept in range(spoilt + 1):
                two = one * comb[spoilt * WIDTH + kept] * p**kept * q ** (spoilt - kept)
                out[first - spoilt + kept + more] += two


def _hits(r: Record, comb: Sequence[float], out: Buffer) -> None:
    """Law of the impacts rolled (R2.3)."""
    if r[IMPACT_SPOILS]:
        _spoiled(r[DICE], r[IMPACT], r[IMPACT_REROLLS], r[IMPACT_SPOILS], comb, out)
    else:
        _rolls(r[DICE], r[IMPACT], r[IMPACT_REROLLS], comb, out)


def _cancelling(
    blocks: int, faces: int, rerolls: int, need: int, plane: int, comb: Sequence[float], roll: Buffer, law: Buffer
) -> int:
    """Law of the impacts that so many block dice cancel, of one plane of their successes; returns the most."""
    _rolls(blocks, faces, rerolls, comb, roll)
    first = 1 if plane == BLOCKED else 0
    last = 0 if plane == UNBLOCKED else blocks
    most = last // need
    for cancelled in range(most + 1):
        law[cancelled] = 0.0
    cancelled, inside = 0, 0
    for success in range(last + 1):
        if inside == need:
            cancelled, inside = cancelled + 1, 0
        if success >= first:
            law[cancelled] += roll[success]
        inside += 1
    return most


def _subtract(dice: int, most: int, hits: Buffer, one: int, cancel: Buffer, two: int, law: Buffer, to: int) -> None:
    """Take a law of cancels, 0 … `most`, from a law of hits; no hit, no cancel. The place may be that of the hits.

    The laws begin at `one`, `two` and `to` of their buffers. What is left over of a cancel does nothing.
    """
    zero, at_least = hits[one], 0.0
    for cancelled in range(most, 0, -1):
        at_least += cancel[two + cancelled]
        if cancelled <= dice:
            zero += hits[one + cancelled] * at_least
    law[to] = zero
    for left in range(1, dice + 1):
        total = 0.0
        for cancelled in range(min(most, dice - left) + 1):
            total += hits[one + left + cancelled] * cancel[two + cancelled]
        law[to + left] = total


def _subtract_blocks(r: Record, plane: int, comb: Sequence[float], law: Buffer, roll: Buffer, spare: Buffer) -> None:
    """Block stage (R2.5): no impact, no dice; the surplus does nothing. Only the plane asked for is kept."""
    dice, need = r[DICE], r[BLOCK_NEED]
    if plane == BLOCKED:
        law[0] = 0.0
    if not r[BLOCK_CAP]:
        most = _cancelling(r[BLOCK_DICE], r[BLOCK], r[BLOCK_REROLLS], need, plane, comb, roll, spare)
        _subtract(dice, most, law, 0, spare, 0, law, 0)
        return
    for hits in range(1, dice + 1):  # fewer hits, fewer dice: each number has a law of cancels of its own
        blocks = min(r[BLOCK_DICE], hits * need)
        most = _cancelling(blocks, r[BLOCK], r[BLOCK_REROLLS], need, plane, comb, roll, spare)
        chance = law[hits]
        law[hits] = 0.0
        for cancelled in range(most + 1):
            law[hits - cancelled] += chance * spare[cancelled]


def _subtract_dodges(r: Record, comb: Sequence[float], law: Buffer, roll: Buffer) -> None:
    """Dodge (R2.7): each success cancels one impact."""
    _rolls(r[DODGE_DICE], r[DODGE], r[DODGE_REROLLS], comb, roll)
    _subtract(r[DICE], r[DODGE_DICE], law, 0, roll, 0, law, 0)


def _thin(dice: int, keep: float, stop: float, law: Buffer, at: int) -> None:
    """Let each impact pass with chance `keep`, in place (R2.6, R2.7, R9.9).

    The generating function of the law, taken at stop + keep × s, by Horner's scheme: no powers, all terms
    positive. The law begins at `at`.
    """
    for least in range(dice):
        for hits in range(dice - 1, least - 1, -1):
            law[at + hits] += stop * law[at + hits + 1]
    chance = keep
    for left in range(1, dice + 1):
        law[at + left] *= chance
        chance *= keep


def _pass_groups(packed: int, bits: int) -> float:
    """Chance that one impact passes every obstacle or save of a packed list."""
    keep = 1.0
    while packed:
        keep *= (6 - _count(packed & 63)) / 6.0
        packed >>= bits
    return keep


def _impacts(r: Record, plane: int, comb: Sequence[float], law: Buffer, roll: Buffer, spare: Buffer) -> None:
    """Law of the impacts that reach the damage roll (R2.3–R2.7), of one plane of block successes."""
    _hits(r, comb, law)
    if r[BLOCK_DICE]:
        _subtract_blocks(r, plane, comb, law, roll, spare)
    elif plane == BLOCKED:
        for j in range(r[DICE] + 1):
            law[j] = 0.0
    if r[COVERS]:
        keep = _pass_groups(r[COVERS], COVER_BITS)
        _thin(r[DICE], keep, 1.0 - keep, law, 0)
    if r[DODGE_DICE]:
        _subtract_dodges(r, comb, law, roll)
    if r[SAVES]:
        keep = _pass_groups(r[SAVES], SAVE_BITS)
        _thin(r[DICE], keep, 1.0 - keep, law, 0)


def _cross_fire(r: Record, comb: Sequence[float], law: Buffer) -> None:
    """Law of the Injuries that cross fire deals: one damage roll for each impact stopped there (R2.6)."""
    _hits(r, comb, law)
    damage = _count(r[CROSS]) / 6.0
    if r[CROSS_REROLLS]:
        damage += (1.0 - damage) * damage
    reach, cross, covers = 1.0, 0.0, r[COVERS]
    while covers:
        stop = _count(covers & 63) / 6.0
        if covers & CROSS_FIRE_BIT:
            cross += reach * stop * damage
        reach *= 1.0 - stop
        covers >>= COVER_BITS
    _thin(r[DICE], cross, 1.0 - cross, law, 0)
