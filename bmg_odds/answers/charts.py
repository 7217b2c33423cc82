"""Charts: one way in for every answer that can be drawn, to a file that carries its words and its provenance.

A picture is drawn from the answer's record alone (`Outcome.record()`, `Rows.record()` or their JSON), so what is
inside a file is enough to draw it again.
"""

from collections.abc import Mapping
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Protocol

from bmg_odds.answers.formats import Record, as_csv, as_json, save
from bmg_odds.answers.pictures import SIZES, THEMES, check_picture, drawn_with, picture_bytes
from bmg_odds.errors import BmgError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CHARTS: dict[str, tuple[str, str]] = {
    "attack": ("charts_attack", "attack_figure"),
    "curve": ("charts_curve", "curve_figure"),
    "split": ("charts_split", "split_figure"),
    "rank": ("charts_rank", "rank_figure"),
    "readings": ("charts_readings", "readings_figure"),
    "efforts": ("efforts_chart", "efforts_figure"),
    "sequence": ("charts_sequence", "sequence_figure"),
    "ammo": ("charts_ammo", "ammo_figure"),
    "duel": ("charts_duel", "duel_figure"),
    "solve": ("charts_solve", "solve_figure"),
    "roll": ("charts_roll", "roll_figure"),
}
"""The module of each command's chart, and the function in it that draws."""


class Answer(Protocol):
    """What has a record: an Outcome or Rows."""

    def record(self) -> dict[str, Any]:
        """Return the whole answer, JSON-ready."""


def figure_of(answer: Answer | Record, *, theme: str = "light", size: str = "blog") -> "Figure":
    """Return an answer drawn: a matplotlib Figure.

    >>> import bmg_odds as bmg
    >>> drawn = figure_of(bmg.attack("Batman (AC)", "Joker (AC)"), size="card")
    >>> float(drawn.get_figwidth())
    7.28
    """
    record = record_of(answer)
    _among("theme", theme, THEMES)
    _among("size", size, SIZES)
    found: Figure = getattr(_module(record), CHARTS[record["command"]][1])(record, theme=theme, size=size)
    return found


def words_of(answer: Answer | Record) -> tuple[str, str]:
    """Return the title of an answer's picture, and what it tells those who cannot see it."""
    record = record_of(answer)
    found: tuple[str, str] = _module(record).words(record)
    return found


def data_of(answer: Answer | Record) -> tuple[tuple[str, ...], list[dict[str, Any]]]:
    """Return the columns and the rows of what an answer's picture draws."""
    record = record_of(answer)
    module = _module(record)
    return module.COLUMNS, module.data(record)


def draw(
    answer: Answer | Record, path: str, *, theme: str = "light", size: str = "blog", data: str | None = None
) -> list[str]:
    """Draw an answer to a file, and the plotted data to another; return the paths that were written.

    All of them are written, or none. BmgError for a suffix that is no picture's and for what cannot be written.
    """
    record = record_of(answer)
    check_picture(path)
    files: dict[str, str | bytes] = {path: picture(record, PurePath(path).suffix.lower(), theme=theme, size=size)}
    if data is not None:
        files |= data_files(record, data)
    save(files)
    return list(files)


def picture(record: Record, suffix: str, *, theme: str = "light", size: str = "blog") -> bytes:
    """Return the bytes of a picture of an answer, with the answer inside."""
    title, told = words_of(record)
    figure = figure_of(record, theme=theme, size=size)
    inside = {**record, "picture": {"theme": theme, "size": size, "drawn_with": drawn_with()}}
    return picture_bytes(figure, suffix, title=title, told=told, provenance=inside, theme=theme, size=size)


def data_files(record: Record, path: str) -> dict[str, str]:
    """Return the csv of what a picture draws, and beside it its provenance, by path."""
    columns, rows = data_of(record)
    inside = {**record, "picture": {"data": True}}
    return {path: as_csv(columns, rows), path + ".provenance.json": as_json(inside)}


def record_of(answer: Answer | Record) -> Record:
    """Return the record of an answer; a record is returned as it is."""
    return answer if isinstance(answer, Mapping) else answer.record()


def check_data(path: str) -> None:
    """Raise BmgError for a file of plotted data that is no csv.

    >>> check_data("odds.csv")
    """
    if PurePath(path).suffix.lower() != ".csv":
        raise BmgError(f"--chart-data {path}: the plotted data is a csv; allowed: .csv")


def _module(record: Record) -> Any:
    command = record.get("command")
    if command not in CHARTS:
        raise BmgError(f"{command} has no chart; allowed: {', '.join(CHARTS)}")
    return import_module(f"bmg_odds.answers.{CHARTS[str(command)][0]}")


def _among(name: str, value: str, allowed: Mapping[str, Any]) -> None:
    if value not in allowed:
        raise BmgError(f"--{name} {value} is not known; allowed: {', '.join(allowed)}")
