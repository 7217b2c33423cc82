"""The table of Efforts as a picture: a square for each pair, darker where the attacker gains more."""

from typing import TYPE_CHECKING, Any

from bmg_odds.answers.charts_sheet import LABEL, sheet
from bmg_odds.answers.formats import Record
from bmg_odds.answers.numbers import Rounding, figure_words
from bmg_odds.answers.pictures import THEMES, drawing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLUMNS = ("target_efforts", "attacker_efforts", "figure", "value")


def words(record: Record) -> tuple[str, str]:
    """Return the title of the picture and what it says to those who cannot see it."""
    figure, best = str(record["figure"]), record["minimax"]
    told = (
        f"A square of the {figure_words(figure)} by the target's Efforts and the attacker's. The target does best "
        f"with {best['target_efforts']}, answered by {best['attacker_efforts']}: "
        f"{Rounding().figure(figure, best['value'])}."
    )
    return f"Efforts: {record['attacker']['name']} against {record['target']['name']}", told


def data(record: Record) -> list[dict[str, Any]]:
    """Return the rows drawn: all of them."""
    return list(record["rows"])


def efforts_figure(record: Record, *, theme: str = "light", size: str = "blog") -> "Figure":
    """Draw the table: rows the target's Efforts, columns the attacker's, the best replies framed."""
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.patches import Rectangle

    figure, best = str(record["figure"]), record["minimax"]
    cells = {(row["target_efforts"], row["attacker_efforts"]): row["value"] for row in record["rows"]}
    targets, attackers = sorted({row for row, _ in cells}), sorted({column for _, column in cells})
    reply = {row["target_efforts"]: row["attacker_efforts"] for row in record["rows"] if row["best_reply"]}
    asked = f"{figure_words(figure)}; dashed: the attacker's best answer; orange: both at their best"
    with drawing(THEMES[theme]):
        page = sheet(record, words(record)[0], asked, theme=theme, size=size, room=0.65 + 0.72 * len(targets))
        axes = page.axes(left=0.85, right=0.05, bottom=0.5, top=0.02)
        shades = LinearSegmentedColormap.from_list("bmg-odds", list(page.theme.fill))
        values = [[cells[row, column] for column in attackers] for row in targets]
        axes.imshow(values, cmap=shades, vmin=0.0, vmax=max(cells.values()) or 1.0, aspect="auto")
        for y, row in enumerate(targets):
            for x, column in enumerate(attackers):
                text = Rounding().figure(figure, cells[row, column])
                axes.text(x, y, text, ha="center", va="center_baseline", fontsize=LABEL + 1, zorder=4, gid="value")
                if reply[row] == column:
                    solved = (row, column) == (best["target_efforts"], best["attacker_efforts"])
                    axes.add_patch(
                        Rectangle(
                            (x - 0.47, y - 0.45), 0.94, 0.9, fill=False, gid="best" if solved else "reply",
                            edgecolor=page.theme.series[1] if solved else page.theme.ink,
                            linewidth=3.2 if solved else 1.4, linestyle="-" if solved else (0, (4, 2)),
                        )
                    )  # fmt: skip
        axes.set_xticks(range(len(attackers)), [str(column) for column in attackers])
        axes.set_yticks(range(len(targets)), [str(row) for row in targets])
        axes.set_xlabel("Efforts of the attacker, who answers", fontsize=LABEL)
        axes.set_ylabel("Efforts of the\ntarget, who starts", fontsize=LABEL)
    return page.figure
