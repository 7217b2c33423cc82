"""The tables of the chained kernel (`chain`), made once for a strike."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.course import Course, Step, course
from bmg_odds.engines.fives import Entries, damages, shift, successes
from bmg_odds.engines.packs import collateral as collateral_table
from bmg_odds.engines.packs import collateral_faces
from bmg_odds.engines.rolling import Words
from bmg_odds.engines.table import shape
from bmg_odds.rules.record import Strike

MOST_DICE = 15  # of a stage: three groups
STATE = 4
"""In the code of a state, the bit where its number begins. Below it: how many dice of the next group count,
as `fives.shift` of that where the group cannot match; at the end, 1 if any damage die succeeded."""
ROOM = 8  # places in a table for each state


class Tables(NamedTuple):
    """What a strike makes of its groups of dice. Read by the kernels."""

    start: Entries
    """The code of the state before all dice: one."""
    matching: npt.NDArray[np.int64]
    """The link where the damage dice begin: one."""
    sides: Words
    """Numbers of values of the groups of each link, then of the collateral dice, then 1."""
    which: npt.NDArray[np.int64]
    """For each link, its row of `hits`, or of `damage`."""
    hits: Entries
    """Successes of a group, as `fives.successes`, a table a row."""
    damage: Entries
    """Damage successes and matches of a group, as `fives.damages`, a table a row."""
    onward: Entries
    """For each link, state before and number of successes, the code of the state after; [links × …]."""
    collateral: npt.NDArray[np.uint8]
    """What the collateral dice do, [key × values]: criticals × 2 + whether one knocked down."""


def fits(strike: Strike) -> bool:
    """Whether the strike is short enough: at most 15 dice a stage, and not too many states.

    >>> from bmg_odds.rules.record import ALL_DICE, faces_from, plain_strike
    >>> fits(plain_strike(15, faces_from(4), faces_from(3), damage_rerolls=ALL_DICE, collateral=2))
    True
    >>> fits(plain_strike(16, faces_from(4), faces_from(3)))
    False
    """
    partly = 0 < strike.damage_rerolls < strike.dice  # then a group must know how many rerolls are left to it
    most = 5 if partly else MOST_DICE
    few = strike.dice <= most and max(strike.block_dice, strike.dodge_dice) <= MOST_DICE
    return few and course(strike) is not None


def walk(strike: Strike) -> Course:
    """Return the course of a strike that `fits`."""
    found = course(strike)
    assert found is not None
    return found


@lru_cache(maxsize=16)
def tables(strike: Strike) -> Tables:
    """Return the tables of a strike that `fits`.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> made = tables(plain_strike(5, faces_from(4), faces_from(3), saves=faces_from(5)))
    >>> made.sides.tolist(), made.matching.tolist()
    ([7776, 7776, 7776, 1, 6, 1], [2])
    """
    course = walk(strike)
    steps, matching = course.steps, course.matching
    shown = collateral_faces(strike)
    early = [(step.throw.faces, step.dice) for step in steps[:matching]]
    late = [(step.dice, strike.damage_rerolls if step.throw.stage == "damage" else 0) for step in steps[matching:]]
    hits, damage = list(dict.fromkeys(early)), list(dict.fromkeys(late))
    collateral = collateral_table(strike, shown)
    return Tables(
        start=np.array([_codes(course, 0)[0]], np.uint16),
        matching=np.array([matching], np.int64),
        sides=np.array([6**step.dice for step in steps] + [collateral.shape[1], 1], np.uint64),
        which=np.array([hits.index(one) for one in early] + [damage.index(one) for one in late], np.int64),
        hits=_stacked([successes(faces, dice) for faces, dice in hits]),
        damage=_stacked([damages(strike, dice, rerolls=rerolls, shown=shown) for dice, rerolls in damage]),
        onward=_stacked([_onward(step, _codes(course, at + 1)) for at, step in enumerate(steps)]),
        collateral=collateral.ravel(),
    )


def cells(strike: Strike) -> npt.NDArray[np.int64]:
    """Return the place of each end of a strike that `fits` in the joint table, without collateral dice."""
    axes = shape(strike)
    places = [
        ((now.blocked * axes[1] + now.impacts) * axes[2] + now.hits) * axes[3] * axes[4] for now in walk(strike).ends
    ]
    return np.array(places, np.int64)


def dealt(strike: Strike) -> npt.NDArray[np.int64]:
    """Return the Injuries that obstacles took at each end of a strike that `fits`."""
    return np.array([now.cross for now in walk(strike).ends], np.int64)


def _codes(course: Course, link: int) -> list[int]:
    """Return the codes of all states before a link, or at the end."""
    if link == len(course.steps):
        low = [int(now.hits > 0) for now in course.ends]
    else:
        counts = course.steps[link].counts
        low = counts if link >= course.matching else [shift(count) for count in counts]
    return [number << STATE | part for number, part in enumerate(low)]


def _onward(step: Step, codes: list[int]) -> Entries:
    rows = np.zeros((len(step.onward), ROOM), np.uint16)
    for place, states in enumerate(step.onward):
        rows[place, : len(states)] = [codes[state] for state in states]
    return rows.ravel()


def _stacked(rows: list[Entries]) -> Entries:
    made = np.zeros((len(rows), max(map(len, rows), default=0)), np.uint16)
    for place, row in enumerate(rows):
        made[place, : len(row)] = row
    return made
