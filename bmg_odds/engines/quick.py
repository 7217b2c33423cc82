"""The quick kernel: a plain attack of up to five dice from a single word, without a branch.

A word times 6⁵ has a high part below 7776, the impact dice, and a low part that is as good as a new word; times
6⁴ that gives the block dice, and so on. Four groups make an attack: the impact dice, the dice that stop impacts, the
damage dice, the collateral dice. Each is one look-up in tables made for the strike at hand (`packs`), and all but
the last wait for nothing but the word: what a group does is written down for every state, and the state only chooses
by a shift. Every die of every stage is thrown; those that the attack does not come to are left on the table. A word
whose last low part would bias the dice is refused, and another drawn, so the faces are exactly uniform.
"""

from functools import lru_cache
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bmg_odds.engines import packs
from bmg_odds.engines.course import FIVE
from bmg_odds.engines.jit import kernel, word
from bmg_odds.engines.rolling import Quartet, Words, _four, _seeded
from bmg_odds.rules.record import Strike

BATCH = 256  # attacks judged before their ends are counted; no part of the meaning of a seed
ENDS, DAMAGES = 512, packs.ENTRY
"""Places in the histogram of ends: (impacts × DAMAGES + damages) × 8 + criticals × 2 + knocked down."""

_BITS, _HITS, _KEY = word(63), word(7), word(511)
_THREE, _NINE = word(3), word(9)

Counts = npt.NDArray[np.int64]
Ends = npt.NDArray[np.uint16]
State = tuple[int, int, int, int]
Axes = tuple[int, int]


class Tables(NamedTuple):
    """What groups of dice do, for one strike. Made once, small enough to lie near, read by the kernels."""

    sides: Words
    """Numbers of values of the four groups, then below which low part a word is refused."""
    impact: npt.NDArray[np.uint8]
    """The state after the impact dice, for each of their values."""
    stopped: packs.Map
    """The map of the dice that stop impacts (`packs.packed`), to ENTRY × the impacts left."""
    damage: packs.Map
    """What the damage dice do: `packs.damage`."""
    collateral: npt.NDArray[np.uint8]
    """What the collateral dice do: `packs.judged`."""


@lru_cache(maxsize=64)
def fits(strike: Strike) -> bool:
    """Whether the strike is plain enough: at most five dice, two groups before the damage dice, no damage rerolls.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> fits(plain_strike(5, faces_from(4), faces_from(3))), fits(plain_strike(6, faces_from(4), 0))
    (True, False)
    """
    if strike.dice > FIVE or strike.damage_rerolls:
        return False
    course = packs.course(strike)
    return course is not None and len(course.steps) <= 2


@lru_cache(maxsize=16)
def tables(strike: Strike) -> Tables:
    """Return the tables of a strike that `fits`.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> made = tables(plain_strike(5, faces_from(4), faces_from(3)))
    >>> made.sides.tolist(), int(made.impact[-1])
    ([7776, 1, 7776, 6, 8046592], 30)
    """
    steps, ends = packs.walk(strike)
    left = [packs.ENTRY * end.impacts for end in ends]
    impact, stopped = packs.unchanged([0]), packs.unchanged(left)
    if steps:
        states = packs.written(range(len(steps[1].onward) if steps[1:] else len(ends)))
        impact = packs.packed(steps[0], states)
    if steps[1:]:
        stopped = packs.packed(steps[1], left)
    shown = packs.collateral_faces(strike)
    group = packs.Group(strike.dice, 0, paired=False)
    damage, collateral = packs.damage(strike, group, shown), packs.collateral(strike, shown)
    sides = [len(impact), len(stopped), len(damage), collateral.shape[1]]
    return Tables(
        sides=np.array([*sides, 2**64 % prod(sides)], np.uint64),
        impact=(impact & np.uint64(_BITS)).astype(np.uint8),
        stopped=stopped,
        damage=damage,
        collateral=packs.judged(collateral),
    )


@kernel
def _sides(made: Tables) -> tuple[Quartet, int]:
    """Return the numbers of values and the refusal as scalars, which stay in registers."""
    sides = made.sides
    return (word(sides[0]), word(sides[1]), word(sides[2]), word(sides[3])), word(sides[4])


@kernel
def _end(groups: Quartet, made: Tables) -> int:
    """Return the place of an attack in the histogram of ends."""
    left = word(made.stopped[groups[1]]) >> (word(made.impact[groups[0]]) & _BITS) & _BITS
    entry = word(made.damage[groups[2]]) >> (left & _BITS) & _KEY
    done = word(made.collateral[(groups[3] << _NINE) + entry])
    end: int = (left + (entry & _HITS) << _THREE) + done
    return end


@kernel
def _batch(state: State, sides: Quartet, refused: int, made: Tables, ends: Ends) -> State:
    """Write down the ends of attacks. Return the state of the stream after them."""
    s0, s1, s2, s3 = state
    for place in range(len(ends)):
        s0, s1, s2, s3, groups = _four(s0, s1, s2, s3, sides, refused)
        ends[place] = _end(groups, made)
    return s0, s1, s2, s3


@kernel
def _add_up(counts: Counts, damages: int, joint: Counts, axes: Axes) -> None:
    """Add a histogram of ends, which has room for so many numbers of damages, to the joint one."""
    for impacts in range(axes[0]):
        for number in range(axes[0]):
            for outcome in range(axes[1]):
                place = (impacts * axes[0] + number) * axes[1] + outcome
                joint[place] += counts[(impacts * damages + number) * 8 + outcome]


@kernel
def _count(seed: int, lane: int, first: int, size: int, made: Tables, attacks: int, joint: Counts, axes: Axes) -> None:
    """Add so many attacks of the blocks from the first on, of so many attacks each, to the joint histogram, whose
    `axes` are its impacts and its outcomes of the collateral dice."""
    sides, refused = _sides(made)
    counts, ends = np.zeros(ENDS, np.int64), np.empty(BATCH, np.uint16)
    while attacks > 0:
        state = _seeded(seed, first, lane)
        for done in range(0, min(attacks, size), BATCH):
            number = min(BATCH, min(attacks, size) - done)
            state = _batch(state, sides, refused, made, ends[:number])
            # not in the loop above: a store whose place is known late holds up the loads of the attacks behind it
            for place in range(number):
                counts[ends[place]] += 1
        attacks -= size
        first += word(1)
    _add_up(counts, DAMAGES, joint, axes)


@kernel
def _show(state: Words, made: Tables, seen: Words, ends: Counts) -> None:
    """Write down the attacks of a stream: four groups each, and the end that `_count` counts."""
    s0, s1, s2, s3 = word(state[0]), word(state[1]), word(state[2]), word(state[3])
    sides, refused = _sides(made)
    for number in range(len(ends)):
        s0, s1, s2, s3, groups = _four(s0, s1, s2, s3, sides, refused)
        for place in range(4):
            seen[number, place] = groups[place]
        ends[number] = _end(groups, made)
