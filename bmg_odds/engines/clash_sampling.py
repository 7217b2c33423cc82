"""The Monte Carlo engine of the third edition: every die is rolled and judged; no probability is formed (R7).

Blocks, streams and threads are those of `sampling`: the counts depend on the clash, the seed and the number
of trials, and on nothing else.
"""

from math import prod
from typing import Any

from bmg_odds.engines.parts import cores
from bmg_odds.engines.sampling import MOST_TRIALS, Progress, _spread, _whole
from bmg_odds.engines.table import Table
from bmg_odds.errors import BmgError
from bmg_odds.rules.clash import Clash, clash_shape
from bmg_odds.rules.record import ALL_FACES


def clash_table(
    clash: Clash, *, trials: int, seed: int, threads: int | None = None, progress: Progress | None = None
) -> Table:
    """Return the joint counts of so many attacks with really rolled dice (R7.2–R7.4).

    `values` are whole numbers that sum to `trials`, on the axes of `clash_shape`, flat in row-major order.
    The same seed (0 … 2**64 − 1) and trials give the same counts whatever the `threads` (default: one for
    each core). `progress(done, trials)` is called from the calling thread now and then, and once at the end.
    Memory does not grow with the trials. Raises BmgError for trials, a seed or threads out of range, and for
    a clash that cannot be rolled.

    >>> from bmg_odds.rules.clash import plain_clash
    >>> from bmg_odds.rules.record import faces_from
    >>> sure = plain_clash(2, faces_from(1), 1, faces_from(1), faces_from(1))._replace(strength_faces=0b100000)
    >>> counts = clash_table(sure, trials=1000, seed=7)
    >>> list(counts.cells()), counts.trials, sum(counts.values)
    ([((0, 1, 1, 1, 0), 1.0)], 1000, 1000)
    """
    trials = _whole(trials, "the number of trials", 1, MOST_TRIALS)
    seed = _whole(seed, "a seed", 0, 2**64 - 1)
    if threads is not None:
        threads = _whole(threads, "the number of threads", 1, 1024)
    _check(clash)
    from bmg_odds.engines import clash_rolling, rolling

    made, axes = clash_rolling.plan(clash), clash_shape(clash)

    def roll(block: int, attacks: int, joint: Any, _: Any) -> None:
        clash_rolling._count(rolling.stream(seed, block), made, attacks, joint)

    joint, _, done = _spread(roll, prod(axes), 0, trials, threads or cores(), progress)
    values = tuple(joint.tolist())
    return Table(shape=axes, values=values, trials=done, interrupted=done < trials)


def _check(clash: Clash) -> None:
    if not 0 < clash.strength_faces <= ALL_FACES:
        raise BmgError("the Strength die of this attack can show no face")
    if not 0 <= clash.strength_dice <= 2:
        raise BmgError(f"an attack has 0 to 2 Strength dice, not {clash.strength_dice}")
    if min(clash.dice, clash.defence_dice) < 0:
        raise BmgError("an attack cannot have less than no dice")
    if clash.defence_need < 1:
        raise BmgError(f"a hit is cancelled by 1 or more defence successes, not {clash.defence_need}")
