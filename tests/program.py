"""The program as a player calls it, in this process."""

from typing import NamedTuple

import pytest

from bmg_odds.cli.main import run


class Done(NamedTuple):
    """What a run of the program left behind."""

    status: int
    out: str
    err: str


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Done:
    """Return what the program says to these arguments, and nothing that was said before."""
    capsys.readouterr()
    status = run(arguments)
    return Done(status, *capsys.readouterr())
