"""Brute-force witness of whole third-edition duels between toy models, in exact Fractions (R7).

It knows the round as R7.8 tells it, the Efforts as R7.1 does, and asks `oracle_third`, which enumerates faces, what
one attack does. Nothing here is shared with the package. Sides are "a" and "b".

>>> from oracle_third import Model3
>>> toy = Toy(Model3(1, 4, 2, 2), "S")
>>> sum(Duel3(toy, toy, rounds=1).law(fixed(0, 0), fixed(0, 0))[-1].values())
Fraction(1, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from oracle_third import Clash3, Model3, Outcome3, outcomes3
from oracle_third_words import READINGS3

ONE = Fraction(1)
SIGN = {"a": 1, "b": -1}
POINTS = {"leader": (6, 4), "henchman": (2, 1)}


class Body3(NamedTuple):
    injuries: int = 0
    stuns: int = 0
    status: str = "up"  # up, down, ko, casualty
    scored: bool = False

    @property
    def markers(self) -> int:
        return self.injuries + self.stuns

    @property
    def out(self) -> bool:
        return self.status in ("ko", "casualty")


Pair = tuple[Body3, Body3]
Plan3 = Callable[[Body3, Body3, bool, int, int], int]
"""(own, foe, whether it attacks, the foe's Efforts, the most that leave it on its feet) to Efforts; more than it may
make is cut to that."""


@dataclass(frozen=True)
class Toy:
    model: Model3
    damage: str
    weapon_traits: tuple[str, ...] = ()
    rank: str = "henchman"


def other(side: str) -> str:
    return "b" if side == "a" else "a"


def fixed(attack: int, defence: int) -> Plan3:
    """Always as many as that, but never the one that would K.O. their maker; only Stuns on the card count."""

    def plan(own: Body3, foe: Body3, attacks: bool, seen: int, most: int) -> int:
        return min(attack if attacks else defence, most)

    return plan


@dataclass(frozen=True, eq=False)
class Duel3:
    a: Toy
    b: Toy
    rounds: int = 2
    first: str = "draw"
    readings: Mapping[str, str] = field(default_factory=dict)

    def toy(self, side: str) -> Toy:
        return self.a if side == "a" else self.b

    def endurance(self, side: str) -> int:
        return self.toy(side).model.endurance

    def reading(self, name: str, default: str) -> str:
        return self.readings.get(name, default)

    @property
    def costs(self) -> bool:
        return self.reading("effort_stuns", "before") == "before"

    # --- Efforts (R7.1) ---

    def most(self, side: str, body: Body3) -> int:
        if body.status != "up":
            return 0
        traits = self.toy(side).model.traits
        if "Sturdy" in traits:
            return 3
        return max(0, min(2 if "Weak" in traits else 3, self.endurance(side) - body.markers))

    def harmless(self, side: str, body: Body3) -> int:
        """The most Efforts that leave it on its feet."""
        most = self.most(side, body)
        return most if not self.costs else max(0, min(most, self.endurance(side) - body.markers - 1))

    def settled(self, side: str, body: Body3) -> Body3:
        """K.O. where the card is full."""
        return body._replace(status="ko", scored=True) if body.markers >= self.endurance(side) else body

    def paid(self, side: str, body: Body3, efforts: int) -> Body3:
        if not self.costs or not efforts:
            return body
        stuns = min(efforts, self.endurance(side) - body.markers)
        return self.settled(side, body._replace(stuns=body.stuns + stuns))

    # --- the dice ---

    def leads(self, had: str | None) -> dict[str | None, Fraction]:
        """Who has the lead: a die each; a tie goes to the one that had it not, and is rolled again at first."""
        if self.first != "draw":
            return {None: ONE}
        found = {"a": 0, "b": 0}
        for one, two in product(range(1, 7), repeat=2):
            if one != two:
                found["a" if one > two else "b"] += 1
            elif had is not None:
                found[other(had)] += 1
        return {side: Fraction(count, sum(found.values())) for side, count in found.items()}

    def strike(
        self, side: str, mine: Body3, theirs: Body3, made: int, met: int
    ) -> list[tuple[Body3, Body3, int, Fraction]]:
        """What one attack may come to: both bodies, markers inflicted, chance."""
        foe = other(side)
        readings = tuple(sorted(each for each in self.readings.items() if each[0] in READINGS3))
        own = (mine.injuries, mine.stuns)
        law = one_attack(self.toy(side), self.toy(foe), readings, made, met, theirs[:3], own)
        spent, braced = self.paid(side, mine, made), self.paid(foe, theirs, met)
        found = []
        for (_, _, falls, injuries, stuns, now, more, status), chance in law:
            body = Body3(now, more, braced.status, braced.scored)
            if status == "casualty":
                body = body._replace(status="casualty")
            elif status == "ko":
                body = body._replace(status="ko", scored=True)
            elif falls and body.status == "up":
                body = body._replace(status="down")
            found.append((spent, body, injuries + stuns, chance))
        return found

    def recovery(self, side: str, body: Body3) -> dict[Body3, Fraction]:
        if "Bot" in self.toy(side).model.traits or body.status == "casualty":
            return {body: ONE}
        if body.status != "ko":
            return {body._replace(stuns=max(0, body.stuns - 1)): ONE}
        rolls = list(product(range(1, 7), repeat=2))
        wakes = Fraction(sum(sum(roll) <= self.endurance(side) for roll in rolls), len(rolls))
        left = 0 if self.reading("ko_recovery", "all") == "all" else body.stuns - 1
        found = {body._replace(stuns=left, status="down"): wakes, body: 1 - wakes}
        return {state: chance for state, chance in found.items() if chance}

    def rise(self, body: Body3) -> tuple[Body3, bool]:
        """The body of an activation on its feet, and whether it strikes."""
        if body.status != "down":
            return body, True
        return body._replace(status="up"), self.reading("stand_up", "free") == "free"

    # --- under plans ---

    def law(self, plan_a: Plan3, plan_b: Plan3) -> list[dict[Pair, Fraction]]:
        """The law of both bodies after the attacks of each round."""
        plans = {"a": plan_a, "b": plan_b}
        now: dict[tuple[str | None, Pair], Fraction] = {(None, (Body3(), Body3())): ONE}
        told = []
        for number in range(self.rounds):
            after: dict[tuple[str | None, Pair], Fraction] = {}
            for (had, pair), mass in now.items():
                if over(pair):
                    add(after, (had, pair), mass)
                    continue
                for lead, chance in self.leads(had).items():
                    first = self.first if lead is None else lead
                    for end, p in self.round(pair, first, plans).items():
                        add(after, (lead, end), mass * chance * p)
            seen: dict[Pair, Fraction] = {}
            for (_, pair), mass in after.items():
                add(seen, pair, mass)
            told.append(seen)
            now = {}
            for (lead, pair), mass in after.items():
                if over(pair) or number + 1 == self.rounds:
                    add(now, (lead, pair), mass)
                    continue
                for (x, p), (y, q) in product(
                    *(self.recovery(s, body).items() for s, body in zip("ab", pair, strict=True))
                ):
                    add(now, (lead, (x, y)), mass * p * q)
        return told

    def round(self, pair: Pair, first: str, plans: Mapping[str, Plan3]) -> dict[Pair, Fraction]:
        law = {pair: ONE}
        for side in (first, other(first)):
            after: dict[Pair, Fraction] = {}
            for bodies, mass in law.items():
                for end, chance in self.activation(bodies, side, plans).items():
                    add(after, end, mass * chance)
            law = after
        return law

    def activation(self, pair: Pair, side: str, plans: Mapping[str, Plan3]) -> dict[Pair, Fraction]:
        mine, theirs = turned(pair, side)
        if over(pair) or mine.out:
            return {pair: ONE}
        mine, strikes = self.rise(mine)
        if not strikes:
            return {turned((mine, theirs), side): ONE}
        foe = other(side)
        met = min(self.most(foe, theirs), plans[foe](theirs, mine, False, 0, self.harmless(foe, theirs)))
        made = min(self.most(side, mine), plans[side](mine, theirs, True, met, self.harmless(side, mine)))
        found: dict[Pair, Fraction] = {}
        for one, two, _, chance in self.strike(side, mine, theirs, made, met):
            add(found, turned((one, two), side), chance)
        return found


@cache
def one_attack(
    attacker: Toy, target: Toy, readings: tuple[tuple[str, str], ...], made: int, met: int,
    struck: tuple[int, int, str], own: tuple[int, int],
) -> tuple[tuple[Outcome3, Fraction], ...]:  # fmt: skip
    """The law of one attack; a model that is K.O. lies."""
    clash = Clash3(
        attacker.model, target.model, attacker.damage, weapon_traits=attacker.weapon_traits, readings=dict(readings),
        attacker_efforts=made, target_efforts=met, down=struck[2] != "up", injuries=struck[0], stuns=struck[1],
        attacker_injuries=own[0], attacker_stuns=own[1],
    )  # fmt: skip
    return tuple(outcomes3(clash).items())


def over(pair: Pair) -> bool:
    return any(body.status == "casualty" for body in pair)


def turned(pair: Pair, side: str) -> Pair:
    return pair if side == "a" else (pair[1], pair[0])


def add(law: dict, key: object, mass: Fraction) -> None:
    law[key] = law.get(key, Fraction(0)) + mass


class Minimax:
    """The value of a duel for A in any situation: every choice of both sides tried, nothing left out."""

    def __init__(self, duel: Duel3, objective: str) -> None:
        self.duel, self.objective = duel, objective
        self._memo: dict[tuple[object, ...], Fraction] = {}

    def value(self) -> Fraction:
        return self.round(self.duel.rounds, None, (Body3(), Body3()))

    def round(self, left: int, had: str | None, pair: Pair) -> Fraction:
        """The value before the dice for the lead."""
        return self._once(("round", left, had, pair), lambda: self._round(left, had, pair))

    def _round(self, left: int, had: str | None, pair: Pair) -> Fraction:
        if left == 0 or over(pair):
            return self._verdict(pair)
        total = Fraction(0)
        for lead, chance in self.duel.leads(had).items():
            if lead is None:
                total += chance * self.turn(left, lead, self.duel.first, pair)
            else:
                total += chance * best(lead, [self.turn(left, lead, first, pair) for first in "ab"])
        return total

    def turn(self, left: int, lead: str | None, first: str, pair: Pair) -> Fraction:
        return self._once(("turn", left, lead, first, pair), lambda: self._activation(left, lead, first, True, pair))

    def _activation(self, left: int, lead: str | None, side: str, first: bool, pair: Pair) -> Fraction:
        mine, theirs = turned(pair, side)
        if over(pair) or mine.out:
            return self._next(left, lead, side, first, pair)
        mine, strikes = self.duel.rise(mine)
        if not strikes:
            return self._next(left, lead, side, first, turned((mine, theirs), side))
        foe = other(side)
        return best(
            foe,
            [
                best(side, [self._struck(left, lead, side, first, (mine, theirs), made, met)
                            for made in range(self.duel.most(side, mine) + 1)])
                for met in range(self.duel.most(foe, theirs) + 1)
            ],
        )  # fmt: skip

    def _struck(
        self, left: int, lead: str | None, side: str, first: bool, bodies: Pair, made: int, met: int
    ) -> Fraction:
        total = Fraction(0)
        for one, two, markers, chance in self.duel.strike(side, *bodies, made, met):
            total += chance * self._next(left, lead, side, first, turned((one, two), side))
            if self.objective == "markers":
                total += chance * SIGN[side] * markers
        return total

    def _next(self, left: int, lead: str | None, side: str, first: bool, pair: Pair) -> Fraction:
        key = ("next", left, lead, side, first, pair)
        if first:
            return self._once(key, lambda: self._activation(left, lead, other(side), False, pair))
        return self._once(("rest", left, lead, pair), lambda: self._rest(left, lead, pair))

    def _rest(self, left: int, lead: str | None, pair: Pair) -> Fraction:
        if left == 1 or over(pair):
            return self._verdict(pair)
        one, two = (self.duel.recovery(side, body) for side, body in zip("ab", pair, strict=True))
        return sum(
            (p * q * self.round(left - 1, lead, (x, y)) for x, p in one.items() for y, q in two.items()), Fraction(0)
        )

    def _verdict(self, pair: Pair) -> Fraction:
        if self.objective == "out":
            return Fraction(pair[1].out - pair[0].out)
        if self.objective == "vp":
            return Fraction(self._points("b", pair[1]) - self._points("a", pair[0]))
        return Fraction(0)

    def _points(self, side: str, body: Body3) -> int:
        casualty, ko = POINTS[self.duel.toy(side).rank]
        return casualty * (body.status == "casualty") + ko * body.scored

    def _once(self, key: tuple[object, ...], work: Callable[[], Fraction]) -> Fraction:
        if key not in self._memo:
            self._memo[key] = work()
        return self._memo[key]


def best(side: str, values: list[Fraction]) -> Fraction:
    return max(values) if side == "a" else min(values)
