"""Make the pictures and tables of this folder again: `python results/make.py`.

Everything is computed from the questions below, so a picture and its table cannot disagree with the program.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

import bmg_odds as bmg
from bmg_odds.answers.charts_sheet import LABEL, height_of, sheet, spread, value_ticks
from bmg_odds.answers.formats import columns_markdown, comment
from bmg_odds.answers.numbers import Rounding
from bmg_odds.answers.pictures import MARKS, THEMES, drawing, footer, picture_bytes
from bmg_odds.rules.edition import EDITIONS

HERE = Path(__file__).parent
ATTACKER, TARGET = "Batman (AC)", "Gotham Policeman"
COUNTERS = range(4)
THEME = THEMES["light"]


def outcomes() -> list[bmg.Outcome]:
    """Return the answers to the first question, for 0 to 3 DC."""
    return [bmg.attack(ATTACKER, TARGET, dc=dc) for dc in COUNTERS]


def provenance(found: Sequence[bmg.Outcome]) -> dict[str, Any]:
    """Return what the picture and its table rest on, and their data."""
    record = found[0].record()
    readings = dict.fromkeys(name for outcome in found for name in outcome.inferred_readings)
    return {
        "made_by": "python results/make.py",
        "version": bmg.__version__,
        "rules": record["rules"],
        "readings": record["readings"],
        "inferred_readings": list(readings),
        "inferred_traits": record["inferred_traits"],
        "unmodelled_traits": record["unmodelled_traits"],
        "engine": record["engine"],
        "attacker": record["attacker"],
        "target": record["target"],
        "weapon": record["weapon"],
        "ac": record["situation"]["ac"],
        "at_least": {str(outcome.resolved.situation.dc): list(outcome.levels) for outcome in found},
    }


def words(found: Sequence[bmg.Outcome]) -> tuple[str, str]:
    """Return the title of the picture and what it says to those who cannot see it."""
    first = found[0].resolved
    endurance = first.harm.endurance
    title = (
        f"{first.question.attacker.name} attacks {first.question.target.name}"
        f"\nwith {first.weapon.name} ({first.weapon.damage}), {first.situation.ac} AC"
    )
    rounding = Rounding()
    chances = ", ".join(
        f"{rounding.percent(outcome.at_least('markers', endurance))} against {dc} DC"
        for dc, outcome in zip(COUNTERS, found, strict=True)
    )
    told = (
        f"Falling curves, one for each number of defence counters (DC): the chance of at least so "
        f"many markers inflicted. At {endurance} markers, the Endurance of {first.question.target.name}: "
        f"{chances}."
    )
    return title, told


def figure(found: Sequence[bmg.Outcome]) -> Figure:
    """Draw the chance of at least k markers for each number of DC."""
    asked = "chance of at least so many markers, by defence counters (DC)"
    with drawing(THEME):
        page = sheet(provenance(found), words(found)[0], asked, theme="light", size="blog", room=3.7)
        axes = page.axes(left=0.62, right=0.0, bottom=0.48, top=0.0)
        most = max(len(outcome.levels) for outcome in found) - 1
        endurance = found[0].resolved.harm.endurance
        axes.set_ylim(0, value_ticks(axes.yaxis, 1.0, chance=True) * 1.06)
        axes.set_xlim(-0.25, most + 0.4)
        axes.axvline(endurance, color=THEME.pale, linewidth=1.0, linestyle=(0, (4, 3)), zorder=1)
        target = found[0].resolved.question.target.name
        axes.text(endurance + 0.14, 1.03, f"K.O. from {endurance} on\n(Endurance of\n{target})", color=THEME.pale,
                  va="top", fontsize=LABEL, linespacing=1.25)  # fmt: skip
        tall = height_of(axes) / 1.06  # points from nothing to 100 %
        wanted = [outcome.at_least("markers", 1) * tall for outcome in found]
        heights = spread(wanted, [LABEL * 1.4] * len(found), 0.0, tall * 1.06)
        for place, outcome in enumerate(found):
            axes.plot(
                range(1, len(outcome.levels)), outcome.levels[1:], color=THEME.series[place], marker=MARKS[place],
                markersize=7, linewidth=1.8, zorder=3, gid=f"dc-{COUNTERS[place]}",
            )  # fmt: skip
            axes.text(0.78, heights[place] / tall, f"{COUNTERS[place]} DC", ha="right", va="center", fontsize=LABEL,
                      bbox={"facecolor": THEME.paper, "edgecolor": "none", "pad": 1.0}, zorder=2)  # fmt: skip
        axes.set_xticks(range(1, most + 1))
        axes.grid(axis="y", linewidth=0.8)
        axes.set_xlabel("markers inflicted, at least", fontsize=LABEL)
    return page.figure


def svg(found: Sequence[bmg.Outcome]) -> str:
    """Return the picture as SVG with its title, its description and its provenance inside."""
    title, told = words(found)
    return picture_bytes(figure(found), ".svg", title=title, told=told, provenance=provenance(found)).decode()


def table(found: Sequence[bmg.Outcome]) -> str:
    """Return the same chances as a Markdown table, its provenance in a comment."""
    rounding = Rounding()
    most = max(len(outcome.levels) for outcome in found)
    columns = ("markers, at least", *(f"{dc} DC" for dc in COUNTERS))
    rows = []
    for k in range(1, most):
        chances = [rounding.percent(outcome.at_least("markers", k)) for outcome in found]
        rows.append(dict(zip(columns, [k, *chances], strict=True)))
    title = words(found)[0].replace("\n", " ")
    head = f"{title}: chance of at least so many markers inflicted, by defence counters (DC)"
    parts = [head, columns_markdown(columns, rows).rstrip(), footer(provenance(found)), comment(provenance(found))]
    return "\n\n".join(parts) + "\n"


def readings_table() -> str:
    """Return what each value of each reading does to the first answer, against 2 DC."""
    rounding = Rounding()
    usual = bmg.attack(ATTACKER, TARGET, dc=2)
    columns = ("reading", "value", "certainty", "K.O.", "knocked down", "critical", "markers, mean")
    rows = []
    for option in EDITIONS["revised"].options:
        if not option.one_attack:
            continue
        for value in option.values:
            outcome = bmg.attack(ATTACKER, TARGET, dc=2, reading={option.name: value})
            default = value == option.value
            if not default and outcome.outcomes == usual.outcomes:
                continue
            if default and option.name not in usual.inferred_readings:
                continue
            rows.append({
                "reading": option.name,
                "value": f"{value} (default)" if default else value,
                "certainty": option.certainty if default else "",
                "K.O.": rounding.percent(outcome.chance.ko),
                "knocked down": rounding.percent(outcome.chance.knocked_down),
                "critical": rounding.percent(outcome.chance.critical),
                "markers, mean": rounding.mean(outcome.inflicted.markers),
            })  # fmt: skip
    head = f"{usual.record()['sentence']}\nEvery reading that changes this answer; all others leave it as it is."
    known = {key: value for key, value in provenance([usual]).items() if key != "at_least"}
    return f"{head}\n\n{columns_markdown(columns, rows)}\n{comment(known)}\n"


def files() -> dict[str, str]:
    """Return every file of this folder that is made here, by name."""
    found = outcomes()
    return {
        "first-answer.svg": svg(found),
        "first-answer.md": table(found),
        "readings.md": readings_table(),
    }


def data(text: str) -> dict[str, Any]:
    """Return the provenance inside a file made here."""
    found = re.search(r"<!-- bmg-odds (\{.*?\}) -->", text, flags=re.DOTALL)
    if found is None:
        raise ValueError("no provenance inside")
    known: dict[str, Any] = json.loads(found.group(1))
    return known


def main() -> None:
    """Write the files."""
    for name, text in files().items():
        (HERE / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"wrote results/{name}")


if __name__ == "__main__":
    main()
