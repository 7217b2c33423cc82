"""The file of a sweep: grids and scenarios from TOML, scenarios from CSV, each value with its line."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bmg_odds.answers.sweep_values import NAMES, flag, name_of
from bmg_odds.errors import BmgError
from bmg_odds.facts.lines import LineIndex
from bmg_odds.facts.userfile import Mistake, read_toml
from bmg_odds.facts.words import nearest, plain, show

LARGEST = 256 * 1024 * 1024
"""The largest CSV that is read, in bytes."""
SUFFIXES = (".toml", ".csv")
_KEYS = ("grid", "scenario")


class Given(NamedTuple):
    """A table of a file: options as written, by name, and where they stand."""

    values: dict[str, Any]
    place: str
    """What an error in it begins with: file and line."""
    places: dict[str, str]
    """The same for each option, where it has a line of its own."""

    def at(self, name: str) -> str:
        """Where an option stands."""
        return self.places.get(name, self.place)


class Asked(NamedTuple):
    """What a file asks for."""

    grids: tuple[Given, ...]
    scenarios: Iterator[Given]
    """Read as they are asked for: a list may be long."""
    columns: tuple[str, ...]
    """The options that the scenarios name, in the order of NAMES."""


def read_file(path: str) -> Asked:
    """Return what a file asks for; BmgError where it cannot be read, with the line of what is wrong in it.

    >>> read_file("no-such-file.csv")
    Traceback (most recent call last):
    bmg_odds.errors.BmgError: sweep file no-such-file.csv: No such file or directory
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise BmgError(f"{plain(path, width=200)}: a sweep is a file that ends in {' or '.join(SUFFIXES)}")
    return _toml(path) if suffix == ".toml" else _csv(path)


def _toml(path: str) -> Asked:
    file, text, data = read_toml(path, what="sweep")
    if isinstance(data, Mistake):
        raise BmgError(str(data))
    index = LineIndex(text)
    for key in data:
        if key not in _KEYS:
            near = nearest(key, _KEYS, most=1)[0]
            line = index.line(key)
            raise BmgError(
                f"{file}:{line}: {show(key)} is unknown here; allowed: [grid], [[scenario]]; nearest: {near}"
            )
    if not data:
        raise BmgError(f"{file}: is empty; a sweep has a [grid] of lists, or [[scenario]] rows, or both")
    grids = tuple(_tables(file, index, data, "grid"))
    scenarios = list(_tables(file, index, data, "scenario"))
    used = {name for each in scenarios for name in each.values}
    return Asked(grids, iter(scenarios), tuple(name for name in NAMES if name in used))


def _tables(file: str, index: LineIndex, data: dict[str, Any], key: str) -> Iterator[Given]:
    found = data.get(key, [])
    many = found if isinstance(found, list) else [found]
    for number, table in enumerate(many):
        path: tuple[str | int, ...] = (key, number) if isinstance(found, list) else (key,)
        place = f"{file}:{index.line(*path)}: "
        if not isinstance(table, dict):
            raise BmgError(f"{place}{key} = {show(table)}: tables, as [grid] or [[scenario]]")
        values: dict[str, Any] = {}
        places: dict[str, str] = {}
        for written, value in table.items():
            where = f"{file}:{index.line(*path, written)}: "
            name = _named(written, where)
            if name in values:
                raise BmgError(f"{where}{flag(name)} is given twice")
            values[name], places[name] = value, where
        yield Given(values, place, places)


def _csv(path: str) -> Asked:
    file = plain(path, width=200)
    try:
        if Path(path).stat().st_size > LARGEST:
            raise BmgError(f"sweep file {file}: larger than {LARGEST // 1024**2} MB")
        with Path(path).open("rb") as stream:
            start = stream.readline(100_000)
    except OSError as error:
        raise BmgError(f"sweep file {file}: {error.strerror or 'cannot be read'}") from None
    except BmgError:
        raise
    except ValueError:
        raise BmgError(f"sweep file {file}: not a file name") from None
    mark = max((b",", b";", b"\t"), key=start.count).decode()
    rows = _csv_rows(path, file, mark)
    _, header = next(rows, (1, []))
    names: list[str] = []
    for written in header:
        name = _named(written, f"{file}:1: column ")
        if name in names:
            raise BmgError(f"{file}:1: column {flag(name)} is given twice")
        names.append(name)
    if not names:
        raise BmgError(f"{file}:1: a CSV begins with a line of option names, as attacker,target,dc")
    return Asked((), _scenarios(file, names, rows), tuple(name for name in NAMES if name in names))


def _scenarios(file: str, names: list[str], rows: Iterator[tuple[int, list[str]]]) -> Iterator[Given]:
    for line, row in rows:
        place = f"{file}:{line}: "
        if len(row) != len(names):
            raise BmgError(f"{place}{len(row)} values under {len(names)} columns; texts with a comma stand in quotes")
        given = {name: value for name, value in zip(names, row, strict=True) if value.strip()}
        yield Given(given, place, {})


def _csv_rows(path: str, file: str, mark: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row that is not blank with its line; a row's line is that of its end."""
    try:
        with Path(path).open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.reader(stream, delimiter=mark, strict=True)
            try:
                for row in reader:
                    if any(cell.strip() for cell in row):
                        yield reader.line_num, row
            except csv.Error as error:
                raise BmgError(f"{file}:{reader.line_num}: no CSV: {error}") from None
    except UnicodeDecodeError:
        raise BmgError(f"sweep file {file}: not UTF-8 text") from None
    except OSError as error:
        raise BmgError(f"sweep file {file}: {error.strerror or 'cannot be read'}") from None


def _named(written: str, where: str) -> str:
    try:
        return name_of(written)
    except BmgError as error:
        raise BmgError(f"{where}{error}") from None
