"""An attack and the strike back that a block brings (Counter Attack): the joint law of both models."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bmg_odds.answers.outcome import Outcome

STATE = ("injuries", "stuns", "status")


@dataclass(frozen=True)
class Exchange:
    """Both models after an attack in which the target strikes back at its first block success.

    The strike back is rolled with dice of its own, so given a block success it is independent of what the
    attack does; whether there is one is not.

    >>> import bmg_odds as bmg
    >>> duel = bmg.attack("Bob", "Batman (AC)", weapon="unarmed", dc=3, target_use="Counter Attack").exchange
    >>> f"{duel.chance:.3f}"
    '0.678'
    """

    attack: "Outcome"
    back: "Outcome"

    @cached_property
    def chance(self) -> float:
        """Chance that the target strikes back: at least one block die succeeds."""
        return self.attack.probability(lambda case: case.blocked)

    @cached_property
    def outcomes(self) -> tuple[dict[str, Any], ...]:
        """Joint law of both cards as rows: the target's and the attacker's markers and status."""
        harm = self.back.resolved.harm
        unstruck = (harm.held_injuries, harm.held_stuns, harm.status(harm.held_injuries, harm.held_stuns))
        struck: dict[tuple[int, int, str], float] = {}
        for case in self.back.cases:
            after = (case.target_injuries, case.target_stuns, case.status)
            struck[after] = struck.get(after, 0.0) + case.probability
        rows: dict[tuple[Any, ...], list[float]] = {}
        for case in self.attack.cases:
            one = (case.target_injuries, case.target_stuns, case.status)
            others = struck if case.blocked else {unstruck: 1.0}
            for other, chance in others.items():
                rows.setdefault((*one, *other), []).append(case.probability * chance)
        names = (*(f"target_{name}" for name in STATE), *(f"attacker_{name}" for name in STATE))
        return tuple(dict(zip(names, key, strict=True)) | {"probability": math.fsum(rows[key])} for key in sorted(rows))

    def record(self) -> dict[str, Any]:
        """Return the exchange as a record for json: what the strike back does to the attacker, over all."""
        share = self.chance
        back = self.back
        return {
            "strike_back": share,
            "weapon": back.resolved.weapon.name,
            "inflicted": {name: share * mean for name, mean in back.inflicted._asdict().items()},
            "suffered": {name: share * mean for name, mean in back.suffered._asdict().items()},
            "chance": {name: share * getattr(back.chance, name) for name in ("knocked_down", "ko", "casualty", "out")},
            "both_out": math.fsum(
                row["probability"]
                for row in self.outcomes
                if row["target_status"] != "up" and row["attacker_status"] != "up"
            ),
            "outcomes": list(self.outcomes),
        }
