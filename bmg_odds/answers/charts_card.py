"""The page for the table: the best plans of a solved fight on one sheet of A5, black on white, as a PDF."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmg_odds.answers.card_words import (
    COUNTERS,
    card_words,
    foe_words,
    head_words,
    is_better,
    made_of,
    rounds_of,
    share_words,
    small_print,
    worth_words,
)
from bmg_odds.answers.charts_duel import duel_title
from bmg_odds.answers.charts_sheet import POINTS, width_of, wrap
from bmg_odds.answers.formats import Record, save
from bmg_odds.answers.pictures import THEMES, drawing, drawn_with, picture_bytes
from bmg_odds.errors import BmgError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

A5 = (148 / 25.4, 210 / 25.4)
"""Inches of the page."""
INK, RULE = "#000000", "#777777"
MARGIN = 0.35
TITLE, TEXT, SMALL = 11.0, 7.6, 6.4
"""Points of the letters: small print on paper."""
LEADING = 1.27
HEADS = ("A", "D", "S", "M")


@dataclass(slots=True)
class Pen:
    """Writes on the page from the top down, in inches from its upper left corner."""

    figure: "Figure"
    y: float = MARGIN

    def write(self, x: float, text: str, size: float, *, bold: bool = False, ha: str = "left", dy: float = 0.0,
              gid: str | None = None) -> None:  # fmt: skip
        """Write one line of text, its middle so far below."""
        self.figure.text(x / A5[0], 1 - (self.y + dy) / A5[1], text, fontsize=size, ha=ha, va="center_baseline",
                         fontweight="bold" if bold else "normal", color=INK, gid=gid)  # fmt: skip

    def lines(self, text: str, size: float, *, bold: bool = False, most: int | None = None) -> None:
        """Write a text over the width of the page and go below it."""
        step = size * LEADING / POINTS
        for line in wrap(text, (A5[0] - 2 * MARGIN) * POINTS, size, bold=bold, most=most):
            self.write(MARGIN, line, size, bold=bold, dy=step / 2)
            self.y += step

    def rule(self, *, width: float = 0.5, left: float = MARGIN, right: float = A5[0] - MARGIN) -> None:
        """Draw a line across."""
        from matplotlib.lines import Line2D

        y = 1 - self.y / A5[1]
        self.figure.add_artist(Line2D([left / A5[0], right / A5[0]], [y, y], color=RULE, linewidth=width))


def card_figure(record: Record) -> "Figure":
    """Return the page drawn: a block for each part of the fight, a row for each number of own markers.

    BmgError for an answer without plans for the page (`card`).
    """
    from matplotlib.figure import Figure

    page = record.get("card")
    if page is None:
        raise BmgError("the answer holds no plans for a page; solve it with --card, in an edition with counters")
    with drawing(THEMES["light"]):
        figure = Figure(figsize=A5, dpi=100, facecolor="#ffffff")
        small = small_print(record)
        wide = (A5[0] - 2 * MARGIN) * POINTS
        below = len([line for text in small for line in wrap(text, wide, SMALL)]) * SMALL * LEADING / POINTS + 0.08
        pen = Pen(figure)
        pen.lines(duel_title(record), TITLE, bold=True, most=2)
        pen.lines(head_words(record), TEXT, most=5)
        pen.y += 0.07
        _columns(pen, record)
        rows = sum(len(block["rows"]) for block in page["blocks"])
        title = 0.2
        room = A5[1] - MARGIN - below - pen.y - title * len(page["blocks"])
        step = min(0.165, room / rows)
        for block in page["blocks"]:
            _block(pen, record, block, title, step)
        pen.rule()
        pen.y = A5[1] - MARGIN - below + 0.08
        for text in small:
            pen.lines(text, SMALL)
    return figure


def card_pdf(record: Record) -> bytes:
    """Return the page as a PDF, the whole answer inside."""
    title, told = card_words(record)
    inside = {**record, "picture": {"card": True, "drawn_with": drawn_with()}}
    return picture_bytes(card_figure(record), ".pdf", title=title, told=told, provenance=inside)


def write_card(record: Record, path: str) -> None:
    """Write the page to a file, whole or not at all."""
    save({path: card_pdf(record)})


def _cells(record: Record) -> tuple[float, float, float, list[float]]:
    """Return the inches of a counter, of a plan, of its value, and where each plan begins: by column, then place."""
    page, both = record["card"], record["first"] == "draw"
    label = _label_room(page)
    wide, many = A5[0] - 2 * MARGIN - label, len(page["columns"])
    share = min(wide / many, 1.7)
    digit, value = (0.102, 0.255) if both else (0.14, 0.36)
    starts = [
        MARGIN + label + share * column + (share / 2 - 0.02) * place
        for column in range(many)
        for place in range(2 if both else 1)
    ]
    return digit, 4 * digit, value, starts


def _label_room(page: Record) -> float:
    """Return the inches of the rows' names."""
    return 0.5 if page["endurance_a"] <= 10 else 0.66


def _columns(pen: Pen, record: Record) -> None:
    """Write the heads of the columns."""
    page = record["card"]
    digit, plan, value, starts = _cells(record)
    each = len(starts) // len(page["columns"])
    step = TEXT * LEADING / POINTS
    pen.rule(width=0.9)
    for column, foe in enumerate(page["columns"]):
        following = starts[(column + 1) * each] if (column + 1) * each < len(starts) else A5[0] - MARGIN
        room = (following - starts[column * each] - 0.05) * POINTS
        name = wrap(foe_words(page, foe), room, TEXT, bold=True, most=1)[0]
        pen.write(starts[column * each], name, TEXT, bold=True, dy=step * 0.6)
    pen.write(MARGIN, "own", SMALL, dy=step * 1.6)
    pen.write(MARGIN, "markers", SMALL, dy=step * 2.5)
    seats = ("first", "second") if each == 2 else ("first" if record["first"] == "a" else "second",)
    for place, start in enumerate(starts):
        pen.write(start, f"going {seats[place % each]}", SMALL, dy=step * 1.6)
        for number, head in enumerate(HEADS):
            pen.write(start + digit * (number + 0.5), head, SMALL, ha="center", dy=step * 2.5)
        pen.write(start + plan + value, "value", SMALL - 0.4, ha="right", dy=step * 2.5)
    pen.y += step * 3.1


def _block(pen: Pen, record: Record, block: Record, title: float, step: float) -> None:
    """Write one part of the fight."""
    page = record["card"]
    _, _, _, starts = _cells(record)
    pen.rule()
    name = rounds_of(block)
    if block["name"] == "down":
        name = f"knocked down ({name})"
    elif block["name"] != "early":
        name += f", the {block['name']}"
    pen.write(MARGIN, name[0].upper() + name[1:], TEXT, bold=True, dy=title / 2)
    if block["from"] != block["to"]:
        told = f"worked out for round {block['round']}: {share_words(block['same'])} of the plans of {rounds_of(block)}"
        if width_of(name, TEXT, bold=True) + width_of(told, SMALL) < (A5[0] - 2 * MARGIN - 0.1) * POINTS:
            pen.write(A5[0] - MARGIN, told, SMALL, ha="right", dy=title / 2)
    pen.y += title
    size = min(TEXT + 0.4, step * POINTS / 1.2)
    markers = [row["injuries"] + row["stuns"] for row in block["rows"]]
    for place, row in enumerate(block["rows"]):
        last = (markers[place + 1] if place + 1 < len(markers) else page["endurance_a"]) - 1
        label = str(markers[place]) if last == markers[place] else f"{markers[place]}-{last}"
        pen.write(MARGIN, label, size, bold=True, dy=step / 2)
        if markers[place]:
            small, room = min(SMALL - 0.4, size), _label_room(page) - 0.07
            if width_of(label, size, bold=True) + width_of(made_of(row), small) + 2 <= room * POINTS:
                pen.write(MARGIN + room, made_of(row), small, ha="right", dy=step / 2)
        for number, plan in enumerate(row["plans"]):
            better = len(row["plans"]) > len(page["columns"]) and is_better(row["plans"], plan, record["objective"])
            _plan(pen, record, plan, starts[number], size, step, better=better)
        pen.y += step


def _plan(pen: Pen, record: Record, plan: Record, x: float, size: float, step: float, *, better: bool) -> None:
    """Write the counters of one plan, each under its letter, and the value of the situation."""
    digit, wide, value, _ = _cells(record)
    for number, key in enumerate(COUNTERS):
        count = plan[key]
        pen.write(x + digit * (number + 0.5), str(count) if count else "·", size, bold=bool(count), ha="center",
                  dy=step / 2, gid=f"{key}-{number}")  # fmt: skip
    text = worth_words(plan["value"], record["objective"])
    pen.write(x + wide + value, text, min(SMALL, size), bold=better, ha="right", dy=step / 2, gid="worth")
