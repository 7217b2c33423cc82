"""The joint law of a sequence as cases, and the figures that are read off it."""

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

from bmg_odds.answers.outcome import CHANCES, EVENTS, MARKERS, chance_of
from bmg_odds.engines.sequence_law import Joint
from bmg_odds.rules.awarding import STATUSES


class Hit(NamedTuple):
    """One thing that the whole sequence can come to, and its chance: the fields of `outcome.Case`."""

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
    felled: bool = False
    """Whether it became K.O. on the way."""

    @property
    def markers(self) -> int:
        """Markers inflicted, uncapped."""
        return self.injuries + self.stuns


Law = tuple[Hit, ...]


def hits(law: Joint) -> Law:
    """Return a joint law of the engine as cases; what later attacks would read is dropped."""
    merged: dict[tuple[Any, ...], float] = {}
    for (state, dealt), chance in law.items():
        key = (
            int(dealt.impact), dealt.damages, int(dealt.critical), dealt.knocked_down, dealt.injuries, dealt.stuns,
            state.injuries, state.stuns, STATUSES[state.status], dealt.felled,
        )  # fmt: skip
        merged[key] = merged.get(key, 0.0) + chance
    return tuple(Hit._make((*key[:9], merged[key], False, key[9])) for key in sorted(merged))


def told(law: Law) -> dict[str, Any]:
    """Return the chances and means of one joint law."""
    chances: dict[str, Any] = {name: chance_of(law, EVENTS[name]) for name in CHANCES}
    means = {name: math.fsum(hit.probability * getattr(hit, name) for hit in law) for name in MARKERS}
    return chances | {"inflicted": means}


def law_error(laws: Iterable[Law], trials: int) -> float:
    """Return the largest standard error of the headline chances of laws that so many trials were rolled for."""
    chances = [chance_of(law, EVENTS[name]) for law in laws for name in CHANCES]
    return max(math.sqrt(chance * (1.0 - chance) / trials) for chance in chances)


def figure_of(law: Law, figure: str) -> float:
    """Return one FIGURE of a joint law: a chance, a mean of inflicted markers, or `at-least=K`."""
    if figure in MARKERS:
        return math.fsum(hit.probability * getattr(hit, figure) for hit in law)
    if figure in CHANCES:
        return chance_of(law, EVENTS[figure])
    level = int(figure.partition("=")[2])
    return chance_of(law, lambda hit: hit.markers >= level)
