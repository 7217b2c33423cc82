"""One round solved on all cores: what follows an attack, then replies, then leads."""

from functools import partial

import numpy as np

from bmg_odds.engines.duel_board import Ints, Values
from bmg_odds.engines.parts import cores, side_by_side
from bmg_odds.engines.solve_kernel import BLOCK, _leads, _recover, _replies
from bmg_odds.engines.solve_tables import Round


def after_attacks(table: Round, after: Values | None, over: Values) -> Values:
    """Return the value after both attacks, with so many SC left on both sides.

    Rows are (state, SC) of the side that went first, columns those of the other's living states. `after` is the value
    after the recovery; None where there is none. A fight that a Casualty has ended is worth `over`.
    """
    shape = table.shape
    if after is None:
        value = np.repeat(np.repeat(over[:, : shape.live], shape.lanes_first, axis=0), shape.lanes_second, axis=1)
        return np.ascontiguousarray(value)
    value = np.empty((over.shape[0] * shape.lanes_first, shape.live * shape.lanes_second))
    own, other = table.recovery
    row = np.empty(shape.live)
    _recover(own, other, shape.lanes_first, shape.lanes_second, shape.live, after, over, row, value)
    return value


def blocks(table: Round) -> list[tuple[int, int]]:
    """Return stretches of leads that share AC and wounds, none longer than a tile."""
    keys = list(zip(table.leading.leads.ac.tolist(), table.leading.leads.marked.tolist(), strict=True))
    found, first = [], 0
    for place in range(1, len(keys) + 1):
        if place == len(keys) or keys[place] != keys[first] or place - first == BLOCK:
            found.append((first, place))
            first = place
    return found


def play(table: Round, after: Values | None, over: Values, *, threads: int | None = None) -> tuple[Values, Ints, Ints]:
    """Return a round's value for every pair of states (for the side that leads, its states in the rows), the best
    lead of every pair, and the best reply to every lead."""
    over = np.ascontiguousarray(over)
    value, choice = answered(table, after, over, threads=threads)
    live, others = len(table.leading.start) - 1, table.shape.live
    found = np.array(over)
    best, lead = np.zeros((live, others)), np.zeros((live, others), dtype=np.int32)
    _leads(table.leading.start, table.leading.of, others, value, best, lead)
    found[:live, :others] = best
    return found, lead, choice


def answered(table: Round, after: Values | None, over: Values, *, threads: int | None = None) -> tuple[Values, Ints]:
    """Return, for each lead (rows) and each living state of the other side, the value of the best reply to it (for
    the side that leads) and its number."""
    shape, leading, replies = table.shape, table.leading, table.replying.replies
    over = np.ascontiguousarray(over)
    w1 = after_attacks(table, None if after is None else np.ascontiguousarray(after), over)
    many = len(leading.leads.ac)
    value, choice = np.zeros((many, shape.live)), np.zeros((many, shape.live), dtype=np.int16)
    wide = (shape.live + shape.most_ac * shape.standing) * shape.lanes_second + over.shape[1] - shape.live

    def work(part: tuple[int, int]) -> None:
        tile, row = np.empty((wide + 3, BLOCK)), np.empty(wide)
        _replies(*part, leading.leads, table.own, table.foe, replies, shape, w1, over, tile, row, value, choice)

    parts = blocks(table)
    for _ in side_by_side((partial(work, part) for part in parts), max(1, min(threads or cores(), len(parts)))):
        pass
    return value, choice
