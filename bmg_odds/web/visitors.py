"""Cards of visitors' own: in memory, behind a secret that only the visitor's browser has, for a while."""

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.facts.roster import Roster, bundled
from bmg_odds.facts.userfile import Report, check_text
from bmg_odds.web.limits import MOST_CARDS, MOST_LETTERS, MOST_NAMES

COOKIE = "bmg_odds_visitor"
SECONDS = 6 * 3600
"""How long cards are kept after they were last used."""
MOST_BYTES = 8 * 1024 * 1024
"""Of all rosters together."""
MOST_EACH = 8
"""Rosters from one address."""


@dataclass(slots=True)
class Visitor:
    """One visitor's cards, on top of the bundled ones."""

    cards: tuple[Card, ...]
    roster: Roster
    digest: str
    size: int
    address: str
    used: float


class Visitors:
    """The visitors by their secrets. Those unused for longest are forgotten first.

    >>> visitors = Visitors()
    >>> secret = visitors.keep(read('[[card]]\\nname = "Bo"\\nstrength = 3\\nwillpower = 3\\nmovement = 1\\n'
    ...     'attack = 2\\ndefense = 2\\nendurance = 3\\n').cards, "...", "127.0.0.1")
    >>> visitors.roster(secret)[0].find("Bo", "revised").attack, ("Bo", "revised") in visitors.roster("guess")[0]
    (2, False)
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._held: OrderedDict[str, Visitor] = OrderedDict()

    def keep(self, cards: tuple[Card, ...], text: str, address: str, secret: str | None = None) -> str:
        """Keep the cards of a roster, and return the secret that finds them again: the one given, if it is known."""
        self._forget()
        if secret is None or secret not in self._held:
            secret = secrets.token_urlsafe(24)
        self._held.pop(secret, None)
        self._held[secret] = Visitor(
            cards,
            Roster._on_bundled(cards),
            hashlib.sha256(text.encode()).hexdigest(),
            len(text.encode()),
            address,
            self._clock(),
        )
        own = [each for each, visitor in self._held.items() if visitor.address == address]
        for each in own[:-MOST_EACH]:
            del self._held[each]
        while sum(visitor.size for visitor in self._held.values()) > MOST_BYTES:
            self._held.popitem(last=False)
        return secret

    def of(self, secret: str | None) -> Visitor | None:
        """Return the visitor of a secret, or None."""
        self._forget()
        visitor = None if secret is None else self._held.get(secret)
        if visitor is not None and secret is not None:
            visitor.used = self._clock()
            self._held.move_to_end(secret)
        return visitor

    def roster(self, secret: str | None) -> tuple[Roster, str]:
        """Return the cards that a visitor may name, and what tells them from those of others."""
        visitor = self.of(secret)
        return (bundled(), "") if visitor is None else (visitor.roster, visitor.digest)

    def drop(self, secret: str | None) -> bool:
        """Forget a visitor's cards; say whether there were any."""
        return secret is not None and self._held.pop(secret, None) is not None

    def _forget(self) -> None:
        before = self._clock() - SECONDS
        while self._held and next(iter(self._held.values())).used < before:
            self._held.popitem(last=False)


def read(text: str) -> Report:
    """Return what a roster's text holds, or every mistake in it.

    >>> read("[[card]]").mistakes[0].line
    1
    """
    report = check_text(text, "roster.toml")
    if len(report.cards) > MOST_CARDS:
        raise BmgError(f"{len(report.cards)} cards; allowed here: {MOST_CARDS}")
    for card in report.cards:
        names = [card.name, *card.traits, *(each for weapon in card.weapons for each in (weapon.name, *weapon.traits))]
        if len(names) > MOST_NAMES:
            raise BmgError(f"{card.name[:60]}: {len(names)} traits and weapons; allowed here: {MOST_NAMES}")
        if long := next((name for name in names if len(name) > MOST_LETTERS), ""):
            raise BmgError(f"{long[:60]}: a name of {len(long)} letters; allowed here: {MOST_LETTERS}")
    return report
