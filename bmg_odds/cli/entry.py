"""The way in: an interrupt while the program is still loading ends it as quietly as one later."""

import sys


def main() -> None:
    """Run `bmg-odds` and exit with its status (see `cli.main`)."""
    try:
        from bmg_odds.cli.main import main as run
    except KeyboardInterrupt:
        sys.stderr.write("bmg-odds: interrupted\n")
        sys.exit(130)
    run()
