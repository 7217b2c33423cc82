"""Brute-force witness of a sequence: several attacks on one target in one round (R4), in exact Fractions.

The dice of each attack are those of the brute force of one attack (`oracle_impacts`, `oracle_damage`); the DC spent on
them, the markers, the counters and everything that carries over are kept here and in `oracle_sequence_state`. Nothing
is shared with the package under test.

>>> from oracle import Attack, Model
>>> from oracle_sequence import Sequence, law
>>> blow = Attack(Model(attack=5, strength=3), Model(), damage="S", ac=1)
>>> laws = law(Sequence(Model(defense=3, endurance=4), (blow, blow), dc=1))
>>> [sum(after.values()) for after in laws]
[Fraction(1, 1), Fraction(1, 1)]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from oracle_damage import damage_and_collateral
from oracle_dice import merge, then
from oracle_impacts import block_dice_of, blocks_per_impact, can_block, impacts, reached_from
from oracle_sequence_state import CASUALTY, KO, UP, Roll, Sequence, State, after_roll, at_first
from oracle_words import Attack, is_ranged, reading

__all__ = ["Joint", "Sequence", "State", "figure", "law", "optimal", "states", "worth"]


class Joint(NamedTuple):
    """What all attacks so far did together, and the card after them."""

    impact: bool
    damages: int
    critical: bool
    knocked_down: bool
    injuries: int
    stuns: int
    target_injuries: int
    target_stuns: int
    status: str


def _joint(state: State) -> Joint:
    return Joint(
        state.impact,
        state.damages,
        state.critical,
        state.knocked_down,
        state.more_injuries,
        state.more_stuns,
        state.injuries,
        state.stuns,
        state.status,
    )


EVENTS: dict[str, Callable[[Joint], bool]] = {
    "impact": lambda joint: joint.impact,
    "damage": lambda joint: joint.damages > 0,
    "any_marker": lambda joint: joint.injuries + joint.stuns > 0,
    "knocked_down": lambda joint: joint.knocked_down,
    "critical": lambda joint: joint.critical,
    "ko": lambda joint: joint.status == KO,
    "casualty": lambda joint: joint.status == CASUALTY,
    "out": lambda joint: joint.status != UP,
}
MEANS: dict[str, Callable[[Joint], int]] = {
    "injuries": lambda joint: joint.injuries,
    "stuns": lambda joint: joint.stuns,
    "markers": lambda joint: joint.injuries + joint.stuns,
}


def worth(name: str, joint: Joint) -> int:
    """What an outcome counts for a FIGURE of the contract."""
    if name.startswith("at-least="):
        return int(joint.injuries + joint.stuns >= int(name.removeprefix("at-least=")))
    return MEANS[name](joint) if name in MEANS else int(EVENTS[name](joint))


def figure(name: str, after: dict[Joint, Fraction]) -> Fraction:
    """A FIGURE of the contract from a law."""
    return sum((worth(name, joint) * chance for joint, chance in after.items()), Fraction(0))


# --- the DC spent ------------------------------------------------------------------------------------------


def most_spent(a: Attack, struck: int, left: int) -> int:
    """The most DC that can be spent once the impacts are seen (R2.5)."""
    if is_ranged(a) or left == 0 or not can_block(a):
        return 0
    if reading(a, "block_timing") == "before_impacts":
        return left  # committed unseen, and spent anyway
    if struck == 0:
        return 0
    if reading(a, "block_cap_at_impacts") == "yes":
        allowed = struck * blocks_per_impact(a)
        return next((dc for dc in range(left) if block_dice_of(a, dc) >= allowed), left)
    return left


def spent_by(policy: str, a: Attack, struck: int, left: int) -> int:
    """The DC that a policy spends."""
    most = most_spent(a, struck, left)
    if policy == "all":
        return most
    if policy.startswith("at-most="):
        return min(int(policy.removeprefix("at-most=")), most)
    if reading(a, "block_timing") == "before_impacts":
        raise ValueError(f"{policy} looks at impacts that are not seen")
    if policy != "one-per-impact":
        raise ValueError(f"{policy} is no rule of thumb")
    return min(struck, most)


# --- the dice ----------------------------------------------------------------------------------------------


class _Dice:
    """The dice of the attacks of one sequence, each situation thrown once."""

    def __init__(self, s: Sequence) -> None:
        self.s = s
        self.seen: dict[tuple[object, ...], dict[Roll, Fraction]] = {}
        self.struck: dict[tuple[object, ...], dict[int, Fraction]] = {}

    def attack(self, turn: int, state: State, dc: int = 0) -> Attack:
        """The attack as it meets the target in this state."""
        hurt = int(state.injuries + state.stuns > 0)  # a die can know that much of the card (Tension, Blood Scent)
        blow = self.s.attacks[turn]
        return replace(blow, target=self.s.target, injuries=hurt, stuns=0, down=state.down, dc=dc)

    def impacts(self, turn: int, state: State) -> dict[int, Fraction]:
        """Law of the impacts rolled."""
        a = self.attack(turn, state)
        key = (turn, a.injuries, a.down)
        if key not in self.struck:
            self.struck[key] = impacts(a)
        return self.struck[key]

    def rest(self, turn: int, state: State, struck: int, dc: int) -> dict[Roll, Fraction]:
        """Law of all dice after so many impacts and so many DC spent."""
        a = self.attack(turn, state, dc)
        key = (turn, a.injuries, a.down, struck, dc)
        if key not in self.seen:
            self.seen[key] = merge(
                (Roll(dc, *dice), chance * more)
                for left, chance in reached_from(a, struck).items()
                for dice, more in damage_and_collateral(a, left).items()
            )
        return self.seen[key]

    def by_policy(self, turn: int, state: State) -> dict[Roll, Fraction]:
        """Law of all dice when the DC are spent by the sequence's policy."""
        a = self.attack(turn, state)
        key = (turn, a.injuries, a.down, "left", state.dc)
        if key not in self.seen:

            def thrown(struck: int) -> dict[Roll, Fraction]:
                return self.rest(turn, state, struck, spent_by(self.s.policy, a, struck, state.dc))

            self.seen[key] = then(self.impacts(turn, state), thrown)
        return self.seen[key]


def over(state: State) -> bool:
    """Whether the attacks left are not made (R2.11): a Casualty is removed."""
    return state.status == CASUALTY


# --- the answers -------------------------------------------------------------------------------------------


def states(s: Sequence) -> list[dict[State, Fraction]]:
    """The law of the target's whole state after each attack; a Casualty is attacked no more."""
    dice = _Dice(s)

    def struck(turn: int, state: State) -> dict[State, Fraction]:
        if over(state):
            return {state: Fraction(1)}
        a = dice.attack(turn, state)
        return then(dice.by_policy(turn, state), lambda roll: after_roll(s, a, state, roll))

    after = []
    now = {at_first(s): Fraction(1)}
    for turn in range(len(s.attacks)):
        now = then(now, lambda state, turn=turn: struck(turn, state))
        after.append(now)
    return after


def law(s: Sequence) -> list[dict[Joint, Fraction]]:
    """The joint law of everything done so far and of the card, after each attack."""
    return [merge((_joint(state), chance) for state, chance in now.items()) for now in states(s)]


def optimal(s: Sequence, name: str) -> Fraction:
    """The least that a defender can bring a FIGURE down to, who chooses the DC of every attack.

    It sees the impacts first, or under block_timing=before_impacts only what earlier attacks did.
    """
    dice = _Dice(s)
    known: dict[tuple[int, State], Fraction] = {}

    def value(turn: int, state: State) -> Fraction:
        if turn == len(s.attacks) or over(state):
            return Fraction(worth(name, _joint(state)))
        if (turn, state) not in known:
            known[turn, state] = best(turn, state)
        return known[turn, state]

    def best(turn: int, state: State) -> Fraction:
        a, struck = dice.attack(turn, state), dice.impacts(turn, state)
        if reading(a, "block_timing") == "before_impacts":
            unseen = range(most_spent(a, 0, state.dc) + 1)
            return min(
                Fraction(sum(struck[hits] * expected(turn, state, hits, dc) for hits in struck)) for dc in unseen
            )
        return Fraction(
            sum(
                chance * min(expected(turn, state, hits, dc) for dc in range(most_spent(a, hits, state.dc) + 1))
                for hits, chance in struck.items()
            )
        )

    def expected(turn: int, state: State, hits: int, dc: int) -> Fraction:
        a = dice.attack(turn, state)
        return Fraction(
            sum(
                chance * more * value(turn + 1, seen(after))
                for roll, chance in dice.rest(turn, state, hits, dc).items()
                for after, more in after_roll(s, a, state, roll).items()
            )
        )

    def seen(state: State) -> State:
        """The state without the totals that this figure never looks at, so that more states are equal."""
        if name in ("out", "ko", "casualty"):
            return state._replace(more_injuries=0, more_stuns=0, damages=0, impact=False, critical=False,
                                  knocked_down=False)  # fmt: skip
        state = state._replace(damages=min(state.damages, 1))
        return state if name == "impact" else state._replace(impact=False)

    return value(0, at_first(s))
