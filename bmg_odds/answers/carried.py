"""The provenance that a file carries: read out of json, csv, md, html, svg, png and pdf, whoever wrote them."""

import json
import re
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bmg_odds.errors import BmgError

LARGEST = 64 * 1024 * 1024
"""The largest file that is read, in bytes."""
SUFFIXES = (".json", ".csv", ".md", ".html", ".svg", ".png", ".pdf")

_OPEN, _CLOSE = "<!-- bmg-odds {", " -->"
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PDF_SIGNS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


class Unreadable(BmgError):
    """A file that cannot be read, or that carries no provenance of ours."""


def read(path: str) -> bytes:
    """Return the bytes of a file; Unreadable where there are none, or too many.

    >>> read("no-such-file.svg")
    Traceback (most recent call last):
    bmg_odds.answers.carried.Unreadable: no-such-file.svg: No such file or directory
    """
    try:
        with Path(path).open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or 'cannot be read'}") from None
    except ValueError:
        raise Unreadable(f"{path!r} is not a file name") from None
    if len(data) > LARGEST:
        raise Unreadable(f"{path}: larger than {LARGEST // 1024**2} MB")
    return data


def carried(path: str, data: bytes) -> dict[str, Any]:
    """Return the record that a file carries; of a csv, that of the file beside it.

    Unreadable where there is none, or where it is not what we write.

    >>> carried("a.md", b'text <!-- bmg-odds {"command": "attack"} -->')
    {'command': 'attack'}
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise Unreadable(f"{path}: no exported file has that suffix; allowed: {', '.join(SUFFIXES)}")
    if path.lower().endswith(".csv.provenance.json"):
        raise Unreadable(f"{path}: is the provenance of a csv; name the csv itself")
    if suffix == ".csv":
        beside = path + ".provenance.json"
        if not Path(beside).is_file():
            raise Unreadable(f"{path}: its provenance is missing; it stands in {beside}")
        return _record(path, _text(beside, read(beside)))
    if suffix == ".json":
        return _record(path, _text(path, data))
    if suffix == ".png":
        return _record(path, _of_png(path, data))
    if suffix == ".pdf":
        return _record(path, _of_pdf(data))
    return _record(path, _of_comment(_text(path, data), last=suffix in (".md", ".html")))


def _record(path: str, text: str | None) -> dict[str, Any]:
    if text is None:
        raise Unreadable(f"{path}: carries no provenance of bmg-odds")
    try:
        found = json.loads(text, parse_constant=_no_number)
        # Half of a surrogate pair is JSON, but no text that can be written.
        json.dumps(found, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise Unreadable(f"{path}: its provenance is no JSON") from None
    if not isinstance(found, Mapping) or not isinstance(found.get("command"), str):
        raise Unreadable(f"{path}: carries no provenance of bmg-odds")
    return dict(found)


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _text(path: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(f"{path}: is not UTF-8 text") from None


def _of_comment(text: str, *, last: bool) -> str | None:
    """Return what stands in our comment.

    The last one of a page, whose table may hold what anyone typed; the first one of an SVG, in which every line
    of letters that follows has a comment of its own.
    """
    _, mark, rest = text.rpartition(_OPEN) if last else text.partition(_OPEN)
    found, end, _ = rest.partition(_CLOSE)
    return "{" + found if mark and end else None


def _of_png(path: str, data: bytes) -> str | None:
    if not data.startswith(_SIGNATURE):
        raise Unreadable(f"{path}: is no PNG")
    place = len(_SIGNATURE)
    while place + 8 <= len(data):
        (length,) = struct.unpack_from(">I", data, place)
        kind, body = data[place + 4 : place + 8], data[place + 8 : place + 8 + length]
        if kind in (b"tEXt", b"zTXt", b"iTXt") and body.startswith(b"bmg-odds\0"):
            return _chunk(kind, body.partition(b"\0")[2])
        place += 12 + length
    return None


def _chunk(kind: bytes, body: bytes) -> str | None:
    if kind == b"tEXt":
        return body.decode("latin-1")
    packed = True
    if kind == b"zTXt":
        body = body[1:]
    else:
        packed = body[:1] == b"\1"
        body = body[2:].partition(b"\0")[2].partition(b"\0")[2]
    try:
        return (zlib.decompressobj().decompress(body, LARGEST) if packed else body).decode("utf-8")
    except (zlib.error, UnicodeDecodeError):
        return None


def _of_pdf(data: bytes) -> str | None:
    """Return the keywords of a PDF: a string in brackets, its brackets and backslashes escaped."""
    place = data.rfind(b"/Keywords (")
    if place < 0:
        return None
    found, place, depth = bytearray(), place + len(b"/Keywords ("), 1
    while place < len(data):
        sign = data[place : place + 1]
        if sign == b"\\":
            following = data[place + 1 : place + 2]
            octal = re.match(rb"[0-7]{1,3}", data[place + 1 : place + 4])
            if octal:
                found.append(int(octal.group(), 8) & 255)
                place += 1 + len(octal.group())
                continue
            found += _PDF_SIGNS.get(following, following)
            place += 2
            continue
        depth += (sign == b"(") - (sign == b")")
        if not depth:
            text = bytes(found)
            return text.decode("utf-16", "replace") if text.startswith(b"\xfe\xff") else text.decode("latin-1")
        found += sign
        place += 1
    return None
