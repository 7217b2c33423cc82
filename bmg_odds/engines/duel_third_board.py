"""The states of a third-edition duel as numbers, and what attacks, Efforts and recovery do to them (R7)."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.exact_clash import clash_table
from bmg_odds.engines.recovery import wakes
from bmg_odds.rules.duel_state import CASUALTY, DOWN, KO, STANDING, State
from bmg_odds.rules.duel_third import EFFORTS, ThirdBlow, ThirdFight
from bmg_odds.rules.harm import Deal

Values = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
MANY = len(EFFORTS)


class Struck(NamedTuple):
    """What an attack does to every state of the one struck, the target's Efforts paid on the way."""

    after: Values
    """Chances [state before its Efforts, state after]; rows of those that cannot make so many are 0."""
    inflicted: Values
    """Markers inflicted on average, before Endurance, by state."""


class Ranks:
    """All states of one side, numbered, with what they may do."""

    def __init__(self, fight: ThirdFight, side: int, *, scoring: bool) -> None:
        one = fight.sides[side]
        self.states = fight.states(side, scoring=scoring)
        self.scoring = scoring and fight.scores(side)
        self._at = {state: number for number, state in enumerate(self.states)}
        postures = np.array([state.posture for state in self.states])
        self.standing: Flags = postures == STANDING
        self.gone: Flags = postures == CASUALTY
        self.acts: Flags = postures <= DOWN
        self.rise: Ints = np.array([self.number(self.risen(state)) for state in self.states])
        """The state that an activation begins with: on its feet (reading stand_up)."""
        self.strikes: Flags = self.standing | (self.acts & fight.stands_and_strikes)
        """Whether an activation that begins in this state makes an attack."""
        self.most: Ints = np.array([one.most(state) for state in self.states])
        self.spent: list[list[Ints]] = [
            [np.array([self._paid(fight, side, state, number, attacks) for state in self.states]) for number in EFFORTS]
            for attacks in (False, True)
        ]
        """[attacks][Efforts][state] -> state with them paid."""
        self.out: Flags = postures >= KO
        self.points: Ints = np.array([fight.points(side, state) for state in self.states])
        self.recovery = self._recovery(fight, side)

    def number(self, state: State) -> int:
        """Return the number of a state."""
        return self._at[state if self.scoring else state._replace(scored=0)]

    @staticmethod
    def risen(state: State) -> State:
        """Return the state of a model that has stood up where it was knocked down."""
        return state._replace(posture=STANDING) if state.posture == DOWN else state

    def _paid(self, fight: ThirdFight, side: int, state: State, efforts: int, attacks: bool) -> int:
        one = fight.sides[side]
        possible = efforts <= one.most(state)
        return self.number(one.spent(state, efforts, attacks=attacks) if possible else state)

    def _recovery(self, fight: ThirdFight, side: int) -> Values:
        """Return the chances [state, state] of the end of a round (R7.8)."""
        one, reading = fight.sides[side], fight.edition["ko_recovery"]
        up = wakes(one.endurance) if one.recovers else 0.0
        found = np.zeros((len(self.states), len(self.states)))
        for place, state in enumerate(self.states):
            if state.posture == KO:
                found[place, self.number(one.woken(state, reading))] += up
                found[place, place] += 1.0 - up
            else:
                found[place, self.number(state if state.posture == CASUALTY else one.recovered(state))] = 1.0
        return found


class ThirdBoard:
    """Both sides of a fight as arrays; attacks are worked out when first asked for.

    `scoring`: whether states remember that a first K.O. was scored.
    """

    def __init__(self, fight: ThirdFight, *, scoring: bool = False) -> None:
        self.fight, self.scoring = fight, scoring
        self.ranks = (Ranks(fight, 0, scoring=scoring), Ranks(fight, 1, scoring=scoring))
        self._struck: dict[tuple[object, ...], Struck] = {}
        self._deals: dict[ThirdBlow, list[tuple[Deal, float]]] = {}
        kinds = [self._kinds(side) for side in (0, 1)]
        self.kind: tuple[Ints, Ints] = (kinds[0][0], kinds[1][0])
        """For each state of an attacker, its Efforts paid: which of its attacks it makes."""
        self._samples = (kinds[0][1], kinds[1][1])

    @property
    def shape(self) -> tuple[int, int]:
        """States of A and of B."""
        return len(self.ranks[0].states), len(self.ranks[1].states)

    @property
    def start(self) -> tuple[int, int]:
        """Numbers of the states that the fight begins with."""
        a, b = (self.ranks[side].number(self.fight.sides[side].fresh) for side in (0, 1))
        return a, b

    def number(self, a: State, b: State) -> tuple[int, int]:
        """Return the numbers of a pair of states; KeyError for one that cannot be."""
        return self.ranks[0].number(a), self.ranks[1].number(b)

    def _kinds(self, side: int) -> tuple[Ints, list[State]]:
        """Return for each state of an attacker the number of its kind of attack, and a state of each kind."""
        seen: dict[tuple[object, ...], int] = {}
        samples: list[State] = []
        kinds = []
        for state in self.ranks[side].states:
            key = self._records(side, state)
            if key not in seen:
                seen[key] = len(seen)
                samples.append(state)
            kinds.append(seen[key])
        return np.array(kinds), samples

    def _records(self, side: int, attacker: State) -> tuple[object, ...]:
        targets = [State(0, 0), State(0, 1), State(1, 0)]
        return tuple(
            self.fight.blow(side, 0, 0, self.fight.circumstances(attacker, target, lies=lies))
            for target in targets
            for lies in (False, True)
        )

    def struck(self, attacker: int, made: int, met: int, kind: int) -> Struck:
        """Return what an attack of a side does: its Efforts, the target's, and the kind of the attack."""
        key = (attacker, made, met, kind)
        if key not in self._struck:
            self._struck[key] = self._strike(attacker, made, met, self._samples[attacker][kind])
        return self._struck[key]

    def _strike(self, attacker: int, made: int, met: int, who: State) -> Struck:
        fight, ranks = self.fight, self.ranks[1 - attacker]
        after = np.zeros((len(ranks.states), len(ranks.states)))
        inflicted = np.zeros(len(ranks.states))
        for place, state in enumerate(ranks.states):
            if state.posture == CASUALTY or met > ranks.most[place]:
                continue
            before = ranks.states[ranks.spent[False][met][place]]
            when = fight.circumstances(who, before, lies=state.lies)
            blow = fight.blow(attacker, made, met, when)
            row: dict[int, float] = {}
            for deal, chance in self.deals(blow):
                end = ranks.number(fight.lands(attacker, blow.harm, before, deal))
                row[end] = row.get(end, 0.0) + chance
                inflicted[place] += chance * (deal.injuries + deal.stuns)
            after[place, list(row)] = list(row.values())
        return Struck(after, inflicted)

    def deals(self, blow: ThirdBlow) -> list[tuple[Deal, float]]:
        """Return the law of what an attack deals, cells that deal the same merged."""
        if blow not in self._deals:
            law: dict[Deal, float] = {}
            for cell, chance in clash_table(blow.clash).cells():
                deal = blow.harm.deal(cell)
                same = Deal(0, 0, min(1, deal.criticals), deal.knocked_down, deal.injuries, deal.stuns, False)
                law[same] = law.get(same, 0.0) + chance
            self._deals[blow] = list(law.items())
        return self._deals[blow]

    def gain(self, objective: str) -> Values:
        """Return what the end of a fight is worth to A, by both states: `out` or `vp`; 0 for `markers`."""
        a, b = self.ranks
        if objective == "markers":
            return np.zeros(self.shape)
        mine, theirs = (each.out if objective == "out" else each.points for each in (a, b))
        found: Values = np.subtract(theirs[None, :], mine[:, None], dtype=np.float64)
        return found


SLICE = 200_000
"""Multiplications of a product that no library gives to more than one thread."""


def product(one: Values, two: Values) -> Values:
    """Return a matrix product, in slices that stay on one thread: threads that wait for each other cost more here.

    >>> product(np.eye(2), np.array([[1.0, 2.0], [3.0, 4.0]])).tolist()
    [[1.0, 2.0], [3.0, 4.0]]
    """
    found = np.empty((one.shape[0], two.shape[1]))
    wide = max(1, min(two.shape[1], SLICE // (8 * len(two))))
    step = max(1, SLICE // (wide * len(two)))
    for left in range(0, two.shape[1], wide):
        for first in range(0, len(one), step):
            rows, columns = slice(first, first + step), slice(left, left + wide)
            found[rows, columns] = one[rows] @ two[:, columns]
    return found


def lead_chances(first: str, had: int | None) -> Iterable[tuple[int | None, float]]:
    """Return who has the lead of a round, with the chances; `had`: who had it the round before (R7.8).

    A die each; a tie goes to the side that did not have it, and is rolled again in the first round. None where one
    side goes first in every round.

    >>> lead_chances("draw", 0), lead_chances("a", None)
    ([(0, 0.4166666666666667), (1, 0.5833333333333334)], [(None, 1.0)])
    """
    if first != "draw":
        return [(None, 1.0)]
    if had is None:
        return [(0, 0.5), (1, 0.5)]
    keeps, loses = 15 / 36, 21 / 36
    return [(0, keeps if had == 0 else loses), (1, keeps if had == 1 else loses)]
