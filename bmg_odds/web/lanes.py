"""Lanes of work: few threads, a bounded line before them, and work that can be stopped between its steps."""

import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any


class Stopped(Exception):
    """Work that was told to stop; `late` where it ran out of time."""

    def __init__(self, *, late: bool = False) -> None:
        super().__init__("stopped")
        self.late = late


class Busy(Exception):
    """No room for more work; `own` where it is the asker's own work that fills it."""

    def __init__(self, *, own: bool) -> None:
        super().__init__("busy")
        self.own = own


@dataclass(slots=True, eq=False)
class Ticket:
    """Permission to work: how far the work is, and how it is told to stop.

    >>> ticket = Ticket(seconds=60.0)
    >>> ticket.progress(1, 4)
    >>> ticket.stop()
    >>> ticket.progress(2, 4)
    Traceback (most recent call last):
    bmg_odds.web.lanes.Stopped: stopped
    """

    seconds: float
    """How long the work may take, once it has begun."""
    done: int = 0
    total: int = 0
    begun: float | None = None
    _stopped: threading.Event = field(default_factory=threading.Event)

    def begin(self) -> None:
        """Start the clock; Stopped if it was told to stop before."""
        self.begun = time.monotonic()
        self.check()

    def stop(self) -> None:
        """Tell the work to stop at its next step."""
        self._stopped.set()

    def check(self) -> None:
        """Raise Stopped where the work was told to stop, or has run out of time."""
        if self._stopped.is_set():
            raise Stopped
        if self.begun is not None and time.monotonic() - self.begun > self.seconds:
            raise Stopped(late=True)

    def progress(self, done: int, total: int) -> None:
        """Hear how far the work is; what the answers call between their steps."""
        self.done, self.total = done, total
        self.check()


class Lane:
    """Threads that work off a line of bounded length: a piece of each asker's in turn, however many one has.

    >>> lane = Lane("light", threads=1, most=2, most_each=1)
    >>> lane.submit(lambda: 42, "somebody").result()
    42
    """

    def __init__(self, name: str, *, threads: int, most: int, most_each: int) -> None:
        self._name, self._threads = name, threads
        self._most, self._most_each = most, most_each
        self._lines: OrderedDict[str, deque[tuple[Future[Any], Callable[[], Any]]]] = OrderedDict()
        self._askers: Counter[str] = Counter()
        self._changed = threading.Condition()
        self._started = 0

    def submit(self, work: Callable[[], Any], asker: str) -> "Future[Any]":
        """Put work into the line and return its future; Busy where there is no room.

        A future that is cancelled while it waits leaves the line at once.
        """
        future: Future[Any] = Future()
        with self._changed:
            if self._askers[asker] >= self._most_each:
                raise Busy(own=True)
            if self._askers.total() >= self._most:
                raise Busy(own=False)
            self._askers[asker] += 1
            self._lines.setdefault(asker, deque()).append((future, work))
            if self._started < self._threads:
                self._started += 1
                # Daemons: a long step must not keep the program from ending.
                threading.Thread(target=self._run, name=f"{self._name}-{self._started}", daemon=True).start()
            self._changed.notify()
        future.add_done_callback(lambda _: self._leave(future, asker))
        return future

    def _leave(self, future: "Future[Any]", asker: str) -> None:
        with self._changed:
            self._askers[asker] -= 1
            if self._askers[asker] <= 0:
                del self._askers[asker]
            line = self._lines.get(asker, deque())
            for place, (each, _) in enumerate(line):
                if each is future:
                    del line[place]
                    break
            if not line:
                self._lines.pop(asker, None)

    def _next(self) -> tuple["Future[Any]", Callable[[], Any]]:
        asker, line = self._lines.popitem(last=False)
        found = line.popleft()
        if line:
            self._lines[asker] = line
        return found

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._lines:
                    self._changed.wait()
                future, work = self._next()
            if future.set_running_or_notify_cancel():
                try:
                    result = work()
                except BaseException as error:
                    future.set_exception(error)
                else:
                    future.set_result(result)
                    del result
            del future, work
