"""Tables of cards: CSV with a header, as a spreadsheet writes it."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from bmg_odds.errors import BmgError
from bmg_odds.facts.import_columns import Header, find_header
from bmg_odds.facts.import_file import Member, as_text, read_bytes
from bmg_odds.facts.import_parts import CHECK, LEFT_OUT, NOTE, RawCard, RawFile, RawWeapon
from bmg_odds.facts.import_values import clean, is_nothing, name_of, trait_of, traits_of
from bmg_odds.facts.words import fold, show

_MOST_ROWS = 200_000
_HEADER_WITHIN = 20
_Row = tuple[int, list[str]]


def read_csv(paths: Sequence[str | Path]) -> RawFile:
    """Return the cards of tables. A table with weapons alone serves the cards that name them.

    BmgError for what is no table of cards.

    >>> read_csv(["none.csv"])
    Traceback (most recent call last):
    bmg_odds.errors.BmgError: none.csv: No such file or directory
    """
    raw = RawFile(edition="", source="a table of cards")
    table: dict[str, RawWeapon] = {}
    tables: list[tuple[str, Header, list[_Row]]] = []
    for path in paths:
        file = read_bytes(path)
        header, rows = _rows(file, raw)
        if header.weapons_only:
            for weapon in _weapon_table(header, rows):
                table.setdefault(fold(weapon.name), weapon)
        else:
            tables.append((f"{file.name} " if len(paths) > 1 else "", header, rows))
    if not tables:
        raise BmgError("only weapons in there: a table of cards is needed too")
    for label, header, rows in tables:
        raw.cards += _cards(label, header, rows, table)
    return raw


def _rows(file: Member, raw: RawFile) -> tuple[Header, list[_Row]]:
    text, encoding = as_text(file)
    if encoding:
        raw.say(NOTE, "", f"{file.name} is not UTF-8: read as {encoding}")
    best: tuple[int, Header, list[_Row]] | None = None
    for mark in (",", ";", "\t"):
        if mark not in text:
            continue
        start = list(_parsed(text, mark, file.name, most=_HEADER_WITHIN, strict=False))
        for place, (_, cells) in enumerate(start):
            header = find_header(cells)
            if header is not None and (best is None or header.known > best[0]):
                best = (header.known, header, start[:place])
                header.mark = mark
    if best is None:
        raise BmgError(f"{file.name}: no header in its first {_HEADER_WITHIN} rows: a row with name, attack, defense "
                       "and so on is needed")  # fmt: skip
    _, header, above = best
    filled = [line for line, cells in above if any(map(str.strip, cells))]
    if filled:
        raw.say(NOTE, f"line {filled[0]}", "above the header, so it is not read")
    rows = list(_parsed(text, header.mark, file.name, most=_MOST_ROWS, strict=True))
    strange = [show(name, width=30) for name in header.strange if name]
    if strange:
        raw.say(
            NOTE, f"line {rows[len(above)][0]}", f"columns that are not known and not read: {', '.join(strange[:12])}"
        )
    return header, rows[len(above) + 1 :]


def _parsed(text: str, mark: str, name: str, *, most: int, strict: bool) -> Iterator[_Row]:
    """Yield the rows with the line each begins on."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=strict)
    line = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            if not strict:
                return
            raise BmgError(f"{name}: line {line}: not CSV, a quote may be missing ({error})") from None
        most -= 1
        if most < 0:
            if strict:
                raise BmgError(f"{name}: more than {_MOST_ROWS:,} rows")
            return
        yield line, cells
        line = reader.line_num + 1


def _weapon_table(header: Header, rows: list[_Row]) -> Iterator[RawWeapon]:
    for _, cells in rows:
        yield from _weapons(header, cells, None)


def _cards(label: str, header: Header, rows: list[_Row], table: dict[str, RawWeapon]) -> list[RawCard]:
    cards: list[RawCard] = []
    before: RawCard | None = None
    for line, cells in rows:
        if not any(map(str.strip, cells)):
            continue
        values: dict[str, object] = {key: cell for key, cell in header.of_card(cells) if not is_nothing(cell)}
        name, other = name_of(values.pop("alias", ""), values.pop("name", ""))
        card = RawCard(name=name, other=other, place=f"{label}line {line}")
        card.rank = [clean(values.pop("rank", ""))]
        card.note, card.edition = clean(values.pop("note", "")), clean(values.pop("edition", "")).lower()
        card.values = values
        for text in header.traits(cells):
            card.traits += traits_of(text)
        card.weapons = list(_weapons(header, cells, (card, table)))
        goes_on = before is not None and (not name or fold(name) == fold(before.name)) and _adds(card, before)
        if before is not None and goes_on:  # one weapon a row: the card is written once, or again and again
            before.weapons += card.weapons
            before.remarks += card.remarks
            continue
        extra = [cell for cell in cells[header.width :] if cell.strip()]
        if extra:
            card.remarks.append((CHECK, f"more cells than the header has, as {show(extra[0])}: have cells moved?"))
        cards.append(card)
        before = card
    return cards


def _adds(card: RawCard, before: RawCard) -> bool:
    """Whether a row only brings further weapons of the card before it."""
    if not card.weapons and not any(kind == LEFT_OUT for kind, _ in card.remarks):
        return False
    if card.values and card.weapons == before.weapons:  # the whole card a second time
        return False
    same = not card.values or card.values == before.values
    return same and (not card.traits or card.traits == before.traits)


def _weapons(header: Header, cells: list[str], of: tuple[RawCard, dict[str, RawWeapon]] | None) -> Iterator[RawWeapon]:
    """Yield the weapons of a row: from columns of their own, from one text, or by name from a table of weapons."""
    for group in header.weapons(cells):
        text = group.pop("weapon", "")
        if is_nothing(text):
            if of and any(not is_nothing(cell) for cell in group.values()):
                filled = ", ".join(f"{key} {show(cell)}" for key, cell in group.items() if not is_nothing(cell))
                of[0].remarks.append((LEFT_OUT, f"a weapon without a name: {filled}: have cells moved?"))
            continue
        own = any(cell.strip() for cell in group.values())  # a dash is a value: no damage
        parts = [text] if own else [part for part in text.split(";") if part.strip()]
        for part in parts:
            weapon = _one(part, group, own=own)
            if weapon is None and of:
                known = of[1].get(fold(part))
                weapon = replace(known, traits=list(known.traits)) if known else None
            if weapon is not None:
                yield weapon
            elif of:
                of[0].remarks.append((LEFT_OUT, f"weapon {show(clean(part))}: only its name is there, no damage"))


def _one(text: str, group: dict[str, str], *, own: bool) -> RawWeapon | None:
    """A weapon of cells, or of a text as `roster show` prints it: `Pistol: damage BB, ROF 2, ammo 2, Firearm`."""
    if own or "damage" in group:
        if not own:
            return None
        return RawWeapon(name=clean(text), damage=group.get("damage"), rof=group.get("rof"), ammo=group.get("ammo"),
                         traits=traits_of(group.get("traits", "")), note=clean(group.get("note", "")))  # fmt: skip
    name, colon, rest = text.partition(":")
    if not colon or not rest.strip():
        return None
    weapon = RawWeapon(name=clean(name))
    first, *others = traits_of(rest) or ["-"]
    weapon.damage = first.lower().removeprefix("damage").strip()
    for part in others:
        word, _, value = part.partition(" ")
        if word.lower() in ("rof", "ammo") and value:
            setattr(weapon, word.lower(), value)
        elif kept := trait_of(part):
            weapon.traits.append(kept)
    return weapon
