"""What every request passes before anything looks at it, and the headers that every reply carries."""

import asyncio
import time
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bmg_odds.web.limits import MOST_BODY, MOST_QUERY
from bmg_odds.web.replies import Reply, refusal

MOST_DRAINED, DRAIN_SECONDS = 4 * 1024 * 1024, 3.0
"""Of a body that is too large: as much as is heard out."""

_STRICT = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "form-action": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
_EMBEDDED = _STRICT | {"frame-ancestors": "*"}
# Matplotlib's SVG has its styles in it; opened by itself it must show them, and may do nothing else.
_PICTURE = {"default-src": "'none'", "style-src": "'unsafe-inline'", "frame-ancestors": "'none'", "sandbox": ""}
_ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_CHANGING = ("POST", "PUT", "PATCH", "DELETE")
LOCAL = ("localhost", "127.0.0.1", "::1", "[::1]")


def policy(path: str) -> str:
    """Return the content policy of what stands at a path.

    >>> policy("/").split("; ")[:2], policy("/embed").endswith("frame-ancestors *")
    (["default-src 'none'", "script-src 'self'"], True)
    """
    rules = _EMBEDDED if path == "/embed" else _PICTURE if path.startswith("/api/chart/") else _STRICT
    return "; ".join(f"{name} {value}".strip() for name, value in rules.items())


def safe_headers(path: str) -> dict[str, str]:
    """Return the headers of every reply at a path.

    >>> safe_headers("/")["x-frame-options"], "x-frame-options" in safe_headers("/embed")
    ('DENY', False)
    """
    framed = {} if path == "/embed" else {"x-frame-options": "DENY"}
    return {"content-security-policy": policy(path), **_ALWAYS, **framed}


class Guard:
    """An application before which requests are looked over: where they come from, and how large they are.

    `hosts` are the names that it may be called by, None for any: a page of another name that leads here must not
    read what only this computer may read.
    """

    def __init__(self, app: ASGIApp, *, hosts: Iterable[str] | None = LOCAL) -> None:
        self._app = app
        self._hosts = None if hosts is None else frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
                return
            await self._app(scope, receive, send)
            return
        path = scope["path"]

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in safe_headers(path).items():
                    headers.setdefault(name, value)
            await send(message)

        refused = self._refused(scope)
        if refused is None:
            await self._app(scope, receive, guarded)
            return
        if refused.status_code == 413:
            await _drained(receive)
        await refused(scope, receive, guarded)

    def _refused(self, scope: Scope) -> Reply | None:
        headers = Headers(scope=scope)
        if len(scope.get("raw_path", b"")) + len(scope["query_string"]) > MOST_QUERY:
            return refusal(f"the address is too long; allowed: {MOST_QUERY:_} bytes", 414)
        host = headers.get("host", "")
        if self._hosts is not None and _name_of(host) not in self._hosts:
            return refusal("this page is only for the computer it runs on; call it by localhost", 421)
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            return _closing("content-length is no number", 400)
        if len(length) > 12 or int(length) > MOST_BODY:
            return _closing(f"the body is too large; allowed: {MOST_BODY:_} bytes", 413)
        if scope["method"] in _CHANGING and not _own(headers, host):
            return refusal("this comes from another page", 403)
        return None


async def _drained(receive: Receive) -> None:
    """Hear out a body that is not too much too large: whoever sends hears no answer before they are through."""
    size, end = 0, time.monotonic() + DRAIN_SECONDS
    while size < MOST_DRAINED:
        try:
            message = await asyncio.wait_for(receive(), max(0.0, end - time.monotonic()))
        except TimeoutError:
            return
        size += len(message.get("body", b""))
        if not message.get("more_body", False):
            return


def _closing(message: str, status: int) -> Reply:
    """A refusal after which nothing more is read: what is still to come is not looked at."""
    found = refusal(message, status)
    found.headers["connection"] = "close"
    return found


def _own(headers: Headers, host: str) -> bool:
    """Whether a request that changes something comes from our own page, or from no page at all."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or origin.lower() in (f"http://{host}".lower(), f"https://{host}".lower())


def _name_of(host: str) -> str:
    """Return a host's name without its port.

    >>> _name_of("localhost:8000"), _name_of("[::1]:8000"), _name_of("evil.example")
    ('localhost', '[::1]', 'evil.example')
    """
    name, _, port = host.lower().rpartition(":")
    return name if name and port.isdigit() else host.lower()
