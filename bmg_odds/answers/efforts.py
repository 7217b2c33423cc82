"""Efforts of the third edition: what each side's choice does, and what both should choose (R7.1)."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bmg_odds.answers.ask import counted, question
from bmg_odds.answers.outcome import Outcome
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.rules.clash_resolve import free_efforts, most_efforts, with_efforts
from bmg_odds.rules.question import Question
from bmg_odds.rules.resolve import resolve


@dataclass(frozen=True)
class Efforts:
    """Every pair of Efforts that both may make, each answered exactly; the defender declares first (R7.1).

    >>> table = efforts("Batman", "Joker", figure="markers")
    >>> table.value(0, 0) < table.value(0, 3), table.minimax["attacker_efforts"]
    (True, 3)
    """

    question: Question
    figure: str
    cells: dict[tuple[int, int], Outcome]
    """By (target's Efforts, attacker's Efforts)."""
    closed: tuple[str, ...] = ()
    """Why a side may make none, a sentence for each such side."""

    @property
    def free(self) -> int:
        """The attacker's Efforts that cost it no Stun."""
        return free_efforts(self.question)

    def value(self, target: int, attacker: int) -> float:
        """Return the figure of one cell."""
        return self.cells[target, attacker].figure(self.figure)

    @cached_property
    def best_reply(self) -> dict[int, int]:
        """The attacker's fewest Efforts that give it the highest figure, for each number of the target's."""
        found: dict[int, int] = {}
        for target, attacker in sorted(self.cells):
            best = found.setdefault(target, attacker)
            if self.value(target, attacker) > self.value(target, best) + 1e-12:
                found[target] = attacker
        return found

    @cached_property
    def minimax(self) -> dict[str, Any]:
        """The target's choice that leaves the attacker the least, its fewest Efforts where several do."""
        target = min(self.best_reply, key=lambda row: (round(self.value(row, self.best_reply[row]), 12), row))
        attacker = self.best_reply[target]
        return {"target_efforts": target, "attacker_efforts": attacker, "value": self.value(target, attacker)}

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each cell: the contract's columns, and the Stuns that the Efforts cost."""
        return [
            {
                "target_efforts": target,
                "attacker_efforts": attacker,
                "figure": self.figure,
                "value": self.value(target, attacker),
                "target_stuns": target,
                "attacker_stuns": max(0, attacker - self.free),
                "best_reply": self.best_reply[target] == attacker,
            }
            for target, attacker in sorted(self.cells)
        ]


def efforts(attacker: str | Card, target: str | Card, *, figure: str = "out", **options: Any) -> Efforts:
    """Return the table of Efforts of one attack under the third edition; keywords as `ask.attack`.

    Raises BmgError where the edition is not the third, or where neither side may make any Effort.
    """
    rules = options.setdefault("rules", "third")
    if rules != "third":
        raise BmgError(f"Efforts are of the third edition, not of {rules}; ask with --rules third")
    for name in ("attacker_efforts", "target_efforts"):
        if options.pop(name, 0):
            raise BmgError(f"--{name.replace('_', '-')} is what `efforts` varies; leave it out")
    asked = question(attacker, target, **options)
    situation = asked.situation
    counted(resolve(asked))  # what cannot be asked without Efforts cannot be asked with them
    most_target, why_target = _allowed(asked, "target", situation.injuries + situation.stuns)
    most_attacker, why_attacker = _allowed(asked, "attacker", situation.attacker_injuries + situation.attacker_stuns)
    cells = {
        (one, other): counted(resolve(with_efforts(asked, target=one, attacker=other)))
        for one in range(most_target + 1)
        for other in range(most_attacker + 1)
    }
    return Efforts(asked, figure, cells, tuple(why for why in (why_target, why_attacker) if why))


def _allowed(asked: Question, side: str, markers: int) -> tuple[int, str]:
    """Return how many Efforts a side may make in this attack (R7.1, R7.5, R7.6), and why where it is none."""
    card = asked.attacker if side == "attacker" else asked.target
    most = most_efforts(card, markers)
    if not most:
        return 0, f"{card.name} may make no Efforts (R7.1)."
    try:
        resolve(with_efforts(asked, target=int(side == "target"), attacker=int(side == "attacker")))
    except BmgError as error:
        why = str(error).partition(": ")[2].partition(";")[0]
        return 0, f"{card.name}: {why}."
    return most, ""
