"""A sequence's answer as players read it: attack by attack, policy by policy, and the card of the best one."""

import textwrap
from itertools import groupby
from typing import Any

from bmg_odds.answers.formats import Document, Record, columns_markdown, columns_table
from bmg_odds.answers.numbers import Rounding, figure_words
from bmg_odds.answers.render import OUTCOME_COLUMNS, WIDTH, _levels, _mean_lines, rests_on, rounding_of
from bmg_odds.answers.sequence_card import card_table

Table = tuple[str, tuple[str, ...], list[dict[str, str]]]
"""A heading, columns, rows."""


def sequence_document(record: Record) -> Document:
    """Return the document of a sequence's record."""
    return Document(
        record,
        "outcomes",
        OUTCOME_COLUMNS,
        lambda unicode: _text(record, unicode=unicode),
        lambda unicode: _markdown(record, unicode=unicode),
    )


def _text(record: Record, *, unicode: bool) -> str:
    blocks = ["\n".join(textwrap.wrap(record["sentence"], WIDTH))]
    for head, columns, rows in _tables(record, short=True):
        title = textwrap.wrap(head, WIDTH)
        blocks.append("\n".join([*title, columns_table(columns, rows).rstrip()]))
    blocks.append("\n".join([*_mean_lines(record, rounding_of(record), unicode), *_asked(record)]))
    rests = rests_on(record, unicode=unicode)
    blocks.append("\n".join(line for text in rests for line in textwrap.wrap(text, WIDTH, subsequent_indent="  ")))
    return "\n\n".join(block for block in blocks if block) + "\n"


def _markdown(record: Record, *, unicode: bool) -> str:
    parts = [record["sentence"]]
    parts += [
        f"{head}\n\n{columns_markdown(columns, rows).rstrip()}" for head, columns, rows in _tables(record, short=False)
    ]
    rounding = rounding_of(record)
    levels, _ = _levels(record, rounding, most=None)
    parts.append(
        columns_markdown(
            ("markers, at least", "chance"), [{"markers, at least": level, "chance": text} for level, text, _ in levels]
        ).rstrip()
    )
    parts.append("\n".join(f"- {text}" for text in rests_on(record, unicode=unicode)))
    return "\n\n".join(part for part in parts if part) + "\n"


def _asked(record: Record) -> list[str]:
    """Return the line of a figure that no other line of a table has."""
    figure, told = record["figure"], record["after"][-1]
    if figure in ("out", "ko", "casualty", "knocked_down", "injuries", "stuns", "markers"):
        return []
    if figure in told:
        value = told[figure]
    else:
        levels, level = record["at_least"]["markers"], int(figure.partition("=")[2])
        value = levels[level] if level < len(levels) else 0.0
    return [f"  {figure_words(figure)}: {rounding_of(record).figure(figure, value)}"]


def _tables(record: Record, *, short: bool) -> list[Table]:
    tables = [_after(record), _policies(record)]
    if record["policy_card"]:
        tables.append(card_table(record, short=short))
    if record["orders"]:
        tables.append(_orders(record))
    return [table for table in tables if table[2]]


def _after(record: Record) -> Table:
    rounding = rounding_of(record)
    rows = []
    for place, (one, told) in enumerate(zip(record["attackers"], record["after"], strict=True), start=1):
        rows.append(
            {
                "after": str(place),
                "attacker": _short(f"{one['name']}, {one['weapon']}", 26),
                "out": rounding.percent(told["out"]),
                "K.O.": rounding.percent(told["ko"]),
                "Casualty": rounding.percent(told["casualty"]),
                "down": rounding.percent(told["knocked_down"]),
                "markers": rounding.mean(told["inflicted"]["markers"]),
            }
        )
    return "So far, attack by attack:", *_right(rows, from_column=2)


def _policies(record: Record) -> Table:
    figure, rounding = record["figure"], Rounding()
    best = min(row["value"] for row in record["policies"])
    rows = [
        {
            "policy": row["policy"],
            "value": rounding.figure(figure, row["value"]),
            "worse than optimal by": "" if row["policy"] == "optimal" else _gap(figure, row["value"] - best),
            "in force": "<" if row["policy"] == record["policy"] else "",
        }
        for row in record["policies"]
    ]
    if not record["situation"]["dc"]:
        return "", (), []
    return f"The DC by policy, {figure_words(figure)} (counted):", *_right(rows, from_column=1, most=2)


def _gap(figure: str, gap: float) -> str:
    rounding = Rounding()
    return "nothing" if abs(gap) < 1e-12 else rounding.figure(figure, gap)


def _orders(record: Record) -> Table:
    figure, rounding = record["figure"], Rounding()
    rows = record["orders"]
    shown = rows if len(rows) <= 6 else [*rows[:3], *rows[-3:]]
    lines: list[dict[str, str]] = [
        {
            "value": rounding.figure(figure, row["value"]),
            "as asked": "<" if row["asked"] else "",
            "order": ", ".join(_order(row)),
        }
        for row in shown
    ]
    of = "" if len(shown) == len(rows) else f", the three highest and lowest of {len(rows)}"
    return f"Other orders, {figure_words(figure)}{of}:", *_right(lines, from_column=0, most=1)


def _order(row: dict[str, Any]) -> list[str]:
    """Return an order in words: attackers in a row that are alike as one, different ones never by one name."""
    places = list(zip(row["order"], row["weapons"], row["dice"], row["kinds"], strict=True))
    ways = (
        [_short(name, 30) for name, *_ in places],
        [f"{_short(name, 30)} ({_short(weapon, 20)})" for name, weapon, *_ in places],
        [f"{_short(name, 30)} ({dice} {'die' if dice == 1 else 'dice'})" for name, _, dice, _ in places],
        [f"{_short(name, 30)} (no. {kind + 1})" for name, *_, kind in places],
    )
    kinds = len(set(row["kinds"]))
    names = next(way for way in ways if len(set(zip(way, row["kinds"], strict=True))) == kinds == len(set(way)))
    runs = ((name, len(list(same))) for name, same in groupby(names))
    return [f"{many} x {name}" if many > 1 else name for name, many in runs]


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 2] + ".."


def _right(
    rows: list[dict[str, str]], *, from_column: int, most: int = 99
) -> tuple[tuple[str, ...], list[dict[str, str]]]:
    """Return columns and rows with the figures of some columns set right: those with a sign are not by themselves."""
    names = list(rows[0])
    for place, name in enumerate(names[from_column : from_column + most], start=from_column):
        wide = max(len(name), *(len(row[name]) for row in rows))
        names[place] = name.rjust(wide)
        for row in rows:
            row[names[place]] = row[name].rjust(wide)
    return tuple(names), rows
