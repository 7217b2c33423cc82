"""The exact engine against the brute force, joint law by joint law, to 1e-12."""

from collections.abc import Iterator
from itertools import islice

import pytest
import scenarios
from asking import asked, law
from oracle import Attack, cross_fire, outcomes

from bmg_odds.answers.outcome import Outcome
from bmg_odds.engines import exact, jit
from bmg_odds.rules.resolve import resolve

TOLERANCE = 1e-12
EVERY = 1 if jit.COMPILED else 10
"""Neither side of this comparison is compiled: the pass without the compiler need not make it in full again."""


def disagreement(attack: Attack) -> str:
    """What differs between the package and the brute force on one attack; empty where nothing does."""
    resolved = resolve(asked(attack))
    table = exact.table(resolved.strike, gate=resolved.gate)
    found = law(Outcome(resolved, table))
    wanted = outcomes(attack)
    if found.keys() != wanted.keys():
        return f"cases {sorted(found.keys() ^ wanted.keys())[:4]} for {attack}"
    worst = max(abs(found[key] - float(chance)) for key, chance in wanted.items())
    if worst > TOLERANCE:
        return f"off by {worst} for {attack}"
    if "model" in attack.cover:
        crossing = cross_fire(attack)
        found_crossing = list(table.cross_fire) or [1.0]  # every obstacle ignored: nothing can cross
        worst = max(abs(chance - float(crossing.get(k, 0))) for k, chance in enumerate(found_crossing))
        if worst > TOLERANCE:
            return f"cross fire off by {worst} for {attack}"
    return ""


def check(attacks: Iterator[Attack], least: int) -> None:
    count = 0
    for attack in islice(attacks, 0, None, EVERY):
        assert not disagreement(attack)
        count += 1
    assert count >= least // EVERY


@pytest.mark.parametrize(
    ("attacks", "least"),
    [(scenarios.single_readings, 200), (scenarios.paired_readings, 2600), (scenarios.single_traits, 900)],
)
def test_equals_brute_force(attacks, least):
    check(attacks(), least)


@pytest.mark.parametrize("base", scenarios.TRAIT_BASES, ids=["armed", "unarmed", "still", "moved", "grab"])
def test_pairs_of_plain_traits_in_every_edition(base):
    check(scenarios.paired_traits(base, scenarios.PLAIN, scenarios.EDITIONS), 800)


SHARES = 5
"""Parts of a long list, for the cores to share."""


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize(
    "base", [scenarios.ARMED, scenarios.UNARMED, scenarios.STILL], ids=["armed", "unarmed", "shot"]
)
def test_pairs_of_all_traits(base, share):
    check(islice(scenarios.paired_traits(base), share, None, SHARES), 3000 // SHARES)
