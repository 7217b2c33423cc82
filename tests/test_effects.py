"""Effects that are no markers (R9.11): the chance that they take effect, against the brute force; and that
every trait that touches anything stands in some witness."""

from dataclasses import replace

import pytest
import scenarios
import scenarios_third
from asking import asked
from oracle import outcomes
from oracle_third import outcomes3

from bmg_odds.answers.ask import counted
from bmg_odds.facts.trait_names import parse_trait
from bmg_odds.rules.resolve import resolve
from bmg_odds.rules.traits import known_in

ON_DAMAGE = (
    "Acid", "Enervating (2)", "Poison", "Toxic (1)", "Fire", "Freeze", "Stunned", "Push (3)", "Scared", "Paralyze",
    "Blind", "Pinned Down",
)  # fmt: skip
ON_CRITICAL = ("CRT (Stunned)", "CRT (Poison)", "CRT (Freeze)", "Electric")


def named(trait: str) -> str:
    name = parse_trait(trait)
    if name.key == "crt":
        return (name.parameter or "").lower()
    return "stunned" if name.key == "electric" else name.key


@pytest.mark.parametrize("trait", [*ON_DAMAGE, "Flash", *ON_CRITICAL])
@pytest.mark.parametrize("base", [scenarios.ARMED, scenarios.STILL], ids=["melee", "shot"])
def test_first_edition(trait, base):
    attack = replace(base, weapon_traits=(trait,))
    plain = replace(base, weapon_traits=(trait,) if trait in ON_CRITICAL else ())
    place = 2 if trait in ON_CRITICAL else 1  # criticals, or damages
    wanted = sum(chance for key, chance in outcomes(plain).items() if key[place] > 0)
    outcome = counted(resolve(asked(attack)))
    assert outcome.effects[named(trait)] == pytest.approx(float(wanted), abs=1e-12)
    if trait in ON_DAMAGE:
        assert outcome.outcomes == counted(resolve(asked(plain))).outcomes  # no die changes


@pytest.mark.parametrize("trait", [*ON_DAMAGE, "Pull (4)", "Terror (1)", *ON_CRITICAL])
def test_third_edition(trait):
    if trait == "Pinned Down":
        return  # not of the third edition
    clash = replace(scenarios_third.ARMED, weapon_traits=(trait,))
    plain = clash if trait in ON_CRITICAL else scenarios_third.ARMED
    place = 1 if trait in ON_CRITICAL else 0  # criticals, or hits
    wanted = sum(chance for key, chance in outcomes3(plain).items() if key[place] > 0)
    outcome = counted(resolve(scenarios_third.asked(clash)))
    assert outcome.effects[named(trait)] == pytest.approx(float(wanted), abs=1e-12)


@pytest.mark.parametrize(("use", "effect", "edition"), [
    ("Lethal Blow", "stunned", "revised"), ("Lethal Blow", "stunned", "third"), ("Technique", "paralyzed", "third"),
])  # fmt: skip
def test_blows_that_stun(use, effect, edition):
    if edition == "third":
        clash = replace(scenarios_third.ARMED, use=(use,))
        question = scenarios_third.asked(clash)
        wanted = sum(chance for key, chance in outcomes3(scenarios_third.ARMED).items() if key[0] > 0)
    else:
        question = asked(replace(scenarios.ARMED, use=(use,)))
        wanted = sum(chance for key, chance in outcomes(scenarios.ARMED).items() if key[1] > 0)
    assert counted(resolve(question)).effects[effect] == pytest.approx(float(wanted), abs=1e-12)


ELSEWHERE = {
    # tested by name in other files, or above
    "revised": {"aim", "good aim", "counter attack", "lethal blow", "flash"},
    "third": {"sneak attack", "lethal blow", "technique", "acrobat", "steel hands"},
}


@pytest.mark.parametrize(("edition", "worn"), [
    ("revised", scenarios.TRAITS), ("third", scenarios_third.TRAITS),
])  # fmt: skip
def test_every_trait_that_touches_anything_has_a_witness(edition, worn):
    seen = {parse_trait(one.name).key for one in worn} | {parse_trait(name).key for name in (*ON_DAMAGE, *ON_CRITICAL)}
    seen |= {"pull", "terror"} if edition == "third" else set()
    touching = {key for key, trait in known_in(edition).items() if trait.touches}
    assert touching - seen == ELSEWHERE[edition]
