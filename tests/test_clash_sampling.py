"""The Monte Carlo engine of the third edition: the judged twin by hand, the kernel against it, threads, dice."""

import os
import subprocess
import sys
from collections import Counter
from itertools import product
from math import comb
from pathlib import Path

import numpy as np
import pytest
from test_sampling import LIMIT_3, LIMIT_5, LIMIT_35, chi_square, pairs

from bmg_odds.engines import clash_rolling, jit, rolling
from bmg_odds.engines.clash_judging import ClashFaces, ClashVerdict, judge_clash
from bmg_odds.engines.clash_rolling import replay_clash
from bmg_odds.engines.clash_sampling import clash_table
from bmg_odds.errors import BmgError
from bmg_odds.rules.clash import CLASH_FIELDS, Clash, clash_shape, plain_clash
from bmg_odds.rules.record import ALL_DICE, FACES, SAVE_BITS, faces_from, pack

ATTACKS = 3000 if jit.COMPILED else 300
PRINTED = plain_clash(4, faces_from(3), 3, faces_from(5), faces_from(3))  # R7's worked example
BARE = PRINTED._replace(defence_dice=0)
DEVASTATING = PRINTED._replace(strength_dice=2)
SAVES = pack([faces_from(5), faces_from(4)], SAVE_BITS)
EVERYTHING = PRINTED._replace(
    dice=6,
    hit_rerolls=2,
    hit_spoils=1,
    combo=1,
    defence_dice=7,
    defence_rerolls=ALL_DICE,
    defence_need=2,
    sustained=1,
    saves=SAVES,
    strength_dice=2,
    strength_faces=0b111101,
    strength_rerolls=1,
    strength_defended=1,
    critical=faces_from(5),
)

CLASHES = {
    "printed": PRINTED,
    "no die at all": plain_clash(0, faces_from(3), 0, 0, faces_from(3))._replace(strength_dice=0),
    "only the Strength die": plain_clash(0, faces_from(3), 2, faces_from(5), faces_from(3)),
    "one against one": plain_clash(1, faces_from(2), 1, faces_from(2), 0b100000),
    "four and four": plain_clash(4, 0b101010, 4, 0b010101, 0b001100),
    "nine against eight": plain_clash(9, faces_from(4), 8, faces_from(4), faces_from(4)),
    "forty against thirty": plain_clash(40, faces_from(4), 30, faces_from(5), faces_from(4)),
    "no Strength die": PRINTED._replace(strength_dice=0, dice=5),
    "devastating": DEVASTATING,
    "handy": PRINTED._replace(hit_rerolls=ALL_DICE, dice=7),
    "red dot": BARE._replace(hit_rerolls=1),
    "reflexes": BARE._replace(hit_spoils=ALL_DICE),
    "luck and handy": PRINTED._replace(hit_rerolls=ALL_DICE, hit_spoils=1, hit=faces_from(5)),
    "combo": PRINTED._replace(combo=1, dice=5),
    "combo, energy field": BARE._replace(combo=1, dice=6, saves=faces_from(5)),
    "defensive": PRINTED._replace(defence_rerolls=ALL_DICE),
    "one defence reroll": PRINTED._replace(defence_rerolls=1, defence_dice=5),
    "crushing": PRINTED._replace(defence_need=2, defence_dice=5, defence=faces_from(3)),
    "sustained": PRINTED._replace(sustained=1, defence_dice=6, defence=faces_from(4)),
    "sustained, crushing": PRINTED._replace(sustained=1, defence_need=2, defence_dice=6),
    "two saves": DEVASTATING._replace(saves=SAVES, critical=faces_from(4)),
    "sharp": PRINTED._replace(strength_rerolls=ALL_DICE, strength=faces_from(5)),
    "devastating, one reroll": DEVASTATING._replace(strength_rerolls=1, strength=faces_from(5)),
    "devastating, sharp": DEVASTATING._replace(strength_rerolls=ALL_DICE, strength=0b110100),
    "critical strike": PRINTED._replace(strength_faces=0b100000),
    "odd Strength dice": DEVASTATING._replace(strength_faces=0b011110, strength_rerolls=1),
    "tough skin": PRINTED._replace(strength_defended=1),
    "tough skin, devastating": DEVASTATING._replace(strength_defended=1, critical=faces_from(4)),
    "a six that fails": DEVASTATING._replace(strength=0b011100, critical=0b110000),
    "everything": EVERYTHING,
}


def cell(clash: Clash, verdict: ClashVerdict) -> int:
    return int(np.ravel_multi_index((*verdict, 0), clash_shape(clash)))


# --- the judged twin, by hand -------------------------------------------------------------------------------

THREE_HITS = {"attack": (3, 4, 5, 1), "strength": (2,)}

BY_HAND = [
    pytest.param(
        {},
        {"attack": (6, 5, 4, 4), "strength": (5,), "defence": (6, 4, 2)},
        (0, 3, 1, 0),
        id="the printed roll: four hits in all",
    ),
    pytest.param(
        {},
        {"attack": (3, 2, 6, 1), "strength": (2,), "defence": (1, 4, 4)},
        (1, 2, 0, 0),
        id="equal is enough, a failed Strength die",
    ),
    pytest.param(
        {},
        {"attack": (3, 2, 1, 1), "strength": (6,), "defence": (5, 5, 6)},
        (0, 0, 1, 1),
        id="no more is cancelled than there is, and no Strength hit",
    ),
    pytest.param(
        {"dice": 0},
        {"strength": (4,), "defence": (5, 5, 5)},
        (0, 0, 1, 0),
        id="no attack die",
    ),
    pytest.param(
        {"defence_dice": 0},
        {"attack": (3, 3, 3, 3), "strength": (3,)},
        (0, 4, 1, 0),
        id="no defence",
    ),
    pytest.param(
        {"defence_dice": 0, "hit_rerolls": ALL_DICE},
        {"attack": (2, 1, 3, 4), "attack_again": (3, 2), "strength": (3,)},
        (0, 3, 1, 0),
        id="all attack rerolls",
    ),
    pytest.param(
        {"defence_dice": 0, "hit_rerolls": 1},
        {"attack": (2, 1, 3, 4), "attack_again": (3, 6), "strength": (3,)},
        (0, 3, 1, 0),
        id="one attack reroll",
    ),
    pytest.param(
        {"defence_dice": 0, "hit_spoils": 1},
        {"attack": (2, 4, 3, 4), "attack_spoilt": (1,), "strength": (3,)},
        (0, 2, 1, 0),
        id="one hit spoilt",
    ),
    pytest.param(
        {"defence_dice": 0, "hit_spoils": ALL_DICE},
        {"attack": (2, 4, 3, 4), "attack_spoilt": (1, 6, 2), "strength": (3,)},
        (0, 1, 1, 0),
        id="all hits spoilt, and the second face stands",
    ),
    pytest.param(
        {"defence_dice": 0, "hit_rerolls": 2, "hit_spoils": ALL_DICE},
        {"attack": (1, 4, 2, 1), "attack_again": (6, 6), "attack_spoilt": (2,), "strength": (3,)},
        (0, 2, 1, 0),
        id="a die that was rerolled cannot be spoilt",
    ),
    pytest.param(
        {"combo": 1},
        {**THREE_HITS, "defence": (1, 1, 1)},
        (1, 4, 0, 0),
        id="combo: three successes are four hits",
    ),
    pytest.param(
        {"combo": 1},
        {"attack": (3, 3, 3, 3), "strength": (3,), "defence": (5, 1, 1)},
        (0, 5, 1, 0),
        id="combo before the defence, and not of the Strength die",
    ),
    pytest.param(
        {"defence_rerolls": ALL_DICE},
        {**THREE_HITS, "defence": (4, 5, 1), "defence_again": (6, 1)},
        (1, 1, 0, 0),
        id="all defence rerolls",
    ),
    pytest.param(
        {"defence_rerolls": 1},
        {**THREE_HITS, "defence": (4, 5, 1), "defence_again": (1, 6)},
        (1, 2, 0, 0),
        id="one defence reroll",
    ),
    pytest.param(
        {"defence_need": 2},
        {**THREE_HITS, "defence": (5, 5, 5)},
        (1, 2, 0, 0),
        id="crushing: the third success is left over",
    ),
    pytest.param(
        {"sustained": 1},
        {"attack": (3, 4, 5, 5), "strength": (2,), "defence": (5, 5, 1)},
        (1, 1, 0, 0),
        id="sustained: two successes cancel three",
    ),
    pytest.param(
        {"sustained": 1, "defence_need": 2},
        {**THREE_HITS, "defence": (5, 5, 5)},
        (1, 1, 0, 0),
        id="sustained before crushing: three are four, which cancel two",
    ),
    pytest.param(
        {"saves": faces_from(5)},
        {
            "attack": (3, 4, 5, 1),
            "strength": (3,),
            "defence": (5, 1, 1),
            "saves": ((5, 4),),
            "strength_saves": ((5,),),
        },
        (0, 1, 0, 0),
        id="a save, one die for each hit left",
    ),
    pytest.param(
        {"saves": SAVES},
        {
            "attack": (3, 4, 5, 1),
            "strength": (6,),
            "defence": (1, 1, 1),
            "saves": ((5, 4, 4), (4, 3)),
            "strength_saves": ((4,), (3,)),
        },
        (0, 1, 1, 1),
        id="two saves, one after the other",
    ),
    pytest.param(
        {"saves": faces_from(5), "strength_dice": 2},
        {
            **THREE_HITS,
            "defence": (5, 5, 5),
            "strength": (3, 6),
            "saves": ((),),
            "strength_saves": ((5, 4),),
        },
        (0, 0, 1, 0),
        id="the critical hit's save comes first",
    ),
    pytest.param(
        {"strength_dice": 0},
        {"attack": (3, 4, 5, 1), "defence": (1, 1, 1)},
        (0, 3, 0, 0),
        id="no Strength die",
    ),
    pytest.param(
        {"strength_dice": 2},
        {**THREE_HITS, "defence": (5, 5, 5), "strength": (6, 2)},
        (1, 0, 1, 1),
        id="two Strength dice, one of them failed",
    ),
    pytest.param(
        {"strength_dice": 2},
        {**THREE_HITS, "defence": (5, 5, 5), "strength": (6, 6)},
        (0, 0, 2, 2),
        id="two criticals",
    ),
    pytest.param(
        {"strength": faces_from(5)},
        {**THREE_HITS, "defence": (5, 5, 5), "strength": (4,)},
        (1, 0, 0, 0),
        id="Strength 5+",
    ),
    pytest.param(
        {"strength_faces": 0b100000},
        {**THREE_HITS, "defence": (5, 5, 5), "strength": (6,)},
        (0, 0, 1, 1),
        id="critical strike",
    ),
    pytest.param(
        {"strength_rerolls": ALL_DICE},
        {**THREE_HITS, "defence": (5, 5, 5), "strength": (2,), "strength_again": (6,)},
        (0, 0, 1, 1),
        id="a Strength reroll: the second face stands, and may be critical",
    ),
    pytest.param(
        {"strength_rerolls": ALL_DICE, "strength_dice": 2},
        {**THREE_HITS, "defence": (5, 5, 5), "strength": (1, 2), "strength_again": (2, 3)},
        (1, 0, 1, 0),
        id="both Strength dice rerolled, one fails again",
    ),
    pytest.param(
        {"strength_rerolls": 1, "strength_dice": 2},
        {**THREE_HITS, "defence": (5, 5, 5), "strength": (1, 2), "strength_again": (4, 4)},
        (1, 0, 1, 0),
        id="one Strength reroll for two failures",
    ),
    pytest.param(
        {"strength_defended": 1},
        {"attack": (3, 4, 5, 1), "strength": (6,), "defence": (5, 5, 1)},
        (0, 2, 0, 0),
        id="tough skin: the Strength hit goes first, then an attack hit",
    ),
    pytest.param(
        {"strength_defended": 1},
        {"attack": (3, 4, 5, 1), "strength": (2,), "defence": (5, 5, 1)},
        (1, 1, 0, 0),
        id="tough skin: no Strength hit to cancel, and the failed die stays failed",
    ),
    pytest.param(
        {"strength_defended": 1, "strength_dice": 2},
        {**THREE_HITS, "strength": (3, 6), "defence": (5, 1, 1)},
        (0, 3, 1, 0),
        id="tough skin: the critical hit goes first",
    ),
    pytest.param(
        {"strength_defended": 1, "strength_dice": 2, "defence_need": 2},
        {**THREE_HITS, "strength": (6, 6), "defence": (5, 5, 5)},
        (0, 3, 1, 1),
        id="tough skin: a Strength hit needs two successes as well",
    ),
    pytest.param(
        {"critical": faces_from(5)},
        {**THREE_HITS, "strength": (5,), "defence": (5, 5, 5)},
        (0, 0, 1, 1),
        id="brutal",
    ),
    pytest.param(
        {"strength": 0b011100},
        {**THREE_HITS, "strength": (6,), "defence": (5, 5, 5)},
        (1, 0, 0, 0),
        id="a 6 that fails is not critical",
    ),
]


@pytest.mark.parametrize(("changes", "faces", "verdict"), BY_HAND)
def test_judge_by_hand(changes, faces, verdict):
    assert judge_clash(PRINTED._replace(**changes), ClashFaces(**faces)) == verdict


def test_every_field_has_an_example_by_hand():
    changed = {field for example in BY_HAND for field in example.values[0]}
    assert set(CLASH_FIELDS) - changed == {"hit", "defence"}  # those of the printed roll


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ({"attack": (3, 3, 3)}, "calls for 4 dice of 'attack', but 3"),
        ({"attack": (3, 3, 3, 7)}, "a die of 'attack' shows 7"),
        ({"attack": (3, 3, 3, 3), "defence": (1, 0, 1)}, "a die of 'defence' shows 0"),
        ({"attack": (3, 3, 3, 3), "defence": (1, 1, 1)}, "calls for 1 dice of 'strength', but 0"),
        ({"attack": (3, 3, 3, 3), "defence": (1, 1, 1), "strength": (1,)}, "cannot show 1"),
        (
            {"attack": (3, 3, 3, 3), "defence": (1, 1, 1), "strength": (6,), "saves": ((1, 1, 1),)},
            "calls for 4 dice of 'saves'",
        ),
        (
            {"attack": (3, 3, 3, 3), "defence": (1, 1, 1), "strength": (6,), "saves": ((1, 1, 1, 1),)},
            "calls for 1 dice of 'strength_saves'",
        ),
    ],
)
def test_judge_refuses_missing_and_false_dice(faces, message):
    clash = PRINTED._replace(strength_faces=0b100000, saves=faces_from(5))
    with pytest.raises(BmgError, match=message):
        judge_clash(clash, ClashFaces(**faces))


# --- the kernel against the judged twin ---------------------------------------------------------------------


@pytest.mark.parametrize("clash", CLASHES.values(), ids=CLASHES)
def test_the_kernel_judges_as_the_twin(clash):
    played = replay_clash(clash, attacks=ATTACKS, seed=2019)
    judged = [judge_clash(clash, faces) for faces, _ in played]
    assert judged == [verdict for _, verdict in played]
    counts = clash_table(clash, trials=ATTACKS, seed=2019, threads=1)
    cells = Counter(cell(clash, verdict) for verdict in judged)
    assert counts.values == tuple(cells[place] for place in range(len(counts.values)))
    assert (counts.shape, counts.trials, counts.cross_fire) == (clash_shape(clash), ATTACKS, ())


def test_the_list_exercises_every_field():
    for field in Clash._fields:
        assert len({getattr(clash, field) for clash in CLASHES.values()}) > 1, field


def test_no_more_is_replayed_than_a_block_holds():
    with pytest.raises(BmgError, match="a block holds 65536 attacks; 65537"):
        replay_clash(PRINTED, attacks=65_537, seed=1)


# --- laws ---------------------------------------------------------------------------------------------------


def apart(counts: np.ndarray, law: np.ndarray) -> float:
    """Chi-square of counts against a law; cells that the law rules out must be empty."""
    assert counts[law == 0].sum() == 0
    expected = law[law > 0] * counts.sum()
    assert expected.min() > 10
    return float(((counts[law > 0] - expected) ** 2 / expected).sum())


@pytest.mark.compiled
def test_the_printed_law():
    """A million attacks against R7's worked example, hits by hand from binomials: a false alarm in 1e9. A share
    of a fifth that is off by a relative 2 % raises the alarm in 99 runs of 100."""

    def chance(dice, k, p):
        return comb(dice, k) * p**k * (1 - p) ** (dice - k)

    law = np.zeros(6)
    for hits, blocks, strength in product(range(5), range(4), range(2)):
        chances = chance(4, hits, 2 / 3) * chance(3, blocks, 1 / 3) * chance(1, strength, 2 / 3)
        law[max(0, hits - blocks) + strength] += chances
    assert (100 * law).round(2).tolist() == [5.78, 20.09, 27.31, 27.31, 15.61, 3.90]
    table = clash_table(PRINTED, trials=1_000_000, seed=20190)
    counts = np.zeros(6)
    for (_, attack, strength, _, _), share in table.cells():
        counts[attack + strength] += round(share * 1_000_000)
    assert apart(counts, law) < LIMIT_5


@pytest.mark.compiled
@pytest.mark.parametrize(
    "clash",
    [
        plain_clash(2, faces_from(3), 1, faces_from(5), faces_from(4))._replace(hit_rerolls=1, combo=1),
        plain_clash(1, 0b011110, 1, faces_from(5), faces_from(4))._replace(hit_spoils=1, defence_rerolls=1),
        plain_clash(0, 0, 1, faces_from(4), faces_from(4))._replace(
            strength_dice=2, strength_rerolls=1, strength_defended=1, critical=0b110000
        ),
    ],
    ids=["reroll and combo", "spoilt, defended twice", "two Strength dice defended"],
)
def test_laws_by_counting_all_faces(clash):
    """A million attacks against all faces of all dice, judged. At most 35 degrees, so a false alarm in 1e9."""
    sizes = [
        clash.dice, clash.dice * (clash.hit_rerolls > 0), clash.dice * (clash.hit_spoils > 0),
        clash.defence_dice, clash.defence_dice * clash.defence_rerolls,
        clash.strength_dice, clash.strength_dice * clash.strength_rerolls,
    ]  # fmt: skip
    law = np.zeros(int(np.prod(clash_shape(clash))))
    ends = np.cumsum(sizes).tolist()
    for dice in product(FACES, repeat=ends[-1]):
        stages = [dice[end - size : end] for size, end in zip(sizes, ends, strict=True)]
        law[cell(clash, judge_clash(clash, ClashFaces(*stages)))] += 6.0 ** -ends[-1]
    counts = np.array(clash_table(clash, trials=1_000_000, seed=20191).values)
    assert (law > 0).sum() <= 36
    assert apart(counts, law) < LIMIT_35


@pytest.mark.compiled
def test_dice_are_uniform_and_independent():
    """400,000 attacks of 20 dice: 8e6 dice, each place against the next."""
    clash = plain_clash(8, faces_from(4), 6, faces_from(5), faces_from(3))
    made = clash_rolling.plan(clash)
    seen, outcomes = np.zeros((made.stretch, 400_000), np.uint16), np.zeros((4, 400_000), np.int64)
    clash_rolling._show(rolling.stream(20192, 0), made, seen, outcomes)
    dice = [rolling.FOUR_FACES[groups][:, place] for groups in seen for place in range(4)]
    assert len(dice) == 20
    assert chi_square(np.bincount(np.concatenate(dice), minlength=7)[1:]) < LIMIT_5
    for one, other in zip(dice, dice[1:] + dice[:1], strict=True):
        assert chi_square(pairs(one, other)) < LIMIT_35


@pytest.mark.compiled
def test_strength_dice_with_few_faces_show_them_alike():
    clash = DEVASTATING._replace(strength_faces=0b110101, strength_rerolls=ALL_DICE)
    made = clash_rolling.plan(clash)
    seen, outcomes = np.zeros((made.stretch, 200_000), np.uint16), np.zeros((4, 200_000), np.int64)
    clash_rolling._show(rolling.stream(20193, 0), made, seen, outcomes)
    for place in range(4):
        counts = np.bincount(rolling.FOUR_FACES[seen[2]][:, place], minlength=7)
        assert counts[[2, 4]].sum() == 0
        assert chi_square(counts[[1, 3, 5, 6]]) < LIMIT_3


# --- seeds, blocks, threads ---------------------------------------------------------------------------------

PINNED = (
    0, 0, 90, 38, 0, 0, 103, 31, 0, 0, 43, 12, 78, 0, 0, 0, 66, 0, 0, 0, 39, 0, 0, 0,
)  # fmt: skip
PINNED_EVERYTHING = (
    "0000 55, 0010 2, 0011 1, 0021 1, 0100 120, 0200 115, 0210 6, 0211 4, 0220 1, 0300 81, 0310 3, 0311 2, "
    "0400 41, 0411 1, 0500 14, 0510 1, 0600 3, 0611 1, 0700 1, 1000 11, 1100 8, 1110 1, 1200 13, 1300 7, "
    "1400 2, 1500 1, 1700 1, 2000 1, 2100 1, 2500 1"
)


def test_pinned_counts():
    """Counts of small runs, which must never change with a seed given: neither compiled nor plain."""
    small = plain_clash(2, faces_from(4), 1, faces_from(5), faces_from(3))
    assert clash_table(small, trials=500, seed=2019).values == PINNED
    table = clash_table(EVERYTHING, trials=500, seed=2**64 - 1)
    cells = ["{}{}{}{} {}".format(*key[:4], round(share * 500)) for key, share in table.cells()]
    assert ", ".join(cells) == PINNED_EVERYTHING


@pytest.mark.skipif(not jit.COMPILED, reason="this is the run without the compiler")
def test_counts_without_the_compiler():
    code = (
        "import test_clash_sampling as t\n"
        "assert not t.jit.COMPILED\n"
        "for clash in (t.PRINTED, t.EVERYTHING):\n"
        "    print(t.clash_table(clash, trials=600, seed=4).values)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=Path(__file__).parent,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    compiled = [clash_table(clash, trials=600, seed=4).values for clash in (PRINTED, EVERYTHING)]
    assert done.stdout.splitlines() == [str(values) for values in compiled]


@pytest.mark.compiled
@pytest.mark.parametrize("clash", [PRINTED, EVERYTHING], ids=["printed", "everything"])
def test_threads_change_nothing(clash, monkeypatch):
    monkeypatch.setattr(rolling, "BLOCK", 16)
    runs = [clash_table(clash, trials=1001, seed=5, threads=threads) for threads in (1, 2, 7)]
    assert runs[0] == runs[1] == runs[2]
    assert sum(runs[0].values) == 1001
    assert runs[0] != clash_table(clash, trials=1001, seed=6, threads=1)


@pytest.mark.compiled
@pytest.mark.parametrize("clash", [PRINTED, EVERYTHING], ids=["printed", "everything"])
def test_threads_change_nothing_in_a_long_run(clash):
    trials = 40 * rolling.BLOCK + 77
    runs = [clash_table(clash, trials=trials, seed=5, threads=threads) for threads in (1, 2, 7, None)]
    assert runs[0] == runs[1] == runs[2] == runs[3]
    assert sum(runs[0].values) == trials


@pytest.mark.parametrize("clash", [PRINTED, EVERYTHING], ids=["printed", "everything"])
def test_longer_runs_continue_shorter_ones(clash):
    short = np.array(clash_table(clash, trials=300, seed=1).values)
    longer = np.array(clash_table(clash, trials=700, seed=1).values)
    assert (longer >= short).all()


# --- the door -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"trials": 0}, "number of trials must be from 1"),
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
        clash_table(PRINTED, **{"trials": 10, "seed": 1, **arguments})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"strength_faces": 0}, "no face"),
        ({"strength_faces": 64}, "no face"),
        ({"strength_dice": 3}, "0 to 2 Strength dice, not 3"),
        ({"dice": -1}, "less than no dice"),
        ({"defence_dice": -1}, "less than no dice"),
        ({"defence_need": 0}, "1 or more defence successes, not 0"),
    ],
)
def test_a_clash_that_cannot_be_rolled_is_refused(changes, message):
    with pytest.raises(BmgError, match=message):
        clash_table(PRINTED._replace(**changes), trials=10, seed=1)
