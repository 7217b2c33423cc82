"""What a card brings to the rolls beside attacks: counters, caps, and the traits that touch them (TRAITS 2.3)."""

from typing import Any

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.facts.trait_names import lookup, parse_trait
from bmg_odds.rules.limits import counters
from bmg_odds.rules.roll import Asked

MAY_TOUCH: dict[str, tuple[str, ...]] = {
    "agility": ("acrobat", "luck"),
    "resistance": ("luck", "resilient"),
    "willpower": ("luck",),
    "move": ("acrobat", "bat cape", "batclaw", "climbing claws", "fast", "fly", "flying high", "luck", "super jump",
             "tireless"),
    "fall": ("acrobat", "bat cape", "batclaw", "climbing claws", "fly", "flying high", "luck", "super jump"),
    "break-grab": ("escape artist", "luck"),
    "recover": ("luck", "resilient", "tireless"),
    "recover-ko": ("cybernetic", "luck", "resilient", "tireless"),
    "flee": ("inspire", "leadership", "luck", "runaway"),
}  # fmt: skip
"""By roll, the traits that by their name or text may touch it and are not in it: told, never guessed."""


def has(card: Card | None, trait: str) -> bool:
    """Whether a card has a trait.

    >>> has(Card(name="A", edition="revised", traits=("Reflexes",)), "reflexes"), has(None, "reflexes")
    (True, False)
    """
    return card is not None and any(parse_trait(name).key == trait for name in card.traits)


def unmodelled(asked: Asked) -> tuple[str, ...]:
    """Return the traits of the card that may touch the roll and are not in it, as written, each once."""
    if asked.card is None:
        return ()
    touching = MAY_TOUCH.get(asked.form.name, ())
    found: dict[str, None] = {}
    for text in asked.card.traits:
        if parse_trait(text).key in touching or lookup(text) is None:
            found.setdefault(text)
    return tuple(found)


def fill(asked: Asked, values: dict[str, Any]) -> None:
    """Fill in the counters that a card spends as far as it can, and hold those given against what it has.

    A run costs 1 MC and 1 SC before any MC is rolled (R3). BmgError for more than the card allows (R2.1).
    """
    card = asked.card
    assert card is not None
    run = int(bool(values.get("run")))
    have = _have(card, values)
    if run and (0 in (card.movement, card.special) or (have is not None and have < 2)):
        raise BmgError(f"{card.name} cannot run: it takes 1 MC and 1 SC; leave out --run")
    _spend(card, values, "mc", card.movement, "Movement", asked, run=run)
    _spend(card, values, "ac", card.attack, "Attack", asked)
    if "sc" in values:
        _spend(card, values, "sc", card.special, "Special", asked)


def _have(card: Card, values: dict[str, Any]) -> int | None:
    return counters(card, values.get("injuries", 0) + values.get("stuns", 0))


def _counters(many: int) -> str:
    return f"{many} counter{'s' * (many != 1)}"


def _spend(
    card: Card, values: dict[str, Any], name: str, cap: int | None, word: str, asked: Asked, *, run: int = 0
) -> None:
    if not any(value.name == name for value in asked.form.values) or cap is None:
        return
    have = _have(card, values)
    cap, have = cap - run, have if have is None else max(0, have - 2 * run)
    most = cap if have is None else min(cap, have)
    if name not in values:
        values[name] = most
    elif values[name] > most:
        which = f"{word} {cap + run}" if most == cap else _counters(_have(card, values) or 0)
        run_too = ", of which a run takes 1 MC and 1 SC" if run else ""
        raise BmgError(f"--{name} {values[name]} is more than {card.name}'s {which}{run_too}; allowed: 0 to {most}")
