"""The command line: answers on stdout, messages on stderr, and the exit status that scripts rely on."""

import csv
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from program import Done
from typer.testing import CliRunner

import bmg_odds
from bmg_odds.answers import ask
from bmg_odds.answers.asking import shared, situation
from bmg_odds.cli.main import app
from bmg_odds.cli.progress import watched
from bmg_odds.rules.edition import EDITIONS
from bmg_odds.rules.situation import ATTACKER_STATES, COVERS, FORMS, REROLLS, TARGET_STATES

PAIR = ("Batman (AC)", "Joker (AC)")
HEAVY = ("numpy", "numba", "scipy", "pandas", "matplotlib", "pydantic", "rich", "click")


def program(arguments: Sequence[str], **extra: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bmg_odds", *arguments],
        capture_output=True, text=True, timeout=120, check=False, **extra,
    )  # fmt: skip


# Answers


def test_an_attack_in_every_format(cli: Any) -> None:
    table = cli("attack", *PAIR, "--dc", "2")
    assert (table.status, table.err) == (0, "")
    assert max(map(len, table.out.splitlines())) <= 80
    assert "K.O. or Casualty" in table.out
    answer = json.loads(cli("attack", *PAIR, "--dc", "2", "--format", "json").out)
    assert answer == ask.attack(*PAIR, dc=2).record()
    rows = list(csv.DictReader(io.StringIO(cli("attack", *PAIR, "--dc", "2", "--format", "csv").out)))
    assert [float(row["probability"]) for row in rows] == [row["probability"] for row in answer["outcomes"]]
    assert cli("attack", *PAIR, "--format", "md").out.startswith(answer["attacker"]["name"])


def test_every_option_of_a_situation_reaches_the_question(cli: Any) -> None:
    arguments = (
        "--ac 3 --dc 2 --outnumbered --defensive --grabbed 2 --impact-bonus -1 --block-bonus 1"
        " --damage-bonus=1 --reroll impact --reroll damage --injuries 1 --stuns 2 --down --form push"
        " --rules 2012 --reading scratch=off --as-edition"
    )
    answer = json.loads(cli("attack", *PAIR, *arguments.split(), "--format", "json").out)
    assert answer["rules"] == "2012"
    assert answer["readings"]["scratch"] == "off"
    expected = {
        "ac": 3, "dc": 2, "outnumbered": True, "defensive": True, "grabbed": 2, "impact_bonus": -1,
        "block_bonus": 1, "damage_bonus": 1, "reroll": ["impact", "damage"], "injuries": 1, "stuns": 2,
        "down": True, "form": "push",
    }  # fmt: skip
    assert {key: answer["situation"][key] for key in expected} == expected
    dosed = cli(
        "attack", "Batman (AC):traits=Titan Dose", "Joker (AC):traits=Titan Dose", "--use", "Titan Dose",
        "--target-use", "titan dose", "--format", "json",
    )  # fmt: skip
    used = json.loads(dosed.out)["situation"]
    assert (used["use"], used["target_use"]) == (["Titan Dose"], ["titan dose"])
    shot = cli(
        "attack", *PAIR, "-w", "batarang", "--cover", "street", "--cover", "light", "--crouched", "--moved",
        "--format", "json",
    )  # fmt: skip
    assert json.loads(shot.out)["situation"]["cover"] == ["street", "light"]


def test_the_other_engine_says_seed_and_check(cli: Any) -> None:
    call = ("attack", *PAIR, "--engine", "mc", "--trials", "2_000", "--seed", "5", "--threads", "1")
    table = cli(*call)
    assert "2,000 times, seed 5" in table.out
    assert "G-test" in table.out
    answer = json.loads(cli(*call, "--format", "json").out)
    assert (answer["engine"], answer["trials"], answer["seed"]) == ("mc", 2000, 5)
    assert set(answer["standard_error"]["chance"]) == set(answer["chance"])
    assert json.loads(cli(*call[:-4], "--trials", "2e3", "--format", "json").out)["trials"] == 2000


def test_a_mistyped_trait_is_answered_and_named_on_stderr(cli: Any) -> None:
    done = cli("attack", "attack=3,strength=3,damage=S,weapon-traits=Hevy", "defense=3,endurance=4")
    assert done.status == 0
    assert re.fullmatch(r"bmg-odds: note: .*Hevy.*Heavy.*\n", done.err)
    assert "Hevy" in done.out


def test_rules(cli: Any) -> None:
    listed = json.loads(cli("rules", "list", "--format", "json").out)
    assert (listed["command"], listed["version"]) == ("rules list", bmg_odds.__version__)
    assert [row["edition"] for row in listed["rows"]] == list(EDITIONS)
    for name, edition in EDITIONS.items():
        rows = list(csv.DictReader(io.StringIO(cli("rules", "show", name, "--format", "csv").out)))
        assert list(rows[0]) == ["option", "value", "certainty", "source"]
        assert {row["option"]: row["value"] for row in rows} == edition.readings()
        assert max(map(len, cli("rules", "show", name).out.splitlines())) <= 80


def test_the_names_of_the_options_are_those_of_the_rules() -> None:
    assert tuple(EDITIONS) == shared.EDITIONS
    assert (tuple(COVERS), FORMS, REROLLS) == (situation.COVERS, situation.FORMS, situation.REROLLS)
    assert ATTACKER_STATES == situation.ATTACKER_STATES
    assert TARGET_STATES == situation.TARGET_STATES


def test_roster_list(cli: Any) -> None:
    everyone = cli("roster", "list")
    assert max(map(len, everyone.out.splitlines())) <= 80
    rows = list(csv.DictReader(io.StringIO(cli("roster", "list", "--format", "csv").out)))
    assert ",".join(rows[0]) == (
        "name,edition,rank,reputation,funding,willpower,strength,movement,attack,defense,endurance,special,"
        "weapons,traits"
    )
    leaders = json.loads(cli("roster", "list", "--only", "leader", "--format", "json").out)["rows"]
    assert 0 < len(leaders) < len(rows)
    assert all("Leader" in row["rank"] for row in leaders)
    assert any(row["rank"] == "Leader/Sidekick" for row in leaders)
    assert "Batman (AC)" in cli("roster", "list", "--rules", "2012").out


def test_roster_show(cli: Any) -> None:
    done = cli("roster", "show", "riddler")
    assert done.out.startswith("The Riddler\n")
    assert "Riddler Baton" in done.out
    assert "printed ?-Baton" in done.out
    assert max(map(len, done.out.splitlines())) <= 80
    assert json.loads(cli("roster", "show", "riddler", "--format", "json").out)["card"]["willpower"] == 6
    assert "| weapon Riddler Baton |" in cli("roster", "show", "riddler", "--format", "md").out


GUARD = """[[card]]
name = "Night Guard"
rank = "Henchman"
willpower = 5
strength = 5
movement = 2
attack = 3
defense = 3
endurance = 5
"""


def test_roster_check_and_a_users_card(cli: Any, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(GUARD, "utf-8")
    bad.write_text(GUARD.replace("= 3", "= 33"), "utf-8")
    assert cli("roster", "check", str(good)).out == "1 card, no mistakes\n"
    done = cli("roster", "check", str(bad))
    assert done.status == 1
    assert [line.split(":")[1] for line in done.out.splitlines()] == ["7", "8"]
    rows = json.loads(cli("roster", "check", str(bad), "--format", "json").out)["rows"]
    assert [row["line"] for row in rows] == [7, 8]
    assert cli("attack", "night guard", PAIR[1], "--roster", str(good)).status == 0
    long = tmp_path / "long.toml"
    long.write_text('edition = "third"\n' + GUARD.replace("Guard", "Guard of the " * 9), "utf-8")
    listed = cli("roster", "list", "--roster", str(long)).out
    assert max(map(len, listed.splitlines())) <= 80
    assert "3rd" in listed
    wrong = cli("attack", "night guard", PAIR[1], "--roster", str(bad))
    assert wrong.status == 2
    assert "bad.toml:7" in wrong.err
    assert "1 more" in wrong.err
    assert cli("roster", "check", str(tmp_path / "none.toml")).status == 2


# Files


def test_output_by_suffix_and_format(cli: Any, tmp_path: Path) -> None:
    for name in ("a.json", "a.csv", "a.md", "a.txt"):
        done = cli("attack", *PAIR, "--output", str(tmp_path / name))
        assert (done.status, done.out) == (0, "")
        assert name in done.err
    assert json.loads((tmp_path / "a.json").read_text("utf-8"))["command"] == "attack"
    assert (tmp_path / "a.csv").read_text("utf-8").startswith("damages,critical,")
    kept = json.loads((tmp_path / "a.csv.provenance.json").read_text("utf-8"))
    assert kept["attacker"]["name"] == PAIR[0]
    assert "<!-- bmg-odds {" in (tmp_path / "a.md").read_text("utf-8")
    assert "K.O. or Casualty" in (tmp_path / "a.txt").read_text("utf-8")
    cli("attack", *PAIR, "--output", str(tmp_path / "b.csv"), "--format", "json")
    assert json.loads((tmp_path / "b.csv").read_text("utf-8"))["command"] == "attack"


@pytest.mark.parametrize("name", ["a.xlsx", "noformat", "none/a.csv", "file/a.csv", "folder.csv"])
def test_an_output_that_cannot_be_is_refused_and_nothing_is_written(cli: Any, tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    (tmp_path / "folder.csv").mkdir()
    before = sorted(tmp_path.rglob("*"))
    refused(cli("attack", *PAIR, "--output", str(tmp_path / name)))
    assert sorted(tmp_path.rglob("*")) == before


# Wrong input


def refused(done: Done, *words: str) -> None:
    assert done.status == 2, done.out
    assert done.out == ""
    lines = done.err.splitlines()
    assert 1 <= len(lines) <= 2
    assert all(line.startswith("bmg-odds: ") for line in lines)
    assert "Traceback" not in done.err
    for word in words:
        assert word in done.err, done.err


WRONG = [
    ("", ["attack, curve, split", "roll, rules, roster"]),
    ("atack a b", ["atack", "did you mean attack"]),
    ("xyzzy", ["allowed: attack"]),
    ("roster shw x", ["roster shw", "did you mean show"]),
    ("rules", ["list, show"]),
    ("attack", ["ATTACKER", "Usage: bmg-odds attack [OPTIONS] ATTACKER TARGET"]),
    ("attack batman", ["TARGET"]),
    ("attack Batman (AC) bane", ["quotes"]),
    ("attack A B --engin mc", ["--engin", "did you mean --engine"]),
    ("attack A B --engine fast", ["fast", "exact, mc"]),
    ("attack A B --engine mc --trials 1.5", ["--trials 1.5", "whole number"]),
    ("attack A B --engine mc --trials 0", ["--trials 0", "1 to"]),
    ("attack A B --engine mc --trials 1e999999999", ["--trials"]),
    ("attack A B --engine mc --threads many", ["--threads many"]),
    ("attack A B --engine mc --seed -1", ["--seed -1"]),
    ("attack A B --trials 10", ["--trials", "--engine mc"]),
    ("attack A B --seed 10", ["--seed", "--engine mc"]),
    ("attack A B --threads 10", ["--threads", "--engine mc"]),
    ("attack A B --format yaml", ["yaml", "table, json, csv, md"]),
    ("attack A B --form kick", ["kick", "strike, grab, push"]),
    ("attack A B --cover soild", ["soild", "solid, street, light, model", "did you mean solid"]),
    ("attack A B --reroll hit", ["hit", "impact, block, damage"]),
    ("attack A B --rules 2013", ["2013", "2012, revised, third"]),
    ("attack A B --rules third", ["third"]),
    ("attack A B --reading scratch", ["scratch", "NAME=VALUE"]),
    ("attack A B --reading scratch=maybe", ["maybe", "per_impact"]),
    ("attack A B --dc two", ["--dc two"]),
    ("attack A B --dc", ["--dc needs a value"]),
    ("attack A B --outnumbered=yes", ["--outnumbered"]),
    ("attack A B --impact-bonus 7", ["--impact-bonus 7", "-6 to 6"]),
    ("attack A B --mc 1", ["mc"]),
    ("attack A B --crouched", ["crouched"]),
    ("attack A B --use Nonsense", ["--use", "Nonsense"]),
    ("attack A B --weapon bazooka", ["bazooka"]),
    ("attack A B --weapon=", ["--weapon"]),
    ("attack A B --roster none.toml", ["none.toml"]),
    ("attack A B --output x.xlsx", [".json, .csv, .md, .txt"]),
    ("attack A B -q", ["-q"]),
    ("attack A B --target-error 0.1", ["--target-error"]),
    ("attack nobody B", ["nobody"]),
    ("attack batman B", ["batman", "Batman (AC)"]),
    ("attack A:defence=4 B", ["defence", "defense"]),
    ("attack A:defense=40 B", ["defense"]),
    ("rules show fourth", ["fourth", "2012, revised, third"]),
    ("rules list --rules 2012", ["--rules"]),
    ("roster show nobody", ["nobody"]),
    ("roster list --only Boss", ["Boss", "Leader, Sidekick, Free Agent, Henchman"]),
    ("roster check none.toml", ["none.toml"]),
]


@pytest.mark.parametrize(("line", "words"), WRONG, ids=[line or "nothing" for line, _ in WRONG])
def test_wrong_input_is_a_line_or_two_and_status_2(
    cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    pieces = [{"A": PAIR[0], "B": PAIR[1]}.get(piece, piece) for piece in line.split()]
    refused(cli(*(re.sub("^A:", f"{PAIR[0]}:", piece) for piece in pieces)), *words)
    assert list(tmp_path.iterdir()) == []


def test_control_signs_and_long_lines_of_a_name_do_not_reach_the_terminal(cli: Any) -> None:
    refused(cli("attack", "a\x1b[31m\nb\nc", PAIR[1]))
    assert "\x1b" not in cli("attack", "x", "y", "--\x1b[31m").err


def test_a_real_mistake_of_ours_keeps_its_traceback(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(ask, "attack", broken)
    with pytest.raises(ZeroDivisionError):
        cli("attack", *PAIR)


# Help


COMMANDS = [
    "",
    "attack",
    "rules",
    "rules list",
    "rules show",
    "roster",
    "roster list",
    "roster show",
    "roster check",
]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_everywhere_with_an_example_that_runs(
    cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, flag: str
) -> None:
    done = cli(*command.split(), flag)
    assert (done.status, done.err) == (0, "")
    assert done.out.isascii()
    assert max(map(len, done.out.splitlines())) <= 80
    examples = re.findall(r"^    (bmg-odds .*)$", done.out, re.MULTILINE)
    assert examples
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-cards.toml").write_text(GUARD, "utf-8")
    for example in examples:
        assert cli(*shlex.split(example)[1:]).status == 0, example


def test_version_and_completion() -> None:
    assert CliRunner().invoke(app, ["--version"]).output == f"bmg-odds {bmg_odds.__version__}\n"
    shell = os.environ | {
        "_BMG_ODDS_COMPLETE": "complete_bash",
        "COMP_WORDS": "bmg-odds ros",
        "COMP_CWORD": "1",
    }
    assert program([], env=shell).stdout.split() == ["roster"]
    shell |= {"COMP_WORDS": "bmg-odds attack --engine ", "COMP_CWORD": "3"}
    assert program([], env=shell).stdout.split() == ["exact", "mc"]


# The process


def test_an_exact_answer_loads_nothing_heavy() -> None:
    code = (
        "import sys; from bmg_odds.cli.main import run\n"
        f"status = run(['attack', {PAIR[0]!r}, {PAIR[1]!r}, '--dc', '2'])\n"
        f"print(status, *[name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "0\n"
    code = f"import sys, bmg_odds.cli.main; print(*[name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_a_reader_that_leaves_early_causes_no_traceback() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as closed:
        for arguments in (["attack", *PAIR], ["roster", "list", "--format", "json"], ["attack", "--help"]):
            done = subprocess.run(
                [sys.executable, "-m", "bmg_odds", *arguments],
                stdout=closed, stderr=subprocess.PIPE, text=True, check=False, timeout=60,
            )  # fmt: skip
            assert done.stderr == ""


def test_a_full_disk_is_said_in_a_line() -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no device that is always full")
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bmg_odds", "roster", "list"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("bmg-odds: cannot write to stdout")
    assert done.stderr.count("\n") == 1


def test_a_plain_terminal_gets_plain_signs() -> None:
    plain = os.environ | {"PYTHONIOENCODING": "ascii"}
    for arguments in (["attack", *PAIR], ["attack", "name=Ra’s,attack=3,strength=3,damage=S", PAIR[1]]):
        done = program(arguments, env=plain)
        assert done.returncode == 0, done.stderr
        assert done.stdout.isascii()
    done = program([*arguments, "--format", "json"], env=plain)
    assert json.loads(done.stdout)["attacker"]["name"].startswith("Ra")


def test_an_interrupt_is_130_and_a_line(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(ask, "attack", interrupted)
    done = cli("attack", *PAIR)
    assert (done.status, done.out) == (130, "")
    assert re.fullmatch(r"bmg-odds: interrupted.*\n", done.err)


def test_progress_only_on_a_terminal_and_only_for_a_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    with watched("rolling") as progress:
        assert progress is None

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with watched("rolling") as progress:
        assert progress is not None
        progress(1, 10)
        assert screen.getvalue() == ""
    with watched("rolling", patience=0.0) as progress:
        assert progress is not None
        progress(1, 10)
        progress(10, 10)
    assert "rolling" in screen.getvalue()
