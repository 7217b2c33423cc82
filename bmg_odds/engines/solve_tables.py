"""A round of a duel as arrays for the kernel of `solve`: leads, replies, and what attacks come to.

Plans that no later stage tells apart are one lead, or one reply. A lead is what is left of the first side's plan once
it has stood up: its state, AC, DC and SC; its MC are of no more use, for SC are lost before them, and nothing else of
it matters after it was struck (R2.1). A reply is the DC of the second side and, for each way in which the first attack
can end, where it then sits: its state, AC and SC.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from bmg_odds.engines.duel_board import Board, Ints, Values
from bmg_odds.engines.duel_steps import Lead, Steps
from bmg_odds.rules.duel_plans import NOTHING, Plan, allowed, placed
from bmg_odds.rules.duel_state import KO

Plans = Callable[[int], list[Plan]]
"""Plans that a side may make in the state of a place, in the order that breaks ties."""


TIE = 1e-13
"""A later plan is preferred to an earlier one only where it is better by more than this."""


class Shape(NamedTuple):
    """Sizes of the arrays of one round: of the side that goes first, and of the other."""

    lanes_first: int
    dcs_first: int
    lanes_second: int
    dcs_second: int
    unmarked: int
    standing: int
    live: int
    """Places of the second side's states before which they are unmarked, standing, living."""
    most_ac: int
    """The most AC of the second side."""


class Laws(NamedTuple):
    """What an attack can leave each state of one side in; the first end of a state is that of no impact."""

    start: Ints
    """Where the ends of each state begin."""
    to: Ints
    lost: Ints
    """Counters lost."""
    chance: Values
    """For each kind of attack (AC, attacker with markers, DC) and each end, its chance."""
    gain: Values
    """For each kind of attack and each state, what the attack itself is worth to the attacker's side."""


class Leads(NamedTuple):
    """Leads, ordered by AC and wounds."""

    place: Ints
    ac: Ints
    dc: Ints
    sc: Ints
    marked: Ints
    """1 where the model has markers, and these touch its dice."""


class Replies(NamedTuple):
    """Replies of each state of the second side."""

    start: Ints
    """Where the replies of each state begin."""
    dc: Ints
    first_seat: Ints
    """For each reply where its seats begin: one for each end of its state."""
    seats: Ints


class Recovery(NamedTuple):
    """What the end of a round makes of each living state and number of SC of one side."""

    start: Ints
    """For each (state, SC) where its ends begin."""
    to: Ints
    chance: Values


class Leading(NamedTuple):
    """All that a side may do when it goes first."""

    leads: Leads
    numbers: dict[Lead, int]
    start: Ints
    """For each living state where its leads begin in `of`."""
    of: Ints
    plans: list[list[Plan]]
    """For each living state the plan of each of its leads."""
    marked: tuple[bool, ...]
    """Whether each state has markers."""


class Replying(NamedTuple):
    """All that a side may do when it goes second."""

    replies: Replies
    plans: list[list[Plan]]
    """For each living state the plan of each of its replies."""


class Round(NamedTuple):
    """All of a round in which one side goes first."""

    first: int
    shape: Shape
    own: Laws
    """Ends of the leading side's states under the second attack."""
    foe: Laws
    """Ends of the other side's states under the first attack."""
    leading: Leading
    replying: Replying
    recovery: tuple[Recovery, Recovery]
    """Of the side that goes first, and of the other."""


def every_plan(board: Board, side: int, *, full: bool) -> Plans:
    """Return what a side may do in each state: plans that place all counters, or all that are allowed."""
    fighter, roll = board.fight.sides[side], board.rolls[side]

    def plans(place: int) -> list[Plan]:
        state = roll.states[place]
        if state.posture == KO:
            return [NOTHING]
        have = None if fighter.willpower is None else fighter.counters(state)
        return (placed if full else allowed)(have, fighter.caps(state))

    return plans


def the_ends(steps: Steps, side: int, *, inflicted: bool) -> Laws:
    """Return what the foe's attacks can leave each living state of a side in, for every kind of attack."""
    board = steps.board
    foe, own = board.fight.other(side), board.fight.sides[side]
    most_ac, most_dc = max(foe.unhurt.ac, foe.hurt.ac), max(own.unhurt.dc, own.hurt.dc)
    live = board.rolls[side].live
    ends = [steps.ends(side, place).places for place in range(live)]
    start = np.cumsum([0, *(len(each) for each in ends)])
    kinds = (most_ac + 1) * 2 * (most_dc + 1)
    chance, gain = np.zeros((kinds, start[-1])), np.zeros((kinds, live))
    for ac in range(most_ac + 1):
        for marked in (0, 1):
            for dc in range(most_dc + 1):
                kind = (ac * 2 + marked) * (most_dc + 1) + dc
                if marked and not board.feels[1 - side]:
                    chance[kind], gain[kind] = chance[kind - most_dc - 1], gain[kind - most_dc - 1]
                    continue
                for place in range(live):
                    law = steps.chances(side, place, ac, dc, wounded=bool(marked))
                    chance[kind, start[place] : start[place + 1]] = law
                if inflicted:
                    gain[kind] = board.struck(1 - side, ac, dc, bool(marked)).inflicted[:live]
    lost = np.concatenate([board.lost[side][place, to] for place, to in enumerate(ends)])
    return Laws(start, np.concatenate(ends), lost, chance, gain)


def the_leads(steps: Steps, side: int, plans: Plans, *, best: bool) -> Leading:
    """Return the leads of a side.

    `best`: only leads with as many AC, DC and SC as any of the same state; where more counters never hurt, the
    others are dominated.
    """
    board = steps.board
    roll = board.rolls[side]
    found: list[list[Lead]] = []
    chosen: list[list[Plan]] = []
    for place in range(roll.live):
        own: dict[Lead, Plan] = {}
        for plan in plans(place):
            own.setdefault(steps.lead(side, place, plan), plan)
        if best:
            most: dict[int, int] = {}
            for lead in own:
                most[lead.place] = max(most.get(lead.place, 0), sum(lead[1:]))
            own = {lead: plan for lead, plan in own.items() if sum(lead[1:]) == most[lead.place]}
        found.append(list(own))
        chosen.append(list(own.values()))
    feels = board.feels[side]

    def marked(lead: Lead) -> bool:
        return feels and roll.states[lead.place].markers > 0

    ordered = sorted({lead for each in found for lead in each}, key=lambda lead: (lead.ac, marked(lead), lead))
    table = np.array([(*lead, marked(lead)) for lead in ordered], dtype=np.int64)
    columns = Leads(*(np.ascontiguousarray(table[:, column]) for column in range(5)))
    numbers = {lead: number for number, lead in enumerate(ordered)}
    lead_of = np.array([numbers[lead] for each in found for lead in each])
    lead_start = np.cumsum([0, *(len(each) for each in found)])
    wounds = tuple(state.markers > 0 for state in roll.states)
    return Leading(columns, numbers, lead_start, lead_of, chosen, wounds)


def the_replies(steps: Steps, side: int, plans: Plans) -> Replying:
    """Return the replies of every living state of a side."""
    start, dcs, first_seat, seats, chosen = [0], [], [], [], []
    total = 0
    for place in range(steps.board.rolls[side].live):
        own: dict[object, Plan] = {}
        for plan in plans(place):
            key = (steps.blocks(side, place, plan), steps.outcomes(side, place, plan))
            if key not in own:
                own[key] = plan
                dcs.append(key[0])
                first_seat.append(total)
                seats.append(steps.row(side, place, key[1]))
                total += len(seats[-1])
        start.append(len(dcs))
        chosen.append(list(own.values()))
    found = Replies(np.array(start), np.array(dcs), np.array(first_seat), np.concatenate(seats))
    return Replying(found, chosen)


def the_recovery(board: Board, side: int) -> Recovery:
    """Return what the end of a round makes of every living state of a side, with so many SC left (R3)."""
    start, to, chance = [0], [], []
    for place in range(board.rolls[side].live):
        for sc in range(board.sc[side] + 1):
            law = board.recovery(side, sc)[place]
            after = np.flatnonzero(law)
            to.append(after)
            chance.append(law[after])
            start.append(start[-1] + len(after))
    return Recovery(np.array(start), np.concatenate(to), np.concatenate(chance))


def the_shape(steps: Steps, first: int) -> Shape:
    """Return the sizes of the arrays of a round in which this side goes first."""
    board, second = steps.board, 1 - first
    own, other = board.fight.sides[first], board.fight.sides[second]
    roll = board.rolls[second]
    return Shape(
        lanes_first=board.sc[first] + 1,
        dcs_first=max(own.unhurt.dc, own.hurt.dc) + 1,
        lanes_second=board.sc[second] + 1,
        dcs_second=max(other.unhurt.dc, other.hurt.dc) + 1,
        unmarked=roll.unmarked,
        standing=roll.standing,
        live=roll.live,
        most_ac=steps.seats[second].most_ac,
    )


def with_leads(table: Round, leads: list[Lead], feels: bool) -> Round:
    """Return the round with these leads in the place of its own, ordered by AC, for `solve_play.answered`.

    All are of one state; `feels` tells whether its wounds touch its dice.
    """
    marked = feels and table.leading.marked[leads[0].place]
    columns = np.array([(*lead, marked) for lead in leads], dtype=np.int64).T
    found = Leads(*(np.ascontiguousarray(column) for column in columns))
    return table._replace(leading=table.leading._replace(leads=found))
