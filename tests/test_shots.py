"""Dice divided between targets, and shots over a game (R2.2, R3)."""

from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pytest

import bmg_odds as bmg
from bmg_odds.answers.ammo import ammo
from bmg_odds.answers.shown import rows_shown
from bmg_odds.answers.split_fire import split_fire
from bmg_odds.errors import BmgError

HALF, SIXTH = Fraction(1, 2), Fraction(1, 6)


def test_a_share_is_an_attack_with_so_many_dice() -> None:
    targets = ["defense=3,endurance=3", "defense=4,endurance=4,traits=Hardened", "defense=2,endurance=2"]
    for figure in ("out", "markers", "knocked_down"):
        rows = split_fire(targets, "attack=5,strength=3,damage=BS", figure=figure, dc=1).rows
        assert len(rows) == 21  # ways to divide five dice between three
        for row in rows:
            assert sum(row["dice"]) == 5
            values = [
                bmg.attack("attack=5,strength=3,damage=BS", target, ac=share, dc=1).figure(figure)
                for share, target in zip(row["dice"], targets, strict=True)
            ]
            assert row["values"] == pytest.approx(values, abs=1e-13)
            assert row["value"] == pytest.approx(sum(values), abs=1e-12)
            if figure == "out":
                assert row["all"] == pytest.approx(prod(values), abs=1e-13)
                assert row["any"] == pytest.approx(1 - prod(1 - value for value in values), abs=1e-12)
        best = max(row["value"] for row in rows)
        assert rows[0]["value"] == pytest.approx(best, abs=1e-11)


def test_a_shot_is_divided_by_its_rof() -> None:
    rows = split_fire(["defense=3,endurance=3", "defense=3,endurance=3"], "attack=2,strength=4,damage=B,rof=3").rows
    assert {row["division"] for row in rows} == {"0 + 3", "1 + 2", "2 + 1", "3 + 0"}
    swapped = {tuple(row["dice"]): row["value"] for row in rows}
    assert swapped[1, 2] == pytest.approx(swapped[2, 1])


def test_two_rolled_shares_have_dice_of_their_own() -> None:
    same = ["defense=3,endurance=2"] * 2
    rows = split_fire(same, "attack=4,strength=3,damage=S", engine="mc", trials=2000, seed=5).rows
    even = next(row for row in rows if row["dice"] == [2, 2])
    assert even["values"][0] != even["values"][1]
    assert even["standard_error"] > 0


def shots_by_hand(many: int, sc: int) -> list[Fraction]:
    """Chance of being out after each shot: one die, impact on 4+, damage on 4+, a Stun each, Endurance 2, no scratch.

    A critical (collateral 6 with damage) adds a Stun. Between the shots 1 + sc dice take a Stun off on 4+ each; K.O.
    wakes on 2d6 of at most 2 and has one Stun left.
    """
    harm = {1: HALF * HALF * 5 * SIXTH, 2: HALF * HALF * SIXTH}
    law, found = {0: Fraction(1)}, []
    for _ in range(many):
        struck: dict[int, Fraction] = {}
        for stuns, chance in law.items():
            for more, share in {**harm, 0: 1 - sum(harm.values())}.items():
                now = min(2, stuns + more)
                struck[now] = struck.get(now, Fraction(0)) + chance * share
        found.append(struck.get(2, Fraction(0)))
        law = {}
        for stuns, chance in struck.items():
            if stuns == 2:
                ends = {1: SIXTH**2, 2: 1 - SIXTH**2}
            else:
                ends = {}
                for dice in product((0, 1), repeat=1 + sc):
                    now = max(0, stuns - sum(dice))
                    ends[now] = ends.get(now, Fraction(0)) + HALF ** (1 + sc)
            for now, share in ends.items():
                law[now] = law.get(now, Fraction(0)) + chance * share
    return found


@pytest.mark.parametrize("sc", [0, 1, 2])
def test_shots_with_recovery_between_equal_a_count_by_hand(sc: int) -> None:
    shooter = "attack=2,strength=4,damage=S,rof=1,ammo=5"
    rows = ammo(shooter, "defense=4,endurance=2", sc=sc, reading="scratch=off").rows
    assert [row["shots"] for row in rows] == [1, 2, 3, 4, 5]
    for row, wanted in zip(rows, shots_by_hand(5, sc), strict=True):
        assert row["value"] == pytest.approx(float(wanted), abs=1e-14)


def test_shots_in_one_round_are_a_sequence() -> None:
    shooter, target = "attack=2,strength=3,damage=BS,rof=2,ammo=3", "defense=3,endurance=5,willpower=4"
    rows = ammo(shooter, target, recover=False, cover=("street",)).rows
    gang = bmg.sequence(target, f"3x {shooter}", cover="street")
    assert [row["value"] for row in rows] == pytest.approx([after["out"] for after in gang.after], abs=1e-14)


@pytest.mark.compiled
def test_what_never_recovers_and_what_recovers_better() -> None:
    shooter, target = "attack=2,strength=3,damage=S,rof=3,ammo=4", "defense=3,endurance=6"
    plain, bot, cyber = (
        ammo(shooter, target + more).rows[-1]["value"] for more in ("", ",traits=Bot", ",traits=Cybernetic")
    )
    assert cyber < plain < bot
    assert bot == pytest.approx(ammo(shooter, target + ",traits=Bot", recover=False).rows[-1]["value"], abs=1e-14)


@pytest.mark.parametrize(
    ("attacker", "options", "words"),
    [
        ("Gotham Policeman", {}, "no ranged weapon"),
        ("Batman (AC)", {"weapon": "gloves"}, "melee weapon"),
        ("attack=2,strength=3,damage=S,rof=1", {}, "no number of ammunition"),
        ("attack=2,strength=3,damage=S,rof=1,ammo=2", {"shots": 3}, "allowed: 1 to 2"),
        ("Bob", {"sc": 9}, "--sc 9"),
        ("Bob", {"dc": 1}, "--dc is not of a row of shots"),
        ("Bob", {"rules": "third"}, "third edition"),
    ],
)
def test_shots_that_cannot_be_asked(attacker: str, options: dict[str, object], words: str) -> None:
    with pytest.raises(BmgError) as error:
        ammo(attacker, "Batman (AC)", **options)  # type: ignore[arg-type]
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("targets", "by", "options", "words"),
    [
        (["Bob"], "Batman (AC)", {}, "allowed: 2 to 6"),
        (["Bob", "Batman (AC)"], "2x Gotham Policeman", {}, "names 2"),
        (["Bob", "Batman (AC)"], "Gotham Policeman", {"use": "Titan Dose"}, "leave them out"),
    ],
)
def test_divisions_that_cannot_be_asked(targets: list[str], by: str, options: dict[str, object], words: str) -> None:
    with pytest.raises(BmgError) as error:
        split_fire(targets, by, **options)  # type: ignore[arg-type]
    assert words in str(error.value)


def test_tables_fit_a_page() -> None:
    names = ["Batman (AC)", "Gotham Policeman", "Joker (AC)", "Bob", "Two-Face", "Bane (AC)"]
    for many, figure in product(range(2, 7), ("out", "markers")):
        text = rows_shown(split_fire(names[:many], "Batman (AC)", figure=figure)).text("table")
        assert max(len(line) for line in text.splitlines()) <= 80


def test_what_rows_of_shots_rest_on() -> None:
    gun, target = "attack=2,strength=3,damage=BS,rof=2", "defense=3,endurance=4"
    one, three = (ammo(gun, target, shots=many, figure="casualty").fields for many in (1, 3))
    assert one["inferred_readings"] == []  # two impacts cannot remove it, whatever the reading
    assert "surplus_injuries" in three["inferred_readings"]
    assert not one["notes"]
    assert any("2012" in note for note in three["notes"])
    assert not ammo(gun, target, shots=3, rules="2012").fields["notes"]
    shaking = ammo(gun, f"{target},traits=Cybernetic", shots=3, figure="out", moves_after=True).fields
    assert "recover_injuries" in shaking["inferred_readings"]
    assert shaking["inferred_traits"] == ["Cybernetic"]
    assert any("moved_counts" in note for note in shaking["notes"])
    assert ammo(gun, f"{target},traits=Cybernetic", shots=3, recover=False).fields["inferred_traits"] == []


def test_what_seldom_happens_is_not_written_as_never() -> None:
    rows = split_fire(["defense=6,endurance=5", "defense=6,endurance=5"], "attack=5,strength=6,damage=S")
    assert 0 < rows.rows[0]["value"] < 0.0005
    assert "<0.001" in rows_shown(rows).text("table")


def test_a_division_tells_what_had_no_effect() -> None:
    targets = ["Batman (AC)", "defense=3,endurance=3,traits=Martial Artist,name=Lee"]
    notes = split_fire(targets, "Bane (AC)", outnumbered=True).fields["notes"]
    assert any("Lee is never outnumbered" in note for note in notes)


def test_a_division_has_no_picture(cli: Any, tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("a.json", "a.png")]
    line = ["sequence", "Bob", "Batman (AC)", "--by", "Bane (AC)", "--split", "-o", files[0], "--chart", files[1]]
    answer = cli(*line)
    assert answer.status == 2
    assert "--split" in answer.err
    assert not list(tmp_path.iterdir())
