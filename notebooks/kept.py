"""What a notebook shows and keeps: its question, its charts, its tables and the sentence that answers it.

A cell that ends in one of these calls shows what it made, in a notebook; run as plain Python it only remembers it.
`build.py` writes what was remembered to `results/`.
"""

import base64
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bmg_odds.answers import charts
from bmg_odds.answers.formats import Document, as_csv, as_json, columns_markdown, comment
from bmg_odds.answers.numbers import Rounding
from bmg_odds.answers.outcome import Outcome
from bmg_odds.answers.pictures import drawn_with, footer, picture_bytes
from bmg_odds.answers.render import attack_document
from bmg_odds.answers.sequence import SequenceOutcome
from bmg_odds.answers.sequence_shown import sequence_document
from bmg_odds.answers.shown import rows_shown
from bmg_odds.answers.tables import Rows

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MADE_BY = "python notebooks/build.py"
Answer = Rows | Outcome
Files = dict[str, str | bytes]


def whole(value: float) -> str:
    """Write a whole number; an empty cell stays empty."""
    return "" if math.isnan(value) else f"{value:,.0f}"


def percent(value: float) -> str:
    """Write a chance as the program does."""
    return "" if math.isnan(value) else Rounding().percent(value)


def points(value: float) -> str:
    """Write a difference of chances in percentage points."""
    return "" if math.isnan(value) else f"{100 * value:.2f}"


def mean(value: float) -> str:
    """Write a mean as the program does."""
    return "" if math.isnan(value) else Rounding().mean(value)


@dataclass(frozen=True)
class Words:
    """A sentence of the notebook whose numbers are produced."""

    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return self.text


def _shown(answer: Answer, record: dict[str, Any]) -> Document:
    if isinstance(answer, SequenceOutcome):
        return sequence_document(record)
    return attack_document(record) if isinstance(answer, Outcome) else rows_shown(answer)


@dataclass(frozen=True)
class Chart:
    """An answer drawn by the package."""

    name: str
    answer: Answer

    @cached_property
    def record(self) -> dict[str, Any]:
        """What the picture is drawn from and carries inside."""
        return self.answer.record()

    @property
    def words(self) -> tuple[str, str]:
        """The title, and what the picture tells those who cannot see it."""
        return charts.words_of(self.record)

    def picture(self, suffix: str) -> bytes:
        """Return the picture as bytes."""
        return charts.picture(self.record, suffix)

    def texts(self) -> Files:
        """Return the tables beside the picture, by name: each can be reproduced on its own."""
        shown = _shown(self.answer, self.record)
        return {f"{self.name}.md": shown.text("md"), **charts.data_files(self.record, f"{self.name}.csv")}

    def __repr__(self) -> str:
        return ". ".join(self.words)

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, str], dict[str, Any]]:
        return _shown_picture(self.picture(".png"), self.words)


@dataclass(frozen=True)
class Drawing:
    """A picture that a notebook draws itself, in the package's style."""

    name: str
    draw: Callable[[], "Figure"]
    words: tuple[str, str]
    columns: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]
    rests: Mapping[str, Any]

    @property
    def record(self) -> dict[str, Any]:
        """What the picture carries inside: what it rests on, and what it draws."""
        return {**self.rests, "sentence": self.words[0], "rows": [dict(row) for row in self.rows]}

    def picture(self, suffix: str) -> bytes:
        """Return the picture as bytes."""
        inside = {**self.record, "picture": {"theme": "light", "size": "blog", "drawn_with": drawn_with()}}
        return picture_bytes(self.draw(), suffix, title=self.words[0], told=self.words[1], provenance=inside)

    def texts(self) -> Files:
        """Return the plotted data, by name."""
        name = f"{self.name}.csv"
        return {name: as_csv(self.columns, self.rows), f"{name}.provenance.json": as_json(self.record)}

    def __repr__(self) -> str:
        return ". ".join(self.words)

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, str], dict[str, Any]]:
        return _shown_picture(self.picture(".png"), self.words)


@dataclass(frozen=True)
class Table:
    """A frame with its title, how its columns are written, and what it rests on."""

    name: str
    title: str
    frame: "pd.DataFrame"
    formats: Mapping[str, Callable[[Any], str]]
    rests: Mapping[str, Any]

    @property
    def written(self) -> "pd.DataFrame":
        """The frame as people read it: text in every cell."""
        shown = self.frame.copy().astype(object)
        for column in shown.columns:
            shown[column] = [self.formats.get(column, str)(value) for value in self.frame[column]]
        return shown

    def texts(self) -> Files:
        """Return the table as md, and as csv with full precision, by name."""
        shown = self.written.to_dict("records")
        head = [self.title, columns_markdown(list(self.frame.columns), shown).rstrip(), footer(self.rests)]
        return {
            f"{self.name}.md": "\n\n".join([*head, comment(self.rests)]) + "\n",
            f"{self.name}.csv": as_csv(list(self.frame.columns), self._rows()),
            f"{self.name}.csv.provenance.json": as_json(dict(self.rests)),
        }

    def _rows(self) -> Iterator[dict[str, Any]]:
        for row in self.frame.to_dict("records"):
            yield {str(key): None if _empty(value) else value for key, value in row.items()}

    def __repr__(self) -> str:
        return f"{self.title}\n\n{self.written.to_string(index=False)}"

    def _repr_html_(self) -> str:
        rests = footer(self.rests)
        return f"<p>{self.title}</p>\n{self.written.to_html(index=False, border=0)}\n<p><small>{rests}</small></p>"


@dataclass
class Book:
    """Everything that one notebook keeps, in the order of its cells."""

    question: str = ""
    answer: str = ""
    items: list[Chart | Drawing | Table] = field(default_factory=list)


BOOK = Book()
"""The notebook that is running."""


def fresh() -> Book:
    """Begin another notebook; return what it will keep."""
    BOOK.question, BOOK.answer, BOOK.items = "", "", []
    return BOOK


def question(text: str) -> Words:
    """Say what the notebook asks."""
    BOOK.question = text
    return Words(f"**{text}**")


def answer(text: str) -> Words:
    """Say the answer: one sentence, its numbers produced."""
    BOOK.answer = text
    return Words(f"**Answer.** {text}")


def say(text: str) -> Words:
    """Say something whose numbers are produced."""
    return Words(text)


def chart(name: str, found: Answer) -> Chart:
    """Show an answer drawn by the package, and keep it under a name."""
    BOOK.items.append(Chart(name, found))
    return BOOK.items[-1]  # type: ignore[return-value]


def drawing(
    name: str,
    draw: Callable[[], "Figure"],
    *,
    title: str,
    told: str,
    rows: list[dict[str, Any]],
    rests: Mapping[str, Any],
) -> Drawing:
    """Show a picture that the notebook draws itself, and keep it under a name."""
    BOOK.items.append(Drawing(name, draw, (title, told), tuple(rows[0]), tuple(rows), rests))
    return BOOK.items[-1]  # type: ignore[return-value]


def table(
    name: str,
    frame: "pd.DataFrame",
    *,
    title: str,
    rests: Mapping[str, Any],
    formats: Mapping[str, Callable[[Any], str]],
) -> Table:
    """Show a frame as a table, and keep it under a name."""
    BOOK.items.append(Table(name, title, frame.reset_index(drop=True), formats, rests))
    return BOOK.items[-1]  # type: ignore[return-value]


def resting_on(*answers: Answer, **more: Any) -> dict[str, Any]:
    """Return what several answers rest on together: rules, readings, traits, engine; `more` is said as well."""
    records = [one.record() for one in answers]
    lists = ("inferred_readings", "inferred_traits", "unmodelled_traits")
    together = {key: list(dict.fromkeys(name for one in records for name in one.get(key, ()))) for key in lists}
    first = {key: records[0][key] for key in ("version", "rules", "readings", "engine", "trials", "seed")}
    assert all(one["readings"] == first["readings"] for one in records)
    sentences = list(dict.fromkeys(one["sentence"] for one in records))
    return {"command": "notebook", "made_by": MADE_BY, **first, **together, "sentences": sentences, **more}


def _empty(value: object) -> bool:
    return isinstance(value, float) and math.isnan(value)


def _shown_picture(png: bytes, words: tuple[str, str]) -> tuple[dict[str, str], dict[str, Any]]:
    title, told = words
    shown = {"image/png": base64.b64encode(png).decode(), "text/plain": f"{title}. {told}"}
    return shown, {"image/png": {"width": 728, "alt": f"{title}. {told}"}}
