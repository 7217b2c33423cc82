"""`bmg-odds sweep`: every scenario of a grid or a list, into a folder of Parquet files."""

from typing import Annotated, Any

import typer

from bmg_odds.answers.asking.attacks import RANKS
from bmg_odds.answers.asking.options import Opt, choice, text, whole
from bmg_odds.answers.asking.rolls import AS_EDITION
from bmg_odds.answers.asking.shared import ENGINE, FIGURES, QUESTION, SEED, TARGET_ERROR, TRIALS, figure
from bmg_odds.cli.options import takes

INTERRUPTED = 130

SWEEP_EXAMPLE = """\b
Examples:
  bmg-odds sweep --everyone -o everyone
  bmg-odds sweep --everyone --over reading=all --over stuns=0..2 -o states
  bmg-odds sweep --over attacker=mine.toml --over target=theirs.toml -o crews
  bmg-odds sweep grid.toml --show out --show markers -o study
  bmg-odds sweep scenarios.csv --engine mc --trials 1e5 --seed 7 -o rolled

\b
A grid.toml holds lists, and every combination of them is a scenario:
  [grid]
  attacker = ["Batman (AC)", "mine.toml"]
  target = "all"
  dc = "0..3"
Options are those of `attack`, and attacker-attack, target-defense and the
like, which change a card. docs/sweeps.md has all of it. The same command
again goes on where an interrupted one ended.
"""

EVERYONE = Opt("everyone", ("--everyone",), "Every card against every card: all weapons, AC and DC.")
OVER = Opt("over", ("--over",), "A list of a grid: 0..3, a,b or all; repeatable.", "NAME=VALUES", text, True)
ONLY = choice("only", "--only", RANKS, "Of `all` only cards of this rank; repeatable.", many=True)
SHOW = Opt("figures", ("--show",), "Figure to write (all, and at-least=1 to 10); repeatable.", "FIGURE", figure,
           many=True, choices=FIGURES)  # fmt: skip
THREADS = Opt("threads", ("--threads",), "Parts at a time (all cores).", "N", whole(1, 1024))
PART_SIZE = Opt("part_size", ("--part-size",), "About how many scenarios a part holds (100_000).", "N",
                whole(1, 10_000_000))  # fmt: skip
CLUSTER = Opt("cluster", ("--cluster",), "Work on Dask: processes of this machine, or the workers of a scheduler, who "
              "must share FOLDER by the same path.", "local|ADDRESS", text)  # fmt: skip
PLAN = Opt("plan", ("--plan",), "Only say how many scenarios and parts, how long and how large.")
FOLDER = Opt("output", ("-o", "--output"), "The folder to write: new, empty, or begun by this command.", "FOLDER", text)
FORMAT = choice("format", "--format", ("table", "json"), "How to say what was written: json is the manifest (table).",
                default="table")  # fmt: skip


@takes(
    EVERYONE,
    OVER,
    ONLY,
    SHOW,
    *QUESTION,
    AS_EDITION,
    ENGINE,
    TRIALS,
    SEED,
    TARGET_ERROR,
    THREADS,
    CLUSTER,
    PART_SIZE,
    PLAN,
    FOLDER,
    FORMAT,
)
def sweep(
    file: Annotated[
        str | None,
        typer.Argument(metavar="[FILE.toml|FILE.csv]", help="Grids and scenarios.", show_default=False),
    ] = None,
    **options: Any,
) -> None:
    """Work out every scenario of a grid or a list into a folder of Parquet files, a row for each scenario."""
    from bmg_odds.answers import sweep as work_out
    from bmg_odds.answers.formats import as_json
    from bmg_odds.answers.sweep_folder import told
    from bmg_odds.cli.output import emit, keep
    from bmg_odds.cli.progress import watched
    from bmg_odds.errors import BmgError

    folder, form, only_plan = options.pop("output"), options.pop("format"), options.pop("plan")
    threads, executor = options.pop("threads"), None
    if (address := options.pop("cluster")) is not None:
        from bmg_odds.answers.sweep_cluster import cluster

        executor = cluster(address, workers=threads)
    if folder is None and not only_plan:
        raise BmgError("sweep: --output FOLDER is missing; --plan says what there would be to write")
    plan = work_out.asked(file, folder, **options)
    if only_plan:
        from bmg_odds.answers.sweep_estimate import estimate, estimate_words

        found = estimate(plan, threads)
        emit(as_json(found) if form == "json" else estimate_words(found))
        return
    try:
        with watched("sweeping", "scenarios") as progress:
            manifest = work_out.sweep_plan(plan, folder, threads=threads, executor=executor, progress=progress)
    except work_out.Kept as kept:
        keep(f"{kept.parts} of {kept.of} parts in {folder}; the same command goes on from there")
        raise typer.Exit(INTERRUPTED) from None
    emit(as_json(manifest) if form == "json" else f"{folder}: {told(manifest)}\n")
