"""The folder of a sweep: whose it is, which parts it holds, and the manifest that says what is in it."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bmg_odds.answers.formats import as_json
from bmg_odds.answers.sweep_again import plan_values
from bmg_odds.answers.sweep_plan import Plan
from bmg_odds.answers.sweep_rows import LeftOut
from bmg_odds.answers.sweep_work import KEY, part_name, save, schema
from bmg_odds.errors import BmgError

MANIFEST = "_manifest.json"
"""Readers of a whole folder of Parquet pass over names that begin so."""


def manifest_of(folder: str) -> dict[str, Any] | None:
    """Return the manifest of a folder; None where it has none, BmgError where it is no sweep's."""
    try:
        found = json.loads((Path(folder) / MANIFEST).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get("command") != "sweep" or not isinstance(found.get("digest"), str):
        raise BmgError(f"{Path(folder) / MANIFEST}: is no manifest of a sweep")
    return found


def check_folder(plan: Plan, folder: str) -> None:
    """Raise BmgError where a plan's parts may not go into a folder."""
    path = Path(folder)
    try:
        if path.exists() and not path.is_dir():
            raise BmgError(f"--output {folder}: is a file; a sweep writes a folder")
        if not path.exists():
            if not path.resolve().parent.is_dir():
                raise BmgError(f"--output {folder}: the folder that it should stand in does not exist")
            return
        names = [name for name in os.listdir(path) if not is_stray(name)]
    except BmgError:
        raise
    except (OSError, ValueError) as error:
        raise BmgError(f"--output {folder!r}: {getattr(error, 'strerror', None) or 'is no folder name'}") from None
    there = manifest_of(folder)
    if there is None:
        if names:
            raise BmgError(f"--output {folder}: holds other files and no sweep; name a new or an empty folder")
        return
    if there.get("version") != plan.provenance["version"]:
        raise BmgError(f"--output {folder}: holds a sweep of version {there.get('version')}; name another folder")
    if there["digest"] != plan.provenance["digest"]:
        changed = ", ".join(
            key.replace("_", "-") for key in dict.fromkeys([*plan.provenance, "target_error"])
            if key != "digest" and there.get(key) != json.loads(json.dumps(plan.provenance.get(key)))
        )  # fmt: skip
        raise BmgError(f"--output {folder}: holds another sweep (it differs in {changed}); name another folder")


@contextmanager
def opened(plan: Plan, folder: str) -> Iterator[None]:
    """Make the folder a sweep's own while it runs: made, locked, cleaned, with a manifest of what is to come.

    BmgError where another run works in it now, or where it may not be used.
    """
    check_folder(plan, folder)
    path = Path(folder)
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        raise BmgError(f"--output {folder}: cannot be made ({error.strerror or error})") from None
    with _locked(path):
        check_folder(plan, folder)
        try:
            for name in os.listdir(path):
                if is_stray(name):
                    (path / name).unlink(missing_ok=True)
        except OSError as error:
            raise BmgError(f"--output {folder}: cannot be written to ({error.strerror or error})") from None
        if manifest_of(folder) is None:
            save(path, MANIFEST, as_json(_begun(plan)).encode())
        yield


def complete(plan: Plan, folder: str) -> dict[str, Any]:
    """Write the manifest of a finished sweep, made from its parts alone, and return it."""
    found = finished(plan, (part_record(Path(folder) / part_name(part)) for part in range(plan.parts)))
    save(Path(folder), MANIFEST, as_json(found).encode())
    return found


def finished(plan: Plan, records: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the manifest of a sweep whose parts, in order, say this of themselves."""
    left_out = LeftOut()
    rows = []
    missed = 0
    for record in records:
        rows.append(record["rows"])
        missed += record.get("not_reached", 0)
        told = record["left_out"]
        for each in told["reasons"]:
            left_out.add(each["reason"], each["first"], each["count"])
        left_out.count += told["count"] - sum(each["count"] for each in told["reasons"])
    return _begun(plan) | {
        "complete": True,
        "rows": sum(rows),
        "rows_of_parts": rows,
        "left_out": left_out.record(),
        **({} if plan.target is None else {"not_reached": missed}),
    }


def part_record(path: Path) -> dict[str, Any]:
    """Return what a part's file says of itself; BmgError where it is no part."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        found: dict[str, Any] = json.loads((pq.read_schema(path).metadata or {})[KEY])
    except (OSError, KeyError, ValueError, pa.ArrowException):
        raise BmgError(f"{path}: is no part of a sweep, or damaged; delete it and sweep again") from None
    return found


def whole_parts(plan: Plan, folder: str) -> set[int]:
    """Return the parts of this very sweep that the folder holds and that can be read."""
    found = set()
    for name in os.listdir(folder):
        if not name.startswith("part-") or not name.endswith(".parquet"):
            continue
        number = name.removeprefix("part-").removesuffix(".parquet")
        if number.isascii() and number.isdigit() and int(number) < plan.parts and name == part_name(int(number)):
            try:
                record = part_record(Path(folder) / name)
            except BmgError:
                continue  # it is worked out again
            if record.get("digest") == plan.provenance["digest"] and record.get("part") == int(number):
                found.add(int(number))
    return found


def _begun(plan: Plan) -> dict[str, Any]:
    return {
        **plan.provenance,
        "complete": False,
        "parts": plan.parts,
        "schema": [{"name": field.name, "type": str(field.type)} for field in schema(plan)],
        "again": plan_values(plan),
    }


def is_stray(name: str) -> bool:
    """Whether a file is what a run that was killed left half written."""
    return name.startswith((".part-", f".{MANIFEST}.")) and name.endswith(".tmp")


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the folder for this process; a lock that dies with it, where the system has such."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    number = os.open(path, os.O_RDONLY)
    try:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BmgError(f"--output {path}: another sweep is working in it") from None
        except OSError:  # a file system without locks
            pass
        yield
    finally:
        os.close(number)


def told(manifest: Mapping[str, Any]) -> str:
    """Return what a finished sweep holds, in a sentence or two.

    >>> told({"rows": 2, "parts": 1, "left_out": {"count": 0, "reasons": []}})
    '2 scenarios in 1 part.'
    """
    rows, parts, left_out = manifest["rows"], manifest["parts"], manifest["left_out"]
    text = f"{rows:,} scenario{'s' * (rows != 1)} in {parts:,} part{'s' * (parts != 1)}."
    if left_out["count"]:
        first = left_out["reasons"][0]
        text += f" Left out: {left_out['count']:,} that cannot be asked, most often: {first['reason']}."
    if missed := manifest.get("not_reached", 0):
        text += f" --target-error is not reached in {missed:,}: more rolls at most with --trials."
    return text
