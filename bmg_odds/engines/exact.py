"""The exact engine: it counts, and never sees a face.

The law of the impacts that reach the damage roll is pushed through the stages as an array over their number
(`exact_impacts`); the damage and collateral dice then form a fixed tail for each number (`exact_tail`).
"""

import math
from functools import lru_cache

from bmg_odds.engines.counting import COMB, WIDTH
from bmg_odds.engines.exact_impacts import ALL, BLOCKED, UNBLOCKED, _cross_fire, _impacts
from bmg_odds.engines.exact_tail import (
    COEFFICIENTS,
    COLUMNS,
    LAW,
    POWERS,
    TERMS,
    _collateral,
    _needs_counts,
    _standing_die,
    _tail,
)
from bmg_odds.engines.table import Table, shape
from bmg_odds.rules.record import ALL_FACES, COVER_BITS, CROSS_FIRE_BIT, Gate, Strike


def takes_cross_fire(strike: Strike) -> bool:
    """Whether an obstacle of this strike takes cross fire (R2.6)."""
    covers = strike.covers
    while covers:
        if covers & CROSS_FIRE_BIT:
            return True
        covers >>= COVER_BITS
    return False


def table(strike: Strike, *, gate: Gate | None = None) -> Table:
    """Return the exact joint table of one strike, probabilities as float64 that sum to 1.

    Axes as `table.shape`: any block success (where watched), impacts that reach the damage roll, damage
    successes, criticals, knocked down. A gate mixes in the strike that follows where its roll passes.

    >>> from bmg_odds.rules.record import plain_strike, faces_from
    >>> law = table(plain_strike(dice=1, impact=faces_from(4), damage=faces_from(3)))
    >>> [(key[1:], round(chance * 72)) for key, chance in law.cells()][:4]
    [((0, 0, 0, 0), 36), ((1, 0, 0, 0), 11), ((1, 0, 0, 1), 1), ((1, 1, 0, 0), 17)]
    """
    found = _table(strike)
    if gate is None:
        return found
    passed = (gate.faces & ALL_FACES).bit_count() / 6
    failed = (6 - (gate.faces & ALL_FACES).bit_count()) / 6
    if gate.rerolls:
        passed, failed = passed + failed * passed, failed * failed
    other = _table(gate.passed)
    mixed = [failed * one + passed * two for one, two in zip(found.values, other.values, strict=True)]
    return Table(found.shape, mixed, found.cross_fire)


_NO_PART = dict.fromkeys(
    ("dice", "impact", "block_dice", "block", "covers", "dodge_dice", "dodge", "saves", "cross", "watch_blocks"), 0
)
"""Fields without a part in the collateral dice: attacks that differ only there share the counts."""


@lru_cache(maxsize=256)
def _counts(strike: Strike) -> list[float]:
    terms = [0.0] * TERMS
    if _needs_counts(strike):
        _collateral(strike, [0.0] * LAW, [0.0] * COEFFICIENTS, terms)
    else:
        _standing_die(strike, [0.0] * LAW, terms)
    return terms


def _table(strike: Strike) -> Table:
    axes = shape(strike)
    dice, width = strike.dice, 2 * axes[3]
    law, roll, spare = [0.0] * WIDTH, [0.0] * WIDTH, [0.0] * WIDTH
    power, columns = [0.0] * POWERS, [0.0] * COLUMNS
    terms = _counts(strike._replace(**_NO_PART))
    values: list[float] = []
    for plane in (UNBLOCKED, BLOCKED) if strike.watch_blocks else (ALL,):
        _impacts(strike, plane, COMB, law, roll, spare)
        out = [0.0] * math.prod(axes[1:])
        _tail(strike, 0, dice, COMB, law, terms, power, columns, out, 0, width, dice + 1)
        values += out
    cross: list[float] = []
    if takes_cross_fire(strike):
        _cross_fire(strike, COMB, law)
        cross = law[: strike.dice + 1]
    return Table(axes, values, cross)
