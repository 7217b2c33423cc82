"""The exact engine of the third edition: counts attack hits against cancels, and Strength hits beside them (R7)."""

from math import comb

from bmg_odds.engines.counting import COMB, WIDTH
from bmg_odds.engines.exact_impacts import _pass_groups, _rolls, _spoiled
from bmg_odds.engines.table import Table
from bmg_odds.rules.clash import Clash, clash_shape
from bmg_odds.rules.record import SAVE_BITS

Strength = tuple[int, int, int]
"""Failed Strength dice, Strength hits, criticals among them."""


def clash_table(clash: Clash) -> Table:
    """Return the exact joint table of one clash, probabilities as float64 that sum to 1.

    Axes as `clash_shape`: failed Strength dice, attack hits left, Strength hits left, criticals left.

    >>> from bmg_odds.rules.clash import plain_clash
    >>> from bmg_odds.rules.record import faces_from
    >>> law = clash_table(plain_clash(4, faces_from(3), 3, faces_from(5), faces_from(3)))
    >>> hits = [0.0] * 6
    >>> for (_, attack, strength, *_rest), chance in law.cells():
    ...     hits[attack + strength] += chance
    >>> [f"{chance:.2%}" for chance in hits]
    ['5.78%', '20.09%', '27.31%', '27.31%', '15.61%', '3.90%']
    """
    axes = clash_shape(clash)
    values = [0.0] * (axes[0] * axes[1] * axes[2] * axes[3])
    keep = _pass_groups(clash.saves, SAVE_BITS)
    attack, cancels, strength = _attack_hits(clash), _cancels(clash), _strength_dice(clash)
    for cancelled, cancel in enumerate(cancels):
        for (failed, hits, criticals), strong in strength.items():
            taken = min(cancelled, hits) if clash.strength_defended else 0
            left = hits - taken, max(0, criticals - taken)
            for rolled, chance in enumerate(attack):
                whole = chance * cancel * strong
                if not whole:
                    continue
                stand = max(0, rolled - (cancelled - taken))
                for (kept, plain, critical), share in _saved(stand, *left, keep=keep).items():
                    place = ((failed * axes[1] + kept) * axes[2] + plain + critical) * axes[3] + critical
                    values[place] += whole * share
    return Table(axes, values)


def _attack_hits(clash: Clash) -> list[float]:
    """Law of the attack hits before the defence, Combo's included (R7.2)."""
    law = [0.0] * WIDTH
    if clash.hit_spoils:
        _spoiled(clash.dice, clash.hit, clash.hit_rerolls, clash.hit_spoils, COMB, law)
    else:
        _rolls(clash.dice, clash.hit, clash.hit_rerolls, COMB, law)
    found = [0.0] * (clash.dice + clash.combo * (clash.dice // 2) + 1)
    for hits in range(clash.dice + 1):
        found[hits + clash.combo * (hits // 2)] += law[hits]
    return found


def _cancels(clash: Clash) -> list[float]:
    """Law of the hits that the defence cancels (R7.3)."""
    law = [0.0] * WIDTH
    dice = clash.defence_dice
    _rolls(dice, clash.defence, clash.defence_rerolls, COMB, law)
    found = [0.0] * (dice + clash.sustained * (dice // 2) + 1)
    for successes in range(dice + 1):
        found[(successes + clash.sustained * (successes // 2)) // clash.defence_need] += law[successes]
    return found


def _strength_dice(clash: Clash) -> dict[Strength, float]:
    """Law of the Strength dice: failed, hits, criticals among the hits (R7.2, R7.4)."""
    faces = clash.strength_faces.bit_count()
    hit = clash.strength & clash.strength_faces
    critical = (hit & clash.critical).bit_count() / faces
    plain = (hit & ~clash.critical).bit_count() / faces
    miss = (clash.strength_faces & ~clash.strength).bit_count() / faces
    # state: rerolls left beside the counts; the first dice that fail take the rerolls
    law: dict[tuple[int, int, int, int], float] = {(clash.strength_rerolls, 0, 0, 0): 1.0}
    for _ in range(clash.strength_dice):
        after: dict[tuple[int, int, int, int], float] = {}

        def add(state: tuple[int, int, int, int], chance: float, into: dict[tuple[int, int, int, int], float]) -> None:
            if chance:
                into[state] = into.get(state, 0.0) + chance

        for (rerolls, failed, hits, criticals), chance in law.items():
            add((rerolls, failed, hits + 1, criticals + 1), chance * critical, after)
            add((rerolls, failed, hits + 1, criticals), chance * plain, after)
            if rerolls:
                add((rerolls - 1, failed, hits + 1, criticals + 1), chance * miss * critical, after)
                add((rerolls - 1, failed, hits + 1, criticals), chance * miss * plain, after)
                add((rerolls - 1, failed + 1, hits, criticals), chance * miss * miss, after)
            else:
                add((rerolls, failed + 1, hits, criticals), chance * miss, after)
        law = after
    found: dict[Strength, float] = {}
    for (_, *counts), chance in law.items():
        key = (counts[0], counts[1], counts[2])
        found[key] = found.get(key, 0.0) + chance
    return found


def _saved(attack: int, strength: int, criticals: int, *, keep: float) -> dict[Strength, float]:
    """Law of what the saves leave of attack hits, plain Strength hits and criticals (R9.9)."""
    if keep == 1.0:
        return {(attack, strength - criticals, criticals): 1.0}
    found = {}
    for one, first in enumerate(_thinned(attack, keep)):
        for two, second in enumerate(_thinned(strength - criticals, keep)):
            for three, third in enumerate(_thinned(criticals, keep)):
                found[one, two, three] = first * second * third
    return found


def _thinned(count: int, keep: float) -> list[float]:
    return [comb(count, k) * keep**k * (1.0 - keep) ** (count - k) for k in range(count + 1)]
