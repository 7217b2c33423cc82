"""The kernel of the third edition: a batch of attacks at a time, over dice thrown beforehand (R7).

Every attack has room in each stage for the most dice that can come to it; those that do not come to be are
left on the table. A batch goes through the stages together, and looks its dice up by fours (`fours`), so no
branch depends on what the dice did.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.clash_judging import ClashFaces, ClashVerdict
from bmg_odds.engines.fours import FOUR_FACES, VALUES, successes, width
from bmg_odds.engines.jit import kernel
from bmg_odds.engines.rolling import BLOCK, Groups, Words, _fill, _one_of, stream
from bmg_odds.errors import BmgError
from bmg_odds.rules.clash import Clash, clash_shape
from bmg_odds.rules.record import ALL_FACES, FACES, SAVE_BITS, unpack

Counts = npt.NDArray[np.int64]
Entries = npt.NDArray[np.uint8]

BATCH = 512  # part of the meaning of a seed, like the size of a block


class Plan(NamedTuple):
    """All that the kernel knows of a clash: made once."""

    dice: int
    hit_rerolls: int
    hit_spoils: int
    defence_dice: int
    defence_rerolls: int
    strength_defended: int
    strength_faces: int
    most_hits: int
    """The most attack hits that there can be."""
    hit: Entries
    """Successes of attack dice, as `fours.successes`."""
    defence: Entries
    saves: Entries
    """Successes of saves, a table a row."""
    strength: Entries
    """For each group of Strength dice, two and two for their rerolls: how many failed, hits << 2 and
    criticals << 4."""
    earned: Counts
    """Hits for each number of successful attack dice."""
    cancelled: Counts
    """Hits cancelled for each number of defence successes."""
    steps: Counts
    """How far apart neighbours lie in the joint table, along its first four axes."""
    stretch: int
    """Groups of an attack."""


def layout(clash: Clash) -> list[tuple[str, int, int]]:
    """Return the stages of an attack in the buffer: name, place among several, groups.

    >>> from bmg_odds.rules.clash import plain_clash
    >>> layout(plain_clash(5, 0b111100, 3, 0b110000, 0b111100))
    [('attack', 0, 2), ('defence', 0, 1), ('strength', 0, 1)]
    """
    dice, defence = width(clash.dice), width(clash.defence_dice)
    stages = [("attack", 0, dice), ("attack_again", 0, dice * (clash.hit_rerolls > 0))]
    stages += [("attack_spoilt", 0, dice * (clash.hit_spoils > 0)), ("defence", 0, defence)]
    stages += [("defence_again", 0, defence * (clash.defence_rerolls > 0)), ("strength", 0, 1)]
    for place in range(len(unpack(clash.saves, SAVE_BITS))):
        stages += [("saves", place, width(_most_hits(clash))), ("strength_saves", place, 1)]
    return [stage for stage in stages if stage[2]]


def plan(clash: Clash) -> Plan:
    """Return the tables and the numbers of a clash.

    >>> from bmg_odds.rules.clash import plain_clash
    >>> made = plan(plain_clash(5, 0b111100, 3, 0b110000, 0b111100)._replace(sustained=1))
    >>> made.stretch, made.cancelled.tolist()
    (4, [0, 1, 3, 4])
    """
    saves = unpack(clash.saves, SAVE_BITS)
    tables = np.empty((len(saves), 5 * VALUES), np.uint8)
    for place, save in enumerate(saves):
        tables[place] = successes(save)
    axes = clash_shape(clash)
    counted = [hits + clash.combo * (hits // 2) for hits in range(clash.dice + 1)]
    blocked = [hits + clash.sustained * (hits // 2) for hits in range(clash.defence_dice + 1)]
    return Plan(
        dice=clash.dice,
        hit_rerolls=clash.hit_rerolls,
        hit_spoils=clash.hit_spoils,
        defence_dice=clash.defence_dice,
        defence_rerolls=clash.defence_rerolls,
        strength_defended=clash.strength_defended,
        strength_faces=clash.strength_faces,
        most_hits=_most_hits(clash),
        hit=successes(clash.hit),
        defence=successes(clash.defence),
        saves=tables,
        strength=_strength(clash),
        earned=np.array(counted, np.int64),
        cancelled=np.array([hits // clash.defence_need for hits in blocked], np.int64),
        steps=np.array([axes[1] * axes[2] * axes[3], axes[2] * axes[3], axes[3], 1], np.int64),
        stretch=sum(groups for _, _, groups in layout(clash)),
    )


def _most_hits(clash: Clash) -> int:
    return clash_shape(clash)[1] - 1


def _strength(clash: Clash) -> Entries:
    """What each group of Strength dice does (R7.2, R7.4): the first two, then the rerolls of those that failed."""
    good = np.array([clash.strength >> face - 1 & 1 for face in FACES])[FOUR_FACES - 1]
    critical = np.array([(clash.strength & clash.critical) >> face - 1 & 1 for face in FACES])[FOUR_FACES - 1]
    groups = np.arange(VALUES)
    rerolled = np.zeros(VALUES, np.int64)
    failed, hits, criticals = np.zeros((3, VALUES), np.int64)
    for die in range(clash.strength_dice):
        again = (good[:, die] == 0) & (rerolled < clash.strength_rerolls)
        stands = np.where(again, 2 + rerolled, die)
        rerolled += again
        failed += 1 - good[groups, stands]
        hits += good[groups, stands]
        criticals += critical[groups, stands]
    return (failed | hits << 2 | criticals << 4).astype(np.uint8)


def replay_clash(clash: Clash, *, attacks: int, seed: int, block: int = 0) -> list[tuple[ClashFaces, ClashVerdict]]:
    """Return the first attacks of a block, the very ones that `clash_sampling.clash_table` counts: the faces,
    and what the kernel made of them.

    `judge_clash` of the faces must give the same verdicts. The faces may hold more dice than the attack
    called for. Raises BmgError for more attacks than a block holds.

    >>> from bmg_odds.engines.clash_judging import judge_clash
    >>> from bmg_odds.rules.clash import plain_clash
    >>> clash = plain_clash(4, 0b111100, 3, 0b110000, 0b111100)
    >>> played = replay_clash(clash, attacks=20, seed=1)
    >>> all(judge_clash(clash, faces) == verdict for faces, verdict in played)
    True
    """
    if not 0 <= attacks <= BLOCK:
        raise BmgError(f"a block holds {BLOCK} attacks; {attacks} cannot be replayed from it")
    made = plan(clash)
    seen = np.zeros((made.stretch, attacks), np.uint16)
    outcomes = np.zeros((len(ClashVerdict._fields), attacks), np.int64)
    _show(stream(seed, block), made, seen, outcomes)
    return [
        (_laid_out(clash, groups), ClashVerdict(*outcome))
        for groups, outcome in zip(seen.T, outcomes.T.tolist(), strict=True)
    ]


def _laid_out(clash: Clash, groups: Groups) -> ClashFaces:
    """Put the dice of an attack back into its stages."""
    stages: dict[str, Any] = {"saves": [], "strength_saves": []}
    at = 0
    for stage, place, wide in layout(clash):
        dice = tuple(FOUR_FACES[groups[at : at + wide]].ravel().tolist())
        at += wide
        if stage in ("saves", "strength_saves"):
            stages[stage] += [()] * (place - len(stages[stage])) + [dice]
        else:
            stages[stage] = dice
    stages["strength"], stages["strength_again"] = stages["strength"][:2], stages["strength"][2:]
    return ClashFaces(**stages)


@kernel
def _throw_all(groups: Groups, at: int, dice: int, table: Entries, hits: Counts) -> int:
    """Put the successes of so many dice of each attack into `hits`. Return the row of groups after them."""
    hits[:] = 0
    while dice > 0:
        row = table[min(dice, 4) * VALUES :]
        for number in range(len(hits)):
            hits[number] += row[groups[at, number]]
        dice -= 4
        at += 1
    return at


@kernel
def _throw(groups: Groups, at: int, most: int, counts: Counts, table: Entries, hits: Counts) -> int:
    """Add the successes of the first `counts` dice of each attack, `most` at most. Return the row after them."""
    for first in range(0, most, 4):
        for number in range(len(hits)):
            count = max(0, min(counts[number] - first, 4))
            hits[number] += table[count * VALUES + groups[at, number]]
        at += 1
    return at


@kernel
def _attack(groups: Groups, made: Plan, hits: Counts) -> int:
    """Put the successes of the attack dice that stand into `hits`. Return the row of groups after them."""
    at = _throw_all(groups, 0, made.dice, made.hit, hits)
    if made.hit_rerolls > 0 or made.hit_spoils > 0:
        failed = np.empty(len(hits), np.int64)
        spoilt = np.empty(len(hits), np.int64)
        for number in range(len(hits)):
            failed[number] = min(made.hit_rerolls, made.dice - hits[number])
            spoilt[number] = min(made.hit_spoils, hits[number])
            hits[number] -= spoilt[number]
        if made.hit_rerolls > 0:
            at = _throw(groups, at, made.dice, failed, made.hit, hits)
        if made.hit_spoils > 0:
            at = _throw(groups, at, made.dice, spoilt, made.hit, hits)
    return at


@kernel
def _defence(groups: Groups, at: int, made: Plan, hits: Counts) -> int:
    """Put the defence successes into `hits`. Return the row of groups after them."""
    at = _throw_all(groups, at, made.defence_dice, made.defence, hits)
    if made.defence_rerolls > 0:
        failed = np.empty(len(hits), np.int64)
        for number in range(len(hits)):
            failed[number] = min(made.defence_rerolls, made.defence_dice - hits[number])
        at = _throw(groups, at, made.defence_dice, failed, made.defence, hits)
    return at


@kernel
def _limit(groups: Groups, at: int, state: Words, faces: int) -> None:
    """Throw Strength dice that can only show some faces in place of those of a row of groups."""
    for number in range(groups.shape[1]):
        four = 0
        for place in (1, 6, 36, 216):
            four += (_one_of(state, faces) - 1) * place
        groups[at, number] = four


@kernel
def _judge(groups: Groups, state: Words, made: Plan, out: Counts) -> None:
    """Judge the first attacks of a batch, as many as `out`, the fields of a verdict × attacks, has room for."""
    failed, hits, strength, critical = out[0], out[1], out[2], out[3]
    blocks = np.empty(len(hits), np.int64)
    at = _attack(groups, made, hits)
    at = _defence(groups, at, made, blocks)
    if made.strength_faces != ALL_FACES:
        _limit(groups, at, state, made.strength_faces)
    for number in range(len(hits)):
        entry = int(made.strength[groups[at, number]])
        good, special = entry >> 2 & 3, entry >> 4
        cancels = made.cancelled[blocks[number]]
        taken = min(cancels, good) if made.strength_defended == 1 else 0  # critical ones first
        failed[number] = entry & 3
        strength[number] = good - taken
        critical[number] = max(0, special - taken)
        hits[number] = max(0, made.earned[hits[number]] - (cancels - taken))
    at += 1
    for place in range(len(made.saves)):
        table = made.saves[place]
        blocks[:] = 0
        at = _throw(groups, at, made.most_hits, hits, table, blocks)
        for number in range(len(hits)):
            hits[number] -= blocks[number]
            group = int(groups[at, number])
            critical[number] -= table[critical[number] * VALUES + group]  # the first dice are theirs
            strength[number] -= table[strength[number] * VALUES + group]
        at += 1


@kernel
def _count(state: Words, made: Plan, attacks: int, joint: Counts) -> None:
    """Add so many attacks of one stream to the joint histogram."""
    groups = np.empty((made.stretch, BATCH), np.uint16)
    one, two, three = made.steps[0], made.steps[1], made.steps[2]
    while attacks > 0:
        out = np.empty((4, min(attacks, BATCH)), np.int64)
        _fill(state, groups.reshape(-1))
        _judge(groups, state, made, out)
        for number in range(out.shape[1]):
            joint[out[0, number] * one + out[1, number] * two + out[2, number] * three + out[3, number]] += 1
        attacks -= BATCH


@kernel
def _show(state: Words, made: Plan, seen: Groups, outcomes: Counts) -> None:
    """Do as `_count` does and write down each attack: its groups (groups × attacks) and its outcome."""
    groups = np.empty((made.stretch, BATCH), np.uint16)
    attacks = outcomes.shape[1]
    for first in range(0, attacks, BATCH):
        last = min(attacks, first + BATCH)
        out = np.empty((4, last - first), np.int64)
        _fill(state, groups.reshape(-1))
        _judge(groups, state, made, out)
        outcomes[:, first:last] = out
        seen[:, first:last] = groups[:, : last - first]
