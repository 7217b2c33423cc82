"""`sequence` as players read it: tables of a page, the policy in force, a card that decides every case."""

from functools import cache
from typing import Any

import pytest

from bmg_odds.answers import charts_sequence
from bmg_odds.answers.sequence import SequenceOutcome, sequence
from bmg_odds.answers.sequence_card import BESIDE, MOST_LINES, card, card_table
from bmg_odds.answers.sequence_shown import sequence_document
from bmg_odds.engines.sequence_best import Worth

TARGET = "willpower=7,strength=4,movement=3,attack=4,defense=3,endurance=5,name=T"
STUNS, BOTH = "attack=4,strength=3,damage=SS,movement=3,name=A", "attack=4,strength=3,damage=BS,movement=3,name=B"

ASKED: dict[str, tuple[Any, ...]] = {
    "plain": (TARGET, [STUNS, BOTH], {"dc": 3}),
    "wards": (f"{TARGET},traits=Invulnerability (2)", [BOTH] * 3, {"dc": 3}),
    "hardened": (f"{TARGET},traits=Hardened", [BOTH, STUNS, BOTH], {"dc": 3, "figure": "casualty"}),
    "lying": (TARGET, [STUNS] * 3, {"dc": 3, "reading": "down_target=hit_on_2"}),
    "dealt": (TARGET, [STUNS] * 3, {"dc": 3, "figure": "at-least=6"}),
    "DC lost first": (TARGET, [STUNS, BOTH], {"dc": 3, "lose": "dc", "spare": 2}),
    "unseen": (TARGET, [STUNS, BOTH], {"dc": 3, "reading": "block_timing=before_impacts"}),
    "wide": ("defense=2,endurance=4,attack=3,strength=3,willpower=9", ["attack=12,strength=5,damage=S"] * 2, {"dc": 1}),
    "long": (
        "willpower=9,strength=4,attack=4,defense=5,endurance=8",
        ["4x attack=2,strength=3,damage=SS"],
        {"dc": 5, "figure": "at-least=6"},
    ),
}


@cache
def asked(name: str) -> SequenceOutcome:
    target, by, options = ASKED[name]
    return sequence(target, by, policy="optimal", **options)


@pytest.mark.parametrize("name", ASKED)
def test_the_card_has_one_answer_for_every_case(name: str) -> None:
    plan = asked(name).plan
    rows = card(plan)
    worth = plan.worth
    assert isinstance(worth, Worth)
    checked = 0
    for (attack, state, dealt, impacts), dc in worth.choices.items():
        if not state.dc or (not impacts and not plan.chain.gang.unseen):
            continue
        told = {one: dealt if one == "dealt" else int(getattr(state, one)) for one in BESIDE}
        found = [
            row
            for row in rows
            if (row["attack"], row["dc"]) == (attack + 1, state.dc)
            and [state.injuries, state.stuns] in row["markers"]
            and all(told[one] == value for one, value in row["when"].items())
        ]
        assert len(found) == 1, (attack, state, dealt)
        assert found[0]["roll"][impacts - (0 if plan.chain.gang.unseen else 1)] == dc
        checked += 1
    assert checked


def test_a_card_names_no_more_than_decides() -> None:
    decides = {name: {one for row in card(asked(name).plan) for one in row["when"]} for name in ASKED}
    assert decides["plain"] == decides["unseen"] == decides["wide"] == set()
    assert decides["wards"] == {"invulnerable"}
    assert decides["lying"] == {"down"}


@pytest.mark.parametrize("name", ASKED)
def test_tables_fit_a_page(name: str) -> None:
    record = asked(name).record()
    text = sequence_document(record).text("table")
    assert max(map(len, text.splitlines())) <= 80
    assert "The optimal policy" in text
    head, _, lines = card_table(record, short=True)
    many = len(record["policy_card"])
    assert ("json" in head) == (many > MOST_LINES or name == "wide")
    _, _, every = card_table(record, short=False)
    assert len(every) == many
    assert len([line for line in lines if line["DC left"]]) == min(many, MOST_LINES)


def test_the_policy_in_force_is_among_those_compared() -> None:
    for policy, least in (("at-most=4", 7), ("at-most=05", 7), ("at-most=0", 7), ("all", 6)):
        record = sequence("Batman (AC)", "3x Gotham Policeman", dc=5, policy=policy).record()
        assert len(record["policies"]) == least
        (line,) = [line for line in sequence_document(record).text("table").splitlines() if line.endswith("<")]
        assert line.split()[0] == record["policy"]
        assert record["policies"][-1]["policy"] == "optimal"
        if policy == "at-most=0":
            assert record["policy"] in [name for name, _ in charts_sequence.drawn(record)]


@pytest.mark.parametrize("dc", [0, 2])
@pytest.mark.parametrize("figure", ["critical", "damage", "impact", "any_marker", "at-least=2", "at-least=90"])
def test_the_figure_asked_for_is_in_the_table(figure: str, dc: int) -> None:
    outcome = sequence("Batman (AC)", "2x Gotham Policeman", dc=dc, figure=figure)
    levels = outcome.at_least("markers", int(figure[9:])) if "=" in figure else getattr(outcome.chance, figure)
    (line,) = [
        line for line in sequence_document(outcome.record()).text("table").splitlines() if line[:8] == "  chance"
    ]
    assert line.endswith(f"{levels:.2%}".replace("%", " %").replace("0.00 %", "0 %"))


def test_what_becomes_of_counters_is_told_where_there_are_dc() -> None:
    def notes(target: str, **options: Any) -> str:
        return " ".join(sequence(target, "2x Gotham Policeman", **options).record()["notes"])

    assert "1 counter beside the DC and loses one for every second marker" in notes("Batman (AC)", dc=3, spare=1)
    assert "(inferred)" in notes("Batman (AC)", dc=3)
    assert "Desensitized: it loses no counter" in notes("Bane (AC)", dc=2)
    assert "no Willpower given" in notes("defense=3,endurance=4,attack=3,strength=3", dc=2)
    assert notes("Batman (AC)", dc=0) == ""
    assert "Being down changes no die" in notes("Batman (AC)", dc=2, down=True)


def test_no_card_where_nothing_can_hit() -> None:
    assert sequence(TARGET, [f"{STUNS}//0", f"{BOTH}//0"], dc=2, policy="optimal").record()["policy_card"] == []


@pytest.mark.parametrize(
    ("by", "orders"),
    [
        (["3x Gotham Policeman", "Bob"], {"3 x Gotham Policeman, Bob", "Bob, 3 x Gotham Policeman"}),
        (["Bob/unarmed", "Bob/unarmed/2"], {"Bob (2 dice), Bob (3 dice)", "Bob (3 dice), Bob (2 dice)"}),
        (["Joker (AC)", "Joker (AC)/unarmed"], {"Joker (AC) (Poisoned Knife), Joker (AC) (unarmed)"}),
        (["Bob/unarmed", "Bob:strength=6/unarmed"], {"Bob (no. 1), Bob (no. 2)", "Bob (no. 2), Bob (no. 1)"}),
    ],
)  # fmt: skip
def test_orders_are_told_apart(by: list[str], orders: set[str]) -> None:
    record = sequence("Batman (AC)", by).record()
    text = " ".join(sequence_document(record).text("table").split())
    assert all(order in text for order in orders)


def test_too_many_orders_are_said() -> None:
    record = sequence("Batman (AC)", ["3x Gotham Policeman//1", "4x Gotham Policeman//2"]).record()
    assert record["orders"] == []
    assert any("35 orders" in note for note in record["notes"])
    assert not any("orders" in note for note in sequence("Batman (AC)", "7x Gotham Policeman//1").record()["notes"])


def test_many_attackers_alike_have_few_orders() -> None:
    rows = sequence("Batman (AC)", ["19x Gotham Policeman//1", "Gotham Policeman//2"]).record()["orders"]
    assert len(rows) == 20
    assert {tuple(row["kinds"]).index(1) for row in rows} == set(range(20))
    assert [row["kinds"] for row in rows if row["asked"]] == [[0] * 19 + [1]]
