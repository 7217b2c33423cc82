"""Figures of attacks by the thousand: tables are counted, read by the harm map, and never stored."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.exact_batch import (
    _COMB,
    COLLATERAL_SHIFT,
    MOST_DICE,
    Ints,
    Values,
    _law_slot,
    _make_law,
    _make_tail,
    _room,
    _tail_slot,
)
from bmg_odds.engines.jit import compiled, kernel
from bmg_odds.engines.parts import in_parts
from bmg_odds.rules import awarding

COLUMNS = (
    "out", "ko", "casualty", "knocked_down", "critical", "damage", "impact", "any_marker", "injuries", "stuns",
    "markers", "at_least",
)  # fmt: skip

_inflicted: Any = compiled(awarding._inflicted)
_suffered: Any = compiled(awarding._suffered)
_status: Any = compiled(awarding._status)
_fates: Any = compiled(awarding._fates)


@kernel
def _add_case(
    h: Ints, impacts: int, damages: int, criticals: int, matched: int, chance: float, least: int, out: Values, k: int
) -> None:
    """Add one case of a joint table to the figures of its record."""
    injuries, stuns = _inflicted(h, impacts, damages, criticals)
    now_injuries, now_stuns = _suffered(h, injuries, stuns)
    ko, casualty = _fates(h, _status(h[awarding.ENDURANCE], now_injuries, now_stuns), criticals)
    down = matched > 0
    down = down or (h[awarding.DOWN_ON_IMPACT] > 0 and impacts > 0)
    down = down or (h[awarding.DOWN_ON_DAMAGE] > 0 and damages > 0)
    out[k, 0] += chance * (ko + casualty) / 6.0
    out[k, 1] += chance * ko / 6.0
    out[k, 2] += chance * casualty / 6.0
    out[k, 3] += chance if down else 0.0
    out[k, 4] += chance if criticals > 0 else 0.0
    out[k, 5] += chance if damages > 0 else 0.0
    out[k, 6] += chance if impacts > 0 else 0.0
    out[k, 7] += chance if injuries + stuns > 0 else 0.0
    out[k, 8] += chance * injuries
    out[k, 9] += chance * stuns
    out[k, 10] += chance * (injuries + stuns)
    out[k, 11] += chance if injuries + stuns >= least else 0.0


@kernel
def _figures_block(
    packed: Ints, harms: Ints, comb: Values, least: int, out: Values, first: int, last: int, most: int
) -> None:
    (roll, spare, ones, sets, coef, power, row), (laws, law_keys), (tails, tail_keys) = _room(most)
    for k in range(first, last):
        head, covers, saves, tail = packed[k, 0], packed[k, 1], packed[k, 2], packed[k, 3]
        dice = head & MOST_DICE
        # The look-ups stand here and not in a function: passing the caches would cost more than they save.
        one, two = _law_slot(head, covers, saves), _tail_slot(tail, dice)
        if law_keys[one, 0] != head or law_keys[one, 1] != covers or law_keys[one, 2] != saves:
            _make_law(packed, k, one, comb, laws, law_keys, roll, spare, row)
        if tail_keys[two, 0] != tail or tail_keys[two, 1] != dice:
            _make_tail(packed, k, two, comb, ones, tails, tail_keys, sets, coef, power, row)
        criticals = ((tail >> COLLATERAL_SHIFT) & 3) + 1
        for figure in range(12):
            out[k, figure] = 0.0
        for impacts in range(dice + 1):
            for damages in range(impacts + 1):
                for critical in range(criticals):
                    for matched in range(2):
                        place = ((impacts * (dice + 1) + damages) * criticals + critical) * 2 + matched
                        chance = laws[one, impacts] * tails[two, place]
                        if chance != 0.0:
                            _add_case(harms[k], impacts, damages, critical, matched, chance, least, out, k)


def figures(packed: Ints, harms: Ints, *, at_least: int = 0, threads: int | None = None) -> Values:
    """Return the figures of packed records (`exact_batch.records`) under their harm rows: a float64 array, a row
    for each record, columns as COLUMNS; the last is the chance of at least `at_least` markers inflicted.

    >>> from bmg_odds.engines.exact_batch import records
    >>> from bmg_odds.rules.harm import Harm
    >>> from bmg_odds.rules.record import plain_strike
    >>> rows = figures(records([plain_strike(1, 56, 60)]), harm_rows([Harm(stuns=1, endurance=1)]))
    >>> [round(float(value), 4) for value in rows[0, :3]]
    [0.3333, 0.3333, 0.0]
    """
    out = np.empty((len(packed), len(COLUMNS)))
    if not len(packed):
        return out
    dice, criticals = (packed[:, 0] & MOST_DICE) + 1, (packed[:, 3] >> COLLATERAL_SHIFT & 3) + 1
    most = int((dice * dice * criticals * 2).max())
    in_parts(
        len(packed),
        threads,
        lambda first, last: _figures_block(packed, harms, _COMB, at_least, out, first, last, most),
    )
    return out


def harm_rows(harms: Sequence[Any]) -> Ints:
    """Return the rows of harm maps (`Harm.row`) as one int64 array."""
    rows: npt.NDArray[np.int64] = np.array([harm.row for harm in harms], dtype=np.int64)
    return rows.reshape(len(harms), awarding.HARM_FIELDS)
