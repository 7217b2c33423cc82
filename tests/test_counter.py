"""Counter Attack: the joint law of both models against the brute force, and by rolling."""

from dataclasses import replace

import pytest
from asking import asked
from oracle import Attack, Model, counter

import bmg_odds as bmg
from bmg_odds.answers.ask import counted
from bmg_odds.rules.resolve import resolve

ATTACK = Attack(
    Model(attack=4, strength=4, defense=3, endurance=4, traits=("Hardened",)),
    Model(attack=5, strength=5, defense=4, endurance=3, traits=("Master Fighter",)),
    "BS", ac=3, dc=3, weapon_name="Club", target_use=("Counter Attack",), attacker_injuries=1, stuns=1,
)  # fmt: skip


def back_of(a: Attack) -> Attack:
    """The strike back as the brute force is told it: roles changed, one die, bare hands."""
    return Attack(
        a.target, a.attacker, "S", ac=1, unarmed=True, weapon_name="fists", edition=a.edition,
        readings=a.readings, injuries=a.attacker_injuries, stuns=a.attacker_stuns,
        attacker_injuries=a.injuries, attacker_stuns=a.stuns,
    )  # fmt: skip


@pytest.mark.parametrize("edition", ["2012", "revised"])
@pytest.mark.parametrize("trait", ["", "Crushing", "Overwhelming", "Handy", "Devastating", "Sharp"])
@pytest.mark.parametrize("target", [(), ("Sustained Defense",), ("Bat-Armor Mk I",)])
def test_equals_brute_force(edition, trait, target):
    attack = replace(
        ATTACK, edition=edition, weapon_traits=(trait,) if trait else (),
        target=replace(ATTACK.target, traits=(*ATTACK.target.traits, *target)),
    )  # fmt: skip
    wanted: dict = {}
    for (one, other), chance in counter(attack, back_of(attack)).items():
        struck = other[6:9] if other else (attack.attacker_injuries, attack.attacker_stuns, "up")
        key = (*one[6:9], *struck)
        wanted[key] = wanted.get(key, 0) + chance
    rows = counted(resolve(asked(attack))).exchange.outcomes
    found = {tuple(list(row.values())[:6]): row["probability"] for row in rows}
    assert found.keys() == wanted.keys()
    assert all(abs(found[key] - float(wanted[key])) < 1e-12 for key in found)


def test_costs_a_special_counter_and_needs_the_trait():
    with pytest.raises(bmg.BmgError, match="no trait that Bob can use"):
        bmg.attack("Batman (AC)", "Bob", target_use="Counter Attack")
    with pytest.raises(bmg.BmgError, match="take 9"):
        bmg.attack("Bane (AC)", "Batman (AC):defense=8", dc=8, target_use="Counter Attack")
    with pytest.raises(bmg.BmgError, match="melee"):
        bmg.attack("Bob", "Batman (AC)", target_use="Counter Attack")


def test_no_block_no_strike_back():
    exchange = bmg.attack("Bane (AC)", "Batman (AC)", target_use="Counter Attack").exchange
    assert exchange.chance == 0.0
    assert all(row["attacker_status"] == "up" for row in exchange.outcomes)


@pytest.mark.compiled
def test_rolled_exchange_agrees():
    options = {"dc": 4, "target_use": "Counter Attack", "attacker_stuns": 2}
    counted_ = bmg.attack("Bane (AC)", "Batman (AC)", **options)
    rolled = bmg.simulate("Bane (AC)", "Batman (AC)", **options, trials=1_000_000, seed=41)
    assert rolled.check.p_value > 1e-9
    assert rolled.back.check.p_value > 1e-9
    # the chance of a strike back within six standard errors: a false alarm of 2e-9
    error = (counted_.exchange.chance * (1 - counted_.exchange.chance) / 1e6) ** 0.5
    assert abs(rolled.exchange.chance - counted_.exchange.chance) < 6 * error
