"""The bars that the project set itself, and what was measured of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping

import cold
import duels
import memory
import ours_exact
import rivals_exact
import swept
from counted import CORES, THREADS, batch_name
from rolled import ENGINES, LIMIT, MORE, PLAIN, SEVEN, best_numpy, ours
from timing import Group, Target, Timing

NOW, BEFORE = "The bars", "Earlier bars"
Groups = Mapping[str, Group]
"""Groups by their title."""
ICEPOOL = (rivals_exact.ICEPOOL_JOINT, rivals_exact.ICEPOOL_BEST)
DYCE = (rivals_exact.DYCE_JOINT, rivals_exact.DYCE_BEST)


def bars(groups: Iterable[Group]) -> dict[str, list[Target]]:
    """Return the bars of the groups that were measured: those of today, and those that they replaced."""
    known = {group.title: group for group in groups}
    found: dict[str, list[Target]] = {NOW: [], BEFORE: []}
    for title, sections in SECTIONS.items():
        for needed, section in sections:
            if needed in known:
                found[title] += section(known)
    return found


def _times(group: Group) -> dict[str, Timing]:
    return {row.contender: row.timing for row in group.rows}


def _least(bar: str, fast: str, slow: str, times: Mapping[str, Timing], least: float) -> Target:
    return Target(bar, f"{fast} / {slow}", times[fast].times_as_fast_as(times[slow]), least=least)


def _most(bar: str, one: str, other: str, times: Mapping[str, Timing], most: float) -> Target:
    """The time of one divided by that of another."""
    return Target(bar, f"{one} / {other}, of times", times[other].times_as_fast_as(times[one]), most=most)


def sampling(known: Groups) -> Iterator[Target]:
    times = _times(known["Sampling: one attack"])
    numpy = best_numpy(times, 1)
    yield _least("sampling at least 5 × per-die NumPy, one core", ours(1), numpy, times, 5.0)
    if CORES > 1:
        yield _least(f"on {CORES} cores at least 9 × NumPy on one", ours(CORES), numpy, times, 9.0)
        yield _least("two cores at least 1.7 × one", ours(CORES), ours(1), times, 1.7)
    yield _most("at least a third of the limit at which dice are produced", ours(1), LIMIT, times, 3.0)


def traits(known: Groups) -> Iterator[Target]:
    times = _times(known["What traits cost"])
    for engine in ENGINES:
        for name in (SEVEN, MORE):
            more = "" if name == SEVEN else " (with two more)"
            plain = f"{engine}, {PLAIN}"
            yield _most(f"seven traits{more} at most 2.5 × the plain attack", f"{engine}, {name}", plain, times, 2.5)


def exact(known: Groups) -> Iterator[Target]:
    # Population i has the tables that the rivals count, with other targets; in iii no two records are the same.
    for population, threads in dict.fromkeys((("i", 1), ("i", CORES), ("iii", CORES))):
        yield from _counting("exact batch", ours_exact.read_name(population, threads), known, 200_000.0, 30_000.0)
    for call in (ours_exact.CALL, ours_exact.CALL_ANEW):
        yield from _counting("a single call from Python", call, known, 10_000.0, None)


def exact_before(known: Groups) -> Iterator[Target]:
    for threads in THREADS:
        yield from _counting("exact batch", batch_name("joint", "i", threads), known, 50_000.0, 10_000.0)


def _counting(what: str, contender: str, known: Groups, icepool: float, dyce: float | None) -> Iterator[Target]:
    times = _times(known["Exact: one joint table"])
    for library, rivals, least in (("icepool", ICEPOOL, icepool), ("dyce", DYCE, dyce)):
        for rival in rivals:
            if least is not None:
                yield _least(f"{what} at least {least:,.0f} × {library} a table", contender, rival, times, least)


def start(known: Groups) -> Iterator[Target]:
    times = _times(known["Cold start"])
    yield _most("cold start at most 1.2 × an empty command", cold.OURS, cold.EMPTY, times, 1.2)


def sweeps(known: Groups) -> Iterator[Target]:
    group = known["Sweeps"]
    for threads in THREADS:
        measured = f"{swept.ours(threads)} / (2 × writing + 20 × kernel on as many), of times"
        share = swept.share_of_the_bar(group, threads)
        yield Target("a sweep in 2 × pyarrow and 20 × the bare kernel", measured, share, most=1.0)


def memory_of_sweeps(known: Groups) -> Iterator[Target]:
    times = _times(known["Memory"])
    first, *others = (name for name in memory.SWEEPS if name in times)
    for name in others:
        ratio = times[first].times_as_fast_as(times[name])
        yield Target("memory bounded by the part size (at most 1.25 ×)", f"{name} / {first}", ratio, most=1.25)


def sampling_before(known: Groups) -> Iterator[Target]:
    times = _times(known["Sampling: one attack"])
    for threads in THREADS:
        where = "on one core" if threads == 1 else "all cores"
        bar = f"sampling at least 2 × chunked NumPy {where}"
        yield _least(bar, ours(threads), best_numpy(times, threads), times, 2.0)


def solved_before(known: Groups) -> Iterator[Target]:
    times = _times(known["Duels, solved"])
    for bar, name, most in (
        ("Endurance and Willpower 8, six rounds, solved in 30 s", duels.EIGHT, 30.0),
        ("ordinary henchmen in 2 s", duels.HENCHMEN, 2.0),
        ("with the bag at most twice the 30 s", duels.BAG, 60.0),
    ):
        if name in times:
            yield Target(bar, name, times[name].middle, most=most, unit="s")


Section = Callable[[Groups], Iterable[Target]]
SECTIONS: dict[str, tuple[tuple[str, Section], ...]] = {
    NOW: (
        ("Sampling: one attack", sampling),
        ("What traits cost", traits),
        ("Exact: one joint table", exact),
        ("Cold start", start),
        ("Sweeps", sweeps),
        ("Memory", memory_of_sweeps),
    ),
    BEFORE: (
        ("Exact: one joint table", exact_before),
        ("Sampling: one attack", sampling_before),
        ("Duels, solved", solved_before),
    ),
}
"""For each table of bars the group that must have been measured, and what is read from it."""
