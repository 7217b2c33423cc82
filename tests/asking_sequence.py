"""A sequence in the words of the oracle, asked of the package."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from asking import card
from oracle import Attack
from oracle_sequence import Joint, Sequence

from bmg_odds import Card, Weapon
from bmg_odds.answers.sequence import SequenceOutcome, sequence

CHANCES = ("impact", "damage", "any_marker", "knocked_down", "critical", "ko", "casualty", "out")
AROUND = (
    "outnumbered", "defensive", "grabbed", "moved", "moves_after", "cover", "crouched", "impact_bonus", "block_bonus",
    "damage_bonus", "reroll",
)  # fmt: skip


def striker(attack: Attack, turn: int) -> Card:
    """The attacker on a card: Willpower for the AC that it spends, and one weapon."""
    traits = (*attack.weapon_traits, "Unarmed") if attack.unarmed else attack.weapon_traits
    weapon = Weapon(name=attack.weapon_name, damage=attack.damage, rof=attack.rof, traits=traits)
    counters = 2 if attack.rof is not None else attack.ac
    return replace(card(f"A{turn}", attack.attacker, weapon), willpower=counters)


def pointless(s: Sequence) -> set[str]:
    """What goes with none of the attacks, so that the package refuses it."""
    shots = {one.rof is not None for one in s.attacks}
    if shots == {True}:
        return {"dc", "outnumbered", "defensive", "grabbed", "block_bonus"}
    return {"moved", "moves_after", "cover", "crouched"} if shots == {False} else set()


def asked(s: Sequence, figure: str = "out") -> SequenceOutcome:
    """The same sequence as a question to the package: raw numbers on cards, nothing prepared."""
    first = s.attacks[0]
    around: dict[str, Any] = {name: getattr(first, name) for name in AROUND if name not in pointless(s)}
    target = card("T", s.target, Weapon(name="carried", traits=s.target.weapon_traits))
    return sequence(
        replace(target, willpower=s.willpower),
        [striker(attack, turn) for turn, attack in enumerate(s.attacks)],
        dc=0 if "dc" in pointless(s) else s.dc,
        policy=s.policy,
        spare=s.spare,
        lose=s.lose,
        figure=figure,
        injuries=s.injuries,
        stuns=s.stuns,
        down=s.down,
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
