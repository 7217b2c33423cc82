"""Every trait name that is known, and what is known of it."""

from collections.abc import Iterator

from bmg_odds.facts.trait_names import KnownTrait, known_traits
from bmg_odds.rules.traits import known_in

MODELLED, NO_DICE, BY_NAME = "modelled", "no dice", "by name"
STATUSES = (MODELLED, NO_DICE, BY_NAME)
"""It is in the dice; it changes no die of one attack; only its name is known, so it is reported."""


def trait_rows(edition: str = "revised") -> Iterator[dict[str, str]]:
    """Yield a row for each known trait name: trait, status, stage, does, certainty, source.

    >>> next(row for row in trait_rows() if row["trait"] == "Handy")["does"]
    'failed impact dice are rerolled once'
    """
    for known in sorted(known_traits(), key=lambda one: one.canonical.casefold()):
        yield _row(known, edition)


def _row(known: KnownTrait, edition: str) -> dict[str, str]:
    row = {"trait": known.canonical, "status": "", "stage": "", "does": "", "certainty": "", "source": ""}
    trait = known_in(edition).get(known.key)
    if trait:
        row.update(stage=trait.stage, does=trait.does, certainty=trait.certainty, source=trait.source)
        row["status"] = MODELLED if trait.touches else NO_DICE
    else:
        row["status"] = NO_DICE if known.odds == "none" else BY_NAME
    return row
