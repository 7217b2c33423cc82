"""`roll` as players meet it: its commands, tables, files and pictures."""

import csv
import io
import json
import re
import shlex
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from matplotlib.text import Text
from test_charts import by_gid, words_on

from bmg_odds.answers import charts, charts_roll
from bmg_odds.answers.carried import carried
from bmg_odds.answers.pictures import THEMES, drawing
from bmg_odds.answers.provenance import ask_again
from bmg_odds.answers.roll import roll
from bmg_odds.answers.roll_shown import roll_document
from bmg_odds.engines import rolls_rolled
from bmg_odds.errors import BmgError
from bmg_odds.rules.roll_values import FORMS

CONTRACT = (
    "agility --movement 3", "resistance --endurance 5", "willpower --willpower 6", "move --mc 2",
    "fall --cm 12 --endurance 5 --movement 3", "fall --cm 12 --jump 3 --endurance 5 --movement 3",
    "break-grab --ac 3 --strength 4", "break-grab --ac 3 --strength 4 --grabbers 2", "recover --stuns 3",
    "recover --stuns 3 --sc 2", "recover-ko --endurance 5", "recover-ko --endurance 5 --rounds 3", "lead --rounds 6",
    "lead --rounds 3 --mine 2 --theirs 4", "blink --cover solid", "blink --cover light --cover model --impacts 3",
    "enigma", "flee", "arrive",
)  # fmt: skip
THIRD = (
    "recover --stuns 2 --rules third", "recover-ko --endurance 5 --rules third",
    "lead --rules third --had mine --theirs-passes 2", "lead --rules third --rounds 4",
)  # fmt: skip
ROLLED = "move --mc 3 --engine mc --trials 3000 --seed 4"


@pytest.mark.parametrize("line", [*CONTRACT, *THIRD, ROLLED])
def test_every_form_of_the_contract_is_answered(cli: Any, line: str) -> None:
    words = ["roll", *line.split()]
    table = cli(*words)
    assert (table.status, table.err) == (0, "")
    assert max(map(len, table.out.splitlines())) <= 80
    rows = list(csv.DictReader(io.StringIO(cli(*words, "--format", "csv").out)))
    assert list(rows[0]) == ["result", "probability", "at_least"]
    assert sum(float(row["probability"]) for row in rows) == pytest.approx(1, abs=1e-12)
    reach = [float(row["at_least"]) for row in rows]
    assert 1.0 in (reach[0], reach[-1])
    assert reach in (sorted(reach), sorted(reach, reverse=True))
    record = json.loads(cli(*words, "--format", "json").out)
    assert (record["command"], record["roll"]) == ("roll", line.split(maxsplit=1)[0])
    assert [float(row["probability"]) for row in rows] == [row["probability"] for row in record["rows"]]
    for name in ("rules", "readings", "engine", "trials", "seed", "version", "unmodelled_traits", "inferred_readings",
                 "arguments", "sentence", "left_out", "values", "certainty"):  # fmt: skip
        assert name in record


@pytest.mark.parametrize("name", ["", *FORMS])
def test_help_has_an_example_that_runs(cli: Any, name: str) -> None:
    done = cli("roll", *name.split(), "--help")
    assert (done.status, done.err) == (0, "")
    assert done.out.isascii()
    assert max(map(len, done.out.splitlines())) <= 80
    examples = re.findall(r"^    bmg-odds (.*)$", done.out, re.MULTILINE)
    assert examples
    for example in examples:
        assert cli(*shlex.split(example)).status == 0, example


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("", "agility, resistance"),
        ("agilty", "did you mean agility?"),
        ("agility", "--movement N (0 to 30), or name a card"),
        ("agility --movment 3", "did you mean --movement?"),
        ("agility nobodi", "nobodi"),
        ("move", "--mc"),
        ("move --mc 2 --reading move_dice=befor", "after, before"),
        ("blink", "solid|street|light|model"),
        ("blink --cover wal", "solid"),
        ("lead nobody --rounds 3", "unexpected extra argument"),
        ("lead --rounds 3 --mine-passes 1", "--rules third"),
        ("arrive --trials 5", "--engine mc"),
        ("arrive --theme dark", "--chart"),
    ],
)
def test_mistakes_are_told_in_two_lines(cli: Any, line: str, named: str) -> None:
    done = cli("roll", *line.split())
    assert (done.status, done.out) == (2, "")
    assert named in done.err
    assert len(done.err.splitlines()) <= 2


def test_nothing_is_called_certain_or_impossible_that_was_only_rolled() -> None:
    rows = roll("recover-ko", endurance=12, rounds=1, engine="mc", trials=50, seed=1)
    lines = roll_document(rows).text("table").splitlines()
    (first,) = (line for line in lines if line.split()[:1] == ["1"])
    (never,) = (line for line in lines if line.split()[:1] == ["never"])
    assert first.split()[1:3] == ["all", "all"]
    assert never.split()[1:4] == ["none", "100", "%"]  # whatever the dice: by then or never
    counted = roll_document(roll("recover-ko", endurance=12)).text("table")
    assert "100 %" in counted
    assert " 0 %" in counted


def test_a_long_table_says_what_it_leaves_out() -> None:
    text = roll_document(roll("move", mc=30)).text("table")
    rows = roll("move", mc=30).rows
    shown = len(re.findall(r"^ +\d+ +[<\d.]+ %", text, re.MULTILINE))
    hidden = re.search(r"(\d+) results more", text)
    assert hidden is not None
    assert shown + int(hidden[1]) == len(rows) == 151


def test_markdown_names_what_results_mean() -> None:
    text = roll_document(roll("fall", cm=12, endurance=5, movement=3)).text("md")
    assert "| success | 50.00 % | stays on its feet |" in text
    assert "| 3 |" in roll_document(roll("enigma")).text("md")


# --- files --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["json", "csv", "svg"])
@pytest.mark.parametrize(
    "line",
    [
        "move --mc 0", "fall --cm 12.5 --endurance 5 --movement 3 --reroll", ROLLED,
        "blink --cover light --cover solid --crouched --impacts 2", "flee --willpower 6 --lost 75% --battle-cry",
        "lead --rules third --rounds 4", "break-grab 'batman (ac)' --grabbers 2 --reading break_grab=all",
    ],
)  # fmt: skip
def test_what_was_exported_comes_back(
    cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, suffix: str
) -> None:
    monkeypatch.chdir(tmp_path)
    where = ["--chart", "a.svg"] if suffix == "svg" else ["-o", f"a.{suffix}"]
    assert cli("roll", *shlex.split(line), *where).status == 0
    done = cli("reproduce", f"a.{suffix}")
    assert done.status == 0, done.out
    assert "agrees" in done.out


def test_a_page_comes_back(cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli("roll", *ROLLED.split(), "-o", "a.md").status == 0
    assert "agrees" in cli("reproduce", "a.md").out


def test_an_interrupt_keeps_what_was_rolled(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rolls_rolled, "counts", lambda *_, **__: (400, 600))
    done = cli("roll", "arrive", "--engine", "mc", "--trials", "5000", "--seed", "1")
    assert done.status == 130
    assert "60.0 %" in done.out
    assert "an answer from 1,000 rolls" in done.err


def test_an_unknown_trait_is_told_on_stderr(cli: Any) -> None:
    done = cli("roll", "agility", "movement=3,traits=Reflxes")
    assert done.status == 0
    assert "did you mean Reflexes?" in done.err


def test_an_answer_carries_the_card_it_rests_on() -> None:
    asked = roll("agility", "Batman (AC):movement=5").fields["arguments"]
    assert ask_again(asked).record["rows"] == list(roll("agility", movement=5).rows)


def test_what_no_roll_has_cannot_be_asked_again() -> None:
    asked = roll("agility", movement=3).fields["arguments"]
    for values in (["engine=mc"], ["movement=3", "cm=2"], ["nothing"]):
        with pytest.raises(BmgError):
            ask_again({**asked, "options": {**asked["options"], "values": values}})


# --- pictures -----------------------------------------------------------------------------------------------

DRAWN: dict[str, dict[str, Any]] = {
    "agility": {"name": "agility", "model": "Batman (AC)"},
    "fall": {"name": "fall", "cm": 12, "endurance": 5, "movement": 3},
    "flee": {"name": "flee", "willpower": 6, "rounds_left": 3},
    "ko": {"name": "recover-ko", "endurance": 5, "rounds": 6, "engine": "mc", "trials": 400, "seed": 2},
    "ko long": {"name": "recover-ko", "endurance": 5, "rounds": 20, "engine": "mc", "trials": 4000, "seed": 2},
    "grab": {"name": "break-grab", "ac": 12, "strength": 4, "grabbers": 9},
    "lead": {"name": "lead", "rounds": 20},
    "none": {"name": "move", "mc": 0},
    "move": {"name": "move", "mc": 5, "impaired": True},
    "far": {"name": "move", "mc": 30},
    "move mc": {"name": "move", "mc": 6, "engine": "mc", "trials": 2000, "seed": 1},
}


@cache
def record(name: str) -> dict[str, Any]:
    return json.loads(json.dumps(roll(**DRAWN[name]).record()))


@pytest.mark.parametrize(("theme", "size"), [("light", "blog"), ("dark", "card")])
@pytest.mark.parametrize("name", DRAWN)
def test_no_word_overlaps_another_or_leaves_the_picture(name: str, theme: str, size: str) -> None:
    drawn = charts.figure_of(record(name), theme=theme, size=size)
    with drawing(THEMES[theme]):
        drawn.draw_without_rendering()
        width, height = drawn.bbox.size
        seen = [(text.get_text(), Text.get_window_extent(text)) for text in words_on(drawn)]
    for place, (text, box) in enumerate(seen):
        assert min(box.x0, box.y0) >= 0, text
        assert box.x1 <= width, text
        assert box.y1 <= height, text
        tight = box.padded(-2.0)
        for other, around in seen[place + 1 :]:
            assert not tight.overlaps(around.padded(-2.0)), (text, other)


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_draws_its_rows(name: str) -> None:
    found = record(name)
    drawn = charts.figure_of(found)
    seen = charts_roll._drawn(found)
    lines = len(seen) <= charts_roll.MOST_BARS["blog"]
    if not lines:
        told = " ".join(text.get_text() for text in words_on(drawn)).replace("\n", " ")
        for row in seen:
            assert isinstance(row["result"], int) or f"{row['means']}: " in told
        seen = [row for row in seen if isinstance(row["result"], int)]
    chances = [row["probability"] for row in seen]
    bars = by_gid(drawn, "chance")
    if lines:
        lengths = [bar.get_width() for bar in bars]
    else:
        lengths = [bar.get_height() for bar in bars]
        (curve,) = by_gid(drawn, "at-least")
        assert list(curve.get_ydata()) == [row["at_least"] for row in seen]
    assert lengths == pytest.approx(chances, abs=1e-12)
    left_out = [row["probability"] for row in found["rows"] if row not in charts_roll._drawn(found)]
    assert all(chance < charts_roll.SELDOM for chance in left_out)


def test_a_picture_tells_what_it_shows() -> None:
    title, told = charts.words_of(record("ko"))
    assert title == "Recovery from K.O."
    assert "by then" in told
    assert "never: still K.O." in told
    found = carried("a.svg", charts.picture(record("fall"), ".svg"))
    assert found["rows"] == record("fall")["rows"]
    columns, rows = charts.data_of(record("move"))
    assert columns == ("result", "probability", "at_least", "standard_error")
    assert len(rows) == len(record("move")["rows"])
