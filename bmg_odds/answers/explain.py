"""`explain`: the stages of one attack in plain words that multiply back to its result."""

import textwrap
from typing import Any

from bmg_odds.answers.ask import counted, question
from bmg_odds.answers.formats import Document, columns_markdown
from bmg_odds.answers.line import line
from bmg_odds.answers.modifiers import Modifiers
from bmg_odds.answers.numbers import Rounding
from bmg_odds.answers.outcome import Outcome
from bmg_odds.answers.provenance import asked
from bmg_odds.answers.render import rests_on
from bmg_odds.answers.stage_rows import CHANCE, MEAN, SIGNED, Sheet
from bmg_odds.answers.stages_card import write_beside, write_card, write_collateral, write_markers
from bmg_odds.answers.stages_first import write_first
from bmg_odds.answers.stages_third import write_third
from bmg_odds.answers.tables import Rows
from bmg_odds.facts.card import Card
from bmg_odds.rules.record import Strike
from bmg_odds.rules.resolve import resolve

COLUMNS = ("stage", "quantity", "value")
WIDTH, VALUE = 80, 14

_FIELDS = (
    "sentence", "rules", "readings", "engine", "trials", "seed", "attacker", "target", "weapon", "situation",
    "unmodelled_traits", "inferred_readings", "inferred_traits", "notes",
)  # fmt: skip


def explain(attacker: str | Card, target: str | Card, **options: Any) -> Rows:
    """Return the stages of one exact attack as rows stage, quantity, value; keywords as `ask.attack`.

    A value is a whole number, a chance, a mean, or words (faces, traits); `kind` says which. Where a mean or a
    chance follows from numbers above it, `equals` says how, and the field `identities` holds both sides.

    >>> rows = explain("attack=4,strength=3,damage=S", "defense=3,endurance=4")
    >>> [row["value"] for row in rows.rows if row["quantity"] == "impacts rolled, mean"]
    [2.6666666666666665]
    """
    return explained(counted(resolve(question(attacker, target, **options))))


def explained(outcome: Outcome) -> Rows:
    """Return the stages of an outcome that was counted exactly."""
    modifiers, sheet = Modifiers.of(outcome.resolved), Sheet()
    if isinstance(outcome.resolved.strike, Strike):
        write_first(sheet, outcome, modifiers)
        write_collateral(sheet, outcome, modifiers)
        write_markers(sheet, outcome, modifiers)
    else:
        write_third(sheet, outcome, modifiers)
    write_card(sheet, outcome, modifiers)
    write_beside(sheet, outcome)
    record = outcome.record()
    fields = {key: record[key] for key in _FIELDS} | {"line": line(outcome), "identities": sheet.identities}
    fields["arguments"] = asked(outcome) | {"command": "explain"}
    return Rows("explain", COLUMNS, tuple(sheet.rows), fields)


def document(attacker: str | Card, target: str | Card, **options: Any) -> Document:
    """Return the document of `explain`; what `provenance.ask_again` calls."""
    return explain_document(explain(attacker, target, **options))


def explain_document(rows: Rows) -> Document:
    """Return the document of an explanation: for people its stages as headings, the line to copy below."""
    return Document(
        rows.record(),
        "rows",
        rows.columns,
        lambda unicode: _table(rows, unicode=unicode),
        lambda unicode: _markdown(rows, unicode=unicode),
    )


def shown_value(row: dict[str, Any]) -> str:
    """Return a row's value as people read it.

    >>> shown_value({"kind": "signed", "value": -1}), shown_value({"kind": "chance", "value": 0.5})
    ('-1', '50.00 %')
    """
    kind, value = row["kind"], row["value"]
    if kind == CHANCE:
        return Rounding().percent(value)
    if kind == MEAN:
        return Rounding().mean(value)
    return f"{value:+d}" if kind == SIGNED else str(value)


def shown_quantity(row: dict[str, Any], *, unicode: bool = True) -> str:
    """Return a row's quantity with what it equals.

    >>> shown_quantity({"quantity": "hits, mean", "equals": "dice × chance"}, unicode=False)
    'hits, mean = dice x chance'
    """
    text = f"{row['quantity']} = {row['equals']}" if row["equals"] else str(row["quantity"])
    return text if unicode else text.replace("×", "x").replace("−", "-")


def _table(rows: Rows, *, unicode: bool) -> str:
    lines = textwrap.wrap(rows.fields["sentence"], WIDTH)
    stage = ""
    for row in rows.rows:
        if row["stage"] != stage:
            stage = row["stage"]
            lines += ["", stage]
        lines += _entry(shown_quantity(row, unicode=unicode), shown_value(row))
    lines.append("")
    for text in rests_on(rows.fields, unicode=unicode):
        lines += textwrap.wrap(text, WIDTH, subsequent_indent="  ")
    lines += ["To copy:", *textwrap.wrap(_line(rows, unicode=unicode), WIDTH, break_on_hyphens=False)]
    return "\n".join(lines) + "\n"


def _entry(quantity: str, value: str) -> list[str]:
    """Lines of one row: the quantity on the left, the value at the right edge of the first line."""
    room = WIDTH - 2 - max(VALUE, min(len(value) + 2, WIDTH // 2))
    told = textwrap.wrap(quantity, room, break_on_hyphens=False) or [""]
    values = textwrap.wrap(value, WIDTH - 2 - room) or [""]
    lines = []
    for place in range(max(len(told), len(values))):
        left = ("  " if place else "") + told[place] if place < len(told) else ""
        right = values[place] if place < len(values) else ""
        lines.append(f"  {left:<{room}}{right:>{WIDTH - 2 - room}}".rstrip())
    return lines


def _markdown(rows: Rows, *, unicode: bool) -> str:
    people = [
        {"stage": row["stage"], "quantity": shown_quantity(row, unicode=unicode), "value": shown_value(row)}
        for row in rows.rows
    ]
    parts = [
        rows.fields["sentence"],
        columns_markdown(rows.columns, people).rstrip(),
        "\n".join(f"- {text}" for text in rests_on(rows.fields, unicode=unicode)),
        f"`{_line(rows, unicode=unicode)}`",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _line(rows: Rows, *, unicode: bool) -> str:
    text = str(rows.fields["line"])
    return text if unicode else text.replace(" · ", " | ")
