"""An attack's answer as a record for json: the names and the order of the contract."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from bmg_odds._version import __version__
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.rules.question import Resolved
from bmg_odds.rules.record import Strike

if TYPE_CHECKING:
    from bmg_odds.answers.outcome import Outcome

_FORMS = {"strike": "attacks", "grab": "tries to grab", "push": "tries to push"}


def attack_record(outcome: "Outcome") -> dict[str, Any]:
    """Return the record of an outcome (CONTRACT `attack`)."""
    from bmg_odds.answers.line import line
    from bmg_odds.answers.provenance import asked

    resolved = outcome.resolved
    question = resolved.question
    record: dict[str, Any] = {
        "command": "attack",
        "sentence": sentence(resolved),
        "line": line(outcome),
        "rules": question.edition.name,
        "readings": question.edition.readings(),
        "engine": outcome.engine,
        "trials": outcome.trials,
        "seed": outcome.seed,
        **({} if outcome.target_error is None else {"target_error": outcome.target_error}),
        "version": __version__,
        "attacker": card_record(question.attacker),
        "target": card_record(question.target),
        "weapon": weapon_record(resolved.weapon),
        "situation": {
            key: list(value) if isinstance(value, tuple) else value for key, value in asdict(resolved.situation).items()
        },
        "unmodelled_traits": list(resolved.unmodelled),
        "inferred_readings": list(outcome.inferred_readings),
        "inferred_traits": list(outcome.inferred_traits),
        "notes": list(resolved.notes),
        "arguments": asked(outcome),
        "inflicted": outcome.inflicted._asdict(),
        "suffered": outcome.suffered._asdict(),
        "chance": outcome.chance._asdict(),
        "effects": outcome.effects,
        "victory_points": outcome.victory_points,
        "at_least": {"markers": list(outcome.levels)},
    }
    if outcome.cross_fire is not None:
        law = outcome._cross_law()
        record["cross_fire"] = {"injuries": outcome.cross_fire.injuries, "chance": sum(law[1:])}
    if outcome.exchange is not None:
        record["counter_attack"] = outcome.exchange.record()
    if outcome.trials is not None:
        record["interrupted"] = outcome.table.interrupted
        record["standard_error"] = outcome.standard_error
        record["check"] = asdict(outcome.check) if outcome.check else None
    record["outcomes"] = list(outcome.outcomes)
    return record


def card_record(card: Card) -> dict[str, Any]:
    """Return a card as plain values for json."""
    return {
        "name": card.name,
        "edition": card.edition,
        "rank": card.rank,
        "willpower": card.willpower,
        "strength": card.strength,
        "movement": card.movement,
        "attack": card.attack,
        "defense": card.defense,
        "endurance": card.endurance,
        "special": card.special,
        "reputation": card.reputation,
        "funding": card.funding,
        "traits": list(card.traits),
        "weapons": [weapon_record(weapon) for weapon in card.weapons],
        "note": card.note,
    }


def weapon_record(weapon: Weapon) -> dict[str, Any]:
    """Return a weapon as plain values for json."""
    return {
        "name": weapon.name,
        "damage": weapon.damage,
        "rof": weapon.rof,
        "ammo": weapon.ammo,
        "traits": list(weapon.traits),
        "note": weapon.note,
    }


def sentence(resolved: Resolved) -> str:
    """Return the whole situation in one plain sentence."""
    question, situation = resolved.question, resolved.situation
    attacker, target = question.attacker, question.target
    dice = resolved.strike.dice
    parts = [
        f"{attacker.name} {_FORMS[situation.form]} {target.name} with {resolved.weapon.name}"
        + (f" ({resolved.weapon.damage})" if resolved.weapon.damage else " (no damage)")
    ]
    if isinstance(resolved.strike, Strike):
        parts.append(f"{situation.ac} AC, {_many(dice, 'die', 'dice')}")
        if situation.dc or not resolved.weapon.ranged:
            parts.append(f"against {situation.dc} DC")
    else:
        strength = _many(resolved.strike.strength_dice, "Strength die", "Strength dice")
        parts.append(f"{_many(dice, 'attack die', 'attack dice')} and {strength}")
        if not resolved.weapon.ranged:
            parts.append(f"against {_many(resolved.strike.defence_dice, 'defence die', 'defence dice')}")
    parts += circumstances(resolved)
    return ", ".join(parts) + f" ({question.edition.name} rules)."


def circumstances(resolved: Resolved) -> list[str]:
    """Return the situation of an attack in short phrases, nothing where all is as usual."""
    situation = resolved.situation
    found = []
    if situation.mc:
        found.append(f"dodging with {situation.mc} MC")
    if situation.cover:
        behind = " and ".join(situation.cover)
        found.append(f"behind {behind} cover" + (", crouched at the last" if situation.crouched else ""))
    flags = {
        "outnumbered": "outnumbered",
        "defensive": "in a defensive position",
        "moved": "after moving",
        "moves_after": "moving afterwards",
        "crowd": "other enemies in contact",
        "down": "already down",
        "beyond_range": "beyond effective range",
    }
    found += [text for name, text in flags.items() if getattr(situation, name)]
    for name, side in (("target_efforts", "the target"), ("attacker_efforts", "the attacker")):
        if getattr(situation, name):
            found.append(f"{_many(getattr(situation, name), 'Effort', 'Efforts')} by {side}")
    if situation.grabbed:
        found.append(f"grabbed by {situation.grabbed}")
    for name, label in (("impact_bonus", "impact"), ("block_bonus", "block"), ("damage_bonus", "damage")):
        if getattr(situation, name):
            found.append(f"{getattr(situation, name):+d} to {label}")
    if situation.reroll:
        found.append(f"rerolling {' and '.join(situation.reroll)}")
    if situation.use or situation.target_use:
        found.append(f"using {' and '.join((*situation.use, *situation.target_use))}")
    found += [f"the target {state}" for state in situation.target_state]
    found += [f"the attacker {state}" for state in situation.attacker_state]
    found += _markers("the target already with", situation.injuries, situation.stuns)
    found += _markers("the attacker with", situation.attacker_injuries, situation.attacker_stuns)
    return found


def _markers(text: str, injuries: int, stuns: int) -> list[str]:
    held = [(injuries, "Injury", "Injuries"), (stuns, "Stun", "Stuns")]
    named = [_many(*one) for one in held if one[0]]
    return [f"{text} {' and '.join(named)}"] if named else []


def _many(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
