"""The general kernel: attacks with any traits, a batch of them at a time, over dice thrown beforehand.

Every attack of a strike has room in each stage for the most dice that can come to it; those that do not come
to be are left on the table. A batch goes through the stages together: a stage is a loop over attacks, which
looks its dice up by fours (`fours`). So no branch depends on what the dice did.
"""

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.fours import FOUR_FACES, MATCHED, VALUES
from bmg_odds.engines.jit import kernel
from bmg_odds.engines.plans import BLOCK, COVERS, CROSS, DODGE, IMPACT, Plan
from bmg_odds.engines.rolling import Groups, Words, _fill, _one_of
from bmg_odds.rules.record import ALL_FACES, COVER_BITS, CROSS_FIRE_BIT, SAVE_BITS, Strike

Counts = npt.NDArray[np.int64]
Batch = npt.NDArray[np.int64]
"""Six rows, the fields of a verdict, for each attack of a batch."""

BATCH = 512  # part of the meaning of a seed, like the size of a block
_SHOWN = FOUR_FACES.ravel()


@kernel
def _throw(groups: Groups, at: int, wide: int, counts: Counts, table: npt.NDArray[np.uint8], hits: Counts) -> int:
    """Add the successes of the first `counts` dice of each attack. Return the row of groups after them."""
    for row in range(wide):
        for number in range(len(hits)):
            count = max(0, min(counts[number] - 4 * row, 4))
            hits[number] += table[count * VALUES + groups[at + row, number]]
    return at + wide


@kernel
def _stage(
    groups: Groups,
    at: int,
    wide: int,
    counts: Counts,
    table: npt.NDArray[np.uint8],
    rerolls: int,
    hits: Counts,
) -> int:
    """Put the successes of the first `counts` dice of each attack and of their rerolls into `hits`.

    Return the row of groups after them.
    """
    hits[:] = 0
    at = _throw(groups, at, wide, counts, table, hits)
    if rerolls > 0:
        failed = np.empty(len(hits), np.int64)
        for number in range(len(hits)):
            failed[number] = min(rerolls, counts[number] - hits[number])
        at = _throw(groups, at, wide, failed, table, hits)
    return at


@kernel
def _impact(groups: Groups, strike: Strike, made: Plan, impacts: Counts) -> int:
    """Put the impacts into `impacts`: successes, of which the first that were not rerolled may be spoilt."""
    attacks = len(impacts)
    table = made.hits[IMPACT]
    counts = np.empty(attacks, np.int64)
    spoilt = np.empty(attacks, np.int64)
    counts[:] = strike.dice
    at = _stage(groups, 0, made.dice_width, counts, table, 0, impacts)
    for number in range(attacks):
        counts[number] = min(strike.impact_rerolls, strike.dice - impacts[number])
        spoilt[number] = min(strike.impact_spoils, impacts[number])
    if strike.impact_rerolls > 0:
        at = _throw(groups, at, made.dice_width, counts, table, impacts)
    if strike.impact_spoils > 0:
        for number in range(attacks):
            impacts[number] -= spoilt[number]
        at = _throw(groups, at, made.dice_width, spoilt, table, impacts)
    return at


@kernel
def _cancel(impacts: Counts, hits: Counts, need: int) -> None:
    """Take one impact away for each `need` successes, never more than there are."""
    for number in range(len(impacts)):
        impacts[number] = max(0, impacts[number] - hits[number] // need)


@kernel
def _damage(
    groups: Groups,
    at: int,
    wide: int,
    counts: Counts,
    tables: npt.NDArray[np.uint16],
    rerolls: int,
    hits: Counts,
    matched: Counts,
) -> int:
    """Add the damage successes of the first `counts` dice, and the collateral faces that they match: all but
    the first `rerolls` failed dice."""
    left = np.empty(len(counts), np.int64)
    left[:] = rerolls
    for row in range(wide):
        for number in range(len(counts)):
            count = max(0, min(counts[number] - 4 * row, 4))
            entry = int(tables[min(left[number], 4), count * VALUES + groups[at + row, number]])
            hits[number] += entry & 7
            left[number] = max(0, left[number] - count + (entry & 7))
            matched[number] |= entry >> MATCHED
    return at + wide


@kernel
def _collateral(strike: Strike, four: int, hits: int, matched: int) -> tuple[int, int]:
    """Return the criticals, and 1 if a die knocked down (R2.9): two dice of the four, two for rerolls."""
    critical = (strike.critical if hits > 0 else 0) << 1
    matched <<= 1
    criticals = 0
    down = 0
    again = four * 4 + 2
    for die in range(strike.collateral):
        face = int(_SHOWN[four * 4 + die])
        if strike.collateral_reroll == 1:
            lost = 1 - ((critical | matched) >> face & 1)
            face = int(_SHOWN[again]) if lost == 1 else face
            again += lost
        criticals += critical >> face & 1
        down |= matched >> face & 1
    return criticals, down


@kernel
def _limit(groups: Groups, at: int, state: Words, faces: int) -> None:
    """Throw collateral dice that can only show some faces in place of those of a row of groups."""
    single = faces & (faces - 1) == 0
    four = (_one_of(state, faces) - 1) * 259 if single else 0  # 259 is 1111 in base 6
    for number in range(groups.shape[1]):
        if not single:
            four = 0
            for _ in range(4):
                four = four * 6 + _one_of(state, faces) - 1
        groups[at, number] = four


@kernel
def _judge(groups: Groups, state: Words, strike: Strike, made: Plan, out: Batch) -> None:
    """Judge the first attacks of a batch, as many as `out`, all 0, has room for."""
    attacks = out.shape[1]
    wide = made.dice_width
    blocked, impacts, damages, cross = out[0], out[1], out[2], out[5]
    counts = np.empty(attacks, np.int64)
    hits = np.empty(attacks, np.int64)
    matched = np.zeros(attacks, np.int64)
    at = _impact(groups, strike, made, impacts)
    if strike.block_dice > 0:
        for number in range(attacks):
            cap = impacts[number] * strike.block_need if strike.block_cap == 1 else strike.block_dice
            counts[number] = min(strike.block_dice, cap)
        at = _stage(groups, at, made.block_width, counts, made.hits[BLOCK], strike.block_rerolls, hits)
        for number in range(attacks):
            blocked[number] = 1 if strike.watch_blocks == 1 and impacts[number] > 0 and hits[number] > 0 else 0
        _cancel(impacts, hits, strike.block_need)
    table = COVERS
    covers = strike.covers
    while covers > 0:
        at = _stage(groups, at, wide, impacts, made.hits[table], 0, hits)
        _cancel(impacts, hits, 1)
        if covers & CROSS_FIRE_BIT:
            at = _stage(groups, at, wide, hits, made.hits[CROSS], strike.cross_rerolls, counts)
            for number in range(attacks):
                cross[number] += counts[number]
        table += 1
        covers >>= COVER_BITS
    if strike.dodge_dice > 0:
        for number in range(attacks):
            counts[number] = strike.dodge_dice
        at = _stage(groups, at, made.dodge_width, counts, made.hits[DODGE], strike.dodge_rerolls, hits)
        _cancel(impacts, hits, 1)
    saves = strike.saves
    while saves > 0:
        at = _stage(groups, at, wide, impacts, made.hits[table], 0, hits)
        _cancel(impacts, hits, 1)
        table += 1
        saves >>= SAVE_BITS
    at = _damage(groups, at, wide, impacts, made.damage, strike.damage_rerolls, damages, matched)
    if strike.damage_rerolls > 0:
        for number in range(attacks):
            counts[number] = min(strike.damage_rerolls, impacts[number] - damages[number])
        at = _damage(groups, at, wide, counts, made.damage, 0, damages, matched)
    if strike.collateral_faces != ALL_FACES:
        _limit(groups, at, state, strike.collateral_faces)
    for number in range(attacks):
        four = int(groups[at, number])
        out[3, number], out[4, number] = _collateral(strike, four, damages[number], matched[number])


@kernel
def _count(state: Words, strike: Strike, made: Plan, attacks: int, joint: Counts, cross_fire: Counts) -> None:
    """Add so many attacks of one stream to the joint histogram and to that of cross fire."""
    groups = np.empty((made.stretch, BATCH), np.uint16)
    row = (strike.collateral + 1) * 2
    column = (strike.dice + 1) * row
    plane = (strike.dice + 1) * column
    while attacks > 0:
        out = np.zeros((6, min(attacks, BATCH)), np.int64)
        _fill(state, groups.reshape(-1))
        _judge(groups, state, strike, made, out)
        for number in range(out.shape[1]):
            cell = out[0, number] * plane + out[1, number] * column + out[2, number] * row
            joint[cell + out[3, number] * 2 + out[4, number]] += 1
            cross_fire[out[5, number]] += 1
        attacks -= BATCH


@kernel
def _show(state: Words, strike: Strike, made: Plan, seen: Groups, outcomes: Batch) -> None:
    """Do as `_count` does and write down each attack: its groups (groups × attacks) and its outcome."""
    groups = np.empty((made.stretch, BATCH), np.uint16)
    attacks = outcomes.shape[1]
    for first in range(0, attacks, BATCH):
        last = min(attacks, first + BATCH)
        out = np.zeros((6, last - first), np.int64)
        _fill(state, groups.reshape(-1))
        _judge(groups, state, strike, made, out)
        outcomes[:, first:last] = out
        seen[:, first:last] = groups[:, : last - first]
