"""What an answer rests on: the inferred readings and traits that, read another way, would change it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from bmg_odds.answers.engine import exact_table
from bmg_odds.answers.outcome import Outcome, same_law
from bmg_odds.errors import BmgError
from bmg_odds.facts.trait_names import lookup, nearest
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.resolve import resolve
from bmg_odds.rules.traits import known_in


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
    known = known_in(resolved.question.edition.name)
    return tuple(
        dict.fromkeys(
            trait.name
            for name in resolved.traits
            if (trait := known[name.key]).certainty == "I"
            and _differs(resolved, replace(resolved.question, without=frozenset({name})))
        )
    )


def _differs(resolved: Resolved, other: Question) -> bool:
    try:
        changed = resolve(other)
    except BmgError:  # the question could not even be asked
        return True
    if changed.law == resolved.law and resolved.question.edition.readings() == other.edition.readings():
        return False
    return not _same(resolved, changed)


def _same(resolved: Resolved, changed: Resolved) -> bool:
    """Whether two attacks give one answer: joint law, effects, cross fire, victory points, the strike back."""
    one = _counted(resolved)
    if resolved.back is None or changed.back is None:
        if resolved.back is not changed.back:
            return False
    elif not _same(resolved.back, changed.back):
        return False
    if changed.law == resolved.law:  # the same cases, which another reading may only score otherwise
        return abs((one.victory_points or 0.0) - _scored(one, changed)) < 1e-12
    two = Outcome(changed, exact_table(changed))
    return (
        same_law(one.cases, two.cases)
        and _close(one.effects, two.effects)
        and _close(dict(enumerate(one.table.cross_fire)), dict(enumerate(two.table.cross_fire)))
        and abs((one.victory_points or 0.0) - (two.victory_points or 0.0)) < 1e-12
    )


@lru_cache(maxsize=16)
def _counted(resolved: Resolved) -> Outcome:
    """Return an attack's outcome: one attack is compared with a dozen others."""
    return Outcome(resolved, exact_table(resolved))


def _scored(one: Outcome, changed: Resolved) -> float:
    """Return the victory points of the cases of one attack as another scores them."""
    points = Outcome(changed, one.table).points()
    return 0.0 if points is None else one.mean(points)


def _close(one: Mapping[Any, float], other: Mapping[Any, float]) -> bool:
    """Whether two tables of chances are the same but for the last digits of floating point."""
    return one.keys() == other.keys() and all(abs(one[key] - other[key]) < 1e-12 for key in one)


def idle_uses(resolved: Resolved) -> Iterator[str]:
    """Yield a line for each bought trait that changes nothing in this attack."""
    question = resolved.question
    for side in ("use", "target_use"):
        used = getattr(question.situation, side)
        for place, name in enumerate(used):
            rest = used[:place] + used[place + 1 :]
            other = replace(question, situation=replace(question.situation, **{side: rest}))
            try:
                if resolve(other).law == resolved.law:
                    yield f"{name} changes nothing here"
            except BmgError:
                continue


def warnings(resolved: Resolved) -> Iterator[str]:
    """Yield a line for each trait that nobody knows, with the nearest known name, and for each idle use."""
    yield from idle_uses(resolved)
    yield from unknown_traits(resolved.unmodelled)


def unknown_traits(names: Iterable[str]) -> Iterator[str]:
    """Yield a line for each of these traits that nobody knows, with the nearest known name.

    >>> list(unknown_traits(["Handi", "Handy"]))
    ["trait 'Handi' is not known and changes nothing here; did you mean Handy?"]
    """
    for text in names:
        if lookup(text) is None:
            near = nearest(text)
            hint = f"; did you mean {near}?" if near else ""
            yield f"trait '{text}' is not known and changes nothing here{hint}"
