"""The answer of `roll` as people read it: a table for the terminal, and the same as Markdown."""

import textwrap
from collections.abc import Iterable
from typing import Any

from bmg_odds.answers.formats import Document, Record, columns_markdown
from bmg_odds.answers.numbers import Rounding
from bmg_odds.answers.render import rests_on
from bmg_odds.answers.roll import roll
from bmg_odds.answers.tables import Rows
from bmg_odds.rules.rolls import form_of

WIDTH, BAR = 80, 24
SELDOM = 0.00005
"""A long table leaves out the results at its ends that are seldomer than this."""
MOST_ROWS = 40


def roll_document(rows: Rows) -> Document:
    """Return the document of a roll: rounded for people, in full for machines.

    >>> from bmg_odds.answers.roll import roll
    >>> print(roll_document(roll("arrive")).text("csv"), end="")
    result,probability,at_least
    success,0.5,0.5
    failure,0.5,1.0
    """
    record = rows.record()
    return Document(
        record, "rows", rows.columns,
        lambda unicode: roll_table(record, unicode=unicode),
        lambda unicode: roll_markdown(record, unicode=unicode),
    )  # fmt: skip


def again(name: str, model: Any = None, *, values: Iterable[str] = (), **options: Any) -> Document:
    """Return the answer that a saved one came from: `roll.roll` with its values as texts, as `movement=3`.

    >>> again("agility", values=("movement=3",)).record["rows"][0]["probability"]
    0.5
    """
    pairs: dict[str, Any] = dict(text.partition("=")[::2] for text in values)
    for taken in pairs:
        form_of(name).value(taken)
    return roll_document(roll(name, model, **options, **pairs))


def asked(model: Any = None, **options: Any) -> Document:
    """Return the answer of `roll.roll` as a document; the same keywords, `name` among them.

    >>> asked(name="agility", movement="3").record["rows"][0]["probability"]
    0.5
    """
    return roll_document(roll(options.pop("name"), model, **options))


def rounding_of(record: Record) -> Rounding:
    """Return how to round a roll's chances: counted ones fully, rolled ones as their errors allow."""
    if record.get("trials") is None:
        return Rounding()
    rows = record["rows"]
    errors = [row[name] for row in rows for name in ("standard_error", "at_least_error")]
    return Rounding.sampled(record["trials"], errors, [mean_error(record)])


def is_certain(record: Record, row: Record) -> bool:
    """Whether a row's "at least" holds whatever the dice: some result comes up, which no sample has to show."""
    rows = record["rows"]
    return bool(row == rows[0 if isinstance(rows[0]["result"], int) and isinstance(rows[-1]["result"], int) else -1])


def mean_error(record: Record) -> float:
    """Return the standard error of a rolled mean; 0 where there is none."""
    if record.get("trials") is None or "mean" not in record:
        return 0.0
    square = sum(row["probability"] * (row["result"] - record["mean"]) ** 2 for row in record["rows"])
    return float((square / record["trials"]) ** 0.5)


def heads(record: Record) -> tuple[str, str, str]:
    """Return what stands above the columns: the result's unit, chance, and what "at least" means here.

    >>> heads({"rows": [{"result": "success"}], "unit": ""})
    ('result', 'chance', '')
    """
    results = [row["result"] for row in record["rows"]]
    if "success" in results:
        return "result", "chance", ""
    if "never" in results:
        return "round", "chance", "by then"
    return str(record["unit"]), "chance", "at least"


def shown_rows(record: Record) -> tuple[list[Record], int]:
    """Return the rows that people see, and how many seldom ones at the ends are left out."""
    rows = list(record["rows"])
    if len(rows) <= MOST_ROWS:
        return rows, 0
    kept = [place for place, row in enumerate(rows) if row["probability"] >= SELDOM]
    found = rows[kept[0] : kept[-1] + 1]
    return found, len(rows) - len(found)


def roll_table(record: Record, *, unicode: bool = False) -> str:
    """Return the answer as plain text of at most 80 columns, ASCII but for names unless `unicode`."""
    rows, hidden = shown_rows(record)
    cells, names = _cells(record, rows, unicode), heads(record)
    unit = textwrap.wrap(names[0], 16)
    first = max(7, *(len(line) for line in unit), *(len(row[0]) for row in cells))
    wide = [max(len(names[place]), *(len(row[place]) for row in cells)) for place in (1, 2)]
    most = max(row["probability"] for row in record["rows"])
    lines = [*textwrap.wrap(record["sentence"], WIDTH), ""]
    head = f"  {unit[-1]:>{first}}  {names[1]:>{wide[0]}}" + (f"  {names[2]:>{wide[1]}}" if names[2] else "")
    lines += [f"  {line:>{first}}" for line in unit[:-1]] + [head.rstrip()]
    for row, (result, chance, reach, means) in zip(rows, cells, strict=True):
        text = f"  {result:>{first}}  {chance:>{wide[0]}}"
        if names[2]:
            text += f"  {reach:>{wide[1]}}"
        if means:
            text += f"  {means}"
        elif names[2]:
            text += f"  {_bar(row['probability'] / most, min(BAR, WIDTH - len(text) - 2), unicode)}"
        lines.append(text.rstrip())
    if hidden:
        lines.append(f"  {'...':>{first}}  {hidden} results more, each under 0.005 %, are in --format json")
    lines.append("")
    for text in _below(record, unicode):
        lines += textwrap.wrap(text, WIDTH, subsequent_indent="  ")
    return "\n".join(lines).rstrip() + "\n"


def roll_markdown(record: Record, *, unicode: bool = True) -> str:
    """Return the answer as Markdown, without its provenance."""
    names = heads(record)
    columns = [name for name in (*names, "means") if name]
    cells = [dict(zip((*names, "means"), row, strict=True)) for row in _cells(record, record["rows"], unicode)]
    if not any(cell["means"] for cell in cells):
        columns.remove("means")
    below = "\n".join(f"- {text}" for text in _below(record, unicode))
    parts = (record["sentence"], columns_markdown(columns, cells).rstrip(), below)
    return "\n\n".join(part for part in parts if part) + "\n"


def _cells(record: Record, rows: list[Any], unicode: bool) -> list[tuple[str, str, str, str]]:
    rounding, sign = rounding_of(record), "±" if unicode else "+-"

    def chance(row: Record, key: str, error: str) -> str:
        text = "100 %" if key == "at_least" and is_certain(record, row) else rounding.percent(row[key])
        more = row.get(error)
        return f"{text} {sign} {rounding.error(more, percent=True)}" if more else text

    return [
        (
            str(row["result"]),
            chance(row, "probability", "standard_error"),
            chance(row, "at_least", "at_least_error"),
            row["means"],
        )
        for row in rows
    ]


def _below(record: Record, unicode: bool) -> list[str]:
    rounding, found = rounding_of(record), []
    if "mean" in record and len(record["rows"]) > 1:
        error = mean_error(record)
        more = f" {'±' if unicode else '+-'} {rounding.error(error)}" if error else ""
        found.append(f"On average {rounding.mean(record['mean'])}{more} {record['unit']}.")
    if "victory_points" in record:
        found.append(f"The foe gains {rounding.mean(record['victory_points'])} VP on average.")
    if "next" in record:
        found.append(f"The next counter is an own one with {Rounding().percent(record['next'])}.")
    if "after" in record and record["after"]["status"] != "casualty":
        after = record["after"]
        found.append(
            f"The card then shows {after['injuries']} Injur{'y' if after['injuries'] == 1 else 'ies'} and "
            f"{after['stuns']} Stun{'s' * (after['stuns'] != 1)}."
        )
    return [*found, *rests_on(record, unicode=unicode)]


def _bar(chance: float, wide: int, unicode: bool) -> str:
    eighths = int(chance * wide * 8 + 0.5)
    full, part = divmod(eighths, 8)
    return "█" * full + " ▏▎▍▌▋▊▉"[part].strip() if unicode else "#" * full
