"""Attack records to be counted by the hundred thousand."""

import random

import numpy as np

from bmg_odds.engines.exact_batch import Ints, records
from bmg_odds.rules.record import (
    ALL_DICE,
    MATCH_BITS,
    NATURAL_MATCH,
    SAVE_BITS,
    Strike,
    faces_from,
    pack,
    plain_strike,
)


def one_size(count: int) -> Ints:
    """Return records with 5 impact and 4 block dice, all targets random from 2+ to 6+."""
    draw = random.Random(2012)

    def target() -> int:
        return faces_from(draw.randint(2, 6))

    kinds = {}
    rows = []
    for _ in range(count):
        key = (target(), target(), target())
        if key not in kinds:
            kinds[key] = plain_strike(5, key[0], key[1], block_dice=4, block=key[2])
        rows.append(kinds[key])
    return records(rows)


def all_sizes(count: int) -> Ints:
    """Return records with random numbers of dice and random traits, as a whole roster against itself has."""
    draw = random.Random(2013)
    return records([_any(draw) for _ in range(count)])


def each_once(rows: Ints) -> Ints:
    """Return the different records of a population, each once, in the order in which they first came."""
    _, first = np.unique(rows, axis=0, return_index=True)
    return rows[np.sort(first)]


def _any(draw: random.Random) -> Strike:
    def target(least: int = 2) -> int:
        return faces_from(draw.randint(least, 6))

    def seldom(value: int, share: float = 0.15) -> int:
        return value if draw.random() < share else 0

    only_successes = pack([0, 0, 3, 4, 5, 6], MATCH_BITS)
    return plain_strike(
        draw.randint(1, 8),
        target(),
        target(),
        block_dice=draw.randint(0, 6),
        block=target(),
        impact_rerolls=seldom(ALL_DICE),
        block_rerolls=seldom(ALL_DICE),
        block_need=1 + seldom(1, 0.1),
        saves=seldom(pack([target(5)], SAVE_BITS)),
        damage_rerolls=seldom(ALL_DICE),
        match=only_successes if draw.random() < 0.2 else NATURAL_MATCH,
        collateral=1 + seldom(1, 0.05),
        collateral_reroll=seldom(1, 0.1),
        critical=faces_from(4) if draw.random() < 0.15 else faces_from(6),
    )


def distinct(rows: Ints) -> int:
    """Return how many different records there are."""
    return len(np.unique(rows, axis=0))
