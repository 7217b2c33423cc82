"""The application that serves the page and answers its questions."""

from starlette.applications import Starlette
from starlette.routing import Mount, Route

from bmg_odds.web.pages import embed, index, packaged_files


def create() -> Starlette:
    """Return the application: the page at `/`, the view for blogs at `/embed`, assets under `/static`.

    >>> [route.path for route in create().routes][:2]
    ['/', '/embed']
    """
    return Starlette(
        routes=[
            Route("/", index, name="index"),
            Route("/embed", embed, name="embed"),
            Mount("/static", packaged_files(), name="static"),
        ]
    )
