"""What the answer about a sequence rests on: inferred readings and traits that, read another way, would change it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bmg_odds.answers.sequence_policy import Plan, plan_of
from bmg_odds.engines.sequence_law import laws
from bmg_odds.errors import BmgError
from bmg_odds.rules.gang import GangQuestion, gang
from bmg_odds.rules.traits import known_in

if TYPE_CHECKING:
    from bmg_odds.answers.sequence import SequenceOutcome

TOLERANCE = 1e-13


def inferred_readings(outcome: "SequenceOutcome") -> tuple[str, ...]:
    """Return the readings in force that are inferred and whose other values give another answer (DESIGN 5)."""
    question = outcome.gang.question
    edition = question.edition
    return tuple(
        option.name
        for option in edition.options
        if option.certainty == "I"
        and option.one_attack
        and _differs(
            outcome,
            (
                replace(question, edition=edition.under({option.name: value}))
                for value in option.values
                if value != option.value
            ),
        )
    )


def inferred_traits(outcome: "SequenceOutcome") -> tuple[str, ...]:
    """Return the traits whose wording is inferred and without which the answer would be another."""
    question = outcome.gang.question
    known = known_in(question.edition.name)
    names = dict.fromkeys(name for blow in outcome.gang.blows for name in blow.resolved.traits)
    return tuple(
        dict.fromkeys(
            trait.name
            for name in names
            if (trait := known[name.key]).certainty == "I"
            and _differs(outcome, [replace(question, without=frozenset({name}))])
        )
    )


def _differs(outcome: "SequenceOutcome", others: Iterable[GangQuestion]) -> bool:
    return any(_changes(outcome, other) for other in others)


def _changes(outcome: "SequenceOutcome", other: GangQuestion) -> bool:
    try:
        changed = gang(other)
        if changed.law == outcome.gang.law:
            return _scores(outcome, other)
        one, two = (
            plan_of(outcome.plan.name, outcome.gang, outcome.asked),
            plan_of(outcome.plan.name, changed, outcome.asked),
        )
    except BmgError:  # the question could not even be asked
        return True
    return not _close(_law(one), _law(two)) or _scores(outcome, other)


def _scores(outcome: "SequenceOutcome", other: GangQuestion) -> bool:
    """Whether victory points are counted another way, and it matters: a K.O. that became a Casualty (R3)."""
    name = "vp_after_ko"
    if outcome.victory_points is None or other.edition[name] == outcome.gang.question.edition[name]:
        return False
    before = outcome.resolved.harm.before
    return any(hit.status == "casualty" and (hit.felled or before == "ko") for hit in outcome.laws[-1])


def _law(plan: Plan) -> Mapping[Any, float]:
    merged: dict[Any, float] = {}
    for (state, dealt), chance in laws(plan.chain, plan.policy)[-1].items():
        key = (state.injuries, state.stuns, state.status, dealt)
        merged[key] = merged.get(key, 0.0) + chance
    return merged


def _close(one: Mapping[Any, float], other: Mapping[Any, float]) -> bool:
    return all(abs(one.get(key, 0.0) - other.get(key, 0.0)) <= TOLERANCE for key in one.keys() | other.keys())
