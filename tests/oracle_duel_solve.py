"""The duel witness's best play: plain minimax over every plan of both sides, in exact Fractions (R5).

Whoever has the lead says who is first; the first plans openly; the second sees it and plans; nothing is simplified:
plans that leave counters in the hand are tried too.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from oracle_duel import UNUSED, Bag, Pair, bags, draws, is_over
from oracle_duel_stages import Gain, Half, Stages
from oracle_duel_words import UP, Body, Fight, Hand, Plan, View, every_hand, other

OBJECTIVES = ("out", "vp", "markers")
SIGN = {"a": 1, "b": -1}


class Solver:
    """The value of the fight for A in every state, under one objective; `locked` sides keep to a given plan."""

    def __init__(
        self, fight: Fight, objective: str, locked: dict[str, Plan] | None = None, stages: Stages | None = None
    ) -> None:
        self.fight, self.objective, self.locked = fight, objective, locked or {}
        self.stages = stages or Stages(fight)
        self._memo: dict[tuple[object, ...], Fraction] = {}

    def value(self, start: Pair | None = None) -> Fraction:
        worth, start = self.round_value, start or self.fight.fresh()
        return sum((p * worth(self.fight.rounds, bag, start) for bag, p in bags(self.fight).items()), Fraction(0))

    def round_value(self, left: int, bag: Bag, bodies: Pair) -> Fraction:
        """The value at the beginning of a round, before the draw, with so many rounds left."""
        return self._once(("round", left, bag, bodies), lambda: self._round(left, bag, bodies))

    def lead_value(self, left: int, bag: Bag, bodies: Pair, first: str) -> Fraction:
        """The value when it is settled who is first."""
        return self._once(("lead", left, bag, bodies, first), lambda: self._lead(left, bag, bodies, first))

    def reply_value(self, left: int, bag: Bag, bodies: Pair, first: str, plan: Hand) -> Fraction:
        """The value when the first has planned."""
        second = other(first)
        replies = self._hands(second, bodies, left, plan)
        return SIGN[second] * max(
            SIGN[second] * self._played(left, bag, bodies, first, plan, reply) for reply in replies
        )

    def _once(self, key: tuple[object, ...], work: Callable[[], Fraction]) -> Fraction:
        if key not in self._memo:
            self._memo[key] = work()
        return self._memo[key]

    def _round(self, left: int, bag: Bag, bodies: Pair) -> Fraction:
        if left == 0 or is_over(bodies):
            return self._verdict(bodies)
        total = Fraction(0)
        for (drawn, after), chance in draws(self.fight, bag).items():
            chosen = "ab" if self.fight.first == "draw" else self.fight.first
            total += chance * SIGN[drawn] * max(
                SIGN[drawn] * self.lead_value(left, after, bodies, first) for first in chosen
            )  # fmt: skip
        return total

    def _lead(self, left: int, bag: Bag, bodies: Pair, first: str) -> Fraction:
        plans = self._hands(first, bodies, left, None)
        return SIGN[first] * max(SIGN[first] * self.reply_value(left, bag, bodies, first, plan) for plan in plans)

    def _hands(self, side: str, bodies: Pair, left: int, seen: Hand | None) -> list[Hand]:
        mine, theirs = bodies if side == "a" else bodies[::-1]
        if side in self.locked:
            return [self.locked[side](View(self.fight, side, mine, theirs, left, seen))]
        return list(every_hand(self.fight.fighter(side), mine))

    def _played(self, left: int, bag: Bag, bodies: Pair, first: str, plan: Hand, reply: Hand) -> Fraction:
        one, two = bodies if first == "a" else bodies[::-1]
        mine, theirs = Half(one, plan), Half(two, reply)
        return self._once(("one", left, bag, first, mine, theirs), lambda: self._first(left, bag, first, mine, theirs))

    def _first(self, left: int, bag: Bag, first: str, one: Half, two: Half) -> Fraction:
        total = Fraction(0)
        for (mine, theirs, gain), chance in self.stages.activation(first, one, two).items():
            key = ("two", left, bag, first, mine, theirs)
            later = self._once(key, lambda mine=mine, theirs=theirs: self._second(left, bag, first, mine, theirs))
            total += chance * (self._worth(first, gain) + later)
        return total

    def _second(self, left: int, bag: Bag, first: str, one: Half, two: Half) -> Fraction:
        total = Fraction(0)
        for (theirs, mine, gain), chance in self.stages.activation(other(first), two, one).items():
            halves = (mine, theirs) if first == "a" else (theirs, mine)
            key = ("rest", left, bag, *((half.body, half.hand.sc) for half in halves))
            later = self._once(key, lambda halves=halves: self._rest(left, bag, *halves))
            total += chance * (self._worth(other(first), gain) + later)
        return total

    def _rest(self, left: int, bag: Bag, a: Half, b: Half) -> Fraction:
        bodies = (a.body, b.body)
        if left == 1 or is_over(bodies):
            return self._verdict(bodies)
        one, two = self.stages.recovery("a", a), self.stages.recovery("b", b)
        return sum(
            (p * q * self.round_value(left - 1, bag, (x, y)) for x, p in one.items() for y, q in two.items()),
            Fraction(0),
        )

    # --- objectives ---

    def _worth(self, side: str, gain: Gain) -> Fraction:
        """What a blow adds at once, for A."""
        gained = {"out": 0, "vp": gain.points, "markers": gain.markers}[self.objective]
        return Fraction(SIGN[side] * gained)

    def _verdict(self, bodies: Pair) -> Fraction:
        """What the end of the fight adds, for A: P(B out) less P(A out)."""
        if self.objective != "out":
            return Fraction(0)
        return Fraction((bodies[1].status != UP) - (bodies[0].status != UP))


def value(fight: Fight, objective: str = "out", start: Pair | None = None) -> Fraction:
    """The value of the opening."""
    return Solver(fight, objective).value(start)


def regrets(fight: Fight, objective: str, plan: Plan, start: Pair | None = None) -> tuple[Fraction, Fraction]:
    """What a side gives away by keeping to a plan against the best replies: A's, B's; never negative."""
    best = value(fight, objective, start)
    kept = {side: Solver(fight, objective, {side: plan}).value(start) for side in "ab"}
    return best - kept["a"], kept["b"] - best


__all__ = ["OBJECTIVES", "UNUSED", "Body", "Solver", "regrets", "value"]
