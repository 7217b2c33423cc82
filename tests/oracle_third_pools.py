"""A second witness of the third edition's plain clash, in other people's dice, for larger pools (R7.2–R7.4)."""

from __future__ import annotations

from fractions import Fraction

import icepool


def icepool_clash(
    *, dice: int, hit_from: int, defence_dice: int, defence_from: int, strength_from: int
) -> dict[tuple[int, bool], Fraction]:
    """Law of (unblocked hits, a critical among them); `…_from` is the least face that succeeds."""

    def thrown(count: int, least: int) -> icepool.Die[int]:
        return count @ icepool.d6.map(lambda face: int(face >= least)) if count > 0 else icepool.Die([0])

    left = (thrown(dice, hit_from) - thrown(defence_dice, defence_from)).map(lambda hits: max(hits, 0))

    def with_strength(hits: int, face: int) -> tuple[int, bool]:
        good = face >= strength_from
        return hits + int(good), good and face == 6

    law = icepool.map(with_strength, left, icepool.d6)
    return {(int(hits), bool(crit)): law.probability((hits, crit)) for hits, crit in law.outcomes()}
