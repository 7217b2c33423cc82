"""What every opening of a solved duel is worth: by the AC and DC of the side that plans first."""

from typing import TYPE_CHECKING, Any

from bmg_odds.rules.duel_plans import Plan

if TYPE_CHECKING:
    from bmg_odds.answers.solve import Solved

OPENING_COLUMNS = ("drawn", "first", "ac", "dc", "sc", "mc", "value")
SAME = 1e-12
"""Openings nearer to each other than this are equally good."""


def opening_values(solved: "Solved") -> list[dict[str, Any]]:
    """Return a row for each draw of the first round and each AC and DC of the side that then goes first.

    `value` is that for A when this side places the rest of its counters as well as can be (`sc`, `mc`) and the foe
    answers as well as can be; both play so from there on. Rows with the fewest AC and DC first.

    >>> from bmg_odds.answers.solve import solve
    >>> found = solve("Gotham Policeman", "Clown (Tube)", rounds=1, first="a")
    >>> rows = opening_values(found)
    >>> abs(max(row["value"] for row in rows) - found.value) < 1e-12
    True
    """
    from bmg_odds.engines.duel import draws
    from bmg_odds.engines.solve_open import open_plans

    moment, solution = solved.start, solved.solution
    found = []
    for _, bag, drawn in draws(solution.fight.first, moment.bag):
        first = solution.leader(moment.a, moment.b, moment.rounds_left, bag, drawn)
        best: dict[tuple[int, int], tuple[Plan, float]] = {}
        for plan, value in open_plans(solution, first, (moment.a, moment.b), moment.rounds_left, bag):
            key = plan.ac, plan.dc
            if key not in best or (value - best[key][1]) * (-1 if first else 1) > SAME:
                best[key] = plan, value
        found += [
            {
                "drawn": None if moment.bag is None else "ab"[drawn],
                "first": "ab"[first],
                **plan._asdict(),
                "value": value,
            }
            for _, (plan, value) in sorted(best.items())
        ]
    return found
