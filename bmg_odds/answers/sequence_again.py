"""Asking about a sequence again: its arguments, and its answer as a document."""

from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any

from bmg_odds.answers import provenance
from bmg_odds.answers.attackers import parts
from bmg_odds.answers.embedded import card_values
from bmg_odds.answers.formats import Document
from bmg_odds.answers.tables import Rows
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.facts.naming import names_file

_USUAL = {"policy": "all", "spare": None, "lose": "spare"}
"""What is only about several attacks on one target, and how it is when nobody says a word about it."""


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


def asked(targets: Sequence[str], by: Sequence[str], *, split: bool = False, **options: Any) -> Document | Rows:
    """Return the answer of `sequence`: several attacks on one target, or with `split` one divided between several."""
    if not split:
        check_alone(targets, by)
        return document(targets[0], by, **options)
    options["by"] = by
    one = check_divided(targets, options)
    from bmg_odds.answers.split_fire import split_fire

    return split_fire(tuple(targets), one, **options)


def check_alone(targets: Sequence[str], by: Sequence[str]) -> None:
    """Raise BmgError where a sequence is not one target with attackers.

    >>> check_alone(["Joker (AC)"], ["Bob"])
    """
    if len(targets) > 1:
        raise BmgError(f"one target is attacked, not {len(targets)}; divide one attacker's dice with --split")
    if not by:
        raise BmgError('--by is missing; name each attacker, for example --by "3x Gotham Policeman"')


def check_divided(targets: Sequence[str], options: MutableMapping[str, Any]) -> str:
    """Return whose dice are divided, and take out of the options what has nothing to say about it.

    BmgError where it says something all the same, and where there is nothing to divide.

    >>> check_divided(["Bob", "Joker (AC)"], {"by": ["Batman (AC)"], "policy": "all", "spare": None, "lose": "spare"})
    'Batman (AC)'
    """
    by = options.pop("by")
    if len(by) != 1 or (len(targets) < 2 and not names_file(targets[0])):  # a crew is several
        raise BmgError(f"--split divides one attacker's dice between targets; {len(by)} attackers and {len(targets)} "
                       "targets are named, allowed: one --by and 2 to 6 targets")  # fmt: skip
    for name, usual in _USUAL.items():
        if options.pop(name, usual) != usual:
            raise BmgError(f"--{name} is about several attacks on one target; leave it out with --split")
    return str(by[0])
