"""What a trait is: a small record of what it does to the dice, from where, and how surely."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bmg_odds.rules.terms import Given

Effect = Callable[[Any, Given], None]
"""Adds to the terms of its family of editions: `Terms`, or `ClashTerms` in the third."""

FIRST = ("2012", "revised")

ARTICLES = "player articles of 2015-2017"
SECOND = "second edition wording carried back"
QUICK = "quick reference"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait:
    """One trait of one family of editions.

    `attacks` speaks when the attacker or the weapon used has it, `defends` when the target or a weapon it
    carries has it. A `bought` trait acts only where `--use` (or `--target-use`) names it. A trait without
    either is known and does nothing to one attack's dice: `does` says why.
    """

    name: str
    stage: str
    does: str
    attacks: Effect | None = None
    defends: Effect | None = None
    source: str = QUICK
    certainty: str = "P"
    """T, P or I, as in RULES."""
    bought: bool = False
    costs_sc: int = 0
    """SC paid for using it (R2.1)."""
    attack_choices: tuple[str, ...] = ()
    defend_choices: tuple[str, ...] = ()
    """Brackets that a bought trait needs, as in `Luck (impact)`; it may then be bought several times."""
    times: int = 1
    """How often it may be bought in one attack."""
    melee: bool = False
    """Whether it can be used in a melee attack only."""
    editions: tuple[str, ...] = FIRST

    @property
    def key(self) -> str:
        """Look-up key of `facts.trait_names`."""
        return self.name.lower()

    @property
    def touches(self) -> bool:
        """Whether it changes anything in one attack."""
        return self.attacks is not None or self.defends is not None
