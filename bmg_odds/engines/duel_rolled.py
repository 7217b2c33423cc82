"""The simulation of whole fights: every die of every round is rolled; no chance is ever formed (R5).

Blocks, streams and threads are those of `sampling`: the counts depend on the fight, the plans, the seed and the
number of trials, and on nothing else.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bmg_odds.engines.parts import cores
from bmg_odds.engines.sampling import MOST_TRIALS, Progress, _whole, gather
from bmg_odds.rules.duel import Fight
from bmg_odds.rules.duel_plans import Policy
from bmg_odds.rules.duel_state import CASUALTY, State

if TYPE_CHECKING:
    from bmg_odds.engines.duel_ring import Chooser, Told
    from bmg_odds.engines.sampling import Counts

Pair = tuple[State, State]
ROW = ("a_out", "b_out", "both_out", "neither_out", "casualty_a", "casualty_b")
OUT = {(True, False): "a_out", (False, True): "b_out", (True, True): "both_out", (False, False): "neither_out"}


@dataclass(frozen=True, slots=True)
class RolledFights:
    """Counts of so many fights (side 0 is A)."""

    fight: Fight
    states: tuple[tuple[State, ...], tuple[State, ...]]
    """Every state of A and of B. `scored` is told of models of a rank that scores, if it was asked for."""
    after: "tuple[Counts, ...]"
    """For each round the fights by the states of A (rows) and of B (columns) after its attacks, before its recovery;
    a fight that is over stays where it is."""
    inflicted: tuple[int, int]
    """Markers that A and that B inflicted, all fights together, before Endurance."""
    squares: tuple[int, int, int]
    """The squares of those of A and of B, fight by fight, and their products, all fights together."""
    trials: int
    interrupted: bool = False

    def ends(self, number: int = -1) -> Iterator[tuple[Pair, int]]:
        """Yield every pair of states after a round (0 is the first; default the last) that came up, with its count."""
        counts = self.after[number]
        for a, b in zip(*counts.nonzero(), strict=True):
            yield (self.states[0][a], self.states[1][b]), int(counts[a, b])

    def row(self, number: int) -> dict[str, float]:
        """Return the shares of a round (0 is the first) by the names of the contract, ROW."""
        counts = dict.fromkeys(ROW, 0)
        for (a, b), count in self.ends(number):
            counts[OUT[a.out, b.out]] += count
            counts["casualty_a"] += count * (a.posture == CASUALTY)
            counts["casualty_b"] += count * (b.posture == CASUALTY)
        return {name: count / self.trials for name, count in counts.items()}

    def markers(self, side: int) -> float:
        """Return the mean markers on a side's card at the end."""
        return sum(pair[side].markers * count for pair, count in self.ends()) / self.trials

    def gain(self, objective: str) -> tuple[float, float]:
        """Return the mean of what A gains less what B gains, and its standard error: an objective of `solve`.

        `out`, `vp` (both ranks must be known) or `markers` inflicted.
        """
        if objective == "markers":
            total = self.inflicted[0] - self.inflicted[1]
            squares = self.squares[0] + self.squares[1] - 2 * self.squares[2]
        else:
            gains = [(self._gain(objective, pair), count) for pair, count in self.ends()]
            total = sum(gain * count for gain, count in gains)
            squares = sum(gain * gain * count for gain, count in gains)
        mean = total / self.trials
        return mean, (max(0.0, squares / self.trials - mean * mean) / self.trials) ** 0.5

    def _gain(self, objective: str, pair: Pair) -> int:
        if objective == "vp":
            return self.fight.points(1, pair[1]) - self.fight.points(0, pair[0])
        return pair[1].out - pair[0].out


def rolled(
    fight: Fight,
    plan_a: str | Policy,
    plan_b: str | Policy,
    *,
    trials: int,
    seed: int,
    choose: "Chooser | None" = None,
    scoring: bool = True,
    threads: int | None = None,
    progress: Progress | None = None,
) -> RolledFights:
    """Return the counts of so many whole fights with really rolled dice (R2.1, R2.3–R2.11, R3, R5).

    A plan is the name of one (`all-out`, `turtle`, `balanced`, `split=AC/DC/SC`) or a function of a View, such as a
    solved policy; it must give the same plan for the same view. `choose(Lead)` says who goes first where the lead is
    drawn; without it the side drawn does. `scoring` tells whether a first K.O. was scored, for victory points.

    The same seed (0 … 2**64 − 1) and trials give the same counts whatever the `threads` (default: one for each core).
    `progress(done, trials)` is called now and then, and once at the end; an interrupt keeps what is finished. Raises
    BmgError for trials, a seed or threads out of range, and for a plan that cannot be placed.

    >>> from bmg_odds.facts.card import Card
    >>> from bmg_odds.rules.duel import make_fight
    >>> from bmg_odds.rules.edition import EDITIONS
    >>> thug = Card(name="Thug", edition="revised", willpower=4, attack=3, strength=4, defense=2, endurance=4)
    >>> found = rolled(make_fight(EDITIONS["revised"], thug, thug, rounds=2), "all-out", "turtle", trials=100, seed=7)
    >>> [int(counts.sum()) for counts in found.after], sum(found.row(1).values()) >= 1.0
    ([100, 100], True)
    """
    trials = _whole(trials, "the number of trials", 1, MOST_TRIALS)
    seed = _whole(seed, "a seed", 0, 2**64 - 1)
    if threads is not None:
        threads = _whole(threads, "the number of threads", 1, 1024)
    import numpy as np

    from bmg_odds.engines.duel_fights import SUMS
    from bmg_odds.engines.duel_ring import Told

    told = Told(fight, (plan_a, plan_b), choose, scoring=scoring)
    joint, sums = np.zeros(fight.rounds * told.cells, np.int64), np.zeros(SUMS, np.int64)

    def task(blocks: Iterator[tuple[int, int]]) -> "tuple[Counts, Counts]":
        more, more_sums = np.zeros_like(joint), np.zeros_like(sums)
        for block, share in blocks:
            _block(told, seed, block, share, more, more_sums)
        return more, more_sums

    def add(found: "tuple[Counts, Counts]") -> None:
        np.add(joint, found[0], out=joint)
        np.add(sums, found[1], out=sums)

    # A block of fights is a tenth of a second: with one at a time an interrupt is heard soon.
    done = gather(task, add, trials, threads or cores(), progress, at_once=1)
    a, b, *squares = (int(number) for number in sums)
    return RolledFights(
        fight=fight,
        states=(told.states[0], told.states[1]),
        after=tuple(joint.reshape(fight.rounds, len(told.states[0]), len(told.states[1]))),
        inflicted=(a, b),
        squares=(squares[0], squares[1], squares[2]),
        trials=done,
        interrupted=done < trials,
    )


def _block(told: "Told", seed: int, block: int, share: int, joint: Any, sums: Any) -> None:
    """Add the first so many fights of a block, making each plan when it is asked for."""
    import numpy as np

    from bmg_odds.engines import duel_fights, duel_turns
    from bmg_odds.engines.duel_blows import dice
    from bmg_odds.engines.rolling import stream

    store, work = dice(stream(seed, block)), np.full(duel_turns.ROOM, -1, np.int64)
    asked = np.zeros(duel_fights.ASKED, np.int64)
    while share := duel_fights._count(store, told.ring, told.sheets, work, share, joint, sums, asked):
        told.answer(asked, work)
