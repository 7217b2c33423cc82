"""From a question to an attack record: everything printed, chosen and read, folded into sets of faces."""

from collections.abc import Iterator
from dataclasses import replace

from bmg_odds.errors import BmgError
from bmg_odds.facts.trait_names import TraitName
from bmg_odds.rules import fold, marks
from bmg_odds.rules.bearers import Bearer, hear, unmodelled
from bmg_odds.rules.limits import plan
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.situation import check_edition
from bmg_odds.rules.terms import Given, Terms
from bmg_odds.rules.weapons import melee_weapon


def resolve(question: Question) -> Resolved:
    """Fold one question into an attack record (R2.2-R2.12, R2.14).

    Raises BmgError where the question cannot be asked: a value that is missing or out of bounds, an option
    that does not go with the weapon, more counters than a model has.
    """
    check(question)
    if question.edition.name == "third":
        from bmg_odds.rules.clash_resolve import resolve_clash

        found = resolve_clash(question)
    else:
        found = _resolve_strike(question)
    return replace(found, notes=(*_borrowed(question), *found.notes))


def check(question: Question) -> None:
    """Raise BmgError for an option that the edition does not have, and for changes of the target's weapon."""
    check_edition(question.situation, question.edition.name)
    if question.target.changes:
        keys = ", ".join(key for key, _ in question.target.changes)
        raise BmgError(f"{keys}: a target's weapon takes no part in the attack; change the attacker's instead")


def _borrowed(question: Question) -> Iterator[str]:
    """Yield a sentence for each card of another edition: what is assumed of it (R1)."""
    edition = question.edition
    for card in dict.fromkeys((question.attacker, question.target)):
        if card.edition != edition.cards and not card.typed:
            moves = "inches" if card.edition == "third" else "MC"
            yield (
                f"{card.name} is a card of the {card.edition} edition: its numbers are taken as printed (Movement in "
                f"{moves}), its traits as the {edition.name} rules have them."
            )


def _resolve_strike(question: Question) -> Resolved:
    given, terms, bearers, spoke = spoken(question)
    given = replace(given, situation=plan(given, terms, *bearers))
    return Resolved(
        question=question,
        weapon=given.weapon,
        situation=given.situation,
        strike=fold.strike(given, terms),
        gate=fold.gate(given, terms),
        back=resolve(_strike_back(question)) if terms.counter else None,
        harm=marks.harm(given, terms),
        effects=marks.effects(given, terms),
        unmodelled=unmodelled(given),
        traits=tuple(spoke),
        notes=marks.notes(given, terms),
    )


def spoken(question: Question) -> tuple[Given, Terms, list[list[Bearer]], list[TraitName]]:
    """Return a first-edition question as its traits leave it: terms, the bearers of each side, who spoke."""
    terms = Terms()
    given, bearers, spoke = hear(question, terms)
    return given, terms, bearers, spoke


def _strike_back(question: Question) -> Question:
    """Return the one strike that a Counter Attack makes: roles changed, nothing spent on either side."""
    # What was changed in the attacker's name was its weapon, which takes no part when it is struck.
    struck = replace(question.attacker, changes=())
    return Question(
        question.edition,
        question.target,
        struck,
        melee_weapon(question.target),
        question.situation.exchanged(ac=min(1, question.target.attack or 0)),
        question.without,
    )
