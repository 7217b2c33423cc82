"""The figures of a part's scenarios, by either engine: an array with a row for each scenario."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from bmg_odds.answers.ask import counted
from bmg_odds.answers.outcome import MARKERS
from bmg_odds.answers.sweep_plan import SLOTS
from bmg_odds.answers.sweep_rows import Piece
from bmg_odds.answers.sweep_shape import Shape, each_numbered, numbered, shape_of
from bmg_odds.errors import BmgError
from bmg_odds.rules.kept import Kept
from bmg_odds.rules.question import Resolved
from bmg_odds.rules.resolve import resolve

if TYPE_CHECKING:
    from bmg_odds.engines.exact_batch import Ints, Values

Tick = Callable[[int], object]

ERROR = "_standard_error"
"""What the name of a figure's standard error ends in."""
SPENT = ("dice", "block_dice", "block")
"""Fields of a record that AC and DC decide."""


def counted_figures(found: Sequence[Piece], shape: Shape, figures: Sequence[str], tick: Tick | None = None) -> "Values":
    """Return the exact figures of these scenarios, in their order: a column for each figure."""
    import numpy as np

    together = [piece for piece in found if piece.spread is not None]
    if len(together) == len(found):
        values = _batch(found, shape, figures)
    else:
        values = np.empty((len(shape.ac), len(figures)))
        alone = np.array([piece.spread is None for piece in found])[shape.piece]
        values[~alone] = _batch(together, shape_of(together), figures)
        values[alone] = list(_singly([piece for piece in found if piece.spread is None], figures))
    if tick:
        tick(len(values))
    return values


class Batch(NamedTuple):
    """Scenarios as the compiled engine takes them."""

    records: "Ints"
    """Packed, one for each scenario."""
    harms: "Ints"
    """The rows of the different maps of markers."""
    which: "Ints"
    """The number of the row of each scenario."""


def batch(found: Sequence[Piece]) -> Batch:
    """Return the scenarios of pieces that have a spread, packed; a Feint in them has not passed."""
    return _packed(found, shape_of(found))[0]


def _packed(found: Sequence[Piece], shape: Shape) -> tuple[Batch, "Values", Batch | None]:
    """Return the batch, the chance that a Feint passes in each scenario, and those with one where it does."""
    import numpy as np

    from bmg_odds.engines.exact_batch import records
    from bmg_odds.rules.record import FIELDS

    spreads = [piece.spread for piece in found if piece.spread]
    strikes, strike_of = numbered([each.strike for each in spreads])
    maps, map_of = each_numbered([each.harms for each in spreads])
    attacks, attack_of = numbered([(each.acs, each.dice) for each in spreads])
    blocks, block_of = each_numbered([each.blocks for each in spreads])
    base = np.array(strikes, dtype=np.int64).reshape(len(strikes), len(FIELDS))
    base[:, [FIELDS.index(name) for name in SPENT]] = 0
    base = records(base)
    impact, block = _impact_bits(attacks), _block_bits(blocks)

    def spent(where: Any, less: int) -> "Ints":
        packed: Ints = base[strike_of[shape.piece[where]]]
        packed[:, 0] |= impact[attack_of[shape.piece[where]], shape.ac[where]]
        packed[:, 0] |= block[block_of[shape.setting[where]], np.maximum(0, shape.dc[where] - less)]
        return packed

    harms, which = np.array(maps, dtype=np.int64), map_of[shape.setting]
    feints = np.array([_passes(each.gate) for each in spreads])[shape.piece]
    plain = Batch(spent(slice(None), 0), harms, which)
    where = np.flatnonzero(feints)
    passed = Batch(spent(where, 1), harms, which[where]) if len(where) else None
    return plain, feints, passed


def _batch(found: Sequence[Piece], shape: Shape, figures: Sequence[str]) -> "Values":
    """The compiled way, for what the batch can hold: records of the first edition."""
    import numpy as np

    if not found:
        return np.empty((0, len(figures)))
    plain, feints, passed = _packed(found, shape)
    values = _columns(plain, figures)
    if passed:
        where = np.flatnonzero(feints)
        share = feints[where][:, None]
        values[where] = (1.0 - share) * values[where] + share * _columns(passed, figures)
    return values


def _impact_bits(attacks: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]) -> "Ints":
    """Return what the dice of each AC are in the first word of a packed record, in a row for each attack."""
    import numpy as np

    bits = np.zeros((len(attacks), SLOTS), np.int64)
    for row, (acs, dice) in zip(bits, attacks, strict=True):
        row[list(acs)] = _bits("dice", dice)
    return bits


def _block_bits(blocks: Sequence[tuple[tuple[int, int], ...]]) -> "Ints":
    """Return what the block dice and faces of each DC are in that word, in a row for each list of them."""
    import numpy as np

    bits = np.zeros((len(blocks), SLOTS), np.int64)
    for row, each in zip(bits, blocks, strict=True):
        dice, faces = zip(*each, strict=True)
        row[: len(each)] = _bits("block_dice", dice) | _bits("block", faces)
    return bits


def _bits(name: str, values: Sequence[int]) -> "Ints":
    """Return what values of a field are in the first word."""
    import numpy as np

    from bmg_odds.engines.exact_pack import BITS, ENDS
    from bmg_odds.rules.record import FIELDS

    field, found = FIELDS.index(name), np.array(values, np.int64)
    assert field < ENDS[0]
    if (found >> BITS[field]).any():
        raise BmgError("more dice than a sweep can count; allowed: up to 31 for a roll")
    return found << sum(BITS[:field])


def _passes(gate: Any) -> float:
    """The chance that the roll before the attack passes; 0 where there is none."""
    if gate is None:
        return 0.0
    passed: float = gate.faces.bit_count() / 6
    return passed + (1.0 - passed) * passed if gate.rerolls else passed


def _columns(batch: Batch, names: Sequence[str]) -> "Values":
    """Return the figures of packed records. Sums of floats may not say more than certain."""
    import numpy as np

    from bmg_odds.engines.figures import figures

    values = figures(batch.records, batch.harms, which=batch.which, columns=names, threads=1)
    for place, name in enumerate(names):
        if name not in MARKERS:
            np.minimum(values[:, place], 1.0, out=values[:, place])
    return values


def _singly(found: Sequence[Piece], figures: Sequence[str]) -> Iterator[list[float]]:
    """The plain way, for everything else; attacks that come to the same dice are counted once."""
    kept = Kept[Any, list[float]]()
    for piece in found:
        for _, question in piece.scenarios():
            one = resolve(question)
            yield kept.found((one.strike, one.gate, one.harm), partial(_alone, one, figures))


def _alone(one: Resolved, figures: Sequence[str]) -> list[float]:
    outcome = counted(one)
    return [outcome.figure(name) for name in figures]
