"""Long questions as jobs: asked once, looked at now and then, given up when nobody looks any more."""

import secrets
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Any

from bmg_odds.errors import BmgError
from bmg_odds.web.desk import Answer, Work
from bmg_odds.web.lanes import Busy, Stopped

LOOKED_AT = 120.0
"""Seconds after which a job that nobody looks at is given up: a phone may sleep for a while."""
LEFT = 5.0
"""Seconds after which one that nobody looks at makes room for its asker's next: a page looks twice a second."""
KEPT = 600.0
"""Seconds for which a finished job is kept."""
MOST = 128
MOST_EACH = 16
"""Jobs of one address: whoever begins more loses their own, nobody else's."""
MOST_BYTES = 16 * 1024 * 1024


@dataclass(slots=True)
class Job:
    """One long question. Its name is a secret: whoever knows it may see the answer."""

    name: str
    command: str
    work: Work
    owner: str | None
    """The secret of the visitor whose own cards it was asked with; nobody else may see it then."""
    address: str
    """Where it was asked from."""
    looked: float
    ended: float | None = None
    cancelled: bool = False

    @property
    def status(self) -> str:
        """Where it stands: waiting, running, done, failed or cancelled."""
        future = self.work.future
        if self.cancelled or future.cancelled():
            return "cancelled"
        if not future.done():
            return "waiting" if self.work.ticket.begun is None else "running"
        return "done" if future.exception() is None else "failed"

    def record(self) -> dict[str, Any]:
        """Return where it stands, JSON-ready; its answer and its error are for others to add."""
        ticket, status = self.work.ticket, self.status
        return {
            "id": self.name,
            "command": self.command,
            "status": status,
            "waiting": status == "waiting",
            "progress": {"done": ticket.done, "total": ticket.total},
        }

    def error(self) -> BaseException | None:
        """Return what it failed of, or None."""
        return self.work.future.exception() if self.status == "failed" else None

    def answer(self) -> Answer | None:
        """Return its answer, or None where there is none yet."""
        if self.status != "done":
            return None
        found: Answer = self.work.future.result()
        return found


class Jobs:
    """The jobs by name.

    >>> Jobs().find("no such job", None) is None
    True
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._held: dict[str, Job] = {}

    def add(self, command: str, work: Work, owner: str | None, address: str) -> Job:
        """Keep work as a job; Busy where there are too many."""
        self.tidy()
        own = [job for job in self._held.values() if job.address == address]
        if not (self._room(own, MOST_EACH) and self._room(list(self._held.values()), MOST)):
            work.stop()
            raise Busy(own=len(own) >= MOST_EACH)
        job = Job(secrets.token_urlsafe(18), command, work, owner, address, self._clock())
        self._held[job.name] = job
        return job

    def _room(self, jobs: list[Job], most: int) -> bool:
        """Forget as many of these as are finished, the oldest first, until there is room for one more."""
        over = len(jobs) - most + 1
        for job in [job for job in jobs if job.ended is not None][: max(0, over)]:
            del self._held[job.name]
            over -= 1
        return over <= 0

    def find(self, name: str, owner: str | None) -> Job | None:
        """Return a job that its asker looks at, or None where there is none of this name for this visitor."""
        self.tidy()
        job = self._held.get(name)
        if job is None or (job.owner is not None and job.owner != owner):
            return None
        job.looked = self._clock()
        return job

    def cancel(self, job: Job) -> None:
        """Give a job up. What is done stays done."""
        if not job.work.future.done():
            job.cancelled, job.ended = True, self._clock()
            job.work.stop()

    def make_room(self, address: str) -> bool:
        """Give up what an asker left behind on a page that was closed or loaded anew; say whether there was any."""
        before = self._clock() - LEFT
        left = [job for job in self._held.values() if job.address == address and job.looked < before]
        left = [job for job in left if not job.cancelled and not job.work.future.done()]
        for job in left:
            self.cancel(job)
        return bool(left)

    def stop(self) -> None:
        """Give all of them up: the server ends."""
        for job in self._held.values():
            self.cancel(job)

    def tidy(self) -> None:
        """Give up what nobody looks at, and forget what has been finished for long."""
        now, weight = self._clock(), 0
        for name, job in reversed(list(self._held.items())):
            if job.work.future.done() or job.cancelled:
                job.ended = job.ended or now
                weight += _weight(job)
                if now - job.ended > KEPT or weight > MOST_BYTES:
                    del self._held[name]
            elif now - job.looked > LOOKED_AT:
                self.cancel(job)


def _weight(job: Job) -> int:
    try:
        answer = job.answer()
    except (CancelledError, BmgError, Stopped):
        return 0
    return 0 if answer is None else len(answer.body)
