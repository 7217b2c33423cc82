"""What a trait is: a small record of what it does to the dice, from where, and how surely."""

from collections.abc import Callable
from dataclasses import dataclass

from bmg_odds.rules.terms import Given, Terms

Effect = Callable[[Terms, Given], None]

FIRST = ("2012", "revised")


@dataclass(frozen=True, slots=True)
class Trait:
    """One trait of one family of editions.

    `attacks` speaks when the attacker or the weapon used has it, `defends` when the target or a weapon it
    carries has it. `bought` traits act only where `--use` (or `--target-use`) names them.
    """

    key: str
    """Look-up key of `facts.trait_names`."""
    name: str
    stage: str
    does: str
    source: str
    certainty: str
    """T, P or I, as in RULES."""
    attacks: Effect | None = None
    defends: Effect | None = None
    bought: bool = False
    costs_sc: int = 0
    """SC paid for using it (R2.1)."""
    editions: tuple[str, ...] = FIRST
