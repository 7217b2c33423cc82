"""What your dice will do in the Batman Miniature Game, counted exactly and rolled by the million.

>>> import bmg_odds as bmg
>>> outcome = bmg.attack("attack=5,strength=3,damage=SS", "defense=3,endurance=4", dc=1)
>>> f"{outcome.chance.ko:.2%}"
'65.93%'
"""

from typing import TYPE_CHECKING, Any

from bmg_odds._version import __version__
from bmg_odds.errors import BmgError

if TYPE_CHECKING:
    from bmg_odds.answers.ask import attack, simulate
    from bmg_odds.answers.duel import duel
    from bmg_odds.answers.outcome import Outcome
    from bmg_odds.answers.roll import roll
    from bmg_odds.answers.sequence import sequence
    from bmg_odds.answers.solve import solve
    from bmg_odds.facts.card import Card, Weapon
    from bmg_odds.facts.lookup import card, roster
    from bmg_odds.facts.roster import Roster

__all__ = [
    "BmgError",
    "Card",
    "Outcome",
    "Roster",
    "Weapon",
    "__version__",
    "attack",
    "card",
    "duel",
    "roll",
    "roster",
    "sequence",
    "simulate",
    "solve",
]

_HOMES = {
    "attack": "bmg_odds.answers.ask",
    "simulate": "bmg_odds.answers.ask",
    "sequence": "bmg_odds.answers.sequence",
    "roll": "bmg_odds.answers.roll",
    "duel": "bmg_odds.answers.duel",
    "solve": "bmg_odds.answers.solve",
    "Outcome": "bmg_odds.answers.outcome",
    "Card": "bmg_odds.facts.card",
    "Weapon": "bmg_odds.facts.card",
    "Roster": "bmg_odds.facts.roster",
    "card": "bmg_odds.facts.lookup",
    "roster": "bmg_odds.facts.lookup",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used: importing the package costs next to nothing (DESIGN 8)."""
    if name not in _HOMES:
        raise AttributeError(f"module 'bmg_odds' has no attribute '{name}'")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
