"""What a duel leaves out, or does in its own way: said with every answer, never in silence (R9.11)."""

from collections.abc import Iterator

from bmg_odds.facts.trait_names import parse_trait
from bmg_odds.rules import marks
from bmg_odds.rules.bearers import unmodelled
from bmg_odds.rules.duel import Blow, Circumstances, Fight, asked
from bmg_odds.rules.resolve import spoken
from bmg_odds.rules.traits import known_in

BEYOND = {
    "regeneration": "Regeneration (a marker off at the end of a round)",
    "bloodthirsty (mental disorder)": "Bloodthirsty (an AC more after damage)",
    "immortal": "Immortal",
}
"""Traits that would act over the rounds of a fight and are not modelled."""


def left_out(fight: Fight) -> tuple[str, ...]:
    """Return the traits of both sides that may touch the dice and are not modelled, as written, each once."""
    found = [name for side in (0, 1) for name in unmodelled(spoken(asked(fight, side))[0])]
    return tuple(dict.fromkeys(found))


def duel_notes(fight: Fight) -> tuple[str, ...]:
    """Return plain sentences on traits and effects that a duel treats in its own way or leaves out."""
    return tuple(dict.fromkeys(note for side in (0, 1) for note in _notes(fight, side)))


def _notes(fight: Fight, side: int) -> Iterator[str]:
    fighter = fight.sides[side]
    name, known = fighter.card.name, known_in(fight.edition.name)
    keys = [parse_trait(each).key for each in (*fighter.card.traits, *fighter.weapon.traits)]
    bought = sorted({known[key].name for key in keys if key in known and known[key].bought})
    if bought:
        yield f"{name} buys no traits in a duel: {', '.join(bought)} {'is' if len(bought) == 1 else 'are'} left out."
    over = [BEYOND[key] for key in dict.fromkeys(keys) if key in BEYOND]
    if over:
        yield f"Not modelled over a fight, so without effect here: {name}'s {', '.join(over)}."
    given, terms, _, _ = spoken(asked(fight, side))
    effects = list(dict.fromkeys(effect for effect, _ in marks.effects(given, terms)))
    if effects:
        yield f"Effects that are no markers change nothing in later attacks: {name}'s {', '.join(effects)}."
    if fighter.traits.armour:
        yield f"{name}'s Power Armor ignores the first {fighter.traits.armour} markers of the fight, then it is broken."
    if "bot" in keys:
        yield f"{name} never recovers (Bot)."
    if "cybernetic" in keys:
        yield f"{name} recovers on 3+ (Cybernetic)."
    if fighter.willpower is None:
        yield f"{name} has no Willpower given: its counters are as many as its caps take, and it loses none."
    if fighter.card.movement is None:
        yield f"{name} has no Movement given: its MC are not capped."


def records(fight: Fight) -> list[Blow]:
    """Return the strongest attacks of a fight under all circumstances, without and with all DC against them."""
    found: list[Blow] = []
    for side in (0, 1):
        caps = [max(one, other) for one, other in zip(fight.sides[side].unhurt, fight.sides[side].hurt, strict=True)]
        foe = max(fight.other(side).unhurt.dc, fight.other(side).hurt.dc)
        for lies in (False, True) if not fight.blocks_lying else (False,):
            for attacker in (False, True):
                for target in (False, True):
                    when = Circumstances(lies, attacker, target)
                    found += [fight.blow(side, caps[0], dc, when) for dc in (0, foe)]
    return found
