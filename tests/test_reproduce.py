"""`reproduce`: what was exported comes back to every digit, and what is not as it was is said."""

import json
import zlib
from pathlib import Path
from typing import Any

import pytest

import bmg_odds as bmg
from bmg_odds.answers import carried, charts, provenance, reproduce
from bmg_odds.answers.embedded import card_of, card_values
from bmg_odds.answers.formats import as_json
from bmg_odds.answers.lists import ASKERS
from bmg_odds.answers.provenance import arguments, ask_again
from bmg_odds.cli.main import run
from bmg_odds.errors import BmgError

CREW = """
[[card]]
name = "Night Guard"
rank = "Henchman"
reputation = 20
willpower = 5
strength = 5
movement = 2
attack = 3
defense = 3
endurance = 5
traits = ["Arrest"]
[[card.weapon]]
name = "Baton"
damage = "BS"
traits = ["Handy"]
"""
COMMANDS = {
    "attack": ("attack", "night guard:attack=4", "Joker (AC)", "--dc", "1", "--cover-less"),
    "attack mc": ("attack", "Batman (AC)", "Joker (AC)", "--dc", "1", "--engine", "mc", "--trials", "5000"),
    "attack counter": ("attack", "Joker (AC)", "Batman (AC)", "--dc", "1", "--target-use", "Counter Attack",
                       "--engine", "mc", "--trials", "5000"),
    "attack reading": ("attack", "Batman (AC)", "night guard", "--reading", "scratch=off", "--rules", "2012"),
    "attack as edition": ("attack", "Mr. Hammer", "night guard", "--rules", "third", "--as-edition"),
    "attack cover": ("attack", "Batman (AC)", "night guard", "-w", "batarang", "--cover", "light", "--crouched"),
    "curve": ("curve", "night guard", "Joker (AC)", "endurance=4,defense=3", "--over", "dc", "--weapons", "all"),
    "curve mc": ("curve", "night guard", "Joker (AC)", "--over", "defense", "--engine", "mc", "--trials", "500"),
    "split": ("split", "night guard", "Joker (AC)", "--own", "--show", "markers"),
    "commit": ("commit", "Batman (AC)", "night guard", "--chance", "0"),
    "rank": ("rank", "attackers", "--only", "henchman", "--against", "Joker (AC)", "--per", "reputation"),
    "readings": ("readings", "Bane (AC)", "night guard", "--dc", "1"),
    "efforts": ("efforts", "Batman", "Joker", "--show", "markers"),
    "compare": ("compare-editions", "Mr. Hammer", "1880's Talon"),
    "explain": ("explain", "Batman (AC)", "night guard", "--dc", "1"),
    "sensitivity": ("sensitivity", "Batman (AC)", "night guard"),
    "roster list": ("roster", "list", "--only", "leader"),
    "roster show": ("roster", "show", "night guard"),
    "rules list": ("rules", "list"),
    "rules show": ("rules", "show", "third"),
    "rules traits": ("rules", "traits", "--status", "no dice"),
}  # fmt: skip
NO_ROSTER = ("rules list", "rules show", "rules traits")
DRAWN = ("attack", "attack mc", "curve", "split", "rank", "readings", "efforts")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("crew.toml").write_text(CREW)
    return tmp_path


def export(name: str, *more: str) -> None:
    words = [word for word in COMMANDS[name] if word != "--cover-less"]
    roster = () if name in NO_ROSTER else ("--roster", "crew.toml")
    assert run([*words, *roster, *more]) == 0


@pytest.mark.parametrize("suffix", ["json", "csv", "md"])
@pytest.mark.parametrize("name", COMMANDS)
def test_every_table_comes_back_without_the_roster_it_came_from(name, suffix, folder, capsys):
    export(name, "-o", f"a.{suffix}")
    Path("crew.toml").unlink()
    assert run(["reproduce", f"a.{suffix}"]) == 0
    assert "agrees" in capsys.readouterr().out
    assert Path(f"a.reproduced.{suffix}").read_bytes() == Path(f"a.{suffix}").read_bytes()
    if suffix == "csv":
        beside = "a.reproduced.csv.provenance.json"
        assert Path(beside).read_bytes() == Path("a.csv.provenance.json").read_bytes()


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
@pytest.mark.parametrize("name", DRAWN)
def test_every_picture_comes_back(name, suffix, folder, capsys):
    export(name, "--chart", f"a.{suffix}", "--theme", "dark", "--size", "card", "--chart-data", "data.csv")
    Path("crew.toml").unlink()
    assert run(["reproduce", f"a.{suffix}"]) == 0
    told = capsys.readouterr().out
    assert ("the picture as drawn" in told) == (suffix != "pdf")
    assert ("to the count" in told) == (name == "attack mc")
    if suffix != "pdf":
        assert Path(f"a.reproduced.{suffix}").read_bytes() == Path(f"a.{suffix}").read_bytes()
    assert run(["reproduce", "data.csv"]) == 0
    assert Path("data.reproduced.csv").read_text() == Path("data.csv").read_text()


def test_the_outcome_of_python_carries_its_question():
    outcome = bmg.simulate("Batman (AC):defense=4", "Joker (AC)", dc=2, trials=1000, reading="scratch=off")
    again = ask_again(json.loads(as_json(outcome.record()))["arguments"])
    assert as_json(again.record) == as_json(outcome.record())


# --- what is not as it was ------------------------------------------------------------------------------------


def change(path: str, old: str, new: str) -> None:
    text = Path(path).read_text()
    assert old in text
    Path(path).write_text(text.replace(old, new, 1))


def found(path: str) -> list[tuple[str, str]]:
    return [(one.kind, one.what) for one in reproduce.reproduce(path, ASKERS).findings]


def test_a_changed_number_is_found(folder, capsys):
    export("curve", "-o", "a.json")
    known = json.loads(Path("a.json").read_text())
    known["rows"][1]["value"] += 1e-16 + abs(known["rows"][1]["value"]) * 3e-16
    Path("a.json").write_text(json.dumps(known))
    capsys.readouterr()
    assert run(["reproduce", "a.json"]) == 1
    assert "a.json differs from what its provenance gives now, in 1 place." in capsys.readouterr().out
    assert found("a.json") == [("value", "rows[1].value")]


@pytest.mark.parametrize(("suffix", "where"), [("csv", "value"), ("md", "text")])
def test_a_changed_cell_is_found(folder, suffix, where):
    export("attack", "-o", f"a.{suffix}")
    lines = Path(f"a.{suffix}").read_text().split("\n")
    place = next(place for place, line in enumerate(lines) if "out" in line or "ko" in line or "K.O." in line)
    lines[place] += "9"
    Path(f"a.{suffix}").write_text("\n".join(lines))
    assert [kind for kind, _ in found(f"a.{suffix}")] == [where]


def test_a_missing_row_is_found(folder):
    export("rank", "-o", "a.csv")
    lines = Path("a.csv").read_text().splitlines(keepends=True)
    Path("a.csv").write_text("".join(lines[:-1]))
    assert {kind for kind, _ in found("a.csv")} == {"value"}


def test_a_changed_drawing_is_found_though_its_data_is_right(folder):
    export("split", "--chart", "a.svg")
    change("a.svg", 'id="axes_1"', 'id="axes_9"')
    assert found("a.svg") == [("picture", "the drawing")]


def test_a_changed_picture_of_dots_is_found_but_not_another_compression(folder):
    from PIL import Image, PngImagePlugin

    export("split", "--chart", "a.png")
    with Image.open("a.png") as picture:
        words = PngImagePlugin.PngInfo()
        words.add_text("bmg-odds", picture.text["bmg-odds"])
        picture.save("b.png", compress_level=1, pnginfo=words)
        picture.putpixel((5, 5), (1, 2, 3, 255))
        picture.save("c.png", pnginfo=words)
    assert Path("b.png").read_bytes() != Path("a.png").read_bytes()
    assert found("b.png") == []
    assert found("c.png") == [("picture", "the drawing")]


def test_another_version_is_told_and_is_no_difference(folder, capsys):
    export("attack", "--chart", "a.svg", "-o", "a.json")
    for path in ("a.svg", "a.json"):
        change(path, f'"version": "{bmg.__version__}"', '"version": "0.0.1"')
        capsys.readouterr()
        assert run(["reproduce", path]) == 0
        assert "0.0.1" in capsys.readouterr().out
        assert found(path) == [("version", "bmg-odds")]


def test_another_reading_is_told(folder):
    export("attack", "-o", "a.json")
    change("a.json", '"scratch": "per_impact"', '"scratch": "off"')
    assert ("reading", "scratch") in found("a.json")


def test_a_changed_card_is_told_and_the_old_one_played(folder):
    export("attack mc", "-o", "a.json")
    known = json.loads(Path("a.json").read_text())
    assert known["arguments"]["models"]["target"]["bundled"] is True
    known["arguments"]["models"]["target"]["endurance"] = 3
    Path("b.json").write_text(json.dumps(known))
    kinds = found("b.json")
    assert ("card", "Joker (AC): endurance") in kinds
    assert any(kind == "value" for kind, _ in kinds)


def test_a_card_that_is_gone_is_told(folder):
    export("attack mc", "-o", "a.json")
    change("a.json", '"name": "Joker (AC)",\n        "edition"', '"name": "Jester (AC)",\n        "edition"')
    assert ("card", "Jester (AC): name") in found("a.json")


def test_another_rule_makes_it_differ(folder, monkeypatch):
    export("attack", "-o", "a.json")
    ask = provenance.ask_again

    def other(given, askers=None, **more):
        document = ask(given, askers, **more)
        document.record["chance"]["ko"] += 0.01
        return document

    monkeypatch.setattr(reproduce, "ask_again", other)
    assert found("a.json") == [("value", "chance.ko")]


def test_json_lists_every_finding(folder, capsys):
    export("curve", "-o", "a.csv")
    Path("a.csv").write_text(Path("a.csv").read_text().replace("0.", "1."))
    capsys.readouterr()
    assert run(["reproduce", "a.csv"]) == 1
    people = capsys.readouterr().out
    assert "more; --format json lists all" in people
    assert max(len(line) for line in people.splitlines()) <= 80
    assert run(["reproduce", "a.csv", "--format", "json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["agrees"] is False
    assert len(told["rows"]) > 12
    assert set(told["rows"][0]) == {"kind", "what", "was", "now"}


# --- what cannot be rebuilt -----------------------------------------------------------------------------------


def refused(capsys, path: str) -> str:
    capsys.readouterr()
    before = set(Path().iterdir())
    assert run(["reproduce", path]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert 1 <= len(err.splitlines()) <= 2
    assert err.isprintable() or "\n" in err
    assert set(Path().iterdir()) == before
    return str(err)


def png(*chunks: tuple[bytes, bytes]) -> bytes:
    found = b"\x89PNG\r\n\x1a\n"
    for kind, body in chunks:
        found += len(body).to_bytes(4, "big") + kind + body + zlib.crc32(kind + body).to_bytes(4, "big")
    return found


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("no.svg", None, "No such file"),
        ("a.txt", b"hello", "no exported file has that suffix"),
        ("a.svg", b"<svg></svg>", "carries no provenance"),
        ("a.svg", b"<!-- bmg-odds {nonsense} -->", "no JSON"),
        ("a.svg", b"<!-- bmg-odds {", "carries no provenance"),
        ("a.md", b"\xff\xfe", "not UTF-8"),
        ("a.json", b"[1, 2]", "carries no provenance"),
        ("a.json", b'{"command": "attack"}', "does not say what was asked"),
        ("a.json", b"[" * 100_000, "no JSON"),
        ("a.json", b'{"command": "attack", "x": NaN}', "no JSON"),
        ("a.json", b'{"command": "attack", "x": "\\ud800"}', "no JSON"),
        ("a.csv", b"a,b\n1,2\n", "its provenance is missing"),
        ("a.csv.provenance.json", b"{}", "name the csv itself"),
        ("a.png", b"not a png", "is no PNG"),
        ("a.png", png((b"IHDR", b"x" * 13), (b"IEND", b"")), "carries no provenance"),
        ("a.png", png((b"zTXt", b"bmg-odds\0\0" + b"junk")), "carries no provenance"),
        ("a.png", b"\x89PNG\r\n\x1a\n\xff\xff\xff\xfftEXtbmg-odds\0{", "no JSON"),
        ("a.pdf", b"%PDF-1.4 /Keywords (never closed", "carries no provenance"),
        ("a.pdf", b"%PDF-1.4 /Keywords (\\", "carries no provenance"),
    ],
)
def test_a_file_without_provenance_is_refused(name, data, why, folder, capsys):
    if data is not None:
        Path(name).write_bytes(data)
    assert why in refused(capsys, name)


ASKED: dict[str, Any] = {
    "command": "attack",
    "models": {"attacker": "attack=5,strength=3,damage=S", "target": "defense=3,endurance=4"},
    "options": {},
}


@pytest.mark.parametrize(
    "hostile",
    [
        None, 7, [], "attack", {}, {"command": 7}, {"command": ["attack"]}, {"command": "rm -rf /"},
        {"command": "attack", "models": 5}, {"command": "attack", "models": {"attacker": 5, "target": 6}},
        {"command": "attack", "models": {}}, {"command": "attack", "models": {"self": "x"}},
        ASKED | {"models": {"attacker": {"name": "x"}, "target": "endurance=4"}},
        ASKED | {"models": {"attacker": {"name": "x", "edition": "fourth"}, "target": "endurance=4"}},
        ASKED | {"models": {"attacker": {"name": "x", "edition": "2012", "attack": 10**9}, "target": "endurance=4"}},
        ASKED | {"models": {"attacker": {"name": "x", "edition": "2012", "traits": [1]}, "target": "endurance=4"}},
        ASKED | {"models": {"attacker": {"name": "x", "edition": "2012", "weapons": {}}, "target": "endurance=4"}},
        ASKED | {"models": {"attacker": {"name": "x", "edition": "2012", "weapons": [{"damage": "B"}]}, "target": "x"}},
        ASKED | {"models": {"attacker": {"name": "x", "edition": "2012", "rank": 5}, "target": "endurance=4"}},
        ASKED | {"options": []}, ASKED | {"options": {"__class__": "x"}},
        ASKED | {"options": {"roster": "/etc/passwd"}},
        ASKED | {"options": {"roster": ["/etc/passwd"]}}, ASKED | {"options": {"dc": "2"}},
        ASKED | {"options": {"dc": True}}, ASKED | {"options": {"dc": 1.5}}, ASKED | {"options": {"dc": 10**400}},
        ASKED | {"options": {"use": "Handy"}}, ASKED | {"options": {"use": [1]}}, ASKED | {"options": {"down": 1}},
        ASKED | {"options": {"weapon": []}}, ASKED | {"options": {"weapon": "no such"}},
        ASKED | {"options": {"rules": "fourth"}}, ASKED | {"options": {"reading": ["scratch"]}},
        ASKED | {"options": {"seed": 5}}, ASKED | {"options": {"over": "dc"}}, ASKED | {"options": {"attacker": "x"}},
        ASKED | {"options": {"engine": "mc", "trials": -5, "seed": 1}},
        ASKED | {"options": {"engine": "mc", "trials": 1000, "seed": -1}},
        ASKED | {"options": {"engine": "dice", "trials": 1000, "seed": 1}},
        ASKED | {"cards": "x"}, ASKED | {"cards": [[]]}, ASKED | {"cards": [{"name": "x"}] * 3000},
        ASKED | {"command": "curve"}, ASKED | {"command": "rank"}, ASKED | {"command": "split", "options": {"ac": 3}},
        {"command": "rank", "models": {"against": ["all"]}, "options": {"side": "attackers"}, "cards": []},
        {"command": "rank", "models": {}, "options": {"side": "nobody"}, "cards": []},
        {"command": "curve", "models": {"attacker": "attack=1", "targets": []}, "options": {"over": "dc"}},
        {"command": "curve", "models": {"attacker": ["attack=1"], "targets": "x"}, "options": {"over": "dc"}},
        {"command": "split", "models": ASKED["models"], "options": {"figure": "at-least=²"}},
        {"command": "rules show", "options": {"edition": "nine"}}, {"command": "rules show", "options": {}},
        {"command": "roster show", "options": {"name": "nobody"}},
        {"command": "roster list", "options": {"only": ["x"]}},
        {"command": "roster list", "options": {"rules": "nine"}},
        {"command": "rules traits", "options": {"edition": "x"}},
    ],
)  # fmt: skip
def test_hostile_arguments_are_wrong_input_and_no_crash(hostile, folder, capsys):
    Path("a.json").write_text(json.dumps({"command": "attack", "arguments": hostile}))
    refused(capsys, "a.json")


@pytest.mark.parametrize("look", [5, [], {}, {"theme": "blue", "size": "blog"}, {"theme": ["light"], "size": "blog"}])
def test_hostile_looks_are_wrong_input(look, folder, capsys):
    export("attack", "-o", "a.json")
    known = json.loads(Path("a.json").read_text()) | {"picture": look}
    Path("a.svg").write_text(f"<svg><!-- bmg-odds {json.dumps(known)} --></svg>")
    assert "how the picture looks" in refused(capsys, "a.svg")


def test_a_comment_in_a_name_is_not_taken_for_the_provenance(folder):
    name = 'x <!-- bmg-odds {"command": "attack"} -->'
    card = card_of(card_values(bmg.card("Joker (AC)")) | {"name": name})
    known = bmg.attack("Batman (AC)", card).record()
    Path("a.svg").write_bytes(charts.picture(known, ".svg"))
    Path("a.json").write_text(as_json(known))
    assert found("a.svg") == found("a.json") == []


def test_a_file_that_is_too_large_is_refused(folder, capsys, monkeypatch):
    monkeypatch.setattr(carried, "LARGEST", 100)
    Path("a.json").write_text(" " * 200)
    assert "larger than" in refused(capsys, "a.json")


# --- arguments ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["revised", "third"])
def test_every_card_comes_back_whole(edition):
    for card in bmg.roster().cards(edition):
        values = json.loads(json.dumps(card_values(card)))
        assert values.pop("bundled") is True
        assert card_of(values) == card


def test_a_typed_in_model_comes_back_whole():
    typed = bmg.attack("attack=5,strength=3,damage=,weapon-traits=Handy", "Joker (AC):endurance=2").resolved
    changed = bmg.attack("Joker (AC):endurance=2,damage=BB", "defense=3,endurance=4").resolved
    for card in (typed.question.attacker, typed.question.target, changed.question.attacker):
        assert card_of(json.loads(json.dumps(card_values(card)))) == card


def test_noughts_that_say_something_are_kept():
    kept = arguments(
        "attack", {"attacker": "a=1", "target": "b=2"}, {"ac": 0, "dc": 0, "seed": 0, "use": (), "down": False}
    )
    assert kept["options"] == {"ac": 0, "seed": 0}


def test_the_order_of_options_does_not_matter():
    one = arguments("attack", {"attacker": "a=1"}, {"dc": 1, "rules": "2012"})
    other = arguments("attack", {"attacker": "a=1"}, {"rules": "2012", "dc": 1})
    assert as_json(one) == as_json(other)


def test_an_option_beside_no_chart_is_refused(folder, capsys):
    for option in ("--theme=dark", "--size=card"):
        assert run(["attack", "Batman (AC)", "Joker (AC)", option]) == 2
        assert "ask for one with --chart FILE" in capsys.readouterr().err
    assert run(["attack", "Batman (AC)", "Joker (AC)", "--chart-data", "a.txt"]) == 2
    assert run(["attack", "Batman (AC)", "Joker (AC)", "--chart", "a.gif"]) == 2
    assert run(["attack", "Batman (AC)", "Joker (AC)", "--chart", "no/a.svg"]) == 2
    assert [path.name for path in Path().iterdir()] == ["crew.toml"]
    with pytest.raises(BmgError):
        charts.check_data("a.json")
