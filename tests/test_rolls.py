"""The rolls beside attacks: counted laws against every face, rolled ones against the counted, faults caught."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import oracle_rolls
import pytest

from bmg_odds.answers.agreement import g_test
from bmg_odds.answers.roll import roll
from bmg_odds.engines import rolls_exact, rolls_rolled
from bmg_odds.errors import BmgError
from bmg_odds.facts.roster import bundled
from bmg_odds.rules import rolls_game, rolls_model
from bmg_odds.rules.edition import edition
from bmg_odds.rules.record import faces_from
from bmg_odds.rules.roll_dice import Bag, Contest, Pool, Riddle, Sieve, Total, Under, Until
from bmg_odds.rules.roll_values import FORMS
from bmg_odds.rules.rolls import asked, form_of, roll_of

FALSE_ALARM = 1e-9
"""Of each of the 17 G-tests: a false alarm in fewer than 10 million runs of the suite."""
TRIALS = 400_000

BOTH, SWITCH = ("2012", "revised"), (False, True)
Case = tuple[str, str, dict[str, str], dict[str, Any]]


def cases() -> Iterator[Case]:
    """Every roll under every reading that it could know, and many values."""
    for rules in BOTH:
        yield from (("arrive", rules, {}, {"bonus": bonus}) for bonus in range(-6, 7))
        for name, key in (("resistance", "endurance"), ("willpower", "willpower"), ("flee", "willpower")):
            yield from ((name, rules, {}, {key: value}) for value in range(name == "resistance", 15))
        for rounds, number in product((None, 1, 2, 3, 4, 5, 6), (None, 1, 2, 4, 6)):
            yield "enigma", rules, {}, {"rounds": rounds, "number": number}
        for ac, strength, grabbers, reading in product(range(1, 5), range(1, 8), (1, 2, 3), ("one", "all")):
            if ac >= grabbers:
                yield "break-grab", rules, {"break_grab": reading}, {
                    "ac": ac, "strength": strength, "grabbers": grabbers,
                }  # fmt: skip
    for movement, reroll in product(range(8), SWITCH):
        yield "agility", "revised", {}, {"movement": movement, "reroll": reroll}
    for mc, run, impaired, jump, reading in product(range(5), SWITCH, SWITCH, SWITCH, ("after", "before")):
        if not (run and jump):
            yield "move", "revised", {"move_dice": reading}, {
                "mc": mc, "run": run, "impaired": impaired, "jump": jump,
            }  # fmt: skip
    heights = (0, 3, 5, 5.9, 6, 10, 10.99, 11, 15.3, 16, 20, 20.99, 21, 26, 40)
    for cm, jump, endurance, reroll in product(heights, (None, 0, 0.4, 5, 7), (1, 2, 5), SWITCH):
        yield "fall", "revised", {}, {
            "cm": cm, "jump": jump, "endurance": endurance, "movement": 2, "reroll": reroll,
        }  # fmt: skip
    yield from (("fall", "2012", {}, {"cm": cm, "pushed": True, "endurance": 5, "movement": 4}) for cm in heights)
    for stuns, sc, injuries, bonus, reading in product(range(5), range(4), (0, 2), (-3, 0, 1), ("no", "yes")):
        yield "recover", "revised", {"recover_injuries": reading}, {
            "stuns": stuns, "sc": sc, "injuries": injuries, "bonus": bonus,
        }  # fmt: skip
    for endurance, rounds in product(range(1, 14), (None, 1, 2)):
        yield "recover-ko", "revised", {}, {"endurance": endurance, "rounds": rounds}
    yield "recover-ko", "2012", {}, {"endurance": 6, "rounds": 3}
    for rounds, reading in product(range(1, 5), ("per_side", "in_all")):
        yield "lead", "revised", {"lead_bag": reading}, {"rounds": rounds}
    for mine, theirs, rounds in product(range(4), range(4), range(1, 5)):
        if rounds <= mine + theirs:
            yield "lead", "revised", {}, {"rounds": rounds, "mine": mine, "theirs": theirs}
    for cover, crouched, bonus in product(oracle_rolls.OBSTACLE, SWITCH, (-6, -1, 0, 6)):
        for impacts in range(4):
            yield "blink", "revised", {}, {
                "cover": (cover,), "crouched": crouched, "impacts": impacts, "bonus": bonus,
            }  # fmt: skip
    for cover, crouched in product(product(oracle_rolls.OBSTACLE, repeat=2), SWITCH):
        yield "blink", "revised", {}, {"cover": cover, "crouched": crouched, "impacts": 2}
    yield "blink", "2012", {}, {"cover": ("light", "street", "model", "solid", "light"), "crouched": True}
    for lost, cry in product((0.3, 0.69, 0.7, 0.75, 0.8, 1.0), SWITCH):
        yield "flee", "revised", {}, {"willpower": 5, "lost": lost, "battle_cry": cry}
    for had, mine, theirs, rounds in product(("none", "mine", "theirs"), (0, 1, 7), (0, 2), (None, 1, 3)):
        if had != "none" or not mine + theirs:
            yield "lead", "third", {}, {"had": had, "mine_passes": mine, "theirs_passes": theirs, "rounds": rounds}
    yield from (("recover", "third", {}, {"stuns": stuns}) for stuns in range(4))
    for endurance, rounds, reading in product(range(1, 13), (None, 2), ("all", "one")):
        yield "recover-ko", "third", {"ko_recovery": reading}, {"endurance": endurance, "rounds": rounds}


EVERY = list(cases())


def wanted(case: Case) -> oracle_rolls.Law:
    name, rules, readings, values = case
    given = {key: value for key, value in values.items() if value is not None}
    if "lost" in given:
        given["lost"] = Fraction(str(given["lost"]))
    return oracle_rolls.law(name, rules, readings, **given)


def found(case: Case) -> dict[Any, float]:
    name, rules, readings, values = case
    rows = roll(name, rules=rules, reading=readings, **values).rows
    return {row["result"]: row["probability"] for row in rows}


@pytest.mark.parametrize("name", FORMS)
def test_counted_equals_every_face(name: str) -> None:
    """To the last digit: both sides are whole numbers divided once."""
    mine = [case for case in EVERY if case[0] == name]
    assert len(mine) >= 16
    for case in mine:
        expected = wanted(case)
        assert found(case) == {result: float(chance) for result, chance in expected.items()}, case
        rows = roll(name, rules=case[1], reading=case[2], **case[3]).rows
        order = [row["result"] for row in rows]
        numbers = all(isinstance(result, int) for result in order)
        assert order == sorted(order) if numbers else order[-1] in ("failure", "never")
        for place, row in enumerate(rows):
            reach = order[place:] if numbers else order[: place + 1]
            assert row["at_least"] == float(sum(expected[each] for each in reach)), case


@pytest.mark.parametrize(
    ("name", "values", "result", "chance"),
    [
        ("agility", {"movement": 2}, "success", Fraction(1, 3)),
        ("agility", {"movement": 0}, "success", 0),
        ("agility", {"movement": 6}, "success", 1),
        ("agility", {"movement": 2, "reroll": True}, "success", Fraction(5, 9)),
        ("resistance", {"endurance": 7}, "success", Fraction(21, 36)),
        ("willpower", {"willpower": 1}, "success", 0),
        ("willpower", {"willpower": 12}, "success", 1),
        ("break-grab", {"ac": 2, "strength": 4}, "success", Fraction(3, 4)),
        ("recover", {"stuns": 2, "sc": 2}, 2, Fraction(1, 2)),
        ("recover-ko", {"endurance": 5, "rounds": 2}, 2, Fraction(26 * 10, 36 * 36)),
        ("lead", {"rounds": 6}, 3, Fraction(400, 924)),
        ("blink", {"cover": ("solid",)}, 0, Fraction(1, 2)),
        ("enigma", {}, 3, Fraction(1, 5)),
        ("arrive", {}, "success", Fraction(1, 2)),
    ],
)
def test_hand_checked(name: str, values: dict[str, Any], result: Any, chance: Any) -> None:
    assert found((name, "revised", {}, values))[result] == float(chance)


def test_the_printed_means_of_impaired_moves() -> None:
    """RULES R6, move_dice: impaired, 2 MC: 12 against 8.25 cm."""
    assert roll("move", mc=2, impaired=True).fields["mean"] == 12
    assert roll("move", mc=2, impaired=True, reading="move_dice=before").fields["mean"] == 8.25


def test_no_number_names_better_than_the_foes_own() -> None:
    """Whatever fixed number is named, the solver has at least as much on average as against the best naming."""
    for rounds in (None, 1, 2, 3, 5, 12):
        best = roll("enigma", rounds=rounds).fields["mean"]
        for number in range(1, 7):
            assert roll("enigma", rounds=rounds, number=number).fields["mean"] >= best - 1e-12


@pytest.mark.parametrize(
    ("cm", "endurance", "held", "shows"),
    [
        (8, 5, {}, (0, 1, "up")),
        (12, 5, {}, (1, 0, "up")),
        (17, 5, {}, (2, 0, "up")),
        (20.9, 5, {}, (2, 0, "up")),
        (21, 5, {}, (0, 0, "casualty")),
        (12, 1, {}, (1, 0, "casualty")),
        (8, 4, {"injuries": 3}, (3, 1, "ko")),
        (12, 4, {"injuries": 3, "stuns": 1}, (4, 0, "casualty")),
    ],
)
def test_what_the_card_shows_after_a_fall(cm: float, endurance: int, held: Any, shows: Any) -> None:
    after = roll("fall", cm=cm, endurance=endurance, movement=3, **held).fields["after"]
    assert (after["injuries"], after["stuns"], after["status"]) == shows


# --- readings, cards, traits --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "rules", "values", "touching"),
    [
        ("move", "revised", {"mc": 2, "run": True}, ["move_dice"]),
        ("move", "revised", {"mc": 2}, []),
        ("break-grab", "revised", {"ac": 2, "strength": 4, "grabbers": 2}, ["break_grab"]),
        ("break-grab", "revised", {"ac": 2, "strength": 4}, []),
        ("recover", "revised", {"stuns": 1, "injuries": 1, "sc": 1}, ["recover_injuries"]),
        ("recover", "revised", {"stuns": 3}, []),
        ("lead", "2012", {"rounds": 6}, ["lead_bag"]),
        ("lead", "2012", {"rounds": 6, "mine": 6, "theirs": 6}, []),
        ("recover-ko", "third", {"endurance": 5}, ["ko_recovery"]),
        ("fall", "revised", {"cm": 12, "endurance": 4, "movement": 2, "injuries": 3, "stuns": 1}, ["surplus_injuries"]),
        ("agility", "revised", {"movement": 2}, []),
    ],
)
def test_an_answer_names_the_readings_that_would_change_it(name: str, rules: str, values: Any, touching: Any) -> None:
    rows = roll(name, rules=rules, **values)
    assert rows.fields["touching_readings"] == touching
    for reading in touching:
        assert f"{reading}={rows.fields['readings'][reading]}" in rows.fields["sentence"]


def test_rules_of_the_2012_text_say_so_under_the_revised() -> None:
    old = {"recover": {"stuns": 1}, "recover-ko": {"endurance": 5}, "lead": {"rounds": 3}, "enigma": {}, "flee": {},
           "arrive": {}}  # fmt: skip
    for name, values in old.items():
        assert roll(name, rules="2012", **values).fields["certainty"] == "T"
        revised = roll(name, **values).fields
        assert revised["certainty"] == "I"
        assert any("2012 rulebook" in note for note in revised["notes"])


def test_a_card_fills_in_what_is_not_given() -> None:
    card = bundled().find("Batman (AC)", "revised")
    assert roll("agility", "batman (ac)").fields["values"] == {"movement": card.movement}
    assert roll("agility", "batman (ac)", movement=5).fields["values"] == {"movement": 5}
    assert roll("move", "batman (ac)").fields["values"]["mc"] == card.movement
    assert roll("break-grab", "batman (ac)").fields["values"] == {"ac": card.attack, "strength": card.strength}
    assert roll("flee", "batman (ac)").fields["values"] == {"willpower": card.willpower}
    assert roll("move", "willpower=2,movement=5").fields["values"]["mc"] == 2
    assert roll("move", "batman (ac)", run=True).fields["values"]["mc"] == card.movement - 1  # R3: 1 MC for the run
    assert roll("move", "willpower=4,movement=5", run=True).fields["values"]["mc"] == 2
    assert roll("move", "willpower=3,movement=1", run=True).fields["values"]["mc"] == 0


def test_traits_of_a_card() -> None:
    assert roll("agility", "movement=3,traits=Reflexes").rows[0]["probability"] == 0.75
    assert roll("fall", "movement=3,endurance=5,traits=Reflexes", cm=9).rows[0]["probability"] == 0.75
    cyber = roll("recover", "traits=Cybernetic", stuns=1)
    assert cyber.rows[1]["probability"] == 4 / 6
    assert cyber.fields["inferred_traits"] == ["Cybernetic"]
    for rules in ("revised", "third"):
        assert roll("recover", "traits=Bot", stuns=3, rules=rules).rows[0]["probability"] == 1
        assert roll("recover-ko", "endurance=9,traits=Bot", rules=rules).rows[0]["probability"] == 0
    assert "Fast" in roll("move", "1880's Talon").fields["unmodelled_traits"]
    assert roll("agility", "movement=3,traits=Reflxes").fields["warnings"] == [
        "trait 'Reflxes' is not known and changes nothing here; did you mean Reflexes?"
    ]


def test_the_willpower_nobody_names_is_the_commonest() -> None:
    values = [card.willpower for card in bundled().cards("revised")]
    assert max(set(values), key=values.count) == rolls_game.COMMON_WILLPOWER
    assert any("commonest" in note for note in roll("flee").fields["notes"])


def test_flight_is_worth_the_rounds_left() -> None:
    rows = roll("flee", willpower=6, rounds_left=3)
    assert rows.fields["victory_points"] == 3 * 21 / 36
    assert "3 VP" in rows.rows[1]["means"]


@pytest.mark.parametrize(
    ("name", "options", "named"),
    [
        ("agilty", {}, "agility"),
        ("agility", {}, "--movement"),
        ("agility", {"movment": 3}, "movement"),
        ("agility", {"movement": 31}, "0 to 30"),
        ("agility", {"movement": 2.5}, "whole number"),
        ("agility", {"movement": 2, "reroll": "maybe"}, "True, False"),
        ("agility", {"model": "endurance=3"}, "movement"),
        ("agility", {"movement": 3, "rules": "third"}, "recover-ko"),
        ("arrive", {"model": "movement=3"}, "no model"),
        ("move", {"mc": 2, "run": True, "jump": True}, "--run"),
        ("move", {"model": "Batman (AC)", "mc": 4}, "0 to 3"),
        ("move", {"model": "Batman (AC)", "mc": 3, "run": True}, "0 to 2"),
        ("move", {"model": "movement=3,special=0", "run": True}, "cannot run"),
        ("move", {"model": "movement=3,willpower=1", "run": True}, "cannot run"),
        ("move", {"model": "movement=0", "run": True}, "cannot run"),
        ("move", {"model": "attack=3"}, "movement"),
        ("fall", {"cm": 5, "endurance": 5, "movement": 2, "pushed": True, "jump": 4}, "--pushed"),
        ("fall", {"cm": "1/3", "endurance": 5, "movement": 2}, "12.5"),
        ("fall", {"cm": 9, "endurance": 5, "movement": 2, "stuns": 6}, "0 to 5"),
        ("break-grab", {"ac": 1, "strength": 3, "grabbers": 2}, "2 or more"),
        ("recover", {"model": "endurance=3", "stuns": 3}, "recover-ko"),
        ("recover", {"model": "special=1", "stuns": 3, "sc": 2}, "Special 1"),
        ("recover", {"model": "willpower=2", "stuns": 2, "sc": 2}, "1 counter; allowed: 0 to 1"),
        ("recover", {"stuns": 3, "rules": "third", "bonus": 1}, "--bonus"),
        ("recover", {"model": "endurance=3", "stuns": 3, "rules": "third"}, "recover-ko"),
        ("lead", {"rounds": 3, "theirs": 2}, "--mine"),
        ("lead", {"rounds": 3, "mine": 1, "theirs": 1}, "1 to 2"),
        ("lead", {"rounds": 1, "mine": 0, "theirs": 0}, "empty"),
        ("lead", {"rules": "third", "theirs_passes": 1}, "--had"),
        ("lead", {"rounds": 2, "had": "mine"}, "--rules third"),
        ("blink", {"cover": ["sold"]}, "solid"),
        ("blink", {"cover": ["solid"] * 9}, "at most 8"),
        ("flee", {"willpower": 5, "lost": "120%"}, "100%"),
        ("flee", {"willpower": 5, "lost": "lots"}, "70%"),
        ("arrive", {"seed": 5}, "--engine mc"),
    ],
)
def test_wrong_questions_are_told_what_is_allowed(name: str, options: dict[str, Any], named: str) -> None:
    with pytest.raises(BmgError) as error:
        roll(name, **options)
    assert named in str(error.value)
    assert len(str(error.value).splitlines()) <= 2


# --- the engine that rolls ----------------------------------------------------------------------------------

ROLLED: list[Case] = [
    ("agility", "revised", {}, {"movement": 2, "reroll": True}),
    ("resistance", "revised", {}, {"endurance": 6}),
    ("willpower", "revised", {}, {"willpower": 9}),
    ("move", "revised", {}, {"mc": 5}),
    ("move", "revised", {"move_dice": "before"}, {"mc": 3, "run": True, "impaired": True}),
    ("fall", "revised", {}, {"cm": 12, "endurance": 5, "movement": 4, "reroll": True}),
    ("break-grab", "revised", {}, {"ac": 6, "strength": 3, "grabbers": 4}),
    ("break-grab", "2012", {}, {"ac": 3, "strength": 6, "grabbers": 3}),
    ("recover", "revised", {}, {"stuns": 3, "sc": 4}),
    ("recover-ko", "revised", {}, {"endurance": 5, "rounds": 6}),
    ("lead", "revised", {}, {"rounds": 5, "mine": 4, "theirs": 6}),
    ("blink", "revised", {}, {"cover": ("light", "street", "solid"), "crouched": True, "impacts": 4}),
    ("enigma", "revised", {}, {}),
    ("enigma", "revised", {}, {"rounds": 3}),
    ("flee", "revised", {}, {"willpower": 7}),
    ("lead", "third", {}, {"rounds": 4}),
    ("lead", "third", {}, {"had": "mine", "mine_passes": 2, "theirs_passes": 1, "rounds": 3}),
]


@pytest.mark.parametrize(("place", "case"), list(enumerate(ROLLED)))
def test_rolled_equals_counted(place: int, case: Case) -> None:
    name, rules, readings, values = case
    made = roll_of(asked(form_of(name), edition(rules, readings), values))
    counted = rolls_exact.cases(made.dice)
    rolled = rolls_rolled.counts(made.dice, trials=TRIALS, seed=9_000 + place)
    assert sum(rolled) == TRIALS
    assert g_test(rolled, [count / sum(counted) for count in counted]).p_value > FALSE_ALARM


def test_power() -> None:
    """With 400,000 rolls a shift of one percentage point between two cells of 20 % is found 99 times of 100."""
    from scipy import stats

    cells, shift = 26, 0.01
    threshold = stats.chi2.isf(FALSE_ALARM, cells - 1)
    assert stats.ncx2.sf(threshold, cells - 1, TRIALS * 2 * shift**2 / 0.2) > 0.99


def test_counts_do_not_depend_on_threads() -> None:
    one, two, seven = (
        rolls_rolled.counts(Pool(4, 0b111000), trials=300_000, seed=5, threads=threads) for threads in (1, 2, 7)
    )
    assert one == two == seven
    assert one != rolls_rolled.counts(Pool(4, 0b111000), trials=300_000, seed=6)


class Shown:
    """Dice that lie on the table: each throw takes the next ones of each roll."""

    def __init__(self, *rolls: list[int]) -> None:
        self.rolls, self._left = len(rolls), [list(each) for each in rolls]

    def faces(self, dice: int) -> Any:
        return np.array([[each.pop(0) for each in self._left] for _ in range(dice)], "int8")

    def below(self, number: int) -> Any:
        taken = np.array([each.pop(0) for each in self._left])
        assert (taken < number).all()
        return taken


@pytest.mark.parametrize(
    ("dice", "rolls", "outcomes"),
    [
        (Pool(2, faces_from(4)), [[3, 4], [4, 6], [1, 3]], [1, 2, 0]),
        (Pool(2, faces_from(4), most=1), [[5, 4]], [1]),
        (Pool(2, faces_from(6), rerolls=1), [[6, 1, 1, 6], [6, 1, 1, 1], [2, 3, 6, 6]], [2, 1, 2]),
        (Under(2, 7), [[3, 4], [4, 4]], [1, 0]),
        (Until(2, 5, 3), [[6, 6, 4, 1, 1, 1], [6, 6, 6, 6, 6, 6], [2, 3, 1, 1, 1, 1]], [2, 0, 1]),
        (Total(2), [[1, 1], [6, 6], [2, 5]], [0, 10, 5]),
        (Bag(2, 2, 3), [[0, 0, 0], [3, 2, 0], [1, 2, 1]], [2, 1, 1]),
        (Sieve(2, (faces_from(6), faces_from(4))), [[6, 5, 1, 3], [5, 5, 3, 3], [6, 6, 1, 1]], [1, 2, 0]),
        (Riddle((1, 3)), [[1, 4], [2, 3], [2, 2], [3, 1]], [2, 2, 0, 1]),
        (Riddle((1,), endless=True), [[2, 2, 1], [2, 2, 5]], [2, 1]),
        (Contest(1, 0, had=1), [[3, 4], [4, 4], [1, 6]], [0, 1, 0]),
        (Contest(0, 0, had=2), [[3, 3], [2, 3]], [1, 0]),
        (Contest(0, 0, had=0), [[3, 3, 5, 4], [2, 2, 1, 6]], [1, 0]),
        (Contest(0, 0, had=1, rounds=2), [[3, 3, 2, 2], [6, 1, 2, 2]], [1, 1]),
    ],
)
def test_faces_are_judged(dice: Any, rolls: list[list[int]], outcomes: list[int]) -> None:
    assert rolls_rolled.judged(dice, Shown(*rolls)).tolist() == outcomes


def test_an_answer_that_was_rolled_says_so() -> None:
    rows = roll("move", mc=3, engine="mc", trials=20_000, seed=3)
    assert (rows.fields["trials"], rows.fields["seed"], rows.fields["interrupted"]) == (20_000, 3, False)
    assert rows.fields["check"]["p_value"] > FALSE_ALARM
    assert all(row["standard_error"] > 0 for row in rows.rows)
    assert rows.rows == roll("move", mc=3, engine="mc", trials=20_000, seed=3).rows


# --- planted faults -----------------------------------------------------------------------------------------

FAULTS: dict[str, tuple[str, Any, str, Any]] = {
    "recovery on 5+": ("recover", rolls_model, "RECOVERY", 5),
    "more than Strength": ("break-grab", rolls_model, "faces_from", lambda number: faces_from(number + 1)),
    "a basic move of 12": ("move", rolls_model, "BASIC_CM", 12),
    "16 cm as 15": ("fall", rolls_model, "_hurt", lambda drop, endurance: (int(drop > 0), 0, drop > 16)),
    "late arrival on 3+": ("arrive", rolls_game, "ARRIVES", 3),
    "flight at 60 %": ("flee", rolls_game, "FLEES", 0.6),
    "a bag of one more": ("lead", rolls_game, "bag", lambda rounds, _: (rounds + 1, rounds)),
    "the foe names 3": ("enigma", rolls_game, "named", lambda rounds: (3,) * max(1, rounds)),
    "street stops on 4+": ("blink", rolls_game, "COVERS", {"solid": 4, "street": 4, "light": 6, "model": 4}),
}
UNTIL = rolls_exact._until
ENGINE_FAULTS: dict[str, tuple[str, type, Any]] = {
    "less than, not at most": (
        "resistance", Under, lambda dice: rolls_exact._under(dice._replace(number=dice.number - 1)),
    ),
    "a reroll that is free": ("agility", Pool, lambda dice: rolls_exact._pool(dice._replace(faces=dice.faces | 32))),
    "counters put back": ("lead", Bag, lambda dice: rolls_exact._pool(Pool(dice.draws, 0b111))),
    "only the last obstacle stops": (
        "blink", Sieve, lambda dice: rolls_exact._sieve(dice._replace(stops=dice.stops[-1:])),
    ),
    "ties to who had the lead": (
        "lead", Contest, lambda dice: rolls_exact._contest(dice._replace(had=(0, 2, 1)[dice.had])),
    ),
    "rounds in the wrong order": (
        "recover-ko", Until, lambda dice: (UNTIL(dice)[0], *UNTIL(dice)[:0:-1]),
    ),
    "a miss by two tries again": (
        "enigma", Riddle, lambda dice: rolls_exact._riddle(dice._replace(numbers=(3,) * len(dice.numbers))),
    ),
    "dice that start at 0": ("move", Total, lambda dice: (*rolls_exact._total(dice)[1:], 0) if dice.dice else (1,)),
}  # fmt: skip


def wrong(name: str) -> bool:
    """Whether any case of a roll is not what the faces say."""
    mine = (case for case in EVERY if case[0] == name)
    return any(found(case) != {result: float(chance) for result, chance in wanted(case).items()} for case in mine)


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_in_the_rules_are_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, module, attribute, planted = FAULTS[fault]
    monkeypatch.setattr(module, attribute, planted)
    assert wrong(name)


@pytest.mark.parametrize("fault", ENGINE_FAULTS)
def test_faults_in_the_counting_are_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, kind, planted = ENGINE_FAULTS[fault]
    monkeypatch.setitem(rolls_exact._COUNT, kind, planted)
    assert wrong(name)
