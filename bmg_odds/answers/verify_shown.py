"""The answer of `verify` as people read it: the verdict, what failed, the least p-values, and what they mean."""

import textwrap
from typing import Any

from bmg_odds.answers.formats import Document, Record, columns_markdown, columns_table
from bmg_odds.answers.tables import Rows

WIDTH, WORST = 80, 8
SCENARIO = 44
SHOWN = ("scenario", "statistic", "degrees", "p", "passed")


def verify_document(rows: Rows) -> Document:
    """Return the document of `verify`: short for people, every row for machines."""
    record = rows.record()
    return Document(record, "rows", rows.columns, lambda _: _table(record), lambda _: _markdown(record))


def p_text(p_value: float) -> str:
    """Return a p-value as people read it, never as a bare nought or one.

    >>> p_text(0.25), p_text(0.00001), p_text(1e-12), p_text(1.0), p_text(0.0)
    ('0.2500', '1.0e-05', '1.0e-12', '1', '0')
    """
    if p_value in (0.0, 1.0):
        return str(int(p_value))
    return f"{p_value:.4f}" if 0.0001 <= p_value < 0.99995 else f"{p_value:.1e}" if p_value < 0.5 else ">0.9999"


def _cells(row: Record, width: int | None) -> dict[str, str]:
    name = str(row["scenario"])
    if width is not None and len(name) > width:
        name = name[: width - 2] + ".."
    failed = not row["passed"]
    verdict = "FAILED" if failed else "yes"
    if row["kind"] == "printed":
        what = f"is {row['got']}, printed {row['printed']}" if failed else str(row["printed"])
        return dict(zip(SHOWN, (name, what, "", "", verdict), strict=True))
    if row["impossible"]:
        return dict(zip(SHOWN, (name, "impossible", "", "0", verdict), strict=True))
    values = (name, f"{row['statistic']:.1f}", str(row["degrees"]), p_text(row["p_value"]), verdict)
    return dict(zip(SHOWN, values, strict=True))


def _chosen(record: Record) -> tuple[list[Record], int]:
    """The rows that people see: all that failed, then the least p-values; and how many tests are not shown."""
    failed = [row for row in record["rows"] if not row["passed"]]
    tests = sorted((row for row in record["rows"] if row["p_value"] is not None and row["passed"]),
                   key=lambda row: row["p_value"])  # fmt: skip
    shown = [*failed, *tests[: max(0, WORST - len(failed))]]
    return shown, len(record["rows"]) - len(shown)


def _told(record: Record) -> list[str]:
    rows = record["rows"]
    printed = [row for row in rows if row["kind"] == "printed"]
    right = sum(row["passed"] for row in printed)
    found = [f"{right} of {len(printed)} printed figures come out to their last printed digit."]
    if not record["tests"]:
        return found
    values = [row["p_value"] for row in rows if row["p_value"] is not None]
    deciles = [sum(low <= value < low + 0.25 for value in values) for low in (0.0, 0.25, 0.5)]
    deciles.append(len(values) - sum(deciles))
    found += [
        f"{record['tests']} tests of the dice against the count, {record['trials']:,} rolls each (sequences, fights "
        f"and other rolls fewer): G-tests of whole joint tables. Their p-values: {deciles[0]} below 0.25, {deciles[1]} "
        f"below 0.5, {deciles[2]} below 0.75, {deciles[3]} above.",
        f"A test fails at p of {record['alarm']:.1e} or less: {record['family_error']:g} divided by the number of "
        f"tests ({record['correction']}), so that a run in which nothing is wrong fails at most once in "
        f"{round(1 / record['family_error']):,} runs. Each finds, 99 times of 100, a shift of "
        f"{100 * record['smallest_shift']:.2f} percentage points between two results of 20 % each.",
        f"Seed {record['seed']}: --seed {record['seed']} --trials {record['trials']} gives the same rows again.",
    ]
    return found


def _again(record: Record) -> list[str]:
    lines = [row["again"] for row in record["rows"] if not row["passed"] and row.get("again")]
    return ["", "The failed attacks alone:", *(f"  {line}" for line in lines)] if lines else []


def _table(record: Record) -> str:
    shown, more = _chosen(record)
    lines = [record["sentence"]]
    if shown:
        lines += ["", columns_table(SHOWN, [_cells(row, SCENARIO) for row in shown]).rstrip()]
    if more:
        lines.append(f"and {more} more, all passed; --format csv or json lists all")
    lines.append("")
    for text in _told(record):
        lines += textwrap.wrap(text, WIDTH, subsequent_indent="  ")
    return "\n".join([*lines, *_again(record)]) + "\n"


def _markdown(record: Record) -> str:
    rows: list[Any] = [_cells(row, None) for row in record["rows"]]
    told = "\n".join(f"- {text}" for text in _told(record))
    parts = [record["sentence"], columns_markdown(SHOWN, rows).rstrip(), told]
    return "\n\n".join([*parts, *(["\n".join(_again(record)).strip()] if _again(record) else [])]) + "\n"
