"""The questions about every other roll of the rules: one for each, with its values as options."""

import inspect
from typing import Any

from bmg_odds.answers.asking.command import Argument, Command
from bmg_odds.answers.asking.options import Opt, Reader
from bmg_odds.answers.asking.shared import ENGINE_OPTIONS, QUESTION
from bmg_odds.rules.roll_values import FORMS, Form, Value

MODEL = Argument("model", "MODEL", "A card that fills in what is not given.", needed=False)
AS_EDITION = Opt("as_edition", ("--as-edition",), "Use a card of another edition under these rules.")
_METAVARS = {"whole": "N", "length": "CM", "share": "PART"}


def _opt(value: Value) -> Opt:
    """Return the option of one value; the roll itself reads it, so that Python and files get the same words."""
    metavar = "|".join(value.choices) if value.choices else _METAVARS.get(value.kind)
    read = None if value.kind == "switch" else Reader(lambda _, text: text, _schema(value))
    return Opt(value.name, (value.flag,), value.help, metavar, read, value.kind == "choices", choices=value.choices)


def _schema(value: Value) -> dict[str, Any]:
    """Return the JSON schema of one value of a roll."""
    if value.choices:
        return {"type": "string", "enum": list(value.choices)}
    kind = "integer" if value.kind == "whole" else "number"
    return {"type": kind, "minimum": value.low, "maximum": value.high}


def _roll(form: Form) -> Command:
    own = (*(_opt(value) for value in form.values), *((AS_EDITION,) if form.model else ()))
    return Command(
        f"roll {form.name}",
        inspect.cleandoc(form.does),
        "roll_shown:asked",
        (MODEL,) if form.model else (),
        (*own, *QUESTION, *ENGINE_OPTIONS),
        told=True,
        fixed={"name": form.name},
    )


ROLLS: dict[str, Command] = {form.name: _roll(form) for form in FORMS.values()}
"""The questions by the roll's name."""
