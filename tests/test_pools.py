"""The exact engine against icepool, on pools too large to enumerate."""

from itertools import product

import pytest
from oracle_pools import icepool_table

from bmg_odds.engines import exact
from bmg_odds.rules.fold import judged
from bmg_odds.rules.record import ALL_DICE, faces_from, plain_strike

CASES = [
    {"dice": dice, "defense": defense, "handy": handy, "sharp": sharp, "dc": dc, "strength": strength,
     "damage_bonus": bonus, "critical_from": critical}
    for (dice, dc), (defense, strength, bonus), (handy, sharp), critical in product(
        ((6, 4), (9, 6), (12, 12)), ((4, 4, 1), (2, 5, 0), (6, 3, -1)), ((False, False), (True, True)), (6, 4)
    )
]  # fmt: skip


def strike(case):
    """The case as an attack record: larger than any card allows, so made without one."""
    return plain_strike(
        dice=case["dice"],
        impact=judged(case["defense"], 0),
        impact_rerolls=ALL_DICE * case["handy"],
        block_dice=case["dc"],
        block=faces_from(5),
        damage=judged(case["strength"], case["damage_bonus"]),
        damage_rerolls=ALL_DICE * case["sharp"],
        critical=faces_from(case["critical_from"]),
    )


@pytest.mark.parametrize("case", CASES)
def test_equals_icepool(case):
    wanted = {key: chance for key, chance in icepool_table(attack=5, **case).items() if chance}
    found = dict.fromkeys(wanted, 0.0)
    for (_, _, damages, criticals, down), chance in exact.table(strike(case)).cells():
        found[damages, criticals > 0, bool(down)] += chance
    assert all(abs(found[key] - float(wanted[key])) <= 1e-12 for key in found)
