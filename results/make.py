"""Make the pictures and tables of this folder again: `python results/make.py`.

Everything is computed from the questions below, so a picture and its table cannot disagree with the program.
"""

import io
import json
import re
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import matplotlib as mpl
from matplotlib.figure import Figure

import bmg_odds as bmg
from bmg_odds.answers.formats import columns_markdown, comment
from bmg_odds.answers.numbers import Rounding
from bmg_odds.rules.edition import EDITIONS

HERE = Path(__file__).parent
ATTACKER, TARGET = "Batman (AC)", "Gotham Policeman"
COUNTERS = range(4)
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")  # Okabe and Ito: told apart by everyone
MARKS = ("o", "s", "^", "D")
INK, PALE = "#222222", "#767676"
STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 13.0,
    "svg.hashsalt": "bmg-odds",
    "svg.fonttype": "path",
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


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


def footer(found: Sequence[bmg.Outcome]) -> str:
    """Return the line of small print: rules, readings, gaps, engine, version."""
    known = provenance(found)
    readings = ", ".join(f"{name}={known['readings'][name]}" for name in known["inferred_readings"])
    parts = [f"{known['rules']} rules", f"inferred readings: {readings or 'none'}"]
    if known["unmodelled_traits"]:
        parts.append(f"not in the model: {', '.join(known['unmodelled_traits'])}")
    return " · ".join([*parts, f"{known['engine']} engine", f"bmg-odds {known['version']}"])


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Return falling heights at least `gap` apart, on the whole as high as those wanted."""
    found: list[float] = []
    for height in wanted:
        found.append(min(height, found[-1] - gap) if found else height)
    shift = (sum(wanted) - sum(found)) / len(found)
    return [height + shift for height in found]


def figure(found: Sequence[bmg.Outcome]) -> Figure:
    """Draw the chance of at least k markers for each number of DC."""
    with mpl.rc_context(STYLE):
        picture = Figure(figsize=(7.28, 5.4), dpi=100, facecolor="white")
        axes = picture.add_axes((0.105, 0.235, 0.87, 0.55), facecolor="white")
        most = max(len(outcome.levels) for outcome in found) - 1
        endurance = found[0].resolved.harm.endurance
        axes.axvline(endurance, color=PALE, linewidth=1.0, linestyle=(0, (4, 3)), zorder=1)
        target = found[0].resolved.question.target.name
        axes.text(endurance + 0.14, 1.01, f"K.O. from {endurance} on\n(Endurance of\n{target})", color=PALE,
                  va="top", fontsize=12, linespacing=1.25)  # fmt: skip
        labels = spread([outcome.at_least("markers", 1) for outcome in found], 0.075)
        for place, outcome in enumerate(found):
            line = axes.plot(
                range(1, len(outcome.levels)), outcome.levels[1:], color=COLOURS[place], marker=MARKS[place],
                markersize=7, linewidth=1.8, label=f"{COUNTERS[place]} DC", zorder=3,
            )[0]  # fmt: skip
            line.set_gid(f"dc-{COUNTERS[place]}")
            axes.text(0.78, labels[place], f"{COUNTERS[place]} DC", ha="right", va="center",
                      bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.0}, zorder=2)  # fmt: skip
        axes.set_xlim(-0.25, most + 0.4)
        axes.set_ylim(0, 1.06)
        axes.set_xticks(range(1, most + 1))
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100 %"])
        axes.grid(axis="y", color="#e3e3e3", linewidth=0.8)
        axes.tick_params(length=0)
        for side in ("top", "right", "left"):
            axes.spines[side].set_visible(False)
        axes.set_xlabel("markers inflicted, at least")
        title, _ = words(found)
        picture.text(0.02, 0.975, title, fontsize=14.5, fontweight="bold", va="top", linespacing=1.3)
        asked = "chance of at least so many markers, by defence counters (DC)"
        picture.text(0.02, 0.86, asked, va="top")
        small = "\n".join(textwrap.wrap(footer(found), 84))
        picture.text(0.02, 0.025, small, fontsize=10.5, color=PALE, va="bottom", linespacing=1.35)
    return picture


def svg(found: Sequence[bmg.Outcome]) -> str:
    """Return the picture as SVG with its title, its description and its provenance inside."""
    title, told = words(found)
    title = title.replace("\n", " ")
    stream = io.StringIO()
    known = {"Title": title, "Description": told, "Creator": f"bmg-odds {bmg.__version__}", "Date": None}
    with mpl.rc_context(STYLE):
        figure(found).savefig(stream, format="svg", facecolor="white", metadata=known)
    text = re.sub(r"[ \t]+$", "", stream.getvalue(), flags=re.MULTILINE)
    head = f"<title>{escape(title)}</title>\n <desc>{escape(told)}</desc>\n {comment(provenance(found))}"
    return text.replace(f"<title>{escape(title)}</title>", head, 1).replace("<svg ", '<svg role="img" ', 1)


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
    parts = [head, columns_markdown(columns, rows).rstrip(), footer(found), comment(provenance(found))]
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
    head = (
        f"{usual.record()['sentence']}\nEvery reading that changes this answer; all others leave it as it is."
    )
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
