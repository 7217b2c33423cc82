"""Measuring side by side: every contender takes its turn in each round, and the medians are compared."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any, Literal

Work = Callable[[], int]
"""Does some work and returns how many units of it were done."""
Quantity = Literal["time", "memory"]


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured: rounds, and how many times as much work as in a first look."""

    rounds: int
    work: int
    quick: bool


@dataclass(frozen=True, slots=True)
class Timing:
    """What was measured for each unit, one value for every round: seconds, or bytes."""

    values: tuple[float, ...]

    @property
    def middle(self) -> float:
        return median(self.values)

    def times_as_fast_as(self, rival: "Timing") -> float:
        """The median of the ratios of the rounds: what slows a whole round down cancels out."""
        return median(slow / fast for slow, fast in zip(rival.values, self.values, strict=True))

    def record(self) -> dict[str, Any]:
        return {
            "median": self.middle,
            "least": min(self.values),
            "most": max(self.values),
            "rounds": len(self.values),
        }


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the report: who, how much for a unit, and what the ratio beside it is divided by."""

    contender: str
    timing: Timing
    ratio: float
    divided_by: str
    """Of times: whose time is divided by this one's, a ratio above 1 means that this one is faster. Of memory: by
    whose memory this one's is divided."""


@dataclass(frozen=True, slots=True)
class Curve:
    """How a contender grows: its rows of a group, by the size that grows."""

    label: str
    points: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """A table of the report."""

    title: str
    unit: str
    told: str
    rows: tuple[Row, ...]
    quantity: Quantity = "time"
    over: str = ""
    """What grows along the curves, for a group that can be drawn."""
    curves: tuple[Curve, ...] = ()

    def timing(self, contender: str) -> Timing:
        return next(row.timing for row in self.rows if row.contender == contender)

    def record(self) -> dict[str, Any]:
        value, ratio = ("seconds", "times_as_fast_as") if self.quantity == "time" else ("bytes", "times_as_much_as")
        rows = [
            {"contender": row.contender, value: row.timing.record(), ratio: row.divided_by, "ratio": row.ratio}
            for row in self.rows
        ]
        found: dict[str, Any] = {"title": self.title, "unit": self.unit, "told": self.told, "rows": rows}
        if self.curves:
            found |= {"over": self.over, "curves": {curve.label: dict(curve.points) for curve in self.curves}}
        return found


@dataclass(frozen=True, slots=True)
class Target:
    """One bar that the project set itself, and what was measured."""

    bar: str
    measured: str
    ratio: float
    least: float | None = None
    most: float | None = None
    unit: str = ""
    """What is measured where it is no ratio."""

    @property
    def holds(self) -> bool:
        return (self.least is None or self.ratio >= self.least) and (self.most is None or self.ratio <= self.most)

    def record(self) -> dict[str, Any]:
        kind = {"unit": self.unit} if self.unit else {}
        return {"bar": self.bar, "measured": self.measured, "ratio": self.ratio, **kind, "holds": self.holds}


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


def against(
    timings: Mapping[str, Timing], rival: str | Mapping[str, str], quantity: Quantity = "time"
) -> tuple[Row, ...]:
    """Return a row for each timing, its ratio against a rival of the same run: one for all, or one for each."""
    rows = []
    for name, timing in timings.items():
        other = rival if isinstance(rival, str) else rival[name]
        slow, fast = timings[other], timing
        ratio = fast.times_as_fast_as(slow) if quantity == "time" else slow.times_as_fast_as(fast)
        rows.append(Row(name, timing, ratio, other))
    return tuple(rows)
