"""The models of a sweep: cards by name, crews, everyone, typed in; each once, called so that all differ."""

from collections.abc import Iterable, Sequence
from typing import Any

from bmg_odds.answers.many import weapon_names
from bmg_odds.answers.sweep_plan import Member
from bmg_odds.answers.sweep_values import EVERY
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import RANKS, Card
from bmg_odds.facts.crew import with_crews
from bmg_odds.facts.naming import names_file, parse_model
from bmg_odds.facts.roster import Roster
from bmg_odds.facts.words import plain, show
from bmg_odds.rules.edition import Edition
from bmg_odds.rules.situation import Situation
from bmg_odds.rules.weapons import choose_weapon


class Models:
    """The models of one side, each once, in the order in which they were named."""

    def __init__(self, roster: Roster, *, as_edition: bool = False, only: Sequence[str] = ()) -> None:
        self._roster, self._as_edition = roster, as_edition
        self._only = {_rank(name) for name in only}
        self.members: dict[Card, Member] = {}
        self._names: dict[str, Card] = {}
        self._found: dict[tuple[str, str], tuple[Card, ...]] = {}

    def add(self, written: Any, rules: str) -> tuple[Card, ...]:
        """Add what a text names; return its cards. BmgError where it names none.

        >>> from bmg_odds.facts.roster import bundled
        >>> models = Models(bundled(), only=["leader"])
        >>> len(models.add("all", "revised")), models.add("bob", "revised")[0].name
        (17, 'Bob')
        """
        if not isinstance(written, str):
            raise BmgError(f"{show(written)} is no model; write its name in quotes")
        key = (written, rules)
        if key not in self._found:
            self._found[key] = tuple(self._read(written, rules))
        return self._found[key]

    def _read(self, written: str, rules: str) -> Iterable[Card]:
        if written.strip().lower() == EVERY:
            cards = [card for card in self._roster.cards(rules) if not self._only or self._only & set(card.ranks)]
            if not cards:
                raise BmgError("no card is left: none of the roster has such a rank")
            for card in cards:
                self._member(card, card.name, 1)
            return cards
        if names_file(written) and (written, rules) not in self._roster:
            crew = with_crews([written], self._roster, rules, as_edition=self._as_edition)
            members = dict.fromkeys(card for card in crew if isinstance(card, Card))
            for card in members:
                self._member(card, card.name, crew.count(card))
            return members
        card = parse_model(written, self._roster, rules, as_edition=self._as_edition)
        self._member(card, plain(written, width=300) if "=" in written else card.name, 1)
        return (card,)

    def _member(self, card: Card, name: str, count: int) -> None:
        known = self.members.get(card)
        if known:  # of the same card named twice the crew says how often it is there
            self.members[card] = Member(known.name, card, max(known.count, count))
            return
        called, number = name, 1
        while called in self._names:
            number += 1
            called = f"{name} [{number}]"
        self._names[called] = card
        self.members[card] = Member(called, card, count)


def weapons(card: Card, asked: Sequence[Any]) -> list[str | None]:
    """Return the weapons that a model is asked to use, `all` and None (its own choice) among them, each once.

    >>> weapons(Card(name="A", edition="revised"), ("all",))
    ['unarmed']
    """
    found: dict[str | None, None] = {}
    for name in asked:
        found |= dict.fromkeys(weapon_names(card)) if name == EVERY else {name: None}
    return list(found)


def shoots(card: Card, weapon: str | None, found: Edition) -> bool | None:
    """Whether an attack with this weapon is ranged; None where the card has no such weapon."""
    try:
        return choose_weapon(card, weapon, found, Situation()).ranged
    except BmgError:
        return None


def _rank(name: str) -> str:
    known = {rank.lower(): rank for rank in RANKS}
    if name.strip().lower() not in known:
        raise BmgError(f"--only {name} is no rank; allowed: {', '.join(RANKS)}")
    return known[name.strip().lower()]
