"""The report of a run: a page to read and the same figures as JSON."""

import json
import os
import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from timing import Group, Row, Target

LIBRARIES = ("numpy", "scipy", "numba", "icepool", "dyce", "pandas", "pyarrow", "typer")
Load = tuple[float, float, float] | None


def load() -> Load:
    """Return how busy the machine is, where it can be told."""
    return os.getloadavg() if hasattr(os, "getloadavg") else None


def about(before: Load, made_by: str) -> dict[str, Any]:
    """Return what the figures rest on; nothing that names a machine."""
    after = load()
    return {
        "made_by": made_by,
        "version": version("bmg-odds"),
        "python": platform.python_version(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "libraries": {name: number for name in LIBRARIES if (number := _version(name))},
        "load_before": before[0] if before else None,
        "load_after": after[0] if after else None,
    }


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def spelled(value: float, quantity: str = "time") -> str:
    """Return a time or an amount of memory in a unit that suits it.

    >>> spelled(1.23e-7), spelled(0.0045), spelled(0.25), spelled(2**20, "memory")
    ('123 ns', '4.50 ms', '250 ms', '1.00 MiB')
    """
    if quantity == "memory":
        return f"{_three(value / 2**20)} MiB"
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size:
            return f"{_three(value / size)} {unit}"
    return f"{_three(value / 1e-9)} ns"


def _three(number: float) -> str:
    """Three digits that count.

    >>> _three(12345.6), _three(1.0), _three(0.0001234)
    ('12,346', '1.00', '0.000123')
    """
    if 0 < number < 0.1:
        return f"{number:.3g}" if number >= 1e-4 else f"{number:.6f}"
    places = 2 if number < 10 else 1 if number < 100 else 0
    return f"{number:,.{places}f}"


def page(groups: Sequence[Group], bars: Mapping[str, Sequence[Target]], known: Mapping[str, Any]) -> str:
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
        "fast a contender is as the one in the last column (of memory: how many times as much it takes). Ratios "
        "travel between machines, times do not.",
    ]
    for title, targets in bars.items():
        if targets:
            lines += ["", f"## {title}", "", "| bar | measured | ratio | holds |", "|---|---|---|---|"]
            lines += [_bar(target) for target in targets]
    for group in groups:
        amount = "time" if group.quantity == "time" else "most memory"
        lines += ["", f"## {group.title}", "", group.told, ""]
        lines += [f"| contender | {amount} for one {group.unit} | least to most | ratio | divided by |"]
        lines += ["|---|---|---|---|---|", *(_line(row, group.quantity) for row in group.rows)]
    return "\n".join(lines) + "\n"


def _load(known: float | None) -> str:
    return "unknown" if known is None else f"{known:.2f}"


def _bar(target: Target) -> str:
    holds = "yes" if target.holds else "**no**"
    ratio = f"{_three(target.ratio)} {target.unit}".strip()
    return f"| {target.bar} | {target.measured} | {ratio} | {holds} |"


def _line(row: Row, quantity: str) -> str:
    middle, least, most = (
        spelled(value, quantity) for value in (row.timing.middle, min(row.timing.values), max(row.timing.values))
    )
    return f"| {row.contender} | {middle} | {least} to {most} | {_three(row.ratio)} | {row.divided_by} |"


def as_json(groups: Sequence[Group], bars: Mapping[str, Sequence[Target]], known: Mapping[str, Any]) -> str:
    """Return the same figures for programs."""
    told = {title: [target.record() for target in targets] for title, targets in bars.items() if targets}
    record = {**known, "targets": told, "groups": [group.record() for group in groups]}
    return json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def write(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files, each whole or not at all: first all of them beside their places, then into them."""
    folder.mkdir(parents=True, exist_ok=True)
    beside = {name: folder / f".{name}.{os.getpid()}" for name in files}
    try:
        for name, content in files.items():
            beside[name].write_bytes(content if isinstance(content, bytes) else content.encode())
        for name, path in beside.items():
            path.replace(folder / name)
    finally:
        for path in beside.values():
            path.unlink(missing_ok=True)
