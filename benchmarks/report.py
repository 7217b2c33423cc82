"""The report of a run: a page to read and the same figures as JSON."""

import json
import os
import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from timing import Group, Row, Target

LIBRARIES = ("numpy", "scipy", "numba", "icepool", "dyce", "typer")


def about(before: tuple[float, float, float] | None, *, quick: bool) -> dict[str, Any]:
    """Return what the figures rest on; nothing that names a machine."""
    after = os.getloadavg() if hasattr(os, "getloadavg") else None
    return {
        "made_by": "python benchmarks/run.py" + (" --quick" if quick else ""),
        "version": version("bmg-odds"),
        "python": platform.python_version(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "libraries": {name: version(name) for name in LIBRARIES},
        "load_before": before[0] if before else None,
        "load_after": after[0] if after else None,
    }


def spelled(seconds: float) -> str:
    """Return a time in a unit that suits it.

    >>> spelled(1.23e-7), spelled(0.0045), spelled(0.25)
    ('123 ns', '4.50 ms', '250 ms')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{_three(seconds / size)} {unit}"
    return f"{_three(seconds / 1e-9)} ns"


def _three(number: float) -> str:
    places = 2 if number < 10 else 1 if number < 100 else 0
    return f"{number:,.{places}f}"


def page(groups: Sequence[Group], targets: Sequence[Target], known: dict[str, Any]) -> str:
    """Return the report as Markdown."""
    libraries = ", ".join(f"{name} {number}" for name, number in known["libraries"].items())
    lines = [
        "# Benchmarks",
        "",
        f"Made by `{known['made_by']}` with bmg-odds {known['version']}, Python {known['python']}, "
        f"{libraries}, on {known['cores']} {known['processor']} cores; load "
        f"{_load(known['load_before'])} before, {_load(known['load_after'])} after.",
        "",
        "All contenders of a table take turns in every round; times are medians with the least and the most "
        "of all rounds. A ratio is the median of the ratios of the rounds; above 1 it says how many times as "
        "fast a contender is as the one in the last column. Ratios travel between machines, times do not.",
        "",
        "## The bars",
        "",
        "| bar | measured | ratio | holds |",
        "|---|---|---|---|",
        *(_bar(target) for target in targets),
    ]
    for group in groups:
        lines += ["", f"## {group.title}", "", group.told, ""]
        lines += [
            f"| contender | time for one {group.unit} | least to most | ratio | divided by |",
            "|---|---|---|---|---|",
        ]
        lines += [_line(row) for row in group.rows]
    return "\n".join(lines) + "\n"


def _load(load: float | None) -> str:
    return "unknown" if load is None else f"{load:.2f}"


def _bar(target: Target) -> str:
    holds = "yes" if target.holds else "**no**"
    return f"| {target.bar} | {target.measured} | {_three(target.ratio)} | {holds} |"


def _line(row: Row) -> str:
    least, most = spelled(min(row.timing.seconds)), spelled(max(row.timing.seconds))
    middle = spelled(row.timing.middle)
    return f"| {row.contender} | {middle} | {least} to {most} | {_three(row.ratio)} | {row.divided_by} |"


def write(
    folder: Path,
    groups: Sequence[Group],
    targets: Sequence[Target],
    before: tuple[float, float, float] | None,
    *,
    quick: bool,
) -> None:
    """Write the report and print it."""
    known = about(before, quick=quick)
    record = {
        **known,
        "targets": [target.record() for target in targets],
        "groups": [group.record() for group in groups],
    }
    text = page(groups, targets, known)
    (folder / "benchmarks.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    (folder / "benchmarks.md").write_text(text, encoding="utf-8")
    print(text)
