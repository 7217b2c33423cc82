"""Hearing attack after attack: what was heard of one serves every other for which the traits say the same (R2.1)."""

from collections.abc import Hashable
from typing import Any

from bmg_odds.facts.card import Card, Weapon
from bmg_odds.rules.bearers import acting, defending
from bmg_odds.rules.heard import Heard, Held, Said, Stretch, minds, signed
from bmg_odds.rules.kept import MOST, Kept
from bmg_odds.rules.limits import _cost
from bmg_odds.rules.question import Question
from bmg_odds.rules.resolve import check
from bmg_odds.rules.terms import Given


class Hearing:
    """Hears attack after attack, the targets of one attacker and weapon one after the other if it can be."""

    def __init__(self) -> None:
        self._attack: tuple[Card, str | None] | None = None
        self._attackers: dict[Hashable, tuple[bool, bool]] = {}
        self._heard: dict[Any, Heard] = {}
        # Cards are told apart by what they are in memory, so each is kept as long as its number counts.
        self._speakers = Kept[tuple[int, Hashable, bool], tuple[Card, Said]]()
        self._most = Kept[Any, tuple[Card, dict[Held, tuple[Stretch, ...]]]]()

    def of(self, question: Question, kind: tuple[Hashable, ...]) -> Heard:
        """Return what `Heard.of` returns, or raise what it raises.

        `kind` is equal for questions that differ in attacker, weapon and target alone, and in the number of the
        target's markers where both have some or neither has; its last part alone says whether there are any.
        """
        if self._attack is None or self._attack[0] is not question.attacker or self._attack[1] != question.weapon:
            self._attack = question.attacker, question.weapon
            self._attackers.clear()
            self._heard.clear()
        most = kind[:-1]
        if most not in self._attackers:
            return self._against(self._hear(question, kind), question.target, most)
        check(question)
        ranged, minded = self._attackers[most]
        said = self._spoken(question, most, ranged=ranged)
        like = self._heard.get((kind if minded or minds(said) else most, said))
        return self._against(like or self._hear(question, kind), question.target, most)

    def _hear(self, question: Question, kind: tuple[Hashable, ...]) -> Heard:
        heard = Heard.of(question)
        attacker, target = map(signed, heard.bearers)
        if len(self._heard) >= MOST:
            self._heard.clear()
            self._attackers.clear()
        minded = minds(attacker)
        self._attackers[kind[:-1]] = heard.given.ranged, minded
        self._heard[kind if minded or minds(target) else kind[:-1], target] = heard
        return heard

    def _against(self, like: Heard, target: Card, kind: Hashable) -> Heard:
        return like.against(target, self._limits(like, target, kind))

    def _spoken(self, question: Question, kind: Hashable, *, ranged: bool) -> Said:
        """What tells apart the traits with which the target speaks."""

        def said() -> tuple[Card, Said]:
            # Of the weapon only its kind counts, and of the attacker nothing.
            given = Given(question.edition, question.situation, question.attacker, Weapon(name=""), question.target)
            return question.target, signed(acting(defending(given), question.without, ranged=ranged))

        return self._speakers.found((id(question.target), kind, ranged), said)[1]

    def _limits(self, like: Heard, target: Card, kind: Hashable) -> dict[Held, tuple[Stretch, ...]]:
        """What is known so far of the DC of a target, whoever attacks it, where the traits say the same of that."""
        terms = like.terms
        said = (
            like.given.ranged, terms.target_skills, terms.defense_cap, terms.may_dodge, terms.target_no_special,
            _cost(like.bearers[1]),
        )  # fmt: skip
        return self._most.found((id(target), kind, said), lambda: (target, {}))[1]
