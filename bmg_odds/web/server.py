"""The server: it listens, says where, and ends when it is told to."""

import errno
import ipaddress
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass

import uvicorn

from bmg_odds.errors import BmgError
from bmg_odds.web.app import create
from bmg_odds.web.guard import LOCAL
from bmg_odds.web.limits import MOST_HEADERS
from bmg_odds.web.patience import BACKLOG, Patient
from bmg_odds.web.warm import warm_up

_WHY = {
    errno.EADDRINUSE: "--port {port} is taken by another program; name another with --port",
    errno.EACCES: "--port {port} is not for everybody; name one above 1023 with --port",
    errno.EADDRNOTAVAIL: "--host {host} is no address of this computer; allowed: 127.0.0.1, 0.0.0.0 (all of them)",
}


@dataclass(frozen=True, slots=True)
class Listening:
    """Where the server listens: its address as players type it, and whether others can reach it."""

    address: str
    shared: bool


def run(host: str, port: int, *, ready: Callable[[Listening], object], warm: bool = True) -> None:
    """Serve the page until it is interrupted; `ready` is told where, as soon as it can be reached.

    BmgError where it cannot listen.
    """
    listener = listen(host, port)
    where = listening(listener)
    app = create(hosts=None if where.shared else (*LOCAL, host.lower()))
    config = uvicorn.Config(
        app,
        loop="asyncio",
        http=Patient,
        backlog=BACKLOG,
        ws="none",
        lifespan="on",
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=MOST_HEADERS,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=2,
    )

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready(where)
            if warm:
                warm_up(app.state.desk)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            app.state.desk.stop()
            await super().shutdown(sockets)

    try:
        Server(config).run([listener])
    except KeyboardInterrupt:  # how it is meant to end
        return
    finally:
        listener.close()


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to a host and a port; BmgError where it cannot be.

    >>> with listen("127.0.0.1", 0) as one:
    ...     listen("127.0.0.1", one.getsockname()[1])
    Traceback (most recent call last):
    bmg_odds.errors.BmgError: --port ... is taken by another program; name another with --port
    """
    try:
        family, kind, number, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise BmgError(f"--host {host} is no address; allowed: 127.0.0.1, 0.0.0.0 (all of this computer)") from None
    found = socket.socket(family, kind, number)
    try:
        if sys.platform != "win32":  # there it would let two programs share a port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(BACKLOG)
    except OSError as error:
        found.close()
        why = _WHY.get(error.errno or 0, "--host {host} --port {port}: " + (error.strerror or str(error)))
        raise BmgError(why.format(host=host, port=port)) from None
    return found


def listening(listener: socket.socket) -> Listening:
    """Return where a socket listens.

    >>> with listen("127.0.0.1", 0) as one:
    ...     listening(one).shared
    False
    """
    host, port = listener.getsockname()[:2]
    own = ipaddress.ip_address(host.partition("%")[0])
    if own.is_unspecified:
        host = _in_network() or socket.gethostname()
    shown = f"[{host}]" if ":" in host else host
    return Listening(f"http://{shown}:{port}/", not own.is_loopback)


def _in_network() -> str | None:
    """Return this computer's address in its network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that nobody has (RFC 5737)
        except OSError:
            return None
        return str(probe.getsockname()[0])
