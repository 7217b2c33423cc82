"""Crews: files of several models wherever a list of models is asked for, and everything that can be wrong in them."""

import contextlib
import json
from dataclasses import replace
from statistics import fmean

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bmg_odds as bmg
from bmg_odds.answers.curve import curve
from bmg_odds.answers.many import weapon_names
from bmg_odds.answers.provenance import ask_again
from bmg_odds.answers.rank import rank
from bmg_odds.answers.shown import rows_shown
from bmg_odds.answers.split_fire import split_fire
from bmg_odds.cli.main import run
from bmg_odds.errors import BmgError
from bmg_odds.facts import Weapon, bundled
from bmg_odds.facts.crew import check_crew, check_either, with_crews
from bmg_odds.facts.userfile import RosterError, check_file

BATMAN, JOKER, POLICEMAN = "Batman (AC)", "Joker (AC)", "Gotham Policeman"
CREW = """\
crew = "The watch"
roster = "guards.toml"

[[member]]
name = "Night Guard"
count = 3

[[member]]
name = "joker (ac)"  # a part or another case will do

[[member]]
name = "Night Guard:attack=5,damage=SS"
"""
GUARDS = """\
[[card]]
name = "Night Guard"
willpower = 5
strength = 5
movement = 2
attack = 3
defense = 3
endurance = 5
reputation = 20
[[card.weapon]]
name = "Baton"
damage = "BS"
"""


@pytest.fixture
def crew(tmp_path):
    (tmp_path / "guards.toml").write_text(GUARDS, encoding="utf-8")
    path = tmp_path / "crew.toml"
    path.write_text(CREW, encoding="utf-8")
    return str(path)


@pytest.fixture
def gang(tmp_path):
    path = tmp_path / "gang.toml"
    path.write_text(f'crew = "Gang"\n[[member]]\nname = "{POLICEMAN}"\ncount = 2\n[[member]]\nname = "{BATMAN}"\n')
    return str(path)


# --- the file -----------------------------------------------------------------------------------------------


def test_members_stand_in_the_order_of_the_file_as_often_as_they_count(crew):
    report = check_crew(crew)
    assert not report.mistakes
    assert report.crew == "The watch"
    changed = "Night Guard:attack=5,damage=SS"
    assert [card.name for card in report.cards] == ["Night Guard"] * 3 + [JOKER, changed]
    assert report.cards[0].attack == 3
    assert (report.cards[4].attack, report.cards[4].weapons[0].damage) == (5, "SS")
    assert with_crews(["A", crew], bundled(), "revised") == ["A", *report.cards]


def test_a_crews_own_cards_win_over_those_given(crew, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(GUARDS.replace("attack = 3", "attack = 7"), encoding="utf-8")
    [guard, *_] = with_crews([crew], bmg.roster(mine), "2012")
    assert guard.attack == 3
    bare = tmp_path / "bare.toml"
    bare.write_text(CREW.replace('roster = "guards.toml"', ""), encoding="utf-8")
    [guard, *_] = with_crews([bare], bmg.roster(mine), "2012")
    assert guard.attack == 7
    assert [mistake.line for mistake in check_crew(bare).mistakes] == [5, 12]


BROKEN = {
    'crew = ""': (1, 'crew = "": a name in quotes, not empty'),
    "editoin = 3": (2, "editoin: unknown key; allowed: crew, edition, roster, member; nearest: edition"),
    'edition = "thrid"': (2, 'edition = "thrid": one of 2012, revised, third; nearest: third'),
    "roster = 3": (2, "roster = 3: the name of a roster file beside this one"),
    'roster = ["none.toml"]': (2, 'roster = "none.toml": no such file beside the crew\'s'),
    'roster = ["/dev/tty"]': (2, 'roster = "/dev/tty": no such file beside the crew\'s'),
    'roster = "bad.toml"': (2, "bad.toml:1: card 1: name is missing: a name in quotes, not empty, and 6 more"),
    'roster = "crew.toml"': (2, "a crew, not a roster of cards"),
    "member = 3": (2, "member = 3: one to 200 [[member]] tables"),
    "member = [3]": (2, "member = 3: one to 200 [[member]] tables"),
    "[[member]]": (2, "name is missing: a model in quotes"),
    '[[member]]\nname = " "': (3, 'name = "": a model in quotes'),
    '[[member]]\nname = "Batmn"': (3, 'no revised card is called "Batmn"; nearest: Batman (AO)'),
    '[[member]]\nname = "penguin"': (3, '"penguin" is the name of 3 cards, write more of it: Penguin (AC), '),
    '[[member]]\nname = "Bob:attack=15"': (3, "attack"),
    '[[member]]\nname = "Bob:atack=5"': (3, "nearest: attack"),
    '[[member]]\nname = "crew.toml"': (3, "is a file, and one model is asked for here"),
    '[[member]]\nname = "Bob"\ncount = 0': (4, "Bob: count = 0: a whole number from 1 to 200"),
    '[[member]]\nname = "Bob"\ncount = true': (4, "Bob: count = true: a whole number from 1 to 200"),
    '[[member]]\nname = "Bob"\ncuont = 3': (4, "Bob: cuont: unknown key; allowed: name, count; nearest: count"),
    '[[member]]\nname = "Bob"\ncount = 150\n[[member]]\nname = "Bob"\ncount = 51': (
        2,
        "come to 201 models: at most 200",
    ),
    "[[member]": (2, "not TOML"),
}


@pytest.mark.parametrize("text", BROKEN)
def test_a_mistake_is_named_with_its_line(text, tmp_path):
    (tmp_path / "bad.toml").write_text("[[card]]\n", encoding="utf-8")
    path = tmp_path / "crew.toml"
    start = "" if text.startswith("crew") else 'crew = "A"\n'
    end = "" if "member" in text else '\n[[member]]\nname = "Bob"\n'
    path.write_text(start + text + end, encoding="utf-8")
    line, message = BROKEN[text]
    mistakes = check_crew(path).mistakes
    assert [mistake.line for mistake in mistakes] == [line]
    assert message in str(mistakes[0])
    assert "\n" not in str(mistakes[0])
    with pytest.raises(RosterError):
        with_crews([path], bundled(), "revised")


def test_every_mistake_is_named_at_once(tmp_path):
    path = tmp_path / "crew.toml"
    path.write_text('crew = 3\n[[member]]\nname = "Batmn"\ncount = 0\n[[member]]\nnam = "Bob"\n', encoding="utf-8")
    assert [mistake.line for mistake in check_crew(path).mistakes] == [1, 3, 4, 5, 6]


def test_crews_and_rosters_are_not_taken_for_each_other(crew, tmp_path):
    guards = tmp_path / "guards.toml"
    assert "a crew, not a roster" in check_file(crew).mistakes[0].message
    assert "a roster of cards" in check_crew(guards).mistakes[0].message
    assert check_either(crew).crew
    assert not check_either(guards).crew
    assert len(check_either(guards).cards) == 1
    with pytest.raises(BmgError, match="is a file, and one model is asked for here"):
        bmg.attack(crew, JOKER)
    with pytest.raises(BmgError, match=r"crew file no\.toml: No such file"):
        rank("attackers", against="no.toml")


def test_a_crew_of_another_edition_is_refused_and_played_if_asked(crew):
    with pytest.raises(BmgError, match="is a crew of the revised edition, not of third"):
        curve("Batman", crew, over="defense", rules="third")
    assert len(with_crews([crew], bundled(), "third", as_edition=True)) == 5


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(alphabet='crewmbnaouti=[]"{},.0123456789\n ', max_size=80))
def test_a_broken_file_is_said_and_never_a_surprise(tmp_path, text):
    path = tmp_path / "noise.toml"
    path.write_text('crew = "A"\n[[member]]\nname = "Bob"\n' + text, encoding="utf-8")
    with contextlib.suppress(BmgError):
        report = check_crew(path)
        assert bool(report.cards) != bool(report.mistakes)


# --- where it is asked for ----------------------------------------------------------------------------------


def best(attacker, target):
    return max(bmg.attack(attacker, target, weapon=name).inflicted.markers for name in weapon_names(attacker))


def test_counts_weigh_in_the_mean_of_a_ranking(gang):
    police, batman = bmg.card(POLICEMAN), bmg.card(BATMAN)
    rows = rank("defenders", against=gang, only=["leader"])
    for row in rows.rows:
        target = bmg.card(row["name"])
        wanted = fmean([best(police, target), best(police, target), best(batman, target)])
        assert row["value"] == pytest.approx(wanted, abs=1e-12)
    assert rows.fields["against"] == ["2x Gotham Policeman", BATMAN]
    assert rows.fields["others"] == 3
    one = rank("defenders", against=[police, batman], only=["leader"])
    assert [row["value"] for row in one.rows] != [row["value"] for row in rows.rows]


def test_the_best_weapon_is_the_best_against_the_crew_as_it_stands():
    # A weapon good against one target and one good against the other: the counts decide between them.
    soft, hard = (bmg.card(f"defense=2,endurance=6,traits={trait},name={trait}vest") for trait in ("", "Kevlar Vest"))
    club, gun = Weapon(name="club", damage="SS"), Weapon(name="ray", damage="B", traits=("Firearm",), rof=3, ammo=2)
    both = replace(bmg.card("attack=4,strength=4,willpower=6"), weapons=(club, gun), typed=False)
    chosen = []
    for counts in ((9, 1), (1, 9)):
        against = [soft] * counts[0] + [hard] * counts[1]
        [row] = rank("attackers", against=against, crew=both).rows
        values = {
            weapon: fmean(bmg.attack(both, target, weapon=weapon).inflicted.markers for target in against)
            for weapon in weapon_names(both)
        }
        assert row["weapon"] == max(values, key=values.__getitem__)
        assert row["value"] == pytest.approx(max(values.values()), abs=1e-12)
        chosen.append(row["weapon"])
    assert chosen == ["club", "ray"]


def test_only_the_members_of_a_crew_are_ranked(crew, gang):
    rows = rank("attackers", crew=crew, against=gang)
    assert {row["name"]: row["count"] for row in rows.rows} == {
        "Night Guard": 3, JOKER: 1, "Night Guard:attack=5,damage=SS": 1,
    }  # fmt: skip
    cards = check_crew(crew).cards
    wanted = {
        card.name: fmean([best(card, bmg.card(POLICEMAN))] * 2 + [best(card, bmg.card(BATMAN))]) for card in cards
    }
    assert {row["name"]: row["value"] for row in rows.rows} == pytest.approx(wanted, abs=1e-12)
    assert rows.fields["crew_mean"] == pytest.approx(fmean(wanted[card.name] for card in cards), abs=1e-12)
    assert "Mean over the crew's models ranked, 5 in all" in rows_shown(rows).text("table")
    paid = rank("attackers", crew=crew, against=gang, per="reputation")
    assert {row["name"]: row["value"] for row in paid.rows}["Night Guard"] == pytest.approx(wanted["Night Guard"] / 20)


def test_rolled_members_are_rolled_once_with_the_error_of_their_weight(gang):
    rolled = rank("attackers", crew=POLICEMAN, against=gang, engine="mc", trials=4000, seed=5)
    alone = [
        rank("attackers", crew=POLICEMAN, against=name, engine="mc", trials=4000, seed=5).rows[0]
        for name in (POLICEMAN, BATMAN)
    ]
    [row] = rolled.rows
    # The first attack has the dice of the same attack asked alone; the second has its own.
    assert 0 < row["standard_error"] < alone[0]["standard_error"] + alone[1]["standard_error"]
    exact = rank("attackers", crew=POLICEMAN, against=gang).rows[0]["value"]
    # False alarm 2e-9 (six standard errors); seen are shifts of 0.2 markers and more.
    assert abs(row["value"] - exact) < 6 * row["standard_error"] < 0.2


def test_a_curve_has_a_line_for_each_member(crew):
    rows = curve(BATMAN, [crew, "Bob"], over="dc").rows
    lines = dict.fromkeys(row["target"] for row in rows)
    assert list(lines) == ["Night Guard", JOKER, "Night Guard:attack=5,damage=SS", "Bob"]
    alone = curve(BATMAN, JOKER, over="dc").rows
    assert [row for row in rows if row["target"] == JOKER] == list(alone)


def test_a_sequence_of_a_crew_is_that_of_its_members(gang):
    found = bmg.sequence(JOKER, gang, dc=2)
    named = bmg.sequence(JOKER, [f"2x {POLICEMAN}", BATMAN], dc=2)
    assert found.after == named.after
    assert (
        bmg.sequence(JOKER, ["Bob", gang], dc=2).after
        == bmg.sequence(JOKER, ["Bob", *check_crew(gang).cards], dc=2).after
    )


def test_dice_are_divided_between_the_models_of_a_crew(gang):
    rows = split_fire([gang], "attack=3,strength=3,damage=SS,willpower=5")
    assert rows.fields["targets"] == [POLICEMAN, POLICEMAN, BATMAN]


@pytest.mark.compiled
@pytest.mark.parametrize(
    "ask",
    [
        lambda crew, gang: rank("attackers", crew=crew, against=[gang, crew]),
        lambda crew, gang: rank("defenders", against=crew, only=["leader"]),
        lambda crew, gang: rank("defenders", crew=gang, against="all", per="reputation"),
        lambda crew, gang: curve("Bob", [crew, gang], over="defense"),
        lambda crew, gang: split_fire([gang], BATMAN),
    ],
)
def test_an_answer_is_asked_again_without_the_files(ask, crew, gang, tmp_path):
    rows = ask(crew, gang)
    arguments = json.loads(json.dumps(rows.fields["arguments"]))
    for path in tmp_path.iterdir():
        path.unlink()
    again = ask_again(arguments).record
    was = rows_shown(rows).record
    assert json.loads(json.dumps(again)) == json.loads(json.dumps(was))


@pytest.mark.compiled
def test_a_sequence_is_asked_again_without_the_files(crew, tmp_path):
    outcome = bmg.sequence("defense=3,endurance=4,willpower=5", [crew, "Bob//2"], dc=1)
    arguments = json.loads(json.dumps(dict(outcome.arguments)))
    for path in tmp_path.iterdir():
        path.unlink()
    assert ask_again(arguments).record["after"] == outcome.record()["after"]


def test_the_commands_take_crews(crew, gang, tmp_path, capfd):
    assert run(["roster", "check", crew]) == 0
    assert capfd.readouterr().out == "crew The watch: 5 models, no mistakes\n"
    assert run(["rank", "attackers", "--crew", crew, "--against", gang]) == 0
    assert "2x Gotham Policeman" in capfd.readouterr().out
    assert run(["curve", BATMAN, crew, "--over", "dc", "-o", str(tmp_path / "a.csv")]) == 0
    assert run(["sequence", JOKER, "--by", gang, "--format", "json"]) == 0
    capfd.readouterr()
    bad = tmp_path / "bad.toml"
    bad.write_text('crew = "A"\n[[member]]\nname = "Batmn"\n[[member]]\n', encoding="utf-8")
    assert run(["roster", "check", str(bad)]) == 1
    assert run(["rank", "attackers", "--crew", str(bad)]) == 2
    err = capfd.readouterr().err.splitlines()
    assert err[-2].endswith(
        'bad.toml:3: no revised card is called "Batmn"; nearest: Batman (AO), Batman (AK), Batman (AC)'
    )
    assert err[-1].endswith(f"and 1 more: bmg-odds roster check {bad} lists all")
