"""The bias test of the benchmarks: fair dice pass, planted bias is caught; small, compiled."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
import bias

pytestmark = pytest.mark.compiled
DICE = 2_000_000  # a face that is off by 2 % of itself is found in 99 runs of 100


def test_fair_dice_pass_whatever_the_threads():
    one, two = (bias.counted(DICE, 2012, threads=threads) for threads in (1, 2))
    verdict = bias.judged(one)
    assert verdict.fair, bias.lines(verdict)
    assert verdict.dice >= DICE
    assert verdict.smallest["faces"] < 0.02
    assert all((one[name] == two[name]).all() for name in bias.TESTS)


def tiny(seed, block, words, refused, inside, across, ends):
    """Dice of eight random bits times six, none refused: two faces come 42 times in 256, four 43 times."""
    del refused
    dice = (np.random.default_rng([int(seed), int(block)]).integers(0, 256, (words, 20)) * 6) >> 8
    fill(dice, inside, across, ends)


def swapped(seed, block, words, refused, inside, across, ends):
    """Fair faces, each die like the one before it in one case of twenty."""
    del refused
    rng = np.random.default_rng([int(seed), int(block)])
    dice = rng.integers(0, 6, (words, 20))
    again = rng.random((words, 19)) < 0.05
    dice[:, 1:] = np.where(again, dice[:, :-1], dice[:, 1:])
    fill(dice, inside, across, ends)


def carried(seed, block, words, refused, inside, across, ends):
    """Fair dice within a word, whose first die is like the last one of the word before in one case of five."""
    del refused
    rng = np.random.default_rng([int(seed), int(block)])
    dice = rng.integers(0, 6, (words, 20))
    again = rng.random(words - 1) < 0.2
    dice[1:, 0] = np.where(again, dice[:-1, 19], dice[1:, 0])
    fill(dice, inside, across, ends)


def restarted(seed, block, words, refused, inside, across, ends):
    """Fair dice in blocks that all end as they begin."""
    del refused
    dice = np.random.default_rng([int(seed), int(block)]).integers(0, 6, (words, 20))
    dice[0, 0] = dice[-1, 19] = 3
    fill(dice, inside, across, ends)


def fill(dice, inside, across, ends):
    inside += np.bincount((dice[:, :-1] * 6 + dice[:, 1:]).ravel(), minlength=36)
    across += np.bincount(dice[:-1, -1] * 6 + dice[1:, 0], minlength=36)
    ends[:] = dice[0, 0], dice[-1, -1]


@pytest.mark.parametrize(
    ("fault", "test"),
    [
        (tiny, "faces"),
        (swapped, "neighbours in a word"),
        (carried, "neighbours across words"),
        (restarted, "neighbours across blocks"),
    ],
)
def test_planted_bias_is_caught(fault, test):
    verdict = bias.judged(bias.counted(DICE, 2012, fill=fault))
    assert not verdict.fair
    assert verdict.chances[test] < bias.FALSE_ALARM / len(bias.TESTS)
