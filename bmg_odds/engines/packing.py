"""The tables of the packed kernel (`packed`), made once for a strike."""

from functools import lru_cache
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bmg_odds.engines import packs
from bmg_odds.engines.course import FEW_STATES
from bmg_odds.engines.rolling import Words
from bmg_odds.rules.record import Strike

GROUPS = 5  # of a word: two in its lower half, three in its upper half
EARLY = 4  # of them before the damage dice; the last word has one more
DAMAGES = 3  # groups of damage dice
MOST = 6**10  # values of the groups of half a word: with one die more, 7 of 100 words would be refused
ROOM = 64  # places in a table that is read by a state or by a number of dice

Bytes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.int64]


class Tables(NamedTuple):
    """What a strike makes of its groups of dice. Read by the kernel."""

    sides: Words
    """How each word is cut, a row each: the numbers of values of its five groups; where their maps begin, two of the
    places in a number; for each half, its number of values and below which low part it is refused."""
    where: Places
    """Where the map of each group begins; [words × 5]."""
    first: Bytes
    """The state after the very first group."""
    maps: Words
    """The maps of all groups, equal ones once: `packs.packed`, and `packs.damage` for damage dice."""
    shifts: Words
    """For each state before the damage dice, as it is written, how far the maps of their three groups are shifted,
    eight bits each: each to the number of its dice that count."""
    collateral: Bytes
    """What the collateral dice do: `packs.judged`."""


@lru_cache(maxsize=64)
def fits(strike: Strike) -> bool:
    """Whether the strike is narrow enough: at most nine dice, six if all that fail to damage are rerolled, five if two
    collateral dice are as well.

    >>> from bmg_odds.rules.record import ALL_DICE, faces_from, plain_strike
    >>> strike = plain_strike(9, faces_from(4), faces_from(3), collateral=2)
    >>> fits(strike), fits(strike._replace(damage_rerolls=ALL_DICE)), fits(strike._replace(damage_rerolls=1))
    (True, False, False)
    """
    groups = packs.groups(strike)
    if packs.course(strike) is None or groups is None or len(groups) > DAMAGES:
        return False
    values = len(packs.collateral_faces(strike)) ** (strike.collateral * (1 + strike.collateral_reroll))
    return bool(prod((6 ** (group.dice * (1 + group.paired)) for group in groups[1:]), start=values) <= MOST)


@lru_cache(maxsize=16)
def tables(strike: Strike) -> Tables:
    """Return the tables of a strike that `fits`.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> made = tables(plain_strike(5, faces_from(4), faces_from(3), saves=faces_from(5)))
    >>> made.sides[:, :5].tolist()
    [[7776, 1, 1, 1, 1], [7776, 7776, 1, 1, 6]]
    """
    early, shown = _early(strike), packs.collateral_faces(strike)
    dealt = packs.groups(strike) or []
    late = [packs.damage(strike, group, shown) for group in dealt] + [np.zeros(1, np.uint64)] * (DAMAGES - len(dealt))
    collateral = packs.collateral(strike, shown)
    sizes = np.array([*map(len, early), *map(len, late), collateral.shape[1]]).reshape(-1, GROUPS)
    where, maps = _laid([*early, *late])
    places = np.array([*where, 0], np.int64).reshape(-1, GROUPS)
    return Tables(
        sides=np.array([_row(*line) for line in zip(sizes.tolist(), places.tolist(), strict=True)], np.uint64),
        where=places,
        first=(early[0] & np.uint64(ROOM - 1)).astype(np.uint8),
        maps=maps,
        shifts=_shifts(strike, dealt),
        collateral=packs.judged(collateral),
    )


def _laid(maps: list[packs.Map]) -> tuple[list[int], Words]:
    """Return where each map begins, and all maps one after the other: equal ones once, for the nearest memory is
    small."""
    begins: dict[bytes, int] = {}
    laid: list[packs.Map] = []
    for one in maps:
        if one.tobytes() not in begins:
            begins[one.tobytes()] = sum(map(len, laid))
            laid.append(one)
    return [begins[one.tobytes()] for one in maps], np.concatenate(laid)


def _row(sizes: list[int], where: list[int]) -> list[int]:
    """Return how a word is cut, as in `Tables.sides`."""
    lower, upper = prod(sizes[:2]), prod(sizes[2:])
    begins = [where[0] + (where[1] << 32), where[2] + (where[3] << 32), where[4]]
    return [*sizes, *begins, lower, 2**32 % lower, upper, 2**32 % upper]


def _early(strike: Strike) -> list[packs.Map]:
    """Return the maps before the damage dice: those of whole words, filled up with maps that change nothing, and that
    of the last step, which writes the impacts down in place of the state and lies in the last word."""
    steps, ends = packs.walk(strike)
    left = packs.written(end.impacts for end in ends)
    after = [packs.written(range(len(step.onward))) for step in steps[1:]] + [left]
    made = [packs.packed(step, codes) for step, codes in zip(steps, after, strict=False)]
    places = _places(len(steps))
    early = [packs.unchanged(packs.written(range(FEW_STATES)))] * places[-1] + [packs.unchanged(left)]
    for place, one in zip(places, made, strict=False):
        early[place] = one
    return early


def _places(steps: int) -> list[int]:
    """Return the places of the groups of so many steps; where there are none, one all the same."""
    before = max(0, steps - 1)
    words = -(-before // EARLY)
    return [place // EARLY * GROUPS + place % EARLY for place in range(before)] + [words * GROUPS]


def _shifts(strike: Strike, dealt: list[packs.Group]) -> Words:
    made = np.zeros(ROOM, np.uint64)
    for impacts in range(strike.dice + 1):
        counts = [max(0, min(impacts - group.before, group.dice)) for group in dealt]
        made[packs.FIELD * impacts] = sum(packs.ENTRY * count << 8 * place for place, count in enumerate(counts))
    return made


def places(strike: Strike) -> tuple[list[int], list[int], int]:
    """Return where the groups of an attack lie among those of its words: those of the steps before the damage dice, of
    the damage dice, and the collateral dice."""
    steps = len(packs.walk(strike).steps)
    *_, last = early = _places(steps)
    return early[:steps], [last + 1 + place for place in range(DAMAGES)], last + 1 + DAMAGES
