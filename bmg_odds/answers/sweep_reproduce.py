"""`reproduce` of a sweep: its parts are worked out again from the manifest, one at a time, and compared."""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bmg_odds._version import __version__
from bmg_odds.answers.carried import Unreadable
from bmg_odds.answers.formats import as_json
from bmg_odds.answers.pictures import plain
from bmg_odds.answers.reproduce import Finding
from bmg_odds.answers.sweep import need_pyarrow
from bmg_odds.answers.sweep_again import plan_again
from bmg_odds.answers.sweep_folder import MANIFEST, finished, manifest_of, part_record
from bmg_odds.answers.sweep_plan import Plan
from bmg_odds.answers.sweep_work import part_name, work
from bmg_odds.errors import BmgError

Progress = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class SweepReport:
    """What came of working a sweep out again."""

    folder: str
    parts: int
    rows: int
    findings: tuple[Finding, ...]
    alike: int
    """Parts that are the same byte for byte; others may still hold the same figures."""

    @property
    def agrees(self) -> bool:
        """Whether old and new hold the same."""
        return not any(finding.differs for finding in self.findings)

    def sentence(self) -> str:
        """Return the outcome in a sentence."""
        count = sum(finding.differs for finding in self.findings)
        if count:
            return f"{self.folder} differs from what its manifest gives now, in {count} place{'s' * (count != 1)}."
        how = "byte for byte" if self.alike == self.parts else "to every digit"
        return f"{self.folder} agrees: {self.rows:,} scenarios in {self.parts:,} part{'s' * (self.parts != 1)}, {how}."


def sweep_folder(path: str) -> str | None:
    """Return the folder of a sweep that a path means: itself, or where its manifest stands; None for other files.

    >>> sweep_folder("study/_manifest.json"), sweep_folder("odds.svg")
    ('study', None)
    """
    if os.path.basename(path) == MANIFEST:
        return os.path.dirname(path) or "."
    return path if os.path.isdir(path) else None


def reproduce_sweep(folder: str, *, progress: Progress | None = None) -> SweepReport:
    """Work out a finished sweep again and return what is not as it was; nothing in its folder is touched.

    The new parts stand one at a time in a temporary folder beside it. Unreadable (a BmgError) where the folder holds
    no finished sweep, or one whose manifest cannot be asked again.
    """
    need_pyarrow()
    manifest = manifest_of(folder)
    if manifest is None:
        raise Unreadable(f"{folder}: is a folder without {MANIFEST}, and no sweep")
    if manifest.get("complete") is not True:
        raise Unreadable(f"{folder}: is not finished; the same sweep again goes on with it")
    try:
        plan = plan_again(manifest)
    except BmgError as error:
        raise Unreadable(f"{Path(folder) / MANIFEST}: {error}") from None
    findings: list[Finding] = []
    if manifest.get("version") != __version__:
        findings.append(Finding("version", "bmg-odds", plain(str(manifest.get("version"))), __version__))
    records: list[dict[str, Any]] = []
    alike, rows = 0, 0
    beside = Path(folder).resolve().parent
    try:
        with TemporaryDirectory(prefix=".bmg-odds-again-", dir=beside) as there:
            for part in range(plan.parts):
                name, count = _work(plan, part, there, folder)
                records.append(part_record(Path(there) / name))
                same = _bytes(Path(folder) / name) == _bytes(Path(there) / name)
                alike, rows = alike + same, rows + count
                if not same:
                    findings += _part(Path(folder) / name, Path(there) / name)
                os.unlink(os.path.join(there, name))
                if progress:
                    progress(part + 1, plan.parts)
    except OSError as error:
        raise BmgError(f"{beside}: a folder beside the sweep cannot be written ({error.strerror or error})") from None
    findings += _strangers(plan, folder)
    findings += _manifest(manifest, finished(plan, records))
    return SweepReport(folder, plan.parts, rows, tuple(findings), alike)


def _work(plan: Plan, part: int, there: str, folder: str) -> tuple[str, int]:
    try:
        return work(plan.task(part), part, there)
    except BmgError as error:
        raise Unreadable(f"{folder}: cannot be worked out again: {error}") from None


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _part(old: Path, new: Path) -> Iterator[Finding]:
    """What is not alike in a part: a column, and in how many of its rows; the bytes alone are no difference."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    if not old.exists():
        yield Finding("value", old.name, "missing", "a part")
        return
    try:
        was, now = pq.read_table(old), pq.read_table(new)
    except (OSError, ValueError, pa.ArrowException):
        yield Finding("value", old.name, "no part, or damaged", "a part")
        return
    if was.schema.names != now.schema.names or was.num_rows != now.num_rows:
        shapes = [f"{each.num_rows:,} rows, {each.num_columns} columns" for each in (was, now)]
        yield Finding("value", old.name, *(shapes if shapes[0] != shapes[1] else ("other columns", "columns")))
        return
    for name in was.schema.names:
        one, other = (_plain(each[name]) for each in (was, now))
        if one.type != other.type:
            yield Finding("value", f"{old.name}, {name}", str(one.type), str(other.type))
            continue
        same = pc.fill_null(pc.equal(one, other), False)
        both = pc.and_(pc.is_null(one), pc.is_null(other))
        count = was.num_rows - (pc.sum(pc.or_(same, both)).as_py() or 0)
        if count:
            place = pc.index(pc.or_(same, both), False).as_py()
            yield Finding("value", f"{old.name}, {name}, row {place + 1}" + f" and {count - 1:,} more" * (count > 1),
                          plain(str(one[place].as_py())), plain(str(other[place].as_py())))  # fmt: skip


def _plain(column: Any) -> Any:
    import pyarrow as pa

    return column.cast(column.type.value_type) if pa.types.is_dictionary(column.type) else column


def _strangers(plan: Plan, folder: str) -> Iterator[Finding]:
    """Files that readers of the whole folder would take for parts of it."""
    known = {part_name(part) for part in range(plan.parts)}
    for name in sorted(os.listdir(folder)):
        if name not in known and not name.startswith(("_", ".")):
            yield Finding("value", plain(name), "a file", "no part of this sweep")


def _manifest(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Finding]:
    """What the manifest says of the parts and they do not."""
    import json

    new = json.loads(as_json(dict(new)))
    for key in ("parts", "rows", "rows_of_parts", "left_out", "not_reached", "schema"):
        if old.get(key) != new.get(key):
            was, now = (plain(json.dumps(each.get(key), ensure_ascii=False)) for each in (old, new))
            yield Finding("value", f"{MANIFEST}: {key}", was[:60], now[:60])
