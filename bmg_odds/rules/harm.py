"""What a strike's result does to the target's card: markers, surplus, K.O., Casualty (R2.9–R2.11).

A deterministic map, shared by both engines: dice end where this begins.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from bmg_odds.rules.awarding import SCRATCHES, STATUSES, _fates, _inflicted, _status, _suffered

UP, KO, CASUALTY = STATUSES


class Deal(NamedTuple):
    """What the dice of one cell of the joint table deal."""

    impacts: int
    damages: int
    criticals: int
    knocked_down: bool
    injuries: int
    stuns: int
    blocked: bool


@dataclass(frozen=True)
class Harm:
    """How impacts, damage successes and criticals become markers on one target.

    >>> Harm(injuries=2, stuns=1, endurance=5).suffered(4, 2)
    (4, 1, 'ko')
    """

    injuries: int = 0
    """Injuries of one damage success, after Kevlar Vest and the like."""
    stuns: int = 0
    """Stuns of one damage success."""
    scratch: str = "off"
    """Reading `scratch`, off for a melee attack (R2.10); `caustic`: an Injury for each failed damage die."""
    critical_injuries: int = 0
    critical_stuns: int = 1
    """Markers that each critical adds (R2.9), or those of the weapon's CRT."""
    critical_casualty: bool = False
    """Whether a critical removes the target (CRT Casualty)."""
    knock_down_on: tuple[str, ...] = ()
    """Events that knock down beside the collateral die: `impact`, `damage`."""
    ignored: int = 0
    """Markers that the target ignores, in the order of awarding (R9.6)."""
    hardened: bool = False
    """Whether the first Injury becomes a Stun (R9.6)."""
    survivor: bool = False
    """Whether 5+ saves it from becoming a Casualty: it is K.O. instead."""
    judgment: bool = False
    """Whether a coin turns its K.O. into a Casualty."""
    endurance: int = 1
    held_injuries: int = 0
    held_stuns: int = 0
    """Markers on the target before the attack."""
    effort_stuns: int = 0
    """Those of `held_stuns` that the target's own Efforts in this attack cost (R7.1)."""
    replace_stuns: bool = True
    """Whether an Injury beyond Endurance replaces a Stun (reading surplus_injuries)."""

    def deal(self, key: tuple[int, int, int, int, int]) -> Deal:
        """Return what a cell of the strike's joint table comes to; axes as `engines.table.shape`.

        >>> Harm(stuns=2).deal((0, 3, 2, 1, 0)).stuns
        5
        """
        blocked, impacts, damages, criticals, matched = key
        injuries, stuns = self.inflicted(impacts, damages, criticals)
        down = self.knocked_down(impacts, damages, bool(matched))
        return Deal(impacts, damages, criticals, down, injuries, stuns, bool(blocked))

    @cached_property
    def row(self) -> tuple[int, ...]:
        """The numbers of this map for `awarding`, in its order."""
        return (
            self.injuries,
            self.stuns,
            SCRATCHES.index(self.scratch),
            self.critical_injuries,
            self.critical_stuns,
            int(self.critical_casualty),
            int("impact" in self.knock_down_on),
            int("damage" in self.knock_down_on),
            self.ignored,
            int(self.hardened),
            int(self.survivor),
            int(self.judgment),
            self.endurance,
            self.held_injuries,
            self.held_stuns,
            int(self.replace_stuns),
            STATUSES.index(self.before),
        )

    def inflicted(self, impacts: int, damages: int, criticals: int) -> tuple[int, int]:
        """Return (Injuries, Stuns) that the dice dealt, before Endurance (R2.8–R2.10, R9.6).

        >>> Harm(injuries=1, stuns=1, scratch="per_impact").inflicted(3, 1, 1)
        (1, 4)
        """
        return _inflicted(self.row, impacts, damages, criticals)

    def knocked_down(self, impacts: int, damages: int, matched: bool) -> bool:
        """Whether the target is knocked down: by the collateral die, or by what a trait adds (R2.9).

        >>> Harm(knock_down_on=("damage",)).knocked_down(2, 1, False)
        True
        """
        if matched or not self.knock_down_on:
            return matched
        events = {"impact": impacts, "damage": damages}
        return any(events[name] > 0 for name in self.knock_down_on)

    def fates(self, status: str, criticals: int) -> list[tuple[str, int]]:
        """Return the status in the end, each with its chance in sixths: criticals that remove, and the dice
        of Judgment and Survivor, in this order.

        >>> Harm(survivor=True).fates("casualty", 0)
        [('casualty', 4), ('ko', 2)]
        """
        ko, casualty = _fates(self.row, STATUSES.index(status), criticals)
        fates = ((CASUALTY, casualty), (KO, ko), (UP, 6 - ko - casualty))
        return [(name, sixths) for name, sixths in fates if sixths]

    def suffered(self, injuries: int, stuns: int) -> tuple[int, int, str]:
        """Return the (Injuries, Stuns, status) that the card shows after these markers (R2.11).

        Injuries first, then Stuns; an Injury too many replaces a Stun, or is lost; a Stun too many is lost.

        >>> Harm(endurance=4, held_injuries=1, held_stuns=2).suffered(3, 0)
        (4, 0, 'casualty')
        """
        now_injuries, now_stuns = _suffered(self.row, injuries, stuns)
        return now_injuries, now_stuns, self.status(now_injuries, now_stuns)

    @property
    def before(self) -> str:
        """The target's status before the attack, its Efforts not counted."""
        return self.status(self.held_injuries, self.held_stuns - self.effort_stuns)

    def status(self, injuries: int, stuns: int) -> str:
        """Return up, ko or casualty for a card with these markers (R2.11).

        >>> Harm(endurance=4).status(3, 1)
        'ko'
        """
        return STATUSES[_status(self.endurance, injuries, stuns)]


VICTORY_POINTS = {"leader": (6, 4), "sidekick": (4, 2), "free agent": (4, 3), "henchman": (2, 1)}
"""Victory points for a Casualty and for the first K.O., by rank (R3)."""


def victory_points(rank: str, before: str, after: str, vp_after_ko: str) -> int:
    """Return the victory points that this attack earns (R3; reading vp_after_ko), KeyError for other ranks.

    `before` and `after` are the target's status; a K.O. that stood before scores no second time.

    >>> victory_points("Leader", "up", "casualty", "both"), victory_points("Leader", "ko", "casualty", "higher")
    (6, 2)
    """
    casualty, ko = VICTORY_POINTS[rank.lower()]
    if before in (after, CASUALTY):
        return 0
    if after == KO:
        return ko
    return casualty - (ko if before == KO and vp_after_ko == "higher" else 0)
