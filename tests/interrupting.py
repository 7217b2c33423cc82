"""A roll without end in a process of its own, stopped as a player stops it."""

import signal
import subprocess
import sys
from pathlib import Path


def interrupted(module: str, table: str, record: str) -> str:
    """Return what the process prints of its table: whether it was interrupted, whether it kept what it had.

    `table` and `record` are expressions over `t`, the test module.
    """
    code = (
        f"import {module} as t\n"
        f"{table}({record}, trials=10, seed=1)\n"
        "told = []\n"
        "def tell(*now): told or print('rolling', flush=True); told.append(now)\n"
        f"table = {table}({record}, trials=2**60, seed=1, threads=2, progress=tell)\n"
        "print(table.interrupted, 0 < table.trials == sum(table.values), flush=True)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=Path(__file__).parent, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "rolling\n"  # whatever the load, something is done by now
        process.send_signal(signal.SIGINT)
        return process.communicate(timeout=60)[0]
    finally:
        process.kill()  # one that does not stop would go on for ever
        process.communicate()
