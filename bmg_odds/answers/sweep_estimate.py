"""A dry run: how many scenarios a sweep has, how long it takes and how large it becomes, from a few of its attacks."""

import json
import random
import time
from collections.abc import Iterator, Mapping
from typing import Any

from bmg_odds.answers.sweep_finder import Finder
from bmg_odds.answers.sweep_plan import Block, Group, Plan
from bmg_odds.answers.sweep_rolled import headline, rolled_figures
from bmg_odds.answers.sweep_rows import LeftOut, Piece
from bmg_odds.answers.sweep_work import file_of, table_of
from bmg_odds.answers.target import BLOCK

SAMPLE = 480
"""Attacks that are tried, each in a few settings."""
COUNTED = 20_000
"""Attacks up to which all are looked at, so that the number of scenarios is exact."""
BESIDE = 16
"""Settings of an attack that are looked at together."""
_ROLLS = 20_000
_ROLLED = 6


def estimate(plan: Plan, threads: int | None = None) -> dict[str, Any]:
    """Return the scenarios, parts, seconds and bytes of a plan; `exact` tells whether the scenarios are counted.

    Nothing is written. Seconds are those of this machine now.
    """
    from bmg_odds.engines.parts import cores

    attacks = sum(block.attacks for block in plan.blocks)
    step = max(1, attacks // (attacks if attacks <= COUNTED else SAMPLE))
    left_out = LeftOut()
    found: list[Piece] = []
    tried = 0
    begin = time.perf_counter()
    for block in plan.blocks:
        finder = Finder(plan.rules, plan.readings)
        for group in _looked_at(block, step):
            found += finder.pieces(block.names, group, left_out, rolled=plan.trials is not None)
            tried += len(group.settings)
    each = (time.perf_counter() - begin) / max(1, tried)
    sample = found[:: max(1, len(found) // SAMPLE)]
    scale = attacks / max(1, tried)
    rows = sum(piece.size for piece in found) * scale
    seconds, size = _tried(plan, sample)
    said = len(json.dumps(dict(plan.provenance)))  # once as it is, once in the schema that pyarrow keeps
    workers = max(1, min(threads or cores(), plan.parts))
    return {
        "command": "sweep",
        "scenarios": round(rows),
        "exact": step == 1,
        "left_out": round(left_out.count * scale),
        "parts": plan.parts,
        # Finding the attacks is plain Python, which threads take in turns.
        "seconds": each * attacks + seconds * rows / workers,
        "bytes": round(size * rows + 2.4 * said * plan.parts),
    }


def _looked_at(block: Block, step: int) -> Iterator[Group]:
    """Yield one attack of every so many, drawn, with a few settings beside it: together they take less than alone."""
    if step == 1:
        yield from block.groups(0, block.attacks)
        return
    # Every so many exactly would meet the same few targets again and again: their number may divide the step.
    draw = random.Random(block.attacks)
    beside = min(block.settings, step, BESIDE)
    for begin in range(0, block.attacks, step):
        place = draw.randrange(begin, min(begin + step, block.attacks))
        first = place - place % beside
        yield from block.groups(first, min(first + beside, block.attacks))


def _tried(plan: Plan, sample: list[Piece]) -> tuple[float, float]:
    """Seconds and bytes of one scenario."""
    count = sum(piece.size for piece in sample)
    if not count:
        return 0.0, 0.0
    if plan.trials is None or plan.seed is None:
        table_of(plan, sample[:1], None)  # what is compiled or loaded once
        begin = time.perf_counter()
        size = len(file_of(table_of(plan, sample, None)))
        return (time.perf_counter() - begin) / count, size / count
    few = [piece.one() for piece in sample[:: max(1, len(sample) // _ROLLED)][:_ROLLED]]
    trials = min(plan.trials, _ROLLS)
    rolled_figures(few[:1], plan.figures, 1, plan.seed)
    begin = time.perf_counter()
    rolled = rolled_figures(few, plan.figures, trials, plan.seed)
    took = (time.perf_counter() - begin) / len(rolled.values)
    return took * _trials(plan, rolled.errors, trials) / trials, 8.0 * (2 * len(plan.figures) + 2)


def _trials(plan: Plan, errors: Any, trials: int) -> float:
    """How often a scenario is rolled, in the mean of a few that were rolled so often."""
    most = float(plan.trials or 0)
    if plan.target is None:
        return most
    looked_at = [plan.figures.index(name) for name in headline(plan.figures)]
    wanted = [trials * (max(row[looked_at]) / plan.target.error) ** 2 for row in errors]
    return float(sum(min(most, max(float(BLOCK), each)) for each in wanted) / len(wanted))


def estimate_words(found: Mapping[str, Any]) -> str:
    """Return an estimate in words.

    >>> print(estimate_words({"scenarios": 104_370, "exact": True, "left_out": 0, "parts": 2, "seconds": 8.2,
    ...                       "bytes": 4_000_000}), end="")
    104,370 scenarios in 2 parts, about 8 seconds on this machine, about 4 MB.
    """
    about = "" if found["exact"] else "about "
    rows = found["scenarios"] if found["exact"] else _rounded(found["scenarios"])
    text = f"{about}{rows:,} scenario{'s' * (rows != 1)} in {found['parts']:,} part{'s' * (found['parts'] != 1)}, "
    text += f"about {_time(found['seconds'])} on this machine, about {_size(found['bytes'])}.\n"
    if found["left_out"]:
        text += f"Left out: {about}{found['left_out']:,} that cannot be asked.\n"
    return text[0].upper() + text[1:]


def _rounded(number: int) -> int:
    """Two digits of a number."""
    power: int = 10 ** max(0, len(str(number)) - 2)
    return round(number / power) * power


def _time(seconds: float) -> str:
    for name, size in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        count = round(seconds / size)
        if count >= 2 or name == "second":
            count = max(1, count)
            return f"{count:,} {name}{'s' * (count != 1)}"
    raise AssertionError


def _size(size: float) -> str:
    for name, unit in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= unit:
            return f"{size / unit:.2g} {name}" if size < 10 * unit else f"{size / unit:,.0f} {name}"
    return f"{size:.0f} bytes"
