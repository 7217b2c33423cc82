"""A sequence rolled: the joint laws of `sequence` from the other engine, and the G-test of both (R4)."""

from typing import TYPE_CHECKING

from bmg_odds.answers.agreement import Agreement, g_test
from bmg_odds.answers.dice import Dice, Progress
from bmg_odds.answers.sequence_hits import Hit, Law, hits, law_error
from bmg_odds.answers.sequence_policy import Plan
from bmg_odds.engines.sequence_law import laws
from bmg_odds.engines.table import Table
from bmg_odds.rules.awarding import STATUSES
from bmg_odds.rules.gang import Gang

if TYPE_CHECKING:
    from bmg_odds.engines.sequence_rolled import Rolled


def rolled_laws(
    asked: Gang, plan: Plan, dice: Dice, progress: Progress | None
) -> tuple[tuple[Law, ...], Table, Agreement]:
    """Return the joint law after 0, 1, … attacks as rolled, a table that tells how often, and the G-test of the last
    law against the counted one."""
    from bmg_odds.engines.sequence_rolled import rolled

    policy = plan.policy if plan.worth else plan.name

    def roll(trials: int, seed: int) -> "tuple[Rolled, int]":
        found = rolled(asked, policy, trials=trials, seed=seed, threads=dice.threads, progress=progress)
        return found, found.trials

    done = dice.rolled(roll, lambda found: law_error(_laws(found), found.trials))
    found = done.found
    counted = [hits(law) for law in laws(plan.chain, plan.policy)]
    shares = [counted[0], *_laws(found)]
    table = Table((1, 1, 1, 1, 1), [found.trials], trials=found.trials, interrupted=done.interrupted)
    return tuple(shares), table, _check(shares[-1], counted[-1], found.trials)


def _laws(found: "Rolled") -> list[Law]:
    return [_law(found, place) for place in range(len(found.after))]


def _law(found: "Rolled", place: int) -> Law:
    return tuple(
        sorted(
            Hit(
                end.impact, end.damages, end.critical, bool(end.knocked_down), end.dealt_injuries, end.dealt_stuns,
                end.injuries, end.stuns, STATUSES[end.status], count / found.trials, False, bool(end.felled),
            )
            for end, count in found.after[place].items()
        )
    )  # fmt: skip


def _check(rolled: Law, counted: Law, trials: int) -> Agreement:
    chances = {hit._replace(probability=0.0): hit.probability for hit in counted}
    counts = {hit._replace(probability=0.0): round(hit.probability * trials) for hit in rolled}
    cells = list(chances.keys() | counts.keys())
    return g_test([counts.get(cell, 0) for cell in cells], [chances.get(cell, 0.0) for cell in cells])
