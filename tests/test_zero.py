"""Zero cases are answers, not errors."""

import pytest

import bmg_odds as bmg


def total(outcome):
    return sum(row["probability"] for row in outcome.outcomes)


def test_no_counters_in_attack():
    outcome = bmg.attack("Batman (AC)", "Bob", ac=0, dc=2)
    assert outcome.outcomes == (
        {
            "damages": 0, "critical": False, "knocked_down": False, "injuries": 0, "stuns": 0,
            "target_injuries": 0, "target_stuns": 0, "status": "up", "probability": 1.0,
        },
    )  # fmt: skip
    assert outcome.levels == (1.0,)


def test_weapon_without_damage_still_knocks_down_and_crits():
    outcome = bmg.attack("Clown (Shield)", "Bob", weapon="Shield")
    assert outcome.inflicted.injuries == 0.0
    assert outcome.inflicted.stuns == pytest.approx(outcome.chance.critical)
    assert outcome.chance.knocked_down > 0


def test_attack_seven_is_never_blocked():
    free = bmg.attack("attack=7,strength=4,damage=B", "defense=3,endurance=4")
    blocked = bmg.attack("attack=7,strength=4,damage=B", "defense=3,endurance=4", dc=3)
    assert free.outcomes == blocked.outcomes


def test_attack_one_is_always_blocked():
    outcome = bmg.attack("attack=1,strength=4,damage=B", "defense=3,endurance=4", dc=1)
    assert outcome.chance.impact == 0.0
    assert outcome.chance.out == 0.0


@pytest.mark.parametrize(("defense", "chance"), [(1, 5 / 6), (9, 1 / 6)])
def test_extreme_defense_leaves_the_naturals(defense, chance):
    outcome = bmg.attack("attack=1,strength=4,damage=B", f"defense={defense},endurance=4")
    assert outcome.chance.impact == pytest.approx(chance, abs=1e-15)


def test_endurance_already_full():
    outcome = bmg.attack("Batman (AC)", "Bob", injuries=2, stuns=3)
    assert outcome.chance.out == 1.0
    assert outcome.chance.ko == 1.0  # Batman deals Stuns only
    assert outcome.suffered == (0.0, 0.0, 0.0)
    gone = bmg.attack("Batman (AC)", "Bob", injuries=5)
    assert gone.chance.casualty == 1.0
    assert gone.victory_points == 0.0


def test_no_fire():
    outcome = bmg.attack("strength=4,damage=B,rof=0", "defense=3,endurance=4")
    assert outcome.chance.impact == 0.0
    assert total(outcome) == 1.0


def test_certain_and_impossible_are_exact():
    outcome = bmg.attack("attack=6,strength=2,damage=S", "defense=2,endurance=20", dc=0)
    assert outcome.chance.ko == 0.0
    assert 0.999 < outcome.chance.damage < 1.0
    assert outcome.levels[0] == 1.0
