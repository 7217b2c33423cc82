"""The scenarios of a part, resolved: what the engines take, what the columns show, and what was left out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from bmg_odds.answers.many import reason
from bmg_odds.answers.sweep_plan import SLOTS, Group, Listed, Plan
from bmg_odds.answers.sweep_settings import Setting, Settings, changed
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.rules.heard import Heard, Hearing, Spread
from bmg_odds.rules.kept import Kept
from bmg_odds.rules.question import Question
from bmg_odds.rules.resolve import resolve
from bmg_odds.rules.situation import Situation

EVERY_DC = tuple(tuple(range(count)) for count in range(SLOTS + 1))
"""The DC from 0 by their number."""
MOST_REASONS = 50
"""Different reasons for leaving scenarios out that are told apart."""


class Piece(NamedTuple):
    """Scenarios of one group that can be asked: one for each AC and DC, all AC with the first DC last."""

    group: Group
    names: tuple[str, ...]
    alike: Question
    """Without AC and DC; of the target's markers only whether there are any is this scenario's."""
    situation: Situation
    """Without AC and DC."""
    weapon: str
    spread: Spread | None
    """None where every scenario is resolved alone: rolled ones, and the third edition's."""
    acs: tuple[int | None, ...]
    dcs: tuple[int, ...]
    ac_places: tuple[int, ...]
    """Where each of `acs` stands among those of the group."""
    dc_places: tuple[int, ...]

    def scenarios(self) -> Iterator[tuple[int, Question]]:
        """Yield each scenario's number and question."""
        for ac, one in zip(self.acs, self.ac_places, strict=True):
            for dc, two in zip(self.dcs, self.dc_places, strict=True):
                asked = replace(self.alike, situation=replace(self.situation, ac=ac, dc=dc))
                yield self.group.number + SLOTS * one + two, asked


@dataclass
class LeftOut:
    """Scenarios that cannot be asked: how many, and for each reason how many and which was the first."""

    count: int = 0
    reasons: dict[str, tuple[int, str]] = field(default_factory=dict)

    def add(self, why: str, example: str, count: int = 1) -> None:
        """Count scenarios that are left out."""
        self.count += count
        if why in self.reasons or len(self.reasons) < MOST_REASONS:
            before, first = self.reasons.get(why, (0, example))
            self.reasons[why] = (before + count, first)

    def record(self) -> dict[str, Any]:
        """Return it JSON-ready, the most frequent reason first.

        >>> found = LeftOut()
        >>> found.add("no counters", "Bob", 2)
        >>> found.record()
        {'count': 2, 'reasons': [{'reason': 'no counters', 'count': 2, 'first': 'Bob'}]}
        """
        ranked = sorted(self.reasons.items(), key=lambda each: (-each[1][0], each[0]))
        return {
            "count": self.count,
            "reasons": [{"reason": why, "count": count, "first": first} for why, (count, first) in ranked],
        }


class Asked(NamedTuple):
    """A group's attack: what `Piece` holds of it, and what is heard of it; nothing is of the third edition's."""

    alike: Question
    situation: Situation
    heard: Heard | None
    spread: Spread | None


class Finder:
    """Finds the scenarios of groups; what one group of a list took to find serves the next ones of its kind."""

    def __init__(self, rules: str, readings: Sequence[str]) -> None:
        self._settings = Settings(rules, readings)
        self._kept = Kept[Any, Asked]()
        self._pair: tuple[Card, str | None, Card] | None = None
        self._heard = Kept[Any, tuple[Question, Heard | None]]()
        self._hearing = Hearing()
        self._changed = Kept[Any, tuple[Card, Card]]()

    def pieces(
        self, names: tuple[str, ...], group: Group, left_out: LeftOut, *, rolled: bool, keep: bool = True
    ) -> Iterator[Piece]:
        """Yield the scenarios of a group that can be asked; the others are counted in `left_out`."""
        try:
            asked = self._asked(names, group) if keep else self._found(names, group)
        except BmgError as error:
            left_out.add(reason(error), _told(group), len(group.acs or (0,)) * len(group.dcs or (0,)))
            return
        each = asked.spread
        if each is None:
            yield from _one_by_one(names, group, asked, left_out)
        elif group.acs is None and group.dcs is None and len(each.acs) <= SLOTS and len(each.blocks) <= SLOTS:
            every = EVERY_DC[len(each.blocks)]  # all that the cards allow: nothing to check, and the most usual by far
            ac_places = (0,) if each.weapon.rof is not None else each.acs
            kept = None if rolled else each
            yield Piece(
                group, names, asked.alike, asked.situation, each.weapon.name, kept, each.acs, every, ac_places, every
            )
        else:
            yield from _spread_out(names, group, asked, left_out, rolled=rolled)

    def _asked(self, names: tuple[str, ...], group: Group) -> Asked:
        key = (group.attacker.name, group.weapon, group.target.name, names, group.values)
        return self._kept.found(key, lambda: self._found(names, group))

    def _found(self, names: tuple[str, ...], group: Group) -> Asked:
        found = self._settings.of(names, group.values)
        attacker, weapon, target = group.attacker.card, group.weapon, group.target.card
        pair = self._pair
        if pair is None or pair[0] is not attacker or pair[1] != weapon or pair[2] is not target:
            self._pair = attacker, weapon, target  # a grid comes to all settings of a pair before the next one
            self._heard.clear()
        alike, said = self._heard.found(found.kind, lambda: self._hear(found, attacker, weapon, target))
        return Asked(alike, found.situation, said, said.spread(found.situation) if said else None)

    def _hear(self, found: Setting, attacker: Card, weapon: str | None, target: Card) -> tuple[Question, Heard | None]:
        if found.attacker:
            attacker = self._changes(attacker, found.attacker)
        if found.target:
            target = self._changes(target, found.target)
        question = Question(found.edition, attacker, target, weapon, found.situation)
        third = found.edition.name == "third"
        return question, None if third else self._hearing.of(question, found.kind)

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


def _one_by_one(names: tuple[str, ...], group: Group, asked: Asked, left_out: LeftOut) -> Iterator[Piece]:
    """Each AC with each DC asked for, resolved alone."""
    for one, ac in enumerate(group.acs or (None,)):
        for two, dc in enumerate(group.dcs or (0,)):
            weapon = _alone(asked, ac, dc, group, left_out)
            if weapon:
                yield Piece(group, names, asked.alike, asked.situation, weapon, None, (ac,), (dc,), (one,), (two,))


def _spread_out(
    names: tuple[str, ...], group: Group, asked: Asked, left_out: LeftOut, *, rolled: bool
) -> Iterator[Piece]:
    """All AC with all DC that are asked for, at once where the cards allow all of them."""
    alike, situation, heard, each = asked
    assert heard is not None
    assert each is not None
    kept, every, weapon = None if rolled else each, tuple(range(len(each.blocks))), each.weapon
    if max(len(each.acs), len(every)) > SLOTS:
        raise BmgError(f"more than {SLOTS - 1} AC or DC of one attack are not swept")
    if group.acs is None:
        acs, ac_places = each.acs, (0,) if weapon.ranged else each.acs
    else:
        acs = tuple(each.acs[-1] if ac is None else ac for ac in group.acs)
        ac_places = tuple(range(len(acs)))
    dcs, dc_places = (every, every) if group.dcs is None else (group.dcs, tuple(range(len(group.dcs))))
    bad_acs = () if group.acs is None else set(acs).difference(each.acs)
    bad_dcs = () if group.dcs is None else set(dcs).difference(every)
    if not bad_acs and not bad_dcs:
        yield Piece(group, names, alike, situation, weapon.name, kept, acs, dcs, ac_places, dc_places)
        return
    # Neither side's counters depend on the other's: a reason is looked for once.
    refused = {dc: heard.refusal(situation, each.acs[-1], dc) for dc in bad_dcs}
    for ac, one in zip(acs, ac_places, strict=True):
        if ac in bad_acs:
            left_out.add(reason(heard.refusal(situation, ac, 0) or BmgError("")), _told(group), len(dcs))
            continue
        for dc, two in zip(dcs, dc_places, strict=True):
            why = refused.get(dc)
            if why:
                left_out.add(reason(why), _told(group))
                continue
            alone = None if dc in bad_dcs else kept
            yield Piece(group, names, alike, situation, weapon.name, alone, (ac,), (dc,), (one,), (two,))


def _alone(asked: Asked, ac: int | None, dc: int, group: Group, left_out: LeftOut) -> str:
    """Return the weapon of a scenario that can be asked, or nothing, and count it as left out."""
    try:
        return resolve(replace(asked.alike, situation=replace(asked.situation, ac=ac, dc=dc))).weapon.name
    except BmgError as error:
        left_out.add(reason(error), _told(group))
        return ""


def _told(group: Group) -> str:
    """Which attack it is, in words."""
    weapon = f" with {group.weapon}" if group.weapon else ""
    return f"{group.attacker.name}{weapon} against {group.target.name}"
