"""`reproduce`: rebuild an exported file from the provenance inside it, and say whether old and new agree."""

import csv
import io
import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bmg_odds._version import __version__
from bmg_odds.answers.carried import Unreadable, carried, read
from bmg_odds.answers.embedded import card_of, card_values
from bmg_odds.answers.formats import Document, Record, as_csv, as_json, comment, save
from bmg_odds.answers.pictures import SIZES, THEMES, drawn_with, plain
from bmg_odds.answers.provenance import Asker, ask_again
from bmg_odds.errors import BmgError
from bmg_odds.facts.roster import bundled

COLUMNS = ("kind", "what", "was", "now")
PICTURES = (".svg", ".png", ".pdf")
_NOT_FIGURES = ("version", "picture", "arguments", "interrupted")
"""Keys that say how an answer was made: told as changes, or of no account, and not counted as differences."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it was.

    `kind` is version, reading or card (these alone make no answer another), or value, text or picture (old and
    new differ).
    """

    kind: str
    what: str
    was: str
    now: str

    @property
    def differs(self) -> bool:
        """Whether it makes old and new differ.

        >>> Finding("version", "bmg-odds", "0.1", "0.2").differs
        False
        """
        return self.kind in ("value", "text", "picture")


@dataclass(frozen=True, slots=True)
class Report:
    """What came of rebuilding a file: the new files by path, and what is not as it was."""

    path: str
    record: Record
    files: Mapping[str, str | bytes] = field(repr=False)
    findings: tuple[Finding, ...]
    compared: int
    """Numbers that were compared."""
    pixels: bool
    """Whether the picture itself was compared, and not only its data."""

    @property
    def agrees(self) -> bool:
        """Whether old and new say the same."""
        return not any(finding.differs for finding in self.findings)

    def sentence(self) -> str:
        """Return the outcome in a sentence or two."""
        count = len([finding for finding in self.findings if finding.differs])
        rolled = self.record.get("trials") is not None
        how = "to the count" if rolled else "to every digit"
        if not self.agrees:
            return f"{self.path} differs from what its provenance gives now, in {count} place{'s' * (count != 1)}."
        text = f"{self.path} agrees: {self.compared:,} numbers, {how}" if self.compared else f"{self.path} agrees"
        if self.path.lower().endswith(PICTURES):
            text += ", and the picture as drawn" if self.pixels else "; the picture by its data"
        return text + "."

    def rows(self) -> list[dict[str, str]]:
        """Return the findings as rows."""
        return [{name: getattr(finding, name) for name in COLUMNS} for finding in self.findings]


def reproduce(
    path: str,
    askers: Mapping[str, Asker] | None = None,
    *,
    progress: Callable[[int, int], object] | None = None,
) -> Report:
    """Return the report on a file and the rebuilt ones, which are not yet written (see `Report.files`).

    Unreadable (a BmgError) where the file carries no provenance of ours, or one that cannot be asked again.
    `askers` are further commands, by name.
    """
    data = read(path)
    old = carried(path, data)
    if "arguments" not in old:
        raise Unreadable(f'{path}: its provenance does not say what was asked (no "arguments"); export it again')
    try:
        document = ask_again(old["arguments"], askers, progress=progress)
    except BmgError as error:
        raise Unreadable(f"{path}: cannot be asked again: {error}") from None
    if document.record.get("interrupted"):  # what is half rolled agrees with nothing
        raise KeyboardInterrupt
    new: dict[str, Any] = json.loads(json.dumps(document.record))
    suffix = os.path.splitext(path)[1].lower()
    files = _rebuilt(path, suffix, old, new, document)
    found = [*_changes(old, new), *_values(_figures(old, suffix, document), _figures(new, suffix, document))]
    pixels = False
    if suffix in PICTURES:
        if not any(finding.differs for finding in found):
            pixels, more = _picture(suffix, old, data)
            found += more
    elif suffix == ".csv":
        found += _cells(data, str(files[new_path(path)]))
    elif suffix in (".md", ".html"):
        found += _lines(data, str(files[new_path(path)]))
    numbers = sum(1 for value in _leaves(_figures(new, suffix, document)) if not isinstance(value, (str, bool)))
    if suffix in (".csv", ".md"):
        numbers += sum(1 for value in _leaves(new.get(document.rows)) if not isinstance(value, (str, bool)))
    return Report(path, new, files, tuple(found), numbers, pixels)


def write(report: Report) -> list[str]:
    """Write the rebuilt files beside the old one; return their paths."""
    save(report.files)
    return list(report.files)


def new_path(path: str) -> str:
    """Return the name of a rebuilt file.

    >>> new_path("blog/odds.svg")
    'blog/odds.reproduced.svg'
    """
    stem, suffix = os.path.splitext(path)
    return f"{stem}.reproduced{suffix}"


def _rebuilt(path: str, suffix: str, old: Record, new: Record, document: Document) -> dict[str, str | bytes]:
    target, look = new_path(path), old.get("picture")
    if look is not None and not isinstance(look, Mapping):
        raise Unreadable(f"{path}: its provenance does not say how the picture looks")
    if suffix in PICTURES:
        from bmg_odds.answers.charts import picture

        if suffix == ".pdf" and (look or {}).get("card") is True:
            from bmg_odds.answers.charts_card import card_pdf

            return {target: card_pdf(new)}
        theme, size = (look or {}).get("theme"), (look or {}).get("size")
        if not isinstance(theme, str) or theme not in THEMES or not isinstance(size, str) or size not in SIZES:
            raise Unreadable(f"{path}: its provenance does not say how the picture looks")
        return {target: picture(new, suffix, theme=theme, size=size)}
    if suffix == ".csv" and look is not None:
        from bmg_odds.answers.charts import data_files

        return dict(data_files(new, target))
    if suffix == ".json":
        return {target: as_json(new)}
    if suffix == ".csv":
        return {
            target: as_csv(document.columns, new[document.rows]),
            target + ".provenance.json": as_json(document.provenance()),
        }
    return {target: document.text("md")}


def _figures(record: Record, suffix: str, document: Document) -> dict[str, Any]:
    """What of a record is compared: all of it, but for rows where the file holds them as text."""
    without = {*_NOT_FIGURES, *([document.rows] if suffix in (".csv", ".md") else [])}
    return {key: value for key, value in record.items() if key not in without}


def _changes(old: Record, new: Record) -> Iterator[Finding]:
    """What has changed since: the program, its readings, the cards that come with it."""
    if old.get("version") != new.get("version"):
        yield Finding("version", "bmg-odds", _shown(old.get("version")), _shown(new.get("version")))
    was, now = old.get("readings"), new.get("readings")
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        for name in dict.fromkeys([*was, *now]):
            if was.get(name) != now.get(name):
                yield Finding("reading", _shown(name), _shown(was.get(name)), _shown(now.get(name)))
    for values in _cards(old["arguments"]):
        if values.get("bundled") is not True:
            continue
        card = card_of(values)
        present = bundled().get((card.name, card.edition))
        if present == card:
            continue
        here = {} if present is None else card_values(present)
        given = {key: value for key, value in values.items() if key != "bundled"}
        for key in dict.fromkeys([*given, *here]) if here else ("name",):
            if key != "bundled" and given.get(key) != here.get(key):
                yield Finding("card", plain(f"{card.name}: {key}"), _shown(given.get(key)), _shown(here.get(key)))


def _cards(arguments: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from arguments.get("cards", ())
    for model in arguments.get("models", {}).values():
        yield from (each for each in (model if isinstance(model, list) else [model]) if isinstance(each, Mapping))


def _values(old: object, new: object, where: str = "") -> Iterator[Finding]:
    """Every leaf that differs. The depth is that of the new record, whatever the old one holds."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys([*old, *new]):
            yield from _values(old.get(key, _MISSING), new.get(key, _MISSING), f"{where}.{key}" if where else str(key))
    elif isinstance(old, list) and isinstance(new, list):
        for place in range(max(len(old), len(new))):
            one = old[place] if place < len(old) else _MISSING
            other = new[place] if place < len(new) else _MISSING
            yield from _values(one, other, f"{where}[{place}]")
    elif type(old) is not type(new) or old != new:
        yield Finding("value", plain(where), _shown(old), _shown(new))


def _cells(data: bytes, new: str) -> Iterator[Finding]:
    """The cells of a csv that differ."""
    try:
        was = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    except (UnicodeDecodeError, csv.Error):
        yield Finding("text", "the file", "no csv", "csv")
        return
    now = list(csv.reader(io.StringIO(new, newline="")))
    for row in range(max(len(was), len(now))):
        one, other = (lines[row] if row < len(lines) else [] for lines in (was, now))
        for place in range(max(len(one), len(other))):
            left, right = (cells[place] if place < len(cells) else "" for cells in (one, other))
            if left != right or (place >= len(one)) != (place >= len(other)):
                name = now[0][place] if place < len(now[0]) else f"column {place + 1}"
                yield Finding("value", f"row {row}, {name}", _shown(left), _shown(right))


def _lines(data: bytes, new: str) -> Iterator[Finding]:
    """The lines of a text that differ, but for the provenance in it."""
    mark = comment({})[:14]
    was, now = (
        text.rpartition(mark)[0].rstrip().split("\n") for text in (data.decode("utf-8-sig").replace("\r\n", "\n"), new)
    )
    for row in range(max(len(was), len(now))):
        one, other = (lines[row] if row < len(lines) else "" for lines in (was, now))
        if one.rstrip() != other.rstrip():
            yield Finding("text", f"line {row + 1}", _shown(one), _shown(other))


def _picture(suffix: str, old: Record, data: bytes) -> tuple[bool, list[Finding]]:
    """Compare a picture with what its own data draws, where the same program drew it; else its data must do."""
    look = old.get("picture") or {}
    if suffix == ".pdf" or look.get("drawn_with") != drawn_with() or old.get("version") != __version__:
        return False, []
    from bmg_odds.answers.charts import picture

    inside = {key: value for key, value in old.items() if key != "picture"}
    drawn = picture(inside, suffix, theme=look["theme"], size=look["size"])
    if data.replace(b"\r\n", b"\n") == drawn if suffix == ".svg" else _same_pixels(data, drawn):
        return True, []
    return True, [Finding("picture", "the drawing", "changed after it was drawn", "as its data draws it")]


def _same_pixels(one: bytes, other: bytes) -> bool:
    """Whether two PNG show the same: another compression is no other picture."""
    if one == other:
        return True
    from PIL import Image

    try:
        with Image.open(io.BytesIO(one)) as left, Image.open(io.BytesIO(other)) as right:
            # The sizes first: a file may claim to hold more pixels than any memory.
            return left.size == right.size and left.convert("RGBA").tobytes() == right.convert("RGBA").tobytes()
    except Exception:  # whatever the reader of pictures makes of a broken file
        return False


class _Missing:
    """Stands for a value that is not there, which null is not."""


_MISSING = _Missing()


def _leaves(value: object) -> Iterator[object]:
    if isinstance(value, Mapping):
        for each in value.values():
            yield from _leaves(each)
    elif isinstance(value, list):
        for each in value:
            yield from _leaves(each)
    elif value is not None:
        yield value


def _shown(value: object) -> str:
    """Return a value as a report shows it, short and printable."""
    if isinstance(value, _Missing) or value is None:
        return "nothing" if value is None else "missing"
    if isinstance(value, (Mapping, list, tuple)):
        if (
            len(value) < 8
            and all(isinstance(each, (str, int, float)) for each in value)
            and not isinstance(value, Mapping)
        ):
            return _shown(", ".join(str(each) for each in value) or "none")
        return f"{len(value)} values"
    text = plain(str(value))
    return text if len(text) <= 60 else text[:59] + "…"
