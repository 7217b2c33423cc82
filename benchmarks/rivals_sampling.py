"""Rivals of the Monte Carlo engine on the reference attack, each rolling a face for every die.

The attack: 5 impact dice on 4+, 4 block dice on 5+, damage on 3+, one collateral die, no trait. Every rival
returns the joint histogram of (impacts left, damages, critical, knocked down), int64, flat, 6 × 6 × 2 × 2,
so that their answers can be compared with each other before their times are. Run as a script it prints a
quick table, and then what traits cost: the same attack with each single feature and with seven traits and
more, one thread, as ratios to the plain attack with as many dice.
"""

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from statistics import median
from typing import Any

import numpy as np
import numpy.typing as npt

from bmg_odds.rules.record import Strike, faces_from, plain_strike

Counts = npt.NDArray[np.int64]

SHAPE = (6, 6, 2, 2)
CELLS = 6 * 6 * 2 * 2
CHUNK = 8192  # the fastest of 1,024 to 65,536: all stays in the second-level cache
GENERATORS = ("SFC64", "PCG64DXSM", "Philox")


def numpy_chunked(trials: int, seed: int, *, generator: str = "SFC64", threads: int = 1, chunk: int = CHUNK) -> Counts:
    """Return the histogram by NumPy, a chunk of attacks at a time, dice along the first axis, uint8
    throughout.

    Each thread has a spawned stream of its own, so the counts depend on the number of threads.
    """
    bits = getattr(np.random, generator)
    streams = [np.random.Generator(bits(child)) for child in np.random.SeedSequence(seed).spawn(threads)]
    shares = [trials // threads + (place < trials % threads) for place in range(threads)]
    if threads == 1:
        return _numpy_share(streams[0], shares[0], chunk)
    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(partial(_numpy_share, chunk=chunk), streams, shares), np.zeros(CELLS, np.int64))


def _numpy_share(rng: np.random.Generator, trials: int, chunk: int) -> Counts:
    counts = np.zeros(CELLS, np.int64)
    places = np.arange(5, dtype=np.uint8)[:, None]
    while trials > 0:
        size = min(chunk, trials)
        trials -= size
        dice = rng.integers(1, 7, (15, size), np.uint8)
        impacts = np.add.reduce((dice[:5] >= 4).view(np.uint8), axis=0)
        blocks = np.add.reduce((dice[5:9] >= 5).view(np.uint8), axis=0)
        kept = impacts - np.minimum(impacts, blocks)
        damage, collateral = dice[9:14], dice[14]
        thrown = places < kept
        hits = np.add.reduce(((damage >= 3) & thrown).view(np.uint8), axis=0)
        down = np.logical_or.reduce((damage == collateral) & thrown, axis=0) & (collateral != 1)
        critical = (collateral == 6) & (hits > 0)
        cells = kept * np.uint8(24) + hits * np.uint8(4) + critical * np.uint8(2) + down
        counts += np.bincount(cells, minlength=CELLS)
    return counts


def pure_python(trials: int, seed: int) -> Counts:
    """Return the histogram by the standard library alone, rolling only the dice that the attack comes to."""
    roll = random.Random(seed).random
    counts = [0] * CELLS
    for _ in range(trials):
        kept = sum(int(roll() * 6) >= 3 for _ in range(5))
        if kept:
            kept = max(0, kept - sum(int(roll() * 6) >= 4 for _ in range(4)))
        hits = critical = down = 0
        if kept:
            damage = [int(roll() * 6) + 1 for _ in range(kept)]
            collateral = int(roll() * 6) + 1
            hits = sum(face >= 3 for face in damage)
            down = collateral in damage and collateral != 1
            critical = collateral == 6 and hits > 0
        counts[kept * 24 + hits * 4 + critical * 2 + down] += 1
    return np.array(counts, np.int64)


def numba_naive(trials: int, seed: int) -> Counts:
    """Return the histogram by the loop one would write first, compiled, with `np.random.randint` for each
    die."""
    counts = np.zeros(CELLS, np.int64)
    _naive()(trials, seed, counts)
    return counts


@cache
def _naive() -> Any:
    import numba

    @numba.njit(nogil=True)
    def count(trials: int, seed: int, counts: Counts) -> None:
        np.random.seed(seed)  # noqa: NPY002
        for _ in range(trials):
            kept = 0
            for _die in range(5):
                if np.random.randint(1, 7) >= 4:  # noqa: NPY002
                    kept += 1
            if kept > 0:
                for _die in range(4):
                    if np.random.randint(1, 7) >= 5 and kept > 0:  # noqa: NPY002
                        kept -= 1
            hits = critical = down = 0
            if kept > 0:
                collateral = np.random.randint(1, 7)  # noqa: NPY002
                for _die in range(kept):
                    face = np.random.randint(1, 7)  # noqa: NPY002
                    if face >= 3:
                        hits += 1
                    if face == collateral and face != 1:
                        down = 1
                if collateral == 6 and hits > 0:
                    critical = 1
            counts[kept * 24 + hits * 4 + critical * 2 + down] += 1

    return count


def reference() -> Strike:
    """Return the attack of all rivals as our record."""
    return plain_strike(5, faces_from(4), faces_from(3), block_dice=4, block=faces_from(5))


def ours(trials: int, seed: int, *, threads: int = 1) -> Counts:
    """Return the histogram by the project's own engine."""
    from bmg_odds.engines.sampling import table

    return np.array(table(reference(), trials=trials, seed=seed, threads=threads).values, np.int64)


def ours_wide(trials: int, seed: int, *, dice: int = 5) -> Counts:
    """Return the histogram of a plain attack with so many impact and block dice, one thread: growth in dice."""
    from bmg_odds.engines.sampling import table

    strike = reference()._replace(dice=dice, block_dice=dice)
    return np.array(table(strike, trials=trials, seed=seed, threads=1).values, np.int64)


def xoshiro_words(trials: int, seed: int) -> Counts:
    """Return random words of xoshiro256++, one for each attack, tallied by their highest eight bits: the floor."""
    return _floors()["words"](trials, seed)


def philox_words(trials: int, seed: int) -> Counts:
    """Return the same by Philox4x64-10, key (seed, 0), counter (number / 4, 0, 0, 0)."""
    return _floors()["philox"](trials, seed)


def dice_tallied(trials: int, seed: int) -> Counts:
    """Return fifteen dice for each attack by our generator and extraction, tallied by group, nothing judged: the
    limit."""
    return _floors()["dice"](trials, seed)


@cache
def _floors() -> dict[str, Callable[[int, int], Counts]]:
    """Return the limits that no sampler of so many random words or dice can pass."""
    from bmg_odds.engines.jit import kernel, wide, word
    from bmg_odds.engines.rolling import _next, _seeded

    zero, one, four, top, five = word(0), word(1), word(6**4), word(56), word(6**5)
    six, refused = word(6), word(2**64 % 6**15)
    m0, m1 = word(0xD2E7470EE14C6C93), word(0xCA5A826395121157)
    w0, w1 = word(0x9E3779B97F4A7C15), word(0xBB67AE8584CAA73B)

    @kernel
    def words(trials: int, seed: int, counts: Counts) -> None:
        s0, s1, s2, s3 = _seeded(seed, zero, zero)
        for _ in range(trials):
            s0, s1, s2, s3, drawn = _next(s0, s1, s2, s3)
            counts[drawn >> top] += 1

    @kernel
    def philox(trials: int, seed: int, counts: Counts) -> None:
        counter = zero
        for _ in range(0, trials, 4):
            c0, c1, c2, c3 = counter, zero, zero, zero
            k0, k1 = seed, zero
            for _round in range(10):
                high0, low0 = wide(m0, c0)
                high1, low1 = wide(m1, c2)
                c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
                k0 += w0
                k1 += w1
            counts[c0 >> top] += 1
            counts[c1 >> top] += 1
            counts[c2 >> top] += 1
            counts[c3 >> top] += 1
            counter += one

    @kernel
    def dice(trials: int, seed: int, counts: Counts) -> None:
        s0, s1, s2, s3 = _seeded(seed, zero, zero)
        for _ in range(trials):
            low = zero
            first = second = third = last = low
            while low < refused:
                s0, s1, s2, s3, drawn = _next(s0, s1, s2, s3)
                first, low = wide(drawn, five)
                second, low = wide(low, four)
                third, low = wide(low, five)
                last, low = wide(low, six)
            counts[first] += 1
            counts[second] += 1
            counts[third] += 1
            counts[last] += 1

    def tallied(fill: Any, cells: int) -> Callable[[int, int], Counts]:
        def run(trials: int, seed: int) -> Counts:
            counts = np.zeros(cells, np.int64)
            fill(trials, word(seed), counts)
            return counts

        return run

    return {"words": tallied(words, 256), "philox": tallied(philox, 256), "dice": tallied(dice, 6**5)}


def nanoseconds(sampler: Callable[[int, int], Counts], trials: int, *, repeats: int = 5) -> float:
    """Return the median time of an attack, in ns, after one short run that compiles what there is to
    compile."""
    sampler(1000, 0)
    times = []
    for seed in range(repeats):
        start = time.perf_counter()
        sampler(trials, seed)
        times.append((time.perf_counter() - start) / trials * 1e9)
    return median(times)


def with_features() -> dict[str, Strike]:
    """Return the reference attack, the same with one feature each, and with seven traits and more."""
    from bmg_odds.rules.record import ALL_DICE, COVER_BITS, CROSS_FIRE_BIT, SAVE_BITS, pack

    plain = reference()
    fence, wall, vest = faces_from(5), faces_from(4), faces_from(5)
    seven = plain._replace(
        impact_rerolls=ALL_DICE, block_rerolls=ALL_DICE, saves=vest, damage=faces_from(2),
        damage_rerolls=ALL_DICE, critical=faces_from(4), impact=faces_from(3),
    )  # fmt: skip
    shot = plain._replace(block_dice=0)
    return {
        "plain": plain,
        "impact rerolls (Handy)": plain._replace(impact_rerolls=ALL_DICE),
        "impact spoils (Luck)": plain._replace(impact_spoils=1),
        "block rerolls (Defensive)": plain._replace(block_rerolls=ALL_DICE),
        "two blocks an impact (Crushing)": plain._replace(block_need=2),
        "blocks capped at impacts": plain._replace(block_cap=1),
        "watched blocks (Counter Attack)": plain._replace(watch_blocks=1),
        "a save (Bat-Armor)": plain._replace(saves=vest),
        "two saves": plain._replace(saves=pack([vest, vest], SAVE_BITS)),
        "damage rerolls (Sharp)": plain._replace(damage_rerolls=ALL_DICE),
        "one damage reroll": plain._replace(damage_rerolls=1),
        "critical on 4+ (Martial Expert)": plain._replace(critical=faces_from(4)),
        "two collateral dice (Devastating)": plain._replace(collateral=2),
        "collateral reroll (Brutal)": plain._replace(collateral_reroll=1),
        "shot, one obstacle": shot._replace(covers=fence),
        "shot, two obstacles": shot._replace(covers=pack([fence, wall], COVER_BITS)),
        "shot, two obstacles, cross fire": shot._replace(
            covers=pack([fence | CROSS_FIRE_BIT, wall | CROSS_FIRE_BIT], COVER_BITS), cross=faces_from(3)
        ),
        "seven traits": seven,
        "seven, Devastating, Brutal": seven._replace(collateral=2, collateral_reroll=1),
        "plain, 8 + 8 dice": plain._replace(dice=8, block_dice=8),
        "seven traits, 8 + 8 dice": seven._replace(dice=8, block_dice=8),
        "plain, 15 + 15 dice": plain._replace(dice=15, block_dice=15),
        "seven traits, 15 + 15 dice": seven._replace(dice=15, block_dice=15),
        "plain, 30 + 30 dice": plain._replace(dice=30, block_dice=30),
        "seven traits, 30 + 30 dice": seven._replace(dice=30, block_dice=30),
    }


def costs(trials: int = 4_000_000, *, repeats: int = 5) -> dict[str, tuple[float, float]]:
    """Return for each line of `with_features`, and for a gate (Feint), the median ns of an attack and the
    median ratio to the plain attack with as many dice.

    The plain attack is timed anew right before each other one, so that a busy machine troubles both.
    """
    from bmg_odds.engines.sampling import table
    from bmg_odds.rules.record import Gate, face_set

    strikes = with_features()
    runs: dict[str, Callable[[int, int], object]] = {
        name: partial(_run, table, strike) for name, strike in strikes.items()
    }
    feint = Gate(face_set([1, 2]), 1, strikes["plain"]._replace(block_dice=0))
    runs["gate (Feint)"] = partial(_run, partial(table, gate=feint), strikes["plain"])
    found = {}
    for name, run in runs.items():
        _, _, dice = name.partition(",")
        plain = runs[f"plain,{dice}" if dice.endswith("dice") else "plain"]
        plain(1000, 0)
        run(1000, 0)
        times, ratios = [], []
        for seed in range(repeats):
            base, own = _seconds(plain, trials, seed), _seconds(run, trials, seed)
            times.append(own / trials * 1e9)
            ratios.append(own / base)
        found[name] = median(times), median(ratios)
    return found


def _run(table: Callable[..., object], strike: Strike, trials: int, seed: int) -> object:
    return table(strike, trials=trials, seed=seed, threads=1)


def _seconds(run: Callable[[int, int], object], trials: int, seed: int) -> float:
    start = time.perf_counter()
    run(trials, seed)
    return time.perf_counter() - start


def main() -> None:
    lines: list[tuple[str, Callable[[int, int], Counts], int]] = [
        ("ours, one thread", ours, 20_000_000),
        ("ours, two threads", partial(ours, threads=2), 40_000_000),
        *(
            (f"NumPy, {name}, {threads} thread{'s' * (threads > 1)}",
             partial(numpy_chunked, generator=name, threads=threads), 2_000_000)
            for name in GENERATORS for threads in (1, 2)
        ),
        ("limit: 15 dice, tallied", dice_tallied, 10_000_000),
        ("floor: xoshiro words, tallied", xoshiro_words, 20_000_000),
        ("floor: Philox words, tallied", philox_words, 20_000_000),
        *((f"ours, {dice} + {dice} dice", partial(ours_wide, dice=dice), 4_000_000) for dice in (2, 8, 15, 30)),
        ("numba, randint for each die", numba_naive, 2_000_000),
        ("pure Python", pure_python, 50_000),
    ]  # fmt: skip
    print("ns per attack, median of 5")
    for name, sampler, trials in lines:
        print(f"{name:30}{nanoseconds(sampler, trials):10.1f}")
    print("\nwhat traits cost: ns per attack, ratio to plain with as many dice (medians of 5, one thread)")
    for name, (own, ratio) in costs().items():
        print(f"{name:36}{own:10.1f}{ratio:8.2f}")


if __name__ == "__main__":
    main()
