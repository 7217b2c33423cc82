"""What a model's recovery at the end of a round needs (R3, TRAITS 2.3)."""

from bmg_odds.facts.card import Card
from bmg_odds.facts.trait_names import parse_trait
from bmg_odds.rules.record import faces_from

RECOVERY = 4
"""Least face of a recovery die that takes a marker off (R3)."""


def recovery_faces(card: Card) -> int:
    """Return the faces of a recovery die that take a marker off: 4+, 3+ with Cybernetic, none for a Bot, which
    never recovers and never wakes.

    >>> recovery_faces(Card(name="A", edition="revised", traits=("Cybernetic",))) == faces_from(3)
    True
    """
    keys = {parse_trait(name).key for name in card.traits}
    return 0 if "bot" in keys else faces_from(RECOVERY - ("cybernetic" in keys))
