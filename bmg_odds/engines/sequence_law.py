"""The joint law of a whole sequence, and the policies that a defender may follow (R4)."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from bmg_odds.engines.sequence import KO, NOTHING, UP, Chain, Deal, Policy, State, start

Told = Callable[[int, int], object]
Between = Callable[[State], Iterable[tuple[State, float]]]


class Sum(NamedTuple):
    """What all attacks so far dealt together: events once they happened, counts added up."""

    impact: bool
    damages: int
    critical: bool
    knocked_down: bool
    injuries: int
    stuns: int
    felled: bool = False
    """Whether it became K.O. on the way: that K.O. scores, whatever follows (R3)."""

    def plus(self, deal: Deal, *, felled: bool) -> "Sum":
        """Return the sum with one attack more, after which the target is K.O. or not."""
        return Sum(
            self.impact or deal.impact,
            self.damages + deal.damages,
            self.critical or deal.critical,
            self.knocked_down or deal.knocked_down,
            self.injuries + deal.injuries,
            self.stuns + deal.stuns,
            self.felled or felled,
        )


Joint = dict[tuple[State, Sum], float]


ALL = Policy(lambda attack, state, dealt, impacts: state.dc)
"""Policy `all`: every DC left, at the first impact."""

ONE_PER_IMPACT = Policy(lambda attack, state, dealt, impacts: impacts)
"""Policy `one-per-impact`: one DC for each impact."""


def at_most(most: int) -> Policy:
    """Return policy `at-most=K`: up to K DC against each attack.

    >>> at_most(2).choose(0, State(0, 0, 0, False, 3, 0, 0, 0, False), 0, 1)
    2
    """
    return Policy(lambda attack, state, dealt, impacts: most)


def laws(chain: Chain, policy: Policy, *, between: Between | None = None, tell: Told | None = None) -> list[Joint]:
    """Return the joint law of the target's state and of what was dealt, before the first attack and after each.

    `between` says what becomes of a state before the next attack; `tell` hears how many attacks are done, of how many.
    """
    law: Joint = {(start(chain.gang), Sum(*NOTHING)): 1.0}
    found = [law]
    for attack in range(chain.attacks):
        law = _next(chain, attack, _moved(law, between) if between and attack else law, policy)
        found.append(law)
        if tell:
            tell(attack + 1, chain.attacks)
    return found


def _next(chain: Chain, attack: int, law: Joint, policy: Policy) -> Joint:
    groups: dict[tuple[State, int], list[tuple[Sum, float]]] = {}
    for (state, dealt), chance in law.items():
        told = min(policy.reads, dealt.injuries + dealt.stuns)
        groups.setdefault((state, told), []).append((dealt, chance))
    after: Joint = {}
    for (state, told), sums in groups.items():
        steps = list(chain.steps(attack, state, policy, told))
        for dealt, chance in sums:
            for end, deal, share in steps:
                key = end, dealt.plus(deal, felled=state.status == UP and end.status == KO)
                after[key] = after.get(key, 0.0) + chance * share
    return after


def _moved(law: Joint, between: Between) -> Joint:
    moved: Joint = {}
    for (state, dealt), chance in law.items():
        for after, share in between(state):
            moved[after, dealt] = moved.get((after, dealt), 0.0) + chance * share
    return moved
