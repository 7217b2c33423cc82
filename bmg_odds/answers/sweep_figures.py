"""The figures of a part's scenarios, by either engine: an array with a row for each scenario."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from bmg_odds.answers.ask import counted
from bmg_odds.answers.outcome import MARKERS
from bmg_odds.answers.sweep_rows import Piece
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


def counted_figures(found: Sequence[Piece], figures: Sequence[str], tick: Tick | None = None) -> "Values":
    """Return the exact figures of these scenarios, in their order: a column for each figure."""
    import numpy as np

    sizes = [len(piece.acs) * len(piece.dcs) for piece in found]
    values = np.empty((sum(sizes), len(figures)))
    if not sizes:
        return values
    alone = np.repeat([piece.spread is None for piece in found], sizes)
    if not alone.all():
        values[~alone] = _batch([piece for piece in found if piece.spread is not None], figures)
    if alone.any():
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
    return _packed(found)[0]


def _packed(found: Sequence[Piece]) -> tuple[Batch, "Values", Batch | None]:
    """Return the batch, the chance that a Feint passes in each scenario, and those with one where it does."""
    import numpy as np

    from bmg_odds.engines.exact_batch import records
    from bmg_odds.rules.record import FIELDS

    sizes, spent, feints, fewer = _commitments(found)
    strikes, whose = _numbered([piece.spread.strike for piece in found if piece.spread])
    maps, which = _numbered([piece.spread.harm for piece in found if piece.spread])
    base = np.array(strikes, dtype=np.int64)
    base[:, [FIELDS.index(name) for name in SPENT]] = 0
    base, whose = records(base), np.repeat(whose, sizes)
    harms, which, feinted = np.array(maps, dtype=np.int64), np.repeat(which, sizes), np.repeat(feints, sizes)
    plain = Batch(_spent(base[whose], spent), harms, which)
    where = np.flatnonzero(feinted)
    passed = Batch(_spent(base[whose[where]], fewer[where]), harms, which[where]) if len(where) else None
    return plain, feinted, passed


def _batch(found: Sequence[Piece], figures: Sequence[str]) -> "Values":
    """The compiled way, for what the batch can hold: records of the first edition."""
    import numpy as np

    plain, feinted, passed = _packed(found)
    values = _columns(plain, figures)
    if passed:
        where = np.flatnonzero(feinted)
        share = feinted[where][:, None]
        values[where] = (1.0 - share) * values[where] + share * _columns(passed, figures)
    return values


def _numbered(found: Sequence[tuple[int, ...]]) -> tuple[list[tuple[int, ...]], "Ints"]:
    """Return the different ones of these and the number of each; the very same one is looked at once."""
    import numpy as np

    numbers: dict[tuple[int, ...], int] = {}
    seen: dict[int, int] = {}
    which = []
    for one in found:
        number = seen.get(id(one))
        if number is None:
            number = seen[id(one)] = numbers.setdefault(one, len(numbers))
        which.append(number)
    return list(numbers), np.array(which, np.int64)


def _spent(packed: "Ints", spent: "Ints") -> "Ints":
    """Write these dice and faces into packed records in which nothing is spent yet: all stand in the first word."""
    from bmg_odds.engines.exact_pack import BITS, ENDS
    from bmg_odds.rules.record import FIELDS

    for column, name in enumerate(SPENT):
        field = FIELDS.index(name)
        assert field < ENDS[0]
        if (spent[:, column] >> BITS[field]).any():
            raise BmgError("more dice than a sweep can count; allowed: up to 31 for a roll")
        packed[:, 0] |= spent[:, column] << sum(BITS[:field])
    return packed


def _commitments(found: Sequence[Piece]) -> tuple["Ints", "Ints", "Values", "Ints"]:
    """Return how many scenarios each piece has; what is SPENT in each scenario; the chance that a Feint passes in
    each piece; and what is spent where it does.
    """
    import numpy as np

    kept: dict[Any, Any] = {}
    seen: dict[Any, Any] = {}
    sizes, blocks, feints, fewer = [], [], [], []
    for piece in found:
        # The very same objects come back again and again; equal ones are found by what they hold.
        own = id(piece.spread), id(piece.acs), id(piece.dcs)
        known = seen.get(own)
        if known is None:
            each = piece.spread
            assert each is not None
            key = (each.acs, each.dice, each.blocks, piece.acs, piece.dcs)
            if key not in kept:
                kept[key] = _dice(piece, 0), _dice(piece, 1)
            known = seen[own] = *kept[key], len(kept[key][0]), _passes(each.gate)
        blocks.append(known[0])
        fewer.append(known[1])
        sizes.append(known[2])
        feints.append(known[3])
    return np.array(sizes), np.concatenate(blocks), np.array(feints), np.concatenate(fewer)


def _dice(piece: Piece, less: int) -> "Ints":
    """What is SPENT in each scenario of a piece with so many DC less."""
    import numpy as np

    each = piece.spread
    assert each is not None
    rolled = dict(zip(each.acs, each.dice, strict=True))
    asked = [(rolled[ac], *each.blocks[max(0, dc - less)]) for ac in piece.acs if ac is not None for dc in piece.dcs]
    return np.array(asked, np.int64).reshape(-1, 3)


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
