"""The board of a solved fight: what every opening is worth to the side that plans first, and how it goes then."""

from typing import TYPE_CHECKING, Any

from bmg_odds.answers.charts_duel import SURVIVAL_ROOM, duel_title, survival, survival_curves, survival_words, terms
from bmg_odds.answers.charts_sheet import LABEL, POINTS, SMALL, height_of, sheet, width_of, wrap
from bmg_odds.answers.formats import Record
from bmg_odds.answers.pictures import SIZES, THEMES, WIDTH, drawing
from bmg_odds.answers.solve_openings import OPENING_COLUMNS
from bmg_odds.answers.solve_shown import shown_value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bmg_odds.answers.charts_sheet import Sheet
    from bmg_odds.answers.pictures import Theme

COLUMNS = ("picture", *OPENING_COLUMNS, "round", "side", "figure")
Row = dict[str, Any]
Cells = dict[tuple[int, int], float]
"""By AC and DC, what an opening is worth to the side that plans it."""
WORTH = {"out": "chance to win less chance to lose", "vp": "victory points ahead", "markers": "markers ahead"}
_GAP = 0.3
"""Inches between two boards."""


def data(record: Record) -> list[Row]:
    """Return a row for each square (`opening`, with the value for A), and for each point of the curves."""
    empty: Row = dict.fromkeys(COLUMNS)
    found = [{**empty, "picture": "opening", **row} for row in record.get("opening_values", ())]
    for _, rows in survival_curves(record):
        found += [
            {**empty, "picture": "curve", "round": row["x"],
             **{name: row[name] for name in ("side", "figure", "value")}}
            for row in rows
        ]  # fmt: skip
    return found


def words(record: Record) -> tuple[str, str]:
    """Return the title of the picture and what it says to those who cannot see it."""
    parts = [f"Both sides play as well as can be: value for A {shown_value(record['value'], record['objective'])}."]
    for opening, rows in boards(record):
        parts.append(
            f"{_who(opening)}: a square for each number of its attack counters (AC) and defence counters (DC), darker "
            f"where the opening is worth more to it; best {_plan(opening[opening['first']])}, answered by "
            f"{_plan(opening['b' if opening['first'] == 'a' else 'a'])}, value for A "
            f"{shown_value(opening['value'], record['objective'])}, worst "
            f"{shown_value(_worst(rows), record['objective'])}."
        )
    if not boards(record):
        parts += [f"{_opens(each)}." for each in record["openings"]]
    return f"Best play: {duel_title(record)}", " ".join([*parts, survival_words(record)])


def boards(record: Record) -> list[tuple[Row, list[Row]]]:
    """Return the openings with counters, each with the rows of its squares; none of a fight without counters."""
    values = record.get("opening_values", ())
    found = [(each, [row for row in values if row["drawn"] == each["drawn"]]) for each in record["openings"]]
    return [(each, rows) for each, rows in found if rows]


def solve_figure(record: Record, *, theme: str = "light", size: str = "blog") -> "Figure":
    """Draw the boards side by side, the best opening framed, and under them the curves.

    A card has room for the curves only beside a single board. A fight without counters has no board.
    """
    found = boards(record)
    card = SIZES[size].height is not None
    tall = max((_rows_of(rows) for _, rows in found), default=0)
    room = 1.12 + 0.34 * max(3, tall) if found else 0.0
    curves = not (card and len(found) > 1)
    with drawing(THEMES[theme]):
        page = sheet(record, words(record)[0], _asked(record, card=card, curves=curves), theme=theme, size=size,
                     room=room + (0.12 if found else 0.0) + SURVIVAL_ROOM - 0.6)  # fmt: skip
        wide = WIDTH - 0.3
        if card:
            room = page.height
        drawn = []
        for place, each in enumerate(found):
            share = (wide - _GAP * (len(found) - 1)) / len(found) * (0.47 if card and len(found) == 1 else 1.0)
            drawn.append(_board(page, record, each, left=place * (share + _GAP), wide=share, room=room))
        if drawn:
            _values(drawn, record["objective"])
        if curves and card and found:
            survival(page, record, left=0.53 * wide)
        elif curves:
            survival(page, record, top=room + 0.12 if found else 0.08)
    return page.figure


def _asked(record: Record, *, card: bool, curves: bool) -> str:
    """Return the lines under the title; a card has room for two."""
    value = f"value for A {shown_value(record['value'], record['objective'])} ({WORTH[record['objective']]})"
    if not boards(record):
        opens = "; ".join(_opens(each) for each in record["openings"])
        return f"{value}; {terms(record)}" if card else f"{value}; {terms(record)}. {opens}."
    if card:
        return f"{value}; squares: worth to the side that plans, framed: the best opening; {terms(record)}"
    told = "Squares: what an opening is worth to the side that plans it; framed: the best."
    return f"{value}; {terms(record)}. {told}" + (" Curves: after each round's attacks." if curves else "")


def _rows_of(rows: list[Row]) -> int:
    return len({row["ac"] for row in rows})


def _board(
    page: "Sheet", record: Record, board: tuple[Row, list[Row]], *, left: float, wide: float, room: float
) -> tuple["Axes", Cells]:
    """Draw one board, `left` inches from the left margin: a column for each DC, a row for each AC."""
    opening, rows = board
    sign = -1.0 if opening["first"] == "b" else 1.0
    cells = {(row["ac"], row["dc"]): sign * row["value"] + 0.0 for row in rows}
    axes = page.axes(
        left=left + 0.5, right=WIDTH - 0.3 - left - wide, bottom=page.height - room + 0.5, top=0.44,
    )  # fmt: skip
    acs, dcs = sorted({ac for ac, _ in cells}), sorted({dc for _, dc in cells})
    _squares(axes, cells, acs, dcs, page.theme)
    best = opening[opening["first"]]
    _frame(axes, best["ac"], best["dc"], page.theme)
    axes.set_xlim(dcs[0] - 0.5, dcs[-1] + 0.5)
    axes.set_ylim(acs[0] - 0.5, acs[-1] + 0.5)
    step = 1 + (len(acs) > 9 and height_of(axes) < LABEL * 1.2 * len(acs))
    axes.set_xticks(dcs[::step], [str(dc) for dc in dcs[::step]])
    axes.set_yticks(acs[::step], [str(ac) for ac in acs[::step]])
    name = opening["first"].upper()
    axes.set_xlabel(f"DC of {name}", fontsize=LABEL)
    axes.set_ylabel(f"AC of {name}", fontsize=LABEL)
    worth = shown_value(sign * opening["value"], record["objective"])
    most = wide * POINTS
    told = f"{_plan(best)}, worth {worth} to {name}"
    if width_of(told, SMALL) > most:
        told = f"{_plan(best)}: {worth}"
    for text, weight, up in ((_who(opening), "bold", 17.0), (told, "normal", 3.0)):
        lines = wrap(text, most, SMALL + (weight == "bold"), bold=weight == "bold", most=1)
        axes.annotate(lines[0], (0, 1), (-0.5 * POINTS, up), xycoords="axes fraction", textcoords="offset points",
                      fontsize=SMALL + (weight == "bold"), fontweight=weight, va="bottom", annotation_clip=False,
                      gid="board")  # fmt: skip
    return axes, cells


def _squares(axes: "Axes", cells: Cells, acs: list[int], dcs: list[int], theme: "Theme") -> None:
    from matplotlib.colors import LinearSegmentedColormap

    shades = LinearSegmentedColormap.from_list("bmg-odds", list(theme.fill))
    values = [[cells.get((ac, dc), float("nan")) for dc in dcs] for ac in acs]
    edges = [dcs[0] - 0.5 + place for place in range(len(dcs) + 1)]
    heights = [acs[0] - 0.5 + place for place in range(len(acs) + 1)]
    low, high = min(cells.values()), max(cells.values())
    axes.pcolormesh(edges, heights, values, cmap=shades, vmin=low, vmax=high if high > low else low + 1.0,
                    edgecolors=theme.paper, linewidth=1.0, zorder=1, gid="squares")  # fmt: skip


def _values(drawn: list[tuple["Axes", Cells]], objective: str) -> None:
    """Write the value into each square of all boards, with as many digits as every square has room for."""
    if min(height_of(axes) / len({ac for ac, _ in cells}) for axes, cells in drawn) < SMALL * 1.1:
        return
    wide = min(axes.get_position().width * WIDTH * POINTS / len({dc for _, dc in cells}) for axes, cells in drawn)
    for places in (1, 0) if objective == "out" else (2, 1, 0):
        texts = [{key: short_value(value, objective, places) for key, value in cells.items()} for _, cells in drawn]
        if max(width_of(text, SMALL) for each in texts for text in each.values()) + 3 <= wide:
            for (axes, _), each in zip(drawn, texts, strict=True):
                for (ac, dc), text in each.items():
                    axes.text(dc, ac, text, ha="center", va="center_baseline", fontsize=SMALL, zorder=4, gid="value")
            return


def short_value(value: float, objective: str, places: int) -> str:
    """Return a value with its sign and few digits; one that only rounds to nothing is not written as nothing.

    >>> short_value(0.1234, "out", 0), short_value(-0.001, "out", 0), short_value(0.0, "vp", 1)
    ('+12', '>-1', '0')
    """
    if not value:
        return "0"
    text = f"{100 * value if objective == 'out' else value:+.{places}f}"
    if float(text):
        return text
    return f"{'<+' if value > 0 else '>-'}{10.0**-places:.{places}f}"


def _frame(axes: "Axes", ac: int, dc: int, theme: "Theme") -> None:
    from matplotlib.patches import Rectangle

    look: dict[str, Any] = {"fill": False, "edgecolor": theme.series[1], "linewidth": 3.0, "zorder": 5, "gid": "best"}
    axes.add_patch(Rectangle((dc - 0.46, ac - 0.44), 0.92, 0.88, **look))


def _worst(rows: list[Row]) -> float:
    values = [float(row["value"]) for row in rows]
    return min(values) if rows[0]["first"] == "a" else max(values)


def _who(opening: Row) -> str:
    """Return who plans first, and after which draw."""
    first, drawn = opening["first"].upper(), (opening["drawn"] or "").upper()
    return f"{first} plans first" + (f" ({drawn} drawn)" if drawn and drawn != first else "")


def _plan(plan: Row) -> str:
    """Return the counters of a plan, without those of which there are none."""
    return ", ".join(f"{plan[key]} {key.upper()}" for key in ("ac", "dc", "sc", "mc") if plan[key]) or "no counters"


def _opens(opening: Row) -> str:
    """Return the Efforts with which a fight without counters begins."""
    sides = [
        f"{side.upper()} {opening[side]['attack_efforts']} and {opening[side]['defence_efforts']}"
        for side in "ab"
        if "attack_efforts" in opening[side]
    ]
    return f"{opening['first'].upper()} first, Efforts in attack and defence: {', '.join(sides) or 'none'}"
