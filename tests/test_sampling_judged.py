"""The judged twin of the sampling kernels, by hand: one attack, its dice given, and what it came to.

A verdict is (blocked, impacts, damages, criticals, knocked down, cross fire Injuries).
"""

import pytest
from test_sampling import FENCE, HEDGE, SAVES, SHIFTED_MATCH, SOLID, SUCCESS_MATCH, THREE

from bmg_odds.engines.judging import Faces, judge
from bmg_odds.errors import BmgError
from bmg_odds.rules.record import ALL_DICE, COVER_BITS, CROSS_FIRE_BIT, faces_from, pack


@pytest.mark.parametrize(
    ("changes", "faces", "verdict"),
    [
        pytest.param({}, Faces((3, 4, 6), damage=(2, 3), collateral=(1,)), (0, 2, 1, 0, 0, 0), id="impact"),
        pytest.param({}, Faces((1, 2, 3)), (0, 0, 0, 0, 0, 0), id="no impact, no die"),
        pytest.param(
            {"impact_rerolls": 1},
            Faces((3, 4, 1), impact_again=(4,), damage=(1, 1), collateral=(2,)),
            (0, 2, 0, 0, 0, 0),
            id="one impact reroll",
        ),
        pytest.param(
            {"impact_rerolls": ALL_DICE},
            Faces((3, 4, 1), impact_again=(3, 6), damage=(1, 1), collateral=(2,)),
            (0, 2, 0, 0, 0, 0),
            id="all impact rerolls",
        ),
        pytest.param(
            {"block_dice": 2, "block": faces_from(5)},
            Faces((4, 4, 4), block=(4, 5), damage=(5, 5), collateral=(2,)),
            (0, 2, 2, 0, 0, 0),
            id="block on equal",
        ),
        pytest.param(
            {"block_dice": 4, "block": faces_from(5)},
            Faces((4, 1, 1), block=(5, 5, 5, 5)),
            (0, 0, 0, 0, 0, 0),
            id="surplus blocks do nothing",
        ),
        pytest.param(
            {"block_dice": 4, "block": faces_from(5), "block_cap": 1},
            Faces((4, 4, 1), block=(1, 2, 6, 6), damage=(5, 5), collateral=(2,)),
            (0, 2, 2, 0, 0, 0),
            id="cap: only two block dice",
        ),
        pytest.param(
            {"block_dice": 4, "block": faces_from(5), "block_need": 2},
            Faces((4, 4, 4), block=(5, 6, 6, 1), damage=(5, 5), collateral=(2,)),
            (0, 2, 2, 0, 0, 0),
            id="crushing: three successes cancel one",
        ),
        pytest.param(
            {"block_dice": 4, "block": faces_from(5), "block_need": 2, "block_cap": 1},
            Faces((4, 1, 1), block=(1, 5, 6, 6), damage=(5,), collateral=(2,)),
            (0, 1, 1, 0, 0, 0),
            id="crushing and cap: two dice for one impact",
        ),
        pytest.param(
            {"block_dice": 2, "block": faces_from(5), "block_rerolls": 1},
            Faces((4, 4, 4), block=(1, 2), block_again=(6,), damage=(5, 5), collateral=(2,)),
            (0, 2, 2, 0, 0, 0),
            id="block reroll",
        ),
        pytest.param(
            {"covers": pack([FENCE, HEDGE], COVER_BITS)},
            Faces((4, 4, 4), covers=((4, 5, 1), (5, 6)), damage=(3,), collateral=(4,)),
            (0, 1, 1, 0, 0, 0),
            id="two obstacles, nearest first",
        ),
        pytest.param(
            {"covers": pack([FENCE | CROSS_FIRE_BIT, SOLID], COVER_BITS), "cross": faces_from(3)},
            Faces((4, 4, 4), covers=((5, 6, 1), (4,)), cross=((2, 3),)),
            (0, 0, 0, 0, 0, 1),
            id="cross fire at the fence, none at the wall",
        ),
        pytest.param(
            {"covers": FENCE | CROSS_FIRE_BIT, "cross": faces_from(3), "cross_rerolls": ALL_DICE},
            Faces((4, 4, 4), covers=((5, 6, 5),), cross=((2, 3, 1),), cross_again=((3, 2),)),
            (0, 0, 0, 0, 0, 2),
            id="cross fire rerolled",
        ),
        pytest.param(
            {"dodge_dice": 2, "dodge": 0b000111, "dodge_rerolls": 1},
            Faces((4, 4, 4), dodge=(5, 4), dodge_again=(3,), damage=(1, 1), collateral=(1,)),
            (0, 2, 0, 0, 0, 0),
            id="dodge on at most Movement",
        ),
        pytest.param(
            {"saves": SAVES},
            Faces((4, 4, 4), saves=((5, 1, 1), (5, 6)), damage=(6,), collateral=(5,)),
            (0, 1, 1, 0, 0, 0),
            id="two saves, die by die",
        ),
        pytest.param({}, Faces((4, 1, 1), damage=(2,), collateral=(2,)), (0, 1, 0, 0, 1, 0), id="a failed die matches"),
        pytest.param({}, Faces((4, 1, 1), damage=(1,), collateral=(1,)), (0, 1, 0, 0, 0, 0), id="never on 1"),
        pytest.param(
            {"match": SUCCESS_MATCH},
            Faces((4, 1, 1), damage=(2,), collateral=(2,)),
            (0, 1, 0, 0, 0, 0),
            id="match of a success only",
        ),
        pytest.param(
            {"match": SHIFTED_MATCH},
            Faces((4, 1, 1), damage=(2,), collateral=(3,)),
            (0, 1, 0, 0, 1, 0),
            id="modified face matches",
        ),
        pytest.param(
            {"damage_rerolls": ALL_DICE},
            Faces((4, 4, 1), damage=(2, 5), damage_again=(1,), collateral=(2,)),
            (0, 2, 1, 0, 0, 0),
            id="knock down looks at the die that stands",
        ),
        pytest.param(
            {"damage_rerolls": ALL_DICE},
            Faces((4, 4, 1), damage=(2, 5), damage_again=(4,), collateral=(4,)),
            (0, 2, 2, 0, 1, 0),
            id="the second face matches",
        ),
        pytest.param({}, Faces((4, 4, 1), damage=(6, 1), collateral=(6,)), (0, 2, 1, 1, 1, 0), id="critical and down"),
        pytest.param({}, Faces((4, 4, 1), damage=(2, 1), collateral=(6,)), (0, 2, 0, 0, 0, 0), id="no damage, no crit"),
        pytest.param(
            {"collateral": 2},
            Faces((4, 4, 1), damage=(3, 1), collateral=(6, 6)),
            (0, 2, 1, 2, 0, 0),
            id="devastating: both critical",
        ),
        pytest.param(
            {"collateral": 2},
            Faces((4, 4, 1), damage=(3, 1), collateral=(6, 3)),
            (0, 2, 1, 1, 1, 0),
            id="devastating: each alone",
        ),
        pytest.param(
            {"collateral_reroll": 1},
            Faces((4, 1, 1), damage=(3,), collateral=(2,), collateral_again=(3,)),
            (0, 1, 1, 0, 1, 0),
            id="brutal: the second stands",
        ),
        pytest.param(
            {"collateral_reroll": 1},
            Faces((4, 1, 1), damage=(3,), collateral=(6,), collateral_again=(3,)),
            (0, 1, 1, 1, 0, 0),
            id="brutal: a critical stands",
        ),
        pytest.param(
            {"collateral_reroll": 1, "collateral": 2},
            Faces((4, 1, 1), damage=(3,), collateral=(3, 5), collateral_again=(6,)),
            (0, 1, 1, 1, 1, 0),
            id="brutal and devastating: only the die that gave nothing",
        ),
        pytest.param(
            {"critical": faces_from(4)},
            Faces((4, 1, 1), damage=(3,), collateral=(4,)),
            (0, 1, 1, 1, 0, 0),
            id="martial expert",
        ),
        pytest.param(
            {"impact_spoils": 1},
            Faces((4, 6, 1), impact_spoilt=(3,), damage=(3,), collateral=(2,)),
            (0, 1, 1, 0, 0, 0),
            id="luck: the first success fails the second time",
        ),
        pytest.param(
            {"impact_spoils": 1},
            Faces((1, 6, 4), impact_spoilt=(5,), damage=(3, 1), collateral=(2,)),
            (0, 2, 1, 0, 0, 0),
            id="luck: the second face stands, a success again",
        ),
        pytest.param(
            {"impact_spoils": 2, "impact_rerolls": ALL_DICE},
            Faces((4, 1, 2), impact_again=(6, 6), impact_spoilt=(1, 1), damage=(3, 3), collateral=(2,)),
            (0, 2, 2, 0, 0, 0),
            id="luck: a rerolled die is out of its reach",
        ),
        pytest.param(
            {"impact_spoils": ALL_DICE},
            Faces((4, 5, 6), impact_spoilt=(1, 2, 3)),
            (0, 0, 0, 0, 0, 0),
            id="luck: all spoilt, and a spoilt die is not rerolled again",
        ),
        pytest.param(
            {"impact_spoils": 1, "impact_rerolls": 1},
            Faces((1, 4, 2), impact_again=(2,), impact_spoilt=(4,), damage=(3,), collateral=(2,)),
            (0, 1, 1, 0, 0, 0),
            id="luck: failed dice, rerolled or not, are not asked",
        ),
        pytest.param(
            {"damage_rerolls": 1},
            Faces((4, 4, 4), damage=(2, 2, 1), damage_again=(1,), collateral=(2,)),
            (0, 3, 0, 0, 1, 0),
            id="one damage reroll: the second failed die keeps its face for matching",
        ),
        pytest.param(
            {"damage_rerolls": 1},
            Faces((4, 4, 4), damage=(5, 2, 1), damage_again=(4,), collateral=(2,)),
            (0, 3, 2, 0, 0, 0),
            id="one damage reroll: the face rolled first is gone",
        ),
        pytest.param(
            {"damage_rerolls": 2, "match": SUCCESS_MATCH},
            Faces((4, 4, 4), damage=(1, 1, 1), damage_again=(4, 2), collateral=(4,)),
            (0, 3, 1, 0, 1, 0),
            id="two damage rerolls of three failures",
        ),
        pytest.param(
            {"covers": FENCE | CROSS_FIRE_BIT, "cross": faces_from(3), "cross_rerolls": 1},
            Faces((4, 4, 4), covers=((5, 6, 5),), cross=((2, 1, 3),), cross_again=((3,),)),
            (0, 0, 0, 0, 0, 2),
            id="one cross fire reroll",
        ),
        pytest.param(
            {
                "covers": pack([FENCE | CROSS_FIRE_BIT] * 2, COVER_BITS),
                "cross": faces_from(3),
                "cross_rerolls": 1,
            },
            Faces((4, 4, 1), covers=((5, 1), (5,)), cross=((2,), (1,)), cross_again=((3,), (4,))),
            (0, 0, 0, 0, 0, 2),
            id="one cross fire reroll for each obstacle",
        ),
        pytest.param(
            {"block_dice": 2, "block": faces_from(5), "watch_blocks": 1},
            Faces((4, 4, 4), block=(5, 4), damage=(3, 3), collateral=(2,)),
            (1, 2, 2, 0, 0, 0),
            id="a block is seen",
        ),
        pytest.param(
            {"block_dice": 2, "block": faces_from(5), "watch_blocks": 1, "block_need": 2},
            Faces((4, 1, 1), block=(5, 4), damage=(3,), collateral=(2,)),
            (1, 1, 1, 0, 0, 0),
            id="a block success that cancels nothing is seen",
        ),
        pytest.param(
            {"block_dice": 2, "block": faces_from(5), "watch_blocks": 1},
            Faces((4, 1, 1), block=(5, 5)),
            (1, 0, 0, 0, 0, 0),
            id="a block is seen where no impact is left",
        ),
        pytest.param(
            {"block_dice": 2, "block": faces_from(5), "watch_blocks": 1},
            Faces((1, 1, 1), block=(5, 5)),
            (0, 0, 0, 0, 0, 0),
            id="no impact, no block to see",
        ),
        pytest.param(
            {"block_dice": 1, "block": faces_from(5), "block_rerolls": 1, "watch_blocks": 1},
            Faces((4, 4, 1), block=(1,), block_again=(6,), damage=(3,), collateral=(2,)),
            (1, 1, 1, 0, 0, 0),
            id="a rerolled block is seen",
        ),
    ],
)
def test_judge_by_hand(changes, faces, verdict):
    assert judge(THREE._replace(**changes), faces) == verdict


def test_judge_refuses_missing_and_false_dice():
    with pytest.raises(BmgError, match="calls for 2 dice of 'damage', but 1"):
        judge(THREE, Faces((4, 4, 1), damage=(3,), collateral=(1,)))
    with pytest.raises(BmgError, match="shows 7"):
        judge(THREE, Faces((4, 4, 7)))
