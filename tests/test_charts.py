"""Charts: what they draw is what was answered, every word has its room, and files carry all of it."""

import csv
import dataclasses
import io
import itertools
import json
import struct
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.text import Annotation, Text

import bmg_odds as bmg
from bmg_odds.answers import charts, charts_attack, charts_curve, charts_readings, charts_split
from bmg_odds.answers.carried import carried
from bmg_odds.answers.charts_sheet import ceiling, spread, width_of, wrap
from bmg_odds.answers.curve import curve
from bmg_odds.answers.editions_rows import efforts_answer
from bmg_odds.answers.pictures import MARKS, SIZES, THEMES, drawing, footer
from bmg_odds.answers.range import readings
from bmg_odds.answers.rank import rank
from bmg_odds.answers.split import split
from bmg_odds.errors import BmgError

SVG = "{http://www.w3.org/2000/svg}"
BATMAN, POLICEMAN = "Batman (AC)", "Gotham Policeman"
LONG = (
    "name=The Very Long Name Of A Henchman With Reinforced Armour And A Grudge,attack=4,strength=4,defense=4,"
    "endurance=7,willpower=8,damage=BS"
)
WEIRD = "name=Jo $x_2$ <b> & 漢,defense=3,endurance=4"


@cache
def record(name: str) -> dict[str, Any]:
    """An answer's record, as it comes out of a file."""
    makers: dict[str, Any] = {
        "attack": lambda: bmg.attack(BATMAN, POLICEMAN, dc=2),
        "attack mc": lambda: bmg.simulate(BATMAN, "Bane (AC)", dc=2, trials=1000, seed=1, injuries=1),
        "attack long": lambda: bmg.attack(LONG, LONG.replace("Very", "Rather"), dc=1, outnumbered=True),
        "attack weird": lambda: bmg.attack(BATMAN, WEIRD),
        "attack third": lambda: bmg.attack("Batman", "Joker", rules="third", attacker_efforts=2),
        "attack never": lambda: bmg.attack("attack=0,strength=3,damage=S", "defense=3,endurance=4"),
        "attack much": lambda: bmg.attack("attack=12,strength=1,damage=BBBSS", "defense=1,endurance=20"),
        "curve": lambda: curve(BATMAN, [POLICEMAN, "Bane (AC)"], over="dc"),
        "curve one": lambda: curve(BATMAN, POLICEMAN, over="ac", figure="markers"),
        "curve mc": lambda: curve(
            BATMAN, [POLICEMAN, "Joker (AC)"], over="dc", engine="mc", trials=400, seed=5
        ),
        "curve six": lambda: curve(
            BATMAN,
            [POLICEMAN, "Joker (AC)", "Two-Face", LONG, LONG.replace("Very", "Other"), "endurance=7,defense=4"],
            over="dc",
            figure="markers",
        ),
        "curve many": lambda: curve(
            BATMAN, [f"name=Foe {k},defense=3,endurance={k}" for k in range(1, 10)], over="strength"
        ),
        "curve same": lambda: curve(
            BATMAN, [f"name=Foe {k},defense=3,endurance=4" for k in range(6)], over="ac"
        ),
        "split": lambda: split(BATMAN, POLICEMAN),
        "split mc": lambda: split(BATMAN, POLICEMAN, figure="any_marker", engine="mc", trials=500, seed=2),
        "split means": lambda: split("Bane (AC)", BATMAN, figure="markers"),
        "split own": lambda: split("Bane (AC)", BATMAN, figure="markers", own=True),
        "split ranged": lambda: split(BATMAN, POLICEMAN, weapon="Batarang"),
        "rank": lambda: rank("attackers", against=BATMAN, only=["Henchman"]),
        "rank per": lambda: rank("attackers", against=BATMAN, only=["Leader"], per="reputation", figure="out"),
        "rank mc": lambda: rank(
            "defenders", against=BATMAN, only=["Leader"], figure="out", engine="mc", trials=300, seed=3
        ),
        "readings": lambda: readings(BATMAN, POLICEMAN, dc=2, down=True),
        "readings none": lambda: readings(BATMAN, POLICEMAN, figure="impact"),
        "readings mc": lambda: readings(
            "attack=4,strength=4,damage=BS,rof=3", "defense=4,endurance=9", figure="stuns", engine="mc",
            trials=2000, seed=5,
        ),
        "efforts": lambda: efforts_answer("Batman", "Joker", figure="markers"),
    }  # fmt: skip
    found = makers[name]()
    plain = found.record if isinstance(found.record, dict) else found.record()
    loaded: dict[str, Any] = json.loads(json.dumps(plain))
    return loaded


NAMES = [
    "attack", "attack mc", "attack long", "attack weird", "attack third", "attack never", "attack much", "curve",
    "curve one", "curve mc", "curve six", "curve many", "curve same", "split", "split mc", "split means",
    "split own", "split ranged", "rank", "rank per", "rank mc", "readings", "readings none", "readings mc", "efforts",
]  # fmt: skip
LOOKS = list(itertools.product(THEMES, SIZES))


def words_on(figure: Any) -> list[Text]:
    """Every text that is seen."""
    return [
        text
        for text in figure.findobj(Text)
        if text.get_visible() and text.get_text().strip() and text.get_window_extent().width > 0
    ]


def by_gid(figure: Any, gid: str) -> list[Any]:
    return [artist for axes in figure.axes for artist in axes.findobj() if (artist.get_gid() or "").startswith(gid)]


# --- words have their room ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("theme", "size"), LOOKS)
@pytest.mark.parametrize("name", NAMES)
def test_no_word_overlaps_another_or_leaves_the_picture(name, theme, size):
    drawn = charts.figure_of(record(name), theme=theme, size=size)
    with drawing(THEMES[theme]):
        drawn.draw_without_rendering()
        width, height = drawn.bbox.size
        seen = [(text.get_text(), Text.get_window_extent(text)) for text in words_on(drawn)]
    for place, (text, box) in enumerate(seen):
        assert box.x0 >= 0, text
        assert box.y0 >= 0, text
        assert box.x1 <= width, text
        assert box.y1 <= height, text
        tight = box.padded(-2.0)  # letters have leading above and below
        for other, around in seen[place + 1 :]:
            assert not tight.overlaps(around.padded(-2.0)), (text, other)


@pytest.mark.parametrize("name", NAMES)
def test_letters_are_large_enough_for_a_telephone(name):
    drawn = charts.figure_of(record(name))
    with drawing(THEMES["light"]):
        points = min(text.get_fontsize() for text in words_on(drawn))
    pixels = points / 72 * 360 / drawn.get_figwidth()
    assert pixels >= 7.0


@pytest.mark.parametrize("name", NAMES)
def test_a_card_has_its_size_and_a_blog_its_width(name):
    for size, wide in (("blog", 1456), ("card", 1200)):
        data = charts.picture(record(name), ".png", size=size)
        width, height = struct.unpack(">II", data[16:24])
        assert width == wide
        assert height == 630 if size == "card" else 400 < height < 2500


def test_too_many_readings_are_counted_on_a_card_and_named_in_a_blog():
    known = record("attack") | {"inferred_readings": [f"reading_{k}" for k in range(19)]}
    card, blog = (charts.figure_of(known, size=size) for size in ("card", "blog"))
    assert "inferred readings: 19" in card.texts[2].get_text().replace("\n", " ")
    assert "reading_18" in blog.texts[2].get_text()


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_words_stand_out_from_what_is_behind_them(theme):
    for behind in (theme.paper, *theme.fill):
        assert contrast(theme.ink, behind) >= 4.5
    assert contrast(theme.pale, theme.paper) >= 4.5
    assert all(contrast(colour, theme.paper) >= 2.0 for colour in theme.series)
    assert len(set(MARKS)) == len(MARKS) == len(theme.series)
    assert [luminance(colour) for colour in theme.fill] == sorted(
        (luminance(colour) for colour in theme.fill), reverse=theme.name == "light"
    )


# --- what is drawn is what was answered -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["attack", "attack mc", "attack third"])
def test_an_attack_draws_its_chances(name):
    known = record(name)
    drawn = charts.figure_of(known)
    (line,) = by_gid(drawn, "at-least")
    levels = known["at_least"]["markers"]
    assert list(line.get_ydata()) == levels[1 : len(line.get_ydata()) + 1]
    assert all(level < charts_attack.SELDOM for level in levels[len(line.get_ydata()) + 1 :])
    bars = [bar for bar in drawn.axes[1].patches if (bar.get_gid() or "").startswith("status-")]
    drawn_out = sum(bar.get_height() for bar in bars if bar.get_gid() != "status-up")
    assert sum(bar.get_height() for bar in bars) == pytest.approx(1.0, abs=2 * charts_attack.SELDOM)
    assert drawn_out == pytest.approx(known["chance"]["out"], abs=2 * charts_attack.SELDOM)


def test_the_endurance_is_marked_where_it_is_reached():
    held = charts.figure_of(record("attack mc"))
    (line,) = by_gid(held, "endurance")
    assert list(line.get_xdata()) == [9, 9]  # 10 less the Injury that is there
    assert any(text.get_text() == "still missing to Endurance 10" for text in held.axes[0].texts)


@pytest.mark.parametrize("name", ["curve", "curve one", "curve mc", "curve six"])
def test_a_curve_draws_its_rows_and_says_whose_it_is(name):
    known = record(name)
    drawn = charts.figure_of(known)
    shown = charts_curve.drawn(known)
    lines = by_gid(drawn, "curve-")
    assert len(lines) == len(shown)
    for line, (label, rows) in zip(lines, shown, strict=True):
        assert list(line.get_xdata()) == [row["x"] for row in rows]
        assert list(line.get_ydata()) == [row["value"] for row in rows]
        assert line.get_label() == label or len(shown) == 1
    assert len({(line.get_marker(), str(line.get_linestyle()), line.get_color()) for line in lines}) == len(lines)
    assert len(by_gid(drawn, "label-")) == (len(shown) if len(shown) > 1 else 0)


def test_labels_stand_in_the_order_of_the_ends():
    known = record("curve six")
    drawn = charts.figure_of(known)
    ends = [rows[-1]["value"] for _, rows in charts_curve.drawn(known)]
    heights = [label.get_position()[1] for label in by_gid(drawn, "label-")]
    for one, other in itertools.combinations(range(len(ends)), 2):
        if ends[one] > ends[other]:
            assert heights[one] > heights[other]


def test_of_too_many_curves_the_highest_are_drawn_and_it_says_so():
    known = record("curve many")
    drawn = charts.figure_of(known)
    assert len(by_gid(drawn, "curve-")) == charts_curve.MOST
    assert any("the 6 highest of 9 curves" in text.get_text().replace("\n", " ") for text in drawn.texts)


@pytest.mark.parametrize(("name", "gid"), [("attack mc", "band"), ("curve mc", "band-")])
def test_what_was_rolled_has_its_band(name, gid):
    known = record(name)
    drawn = charts.figure_of(known)
    bands = by_gid(drawn, gid)
    assert bands
    assert any("two standard errors" in text.get_text().replace("\n", " ") for text in drawn.texts)
    assert not by_gid(charts.figure_of(record(name.split()[0])), gid)
    if name == "curve mc":
        rows = charts_curve.drawn(known)[0][1]
        corners = bands[0].get_paths()[0].vertices
        assert corners[:, 1].max() == pytest.approx(
            max(min(1, row["value"] + 2 * row["standard_error"]) for row in rows)
        )


@pytest.mark.parametrize("name", ["split", "split mc", "split means"])
def test_a_split_draws_every_cell(name):
    known = record(name)
    drawn = charts.figure_of(known)
    (squares,) = by_gid(drawn, "squares")
    cells = {(row["ac"], row["dc"]): row["value"] for row in known["rows"]}
    assert list(squares.get_array().ravel()) == [cells[key] for key in sorted(cells)]
    places = {text.get_position()[::-1] for text in by_gid(drawn, "value")}
    assert places == set(cells)


def test_iso_lines_part_exactly_what_is_below_from_what_is_not():
    known = record("split")
    cells = {(row["ac"], row["dc"]): row["value"] for row in known["rows"]}
    drawn = charts.figure_of(known)
    levels = [level for level, _ in charts_split.levels_of(cells, "out")]
    assert levels == [0.1, 0.25, 0.5]
    for level in levels:
        walls = {frozenset(piece) for piece in charts_split.border(cells, level)}
        for (ac, dc), value in cells.items():
            if (ac, dc + 1) in cells:
                wall = frozenset({(dc + 0.5, ac - 0.5), (dc + 0.5, ac + 0.5)})
                assert (wall in walls) == ((value >= level) != (cells[ac, dc + 1] >= level))
        lines = by_gid(drawn, f"level-{level:g}-")
        assert sum(len(line.get_xdata()) - 1 for line in lines) == len(walls)
    assert {text.get_text() for text in by_gid(drawn, "level") if isinstance(text, Annotation)} == {
        "10 %", "25 %", "50 %",
    }  # fmt: skip


def test_a_ranking_draws_its_first_rows_in_order():
    known = record("rank")
    drawn = charts.figure_of(known)
    bars = [bar for bar in drawn.axes[0].patches if bar.get_gid() == "bars"]
    assert [bar.get_width() for bar in bars] == [row["value"] for row in known["rows"]][: len(bars)]
    names = [label.get_text() for label in drawn.axes[0].get_yticklabels()]
    assert names[0].startswith(f"1 {known['rows'][0]['name']}")
    assert drawn.axes[0].yaxis_inverted()
    assert any("the first 20 of 22" in text.get_text().replace("\n", " ") for text in drawn.texts)


def test_a_weapon_that_all_have_is_named_once():
    drawn = charts.figure_of(record("rank mc"))
    assert "all with Reinforced Gloves" in drawn.texts[1].get_text().replace("\n", " ")
    assert not any("Gloves" in label.get_text() for label in drawn.axes[0].get_yticklabels())


def test_readings_draw_only_what_moves_and_mark_what_was_asked():
    known = record("readings")
    drawn = charts.figure_of(known)
    assert [label.get_text() for label in drawn.axes[0].get_yticklabels()] == list(charts_readings.moved(known))
    usual = charts_readings.usual_of(known)
    points = [(point.get_marker(), float(point.get_xdata()[0])) for point in by_gid(drawn, "point-0")]
    assert ("D", usual) in points
    assert {x for _, x in points} == {row["result"] for row in charts_readings.data(known)}
    assert sum(mark == "D" for mark, _ in points) == 1
    none = charts.figure_of(record("readings none"))
    assert any(text.get_text() == "No reading moves this answer." for text in none.axes[0].texts)


def test_efforts_frame_the_best():
    known = record("efforts")
    drawn = charts.figure_of(known)
    (best,) = by_gid(drawn, "best")
    x, y = best.get_x() + 0.47, best.get_y() + 0.45
    assert (round(y), round(x)) == (known["minimax"]["target_efforts"], known["minimax"]["attacker_efforts"])
    assert len(by_gid(drawn, "value")) == len(known["rows"])


# --- files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_a_picture_carries_its_answer(name, suffix):
    data = charts.picture(record(name), suffix, theme="dark", size="card")
    inside = carried(f"picture{suffix}", data)
    assert inside.pop("picture")["theme"] == "dark"
    assert inside == record(name)


@pytest.mark.parametrize("suffix", [".svg", ".png"])
@pytest.mark.parametrize("name", ["attack mc", "curve six", "split", "rank", "readings", "efforts"])
def test_a_picture_has_the_same_bytes_every_time(name, suffix):
    assert charts.picture(record(name), suffix) == charts.picture(record(name), suffix)


@pytest.mark.parametrize("name", NAMES)
def test_an_svg_tells_what_it_shows(name):
    root = ElementTree.fromstring(charts.picture(record(name), ".svg"))
    title, told = charts.words_of(record(name))
    assert root.attrib["role"] == "img"
    assert root.findtext(f"{SVG}title") == title
    assert root.findtext(f"{SVG}desc") == told
    assert told.endswith(".")
    assert "nan" not in told


def test_names_are_drawn_as_they_are():
    drawn = charts.figure_of(record("attack weird"))
    assert drawn.texts[0].get_text() == "Batman (AC) attacks Jo $x_2$ <b> & 漢"
    assert not drawn.texts[0].get_parse_math() or "$" in drawn.texts[0].get_text()
    card = dataclasses.replace(bmg.card("Joker (AC)"), name="a\x1b[31mb\x00 --> \n c")
    ElementTree.fromstring(charts.picture(bmg.attack(BATMAN, card).record(), ".svg"))


def test_the_footer_says_what_the_answer_rests_on():
    known = record("attack mc")
    text = footer(known)
    assert "revised rules" in text
    assert "1,000 rolls, seed 1" in text
    assert known["version"] in text
    assert all(name in text for name in known["inferred_readings"])
    assert "counted exactly" in footer(record("attack"))


@pytest.mark.parametrize("name", ["attack mc", "curve", "split own", "rank", "readings", "efforts"])
def test_the_plotted_data_can_be_had(name, tmp_path):
    path, data = tmp_path / "a.svg", tmp_path / "a.csv"
    written = charts.draw(record(name), str(path), data=str(data))
    assert [str(path), str(data), f"{data}.provenance.json"] == written
    rows = list(csv.DictReader(io.StringIO(data.read_text())))
    columns, expected = charts.data_of(record(name))
    assert list(rows[0]) == list(columns)
    assert [row[columns[-1]] for row in rows] == [str(row[columns[-1]] if row[columns[-1]] is not None else "")
                                                  for row in expected]  # fmt: skip


def test_nothing_is_written_where_something_cannot_be(tmp_path):
    with pytest.raises(BmgError, match="cannot be written"):
        charts.draw(record("attack"), str(tmp_path / "a.svg"), data=str(tmp_path / "no" / "a.csv"))
    assert list(tmp_path.iterdir()) == []


def test_wrong_looks_are_refused():
    with pytest.raises(BmgError, match="--theme blue is not known; allowed: light, dark"):
        charts.figure_of(record("attack"), theme="blue")
    with pytest.raises(BmgError, match="--size wall is not known; allowed: blog, card"):
        charts.figure_of(record("attack"), size="wall")
    with pytest.raises(BmgError, match="roster list has no chart"):
        charts.figure_of({"command": "roster list"})


# --- small routines -------------------------------------------------------------------------------------------


@given(
    st.lists(st.tuples(st.floats(-10, 110), st.floats(1, 12)), min_size=1, max_size=8),
)
def test_spread_labels_keep_their_distance_order_and_room(labels):
    wanted, gaps = [height for height, _ in labels], [gap for _, gap in labels]
    found = spread(wanted, gaps, 0.0, 100.0)
    order = sorted(range(len(found)), key=lambda place: found[place])
    for one, other in itertools.pairwise(order):
        assert found[other] - found[one] >= (gaps[one] + gaps[other]) / 2 - 1e-6
        assert wanted[one] <= wanted[other] + 1e-9
    assert found[order[0]] - gaps[order[0]] / 2 >= -1e-6
    assert found[order[-1]] + gaps[order[-1]] / 2 <= 100 + 1e-6


def test_labels_with_room_stay_where_they_belong():
    assert spread([10.0, 50.0, 90.0], [5.0, 5.0, 5.0], 0.0, 100.0) == [10.0, 50.0, 90.0]


@given(st.floats(1e-6, 1e6))
def test_the_end_of_a_scale_is_round_and_near(value):
    top, step = ceiling(value)
    assert value <= top * (1 + 1e-9)
    assert top <= 2.0 * value * (1 + 1e-9)
    assert 2 <= round(top / step) <= 5
    assert top / step == pytest.approx(round(top / step))


@given(st.text(st.characters(codec="ascii", exclude_categories=("C",)), max_size=60), st.floats(40, 300))
def test_wrapped_lines_fit(text, room):
    assert all(width_of(line, 12.0) <= room or len(line) == 1 for line in wrap(text, room, 12.0))
    assert "".join(wrap(text, room, 12.0)).replace(" ", "") == text.replace(" ", "")
