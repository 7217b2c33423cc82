"""Rankings: who hits hardest and who stands longest, over the roster, absolute or for their price."""

import math
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from bmg_odds.answers.dice import Dice, Progress, worst
from bmg_odds.answers.many import CERTAIN, check_figure, circumstances, header, refuse_third
from bmg_odds.answers.numbers import figure_words
from bmg_odds.answers.provenance import arguments
from bmg_odds.answers.rank_blows import Blow, each_once, every_blow, roll, share, those_that_count
from bmg_odds.answers.tables import Rows
from bmg_odds.answers.whole_roster import figure_values, whole_roster
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import RANKS, Card
from bmg_odds.facts.crew import Model, with_crews
from bmg_odds.facts.naming import parse_model
from bmg_odds.facts.roster import Roster
from bmg_odds.rules.edition import edition
from bmg_odds.rules.question import Resolved
from bmg_odds.rules.situation import Situation, check_edition

__all__ = ["COLUMNS", "PER", "SIDES", "rank", "whole_roster"]

COLUMNS = ("place", "name", "weapon", "figure", "value")
SIDES = ("attackers", "defenders")
PER = ("reputation", "funding", "ac")
_LISTS = ("use", "target_use", "cover", "reroll", "attacker_state", "target_state")


def rank(
    side: str,
    *,
    against: Model | Sequence[Model] = ("all",),
    crew: Model | Sequence[Model] = (),
    only: Iterable[str] = (),
    figure: str = "markers",
    per: str | None = None,
    rules: str = "revised",
    reading: Any = (),
    roster: Any = (),
    as_edition: bool = False,
    engine: str = "exact",
    trials: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    target_error: float | None = None,
    progress: Progress | None = None,
    **situation: Any,
) -> Rows:
    """Return the cards of an edition in order of a figure: the mean over `against`, cards or `all` (themselves too).

    `against` may name crew files (`crew.with_crews`): each member weighs in the mean as often as it stands in its
    crew, and so does a Card given several times. `crew`, one or several such files or Cards, ranks its members
    instead, each once: rows have their `count`, and the header the mean of all those ranked, with counts.

    - `attackers`: the highest first, each with the one weapon that does best over all targets.
    - `defenders`: the lowest first; each attacker strikes each of them with the weapon that does best there.

    `per` divides by what the attacker costs: `reputation`, `funding`, or the `ac` it spends. A defender's figure
    is divided by the attackers' AC, but multiplied by its own price: what an attack costs its side, as more is
    worse. `only` are ranks. AC as in `attack`; an `ac` or a `dc` in the situation is spent as far as each card can.
    Options that go with one kind of weapon only apply to that kind. With `engine="mc"` the weapons are chosen
    exactly and the chosen attacks rolled. What cannot be ranked is named in `left_out`.

    >>> rows = rank("attackers", against="Joker (AC)", only=["Leader"]).rows
    >>> rows[0]["place"], rows[0]["value"] >= rows[1]["value"]
    (1, True)
    """
    _check(side, per, rules)
    check_figure(figure)
    dice = Dice.of(engine, trials, seed, threads, target_error)
    found = edition(rules, reading)
    cards = Roster.load(roster if isinstance(roster, Roster) else [os.fspath(path) for path in roster])
    given = _listed(against, cards, rules, as_edition) or ["all"]
    every = any(isinstance(name, str) and name.strip().lower() == "all" for name in given)
    times = Counter(cards.cards(rules) if every else _cards(given, cards, rules, as_edition))
    others = list(times)
    members = _listed(crew, cards, rules, as_edition)
    counts = Counter(_cards(members, cards, rules, as_edition)) if members else Counter(cards.cards(rules))
    wanted = [_rank(name) for name in only]
    left_out: list[dict[str, str]] = []
    subjects = _subjects(counts, wanted, per, side, left_out)
    asked = _situation(situation)
    check_edition(asked, rules)
    blows = every_blow(found, side, subjects, others, asked, left_out, None if dice.trials else progress)
    if not blows:
        raise BmgError(left_out[0]["reason"] if left_out else "no card is left to rank")
    values = figure_values([one.resolved for one in blows], figure)
    blows = [
        replace(one, value=value, weight=times[others[one.other]]) for one, value in zip(blows, values, strict=True)
    ]
    chosen = those_that_count(side, blows, per)
    idle: list[dict[str, str]] = []

    def work(dice: Dice) -> list[dict[str, Any]]:
        idle.clear()
        struck = roll(chosen, figure, dice, progress) if dice.trials else chosen
        return _rows(side, subjects, others, struck, figure, per, idle, counts if members else None)

    dice, rows = dice.settled(work, worst)
    left_out += idle
    shown = [blow for group in chosen.values() for blow in group]
    names = "all" if every else _names(times)
    more: dict[str, Any] = {
        "side": side,
        "against": names,
        "only": wanted,
        "per": per,
        "unit": _unit(side, figure, per),
        "cards": len(rows),
        "others": sum(times[others[place]] for place in {blow.other for blow in shown}),
    }
    if members:
        ranked = sum(row["count"] for row in rows)
        more["crew"], more["crew_ranked"] = _names(counts), ranked
        more["crew_mean"] = math.fsum(row["count"] * row["value"] for row in rows) / ranked if ranked else None
    few = each_once(shown)
    sentence = _sentence(side, more["unit"], "every card" if every else ", ".join(names), few[0], bool(members))
    fields = header(few, sentence=sentence, figure=figure, dice=dice, more=more,
                    missed=dice.missed(rows))  # fmt: skip
    positional = {"against": given} | ({"crew": members} if members else {})
    options = situation | {
        "side": side, "only": wanted, "figure": figure, "per": per, "rules": rules, "reading": reading,
        "roster": roster, "as_edition": as_edition,
    }  # fmt: skip
    fields["arguments"] = arguments(
        "rank", positional, options | dice.asked(), cards=() if members and not every else cards.cards(rules)
    )
    return Rows("rank", COLUMNS, tuple(rows), fields, tuple(left_out))


def _check(side: str, per: str | None, rules: str) -> None:
    if side not in SIDES:
        raise BmgError(f"rank {side} is not known; allowed: {', '.join(SIDES)}")
    if per is not None and per not in PER:
        raise BmgError(f"--per {per} is not known; allowed: {', '.join(PER)}")
    if per == "ac":
        refuse_third(rules, "--per ac", "rank per reputation or funding")


def _listed(given: Model | Sequence[Model], cards: Roster, rules: str, as_edition: bool) -> list[str | Card]:
    """Return models as a list, crews taken apart; a text that is given again says nothing new, a Card does."""
    many = [given] if isinstance(given, (str, Card, os.PathLike)) else list(given)
    once = [one for place, one in enumerate(many) if isinstance(one, Card) or one not in many[:place]]
    return with_crews(once, cards, rules, as_edition=as_edition)


def _cards(given: Iterable[str | Card], cards: Roster, rules: str, as_edition: bool) -> list[Card]:
    return [one if isinstance(one, Card) else parse_model(one, cards, rules, as_edition=as_edition) for one in given]


def _names(times: Counter[Card]) -> list[str]:
    return [card.name if count == 1 else f"{count}x {card.name}" for card, count in times.items()]


def _rank(name: str) -> str:
    known = {rank.lower(): rank for rank in RANKS}
    if name.strip().lower() not in known:
        raise BmgError(f"--only {name} is no rank; allowed: {', '.join(RANKS)}")
    return known[name.strip().lower()]


def _situation(given: dict[str, Any]) -> Situation:
    lists = {name: given.get(name, ()) for name in _LISTS}
    return Situation(**given | {name: (one,) if isinstance(one, str) else tuple(one) for name, one in lists.items()})


def _subjects(
    cards: Iterable[Card], only: list[str], per: str | None, side: str, left_out: list[dict[str, str]]
) -> list[Card]:
    found = []
    for card in cards:
        if only and not card.ranks:
            left_out.append({"name": card.name, "reason": "its rank is not known"})
        elif only and not set(only) & set(card.ranks):
            continue
        elif per in ("reputation", "funding") and getattr(card, per) is None:
            left_out.append({"name": card.name, "reason": f"its {per} is not known"})
        elif per in ("reputation", "funding") and not getattr(card, per) and side == "attackers":
            left_out.append({"name": card.name, "reason": f"it costs no {per}: nothing to divide by"})
        else:
            found.append(card)
    return found


def _rows(
    side: str, subjects: list[Card], others: list[Card], chosen: dict[int, list[Blow]], figure: str, per: str | None,
    left_out: list[dict[str, str]], counts: Counter[Card] | None,
) -> list[dict[str, Any]]:  # fmt: skip
    rows: list[dict[str, Any]] = []
    for one, group in chosen.items():
        card = subjects[one]
        if per == "ac" and not all(blow.ac for blow in group):
            left_out.append({"name": card.name, "reason": "no AC are spent: nothing to divide by"})
            continue
        weight = sum(blow.weight for blow in group)
        price = float(getattr(card, per)) if per in ("reputation", "funding") else 1.0

        def priced(value: float, price: float = price) -> float:
            return value / price if side == "attackers" else value * price

        weapons = {others[blow.other].name: blow.weapon for blow in group}
        row: dict[str, Any] = {
            "name": card.name,
            "weapon": group[0].weapon if side == "attackers" or len(group) == 1 else None,
            "figure": figure,
            "value": priced(math.fsum(blow.weight * share(blow, per) for blow in group) / weight),
            "mean": math.fsum(blow.weight * blow.value for blow in group) / weight,
            "ac": math.fsum(blow.weight * blow.ac for blow in group) / weight,
            "rank": card.rank,
            "reputation": card.reputation,
            "funding": card.funding,
        }
        errors = [
            blow.weight * blow.error / (blow.ac if per == "ac" else 1) for blow in group if blow.error is not None
        ]
        if errors:
            row["standard_error"] = priced(math.hypot(*errors) / weight)
        if counts is not None:
            row["count"] = counts[card]
        if side == "defenders" and len(group) > 1:
            row["weapons"] = weapons
        rows.append(row)
    rows.sort(key=lambda row: (round(row["value"] if side == "defenders" else -row["value"], 12), row["name"]))
    place, last = 0, math.nan
    for count, row in enumerate(rows, start=1):
        if not abs(row["value"] - last) <= CERTAIN:
            place, last = count, row["value"]
        row["place"] = place
    return [{"place": row.pop("place"), **row} for row in rows]


def _unit(side: str, figure: str, per: str | None) -> str:
    words = figure_words(figure)
    if per is None:
        return words
    if per == "ac":
        return f"{words} per AC"
    return f"{words} per point of {per}" if side == "attackers" else f"{words} times {per}"


def _sentence(side: str, unit: str, others: str, first: Resolved, crew: bool) -> str:
    who, how, order = {
        "attackers": ("Attackers", "against", "highest first"),
        "defenders": ("Defenders", "attacked by", "lowest first"),
    }[side]
    mean = "" if unit.startswith("mean") else "mean "
    edition = first.question.edition.name
    who += " of the crew" * crew
    return f"{who} by {mean}{unit}, {how} {others}{circumstances(first)}, {order} ({edition} rules)."
