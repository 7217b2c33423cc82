"""`sensitivity`: each change against the single answer that it stands for, what cannot be asked, and the command."""

import csv
import io
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from program import told

import bmg_odds as bmg
from bmg_odds.answers import sensitivity as module
from bmg_odds.answers.ask import counted, question
from bmg_odds.answers.changes import changes
from bmg_odds.answers.provenance import ask_again
from bmg_odds.answers.sensitivity import document, sensitivity, sensitivity_document, shown_difference
from bmg_odds.answers.tables import Rows
from bmg_odds.answers.trait_changes import FIRST_TRAITS, THIRD_TRAITS
from bmg_odds.facts.trait_names import parse_trait
from bmg_odds.rules.resolve import resolve
from bmg_odds.rules.traits import known_in

PAIR = ("Batman (AC)", "Gotham Policeman")
THIRD = ("Batman", "Joker")
SHOOTER = "attack=2,strength=5,damage=BS,rof=3,willpower=4"


def values(rows: Rows) -> dict[str, float]:
    return {row["change"]: row["value"] for row in rows.rows}


@pytest.fixture(scope="module")
def melee() -> Rows:
    return sensitivity(*PAIR, dc=2, figure="markers")


@pytest.fixture(scope="module")
def shot() -> Rows:
    return sensitivity(SHOOTER, "Joker (AC)", cover="street", figure="markers")


@pytest.fixture(scope="module")
def third() -> Rows:
    return sensitivity(*THIRD, rules="third", target_efforts=1, figure="markers")


# Each change is a single answer

MELEE: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("attacker Attack +1 (to 6)", "Batman (AC):attack=6", PAIR[1], {}),
    ("attacker Attack -1 (to 4)", "Batman (AC):attack=4", PAIR[1], {}),
    ("attacker Strength -1 (to 2+)", "Batman (AC):strength=2", PAIR[1], {}),
    ("target Defense +1 (to 4)", PAIR[0], "Gotham Policeman:defense=4", {}),
    ("target Endurance -1 (to 3)", PAIR[0], "Gotham Policeman:endurance=3", {}),
    ("weapon damage: 1 Stun less (S)", "Batman (AC):damage=S", PAIR[1], {}),
    ("weapon damage: 1 Injury more (BSS)", "Batman (AC):damage=BSS", PAIR[1], {}),
    ("1 AC less", *PAIR, {"ac": 4}),
    ("1 DC more", *PAIR, {"dc": 3}),
    ("1 DC less", *PAIR, {"dc": 1}),
    ("1 Injury more on the target", *PAIR, {"injuries": 1}),
    ("1 Stun more on the target", *PAIR, {"stuns": 1}),
    ("outnumbered", *PAIR, {"outnumbered": True}),
    ("defensive position", *PAIR, {"defensive": True}),
    ("1 enemy more that holds the target", *PAIR, {"grabbed": 1}),
    ("attacker blind", *PAIR, {"attacker_state": "blind"}),
    ("target with Medium Armor", PAIR[0], "Gotham Policeman:traits=Medium Armor", {}),
    ("target carries Defensive", PAIR[0], "attack=3,defense=3,endurance=4,weapon-traits=Defensive", {}),
)


@pytest.mark.parametrize(("words", "attacker", "target", "options"), MELEE, ids=[each[0] for each in MELEE])
def test_a_change_is_the_single_answer(
    melee: Rows, words: str, attacker: str, target: str, options: dict[str, Any]
) -> None:
    single = bmg.attack(attacker, target, **({"dc": 2} | options)).figure("markers")
    assert values(melee)[words] == pytest.approx(single, abs=1e-12)


SHOT: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("weapon ROF +1 (to 4)", SHOOTER.replace("rof=3", "rof=4"), {}),
    ("weapon damage: 1 Stun less (B)", SHOOTER.replace("BS", "B"), {}),
    ("weapon with Firearm", f"{SHOOTER},weapon-traits=Firearm", {}),
    ("weapon with CRT (BB)", f"{SHOOTER},weapon-traits=CRT (BB)", {}),
    ("attacker with Shooter", f"{SHOOTER},traits=Shooter", {}),
    ("attacker uses Luck (impact)", f"{SHOOTER},traits=Luck", {"use": "Luck (impact)"}),
    ("moved before the shot", SHOOTER, {"moved": True}),
    ("no cover", SHOOTER, {"cover": ()}),
    ("solid cover more", SHOOTER, {"cover": ("street", "solid")}),
    ("crouched behind the last cover", SHOOTER, {"crouched": True}),
)


@pytest.mark.parametrize(("words", "attacker", "options"), SHOT, ids=[each[0] for each in SHOT])
def test_a_change_of_a_shot_is_the_single_answer(
    shot: Rows, words: str, attacker: str, options: dict[str, Any]
) -> None:
    single = bmg.attack(attacker, "Joker (AC)", **({"cover": "street"} | options)).figure("markers")
    assert values(shot)[words] == pytest.approx(single, abs=1e-12)


CLASH: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("1 Effort more by the target", *THIRD, {"target_efforts": 2}),
    ("1 Effort less by the target", *THIRD, {"target_efforts": 0}),
    ("1 Effort more by the attacker", *THIRD, {"attacker_efforts": 1}),
    ("attacker Strength -1 (to 2+)", "Batman:strength=2", THIRD[1], {}),
    ("target Defense -1 (to 3)", THIRD[0], "Joker:defense=3", {}),
    ("target with Huge", THIRD[0], "Joker:traits=Huge", {}),
    ("weapon with Devastating", "Batman:weapon-traits=Unarmed+Devastating", THIRD[1], {}),
)


@pytest.mark.parametrize(("words", "attacker", "target", "options"), CLASH, ids=[each[0] for each in CLASH])
def test_a_change_of_a_clash_is_the_single_answer(
    third: Rows, words: str, attacker: str, target: str, options: dict[str, Any]
) -> None:
    single = bmg.attack(attacker, target, rules="third", **({"target_efforts": 1} | options)).figure("markers")
    assert values(third)[words] == pytest.approx(single, abs=1e-12)


def test_every_row_is_its_own_question() -> None:
    """A sample of rows, resolved and counted once more on their own."""
    for asked in (question(*PAIR, dc=2, stuns=1), question(*THIRD, rules="third", stuns=1)):
        resolved = resolve(asked)
        rows = sensitivity(asked.attacker, asked.target, figure="out", rules=asked.edition.name,
                           dc=asked.situation.dc, stuns=1)  # fmt: skip
        found = values(rows)
        all_changes = {change.words: change for change in changes(resolved)}
        assert len(all_changes) == len(rows.rows) + len(rows.left_out)
        for words in random.Random(1).sample(sorted(found), 40):
            single = counted(resolve(all_changes[words].question())).figure("out")
            assert found[words] == pytest.approx(single, abs=1e-12)


# What the rows are


def test_sorted_and_relative_to_the_answer(melee: Rows, shot: Rows, third: Rows) -> None:
    for rows in (melee, shot, third):
        sizes = [abs(row["difference"]) for row in rows.rows]
        assert sizes == sorted(sizes, reverse=True)
        base = rows.fields["base"]
        assert all(row["difference"] == row["value"] - base for row in rows.rows)
        assert {row["figure"] for row in rows.rows} == {"markers"}
        assert all(row["difference"] == 0.0 or abs(row["difference"]) > 1e-12 for row in rows.rows)


def test_more_dice_never_do_less(melee: Rows, third: Rows) -> None:
    for rows, better, worse in (
        (melee, ["attacker Attack +1 (to 6)", "1 DC less", "outnumbered"], ["1 AC less", "1 DC more"]),
        (third, ["1 Effort more by the attacker", "1 Effort less by the target"], ["1 Effort more by the target"]),
    ):
        differences = {row["change"]: row["difference"] for row in rows.rows}
        assert all(differences[words] > 0 for words in better)
        assert all(differences[words] < 0 for words in worse)


def test_own_traits_are_taken_away() -> None:
    rows = sensitivity("Bane (AC):traits=Combo+Brutal,weapon-traits=Handy", "Joker (AC):traits=Kevlar Vest",
                       figure="markers", dc=1)  # fmt: skip
    found = {row["change"]: row["difference"] for row in rows.rows}
    assert found["attacker without Combo"] < 0
    assert found["weapon without Handy"] < 0
    assert found["target without Kevlar Vest"] > 0
    assert not {"attacker with Combo", "weapon with Handy", "target with Kevlar Vest"} & found.keys()
    left = {each["name"] for each in rows.left_out} | found.keys()
    assert {"attacker without Brutal"} <= left


def test_a_used_trait_is_taken_away_with_its_use() -> None:
    card = "Bob:traits=Precise Blow"
    rows = sensitivity(card, "Joker (AC)", weapon="unarmed", use="Precise Blow", figure="markers")
    [found] = [row for row in rows.rows if row["change"] == "attacker without Precise Blow"]
    # Its SC is free again, so one AC more may be affordable: the plain attack decides.
    plain = bmg.attack("Bob:traits=", "Joker (AC)", weapon="unarmed").figure("markers")
    assert found["value"] == pytest.approx(plain, abs=1e-12)


def test_gloves_taken_away_leave_the_bare_hands() -> None:
    rows = sensitivity("attack=4,strength=4,traits=Claws", "defense=3,endurance=5", figure="markers")
    bare = bmg.attack("attack=4,strength=4", "defense=3,endurance=5").figure("markers")
    assert values(rows)["attacker without Claws"] == pytest.approx(bare, abs=1e-12)


def test_what_cannot_be_asked_is_left_out_with_the_reason(melee: Rows, shot: Rows, third: Rows) -> None:
    left = {each["name"]: each["reason"] for each in melee.left_out}
    assert "allowed: 0 to 5" in left["1 AC more"]
    assert "ranged attack only" in left["moved before the shot"]
    assert "third edition" in left["beyond effective range"]
    assert "not in the model" in left["attacker without Batclaw"]
    left = {each["name"]: each["reason"] for each in shot.left_out}
    assert "no value for movement" in left["attacker Movement +1"]
    assert "always costs 2 AC" in left["1 AC more"]
    assert "2 AC" in left["attacker Attack -1 (to 1)"]
    left = {each["name"]: each["reason"] for each in third.left_out}
    assert "size in the third edition is not known" in left["outnumbered"]
    edge = sensitivity("Batman (AC):strength=1,attack=12,willpower=20", "defense=12,endurance=20,willpower=0")
    left = {each["name"]: each["reason"] for each in edge.left_out}
    assert left["attacker Strength -1 (to 0+)"] == "strength 0 is out of range; allowed: 1 to 7"
    assert "allowed: 0 to 12" in left["attacker Attack +1 (to 13)"]
    assert "allowed: 1 to 20" in left["target Endurance +1 (to 21)"]
    assert "allowed: 0 to 20" in left["target Willpower -1 (to -1)"]


def test_every_trait_of_the_lists_is_known_and_does_something() -> None:
    for edition, lists in (("revised", FIRST_TRAITS), ("third", THIRD_TRAITS)):
        known = known_in(edition)
        for place, names in lists.items():
            assert len(set(names)) == len(names)
            for name in names:
                trait = known[parse_trait(name).key]
                attacks = place in ("weapon", "attacker", "use")
                gives_a_profile = name in ("Reinforced Gloves", "Claws")
                assert gives_a_profile or (trait.attacks if attacks else trait.defends), (edition, name)
                assert trait.bought == (place in ("use", "target_use")), (edition, name)


def test_every_trait_of_the_lists_can_be_asked_somewhere() -> None:
    """None is left out of both a melee attack and a shot that have counters to spare."""
    rich = "willpower=12,special=6,movement=4,endurance=9"
    for rules, lists in (("revised", FIRST_TRAITS), ("third", THIRD_TRAITS)):
        answered: set[str] = set()
        wanted = 0
        for weapon in ("damage=BS", "damage=BS,rof=3"):
            rows = sensitivity(f"attack=4,strength=4,{rich},{weapon}", f"attack=3,defense=3,{rich}", rules=rules)
            answered |= {row["change"] for row in rows.rows if row["kind"] == "trait"}
        wanted = sum(map(len, lists.values()))
        assert len(answered) == wanted


def test_rests_on_readings_of_the_changes() -> None:
    """Without DC nothing rests on the block dice; the row with one DC more does."""
    one = "attack=7,strength=4,damage=S"
    plain = bmg.attack(one, "defense=3,endurance=4")
    assert "block_natural" not in plain.inferred_readings
    rows = sensitivity(one, "defense=3,endurance=4,attack=3", figure="markers")
    assert "block_natural" in rows.fields["inferred_readings"]
    assert set(plain.inferred_readings) <= set(rows.fields["inferred_readings"])
    assert "Heavy" in rows.fields["inferred_traits"]


# The command


@pytest.mark.compiled
@pytest.mark.parametrize(
    "arguments",
    [
        [*PAIR, "--dc", "2"],
        [*PAIR, "--dc", "2", "--show", "at-least=3"],
        [SHOOTER, "Joker (AC)", "--cover", "street", "--show", "markers"],
        [*THIRD, "--rules", "third", "--target-efforts", "1"],
    ],
)
def test_sensitivity_in_every_format(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    once: dict[str, Rows] = {}

    def worked_out(*cards: Any, **options: Any) -> Rows:
        """The rows of an answer, worked out once for all formats; asked again they are worked out anew."""
        key = repr((cards, options))
        if key not in once:
            once[key] = sensitivity(*cards, **options)
        return once[key]

    monkeypatch.setattr(module, "sensitivity", worked_out)
    status, out, err = told(capsys, "sensitivity", *arguments)
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    record = json.loads(told(capsys, "sensitivity", *arguments, "--format", "json")[1])
    assert record["command"] == "sensitivity"
    assert {"name", "reason"} <= record["left_out"][0].keys()
    reader = csv.DictReader(io.StringIO(told(capsys, "sensitivity", *arguments, "--format", "csv")[1]))
    assert reader.fieldnames == ["change", "figure", "value", "difference"]
    assert [float(row["difference"]) for row in reader] == [row["difference"] for row in record["rows"]]
    md = told(capsys, "sensitivity", *arguments, "--format", "md")[1]
    assert "| change |" in md
    assert len(once) == 1
    monkeypatch.setattr(module, "sensitivity", sensitivity)
    assert ask_again(record["arguments"], {"sensitivity": document}).record == record
    # Nothing is swallowed: what does not stand in the table is named below it.
    flat = " ".join(re.split(r"\s+", out))
    for row in record["rows"]:
        name = row["change"].removeprefix(row["group"]).split(" (to ")[0].strip()
        assert name in flat
    for each in record["left_out"]:
        assert each["name"].removeprefix(each["group"]).split(" (to ")[0].strip() in flat


def test_differences_never_look_like_none() -> None:
    assert shown_difference("out", 1e-7) == "<+0.01"
    assert shown_difference("ko", -1e-7) == ">-0.01"
    assert shown_difference("stuns", 1e-7) == "<+0.001"
    assert shown_difference("markers", 1.25) == "+1.250"


def test_user_roster(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'edition = "revised"\n[[card]]\nname = "Bruno"\nwillpower = 5\nstrength = 5\nmovement = 3\nattack = 3\n'
        'defense = 3\nendurance = 4\n[[card.weapon]]\nname = "Club"\ndamage = "SS"\ntraits = ["Heavy"]\n'
    )
    status, out, _ = told(capsys, "sensitivity", "Bruno", "Joker (AC)", "--roster", str(path))
    assert status == 0
    assert "weapon without Heavy" in " ".join(out.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Batmn (AC)", "Joker (AC)"], "nearest"),
        ([*PAIR, "--show", "koo"], "did you mean ko"),
        ([*PAIR, "--dc", "9"], "Defense"),
        ([*PAIR, "--trials", "5"], "no option --trials"),
    ],
)
def test_wrong_input(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    status, out, err = told(capsys, "sensitivity", *arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) <= 2


def test_unknown_figure_in_python() -> None:
    with pytest.raises(bmg.BmgError, match="allowed: impact"):
        sensitivity(*PAIR, figure="koo")


def test_nothing_changes_nothing() -> None:
    text = sensitivity_document(sensitivity(*PAIR, ac=0, dc=0, figure="casualty")).text("table", unicode=False)
    assert text.isascii()
    assert "chance of Casualty 0 %" in text
