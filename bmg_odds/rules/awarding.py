"""The map from dice to a card as plain arithmetic on small integers (R2.8–R2.11, R9.6).

`Harm` is the readable face of these functions. They are written in the subset of Python that numba compiles,
so a single answer and a batch of a million run the very same map.
"""

from collections.abc import Sequence

HarmRow = Sequence[int]

(
    INJURIES, STUNS, SCRATCH, CRITICAL_INJURIES, CRITICAL_STUNS, CRITICAL_CASUALTY, DOWN_ON_IMPACT,
    DOWN_ON_DAMAGE, IGNORED, HARDENED, SURVIVOR, JUDGMENT, ENDURANCE, HELD_INJURIES, HELD_STUNS, REPLACE_STUNS,
    BEFORE,
) = range(17)  # fmt: skip
HARM_FIELDS = 17

SCRATCHES = ("off", "per_impact", "per_attack", "always", "caustic")
STATUSES = ("up", "ko", "casualty")
_UP, _KO, _CASUALTY = range(3)


def _inflicted(h: HarmRow, impacts: int, damages: int, criticals: int) -> tuple[int, int]:
    """Injuries and Stuns that the dice dealt, before Endurance."""
    injuries = damages * h[INJURIES] + criticals * h[CRITICAL_INJURIES]
    stuns = damages * h[STUNS] + criticals * h[CRITICAL_STUNS]
    scratch = h[SCRATCH]
    if scratch == 1:
        stuns += impacts - damages
    elif scratch == 2 and impacts > 0 and damages == 0:
        stuns += 1
    elif scratch == 3:
        stuns += impacts
    elif scratch == 4:
        injuries += impacts - damages
    ignored = min(injuries, h[IGNORED])
    injuries -= ignored
    stuns -= min(stuns, h[IGNORED] - ignored)
    if h[HARDENED] and injuries > 0:
        return injuries - 1, stuns + 1
    return injuries, stuns


def _suffered(h: HarmRow, injuries: int, stuns: int) -> tuple[int, int]:
    """Injuries and Stuns on the card after these markers: Injuries first, then Stuns; what is too many is lost."""
    free = max(0, h[ENDURANCE] - h[HELD_INJURIES] - h[HELD_STUNS])
    added = min(injuries, free)
    replaced = min(injuries - added, h[HELD_STUNS]) if h[REPLACE_STUNS] else 0
    now_injuries = h[HELD_INJURIES] + added + replaced
    now_stuns = h[HELD_STUNS] - replaced
    return now_injuries, now_stuns + min(stuns, max(0, h[ENDURANCE] - now_injuries - now_stuns))


def _status(endurance: int, injuries: int, stuns: int) -> int:
    """0 up, 1 K.O., 2 Casualty."""
    if injuries >= endurance:
        return _CASUALTY
    return _KO if injuries + stuns >= endurance else _UP


def _fates(h: HarmRow, status: int, criticals: int) -> tuple[int, int]:
    """Chances of K.O. and of Casualty in the end, in sixths: criticals that remove, Judgment, then Survivor."""
    if h[CRITICAL_CASUALTY] and criticals > 0:
        status = _CASUALTY
    ko, casualty = 6 * (status == _KO), 6 * (status == _CASUALTY)
    if h[JUDGMENT] and status == _KO and h[BEFORE] == _UP:
        ko, casualty = 3, 3
    if h[SURVIVOR] and h[BEFORE] != _CASUALTY:
        saved = casualty // 3
        ko, casualty = ko + saved, casualty - saved
    return ko, casualty
