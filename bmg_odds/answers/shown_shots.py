"""Shots over a game and dice divided between targets as people read them."""

from collections.abc import Callable
from typing import Any

from bmg_odds.answers.numbers import Rounding, is_chance
from bmg_odds.answers.tables import Rows

Shown = tuple[tuple[str, ...], list[dict[str, str]]]
MOST_NAMED, MOST_DIVISIONS = 3, 24
"""Targets that a table of divisions has a column for, and divisions that it lists."""


def shots_table(rows: Rows, value: Callable[[Any, Any], str]) -> list[Shown]:
    """Return the table of `ammo`: the figure after each shot."""
    shown = [{"shots": str(row["shots"]), "value": value(row["value"], None)} for row in rows.rows]
    return [(("shots", "value"), shown)]


def division_table(rows: Rows, value: Callable[[Any, Any], str]) -> list[Shown]:
    """Return the table of `sequence --split`: the best divisions, each target's figure where there is room."""
    targets, chance = rows.fields["targets"], is_chance(rows.figure)
    most = 36 // len(targets)
    names = [f"{place} {_short(name, most)}" for place, name in enumerate(targets, 1)]
    if len(targets) > MOST_NAMED:
        names = []
    mean, shown = Rounding().mean, []
    for row in rows.rows[:MOST_DIVISIONS]:
        line = {"dice": row["division"], "together": mean(row["value"]) if chance else value(row["value"], None)}
        line |= {name: value(each, None) for name, each in zip(names, row["values"], strict=False)}
        if chance:
            line |= {"any": value(row["any"], None), "all": value(row["all"], None)}
        shown.append(line)
    return [(tuple(shown[0]), shown)]


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 2] + ".."


def division_told(rows: Rows) -> str:
    """Return how to read the table of divisions."""
    text = "together: the sum over the targets; the best division first."
    if is_chance(rows.figure):
        text = "together: of how many targets it is true on average; any, all: of one at least, of every one."
    more = len(rows.rows) - MOST_DIVISIONS
    return text if more <= 0 else f"{text} {more} more divisions are in --format json."
