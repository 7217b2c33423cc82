"""The chained kernel's own dice and tables, the three kernels against each other, and gates."""

import numpy as np
import pytest
from test_sampling import (
    EVERYTHING,
    LIMIT_5,
    LIMIT_35,
    REFERENCE,
    SEVEN,
    THREE,
    WIDE,
    chi_square,
    pairs,
)

from bmg_odds.engines import chain, links, rollers, rolling, sampling
from bmg_odds.engines.course import course
from bmg_odds.engines.fives import damages, digits, shift, successes
from bmg_odds.engines.replay import replay
from bmg_odds.engines.table import shape
from bmg_odds.errors import BmgError
from bmg_odds.rules.record import ALL_DICE, FACES, Gate, face_set, faces_from, plain_strike

# --- tables -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("faces", [0, 0b100000, 0b011010, 0b111111])
@pytest.mark.parametrize("dice", range(6))
def test_successes_of_a_group(faces, dice):
    entries = successes(faces, dice)
    for group, thrown in enumerate(digits(dice).tolist()):
        hits = [faces >> die & 1 for die in thrown]
        for count in range(dice + 1):
            assert entries[group] >> shift(count) & 7 == sum(hits[:count])


@pytest.mark.parametrize("rerolls", [0, 1, 2, ALL_DICE])
def test_damages_of_a_group(rerolls):
    strike = THREE._replace(damage=0b101000)
    entries = damages(strike, 3, rerolls=rerolls, shown=list(FACES))
    for group, thrown in enumerate(digits(3).tolist()):
        for count in range(4):
            hits, failed, matched = 0, 0, 0
            for die in thrown[:count]:
                good = strike.damage >> die & 1
                hits += good
                failed += 1 - good
                if (good or failed > rerolls) and die > 0:
                    matched |= 1 << die
            assert entries[count * 216 + group] == hits | matched << 3


def test_courses_too_long_are_left_to_the_general_kernel():
    assert course(EVERYTHING) is not None
    assert course(EVERYTHING._replace(dice=15, block_dice=15)) is None
    assert rollers.serving(EVERYTHING._replace(dice=15, block_dice=15)) == ("thrown",)
    assert rollers.serving(WIDE) == ("thrown",)


def test_another_kernel_must_serve_the_strike():
    with pytest.raises(BmgError, match="'quick' cannot roll this strike; packed and chain and thrown can"):
        replay(SEVEN, attacks=1, seed=1, by="quick")


# --- the dice of the chain ----------------------------------------------------------------------------------


@pytest.mark.compiled
def test_chained_groups_are_uniform_and_independent():
    """256,000 attacks of 44 dice: 1.1e7 dice, each place against the next."""
    strike = SEVEN._replace(damage_rerolls=0, saves=0, collateral=2, collateral_reroll=1, dice=8, block_dice=8)
    made = links.tables(strike)
    seen, ends = np.zeros((len(made.sides), 256_000), np.uint16), np.zeros(256_000, np.uint16)
    chain._show(rolling.stream(20150, 0), made, seen, ends)
    dice = []
    for groups, size in zip(seen, [*(step.dice for step in links.walk(strike).steps), 4, 0], strict=True):
        dice += [(groups // 6 ** (size - 1 - die) % 6 + 1).astype(np.uint8) for die in range(size)]
    assert len(dice) == 44
    assert chi_square(np.bincount(np.concatenate(dice), minlength=7)[1:]) < LIMIT_5
    for one, other in zip(dice, dice[1:] + dice[:1], strict=True):
        assert chi_square(pairs(one, other)) < LIMIT_35


def differ(one: np.ndarray, other: np.ndarray) -> float:
    """How far two histograms of independent runs lie apart: chi-square as a normal deviate (Wilson and
    Hilferty), over cells with at least 40 in all."""
    full = one + other >= 40
    one, other = (np.append(counts[full], counts[~full].sum()).astype(float) for counts in (one, other))
    total = one + other
    share = one.sum() / total.sum()
    kept = total > 0
    apart = ((one - share * total)[kept] ** 2 / (share * (1 - share) * total[kept])).sum()
    free = kept.sum() - 1
    return ((apart / free) ** (1 / 3) - (1 - 2 / (9 * free))) / (2 / (9 * free)) ** 0.5


ALIKE = {
    "reference": REFERENCE,
    "eight dice": plain_strike(8, faces_from(3), faces_from(4), block_dice=7, block=faces_from(5)),
    "seven traits": SEVEN,
    "everything": EVERYTHING,
    "one damage reroll": REFERENCE._replace(damage_rerolls=1, impact_spoils=2, watch_blocks=1),
}


@pytest.mark.compiled
@pytest.mark.parametrize("strike", ALIKE.values(), ids=ALIKE)
def test_kernels_roll_the_same_law(strike):
    """A million attacks by each kernel that serves. 6 sigma: a false alarm in 1e9."""
    runs = []
    for seed, by in enumerate(rollers.serving(strike)):
        joint, cross = np.zeros(int(np.prod(shape(strike))), np.int64), np.zeros(strike.dice + 1, np.int64)
        roll = rollers.roller(strike, 20160 + seed, by=by)
        for block in range(16):
            roll(block, rolling.BLOCK, joint, cross)
        assert joint.sum() == cross.sum() == 16 * rolling.BLOCK
        runs.append((joint, cross))
    for joint, cross in runs[1:]:
        assert differ(runs[0][0], joint) < 6
        assert not strike.covers or differ(runs[0][1], cross) < 6


# --- gates --------------------------------------------------------------------------------------------------

FREE = REFERENCE._replace(block_dice=0)
FEINT = Gate(face_set([1, 2]), 0, FREE)


def test_a_gate_that_never_opens_changes_nothing():
    gate = FEINT._replace(faces=0, rerolls=1)
    assert sampling.table(REFERENCE, gate=gate, trials=700, seed=3) == sampling.table(REFERENCE, trials=700, seed=3)


def test_a_gate_that_is_always_open_gives_the_other_attack():
    sure = plain_strike(1, faces_from(1), faces_from(1), match=0, critical=0)
    gate = Gate(face_set(FACES), 0, sure)
    never = sure._replace(impact=0)
    assert list(sampling.table(never, gate=gate, trials=700, seed=3).cells()) == [((0, 1, 1, 0, 0), 1.0)]


@pytest.mark.parametrize("rerolls", [0, 1])
def test_gate_dice_are_what_the_stream_holds(rerolls):
    """Four dice, then the four of their rerolls, of which the first so many failures are looked at."""
    sure = plain_strike(1, faces_from(1), faces_from(1), match=0, critical=0)
    gate = Gate(face_set([1, 2]), rerolls, sure)
    attacks = 999
    counts = sampling.table(sure._replace(impact=0), gate=gate, trials=attacks, seed=8)
    state = rolling.stream(8, 0, lane=rollers.GATE)
    groups = np.empty(512, np.uint16)
    passes = 0
    while attacks > 0:
        rolling._fill(state, groups)
        dice = rolling.FOUR_FACES[groups].reshape(-1, 2, 4).tolist()
        for four, again in dice:
            first = [face <= 2 for face in four[: max(0, attacks)]]
            second = [face <= 2 for face in again[: first.count(False)]]
            passes += sum(first) + rerolls * sum(second)
            attacks -= 4
    assert counts.values[-4:] == (passes, 0, 0, 0)
    assert abs(passes / 999 - (1 / 3, 5 / 9)[rerolls]) < 0.08  # more than 5 sigma


def test_gated_runs_do_not_depend_on_threads_and_continue(monkeypatch):
    monkeypatch.setattr(rolling, "BLOCK", 16)
    gate = FEINT._replace(rerolls=1)
    runs = [sampling.table(REFERENCE, gate=gate, trials=203, seed=5, threads=threads) for threads in (1, 2, 7)]
    assert runs[0] == runs[1] == runs[2]
    assert sum(runs[0].values) == 203
    longer = sampling.table(REFERENCE, gate=gate, trials=220, seed=5)
    assert (np.array(longer.values) >= np.array(runs[0].values)).all()


@pytest.mark.compiled
def test_a_gate_mixes_two_laws():
    """A million attacks against a mixture of two long runs: P(pass) = 1 − (2/3)² = 5/9. Means within 6 sigma
    (the largest variance of damages is below 2)."""
    gate = FEINT._replace(rerolls=1)
    trials = 1_000_000

    def damages_of(strike, gate=None):
        table = sampling.table(strike, gate=gate, trials=trials, seed=20170)
        return np.array(table.values).reshape(table.shape).sum(axis=(0, 1, 3, 4)) @ np.arange(6) / trials

    mixed = damages_of(FREE) * 5 / 9 + damages_of(REFERENCE) * 4 / 9
    assert abs(damages_of(REFERENCE, gate) - mixed) < 6 * (2 * 2 / trials) ** 0.5


def test_cross_fire_of_either_attack_is_told():
    cover = plain_strike(2, faces_from(1), faces_from(1), covers=0b1111111, cross=faces_from(1))
    gate = Gate(face_set([1, 2, 3]), 0, cover._replace(covers=0))
    counts = sampling.table(cover, gate=gate, trials=100, seed=1)
    assert counts.cross_fire[0] + counts.cross_fire[2] == 100
    other = sampling.table(gate.passed, gate=gate._replace(passed=cover), trials=100, seed=1)
    assert other.cross_fire[2] == counts.cross_fire[0]


def test_the_two_attacks_of_a_gate_must_share_a_table():
    for other in (FREE._replace(dice=4), FREE._replace(collateral=2), FREE._replace(watch_blocks=1)):
        with pytest.raises(BmgError, match="the two attacks of a gate"):
            sampling.table(REFERENCE, gate=FEINT._replace(passed=other), trials=10, seed=1)
    with pytest.raises(BmgError, match="no face"):
        sampling.table(REFERENCE, gate=FEINT._replace(passed=FREE._replace(collateral_faces=0)), trials=10, seed=1)
