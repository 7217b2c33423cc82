"""The same two models under every edition that knows both."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bmg_odds.answers import keywords
from bmg_odds.answers.ask import attack, cards_of
from bmg_odds.answers.outcome import Outcome
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.facts.naming import parse_model
from bmg_odds.rules.edition import EDITIONS
from bmg_odds.rules.situation import FIRST_ONLY, THIRD_ONLY


@dataclass(frozen=True)
class Compared:
    """One attack under several editions: the outcomes, what did not apply, and which editions are left out."""

    figure: str
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    ignored: dict[str, list[str]] = field(default_factory=dict)
    """Options and readings that an edition does not have, by edition."""
    left_out: dict[str, str] = field(default_factory=dict)
    """Editions that do not know both models, and why."""

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each edition: the contract's columns first."""
        return [
            {
                "edition": edition,
                "figure": self.figure,
                "value": outcome.figure(self.figure),
                "sentence": outcome.record()["sentence"],
                "ignored": self.ignored[edition],
                "inferred_readings": list(outcome.inferred_readings),
                "inferred_traits": list(outcome.inferred_traits),
                "unmodelled_traits": list(outcome.resolved.unmodelled),
                "notes": list(outcome.resolved.notes),
            }
            for edition, outcome in self.outcomes.items()
        ]


def compare_editions(attacker: str | Card, target: str | Card, *, figure: str = "out", **options: Any) -> Compared:
    """Return one attack under each edition that knows both models.

    Keywords as `ask.attack`; an option or reading that only some editions have applies to those, and is named
    as ignored elsewhere. Raises BmgError for what no edition can be asked, and where none knows both models.

    >>> compared = compare_editions("Mr. Hammer", "1880's Talon", figure="markers", dc=1)
    >>> list(compared.outcomes), compared.ignored["third"]
    (['2012', 'revised', 'third'], ['dc'])
    """
    roster, as_edition = options.get("roster", ()), options.get("as_edition", False)
    cards = cards_of(roster)
    readings = keywords.readings(options.pop("reading", ()))
    for name in readings:
        if not any(name in edition.readings() for edition in EDITIONS.values()):
            raise BmgError(f"reading '{name}' is not known in any edition; `rules show EDITION` lists them")
    found = Compared(figure)
    for name, edition in EDITIONS.items():
        try:
            for model in (attacker, target):
                if not isinstance(model, Card):
                    parse_model(keywords.text("a model", model), cards, name, as_edition=as_edition)
        except BmgError as error:
            found.left_out[name] = str(error)
            continue
        theirs = FIRST_ONLY if name == "third" else THIRD_ONLY
        mine = {key: value for key, value in options.items() if key not in theirs}
        own = {key: value for key, value in readings.items() if key in edition.readings()}
        found.outcomes[name] = attack(attacker, target, rules=name, reading=own, **mine)
        found.ignored[name] = [*_set(options, theirs), *(key for key in readings if key not in own)]
    if not found.outcomes:
        raise BmgError(f"no edition knows both models\n{found.left_out['revised'].splitlines()[0]}")
    return found


def _set(options: Mapping[str, Any], names: Mapping[str, str] | tuple[str, ...]) -> list[str]:
    """Return the options of these names that say something."""
    return [name for name in names if options.get(name)]
