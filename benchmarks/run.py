"""Measure the engines and their rivals side by side: `python benchmarks/run.py [--quick] [--only NAME …]`.

The whole run writes `results/benchmarks.md`, `.json` and the picture of what grows. A first look (`--quick`) and a
part (`--only`) print their report and write nothing, unless `--to FOLDER` says where. A quiet machine is needed: the
load before and after is written down with the figures. Nothing here ever fails a test.
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bars import bars
from cold import cold_groups
from counted import exact_groups, roster_groups
from duels import duel_groups
from growth import growth_groups, picture
from memory import memory_groups
from report import about, as_json, load, page, write
from rolled import sampling_groups, traits_groups
from swept import sweep_groups
from timing import Group, Scale

RESULTS = Path(__file__).resolve().parents[1] / "results"
GROUPS: dict[str, Callable[[Scale], list[Group]]] = {
    "exact": exact_groups,
    "sampling": sampling_groups,
    "traits": traits_groups,
    "roster": roster_groups,
    "duels": duel_groups,
    "sweeps": sweep_groups,
    "cold": cold_groups,
    "growth": growth_groups,
    "memory": memory_groups,
}


def measured(names: list[str], scale: Scale) -> list[Group]:
    """Return the groups of those names, saying on stderr what is being done."""
    found = []
    for place, name in enumerate(names, 1):
        print(f"[{place}/{len(names)}] {name} …", end="", file=sys.stderr, flush=True)
        start = time.monotonic()
        found += GROUPS[name](scale)
        print(f" {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    return found


def main() -> None:
    """Measure everything, print the report and write it."""
    parser = argparse.ArgumentParser(description="Measure the engines and their rivals side by side.")
    parser.add_argument("--quick", action="store_true", help="less work and fewer rounds; still medians of five")
    parser.add_argument("--only", nargs="+", choices=GROUPS, metavar="NAME", help=f"some of {', '.join(GROUPS)}")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="where to write (a whole run: results/)")
    asked = parser.parse_args()
    names = [name for name in GROUPS if not asked.only or name in asked.only]
    made_by = "python benchmarks/run.py" + " --quick" * asked.quick + (f" --only {' '.join(names)}" * bool(asked.only))
    folder = asked.to or (None if asked.quick or asked.only else RESULTS)
    before = load()
    try:
        groups = measured(names, Scale(5, 1, quick=True) if asked.quick else Scale(9, 5, quick=False))
    except KeyboardInterrupt:
        print("\ninterrupted; nothing was written", file=sys.stderr)
        sys.exit(130)
    known = about(before, made_by)
    told, targets = [group for group in groups if group.curves], bars(groups)
    text = page(groups, targets, known)
    if folder:
        files: dict[str, str | bytes] = {"benchmarks.md": text, "benchmarks.json": as_json(groups, targets, known)}
        if told:
            files["benchmarks-growth.svg"] = picture(told, made_by)
        write(folder, files)
    print(text)


if __name__ == "__main__":
    main()
