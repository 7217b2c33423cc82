"""Plans of a duel: how a model splits its counters, how it pays to stand, and which it loses (R2.1, R5)."""

from collections.abc import Callable
from typing import NamedTuple

from bmg_odds.errors import BmgError
from bmg_odds.rules.duel_state import DOWN, State


class Plan(NamedTuple):
    """Counters of a round by what they are placed on.

    >>> Plan(3, 1, 0, 1).total
    5
    """

    ac: int = 0
    dc: int = 0
    sc: int = 0
    mc: int = 0

    @property
    def total(self) -> int:
        """Counters placed."""
        return sum(self)


NOTHING = Plan()


class View(NamedTuple):
    """What a model's player sees when planning: all that a plan may depend on."""

    own: State
    foe: State
    rounds_left: int
    """Rounds that are left, this one among them."""
    counters: int
    """Counters to place."""
    caps: Plan
    """The most that each row takes."""
    first: bool
    """Whether this side plans and activates first."""
    foe_plan: Plan | None
    """The plan of the other side, where that one plans first; it is open (R5)."""
    own_draws: int | None = None
    foe_draws: int | None = None
    """Counters of each side still in the bag after this round's draw; None without a bag."""


Policy = Callable[[View], tuple[int, int, int, int]]
"""What a side does in every situation: (ac, dc, sc, mc)."""

NAMED = ("all-out", "turtle", "balanced")
ROWS = ("AC", "DC", "SC", "MC")


def _aside(view: View) -> int:
    """1 where the model is down and an MC can be put aside for standing up."""
    return int(view.own.posture == DOWN and view.counters > 0 and view.caps.mc > 0)


def _filled(view: View, order: tuple[int, ...], wanted: tuple[int, ...]) -> Plan:
    """Fill the rows in this order, each up to what is wanted and its cap; what is left over goes to MC."""
    aside = _aside(view)
    left = view.counters - aside
    placed = [0, 0, 0, 0]
    for row in order:
        placed[row] = max(0, min(left, wanted[row], view.caps[row]))
        left -= placed[row]
    placed[3] = aside + min(left, view.caps.mc - aside)
    return Plan(*placed)


def all_out(view: View) -> Plan:
    """AC, then DC, then SC, as far as the caps go; then MC."""
    return _filled(view, (0, 1, 2), view.caps)


def turtle(view: View) -> Plan:
    """DC, then AC, then SC, as far as the caps go; then MC."""
    return _filled(view, (1, 0, 2), view.caps)


def balanced(view: View) -> Plan:
    """Half the counters, rounded up, in AC, the rest in DC, then SC, then MC.

    What is set aside for standing up is not among the counters that are halved.

    >>> balanced(View(State(), State(), 6, 7, Plan(5, 2, 3, 4), True, None))
    Plan(ac=4, dc=2, sc=1, mc=0)
    """
    half = (view.counters - _aside(view) + 1) // 2
    return _filled(view, (0, 1, 2), (half, view.caps.dc, view.caps.sc, 0))


def split(ac: int, dc: int, sc: int) -> Callable[[View], Plan]:
    """Return the plan of fixed numbers, trimmed to the caps and, where there are too few counters, in the order
    SC, DC, AC; what is left over goes to MC.

    >>> split(3, 3, 1)(View(State(), State(), 6, 5, Plan(5, 4, 3, 4), True, None))
    Plan(ac=3, dc=2, sc=0, mc=0)
    """
    return lambda view: _filled(view, (0, 1, 2), (ac, dc, sc, 0))


_FUNCTIONS: dict[str, Callable[[View], Plan]] = {"all-out": all_out, "turtle": turtle, "balanced": balanced}


def named_plan(text: str, flag: str = "--plan-a") -> Callable[[View], Plan]:
    """Return the plan that a text names: all-out, turtle, balanced or split=AC/DC/SC; BmgError for another.

    >>> named_plan("split=3/2/1")(View(State(), State(), 1, 9, Plan(5, 4, 3, 4), True, None))
    Plan(ac=3, dc=2, sc=1, mc=3)
    """
    name = text.strip().lower()
    if name in _FUNCTIONS:
        return _FUNCTIONS[name]
    head, _, numbers = name.partition("=")
    parts = numbers.split("/")
    if head == "split" and len(parts) == 3 and all(part.isdecimal() and len(part) <= 2 for part in parts):
        return split(*(int(part) for part in parts))
    from difflib import get_close_matches

    near = get_close_matches(name, NAMED, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise BmgError(f"{flag} {text} is no plan; allowed: {', '.join(NAMED)}, split=AC/DC/SC such as split=3/2/1{hint}")


def placed(counters: int | None, caps: Plan) -> list[Plan]:
    """Return every plan that places all the counters, as far as the caps go; None: as many as the caps take.

    >>> placed(2, Plan(1, 1, 0, 1))
    [Plan(ac=1, dc=1, sc=0, mc=0), Plan(ac=1, dc=0, sc=0, mc=1), Plan(ac=0, dc=1, sc=0, mc=1)]
    """
    total = caps.total if counters is None else min(counters, caps.total)
    return [plan for plan in allowed(counters, caps) if plan.total == total]


def allowed(counters: int | None, caps: Plan) -> list[Plan]:
    """Return every plan within the caps and the counters, those that leave counters out among them (R2.1).

    In order: the most AC first, then the most DC, SC, MC. This order breaks ties everywhere.

    >>> allowed(1, Plan(1, 1, 0, 0))
    [Plan(ac=1, dc=0, sc=0, mc=0), Plan(ac=0, dc=1, sc=0, mc=0), Plan(ac=0, dc=0, sc=0, mc=0)]
    """
    have = caps.total if counters is None else counters
    return [
        Plan(ac, dc, sc, mc)
        for ac in range(min(caps.ac, have), -1, -1)
        for dc in range(min(caps.dc, have - ac), -1, -1)
        for sc in range(min(caps.sc, have - ac - dc), -1, -1)
        for mc in range(min(caps.mc, have - ac - dc - sc), -1, -1)
    ]


def check_plan(plan: object, view: View, who: str) -> Plan:
    """Return a plan that a function gave, checked; BmgError where it is none or takes what there is not."""
    if not isinstance(plan, tuple) or len(plan) != 4 or not all(isinstance(each, int) for each in plan):
        raise BmgError(f"{who}'s plan {plan!r} is not (ac, dc, sc, mc) in whole numbers")
    found = Plan(*plan)
    for name, number, cap in zip(ROWS, found, view.caps, strict=True):
        if not 0 <= number <= cap:
            raise BmgError(f"{who}'s plan {tuple(found)} places {number} {name}; allowed: 0 to {cap}")
    if found.total > view.counters:
        raise BmgError(f"{who}'s plan {tuple(found)} places {found.total} counters; there are {view.counters}")
    return found


def lose(plan: Plan, count: int, *, acted: bool) -> Plan:
    """Return what is left of a plan after losing so many counters to markers (R2.1).

    In the order SC, MC, AC that can no longer be used (its activation is over), DC, AC.

    >>> lose(Plan(2, 1, 1, 0), 2, acted=False), lose(Plan(2, 1, 1, 0), 2, acted=True)
    (Plan(ac=2, dc=0, sc=0, mc=0), Plan(ac=1, dc=1, sc=0, mc=0))
    """
    left = list(plan)
    for row in (2, 3, 0, 1) if acted else (2, 3, 1, 0):
        taken = min(left[row], count)
        left[row] -= taken
        count -= taken
    return Plan(*left)


def stand(plan: Plan, reading: str) -> Plan | None:
    """Return what is left of a plan after paying to stand up, None where it cannot be paid (reading stand_up).

    `mc`: one MC. `any_counter`: the first it has of MC, SC, DC, AC.

    >>> stand(Plan(2, 1, 0, 0), "mc"), stand(Plan(2, 1, 0, 0), "any_counter")
    (None, Plan(ac=2, dc=0, sc=0, mc=0))
    """
    for row in (3, 2, 1, 0) if reading == "any_counter" else (3,):
        if plan[row]:
            return Plan(*(number - (place == row) for place, number in enumerate(plan)))
    return None
