"""Laws of what dice are worth to the side that rolls them, counted: single rolls, whole attacks, whole games.

A score is the successes of a side's dice less those that its dice owed it on average, in UNITs of a success so that
it is a whole number. How many dice a stage of an attack has depends on the stages before; so an attack's score is one
law, carried through the stages together with the impacts.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bmg_odds.rules.clash import Clash
from bmg_odds.rules.record import ALL_FACES, COVER_BITS, SAVE_BITS, Gate, Strike, unpack

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

UNIT = 36
Law = Mapping[int, float]
States = dict[tuple[int, int], float]
"""Chances of (count, score)."""

ATTACKER, TARGET = 0, 1


class Tail(NamedTuple):
    """Chances of less than something, of just that, and of more."""

    below: float
    at: float
    above: float


@lru_cache(maxsize=4096)
def throws(dice: int, good: int, of: int = 6) -> tuple[tuple[int, float, int], ...]:
    """Return (successes, chance, score) of dice that succeed on `good` of `of` equally likely faces.

    >>> throws(1, 2)
    ((0, 0.6666666666666666, -12), (1, 0.3333333333333333, 24))
    """
    owed = UNIT * good // of
    return tuple(
        (hits, math.comb(dice, hits) * good**hits * (of - good) ** (dice - hits) / of**dice, UNIT * hits - dice * owed)
        for hits in range(dice + 1)
        if (good or not hits) and (good < of or hits == dice)
    )


def worth_law(dice: int, worth: Sequence[int]) -> list[float]:
    """Return the law of the sum of so many dice of which each equally likely face is worth something, from 0 on.

    >>> worth_law(2, (0, 1))
    [0.25, 0.5, 0.25]
    """
    found = [1]
    for _ in range(dice):
        more = [0] * (len(found) + max(worth))
        for total, ways in enumerate(found):
            for each in worth:
                more[total + each] += ways
        found = more
    return [ways / len(worth) ** dice for ways in found]


def tail(law: Law, got: int) -> Tail:
    """Return the chances of a law below, at and above a value.

    >>> tail({0: 0.25, 1: 0.5, 2: 0.25}, 1)
    Tail(below=0.25, at=0.5, above=0.25)
    """
    parts = ([p for value, p in law.items() if value < got], [law.get(got, 0.0)],
             [p for value, p in law.items() if value > got])  # fmt: skip
    return Tail(*(min(1.0, math.fsum(part)) for part in parts))


@lru_cache(maxsize=4096)
def _pool(dice: int, good: int, rerolls: int, of: int = 6) -> tuple[tuple[int, float, int], ...]:
    """`throws` with the first so many failed dice rolled again; both throws are scored."""
    if not rerolls:
        return throws(dice, good, of)
    found: States = {}
    for hits, chance, score in throws(dice, good, of):
        for more, again, other in throws(min(rerolls, dice - hits), good, of):
            _add(found, hits + more, score + other, chance * again)
    return tuple((hits, chance, score) for (hits, score), chance in found.items())


def _add(states: States, count: int, score: int, chance: float) -> None:
    if chance:
        states[count, score] = states.get((count, score), 0.0) + chance


@lru_cache(maxsize=1024)
def strike_score(strike: Strike, side: int, gate: Gate | None = None) -> Law:
    """Return the law of a side's score in one attack of the first edition (R2.3-R2.8), its collateral dice and cross
    fire left out.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> law = strike_score(plain_strike(1, faces_from(4), faces_from(5)), ATTACKER)
    >>> {score: round(chance, 3) for score, chance in law.items()}
    {-18: 0.5, 6: 0.333, 42: 0.167}
    """
    if gate is None:
        return _scores(_strike(strike, side))
    found: dict[int, float] = {}
    good = (gate.faces & ALL_FACES).bit_count()
    for hits, chance, score in _pool(1, good, gate.rerolls):
        own = score if side == ATTACKER else 0
        for more, rest in strike_score(gate.passed if hits else strike, side).items():
            found[own + more] = found.get(own + more, 0.0) + chance * rest
    return found


def _scores(states: States) -> dict[int, float]:
    found: dict[int, float] = {}
    for (_, score), chance in states.items():
        found[score] = found.get(score, 0.0) + chance
    return found


def _strike(strike: Strike, side: int) -> States:
    mine, theirs = int(side == ATTACKER), int(side == TARGET)
    states = _hits(strike.dice, strike.impact.bit_count(), strike.impact_rerolls, strike.impact_spoils, mine)
    good = strike.block.bit_count()
    if strike.block_dice:
        after: States = {}
        for (impacts, score), chance in states.items():
            most = impacts * strike.block_need if strike.block_cap else strike.block_dice
            dice = min(strike.block_dice, most) if impacts else 0
            for blocks, p, more in _pool(dice, good, strike.block_rerolls):
                _add(after, max(0, impacts - blocks // strike.block_need), score + theirs * more, chance * p)
        states = after
    for cover in unpack(strike.covers, COVER_BITS):
        states = _saved(states, (cover & ALL_FACES).bit_count(), theirs)
    if strike.dodge_dice:
        after = {}
        for (impacts, score), chance in states.items():
            dice = strike.dodge_dice if impacts else 0
            for hits, p, more in _pool(dice, strike.dodge.bit_count(), strike.dodge_rerolls):
                _add(after, max(0, impacts - hits), score + theirs * more, chance * p)
        states = after
    for save in unpack(strike.saves, SAVE_BITS):
        states = _saved(states, save.bit_count(), theirs)
    if not mine:
        return states
    after = {}
    for (impacts, score), chance in states.items():
        for _, p, more in _pool(impacts, strike.damage.bit_count(), strike.damage_rerolls):
            _add(after, 0, score + more, chance * p)
    return after


def _hits(dice: int, good: int, rerolls: int, spoils: int, mine: int) -> States:
    """Impacts or attack hits before anything cancels them; of the hits that were not rerolled some are spoilt."""
    found: States = {}
    for hits, chance, score in throws(dice, good):
        for more, again, other in throws(min(rerolls, dice - hits), good):
            lost = min(spoils, hits)
            for back, third, last in throws(lost, good):
                _add(found, hits + more - lost + back, mine * (score + other + last), chance * again * third)
    return found


def _saved(states: States, good: int, theirs: int) -> States:
    """A die for each impact, which stops it."""
    after: States = {}
    for (impacts, score), chance in states.items():
        for stopped, p, more in throws(impacts, good):
            _add(after, impacts - stopped, score + theirs * more, chance * p)
    return after


@lru_cache(maxsize=1024)
def clash_score(clash: Clash, side: int) -> Law:
    """Return the law of a side's score in one attack of the third edition (R7.2-R7.4).

    >>> from bmg_odds.rules.clash import plain_clash
    >>> clash_score(plain_clash(0, 0b111100, 1, 0b111000, 0b111100), TARGET)
    {-18: 0.5, 18: 0.5}
    """
    hit = _hits(clash.dice, clash.hit.bit_count(), clash.hit_rerolls, clash.hit_spoils, 1)
    of = clash.strength_faces.bit_count()
    good = (clash.strength & clash.strength_faces).bit_count()
    strength = _pool(clash.strength_dice, good, clash.strength_rerolls, of)
    if side == ATTACKER:
        found: dict[int, float] = {}
        for score, chance in _scores(hit).items():
            for _, p, more in strength:
                found[score + more] = found.get(score + more, 0.0) + chance * p
        return found
    defence = _pool(clash.defence_dice, clash.defence.bit_count(), clash.defence_rerolls)
    if not clash.saves:
        return _scores(_grouped((hits, score, p) for hits, p, score in defence))
    return _scores(_after_defence(clash, _grouped((hits, 0, p) for (hits, _), p in hit.items()), defence, strength))


def _grouped(rows: Iterable[tuple[int, int, float]]) -> States:
    found: States = {}
    for count, score, chance in rows:
        _add(found, count, score, chance)
    return found


def _after_defence(
    clash: Clash,
    hit: States,
    defence: tuple[tuple[int, float, int], ...],
    strength: tuple[tuple[int, float, int], ...],
) -> States:
    """Hits of attack and Strength dice together after the saves, with the target's score."""
    states: States = {}
    strong = _grouped((hits, 0, p) for hits, p, _ in strength)
    for (rolled, _), chance in hit.items():
        hits = rolled + clash.combo * (rolled // 2)
        for successes, p, score in defence:
            cancels = (successes + clash.sustained * (successes // 2)) // clash.defence_need
            for (extra, _), q in strong.items():
                taken = min(cancels, extra) if clash.strength_defended else 0
                left = hits - min(hits, cancels - taken) + extra - taken
                _add(states, left, score, chance * p * q)
    for save in unpack(clash.saves, SAVE_BITS):
        states = _saved(states, save.bit_count(), 1)
    return states


class Total(NamedTuple):
    """The law of a sum: chances of `low`, `low + step`, …"""

    low: int
    step: int
    chances: "npt.NDArray[np.float64]"

    def tail(self, got: int) -> Tail:
        """Return the chances below, at and above a value that can be."""
        place = (got - self.low) // self.step
        parts = self.chances[:place], self.chances[place : place + 1], self.chances[place + 1 :]
        return Tail(*(min(1.0, float(part.sum())) for part in parts))


def total(laws: Sequence[Law]) -> Total:
    """Return the law of the sum of independent scores: their convolution.

    >>> total([{-18: 0.5, 18: 0.5}] * 2).chances.tolist()
    [0.25, 0.5, 0.25]
    """
    import heapq

    import numpy as np

    lows = [min(law) for law in laws]
    step = math.gcd(*(value - low for law, low in zip(laws, lows, strict=True) for value in law)) or 1
    heap = []
    for place, (law, low) in enumerate(zip(laws, lows, strict=True)):
        row = np.zeros((max(law) - low) // step + 1)
        for value, chance in law.items():
            row[(value - low) // step] += chance
        heap.append((len(row), place, row))
    heapq.heapify(heap)
    place = len(heap)
    while len(heap) > 1:  # the short ones first
        _, _, one = heapq.heappop(heap)
        _, _, other = heapq.heappop(heap)
        both = _convolved(one, other)
        heapq.heappush(heap, (len(both), place, both))
        place += 1
    return Total(sum(lows), step, heap[0][2] if heap else np.ones(1))


_DIRECT = 20_000_000
"""Multiplications up to which a convolution is done term by term, without the rounding of a Fourier transform."""


def _convolved(one: "npt.NDArray[np.float64]", other: "npt.NDArray[np.float64]") -> "npt.NDArray[np.float64]":
    import numpy as np

    if len(one) * len(other) <= _DIRECT:
        return np.convolve(one, other)
    size = len(one) + len(other) - 1
    found = np.fft.irfft(np.fft.rfft(one, size) * np.fft.rfft(other, size), size)
    return np.maximum(found, 0.0)
