"""What can be changed in one attack, one thing at a time: characteristics, counters, markers, positions, traits."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import CHARACTERISTICS, RANGES, Card, Weapon
from bmg_odds.facts.values import read_damage
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.situation import ATTACKER_STATES, COVERS, TARGET_STATES

SIDES = ("attacker", "target")
POSITIONS = {
    "outnumbered": "outnumbered",
    "crowd": "other enemies in contact",
    "defensive": "defensive position",
    "moved": "moved before the shot",
    "moves_after": "moves after the shot",
    "crouched": "crouched behind the last cover",
    "down": "target down",
    "beyond_range": "beyond effective range",
}
_COUNTED = {
    "counter": {"ac": "1 AC {}", "dc": "1 DC {}", "mc": "1 MC {} to dodge",
                "target_efforts": "1 Effort {} by the target", "attacker_efforts": "1 Effort {} by the attacker"},
    "marker": {"injuries": "1 Injury {} on the target", "stuns": "1 Stun {} on the target",
               "attacker_injuries": "1 Injury {} on the attacker", "attacker_stuns": "1 Stun {} on the attacker"},
    "position": {"grabbed": "1 enemy {} that holds the target"},
}  # fmt: skip
_FIRST_COUNTERS, _EFFORTS = ("ac", "dc", "mc"), ("target_efforts", "attacker_efforts")


@dataclass(frozen=True)
class Change:
    """One thing changed: in words, of which kind, and the question that it makes (BmgError where it cannot be)."""

    words: str
    kind: str
    """characteristic, counter, marker, position, weapon or trait."""
    question: Callable[[], Question]
    group: str = ""
    """The beginning of `words` that it shares with its like: `weapon with`."""


def changes(resolved: Resolved) -> Iterator[Change]:
    """Yield every change of an attack worth asking about, whether or not it can be asked.

    >>> from bmg_odds.answers.ask import question
    >>> from bmg_odds.rules.resolve import resolve
    >>> found = list(changes(resolve(question("Bob", "Joker (AC)"))))
    >>> found[0].words, found[0].question().attacker.willpower
    ('attacker Willpower +1 (to 5)', 5)
    """
    yield from _characteristics(resolved.question)
    yield from _weapon(resolved)
    yield from _situation(resolved)
    from bmg_odds.answers.trait_changes import added, removed

    yield from added(resolved)
    yield from removed(resolved)


def _characteristics(question: Question) -> Iterator[Change]:
    for side in SIDES:
        card: Card = getattr(question, side)
        for key in (*CHARACTERISTICS, "special"):
            for step in (1, -1):
                value = getattr(card, key)
                to = "" if value is None else f" (to {value + step}{'+' if key == 'strength' else ''})"
                words = f"{side} {key.capitalize()} {step:+d}{to}"
                yield Change(words, "characteristic", partial(_stepped, question, side, key, step), side)


def _stepped(question: Question, side: str, key: str, step: int) -> Question:
    card: Card = getattr(question, side)
    values: dict[str, Any] = {key: _within(card, key, getattr(card, key), step)}
    return with_card(question, side, replace(card, **values))


def with_card(question: Question, side: str, card: Card) -> Question:
    """Return the question with another card for the attacker or the target."""
    return replace(question, attacker=card) if side == "attacker" else replace(question, target=card)


def _within(card: Card, key: str, value: int | None, step: int) -> int:
    if value is None:
        raise BmgError(f"{card.name} has no value for {key}")
    low, high = RANGES[key]
    if not low <= value + step <= high:
        raise BmgError(f"{key} {value + step} is out of range; allowed: {low} to {high}")
    return value + step


def _weapon(resolved: Resolved) -> Iterator[Change]:
    weapon = resolved.weapon
    if weapon.rof is not None:
        for step in (1, -1):
            words = f"weapon ROF {step:+d} (to {weapon.rof + step})"
            yield Change(words, "weapon", partial(_faster, resolved, step))
    letters = weapon.damage or ""
    for letter, name in (("B", "Injury"), ("S", "Stun")):
        more = "".join(sorted(letters + letter))
        yield Change(f"weapon damage: 1 {name} more ({more})", "weapon", partial(_harder, resolved, more))
        if letter in letters:
            less = letters.replace(letter, "", 1)
            words = f"weapon damage: 1 {name} less ({less or 'none'})"
            yield Change(words, "weapon", partial(_harder, resolved, less))


def _faster(resolved: Resolved, step: int) -> Question:
    return rearmed(resolved, rof=_within(resolved.question.attacker, "rof", resolved.weapon.rof, step))


def _harder(resolved: Resolved, damage: str) -> Question:
    return rearmed(resolved, damage=read_damage(damage))


def rearmed(resolved: Resolved, **values: Any) -> Question:
    """Return the question with values of the weapon in use changed."""
    question = resolved.question
    attacker = question.attacker
    if attacker.typed and attacker.weapons and question.weapon is None and resolved.situation.form != "grab":
        first: Weapon = replace(attacker.weapons[0], **values)
        return replace(question, attacker=replace(attacker, weapons=(first, *attacker.weapons[1:])))
    fields = {**dict(attacker.changes), **values}
    return replace(question, attacker=replace(attacker, changes=tuple(fields.items())))


def with_situation(question: Question, **values: Any) -> Question:
    """Return the question with values of its situation changed; BmgError for values out of range."""
    return replace(question, situation=replace(question.situation, **values))


def _situation(resolved: Resolved) -> Iterator[Change]:
    situation, question = resolved.situation, resolved.question

    def change(words: str, kind: str, **values: Any) -> Change:
        return Change(words, kind, partial(with_situation, question, **values))

    third = question.edition.name == "third"
    for kind, names in _COUNTED.items():
        for name, words in names.items():
            if name in (_FIRST_COUNTERS if third else _EFFORTS):
                continue
            now = getattr(situation, name) or 0
            yield change(words.format("more"), kind, **{name: now + 1})
            if now:
                yield change(words.format("less"), kind, **{name: now - 1})
    for name, words in POSITIONS.items():
        now = getattr(situation, name)
        yield change(f"not {words}" if now else words, "position", **{name: not now})
    for cover in COVERS:
        yield change(f"{cover} cover more", "position", cover=(*situation.cover, cover))
    if situation.cover:
        yield change("no cover", "position", cover=(), crouched=False)
    for side, states in (("attacker", ATTACKER_STATES), ("target", TARGET_STATES)):
        now = getattr(situation, f"{side}_state")
        for state in states:
            left = tuple(each for each in now if each != state)
            words = f"{side} not {state}" if state in now else f"{side} {state}"
            yield change(words, "position", **{f"{side}_state": left if state in now else (*now, state)})
