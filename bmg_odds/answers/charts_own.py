"""A model's own trade below the surface of its attack: what it deals and what it takes, for each way to share."""

from typing import TYPE_CHECKING, Any

from bmg_odds.answers.charts_sheet import LABEL, LEADING, MARGIN, POINTS, SMALL, height_of, sheet, value_ticks, wrap
from bmg_odds.answers.charts_words import rounding_for
from bmg_odds.answers.formats import Record
from bmg_odds.answers.numbers import is_chance
from bmg_odds.answers.pictures import DASHES, MARKS, WIDTH, Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

OWN_ROOM = 2.75
"""Inches of the panel, words and axis among them."""
LINES = (("dealt", "deals"), ("taken", "takes"))


def own_words(record: Record) -> str:
    """Return what the panel says, for those who cannot see it."""
    own, figure, rounding = record["own"], str(record["figure"]), rounding_for(record)
    best = next(row for row in own["rows"] if row["ac"] == own["best"])
    return (
        f"{_head(record)}. Best of dealt less taken: {best['ac']} AC and {best['dc']} DC, "
        f"{rounding.figure(figure, best['dealt'])} dealt, {rounding.figure(figure, best['taken'])} taken."
    )


def own_rows(record: Record) -> list[dict[str, Any]]:
    """Return what the panel draws in the columns of `split`: the own AC and DC, and what both sides do."""
    return [
        {
            "ac": row["ac"],
            "dc": row["dc"],
            "figure": f"{record['figure']} {name}",
            "value": row[name],
            "standard_error": row.get(f"{name}_error"),
        }
        for name, _ in LINES
        for row in record["own"]["rows"]
    ]


def own_card(record: Record, title: str, asked: str, *, theme: str, size: str) -> "Figure":
    """Draw the trade alone: a card has no room for both."""
    page = sheet(record, title, asked, theme=theme, size=size, room=OWN_ROOM)
    own_panel(page.axes(left=0.62, right=0.0, bottom=0.48, top=0.42), record, page.theme)
    return page.figure


def own_panel(axes: "Axes", record: Record, theme: Theme) -> None:
    """Draw the trade into axes: a point for each AC with the DC that are left, the best of them marked."""
    own, chance = record["own"], is_chance(str(record["figure"]))
    rows: list[dict[str, Any]] = own["rows"]
    xs = list(range(len(rows)))
    high = 0.0
    for place, (name, _) in enumerate(LINES):
        ys = [row[name] for row in rows]
        errors = [2 * (row.get(f"{name}_error") or 0.0) for row in rows]
        high = max(high, *(y + error for y, error in zip(ys, errors, strict=True)))
        if any(errors):
            low = [max(0.0, y - error) for y, error in zip(ys, errors, strict=True)]
            up = [y + error for y, error in zip(ys, errors, strict=True)]
            axes.fill_between(xs, low, up, color=theme.series[place], alpha=0.25, linewidth=0, zorder=2)
        axes.plot(xs, ys, color=theme.series[place], marker=MARKS[place], linestyle=DASHES[place], linewidth=1.9,
                  markersize=6, clip_on=False, zorder=3, gid=f"own-{name}")  # fmt: skip
    axes.set_ylim(0, value_ticks(axes.yaxis, high, chance=chance) * 1.02)
    axes.set_xlim(-0.3, len(rows) - 0.7)
    axes.set_xticks(xs, [f"{row['ac']}/{row['dc']}" for row in rows])
    axes.tick_params(axis="x", pad=6)
    axes.set_xlabel("own AC/DC", fontsize=LABEL)
    axes.grid(axis="y", linewidth=0.8)
    best = next(place for place, row in enumerate(rows) if row["ac"] == own["best"])
    axes.axvline(best, color=theme.pale, linewidth=1.1, linestyle=(0, (4, 3)), zorder=1, gid="own-best")
    lines = wrap(_head(record), (WIDTH - 2 * MARGIN) * POINTS, SMALL, most=2)
    axes.annotate("\n".join(lines), (0, 1), (-44, 9 + LABEL * LEADING), xycoords="axes fraction", va="bottom",
                  textcoords="offset points", fontsize=SMALL, linespacing=LEADING, annotation_clip=False)  # fmt: skip
    _key(axes, theme)


def _head(record: Record) -> str:
    own = record["own"]
    return (
        f"{record['attacker']['name']} shares {own['counters']} counters; {own['foe']} strikes with {own['foe_ac']} AC "
        f"and blocks with {own['foe_dc']} DC"
    )


def _key(axes: "Axes", theme: Theme) -> None:
    """Say in a line above the axes which mark is what, and that the dashes mark the best."""
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], color=theme.series[place], marker=MARKS[place], linestyle=DASHES[place], linewidth=1.9,
               markersize=6, label=text)
        for place, (_, text) in enumerate(LINES)
    ]  # fmt: skip
    handles.append(Line2D([], [], color=theme.pale, linestyle=(0, (4, 3)), linewidth=1.1, label="best"))
    axes.legend(
        handles=handles, loc="lower left", bbox_to_anchor=(-0.02, 1 + 5 / height_of(axes)), ncols=3, frameon=False,
        fontsize=SMALL, handlelength=2.2, columnspacing=1.2, borderpad=0.1, borderaxespad=0.0,
    )  # fmt: skip
