"""What holds for the whole suite."""

import signal
from collections.abc import Callable

import kernels
import pytest
from program import Done, told

# A shell starts what it puts in the background with interrupts ignored, and its children inherit that; the suite
# sends interrupts and waits for what they do.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    kernels.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    kernels.begin(config)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """The program as a function of its arguments."""
    return lambda *arguments: told(capsys, *arguments)
