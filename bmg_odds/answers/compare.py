"""The same two models under every edition that knows both."""

from collections.abc import Mapping
from typing import Any

from bmg_odds.answers.ask import attack
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.rules.edition import EDITIONS
from bmg_odds.rules.situation import FIRST_ONLY, THIRD_ONLY


def compare_editions(
    attacker: str | Card, target: str | Card, *, figure: str = "out", **options: Any
) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Return a row for each edition that knows both models (edition, figure, value), and why others are left out.

    Keywords as `ask.attack`; an option that only some editions have applies to those.

    >>> rows, left_out = compare_editions("Mr. Hammer", "1880's Talon", figure="markers")
    >>> [row["edition"] for row in rows], left_out
    (['2012', 'revised', 'third'], {})
    """
    rows, left_out = [], {}
    for edition in EDITIONS:
        try:
            outcome = attack(attacker, target, rules=edition, **_of(edition, options))
        except BmgError as error:
            left_out[edition] = " ".join(str(error).split())
            continue
        rows.append({"edition": edition, "figure": figure, "value": outcome.figure(figure)})
    if not rows:
        raise BmgError("no edition answers this: " + "; ".join(f"{name}: {why}" for name, why in left_out.items()))
    return rows, left_out


def _of(edition: str, options: Mapping[str, Any]) -> dict[str, Any]:
    others = FIRST_ONLY if edition == "third" else THIRD_ONLY
    return {name: value for name, value in options.items() if name not in others}
