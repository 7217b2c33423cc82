"""One roll beside attacks: as it is asked, and as dice whose outcomes have names (R3, R2.6, R2.13, R7.8)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bmg_odds.facts.card import Card
from bmg_odds.rules.edition import Edition
from bmg_odds.rules.roll_dice import Dice
from bmg_odds.rules.roll_values import Form

SUCCESS, FAILURE, NEVER = "success", "failure", "never"
OLD_TEXT = "The revised text at hand stops before this rule; it is read as the 2012 rulebook has it (inferred)."

Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """One roll of one edition: its dice, and what they mean.

    `results` names each outcome of the dice; outcomes of one name count together.
    """

    form: Form
    edition: Edition
    words: str
    """What is rolled, as the start of a sentence."""
    dice: Dice
    results: tuple[int | str, ...]
    unit: str = ""
    """What a result that is a number counts."""
    means: Mapping[int | str, str] = field(default_factory=dict)
    """What a result means, where its name alone does not say."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Further figures that follow from the values without a die."""
    certainty: str = "T"
    notes: tuple[str, ...] = ()
    inferred_traits: tuple[str, ...] = ()

    @property
    def rising(self) -> bool:
        """Whether "or more" means more: a number of things. Otherwise the best result comes first."""
        return all(isinstance(result, int) for result in self.results)

    @property
    def law(self) -> tuple[object, ...]:
        """What decides the answer: two rolls with equal laws have equal answers."""
        return self.dice, self.results, tuple(self.means.items()), tuple(self.facts.items())


@dataclass(frozen=True, slots=True)
class Asked:
    """A roll as it is asked: edition, values that were given or filled in, and the card that was named."""

    form: Form
    edition: Edition
    values: Values
    card: Card | None = None

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def get(self, name: str, default: Any = 0) -> Any:
        """Return a value, or what it is when nobody says."""
        found = self.values.get(name)
        return default if found is None else found

    @property
    def whose(self) -> str:
        """The end of a name for the roll: the card that makes it."""
        return f" of {self.card.name}" if self.card else ""

    @property
    def old(self) -> tuple[str, tuple[str, ...]]:
        """Certainty and notes of a rule that only the 2012 text has (R2, R3)."""
        return ("T", ()) if self.edition.name == "2012" else ("I", (OLD_TEXT,))
