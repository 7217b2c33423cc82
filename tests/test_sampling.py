"""The Monte Carlo engine: the judged twin by hand, the kernels against it, streams, threads, dice."""

import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from bmg_odds.engines import jit, packed, packing, quick, rollers, rolling, sampling
from bmg_odds.engines.judging import Verdict, judge
from bmg_odds.engines.replay import replay
from bmg_odds.engines.table import shape
from bmg_odds.errors import BmgError
from bmg_odds.rules.record import (
    ALL_DICE,
    COVER_BITS,
    CROSS_FIRE_BIT,
    MATCH_BITS,
    SAVE_BITS,
    Strike,
    faces_from,
    pack,
    plain_strike,
)

ATTACKS = 4000 if jit.COMPILED else 300
REFERENCE = plain_strike(5, faces_from(4), faces_from(3), block_dice=4, block=faces_from(5))
THREE = plain_strike(3, faces_from(4), faces_from(3))
SUCCESS_MATCH = pack([0, 0, 3, 4, 5, 6], MATCH_BITS)
SHIFTED_MATCH = pack([0, 3, 4, 5, 6, 6], MATCH_BITS)  # knockdown_face `modified`, +1
SOLID, FENCE, HEDGE = faces_from(4), faces_from(5), faces_from(6)
COVERS = pack([FENCE | CROSS_FIRE_BIT, SOLID, HEDGE | CROSS_FIRE_BIT], COVER_BITS)
SAVES = pack([faces_from(5), faces_from(6)], SAVE_BITS)
EVERYTHING = REFERENCE._replace(
    dice=7,
    impact_rerolls=2,
    impact_spoils=1,
    block_rerolls=ALL_DICE,
    block_need=2,
    block_cap=1,
    covers=COVERS,
    dodge_dice=2,
    dodge=0b000011,
    dodge_rerolls=1,
    saves=SAVES,
    damage_rerolls=ALL_DICE,
    match=SHIFTED_MATCH,
    collateral=2,
    collateral_reroll=1,
    critical=faces_from(4),
    cross=faces_from(3),
    cross_rerolls=ALL_DICE,
    watch_blocks=1,
)
SEVEN = REFERENCE._replace(
    impact_rerolls=ALL_DICE,
    block_rerolls=ALL_DICE,
    saves=faces_from(5),
    damage=faces_from(2),
    damage_rerolls=ALL_DICE,
    critical=faces_from(4),
)
WIDE = EVERYTHING._replace(dice=17, block_dice=20, damage_rerolls=3, cross_rerolls=2)

STRIKES = {
    "reference": REFERENCE,
    "one die": plain_strike(1, faces_from(2), faces_from(2)),
    "no die": plain_strike(0, faces_from(2), faces_from(2)),
    "four and four": plain_strike(4, faces_from(3), faces_from(4), block_dice=4, block=faces_from(2)),
    "eight and eight": plain_strike(8, faces_from(2), faces_from(5), block_dice=8, block=faces_from(5)),
    "five and six, need 2": plain_strike(5, 0b111110, 0b110000, block_dice=6, block=0b111000, block_need=2),
    "cap": REFERENCE._replace(block_cap=1, impact=faces_from(5)),
    "cap, need 2": REFERENCE._replace(block_cap=1, block_need=2, block_dice=7),
    "critical strike": REFERENCE._replace(collateral_faces=0b100000),
    "odd collateral die": REFERENCE._replace(collateral_faces=0b110110, match=SUCCESS_MATCH),
    "martial expert": REFERENCE._replace(critical=faces_from(4), match=SHIFTED_MATCH),
    "nine dice": plain_strike(9, faces_from(4), faces_from(3), block_dice=2, block=faces_from(4)),
    "forty dice": plain_strike(40, faces_from(4), faces_from(3), block_dice=30, block=faces_from(5)),
    "impact rerolls": REFERENCE._replace(impact_rerolls=ALL_DICE),
    "two impact rerolls": REFERENCE._replace(impact_rerolls=2, block_rerolls=1, block_cap=1),
    "damage rerolls": REFERENCE._replace(damage_rerolls=ALL_DICE, match=SUCCESS_MATCH),
    "covers": THREE._replace(covers=COVERS, cross=faces_from(4)),
    "cross rerolls": THREE._replace(covers=COVERS, cross=faces_from(5), cross_rerolls=ALL_DICE),
    "dodge": THREE._replace(dodge_dice=3, dodge=0b000111, dodge_rerolls=2),
    "saves": THREE._replace(dice=6, saves=SAVES),
    "devastating": REFERENCE._replace(collateral=2),
    "brutal": REFERENCE._replace(collateral_reroll=1),
    "devastating, brutal, only 5 and 6": REFERENCE._replace(
        collateral=2, collateral_reroll=1, collateral_faces=0b110000
    ),
    "critical strike with rerolls": REFERENCE._replace(damage_rerolls=ALL_DICE, collateral_faces=0b100000),
    "everything": EVERYTHING,
    "seven traits": SEVEN,
    "more traits": SEVEN._replace(collateral=2, collateral_reroll=1, saves=SAVES, block_need=2, watch_blocks=1),
    "seven traits, eight dice": SEVEN._replace(dice=8, block_dice=8, match=SUCCESS_MATCH),
    "fifteen dice": SEVEN._replace(dice=15, block_dice=11, block_cap=1),
    "one spoilt": REFERENCE._replace(impact_spoils=1),
    "all spoilt, rerolls": REFERENCE._replace(impact_spoils=ALL_DICE, impact_rerolls=2),
    "watched blocks": REFERENCE._replace(watch_blocks=1),
    "watched blocks, cap, reroll": REFERENCE._replace(watch_blocks=1, block_cap=1, block_rerolls=1),
    "one damage reroll": REFERENCE._replace(damage_rerolls=1),
    "two damage rerolls, wide": REFERENCE._replace(dice=9, damage_rerolls=2, match=SHIFTED_MATCH),
    "one cross reroll": THREE._replace(dice=6, covers=COVERS, cross=faces_from(5), cross_rerolls=1),
    "one cover": REFERENCE._replace(covers=SOLID, block_dice=0),
    "nine dice, six blocks, reroll": plain_strike(
        9, faces_from(4), faces_from(3), block_dice=6, block=faces_from(5), block_rerolls=ALL_DICE, collateral_reroll=1
    ),
    "six dice, six damage rerolls": SEVEN._replace(dice=6, impact_rerolls=0, match=SUCCESS_MATCH, saves=0),
    "three words": SEVEN._replace(block_dice=8, match=SHIFTED_MATCH),
    "odd faces, devastating, cover": REFERENCE._replace(
        block_dice=0, covers=0b101101, collateral=2, collateral_faces=0b101110
    ),
    "no collateral die": SEVEN._replace(collateral=0),
    "no die with traits": SEVEN._replace(dice=0),
    "wide": WIDE,
}


def cell(strike: Strike, verdict: Verdict) -> int:
    return int(np.ravel_multi_index(verdict[:5], shape(strike)))


# --- kernels against the judged twin ------------------------------------------------------------------------


CHOICES = [
    pytest.param(strike, by, id=f"{name}, {by}") for name, strike in STRIKES.items() for by in rollers.serving(strike)
]


@pytest.mark.parametrize(("strike", "by"), CHOICES)
def test_kernels_judge_as_the_twin(strike, by):
    played = replay(strike, attacks=ATTACKS, seed=2012, by=by)
    judged = [judge(strike, faces) for faces, _ in played]
    assert judged == [verdict for _, verdict in played]
    if by == rollers.serving(strike)[0]:
        counts = sampling.table(strike, trials=ATTACKS, seed=2012, threads=1)
        cells = Counter(cell(strike, verdict) for verdict in judged)
        assert counts.values == tuple(cells[place] for place in range(len(counts.values)))
        cross = Counter(verdict.cross_injuries for verdict in judged)
        dealt = strike.covers & pack([CROSS_FIRE_BIT] * 8, COVER_BITS)
        expected = tuple(cross[number] for number in range(strike.dice + 1)) if dealt else ()
        assert counts.cross_fire == expected


def test_the_list_exercises_all_kernels_and_every_field():
    served = Counter(rollers.serving(strike)[0] for strike in STRIKES.values())
    assert served["quick"] >= 8
    assert served["packed"] >= 8
    assert served["chain"] >= 8
    assert served["thrown"] >= 3
    for field in Strike._fields:
        assert len({getattr(strike, field) for strike in STRIKES.values()}) > 1, field


# --- seeds, blocks, threads ---------------------------------------------------------------------------------


def counted(strike: Strike, by: str, attacks: int, seed: int) -> tuple[list[int], list[int]]:
    """Counts of one block by a kernel of choice."""
    joint, cross = np.zeros(int(np.prod(shape(strike))), np.int64), np.zeros(strike.dice + 1, np.int64)
    rollers.roller(strike, seed, by=by)(0, attacks, joint, cross)
    return joint.tolist(), cross.tolist()


def test_pinned_counts():
    """Counts of small runs, which must never change with a seed given: neither compiled nor plain."""
    strike = plain_strike(2, faces_from(4), faces_from(3))
    assert sampling.table(strike, trials=500, seed=2012).values == (
        131, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 77, 8, 0, 0, 101, 20,
        27, 8, 0, 0, 0, 0, 15, 1, 0, 0, 33, 11, 9, 2, 35, 11, 9, 2,
    )  # fmt: skip
    traits = strike._replace(saves=faces_from(5), damage_rerolls=ALL_DICE, collateral_reroll=1)
    assert sampling.table(traits, trials=500, seed=2012).values == (
        213, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 22, 1, 0, 0, 97, 46,
        42, 12, 0, 0, 0, 0, 0, 0, 0, 0, 6, 3, 3, 2, 25, 18, 4, 6,
    )  # fmt: skip
    strike = strike._replace(covers=FENCE | CROSS_FIRE_BIT, cross=faces_from(3), collateral_reroll=1)
    counts = sampling.table(strike, trials=500, seed=2**64 - 1)
    assert counts.cross_fire == (396, 93, 11)
    assert counts.values == (
        230, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 57, 11, 0, 0, 74, 34,
        30, 10, 0, 0, 0, 0, 4, 1, 0, 0, 7, 11, 6, 0, 11, 5, 6, 3,
    )  # fmt: skip
    assert counted(strike, "thrown", 500, 2**64 - 1) == (
        [
            214, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 56, 7, 0, 0, 76, 40,
            23, 14, 0, 0, 0, 0, 6, 2, 0, 0, 16, 9, 5, 3, 12, 9, 5, 3,
        ],
        [382, 109, 9],
    )  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize("strike", [REFERENCE, SEVEN, EVERYTHING, WIDE], ids=["quick", "packed", "chain", "general"])
def test_threads_change_nothing(strike, monkeypatch):
    monkeypatch.setattr(rolling, "BLOCK", 16)
    runs = [sampling.table(strike, trials=1001, seed=5, threads=threads) for threads in (1, 2, 7)]
    assert runs[0] == runs[1] == runs[2]
    assert sum(runs[0].values) == 1001
    assert runs[0] != sampling.table(strike, trials=1001, seed=6, threads=1)


@pytest.mark.compiled
@pytest.mark.parametrize("strike", [REFERENCE, SEVEN, EVERYTHING, WIDE], ids=["quick", "packed", "chain", "general"])
def test_threads_change_nothing_in_a_long_run(strike):
    trials = 40 * rolling.BLOCK + 77
    runs = [sampling.table(strike, trials=trials, seed=5, threads=threads) for threads in (1, 2, 7, None)]
    assert runs[0] == runs[1] == runs[2] == runs[3]
    assert sum(runs[0].values) == trials


def test_longer_runs_continue_shorter_ones(monkeypatch):
    monkeypatch.setattr(rolling, "BLOCK", 16)
    short = np.array(sampling.table(REFERENCE, trials=100, seed=1).values)
    longer = np.array(sampling.table(REFERENCE, trials=133, seed=1).values)
    assert (longer >= short).all()


@pytest.mark.parametrize("strike", [SEVEN, EVERYTHING, WIDE], ids=["packed", "chain", "general"])
def test_longer_runs_continue_shorter_ones_with_traits(strike):
    short = np.array(sampling.table(strike, trials=300, seed=1).values)
    longer = np.array(sampling.table(strike, trials=700, seed=1).values)
    assert (longer >= short).all()


def test_streams_differ():
    starts = {tuple(rolling.stream(seed, block).tolist()) for seed in range(100) for block in range(100)}
    assert len(starts) == 10_000
    assert len({start[2] for start in starts}) == 10_000
    lanes = {tuple(rolling.stream(5, block, lane=lane).tolist()) for block in range(100) for lane in range(3)}
    assert len(lanes) == 300
    assert rolling.stream(5, 7, lane=0).tolist() == rolling.stream(5, 7).tolist()


def test_the_product_of_two_words_is_whole():
    for one, other in [(2**64 - 1, 2**64 - 1), (2**63 + 12345, 6**20), (0, 5), (1, 2**64 - 1)]:
        high, low = doubled(jit.word(one), jit.word(other))
        assert (int(high) << 64) + int(low) == one * other


@jit.kernel
def doubled(one: int, other: int) -> tuple[int, int]:
    return jit.wide(one, other)


def test_words_are_xoshiro256_plus_plus():
    """The first words from state 1, 2, 3, 4, as the reference implementation gives them."""
    state = tuple(jit.word(number) for number in (1, 2, 3, 4))
    words = []
    for _ in range(6):
        *state, drawn = rolling._next(*[jit.word(part) for part in state])
        words.append(int(drawn))
    assert words == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
    ]


# --- the door -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"trials": 0}, "number of trials must be from 1"),
        ({"trials": -5}, "not -5"),
        ({"trials": 2.5}, "must be a whole number, not 2.5"),
        ({"seed": -1}, "seed must be from 0 to 18446744073709551615, not -1"),
        ({"seed": 2**64}, "seed must be"),
        ({"seed": None}, "seed must be a whole number"),
        ({"threads": 0}, "number of threads must be from 1"),
        ({"threads": "two"}, "must be a whole number, not 'two'"),
    ],
)
def test_wrong_questions_are_refused(arguments, message):
    with pytest.raises(BmgError, match=message):
        sampling.table(REFERENCE, **{"trials": 10, "seed": 1, **arguments})


def test_a_collateral_die_without_faces_is_refused():
    with pytest.raises(BmgError, match="no face"):
        sampling.table(REFERENCE._replace(collateral_faces=0), trials=10, seed=1)


# --- the door to numba --------------------------------------------------------------------------------------


def _leaf(number: int) -> int:
    return number + 1


def _branch(number: int) -> int:
    return _leaf(number) * 2


def _tree(number: int) -> int:
    return _branch(number) + _leaf(number)


def test_a_compiled_twin_calls_compiled_twins():
    twin = jit.compiled(_tree, helpers=[_leaf, _branch])
    assert [twin(number) for number in (0, 5)] == [_tree(number) for number in (0, 5)] == [3, 18]
    assert (twin is _tree) == (not jit.COMPILED)
    assert hasattr(twin, "py_func") == jit.COMPILED


@pytest.fixture
def fresh_folder():
    jit.cache_folder.cache_clear()
    yield jit.cache_folder
    jit.cache_folder.cache_clear()


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
def test_cache_folder_is_private_or_not_used(fresh_folder, tmp_path, monkeypatch):
    monkeypatch.setattr(jit.config, "CACHE_DIR", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = fresh_folder()
    assert folder == tmp_path / "bmg-odds" / f"kernels-{jit.fingerprint()}"
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o777)
    fresh_folder.cache_clear()
    assert fresh_folder() is None


def test_without_a_place_for_the_cache_kernels_still_work(fresh_folder, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr(jit.config, "CACHE_DIR", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert fresh_folder() is None
    assert jit.kernel(_leaf)(1) == 2


def test_a_users_cache_folder_is_followed_and_left_alone(fresh_folder, tmp_path, monkeypatch):
    monkeypatch.setattr(jit.config, "CACHE_DIR", str(tmp_path))
    assert jit.kernel(_leaf)(1) == 2
    assert fresh_folder().parent == tmp_path / "bmg-odds"
    assert tmp_path.as_posix() == Path(jit.config.CACHE_DIR).as_posix()
    assert any((tmp_path / "bmg-odds").rglob("*.nbi")) == jit.COMPILED


# --- the dice -----------------------------------------------------------------------------------------------

# Chi-square limits with a false alarm in 1e9 (scipy.stats.chi2.isf(1e-9, …)). At 1e7 dice a face off by
# a relative 0.5 % raises the alarm in 59 runs of 100, one that is off by 0.6 % in 94.
LIMIT_3, LIMIT_5, LIMIT_35 = 44.84127, 50.69219, 110.30940  # degrees of freedom


def chi_square(counts: np.ndarray) -> float:
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2).sum() / expected)


def pairs(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    return np.bincount((first.astype(np.int64) - 1) * 6 + second - 1, minlength=36)


@pytest.mark.compiled
@pytest.mark.parametrize("distance", [1, 2, 4, 8])
def test_faces_and_neighbours_are_uniform(distance):
    dice = rolling.throw(10_000_000, seed=20120)
    assert dice.min() == 1
    assert chi_square(np.bincount(dice, minlength=7)[1:]) < LIMIT_5
    apart = dice[: dice.size // (2 * distance) * 2 * distance].reshape(-1, 2, distance)  # no die twice
    assert chi_square(pairs(apart[:, 0].ravel(), apart[:, 1].ravel())) < LIMIT_35


@pytest.mark.compiled
def test_quick_groups_are_uniform_and_independent():
    """600,000 attacks of 17 dice: 1e7 dice, each place against the next; the last die of a word against the first of
    the next among them."""
    strike = plain_strike(5, faces_from(4), faces_from(3), block_dice=5, block=faces_from(5), collateral=2)
    seen, ends = np.zeros((600_000, 4), np.uint64), np.zeros(600_000, np.int64)
    quick._show(rolling.stream(20130, 0), quick.tables(strike), seen, ends)
    dice = places(seen, [5, 5, 5, 2])
    assert len(dice) == 17
    assert_uniform(dice)


@pytest.mark.compiled
def test_packed_groups_are_uniform_and_independent():
    """300,000 attacks of 36 dice: 1.1e7 dice, each place against the next."""
    strike = SEVEN._replace(collateral=2, block_dice=5)
    made = packing.tables(strike)
    seen, ends = np.zeros((300_000, made.where.size), np.int64), np.zeros(300_000, np.int64)
    packed._show(jit.word(20131), jit.word(0), made, seen, ends)
    sizes = np.round(np.log(made.sides[:, : packing.GROUPS].astype(float)) / np.log(6)).astype(int).ravel().tolist()
    dice = places(seen, sizes)
    assert len(dice) == 5 + 5 + 10 + 5 + 10 + 2
    assert_uniform(dice)


def places(seen: np.ndarray, sizes: list[int]) -> list[np.ndarray]:
    """The faces of each place of an attack, from the groups of many; the first die of a group is its highest digit."""
    return [
        (group // 6 ** (size - 1 - die) % 6 + 1).astype(np.uint8)
        for group, size in zip(seen.astype(np.int64).T, sizes, strict=True)
        for die in range(size)
    ]


def assert_uniform(dice: list[np.ndarray]) -> None:
    assert chi_square(np.bincount(np.concatenate(dice), minlength=7)[1:]) < LIMIT_5
    for one, other in pairwise(dice):
        assert chi_square(pairs(one, other)) < LIMIT_35
    assert chi_square(pairs(dice[-1][:-1], dice[0][1:])) < LIMIT_35


@pytest.mark.compiled
def test_streams_of_neighbouring_blocks_and_seeds_are_independent():
    first = np.array([rolling.throw(16, seed=seed, block=block) for seed in range(100) for block in range(1000)])
    grid = first.reshape(100, 1000, 16)
    assert chi_square(np.bincount(first.ravel(), minlength=7)[1:]) < LIMIT_5
    assert chi_square(pairs(grid[:, ::2].ravel(), grid[:, 1::2].ravel())) < LIMIT_35
    assert chi_square(pairs(grid[::2].ravel(), grid[1::2].ravel())) < LIMIT_35


@pytest.mark.compiled
def test_a_die_with_few_faces_shows_them_alike():
    state = rolling.stream(20140, 0)
    shown = np.array([rolling._one_of(state, 0b110101) for _ in range(200_000)])
    counts = np.bincount(shown, minlength=7)
    assert counts[[2, 4]].sum() == 0
    assert chi_square(counts[[1, 3, 5, 6]]) < LIMIT_3
