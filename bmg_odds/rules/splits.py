"""One attack under every commitment: all AC and DC that the cards allow, for one reading of the traits (R2.1)."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Weapon
from bmg_odds.rules import fold, marks
from bmg_odds.rules.awarding import BEFORE, ENDURANCE, HELD_INJURIES, HELD_STUNS, _status
from bmg_odds.rules.bearers import Bearer
from bmg_odds.rules.limits import attack_counters, check_target, most_dc, plan
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.record import Gate, Strike
from bmg_odds.rules.resolve import check, resolve, spoken
from bmg_odds.rules.situation import Situation
from bmg_odds.rules.terms import Given, Terms


class Splits(NamedTuple):
    """A resolved attack, and what each commitment changes in its record."""

    resolved: Resolved
    """With the most AC and without DC."""
    acs: tuple[int, ...]
    dice: tuple[int, ...]
    """Impact dice for each of `acs`."""
    blocks: tuple[tuple[int, int], ...]
    """Block dice and the faces that block, for each DC from 0."""

    @property
    def most_dc(self) -> int:
        """The most DC that the target may roll."""
        return len(self.blocks) - 1

    def strikes(self) -> Iterator[tuple[int, int, Strike]]:
        """Yield (AC, DC, record) of every commitment; not where a Feint has a record of its own."""
        strike = self.resolved.strike
        assert isinstance(strike, Strike)
        for ac, dice in zip(self.acs, self.dice, strict=True):
            for dc, (block_dice, block) in enumerate(self.blocks):
                yield ac, dc, strike._replace(dice=dice, block_dice=block_dice, block=block)


def splits(question: Question) -> Splits:
    """Return every commitment of a first-edition attack; its own AC and DC do not count.

    A ranged attack has one: 2 AC, no DC. Raises BmgError where the attack cannot be asked, and under the third
    edition, which has no counters.

    >>> from bmg_odds.facts.card import Card
    >>> from bmg_odds.rules.edition import EDITIONS
    >>> from bmg_odds.rules.situation import Situation
    >>> thug = Card(name="Thug", edition="revised", willpower=4, attack=3, strength=4, defense=2, endurance=5)
    >>> found = splits(Question(EDITIONS["revised"], thug, thug, None, Situation()))
    >>> found.acs, found.most_dc
    ((0, 1, 2, 3), 2)
    """
    if question.edition.name == "third":
        raise BmgError("the third edition has no AC and DC; ask `efforts`")
    free = replace(question, situation=replace(question.situation, ac=None, dc=0))
    resolved = resolve(free)
    given, terms, bearers, _ = spoken(free)
    most = resolved.situation.ac or 0
    acs = (most,) if given.ranged else tuple(range(most + 1))
    return Splits(
        resolved,
        acs,
        tuple(fold._dice(given, terms, ac) for ac in acs),
        tuple(fold._block(given, terms, dc) for dc in range(most_dc(given, terms, bearers[1]) + 1)),
    )


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
    blocks: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Block dice and the faces that block by DC, as far as they were asked for."""

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
        given = self._of(situation)
        check_target(given, self.terms, self.bearers[1])
        dcs = range(most_dc(given, self.terms, self.bearers[1]) + 1)
        for dc in dcs:
            if dc not in self.blocks:
                self.blocks[dc] = fold._block(given, self.terms, dc)
        harm = list(self.harm)
        harm[HELD_INJURIES], harm[HELD_STUNS] = situation.injuries, situation.stuns
        harm[BEFORE] = _status(harm[ENDURANCE], situation.injuries, situation.stuns)
        blocks = tuple([self.blocks[dc] for dc in dcs])
        return Spread(given.weapon, self.strike, self.gate, tuple(harm), self.acs, self.dice, blocks)


def spread(question: Question) -> Spread:
    """Return every commitment of a first-edition attack that is asked without AC and DC, as `splits` has them.

    The traits are heard once, and no notes are made: for attacks by the hundred thousand.

    >>> from bmg_odds.facts.card import Card
    >>> from bmg_odds.rules.edition import EDITIONS
    >>> from bmg_odds.rules.situation import Situation
    >>> thug = Card(name="Thug", edition="revised", willpower=4, attack=3, strength=4, defense=2, endurance=5)
    >>> found = spread(Question(EDITIONS["revised"], thug, thug, None, Situation()))
    >>> found.acs, len(found.blocks)
    ((0, 1, 2, 3), 3)
    """
    return Heard.of(question).spread(question.situation)
