"""What a sweep costs: scenarios worked out and written, beside writing the same table alone and the bare kernel."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from counted import THREADS, cores
from timing import Group, Scale, Work, against, take_turns

from bmg_odds.answers.sweep import plan_of, sweep_plan

FIGURES = ("out", "ko", "casualty", "knocked_down", "critical", "markers")
WRITING = "pyarrow alone writes the same tables"
KERNEL = "the bare kernel, engines.figures, {}"


def ours(threads: int) -> str:
    """Return what our sweep is called in the report."""
    return f"ours, sweep, {cores(threads)}"


STATES = {"stuns": "0..4", "injuries": "0..1"}
"""Ten states of the target: about a million scenarios."""
QUICK = {"stuns": "0..1"}


def plan(states: dict[str, str]) -> Any:
    """Return the plan of everyone against everyone, all weapons, AC and DC, in these states of the target."""
    return plan_of(None, everyone=True, over=states, figures=FIGURES)


@contextmanager
def parts(folder: Path, asked: Any) -> Iterator[list[Any]]:
    """Work a plan out once and hand on its parts as tables in memory."""
    import pyarrow.parquet as pq

    sweep_plan(asked, str(folder / "once"))
    yield [pq.read_table(path) for path in sorted((folder / "once").glob("part-*.parquet"))]


def sweep_groups(scale: Scale) -> list[Group]:
    """Measure a sweep of about a million scenarios with six figures each."""
    asked = plan(QUICK if scale.quick else STATES)
    with TemporaryDirectory() as name, parts(Path(name), asked) as tables:
        folder = Path(name)
        rows = sum(table.num_rows for table in tables)
        work: dict[str, Work] = {ours(threads): _sweeping(asked, folder / "ours", rows, threads) for threads in THREADS}
        work[WRITING] = _writing(tables, folder / "alone", rows)
        work |= {KERNEL.format(cores(threads)): _counting(asked, threads) for threads in THREADS}
        timings = take_turns(work, 5)
    told = (
        f"Everyone against everyone, all weapons, AC and DC, {'2' if scale.quick else '10'} states of the target: "
        f"{rows:,} scenarios with {len(FIGURES)} figures each, from the cards to Parquet files that are whole on the "
        "disk. pyarrow alone writes the finished tables with the same settings. The kernel counts the same figures of "
        "the same scenarios part by part, records and harm maps packed beforehand, and writes nothing."
    )
    return [Group("Sweeps", "scenario", told, against(timings, WRITING))]


def _sweeping(asked: Any, folder: Path, rows: int, threads: int) -> Work:
    def work() -> int:
        shutil.rmtree(folder, ignore_errors=True)
        sweep_plan(asked, str(folder), threads=threads)
        return rows

    return work


def _writing(tables: list[Any], folder: Path, rows: int) -> Work:
    import pyarrow as pa
    import pyarrow.parquet as pq

    folder.mkdir()
    repeats = [field.name for field in tables[0].schema if not pa.types.is_float64(field.type)]

    def work() -> int:
        for place, table in enumerate(tables):
            with (folder / str(place)).open("wb") as stream:
                pq.write_table(table, stream, compression="zstd", compression_level=1, use_dictionary=repeats)
                stream.flush()
                os.fsync(stream.fileno())
        return rows

    return work


def _counting(asked: Any, threads: int) -> Work:
    from bmg_odds.answers.sweep_figures import batch
    from bmg_odds.answers.sweep_finder import pieces
    from bmg_odds.answers.sweep_rows import LeftOut
    from bmg_odds.engines.figures import figures

    batches = [batch(list(pieces(asked, part, LeftOut()))) for part in range(asked.parts)]

    def work() -> int:
        for each in batches:
            figures(each.records, each.harms, which=each.which, columns=FIGURES, threads=threads)
        return sum(len(each.records) for each in batches)

    return work


def share_of_the_bar(group: Group, threads: int) -> float:
    """Return our time as a share of twice the writing and twenty times the kernel: the bar is 1."""
    mine, writing, kernel = (
        group.timing(name).values for name in (ours(threads), WRITING, KERNEL.format(cores(threads)))
    )
    return median(one / (2 * two + 20 * three) for one, two, three in zip(mine, writing, kernel, strict=True))
