"""A fight as a picture: over the rounds, the chance that each side still stands and that it is a Casualty."""

import math
from typing import TYPE_CHECKING, Any

from bmg_odds.answers.charts_curve import Look, Series, label_room, name_ends
from bmg_odds.answers.charts_sheet import LABEL, POINTS, sheet, value_ticks
from bmg_odds.answers.formats import Record
from bmg_odds.answers.numbers import Rounding
from bmg_odds.answers.pictures import MARKS, THEMES, drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bmg_odds.answers.charts_sheet import Sheet
    from bmg_odds.answers.pictures import Theme

COLUMNS = ("round", "side", "figure", "value", "standard_error")
STANDS, CASUALTY = "stands", "casualty"
SIDES = "ab"
SURVIVAL_ROOM = 3.7
"""Inches of paper for the curves."""
_DASHES: dict[str, Any] = {STANDS: "-", CASUALTY: (0, (1.5, 1.5))}


def data(record: Record) -> list[dict[str, Any]]:
    """Return a row for each round, side and curve; round 0 is the beginning."""
    return [
        {"round": row["x"], **{name: row[name] for name in COLUMNS[1:]}}
        for _, rows in survival_curves(record)
        for row in rows
    ]


def words(record: Record) -> tuple[str, str]:
    """Return the title of the picture and what it says to those who cannot see it."""
    plans = f"A plays {record['plan_a']}, B plays {record['plan_b']}. " if "plan_a" in record else ""
    return duel_title(record), plans + survival_words(record)


def survival_words(record: Record) -> str:
    """Return what the curves say, in words."""
    write = _rounding(record).percent
    parts = []
    for side in SIDES:
        stands, gone = ([row["value"] for row in _curve(record, side, figure)] for figure in (STANDS, CASUALTY))
        by_round = ", ".join(write(value) for value in stands[1:])
        parts.append(
            f"{side.upper()} stands after each round's attacks with {by_round}; at the end it is a Casualty with "
            f"{write(gone[-1])}."
        )
    return " ".join(parts)


def duel_title(record: Record) -> str:
    """Return who fights whom."""
    return f"{record['a']['name']} (A) against {record['b']['name']} (B)"


def terms(record: Record) -> str:
    """Return with what they fight, for how long, and who goes first."""
    weapons = [str(record[f"weapon_{side}"]["name"]) for side in SIDES]
    armed = f"both with {weapons[0]}" if weapons[0] == weapons[1] else f"A with {weapons[0]}, B with {weapons[1]}"
    many = len(record["rounds"])
    drawn = "dice give the lead" if record["rules"] == "third" else "the lead is drawn"
    lead = drawn if record["first"] == "draw" else f"{record['first'].upper()} goes first in every round"
    return f"{armed}; {many} round{'s' * (many != 1)}, {lead}"


def duel_figure(record: Record, *, theme: str = "light", size: str = "blog") -> "Figure":
    """Draw the curves of both sides: colour and mark say the side, line and filled mark that it stands."""
    asked = f"A plays {record['plan_a']}, B plays {record['plan_b']}; chances after each round's attacks"
    asked += f"{_bands(record)}; {terms(record)}"
    with drawing(THEMES[theme]):
        page = sheet(record, duel_title(record), asked, theme=theme, size=size, room=SURVIVAL_ROOM)
        survival(page, record)
    return page.figure


def survival(page: "Sheet", record: Record, *, top: float = 0.08, left: float = 0.62) -> "Axes":
    """Draw the curves into the room of a sheet, `top` inches below its upper end; return their axes."""
    curves = survival_curves(record)
    room = label_room([label for label, _ in curves])
    axes = page.axes(left=left, right=(room + 30) / POINTS, bottom=0.48, top=top)
    looks = [_look(rows[0], page.theme) for _, rows in curves]
    value_ticks(axes.yaxis, 1.0, chance=True)
    for place, ((label, rows), look) in enumerate(zip(curves, looks, strict=True)):
        under = sum(_alike(rows, other) for _, other in curves[place + 1 :])
        _line(axes, label, rows, look, place, under)
    axes.set_ylim(0, 1.02)
    rounds = len(record["rounds"])
    step = math.ceil(rounds / 12)
    ticks = range(0, rounds + 1, step)
    axes.set_xticks(list(ticks), [str(tick) for tick in ticks])
    axes.set_xlim(-0.02 * rounds, 1.02 * rounds)
    axes.tick_params(axis="x", pad=7)
    axes.grid(axis="y", linewidth=0.8)
    axes.set_xlabel("rounds fought", fontsize=LABEL)
    name_ends(axes, curves, room, looks, tall=page.height - top - 0.48)
    return axes


def survival_curves(record: Record) -> list[Series]:
    """Return the curves with their names: of each side that it stands, then of each that it is a Casualty."""
    return [
        (f"{side.upper()} {'stands' if figure == STANDS else 'Casualty'}", _curve(record, side, figure))
        for figure in (STANDS, CASUALTY)
        for side in SIDES
    ]


def _curve(record: Record, side: str, figure: str) -> list[dict[str, Any]]:
    other = "b" if side == "a" else "a"
    trials = record.get("trials")
    start = {"x": 0, "side": side, "figure": figure, "value": float(figure == STANDS), "standard_error": None}
    found = [start]
    for row in record["rounds"]:
        value = row[f"casualty_{side}"] if figure == CASUALTY else row[f"{other}_out"] + row["neither_out"]
        value = min(1.0, value)
        error = None if trials is None else math.sqrt(value * (1.0 - value) / trials)
        found.append({**start, "x": row["round"], "value": value, "standard_error": error})
    return found


def _look(row: dict[str, Any], theme: "Theme") -> Look:
    place = SIDES.index(row["side"])
    colour = theme.series[place]
    return colour, MARKS[place], colour if row["figure"] == STANDS else theme.paper


def _line(axes: "Axes", label: str, rows: list[dict[str, Any]], look: Look, place: int, under: int) -> None:
    """Draw a curve; one with another lying on it so much wider that it is seen behind it."""
    colour, mark, fill = look
    xs, ys = [row["x"] for row in rows], [row["value"] for row in rows]
    errors = [2 * (row["standard_error"] or 0.0) for row in rows]
    if any(errors):
        low = [max(0.0, y - error) for y, error in zip(ys, errors, strict=True)]
        high = [min(1.0, y + error) for y, error in zip(ys, errors, strict=True)]
        axes.fill_between(xs, low, high, color=colour, alpha=0.25, linewidth=0, zorder=2, gid=f"band-{place}")
    stands = rows[0]["figure"] == STANDS
    axes.plot(
        xs, ys, color=colour, marker=mark, markerfacecolor=fill, linestyle=_DASHES[rows[0]["figure"]],
        linewidth=(2.2 if stands else 1.6) + 2.5 * under, markersize=6.5 + 3.5 * under, markeredgewidth=1.4,
        zorder=3 + place, clip_on=False, gid=f"curve-{place}", label=label,
    )  # fmt: skip


def _alike(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> bool:
    return all(abs(a["value"] - b["value"]) <= 1e-9 for a, b in zip(one, other, strict=True))


def _rounding(record: Record) -> Rounding:
    trials = record.get("trials")
    if trials is None:
        return Rounding()
    errors = [row["standard_error"] or 0.0 for _, rows in survival_curves(record) for row in rows]
    return Rounding.sampled(trials, errors, [])


def _bands(record: Record) -> str:
    return "" if record.get("trials") is None else "; bands: two standard errors each way"
