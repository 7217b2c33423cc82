"""What rolling costs: one attack beside rivals and floors, and what traits add in either engine."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import count

import bias
import rivals_sampling
from counted import THREADS, batch, cores
from timing import Group, Scale, Timing, Work, against, repeated, take_turns

from bmg_odds.engines import exact, exact_batch, sampling
from bmg_odds.rules.record import Strike

PLAIN, SEVEN, MORE = "plain", "seven traits", "seven, Devastating, Brutal"
LIMIT = "dice produced and tallied, none judged, one core"
"""The limit of the sampling loop: as many dice as an attack has, from the same words."""
FLOORS: dict[str, Callable[[int, int], object]] = {
    LIMIT: rivals_sampling.dice_tallied,
    "xoshiro256++ words tallied, no dice, one core": rivals_sampling.xoshiro_words,
    "Philox4x64-10 words tallied, no dice, one core": rivals_sampling.philox_words,
}
"""What the same loop costs when it does less."""
ENGINES = ("exact, one call", "exact batch", "rolled")


def ours(threads: int) -> str:
    """Return what our sampler is called in the report."""
    return f"ours, sampling.table, {cores(threads)}"


def rolling(sampler: Callable[[int, int], object], trials: int) -> Work:
    """Return the work of rolling so many attacks, each time with the next seed."""
    seeds = count()

    def roll() -> int:
        sampler(trials, next(seeds))
        return trials

    return roll


def sampling_groups(scale: Scale) -> list[Group]:
    """Measure one rolled attack: the engine and the rivals."""
    work: dict[str, Work] = {}
    for threads in THREADS:
        work[ours(threads)] = rolling(partial(rivals_sampling.ours, threads=threads), 2_000_000 * scale.work)
        for generator in rivals_sampling.GENERATORS:
            sampler = partial(rivals_sampling.numpy_chunked, generator=generator, threads=threads)
            work[f"NumPy, chunked, {generator}, {cores(threads)}"] = rolling(sampler, 200_000 * scale.work)
    for name, floor in FLOORS.items():
        work[name] = rolling(floor, 2_000_000 * scale.work)
    work["numba, randint for each die, one core"] = rolling(rivals_sampling.numba_naive, 200_000 * scale.work)
    work["pure Python, one core"] = rolling(rivals_sampling.pure_python, 5_000 * scale.work)
    timings = take_turns(work, scale.rounds)
    fair = bias.lines(bias.bias(100_000_000 if scale.quick else 1_000_000_000))
    told = (
        "The reference attack, every die of every stage rolled, joint histogram of impacts, damages, "
        "critical and knock down. The rivals are ours too, written as fast as we could; pure Python alone "
        "stops rolling where no impact is left. Floors judge nothing, or roll nothing: they say where the limit is. "
        f"The dice themselves (`python benchmarks/bias.py`): {'; '.join(fair)}."
    )
    return [Group("Sampling: one attack", "attack", told, against(timings, best_numpy(timings, 1)))]


def best_numpy(timings: Mapping[str, Timing], threads: int) -> str:
    """Return the name of the fastest chunked NumPy on so many threads."""
    names = [name for name in timings if name.startswith("NumPy") and name.endswith(cores(threads))]
    return min(names, key=lambda name: timings[name].middle)


def traits_groups(scale: Scale) -> list[Group]:
    """Measure what traits cost: the same attack without, with seven, and with two collateral traits more."""
    kinds = rivals_sampling.with_features()
    work: dict[str, Work] = {}
    for name in (PLAIN, SEVEN, MORE):
        strike = kinds[name]
        rows = exact_batch.records([strike] * 100_000)
        work[f"exact, one call, {name}"] = repeated(partial(exact.table, strike), 50)
        work[f"exact batch, {name}"] = batch(rows, exact_batch.joint, 1)
        work[f"rolled, {name}"] = rolling(partial(_roll, strike), 1_000_000 * scale.work)
    told = (
        "The reference attack plain; with seven traits (Handy, Sharp, Heavy, Defensive, Martial Expert, a Bat-Armor "
        "save, +1 to impact); and with Devastating and Brutal besides. One core, each against its own plain attack."
    )
    timings = take_turns(work, scale.rounds)
    rivals = {name: f"{engine}, {PLAIN}" for name in timings for engine in ENGINES if name.startswith(f"{engine}, ")}
    return [Group("What traits cost", "attack", told, against(timings, rivals))]


def _roll(strike: Strike, trials: int, seed: int) -> object:
    return sampling.table(strike, trials=trials, seed=seed, threads=1)
