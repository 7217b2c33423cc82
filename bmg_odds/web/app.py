"""The application that serves the page and answers its questions."""

import contextlib
from collections.abc import AsyncIterator, Iterable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route

from bmg_odds.web import api, upload, uses
from bmg_odds.web.guard import LOCAL, Guard, safe_headers
from bmg_odds.web.pages import embed, index, packaged_files
from bmg_odds.web.replies import refusal

_SAID = {
    404: "there is nothing here; /api/openapi.json lists what can be asked",
    405: "this cannot be done here",
}


def create(*, hosts: Iterable[str] | None = LOCAL) -> Starlette:
    """Return the application: the page at `/`, the view for blogs at `/embed`, the API under `/api`.

    `hosts` are the names that it answers to, None for any.

    >>> [route.path for route in create().routes][:2]
    ['/', '/embed']
    """
    app = Starlette(
        routes=[
            Route("/", index, name="index"),
            Route("/embed", embed, name="embed"),
            *api.routes(),
            *upload.routes(),
            *uses.routes(),
            Mount("/static", packaged_files(), name="static"),
        ],
        middleware=[Middleware(Guard, hosts=hosts)],
        exception_handlers={HTTPException: _refused, Exception: _unforeseen},
        lifespan=_running,
    )
    api.keep_state(app.state)
    return app


@contextlib.asynccontextmanager
async def _running(app: Starlette) -> AsyncIterator[None]:
    yield
    app.state.jobs.stop()


async def _refused(request: Request, error: Exception) -> Response:
    status, headers = (error.status_code, error.headers) if isinstance(error, HTTPException) else (400, None)
    said = _SAID.get(status, "this cannot be answered")
    if request.url.path.startswith("/api/"):
        found: Response = refusal(said, status)
    else:
        found = PlainTextResponse(said + "\n", status)
    found.headers.update(headers or {})
    return found


async def _unforeseen(request: Request, error: Exception) -> Response:
    # The server's own log has the whole of it.
    found = refusal("that should not have happened: a mistake of the program, not of yours", 500)
    found.headers.update(safe_headers(request.url.path))  # this reply passes no guard
    return found
