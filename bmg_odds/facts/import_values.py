"""Values as other programs and people write them, read into ours."""

import re
from collections.abc import Iterable

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import COSTS, RANGES, RANKS
from bmg_odds.facts.values import allowed, read_damage, read_number
from bmg_odds.facts.words import fold, show

LONGEST = 200
"""Signs of a name or a trait; none that is printed comes near."""

_NOTHING = frozenset(("", "-", "--", "n/a", "na", "none", "null", "nil"))
_NO_NAME = _NOTHING | {"unknown", "classified", "?", "??", "???"}
_MARKUP = re.compile(r"\{[^{}]{0,100}\}")
_WHOLE = re.compile(r"([+-]?[0-9]{1,9})(?:\.0{1,9})?", re.ASCII)
_MARKERS = re.compile(
    r"(?P<count>[0-9]{1,2})?\s*x?\s*(?P<what>bloods?|injury|injuries|stuns?|[bs]+)(?:\s*x\s*(?P<times>[0-9]{1,2}))?"
    r"\s*(?:[,+&]|and\b)?\s*",
    re.ASCII,
)
_RANKS = {fold(rank): rank for rank in RANKS} | {"l": "Leader", "s": "Sidekick", "fa": "Free Agent", "h": "Henchman",
                                              "henchmen": "Henchman"}  # fmt: skip


def clean(value: object) -> str:
    """Return a text on one line, without signs that cannot be printed; "" for what is no text or number.

    >>> clean("  Night\\n Guard "), clean(None), clean(7)
    ('Night Guard', '', '7')
    """
    if isinstance(value, str):
        text = value if value.isprintable() else "".join(c if c.isprintable() or c.isspace() else "" for c in value)
        return " ".join(text.split())
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18:
        return str(value)
    return repr(value) if isinstance(value, float) else ""


def is_nothing(value: object) -> bool:
    """Whether a cell stands for "no value": empty, a dash, none.

    >>> is_nothing("-"), is_nothing(None), is_nothing("0")
    (True, True, False)
    """
    return value is None or (isinstance(value, str) and fold(value[:40]) in _NOTHING)


def name_of(alias: object, name: object) -> tuple[str, str]:
    """Return what the card is called, and its second name: the alias, or the name where the alias is unknown.

    >>> name_of("Night Guard", "Unknown"), name_of("-", "Jo Doe"), name_of(None, "?")
    (('Night Guard', ''), ('Jo Doe', ''), ('', ''))
    """
    known = [text for text in (clean(alias), clean(name)) if fold(text[:40]) not in _NO_NAME]
    return (known[0], known[1] if len(known) > 1 else "") if known else ("", "")


def number(key: str, value: object) -> int | None:
    """Return a number in the range of its key, or None where the file has none. BmgError otherwise.

    A plus behind a Strength, inches behind a Movement, a dollar sign at a price, and 5.0 for 5 are forgiven;
    ammunition without end is 99.

    >>> number("strength", "5+"), number("movement", '8"'), number("funding", "$100"), number("attack", "-")
    (5, 8, 100, None)
    >>> number("attack", 15)
    Traceback (most recent call last):
    bmg_odds.errors.BmgError: attack = 15: a whole number from 0 to 12
    """
    if is_nothing(value):
        return None
    found = value
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e9:
        found = int(value)
    elif isinstance(value, str) and len(value) <= LONGEST:
        text = value.strip().removesuffix("+" if key == "strength" else "\x00")
        if key == "movement":
            text = text.rstrip("\"'″”").removesuffix("in").removesuffix("cm")
        elif key in COSTS:
            text = text.strip("$ ")
        whole = _WHOLE.fullmatch(text.strip())
        found = int(whole[1]) if whole else value
        if key == "ammo" and fold(text) in ("∞", "unlimited", "infinite"):
            found = RANGES["ammo"][1]
    try:
        return read_number(key, found)
    except BmgError:
        raise BmgError(f"{key} = {show(value)}: {allowed(key)}") from None


def damage_bands(value: object) -> tuple[str, ...]:
    """Return the letters of a damage, one text for each band of range; no damage is ("",). BmgError otherwise.

    >>> [damage_bands(text)[0] for text in ("1 Blood 1 Stun", "Blood, Stun", "2 Blood", "SB", "Stuns x2", "-")]
    ['BS', 'BS', 'BB', 'BS', 'SS', '']
    >>> damage_bands("BB / B / S")
    ('BB', 'B', 'S')
    """
    if is_nothing(value):
        return ("",)
    if not isinstance(value, str) or len(value) > LONGEST:
        raise BmgError(f"damage = {show(value)}: {allowed('damage')}")
    return tuple(_letters(band, value) for band in value.split("/"))


def _letters(band: str, whole: str) -> str:
    text = fold(band)
    if is_nothing(text) or text == "0":
        return ""
    letters, place = "", 0
    while place < len(text):
        found = _MARKERS.match(text, place)
        if not found:
            raise BmgError(f"damage = {show(whole)}: {allowed('damage')}")
        what = found["what"]
        signs = "B" if what.startswith(("blood", "injur")) else "S" if what.startswith("stun") else what.upper()
        letters += signs * int(found["count"] or 1) * int(found["times"] or 1)
        place = found.end()
    try:
        return read_damage(letters)
    except BmgError:
        raise BmgError(f"damage = {show(whole)}: {allowed('damage')}") from None


def ranks_of(words: Iterable[object]) -> tuple[list[str], list[str]]:
    """Return the ranks that stand in some texts, and the words that are none.

    >>> ranks_of(["leader / Sidekick"]), ranks_of(["FA", "Vehicle"]), ranks_of(["Henchmen (Common)"])
    ((['Leader', 'Sidekick'], []), (['Free Agent'], ['Vehicle']), (['Henchman'], []))
    """
    ranks: dict[str, None] = {}
    strange: list[str] = []
    for words_of_one in words:
        for word in re.split(r"[/,;|]| or ", clean(words_of_one)[:LONGEST]):
            if not is_nothing(word.strip()):
                plain_word = fold(word.partition("(")[0])
                rank = _RANKS.get(plain_word) or _RANKS.get(plain_word.removesuffix("s"))
                if rank:
                    ranks[rank] = None
                else:
                    strange.append(word.strip())
    return list(ranks), strange


def traits_of(value: object) -> list[str]:
    """Return the traits of a text: split at semicolons, or else at commas, outside brackets; lines always split.

    >>> traits_of("Arrest, Combo (Baton, Fist)"), traits_of("Teamwork (1) (A, B); Handy"), traits_of("-")
    (['Arrest', 'Combo (Baton, Fist)'], ['Teamwork (1) (A, B)', 'Handy'], [])
    """
    if not isinstance(value, str):
        return []
    mark = ";" if ";" in value else ","
    found: list[str] = []
    for line in value.splitlines():
        start = depth = 0
        for place, sign in enumerate(line):
            if sign == "(":
                depth += 1
            elif sign == ")":
                depth = max(0, depth - 1)
            elif sign == mark and depth == 0:
                found.append(line[start:place])
                start = place + 1
        found.append(line[start:])
    return [text for part in found if (text := trait_of(part))]


def trait_of(value: object) -> str:
    """Return a trait without the app's markup and the star of a Special action; "" where there is none.

    >>> trait_of("{SPECIAL_ICON} Arrest*"), trait_of("-")
    ('Arrest', '')
    """
    text = clean(value)
    if "{" in text:
        text = " ".join(_MARKUP.sub(" ", text).split())
    text = text.strip("* ")
    return "" if is_nothing(text) else text
