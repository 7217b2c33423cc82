"""The tables of the packed kernel (`packed`), made once for a strike."""

from functools import lru_cache
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bmg_odds.engines import packs
from bmg_odds.engines.course import FEW_STATES, Step
from bmg_odds.engines.rolling import Words
from bmg_odds.rules.record import Strike

GROUPS = 5  # of a word before the damage dice
MOST_DICE = 23  # of a word: one more, and a quarter of the words would be refused
DAMAGES = 3  # groups of damage dice
ROOM = 64  # places in a table that is read by a state or by a number of dice

Bytes = npt.NDArray[np.uint8]


class Tables(NamedTuple):
    """What a strike makes of its groups of dice. Read by the kernel."""

    sides: Words
    """Numbers of values of the five groups of each word, then below which low part it is refused; [words × 6].
    The last word has three groups of damage dice and the collateral dice."""
    maps: Words
    """The maps of all groups, one after the other: `packs.packed`, and `packs.damage` for damage dice."""
    where: npt.NDArray[np.int64]
    """Where the map of each group begins; [words × 5]."""
    shifts: Words
    """For each state before the damage dice, as it is written, how far the maps of their three groups are shifted,
    eight bits each: each to the number of its dice that count."""
    collateral: Bytes
    """What the collateral dice do: `packs.judged`."""


@lru_cache(maxsize=64)
def fits(strike: Strike) -> bool:
    """Whether the strike is narrow enough: at most nine dice, six if all that fail to damage are rerolled.

    >>> from bmg_odds.rules.record import ALL_DICE, faces_from, plain_strike
    >>> strike = plain_strike(9, faces_from(4), faces_from(3), collateral=2)
    >>> fits(strike), fits(strike._replace(damage_rerolls=ALL_DICE)), fits(strike._replace(damage_rerolls=1))
    (True, False, False)
    """
    groups = packs.groups(strike)
    return packs.course(strike) is not None and groups is not None and len(groups) <= DAMAGES


@lru_cache(maxsize=16)
def tables(strike: Strike) -> Tables:
    """Return the tables of a strike that `fits`.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> made = tables(plain_strike(5, faces_from(4), faces_from(3), saves=faces_from(5)))
    >>> made.sides[:, :5].tolist()
    [[7776, 7776, 1, 1, 1], [7776, 1, 1, 6, 1]]
    """
    early, shown = _early(strike), packs.collateral_faces(strike)
    dealt = packs.groups(strike) or []
    late = [packs.damage(strike, group, shown) for group in dealt] + [np.zeros(1, np.uint64)] * (DAMAGES - len(dealt))
    collateral = packs.collateral(strike, shown)
    groups = [*early, *late, np.zeros(collateral.shape[1], np.uint64), np.zeros(1, np.uint64)]
    sizes = [len(group) for group in groups]
    lines = [sizes[at : at + GROUPS] for at in range(0, len(sizes), GROUPS)]
    return Tables(
        sides=np.array([[*line, 2**64 % prod(line)] for line in lines], np.uint64),
        maps=np.concatenate(groups),
        where=np.cumsum([0, *sizes[:-1]]).reshape(-1, GROUPS),
        shifts=_shifts(strike, dealt),
        collateral=packs.judged(collateral),
    )


def _early(strike: Strike) -> list[packs.Map]:
    """Return the maps before the damage dice, filled up with maps that change nothing. The last step writes the impacts
    down in place of the state."""
    steps, ends = packs.walk(strike)
    left = packs.written(end.impacts for end in ends)
    after = [packs.written(range(len(step.onward))) for step in steps[1:]] + [left]
    made = {place: packs.packed(step, codes) for place, step, codes in zip(_places(steps), steps, after, strict=False)}
    idle = packs.unchanged(packs.written(range(FEW_STATES)))
    last = max(made, default=-1)
    early = [made.get(place, idle) for place in range(last + 1)] or [packs.unchanged(left)]
    return early + [idle] * (-len(early) % GROUPS)


def _places(steps: tuple[Step, ...]) -> list[int]:
    """Return the places of the groups of some steps, no more dice in a word than it is worth."""
    places: list[int] = []
    at, dice = 0, 0
    for step in steps:
        if at % GROUPS == 0:
            dice = 0
        elif dice + packs.values(step) > MOST_DICE:
            at, dice = at + -at % GROUPS, 0
        places.append(at)
        at, dice = at + 1, dice + packs.values(step)
    return places


def _shifts(strike: Strike, dealt: list[packs.Group]) -> Words:
    made = np.zeros(ROOM, np.uint64)
    for impacts in range(strike.dice + 1):
        counts = [max(0, min(impacts - group.before, group.dice)) for group in dealt]
        made[packs.FIELD * impacts] = sum(packs.ENTRY * count << 8 * place for place, count in enumerate(counts))
    return made


def places(strike: Strike) -> tuple[list[int], list[int], int]:
    """Return where the groups of an attack lie among those of its words: those of the steps before the damage dice, of
    the damage dice, and the collateral dice."""
    early = _places(packs.walk(strike).steps)
    last = max(early, default=0) // GROUPS * GROUPS + GROUPS
    return early, [last + place for place in range(DAMAGES)], last + DAMAGES
