"""The table of Efforts as a picture: a square for each pair, darker where the attacker gains more."""

import textwrap
from typing import TYPE_CHECKING, Any

from bmg_odds.answers.efforts import Efforts
from bmg_odds.answers.numbers import Rounding, figure_words
from bmg_odds.answers.pictures import COLOURS, INK, PALE, STYLE, footer

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def words(table: Efforts) -> tuple[str, str]:
    """Return the title of the picture and what it says to those who cannot see it."""
    question = table.question
    best = table.minimax
    title = f"Efforts: {question.attacker.name} against {question.target.name}"
    value = Rounding().figure(table.figure, best["value"])
    told = (
        f"A square of the {figure_words(table.figure)} by the target's Efforts and the attacker's. The target does "
        f"best with {best['target_efforts']}, answered by {best['attacker_efforts']}: {value}."
    )
    return title, told


def efforts_figure(table: Efforts, record: dict[str, Any]) -> "Figure":
    """Draw the table: rows the target's Efforts, columns the attacker's, the best replies framed."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    targets = sorted({row for row, _ in table.cells})
    attackers = sorted({column for _, column in table.cells})
    values = [[table.value(row, column) for column in attackers] for row in targets]
    high = max(max(row) for row in values) or 1.0
    with mpl.rc_context(STYLE):
        picture = Figure(figsize=(7.28, 1.9 + 0.95 * len(targets)), dpi=100, facecolor="white")
        axes = picture.add_axes((0.14, 0.21, 0.83, 0.55))
        axes.imshow(values, cmap="Blues", vmin=0.0, vmax=high * 1.6, aspect="auto")
        best = table.minimax
        for y, row in enumerate(targets):
            for x, column in enumerate(attackers):
                text = Rounding().figure(table.figure, values[y][x])
                axes.text(x, y, text, ha="center", va="center", fontsize=14, color=INK)
                if table.best_reply[row] == column:
                    solved = (row, column) == (best["target_efforts"], best["attacker_efforts"])
                    axes.add_patch(
                        mpl.patches.Rectangle(
                            (x - 0.47, y - 0.45), 0.94, 0.9, fill=False,
                            edgecolor=COLOURS[1] if solved else INK, linewidth=3.2 if solved else 1.4,
                            linestyle="-" if solved else (0, (4, 2)),
                        )
                    )  # fmt: skip
        axes.set_xticks(range(len(attackers)), [str(column) for column in attackers])
        axes.set_yticks(range(len(targets)), [str(row) for row in targets])
        axes.tick_params(length=0)
        for side in axes.spines.values():
            side.set_visible(False)
        axes.set_xlabel("Efforts of the attacker, who answers")
        axes.set_ylabel("Efforts of the\ntarget, who starts")
        picture.text(0.02, 0.965, words(table)[0], fontsize=14.5, fontweight="bold", va="top")
        told = f"{figure_words(table.figure)}\ndashed: the attacker's best answer; orange: both at their best"
        picture.text(0.02, 0.895, told, va="top", fontsize=12, linespacing=1.35)
        small = "\n".join(textwrap.wrap(footer(record), 84))
        picture.text(0.02, 0.02, small, fontsize=10, color=PALE, va="bottom", linespacing=1.35)
    return picture
