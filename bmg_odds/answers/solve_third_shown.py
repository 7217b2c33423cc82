"""A solved duel of the third edition as players read it: the value, the opening, what the usual plans lose."""

from collections.abc import Iterable, Mapping
from typing import Any

from bmg_odds.answers.formats import Document, Record
from bmg_odds.answers.numbers import Rounding
from bmg_odds.answers.pages import Part, page_markdown, page_table
from bmg_odds.answers.render import rests_on
from bmg_odds.answers.solve_shown import COLUMNS, REGRET_HEADS, _regrets, _state, shown_value

_PLAN_HEADS = ("lead", "first", "A attacks", "B defends", "B attacks", "A defends", "value")


def solve_third_document(record: Record) -> Document:
    """Return the document of a solved duel's record (the JSON of `solve`); the csv holds the regrets."""
    return Document(
        record, "regrets", COLUMNS,
        lambda unicode: page_table(record["sentence"], _parts(record), _foot(record, unicode=unicode)),
        lambda unicode: page_markdown(record["sentence"], _parts(record), _foot(record, unicode=unicode)),
    )  # fmt: skip


def _plans(rows: Iterable[Mapping[str, Any]], objective: str) -> list[dict[str, str]]:
    return [
        {
            "lead": (row["drawn"] or "-").upper(),
            "first": row["first"].upper(),
            "A attacks": str(row["a"]["attack_efforts"]),
            "B defends": str(row["b"]["defence_efforts"]),
            "B attacks": str(row["b"]["attack_efforts"]),
            "A defends": str(row["a"]["defence_efforts"]),
            "value": shown_value(row["value"], objective).rjust(10),
        }
        for row in rows
    ]


def _parts(record: Record) -> list[Part]:
    """Return the tables of an answer: a line before each, columns, rows."""
    objective = record["objective"]
    value = shown_value(record["value"], objective)
    parts: list[Part] = [
        (f"Value for A: {value}. Best Efforts of the first round:", _PLAN_HEADS, _plans(record["openings"], objective)),
        (
            "What a fixed plan loses against the best replies:",
            REGRET_HEADS,
            _regrets(record["regret"], objective),
        ),
    ]
    asked = record.get("state")
    if asked:
        lead = "" if asked["lead"] is None else f", {asked['lead'].upper()} had the lead"
        words = f"Round {asked['round']}, A {_state(asked['a'])}, B {_state(asked['b'])}{lead}"
        value = shown_value(asked["value"], objective)
        parts.append((f"{words}: value {value}.", _PLAN_HEADS, _plans(asked["plans"], objective)))
        parts.append(("From there on a fixed plan loses:", REGRET_HEADS, _regrets(asked["regret"], objective)))
    return parts


def _foot(record: Record, *, unicode: bool) -> list[str]:
    final, write = record["final"], Rounding().percent
    told = [
        f"So played, at the end only A is out: {write(final['a_out'])}, only B: {write(final['b_out'])}, both: "
        f"{write(final['both_out'])}, neither: {write(final['neither_out'])}.",
        "The defender declares its Efforts first, the attacker sees them. Those of the second attack of the round: if "
        "both still stood as before the first. Equally good numbers: the fewest Efforts.",
    ]
    if record["first"] == "draw":
        told.append("The side with the lead chooses who is activated first.")
    return [*told, *rests_on({"effects": {}, **record}, unicode=unicode)]
