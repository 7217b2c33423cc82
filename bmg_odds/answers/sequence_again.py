"""Asking about a sequence again: its arguments, and its answer as a document."""

from collections.abc import Mapping, Sequence
from typing import Any

from bmg_odds.answers import provenance
from bmg_odds.answers.attackers import parts
from bmg_odds.answers.embedded import card_values
from bmg_odds.answers.formats import Document
from bmg_odds.facts.card import Card


def arguments(target: str | Card, by: Sequence[str | Card], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what it takes to ask about a sequence again (`provenance.arguments`).

    >>> found = arguments("Joker (AC)", ["2x Bob//1"], {})
    >>> found["models"]["by"], [card["name"] for card in found["cards"]]
    (['2x Bob//1'], ['Joker (AC)', 'Bob'])
    """
    names = [one if isinstance(one, Card) else parts(one)[1] for one in by]
    found = provenance.arguments("sequence", {"target": target, "by": names}, options)
    found["models"]["by"] = [card_values(one) if isinstance(one, Card) else one for one in by]
    return found


def document(target: Any, by: Any, **options: Any) -> Document:
    """Return the answer of `sequence` as a document."""
    from bmg_odds.answers.sequence import sequence
    from bmg_odds.answers.sequence_shown import sequence_document

    return sequence_document(sequence(target, by, **options).record())
