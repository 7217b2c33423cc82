"""A sequence of attacks as a picture: the figure after each attack, a line for each policy of the defender."""

from typing import TYPE_CHECKING, Any

from bmg_odds.answers.charts_curve import Series, lines_figure
from bmg_odds.answers.formats import Record
from bmg_odds.answers.numbers import Rounding, figure_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLUMNS = ("policy", "x", "attacker", "weapon", "figure", "value")
MOST = 5
"""Policies of one picture; one that does exactly as another is left out."""


def data(record: Record) -> list[dict[str, Any]]:
    """Return the rows drawn: the figure after each attack under each policy."""
    return [row for _, rows in drawn(record) for row in rows]


def drawn(record: Record) -> list[Series]:
    """Return the lines: the policy asked for and the optimal one always, others as far as there is room."""
    found: list[Series] = []
    wanted = sorted(record["policies"], key=lambda row: row["policy"] not in (record["policy"], "optimal"))
    for row in wanted:
        same = any(_alike(row["after"], [one["value"] for one in rows]) for _, rows in found)
        if len(found) < MOST and not same:
            found.append((row["policy"], _line(record, row)))
    order = [row["policy"] for row in record["policies"]]
    return sorted(found, key=lambda line: order.index(line[0]))


def _alike(one: list[float], other: list[float]) -> bool:
    return all(abs(a - b) < 1e-12 for a, b in zip(one, other, strict=True))


def _line(record: Record, row: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"policy": row["policy"], "x": place, "attacker": one["name"], "weapon": one["weapon"],
         "figure": row["figure"], "value": value}
        for place, (one, value) in enumerate(zip(record["attackers"], row["after"], strict=True), start=1)
    ]  # fmt: skip


def words(record: Record) -> tuple[str, str]:
    """Return the title of the picture and what it says to those who cannot see it."""
    figure, rounding = str(record["figure"]), Rounding()
    lines = drawn(record)
    ends = "; ".join(f"{name} {rounding.figure(figure, rows[-1]['value'])}" for name, rows in lines)
    count = len(record["attackers"])
    many = "one attack" if count == 1 else f"{count} attacks"
    told = (
        f"The {figure_words(figure)} after each of {many} on {record['target']['name']}, by policy; at the end: {ends}."
    )
    return title(record), told


def title(record: Record) -> str:
    """Return who attacks whom, attackers alike told once."""
    counts: dict[str, int] = {}
    for one in record["attackers"]:
        counts[one["name"]] = counts.get(one["name"], 0) + 1
    names = " and ".join(f"{count} x {name}" if count > 1 else name for name, count in counts.items())
    return f"{names} against {record['target']['name']}"


def sequence_figure(record: Record, *, theme: str = "light", size: str = "blog") -> "Figure":
    """Draw the lines, each with its policy at its right end."""
    figure, dc = str(record["figure"]), record["situation"]["dc"]
    asked = f"{figure_words(figure)} after each attack, by how {dc} DC are spent (counted)"
    return lines_figure(
        record, drawn(record), figure, title=title(record), asked=asked, over="attacks made", theme=theme, size=size
    )
