"""Coverage looks at each test function for its first seconds only: what a hundred sets of parameters do, the first few
have shown. The number that is reported can only be too small by that, and the suite is a third quicker for it.
"""

import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from kernels import function_of

SECONDS = 2.0
"""Processor time of a function, over all its sets of parameters, after which nobody looks any more."""


class Looking:
    """Stops the measuring of coverage, where it is measured, for tests that were looked at for long enough."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        import coverage

        measuring, name = coverage.Coverage.current(), function_of(item.nodeid)
        if measuring is None:
            return (yield)
        if self.seen[name] > SECONDS:
            measuring.stop()
            try:
                return (yield)
            finally:
                measuring.start()
        start = time.process_time()
        try:
            return (yield)
        finally:
            self.seen[name] += time.process_time() - start  # type: ignore[assignment]
