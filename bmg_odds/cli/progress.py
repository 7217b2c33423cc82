"""A line of progress on stderr for what takes longer than a second, when someone is watching."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 1.0
"""Seconds before the line appears."""


@contextmanager
def watched(what: str, patience: float = PATIENCE) -> Iterator[Callable[[int, int], None] | None]:
    """Give a function that takes (done, total), or None when stderr is no terminal.

    >>> with watched("rolling") as progress:
    ...     if progress:
    ...         progress(1, 2)
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    start = time.monotonic()
    shown: list[Any] = []

    def progress(done: int, total: int) -> None:
        if not shown:
            if time.monotonic() - start < patience or done >= total:
                return
            # rich is loaded only for a wait that is long enough to be worth a line.
            from rich.console import Console
            from rich.progress import Progress

            bar = Progress(console=Console(stderr=True), transient=True)
            bar.start()
            shown.extend((bar, bar.add_task(what, total=total)))
        shown[0].update(shown[1], completed=done, total=total)

    try:
        yield progress
    finally:
        if shown:
            shown[0].stop()
