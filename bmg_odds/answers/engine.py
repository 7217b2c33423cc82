"""Which kernels answer which family of editions: the tables of a resolved attack from either engine."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from bmg_odds.rules.question import Resolved

if TYPE_CHECKING:
    from bmg_odds.engines.table import Table


def exact_table(resolved: Resolved) -> "Table":
    """Return the exact joint table of a resolved attack."""
    from bmg_odds.rules.record import Strike

    if isinstance(resolved.strike, Strike):
        from bmg_odds.engines import exact

        return exact.table(resolved.strike, gate=resolved.gate)
    from bmg_odds.engines.exact_clash import clash_table

    return clash_table(resolved.strike)


def rolled_table(
    resolved: Resolved,
    *,
    trials: int,
    seed: int,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> "Table":
    """Return the joint counts of so many rolled attacks."""
    from bmg_odds.rules.record import Strike

    if isinstance(resolved.strike, Strike):
        from bmg_odds.engines import sampling

        return sampling.table(
            resolved.strike, gate=resolved.gate, trials=trials, seed=seed, threads=threads, progress=progress
        )
    from bmg_odds.engines.clash_sampling import clash_table

    return clash_table(resolved.strike, trials=trials, seed=seed, threads=threads, progress=progress)
