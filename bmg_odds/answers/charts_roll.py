"""A roll as a picture: a bar for each result, and how much of the scale it and better ones fill."""

import math
from typing import TYPE_CHECKING, Any

from bmg_odds.answers.charts_sheet import LABEL, SMALL, Sheet, height_of, sheet, value_ticks, width_of, wrap
from bmg_odds.answers.formats import Record
from bmg_odds.answers.numbers import Rounding
from bmg_odds.answers.pictures import THEMES, WIDTH, drawing
from bmg_odds.answers.roll_shown import heads, is_certain, rounding_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMNS = ("result", "probability", "at_least", "standard_error")
SELDOM = 0.0005
"""Results at the ends that are seldomer are data, but not drawn."""
BAND = 0.3
"""Inches of a bar and its gap."""
MOST_BARS = {"blog": 14, "card": 8}
LONGEST = 190.0
"""Points of the longest word before a bar."""


def data(record: Record) -> list[dict[str, Any]]:
    """Return the rows, with the standard error of the chance where they were rolled."""
    return [{name: row.get(name) for name in COLUMNS} for row in record["rows"]]


def words(record: Record) -> tuple[str, str]:
    """Return the title of the picture and what it says to those who cannot see it."""
    title, asked = title_of(record)
    rounding, reach = rounding_of(record), heads(record)[2]
    told = [f"{title}. {asked}"]
    for row in _drawn(record):
        text = f"{_named(record, row)} {rounding.percent(row['probability'])}"
        told.append(f"{text}, {reach} {_reach(record, rounding, row)}" if reach else text)
    return title, f"{told[0]} " + "; ".join(told[1:]) + "."


def title_of(record: Record) -> tuple[str, str]:
    """Return the roll's name and what is rolled for it.

    >>> title_of({"sentence": "Agility: 1d6 of at most Movement 3 (revised rules)."})
    ('Agility', '1d6 of at most Movement 3 (revised rules).')
    """
    title, _, rest = str(record["sentence"]).partition(": ")
    return title, rest


def roll_figure(record: Record, *, theme: str = "light", size: str = "blog") -> "Figure":
    """Draw one roll: a line for each result, or two panels where there are many."""
    title, asked = title_of(record)
    if record.get("trials") is not None:
        asked += " Whiskers: two standard errors each way."
    if record["certainty"] == "I":
        asked += " The rule itself is inferred."
    rows = _drawn(record)
    lines = len(rows) <= MOST_BARS[size]
    if not lines:
        rows, beside = _numbered(record)
        asked += beside
    with drawing(THEMES[theme]):
        room = 0.55 + BAND * len(rows) if lines else 4.6
        page = sheet(record, title, asked, theme=theme, size=size, room=room)
        if lines:
            _lines(page, record, rows, card=size == "card")
        else:
            _panels(page, record, rows, card=size == "card")
    return page.figure


def _drawn(record: Record) -> list[dict[str, Any]]:
    """The rows without those at the ends that are too seldom to be seen; of few rows all."""
    rows = list(record["rows"])
    if len(rows) <= MOST_BARS["card"]:
        return rows
    seen = [place for place, row in enumerate(rows) if row["probability"] >= SELDOM]
    return rows[seen[0] : seen[-1] + 1]


def _numbered(record: Record) -> tuple[list[dict[str, Any]], str]:
    """The rows drawn that have a place on an axis of numbers, and the other ones ("never") in words."""
    others = [row for row in record["rows"] if not isinstance(row["result"], int)]
    told = [f" {row['means']}: {rounding_of(record).percent(row['probability'])}." for row in others]
    return [row for row in _drawn(record) if row not in others], "".join(told)


def _named(record: Record, row: Record) -> str:
    if row.get("means"):
        return f"{row['result']}: {row['means']}"
    return f"{row['result']}"


def _reach(record: Record, rounding: Rounding, row: Record) -> str:
    return "100 %" if is_certain(record, row) else rounding.percent(row["at_least"])


def _lines(page: Sheet, record: Record, rows: list[dict[str, Any]], *, card: bool) -> None:
    """A horizontal bar for each result, its chance written behind it."""
    theme, rounding, (unit, chance, reach) = page.theme, rounding_of(record), heads(record)
    names = [wrap(_named(record, row), LONGEST, LABEL, most=2) for row in rows]
    left = max(width_of(line, LABEL) for name in names for line in name) / 72 + 0.12
    chances = [rounding.percent(row["probability"]) for row in rows]
    reaches = [_reach(record, rounding, row) for row in rows] if reach else []
    one = max(width_of(text, LABEL) for text in (*chances, chance)) / 72
    two = max(width_of(text, LABEL) for text in (*reaches, reach)) / 72 + 0.2 if reach else 0.0
    tall = 0.3 + (0.55 if card else BAND) * len(rows)
    axes = page.axes(left=left, right=one + two + 0.12, top=0.28, bottom=max(0.0, page.height - tall - 0.05))
    places = range(len(rows))
    if reach:
        axes.barh(places, [row["at_least"] for row in rows], 0.62, color=theme.fill[1], zorder=2, gid="at-least")
    axes.barh(places, [row["probability"] for row in rows], 0.62, color=theme.series[0], zorder=3, gid="chance")
    if record.get("trials") is not None:
        errors = [2 * row["standard_error"] for row in rows]
        axes.errorbar([row["probability"] for row in rows], places, xerr=errors, fmt="none", ecolor=theme.ink,
                      elinewidth=1.2, capsize=2.5, zorder=4)  # fmt: skip
    axes.set_xlim(0, 1)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xticks([])
    axes.set_yticks(places, ["\n".join(name) for name in names])
    axes.axvline(0, color=theme.grid, linewidth=1.2, zorder=1)
    wide = float(axes.get_position().width) * WIDTH
    columns = [(1 + (0.08 + one) / wide, chance, chances), (1 + (0.08 + one + two) / wide, reach, reaches)]
    for x, head, texts in columns:
        for place, text in enumerate(texts):
            axes.text(x, place, text, transform=axes.get_yaxis_transform(), ha="right", va="center_baseline",
                      fontsize=LABEL, gid="value")  # fmt: skip
        if texts:
            axes.text(x, 1 + 5 / height_of(axes), head, transform=axes.transAxes, ha="right", fontsize=LABEL,
                      color=theme.pale)  # fmt: skip
    if reach:
        axes.text(-(left - 0.02) / wide, 1 + 5 / height_of(axes), unit, transform=axes.transAxes, ha="left",
                  fontsize=LABEL, color=theme.pale)  # fmt: skip


def _panels(page: Sheet, record: Record, rows: list[dict[str, Any]], *, card: bool) -> None:
    """Two panels: the chance of at least so much (of a round: by then), and of exactly so much."""
    half = (WIDTH - 0.3) / 2 if card else page.height / 2
    above = {"left": 0.62, "right": half + 0.1 if card else 0.0, "bottom": 0.48 if card else half + 0.48, "top": 0.3}
    below = {"left": half + 0.55 if card else 0.62, "bottom": 0.48, "top": 0.3 if card else half + 0.34}
    reach = heads(record)[2]
    for place, (key, word) in enumerate((("at_least", reach), ("probability", "exactly"))):
        axes = page.axes(**(below if place else above))
        _panel(page, axes, record, rows, key, f"{record['unit']}, {word}")


def _panel(page: Sheet, axes: "Axes", record: Record, rows: list[dict[str, Any]], key: str, label: str) -> None:
    theme, xs, ys = page.theme, [row["result"] for row in rows], [row[key] for row in rows]
    errors = [2 * row.get("standard_error" if key == "probability" else "at_least_error", 0.0) for row in rows]
    if key == "at_least":
        axes.plot(xs, ys, color=theme.series[0], marker="o", markersize=5 if len(xs) < 30 else 2.5, linewidth=1.8,
                  zorder=3, clip_on=False, gid="at-least")  # fmt: skip
        axes.set_xlim(xs[0] - 0.6, xs[-1] + 0.6)
        top = value_ticks(axes.yaxis, 1.0, chance=True)
    else:
        axes.bar(xs, ys, 0.74, color=theme.series[0], zorder=3, gid="chance")
        axes.set_xlim(xs[0] - 0.6, xs[-1] + 0.6)
        highest = [y + error for y, error in zip(ys, errors, strict=True)]
        top = max(value_ticks(axes.yaxis, max(ys), chance=True), *highest)
    if any(errors):
        axes.errorbar(xs, ys, yerr=errors, fmt="none", ecolor=theme.ink, elinewidth=1.1, capsize=2.0, zorder=4)
    axes.set_ylim(0, top * 1.04)
    wide = float(axes.get_position().width) * WIDTH * 72
    step = max(1, math.ceil(len(xs) * (width_of(str(xs[-1]), LABEL) + 8) / wide))
    ticks = [x for x in xs if x % step == 0]
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.grid(axis="y", linewidth=0.8)
    axes.set_xlabel(label, fontsize=LABEL)
    axes.text(-44.0 / wide, 1 + 6 / height_of(axes), "chance", transform=axes.transAxes, fontsize=SMALL + 1)
