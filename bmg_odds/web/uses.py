"""What a model may buy or choose in an attack: what the page offers to tick."""

from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bmg_odds.answers.asking.options import one_of
from bmg_odds.answers.asking.shared import EDITIONS
from bmg_odds.errors import BmgError
from bmg_odds.facts.naming import parse_model
from bmg_odds.facts.roster import Roster
from bmg_odds.facts.trait_names import parse_trait
from bmg_odds.rules.traits import Trait, known_in
from bmg_odds.web.api import asker_of, plainly
from bmg_odds.web.asked import pairs_of, taken
from bmg_odds.web.replies import plain_json


def uses(model: str, roster: Roster, edition: str) -> list[dict[str, str]]:
    """Return what a model may buy: side (attacker or target), trait as `--use` or `--target-use` takes it, does.

    Raises BmgError for a model that is not known.

    >>> from bmg_odds.facts.roster import bundled
    >>> [(row["side"], row["trait"]) for row in uses("Batman (AC)", bundled(), "revised")]
    [('target', 'Counter Attack'), ('attacker', 'Sneak Attack')]
    """
    card = parse_model(model, roster, edition, as_edition=True)
    known = known_in(edition)
    names = [*card.traits, *(name for weapon in card.weapons for name in weapon.traits)]
    rows: list[dict[str, str]] = []
    for name in dict.fromkeys(names):
        trait = known.get(parse_trait(name).key)
        if trait and trait.bought:
            rows += [row for row in _rows(name, trait) if row not in rows]
    return rows


def _rows(name: str, trait: Trait) -> Iterator[dict[str, str]]:
    for side, effect, choices in (
        ("attacker", trait.attacks, trait.attack_choices),
        ("target", trait.defends, trait.defend_choices),
    ):
        if effect is not None:
            for text in [f"{trait.name} ({choice})" for choice in choices] or [name]:
                yield {"side": side, "trait": text, "does": trait.does}


@plainly
async def answer(request: Request) -> Response:
    """Answer `GET /api/uses?name=MODEL&rules=EDITION`."""
    given, more = taken(pairs_of(request.url.query), "name", "rules")
    if more:
        raise BmgError(f"uses: no parameter {more[0][0]}; allowed: name, rules")
    edition = one_of(*EDITIONS)("rules", given.get("rules", "revised"))
    return plain_json({"rows": uses(given.get("name", ""), asker_of(request).roster, edition)})


def routes() -> list[Route]:
    """Return the route of what a model may buy."""
    return [Route("/api/uses", answer, methods=["GET"])]
