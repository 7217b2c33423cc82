"""Pictures of duels: curves, boards and the page for the table draw what was answered, and every word has its room."""

import itertools
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from matplotlib.text import Text

from bmg_odds.answers import charts, charts_card, charts_duel, charts_solve
from bmg_odds.answers.card_words import worth_words
from bmg_odds.answers.carried import carried
from bmg_odds.answers.duel import duel
from bmg_odds.answers.pictures import SIZES, THEMES, drawing
from bmg_odds.answers.reproduce import reproduce
from bmg_odds.answers.solve import solve
from bmg_odds.errors import BmgError
from bmg_odds.rules.duel_plans import Plan

BATMAN, POLICEMAN, CLOWN = "Batman (AC)", "Gotham Policeman", "Clown (Tube)"
SMALL = "name=Thug,attack=2,strength=3,defense=2,endurance=3,willpower=3,movement=1,special=1,damage=BS,rank=Henchman"
WIDE = "attack=9,defense=9,willpower=9,strength=3,endurance=2,movement=0,special=0,damage=S"
LONG = "The Very Long Name Of A Henchman With Reinforced Armour And A Grudge"
ROLLED = {"engine": "mc", "trials": 500, "seed": 3}
"""What makes a counted record one of rolled fights, as far as the picture reads it."""
DUELS: dict[str, Any] = {
    "duel": lambda: duel(BATMAN, "Bane (AC)", plan_a="all-out"),
    "duel same": lambda: duel(POLICEMAN, POLICEMAN, rounds=2),
    "duel third": lambda: duel("Talon", "Joker", rules="third"),
    "duel long": lambda: duel(SMALL, SMALL.replace("Thug", LONG), rounds=20, first="a", plan_b="split=1/1/1"),
}
SOLVED: dict[str, Any] = {
    "solve": lambda: solve(POLICEMAN, CLOWN, rounds=3, card=True),
    "solve one": lambda: solve(POLICEMAN, SMALL, rounds=1, first="b", objective="vp", card=True),
    "solve long": lambda: solve(
        SMALL.replace("Thug", LONG), SMALL.replace("Thug", f"Not {LONG}"), rounds=2, objective="markers", card=True
    ),
    "solve wide": lambda: solve(WIDE, SMALL, rounds=1),
    "solve third": lambda: solve("Talon", "Joker", rules="third"),
}
NAMES = ["duel mc", *DUELS, *SOLVED]
CARDS = ["solve", "solve one", "solve long"]


@cache
def solved(name: str) -> Any:
    return SOLVED[name]()


@cache
def record(name: str) -> dict[str, Any]:
    """An answer's record, as it comes out of a file."""
    if name == "duel mc":
        return record("duel") | ROLLED
    found = DUELS[name]() if name in DUELS else solved(name)
    loaded: dict[str, Any] = json.loads(json.dumps(found.record()))
    return loaded


def by_gid(figure: Any, gid: str) -> list[Any]:
    return [artist for artist in figure.findobj() if (artist.get_gid() or "").startswith(gid)]


def seen(figure: Any) -> list[Text]:
    return [
        text
        for text in figure.findobj(Text)
        if text.get_visible() and text.get_text().strip() and text.get_window_extent().width > 0
    ]


def apart(figure: Any) -> None:
    """Hold every word within the picture and off every other."""
    figure.draw_without_rendering()
    width, height = figure.bbox.size
    boxes = [(text.get_text(), Text.get_window_extent(text)) for text in seen(figure)]
    for place, (text, box) in enumerate(boxes):
        assert box.x0 >= 0, text
        assert box.y0 >= 0, text
        assert box.x1 <= width, text
        assert box.y1 <= height, text
        tight = box.padded(-2.0)
        for other, around in boxes[place + 1 :]:
            assert not tight.overlaps(around.padded(-2.0)), (text, other)


# --- every word has its room ----------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize(("theme", "size"), [("light", "blog"), ("dark", "card")])
@pytest.mark.parametrize("name", NAMES)
def test_no_word_overlaps_another_or_leaves_the_picture(name: str, theme: str, size: str) -> None:
    drawn = charts.figure_of(record(name), theme=theme, size=size)
    with drawing(THEMES[theme]):
        apart(drawn)
        points = min(text.get_fontsize() for text in seen(drawn))
    assert points / 72 * 360 / drawn.get_figwidth() >= 7.0
    assert drawn.get_figheight() == pytest.approx(SIZES["card"].height) if size == "card" else True


@pytest.mark.parametrize("name", CARDS)
def test_the_page_is_one_of_a5_in_black_with_room_for_every_word(name: str) -> None:
    figure = charts_card.card_figure(record(name))
    with drawing(THEMES["light"]):
        apart(figure)
        assert {text.get_color() for text in seen(figure)} == {"#000000"}
        assert min(text.get_fontsize() for text in seen(figure)) >= 5.9
    data = charts_card.card_pdf(record(name))
    boxes = re.findall(rb"/MediaBox \[ ([0-9. ]+) \]", data)
    assert len(boxes) == 1
    assert [float(each) for each in boxes[0].split()] == pytest.approx([0, 0, 419.53, 595.28], abs=0.01)
    assert data.count(b"/Type /Page ") == 1


# --- what is drawn is what was answered -----------------------------------------------------------------------


@pytest.mark.parametrize("name", list(DUELS))
def test_a_duel_draws_who_stands_and_who_is_a_casualty(name: str) -> None:
    known = record(name)
    drawn = charts.figure_of(known)
    lines = by_gid(drawn, "curve-")
    assert len(lines) == 4
    wanted = [
        [1.0, *known["survival"]["a"]],
        [1.0, *known["survival"]["b"]],
        [0.0, *(row["casualty_a"] for row in known["rounds"])],
        [0.0, *(row["casualty_b"] for row in known["rounds"])],
    ]
    for line, values in zip(lines, wanted, strict=True):
        assert list(line.get_xdata()) == list(range(len(values)))
        assert list(line.get_ydata()) == pytest.approx(values, abs=1e-12)
    assert [text.get_text() for text in by_gid(drawn, "label-")] == ["A stands", "B stands", "A Casualty", "B Casualty"]
    # Without colour: the sides by their marks, standing and Casualty by the line and what fills the mark.
    assert len({(line.get_marker(), str(line.get_linestyle())) for line in lines}) == 4
    assert lines[0].get_markerfacecolor() != lines[2].get_markerfacecolor()
    asked = drawn.texts[1].get_text().replace("\n", " ")
    assert f"A plays {known['plan_a']}, B plays {known['plan_b']}" in asked


def test_equal_curves_are_both_seen() -> None:
    one, two, *_ = by_gid(charts.figure_of(record("duel same")), "curve-")
    assert list(one.get_ydata()) == pytest.approx(list(two.get_ydata()))
    assert one.get_linewidth() > two.get_linewidth()
    assert one.get_markersize() > two.get_markersize()


def test_what_was_rolled_has_its_band() -> None:
    drawn = charts.figure_of(record("duel mc"))
    rows = [row for row in charts_duel.data(record("duel mc")) if row["side"] == "b" and row["figure"] == "stands"]
    band = by_gid(drawn, "band-1")[0].get_paths()[0].vertices
    assert band[:, 1].min() == pytest.approx(min(row["value"] - 2 * row["standard_error"] for row in rows[1:]))
    assert "two standard errors" in drawn.texts[1].get_text().replace("\n", " ")
    assert "500 fights, seed 3" in drawn.texts[2].get_text().replace("\n", " ")
    assert not by_gid(charts.figure_of(record("duel")), "band-")


@pytest.mark.parametrize("name", ["solve", "solve one", "solve long", "solve wide"])
def test_the_board_holds_every_opening_and_frames_the_best(name: str) -> None:
    known = record(name)
    drawn = charts.figure_of(known)
    squares, frames = by_gid(drawn, "squares"), by_gid(drawn, "best")
    assert len(squares) == len(frames) == len(known["openings"])
    for opening, square, frame in zip(known["openings"], squares, frames, strict=True):
        sign = -1 if opening["first"] == "b" else 1
        rows = [row for row in known["opening_values"] if row["drawn"] == opening["drawn"]]
        values = square.get_array().compressed().tolist()
        assert values == [sign * row["value"] for row in rows]
        assert max(values) == pytest.approx(sign * opening["value"], abs=1e-12)
        best = opening[opening["first"]]
        assert (round(frame.get_y() + 0.44), round(frame.get_x() + 0.46)) == (best["ac"], best["dc"])
    assert len(by_gid(drawn, "curve-")) == 4
    assert len(by_gid(charts.figure_of(known, size="card"), "curve-")) == (0 if len(squares) > 1 else 4)


def test_a_fight_of_efforts_has_curves_and_says_how_it_begins() -> None:
    known = record("solve third")
    drawn = charts.figure_of(known)
    assert not by_gid(drawn, "squares")
    assert len(by_gid(drawn, "curve-")) == 4
    efforts = known["openings"][0]["a"]
    assert (
        f"Efforts in attack and defence: A {efforts['attack_efforts']} and {efforts['defence_efforts']}"
        in drawn.texts[1].get_text().replace("\n", " ")
    )
    with pytest.raises(BmgError, match="holds no plans for a page"):
        charts_card.card_figure(known)
    with pytest.raises(BmgError, match="third edition has Efforts"):
        solve("Talon", "Joker", rules="third", card=True)


def test_an_opening_is_worth_what_the_fight_is_when_it_is_forced() -> None:
    """Another way to the same values: the side that goes first is held to the opening in a fight of one round."""
    found = solved("solve one")
    fight, solution = found.solution.fight, found.solution
    for row in found.record()["opening_values"]:
        held = solution.against(1, lambda view, row=row: Plan(row["ac"], row["dc"], row["sc"], row["mc"])
                                if view.own.markers == 0 and view.own.posture == 0 else Plan())  # fmt: skip
        assert held.at(fight.sides[0].fresh, fight.sides[1].fresh, 1) == pytest.approx(row["value"], abs=1e-12)


# --- the page for the table -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CARDS)
def test_the_page_holds_the_best_plans(name: str) -> None:
    """Its plans are asked for again, by way of the situations that `--state` asks about."""
    found, known = solved(name), record(name)
    page = known["card"]
    fight, solution = found.solution.fight, found.solution
    for block in page["blocks"][:-1]:  # the models stand
        left = fight.rounds - block["round"] + 1
        for row, (number, column) in itertools.product(block["rows"], enumerate(page["columns"])):
            own, foe = (fight.sides[side].fresh._replace(injuries=each["injuries"], stuns=each["stuns"])
                        for side, each in enumerate((row, column)))  # fmt: skip
            for plan in (each for each in row["plans"] if each["column"] == number):
                keys = [key for key in solution.played if key[0] == left and key[2] == (0 if plan["first"] else 1)]
                worth = [
                    float(solution.played[key].value[solution._place(0, own), solution._place(1, foe)]) for key in keys
                ]
                assert any(each == plan["value"] for each in worth)
                assert sum(plan[key] for key in ("ac", "dc", "sc", "mc")) <= fight.sides[0].counters(own)


def test_going_by_the_page_is_never_better_than_the_best_play_and_better_than_a_fixed_plan() -> None:
    known = record("solve")
    assert known["value"] - min(both["a"] for both in known["regret"].values()) < known["card"]["value"]
    assert known["card"]["value"] <= known["value"] + 1e-12
    assert record("solve long")["card"]["value"] is None  # markers inflicted are not followed


@pytest.mark.parametrize("name", CARDS)
def test_the_page_writes_each_plan_once(name: str) -> None:
    known = record(name)
    figure = charts_card.card_figure(known)
    plans = [plan for block in known["card"]["blocks"] for row in block["rows"] for plan in row["plans"]]
    by_key: dict[str, list[str]] = {}
    for text in figure.texts:
        by_key.setdefault((text.get_gid() or "").partition("-")[0], []).append(text.get_text())
    worth = by_key["worth"]
    assert worth == [worth_words(plan["value"], known["objective"]) for plan in plans]
    for key in ("ac", "dc", "sc", "mc"):
        assert by_key[key] == [str(plan[key]) if plan[key] else "·" for plan in plans]
    small = " ".join(by_key[""])
    assert f"{known['rules']} rules" in small
    assert all(reading in small for reading in known["inferred_readings"])


# --- files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["duel", "solve", "solve third"])
def test_pictures_carry_their_answer_and_are_the_same_every_time(name: str) -> None:
    known = record(name)
    for suffix in (".svg", ".png", ".pdf"):
        data = charts.picture(known, suffix)
        inside = carried(f"picture{suffix}", data)
        inside.pop("picture")
        assert inside == known
        assert data == charts.picture(known, suffix)
    title, told = charts.words_of(known)
    assert known["a"]["name"] in title
    assert told.endswith(".")
    assert "nan" not in told
    columns, rows = charts.data_of(known)
    assert all(set(row) == set(columns) for row in rows)
    assert len(rows) == 4 * (len(known["rounds"]) + 1) + len(known.get("opening_values", ()))


@pytest.mark.compiled
def test_the_page_carries_its_answer_and_is_made_again(tmp_path: Path) -> None:
    known = record("solve")
    path = tmp_path / "plans.pdf"
    charts_card.write_card(known, str(path))
    inside = carried(str(path), path.read_bytes())
    assert inside.pop("picture")["card"] is True
    assert inside == known
    assert path.read_bytes() == charts_card.card_pdf(known)
    report = reproduce(str(path))
    assert report.agrees
    assert report.files[str(tmp_path / "plans.reproduced.pdf")] == path.read_bytes()


def test_the_commands_draw(cli: Any, tmp_path: Path) -> None:
    fought, board, page = (tmp_path / name for name in ("a.svg", "b.png", "c.pdf"))
    done = cli(
        "duel", POLICEMAN, CLOWN, "--rounds", "1", "--chart", str(fought), "--chart-data", str(tmp_path / "a.csv")
    )
    assert done.status == 0, done.err
    assert "A stands" not in done.out
    assert (tmp_path / "a.csv").read_text().startswith("round,side,figure,value,standard_error\n0,a,stands,1.0,")
    done = cli("solve", POLICEMAN, CLOWN, "--rounds", "1", "--first", "a", "--chart", str(board), "--card", str(page))
    assert done.status == 0, done.err
    assert carried("c.pdf", page.read_bytes())["card"]["blocks"][0]["name"] == "last"
    assert carried("b.png", board.read_bytes())["opening_values"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--card", "plans.svg"), ".pdf"),
        (("--card", "no-such-folder/plans.pdf"), "does not exist"),
        (("--card", "plans.pdf", "--rules", "third"), "Efforts"),
        (("--chart", "board.gif"), ".svg"),
        (("--chart", "plans.pdf", "--card", "plans.pdf"), "name another"),
    ],
)
def test_what_cannot_be_drawn_is_refused_before_any_work(cli: Any, arguments: tuple[str, ...], said: str) -> None:
    done = cli("solve", POLICEMAN, CLOWN, *arguments)
    assert done.status == 2
    assert said in done.err
    assert not done.out
    assert not Path("plans.pdf").exists()


def test_short_values_never_pretend_to_be_nothing() -> None:
    assert charts_solve.short_value(1e-9, "out", 1) == "<+0.1"
    assert charts_solve.short_value(-1e-9, "vp", 0) == ">-1"
    assert charts_solve.short_value(0.0, "out", 1) == "0"
