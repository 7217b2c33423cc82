"""The dice of a game, replayed: what is read, what is judged, what is found, and that fair dice are found fair.

Statistical tests: literal seeds, a false alarm of 1e-9 each, four of them, no reruns. `test_power` says what they see.
"""

import itertools
import json
import math
import random
import time
from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bmg_odds import BmgError
from bmg_odds.answers.ask import question
from bmg_odds.answers.luck import judged, luck
from bmg_odds.answers.luck_file import LABELS, MOST_BYTES, LuckError, read
from bmg_odds.answers.luck_options import options
from bmg_odds.answers.luck_shown import luck_document
from bmg_odds.answers.luck_words import TARGETS_OWN, stage_words
from bmg_odds.engines.clash_judging import follow_clash
from bmg_odds.engines.judging import follow
from bmg_odds.engines.scores import ATTACKER, TARGET, UNIT, clash_score, strike_score, throws, total
from bmg_odds.rules.clash import plain_clash
from bmg_odds.rules.record import (
    ALL_DICE,
    COVER_BITS,
    SAVE_BITS,
    Gate,
    Strike,
    faces_from,
    pack,
    plain_strike,
    unpack,
)  # fmt: skip
from bmg_odds.rules.resolve import resolve

FALSE_ALARM = 1e-9

GAME = """
side Ana: Batman (AC)
side Ben: Joker (AC)
Ana: attack Batman (AC) > Joker (AC); 5 AC; 2 DC   # the first blow
  impact 4+  6 5 4 1 2 = 3
  block 5+ 6 2 = 1
  damage 3+  5 1 = 1
  collateral 5 = both
Ben: agility <=3 2 = success
Ben: move 3 6
"""


def rows(text, **options):
    return [row for row in judged(text, **options).rows if row["roll"] != "total"]


def found(text, **options):
    return [(each["line"], each["kind"]) for each in judged(text, **options).fields["findings"]]


def told(text, **options):
    return " | ".join(each["text"] for each in judged(text, **options).fields["findings"])


def mistakes(text, **options):
    with pytest.raises(LuckError) as error:
        judged(text, **options)
    return error.value.mistakes


# --- what is read and judged --------------------------------------------------------------------------------


def test_a_game():
    answer = judged(GAME)
    assert answer.fields["findings"] == []
    assert [(row["side"], row["roll"], row["got"]) for row in answer.rows] == [
        ("Ana", "impact", 3), ("Ben", "block", 1), ("Ana", "damage", 1), ("Ana", "collateral", 2),
        ("Ben", "agility", 1), ("Ben", "move", 9), ("Ana", "total", 4), ("Ben", "total", 2),
    ]  # fmt: skip
    assert answer.columns == ("side", "roll", "expected", "got", "percentile")
    [attack] = answer.fields["attacks"]
    assert attack["outcome"] == {"damages": 1, "critical": True, "knocked_down": True, "injuries": 0, "stuns": 3}
    impact = answer.rows[0]
    law = [math.comb(5, k) / 32 for k in range(6)]
    assert impact["percentile"] == pytest.approx(100 * (sum(law[:3]) + law[3] / 2))
    assert impact["expected"] == 2.5


def test_the_printed_attack_of_the_third_edition():
    """R7.9: 6, 5, 4, 4 and Strength 5 against 6, 4, 2 are 4 hits."""
    text = """rules: third
    attack attack=5,strength=3,damage=S,endurance=9,name=A > defense=3,endurance=9,name=B; efforts 2; 3 target effort
    attack dice 3+ 6 5 4 4 = 4
    defence 5+ 6 4 2 = 1
    strength 3+ 5 = 1
    """
    answer = judged(text)
    assert answer.fields["findings"] == []
    assert answer.fields["attacks"][0]["outcome"]["damages"] == 4
    assert {row["side"] for row in answer.rows} == {"A", "B"}


def test_forgiving():
    """Case, spaces, commas, dice run together, other words for the same."""
    plain = rows("Ana: attack Batman (AC) > Joker (AC); 3 AC; 1 DC\nimpact 6 5 4\nblock 1\ndamage 5 5 1\ncollateral 2")
    for text in (
        "ANA:  ATTACK batman (ac)  vs  joker (ac) ;ac=3; dc 1\nHits 654\n\n# so\nBlocks 1\nWounds 5,5,1\ncol 2",
        "Ana: attacks Batman (AC) -> Joker (AC); 3ac; 1dc\r\n\timpact 6, 5, 4 = 3\r\nblock 1 = none\r\n"
        "damage 551 = 2 successes\r\ncollateral 2 = nothing\r\nend\r\n",
        "side Ana: Batman (AC)\nattack Batman (AC) > Joker (AC)\nto hit 6 5 4\nblock 1\ndamage 5 5 1\ncollateral 2",
    ):  # fmt: skip
        got = rows(text)
        assert [(row["roll"], row["got"], row["percentile"]) for row in got] == [
            (row["roll"], row["got"], row["percentile"]) for row in plain
        ]


def test_counters_left_open_are_those_of_the_dice():
    answer = judged("attack Batman (AC) > Joker (AC)\nimpact 1 1 1\n")
    assert answer.rows[0]["expected"] == 1.5
    sustained = judged("attack Batman (AC) > defense=4,endurance=4,traits=Sustained Defense,name=T; ac 1\nimpact 6\n"
                       "block 1 1 1\ndamage 1\ncollateral 1")  # fmt: skip
    assert sustained.fields["findings"] == []


def test_holding_back_dc_is_no_mistake():
    assert found("attack Batman (AC) > Joker (AC); 1 AC; 3 DC\nimpact 6\nblock 5\n") == []


def test_block_dice_that_are_not_noted_are_held_back():
    answer = judged("attack Batman (AC) > Joker (AC); 1 AC; 3 DC\nimpact 6\ndamage 1\ncollateral 2")
    assert [each["kind"] for each in answer.fields["findings"]] == ["missing"]
    assert answer.fields["attacks"][0]["outcome"]["damages"] == 0


def test_rerolls_cover_saves_and_shots():
    target = "defense=3,endurance=6,movement=3,traits=Dodge,name=T"
    shooter = "strength=4,damage=BS,rof=3,weapon-traits=Firearm,name=Gun"
    text = f"""attack {shooter} > {target}; cover solid + light; 1 MC
    impact 3+ 6 6 1 = 2
    cover 4+ 4 1 = 1
    cover 6+ 5 = 0
    dodge <=3 5 = 0
    damage 2+ 1
    collateral 3
    """
    answer = judged(text)
    assert answer.fields["findings"] == []
    assert [row["got"] for row in answer.rows[:6]] == [2, 1, 0, 0, 0, 0]
    handy = "attack attack=3,strength=4,damage=S,weapon-traits=Handy,name=A > defense=4,endurance=4,name=T\n"
    again = judged(f"{handy} impact 6 1 1 = 1\n reroll impact 5 2 = 2\n damage 4 1\n collateral 4 = down")
    assert again.fields["findings"] == []
    assert again.rows[1]["roll"] == "impact again"


@pytest.mark.parametrize(("text", "got", "percentile"), [
    ("Bane (AC): agility 3", 1, None), ("Ana: willpower <=7 6 1", 1, 100 * (1 - 21 / 72)),
    ("Ana: recover 4 6 1", 2, 100 * (1 / 2 + 3 / 16)), ("Ana: arrive 4", 1, 75.0),
    ("Ana: lead 6", 6, 100 * 11 / 12),
    ("Ana: roll on 3 3", 1, 100 * (5 / 6 + 1 / 12)), ("Ana: break grab 5+ 5 2", 1, 100 * (4 / 9 + 2 / 9)),
    ("Ana: flee <=2 1 1", 1, 100 * (35 / 36 + 1 / 72)), ("Ana: resistance <=12 6 6", 1, 50.0),
])  # fmt: skip
def test_rolls_alone(text, got, percentile):
    [row] = rows(text)
    assert row["got"] == got
    if percentile is not None:
        assert row["percentile"] == pytest.approx(percentile)


def test_a_card_gives_the_number():
    [row] = rows("side Ana: Batman (AC)\nBatman (AC): agility 4 = success")
    assert (row["side"], row["needs"]) == ("Ana", "<=4" if "<=4" in row["needs"] else row["needs"])
    assert "the rules ask" in told("Batman (AC): agility <=1 4")
    assert found("side Ana: Batman (AC)\nAna, Batman (AC): willpower <=3 2 2") == [(2, "number")]


def test_a_feint():
    """Its agility die decides how many block dice there are, and is the attacker's."""
    blow = "attack attack=2,strength=4,movement=3,damage=S,traits=Feint,name=A > defense=3,endurance=5,name=T"
    passed = judged(f"{blow}; 2 DC; use Feint\nfeint <=3 2 = success\nimpact 6 5\ndamage 1 1\ncollateral 2")
    failed = judged(f"{blow}; 2 DC; use Feint\nfeint 5\nimpact 6 5\nblock 1 1\ndamage 1 1\ncollateral 2")
    assert [row["roll"] for row in failed.rows][:3] == ["feint", "impact", "block"]
    assert passed.rows[0]["side"] == "A"
    assert failed.fields["findings"] == []
    assert failed.fields["as_called"]


# --- where the table went wrong -----------------------------------------------------------------------------

BLOW = "attack Batman (AC) > Joker (AC); 5 AC; 2 DC\n"


@pytest.mark.parametrize(("lines", "kind", "words"), [
    ("impact 3+ 6 5 4 1 2", "number", "the rules ask 4+"),
    ("impact 6 5 4 1 2\nblock 4+ 6 2", "number", "the rules ask 5+"),
    ("impact 6 5 4 1 2 = 4\nblock 1 1", "count", "a natural 1 was counted"),
    ("impact 6 5 4 2 2 = 2\nblock 1 1", "count", "equal is enough"),
    ("impact 6 5 4 3 2 = 4\nblock 1 1", "count", "as if it were 3+"),
    ("impact 6 5 4 1 2 6\nblock 1 1", "dice", "6 dice of impact are noted, the attack calls for 5 dice"),
    ("impact 6 5 4 1\nblock 1 1", "dice", "those missing count as failed"),
    ("impact 6 1 1 1 1\nblock 5 1\ndamage 6", "stage", "calls for no damage roll here"),
    ("impact 1 1 1 1 1\nblock 5 1", "stage", "calls for no block roll here"),
    ("impact 6 1 1 1 1\nblock 1 1\ndamage 6\ncollateral 6 = nothing", "count", "counted no critical"),
    ("impact 6 1 1 1 1\nblock 1 1\ndamage 6\ncollateral 2 = down", "count", "counted a knock down, the dice show none"),
    ("impact 6 1 1 1 1\nblock 1 1", "missing", "calls for 1 die of damage"),
    ("impact 6 1 1 1 1\nblock 1 1\nsave 5", "stage", "calls for no save roll here"),
])  # fmt: skip
def test_findings(lines, kind, words):
    answer = judged(BLOW + lines)
    assert any(each["kind"] == kind and words in each["text"] for each in answer.fields["findings"]), answer.fields[
        "findings"
    ]


def test_no_finding_where_nothing_is_wrong():
    assert found(BLOW + "impact 4+ 6 5 4 1 2 = 3\nblock 5+ 1 1 = 0\ndamage 3+ 3 2 1 = 1\ncollateral 1 = nothing") == []


def test_a_natural_six_that_was_not_counted():
    blow = "attack attack=1,strength=7,damage=S,name=A > defense=3,endurance=4,name=T\n"
    text = f"{blow}impact 3\ndamage 6 = 0\ncollateral 1"
    assert "a natural 6 was not counted" in told(text)


def test_a_reroll_that_was_forgotten():
    handy = "attack attack=3,strength=4,damage=S,weapon-traits=Handy,name=A > defense=4,endurance=4,name=T\n"
    answer = judged(f"{handy} impact 6 1 1\n damage 1\n collateral 4")
    assert [each["kind"] for each in answer.fields["findings"]] == ["missing"]
    assert not answer.fields["as_called"]
    assert answer.fields["attacks"][0]["outcome"] is not None


# --- mistakes of the file -----------------------------------------------------------------------------------


def test_all_mistakes_at_once():
    text = """side Ana: Batmann
Ana: attack Batman (AC); 5 AC
Ana: agility <=3 7
Ana: agillity <=3 4
damage 4+ 4
attack Batman (AC) > Joker (AC); 9 acs
Ana: willpower <=6 4
Ana: arrive 4 = maybe
end
Ana: collateral 3
Ana: damage 4 4
"""
    lines = [int(each.split("line ")[1].split(":")[0]) for each in mistakes(text)]
    assert sorted(set(lines)) == [1, 2, 3, 4, 5, 6, 7, 8, 10, 11]
    joined = " ".join(mistakes(text))
    for words in ("allowed: faces 1 to 6", "nearest: agility", "write who", "roll of 2 dice", "ATTACKER > TARGET"):
        assert words in joined


@pytest.mark.parametrize(("text", "words"), [
    ("rules: 2013\nAna: arrive 4", "allowed: 2012, revised, third"),
    ("rules: third\nrules: 2012\nAna: lead 4", "given twice"),
    ("reading: crt=maybe\nAna: arrive 4", "allowed: replaces, choice"),
    ("attack Batman (AC) > Batman (AC)\nimpact 4", "write whose attack it is"),
    ("side Ana: Bob\nside Ben: Bob\nattack Bob > Batman (AC)\nimpact 4", "is on both sides"),
    ("side Ana: Batman (AC)\nside Ben: Bob\nattack Bob > Batman (AC)\nAna: impact 4", "is rolled by"),
    ("Ana: move 4+ 4 4", "has no number to reach"), ("Ana: move", "no dice follow"), ("", "no dice are noted"),
    ("rules: third\nAna: agility <=3 4", "have no such roll"), ("Ana: agility 4", "needs its number"),
    ("attack Batman (AC) > Joker (AC); 5 AC; ac 3\nimpact 5", "given twice"),
    ("attack Batman (AC) > Joker (AC); 9 AC\nimpact 5", "line 1"),
])  # fmt: skip
def test_mistakes(text, words):
    assert words in " ".join(mistakes(text))


def test_options():
    assert options(["2 DC", "use Titan Dose", "reroll impact + damage", "grab", "target efforts 2"]) == {
        "dc": 2, "use": ("Titan Dose",), "reroll": ("impact", "damage"), "form": "grab", "target_efforts": 2,
    }  # fmt: skip
    for wrong in ("outnumbered 3", "cover", "dc many", "weapon", "wepon Bat"):
        with pytest.raises(BmgError):
            options([wrong])


def test_bounds(tmp_path):
    path = tmp_path / "big.txt"
    path.write_bytes(b"#" * (MOST_BYTES + 1))
    with pytest.raises(BmgError, match="larger than"):
        luck(path)
    path.write_bytes(b"Ana: arrive 4\n\xff")
    with pytest.raises(BmgError, match="line 2: is no UTF-8"):
        luck(path)
    with pytest.raises(BmgError, match="cannot be read"):
        luck(tmp_path / "none.txt")
    assert "lines are too many" in mistakes("\n" * 3000)[0]
    assert "signs are too many" in mistakes("Ana: roll 4+ " + "1 " * 500)[0]
    assert "more dice" in mistakes("Ana: roll 4+ " + "1" * 41)[0]
    assert "more attacks" in " ".join(mistakes("attack Batman (AC) > Joker (AC)\n" * 300))


def test_never_a_hundred_per_cent():
    answer = judged("Ana: roll 6+ " + "6" * 40)
    assert answer.rows[0]["percentile"] < 100.0
    assert "100 %" not in luck_document(answer).text("table")
    assert answer.rows[-1]["p_value"] == 1e-15
    assert judged("Ana: roll 2+ " + "1" * 40).rows[0]["percentile"] > 0.0


def test_a_side_with_sums_only():
    answer = judged("Ana: move 3 4")
    assert (answer.rows[-1]["roll"], answer.rows[-1]["percentile"], answer.rows[-1]["p_value"]) == ("total", 50.0, 1.0)


def test_a_long_game_is_quick():
    blow = ("attack attack=12,strength=4,damage=S,name=A > attack=3,defense=4,endurance=9,traits=Bat-Armor Mk II,name=T"
            "; {dc} DC; reroll impact + block + damage\nimpact 6 1 1 1 1 1 1 1 1 1 1 1\n")  # fmt: skip
    text = "".join(blow.format(dc=dc % 5) for dc in range(60)) + "Ana: resistance <=5 1 2\n" * 500
    start = time.monotonic()
    judged(text)
    assert time.monotonic() - start < 20


# --- the laws of whole attacks, by every face ---------------------------------------------------------------

MELEE = plain_strike(2, faces_from(4), faces_from(3), block_dice=2, block=faces_from(5))
STRIKES = {
    "melee": MELEE,
    "capped, need 2": MELEE._replace(block_cap=1, block_need=2),
    "rerolls": MELEE._replace(impact_rerolls=1, block_dice=0, damage_rerolls=1),
    "all rerolls": MELEE._replace(dice=1, impact_rerolls=ALL_DICE, block_rerolls=1, damage_rerolls=ALL_DICE),
    "spoilt": MELEE._replace(impact_spoils=1, block_dice=0, impact_rerolls=1),
    "cover": MELEE._replace(block_dice=0, covers=pack([faces_from(4)], COVER_BITS)),
    "two covers": MELEE._replace(dice=1, block_dice=0, covers=pack([faces_from(4), faces_from(6)], COVER_BITS)),
    "dodge, save": MELEE._replace(dice=1, block_dice=0, dodge_dice=1, dodge=3, saves=pack([faces_from(5)], SAVE_BITS)),
}


def by_every_face(record, play, masks, sides_of):
    """The law of both scores, by every face of every die in the order they are asked for."""
    found = [Counter(), Counter()]

    def go(seen):
        scores, weight, place = [0, 0], 1.0, 0

        class Short(Exception):
            pass

        def draw(stage, where, count):
            nonlocal place, weight
            faces = seen[place : place + count]
            if len(faces) < count:
                raise Short
            place += count
            name = stage.split("_again")[0].split("_spoilt")[0]
            mask = masks(record, name, where)
            if mask is not None:
                good = mask.bit_count()
                scores[sides_of(name)] += sum(UNIT * (mask >> f - 1 & 1) - UNIT * good // 6 for f in faces)
            return faces

        try:
            play(record, draw)
        except Short:
            for face in range(1, 7):
                go([*seen, face])
            return
        for side in (ATTACKER, TARGET):
            found[side][scores[side]] += 6.0 ** -len(seen)

    go([])
    return found


def strike_masks(strike: Strike, name, where):
    if name == "collateral":
        return None
    if name in ("covers", "saves"):
        bits = COVER_BITS if name == "covers" else SAVE_BITS
        return unpack(getattr(strike, name), bits)[where] & 63
    return getattr(strike, name)


def same(law, counted):
    counted = {score: chance for score, chance in counted.items() if chance}
    assert law.keys() == counted.keys()
    for score, chance in law.items():
        assert chance == pytest.approx(counted[score], abs=1e-12)


@pytest.mark.parametrize("name", STRIKES)
def test_scores_of_a_strike_by_every_face(name):
    strike = STRIKES[name]
    # A collateral die shows one face only, so that there is nothing to enumerate.
    shown = strike._replace(collateral=0)
    found = by_every_face(shown, follow, strike_masks, lambda stage: int(stage in TARGETS_OWN))
    for side in (ATTACKER, TARGET):
        same(strike_score(strike, side), found[side])


def test_scores_of_a_gate():
    gate = Gate(0b11, 1, MELEE._replace(block_dice=0))
    law = strike_score(MELEE, ATTACKER, gate)
    assert sum(law.values()) == pytest.approx(1.0)
    assert sum(score * chance for score, chance in law.items()) == pytest.approx(0.0, abs=1e-9)
    target = strike_score(MELEE, TARGET, gate)
    passes = 1 - (4 / 6) ** 2
    silent = strike_score(MELEE, TARGET)[0]
    assert target[0] == pytest.approx(passes + (1 - passes) * silent)


CLASHES = {
    "plain": plain_clash(2, faces_from(3), 1, faces_from(5), faces_from(4)),
    "combo, sustained, saves": plain_clash(2, faces_from(4), 2, faces_from(3), faces_from(4))._replace(
        combo=1, sustained=1, saves=faces_from(5), strength_dice=0
    ),
    "defended": plain_clash(1, faces_from(4), 1, faces_from(3), faces_from(4))._replace(
        strength_defended=1, saves=faces_from(4), hit_rerolls=1
    ),
}


@pytest.mark.parametrize("name", CLASHES)
def test_scores_of_a_clash_by_every_face(name):
    clash = CLASHES[name]

    def masks(clash, stage, where):
        if "saves" in stage:
            return unpack(clash.saves, SAVE_BITS)[where]
        return {"attack": clash.hit, "defence": clash.defence, "strength": clash.strength}[stage]

    found = by_every_face(clash, follow_clash, masks, lambda stage: int(stage in TARGETS_OWN))
    for side in (ATTACKER, TARGET):
        same(clash_score(clash, side), found[side])


def test_total_by_every_pair():
    laws = [{score: chance for _, chance, score in throws(3, 2)}, {-15: 21 / 36, 21: 15 / 36}, {-18: 0.5, 18: 0.5}]
    found: Counter = Counter()
    for row in itertools.product(*(law.items() for law in laws)):
        found[sum(score for score, _ in row)] += math.prod(chance for _, chance in row)
    law = total(laws)
    for score, chance in found.items():
        below, at, above = law.tail(score)
        assert at == pytest.approx(chance)
        assert below + at + above == pytest.approx(1.0)


def test_a_long_total_by_fourier_equals_term_by_term(monkeypatch):
    laws = [{score: chance for _, chance, score in throws(9, 2)}] * 30
    direct = total(laws).chances
    monkeypatch.setattr("bmg_odds.engines.scores._DIRECT", 0)
    assert np.allclose(total(laws).chances, direct, atol=1e-14)


# --- fair dice are found fair -------------------------------------------------------------------------------

FIGHTS = (
    ("Ana", "Batman (AC)", "Joker (AC)", {"ac": 5, "dc": 2}, "; 5 AC; 2 DC"),
    ("Ben", "Joker (AC)", "Batman (AC)", {"ac": 3, "dc": 3}, "; 3 AC; 3 DC"),
    ("Ana", "attack=4,strength=4,damage=S,weapon-traits=Handy,name=A", "defense=4,endurance=4,name=T",
     {"dc": 2, "reroll": ("damage",)}, "; 2 DC; reroll damage"),
)  # fmt: skip
GAMES = 600


def simulated(dice: random.Random) -> str:
    """A game with fair dice, as it would be noted."""
    lines = ["side Ana: Batman (AC)", "side Ben: Joker (AC)"]
    for side, attacker, target, strike, text in PREPARED:
        lines.append(f"{side}: attack {attacker} > {target}{text}")

        def draw(stage, place, count):
            faces = [dice.randint(1, 6) for _ in range(count)]
            if count:
                lines.append(f"  {stage_words(stage)} {' '.join(map(str, faces))}")
            return faces

        follow(strike, draw)
    lines += [f"Ana: agility <=4 {dice.randint(1, 6)}", f"Ben: willpower <=6 {dice.randint(1, 6)} {dice.randint(1, 6)}"]
    return "\n".join(lines)


PREPARED = [(side, a, b, resolve(question(a, b, **given)).strike, text) for side, a, b, given, text in FIGHTS]


def uniform(values: list[float]) -> float:
    """The p-value of values between 0 and 1 in 20 bins."""
    from scipy import stats

    counts = np.histogram(values, bins=20, range=(0.0, 1.0))[0]
    return float(stats.chisquare(counts).pvalue)


@pytest.fixture(scope="module")
def fair():
    """Percentiles of rolls and of totals of fair games, ties spread evenly over their share: uniform if exact."""
    dice, spread = random.Random(1939), random.Random(1940)
    rolls, totals = [], {"Ana": [], "Ben": []}
    for _ in range(GAMES):
        answer = judged(simulated(dice))
        assert answer.fields["findings"] == []
        for row in answer.rows:
            value = row["below"] + spread.random() * row["same"]
            (totals[row["side"]] if row["roll"] == "total" else rolls).append(value)
    return rolls, totals


def test_rolls_of_fair_dice_are_uniform(fair):
    assert uniform(fair[0]) > FALSE_ALARM


@pytest.mark.parametrize("side", ["Ana", "Ben"])
def test_totals_of_fair_games_are_uniform(fair, side):
    assert uniform(fair[1][side]) > FALSE_ALARM


def test_loaded_dice_are_found():
    """Dice that show a 6 instead of every third 1: the total of both sides together leaves no doubt."""
    dice, values = random.Random(7), []
    plain = dice.randint
    dice.randint = lambda low, high: (
        (6 if face == 1 and plain(1, 3) == 1 else face) if (face := plain(low, high)) else 0
    )
    spread = random.Random(8)
    for _ in range(300):
        values += [row["below"] + spread.random() * row["same"] for row in judged(simulated(dice)).rows
                   if row["roll"] == "total" and row["side"] == "Ana"]  # fmt: skip
    assert uniform(values) < FALSE_ALARM or sum(values) / len(values) > 0.5 + 6 / math.sqrt(12 * len(values))


def test_power():
    """With 600 games a test finds, 99 times of 100, percentiles of which 5 of 20 bins hold 1.8 times their share."""
    from scipy import stats

    share = np.full(20, 1 / 20)
    share[:5] *= 1.8
    share[5:] *= (1 - share[:5].sum()) / share[5:].sum()
    noncentral = GAMES * ((share - 1 / 20) ** 2 / (1 / 20)).sum()
    assert stats.ncx2.sf(stats.chi2.isf(FALSE_ALARM, 19), 19, noncentral) > 0.99


# --- fuzz ---------------------------------------------------------------------------------------------------

WORDS = st.sampled_from([
    *LABELS, "attack", "Batman (AC)", "Joker (AC)", ">", "vs", ";", ":", "=", "+", "4+", "<=3", "on 3", "6", "1", "0",
    "7", "654321", "rules: third", "rules", "reading: crt=choice", "side", "Ana", "Ben", "Ana:", "5 AC", "2 DC", "down",
    "success", "end", "#", "again", "spoilt", "reroll", ",", "-", "attack=5,strength=3,damage=S",
    "defense=3,endurance=4", "cover solid", "use Feint", "\u00a0", "²", "１", "\x00",
])  # fmt: skip
LINES = st.lists(st.lists(WORDS, max_size=9).map(" ".join) | st.text(max_size=30), max_size=8).map("\n".join)


def survives(text):
    try:
        answer = judged(text)
    except BmgError:
        return
    document = luck_document(answer)
    for form in ("table", "md", "csv"):
        assert document.text(form)
    json.loads(document.text("json"))
    assert all(0.0 < row["percentile"] < 100.0 for row in answer.rows)


@given(LINES)
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_text(text):
    survives(text)


@given(st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_change_to_a_game(data):
    """A good file with some signs changed, lines swapped or left out."""
    lines = GAME.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        sign = data.draw(st.integers(0, 40))
        lines[place] = (
            lines[place][:sign]
            + data.draw(st.sampled_from(["", "6", "=", ":", "x", " 1 1 1", ";"]))
            + lines[place][sign + 1 :]
        )
        lines.append(lines.pop(data.draw(st.integers(0, len(lines) - 1))))
    survives("\n".join(lines))


@pytest.mark.parametrize("edition", ["2012", "revised", "third"])
def test_every_attack_of_a_roster_can_be_noted(edition):
    """Whatever a card's traits ask for: with all the dice that it calls for there is nothing to find."""
    from bmg_odds.facts.roster import bundled

    dice = random.Random(4)
    cards = [card for card in bundled().cards(edition) if card.attack and card.defense]
    for attacker in cards[::3]:
        target = dice.choice([card for card in cards if card is not attacker])
        given = {} if edition == "third" else {"dc": min(2, target.defense or 0)}
        try:
            resolved = resolve(question(attacker, target, rules=edition, **given))
        except BmgError:
            continue
        if getattr(resolved.weapon, "ranged", False):
            continue
        lines = [
            f"rules: {edition}",
            f"attack {attacker.name} > {target.name}" + ("; 2 DC" if given.get("dc") == 2 else ""),
        ]
        if given.get("dc") != 2 and edition != "third":
            continue

        def draw(stage, place, count, lines=lines, strike=resolved.strike):
            faces = [dice.randint(1, 6) for _ in range(count)]
            if stage == "strength" and strike.strength_faces != 63:
                faces = [6] * count
            if count:
                lines.append(f"{stage_words(stage)} {' '.join(map(str, faces))}")
            return faces

        (follow if isinstance(resolved.strike, Strike) else follow_clash)(resolved.strike, draw)
        if len(lines) > 2:
            answer = judged("\n".join(lines))
            assert answer.fields["findings"] == [], lines
            assert answer.fields["as_called"]


# --- the command --------------------------------------------------------------------------------------------


def test_the_command(cli, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(GAME, encoding="utf-8")
    done = cli("luck", str(path))
    assert done.status == 0
    assert max(map(len, done.out.splitlines())) <= 80
    for words in ("The table counted as the rules do.", "mid-p", "Ana: 4 successes", "critical, knocked down"):
        assert words in " ".join(done.out.split())
    out = tmp_path / "luck.json"
    assert cli("luck", str(path), "-o", str(out)).status == 0
    path.unlink()
    assert cli("reproduce", str(out)).status == 0  # the notes themselves are in it


def test_the_command_lists_all_mistakes(cli, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("Ana: agility 9\nBen: arive 4\n", encoding="utf-8")
    done = cli("luck", str(path), "-o", str(tmp_path / "x.json"))
    assert done.status == 2
    first, more = done.err.splitlines()
    assert "game.txt, line 1" in first
    assert more.endswith(f"and 1 more: bmg-odds luck {path} --check lists all")
    listed = cli("luck", str(path), "--check")
    assert listed.status == 1
    assert [line.split(": ")[0] for line in listed.out.splitlines()] == ["game.txt, line 1", "game.txt, line 2"]
    assert not (tmp_path / "x.json").exists()
    assert cli("luck", str(tmp_path / "none.txt")).status == 2


def test_rules_on_the_command_line(cli, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("rules: 2012\nAna: arrive 4\n", encoding="utf-8")
    assert cli("luck", str(path), "--rules", "third").status == 2
    assert cli("luck", str(path), "--rules", "2012").status == 0
    assert read("rules: 2012").rules == "2012"


def test_the_example_of_the_docs():
    from pathlib import Path

    page = (Path(__file__).resolve().parents[1] / "docs" / "luck.md").read_text(encoding="utf-8")
    text = page.split("```text\n")[1].split("```")[0]
    answer = judged(text)
    assert [(each["line"], each["kind"]) for each in answer.fields["findings"]] == [(8, "count"), (9, "count")]
    assert "natural 1" in answer.fields["findings"][0]["text"]
    assert "no critical" in answer.fields["findings"][1]["text"]
