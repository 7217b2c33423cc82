"""One question in the words of the oracle, asked of the package."""

from dataclasses import replace
from typing import Any

from oracle import Attack, Model

from bmg_odds import Card, Weapon
from bmg_odds.answers.ask import question
from bmg_odds.answers.outcome import Outcome
from bmg_odds.rules.question import Question


def card(name: str, model: Model, *weapons: Weapon) -> Card:
    return Card(
        name=name,
        edition="revised",
        attack=model.attack,
        strength=model.strength,
        defense=model.defense,
        endurance=model.endurance,
        movement=model.movement,
        traits=model.traits,
        weapons=weapons,
    )


def bearing(model: Model, use: tuple[str, ...]) -> Model:
    """The model with the traits that it uses on its card."""
    return replace(model, traits=(*model.traits, *(name.split(" (")[0] for name in use)))


def asked(attack: Attack) -> Question:
    """The same attack as a question to the package: raw numbers on two cards, nothing prepared."""
    traits = (*attack.weapon_traits, "Unarmed") if attack.unarmed else attack.weapon_traits
    attacker = bearing(attack.attacker, attack.use)
    target = bearing(attack.target, attack.target_use)
    weapon = Weapon(name=attack.weapon_name, damage=attack.damage, rof=attack.rof, traits=traits)
    carried = (Weapon(name="carried", traits=attack.target.weapon_traits),)
    options: dict[str, Any] = {
        name: getattr(attack, name)
        for name in (
            "dc", "mc", "form", "outnumbered", "defensive", "grabbed", "moved", "moves_after", "cover",
            "crouched", "impact_bonus", "block_bonus", "damage_bonus", "reroll", "injuries", "stuns", "down",
            "use", "target_use", "crowd", "attacker_injuries", "attacker_stuns", "attacker_state", "target_state",
        )
    }  # fmt: skip
    if attack.rof is None:
        options["ac"] = attack.ac
    return question(
        card("A", attacker, weapon),
        card("T", target, *carried),
        weapon=None if attack.form == "grab" else attack.weapon_name,
        rules=attack.edition,
        reading=attack.readings,
        **options,
    )


def law(outcome: Outcome) -> dict[tuple[Any, ...], float]:
    """The joint law of an outcome in the oracle's keys."""
    found: dict[tuple[Any, ...], float] = {}
    for case in outcome.cases:
        found[case[:9]] = found.get(case[:9], 0.0) + case.probability
    return found
