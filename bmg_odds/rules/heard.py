"""What the traits of both sides say of an attack, heard once for whatever they do not look at (R2.1).

Traits never look at the target's card: what they say of one target holds for every target whose own traits say the
same. Of its numbers Defense, Movement and Endurance count, of its markers only whether there are any.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.rules import fold, marks
from bmg_odds.rules.awarding import BEFORE, ENDURANCE, HELD_INJURIES, HELD_STUNS, _status
from bmg_odds.rules.bearers import Bearer
from bmg_odds.rules.limits import attack_counters, check_target, most_dc, needed, plan
from bmg_odds.rules.question import Question
from bmg_odds.rules.record import Gate, Strike
from bmg_odds.rules.resolve import check, spoken
from bmg_odds.rules.situation import Situation
from bmg_odds.rules.terms import Given, Terms

Said = tuple[tuple[str, str | None], ...]
"""What tells a side's traits apart: their keys and parameters, in their order."""
MINDS_MARKERS = frozenset(("tension", "blood scent"))
"""Traits that say something else where the target has markers."""


Held = tuple[tuple[int, int], ...]
"""Injuries and Stuns that the target has, in states that follow each other."""


class States(NamedTuple):
    """Situations that follow each other and differ in the target's markers only."""

    situations: tuple[Situation, ...]
    held: Held

    @classmethod
    def of(cls, *situations: Situation) -> "States":
        """Return these situations as states.

        >>> States.of(Situation(stuns=1), Situation(stuns=2, injuries=1)).held
        ((0, 1), (1, 2))
        """
        return cls(situations, tuple((one.injuries, one.stuns) for one in situations))


class Stretch(NamedTuple):
    """Those of some states that follow each other and may be attacked, or one that may not."""

    first: int
    """The place of the first of them."""
    held: Held
    most: tuple[int, ...]
    """The most DC in each."""
    refusal: BmgError | None

    def each(self) -> Iterator["Stretch"]:
        """Yield every state alone."""
        for place, (held, most) in enumerate(zip(self.held, self.most, strict=True), self.first):
            yield Stretch(place, (held,), (most,), None)


class Spread(NamedTuple):
    """What every commitment of one attack, in states that follow each other, needs for its figures, and nothing of
    what only a reader needs.
    """

    weapon: Weapon
    strike: Strike
    """Without AC and DC."""
    gate: Gate | None
    """Without AC and DC; a Feint that passes takes one DC."""
    harms: tuple[tuple[int, ...], ...]
    """The row of the map of markers (`Harm.row`) in each state."""
    acs: tuple[int, ...]
    dice: tuple[int, ...]
    """Impact dice for each of `acs`."""
    blocks: tuple[tuple[tuple[int, int], ...], ...]
    """Block dice and the faces that block, for each DC from 0 that may be spent in each state."""


@dataclass(slots=True)
class Shared:
    """What targets share whose traits say the same; made when it is first asked for, and then the very same again."""

    strikes: dict[tuple[int, int], tuple[Strike, Gate | None]] = field(default_factory=dict)
    """By the faces that hit and that dodge."""
    harms: dict[tuple[int, Held], tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    """By Endurance, and by the markers held in each state."""
    dice: list[tuple[tuple[int, int], ...]] = field(default_factory=lambda: [()])
    """Block dice and faces, by how many DC there are to choose from."""
    blocks: dict[tuple[int, ...], tuple[tuple[tuple[int, int], ...], ...]] = field(default_factory=dict)
    """By the most DC in each state."""


@dataclass(slots=True, eq=False)  # not frozen: there is one for every pair of a sweep, and that takes its time
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
    minds: bool
    """Whether it says something else where the target has markers, or has none."""
    shared: Shared = field(default_factory=Shared)
    most: dict[Held, tuple[Stretch, ...]] = field(default_factory=dict)
    """The states that may be attacked and those that may not, by the markers held in each."""

    @classmethod
    def of(cls, question: Question) -> "Heard":
        """Return what is heard of a first-edition attack that is asked without AC and DC."""
        check(question)
        given, terms, bearers, _ = spoken(question)
        most = attack_counters(given, terms, bearers[0])
        acs = (most,) if given.ranged else tuple(range(most + 1))
        return cls(
            given, terms, bearers, fold.strike(given, terms), fold.gate(given, terms), marks.harm(given, terms).row,
            acs, tuple(fold._dice(given, terms, ac) for ac in acs), any(map(minds, map(signed, bearers))),
        )  # fmt: skip

    def against(self, target: Card, most: dict[Held, tuple[Stretch, ...]]) -> "Heard":
        """Return what is heard of the same attack on a target whose traits say the same; `most` is its own."""
        old = self.given
        given = Given(old.edition, old.situation, old.attacker, old.weapon, target)
        faces = fold._impact(given, self.terms), fold._dodge(given, self.terms)
        if faces not in self.shared.strikes:
            now = {"impact": faces[0], "dodge": faces[1]}
            gate = self.gate and self.gate._replace(passed=self.gate.passed._replace(**now))
            self.shared.strikes[faces] = self.strike._replace(**now), gate
        strike, gate = self.shared.strikes[faces]
        needed(target, "endurance", "to be a target")
        return Heard(
            given, self.terms, self.bearers, strike, gate, self.harm, self.acs, self.dice, self.minds, self.shared, most
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

    def stretches(self, states: States) -> tuple[Stretch, ...]:
        """Return which of these states may be attacked; they differ from the situation heard in the target's markers
        only, and where these are minded all have some or none has.
        """
        found = self.most.get(states.held)
        if found is None:
            found = self.most[states.held] = tuple(self._stretches(states))
        return found

    def _stretches(self, states: States) -> Iterator[Stretch]:
        begin, most = 0, list[int]()
        for place, situation in enumerate(states.situations):
            given = self._of(situation)
            try:
                check_target(given, self.terms, self.bearers[1])
                most.append(most_dc(given, self.terms, self.bearers[1]))
                continue
            except BmgError as error:
                if most:
                    yield Stretch(begin, states.held[begin:place], tuple(most), None)
                yield Stretch(place, states.held[place : place + 1], (), error.with_traceback(None))
            begin, most = place + 1, []
        if most:
            yield Stretch(begin, states.held[begin:], tuple(most), None)

    def spread(self, stretch: Stretch) -> Spread:
        """Return every commitment in each state of a stretch that may be attacked."""
        blocks = self.shared.blocks.get(stretch.most)
        if blocks is None:
            dice = self.shared.dice
            while len(dice) < max(stretch.most) + 2:
                dice.append((*dice[-1], fold._block(self.given, self.terms, len(dice) - 1)))
            blocks = self.shared.blocks[stretch.most] = tuple(dice[most + 1] for most in stretch.most)
        return Spread(
            self.given.weapon, self.strike, self.gate, self._harms(stretch.held), self.acs, self.dice, blocks
        )  # fmt: skip

    def _harms(self, held: Held) -> tuple[tuple[int, ...], ...]:
        endurance = self.given.target.endurance or 0
        key = endurance, held
        found = self.shared.harms.get(key)
        if found is None:
            found = self.shared.harms[key] = tuple(self._harm(endurance, *markers) for markers in held)
        return found

    def _harm(self, *state: int) -> tuple[int, ...]:
        harm = list(self.harm)
        harm[ENDURANCE], harm[HELD_INJURIES], harm[HELD_STUNS] = state
        harm[BEFORE] = _status(*state)
        return tuple(harm)


def signed(bearers: list[Bearer]) -> Said:
    """Return what tells these traits apart from others that act."""
    return tuple([(bearer.name.key, bearer.name.parameter) for bearer in bearers])


def minds(said: Said) -> bool:
    """Return whether one of these traits says something else where the target has markers."""
    return any(key in MINDS_MARKERS for key, _ in said)
