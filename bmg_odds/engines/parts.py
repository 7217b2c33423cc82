"""Work on all cores: how many there are, and many records in as many parts, none smaller than is worth a thread."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

BLOCK = 8192  # records that are worth a thread of their own


def cores() -> int:
    """Return the cores that this process may use; 1 where the kernels are plain Python, which threads only slow.

    >>> cores() >= 1
    True
    """
    from bmg_odds.engines.jit import COMPILED

    if not COMPILED:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_parts(count: int, threads: int | None, work: Callable[[int, int], object]) -> None:
    """Call `work(first, last)` for parts that cover `count` records, side by side; `threads` None for all cores.

    >>> in_parts(3, 1, lambda first, last: print(first, last))
    0 3
    """
    threads = max(1, min(threads or cores(), -(-count // BLOCK)))
    each = max(1, -(-count // threads))
    parts = [(first, min(first + each, count)) for first in range(0, count, each)]
    if threads == 1:
        for first, last in parts:
            work(first, last)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda part: work(*part), parts))
