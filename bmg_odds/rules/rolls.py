"""The rolls beside attacks: from a name and values to a roll (R3, R2.6, R2.13, R7.8)."""

import difflib
from typing import Any

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.rules import rolls_game, rolls_model, rolls_third
from bmg_odds.rules.edition import Edition
from bmg_odds.rules.roll import Asked, Roll, Values
from bmg_odds.rules.roll_card import fill
from bmg_odds.rules.roll_values import FORMS, Form


def form_of(name: str) -> Form:
    """Return the form of a roll; BmgError with the nearest name where there is none.

    >>> form_of("agility").values[0].name
    'movement'
    """
    if name not in FORMS:
        near = difflib.get_close_matches(str(name), FORMS, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise BmgError(f"no roll is called {name!r}; allowed: {', '.join(FORMS)}{hint}")
    return FORMS[name]


def asked(form: Form, edition: Edition, given: Values, card: Card | None = None) -> Asked:
    """Return a roll as asked: its values read, those of the card filled in.

    Raises BmgError for a value out of range, of another edition or of another roll, for one that is missing, and
    for a roll that the edition does not have.

    >>> from bmg_odds.rules.edition import edition
    >>> asked(form_of("agility"), edition("revised"), {"movement": "3"})["movement"]
    3
    """
    if edition.name not in form.editions:
        have = ", ".join(each.name for each in FORMS.values() if edition.name in each.editions)
        raise BmgError(f"{form.name}: the {edition.name} rules at hand have no such roll; allowed: {have}")
    values: dict[str, Any] = {}
    for name, raw in given.items():
        if raw is None or raw is False or raw == ():
            continue
        value = form.value(name)
        if edition.name not in value.editions:
            raise BmgError(f"{value.flag} is not of the {edition.name} rules; ask with --rules {value.editions[-1]}")
        values[name] = value.read(raw)
    for value in form.values:
        if value.card and value.name not in values and card is not None:
            printed = getattr(card, value.card)
            if printed is not None:
                values[value.name] = printed
    found = Asked(form, edition, values, card)
    if card is not None:
        fill(found, values)
    for value in form.values:
        if edition.name in value.needed and value.name not in values:
            if (value.card or value.spent) and card is not None:
                missing = value.card or {"mc": "movement", "ac": "attack"}[value.name]
                raise BmgError(f"{card.name} needs a value for {missing} here; add {value.flag} N")
            allowed = f" ({'|'.join(value.choices)})" if value.choices else f" N ({value.low} to {value.high})"
            hint = ", or name a card" if value.card or value.spent else ""
            raise BmgError(f"{form.name}: {value.flag} is missing; give {value.flag}{allowed}{hint}")
    return found


def roll_of(found: Asked) -> Roll:
    """Return the roll that is asked; BmgError where its values do not go together."""
    third = found.edition.name == "third"
    return (rolls_third.MAKERS if third else _FIRST)[found.form.name](found)


_FIRST = {**rolls_model.MAKERS, **rolls_game.MAKERS}
