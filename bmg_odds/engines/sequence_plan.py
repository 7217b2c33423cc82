"""A sequence and a policy as the arrays that the kernel of sequences reads."""

from typing import TYPE_CHECKING

import numpy as np

from bmg_odds.engines.sequence_rolling import ALL, ASKED, AT_MOST, BLOCKS, MOST_DC, ONE_PER_IMPACT, PIERCES, Course
from bmg_odds.errors import BmgError
from bmg_odds.rules import awarding
from bmg_odds.rules.gang import Gang, Phase

if TYPE_CHECKING:
    from bmg_odds.engines.sequence_rolled import Chooser

MOST_KEY = 2**62  # keys are signed words


def course(gang: Gang, policy: "str | Chooser") -> Course:
    """Return what the kernel needs to know. Raises BmgError for a policy that is not known.

    >>> from bmg_odds.facts.card import Card
    >>> from bmg_odds.rules.edition import EDITIONS
    >>> from bmg_odds.rules.gang import Attacker, GangQuestion, gang
    >>> from bmg_odds.rules.situation import Situation
    >>> card = Card(name="A", edition="revised", willpower=5, strength=4, attack=3, defense=3, endurance=3)
    >>> asked = GangQuestion(EDITIONS["revised"], card, (Attacker(card),) * 2, Situation(dc=1))
    >>> made = course(gang(asked), "at-most=1")
    >>> made.pages[:, BLOCKS + 2].tolist(), made.start[:9].tolist()
    ([1, 1, 1, 1, 1, 1, 1, 1], [0, 0, 0, 0, 1, 4, 0, 0, 0])
    """
    phases = [phase for blow in gang.blows for phase in blow.phases]
    most_dc = max(len(phase.blocks) for phase in phases) - 1
    pages = np.zeros((len(phases), BLOCKS + 2 * most_dc + 2), np.int64)
    for page, phase in zip(pages, phases, strict=True):
        page[:PIERCES] = *phase.strike, *phase.harm
        page[PIERCES], page[MOST_DC] = phase.pierces, len(phase.blocks) - 1
        page[BLOCKS : BLOCKS + 2 * len(phase.blocks)] = np.array(phase.blocks).ravel()
    held, endurance = gang.held, gang.endurance
    status = awarding._status(endurance, held.injuries, held.stuns)
    rule, most, reads = _rule(policy)
    card = [1 + max(endurance, held.injuries), 1 + max(endurance, held.stuns), 3]
    hand = [1 + held.dc, 1 + held.spare, 1 + held.invulnerable, 1 + held.armour, 2]
    dealt = [2, 1 + _most_damages(gang), 2, 2, *_most_dealt(gang), 2]
    most_dice = max(phase.strike.dice for phase in phases)
    return Course(
        attacks=len(gang.blows),
        pages=pages,
        start=np.array([held.injuries, held.stuns, status, *held[2:], *[0] * len(dealt)], np.int64),
        step=gang.step,
        lose_dc=int(gang.lose == "dc"),
        unseen=int(gang.unseen),
        rule=rule,
        most=most,
        reads=reads,
        seen=_sizes([len(gang.blows), *card, *dealt]),
        asks=_sizes([len(gang.blows), *card, 2, *hand, 1 + reads, 1 + most_dice]),
    )


def _rule(policy: "str | Chooser") -> tuple[int, int, int]:
    """Return the rule of a policy, its DC against each attack, and how many markers it is told of."""
    if not isinstance(policy, str):
        return ASKED, 0, policy.reads
    head, _, most = policy.partition("=")
    if head == "at-most" and most.isdecimal():
        return AT_MOST, int(most), 0
    if policy not in ("all", "one-per-impact"):
        raise BmgError(f"policy '{policy}' is not known; allowed: all, one-per-impact, at-most=K")
    return (ALL if policy == "all" else ONE_PER_IMPACT), 0, 0


def _sizes(sizes: list[int]) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    if np.prod([float(size) for size in sizes]) > MOST_KEY:
        raise BmgError("sequence: too many dice and markers to be counted apart; ask fewer attacks")
    return np.array(sizes, np.int64)


def _most_damages(gang: Gang) -> int:
    return sum(max(phase.strike.dice for phase in blow.phases) for blow in gang.blows)


def _most_dealt(gang: Gang) -> tuple[int, int]:
    """Return one more than the Injuries and the Stuns that all attacks can deal at most, or than a bound of them."""
    injuries, stuns = 1, 1
    for blow in gang.blows:
        most = [_bound(phase) for phase in blow.phases]
        injuries += max(one for one, _ in most)
        stuns += max(one for _, one in most) + 1  # an Injury that Hardened turns
    return injuries, stuns


def _bound(phase: Phase) -> tuple[int, int]:
    harm, strike = phase.harm, phase.strike
    scratched = int(harm[awarding.SCRATCH] > 0)
    injuries, stuns = harm[awarding.INJURIES] + scratched, harm[awarding.STUNS] + scratched
    critical = harm[awarding.CRITICAL_INJURIES], harm[awarding.CRITICAL_STUNS]
    return (
        strike.dice * injuries + strike.collateral * critical[0],
        strike.dice * stuns + strike.collateral * critical[1],
    )
