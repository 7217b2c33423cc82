"""`roster import`, `new`, `show` and `check` as a player meets them."""

import csv
import dataclasses
import io
import json
import re
from pathlib import Path
from typing import Any

import import_shapes as shapes
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from program import Done
from test_import import GUARD
from test_import_hostile import SUFFIX, archive

from bmg_odds.answers.card_traits import trait_rows
from bmg_odds.facts import Card, bundled
from bmg_odds.facts.import_roster import FORMATS
from bmg_odds.facts.userfile import check_file, load_file
from bmg_odds.rules.traits.report import BY_NAME, MODELLED, NO_DICE


def refused(done: Done, *parts: str) -> None:
    assert (done.status, done.out) == (2, "")
    assert 1 <= len(done.err.splitlines()) <= 2
    assert "Traceback" not in done.err
    for part in parts:
        assert part in done.err


def wide(text: str) -> int:
    return max(map(len, text.splitlines()))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# import

CROWD = [
    GUARD,
    dataclasses.replace(GUARD, name="Nine", defense=9, traits=("Arest", "Handyy " + "very " * 20 + "long")),
    dataclasses.replace(GUARD, name="More " + "and more " * 15, defense=13),
    dataclasses.replace(GUARD, name="Odd", rank="Leader", traits=("Arest", "Eternal", "High Caliber")),
]


@pytest.mark.parametrize("shape", shapes.SHAPES)
def test_import_writes_a_roster_and_a_report(cli: Any, folder: Path, shape: str) -> None:
    form, name, write = shapes.SHAPES[shape]
    Path(name).write_bytes(write(CROWD))
    done = cli("roster", "import", form, name, "--rules", "2012", "--output", "mine.toml")
    assert (done.status, done.err) == (0, "bmg-odds: wrote mine.toml\n")
    assert wide(done.out) <= 80
    line = " ".join(done.out.split("\n\n")[0].split())
    assert line == f"{name}: 4 cards of the revised edition, 3 read, 1 skipped; written to mine.toml"
    heads = re.findall(r"^([A-Z].*)$", done.out.partition("\n\n")[2], re.MULTILINE)
    assert [head.split(":")[0] for head in heads][:2] == ["Skipped", "Look up again"]
    assert '"Arest": nearest: Arrest (Nine, Odd)' in done.out
    assert {card.name for card in load_file("mine.toml")} == {"Night Guard", "Nine", "Odd"}
    assert cli("roster", "check", "mine.toml").status == 0
    shown = cli("roster", "show", "night guard", "--roster", "mine.toml")
    assert "Pistol: damage BB, ROF 2, ammo 2, Firearm, S. Range" in shown.out
    card = json.loads(cli("roster", "show", "night guard", "--roster", "mine.toml", "--format", "json").out)["card"]
    values = dataclasses.asdict(GUARD)
    assert all(card[key] == values[key] for key in shapes.NUMBERS)
    assert cli("attack", "night guard", "nine", "--roster", "mine.toml").status == 0


def test_the_report_in_every_format(cli: Any, folder: Path) -> None:
    Path("crowd.csv").write_bytes(shapes.table(CROWD))
    call = ("roster", "import", "csv", "crowd.csv")
    report = json.loads(cli(*call, "--format", "json").out)
    assert (report["command"], report["rules"], report["output"]) == ("roster import", "revised", None)
    assert (report["found"], report["read"]) == (4, 3)
    assert report["counts"] == {"skipped": 1, "left out": 0, "check": 1, "trait": 4, "note": 2}
    rows = list(csv.DictReader(io.StringIO(cli(*call, "--format", "csv").out)))
    assert rows == report["rows"]
    assert list(rows[0]) == ["kind", "place", "card", "message"]
    assert "| skipped | line 5 | More" in cli(*call, "--format", "md").out
    table = cli(*call)
    assert "nothing is written without --output" in " ".join(table.out.split())
    assert [path.name for path in folder.iterdir()] == ["crowd.csv"]


def test_a_trait_that_only_the_other_edition_has(cli: Any, folder: Path) -> None:
    Path("crowd.csv").write_bytes(shapes.table(CROWD))
    rows = json.loads(cli("roster", "import", "csv", "crowd.csv", "--format", "json").out)["rows"]
    traits = {row["message"].split('"')[1]: row for row in rows if row["kind"] == "trait"}
    assert [name[:12] for name in traits] == ["Arest", "Handyy very ", "Eternal", "High Caliber"]
    message = '"High Caliber": a trait of the third edition, on no card of this one'
    assert traits["High Caliber"]["message"] == message
    rows = json.loads(cli("roster", "import", "csv", "crowd.csv", "--rules", "third", "--format", "json").out)["rows"]
    assert not [row for row in rows if row["kind"] == "trait" and row["message"].startswith('"High Caliber')]


def test_what_import_refuses(cli: Any, folder: Path) -> None:
    Path("good.csv").write_bytes(shapes.table([GUARD]))
    Path("bad.csv").write_bytes(shapes.table([CROWD[2]]))
    Path("bomb.catz").write_bytes(archive({"a.cat": b"<!DOCTYPE a [<!ENTITY b 'c'>]><a/>"}))
    before = sorted(path.name for path in folder.iterdir())
    call = ("roster", "import")
    refused(cli(*call, "excel", "good.csv"), "excel", "battlescribe, app, rap-sheet, csv", "nearest")
    refused(cli(*call, "CSV", "good.csv"), "csv")
    refused(cli(*call, "csv"), "FILE")
    refused(cli(*call, "csv", "none.csv", "-o", "x.toml"), "none.csv: No such file")
    refused(cli(*call, "csv", "."), "directory")
    refused(cli(*call, "csv", "good.csv", "-o", "x.json"), "x.json", ".toml")
    refused(cli(*call, "csv", "good.csv", "-o", "none/x.toml"), "folder does not exist")
    refused(cli(*call, "csv", "good.csv", "--rules", "fourth"), "2012, revised, third")
    refused(cli(*call, "csv", "bad.csv", "-o", "x.toml"), "none of the 1 cards", "13", "leave --output out")
    refused(cli(*call, "battlescribe", "bomb.catz", "-o", "x.toml"), "bomb.catz/a.cat: line 1", "entity")
    refused(cli(*call, "app", "good.csv"), "not JSON")
    assert sorted(path.name for path in folder.iterdir()) == before
    only_report = cli(*call, "csv", "bad.csv")
    assert only_report.status == 0
    assert "defense = " in only_report.out


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(FORMATS), st.binary(max_size=60), st.sampled_from(["import", "check", "show"]))
def test_no_file_brings_the_program_down(cli: Any, tmp_path: Path, form: str, noise: bytes, command: str) -> None:
    path = tmp_path / SUFFIX[form]
    path.write_bytes(noise)
    arguments = {
        "import": ["import", form, str(path), "--output", str(tmp_path / "out.toml")],
        "check": ["check", str(path)],
        "show": ["show", "batman (ac)", "--roster", str(path)],
    }[command]
    done = cli("roster", *arguments)
    assert done.status in ((1, 2) if command == "check" else (2,))
    assert "Traceback" not in done.err
    if done.status == 2:
        refused(done)


@pytest.mark.parametrize("command", ["import", "new"])
def test_the_examples_of_the_help_run(cli: Any, folder: Path, command: str) -> None:
    Path("my-cards.csv").write_bytes(shapes.table([GUARD]))
    Path("heroes.cat").write_bytes(shapes.battlescribe([GUARD]))
    done = cli("roster", command, "--help")
    assert (done.status, done.out.isascii()) == (0, True)
    assert wide(done.out) <= 80
    examples = re.findall(r"^    bmg-odds (.*)$", done.out, re.MULTILINE)
    assert len(examples) == 2
    for example in examples:
        assert cli(*example.split()).status == 0


# new


@pytest.mark.parametrize("edition", ["2012", "revised", "third"])
def test_new_writes_an_example_that_is_accepted(cli: Any, folder: Path, edition: str) -> None:
    printed = cli("roster", "new", "--rules", edition)
    assert (printed.status, printed.err) == (0, "")
    done = cli("roster", "new", "mine.toml", "--rules", edition)
    assert (done.status, done.out, done.err) == (0, "", "bmg-odds: wrote mine.toml\n")
    assert Path("mine.toml").read_text("utf-8") == printed.out
    report = check_file("mine.toml")
    assert (report.mistakes, report.warnings, len(report.cards)) == ((), (), 1)
    asked = next(line for line in printed.out.splitlines() if "bmg-odds attack" in line)
    target = re.findall(r'"([^"]+)"', asked)[1]
    rules = ("--rules", edition)
    assert cli("attack", "night guard", target, *rules, "--roster", "mine.toml").status == 0
    refused(cli("roster", "new", "mine.toml"), "stands there already")
    refused(cli("roster", "new", "mine.txt"), ".toml")
    assert Path("mine.toml").read_text("utf-8") == printed.out


# check


def test_check_warns_of_what_no_card_has(cli: Any, folder: Path) -> None:
    text = Path(cli("roster", "new", "mine.toml").err.split()[-1]).read_text("utf-8")
    Path("odd.toml").write_text(
        text.replace("defense = 3 ", "defense = 9 ").replace("ammo = 2 ", "ammo = 40 "), "utf-8"
    )
    done = cli("roster", "check", "odd.toml")
    assert (done.status, done.out) == (0, "1 card, no mistakes\n")
    assert "odd.toml:16: Night Guard: defense = 9: cards have 1 to 7" in done.err
    assert "ammo = 40: weapons have 1 to 9" in done.err


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("strength = 5+", 'write 5 or "5+"'),
        ("rank = Henchman", "texts stand in quotes"),
        ("traits = [Handy, Heavy]", "texts stand in quotes"),
        ("attack: 3", "write key = value"),
        ("attack =", "a value is missing"),
        ("name = “Jo”", "straight quotes"),
    ],
)
def test_check_says_how_toml_wants_it(cli: Any, folder: Path, line: str, hint: str) -> None:
    Path("bad.toml").write_text(f"[[card]]\n{line}\nwillpower = 5\n", "utf-8")
    done = cli("roster", "check", "bad.toml")
    assert done.status == 1
    assert done.out.startswith("bad.toml:2: not TOML, column ")
    assert hint in done.out


@pytest.mark.compiled
def test_a_vast_file_is_refused_before_it_is_looked_at(cli: Any, folder: Path) -> None:
    keys = "".join(f"k{n} = 1\n" for n in range(250_001))
    for text, part in (
        ("[[card]]\n" * 5001, "5,001 tables: at most 5,000"),
        (keys, "250,001 keys and traits: at most"),
    ):
        Path("vast.toml").write_text(text, "utf-8")
        done = cli("roster", "check", "vast.toml")
        assert done.status == 1
        assert done.out.count("\n") == 1
        assert part in done.out


# show


@pytest.mark.parametrize("card", [card for edition in ("revised", "third") for card in bundled().cards(edition)][::7],
                         ids=lambda card: card.name)  # fmt: skip
def test_show_says_what_each_trait_does(cli: Any, card: Card) -> None:
    done = cli("roster", "show", card.name, "--rules", card.edition)
    assert wide(done.out) <= 80
    names = {*card.traits, *(trait for weapon in card.weapons for trait in weapon.traits)}
    _, _, does = done.out.partition(f"What the traits do ({card.edition}):\n")
    flat = " ".join(does.split())
    for row in trait_rows(card, card.edition):
        assert row["status"] in (MODELLED, NO_DICE, BY_NAME)
        assert row["does"].split()[0] in flat
    record = json.loads(cli("roster", "show", card.name, "--rules", card.edition, "--format", "json").out)
    assert {row["trait"] for row in record["traits"]} == names
    assert (
        "| trait | weapon | status |" in cli("roster", "show", card.name, "--rules", card.edition, "--format", "md").out
    )


def test_traits_of_every_status() -> None:
    card = dataclasses.replace(GUARD, traits=("Arest", "Arrest", "Kevlar Vest", "Claws", "Tough"), weapons=())
    rows = {row["trait"]: row for row in trait_rows(card, "revised")}
    assert rows["Arest"]["does"] == "not known by name; nearest: Arrest"
    assert rows["Kevlar Vest"]["status"] == rows["Claws"]["status"] == MODELLED
    assert rows["Claws"]["does"] == "gives the unarmed profile BS"
    assert rows["Tough"]["status"] == BY_NAME
