"""The desk where questions are answered: what was asked before from memory, the rest in its lane."""

import asyncio
import json
import os
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from bmg_odds.answers.asking.commands import answered
from bmg_odds.answers.formats import Document
from bmg_odds.facts.roster import Roster
from bmg_odds.web.asked import Asked
from bmg_odds.web.cache import Cache
from bmg_odds.web.lanes import Lane, Ticket
from bmg_odds.web.limits import price

LIGHT_SECONDS, HEAVY_SECONDS = 30.0, 300.0
MOST_CACHED = 48 * 1024 * 1024
WEIGHT = 8
"""Bytes of memory that an answer takes for each byte of its JSON, about."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, and its JSON as it is sent."""

    document: Document
    body: bytes

    @classmethod
    def of(cls, document: Document) -> "Answer":
        """Return the answer of a document."""
        text = json.dumps(document.record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return cls(document, text.encode(errors="backslashreplace"))


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: where from, and with which cards."""

    address: str
    roster: Roster
    digest: str


@dataclass(slots=True)
class Work:
    """An answer that is waited for, and how to give it up."""

    future: "Future[Any]"
    ticket: Ticket
    heavy: bool

    @classmethod
    def done(cls, found: Any) -> "Work":
        """Return work that was done before."""
        future: Future[Any] = Future()
        future.set_result(found)
        return cls(future, Ticket(0.0), False)

    def stop(self) -> None:
        """Give it up: before it has begun, or at its next step."""
        self.ticket.stop()
        self.future.cancel()


@dataclass(slots=True)
class Desk:
    """The lanes and the memory of one server.

    >>> from bmg_odds.answers.asking.commands import COMMANDS
    >>> from bmg_odds.facts.roster import bundled
    >>> me = Asker("127.0.0.1", bundled(), "")
    >>> asked = Asked(COMMANDS["attack"], {"attacker": "Bob", "target": "Bane (AC)"})
    >>> Desk().work(asked, me).future.result().document.record["command"]
    'attack'
    """

    light: Lane = field(default_factory=lambda: Lane("light", threads=_cores(2, 4), most=512, most_each=384))
    heavy: Lane = field(default_factory=lambda: Lane("heavy", threads=_cores(1, 4, share=2), most=12, most_each=3))
    drawing: Lane = field(default_factory=lambda: Lane("drawing", threads=1, most=64, most_each=32))
    answers: Cache[Answer] = field(default_factory=lambda: Cache(MOST_CACHED))
    pictures: Cache[bytes] = field(default_factory=lambda: Cache(MOST_CACHED // 4))
    light_seconds: float = LIGHT_SECONDS
    heavy_seconds: float = HEAVY_SECONDS
    _under_way: set[Ticket] = field(default_factory=set)

    def work(self, asked: Asked, asker: Asker) -> Work:
        """Return the answer to a question as work under way, or done where it was asked before.

        BmgError (TooMuch among them) for what is refused before any work, Busy where there is no room.
        """
        key = key_of(asked, asker)
        known = None if key is None else self.answers.get(key)
        if known is not None:
            return Work.done(known)
        cost = price(asked, asker.roster)
        ticket = Ticket(self.heavy_seconds if cost.heavy else self.light_seconds)

        def answer() -> Answer:
            ticket.begin()
            document = answered(asked.command, cost.values, roster=asker.roster, progress=ticket.progress)
            found = Answer.of(document)
            if key is not None:
                self.answers.put(key, found, WEIGHT * len(found.body))
            return found

        lane = self.heavy if cost.heavy else self.light
        return Work(self._submitted(lane, answer, ticket, asker), ticket, cost.heavy)

    def picture(self, key: Any, answer: Answer, suffix: str, look: Mapping[str, str], asker: Asker) -> Work:
        """Return the picture of an answer as work under way; what draws is not made for two at a time."""
        drawn_as = None if key is None else (key, suffix, *sorted(look.items()))
        known = None if drawn_as is None else self.pictures.get(drawn_as)
        if known is not None:
            return Work.done(known)
        ticket = Ticket(self.light_seconds)

        def draw() -> bytes:
            from bmg_odds.answers.charts import picture

            ticket.begin()
            with _DRAWING:
                drawn = picture(answer.document.record, suffix, **look)
            if drawn_as is not None:
                self.pictures.put(drawn_as, drawn, len(drawn))
            return drawn

        return Work(self._submitted(self.drawing, draw, ticket, asker), ticket, False)

    def _submitted(self, lane: Lane, work: Callable[[], Any], ticket: Ticket, asker: Asker) -> "Future[Any]":
        future = lane.submit(work, asker.address)
        self._under_way.add(ticket)
        future.add_done_callback(lambda _: self._under_way.discard(ticket))
        return future

    def stop(self) -> None:
        """Tell all work to stop at its next step: the server ends."""
        for ticket in list(self._under_way):
            ticket.stop()


_DRAWING = threading.Lock()
"""Matplotlib's settings are those of the whole process."""


def key_of(asked: Asked, asker: Asker) -> tuple[Any, ...] | None:
    """Return what tells one answer from another; None where the same question may get another answer: new dice.

    >>> from bmg_odds.answers.asking.commands import COMMANDS
    >>> from bmg_odds.facts.roster import bundled
    >>> me = Asker("127.0.0.1", bundled(), "")
    >>> key_of(Asked(COMMANDS["attack"], {"dc": 2, "engine": "exact"}), me)
    ('attack', '', ('dc', 2), ('engine', 'exact'))
    >>> key_of(Asked(COMMANDS["attack"], {"engine": "mc"}), me)
    """
    if asked.values.get("engine") == "mc" and asked.values.get("seed") is None:
        return None
    return (asked.command.name, asker.digest, *sorted(asked.values.items()))


async def finished(work: Work, gone: "asyncio.Future[Any]") -> Any:
    """Return what work comes to; where the asker is `gone` before, give the work up and return None."""
    waiting = asyncio.wrap_future(work.future)
    try:
        await asyncio.wait((waiting, gone), return_when=asyncio.FIRST_COMPLETED)
        if waiting.done():
            return await waiting
        return None
    finally:
        if not waiting.done():
            work.stop()
            waiting.cancel()


def _cores(least: int, most: int, *, share: int = 1) -> int:
    return max(least, min(most, (os.cpu_count() or 1) // share))
