"""How far an answer moves under every reading: a row for each reading that moves it, the default marked."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from bmg_odds.answers.charts_sheet import LABEL, POINTS, SMALL, sheet, spread, value_ticks, width_of
from bmg_odds.answers.charts_words import about_of, rolled_words, rounding_for
from bmg_odds.answers.formats import Record
from bmg_odds.answers.numbers import figure_words, is_chance
from bmg_odds.answers.pictures import THEMES, WIDTH, drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bmg_odds.answers.pictures import Theme

COLUMNS = ("reading", "value", "figure", "result", "change")
SAME = 1e-12
"""Results nearer than this are the same result."""

Row = dict[str, Any]
Form = Callable[[float], str]


def moved(record: Record) -> dict[str, list[Row]]:
    """Return the rows of each reading that moves the answer, the widest range first."""
    usual = usual_of(record)
    groups: dict[str, list[Row]] = {}
    for row in record["rows"]:
        if row["value"] is not None and row["result"] is not None:
            groups.setdefault(row["reading"], []).append(row)
    spans = {name: max(abs(row["result"] - usual) for row in rows) for name, rows in groups.items()}
    return {name: groups[name] for name in sorted(groups, key=lambda name: -spans[name]) if spans[name] > SAME}


def usual_of(record: Record) -> float:
    """Return the answer as asked: the row that names no value."""
    return float(next(row["result"] for row in record["rows"] if row["value"] is None))


def data(record: Record) -> list[Row]:
    """Return the rows of the readings drawn."""
    return [row for rows in moved(record).values() for row in rows]


def words(record: Record) -> tuple[str, str]:
    """Return the title of the picture and what it says to those who cannot see it."""
    figure, rounding, groups = str(record["figure"]), rounding_for(record), moved(record)
    usual = rounding.figure(figure, usual_of(record))
    parts = []
    for name, rows in groups.items():
        each = ", ".join(f"{row['value']} {rounding.figure(figure, row['result'])}" for row in rows)
        parts.append(f"{name}: {each}")
    told = f"The {figure_words(figure)} under every reading of the rules, {usual} {_asked_word(record)}. "
    return _title(record), told + ("; ".join(parts) or "No reading moves it") + "."


def readings_figure(record: Record, *, theme: str = "light", size: str = "blog") -> "Figure":
    """Draw the readings: a point for each value on the scale of the figure, its name below it."""
    figure, rounding = str(record["figure"]), rounding_for(record)
    groups, usual = moved(record), usual_of(record)
    still = len({row["reading"] for row in record["rows"] if row["value"] is not None}) - len(groups)
    asked = f"{figure_words(figure)}{about_of(record)}: {rounding.figure(figure, usual)} {_asked_word(record)} (◆)"
    asked += rolled_words(record)
    most = 3 if size == "card" else 12
    shown = dict(list(groups.items())[:most])
    if still or len(shown) < len(groups):
        hidden = len(groups) - len(shown)
        others = [f"{hidden} more move it less"] * bool(hidden) + [f"{still} leave it as it is"] * bool(still)
        asked += f". Of the other readings, {' and '.join(others)}."
    with drawing(THEMES[theme]):
        page = sheet(record, _title(record), asked, theme=theme, size=size, room=0.3 + 0.62 * max(1, len(shown)))
        left = max([width_of(name, LABEL) for name in shown] + [40.0]) + 14
        axes = page.axes(left=left / POINTS, right=0.3, bottom=0.26, top=0.0)
        results = [row["result"] + 2 * (row.get("standard_error") or 0.0) for rows in shown.values() for row in rows]
        end = value_ticks(axes.xaxis, max([*results, usual]), chance=is_chance(figure))
        axes.set_xlim(-0.01 * end, end * 1.01)
        axes.set_ylim(max(1, len(shown)) - 0.42, -0.42)
        axes.grid(axis="x", linewidth=0.8)
        axes.tick_params(axis="x", labelsize=SMALL)
        axes.set_yticks(range(len(shown)), list(shown))
        axes.axvline(usual, color=page.theme.pale, linewidth=1.1, linestyle=(0, (4, 3)), zorder=1, gid="usual")
        for place, rows in enumerate(shown.values()):
            _range(axes, place, rows, usual, page.theme, lambda value: rounding.figure(figure, value))
        if not shown:
            axes.set_yticks([])
            axes.text(0.5, 0.5, "No reading moves this answer.", transform=axes.transAxes, ha="center", fontsize=LABEL)
    return page.figure


def _range(axes: "Axes", place: int, rows: list[Row], usual: float, theme: "Theme", form: Form) -> None:
    points: dict[float, list[str]] = {usual: []}
    for row in sorted(rows, key=lambda row: (not row.get("in_force"), row["result"])):
        near = next((result for result in points if abs(result - row["result"]) <= SAME), row["result"])
        points.setdefault(near, []).append(str(row["value"]))
    axes.plot([min(points), max(points)], [place, place], color=theme.series[0], linewidth=3.0, alpha=0.55, zorder=2,
              solid_capstyle="butt", gid=f"range-{place}")  # fmt: skip
    for row in rows:
        if row.get("standard_error"):
            axes.errorbar([row["result"]], [place], xerr=[2 * row["standard_error"]], fmt="none", ecolor=theme.ink,
                          elinewidth=1.2, capsize=2.5, zorder=3)  # fmt: skip
    texts, wanted, widths = [], [], []
    wide = axes.get_position().width * WIDTH * POINTS
    low, high = axes.get_xlim()
    for result, values in sorted(points.items()):
        usually = result == usual
        axes.plot(
            [result], [place], marker="D" if usually else "o", markersize=8 if usually else 7, zorder=4,
            color=theme.ink if usually else theme.series[0], gid=f"point-{place}", clip_on=False,
        )  # fmt: skip
        text = f"{', '.join(values)}\n{form(result)}"
        texts.append(text)
        wanted.append((result - low) / (high - low) * wide)
        widths.append(max(width_of(line, SMALL) for line in text.split("\n")) + 10)
    for text, x in zip(texts, spread(wanted, widths, -12.0, wide + 22.0), strict=True):
        behind = {"facecolor": theme.paper, "edgecolor": "none", "pad": 0.6}
        axes.annotate(
            text, (low + x / wide * (high - low), place), (0, -5), textcoords="offset points", ha="center", va="top",
            linespacing=1.15, fontsize=SMALL, annotation_clip=False, zorder=3, bbox=behind, gid=f"name-{place}",
        )  # fmt: skip


def _asked_word(record: Record) -> str:
    return "as asked" if record["rows"][0]["reading"] == "as asked" else "under the usual readings"


def _title(record: Record) -> str:
    attacker, target = record["attacker"]["name"], record["target"]["name"]
    return f"Readings that move the answer: {attacker} against {target}"
