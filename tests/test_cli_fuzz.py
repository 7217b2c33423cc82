"""Whatever is typed, the command line answers: status 0, 1 or 2, wrong input in a line or two, never a traceback."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.main import get_command

from bmg_odds.cli.main import app

MODELS = ("Gotham Policeman", "Bob", "batman", "Nobody", "", "attack=3,strength=4,damage=S,willpower=4",
          "defense=2,endurance=1", "Bob:defense=12", "Bob:defense=99", "endurance=20,defense=1,willpower=0", "=", ":=,",
          "a=b", "third.toml", "Joker", "漢", "-1", "Bob/Gun/2", "2x Bob")  # fmt: skip
VALUES = ("0", "1", "3", "-1", "99", "1e3", "1e99", "x", "", "nan", "0.5", "50%", "out", "markers", "at-least=2", "a",
          "draw", "optimal", "at-most=2", "exact", "mc", "json", "csv", "md", "third", "2012", "revised", "solid",
          "scratch=off", "scratch=", "=", "knockdown_match=success", "Bob", "defense", "Leader", "all", "all-out",
          "split=1/1/1", "a=1/1,b=0/0,round=1", "strike", "Titan Dose", "agility", "nofile.toml", "../x",
          "\x1b[31m")  # fmt: skip
SLOW = {"verify", "reproduce", "serve"}
"""Commands whose answers take longer than a test may, that read files that are not there, or that go on until they
are interrupted."""


def commands() -> list[tuple[tuple[str, ...], Any]]:
    """Every command with its path, groups walked."""

    def walk(command: Any, path: tuple[str, ...]) -> list[tuple[tuple[str, ...], Any]]:
        inner = getattr(command, "commands", None)
        if inner is None:
            return [(path, command)]
        return [found for name, each in inner.items() for found in walk(each, (*path, name))]

    return [(path, command) for path, command in walk(get_command(app), ()) if not SLOW & set(path)]


def flags(command: Any) -> list[str]:
    """The long flags of a command but those that write files or ask for many threads."""
    found = [flag for parameter in command.params for flag in parameter.opts if flag.startswith("--")]
    return [
        flag for flag in found if flag not in ("--output", "--chart", "--chart-data", "--card", "--threads", "--rounds")
    ]


COMMANDS = commands()


@st.composite
def lines(draw: st.DrawFn) -> list[str]:
    """A command line: a command, some models, some options, some of them with the wrong kind of value."""
    path, command = draw(st.sampled_from(COMMANDS))
    words = draw(st.lists(st.sampled_from(MODELS), max_size=3))
    known = flags(command)
    for _ in range(draw(st.integers(0, 4))):
        flag = draw(st.sampled_from([*known, "--unknown", "-x"])) if known else "--unknown"
        words.append(flag)
        if draw(st.booleans()):
            words.append(draw(st.sampled_from(VALUES)))
    return [*path, *words]


@pytest.mark.compiled
@settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(lines())
def test_any_line_is_answered(cli, line):
    path = next(path for path, _ in COMMANDS if tuple(line[: len(path)]) == path)
    known = flags(dict(COMMANDS)[path])
    few = ["--trials", "500"] if "--engine" in line and "--trials" in known and "--trials" not in line else []
    done = cli(*line, *few)
    assert done.status in (0, 1, 2), (line, done)
    assert "Traceback" not in done.err
    if done.status == 2:
        assert 1 <= len(done.err.splitlines()) <= 2, (line, done.err)
        assert done.out == "", line
        assert "\x1b" not in done.err


@pytest.mark.parametrize("path", [path for path, _ in COMMANDS], ids=" ".join)
def test_a_command_without_anything_is_answered(cli, path):
    done = cli(*path)
    assert done.status in (0, 2)
    assert "Traceback" not in done.err
