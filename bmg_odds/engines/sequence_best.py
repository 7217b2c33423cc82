"""The best use of the DC against the attacks still to come: dynamic programming, backwards (R2.5, R4).

After each impact roll the defender knows the impacts and its own state and chooses how many DC to roll. The value of
a state is the least figure that any choice can still reach; a fixed policy is valued by the same recursion.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from bmg_odds.engines.sequence import CASUALTY, KO, UP, Chain, Deal, Laws, Policy, State
from bmg_odds.rules.gang import LYING, STANDING, WOUNDED

SAME = 1e-12
"""Two values nearer than this are one: then the fewer DC are rolled."""


class Goal(NamedTuple):
    """A FIGURE of a sequence, told attack by attack."""

    event: Callable[[Deal], bool] = lambda deal: False
    """What settles it at once, with value 1."""
    worth: Callable[[Deal], float] = lambda deal: 0.0
    """What each attack adds."""
    final: Callable[[State], float] = lambda state: 0.0
    """What the state after the last attack adds."""
    level: int | None = None
    """Markers that it waits for (`at-least=K`), summed over all attacks."""


GOALS = {
    "out": Goal(final=lambda state: float(state.status != UP)),
    "ko": Goal(final=lambda state: float(state.status == KO)),
    "casualty": Goal(final=lambda state: float(state.status == CASUALTY)),
    "knocked_down": Goal(event=lambda deal: deal.knocked_down),
    "critical": Goal(event=lambda deal: deal.critical),
    "damage": Goal(event=lambda deal: deal.damages > 0),
    "impact": Goal(event=lambda deal: deal.impact),
    "any_marker": Goal(event=lambda deal: deal.injuries + deal.stuns > 0),
    "injuries": Goal(worth=lambda deal: float(deal.injuries)),
    "stuns": Goal(worth=lambda deal: float(deal.stuns)),
    "markers": Goal(worth=lambda deal: float(deal.injuries + deal.stuns)),
}


def goal(figure: str) -> Goal:
    """Return the goal of a FIGURE.

    >>> goal("at-least=3").level
    3
    """
    head, _, level = figure.partition("=")
    return Goal(level=int(level)) if head == "at-least" else GOALS[figure]


@dataclass
class Worth:
    """The value of every state of a sequence: under the best choices, or under one policy.

    `choices` holds what was found best: (attack, state, markers dealt, impacts) to DC.
    """

    chain: Chain
    goal: Goal
    policy: Policy | None = None
    """None for the best choices."""
    choices: dict[tuple[int, State, int, int], int] = field(default_factory=dict)
    _values: dict[tuple[int, State, int], float] = field(default_factory=dict)
    _lying: list[bool] = field(default_factory=list)

    def __post_init__(self) -> None:
        differs = [
            any(blow.phases[bits] != blow.phases[bits + LYING] for bits in (STANDING, WOUNDED))
            for blow in self.chain.gang.blows
        ]
        self._lying = [any(differs[place:]) for place in range(len(differs))]

    def value(self, attack: int, state: State, dealt: int = 0) -> float:
        """Return the figure from here on, before this attack, with so many markers dealt before it."""
        if self.goal.level is not None and dealt >= self.goal.level:
            return 1.0
        if attack == self.chain.attacks or state.status == CASUALTY:
            return self.goal.final(state)
        key = self._key(attack, state, dealt)
        if key not in self._values:
            self._values[key] = self._work_out(*key)
        return self._values[key]

    def _key(self, attack: int, state: State, dealt: int) -> tuple[int, State, int]:
        """Drop what no later attack reads: lying down, where no reading looks at it, and the markers so far."""
        reads = max(self.goal.level or 0, self.policy.reads if self.policy else 0)
        return attack, state if self._lying[attack] else state._replace(down=False), min(dealt, reads)

    def choice(self, attack: int, state: State, dealt: int, impacts: int) -> int:
        """Return the best number of DC to roll; the fewest of several."""
        self.value(attack, state, dealt)
        attack, state, dealt = self._key(attack, state, dealt)
        return self.choices.get((attack, state, dealt, impacts), 0)

    def _work_out(self, attack: int, state: State, dealt: int) -> float:
        laws = self.chain.law(attack, state)
        rest: dict[tuple[int, int], float] = {}

        def after(hits: int, dc: int) -> float:
            total = 0.0
            for kept, chance in enumerate(laws.kept(hits, dc)):
                if chance:
                    if (kept, dc) not in rest:
                        rest[kept, dc] = self._rest(attack, kept, state._replace(dc=state.dc - dc), dealt)
                    total += chance * rest[kept, dc]
            return total

        if self.policy is not None:
            choose = self.policy.choose
            chosen = [laws.spent(min(state.dc, choose(attack, state, dealt, hits)), hits) for hits in _hits(laws)]
            return sum(laws.hits[hits] * after(hits, dc) for hits, dc in enumerate(chosen))
        if laws.unseen:
            return self._unseen(attack, state, dealt, laws, after)
        total = 0.0
        for hits, chance in enumerate(laws.hits):
            value, dc = _least((after(hits, dc), dc) for dc in _options(laws, state, hits))
            self.choices[attack, state, dealt, hits] = dc
            total += chance * value
        return total

    def _unseen(self, attack: int, state: State, dealt: int, laws: Laws, after: Callable[[int, int], float]) -> float:
        def all_hits(dc: int) -> float:
            return sum(chance * after(hits, dc) for hits, chance in enumerate(laws.hits))

        value, dc = _least((all_hits(dc), dc) for dc in _options(laws, state, 0))
        for hits in _hits(laws):
            self.choices[attack, state, dealt, hits] = dc
        return value

    def _rest(self, attack: int, kept: int, state: State, dealt: int) -> float:
        """Return the figure of an attack that so many impacts of are left, and of all that follow."""
        total = 0.0
        for end, deal, chance in self.chain.ends(attack, kept, state):
            if self.goal.event(deal):
                total += chance
            else:
                more = self.value(attack + 1, end, dealt + deal.injuries + deal.stuns)
                total += chance * (self.goal.worth(deal) + more)
        return total


def best(chain: Chain, figure: str) -> tuple[Worth, Policy]:
    """Return the least values of a FIGURE and the policy that reaches them from every state."""
    worth = Worth(chain, goal(figure))
    return worth, Policy(worth.choice, worth.goal.level or 0)


def _hits(laws: Laws) -> range:
    return range(len(laws.hits))


def _options(laws: Laws, state: State, hits: int) -> list[int]:
    return sorted({laws.spent(dc, hits) for dc in range(state.dc + 1)})


def _least(found: Iterable[tuple[float, int]]) -> tuple[float, int]:
    best: tuple[float, int] | None = None
    for value, dc in found:
        if best is None or value < best[0] - SAME:
            best = (value, dc)
    assert best is not None
    return best
