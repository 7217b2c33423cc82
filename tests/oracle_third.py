"""Brute-force witness of one third-edition attack, from raw card numbers, in exact Fractions.

Every face of every die, rerolled dice included, is enumerated and judged one by one in the words of the rules
(R7, R9) and of the traits (TRAITS.md, column 3E); only equal states are merged on the way. Nothing here is
shared with the package under test. The stages stand in `oracle_third_words` (cards and table),
`oracle_third_dice` and `oracle_third_markers`.

>>> from oracle_third import Clash3, Model3, outcomes3
>>> law = outcomes3(Clash3(Model3(5, 3, 3, 6), Model3(4, 4, 3, 6), damage="SS", attacker_efforts=1))
>>> sum(law.values())
Fraction(1, 1)
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from oracle_dice import merge
from oracle_third_dice import attack_dice, hits_left
from oracle_third_markers import Outcome3, settle
from oracle_third_words import READINGS3, TARGET_USES3, USES3, Clash3, Model3

__all__ = [
    "READINGS3", "TARGET_USES3", "USES3", "Clash3", "Model3", "Outcome3", "attack_dice", "judge3",
    "outcomes3",
]  # fmt: skip


def outcomes3(c: Clash3) -> dict[Outcome3, Fraction]:
    """The whole law of one attack; the chances sum to exactly 1."""
    return merge((settle(c, *state), chance) for state, chance in hits_left(c).items())


def judge3(
    attack_faces: Iterable[int],
    strength_faces: Iterable[int],
    defence_faces: Iterable[int],
    *,
    attack: int,
    defense: int,
    strength: int,
) -> int:
    """The unblocked hits of a plain melee attack whose dice lie on the table (R7.2 and R7.3).

    >>> judge3((6, 5, 4, 4), (5,), (6, 4, 2), attack=5, defense=3, strength=3)
    4
    """
    hits = 0
    for face in attack_faces:
        if face >= defense:
            hits += 1
    for face in defence_faces:
        if face >= attack and hits > 0:
            hits -= 1
    for face in strength_faces:
        if face >= strength:
            hits += 1
    return hits
