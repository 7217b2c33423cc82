"""One round of a duel solved from what follows it, for either side first (R5); `solve` goes back through all."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from bmg_odds.engines.duel import Bag, Progress, begins, draws
from bmg_odds.engines.duel_board import Board, Ints, Values, kept
from bmg_odds.engines.duel_steps import Lead, Steps
from bmg_odds.engines.solve_tables import (
    Laws,
    Leading,
    Plans,
    Recovery,
    Replying,
    Round,
    every_plan,
    the_ends,
    the_leads,
    the_recovery,
    the_replies,
    the_shape,
    with_leads,
)

Node = tuple[int, Bag]
"""Rounds left, this one among them, and the bag before its draw."""


class Played(NamedTuple):
    """One round with one side first, solved from what follows it."""

    value: Values
    """For A: rows are states of A, columns those of B."""
    lead: Ints
    """For each pair of living states (the first side's in the rows) the number of its lead among those of the state."""
    reply: Ints
    """For each lead and living state of the second side the number of its reply."""


@dataclass(frozen=True, eq=False)
class Solver:
    """Backward induction on one board, for one objective.

    `fixed` holds the plans of a side (by side) that is held to them; the other may do everything that is allowed.
    """

    board: Board
    objective: str
    threads: int | None = None
    progress: Progress | None = None
    fixed: dict[int, Plans] = field(default_factory=dict)
    base: "Solver | None" = None
    """A solver of the same board whose tables are used again."""

    @cached_property
    def steps(self) -> Steps:
        """The steps of a round."""
        return self.base.steps if self.base else Steps(self.board)

    @cached_property
    def monotone(self) -> bool:
        """Whether more counters never hurt, so that only plans that place all need to be looked at."""
        return self.base.monotone if self.base else monotone(self.board, self.objective)

    @cached_property
    def laws(self) -> tuple[Laws, Laws]:
        """What attacks do to the states of A and of B."""
        if self.base:
            return self.base.laws
        inflicted = self.objective == "markers"
        return the_ends(self.steps, 0, inflicted=inflicted), the_ends(self.steps, 1, inflicted=inflicted)

    def plans(self, side: int) -> Plans:
        """Return what a side may do in each state."""
        return self.fixed.get(side) or every_plan(self.board, side, full=self.monotone)

    @kept
    def leading(self, side: int) -> Leading:
        """Return what a side may do when it goes first."""
        if self.base and side not in self.fixed:
            return self.base.leading(side)
        return the_leads(self.steps, side, self.plans(side), best=self.monotone and side not in self.fixed)

    @kept
    def replying(self, side: int) -> Replying:
        """Return what a side may do when it goes second."""
        if self.base and side not in self.fixed:
            return self.base.replying(side)
        return the_replies(self.steps, side, self.plans(side))

    @cached_property
    def recovery(self) -> tuple[Recovery, Recovery]:
        """What the end of a round does to the states of A and of B."""
        return self.base.recovery if self.base else (the_recovery(self.board, 0), the_recovery(self.board, 1))

    @kept
    def round(self, first: int) -> Round:
        """Return the round in which this side goes first."""
        laws, recovery = self.laws, self.recovery
        return Round(
            first, the_shape(self.steps, first), laws[first], laws[1 - first], self.leading(first),
            self.replying(1 - first), (recovery[first], recovery[1 - first]),
        )  # fmt: skip

    @cached_property
    def over(self) -> Values:
        """The value of every pair of states when the fight is over there."""
        rolls, fight = self.board.rolls, self.board.fight
        if self.objective == "out":
            a, b = (np.array([float(state.out) for state in roll.states]) for roll in rolls)
        elif self.objective == "vp":
            a, b = (np.array([float(fight.points(side, state)) for state in rolls[side].states]) for side in (0, 1))
        else:
            a, b = (np.zeros(len(roll.states)) for roll in rolls)
        value: Values = b[None, :] - a[:, None]
        return value

    def play(self, first: int, follows: Values | None) -> Played:
        """Return a round solved; `follows` is the value after it, None where it is the last."""
        from bmg_odds.engines.solve_play import play

        value, lead, reply = play(self.round(first), *self._seen(first, follows), threads=self.threads)
        return Played(-value.T if first else value, lead, reply)

    def answers(self, first: int, leads: list[Lead], follows: Values | None) -> tuple[Values, Ints]:
        """Return the value for A of the best reply to each lead (rows, ordered by AC), and its number.

        Columns are the living states of the other side. The leads need not be among those of the round; all share
        one state.
        """
        from bmg_odds.engines.solve_play import answered

        table = with_leads(self.round(first), leads, self.board.feels[first])
        value, reply = answered(table, *self._seen(first, follows), threads=self.threads)
        return -value if first else value, reply

    def _seen(self, first: int, follows: Values | None) -> tuple[Values | None, Values]:
        """Return the value after a round and that of a fight that is over, as the side that goes first sees them."""
        if not first:
            return follows, self.over
        return None if follows is None else -follows.T, -self.over.T  # its states in the rows


def monotone(board: Board, objective: str) -> bool:
    """Whether one counter more, wherever it is placed, is never worse for its side.

    Then plans that place all counters dominate the others. It holds for `out`: more dice bring more impacts, more
    damage, more knock downs; more blocks fewer; counters lost first shield the others. It need not hold where wounds
    strengthen their bearer (Tension), where a die that matches takes away the reroll of the collateral die (Brutal),
    and for victory points and markers, where a Casualty that comes too early can cost what more rounds would bring.
    """
    sides = board.fight.sides
    if objective != "out" or any(side.unhurt != side.hurt for side in sides) or any(board.feels):
        return False
    blows = [board.fight.blow(side, max(1, sides[side].unhurt.ac), 0) for side in (0, 1)]
    return not any(blow.strike.collateral_reroll for blow in blows)


def nodes(board: Board) -> Iterator[Node]:
    """Yield every (rounds left, bag before the draw) of a fight, the last round first."""
    levels = [{bag for _, bag in begins(board, board.fight.first)}]
    for _ in range(board.fight.rounds - 1):
        levels.append({after for bag in levels[-1] for _, after, _ in draws(board.fight.first, bag)})
    for done in range(board.fight.rounds - 1, -1, -1):
        for bag in sorted(levels[done], key=lambda each: each or (0, 0)):
            yield board.fight.rounds - done, bag
