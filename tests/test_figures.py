"""Figures by the thousand are those of single outcomes."""

import random

import pytest
import scenarios
from asking import asked

from bmg_odds.answers.ask import counted
from bmg_odds.rules.resolve import resolve


@pytest.mark.compiled
def test_figures_equal_outcomes():
    from bmg_odds.engines import exact_batch, figures

    every = [*scenarios.single_readings(), *scenarios.single_traits(), *scenarios.paired_traits(scenarios.ARMED)]
    every = random.Random(5).sample(every, 700)
    found = [one for attack in every if (one := resolve(asked(attack))).gate is None and one.back is None]
    rows = figures.figures(
        exact_batch.records([one.strike for one in found]),
        figures.harm_rows([one.harm for one in found]),
        at_least=2,
    )
    for resolved, row in zip(found, rows, strict=True):
        outcome = counted(resolved)
        for name, value in zip(figures.COLUMNS, row, strict=True):
            wanted = outcome.at_least("markers", 2) if name == "at_least" else outcome.figure(name)
            assert abs(value - wanted) < 1e-12, (name, resolved)
