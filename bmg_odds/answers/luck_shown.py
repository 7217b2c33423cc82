"""The answer of `luck` as people read it: what each side's dice owed and gave, and where the table went wrong."""

import textwrap
from typing import Any

from bmg_odds.answers.formats import Document, Record, columns_markdown, columns_table
from bmg_odds.answers.numbers import Rounding
from bmg_odds.answers.tables import Rows

WIDTH, MOST_ROWS = 80, 60
SHOWN = ("line", "side", "roll", "dice", "expected", "got", "percentile")


def luck_document(rows: Rows) -> Document:
    """Return the document of `luck`: rounded for people, in full for machines."""
    record = rows.record()
    return Document(record, "rows", rows.columns, lambda _: _table(record), lambda _: _markdown(record))


def percentile_text(value: float) -> str:
    """Return a percentile as people read it: never 0 or 100 per cent but where it is.

    >>> percentile_text(75.0), percentile_text(99.99), percentile_text(0.001)
    ('75.0 %', '>99.9 %', '<0.1 %')
    """
    return Rounding(percent_decimals=1).percent(value / 100.0)


def _cells(row: Record, width: int | None) -> dict[str, str]:
    dice = row["dice"]
    shown = f"{dice} dice" if isinstance(dice, int) else " ".join(str(face) for face in dice)
    needs = f" at {row['needs']}" if row["needs"] and row["needs"] != "sum" else ""
    side = str(row["side"])
    if width is not None:
        side = side if len(side) <= 16 else side[:14] + ".."
        shown = shown if len(shown) <= 15 else shown[:13] + ".."
    line, owed = "" if row["line"] is None else str(row["line"]), Rounding(mean_decimals=2).mean(row["expected"])
    lucky = percentile_text(row["percentile"])
    values = (line, side, f"{row['roll']}{needs}", shown, owed, str(row["got"]), lucky)
    return dict(zip(SHOWN, values, strict=True))


def _totals(record: Record) -> list[str]:
    from bmg_odds.answers.verify_shown import p_text

    found = []
    for row in record["rows"]:
        if row["roll"] == "total":
            over, owed = row["got"] - row["expected"], Rounding(mean_decimals=2).mean(row["expected"])
            found.append(
                f"{row['side']}: {row['got']} successes where the dice owed {owed} "
                f"({over:+.2f}), percentile {percentile_text(row['percentile'])}, p {p_text(row['p_value'])}."
            )
    return found


def _findings(record: Record) -> list[str]:
    return [f"Line {each['line']}: {each['text']}." for each in record["findings"]]


def _attacks(record: Record) -> list[str]:
    found = []
    for each in record["attacks"]:
        told = each["outcome"]
        head = f"Line {each['line']}: {each['attacker']} > {each['target']}"
        if told is None:
            found.append(f"{head}: not noted to its end.")
            continue
        marks = [
            f"{told[name]} {one if told[name] == 1 else many}"
            for name, one, many in (("injuries", "Injury", "Injuries"), ("stuns", "Stun", "Stuns"))
            if told[name]
        ]
        marks += [text for name, text in (("critical", "critical"), ("knocked_down", "knocked down")) if told[name]]
        found.append(f"{head}: {', '.join(marks) or 'nothing'}.")
    return found


def _told(record: Record) -> list[str]:
    told = [str(record["ties"])]
    told.append("A total counts the successes of a side's own dice; collateral dice, cross fire and sums (move, lead) "
                "have their own lines only.")  # fmt: skip
    if not record["as_called"]:
        told.append("Where the table rolled other dice than the rules call for, each roll stands for itself in the "
                    "total, whose percentile is then approximate.")  # fmt: skip
    if record["unmodelled_traits"]:
        told.append(f"Not in the model, so without effect here: {', '.join(record['unmodelled_traits'])}.")
    return told


def _table(record: Record) -> str:
    rolls = [row for row in record["rows"] if row["roll"] != "total"]
    lines = [*textwrap.wrap(record["sentence"], WIDTH), ""]
    lines.append(columns_table(SHOWN, [_cells(row, WIDTH) for row in rolls[:MOST_ROWS]]).rstrip())
    if len(rolls) > MOST_ROWS:
        lines.append(f"and {len(rolls) - MOST_ROWS} more rolls, in --format json or csv")
    for head, texts in (("", _totals(record)), ("What the attacks come to:", _attacks(record)),
                        ("What the table should look at:", _findings(record)), ("", _told(record))):  # fmt: skip
        if texts:
            lines += ["", *([head] if head else [])]
            for text in texts:
                lines += textwrap.wrap(text, WIDTH, subsequent_indent="  ")
    return "\n".join(lines) + "\n"


def _markdown(record: Record) -> str:
    rows: list[Any] = [_cells(row, None) for row in record["rows"]]
    parts = [record["sentence"], columns_markdown(SHOWN, rows).rstrip()]
    for texts in (_totals(record), _attacks(record), _findings(record), _told(record)):
        if texts:
            parts.append("\n".join(f"- {text}" for text in texts))
    return "\n\n".join(parts) + "\n"
