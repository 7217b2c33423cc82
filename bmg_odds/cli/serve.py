"""`bmg-odds serve`: the page in a browser."""

import os
import sys
from typing import Annotated, Any

import typer

from bmg_odds.answers.asking.options import Opt, text, whole
from bmg_odds.cli.options import takes
from bmg_odds.errors import BmgError

SERVE_EXAMPLE = """\b
Examples:
  bmg-odds serve
  bmg-odds serve --host 0.0.0.0 --port 8080
"""

HOST = Opt("host", ("--host",), "Address to listen on (127.0.0.1: for this computer alone).", "ADDRESS", text,
           default="127.0.0.1")  # fmt: skip
PORT = Opt("port", ("--port",), "Port to listen on; 0 takes a free one (8000).", "N", whole(0, 65535), default=8000)
EXTRA = ("starlette", "uvicorn", "jinja2", "segno", "anyio", "h11")


@takes(HOST, PORT)
def serve(
    open_it: Annotated[
        bool | None,
        typer.Option("--open/--no-open", help="Open the page in a browser (where there is a screen).",
                     show_default=False),
    ] = None,
    **options: Any,
) -> None:  # fmt: skip
    """Serve the page: pick two models, move the counters, and see the odds change.

    It is for this computer alone unless --host says otherwise: 0.0.0.0 lets phones in the same network in. Cards
    that are sent to it stay in memory, for whoever sent them. Control-C ends it.
    """
    try:
        from bmg_odds.web.server import Listening, run
    except ModuleNotFoundError as error:
        if error.name not in EXTRA:
            raise
        raise BmgError(f"serve needs {error.name}, which is not installed: pip install 'bmg-odds[web]'") from None
    from bmg_odds.cli.output import emit, note

    def ready(where: Listening) -> None:
        emit(f"The page is at {where.address} (Control-C ends it)\n")
        if where.shared:
            note("everybody in this network can open it and ask; --host 127.0.0.1 keeps it to this computer")
            _show_code(where.address)
        if open_it or (open_it is None and not where.shared and _has_screen()):
            import webbrowser

            webbrowser.open(where.address)

    run(options["host"], options["port"], ready=ready)


def _has_screen() -> bool:
    """Whether somebody sits here before a screen on which a browser can open."""
    if sys.stdout is None or not sys.stdout.isatty():
        return False
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _show_code(address: str) -> None:
    """Show an address as a code for a phone's camera, where it can be drawn."""
    import segno

    try:
        if sys.stdout is not None and sys.stdout.isatty():
            "▀▄█".encode(sys.stdout.encoding or "ascii")
            segno.make(address, micro=False).terminal(compact=True)
    except UnicodeEncodeError:
        return
