"""Cards written as a roster file of ours, which loads as the very same cards."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import CHARACTERISTICS, COSTS, Card, Weapon
from bmg_odds.facts.import_parts import RawCard
from bmg_odds.facts.import_values import clean, damage_bands
from bmg_odds.facts.words import fold, plain

_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"'})
_MOST_SKIPPED = 500


def roster_text(
    cards: Iterable[Card],
    *,
    edition: str,
    source: str = "",
    date: str = "",
    remarks: Mapping[str, Sequence[str]] | None = None,
    skipped: Sequence[tuple[RawCard, str]] = (),
) -> str:
    """Return the text of a roster file. `remarks`, by the name of a card, stand as comments above it.

    Cards that were skipped stand at the end as comments, with the reason, to be mended and taken in.

    >>> print(roster_text([Card(name="Thug", edition="revised", rank="Henchman", attack=3)], edition="revised"))
    edition = "revised"
    <BLANKLINE>
    [[card]]
    name = "Thug"
    rank = "Henchman"
    attack = 3
    special = 3
    <BLANKLINE>
    """
    lines = [f"edition = {_quoted(edition)}"]
    lines += [f"{key} = {_quoted(value)}" for key, value in (("source", source), ("date", date)) if value]
    for card in cards:
        lines.append("")
        lines += [f"# {_comment(text)}" for text in (remarks or {}).get(card.name, ())]
        lines += _card(card)
    if skipped:
        lines += [
            "",
            "# Not read. To take a card in, mend what is said and take away the # before its lines.",
        ]
        for raw, why in skipped[:_MOST_SKIPPED]:
            lines += ["", f"# {_comment(raw.place)}: {_comment(why)}", *(f"#{line}" for line in _raw(raw))]
        if len(skipped) > _MOST_SKIPPED:
            lines += ["", f"# and {len(skipped) - _MOST_SKIPPED} more"]
    return "\n".join(lines) + "\n"


def _card(card: Card) -> Iterator[str]:
    yield "[[card]]"
    yield f"name = {_quoted(card.name)}"
    if card.rank:
        yield f"rank = {_quoted(card.rank)}"
    for key in (*CHARACTERISTICS, "special", *COSTS):
        if (value := getattr(card, key)) is not None:
            yield f"{key} = {value}"
    yield from _lists(card)
    for weapon in card.weapons:
        yield "[[card.weapon]]"
        yield f"name = {_quoted(weapon.name)}"
        yield f"damage = {_quoted(weapon.damage or '')}"
        for key in ("rof", "ammo"):
            if (value := getattr(weapon, key)) is not None:
                yield f"{key} = {value}"
        yield from _lists(weapon)


def _lists(thing: Card | Weapon) -> Iterator[str]:
    if thing.traits:
        yield f"traits = [{', '.join(map(_quoted, thing.traits))}]"
    if thing.note:
        yield f"note = {_quoted(thing.note)}"


def _raw(raw: RawCard) -> Iterator[str]:
    """A card as its file wrote it, as near to our form as that goes."""
    yield "[[card]]"
    yield f"name = {_quoted(raw.name)}"
    if rank := "/".join(clean(word) for word in raw.rank if clean(word)):
        yield f"rank = {_quoted(rank)}"
    for key in (*CHARACTERISTICS, "special", *COSTS):
        if value := clean(raw.values.get(key)):
            yield f"{key} = {_number(value)}"
        elif key in CHARACTERISTICS:
            yield f"{key} ="
    if raw.traits:
        yield f"traits = [{', '.join(map(_quoted, raw.traits[:60]))}]"
    for weapon in raw.weapons[:20]:
        yield "[[card.weapon]]"
        yield f"name = {_quoted(weapon.name)}"
        yield f"damage = {_quoted(_letters(weapon.damage))}"
        for key, given in (("rof", weapon.rof), ("ammo", weapon.ammo)):
            if fold(text := clean(given)) not in ("", "-"):
                yield f"{key} = {_number(text)}"
        if weapon.traits:
            yield f"traits = [{', '.join(map(_quoted, weapon.traits[:60]))}]"


def _letters(damage: object) -> str:
    try:
        return damage_bands(damage)[0]
    except BmgError:
        return clean(damage)


def _quoted(text: str) -> str:
    printable = plain(text, width=2_000)
    return f'"{printable.translate(_ESCAPES)}"'


def _number(text: str) -> str:
    bare = text.removesuffix("+")
    return bare if bare.isascii() and bare.isdigit() and len(bare) < 10 else _quoted(text)


def _comment(text: str) -> str:
    return plain(text, width=500)
