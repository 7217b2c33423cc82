"""Cold start: a whole answer in a fresh process, against a command that does nothing but import NumPy."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from timing import Group, Scale, Timing, against

NOTHING = '''"""A typer program of one empty command."""
import typer

app = typer.Typer()


@app.command()
def attack(attacker: str, target: str, dc: int = 0) -> None:
    """Do nothing."""
    import numpy


app()
'''
ASKED = ["Batman (AC)", "Gotham Policeman", "--dc", "2"]
OURS = "bmg-odds attack, exact"
EMPTY = "typer, an empty command that imports numpy"
PYTHON = "python, nothing at all"


def cold_starts(runs: int) -> dict[str, Timing]:
    """Return the times of processes that take turns; one round beforehand fills the caches of files.

    Bytecode is cached for all of them alike, as an installation does.
    """
    program = Path(sys.executable).with_name("bmg-odds")
    with tempfile.TemporaryDirectory() as folder:
        kept = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        kept.pop("PYTHONDONTWRITEBYTECODE", None)
        empty = Path(folder) / "empty.py"
        empty.write_text(NOTHING, encoding="utf-8")
        commands = {
            OURS: [str(program), "attack", *ASKED],
            EMPTY: [sys.executable, str(empty), *ASKED],
            PYTHON: [sys.executable, "-c", "pass"],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for turn in range(runs + 1):
            for name, command in commands.items():
                start = time.perf_counter()
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=kept)
                if turn:
                    times[name].append(time.perf_counter() - start)
    return {name: Timing(tuple(spent)) for name, spent in times.items()}


def cold_groups(scale: Scale) -> list[Group]:
    """Measure a whole answer from a cold start."""
    told = (
        'Whole processes that take turns: `bmg-odds attack "Batman (AC)" "Gotham Policeman" --dc 2` '
        "against a typer program whose one command imports NumPy and does nothing."
    )
    return [Group("Cold start", "process", told, against(cold_starts(7 if scale.quick else 21), EMPTY))]
