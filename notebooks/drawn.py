"""The two pictures that the notebooks draw themselves, on the package's sheet and in its colours."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bmg_odds.answers.charts_sheet import LABEL, POINTS, SMALL, sheet, value_ticks, width_of
from bmg_odds.answers.pictures import THEMES, drawing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

THEME = THEMES["light"]
ROW = 0.3
"""Inches for each bar."""


def bars_figure(
    rests: Mapping[str, Any], title: str, asked: str, rows: Sequence[Mapping[str, Any]], *, text: Any, highest: float
) -> "Figure":
    """Draw a bar for each row (`name`, `kind`, `value`); each kind has its colour and its hatching."""
    kinds = list(dict.fromkeys(row["kind"] for row in rows))
    left = max(width_of(row["name"], LABEL) for row in rows) / POINTS + 0.12
    with drawing(THEME):
        page = sheet(rests, title, asked, theme="light", size="blog", room=ROW * len(rows) + 0.55)
        axes = page.axes(left=left, right=0.62, bottom=0.48, top=0.02)
        for place, row in enumerate(rows):
            kind = kinds.index(row["kind"])
            axes.barh(place, row["value"], height=0.68, color=THEME.series[kind], zorder=2, gid=f"bar-{place}",
                      hatch=("", "////")[kind % 2], edgecolor=THEME.paper, linewidth=0)  # fmt: skip
            axes.annotate(text(row["value"]), (row["value"], place), (4, 0), textcoords="offset points",
                          va="center_baseline", fontsize=LABEL, annotation_clip=False)  # fmt: skip
        axes.set_yticks(range(len(rows)), [row["name"] for row in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlim(0, value_ticks(axes.xaxis, highest, chance=False))
        axes.grid(axis="x", linewidth=0.8)
        axes.set_xlabel("mean markers inflicted", fontsize=LABEL)
    return page.figure


def convergence_figure(
    rests: Mapping[str, Any], title: str, asked: str, rows: Sequence[Mapping[str, Any]], *, exact: float
) -> "Figure":
    """Draw rolled chances with two standard errors each way over the number of rolls, and the counted chance."""
    with drawing(THEME):
        page = sheet(rests, title, asked, theme="light", size="blog", room=3.5)
        axes = page.axes(left=0.72, right=0.1, bottom=0.5, top=0.05)
        axes.axhline(exact, color=THEME.series[1], linewidth=1.6, zorder=2, gid="exact")
        trials, errors = [row["trials"] for row in rows], [2 * row["standard_error"] for row in rows]
        axes.errorbar(trials, [row["rolled"] for row in rows], yerr=errors, color=THEME.series[0], fmt="o",
                      markersize=6, capsize=4, linewidth=1.6, zorder=3, label="rolled")  # fmt: skip
        axes.set_xscale("log")
        axes.set_xlim(trials[0] / 1.7, trials[-1] * 1.7)
        axes.set_xticks(trials, [f"{each:,}" for each in trials])
        axes.minorticks_off()
        ticks = [tick / 100 for tick in range(0, 101, 5)]
        low = min(row["rolled"] - error for row, error in zip(rows, errors, strict=True))
        high = max(row["rolled"] + error for row, error in zip(rows, errors, strict=True))
        shown = [tick for tick in ticks if low - 0.05 <= tick <= high + 0.05]
        axes.set_yticks(shown, [f"{100 * tick:g}" + " %" * (tick == shown[-1]) for tick in shown])
        axes.set_ylim(shown[0], shown[-1])
        axes.grid(axis="y", linewidth=0.8)
        axes.set_xlabel("attacks rolled", fontsize=LABEL)
        axes.annotate("counted", (1, exact), (-2, 4), xycoords=axes.get_yaxis_transform(), ha="right",
                      textcoords="offset points", fontsize=SMALL, color=THEME.ink)  # fmt: skip
    return page.figure
