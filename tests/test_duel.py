"""Duels under given plans: the exact law against a plain recursion, its mass, its order, and what cannot be fought."""

from typing import Any

import numpy as np
import pytest
from duel_recursion import Recursion

import bmg_odds as bmg
from bmg_odds.answers.duel import duel, fight
from bmg_odds.engines.duel import Pair, law
from bmg_odds.engines.duel_board import Board
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.rules.duel_plans import NAMED, named_plan
from bmg_odds.rules.duel_state import CASUALTY


def toy(name: str, **values: Any) -> Card:
    """A model small enough for the recursion."""
    plain: dict[str, Any] = {
        "willpower": 3, "strength": 3, "movement": 2, "attack": 2, "defense": 3, "endurance": 3, "special": 1,
        "rank": "Henchman", "weapons": (Weapon(name="Blade", damage="BS"),),
    }  # fmt: skip
    return Card(name=name, edition="revised", **(plain | values))


TOYS = {
    "plain": (toy("A"), toy("B", strength=4, attack=1, defense=2)),
    "few": (toy("A", willpower=2, endurance=2), toy("B", willpower=1, movement=0)),
    "free": (toy("A", willpower=None, movement=None), toy("B", movement=None, willpower=2)),
    "tension": (toy("A", traits=("Tension", "Hardened")), toy("B", traits=("Blood Scent", "Weak"))),
    "saved": (
        toy("A", traits=("Survivor",)),
        toy("B", traits=("Judgment",), weapons=(Weapon(name="Axe", damage="BB"),)),
    ),
    "armour": (
        toy("A", traits=("Power Armor", "Desensitized")),
        toy("B", weapons=(Weapon(name="Needle", damage="S", traits=("CRT (Casualty)", "Handy")),)),
    ),
    "machine": (toy("A", traits=("Bot", "Sturdy")), toy("B", traits=("Bat-Armor Mk I", "Sustained Defense", "Combo"))),
}
READINGS = (
    (),
    ("stand_up=any_counter",),
    ("recover_injuries=yes",),
    ("lead_bag=in_all",),
    ("down_target=no_block", "stand_up=any_counter"),
    ("down_target=hit_on_2",),
    ("surplus_injuries=ignore", "vp_after_ko=higher"),
    ("block_cap_at_impacts=yes", "stand_up=any_counter"),
    ("block_timing=before_impacts", "stand_up=any_counter"),
)


def compared(a: Card, b: Card, plans: tuple[str, str], **options: Any) -> None:
    """Hold the engine's law against the recursion's, cell by cell and round by round."""
    found = fight(a, b, **options)
    policies = [named_plan(plan) for plan in plans]
    board = Board(found)
    counted = law(board, Pair((policies[0], policies[1]), (True, True))).after
    wanted = Recursion(found, policies=dict(enumerate(policies))).law()
    one, two = (roll.states for roll in board.rolls)
    for number, cells in enumerate(wanted):
        table = np.zeros_like(counted[number])
        for (x, y), chance in cells.items():
            table[one.index(x), two.index(y)] += chance
        assert abs(counted[number] - table).max() < 1e-12
        assert abs(counted[number].sum() - 1.0) < 1e-12


@pytest.mark.parametrize("name", sorted(TOYS))
@pytest.mark.parametrize(("first", "plans"), [("draw", ("all-out", "turtle")), ("b", ("balanced", "split=1/1/1"))])
def test_the_law_is_the_recursion(name: str, first: str, plans: tuple[str, str]) -> None:
    compared(*TOYS[name], plans, rounds=3, first=first)


@pytest.mark.parametrize("reading", READINGS, ids="+".join)
def test_the_law_is_the_recursion_under_every_reading(reading: tuple[str, ...]) -> None:
    compared(*TOYS["plain"], ("balanced", "all-out"), rounds=3, reading=reading)


@pytest.mark.parametrize("reading", ["block_cap_at_impacts=yes", "block_timing=before_impacts"])
def test_dc_that_are_not_rolled_are_kept(reading: str) -> None:
    """Weak loses a counter for every marker: what DC are left decides whether it keeps its AC."""
    weak = toy("B", traits=("Weak", "Sustained Defense"), willpower=4, attack=1, defense=3, movement=0)
    compared(toy("A", attack=3), weak, ("split=2/1/0", "split=1/3/0"), rounds=2, first="a", reading=reading)
    compared(toy("A", attack=3), weak, ("split=2/1/0", "split=1/3/0"), rounds=2, first="b", reading=reading)


def test_real_cards_are_the_recursion() -> None:
    policeman, clown = bmg.card("Gotham Policeman"), bmg.card("Clown (Knife)")
    compared(policeman, clown, ("all-out", "balanced"), rounds=2, first="a")


@pytest.mark.parametrize("plans", [("all-out", "all-out"), ("balanced", "turtle")])
def test_rows_add_up_and_a_casualty_is_for_good(plans: tuple[str, str]) -> None:
    record = duel("Ying", "Clown (Knife)", plan_a=plans[0], plan_b=plans[1]).record()
    for row in record["rounds"]:
        assert abs(row["a_out"] + row["b_out"] + row["both_out"] + row["neither_out"] - 1.0) < 1e-12
    for one, two in zip(record["rounds"], record["rounds"][1:], strict=False):
        assert one["casualty_a"] <= two["casualty_a"]
        assert one["casualty_b"] <= two["casualty_b"]
    assert record["final"] == record["rounds"][-1]
    assert 0.0 < record["markers_a"] <= 5
    assert record["when_a_wins"]["loser_ko"] + record["when_a_wins"]["loser_casualty"] == pytest.approx(1.0)


def test_a_fair_draw_of_equal_models_is_symmetric() -> None:
    record = duel("Gotham Policeman", "Gotham Policeman").record()
    for row in record["rounds"]:
        assert row["a_out"] == pytest.approx(row["b_out"], abs=1e-15)
        assert row["casualty_a"] == pytest.approx(row["casualty_b"], abs=1e-15)
    assert record["markers_a"] == pytest.approx(record["markers_b"], abs=1e-14)
    assert record["first_mover"]["a"] == pytest.approx(record["first_mover"]["b"], abs=1e-14)


def test_the_sides_can_be_exchanged() -> None:
    one = duel("Ying", "Bob", plan_a="all-out", plan_b="turtle", first="a").record()
    two = duel("Bob", "Ying", plan_a="turtle", plan_b="all-out", first="b").record()
    assert one["final"]["a_out"] == pytest.approx(two["final"]["b_out"], abs=1e-15)
    assert one["markers_a"] == pytest.approx(two["markers_b"], abs=1e-14)
    assert one["victory_points"]["a"] == pytest.approx(two["victory_points"]["b"], abs=1e-14)


def test_first_means_first() -> None:
    """The one that strikes first, all out against all out, is less often out."""
    ends = {first: duel("Ying", "Ying", plan_a="all-out", plan_b="all-out", first=first) for first in "ab"}
    rows = {first: end.fought.rounds()[-1] for first, end in ends.items()}
    assert rows["a"]["b_out"] > rows["a"]["a_out"]
    assert rows["a"]["b_out"] == pytest.approx(rows["b"]["a_out"], abs=1e-15)


def test_a_stalemate_ends() -> None:
    """Without AC nothing ever happens, and the fight is over after its rounds."""
    record = duel(
        "Gotham Policeman", "Gotham Policeman", plan_a="split=0/3/1", plan_b="split=0/3/1", rounds=20
    ).record()
    assert len(record["rounds"]) == 20
    assert record["final"]["neither_out"] == 1.0
    assert record["markers_a"] == 0.0


def test_a_function_is_a_plan_and_sees_the_situation() -> None:
    seen: list[tuple[bool, bool, int]] = []

    def mine(view: Any) -> tuple[int, int, int, int]:
        seen.append((view.first, view.foe_plan is None, view.rounds_left))
        return min(view.counters, view.caps.ac), 0, 0, 0

    duel("Gotham Policeman", "Bob", plan_a=mine, rounds=2)
    assert {first == hidden for first, hidden, _ in seen} == {True}
    assert {left for *_, left in seen} == {1, 2}
    with pytest.raises(bmg.BmgError, match="places 9 AC; allowed: 0 to 3"):
        duel("Gotham Policeman", "Bob", plan_a=lambda view: (9, 0, 0, 0))


def test_named_plans_are_the_same_asked_by_state_or_by_situation() -> None:
    """A policy of its own state alone is asked once for each state; asked every time it must say the same."""
    board = Board(fight("Ying", "Bob"))
    for plan in NAMED:
        policies = (named_plan(plan), named_plan("balanced"))
        one, two = (law(board, Pair(policies, own)).final for own in ((True, True), (False, False)))
        assert abs(one - two).max() < 1e-15


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"weapon_a": "Riot Gun"}, "ranged weapon"),
        ({"rules": "third"}, "third"),
        ({"rounds": 0}, "--rounds 0 is out of range; allowed: 1 to 20"),
        ({"plan_a": "all out"}, "did you mean all-out?"),
        ({"plan_b": "split=1/2"}, "--plan-b split=1/2 is no plan"),
        ({"first": "c"}, "allowed: a, b, draw"),
        ({"seed": 3}, "--seed belongs to --engine mc"),
    ],
)
def test_what_cannot_be_fought(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(bmg.BmgError) as error:
        duel("Agent Ron" if "weapon_a" not in asked else "Quick Response Team 1", "Bob", **asked)
    assert message in str(error.value)


@pytest.mark.parametrize("missing", ["attack", "defense", "endurance", "strength"])
def test_a_missing_value_is_named(missing: str) -> None:
    values = {"attack": 3, "defense": 2, "endurance": 4, "strength": 3}
    del values[missing]
    text = ",".join(f"{key}={value}" for key, value in values.items())
    with pytest.raises(bmg.BmgError, match=f"needs a value for {missing}"):
        duel(text, "Bob")


def test_a_casualty_keeps_its_markers() -> None:
    found = duel(*TOYS["armour"], plan_a="turtle", plan_b="all-out", rounds=3)
    assert any(state.posture == CASUALTY and state.markers < 3 for state in found.fought.states[0])
    assert found.fought.markers(0) < 3.0
