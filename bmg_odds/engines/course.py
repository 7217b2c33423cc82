"""The course of an attack: its throws in order, and between them the little that the next throw must know.

Between two groups of dice an attack is no more than a handful of small numbers: how many impacts it has, how
many dice of the throw are left, how many succeeded. There are few such states, so they are numbered here, and
what so many successes of a group make of each becomes a row of a table. A trait is another throw, or another
rule between two throws; the kernel that walks the course (`chain`) knows of none.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from bmg_odds.rules.record import ALL_FACES, COVER_BITS, CROSS_FIRE_BIT, SAVE_BITS, Strike, unpack

FIVE = 5  # dice of a group, at most
PAIR = 2  # dice of a group that are thrown with their rerolls
FEW_STATES = 10  # of a narrow course: six bits each are a word
MOST_STATES = 1024  # between two groups: few enough to number in no time; the kernel has room for 4096


class Now(NamedTuple):
    """What an attack has come to, between two groups of dice."""

    left: int = 0
    """Dice of the throw that were not looked at yet."""
    hits: int = 0
    """Successes of the stage so far."""
    held: int = 0
    """Successes of the first throw of impact dice, where Luck asks for them; impacts stopped, while they make
    cross fire."""
    impacts: int = 0
    blocked: int = 0
    cross: int = 0


class Throw(NamedTuple):
    """Dice thrown together."""

    stage: str
    """The stage in `judging.Faces`; empty for no dice at all."""
    place: int
    faces: int
    """Faces that succeed."""
    most: int
    """The most dice that can come to be thrown."""
    paired: bool = False
    """Whether each die is thrown with its reroll, which stands where it failed: half of the dice of a group."""


class Step(NamedTuple):
    """One group of at most five dice of a throw, and what becomes of each state."""

    throw: Throw
    dice: int
    """Dice of the group."""
    counts: list[int]
    """For each state before, how many of the dice count."""
    onward: list[list[int]]
    """For each state before and number of successes, the state after."""


class Course(NamedTuple):
    """All steps of a strike: first those whose faces do not matter, then the damage dice, which can match. An
    even number of each, for the kernel takes them by two."""

    steps: tuple[Step, ...]
    matching: int
    """Where the damage dice begin."""
    start: Now
    """The state before all dice."""
    ends: tuple[Now, ...]
    """The states after them; `hits` are the damage successes."""


Move = Callable[[Now], Now]
IDLE = Throw("", 0, 0, 0)


@lru_cache(maxsize=64)
def course(strike: Strike) -> Course | None:
    """Return the course of a strike, or None where there are too many states to number.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> walk = course(plain_strike(3, faces_from(4), faces_from(3), block_dice=1, block=faces_from(5)))
    >>> [step.throw.stage for step in walk.steps], len(walk.ends)
    (['impact', 'block', 'damage', ''], 10)
    """
    start = Now()
    groups: list[tuple[Throw, int, list[Move]]] = []
    matching = 0
    for stages in (_before(strike), _damage(strike)):
        matching = len(groups)
        for part in stages:
            if isinstance(part, Throw):
                groups += [(part, dice, []) for dice in split(part.most)]
            elif groups:
                groups[-1][2].append(part)
            else:
                start = part(start)
        if len(groups) % 2:
            groups.append((IDLE, 0, []))
    found = _walked(start, groups, MOST_STATES)
    return Course(found[0], matching, start, found[1]) if found else None


class Narrow(NamedTuple):
    """The steps before the damage dice, where so few states are between any two groups that a group's effect on
    all of them fits into a word."""

    steps: tuple[Step, ...]
    ends: tuple[Now, ...]


@lru_cache(maxsize=64)
def narrow(strike: Strike) -> Narrow | None:
    """Return the narrow course of a strike to its damage dice, or None where it is too wide.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> walk = narrow(plain_strike(3, faces_from(4), faces_from(3), block_dice=1, block=faces_from(5)))
    >>> [step.throw.stage for step in walk.steps], [end.impacts for end in walk.ends]
    (['impact', 'block'], [0, 1, 2, 3])
    """
    start = Now()
    groups: list[tuple[Throw, int, list[Move]]] = []
    for part in _before(strike, pairs=True):
        if isinstance(part, Throw):
            groups += [(part, dice, []) for dice in split(part.most, PAIR if part.paired else FIVE)]
        elif groups:
            groups[-1][2].append(part)
        else:
            start = part(start)
    found = _walked(start, groups, FEW_STATES)
    return Narrow(*found) if found else None


def _walked(
    start: Now, groups: list[tuple[Throw, int, list[Move]]], most: int
) -> tuple[tuple[Step, ...], tuple[Now, ...]] | None:
    """Number the states between groups of dice: the steps and the states after them, or None where there are more
    than so many."""
    states = [start]
    steps = []
    for throw, dice, moves in groups:
        counts = [min(dice, now.left) for now in states]
        following: dict[Now, int] = {}
        onward = [
            [following.setdefault(_after(now, count, hits, moves), len(following)) for hits in range(count + 1)]
            for now, count in zip(states, counts, strict=True)
        ]
        if len(following) > most:
            return None
        steps.append(Step(throw, dice, counts, onward))
        states = list(following)
    return tuple(steps), tuple(states)


def split(dice: int, most: int = FIVE) -> list[int]:
    """Cut dice into as few groups as can be, as even as can be: small groups have small tables.

    >>> split(7), split(5, PAIR)
    ([4, 3], [2, 2, 1])
    """
    groups = -(-dice // most)
    return [dice // groups + (place < dice % groups) for place in range(groups)]


def _after(now: Now, count: int, hits: int, moves: list[Move]) -> Now:
    now = now._replace(left=now.left - count, hits=now.hits + hits)
    for move in moves:
        now = move(now)
    return now


def _stage(
    name: str, faces: int, most: int, dice: Callable[[Now], int], *, rerolls: int = 0, place: int = 0
) -> "Iterator[Throw | Move]":
    """Yield the throw of a stage, and that of the rerolls of failed dice."""
    yield lambda now: now._replace(left=dice(now))
    yield Throw(name, place, faces, most)
    if rerolls:
        yield lambda now: now._replace(left=min(rerolls, dice(now) - now.hits))
        yield Throw(f"{name}_again", place, faces, min(most, rerolls))


def _left(dice: int, now: Now) -> Now:
    return now._replace(left=dice)


def _impacts(now: Now) -> int:
    return now.impacts


def _before(strike: Strike, *, pairs: bool = False) -> "Iterator[Throw | Move]":
    """Yield all that comes before the damage dice (R2.3–R2.7); block dice and their rerolls may come in `pairs`."""
    yield from _impact(strike)
    if strike.block_dice:
        alone = strike.block_need == 1 and not strike.block_cap | strike.watch_blocks
        yield from _blocks_one_by_one(strike) if pairs and alone else _block(strike)
    for place, cover in enumerate(unpack(strike.covers, COVER_BITS)):
        yield from _stage("covers", place=place, faces=cover & ALL_FACES, most=strike.dice, dice=_impacts)
        if cover & CROSS_FIRE_BIT:
            yield from _cross(strike, place)
        else:
            yield _stop
    if strike.dodge_dice:
        yield from _stage(
            "dodge", strike.dodge, strike.dodge_dice,
            lambda now: strike.dodge_dice if now.impacts else 0, rerolls=strike.dodge_rerolls,
        )  # fmt: skip
        yield _stop
    for place, save in enumerate(unpack(strike.saves, SAVE_BITS)):
        yield from _stage("saves", place=place, faces=save, most=strike.dice, dice=_impacts)
        yield _stop


def _stop(now: Now) -> Now:
    """Each success stops one impact."""
    return now._replace(impacts=max(0, now.impacts - now.hits), hits=0)


def _impact(strike: Strike) -> "Iterator[Throw | Move]":
    yield lambda now: now._replace(left=strike.dice)
    yield Throw("impact", 0, strike.impact, strike.dice)
    if strike.impact_spoils:
        yield lambda now: now._replace(held=min(strike.impact_spoils, now.hits))
    if strike.impact_rerolls:
        yield lambda now: now._replace(left=min(strike.impact_rerolls, strike.dice - now.hits))
        yield Throw("impact_again", 0, strike.impact, min(strike.dice, strike.impact_rerolls))
    if strike.impact_spoils:
        yield lambda now: now._replace(left=now.held, hits=now.hits - now.held, held=0)
        yield Throw("impact_spoilt", 0, strike.impact, min(strike.dice, strike.impact_spoils))
    yield lambda now: now._replace(impacts=now.hits, hits=0)


def _block(strike: Strike) -> "Iterator[Throw | Move]":
    def dice(now: Now) -> int:
        most = strike.block_dice if now.impacts else 0
        return min(most, now.impacts * strike.block_need) if strike.block_cap else most

    def cancel(now: Now) -> Now:
        left = max(0, now.impacts - now.hits // strike.block_need)
        return now._replace(impacts=left, blocked=int(strike.watch_blocks and now.hits > 0), hits=0)

    yield from _stage("block", strike.block, strike.block_dice, dice, rerolls=strike.block_rerolls)
    yield cancel


def _blocks_one_by_one(strike: Strike) -> "Iterator[Throw | Move]":
    """Yield the block dice where each success stops one impact: nothing is carried from group to group."""
    always = strike.block_rerolls >= strike.block_dice
    if strike.block_rerolls and not always:
        yield from _block(strike)
        return
    for dice in split(strike.block_dice, PAIR if always else FIVE):
        yield partial(_left, dice)
        yield Throw("block", 0, strike.block, dice, paired=always)
        yield _stop


def _cross(strike: Strike, place: int) -> "Iterator[Throw | Move]":
    """Yield the damage dice of the impacts that an obstacle has just stopped (R2.6)."""
    yield lambda now: _stop(now)._replace(held=now.hits)
    yield from _stage(
        "cross", strike.cross, strike.dice, lambda now: now.held, rerolls=strike.cross_rerolls, place=place
    )
    yield lambda now: now._replace(cross=now.cross + now.hits, hits=0, held=0)


def _damage(strike: Strike) -> "Iterator[Throw | Move]":
    """Yield the damage dice (R2.8)."""
    yield from _stage("damage", strike.damage, strike.dice, _impacts, rerolls=strike.damage_rerolls)
