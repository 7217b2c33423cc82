"""Running a plan: the missing parts of a folder, a few at a time, on whatever runs functions."""

import os
import queue
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event
from typing import Any, Protocol

from bmg_odds.answers.sweep_plan import Plan
from bmg_odds.answers.sweep_work import part_name, work

Progress = Callable[[int, int], object]


class Future(Protocol):
    """What an executor gives for a part."""

    def add_done_callback(self, fn: Callable[[Any], object], /) -> object:
        """Call a function when it is done."""

    def result(self) -> Any:
        """Return what was worked out, or raise what went wrong."""

    def cancel(self) -> Any:
        """Do not begin it, if it has not begun."""


class Executor(Protocol):
    """What runs parts: `concurrent.futures`-like. An attribute `workers` says how many at a time."""

    def submit(self, fn: Callable[..., Any], /, *arguments: Any) -> Any:
        """Run a function of these arguments some time, somewhere."""


class Stopped(Exception):
    """A part that was given up because the whole sweep ends."""


class Threads(ThreadPoolExecutor):
    """Parts on threads of this process; those under way are given up when it is stopped."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self.workers = workers
        self.done = 0
        """Scenarios done so far, those of unfinished parts included."""
        self._stopped = Event()

    def submit(self, fn: Callable[..., Any], /, *arguments: Any) -> Any:  # type: ignore[override]
        """Run a part, with a way to stop it."""
        return super().submit(fn, *arguments, self._tick)

    def stop(self) -> None:
        """Give up what is under way."""
        self._stopped.set()
        self.shutdown(wait=True, cancel_futures=True)

    def _tick(self, count: int) -> None:
        if self._stopped.is_set():
            raise Stopped
        self.done += count


def missing(plan: Plan, folder: str) -> list[int]:
    """Return the parts that the folder does not hold yet."""
    there = set(os.listdir(folder))
    return [part for part in range(plan.parts) if part_name(part) not in there]


def run(
    plan: Plan, folder: str, executor: Any, *, parts: Sequence[int] | None = None, progress: Progress | None = None
) -> int:
    """Work out the missing parts of a plan; return how many scenarios were worked out now.

    `executor` is like those of `concurrent.futures`; no more than twice its `workers` parts are under way at a
    time. `parts` are those to do, where it is known. `progress(done, total)` is told of scenarios, about; it is
    called from this thread. On an error or an interrupt nothing more is begun, and what is finished stays.
    """
    rows = dict.fromkeys(missing(plan, folder) if parts is None else parts, 0)
    todo = iter(list(rows))
    each = plan.size / max(1, plan.parts)
    most = 2 * int(getattr(executor, "workers", 1))
    ended: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
    under_way: dict[int, Any] = {}
    finished = 0

    def begin() -> bool:
        part = next(todo, None)
        if part is None:
            return False
        future = executor.submit(work, plan.task(part), part, folder)
        under_way[part] = future
        future.add_done_callback(lambda done, part=part: ended.put((part, done)))
        return True

    try:
        while len(under_way) < most and begin():
            pass
        while under_way:
            with suppress(queue.Empty):
                part, future = ended.get(timeout=0.2)
                _, count = future.result()
                del under_way[part]
                rows[part] = count
                finished += 1
                begin()
            if progress:
                done = sum(rows.values())
                mean = done / finished if finished else each
                progress(max(done, getattr(executor, "done", 0)), max(1, round(mean * len(rows))))
    except BaseException:
        for future in under_way.values():
            future.cancel()
        if isinstance(executor, Threads):
            executor.stop()
        raise
    return sum(rows.values())
