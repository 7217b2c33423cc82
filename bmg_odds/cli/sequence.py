"""`bmg-odds sequence`: several attacks on one target in one round."""

from typing import Annotated, Any

import typer

from bmg_odds.cli.chart import CHART_OPTIONS, Chart
from bmg_odds.cli.options import ANSWER, ENGINE_OPTIONS, EXACT, QUESTION, SHOW, Opt, choice, takes, text, whole
from bmg_odds.cli.situation import SITUATION
from bmg_odds.errors import BmgError

SEQUENCE_EXAMPLE = """\b
Examples:
  bmg-odds sequence "Batman (AC)" --by "3x Gotham Policeman" --dc 4
  bmg-odds sequence "Batman (AC)" --by "Gotham Policeman/Baton/2" --by Bob \\
      --dc 3 --policy optimal --show markers
  bmg-odds sequence "Gotham Policeman" Bob --by "Batman (AC)" --split

An attacker is NAME[/WEAPON[/AC]]; an empty WEAPON is the default one.
"""

BY = Opt("by", ("--by",), "Attacker, in order; repeatable; 3x NAME for three alike, CREW.toml for a crew.",
         "NAME[/WEAPON[/AC]]", text, True)  # fmt: skip
POLICY = Opt("policy", ("--policy",), "How the target spends its DC: all, one-per-impact, at-most=K, optimal (all).",
             "POLICY", text, default="all", choices=("all", "one-per-impact", "at-most=1", "optimal"))  # fmt: skip
SPARE = Opt("spare", ("--spare",), "Counters beside the DC that it can lose first (all it has left).", "N",
            whole(0, 99))  # fmt: skip
LOSE = choice("lose", "--lose", ("spare", "dc"), "Which counters go first to its markers (spare).", default="spare")
SPLIT = Opt("split", ("--split",), "Divide one attacker's dice between several targets: the best division.")

_ALONE = ("weapon", "ac", "mc", "form", "attacker_injuries", "attacker_stuns", "attacker_state", "attacker_efforts",
          "target_efforts", "beyond_range")  # fmt: skip
CIRCUMSTANCES = tuple(option for option in SITUATION if option.name not in _ALONE)

Targets = Annotated[
    list[str], typer.Argument(metavar="TARGET", help="Who is attacked; several with --split.", show_default=False)
]


@takes(BY, POLICY, SPARE, LOSE, SPLIT, *CIRCUMSTANCES, *QUESTION, *ENGINE_OPTIONS, SHOW, *ANSWER, *CHART_OPTIONS)
def sequence(targets: Targets, **options: Any) -> None:
    """Work out several attacks on one target in one round, and the best use of its defence counters."""
    if options.pop("split"):
        _divide(targets, options)
        return
    if len(targets) > 1:
        raise BmgError(f"one target is attacked, not {len(targets)}; divide one attacker's dice with --split")
    if not options["by"]:
        raise BmgError('--by is missing; name each attacker, for example --by "3x Gotham Policeman"')
    from bmg_odds.cli.output import Destination, keep, note
    from bmg_odds.cli.progress import watched

    destination = Destination.of(options.pop("format"), options.pop("output"))
    chart = Chart.taken(options)
    from bmg_odds.answers.sequence import sequence as work_out

    by, figure = options.pop("by"), options.pop("show")
    with watched("working" if options["engine"] == "exact" else "rolling") as progress:
        outcome = work_out(targets[0], by, figure=figure, progress=progress, **options)
    for warning in outcome.warnings:
        note(f"note: {warning}")
    from bmg_odds.answers.sequence_shown import sequence_document

    record = outcome.record()
    destination.deliver(sequence_document(record))
    chart.draw(record)
    if outcome.table.interrupted:
        keep(f"an answer from {outcome.trials:,} rolls")
        raise typer.Exit(130)


AMMO_EXAMPLE = """\b
Examples:
  bmg-odds ammo Bob "Batman (AC)" --show markers
  bmg-odds ammo Bob "Batman (AC)" --cover solid --sc 1
"""

SHOTS = Opt("shots", ("--shots",), "How many shots (all the ammunition).", "N", whole(1, 99))
SC = Opt("sc", ("--sc",), "SC that the target keeps for its recovery each round (0).", "N", whole(0, 9), default=0)
ONE_ROUND = Opt("one_round", ("--one-round",), "All shots in one round, as of several shooters: no recovery.")
_SHOT = ("ac", "dc", "mc", "form", "outnumbered", "crowd", "defensive", "grabbed", "block_bonus", "attacker_efforts",
         "target_efforts", "beyond_range")  # fmt: skip


@takes(
    SHOTS, SC, ONE_ROUND, *(option for option in SITUATION if option.name not in _SHOT), *QUESTION, EXACT, SHOW,
    *ANSWER, *CHART_OPTIONS,
)  # fmt: skip
def ammo(
    attacker: Annotated[str, typer.Argument(metavar="ATTACKER", help="Who shoots.", show_default=False)],
    target: Annotated[str, typer.Argument(metavar="TARGET", help="Who is shot at.", show_default=False)],
    **options: Any,
) -> None:
    """Work out a figure over a whole game's ammunition: a shot a round, the target recovering between them."""
    from bmg_odds.answers.ammo import again
    from bmg_odds.cli.answering import deliver

    deliver(again, (attacker, target), options)


def _divide(targets: list[str], options: dict[str, Any]) -> None:
    """Answer `--split`: one attacker's dice between several targets."""
    from bmg_odds.cli.answering import deliver
    from bmg_odds.facts.naming import names_file

    by = options.pop("by")
    if len(by) != 1 or (len(targets) < 2 and not names_file(targets[0])):  # a crew is several
        raise BmgError(f"--split divides one attacker's dice between targets; {len(by)} attackers and {len(targets)} "
                       "targets are named, allowed: one --by and 2 to 6 targets")  # fmt: skip
    for name in ("policy", "spare", "lose"):
        usual = {"policy": "all", "spare": None, "lose": "spare"}[name]
        if options.pop(name) != usual:
            raise BmgError(f"--{name} is about several attacks on one target; leave it out with --split")
    if options["chart"] is not None:
        raise BmgError("--chart: --split has no picture; write its rows with --output FILE.csv")
    from bmg_odds.answers.split_fire import split_fire

    deliver(split_fire, (tuple(targets), by[0]), options)
