"""A file to import as bytes and text, within bounds: sizes, zip archives, encodings."""

from pathlib import Path
from typing import NamedTuple

from bmg_odds.errors import BmgError
from bmg_odds.facts.words import plain

LARGEST = 20 * 1024 * 1024
"""The largest file that is read, unpacked, in bytes."""

ALTOGETHER = 4 * LARGEST
"""The most bytes that one import reads, all files and members of archives together."""

MOST_MEMBERS = 300


class Member(NamedTuple):
    """A file by its short name, or a member of an archive.

    >>> Member("my.csv", b"name").name
    'my.csv'
    """

    name: str
    data: bytes


def read_bytes(path: str | Path) -> Member:
    """Return a file's bytes. BmgError if it cannot be read or is too large.

    >>> read_bytes("no-such-file.cat")
    Traceback (most recent call last):
    bmg_odds.errors.BmgError: no-such-file.cat: No such file or directory
    """
    shown = plain(str(path), width=200)
    try:
        with Path(path).open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except OSError as error:
        raise BmgError(f"{shown}: {error.strerror or 'cannot be read'}") from None
    except ValueError:
        raise BmgError(f"{shown}: not a file name") from None
    if len(data) > LARGEST:
        raise BmgError(f"{shown}: larger than {LARGEST // 1024**2} MB")
    return Member(plain(Path(path).name, width=100), data)


def unpacked(file: Member, suffixes: tuple[str, ...]) -> list[Member]:
    """Return the members of a zip archive whose names end so, or the file itself if it is no archive.

    BmgError for a broken or encrypted archive, and for one that unpacks to more than the bounds.

    >>> unpacked(Member("a.cat", b"<catalogue/>"), (".cat",))
    [Member(name='a.cat', data=b'<catalogue/>')]
    """
    if not file.data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return [file]
    import io
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
            found, total = [], 0
            members = [info for info in archive.infolist() if info.filename.lower().endswith(suffixes)]
            if len(members) > MOST_MEMBERS:
                raise BmgError(f"{file.name}: an archive of more than {MOST_MEMBERS} files")
            for info in members:
                with archive.open(info) as stream:  # what its table says of its size is not believed
                    data = stream.read(min(LARGEST, ALTOGETHER - total) + 1)
                total += len(data)
                if len(data) > LARGEST or total > ALTOGETHER:
                    raise BmgError(f"{file.name}: unpacks to more than {LARGEST // 1024**2} MB a file")
                found.append(Member(f"{file.name}/{plain(info.filename, width=100)}", data))
    except BmgError:
        raise
    except Exception as error:  # of damaged archives zipfile raises nine kinds, of zlib, lzma and struct too
        raise BmgError(f"{file.name}: an archive that cannot be unpacked ({plain(str(error))})") from None
    if not found:
        raise BmgError(f"{file.name}: an archive without a file that ends in {' or '.join(suffixes)}")
    return found


def as_text(file: Member) -> tuple[str, str]:
    """Return a file's text and, where it is not UTF-8, which encoding was taken. BmgError for what is no text.

    >>> as_text(Member("a.csv", b"caf\\xe9")), as_text(Member("a.csv", b"\\xff\\xfea\\0"))
    (('café', 'Windows-1252'), ('a', 'UTF-16'))
    """
    data = file.data
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16"), "UTF-16"
        except UnicodeDecodeError:
            raise BmgError(f"{file.name}: begins as UTF-16 text, and is not") from None
    try:
        text, encoding = data.decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        try:
            text, encoding = data.decode("cp1252"), "Windows-1252"
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise BmgError(f"{file.name}: not text, first at line {line}") from None
    if "\0" in text[:4096]:
        raise BmgError(f"{file.name}: not text, but bytes with zeros")
    return text, encoding
