"""Asking the page as a browser does, in this process."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.testclient import TestClient

from bmg_odds.web.app import create

OWN = "http://localhost:8000"

BO = """[[card]]
name = "Bo"
rank = "Henchman"
willpower = 3
strength = 3
movement = 1
attack = 2
defense = 2
endurance = 3
"""


def client(app: Starlette | None = None, **options: Any) -> TestClient:
    """A browser on the page's own computer; each has cookies of its own."""
    return TestClient(app or create(), base_url=OWN, **options)


def address(path: str, given: Mapping[str, Any] | Sequence[tuple[str, Any]] = ()) -> str:
    """An address with its parameters, lists as several of them."""
    return f"/api/{path}?{urlencode(given, doseq=True)}"
