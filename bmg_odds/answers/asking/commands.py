"""Every question that can be asked in texts and answered in one piece, by the name of its command."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from bmg_odds.answers.asking.attacks import ATTACKS
from bmg_odds.answers.asking.command import Command
from bmg_odds.answers.asking.fights import FIGHTS
from bmg_odds.answers.asking.lists import LISTS
from bmg_odds.answers.asking.rolls import ROLLS
from bmg_odds.answers.formats import Document

COMMANDS: dict[str, Command] = {each.name: each for each in (*ATTACKS, *FIGHTS, *ROLLS.values(), *LISTS)}


def answered(
    command: Command,
    given: Mapping[str, Any],
    *,
    roster: Any = (),
    progress: Callable[[int, int], object] | None = None,
) -> Document:
    """Return the answer to a question as a document.

    `given` has the values of its arguments and options, as they were read, by their names; what is missing is as
    usual. `roster` are the cards that it may name, as `ask.attack` takes them. Raises BmgError for everything that
    cannot be asked.

    >>> given = {"attacker": "attack=5,strength=3,damage=S", "target": "defense=3,endurance=4", "dc": 1}
    >>> answered(COMMANDS["attack"], given).record["situation"]["dc"]
    1
    """
    values: dict[str, Any] = {argument.name: given[argument.name] for argument in command.arguments
                              if argument.name in given}  # fmt: skip
    for option in command.options:
        if option.passed and option.name != "roster":
            usual = False if option.read is None else () if option.many else option.default
            values[command.renamed.get(option.name, option.name)] = given.get(option.name, usual)
    if command.told and progress is not None:
        values["progress"] = progress
    if command.about("roster"):
        values["roster"] = roster
    module, _, name = command.place.partition(":")
    found = getattr(import_module(f"bmg_odds.answers.{module}"), name)(**values, **command.fixed)
    if isinstance(found, Document):
        return found
    from bmg_odds.answers.shown import rows_shown

    return rows_shown(found)
