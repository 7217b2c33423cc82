"""`bmg-odds attack`: what one attack on one target does."""

from typing import Annotated, Any

import typer

from bmg_odds.answers.asking.attacks import ATTACK
from bmg_odds.answers.asking.shared import ANSWER
from bmg_odds.cli.chart import CHART_OPTIONS, Chart
from bmg_odds.cli.options import takes

EXAMPLE = """\b
Examples:
  bmg-odds attack "Batman (AC)" "Joker (AC)" --dc 2
  bmg-odds attack "attack=5,strength=3,damage=SS" "defense=3,endurance=4"
  bmg-odds attack riddler:attack=4 croc --engine mc --trials 1e5 --seed 7

A model is a card's name (a unique part is enough), NAME:key=value,... for a
card with values changed, or key=value,... for a model typed in.
"""


@takes(*ATTACK.options, *ANSWER, *CHART_OPTIONS)
def attack(
    attacker: Annotated[str, typer.Argument(metavar="ATTACKER", help="Who attacks.", show_default=False)],
    target: Annotated[str, typer.Argument(metavar="TARGET", help="Who is attacked.", show_default=False)],
    **options: Any,
) -> None:
    """Work out one attack on one target: markers, knock down, critical, K.O., Casualty."""
    from bmg_odds.cli.output import Destination, keep, note

    destination = Destination.of(options.pop("format"), options.pop("output"))
    chart = Chart.taken(options)
    outcome = answer(attacker, target, **options)
    for warning in outcome.warnings:
        note(f"note: {warning}")
    from bmg_odds.answers.render import attack_document

    record = outcome.record()
    destination.deliver(attack_document(record))
    chart.draw(record)
    if outcome.table.interrupted:
        keep(f"an answer from {outcome.trials:,} rolls")
        raise typer.Exit(130)


def answer(
    attacker: str,
    target: str,
    *,
    engine: str,
    trials: int | None,
    seed: int | None,
    threads: int | None,
    target_error: float | None,
    **question: Any,
) -> Any:
    """Return the Outcome of the engine asked for; BmgError for an option that the engine does not have."""
    from bmg_odds.answers import ask

    if engine == "exact":
        from bmg_odds.answers.dice import no_dice

        no_dice(trials, seed, threads, target_error)
        return ask.attack(attacker, target, **question)
    from bmg_odds.cli.progress import watched

    with watched("rolling", "rolls") as progress:
        return ask.simulate(
            attacker,
            target,
            trials=trials,
            seed=seed,
            threads=threads,
            target_error=target_error,
            progress=progress,
            **question,
        )
