"""A fight as the arrays that its kernel reads, and the plans of both sides, asked for as they come up (R5)."""

from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from bmg_odds.engines.duel_fights import Sheets
from bmg_odds.engines.duel_turns import (
    AXES,
    BAG,
    CHOSEN,
    FACTS,
    REST,
    RESTS,
    SIDE,
    START,
    TURN,
    Ints,
    Ring,
    Shorts,
)
from bmg_odds.rules import awarding
from bmg_odds.rules.duel import FIRSTS, Circumstances, Fight
from bmg_odds.rules.duel_plans import NOTHING, Plan, Policy, check_plan, named_plan
from bmg_odds.rules.duel_state import CASUALTY, DOWN, KO, State
from bmg_odds.rules.harm import Harm
from bmg_odds.rules.record import Strike

SIDES = ("a", "b")


class Lead(NamedTuple):
    """What the side that has drawn the lead sees when it says who goes first."""

    drawn: int
    states: tuple[State, State]
    """Of A and of B."""
    rounds_left: int
    bag: tuple[int, int]
    """Counters of A and of B left in the bag."""


Chooser = Callable[[Lead], int]
"""Who goes first, 0 or 1."""


class Told:
    """A ring, and both sides' plans behind it."""

    def __init__(
        self,
        fight: Fight,
        plans: tuple[str | Policy, str | Policy],
        choose: Chooser | None = None,
        *,
        scoring: bool = True,
    ) -> None:
        self.fight = fight
        self.states = (tuple(fight.states(0, scoring=scoring)), tuple(fight.states(1, scoring=scoring)))
        policies = [
            named_plan(plan, f"--plan-{name}") if isinstance(plan, str) else plan
            for plan, name in zip(plans, SIDES, strict=True)
        ]
        self.policies: tuple[Policy, ...] = tuple(policies)
        self.choose = choose if fight.first == "draw" else None
        # A named plan asks neither for the round nor for the bag: one page serves all.
        one_page, chosen = all(isinstance(plan, str) for plan in plans), self.choose is not None
        self.ring = _ring(fight, self.states, scoring=scoring)
        self.ring.facts[CHOSEN] = chosen
        self.sheets = _sheets(fight, self.states, one_page=one_page and not chosen, chosen=chosen)

    @property
    def cells(self) -> int:
        """Cells of the joint histogram of both cards."""
        return len(self.states[0]) * len(self.states[1])

    def answer(self, asked: Ints, work: Ints) -> None:
        """Make the plan asked for; another thread that reads meanwhile finds all of it or nothing."""
        kind, side, one, two = asked.tolist()
        turn, mine, yours = (int(work[place]) for place in (TURN, BAG, BAG + 1))
        sheets, (a, b) = self.sheets, (len(states) for states in self.states)
        page = int(sheets.pages.reshape(self.fight.rounds, -1)[turn, mine])
        place = ((page * 2 + side) * a + one) * b + two
        states, left = (self.states[0][one], self.states[1][two]), self.fight.rounds - turn
        if kind == 1 and self.choose:
            sheets.leads[place] = 1 + self.choose(Lead(side, states, left, (mine, yours)))
            return
        bag = (mine, yours) if self.fight.first == "draw" else None
        plans = self._plans(side, states, left, bag)
        for owner in (1, 0):  # the kernel looks at the place of A first
            sheets.plans[2 * place + owner] = _packed(plans[owner])

    def _plans(
        self, first: int, states: tuple[State, State], left: int, bag: tuple[int, int] | None
    ) -> tuple[Plan, Plan]:
        seen: Plan | None = None
        found: list[Plan] = []
        for side in (first, 1 - first):
            if states[side].out:
                found.append(seen := NOTHING)
                continue
            view = self.fight.view(
                side, states[side], states[1 - side], left, first=side == first, foe_plan=seen, bag=bag
            )
            seen = check_plan(tuple(self.policies[side](view)), view, self.fight.sides[side].card.name)
            found.append(seen)
        return (found[0], found[1]) if first == 0 else (found[1], found[0])


def _packed(plan: Plan) -> int:
    """Return a plan as one number above 0."""
    return sum((number + 1) << 7 * row for row, number in enumerate(plan))


def _ring(fight: Fight, states: Any, *, scoring: bool) -> Ring:
    most = np.array([state for side in states for state in side], np.int64).max(axis=0) + 1
    axes = [2, int(most[4]), int(most[0]), int(most[1])]
    blows, harms, strikes = _strikes(fight)
    bag = _bag(fight)
    facts = np.zeros(FACTS, np.int64)
    facts[:START] = [
        fight.rounds, len(states[0]), len(states[1]), bag[2], fight.first == "draw",
        max(0, FIRSTS.index(fight.first)) % 2, 0, fight.edition["block_timing"] == "before_impacts", strikes.shape[3],
        strikes.shape[4], strikes.shape[5], bag[0] + bag[2] + 1,
    ]  # fmt: skip
    facts[START + BAG : START + BAG + 2] = bag[:2]
    for side, fighter in enumerate(fight.sides):
        card = _card(fighter.fresh)
        facts[START + side * SIDE :][: len(card)] = card
        facts[REST + side * RESTS :][:RESTS] = _rest(fight, side, scoring=scoring)
    facts[AXES:] = axes
    places = np.full((2, CASUALTY + 1, *axes), -1, np.int32)
    for side in (0, 1):
        for place, state in enumerate(states[side]):
            places[side, state.posture, state.scored, state.armour, state.injuries, state.stuns] = place
    return Ring(facts, blows, harms, strikes.ravel(), places.ravel())


def _sheets(fight: Fight, states: Any, *, one_page: bool, chosen: bool) -> Sheets:
    bag = _bag(fight)
    pages = fight.rounds * (bag[0] + bag[2] + 1)
    numbers = np.zeros(pages, np.int32) if one_page else np.arange(pages, dtype=np.int32)
    pairs = (1 if one_page else pages) * 2 * len(states[0]) * len(states[1])
    return Sheets(numbers, np.zeros(pairs if chosen else 0, np.int8), np.zeros(pairs * 2, np.int32))


def _bag(fight: Fight) -> tuple[int, int, int]:
    """Return the counters of A and of B in the bag, and 1 where a coin says who has one more."""
    if fight.first != "draw":
        return 0, 0, 0
    counters = fight.rounds if fight.edition["lead_bag"] == "per_side" else fight.rounds // 2
    return counters, counters, int(2 * counters < fight.rounds)


def _card(state: State) -> list[int]:
    lies, status = int(state.posture in (DOWN, KO)), max(0, state.posture - 1)
    return [state.injuries, state.stuns, lies, status, state.scored, state.armour]


def _rest(fight: Fight, side: int, *, scoring: bool) -> list[int]:
    fighter = fight.sides[side]
    heals, only_mc = int(fight.recover_injuries), int(fight.stand_up == "mc")
    return [fighter.endurance, fighter.step, fighter.recovery, heals, only_mc, int(scoring and fight.scores(side))]


def _strikes(fight: Fight) -> tuple[Ints, Ints, Shorts]:
    """Return all rows of blows and of harms, each once, and where those of a blow lie."""
    most = [Plan(*map(max, fighter.unhurt, fighter.hurt)) for fighter in fight.sides]
    ac, dc = max(plan.ac for plan in most), max(plan.dc for plan in most)
    lies = (False,) if fight.blocks_lying else (False, True)
    blows: dict[Strike, int] = {}
    harms: dict[Harm, int] = {}
    places = np.zeros((2, 2, 2, len(lies), ac + 1, dc + 1, 2), np.int32)
    for side, mine, theirs, down in product((0, 1), (False, True), (False, True), lies):
        for n, m in product(range(1, most[side].ac + 1), range(most[1 - side].dc + 1)):
            blow = fight.blow(side, n, m, Circumstances(down, mine, theirs))
            places[side, int(mine), int(theirs), int(down), n, m] = (
                blows.setdefault(blow.strike, len(blows)),
                harms.setdefault(blow.harm, len(harms)),
            )
    rows = np.array([list(harm.row) for harm in harms] or [[0] * awarding.HARM_FIELDS], np.int64)
    for side in (0, 1):
        armour = fight.other(side).traits.armour
        own = np.unique(places[side, ..., 1])
        if armour:
            rows[own, awarding.IGNORED] -= armour
    return np.array([list(strike) for strike in blows] or [[0] * len(Strike._fields)], np.int64), rows, places
