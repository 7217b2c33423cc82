"""Figures of attacks by the thousand: tables are read by the harm map as they are counted, and never stored.

Every figure is a sum over the cells of a joint table, and a joint table is a law of impacts times a tail. So the
figures of each number of impacts are found once for a tail under a harm map, and a record costs their sum by its law.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.exact_pack import COLLATERAL_SHIFT, MOST_DICE, Ints, Values
from bmg_odds.engines.exact_room import (
    TAIL_BITS,
    TAIL_HAVE,
    TAIL_KEYS,
    _law_slot,
    _make_law,
    _seek_tail,
    _slot,
    law_at,
    room,
    tail_at,
    triangle,
)
from bmg_odds.engines.jit import compiled, kernel
from bmg_odds.engines.parts import in_parts
from bmg_odds.errors import BmgError
from bmg_odds.rules import awarding

COLUMNS = (
    "out", "ko", "casualty", "knocked_down", "critical", "damage", "impact", "any_marker", "injuries", "stuns",
    "markers", "at_least",
)  # fmt: skip
AT_LEAST = len(COLUMNS) - 1
"""Codes from here on are chances of so many markers, or more."""

WORTH_BITS = 9
WORTHS = 1 << WORTH_BITS  # figures by impacts that a thread keeps
ROW_BITS = 16
PROBES = 8

_inflicted: Any = compiled(awarding._inflicted)
_suffered: Any = compiled(awarding._suffered)
_status: Any = compiled(awarding._status)
_fates: Any = compiled(awarding._fates)


@kernel
def _add_case(
    h: Ints, impacts: int, damages: int, criticals: int, stay: float, down: float, codes: Ints, worth: Values, to: int
) -> None:
    """Add one case, standing and knocked down, to the figures of its number of impacts."""
    injuries, stuns = _inflicted(h, impacts, damages, criticals)
    now_injuries, now_stuns = _suffered(h, injuries, stuns)
    ko, casualty = _fates(h, _status(h[awarding.ENDURANCE], now_injuries, now_stuns), criticals)
    chance = stay + down
    for column in range(len(codes)):
        code = codes[column]
        value = 0.0
        if code == 0:
            value = chance * (ko + casualty) / 6.0
        elif code == 1:
            value = chance * ko / 6.0
        elif code == 2:
            value = chance * casualty / 6.0
        elif code == 3:
            anyway = h[awarding.DOWN_ON_IMPACT] > 0 and impacts > 0
            anyway = anyway or (h[awarding.DOWN_ON_DAMAGE] > 0 and damages > 0)
            value = chance if anyway else down
        elif code == 4:
            value = chance if criticals > 0 else 0.0
        elif code == 5:
            value = chance if damages > 0 else 0.0
        elif code == 6:
            value = chance if impacts > 0 else 0.0
        elif code == 7:
            value = chance if injuries + stuns > 0 else 0.0
        elif code == 8:
            value = chance * injuries
        elif code == 9:
            value = chance * stuns
        elif code == 10:
            value = chance * (injuries + stuns)
        else:
            value = chance if injuries + stuns >= code - AT_LEAST else 0.0
        worth[to + column] += value


@kernel
def _make_worth(
    h: Ints, first: int, last: int, width: int, tail: Values, at: int, codes: Ints, worth: Values, to: int
) -> None:
    """Write the figures of `first` … `last` impacts under one harm map."""
    many, wide = len(codes), 4 if width == 4 else 8
    for impacts in range(first, last + 1):
        line = to + impacts * many
        for column in range(line, line + many):
            worth[column] = 0.0
        cell = at + impacts * (impacts + 1) // 2 * wide
        for damages in range(impacts + 1):
            for critical in range(width // 2):
                stay, down = tail[cell + 2 * critical], tail[cell + 2 * critical + 1]
                if stay + down != 0.0:
                    _add_case(h, impacts, damages, critical, stay, down, codes, worth, line)
            cell += wide


@kernel
def _figures_block(
    packed: Ints, harms: Ints, which: Ints, codes: Ints, out: Values, floats: Values, ints: Ints,
    worth: Values, worth_keys: Ints, first: int, last: int, most: int, wide: int,
) -> None:  # fmt: skip
    line, cells_each, many = most + 1, triangle(most, wide), len(codes)
    for k in range(first, last):
        head, covers, saves, key = packed[k, 0], packed[k, 1], packed[k, 2], packed[k, 3]
        dice, harm = head & MOST_DICE, which[k]
        one, three = _law_slot(head, covers, saves), _slot(key ^ (harm << 44), WORTH_BITS)
        if ints[3 * one] != head or ints[3 * one + 1] != covers or ints[3 * one + 2] != saves:
            _make_law(packed, k, one, line, floats, ints)
        if worth_keys[three, 0] != key or worth_keys[three, 1] != harm or worth_keys[three, 2] < dice:
            two = _slot(key, TAIL_BITS)
            same = worth_keys[three, 0] == key and worth_keys[three, 1] == harm
            have = worth_keys[three, 2] if same else -1
            until = most if same else dice  # what grows once will grow again
            if ints[TAIL_KEYS + two] != key or ints[TAIL_HAVE + two] < until:
                two = _seek_tail(packed, k, until, cells_each, most, floats, ints)
            width, tail = (((key >> COLLATERAL_SHIFT) & 3) + 1) * 2, tail_at(two, line, cells_each)
            _make_worth(harms[harm], have + 1, until, width, floats, tail, codes, worth, three * line * many)
            worth_keys[three, 0], worth_keys[three, 1], worth_keys[three, 2] = key, harm, until
        at, to = law_at(one, line), three * line * many
        for column in range(many):
            total = 0.0
            for impacts in range(dice + 1):
                total += floats[at + impacts] * worth[to + impacts * many + column]
            out[k, column] = total


@kernel
def _same(harms: Ints, one: int, other: int) -> bool:
    for field in range(harms.shape[1]):
        if harms[one, field] != harms[other, field]:
            return False
    return True


@kernel
def _number_rows(harms: Ints, slots: Ints, which: Ints) -> None:
    """Write for each harm row the place of the first one like it, or of itself where that is not found."""
    for k in range(len(harms)):
        if k > 0 and _same(harms, which[k - 1], k):
            which[k] = which[k - 1]
            continue
        which[k] = k
        mixed = 0
        for field in range(harms.shape[1]):
            mixed = (mixed * 31 + harms[k, field]) & 0xFFFFFFFFFFFF
        start = _slot(mixed, ROW_BITS)
        for probe in range(PROBES):
            slot = (start + probe) & (len(slots) - 1)
            if slots[slot] < 0:
                slots[slot] = k
                break
            if _same(harms, slots[slot], k):
                which[k] = slots[slot]
                break


def figures(
    packed: Ints,
    harms: Ints,
    *,
    at_least: int = 0,
    threads: int | None = None,
    columns: Sequence[str] = COLUMNS,
    which: Ints | None = None,
    out: Values | None = None,
) -> Values:
    """Return the figures of packed records (`exact_batch.records`) under their harm rows: a float64 array, a row
    for each record, columns as asked.

    `columns` may name those of COLUMNS and `at-least=K`; `at_least` among them is the chance of at least
    `at_least` markers inflicted. `harms` has a row for each record; with `which`, a number for each record, record k
    has row `which[k]`. `out` is filled where it is given. BmgError for a column that there is not.

    >>> from bmg_odds.engines.exact_batch import records
    >>> from bmg_odds.rules.harm import Harm
    >>> from bmg_odds.rules.record import plain_strike
    >>> rows = figures(records([plain_strike(1, 56, 60)]), harm_rows([Harm(stuns=1, endurance=1)]))
    >>> [round(float(value), 4) for value in rows[0, :3]]
    [0.3333, 0.3333, 0.0]
    """
    codes = np.array([_code(name, at_least) for name in columns], dtype=np.int64)
    values = np.empty((len(packed), len(codes))) if out is None else out
    if not len(packed) or not len(codes):
        return values
    if which is None:
        which = np.empty(len(packed), np.int64)
        _number_rows(harms, np.full(1 << ROW_BITS, -1, np.int64), which)
    most = int((packed[:, 0] & MOST_DICE).max())
    wide = 4 if int((packed[:, 3] >> COLLATERAL_SHIFT & 3).max()) == 1 else 8
    numbers = which

    def fill(first: int, last: int) -> None:
        floats, ints = room(most, wide)
        worth, keys = np.empty(WORTHS * (most + 1) * len(codes)), np.full((WORTHS, 3), -1, np.int64)
        _figures_block(
            packed, harms, numbers, codes, values, floats, ints, worth, keys, first, last, most, wide
        )  # fmt: skip

    in_parts(len(packed), threads, fill)
    return values


def _code(name: str, at_least: int) -> int:
    head, _, level = name.partition("=")
    if head == "at-least" and level.isascii() and level.isdigit():
        return AT_LEAST + int(level)
    if name not in COLUMNS:
        raise BmgError(f"figure '{name}' is not known; allowed: {', '.join(COLUMNS)}, at-least=K")
    return AT_LEAST + at_least if name == "at_least" else COLUMNS.index(name)


def harm_rows(harms: Sequence[Any]) -> Ints:
    """Return the rows of harm maps (`Harm.row`) as one int64 array."""
    rows: npt.NDArray[np.int64] = np.array([harm.row for harm in harms], dtype=np.int64)
    return rows.reshape(len(harms), awarding.HARM_FIELDS)
