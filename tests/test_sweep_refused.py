"""What cannot be swept: one or two lines with the place and what is allowed, status 2, and nothing written."""

import json
import sys
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bmg_odds.answers.sweep import plan_of, sweep
from bmg_odds.answers.sweep_file import read_file
from bmg_odds.errors import BmgError

BAD_TOML = [
    ("", "g.toml: is empty; a sweep has a [grid] of lists"),
    ("x = 1", '"x" is unknown here; allowed: [grid], [[scenario]]'),
    ("[gird]\n", 'g.toml:1: "gird" is unknown here; allowed: [grid], [[scenario]]; nearest: grid'),
    ("grid = 3", "g.toml:1: grid = 3: tables"),
    ("[grid]\n", "g.toml:1: attacker is missing: who attacks"),
    ('[grid]\nattacker = "bob"\n', "g.toml:1: target is missing: who is attacked"),
    ('[grid]\nattacker = "bob"\n\ntagret = "all"', 'g.toml:4: "tagret" is no option of a scenario; nearest: target'),
    ('[grid]\nattacker = "bbo"\ntarget = "all"', 'g.toml:2: no revised card is called "bbo"'),
    ('[grid]\nattacker = ["bob",\n"joker"]\ntarget = "all"', 'g.toml:2: "joker" is the name of 5 cards'),
    ("[grid]\nattacker = [3]", "g.toml:2: attacker = 3: a text in quotes"),
    ('[grid]\nattacker = [3]\ntarget = "bob"', "g.toml:2: attacker = 3: a text in quotes, not empty"),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\ndc = "0-3"', 'g.toml:4: dc = "0-3": a whole number, a range as 0..5'),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\ndc = 100', "g.toml:4: --dc 100 is out of range; allowed: 0 to 99"),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\ndc = "0..120"', "g.toml:4: --dc 120 is out of range"),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\ndc = "5..1"', "the first number of a range is the lower one"),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\ndc = "0..40"', "g.toml:4: dc: 41 values; allowed: at most 32, or all"),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\ndc = []', "g.toml:4: dc = []: at least one value"),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\ndc = 1.5', "g.toml:4: dc = 1.5: a whole number"),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\nstuns = true', "g.toml:4: stuns = true: a whole number"),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\ncover = "wall"', "--cover 'wall' is not known; allowed: solid, street"),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\ncover = {a = 1}', 'cover = a table: "none", a text, or several'),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\noutnumbered = "maybe"', 'outnumbered = "maybe": yes or no'),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\nform = "kick"', "--form 'kick' is not known; allowed: strike"),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\nreading = "scrach=off"', "did you mean scratch?"),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\nrules = "2013"', "rules '2013' are not known; allowed: 2012"),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\nrules = ["2012", "third"]', "do not share their cards"),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\nattacker-attack = 13', "attacker-attack = 13: a whole number"),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\nweapon = "gnu"',
     'weapon = "gnu": no attacker here has it; nearest: Gun'),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\ndc = 1\nDC = 2', "g.toml:5: dc is given twice"),
    ('[grid]\nattacker = "bob"\ntarget = "bob"\nstuns = "0..999"', "--stuns 999 is out of range"),
    ('[grid]\nattacker = "no.toml"\ntarget = "bob"', "g.toml:2: crew file no.toml: No such file"),
    ('[[scenario]]\nattacker = "bob"', "g.toml:1: target is missing"),
    ('[[scenario]]\nattacker = "all"\ntarget = "bob"', "g.toml:2: attacker: a scenario has one"),
    ('[[scenario]]\nattacker = "bob"\ntarget = "bob"\nac = "all"', "g.toml:4: ac: a scenario has one value"),
    ('[[scenario]]\nattacker = "bob"\ntarget = "bob"\n[[scenario]]\nattacker = "bob"\ntarget = "bob"\ndc = 1',
     "g.toml:4: --dc goes with a melee attack only"),
    ('[[scenario]]\nattacker = "bob"\ntarget = "bob"\nweapon = "unarmed"\nac = 5',
     "g.toml:1: --ac 5 is more than Bob's"),
    ('[[scenario]]\nattacker = "bob:willpower=1"\ntarget = "bob"',
     "g.toml:1: Bob has 1 counter; a ranged attack costs"),
    ('[[scenario]]\nattacker = "bob"\ntarget = "bob:damage=B"', "a target's weapon takes no part in the attack"),
    ('[[scenario]]\nattacker = "bob"\ntarget = "bob"\ncrouched = true', "crouched needs a --cover"),
    ("[grid", "g.toml:1: not TOML"),
    ("[grid]\nx = " + "[" * 5000, "g.toml:1: not TOML: brackets nested too deep"),
]  # fmt: skip
BAD_CSV = [
    (b"", "a CSV begins with a line of option names"),
    (b"attacker,target\n", "no scenario in it"),
    (b"attacker,foe\n", 'l.csv:1: column "foe" is no option of a scenario; nearest: '),
    (b"attacker,attacker\n", "l.csv:1: column attacker is given twice"),
    (b"attacker,target,\n", 'l.csv:1: column "" is no option'),
    (b"attacker,target\nbob\n", "l.csv:2: 1 values under 2 columns"),
    (b"attacker,target\nbob,bob,1\n", "l.csv:2: 3 values under 2 columns"),
    (b'attacker,target\nbob,"bob\n', "l.csv:2: no CSV: unexpected end of data"),
    (b"attacker,target\nbob,bob\n\n,bob\n", "l.csv:4: attacker is missing"),
    (b"attacker,target,dc\nbob,bob,x\n", 'l.csv:2: dc = "x": a whole number'),
    (b"attacker,target,dc\nbob,bob,0..2\n", "l.csv:2: dc: a scenario has one value; several make a [grid]"),
    (b"attacker,target\nbob,\xff\n", "not UTF-8 text"),
    (b"attacker,target\nbob,bo\0b\n", "l.csv:2: "),
    (b"attacker,target\n" + b"x" * 200_000 + b",bob\n", "l.csv:2: no CSV: field larger than field limit"),
    (b"attacker,target\nbob,all\n", "l.csv:2: target: a scenario has one"),
]


@pytest.mark.parametrize(("text", "says"), BAD_TOML)
def test_a_bad_toml_names_its_line(text, says, tmp_path, monkeypatch, cli):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.toml").write_text(text)
    refused(cli("sweep", "g.toml", "-o", "out"), says, tmp_path / "out")


@pytest.mark.parametrize(("text", "says"), BAD_CSV)
def test_a_bad_csv_names_its_line(text, says, tmp_path, monkeypatch, cli):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "l.csv").write_bytes(text)
    refused(cli("sweep", "l.csv", "-o", "out"), says, tmp_path / "out")


def refused(done, says, folder):
    assert done.status == 2
    assert done.out == ""
    assert says in done.err, done.err
    assert done.err.startswith("bmg-odds: ")
    assert done.err.count("\n") <= 2
    assert "Traceback" not in done.err
    assert not folder.exists()


GRID = ("--over", "attacker=bob", "--over", "target=Joker (AC)")
BAD_LINES = [
    ((), "a sweep needs a FILE.toml, a FILE.csv, --everyone, or --over"),
    (("--over", "dc=1"), "--over: attacker is missing"),
    (("--over", "dc"), "--over dc is not NAME=VALUES, for example dc=0..3"),
    (("--over", "dcs=1"), '--over "dcs" is no option of a scenario; nearest: dc'),
    ((*GRID, "--over", "dc=1", "--over", "dc=2"), "--over dc is given twice"),
    ((*GRID, "--over", "dc=x"), '--over dc = "x": a whole number'),
    ((*GRID, "--show", "outt"), "--show outt is no figure"),
    ((*GRID, "--trials", "5"), "--trials belongs to --engine mc"),
    ((*GRID, "--part-size", "0"), "--part-size 0 is out of range"),
    ((*GRID, "--reading", "x=y"), "reading 'x' is not known under revised"),
    (("--everyone", "--only", "boss"), "--only boss is not known; allowed: leader"),
    (("what.txt",), "what.txt: a sweep is a file that ends in .toml or .csv"),
    (("what.toml",), "sweep file what.toml: No such file"),
    (("what.csv",), "sweep file what.csv: No such file"),
    (("--everyone", "--over", "stuns=0..9", "--over", "injuries=0..9", "--over", "attacker_stuns=0..9", "--over",
      "impact_bonus=-6..6", "--over", "block_bonus=-6..6", "--over",
     "damage_bonus=-6..6"), "allowed: at most 100,000,000,000"),
    (("--everyone", "--over", "stuns=0..9", "--over", "impact_bonus=-6..6", "--over", "damage_bonus=-6..6",
      "--part-size",
     "2"),
     "raise --part-size"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "says"), BAD_LINES)
def test_a_bad_command_line_is_told_before_any_work(line, says, tmp_path, monkeypatch, cli):
    monkeypatch.chdir(tmp_path)
    refused(cli("sweep", *line, "-o", "out"), says, tmp_path / "out")


def test_where_it_may_not_be_written(tmp_path, monkeypatch, cli):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("mine")
    for folder, says in (("file", "is a file; a sweep writes a folder"), ("no/where", "it should stand in does not"),
                         ("full", "holds other files and no sweep"), ("x" * 300, "File name too long")):  # fmt: skip
        done = cli("sweep", *GRID, "-o", folder)
        assert done.status == 2
        assert says in done.err
    done = cli("sweep", *GRID)
    assert done.status == 2
    assert "--output FOLDER is missing" in done.err
    assert (tmp_path / "file").read_text() == "mine"
    assert [p.name for p in (tmp_path / "full").iterdir()] == ["letter.txt"]


def test_another_question_into_the_same_folder_is_refused(tmp_path, monkeypatch, cli):
    monkeypatch.chdir(tmp_path)
    assert cli("sweep", *GRID, "--show", "out", "-o", "out").status == 0
    before = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    for more, what in ((("--show", "ko"), "figures"), (("--show", "out", "--rules", "2012"), "rules"),
                       (("--show", "out", "--part-size", "7"), "part-size"),
                       (("--show", "out", "--over", "stuns=1"), "columns, blocks")):  # fmt: skip
        done = cli("sweep", *GRID, *more, "-o", "out")
        assert done.status == 2
        assert "holds another sweep (it differs in" in done.err
        assert what in done.err
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()} == before
    manifest = json.loads(before["_manifest.json"])
    (tmp_path / "out" / "_manifest.json").write_text(json.dumps(manifest | {"version": "0.0.1"}))
    assert "holds a sweep of version 0.0.1" in cli("sweep", *GRID, "--show", "out", "-o", "out").err
    (tmp_path / "out" / "_manifest.json").write_text('{"command": "attack"}')
    assert "is no manifest of a sweep" in cli("sweep", *GRID, "--show", "out", "-o", "out").err


def test_without_pyarrow_it_says_what_to_install(tmp_path, monkeypatch, cli):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setattr("bmg_odds.answers.sweep.find_spec", lambda name: None)
    refused(cli("sweep", *GRID, "-o", str(tmp_path / "out")), "pip install 'bmg-odds[sweep]'", tmp_path / "out")


def test_a_dry_run_writes_nothing_and_counts(tmp_path, monkeypatch, cli):
    monkeypatch.chdir(tmp_path)
    over = ("--over", "attacker=bob", "--over", "target=all", "--over", "weapon=all", "--over", "dc=0..2")
    done = cli("sweep", *over, "--plan", "--format", "json")
    found = json.loads(done.out)
    manifest = sweep(over=over[1::2], output=str(tmp_path / "out"))
    assert (found["scenarios"], found["left_out"]) == (manifest["rows"], manifest["left_out"]["count"])
    assert found["exact"]
    assert found["parts"] == 1
    assert found["seconds"] > 0
    size = sum(path.stat().st_size for path in (tmp_path / "out").glob("part*"))
    assert 0.2 * size < found["bytes"] < 5 * size
    done = cli("sweep", *over, "--plan")
    assert done.status == 0
    assert f"{manifest['rows']:,} scenarios in 1 part, about " in done.out
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    rolled = cli("sweep", *over, "--plan", "--engine", "mc", "--trials", "1e9", "--format", "json")
    assert json.loads(rolled.out)["seconds"] > 100 * found["seconds"]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200))
def test_any_bytes_are_a_list_or_an_error(tmp_path, data):
    for head in (b"", b"attacker,target,dc,cover,reading\nbob,bob,"):
        for name in ("any.csv", "any.toml"):
            (tmp_path / name).write_bytes(head + data)
            with suppress(BmgError):
                plan_of(str(tmp_path / name))


def test_a_list_that_is_too_large_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr("bmg_odds.answers.sweep_file.LARGEST", 10)
    (tmp_path / "l.csv").write_text("attacker,target\nbob,bob\n")
    with pytest.raises(BmgError, match=r"l\.csv: larger than"):
        read_file(str(tmp_path / "l.csv"))
