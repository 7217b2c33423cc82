"""One part of a sweep: worked out, made into a table, and written as a Parquet file, whole or not at all."""

import gc
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmg_odds.answers.sweep_figures import ERROR, counted_figures
from bmg_odds.answers.sweep_finder import pieces
from bmg_odds.answers.sweep_plan import Plan
from bmg_odds.answers.sweep_rolled import headline, rolled_figures
from bmg_odds.answers.sweep_rows import LeftOut, Piece
from bmg_odds.answers.sweep_shape import Shape, each_numbered, numbered, shape_of
from bmg_odds.errors import BmgError

if TYPE_CHECKING:
    import pyarrow as pa

TEXTS = ("attacker", "weapon", "target", "rules", "reading", "form", "use", "target_use", "cover", "reroll",
         "attacker_state", "target_state")  # fmt: skip
SWITCHES = ("outnumbered", "crowd", "defensive", "moved", "moves_after", "crouched", "down", "beyond_range")
WHO: dict[str, Callable[[Piece], Any]] = {
    "attacker": lambda piece: piece.group.attacker.name,
    "attacker_count": lambda piece: piece.group.attacker.count,
    "weapon": lambda piece: piece.weapon,
    "target": lambda piece: piece.group.target.name,
    "target_count": lambda piece: piece.group.target.count,
    "rules": lambda piece: piece.alike.edition.name,
}
"""What the settings of a piece have in common."""
KEY = b"bmg-odds"
"""Where a part's file keeps what it holds and rests on."""
EXTRA = "sweep needs pyarrow: pip install 'bmg-odds[sweep]'"


def part_name(part: int) -> str:
    """Return the file name of a part.

    >>> part_name(3)
    'part-00003.parquet'
    """
    return f"part-{part:05d}.parquet"


def work(plan: Plan, part: int, folder: str, tick: Callable[[int], object] | None = None) -> tuple[str, int]:
    """Work out one part, write it into the folder, and return its file's name and how many scenarios it holds.

    The same plan and part give the same bytes wherever and however often it is worked out. `tick(n)` is called
    as scenarios are done; what it raises ends the work, and nothing is written.
    """
    left_out = LeftOut()
    with _uncollected():
        table = table_of(plan, list(pieces(plan, part, left_out)), tick)
    said = {key: value for key, value in plan.provenance.items() if key != "cards" or plan.parts_hold_cards}
    record = said | {"part": part, "rows": table.num_rows, "left_out": left_out.record(), **_missed(plan, table)}
    table = table.replace_schema_metadata({KEY: json.dumps(record, ensure_ascii=False).encode()})
    name = part_name(part)
    save(Path(folder), name, file_of(table))
    return name, table.num_rows


@contextmanager
def _uncollected() -> Iterator[None]:
    """Keep the collector of cycles from walking, again and again, over a part's thousands of attacks: it has none."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def shown(name: str) -> str:
    """Return the column of an input: what the target has already is not what is inflicted.

    >>> shown("stuns"), shown("dc")
    ('target_stuns', 'dc')
    """
    return f"target_{name}" if name in ("injuries", "stuns") else name


def schema(plan: Plan) -> "pa.Schema":
    """Return the columns of every part, with their types."""
    return table_of(plan, [], None).schema


def save(folder: Path, name: str, data: Any) -> None:
    """Write a file so that it is there whole or not at all, whatever happens meanwhile."""
    temporary = folder / f".{name}.{os.getpid()}-{os.urandom(4).hex()}.tmp"
    try:
        with temporary.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, folder / name)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise BmgError(f"{folder / name}: cannot be written ({error.strerror or error})") from None
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if hasattr(os, "O_DIRECTORY"):  # the new name itself, where a folder can be synchronised
        number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def table_of(plan: Plan, found: Sequence[Piece], tick: Callable[[int], object] | None) -> "pa.Table":
    """Return the table of these scenarios: a row for each, inputs first, then what the plan asks of them."""
    import pyarrow as pa

    shape = shape_of(found)
    columns = dict(zip(map(shown, plan.columns), _inputs(plan.columns, found, shape), strict=True))
    if plan.trials is None or plan.seed is None:
        values = counted_figures(found, shape, plan.figures, tick)
        columns |= {name: pa.array(values[:, place]) for place, name in enumerate(plan.figures)}
        return pa.table(columns)
    rolled = rolled_figures(found, plan.figures, plan.trials, plan.seed, tick, target=plan.target)
    columns["seed"] = pa.array(rolled.seeds, pa.uint64())
    if plan.target is not None:
        columns["trials"] = pa.array(rolled.trials, pa.int64())
    columns |= {name: pa.array(rolled.values[:, place]) for place, name in enumerate(plan.figures)}
    columns |= {name + ERROR: pa.array(rolled.errors[:, place]) for place, name in enumerate(plan.figures)}
    return pa.table(columns)


def _missed(plan: Plan, table: "pa.Table") -> dict[str, int]:
    """How many scenarios of a part did not come to the standard error that was asked for."""
    import numpy as np

    if plan.target is None:
        return {}
    above = [table[name + ERROR].to_numpy() > plan.target.error for name in headline(plan.figures)]
    return {"not_reached": int(np.any(above, axis=0).sum())}


def _inputs(names: Sequence[str], found: Sequence[Piece], shape: Shape) -> Iterator["pa.Array"]:
    """The columns of what the scenarios are: texts as a dictionary, numbers small."""
    import numpy as np
    import pyarrow as pa

    for name in names:
        if name in ("ac", "dc"):
            yield _counters(name, found, shape)
            continue
        if name in WHO:
            values, which = numbered([WHO[name](piece) for piece in found])
            places = which.astype(np.int32)[shape.piece]
        else:
            values, which = each_numbered(list(_options(name, found)))
            places = which.astype(np.int32)[shape.setting]
        kind = pa.string() if name in TEXTS else pa.bool_() if name in SWITCHES else pa.int16()
        found_all = pa.DictionaryArray.from_arrays(pa.array(places), pa.array(values, kind))
        yield found_all if name in TEXTS else found_all.dictionary_decode()


def _counters(name: str, found: Sequence[Piece], shape: Shape) -> "pa.Array":
    """The AC or DC of every scenario; none in the third edition, nor where as many as allowed are rolled."""
    import numpy as np
    import pyarrow as pa

    third = np.array([piece.alike.edition.name == "third" for piece in found], bool)[shape.piece]
    every = shape.ac if name == "ac" else np.where(third, -1, shape.dc)
    return pa.array(every.astype(np.int16), mask=every < 0)


def _options(name: str, found: Sequence[Piece]) -> Iterator[tuple[Any, ...]]:
    """An option's values in the settings of each piece: the very same tuple for the very same settings."""
    kept: dict[tuple[int, int], tuple[Any, ...]] = {}
    for piece in found:
        own = id(piece.values), id(piece.situations)
        if own not in kept:
            kept[own] = tuple(map(_shown, _option(name, piece)))
        yield kept[own]


def _option(name: str, piece: Piece) -> Iterator[Any]:
    if name in piece.names:
        place = piece.names.index(name)
        return (values[place] for values in piece.values)
    return ("" if name == "reading" else getattr(situation, name, None) for situation in piece.situations)


def _shown(value: Any) -> Any:
    return "+".join(value) if isinstance(value, tuple) else value


def file_of(table: "pa.Table") -> Any:
    """The file of a part: dictionaries for what repeats, figures as they are."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = pa.BufferOutputStream()
    repeats = [field.name for field in table.schema if not pa.types.is_float64(field.type)]
    pq.write_table(table, sink, compression="zstd", compression_level=1, use_dictionary=repeats)
    return sink.getvalue()
