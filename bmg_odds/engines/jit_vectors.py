"""Products of a law with a triangle of rows, in vectors of four: the compiler finds them in no plain loop.

Part of the one door to numba. A triangle holds, for each number of impacts 0 … n, a row of lines for the damages
0 … that number; a line is four cells, or eight of which six are used. The product is the sum of the rows, line by
line, each times its chance. It adds in the order of the impacts, multiplies and adds apart, and so gives to the last
bit what the plain twin gives.
"""

from collections.abc import Callable
from typing import Any, cast

from bmg_odds.engines.jit import COMPILED

MOST = 8  # impact dice up to which the product of plain lines has straight code of its own

Product = Callable[[int, Any, int, Any, int, Any, int], None]
"""(dice, laws, where the law begins, triangles, where the triangle begins, out, where the lines begin)."""


def _plain(cells: int) -> Product:
    wide = 4 if cells == 4 else 8

    def product(dice: int, laws: Any, one: int, triangles: Any, two: int, out: Any, to: int) -> None:
        for damages in range(dice + 1):
            for cell in range(cells):
                total = 0.0
                for impacts in range(damages, dice + 1):
                    row = two + (impacts * (impacts + 1) // 2 + damages) * wide
                    total += laws[one + impacts] * triangles[row + cell]
                out[to + damages * cells + cell] = total

    return product


class _Build:
    """What builds the code of one call of a product."""

    def __init__(self, context: Any, builder: Any, kinds: Any, given: Any) -> None:
        from llvmlite import ir

        self.ir, self.builder = ir, builder
        self.four, self.place, self.index = ir.VectorType(ir.DoubleType(), 4), ir.IntType(64), ir.IntType(32)
        arrays = [context.make_array(kinds[at])(context, builder, given[at]) for at in (1, 3, 5)]
        self.law, self.triangle, self.lines = (
            builder.gep(array.data, [given[at]]) for array, at in zip(arrays, (2, 4, 6), strict=True)
        )

    def number(self, value: int) -> Any:
        return self.ir.Constant(self.place, value)

    def chance(self, impacts: Any) -> Any:
        """Four times the chance of so many impacts."""
        nothing = self.ir.Constant(self.four, self.ir.Undefined)
        chance = self.builder.load(self.builder.gep(self.law, [impacts]))
        first = self.builder.insert_element(nothing, chance, self.ir.Constant(self.index, 0))
        every = self.ir.Constant(self.ir.VectorType(self.index, 4), [0] * 4)
        return self.builder.shuffle_vector(first, nothing, every)

    def load(self, cell: Any) -> Any:
        there = self.builder.gep(self.triangle, [cell])
        return self.builder.load(self.builder.bitcast(there, self.four.as_pointer()), align=8)

    def store(self, vector: Any, cell: Any) -> None:
        there = self.builder.gep(self.lines, [cell])
        self.builder.store(vector, self.builder.bitcast(there, vector.type.as_pointer()), align=8)

    def half(self, vector: Any) -> Any:
        nothing = self.ir.Constant(self.four, self.ir.Undefined)
        return self.builder.shuffle_vector(vector, nothing, self.ir.Constant(self.ir.VectorType(self.index, 2), [0, 1]))

    def add(self, total: Any, chance: Any, cell: Any) -> Any:
        return self.builder.fadd(total, self.builder.fmul(chance, self.load(cell)))


def _straight(dice: int) -> Product:
    """Lines of four, this number of dice."""

    def write(build: _Build, _: Any) -> None:
        chances = [build.chance(build.number(impacts)) for impacts in range(dice + 1)]
        for damages in range(dice + 1):
            total = build.ir.Constant(build.four, [0.0] * 4)
            for impacts in range(damages, dice + 1):
                row = (impacts * (impacts + 1) // 2 + damages) * 4
                total = build.add(total, chances[impacts], build.number(row))
            build.store(total, build.number(4 * damages))

    return _intrinsic(write)


def _loops(cells: int) -> Product:
    """Lines of so many cells, any number of dice."""

    def write(build: _Build, dice: Any) -> None:
        from numba.core import cgutils as untyped

        cgutils: Any = untyped

        builder, number = build.builder, build.number
        wide, none = 4 if cells == 4 else 8, build.ir.Constant(build.four, [0.0] * 4)
        many = builder.add(dice, number(1))
        totals = [cgutils.alloca_once_value(builder, none) for _ in range(wide // 4)]
        row, step = (cgutils.alloca_once_value(builder, number(0)) for _ in range(2))
        first = cgutils.alloca_once_value(builder, number(0))  # the line of as many impacts as damages
        with cgutils.for_range(builder, many) as damages:
            for total in totals:
                builder.store(none, total)
            builder.store(builder.load(first), row)
            builder.store(builder.mul(builder.add(damages.index, number(1)), number(wide)), step)
            with cgutils.for_range(builder, many, start=damages.index) as impacts:
                chance = build.chance(impacts.index)
                for part, total in enumerate(totals):
                    cell = builder.add(builder.load(row), number(4 * part))
                    builder.store(build.add(builder.load(total), chance, cell), total)
                builder.store(builder.add(builder.load(row), builder.load(step)), row)
                builder.store(builder.add(builder.load(step), number(wide)), step)
            ahead = builder.mul(builder.add(damages.index, number(2)), number(wide))
            builder.store(builder.add(builder.load(first), ahead), first)
            to = builder.mul(damages.index, number(cells))
            build.store(builder.load(totals[0]), to)
            if cells == 6:
                build.store(build.half(builder.load(totals[1])), builder.add(to, number(4)))

    return _intrinsic(write)


def _intrinsic(write: Callable[[_Build, Any], None]) -> Product:
    from numba import types
    from numba.extending import intrinsic

    def product(typing: Any, dice: Any, laws: Any, one: Any, triangles: Any, two: Any, out: Any, to: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            write(_Build(context, builder, signature.args, given), given[0])
            return context.get_dummy_value()

        return types.void(dice, laws, one, triangles, two, out, to), build

    return cast("Product", intrinsic(product))


FOURS: tuple[Product, ...] = tuple(_straight(dice) if COMPILED else _plain(4) for dice in range(MOST + 1))
"""For each number of dice the product of lines of four cells."""
FOUR = _loops(4) if COMPILED else _plain(4)
"""The same for any number of dice."""
SIX = _loops(6) if COMPILED else _plain(6)
"""The same for lines of six cells in rows of eight."""


def _array_at() -> Any:
    from numba import types
    from numba.extending import intrinsic

    def array_at(typing: Any, address: Any, size: Any, zero: Any) -> Any:
        kind = types.Array(types.float64 if isinstance(zero, types.Float) else types.int64, 1, "C")

        def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            from numba.np import arrayobj as untyped

            arrayobj: Any = untyped

            array = context.make_array(kind)(context, builder)
            data = builder.inttoptr(given[0], context.get_data_type(kind.dtype).as_pointer())
            step = context.get_constant(types.intp, 8)
            arrayobj.populate_array(array, data=data, shape=[given[1]], strides=[step], itemsize=step, meminfo=None)
            return array._getvalue()

        return kind(address, size, zero), build

    return intrinsic(array_at)


array_at: Any = _array_at() if COMPILED else None
"""The array of so many numbers like the last argument, 0 or 0.0, that stand at an address; for kernels alone. An array
costs more to hand over than to fill. Whoever made the numbers keeps them alive."""


def entry(function: Any, count: int) -> Callable[..., int]:
    """Return what Python calls directly: one signature, no look at the types, the interpreter's lock kept."""
    from numba import int64

    function.targetoptions["nogil"] = False
    function.compile((int64,) * count)
    return cast("Callable[..., int]", function.overloads[(int64,) * count].entry_point)
