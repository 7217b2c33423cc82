"""An attack's answer as players read it: a table for the terminal and the same as Markdown."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bmg_odds.answers.formats import Document, Record, columns_markdown
from bmg_odds.answers.numbers import Rounding

OUTCOME_COLUMNS = (
    "damages",
    "critical",
    "knocked_down",
    "injuries",
    "stuns",
    "target_injuries",
    "target_stuns",
    "status",
    "probability",
)
WIDTH = 80
BAR = 30
MOST_ROWS = 16
"""Rows of the at-least-k table; the rest is in json."""

_CHANCES = (
    ("out", "K.O. or Casualty"),
    ("ko", "  K.O."),
    ("casualty", "  Casualty"),
    ("knocked_down", "knocked down"),
    ("critical", "critical"),
    ("any_marker", "any marker"),
)
_MEANS = (("inflicted", "inflicted, mean"), ("suffered", "suffered, mean"))
_MARKERS = ("injuries", "stuns", "markers")


def attack_document(record: Record) -> Document:
    """Return the document of an attack's record (the JSON of `attack`)."""
    return Document(
        record,
        "outcomes",
        OUTCOME_COLUMNS,
        lambda unicode: attack_table(record, unicode=unicode),
        lambda unicode: attack_markdown(record, unicode=unicode),
    )


def attack_table(record: Record, *, unicode: bool = False) -> str:
    """Return the answer as plain text of at most 80 columns, ASCII but for names unless `unicode`."""
    rounding = rounding_of(record)
    lines = [*textwrap.wrap(record["sentence"], WIDTH), ""]
    for label, value in _chance_lines(record, rounding, unicode):
        lines.append(f"  {label:<20}{value}")
    lines += ["", *_mean_lines(record, rounding, unicode)]
    lines += ["", "  markers inflicted, at least"]
    levels, more = _levels(record, rounding)
    for level, text, chance in levels:
        lines.append(f"  {level:>4}{text:>12}  {_bar(chance, unicode)}".rstrip())
    if more:
        lines.append(f"  {'...':>4}   {more} more rows are in --format json")
    lines.append("")
    for text in rests_on(record, unicode=unicode):
        lines += textwrap.wrap(text, WIDTH, subsequent_indent="  ")
    return "\n".join(lines).rstrip() + "\n"


def attack_markdown(record: Record, *, unicode: bool = True) -> str:
    """Return the answer as Markdown, without its provenance."""
    rounding = rounding_of(record)
    figures = [{"figure": label.strip(), "value": value.strip()} for label, value in
               _chance_lines(record, rounding, unicode)]  # fmt: skip
    for key, label in _MEANS:
        for marker in _MARKERS:
            value = _mean(record, rounding, unicode, key, marker)
            figures.append({"figure": f"{marker.capitalize()} {label}", "value": value})
    if record.get("victory_points") is not None:
        value = _mean(record, rounding, unicode, "victory_points")
        figures.append({"figure": "victory points, mean", "value": value})
    levels, _ = _levels(record, rounding, most=None)
    rows = [{"markers, at least": level, "chance": text} for level, text, _ in levels]
    parts = [
        record["sentence"],
        columns_markdown(("figure", "value"), figures).rstrip(),
        columns_markdown(("markers, at least", "chance"), rows).rstrip(),
        "\n".join(f"- {text}" for text in rests_on(record, unicode=unicode)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def rounding_of(record: Record) -> Rounding:
    """Return how to round an attack's figures: exact ones fully, sampled ones as their errors allow."""
    if record.get("trials") is None:
        return Rounding()
    errors = record.get("standard_error") or {}
    chances = [*_numbers(errors.get("chance")), *_numbers(errors.get("at_least"))]
    means = [*_numbers([errors.get(key) for key, _ in _MEANS]), *_numbers(errors.get("victory_points"))]
    return Rounding.sampled(record["trials"], chances, means)


def rests_on(record: Record, *, unicode: bool = False) -> list[str]:
    """Return sentences on what the answer rests on: engine, inferred readings and traits, gaps, notes."""
    texts = []
    if record.get("trials") is not None:
        texts.append(_sampled(record, unicode))
    inferred = [f"{name}={record['readings'][name]}" for name in record["inferred_readings"]]
    if inferred:
        texts.append(f"Rests on inferred readings: {', '.join(inferred)}.")
    if record.get("inferred_traits"):
        texts.append(f"Rests on inferred wordings of traits: {', '.join(record['inferred_traits'])}.")
    if record["unmodelled_traits"]:
        texts.append(f"Not in the model, so without effect here: {', '.join(record['unmodelled_traits'])}.")
    texts.extend(record.get("notes", ()))
    return texts


def _sampled(record: Record, unicode: bool) -> str:
    sign = "±" if unicode else "+-"
    text = f"Rolled {record['trials']:,} times, seed {record['seed']}; {sign} is one standard error."
    check = record.get("check")
    if not check:
        return text
    chance = check["p_value"]
    shown = "< 0.0001" if chance < 0.0001 else f"= {chance:.4f}"
    return (
        f"{text} G-test against the exact table: p {shown} (G = {check['statistic']:.2f},"
        f" {check['degrees']} degrees of freedom)."
    )


def _chance_lines(record: Record, rounding: Rounding, unicode: bool) -> Iterator[tuple[str, str]]:
    for key, label in _CHANCES:
        yield label, _chance(record, rounding, unicode, "chance", key)
    for name in record.get("effects", {}):
        yield name.replace("_", " "), _chance(record, rounding, unicode, "effects", name)
    if record.get("counter_attack"):
        yield from _exchange_lines(record["counter_attack"], rounding)
    if record.get("cross_fire"):
        yield "cross fire, any", _chance(record, rounding, unicode, "cross_fire", "chance")
        yield "cross fire, Injuries", "  " + _mean(record, rounding, unicode, "cross_fire", "injuries").rjust(6)


def _exchange_lines(exchange: Record, rounding: Rounding) -> Iterator[tuple[str, str]]:
    yield "strikes back", rounding.percent(exchange["strike_back"]).rjust(10)
    for name, label in (("knocked_down", "  attacker down"), ("out", "  attacker out")):
        yield label, rounding.percent(exchange["chance"][name]).rjust(10)
    yield "  attacker's markers", rounding.mean(exchange["inflicted"]["markers"]).rjust(8)


def _chance(record: Record, rounding: Rounding, unicode: bool, group: str, key: str) -> str:
    shown = rounding.percent(record[group][key])
    return shown.rjust(10) + _error(record, rounding, unicode, (group, key), percent=True)


def _mean(record: Record, rounding: Rounding, unicode: bool, *path: str) -> str:
    return rounding.mean(_at(record, path)) + _error(record, rounding, unicode, path)


def _error(record: Record, rounding: Rounding, unicode: bool, path: tuple[str, ...], *, percent: bool = False) -> str:
    error = _at(record.get("standard_error") or {}, path)
    if not error:  # nothing varied in the sample: a ± 0.00 would claim more than that
        return ""
    return f" {'±' if unicode else '+-'} {rounding.error(error, percent=percent)}"


def _mean_lines(record: Record, rounding: Rounding, unicode: bool) -> Iterator[str]:
    yield f"  {'':<20}{'Injuries':>18}{'Stuns':>18}{'markers':>18}"
    for key, label in _MEANS:
        cells = [_mean(record, rounding, unicode, key, marker) for marker in _MARKERS]
        yield f"  {label:<20}" + "".join(f"{text:>18}" for text in cells)
    if record.get("victory_points") is not None:
        yield f"  {'victory points, mean':<20}{_mean(record, rounding, unicode, 'victory_points'):>18}"


def _levels(
    record: Record, rounding: Rounding, most: int | None = MOST_ROWS
) -> tuple[list[tuple[int, str, float]], int]:
    chances = record["at_least"]["markers"]
    levels = [
        (level, rounding.percent(chance), chance)
        for level, chance in enumerate(chances)
        if level > 0 and (chance > 0.0 or level == 1)
    ]
    if most is None or len(levels) <= most:
        return levels, 0
    return levels[:most], len(levels) - most


def _bar(chance: float, unicode: bool) -> str:
    eighths = int(chance * BAR * 8 + 0.5)
    full, part = divmod(eighths, 8)
    return "█" * full + " ▏▎▍▌▋▊▉"[part].strip() if unicode else "#" * full


def _at(record: Mapping[str, Any], path: Iterable[str]) -> Any:
    value: Any = record
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _numbers(value: object) -> Iterator[float]:
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from _numbers(each)
    elif isinstance(value, (int, float)):
        yield float(value)
