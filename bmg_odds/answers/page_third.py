"""The records of a page of the third edition: the same pools and grids, with Efforts in the place of counters."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from bmg_odds.answers.page_records import Pools, bought
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.rules.awarding import SCRATCHES
from bmg_odds.rules.bearers import attacking, defending, hear
from bmg_odds.rules.clash import CLASH_FIELDS, Clash
from bmg_odds.rules.clash_fold import ClashHarm
from bmg_odds.rules.clash_resolve import MOST_EFFORTS, most_efforts
from bmg_odds.rules.clash_terms import ClashTerms
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.record import SAVE_BITS, unpack
from bmg_odds.rules.resolve import resolve

STRIKE_FIELDS = CLASH_FIELDS[1:]
"""What a law has of a clash in one part: all but the attack dice, which every Effort changes."""
HARM_FIELDS = (
    "injuries", "stuns", "scratch", "critical_injuries", "critical_stuns", "critical_casualty", "critical_downs",
    "down_on_impact", "down_on_damage", "limited", "stuns_ignored", "hardened", "endurance",
)  # fmt: skip
PARTS = ("clash", "dice", "harm", "effects", "notes")
WOUNDS: tuple[dict[str, int], ...] = ({}, {"stuns": 1}, {"injuries": 1})
EFFORTS = range(MOST_EFFORTS + 1)
FLAGS = {False: ("down",), True: ("down", "moved", "beyond_range")}
"""Positions by whether the weapon is ranged."""


def efforts_held(target: Card) -> list[int]:
    """Return a target's most Efforts for each number of markers on it (R7.1).

    >>> efforts_held(Card(name="A", edition="third", endurance=4))
    [3, 3, 2, 1, 0]
    """
    return [most_efforts(target, markers) for markers in range((target.endurance or 0) + 1)]


def clash_pair(question: Question, pools: Pools) -> list[int]:
    """Return one weapon against one target, every choice resolved; BmgError where it cannot be asked at all.

    The entry is that of `page_records.pair`; its grid has the order of `clash_choices`.
    """
    resolve(question)
    given, _, _ = hear(question, ClashTerms())
    uses = ["", *bought(attacking(given), ranged=given.ranged)]
    target_uses = ["", *bought(defending(given), ranged=given.ranged)]
    wounds = _wounds(question, uses, target_uses)
    found = []
    for choice in clash_choices(uses, target_uses, wounds, ranged=given.ranged):
        asked = replace(question, situation=replace(question.situation, **choice))
        try:
            found.append(_law(resolve(asked), pools))
        except BmgError as error:
            found.append(-1 - pools.number("texts", " ".join(str(error).split())))
    return [
        pools.number("lists", uses),
        pools.number("lists", target_uses),
        pools.number("lists", [0] * len(target_uses)),
        len(wounds) - 1,
        pools.number("grids", found),
    ]


def clash_choices(
    uses: Sequence[str], target_uses: Sequence[str], wounds: Sequence[dict[str, int]], *, ranged: bool
) -> Iterator[dict[str, Any]]:
    """Yield the choices of one weapon as changes of the situation, the last one fastest.

    >>> len(list(clash_choices([""], [""], WOUNDS[:1], ranged=False)))
    32
    """
    flags = [dict(zip(FLAGS[ranged], row, strict=True)) for row in product((False, True), repeat=len(FLAGS[ranged]))]
    for use, target_use, wound, around, mine, theirs in product(uses, target_uses, wounds, flags, EFFORTS, EFFORTS):
        used = {"use": (use,) if use else (), "target_use": (target_use,) if target_use else ()}
        yield used | wound | around | {"attacker_efforts": mine, "target_efforts": theirs}


def _wounds(question: Question, uses: Sequence[str], target_uses: Sequence[str]) -> Sequence[dict[str, int]]:
    """Return the markers to resolve with: none, and one Stun or Injury where some trait looks at them."""
    for use, target_use in product(uses, target_uses):
        used: dict[str, Any] = {
            "use": (use,) if use else (), "target_use": (target_use,) if target_use else (),
        }  # fmt: skip
        heard = []
        for wound in WOUNDS:
            asked = replace(question, situation=replace(question.situation, **(used | wound)))
            terms = ClashTerms()
            hear(asked, terms)
            heard.append(terms)
        if not heard[0] == heard[1] == heard[2]:
            return WOUNDS
    return WOUNDS[:1]


def _law(resolved: Resolved, pools: Pools) -> int:
    strike, harm = resolved.strike, resolved.harm
    assert isinstance(strike, Clash)
    assert isinstance(harm, ClashHarm)
    fields = strike._asdict() | {"saves": unpack(strike.saves, SAVE_BITS)}
    row = [
        harm.injuries, harm.stuns, SCRATCHES.index(harm.scratch), harm.critical_injuries, harm.critical_stuns,
        int(harm.critical_casualty), int(harm.critical_downs), int("impact" in harm.knock_down_on),
        int("damage" in harm.knock_down_on), int(harm.limited), harm.stuns_ignored, int(harm.hardened), harm.endurance,
    ]  # fmt: skip
    return pools.number(
        "laws",
        [
            pools.number("clash", [fields[name] for name in STRIKE_FIELDS]),
            strike.dice,
            pools.number("harm", row),
            pools.number("effects", [list(effect) for effect in resolved.effects]),
            pools.number("notes", [pools.number("texts", note) for note in resolved.notes]),
        ],
    )
