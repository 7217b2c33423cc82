"""From the groups of a plan to their scenarios: what one group took to find serves the next ones."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from bmg_odds.answers.many import reason
from bmg_odds.answers.sweep_chosen import Chosen, one_by_one
from bmg_odds.answers.sweep_plan import Group, Listed, Plan
from bmg_odds.answers.sweep_rows import LeftOut, Piece, Run, size_of, told
from bmg_odds.answers.sweep_settings import Setting, changed, setting
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.rules.heard import Heard, States
from bmg_odds.rules.hearing import Hearing
from bmg_odds.rules.kept import Kept
from bmg_odds.rules.question import Question


class Asked(NamedTuple):
    """A group's attack in a run of settings: the question, and what is heard of it; nothing is of the third edition."""

    alike: Question
    heard: Heard | None


class Finder:
    """Finds the scenarios of groups; what one group took to find serves the next ones of its kind."""

    def __init__(self, rules: str, readings: Sequence[str]) -> None:
        self._rules, self._readings = rules, tuple(readings)
        self._runs = Kept[Any, tuple[Run, ...]]()
        self._kept = Kept[Any, Asked]()
        self._pair: tuple[Card, str | None, Card] | None = None
        self._heard = Kept[Any, Asked]()
        self._hearing = Hearing()
        self._changed = Kept[Any, tuple[Card, Card]]()

    def pieces(
        self, names: tuple[str, ...], group: Group, left_out: LeftOut, *, rolled: bool, keep: bool = True
    ) -> Iterator[Piece]:
        """Yield the scenarios of a group that can be asked; the others are counted in `left_out`."""
        settings = group.settings
        for run in self._runs.found((names, settings), lambda: tuple(self._cut(names, settings))):
            yield from self._of_run(names, group, run, left_out, rolled=rolled, keep=keep)

    def _of_run(
        self, names: tuple[str, ...], group: Group, run: Run, left_out: LeftOut, *, rolled: bool, keep: bool
    ) -> Iterator[Piece]:
        if run.refusal:
            left_out.add(reason(run.refusal), told(group), size_of(group))
            return
        try:
            asked = self._asked(names, group, run) if keep else self._found(group, run)
        except BmgError as error:
            if not run.parts:
                left_out.add(reason(error), told(group), size_of(group) * len(run.values))
                return
            asked = None
        if run.parts and (asked is None or (asked.heard and asked.heard.minds)):
            for part in run.parts:
                yield from self._of_run(names, group, part, left_out, rolled=rolled, keep=keep)
            return
        assert asked is not None
        if asked.heard is None:
            yield from one_by_one(names, group, run, asked.alike, left_out)
            return
        chosen = Chosen(names, group, run, asked.alike, asked.heard, left_out, rolled)
        for stretch in asked.heard.stretches(run.states):
            if stretch.refusal:
                left_out.add(reason(stretch.refusal), told(group), size_of(group))
            else:
                yield from chosen.pieces(stretch)

    def _cut(self, names: tuple[str, ...], settings: tuple[tuple[Any, ...], ...]) -> Iterator[Run]:
        """Yield the runs of these settings."""
        first = 0
        for _, same in groupby((self._setting(names, values) for values in settings), _but_for_markers):
            found = list(same)
            one = found[0]
            if isinstance(one, BmgError):
                yield Run(first, settings[first : first + 1], None, States((), ()), refusal=one)
            else:
                yield _run(first, settings, found)
            first += len(found)

    def _setting(self, names: tuple[str, ...], values: tuple[Any, ...]) -> Any:
        """What these options come to, or why they cannot stand together."""
        try:
            return setting(self._rules, self._readings, names, values)
        except BmgError as error:
            return error.with_traceback(None)

    def _asked(self, names: tuple[str, ...], group: Group, run: Run) -> Asked:
        key = (group.attacker.name, group.weapon, group.target.name, names, run.values)
        return self._kept.found(key, lambda: self._found(group, run))

    def _found(self, group: Group, run: Run) -> Asked:
        found = run.setting
        assert found is not None
        attacker, weapon, target = group.attacker.card, group.weapon, group.target.card
        pair = self._pair
        if pair is None or pair[0] is not attacker or pair[1] != weapon or pair[2] is not target:
            self._pair = attacker, weapon, target  # a grid comes to all settings of a pair before the next one
            self._heard.clear()
        return self._heard.found(run.kind, lambda: self._hear(found, attacker, weapon, target))

    def _hear(self, found: Setting, attacker: Card, weapon: str | None, target: Card) -> Asked:
        if found.attacker:
            attacker = self._changes(attacker, found.attacker)
        if found.target:
            target = self._changes(target, found.target)
        question = Question(found.edition, attacker, target, weapon, found.situation)
        third = found.edition.name == "third"
        return Asked(question, None if third else self._hearing.of(question, found.kind))

    def _changes(self, card: Card, changes: tuple[tuple[str, int], ...]) -> Card:
        """The card with these values: the very same one whenever it is asked for."""
        # Cards are told apart by what they are in memory, so each is kept as long as its number counts.
        return self._changed.found((id(card), changes), lambda: (card, changed(card, changes)))[1]


def pieces(plan: Plan, part: int, left_out: LeftOut) -> Iterator[Piece]:
    """Yield the scenarios of a part that can be asked, group by group; the others are counted in `left_out`."""
    finder = Finder(plan.rules, plan.readings)
    rolled = plan.trials is not None
    for block, group in plan.groups(part):
        yield from finder.pieces(block.names, group, left_out, rolled=rolled, keep=isinstance(block, Listed))


def _but_for_markers(found: Any) -> Any:
    """Equal for settings that differ in the target's markers only; every refusal is alone."""
    return id(found) if isinstance(found, BmgError) else found.kind[:-1]


def _run(first: int, settings: tuple[tuple[Any, ...], ...], found: Sequence[Setting]) -> Run:
    """Return the run of these settings, whole and in parts."""
    begin, parts = first, list[Run]()
    cuts = [list(same) for _, same in groupby(found, lambda one: one.kind)]
    for same in cuts if len(cuts) > 1 else ():
        parts.append(_run(begin, settings, same))
        begin += len(same)
    states = States.of(*(one.situation for one in found))
    return Run(first, settings[first : first + len(found)], found[0], states, tuple(parts))
