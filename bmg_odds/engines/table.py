"""The table both engines fill: one joint law on the same axes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bmg_odds.rules.record import Strike

Shape = tuple[int, int, int, int, int]
Key = tuple[int, int, int, int, int]


def shape(strike: Strike) -> Shape:
    """Axes of the joint table of a strike: any block success (a single plane unless the strike watches its
    blocks), impacts that reach the damage roll, damage successes, criticals, knocked down.

    >>> from bmg_odds.rules.record import plain_strike, faces_from
    >>> shape(plain_strike(3, faces_from(4), faces_from(3)))
    (1, 4, 4, 2, 2)
    """
    return (1 + strike.watch_blocks, strike.dice + 1, strike.dice + 1, strike.collateral + 1, 2)


@dataclass(frozen=True, slots=True)
class Table:
    """The joint law of one strike on the axes of `shape`, flat in row-major order.

    `values` are probabilities (exact) or int64 counts of `trials` (sampling); `cross_fire` is the law (or
    the counts) of the Injuries that cross fire dealt, 0 … dice, empty where no obstacle takes any.
    """

    shape: Shape
    values: Sequence[float]
    cross_fire: Sequence[float] = ()
    trials: int | None = None
    interrupted: bool = False
    """Whether fewer attacks were rolled than asked for; then no seed gives these counts again."""

    def cells(self) -> Iterator[tuple[Key, float]]:
        """Yield ((blocked, impacts, damages, criticals, knocked down), probability) for every cell that is not 0.

        Counts are divided by the trials.

        >>> list(Table((1, 1, 1, 2, 2), [0, 0, 3, 1], trials=4).cells())
        [((0, 0, 0, 1, 0), 0.75), ((0, 0, 0, 1, 1), 0.25)]
        """
        _, impacts, damages, criticals, downs = self.shape
        total = self.trials or 1
        for place, value in enumerate(self.values):
            if value:
                rest, down = divmod(place, downs)
                rest, critical = divmod(rest, criticals)
                rest, damage = divmod(rest, damages)
                blocked, impact = divmod(rest, impacts)
                yield (blocked, impact, damage, critical, down), float(value) / total
