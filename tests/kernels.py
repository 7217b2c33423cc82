"""Which tests call a compiled kernel: noted while they run compiled, so that the run without the compiler need not
repeat the others.

`pytest --note-kernels FILE` runs everything and writes down which tests called no kernel; `NUMBA_DISABLE_JIT=1 pytest
--kernels-of FILE` leaves those out, because for them nothing differs. What the file does not know is run: a new test,
a skipped one. A test counts as a caller if it, another set of its parameters, a fixture that it shares with others or
the import of its file called a kernel.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

NOTE, ONLY = "--note-kernels", "--kernels-of"
_MARK = "calls a kernel"


def add_options(parser: pytest.Parser) -> None:
    """Add both options to the command line."""
    group = parser.getgroup("kernels")
    group.addoption(NOTE, metavar="FILE", default=None, help="write down which tests call no kernel")
    group.addoption(ONLY, metavar="FILE", default=None, help="leave out the tests that call no kernel, as noted there")


def begin(config: pytest.Config) -> None:
    """Start what the options ask for, for every test of the run, doctests of the package among them."""
    note, only = config.getoption(NOTE), config.getoption(ONLY)
    if note:
        config.pluginmanager.register(Noting(Path(note), worker=hasattr(config, "workerinput")))
    if only:
        config.pluginmanager.register(LeavingOut(Path(only)))


def function_of(name: str) -> str:
    """Return the name of a test without its parameters.

    >>> function_of("tests/test_zero.py::test_none[a::b]")
    'tests/test_zero.py::test_none'
    """
    return name.partition("[")[0]


class LeavingOut:
    """Deselects the tests that are known to call no kernel."""

    def __init__(self, file: Path) -> None:
        self.free = frozenset(json.loads(file.read_text(encoding="utf-8")))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        free = [item for item in items if function_of(item.nodeid) in self.free]
        if free:
            config.hook.pytest_deselected(items=free)
            items[:] = [item for item in items if function_of(item.nodeid) not in self.free]


class Noting:
    """Watches the kernels, and writes down who called none of them."""

    def __init__(self, file: Path, *, worker: bool) -> None:
        self.file, self.worker = file, worker
        self.calls = 0
        self.ran: set[str] = set()
        self.callers: set[str] = set()
        self.files: set[Path] = set()
        self.fixtures: set[Any] = set()
        self._watch()

    def _watch(self) -> None:
        """Let every kernel made from now on report that Python called it; kernels that call each other do not."""
        from numba.core.registry import CPUDispatcher

        from bmg_odds.engines import jit

        noting = self

        class Watched(CPUDispatcher):  # type: ignore[misc]
            def __call__(self, *arguments: Any, **named: Any) -> Any:
                noting.calls += 1
                return CPUDispatcher.__call__(self, *arguments, **named)

            def compile(self, sig: Any) -> Any:
                noting.calls += 1  # whoever asks for this may call the machine code itself from now on
                return CPUDispatcher.compile(self, sig)

        made = jit._jit

        def watched(function: Any, *, keep: bool) -> Any:
            kernel = made(function, keep=keep)
            if type(kernel) is CPUDispatcher:
                kernel.__class__ = Watched
            return kernel

        jit._jit = watched

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Iterator[Any]:
        before = self.calls
        report = yield
        if self.calls != before and isinstance(collector, (pytest.Module, pytest.File)):
            self.files.add(collector.path)
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[Any]:
        before = self.calls
        try:
            return (yield)
        finally:
            if self.calls != before and fixturedef.scope != "function":
                self.fixtures.add(fixturedef)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        item._calls_before = self.calls  # type: ignore[attr-defined]
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Iterator[Any]:
        report = yield
        if report.when == "teardown" and self._called(item):
            report.user_properties = [*report.user_properties, (_MARK, True)]
        return report

    def _called(self, item: Any) -> bool:
        if self.calls != item._calls_before or item.path in self.files:
            return True
        known = getattr(item, "_fixtureinfo", None)
        shared = known.name2fixturedefs.values() if known else ()
        return any(fixture in self.fixtures for defined in shared for fixture in defined)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.outcome == "passed":
            self.ran.add(function_of(report.nodeid))
        if (_MARK, True) in report.user_properties:
            self.callers.add(function_of(report.nodeid))

    def pytest_sessionfinish(self) -> None:
        if not self.worker:
            free = sorted(self.ran - self.callers)
            self.file.write_text(json.dumps(free, indent=0) + "\n", encoding="utf-8")
