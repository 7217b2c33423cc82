"""The scenarios of a part: what the engines take, what the columns show, and what was left out."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from bmg_odds.answers.sweep_plan import SLOTS, Group
from bmg_odds.answers.sweep_settings import Setting
from bmg_odds.errors import BmgError
from bmg_odds.rules.heard import Spread, States
from bmg_odds.rules.question import Question
from bmg_odds.rules.situation import Situation

MOST_REASONS = 50
"""Different reasons for leaving scenarios out that are told apart."""


class Run(NamedTuple):
    """Settings of a group that follow each other and differ in the target's markers only; or one whose options cannot
    stand together.
    """

    first: int
    """The place of the first among those of the group."""
    values: tuple[tuple[Any, ...], ...]
    setting: Setting | None
    """What the first comes to."""
    states: States
    parts: "tuple[Run, ...]" = ()
    """The same cut where the target gets its first markers, or loses its last; none where it does not."""
    refusal: BmgError | None = None

    @property
    def kind(self) -> tuple[Any, ...]:
        """What tells it from other runs of the same pair."""
        assert self.setting is not None
        return self.setting.kind[:-1] if self.parts else self.setting.kind


class Piece(NamedTuple):
    """Scenarios of one group that can be asked, in settings that follow each other and differ in the target's markers
    only: setting by setting one for each AC and DC, of which DC comes to its next value first.
    """

    group: Group
    names: tuple[str, ...]
    alike: Question
    """Without AC and DC, and without the target's markers."""
    first: int
    """The place of the first setting among those of the group."""
    values: tuple[tuple[Any, ...], ...]
    """In each setting a value for each of `names`."""
    situations: tuple[Situation, ...]
    """That of each setting, without AC and DC."""
    weapon: str
    spread: Spread | None
    """None where every scenario is resolved alone: rolled ones, and the third edition's."""
    acs: tuple[int | None, ...]
    dcs: tuple[tuple[int, ...], ...]
    """Those of each setting."""
    ac_places: tuple[int, ...]
    """Where each of `acs` stands among those of the group."""
    dc_places: tuple[tuple[int, ...], ...]

    @property
    def size(self) -> int:
        """How many scenarios there are."""
        return len(self.acs) * sum(map(len, self.dcs))

    def one(self) -> "Piece":
        """Return the scenarios of the first setting alone, to be rolled."""
        return self._replace(values=self.values[:1], situations=self.situations[:1], spread=None, dcs=self.dcs[:1],
                             dc_places=self.dc_places[:1])  # fmt: skip

    def scenarios(self) -> Iterator[tuple[int, Question]]:
        """Yield each scenario's number and question."""
        for place, (situation, dcs, dc_places) in enumerate(
            zip(self.situations, self.dcs, self.dc_places, strict=True), self.first
        ):
            for ac, one in zip(self.acs, self.ac_places, strict=True):
                for dc, two in zip(dcs, dc_places, strict=True):
                    asked = replace(self.alike, situation=replace(situation, ac=ac, dc=dc))
                    yield self.group.number + SLOTS * (SLOTS * place + one) + two, asked


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


def size_of(group: Group) -> int:
    """How many scenarios of one setting a group names, one where it names all that the cards allow."""
    return len(group.acs or (0,)) * len(group.dcs or (0,))


def told(group: Group) -> str:
    """Which attack it is, in words."""
    weapon = f" with {group.weapon}" if group.weapon else ""
    return f"{group.attacker.name}{weapon} against {group.target.name}"
