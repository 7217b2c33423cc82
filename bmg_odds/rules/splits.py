"""One attack under every commitment: all AC and DC that the cards allow, for one reading of the traits (R2.1)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from bmg_odds.errors import BmgError
from bmg_odds.rules import fold
from bmg_odds.rules.limits import most_dc
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.record import Strike
from bmg_odds.rules.resolve import resolve, spoken


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
