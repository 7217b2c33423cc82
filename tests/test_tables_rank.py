"""Rankings equal a loop by hand, and the whole roster in one batch equals attacks asked alone."""

import random
from dataclasses import replace
from itertools import product
from statistics import fmean

import pytest

import bmg_odds as bmg
from bmg_odds.answers.many import weapon_names
from bmg_odds.answers.rank import rank, whole_roster
from bmg_odds.answers.shown import rows_shown
from bmg_odds.answers.whole_roster import figure_values
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.facts.roster import Roster

JOKER, POLICEMAN = "Joker (AC)", "Gotham Policeman"


def card(name, **changes):
    values = {"willpower": 5, "strength": 4, "movement": 3, "attack": 3, "defense": 3, "endurance": 5}
    return Card(name=name, edition="revised", **(values | changes))


BATON, GUN = Weapon(name="Baton", damage="SS", traits=("Heavy",)), Weapon(name="Gun", damage="BB", rof=3, ammo=2)
THREE = Roster([
    card("Thug", rank="Henchman", reputation=20, funding=0, weapons=(BATON, GUN)),
    card("Boss", rank="Leader/Sidekick", reputation=90, funding=300, attack=5, willpower=8, weapons=(BATON,)),
    card("Stray", rank="Free Agent", defense=2, endurance=4, traits=("Claws",)),
])  # fmt: skip
CARDS = THREE.cards("revised")


def by_hand(attacker, target, figure, **options):
    """The figure of every weapon of an attacker against one target."""
    return {
        name: bmg.attack(attacker, target, weapon=name, **options).figure(figure) for name in weapon_names(attacker)
    }


@pytest.mark.parametrize("figure", ["markers", "out", "at-least=2"])
def test_attackers_are_a_loop_by_hand(figure):
    rows = rank("attackers", roster=THREE, figure=figure)
    assert rows.columns == ("place", "name", "weapon", "figure", "value")
    wanted = {}
    for attacker in CARDS:
        values = [by_hand(attacker, target, figure) for target in CARDS]
        means = {name: fmean(each[name] for each in values) for name in values[0]}
        best = max(means, key=lambda name: round(means[name], 12))
        wanted[attacker.name] = means[best]
    assert {row["name"]: row["value"] for row in rows.rows} == pytest.approx(wanted, abs=1e-14)
    assert [row["value"] for row in rows.rows] == sorted(wanted.values(), reverse=True)
    assert [row["place"] for row in rows.rows] == [1, 2, 3]


@pytest.mark.parametrize("figure", ["markers", "out"])
def test_defenders_are_a_loop_by_hand(figure):
    rows = rank("defenders", roster=THREE, figure=figure)
    wanted = {
        target.name: fmean(max(by_hand(attacker, target, figure).values()) for attacker in CARDS) for target in CARDS
    }
    assert {row["name"]: row["value"] for row in rows.rows} == pytest.approx(wanted, abs=1e-14)
    values = [row["value"] for row in rows.rows]
    assert values == sorted(values)
    assert rows.rows[0]["weapons"].keys() == wanted.keys()


@pytest.mark.parametrize("side", ["attackers", "defenders"])
def test_against_one(side):
    rows = rank(side, roster=THREE, against="Boss", figure="markers").rows
    for row in rows:
        pair = (THREE[row["name"], "revised"], THREE["Boss", "revised"])
        values = by_hand(*(pair if side == "attackers" else pair[::-1]), "markers")
        assert row["value"] == max(values.values())
        assert row["weapon"] in {*values, "Claws"}


def test_prices():
    plain = {row["name"]: row for row in rank("attackers", roster=THREE).rows}
    rows = rank("attackers", roster=THREE, per="reputation")
    assert {row["name"]: row["value"] for row in rows.rows} == {
        "Thug": plain["Thug"]["value"] / 20,
        "Boss": plain["Boss"]["value"] / 90,
    }
    assert [each["name"] for each in rows.left_out] == ["Stray"]
    funding = rank("attackers", roster=THREE, per="funding")
    assert {each["name"]: each["reason"] for each in funding.left_out} == {
        "Thug": "it costs no funding: nothing to divide by",
        "Stray": "its funding is not known",
    }
    stood = {row["name"]: row["value"] for row in rank("defenders", roster=THREE).rows}
    at_stake = rank("defenders", roster=THREE, per="reputation").rows
    assert {row["name"]: row["value"] for row in at_stake} == pytest.approx(
        {"Thug": 20 * stood["Thug"], "Boss": 90 * stood["Boss"]}
    )


def test_per_ac_counts_the_ac_of_each_weapon():
    for row in rank("attackers", roster=THREE, per="ac", against="Boss").rows:
        attacker = THREE[row["name"], "revised"]
        each = {
            name: outcome.inflicted.markers / outcome.resolved.situation.ac
            for name in weapon_names(attacker)
            if (outcome := bmg.attack(attacker, THREE["Boss", "revised"], weapon=name))
        }
        assert row["value"] == pytest.approx(max(each.values()), abs=1e-14)


def test_counters_are_spent_as_far_as_they_go():
    rows = rank("attackers", roster=THREE, against="Stray", ac=4, dc=3).rows
    stray = THREE["Stray", "revised"]
    values = {}
    for attacker in CARDS:
        melee = [name for name in weapon_names(attacker) if name != "Gun"]
        found = [bmg.attack(attacker, stray, weapon=name, ac=min(4, attacker.attack), dc=2) for name in melee]
        if attacker.name == "Thug":
            found.append(bmg.attack(attacker, stray, weapon="Gun"))
        values[attacker.name] = max(one.inflicted.markers for one in found)
    assert {row["name"]: row["value"] for row in rows} == values


def test_only_ranks_match_either_of_two():
    assert [row["name"] for row in rank("attackers", roster=THREE, only=["sidekick"]).rows] == ["Boss"]
    assert len(rank("attackers", only=["Henchman", "leader"], against=JOKER).rows) == sum(
        bool({"Henchman", "Leader"} & set(each.ranks)) for each in bmg.roster().cards("revised")
    )


def test_ties_share_a_place():
    twins = Roster([card("A"), card("B"), card("C", attack=2)])
    assert [(row["place"], row["name"]) for row in rank("attackers", roster=twins).rows] == [
        (1, "A"),
        (1, "B"),
        (3, "C"),
    ]


def test_who_cannot_be_ranked_is_left_out():
    cards = Roster([*CARDS, card("Sleeper", attack=0), card("Giant", traits=("Huge",))])
    rows = rank("attackers", roster=cards, per="ac")
    assert {each["name"]: each["reason"] for each in rows.left_out} == {
        "Sleeper": "no AC are spent: nothing to divide by"
    }
    grab = rank("attackers", roster=cards, form="grab", against=["Boss", "Giant"])
    assert {row["name"] for row in grab.rows} == {"Giant"}
    assert {each["name"] for each in grab.left_out} == {"Thug", "Boss", "Stray", "Sleeper"}
    alone = rank("attackers", roster=Roster(CARDS), form="grab", against=["Boss", cards["Giant", "revised"]])
    assert [each["name"] for each in alone.left_out] == ["Giant"]
    assert len(alone.rows) == 3


def test_third_edition():
    rows = rank("attackers", rules="third", against="Joker", figure="out")
    for row in rows.rows[:4]:
        attacker = bmg.card(row["name"], rules="third")
        values = [
            bmg.attack(attacker, "Joker", rules="third", weapon=name).chance.out for name in weapon_names(attacker)
        ]
        assert row["value"] == max(values)


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"side": "bystanders"}, "attackers, defenders"),
        ({"side": "attackers", "per": "hat"}, "--per hat"),
        ({"side": "attackers", "only": ["Mook"]}, "Mook"),
        ({"side": "attackers", "against": "Nobody at all"}, "Nobody"),
        ({"side": "attackers", "figure": "pain"}, "pain"),
        ({"side": "attackers", "rules": "third", "per": "ac"}, "no counters"),
        ({"side": "attackers", "rules": "third", "dc": 1}, "--dc"),
        ({"side": "attackers", "attacker_efforts": 1}, "third"),
    ],
)
def test_wrong_input(options, what):
    with pytest.raises(bmg.BmgError, match=what):
        rank(**options)


SURE = 6.0
"""As in `test_tables_curve`: 6 rows raise a false alarm once in eighty million runs."""


@pytest.mark.compiled
@pytest.mark.parametrize("side", ["attackers", "defenders"])
@pytest.mark.parametrize("per", [None, "ac"])
def test_rolled_rankings_are_within_their_errors(side, per):
    exact = {row["name"]: row for row in rank(side, roster=THREE, per=per).rows}
    for row in rank(side, roster=THREE, per=per, engine="mc", trials=50_000, seed=1941).rows:
        assert 0.0 < row["standard_error"] < 0.01
        assert abs(row["value"] - exact[row["name"]]["value"]) <= SURE * row["standard_error"]
        assert row["weapon"] == exact[row["name"]]["weapon"]


@pytest.mark.compiled
def test_the_whole_roster_is_every_attack_alone():
    frame = whole_roster(at_least=3)
    cards = bmg.roster().cards("revised")
    pairs = frame.drop_duplicates(["attacker", "weapon", "target"])
    assert len(pairs) == sum(len(weapon_names(one)) for one in cards) * len(cards)
    assert set(pairs["attacker"]) == set(pairs["target"]) == {one.name for one in cards}
    for place in random.Random(1939).sample(range(len(frame)), 150):
        row = frame.iloc[place]
        melee = {"ac": int(row["ac"]), "dc": int(row["dc"])}
        weapon = next(w for w in (*bmg.card(row["attacker"]).weapons, None) if w is None or w.name == row["weapon"])
        options = {} if weapon and weapon.ranged else melee
        alone = bmg.attack(row["attacker"], row["target"], weapon=weapon.name if weapon else "unarmed", **options)
        for name in ("out", "ko", "casualty", "knocked_down", "critical", "damage", "impact", "markers", "injuries"):
            assert row[name] == pytest.approx(alone.figure(name), abs=1e-12)
        assert row["at_least"] == pytest.approx(alone.at_least("markers", 3), abs=1e-12)


@pytest.mark.compiled
def test_the_whole_roster_of_a_user():
    frame = whole_roster(roster=Roster(CARDS))
    found = {(row.attacker, row.weapon, row.target, row.ac, row.dc) for row in frame.itertuples()}
    wanted = set()
    for attacker, target in product(CARDS, CARDS):
        for name in weapon_names(attacker):
            outcome = bmg.attack(attacker, target, weapon=name)
            ranged = outcome.resolved.weapon.ranged
            acs = [2] if ranged else range(attacker.attack + 1)
            dcs = [0] if ranged else range(min(target.defense, target.willpower) + 1)
            wanted |= {(attacker.name, outcome.resolved.weapon.name, target.name, ac, dc) for ac in acs for dc in dcs}
    assert found == wanted


@pytest.mark.compiled
@pytest.mark.parametrize("figure", ["out", "markers", "at-least=2"])
def test_the_compiled_batch_is_the_single_answer(figure):
    found = [
        bmg.attack(attacker, replace(target, endurance=level)).resolved
        for attacker, target, level in product(CARDS, CARDS, (4, 5))
    ]
    alone = [
        bmg.Outcome(one, bmg.attack(one.question.attacker, one.question.target).table).figure(figure) for one in found
    ]
    assert figure_values(found, figure) == pytest.approx(alone, abs=1e-14)
    assert figure_values(found * 120, figure) == pytest.approx(alone * 120, abs=1e-12)


@pytest.mark.parametrize("form", ["table", "md", "csv", "json"])
def test_documents(form):
    for rows in (
        rank("attackers", roster=THREE, per="reputation"),
        rank("defenders", rules="third", against="Batman", engine="mc", trials=300, seed=2),
        rank("attackers", rules="third", per="reputation", against="Batman"),
    ):
        text = rows_shown(rows).text(form)
        if form == "table":
            assert max(len(line) for line in text.splitlines()) <= 80
