"""The commands curve, split, commit, rank and readings: their tables, their errors, their examples."""

import csv
import io
import json
import shlex
from pathlib import Path
from typing import Any

import pytest

import bmg_odds as bmg
from bmg_odds.cli import questions, questions_roster

COMMANDS: dict[str, tuple[list[str], list[str]]] = {
    "curve": (["Batman (AC)", "Joker (AC)", "--over", "dc"],
              ["x", "attacker", "weapon", "target", "figure", "value", "standard_error"]),
    "split": (["Batman (AC)", "Joker (AC)"], ["ac", "dc", "figure", "value", "standard_error"]),
    "commit": (["Batman (AC)", "Joker (AC)", "--chance", "0.03"], ["dc", "ac", "value"]),
    "rank": (["attackers", "--against", "Joker (AC)", "--only", "leader"],
             ["place", "name", "weapon", "figure", "value"]),
    "readings": (["Batman (AC)", "Joker (AC)"], ["reading", "value", "figure", "result", "change"]),
}  # fmt: skip
ROSTER = """
[[card]]
name = "Mime"
rank = "Henchman"
willpower = 6
strength = "4+"
movement = 3
attack = 4
defense = 2
endurance = 4
traits = ["Nonsense Of Mine"]
[[card.weapon]]
name = "Umbrella"
damage = "SS"
"""


@pytest.mark.parametrize("command", COMMANDS)
def test_columns_are_the_contracts(cli: Any, command: str) -> None:
    arguments, columns = COMMANDS[command]
    rows = list(csv.DictReader(io.StringIO(cli(command, *arguments, "--format", "csv").out)))
    assert list(rows[0]) == columns
    record = json.loads(cli(command, *arguments, "--format", "json").out)
    assert record["command"] == command
    assert [[row[name] for name in columns] for row in record["rows"]]
    for name in ("rules", "readings", "engine", "trials", "seed", "version", "figure", "unmodelled_traits",
                 "inferred_readings", "arguments", "sentence", "left_out"):  # fmt: skip
        assert name in record


@pytest.mark.parametrize("command", COMMANDS)
def test_tables_fit_a_page_and_are_rounded(cli: Any, command: str) -> None:
    arguments, _ = COMMANDS[command]
    for form in ("table", "md"):
        done = cli(command, *arguments, "--format", form)
        assert (done.status, done.err) == (0, "")
        text = done.out.partition("<!--")[0]
        assert form == "md" or max(len(line) for line in text.splitlines()) <= 80
        assert "0.045267" not in text


@pytest.mark.parametrize("command", COMMANDS)
def test_a_users_roster(cli: Any, command: str, tmp_path: Any) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(ROSTER, encoding="utf-8")
    arguments = [each.replace("Batman (AC)", "mime") for each in COMMANDS[command][0]]
    if command == "rank":
        arguments = ["attackers", "--only", "henchman", "--against", "mime"]
    done = cli(command, *arguments, "--roster", str(file), "--format", "json")
    assert done.status == 0
    record = json.loads(done.out)
    assert "Nonsense Of Mine" in record["unmodelled_traits"]
    assert "Nonsense Of Mine" in done.err
    if command == "rank":
        assert "Mime" in {row["name"] for row in record["rows"]}
    else:
        assert record["attacker"]["name"] == "Mime"


@pytest.mark.parametrize("command", COMMANDS)
def test_monte_carlo(cli: Any, command: str) -> None:
    arguments, _ = COMMANDS[command]
    rolled = ("--engine", "mc", "--trials", "2e3", "--seed", "5")
    record = json.loads(cli(command, *arguments, *rolled, "--format", "json").out)
    assert (record["engine"], record["trials"], record["seed"]) == ("mc", 2000, 5)
    assert all(row["standard_error"] is not None for row in record["rows"])
    assert "one standard error" in cli(command, *arguments, *rolled).out


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "commit"])
def test_charts(cli: Any, command: str, tmp_path: Any) -> None:
    picture, data = tmp_path / "odds.svg", tmp_path / "odds.csv"
    done = cli(command, *COMMANDS[command][0], "--chart", str(picture), "--chart-data", str(data), "--theme", "dark")
    assert done.status == 0
    assert "<title>" in picture.read_text(encoding="utf-8")
    assert data.read_text(encoding="utf-8").splitlines()[0].split(",")[0] == COMMANDS[command][1][0]


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('curve "Batman (AC)" "Joker (AC)"', "--over"),
        ('curve "Batman (AC)" "Joker (AC)" --over luck', "endurance"),
        ('curve "Batman (AC)" --over dc', "TARGET"),
        ('curve "Batman (AC)" "Joker (AC)" Nobodi --over dc', "Nobodi"),
        ('curve "Batman (AC)" "Joker (AC)" --over dc --dc 2', "leave it out"),
        ('curve "Batman (AC)" "Joker (AC)" --over ac --show pain', "at-least=K"),
        ('curve "Batman (AC)" "Joker (AC)" --over ac --from 4 --to 2', "--from 4"),
        ("curve Batman Joker --over ac --rules third", "efforts"),
        ("curve Batman Joker --over willpower --rules third", "efforts"),
        ("split Batman Joker --rules third", "--attacker-efforts"),
        ('split "Batman (AC)" "Joker (AC)" --ac 3', "--ac"),
        ('split "Batman (AC)" "Joker (AC)" --trials 100', "--engine mc"),
        ("commit Batman Joker --chance 0.5 --rules third", "efforts"),
        ('commit "Batman (AC)" "Joker (AC)"', "--below"),
        ('commit "Batman (AC)" "Joker (AC)" --chance 0.5 --below 0.2', "one of"),
        ('commit "Batman (AC)" "Joker (AC)" --chance half', "80%"),
        ('commit "Batman (AC)" "Joker (AC)" --chance nan', "out of range"),
        ('commit "Batman (AC)" "Joker (AC)" --chance 120%', "0 to 1"),
        ("efforts Batman Joker --rules revised", "allowed: third"),
        ("efforts Batman Joker --rules thrid", "third"),
        ("efforts Batman Joker --engine mc", "allowed: exact"),
        ('explain "Batman (AC)" "Joker (AC)" --engine mc', "allowed: exact"),
        ("rank bystanders", "attackers, defenders"),
        ("rank", "attackers|defenders"),
        ("rank attackers --only mook", "henchman"),
        ("rank attackers --by reputation", "markers"),
        ("rank attackers --per hat", "funding"),
        ("rank attackers --against nobody-at-all", "nobody-at-all"),
        ("rank attackers --rules third --per ac", "no counters"),
        ('readings "Batman (AC)" "Joker (AC)" --reading scratch=maybe', "per_impact"),
        ('readings "Batman (AC)" "Joker (AC)" --chart odds.gif', ".svg"),
    ],
)
def test_wrong_input_is_two_lines_and_status_2(cli: Any, line: str, named: str) -> None:
    done = cli(*shlex.split(line))
    assert (done.status, done.out) == (2, "")
    assert named in done.err
    assert 1 <= len(done.err.splitlines()) <= 2
    assert "Traceback" not in done.err


def examples() -> list[str]:
    texts = [
        *(getattr(questions, name) for name in ("CURVE_EXAMPLE", "SPLIT_EXAMPLE", "COMMIT_EXAMPLE")),
        *(getattr(questions_roster, name) for name in ("RANK_EXAMPLE", "READINGS_EXAMPLE")),
    ]
    return [line.strip() for text in texts for line in text.splitlines() if line.startswith("  bmg-odds")]


@pytest.mark.parametrize("example", examples())
def test_examples_of_the_help_run(cli: Any, example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("mine", "theirs"):
        (tmp_path / f"{name}.toml").write_text('crew = "A"\n[[member]]\nname = "Bob"\ncount = 2\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = cli(*shlex.split(example)[1:])
    assert (done.status, done.err) == (0, "")
    assert example.split()[1] in COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_its_examples(cli: Any, command: str) -> None:
    done = cli(command, "--help")
    assert done.status == 0
    assert f"bmg-odds {command}" in done.out.partition("Example")[2]


COUNTED = [
    "efforts Batman Joker --rules third",
    'explain "Batman (AC)" "Joker (AC)"',
    'sensitivity "Batman (AC)" "Joker (AC)" --show markers',
    'compare-editions "Batman (AC)" "Joker (AC)"',
]


@pytest.mark.parametrize("command", COUNTED)
def test_options_of_every_command_may_say_what_holds_anyway(cli: Any, command: str) -> None:
    words = shlex.split(command)
    plain = [word for word in words if word not in ("--rules", "third")]
    assert cli(*words, "--engine", "exact").out == cli(*plain).out != ""


def test_a_chance_in_per_cent(cli: Any) -> None:
    line = ("commit", "Batman (AC)", "Gotham Policeman", "--format", "csv", "--chance")
    assert cli(*line, "50%").out == cli(*line, "0.5").out


def test_options_do_what_they_say(cli: Any) -> None:
    done = cli("curve", "Gotham Policeman", "Joker (AC)", "--over", "strength", "--from", "3", "--to", "4", "--show",
               "at-least=2", "--weapons", "baton", "--weapons", "unarmed", "--format", "json")  # fmt: skip
    rows = json.loads(done.out)["rows"]
    assert [(row["x"], row["weapon"]) for row in rows] == [(3, "Baton"), (4, "Baton"), (3, "unarmed"), (4, "unarmed")]
    alone = bmg.attack("Gotham Policeman:strength=3", "Joker (AC)", weapon="unarmed")
    assert rows[2]["value"] == alone.at_least("markers", 2)
