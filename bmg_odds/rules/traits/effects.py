"""Small effects that many traits are made of: a sum, a switch, one reroll more; on terms of any family."""

from collections.abc import Callable
from typing import Any

from bmg_odds.rules.record import ALL_DICE
from bmg_odds.rules.terms import Given
from bmg_odds.rules.traits.trait import Effect

When = Callable[[Given], bool]


def _always(_: Given) -> bool:
    return True


def plus(name: str, number: int, when: When = _always) -> Effect:
    """Return an effect that adds to a term.

    >>> plus("armour", 1).__name__
    'apply'
    """

    def apply(terms: Any, given: Given) -> None:
        if when(given):
            setattr(terms, name, getattr(terms, name) + number)

    return apply


def put(name: str, value: object = True, when: When = _always) -> Effect:
    """Return an effect that sets a term."""

    def apply(terms: Any, given: Given) -> None:
        if when(given):
            setattr(terms, name, value)

    return apply


def one_more(name: str, when: When = _always) -> Effect:
    """Return an effect that gives one reroll more, where not all dice are rerolled already."""

    def apply(terms: Any, given: Given) -> None:
        if when(given) and getattr(terms, name) < ALL_DICE:
            setattr(terms, name, getattr(terms, name) + 1)

    return apply


def both(*effects: Effect) -> Effect:
    """Return an effect of several."""

    def apply(terms: Any, given: Given) -> None:
        for effect in effects:
            effect(terms, given)

    return apply
