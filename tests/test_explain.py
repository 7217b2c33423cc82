"""`explain` and the copyable line: stages that multiply back to the answer, and words that carry the question."""

import csv
import io
import itertools
import json
import random
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import scenarios
import scenarios_third
from asking import asked
from program import told

import bmg_odds as bmg
from bmg_odds.answers.ask import counted, question, simulate
from bmg_odds.answers.explain import document, explain, explain_document, explained
from bmg_odds.answers.line import line, model
from bmg_odds.answers.modifiers import Modifiers
from bmg_odds.answers.outcome import Outcome
from bmg_odds.answers.provenance import ask_again
from bmg_odds.answers.stage_rows import shown
from bmg_odds.answers.tables import Rows
from bmg_odds.engines import exact_stages
from bmg_odds.rules import clash_fold, fold
from bmg_odds.rules.fold import judged
from bmg_odds.rules.question import Question
from bmg_odds.rules.record import faces_from
from bmg_odds.rules.resolve import resolve

CLOSE = 1e-12
PAIR = ("Batman (AC)", "Gotham Policeman")
THIRD = ("Batman", "Joker")
FLOORS = ("a number is never below 1", "never below 1", "never below 0", "down: hit on 2 at most")


def questions() -> list[Question]:
    """A fixed sample of every trait, every reading and many pairs of traits, in every edition."""
    draw = random.Random(5)
    first = [*scenarios.single_traits(), *scenarios.single_readings()]
    for base in scenarios.TRAIT_BASES:
        first += draw.sample(list(scenarios.paired_traits(base)), 60)
    third = [*scenarios_third.singles(), *scenarios_third.readings(), *scenarios_third.efforts()]
    for base in scenarios_third.BASES:
        third += draw.sample(list(scenarios_third.pairs(base)), 60)
    return [
        *(asked(attack) for attack in draw.sample(first, 500)),
        *(scenarios_third.asked(clash) for clash in draw.sample(third, 350)),
    ]


@pytest.fixture(scope="module")
def answers() -> list[tuple[Outcome, Rows]]:
    found = []
    for one in questions():
        outcome = counted(resolve(one))
        # What an answer rests on is tested elsewhere, and costs more here than everything else.
        outcome.__dict__.update(inferred_readings=(), inferred_traits=())
        found.append((outcome, explained(outcome)))
    return found


def value(rows: Rows, stage: str, quantity: str) -> Any:
    [found] = [row["value"] for row in rows.rows if (row["stage"], row["quantity"]) == (stage, quantity)]
    return found


def stage_rows(rows: Rows, stage: str) -> list[dict[str, Any]]:
    return [row for row in rows.rows if row["stage"] == stage]


# The stages multiply back


@pytest.mark.compiled
def test_every_identity_holds(answers: list[tuple[Outcome, Rows]]) -> None:
    checked = 0
    for _, rows in answers:
        for one in rows.fields["identities"]:
            assert abs(one["left"] - one["right"]) <= CLOSE, one
            checked += 1
    assert checked > 5 * len(answers)


def test_last_stages_are_the_answer(answers: list[tuple[Outcome, Rows]]) -> None:
    for outcome, rows in answers:
        assert value(rows, "markers", "markers inflicted, mean") == outcome.inflicted.markers
        assert value(rows, "markers", "chance of any marker") == outcome.chance.any_marker
        for name, words in (("ko", "K.O."), ("casualty", "Casualty"), ("out", "K.O. or Casualty")):
            assert value(rows, "card", f"chance of {words}") == getattr(outcome.chance, name)
        assert value(rows, "card", "change of its markers, mean") == outcome.suffered.markers
        down = [row["value"] for row in rows.rows if row["quantity"] == "chance of a knock down"]
        assert down == [outcome.chance.knocked_down]


def test_first_edition_chain(answers: list[tuple[Outcome, Rows]]) -> None:
    """Mean damages = mean impacts left × chance per die, where no die has a reroll of its own."""
    seen = 0
    for outcome, rows in answers:
        record: Any = outcome.resolved.strike
        if rows.fields["rules"] == "third" or 0 < record.damage_rerolls < 99:
            continue
        shares = [row["value"] for row in stage_rows(rows, "damage") if row["quantity"].startswith("chance per die")]
        left = exact_stages.impact_law(record, outcome.resolved.gate, "saves")
        assert abs(exact_stages.mean_of(left) * shares[0] - outcome.mean(lambda case: case.damages)) <= CLOSE
        seen += 1
    assert seen > 300


def test_impact_stages_lead_to_the_table(answers: list[tuple[Outcome, Rows]]) -> None:
    for outcome, rows in answers:
        record: Any = outcome.resolved.strike
        if rows.fields["rules"] == "third":
            continue
        law = exact_stages.impact_law(record, outcome.resolved.gate, "saves")
        for impacts, chance in enumerate(law):
            found = sum(case.probability for case in outcome.cases if case.impacts == impacts)
            assert abs(found - chance) <= CLOSE


def test_modifiers_are_what_the_answer_saw(answers: list[tuple[Outcome, Rows]]) -> None:
    for outcome, _ in answers:
        seen = Modifiers.of(outcome.resolved)
        again = clash_fold.clash if outcome.resolved.question.edition.name == "third" else fold.strike
        assert again(seen.given, seen.terms) == outcome.resolved.strike


# Numbers, faces and where they come from


def numbered(rows: list[dict[str, Any]], total: str) -> list[dict[str, Any]]:
    """The rows that a total is the sum of: the whole number before it and all that is added to it."""
    [end] = [place for place, row in enumerate(rows) if row["quantity"] == total]
    start = end - 1
    while rows[start]["kind"] != "count":
        start -= 1
    return rows[start:end]


@pytest.mark.parametrize(("stage", "total"), [("impact", "number to hit"), ("block", "number to block")])
def test_first_edition_numbers_add_up(answers: list[tuple[Outcome, Rows]], stage: str, total: str) -> None:
    faces = {"impact": "faces that hit (1 never, 6 always)", "block": "faces that block"}[stage]
    seen = 0
    for outcome, rows in answers:
        own = stage_rows(rows, stage)
        if rows.fields["rules"] == "third" or all(row["quantity"] != total for row in own):
            continue
        parts = numbered(own, total)
        number = value(rows, stage, total)
        assert sum(row["value"] for row in parts) == number
        plain = sum(row["value"] for row in parts if row["quantity"] not in FLOORS)
        if plain != number:
            assert plain < 1 or outcome.resolved.situation.down
        bonus = sum(row["value"] for row in own if row["quantity"].startswith("to each die"))
        shows = [row["value"] for row in own if row["quantity"].startswith(faces)]
        blind = any(row["quantity"].startswith("blind") for row in own)
        natural = stage == "impact" or rows.fields["readings"]["block_natural"] == "yes"
        wanted = 0b100000 if blind else judged(number, bonus) if natural else faces_from(number - bonus)
        assert shows == [shown(wanted)]
        seen += 1
    assert seen > 100


def test_first_edition_damage_number(answers: list[tuple[Outcome, Rows]]) -> None:
    for _, rows in answers:
        if rows.fields["rules"] == "third":
            continue
        own = stage_rows(rows, "damage")
        bonus = sum(row["value"] for row in own if row["quantity"].startswith("to each die"))
        number = value(rows, "damage", "number to damage")
        assert value(rows, "damage", "faces that damage (1 never, 6 always)") == shown(judged(number, bonus))


def test_dice_add_up(answers: list[tuple[Outcome, Rows]]) -> None:
    for outcome, rows in answers:
        own, situation = stage_rows(rows, "dice"), outcome.resolved.situation
        total = "attack dice" if rows.fields["rules"] == "third" else "impact dice"
        parts = numbered(own, total)
        dice = value(rows, "dice", total)
        assert sum(row["value"] for row in parts) == dice == outcome.resolved.strike.dice
        for row in parts:
            if row["quantity"].startswith("moved"):
                assert row["value"] < 0
                assert situation.moved or situation.moves_after
        plain = sum(row["value"] for row in parts if row["quantity"] not in FLOORS)
        assert plain == dice or plain < 0


def test_third_edition_numbers_add_up(answers: list[tuple[Outcome, Rows]]) -> None:
    totals = (
        ("attack", "number to hit", "faces that hit"),
        ("strength", "number to succeed", "faces that succeed"),
        ("defence", "number to defend", "faces that defend"),
    )
    for outcome, rows in answers:
        if rows.fields["rules"] != "third":
            continue
        for stage, total, faces in totals:
            own = stage_rows(rows, stage)
            if all(row["quantity"] != total for row in own):
                continue
            number = value(rows, stage, total)
            if stage != "strength":
                parts = numbered(own, total)
                assert sum(row["value"] for row in parts) == number
                plain = sum(row["value"] for row in parts if row["quantity"] not in FLOORS)
                assert plain == number or plain < 1
            bonus = sum(row["value"] for row in own if row["quantity"].startswith("to each die"))
            wanted = judged(number, bonus) if rows.fields["readings"]["natural_rolls"] == "on" else faces_from(
                number - bonus
            )  # fmt: skip
            if any(row["quantity"].startswith("blind") for row in own):
                wanted = 0b100000
            if any(row["quantity"].startswith("succeeds only") for row in own):
                wanted &= 0b100000
            assert [row["value"] for row in own if row["quantity"].startswith(faces)] == [shown(wanted)], outcome


def test_nothing_is_written_without_a_name(answers: list[tuple[Outcome, Rows]]) -> None:
    for _, rows in answers:
        for row in rows.rows:
            assert re.search(r"\w$|[)!.]$", row["quantity"]), row
            assert not row["quantity"].startswith(":"), row
            assert row["value"] != "", row


def test_every_modifier_is_named() -> None:
    rows = explain(
        "attack=4,strength=5,damage=BS,traits=Weapon Master+Combo+Mobster+Tension+Distract,weapon-traits=Handy+Heavy",
        "defense=5,endurance=6,special=3,willpower=9,traits=Light Armor+Kevlar Vest",
        dc=2, outnumbered=True, grabbed=3, use="Distract", attacker_stuns=1, block_bonus=-1,
    )  # fmt: skip
    told = {row["quantity"]: row["value"] for row in rows.rows}
    assert told["outnumbered"] == -1
    assert told["grabbed by 3"] == -2
    assert told["Distract"] == -1
    assert told["to each die: Weapon Master"] == 1
    assert told["Combo: a die more for every 2 AC"] == 2
    assert told["outnumbered: Mobster"] == 1
    assert told["failed dice are rolled again, once"] == "Handy"
    assert told["to each die: Heavy"] == 1
    assert told["to each die: Light Armor"] == -1
    assert told["to each die: bonus asked for"] == -1
    assert told["Kevlar Vest: never the last"] == -1


# Against every face


def enumerated(judge: Callable[..., Fraction | int], dice: int) -> Fraction:
    """Mean of a judgement over every face of so many dice."""
    found = [judge(*faces) for faces in itertools.product(range(1, 7), repeat=dice)]
    return Fraction(sum(found)) / len(found)


def test_stages_against_every_face_melee() -> None:
    """3 AC on Defense 4, 2 DC against Attack 5: all faces of five dice, in whole numbers."""
    rows = explain("attack=5,strength=4,damage=S", "defense=4,endurance=5", ac=3, dc=2)

    def hits(*faces: int) -> int:
        return sum(face >= 4 for face in faces[:3])

    def left(*faces: int) -> int:
        return max(0, hits(*faces) - sum(face >= 5 for face in faces[3:]))

    assert value(rows, "impact", "impacts rolled, mean") == pytest.approx(float(enumerated(hits, 5)), abs=CLOSE)
    mean = float(enumerated(left, 5))
    assert value(rows, "block", "impacts left, mean") == pytest.approx(mean, abs=CLOSE)
    blocked = float(enumerated(lambda *faces: hits(*faces) - left(*faces), 5))
    assert value(rows, "block", "impacts blocked, mean") == pytest.approx(blocked, abs=CLOSE)
    chance = float(enumerated(lambda *faces: left(*faces) > 0, 5))
    assert value(rows, "block", "chance of any impact left") == pytest.approx(chance, abs=CLOSE)
    assert value(rows, "damage", "damage successes, mean") == pytest.approx(mean / 2, abs=CLOSE)


def test_stages_against_every_face_shot() -> None:
    """ROF 2 with Red Dot, through street cover: one failed die rolled again, 5+ stops each impact."""
    rows = explain("attack=2,strength=4,damage=B,rof=2,weapon-traits=Red Dot", "defense=4,endurance=5", cover="street")

    def hits(one: int, two: int, again: int) -> int:
        rolled = (one >= 4) + (two >= 4)
        return rolled + (rolled < 2 and again >= 4)

    mean = float(enumerated(hits, 3))
    assert value(rows, "impact", "impacts rolled, mean") == pytest.approx(mean, abs=CLOSE)
    assert value(rows, "impact", "failed dice rolled again, mean") == pytest.approx(0.75, abs=CLOSE)
    assert value(rows, "obstacles", "impacts left, mean") == pytest.approx(mean * 4 / 6, abs=CLOSE)
    # each impact left is a marker, of the damage or a scratch; a collateral 6 with any damage is one more
    none = float(enumerated(lambda *faces: 9 * Fraction(2, 3) ** hits(*faces), 3) / 9)
    markers = mean * 4 / 6 + (1 - none) / 6
    assert value(rows, "markers", "markers inflicted, mean") == pytest.approx(markers, abs=CLOSE)


def test_stages_against_every_face_third() -> None:
    """The worked example of the rules: four attack dice, three defence dice, one Strength die."""
    rows = explain(
        "attack=5,strength=3,damage=S,endurance=9", "defense=3,endurance=9", rules="third",
        target_efforts=3, attacker_efforts=2,
    )  # fmt: skip

    def left(*faces: int) -> int:
        return max(0, sum(face >= 3 for face in faces[:4]) - sum(face >= 5 for face in faces[4:]))

    mean = float(enumerated(left, 7))
    assert value(rows, "defence", "attack hits left, mean") == pytest.approx(mean, abs=CLOSE)
    assert value(rows, "hits", "hits left, mean") == pytest.approx(mean + 4 / 6, abs=CLOSE)


def test_a_wrong_law_between_stages_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a stage is told without its blocks, the identities no longer hold."""
    blocking = exact_stages.blocking
    monkeypatch.setattr(exact_stages, "blocking", lambda *asked: blocking(*asked)._replace(cancelled=0.0))
    rows = explain(*PAIR, dc=2)
    assert any(abs(one["left"] - one["right"]) > 0.1 for one in rows.fields["identities"])


# The line


def test_line_as_printed() -> None:
    assert line(bmg.attack(*PAIR, dc=2)) == (
        "Batman (AC) > Gotham Policeman · Reinforced Gloves SS · 5 AC vs 2 DC · revised · out 57.94 % · "
        f"K.O. 57.94 % · Casualty 0 % · markers 4.000 · bmg-odds {bmg.__version__}"
    )
    assert line(bmg.attack(*PAIR, dc=2), unicode=False).isascii()
    rolled = line(simulate(*PAIR, dc=2, trials=10_000, seed=3))
    assert "rolled 10,000 times, seed 3" in rolled
    assert " > " in line(bmg.attack(*THIRD, rules="third"))


MELEE: dict[str, Any] = {
    "dc": 1, "ac": 2, "outnumbered": True, "defensive": True, "grabbed": 2, "form": "push", "down": True,
    "impact_bonus": 1, "block_bonus": -1, "damage_bonus": 2, "reroll": ("damage",), "injuries": 1, "stuns": 1,
    "attacker_injuries": 1, "attacker_stuns": 1, "attacker_state": ("scared",), "target_state": ("scared",),
    "reading": "knockdown_match=success", "rules": "2012", "crowd": True, "use": ("Sneak Attack",), "weapon": "batclaw",
}  # fmt: skip
SHOT: dict[str, Any] = {"moved": True, "moves_after": True, "cover": ("street",), "mc": 1}
CLASH: dict[str, Any] = {"attacker_efforts": 1, "target_efforts": 2, "reading": "natural_rolls=on"}


def test_line_carries_every_option() -> None:
    plain = line(bmg.attack(*PAIR))
    for name, given in MELEE.items():
        if name != "weapon":
            assert line(bmg.attack(*PAIR, **{name: given})) != plain, name
    shooter, runner = "attack=3,strength=4,damage=BS,rof=3", "defense=3,endurance=4,movement=3,traits=Dodge"
    plain = line(bmg.attack(shooter, runner))
    for name, given in SHOT.items():
        assert line(bmg.attack(shooter, runner, **{name: given})) != plain, name
    crouched = bmg.attack(shooter, runner, cover="street", crouched=True)
    assert line(crouched) != line(bmg.attack(shooter, runner, cover="street"))
    plain = line(bmg.attack(*THIRD, rules="third"))
    for name, given in CLASH.items():
        assert line(bmg.attack(*THIRD, rules="third", **{name: given})) != plain, name


MODELS = (
    ("Batman (AC)", "Gotham Policeman"),
    ("Batman (AC):attack=4,traits=Combo", "gotham policeman:defense=4,endurance=6,rank=Leader"),
    ("Bane (AC):damage=BB,weapon-traits=Handy+CRT (BB)", "joker (ac):traits="),
    ("attack=5,strength=3,damage=SS,weapon-traits=Handy+Heavy", "defense=3,endurance=4,weapon-traits=Defensive"),
    ("name=Bruno,attack=3,strength=5,damage=,willpower=5", "name=A policeman,defense=2,endurance=4,special=1"),
    ("attack=2,strength=5,damage=BS,rof=3,weapon-traits=Firearm", "defense=3,endurance=4"),
)


@pytest.mark.parametrize("pair", MODELS)
def test_line_names_models_that_can_be_asked_again(pair: tuple[str, str]) -> None:
    outcome = bmg.attack(*pair)
    one, two = (
        model(getattr(outcome.resolved.question, side), outcome.resolved, side) for side in ("attacker", "target")
    )
    assert line(outcome).startswith(f"{one} > {two} · ")
    again = bmg.attack(one, two, dc=0)
    assert again.cases == outcome.cases


USERS = """
edition = "revised"
[[card]]
name = "Bruno"
rank = "Henchman"
willpower = 5
strength = 5
movement = 3
attack = 3
defense = 3
endurance = 4
traits = ["Combo (Club)"]
[[card.weapon]]
name = "Club"
damage = "SS"
traits = ["Heavy", "Defensive"]
[[card.weapon]]
name = "Knife"
damage = "B"
"""


@pytest.fixture
def roster(tmp_path: Path) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(USERS)
    return str(path)


def test_line_of_a_user_card_needs_no_roster(roster: str) -> None:
    outcome = bmg.attack("Bruno", "Bruno", roster=[roster], dc=2)
    one, two = (
        model(getattr(outcome.resolved.question, side), outcome.resolved, side) for side in ("attacker", "target")
    )
    # Combo names the Club, and a weapon typed in has no name of its own.
    again = bmg.attack(one.replace("Combo (Club)", "Combo"), two, dc=2)
    assert again.cases == outcome.cases
    assert "weapon-traits=Defensive" in two


# The command


@pytest.mark.parametrize(
    "arguments",
    [
        [*PAIR, "--dc", "2", "--outnumbered"],
        [*THIRD, "--rules", "third", "--target-efforts", "2"],
        ["Bob:traits=Luck+Titan Dose+Weapon Master (Reinforced Baseball Bat)", "Joker (AC)", "--use", "Luck (damage)"],
        ["attack=2,strength=5,damage=BS,rof=3", "Joker (AC)", "--cover", "model", "--cover", "street", "--moved"],
        ["Bob", "Batman (AC)", "--dc", "3", "--target-use", "Counter Attack", "-w", "unarmed"],
    ],
)
def test_explain_in_every_format(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    status, out, err = told(capsys, "explain", *arguments)
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    record = json.loads(told(capsys, "explain", *arguments, "--format", "json")[1])
    assert record["command"] == "explain"
    assert record["line"].replace(" ", "") in "".join(out.split())
    reader = csv.DictReader(io.StringIO(told(capsys, "explain", *arguments, "--format", "csv")[1]))
    assert reader.fieldnames == ["stage", "quantity", "value"]
    rows = list(reader)
    assert [row["value"] for row in rows] == [str(row["value"]) for row in record["rows"]]
    md = told(capsys, "explain", *arguments, "--format", "md")[1]
    assert f"`{record['line']}`" in md
    assert ask_again(record["arguments"], {"explain": document}).record == record


def test_plain_terminal_stays_ascii() -> None:
    text = explain_document(explain(*PAIR, dc=2)).text("table", unicode=False)
    assert text.isascii()


def test_explain_of_a_user_card(capsys: pytest.CaptureFixture[str], roster: str) -> None:
    status, out, _ = told(capsys, "explain", "Bruno", "Bruno", "--dc", "2", "--roster", roster)
    assert status == 0
    assert "Combo (Club): a die more for every 2 AC" in out
    assert "Defensive" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Batman (AC)", "Jokr"], "nearest"),
        (["Batman (AC)", "Gotham Policeman", "--ac", "9"], "allowed: 0 to 5"),
        (["Batman (AC)", "attack=3"], "endurance"),
        (["Batman (AC)", "Gotham Policeman", "--rules", "2013"], "allowed: 2012, revised, third"),
        (["Batman (AC)", "Gotham Policeman", "--engine", "mc"], "allowed: exact"),
        (["Batman (AC)", "Gotham Policeman", "-o", "x.svg"], "allowed: .json"),
    ],
)
def test_wrong_input(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    status, out, err = told(capsys, "explain", *arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) <= 2


def test_unknown_trait_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["attack=3,strength=4,damage=S,weapon-traits=Hevy", "defense=3,endurance=4"]
    status, _, err = told(capsys, "explain", *arguments)
    assert status == 0
    assert "Hevy" in err


def test_nothing_can_happen() -> None:
    rows = explain("attack=0,strength=3,damage=S", "defense=3,endurance=4", dc=1)
    assert value(rows, "impact", "impacts rolled, mean") == 0.0
    assert value(rows, "card", "chance of K.O. or Casualty") == 0.0
    assert all(abs(one["left"] - one["right"]) <= CLOSE for one in rows.fields["identities"])


def test_question_and_outcome_agree() -> None:
    asked_for = question(*PAIR, dc=2)
    assert explained(counted(resolve(asked_for))) == explain(*PAIR, dc=2)
