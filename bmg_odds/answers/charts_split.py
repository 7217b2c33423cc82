"""Every AC against every DC as a picture: squares darker where the figure is higher, lines where it passes a level."""

from typing import TYPE_CHECKING, Any

from bmg_odds.answers.charts_own import OWN_ROOM, own_card, own_panel, own_rows, own_words
from bmg_odds.answers.charts_sheet import LABEL, LEADING, POINTS, SMALL, height_of, sheet, spread, width_of
from bmg_odds.answers.charts_words import about_of, errors_of, rounding_for
from bmg_odds.answers.formats import Record
from bmg_odds.answers.numbers import Rounding, figure_words, is_chance
from bmg_odds.answers.pictures import THEMES, WIDTH, drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bmg_odds.answers.pictures import Theme

COLUMNS = ("ac", "dc", "figure", "value", "standard_error")
LEVELS = (0.1, 0.25, 0.5, 0.75, 0.9)
LINES: tuple[tuple[float, Any], ...] = (
    (1.3, (0, (1.2, 1.8))), (1.6, (0, (5, 2))), (3.0, "-"), (1.6, (0, (5, 2))), (1.3, (0, (1.2, 1.8))),
)  # fmt: skip
"""Width and dashes of the line of each level: the middle one is the strongest."""

Piece = tuple[tuple[float, float], tuple[float, float]]


def words(record: Record) -> tuple[str, str]:
    """Return the title of the picture and what it says to those who cannot see it."""
    figure, cells, rounding = str(record["figure"]), _cells(record), rounding_for(record)
    low, high = min(cells, key=lambda key: cells[key]), max(cells, key=lambda key: cells[key])
    told = (
        f"A square for every number of attack counters (AC) and defence counters (DC), darker where the "
        f"{figure_words(figure)} is higher: from {rounding.figure(figure, cells[low])} with {low[0]} AC against "
        f"{low[1]} DC to {rounding.figure(figure, cells[high])} with {high[0]} AC against {high[1]} DC."
    )
    if levels := levels_of(cells, figure):
        told += f" Lines part the squares at {', '.join(_level(figure, level) for level, _ in levels)}."
    if record.get("own"):
        told += f" Below: {own_words(record)}"
    return _title(record), told


def data(record: Record) -> list[dict[str, Any]]:
    """Return the rows drawn: all of them, and those of the own trade, `dealt` and `taken` named in `figure`."""
    return [*record["rows"], *(own_rows(record) if record.get("own") else ())]


def split_figure(record: Record, *, theme: str = "light", size: str = "blog") -> "Figure":
    """Draw the surface: a column for each DC, a row for each AC, the most AC above."""
    figure, cells = str(record["figure"]), _cells(record)
    acs, dcs = sorted({ac for ac, _ in cells}), sorted({dc for _, dc in cells})
    levels = levels_of(cells, figure)
    asked = f"{figure_words(figure)} for every AC and DC{about_of(record)}"
    if errors := errors_of(record):
        worst = Rounding.sampled(record["trials"], errors, errors)
        sign = " %" if is_chance(figure) else ""
        asked += f"; standard errors up to {worst.error(max(errors), percent=is_chance(figure))}{sign}"
    with drawing(THEMES[theme]):
        own = record.get("own")
        if own and size == "card":
            asked = f"{figure_words(figure)}, dealt and taken{about_of(record)}"
            return own_card(record, _title(record), asked, theme=theme, size=size)
        surface = 0.8 + 0.42 * max(3, len(acs))
        more = OWN_ROOM if own else 0.0
        page = sheet(record, _title(record), asked, theme=theme, size=size, room=surface + more)
        room = max((width_of(_level(figure, level), SMALL) for level, _ in levels), default=0.0)
        top = 0.2 if any(not _leaves_right(cells, level) for level, _ in levels) else 0.04
        right = (room + 10) / POINTS if room else 0.1
        axes = page.axes(left=0.62, right=right, bottom=0.5 + more, top=top)
        tall = height_of(axes)
        _squares(axes, cells, acs, dcs, page.theme)
        _values(axes, cells, record, tall / len(acs))
        for level, (width, dashes) in levels:
            _line(axes, border(cells, level), level, width, dashes, page.theme)
        _level_names(axes, cells, levels, figure, tall)
        axes.set_xlim(min(dcs) - 0.5, max(dcs) + 0.5)
        axes.set_ylim(min(acs) - 0.5, max(acs) + 0.5)
        axes.set_xticks(dcs, [str(dc) for dc in dcs])
        axes.set_yticks(acs, [str(ac) for ac in acs])
        axes.set_xlabel("defence counters (DC)", fontsize=LABEL)
        axes.set_ylabel("attack counters (AC)", fontsize=LABEL)
        if own:
            own_panel(page.axes(left=0.62, right=0.0, bottom=0.48, top=surface + 0.62), record, page.theme)
    return page.figure


def levels_of(cells: dict[tuple[int, int], float], figure: str) -> list[tuple[float, tuple[float, Any]]]:
    """Return the levels that part the squares, each with its line: of chances in per cent, of means whole numbers."""
    low, high = min(cells.values()), max(cells.values())
    if is_chance(figure):
        return [(level, line) for level, line in zip(LEVELS, LINES, strict=True) if low < level <= high]
    from math import floor

    step = max(1, round((high - low) / 4))
    found = [level for level in range(1, floor(high) + 1) if level % step == 0 and low < level <= high]
    return [(float(level), LINES[1 if place % 2 else 2]) for place, level in enumerate(found)]


def border(cells: dict[tuple[int, int], float], level: float) -> list[Piece]:
    """Return the pieces of border between squares below a level and those that reach it.

    A line through the squares would make up points between two numbers of counters.

    >>> border({(0, 0): 0.2, (1, 0): 0.6}, 0.5)
    [((-0.5, 0.5), (0.5, 0.5))]
    """
    found: list[Piece] = []
    for (ac, dc), value in sorted(cells.items()):
        right, above = cells.get((ac, dc + 1)), cells.get((ac + 1, dc))
        if right is not None and (value >= level) != (right >= level):
            found.append(((dc + 0.5, ac - 0.5), (dc + 0.5, ac + 0.5)))
        if above is not None and (value >= level) != (above >= level):
            found.append(((dc - 0.5, ac + 0.5), (dc + 0.5, ac + 0.5)))
    return found


def _cells(record: Record) -> dict[tuple[int, int], float]:
    return {(row["ac"], row["dc"]): row["value"] for row in record["rows"] if row["value"] is not None}


def _title(record: Record) -> str:
    return f"{record['attacker']['name']} against {record['target']['name']} with {record['weapon']['name']}"


def _level(figure: str, level: float) -> str:
    return f"{100 * level:g} %" if is_chance(figure) else f"{level:g}"


def _squares(axes: "Axes", cells: dict[tuple[int, int], float], acs: list[int], dcs: list[int], theme: "Theme") -> None:
    from matplotlib.colors import LinearSegmentedColormap

    shades = LinearSegmentedColormap.from_list("bmg-odds", list(theme.fill))
    values = [[cells.get((ac, dc), float("nan")) for dc in dcs] for ac in acs]
    edges = [min(dcs) - 0.5 + place for place in range(len(dcs) + 1)]
    heights = [min(acs) - 0.5 + place for place in range(len(acs) + 1)]
    high = max(cells.values()) or 1.0
    axes.pcolormesh(edges, heights, values, cmap=shades, vmin=0.0, vmax=high, edgecolors=theme.paper, linewidth=1.0,
                    zorder=1, gid="squares")  # fmt: skip


def _values(axes: "Axes", cells: dict[tuple[int, int], float], record: Record, tall: float) -> None:
    """Write the value into each square, with as many digits as the squares have room for."""
    figure, best = str(record["figure"]), rounding_for(record)
    wide = axes.get_position().width * WIDTH * POINTS / len({dc for _, dc in cells})
    if tall < SMALL * 1.1:
        return
    for places in (1, 0):
        means = min(places + 1, best.mean_decimals)
        rounding = Rounding(min(places, best.percent_decimals), means, best.trials)
        texts = {key: rounding.figure(figure, value) for key, value in cells.items()}
        if max(width_of(text, LABEL) for text in texts.values()) + 4 <= wide:
            break
    else:
        return
    for (ac, dc), text in texts.items():
        axes.text(dc, ac, text, ha="center", va="center_baseline", fontsize=LABEL if tall > 17 else SMALL, zorder=4,
                  gid="value")  # fmt: skip


def _line(axes: "Axes", pieces: list[Piece], level: float, width: float, dashes: Any, theme: "Theme") -> None:
    for place, path in enumerate(chained(pieces)):
        axes.plot([x for x, _ in path], [y for _, y in path], color=theme.series[1], linewidth=width, linestyle=dashes,
                  zorder=3, solid_joinstyle="miter", clip_on=False, gid=f"level-{level:g}-{place}")  # fmt: skip


def chained(pieces: list[Piece]) -> list[list[tuple[float, float]]]:
    """Return pieces joined end to end into paths, so that dashes run on around corners.

    >>> chained([((0, 0), (1, 0)), ((1, 0), (1, 1)), ((5, 5), (6, 5))])
    [[(0, 0), (1, 0), (1, 1)], [(5, 5), (6, 5)]]
    """
    left, paths = list(pieces), []
    while left:
        path = list(left.pop(0))
        grown = True
        while grown:
            grown = False
            for piece in left:
                for one, other in (piece, piece[::-1]):
                    if one in (path[-1], path[0]):
                        path = [*path, other] if one == path[-1] else [other, *path]
                        left.remove(piece)
                        grown = True
                        break
                if grown:
                    break
        paths.append(path)
    return paths


def _level_names(
    axes: "Axes", cells: dict[tuple[int, int], float], levels: list[Any], figure: str, tall: float
) -> None:
    """Write each level where its line leaves the squares: to their right, or above them."""
    low, high = min(ac for ac, _ in cells) - 0.5, max(ac for ac, _ in cells) + 0.5
    right = [level for level, _ in levels if _leaves_right(cells, level)]
    wanted = [(_end(cells, level)[1] - low) / (high - low) * tall for level in right]
    found = spread(wanted, [SMALL * LEADING] * len(right), -7.0, tall + 7.0)
    for level, y in zip(right, found, strict=True):
        axes.annotate(_level(figure, level), (1, y / tall), (6, 0), xycoords="axes fraction", ha="left", fontsize=SMALL,
                      textcoords="offset points", va="center_baseline", annotation_clip=False, gid="level")  # fmt: skip
    above: dict[float, list[float]] = {}
    for level, _ in levels:
        if level not in right and border(cells, level):
            above.setdefault(_end(cells, level)[0], []).append(level)
    for x, several in above.items():
        text = " · ".join(_level(figure, level) for level in several)
        axes.annotate(text, (x, high), (0, 3), textcoords="offset points", ha="center", va="bottom", fontsize=SMALL,
                      annotation_clip=False, gid="level")  # fmt: skip


def _end(cells: dict[tuple[int, int], float], level: float) -> tuple[float, float]:
    """The end of a level's line that is furthest to the right, the highest of several."""
    return max(point for piece in border(cells, level) for point in piece)


def _leaves_right(cells: dict[tuple[int, int], float], level: float) -> bool:
    pieces = border(cells, level)
    return not pieces or _end(cells, level)[0] > max(dc for _, dc in cells)
