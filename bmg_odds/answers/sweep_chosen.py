"""The AC and DC that a group asks for, out of what is heard of its attack."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from bmg_odds.answers.many import reason
from bmg_odds.answers.sweep_plan import SLOTS, Group
from bmg_odds.answers.sweep_rows import LeftOut, Piece, Run, told
from bmg_odds.errors import BmgError
from bmg_odds.rules.heard import Heard, Spread, Stretch
from bmg_odds.rules.question import Question
from bmg_odds.rules.resolve import resolve

Numbers = tuple[int, ...]
Each = tuple[Numbers, ...]
"""Numbers for each of several settings."""


class Chosen(NamedTuple):
    """What a group asks of an attack that was heard in a run of settings."""

    names: tuple[str, ...]
    group: Group
    run: Run
    alike: Question
    heard: Heard
    left_out: LeftOut
    rolled: bool

    def pieces(self, stretch: Stretch) -> Iterator[Piece]:
        """Yield the scenarios of states in which the target may be attacked."""
        each, dcs = self.heard.spread(stretch), self.group.dcs
        if max(len(each.acs), max(stretch.most) + 1) > SLOTS:
            raise BmgError(f"more than {SLOTS - 1} AC or DC of one attack are not swept")
        acs, ac_places = self._acs(stretch, each)
        if not acs:
            return
        if dcs is None:
            every = _every(stretch.most)
            yield self._piece(stretch, each, acs, every, ac_places, every)
        elif max(dcs) <= min(stretch.most):
            count = len(stretch.most)
            places = tuple(range(len(dcs)))
            yield self._piece(stretch, each, acs, _alike(dcs, count), ac_places, _alike(places, count))
        else:
            for state in stretch.each():
                yield from self._state(state, acs, ac_places, dcs)

    def _acs(self, stretch: Stretch, each: Spread) -> tuple[Numbers, Numbers]:
        """Return the AC that can be asked, and their places; the others are left out."""
        if self.group.acs is None:
            return each.acs, (0,) if each.weapon.ranged else each.acs
        asked = [each.acs[-1] if ac is None else ac for ac in self.group.acs]
        places = tuple(place for place, ac in enumerate(asked) if ac in each.acs)
        if len(places) < len(asked):
            dcs = self.group.dcs
            count = sum(stretch.most) + len(stretch.most) if dcs is None else len(dcs) * len(stretch.most)
            for ac in asked:
                if ac not in each.acs:
                    self._leave_out(stretch, ac, 0, count)
        return tuple(asked[place] for place in places), places

    def _state(self, state: Stretch, acs: Numbers, ac_places: Numbers, dcs: Numbers) -> Iterator[Piece]:
        """Yield the scenarios of one state in which not all DC can be asked."""
        most = state.most[0]
        kept = tuple(place for place, dc in enumerate(dcs) if dc <= most)
        for dc in dcs:
            if dc > most:
                self._leave_out(state, self.heard.acs[-1], dc, len(acs))
        if kept:
            own = tuple(dcs[place] for place in kept)
            yield self._piece(state, self.heard.spread(state), acs, (own,), ac_places, (kept,))

    def _leave_out(self, stretch: Stretch, ac: int, dc: int, count: int) -> None:
        """Leave out so many scenarios of an AC or DC that cannot be asked."""
        # Neither side's counters depend on the other's: a reason is looked for once.
        why = self.heard.refusal(self.run.states.situations[stretch.first], ac, dc)
        assert why is not None
        self.left_out.add(reason(why), told(self.group), count)

    def _piece(
        self, stretch: Stretch, each: Spread, acs: Numbers, dcs: Each, ac_places: Numbers, dc_places: Each
    ) -> Piece:
        run, first, last = self.run, stretch.first, stretch.first + len(stretch.most)
        return Piece(
            self.group, self.names, self.alike, run.first + first, run.values[first:last],
            run.states.situations[first:last], self.heard.given.weapon.name, None if self.rolled else each,
            acs, dcs, ac_places, dc_places,
        )  # fmt: skip


@lru_cache(maxsize=4096)
def _every(most: Numbers) -> Each:
    """All DC, for each of some most DC; the very same tuple whenever it is asked for."""
    return tuple(tuple(range(each + 1)) for each in most)


@lru_cache(maxsize=4096)
def _alike(each: Numbers, count: int) -> Each:
    """The same for so many settings; the very same tuple whenever it is asked for."""
    return (each,) * count


def one_by_one(names: tuple[str, ...], group: Group, run: Run, alike: Question, left_out: LeftOut) -> Iterator[Piece]:
    """Each AC with each DC asked for in each setting, resolved alone."""
    for place, (values, situation) in enumerate(zip(run.values, run.states.situations, strict=True), run.first):
        for one, ac in enumerate(group.acs or (None,)):
            for two, dc in enumerate(group.dcs or (0,)):
                try:
                    weapon = resolve(replace(alike, situation=replace(situation, ac=ac, dc=dc))).weapon.name
                except BmgError as error:
                    left_out.add(reason(error), told(group))
                    continue
                yield Piece(group, names, alike, place, (values,), (situation,), weapon, None,
                            (ac,), ((dc,),), (one,), ((two,),))  # fmt: skip
