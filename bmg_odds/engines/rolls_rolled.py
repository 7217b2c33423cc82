"""The rolling engine of the rolls beside attacks: faces are thrown and judged; no chance is ever formed.

Rolls come in blocks of 65,536, and each block has its own stream, made from the seed and the block's number. A
judge takes its dice from a `Throws` and gives each roll's outcome; a test may hand it faces of its own.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from bmg_odds.engines.parts import cores
from bmg_odds.engines.sampling import MOST_TRIALS, Progress, _spread, _whole
from bmg_odds.rules.roll_dice import (
    SIDES,
    Bag,
    Contest,
    Dice,
    Pool,
    Riddle,
    Sieve,
    Sure,
    Total,
    Under,
    Until,
)

if TYPE_CHECKING:
    import numpy.typing as npt

    Faces = npt.NDArray[Any]

BLOCKS_KEY = 2**64  # the block's number stands above the seed in the key of its stream


class Throws(Protocol):
    """Where dice come from: `rolls` of them are made at once."""

    rolls: int

    def faces(self, dice: int) -> "Faces":
        """Return so many dice of every roll: (dice, rolls), 1 to 6."""

    def below(self, number: int) -> "Faces":
        """Return for every roll a whole number from 0 on below this one, all equally likely."""


class Stream:
    """The throws of one block."""

    def __init__(self, seed: int, block: int, rolls: int) -> None:
        import numpy as np

        self.rolls = rolls
        self._random = np.random.Generator(np.random.Philox(key=seed + block * BLOCKS_KEY))

    def faces(self, dice: int) -> "Faces":
        """Return so many dice of every roll."""
        return self._random.integers(1, SIDES + 1, size=(dice, self.rolls), dtype="int8")

    def below(self, number: int) -> "Faces":
        """Return whole numbers below this one."""
        return self._random.integers(0, number, size=self.rolls)


def counts(
    dice: Dice, *, trials: int, seed: int, threads: int | None = None, progress: Progress | None = None
) -> tuple[int, ...]:
    """Return how many of so many rolls ended in each outcome; fewer in all after an interrupt, which keeps them.

    The same seed (0 … 2**64 − 1) and trials give the same counts whatever the `threads` (default: one for
    each core). Raises BmgError for trials, a seed or threads out of range.

    >>> counts(Sure(1, among=2), trials=1000, seed=7)
    (0, 1000)
    """
    trials = _whole(trials, "the number of trials", 1, MOST_TRIALS)
    seed = _whole(seed, "a seed", 0, 2**64 - 1)
    if threads is not None:
        threads = _whole(threads, "the number of threads", 1, 1024)

    def roll(block: int, rolls: int, joint: Any, _: Any) -> None:
        import numpy as np

        joint += np.bincount(judged(dice, Stream(seed, block, rolls)), minlength=dice.outcomes)

    joint, _, _ = _spread(roll, dice.outcomes, 0, trials, threads or cores(), progress)
    return tuple(joint.tolist())


def judged(dice: Dice, throws: Throws) -> "Faces":
    """Return the outcome of every roll, from the faces that are thrown for it."""
    return _JUDGE[type(dice)](dice, throws)


def _in(faces: int, thrown: "Faces") -> "Faces":
    """Whether each face is in a set of faces."""
    import numpy as np

    members = np.array([face > 0 and bool(faces >> (face - 1) & 1) for face in range(SIDES + 1)])
    found: Faces = members[thrown]
    return found


def _pool(dice: Pool, throws: Throws) -> "Faces":
    import numpy as np

    good = _in(dice.faces, throws.faces(dice.dice))
    if dice.rerolls:
        good = np.where(good, True, _in(dice.faces, throws.faces(dice.dice)))
    found: Faces = np.minimum(good.sum(axis=0), dice.most)
    return found


def _under(dice: Under, throws: Throws) -> "Faces":
    found: Faces = (throws.faces(dice.dice).sum(axis=0) <= dice.number).astype("int64")
    return found


def _until(dice: Until, throws: Throws) -> "Faces":
    import numpy as np

    outcome = np.zeros(throws.rolls, "int64")
    for number in range(1, dice.rounds + 1):
        passed = throws.faces(dice.dice).sum(axis=0) <= dice.number
        outcome[passed & (outcome == 0)] = number
    return outcome


def _total(dice: Total, throws: Throws) -> "Faces":
    found: Faces = (throws.faces(dice.dice) - 1).sum(axis=0)
    return found


def _bag(dice: Bag, throws: Throws) -> "Faces":
    import numpy as np

    drawn = np.zeros(throws.rolls, "int64")
    for place in range(dice.draws):
        # Of the counters left, one's own are numbered first.
        drawn += throws.below(dice.mine + dice.theirs - place) < dice.mine - drawn
    return drawn


def _sieve(dice: Sieve, throws: Throws) -> "Faces":
    import numpy as np

    flying = np.ones((dice.impacts, throws.rolls), bool)
    for stops in dice.stops:
        flying &= ~_in(stops, throws.faces(dice.impacts))
    found: Faces = flying.sum(axis=0)
    return found


def _riddle(dice: Riddle, throws: Throws) -> "Faces":
    import numpy as np

    outcome, still = np.zeros(throws.rolls, "int64"), np.ones(throws.rolls, bool)
    place = 0
    while place < len(dice.numbers) or (dice.endless and still.any()):
        miss = abs(throws.faces(1)[0] - dice.numbers[min(place, len(dice.numbers) - 1)])
        outcome[still & (miss == 0)] = 2
        outcome[still & (miss > 1)] = 1
        still &= miss == 1
        place += 1
    return outcome


def _contest(dice: Contest, throws: Throws) -> "Faces":
    import numpy as np

    had, led = np.full(throws.rolls, dice.had), np.zeros(throws.rolls, "int64")
    for place in range(dice.rounds):
        undecided = np.ones(throws.rolls, bool)
        while undecided.any():
            mine, theirs = throws.faces(2).astype("int64")
            gap = mine - theirs + (dice.mine - dice.theirs if place == 0 else 0)
            now = np.where(gap > 0, 1, np.where(gap < 0, 2, np.where(had == 0, 0, 3 - had)))
            decided = undecided & (now > 0)
            led += decided & (now == 1)
            had = np.where(decided, now, had)
            undecided &= ~decided
    return led


def _sure(dice: Sure, throws: Throws) -> "Faces":
    import numpy as np

    return np.full(throws.rolls, dice.outcome)


_JUDGE: dict[type, Callable[[Any, Throws], "Faces"]] = {
    Pool: _pool,
    Under: _under,
    Until: _until,
    Total: _total,
    Bag: _bag,
    Sieve: _sieve,
    Riddle: _riddle,
    Contest: _contest,
    Sure: _sure,
}
