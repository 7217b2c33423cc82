"""Which tests call a kernel is noted by itself: a small suite of every kind of caller, run twice."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CONFTEST = """
import kernels

def pytest_addoption(parser):
    kernels.add_options(parser)

def pytest_configure(config):
    kernels.begin(config)
"""
KERNEL = """
from bmg_odds.engines.jit import kernel

@kernel
def twice(number):
    return number + number
"""
CALLERS = """
import pytest
from doubling import twice

def plain(number):
    return twice(number)

@pytest.fixture(scope="module")
def four():
    return twice(2)

def test_calls():
    assert plain(1) == 2

def test_does_not():
    assert twice is not plain

@pytest.mark.parametrize("number", [0, 1])
def test_one_of_both_calls(number):
    assert not number or plain(number) == 2

def test_first_to_share(four):
    assert four == 4

def test_second_to_share(four):
    assert four == 4

@pytest.mark.skip(reason="not today")
def test_nobody_knows():
    assert plain(1) == 2
"""
WHILE_LOADING = """
from doubling import twice

SIX = twice(3)

def test_reads_what_was_counted_before():
    assert SIX == 6
"""
FILES = {
    "conftest.py": CONFTEST,
    "doubling.py": KERNEL,
    "test_callers.py": CALLERS,
    "test_loading.py": WHILE_LOADING,
    "test_free.py": "def test_free():\n    assert True\n",
}


def run(folder: Path, *options: str, **settings: str) -> set[str]:
    """The names of the tests that ran, and that none failed."""
    path = os.pathsep.join([str(HERE), str(folder)])
    command = [sys.executable, "-m", "pytest", "-rA", "-c", os.devnull, "--rootdir", str(folder), "-p",
               "no:cacheprovider", "-p", "no:xdist", *options, str(folder)]  # fmt: skip
    held = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    done = subprocess.run(
        command, cwd=folder, env={**held, "PYTHONPATH": path, **settings}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return {line.rpartition("::")[2] for line in done.stdout.splitlines() if line.startswith("PASSED")}


@pytest.mark.compiled
def test_the_run_without_the_compiler_takes_the_callers(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    note = tmp_path / "note.json"
    every = run(tmp_path, f"--note-kernels={note}")
    assert len(every) == 8
    assert json.loads(note.read_text(encoding="utf-8")) == ["test_callers.py::test_does_not", "test_free.py::test_free"]
    (tmp_path / "test_new.py").write_text("def test_new():\n    assert True\n", encoding="utf-8")
    again = run(tmp_path, f"--kernels-of={note}", NUMBA_DISABLE_JIT="1")
    assert again == (every | {"test_new"}) - {"test_does_not", "test_free"}
