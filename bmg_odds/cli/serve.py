"""`bmg-odds serve`: the page in a browser."""

from typing import Annotated, Any

import typer

from bmg_odds.cli.options import Opt, takes, text, whole

SERVE_EXAMPLE = """\b
Examples:
  bmg-odds serve
  bmg-odds serve --host 0.0.0.0 --port 8080
"""

HOST = Opt("host", ("--host",), "Address to listen on (127.0.0.1: only this computer).", "ADDRESS", text,
           default="127.0.0.1")  # fmt: skip
PORT = Opt("port", ("--port",), "Port to listen on (8000).", "N", whole(1, 65535), default=8000)


@takes(HOST, PORT)
def serve(
    open_it: Annotated[
        bool | None,
        typer.Option("--open/--no-open", help="Open the page in a browser (where there is one).", show_default=False),
    ] = None,
    **options: Any,
) -> None:
    """Serve the page: pick two models, move the counters and see the odds change.

    It listens on this computer alone unless --host says otherwise, and ends with Control-C.
    """
    from bmg_odds.web.server import run

    run(options["host"], options["port"])
