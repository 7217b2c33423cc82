"""A solved duel as players read it: the value, the opening, what the usual plans lose, and a situation asked about."""

from collections.abc import Iterable, Mapping
from typing import Any

from bmg_odds.answers.formats import Document, Record
from bmg_odds.answers.numbers import Rounding
from bmg_odds.answers.pages import Part, page_markdown, page_table
from bmg_odds.answers.render import rests_on

_SURE = 1e-12
"""A chance nearer to 1 than this is 1: sums of chances differ in their last digits."""
COLUMNS = ("plan", "a", "b")
_PLAN_HEADS = ("drawn", "first", "plan of A", "plan of B", "value")
REGRET_HEADS = ("plan", "A loses", "B loses")


def solve_document(record: Record) -> Document:
    """Return the document of a solved duel's record (the JSON of `solve`); the csv holds the regrets."""
    if record["rules"] == "third":
        from bmg_odds.answers.solve_third_shown import solve_third_document

        return solve_third_document(record)
    return Document(
        record, "regrets", COLUMNS,
        lambda unicode: page_table(record["sentence"], _parts(record), _foot(record, unicode=unicode)),
        lambda unicode: page_markdown(record["sentence"], _parts(record), _foot(record, unicode=unicode)),
    )  # fmt: skip


def shown_plan(plan: Mapping[str, int]) -> str:
    """Return a plan in words.

    >>> shown_plan({"ac": 4, "dc": 2, "sc": 1, "mc": 0})
    '4 AC 2 DC 1 SC 0 MC'
    """
    return " ".join(f"{plan[key]} {key.upper()}" for key in ("ac", "dc", "sc", "mc"))


def shown_value(value: float, objective: str) -> str:
    """Return a value with its sign: in percentage points for `out`, else as a mean.

    >>> shown_value(0.36186, "out"), shown_value(-0.00001, "out"), shown_value(0.0, "vp")
    ('+36.19 pp', '>-0.01 pp', '0')
    >>> shown_value(-1.0, "out"), shown_value(-0.99999, "out")
    ('-100 pp', '>-100 pp')
    """
    if objective == "out":
        text = f"{100 * value:+.2f}"
        if not value:
            return "0 pp"
        if text[1:] == "100.00":
            sign = "" if abs(value) > 1 - _SURE else "<" if value > 0 else ">"
            return f"{sign}{text[:4]} pp"
        return f"{text} pp" if float(text) else f"{'<+' if value > 0 else '>-'}0.01 pp"
    text = Rounding().mean(value)
    return f"+{text}" if value > 0 and text[0].isdigit() else text


def _plans(rows: Iterable[Mapping[str, Any]], objective: str) -> list[dict[str, str]]:
    return [
        {
            "drawn": (row["drawn"] or "-").upper(),
            "first": row["first"].upper(),
            "plan of A": shown_plan(row["a"]),
            "plan of B": shown_plan(row["b"]),
            "value": shown_value(row["value"], objective).rjust(10),
        }
        for row in rows
    ]


def _regrets(regret: Mapping[str, Mapping[str, float]], objective: str) -> list[dict[str, str]]:
    return [
        {"plan": name, **{f"{side.upper()} loses": _loss(both[side], objective).rjust(9) for side in "ab"}}
        for name, both in regret.items()
    ]


def _loss(value: float, objective: str) -> str:
    return shown_value(value, objective).replace("+", "")


def _parts(record: Record) -> list[Part]:
    """Return the tables of an answer: a line before each, columns, rows."""
    objective = record["objective"]
    value = shown_value(record["value"], objective)
    opening, regrets = _plans(record["openings"], objective), _regrets(record["regret"], objective)
    parts: list[Part] = [
        (f"Value for A: {value}. Best plans of the first round:", _PLAN_HEADS, opening),
        ("What a fixed plan loses against the best replies:", REGRET_HEADS, regrets),
    ]
    asked = record.get("state")
    if asked:
        words = f"Round {asked['round']}, A {_state(asked['a'])}, B {_state(asked['b'])}"
        bag = "" if asked["bag"] is None else f", bag {asked['bag']['a']}/{asked['bag']['b']}"
        value = shown_value(asked["value"], objective)
        parts.append((f"{words}{bag}: value {value}.", _PLAN_HEADS, _plans(asked["plans"], objective)))
        parts.append(("From there on a fixed plan loses:", REGRET_HEADS, _regrets(asked["regret"], objective)))
    return parts


def _state(state: Mapping[str, Any]) -> str:
    posture = "" if state["status"] == "up" else f" {'K.O.' if state['status'] == 'ko' else state['status']}"
    return f"{_many(state['injuries'], 'Injury', 'Injuries')} {_many(state['stuns'], 'Stun', 'Stuns')}{posture}"


def _many(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"


def _foot(record: Record, *, unicode: bool) -> list[str]:
    final, write = record["final"], Rounding().percent
    told = [
        f"So played, at the end only A is out: {write(final['a_out'])}, only B: {write(final['b_out'])}, neither: "
        f"{write(final['neither_out'])}.",
        "The side that goes second sees the plan of the first. Equally good plans: most AC, then DC, then SC.",
    ]
    if record["first"] == "draw":
        told.append("The side drawn chooses who goes first, and both know what is left in the bag.")
    return [*told, *rests_on({"effects": {}, **record}, unicode=unicode)]
