"""The cards that are known: the bundled ones and those of users' files, and how a name finds its card."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.facts.values import card_from_table, family
from bmg_odds.facts.words import fold, listing, nearest, plain, show

_DATA = Path(__file__).with_name("data")
_BUNDLED = ("first_edition.toml",)
_FAMILIES = ("revised", "third")


class Roster(Mapping[tuple[str, str], Card]):
    """Cards by name and edition. It never changes; case and kinds of quote in a name do not matter.

    >>> roster = bundled()
    >>> roster["batman (ac)", "2012"].attack
    5
    >>> len(roster), ("Nobody", "revised") in roster
    (54, False)
    """

    __slots__ = ("_cards",)

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        self._cards = {(fold(card.name), card.edition): card for card in cards}

    @classmethod
    def load(cls, paths: Iterable[str | Path] | str | Path = ()) -> "Roster":
        """Return the bundled cards and those of the users' files; a user's card wins, and a later file wins.

        RosterError (a BmgError) lists the mistakes of the first file that has any.

        >>> Roster.load([]) is bundled()
        True
        """
        files = [paths] if isinstance(paths, str | Path) else list(paths)
        if not files:
            return bundled()
        from bmg_odds.facts.userfile import load_file

        cards = list(bundled().values())
        for path in files:
            cards += load_file(path)
        return cls(cards)

    def __getitem__(self, key: tuple[str, str]) -> Card:
        name, edition = key
        return self._cards[fold(name), family(edition)]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return ((card.name, card.edition) for card in self._cards.values())

    def __len__(self) -> int:
        return len(self._cards)

    def __repr__(self) -> str:
        return f"<Roster of {len(self)} cards>"

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions that cards belong to, oldest first (`revised` stands for `2012` too).

        >>> bundled().editions
        ('revised',)
        """
        return tuple(name for name in _FAMILIES if any(card.edition == name for card in self._cards.values()))

    def cards(self, edition: str) -> tuple[Card, ...]:
        """Return the cards of an edition in the order of the files. BmgError if the edition is unknown.

        >>> len(bundled().cards("2012")), len(bundled().cards("third"))
        (54, 0)
        """
        wanted = family(edition)
        return tuple(card for card in self._cards.values() if card.edition == wanted)

    def find(self, name: str, edition: str, *, as_edition: bool = False) -> Card:
        """Return the card of that name among the edition's: case is forgiven, a unique part is enough.

        An exact name wins over a part. BmgError when the name fits no card, fits several (the message lists
        them), or fits only cards of another edition, unless `as_edition` allows those too.

        >>> bundled().find("riddler", "revised").name
        'The Riddler'
        >>> bundled().find("penguin", "revised")
        Traceback (most recent call last):
        bmg_odds.errors.BmgError: "penguin" is the name of 3 cards, write more of it:
        Penguin (AC), Blue Penguin (Axe), Titan Blue Penguin
        """
        own = self.cards(edition)
        other = tuple(card for card in self._cards.values() if card.edition != family(edition))
        wanted = fold(name)
        if not wanted:
            raise BmgError("a model's name is empty: write a card's name, or key=value,…")
        # Within reach of --as-edition an exact name wins over a part wherever it stands.
        tiers = [_exact(wanted, own), _part(wanted, own), _exact(wanted, other), _part(wanted, other)]
        if as_edition:
            tiers[1], tiers[2] = tiers[2], tiers[1]
        hits = next((tier for tier in tiers if tier), ())
        if len(hits) > 1:
            names = listing([card.name for card in hits])
            raise BmgError(f"{show(name)} is the name of {len(hits)} cards, write more of it:\n{names}")
        if hits and (as_edition or hits[0] in own):
            return hits[0]
        if hits:
            found = hits[0]
            raise BmgError(
                f"{show(found.name)} is a card of the {found.edition} edition, not of {edition}\n"
                f"play it by {edition} rules all the same with --as-edition"
            )
        raise BmgError(_unknown(name, edition, own))


@cache
def bundled() -> Roster:
    """Return the cards that come with the program, read once.

    >>> bundled().find("Two-Face", "revised").endurance
    9
    """
    cards: list[Card] = []
    for file in _BUNDLED:
        with (_DATA / file).open("rb") as stream:
            data = tomllib.load(stream)
        cards += [card_from_table(table, data["edition"]) for table in data["card"]]
    return Roster(cards)


def find_weapon(card: Card, name: str) -> Weapon:
    """Return the card's weapon of that name: case is forgiven, a unique part is enough, an exact name wins.

    BmgError, which lists the card's weapons, when none or several fit.

    >>> find_weapon(bundled().find("Batman (AC)", "revised"), "gloves").damage
    'SS'
    """
    wanted = fold(name)
    exact = [weapon for weapon in card.weapons if fold(weapon.name) == wanted]
    hits = exact or [weapon for weapon in card.weapons if wanted and wanted in fold(weapon.name)]
    if len(hits) == 1:
        return hits[0]
    names = [weapon.name for weapon in card.weapons]
    if not hits:
        near = f"; nearest: {plain(nearest(name, names, most=1)[0])}" if len(names) > 1 else ""
        has = listing(names) if names else "none"
        raise BmgError(f"{plain(card.name)} has no weapon {show(name)}\nits weapons: {has}{near}")
    found = listing([weapon.name for weapon in hits])
    raise BmgError(f"{show(name)} is the name of {len(hits)} weapons of {plain(card.name)}:\n{found}")


def _exact(wanted: str, cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if fold(card.name) == wanted)


def _part(wanted: str, cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if wanted in fold(card.name))


def _unknown(name: str, edition: str, cards: tuple[Card, ...]) -> str:
    if not cards:
        return f"no card is called {show(name)}: no cards of the {edition} edition\nadd some with --roster"
    near = listing(nearest(name, [card.name for card in cards]))
    return f"no {edition} card is called {show(name)}\nnearest: {near}"
