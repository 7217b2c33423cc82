"""Many attacks asked alike: by which engine, with which weapons, and what all their answers rest on."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

from bmg_odds.answers.ask import counted
from bmg_odds.answers.engine import rolled_table
from bmg_odds.answers.numbers import is_chance
from bmg_odds.answers.outcome import CHANCES, MARKERS, Outcome
from bmg_odds.answers.record import card_record, weapon_record
from bmg_odds.answers.record import circumstances as phrases
from bmg_odds.answers.rests import _differs, warnings
from bmg_odds.answers.target import Target, largest, settle, shortfall
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.resolve import resolve
from bmg_odds.rules.situation import check_edition
from bmg_odds.rules.traits import known_in
from bmg_odds.rules.weapons import choose_weapon, is_unarmed

Progress = Callable[[int, int], object]
R = TypeVar("R")

DEFAULT_TRIALS = 1_000_000
_STEP = 0x9E3779B97F4A7C15  # odd, so no two places of a table ever share a seed
CERTAIN = 1e-12
"""Two figures nearer than this are the same figure: sums of chances differ in their last digits."""


@dataclass(frozen=True)
class Dice:
    """Which engine answers, and with which dice: `trials` and `seed` are None when every case is counted.

    >>> Dice.of("mc", seed=7).trials
    1000000
    """

    engine: str = "exact"
    trials: int | None = None
    """With a `target`, the most; once it is settled, those that were rolled."""
    seed: int | None = None
    threads: int | None = None
    target: Target | None = None
    interrupted: bool = False

    @classmethod
    def of(
        cls,
        engine: str = "exact",
        trials: int | None = None,
        seed: int | None = None,
        threads: int | None = None,
        target_error: float | None = None,
    ) -> "Dice":
        """Return the dice of these options; a seed is drawn where none is given.

        Raises BmgError for an engine that is not known and for an option that the engine does not have.
        """
        if engine not in ("exact", "mc"):
            raise BmgError(f"engine '{engine}' is not known; allowed: exact, mc")
        if engine == "mc":
            import secrets

            target = None if target_error is None else Target.of(target_error, trials)
            trials = target.most if target else DEFAULT_TRIALS if trials is None else trials
            return cls(engine, trials, secrets.randbits(32) if seed is None else seed, threads, target)
        no_dice(trials, seed, threads, target_error)
        return cls()

    def settled(self, work: "Callable[[Dice], R]", error: Callable[[R], float]) -> "tuple[Dice, R]":
        """Return these dice with the trials that were rolled, and what `work` found with so many.

        Without a target, those asked for; with one, as `target.settle` has it, `error` being the largest standard
        error of what was found.
        """
        if self.target is None:
            return self, work(self)
        found = settle(self.target, lambda trials: (work(replace(self, trials=trials)), trials), error)
        return replace(self, trials=found.trials, interrupted=found.interrupted), found.found

    def outcome(self, resolved: Resolved, place: int = 0, progress: Progress | None = None) -> Outcome:
        """Return the outcome of one attack; each `place` of a table has dice of its own, place 0 the seed itself."""
        if self.trials is None or self.seed is None:
            return counted(resolved)
        seed = (self.seed + place * _STEP) % 2**64
        table = rolled_table(resolved, trials=self.trials, seed=seed, threads=self.threads, progress=progress)
        if table.interrupted:  # one attack of many, with fewer rolls than the others
            raise KeyboardInterrupt
        return Outcome(resolved, table, seed=seed)

    def tell(self, progress: Progress | None, done: int, total: int) -> None:
        """Tell of so many attacks done: in rolls, where they are rolled."""
        if progress:
            progress(done * (self.trials or 1), total * (self.trials or 1))

    def within(self, progress: Progress | None, done: int, total: int) -> Progress | None:
        """Return what tells the rolls of the next attack, so many being done already; None where none is rolled."""
        if progress is None or self.trials is None:
            return None
        each = self.trials
        return lambda rolls, _: progress(done * each + rolls, total * each)

    def cell(self, resolved: Resolved, figure: str, place: int = 0, progress: Progress | None = None) -> dict[str, Any]:
        """Return figure, value and standard error of one attack, with its seed where it was rolled.

        The seed is that of the same attack asked alone: `attack … --engine mc --seed`. `progress` is told its rolls.
        """
        outcome = self.outcome(resolved, place, progress)
        found = {
            "figure": figure,
            "value": outcome.figure(figure),
            "standard_error": standard_error(outcome, figure),
        }
        return found if outcome.seed is None else found | {"seed": outcome.seed}

    def fields(self) -> dict[str, Any]:
        """Return the header fields of the engine."""
        found: dict[str, Any] = {"engine": self.engine, "trials": self.trials, "seed": self.seed}
        if self.target is not None:
            found["target_error"] = self.target.error
        return found | {"interrupted": True} if self.interrupted else found

    def asked(self, rolled: int | None = None) -> dict[str, Any]:
        """Return the options that ask for these dice again; none for what is counted.

        `rolled`: how often they were rolled before an interrupt; that many give the same answer again.
        """
        if self.trials is None:
            return {}
        found = {name: value for name, value in self.fields().items() if name != "interrupted"}
        return found if rolled is None else found | {"trials": rolled}

    def missed(self, rows: Iterable[Mapping[str, Any]]) -> list[str]:
        """Return a line where the standard errors of rows are not all as small as was asked for."""
        if self.target is None or self.trials is None:
            return []
        return shortfall(self.target.error, worst(rows), self.trials)


def no_dice(trials: int | None, seed: int | None, threads: int | None, target_error: float | None = None) -> None:
    """Raise BmgError for an option about dice where every case is counted."""
    given = {"--trials": trials, "--seed": seed, "--threads": threads, "--target-error": target_error}
    for flag, value in given.items():
        if value is not None:
            raise BmgError(f"{flag} belongs to --engine mc; --engine exact counts every case and has no dice")


def worst(rows: Iterable[Mapping[str, Any]]) -> float:
    """Return the largest standard error of rows.

    >>> worst([{"standard_error": 0.1}, {"standard_error": None}])
    0.1
    """
    return largest([row.get("standard_error") for row in rows])


def standard_error(outcome: Outcome, figure: str) -> float | None:
    """Return the standard error of one figure; None when it was counted.

    >>> import bmg_odds as bmg
    >>> standard_error(bmg.attack("Batman (AC)", "Joker (AC)"), "out") is None
    True
    """
    if outcome.trials is None:
        return None
    value = outcome.figure(figure)
    if is_chance(figure):
        return math.sqrt(value * (1.0 - value) / outcome.trials)
    square = outcome.mean(lambda case: float(getattr(case, figure) - value) ** 2)
    return math.sqrt(square / outcome.trials)


def check_figure(figure: str) -> str:
    """Return a FIGURE's name; BmgError where there is none of this name, before any work is done for it.

    >>> check_figure("at-least=2")
    'at-least=2'
    """
    head, _, level = figure.partition("=")
    if figure in (*CHANCES, *MARKERS) or (head == "at-least" and level.isdigit()):
        return figure
    raise BmgError(f"figure '{figure}' is not known; allowed: {', '.join((*CHANCES, *MARKERS))}, at-least=K")


def weapon_names(card: Card) -> tuple[str, ...]:
    """Return every weapon that a card can attack with, by name: its rows, and `unarmed` where no row is.

    A model typed in with a weapon has that one.

    >>> weapon_names(Card(name="A", edition="revised"))
    ('unarmed',)
    """
    names = tuple(dict.fromkeys(weapon.name for weapon in card.weapons))
    if (card.typed and names) or any(is_unarmed(weapon) for weapon in card.weapons):
        return names
    return (*names, "unarmed")


def fitting(question: Question) -> Question:
    """Return the question without the options that go only with the other kind of weapon.

    So that one line can ask for a baton and a pistol: DC are the baton's business, cover the pistol's.
    """
    check_edition(question.situation, question.edition.name)
    return replace(question, situation=question.situation.fitting(ranged=weapon_of(question).ranged))


def weapon_of(question: Question) -> Weapon:
    """Return the weapon that a question's attack is made with."""
    return choose_weapon(question.attacker, question.weapon, question.edition, question.situation)


def circumstances(resolved: Resolved) -> str:
    """Return what is special about a situation, but for the counters, as the end of a sentence."""
    return "".join(f", {each}" for each in phrases(resolved))


def whose(resolved: Resolved) -> str:
    """Return who attacks whom with what, how, and by which rules, as the end of a sentence."""
    asked = resolved.question
    who = f"{asked.attacker.name} with {resolved.weapon.name} against {asked.target.name}"
    return f"{who}{circumstances(resolved)} ({asked.edition.name} rules)"


def header(
    resolved: Sequence[Resolved],
    *,
    sentence: str,
    figure: str,
    dice: Dice,
    more: Mapping[str, Any] | None = None,
    missed: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the header fields of an answer made of many attacks; `missed` are further warnings.

    `attacker`, `target`, `weapon` and `situation` are those of the first one.
    """
    first = resolved[0]
    question = first.question
    return {
        "sentence": sentence,
        "rules": question.edition.name,
        "readings": question.edition.readings(),
        **dice.fields(),
        "figure": figure,
        **(more or {}),
        "attacker": card_record(question.attacker),
        "target": card_record(question.target),
        "weapon": weapon_record(first.weapon),
        "situation": {
            key: list(value) if isinstance(value, tuple) else value for key, value in asdict(question.situation).items()
        },
        "unmodelled_traits": list(dict.fromkeys(name for each in resolved for name in each.unmodelled)),
        **rests_on(resolved),
        "warnings": [*dict.fromkeys(line for each in resolved for line in warnings(each)), *missed],
    }


def rests_on(resolved: Iterable[Resolved]) -> dict[str, list[str]]:
    """Return the inferred readings and traits without which at least one of these answers would be another.

    What was found for one attack is not asked of the next.
    """
    readings: dict[str, None] = {}
    traits: dict[str, None] = {}
    for each in resolved:
        question = each.question
        for option in question.edition.options:
            if option.certainty != "I" or not option.one_attack or option.name in readings:
                continue
            others = (value for value in option.values if value != option.value)
            editions = (question.edition.under({option.name: value}) for value in others)
            if any(_differs(each, replace(question, edition=edition)) for edition in editions):
                readings[option.name] = None
        known = known_in(question.edition.name)
        for name in each.traits:
            trait = known[name.key]
            if trait.certainty != "I" or trait.name in traits:
                continue
            if _differs(each, replace(question, without=frozenset({name}))):
                traits[trait.name] = None
    return {"inferred_readings": list(readings), "inferred_traits": list(traits)}


def reason(error: BmgError) -> str:
    """Return the message of an error on one line."""
    return " ".join(str(error).split())


def refuse_third(rules: str, what: str, instead: str) -> None:
    """Raise BmgError where a question about counters is asked under the third edition, which has none."""
    if rules == "third":
        raise BmgError(f"{what}: the third edition has no counters; {instead}")


def try_resolve(question: Question) -> Resolved | BmgError:
    """Return a resolved attack, or why it cannot be asked."""
    try:
        return resolve(question)
    except BmgError as error:
        return error
