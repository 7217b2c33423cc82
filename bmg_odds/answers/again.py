"""Each command's answer as a document, from its arguments as keywords: what `provenance.ask_again` calls."""

from typing import Any

from bmg_odds.answers import ask
from bmg_odds.answers.dice import Dice
from bmg_odds.answers.formats import Document
from bmg_odds.answers.render import attack_document

_DICE = ("trials", "seed", "threads", "target_error")


def attack(attacker: Any, target: Any, *, engine: str = "exact", progress: Any = None, **options: Any) -> Document:
    """Return the answer of `attack`; engine options as `Dice.of`.

    >>> attack("attack=5,strength=3,damage=S", "defense=3,endurance=4").record["engine"]
    'exact'
    """
    dice = {name: options.pop(name) for name in _DICE if name in options}
    Dice.of(engine, **dice)  # refuses what the engine does not have
    if engine == "exact":
        return attack_document(ask.attack(attacker, target, **options).record())
    given = {name: value for name, value in dice.items() if value is not None}
    return attack_document(ask.simulate(attacker, target, progress=progress, **given, **options).record())
