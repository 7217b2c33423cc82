"""The two engines against each other: rolled joint tables by the G-test of the exact ones.

Every test's false alarm is 1e-9, so the 96 scenarios, each with at most one cross fire test beside it, raise
one in fewer than 10 million runs of the suite. Seeds are literal and nothing is rerun. Power: with 2,000,000
attacks each test finds, 99 times of 100, any shift of 0.4 percentage points of the mass between two cells
that hold 20 % each (`test_power`).
"""

import random

import pytest
import scenarios
from asking import asked
from oracle import Attack

from bmg_odds.answers.agreement import LEAST_EXPECTED, g_test
from bmg_odds.engines import exact, sampling
from bmg_odds.rules.resolve import resolve

FALSE_ALARM = 1e-9
TRIALS = 2_000_000
COUNT = 96


def drawn() -> list[Attack]:
    """96 scenarios drawn from all that the brute force checks, by a literal seed."""
    every = [
        *scenarios.single_readings(),
        *scenarios.paired_readings(),
        *scenarios.single_traits(),
        *scenarios.paired_traits(scenarios.ARMED),
        *scenarios.paired_traits(scenarios.STILL),
    ]
    feint = scenarios.wear(scenarios.ARMED, scenarios.Worn("Feint", "use"), scenarios.Worn("Reflexes", "attacker"))
    return [feint, *random.Random(2012).sample(every, COUNT - 1)]


@pytest.mark.compiled
@pytest.mark.parametrize(("place", "attack"), list(enumerate(drawn())))
def test_rolled_equals_counted(place, attack):
    resolved = resolve(asked(attack))
    strike, gate = resolved.strike, resolved.gate
    counted = exact.table(strike, gate=gate)
    rolled = sampling.table(strike, gate=gate, trials=TRIALS, seed=7_000 + place)
    assert sum(rolled.values) == TRIALS
    assert g_test(rolled.values, counted.values).p_value > FALSE_ALARM
    assert len(rolled.cross_fire) == len(counted.cross_fire)
    if counted.cross_fire:
        assert g_test(rolled.cross_fire, counted.cross_fire).p_value > FALSE_ALARM


def test_power():
    from scipy import stats

    cells, shift = 40, 0.004
    noncentral = TRIALS * 2 * shift**2 / 0.2
    threshold = stats.chi2.isf(FALSE_ALARM, cells - 1)
    assert stats.ncx2.sf(threshold, cells - 1, noncentral) > 0.99


def test_rare_cells_are_pooled():
    chances = [0.5, 0.4, *[0.1 / 50] * 50]
    counts = [500, 400, *[2] * 50]
    assert sum(counts) == 1000
    assert 1000 * chances[2] < LEAST_EXPECTED
    assert g_test(counts, chances).degrees == 2


FEINT = scenarios.wear(scenarios.ARMED, scenarios.Worn("Feint", "use"))


@pytest.mark.compiled
@pytest.mark.parametrize(
    "attack", [scenarios.SHOT, scenarios.MELEE, scenarios.PUSH, FEINT], ids=["shot", "melee", "push", "feint"]
)
def test_counts_do_not_depend_on_threads(attack):
    """Half a million attacks are eight blocks, so that threads really share the work."""
    resolved = resolve(asked(attack))
    one, two, seven = (
        sampling.table(resolved.strike, gate=resolved.gate, trials=500_000, seed=5, threads=n) for n in (1, 2, 7)
    )
    assert one == two == seven
