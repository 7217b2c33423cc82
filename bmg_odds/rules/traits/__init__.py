"""Every known trait that has a say in an attack, by key and family of editions."""

from bmg_odds.rules.traits.attackers import ATTACK_TRAITS, UNARMED
from bmg_odds.rules.traits.targets import TARGET_TRAITS
from bmg_odds.rules.traits.trait import Trait
from bmg_odds.rules.traits.weapons import WEAPON_TRAITS

FIRST_EDITION: dict[str, Trait] = {trait.key: trait for trait in (*WEAPON_TRAITS, *ATTACK_TRAITS, *TARGET_TRAITS)}


def known_in(edition: str) -> dict[str, Trait]:
    """Return the traits that an edition knows, by key.

    >>> known_in("2012") is FIRST_EDITION, known_in("third")["handy"].stage
    (True, 'attack')
    """
    if edition != "third":
        return FIRST_EDITION
    from bmg_odds.rules.traits.third import THIRD_EDITION

    return THIRD_EDITION


__all__ = ["FIRST_EDITION", "UNARMED", "Trait", "known_in"]
