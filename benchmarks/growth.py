"""How costs grow: in dice, in trials, in records counted together, and in threads."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import populations
import rivals_sampling
from counted import CORES, batch
from rolled import rolling
from timing import Curve, Group, Scale, Timing, Work, against, repeated, take_turns

from bmg_odds.engines import exact, exact_batch, sampling
from bmg_odds.rules.record import Strike, faces_from, plain_strike

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DICE = (1, 2, 5, 10, 15, 20, 30)
TRIALS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000)
RECORDS = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)
NUMPY = "NumPy, one core"
Sized = dict[str, dict[int, Work]]


def growth_groups(scale: Scale) -> list[Group]:
    """Measure every growth."""
    return [in_dice(scale), in_trials(scale), in_records(scale), in_threads(scale)]


def in_dice(scale: Scale) -> Group:
    """Measure one attack with more and more dice."""
    rivals = rivals_exact_tables()

    def strike(dice: int) -> Strike:
        return plain_strike(dice, faces_from(4), faces_from(3), block_dice=dice, block=faces_from(5))

    work: Sized = {"exact, one call": {}, "exact batch": {}, "rolled": {}, "icepool, idiomatic joint form": {}}
    for dice in DICE:
        one = strike(dice)
        rows = exact_batch.records([one] * (200_000 // (4 + dice * dice)))
        work["exact, one call"][dice] = repeated(partial(exact.table, one), 10)
        work["exact batch"][dice] = batch(rows, exact_batch.joint, 1)
        work["rolled"][dice] = rolling(partial(_rolled, one, 1), 40_000 * scale.work)
        if dice <= 10:
            work["icepool, idiomatic joint form"][dice] = repeated(partial(rivals, dice), 1)
    told = (
        "So many impact dice on 4+ against as many block dice on 5+, damage on 3+. One core; each divided by its own "
        "attack with one die. The batch holds one record many times: what is timed is handing out its table."
    )
    return _grown("Growth in dice", "attack", told, work, "impact dice and block dice, each", scale)


def rivals_exact_tables() -> Callable[[int], Any]:
    """Return the joint form of icepool for so many dice on either side."""
    import rivals_exact

    def table(dice: int) -> Any:
        return rivals_exact.oracle_pools.icepool_table(
            dice=dice, defense=4, dc=dice, attack=5, strength=4, damage_bonus=1
        )

    return table


def _rolled(strike: Strike, threads: int, trials: int, seed: int) -> object:
    return sampling.table(strike, trials=trials, seed=seed, threads=threads)


def in_trials(scale: Scale) -> Group:
    """Measure longer and longer runs of the reference attack."""
    reference = rivals_sampling.reference()
    work: Sized = {f"rolled, {CORES} cores": {}, "rolled, one core": {}, NUMPY: {}}
    numpy = partial(rivals_sampling.numpy_chunked, generator="PCG64DXSM")
    for trials in TRIALS[: 5 if scale.quick else 6]:
        work[f"rolled, {CORES} cores"][trials] = rolling(partial(_rolled, reference, CORES), trials)
        if trials <= 10_000_000:
            work["rolled, one core"][trials] = rolling(partial(_rolled, reference, 1), trials)
        if trials <= 1_000_000:
            work[NUMPY][trials] = rolling(numpy, trials)
    told = (
        "The reference attack rolled so often in one call, tables and threads of the call included, beside chunked "
        "NumPy (PCG64DXSM); each divided by its own shortest run. Where the line lies flat, an attack costs the same "
        "however many are asked for."
    )
    return _grown("Growth in trials", "attack", told, work, "attacks rolled in one call", scale)


def in_records(scale: Scale) -> Group:
    """Measure batches of more and more records, all drawn at random."""
    rows = populations.all_sizes(RECORDS[5 if scale.quick else 6])
    work: Sized = {"exact batch, joint, one core": {}, f"exact batch, joint, {CORES} cores": {}}
    for size in RECORDS[: 6 if scale.quick else 7]:
        # Memory bounded as in a study: blocks of a hundred thousand tables, one after another.
        blocks = [rows[start : min(start + 100_000, size)] for start in range(0, size, 100_000)]
        for threads, name in zip((1, CORES), work, strict=True):
            work[name][size] = _in_blocks([batch(block, exact_batch.joint, threads) for block in blocks])
    told = (
        "Population ii of the exact batch (1 to 8 impact dice, 0 to 6 block dice, random traits), so many records in a "
        "call, in blocks of 100,000; each divided by its own single record."
    )
    return _grown("Growth in scenarios", "table", told, work, "records counted together", scale)


def _in_blocks(blocks: list[Work]) -> Work:
    return lambda: sum(block() for block in blocks)


def in_threads(scale: Scale) -> Group:
    """Measure the same work on more threads, up to twice as many as there are cores."""
    rows = populations.all_sizes(50_000)
    same = populations.one_size(131_072)
    reference = rivals_sampling.reference()
    work: Sized = {"rolled": {}, "exact batch, joint, ii": {}, "exact batch, joint, i": {}}
    for threads in sorted({1, 2, CORES, 2 * CORES}):
        work["rolled"][threads] = rolling(partial(_rolled, reference, threads), 2_000_000 * scale.work)
        work["exact batch, joint, ii"][threads] = batch(rows, exact_batch.joint, threads)
        work["exact batch, joint, i"][threads] = batch(same, exact_batch.joint, threads)
    told = f"The same work on so many threads of {CORES} cores; each divided by its own single thread."
    return _grown("Growth in threads", "attack", told, work, "threads", scale)


def _grown(title: str, unit: str, told: str, work: Sized, over: str, scale: Scale) -> Group:
    names = {(label, size): f"{label}, {size:,}" for label, sizes in work.items() for size in sizes}
    flat = {names[label, size]: one for label, sizes in work.items() for size, one in sizes.items()}
    timings: dict[str, Timing] = take_turns(flat, 5)
    rivals = {names[label, size]: names[label, min(sizes)] for label, sizes in work.items() for size in sizes}
    curves = tuple(
        Curve(label, tuple((size, names[label, size]) for size in sorted(sizes))) for label, sizes in work.items()
    )
    return Group(title, unit, told, against(timings, rivals), over=over, curves=curves)


TITLE = "What grows, and how"


def picture(groups: list[Group], made_by: str) -> bytes:
    """Return the curves of all growing groups as an SVG, in the style of the package's charts."""
    from bmg_odds._version import __version__
    from bmg_odds.answers.pictures import picture_bytes

    told = "; ".join(
        f"{group.title}: " + ", ".join(f"{curve.label} from {_ends(group, curve)}" for curve in group.curves)
        for group in groups
    )
    known = {"made_by": made_by, "version": __version__, "groups": [group.record() for group in groups]}
    return picture_bytes(drawn(groups, made_by), ".svg", title=TITLE, told=told + ".", provenance=known)


def _ends(group: Group, curve: Curve) -> str:
    from report import spelled

    first, last = (group.timing(curve.points[place][1]).middle for place in (0, -1))
    return f"{spelled(first)} at {curve.points[0][0]:,} to {spelled(last)} at {curve.points[-1][0]:,}"


def drawn(groups: list[Group], made_by: str) -> "Figure":
    """Draw the groups below each other: time of a unit over what grows, both scales by powers of ten."""
    from bmg_odds._version import __version__
    from bmg_odds.answers.charts_sheet import LABEL, LEADING, POINTS, height_of, sheet, spread, width_of
    from bmg_odds.answers.pictures import DASHES, MARKS, THEMES, WIDTH, drawing

    theme, panel, gap = THEMES["light"], 2.1, 0.95
    asked = "Time of one attack or one table, median of five rounds"
    with drawing(theme):
        room = len(groups) * panel + (len(groups) - 1) * gap + 0.95
        page = sheet({"version": __version__}, TITLE, asked, theme="light", size="blog", room=room)
        page.figure.texts[-1].set_text(f"{made_by} · bmg-odds {__version__}")
        names = max(width_of(curve.label, LABEL) for group in groups for curve in group.curves) / POINTS
        for place, group in enumerate(groups):
            under = (len(groups) - 1 - place) * (panel + gap) + 0.5
            above = page.height - under - panel
            axes = page.axes(left=0.62, right=min(names, WIDTH / 2) + 0.2, bottom=under, top=above)
            axes.set_xscale("log")
            axes.set_yscale("log")
            ends = []
            for curve, colour, mark, dash in zip(group.curves, theme.series, MARKS, DASHES, strict=False):
                xs = [size for size, _ in curve.points]
                ys = [group.timing(name).middle for _, name in curve.points]
                axes.plot(xs, ys, color=colour, marker=mark, markersize=5, linewidth=1.6, linestyle=dash, zorder=3)
                ends.append((curve.label, colour, xs[-1], ys[-1]))
            _scales(axes, group)
            axes.set_title(group.title, fontsize=LABEL, loc="left", fontweight="bold", pad=6)
            axes.set_xlabel(group.over, fontsize=LABEL)
            axes.grid(axis="y", linewidth=0.8)
            tall = height_of(axes)
            wanted = [axes.transAxes.inverted().transform(axes.transData.transform((x, y)))[1] for *_, x, y in ends]
            heights = spread([one * tall for one in wanted], [LABEL * LEADING] * len(ends), 0.0, tall)
            for (label, colour, *_), height in zip(ends, heights, strict=True):
                axes.text(1.015, height / tall, label, transform=axes.transAxes, color=colour, va="center",
                          fontsize=LABEL)  # fmt: skip
    return page.figure


def _scales(axes: Any, group: Group) -> None:
    """Put round ticks on both axes: times in their units, sizes as numbers."""
    from math import ceil, floor, log10

    values = [group.timing(name).middle for curve in group.curves for _, name in curve.points]
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    step = 1 if high - low <= 4 else 2
    ticks = range(low, high + 1, step)
    units = {-9: "1 ns", -8: "10 ns", -7: "100 ns", -6: "1 µs", -5: "10 µs", -4: "100 µs", -3: "1 ms", -2: "10 ms",
             -1: "100 ms", 0: "1 s"}  # fmt: skip
    axes.set_ylim(10.0**low, 10.0**high)
    axes.set_yticks([10.0**tick for tick in ticks], [units.get(tick, "") for tick in ticks])
    sizes = sorted({size for curve in group.curves for size, _ in curve.points})
    axes.set_xticks(sizes, [_size(size) for size in sizes])
    axes.tick_params(which="minor", length=0, labelleft=False, labelbottom=False)
    axes.minorticks_off()


def _size(size: int) -> str:
    for unit, many in (("M", 1_000_000), ("k", 1_000)):
        if size >= many:
            return f"{size // many} {unit}"
    return str(size)
