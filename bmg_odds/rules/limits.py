"""What each side can pay: characteristics that a question needs, counters, and their caps (R2.1, R2.2)."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.facts.trait_names import parse_trait
from bmg_odds.rules.bearers import Bearer
from bmg_odds.rules.situation import Situation
from bmg_odds.rules.terms import Given, Terms

SHOT_AC = 2
"""AC that a ranged attack costs (R2.2)."""

MARKERS_A_COUNTER = {"desensitized": None, "sturdy": 3, "weak": 1}
"""Markers for which a counter is lost, where a trait changes it from 2 (TRAITS 2.3); None for no loss."""


def needed(card: Card, key: str, why: str) -> int:
    """Return a characteristic of the card; raise BmgError that names it where the card lacks it.

    >>> needed(Card(name="A", edition="revised", strength=3), "strength", "to damage")
    3
    """
    value = getattr(card, key)
    if value is None:
        raise BmgError(f"{card.name} needs a value for {key} {why}; add {key}=N")
    return int(value)


def counters(card: Card, markers: int) -> int | None:
    """Return the counters of a round: Willpower − ⌊markers/2⌋, never below 0 (R2.1); None without Willpower.

    >>> counters(Card(name="A", edition="revised", willpower=4), 3)
    3
    """
    if card.willpower is None:
        return None
    each = markers_a_counter(card)
    return card.willpower if not each else max(0, card.willpower - markers // each)


def markers_a_counter(card: Card) -> int:
    """Return the markers for which a model loses a counter (R2.1): 2, or what a trait makes of it; 0 for never.

    Of several such traits the kindest counts.

    >>> markers_a_counter(Card(name="A", edition="revised", traits=("Sturdy",)))
    3
    """
    return _markers_a_counter(card.traits)


@lru_cache(maxsize=1024)
def _markers_a_counter(traits: tuple[str, ...]) -> int:
    kinds = {parse_trait(name).key for name in traits} & MARKERS_A_COUNTER.keys()
    if not kinds:
        return 2
    return 0 if "desensitized" in kinds else max(MARKERS_A_COUNTER[kind] or 0 for kind in kinds)


def plan(given: Given, terms: Terms, attackers: Iterable[Bearer], defenders: Iterable[Bearer]) -> Situation:
    """Return the situation with the AC filled in, after checking every counter spent (R2.1, R2.2, R2.12).

    Raises BmgError for more AC, DC, MC or SC than caps and counters allow, and for what a model may not do.
    """
    ac = attack_counters(given, terms, attackers)
    check_target(given, terms, defenders)
    return replace(given.situation, ac=ac)


def attack_counters(given: Given, terms: Terms, attackers: Iterable[Bearer]) -> int:
    """Return the AC that an attack takes, after the checks of the attacker's side (see `plan`)."""
    special = _cost(attackers) + (given.situation.form != "strike")
    _check_attacker(given, terms, special)
    _check_form(given, terms)
    if given.ranged:
        return _shot(given, terms, special)
    return _strikes(given, terms, special)


def _many(count: int | None) -> str:
    return f"{count} counter" if count == 1 else f"{count} counters"


def _cost(bearers: Iterable[Bearer]) -> int:
    return sum(bearer.trait.costs_sc for bearer in bearers if bearer.trait.bought)


def _check_attacker(given: Given, terms: Terms, special: int) -> None:
    attacker, situation = given.attacker, given.situation
    markers = situation.attacker_injuries + situation.attacker_stuns
    if attacker.endurance is not None and markers and markers >= attacker.endurance:
        raise BmgError(
            f"{attacker.name} is out with {markers} markers and makes no attack; allowed: 0 to {attacker.endurance - 1}"
        )
    if special and terms.no_special:
        raise BmgError(f"{attacker.name} may spend no SC under Confusion; this takes {special}")
    cap = attacker.special + terms.attacker_special
    if special > cap:
        raise BmgError(f"{attacker.name} has Special {cap}; this takes {special} SC")
    have = counters(attacker, markers)
    if have is not None and special > have:
        raise BmgError(f"{attacker.name} has {_many(have)}; this takes {special} SC")
    if terms.collateral_luck and terms.collateral > 1 and not terms.collateral_reroll:
        raise BmgError("Luck (collateral) rerolls one die, and which of two is not modelled; leave it out here")
    if terms.aims and not terms.aims_moving and not given.stationary:
        raise BmgError(f"{given.weapon.name} has Aim: it is not shot by a model that moves, unless with Good Aim")


def _check_form(given: Given, terms: Terms) -> None:
    if given.situation.form != "strike" and terms.target_large and not terms.attacker_large:
        raise BmgError(
            f"--form {given.situation.form}: {given.target.name} is Large or Huge, and a smaller model can "
            "neither grab nor push it"
        )


def _strikes(given: Given, terms: Terms, special: int) -> int:
    attacker, asked = given.attacker, given.situation.ac
    cap = max(0, needed(attacker, "attack", "to make a melee attack") + terms.attack)
    have = counters(attacker, given.situation.attacker_injuries + given.situation.attacker_stuns)
    most = cap if have is None else min(cap, max(0, have - special))
    if asked is None:
        return most
    if asked > cap:
        raise BmgError(f"--ac {asked} is more than {attacker.name}'s Attack {cap}; allowed: 0 to {most}")
    if asked > most:
        less = f" less {special} SC" if special else ""
        raise BmgError(f"--ac {asked} is more than {attacker.name}'s {_many(have)}{less}; allowed: 0 to {most}")
    return asked


def _shot(given: Given, terms: Terms, special: int) -> int:
    attacker, asked = given.attacker, given.situation.ac
    if asked not in (None, SHOT_AC):
        raise BmgError(f"--ac {asked}: a ranged attack always costs {SHOT_AC} AC and rolls its ROF; leave it out")
    if attacker.attack is not None and attacker.attack + terms.attack < SHOT_AC:
        raise BmgError(
            f"{attacker.name} has Attack {attacker.attack + terms.attack}; a ranged attack costs {SHOT_AC} AC"
        )
    have = counters(attacker, given.situation.attacker_injuries + given.situation.attacker_stuns)
    if have is not None and have - special < SHOT_AC:
        raise BmgError(f"{attacker.name} has {_many(have)}; a ranged attack costs {SHOT_AC} AC")
    return SHOT_AC


def check_markers(given: Given) -> tuple[int, int]:
    """Return the target's Endurance and its markers; BmgError where the markers are more than it can hold."""
    target, situation = given.target, given.situation
    endurance = needed(target, "endurance", "to be a target")
    markers = situation.injuries + situation.stuns
    if markers > endurance:
        raise BmgError(
            f"--injuries and --stuns make {markers} markers; {target.name} has Endurance {endurance}, "
            f"allowed: 0 to {endurance} together"
        )
    return endurance, markers


def check_target(given: Given, terms: Terms, defenders: Iterable[Bearer]) -> None:
    """Raise BmgError for what the target may not spend, and for more markers than it holds (see `plan`)."""
    target, situation = given.target, given.situation
    special = _cost(defenders) + int(situation.crouched)
    endurance, markers = check_markers(given)
    defense = needed(target, "defense", "to be a target") + terms.target_skills + terms.defense_cap
    if situation.dc > defense:
        raise BmgError(f"--dc {situation.dc} is more than {target.name}'s Defense; allowed: 0 to {defense}")
    if situation.mc:
        _check_dodge(given, terms)
    if terms.target_no_special and special - situation.crouched:
        raise BmgError(f"{target.name} may spend no SC under Confusion; this takes {special - situation.crouched}")
    if special > target.special + terms.target_skills:
        raise BmgError(f"{target.name} has Special {target.special + terms.target_skills}; this takes {special} SC")
    spent = situation.dc + situation.mc + special
    if spent and markers >= endurance:
        raise BmgError(f"{target.name} is out with {markers} markers and has no counters; this takes {spent}")
    now = spent - situation.crouched  # it crouched in its own activation, before it lost its counters
    if now and "paralyzed" in situation.target_state:
        raise BmgError(f"{target.name} is paralyzed and has no counters; this takes {now}")
    have = counters(target, markers)
    if have is not None and spent > have:
        held = f" with {markers} markers" if markers else ""
        raise BmgError(f"{target.name} has {_many(have)}{held}; DC, MC and SC together take {spent}")


def most_dc(given: Given, terms: Terms, defenders: Iterable[Bearer]) -> int:
    """Return the most DC that the target may roll here (R2.1): what `plan` allows, 0 where it has no counters."""
    target, situation = given.target, given.situation
    markers = situation.injuries + situation.stuns
    out = markers >= needed(target, "endurance", "to be a target")
    if given.ranged or out or "paralyzed" in situation.target_state:
        return 0
    cap = needed(target, "defense", "to be a target") + terms.target_skills + terms.defense_cap
    have = counters(target, markers)
    return cap if have is None else max(0, min(cap, have - situation.mc - _cost(defenders)))


def _check_dodge(given: Given, terms: Terms) -> None:
    target, mc = given.target, given.situation.mc
    if not terms.may_dodge:
        raise BmgError(f"--mc {mc}: {target.name} has neither Dodge nor Acrobat to spend MC on")
    movement = needed(target, "movement", "to dodge") + terms.target_skills
    if mc > movement:
        raise BmgError(f"--mc {mc} is more than {target.name}'s Movement; allowed: 0 to {movement}")
