"""Which kernel rolls a strike, and the roll before it that decides between two strikes."""

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from bmg_odds.engines import chain, links, packed, packing, plans, quick, rolling, thrown
from bmg_odds.engines.fours import VALUES, successes
from bmg_odds.engines.jit import kernel, word
from bmg_odds.engines.rolling import Words, _fill, stream
from bmg_odds.rules.record import Gate, Strike

Counts = npt.NDArray[np.int64]
Roll = Callable[[int, int, Counts, Counts], None]
"""Adds the first so many attacks of a block, and of those behind it where they are more than it holds, to the joint
and the cross fire histogram."""

KERNELS = ("quick", "packed", "chain", "thrown")
SPANNING = ("quick", "packed")
"""Those that take many blocks in one call."""
STRIKE, GATE, PASSED = range(3)
"""The streams of a block: the lanes of `rolling.stream`."""


def serving(strike: Strike) -> tuple[str, ...]:
    """Return the names of the kernels that can roll a strike; the first one does.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> strike = plain_strike(5, faces_from(4), faces_from(3))
    >>> serving(strike), serving(strike._replace(dice=9)), serving(strike._replace(dice=16))
    (('quick', 'packed', 'chain', 'thrown'), ('packed', 'chain', 'thrown'), ('thrown',))
    """
    able = {"quick": quick.fits(strike), "packed": packing.fits(strike), "chain": links.fits(strike), "thrown": True}
    return tuple(name for name in KERNELS if able[name])


def roller(strike: Strike, seed: int, *, lane: int = STRIKE, by: str | None = None) -> Roll:
    """Return a strike bound to its kernel, or to another that serves it. One block at a time, from any
    thread."""
    name = by or serving(strike)[0]
    bound: Roll = {"quick": _quick, "packed": _packed, "chain": _chain, "thrown": _thrown}[name](strike, seed, lane)
    return bound


def _grouped(
    count: Callable[..., None], made: quick.Tables | packing.Tables, strike: Strike, seed: int, lane: int
) -> Roll:
    key, way = word(seed), word(lane)
    axes = strike.dice + 1, 2 * (strike.collateral + 1)

    def roll(block: int, attacks: int, joint: Counts, cross: Counts) -> None:
        count(key, way, word(block), rolling.BLOCK, made, attacks, joint, axes)
        cross[0] += attacks

    return roll


def _quick(strike: Strike, seed: int, lane: int) -> Roll:
    return _grouped(quick._count, quick.tables(strike), strike, seed, lane)


def _packed(strike: Strike, seed: int, lane: int) -> Roll:
    return _grouped(packed._count, packing.tables(strike), strike, seed, lane)


def _chain(strike: Strike, seed: int, lane: int) -> Roll:
    made, cells, dealt = links.tables(strike), links.cells(strike), links.dealt(strike)

    def roll(block: int, attacks: int, joint: Counts, cross: Counts) -> None:
        ends = np.zeros(len(cells) * chain.DELTAS, np.int64)
        for number, share in _blocks(block, attacks):
            chain._count(stream(seed, number, lane=lane), made, share, ends)
        chain._fold(ends, cells, dealt, joint, cross)

    return roll


def _thrown(strike: Strike, seed: int, lane: int) -> Roll:
    made = plans.plan(strike)

    def roll(block: int, attacks: int, joint: Counts, cross: Counts) -> None:
        for number, share in _blocks(block, attacks):
            thrown._count(stream(seed, number, lane=lane), strike, made, share, joint, cross)

    return roll


def _blocks(first: int, attacks: int) -> Iterator[tuple[int, int]]:
    """Yield the blocks from the first on that so many attacks fill, and the share of each."""
    for number, start in enumerate(range(0, attacks, rolling.BLOCK)):
        yield first + number, min(attacks - start, rolling.BLOCK)


def gated(strike: Strike, gate: Gate, seed: int) -> Roll:
    """Return the roll of attacks that are `gate.passed` where a die passes the gate, and `strike` where not.

    The gate dice of a block are rolled first, from a stream of their own, one for each attack and its reroll;
    then as many attacks of each strike as there were passes and failures, from two more streams. An attack
    knows of its gate die only whether it passed, so it does not matter which attacks of the block passed.
    """
    failed = roller(strike, seed)
    passed = roller(gate.passed, seed, lane=PASSED)
    table = successes(gate.faces)

    def roll(block: int, attacks: int, joint: Counts, cross: Counts) -> None:
        passes = int(_passes(stream(seed, block, lane=GATE), table, gate.rerolls, attacks))
        passed(block, passes, joint, cross)
        failed(block, attacks - passes, joint, cross)

    return roll


@kernel
def _passes(state: Words, table: npt.NDArray[np.uint8], rerolls: int, attacks: int) -> int:
    """Return how many of so many dice pass, each rerolled once if it failed and may be.

    Four dice, then the four for their rerolls: so the first dice of a longer run are those of a shorter one.
    """
    groups = np.empty(512, np.uint16)
    passes = 0
    while attacks > 0:
        _fill(state, groups)
        for place in range(0, len(groups), 2):
            count = max(0, min(attacks, 4))
            hits = int(table[count * VALUES + groups[place]])
            if rerolls > 0:
                hits += int(table[(count - hits) * VALUES + groups[place + 1]])
            passes += hits
            attacks -= 4
    return passes
