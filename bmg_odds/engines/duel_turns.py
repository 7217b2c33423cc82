"""A turn of a fight: standing up, one blow with all that follows it, recovery; every counter in a hand of its own (R5).

Nothing here forms a chance. Both cards and both hands lie in one small array, A's before B's.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.duel_blows import BLOCK_CAP, BLOCK_DICE, BLOCK_NEED, Dice, _die, _impacts, _struck, _throw
from bmg_odds.engines.jit import kernel
from bmg_odds.rules import awarding

Ints = npt.NDArray[np.int64]
Shorts = npt.NDArray[np.int32]

INJURIES, STUNS, DOWN, STATUS, SCORED, ARMOUR, AC, DC, SC, MC = range(10)
"""A side's card and hand in the work array: A's from 0, B's from SIDE."""
SIDE = 10
BAG = 2 * SIDE
"""After them the counters of A and of B in the bag,"""
LEAD, TURN, BY_A, BY_B = range(BAG + 2, BAG + 6)
"""1 where A has drawn the lead of this round, 2 where B has, 0 before the draw; rounds over, -1 before the fight;
markers that A and that B has inflicted."""
ROOM = BAG + 6
UP, KO, CASUALTY = range(3)
(
    ROUNDS, CARDS_A, CARDS_B, COIN, DRAWN, FIRST, CHOSEN, UNSEEN, DOWNS, DICE_AC, DICE_DC, MOST_BAG,
) = range(12)  # fmt: skip
"""Places of a fight's numbers: rounds; states of A and of B; 1 where a coin says which side has one counter more in the
bag; 1 where lead is drawn; else the side that is always first; 1 where the side drawn chooses; 1 where DC are spent
before the impacts are seen (block_timing); axes of `strikes`: whether the target lies, AC, DC; counters that A can have
in the bag, and one more."""
START = 12
"""From here on the work array at the beginning of a fight."""
REST = START + ROOM
ENDURANCE, STEP, FACES, HEALS, ONLY_MC, SCORES = range(REST, REST + 6)
"""For A, and RESTS further for B: Endurance; markers for which a counter is lost, 0 for never; faces of a recovery die
that count, 0 for a model that never recovers; 1 where Injuries recover; 1 where only MC pay for standing; 1 where its
K.O. is written down."""
RESTS = 6
AXES = REST + 2 * RESTS
"""Lengths of the axes of `places` but the first two: scored, armour, Injuries, Stuns."""
FACTS = AXES + 4


class Ring(NamedTuple):
    """All that the kernel knows of a fight but the plans: made once, read only, flat."""

    facts: Ints
    blows: npt.NDArray[np.int64]
    """Rows of strikes."""
    harms: npt.NDArray[np.int64]
    """Rows of what they do; without what a Power Armor ignores."""
    strikes: Shorts
    """The rows of a blow and of its harm, [side, striker wounded, target wounded, target lies, AC, DC, which]."""
    places: Shorts
    """The place of a card among the states of its side, [side, posture, scored, armour, Injuries, Stuns]."""


@kernel
def _stands(work: Ints, me: int, only_mc: int) -> bool:
    """Whether the model is on its feet: a model that is down pays a counter, or stays where it is (R5)."""
    if work[me + DOWN] == 0:
        return True
    if work[me + MC] > 0:
        work[me + MC] -= 1
    elif only_mc == 1:
        return False
    elif work[me + SC] > 0:
        work[me + SC] -= 1
    elif work[me + DC] > 0:
        work[me + DC] -= 1
    elif work[me + AC] > 0:
        work[me + AC] -= 1
    else:
        return False
    work[me + DOWN] = 0
    return True


@kernel
def _dealt(harm: Ints, work: Ints, them: int, impacts: int, damages: int, criticals: int) -> tuple[int, int]:
    """Return the Injuries and Stuns that a melee blow inflicts (R2.8, R2.9, R9.6); a Power Armor wears off."""
    injuries = damages * harm[awarding.INJURIES] + criticals * harm[awarding.CRITICAL_INJURIES]
    stuns = damages * harm[awarding.STUNS] + criticals * harm[awarding.CRITICAL_STUNS]
    if harm[awarding.SCRATCH] == 4:  # Caustic; Scratch is of ranged attacks
        injuries += impacts - damages
    ignored = harm[awarding.IGNORED]
    while injuries + stuns > 0 and ignored + work[them + ARMOUR] > 0:
        if ignored > 0:
            ignored -= 1
        else:
            work[them + ARMOUR] -= 1
        if injuries > 0:
            injuries -= 1
        else:
            stuns -= 1
    if harm[awarding.HARDENED] == 1 and injuries > 0:
        injuries -= 1
        stuns += 1
    return injuries, stuns


@kernel
def _award(work: Ints, them: int, harm: Ints, injuries: int, stuns: int) -> None:
    """Put the markers on the card, Injuries first, one by one (R2.11)."""
    for _ in range(injuries):
        if work[them + INJURIES] + work[them + STUNS] < harm[awarding.ENDURANCE]:
            work[them + INJURIES] += 1
        elif work[them + STUNS] > 0 and harm[awarding.REPLACE_STUNS] == 1:
            work[them + STUNS] -= 1
            work[them + INJURIES] += 1
    for _ in range(stuns):
        if work[them + INJURIES] + work[them + STUNS] < harm[awarding.ENDURANCE]:
            work[them + STUNS] += 1


@kernel
def _fate(store: Dice, harm: Ints, work: Ints, them: int, wounded: bool, removed: bool) -> int:
    """Return what becomes of the struck model: Judgment's coin, then Survivor's die."""
    status = int(work[them + STATUS])
    if removed or (work[them + INJURIES] >= harm[awarding.ENDURANCE] and wounded):
        status = CASUALTY
    elif status == UP and work[them + INJURIES] + work[them + STUNS] >= harm[awarding.ENDURANCE]:
        status = KO
        if harm[awarding.JUDGMENT] == 1 and _die(store) >= 4:
            status = CASUALTY
    if status == CASUALTY and harm[awarding.SURVIVOR] == 1 and _die(store) >= 5:
        status = KO
    return status


@kernel
def _lose(work: Ints, them: int, done: bool) -> None:
    """Take one counter: SC, MC, AC of no more use, DC, AC (R2.1)."""
    if work[them + SC] > 0:
        work[them + SC] -= 1
    elif work[them + MC] > 0:
        work[them + MC] -= 1
    elif done and work[them + AC] > 0:
        work[them + AC] -= 1
    elif work[them + DC] > 0:
        work[them + DC] -= 1
    elif work[them + AC] > 0:
        work[them + AC] -= 1


@kernel
def _spent(ring: Ring, none: int, dc: int, struck: int) -> int:
    """Return how many of the DC are rolled (R2.5); `none` is where the blow against no DC stands in `strikes`."""
    if dc == 0 or ring.blows[ring.strikes[none + 2], BLOCK_DICE] == 0:
        return 0
    if ring.facts[UNSEEN] == 1:
        return dc
    if struck == 0:
        return 0
    blow = ring.strikes[none + 2 * dc]
    if ring.blows[blow, BLOCK_CAP] == 1:
        most = struck * ring.blows[blow, BLOCK_NEED]
        while ring.blows[ring.strikes[none + 2 * (dc - 1)], BLOCK_DICE] >= most:
            dc -= 1
    return dc


@kernel
def _strike(store: Dice, ring: Ring, work: Ints, me: int, them: int, done: bool) -> int:
    """Strike the other with all AC; `done` where its activation is over. Return the markers inflicted."""
    facts = ring.facts
    held, wounded = work[them + INJURIES] + work[them + STUNS], work[me + INJURIES] + work[me + STUNS]
    row = me // SIDE * 4 + min(wounded, 1) * 2 + min(held, 1)
    row = row * facts[DOWNS] + (work[them + DOWN] if facts[DOWNS] > 1 else 0)
    none = (row * facts[DICE_AC] + work[me + AC]) * facts[DICE_DC] * 2
    work[me + AC] = 0
    place = none + 2 * work[them + DC]
    blow, harm = ring.blows[ring.strikes[place]], ring.harms[ring.strikes[place + 1]]
    struck = _impacts(store, blow)
    work[them + DC] -= _spent(ring, none, work[them + DC], struck)
    impacts, damages, criticals, matched = _struck(store, blow, struck)
    injuries, stuns = _dealt(harm, work, them, impacts, damages, criticals)
    _award(work, them, harm, injuries, stuns)
    removed = criticals > 0 and harm[awarding.CRITICAL_CASUALTY] == 1
    status = _fate(store, harm, work, them, injuries > 0, removed)
    down = matched == 1 or (harm[awarding.DOWN_ON_IMPACT] == 1 and impacts > 0)
    if down or (harm[awarding.DOWN_ON_DAMAGE] == 1 and damages > 0) or status == KO:
        work[them + DOWN] = 1
    rest = them // SIDE * RESTS
    work[them + STATUS] = status
    if status != UP:
        for counter in range(them + AC, them + SIDE):
            work[counter] = 0
        if status == KO:
            work[them + SCORED] = facts[SCORES + rest]
        return injuries + stuns
    step = facts[STEP + rest]
    if step > 0 and injuries + stuns > 0:
        for _ in range((work[them + INJURIES] + work[them + STUNS]) // step - held // step):
            _lose(work, them, done)
    return injuries + stuns


@kernel
def _activate(store: Dice, ring: Ring, work: Ints, me: int, done: bool) -> int:
    """One activation (R5); `done` where the other's is over. Return the markers that it inflicted."""
    if work[me + STATUS] != UP or not _stands(work, me, ring.facts[ONLY_MC + me // SIDE * RESTS]):
        return 0
    them = SIDE - me
    if work[me + AC] == 0 or work[them + STATUS] == CASUALTY:
        return 0
    return _strike(store, ring, work, me, them, done)


@kernel
def _recover(store: Dice, facts: Ints, work: Ints, me: int) -> None:
    """Recovery at the end of a round (R3)."""
    rest = me // SIDE * RESTS
    faces = facts[FACES + rest]
    if faces == 0:
        return
    if work[me + STATUS] == KO:
        if work[me + STUNS] > 0 and _die(store) + _die(store) <= facts[ENDURANCE + rest]:
            work[me + STUNS] -= 1
            work[me + STATUS] = UP
        return
    for _ in range(_throw(store, 1 + work[me + SC], faces)):
        if work[me + STUNS] > 0:
            work[me + STUNS] -= 1
        elif work[me + INJURIES] > 0 and facts[HEALS + rest] == 1:
            work[me + INJURIES] -= 1


@kernel
def _place(ring: Ring, work: Ints, me: int) -> int:
    """Return the place of a side's card among its states."""
    facts, status = ring.facts, work[me + STATUS]
    place = me // SIDE * 4 + (status + 1 if status != UP else work[me + DOWN])
    place = place * facts[AXES] + work[me + SCORED]
    place = place * facts[AXES + 1] + work[me + ARMOUR]
    place = place * facts[AXES + 2] + work[me + INJURIES]
    return int(ring.places[place * facts[AXES + 3] + work[me + STUNS]])
