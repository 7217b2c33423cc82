"""What counting costs: one table, batches of tables, and the whole roster, beside other people's libraries."""

import os
from collections.abc import Callable
from functools import partial
from typing import Any

import ours_exact
import populations
import rivals_exact
from report import spelled
from timing import Group, Scale, Work, against, repeated, take_turns

from bmg_odds.answers import ask
from bmg_odds.answers.asking.shared import FIGURES
from bmg_odds.answers.rank import whole_roster
from bmg_odds.engines import exact, exact_batch
from bmg_odds.engines.exact_batch import Ints
from bmg_odds.rules.record import faces_from, plain_strike
from bmg_odds.rules.resolve import resolve

CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
THREADS = sorted({1, CORES})
REFERENCE = plain_strike(5, faces_from(4), faces_from(3), block_dice=4, block=faces_from(5))
SINGLE = "ours, exact.table, one call"
WHOLE_ROSTER = "ours, whole_roster"
ONE_BY_ONE = "ours, one attack at a time"


def cores(threads: int) -> str:
    """Return so many cores in words."""
    return "one core" if threads == 1 else f"{threads} cores"


def batch(rows: Ints, counter: Callable[..., tuple[Any, Any]], threads: int) -> Work:
    """Return the work of counting a batch; a unit is a table."""
    held: list[Any] = []  # memory that is used again, as a study that reads its tables block by block does

    def work() -> int:
        out, _ = counter(rows, threads=threads, out=held[0] if held else None)
        held[:] = [out]
        return len(rows)

    return work


def batch_name(form: str, population: str, threads: int) -> str:
    """Return what a batch is called in the report."""
    return f"ours, exact_batch.{form}, {population}, {cores(threads)}"


def exact_groups(scale: Scale) -> list[Group]:
    """Measure one exact joint table: a call, batches, and the rivals."""
    wrong = rivals_exact.disagreement()
    if wrong > 1e-12:
        raise SystemExit(f"the rivals disagree with us by {wrong}; nothing was timed")
    count = 50_000 if scale.quick else 131_072
    same, mixed = populations.one_size(count), populations.all_sizes(count)
    work: dict[str, Work] = {SINGLE: repeated(partial(exact.table, REFERENCE), 100)}
    for population, rows in (("i", same), ("ii", mixed)):
        for form in (exact_batch.joint, exact_batch.tables):
            for threads in THREADS:
                work[batch_name(form.__name__, population, threads)] = batch(rows, form, threads)
    work |= ours_exact.batches(same, mixed, THREADS) | ours_exact.calls(REFERENCE, same, mixed)
    for name, (rival, times) in rivals_exact.RIVALS.items():
        work[name] = repeated(rival, times)
    about = " ".join(f"*{name}*: {told}." for name, told in rivals_exact.ABOUT.items())
    told = (
        "The rivals count the reference attack: 5 impact dice on 4+, 4 block dice on 5+, damage on 3+, one "
        "collateral die; joint law of damages, critical and knock down. Population i: "
        f"{len(same):,} records with 5 impact and 4 block dice and random targets, "
        f"{populations.distinct(same):,} of them different, as in a study. Population ii: {len(mixed):,} "
        f"records with 1 to 8 impact dice, 0 to 6 block dice and random traits, "
        f"{populations.distinct(mixed):,} of them different; the rivals did not count these, only the "
        "reference attack. `joint` has the rivals' axes, `tables` also the impacts that reached the damage "
        f"roll (six times as many cells in population i). {ours_exact.ABOUT} {about}"
    )
    timings = take_turns(work, scale.rounds)
    table = Group("Exact: one joint table", "table", told, against(timings, rivals_exact.ICEPOOL_JOINT))
    figured = take_turns(ours_exact.figured(mixed, THREADS), scale.rounds)
    told = (
        "The bare kernel of figures on population ii, each record under one of thirty harm maps; no table is stored. "
        "Six: out, K.O., Casualty, knocked down, critical, markers."
    )
    return [table, Group("Exact: figures", "record", told, against(figured, next(iter(figured))))]


def roster_groups(scale: Scale) -> list[Group]:
    """Measure the whole roster against the whole roster: every weapon, every AC and DC, all figures."""
    attacks = len(whole_roster())
    asked = [ask.question("Batman (AC)", "Joker (AC)", ac=ac, dc=dc) for ac in range(6) for dc in range(5)]

    def everyone() -> int:
        return len(whole_roster())

    def singly() -> int:
        for question in asked:
            outcome = ask.counted(resolve(question))
            for figure in FIGURES:
                outcome.figure(figure)
        return len(asked)

    timings = take_turns({WHOLE_ROSTER: everyone, ONE_BY_ONE: singly}, 5)
    told = (
        f"`whole_roster()` from the cards to a DataFrame: {attacks:,} attacks, each with every figure, on all cores "
        f"in {spelled(timings[WHOLE_ROSTER].middle * attacks)}; loading and compiling not counted. Against the same "
        f"figures of {len(asked)} attacks of one pair asked one by one."
    )
    return [Group("Roster: everyone against everyone", "attack", told, against(timings, ONE_BY_ONE))]
