"""What a page's answers rest on: inferred readings, each with the situations in which it can matter, and traits.

A page cannot ask again under another reading. So what is named here is what changes the record that is counted,
which is a little more than what changes the answer; `attack` compares the answers themselves.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bmg_odds.errors import BmgError
from bmg_odds.rules.bearers import hear, unmodelled
from bmg_odds.rules.clash_terms import ClashTerms
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.record import Gate, Strike
from bmg_odds.rules.resolve import resolve
from bmg_odds.rules.splits import splits
from bmg_odds.rules.terms import Terms
from bmg_odds.rules.traits import known_in

ALWAYS, ONE_DC, TWO_DC, WOUNDED, DOWN = 1, 2, 4, 8, 16
"""Situations in which a reading can matter, as bits; that of one DC is an Effort in the third edition."""


def rests(question: Question, uses: Sequence[str], target_uses: Sequence[str]) -> list[Any]:
    """Return [[reading=value, situations], …], inferred wordings of traits, and traits that are not in the model.

    >>> from bmg_odds.answers.ask import question
    >>> rests(question("Bob", "Batman (AC)", weapon="unarmed"), [""], [""])[0]
    [['knockdown_match=any', 1], ['surplus_injuries=replace_stuns', 8], ['block_cap_at_impacts=no', 4],
     ['down_target=none', 16]]
    """
    given, _, _ = hear(question, ClashTerms() if question.edition.name == "third" else Terms())
    probes = _probes(question, ranged=given.ranged)
    return [_readings(question, probes), _traits(question, uses, target_uses), list(unmodelled(given))]


def _probes(question: Question, *, ranged: bool) -> dict[int, dict[str, Any]]:
    """Return the situations to look at, by their bit; those that the cards allow."""
    found: dict[int, dict[str, Any]] = {ALWAYS: {}}
    if (question.target.endurance or 0) > 1:
        found[WOUNDED] = {"stuns": 1}
    if question.edition.name == "third":
        if not ranged:
            found[ONE_DC] = {"target_efforts": 1, "attacker_efforts": 1}
        found[DOWN] = {"down": True}
    elif not ranged:
        most = splits(question).most_dc
        found |= {bit: {"dc": dc} for bit, dc in ((ONE_DC, 1), (TWO_DC, 2)) if dc <= most}
        found[DOWN] = {"down": True, "dc": min(1, most)}
    return found


def _readings(question: Question, probes: dict[int, dict[str, Any]]) -> list[list[Any]]:
    found: list[list[Any]] = []
    everything = {name: value for bit, probe in probes.items() if bit != DOWN for name, value in probe.items()}
    both = [everything, everything | probes[DOWN]] if DOWN in probes else [everything]
    for option in question.edition.options:
        if option.certainty != "I" or not option.one_attack:
            continue
        for value in option.values:
            other = replace(question, edition=question.edition.under({option.name: value}))
            if value == option.value or not any(_differ(question, other, probe) for probe in both):
                continue
            bits = sum(bit for bit, probe in probes.items() if _differ(question, other, probe)) or ALWAYS
            bits = ALWAYS if bits & ALWAYS else bits
            if found and found[-1][0] == f"{option.name}={option.value}":
                found[-1][1] |= bits
            else:
                found.append([f"{option.name}={option.value}", bits])
    return found


def _differ(one: Question, two: Question, probe: dict[str, Any]) -> bool:
    laws: list[tuple[object, ...] | None] = []
    for question in (one, two):
        try:
            laws.append(_law(resolve(replace(question, situation=replace(question.situation, **probe)))))
        except BmgError:
            laws.append(None)
    return laws[0] != laws[1]


def _law(resolved: Resolved) -> tuple[object, ...]:
    """Return what decides the figures, without what is idle here: caps on dice that are too few, and the like."""
    strike, harm, gate = resolved.strike, resolved.harm, resolved.gate
    if not isinstance(strike, Strike):
        return resolved.law
    if not harm.held_stuns:
        harm = replace(harm, replace_stuns=True)
    passed = gate and Gate(gate.faces, gate.rerolls, _idle(gate.passed))
    return _idle(strike), passed, harm, resolved.effects, resolved.back and _law(resolved.back)


def _idle(strike: Strike) -> Strike:
    if strike.block_dice <= strike.block_need:
        strike = strike._replace(block_cap=0)
    return strike if strike.block_dice else strike._replace(block=0, block_rerolls=0, block_need=1)


def _traits(question: Question, uses: Sequence[str], target_uses: Sequence[str]) -> list[str]:
    """Return the traits whose wording is inferred and that change a record here, used or always on."""
    known = known_in(question.edition.name)
    found: dict[str, None] = {}
    used: list[dict[str, Any]] = [
        *({"use": (name,)} for name in uses if name),
        *({"target_use": (name,)} for name in target_uses if name),
    ]
    for choice in ({}, *used):
        asked = replace(question, situation=replace(question.situation, **choice))
        try:
            spoke = resolve(asked).traits
        except BmgError:
            continue
        for name in spoke:
            trait = known[name.key]
            without = replace(asked, without=frozenset({name}))
            if trait.certainty == "I" and trait.name not in found and _differ(asked, without, {}):
                found.setdefault(trait.name)
    return list(found)
