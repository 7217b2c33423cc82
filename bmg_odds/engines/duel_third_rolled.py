"""The simulation of whole third-edition fights: every die of every round is rolled; no chance is ever formed (R7).

Fights go through a round together, a block of them at a time. Blocks, streams and threads are those of `rolls_rolled`:
the counts depend on the fight, the plans, the seed and the number of trials, and on nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bmg_odds.engines.parts import cores
from bmg_odds.engines.rolls_rolled import BLOCKS_KEY
from bmg_odds.engines.sampling import MOST_TRIALS, Progress, _spread, _whole
from bmg_odds.rules.duel_state import State
from bmg_odds.rules.duel_third import ThirdFight
from bmg_odds.rules.duel_third_plans import EffortPolicy, named_efforts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Counts = npt.NDArray[np.int64]

Chooser = Callable[[State, State, int, int], int]
"""Who goes first: (state of A, state of B, rounds left, side that has the lead) to a side."""

SUMS = 9
"""Numbers added up over the fights: markers inflicted by A and by B, their squares, their product, then Efforts of A in
defence and in attack, and those of B."""


@dataclass(frozen=True)
class ThirdRolled:
    """Counts of so many fights (side 0 is A)."""

    fight: ThirdFight
    states: tuple[tuple[State, ...], tuple[State, ...]]
    after: "tuple[Counts, ...]"
    """For each round the fights by the states of A (rows) and of B (columns) after its attacks, before its recovery;
    a fight that is over stays where it is."""
    inflicted: tuple[int, int]
    """Markers that A and that B inflicted, all fights together, before Endurance."""
    squares: tuple[int, int, int]
    """The squares of those of A and of B, fight by fight, and their products, all fights together."""
    efforts: tuple[tuple[int, int], tuple[int, int]]
    """Efforts in defence and in attack of A, and of B, all fights together."""
    trials: int
    interrupted: bool = False

    def gain(self, objective: str) -> tuple[float, float]:
        """Return the mean of what A gains less what B gains, and its standard error: an objective of `solve`."""
        if objective == "markers":
            total = self.inflicted[0] - self.inflicted[1]
            squares = self.squares[0] + self.squares[1] - 2 * self.squares[2]
        else:
            total = squares = 0
            for a, b in zip(*self.after[-1].nonzero(), strict=True):
                gain = self._gain(objective, self.states[0][a], self.states[1][b])
                total += gain * int(self.after[-1][a, b])
                squares += gain * gain * int(self.after[-1][a, b])
        mean = total / self.trials
        return mean, (max(0.0, squares / self.trials - mean * mean) / self.trials) ** 0.5

    def _gain(self, objective: str, a: State, b: State) -> int:
        if objective == "vp":
            return self.fight.points(1, b) - self.fight.points(0, a)
        return b.out - a.out


def third_rolled(
    fight: ThirdFight,
    plan_a: str | EffortPolicy,
    plan_b: str | EffortPolicy,
    *,
    trials: int,
    seed: int,
    choose: Chooser | None = None,
    scoring: bool = True,
    threads: int | None = None,
    progress: Progress | None = None,
) -> ThirdRolled:
    """Return the counts of so many whole fights with really rolled dice (R7).

    A plan is the name of one (`all-out`, `turtle`, `balanced`, `split=A/D`) or a function of an EffortView, such as a
    solved policy; it must give the same number for the same view. `choose` says who goes first; without it the side
    with the lead does. `scoring` tells whether a first K.O. was scored, for victory points.

    The same seed (0 … 2**64 − 1) and trials give the same counts whatever the `threads` (default: one for each core).
    `progress(done, trials)` is called now and then, and once at the end; an interrupt keeps what is finished. Raises
    BmgError for trials, a seed or threads out of range, and for Efforts that may not be made.

    >>> from bmg_odds.facts.card import Card
    >>> from bmg_odds.rules.duel_third import make_third_fight
    >>> from bmg_odds.rules.edition import EDITIONS
    >>> thug = Card(name="Thug", edition="third", attack=3, strength=4, defense=2, endurance=4)
    >>> fight = make_third_fight(EDITIONS["third"], thug, thug, rounds=2)
    >>> [int(counts.sum()) for counts in third_rolled(fight, "all-out", "turtle", trials=100, seed=7).after]
    [100, 100]
    """
    trials = _whole(trials, "the number of trials", 1, MOST_TRIALS)
    seed = _whole(seed, "a seed", 0, 2**64 - 1)
    if threads is not None:
        threads = _whole(threads, "the number of threads", 1, 1024)
    import numpy as np

    from bmg_odds.engines.duel_third_fights import Fights, Told

    plans = [
        named_efforts(plan, flag) if isinstance(plan, str) else plan
        for plan, flag in ((plan_a, "--plan-a"), (plan_b, "--plan-b"))
    ]
    told = Told(fight, (plans[0], plans[1]), choose, scoring=scoring)
    sizes = [len(states) for states in told.states]

    def roll(block: int, share: int, joint: Any, sums: Any) -> None:
        random = np.random.Generator(np.random.Philox(key=seed + block * BLOCKS_KEY))
        Fights(told, random, share).play(joint, sums)

    joint, sums, done = _spread(roll, fight.rounds * sizes[0] * sizes[1], SUMS, trials, threads or cores(), progress)
    numbers = [int(number) for number in sums]
    return ThirdRolled(
        fight=fight,
        states=(tuple(told.states[0]), tuple(told.states[1])),
        after=tuple(joint.reshape(fight.rounds, *sizes)),
        inflicted=(numbers[0], numbers[1]),
        squares=(numbers[2], numbers[3], numbers[4]),
        efforts=((numbers[5], numbers[6]), (numbers[7], numbers[8])),
        trials=done,
        interrupted=done < trials,
    )
