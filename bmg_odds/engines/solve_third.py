"""The best Efforts of both sides of a third-edition duel in every state: backward induction over arrays (R7).

Zero-sum from A. At each attack the defender declares, then the attacker, seeing it; where the lead is rolled for, the
side that has it chooses who is activated first. Equally good numbers: the fewest Efforts; equally good to be first or
second: first.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from bmg_odds.engines.duel_third import EffortPair, asked_efforts
from bmg_odds.engines.duel_third_board import MANY, Flags, Ints, Ranks, ThirdBoard, Values, lead_chances, product
from bmg_odds.errors import BmgError
from bmg_odds.rules.duel import check_objective
from bmg_odds.rules.duel_state import State
from bmg_odds.rules.duel_third import EFFORTS
from bmg_odds.rules.duel_third_plans import EffortPolicy, EffortView

Progress = Callable[[int, int], object]
SAME = 1e-12
"""Two values nearer than this are the same: sums of chances differ in their last digits."""


class Choice(NamedTuple):
    """What both sides do in an activation, by the states of the side activated (rows, on its feet) and of the other."""

    defend: Ints
    """Efforts of the one struck [own, foe]."""
    attack: Ints
    """Efforts of the one that strikes [the foe's Efforts, own, foe]."""


class Turn(NamedTuple):
    """A round with one side activated first."""

    value: Values
    """For A, by the states of A (rows) and of B when the round begins."""
    choices: tuple[Choice, Choice]
    """Of the first activation and of the second."""


Key = tuple[int, int | None, int]
"""Rounds left, side that has the lead (None: one side goes first in every round), side activated first."""


@dataclass(frozen=True, eq=False)
class ThirdSolution:
    """A duel solved: values and best Efforts in every state."""

    board: ThirdBoard
    objective: str
    turns: dict[Key, Turn]
    begins: dict[tuple[int, int | None], Values]
    """The value for A before the dice for the lead, by rounds left and the side that had the lead, A in the rows."""

    @property
    def value(self) -> float:
        """The value for A when the fight begins."""
        return float(self.begins[self.board.fight.rounds, None][self.board.start])

    def at(self, a: State, b: State, rounds_left: int, had: int | None = None) -> float:
        """Return the value for A before a round; `had`: who had the lead before, None in the first round.

        BmgError for a state that cannot be.
        """
        return float(self.begins[self._round(rounds_left, had)][self._places(a, b)])

    def leader(self, a: State, b: State, rounds_left: int, lead: int) -> int:
        """Return who is activated first where a side has the lead: it chooses."""
        values = [float(self.turns[rounds_left, lead, side].value[self._places(a, b)]) for side in (0, 1)]
        better = values[1 - lead] - values[lead] if lead == 0 else values[lead] - values[1 - lead]
        return 1 - lead if better > SAME else lead

    def efforts(self, side: int, view: EffortView) -> int:
        """Return the best number of Efforts of a side in any situation, whatever the foe has declared."""
        lead = None if view.leads is None else side if view.leads else 1 - side
        attacker = side if view.attacks else 1 - side
        turn = self.turns[view.rounds_left, lead, attacker if view.first else 1 - attacker]
        choice = turn.choices[0 if view.first else 1]
        own, foe = (view.own, view.foe) if side == attacker else (view.foe, view.own)
        ranks = self.board.ranks
        place = ranks[attacker].number(own), ranks[1 - attacker].number(foe)
        return int(choice.attack[(view.foe_efforts or 0, *place)] if view.attacks else choice.defend[place])

    def policies(self) -> tuple[EffortPolicy, EffortPolicy]:
        """Return the best play of both sides as plans."""
        return (lambda view: self.efforts(0, view)), (lambda view: self.efforts(1, view))

    def pair(self) -> EffortPair:
        """Return the best play of both sides, who goes first among it, for `engines.duel_third.third_law`."""
        return EffortPair(self.policies(), leader=self.leader)

    def against(self, side: int, policy: EffortPolicy, *, own: bool = True) -> "ThirdSolution":
        """Return the fight solved with one side held to a plan; `own`: it depends on its own state alone."""
        held: list[tuple[EffortPolicy, bool] | None] = [None, None]
        held[side] = (policy, own)
        return _solved(self.board, self.objective, held)

    def _round(self, rounds_left: int, had: int | None) -> tuple[int, int | None]:
        key = (rounds_left, had if rounds_left < self.board.fight.rounds else None)
        if key not in self.begins:
            raise BmgError(f"{rounds_left} rounds left with {had} in the lead before cannot be in this fight")
        return key

    def _places(self, a: State, b: State) -> tuple[int, int]:
        try:
            return self.board.number(a, b)
        except KeyError as error:
            raise BmgError(f"{error.args[0]} cannot be in this fight") from None


def solve_third(board: ThirdBoard, objective: str = "out", progress: Progress | None = None) -> ThirdSolution:
    """Return the duel solved: `out` P(B out) − P(A out) at the end, `vp` and `markers` what A gains less what B does.

    `vp` needs a board with scoring. `progress` is told (rounds done, rounds). Raises BmgError for another objective.
    """
    check_objective(objective)
    return _solved(board, objective, [None, None], progress)


def third_regret(side: int, best: float, held: float) -> float:
    """Return what a side loses by a plan: the value less that with the plan, never negative."""
    lost = best - held if side == 0 else held - best
    return lost if lost > SAME else 0.0


def _solved(
    board: ThirdBoard, objective: str, held: Sequence[tuple[EffortPolicy, bool] | None],
    progress: Progress | None = None,
) -> ThirdSolution:  # fmt: skip
    fight = board.fight
    a, b = board.ranks
    over = board.gain(objective)
    ended = a.gone[:, None] | b.gone[None, :]
    turns: dict[Key, Turn] = {}
    begins: dict[tuple[int, int | None], Values] = {}
    solver = _Solver(board, objective, held)
    drawn = fight.first == "draw"
    for left in range(1, fight.rounds + 1):
        for lead in (0, 1) if drawn else (None,):
            after = over
            if left > 1:
                after = np.where(ended, over, product(product(a.recovery, begins[left - 1, lead]), b.recovery.T))
            for first in (0, 1) if drawn else ("ab".index(fight.first),):
                turns[left, lead, first] = solver.turn(after, left, lead, first)
        for had in (0, 1, None) if drawn else (None,):
            value = np.zeros(board.shape)
            for lead, chance in lead_chances(fight.first, had):
                value += chance * _chosen(turns, left, lead, fight.first)
            begins[left, had] = np.where(ended, over, value)
        if progress:
            progress(left, fight.rounds)
    return ThirdSolution(board, objective, turns, begins)


def _chosen(turns: dict[Key, Turn], left: int, lead: int | None, first: str) -> Values:
    if lead is None:
        return turns[left, None, "ab".index(first)].value
    both = turns[left, lead, 0].value, turns[left, lead, 1].value
    return np.maximum(*both) if lead == 0 else np.minimum(*both)


class _Solver:
    """Rounds solved backwards, sides held to a plan among them."""

    def __init__(self, board: ThirdBoard, objective: str, held: Sequence[tuple[EffortPolicy, bool] | None]) -> None:
        self.board, self.counts, self.held = board, objective == "markers", held

    def turn(self, after: Values, left: int, lead: int | None, first: int) -> Turn:
        """Return a round with a side activated first; `after` is the value for A when its attacks are over."""
        value, second = self._activation(after, 1 - first, left, lead, first=False)
        value, one = self._activation(value, first, left, lead, first=True)
        return Turn(value, (one, second))

    def _activation(
        self, after: Values, side: int, left: int, lead: int | None, *, first: bool
    ) -> tuple[Values, Choice]:
        """Return the value for A before an activation, and what both do; `after` is the value when it is over."""
        own, foe = self.board.ranks[side], self.board.ranks[1 - side]
        turned = after if side == 0 else after.T
        best = np.zeros((MANY, *turned.shape))  # counts only where the foe may make so many
        attack = np.zeros((MANY, *turned.shape), dtype=np.int64)
        fixed = self._fixed(side, left, lead, first=first, attacks=True)
        sign = 1 if side == 0 else -1
        told = self._fixed(1 - side, left, lead, first=first, attacks=False)
        for met in EFFORTS:
            wanted = (foe.most >= met) & ~foe.gone
            if told is not None:
                wanted &= (told[0] == met).any(axis=1)
            columns = np.flatnonzero(wanted)
            best[met], attack[met] = self._attacks(turned, side, met, columns, None if fixed is None else fixed[met])
        if told is not None:
            defend = told[0].T
            value = np.take_along_axis(best, defend[None], 0)[0]
        else:
            value, defend = best[0].copy(), np.zeros(turned.shape, dtype=np.int64)
            for met in EFFORTS[1:]:
                less = (foe.most >= met)[None, :] & (sign * (value - best[met]) > SAME)
                value[less] = best[met][less]
                defend[less] = met
        blows = (own.acts & own.strikes)[:, None] & ~foe.gone[None, :]
        found = np.where(blows, value[own.rise], np.where(own.acts[:, None], turned[own.rise], turned))
        return (found if side == 0 else found.T), Choice(defend, attack)

    def _attacks(self, after: Values, side: int, met: int, columns: Ints, fixed: Ints | None) -> tuple[Values, Ints]:
        """Return the value and the Efforts of the attacker for every pair, against so many Efforts of the target.

        Only for these states of the target; `fixed` are the Efforts of an attacker that is held to a plan.
        """
        own = self.board.ranks[side]
        sign = 1 if side == 0 else -1
        value, chosen = np.zeros(after.shape), np.zeros(after.shape, dtype=np.int64)
        for made in EFFORTS:
            wanted = own.standing & (own.most >= made)
            if fixed is not None:
                wanted &= (fixed == made).any(axis=1)
            rows = np.flatnonzero(wanted)
            if not rows.size or not columns.size:
                continue
            here = np.ix_(rows, columns)
            told = None if fixed is None else fixed[here] == made
            worth = self._worth(after, side, rows, columns, made, met)
            old = value[here]
            better = told if told is not None else (made == 0) | (sign * (worth - old) > SAME)
            value[here] = np.where(better, worth, old)
            chosen[here] = np.where(better, made, chosen[here])
        return value, chosen

    def _worth(self, after: Values, side: int, rows: Ints, columns: Ints, made: int, met: int) -> Values:
        board = self.board
        paid = board.ranks[side].spent[True][made][rows]
        kinds = board.kind[side][paid]
        worth = np.empty((len(rows), len(columns)))
        for kind in np.unique(kinds):
            here: Flags = kinds == kind
            struck = board.struck(side, made, met, int(kind))
            worth[here] = product(after[paid[here]], struck.after[columns].T)
            if self.counts:
                worth[here] += (1 if side == 0 else -1) * struck.inflicted[columns]
        return worth

    def _fixed(self, side: int, left: int, lead: int | None, *, first: bool, attacks: bool) -> Ints | None:
        """Return the Efforts of a side that is held to a plan [foe's Efforts, own, foe]; None where it is free."""
        held = self.held[side]
        if held is None:
            return None
        policy, alone = held
        own, foe = self.board.ranks[side], self.board.ranks[1 - side]
        found = np.zeros((MANY if attacks else 1, len(own.states), len(foe.states)), dtype=np.int64)
        for place in np.flatnonzero(own.most > 0).tolist():
            if alone:
                found[:, place, :] = asked_efforts(
                    self.board, policy, side, place, 0, left, lead, attacks=attacks, first=first,
                    seen=0 if attacks else None,
                )  # fmt: skip
                continue
            for other, seen in _met(foe, attacks=attacks):
                found[seen or 0, place, other] = asked_efforts(
                    self.board, policy, side, place, other, left, lead, attacks=attacks, first=first, seen=seen
                )
        return found


def _met(foe: Ranks, *, attacks: bool) -> list[tuple[int, int | None]]:
    """Return all that a plan may meet: the foe's state and, for an attacker, its Efforts."""
    live = [place for place in range(len(foe.states)) if not foe.gone[place]]
    if not attacks:
        return [(place, None) for place in live if foe.standing[place]]
    return [(place, seen) for place in live for seen in range(int(foe.most[place]) + 1)]
