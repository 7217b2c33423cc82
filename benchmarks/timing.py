"""Timing side by side: every contender takes its turn in each round, and the medians are compared."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

Work = Callable[[], int]
"""Does some work and returns how many units of it were done."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds for each unit, one for every round."""

    seconds: tuple[float, ...]

    @property
    def middle(self) -> float:
        return median(self.seconds)

    def times_as_fast_as(self, rival: "Timing") -> float:
        """The median of the ratios of the rounds: what slows a whole round down cancels out."""
        return median(slow / fast for slow, fast in zip(rival.seconds, self.seconds, strict=True))

    def record(self) -> dict[str, Any]:
        return {
            "median": self.middle,
            "least": min(self.seconds),
            "most": max(self.seconds),
            "rounds": len(self.seconds),
        }


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the report: who, how long for a unit, and what the ratio beside it is divided by."""

    contender: str
    timing: Timing
    ratio: float
    divided_by: str
    """The contender whose time is divided by this one's: a ratio above 1 means this one is faster."""

    def record(self) -> dict[str, Any]:
        return {
            "contender": self.contender,
            "seconds": self.timing.record(),
            "times_as_fast_as": self.divided_by,
            "ratio": self.ratio,
        }


@dataclass(frozen=True, slots=True)
class Group:
    """A table of the report."""

    title: str
    unit: str
    told: str
    rows: tuple[Row, ...]

    def timing(self, contender: str) -> Timing:
        return next(row.timing for row in self.rows if row.contender == contender)

    def record(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "unit": self.unit,
            "told": self.told,
            "rows": [row.record() for row in self.rows],
        }


@dataclass(frozen=True, slots=True)
class Target:
    """One bar that the project set itself, and what was measured."""

    bar: str
    measured: str
    ratio: float
    least: float | None = None
    most: float | None = None

    @property
    def holds(self) -> bool:
        return (self.least is None or self.ratio >= self.least) and (self.most is None or self.ratio <= self.most)

    def record(self) -> dict[str, Any]:
        return {
            "bar": self.bar,
            "measured": self.measured,
            "ratio": self.ratio,
            "holds": self.holds,
        }


def take_turns(contenders: Mapping[str, Work], rounds: int) -> dict[str, Timing]:
    """Return the timings of contenders that take turns, after one round that warms up and is not counted."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(rounds + 1):
        for name, work in contenders.items():
            start = time.perf_counter()
            units = work()
            spent = time.perf_counter() - start
            if turn:
                times[name].append(spent / units)
    return {name: Timing(tuple(spent)) for name, spent in times.items()}


def repeated(function: Callable[[], object], times: int) -> Work:
    """Return the work of calling a function so many times; a unit is a call."""

    def work() -> int:
        for _ in range(times):
            function()
        return times

    return work


def against(timings: Mapping[str, Timing], rival: str) -> tuple[Row, ...]:
    """Return a row for each timing, its ratio against one rival of the same run."""
    slow = timings[rival]
    return tuple(Row(name, timing, timing.times_as_fast_as(slow), rival) for name, timing in timings.items())
