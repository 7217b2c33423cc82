"""A duel of the third edition as data: two models in contact, their attacks, and what Efforts cost (R7).

A `ThirdFight` holds no chances. Side 0 is A, side 1 is B everywhere. States are those of `duel_state`.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.facts.trait_names import parse_trait
from bmg_odds.rules.bearers import hear
from bmg_odds.rules.clash import Clash
from bmg_odds.rules.clash_fold import ClashHarm, clash, clash_harm
from bmg_odds.rules.clash_resolve import free_efforts, most_efforts
from bmg_odds.rules.clash_terms import ClashTerms
from bmg_odds.rules.duel import check_terms
from bmg_odds.rules.duel_fighter import melee
from bmg_odds.rules.duel_state import CASUALTY, DOWN, KO, STANDING, State, Traits, states
from bmg_odds.rules.edition import Edition
from bmg_odds.rules.harm import VICTORY_POINTS, Deal, Harm
from bmg_odds.rules.limits import needed
from bmg_odds.rules.question import Question
from bmg_odds.rules.situation import Situation
from bmg_odds.rules.terms import Given

EFFORTS = range(4)
"""Efforts that a model may make in one attack (R7.1)."""

WHOLE = Harm(endurance=1)


class ThirdBlow(NamedTuple):
    """One attack as the engines need it; `harm` as it is on an unmarked card, the Efforts being on it already."""

    clash: Clash
    harm: ClashHarm


class ThirdCircumstances(NamedTuple):
    """All of two states, the Stuns of their Efforts on them, that can touch the dice of an attack."""

    lies: bool = False
    """The target is knocked down or K.O. (R7.5)."""
    attacker_injured: bool = False
    """An Injury (Tension)."""
    attacker_marked: bool = False
    """A marker of any kind."""
    target_injured: bool = False
    target_marked: bool = False
    """(Blood Scent)"""


@dataclass(frozen=True)
class Combatant:
    """One side of a duel: its card and the weapon of the fight."""

    card: Card
    weapon: Weapon
    endurance: int
    removed: bool
    """Whether a critical of its foe removes it, whatever its markers (CRT Casualty)."""
    free: int
    """How many of its Efforts in attack cost it nothing."""
    costs: bool
    """Whether the Stuns of Efforts go on its card (reading effort_stuns)."""
    recovers: bool
    """Whether Stuns ever come off it: not of a Bot."""
    points: tuple[int, int] | None
    """Victory points for its Casualty and its first K.O.; None where its rank is unknown."""

    @property
    def fresh(self) -> State:
        """Its state when the fight begins."""
        return State()

    def most(self, state: State) -> int:
        """Return how many Efforts it may make in this state: min(3, Endurance − markers), none lying (R7.1, R7.5)."""
        return 0 if state.posture != STANDING else most_efforts(self.card, state.markers)

    def safe(self, state: State, *, attacks: bool) -> int:
        """Return how many Efforts it may make without being K.O. for it."""
        return max(number for number in range(self.most(state) + 1)
                   if not number or not self.spent(state, number, attacks=attacks).out)  # fmt: skip

    def spent(self, state: State, efforts: int, *, attacks: bool) -> State:
        """Return its state with the Stuns of so many Efforts on its card; the last may K.O. it (R7.1)."""
        stuns = max(0, efforts - (self.free if attacks else 0)) if self.costs else 0
        stuns = min(stuns, self.endurance - state.markers)
        if not stuns:
            return state
        found = state._replace(stuns=state.stuns + stuns)
        return self.out(found) if found.markers >= self.endurance else found

    def out(self, state: State) -> State:
        """Return the state of a model that has become K.O., its first K.O. written down where points are followed."""
        return state._replace(posture=KO, scored=int(self.points is not None))

    def recovered(self, state: State) -> State:
        """Return its state after a round that it was not K.O. in: a Stun fewer (R7.8)."""
        return state._replace(stuns=state.stuns - 1) if state.stuns and self.recovers else state

    def woken(self, state: State, reading: str) -> State:
        """Return the state of a K.O. model whose recovery roll succeeds: knocked down (R7.8, reading ko_recovery)."""
        return state._replace(stuns=0 if reading == "all" else state.stuns - 1, posture=DOWN)


@dataclass(frozen=True)
class ThirdFight:
    """A duel of the third edition; side 0 is A."""

    edition: Edition
    sides: tuple[Combatant, Combatant]
    rounds: int = 4
    first: str = "draw"
    """Who goes first: a, b, or draw (the dice for the lead, R7.8)."""

    def other(self, side: int) -> Combatant:
        """Return the foe of a side."""
        return self.sides[1 - side]

    @cached_property
    def stands_and_strikes(self) -> bool:
        """Whether a model that stands up may attack in the same activation (reading stand_up)."""
        return self.edition["stand_up"] == "free"

    def blow(
        self, attacker: int, attack_efforts: int, defence_efforts: int,
        when: ThirdCircumstances = ThirdCircumstances(),  # noqa: B008
    ) -> ThirdBlow:  # fmt: skip
        """Return the attack of a side with these Efforts of both (R7.1-R7.5).

        >>> from bmg_odds.rules.edition import EDITIONS
        >>> fight = make_third_fight(EDITIONS["third"], _thug(), _thug())
        >>> [fight.blow(0, 2, 1).clash.dice, fight.blow(0, 0, 3).clash.dice]
        [4, 0]
        """
        return _blow(self, attacker, attack_efforts, defence_efforts, when)

    @staticmethod
    def circumstances(attacker: State, target: State, *, lies: bool) -> ThirdCircumstances:
        """Return all of two states, Efforts paid, that touches the dice when one strikes the other.

        `lies`: whether the target lay before the attack. One that its own Efforts have just K.O. did not (R7.1).
        """
        return ThirdCircumstances(
            lies, attacker.injuries > 0, attacker.markers > 0, target.injuries > 0, target.markers > 0
        )

    def lands(self, attacker: int, harm: ClashHarm, before: State, deal: Deal) -> State:
        """Return the struck model's state after an attack (R2.11, R7.4); `before` with its Efforts paid."""
        injuries, stuns, status = _card(harm.endurance, before.injuries, before.stuns, deal.injuries, deal.stuns)
        found = before._replace(injuries=injuries, stuns=stuns)
        if status == "casualty" or (harm.critical_casualty and deal.criticals):
            return found._replace(posture=CASUALTY)
        if status == "ko":
            return self.other(attacker).out(found)
        return found._replace(posture=DOWN) if deal.knocked_down else found

    def scores(self, side: int) -> bool:
        """Whether victory points for this side's model are followed: its rank is known."""
        return self.sides[side].points is not None

    def points(self, side: int, state: State) -> int:
        """Victory points that the foe of a side has for its model in this state (R3)."""
        casualty, ko = self.sides[side].points or (0, 0)
        return (casualty if state.posture == CASUALTY else 0) + (ko if state.scored else 0)

    def states(self, side: int, *, scoring: bool) -> list[State]:
        """Return every state of a side's model, the fresh one first."""
        one = self.sides[side]
        return states(one.endurance, Traits(removed=one.removed), scoring=scoring and self.scores(side))


def make_third_fight(
    edition: Edition, a: Card, b: Card, *, weapon_a: str | None = None, weapon_b: str | None = None, rounds: int = 4,
    first: str = "draw",
) -> ThirdFight:  # fmt: skip
    """Return the duel of two cards under the third edition; BmgError where it cannot be fought.

    That is: a ranged weapon, a value that is missing, rounds or a first side that are not allowed.

    >>> from bmg_odds.rules.edition import EDITIONS
    >>> make_third_fight(EDITIONS["third"], _thug(), _thug()).sides[0].weapon.name
    'unarmed'
    """
    if edition.name != "third":
        raise BmgError(f"Efforts are of the third edition, not of {edition.name}; ask with --rules third")
    check_terms(rounds, first)
    weapons = (melee(edition, a, weapon_a, "--weapon-a"), melee(edition, b, weapon_b, "--weapon-b"))
    one = Question(edition, a, replace(b, changes=()), weapons[0], Situation())
    two = Question(edition, b, replace(a, changes=()), weapons[1], Situation())
    return ThirdFight(edition, (_combatant(one, two), _combatant(two, one)), rounds, first)


def _thug() -> Card:
    return Card(name="Thug", edition="third", rank="Henchman", attack=3, strength=4, defense=2, endurance=4)


def _combatant(attack: Question, defence: Question) -> Combatant:
    """Return one side from its attack on the foe and the foe's attack on it."""
    card, terms, back = attack.attacker, ClashTerms(), ClashTerms()
    given, _, _ = hear(attack, terms)
    struck, _, _ = hear(defence, back)
    clash(given, terms)  # says what is missing
    return Combatant(
        card=card,
        weapon=given.weapon,
        endurance=needed(card, "endurance", "to fight"),
        removed=clash_harm(struck, back).critical_casualty,
        free=free_efforts(attack),
        costs=attack.edition["effort_stuns"] == "before",
        recovers=not any(parse_trait(name).key == "bot" for name in card.traits),
        points=VICTORY_POINTS.get((card.first_rank or "").lower()),
    )


def third_asked(fight: ThirdFight, attacker: int, when: ThirdCircumstances = ThirdCircumstances()) -> Question:  # noqa: B008
    """Return the question of a side's attack on the other, without Efforts."""
    own, foe = fight.sides[attacker], fight.other(attacker)
    situation = Situation(
        down=when.lies,
        injuries=int(when.target_injured),
        stuns=int(when.target_marked and not when.target_injured),
        attacker_injuries=int(when.attacker_injured),
        attacker_stuns=int(when.attacker_marked and not when.attacker_injured),
    )
    return Question(fight.edition, own.card, replace(foe.card, changes=()), own.weapon.name, situation)


@lru_cache(maxsize=256)
def _heard(fight: ThirdFight, attacker: int, when: ThirdCircumstances) -> tuple[Given, ClashTerms]:
    terms = ClashTerms()
    given, _, _ = hear(third_asked(fight, attacker, when), terms)
    return given, terms


@lru_cache(maxsize=4096)
def _blow(fight: ThirdFight, attacker: int, made: int, met: int, when: ThirdCircumstances) -> ThirdBlow:
    given, terms = _heard(fight, attacker, when)
    given = replace(given, situation=replace(given.situation, attacker_efforts=made, target_efforts=met))
    harm = replace(clash_harm(given, terms), held_injuries=0, held_stuns=0, effort_stuns=0)
    return ThirdBlow(clash(given, terms), harm)


@lru_cache(maxsize=16384)
def _card(endurance: int, injuries: int, stuns: int, more_injuries: int, more_stuns: int) -> tuple[int, int, str]:
    """Return the (Injuries, Stuns, status) of a card after these markers (R2.11)."""
    return replace(WHOLE, endurance=endurance, held_injuries=injuries, held_stuns=stuns).suffered(
        more_injuries, more_stuns
    )
