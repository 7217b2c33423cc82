"""What the answer about a sequence rests on: inferred readings and traits that, read another way, would change it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bmg_odds.answers.sequence_hits import Hit, hits
from bmg_odds.answers.sequence_policy import Plan, plan_of
from bmg_odds.engines.sequence import Chain
from bmg_odds.engines.sequence_law import laws
from bmg_odds.errors import BmgError
from bmg_odds.rules.gang import Gang, GangQuestion, gang
from bmg_odds.rules.traits import known_in

if TYPE_CHECKING:
    from bmg_odds.answers.sequence import SequenceOutcome

TOLERANCE = 1e-13

Law = Mapping[Hit, float]
"""Chances by case, the case's own chance left out."""

Changes = Callable[[GangQuestion], bool]
"""Whether another question has another answer."""


def readings_of(question: GangQuestion, changes: Changes, *, more: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the inferred readings in force of which another value changes the answer (DESIGN 5).

    Those of one attack are tried, and those named as `more`.
    """
    edition = question.edition
    return tuple(
        option.name
        for option in edition.options
        if option.certainty == "I"
        and (option.one_attack or option.name in more)
        and any(
            changes(replace(question, edition=edition.under({option.name: value})))
            for value in option.values
            if value != option.value
        )
    )


def traits_of(asked: Gang, changes: Changes) -> tuple[str, ...]:
    """Return the traits whose wording is inferred and without which the answer would be another."""
    known = known_in(asked.question.edition.name)
    names = dict.fromkeys(name for blow in asked.blows for name in blow.resolved.traits)
    return tuple(
        dict.fromkeys(
            trait.name
            for name in names
            if (trait := known[name.key]).certainty == "I"
            and changes(replace(asked.question, without=frozenset({name})))
        )
    )


def inferred_readings(outcome: "SequenceOutcome") -> tuple[str, ...]:
    """Return the readings in force that are inferred and whose other values give another answer (DESIGN 5)."""
    return readings_of(outcome.gang.question, partial(_changes, outcome, _law(outcome.plan)))


def inferred_traits(outcome: "SequenceOutcome") -> tuple[str, ...]:
    """Return the traits whose wording is inferred and without which the answer would be another."""
    return traits_of(outcome.gang, partial(_changes, outcome, _law(outcome.plan)))


def _changes(outcome: "SequenceOutcome", base: Law, other: GangQuestion) -> bool:
    if outcome.steps:
        outcome.steps.question()
    try:
        changed = gang(other)
        if changed.law == outcome.gang.law:
            return _scores(outcome, other)
        plan = plan_of(outcome.plan.name, Chain(changed), outcome.asked)
    except BmgError:  # the question could not even be asked
        return True
    return not _close(base, _law(plan)) or _scores(outcome, other)


def _scores(outcome: "SequenceOutcome", other: GangQuestion) -> bool:
    """Whether victory points are counted another way, and it matters: a K.O. that became a Casualty (R3)."""
    name = "vp_after_ko"
    if outcome.victory_points is None or other.edition[name] == outcome.gang.question.edition[name]:
        return False
    before = outcome.resolved.harm.before
    return any(hit.status == "casualty" and (hit.felled or before == "ko") for hit in outcome.laws[-1])


def _law(plan: Plan) -> Law:
    return {hit._replace(probability=0.0): hit.probability for hit in hits(laws(plan.chain, plan.policy)[-1])}


def _close(one: Law, other: Law) -> bool:
    return all(abs(one.get(key, 0.0) - other.get(key, 0.0)) <= TOLERANCE for key in one.keys() | other.keys())
