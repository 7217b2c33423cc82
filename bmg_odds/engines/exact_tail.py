"""Second half of the exact engine: damage dice and collateral dice for every number of impacts (R2.8, R2.9).

Knock down is counted by the faces that the damage dice avoid: where the collateral die shows c, nobody is
knocked down when no damage die shows the face that matches c. A collateral process (two dice, a reroll) is a
signed sum over such sets of avoided faces, and only their sizes count: so many success faces, so many
failing ones. The counts are summed over the success faces for each number of damages, then over the failing
ones for each cell; so one loop serves every process.
"""

from collections.abc import Sequence

from bmg_odds.engines.counting import (
    COLLATERAL,
    COLLATERAL_FACES,
    COLLATERAL_REROLL,
    CRITICAL,
    DAMAGE,
    DAMAGE_REROLLS,
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
HURT = 3  # kinds: 0, 1, 2 criticals without a damage success, then with one
KINDS = 6
COEFFICIENTS = 2 * KINDS * AVOID  # each standing and knocked down
SETS = 64  # sets of faces
LIST = 4 * SETS  # where the list of one die's law begins in its buffer
LAW = LIST + 8 * SETS

TERM = 5  # numbers of a term: kind, failing and success faces avoided, signed counts of standing and knocked down
TERMS = 2 + TERM * KINDS * AVOID  # how many terms, what their counts are out of, the terms
COLUMNS = WIDTH * (SIZE + 1) * 6  # states for each number of damages and level of failing faces avoided
SUMS = 2 * SIZE * WIDTH  # behind the powers of success faces and of failing faces
POWERS = SUMS + 6 * SIZE


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


def _collateral(r: Record, sets: Buffer, coef: Buffer, terms: Buffer) -> None:
    """Write the terms of the collateral dice: signed counts by the sizes of the avoided sets (R2.9, R9.7, R9.8)."""
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
                state = (hurt * 3 + criticals) * 2 + ((left | right) // SETS & 1)
                _add(r, coef, state, (left | right) % SETS, both)
    faces = float(_count(r[COLLATERAL_FACES]))
    terms[0], terms[1] = 0.0, (faces * faces if r[COLLATERAL_REROLL] else faces) ** r[COLLATERAL]
    for kind in range(KINDS):
        for avoid in range(AVOID):
            stay, down = coef[2 * kind * AVOID + avoid], coef[(2 * kind + 1) * AVOID + avoid]
            _term(terms, float(kind), float(avoid % SIZE), float(avoid // SIZE), stay, down)


def _term(terms: Buffer, kind: float, misses: float, hits: float, stay: float, down: float) -> None:
    """Append a term, if it counts anything."""
    if stay != 0.0 or down != 0.0:
        place = 2 + TERM * int(terms[0])
        terms[place], terms[place + 1], terms[place + 2] = kind, misses, hits
        terms[place + 3], terms[place + 4] = stay, down
        terms[0] += 1.0


def _add(r: Record, coef: Buffer, state: int, avoid: int, weight: float) -> None:
    hits = _count(avoid & r[DAMAGE])
    coef[state * AVOID + hits * SIZE + _count(avoid) - hits] += weight


def _needs_counts(r: Record) -> bool:
    """Whether the terms need `_collateral`: a second die, or a reroll. Else `_standing_die` is several times faster."""
    return r[COLLATERAL] != 1 or r[COLLATERAL_REROLL] != 0


def _standing_die(r: Record, weight: Buffer, terms: Buffer) -> None:
    """Write the terms of one collateral die that stands, as most do."""
    for place in range(14):
        weight[place] = 0.0  # faces that match a collateral die showing 1 … 6: successes, then failures
    for face in range(6):
        shown = r[MATCH] >> MATCH_BITS * face & 7
        weight[shown + 7 * (1 - (r[DAMAGE] >> face & 1))] += 1.0
    terms[0], terms[1] = 0.0, float(_count(r[COLLATERAL_FACES]))
    done = 0
    none, none_critical, some, some_critical = 0.0, 0.0, 0.0, 0.0
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
        if hits == 0.0 and misses == 0.0:
            none, none_critical = plain, critical
            continue
        some += plain
        some_critical += critical
        _term(terms, 0.0, misses, hits, plain + critical, -plain - critical)
        _term(terms, 0.0 + HURT, misses, hits, plain, -plain)
        _term(terms, 1.0 + HURT, misses, hits, critical, -critical)
    _term(terms, 0.0, 0.0, 0.0, none + none_critical, some + some_critical)
    _term(terms, 0.0 + HURT, 0.0, 0.0, none, some)
    _term(terms, 1.0 + HURT, 0.0, 0.0, none_critical, some_critical)


def _choose(rerolls: int, comb: Sequence[float], impacts: int, damages: int, miss: float) -> float:
    """In how many ways, with the chance of the rerolled failures, so many dice give so many successes.

    Where only some failed dice are rerolled (the first ones that failed): a sum over the successes of the first
    throw. `miss` is the chance to fail of one throw.
    """
    total = 0.0
    for first in range(damages + 1):
        again = min(rerolls, impacts - first)
        if damages - first <= again:
            total += comb[impacts * WIDTH + first] * comb[again * WIDTH + damages - first] * miss**again
    return total


def _tail(
    r: Record,
    first: int,
    last: int,
    comb: Sequence[float],
    law: Buffer,
    terms: Buffer,
    power: Buffer,
    columns: Buffer,
    out: Buffer,
    at: int,
    width: int,
    dense: int,
) -> None:
    """Fill the rows of `first` … `last` impacts of a plane of the joint table, times their chances (R2.8, R2.9).

    A row holds `width` cells for each number of damages (criticals × knocked down, and room left over). It
    begins `dense` × `width` cells after the one before, or, where `dense` is 0, right behind its own damages, the
    first one at `at`. What no damage can reach is left as it is. A row does not depend on the others.
    """
    if first == 0:
        for cell in range(at, at + width):
            out[cell] = 0.0
        out[at] = law[0]
        first = 1
    few = min(last, r[DAMAGE_REROLLS])  # impacts up to which every failed die is rerolled
    if first <= few:
        _rows(r, first, few, comb, law, terms, power, columns, out, at, width, dense)
        first = few + 1
    if first <= last:
        _rows(r, first, last, comb, law, terms, power, columns, out, at, width, dense)


def _sum_columns(last: int, states: int, levels: int, most: int, terms: Buffer, power: Buffer, columns: Buffer) -> None:
    """Sum the terms over the success faces avoided, for each number of damages and of failing faces avoided.

    columns[(damages × (levels + 1) + failing faces) × states + criticals × 2 + down]; the last of the levels is for
    cells without a failed die, which avoid every failing face. Counts that cancel are summed before anything
    multiplies them, so that what cannot be is exactly 0.
    """
    line = (levels + 1) * states
    for place in range((last + 1) * line):
        columns[place] = 0.0
    for place in range(SUMS, SUMS + (most + 1) * states):
        power[place] = 0.0
    for term in range(int(terms[0])):
        place = 2 + TERM * term
        kind, misses, hits = int(terms[place]), int(terms[place + 1]), int(terms[place + 2])
        stay, down = terms[place + 3], terms[place + 4]
        if kind < HURT:  # no damage success, so no success face was shown
            cell = misses * states + kind * 2
            columns[cell] += stay
            columns[cell + 1] += down
            continue
        cell = SUMS + hits * states + (kind - HURT) * 2
        power[cell] += stay
        power[cell + 1] += down
        cell = misses * states + (kind - HURT) * 2
        for place in range(hits * WIDTH + 1, hits * WIDTH + last + 1):
            cell += line
            columns[cell] += stay * power[place]
            columns[cell + 1] += down * power[place]
    for hits in range(most + 1):
        for state in range(states):
            count = power[SUMS + hits * states + state]
            if count != 0.0:
                cell = levels * states + state
                for place in range(hits * WIDTH + 1, hits * WIDTH + last + 1):
                    cell += line
                    columns[cell] += count * power[place]


def _rows(
    r: Record,
    first: int,
    last: int,
    comb: Sequence[float],
    law: Buffer,
    terms: Buffer,
    power: Buffer,
    columns: Buffer,
    out: Buffer,
    at: int,
    width: int,
    dense: int,
) -> None:
    """Fill rows of `_tail` that have more impacts than damage dice may be rerolled, or rows that have not."""
    good, states, rerolls = _count(r[DAMAGE]), 2 * r[COLLATERAL] + 2, r[DAMAGE_REROLLS]
    bad = 6 - good
    hit, miss = 1.0 / 6.0, 1.0 / 6.0  # of one face
    if first <= rerolls:
        hit, miss, rerolls = (6 + bad) / 36.0, bad / 36.0, 0
    misses, hits = 1.0, 1.0
    for place in range(2, 2 + TERM * int(terms[0]), TERM):
        misses, hits = max(misses, terms[place + 1]), max(hits, terms[place + 2])
    levels, most = int(misses) + 1, int(hits)  # failing faces avoided, and success faces
    for avoided in range(most + 1):
        _powers(hit * (good - avoided), last, power, avoided * WIDTH)
    for avoided in range(levels):
        _powers(miss * (bad - avoided), last, power, (SIZE + avoided) * WIDTH)
    _sum_columns(last, states, levels, most, terms, power, columns)
    for impacts in range(first, last + 1):
        chance = law[impacts] / terms[1]
        cell = at + (impacts * dense if dense else impacts * (impacts + 1) // 2) * width
        column = 0
        for damages in range(impacts + 1):
            if rerolls:
                ways = chance * _choose(rerolls, comb, impacts, damages, bad / 6.0)
            else:
                ways = chance * comb[impacts * WIDTH + damages]
            if damages == impacts:
                column += levels * states
                for state in range(states):
                    out[cell + state] = ways * columns[column + state]
            else:
                failed = SIZE * WIDTH + impacts - damages
                none, one = ways * power[failed], ways * power[failed + WIDTH]
                for state in range(states):
                    out[cell + state] = none * columns[column] + one * columns[column + states]
                    column += 1
                for avoided in range(2, levels):
                    several = ways * power[failed + avoided * WIDTH]
                    column += states
                    for state in range(states):
                        out[cell + state] += several * columns[column + state]
                column += 2 * states
            for place in range(cell + states, cell + width):
                out[place] = 0.0
            cell += width
