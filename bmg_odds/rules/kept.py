"""A memory of what took work to find, for those who come back to the same few things again and again."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from bmg_odds.errors import BmgError

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

MOST = 4096
"""Findings that are kept; one more, and all before it are forgotten."""


class Kept(Generic[K, V]):
    """Findings by key, refusals among them.

    >>> kept = Kept[int, str]()
    >>> kept.found(1, lambda: "found"), kept.found(1, lambda: "looked for again")
    ('found', 'found')
    """

    def __init__(self) -> None:
        self._found: dict[K, V | BmgError] = {}

    def found(self, key: K, make: Callable[[], V]) -> V:
        """Return what `make` found for this key when it was first asked for; BmgError where it raised one then."""
        found = self._found.get(key)
        if found is None:
            if len(self._found) >= MOST:
                self._found.clear()
            try:
                found = make()
            except BmgError as error:
                found = error
            self._found[key] = found
        if isinstance(found, BmgError):
            raise found.with_traceback(None)  # raised again and again, it would grow each time
        return found

    def clear(self) -> None:
        """Forget everything."""
        self._found.clear()
