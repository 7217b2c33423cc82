"""One combination of a sweep's further options, as rules and engines need it: edition, situation, changed cards."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from bmg_odds.answers import keywords
from bmg_odds.facts.card import Card
from bmg_odds.rules.edition import Edition, edition
from bmg_odds.rules.situation import Situation, check_edition

SIDES = ("attacker", "target")
CHANGED = ("willpower", "strength", "movement", "attack", "defense", "endurance", "special")
CHANGES = tuple(f"{side}_{key}" for side in SIDES for key in CHANGED)
"""Options that change a card: `attacker_attack` and so on."""


class Setting(NamedTuple):
    """What the further options of a scenario come to."""

    edition: Edition
    situation: Situation
    """Without AC and DC."""
    attacker: tuple[tuple[str, int], ...]
    target: tuple[tuple[str, int], ...]
    """What is changed on the cards."""
    kind: tuple[Any, ...]
    """Of equal kinds are settings that differ in the target's markers only, where both have some or neither has."""


def setting(rules: str, readings: Sequence[str], names: Sequence[str], values: Sequence[Any]) -> Setting:
    """Return what options come to; BmgError where they cannot stand together.

    >>> setting("revised", (), ("stuns", "target_defense"), (2, 5)).target
    (('defense', 5),)
    """
    given = dict(zip(names, values, strict=True))
    kind = tuple((name, value) for name, value in given.items() if name not in ("injuries", "stuns"))
    rules = given.pop("rules", rules)
    # A reading of the scenario counts for more than one that all scenarios share.
    named = {**keywords.readings(readings), **keywords.readings(given.pop("reading", ()))}
    changes = {
        side: tuple((name.partition("_")[2], given.pop(name)) for name in list(given) if name in CHANGES
                    and name.startswith(side) and given[name] is not None)
        for side in SIDES
    }  # fmt: skip
    found = _edition(rules, tuple(sorted(named.items())))
    situation = Situation(**keywords.situation(given))
    check_edition(situation, found.name)
    wounded = situation.injuries + situation.stuns > 0
    return Setting(found, situation, changes["attacker"], changes["target"], (*kind, wounded))


def changed(card: Card, changes: tuple[tuple[str, int], ...]) -> Card:
    """Return the card with these values.

    >>> changed(Card(name="A", edition="revised", attack=3), (("attack", 5),)).attack
    5
    """
    numbers: dict[str, Any] = dict(changes)
    return replace(card, **numbers) if numbers else card


@lru_cache(maxsize=1024)
def _edition(rules: str, readings: tuple[tuple[str, str], ...]) -> Edition:
    return edition(rules, dict(readings))
