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
_BUNDLED = {"revised": "first_edition.toml", "third": "third_edition.toml"}
_Cards = dict[str, Card]  # by folded name


class Roster(Mapping[tuple[str, str], Card]):
    """Cards by name and edition. It never changes; case and kinds of quote in a name do not matter.

    The bundled cards of an edition are read when they are first asked for: to read them all takes longer than
    one answer.

    >>> roster = bundled()
    >>> roster["batman (ac)", "2012"].attack
    5
    >>> len(roster), ("Nobody", "revised") in roster
    (77, False)
    """

    __slots__ = ("_given", "_on_top")

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        self._given: dict[str, _Cards] = {edition: {} for edition in _BUNDLED}
        self._on_top = False  # of the bundled cards
        for card in cards:
            self._given[family(card.edition)][fold(card.name)] = card

    @classmethod
    def load(cls, paths: "Iterable[str | Path] | str | Path | Roster" = ()) -> "Roster":
        """Return the bundled cards and those of the users' files; a user's card wins, and a later file wins.

        A Roster is returned as it is.

        RosterError (a BmgError) lists the mistakes of the first file that has any.

        >>> Roster.load([]) is bundled()
        True
        """
        if isinstance(paths, Roster):
            return paths
        files = [paths] if isinstance(paths, str | Path) else list(paths)
        if not files:
            return bundled()
        from bmg_odds.facts.userfile import load_file

        return cls._on_bundled(card for path in files for card in load_file(path))

    @classmethod
    def _on_bundled(cls, cards: Iterable[Card] = ()) -> "Roster":
        roster = cls(cards)
        roster._on_top = True
        return roster

    def plus(self, cards: Iterable[Card]) -> "Roster":
        """Return a roster with these cards too; one of theirs wins over one of the same name here.

        >>> guard = Card(name="Bob", edition="revised")
        >>> bundled().plus([guard])["bob", "revised"] == guard, len(bundled().plus([guard]))
        (True, 77)
        """
        roster = type(self)([card for given in self._given.values() for card in given.values()] + list(cards))
        roster._on_top = self._on_top
        return roster

    def __getitem__(self, key: tuple[str, str]) -> Card:
        name, edition = key
        return self._of(family(edition))[fold(name)]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return ((card.name, edition) for edition in _BUNDLED for card in self._of(edition).values())

    def __len__(self) -> int:
        return sum(len(self._of(edition)) for edition in _BUNDLED)

    def __repr__(self) -> str:
        return f"<Roster of {len(self)} cards>"

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions that cards belong to, oldest first (`revised` stands for `2012` too).

        >>> bundled().editions
        ('revised', 'third')
        """
        return tuple(edition for edition in _BUNDLED if self._of(edition))

    def cards(self, edition: str) -> tuple[Card, ...]:
        """Return the cards of an edition in the order of the files. BmgError if the edition is unknown.

        >>> len(bundled().cards("2012")), len(bundled().cards("third"))
        (54, 23)
        """
        return tuple(self._of(family(edition)).values())

    def _of(self, edition: str) -> _Cards:
        """The cards of a family of editions; the bundled ones are read now if they were not before."""
        given = self._given[edition]
        if not self._on_top:
            return given
        return {**_bundled(edition), **given} if given else _bundled(edition)

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
        own = self._of(family(edition))
        wanted = fold(name)
        if not wanted:
            raise BmgError("a model's name is empty: write a card's name, or key=value,…")
        tiers = [(_exact, False), (_part, False), (_exact, True), (_part, True)]
        if as_edition:  # an exact name wins over a part wherever it stands
            tiers[1], tiers[2] = tiers[2], tiers[1]
        found = (look(wanted, self._others(edition) if other else own) for look, other in tiers)
        hits = next((tier for tier in found if tier), ())
        if not hits:
            raise BmgError(_unknown(name, edition, own))
        first, names = hits[0], listing([card.name for card in hits])
        strange = not as_edition and first.edition != family(edition)
        if len(hits) > 1 and strange:
            where = f"of the {first.edition} edition, not of {edition}"
            raise BmgError(
                f"{show(name)} is the name of {len(hits)} cards {where}\n"
                f"play one of them all the same with --as-edition: {names}"
            )
        if len(hits) > 1:
            raise BmgError(f"{show(name)} is the name of {len(hits)} cards, write more of it:\n{names}")
        if strange:
            raise BmgError(
                f"{show(first.name)} is a card of the {first.edition} edition, not of {edition}\n"
                f"play it by {edition} rules all the same with --as-edition"
            )
        return first

    def _others(self, edition: str) -> _Cards:
        """The cards of the other family: read only by a name that its own family lacks."""
        [other] = set(_BUNDLED) - {family(edition)}
        return self._of(other)


@cache
def bundled() -> Roster:
    """Return the cards that come with the program.

    >>> bundled().find("Two-Face", "revised").endurance
    9
    """
    return Roster._on_bundled()


@cache
def _bundled(edition: str) -> _Cards:
    """The cards of one file, read once."""
    with (_DATA / _BUNDLED[edition]).open("rb") as stream:
        data = tomllib.load(stream)
    cards = (card_from_table(table, data["edition"]) for table in data["card"])
    return {fold(card.name): card for card in cards}


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


def _exact(wanted: str, cards: _Cards) -> tuple[Card, ...]:
    return (cards[wanted],) if wanted in cards else ()


def _part(wanted: str, cards: _Cards) -> tuple[Card, ...]:
    return tuple(card for name, card in cards.items() if wanted in name)


def _unknown(name: str, edition: str, cards: _Cards) -> str:
    if not cards:
        return f"no card is called {show(name)}: no cards of the {edition} edition\nadd some with --roster"
    near = listing(nearest(name, [card.name for card in cards.values()]))
    return f"no {edition} card is called {show(name)}\nnearest: {near}"
