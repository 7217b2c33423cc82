"""What the traits of both sides say of an attack, heard once for whatever they do not look at (R2.1).

Traits never look at the target's card: what they say of one target holds for every target whose own traits say the
same. Of its numbers Defense, Movement and Endurance count, of its markers only whether there are any.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.rules import fold, marks
from bmg_odds.rules.awarding import BEFORE, ENDURANCE, HELD_INJURIES, HELD_STUNS, _status
from bmg_odds.rules.bearers import Bearer, acting, defending
from bmg_odds.rules.kept import MOST, Kept
from bmg_odds.rules.limits import _cost, attack_counters, check_target, most_dc, needed, plan
from bmg_odds.rules.question import Question
from bmg_odds.rules.record import Gate, Strike
from bmg_odds.rules.resolve import check, spoken
from bmg_odds.rules.situation import Situation
from bmg_odds.rules.terms import Given, Terms

Said = tuple[tuple[str, str | None], ...]
"""What tells a side's traits apart: their keys and parameters, in their order."""
MINDS_MARKERS = frozenset(("tension", "blood scent"))
"""Traits that say something else where the target has markers."""


class Spread(NamedTuple):
    """What every commitment of one attack needs for its figures, and nothing of what only a reader needs."""

    weapon: Weapon
    strike: Strike
    """Without AC and DC."""
    gate: Gate | None
    """Without AC and DC; a Feint that passes takes one DC."""
    harm: tuple[int, ...]
    """The row of its map of markers (`Harm.row`)."""
    acs: tuple[int, ...]
    dice: tuple[int, ...]
    """Impact dice for each of `acs`."""
    blocks: tuple[tuple[int, int], ...]
    """Block dice and the faces that block, for each DC from 0."""


@dataclass(slots=True)
class Shared:
    """What targets share whose traits say the same; made when it is first asked for, and then the very same again."""

    strikes: dict[tuple[int, int], tuple[Strike, Gate | None]] = field(default_factory=dict)
    """By the faces that hit and that dodge."""
    harms: dict[tuple[int, ...], tuple[int, ...]] = field(default_factory=dict)
    """By Endurance, and by Injuries and Stuns held."""
    blocks: list[tuple[tuple[int, int], ...]] = field(default_factory=lambda: [()])
    """By their number."""
    spreads: dict[Any, Spread] = field(default_factory=dict)
    """By the faces that hit and that dodge, Endurance, Injuries and Stuns held, and the most DC."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What the traits of both sides say of an attack. Of the target's markers they hear only whether there are any."""

    given: Given
    terms: Terms
    bearers: list[list[Bearer]]
    strike: Strike
    gate: Gate | None
    harm: tuple[int, ...]
    acs: tuple[int, ...]
    dice: tuple[int, ...]
    shared: Shared = field(default_factory=Shared)
    most: dict[tuple[int, int], int | BmgError] = field(default_factory=dict)
    """The most DC by the Injuries and Stuns that the target has, or why it cannot be asked."""
    numbers: tuple[int, int, int] = (-1, -1, -1)
    """Faces that hit, faces that dodge, Endurance: of its own where it is one of many."""

    @classmethod
    def of(cls, question: Question) -> "Heard":
        """Return what is heard of a first-edition attack that is asked without AC and DC."""
        check(question)
        given, terms, bearers, _ = spoken(question)
        most = attack_counters(given, terms, bearers[0])
        acs = (most,) if given.ranged else tuple(range(most + 1))
        return cls(
            given, terms, bearers, fold.strike(given, terms), fold.gate(given, terms), marks.harm(given, terms).row,
            acs, tuple(fold._dice(given, terms, ac) for ac in acs),
        )  # fmt: skip

    def against(self, target: Card, most: dict[tuple[int, int], int | BmgError]) -> "Heard":
        """Return what is heard of the same attack on a target whose traits say the same; `most` is its own."""
        old = self.given
        given = Given(old.edition, old.situation, old.attacker, old.weapon, target)
        faces = fold._impact(given, self.terms), fold._dodge(given, self.terms)
        if faces not in self.shared.strikes:
            now = {"impact": faces[0], "dodge": faces[1]}
            gate = self.gate and self.gate._replace(passed=self.gate.passed._replace(**now))
            self.shared.strikes[faces] = self.strike._replace(**now), gate
        strike, gate = self.shared.strikes[faces]
        numbers = *faces, needed(target, "endurance", "to be a target")
        return Heard(
            given, self.terms, self.bearers, strike, gate, self.harm, self.acs, self.dice, self.shared, most, numbers
        )  # fmt: skip

    def _of(self, situation: Situation) -> Given:
        old = self.given
        return Given(old.edition, situation, old.attacker, old.weapon, old.target)

    def refusal(self, situation: Situation, ac: int | None, dc: int) -> BmgError | None:
        """Return why so many AC and DC may not be spent in a situation; None where they may."""
        asked = replace(situation, ac=ac, dc=dc)
        try:
            asked.check_weapon(self.given.weapon.name, ranged=self.given.weapon.ranged)
            plan(self._of(asked), self.terms, *self.bearers)
        except BmgError as error:
            return error
        return None

    def spread(self, situation: Situation) -> Spread:
        """Return every commitment in a situation that differs from the one heard in the target's markers only, where
        both have some or neither has.
        """
        held = situation.injuries, situation.stuns
        most = self.most.get(held)
        if most is None:
            most = self.most[held] = self._most(situation)
        if isinstance(most, BmgError):
            raise most.with_traceback(None)  # it is raised again and again
        key = self.numbers, held, most
        found = self.shared.spreads.get(key)
        if found is None:
            found = self.shared.spreads[key] = self._spread(*held, most)
        return found

    def _spread(self, injuries: int, stuns: int, most: int) -> Spread:
        blocks = self.shared.blocks
        while len(blocks) < most + 2:
            blocks.append((*blocks[-1], fold._block(self.given, self.terms, len(blocks) - 1)))
        harm = self._harm(injuries, stuns)
        return Spread(self.given.weapon, self.strike, self.gate, harm, self.acs, self.dice, blocks[most + 1])

    def _most(self, situation: Situation) -> int | BmgError:
        given = self._of(situation)
        try:
            check_target(given, self.terms, self.bearers[1])
        except BmgError as error:
            return error
        return most_dc(given, self.terms, self.bearers[1])

    def _harm(self, injuries: int, stuns: int) -> tuple[int, ...]:
        endurance = self.given.target.endurance or 0
        key = endurance, injuries, stuns
        if key not in self.shared.harms:
            harm = list(self.harm)
            harm[ENDURANCE], harm[HELD_INJURIES], harm[HELD_STUNS] = key
            harm[BEFORE] = _status(*key)
            self.shared.harms[key] = tuple(harm)
        return self.shared.harms[key]


class Hearing:
    """Hears attack after attack, the targets of one attacker and weapon one after the other if it can be."""

    def __init__(self) -> None:
        self._attack: tuple[Card, str | None] | None = None
        self._attackers: dict[Hashable, tuple[bool, bool]] = {}
        self._heard: dict[Any, Heard] = {}
        # Cards are told apart by what they are in memory, so each is kept as long as its number counts.
        self._speakers = Kept[tuple[int, Hashable, bool], tuple[Card, Said]]()
        self._most = Kept[Any, tuple[Card, dict[tuple[int, int], int | BmgError]]]()

    def of(self, question: Question, kind: tuple[Hashable, ...]) -> Heard:
        """Return what `Heard.of` returns, or raise what it raises.

        `kind` is equal for questions that differ in attacker, weapon and target alone, and in the number of the
        target's markers where both have some or neither has; its last part alone says whether there are any.
        """
        if self._attack is None or self._attack[0] is not question.attacker or self._attack[1] != question.weapon:
            self._attack = question.attacker, question.weapon
            self._attackers.clear()
            self._heard.clear()
        most = kind[:-1]
        if most not in self._attackers:
            return self._against(self._hear(question, kind), question.target, most)
        check(question)
        ranged, minds = self._attackers[most]
        said = self._spoken(question, most, ranged=ranged)
        like = self._heard.get((kind if minds or _minds(said) else most, said))
        return self._against(like or self._hear(question, kind), question.target, most)

    def _hear(self, question: Question, kind: tuple[Hashable, ...]) -> Heard:
        heard = Heard.of(question)
        attacker, target = map(_signed, heard.bearers)
        if len(self._heard) >= MOST:
            self._heard.clear()
            self._attackers.clear()
        minds = _minds(attacker)
        self._attackers[kind[:-1]] = heard.given.ranged, minds
        self._heard[kind if minds or _minds(target) else kind[:-1], target] = heard
        return heard

    def _against(self, like: Heard, target: Card, kind: Hashable) -> Heard:
        return like.against(target, self._limits(like, target, kind))

    def _spoken(self, question: Question, kind: Hashable, *, ranged: bool) -> Said:
        """What tells apart the traits with which the target speaks."""

        def said() -> tuple[Card, Said]:
            # Of the weapon only its kind counts, and of the attacker nothing.
            given = Given(question.edition, question.situation, question.attacker, Weapon(name=""), question.target)
            return question.target, _signed(acting(defending(given), question.without, ranged=ranged))

        return self._speakers.found((id(question.target), kind, ranged), said)[1]

    def _limits(self, like: Heard, target: Card, kind: Hashable) -> dict[tuple[int, int], int | BmgError]:
        """What is known so far of the DC of a target, whoever attacks it, where the traits say the same of that."""
        terms = like.terms
        said = (
            like.given.ranged, terms.target_skills, terms.defense_cap, terms.may_dodge, terms.target_no_special,
            _cost(like.bearers[1]),
        )  # fmt: skip
        return self._most.found((id(target), kind, said), lambda: (target, {}))[1]


def _signed(bearers: list[Bearer]) -> Said:
    return tuple([(bearer.name.key, bearer.name.parameter) for bearer in bearers])


def _minds(said: Said) -> bool:
    return any(key in MINDS_MARKERS for key, _ in said)
