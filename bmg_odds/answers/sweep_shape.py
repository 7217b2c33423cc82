"""A part's scenarios as arrays: of which piece and setting each is, and with how many AC and DC."""

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from bmg_odds.answers.sweep_rows import Piece

if TYPE_CHECKING:
    from bmg_odds.engines.exact_batch import Ints

H = TypeVar("H", bound=Hashable)


class Shape(NamedTuple):
    """Where each scenario stands; settings are counted through all pieces."""

    piece: "Ints"
    """The piece of each scenario."""
    setting: "Ints"
    """The setting of each scenario."""
    ac: "Ints"
    """-1 where nothing is said of it."""
    dc: "Ints"


def shape_of(found: Sequence[Piece]) -> Shape:
    """Return where the scenarios of these pieces stand."""
    import numpy as np

    acs, ac_of = numbered([piece.acs for piece in found])
    dcs, dc_of = each_numbered([piece.dcs for piece in found])
    ac_table, widths = _table([tuple(-1 if ac is None else ac for ac in each) for each in acs])
    dc_table, heights = _table(dcs)
    settings = np.fromiter((len(piece.dcs) for piece in found), np.int64, len(found))
    ac_of = np.repeat(ac_of, settings)
    sizes = widths[ac_of] * heights[dc_of]
    setting = np.repeat(np.arange(len(sizes)), sizes)
    place = np.arange(len(setting)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    ac_place, dc_place = np.divmod(place, heights[dc_of][setting])
    piece = np.repeat(np.arange(len(found)), settings)[setting]
    return Shape(piece, setting, ac_table[ac_of[setting], ac_place], dc_table[dc_of[setting], dc_place])


def numbered(found: Sequence[H]) -> "tuple[list[H], Ints]":
    """Return the different ones of these and the number of each; the very same one is looked at once.

    >>> numbered(["a", "b", "a"])
    (['a', 'b'], array([0, 1, 0]))
    """
    import numpy as np

    numbers: dict[H, int] = {}
    seen: dict[int, int] = {}
    which = []
    for one in found:
        number = seen.get(id(one))
        if number is None:
            number = seen[id(one)] = numbers.setdefault(one, len(numbers))
        which.append(number)
    return list(numbers), np.array(which, np.int64)


def each_numbered(found: Sequence[tuple[H, ...]]) -> "tuple[list[H], Ints]":
    """Return the different things in these and the number of each, one after the other.

    >>> each_numbered([("a", "b"), ("b",), ("a", "b")])
    (['a', 'b'], array([0, 1, 1, 0, 1]))
    """
    import numpy as np

    numbers: dict[H, int] = {}
    different, which = numbered(found)
    blocks = [np.array([numbers.setdefault(one, len(numbers)) for one in each], np.int64) for each in different]
    return list(numbers), np.concatenate([blocks[number] for number in which] or [np.empty(0, np.int64)])


def _table(found: "Sequence[tuple[int, ...]]") -> "tuple[Ints, Ints]":
    """Return these as rows of a table, and how long each is."""
    import numpy as np

    lengths = np.array([len(each) for each in found], np.int64)
    table = np.zeros((len(found), max(lengths, default=0)), np.int64)
    for row, each in zip(table, found, strict=True):
        row[: len(each)] = each
    return table, lengths
