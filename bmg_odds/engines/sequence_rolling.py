"""The kernel of sequences: one target after the other goes through its attacks, every die rolled (R4).

A trial keeps what stands on the card and what is left in the hand in a small array of whole numbers, and changes it
marker by marker and counter by counter, as players do at the table. No chance is ever formed.

All that is known of an attack on a target in one phase is a page: one array, because each array that a kernel hands
on costs time.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.duel_blows import BLOCK, BLOCK_CAP, BLOCK_DICE, BLOCK_NEED, Dice, _die, _impacts, _struck
from bmg_odds.engines.jit import kernel
from bmg_odds.engines.sequence_book import _answer, _more
from bmg_odds.rules.awarding import HARM_FIELDS
from bmg_odds.rules.gang import LYING, WOUNDED
from bmg_odds.rules.record import FIELDS

Ints = npt.NDArray[np.int64]

(
    DEALS_INJURIES, DEALS_STUNS, SCRATCH, CRITICAL_INJURIES, CRITICAL_STUNS, CRITICAL_CASUALTY, DOWN_ON_IMPACT,
    DOWN_ON_DAMAGE, _IGNORED, _HARDENED, SURVIVOR, JUDGMENT, ENDURANCE, _HELD_INJURIES, _HELD_STUNS, REPLACE_STUNS,
    _BEFORE,
) = range(len(FIELDS), len(FIELDS) + HARM_FIELDS)  # fmt: skip
"""Places of a page after those of its strike: the map of markers, in the order of `awarding`."""
PIERCES, MOST_DC, BLOCKS = range(len(FIELDS) + HARM_FIELDS, len(FIELDS) + HARM_FIELDS + 3)
"""Then: 1 where Invulnerability does not count, the most DC, and block dice and faces that block for each DC."""

INJURIES, STUNS, STATUS, DOWN, DC, SPARE, INVULNERABLE, ARMOUR, HARDENED = range(9)
"""Places of a trial: what stands on the target's card, and what it has left this round."""
IMPACT, DAMAGES, CRITICAL, KNOCKED_DOWN, DEALT_INJURIES, DEALT_STUNS, FELLED = range(9, 16)
"""Then: what all attacks so far dealt together."""
UP, KO, CASUALTY = range(3)
ALL, ONE_PER_IMPACT, AT_MOST, ASKED = range(4)
"""How the defender chooses its DC; ASKED is looked up in a table."""


class Course(NamedTuple):
    """All that the kernel knows of a sequence: made once; each thread has pages of its own."""

    attacks: int
    pages: Ints
    """For each attack four pages, by the bits WOUNDED and LYING of the target."""
    start: Ints
    """A trial before the first attack."""
    step: int
    """Markers for which a counter is lost; 0 for never."""
    lose_dc: int
    """1 where DC are lost before other counters."""
    unseen: int
    """1 where DC are committed before the impacts are rolled."""
    rule: int
    most: int
    """DC against each attack under AT_MOST."""
    reads: int
    """Markers dealt so far are told up to this many, under ASKED."""
    seen: Ints
    """How many values each number of a result can have: attack, Injuries, Stuns, status, what was dealt."""
    asks: Ints
    """How many values each number of a question to the policy can have: attack, target, dealt, impacts."""


@kernel
def _result(sizes: Ints, trial: Ints, attack: int) -> int:
    """Return a result as one number."""
    key = attack
    for place in range(3):
        key = key * int(sizes[1 + place]) + int(trial[place])
    for place in range(IMPACT, FELLED + 1):
        key = key * int(sizes[place - 5]) + int(trial[place])
    return key


@kernel
def _question(sizes: Ints, trial: Ints, attack: int, reads: int, impacts: int) -> int:
    """Return a question to the policy as one number."""
    key = attack
    for place in range(9):
        key = key * int(sizes[1 + place]) + int(trial[place])
    dealt = min(reads, int(trial[DEALT_INJURIES] + trial[DEALT_STUNS]))
    return (key * int(sizes[10]) + dealt) * int(sizes[11]) + impacts


@kernel
def _spend(page: Ints, trial: Ints, dc: int, impacts: int) -> None:
    """Take so many DC out of the hand and put their block dice on the page; none that adds no die (R2.5)."""
    dc = min(dc, int(trial[DC]), int(page[MOST_DC]))
    dice = int(page[BLOCKS + 2 * dc])
    if page[BLOCK_CAP] == 1:
        dice = min(dice, impacts * int(page[BLOCK_NEED]))
    rolled = 0
    while page[BLOCKS + 2 * rolled] < dice:
        rolled += 1
    page[BLOCK_DICE], page[BLOCK] = page[BLOCKS + 2 * rolled], page[BLOCKS + 2 * rolled + 1]
    trial[DC] -= rolled


@kernel
def _dealt(page: Ints, impacts: int, damages: int, criticals: int) -> tuple[int, int]:
    """Return the Injuries and Stuns of an attack's dice, nothing ignored (R2.8–R2.10)."""
    injuries = damages * page[DEALS_INJURIES] + criticals * page[CRITICAL_INJURIES]
    stuns = damages * page[DEALS_STUNS] + criticals * page[CRITICAL_STUNS]
    scratch = page[SCRATCH]  # awarding.SCRATCHES
    if scratch == 1:
        stuns += impacts - damages
    elif scratch == 2 and impacts > 0 and damages == 0:
        stuns += 1
    elif scratch == 3:
        stuns += impacts
    elif scratch == 4:
        injuries += impacts - damages
    return int(injuries), int(stuns)


@kernel
def _warded(trial: Ints, pierces: int, injuries: int, stuns: int) -> tuple[int, int]:
    """Return the markers that are left when the target's wards have taken theirs, which they lose (R9.6)."""
    while injuries + stuns > 0:
        if trial[INVULNERABLE] > 0 and pierces == 0:
            trial[INVULNERABLE] -= 1
        elif trial[ARMOUR] > 0:
            trial[ARMOUR] -= 1
        else:
            break
        if injuries > 0:
            injuries -= 1
        else:
            stuns -= 1
    if trial[HARDENED] == 1 and injuries > 0:
        trial[HARDENED] = 0
        return injuries - 1, stuns + 1
    return injuries, stuns


@kernel
def _award(trial: Ints, endurance: int, replace: int, injuries: int, stuns: int) -> None:
    """Put the markers on the card, Injuries first, one by one (R2.11)."""
    for _ in range(injuries):
        if trial[INJURIES] + trial[STUNS] < endurance:
            trial[INJURIES] += 1
        elif trial[STUNS] > 0 and replace == 1:
            trial[STUNS] -= 1
            trial[INJURIES] += 1
    for _ in range(stuns):
        if trial[INJURIES] + trial[STUNS] < endurance:
            trial[STUNS] += 1


@kernel
def _status(store: Dice, page: Ints, trial: Ints, injuries: int, criticals: int) -> int:
    """Return the status after so many Injuries and criticals: the card, then the dice that decide (R2.11)."""
    before = int(trial[STATUS])
    status = before  # a K.O. stays one at least to the end of the round (R3)
    if trial[INJURIES] + trial[STUNS] >= page[ENDURANCE]:
        status = KO
    # One that Survivor saved before lies with as many Injuries as Endurance: only another one endangers it.
    if trial[INJURIES] >= page[ENDURANCE] and (before == UP or injuries > 0):
        status = CASUALTY
    if page[CRITICAL_CASUALTY] == 1 and criticals > 0:
        status = CASUALTY
    if page[JUDGMENT] == 1 and status == KO and before == UP and _die(store) <= 3:
        status = CASUALTY
    if page[SURVIVOR] == 1 and status == CASUALTY and _die(store) >= 5:
        status = KO
    return status


@kernel
def _lose(trial: Ints, step: int, lose_dc: int, before: int) -> None:
    """Take the counters that the markers cost, having been `before` (R2.1)."""
    now = int(trial[INJURIES] + trial[STUNS])
    lost = now // step - before // step if step > 0 else 0
    for _ in range(lost):
        if lose_dc == 1 and trial[DC] > 0:
            trial[DC] -= 1
        elif trial[SPARE] > 0:
            trial[SPARE] -= 1
        elif trial[DC] > 0:
            trial[DC] -= 1


@kernel
def _attack(store: Dice, page: Ints, struck: int, trial: Ints, step: int, lose_dc: int) -> None:
    """Roll what follows the impacts, the page holding the block dice, and change the trial by it."""
    impacts, damages, criticals, down = _struck(store, page, struck)
    if impacts == 0:
        return
    injuries, stuns = _dealt(page, impacts, damages, criticals)
    injuries, stuns = _warded(trial, page[PIERCES], injuries, stuns)
    if page[DOWN_ON_IMPACT] == 1 or (page[DOWN_ON_DAMAGE] == 1 and damages > 0):
        down = 1
    markers = int(trial[INJURIES] + trial[STUNS])
    _award(trial, page[ENDURANCE], page[REPLACE_STUNS], injuries, stuns)
    status = _status(store, page, trial, injuries, criticals)
    if trial[STATUS] == UP and status == KO:
        trial[FELLED] = 1
    trial[STATUS] = status
    trial[DOWN] |= down
    if status == UP:
        _lose(trial, step, lose_dc, markers)
    else:
        trial[DC], trial[SPARE], trial[DOWN] = 0, 0, 1
    trial[IMPACT] = 1
    trial[DAMAGES] += damages
    trial[CRITICAL] |= min(1, criticals)
    trial[KNOCKED_DOWN] |= down
    trial[DEALT_INJURIES] += injuries
    trial[DEALT_STUNS] += stuns


@kernel
def _count(
    made: Course, store: Dice, trials: int, known: Ints, choices: Ints, seen: Ints, unknown: Ints
) -> tuple[Ints, Ints]:
    """Roll so many sequences. Return the books: results counted, and the questions that the policy's table
    (`known` in order, and its `choices`) cannot answer; a sequence that comes to one is broken off there. The block
    dice of the pages are written over."""
    pages, trial = made.pages, np.empty(FELLED + 1, np.int64)
    for _ in range(trials):
        for place in range(len(trial)):
            trial[place] = made.start[place]
        for attack in range(made.attacks):
            if trial[STATUS] != CASUALTY:  # nothing more is done to a Casualty (R2.11)
                wounded = 1 if trial[INJURIES] + trial[STUNS] > 0 else 0
                page = pages[attack * 4 + WOUNDED * wounded + LYING * int(trial[DOWN])]
                struck = _impacts(store, page)
                if struck > 0 or made.unseen == 1:
                    dc = int(trial[DC])
                    if made.rule == ONE_PER_IMPACT:
                        dc = struck
                    elif made.rule == AT_MOST:
                        dc = made.most
                    elif made.rule == ASKED:
                        key = _question(made.asks, trial, attack, made.reads, struck)
                        dc = _answer(known, choices, key)
                        if dc < 0:
                            unknown = _more(unknown, key)
                            break
                    _spend(page, trial, dc, struck)
                    _attack(store, page, struck, trial, made.step, made.lose_dc)
            seen = _more(seen, _result(made.seen, trial, attack))
    return seen, unknown
