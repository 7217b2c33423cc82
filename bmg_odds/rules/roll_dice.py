"""The dice of the rolls beside attacks (R3), as small records: all that the engines know of one roll.

Each kind of roll has outcomes numbered from 0. An engine gives for each outcome a whole number: how many of the
equally likely cases end there, or how many of the rolled ones did. What an outcome means is said by `rolls`.
Sets of faces are six bits, as in `record`.
"""

from typing import NamedTuple

SIDES = 6


class Pool(NamedTuple):
    """Dice that each succeed or fail; the outcome is the number of successes.

    >>> Pool(3, 0b111000).outcomes
    4
    """

    dice: int
    faces: int
    """Faces that succeed."""
    rerolls: int = 0
    """1 where failed dice are rolled again, once each; the second face stands."""
    most: int = 99
    """More successes than this count as this many."""

    @property
    def outcomes(self) -> int:
        """Number of outcomes."""
        return min(self.dice, self.most) + 1


class Under(NamedTuple):
    """The sum of some dice against a number it may not exceed; outcome 1 where it holds.

    >>> Under(2, 7).outcomes
    2
    """

    dice: int
    number: int

    @property
    def outcomes(self) -> int:
        """Number of outcomes."""
        return 2


class Until(NamedTuple):
    """`Under` tried once a round; the outcome is the first round that succeeds, or 0 where none does.

    >>> Until(2, 7, rounds=3).outcomes
    4
    """

    dice: int
    number: int
    rounds: int

    @property
    def outcomes(self) -> int:
        """Number of outcomes."""
        return self.rounds + 1


class Total(NamedTuple):
    """The sum of some dice; the outcome is how much more it is than a 1 on each.

    >>> Total(2).outcomes
    11
    """

    dice: int

    @property
    def outcomes(self) -> int:
        """Number of outcomes."""
        return (SIDES - 1) * self.dice + 1


class Bag(NamedTuple):
    """Counters of two sides drawn without putting them back; the outcome is how many of the first side are drawn.

    >>> Bag(6, 6, draws=2).outcomes
    3
    """

    mine: int
    theirs: int
    draws: int

    @property
    def outcomes(self) -> int:
        """Number of outcomes."""
        return self.draws + 1


class Sieve(NamedTuple):
    """Impacts that each must pass a line of obstacles, a die for each; the outcome is how many pass all.

    >>> Sieve(2, (0b111000,)).outcomes
    3
    """

    impacts: int
    stops: tuple[int, ...]
    """Of each obstacle, nearest first, the faces that stop the impact there."""

    @property
    def outcomes(self) -> int:
        """Number of outcomes."""
        return self.impacts + 1


class Riddle(NamedTuple):
    """A die against a named number, tried again only when it misses by one.

    Outcome 0: no try is left; 1: missed by more than one; 2: hit.

    >>> Riddle((1,), endless=True).outcomes
    3
    """

    numbers: tuple[int, ...]
    """The number named at each try."""
    endless: bool = False
    """Whether tries never run out: the last number is named for ever."""

    @property
    def outcomes(self) -> int:
        """Number of outcomes."""
        return 3


class Contest(NamedTuple):
    """A die of each side, round after round; the higher leads, and the outcome is how often the first side does.

    >>> Contest(0, 0, had=0, rounds=4).outcomes
    5
    """

    mine: int
    """Added to the first side's die in the first of the rounds."""
    theirs: int
    had: int
    """Who led the round before, and so loses a tie: 1 the first side, 2 the other, 0 nobody: ties roll again."""
    rounds: int = 1

    @property
    def outcomes(self) -> int:
        """Number of outcomes."""
        return self.rounds + 1


class Sure(NamedTuple):
    """No die at all: one outcome of so many is certain.

    >>> Sure(1, among=2).outcomes
    2
    """

    outcome: int
    among: int = 2

    @property
    def outcomes(self) -> int:
        """Number of outcomes."""
        return self.among


Dice = Pool | Under | Until | Total | Bag | Sieve | Riddle | Contest | Sure
