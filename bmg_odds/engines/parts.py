"""Work on all cores: how many there are, and many records in as many parts, none smaller than is worth a thread."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from itertools import islice
from typing import TypeVar

R = TypeVar("R")

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
    parts = (partial(work, first, min(first + each, count)) for first in range(0, count, each))
    for _ in side_by_side(parts, threads):
        pass


def side_by_side(tasks: Iterable[Callable[[], R]], threads: int, *, stay: bool = True) -> Iterator[R]:
    """Yield the results of tasks in their order, on so many threads, with few tasks under way at any time.

    The calling thread is one of them: it does what nobody has begun, rather than wait for another to wake up. What
    goes wrong in a task is raised in its turn; nothing more is begun then, and what is under way is waited for unless
    `stay` is false, for tasks that write nothing that others see.

    >>> list(side_by_side([lambda: 1, lambda: 2, lambda: 3], 2))
    [1, 2, 3]
    """
    if threads == 1:
        for task in tasks:
            yield task()
        return
    left = iter(tasks)
    pool = ThreadPoolExecutor(threads - 1, thread_name_prefix="bmg-odds")
    waiting: deque[tuple[Future[R], Callable[[], R]]] = deque()
    try:
        while True:
            for task in islice(left, 2 * threads + 1 - len(waiting)):
                waiting.append((pool.submit(task), task))
            if not waiting:
                return
            own = next((place for place, (future, _) in enumerate(waiting) if future.cancel()), None)
            if own is None:
                _wait(waiting[0][0])
            else:
                task, done = waiting[own][1], Future[R]()
                try:
                    done.set_result(task())
                except Exception as error:  # an interrupt is raised at once
                    done.set_exception(error)
                waiting[own] = done, task
            while waiting and waiting[0][0].done():
                yield waiting.popleft()[0].result()
    finally:
        pool.shutdown(wait=stay, cancel_futures=True)


def _wait(future: "Future[R]") -> None:
    """Wait for a result; in short naps, because some systems hear no Ctrl-C during a long one."""
    while not future.done():
        wait((future,), timeout=0.2)
