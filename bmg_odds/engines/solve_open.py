"""What every plan of the side that goes first is worth in one situation of a solved duel, against the best reply."""

import numpy as np

from bmg_odds.engines.duel import Bag
from bmg_odds.engines.duel_steps import Lead
from bmg_odds.engines.solve import Solution
from bmg_odds.engines.solve_play import answered
from bmg_odds.engines.solve_tables import Leads, Round, every_plan
from bmg_odds.errors import BmgError
from bmg_odds.rules.duel_plans import Plan
from bmg_odds.rules.duel_state import State


def open_plans(
    solution: Solution, first: int, states: tuple[State, State], rounds_left: int, bag: Bag = None
) -> list[tuple[Plan, float]]:
    """Return every plan that a side may make when it goes first, with the value for A after the best reply (R5).

    `states` are those of A and of B when the round begins, `bag` the one after the draw. Plans that nothing tells
    apart (they differ in MC alone) are one: the first in the order of `duel_plans.allowed`, in which the others come
    too. Plans that leave counters out are among them. BmgError where the fight has no such situation.
    """
    key = (rounds_left, bag if rounds_left > 1 else None, first)
    if key not in solution.played:
        raise BmgError(f"the fight has no such situation: {rounds_left} rounds left, bag {bag}, first {first}")
    solver, steps = solution.solver, solution.solver.steps
    places = [solution.board.rolls[side].at[state] for side, state in enumerate(states)]
    own, foe = places[first], places[1 - first]
    plans: dict[Lead, Plan] = {}
    for plan in every_plan(solution.board, first, full=False)(own):
        plans.setdefault(steps.lead(first, own, plan), plan)
    ordered = sorted(plans, key=lambda lead: (lead.ac, lead))
    after, over = solution.values[rounds_left - 1, bag] if rounds_left > 1 else None, solver.over
    if first:  # from the side of B: signs changed, its states in the rows
        after, over = None if after is None else -after.T, -over.T
    marked = solution.board.feels[first] and states[first].markers > 0
    value, _ = answered(_with(solver.round(first), ordered, marked=marked), after, over)
    worth = dict(zip(ordered, value[:, foe].tolist(), strict=True))
    return [(plan, -worth[lead] if first else worth[lead]) for lead, plan in plans.items()]


def _with(table: Round, leads: list[Lead], *, marked: bool) -> Round:
    """Return the round with these leads in it, which are ordered by AC, and no others."""
    place, ac, dc, sc = (np.array(column) for column in zip(*leads, strict=True))
    columns = Leads(place, ac, dc, sc, np.full(len(leads), int(marked)))
    return table._replace(leading=table.leading._replace(leads=columns))
