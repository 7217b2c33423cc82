"""The figures of a part's scenarios, by either engine: an array with a row for each scenario."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from bmg_odds.answers.ask import counted
from bmg_odds.answers.engine import rolled_table
from bmg_odds.answers.many import _STEP, standard_error
from bmg_odds.answers.outcome import MARKERS, Outcome
from bmg_odds.answers.sweep_rows import Piece
from bmg_odds.errors import BmgError
from bmg_odds.rules.resolve import resolve

if TYPE_CHECKING:
    from bmg_odds.engines.exact_batch import Ints, Values

Tick = Callable[[int], object]

ERROR = "_standard_error"
"""What the name of a figure's standard error ends in."""
SPENT = ("dice", "block_dice", "block")
"""Fields of a record that AC and DC decide."""
_KEPT = 4096
"""Answers that are kept in case the next scenarios come to the same dice."""


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


def _batch(found: Sequence[Piece], figures: Sequence[str]) -> "Values":
    """The compiled way, for what the batch can hold: records of the first edition."""
    import numpy as np

    from bmg_odds.engines.exact_batch import records
    from bmg_odds.rules.record import FIELDS

    sizes, spent, feints, fewer = _commitments(found)
    strikes, whose = _numbered([piece.spread.strike for piece in found if piece.spread])
    maps, which = _numbered([piece.spread.harm for piece in found if piece.spread])
    base = np.array(strikes, dtype=np.int64)
    base[:, [FIELDS.index(name) for name in SPENT]] = 0
    packed = records(base)[np.repeat(whose, sizes)]
    harms, which = np.array(maps, dtype=np.int64), np.repeat(which, sizes)
    _spend(packed, spent)
    values = _columns(packed, harms, which, figures)
    feinted = np.repeat(feints, sizes)
    where = np.flatnonzero(feinted)
    if len(where):
        share = feinted[where][:, None]
        less = records(base)[np.repeat(whose, sizes)[where]]
        _spend(less, fewer[where])
        mixed = _columns(less, harms, which[where], figures)
        values[where] = (1.0 - share) * values[where] + share * mixed
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


def _spend(packed: "Ints", spent: "Ints") -> None:
    """Write these dice and faces into packed records in which nothing is spent yet: all stand in the first word."""
    from bmg_odds.engines.exact_pack import BITS, ENDS
    from bmg_odds.rules.record import FIELDS

    for column, name in enumerate(SPENT):
        field = FIELDS.index(name)
        assert field < ENDS[0]
        if (spent[:, column] >> BITS[field]).any():
            raise BmgError("more dice than a sweep can count; allowed: up to 31 for a roll")
        packed[:, 0] |= spent[:, column] << sum(BITS[:field])


def _commitments(found: Sequence[Piece]) -> tuple["Ints", "Ints", "Values", "Ints"]:
    """Return how many scenarios each piece has; what is SPENT in each scenario; the chance that a Feint passes in
    each piece; and what is spent where it does.
    """
    import numpy as np

    kept: dict[Any, Any] = {}
    sizes, blocks, feints, fewer = [], [], [], []
    for piece in found:
        each = piece.spread
        assert each is not None
        key = (each.acs, each.dice, each.blocks, piece.acs, piece.dcs)
        if key not in kept:
            rolled = dict(zip(each.acs, each.dice, strict=True))
            asked = [(rolled[ac], *each.blocks[dc]) for ac in piece.acs if ac is not None for dc in piece.dcs]
            less = [(rolled[ac], *each.blocks[max(0, dc - 1)]) for ac in piece.acs if ac is not None
                    for dc in piece.dcs]  # fmt: skip
            kept[key] = np.array(asked, np.int64).reshape(-1, 3), np.array(less, np.int64).reshape(-1, 3)
        sizes.append(len(kept[key][0]))
        blocks.append(kept[key][0])
        fewer.append(kept[key][1])
        feints.append(_passes(each.gate))
    return np.array(sizes), np.concatenate(blocks), np.array(feints), np.concatenate(fewer)


def _passes(gate: Any) -> float:
    """The chance that the roll before the attack passes; 0 where there is none."""
    if gate is None:
        return 0.0
    passed: float = gate.faces.bit_count() / 6
    return passed + (1.0 - passed) * passed if gate.rerolls else passed


def _columns(packed: "Ints", harms: "Ints", which: "Ints", names: Sequence[str]) -> "Values":
    """Return the figures of packed records. Sums of floats may not say more than certain."""
    import numpy as np

    from bmg_odds.engines.figures import figures

    values = figures(packed, harms, which=which, columns=names, threads=1)
    for place, name in enumerate(names):
        if name not in MARKERS:
            np.minimum(values[:, place], 1.0, out=values[:, place])
    return values


def _singly(found: Sequence[Piece], figures: Sequence[str]) -> Iterator[list[float]]:
    """The plain way, for everything else; attacks that come to the same dice are counted once."""
    kept: dict[Any, list[float]] = {}
    for piece in found:
        for _, question in piece.scenarios():
            one = resolve(question)
            key = (one.strike, one.gate, one.harm)
            if key not in kept:
                if len(kept) >= _KEPT:
                    kept.clear()
                outcome = counted(one)
                kept[key] = [outcome.figure(name) for name in figures]
            yield kept[key]


def rolled_figures(
    found: Sequence[Piece], figures: Sequence[str], trials: int, seed: int, tick: Tick | None = None
) -> tuple["Values", "Values", list[int]]:
    """Return the figures of these scenarios rolled so many times each, their standard errors, and the seeds.

    A scenario's seed comes from the number of the scenario in the whole sweep alone.
    """
    import numpy as np

    values: list[list[float]] = []
    errors: list[list[float]] = []
    seeds: list[int] = []
    for piece in found:
        for number, question in piece.scenarios():
            own = (seed + number * _STEP) % 2**64
            one = resolve(question)
            outcome = Outcome(one, rolled_table(one, trials=trials, seed=own, threads=1), seed=own)
            values.append([outcome.figure(name) for name in figures])
            errors.append([standard_error(outcome, name) or 0.0 for name in figures])
            seeds.append(own)
            if tick:
                tick(1)
    shape = (len(seeds), len(figures))
    return np.array(values).reshape(shape), np.array(errors).reshape(shape), seeds
