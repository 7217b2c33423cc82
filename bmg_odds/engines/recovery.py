"""The end of a round for the target of attacks: Stuns that come off, and K.O. models that wake (R3)."""

from collections.abc import Iterator
from functools import lru_cache

from bmg_odds.engines.rolls_exact import cases
from bmg_odds.engines.sequence import CASUALTY, KO, UP, State
from bmg_odds.rules.roll_dice import Pool, Under


@lru_cache(maxsize=64)
def _taken_off(dice: int, faces: int) -> tuple[float, ...]:
    """Return the law of the markers that so many recovery dice take off.

    >>> _taken_off(2, 0b111000)
    (0.25, 0.5, 0.25)
    """
    found = cases(Pool(dice, faces))
    return tuple(each / sum(found) for each in found)


def wakes(endurance: int) -> float:
    """Return the chance of a resistance roll, 2d6 of at most the Endurance (R3, R7.8).

    >>> f"{wakes(7):.4f}", wakes(12), wakes(1)
    ('0.5833', 1.0, 0.0)
    """
    failed, passed = cases(Under(2, endurance))
    return passed / (failed + passed)


def recovered(
    state: State, endurance: int, *, faces: int, sc: int = 0, injuries: bool = False
) -> Iterator[tuple[State, float]]:
    """Yield the target after the end of a round, with so many SC kept (R3).

    `faces` of a recovery die take a marker off, none for a model that never recovers; `injuries` where a die with no
    Stun left to take off takes an Injury (reading recover_injuries). A K.O. model that passes its resistance roll
    keeps its Injuries and all Stuns but one and lies there; one that Survivor saved has no Stun to lose and stays K.O.

    >>> held = State(0, 2, UP, False, 0, 0, 0, 0, False)
    >>> [(after.stuns, chance) for after, chance in recovered(held, 4, faces=0b111000, sc=1)]
    [(2, 0.25), (1, 0.5), (0, 0.25)]
    """
    if state.status == CASUALTY or not faces or (state.status == KO and not state.stuns):
        yield state, 1.0
    elif state.status == KO:
        up = wakes(endurance)
        for after, chance in ((state, 1.0 - up), (state._replace(stuns=state.stuns - 1, status=UP), up)):
            if chance:
                yield after, chance
    else:
        for off, chance in enumerate(_taken_off(1 + sc, faces)):
            stuns = max(0, state.stuns - off)
            more = min(state.injuries, off - (state.stuns - stuns)) if injuries else 0
            yield state._replace(stuns=stuns, injuries=state.injuries - more), chance
