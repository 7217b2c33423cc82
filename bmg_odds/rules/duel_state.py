"""What a model is between the steps of a duel: its markers, how it stands, and what is used up (R2.11, R5)."""

from typing import NamedTuple

STANDING, DOWN, KO, CASUALTY = range(4)
"""How a model stands. A K.O. model lies too; a Casualty is gone and ends the fight."""

POSTURES = ("up", "down", "ko", "casualty")


class State(NamedTuple):
    """One model between two steps of a duel.

    >>> State(2, 1, DOWN).markers, State(2, 1, DOWN).lies, State(4, 0, KO).out
    (3, True, True)
    """

    injuries: int = 0
    stuns: int = 0
    posture: int = STANDING
    scored: int = 0
    """1 once its first K.O. has been scored, where victory points are followed (R3)."""
    armour: int = 0
    """Markers that its Power Armor still ignores in this fight."""

    @property
    def markers(self) -> int:
        """Markers on the card."""
        return self.injuries + self.stuns

    @property
    def lies(self) -> bool:
        """Whether an attack finds it lying: down or K.O. (reading down_target)."""
        return self.posture in (DOWN, KO)

    @property
    def out(self) -> bool:
        """Whether it is K.O. or a Casualty."""
        return self.posture >= KO


class Traits(NamedTuple):
    """What the states of a model depend on, beside its Endurance."""

    survivor: bool = False
    """It may be K.O. with Injuries only."""
    removed: bool = False
    """A critical of its foe removes it, whatever its markers (CRT Casualty)."""
    judged: bool = False
    """A coin may remove it when it becomes K.O. (Judgment of its foe)."""
    armour: int = 0
    """Markers that its Power Armor ignores in a fight."""


def states(endurance: int, traits: Traits = Traits(), *, scoring: bool = False) -> list[State]:  # noqa: B008
    """Return every state of a model of this Endurance, the fresh one first.

    With `scoring` each state but K.O. comes twice, before and after the model's first K.O. (which a K.O. model
    has behind it).

    >>> len(states(2)), len(states(2, scoring=True)), states(1)
    (9, 16, [State(injuries=0, stuns=0, posture=0, scored=0, armour=0), ...posture=3...])
    """
    held = [(j, s) for j in range(endurance) for s in range(endurance - j)]
    full = [(j, endurance - j) for j in range(endurance)]
    saved = [(endurance, 0)] if traits.survivor else []
    removed = [(endurance, 0)]
    if traits.judged or traits.removed:
        removed += full
    if traits.removed:
        removed += held
        saved += held if traits.survivor else []
    flags = (0, 1) if scoring else (0,)
    found = [(j, s, posture, flag) for posture in (STANDING, DOWN) for flag in flags for j, s in held]
    found += [(j, s, KO, int(scoring)) for j, s in full + saved]
    found += [(j, s, CASUALTY, flag) for flag in flags for j, s in removed]
    armours = range(traits.armour, -1, -1)
    return [State(j, s, posture, flag, left) for j, s, posture, flag in found for left in armours]
