"""The compiled batch is the single answer, a thousand times over."""

import math
import random

import pytest

from bmg_odds.engines import exact
from bmg_odds.rules.record import (
    ALL_DICE,
    COVER_BITS,
    MATCH_BITS,
    NATURAL_MATCH,
    SAVE_BITS,
    Strike,
    faces_from,
    pack,
)  # fmt: skip


def strikes(count: int, seed: int, most: int) -> list[Strike]:
    """Records of every kind, at random from a literal seed."""
    draw = random.Random(seed)
    rerolls = (0, 0, 1, 2, ALL_DICE)
    matches = (NATURAL_MATCH, pack([0, 0, 3, 4, 5, 6], MATCH_BITS), pack([2, 3, 4, 5, 6, 0], MATCH_BITS))

    def any_faces() -> int:
        return faces_from(draw.randint(1, 7))

    return [
        Strike(
            dice=draw.randint(0, most),
            impact=any_faces(),
            impact_rerolls=draw.choice(rerolls),
            impact_spoils=draw.choice((0, 0, 1)),
            block_dice=draw.choice((0, draw.randint(0, most))),
            block=any_faces(),
            block_rerolls=draw.choice(rerolls),
            block_need=draw.choice((1, 1, 2)),
            block_cap=draw.choice((0, 0, 1)),
            covers=pack([any_faces() for _ in range(draw.choice((0, 0, 1, 3)))], COVER_BITS),
            dodge_dice=draw.choice((0, 0, 3)),
            dodge=any_faces(),
            dodge_rerolls=draw.choice(rerolls),
            saves=pack([any_faces() for _ in range(draw.choice((0, 0, 1, 2)))], SAVE_BITS),
            damage=any_faces(),
            damage_rerolls=draw.choice(rerolls),
            match=draw.choice(matches),
            collateral=draw.choice((1, 1, 2)),
            collateral_faces=draw.choice((0b111111, 0b100000)),
            collateral_reroll=draw.choice((0, 0, 1)),
            critical=draw.choice((0b100000, 0b111000)),
            cross=0,
            cross_rerolls=0,
            watch_blocks=0,
        )
        for _ in range(count)
    ]


def test_every_table_sums_to_one_and_has_no_negative_cell():
    for strike in strikes(200, seed=11, most=5):
        values = exact.table(strike).values
        assert math.fsum(values) == pytest.approx(1.0, abs=1e-12), strike
        assert min(values) >= 0.0, strike


def test_the_two_counts_of_a_standing_die_are_one(monkeypatch):
    """One collateral die that stands, counted by its own loop and by the one for every process."""
    for strike in strikes(100, seed=12, most=6):
        plain = strike._replace(collateral=1, collateral_reroll=0)
        exact._counts.cache_clear()
        fast = exact.table(plain)
        with monkeypatch.context() as patch:
            patch.setattr(exact, "_needs_counts", lambda _: True)
            exact._counts.cache_clear()
            slow = exact.table(plain)
        exact._counts.cache_clear()
        assert fast.values == pytest.approx(slow.values, abs=1e-14)


@pytest.mark.compiled
@pytest.mark.parametrize("threads", [1, 2, 7])
def test_batch_equals_single(threads):
    import numpy as np

    from bmg_odds.engines import exact_batch

    many = [*strikes(1200, seed=13, most=9), *strikes(60, seed=14, most=25)]
    rows = exact_batch.records(many)
    values, starts = exact_batch.tables(rows, threads=threads)
    joint, joint_starts = exact_batch.joint(rows, threads=threads)
    for k, strike in enumerate(many):
        single = np.array(exact.table(strike).values)
        assert np.abs(values[starts[k] : starts[k + 1]] - single).max() < 1e-13
        summed = single.reshape(strike.dice + 1, -1).sum(axis=0)
        assert np.abs(joint[joint_starts[k] : joint_starts[k + 1]] - summed).max() < 1e-13


@pytest.mark.compiled
def test_tables_do_not_depend_on_threads_or_parts(monkeypatch):
    """Bit for bit, though threads keep different things: parts of 100 records, blocks of a few."""
    import numpy as np

    from bmg_odds.engines import exact_batch, figures, parts
    from bmg_odds.rules.harm import Harm

    rows = exact_batch.records(strikes(3000, seed=15, most=8))
    harms = figures.harm_rows([Harm(injuries=k % 3, stuns=k % 2, endurance=3 + k % 5) for k in range(3000)])
    wanted, starts = exact_batch.joint(rows, threads=1)
    tables, figured = exact_batch.tables(rows, threads=1)[0], figures.figures(rows, harms, threads=1)
    monkeypatch.setattr(parts, "BLOCK", 100)
    monkeypatch.setattr(exact_batch, "CELLS", 500)
    for threads in (2, 7):
        read = np.zeros(len(wanted))

        def keep(first, values, offsets, read=read):
            read[starts[first] : starts[first] + offsets[-1]] = values[: offsets[-1]]

        exact_batch.read(rows, keep, threads=threads)
        assert np.array_equal(read, wanted)
        assert np.array_equal(exact_batch.joint(rows, threads=threads)[0], wanted)
        assert np.array_equal(exact_batch.tables(rows, threads=threads)[0], tables)
        assert np.array_equal(figures.figures(rows, harms, threads=threads), figured)
