"""One part of a sweep: worked out, made into a table, and written as a Parquet file, whole or not at all."""

import gc
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmg_odds.answers.sweep_figures import ERROR, counted_figures
from bmg_odds.answers.sweep_plan import Plan
from bmg_odds.answers.sweep_rolled import headline, rolled_figures
from bmg_odds.answers.sweep_rows import LeftOut, Piece, pieces
from bmg_odds.errors import BmgError

if TYPE_CHECKING:
    import pyarrow as pa

TEXTS = ("attacker", "weapon", "target", "rules", "reading", "form", "use", "target_use", "cover", "reroll",
         "attacker_state", "target_state")  # fmt: skip
SWITCHES = ("outnumbered", "crowd", "defensive", "moved", "moves_after", "crouched", "down", "beyond_range")
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
        table = _table(plan, list(pieces(plan, part, left_out)), tick)
    said = {key: value for key, value in plan.provenance.items() if key != "cards" or plan.parts_hold_cards}
    record = said | {"part": part, "rows": table.num_rows, "left_out": left_out.record(), **_missed(plan, table)}
    table = table.replace_schema_metadata({KEY: json.dumps(record, ensure_ascii=False).encode()})
    name = part_name(part)
    save(Path(folder), name, _bytes(table))
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
    return _table(plan, [], None).schema


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


def _table(plan: Plan, found: Sequence[Piece], tick: Callable[[int], object] | None) -> "pa.Table":
    import pyarrow as pa

    columns = {shown(name): _input(name, found) for name in plan.columns}
    if plan.trials is None or plan.seed is None:
        values = counted_figures(found, plan.figures, tick)
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


def _input(name: str, found: Sequence[Piece]) -> "pa.Array":
    """One column of what the scenarios are: texts as a dictionary, numbers small."""
    import numpy as np
    import pyarrow as pa

    sizes = np.array([len(piece.acs) * len(piece.dcs) for piece in found], np.int64)
    if name == "ac":
        every = [ac for piece in found for ac in piece.acs for _ in piece.dcs]
        return pa.array(every, pa.int16())
    if name == "dc":
        every = [None if piece.question.edition.name == "third" else dc
                 for piece in found for _ in piece.acs for dc in piece.dcs]  # fmt: skip
        return pa.array(every, pa.int16())
    values = [_value(name, piece) for piece in found]
    codes: dict[Any, int] = {}
    places = np.array([codes.setdefault(value, len(codes)) for value in values], np.int32)
    kind = pa.string() if name in TEXTS else pa.bool_() if name in SWITCHES else pa.int16()
    known = pa.array(list(codes), kind)
    spread_out = pa.array(np.repeat(places, sizes), pa.int32())
    found_all = pa.DictionaryArray.from_arrays(spread_out, known)
    return found_all if name in TEXTS else found_all.dictionary_decode()


def _value(name: str, piece: Piece) -> Any:
    group = piece.group
    if name in ("attacker", "target"):
        return getattr(group, name).name
    if name in ("attacker_count", "target_count"):
        return getattr(group, name.removesuffix("_count")).count
    if name == "weapon":
        return piece.weapon
    if name == "rules":
        return piece.question.edition.name
    if name in piece.names:
        value = group.values[piece.names.index(name)]
        return "+".join(value) if isinstance(value, tuple) else value
    if name == "reading":
        return ""
    value = getattr(piece.question.situation, name, None)
    return "+".join(value) if isinstance(value, tuple) else value


def _bytes(table: "pa.Table") -> Any:
    """The file of a part: dictionaries for what repeats, figures as they are."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = pa.BufferOutputStream()
    repeats = [field.name for field in table.schema if not pa.types.is_float64(field.type)]
    pq.write_table(table, sink, compression="zstd", compression_level=1, use_dictionary=repeats)
    return sink.getvalue()
