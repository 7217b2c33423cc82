"""Which weapon an attack is made with (R2.2, R2.8, R2.12)."""

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.facts.naming import changed
from bmg_odds.facts.roster import find_weapon
from bmg_odds.facts.trait_names import parse_trait
from bmg_odds.rules.edition import Edition
from bmg_odds.rules.situation import Situation
from bmg_odds.rules.traits import UNARMED

BARE_HANDS = Weapon(name="unarmed", damage="S", traits=("Unarmed",))
"""What every model can do without a weapon: 1 Stun (R2.8)."""


def is_unarmed(weapon: Weapon) -> bool:
    """Whether this is an unarmed profile: bare hands, or a weapon row with the trait Unarmed.

    >>> is_unarmed(BARE_HANDS)
    True
    """
    return any(parse_trait(name).key == "unarmed" for name in weapon.traits)


def unarmed_profile(card: Card, edition: str = "revised") -> Weapon:
    """Return the card's own unarmed profile: its row with the trait Unarmed, what a trait gives, or 1 Stun.

    Of several traits the one with the most markers counts, of equal ones the one with more Injuries.

    >>> unarmed_profile(Card(name="A", edition="revised", traits=("Claws",))).damage
    'BS'
    """
    for weapon in card.weapons:
        if is_unarmed(weapon):
            return weapon
    given = [UNARMED[key] for name in card.traits if (key := parse_trait(name).key) in UNARMED]
    if not given:
        return BARE_HANDS
    name, damage = max(given, key=lambda profile: (len(profile[1]), profile[1].count("B")))
    # From the second edition on Retractable Claws are Sharp too (TRAITS 2.2).
    sharp = ("Sharp",) if name == "Retractable Claws" and edition == "third" else ()
    return Weapon(name=name, damage=damage, traits=("Unarmed", *sharp))


def choose_weapon(card: Card, name: str | None, edition: Edition, situation: Situation) -> Weapon:
    """Return the weapon of the attack, with the changes that the model's name asked for.

    Default: the first melee weapon with damage; else the card's own unarmed profile; else the first ranged
    weapon with damage; else bare hands. A grab is unarmed (R2.12, reading grab_damage).

    >>> from bmg_odds.rules.edition import EDITIONS
    >>> choose_weapon(Card(name="A", edition="revised"), None, EDITIONS["revised"], Situation()).damage
    'S'
    """
    weapon = _choose(card, name, edition, situation)
    if weapon.damage is None:
        raise BmgError(f"{card.name} needs a value for damage; add damage=BS (B Injury, S Stun), or damage= for none")
    return weapon


def _choose(card: Card, name: str | None, edition: Edition, situation: Situation) -> Weapon:
    if situation.form == "grab":
        return changed(_grabbing(card, name, edition), card)
    if name is not None:
        own = unarmed_profile(card, edition.name)
        asks_own = _asks_unarmed(name, card) or (name.strip().lower() == own.name.lower() and own not in card.weapons)
        return changed(own if asks_own else find_weapon(card, name), card)
    if card.typed and card.weapons:
        return card.weapons[0]
    for weapon in card.weapons:
        if weapon.damage and not weapon.ranged:
            return changed(weapon, card)
    own = unarmed_profile(card, edition.name)
    if own is not BARE_HANDS:
        return changed(own, card)
    for weapon in card.weapons:
        if weapon.damage:
            return changed(weapon, card)
    return changed(own, card)


def melee_weapon(card: Card) -> str:
    """Return the name of the weapon a model strikes back with: its first melee weapon with damage, or unarmed.

    >>> melee_weapon(Card(name="A", edition="revised"))
    'unarmed'
    """
    for weapon in card.weapons:
        if weapon.damage and not weapon.ranged and not is_unarmed(weapon):
            return weapon.name
    return "unarmed"


def _asks_unarmed(name: str, card: Card) -> bool:
    return name.strip().lower() == "unarmed" and not any(w.name.lower() == "unarmed" for w in card.weapons)


def _grabbing(card: Card, name: str | None, edition: Edition) -> Weapon:
    own = unarmed_profile(card)
    if name is not None and not _asks_unarmed(name, card) and not is_unarmed(find_weapon(card, name)):
        raise BmgError(f"a grab is an unarmed attack (R2.12); allowed: {own.name}, not '{name}'")
    return BARE_HANDS if edition["grab_damage"] == "basic" else own
