"""The line of progress: on a terminal only, never on stdout, gone when the work ends, and right about what is left."""

import fcntl
import os
import re
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bmg_odds.answers import reproduce
from bmg_odds.answers.formats import Document
from bmg_odds.answers.sequence import sequence
from bmg_odds.cli import progress
from bmg_odds.cli.progress import Line, rate_words, time_words, watched

WORK = """
import sys, time
from bmg_odds.cli.progress import watched
with watched("rolling", "rolls", patience=0.0) as progress:
    if progress is None:
        print("nobody looks")
    else:
        for done in range(0, 30):
            progress(done * 10**6, 30 * 10**6)
            time.sleep(0.02)
        {last}
print("the answer")
"""


class Shown(NamedTuple):
    status: int
    out: str
    screen: str


def at_a_terminal(
    command: Sequence[str], columns: int = 80, *, until: str = "", then: Callable[[Any], None] | None = None
) -> Shown:
    """Run a command with its stderr on a terminal; once that shows `until`, do something to it."""
    main, other = os.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=other, text=True, env=environment | {"TERM": "xterm-256color"}
    )
    os.close(other)
    seen = bytearray()
    reached = threading.Event()

    def read() -> None:
        with suppress(OSError):  # the end of a terminal is an error on some systems
            while part := os.read(main, 65536):
                seen.extend(part)
                if until and until in seen.decode(errors="replace"):
                    reached.set()

    reader = threading.Thread(target=read)
    reader.start()
    try:
        if then is not None:
            assert reached.wait(120), seen.decode(errors="replace")
            then(process)
        out = process.communicate(timeout=120)[0]
    finally:
        process.kill()
        process.wait()
        reader.join(10)
        os.close(main)
    return Shown(process.returncode, out, seen.decode())


def python(last: str = "pass") -> list[str]:
    return [sys.executable, "-c", WORK.format(last=last)]


def frames(screen: str) -> list[str]:
    """What stood on the line, one time after the other, without what steers the terminal."""
    return [frame for frame in re.split(r"[\r\n]+", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen)) if frame.strip()]


def is_clean(screen: str) -> bool:
    """Whether the line was taken away and the cursor is there again."""
    return screen.rfind("\x1b[2K") > screen.rfind("rolling") and screen.rfind("\x1b[?25h") > screen.rfind("\x1b[?25l")


# On a terminal


def test_a_line_with_rate_and_time_left_that_goes_again() -> None:
    shown = at_a_terminal(python())
    assert (shown.status, shown.out) == (0, "the answer\n")
    whole = [frame for frame in frames(shown.screen) if re.search(r"\d+ %", frame)]
    assert whole
    assert all(frame.startswith("rolling") for frame in whole)
    assert any("million rolls a second" in frame and re.search(r"\d+ s left", frame) for frame in whole)
    assert is_clean(shown.screen)


@pytest.mark.parametrize(
    ("columns", "has", "has_not"), [(60, " left", "second"), (30, " left", "━"), (12, "rolling", "left")]
)
def test_a_narrow_terminal_has_less_and_never_a_second_line(columns: int, has: str, has_not: str) -> None:
    shown = at_a_terminal(python(), columns)
    seen = frames(shown.screen)
    assert max(map(len, seen)) <= columns
    assert any(has in frame for frame in seen)
    assert not any(has_not in frame for frame in seen)
    assert is_clean(shown.screen)
    assert shown.out == "the answer\n"


def test_it_goes_where_the_work_fails() -> None:
    shown = at_a_terminal(python("sys.exit(3)"))
    assert shown.status == 3
    assert is_clean(shown.screen)


def test_work_that_says_nothing_is_shown_to_go_on() -> None:
    silent = (
        "import time\nfrom bmg_odds.cli.progress import watched\n"
        "with watched('solving', 'states', patience=0.0): time.sleep(0.7)"
    )
    shown = at_a_terminal([sys.executable, "-c", silent])
    assert any("solving" in frame and "so far" in frame for frame in frames(shown.screen))
    assert not any("%" in frame or "states" in frame for frame in frames(shown.screen))


def test_no_terminal_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    done = subprocess.run(python(), capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("nobody looks\nthe answer\n", "")

    class Dumb:
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys, "stderr", Dumb())
    with watched("rolling") as told:
        assert told is None


@pytest.mark.compiled
def test_an_interrupt_of_a_table_keeps_the_last_whole_one_and_says_so(tmp_path: Path) -> None:
    words = [
        "curve",
        "attack=12,strength=4,damage=S",
        "defense=2,endurance=4",
        "--over",
        "dc",
        "--to",
        "1",
        "--engine",
        "mc",
    ]
    command = [sys.executable, "-m", "bmg_odds", *words, "--seed", "3", "--target-error", "0.00002", "--format", "json"]
    shown = at_a_terminal(command, until=" left", then=lambda process: process.send_signal(signal.SIGINT))
    assert shown.status == 130
    assert '"trials": 65536' in shown.out
    assert '"interrupted": true' in shown.out
    said = [frame for frame in frames(shown.screen) if frame.startswith("bmg-odds:")]
    assert "not reached" in said[0]
    assert said[1] == "bmg-odds: interrupted; kept: an answer from 65,536 rolls of each attack"


def test_an_interrupted_reproduce_compares_nothing(cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli("roll", "arrive", "-o", "a.json").status == 0
    half = Document({"interrupted": True}, "rows", (), lambda unicode: "", lambda unicode: "")
    monkeypatch.setattr(reproduce, "ask_again", lambda *_, **__: half)
    done = cli("reproduce", "a.json")
    assert (done.status, done.out) == (130, "")
    assert "interrupted" in done.err
    assert not Path("a.reproduced.json").exists()


# What the line says


class Clock:
    """A clock that is set by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(progress.time, "monotonic", lambda: self.now)


def test_rate_and_time_left_are_of_this_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    line = Line("rolling", "rolls", patience=1e6)
    try:
        assert line.left() == "1 s so far"
        line.told(0, 1000)
        clock.now += 10
        line.told(100, 1000)
        assert (line.rate(), line.left()) == ("10 rolls a second", "1 min 30 s left")
        clock.now += 5  # nothing new is told, time goes on
        assert (line.rate(), line.left()) == ("10 rolls a second", "1 min 25 s left")
        line.told(1000, 1000)
        assert (line.rate(), line.left()) == ("", "15 s so far")
        line.told(50, 4000)  # another pass, which begins anew
        clock.now += 1
        line.told(150, 4000)
        assert (line.rate(), line.left()) == ("100 rolls a second", "38 s left")
    finally:
        line.close()


def test_words() -> None:
    assert rate_words(3.4e9, "rolls") == "3.4 billion rolls a second"
    assert rate_words(999.6, "attacks") == "1,000 attacks a second"
    assert time_words(-3.0) == "1 s"


# Who tells


def test_a_sequence_tells_of_what_it_asks_again() -> None:
    told: list[tuple[int, int]] = []
    found = sequence(
        "Joker (AC)", ["2x Gotham Policeman"], dc=1, policy="optimal", progress=lambda *each: told.append(each)
    )
    attacks = len(told)
    found.record()
    assert attacks == 2
    assert len(told) > attacks
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert len({total for _, total in told}) == 1
    assert told[-1][0] <= told[-1][1]
    assert told[-1][0] > told[attacks - 1][0] + 2


def test_a_table_tells_of_its_rolls() -> None:
    from bmg_odds.answers.split import split

    told: list[tuple[int, int]] = []
    pair = ("attack=1,strength=3,damage=S,willpower=1", "defense=1,endurance=4,willpower=1")
    rows = split(*pair, engine="mc", trials=50, seed=1, progress=lambda *each: told.append(each)).rows
    assert told[-1] == (50 * len(rows), 50 * len(rows))
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_the_line_waits_before_it_appears(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[float] = []
    monkeypatch.setattr(Line, "_open", lambda self: opened.append(time.monotonic()))
    clock = Clock(monkeypatch)
    line = Line("rolling", "rolls", patience=1000.0)
    try:
        line.told(1, 10)
        assert not opened
        clock.now += 1001.0
        line.told(10, 10)  # as good as over
        assert not opened
        line.told(2, 20)
        assert opened
    finally:
        line.close()
