"""The counting engine of the rolls beside attacks: how many equally likely cases end in each outcome.

Counts are whole numbers, so every chance made of them is rounded once, and no chance is what others leave
over. No face is ever looked at: a set of faces is only as good as it is large.
"""

import math
from collections.abc import Callable
from typing import Any

from bmg_odds.rules.roll_dice import (
    SIDES,
    Bag,
    Contest,
    Dice,
    Pool,
    Riddle,
    Sieve,
    Sure,
    Total,
    Under,
    Until,
)

Counts = tuple[int, ...]


def cases(dice: Dice) -> Counts:
    """Return for each outcome of a roll the number of equally likely cases that end there.

    >>> cases(Pool(2, 0b111000)), cases(Under(2, 7))
    ((9, 18, 9), (15, 21))
    """
    return _COUNT[type(dice)](dice)


def _pool(dice: Pool) -> Counts:
    good = dice.faces.bit_count()
    bad = SIDES - good
    if dice.rerolls:
        good, bad = SIDES * good + bad * good, bad * bad
    found = [0] * dice.outcomes
    for successes in range(dice.dice + 1):
        ways = math.comb(dice.dice, successes) * good**successes * bad ** (dice.dice - successes)
        found[min(successes, dice.most)] += ways
    return tuple(found)


def _sums(dice: int) -> list[int]:
    """Ways to each sum of so many dice, from 0 on."""
    ways = [1]
    for _ in range(dice):
        longer = [0] * (len(ways) + SIDES)
        for total, count in enumerate(ways):
            for more in range(1, SIDES + 1):
                longer[total + more] += count
        ways = longer
    return ways


def _under(dice: Under | Until) -> Counts:
    ways, number = _sums(dice.dice), max(-1, dice.number)
    return sum(ways[number + 1 :]), sum(ways[: number + 1])


def _until(dice: Until) -> Counts:
    failed, passed = _under(dice)
    every = failed + passed
    found = [failed**before * passed * every ** (dice.rounds - before - 1) for before in range(dice.rounds)]
    return (failed**dice.rounds, *found)


def _total(dice: Total) -> Counts:
    return tuple(_sums(dice.dice)[dice.dice :])


def _bag(dice: Bag) -> Counts:
    return tuple(
        math.comb(dice.mine, drawn) * math.comb(dice.theirs, dice.draws - drawn) for drawn in range(dice.outcomes)
    )


def _sieve(dice: Sieve) -> Counts:
    passed, stopped = 1, 0
    for faces in dice.stops:
        stops = faces.bit_count()
        passed, stopped = passed * (SIDES - stops), stopped * SIDES + passed * stops
    return tuple(
        math.comb(dice.impacts, kept) * passed**kept * stopped ** (dice.impacts - kept) for kept in range(dice.outcomes)
    )


def _riddle(dice: Riddle) -> Counts:
    near, far, hit, still = 0, 0, 0, 1
    for number in dice.numbers:
        near = sum(1 <= each <= SIDES for each in (number - 1, number + 1))
        far, hit = SIDES * far + still * (SIDES - 1 - near), SIDES * hit + still
        still *= near
    if not dice.endless:
        return still, far, hit
    # What is still open after the last number goes on in the same proportion, over and over.
    decided = SIDES - near
    return 0, far * decided + still * (decided - 1), hit * decided + still


def _contest(dice: Contest) -> Counts:
    first, later = _duel(dice.mine - dice.theirs), _duel(0)
    # laws[who led last][rounds led so far]
    laws = {dice.had: [1]}
    for place in range(dice.rounds):
        won, tied, lost = first if place == 0 else later
        after: dict[int, list[int]] = {1: [0] * (place + 2), 2: [0] * (place + 2)}
        for had, law in laws.items():
            mine, theirs = won + (tied if had == 2 else 0), lost + (tied if had == 1 else 0)
            for led, count in enumerate(law):
                after[1][led + 1] += count * mine
                after[2][led] += count * theirs
        laws = after
    return tuple(laws[1][led] + laws[2][led] for led in range(dice.outcomes))


def _duel(more: int) -> Counts:
    """Ways of a die + `more` to be higher than another one, equal, and lower."""
    apart = [SIDES - abs(gap) if abs(gap) < SIDES else 0 for gap in range(-SIDES, SIDES + 1)]
    higher = sum(ways for gap, ways in zip(range(-SIDES, SIDES + 1), apart, strict=True) if gap + more > 0)
    equal = sum(ways for gap, ways in zip(range(-SIDES, SIDES + 1), apart, strict=True) if gap + more == 0)
    lower = sum(ways for gap, ways in zip(range(-SIDES, SIDES + 1), apart, strict=True) if gap + more < 0)
    return higher, equal, lower


def _sure(dice: Sure) -> Counts:
    return tuple(int(outcome == dice.outcome) for outcome in range(dice.among))


_COUNT: dict[type, Callable[[Any], Counts]] = {
    Pool: _pool,
    Under: _under,
    Until: _until,
    Total: _total,
    Bag: _bag,
    Sieve: _sieve,
    Riddle: _riddle,
    Contest: _contest,
    Sure: _sure,
}
