"""What is printed: cards, weapons, rosters, names. The only floor that reads card files."""

from bmg_odds.facts.card import RANGES, Card, Weapon
from bmg_odds.facts.naming import changed, parse_model
from bmg_odds.facts.roster import Roster, bundled, find_weapon
from bmg_odds.facts.trait_names import KnownTrait, TraitName, parse_trait

__all__ = [
    "RANGES",
    "Card",
    "KnownTrait",
    "Roster",
    "TraitName",
    "Weapon",
    "bundled",
    "changed",
    "find_weapon",
    "parse_model",
    "parse_trait",
]
