"""Figures of a fight, read from the joint law of both models round by round; counted or rolled alike."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bmg_odds.rules.duel import Fight
from bmg_odds.rules.duel_state import CASUALTY, KO, State

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

ROUND_COLUMNS = ("round", "a_out", "b_out", "both_out", "neither_out", "casualty_a", "casualty_b")


@dataclass(frozen=True, eq=False)
class Fought:
    """A fight's joint law after the attacks of every round: rows are states of A, columns states of B."""

    fight: Fight
    states: tuple[Sequence[State], Sequence[State]]
    after: "Sequence[npt.NDArray[np.float64]]"
    """Chances; a fight that a Casualty ended stays as it was."""
    trials: int | None = None
    interrupted: bool = False

    def chance(self, law: "npt.NDArray[np.float64]", holds: Callable[[State, State], bool]) -> float:
        """Return the chance of what holds of both states; exactly 0 and 1 where nothing else can be."""
        rows, columns = law.nonzero()
        inside: list[float] = []
        outside: list[float] = []
        for a, b in zip(rows.tolist(), columns.tolist(), strict=True):
            (inside if holds(self.states[0][a], self.states[1][b]) else outside).append(float(law[a, b]))
        return min(1.0, math.fsum(inside)) if outside else float(bool(inside))

    def error(self, chance: float) -> float:
        """Return the standard error of a rolled chance."""
        return math.sqrt(max(0.0, chance * (1.0 - chance)) / (self.trials or 1))

    @property
    def largest_error(self) -> float:
        """The largest standard error of the chances of all rounds; 0 when they were counted."""
        if self.trials is None:
            return 0.0
        return max(self.error(value) for row in self.rounds() for name, value in row.items() if name != "round")

    def rounds(self) -> list[dict[str, Any]]:
        """Return a row for each round (CONTRACT `duel`): a_out only A is out, and so on."""
        return [{"round": number + 1, **self._row(law)} for number, law in enumerate(self.after)]

    def _row(self, law: "npt.NDArray[np.float64]") -> dict[str, float]:
        return {
            "a_out": self.chance(law, lambda a, b: a.out and not b.out),
            "b_out": self.chance(law, lambda a, b: b.out and not a.out),
            "both_out": self.chance(law, lambda a, b: a.out and b.out),
            "neither_out": self.chance(law, lambda a, b: not (a.out or b.out)),
            "casualty_a": self.chance(law, lambda a, b: a.posture == CASUALTY),
            "casualty_b": self.chance(law, lambda a, b: b.posture == CASUALTY),
        }

    def mean(self, of: Callable[[State, State], float]) -> float:
        """Return a mean over the law at the end."""
        law = self.after[-1]
        return math.fsum(
            float(law[a, b]) * of(self.states[0][a], self.states[1][b])
            for a, b in zip(*(each.tolist() for each in law.nonzero()), strict=True)
        )

    def markers(self, side: int) -> float:
        """Return the markers (Injuries and Stuns) on a side's card at the end, on average.

        A Casualty counts with the markers that it was removed with.
        """
        return self.mean(lambda a, b: (a, b)[side].markers)

    def victory_points(self, side: int) -> float | None:
        """Return the victory points that a side earns, on average (R3); None where the foe's rank is unknown."""
        if not self.fight.scores(1 - side):
            return None
        return self.mean(lambda a, b: self.fight.points(1 - side, (a, b)[1 - side]))

    def winner(self, side: int) -> dict[str, float | None]:
        """Return what the end looks like where a side has won: the foe is out, and it is not.

        The chance of that; given it, the loser's chances of being K.O. and a Casualty, and the markers on the
        winner; None where it cannot be.
        """
        law = self.after[-1]

        def won(a: State, b: State) -> bool:
            return (a, b)[1 - side].out and not (a, b)[side].out

        def fate(posture: int) -> float:
            return self.chance(law, lambda a, b: won(a, b) and (a, b)[1 - side].posture == posture)

        def mark(name: str) -> float:
            return self.mean(lambda a, b: won(a, b) * float(getattr((a, b)[side], name)))

        chance = self.chance(law, won)
        found = {"loser_ko": fate(KO), "loser_casualty": fate(CASUALTY)}
        found |= {f"winner_{name}": mark(name) for name in ("injuries", "stuns", "markers")}
        return {"chance": chance, **{name: value / chance if chance else None for name, value in found.items()}}
