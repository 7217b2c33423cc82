"""The figures of a part's scenarios by rolling: how often each is rolled, with which seed, and what came of it."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bmg_odds.answers.dice import Dice, seed_of, standard_error
from bmg_odds.answers.numbers import is_chance
from bmg_odds.answers.outcome import Outcome
from bmg_odds.answers.sweep_rows import Piece
from bmg_odds.answers.target import Target, largest
from bmg_odds.rules.question import Resolved
from bmg_odds.rules.resolve import resolve

if TYPE_CHECKING:
    from bmg_odds.engines.exact_batch import Values

Tick = Callable[[int], object]


class Rolled(NamedTuple):
    """What rolling gave: a row for each scenario, and in the arrays a column for each figure."""

    values: "Values"
    errors: "Values"
    """Standard errors."""
    seeds: list[int]
    trials: list[int]


def rolled_figures(
    found: Iterable[Piece],
    figures: Sequence[str],
    trials: int,
    seed: int,
    tick: Tick | None = None,
    *,
    target: Target | None = None,
) -> Rolled:
    """Return the figures of these scenarios, each rolled so many times, or until a target's error is reached.

    A scenario's seed comes from the number of the scenario in the whole sweep alone. `tick(n)` hears of scenarios
    that are done, and of none from time to time while one is rolled; what it raises ends the work.
    """
    import numpy as np

    rows: list[list[float]] = []
    errors: list[list[float]] = []
    seeds: list[int] = []
    rolls: list[int] = []
    for piece in found:
        for number, question in piece.scenarios():
            dice = Dice("mc", trials, seed_of(seed, number), threads=1, target=target)
            dice, outcome = _rolled(dice, resolve(question), figures, tick)
            rows.append([outcome.figure(name) for name in figures])
            errors.append([standard_error(outcome, name) or 0.0 for name in figures])
            seeds.append(dice.seed or 0)
            rolls.append(dice.trials or 0)
            if tick:
                tick(1)
    shape = (len(seeds), len(figures))
    return Rolled(np.array(rows).reshape(shape), np.array(errors).reshape(shape), seeds, rolls)


def headline(figures: Sequence[str]) -> list[str]:
    """Return the figures whose standard errors `--target-error` is about: the chances, or the means where none is.

    >>> headline(["out", "markers"]), headline(["markers"])
    (['out'], ['markers'])
    """
    return [name for name in figures if is_chance(name)] or list(figures)


def _rolled(dice: Dice, one: Resolved, figures: Sequence[str], tick: Tick | None) -> tuple[Dice, Outcome]:
    looked_at = headline(figures)

    def heard(done: int, total: int) -> None:
        if tick:
            tick(0)

    dice, outcome = dice.settled(
        lambda with_these: with_these.outcome(one, progress=heard),
        lambda rolled: largest([standard_error(rolled, name) for name in looked_at]),
    )
    if dice.interrupted:  # a scenario with fewer rolls than it should have is none
        raise KeyboardInterrupt
    return dice, outcome
