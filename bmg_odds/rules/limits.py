"""What each side can pay: characteristics that a question needs, counters, and their caps (R2.1, R2.2)."""

from collections.abc import Iterable
from dataclasses import replace

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.rules.bearers import Bearer
from bmg_odds.rules.situation import Situation
from bmg_odds.rules.terms import Given, Terms

SHOT_AC = 2
"""AC that a ranged attack costs (R2.2)."""


def needed(card: Card, key: str, why: str) -> int:
    """Return a characteristic of the card; raise BmgError that names it where the card lacks it.

    >>> needed(Card(name="A", edition="revised", strength=3), "strength", "to damage")
    3
    """
    value = getattr(card, key)
    if value is None:
        raise BmgError(f"{card.name} needs a value for {key} {why}; add {key}=N")
    return int(value)


def plan(given: Given, terms: Terms, bearers: Iterable[Bearer]) -> Situation:
    """Return the situation with the AC filled in, after checking every counter spent (R2.1, R2.2, R2.12).

    Raises BmgError for more AC, DC, MC or SC than caps and counters allow.
    """
    situation = given.situation
    spent = sum(bearer.trait.costs_sc for bearer in bearers if bearer.trait.bought and bearer.trait.attacks)
    special = spent + (situation.form != "strike")
    _within_special(given.attacker, special, "attacker")
    ac = _shot(given, terms, special) if given.ranged else _strikes(given, terms, special)
    _check_target(given, terms)
    return replace(situation, ac=ac)


def _within_special(card: Card, special: int, side: str) -> None:
    if special > card.special:
        raise BmgError(f"{card.name} ({side}) has Special {card.special}; this takes {special} SC")


def _counters(card: Card, markers: int = 0) -> int | None:
    return None if card.willpower is None else max(0, card.willpower - markers // 2)


def _strikes(given: Given, terms: Terms, special: int) -> int:
    attacker, asked = given.attacker, given.situation.ac
    cap = needed(attacker, "attack", "to make a melee attack") + terms.attack
    counters = _counters(attacker)
    most = cap if counters is None else min(cap, max(0, counters - special))
    if asked is None:
        return most
    if asked > cap:
        raise BmgError(f"--ac {asked} is more than {attacker.name}'s Attack {cap}; allowed: 0 to {most}")
    if asked > most:
        less = f" less {special} SC" if special else ""
        raise BmgError(
            f"--ac {asked} is more than {attacker.name}'s {counters} counters{less}; allowed: 0 to {most}"
        )
    return asked


def _shot(given: Given, terms: Terms, special: int) -> int:
    attacker, asked = given.attacker, given.situation.ac
    if asked not in (None, SHOT_AC):
        raise BmgError(
            f"--ac {asked}: a ranged attack always costs {SHOT_AC} AC and rolls its ROF; leave it out"
        )
    if attacker.attack is not None and attacker.attack + terms.attack < SHOT_AC:
        raise BmgError(f"{attacker.name} has Attack {attacker.attack}; a ranged attack costs {SHOT_AC} AC")
    counters = _counters(attacker)
    if counters is not None and counters - special < SHOT_AC:
        raise BmgError(f"{attacker.name} has {counters} counters; a ranged attack costs {SHOT_AC} AC")
    return SHOT_AC


def _check_target(given: Given, terms: Terms) -> None:
    target, situation = given.target, given.situation
    endurance = needed(target, "endurance", "to be a target")
    markers = situation.injuries + situation.stuns
    if markers > endurance:
        raise BmgError(
            f"--injuries and --stuns make {markers} markers; {target.name} has Endurance {endurance}, "
            f"allowed: 0 to {endurance} together"
        )
    defense = needed(target, "defense", "to be a target") + terms.target_skills
    if situation.dc > defense:
        raise BmgError(f"--dc {situation.dc} is more than {target.name}'s Defense; allowed: 0 to {defense}")
    if situation.mc:
        _check_dodge(given, terms)
    counters = _counters(target, markers)
    special = int(situation.crouched)
    spent = situation.dc + situation.mc + special
    if counters is not None and markers < endurance and spent > counters:
        held = f" with {markers} markers" if markers else ""
        raise BmgError(f"{target.name} has {counters} counters{held}; DC, MC and SC together take {spent}")
    if markers >= endurance and situation.dc + situation.mc:
        raise BmgError(
            f"{target.name} is out with {markers} markers and has no counters; allowed: 0 DC, 0 MC"
        )


def _check_dodge(given: Given, terms: Terms) -> None:
    target, mc = given.target, given.situation.mc
    if not terms.may_dodge:
        raise BmgError(f"--mc {mc}: {target.name} has neither Dodge nor Acrobat to spend MC on")
    movement = needed(target, "movement", "to dodge") + terms.target_skills
    if mc > movement:
        raise BmgError(f"--mc {mc} is more than {target.name}'s Movement; allowed: 0 to {movement}")
