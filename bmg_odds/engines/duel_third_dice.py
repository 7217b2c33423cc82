"""Many attacks of the third edition at a time, over dice that are really thrown and judged one by one (R7.2-R7.4)."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bmg_odds.rules.clash import Clash
from bmg_odds.rules.clash_fold import ClashHarm
from bmg_odds.rules.record import SAVE_BITS, unpack

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class Hits(NamedTuple):
    """What so many attacks came to."""

    failed: Ints
    """Strength dice that failed."""
    attack: Ints
    strength: Ints
    """Strength hits that are left, critical ones among them."""
    critical: Ints


def strike(random: np.random.Generator, clash: Clash, dice: Ints) -> Hits:
    """Return what attacks of one record come to, each with its own number of attack dice."""
    good = _thrown(random, dice, int(dice.max(initial=0)), clash.hit, clash.hit_rerolls, clash.hit_spoils)
    hits = good.sum(axis=0)
    hits += clash.combo * (hits // 2)
    many = np.full(len(dice), clash.defence_dice)
    blocks = _thrown(random, many, clash.defence_dice, clash.defence, clash.defence_rerolls, 0).sum(axis=0)
    blocks += clash.sustained * (blocks // 2)
    cancels = blocks // clash.defence_need
    failed, plain, critical = _strength(random, clash, len(dice))
    if clash.strength_defended:
        one = np.minimum(cancels, critical)
        two = np.minimum(cancels - one, plain)
        critical, plain, cancels = critical - one, plain - two, cancels - one - two
    hits = np.maximum(0, hits - cancels)
    for save in unpack(clash.saves, SAVE_BITS):
        hits, plain, critical = (left - _stopped(random, left, save) for left in (hits, plain, critical))
    return Hits(failed, hits, plain + critical, critical)


def dealt(harm: ClashHarm, hits: Hits) -> tuple[Ints, Ints, Flags, Flags]:
    """Return Injuries, Stuns, whether it knocks down, and whether it removes the target, attack by attack (R7.4)."""
    all_hits = hits.attack + hits.strength
    times = np.minimum(all_hits, 1) if harm.limited else all_hits
    injuries = times * harm.injuries + hits.critical * harm.critical_injuries
    stuns = times * harm.stuns + hits.critical * harm.critical_stuns
    if harm.scratch == "caustic":
        injuries = injuries + hits.failed
    stuns = np.maximum(0, stuns - harm.stuns_ignored)
    if harm.hardened:
        turned = injuries > 0
        injuries, stuns = injuries - turned, stuns + turned
    down = (hits.critical > 0) & harm.critical_downs
    if "impact" in harm.knock_down_on or "damage" in harm.knock_down_on:
        down |= all_hits > 0
    return injuries, stuns, down, (hits.critical > 0) & harm.critical_casualty


def _faces(faces: int) -> Flags:
    """Return a look-up by face, 0 to 6, of the faces in a set."""
    return np.array([False, *(bool(faces >> face & 1) for face in range(6))])


def _throw(random: np.random.Generator, dice: int, rolls: int) -> npt.NDArray[np.int8]:
    return random.integers(1, 7, size=(dice, rolls), dtype=np.int8)


def _first(which: Flags, most: int) -> Flags:
    """Return the first so many of each column."""
    return which & (np.cumsum(which, axis=0) <= most)


def _thrown(random: np.random.Generator, dice: Ints, most: int, faces: int, rerolls: int, spoils: int) -> Flags:
    """Return which dice succeed in the end: failed ones rerolled once, then successes that must be rolled again."""
    good_faces, lie = _faces(faces), np.arange(most)[:, None] < dice[None, :]
    good = good_faces[_throw(random, most, len(dice))] & lie
    again = np.zeros_like(good)
    if rerolls and most:
        again = _first(lie & ~good, rerolls)
        good = np.where(again, good_faces[_throw(random, most, len(dice))], good)
    if spoils and most:
        spoilt = _first(good & ~again, spoils)
        good = np.where(spoilt, good_faces[_throw(random, most, len(dice))], good)
    return good


def _strength(random: np.random.Generator, clash: Clash, rolls: int) -> tuple[Ints, Ints, Ints]:
    """Return Strength dice that failed, plain hits and critical ones."""
    shows = np.array([face for face in range(1, 7) if clash.strength_faces >> face - 1 & 1], dtype=np.int8)
    good, special = _faces(clash.strength), _faces(clash.critical)

    def roll() -> npt.NDArray[np.int8]:
        if len(shows) == 6:
            return _throw(random, clash.strength_dice, rolls)
        return shows[random.integers(0, len(shows), size=(clash.strength_dice, rolls))]

    faces = roll()
    if clash.strength_rerolls:
        faces = np.where(_first(~good[faces], clash.strength_rerolls), roll(), faces)
    hit = good[faces]
    critical = (hit & special[faces]).sum(axis=0)
    return (~hit).sum(axis=0), hit.sum(axis=0) - critical, critical


def _stopped(random: np.random.Generator, hits: Ints, save: int) -> Ints:
    """Return how many of the hits a save stops, a die for each."""
    most = int(hits.max(initial=0))
    lie = np.arange(most)[:, None] < hits[None, :]
    found: Ints = (_faces(save)[_throw(random, most, len(hits))] & lie).sum(axis=0)
    return found
