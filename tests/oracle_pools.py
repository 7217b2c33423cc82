"""The joint law of damages, critical and knock down from other people's libraries.

`icepool_table` is a second witness, for larger pools. The three `…_reference` functions are the fastest
formulations known of one attack (R2.3, R2.5, R2.8, R2.9), each from fresh objects, to be timed against:
5 impact dice against Defense 4, 4 block dice against Attack 5, Strength 4 with +1, one collateral die.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

import icepool
import numpy as np
from dyce import H

Table = dict[tuple[int, bool, bool], Fraction]
"""(damages, critical, knocked down) and its chance."""

FACES = (1, 2, 3, 4, 5, 6)
IMPACT_DICE, BLOCK_DICE = 5, 4
DEFENSE, ATTACK, STRENGTH, DAMAGE_BONUS = 4, 5, 4, 1


def _natural(face: int, needed: int, bonus: int = 0) -> bool:
    """An impact or a damage: a natural 6 always, a natural 1 never."""
    return face == 6 or (face != 1 and face + bonus >= needed)


def icepool_table(
    *,
    dice: int,
    defense: int,
    impact_bonus: int = 0,
    handy: bool = False,
    dc: int = 0,
    attack: int = 5,
    strength: int = 4,
    damage_bonus: int = 0,
    sharp: bool = False,
    critical_from: int = 6,
) -> Table:
    """The plain melee case in icepool dice: for each collateral face, the net impacts `@` a damage die.

    The damage die is worth 1 for a success and `mark` for a face that matches the collateral die.
    """
    impact_faces = [face for face in FACES if _natural(face, defense, impact_bonus)]
    damage_faces = [face for face in FACES if _natural(face, strength, damage_bonus)]
    impact_die = icepool.d6.map(lambda face: face if face in impact_faces or not handy else icepool.d6)
    damage_die = icepool.d6.map(lambda face: face if face in damage_faces or not sharp else icepool.d6)
    impacts = dice @ impact_die.map(lambda face: int(face in impact_faces))
    blocks = dc @ icepool.d6.map(lambda face: int(face >= attack))
    reached = (impacts - blocks).map(lambda left: max(left, 0))
    mark = dice + 1

    def rolled(collateral: int) -> icepool.Die[tuple[int, bool, bool]]:
        def worth(face: int) -> int:
            match = face == collateral and face != 1
            return int(face in damage_faces) + mark * int(match)

        def read(total: int) -> tuple[int, bool, bool]:
            damages = total % mark
            return damages, collateral >= critical_from and damages > 0, total >= mark

        return (reached @ damage_die.map(worth)).map(read)

    law = icepool.d6.map(rolled)
    return {(int(d), bool(c), bool(k)): law.probability((d, c, k)) for d, c, k in law.outcomes()}


def _judged() -> tuple[int, int, int]:
    """Faces of the reference attack that hit, that block and that damage."""
    hitting = sum(1 for face in FACES if _natural(face, DEFENSE))
    blocking = sum(1 for face in FACES if face >= ATTACK)
    damaging = sum(1 for face in FACES if _natural(face, STRENGTH, DAMAGE_BONUS))
    return hitting, blocking, damaging


def _assemble(every: Sequence[int], no_failing: Sequence[int], no_good: Sequence[int], good: int, total: int) -> Table:
    """The joint table, from the ways to d damages: all, without one failing face, without one good face.

    The collateral die knocks down when its face is shown: in all ways but those in which it is absent. It is
    a 1 (no knock down), one of the other failing faces, one of the good faces below 6, or a 6 (critical).
    """
    table: Table = {}
    failing_other = 5 - good
    for damages, ways in enumerate(every):
        absent, absent_good = no_failing[damages], no_good[damages]
        plain = good if damages == 0 else good - 1
        calm = ways + failing_other * absent + plain * absent_good
        knocked = (failing_other + plain) * ways - failing_other * absent - plain * absent_good
        cells = {(damages, False, False): calm, (damages, False, True): knocked}
        if damages > 0:
            cells[damages, True, False] = absent_good
            cells[damages, True, True] = ways - absent_good
        table.update((cell, Fraction(count, total)) for cell, count in cells.items() if count)
    return table


def _mixed(left: Sequence[int], by_impacts: Sequence[Sequence[int]]) -> list[int]:
    """Ways to d damages over all numbers of impacts; dice that are not thrown may show anything."""
    mixed = [0] * len(left)
    for impacts, ways in enumerate(left):
        scale = ways * 6 ** (IMPACT_DICE - impacts)
        for damages, count in enumerate(by_impacts[impacts]):
            mixed[damages] += scale * count
    return mixed


TOTAL_WAYS = 6 ** (2 * IMPACT_DICE + BLOCK_DICE + 1)


def icepool_reference() -> Table:
    """The reference attack by icepool: running sums of two-sided dice; an absent face is left off the die."""
    hitting, blocking, damaging = _judged()
    impacts = IMPACT_DICE @ icepool.Die({0: 6 - hitting, 1: hitting})
    blocks = BLOCK_DICE @ icepool.Die({0: 6 - blocking, 1: blocking})
    left = [0] * (IMPACT_DICE + 1)
    for net, ways in (impacts - blocks).items():
        left[max(net, 0)] += ways

    def damages(failing: int, good: int) -> list[int]:
        die = icepool.Die({0: failing, 1: good})
        sums = accumulate([die] * IMPACT_DICE)
        return _mixed(left, [(1,), *(tuple(thrown.values()) for thrown in sums)])

    failing = 6 - damaging
    return _assemble(
        damages(failing, damaging),
        damages(failing - 1, damaging),
        damages(failing, damaging - 1),
        damaging,
        TOTAL_WAYS,
    )


def dyce_reference() -> Table:
    """The reference attack by dyce, in the same way; `0 @ H` is empty there, so it is not used."""
    hitting, blocking, damaging = _judged()
    impacts = H({0: 6 - hitting, 1: hitting}) @ IMPACT_DICE
    blocks = H({0: 6 - blocking, 1: blocking}) @ BLOCK_DICE
    left = [0] * (IMPACT_DICE + 1)
    for net, ways in (impacts - blocks).items():
        left[max(net, 0)] += ways

    def damages(failing: int, good: int) -> list[int]:
        die = H({0: failing, 1: good})
        sums = accumulate([die] * IMPACT_DICE)
        return _mixed(left, [(1,), *(tuple(thrown.counts()) for thrown in sums)])

    failing = 6 - damaging
    return _assemble(
        damages(failing, damaging),
        damages(failing - 1, damaging),
        damages(failing, damaging - 1),
        damaging,
        TOTAL_WAYS,
    )


def numpy_reference() -> Table:
    """The reference attack by NumPy in exact 64-bit integers: a Pascal table and one convolution."""
    hitting, blocking, damaging = _judged()
    size = IMPACT_DICE + 1
    pascal = np.zeros((size, size), dtype=np.int64)
    pascal[:, 0] = 1
    for row in range(1, size):
        pascal[row, 1:] = pascal[row - 1, 1:] + pascal[row - 1, :-1]
    up = np.arange(size)
    powers = np.arange(7)[:, None] ** up
    hits = pascal[IMPACT_DICE] * powers[hitting] * powers[6 - hitting][::-1]
    misses = powers[6 - blocking][BLOCK_DICE::-1]
    blocks = (pascal[BLOCK_DICE] * powers[blocking])[: BLOCK_DICE + 1] * misses
    net = np.convolve(hits, blocks[::-1])
    left = net[BLOCK_DICE:]
    left[0] += net[:BLOCK_DICE].sum()
    weighed = (left * powers[6][::-1])[:, None] * pascal
    missed = np.tril(up[:, None] - up)

    def damages(failing: int, good: int) -> list[int]:
        ways = (weighed * powers[failing][missed]).sum(axis=0) * powers[good]
        return [int(count) for count in ways.tolist()]

    failing = 6 - damaging
    return _assemble(
        damages(failing, damaging),
        damages(failing - 1, damaging),
        damages(failing, damaging - 1),
        damaging,
        TOTAL_WAYS,
    )
