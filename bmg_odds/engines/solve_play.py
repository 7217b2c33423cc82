"""One round solved on all cores: what follows an attack, then replies, then leads."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from bmg_odds.engines.duel_board import Board, Ints, Values
from bmg_odds.engines.parts import cores
from bmg_odds.engines.solve_kernel import BLOCK, _leads, _replies
from bmg_odds.engines.solve_tables import Round


def after_attacks(table: Round, after: Values, over: Values, board: Board | None) -> Values:
    """Return the value after both attacks, with so many SC left on both sides.

    Rows are (state, SC) of the side that went first, columns those of the other's living states. `after` is the value
    after the recovery; `board` None where there is none. A fight that a Casualty has ended is worth `over`.
    """
    shape = table.shape
    live, lanes = over.shape[0] if board is None else board.rolls[table.first].live, shape.lanes_first
    if board is None:
        value = np.repeat(np.repeat(over[:, : shape.live], lanes, axis=0), shape.lanes_second, axis=1)
        return np.ascontiguousarray(value)
    own = np.concatenate([board.recovery(table.first, sc)[:live] for sc in range(lanes)])
    other = np.concatenate([board.recovery(1 - table.first, sc)[: shape.live] for sc in range(shape.lanes_second)])
    found = own @ after @ other.T
    found = found.reshape(lanes, live, shape.lanes_second, shape.live).transpose(1, 0, 3, 2)
    value = np.empty((over.shape[0], lanes, shape.live, shape.lanes_second))
    value[:live] = found
    value[live:] = over[live:, None, : shape.live, None]
    return np.ascontiguousarray(value.reshape(over.shape[0] * lanes, shape.live * shape.lanes_second))


def blocks(table: Round) -> list[tuple[int, int]]:
    """Return stretches of leads that share AC and wounds, none longer than a tile."""
    keys = list(zip(table.leads.ac.tolist(), table.leads.marked.tolist(), strict=True))
    found, first = [], 0
    for place in range(1, len(keys) + 1):
        if place == len(keys) or keys[place] != keys[first] or place - first == BLOCK:
            found.append((first, place))
            first = place
    return found


def play(
    table: Round, after: Values, over: Values, board: Board | None, *, threads: int | None = None
) -> tuple[Values, Ints, Ints]:
    """Return a round's value for every pair of states (for the side that leads, its states in the rows), the best
    lead of every pair, and the best reply to every lead."""
    shape = table.shape
    w1 = after_attacks(table, after, over, board)
    over = np.ascontiguousarray(over)
    many = len(table.leads.ac)
    value, choice = np.zeros((many, shape.live)), np.zeros((many, shape.live), dtype=np.int16)
    wide = (shape.live + shape.most_ac * shape.standing) * shape.lanes_second + over.shape[1] - shape.live

    def work(part: tuple[int, int]) -> None:
        tile, row = np.empty((wide + 3, BLOCK)), np.empty(wide)
        _replies(*part, table.leads, table.own, table.foe, table.replies, shape, w1, over, tile, row, value, choice)

    spread(work, blocks(table), threads)
    live = len(table.lead_start) - 1
    found = np.array(over)
    best, lead = np.zeros((live, shape.live)), np.zeros((live, shape.live), dtype=np.int32)
    _leads(table.lead_start, table.lead_of, shape.live, value, best, lead)
    found[:live, : shape.live] = best
    return found, lead, choice


def spread(work: object, parts: list[tuple[int, int]], threads: int | None) -> None:
    """Call `work` for every part, side by side; an interrupt waits only for the parts under way."""
    threads = min(threads or cores(), len(parts))
    if threads <= 1:
        for part in parts:
            work(part)  # type: ignore[operator]
        return
    pool = ThreadPoolExecutor(threads)
    try:
        list(pool.map(work, parts))  # type: ignore[arg-type]
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
