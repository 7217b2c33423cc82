"""What plans come to: the model that goes first as it stands when it is struck, the other as it strikes back.

Between two stages of a round only a few numbers of a plan still matter. Of the model that went first: its state,
the DC it blocks with, the SC it recovers with (a `Lead`). Of the one that goes second, once it was struck and stood
up: its state, the AC it strikes with, the SC it recovers with (a place in a row of `Seats`).
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.duel_board import Board, Ints, Values, kept
from bmg_odds.rules.duel_plans import Plan, lose, stand
from bmg_odds.rules.duel_state import DOWN, KO, STANDING, State


class Lead(NamedTuple):
    """A model that goes first, once it stood up or could not."""

    place: int
    """Its state."""
    ac: int
    """AC of its attack; 0 where it makes none."""
    dc: int
    sc: int


class Seats(NamedTuple):
    """Where (state, AC, SC) of a model that goes second lies in a row: first all living states without AC, then
    for each AC the standing ones, at last the Casualties."""

    live: int
    standing: int
    lanes: int
    """Numbers of SC, 0 among them."""
    most_ac: int

    def seat(self, place: int, ac: int, sc: int) -> int:
        """Return the place in the row."""
        if place >= self.live:
            return self.casualties + place - self.live
        before = self.live + (ac - 1) * self.standing if ac else 0
        return (before + place) * self.lanes + sc

    @property
    def casualties(self) -> int:
        """Where the Casualties begin."""
        return (self.live + self.most_ac * self.standing) * self.lanes


class Ends(NamedTuple):
    """The states that an attack can leave one state in: first that of no attack or no impact, then the others."""

    places: Ints
    classes: Ints
    """For each, which of `kinds` it is."""
    kinds: tuple[tuple[int, int, int], ...]
    """(counters lost, posture, DC spent)."""
    groups: tuple[tuple[int, int, int], ...]
    """(DC spent, first end, end after the last) of all ends but the first."""
    stood: Ints
    """For each, the place of the same state standing."""


@dataclass(frozen=True, eq=False)
class Steps:
    """The steps of a round on one board."""

    board: Board

    @cached_property
    def seats(self) -> tuple[Seats, Seats]:
        """The rows of both sides."""
        fight, found = self.board.fight, []
        for side, roll in enumerate(self.board.rolls):
            fighter = fight.sides[side]
            most = max(fighter.caps(state).ac for state in roll.states)
            found.append(Seats(roll.live, roll.standing, self.board.sc[side] + 1, most))
        return found[0], found[1]

    @cached_property
    def upright(self) -> tuple[Ints, Ints]:
        """For each state of each side, the place of the same state standing."""
        found = []
        for roll in self.board.rolls:
            upright = [
                roll.at[state._replace(posture=STANDING)] if state.posture == DOWN else place
                for place, state in enumerate(roll.states)
            ]
            found.append(np.array(upright))
        return found[0], found[1]

    @kept
    def lead(self, side: int, place: int, plan: Plan) -> Lead:
        """Return what a plan makes of a living model that goes first."""
        state, fight = self.board.rolls[side].states[place], self.board.fight
        if state.posture == KO:
            return Lead(place, 0, 0, 0)
        if state.posture == DOWN:
            paid = stand(plan, fight.stand_up)
            if paid is None:  # without DC that it may roll, and with AC that nobody will strike with
                return Lead(place, 0, plan.dc if fight.blocks_lying else 0, plan.sc)
            return Lead(int(self.upright[side][place]), paid.ac, paid.dc, paid.sc)
        return Lead(place, plan.ac, plan.dc, plan.sc)

    def blocks(self, side: int, place: int, plan: Plan) -> int:
        """Return the DC that a living model that goes second blocks with."""
        state = self.board.rolls[side].states[place]
        if state.posture == KO or (state.lies and not self.board.fight.blocks_lying):
            return 0
        return plan.dc

    @kept
    def ends(self, side: int, place: int) -> Ends:
        """Return the states that any attack of the foe can leave this one in."""
        board, fight = self.board, self.board.fight
        roll, state = board.rolls[side], board.rolls[side].states[place]
        foe, own = fight.other(side), fight.sides[side]
        most_ac, most_dc = max(foe.unhurt.ac, foe.hurt.ac), max(own.unhurt.dc, own.hurt.dc)
        reached: dict[int, npt.NDArray[np.bool_]] = {}
        for wounded in (False, True) if board.feels[1 - side] else (False,):
            for ac in range(1, most_ac + 1):
                for dc in range(most_dc + 1):
                    for spent, part in board.struck(1 - side, ac, dc, wounded).parts.items():
                        reached[spent] = reached.get(spent, False) | (part[place] > 0)
        blocks = not state.lies or fight.blocks_lying
        found: dict[tuple[int, int, int], int] = {(0, state.posture, 0): 0}
        places, classes, groups = [place], [0], []
        for spent, those in sorted(reached.items()):
            begin = len(places)
            for after in np.flatnonzero(those).tolist():
                posture = roll.states[after].posture
                lost = int(board.lost[side][place, after]) if posture < KO else 0
                places.append(after)
                classes.append(found.setdefault((lost, posture, spent if blocks else 0), len(found)))
            groups.append((spent, begin, len(places)))
        after_all = np.array(places)
        return Ends(after_all, np.array(classes), tuple(found), tuple(groups), self.upright[side][after_all])

    def chances(self, side: int, place: int, ac: int, dc: int, *, wounded: bool) -> Values:
        """Return the chance of each of `ends` when the foe strikes with so many AC against so many DC."""
        struck, ends = (
            self.board.struck(1 - side, ac, dc, wounded and self.board.feels[1 - side]),
            self.ends(side, place),
        )
        law = np.zeros(len(ends.places))
        law[0] = struck.quiet[place]
        for spent, begin, end in ends.groups:
            if spent in struck.parts:
                law[begin:end] = struck.parts[spent][place, ends.places[begin:end]]
        return law

    def outcomes(self, side: int, place: int, plan: Plan) -> tuple[tuple[int, int, bool], ...]:
        """Return (AC of its attack, SC, stands) of a model that goes second, for each kind of `ends`."""
        return tuple(_outcome(plan, *kind, self.board.fight.stand_up) for kind in self.ends(side, place).kinds)

    def row(self, side: int, place: int, outcomes: tuple[tuple[int, int, bool], ...]) -> Ints:
        """Return the seat of each of `ends`, for what the plan comes to in each kind of them."""
        ends, seats = self.ends(side, place), self.seats[side]
        ac, sc, stands = np.array(outcomes)[ends.classes].T
        at = np.where(stands, ends.stood, ends.places)
        before = np.where(ac > 0, seats.live + (ac - 1) * seats.standing, 0)
        seat = (before + at) * seats.lanes + sc
        return np.where(at >= seats.live, seats.casualties + at - seats.live, seat).astype(np.int64)


@lru_cache(maxsize=1 << 18)
def _outcome(plan: Plan, lost: int, posture: int, spent: int, reading: str) -> tuple[int, int, bool]:
    if posture >= KO:
        return 0, 0, False
    left = lose(plan._replace(dc=max(0, plan.dc - spent)), lost, acted=False)
    if posture == DOWN:
        paid = stand(left, reading)
        return (0, left.sc, False) if paid is None else (paid.ac, paid.sc, True)
    return left.ac, left.sc, True


def plan_caps(board: Board, side: int, place: int) -> tuple[int, Plan]:
    """Return the counters of a state and the caps of its plan."""
    fighter = board.fight.sides[side]
    state: State = board.rolls[side].states[place]
    return fighter.counters(state), fighter.caps(state)
