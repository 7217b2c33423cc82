"""A whole ammunition as a picture: the figure after each shot."""

from typing import TYPE_CHECKING, Any

from bmg_odds.answers.charts_curve import lines_figure
from bmg_odds.answers.formats import Record
from bmg_odds.answers.numbers import Rounding, figure_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLUMNS = ("shots", "figure", "value")


def data(record: Record) -> list[dict[str, Any]]:
    """Return the rows drawn: all of them."""
    return list(record["rows"])


def words(record: Record) -> tuple[str, str]:
    """Return the title of the picture and what it says to those who cannot see it."""
    figure, rounding = str(record["figure"]), Rounding()
    values = ", ".join(f"{row['shots']}: {rounding.figure(figure, row['value'])}" for row in record["rows"])
    return _title(record), f"The {figure_words(figure)} after so many shots: {values}."


def _title(record: Record) -> str:
    return f"{record['attacker']['name']} shoots at {record['target']['name']} with {record['weapon']['name']}"


def ammo_figure(record: Record, *, theme: str = "light", size: str = "blog") -> "Figure":
    """Draw one line over the shots."""
    figure = str(record["figure"])
    rows = [{"x": row["shots"], "value": row["value"]} for row in record["rows"]]
    asked = str(record["sentence"]).partition(":")[0]
    return lines_figure(
        record, [("", rows)], figure, title=_title(record), asked=asked, over="shots fired", theme=theme, size=size
    )
