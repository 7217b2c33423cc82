"""Cards as a file writes them, made into ours; what cannot be read is said, never guessed in silence."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import CHARACTERISTICS, COSTS, MOST_CARDS, Card, Weapon
from bmg_odds.facts.doubts import doubts
from bmg_odds.facts.import_parts import CHECK, LEFT_OUT, NOTE, SKIPPED, Finding, RawCard, RawWeapon
from bmg_odds.facts.import_values import LONGEST, clean, damage_bands, is_nothing, number, ranks_of
from bmg_odds.facts.values import allowed
from bmg_odds.facts.words import fold, show

_MOST = 60
"""Weapons or traits of one card; no card has half as many."""


class Read(NamedTuple):
    """The cards of an import, what there is to say about each by its name, and the cards that are not loaded."""

    cards: list[Card]
    findings: list[Finding]
    skipped: list[tuple[RawCard, str]]


def read_cards(raws: Iterable[RawCard], edition: str) -> Read:
    """Return the cards of an edition, findings, and the cards that cannot be loaded with the reason.

    Of two cards that are the same value for value one is kept; others of one name get their second name, or a
    number, behind it. BmgError for more cards than all editions have.

    >>> values = dict.fromkeys(("willpower", "strength", "movement", "attack", "defense", "endurance"), 3)
    >>> read = read_cards([RawCard(name="Thug", place="line 2", values={**values, "attack": 15})], "revised")
    >>> read.cards, read.findings[0].message
    ([], 'attack = 15: a whole number from 0 to 12')
    """
    read = Read([], [], [])
    taken: dict[str, Card] = {}
    for count, raw in enumerate(raws):
        if count >= MOST_CARDS:
            raise BmgError(f"more than {MOST_CARDS:,} cards")
        card, findings = _card(raw, edition)
        if card is None:
            findings = [finding for finding in findings if finding.kind == SKIPPED]
            read.skipped.append((raw, "; ".join(finding.message for finding in findings if finding.kind == SKIPPED)))
        else:
            twin = taken.get(fold(card.name))
            if twin is not None:
                if replace(card, name=twin.name) == twin:
                    findings = [Finding(NOTE, card.name, raw.place, "the same card a second time: kept once")]
                    card = None
                else:
                    new = _untaken(card.name, raw.other, taken)
                    message = f"another card of this name stands before it: called {show(new, width=120)}"
                    findings = [finding._replace(card=new) for finding in findings]
                    findings.append(Finding(NOTE, new, raw.place, message))
                    card = replace(card, name=new)
            if card is not None:
                taken[fold(card.name)] = card
                read.cards.append(card)
        read.findings.extend(findings)
    return read


def _untaken(name: str, other: str, taken: dict[str, Card]) -> str:
    names = [f"{name} ({other})"] if other and fold(other) != fold(name) and len(other) <= 60 else []
    names += [f"{name} ({number})" for number in range(2, 100)]
    return next((each for each in names if fold(each) not in taken), f"{name} ({len(taken) + 1}th card)")


def _card(raw: RawCard, edition: str) -> tuple[Card | None, list[Finding]]:
    name = clean(raw.name)
    title = name if len(name) <= LONGEST else name[:40] + "…"
    findings = [Finding(kind, title, raw.place, message) for kind, message in raw.remarks]

    def say(kind: str, message: str) -> None:
        findings.append(Finding(kind, title, raw.place, message))

    if not name:
        say(SKIPPED, "it has no name")
    elif len(name) > LONGEST:
        say(SKIPPED, f"a name of {len(name)} signs; names have at most {LONGEST}")
    values: dict[str, Any] = {}
    for key in CHARACTERISTICS if not any(kind == SKIPPED for kind, _ in raw.remarks) else ():
        try:
            values[key] = number(key, raw.values.get(key))
        except BmgError as error:
            say(SKIPPED, str(error))
        else:
            if values[key] is None:
                say(SKIPPED, f"{key} is missing: {allowed(key)}")
    for key in ("special", *COSTS):
        try:
            found = number(key, raw.values.get(key))
        except BmgError as error:
            say(LEFT_OUT, str(error) + (": 3 is taken" if key == "special" else ""))
        else:
            if found is not None:
                values[key] = found
    ranks, strange = ranks_of(raw.rank)
    if strange or len(ranks) > 2:
        lost = [*strange, *ranks[2:]]
        say(LEFT_OUT, f"rank {show(', '.join(lost))}: {allowed('rank')}")
    if any(finding.kind == SKIPPED for finding in findings):
        return None, findings
    weapons: list[Weapon] = []
    for weapon in raw.weapons[:_MOST]:
        _add_weapon(weapon, weapons, say)
    if len(raw.weapons) > _MOST:
        say(LEFT_OUT, f"{len(raw.weapons)} weapons: only the first {_MOST} are taken")
    traits = tuple(_traits(raw.traits, "trait", say))
    card = Card(name=name, edition=edition, rank="/".join(ranks[:2]) or None, traits=traits, weapons=tuple(weapons),
                note=clean(raw.note)[: 10 * LONGEST], **values)  # fmt: skip
    for place, message in doubts(card):
        what = f"{card.weapons[int(place[1])].name}: " if place[0] == "weapon" else ""
        say(CHECK, what + message)
    return card, findings


def _traits(names: Iterable[str], what: str, say: Any) -> Iterable[str]:
    found = list(dict.fromkeys(map(clean, names)))
    if len(found) > _MOST:
        say(LEFT_OUT, f"{len(found)} traits: only the first {_MOST} are taken")
    for name in found[:_MOST]:
        if len(name) > LONGEST:
            say(LEFT_OUT, f"{what} {show(name, width=40)}: {len(name)} signs are no name")
        elif name:
            yield name


def _add_weapon(raw: RawWeapon, weapons: list[Weapon], say: Any) -> None:
    """Add a weapon, or one for each band of its damage; one that cannot be read is left out."""
    name = clean(raw.name)
    if not name or len(name) > LONGEST:
        say(LEFT_OUT, "a weapon without a name" if not name else f"weapon {show(name, width=40)}: too long a name")
        return
    try:
        bands = damage_bands(raw.damage)
        rof, ammo = number("rof", raw.rof), number("ammo", raw.ammo)
    except BmgError as error:
        say(LEFT_OUT, f"weapon {show(name)}: {error}{_moved(raw)}")
        return
    if raw.ranged and rof is None:
        say(LEFT_OUT, f"weapon {show(name)}: it stands with the ranged weapons and has no ROF")
        return
    if raw.ranged is False and rof is not None:
        say(CHECK, f"weapon {show(name)}: it stands with the melee weapons and has a ROF of {rof}: have cells moved?")
    traits = tuple(_traits(raw.traits, f"weapon {show(name)}: trait", say))
    note = clean(raw.note)[: 10 * LONGEST]
    if len(bands) > 1:
        bands = bands[:6]
        say(CHECK, f"weapon {show(name)}: damage {show(raw.damage)} is in bands: a weapon for each, to choose from")
    for place, damage in enumerate(bands, 1):
        title = f"{name} (band {place})" if len(bands) > 1 else name
        weapon = Weapon(name=title, damage=damage, rof=rof, ammo=ammo, traits=traits, note=note)
        twins = {fold(other.name) for other in weapons}
        if any(replace(weapon, name=other.name) == other for other in weapons if fold(other.name) == fold(title)):
            say(NOTE, f"weapon {show(name)} stands twice: kept once")
            continue
        if fold(title) in twins:
            kind = "ranged" if weapon.ranged else "melee"
            others = (f"{name} ({number})" for number in range(2, 10 * _MOST))
            title = next(each for each in chain((f"{name} ({kind})",), others) if fold(each) not in twins)
            say(NOTE, f"weapon {show(name)}: another of this name stands before it: called {show(title)}")
        weapons.append(replace(weapon, name=title))


def _moved(raw: RawWeapon) -> str:
    """A hint where a number stands for the damage, or letters for the rate of fire."""
    letters = not is_nothing(raw.rof) and isinstance(raw.rof, str) and not any(sign.isdigit() for sign in raw.rof)
    digits = clean(raw.damage).isdigit()
    return "; have its cells moved?" if letters or digits else ""
