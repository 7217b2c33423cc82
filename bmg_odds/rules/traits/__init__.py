"""Every known trait of the first edition that has a say in an attack, by key."""

from bmg_odds.rules.traits.attackers import ATTACK_TRAITS, UNARMED
from bmg_odds.rules.traits.targets import TARGET_TRAITS
from bmg_odds.rules.traits.trait import Trait
from bmg_odds.rules.traits.weapons import WEAPON_TRAITS

FIRST_EDITION: dict[str, Trait] = {
    trait.key: trait for trait in (*WEAPON_TRAITS, *ATTACK_TRAITS, *TARGET_TRAITS)
}

__all__ = ["FIRST_EDITION", "UNARMED", "Trait"]
