"""Many attacks asked alike: with which weapons, and what all their answers rest on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from bmg_odds.answers.dice import Dice
from bmg_odds.answers.outcome import CHANCES, MARKERS
from bmg_odds.answers.record import card_record, weapon_record
from bmg_odds.answers.record import circumstances as phrases
from bmg_odds.answers.rests import _differs, warnings
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.resolve import resolve
from bmg_odds.rules.situation import check_edition
from bmg_odds.rules.traits import known_in
from bmg_odds.rules.weapons import choose_weapon, is_unarmed

CERTAIN = 1e-12
"""Two figures nearer than this are the same figure: sums of chances differ in their last digits."""


def check_figure(figure: str) -> str:
    """Return a FIGURE's name; BmgError where there is none of this name, before any work is done for it.

    >>> check_figure("at-least=2")
    'at-least=2'
    """
    head, _, level = figure.partition("=")
    if figure in (*CHANCES, *MARKERS) or (head == "at-least" and level.isdigit()):
        return figure
    raise BmgError(f"figure '{figure}' is not known; allowed: {', '.join((*CHANCES, *MARKERS))}, at-least=K")


def weapon_names(card: Card) -> tuple[str, ...]:
    """Return every weapon that a card can attack with, by name: its rows, and `unarmed` where no row is.

    A model typed in with a weapon has that one.

    >>> weapon_names(Card(name="A", edition="revised"))
    ('unarmed',)
    """
    names = tuple(dict.fromkeys(weapon.name for weapon in card.weapons))
    if (card.typed and names) or any(is_unarmed(weapon) for weapon in card.weapons):
        return names
    return (*names, "unarmed")


def fitting(question: Question) -> Question:
    """Return the question without the options that go only with the other kind of weapon.

    So that one line can ask for a baton and a pistol: DC are the baton's business, cover the pistol's.
    """
    check_edition(question.situation, question.edition.name)
    return replace(question, situation=question.situation.fitting(ranged=weapon_of(question).ranged))


def weapon_of(question: Question) -> Weapon:
    """Return the weapon that a question's attack is made with."""
    return choose_weapon(question.attacker, question.weapon, question.edition, question.situation)


def circumstances(resolved: Resolved) -> str:
    """Return what is special about a situation, but for the counters, as the end of a sentence."""
    return "".join(f", {each}" for each in phrases(resolved))


def whose(resolved: Resolved) -> str:
    """Return who attacks whom with what, how, and by which rules, as the end of a sentence."""
    asked = resolved.question
    who = f"{asked.attacker.name} with {resolved.weapon.name} against {asked.target.name}"
    return f"{who}{circumstances(resolved)} ({asked.edition.name} rules)"


def header(
    resolved: Sequence[Resolved],
    *,
    sentence: str,
    figure: str,
    dice: Dice,
    more: Mapping[str, Any] | None = None,
    missed: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the header fields of an answer made of many attacks; `missed` are further warnings.

    `attacker`, `target`, `weapon` and `situation` are those of the first one.
    """
    first = resolved[0]
    question = first.question
    return {
        "sentence": sentence,
        "rules": question.edition.name,
        "readings": question.edition.readings(),
        **dice.fields(),
        "figure": figure,
        **(more or {}),
        "attacker": card_record(question.attacker),
        "target": card_record(question.target),
        "weapon": weapon_record(first.weapon),
        "situation": {
            key: list(value) if isinstance(value, tuple) else value for key, value in asdict(question.situation).items()
        },
        "unmodelled_traits": list(dict.fromkeys(name for each in resolved for name in each.unmodelled)),
        **rests_on(resolved),
        "warnings": [*dict.fromkeys(line for each in resolved for line in warnings(each)), *missed],
    }


def rests_on(resolved: Iterable[Resolved]) -> dict[str, list[str]]:
    """Return the inferred readings and traits without which at least one of these answers would be another.

    What was found for one attack is not asked of the next.
    """
    readings: dict[str, None] = {}
    traits: dict[str, None] = {}
    for each in resolved:
        question = each.question
        for option in question.edition.options:
            if option.certainty != "I" or not option.one_attack or option.name in readings:
                continue
            others = (value for value in option.values if value != option.value)
            editions = (question.edition.under({option.name: value}) for value in others)
            if any(_differs(each, replace(question, edition=edition)) for edition in editions):
                readings[option.name] = None
        known = known_in(question.edition.name)
        for name in each.traits:
            trait = known[name.key]
            if trait.certainty != "I" or trait.name in traits:
                continue
            if _differs(each, replace(question, without=frozenset({name}))):
                traits[trait.name] = None
    return {"inferred_readings": list(readings), "inferred_traits": list(traits)}


def reason(error: BmgError) -> str:
    """Return the message of an error on one line."""
    return " ".join(str(error).split())


def refuse_third(rules: str, what: str, instead: str) -> None:
    """Raise BmgError where a question about counters is asked under the third edition, which has none."""
    if rules == "third":
        raise BmgError(f"{what}: the third edition has no counters; {instead}")


def try_resolve(question: Question) -> Resolved | BmgError:
    """Return a resolved attack, or why it cannot be asked."""
    try:
        return resolve(question)
    except BmgError as error:
        return error
