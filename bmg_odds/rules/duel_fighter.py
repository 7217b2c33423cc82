"""One side of a duel: its card, the weapon of the fight, what it can pay and lose, how it recovers (R2.1, R3, R5)."""

from dataclasses import dataclass, replace

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.rules import fold, marks
from bmg_odds.rules.duel_plans import Plan
from bmg_odds.rules.duel_state import DOWN, State, Traits
from bmg_odds.rules.edition import Edition
from bmg_odds.rules.harm import VICTORY_POINTS
from bmg_odds.rules.limits import counters, markers_a_counter, needed
from bmg_odds.rules.question import Question
from bmg_odds.rules.recovery import recovery_faces
from bmg_odds.rules.resolve import spoken
from bmg_odds.rules.situation import Situation
from bmg_odds.rules.weapons import choose_weapon


@dataclass(frozen=True)
class Fighter:
    """One side of a duel: its card, the weapon of the fight, and what it can pay."""

    card: Card
    weapon: Weapon
    endurance: int
    willpower: int | None
    """None: every cap is filled, and no counter is ever lost."""
    step: int
    """Markers for which a counter is lost (R2.1, TRAITS 2.3): 2, 3 or 1; 0 where none ever is."""
    unhurt: Plan
    """Caps of its plan without markers."""
    hurt: Plan
    """Caps of its plan with markers (Tension)."""
    traits: Traits
    recovery: int
    """Faces of a recovery die that remove a marker; 0 for a model that never recovers (Bot)."""
    points: tuple[int, int] | None
    """Victory points for its Casualty and its first K.O.; None where its rank is unknown."""

    @property
    def fresh(self) -> State:
        """Its state when the fight begins."""
        return State(armour=self.traits.armour)

    def counters(self, state: State) -> int:
        """Counters of a round that begins in this state (R2.1); none for a K.O. model or a Casualty."""
        if state.out:
            return 0
        have = counters(self.card, state.markers)
        return self._caps(state.markers).total if have is None else have

    def caps(self, state: State) -> Plan:
        """Return the most AC, DC, SC and MC that it may place in this state."""
        have = self.counters(state)
        return Plan(*(min(cap, have) for cap in self._caps(state.markers)))

    def _caps(self, markers: int) -> Plan:
        return self.hurt if markers else self.unhurt

    def lost(self, before: int, after: int) -> int:
        """Counters lost when its markers rise: one for each multiple newly reached (R2.1).

        A K.O. loses all; that is not counted here.
        """
        return after // self.step - before // self.step if self.step else 0

    def recovers(self, state: State, successes: int, *, injuries: bool) -> State:
        """Return its state after so many successes of recovery dice (R3); Injuries only under recover_injuries."""
        stuns = min(successes, state.stuns)
        more = min(successes - stuns, state.injuries) if injuries else 0
        return state._replace(stuns=state.stuns - stuns, injuries=state.injuries - more)

    def wakes(self, state: State) -> State:
        """Return the state of a K.O. model after a resistance roll that succeeds: a Stun fewer, down.

        One without a Stun stays K.O. (Survivor).
        """
        return state._replace(stuns=state.stuns - 1, posture=DOWN) if state.stuns else state


def make_fighter(attack: Question, defence: Question) -> Fighter:
    """Return one side from its attack on the foe and the foe's attack on it; BmgError names a value that is missing."""
    card = attack.attacker
    given, terms, _, _ = spoken(attack)
    back, back_terms, _, _ = spoken(defence)
    endurance = needed(card, "endurance", "to fight")
    harm = marks.harm(back, back_terms)
    unhurt, hurt = (_caps(attack, defence, stuns) for stuns in (0, 1))
    fold.strike(replace(given, situation=replace(given.situation, ac=1, dc=1)), terms)  # says what is missing
    return Fighter(
        card=card,
        weapon=given.weapon,
        endurance=endurance,
        willpower=card.willpower,
        step=0 if card.willpower is None else markers_a_counter(card),
        unhurt=unhurt,
        hurt=hurt,
        traits=Traits(harm.survivor, harm.critical_casualty, harm.judgment, back_terms.ignored),
        recovery=recovery_faces(card),
        points=VICTORY_POINTS.get((card.first_rank or "").lower()),
    )


def _caps(attack: Question, defence: Question, stuns: int) -> Plan:
    """Return the most that a plan places in each row (R2.1), without or with markers."""
    card = attack.attacker
    _, terms, _, _ = spoken(replace(attack, situation=Situation(attacker_stuns=stuns)))
    _, back, _, _ = spoken(replace(defence, situation=Situation(stuns=stuns)))
    # Without Movement MC are not capped. One is all that a round can use; Willpower bounds the others.
    movement = card.movement if card.movement is not None else max(1, card.willpower or 0)
    return Plan(
        max(0, needed(card, "attack", "to fight") + terms.attack),
        max(0, needed(card, "defense", "to fight") + back.target_skills + back.defense_cap),
        max(0, card.special + terms.attacker_special),
        movement,
    )


def melee(edition: Edition, card: Card, name: str | None, flag: str) -> str:
    """Return the name of the weapon of the fight: the one asked for, else the first melee weapon with damage (R2.2).

    BmgError for a ranged weapon: the models are in contact.
    """
    if name is None:
        if card.typed and card.weapons:
            own = card.weapons[:1]
        else:
            own = tuple(each for each in card.weapons if each.damage)
        name = next((each.name for each in own if not each.ranged), "unarmed")
    weapon = choose_weapon(card, name, edition, Situation())
    if weapon.ranged:
        raise BmgError(f"{flag}: {weapon.name} is a ranged weapon; the models of a duel are in contact (R5)")
    return name
