"""Curves: one figure of an attack as a characteristic or the counters go up, for several weapons or targets."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bmg_odds.answers.ask import cards_of, question
from bmg_odds.answers.dice import Dice, Progress, worst
from bmg_odds.answers.many import (
    check_figure,
    circumstances,
    fitting,
    header,
    reason,
    refuse_third,
    try_resolve,
    weapon_names,
    weapon_of,
)
from bmg_odds.answers.numbers import figure_words
from bmg_odds.answers.provenance import arguments
from bmg_odds.answers.record import card_record, weapon_record
from bmg_odds.answers.tables import Rows
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import RANGES, Card
from bmg_odds.facts.crew import Model, with_crews
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.splits import splits

COLUMNS = ("x", "attacker", "weapon", "target", "figure", "value", "standard_error")
SPANS = {"attack": (1, 7), "defense": (1, 7), "strength": (1, 7), "endurance": (1, 12), "willpower": (1, 10)}
"""Where a curve runs unless told: what cards print, and on to where more changes nothing (7+ is a natural 6)."""
OVER = ("ac", "dc", *SPANS)
COUNTERS = ("ac", "dc")
_OF_TARGET = ("defense", "endurance")
AXIS = {
    "ac": "attack counters",
    "dc": "defence counters of the target",
    "attack": "Attack of the attacker",
    "strength": "Strength of the attacker",
    "willpower": "Willpower of the attacker",
    "defense": "Defense of the target",
    "endurance": "Endurance of the target",
}
"""What x is, in words."""


@dataclass(frozen=True)
class _Series:
    """One line of the chart: an attacker with a weapon against a target."""

    attacker: str
    weapon: str
    target: str
    question: Question


def curve(
    attacker: str | Card,
    targets: Model | Sequence[Model],
    *,
    over: str,
    weapons: Iterable[str] = (),
    figure: str = "out",
    least: int | None = None,
    most: int | None = None,
    engine: str = "exact",
    trials: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    target_error: float | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Rows:
    """Return a figure over a counter or a characteristic, a series for each weapon and target.

    `over` is one of OVER: `attack`, `strength` and `willpower` are the attacker's, `defense` and `endurance` the
    target's; without an `ac` the attacker spends as many AC as its Attack and its counters allow at each x.
    `weapons` are names, or `all` for every weapon that can do damage; with several, an option that goes only
    with melee or only with ranged weapons applies to those. x runs from `least` to `most`: by default over every
    counter that the cards allow (AC from 1), or over SPANS. A target may be a crew file: each of its members has a
    line, once. Keywords otherwise as `ask.attack`; engine options as
    `Dice.of`. Points and weapons that cannot be asked are named in `left_out`. BmgError where none can.

    >>> rows = curve("Batman (AC)", "Joker (AC)", over="dc", figure="markers").rows
    >>> [row["x"] for row in rows], rows[0]["value"] > rows[1]["value"]
    ([0, 1, 2, 3, 4], True)
    """
    given = _given(targets, options)
    weapons = tuple(weapons)
    asked = {**options, "over": over, "weapons": weapons, "figure": figure, "least": least, "most": most}
    _check(over, options, least, most)
    check_figure(figure)
    dice = Dice.of(engine, trials, seed, threads, target_error)
    series, left_out = _series(attacker, given, weapons, options)
    points: list[tuple[_Series, int, Resolved]] = []
    errors: list[BmgError] = []
    for line in series:
        found, refused = _points(line, over, least, most)
        points += [(line, x, resolved) for x, resolved in found]
        if refused:
            errors += refused.values()
            left_out.append(_left_out(line, over, refused))
    if not points:
        raise errors[0] if errors else BmgError(left_out[0]["reason"])
    dice, rows = dice.settled(lambda dice: _rows(points, figure, dice, progress), worst)
    missed = dice.missed(rows)
    if any(name.lower() == "all" for name in weapons):
        rows, points = _that_do_something(rows, points, left_out)
    shown = list(dict.fromkeys(line for line, _, _ in points))
    every = [resolved for _, _, resolved in points]
    more = {
        "over": over,
        "axis": AXIS[over],
        "targets": [card_record(card) for card in dict.fromkeys(line.question.target for line in shown)],
        "weapons": [weapon_record(weapon) for weapon in dict.fromkeys(one.weapon for one in every)],
    }
    sentence = _sentence(shown, over, figure, every[0])
    fields = header(every, sentence=sentence, figure=figure, dice=dice, more=more, missed=missed)
    fields["arguments"] = arguments("curve", {"attacker": attacker, "targets": given}, asked | dice.asked())
    return Rows("curve", COLUMNS, tuple(rows), fields, tuple(left_out))


def _rows(
    points: list[tuple[_Series, int, Resolved]], figure: str, dice: Dice, progress: Progress | None
) -> list[dict[str, Any]]:
    """Return the row of every point."""
    rows = []
    for place, (line, x, resolved) in enumerate(points):
        names = {"x": x, "attacker": line.attacker, "weapon": line.weapon, "target": line.target}
        rows.append(names | dice.cell(resolved, figure, place, dice.within(progress, place, len(points))))
        dice.tell(progress, place + 1, len(points))
    return rows


def _given(targets: Model | Sequence[Model], options: dict[str, Any]) -> list[str | Card]:
    """Return the targets with crews taken apart, each member once: a line says nothing twice."""
    given = [targets] if isinstance(targets, (str, Card, os.PathLike)) else list(targets)
    roster, rules = options.get("roster", ()), options.get("rules", "revised")
    cards = cards_of(roster)
    return list(dict.fromkeys(with_crews(given, cards, rules, as_edition=options.get("as_edition", False))))


def _check(over: str, options: dict[str, Any], least: int | None, most: int | None) -> None:
    if over not in OVER:
        raise BmgError(f"--over {over} is not known; allowed: {', '.join(OVER)}")
    if over in (*COUNTERS, "willpower"):
        refuse_third(
            options.get("rules", "revised"),
            f"--over {over}",
            "ask `efforts`, or --attacker-efforts and --target-efforts; a curve runs over attack, defense, strength "
            "or endurance",
        )
    if over in COUNTERS and options.get(over):
        raise BmgError(f"--{over} {options[over]}: {over.upper()} is what the curve runs over; leave it out")
    low, high = RANGES.get(over, (0, 99))
    for flag, value in (("--from", least), ("--to", most)):
        if value is not None and not low <= value <= high:
            raise BmgError(f"{flag} {value} is out of range for {over}; allowed: {low} to {high}")
    if least is not None and most is not None and least > most:
        raise BmgError(f"--from {least} is more than --to {most}")


def _series(
    attacker: str | Card, targets: list[str | Card], weapons: tuple[str, ...], options: dict[str, Any]
) -> tuple[list[_Series], list[dict[str, str]]]:
    """Return the lines to draw, and the weapons among `all` that no attack can be made with."""
    if weapons and options.get("weapon"):
        raise BmgError("--weapon and --weapons together: name every weapon with --weapons, or leave one of them out")
    if not targets:
        raise BmgError("a target is missing")
    every = any(name.lower() == "all" for name in weapons)
    targets = list(dict.fromkeys(targets))
    bases = [question(attacker, target, **options) for target in targets]
    names = [base.target.name for base in bases]
    found: list[_Series] = []
    left_out: list[dict[str, str]] = []
    for base, name, target in zip(bases, names, targets, strict=True):
        # Two models of one name are told apart as they were typed.
        label = target if names.count(name) > 1 and isinstance(target, str) else name
        wanted = weapon_names(base.attacker) if every else weapons or (base.weapon,)
        for weapon in wanted:
            one = replace(base, weapon=weapon)
            try:
                one = fitting(one) if len(wanted) > 1 else one
                found.append(_Series(base.attacker.name, weapon_of(one).name, label, one))
            except BmgError as error:
                if not every:
                    raise
                left_out.append({"name": f"{weapon} against {label}", "reason": reason(error)})
    return found, left_out


def _points(
    line: _Series, over: str, least: int | None, most: int | None
) -> tuple[list[tuple[int, Resolved]], dict[int | None, BmgError]]:
    """Return every x that can be asked with its attack, and why the others cannot; None stands for all x."""
    found: list[tuple[int, Resolved]] = []
    errors: dict[int | None, BmgError] = {}
    try:
        xs = _span(line.question, over, least, most)
    except BmgError as error:
        return [], {None: error}
    for x in xs:
        resolved = try_resolve(_at(line.question, over, x))
        if isinstance(resolved, BmgError):
            errors[x] = resolved
        else:
            found.append((x, resolved))
    return found, errors


def _span(question: Question, over: str, least: int | None, most: int | None) -> range:
    low, high = SPANS.get(over, (0, 0))
    if over in COUNTERS:
        weapon = weapon_of(question)
        if weapon.ranged:
            raise BmgError(f"{weapon.name} is a ranged weapon: it always costs 2 AC, and no DC block it")
        allowed = splits(question)
        low, high = (1, allowed.acs[-1]) if over == "ac" else (0, allowed.most_dc)
    low, high = low if least is None else least, high if most is None else most
    if low > high:
        raise BmgError(f"{over} would run from {low} to {high}: there is nothing between")
    return range(low, high + 1)


def _at(question: Question, over: str, x: int) -> Question:
    """Return the question with x in the place of what the curve runs over."""
    change: dict[str, Any] = {over: x}
    if over in COUNTERS:
        return replace(question, situation=replace(question.situation, **change))
    if over in _OF_TARGET:
        return replace(question, target=replace(question.target, **change))
    return replace(question, attacker=replace(question.attacker, **change))


def _that_do_something(
    rows: list[dict[str, Any]], points: list[tuple[_Series, int, Resolved]], left_out: list[dict[str, str]]
) -> tuple[list[dict[str, Any]], list[tuple[_Series, int, Resolved]]]:
    """Return the rows without the lines of weapons that have no damage and stay at nothing throughout."""
    most: dict[_Series, float] = {}
    for row, (line, _, _) in zip(rows, points, strict=True):
        most[line] = max(most.get(line, 0.0), row["value"])
    idle = {line for line, _, resolved in points if most[line] == 0.0 and not resolved.weapon.damage}
    if idle == set(most):
        return rows, points
    left_out += [
        {"name": f"{line.weapon} against {line.target}", "reason": "does no damage"} for line in most if line in idle
    ]
    kept = [place for place, (line, _, _) in enumerate(points) if line not in idle]
    return [rows[place] for place in kept], [points[place] for place in kept]


def _left_out(line: _Series, over: str, errors: dict[int | None, BmgError]) -> dict[str, str]:
    """Return what of a line cannot be asked, with the reason of its first point."""
    xs = [x for x in errors if x is not None]
    where = f", {over} {xs[0]}" + (f" to {xs[-1]}" if len(xs) > 1 else "") if xs else ""
    return {"name": f"{line.weapon} against {line.target}{where}", "reason": reason(next(iter(errors.values())))}


def _sentence(series: list[_Series], over: str, figure: str, first: Resolved) -> str:
    weapons = _listed(line.weapon for line in series)
    targets = _listed(line.target for line in series)
    about = circumstances(first)
    text = f"{figure_words(figure)} by the {AXIS[over]}: {series[0].attacker} with {weapons} against {targets}"
    return text[0].upper() + text[1:] + about + f" ({first.question.edition.name} rules)."


def _listed(names: Iterable[str]) -> str:
    found = list(dict.fromkeys(names))
    return found[0] if len(found) == 1 else ", ".join(found[:-1]) + " and " + found[-1]
