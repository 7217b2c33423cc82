"""The exact engine: it counts, and never sees a face.

The law of the impacts that reach the damage roll is pushed through the stages as an array over their
number; the damage and collateral dice then form a fixed tail for each number (R2.3–R2.9).

Knock down is counted by the faces that the damage dice avoid: where the collateral die shows c, nobody is
knocked down when no damage die shows a face that matches c. Every collateral process (two dice, a reroll)
is a signed sum over such sets of avoided faces, so one loop serves them all.

The functions with a leading underscore are written in the subset of Python that numba compiles, over flat
buffers that the caller brings: `exact_batch` compiles these very functions, a single answer runs them as
they are, without numba or numpy (DESIGN 8).
"""

import math
from collections.abc import MutableSequence, Sequence

from bmg_odds.engines.table import Table, shape
from bmg_odds.rules.record import (
    COVER_BITS,
    CROSS_FIRE_BIT,
    FIELDS,
    MATCH_BITS,
    SAVE_BITS,
    Strike,
)

Buffer = MutableSequence[float]
Record = Sequence[int]

MOST_DICE = 31
WIDTH = MOST_DICE + 1  # a law over 0 … MOST_DICE successes, and a row of Pascal's triangle
COMB = [float(math.comb(n, k)) for n in range(WIDTH) for k in range(WIDTH)]

(
    DICE, IMPACT, IMPACT_REROLLS, BLOCK_DICE, BLOCK, BLOCK_REROLLS, BLOCK_NEED, BLOCK_CAP, COVERS, DODGE_DICE,
    DODGE, DODGE_REROLLS, SAVES, DAMAGE, DAMAGE_REROLLS, MATCH, COLLATERAL, COLLATERAL_FACES,
    COLLATERAL_REROLL, CRITICAL, CROSS, CROSS_REROLLS,
) = range(len(FIELDS))  # fmt: skip

SETS = 64  # sets of faces that the damage dice avoid
AVOID = 49  # the same by (success faces avoided) × 7 + (failing faces avoided)
STATES = 12  # any damage success (2) × criticals (3) × knocked down (2)


def _count(faces: int) -> int:
    """Number of faces in a set."""
    count = 0
    while faces:
        count += faces & 1
        faces >>= 1
    return count


def _rolls(dice: int, faces: int, rerolls: int, comb: Sequence[float], out: Buffer) -> None:
    """Law of the successes of so many dice, failed ones rerolled once as far as the rerolls reach (R9.1)."""
    p = _count(faces) / 6.0
    q = (6 - _count(faces)) / 6.0
    if rerolls >= dice > 0:
        p += q * p
        q *= q
    good = 1.0
    for k in range(dice + 1):
        out[k] = comb[dice * WIDTH + k] * good
        good *= p
    bad = 1.0
    for k in range(dice, -1, -1):
        out[k] *= bad
        bad *= q
    if 0 < rerolls < dice:
        _reroll_some(dice, rerolls, p, q, comb, out)


def _reroll_some(dice: int, rerolls: int, p: float, q: float, comb: Sequence[float], out: Buffer) -> None:
    """Add the successes of a limited number of rerolls to a law, in place, from the most successes down."""
    for k in range(dice - 1, -1, -1):
        again = min(rerolls, dice - k)
        weight = out[k]
        out[k] = 0.0
        for more in range(again, -1, -1):
            out[k + more] += weight * comb[again * WIDTH + more] * p**more * q ** (again - more)


def _subtract_blocks(r: Record, comb: Sequence[float], law: Buffer, roll: Buffer, spare: Buffer) -> None:
    """Block stage (R2.5): no impact, no dice; the surplus does nothing."""
    dice = r[DICE]
    for j in range(dice + 1):
        spare[j] = 0.0
    spare[0] = law[0]
    rolled = -1
    for hits in range(1, dice + 1):
        blocks = r[BLOCK_DICE]
        if r[BLOCK_CAP] and blocks > hits * r[BLOCK_NEED]:
            blocks = hits * r[BLOCK_NEED]
        if blocks != rolled:
            _rolls(blocks, r[BLOCK], r[BLOCK_REROLLS], comb, roll)
            rolled = blocks
        for success in range(blocks + 1):
            left = max(0, hits - success // r[BLOCK_NEED])
            spare[left] += law[hits] * roll[success]
    for j in range(dice + 1):
        law[j] = spare[j]


def _subtract_dodges(r: Record, comb: Sequence[float], law: Buffer, roll: Buffer, spare: Buffer) -> None:
    """Dodge (R2.7): each success cancels one impact."""
    dice = r[DICE]
    _rolls(r[DODGE_DICE], r[DODGE], r[DODGE_REROLLS], comb, roll)
    for j in range(dice + 1):
        spare[j] = 0.0
    for hits in range(dice + 1):
        for success in range(r[DODGE_DICE] + 1):
            spare[max(0, hits - success)] += law[hits] * roll[success]
    for j in range(dice + 1):
        law[j] = spare[j]


def _thin(dice: int, keep: float, stop: float, comb: Sequence[float], law: Buffer) -> None:
    """Let each impact pass with chance `keep`, in place (R2.6, R2.7, R9.9)."""
    for left in range(dice + 1):
        total = 0.0
        for hits in range(left, dice + 1):
            total += law[hits] * comb[hits * WIDTH + left] * keep**left * stop ** (hits - left)
        law[left] = total


def _pass_groups(packed: int, bits: int) -> float:
    """Chance that one impact passes every obstacle or save of a packed list."""
    keep = 1.0
    while packed:
        keep *= (6 - _count(packed & 63)) / 6.0
        packed >>= bits
    return keep


def _impacts(r: Record, comb: Sequence[float], law: Buffer, roll: Buffer, spare: Buffer) -> None:
    """Law of the impacts that reach the damage roll (R2.3–R2.7)."""
    _rolls(r[DICE], r[IMPACT], r[IMPACT_REROLLS], comb, law)
    if r[BLOCK_DICE]:
        _subtract_blocks(r, comb, law, roll, spare)
    if r[COVERS]:
        keep = _pass_groups(r[COVERS], COVER_BITS)
        _thin(r[DICE], keep, 1.0 - keep, comb, law)
    if r[DODGE_DICE]:
        _subtract_dodges(r, comb, law, roll, spare)
    if r[SAVES]:
        keep = _pass_groups(r[SAVES], SAVE_BITS)
        _thin(r[DICE], keep, 1.0 - keep, comb, law)


def _matching(r: Record, shown: int) -> int:
    """Set of the damage faces that match a collateral die showing this face (R2.9)."""
    match = r[MATCH]
    faces = 0
    for face in range(6):
        if match >> MATCH_BITS * face & 7 == shown:
            faces |= 1 << face
    return faces


def _one_collateral(r: Record, hurt: int, sets: Buffer) -> None:
    """Law of one collateral die as signed counts over avoided sets: sets[(critical × 2 + down) × SETS + set].

    Counts are out of faces², or of faces where the die is not rerolled. `hurt`: a damage die succeeded.
    """
    for place in range(4 * SETS):
        sets[place] = 0.0
    for shown in range(1, 7):
        if not r[COLLATERAL_FACES] >> (shown - 1) & 1:
            continue
        avoid = _matching(r, shown)
        critical = hurt & r[CRITICAL] >> (shown - 1)
        if not r[COLLATERAL_REROLL]:
            _stand(sets, critical, 0, avoid, 1.0)
            continue
        faces = float(_count(r[COLLATERAL_FACES]))
        if critical:
            _stand(sets, 1, 0, avoid, faces)
            continue
        sets[SETS] += faces  # knocked down at once: the first die stands
        sets[SETS + avoid] -= faces
        for again in range(1, 7):
            if r[COLLATERAL_FACES] >> (again - 1) & 1:
                _stand(sets, hurt & r[CRITICAL] >> (again - 1), avoid, avoid | _matching(r, again), 1.0)


def _stand(sets: Buffer, critical: int, before: int, avoid: int, weight: float) -> None:
    """Count a die that stands: avoided so far `before`, and it knocks down unless `avoid` is avoided."""
    sets[critical * 2 * SETS + avoid] += weight
    sets[critical * 2 * SETS + SETS + before] += weight
    sets[critical * 2 * SETS + SETS + avoid] -= weight


def _collateral(r: Record, sets: Buffer, coef: Buffer) -> None:
    """Signed counts of (criticals, down) by number of success and failing faces avoided (R2.9, R9.7, R9.8).

    coef[((hurt × 3 + criticals) × 2 + down) × AVOID + successes × 7 + failures].
    """
    for place in range(STATES * AVOID):
        coef[place] = 0.0
    for hurt in range(2):
        _one_collateral(r, hurt, sets)
        for first in range(4 * SETS):
            if sets[first] == 0.0:
                continue
            if r[COLLATERAL] == 1:
                _add(r, coef, hurt * 6 + first // SETS, first % SETS, sets[first])
                continue
            for second in range(4 * SETS):
                if sets[second] != 0.0:
                    one, two = first // SETS, second // SETS
                    state = hurt * 6 + (one // 2 + two // 2) * 2 + ((one | two) & 1)
                    _add(r, coef, state, first % SETS | second % SETS, sets[first] * sets[second])


def _add(r: Record, coef: Buffer, state: int, avoid: int, weight: float) -> None:
    hits = _count(avoid & r[DAMAGE])
    coef[state * AVOID + hits * 7 + _count(avoid) - hits] += weight


def _scale(r: Record) -> float:
    """What the counts of `_collateral` are out of."""
    faces = float(_count(r[COLLATERAL_FACES]))
    return (faces * faces if r[COLLATERAL_REROLL] else faces) ** r[COLLATERAL]


def _tail(
    r: Record, comb: Sequence[float], law: Buffer, sets: Buffer, coef: Buffer, power: Buffer, out: Buffer
) -> None:
    """Fill one joint table, flat on the axes of `table.shape`, from the law of the impacts (R2.8, R2.9).

    The law's own values multiply the rows of the table, so a law of ones gives the fixed tail of each number.
    """
    dice = r[DICE]
    for place in range((dice + 1) * (dice + 1) * (r[COLLATERAL] + 1) * 2):
        out[place] = 0.0
    out[0] = law[0]
    good = _count(r[DAMAGE])
    bad = 6 - good
    hit, miss = 1.0 / 6.0, 1.0 / 6.0
    if r[DAMAGE_REROLLS]:
        hit, miss = (6 + bad) / 36.0, bad / 36.0
    _powers(hit * good, dice, power, 0)
    _powers(miss * bad, dice, power, WIDTH)
    if r[COLLATERAL] == 1 and not r[COLLATERAL_REROLL]:
        _plain_tail(r, hit, miss, comb, law, coef, power, out)
    else:
        _collateral(r, sets, coef)
        _general_tail(r, hit, miss, comb, law, coef, power, out)


def _plain_tail(
    r: Record,
    hit: float,
    miss: float,
    comb: Sequence[float],
    law: Buffer,
    weight: Buffer,
    power: Buffer,
    out: Buffer,
) -> None:
    """Damage and one collateral die that stands: the tail of most attacks, several times faster."""  # fmt: skip
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
            if (
                weight[other] == hits
                and weight[7 + other] == misses
                and r[COLLATERAL_FACES] >> (other - 1) & 1
            ):
                done |= 1 << other
                if r[CRITICAL] >> (other - 1) & 1:
                    critical += 1.0
                else:
                    plain += 1.0
        _powers(hit * (good - hits), dice, power, 2 * WIDTH)
        _powers(miss * (bad - misses), dice, power, 3 * WIDTH)
        for impacts in range(1, dice + 1):
            chance = law[impacts] / faces
            cell = impacts * (dice + 1) * 4
            here = chance * power[3 * WIDTH + impacts]
            full = chance * power[WIDTH + impacts]
            out[cell] += (plain + critical) * here
            out[cell + 1] += (plain + critical) * (full - here)
            for damages in range(1, impacts + 1):
                cell += 4
                ways = comb[impacts * WIDTH + damages] * chance
                here = ways * power[2 * WIDTH + damages] * power[3 * WIDTH + impacts - damages]
                full = ways * power[damages] * power[WIDTH + impacts - damages]
                out[cell] += plain * here
                out[cell + 1] += plain * (full - here)
                out[cell + 2] += critical * here
                out[cell + 3] += critical * (full - here)


def _general_tail(
    r: Record,
    hit: float,
    miss: float,
    comb: Sequence[float],
    law: Buffer,
    coef: Buffer,
    power: Buffer,
    out: Buffer,
) -> None:
    """Damage and any collateral process, from the signed counts of `_collateral`."""  # fmt: skip
    dice, criticals = r[DICE], r[COLLATERAL] + 1
    good = _count(r[DAMAGE])
    bad = 6 - good
    scale = _scale(r)
    for avoid in range(AVOID):
        hits, misses = avoid // 7, avoid % 7
        if hits > good or misses > bad or not _used(coef, avoid):
            continue
        _powers(hit * (good - hits), dice, power, 2 * WIDTH)
        _powers(miss * (bad - misses), dice, power, 3 * WIDTH)
        for impacts in range(1, dice + 1):
            chance = law[impacts] / scale
            for damages in range(impacts + 1):
                ways = comb[impacts * WIDTH + damages] * chance
                here = ways * power[2 * WIDTH + damages] * power[3 * WIDTH + impacts - damages]
                # Knocked down is the signed rest of "all faces": where nothing is avoided it is exactly 0.
                full = ways * power[damages] * power[WIDTH + impacts - damages]
                hurt = 1 if damages else 0
                cell = (impacts * (dice + 1) + damages) * criticals * 2
                for critical in range(criticals):
                    state = ((hurt * 3 + critical) * 2) * AVOID + avoid
                    out[cell + critical * 2] += coef[state] * here
                    out[cell + critical * 2 + 1] += coef[state + AVOID] * (here - full)


def _powers(base: float, most: int, out: Buffer, start: int) -> None:
    """Write base**0 … base**most from `start` on."""
    value = 1.0
    for place in range(start, start + most + 1):
        out[place] = value
        value *= base


def _used(coef: Sequence[float], avoid: int) -> bool:
    for state in range(STATES):
        if coef[state * AVOID + avoid] != 0.0:
            return True
    return False


def _cross_fire(r: Record, comb: Sequence[float], law: Buffer, out: Buffer) -> None:
    """Law of the Injuries that cross fire deals: one damage roll for each impact stopped there (R2.6)."""
    _rolls(r[DICE], r[IMPACT], r[IMPACT_REROLLS], comb, law)
    damage = _count(r[CROSS]) / 6.0
    if r[CROSS_REROLLS]:
        damage += (1.0 - damage) * damage
    reach, cross, covers = 1.0, 0.0, r[COVERS]
    while covers:
        stop = _count(covers & 63) / 6.0
        if covers & CROSS_FIRE_BIT:
            cross += reach * stop * damage
        reach *= 1.0 - stop
        covers >>= COVER_BITS
    _thin(r[DICE], cross, 1.0 - cross, comb, law)
    for injuries in range(r[DICE] + 1):
        out[injuries] = law[injuries]


def takes_cross_fire(strike: Strike) -> bool:
    """Whether an obstacle of this strike takes cross fire (R2.6)."""
    covers = strike.covers
    while covers:
        if covers & CROSS_FIRE_BIT:
            return True
        covers >>= COVER_BITS
    return False


def table(strike: Strike) -> Table:
    """Return the exact joint table of one strike, probabilities as float64 that sum to 1.

    Axes as `table.shape`: impacts that reach the damage roll, damage successes, criticals, knocked down.

    >>> from bmg_odds.rules.record import plain_strike, faces_from
    >>> law = table(plain_strike(dice=1, impact=faces_from(4), damage=faces_from(3)))
    >>> {key: round(chance * 72) for key, chance in law.cells()}
    {(0, 0, 0, 0): 36, (1, 0, 0, 0): 11, (1, 0, 0, 1): 1, (1, 1, 0, 0): 17, (1, 1, 0, 1): 3, (1, 1, 1, 0): 3, (1, 1, 1, 1): 1}
    """
    axes = shape(strike)
    out = [0.0] * math.prod(axes)
    law, roll, spare = [0.0] * WIDTH, [0.0] * WIDTH, [0.0] * WIDTH
    _impacts(strike, COMB, law, roll, spare)
    _tail(strike, COMB, law, [0.0] * (4 * SETS), [0.0] * (STATES * AVOID), [0.0] * (4 * WIDTH), out)
    cross: list[float] = []
    if takes_cross_fire(strike):
        cross = [0.0] * (strike.dice + 1)
        _cross_fire(strike, COMB, law, cross)
    return Table(axes, out, cross)
