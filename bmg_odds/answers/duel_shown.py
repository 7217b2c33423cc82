"""A fight as players read it: a table for the terminal and the same as Markdown."""

import math
from typing import Any

from bmg_odds.answers.duel_law import ROUND_COLUMNS
from bmg_odds.answers.formats import Document, Record
from bmg_odds.answers.numbers import Rounding
from bmg_odds.answers.pages import Part, page_markdown, page_table
from bmg_odds.answers.render import rests_on

_HEADS = ("round", "only A out", "only B out", "both", "neither", "A Casualty", "B Casualty")


def duel_document(record: Record) -> Document:
    """Return the document of a fight's record (the JSON of `duel`)."""
    return Document(
        record, "rounds", ROUND_COLUMNS,
        lambda unicode: page_table(record["sentence"], _parts(record), _foot(record, unicode=unicode)),
        lambda unicode: page_markdown(record["sentence"], _parts(record), _foot(record, unicode=unicode)),
    )  # fmt: skip


def _rounding(record: Record) -> Rounding:
    trials = record["trials"]
    if trials is None:
        return Rounding()
    worst = [value for row in record["rounds"] for name, value in row.items() if name != "round"]
    errors = [math.sqrt(max(0.0, value * (1 - value)) / trials) for value in worst]
    return Rounding.sampled(trials, errors, [20 / math.sqrt(trials)])


def _rows(record: Record, rounding: Rounding) -> list[dict[str, str]]:
    return [
        {
            head: str(row[name]) if name == "round" else rounding.percent(row[name]).rjust(10)
            for head, name in zip(_HEADS, ROUND_COLUMNS, strict=True)
        }
        for row in record["rounds"]
    ]


def _figures(record: Record, rounding: Rounding) -> list[dict[str, str]]:
    """Return what is told beside the rounds: for A and for B."""
    rows = []

    def add(label: str, a: str, b: str) -> None:
        rows.append({"at the end": label, "A": a.rjust(10), "B": b.rjust(10)})

    def both(label: str, key: str, write: Any) -> None:
        values = [record[f"when_{side}_wins"][key] for side in "ab"]
        add(label, *("-" if value is None else write(value) for value in values))

    both("wins (the foe is out, it is not)", "chance", rounding.percent)
    both("  the foe is then K.O.", "loser_ko", rounding.percent)
    both("  the foe is then a Casualty", "loser_casualty", rounding.percent)
    both("  its own markers then, mean", "winner_markers", rounding.mean)
    add("markers on it, mean", rounding.mean(record["markers_a"]), rounding.mean(record["markers_b"]))
    points = record["victory_points"]
    if points["a"] is not None or points["b"] is not None:
        add("victory points, mean", *("-" if points[side] is None else rounding.mean(points[side]) for side in "ab"))
    gain = record["first_mover"]
    if gain is not None:
        add("wins more when first than second", *(_points(gain[side]) for side in "ab"))
    return rows


def _points(change: float) -> str:
    text = f"{100 * change:+.2f}"
    if float(text) or not change:
        return f"{text if change else '0'} pp"
    return f"{'<+' if change > 0 else '>-'}0.01 pp"


def _foot(record: Record, *, unicode: bool) -> list[str]:
    told = [
        "Out is K.O. or Casualty, after the attacks of the round and before its recovery. A Casualty ends the fight."
    ]
    return [*told, *rests_on({"effects": {}, **record}, unicode=unicode)]


def _parts(record: Record) -> list[Part]:
    rounding = _rounding(record)
    return [("", _HEADS, _rows(record, rounding)), ("", ("at the end", "A", "B"), _figures(record, rounding))]
