"""One attack as a picture: the chance of at least so many markers, and what exactly so many leave behind."""

import math
from typing import TYPE_CHECKING, Any

from bmg_odds.answers.charts_sheet import LABEL, SMALL, Sheet, height_of, sheet, value_ticks, width_of
from bmg_odds.answers.formats import Record
from bmg_odds.answers.numbers import Rounding
from bmg_odds.answers.pictures import THEMES, WIDTH, drawing
from bmg_odds.answers.render import rounding_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMNS = ("quantity", "markers", "status", "value", "standard_error")
STATUS_WORDS = {"up": "still up", "ko": "K.O.", "casualty": "Casualty"}
HATCHES = {"up": "", "ko": "////", "casualty": "xxxx"}
INDENT = 44.0
"""Points from the left edge of axes to that of the words above them."""
SELDOM = 0.0005
"""Levels beyond the last chance above this are data, but not drawn."""


def data(record: Record) -> list[dict[str, Any]]:
    """Return what the picture draws: a row for each level, and for each number of markers and status."""
    trials = record.get("trials")
    levels = [*record["at_least"]["markers"]]
    levels += [0.0] * (len(levels) == 1)  # an attack that can do nothing has a first marker all the same: never
    rows = [_row("at least", level, None, chance, trials) for level, chance in enumerate(levels)]
    exactly: dict[tuple[int, str], list[float]] = {}
    for case in record["outcomes"]:
        key = case["injuries"] + case["stuns"], case["status"]
        exactly.setdefault(key, []).append(case["probability"])
    order = list(STATUS_WORDS)
    for markers, status in sorted(exactly, key=lambda key: (key[0], order.index(key[1]))):
        rows.append(_row("exactly", markers, status, math.fsum(exactly[markers, status]), trials))
    return rows


def words(record: Record) -> tuple[str, str]:
    """Return the title of the picture and what it says to those who cannot see it."""
    rounding = rounding_of(record)
    chance = record["chance"]
    told = (
        f"{record['sentence']} Above, falling points: the chance of at least so many markers inflicted. Below, "
        f"bars: the chance of exactly so many, parted by whether the target is still up, K.O. or a Casualty. "
        f"K.O. {rounding.percent(chance['ko'])}, Casualty {rounding.percent(chance['casualty'])}, "
        f"{rounding.mean(record['inflicted']['markers'])} markers on average."
    )
    return title_of(record)[0], told


def title_of(record: Record) -> tuple[str, str]:
    """Return who does what to whom, and the rest of the sentence."""
    sentence = str(record["sentence"])
    head, _, rest = sentence.partition(f"{record['target']['name']} with ")
    if not rest:
        return sentence, ""
    return head + record["target"]["name"], f"with {rest}"


def attack_figure(record: Record, *, theme: str = "light", size: str = "blog") -> "Figure":
    """Draw one attack: two panels, one above the other (blog) or side by side (card)."""
    title, asked = title_of(record)
    if record.get("trials") is not None:
        asked += " Bands: two standard errors each way."
    card = size == "card"
    with drawing(THEMES[theme]):
        page = sheet(record, title, asked, theme=theme, size=size, room=5.0)
        half = (WIDTH - 0.3) / 2 if card else page.height / 2
        one = {
            "left": 0.62,
            "right": half + 0.1 if card else 0.0,
            "bottom": 0.48 if card else half + 0.42,
            "top": 0.36 if card else 0.3,
        }
        two = {"left": half + 0.55 if card else 0.62, "bottom": 0.48, "top": 0.36 if card else half + 0.46}
        levels = _levels(record)
        _at_least(page, page.axes(**one), record, levels)
        _exactly(page, page.axes(**two), record, levels)
    return page.figure


def _row(quantity: str, markers: int, status: str | None, value: float, trials: int | None) -> dict[str, Any]:
    error = None if trials is None else math.sqrt(max(0.0, value * (1 - value)) / trials)
    return {"quantity": quantity, "markers": markers, "status": status, "value": value, "standard_error": error}


def _levels(record: Record) -> int:
    """The most markers drawn: up to the last that is not too seldom to be seen, and at least the Endurance."""
    chances = record["at_least"]["markers"]
    seen = max((level for level, chance in enumerate(chances) if chance >= SELDOM), default=0)
    return max(1, min(len(chances) - 1, max(seen, _left(record) or 0)))


def _left(record: Record) -> int | None:
    """How many markers more reach the target's Endurance; None where it has none, or has reached it."""
    endurance = record["target"]["endurance"]
    if endurance is None:
        return None
    left = int(endurance - record["situation"]["injuries"] - record["situation"]["stuns"])
    return left if left > 0 else None


def _at_least(page: Sheet, axes: "Axes", record: Record, most: int) -> None:
    theme, rows = page.theme, [row for row in data(record) if row["quantity"] == "at least"]
    rows = [row for row in rows if 1 <= row["markers"] <= most]
    xs, ys = [row["markers"] for row in rows], [row["value"] for row in rows]
    if record.get("trials") is not None:
        errors = [2 * row["standard_error"] for row in rows]
        low = [max(0.0, y - error) for y, error in zip(ys, errors, strict=True)]
        high = [min(1.0, y + error) for y, error in zip(ys, errors, strict=True)]
        axes.fill_between(xs, low, high, color=theme.series[0], alpha=0.3, linewidth=0, zorder=2, gid="band")
    axes.plot(xs, ys, color=theme.series[0], marker="o", markersize=6 if most < 20 else 3, linewidth=1.9, zorder=3,
              clip_on=False, gid="at-least")  # fmt: skip
    texts = _texts(record, rows, _room(axes, most))
    axes.set_xlim(0.5, most + (0.9 if texts else 0.4))
    axes.set_xticks(*_counts(axes, most, first=1))
    left = _left(record)
    marked = left is not None and left <= most
    _headroom(axes, value_ticks(axes.yaxis, 1.0, chance=True), 14.0 * bool(texts) + 15.0 * marked)
    if left is not None and marked:
        # The word stands in its own row above all chances.
        axes.axvline(left, color=theme.pale, linewidth=1.1, linestyle=(0, (4, 3)), zorder=1, gid="endurance")
        more = "" if left == record["target"]["endurance"] else "still missing to "
        side = -1 if left > most / 2 else 1
        axes.annotate(f"{more}Endurance {record['target']['endurance']}", (left, 1), (4 * side, -1),
                      xycoords=axes.get_xaxis_transform(), textcoords="offset points", va="top",
                      ha="left" if side > 0 else "right", fontsize=SMALL, color=theme.pale)  # fmt: skip
    axes.grid(axis="y", linewidth=0.8)
    axes.tick_params(axis="x", pad=6)
    axes.set_xlabel("markers inflicted, at least", fontsize=LABEL)
    for row, text in zip(rows, texts, strict=False):  # a falling curve leaves its upper right free
        _value(axes, text, row["markers"], row["value"], dx=5.0, dy=2.5, ha="left", paper=theme.paper)
    _head(axes, "chance", {}, theme.paper)


def _exactly(page: Sheet, axes: "Axes", record: Record, most: int) -> None:
    theme, rows = page.theme, [row for row in data(record) if row["quantity"] == "exactly"]
    sums = {
        markers: math.fsum(row["value"] for row in rows if row["markers"] == markers) for markers in range(most + 1)
    }
    used = [status for status in STATUS_WORDS if any(row["status"] == status for row in rows)]
    colours = {"up": theme.fill[2], "ko": theme.series[1], "casualty": theme.series[3]}
    base, errors = dict.fromkeys(sums, 0.0), dict.fromkeys(sums, 0.0)
    for status in used:
        heights = {row["markers"]: row["value"] for row in rows if row["status"] == status and row["markers"] <= most}
        axes.bar(
            list(heights), list(heights.values()), 0.72, [base[markers] for markers in heights],
            color=colours[status], edgecolor=theme.paper, hatch=HATCHES[status], linewidth=0.0, zorder=3,
            gid=f"status-{status}",
        )  # fmt: skip
        for markers, height in heights.items():
            base[markers] += height
    if record.get("trials") is not None:
        errors = {k: 2 * math.sqrt(max(0.0, value * (1 - value)) / record["trials"]) for k, value in sums.items()}
        axes.errorbar(list(sums), list(sums.values()), yerr=list(errors.values()), fmt="none", ecolor=theme.ink,
                      elinewidth=1.2, capsize=2.5, zorder=4)  # fmt: skip
    texts = _texts(record, [{"value": value} for value in sums.values()], _room(axes, most + 1))
    axes.set_xlim(-0.6, most + 0.6)
    axes.set_xticks(*_counts(axes, most, first=0))
    high = max(sums[markers] + errors[markers] for markers in sums)
    _headroom(axes, max(value_ticks(axes.yaxis, max(sums.values()), chance=True), high), 16.0 * bool(texts))
    axes.grid(axis="y", linewidth=0.8)
    axes.set_xlabel("markers inflicted, exactly", fontsize=LABEL)
    for markers, text in zip(sums, texts, strict=False):
        _value(axes, text, markers, sums[markers] + errors[markers], dx=0.0, dy=4.0, ha="center")
    parts = {STATUS_WORDS[status]: (colours[status], HATCHES[status]) for status in used}
    _head(axes, "chance, and the target:", parts, theme.paper)


def _counts(axes: "Axes", most: int, *, first: int) -> tuple[list[int], list[str]]:
    step = max(1, math.ceil((most + 1) * (16 if most < 10 else 23) / _wide(axes)))
    ticks = [count for count in range(first, most + 1) if count % step == 0]
    return ticks, [str(tick) for tick in ticks]


def _wide(axes: "Axes") -> float:
    """The width of axes in points."""
    return float(axes.get_position().width) * WIDTH * 72


def _room(axes: "Axes", count: int) -> float:
    return _wide(axes) / (count + 0.2)


def _texts(record: Record, rows: list[dict[str, Any]], room: float) -> list[str]:
    """Return the chances as they stand at their points, all with the same digits; none where they lack room."""
    worst = rounding_of(record)
    for places in (1, 0):
        rounding = Rounding(min(places, worst.percent_decimals), worst.mean_decimals, worst.trials)
        texts = [rounding.percent(row["value"]) for row in rows]
        if max(width_of(text, SMALL) for text in texts) + 3 <= room:
            return texts
    return []


def _value(axes: "Axes", text: str, x: float, y: float, *, dx: float, dy: float, ha: str,
           paper: str | None = None) -> None:  # fmt: skip
    behind = None if paper is None else {"facecolor": paper, "edgecolor": "none", "pad": 0.2}
    axes.annotate(text, (x, y), (dx, dy), textcoords="offset points", ha=ha, va="bottom", fontsize=SMALL, zorder=5,
                  gid="value", bbox=behind)  # fmt: skip


def _headroom(axes: "Axes", top: float, points: float) -> None:
    """End the y axis so that so many points are free above `top`."""
    tall = height_of(axes)
    axes.set_ylim(0, top * tall / (tall - points - 2))


def _head(axes: "Axes", text: str, parts: dict[str, tuple[str, str]], paper: str) -> None:
    """Write above the axes what stands on them: a legend in a line, where it covers nothing."""
    from matplotlib.offsetbox import AnchoredOffsetbox, DrawingArea, HPacker, TextArea
    from matplotlib.patches import Rectangle

    needed = sum(width_of(part, LABEL) + 16 + 12 for part in parts)
    children: list[Any] = []
    if not parts or width_of(text, LABEL) + needed <= _wide(axes) + INDENT:
        children.append(TextArea(text, textprops={"fontsize": LABEL}))
    for part, (colour, hatch) in parts.items():
        swatch = DrawingArea(16, 11, 0, 1)
        swatch.add_artist(Rectangle((0, 0), 16, 11, facecolor=colour, edgecolor=paper, hatch=hatch, linewidth=0))
        children += [swatch, TextArea(part, textprops={"fontsize": LABEL})]
    packed = HPacker(children=children, pad=0, sep=6, align="center")
    tall = height_of(axes)
    box = AnchoredOffsetbox(
        "lower left", child=packed, frameon=False, pad=0, borderpad=0,
        bbox_to_anchor=(-INDENT / _wide(axes), 1 + 5 / tall), bbox_transform=axes.transAxes,
    )  # fmt: skip
    axes.add_artist(box)
