"""One attack as asked, and as the engines and the card need it."""

from dataclasses import dataclass

from bmg_odds.facts.card import Card, Weapon
from bmg_odds.facts.trait_names import TraitName
from bmg_odds.rules.clash import Clash
from bmg_odds.rules.edition import Edition
from bmg_odds.rules.harm import Harm
from bmg_odds.rules.record import Gate, Strike
from bmg_odds.rules.situation import Situation


@dataclass(frozen=True, slots=True)
class Question:
    """One attack as asked: who, whom, with what, how, and under which rules."""

    edition: Edition
    attacker: Card
    target: Card
    weapon: str | None
    situation: Situation
    without: frozenset[TraitName] = frozenset()
    """Traits left out, to see what an answer rests on."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """One attack as the engines and the card need it, and what it took to get there."""

    question: Question
    weapon: Weapon
    situation: Situation
    """The situation with the AC filled in."""
    strike: Strike | Clash
    gate: Gate | None
    """A roll before the attack that may put another strike in its place (Feint)."""
    back: "Resolved | None"
    """The strike back of a target that blocks (Counter Attack)."""
    harm: Harm
    effects: tuple[tuple[str, str], ...]
    """Effects that are no markers, each with the event that brings it."""
    unmodelled: tuple[str, ...]
    traits: tuple[TraitName, ...]
    """The modelled traits that spoke."""
    notes: tuple[str, ...]

    @property
    def law(self) -> tuple[object, ...]:
        """What decides every figure: two questions with equal laws have equal answers."""
        return self.strike, self.gate, self.harm, self.effects, self.back and self.back.law
