"""The laws between the stages of one attack, from the same functions as the answer (R2.3–R2.8, R7.2–R7.3).

The law after a stage is the law of the same record without the stages that follow; what a stage cancels is
summed over the dice once more, so that `explain` can set one against the other.
"""

from typing import NamedTuple

from bmg_odds.engines.counting import COMB, WIDTH, _binomial, _count
from bmg_odds.engines.exact_clash import _attack_hits, _cancels, _strength_dice, clash_table
from bmg_odds.engines.exact_impacts import ALL, _impacts, _pass_groups, _rolls
from bmg_odds.rules.clash import Clash
from bmg_odds.rules.record import ALL_FACES, COVER_BITS, SAVE_BITS, Gate, Strike

Law = list[float]

STAGES = ("impact", "block", "obstacles", "dodge", "saves")


class Cancelled(NamedTuple):
    """Means of a stage whose dice cancel impacts or hits one by one."""

    dice: float
    """Dice rolled; a block is not rolled without an impact."""
    rerolled: float
    """Failed dice among them that are rolled again."""
    successes: float
    cancelled: float
    """Impacts or hits that they cancel."""


class Strong(NamedTuple):
    """Means of the Strength dice of a clash, before the defence and after."""

    hits: float
    criticals: float
    failed: float


def branches(strike: Strike, gate: Gate | None) -> list[tuple[float, Strike]]:
    """Return the strikes that a gate decides between, each with its chance; the strike alone without one.

    >>> from bmg_odds.rules.record import face_set, faces_from, plain_strike
    >>> one = plain_strike(1, faces_from(4), faces_from(3))
    >>> [chance for chance, _ in branches(one, Gate(face_set([1, 2, 3]), 0, one))]
    [0.5, 0.5]
    """
    if gate is None:
        return [(1.0, strike)]
    passed = _count(gate.faces & ALL_FACES) / 6
    failed = (6 - _count(gate.faces & ALL_FACES)) / 6
    if gate.rerolls:
        passed, failed = passed + failed * passed, failed * failed
    return [(failed, strike), (passed, gate.passed)]


def impact_law(strike: Strike, gate: Gate | None, stage: str) -> Law:
    """Return the law of the impacts that are left after a stage of STAGES.

    >>> from bmg_odds.rules.record import faces_from, plain_strike
    >>> impact_law(plain_strike(2, faces_from(4), faces_from(3)), None, "impact")
    [0.25, 0.5, 0.25]
    """
    later = STAGES[STAGES.index(stage) + 1 :]
    off = {"block": "block_dice", "obstacles": "covers", "dodge": "dodge_dice", "saves": "saves"}
    total = [0.0] * (strike.dice + 1)
    for chance, branch in branches(strike, gate):
        law, roll, spare = [0.0] * WIDTH, [0.0] * WIDTH, [0.0] * WIDTH
        _impacts(branch._replace(**{off[name]: 0 for name in later}), ALL, COMB, law, roll, spare)
        for place in range(strike.dice + 1):
            total[place] += chance * law[place]
    return total


def blocking(strike: Strike, gate: Gate | None) -> Cancelled:
    """Return what the block dice do on average (R2.5)."""
    rolled = impact_law(strike, gate, "impact")
    dice = rerolled = successes = cancelled = 0.0
    for chance, branch in branches(strike, gate):
        for hits in range(1, branch.dice + 1):
            few = branch.block_dice
            if branch.block_cap:
                few = min(few, hits * branch.block_need)
            weight = chance * rolled[hits]
            dice += weight * few
            rerolled += weight * mean_rerolled(few, branch.block, branch.block_rerolls)
            for success, share in enumerate(roll_law(few, branch.block, branch.block_rerolls)):
                successes += weight * share * success
                cancelled += weight * share * min(hits, success // branch.block_need)
    return Cancelled(dice, rerolled, successes, cancelled)


def dodging(strike: Strike, gate: Gate | None) -> Cancelled:
    """Return what the dodge dice do on average (R2.7)."""
    before = impact_law(strike, gate, "obstacles")
    roll = roll_law(strike.dodge_dice, strike.dodge, strike.dodge_rerolls)
    cancelled = sum(
        chance * share * min(hits, success) for hits, chance in enumerate(before) for success, share in enumerate(roll)
    )
    again = mean_rerolled(strike.dodge_dice, strike.dodge, strike.dodge_rerolls)
    return Cancelled(float(strike.dodge_dice), again, mean_of(roll), cancelled)


def passing(strike: Strike, stage: str) -> float:
    """Return the chance that one impact passes every obstacle, or every save (R2.6, R2.7)."""
    if stage == "obstacles":
        return _pass_groups(strike.covers, COVER_BITS)
    return _pass_groups(strike.saves, SAVE_BITS)


def roll_law(dice: int, faces: int, rerolls: int) -> Law:
    """Return the law of the successes of so many dice, failed ones rerolled as far as the rerolls reach."""
    law = [0.0] * WIDTH
    _rolls(dice, faces, rerolls, COMB, law)
    return law[: dice + 1]


def mean_rerolled(dice: int, faces: int, rerolls: int) -> float:
    """Return how many failed dice are rerolled on average (R9.1).

    >>> mean_rerolled(4, 0b111000, 99), mean_rerolled(1, 0b111000, 1), mean_rerolled(4, 0b111000, 0)
    (2.0, 0.5, 0.0)
    """
    return sum(chance * min(rerolls, failed) for failed, chance in enumerate(_failed(dice, faces)))


def mean_spoiled(dice: int, faces: int, spoils: int) -> float:
    """Return how many dice that succeeded at once must be rolled again on average (Luck, Reflexes).

    >>> mean_spoiled(1, 0b111000, 1)
    0.5
    """
    return sum(chance * min(spoils, dice - failed) for failed, chance in enumerate(_failed(dice, faces)))


def mean_of(law: Law) -> float:
    """Return the mean of a law over 0, 1, 2, …"""
    return sum(count * chance for count, chance in enumerate(law))


def any_of(law: Law) -> float:
    """Return the chance of at least one, never obtained as a complement."""
    return sum(law[1:])


def _failed(dice: int, faces: int) -> Law:
    law = [0.0] * WIDTH
    _binomial(dice, (6 - _count(faces)) / 6.0, _count(faces) / 6.0, COMB, law)
    return law[: dice + 1]


def hit_law(clash: Clash, *, combo: bool) -> Law:
    """Return the law of the attack hits before the defence, with those of Combo or without (R7.2)."""
    return _attack_hits(clash if combo else clash._replace(combo=0))


def cancel_law(clash: Clash) -> Law:
    """Return the law of the hits that the defence can cancel (R7.3)."""
    return _cancels(clash)


def strength_rolled(clash: Clash) -> Strong:
    """Return the means of the Strength dice as rolled (R7.2, R7.4)."""
    law = _strength_dice(clash).items()
    return Strong(
        sum(chance * hits for (_, hits, _), chance in law),
        sum(chance * criticals for (_, _, criticals), chance in law),
        sum(chance * failed for (failed, _, _), chance in law),
    )


def cancelled_hits(clash: Clash) -> tuple[float, float, float]:
    """Return the means of what the defence cancels: attack hits, Strength hits, criticals among these (R7.3)."""
    attack, strength, criticals = 0.0, 0.0, 0.0
    hits = hit_law(clash, combo=True)
    for cancels, cancel in enumerate(_cancels(clash)):
        for (_, strong, critical), chance in _strength_dice(clash).items():
            taken = min(cancels, strong) if clash.strength_defended else 0
            strength += cancel * chance * taken
            criticals += cancel * chance * min(taken, critical)
            attack += cancel * chance * sum(
                share * min(rolled, cancels - taken) for rolled, share in enumerate(hits)
            )  # fmt: skip
    return attack, strength, criticals


def hits_left(clash: Clash, *, saved: bool) -> tuple[float, float, float]:
    """Return the mean attack hits, Strength hits and criticals that are left, before the saves or after."""
    found = [0.0, 0.0, 0.0]
    for (_, *counts), chance in clash_table(clash if saved else clash._replace(saves=0)).cells():
        for place, count in enumerate(counts[:3]):
            found[place] += chance * count
    return found[0], found[1], found[2]
