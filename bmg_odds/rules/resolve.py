"""From a question to an attack record: everything printed, chosen and read, folded into sets of faces."""

from dataclasses import dataclass, replace

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.facts.trait_names import TraitName
from bmg_odds.rules import fold
from bmg_odds.rules.bearers import attacking, defending, speak, unmodelled
from bmg_odds.rules.edition import Edition
from bmg_odds.rules.harm import Harm
from bmg_odds.rules.limits import plan
from bmg_odds.rules.record import Strike
from bmg_odds.rules.situation import Situation
from bmg_odds.rules.terms import Given, Terms
from bmg_odds.rules.weapons import choose_weapon


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
    strike: Strike
    harm: Harm
    effects: tuple[tuple[str, str], ...]
    """Effects that are no markers, each with the event that brings it."""
    unmodelled: tuple[str, ...]
    traits: tuple[TraitName, ...]
    """The modelled traits that spoke."""
    notes: tuple[str, ...]

    @property
    def law(self) -> tuple[Strike, Harm, tuple[tuple[str, str], ...]]:
        """What decides every figure: two questions with equal laws have equal answers."""
        return self.strike, self.harm, self.effects


def resolve(question: Question) -> Resolved:
    """Fold one question into an attack record (R2.2-R2.12, R2.14).

    Raises BmgError where the question cannot be asked: a value that is missing or out of bounds, an option
    that does not go with the weapon, more counters than a model has.
    """
    edition, situation = question.edition, question.situation
    if edition.name == "third":
        raise BmgError("rules 'third' are not answered yet; allowed: 2012, revised")
    if question.target.changes:
        keys = ", ".join(key for key, _ in question.target.changes)
        raise BmgError(
            f"{keys}: a target's weapon takes no part in the attack; change the attacker's instead"
        )
    weapon = choose_weapon(question.attacker, question.weapon, edition, situation)
    situation.check_weapon(weapon.name, ranged=weapon.ranged)

    given = Given(edition, situation, question.attacker, weapon, question.target)
    terms = Terms()
    attackers = attacking(question.attacker, weapon, situation.use, question.without)
    defenders = defending(question.target, situation.target_use, question.without)
    spoke = [*speak(attackers, "attacks", terms, given), *speak(defenders, "defends", terms, given)]

    situation = plan(given, terms, (*attackers, *defenders))
    given = replace(given, situation=situation)
    return Resolved(
        question=question,
        weapon=weapon,
        situation=situation,
        strike=fold.strike(given, terms),
        harm=fold.harm(given, terms),
        effects=fold.effects(given, terms),
        unmodelled=unmodelled(question.attacker, weapon, question.target),
        traits=tuple(spoke),
        notes=fold.notes(given, terms),
    )
