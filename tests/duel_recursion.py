"""A duel by plain recursion over states, without arrays, merged plans or dominance: what the engines must agree with.

It shares the rules (records of attacks, awarding, counters) and the exact table of one attack with the package, and
nothing of the engines of duels. Every plan that the counters allow is tried, those that leave counters out among them.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from bmg_odds.engines.exact import table
from bmg_odds.rules.duel import Fight
from bmg_odds.rules.duel_plans import NOTHING, Plan, allowed, lose, stand
from bmg_odds.rules.duel_state import CASUALTY, DOWN, KO, STANDING, State
from bmg_odds.rules.record import ALL_FACES

Bag = tuple[int, int] | None


class Recursion:
    """One fight; `objective` out, vp or markers. `policies` fix the plans of a side."""

    def __init__(self, fight: Fight, objective: str = "out", policies: dict[int, Any] | None = None) -> None:
        self.fight, self.objective, self.policies = fight, objective, policies or {}
        self.scoring = objective == "vp"
        self.value = cache(self._value)
        self.attack = cache(self._attack)

    def start(self) -> float:
        a, b = (side.fresh for side in self.fight.sides)
        rounds = self.fight.rounds
        if self.fight.first != "draw":
            return self.value(rounds, None, a, b)
        return sum(chance * self.value(rounds, (one, two), a, b) for chance, one, two in self.fight.bags())

    def over(self, a: State, b: State) -> float:
        if self.objective == "out":
            return float(b.out) - float(a.out)
        if self.objective == "vp":
            return float(self.fight.points(1, b) - self.fight.points(0, a))
        return 0.0

    def _value(self, left: int, bag: Bag, a: State, b: State) -> float:
        if left == 0 or CASUALTY in (a.posture, b.posture):
            return self.over(a, b)
        if bag is None:
            return self.lead("ab".index(self.fight.first), left, None, a, b)
        total = 0.0
        for side in (0, 1):
            chance = bag[side] / sum(bag)
            if chance:
                after = (bag[0] - (side == 0), bag[1] - (side == 1))
                options = [self.lead(first, left, after, a, b) for first in (0, 1)]
                total += chance * (max(options) if side == 0 else min(options))
        return total

    def plans(self, side: int, own: State, foe: State, left: int, *, first: bool, seen: Plan | None) -> list[Plan]:
        if own.out:
            return [NOTHING]
        fighter = self.fight.sides[side]
        if side in self.policies:
            return [Plan(*self.policies[side](self.fight.view(side, own, foe, left, first=first, foe_plan=seen)))]
        return allowed(None if fighter.willpower is None else fighter.counters(own), fighter.caps(own))

    def lead(self, first: int, left: int, bag: Bag, a: State, b: State) -> float:
        own, foe = (a, b) if first == 0 else (b, a)
        values = []
        for plan in self.plans(first, own, foe, left, first=True, seen=None):
            replies = [
                self.fought(first, left, bag, own, plan, foe, reply)
                for reply in self.plans(1 - first, foe, own, left, first=False, seen=plan)
            ]
            values.append(min(replies) if first == 0 else max(replies))
        return max(values) if first == 0 else min(values)

    def fought(self, first: int, left: int, bag: Bag, own: State, plan: Plan, foe: State, reply: Plan) -> float:
        """The value for A of a round with both plans made."""
        sign = 1.0 if first == 0 else -1.0
        own, plan = self.stood(own, plan)
        total = 0.0
        for other, spent, chance, inflicted in self.attack(first, own, foe, self.strikes(own, plan), reply.dc):
            gain = sign * inflicted if self.objective == "markers" else 0.0
            if other.posture == CASUALTY:
                total += chance * (gain + self.over(*self.pair(first, own, other)))
                continue
            kept = reply._replace(dc=max(0, reply.dc - spent))
            kept = self.after_loss(1 - first, foe, other, kept, acted=False)
            up, kept = self.stood(other, kept)
            for mine, _, part, taken in self.attack(1 - first, up, own, self.strikes(up, kept), plan.dc):
                less = sign * taken if self.objective == "markers" else 0.0
                rest = self.after_loss(first, own, mine, plan, acted=True)
                a, b = self.pair(first, mine, up)
                if CASUALTY in (a.posture, b.posture) or left == 1:
                    value = self.over(a, b)
                else:
                    scs = (rest.sc, kept.sc) if first == 0 else (kept.sc, rest.sc)
                    value = sum(
                        one * two * self.value(left - 1, bag, after, later)
                        for after, one in self.recovered(0, a, scs[0])
                        for later, two in self.recovered(1, b, scs[1])
                    )
                total += chance * part * (gain - less + value)
        return total

    @staticmethod
    def pair(first: int, own: State, foe: State) -> tuple[State, State]:
        return (own, foe) if first == 0 else (foe, own)

    def stood(self, state: State, plan: Plan) -> tuple[State, Plan]:
        if state.posture != DOWN:
            return state, plan
        paid = stand(plan, self.fight.stand_up)
        return (state, plan) if paid is None else (state._replace(posture=STANDING), paid)

    @staticmethod
    def strikes(state: State, plan: Plan) -> int:
        return plan.ac if state.posture == STANDING else 0

    def after_loss(self, side: int, before: State, after: State, plan: Plan, *, acted: bool) -> Plan:
        if after.out:
            return NOTHING
        return lose(plan, self.fight.sides[side].lost(before.markers, after.markers), acted=acted)

    def _attack(
        self, attacker: int, striker: State, struck: State, ac: int, dc: int
    ) -> list[tuple[State, int, float, float]]:
        """(state, DC spent, chance, markers inflicted) of everything that an attack may come to, impact by impact."""
        if not ac:
            return [(struck, 0, 1.0, 0.0)]
        when = self.fight.circumstances(striker, struck)
        may = not struck.lies or self.fight.blocks_lying
        dc = dc if may and struck.posture != KO else 0
        strike, harm = self.fight.blow(attacker, ac, dc, when)
        unseen = self.fight.edition["block_timing"] == "before_impacts"
        bare = table(strike._replace(block_dice=0, saves=0))
        found: dict[tuple[State, int], list[float]] = {}
        for (_, rolled, *_), whole in bare.cells():
            dice = strike.block_dice
            if strike.block_cap:
                dice = min(dice, rolled * strike.block_need)
            spent = dc if rolled or unseen else 0
            while spent and rolled and self.fight.blow(attacker, ac, spent - 1, when).strike.block_dice >= dice:
                spent -= 1
            law = table(strike._replace(dice=rolled, impact=ALL_FACES, impact_rerolls=0, impact_spoils=0))
            # Each cell of `bare` that shares a number of impacts adds its own share.
            for (_, impacts, damages, criticals, matched), part in law.cells():
                got = (impacts, damages, criticals)
                gain = self.fight.inflicts(attacker, harm, struck, got)
                for after, sixths in self.fight.lands(attacker, harm, struck, got, matched=bool(matched)):
                    key = (after if self.scoring else after._replace(scored=0), spent)
                    entry = found.setdefault(key, [0.0, 0.0])
                    entry[0] += whole * part * sixths / 6
                    entry[1] += whole * part * sixths / 6 * gain
        return [(*key, chance, mean / chance) for key, (chance, mean) in found.items() if chance > 1e-15]

    def recovered(self, side: int, state: State, sc: int) -> Iterator[tuple[State, float]]:
        from math import comb

        fighter = self.fight.sides[side]
        if state.posture == KO:
            wakes = (
                bool(fighter.recovery) * sum(i + j <= fighter.endurance for i in range(1, 7) for j in range(1, 7)) / 36
            )
            yield state, 1.0 - wakes
            yield fighter.wakes(state), wakes
            return
        for successes in range(sc + 2):
            one = fighter.recovery.bit_count() / 6
            chance = comb(sc + 1, successes) * one**successes * (1 - one) ** (sc + 1 - successes)
            yield fighter.recovers(state, successes, injuries=self.fight.recover_injuries), chance

    def law(self) -> list[dict[tuple[State, State], float]]:
        """The law after the attacks of each round under the policies of both sides, the side drawn going first."""
        a, b = (side.fresh for side in self.fight.sides)
        now: dict[tuple[Bag, State, State], float] = {(None, a, b): 1.0}
        if self.fight.first == "draw":
            now = {((one, two), a, b): chance for chance, one, two in self.fight.bags()}
        found = []
        ended: dict[tuple[State, State], float] = {}
        for done in range(self.fight.rounds):
            total = dict(ended)
            then: dict[tuple[Bag, State, State], float] = {}
            for (bag, a, b), mass in now.items():
                for first, after, share in self._drawn(bag):
                    for a2, b2, scs, chance in self._fight(first, self.fight.rounds - done, a, b):
                        got = mass * share * chance
                        total[a2, b2] = total.get((a2, b2), 0.0) + got
                        if CASUALTY in (a2.posture, b2.posture):
                            ended[a2, b2] = ended.get((a2, b2), 0.0) + got
                            continue
                        for a3, one in self.recovered(0, a2, scs[0]):
                            for b3, two in self.recovered(1, b2, scs[1]):
                                then[after, a3, b3] = then.get((after, a3, b3), 0.0) + got * one * two
            found.append(total)
            now = then
        return found

    def _drawn(self, bag: Bag) -> Iterator[tuple[int, Bag, float]]:
        if bag is None:
            yield "ab".index(self.fight.first), None, 1.0
            return
        for side in (0, 1):
            if bag[side]:
                yield side, (bag[0] - (side == 0), bag[1] - (side == 1)), bag[side] / sum(bag)

    def _fight(
        self, first: int, left: int, a: State, b: State
    ) -> Iterator[tuple[State, State, tuple[int, int], float]]:
        own, foe = self.pair(first, a, b)
        (plan,) = self.plans(first, own, foe, left, first=True, seen=None)
        (reply,) = self.plans(1 - first, foe, own, left, first=False, seen=plan)
        own, plan = self.stood(own, plan)
        for other, spent, chance, _ in self.attack(first, own, foe, self.strikes(own, plan), reply.dc):
            if other.posture == CASUALTY:
                yield *self.pair(first, own, other), (0, 0), chance
                continue
            kept = reply._replace(dc=max(0, reply.dc - spent))
            kept = self.after_loss(1 - first, foe, other, kept, acted=False)
            up, kept = self.stood(other, kept)
            for mine, _, part, _ in self.attack(1 - first, up, own, self.strikes(up, kept), plan.dc):
                rest = self.after_loss(first, own, mine, plan, acted=True)
                scs = (rest.sc, kept.sc) if first == 0 else (kept.sc, rest.sc)
                yield *self.pair(first, mine, up), scs, chance * part
