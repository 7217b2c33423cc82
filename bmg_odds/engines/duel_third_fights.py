"""Many third-edition fights side by side: cards kept as arrays, every die rolled, every marker put down (R7)."""

from typing import Any

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.duel_third_dice import dealt, strike
from bmg_odds.rules.clash import Clash
from bmg_odds.rules.clash_fold import ClashHarm
from bmg_odds.rules.duel_third import EFFORTS, ThirdCircumstances, ThirdFight
from bmg_odds.rules.duel_third_plans import EffortPolicy, check_efforts, effort_view

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
UP, DOWN, KO, CASUALTY = range(4)
MANY = len(EFFORTS)
NOBODY = -1


class Told:
    """What all blocks share: the fight, its states by number, the plans and what they have answered."""

    def __init__(
        self, fight: ThirdFight, plans: tuple[EffortPolicy, EffortPolicy], choose: Any, *, scoring: bool
    ) -> None:
        self.fight, self.plans, self.choose = fight, plans, choose
        self.states = [fight.states(side, scoring=scoring) for side in (0, 1)]
        self.scores = [scoring and fight.scores(side) for side in (0, 1)]
        self.places = [self._places(side) for side in (0, 1)]
        self.answers: dict[tuple[object, ...], int] = {}
        self.attacks: dict[tuple[int, int], tuple[Clash, ClashHarm]] = {}

    def _places(self, side: int) -> Ints:
        """Return the number of a state by posture, whether it has scored, Injuries and Stuns."""
        wide = self.fight.sides[side].endurance + 1
        found = np.full((4, 2, wide, wide), -1)
        for number, state in enumerate(self.states[side]):
            found[state.posture, state.scored, state.injuries, state.stuns] = number
        return found

    def efforts(
        self, side: int, own: int, foe: int, left: int, lead: int, *, attacks: bool, first: bool, seen: int
    ) -> int:
        """Return what a side's plan answers, asked once."""
        key = (side, own, foe, left, lead, attacks, first, seen)
        if key not in self.answers:
            view = effort_view(
                self.fight, side, self.states[side][own], self.states[1 - side][foe], rounds_left=left, attacks=attacks,
                first=first, lead=None if lead == NOBODY else lead, foe_efforts=seen,
            )  # fmt: skip
            name = self.fight.sides[side].card.name
            self.answers[key] = check_efforts(self.plans[side](view), view, name) if view.most else 0
        return self.answers[key]

    def chosen(self, a: int, b: int, left: int, lead: int) -> int:
        """Return who goes first, asked once."""
        key = ("first", a, b, left, lead)
        if key not in self.answers:
            self.answers[key] = self.choose(self.states[0][a], self.states[1][b], left, lead)
        return self.answers[key]

    def attack(self, side: int, code: int) -> tuple[Clash, ClashHarm]:
        """Return the record of an attack: `code` is its circumstances, Efforts in attack and in defence."""
        if (side, code) not in self.attacks:
            flags, made, met = code // (MANY * MANY), code // MANY % MANY, code % MANY
            when = ThirdCircumstances(*(bool(flags >> bit & 1) for bit in range(5)))
            blow = self.fight.blow(side, made, met, when)
            self.attacks[side, code] = blow.clash, blow.harm
        return self.attacks[side, code]


class Cards:
    """The cards of one side in so many fights."""

    def __init__(self, fights: int) -> None:
        self.injuries, self.stuns, self.posture, self.scored = (np.zeros(fights, np.int64) for _ in range(4))

    def number(self, places: Ints, which: Ints) -> Ints:
        """Return the numbers of these cards' states."""
        found: Ints = places[self.posture[which], self.scored[which], self.injuries[which], self.stuns[which]]
        return found


class Fights:
    """So many fights of one block, from the first round to the last."""

    def __init__(self, told: Told, random: np.random.Generator, fights: int) -> None:
        self.told, self.random, self.fights = told, random, fights
        self.cards = (Cards(fights), Cards(fights))
        self.lead = np.full(fights, NOBODY)
        self.inflicted = np.zeros((2, fights), np.int64)
        self.efforts = np.zeros((2, 2), np.int64)

    def play(self, joint: Ints, sums: Ints) -> None:
        """Fight to the end; add every round's cards and the sums of `duel_third_rolled`."""
        fight, everyone = self.told.fight, np.arange(self.fights)
        sizes = [len(states) for states in self.told.states]
        for done in range(fight.rounds):
            on = np.flatnonzero((self.cards[0].posture != CASUALTY) & (self.cards[1].posture != CASUALTY))
            self._round(on, fight.rounds - done)
            a, b = (self._numbers(side, everyone) for side in (0, 1))
            joint += np.bincount((done * sizes[0] + a) * sizes[1] + b, minlength=len(joint))
            if done + 1 < fight.rounds:
                for side in (0, 1):
                    self._recover(side)
        one, two = self.inflicted
        sums += np.array([one.sum(), two.sum(), one @ one, two @ two, one @ two, *self.efforts.ravel()])

    def _numbers(self, side: int, which: Ints) -> Ints:
        return self.cards[side].number(self.told.places[side], which)

    def _round(self, on: Ints, left: int) -> None:
        first = self._firsts(on, left)
        for place in (0, 1):
            for side in (0, 1):
                self._activate(on[(first == side) == (place == 0)], side, left, first=place == 0)

    def _firsts(self, on: Ints, left: int) -> Ints:
        """Return who goes first in each fight; a die each for the lead (R7.8)."""
        fight = self.told.fight
        if fight.first != "draw":
            return np.full(len(on), "ab".index(fight.first))
        had, tied = self.lead[on], np.arange(len(on))
        lead = had.copy()
        while tied.size:
            a, b = self.random.integers(1, 7, size=(2, len(tied)), dtype=np.int8)
            lead[tied] = np.where(a > b, 0, np.where(b > a, 1, np.where(had[tied] >= 0, 1 - had[tied], NOBODY)))
            tied = tied[lead[tied] == NOBODY]
        self.lead[on] = lead
        if self.told.choose is None:
            return lead
        a, b = self._numbers(0, on), self._numbers(1, on)
        keys, back = np.unique((a * len(self.told.states[1]) + b) * 2 + lead, return_inverse=True)
        wide = len(self.told.states[1])
        firsts = [self.told.chosen(key // 2 // wide, key // 2 % wide, left, key % 2) for key in keys.tolist()]
        return np.array(firsts, np.int64)[back]

    def _activate(self, which: Ints, side: int, left: int, *, first: bool) -> None:
        """One activation in each of these fights: stand up, then one attack."""
        own, foe = self.cards[side], self.cards[1 - side]
        which = which[(own.posture[which] <= DOWN) & (foe.posture[which] != CASUALTY)]
        lay = own.posture[which] == DOWN
        own.posture[which] = UP
        if not self.told.fight.stands_and_strikes:
            which = which[~lay]
        if not which.size:
            return
        lies = foe.posture[which] != UP
        mine, theirs = self._numbers(side, which), self._numbers(1 - side, which)
        lead = self.lead[which] if self.told.fight.first == "draw" else np.full(len(which), NOBODY)
        nothing = np.zeros(len(which), np.int64)
        met = self._declare(1 - side, theirs, mine, left, lead, nothing, attacks=False, first=first)
        made = self._declare(side, mine, theirs, left, lead, met, attacks=True, first=first)
        self.efforts[1 - side, 0] += met.sum()
        self.efforts[side, 1] += made.sum()
        free = self.told.fight.sides[side].free
        self._pay(1 - side, which, met)
        self._pay(side, which, np.maximum(0, made - free))
        self._strike(which, side, made, met, lies)

    def _declare(
        self, side: int, own: Ints, foe: Ints, left: int, lead: Ints, seen: Ints, *, attacks: bool, first: bool
    ) -> Ints:
        """Return the Efforts of a side in each fight, its plan asked once for each situation."""
        wide = len(self.told.states[1 - side])
        keys, back = np.unique(((own * wide + foe) * MANY + seen) * 3 + lead + 1, return_inverse=True)
        answers = []
        for key in keys.tolist():
            pair = key // 3 // MANY
            answers.append(
                self.told.efforts(
                    side, pair // wide, pair % wide, left, key % 3 - 1, attacks=attacks, first=first,
                    seen=key // 3 % MANY,
                )
            )  # fmt: skip
        return np.array(answers, np.int64)[back]

    def _pay(self, side: int, which: Ints, stuns: Ints) -> None:
        """Put the Stuns of Efforts on the cards, one by one; the last may K.O. their maker (R7.1)."""
        one = self.told.fight.sides[side]
        if not one.costs:
            return
        for number in range(MANY - 1):
            self._stun(side, which[stuns > number])
        self._judge(side, which)

    def _stun(self, side: int, which: Ints) -> None:
        card, endurance = self.cards[side], self.told.fight.sides[side].endurance
        card.stuns[which] += card.injuries[which] + card.stuns[which] < endurance

    def _injure(self, side: int, which: Ints) -> None:
        """One Injury on each of these cards: it takes the place of a Stun where there is no room (R2.11)."""
        card, endurance = self.cards[side], self.told.fight.sides[side].endurance
        room = card.injuries[which] + card.stuns[which] < endurance
        turned = ~room & (card.stuns[which] > 0)
        card.stuns[which] -= turned
        card.injuries[which] += room | turned

    def _judge(self, side: int, which: Ints) -> None:
        """Say which models are K.O. and which are Casualties."""
        card, endurance = self.cards[side], self.told.fight.sides[side].endurance
        full = which[card.injuries[which] + card.stuns[which] >= endurance]
        gone = card.injuries[full] >= endurance
        card.posture[full[gone]] = CASUALTY
        card.posture[full[~gone]] = KO
        card.scored[full[~gone]] = self.told.scores[side]

    def _strike(self, which: Ints, side: int, made: Ints, met: Ints, lies: Flags) -> None:
        """Strike in each of these fights, those whose attacks have one record together."""
        own, foe = self.cards[side], self.cards[1 - side]
        flags = lies + 2 * (own.injuries[which] > 0) + 4 * (own.injuries[which] + own.stuns[which] > 0)
        flags = flags + 8 * (foe.injuries[which] > 0) + 16 * (foe.injuries[which] + foe.stuns[which] > 0)
        codes, back = np.unique((flags * MANY + made) * MANY + met, return_inverse=True)
        dice = np.zeros(len(codes), np.int64)
        groups: dict[tuple[Clash, ClashHarm], list[int]] = {}
        for number, code in enumerate(codes.tolist()):
            clash, harm = self.told.attack(side, code)
            dice[number] = clash.dice
            groups.setdefault((clash._replace(dice=0), harm), []).append(number)
        for (clash, harm), numbers in groups.items():
            here = np.isin(back, numbers)
            self._land(which[here], side, harm, strike(self.random, clash, dice[back[here]]))

    def _land(self, which: Ints, side: int, harm: ClashHarm, hits: Any) -> None:
        foe = self.cards[1 - side]
        injuries, stuns, down, removed = dealt(harm, hits)
        self.inflicted[side, which] += injuries + stuns
        for number in range(int(injuries.max(initial=0))):
            self._injure(1 - side, which[injuries > number])
        for number in range(int(stuns.max(initial=0))):
            self._stun(1 - side, which[stuns > number])
        fallen = which[down]
        foe.posture[fallen] = np.maximum(foe.posture[fallen], DOWN)
        # One whom a critical removes was never K.O. for it, unless it was before.
        scored = foe.scored[which[removed]].copy()
        self._judge(1 - side, which)
        foe.posture[which[removed]] = CASUALTY
        foe.scored[which[removed]] = scored

    def _recover(self, side: int) -> None:
        """The end of a round (R7.8)."""
        card, one = self.cards[side], self.told.fight.sides[side]
        if not one.recovers:
            return
        on = self.cards[1 - side].posture != CASUALTY
        up = np.flatnonzero(on & (card.posture <= DOWN))
        card.stuns[up] -= card.stuns[up] > 0
        out = np.flatnonzero(on & (card.posture == KO))
        rolls = self.random.integers(1, 7, size=(2, len(out)), dtype=np.int8).sum(axis=0)
        wakes = out[rolls <= one.endurance]
        card.stuns[wakes] = 0 if self.told.fight.edition["ko_recovery"] == "all" else card.stuns[wakes] - 1
        card.posture[wakes] = DOWN
