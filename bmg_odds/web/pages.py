"""The two pages and their assets, all out of the package."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from bmg_odds._version import __version__

_HERE = Path(__file__).parent


@cache
def _templates() -> Environment:
    return Environment(loader=FileSystemLoader(_HERE / "templates"), autoescape=True, undefined=StrictUndefined)


def page(name: str) -> str:
    """Return a page as HTML. Its state stands in the address and is read by the browser alone.

    >>> "<!doctype html>" in page("index.html").lower()
    True
    """
    return _templates().get_template(name).render(version=__version__)


async def index(request: Request) -> Response:
    """Answer `/`: the page."""
    return HTMLResponse(page("index.html"))


async def embed(request: Request) -> Response:
    """Answer `/embed`: one answer without anything around it, for the frame of a blog."""
    return HTMLResponse(page("embed.html"))


def packaged_files() -> StaticFiles:
    """Return what serves `/static`: the assets of the package, and nothing outside of their folder."""
    return StaticFiles(directory=_HERE / "static")
