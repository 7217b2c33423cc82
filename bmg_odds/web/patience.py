"""How long the server waits for slow clients, and how many it hears at once."""

import asyncio
import sys
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
BODY_SECONDS = 20.0
TAKE_SECONDS = 30.0
MOST_CONNECTIONS = 512
BACKLOG = 64
"""Connections that are taken up at one go, before any of them can be turned away."""
_OTHER_FILES = 64
"""Files that the program has open beside its connections."""


def _said(status: bytes, words: bytes) -> bytes:
    body = b'{"error":"%s"}' % words
    return b"HTTP/1.1 %s\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s" % (
        status,
        len(body),
        body,
    )


_LATE = _said(b"408 Request Timeout", b"the request took too long to arrive")
_FULL = _said(b"503 Service Unavailable", b"too many connections are open; try again in a moment")


def connections_allowed() -> int:
    """Return how many connections can be open at once: no more than the system lets the program have files.

    >>> 1 <= connections_allowed() <= MOST_CONNECTIONS
    True
    """
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    import resource

    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if files == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(2, min(MOST_CONNECTIONS, files - BACKLOG - _OTHER_FILES))


class Patient(H11Protocol):
    """A connection that ends when a request does not come to its end, or nobody takes the answer.

    One too many is turned away; one address holds three quarters of them at most.
    """

    head_seconds = HEAD_SECONDS
    body_seconds = BODY_SECONDS
    take_seconds = TAKE_SECONDS
    most = connections_allowed()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._head: asyncio.TimerHandle | None = None
        self._body: asyncio.TimerHandle | None = None
        self._take: asyncio.TimerHandle | None = None
        self._heard = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request, where there is room for one more."""
        super().connection_made(transport)
        if self._too_many():
            transport.write(_FULL)
            transport.close()
            return
        self._head = self.loop.call_later(self.head_seconds, self._late)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._calm()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come; a head that has begun must come to its end in time, and so must a body."""
        self._heard = True
        if self._head is None:
            self._head = self.loop.call_later(self.head_seconds, self._late)
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE and self._head is not None:
            self._head.cancel()
            self._head = None
        # Whether or not the answer has been given: what still comes would hold the line for ever.
        if self.conn.their_state is h11.SEND_BODY:
            if self._body is None:
                self._body = self.loop.call_later(self.body_seconds, self.transport.abort)
        elif self._body is not None:
            self._body.cancel()
            self._body = None

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP; where its answer has begun already, only end the connection."""
        if self.cycle is not None:  # whoever works on it writes no second answer
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def pause_writing(self) -> None:
        """Begin to wait for an answer to be taken."""
        super().pause_writing()
        if self._take is None:
            self._take = self.loop.call_later(self.take_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """See that an answer is being taken."""
        super().resume_writing()
        if self._take is not None:
            self._take.cancel()
            self._take = None

    def timeout_keep_alive_handler(self) -> None:
        """End a connection on which nothing is asked any more, whether or not the last answer was taken."""
        super().timeout_keep_alive_handler()
        if self.transport.get_write_buffer_size() and self._take is None:
            self._take = self.loop.call_later(self.take_seconds, self.transport.abort)

    def _late(self) -> None:
        if not self.transport.is_closing():
            if self._heard:  # a browser may open a connection that it never uses
                self.transport.write(_LATE)
            self.transport.close()

    def _too_many(self) -> bool:
        address = self.client[0] if self.client else ""
        own = sum(1 for each in self.connections if isinstance(each, Patient) and (each.client or ("",))[0] == address)
        return len(self.connections) > self.most or own > self.most * 3 // 4

    def _calm(self) -> None:
        for timer in (self._head, self._body, self._take):
            if timer is not None:
                timer.cancel()
        self._head = self._body = self._take = None
