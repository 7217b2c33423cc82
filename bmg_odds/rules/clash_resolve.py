"""From a third-edition question to its attack record (R7)."""

from dataclasses import replace

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.facts.trait_names import parse_trait
from bmg_odds.rules.bearers import defending, hear, unmodelled
from bmg_odds.rules.clash_fold import clash, clash_effects, clash_harm
from bmg_odds.rules.clash_terms import ClashTerms
from bmg_odds.rules.limits import check_markers, needed
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.terms import Given

MOST_EFFORTS = 3


def resolve_clash(question: Question) -> Resolved:
    """Fold one third-edition question into a clash.

    Raises BmgError for Efforts beyond what a model may make (R7.1) and for what cannot be asked.
    """
    terms = ClashTerms()
    given, _, spoke = hear(question, terms)
    _check_markers(given)
    _check_efforts(given, terms)
    return Resolved(
        question=question,
        weapon=given.weapon,
        situation=given.situation,
        strike=clash(given, terms),
        gate=None,
        back=None,
        harm=clash_harm(given, terms),
        effects=clash_effects(given, terms),
        unmodelled=unmodelled(given),
        traits=tuple(spoke),
        notes=_notes(given, terms),
    )


def most_efforts(card: Card, markers: int) -> int:
    """Return how many Efforts a model may make: min(3, Endurance − markers) (R7.1).

    Sturdy is not limited by its markers, Weak makes two at most (TRAITS 3E).

    >>> most_efforts(Card(name="A", edition="third", endurance=5), 3)
    2
    """
    endurance = needed(card, "endurance", "to make Efforts")
    keys = {parse_trait(name).key for name in card.traits}
    if "sturdy" in keys and markers < endurance:
        return MOST_EFFORTS
    return max(0, min(2 if "weak" in keys else MOST_EFFORTS, endurance - markers))


def _check_efforts(given: Given, terms: ClashTerms) -> None:
    situation = given.situation
    both = given.edition["ranged_efforts"] == "both"
    sides = (
        ("attacker_efforts", given.attacker, situation.attacker_injuries + situation.attacker_stuns, both),
        (
            "target_efforts",
            given.target,
            situation.injuries + situation.stuns,
            both or terms.target_efforts_at_range,
        ),
    )
    for name, card, markers, at_range in sides:
        asked = getattr(situation, name)
        if not asked:
            continue
        flag = f"--{name.replace('_', '-')} {asked}"
        if given.ranged and not at_range:
            raise BmgError(f"{flag}: no Efforts in a ranged attack (R7.6, reading ranged_efforts); allowed: 0")
        if name == "target_efforts" and situation.down:
            raise BmgError(f"{flag}: a knocked-down target makes no Efforts (R7.5); allowed: 0")
        if name == "target_efforts" and terms.no_target_efforts:
            raise BmgError(f"{flag}: no Efforts against a Sneak Attack; allowed: 0")
        most = most_efforts(card, markers)
        if asked > most:
            raise BmgError(
                f"{flag} is more than {card.name} may make (R7.1: at most 3, and no more than Endurance less "
                f"markers); allowed: 0 to {most}"
            )


def _check_markers(given: Given) -> None:
    check_markers(given)
    situation = given.situation
    own = situation.attacker_injuries + situation.attacker_stuns
    if own and given.attacker.endurance is not None and own >= given.attacker.endurance:
        raise BmgError(f"{given.attacker.name} is out with {own} markers and makes no attack")


def _stuns(count: int) -> str:
    return f"{count} Stun" if count == 1 else f"{count} Stuns"


def free_efforts(question: Question) -> int:
    """Return how many of the attacker's Efforts cost it no Stun (Venom Dose)."""
    return 2 if any(parse_trait(name).key == "venom dose" for name in question.situation.use) else 0


def _notes(given: Given, terms: ClashTerms) -> tuple[str, ...]:
    situation = given.situation
    found = []
    paid = max(0, situation.attacker_efforts - terms.free_efforts)
    if situation.attacker_efforts:
        found.append(f"{given.attacker.name} takes {_stuns(paid)} for its Efforts.")
    if situation.target_efforts:
        when = "before the roll" if given.edition["effort_stuns"] == "before" else "apart from the card above"
        found.append(f"{given.target.name} takes {_stuns(situation.target_efforts)} for its Efforts, {when}.")
    if given.ranged and any(parse_trait(name).key == "protective" for name in defending(given).names):
        found.append(f"{given.target.name}'s shield always gives Cover, which is not modelled: left out.")
    return tuple(found)


def with_efforts(question: Question, *, target: int, attacker: int) -> Question:
    """Return the question with these Efforts declared."""
    situation = replace(question.situation, target_efforts=target, attacker_efforts=attacker)
    return replace(question, situation=situation)
