"""Cards as rows and as players know them."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from bmg_odds.answers.asking.options import nearest
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import CHARACTERISTICS, RANKS, Card, Weapon
from bmg_odds.facts.roster import Roster

WIDTH = 80
_SHORT = {
    "willpower": "WP",
    "strength": "St",
    "movement": "Mv",
    "attack": "At",
    "defense": "De",
    "endurance": "En",
    "special": "Sp",
}


def chosen(paths: Sequence[str] | Roster, edition: str | None, ranks: Iterable[str]) -> list[Card]:
    """Return the cards of an edition (or all) that have one of the ranks (or any).

    >>> len(chosen([], "third", [])), chosen([], None, ["leader"])[0].rank
    (23, 'Leader')
    """
    wanted = {_rank(name) for name in ranks}
    roster = Roster.load(paths)
    cards = list(roster.cards(edition)) if edition else list(roster.values())
    return [card for card in cards if not wanted or wanted & set(card.ranks)]


def _rank(name: str) -> str:
    for rank in RANKS:
        if rank.lower() == name.strip().lower():
            return rank
    near = nearest(name, RANKS)
    hint = f"; did you mean {near}?" if near else ""
    raise BmgError(f"--only {name} is no rank; allowed: {', '.join(RANKS)}{hint}")


def one(name: str, paths: Sequence[str] | Roster, edition: str | None) -> Card:
    """Return the card of a name; without an edition a card of any edition will do."""
    return Roster.load(paths).find(name, edition or "revised", as_edition=edition is None)


def row(card: Card) -> dict[str, object]:
    """Return a card as a row of `roster list`, keys in the order of its columns."""
    return {
        "name": card.name,
        "edition": card.edition,
        "rank": card.rank,
        "reputation": card.reputation,
        "funding": card.funding,
        **{name: getattr(card, name) for name in CHARACTERISTICS},
        "special": card.special,
        "weapons": [weapon.name for weapon in card.weapons],
        "traits": list(card.traits),
    }


_RANK = {"Leader": "L", "Sidekick": "S", "Free Agent": "FA", "Henchman": "H"}
_EDITION = {"revised": "1st", "third": "3rd"}
_LONGEST = 32
"""Signs of a name that are shown: every bundled name is shorter."""
LEGEND = "rank: L Leader, S Sidekick, FA Free Agent, H Henchman\n\n"


def short(cards: Sequence[Card]) -> tuple[tuple[str, ...], list[dict[str, object]]]:
    """Return the columns and rows that fit a terminal with whole names; ranks and editions are abbreviated."""
    several = len({card.edition for card in cards}) > 1
    columns = ("name", *(("ed",) if several else ()), "rank", "rep", *_SHORT.values())
    rows: list[dict[str, object]] = []
    for card in cards:
        values = {label: getattr(card, key) for key, label in _SHORT.items()}
        values["St"] = _strength(card)
        rank = "/".join(_RANK.get(one, one) for one in card.ranks)
        edition = _EDITION.get(card.edition, card.edition)
        name = card.name if len(card.name) <= _LONGEST else card.name[: _LONGEST - 3] + "..."
        rows.append({"name": name, "ed": edition, "rank": rank, "rep": card.reputation, **values})
    return columns, rows


def _strength(card: Card) -> str:
    return "" if card.strength is None else f"{card.strength}+"


def pairs(card: Card) -> Iterator[tuple[str, object]]:
    """Yield a card's lines as (key, value)."""
    yield "name", card.name
    yield "edition", card.edition
    yield "rank", card.rank
    yield "reputation", card.reputation
    yield "funding", card.funding
    for name in (*CHARACTERISTICS, "special"):
        yield name, _strength(card) if name == "strength" else getattr(card, name)
    for weapon in card.weapons:
        yield f"weapon {weapon.name}", "; ".join([*_numbers(weapon), *weapon.traits])
    yield "traits", card.traits
    if card.note:
        yield "note", card.note


def _numbers(weapon: Weapon) -> list[str]:
    values = [f"damage {weapon.damage or 'none'}"]
    if weapon.rof is not None:
        values.append(f"ROF {weapon.rof}")
    if weapon.ammo is not None:
        values.append(f"ammo {weapon.ammo}")
    return values


def printed(card: Card) -> str:
    """Return a card as plain text of at most 80 columns.

    >>> print(printed(one("batman (ac)", [], "revised")).splitlines()[0])
    Batman (AC)
    """
    price = [card.rank or "rank unknown"]
    if card.reputation is not None:
        price.append(f"{card.reputation} reputation")
    if card.funding is not None:
        price.append(f"${card.funding}")
    lines = [*textwrap.wrap(card.name, WIDTH), f"{', '.join(price)} ({card.edition} edition)", ""]
    cells = []
    for name in (*CHARACTERISTICS, "special"):
        value = getattr(card, name)
        shown = "-" if value is None else _strength(card) if name == "strength" else str(value)
        cells.append((name.capitalize(), shown))
    lines.append("  " + "  ".join(label for label, _ in cells))
    lines.append("  " + "  ".join(value.center(len(label)).rstrip().ljust(len(label)) for label, value in cells))
    lines = [line.rstrip() for line in lines]
    for weapon in card.weapons:
        lines += ["", *_wrap(f"{weapon.name}: {', '.join([*_numbers(weapon), *weapon.traits])}")]
        if weapon.note:
            lines += _wrap(f"note: {weapon.note}", "    ")
    if card.traits:
        lines += ["", *_wrap(f"Traits: {', '.join(card.traits)}")]
    if card.note:
        lines += ["", *_wrap(f"Note: {card.note}")]
    return "\n".join(lines) + "\n"


def printed_traits(rows: Sequence[Mapping[str, str]], edition: str) -> str:
    """Return what traits do to the dice as plain text of at most 80 columns, "" where there is none.

    >>> row = {"trait": "Handy", "stage": "impact", "does": "failed dice are rerolled"}
    >>> print(printed_traits([row], "revised"), end="")
    What the traits do (revised):
      Handy  failed dice are rerolled
    """
    shown = {row["trait"]: "no die: " * (row["stage"] == "none") + row["does"] for row in rows}
    if not shown:
        return ""
    room = min(26, max(len(name) for name in shown)) + 2
    lines = [f"What the traits do ({edition}):"]
    for name, does in shown.items():
        names = textwrap.wrap(name, room - 2, subsequent_indent="  ")
        texts = textwrap.wrap(does, WIDTH - 2 - room)
        for left, right in zip_longest(names, texts, fillvalue=""):
            lines.append(f"  {left.ljust(room)}{right}".rstrip())
    return "\n".join(lines) + "\n"


def _wrap(text: str, indent: str = "  ") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ")
