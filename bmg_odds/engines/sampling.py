"""The Monte Carlo engine: every die of every stage is rolled and judged; no probability is ever formed.

Attacks come in blocks of 65,536, and each block has its own stream, made from the seed and the block's
number. So the counts depend on the strike, the seed and the number of trials, and on nothing else.
"""

import operator
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any, TypeVar

from bmg_odds.engines.parts import cores, side_by_side
from bmg_odds.engines.table import Table, shape
from bmg_odds.errors import BmgError
from bmg_odds.rules.record import ALL_FACES, COVER_BITS, CROSS_FIRE_BIT, Gate, Strike, unpack

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from bmg_odds.engines.rollers import Roll

    Counts = npt.NDArray[np.int64]

Progress = Callable[[int, int], object]
R = TypeVar("R")

MOST_TRIALS = 2**62
_HELD = 0.1  # seconds between two reports of progress
_BLOCKS_A_TASK = 16  # a few milliseconds of work: little overhead, and prompt to stop
_SPAN = 16  # blocks that a kernel takes in one call, where it is quick enough (`rollers.SPANNING`)


def table(
    strike: Strike,
    *,
    trials: int,
    seed: int,
    gate: Gate | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Table:
    """Return the joint counts of so many attacks with really rolled dice (R2.3–R2.9), and the cross fire
    counts.

    `values` are whole numbers that sum to `trials`, on the axes of `engines.table.shape`, flat in row-major
    order. With a `gate`, a die before each attack decides whether it is `gate.passed` instead. The same seed
    (0 … 2**64 − 1) and trials give the same counts whatever the `threads` (default: one for each core).
    `progress(done, trials)` is called from the calling thread now and then, and once at the end. Memory does
    not grow with the trials. Raises BmgError for trials, a seed or threads out of range, and for a gate
    between strikes whose tables differ in shape.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> sure = plain_strike(1, faces_from(1), faces_from(1), collateral_faces=0b100000, match=0)
    >>> counts = table(sure, trials=1000, seed=7)
    >>> list(counts.cells()), counts.trials, counts.cross_fire
    ([((0, 1, 1, 1, 0), 1.0)], 1000, ())
    >>> sum(table(sure, trials=1000, seed=7, gate=Gate(faces_from(5), 1, sure._replace(damage=0))).values)
    1000
    """
    trials = _whole(trials, "the number of trials", 1, MOST_TRIALS)
    seed = _whole(seed, "a seed", 0, 2**64 - 1)
    if threads is not None:
        threads = _whole(threads, "the number of threads", 1, 1024)
    strikes = [strike, gate.passed] if gate else [strike]
    for one in strikes:
        _check(one)
    if shape(strikes[-1]) != shape(strike):
        raise BmgError("the two attacks of a gate must have as many dice, collateral dice and watched blocks")
    from bmg_odds.engines import rollers

    roll = rollers.gated(strike, gate, seed) if gate else rollers.roller(strike, seed)
    spans = not gate and rollers.serving(strike)[0] in rollers.SPANNING
    span = _SPAN if spans else 1  # the others take long enough for a block: more of them would be late to stop
    joint, cross, done = _spread(
        roll, prod(shape(strike)), strike.dice + 1, trials, threads or cores(), progress, span=span
    )
    dealt = any(cover & CROSS_FIRE_BIT for one in strikes for cover in unpack(one.covers, COVER_BITS))
    return Table(
        shape=shape(strike),
        values=tuple(joint.tolist()),
        cross_fire=tuple(cross.tolist()) if dealt else (),
        trials=done,
        interrupted=done < trials,
    )


def _check(strike: Strike) -> None:
    if not 0 < strike.collateral_faces <= ALL_FACES:
        raise BmgError("the collateral die of this attack can show no face")
    if not 0 <= strike.collateral <= 2:
        raise BmgError(f"an attack has 0 to 2 collateral dice, not {strike.collateral}")


def _whole(number: Any, name: str, least: int, most: int) -> int:
    try:
        if isinstance(number, bool):
            raise TypeError
        whole = operator.index(number)
    except TypeError:
        raise BmgError(f"{name} must be a whole number, not {number!r}") from None
    if not least <= whole <= most:
        raise BmgError(f"{name} must be from {least} to {most}, not {whole}")
    return whole


def _spread(
    roll: "Roll",
    cells: int,
    crossings: int,
    trials: int,
    threads: int,
    progress: Progress | None,
    *,
    span: int = 1,
) -> "tuple[Counts, Counts, int]":
    """Roll all blocks on so many threads, up to `span` together, and add up the histograms.

    Return them, of so many `cells` and `crossings`, with the attacks rolled: fewer than asked for after an
    interrupt, which keeps what is done.
    """
    import numpy as np

    joint, cross = np.zeros(cells, np.int64), np.zeros(crossings, np.int64)

    def task(blocks: Iterator[tuple[int, int]]) -> "tuple[Counts, Counts]":
        joint, cross = np.zeros(cells, np.int64), np.zeros(crossings, np.int64)
        for block, share in blocks:
            roll(block, share, joint, cross)
        return joint, cross

    def add(more: "tuple[Counts, Counts]") -> None:
        np.add(joint, more[0], out=joint)
        np.add(cross, more[1], out=cross)

    done = gather(task, add, trials, threads, progress, at_once=span * 4 if span > 1 else _BLOCKS_A_TASK, span=span)
    return joint, cross, done


def gather(
    task: Callable[[Iterator[tuple[int, int]]], R],
    add: Callable[[R], object],
    trials: int,
    threads: int,
    progress: Progress | None,
    *,
    at_once: int = _BLOCKS_A_TASK,
    span: int = 1,
) -> int:
    """Give all blocks of the trials to `task`, up to `at_once` together, on so many threads, and what it returns to
    `add`, in the order of the blocks.

    A task hears of (block, share of the trials), block by block, or of the first of `span` blocks and
    their share. Return the trials added: fewer than asked for after
    an interrupt, which keeps the first ones, so that a run of so many gives the same again.
    """
    stop = threading.Event()

    def some(first: int, share: int) -> tuple[int, R]:
        return share, task(block for block in _blocks(first, share, span) if not stop.is_set())

    done, reported = 0, time.monotonic()
    try:
        for share, result in _results(some, trials, threads, at_once):
            add(result)
            done += share
            now = time.monotonic()
            if progress and (done == trials or now - reported > _HELD):
                reported = now
                progress(done, trials)
    except KeyboardInterrupt:
        if not done:
            raise
    finally:
        stop.set()  # an interrupt, or an error of `progress`, ends the threads after their present block
    return done


def _blocks(first: int, attacks: int, span: int = 1) -> Iterator[tuple[int, int]]:
    """Yield every `span`th block from `first` on and the shares of so many; only the very last is not full."""
    from bmg_odds.engines.rolling import BLOCK

    while attacks > 0:
        yield first, min(attacks, span * BLOCK)
        first, attacks = first + span, attacks - span * BLOCK


def _results(task: Callable[[int, int], R], trials: int, threads: int, at_once: int = _BLOCKS_A_TASK) -> Iterator[R]:
    """Yield the results of tasks of a few blocks, in their order."""
    from bmg_odds.engines.rolling import BLOCK

    step = BLOCK * max(1, min(at_once, trials // (BLOCK * 4 * threads)))
    tasks = (partial(task, start // BLOCK, min(step, trials - start)) for start in _starts(trials, step))
    return side_by_side(tasks, 1 if trials <= BLOCK else threads, stay=False)


def _starts(trials: int, step: int) -> Iterator[int]:
    start = 0
    while start < trials:  # `range` cannot be longer than a C long on some systems
        yield start
        start += step
