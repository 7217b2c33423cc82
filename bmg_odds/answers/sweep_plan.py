"""The plan of a sweep: a pure description of its scenarios, and which of them each part holds.

Nothing here walks over scenarios. A grid knows how many attacks lie before any of its pairs by sums over its
attackers and over its targets, so the first attack of a part is found by two binary searches.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import Any, NamedTuple

from bmg_odds.answers.target import Target
from bmg_odds.facts.card import Card

SLOTS = 32
"""Places for AC and for DC in the number of a scenario: more than any card can spend."""


@dataclass(frozen=True, slots=True)
class Member:
    """One model of a sweep: what it is called in the output, its card, and how often it stands in its crew."""

    name: str
    card: Card
    count: int = 1


class Group(NamedTuple):
    """One attack of a sweep before AC and DC are chosen, in settings that follow each other."""

    number: int
    """Of its first scenario; that of setting s, AC a and DC d is `number + SLOTS * (SLOTS * s + a) + d`, by their
    places in a list.
    """
    attacker: Member
    weapon: str | None
    target: Member
    settings: tuple[tuple[Any, ...], ...]
    """In each setting a value for each of the block's `names`."""
    acs: tuple[int | None, ...] | None
    """The AC asked for; None stands for as many as allowed in the tuple, and for every AC instead of it."""
    dcs: tuple[int, ...] | None


@dataclass(frozen=True)
class Grid:
    """Every combination of lists: attackers with their weapons, targets, further options, AC, DC.

    `acs` and `dcs` None mean all that the cards allow.
    """

    attackers: tuple[tuple[Member, str | None], ...]
    targets: tuple[Member, ...]
    names: tuple[str, ...] = ()
    lists: tuple[tuple[Any, ...], ...] = ()
    """The values of each of `names`."""
    acs: tuple[int | None, ...] | None = (None,)
    dcs: tuple[int, ...] | None = (0,)
    widths: tuple[int, ...] = field(default=(), repr=False)
    """About how many AC each of `attackers` has, 0 for one that shoots: it takes no DC either."""
    heights: tuple[int, ...] = field(default=(), repr=False)
    """About how many DC each of `targets` has."""

    @property
    def settings(self) -> int:
        """How many combinations of further options there are."""
        return prod(len(values) for values in self.lists)

    @property
    def attacks(self) -> int:
        """How many attacks there are: each pair in each setting."""
        return len(self.attackers) * len(self.targets) * self.settings

    @property
    def size(self) -> int:
        """About how many scenarios there are."""
        return self._sums[0][-1] * self.settings

    @property
    def largest(self) -> int:
        """About how many scenarios the largest attack has."""
        return max((max(1, width) for width in self.widths), default=1) * max(self.heights, default=1)

    @cached_property
    def _sums(self) -> tuple[list[int], list[int]]:
        """About how many scenarios of one setting lie before each attacker, and DC before each target."""
        whole, count = sum(self.heights), len(self.targets)
        rows = [width * whole if width else count for width in self.widths]
        return [0, *accumulate(rows)], [0, *accumulate(self.heights)]

    def first(self, size: int) -> int:
        """Return the first attack that has at least `size` scenarios before it, about."""
        settings = self.settings
        rows, columns = self._sums
        if size >= rows[-1] * settings:
            return self.attacks
        one = bisect_right(rows, size // settings) - 1
        left, width = size - rows[one] * settings, self.widths[one]
        if width:
            two = bisect_right(columns, left // settings // width) - 1
            left, each = left - columns[two] * width * settings, width * self.heights[two]
        else:
            two, each = left // settings, 1
            left -= two * settings
        return (one * len(self.targets) + two) * settings + -(-left // each)

    def groups(self, first: int, last: int, number: int = 0) -> Iterator[Group]:
        """Yield the attacks first … last, that one not included, pair by pair; `number` is added to theirs."""
        settings, count = self.settings, len(self.targets)
        acs, dcs = self.acs, self.dcs
        whole = tuple(map(self._values, range(settings))) if settings <= last - first else ()
        while first < last:
            pair, setting = divmod(first, settings)
            end = min(settings, setting + last - first)
            one, two = divmod(pair, count)
            attacker, weapon = self.attackers[one]
            # Whoever comes to the same settings again and again knows them by being the very same.
            own = whole if whole and end - setting == settings else tuple(map(self._values, range(setting, end)))
            yield Group(number + first * SLOTS * SLOTS, attacker, weapon, self.targets[two], own, acs, dcs)
            first += end - setting

    def _values(self, setting: int) -> tuple[Any, ...]:
        found = []
        for values in reversed(self.lists):
            setting, place = divmod(setting, len(values))
            found.append(values[place])
        return tuple(reversed(found))

    def cut(self, first: int, last: int) -> "Grid":
        """Return what a part needs: a grid is as small as a part of it."""
        return self


@dataclass(frozen=True)
class Listed:
    """Scenarios one by one: rows of places in the distinct values of each option."""

    attackers: tuple[tuple[Member, str | None], ...]
    targets: tuple[Member, ...]
    names: tuple[str, ...]
    lists: tuple[tuple[Any, ...], ...]
    """The distinct values of each of `names`."""
    rows: Any = field(repr=False)
    """An array with a row for each scenario: attacker, target, AC (-1 for as many as allowed), DC, then a place in
    each of `lists`."""
    start: int = 0
    """Scenarios of the list before the first of `rows`."""
    whole: int = 0
    """Scenarios of the whole list."""

    @property
    def attacks(self) -> int:
        """How many attacks there are: one for each scenario."""
        return self.whole

    size = attacks
    settings = largest = 1

    def first(self, size: int) -> int:
        """Return the first attack that has at least `size` scenarios before it."""
        return min(size, self.whole)

    def groups(self, first: int, last: int, number: int = 0) -> Iterator[Group]:
        """Yield the attacks first … last, that one not included; `number` is added to theirs."""
        for place in range(first, last):
            one, two, ac, dc, *places = map(int, self.rows[place - self.start])
            attacker, weapon = self.attackers[one]
            values = tuple(values[at] for values, at in zip(self.lists, places, strict=True))
            asked = (None if ac < 0 else ac,)
            yield Group(number + place * SLOTS * SLOTS, attacker, weapon, self.targets[two], (values,), asked, (dc,))

    def cut(self, first: int, last: int) -> "Listed":
        """Return the list with the rows first … last only."""
        rows = self.rows[first - self.start : last - self.start]
        return Listed(self.attackers, self.targets, self.names, self.lists, rows, first, self.whole)


Block = Grid | Listed


class Slice(NamedTuple):
    """What a part holds: attacks `first` … `last` of a block."""

    block: int
    first: int
    last: int
    number: int
    """What is added to the numbers of the block's scenarios."""


@dataclass(frozen=True)
class Plan:
    """A whole sweep: plain data that can be pickled and sent to where a part of it is worked out."""

    blocks: tuple[Block, ...]
    rules: str
    readings: tuple[str, ...]
    """`NAME=VALUE` of every scenario, before what its own reading says."""
    columns: tuple[str, ...]
    """The inputs that the output shows, in order."""
    figures: tuple[str, ...]
    trials: int | None
    seed: int | None
    part_size: int
    provenance: Mapping[str, Any] = field(repr=False)
    """What every part and the manifest say of the question."""
    parts_hold_cards: bool = True
    """Whether the cards stand in every part, or in the manifest alone."""
    target: Target | None = None
    """How small the standard errors of each scenario shall be; `trials` are then the most."""

    @property
    def engine(self) -> str:
        """`exact` or `mc`."""
        return "exact" if self.trials is None else "mc"

    def _step(self, block: Block) -> int:
        return max(self.part_size, block.largest)

    def _parts(self, block: Block) -> int:
        return -(-block.size // self._step(block))

    @property
    def parts(self) -> int:
        """How many parts there are; each is worked out alone.

        >>> Plan((), "revised", (), (), ("out",), None, None, 10, {}).parts
        0
        """
        return sum(self._parts(block) for block in self.blocks)

    @property
    def size(self) -> int:
        """About how many scenarios there are, those that cannot be asked included."""
        return sum(block.size for block in self.blocks)

    def slice(self, part: int) -> Slice:
        """Return what a part holds; IndexError for a part that does not exist."""
        number, left = 0, part
        for place, block in enumerate(self.blocks):
            parts = self._parts(block)
            if 0 <= left < parts:
                step = self._step(block)
                return Slice(place, block.first(left * step), block.first((left + 1) * step), number)
            left -= parts
            number += block.attacks * SLOTS * SLOTS
        raise IndexError(part)

    def groups(self, part: int) -> Iterator[tuple[Block, Group]]:
        """Yield the groups of a part, each with its block."""
        found = self.slice(part)
        block = self.blocks[found.block]
        for group in block.groups(found.first, found.last, found.number):
            yield block, group

    def task(self, part: int) -> "Plan":
        """Return the plan with no more in it than a part needs: what is sent to a worker."""
        found = self.slice(part)
        blocks = list(self.blocks)
        blocks[found.block] = blocks[found.block].cut(found.first, found.last)
        for place, block in enumerate(blocks):
            if place != found.block and isinstance(block, Listed):
                blocks[place] = block.cut(block.start, block.start)
        return replace(self, blocks=tuple(blocks))
