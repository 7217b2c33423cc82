"""How a target spends its DC over several attacks: the policies by name (R4, CONTRACT `sequence --policy`)."""

import re
from dataclasses import dataclass

from bmg_odds.engines.sequence import Chain, Policy, start
from bmg_odds.engines.sequence_best import Worth, best, goal
from bmg_odds.engines.sequence_law import ALL, ONE_PER_IMPACT, at_most
from bmg_odds.errors import BmgError
from bmg_odds.rules.gang import Gang

POLICIES = ("all", "one-per-impact", "at-most=K", "optimal")
_AT_MOST = re.compile(r"at-most=([0-9]{1,2})")


@dataclass(frozen=True)
class Plan:
    """A policy by its name, ready for one sequence."""

    name: str
    chain: Chain
    policy: Policy
    worth: Worth | None = None
    """The values of every state where the policy is the optimal one."""

    @property
    def most(self) -> int | None:
        """K of `at-most=K`; None for other policies."""
        found = _AT_MOST.fullmatch(self.name)
        return int(found[1]) if found else None

    def value(self, figure: str) -> float:
        """Return a figure of the whole sequence under this policy."""
        worth = self.worth or Worth(self.chain, goal(figure), self.policy)
        return worth.value(0, start(self.chain.gang))


def check_policy(name: str) -> str:
    """Return a policy's name in full; BmgError for one that is not known.

    >>> check_policy("At-Most=2")
    'at-most=2'
    """
    found = name.strip().lower()
    most = _AT_MOST.fullmatch(found)
    if most or found in (*POLICIES[:2], "optimal"):
        return f"at-most={int(most[1])}" if most else found
    raise BmgError(f"--policy {name} is not known; allowed: {', '.join(POLICIES)}")


def plan_of(name: str, chain: Chain, figure: str) -> Plan:
    """Return a policy by name for one sequence; `optimal` makes the figure least.

    BmgError for a policy that is not known, and for one that looks at impacts where the reading hides them.
    """
    name, asked = check_policy(name), chain.gang
    if name == "optimal":
        worth, policy = best(chain, figure)
        worth.value(0, start(asked))
        return Plan(name, chain, policy, worth)
    if name == "one-per-impact" and asked.unseen:
        raise BmgError(
            "--policy one-per-impact: under block_timing=before_impacts the DC are committed before the impacts are "
            "known; allowed: all, at-most=K, optimal"
        )
    most = _AT_MOST.fullmatch(name)
    policy = at_most(int(most[1])) if most else ALL if name == "all" else ONE_PER_IMPACT
    return Plan(name, chain, policy)


def names(asked: Gang, name: str = "all") -> list[str]:
    """Return the policies worth comparing for a target with these DC, one by its own name among them, the optimal
    one last.

    With one DC or none there is nothing to spread.
    """
    found = ["all"] if asked.unseen else ["all", "one-per-impact"]
    capped = [f"at-most={most}" for most in range(1, min(4, asked.held.dc))]
    listed = dict.fromkeys([*found, *capped, name])
    listed.pop("optimal", None)
    return [*listed, "optimal"]
