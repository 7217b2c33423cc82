"""The most memory that a fresh process ever held, for one answer and for studies."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from tempfile import TemporaryDirectory

from timing import Group, Scale, Timing, against

# The process tells its own peak: what the parent held before the fork would count as the child's in its accounts.
PEAK = """
def peak():
    try:
        with open("/proc/self/status") as status:
            return next(1024 * int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
    except OSError:
        import resource, sys
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else 1024 * most
"""
PYTHON = "python, nothing at all"
ANSWER = "one exact answer on the command line"
ROLLED = "a hundred million rolls"
ROSTER = "whole_roster: everyone against everyone, every figure"
SOLVED = "solve: Endurance and Willpower 8, six rounds"
EIGHT = "willpower=8,strength=3,movement=8,attack=8,defense=8,endurance=8,special=3,damage=BS"


def program(*arguments: str) -> str:
    """Return the source of a process that runs a command line."""
    return f"from bmg_odds.cli.main import run\nassert run({list(arguments)!r}) == 0"


def sweeping(states: int) -> str:
    """Return the source of a sweep of everyone against everyone with six figures, about 104,000 scenarios a state."""
    shown = (
        each for name in ("out", "ko", "casualty", "knocked_down", "critical", "markers") for each in ("--show", name)
    )
    folder = f"sweep-{states}"
    removed = f"import shutil\nshutil.rmtree({folder!r}, ignore_errors=True)\n"
    stuns = min(states, 10)
    over = ["--over", f"stuns=0..{stuns - 1}", "--over", f"injuries=0..{states // stuns - 1}"]
    return removed + program("sweep", "--everyone", *over, *shown, "-o", folder)


SWEEPS = {f"a sweep of everyone over {states} states of the target": sweeping(states) for states in (3, 10, 30)}
CASES = {
    PYTHON: "pass",
    "python that imports numpy": "import numpy",
    "python that imports numpy, pandas and numba": "import numpy, pandas, numba",
    ANSWER: program("attack", "Batman (AC)", "Gotham Policeman", "--dc", "2"),
    ROLLED: program("attack", "Batman (AC)", "Gotham Policeman", "--dc", "2", "--engine", "mc", "--trials",
                    "100000000", "--seed", "7"),
    ROSTER: "from bmg_odds.answers.rank import whole_roster\nwhole_roster()",
    **SWEEPS,
    SOLVED: program("solve", EIGHT, EIGHT, "--rounds", "6", "--first", "a"),
}  # fmt: skip


def most_memory(source: str, folder: str) -> int:
    """Return the most bytes that a fresh process held which ran a source in a folder."""
    code = f"{PEAK}\n{source}\nimport sys\nprint('peak', peak(), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    last = (done.stderr.splitlines() or ["nothing"])[-1].split()
    if done.returncode or last[0] != "peak":
        raise SystemExit(f"a process that should be measured failed: {done.stderr.strip()[-400:]}")
    return int(last[1])


def memory_groups(scale: Scale) -> list[Group]:
    """Measure the most memory of fresh processes; side by side, for they do not disturb each other in that."""
    rounds = 1 if scale.quick else 3
    cases = dict(CASES)
    if scale.quick:
        for name in [*SWEEPS][1:]:
            del cases[name]
        cases[ROLLED] = cases[ROLLED].replace("100000000", "10000000")
    with TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [
            (name, pool.submit(most_memory, source, folder)) for _ in range(rounds) for name, source in cases.items()
        ]
        found: dict[str, list[float]] = {name: [] for name in cases}
        for name, job in jobs:
            found[name].append(job.result())
    timings = {name: Timing(tuple(values)) for name, values in found.items()}
    told = "The most that a fresh process ever held, libraries, compiled kernels and all."
    return [Group("Memory", "process", told, against(timings, PYTHON, "memory"), "memory")]


def main() -> None:
    for group in memory_groups(Scale(1, 1, quick=True)):
        for row in group.rows:
            print(f"{row.contender:60}{row.timing.middle / 2**20:10.1f} MiB{row.ratio:8.1f} ×")


if __name__ == "__main__":
    main()
