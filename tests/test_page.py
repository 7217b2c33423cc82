"""The single HTML page: what it carries, what it refuses, that nothing in it can act, and that it can be made again."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import bmg_odds as bmg
from bmg_odds.answers.page import page, page_data
from bmg_odds.answers.page_file import html, inert
from bmg_odds.answers.page_records import Pools, pair
from bmg_odds.answers.page_rests import rests
from bmg_odds.facts.roster import bundled
from bmg_odds.rules.edition import EDITIONS
from bmg_odds.rules.question import Question
from bmg_odds.rules.situation import Situation

BATMAN, COP = "Batman (AC)", "Gotham Policeman"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ask(cli, *arguments):
    return cli("page", "--attacker", BATMAN, "--target", COP, *arguments)


def carried(text):
    return json.loads(re.search(r'<script type="application/json">(.*)</script>', text)[1])


# --- the file -------------------------------------------------------------------------------------------------


def test_one_pair_is_a_small_file_and_nothing_is_fetched(folder, cli):
    done = ask(cli, "-o", "odds.html")
    assert (done.status, done.out) == (0, "")
    text = Path("odds.html").read_text(encoding="utf-8")
    assert len(text.encode()) < 43_000
    assert not re.search(r"https?:|//\w|@import|url\(|\bsrc=|\bhref=|fetch\(|XMLHttp|import\(", text)


def test_the_policy_names_the_very_style_and_script():
    text = html(page_data(EDITIONS["revised"], {"A": bundled().find(BATMAN, "revised")},
                          {"B": bundled().find(COP, "revised")}))  # fmt: skip
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)[1]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        inside = re.search(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)[1]
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert not re.search(r"<[^>]*\s(on\w+|style)=", text), "an inline handler or style would be refused"


class Read(HTMLParser):
    """What a browser would find in a page."""

    def __init__(self):
        super().__init__()
        self.tags, self.ended, self.comments = [], [], []

    @classmethod
    def of(cls, text):
        found = cls()
        found.feed(text)
        return found

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        self.ended.append(tag)

    def handle_comment(self, data):
        self.comments.append(data)


NASTY = "</script><script>alert(1)</script><!-- {{data}} \u2028 \" ' &amp;"


def test_names_are_text_and_nothing_else():
    card = bmg.Card(name=NASTY, edition="revised", attack=3, strength=3, defense=3, endurance=4,
                    weapons=(bmg.Weapon(name=NASTY, damage="S"),))  # fmt: skip
    text = page([card], [card]).text("md")
    read = Read.of(text)
    assert read.tags.count("script") == read.ended.count("script") == 2
    assert [comment[:10] for comment in read.comments] == [" bmg-odds "]
    assert set(read.tags) <= set(Read.of(page([BATMAN], [COP]).text("md")).tags)
    data = carried(text)
    assert data["attackers"][0]["name"] == NASTY
    assert data["attackers"][0]["weapons"][0].startswith(NASTY)


def test_the_third_edition_has_efforts_and_its_own_twin():
    data = carried(page(["Batman"], ["Joker"], rules="third").text("md"))
    assert data["attackers"][0]["efforts"] == 3
    assert data["targets"][0]["efforts"] == [3, 3, 3, 3, 3, 2, 1, 0]
    assert "counters" not in data["targets"][0]


def test_the_same_question_gives_the_same_bytes():
    assert page([BATMAN], [COP]).text("md") == page([BATMAN], [COP]).text("md")


def test_data_that_stands_in_a_script_element_cannot_end_it():
    assert "<" not in inert({"a": ["</script>", "<!--", "<script"]})


def test_twenty_by_twenty_would_be_less_than_a_megabyte():
    """Pools grow slower than the pairs that share them, so a few pairs bound what many take."""
    cards = [card for card in bundled().values() if card.edition == "revised"]
    few = {card.name: card for card in cards[1:20:7]}
    assert len(inert(page_data(EDITIONS["revised"], few, few))) * 400 / len(few) ** 2 < 1_000_000


# --- what it says it rests on ---------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize(("attacker", "target", "situation", "bits"), [
    (BATMAN, COP, {}, 1),
    (BATMAN, COP, {"dc": 2}, 1 + 2 + 4),
    (BATMAN, "Joker (AC)", {"stuns": 2, "dc": 1}, 1 + 2 + 8),
    ("Clown (Knife)", BATMAN, {"down": True, "dc": 2}, 1 + 2 + 4 + 16),
    ("Bob", BATMAN, {}, 1),
    ("High Security Henchman", "Bane (AC)", {"dc": 1}, 1 + 2),
])  # fmt: skip
def test_no_reading_is_left_out_that_an_answer_rests_on(attacker, target, situation, bits):
    asked = bmg.attack(attacker, target, **situation)
    question = asked.resolved.question
    plain = Question(question.edition, question.attacker, question.target, None, Situation())
    named = {text.partition("=")[0] for text, when in rests(plain, [""], [""])[0] if when & bits}
    assert set(asked.inferred_readings) <= named
    assert set(asked.inferred_traits) <= set(rests(plain, [""], [""])[1])
    assert list(asked.resolved.unmodelled) == rests(plain, [""], [""])[2]


def test_a_choice_that_cannot_be_made_says_why():
    pools = Pools()
    ask = Question(EDITIONS["revised"], bundled().find("Joker (AC)", "revised"),
                   bmg.Card(name="T", edition="revised", defense=3, endurance=4, special=0, traits=("Luck",)),
                   None, Situation())  # fmt: skip
    entry = pair(ask, pools)
    uses = pools.values["lists"][entry[1]]
    refused = [number for number in pools.values["grids"][entry[4]] if number < 0]
    assert uses == ["", "Luck (block)", "Luck (hit)"]
    assert refused
    assert "Special 0" in pools.values["texts"][-1 - refused[0]]


# --- the command ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("arguments", "said"), [
    (["--target", COP, "-o", "a.html"], "--attacker is missing"),
    (["--attacker", COP, "-o", "a.html"], "--target is missing"),
    (["--attacker", BATMAN, "--target", COP], "-o FILE.html is missing"),
    (["--attacker", BATMAN, "--target", COP, "-o", "a.md"], "ends in .html"),
    (["--attacker", BATMAN, "--target", COP, "-o", "no/a.html"], "folder does not exist"),
    (["--attacker", BATMAN, "--target", COP, "-o", "mine.html"], "is no page of bmg-odds"),
    (["--attacker", BATMAN, "--target", COP, "-o", "a.html", "--rules", "third"], "--as-edition"),
    (["--attacker", BATMAN, "--target", COP, "-o", "a.html", "--reading", "scratch=maybe"], "scratch"),
    (["--attacker", "attack=3", "--attacker", "attack=4", "--target", COP, "-o", "a.html"], "called typed-in model"),
    (["--attacker", BATMAN, "--target", "defense=3", "-o", "a.html"], "endurance"),
    ([*(f"--attacker=name=A{k},attack=3" for k in range(21)), "--target", COP, "-o", "a.html"], "names 21 models"),
    (["--attacker", "Batman", "--target", COP, "-o", "a.html"], "Batman (AK)"),
])  # fmt: skip
def test_what_cannot_be_is_said_in_a_line_or_two(folder, cli, arguments, said):
    Path("mine.html").write_text("<p>mine</p>")
    done = cli("page", *arguments)
    assert done.status == 2
    assert said in done.err
    assert 1 <= len(done.err.splitlines()) <= 2
    assert [path.name for path in folder.iterdir()] == ["mine.html"]
    assert Path("mine.html").read_text() == "<p>mine</p>"


def test_a_page_is_written_over_a_page(folder, cli):
    assert ask(cli, "-o", "odds.html").status == 0
    first = Path("odds.html").read_bytes()
    assert ask(cli, "--attacker", "Bob", "-o", "odds.html").status == 0
    assert Path("odds.html").read_bytes() != first


def test_changed_cards_and_crews_have_names_of_their_own(folder):
    Path("crew.toml").write_text('crew = "C"\n[[member]]\nname = "Bob"\ncount = 3\n[[member]]\nname = "Tot"\n')
    record = page(["crew.toml", "bob:attack=4", "name=Me,attack=3,strength=3,damage=S"], [COP]).record
    assert record["attackers"] == ["Bob", "Tot", "Bob (attack=4)", "Me"]


def test_a_page_can_be_made_again(folder, cli):
    Path("mine.toml").write_text('[[card]]\nname = "Mine"\nwillpower = 5\nstrength = 3\nmovement = 3\nattack = 4\n'
                                 'defense = 3\nendurance = 5\ntraits = ["Handi"]\n')  # fmt: skip
    done = cli("page", "--attacker", "Mine", "--target", COP, "--roster", "mine.toml", "--rules", "2012", "--reading",
               "crt=choice", "-o", "odds.html")  # fmt: skip
    assert "Handi" in done.err
    Path("mine.toml").unlink()
    again = cli("reproduce", "odds.html")
    assert again.status == 0, again.out
    assert "odds.html agrees" in again.out
    assert Path("odds.reproduced.html").read_bytes() == Path("odds.html").read_bytes()
    text = Path("odds.html").read_text(encoding="utf-8")
    Path("odds.html").write_text(text.replace('"endurance":', '"endurance" :', 1), encoding="utf-8")
    assert cli("reproduce", "odds.html").status == 1
