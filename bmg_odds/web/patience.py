"""How long the server waits for slow clients: for a request's head, and for an answer to be taken."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
TAKE_SECONDS = 30.0

_WORDS = b'{"error":"the request took too long to arrive"}'
_LATE = (
    b"HTTP/1.1 408 Request Timeout\r\nContent-Type: application/json\r\nConnection: close\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(_WORDS), _WORDS)
)


class Patient(H11Protocol):
    """A connection that ends when a request's head does not come to its end, or nobody takes the answer."""

    head_seconds = HEAD_SECONDS
    take_seconds = TAKE_SECONDS

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._head: asyncio.TimerHandle | None = None
        self._take: asyncio.TimerHandle | None = None
        self._heard = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._head = self.loop.call_later(self.head_seconds, self._late)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._calm()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come; a head that has begun must come to its end in time."""
        self._heard = True
        if self._head is None:
            self._head = self.loop.call_later(self.head_seconds, self._late)
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE and self._head is not None:
            self._head.cancel()
            self._head = None

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

    def _calm(self) -> None:
        for timer in (self._head, self._take):
            if timer is not None:
                timer.cancel()
        self._head = self._take = None
