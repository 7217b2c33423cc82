"""Answers of many attacks as people read them: `curve`, `split`, `commit`, `rank`, `readings` as documents."""

import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bmg_odds.answers.formats import Document, columns_markdown, columns_table
from bmg_odds.answers.numbers import Rounding, is_chance
from bmg_odds.answers.render import rests_on
from bmg_odds.answers.shown_shots import division_table, division_told, shots_table
from bmg_odds.answers.tables import Rows

WIDTH = 80
NONE = "none"
Shown = tuple[tuple[str, ...], list[dict[str, str]]]
"""The columns and rows that people read in the place of the contract's."""


def rows_shown(rows: Rows) -> Document:
    """Return the document of the rows of one of these commands: rounded for people, in full for machines.

    >>> from bmg_odds.answers.split import split
    >>> print(rows_shown(split("Batman (AC)", "Two-Face")).text("csv").splitlines()[0])
    ac,dc,figure,value,standard_error
    """
    record = rows.record()
    return Document(
        record, "rows", rows.columns,
        lambda unicode: _table(rows, unicode=unicode),
        lambda unicode: _markdown(rows, unicode=unicode),
    )  # fmt: skip


def rounding_of(rows: Rows) -> Rounding:
    """Return how to round the figures of rows: exact ones fully, rolled ones as their largest error allows."""
    trials = rows.fields.get("trials")
    if trials is None:
        return Rounding()
    errors = [error for row in rows.rows if (error := row.get("standard_error")) is not None]
    chance = is_chance(rows.figure)
    return Rounding.sampled(trials, errors if chance else [], [] if chance else errors)


def _table(rows: Rows, *, unicode: bool) -> str:
    blocks = ["\n".join(textwrap.wrap(rows.fields["sentence"], WIDTH))]
    for columns, shown in _tables(rows, unicode=unicode, width=WIDTH):
        blocks.append(columns_table(columns, shown).rstrip())
    notes = [*_told(rows), *_foot(rows, unicode=unicode)]
    blocks.append("\n".join(line for text in notes for line in textwrap.wrap(text, WIDTH, subsequent_indent="  ")))
    return "\n\n".join(block for block in blocks if block) + "\n"


def _markdown(rows: Rows, *, unicode: bool) -> str:
    tables = [columns_markdown(*one).rstrip() for one in _tables(rows, unicode=unicode, width=None)]
    notes = "\n".join(f"- {text}" for text in [*_told(rows), *_foot(rows, unicode=unicode)])
    return "\n\n".join(part for part in (rows.fields["sentence"], *tables, notes) if part) + "\n"


def _tables(rows: Rows, *, unicode: bool, width: int | None) -> Iterable[Shown]:
    sign = "±" if unicode else "+-"
    makers: dict[str, Callable[[Rows, Callable[[Any, Any], str]], list[Shown]]] = {
        "curve": _curve,
        "split": _split,
        "commit": _commit,
        "rank": lambda rows, value: _rank(rows, value, sign),
        "readings": _readings,
        "ammo": shots_table,
        "split-fire": division_table,
    }
    rounding = rounding_of(rows)

    def value(figure: Any, error: Any) -> str:
        if figure is None:
            return NONE
        text = rounding.figure(rows.figure, figure)
        if not error:  # what a sample always or never showed is bounded by the text itself
            return text
        return f"{text} {sign} {rounding.error(error, percent=is_chance(rows.figure))}"

    for columns, shown in makers[rows.command](rows, value):
        wide = sum(max(len(each) for each in [name, *(row[name] for row in shown)]) + 2 for name in columns)
        if width is None or wide - 2 <= width:
            yield columns, shown
        elif rows.command in ("curve", "split"):
            yield _long(rows, value)
        else:
            yield columns, _narrower(shown, wide - 2 - width)


def _narrower(shown: list[dict[str, str]], over: int) -> list[dict[str, str]]:
    """Return rows with the names cut that make the table too wide, weapons first."""
    for name, least in (("weapon", 12), ("name", 20)):
        wide = max((len(row.get(name, "")) for row in shown), default=0)
        to = max(least, wide - max(0, over))
        if wide > to:
            over -= wide - to
            shown = [row | {name: row[name] if len(row[name]) <= to else row[name][: to - 2] + ".."} for row in shown]
    return shown


def _long(rows: Rows, value: Callable[[Any, Any], str]) -> Shown:
    """A row for each figure, where a table with two entries would be wider than a page."""
    names = ["ac", "dc"]
    if rows.command == "curve":
        names = ["x", *(name for name in ("weapon", "target") if _differs(rows, name))]
    short = dict.fromkeys(("weapon", "target"), 24)
    shown = []
    for row in rows.rows:
        texts = {name: textwrap.shorten(str(row[name]), short.get(name, 40), placeholder="...") for name in names}
        shown.append({rows.fields.get("over", "x") if name == "x" else name: text for name, text in texts.items()})
        shown[-1]["value"] = value(row["value"], row["standard_error"])
    return tuple(shown[0]), shown


def _differs(rows: Rows, name: str) -> bool:
    return len({row[name] for row in rows.rows}) > 1


def _pivot(
    rows: Sequence[dict[str, Any]], down: str, head: str, across: Callable[[dict[str, Any]], str],
    value: Callable[[Any, Any], str],
) -> Shown:  # fmt: skip
    """Return rows as a table of two entries; what was not asked stays empty."""
    names = list(dict.fromkeys(across(row) for row in rows))
    lines: dict[Any, dict[str, str]] = {}
    for row in sorted(rows, key=lambda row: int(row[down])):
        line = lines.setdefault(row[down], {head: str(row[down]), **dict.fromkeys(names, "")})
        line[across(row)] = value(row["value"], row["standard_error"])
    for name in names:  # numbers with a sign behind them are not set right by themselves
        wide = max(len(line[name]) for line in lines.values())
        for line in lines.values():
            line[name] = line[name].rjust(max(wide, len(name)))
    return (head, *names), list(lines.values())


def _curve(rows: Rows, value: Callable[[Any, Any], str]) -> list[Shown]:
    parts = [name for name in ("weapon", "target") if _differs(rows, name)] or ["weapon"]
    over = str(rows.fields["over"])
    head = over.upper() if over in ("ac", "dc") else over.capitalize()
    return [_pivot(rows.rows, "x", head, lambda row: " > ".join(str(row[name]) for name in parts), value)]


def _split(rows: Rows, value: Callable[[Any, Any], str]) -> list[Shown]:
    tables = [_pivot(rows.rows, "ac", "AC", lambda row: f"{row['dc']} DC", value)]
    own = rows.fields.get("own")
    if own:
        shown = [
            {
                "own AC": str(row["ac"]),
                "own DC": str(row["dc"]),
                "dealt": value(row["dealt"], row["dealt_error"]),
                "taken": value(row["taken"], row["taken_error"]),
                "best": "<" if row["ac"] == own["best"] else "",
                "struck back with": row["weapon"],
            }
            for row in own["rows"]
        ]
        tables.append((tuple(shown[0]), shown))
    return tables


def _commit(rows: Rows, value: Callable[[Any, Any], str]) -> list[Shown]:
    given, spent, _ = rows.columns
    shown = []
    for row in rows.rows:
        found = row[spent] is not None
        near = f"at {'most' if spent == 'ac' else 'least'} {value(row['best'], None)} with {row['best_with']}"
        shown.append(
            {
                given.upper(): str(row[given]),
                spent.upper(): str(row[spent]) if found else NONE,
                "figure": value(row["value"], row["standard_error"]) if found else near,
            }
        )
    return [((given.upper(), spent.upper(), "figure"), shown)]


def _rank(rows: Rows, value: Callable[[Any, Any], str], sign: str) -> list[Shown]:
    per = rows.fields["per"]
    weapons = any(row["weapon"] for row in rows.rows)

    def short(row: dict[str, Any]) -> str:
        if per is None:
            return value(row["value"], row.get("standard_error"))
        error = row.get("standard_error")
        return f"{row['value']:.4g}" + ("" if error is None else f" {sign} {error:.1g}")

    shown = []
    for row in rows.rows:
        line = {"place": str(row["place"]), "name": row["name"]}
        if "count" in row:
            line["count"] = str(row["count"])
        if weapons:
            line["weapon"] = row["weapon"]
        line["value"] = short(row)
        if per is not None:
            line["figure"] = value(row["mean"], None)
            line[per] = f"{row[per]:g}"
        shown.append(line)
    return [(tuple(shown[0]), shown)] if shown else []


def _readings(rows: Rows, value: Callable[[Any, Any], str]) -> list[Shown]:
    moving = set(rows.fields["moving"])
    chance = is_chance(rows.figure)
    shown = []
    for row in rows.rows:
        first = row["value"] is None
        if not (first or row["result"] is None or row["reading"] in moving):
            continue
        change = row["change"]
        shown.append(
            {
                "reading": row["reading"],
                "value": "" if first else row["value"] + ("" if not row["in_force"] else " *"),
                "certainty": row["certainty"] or "",
                "result": "cannot be asked" if row["result"] is None else value(row["result"], row["standard_error"]),
                "change": "" if first or not change else _change(change, chance, rounding_of(rows)),
            }
        )
    return [(tuple(shown[0]), shown)]


def _change(change: float, chance: bool, rounding: Rounding) -> str:
    places, scaled = (rounding.percent_decimals, 100 * change) if chance else (rounding.mean_decimals, change)
    text = f"{scaled:+.{places}f}"
    if float(text):
        return text
    step = f"{10.0**-places:.{places}f}"
    return f"<+{step}" if change > 0 else f">-{step}"


def _told(rows: Rows) -> list[str]:
    """Sentences on how to read this command's table."""
    fields, told = rows.fields, []
    if rows.command == "split" and fields.get("own"):
        own = fields["own"]
        told.append(
            f"Own counters: {own['counters']} to share. {own['foe']} attacks with {own['foe_ac']} AC and blocks with "
            f"the {own['foe_dc']} DC it has left. The most dealt less taken (<): {own['best']} AC. Who strikes first "
            "is not counted here."
        )
    if rows.command == "readings":
        quiet = [row["reading"] for row in rows.rows if row["value"] is not None]
        still = [name for name in dict.fromkeys(quiet) if name not in fields["moving"]]
        unit = " Change is in percentage points." if is_chance(rows.figure) else ""
        if fields["moving"]:
            told.append(f"* is in force. Certainty: T in the text, P another public source, I inferred.{unit}")
        if still:
            told.append(f"Change nothing in this figure: {', '.join(still)}.")
    if rows.command == "rank":
        if fields.get("crew_mean") is not None:
            mean = fields["crew_mean"]
            shown = rounding_of(rows).figure(rows.figure, mean) if fields["per"] is None else f"{mean:.4g}"
            told.append(f"Mean over the crew's models ranked, {fields['crew_ranked']} in all: {shown}.")
        if fields["per"]:
            told.append(f"value: {fields['unit']}.")
        if fields["side"] == "attackers":
            told.append("Each with its weapon that does best over all targets together.")
        else:
            told.append("Each attacked by every weapon's best: the one that does most against it.")
    if rows.command == "split-fire":
        told.append(division_told(rows))
    if rows.command == "commit" and fields["trials"]:
        told.append("Rolled figures near the level can fall on either side of it.")
    return told


def _foot(rows: Rows, *, unicode: bool) -> list[str]:
    record = {"notes": (), "effects": {}, **rows.fields}
    left_out = [f"Left out, {each['name']}: {each['reason']}." for each in rows.left_out]
    return [*rests_on(record, unicode=unicode), *left_out]
