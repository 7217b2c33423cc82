"""How a target spends its DC over several attacks: the policies by name (R4, CONTRACT `sequence --policy`)."""

import re
from dataclasses import dataclass
from typing import Any

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
    if found in POLICIES[:2] or found == "optimal" or _AT_MOST.fullmatch(found):
        return found
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


def names(asked: Gang) -> list[str]:
    """Return the policies worth comparing for a target with these DC, the optimal one last.

    With one DC or none there is nothing to spread.
    """
    found = ["all"] if asked.unseen else ["all", "one-per-impact"]
    return [*found, *(f"at-most={most}" for most in range(1, min(4, asked.held.dc))), "optimal"]


def card(plan: Plan) -> list[dict[str, Any]]:
    """Return the optimal policy as rows: attackers left, DC left, markers, and the DC to roll for each number of
    impacts. Only what the sequence can come to; states that are answered alike are one row.

    `markers` lists the (Injuries, Stuns, markers dealt) of the row; the last only where the figure reads them.
    """
    worth, gang = plan.worth, plan.chain.gang
    if worth is None:
        return []
    rows: dict[tuple[int, int, tuple[int, ...]], set[tuple[int, int]]] = {}
    decided: dict[tuple[int, Any, int], dict[int, int]] = {}
    for (attack, state, dealt, impacts), dc in worth.choices.items():
        if state.dc and len(plan.chain.law(attack, state).phase.blocks) > 1:
            decided.setdefault((attack, state, dealt), {})[impacts] = dc
    for (attack, state, _), choice in decided.items():
        answer = tuple(choice[hits] for hits in sorted(choice) if hits or gang.unseen)
        rows.setdefault((attack, state.dc, answer), set()).add((state.injuries, state.stuns))
    return [
        {"attack": attack + 1, "attackers_left": plan.chain.attacks - attack - 1, "dc": dc, "roll": list(answer),
         "markers": [list(each) for each in sorted(held)]}
        for (attack, dc, answer), held in sorted(rows.items(), key=lambda row: (row[0][0], -row[0][1], sorted(row[1])))
    ]  # fmt: skip
