"""Matchup curves: a figure over a characteristic or a counter, a line for each weapon or target."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bmg_odds.answers.charts_sheet import LABEL, LEADING, MARGIN, POINTS, sheet, spread, value_ticks, width_of, wrap
from bmg_odds.answers.charts_words import about_of, rolled_words, rounding_for, several
from bmg_odds.answers.formats import Record
from bmg_odds.answers.numbers import figure_words, is_chance
from bmg_odds.answers.pictures import DASHES, MARKS, THEMES, WIDTH, drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMNS = ("x", "attacker", "weapon", "target", "figure", "value", "standard_error")
MOST = 6
"""Curves of one picture. More are told apart by nobody: the rest is in the data."""

Series = tuple[str, list[dict[str, Any]]]
Look = tuple[str, str, str]
"""Colour of a curve, its mark, and the colour inside the mark."""


def series(record: Record) -> list[Series]:
    """Return the curves with their labels, in the order of the rows; a label says what differs between them."""
    names = ("attacker", "weapon", "target")
    rows = [row for row in record["rows"] if row["value"] is not None]
    differ = [name for name in names if len({row.get(name) for row in rows}) > 1]
    found: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(tuple(row.get(name) for name in names), []).append(row)
    return [(_label(dict(zip(names, key, strict=True)), differ), group) for key, group in found.items()]


def drawn(record: Record) -> list[Series]:
    """Return the curves that the picture has room for: of too many those that rise highest."""
    found = series(record)
    best = sorted(found, key=lambda one: -max(row["value"] for row in one[1]))[:MOST]
    return [one for one in found if one in best]


def words(record: Record) -> tuple[str, str]:
    """Return the title of the picture and what it says to those who cannot see it."""
    figure, over = _figure(record), _axis(record)
    rounding = rounding_for(record)
    ends = []
    for label, rows in drawn(record):
        first, last = rows[0], rows[-1]
        ends.append(
            f"{label or 'the curve'} goes from {rounding.figure(figure, first['value'])} at {first['x']} "
            f"to {rounding.figure(figure, last['value'])} at {last['x']}"
        )
    told = (
        f"{several(len(ends), 'A curve', 'curves')} of the {figure_words(figure)} over the {over}: {'; '.join(ends)}."
    )
    return _title(record), told


def data(record: Record) -> list[dict[str, Any]]:
    """Return the rows of the curves drawn."""
    return [row for _, rows in drawn(record) for row in rows]


def curve_figure(record: Record, *, theme: str = "light", size: str = "blog") -> "Figure":
    """Draw the curves, each with its name at its right end."""
    curves, figure = drawn(record), _figure(record)
    over = _axis(record)
    asked = f"{figure_words(figure)} by the {over}{about_of(record)}"
    left_over = len(series(record)) - len(curves)
    if left_over:
        asked += f"; the {len(curves)} highest of {len(curves) + left_over} curves"
    asked += rolled_words(record)
    return lines_figure(record, curves, figure, title=_title(record), asked=asked, over=over, theme=theme, size=size)


def lines_figure(
    record: Record, curves: list[Series], figure: str, *, title: str, asked: str, over: str, theme: str, size: str
) -> "Figure":
    """Draw lines of a figure over whole numbers `x`, each with its name at its right end where there are several."""
    with drawing(THEMES[theme]):
        page = sheet(record, title, asked, theme=theme, size=size, room=3.7)
        named = len(curves) > 1
        room = label_room([label for label, _ in curves]) if named else 0.0
        axes = page.axes(left=0.62, right=(room + 30) / POINTS if named else 0.2, bottom=0.48, top=0.08)
        colours = page.theme
        high = max((row["value"] + 2 * (row.get("standard_error") or 0.0) for _, rows in curves for row in rows))
        top = value_ticks(axes.yaxis, high, chance=is_chance(figure))
        for place, (label, rows) in enumerate(curves):
            above = sum(_alike(rows, other) for _, other in curves[place + 1 :])
            _curve(axes, rows, place, label, colours.series, is_chance(figure), above)
        axes.set_ylim(0, top * 1.02)
        _x_ticks(axes, [row["x"] for _, rows in curves for row in rows])
        axes.grid(axis="y", linewidth=0.8)
        axes.set_xlabel(over, fontsize=LABEL)
        if named:
            looks = [(colours.series[place], MARKS[place], colours.series[place]) for place in range(len(curves))]
            name_ends(axes, curves, room, looks, tall=page.height - 0.56)
    return page.figure


def _figure(record: Record) -> str:
    return str(record.get("figure") or record["rows"][0]["figure"])


def _axis(record: Record) -> str:
    over = str(record.get("over", "x"))
    text = str(record.get("axis") or over)
    if over in ("ac", "dc"):
        return text.replace(" counters", f" counters ({over.upper()})")
    return f"{text} (lower is stronger)" if over == "strength" else text


def _title(record: Record) -> str:
    rows = record["rows"]
    found = {name: list(dict.fromkeys(row.get(name) for row in rows)) for name in ("attacker", "weapon", "target")}
    attackers, targets = found["attacker"], found["target"]
    attacker = str(attackers[0]) if len(attackers) == 1 else f"{len(attackers)} attackers"
    target = str(targets[0]) if len(targets) == 1 else f"{len(targets)} targets"
    weapons = found["weapon"]
    return f"{attacker} against {target}" + (f" with {weapons[0]}" if len(weapons) == 1 and weapons[0] else "")


def _label(values: dict[str, Any], differ: list[str]) -> str:
    names = [str(values[name]) for name in differ if values[name] is not None]
    if differ and differ[-1] == "target" and len(names) > 1:
        return f"{', '.join(names[:-1])} on {names[-1]}"
    return ", ".join(names)


def _alike(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> bool:
    """Whether two curves lie on each other wherever both are."""
    values = {row["x"]: row["value"] for row in one}
    common = [row for row in other if row["x"] in values]
    return bool(common) and all(abs(row["value"] - values[row["x"]]) <= 1e-9 for row in common)


def _curve(
    axes: "Axes", rows: list[dict[str, Any]], place: int, label: str, colours: tuple[str, ...], chance: bool, above: int
) -> None:
    """Draw a curve; one with others lying on it so much wider that it is seen behind them."""
    rows = sorted(rows, key=lambda row: row["x"])
    xs, ys = [row["x"] for row in rows], [row["value"] for row in rows]
    errors = [2 * (row.get("standard_error") or 0.0) for row in rows]
    if any(errors):
        low = [max(0.0, y - error) for y, error in zip(ys, errors, strict=True)]
        high = [min(1.0, y + error) if chance else y + error for y, error in zip(ys, errors, strict=True)]
        axes.fill_between(xs, low, high, color=colours[place], alpha=0.25, linewidth=0, zorder=2, gid=f"band-{place}")
    above = min(above, 3)
    axes.plot(
        xs, ys, color=colours[place], marker=MARKS[place], linestyle="-" if above else DASHES[place],
        linewidth=1.9 + 1.5 * above, markersize=6 + 1.3 * above, zorder=3 + place, clip_on=False,
        gid=f"curve-{place}", label=label,
    )  # fmt: skip


def _x_ticks(axes: "Axes", xs: list[float]) -> None:
    low, high = min(xs), max(xs)
    step = max(1, math.ceil((high - low) / 12))
    ticks = [x for x in sorted(set(xs)) if (x - low) % step == 0]
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    pad = 0.02 * (high - low) or 0.5
    axes.set_xlim(low - pad, high + pad)
    axes.tick_params(axis="x", pad=7)  # the marks of a curve at nothing reach below the axis


def label_room(labels: list[str]) -> float:
    """Points for the labels: as wide as the widest, at most a third of the picture."""
    return min(max(width_of(label, LABEL) for label in labels), (WIDTH - 2 * MARGIN) * POINTS * 0.33) + 1


def name_ends(axes: "Axes", curves: list[Series], room: float, looks: Sequence[Look], *, tall: float) -> None:
    """Write each curve's name beside its right end, its mark before it and a thin line from the curve to it.

    `room` is the points for the names, `tall` the inches of the axes.
    """
    height, width = tall * POINTS, axes.get_position().width * WIDTH * POINTS
    for most in (3, 2, 1):  # lines of a label: as many as leave room for all
        texts = [wrap(label, room, LABEL, most=most) for label, _ in curves]
        gaps = [len(lines) * LABEL * LEADING + 2 for lines in texts]
        if sum(gaps) <= height + 16:
            break
    squeeze = min(1.0, (height + 16) / sum(gaps))
    last = [max(rows, key=lambda row: row["x"]) for _, rows in curves]
    limits = axes.get_ylim()[1], axes.get_xlim()
    wanted = [row["value"] / limits[0] * height for row in last]
    found = spread(wanted, [gap * squeeze for gap in gaps], -8.0, height + 8.0)
    for place, (lines, (colour, mark, fill)) in enumerate(zip(texts, looks, strict=True)):
        start = (last[place]["x"] - limits[1][0]) / (limits[1][1] - limits[1][0]) * width
        points = [start + 5, width + 10, width + 13], [wanted[place], found[place], found[place]]
        axes.plot([x / width for x in points[0]], [y / height for y in points[1]], transform=axes.transAxes,
                  color=colour, linewidth=0.9, clip_on=False, zorder=2, gid=f"leader-{place}")  # fmt: skip
        axes.plot([(width + 19) / width], [found[place] / height], transform=axes.transAxes, color=colour, marker=mark,
                  markerfacecolor=fill, markersize=6, clip_on=False, linestyle="none", gid=f"mark-{place}")  # fmt: skip
        axes.text((width + 27) / width, found[place] / height, "\n".join(lines), transform=axes.transAxes, va="center",
                  fontsize=LABEL, linespacing=LEADING * 0.87, gid=f"label-{place}")  # fmt: skip
