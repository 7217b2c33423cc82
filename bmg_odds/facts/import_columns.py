"""Which column of a table means what."""

import re
from collections.abc import Iterator, Sequence

_NAMES = {
    "name": "name model card character", "alias": "alias", "rank": "rank", "willpower": "willpower willpoints wp will",
    "strength": "strength str st", "movement": "movement mov move mv", "attack": "attack att atk at",
    "defense": "defense defence def de", "endurance": "endurance end en", "special": "special spc spec sp",
    "reputation": "reputation rep", "funding": "funding fund funds dollar dollars $", "traits": "traits trait",
    "note": "note notes", "edition": "edition", "weapon": "weapon weapons weaponname",
    "damage": "damage dmg dam weapondamage", "rof": "rof rateoffire weaponrof", "ammo": "ammo ammunition weaponammo",
    "weapon-traits": "weapontraits weapontrait traitsofweapon", "weapon-note": "weaponnote",
}  # fmt: skip
_MEANING = {word: key for key, words in _NAMES.items() for word in words.split()}
_OF_CARD = ("name", "alias", "rank", "willpower", "strength", "movement", "attack", "defense", "endurance", "special",
            "reputation", "funding", "note", "edition")  # fmt: skip
_OF_WEAPON = {"weapon": "weapon", "damage": "damage", "rof": "rof", "ammo": "ammo", "weapon-traits": "traits",
              "weapon-note": "note"}  # fmt: skip
_IN_WEAPON_TABLE = {"name": "weapon", "traits": "weapon-traits", "note": "weapon-note"}
_MOST_COLUMNS = 2_000


class Header:
    """What the columns of a table mean.

    Weapon columns belong together by their number (`Weapon 1`, `Damage 1`), or to the weapon column before
    them. `Traits` is the card's, and after a weapon column the weapon's if the card has its own before.

    >>> header = Header(["Name", "Att", "Traits", "Weapon 1", "Damage 1", "Hat"])
    >>> dict(header.of_card(["Jo", "3", "Arrest", "Axe", "BB", "x"])), header.strange
    ({'name': 'Jo', 'attack': '3'}, ['Hat'])
    >>> header.weapons(["Jo", "3", "Arrest", "Axe", "BB"])
    [{'weapon': 'Axe', 'damage': 'BB'}]
    """

    def __init__(self, cells: Sequence[str]) -> None:
        self.mark = ","
        self.width = len(cells)
        self.strange: list[str] = []
        self._card: dict[str, int] = {}
        self._traits: list[int] = []
        self._weapons: dict[str, dict[str, int]] = {}
        parts = [_meaning(cell) for cell in cells[:_MOST_COLUMNS]]
        keys = {key for key, _, _ in parts}
        self.weapons_only = "damage" in keys and not keys & {"willpower", "attack", "defense", "endurance"}
        counted = any(key == "weapon" and number for key, number, _ in parts)
        group = "1"
        seen_weapon = False
        for place, (word, number, plural) in enumerate(parts):
            key = _IN_WEAPON_TABLE.get(word, word) if self.weapons_only else word
            if key == "weapon":
                group = number or (str(len(self._weapons) + 1) if seen_weapon else "1")
                seen_weapon = True
            elif key == "traits" and seen_weapon and self._traits and (plural and counted if number else True):
                key = "weapon-traits"
            if key in _OF_WEAPON:
                self._weapons.setdefault(number or group, {}).setdefault(_OF_WEAPON[key], place)
            elif key == "traits":
                self._traits.append(place)
            elif key in _OF_CARD:
                self._card.setdefault(key, place)
            else:
                self.strange.append(" ".join(cells[place].split()))
        self.known = len(self._card) + len(self._traits) + sum(map(len, self._weapons.values()))
        self.serves = self.weapons_only or bool({"name", "alias"} & set(self._card))

    def of_card(self, cells: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield the card's own values of a row."""
        return ((key, cells[place]) for key, place in self._card.items() if place < len(cells))

    def traits(self, cells: Sequence[str]) -> Iterator[str]:
        """Yield the cells of a row that hold traits of the card."""
        return (cells[place] for place in self._traits if place < len(cells))

    def weapons(self, cells: Sequence[str]) -> list[dict[str, str]]:
        """Return the cells of each weapon of a row, empty ones too."""
        return [
            {key: cells[place] for key, place in group.items() if place < len(cells)}
            for group in self._weapons.values()
        ]


def find_header(cells: Sequence[str]) -> Header | None:
    """Return the header that a row is, or None: at least three columns are known, a name among them.

    >>> find_header(["1", "2", "3"]), find_header(["Name", "WP", "Str"]).known
    (None, 3)
    """
    if not any(map(str.strip, cells)):
        return None
    header = Header(cells)
    return header if header.known >= 3 and header.serves else None


def _meaning(cell: str) -> tuple[str, str, bool]:
    """The key, the number in the name, and whether the word is a plural."""
    word = re.sub(r"[^a-z0-9$]", "", cell[:60].lower())
    numbers = re.findall(r"[0-9]+", word)
    letters = re.sub(r"[0-9]", "", word)
    return _MEANING.get(letters, ""), numbers[0].lstrip("0")[:4] if numbers else "", letters.endswith("s")
