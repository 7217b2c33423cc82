"""Duels solved: the best plans of both sides in every state, by backward induction (R5).

Zero-sum, seen from A. A round is one step: the side that goes first plans openly, the other sees the plan and plans.
With the bag the side drawn chooses who goes first, and both see how many counters are left.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from bmg_odds.engines.duel import Bag, Pair, Progress, begins, draws
from bmg_odds.engines.duel_board import Board, Ints, Values
from bmg_odds.engines.duel_steps import Lead
from bmg_odds.engines.solve_rounds import Node, Played, Solver, nodes
from bmg_odds.engines.solve_tables import TIE
from bmg_odds.errors import BmgError
from bmg_odds.rules.duel import Fight, check_objective
from bmg_odds.rules.duel_plans import NOTHING, Plan, Policy, View, check_plan
from bmg_odds.rules.duel_state import State


@dataclass(frozen=True, eq=False)
class Solution:
    """A duel solved: values and best plans of both sides for every state, round and bag."""

    solver: Solver
    values: dict[Node, Values]
    """The value for A before the draw of a round: rows are states of A, columns those of B."""
    played: dict[tuple[int, Bag, int], Played]
    """By rounds left, bag after the draw (None in the last round) and who goes first."""
    _answers: dict[object, Ints] = field(default_factory=dict, init=False, repr=False)

    @property
    def board(self) -> Board:
        """The board of the fight."""
        return self.solver.board

    @property
    def fight(self) -> Fight:
        """The fight."""
        return self.board.fight

    @property
    def value(self) -> float:
        """The value for A at the beginning."""
        a, b = self.board.start
        left = self.fight.rounds
        return sum(chance * float(self.values[left, bag][a, b]) for chance, bag in begins(self.board, self.fight.first))

    def at(self, a: State, b: State, rounds_left: int, bag: Bag = None) -> float:
        """Return the value for A of a pair of states before the draw of a round; `bag` before that draw."""
        found = self._node(rounds_left, bag)
        return float(found[self._place(0, a), self._place(1, b)])

    def plan(self, side: int, view: View) -> Plan:
        """Return the best plan of a side for what it sees; a foe that plans first may have made any plan.

        Of plans that are equally good the first in the order of `duel_plans.allowed`: most AC, then DC, SC, MC.
        """
        own, foe = self._place(side, view.own), self._place(1 - side, view.foe)
        if view.own.out:
            return NOTHING
        bag: Bag = None
        if view.own_draws is not None and view.foe_draws is not None and view.rounds_left > 1:
            bag = (view.own_draws, view.foe_draws) if side == 0 else (view.foe_draws, view.own_draws)
        first = side if view.first else 1 - side
        key = (view.rounds_left, bag, first)
        if key not in self.played:
            raise BmgError(f"the fight has no such situation: {view.rounds_left} rounds left, bag {bag}, first {first}")
        table, played = self.solver.round(first), self.played[key]
        if view.first:
            return table.leading.plans[own][int(played.lead[own, foe])]
        lead = self.solver.steps.lead(first, foe, view.foe_plan or NOTHING)
        if lead in table.leading.numbers:
            return table.replying.plans[own][int(played.reply[table.leading.numbers[lead], own])]
        return self._answer(key, lead, own)

    def _answer(self, key: tuple[int, Bag, int], lead: Lead, own: int) -> Plan:
        """Return the best reply to a plan that the solved foe would never make."""
        if (key, lead) not in self._answers:
            left, bag, first = key
            follows = self.values[left - 1, bag] if left > 1 else None
            self._answers[key, lead] = self.solver.answers(first, [lead], follows)[1][0]
        return self.solver.round(key[2]).replying.plans[own][int(self._answers[key, lead][own])]

    def leader(self, a: State, b: State, rounds_left: int, bag: Bag, drawn: int) -> int:
        """Return who goes first where a side was drawn (0 is A): it chooses; where both are equal, itself.

        `bag` is the bag after the draw.
        """
        if self.fight.first != "draw":
            return "ab".index(self.fight.first)
        places = self._place(0, a), self._place(1, b)
        key = bag if rounds_left > 1 else None
        one, two = (float(self.played[rounds_left, key, side].value[places]) for side in (0, 1))
        if abs(one - two) <= TIE:
            return drawn
        return 0 if (one > two) == (drawn == 0) else 1

    def policies(self) -> tuple[Policy, Policy]:
        """Return the best plans of both sides as policies."""
        return (lambda view: self.plan(0, view)), (lambda view: self.plan(1, view))

    def pair(self) -> Pair:
        """Return the best plans of both sides, and who goes first, for `duel.law`."""
        leader = self.leader if self.fight.first == "draw" else None
        return Pair(self.policies(), leader=leader, made=self._made)

    def _made(self, first: int, own: int, foe: int, left: int, bag: Bag) -> tuple[Plan, Plan]:
        """Return both best plans for the places of two living states."""
        table, played = self.solver.round(first), self.played[left, bag if left > 1 else None, first]
        number = int(played.lead[own, foe])
        lead = int(table.leading.of[table.leading.start[own] + number])
        return table.leading.plans[own][number], table.replying.plans[foe][int(played.reply[lead, foe])]

    def against(self, side: int, plan: Policy, progress: Progress | None = None) -> "Solution":
        """Return the fight solved where one side always plays a plan that depends on its own state alone.

        Its values are never better for that side, in any state (`regret`).
        """
        fight, roll = self.fight, self.board.rolls[side]

        def plans(place: int) -> list[Plan]:
            state = roll.states[place]
            view = fight.view(side, state, self.fight.sides[1 - side].fresh, fight.rounds, first=True)
            return [NOTHING if state.out else check_plan(plan(view), view, fight.sides[side].card.name)]

        solver = replace(self.solver, fixed={side: plans}, base=self.solver, progress=None)
        return induce(solver, progress)

    def _node(self, rounds_left: int, bag: Bag) -> Values:
        if (rounds_left, bag) not in self.values:
            bags = [f"{each[0]}/{each[1]}" for left, each in self.values if left == rounds_left and each]
            if not bags:
                most = max(left for left, _ in self.values)
                raise BmgError(f"{rounds_left} rounds left is out of range; allowed: 1 to {most}")
            shown = "no bag" if bag is None else f"the bag {bag[0]}/{bag[1]}"
            raise BmgError(f"with {rounds_left} rounds left there is not {shown}; allowed: {', '.join(sorted(bags))}")
        return self.values[rounds_left, bag]

    def _place(self, side: int, state: State) -> int:
        found = self.board.rolls[side].at.get(state if self.board.scoring else state._replace(scored=0))
        if found is None:
            raise BmgError(f"{self.fight.sides[side].card.name} cannot be in the state {tuple(state)}")
        return found


def regret(side: int, solved: float, fixed: float) -> float:
    """Return what a side loses by a fixed plan against the best replies; never negative, 0 within rounding.

    >>> regret(0, 0.5, 0.2), regret(1, 0.5, 0.5 - 1e-17)
    (0.3, 0.0)
    """
    lost = solved - fixed if side == 0 else fixed - solved
    return lost if lost > TIE else 0.0


def solve(
    board: Board, objective: str = "out", *, threads: int | None = None, progress: Progress | None = None
) -> Solution:
    """Return the fight solved; `progress` is told (steps done, steps).

    Objectives, for A: `out` the chance that B is out at the end less that A is; `vp` the victory points that A scores
    less those of B; `markers` the markers that A inflicts, before Endurance, less those of B. BmgError for another.
    """
    check_objective(objective)
    return induce(Solver(board, objective, threads, progress))


def induce(solver: Solver, progress: Progress | None = None) -> Solution:
    """Return what backward induction finds."""
    board, told = solver.board, progress or solver.progress
    every = list(nodes(board))
    wanted = {
        (left, after if left > 1 else None, side)
        for left, bag in every
        for _, after, drawn in draws(board.fight.first, bag)
        for side in ((0, 1) if bag else (drawn,))
    }
    values: dict[Node, Values] = {}
    played: dict[tuple[int, Bag, int], Played] = {}
    for left, bag in every:
        total = np.zeros_like(solver.over)
        for chance, after, drawn in draws(board.fight.first, bag):
            options = []
            for side in (0, 1) if bag else (drawn,):
                key = (left, after if left > 1 else None, side)
                if key not in played:
                    played[key] = solver.play(side, values[left - 1, after] if left > 1 else None)
                    if told:
                        told(len(played), len(wanted))
                options.append(played[key].value)
            total += chance * (np.maximum if drawn == 0 else np.minimum).reduce(options)
        values[left, bag] = total
    return Solution(solver, values, played)
