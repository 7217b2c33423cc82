"""A sequence in the words of the oracle, asked of the package."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from asking import bearing, card
from oracle import Attack
from oracle_sequence import Joint, Sequence
from scenarios import SC_USES

from bmg_odds import Card, Weapon
from bmg_odds.answers.sequence import SequenceOutcome, sequence

CHANCES = ("impact", "damage", "any_marker", "knocked_down", "critical", "ko", "casualty", "out")
AROUND = (
    "outnumbered", "defensive", "grabbed", "moved", "moves_after", "cover", "crouched", "impact_bonus", "block_bonus",
    "damage_bonus", "reroll", "target_use", "target_state",
)  # fmt: skip


def striker(attack: Attack, turn: int) -> Card:
    """The attacker on a card: Willpower for the AC and SC that it spends, and one weapon."""
    traits = (*attack.weapon_traits, "Unarmed") if attack.unarmed else attack.weapon_traits
    weapon = Weapon(name=attack.weapon_name, damage=attack.damage, rof=attack.rof, traits=traits)
    counters = (2 if attack.rof is not None else attack.ac) + len(SC_USES & set(attack.use))
    return replace(card(f"A{turn}", bearing(attack.attacker, attack.use), weapon), willpower=counters)


def named(s: Sequence) -> tuple[str, list[str]]:
    """The same models and attacks as a player types them, attackers alike next to each other as several."""
    target = s.target
    numbers = f"defense={target.defense},endurance={target.endurance},movement={target.movement}"
    traits = f",traits={'+'.join(target.traits)}" if target.traits else ""
    willpower = "" if s.willpower is None else f",willpower={s.willpower}"
    by: list[str] = []
    for attack in s.attacks:
        keys = {
            "attack": attack.attacker.attack,
            "strength": attack.attacker.strength,
            "damage": attack.damage,
            "rof": attack.rof,
            "traits": "+".join(attack.attacker.traits) or None,
            "weapon-traits": "+".join(attack.weapon_traits) or None,
        }
        text = ",".join(f"{key}={value}" for key, value in keys.items() if value is not None)
        text += "" if attack.rof is not None else f"//{attack.ac}"
        if by and by[-1].endswith(f"x {text}"):
            times, _, _ = by[-1].partition("x ")
            by[-1] = f"{int(times) + 1}x {text}"
        else:
            by.append(f"1x {text}")
    return numbers + willpower + traits, by


def pointless(s: Sequence) -> set[str]:
    """What goes with none of the attacks, so that the package refuses it."""
    shots = {one.rof is not None for one in s.attacks}
    if shots == {True}:
        return {"dc", "outnumbered", "defensive", "grabbed", "block_bonus"}
    return {"moved", "moves_after", "cover", "crouched"} if shots == {False} else set()


def asked(s: Sequence, figure: str = "out") -> SequenceOutcome:
    """The same sequence as a question to the package: raw numbers on cards, nothing prepared."""
    target = card(
        "T", bearing(s.target, s.attacks[0].target_use), Weapon(name="carried", traits=s.target.weapon_traits)
    )
    strikers = [striker(attack, turn) for turn, attack in enumerate(s.attacks)]
    return put(s, replace(target, willpower=s.willpower), strikers, figure)


def put(s: Sequence, target: str | Card, by: list[Card] | list[str], figure: str = "out") -> SequenceOutcome:
    """The question put to the package about these models."""
    first = s.attacks[0]
    around: dict[str, Any] = {name: getattr(first, name) for name in AROUND if name not in pointless(s)}
    return sequence(
        target,
        by,
        dc=0 if "dc" in pointless(s) else s.dc,
        policy=s.policy,
        spare=s.spare,
        lose=s.lose,
        figure=figure,
        injuries=s.injuries,
        stuns=s.stuns,
        down=s.down,
        use=tuple(name for attack in s.attacks for name in attack.use),
        rules=first.edition,
        reading=first.readings,
        **around,
    )


def joint_laws(outcome: SequenceOutcome) -> list[dict[Joint, float]]:
    """The joint law after each attack in the oracle's keys."""
    laws = []
    for hits in outcome.laws[1:]:
        found: dict[Joint, float] = {}
        for hit in hits:
            key = Joint(hit.impacts > 0, hit.damages, hit.criticals > 0, *hit[3:9])
            found[key] = found.get(key, 0.0) + hit.probability
        laws.append(found)
    return laws
