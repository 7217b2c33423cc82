"""The exact law of a duel under given plans: forward, round by round, over the states of both models (R5)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from bmg_odds.engines.duel_board import Board, Values
from bmg_odds.engines.duel_steps import Lead, Steps
from bmg_odds.rules.duel_plans import NOTHING, Plan, Policy, check_plan
from bmg_odds.rules.duel_state import State

Bag = tuple[int, int] | None
"""Counters of A and of B in the bag; None where one side goes first in every round."""

Progress = Callable[[int, int], object]
Leader = Callable[[State, State, int, Bag, int], int]
"""Who goes first: (state of A, state of B, rounds left, bag after the draw, side drawn) to a side."""


Made = Callable[[int, int, int, int, Bag], tuple[Plan, Plan]]
"""Both plans: (side that goes first, place of its state, place of the other's, rounds left, bag after the draw)."""


class Pair(NamedTuple):
    """The plans of both sides; a policy that depends on its own state alone is asked once for each state."""

    policies: tuple[Policy, Policy]
    own: tuple[bool, bool] = (False, False)
    leader: Leader | None = None
    """None: the side drawn goes first."""
    made: Made | None = None
    """Where both plans of a pair of states are known already, to be asked in the place of the policies."""


@dataclass
class Law:
    """The joint law of both models, round by round.

    `after[k]` is the law after the attacks of round k + 1, before its recovery; a fight that a Casualty has ended
    stays as it was. Rows are states of A, columns states of B, in the order of `board.rolls`.
    """

    board: Board
    after: list[Values] = field(default_factory=list)

    @property
    def final(self) -> Values:
        """The law at the end of the fight."""
        return self.after[-1]


def law(board: Board, plans: Pair, progress: Progress | None = None, *, first: str | None = None) -> Law:
    """Return the exact law of a fight under given plans, all of the mass in every round.

    `first` where it is not the fight's: a, b or draw.

    `progress` is told (rounds done, rounds). Raises BmgError where a policy gives a plan that cannot be placed.
    """
    fight, first = board.fight, first or board.fight.first
    run = _Run(board, plans)
    ended = np.zeros([len(roll.states) for roll in board.rolls])
    nodes: dict[Bag, Values] = {}
    for chance, begin in begins(board, first):
        nodes[begin] = np.zeros_like(ended)
        nodes[begin][board.start] = chance
    found = Law(board)
    for done in range(fight.rounds):
        left = fight.rounds - done
        last: dict[Bag, Values] = {}
        total = np.zeros_like(ended)
        for bag, now in nodes.items():
            for chance, after, drawn in draws(first, bag):
                for side, share in run.firsts(now * chance, left, after, drawn):
                    law_after, recovered = run.round(share, side, left, after)
                    total += law_after
                    last[after] = last.get(after, 0.0) + recovered
        total += ended
        lives = [roll.live for roll in board.rolls]
        ended = total.copy()
        ended[: lives[0], : lives[1]] = 0.0
        found.after.append(total)
        nodes = last
        if progress:
            progress(done + 1, fight.rounds)
    return found


def begins(board: Board, first: str) -> list[tuple[float, Bag]]:
    """Return the bags that a fight may begin with, each with its chance."""
    if first != "draw":
        return [(1.0, None)]
    return [(chance, (a, b)) for chance, a, b in board.fight.bags()]


def draws(first: str, bag: Bag) -> list[tuple[float, Bag, int]]:
    """Return what the draw of a round may bring: chance, the bag after it, the side drawn."""
    if bag is None:
        return [(1.0, None, "ab".index(first))]
    a, b = bag
    found: list[tuple[float, Bag, int]] = [(a / (a + b), (a - 1, b), 0), (b / (a + b), (a, b - 1), 1)]
    return [draw for draw in found if draw[0]]


class _Run:
    """One fight under way: plans asked once, steps worked out once."""

    def __init__(self, board: Board, plans: Pair) -> None:
        self.board, self.plans, self.steps = board, plans, Steps(board)
        self._kept: dict[object, Plan] = {}

    def firsts(self, law: Values, left: int, bag: Bag, drawn: int) -> list[tuple[int, Values]]:
        """Return the law cut into where A and where B goes first."""
        if self.plans.leader is None:
            return [(drawn, law)]
        rolls = self.board.rolls
        parts = [np.zeros_like(law), np.zeros_like(law)]
        for a, b in zip(*(each.tolist() for each in np.nonzero(law)), strict=True):
            side = self.plans.leader(rolls[0].states[a], rolls[1].states[b], left, bag, drawn)
            parts[side][a, b] = law[a, b]
        return [(side, part) for side, part in enumerate(parts) if part.any()]

    def plan(self, side: int, own: int, foe: int, left: int, bag: Bag, *, first: bool, seen: Plan | None) -> Plan:
        """Return the plan of a side for a pair of states; nothing for one that is out."""
        key: object = (side, own) if self.plans.own[side] else (side, own, foe, left, bag, first, seen)
        if key not in self._kept:
            fight, rolls = self.board.fight, self.board.rolls
            state, other = rolls[side].states[own], rolls[1 - side].states[foe]
            view = fight.view(side, state, other, left, first=first, foe_plan=seen, bag=bag)
            name = fight.sides[side].card.name
            self._kept[key] = NOTHING if state.out else check_plan(self.plans.policies[side](view), view, name)
        return self._kept[key]

    def round(self, law: Values, first: int, left: int, bag: Bag) -> tuple[Values, Values]:
        """Return the law after the attacks of a round, and that of the living after its recovery, A in the rows."""
        turned = law if first == 0 else law.T
        struck, leads = self._first_attack(turned, first, left, bag)
        lanes = self._second_attack(struck, leads, first)
        after, recovered = self._end(lanes, struck, leads, first)
        return (after, recovered) if first == 0 else (after.T, recovered.T)

    def _first_attack(self, law: Values, first: int, left: int, bag: Bag) -> tuple[Values, list[Lead]]:
        """Return the law over leads (rows) and seats of the other side, and the leads."""
        steps, rolls, second = self.steps, self.board.rolls, 1 - first
        numbers: dict[tuple[int, Lead], int] = {}
        groups: dict[tuple[int, Plan, int, bool], list[tuple[int, float]]] = {}
        pairs = np.nonzero(law[: rolls[first].live, : rolls[second].live])
        for own, foe in zip(*(each.tolist() for each in pairs), strict=True):
            if self.plans.made:
                plan, reply = self.plans.made(first, own, foe, left, bag)
            else:
                plan = self.plan(first, own, foe, left, bag, first=True, seen=None)
                reply = self.plan(second, foe, own, left, bag, first=False, seen=plan)
            lead = steps.lead(first, own, plan)
            number = numbers.setdefault((own, lead), len(numbers))
            marked = rolls[first].states[own].markers > 0
            groups.setdefault((foe, reply, lead.ac, marked), []).append((number, float(law[own, foe])))
        seats = steps.seats[second]
        struck = np.zeros((len(numbers), seats.casualties + len(rolls[second].states) - seats.live))
        for (foe, reply, ac, marked), members in groups.items():
            row = steps.row(second, foe, steps.outcomes(second, foe, reply))
            chances = steps.chances(second, foe, ac, steps.blocks(second, foe, reply), wounded=marked)
            rows, masses = np.array([number for number, _ in members]), np.array([mass for _, mass in members])
            # Two ends may share a seat (a model knocked down that stands up again).
            places, place_of = np.unique(row, return_inverse=True)
            share = np.bincount(place_of, chances, len(places))
            struck[np.ix_(rows, places)] += masses[:, None] * share
        return struck, [lead for _, lead in numbers]

    def _second_attack(self, struck: Values, leads: list[Lead], first: int) -> Values:
        """Return the law over (state, SC) of the first side (rows) and of the second (columns), all living before."""
        board, seats = self.board, self.steps.seats[1 - first]
        roll, lanes = board.rolls[first], board.sc[first] + 1
        wide = seats.live * seats.lanes
        found = np.zeros((len(roll.states) * lanes, wide))
        # Without an attack: the states of those that lie, and of those that stand and strike nobody.
        for number, lead in enumerate(leads):
            found[lead.place * lanes + lead.sc] += struck[number, :wide]
        unmarked = board.rolls[1 - first].unmarked * seats.lanes
        for ac in range(1, seats.most_ac + 1):
            start = wide + (ac - 1) * seats.standing * seats.lanes
            parts = [(0, unmarked), (unmarked, seats.standing * seats.lanes)]
            for part, (begin, end) in enumerate(parts if board.feels[1 - first] else [(0, parts[1][1])]):
                mass = struck[:, start + begin : start + end]
                active = np.flatnonzero(mass.any(axis=1))
                if not active.size:
                    continue
                moves = np.zeros((len(active), len(found)))
                for number, which in enumerate(active):
                    moves[number] = self._struck_lead(first, leads[which], ac, wounded=bool(part))
                used, columns = np.flatnonzero(moves.any(axis=0)), np.flatnonzero(mass.any(axis=0))
                found[np.ix_(used, begin + columns)] += moves[:, used].T @ mass[np.ix_(active, columns)]
        return found

    def _struck_lead(self, first: int, lead: Lead, ac: int, *, wounded: bool) -> Values:
        """Return the law over (state, SC) of a lead that is struck by so many AC."""
        board = self.board
        lanes = board.sc[first] + 1
        hit = board.struck(1 - first, ac, lead.dc, wounded)
        row = np.zeros(len(board.rolls[first].states) * lanes)
        after = np.flatnonzero(hit.hits[lead.place])
        row[after * lanes + np.maximum(0, lead.sc - board.lost[first][lead.place, after])] = hit.hits[lead.place, after]
        row[lead.place * lanes + lead.sc] += hit.quiet[lead.place]
        return row

    def _end(self, lanes: Values, struck: Values, leads: list[Lead], first: int) -> tuple[Values, Values]:
        """Return the law after the attacks and that of the living after recovery, the first side in the rows."""
        board, second = self.board, 1 - first
        rolls, seats = board.rolls, self.steps.seats[1 - first]
        sizes = [len(rolls[first].states), len(rolls[second].states)]
        wide = [board.sc[first] + 1, seats.lanes]
        cube = lanes.reshape(sizes[0], wide[0], seats.live, wide[1])
        after, recovered = np.zeros(sizes), np.zeros(sizes)
        after[:, : seats.live] = cube.sum(axis=(1, 3))
        for number, lead in enumerate(leads):
            after[lead.place, seats.live :] += struck[number, seats.casualties :]
        # Only a few of the pairs (state, SC) come up under given plans.
        live = rolls[first].live
        rows = np.flatnonzero(lanes[: live * wide[0]].any(axis=1))
        columns = np.flatnonzero(lanes.any(axis=0))
        own = np.array([board.recovery(first, row % wide[0])[row // wide[0], :live] for row in rows.tolist()])
        foe = np.array([board.recovery(second, at % wide[1])[at // wide[1], : seats.live] for at in columns.tolist()])
        if rows.size and columns.size:
            recovered[:live, : seats.live] = own.T @ lanes[np.ix_(rows, columns)] @ foe
        return after, recovered
