"""What both Monte Carlo engines promise of a run: progress, interrupts, whole numbers, a light door."""

import subprocess
import sys
import time

import numpy as np
import pytest
import test_clash_sampling
import test_sampling
from interrupting import interrupted

from bmg_odds.engines import rolling, sampling
from bmg_odds.engines.clash_sampling import clash_table

BOTH = pytest.mark.parametrize(
    ("table", "record"),
    [(sampling.table, test_sampling.REFERENCE), (clash_table, test_clash_sampling.PRINTED)],
    ids=["first", "third"],
)


@BOTH
def test_whole_numbers_of_numpy_are_welcome(table, record):
    assert table(record, trials=np.int64(50), seed=np.uint64(3)).trials == 50


@BOTH
@pytest.mark.parametrize("threads", [1, 3])
def test_progress(table, record, threads, monkeypatch):
    monkeypatch.setattr(rolling, "BLOCK", 16)
    monkeypatch.setattr(sampling, "_HELD", 0.0)
    told = []
    table(record, trials=500, seed=1, threads=threads, progress=lambda *now: told.append(now))
    assert told[-1] == (500, 500)
    assert told == sorted(told)
    assert len(told) > 3


@BOTH
@pytest.mark.parametrize("threads", [1, 3])
def test_an_interrupt_stops_a_run_without_end(table, record, threads, monkeypatch):
    monkeypatch.setattr(rolling, "BLOCK", 16)
    monkeypatch.setattr(sampling, "_HELD", 0.0)

    def interrupt(done: int, trials: int) -> None:
        raise KeyboardInterrupt

    start = time.monotonic()
    counts = table(record, trials=2**60, seed=1, threads=threads, progress=interrupt)
    assert time.monotonic() - start < 10
    assert counts.interrupted  # and what was finished is kept
    assert 0 < counts.trials == sum(counts.values) < 2**60


@pytest.mark.compiled
@pytest.mark.parametrize(("strike", "blocks"), [(test_sampling.REFERENCE, 64), (test_sampling.WIDE, 16)])
def test_slow_kernels_are_as_prompt_as_quick_ones(strike, blocks, monkeypatch):
    monkeypatch.setattr(rolling, "BLOCK", 2)
    monkeypatch.setattr(sampling, "_HELD", 0.0)
    told = []
    sampling.table(strike, trials=600, seed=1, threads=1, progress=lambda done, _: told.append(done))
    assert told[0] == 2 * blocks


@pytest.mark.compiled
@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
@pytest.mark.parametrize(
    ("module", "table", "record"),
    [("test_sampling", "t.sampling.table", "t.REFERENCE"), ("test_clash_sampling", "t.clash_table", "t.PRINTED")],
)
def test_control_c_stops_a_process(module, table, record):
    assert interrupted(module, table, record) == "True True\n"


@pytest.mark.parametrize("module", ["sampling", "clash_sampling"])
def test_the_door_opens_without_numba(module):
    code = f"import sys, bmg_odds.engines.{module}; assert not {{'numba', 'numpy'}} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
