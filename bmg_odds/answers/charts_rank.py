"""A ranking as a picture: a bar for each model, the first above, its value at its end."""

from typing import TYPE_CHECKING, Any

from bmg_odds.answers.charts_sheet import LABEL, POINTS, SMALL, sheet, value_ticks, width_of, wrap
from bmg_odds.answers.charts_words import rolled_words, rounding_for
from bmg_odds.answers.formats import Record
from bmg_odds.answers.numbers import Rounding, is_chance
from bmg_odds.answers.pictures import THEMES, WIDTH, drawing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLUMNS = ("place", "name", "weapon", "figure", "value")
MOST = {"blog": 20, "card": 7}
"""Bars of one picture; the rest is in the data."""


def drawn(record: Record, size: str = "blog") -> list[dict[str, Any]]:
    """Return the rows that the picture has room for: the first ones."""
    return [row for row in record["rows"] if row["value"] is not None][: MOST[size]]


def data(record: Record) -> list[dict[str, Any]]:
    """Return the rows drawn at the size for a blog."""
    return drawn(record)


def words(record: Record) -> tuple[str, str]:
    """Return the title of the picture and what it says to those who cannot see it."""
    rows, form = drawn(record), _form(record)
    alike = _alike(record)
    first = "; ".join(f"{row['place']} {_name(row, alike)} {form(row['value'])}" for row in rows[:5])
    told = f"Bars of the {_asked(record)}, the first {min(5, len(rows))} of {len(record['rows'])}: {first}."
    return _title(record), told


def rank_figure(record: Record, *, theme: str = "light", size: str = "blog") -> "Figure":
    """Draw the ranking: as many bars as are read with ease, each with its value."""
    rows, form = drawn(record, size), _form(record)
    alike = _alike(record)
    asked = _asked(record) + (f", all with {alike}" if alike else "") + rolled_words(record, "error bars")
    if len(rows) < len(record["rows"]):
        asked += f"; the first {len(rows)} of {len(record['rows'])}"
    with drawing(THEMES[theme]):
        page = sheet(record, _title(record), asked, theme=theme, size=size, room=0.3 * len(rows) + 0.45)
        texts = [form(row["value"]) for row in rows]
        names = [wrap(f"{row['place']} {_name(row, alike)}", WIDTH * POINTS * 0.5, LABEL, most=1)[0] for row in rows]
        left = max(width_of(name, LABEL) for name in names) + 8
        right = max(width_of(text, LABEL) for text in texts) + 8
        axes = page.axes(left=left / POINTS, right=right / POINTS, bottom=0.26, top=0.0)
        values = [row["value"] for row in rows]
        errors = [2 * (row.get("standard_error") or 0.0) for row in rows]
        places = list(range(len(rows)))
        axes.barh(places, values, 0.68, color=page.theme.series[0], zorder=3, gid="bars")
        if any(errors):
            axes.errorbar(values, places, xerr=errors, fmt="none", ecolor=page.theme.ink, elinewidth=1.2, capsize=2.5,
                          zorder=4)  # fmt: skip
        high = max(value + error for value, error in zip(values, errors, strict=True))
        end = value_ticks(axes.xaxis, high, chance=_in_percent(record))
        axes.set_xlim(0, max(end, high))
        axes.tick_params(axis="x", labelsize=SMALL)
        for place, text in enumerate(texts):
            axes.annotate(
                text, (values[place] + errors[place], place), (5, 0), textcoords="offset points",
                va="center_baseline", fontsize=LABEL, annotation_clip=False, zorder=5, gid="value",
            )  # fmt: skip
        axes.set_yticks(places, names)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.grid(axis="x", linewidth=0.8)
    return page.figure


def _title(record: Record) -> str:
    side, against = str(record["side"]), record["against"]
    ranks = ", ".join(record.get("only") or ())
    foes = "every card" if against == "all" else str(against[0]) if len(against) == 1 else f"{record['others']} models"
    head = f"{side.capitalize()}{f' ({ranks})' if ranks else ''}"
    return f"{head} against {foes}, ranked"


def _asked(record: Record) -> str:
    order = "highest first" if record["side"] == "attackers" else "lowest first"
    return f"{record['unit']}, {order}"


def _alike(record: Record) -> str | None:
    """The weapon of every row, where it is one and the same."""
    weapons = {row.get("weapon") for row in record["rows"]}
    return weapons.pop() if len(weapons) == 1 else None


def _name(row: Record, alike: str | None) -> str:
    return f"{row['name']} · {row['weapon']}" if row.get("weapon") and not alike else str(row["name"])


def _in_percent(record: Record) -> bool:
    # A chance times a price is no chance.
    return is_chance(str(record["figure"])) and (record["side"] == "attackers" or record.get("per") in (None, "ac"))


def _form(record: Record) -> Any:
    """How the values are written: a figure per something is a small number and keeps three digits that count."""
    rounding, figure = rounding_for(record), str(record["figure"])
    if record.get("per"):
        scale, sign = (100, " %") if _in_percent(record) else (1, "")
        return lambda value: f"{scale * value:#.3g}".rstrip(".") + sign if value else Rounding().figure(figure, value)
    return lambda value: rounding.figure(figure, value)
