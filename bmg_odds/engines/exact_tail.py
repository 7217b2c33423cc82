"""Second half of the exact engine: damage dice and collateral dice for every number of impacts (R2.8, R2.9).

Knock down is counted by the faces that the damage dice avoid: where the collateral die shows c, nobody is
knocked down when no damage die shows the face that matches c. A collateral process (two dice, a reroll) is a
signed sum over such sets of avoided faces, and only their sizes count: so many success faces, so many
failing ones. One loop then serves every process.
"""

from collections.abc import Sequence

from bmg_odds.engines.counting import (
    COLLATERAL,
    COLLATERAL_FACES,
    COLLATERAL_REROLL,
    CRITICAL,
    DAMAGE,
    DAMAGE_REROLLS,
    DICE,
    MATCH,
    WIDTH,
    Buffer,
    Record,
    _count,
    _powers,
)
from bmg_odds.rules.record import MATCH_BITS

SIZE = 5  # avoided success faces 0 … 4 times avoided failing faces 0 … 4: two dice, each rerolled at most
AVOID = SIZE * SIZE
STATES = 12  # any damage success (2) × criticals (3) × knocked down (2)
COEFFICIENTS = STATES * AVOID
WAYS = 4 * WIDTH  # where the ways of each (impacts, damages) begin in the buffer of powers
POWERS = WAYS + WIDTH * WIDTH
SETS = 64  # sets of faces
LIST = 4 * SETS  # where the list of one die's law begins in its buffer
LAW = LIST + 8 * SETS


def _matched(r: Record, shown: int) -> int:
    """Set of the damage faces that match a collateral die showing this face: one face, or none (R2.9)."""
    match = r[MATCH]
    for face in range(6):
        if match >> MATCH_BITS * face & 7 == shown:
            return 1 << face
    return 0


def _one_die(r: Record, hurt: int, sets: Buffer) -> int:
    """Write the law of one collateral die as a list, and return its length.

    An entry is a place, (criticals × 2 + down) × SETS + avoided set, and a signed count, out of faces², or of
    faces where the die is not rerolled. The counts of `down` sum to 0. `hurt`: a damage die succeeded.
    """
    for place in range(4 * SETS):
        sets[place] = 0.0
    faces = r[COLLATERAL_FACES]
    for first in range(1, 7):
        if not faces >> (first - 1) & 1:
            continue
        avoid = _matched(r, first)
        critical = hurt & r[CRITICAL] >> (first - 1) & 1
        if critical or not r[COLLATERAL_REROLL]:
            weight = float(_count(faces)) if r[COLLATERAL_REROLL] else 1.0
            _stand(sets, critical, 0, avoid, weight)
            continue
        sets[SETS] += float(_count(faces))  # knocked down at once: the first die stands
        sets[SETS + avoid] -= float(_count(faces))
        for again in range(1, 7):
            if faces >> (again - 1) & 1:
                critical = hurt & r[CRITICAL] >> (again - 1) & 1
                _stand(sets, critical, avoid, avoid | _matched(r, again), 1.0)
    length = 0
    for place in range(4 * SETS):
        if sets[place] != 0.0:
            sets[LIST + 2 * length] = float(place)
            sets[LIST + 2 * length + 1] = sets[place]
            length += 1
    return length


def _stand(sets: Buffer, critical: int, before: int, avoid: int, weight: float) -> None:
    """Count a die that stands where `before` was avoided: it knocks down unless all of `avoid` is."""
    sets[critical * 2 * SETS + avoid] += weight
    if avoid != before:
        sets[critical * 2 * SETS + SETS + before] += weight
        sets[critical * 2 * SETS + SETS + avoid] -= weight


def _collateral(r: Record, sets: Buffer, coef: Buffer) -> None:
    """Signed counts of (criticals, down) by the sizes of the avoided sets (R2.9, R9.7, R9.8).

    coef[((hurt × 3 + criticals) × 2 + down) × AVOID + successes × SIZE + failures], out of `_scale`.
    """
    for place in range(COEFFICIENTS):
        coef[place] = 0.0
    for hurt in range(2):
        length = _one_die(r, hurt, sets)
        for one in range(length):
            left, weight = int(sets[LIST + 2 * one]), sets[LIST + 2 * one + 1]
            if r[COLLATERAL] == 1:
                _add(r, coef, hurt * 6 + left // SETS, left % SETS, weight)
                continue
            for two in range(one, length):  # the dice are alike: each unlike pair counts twice
                right = int(sets[LIST + 2 * two])
                both = weight * sets[LIST + 2 * two + 1] * (1.0 if two == one else 2.0)
                criticals = left // (2 * SETS) + right // (2 * SETS)
                down = (left | right) // SETS & 1
                state = (hurt * 3 + criticals) * 2 + down
                _add(r, coef, state, (left | right) % SETS, both)


def _add(r: Record, coef: Buffer, state: int, avoid: int, weight: float) -> None:
    hits = _count(avoid & r[DAMAGE])
    coef[state * AVOID + hits * SIZE + _count(avoid) - hits] += weight


def _needs_counts(r: Record) -> bool:
    """Whether the tail needs the counts of `_collateral`: a second die, or a reroll."""
    return r[COLLATERAL] != 1 or r[COLLATERAL_REROLL] != 0


def _scale(r: Record) -> float:
    """What the counts of `_collateral` are out of."""
    faces = float(_count(r[COLLATERAL_FACES]))
    return (faces * faces if r[COLLATERAL_REROLL] else faces) ** r[COLLATERAL]


def _choose(r: Record, comb: Sequence[float], impacts: int, damages: int, miss: float) -> float:
    """In how many ways, with the chance of the rerolled failures, so many dice give so many successes.

    Plainly a binomial coefficient; where only some failed dice are rerolled (the first ones that failed), a
    sum over the successes of the first throw. `miss` is the chance to fail of one throw.
    """
    rerolls = r[DAMAGE_REROLLS]
    if rerolls == 0 or rerolls >= r[DICE]:
        return comb[impacts * WIDTH + damages]
    total = 0.0
    for first in range(damages + 1):
        again = min(rerolls, impacts - first)
        if damages - first <= again:
            total += comb[impacts * WIDTH + first] * comb[again * WIDTH + damages - first] * miss**again
    return total


def _tail(
    r: Record,
    comb: Sequence[float],
    law: Buffer,
    sets: Buffer,
    coef: Buffer,
    power: Buffer,
    out: Buffer,
) -> None:
    """Fill one plane of the joint table, flat, from the law of the impacts (R2.8, R2.9).

    The law's own values multiply the rows of the table, so a law of ones gives the fixed tail of each number.
    `coef` holds the counts of `_collateral` where `_needs_counts`; else it is a buffer.
    """
    dice = r[DICE]
    for place in range((dice + 1) * (dice + 1) * (r[COLLATERAL] + 1) * 2):
        out[place] = 0.0
    out[0] = law[0]
    good = _count(r[DAMAGE])
    bad = 6 - good
    hit, miss = 1.0 / 6.0, 1.0 / 6.0
    if r[DAMAGE_REROLLS] >= dice > 0:
        hit, miss = (6 + bad) / 36.0, bad / 36.0
    _powers(hit * good, dice, power, 0)
    _powers(miss * bad, dice, power, WIDTH)
    for impacts in range(1, dice + 1):
        for damages in range(impacts + 1):
            ways = law[impacts] * _choose(r, comb, impacts, damages, bad / 6.0)
            power[WAYS + impacts * WIDTH + damages] = ways
    if not _needs_counts(r):
        _plain_tail(r, hit, miss, sets, power, out)
    else:
        _general_tail(r, hit, miss, sets, coef, power, out)


def _plain_tail(r: Record, hit: float, miss: float, weight: Buffer, power: Buffer, out: Buffer) -> None:
    """Damage and one collateral die that stands: the tail of most attacks, several times faster."""
    dice, good = r[DICE], _count(r[DAMAGE])
    bad = 6 - good
    for place in range(14):
        weight[place] = 0.0  # faces that match a collateral die showing 1 … 6: successes, then failures
    for face in range(6):
        shown = r[MATCH] >> MATCH_BITS * face & 7
        weight[shown + 7 * (1 - (r[DAMAGE] >> face & 1))] += 1.0
    faces = float(_count(r[COLLATERAL_FACES]))
    done = 0
    for shown in range(1, 7):
        if done >> shown & 1 or not r[COLLATERAL_FACES] >> (shown - 1) & 1:
            continue
        hits, misses = weight[shown], weight[7 + shown]
        plain, critical = 0.0, 0.0  # collateral faces that leave the same damage faces to avoid
        for other in range(shown, 7):
            alike = weight[other] == hits and weight[7 + other] == misses
            if alike and r[COLLATERAL_FACES] >> (other - 1) & 1:
                done |= 1 << other
                if r[CRITICAL] >> (other - 1) & 1:
                    critical += 1.0
                else:
                    plain += 1.0
        _powers(hit * (good - hits), dice, power, 2 * WIDTH)
        _powers(miss * (bad - misses), dice, power, 3 * WIDTH)
        for impacts in range(1, dice + 1):
            cell = impacts * (dice + 1) * 4
            none = power[WAYS + impacts * WIDTH] / faces
            here = none * power[3 * WIDTH + impacts]
            full = none * power[WIDTH + impacts]
            out[cell] += (plain + critical) * here
            out[cell + 1] += (plain + critical) * (full - here)
            for damages in range(1, impacts + 1):
                cell += 4
                ways = power[WAYS + impacts * WIDTH + damages] / faces
                here = ways * power[2 * WIDTH + damages] * power[3 * WIDTH + impacts - damages]
                full = ways * power[damages] * power[WIDTH + impacts - damages]
                out[cell] += plain * here
                out[cell + 1] += plain * (full - here)
                out[cell + 2] += critical * here
                out[cell + 3] += critical * (full - here)


def _terms(coef: Buffer, avoid: int, hurt: int, terms: Buffer) -> int:
    """List the (cell, count) pairs of one size of avoided set where a damage die did or did not succeed."""
    length = 0
    for state in range(6):
        count = coef[(hurt * 6 + state) * AVOID + avoid]
        if count != 0.0:
            terms[2 * length], terms[2 * length + 1] = float(state), count
            length += 1
    return length


def _general_tail(r: Record, hit: float, miss: float, sets: Buffer, coef: Buffer, power: Buffer, out: Buffer) -> None:
    """Damage and any collateral process, from the signed counts of `_collateral`."""
    dice, width = r[DICE], (r[COLLATERAL] + 1) * 2
    good = _count(r[DAMAGE])
    bad = 6 - good
    scale = _scale(r)
    for avoid in range(AVOID):
        hits, misses = avoid // SIZE, avoid % SIZE
        for hurt in range(2):
            length = _terms(coef, avoid, hurt, sets)
            if length == 0:
                continue
            _powers(hit * (good - hits), dice, power, 2 * WIDTH)
            _powers(miss * (bad - misses), dice, power, 3 * WIDTH)
            for impacts in range(1, dice + 1):
                for damages in range(hurt, impacts * hurt + 1):
                    ways = power[WAYS + impacts * WIDTH + damages] / scale
                    here = ways * power[2 * WIDTH + damages] * power[3 * WIDTH + impacts - damages]
                    # Knocked down is the signed rest of "all faces": where nothing is avoided it is exactly 0.
                    down = here - ways * power[damages] * power[WIDTH + impacts - damages]
                    cell = (impacts * (dice + 1) + damages) * width
                    for term in range(length):
                        state = int(sets[2 * term])
                        out[cell + state] += sets[2 * term + 1] * (down if state & 1 else here)
