"""The dice behind the counts: the first attacks of a seed once more, with the faces that they rolled."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from bmg_odds.engines import chain, links, packed, packing, packs, plans, quick, thrown
from bmg_odds.engines.course import Step
from bmg_odds.engines.fours import FOUR_FACES
from bmg_odds.engines.jit import word
from bmg_odds.engines.judging import PLACED, Faces, Verdict
from bmg_odds.engines.rollers import serving
from bmg_odds.engines.rolling import BLOCK, Groups, stream
from bmg_odds.errors import BmgError
from bmg_odds.rules.record import MOST_COVERS, Strike

Played = tuple[Faces, Verdict]


def replay(strike: Strike, *, attacks: int, seed: int, block: int = 0, by: str | None = None) -> list[Played]:
    """Return the first attacks of a block: the faces, and what the kernel made of them.

    They are the very attacks that `sampling.table` counts with this seed and no gate, unless `by` names
    another kernel that serves the strike (`rollers.serving`), which rolls other dice. `judge` of the faces
    must give the same verdicts. The kernels throw all dice beforehand, so the faces may hold more dice than
    the attack called for.

    >>> from bmg_odds.engines.judging import judge
    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> strike = plain_strike(3, faces_from(4), faces_from(3))
    >>> all(judge(strike, faces) == verdict for faces, verdict in replay(strike, attacks=20, seed=1))
    True
    """
    if not 0 <= attacks <= BLOCK:
        raise BmgError(f"a block holds {BLOCK} attacks; {attacks} cannot be replayed from it")
    able = serving(strike)
    if by is not None and by not in able:
        raise BmgError(f"the kernel '{by}' cannot roll this strike; {' and '.join(able)} can")
    played = {"quick": _replay_quick, "packed": _replay_packed, "chain": _replay_chain, "thrown": _replay_thrown}[
        by or able[0]
    ]
    return played(strike, attacks, seed, block)


def _replay_thrown(strike: Strike, attacks: int, seed: int, block: int) -> list[Played]:
    made = plans.plan(strike)
    seen = np.zeros((made.stretch, attacks), np.uint16)
    outcomes = np.zeros((len(Verdict._fields), attacks), np.int64)
    thrown._show(stream(seed, block), strike, made, seen, outcomes)
    return [
        (_laid_out(strike, groups), Verdict(*outcome))
        for groups, outcome in zip(seen.T, outcomes.T.tolist(), strict=True)
    ]


def _laid_out(strike: Strike, groups: Groups) -> Faces:
    """Put the dice of an attack back into its stages."""
    stages: dict[str, Any] = {stage: [()] * MOST_COVERS for stage in PLACED}
    at = 0
    for stage, place, wide in plans.layout(strike):
        dice = tuple(FOUR_FACES[groups[at : at + wide]].ravel().tolist())
        at += wide
        if stage in PLACED:
            stages[stage][place] = dice
        else:
            stages[stage] = dice
    four = stages["collateral"]
    return Faces(**{**stages, "collateral": four[:2], "collateral_again": four[2:]})


def _replay_quick(strike: Strike, attacks: int, seed: int, block: int) -> list[Played]:
    seen, ends = np.zeros((attacks, 4), np.uint64), np.zeros(attacks, np.int64)
    quick._show(stream(seed, block), quick.tables(strike), seen, ends)
    steps = packs.walk(strike).steps
    played = []
    for groups, end in zip(seen.tolist(), ends.tolist(), strict=True):
        stages = _stages(steps, groups[: len(steps)])
        stages["damage"] = _dice(groups[2], 6, strike.dice)
        stages.update(_collateral(strike, groups[3]))
        played.append((Faces(**stages), _verdict(end, 9)))
    return played


def _verdict(end: int, row: int) -> Verdict:
    impacts, damages = divmod(end // 8, row)
    return Verdict(0, impacts, damages, end % 8 // 2, end % 2, 0)


def _collateral(strike: Strike, group: int) -> dict[str, tuple[int, ...]]:
    shown = packs.collateral_faces(strike)
    dice = _dice(group, len(shown), strike.collateral * (1 + strike.collateral_reroll))
    faces = tuple(shown[die - 1] for die in dice)
    return {"collateral": faces[: strike.collateral], "collateral_again": faces[strike.collateral :]}


def _stages(steps: Sequence[Step], groups: Sequence[int]) -> dict[str, Any]:
    """Put the groups of some steps back into their stages."""
    stages: dict[str, Any] = {stage: [()] * MOST_COVERS for stage in PLACED}
    for step, group in zip(steps, groups, strict=True):
        stage, place, dice = step.throw.stage, step.throw.place, _dice(group, 6, packs.values(step))
        if stage in PLACED:
            stages[stage][place] += dice
        elif stage:
            _put(stages, stage, dice, step.dice, step.throw.faces)
    return stages


def _put(stages: dict[str, Any], stage: str, dice: tuple[int, ...], first: int, faces: int) -> None:
    """Put dice of a group into a stage: so many, and behind them their rerolls, of which those of failed dice count."""
    again = tuple(face for die, face in zip(dice, dice[first:], strict=False) if not faces >> die - 1 & 1)
    stages[stage] = stages.get(stage, ()) + dice[:first]
    if again:
        stages[f"{stage}_again"] = stages.get(f"{stage}_again", ()) + again


def _replay_packed(strike: Strike, attacks: int, seed: int, block: int) -> list[Played]:
    made, steps = packing.tables(strike), packs.walk(strike).steps
    seen, ends = np.zeros((attacks, made.where.size), np.int64), np.zeros(attacks, np.int64)
    packed._show(word(seed), word(block), made, seen, ends)
    early, late, last = packing.places(strike)
    played = []
    for groups, end in zip(seen.tolist(), ends.tolist(), strict=True):
        stages = _stages(steps, [groups[place] for place in early])
        for place, group in zip(late, packs.groups(strike) or (), strict=False):
            dice = _dice(groups[place], 6, group.dice * (1 + group.paired))
            _put(stages, "damage", dice, group.dice, strike.damage)
        stages.update(_collateral(strike, groups[last]))
        played.append((Faces(**stages), _verdict(end, packed.DAMAGES)))
    return played


def _replay_chain(strike: Strike, attacks: int, seed: int, block: int) -> list[Played]:
    made, course = links.tables(strike), links.walk(strike)
    batches = -(-attacks // chain.BATCH) * chain.BATCH
    seen, ends = np.zeros((len(made.sides), batches), np.uint16), np.zeros(batches, np.uint16)
    chain._show(stream(seed, block), made, seen, ends)
    played = []
    for groups, end in zip(seen.T.tolist()[:attacks], ends.tolist()[:attacks], strict=True):
        stages = _stages(course.steps, groups[:-2])
        stages.update(_collateral(strike, groups[-2]))
        now = course.ends[end // chain.DELTAS]
        criticals, down = divmod(end % chain.DELTAS, 2)
        verdict = Verdict(now.blocked, now.impacts, now.hits, criticals, down, now.cross)
        played.append((Faces(**stages), verdict))
    return played


def _dice(group: int, sides: int, dice: int) -> tuple[int, ...]:
    """Return the dice of a group of the chain, from 1 on; the first is the highest digit."""
    return tuple(group // sides ** (dice - 1 - die) % sides + 1 for die in range(dice))
