"""Every trait name that public card data know, and the one spelling behind its many spellings."""

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from bmg_odds.facts.words import fold

_FILE = Path(__file__).with_name("data") / "trait_names.tsv"
_PLACEHOLDER = re.compile(r"\s*\((X\+?|name|weapon|objective|effect|group)\)")
_MARKUP = re.compile(r"\{[^{}]*\}")
_SPELLING = (("armour", "armor"), ("defence", "defense"), ("mk1", "mki"), ("mk2", "mkii"), ("mk3", "mkiii"))
_MARKS = str.maketrans("", "", " \t!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~°…‘’“”‐‑–—")
_LETTERS = re.compile(r"[BS]+")
_LONGEST = 200  # no printed name is longer; the rest of a longer text is not looked at


@dataclass(frozen=True, slots=True)
class KnownTrait:
    """A trait of the list. `canonical` is the listed name, `name` the same without its placeholder.

    `fixed` is the part in brackets that belongs to the trait (of the criticals: "BB" of "CRT (BB)"). `kind`
    is `weapon`, `model` or `both`. `odds` is `dice` when the trait changes the odds, `none` when it is known
    not to, `unknown` when only its name is known. The counts are cards of the full sets that carry it.

    >>> combo = lookup("Combo: Katana")
    >>> combo.canonical, combo.name, combo.key, combo.kind, combo.odds
    ('Combo (weapon)', 'Combo', 'combo', 'model', 'dice')
    """

    canonical: str
    name: str
    fixed: str | None
    kind: str
    odds: str
    first_edition_cards: int
    third_edition_cards: int

    @property
    def key(self) -> str:
        """The lower-case spelling that rules look traits up by.

        >>> lookup("Bat-Armor MK 1").key
        'bat-armor mk i'
        """
        return fold(self.name)

    @property
    def takes(self) -> str:
        """What its brackets are for: "X" a number, "name", "weapon" and so on, "" nothing.

        >>> lookup("Assault 3").takes
        'X'
        """
        found = _PLACEHOLDER.search(self.canonical)
        return found.group(1) if found else ""


@dataclass(frozen=True, slots=True)
class TraitName:
    """A trait as some card writes it, taken apart.

    `key` is the lower-case spelling for looking up, `name` the name to show, both without the `parameter`.

    >>> parse_trait("Assault/2")
    TraitName(key='assault', name='Assault', parameter='2', written='Assault/2')
    """

    key: str
    name: str
    parameter: str | None
    written: str


@lru_cache(maxsize=4096)
def parse_trait(text: str) -> TraitName:
    """Return the trait that a text names; an unknown name is taken apart by its form alone. It never fails.

    >>> parse_trait("Combo with Katana")
    TraitName(key='combo', name='Combo', parameter='Katana', written='Combo with Katana')
    >>> parse_trait("CRT BB").parameter, parse_trait("Bloodthirsty").name
    ('BB', 'Bloodthirsty (Mental Disorder)')
    """
    trait, base, parameter = _resolve(text)
    name = trait.name if trait else base
    return TraitName(fold(name), name, parameter, text)


@lru_cache(maxsize=4096)
def lookup(text: str) -> KnownTrait | None:
    """Return the trait of the list that a text names in any of its spellings, or None.

    >>> lookup("mechanic").name, lookup("CRT: Shock").canonical, lookup("Mechanized")
    ('Mechanical', 'CRT (Stunned)', None)
    """
    return _resolve(text)[0]


def nearest(text: str) -> str | None:
    """Return the known name most like the text, or None when none is near.

    >>> nearest("Mechanicla"), nearest("zzzzzz")
    ('Mechanical', None)
    """
    trait, base, _ = _resolve(text)
    if trait is None:
        names, _squashed = _tables()
        wanted = fold(base)[:80]
        near = difflib.get_close_matches(wanted, _alike(wanted), n=1)
        if not near:
            return None
        trait = names[near[0]]
    return trait.canonical if trait.fixed else trait.name


def _alike(text: str) -> list[str]:
    """The names that share the most pairs of letters with the text: to measure them all takes twenty times longer."""
    shared: dict[str, int] = {}
    for pair in _letter_pairs(text):
        for name in _by_pair().get(pair, ()):
            shared[name] = shared.get(name, 0) + 1
    best = sorted(shared, key=lambda name: 2 * shared[name] / (len(text) + len(name)), reverse=True)
    return best[:40]


@cache
def _by_pair() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in _tables()[0]:
        for pair in _letter_pairs(name):
            found.setdefault(pair, []).append(name)
    return found


def _letter_pairs(text: str) -> set[str]:
    edged = f" {text} "
    return {edged[place : place + 2] for place in range(len(edged) - 1)}


@cache
def known_traits() -> tuple[KnownTrait, ...]:
    """Return every trait of the list, weapon traits first, then by name.

    >>> len({trait.canonical for trait in known_traits()}) == len(known_traits()) > 900
    True
    """
    return tuple(dict.fromkeys(_tables()[0].values()))


@cache
def _tables() -> tuple[dict[str, KnownTrait], dict[str, KnownTrait]]:
    """The traits by folded name (canonical, base and variants), and by name without spaces and marks."""
    rows = [line.split("\t") for line in _FILE.read_text(encoding="utf-8").splitlines()[1:]]
    merged: dict[tuple[str, str | None], KnownTrait] = {}
    spellings: list[tuple[str, tuple[str, str | None]]] = []
    for canonical, variants, first, third, kind, odds in rows:
        name = _PLACEHOLDER.sub("", canonical) if "(" in canonical else canonical
        fixed = name[5:-1] if name.startswith("CRT (") else None
        name = "CRT" if fixed else name
        key = (fold(name), fixed)
        old = merged.get(key)
        merged[key] = trait = KnownTrait(canonical, name, fixed, kind, odds, int(first), int(third))
        if old:  # the same name for weapons and for models is one trait
            merged[key] = KnownTrait(
                old.canonical if old.takes else trait.canonical,
                name,
                fixed,
                old.kind if old.kind == kind else "both",
                min(old.odds, odds, key=("dice", "none", "unknown").index),
                old.first_edition_cards + trait.first_edition_cards,
                old.third_edition_cards + trait.third_edition_cards,
            )
        names = [canonical, name] if fixed is None else [canonical]
        spellings += [(spelling, key) for spelling in (*names, *filter(None, variants.split("; ")))]
    by_name: dict[str, KnownTrait] = {}
    squashed: dict[str, KnownTrait] = {}
    for spelling, key in spellings:
        by_name.setdefault(fold(spelling), merged[key])
        squashed.setdefault(_squash(spelling), merged[key])
    return by_name, squashed


def _squash(text: str) -> str:
    letters = text.casefold().translate(_MARKS)
    for old, new in _SPELLING:
        if old in letters:
            letters = letters.replace(old, new)
    return letters


def _known(text: str) -> KnownTrait | None:
    names, squashed = _tables()
    return names.get(fold(text)) or squashed.get(_squash(text) or " ")


def _resolve(text: str) -> tuple[KnownTrait | None, str, str | None]:
    """The known trait, the name without parameter as written, and the parameter."""
    clean = " ".join(_MARKUP.sub(" ", text[:_LONGEST]).split()).rstrip("* ").replace("*", "")
    whole = _known(clean)
    if whole and (whole.fixed or (whole.name.endswith(")") and not whole.takes)):
        return whole, clean, whole.fixed
    if whole and fold(clean) in (fold(whole.name), fold(whole.canonical)):
        return whole, clean, None
    first: tuple[str, str] | None = None
    for base, parameter in _cuts(clean):
        first = first or (base, parameter)
        trait = _known(base)
        if trait is None:
            continue
        if trait.key == "crt":
            return _critical(trait, parameter)
        if whole is None or trait is whole:
            return trait, base, parameter
    if whole or not first:
        return whole, clean, None
    return None, first[0], first[1]


def _critical(generic: KnownTrait, parameter: str) -> tuple[KnownTrait | None, str, str | None]:
    """CRT with an effect that no row writes this way: its first word may still be a known effect."""
    letters = parameter.replace(" ", "")
    if _LETTERS.fullmatch(letters):
        return generic, "CRT", letters
    word = re.split(r"[\s(:/\d]", parameter, maxsplit=1)[0]
    known = _known(f"CRT ({word})") if word else None
    if known and known.fixed:
        return known, "CRT", known.fixed
    return None, "CRT", parameter


def _cuts(text: str) -> Iterator[tuple[str, str]]:
    """Every way to cut a name from its parameter, the surest first."""
    base, bracket, rest = text.partition("(")
    if bracket and base.strip():
        inner = re.sub(r"\)\s*\(", ", ", rest.strip().removesuffix(")")).strip()
        yield base.strip(), inner
        for name, number in _cuts(base.strip()):
            yield name, f"{number}, {inner}"
    for mark in (":", " with ", " With ", "/"):
        base, found, rest = text.partition(mark)
        if found and base.strip() and rest.strip():
            yield base.strip(), rest.strip()
    if counted := re.fullmatch(r"(.*\S)\s+x?(\d+\+?)", text):
        yield counted.group(1), counted.group(2)
    if counted := re.fullmatch(r"(\d+)x?\s+(\S.*)", text):
        yield counted.group(2), counted.group(1)
    words = text.split(" ")
    for count in range(len(words) - 1, 0, -1):  # "True Love Joker", "Teamwork 2 Green Arrow"
        trait = _known(" ".join(words[:count]))
        rest = " ".join(words[count:])
        if trait and (trait.takes not in ("", "X", "X+") or (trait.takes and rest[0].isdigit())):
            yield " ".join(words[:count]), rest
