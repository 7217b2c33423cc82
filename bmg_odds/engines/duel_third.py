"""The exact law of a third-edition duel under given plans: forward, activation by activation (R7)."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from bmg_odds.engines.duel_third_board import Ints, ThirdBoard, Values, lead_chances, product
from bmg_odds.rules.duel_state import State
from bmg_odds.rules.duel_third import EFFORTS
from bmg_odds.rules.duel_third_plans import EffortPolicy, check_efforts, effort_view

Progress = Callable[[int, int], object]
Leader = Callable[[State, State, int, int], int]
"""Who goes first: (state of A, state of B, rounds left, side that has the lead) to a side."""


@dataclass(frozen=True)
class EffortPair:
    """The plans of both sides; one that depends on its own state alone is asked once for each state."""

    policies: tuple[EffortPolicy, EffortPolicy]
    own: tuple[bool, bool] = (False, False)
    leader: Leader | None = None
    """None: the side with the lead goes first."""


@dataclass
class ThirdLaw:
    """The joint law of both models, round by round.

    `after[k]` is the law after the attacks of round k + 1, before its recovery; a fight that a Casualty has ended
    stays as it was. Rows are states of A, columns states of B, in the order of `board.ranks`.
    """

    board: ThirdBoard
    after: list[Values] = field(default_factory=list)
    efforts: Values = field(default_factory=lambda: np.zeros((2, 2)))
    """Efforts made in the whole fight on average, [side, in attack]."""
    inflicted: Values = field(default_factory=lambda: np.zeros(2))
    """Markers inflicted in the whole fight on average, by side."""


def third_law(
    board: ThirdBoard, plans: EffortPair, progress: Progress | None = None, *, first: str | None = None
) -> ThirdLaw:
    """Return the exact law of a fight under given plans, all of the mass in every round.

    `first` where it is not the fight's: a, b or draw. `progress` is told (rounds done, rounds). Raises BmgError
    where a policy makes Efforts that it may not.
    """
    fight, first = board.fight, first or board.fight.first
    found = ThirdLaw(board)
    run = _Run(board, plans, found)
    ended = np.zeros(board.shape)
    begin = np.zeros(board.shape)
    begin[board.start] = 1.0
    nodes: dict[int | None, Values] = {None: begin}
    over = board.ranks[0].gone[:, None] | board.ranks[1].gone[None, :]
    for done in range(fight.rounds):
        left = fight.rounds - done
        last: dict[int | None, Values] = {}
        total = ended.copy()
        for had, now in nodes.items():
            for lead, chance in lead_chances(first, had):
                for side, share in run.firsts(now * chance, left, lead, first):
                    law = run.round(share, side, left, lead)
                    total += law
                    last[lead] = last.get(lead, 0.0) + np.where(over, 0.0, law)
        found.after.append(total)
        ended = np.where(over, total, 0.0)
        nodes = {
            lead: product(product(board.ranks[0].recovery.T, law), board.ranks[1].recovery)
            for lead, law in last.items()
        }
        if progress:
            progress(done + 1, fight.rounds)
    return found


class _Run:
    """One fight under way: plans asked once."""

    def __init__(self, board: ThirdBoard, plans: EffortPair, found: ThirdLaw) -> None:
        self.board, self.plans, self.found = board, plans, found
        self._kept: dict[object, int] = {}

    def firsts(self, law: Values, left: int, lead: int | None, first: str) -> list[tuple[int, Values]]:
        """Return the law cut into where A and where B goes first."""
        if lead is None:
            return [("ab".index(first), law)]
        if self.plans.leader is None:
            return [(lead, law)]
        states = [ranks.states for ranks in self.board.ranks]
        parts = [np.zeros_like(law), np.zeros_like(law)]
        for a, b in np.argwhere(law):
            parts[self.plans.leader(states[0][a], states[1][b], left, lead)][a, b] = law[a, b]
        return [(side, part) for side, part in enumerate(parts) if part.any()]

    def round(self, law: Values, first: int, left: int, lead: int | None) -> Values:
        """Return the law after both activations of a round, A in the rows."""
        for place, side in enumerate((first, 1 - first)):
            turned = law if side == 0 else law.T
            turned = self._activation(turned, side, left, first=place == 0, lead=lead)
            law = turned if side == 0 else turned.T
        return law

    def _activation(self, law: Values, side: int, left: int, *, first: bool, lead: int | None) -> Values:
        """Return the law after one activation, the states of the side that is activated in the rows."""
        board = self.board
        own, foe = board.ranks[side], board.ranks[1 - side]
        found = np.where(own.acts[:, None], 0.0, law)
        np.add.at(found, own.rise[own.acts & ~own.strikes], law[own.acts & ~own.strikes])
        blows = np.zeros_like(law)
        np.add.at(blows, own.rise[own.strikes], law[own.strikes])
        found[:, foe.gone] += blows[:, foe.gone]
        blows[:, foe.gone] = 0.0
        pairs = np.argwhere(blows)
        if not len(pairs):
            return found
        met, made = self._declared(pairs, side, left, first=first, lead=lead)
        masses = blows[pairs[:, 0], pairs[:, 1]]
        self.found.efforts[side, 1] += float(masses @ made)
        self.found.efforts[1 - side, 0] += float(masses @ met)
        for defence in EFFORTS:
            for attack in EFFORTS:
                chosen = (met == defence) & (made == attack)
                if chosen.any():
                    self._land(found, pairs[chosen], masses[chosen], side, attack, defence)
        return found

    def _land(self, found: Values, pairs: Ints, masses: Values, side: int, attack: int, defence: int) -> None:
        """Add the law after the attacks of these pairs, which share the Efforts of both sides."""
        board, own = self.board, self.board.ranks[side]
        rows = own.spent[True][attack][pairs[:, 0]]
        kinds = board.kind[side][rows]
        for kind in np.unique(kinds):
            here = kinds == kind
            struck = board.struck(side, attack, defence, int(kind))
            mass = np.zeros_like(found)
            np.add.at(mass, (rows[here], pairs[here, 1]), masses[here])
            used = np.flatnonzero(mass.any(axis=1))
            found[used] += product(mass[used], struck.after)
            self.found.inflicted[side] += float(masses[here] @ struck.inflicted[pairs[here, 1]])

    def _declared(self, pairs: Ints, side: int, left: int, *, first: bool, lead: int | None) -> tuple[Ints, Ints]:
        """Return the Efforts of the one struck and then of the one that strikes, for each pair of states."""
        met = np.array(
            [self._efforts(1 - side, b, a, left, lead, attacks=False, first=first) for a, b in pairs.tolist()]
        )
        made = np.array(
            [
                self._efforts(side, a, b, left, lead, attacks=True, first=first, seen=seen)
                for (a, b), seen in zip(pairs.tolist(), met.tolist(), strict=True)
            ]
        )
        return met, made

    def _efforts(
        self, side: int, own: int, foe: int, left: int, lead: int | None, *, attacks: bool, first: bool,
        seen: int | None = None,
    ) -> int:  # fmt: skip
        key: object = (side, own, attacks)
        if not self.plans.own[side]:
            key = (side, own, attacks, foe, left, lead, first, seen)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = asked_efforts(
                self.board, self.plans.policies[side], side, own, foe, left, lead, attacks=attacks, first=first,
                seen=seen,
            )  # fmt: skip
        return found


def asked_efforts(
    board: ThirdBoard, policy: EffortPolicy, side: int, own: int, foe: int, left: int, lead: int | None, *,
    attacks: bool, first: bool, seen: int | None = None,
) -> int:  # fmt: skip
    """Return the Efforts of a policy for a pair of states by their numbers; 0, unasked, where none can be made."""
    fight, ranks = board.fight, board.ranks
    if not ranks[side].most[own]:
        return 0
    view = effort_view(
        fight, side, ranks[side].states[own], ranks[1 - side].states[foe], rounds_left=left, attacks=attacks,
        first=first, lead=lead, foe_efforts=seen,
    )  # fmt: skip
    return check_efforts(policy(view), view, fight.sides[side].card.name)


__all__ = ["EffortPair", "ThirdLaw", "asked_efforts", "third_law"]
