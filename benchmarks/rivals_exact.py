"""The reference attack by other people's libraries, each returning (damages, critical, down) -> chance.

Most of them stand in `tests/oracle_pools.py`, where they are witnesses of the engine; here they are rivals.
"""

import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import oracle_pools
from oracle_pools import ATTACK, BLOCK_DICE, DAMAGE_BONUS, DEFENSE, IMPACT_DICE, STRENGTH

ICEPOOL_JOINT = "icepool, idiomatic joint form"
ICEPOOL_BEST = "icepool, optimised by hand"
DYCE_JOINT = "dyce, idiomatic joint form"
DYCE_BEST = "dyce, optimised by hand"
SCIPY = "scipy.stats.binom and a convolution"
NUMPY = "NumPy, Pascal table"

ABOUT = {
    ICEPOOL_JOINT: "as its manual would have it: the whole joint law from `@` and `map`, by collateral face",
    ICEPOOL_BEST: "only two-sided dice and running sums in icepool; the joint law is assembled by hand from "
    "inclusion and exclusion, so most of the thinking is not icepool's",
    DYCE_JOINT: "as its manual would have it: pools of dice that show success and match at once, by collateral "
    "face and number of impacts left",
    DYCE_BEST: "the same by hand on dyce's histograms, the fastest of several forms tried",
    SCIPY: "binomial laws by scipy.stats, the rest by NumPy",
    NUMPY: "exact 64-bit integers, one convolution, everything written for this one attack",
}


def icepool_joint() -> object:
    return oracle_pools.icepool_table(
        dice=IMPACT_DICE,
        defense=DEFENSE,
        dc=BLOCK_DICE,
        attack=ATTACK,
        strength=STRENGTH,
        damage_bonus=DAMAGE_BONUS,
    )


def dyce_joint() -> dict[tuple[int, bool, bool], Fraction]:
    """The reference attack in dyce: dice whose faces are coded by success and match, pooled by impacts left."""
    from dyce import H

    d6 = H(6)
    left: dict[int, int] = {}
    for net, count in (IMPACT_DICE @ d6.ge(DEFENSE) - BLOCK_DICE @ d6.ge(ATTACK)).items():
        left[max(0, net)] = left.get(max(0, net), 0) + count
    impacts = H(left)
    table: dict[tuple[int, bool, bool], Fraction] = {}
    for shown in range(1, 7):
        coded = [
            (face == 6 or (face != 1 and face + DAMAGE_BONUS >= STRENGTH)) + 32 * (face == shown != 1)
            for face in range(1, 7)
        ]
        die = H(coded)
        for number, count in impacts.items():
            pool = number @ die if number else H({0: 1})  # 0 @ H is empty
            for code, ways in pool.items():
                key = (code % 32, shown == 6 and code % 32 > 0, code >= 32)
                chance = Fraction(count * ways, impacts.total * pool.total * 6)
                table[key] = table.get(key, Fraction(0)) + chance
    return table


def scipy_joint() -> dict[tuple[int, bool, bool], float]:
    """The reference attack by scipy.stats: binomials, one convolution, then sums over the impacts left."""
    from scipy import stats

    up = np.arange(IMPACT_DICE + 1)
    hits = stats.binom.pmf(up, IMPACT_DICE, 3 / 6)
    blocks = stats.binom.pmf(np.arange(BLOCK_DICE + 1), BLOCK_DICE, 2 / 6)
    net = np.convolve(hits, blocks[::-1])
    left = net[BLOCK_DICE:].copy()
    left[0] += net[:BLOCK_DICE].sum()
    damages = stats.binom.pmf(up[None, :], up[:, None], 4 / 6)
    # No die shows the face of the collateral die: among the misses (a 2), or among the hits (3 … 6).
    no_miss = damages * np.where(up[:, None] >= up, 0.5 ** np.maximum(up[:, None] - up, 0), 0.0)
    no_hit = damages * 0.75 ** up[None, :]
    whole, miss, hit = left @ damages, left @ no_miss, left @ no_hit
    table: dict[tuple[int, bool, bool], float] = {}
    for k in range(IMPACT_DICE + 1):
        plain = 4 if k == 0 else 3
        table[k, False, False] = float(whole[k] + miss[k] + plain * hit[k]) / 6
        table[k, False, True] = float((1 + plain) * whole[k] - miss[k] - plain * hit[k]) / 6
        if k:
            table[k, True, False] = float(hit[k]) / 6
            table[k, True, True] = float(whole[k] - hit[k]) / 6
    return table


RIVALS: dict[str, tuple[Callable[[], Any], int]] = {
    ICEPOOL_JOINT: (icepool_joint, 5),
    ICEPOOL_BEST: (oracle_pools.icepool_reference, 20),
    DYCE_JOINT: (dyce_joint, 5),
    DYCE_BEST: (oracle_pools.dyce_reference, 60),
    SCIPY: (scipy_joint, 20),
    NUMPY: (oracle_pools.numpy_reference, 200),
}
"""Each rival and how often it is called in a round."""


def disagreement() -> float:
    """Return the largest difference of any rival's cell from ours: a race between wrong answers is void."""
    from bmg_odds.engines import exact
    from bmg_odds.rules.record import faces_from, plain_strike

    strike = plain_strike(5, faces_from(4), faces_from(3), block_dice=4, block=faces_from(5))
    ours: dict[tuple[int, bool, bool], float] = {}
    for (*_, damages, criticals, down), chance in exact.table(strike).cells():
        key = (damages, criticals > 0, bool(down))
        ours[key] = ours.get(key, 0.0) + chance
    worst = 0.0
    for rival, _ in RIVALS.values():
        table = rival()
        keys = ours.keys() | table.keys()
        worst = max(worst, *(abs(ours.get(key, 0.0) - float(table.get(key, 0))) for key in keys))
    return worst
