"""Brute-force witness of one first-edition attack, from raw card numbers, in exact Fractions.

Every face of every die, rerolled dice included, is enumerated and judged one by one in the words of the rules
(R2, R6, R9) and of the traits (TRAITS.md); only equal states are merged on the way. Nothing here is shared
with the package under test. The stages stand in `oracle_words` (cards and table), `oracle_dice`,
`oracle_impacts`, `oracle_damage` and `oracle_markers`.

>>> from oracle import Attack, Model, outcomes
>>> law = outcomes(Attack(Model(attack=5, strength=4), Model(defense=4, endurance=5), damage="BS", ac=2))
>>> sum(law.values())
Fraction(1, 1)
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from oracle_damage import Collateral, damage_and_collateral, damage_test, rerolls_damage
from oracle_dice import FACES, Handful, Test, handfuls, merge, shown_by_one, standing, successes, then
from oracle_impacts import Reached, impacts, impacts_to_damage, obstacles, reached, stopped
from oracle_markers import UNARMED_PROFILES, Outcome, award, settle
from oracle_words import (
    BLINK,
    EDITIONS,
    FORMS,
    READINGS,
    REROLLS,
    STATES,
    TARGET_USES,
    USES,
    Attack,
    Model,
    edition_defaults,
    is_ranged,
)

__all__ = [
    "BLINK", "EDITIONS", "FACES", "FORMS", "READINGS", "REROLLS", "STATES", "TARGET_USES", "UNARMED_PROFILES",
    "USES", "Attack", "Collateral", "Exchange", "Handful", "Model", "Outcome", "Test", "award", "counter",
    "cross_fire", "damage_and_collateral", "edition_defaults", "handfuls", "impacts_to_damage", "outcomes",
    "shown_by_one", "standing", "successes",
]  # fmt: skip

Exchange = tuple[Outcome, Outcome | None]
"""What the attack did, and what the Counter Attack did in return, if there was one."""


def _told(a: Attack) -> dict[tuple[Outcome, bool], Fraction]:
    """Law of the outcome, and of whether at least one block die succeeded."""

    def rolled(state: Reached) -> dict[tuple[Outcome, bool], Fraction]:
        left, blocked = state
        law = then(damage_and_collateral(a, left), lambda dice: settle(a, *dice))
        return {(outcome, blocked): chance for outcome, chance in law.items()}

    return then(reached(a), rolled)


def outcomes(a: Attack) -> dict[Outcome, Fraction]:
    """The whole law of one attack; the chances sum to exactly 1."""
    return merge((outcome, chance) for (outcome, _), chance in _told(a).items())


def counter(a: Attack, back: Attack) -> dict[Exchange, Fraction]:
    """The joint law of an attack and of the target's Counter Attack `back`, made if a block die succeeded."""
    in_return = outcomes(back)

    def answered(told: tuple[Outcome, bool]) -> dict[Exchange, Fraction]:
        outcome, blocked = told
        if not blocked:
            return {(outcome, None): Fraction(1)}
        return {(outcome, reply): chance for reply, chance in in_return.items()}

    return then(_told(a), answered)


def _past_obstacle(state: tuple[int, int], kind: str, test: Test) -> dict[tuple[int, int], Fraction]:
    """(impacts flying on, impacts that struck a miniature on the line) after one more obstacle."""
    flying, struck = state
    return merge(
        ((left, struck + flying - left if kind == "model" else struck), chance)
        for left, chance in stopped(flying, test).items()
    )


def cross_fire(a: Attack) -> dict[int, Fraction]:
    """Law of the Injuries dealt to all `model` covers: a damage roll per impact that they stop (R2.6)."""
    if not is_ranged(a):
        return {0: Fraction(1)}
    law: dict[tuple[int, int], Fraction] = {(flying, 0): chance for flying, chance in impacts(a).items()}
    for kind, test in obstacles(a):
        law = then(law, partial(_past_obstacle, kind=kind, test=test))
    reroll = rerolls_damage(a, against_target=False)

    def wound(state: tuple[int, int]) -> dict[int, Fraction]:
        if state[1] == 0:
            return {0: Fraction(1)}
        return successes(state[1], damage_test(a, against_target=False), reroll)

    return then(law, wound)
