"""The sheet of every chart: title above, small print below, and the free room between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from bmg_odds.answers.pictures import SIZES, THEMES, WIDTH, Theme, footer, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MARGIN = 0.15
"""Inches of paper around everything."""
TITLE, ASKED, LABEL, SMALL = 14.5, 12.0, 12.0, 10.5
"""Points of the letters; at 360 pixels of width the smallest are still 7 pixels."""
LEADING = 1.32
POINTS = 72.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A picture with its words on it and the room left for axes, in inches from the lower left corner."""

    figure: "Figure"
    theme: Theme
    bottom: float
    top: float

    @property
    def height(self) -> float:
        """Inches between the small print and the words above."""
        return self.top - self.bottom

    def axes(self, *, left: float, right: float = 0.0, bottom: float = 0.0, top: float = 0.0) -> "Axes":
        """Return axes that leave so many inches free inside the room; no frame, no tick marks."""
        tall = float(self.figure.get_figheight())
        x0, y0 = MARGIN + left, self.bottom + bottom
        x1, y1 = WIDTH - MARGIN - right, self.top - top
        axes = self.figure.add_axes((x0 / WIDTH, y0 / tall, (x1 - x0) / WIDTH, (y1 - y0) / tall))
        axes.tick_params(length=0, labelsize=LABEL)
        for side in axes.spines.values():
            side.set_visible(False)
        return axes


def sheet(
    record: Any, title: str, asked: str, *, theme: str, size: str, room: float, most_asked: int | None = None
) -> Sheet:
    """Return a sheet with its words: a blog's is as high as its words and `room` inches need, a card is fixed."""
    from matplotlib.figure import Figure

    colours, fixed = THEMES[theme], SIZES[size].height
    wide = (WIDTH - 2 * MARGIN) * POINTS
    card = fixed is not None
    head = wrap(title, wide, TITLE, bold=True, most=2)
    body = wrap(asked, wide, ASKED, most=2 if card else most_asked)
    small = wrap(footer(record), wide, SMALL)
    if card and len(small) > 2:
        small = wrap(footer(record, short=True), wide, SMALL, most=3)
    above = (TITLE * LEADING * len(head) + ASKED * LEADING * len(body) + 3.0) / POINTS
    below = SMALL * LEADING * len(small) / POINTS
    tall = 2 * MARGIN + above + below + 0.22 + room if fixed is None else fixed
    figure = Figure(figsize=(WIDTH, tall), dpi=100, facecolor=colours.paper)
    x = MARGIN / WIDTH
    y = tall - MARGIN
    figure.text(x, y / tall, "\n".join(head), fontsize=TITLE, fontweight="bold", va="top", linespacing=LEADING)
    y -= (TITLE * LEADING * len(head) + 3.0) / POINTS
    figure.text(x, y / tall, "\n".join(body), fontsize=ASKED, va="top", linespacing=LEADING)
    figure.text(x, MARGIN / tall, "\n".join(small), fontsize=SMALL, color=colours.pale, va="bottom",
                linespacing=LEADING)  # fmt: skip
    return Sheet(figure, colours, MARGIN + below + 0.08, tall - MARGIN - above - 0.14)


def height_of(axes: "Axes") -> float:
    """Return the height of axes in points."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    return float(axes.get_position().height * figure.get_figheight() * POINTS)


@lru_cache(maxsize=4096)
def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a line of text in points, with the little more that letters fitted to pixels need.

    >>> width_of("iii", 12.0) < width_of("mmm", 12.0)
    True
    """
    import warnings

    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextToPath

    font = FontProperties(family="DejaVu Sans", size=size, weight="bold" if bold else "normal")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing", category=UserWarning)
        return 1.035 * float(TextToPath().get_text_width_height_descent(text, font, False)[0])


def wrap(text: str, room: float, size: float, *, bold: bool = False, most: int | None = None) -> list[str]:
    """Return a text in lines of at most `room` points; what `most` lines do not hold ends in an ellipsis.

    >>> wrap("Batman against a very long name", 90.0, 12.0)
    ['Batman', 'against a very', 'long name']
    >>> wrap("Batman against a very long name", 90.0, 12.0, most=2)
    ['Batman', 'against a ve…']
    """
    lines: list[str] = []
    for word in plain(text).split(" "):
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(joined, size, bold=bold) <= room:
            lines[-1] = joined
            continue
        rest = word
        while width_of(rest, size, bold=bold) > room and len(rest) > 1:
            cut = _fitting(rest, room, size, bold)
            lines.append(rest[:cut])
            rest = rest[cut:]
        lines.append(rest)
    if most is not None and len(lines) > most:
        last = " ".join(lines[most - 1 :])
        cut = _fitting(last, room - width_of("…", size, bold=bold), size, bold)
        lines = [*lines[: most - 1], last[:cut].rstrip(" ,:(") + "…"]
    return lines


def _fitting(text: str, room: float, size: float, bold: bool) -> int:
    """How many signs of a text fit, at least one."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width_of(text[:middle], size, bold=bold) <= room:
            low = middle
        else:
            high = middle - 1
    return low


def spread(wanted: Sequence[float], gaps: Sequence[float], low: float, high: float) -> list[float]:
    """Return heights near those wanted, between low and high, none nearer to its neighbour than both need.

    `gaps` is the height that each label needs. Neighbours that would touch move apart by the same amount; the
    order of the heights stays (of equal ones, the first is the highest).

    >>> spread([0.5, 0.5], [0.25, 0.25], 0.0, 1.0)
    [0.625, 0.375]
    >>> spread([0.0, 0.05], [0.25, 0.25], 0.0, 1.0)
    [0.125, 0.375]
    """
    order = sorted(range(len(wanted)), key=lambda place: (wanted[place], -place))
    groups: list[tuple[list[int], float]] = []  # members from below, and where the group starts
    for place in order:
        members, start = [place], wanted[place] - gaps[place] / 2
        start = max(low, min(start, high - gaps[place]))
        while groups and groups[-1][1] + sum(gaps[one] for one in groups[-1][0]) > start + 1e-12:
            members = [*groups.pop()[0], *members]
            # The start that suits the members best on the whole.
            offsets, below = [], 0.0
            for one in members:
                offsets.append(wanted[one] - below - gaps[one] / 2)
                below += gaps[one]
            start = max(low, min(sum(offsets) / len(offsets), high - below))
        groups.append((members, start))
    found = [0.0] * len(wanted)
    for members, start in groups:
        below = start
        for one in members:
            found[one] = below + gaps[one] / 2
            below += gaps[one]
    return found


def ceiling(value: float) -> tuple[float, float]:
    """Return a round number not below a value, and the step of three to five ticks up to it.

    >>> ceiling(0.37), ceiling(1.0), ceiling(7.3), ceiling(0.0)
    ((0.4, 0.1), (1.0, 0.25), (8.0, 2.0), (1.0, 0.25))
    """
    if value <= 0.0:
        return 1.0, 0.25
    from math import ceil, floor, log10

    power = 10.0 ** floor(log10(value))
    for most, step in ((1.0, 0.25), (1.5, 0.5), (2.0, 0.5), (2.5, 0.5), (3.0, 1.0), (4.0, 1.0), (5.0, 1.0),
                       (6.0, 2.0), (8.0, 2.0), (10.0, 2.5)):  # fmt: skip
        if value <= most * power * (1 + 1e-9):
            return _tidy(most * power), _tidy(step * power)
    return _tidy(power * ceil(value / power)), power


def _tidy(value: float) -> float:
    return float(f"{value:.10g}")


def value_ticks(axis: Any, high: float, *, chance: bool) -> float:
    """Put round ticks from nothing up to a value on an axis; return the end of the scale.

    Chances are written in per cent, the sign on the last one only.
    """
    top, step = ceiling(min(high, 1.0) if chance else high)
    count = round(top / step)
    ticks = [_tidy(place * step) for place in range(count + 1)]
    if chance:
        texts = [f"{100 * tick:.6g}" for tick in ticks]
        texts[-1] += " %"
    else:
        texts = [f"{tick:.6g}" for tick in ticks]
    axis.set_ticks(ticks, texts)
    return top
