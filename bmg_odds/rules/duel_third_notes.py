"""What a duel of the third edition leaves out, or does in its own way: said with every answer (R9.11)."""

from collections.abc import Iterator

from bmg_odds.facts.trait_names import parse_trait
from bmg_odds.rules.bearers import hear, unmodelled
from bmg_odds.rules.clash_fold import clash_effects
from bmg_odds.rules.clash_terms import ClashTerms
from bmg_odds.rules.duel_third import EFFORTS, ThirdBlow, ThirdCircumstances, ThirdFight, third_asked
from bmg_odds.rules.traits import known_in

CONTACT = (
    "Audacity markers, pass markers and moves do not touch a fight of two models in contact: each makes one melee "
    "attack in its activation."
)
BEYOND = {
    "regeneration": "Regeneration",
    "bloodthirsty (mental disorder)": "Bloodthirsty (a marker after damage)",
    "immortal": "Immortal",
    "power armor": "Power Armor (markers that its Efforts ignore)",
}
"""Traits that would act over the rounds of a fight and are not modelled."""


def third_left_out(fight: ThirdFight) -> tuple[str, ...]:
    """Return the traits of both sides that may touch the dice and are not modelled, as written, each once."""
    found = [name for side in (0, 1) for name in unmodelled(hear(third_asked(fight, side), ClashTerms())[0])]
    return tuple(dict.fromkeys(found))


def third_notes(fight: ThirdFight) -> tuple[str, ...]:
    """Return plain sentences on traits and effects that a duel treats in its own way or leaves out."""
    return (CONTACT, *dict.fromkeys(note for side in (0, 1) for note in _notes(fight, side)))


def _notes(fight: ThirdFight, side: int) -> Iterator[str]:
    fighter = fight.sides[side]
    name, known = fighter.card.name, known_in(fight.edition.name)
    keys = [parse_trait(each).key for each in (*fighter.card.traits, *fighter.weapon.traits)]
    bought = sorted({known[key].name for key in keys if key in known and known[key].bought})
    if bought:
        yield f"{name} buys no traits in a duel: {', '.join(bought)} {'is' if len(bought) == 1 else 'are'} left out."
    said = {parse_trait(each).key for each in third_left_out(fight)}
    over = [BEYOND[key] for key in dict.fromkeys(keys) if key in BEYOND and key not in said]
    if over:
        yield f"Not modelled over a fight, so without effect here: {name}'s {', '.join(over)}."
    terms = ClashTerms()
    given, _, _ = hear(third_asked(fight, side), terms)
    effects = list(dict.fromkeys(effect for effect, _ in clash_effects(given, terms)))
    if effects:
        yield f"Effects that are no markers change nothing in later attacks: {name}'s {', '.join(effects)}."
    if not fighter.recovers:
        yield f"{name} never recovers (Bot)."


def third_records(fight: ThirdFight) -> list[ThirdBlow]:
    """Return every attack record of a fight: two fights with equal records have equal dice."""
    marks = ((False, False), (False, True), (True, True))
    return [
        fight.blow(side, made, met, ThirdCircumstances(lies, *attacker, *target))
        for side in (0, 1)
        for lies in (False, True)
        for attacker in marks
        for target in marks
        for made in EFFORTS
        for met in (EFFORTS[:1] if lies else EFFORTS)
    ]
