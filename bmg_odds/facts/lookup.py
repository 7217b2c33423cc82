"""The two questions about cards that Python users ask: one card, or all of them."""

import os
from collections.abc import Iterable

from bmg_odds.facts.card import Card
from bmg_odds.facts.naming import parse_model
from bmg_odds.facts.roster import Roster


def roster(*paths: str | os.PathLike[str]) -> Roster:
    """Return the bundled cards and those of the files named.

    >>> len(roster().cards("revised"))
    54
    """
    return Roster.load([os.fspath(path) for path in paths])


def card(name: str, *, rules: str = "revised", roster: Iterable[str | os.PathLike[str]] = ()) -> Card:
    """Return the card that a name means, with any values changed in it; BmgError where it means none.

    >>> card("batman (ac):defense=4").defense
    4
    """
    return parse_model(name, Roster.load([os.fspath(path) for path in roster]), rules)
