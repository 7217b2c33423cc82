"""What every plan of the side that goes first is worth in one situation of a solved duel, against the best reply."""

from bmg_odds.engines.duel import Bag
from bmg_odds.engines.duel_steps import Lead
from bmg_odds.engines.solve import Solution
from bmg_odds.engines.solve_tables import every_plan
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
    follows = solution.values[rounds_left - 1, bag] if rounds_left > 1 else None
    value, _ = solver.answers(first, ordered, follows)
    worth = dict(zip(ordered, value[:, foe].tolist(), strict=True))
    return [(plan, worth[lead]) for lead, plan in plans.items()]
