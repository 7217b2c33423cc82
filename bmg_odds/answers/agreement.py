"""Whether the two engines agree: the G-test of a whole joint table."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

LEAST_EXPECTED = 10.0
"""Cells that expect fewer are pooled (DESIGN)."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Result of a G-test: the statistic, its degrees of freedom, and the chance of one at least as large.

    `p_value` is 0 where something happened that the exact engine calls impossible.
    """

    statistic: float
    degrees: int
    p_value: float


def g_test(counts: Sequence[float], chances: Sequence[float]) -> Agreement:
    """Return the G-test of counts against the chances of the same cells.

    Cells expecting fewer than LEAST_EXPECTED are pooled into one, and that one joins the smallest of the
    others where it still expects too few. A count in an impossible cell fails outright.

    >>> g_test([50, 50, 0], [0.5, 0.5, 0.0]).p_value
    1.0
    >>> g_test([50, 49, 1], [0.5, 0.5, 0.0]).p_value
    0.0
    """
    trials = sum(counts)
    if any(count and not chance for count, chance in zip(counts, chances, strict=True)):
        return Agreement(math.inf, 0, 0.0)
    cells = _pooled([(float(n), trials * p) for n, p in zip(counts, chances, strict=True) if p])
    statistic = 2.0 * math.fsum(n * math.log(n / expected) for n, expected in cells if n)
    degrees = len(cells) - 1
    if degrees == 0:
        return Agreement(0.0, 0, 1.0)
    from scipy.special import gammaincc

    return Agreement(statistic, degrees, float(gammaincc(degrees / 2, max(0.0, statistic) / 2)))


def _pooled(cells: list[tuple[float, float]]) -> list[tuple[float, float]]:
    kept = sorted((cell for cell in cells if cell[1] >= LEAST_EXPECTED), key=lambda cell: cell[1])
    rare = [cell for cell in cells if cell[1] < LEAST_EXPECTED]
    if not rare:
        return kept
    pool = (math.fsum(n for n, _ in rare), math.fsum(expected for _, expected in rare))
    if pool[1] < LEAST_EXPECTED and kept:
        smallest = kept.pop(0)
        pool = (pool[0] + smallest[0], pool[1] + smallest[1])
    return [pool, *kept]
