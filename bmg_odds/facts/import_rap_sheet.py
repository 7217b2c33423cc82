"""Rap-sheet data: characters and the weapons that they name by key, as JavaScript or JSON."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bmg_odds.errors import BmgError
from bmg_odds.facts.import_file import as_text, read_bytes
from bmg_odds.facts.import_literal import literals
from bmg_odds.facts.import_parts import CHECK, LEFT_OUT, NOTE, RawCard, RawFile, RawWeapon
from bmg_odds.facts.import_values import clean, name_of, trait_of, traits_of
from bmg_odds.facts.words import fold, show

_KEYS = {"willpower": "wp", "strength": "str", "movement": "mov", "attack": "att", "defense": "def",
         "endurance": "end", "special": "spc", "reputation": "reputation", "funding": "funding"}  # fmt: skip
_Weapons = dict[str, dict[str, Any]]


def read_rap_sheet(paths: Sequence[str | Path]) -> RawFile:
    """Return the cards of rap-sheet files, which may hold characters and weapons apart; BmgError if none does.

    >>> read_rap_sheet(["none.js"])
    Traceback (most recent call last):
    bmg_odds.errors.BmgError: none.js: No such file or directory
    """
    raw = RawFile(edition="revised")
    weapons: _Weapons = {}
    characters: list[tuple[str, Any]] = []
    names = []
    for path in paths:
        file = read_bytes(path)
        text, _ = as_text(file)
        names.append(file.name)
        for key, rows in _lists(literals(text, file.name)):
            if key.endswith("weapons"):
                weapons |= {str(row.get("key", row.get("name", ""))): row for row in rows if isinstance(row, dict)}
            else:
                label = f"{file.name} " if len(paths) > 1 else ""
                characters += [(label + _place(row, number), row) for number, row in enumerate(rows, 1)]
    if not characters and not weapons:
        raise BmgError(f"{', '.join(names)[:200]}: no list of characters, as `export const loadedCharacters = [ … ];`")
    raw.source = "rap-sheet card data"
    if characters and not weapons:
        raw.say(NOTE, "", "no list of weapons: give the file that has `allWeapons` too")
    folded = {fold(key): row for key, row in reversed(weapons.items())}
    raw.cards = [_card(row, place, weapons, folded) for place, row in characters]
    return raw


def _lists(found: dict[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    """Yield the lists of characters and of weapons, whatever is around them."""
    for name, value in found.items():
        key = name.lower()
        if key.endswith(("characters", "weapons")):
            if isinstance(value, BmgError):
                raise value
            rows = list(value.values()) if isinstance(value, dict) else value
            if isinstance(rows, list):
                yield ("weapons" if key.endswith("weapons") else "characters"), rows
        elif isinstance(value, dict):
            yield from _lists({inner: each for inner, each in value.items() if isinstance(each, list | dict)})
        elif key in ("", "default", "exports") and isinstance(value, list):
            rows = [row for row in value if isinstance(row, dict)]
            yield ("weapons" if rows and all("damage" in row for row in rows) else "characters"), value


def _place(row: object, number: int) -> str:
    line = getattr(row, "line", 0)
    return f"line {line}" if line else f"character {number}"


def _card(row: object, place: str, weapons: _Weapons, folded: _Weapons) -> RawCard:
    if not isinstance(row, dict):
        return RawCard(name="", place=place)
    name, other = name_of(row.get("alias"), row.get("name"))
    card = RawCard(name=name, other=other, place=place)
    card.values = {key: row.get(short, row.get(key)) for key, short in _KEYS.items()}
    for rank in _listed(row.get("rank")):
        card.rank.append(clean(rank.get("name", rank.get("rank")) if isinstance(rank, dict) else rank))
    for trait in _listed(row.get("traits")):
        card.traits += _trait(trait, card)
    for weapon in _listed(row.get("weapons")):
        _add_weapon(weapon, card, weapons, folded)
    return card


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else [] if value in (None, "") else [value]


def _trait(trait: object, card: RawCard) -> list[str]:
    """A trait's name, with its number and then its words in brackets; a text may be several traits.

    What the values are called differs from trait to trait: level, count, target, weapon, names.
    """
    if isinstance(trait, str):
        return traits_of(trait)
    name = trait_of(trait.get("name")) if isinstance(trait, dict) else ""
    if not name or not isinstance(trait, dict):
        card.remarks.append((LEFT_OUT, f"a trait without a name: {show(trait)}"))
        return []
    values = [text for key, value in trait.items() if key != "name" and (text := _bracket(value))]
    values.sort(key=lambda text: not text.rstrip("+").isdigit())
    return [" ".join([name.removesuffix(" with"), *(f"({text})" for text in values)])]


def _bracket(value: object) -> str:
    text = ", ".join(text for each in _listed(value) if (text := clean(each)))
    return text[1:-1] if text.startswith("(") and text.endswith(")") else text


def _add_weapon(weapon: object, card: RawCard, weapons: _Weapons, folded: _Weapons) -> None:
    row = weapon if isinstance(weapon, dict) and "damage" in weapon else None
    key = clean(weapon.get("key", weapon.get("name")) if isinstance(weapon, dict) else weapon)
    if row is None:
        row = weapons.get(key) or folded.get(fold(key))
        if row is None:
            card.remarks.append((LEFT_OUT, f"weapon {show(key)}: it is not among the weapons of the file"))
            return
        if key not in weapons:
            card.remarks.append((CHECK, f"weapon {show(key)}: taken for {show(row.get('key', row.get('name')))}"))
    worn = row.get("traits")
    traits = [name for each in _listed(worn) for name in _trait(each, card)]
    name = clean(row.get("name")) or key
    card.weapons.append(RawWeapon(name=name, damage=row.get("damage"), rof=row.get("rof"), ammo=row.get("ammo"),
                                  traits=traits))  # fmt: skip
