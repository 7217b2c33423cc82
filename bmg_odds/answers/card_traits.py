"""What each trait of a card does to the dice."""

from collections.abc import Iterator

from bmg_odds.facts.card import Card
from bmg_odds.facts.trait_names import lookup, nearest, parse_trait
from bmg_odds.rules.traits import UNARMED, known_in
from bmg_odds.rules.traits.report import BY_NAME, MODELLED, NO_DICE

UNKNOWN = "unknown"
COLUMNS = ("trait", "weapon", "status", "stage", "does", "certainty")


def trait_rows(card: Card, edition: str) -> Iterator[dict[str, str]]:
    """Yield a row for each trait of a card and of its weapons: trait, weapon ("" of the model), status, stage, does,
    certainty, by the rules of an edition.

    Status is `modelled`, `no dice`, `by name` (only its name is known) or `unknown`.

    >>> guard = Card(name="Night Guard", edition="revised", traits=("Kevlar Vest", "Arest"))
    >>> [(row["trait"], row["status"], row["does"]) for row in trait_rows(guard, "revised")]
    [('Kevlar Vest', 'modelled', '...'), ('Arest', 'unknown', 'not known by name; nearest: Arrest')]
    """
    for name in card.traits:
        yield _row(name, "", edition)
    for weapon in card.weapons:
        for name in weapon.traits:
            yield _row(name, weapon.name, edition)


def _row(name: str, weapon: str, edition: str) -> dict[str, str]:
    row = {"trait": name, "weapon": weapon, "status": "", "stage": "", "does": "", "certainty": ""}
    key = parse_trait(name).key
    trait, known = known_in(edition).get(key), lookup(name)
    if key in UNARMED:  # no die of its own, and all the damage of an attack without a weapon
        row.update(status=MODELLED, stage="damage", does=f"gives the unarmed profile {UNARMED[key][1]}", certainty="P")
    elif trait:
        bought = ", where it is used (--use)" if trait.bought else ""
        row.update(stage=trait.stage, does=trait.does + bought, certainty=trait.certainty)
        row["status"] = MODELLED if trait.touches else NO_DICE
    elif known and known.odds == "none":
        row.update(status=NO_DICE, does="changes no die of an attack")
    elif known:
        row.update(status=BY_NAME, does="only its name is known: answers name it as not modelled")
    else:
        near = nearest(name)
        row.update(status=UNKNOWN, does="not known by name" + (f"; nearest: {near}" if near else ""))
    return row
