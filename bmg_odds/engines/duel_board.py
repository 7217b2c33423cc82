"""The numbers of a duel: every state of both models, and the law of what each attack and each recovery makes of it.

States stand in this order: standing (unmarked ones first), down, K.O., Casualty. So those that can strike, those
that live, and those whom wounds change are each one stretch of an array.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, wraps
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.counting import COMB, WIDTH
from bmg_odds.engines.exact import table
from bmg_odds.engines.recovery import wakes
from bmg_odds.rules.duel import Blow, Circumstances, Fight
from bmg_odds.rules.duel_state import CASUALTY, DOWN, KO, State
from bmg_odds.rules.harm import Harm
from bmg_odds.rules.record import ALL_FACES, Strike

F = TypeVar("F", bound=Callable[..., Any])
Values = npt.NDArray[np.float64]
Ints = npt.NDArray[np.signedinteger[Any]]

Kind = tuple[int, int, int, int]
"""Impacts, damages, criticals, matched: all of an attack's dice that a card can feel."""

ALL = 99
"""As a number of DC spent: all of them."""


def kept(method: F) -> F:
    """Return a method that keeps what it returned, in the object itself, for as long as that lives.

    Its arguments are given by position.

    >>> class Counter:
    ...     @kept
    ...     def next(self, number):
    ...         return [number + 1]
    >>> counter = Counter()
    >>> counter.next(1) is counter.next(1)
    True
    """
    name = f"_kept_{method.__name__}"

    @wraps(method)
    def keeping(self: Any, *given: Any) -> Any:
        store = self.__dict__.setdefault(name, {})
        if given not in store:
            store[given] = method(self, *given)
        return store[given]

    return cast("F", keeping)


class Struck(NamedTuple):
    """What one attack does to a model, for each of its states (rows)."""

    quiet: Values
    """Chance that the impact roll has no impact: then no DC is spent and nothing changes."""
    hits: Values
    """Chance of each state after, otherwise; a row adds up to 1 less `quiet`."""
    parts: dict[int, Values]
    """`hits` by the DC that were spent: ALL, or how many (reading block_cap_at_impacts)."""
    inflicted: Values
    """Markers inflicted on average, before Endurance (R2.11)."""


class Landings(NamedTuple):
    """What each kind of an attack's dice makes of some states of the target."""

    kinds: dict[Kind, int]
    cell: Ints
    """Where in the flat table of (state before, state after) each landing counts."""
    kind: Ints
    weight: Values
    gain: Values
    """Markers inflicted, by state and kind."""


class Roll(NamedTuple):
    """A model's states in the order of the arrays, and where each kind of them ends."""

    states: tuple[State, ...]
    at: dict[State, int]
    """The place of each state."""
    unmarked: int
    """Standing states without markers come before this place."""
    standing: int
    live: int
    """Standing states, then all but Casualties (down, K.O. beside them) come before these places."""


def _roll(states: list[State]) -> Roll:
    ordered = sorted(states, key=lambda state: (state.posture, state.markers > 0))
    return Roll(
        tuple(ordered),
        {state: place for place, state in enumerate(ordered)},
        sum(state.posture < DOWN and not state.markers for state in ordered),
        sum(state.posture < DOWN for state in ordered),
        sum(state.posture < CASUALTY for state in ordered),
    )


@dataclass(frozen=True, eq=False)
class Board:
    """All tables of one fight; side 0 is A.

    `scoring` follows whether a first K.O. has been scored, which doubles the states; only victory points need it.
    """

    fight: Fight
    scoring: bool = False
    _known: dict[Any, Landings] = field(default_factory=dict, repr=False)

    @cached_property
    def rolls(self) -> tuple[Roll, Roll]:
        """The states of both models."""
        one, two = (_roll(self.fight.states(side, scoring=self.scoring)) for side in (0, 1))
        return one, two

    @cached_property
    def sc(self) -> tuple[int, int]:
        """The most SC that each side can still have when it recovers."""
        caps = [max(fighter.unhurt.sc, fighter.hurt.sc) for fighter in self.fight.sides]
        most = [
            fighter.unhurt.total if fighter.willpower is None else fighter.willpower for fighter in self.fight.sides
        ]
        return min(caps[0], most[0]), min(caps[1], most[1])

    @cached_property
    def start(self) -> tuple[int, int]:
        """The places of both fresh states."""
        one, two = (self.rolls[side].at[self.fight.sides[side].fresh] for side in (0, 1))
        return one, two

    @cached_property
    def feels(self) -> tuple[bool, bool]:
        """Whether wounds of the attacker touch its dice, for each side as the attacker (Tension)."""
        found = []
        for side in (0, 1):
            ac, dc = self.fight.sides[side].hurt.ac, self.fight.other(side).hurt.dc
            whens = [Circumstances(lies, False, hurt) for lies in (False, True) for hurt in (False, True)]
            found.append(
                any(
                    self.fight.blow(side, ac, dc, when)
                    != self.fight.blow(side, ac, dc, when._replace(attacker_wounded=True))
                    for when in whens
                )
            )
        return found[0], found[1]

    @kept
    def struck(self, attacker: int, ac: int, dc: int, wounded: bool = False) -> Struck:
        """Return what a side's attack of so many AC does to each state of the other, which blocks with so many DC.

        `wounded`: the attacker has markers; without effect where `feels` says so. Under readings by which a model
        that lies may not block its DC are left out here.
        """
        roll = self.rolls[1 - attacker]
        many = len(roll.states)
        quiet, inflicted = np.ones(many), np.zeros(many)
        parts: dict[int, Values] = {}
        wounded = wounded and self.feels[attacker]
        whens = [Circumstances(not self.fight.blocks_lying and state.lies, wounded, state.markers > 0)
                 for state in roll.states]  # fmt: skip
        for when in dict.fromkeys(whens) if ac else ():
            places = [place for place in range(roll.live) if whens[place] == when]
            if not places:
                continue
            blocks = 0 if when.lies else dc
            blow = self.fight.blow(attacker, ac, blocks, when)
            none = 0.0 if self.fight.unseen and not when.lies else _none(blow.strike)
            quiet[places] = none
            for spent, law in self._laws(attacker, blow, blocks, when).items():
                landings = self._landings(attacker, when, blow.harm, tuple(places), law)
                chances = np.zeros(len(landings.kinds))
                chances[[landings.kinds[kind] for kind in law]] = list(law.values())
                flat = np.bincount(landings.cell, chances[landings.kind] * landings.weight, many * many)
                part = parts.setdefault(spent, np.zeros((many, many)))
                part += flat.reshape(many, many)
                inflicted[places] += landings.gain @ chances
            parts[ALL][places, places] -= none  # in the law of all dice too, as a kind that does nothing
        for part in parts.values():
            np.maximum(part, 0.0, out=part)
        return Struck(quiet, sum(parts.values(), np.zeros((many, many))), parts, inflicted)

    def _laws(self, attacker: int, blow: Blow, dc: int, when: Circumstances) -> dict[int, dict[Kind, float]]:
        """Return the law of what a card can feel, by the DC spent; no impact counts as ALL."""
        strike = blow.strike
        if not (strike.block_cap and dc):
            return {ALL: _law(blow)}
        found: dict[int, dict[Kind, float]] = {}
        for impacts, chance in enumerate(_impacts(strike)):
            dice = min(strike.block_dice, impacts * strike.block_need)
            spent = self.fight.spent(attacker, dc, dice, when) if impacts else dc
            law = found.setdefault(spent if spent < dc else ALL, {})
            thrown = strike._replace(dice=impacts, impact=ALL_FACES, impact_rerolls=0, impact_spoils=0)
            for kind, part in _law(blow._replace(strike=thrown)).items():
                law[kind] = law.get(kind, 0.0) + chance * part
        return found

    def _landings(
        self, attacker: int, when: Circumstances, harm: Harm, places: tuple[int, ...], law: dict[Kind, float]
    ) -> Landings:
        """Return what kinds of dice make of these states of the target, for every kind of the law at least."""
        key = (attacker, harm, places)
        found = self._known.get(key)
        if found is None:  # the most dice show nearly every kind
            most = self.fight.sides[attacker]
            wide = _law(self.fight.blow(attacker, max(most.unhurt.ac, most.hurt.ac), 0, when))
            found = self._known[key] = self._land(attacker, harm, places, {**wide, **law})
        elif law.keys() - found.kinds.keys():
            found = self._known[key] = self._land(attacker, harm, places, {**found.kinds, **law})
        return found

    def _land(self, attacker: int, harm: Harm, places: tuple[int, ...], law: dict[Kind, Any]) -> Landings:
        roll, many = self.rolls[1 - attacker], len(self.rolls[1 - attacker].states)
        cells, kind_of, weights = [], [], []
        gains = np.zeros((len(places), len(law)))
        for number, place in enumerate(places):
            state = roll.states[place]
            for which, (impacts, damages, criticals, matched) in enumerate(law):
                dice = (impacts, damages, criticals)
                gains[number, which] = self.fight.inflicts(attacker, harm, state, dice)
                for after, sixths in self.fight.lands(attacker, harm, state, dice, matched=bool(matched)):
                    cells.append(place * many + roll.at[after if self.scoring else after._replace(scored=0)])
                    kind_of.append(which)
                    weights.append(sixths / 6)
        kinds = {kind: which for which, kind in enumerate(law)}
        return Landings(kinds, np.array(cells), np.array(kind_of), np.array(weights), gains)

    @cached_property
    def lost(self) -> tuple[Ints, Ints]:
        """Counters lost from a state (row) to another (column), for each side (R2.1); K.O. and Casualty lose all."""
        found = []
        for fighter, roll in zip(self.fight.sides, self.rolls, strict=True):
            marks = [state.markers for state in roll.states]
            rows = [[fighter.lost(before, max(before, after)) for after in marks] for before in marks]
            found.append(np.array(rows))
        return found[0], found[1]

    @kept
    def recovery(self, side: int, sc: int) -> Values:
        """Return the law of the end of a round with so many SC left: from each state (row) to each (column), R3."""
        fighter, roll = self.fight.sides[side], self.rolls[side]
        found = np.zeros((len(roll.states), len(roll.states)))
        one = (fighter.recovery & ALL_FACES).bit_count() / 6
        law = [COMB[(sc + 1) * WIDTH + k] * one**k * (1 - one) ** (sc + 1 - k) for k in range(sc + 2)]
        up = wakes(fighter.endurance) if fighter.recovery else 0.0
        for place, state in enumerate(roll.states):
            if state.posture == CASUALTY:
                found[place, place] = 1.0
            elif state.posture == KO:
                found[place, place] = 1.0 - up
                found[place, roll.at[fighter.wakes(state)]] += up
            else:
                for successes, chance in enumerate(law):
                    after = fighter.recovers(state, successes, injuries=self.fight.recover_injuries)
                    found[place, roll.at[after]] += chance
        return found


@lru_cache(maxsize=8192)
def _law(blow: Blow) -> dict[Kind, float]:
    """Return the law of what a card can feel."""
    strike, harm = blow
    impacts_count = harm.scratch != "off" or "impact" in harm.knock_down_on
    law: dict[Kind, float] = {}
    for (_, impacts, damages, criticals, matched), chance in table(strike).cells():
        kind = (impacts if impacts_count else damages, damages, criticals, matched)
        law[kind] = law.get(kind, 0.0) + chance
    return law


@lru_cache(maxsize=1024)
def _impacts(strike: Strike) -> list[float]:
    """Return the law of the impacts of the impact roll, before any of them is stopped."""
    bare = strike._replace(block_dice=0, covers=0, dodge_dice=0, saves=0, cross=0, watch_blocks=0)
    law = [0.0] * (strike.dice + 1)
    for (_, impacts, *_), chance in table(bare).cells():
        law[impacts] += chance
    return law


def _none(strike: Strike) -> float:
    return _impacts(strike)[0]
