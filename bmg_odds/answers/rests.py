"""What an answer rests on: the inferred readings and traits that, read another way, would change it."""

from collections.abc import Iterator
from dataclasses import replace

from bmg_odds.answers.outcome import Outcome, same_law
from bmg_odds.engines import exact
from bmg_odds.errors import BmgError
from bmg_odds.facts.trait_names import lookup, nearest
from bmg_odds.rules.resolve import Question, Resolved, resolve
from bmg_odds.rules.traits import FIRST_EDITION


def inferred_readings(resolved: Resolved) -> tuple[str, ...]:
    """Return the readings in force that are inferred and whose other values give another answer (DESIGN 5)."""
    question = resolved.question
    return tuple(
        option.name
        for option in question.edition.options
        if option.certainty == "I"
        and option.one_attack
        and any(
            _differs(resolved, replace(question, edition=question.edition.under({option.name: value})))
            for value in option.values
            if value != option.value
        )
    )


def inferred_traits(resolved: Resolved) -> tuple[str, ...]:
    """Return the traits whose wording is inferred and without which the answer would be another."""
    return tuple(
        dict.fromkeys(
            trait.name
            for name in resolved.traits
            if (trait := FIRST_EDITION[name.key]).certainty == "I"
            and _differs(resolved, replace(resolved.question, without=frozenset({name})))
        )
    )


def _differs(resolved: Resolved, other: Question) -> bool:
    try:
        changed = resolve(other)
    except BmgError:  # the question could not even be asked
        return True
    points = resolved.question.edition["vp_after_ko"] != other.edition["vp_after_ko"]
    if changed.law == resolved.law and not points:
        return False
    one, two = (Outcome(which, exact.table(which.strike, gate=which.gate)) for which in (resolved, changed))
    if points and one.victory_points != two.victory_points:
        return True
    return not (
        same_law(one.cases, two.cases)
        and one.effects == two.effects
        and list(one.table.cross_fire) == list(two.table.cross_fire)
        and (resolved.back is None or not _differs_back(resolved, changed))
    )


def _differs_back(resolved: Resolved, changed: Resolved) -> bool:
    if resolved.back is None or changed.back is None:
        return resolved.back is not changed.back
    return not same_law(
        *(Outcome(which, exact.table(which.strike)).cases for which in (resolved.back, changed.back))
    )


def warnings(resolved: Resolved) -> Iterator[str]:
    """Yield a line for each trait that nobody knows, with the nearest known name."""
    for text in resolved.unmodelled:
        if lookup(text) is None:
            near = nearest(text)
            hint = f"; did you mean {near}?" if near else ""
            yield f"trait '{text}' is not known and changes nothing here{hint}"
