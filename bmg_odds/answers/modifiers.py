"""Who says what in an attack: each trait's own contribution to the terms, by name."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from bmg_odds.rules.bearers import acting, attacking, defending, speak
from bmg_odds.rules.clash_terms import ClashTerms
from bmg_odds.rules.question import Resolved
from bmg_odds.rules.terms import Given, Terms

AnyTerms = Any  # Terms, or ClashTerms under the third edition: read by field name here


@dataclass(frozen=True)
class Modifiers:
    """The terms of a resolved attack, and what every trait adds when it speaks alone.

    Terms hold only sums, sets and flags, so what each says alone adds up to what all say together.

    >>> from bmg_odds.answers.ask import question
    >>> from bmg_odds.rules.resolve import resolve
    >>> blow = dict(use="Precise Blow", rules="revised")
    >>> asked = question("attack=4,strength=3,damage=S,traits=Precise Blow", "defense=3,endurance=4", **blow)
    >>> Modifiers.of(resolve(asked)).added("impact_bonus")
    [('Precise Blow', 1)]
    """

    given: Given
    terms: AnyTerms
    alone: tuple[tuple[str, AnyTerms], ...]

    @classmethod
    def of(cls, resolved: Resolved) -> "Modifiers":
        """Return the modifiers of an attack that was resolved."""
        question = resolved.question
        given = Given(question.edition, resolved.situation, question.attacker, resolved.weapon, question.target)
        fresh = ClashTerms if question.edition.name == "third" else Terms
        terms, alone = fresh(), []
        for side in (attacking(given), defending(given)):
            for bearer in acting(side, question.without, ranged=resolved.weapon.ranged):
                speak([bearer], side, terms, given)
                own = fresh()
                speak([bearer], side, own, given)
                name = bearer.name
                alone.append((f"{name.name} ({name.parameter})" if name.parameter else name.name, own))
        return cls(given, terms, tuple(alone))

    def added(self, field: str) -> list[tuple[str, int]]:
        """Return what each trait adds to a number of the terms; flags count as 1."""
        base = int(getattr(type(self.terms)(), field))
        found = [(name, int(getattr(own, field)) - base) for name, own in self.alone]
        return [(name, number) for name, number in found if number]

    def names(self, *names: str) -> list[str]:
        """Return the traits that touch any of these fields, each once."""
        plain = type(self.terms)()
        return list(
            dict.fromkeys(
                label
                for label, own in self.alone
                if any(getattr(own, field) != getattr(plain, field) for field in names)
            )
        )

    def touched(self) -> set[str]:
        """Return the fields of the terms that any trait touches."""
        plain = type(self.terms)()
        return {
            one.name
            for _, own in self.alone
            for one in fields(plain)
            if getattr(own, one.name) != getattr(plain, one.name)
        }


def joined(names: Sequence[str], other: str = "") -> str:
    """Return names as a phrase, or another where there are none.

    >>> joined(["Handy", "Duelist"]), joined([], "asked for")
    ('Handy and Duelist', 'asked for')
    """
    return " and ".join(names) if names else other
