"""The answer about a sequence as a record for json: the fields of one attack's, and what each attack adds."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from bmg_odds._version import __version__
from bmg_odds.answers.numbers import figure_words
from bmg_odds.answers.record import card_record, circumstances, weapon_record
from bmg_odds.answers.sequence_card import card
from bmg_odds.rules.gang import Gang

if TYPE_CHECKING:
    from bmg_odds.answers.sequence import SequenceOutcome


def sequence_record(outcome: "SequenceOutcome") -> dict[str, Any]:
    """Return the record of a sequence (CONTRACT `sequence`)."""
    from bmg_odds.answers.sequence import compared, orders

    gang, question = outcome.gang, outcome.gang.question
    resolved = [blow.resolved for blow in gang.blows]
    record: dict[str, Any] = {
        "command": "sequence",
        "sentence": sentence(outcome),
        "rules": question.edition.name,
        "readings": question.edition.readings(),
        "engine": outcome.engine,
        "trials": outcome.trials,
        "seed": outcome.seed,
        **({} if outcome.target_error is None else {"target_error": outcome.target_error}),
        "version": __version__,
        "figure": outcome.asked,
        "policy": outcome.plan.name,
        "attacker": card_record(resolved[0].question.attacker),
        "target": card_record(question.target),
        "weapon": weapon_record(resolved[0].weapon),
        "attackers": [attacker_record(gang, place) for place in range(len(resolved))],
        "situation": {
            key: list(value) if isinstance(value, tuple) else value for key, value in asdict(question.situation).items()
        },
        "spare": None if not gang.step else gang.held.spare,
        "lose": gang.lose,
        "unmodelled_traits": list(dict.fromkeys(name for one in resolved for name in one.unmodelled)),
        "inferred_readings": list(outcome.inferred_readings),
        "inferred_traits": list(outcome.inferred_traits),
        "notes": _notes(outcome),
        "arguments": dict(outcome.arguments),
        "inflicted": outcome.inflicted._asdict(),
        "suffered": outcome.suffered._asdict(),
        "chance": outcome.chance._asdict(),
        "victory_points": outcome.victory_points,
        "at_least": {"markers": list(outcome.levels)},
        "after": list(outcome.after),
        "policies": compared(outcome.plan.chain, outcome.asked, outcome.plan.name, steps=outcome.steps),
        "orders": orders(outcome.plan.chain, outcome.asked, outcome.plan.name),
        "policy_card": card(outcome.plan),
    }
    if outcome.trials is not None:
        record["interrupted"] = outcome.table.interrupted
        record["standard_error"] = outcome.standard_error
        record["check"] = asdict(outcome.check) if outcome.check else None
    record["outcomes"] = list(outcome.outcomes)
    return record


def attacker_record(gang: Gang, place: int) -> dict[str, Any]:
    """Return one attack of a sequence: who, with what, how many AC and dice."""
    one = gang.blows[place].resolved
    return {
        "name": one.question.attacker.name,
        "weapon": one.weapon.name,
        "ac": one.situation.ac,
        "dice": one.strike.dice,
        "ranged": one.weapon.ranged,
    }


def sentence(outcome: "SequenceOutcome") -> str:
    """Return the whole situation in one plain sentence."""
    gang = outcome.gang
    groups: list[tuple[str, int]] = []
    for place, blow in enumerate(gang.blows):
        one = attacker_record(gang, place)
        dice = f"{one['dice']} {'die' if one['dice'] == 1 else 'dice'}"
        text = f"{one['name']} with {one['weapon']} ({blow.resolved.weapon.damage or 'no damage'}), {dice}"
        if groups and groups[-1][0] == text:
            groups[-1] = text, groups[-1][1] + 1
        else:
            groups.append((text, 1))
    named = "; then ".join(f"{count} x {text}" if count > 1 else text for text, count in groups)
    situation = gang.question.situation
    shares = f"{situation.dc} DC rolled by policy {outcome.plan.name}"
    if outcome.plan.name == "optimal":
        shares += f" (least {figure_words(outcome.asked)})"
    around = dict.fromkeys(text for blow in gang.blows for text in circumstances(blow.resolved))
    more = "".join(f", {text}" for text in around)
    return f"{gang.target.name} is attacked by {named}; {shares}{more} ({gang.question.edition.name} rules)."


def _notes(outcome: "SequenceOutcome") -> list[str]:
    from bmg_odds.answers.sequence import MOST_ORDERS, kinds

    gang = outcome.gang
    notes = list(dict.fromkeys(note for blow in gang.blows for note in blow.resolved.notes))
    if gang.held.dc:
        notes.append(_counters(gang))
    count = kinds(gang)[1]
    if count > MOST_ORDERS:
        notes.append(f"These attackers can strike in {count:,} orders, too many to compare: only this one is counted.")
    if any(hit.status == "casualty" for law in outcome.laws[:-1] for hit in law):
        notes.append("A Casualty is removed: the attacks that are left are not made.")
    return notes


def _counters(gang: Gang) -> str:
    """Return what becomes of the target's counters as it takes markers (R2.1)."""
    name, spare = gang.target.name, gang.held.spare
    if not gang.step:
        why = "has no Willpower given: it" if gang.target.willpower is None else "is Desensitized: it"
        return f"{name} {why} loses no counter to its markers."
    first = "the other counters first, then DC" if gang.lose == "spare" else "DC first, then the others"
    return (
        f"{name} has {spare} counter{'s' * (spare != 1)} beside the DC and loses one for every {_nth(gang.step)} "
        f"marker: {first} (inferred)."
    )


def _nth(step: int) -> str:
    return {1: "single", 2: "second", 3: "third"}[step]
