"""What must hold for every attack, on models and situations that hypothesis makes up."""

import dataclasses
import math
from itertools import permutations

import pytest
import scenarios
from asking import asked, law
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import attackers, melees, targets

import bmg_odds as bmg
from bmg_odds.answers.outcome import Outcome, same_law
from bmg_odds.engines import exact
from bmg_odds.rules.edition import EDITIONS
from bmg_odds.rules.resolve import resolve

MANY = settings(max_examples=120, deadline=None, derandomize=True)


def without(options, *names):
    return {key: value for key, value in options.items() if key not in names}


@MANY
@given(attackers(), targets(), melees())
def test_whole_law(attacker, target, options):
    outcome = bmg.attack(attacker, target, **options)
    assert math.fsum(row["probability"] for row in outcome.outcomes) == pytest.approx(1.0, abs=1e-12)
    for row in outcome.outcomes:
        assert row["probability"] > 0
        assert row["target_injuries"] + row["target_stuns"] <= target.endurance
        assert row["target_injuries"] <= options["injuries"] + row["injuries"]
    assert list(outcome.levels) == sorted(outcome.levels, reverse=True)
    chance = outcome.chance
    assert chance.damage <= chance.impact + 1e-12
    assert chance.ko + chance.casualty == pytest.approx(chance.out, abs=1e-12)
    assert chance.critical <= chance.damage + 1e-12
    assert chance.knocked_down <= chance.impact + 1e-12


@MANY
@given(attackers(), targets(), melees())
def test_more_attack_dice_never_lower(attacker, target, options):
    fewer = bmg.attack(attacker, target, **options)
    more = bmg.attack(attacker, target, **{**options, "ac": options["ac"] + 1})
    for k, chance in enumerate(fewer.levels):
        assert more.at_least("markers", k) >= chance - 1e-12
    assert more.chance.out >= fewer.chance.out - 1e-12


@MANY
@given(attackers(), targets(), melees())
def test_more_block_dice_never_raise(attacker, target, options):
    options = {**options, "dc": min(options["dc"], target.defense - 1)}
    before = bmg.attack(attacker, target, **options)
    after = bmg.attack(attacker, target, **{**options, "dc": options["dc"] + 1})
    for k, chance in enumerate(before.levels):
        assert after.at_least("markers", k) <= chance + 1e-12


@MANY
@given(attackers(), targets(), melees())
def test_higher_defense_never_raises(attacker, target, options):
    higher = dataclasses.replace(target, defense=target.defense + 1)
    before, after = bmg.attack(attacker, target, **options), bmg.attack(attacker, higher, **options)
    for k, chance in enumerate(before.levels):
        assert after.at_least("markers", k) <= chance + 1e-12


@MANY
@given(attackers(), targets(), melees(), st.sampled_from(["defense", "strength", "attack"]))
def test_a_characteristic_is_its_modifier(attacker, target, options, name):
    """One more to hit, to damage or to block is the same as one less on the roll, as whole laws."""
    options = {**options, "defensive": False, "grabbed": 0, "outnumbered": False, "down": False}
    options["reading"] = without(options["reading"], "knockdown_face")
    bonus = {"defense": "impact_bonus", "strength": "damage_bonus", "attack": "block_bonus"}[name]
    if name == "defense":
        one = bmg.attack(attacker, dataclasses.replace(target, defense=target.defense + 1), **options)
    else:
        raised = dataclasses.replace(attacker, **{name: getattr(attacker, name) + 1})
        one = bmg.attack(raised, target, **options)
    other = bmg.attack(attacker, target, **{**options, bonus: options[bonus] - 1})
    fixed = {"Firearm", "Mechanical", "Beam"} & set(attacker.weapons[0].traits)
    if name != "strength" or not fixed:
        assert same_law(one.cases, other.cases, 1e-12)


@MANY
@given(attackers(), targets(), melees(), st.randoms(use_true_random=False))
def test_order_and_repetition_of_traits_do_not_matter(attacker, target, options, draw):
    def shuffled(names):
        names = [*names, *names]  # the same trait twice counts once
        draw.shuffle(names)
        return tuple(names)

    weapon = dataclasses.replace(attacker.weapons[0], traits=shuffled(attacker.weapons[0].traits))
    other = dataclasses.replace(attacker, traits=shuffled(attacker.traits), weapons=(weapon,))
    foe = dataclasses.replace(target, traits=shuffled(target.traits))
    assert bmg.attack(attacker, target, **options).outcomes == bmg.attack(other, foe, **options).outcomes


def test_order_of_modifiers_on_a_weapon_does_not_matter():
    laws = [
        bmg.attack(
            bmg.Card(name="A", edition="revised", attack=3, strength=5,
                     weapons=(bmg.Weapon(name="W", damage="BS", traits=order),)),
            "Batman (AC)", dc=2,
        ).outcomes
        for order in permutations(("Handy", "Sharp", "Heavy", "Overwhelming"))
    ]  # fmt: skip
    assert all(one == laws[0] for one in laws)


@pytest.mark.parametrize("name", [o.name for o in EDITIONS["revised"].options if o.one_attack])
def test_every_reading_is_live(name):
    """Each reading that touches one attack changes some law, or the victory points."""
    if name == "vp_after_ko":
        both, higher = (
            bmg.attack("damage=B,rof=3,strength=3", "batman (ac)", injuries=6, stuns=2, reading={name: value})
            for value in ("both", "higher")
        )
        assert both.victory_points > higher.victory_points > 0
        return
    bases = list(scenarios.BASES) + [
        dataclasses.replace(base, readings={"block_cap_at_impacts": "yes"}) for base in scenarios.BASES
    ]
    bases += [dataclasses.replace(base, down=False) for base in bases]
    bases.append(dataclasses.replace(scenarios.PUSH, block_bonus=3))
    for base in bases:
        laws = []
        for value in EDITIONS["revised"].option(name).values:
            resolved = resolve(asked(dataclasses.replace(base, readings={**base.readings, name: value})))
            laws.append(law(Outcome(resolved, exact.table(resolved.strike))))
        if any(one != laws[0] for one in laws):
            return
    pytest.fail(f"{name} changes nothing anywhere")


@pytest.mark.parametrize("name", [o.name for o in EDITIONS["revised"].options if not o.one_attack])
def test_other_readings_are_without_effect_here(name):
    for value in EDITIONS["revised"].option(name).values:
        assert (
            bmg.attack("Batman (AC)", "Bob", dc=1, reading={name: value}).outcomes
            == bmg.attack("Batman (AC)", "Bob", dc=1).outcomes
        )


def test_inferred_readings_are_those_that_matter():
    melee = bmg.attack("Batman (AC)", "Bob", dc=1)
    assert melee.inferred_readings == ("knockdown_match",)
    capped = bmg.attack("Batman (AC)", "Bob", dc=2)
    assert capped.inferred_readings == ("knockdown_match", "block_cap_at_impacts")
    shot = bmg.attack("Bob", "Batman (AC)")
    assert "scratch" in shot.inferred_readings
    assert "block_natural" not in shot.inferred_readings
    assert "scratch" not in melee.inferred_readings
