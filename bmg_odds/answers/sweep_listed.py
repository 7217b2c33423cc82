"""Scenarios one by one: each row is read, checked and asked for as it comes, so a mistake has its line."""

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bmg_odds.answers.sweep_file import Asked, Given
from bmg_odds.answers.sweep_finder import Finder
from bmg_odds.answers.sweep_grid import editions_of, values_of
from bmg_odds.answers.sweep_models import Models
from bmg_odds.answers.sweep_plan import Group, Listed, Member
from bmg_odds.answers.sweep_rows import LeftOut
from bmg_odds.answers.sweep_values import EVERY, LISTS, MODELS, default, flag
from bmg_odds.errors import BmgError

_OWN = (*MODELS, "weapon", "ac", "dc")


def listed(asked: Asked, models: tuple[Models, Models], rules: str, readings: Mapping[str, str]) -> Listed:
    """Return the scenarios of a file; BmgError with the line of the first that cannot be asked."""
    import numpy as np

    names = tuple(name for name in asked.columns if name not in _OWN)
    book = _Book(models, rules, names)
    finder = Finder(rules, tuple(f"{name}={value}" for name, value in readings.items()))
    rows = array("i")
    known: set[tuple[int, ...]] = set()
    count = 0
    for given in asked.scenarios:
        row = book.row(given)
        if row not in known:
            _check(book.group(row), names, finder, given)
            if len(known) < 1_000_000:
                known.add(row)
        rows.extend(row)
        count += 1
    table = np.frombuffer(rows, dtype=np.intc).reshape(count, 4 + len(names)).astype(np.int32)
    # Of a card that was named again since, the last member knows most.
    attackers = tuple((models[0].members[member.card], weapon) for member, weapon in book.pairs)
    targets = tuple(models[1].members[member.card] for member in book.members)
    lists = tuple(tuple(values) for values in book.values.values())
    return Listed(attackers, targets, names, lists, table, 0, count)


def _check(group: Group, names: tuple[str, ...], finder: Finder, given: Given) -> None:
    left_out = LeftOut()
    for _ in finder.pieces(names, group, left_out, rolled=False):
        pass
    for why in left_out.reasons:
        raise BmgError(f"{given.place}{why}")


@dataclass
class _Book:
    """The distinct values of each option, each with its place."""

    models: tuple[Models, Models]
    rules: str
    names: tuple[str, ...]
    attackers: dict[tuple[str, str | None], int] = field(default_factory=dict)
    """Places in `pairs`, by the name of the model and its weapon."""
    pairs: list[tuple[Member, str | None]] = field(default_factory=list)
    targets: dict[str, int] = field(default_factory=dict)
    members: list[Member] = field(default_factory=list)
    values: dict[str, dict[Any, int]] = field(default_factory=dict)
    _read: dict[Any, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.values = {name: {} for name in self.names}

    def row(self, given: Given) -> tuple[int, ...]:
        """Return the places of a scenario's values."""
        rules = self._one(given, "rules", (self.rules,)) if "rules" in given.values else self.rules
        one, two = (self._model(given, side, rules) for side in (0, 1))
        weapon = self._one(given, "weapon", (rules,))
        ac, dc = self._one(given, "ac", (rules,)), self._one(given, "dc", (rules,))
        pair = self.attackers.setdefault((one.name, weapon), len(self.pairs))
        if pair == len(self.pairs):
            self.pairs.append((one, weapon))
        target = self.targets.setdefault(two.name, len(self.members))
        if target == len(self.members):
            self.members.append(two)
        places = [pair, target, -1 if ac is None else ac, dc]
        for name in self.names:
            value = rules if name == "rules" else self._one(given, name, (rules,))
            places.append(self.values[name].setdefault(value, len(self.values[name])))
        return tuple(places)

    def group(self, row: tuple[int, ...]) -> Group:
        """Return the group of a row that was just read."""
        one, two, ac, dc, *places = row
        attacker, weapon = self.pairs[one]
        values = tuple(list(self.values[name])[at] for name, at in zip(self.names, places, strict=True))
        return Group(0, attacker, weapon, self.members[two], (values,), (None if ac < 0 else ac,), (dc,))

    def _model(self, given: Given, side: int, rules: str) -> Member:
        name = MODELS[side]
        key = (name, rules, repr(given.values.get(name)))
        if key in self._read:
            known: Member = self._read[key]
            return known
        if name not in given.values:
            raise BmgError(f"{given.place}{name} is missing")
        try:
            found = self.models[side].add(given.values[name], rules)
        except BmgError as error:
            raise BmgError(f"{given.at(name)}{error}") from None
        if len(found) > 1:
            raise BmgError(f"{given.at(name)}{name}: a scenario has one; several make a [grid]")
        self._read[key] = self.models[side].members[found[0]]
        return self.models[side].members[found[0]]

    def _one(self, given: Given, name: str, editions: tuple[str, ...]) -> Any:
        if name not in given.values:
            return default(name)
        written = given.values[name]
        key = (name, editions, repr(written))
        if key not in self._read:
            if name == "rules":
                found = editions_of(given, self.rules)
            else:
                alone = [written] if name in LISTS and isinstance(written, list) else written
                found = values_of(given._replace(values={name: alone}), name, editions)
            if len(found) != 1 or EVERY in found:
                raise BmgError(f"{given.at(name)}{flag(name)}: a scenario has one value; several make a [grid]")
            self._read[key] = found[0]
        return self._read[key]
