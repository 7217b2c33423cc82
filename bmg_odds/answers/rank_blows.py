"""The attacks of a ranking: every weapon of every card, which of them count, and what they rest on."""

import math
from dataclasses import dataclass, replace
from typing import Any

from bmg_odds.answers.dice import Dice, Progress
from bmg_odds.answers.many import fitting, reason, weapon_names
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.rules.edition import Edition
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.resolve import resolve
from bmg_odds.rules.situation import Situation
from bmg_odds.rules.splits import splits


@dataclass(frozen=True)
class Blow:
    """One attack of the ranking: who (by place in the lists), with what, and its figure."""

    subject: int
    other: int
    resolved: Resolved
    value: float = math.nan
    error: float | None = None
    weight: int = 1
    """How often the other stands among those that the mean is over."""

    @property
    def weapon(self) -> str:
        """The weapon as it is called."""
        return self.resolved.weapon.name

    @property
    def asked(self) -> str | None:
        """The weapon as asked for: no two of a card have the same."""
        return self.resolved.question.weapon

    @property
    def ac(self) -> int:
        """The AC that it takes."""
        return self.resolved.situation.ac or 0


def every_blow(
    found: Edition, side: str, subjects: list[Card], others: list[Card], asked: Situation,
    left_out: list[dict[str, str]], progress: Progress | None = None,
) -> list[Blow]:  # fmt: skip
    """Return every attack of every weapon; whoever cannot attack, or be attacked, is left out.

    `progress` is told of pairs of models.

    An attack that one pair of models cannot make would make means of different targets: one of `others` that no
    subject can be set against is left out itself, then every subject that misses one of those who remain.
    """
    blows: list[Blow] = []
    refused: dict[tuple[int, int], str] = {}
    for one, subject in enumerate(subjects):
        for two, other in enumerate(others):
            attacker, target = (subject, other) if side == "attackers" else (other, subject)
            made, errors = [], []
            for weapon in weapon_names(attacker):
                try:
                    made.append(Blow(one, two, _resolved(Question(found, attacker, target, weapon, asked))))
                except BmgError as error:
                    errors.append(reason(error))
            blows += made
            if not made:
                refused[one, two] = errors[-1]
        if progress:
            progress((one + 1) * len(others), len(subjects) * len(others))
    idle = {two for two in range(len(others)) if all((one, two) in refused for one in range(len(subjects)))}
    if subjects:
        left_out += [{"name": others[two].name, "reason": refused[0, two]} for two in sorted(idle)]
    lost = {one: why for (one, two), why in reversed(refused.items()) if two not in idle}
    left_out += [{"name": subjects[one].name, "reason": lost[one]} for one in sorted(lost)]
    blows = [blow for blow in blows if blow.subject not in lost and blow.other not in idle]
    if side == "defenders":
        return blows
    kept = _of_every_target(blows, len(others) - len(idle))
    for one in sorted({blow.subject for blow in blows} - {blow.subject for blow in kept}):
        left_out.append({"name": subjects[one].name, "reason": "none of its weapons serves against every target"})
    return kept


def _of_every_target(blows: list[Blow], targets: int) -> list[Blow]:
    """Return the attacks of the weapons that serve against every target."""
    count: dict[tuple[int, str | None], int] = {}
    for blow in blows:
        count[blow.subject, blow.asked] = count.get((blow.subject, blow.asked), 0) + 1
    return [blow for blow in blows if count[blow.subject, blow.asked] == targets]


def _resolved(asked: Question) -> Resolved:
    """Return the attack with as many of the AC and DC asked for as these two can spend."""
    asked = fitting(asked)
    situation = asked.situation
    if asked.edition.name == "third" or (situation.ac is None and not situation.dc):
        return resolve(asked)
    allowed = splits(asked)
    ac = situation.ac if situation.ac is None else min(situation.ac, allowed.acs[-1])
    return resolve(replace(asked, situation=replace(situation, ac=ac, dc=min(situation.dc, allowed.most_dc))))


def those_that_count(side: str, blows: list[Blow], per: str | None) -> dict[int, list[Blow]]:
    """Return the attacks that count, by subject: an attacker's best weapon, the best weapons against a defender."""
    groups: dict[int, dict[Any, list[Blow]]] = {}
    for blow in blows:
        key = blow.asked if side == "attackers" else blow.other
        groups.setdefault(blow.subject, {}).setdefault(key, []).append(blow)

    def worth(group: list[Blow]) -> float:
        return round(math.fsum(blow.weight * share(blow, per) for blow in group), 12)

    if side == "attackers":
        return {one: max(weapons.values(), key=worth) for one, weapons in groups.items()}
    return {
        one: [max(group, key=lambda blow: round(share(blow, per), 12)) for group in attackers.values()]
        for one, attackers in groups.items()
    }


def share(blow: Blow, per: str | None) -> float:
    """The figure of one attack, for each AC it takes where that is asked."""
    if per != "ac":
        return blow.value
    return blow.value / blow.ac if blow.ac else 0.0


def roll(chosen: dict[int, list[Blow]], figure: str, dice: Dice, progress: Progress | None) -> dict[int, list[Blow]]:
    """Return the chosen attacks with rolled figures and their standard errors."""
    total, place = sum(len(group) for group in chosen.values()), 0
    found: dict[int, list[Blow]] = {one: [] for one in chosen}
    for one, group in chosen.items():
        for blow in group:
            cell = dice.cell(blow.resolved, figure, place, dice.within(progress, place, total))
            found[one].append(replace(blow, value=cell["value"], error=cell["standard_error"]))
            place += 1
            dice.tell(progress, place, total)
    return found


def each_once(blows: list[Blow]) -> list[Resolved]:
    """Return attacks that have each subject and each of the others once: what the ranking rests on is asked of them.

    A reading touches an attack by its weapon, by the situation or by the target, so they stand for every pair.
    """
    seen: set[tuple[str, int]] = set()
    few = []
    for blow in blows:
        keys = {("subject", blow.subject), ("other", blow.other)}
        if keys - seen:
            seen |= keys
            few.append(blow.resolved)
    return few
