"""Which engine answers, and with which dice: how often they are rolled, by which seed, until which error."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from bmg_odds.answers.ask import counted
from bmg_odds.answers.engine import rolled_table
from bmg_odds.answers.numbers import is_chance
from bmg_odds.answers.outcome import Outcome
from bmg_odds.answers.target import DEFAULT_TRIALS, Settled, Target, largest, rolled, settle, shortfall
from bmg_odds.errors import BmgError
from bmg_odds.rules.question import Resolved

Progress = Callable[[int, int], object]
R = TypeVar("R")

_STEP = 0x9E3779B97F4A7C15  # odd, so no two places of a table ever share a seed


@dataclass(frozen=True)
class Dice:
    """Which engine answers, and with which dice: `trials` and `seed` are None when every case is counted.

    >>> Dice.of("mc", seed=7).trials
    1000000
    """

    engine: str = "exact"
    trials: int | None = None
    """With a `target`, the most; once it is settled, those that were rolled."""
    seed: int | None = None
    threads: int | None = None
    target: Target | None = None
    interrupted: bool = False

    @classmethod
    def of(
        cls,
        engine: str = "exact",
        trials: int | None = None,
        seed: int | None = None,
        threads: int | None = None,
        target_error: float | None = None,
    ) -> "Dice":
        """Return the dice of these options; a seed is drawn where none is given.

        Raises BmgError for an engine that is not known and for an option that the engine does not have.
        """
        if engine not in ("exact", "mc"):
            raise BmgError(f"engine '{engine}' is not known; allowed: exact, mc")
        if engine == "mc":
            import secrets

            target = None if target_error is None else Target.of(target_error, trials)
            trials = target.most if target else DEFAULT_TRIALS if trials is None else trials
            return cls(engine, trials, secrets.randbits(32) if seed is None else seed, threads, target)
        no_dice(trials, seed, threads, target_error)
        return cls()

    def settled(self, work: "Callable[[Dice], R]", error: Callable[[R], float]) -> "tuple[Dice, R]":
        """Return these dice with the trials that were rolled, and what `work` found with so many.

        Without a target, those asked for; with one, as `target.settle` has it, `error` being the largest standard
        error of what was found.
        """
        if self.target is None:
            return self, work(self)
        found = settle(self.target, lambda trials: (work(replace(self, trials=trials)), trials), error)
        return replace(self, trials=found.trials, interrupted=found.interrupted), found.found

    def rolled(self, roll: Callable[[int, int], tuple[R, int]], error: Callable[[R], float]) -> Settled[R]:
        """Return what `roll(trials, seed)` found, which says how often was rolled: as often as asked for, or until
        `error`, the largest standard error of what was found, is small enough.
        """
        assert self.trials is not None
        assert self.seed is not None
        seed = self.seed
        return rolled(self.trials, self.target, lambda trials: roll(trials, seed), error)

    def outcome(self, resolved: Resolved, place: int = 0, progress: Progress | None = None) -> Outcome:
        """Return the outcome of one attack; each `place` of a table has dice of its own, place 0 the seed itself."""
        if self.trials is None or self.seed is None:
            return counted(resolved)
        seed = seed_of(self.seed, place)
        table = rolled_table(resolved, trials=self.trials, seed=seed, threads=self.threads, progress=progress)
        if table.interrupted:  # one attack of many, with fewer rolls than the others
            raise KeyboardInterrupt
        return Outcome(resolved, table, seed=seed)

    def tell(self, progress: Progress | None, done: int, total: int) -> None:
        """Tell of so many attacks done: in rolls, where they are rolled."""
        if progress:
            progress(done * (self.trials or 1), total * (self.trials or 1))

    def within(self, progress: Progress | None, done: int, total: int) -> Progress | None:
        """Return what tells the rolls of the next attack, so many being done already; None where none is rolled."""
        if progress is None or self.trials is None:
            return None
        each = self.trials
        return lambda rolls, _: progress(done * each + rolls, total * each)

    def cell(self, resolved: Resolved, figure: str, place: int = 0, progress: Progress | None = None) -> dict[str, Any]:
        """Return figure, value and standard error of one attack, with its seed where it was rolled.

        The seed is that of the same attack asked alone: `attack … --engine mc --seed`. `progress` is told its rolls.
        """
        outcome = self.outcome(resolved, place, progress)
        found = {
            "figure": figure,
            "value": outcome.figure(figure),
            "standard_error": standard_error(outcome, figure),
        }
        return found if outcome.seed is None else found | {"seed": outcome.seed}

    def fields(self) -> dict[str, Any]:
        """Return the header fields of the engine."""
        found: dict[str, Any] = {"engine": self.engine, "trials": self.trials, "seed": self.seed}
        if self.target is not None:
            found["target_error"] = self.target.error
        return found | {"interrupted": True} if self.interrupted else found

    def asked(self, rolled: int | None = None) -> dict[str, Any]:
        """Return the options that ask for these dice again; none for what is counted.

        `rolled`: how often they were rolled before an interrupt; that many give the same answer again.
        """
        if self.trials is None:
            return {}
        found = {name: value for name, value in self.fields().items() if name != "interrupted"}
        return found if rolled is None else found | {"trials": rolled}

    def missed(self, rows: Iterable[Mapping[str, Any]]) -> list[str]:
        """Return a line where the standard errors of rows are not all as small as was asked for."""
        if self.target is None or self.trials is None:
            return []
        return shortfall(self.target.error, worst(rows), self.trials)


def seed_of(seed: int, place: int) -> int:
    """Return the seed of the attack at a place of many: at place 0 the seed itself, nowhere the same twice.

    >>> seed_of(7, 0), seed_of(7, 1) == seed_of(7, 2)
    (7, False)
    """
    return (seed + place * _STEP) % 2**64


def no_dice(trials: int | None, seed: int | None, threads: int | None, target_error: float | None = None) -> None:
    """Raise BmgError for an option about dice where every case is counted."""
    given = {"--trials": trials, "--seed": seed, "--threads": threads, "--target-error": target_error}
    for flag, value in given.items():
        if value is not None:
            raise BmgError(f"{flag} belongs to --engine mc; --engine exact counts every case and has no dice")


def worst(rows: Iterable[Mapping[str, Any]]) -> float:
    """Return the largest standard error of rows.

    >>> worst([{"standard_error": 0.1}, {"standard_error": None}])
    0.1
    """
    return largest([row.get("standard_error") for row in rows])


def standard_error(outcome: Outcome, figure: str) -> float | None:
    """Return the standard error of one figure; None when it was counted.

    >>> import bmg_odds as bmg
    >>> standard_error(bmg.attack("Batman (AC)", "Joker (AC)"), "out") is None
    True
    """
    if outcome.trials is None:
        return None
    value = outcome.figure(figure)
    if is_chance(figure):
        return math.sqrt(value * (1.0 - value) / outcome.trials)
    square = outcome.mean(lambda case: float(getattr(case, figure) - value) ** 2)
    return math.sqrt(square / outcome.trials)
