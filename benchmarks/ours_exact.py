"""Our own ways to count one joint table, to be timed beside other people's: calls from Python, and batches.

What is looked up and what is counted is kept apart: population i has 125 different records, so nearly every stage was
counted before; population ii has random records; population iii has those of ii that differ, each once, so that no
table is asked twice. Whole tables are never kept, the product of a law with a tail is made for each record.
"""

from typing import Any

import numpy as np
import populations
from timing import Work

from bmg_odds.engines import exact_batch, figures
from bmg_odds.engines.exact_batch import Ints
from bmg_odds.engines.exact_call import Counter
from bmg_odds.rules.harm import Harm
from bmg_odds.rules.record import Strike

CALL = "ours, compiled, one call, packed, stages kept"
CALL_STRIKE = "ours, compiled, one call, a Strike, stages kept"
CALL_MIXED = "ours, compiled, one call, packed, ii, stages kept"
CALL_ANEW = "ours, compiled, one call, packed, all counted anew"
CALLS = 20_000
SIX = ("out", "ko", "casualty", "knocked_down", "critical", "markers")

ABOUT = (
    "*compiled, one call*: `exact_call.Counter` in a Python loop over the records of population i (or ii), as integers "
    "packed before, or from a `Strike`; *stages kept* looks up the laws and tails that were counted before and makes "
    "their product, *all counted anew* forgets them for every call. *read*: the batch handed to a reader in blocks "
    "that stay near the processor, as a study reads it; `joint` and `tables` write all of it to memory. "
    "Population iii: the different records of ii, each once."
)


def read_name(population: str, threads: int) -> str:
    """Return what a batch that is read in blocks is called in the report."""
    return f"ours, exact_batch.read, {population}, {'one core' if threads == 1 else f'{threads} cores'}"


def read(rows: Ints, threads: int) -> Work:
    """Return the work of counting a batch block by block for a reader that leaves the tables unread."""

    def work() -> int:
        exact_batch.read(rows, lambda first, values, starts: None, threads=threads)
        return len(rows)

    return work


def calls(reference: Strike, same: Ints, mixed: Ints) -> dict[str, Work]:
    """Return the ways to ask one table from Python."""
    few, many = (list(map(tuple, rows[:CALLS].tolist())) for rows in (same, mixed))
    keeping, anew = Counter(), Counter(anew=True)

    def packed(counter: Counter, records: list[Any]) -> Work:
        def work() -> int:
            count = counter.packed
            for head, covers, saves, key in records:
                count(head, covers, saves, key)
            return len(records)

        return work

    def strikes() -> int:
        for _ in range(CALLS):
            keeping(reference)
        return CALLS

    return {
        CALL: packed(keeping, few),
        CALL_MIXED: packed(Counter(), many),
        CALL_STRIKE: strikes,
        CALL_ANEW: packed(anew, few),
    }


def batches(same: Ints, mixed: Ints, threads: list[int]) -> dict[str, Work]:
    """Return the batches that are read in blocks, of each population."""
    named = {"i": same, "ii": mixed, "iii": populations.each_once(mixed)}
    return {read_name(name, many): read(rows, many) for name, rows in named.items() for many in threads}


def figured(mixed: Ints, threads: list[int]) -> dict[str, Work]:
    """Return the bare kernel of figures: random records, each under one of thirty harm maps, thirty in a row."""
    maps = figures.harm_rows(
        [Harm(injuries=k % 3, stuns=k % 2, endurance=3 + k % 7, held_stuns=k % 4 // 3) for k in range(30)]
    )
    which = np.arange(len(mixed)) // 30 % 30

    def work(columns: tuple[str, ...], many: int) -> Work:
        def count() -> int:
            figures.figures(mixed, maps, which=which, columns=columns, at_least=2, threads=many)
            return len(mixed)

        return count

    found = {}
    for many in threads:
        spelled = "one core" if many == 1 else f"{many} cores"
        found[f"ours, six figures, ii, {spelled}"] = work(SIX, many)
        found[f"ours, all figures, ii, {spelled}"] = work(figures.COLUMNS, many)
    return found
