"""The shape of a user's roster file. This loads pydantic: import it only to read such a file."""

import datetime
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from bmg_odds.facts.card import COSTS, RANGES
from bmg_odds.facts.values import allowed, read_damage, read_number, read_rank
from bmg_odds.facts.words import nearest, show

_MOST_HINTS = 1_000
"""Mistakes of a file for which the nearest valid word is looked for; who has more has another problem."""

Place = tuple[str | int, ...]


def _name(text: str) -> str:
    if not text.strip() or not text.isprintable():
        raise ValueError
    return text


def _strength(value: object) -> object:
    return read_number("strength", value) if isinstance(value, str) else value


def _date(value: object) -> object:
    if not isinstance(value, str | datetime.date):
        raise ValueError
    return value


def _between(key: str) -> Any:
    low, high = COSTS[key] if key in COSTS else RANGES[key]
    return Field(ge=low, le=high)


Name = Annotated[str, AfterValidator(_name)]
Damage = Annotated[str, AfterValidator(read_damage)]


class _Table(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class WeaponTable(_Table):
    """A `[[card.weapon]]` table.

    >>> WeaponTable(name="Gun", damage="BS", rof=2).rof
    2
    """

    name: Name
    damage: Damage = ""
    rof: Annotated[int, _between("rof")] | None = None
    ammo: Annotated[int, _between("ammo")] | None = None
    traits: list[Name] = []
    note: str = ""


class CardTable(_Table):
    """A `[[card]]` table.

    >>> sorted(name for name, field in CardTable.model_fields.items() if field.is_required())
    ['attack', 'defense', 'endurance', 'movement', 'name', 'strength', 'willpower']
    """

    name: Name
    rank: Annotated[str, AfterValidator(read_rank)] | None = None
    willpower: Annotated[int, _between("willpower")]
    strength: Annotated[int, BeforeValidator(_strength), _between("strength")]
    movement: Annotated[int, _between("movement")]
    attack: Annotated[int, _between("attack")]
    defense: Annotated[int, _between("defense")]
    endurance: Annotated[int, _between("endurance")]
    special: Annotated[int, _between("special")] = 3
    reputation: Annotated[int, _between("reputation")] | None = None
    funding: Annotated[int, _between("funding")] | None = None
    traits: list[Name] = []
    weapon: list[WeaponTable] = []
    note: str = ""


class FileTable(_Table):
    """A whole roster file.

    >>> FileTable.model_fields["edition"].default
    'revised'
    """

    edition: Literal["2012", "revised", "third"] = "revised"
    source: str = ""
    date: Annotated[object, AfterValidator(_date)] = ""
    card: Annotated[list[CardTable], Field(min_length=1)]


def problems(data: Mapping[str, object]) -> list[tuple[Place, str]]:
    """Return everything wrong with the shape of a file: where it stands, and what is allowed there.

    >>> problems({"card": [], "editoin": "third"})
    [(('card',), 'card = a list: at least one [[card]] table'),
     (('editoin',), 'unknown key; allowed: edition, source, date, card; nearest: edition')]
    """
    try:
        FileTable.model_validate(data)
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False)
        return [
            (detail["loc"], _message(detail["type"], detail["loc"], detail["input"], hints=count < _MOST_HINTS))
            for count, detail in enumerate(details)
        ]
    return []


def _message(kind: str, place: Place, value: object, *, hints: bool) -> str:
    if kind == "extra_forbidden":
        fields = FileTable.model_fields if len(place) == 1 else CardTable.model_fields
        if "weapon" in place[:-1]:
            fields = WeaponTable.model_fields
        near = f"; nearest: {nearest(str(place[-1]), fields, most=1)[0]}" if hints else ""
        return f"unknown key; allowed: {', '.join(fields)}{near}"
    key = next(part for part in reversed(place) if isinstance(part, str))
    if kind == "missing":
        return f"is missing: {allowed(key)}"
    if isinstance(place[-1], int) and key in ("card", "weapon"):
        return f"{key} = {show(value)}: {allowed(key)}"
    hint = ""
    if hints and key in ("rank", "edition") and isinstance(value, str):
        choices = ("Leader", "Sidekick", "Free Agent", "Henchman") if key == "rank" else ("2012", "revised", "third")
        hint = f"; nearest: {nearest(value, choices, most=1)[0]}"
    return f"{key} = {show(value)}: {allowed(key)}{hint}"
