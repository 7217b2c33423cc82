"""The third edition's exact engine against its brute force, joint law by joint law, to 1e-12."""

from collections.abc import Iterator
from itertools import islice, product

import pytest
import scenarios_third as scenarios
from oracle_third import Clash3, outcomes3
from oracle_third_pools import icepool_clash

from bmg_odds.answers.ask import counted
from bmg_odds.engines import jit
from bmg_odds.engines.exact_clash import clash_table
from bmg_odds.rules.clash import plain_clash
from bmg_odds.rules.record import faces_from
from bmg_odds.rules.resolve import resolve

TOLERANCE = 1e-12
EVERY = 1 if jit.COMPILED else 10
"""Neither side of this comparison is compiled: the pass without the compiler need not make it in full again."""


def disagreement(clash: Clash3) -> str:
    """What differs between the package and the brute force on one attack; empty where nothing does."""
    found: dict = {}
    for case in counted(resolve(scenarios.asked(clash))).cases:
        key = (case.damages, case.criticals, case.knocked_down, *case[4:9])
        found[key] = found.get(key, 0.0) + case.probability
    wanted = outcomes3(clash)
    if found.keys() != wanted.keys():
        return f"cases {sorted(found.keys() ^ wanted.keys())[:4]} for {clash}"
    worst = max(abs(found[key] - float(chance)) for key, chance in wanted.items())
    return f"off by {worst} for {clash}" if worst > TOLERANCE else ""


def check(attacks: Iterator[Clash3], least: int) -> None:
    count = 0
    for clash in islice(attacks, 0, None, EVERY):
        assert not disagreement(clash)
        count += 1
    assert count >= least // EVERY


@pytest.mark.parametrize(
    ("attacks", "least"),
    [(scenarios.readings, 200), (scenarios.efforts, 32), (scenarios.singles, 300), (scenarios.fresh, 150)],
)
def test_equals_brute_force(attacks, least):
    check(attacks(), least)


@pytest.mark.parametrize("base", scenarios.BASES, ids=["armed", "unarmed", "shot", "moved"])
def test_pairs_of_traits(base):
    check(scenarios.pairs(base), 3000)


@pytest.mark.parametrize(("dice", "defence_dice"), [(6, 5), (10, 8), (15, 12)])
@pytest.mark.parametrize(("hit", "defence", "strength"), list(product((3, 5), (4, 6), (2, 5))))
def test_equals_icepool(dice, defence_dice, hit, defence, strength):
    wanted = icepool_clash(
        dice=dice, hit_from=hit, defence_dice=defence_dice, defence_from=defence, strength_from=strength
    )
    clash = plain_clash(dice, faces_from(hit), defence_dice, faces_from(defence), faces_from(strength))
    found: dict = {}
    for (_, attack, strong, critical, _plane), chance in clash_table(clash).cells():
        key = (attack + strong, critical > 0)
        found[key] = found.get(key, 0.0) + chance
    assert found.keys() == {key for key, chance in wanted.items() if chance}
    assert all(abs(found[key] - float(wanted[key])) <= TOLERANCE for key in found)
