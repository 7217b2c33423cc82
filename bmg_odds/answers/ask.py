"""Asking: one attack, by either engine (CONTRACT `attack` and Python)."""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bmg_odds.answers import keywords
from bmg_odds.answers.agreement import g_test
from bmg_odds.answers.engine import exact_table, rolled_table
from bmg_odds.answers.outcome import Outcome
from bmg_odds.answers.target import DEFAULT_TRIALS, Target, rolled
from bmg_odds.facts.card import Card
from bmg_odds.facts.naming import parse_model
from bmg_odds.facts.roster import Roster
from bmg_odds.rules.edition import edition
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.resolve import resolve
from bmg_odds.rules.situation import Situation

if TYPE_CHECKING:
    from bmg_odds.engines.table import Table

Readings = Mapping[str, str] | Iterable[str]
Paths = Iterable[str | os.PathLike[str]] | Roster


def cards_of(roster: Paths) -> Roster:
    """Return the cards that a question may name: a roster as it is, or the bundled one with these files added."""
    return roster if isinstance(roster, Roster) else Roster.load(keywords.paths(roster))


def models_of(named: Mapping[str, str | Card], cards: Roster, rules: str, *, as_edition: bool = False) -> list[Card]:
    """Return the models of a question, by the keyword of each; BmgError for what names none."""
    return [
        model
        if isinstance(model, Card)
        else parse_model(keywords.text(name, model), cards, rules, as_edition=as_edition)
        for name, model in named.items()
    ]


def question(
    attacker: str | Card,
    target: str | Card,
    *,
    weapon: str | None = None,
    rules: str = "revised",
    reading: Readings = (),
    roster: Paths = (),
    as_edition: bool = False,
    **situation: Any,
) -> Question:
    """Return the question that these names and values ask; BmgError where they ask none."""
    found = edition(rules, keywords.readings(reading))
    named = {"attacker": attacker, "target": target}
    models = models_of(named, cards_of(roster), rules, as_edition=as_edition)
    weapon = None if weapon is None else keywords.text("weapon", weapon)
    situation = keywords.situation(situation)
    return Question(found, models[0], models[1], weapon, Situation(**situation))


def attack(attacker: str | Card, target: str | Card, **options: Any) -> Outcome:
    """Return the exact outcome of one attack (R2).

    Keywords are the command line's options: `weapon`, `ac`, `dc`, `mc`, `use`, `target_use`, `form`,
    `outnumbered`, `defensive`, `grabbed`, `moved`, `moves_after`, `cover`, `crouched`, `as_edition`,
    `impact_bonus`, `block_bonus`, `damage_bonus`, `reroll`, `injuries`, `stuns`, `down`, `rules`, `reading`,
    `roster`. Raises BmgError for everything that cannot be asked.

    >>> round(attack("attack=5,strength=3,damage=SS", "defense=3,endurance=4", dc=3).chance.ko, 4)
    0.4997
    """
    resolved = resolve(question(attacker, target, **options))
    return counted(resolved)


def counted(resolved: Resolved) -> Outcome:
    """Return the exact outcome of a resolved attack, with that of the strike back where there is one."""
    back = counted(resolved.back) if resolved.back else None
    return Outcome(resolved, exact_table(resolved), back=back)


def simulate(
    attacker: str | Card,
    target: str | Card,
    *,
    trials: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    target_error: float | None = None,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> Outcome:
    """Return the outcome of one attack rolled `trials` times, a million unless told; the same keywords as `attack`.

    With a `target_error` it is rolled until no standard error of the headline chances is larger, in blocks of 65,536,
    at most `trials` times (a thousand million unless told); `Outcome.trials` says how often. A seed is drawn where
    none is given. The outcome's `check` is the G-test of its joint table against the exact one.

    >>> simulate("Batman (AC)", "Gotham Policeman", trials=1000, seed=1).trials
    1000
    """
    import secrets

    resolved = resolve(question(attacker, target, **options))
    seed = secrets.randbits(32) if seed is None else seed

    def roll(count: int) -> "tuple[Table, int]":
        table = rolled_table(resolved, trials=count, seed=seed, threads=threads, progress=progress)
        return table, table.trials or 0

    wanted = None if target_error is None else Target.of(target_error, trials)
    done = rolled(
        DEFAULT_TRIALS if trials is None else trials,
        wanted,
        roll,
        lambda table: Outcome(resolved, table, seed=0).chance_error,
    )
    table = replace(done.found, interrupted=done.interrupted)
    check = g_test(table.values, exact_table(resolved).values)
    back = _rolled_back(resolved, table, seed=seed, threads=threads)
    return Outcome(resolved, table, seed=seed, check=check, back=back, target_error=target_error)


def _rolled_back(resolved: Resolved, rolled: "Table", *, seed: int, threads: int | None) -> Outcome | None:
    """Roll the strikes back: one for each attack in which a block die succeeded, with a seed of their own."""
    if resolved.back is None:
        return None
    struck = sum(rolled.values[len(rolled.values) // 2 :])
    own = (seed ^ 0x9E3779B97F4A7C15) % 2**64
    wanted = exact_table(resolved.back)
    if not struck:
        return Outcome(resolved.back, wanted)
    table = rolled_table(resolved.back, trials=int(struck), seed=own, threads=threads)
    return Outcome(resolved.back, table, seed=own, check=g_test(table.values, wanted.values))
