"""Measure the engines and their rivals side by side: `python benchmarks/run.py [--quick]`.

Writes `results/benchmarks.md` and `results/benchmarks.json`. A quiet machine is needed: the load before and
after is written down with the figures. Nothing here ever fails a test.
"""

import argparse
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import cold
import populations
import rivals_exact
import rivals_sampling
from report import spelled, write
from timing import Group, Target, Timing, Work, against, repeated, take_turns

from bmg_odds.answers import ask
from bmg_odds.answers.rank import whole_roster
from bmg_odds.cli.options import FIGURES
from bmg_odds.engines import exact, exact_batch, sampling
from bmg_odds.engines.exact_batch import Ints
from bmg_odds.rules.record import Strike, faces_from, plain_strike
from bmg_odds.rules.resolve import resolve

RESULTS = Path(__file__).resolve().parents[1] / "results"
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
REFERENCE = plain_strike(5, faces_from(4), faces_from(3), block_dice=4, block=faces_from(5))
SINGLE = "ours, exact.table, one call"
WHOLE_ROSTER = "ours, whole_roster"
ONE_BY_ONE = "ours, one attack at a time"
CHUNKED = "NumPy, chunked, {}"


def _cores(threads: int) -> str:
    return "one core" if threads == 1 else f"{threads} cores"


def _batch(rows: Ints, counter: Callable[..., tuple[Any, Any]], threads: int) -> Work:
    held: list[Any] = []  # memory that is used again, as a study that reads its tables block by block does

    def work() -> int:
        out, _ = counter(rows, threads=threads, out=held[0] if held else None)
        held[:] = [out]
        return len(rows)

    return work


def _name(form: str, population: str, threads: int) -> str:
    return f"ours, exact_batch.{form}, {population}, {_cores(threads)}"


def exact_groups(rounds: int, count: int) -> list[Group]:
    """Measure one exact joint table: a call, batches, and the rivals."""
    same, mixed = populations.one_size(count), populations.all_sizes(count)
    work: dict[str, Work] = {SINGLE: repeated(partial(exact.table, REFERENCE), 100)}
    for population, rows in (("i", same), ("ii", mixed)):
        for form in (exact_batch.joint, exact_batch.tables):
            for threads in sorted({1, CORES}):
                work[_name(form.__name__, population, threads)] = _batch(rows, form, threads)
    for name, (rival, times) in rivals_exact.RIVALS.items():
        work[name] = repeated(rival, times)
    timings = take_turns(work, rounds)
    about = " ".join(f"*{name}*: {told}." for name, told in rivals_exact.ABOUT.items())
    told = (
        "The rivals count the reference attack: 5 impact dice on 4+, 4 block dice on 5+, damage on 3+, one "
        "collateral die; joint law of damages, critical and knock down. Population i: "
        f"{len(same):,} records with 5 impact and 4 block dice and random targets, "
        f"{populations.distinct(same):,} of them different, as in a study. Population ii: {len(mixed):,} "
        f"records with 1 to 8 impact dice, 0 to 6 block dice and random traits, "
        f"{populations.distinct(mixed):,} of them different; the rivals did not count these, only the "
        "reference attack. `joint` has the rivals' axes, `tables` also the impacts that reached the damage "
        f"roll (six times as many cells in population i). {about}"
    )
    return [Group("Exact: one joint table", "table", told, against(timings, rivals_exact.ICEPOOL_JOINT))]


def sampling_group(rounds: int, scale: int) -> Group:
    """Measure one rolled attack: the engine and the rivals."""
    work: dict[str, Work] = {}

    def add(name: str, sampler: Callable[[int, int], object], trials: int) -> None:
        seeds = iter(range(1000))

        def roll() -> int:
            sampler(trials, next(seeds))
            return trials

        work[name] = roll

    for threads in sorted({1, CORES}):
        ours = partial(rivals_sampling.ours, threads=threads)
        add(f"ours, sampling.table, {_cores(threads)}", ours, 2_000_000 * scale)
        for generator in rivals_sampling.GENERATORS:
            sampler = partial(rivals_sampling.numpy_chunked, generator=generator, threads=threads)
            add(f"NumPy, chunked, {generator}, {_cores(threads)}", sampler, 200_000 * scale)
    add("numba, randint for each die, one core", rivals_sampling.numba_naive, 200_000 * scale)
    add("pure Python, one core", rivals_sampling.pure_python, 5_000 * scale)
    timings = take_turns(work, rounds)
    told = (
        "The reference attack, every die of every stage rolled, joint histogram of impacts, damages, "
        "critical and knock down. The rivals are ours too, written as fast as we could; pure Python alone "
        "stops rolling where no impact is left."
    )
    return Group("Sampling: one attack", "attack", told, against(timings, best_numpy(timings, 1)))


def best_numpy(timings: dict[str, Timing], threads: int) -> str:
    """Return the name of the fastest chunked NumPy on so many threads."""
    names = [name for name in timings if name.startswith("NumPy") and name.endswith(_cores(threads))]
    return min(names, key=lambda name: timings[name].middle)


PLAIN, SEVEN, MORE = "plain", "seven traits", "seven, Devastating, Brutal"


def traits_group(rounds: int, scale: int) -> Group:
    """Measure what traits cost: the same attack without, with seven, and with two collateral traits more."""
    kinds = rivals_sampling.with_features()
    work: dict[str, Work] = {}
    for name in (PLAIN, SEVEN, MORE):
        strike = kinds[name]
        rows = exact_batch.records([strike] * 100_000)
        work[f"exact, one call, {name}"] = repeated(partial(exact.table, strike), 50)
        work[f"exact batch, {name}"] = _batch(rows, exact_batch.joint, 1)

        def roll(strike: Strike = strike) -> int:
            sampling.table(strike, trials=1_000_000 * scale, seed=7, threads=1)
            return 1_000_000 * scale

        work[f"rolled, {name}"] = roll
    told = (
        "The reference attack plain; with seven traits (Handy, Sharp, Heavy, Defensive, Martial Expert, a Bat-Armor "
        "save, +1 to impact); and with Devastating and Brutal besides. One core."
    )
    return Group("What traits cost", "attack", told, against(take_turns(work, rounds), f"rolled, {PLAIN}"))


def trait_targets(group: Group) -> list[Target]:
    """Return the bar on traits for each engine."""
    return [
        Target(
            "seven traits at most 2.5 × the plain attack",
            f"{engine}, {name} / {PLAIN}, of times",
            group.timing(f"{engine}, {PLAIN}").times_as_fast_as(group.timing(f"{engine}, {name}")),
            most=2.5,
        )
        for engine in ("exact, one call", "exact batch", "rolled")
        for name in (SEVEN, MORE)
    ]


def roster_group(rounds: int) -> Group:
    """Measure the whole roster against the whole roster: every weapon, every AC and DC, all figures."""
    attacks = len(whole_roster())
    asked = [ask.question("Batman (AC)", "Joker (AC)", ac=ac, dc=dc) for ac in range(6) for dc in range(5)]

    def batch() -> int:
        return len(whole_roster())

    def singly() -> int:
        for question in asked:
            outcome = ask.counted(resolve(question))
            for figure in FIGURES:
                outcome.figure(figure)
        return len(asked)

    timings = take_turns({WHOLE_ROSTER: batch, ONE_BY_ONE: singly}, rounds)
    told = (
        f"`whole_roster()` from the cards to a DataFrame: {attacks:,} attacks, each with every figure, on all cores "
        f"in {spelled(timings[WHOLE_ROSTER].middle * attacks)}; loading and compiling not counted. Against the same "
        f"figures of {len(asked)} attacks of one pair asked one by one."
    )
    return Group("Roster: everyone against everyone", "attack", told, against(timings, ONE_BY_ONE))


def cold_group(runs: int) -> Group:
    """Measure a whole answer from a cold start."""
    told = (
        'Whole processes that take turns: `bmg-odds attack "Batman (AC)" "Gotham Policeman" --dc 2` '
        "against a typer program whose one command imports NumPy and does nothing."
    )
    return Group("Cold start", "process", told, against(cold.cold_starts(runs), cold.EMPTY))


def targets(exact_group: Group, sampling: Group, start: Group) -> list[Target]:
    """Return every bar with what was measured, for each form of the rival."""
    found = []
    bars = {
        rivals_exact.ICEPOOL_JOINT: ("icepool", 50_000.0),
        rivals_exact.ICEPOOL_BEST: ("icepool", 50_000.0),
        rivals_exact.DYCE_JOINT: ("dyce", 10_000.0),
        rivals_exact.DYCE_BEST: ("dyce", 10_000.0),
    }
    # Population i alone: its tables are those that the rivals count, with other targets.
    for threads in sorted({1, CORES}):
        ours = _name("joint", "i", threads)
        for rival, (library, least) in bars.items():
            ratio = exact_group.timing(ours).times_as_fast_as(exact_group.timing(rival))
            bar = f"exact batch at least {least:,.0f} × {library} a table"
            found.append(Target(bar, f"{ours} / {rival}", ratio, least=least))
    rows = {row.contender: row.timing for row in sampling.rows}
    for threads in sorted({1, CORES}):
        ours, rival = f"ours, sampling.table, {_cores(threads)}", best_numpy(rows, threads)
        ratio = rows[ours].times_as_fast_as(rows[rival])
        bar = "sampling at least 2 × chunked NumPy" + (" on one core" if threads == 1 else ", all cores")
        found.append(Target(bar, f"{ours} / {rival}", ratio, least=2.0))
    ratio = start.timing(cold.EMPTY).times_as_fast_as(start.timing(cold.OURS))
    found.append(
        Target(
            "cold start at most 1.4 × an empty command",
            f"{cold.OURS} / {cold.EMPTY}, of times",
            ratio,
            most=1.4,
        )
    )
    return found


def main() -> None:
    """Measure everything and write the report."""
    parser = argparse.ArgumentParser(description="Measure the engines and their rivals side by side.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds and records; still five medians")
    quick: bool = parser.parse_args().quick
    before = os.getloadavg() if hasattr(os, "getloadavg") else None
    wrong = rivals_exact.disagreement()
    if wrong > 1e-12:
        raise SystemExit(f"the rivals disagree with us by {wrong}; nothing was timed")
    rounds, count, scale = (5, 100_000, 1) if quick else (9, 131_072, 5)
    counted = exact_groups(rounds, count)
    rolled = sampling_group(rounds, scale)
    started = cold_group(11 if quick else 21)
    traited = traits_group(rounds, scale)
    ranked = roster_group(rounds)
    bars = [*targets(counted[0], rolled, started), *trait_targets(traited)]
    write(RESULTS, [*counted, rolled, traited, ranked, started], bars, before, quick=quick)


if __name__ == "__main__":
    main()
