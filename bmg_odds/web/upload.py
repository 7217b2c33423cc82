"""A visitor's own cards: sent as a roster's text, checked as a file is, kept in memory for that visitor alone."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bmg_odds.facts.userfile import Mistake
from bmg_odds.web.api import plainly
from bmg_odds.web.limits import MOST_BODY
from bmg_odds.web.replies import plain_json, refusal
from bmg_odds.web.visitors import COOKIE, SECONDS, Visitors, read

BODY_SECONDS = 15.0
"""How long a body may take to arrive."""
MOST_TOLD = 200
"""Mistakes that are listed."""


async def body_of(request: Request, *, seconds: float = BODY_SECONDS) -> bytes | Response:
    """Return a request's body, or a refusal where it is too large or too slow."""
    body, end = bytearray(), time.monotonic() + seconds
    while True:
        try:
            message = await asyncio.wait_for(request.receive(), max(0.0, end - time.monotonic()))
        except TimeoutError:
            return refusal("the body took too long to arrive", 408)
        if message["type"] == "http.disconnect":
            return Response(status_code=204)
        body += message.get("body", b"")
        if len(body) > MOST_BODY:
            return refusal(f"the body is too large; allowed: {MOST_BODY:_} bytes", 413)
        if not message.get("more_body", False):
            return bytes(body)


@plainly
async def keep(request: Request) -> Response:
    """Answer `POST /api/roster`: the cards are kept, or every mistake is listed with its line."""
    body = await body_of(request)
    if isinstance(body, Response):
        body.headers["connection"] = "close"
        return body
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        return refusal(f"not UTF-8 text, first at line {line}", 400)
    address = request.client.host if request.client else ""
    # A large file of nonsense takes a moment to read; the page goes on meanwhile.
    report = await asyncio.wrap_future(request.app.state.desk.light.submit(lambda: read(text), address))
    if report.mistakes:
        count = len(report.mistakes)
        what = f"{count} mistake{'' if count == 1 else 's'}: your cards are not kept"
        return refusal(what, 400, more={"errors": told(report.mistakes)})
    visitors: Visitors = request.app.state.visitors
    secret = visitors.keep(report.cards, text, address, request.cookies.get(COOKIE))
    found = plain_json({"cards": [card.name for card in report.cards], "warnings": told(report.warnings)})
    # Not in any address: it goes nowhere but to this server, and no script can read it.
    found.set_cookie(COOKIE, secret, max_age=SECONDS, httponly=True, samesite="strict",
                     secure=request.url.scheme == "https")  # fmt: skip
    return found


@plainly
async def own(request: Request) -> Response:
    """Answer `GET /api/roster/own`: the names of the cards that are kept for this visitor."""
    visitors: Visitors = request.app.state.visitors
    visitor = visitors.of(request.cookies.get(COOKIE))
    return plain_json({"cards": [] if visitor is None else [card.name for card in visitor.cards]})


@plainly
async def forget(request: Request) -> Response:
    """Answer `DELETE /api/roster`: the visitor's cards are forgotten."""
    request.app.state.visitors.drop(request.cookies.get(COOKIE))
    found = plain_json({"cards": []})
    found.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return found


def told(mistakes: Sequence[Mistake]) -> list[dict[str, Any]]:
    """Return mistakes or warnings JSON-ready, as many as anyone reads.

    >>> told([Mistake("my.toml", 3, "Bo", "attack", "attack = 15: a whole number from 0 to 12")])
    [{'line': 3, 'card': 'Bo', 'key': 'attack', 'message': 'Bo: attack = 15: a whole number from 0 to 12'}]
    """
    return [
        {"line": each.line, "card": each.card, "key": each.key, "message": str(each).split(": ", 1)[-1]}
        for each in mistakes[:MOST_TOLD]
    ]


def routes() -> list[Route]:
    """Return the routes of a visitor's own cards."""
    return [
        Route("/api/roster", keep, methods=["POST"]),
        Route("/api/roster", forget, methods=["DELETE"]),
        Route("/api/roster/own", own, methods=["GET"]),
    ]
