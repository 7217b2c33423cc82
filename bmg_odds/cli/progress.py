"""A line of progress on stderr for what takes longer than a second, when someone is watching."""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

PATIENCE = 1.0
"""Seconds before the line appears."""
_WIDE, _MIDDLING, _NARROW = 76, 44, 26
"""Columns of a terminal from which on there is room for the rate, for a bar and for the time left."""


@contextmanager
def watched(what: str, unit: str = "", *, patience: float = PATIENCE) -> Iterator[Callable[[int, int], None] | None]:
    """Give a function that takes (done, total), or None when stderr is no terminal.

    The line shows how much is done and how long it will take, and how many `unit` a second, where they have a name.
    It goes when the work ends, however it ends.

    >>> with watched("rolling", "rolls") as progress:
    ...     if progress:
    ...         progress(1, 2)
    """
    if not _seen():
        yield None
        return
    line = Line(what, unit, patience)
    try:
        yield line.told
    finally:
        line.close()


def _seen() -> bool:
    if sys.stderr is None or not sys.stderr.isatty():
        return False
    return os.environ.get("TERM", "").lower() not in ("dumb", "unknown")  # those cannot take a line back


class Line:
    """One piece of work under way, and its line once there is one."""

    def __init__(self, what: str, unit: str, patience: float) -> None:
        """Begin to wait; the line appears by itself, for work that does not tell for a while."""
        self.what, self.unit, self.patience = what, unit, patience
        self.start = self.since = self.last = time.monotonic()
        self.before = self.done = self.total = 0
        self._bar: Any = None
        self._closed = False
        self._lock = threading.Lock()
        self._timer = threading.Timer(patience, self._open)
        self._timer.daemon = True
        self._timer.start()

    def told(self, done: int, total: int) -> None:
        """Take down how much is done."""
        now = time.monotonic()
        if done < self.done or self.done >= self.total:  # another pass, or the first
            self.since, self.before = now, done
        self.done, self.total, self.last = done, total, now
        if self._bar is None:
            if now - self.start >= self.patience and done < total:
                self._open()
            return
        self._bar.update(0, completed=done, total=total if done < total else None)

    def close(self) -> None:
        """Take the line away."""
        self._timer.cancel()
        with self._lock:
            self._closed = True
            if self._bar is not None:
                with suppress(OSError):  # a terminal that is gone
                    self._bar.stop()

    def rate(self) -> str:
        """Return how many are done a second, in words; nothing before that is known."""
        each = self._each()
        return rate_words(1.0 / each, self.unit) if each and self.unit and self.done < self.total else ""

    def left(self) -> str:
        """Return how long it will still take, in words; how long it has taken where that is not known."""
        now, each = time.monotonic(), self._each()
        if not each or self.done >= self.total:
            return f"{time_words(now - self.start)} so far"
        return f"{time_words((self.total - self.done) * each - (now - self.last))} left"

    def _each(self) -> float | None:
        """Seconds that each took in this pass."""
        count, seconds = self.done - self.before, self.last - self.since
        return seconds / count if count > 0 and seconds > 0.05 else None

    def _open(self) -> None:
        with self._lock, suppress(OSError):
            if self._bar is None and not self._closed:
                bar = _bar(self)
                bar.start()
                self._bar = bar


def _bar(line: Line) -> Any:
    """Return rich's progress with one task, in as many columns as the terminal has room for."""
    # rich is loaded only for a wait that is long enough to be worth a line.
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task
    from rich.table import Column
    from rich.text import Text

    class Words(ProgressColumn):
        def __init__(self, words: Callable[[], str]) -> None:
            super().__init__(Column(no_wrap=True, overflow="ellipsis"))
            self.words = words

        def render(self, task: Task) -> Text:
            return Text(self.words(), no_wrap=True, overflow="ellipsis")

    console = Console(file=sys.stderr)
    width = console.width
    columns: list[ProgressColumn] = [Words(lambda: line.what)]
    if width >= _MIDDLING:
        columns.append(BarColumn(max(10, min(40, width - _WIDE + 20))))
    columns.append(Words(lambda: _share(line.done, line.total)))
    if width >= _WIDE and line.unit:
        columns.append(Words(line.rate))
    if width >= _NARROW:
        columns.append(Words(line.left))
    # stdout is the answer's alone, so rich must not take it over.
    bar = Progress(*columns, console=console, transient=True, redirect_stdout=False, refresh_per_second=5)
    bar.add_task(line.what, total=line.total or None, completed=line.done)
    return bar


def _share(done: int, total: int) -> str:
    return f"{100 * done // total} %" if 0 < done < total else ""


def rate_words(rate: float, unit: str) -> str:
    """Return a rate as people say it.

    >>> [rate_words(rate, "rolls") for rate in (1.18e8, 2.34e6, 45_678.0)]
    ['118 million rolls a second', '2.3 million rolls a second', '46,000 rolls a second']
    >>> rate_words(7.26, "fights"), rate_words(0.21, "checks"), rate_words(0.004, "parts")
    ('7.3 fights a second', '13 checks a minute', '14 parts an hour')
    """
    for size, name in ((1e9, " billion"), (1e6, " million"), (1.0, "")):
        if rate >= size:
            return f"{_two_digits(rate / size)}{name} {unit} a second"
    if rate * 60 >= 1:
        return f"{_two_digits(rate * 60)} {unit} a minute"
    return f"{_two_digits(rate * 3600)} {unit} an hour"


def _two_digits(number: float) -> str:
    if number < 10:
        return f"{number:.1f}"
    whole = round(number)
    return f"{round(whole, 2 - len(str(whole))) if whole >= 1000 else whole:,}"


def time_words(seconds: float) -> str:
    """Return a time as people say it, never less than a second.

    >>> [time_words(each) for each in (0.2, 59.0, 61.0, 3599.0, 4000.0, 1e6)]
    ['1 s', '59 s', '1 min 1 s', '60 min', '1 h 6 min', '277 h']
    """
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    if seconds < 600:
        return f"{int(seconds) // 60} min {int(seconds) % 60} s"
    if seconds < 3600:
        return f"{round(seconds / 60)} min"
    hours = int(seconds // 3600)
    return f"{hours} h" if hours >= 24 else f"{hours} h {int(seconds % 3600 // 60)} min"
