"""Each command's answer as a document, from its arguments as keywords: what `provenance.ask_again` calls."""

from typing import Any

from bmg_odds.answers import ask
from bmg_odds.answers.formats import Document
from bmg_odds.answers.render import attack_document
from bmg_odds.errors import BmgError


def attack(attacker: Any, target: Any, *, engine: str = "exact", **options: Any) -> Document:
    """Return the answer of `attack`.

    >>> attack("attack=5,strength=3,damage=S", "defense=3,endurance=4").record["engine"]
    'exact'
    """
    if engine not in ("exact", "mc"):
        raise BmgError(f"engine '{engine}' is not known; allowed: exact, mc")
    answer = ask.attack if engine == "exact" else ask.simulate
    return attack_document(answer(attacker, target, **options).record())
