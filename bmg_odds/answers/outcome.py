"""The outcome of one attack: every figure, computed from one joint table (CONTRACT `attack`)."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from bmg_odds.answers.agreement import Agreement
from bmg_odds.answers.target import shortfall
from bmg_odds.errors import BmgError
from bmg_odds.rules.harm import CASUALTY, KO, UP, VICTORY_POINTS, victory_points
from bmg_odds.rules.question import Resolved

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from bmg_odds.answers.exchange import Exchange
    from bmg_odds.engines.table import Table

BELOW_CERTAIN = math.nextafter(1.0, 0.0)
"""What a chance is at most where something else can happen: sums of floats may not say otherwise."""

CHANCES = ("impact", "damage", "any_marker", "knocked_down", "critical", "ko", "casualty", "out")
MARKERS = ("injuries", "stuns", "markers")


class Case(NamedTuple):
    """One thing that can happen, and its chance."""

    impacts: int
    damages: int
    criticals: int
    knocked_down: bool
    injuries: int
    stuns: int
    target_injuries: int
    target_stuns: int
    status: str
    probability: float
    blocked: bool = False
    """Whether a block die succeeded, where the attack watches for it (Counter Attack)."""

    @property
    def markers(self) -> int:
        """Markers inflicted, uncapped."""
        return self.injuries + self.stuns


class Chance(NamedTuple):
    """Chances of the headline events (CONTRACT `chance`)."""

    impact: float
    damage: float
    any_marker: float
    knocked_down: float
    critical: float
    ko: float
    casualty: float
    out: float


class Markers(NamedTuple):
    """Mean markers."""

    injuries: float
    stuns: float
    markers: float


EVENTS: Mapping[str, Callable[[Case], bool]] = {
    "impact": lambda case: case.impacts > 0,
    "damage": lambda case: case.damages > 0,
    "any_marker": lambda case: case.markers > 0,
    "knocked_down": lambda case: case.knocked_down,
    "critical": lambda case: case.criticals > 0,
    "ko": lambda case: case.status == KO,
    "casualty": lambda case: case.status == CASUALTY,
    "out": lambda case: case.status != UP,
}


def chance_of(cases: Sequence[Any], event: Callable[[Any], bool]) -> float:
    """Return the chance of an event among cases; exactly 0 or 1 only where no case, or every case, is in it."""
    inside = [case.probability for case in cases if event(case)]
    if len(inside) == len(cases):
        return 1.0
    return min(math.fsum(inside), BELOW_CERTAIN)


@dataclass(frozen=True)
class Outcome:
    """What one attack does, from either engine.

    >>> import bmg_odds as bmg
    >>> outcome = bmg.attack("Batman (AC)", "Gotham Policeman", dc=1)
    >>> round(outcome.chance.ko, 4)
    0.6593
    """

    resolved: Resolved
    table: "Table"
    seed: int | None = None
    check: Agreement | None = None
    back: "Outcome | None" = None
    """What one strike back does to the attacker, where the target uses Counter Attack."""
    target_error: float | None = None
    """The largest standard error that was asked for, where how often to roll was left to it."""

    @property
    def trials(self) -> int | None:
        """Attacks rolled; None when counted exactly."""
        return self.table.trials

    @property
    def engine(self) -> str:
        """`exact` or `mc`."""
        return "exact" if self.trials is None else "mc"

    @cached_property
    def inferred_readings(self) -> tuple[str, ...]:
        """Readings in force that are inferred and, read another way, give another answer (R6)."""
        from bmg_odds.answers import rests

        return rests.inferred_readings(self.resolved)

    @cached_property
    def inferred_traits(self) -> tuple[str, ...]:
        """Traits whose wording is inferred and without which the answer is another."""
        from bmg_odds.answers import rests

        return rests.inferred_traits(self.resolved)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader should know about the question itself, one line each."""
        from bmg_odds.answers import rests

        return (*rests.warnings(self.resolved), *self.missed)

    @property
    def chance_error(self) -> float:
        """The largest standard error of the headline chances; 0 when counted exactly."""
        return 0.0 if self.trials is None else max(self._binomial(chance) for chance in self.chance)

    @property
    def missed(self) -> list[str]:
        """A line where that is more than was asked for."""
        return shortfall(self.target_error, self.chance_error, self.trials or 0)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """Every case of the joint table with its markers and the card after it."""
        harm = self.resolved.harm
        cases = []
        cards: dict[tuple[int, int, int], tuple[int, int, list[tuple[str, int]]]] = {}
        for key, chance in self.table.cells():
            deal = harm.deal(key)
            dealt = deal.injuries, deal.stuns, deal.criticals
            if dealt not in cards:  # many cells leave the card alike
                held, more, status = harm.suffered(deal.injuries, deal.stuns)
                cards[dealt] = held, more, harm.fates(status, deal.criticals)
            held, more, fates = cards[dealt]
            for fate, share in self._shares(fates, chance):
                cases.append(
                    Case(
                        deal.impacts,
                        deal.damages,
                        deal.criticals,
                        deal.knocked_down,
                        deal.injuries,
                        deal.stuns,
                        held,
                        more,
                        fate,
                        share,
                        deal.blocked,
                    )
                )
        return tuple(cases)

    def _shares(self, fates: list[tuple[str, int]], chance: float) -> list[tuple[str, float]]:
        """Divide a chance among fates: exactly, or by rolling the die of each attack (Judgment, Survivor)."""
        if len(fates) == 1:
            return [(fates[0][0], chance)]
        if self.trials is None:
            return [(fate, chance * sixths / 6) for fate, sixths in fates]
        rolled = self._coins.multinomial(round(chance * self.trials), [sixths / 6 for _, sixths in fates])
        return [(fate, int(count) / self.trials) for (fate, _), count in zip(fates, rolled, strict=True) if count]

    @cached_property
    def _coins(self) -> "np.random.Generator":
        import numpy as np

        return np.random.Generator(np.random.PCG64DXSM([self.seed or 0, 0xC01]))

    def probability(self, event: Callable[[Case], bool]) -> float:
        """Return the chance of an event; exactly 0 or 1 only where no case, or every case, is in it."""
        return chance_of(self.cases, event)

    def mean(self, value: Callable[[Case], float]) -> float:
        """Return the mean of a value over the cases."""
        return math.fsum(case.probability * value(case) for case in self.cases)

    @cached_property
    def chance(self) -> Chance:
        """Chances of the headline events."""
        return Chance(*(self.probability(EVENTS[name]) for name in CHANCES))

    @cached_property
    def inflicted(self) -> Markers:
        """Mean markers that the dice dealt, uncapped (R2.11)."""
        return Markers(*(self.mean(value) for value in self._inflicted().values()))

    @cached_property
    def suffered(self) -> Markers:
        """Mean change of the markers on the target's card (R2.11); Stuns can fall where Injuries replace them."""
        return Markers(*(self.mean(value) for value in self._suffered().values()))

    @property
    def victory_points(self) -> float | None:
        """Mean victory points by the target's rank (R3); None when the rank scores none that is known."""
        points = self.points()
        return None if points is None else self.mean(points)

    @property
    def effects(self) -> dict[str, float]:
        """Chances of effects that are no markers (R2.12, R9.11), by name."""
        return {name: self.probability(EVENTS[event]) for name, event in self.resolved.effects}

    @cached_property
    def exchange(self) -> "Exchange | None":
        """The joint law of both models where the target strikes back (Counter Attack); else None."""
        from bmg_odds.answers.exchange import Exchange

        return None if self.back is None else Exchange(self, self.back)

    @property
    def cross_fire(self) -> Markers | None:
        """Mean Injuries of all cross fire (R2.6); None where no obstacle takes any."""
        laws = self._cross_law()
        if not laws:
            return Markers(0.0, 0.0, 0.0) if "model" in self.resolved.situation.cover else None
        mean = math.fsum(k * chance for k, chance in enumerate(laws))
        return Markers(mean, 0.0, mean)

    def at_least(self, what: str, k: int) -> float:
        """Return the chance of at least k inflicted `injuries`, `stuns` or `markers`.

        >>> import bmg_odds as bmg
        >>> bmg.attack("Batman (AC)", "Gotham Policeman").at_least("markers", 0)
        1.0
        """
        if what not in MARKERS:
            raise BmgError(f"'{what}' is not counted; allowed: {', '.join(MARKERS)}")
        value = self._inflicted()[what]
        return self.probability(lambda case: value(case) >= k)

    def figure(self, name: str) -> float:
        """Return one FIGURE by name: a chance, a mean of inflicted markers, or `at-least=K` markers."""
        if name in CHANCES:
            return float(getattr(self.chance, name))
        if name in MARKERS:
            return float(getattr(self.inflicted, name))
        head, _, level = name.partition("=")
        if head == "at-least" and level.isascii() and level.isdigit():
            return self.at_least("markers", int(level))
        raise BmgError(f"figure '{name}' is not known; allowed: {', '.join((*CHANCES, *MARKERS))}, at-least=K")

    @cached_property
    def outcomes(self) -> tuple[dict[str, Any], ...]:
        """The joint law as rows, the rows of the contract's `outcomes`."""
        rows: dict[tuple[Any, ...], list[float]] = {}
        for case in self.cases:
            key = (case.damages, case.criticals > 0, *case[3:9])
            rows.setdefault(key, []).append(case.probability)
        names = (
            "damages", "critical", "knocked_down", "injuries", "stuns", "target_injuries", "target_stuns",
            "status",
        )  # fmt: skip
        return tuple(dict(zip(names, key, strict=True)) | {"probability": math.fsum(rows[key])} for key in sorted(rows))

    def to_frame(self) -> "pd.DataFrame":
        """Return `outcomes` as a DataFrame, a row each."""
        import pandas as pd

        return pd.DataFrame(list(self.outcomes))

    @cached_property
    def levels(self) -> tuple[float, ...]:
        """Chance of at least k inflicted markers, k = 0, 1, … up to the most that can happen."""
        most = max(case.markers for case in self.cases)
        return tuple(self.at_least("markers", k) for k in range(most + 1))

    @property
    def standard_error(self) -> dict[str, Any] | None:
        """Standard errors with the keys of the figures; None when counted exactly."""
        if self.trials is None:
            return None
        points = self.points()
        found: dict[str, Any] = {
            "inflicted": {name: self._error(value) for name, value in self._inflicted().items()},
            "suffered": {name: self._error(value) for name, value in self._suffered().items()},
            "chance": {name: self._binomial(chance) for name, chance in self.chance._asdict().items()},
            "victory_points": None if points is None else self._error(points),
            "at_least": {"markers": [self._binomial(chance) for chance in self.levels]},
            "effects": {name: self._binomial(chance) for name, chance in self.effects.items()},
        }
        law = self._cross_law()
        if law:
            mean = math.fsum(k * chance for k, chance in enumerate(law))
            square = math.fsum(k * k * chance for k, chance in enumerate(law))
            found["cross_fire"] = {
                "injuries": math.sqrt(max(0.0, square - mean * mean) / self.trials),
                "chance": self._binomial(1.0 - law[0]),
            }
        return found

    def record(self) -> dict[str, Any]:
        """Return the whole answer, JSON-ready, in the fields of the contract."""
        from bmg_odds.answers.record import attack_record

        return attack_record(self)

    def _inflicted(self) -> dict[str, Callable[[Case], int]]:
        return {
            "injuries": lambda case: case.injuries,
            "stuns": lambda case: case.stuns,
            "markers": lambda case: case.markers,
        }

    def _suffered(self) -> dict[str, Callable[[Case], int]]:
        harm = self.resolved.harm
        held_stuns = harm.held_stuns - harm.effort_stuns
        return {
            "injuries": lambda case: case.target_injuries - harm.held_injuries,
            "stuns": lambda case: case.target_stuns - held_stuns,
            "markers": lambda case: case.target_injuries + case.target_stuns - harm.held_injuries - held_stuns,
        }

    def points(self) -> Callable[[Case], int] | None:
        """Return the victory points of a case (R3); None when the rank scores none that is known."""
        question, harm = self.resolved.question, self.resolved.harm
        rank = question.target.first_rank
        if rank is None or rank.lower() not in VICTORY_POINTS:
            return None
        reading = question.edition.readings().get("vp_after_ko", "both")
        return lambda case: victory_points(rank, harm.before, case.status, reading)

    def _cross_law(self) -> Sequence[float]:
        total = self.trials or 1
        return [float(value) / total for value in self.table.cross_fire]

    def _binomial(self, chance: float) -> float:
        return math.sqrt(chance * (1.0 - chance) / (self.trials or 1))

    def _error(self, value: Callable[[Case], float]) -> float:
        mean = self.mean(value)
        return math.sqrt(self.mean(lambda case: (value(case) - mean) ** 2) / (self.trials or 1))


def same_law(one: Iterable[Case], other: Iterable[Case], tolerance: float = 1e-13) -> bool:
    """Whether two outcomes are the same joint law, but for the last digits of floating point.

    >>> same_law([], [])
    True
    """
    laws: list[dict[tuple[object, ...], float]] = [{}, {}]
    for law, cases in zip(laws, (one, other), strict=True):
        for case in cases:  # a case may stand several times: splits of its hits that come to the same
            key = (*case[:9], case.blocked)
            law[key] = law.get(key, 0.0) + case.probability
    left, right = laws
    return all(abs(left.get(key, 0.0) - right.get(key, 0.0)) <= tolerance for key in left.keys() | right)
