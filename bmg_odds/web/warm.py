"""What is loaded after the start, so that the first to ask need not wait for it."""

import threading
import time
from typing import Any

from bmg_odds.facts.roster import bundled
from bmg_odds.facts.userfile import check_text
from bmg_odds.web.asked import Asked, asked
from bmg_odds.web.desk import Answer, Asker, Desk

PAUSE = 0.5
"""Seconds after the start, in which the page itself is fetched."""

_ME = "the server itself"


def _questions() -> list[Asked]:
    from bmg_odds.answers.asking.commands import COMMANDS

    thug = "willpower=2,strength=3,movement=1,attack=2,defense=2,endurance=2,damage=S"
    pair = [("attacker", "Batman (AC)"), ("target", "Joker (AC)")]
    fight = [("a", thug), ("b", thug), ("rounds", "1")]
    return [
        asked(COMMANDS["attack"], pair),
        asked(COMMANDS["split"], pair),
        asked(COMMANDS["duel"], fight),
        asked(COMMANDS["solve"], fight),
        asked(COMMANDS["rank"], [("side", "attackers")]),
        asked(COMMANDS["attack"], [*pair, ("engine", "mc"), ("trials", "1000"), ("seed", "1")]),
    ]


def warm_up(desk: Desk) -> None:
    """Load what the answers need, beside the serving of requests: libraries, compiled kernels, fonts."""
    threading.Thread(target=_load, args=(desk,), name="warming", daemon=True).start()


def _load(desk: Desk) -> None:
    time.sleep(PAUSE)
    asker = Asker(_ME, bundled(), "")
    _quietly(lambda: check_text("", "warming"))  # the checker of cards is a library of its own
    drawn: Answer | None = None
    for question in _questions():
        answer: Any = _quietly(lambda question=question: desk.work(question, asker).future.result())
        drawn = drawn or answer
    if drawn is not None:
        first = drawn
        look = {"theme": "light", "size": "blog"}
        _quietly(desk.picture(None, first, ".svg", look, asker).future.result)


def _quietly(step: Any) -> Any:
    # Whoever asks for the same is told what is wrong with it; nobody waits for this.
    try:
        return step()
    except Exception:
        return None
