"""Splits and commitments: the surface is single attacks, and the inverse questions are its inverse."""

import pytest

import bmg_odds as bmg
from bmg_odds.answers.ask import question
from bmg_odds.answers.shown import rows_shown
from bmg_odds.answers.split import commit, split
from bmg_odds.rules.resolve import resolve
from bmg_odds.rules.splits import splits

BATMAN, JOKER, POLICEMAN = "Batman (AC)", "Joker (AC)", "Gotham Policeman"
PAIRS = [(BATMAN, JOKER), (POLICEMAN, "Bane (AC)"), ("attack=3,strength=4,damage=BS", "defense=3,endurance=5")]


def allowed(attacker, target, **options):
    """What `attack` accepts, tried one by one."""
    found = []
    for ac in range(13):
        for dc in range(13):
            try:
                bmg.attack(attacker, target, ac=ac, dc=dc, **options)
            except bmg.BmgError:
                continue
            found.append((ac, dc))
    return found


@pytest.mark.parametrize(("attacker", "target"), PAIRS)
def test_the_surface_is_every_attack_that_can_be_asked(attacker, target):
    rows = split(attacker, target, figure="markers")
    assert rows.columns == ("ac", "dc", "figure", "value", "standard_error")
    assert [(row["ac"], row["dc"]) for row in rows.rows] == allowed(attacker, target)
    for row in rows.rows:
        assert row["value"] == bmg.attack(attacker, target, ac=row["ac"], dc=row["dc"]).inflicted.markers


@pytest.mark.parametrize(
    "options",
    [
        {"injuries": 2, "stuns": 2},
        {"target_use": ["Titan Dose"]},
        {"use": ["Titan Dose"]},
        {"form": "grab", "attacker_stuns": 3},
        {"target_state": ["paralyzed"]},
        {"down": True, "reading": ["down_target=no_block"]},
        {"use": ["Feint"]},
    ],
)
def test_every_split_is_the_attack_resolved(options):
    attacker = "attack=4,willpower=7,strength=4,movement=3,damage=BS,endurance=6,traits=Combo+Titan Dose+Feint"
    target = "defense=4,willpower=6,attack=3,endurance=6,traits=Sustained Defense+Titan Dose"
    asked = question(attacker, target, **options)
    found = splits(asked)
    assert [(ac, dc) for ac in found.acs for dc in range(found.most_dc + 1)] == allowed(attacker, target, **options)
    for ac, dc, strike in found.strikes():
        alone = resolve(question(attacker, target, ac=ac, dc=dc, **options))
        assert alone.strike == strike
        assert alone.harm == found.resolved.harm


def test_a_shot_has_one_split():
    rows = split(BATMAN, JOKER, weapon="Batarang").rows
    assert [(row["ac"], row["dc"]) for row in rows] == [(2, 0)]
    assert rows[0]["value"] == bmg.attack(BATMAN, JOKER, weapon="Batarang").chance.out


@pytest.mark.parametrize("figure", ["out", "markers", "at-least=3"])
@pytest.mark.parametrize("level", [0.0, 0.1, 0.5, 0.9])
def test_commit_is_split_backwards(figure, level):
    surface = {(row["ac"], row["dc"]): row["value"] for row in split(BATMAN, POLICEMAN, figure=figure).rows}
    acs, dcs = sorted({ac for ac, _ in surface}), sorted({dc for _, dc in surface})
    reach = commit(BATMAN, POLICEMAN, figure=figure, chance=level)
    assert reach.columns == ("dc", "ac", "value")
    for row, dc in zip(reach.rows, dcs, strict=True):
        wanted = next((ac for ac in acs if surface[ac, dc] >= level), None)
        assert (row["dc"], row["ac"]) == (dc, wanted)
        assert row["value"] == (None if wanted is None else surface[wanted, dc])
        assert row["best"] == max(surface[ac, dc] for ac in acs)
    below = commit(BATMAN, POLICEMAN, figure=figure, below=level)
    assert below.columns == ("ac", "dc", "value")
    for row, ac in zip(below.rows, acs, strict=True):
        wanted = next((dc for dc in dcs if surface[ac, dc] < level), None)
        assert (row["ac"], row["dc"]) == (ac, wanted)
        assert row["value"] == (None if wanted is None else surface[ac, wanted])


def test_a_level_that_is_met_exactly_is_reached():
    """Two dice on 4+: three quarters, which a level of 0.75 is reached by and not below."""
    pair = "attack=2,strength=1,damage=S", "defense=4,endurance=9"
    surface = {(row["ac"], row["dc"]): row["value"] for row in split(*pair, figure="impact").rows}
    assert surface[2, 0] == pytest.approx(0.75, abs=1e-12)
    assert commit(*pair, figure="impact", chance=0.75).rows[0]["ac"] == 2
    assert commit(*pair, figure="impact", below=0.75).rows[2]["dc"] == 1


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({}, "--chance"),
        ({"chance": 0.5, "below": 0.5}, "--below"),
        ({"chance": 1.5}, "0 to 1"),
        ({"chance": -1.0, "figure": "markers"}, "0 or more"),
        ({"chance": 0.5, "dc": 2}, "--dc"),
        ({"chance": 0.5, "figure": "pain"}, "pain"),
        ({"chance": 0.5, "rules": "third"}, "efforts"),
    ],
)
def test_wrong_input(options, what):
    with pytest.raises(bmg.BmgError, match=what):
        commit(BATMAN, POLICEMAN, **options)


def test_third_edition_has_no_split():
    with pytest.raises(bmg.BmgError, match="--attacker-efforts"):
        split("Batman", "Joker", rules="third")


def test_own_trade_by_hand():
    own = split(POLICEMAN, JOKER, figure="markers", own=True).fields["own"]
    mine, foe = bmg.card(POLICEMAN), bmg.card(JOKER)
    foe_ac = min(foe.attack, foe.willpower)
    assert (own["counters"], own["foe_ac"]) == (mine.willpower, foe_ac)
    assert own["foe_dc"] == min(foe.defense, foe.willpower - foe_ac)
    for row in own["rows"]:
        assert row["dc"] == min(mine.defense, mine.willpower - row["ac"])
        dealt = bmg.attack(POLICEMAN, JOKER, ac=row["ac"], dc=own["foe_dc"]).inflicted.markers
        taken = {
            weapon: bmg.attack(JOKER, POLICEMAN, weapon=weapon, dc=row["dc"]).inflicted.markers
            for weapon in ("Poisoned Knife", "unarmed")
        }
        assert (row["dealt"], row["taken"]) == (dealt, max(taken.values()))
        assert row["weapon"] == max(taken, key=taken.get)
    assert own["best"] == max(own["rows"], key=lambda row: row["net"])["ac"]


@pytest.mark.parametrize(
    ("options", "what"),
    [({"weapon": "Batarang"}, "ranged"), ({"down": True}, "down"), ({"target_state": "paralyzed"}, "paralyzed")],
)
def test_own_trade_needs_a_foe_that_strikes(options, what):
    with pytest.raises(bmg.BmgError, match=what):
        split(BATMAN, JOKER, own=True, **options)


def test_own_trade_needs_willpower():
    with pytest.raises(bmg.BmgError, match="willpower"):
        split("attack=3,strength=4,damage=S,defense=2,endurance=4", JOKER, own=True)


SURE = 6.0
"""As in `test_tables_curve`: 60 rows raise a false alarm once in eight million runs."""


@pytest.mark.compiled
def test_rolled_rows_are_within_their_errors():
    exact = split(BATMAN, JOKER, figure="markers", own=True)
    rolled = split(BATMAN, JOKER, figure="markers", own=True, engine="mc", trials=100_000, seed=1940)
    for one, other in zip(exact.rows, rolled.rows, strict=True):
        assert abs(one["value"] - other["value"]) <= SURE * other["standard_error"]
    for one, other in zip(exact.fields["own"]["rows"], rolled.fields["own"]["rows"], strict=True):
        assert abs(one["dealt"] - other["dealt"]) <= SURE * other["dealt_error"]
        assert abs(one["taken"] - other["taken"]) <= SURE * other["taken_error"]


@pytest.mark.compiled
@pytest.mark.parametrize("form", ["table", "md", "csv", "json"])
def test_documents(form):
    wide = "attack=3,strength=4,damage=S", "defense=12,endurance=5"
    answers = [
        split(BATMAN, JOKER, own=True), split(*wide), commit(BATMAN, POLICEMAN, chance=0.5),
        commit(BATMAN, POLICEMAN, below=0.2, figure="markers", engine="mc", trials=500, seed=2),
    ]  # fmt: skip
    for rows in answers:
        text = rows_shown(rows).text(form)
        if form == "table":
            assert max(len(line) for line in text.splitlines()) <= 80
        if form == "csv":
            assert text.splitlines()[0] == ",".join(rows.columns)
            assert len(text.splitlines()) == len(rows.rows) + 1
