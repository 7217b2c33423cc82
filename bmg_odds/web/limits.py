"""How much may be asked: what would take too long is refused before any work, with what is allowed instead."""

import os
import re
from collections.abc import Mapping, Sized
from dataclasses import dataclass
from typing import Any

from bmg_odds.errors import BmgError
from bmg_odds.facts.roster import Roster
from bmg_odds.web.asked import Asked

MOST_BODY = 256 * 1024
MOST_QUERY = 8 * 1024
MOST_HEADERS = 16 * 1024
MOST_CARDS = 500
"""Of one visitor."""
MOST_NAMES, MOST_LETTERS = 100, 120
"""Traits and weapons of one of those cards, and letters of each name."""

MOST_LISTED = 20
"""Values of one repeatable parameter."""
LISTED = {"targets": 12, "weapons": 12, "by": 30, "against": 60, "reading": 40}
"""Where it is another number."""

TRIALS = {"attack": 10_000_000, "roll": 10_000_000, "rank": 100_000}
MANY_TRIALS = 1_000_000
"""Of each attack, where the question has several."""
USUAL_TRIALS = 1_000_000
LIGHT_TRIALS = 1_000_000

ROUNDS = {"solve": 10, "duel": 20}
MOST_PAIRS = 12_000
"""Pairs of cards in a ranking."""
LIGHT_BLOWS = 4
"""Attacks in a row that are worked out at once."""

_TIMES = re.compile(r"\s*([0-9]{1,4})\s*[x×*]\s+")


class TooMuch(BmgError):
    """A question that could be answered, and would take too long here."""


@dataclass(frozen=True, slots=True)
class Price:
    """What a question costs: whether it goes into the slow lane, and the values it is asked with here."""

    heavy: bool
    values: Mapping[str, Any]


def price(asked: Asked, roster: Roster) -> Price:
    """Return what a question costs; TooMuch says what is too much of what, and what is allowed.

    >>> from bmg_odds.answers.asking.commands import COMMANDS
    >>> from bmg_odds.facts.roster import bundled
    >>> price(Asked(COMMANDS["duel"], {"a": "Bob", "b": "Bane (AC)"}), bundled()).heavy
    True
    """
    command, values = asked.command, dict(asked.values)
    for name, value in values.items():
        times = len(value) if isinstance(value, tuple) else 1
        if times > LISTED.get(name, MOST_LISTED):
            raise TooMuch(f"{name} is given {times} times; allowed here: {LISTED.get(name, MOST_LISTED)}")
    longest = ROUNDS.get(command.name)
    if longest is not None and values.get("rounds", 1) > longest:
        raise TooMuch(f"--rounds {values['rounds']}: too long a fight for the page; allowed here: 1 to {longest}")
    heavy = command.name in ("duel", "solve", "rank")
    if command.name == "rank":
        _check_pairs(values, roster)
    if command.name == "sequence":
        heavy = values.get("policy") == "optimal" or sum(map(_times, values.get("by", ()))) > LIGHT_BLOWS
    if command.name in ("curve", "split"):
        heavy = bool(values.get("own")) or _many(values, "targets") * _many(values, "weapons") > LIGHT_BLOWS
    if values.get("engine") == "mc" and command.about("trials"):
        heavy = _check_trials(command.group, values) > LIGHT_TRIALS or heavy or command.name != "attack"
    cores = os.cpu_count() or 1
    if values.get("threads") is not None:
        values["threads"] = min(values["threads"], cores)
    return Price(heavy, values)


def _check_trials(group: str, values: dict[str, Any]) -> int:
    """Return how often at most a question is rolled, and see to it that it is not more."""
    most = TRIALS.get(group, MANY_TRIALS)
    if values.get("target_error") is not None and values.get("trials") is None:
        values["trials"] = most
    trials = int(values.get("trials") or USUAL_TRIALS)
    if trials > most:
        told = f"--trials {trials:_}" if values.get("trials") else f"--trials is {USUAL_TRIALS:_} unless given"
        raise TooMuch(f"{told}: too many for the page; allowed here: 1 to {most:_}")
    return trials


def _check_pairs(values: Mapping[str, Any], roster: Roster) -> None:
    rules = values.get("rules", "revised")
    cards = len(roster.cards(rules))
    against = values.get("against", ())
    every = not against or any(name.strip().lower() == "all" for name in against)
    pairs = cards * (cards if every else len(against))
    if pairs > MOST_PAIRS:
        raise TooMuch(f"rank: {pairs:_} pairs of cards; allowed here: {MOST_PAIRS:_}; name fewer with --against")


def _times(text: str) -> int:
    found = _TIMES.match(text)
    return int(found[1]) if found else 1


def _many(values: Mapping[str, Any], name: str) -> int:
    given = values.get(name)
    if name == "weapons" and given and any(each.lower() == "all" for each in given):
        return LIGHT_BLOWS
    return max(1, len(given)) if isinstance(given, Sized) else 1
