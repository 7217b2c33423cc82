"""A grid: from lists of options to every combination of them."""

from collections.abc import Mapping
from typing import Any

from bmg_odds.answers.sweep_file import Given
from bmg_odds.answers.sweep_models import Models, shoots, weapons
from bmg_odds.answers.sweep_plan import SLOTS, Grid, Member
from bmg_odds.answers.sweep_values import EVERY, flag, read
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.facts.values import family
from bmg_odds.facts.words import listing, nearest, show
from bmg_odds.rules.edition import edition

MOST_SCENARIOS = 10**11
"""Scenarios of one grid beyond which it can only be a slip."""


def grid(given: Given, models: tuple[Models, Models], rules: str, readings: Mapping[str, str]) -> Grid:
    """Return a grid of lists as written; BmgError names the file and line of what is wrong in it."""
    editions = editions_of(given, rules)
    lists = {name: values_of(given, name, editions) for name in given.values if name != "rules"}
    if "rules" in given.values:
        lists["rules"] = editions
        for name in editions:
            edition(name, dict(readings))
    for side in ("attacker", "target"):
        if side not in lists:
            where = given.place or "--over: "
            raise BmgError(f"{where}{side} is missing: who {'attacks' if side == 'attacker' else 'is attacked'}")
    attackers = _members(given, "attacker", lists.pop("attacker"), models[0], editions[0])
    targets = _members(given, "target", lists.pop("target"), models[1], editions[0])
    asked = lists.pop("weapon", (None,))
    _check_weapons(given, asked, attackers, editions[0])
    pairs = tuple((member, weapon) for member in attackers for weapon in weapons(member.card, asked))
    acs, dcs = _counters(given, lists, third=editions[0] == "third")
    names = tuple(lists)
    widths = tuple(_width(member.card, weapon, acs, lists, editions[0]) for member, weapon in pairs)
    heights = tuple(_reach(member.card, "defense", lists, "target") if dcs is None else len(dcs) for member in targets)
    if dcs is not None and acs is None:
        widths = tuple(width or 1 for width in widths)
    found = Grid(pairs, targets, names, tuple(lists[name] for name in names), acs, dcs, widths, heights)
    if found.size > MOST_SCENARIOS:
        raise BmgError(f"{given.place}about {found.size:,} scenarios; allowed: at most {MOST_SCENARIOS:,}")
    return found


def editions_of(given: Given, rules: str) -> tuple[str, ...]:
    """Return the editions of a table; BmgError where their cards differ."""
    if "rules" not in given.values:
        return (rules,)
    found = values_of(given, "rules", ())
    if len({family(name) for name in found}) > 1:
        raise BmgError(f"{given.at('rules')}rules: {' and '.join(found)} do not share their cards; write two grids")
    return found


def values_of(given: Given, name: str, editions: tuple[str, ...]) -> tuple[Any, ...]:
    """Return the values of one option of a table."""
    try:
        return read(name, given.values[name], rules=editions)
    except BmgError as error:
        raise BmgError(given.at(name) + str(error)) from None


def _members(given: Given, side: str, written: tuple[Any, ...], models: Models, rules: str) -> tuple[Member, ...]:
    found: dict[Card, None] = {}
    for one in written:
        try:
            found |= dict.fromkeys(models.add(one, rules))
        except BmgError as error:
            raise BmgError(f"{given.at(side)}{error}") from None
    return tuple(models.members[card] for card in found)


def _check_weapons(given: Given, asked: tuple[Any, ...], attackers: tuple[Member, ...], rules: str) -> None:
    found = edition(rules)
    for weapon in asked:
        if weapon in (None, EVERY) or any(shoots(one.card, weapon, found) is not None for one in attackers):
            continue
        names = list(dict.fromkeys(each.name for one in attackers for each in one.card.weapons))
        near = f"; nearest: {listing(nearest(weapon, names))}" if names else ""
        raise BmgError(f"{given.at('weapon')}weapon = {show(weapon)}: no attacker here has it{near}")


def _counters(
    given: Given, lists: dict[str, tuple[Any, ...]], *, third: bool
) -> tuple[tuple[int | None, ...] | None, tuple[int, ...] | None]:
    found: list[Any] = []
    for name, usual in (("ac", (None,)), ("dc", (0,))):
        values: Any = lists.pop(name, usual)
        if len(values) > SLOTS:
            raise BmgError(f"{given.at(name)}{flag(name)}: {len(values)} values; allowed: at most {SLOTS}, or all")
        if EVERY in values:
            values = usual if third else None
        found.append(values)
    return found[0], found[1]


def _width(
    card: Card, weapon: str | None, acs: tuple[int | None, ...] | None, lists: Mapping[str, tuple[Any, ...]], rules: str
) -> int:
    """About how many AC an attacker has; 0 for one that shoots and is asked for all of them."""
    if acs is not None:
        return len(acs)
    return 0 if shoots(card, weapon, edition(rules)) is not False else _reach(card, "attack", lists, "attacker")


def _reach(card: Card, key: str, lists: Mapping[str, tuple[Any, ...]], side: str) -> int:
    """About how many numbers of counters a characteristic and Willpower allow, none among them."""
    most = max((value for value in lists.get(f"{side}_{key}", ()) if value is not None), default=getattr(card, key))
    have = max(lists.get(f"{side}_willpower", ()), default=card.willpower)
    if most is None:
        return 1
    return 1 + int(most if have is None else min(most, have))
