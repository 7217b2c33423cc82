"""A duel as data: two models in contact, every attack that either can make, what it can pay, what carries over (R5).

A `Fight` holds no chances. Side 0 is A, side 1 is B everywhere.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.rules import awarding, fold, marks
from bmg_odds.rules.duel_fighter import Fighter, make_fighter, melee
from bmg_odds.rules.duel_plans import Plan, View
from bmg_odds.rules.duel_state import CASUALTY, DOWN, KO, STANDING, State, states
from bmg_odds.rules.edition import Edition
from bmg_odds.rules.harm import Harm
from bmg_odds.rules.question import Question
from bmg_odds.rules.record import Strike
from bmg_odds.rules.resolve import spoken
from bmg_odds.rules.situation import Situation
from bmg_odds.rules.terms import Given, Terms

FIRSTS = ("a", "b", "draw")
MOST_ROUNDS = 20
OBJECTIVES = ("out", "vp", "markers")
"""What a side may want more of than its foe, where a fight is solved."""
UP_BEFORE, KO_BEFORE = range(2)
"""Statuses of `awarding` before an attack."""


class Blow(NamedTuple):
    """One attack of a duel as the engines need it; `harm` as it is on an unmarked target with a whole armour."""

    strike: Strike
    harm: Harm


class Circumstances(NamedTuple):
    """All of the two states that can touch the dice of an attack."""

    lies: bool = False
    """The target is down or K.O. (reading down_target); its plan is then of no use where it may not block."""
    attacker_wounded: bool = False
    """Either has markers (Tension, Blood Scent)."""
    target_wounded: bool = False


@dataclass(frozen=True)
class Fight:
    """A duel under one edition; side 0 is A."""

    edition: Edition
    sides: tuple[Fighter, Fighter]
    rounds: int = 6
    first: str = "draw"
    """Who goes first: a, b, or draw (R3's bag, reading lead_bag)."""

    def other(self, side: int) -> Fighter:
        """Return the foe of a side."""
        return self.sides[1 - side]

    @cached_property
    def stand_up(self) -> str:
        """How standing up is paid: mc or any_counter (reading stand_up)."""
        return self.edition["stand_up"]

    @cached_property
    def recover_injuries(self) -> bool:
        """Whether recovery dice go on to Injuries where no Stun is left (reading recover_injuries)."""
        return self.edition["recover_injuries"] == "yes"

    @cached_property
    def blocks_lying(self) -> bool:
        """Whether a model that lies may block; if not its DC are not rolled, and it keeps them (down_target)."""
        return self.edition["down_target"] == "none"

    @cached_property
    def unseen(self) -> bool:
        """Whether DC are spent even where there is no impact (reading block_timing=before_impacts)."""
        return self.edition["block_timing"] == "before_impacts"

    def spent(self, attacker: int, dc: int, dice: int, when: Circumstances) -> int:
        """Return the DC that so many block dice take: fewer than there are only where a cap bounds the dice (R2.5)."""
        while dc and self.blow(attacker, 1, dc - 1, when).strike.block_dice >= dice:
            dc -= 1
        return dc

    @cached_property
    def higher(self) -> bool:
        """Whether a Casualty after a K.O. earns only what is missing (reading vp_after_ko=higher)."""
        return self.edition["vp_after_ko"] == "higher"

    def bags(self) -> list[tuple[float, int, int]]:
        """Return the bags that the fight may begin with: chance, counters of A, counters of B (lead_bag, R3).

        >>> from bmg_odds.rules.edition import edition
        >>> make_fight(edition("revised"), _thug(), _thug(), rounds=3).bags()
        [(1.0, 3, 3)]
        >>> make_fight(edition("revised", ["lead_bag=in_all"]), _thug(), _thug(), rounds=3).bags()
        [(0.5, 2, 1), (0.5, 1, 2)]
        """
        if self.edition["lead_bag"] == "per_side":
            return [(1.0, self.rounds, self.rounds)]
        half, odd = divmod(self.rounds, 2)
        return [(0.5, half + 1, half), (0.5, half, half + 1)] if odd else [(1.0, half, half)]

    def blow(self, attacker: int, ac: int, dc: int, when: Circumstances = Circumstances()) -> Blow:  # noqa: B008
        """Return the attack of a side with so many AC against so many DC (R2.3-R2.11)."""
        return _blow(self, attacker, ac, dc, when)

    def circumstances(self, attacker: State, target: State) -> Circumstances:
        """Return all of two states that touches the dice when one strikes the other."""
        return Circumstances(target.lies and not self.blocks_lying, attacker.markers > 0, target.markers > 0)

    def row(self, attacker: int, harm: Harm, state: State) -> list[int]:
        """Return the numbers of `awarding` for an attack of this side on the other's model in this state."""
        row = list(harm.row)
        row[awarding.HELD_INJURIES], row[awarding.HELD_STUNS] = state.injuries, state.stuns
        row[awarding.IGNORED] += state.armour - self.other(attacker).traits.armour
        row[awarding.BEFORE] = KO_BEFORE if state.posture == KO else UP_BEFORE
        return row

    def inflicts(self, attacker: int, harm: Harm, state: State, dice: tuple[int, int, int]) -> int:
        """Return the markers inflicted, before Endurance (R2.11), by (impacts, damages, criticals)."""
        return sum(awarding._inflicted(self.row(attacker, harm, state), *dice))

    def lands(
        self, attacker: int, harm: Harm, state: State, dice: tuple[int, int, int], *, matched: bool
    ) -> list[tuple[State, int]]:
        """Return the struck model's states after an attack, each with its chance in sixths (R2.9-R2.11, R9.6).

        `dice` are impacts, damages and criticals of a cell of the strike's joint table; `state` is the target's
        before the attack. Most often there is a single state, with 6; Judgment and Survivor roll a die.
        """
        row = self.row(attacker, harm, state)
        injuries, stuns = awarding._inflicted(row, *dice)
        left = state.armour and self._worn(row, state.armour, dice)
        after = awarding._suffered(row, injuries, stuns)
        status = awarding._status(row[awarding.ENDURANCE], *after)
        if state.injuries >= row[awarding.ENDURANCE] and not injuries:
            status = KO_BEFORE  # a Survivor, K.O. with Injuries only, whom only another Injury removes
        ko, casualty = awarding._fates(row, status, dice[2])
        down = state.posture == DOWN or harm.knocked_down(dice[0], dice[1], matched)
        live = KO if state.posture == KO else DOWN if down else STANDING
        fates = ((CASUALTY, casualty), (KO, ko), (live, 6 - ko - casualty))
        return [(self._landed(attacker, state, (*after, left), posture), sixths) for posture, sixths in fates if sixths]

    @staticmethod
    def _worn(row: list[int], left: int, dice: tuple[int, int, int]) -> int:
        """Return what a Power Armor still ignores: it takes what Invulnerability leaves, then it is broken."""
        bare = list(row)
        bare[awarding.IGNORED] = bare[awarding.HARDENED] = 0
        met = sum(awarding._inflicted(bare, *dice)) - (row[awarding.IGNORED] - left)
        return left - max(0, min(left, met))

    def _landed(self, attacker: int, state: State, card: tuple[int, int, int], posture: int) -> State:
        injuries, stuns, left = card
        scored = int(state.scored or (posture == KO and self.scores(1 - attacker)))
        return State(injuries, stuns, posture, scored, left)

    def scores(self, side: int) -> bool:
        """Whether victory points for this side's model are followed: its rank is known."""
        return self.sides[side].points is not None

    def points(self, side: int, state: State) -> int:
        """Victory points that the foe of a side has for its model in this state (R3; reading vp_after_ko)."""
        casualty, ko = self.sides[side].points or (0, 0)
        if state.posture != CASUALTY:
            return ko if state.scored else 0
        return casualty + (ko if state.scored and not self.higher else 0)

    def states(self, side: int, *, scoring: bool) -> list[State]:
        """Return every state of a side's model, the fresh one first."""
        fighter = self.sides[side]
        return states(fighter.endurance, fighter.traits, scoring=scoring and self.scores(side))

    def view(
        self, side: int, own: State, foe: State, rounds_left: int, *, first: bool, foe_plan: Plan | None = None,
        bag: tuple[int, int] | None = None,
    ) -> View:  # fmt: skip
        """Return what a side sees when it plans; `bag` are the counters of A and of B after this round's draw."""
        fighter = self.sides[side]
        draws = (None, None) if bag is None else (bag[side], bag[1 - side])
        return View(own, foe, rounds_left, fighter.counters(own), fighter.caps(own), first, foe_plan, *draws)


def make_fight(
    edition: Edition, a: Card, b: Card, *, weapon_a: str | None = None, weapon_b: str | None = None, rounds: int = 6,
    first: str = "draw",
) -> Fight:  # fmt: skip
    """Return the duel of two cards; BmgError where it cannot be fought.

    That is: a ranged weapon, a value that is missing, an edition whose duels are not modelled.

    >>> from bmg_odds.rules.edition import EDITIONS
    >>> make_fight(EDITIONS["revised"], _thug(), _thug()).sides[0].unhurt
    Plan(ac=3, dc=2, sc=3, mc=4)
    """
    check_rules(edition)
    check_terms(rounds, first)
    weapons = (melee(edition, a, weapon_a, "--weapon-a"), melee(edition, b, weapon_b, "--weapon-b"))
    questions = (
        Question(edition, a, replace(b, changes=()), weapons[0], Situation()),
        Question(edition, b, replace(a, changes=()), weapons[1], Situation()),
    )
    sides = (make_fighter(questions[0], questions[1]), make_fighter(questions[1], questions[0]))
    return Fight(edition, sides, rounds, first)


def check_terms(rounds: int, first: str) -> None:
    """Raise BmgError for rounds, or a way to say who goes first, that no fight has."""
    if first not in FIRSTS:
        raise BmgError(f"--first {first} is not known; allowed: {', '.join(FIRSTS)}")
    if isinstance(rounds, bool) or not isinstance(rounds, int) or not 1 <= rounds <= MOST_ROUNDS:
        raise BmgError(f"--rounds {rounds} is out of range; allowed: 1 to {MOST_ROUNDS}")


def check_objective(objective: str) -> None:
    """Raise BmgError for an objective that is not known."""
    if objective not in OBJECTIVES:
        raise BmgError(f"--objective {objective} is not known; allowed: {', '.join(OBJECTIVES)}")


def check_rules(edition: Edition) -> None:
    """Raise BmgError for an edition whose duels are not of counters."""
    if edition.name == "third":
        raise BmgError(
            "a duel of counters is of the first edition; allowed: 2012, revised (under third it is one of Efforts)"
        )


def _thug() -> Card:
    return Card(
        name="Thug", edition="revised", rank="Henchman", willpower=4, movement=4, attack=3, strength=4, defense=2,
        endurance=4,
    )  # fmt: skip


def asked(fight: Fight, attacker: int, when: Circumstances = Circumstances()) -> Question:  # noqa: B008
    """Return the question of a side's attack on the other, without any counters."""
    own, foe = fight.sides[attacker], fight.other(attacker)
    situation = Situation(down=when.lies, stuns=int(when.target_wounded), attacker_stuns=int(when.attacker_wounded))
    return Question(fight.edition, own.card, replace(foe.card, changes=()), own.weapon.name, situation)


@lru_cache(maxsize=64)
def _heard(fight: Fight, attacker: int, when: Circumstances) -> tuple[Given, Terms]:
    given, terms, _, _ = spoken(asked(fight, attacker, when))
    return given, terms


@lru_cache(maxsize=4096)
def _blow(fight: Fight, attacker: int, ac: int, dc: int, when: Circumstances) -> Blow:
    given, terms = _heard(fight, attacker, when)
    given = replace(given, situation=replace(given.situation, ac=ac, dc=dc))
    harm = replace(marks.harm(given, terms), held_injuries=0, held_stuns=0)
    return Blow(fold.strike(given, terms), harm)
