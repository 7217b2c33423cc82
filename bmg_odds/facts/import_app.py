"""The app's JSON: characters, weapons and traits, which name each other by id."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

from bmg_odds.errors import BmgError
from bmg_odds.facts.import_file import as_text, read_bytes
from bmg_odds.facts.import_parts import LEFT_OUT, RawCard, RawFile, RawWeapon
from bmg_odds.facts.import_values import clean, name_of, trait_of
from bmg_odds.facts.words import plain, show

_RANKS = {1: "Leader", 2: "Sidekick", 3: "Free Agent", 5: "Henchman"}
_DAMAGE = {1: "B", 2: "S"}
_NUMBERS = ("willpower", "strength", "movement", "attack", "defense", "special", "endurance", "reputation", "funding")
_Rows = dict[Any, dict[str, Any]]


def read_app(paths: Sequence[str | Path]) -> RawFile:
    """Return the cards of the app's dump; BmgError if it is none.

    >>> read_app(["none.json"])
    Traceback (most recent call last):
    bmg_odds.errors.BmgError: none.json: No such file or directory
    """
    raw = RawFile(edition="third")
    for path in paths:
        file = read_bytes(path)
        text, _ = as_text(file)
        data = parse_json(text, file.name)
        if not isinstance(data, dict) or not isinstance(data.get("characters"), list):
            raise BmgError(f"{file.name}: not the app's dump: an object with a list `characters` is needed")
        version = data.get("version")
        if isinstance(version, int) and not isinstance(version, bool) and 10**9 <= version < 10**10:
            raw.date = datetime.fromtimestamp(version, UTC).date().isoformat()
        raw.source = f"the app's card data{f', version {clean(version)[:20]}' if clean(version) else ''}"
        weapons, traits = _by_id(data.get("weapons")), _by_id(data.get("traits"))
        for place, row in enumerate(data["characters"]):
            raw.cards.append(_card(row, f"character {place + 1}", weapons, traits))
    return raw


def parse_json(text: str, name: str) -> Any:
    """Return a JSON text's value. BmgError, with the line, for what is no JSON.

    >>> parse_json('{"a" 1}', "a.json")
    Traceback (most recent call last):
    bmg_odds.errors.BmgError: a.json: line 1, column 6: not JSON: expecting ':' delimiter
    """

    def refuse(word: str) -> NoReturn:
        raise BmgError(f"{name}: not JSON: {word} is no number")

    try:
        return json.loads(text, parse_constant=refuse)
    except json.JSONDecodeError as error:
        what = plain(error.msg[:1].lower() + error.msg[1:])
        raise BmgError(f"{name}: line {error.lineno}, column {error.colno}: not JSON: {what}") from None
    except RecursionError:
        raise BmgError(f"{name}: not JSON: brackets nested too deep") from None
    except ValueError as error:
        if isinstance(error, BmgError):
            raise
        raise BmgError(f"{name}: not JSON: a number of thousands of digits") from None


def _by_id(rows: object) -> _Rows:
    found: _Rows = {}
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and isinstance(row.get("id"), int | str):
            found.setdefault(row["id"], row)
    return found


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _card(row: object, place: str, weapons: _Rows, traits: _Rows) -> RawCard:
    if not isinstance(row, dict):
        return RawCard(name="", place=place)
    if isinstance(row.get("id"), int):
        place += f", id {show(row['id'], width=20)}"
    name, other = name_of(row.get("alias"), row.get("name"))
    card = RawCard(name=name, other=other, place=place, values={key: row.get(key) for key in _NUMBERS})
    for number in _list(row.get("rank_ids")):
        known = _RANKS.get(number) if isinstance(number, int) else None
        if known:
            card.rank.append(known)
        else:
            card.remarks.append((LEFT_OUT, f"rank_id {show(number)}: 1, 2, 3 and 5 are known"))
    card.traits = _traits(row.get("traits"), traits, card, "")
    for number in _list(row.get("weapon_ids")):
        weapon = weapons.get(number) if isinstance(number, int | str) else None
        if weapon is None:
            card.remarks.append((LEFT_OUT, f"weapon_id {show(number)}: no such weapon in the file"))
        else:
            _weapon(weapon, traits, card)
    return card


def _traits(rows: object, traits: _Rows, card: RawCard, of: str) -> list[str]:
    """Names of traits: the alternate name first, for some ids contradict it."""
    found = []
    for each in _list(rows):
        row = each if isinstance(each, dict) else {"trait_id": each}
        number = row.get("trait_id")
        listed = traits.get(number, {}) if isinstance(number, int | str) else {}
        name = trait_of(row.get("alternate_name")) or trait_of(listed.get("name"))
        if name:
            found.append(name)
        else:
            card.remarks.append((LEFT_OUT, f"{of}trait_id {show(number)}: no such trait in the file"))
    return found


def _weapon(row: dict[str, Any], traits: _Rows, card: RawCard) -> None:
    name = clean(row.get("name"))
    letters = ""
    for each in _list(row.get("damage")):
        part = each if isinstance(each, dict) else {}
        number, count = part.get("damage_type_id"), part.get("count", 1)
        letter = _DAMAGE.get(number) if isinstance(number, int) else None
        if letter is None or not isinstance(count, int) or not 0 <= count <= 20:
            wrong = f"damage_type_id {show(number)}, count {show(count)}"
            card.remarks.append((LEFT_OUT, f"weapon {show(name)}: {wrong}: types 1 and 2, counts 0 to 20 are known"))
            return
        letters += letter * count
    worn = _traits(row.get("traits"), traits, card, f"weapon {show(name)}: ")
    card.weapons.append(RawWeapon(name=name, damage=letters, rof=row.get("rate_of_fire"), ammo=row.get("ammunition"),
                                  traits=worn))  # fmt: skip
