"""Published and hand-checked figures, to the printed digit (RULES R8, R2.11, R6)."""

import pytest

import bmg_odds as bmg
from bmg_odds.rules.harm import Harm

HITTER = "attack=5,strength=3,damage=SS"
DUMMY = "defense=3,endurance=4"


@pytest.mark.parametrize(("defense", "sixths", "handy"), [
    (2, 5, 35 / 36), (3, 4, 8 / 9), (4, 3, 3 / 4), (5, 2, 5 / 9), (6, 1, 11 / 36),
])  # fmt: skip
def test_impact_by_defense(defense, sixths, handy):
    target = f"defense={defense},endurance=4"
    plain = bmg.attack("attack=1,strength=3,damage=S", target)
    reroll = bmg.attack("attack=1,strength=3,damage=S,weapon-traits=Handy", target)
    assert plain.chance.impact == pytest.approx(sixths / 6, abs=1e-14)
    assert reroll.chance.impact == pytest.approx(handy, abs=1e-14)


@pytest.mark.parametrize(("dc", "ko", "stuns"), [
    (0, "73.54", "4.602"), (1, "65.93", "4.154"), (2, "57.94", "3.710"), (3, "49.97", "3.276"),
])  # fmt: skip
def test_five_counters(dc, ko, stuns):
    outcome = bmg.attack(HITTER, DUMMY, dc=dc)
    assert f"{100 * outcome.chance.ko:.2f}" == ko
    assert f"{outcome.inflicted.stuns:.3f}" == stuns


def test_five_counters_capped():
    outcome = bmg.attack(HITTER, DUMMY, dc=3, reading={"block_cap_at_impacts": "yes"})
    assert f"{100 * outcome.chance.ko:.2f}" == "51.05"
    assert f"{outcome.inflicted.stuns:.3f}" == "3.367"


@pytest.mark.parametrize(("dc", "stuns"), [(0, "4.918"), (1, "4.459"), (2, "4.000"), (3, "3.547")])
def test_martial_expert(dc, stuns):
    outcome = bmg.attack("Batman (AC)", DUMMY, dc=dc)
    assert f"{outcome.inflicted.stuns:.3f}" == stuns
    assert outcome.chance.ko == pytest.approx(bmg.attack(HITTER, DUMMY, dc=dc).chance.ko, abs=1e-14)


def test_martial_expert_capped():
    outcome = bmg.attack("Batman (AC)", DUMMY, dc=3, reading=["block_cap_at_impacts=yes"])
    assert f"{outcome.inflicted.stuns:.3f}" == "3.649"


def test_four_weapons_are_one():
    policeman = bmg.attack("Gotham Policeman", "Bob", weapon="Baton", dc=1)
    for name in ("Baseball Bat", "Tube", "Crowbar"):
        twin = bmg.Card(
            name="Twin", edition="revised", attack=3, strength=5, willpower=4,
            weapons=(bmg.Weapon(name=name, damage="S", traits=("Heavy", "Handy")),),
        )  # fmt: skip
        assert bmg.attack(twin, "Bob", dc=1).outcomes == policeman.outcomes
    clown = bmg.attack("Clown (Tube)", "Bob", weapon="Tube", dc=1)
    assert clown.outcomes == policeman.outcomes


def test_awarding_injuries_first():
    assert Harm(injuries=2, stuns=1, endurance=5).suffered(4, 2) == (4, 1, "ko")


def test_awarding_surplus_injury_replaces_a_stun():
    assert Harm(endurance=4, held_injuries=1, held_stuns=2).suffered(3, 0) == (4, 0, "casualty")
    ignored = Harm(endurance=4, held_injuries=1, held_stuns=2, replace_stuns=False)
    assert ignored.suffered(3, 0) == (2, 2, "ko")


@pytest.mark.parametrize(("face", "percent"), [("natural", "14.88"), ("modified", "9.92")])
def test_knockdown_face(face, percent):
    outcome = bmg.attack(
        "attack=3,strength=5,damage=S,weapon-traits=Heavy", "defense=3,endurance=4",
        reading={"knockdown_match": "success", "knockdown_face": face},
    )  # fmt: skip
    assert f"{100 * outcome.chance.knocked_down:.2f}" == percent


@pytest.mark.parametrize(("reading", "stuns"), [
    ("per_impact", "1.596"), ("per_attack", "1.143"), ("always", "2.346"), ("off", "0.846"),
])  # fmt: skip
def test_scratch(reading, stuns):
    outcome = bmg.attack("strength=4,damage=BS,rof=3", "defense=4,endurance=20", reading={"scratch": reading})
    assert f"{outcome.inflicted.stuns:.3f}" == stuns
