"""Rosters: finding a card, and users' files with everything that can be wrong in them."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bmg_odds.errors import BmgError
from bmg_odds.facts import Card, Roster, Weapon, bundled, find_weapon
from bmg_odds.facts import roster as roster_module
from bmg_odds.facts import userfile as userfile_module
from bmg_odds.facts.lines import LineIndex
from bmg_odds.facts.userfile import RosterError, check_file, load_file

GOOD = """\
edition = "third"
source = "typed from the card"
date = 2020-02-03

[[card]]
name = "Catwoman"
rank = "free agent"
willpower = 6
strength = "5+"
movement = 15
attack = 3
defense = 5
endurance = 5
traits = ["Acrobat", "Thief*"]
note = "a test"
[[card.weapon]]
name = "Whip"
damage = "SB"
traits = ["Reach (2)"]

[[card]]
name = "Batman"
willpower = 8
strength = 3
movement = 10
attack = 5
defense = 5
endurance = 8
"""

BAD = """\
# comment line
edition = "fourth"
sauce = "me"

[[card]]
name = "Night Guard"
willpower = 5
strength = "8+"
movement = 2
attack = 15
defence = 3
endurance = 5
rank = "Leadr"
note = \"\"\"
attack = 3
\"\"\"
traits = [
    "Arrest",  # fine
    7,
]

[[card.weapon]]
name = "Baton"
damage = "BX"
trait = ["Handy"]
[[card.weapon]]
name = "baton"
rof = true

[[card]]
name = "night guard"
willpower = "5"
strength = 4
movement = 2.5
attack = 3
defense = 3
endurance = 5

[[card]]
name = "  "
willpower = 5
weapon = [{ name = "Gun", damage = "Q" }]

[[card]]
strength = 3
"""

# line, card, key, a part of the message: every mistake of BAD
PLANTED = [
    (2, "", "edition", '"fourth": one of 2012, revised, third; nearest: '),
    (3, "", "sauce", "nearest: source"),
    (5, "Night Guard", "defense", "is missing: a whole number from 1 to 12"),
    (8, "Night Guard", "strength", '"8+": a whole number from 1 to 7'),
    (10, "Night Guard", "attack", "attack = 15: a whole number from 0 to 12"),
    (11, "Night Guard", "defence", "unknown key; "),
    (13, "Night Guard", "rank", "nearest: Leader"),
    (19, "Night Guard", "traits", "traits = 7: a list of names"),
    (24, "Night Guard", "damage", '"BX": the letters B'),
    (25, "Night Guard", "trait", "nearest: traits"),
    (27, "Night Guard", "name", '"baton": the weapon of line 23 is called so too'),
    (28, "Night Guard", "rof", "rof = true: a whole number from 0 to 12"),
    (31, "night guard", "name", '"night guard": the card of line 6 is called so too'),
    (32, "night guard", "willpower", 'willpower = "5": a whole number from 0 to 20'),
    (34, "night guard", "movement", "movement = 2.5"),
    (39, "card 3", "strength", "is missing"),
    (39, "card 3", "movement", "is missing"),
    (39, "card 3", "attack", "is missing"),
    (39, "card 3", "defense", "is missing"),
    (39, "card 3", "endurance", "is missing"),
    (40, "card 3", "name", "a name in quotes, not empty"),
    (42, "card 3", "damage", '"Q": the letters B'),
    (44, "card 4", "name", "is missing"),
    (44, "card 4", "willpower", "is missing"),
    (44, "card 4", "movement", "is missing"),
    (44, "card 4", "attack", "is missing"),
    (44, "card 4", "defense", "is missing"),
    (44, "card 4", "endurance", "is missing"),
]


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.toml"
    path.write_text(GOOD, encoding="utf-8")
    return path


def write(folder: Path, text: str | bytes, name: str = "my.toml") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_good_file(good: Path) -> None:
    catwoman, batman = load_file(good)
    assert (catwoman.edition, catwoman.rank, catwoman.strength) == ("third", "Free Agent", 5)
    assert catwoman.weapons == (Weapon(name="Whip", damage="BS", traits=("Reach (2)",)),)
    assert (catwoman.traits, catwoman.note, catwoman.typed) == (("Acrobat", "Thief*"), "a test", False)
    assert (batman.rank, batman.reputation, batman.special) == (None, None, 3)
    assert check_file(good).warnings == ()


def test_every_mistake_is_named_at_once(tmp_path: Path) -> None:
    report = check_file(write(tmp_path, BAD))
    assert report.cards == ()
    assert [(m.line, m.card, m.key) for m in report.mistakes] == [planted[:3] for planted in PLANTED]
    for mistake, (_, _, _, part) in zip(report.mistakes, PLANTED, strict=True):
        assert part in mistake.message
        assert "\n" not in str(mistake)
        assert str(mistake).startswith(f"{report.file}:{mistake.line}: ")
    assert str(report.mistakes[2]).endswith(": Night Guard: defense is missing: a whole number from 1 to 12")


def test_loading_a_bad_file_lists_the_mistakes(tmp_path: Path) -> None:
    with pytest.raises(RosterError) as caught:
        load_file(write(tmp_path, BAD))
    assert isinstance(caught.value, BmgError)
    assert str(caught.value).split("\n") == [str(mistake) for mistake in caught.value.mistakes]
    assert len(caught.value.mistakes) == len(PLANTED)


def test_unknown_traits_are_warnings(tmp_path: Path) -> None:
    text = GOOD.replace('"Acrobat", "Thief*"', '"Acrobat",\n"Theif*"').replace("Reach (2)", "Raech (2)")
    report = check_file(write(tmp_path, text))
    assert report.mistakes == ()
    assert len(report.cards) == 2
    assert [(w.line, w.card, w.key) for w in report.warnings] == [
        (15, "Catwoman", "traits"),
        (20, "Catwoman", "traits"),
    ]
    assert "nearest: Thief" in report.warnings[0].message
    assert "nearest: Reach" in report.warnings[1].message


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ('[[card]]\nname = "A\n', 2, "not TOML, column 10: "),
        ("[[card]]\nname = \n", 2, "not TOML, column 8: "),
        ("a = [1,", 1, "not TOML, column 8: "),
        ("a = 1\na = 2\n", 2, "not TOML, column 6: "),
        ("a = " + "9" * 5000, 1, "not TOML"),
        ("a = " + "[" * 20000, 1, "not TOML"),
        ("", 1, "is missing: at least one [[card]] table"),
        ("[card]\nname = 'A'", 1, "card = a table: at least one [[card]] table"),
        ("card = [3]", 1, "card = 3"),
        ("[[cards]]", 1, "nearest: card"),
    ],
)
def test_broken_files(tmp_path: Path, text: str, line: int, part: str) -> None:
    mistakes = check_file(write(tmp_path, text)).mistakes
    assert any(mistake.line == line and part in f"{mistake.key} {mistake.message}" for mistake in mistakes)


def test_unreadable_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(userfile_module, "LARGEST", 1024**2)
    cases: list[tuple[str | Path, str]] = [
        (write(tmp_path, b"a = 1\nb = '\xff'", "latin.toml"), "not UTF-8 text, first at line 2"),
        (write(tmp_path, b"#" * (1024**2 + 1), "huge.toml"), "larger than 1 MB"),
        (tmp_path, "directory"),
        (tmp_path / "none.toml", "No such file"),
        ("\0", "not a file name"),
    ]
    for path, part in cases:
        with pytest.raises(BmgError, match=part) as caught:
            check_file(path)
        assert not isinstance(caught.value, RosterError)
        assert "\n" not in str(caught.value)


def test_a_byte_order_mark_and_windows_lines_do_no_harm(tmp_path: Path) -> None:
    text = "\ufeff" + GOOD.replace("attack = 3", "attack = 33").replace("\n", "\r\n")
    [mistake] = check_file(write(tmp_path, text)).mistakes
    assert (mistake.line, mistake.key) == (11, "attack")


def test_line_index_of_odd_toml() -> None:
    text = (
        "a.b = '''\n[[x]]\n'''\n\"q k\" = {c = 1, d = [1, 2]}\n[[ card ]] # [[card]]\n"
        '[card."sub.t"]\nv = """a\\"""\n""" # "\n[[card]]\nlist = [ # one\n\n [1,\n 2],'
        '\n "x, ]",\n{a = 1}]\nz = 1\n'
    )
    index = LineIndex(text)
    assert index.line("a", "b") == 1
    assert index.line("q k", "d", 1) == 4
    assert index.line("card", 0) == 5
    assert index.line("card", 0, "sub.t", "v") == 7
    assert index.line("card", 1) == 9
    assert [index.line("card", 1, "list", place) for place in range(3)] == [12, 14, 15]
    assert index.line("card", 1, "z") == 16
    assert index.line("nowhere") == 1


def test_a_users_card_wins(tmp_path: Path) -> None:
    mine = (
        '[[card]]\nname = "BOB"\nwillpower = 1\nstrength = 5\nmovement = 2\nattack = {}\ndefense = 2\nendurance = 5\n'
    )
    first = write(tmp_path, mine.format(1), "first.toml")
    second = write(tmp_path, 'edition = "2012"\n' + mine.format(2), "second.toml")
    assert Roster.load([first]).find("bob", "revised").attack == 1
    assert Roster.load([first, second]).find("bob", "2012").attack == 2
    assert Roster.load([second, first]).find("bob", "2012").attack == 1
    assert len(Roster.load(str(first))) == len(bundled()) == 77
    assert bundled().find("bob", "revised").attack == 3


def test_an_exact_name_wins_over_a_part() -> None:
    roster = Roster(Card(name=name, edition="revised") for name in ("Robin", "Robin (Tim)", "Batgirl"))
    assert roster.find("robin", "revised").name == "Robin"
    assert roster.find("tim", "revised").name == "Robin (Tim)"


def test_ambiguous_names_list_candidates() -> None:
    with pytest.raises(BmgError) as caught:
        bundled().find("batman", "revised")
    first, second = str(caught.value).split("\n")
    assert first == '"batman" is the name of 7 cards, write more of it:'
    assert second.startswith("Batman (AC), Batman (AK), ")
    many = Roster(Card(name=f"Clown {number}", edition="revised") for number in range(30))
    with pytest.raises(BmgError, match="and 22 more"):
        many.find("clown", "revised")


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("Batmn (AC)", "Batman (AC)"),
        ("ridler", "The Riddler"),
        ("Solomon Grandy", "Solomon Grundy"),
        ("Harley Quin Arkham", "Harley Quinn"),
        ("Zsazs", "Victor Zsasz"),
    ],
)
def test_unknown_names_get_the_nearest(name: str, near: str) -> None:
    with pytest.raises(BmgError, match=r"nearest: ") as caught:
        bundled().find(name, "revised")
    assert near in str(caught.value).split("\n")[1]


def test_cards_of_another_edition(good: Path) -> None:
    roster = Roster.load([good])
    assert roster.editions == ("revised", "third")
    assert len(roster.cards("third")) == len(bundled().cards("third")) == 23
    assert roster.find("catwoman", "third").note == "a test"
    assert [card.name for card in Roster(load_file(good)).cards("third")] == ["Catwoman", "Batman"]
    with pytest.raises(BmgError, match=r"third edition, not of revised\n.*--as-edition"):
        Roster(load_file(good)).find("catwoman", "revised")
    with pytest.raises(BmgError, match=r"revised edition, not of third\n.*--as-edition"):
        roster.find("bob", "third")
    assert roster.find("bob", "third", as_edition=True).edition == "revised"
    assert roster.find("batman", "third").edition == "third"
    # "Batman" is a part of many first-edition names, and the whole name of one third-edition card
    with pytest.raises(BmgError, match="7 cards"):
        roster.find("batman", "revised")
    assert roster.find("batman", "revised", as_edition=True).edition == "third"
    assert roster.find("catwoman", "revised").name == "Catwoman (AC)"
    with pytest.raises(BmgError, match="no cards of the third edition"):
        Roster(roster.cards("revised")).find("xyzzy", "third")
    with pytest.raises(BmgError, match="no third card is called"):
        bundled().find("xyzzy", "third")


def test_a_bundled_card_of_another_edition_is_named() -> None:
    with pytest.raises(BmgError) as caught:
        bundled().find("batman (the batman)", "2012")
    assert str(caught.value) == (
        '"Batman (The Batman)" is a card of the third edition, not of 2012\n'
        "play it by 2012 rules all the same with --as-edition"
    )
    with pytest.raises(BmgError) as caught:
        bundled().find("penguin", "third")
    assert str(caught.value) == (
        '"penguin" is the name of 3 cards of the revised edition, not of third\n'
        "play one of them all the same with --as-edition: "
        "Penguin (AC), Blue Penguin (Axe), Titan Blue Penguin"
    )
    assert bundled().find("the batman", "revised", as_edition=True).edition == "third"
    assert bundled().find("mr. freeze", "third", as_edition=True).edition == "revised"
    with pytest.raises(BmgError, match=r"is the name of 3 cards, write more"):
        bundled().find("penguin", "third", as_edition=True)


@pytest.mark.parametrize(
    ("name", "edition", "read"),
    [
        ("bob", "revised", ["revised"]),
        ("batman", "revised", ["revised"]),  # ambiguous
        ("riddler", "2012", ["revised"]),
        ("batman", "third", ["third"]),
        ("the batman", "revised", ["revised", "third"]),
        ("xyzzy", "third", ["third", "revised"]),
    ],
)
def test_only_the_cards_asked_for_are_read(
    name: str, edition: str, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    whole = roster_module._bundled

    def spy(edition: str) -> dict[str, Card]:
        if edition not in seen:
            seen.append(edition)
        return whole(edition)

    monkeypatch.setattr(roster_module, "_bundled", spy)
    with contextlib.suppress(BmgError):
        bundled().find(name, edition)
    assert seen == read


def test_mapping() -> None:
    roster = bundled()
    assert set(roster) == {(card.name, card.edition) for card in roster.values()}
    assert [card.edition for card in roster.values()] == ["revised"] * 54 + ["third"] * 23
    assert ("BOB", "2012") in roster
    assert roster.get(("Bob", "third")) is None
    assert bundled() is roster


def test_weapons_by_name() -> None:
    card = bundled()["Wonder Woman", "revised"]
    assert find_weapon(card, "LASSO").damage == "S"
    assert find_weapon(card, "sword").name == "Sword"
    with pytest.raises(BmgError, match=r"2 weapons") as caught:
        find_weapon(bundled()["Penguin (AC)", "revised"], "umbrella")
    assert "Umbrella Cannon, Umbrella Blade" in str(caught.value)
    with pytest.raises(BmgError, match=r"its weapons: Sword, Magic Shield, .*; nearest: Sword"):
        find_weapon(card, "swrod")
    with pytest.raises(BmgError, match="no weapon"):
        find_weapon(card, "")
    with pytest.raises(BmgError, match="its weapons: none"):
        find_weapon(Card(name="A", edition="revised"), "unarmed")
    fists = Weapon(name="Unarmed", damage="SS")
    assert find_weapon(Card(name="A", edition="revised", weapons=(fists,)), "unarmed") is fists


lines = st.sampled_from(GOOD.split("\n") + BAD.split("\n"))
toml_like = st.lists(lines).map("\n".join)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary() | st.text().map(lambda text: text.encode("utf-8", "surrogatepass")) | toml_like.map(str.encode))
@example(BAD.encode())
@example(b"[[card]]\n[card.weapon]\nname = 1\n")
@example(b"a.b.c.d = 1\n[[x.y]]\n[x.y.z]\n")
@example(b"card = [{name='A', weapon=[1, {name=''}]}, 3, [[]]]")
@example(b"date = 1979-05-27T07:32:00Z\n[card.x]\ny = inf\n")
def test_any_bytes_are_a_roster_or_a_report(tmp_path: Path, raw: bytes) -> None:
    path = write(tmp_path, raw)
    try:
        report = check_file(path)
    except BmgError as error:
        message = str(error)
    else:
        message = ""
    assert "\n" not in message
    if message:
        return
    count = raw.count(b"\n") + 1
    for mistake in (*report.mistakes, *report.warnings):
        assert str(mistake).isprintable()
        assert 1 <= mistake.line <= count
    if report.mistakes:
        with pytest.raises(RosterError):
            load_file(path)
    else:
        assert report.cards == load_file(path)
