"""Every modelled trait, by key and family of editions."""

from bmg_odds.rules.traits.models import MODEL_TRAITS, UNARMED
from bmg_odds.rules.traits.trait import Trait
from bmg_odds.rules.traits.weapons import WEAPON_TRAITS

FIRST_EDITION: dict[str, Trait] = {trait.key: trait for trait in (*WEAPON_TRAITS, *MODEL_TRAITS)}

__all__ = ["FIRST_EDITION", "UNARMED", "Trait"]
