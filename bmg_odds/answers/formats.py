"""Answers as json, csv, md or a plain table, and files that are written whole or not at all."""

import csv
import errno
import io
import json
import os
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bmg_odds.errors import BmgError

FORMATS = ("table", "json", "csv", "md")
SUFFIXES = {".json": "json", ".csv": "csv", ".md": "md", ".txt": "table"}

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Document:
    """One answer and how to write it in each format.

    `record` is the whole answer, JSON-ready; `rows` names its key that holds the rows of a csv. `table` and
    `markdown` take whether signs outside ASCII may be used.
    """

    record: Record
    rows: str
    columns: tuple[str, ...]
    table: Callable[[bool], str]
    markdown: Callable[[bool], str]

    def text(self, form: str, *, unicode: bool = True) -> str:
        """Return the answer in a format, with a newline at its end."""
        if form == "json":
            return as_json(self.record, ascii_only=not unicode)
        if form == "csv":
            return as_csv(self.columns, self.record[self.rows])
        if form == "md":
            return self.markdown(unicode) + "\n" + comment(self.provenance()) + "\n"
        return self.table(unicode)

    def provenance(self) -> dict[str, Any]:
        """Everything but the rows: what the answer rests on."""
        return {key: value for key, value in self.record.items() if key != self.rows}

    def files(self, path: str, form: str) -> dict[str, str]:
        """Return what to write for an output path: the file, and beside a csv its provenance."""
        files = {path: self.text(form)}
        if form == "csv" and not _is_special(path):
            files[path + ".provenance.json"] = as_json(self.provenance())
        return files


def as_json(record: object, *, ascii_only: bool = False) -> str:
    """Return a record as JSON; numbers keep full precision.

    >>> print(as_json({"chance": 0.1}), end="")
    {
      "chance": 0.1
    }
    """
    return json.dumps(record, indent=2, ensure_ascii=ascii_only, allow_nan=False) + "\n"


def as_csv(columns: Sequence[str], rows: Iterable[Record]) -> str:
    """Return rows as csv under a header; truth as true and false, nothing as an empty cell, lists joined.

    >>> print(as_csv(["down", "chance"], [{"down": True, "chance": 0.1}]), end="")
    down,chance
    true,0.1
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([cell(row.get(column)) for column in columns] for row in rows)
    return text.getvalue()


def cell(value: object) -> str:
    """Return one value as the text of a cell.

    >>> cell(None), cell(["Handy", "Heavy"]), cell(1e-7), cell(False)
    ('', 'Handy; Heavy', '1e-07', 'false')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "; ".join(cell(each) for each in value)
    return str(value)


def comment(record: object) -> str:
    """Return a record as JSON inside an HTML comment; signs that could end the comment are escaped.

    >>> comment({"name": "a --> b"})
    '<!-- bmg-odds {"name": "a -\\\\u002d\\\\u003e b"} -->'
    """
    text = json.dumps(record, ensure_ascii=True, allow_nan=False)
    text = text.replace("--", "-\\u002d").replace(">", "\\u003e")
    return f"<!-- bmg-odds {text} -->"


def columns_table(columns: Sequence[str], rows: Iterable[Record], *, width: int = 80) -> str:
    """Return rows as plain columns of at most `width` signs; the last column wraps, numbers stand right.

    >>> print(columns_table(["name", "rep"], [{"name": "Bane", "rep": 98}]), end="")
    name  rep
    Bane   98
    """
    import textwrap

    lines = [[cell(row.get(column)) for column in columns] for row in rows]
    right = [bool(lines) and all(_is_number(line[place]) for line in lines) for place in range(len(columns))]
    widths = [max(len(text) for text in column) for column in zip(columns, *lines, strict=True)]
    room = max(12, width - sum(widths[:-1]) - 2 * (len(columns) - 1))
    widths[-1] = min(widths[-1], room)
    out = []
    for line in [list(columns), *lines]:
        wrapped = textwrap.wrap(line[-1], widths[-1]) or [""]
        shown = [
            text.rjust(size) if side else text.ljust(size)
            for text, size, side in zip([*line[:-1], wrapped[0]], widths, right, strict=True)
        ]
        out.append("  ".join(shown).rstrip())
        indent = " " * (sum(widths[:-1]) + 2 * (len(columns) - 1))
        out.extend(indent + more for more in wrapped[1:])
    return "\n".join(out) + "\n"


def _is_number(text: str) -> bool:
    return text == "" or text.rstrip("+").lstrip("-").replace(".", "", 1).isdigit()


def columns_markdown(columns: Sequence[str], rows: Iterable[Record]) -> str:
    """Return rows as a Markdown table.

    >>> print(columns_markdown(["name"], [{"name": "a|b"}]), end="")
    | name |
    |---|
    | a\\|b |
    """
    lines = [list(columns), *([cell(row.get(column)) for column in columns] for row in rows)]
    table = ["| " + " | ".join(text.replace("|", "\\|") for text in line) + " |" for line in lines]
    table.insert(1, "|" + "---|" * len(columns))
    return "\n".join(table) + "\n"


def form_of(path: str | None, asked: str | None) -> str:
    """Return the format of an output: the one asked for, else the one of the file's suffix.

    Raises BmgError for a suffix that stands for no format.

    >>> form_of("odds.csv", None), form_of("odds.csv", "md"), form_of(None, None)
    ('csv', 'md', 'table')
    """
    if asked is not None:
        return asked
    if path is None:
        return "table"
    suffix = os.path.splitext(path)[1].lower()
    if suffix not in SUFFIXES:
        raise BmgError(
            f"--output {path}: no format has the suffix '{suffix}'; allowed: {', '.join(SUFFIXES)}"
            f" (or say --format {'|'.join(FORMATS)})"
        )
    return SUFFIXES[suffix]


def check_writable(path: str, flag: str = "--output") -> None:
    """Raise BmgError when a file could not be written there, before any work is done for it."""
    if _is_special(path):
        return
    folder = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(folder):
        raise BmgError(f"{flag} {path}: its folder does not exist")
    if os.path.isdir(path):
        raise BmgError(f"{flag} {path}: is a folder; name a file in it")
    if not os.access(folder, os.W_OK):
        raise BmgError(f"{flag} {path}: its folder may not be written to")


def save(files: Mapping[str, str | bytes]) -> None:
    """Write all the files or none: each to a private temporary file beside it, then renamed.

    A device or a pipe is written through. Raises BmgError when one cannot be written.
    """
    done: dict[str, str] = {}
    path = ""
    try:
        for path, content in files.items():
            data = content.encode() if isinstance(content, str) else content
            if _is_special(path):
                with open(path, "wb") as stream:
                    stream.write(data)
                continue
            real = os.path.realpath(path)
            if os.path.isdir(real):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            done[real] = _written_beside(real, data)
        for path, temporary in list(done.items()):
            os.replace(temporary, path)
            del done[path]
    except OSError as error:
        raise BmgError(f"{path}: cannot be written ({error.strerror or error})") from None
    finally:
        for temporary in done.values():
            if os.path.exists(temporary):
                os.unlink(temporary)


def _written_beside(path: str, data: bytes) -> str:
    """Write data to a new file in the folder of the path, with the rights a new file there would have."""
    import tempfile

    number, temporary = tempfile.mkstemp(prefix=f".{os.path.basename(path)}.", dir=os.path.dirname(path))
    try:
        with os.fdopen(number, "wb") as stream:
            stream.write(data)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, stat.S_IMODE(os.stat(path).st_mode) if os.path.exists(path) else 0o666 & ~mask)
    except OSError:
        os.unlink(temporary)
        raise
    return temporary


def save_bytes(path: str, data: bytes) -> None:
    """Write a picture whole or not at all; BmgError when it cannot be written."""
    save({path: data})


def _is_special(path: str) -> bool:
    # A device or a pipe must be written through: renaming a file onto it would replace it.
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)
