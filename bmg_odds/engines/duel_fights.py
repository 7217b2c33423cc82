"""Whole fights, one after the other, from the first draw of the lead to the end (R5).

A plan that nobody has made yet is asked for, and the fight goes on from there.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.duel_blows import Dice, _die
from bmg_odds.engines.duel_turns import (
    AC,
    BAG,
    BY_A,
    BY_B,
    CARDS_A,
    CARDS_B,
    CASUALTY,
    CHOSEN,
    COIN,
    DRAWN,
    FIRST,
    LEAD,
    MOST_BAG,
    ROOM,
    ROUNDS,
    SIDE,
    START,
    STATUS,
    TURN,
    Ints,
    Ring,
    Shorts,
    _activate,
    _place,
    _recover,
)  # fmt: skip
from bmg_odds.engines.jit import kernel

Counts = npt.NDArray[np.int64]

SUMS = 5
"""Numbers added up over the fights: markers inflicted by A and by B, their squares, their product."""
ASKED = 4
"""Numbers of a plan to be asked for: whether it is the choice of who goes first; the side drawn, or first; the states
of A and of B. The round and the bag stand in the work array."""


class Sheets(NamedTuple):
    """The plans, written while the kernel runs, flat."""

    pages: Shorts
    """The page for a round and the counters of A left in the bag, [round, counters]."""
    leads: npt.NDArray[np.int8]
    """1 where A goes first, 2 where B does, 0 for not asked yet, [page, side drawn, card of A, card of B]."""
    plans: Shorts
    """AC, DC, SC, MC + 1 of seven bits each, 0 for not asked yet, [page, side that is first, card of A, card of B,
    side]."""


@kernel
def _below(store: Dice, number: int) -> int:
    """Return a whole number below the given one, each equally likely, from as many dice as that takes."""
    while True:
        values, value = 1, 0
        while values < number:
            value = value * 6 + _die(store) - 1
            values *= 6
        if value < values - values % number:
            return value % number


@kernel
def _ask(asked: Ints, kind: int, side: int, pair: int, wide: int) -> int:
    """Write down what has to be asked for. Return -1."""
    asked[0], asked[1], asked[2], asked[3] = kind, side, pair // wide, pair % wide
    return -1


@kernel
def _plan(store: Dice, ring: Ring, sheets: Sheets, work: Ints, asked: Ints) -> int:
    """Draw the lead, and take both plans. Return the side that is first, or -1 where a plan has to be asked for."""
    facts = ring.facts
    if work[LEAD] == 0:
        first = int(facts[FIRST])
        if facts[DRAWN] == 1:
            first = 0 if _below(store, work[BAG] + work[BAG + 1]) < work[BAG] else 1
            work[BAG + first] -= 1
        work[LEAD] = first + 1
    first = int(work[LEAD]) - 1
    pairs, wide = facts[CARDS_A] * facts[CARDS_B], facts[CARDS_B]
    pair = _place(ring, work, 0) * wide + _place(ring, work, SIDE)
    page = int(sheets.pages[work[TURN] * facts[MOST_BAG] + work[BAG]])
    if facts[CHOSEN] == 1:
        chosen = int(sheets.leads[(page * 2 + first) * pairs + pair])
        if chosen == 0:
            return _ask(asked, 1, first, pair, wide)
        first = chosen - 1
    place = ((page * 2 + first) * pairs + pair) * 2
    if sheets.plans[place] == 0:
        return _ask(asked, 0, first, pair, wide)
    for side in range(2):
        packed = int(sheets.plans[place + side])
        for row in range(4):
            work[side * SIDE + AC + row] = (packed >> 7 * row & 127) - 1
    work[LEAD] = 0
    return first


@kernel
def _begin(store: Dice, facts: Ints, work: Ints) -> None:
    """Lay out a new fight."""
    for place in range(ROOM):
        work[place] = facts[START + place]
    if facts[COIN] == 1:
        work[BAG + _below(store, 2)] += 1


@kernel
def _fight(store: Dice, ring: Ring, sheets: Sheets, work: Ints, joint: Counts, asked: Ints) -> bool:
    """Fight on to the end and note each round. Return whether it has come there: a plan may have to be asked for."""
    facts = ring.facts
    cells = facts[CARDS_A] * facts[CARDS_B]
    while work[TURN] < facts[ROUNDS]:
        first = _plan(store, ring, sheets, work, asked)
        if first < 0:
            return False
        work[BY_A + first] += _activate(store, ring, work, first * SIDE, False)
        work[BY_B - first] += _activate(store, ring, work, (1 - first) * SIDE, True)
        pair = _place(ring, work, 0) * facts[CARDS_B] + _place(ring, work, SIDE)
        joint[work[TURN] * cells + pair] += 1
        work[TURN] += 1
        if work[STATUS] == CASUALTY or work[SIDE + STATUS] == CASUALTY:  # the end: it stays as it is
            while work[TURN] < facts[ROUNDS]:
                joint[work[TURN] * cells + pair] += 1
                work[TURN] += 1
        elif work[TURN] < facts[ROUNDS]:
            _recover(store, facts, work, 0)
            _recover(store, facts, work, SIDE)
    return True


@kernel
def _count(
    store: Dice, ring: Ring, sheets: Sheets, work: Ints, fights: int, joint: Counts, sums: Counts, asked: Ints
) -> int:
    """Add so many fights of one stream to the joint histogram of both cards after each round, and to the sums.

    Return how many are left because a plan has to be made first, the one in `asked`; `work` holds where the first of
    them stands.
    """
    facts = ring.facts
    while fights > 0:
        if work[TURN] < 0:
            _begin(store, facts, work)
        if not _fight(store, ring, sheets, work, joint, asked):
            return fights
        sums[0] += work[BY_A]
        sums[1] += work[BY_B]
        sums[2] += work[BY_A] * work[BY_A]
        sums[3] += work[BY_B] * work[BY_B]
        sums[4] += work[BY_A] * work[BY_B]
        work[TURN] = -1
        fights -= 1
    return 0
