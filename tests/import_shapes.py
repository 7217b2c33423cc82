"""Cards of ours written out in the shapes that other programs use."""

import csv
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from bmg_odds.facts import Card, Weapon
from bmg_odds.facts.card import CHARACTERISTICS, COSTS

Cards = Sequence[Card]
NUMBERS = (*CHARACTERISTICS, "special", *COSTS)
RANK_IDS = {"Leader": 1, "Sidekick": 2, "Free Agent": 3, "Henchman": 5}
BS_NAMES = dict(zip(NUMBERS, ("Willpoints", "Strength", "Movement", "Attack", "Defense", "Endurance", "Special"),
                    strict=False))  # fmt: skip
RAP_NAMES = {"willpower": "wp", "strength": "str", "movement": "mov", "attack": "att", "defense": "def",
             "endurance": "end", "special": "spc", "reputation": "reputation", "funding": "funding"}  # fmt: skip
ABBREVIATIONS = dict(zip(NUMBERS, ("WP", "Str", "Mov", "Att", "Def", "End", "Sp", "Rep", "$"), strict=True))


def words(damage: str) -> str:
    """Damage letters as a catalogue words them."""
    parts = [f"{damage.count(sign)} {word}" for sign, word in (("B", "Blood"), ("S", "Stun")) if sign in damage]
    return " ".join(parts) or "-"


def profile(name: str, kind: str, values: dict[str, object]) -> str:
    inner = "".join(
        f"<characteristic name={quoteattr(key)}>{escape(str(value))}</characteristic>"
        for key, value in values.items()
        if value is not None
    )
    head = f"<profile name={quoteattr(name)} typeName={quoteattr(kind)}>"
    return f"{head}<characteristics>{inner}</characteristics></profile>"


def weapon_xml(weapon: Weapon) -> str:
    values: dict[str, object] = {"Damage": words(weapon.damage or "")}
    if weapon.ranged:
        values |= {"ROF": weapon.rof, "Ammo": "-" if weapon.ammo is None else weapon.ammo}
    values["Weapon Traits"] = ", ".join(weapon.traits)
    inner = profile(weapon.name, "Ranged Weapon" if weapon.ranged else "CC Weapon", values)
    return f'<selectionEntry type="upgrade" name={quoteattr(weapon.name)}><profiles>{inner}</profiles></selectionEntry>'


def model_xml(card: Card, number: int = 1) -> str:
    """A model's entry, one line each for profiles, categories, costs and weapons."""
    statistics: dict[str, object] = {BS_NAMES[key]: getattr(card, key) for key in BS_NAMES}
    statistics |= {"Strength": f"{card.strength}+", "Traits": ", ".join(card.traits)}
    ranks = "".join(
        f'<categoryLink name="{rank}" primary="{"false" if place else "true"}" targetId="r"/>'
        for place, rank in enumerate(card.ranks)
    )
    costs = "".join(
        f'<cost name="{name}" value="{float(value)}"/>'
        for name, value in ((" Dollar", card.funding), ("Reputation", card.reputation))
        if value is not None
    )
    identity = profile(card.name, "Identifier", {"Name": "Unknown", "Alias": card.name})
    return (
        f'<selectionEntry type="model" name={quoteattr(card.name)} id="m{number}">\n'
        f"<profiles>{identity}{profile(card.name, 'Statistics', statistics)}</profiles>\n"
        f"<categoryLinks><categoryLink name='Elite' targetId='e'/>{ranks}</categoryLinks><costs>{costs}</costs>\n"
        f"<selectionEntries>{''.join(map(weapon_xml, card.weapons))}</selectionEntries>\n</selectionEntry>\n"
    )


def catalogue(inner: str, *, tag: str = "catalogue", more: str = "", name: str = "Night") -> str:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<{tag} id="{name}" name="{name}" revision="7" '
        f'xmlns="http://www.battlescribe.net/schema/{tag}Schema">{more}\n{inner}</{tag}>\n'
    )


def battlescribe(cards: Cards) -> bytes:
    inner = "".join(map(model_xml, cards, count(1)))
    group = f"<selectionEntryGroup name='All'><selectionEntries>{inner}</selectionEntries></selectionEntryGroup>"
    return catalogue(f"<selectionEntryGroups>{group}</selectionEntryGroups>").encode()


def zipped(data: bytes, name: str = "night.cat") -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return stream.getvalue()


def app(cards: Cards) -> bytes:
    traits: dict[str, int] = {}
    weapons: list[dict[str, Any]] = [
        {"id": 0, "name": "Unused", "rate_of_fire": None, "ammunition": None, "damage": [], "traits": []}
    ]

    def worn(names: Iterable[str]) -> list[dict[str, Any]]:
        return [{"trait_id": traits.setdefault(name, len(traits) + 1), "alternate_name": None} for name in names]

    characters = []
    for number, card in enumerate(cards, 1):
        ids = []
        for weapon in card.weapons:
            ids.append(len(weapons))
            damage = weapon.damage or ""
            kinds = [
                {"damage_type_id": kind, "count": damage.count(sign)}
                for kind, sign in ((1, "B"), (2, "S"))
                if sign in damage
            ]
            weapons.append({"id": len(weapons), "name": weapon.name, "rate_of_fire": weapon.rof,
                            "ammunition": weapon.ammo, "damage": kinds, "traits": worn(weapon.traits)})  # fmt: skip
        characters.append({"id": number, "name": "Unknown", "alias": card.name, "eternal": True, "upgrade_ids": [],
                           "rank_ids": [RANK_IDS[rank] for rank in card.ranks], "weapon_ids": ids,
                           "traits": worn(card.traits), **{key: getattr(card, key) for key in NUMBERS}})  # fmt: skip
    rows = [{"id": number, "name": f"{name}*", "description": "…"} for name, number in traits.items()]
    return json.dumps({"version": 1_700_000_000, "characters": characters, "weapons": weapons, "traits": rows}).encode()


def rap_tables(cards: Cards) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    characters, weapons = [], []
    for card in cards:
        keys = [f"{card.name} / {weapon.name}" for weapon in card.weapons]
        weapons += [
            {"key": key, "name": weapon.name, "damage": weapon.damage or "-",
             "rof": weapon.rof if weapon.ranged else "-",
             "ammo": "-" if weapon.ammo is None else weapon.ammo, "traits": ", ".join(weapon.traits)}
            for key, weapon in zip(keys, card.weapons, strict=True)
        ]  # fmt: skip
        rank: Any = [{"name": rank} for rank in card.ranks] if len(card.ranks) > 1 else card.rank
        characters.append({"name": "Unknown", "alias": card.name, "rank": rank, "crews": ["lf"], "weapons": keys,
                           "traits": list(card.traits),
                           **{short: getattr(card, key) for key, short in RAP_NAMES.items()}})  # fmt: skip
    return characters, weapons


def script(value: Any) -> str:
    """A value as JavaScript: texts in single quotes, trailing commas."""
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    if isinstance(value, list):
        return "[ " + "".join(f"{script(each)}, " for each in value) + "]"
    if isinstance(value, dict):
        return "{ " + "".join(f"'{key}': {script(each)}, " for key, each in value.items()) + "}"
    return "null" if value is None else str(value)


def rap_script(cards: Cards) -> bytes:
    characters, weapons = rap_tables(cards)
    rows = ["".join(f"  {script(row)},\n" for row in table) for table in (characters, weapons)]
    return (
        "// made up\nimport { nothing } from './nothing';\n"
        f"export const loadedCharacters = [\n{rows[0]}];\n/* and */\nexport const allWeapons = [\n{rows[1]}];\n"
    ).encode()


def rap_json(cards: Cards) -> bytes:
    characters, weapons = rap_tables(cards)
    return json.dumps({"characters": characters, "weapons": weapons}).encode()


def table(cards: Cards, *, mark: str = ",") -> bytes:
    most = max((len(card.weapons) for card in cards), default=0)
    header = ["Name", "Rank", *ABBREVIATIONS.values(), "Traits", "Note"]
    for number in range(1, most + 1):
        header += [
            f"Weapon {number}",
            f"Damage {number}",
            f"ROF {number}",
            f"Ammo {number}",
            f"Weapon {number} Traits",
            f"Weapon {number} Note",
        ]
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=mark)
    writer.writerow(range(1, len(header) + 1))
    writer.writerow(header)
    for card in cards:
        row: list[Any] = [card.name, card.rank or "-"]
        row += ["-" if (value := getattr(card, key)) is None else value for key in NUMBERS]
        row[3] = f"{card.strength}+"
        row += ["; ".join(card.traits), card.note]
        for weapon in card.weapons:
            row += [weapon.name, weapon.damage or "-", "-" if weapon.rof is None else weapon.rof,
                    "-" if weapon.ammo is None else weapon.ammo, "; ".join(weapon.traits), weapon.note]  # fmt: skip
        writer.writerow(row)
    return stream.getvalue().encode()


SHAPES: dict[str, tuple[str, str, Callable[[Cards], bytes]]] = {
    "catalogue": ("battlescribe", "night.cat", battlescribe),
    "zipped catalogue": ("battlescribe", "night.catz", lambda cards: zipped(battlescribe(cards))),
    "app": ("app", "dump.json", app),
    "script": ("rap-sheet", "cards.js", rap_script),
    "json": ("rap-sheet", "cards.json", rap_json),
    "csv": ("csv", "cards.csv", table),
    "semicolons": ("csv", "cards2.csv", lambda cards: table(cards, mark=";")),
}
"""The format, a file's name and the writer of each shape."""
