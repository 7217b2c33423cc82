"""`duel`: two models in contact over several rounds, under given plans (R5; CONTRACT `duel`)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bmg_odds._version import __version__
from bmg_odds.answers import keywords
from bmg_odds.answers.ask import Paths, Readings, cards_of, models_of
from bmg_odds.answers.dice import Dice, Progress
from bmg_odds.answers.duel_law import Fought
from bmg_odds.answers.duel_rests import inferred
from bmg_odds.answers.provenance import arguments
from bmg_odds.answers.record import card_record, weapon_record
from bmg_odds.answers.rests import unknown_traits
from bmg_odds.answers.target import shortfall
from bmg_odds.facts.card import Card
from bmg_odds.rules.duel import Fight, make_fight
from bmg_odds.rules.duel_notes import duel_notes, left_out
from bmg_odds.rules.duel_plans import Policy, named_plan
from bmg_odds.rules.edition import edition

if TYPE_CHECKING:
    from bmg_odds.rules.duel_third import ThirdFight

ROUNDS = 6
PLAN = "balanced"
FIRST = "draw"


def fight(
    a: str | Card,
    b: str | Card,
    *,
    rounds: int | None = ROUNDS,
    first: str = FIRST,
    weapon_a: str | None = None,
    weapon_b: str | None = None,
    rules: str = "revised",
    reading: Readings = (),
    roster: Paths = (),
    as_edition: bool = False,
) -> Fight:
    """Return the fight that these names and values ask for; BmgError where there can be none.

    >>> fight("Batman (AC)", "Joker (AC)").sides[1].weapon.name
    'Poisoned Knife'
    """
    found = edition(rules, keywords.readings(reading))
    one, two = models_of({"a": a, "b": b}, cards_of(roster), rules, as_edition=as_edition)
    rounds = ROUNDS if rounds is None else rounds
    return make_fight(found, one, two, weapon_a=weapon_a, weapon_b=weapon_b, rounds=rounds, first=first)


@dataclass(frozen=True, eq=False)
class Duel:
    """A fight fought under given plans.

    >>> duel("Gotham Policeman", "Clown (Tube)", rounds=2).fought.rounds()[0]["both_out"]
    0.0
    """

    fight: Fight
    plans: tuple[str, str]
    fought: Fought
    dice: Dice
    arguments: dict[str, Any]
    leads: "tuple[Fought, Fought] | None" = None
    """The same fight with A, and with B, going first in every round; None where it was rolled."""

    @property
    def advantage(self) -> dict[str, float] | None:
        """What going first in every round is worth to each side: its chance to win then, less that when it goes
        second; winning is to be left standing where the foe is out."""
        if self.leads is None:
            return None
        ends = [each.rounds()[-1] for each in self.leads]
        return {"a": ends[0]["b_out"] - ends[1]["b_out"], "b": ends[1]["a_out"] - ends[0]["a_out"]}

    def _sample(self) -> dict[str, Any]:
        """Return what a rolled answer says beside: its trials, and the standard errors of the rows."""
        if self.fought.trials is None:
            return {}
        rows = self.fought.rounds()
        errors = [
            {name: self.fought.error(value) if name != "round" else value for name, value in row.items()}
            for row in rows
        ]
        errors_of = {"rounds": errors, "final": errors[-1]}
        return {"trials": self.fought.trials, "interrupted": self.fought.interrupted, "standard_error": errors_of}

    def _head(self) -> dict[str, Any]:
        return {"sentence": sentence(self.fight, self.plans), **header(self.fight, self.dice)}

    def _more(self) -> dict[str, Any]:
        """Return what only some editions tell."""
        return {}

    def record(self) -> dict[str, Any]:
        """Return the answer as one JSON-ready record (CONTRACT `duel`)."""
        fought, rounds = self.fought, self.fought.rounds()
        head = self._head()
        if self.dice.target is not None:
            head["warnings"] += shortfall(self.dice.target.error, fought.largest_error, fought.trials or 0)
        return {
            "command": "duel",
            "version": __version__,
            **head,
            **self._sample(),
            "plan_a": self.plans[0],
            "plan_b": self.plans[1],
            "arguments": self.arguments,
            "rounds": rounds,
            "final": rounds[-1],
            "markers_a": fought.markers(0),
            "markers_b": fought.markers(1),
            **self._more(),
            "victory_points": {"a": fought.victory_points(0), "b": fought.victory_points(1)},
            "when_a_wins": fought.winner(0),
            "when_b_wins": fought.winner(1),
            "first_mover": self.advantage,
            "survival": {
                "a": [row["b_out"] + row["neither_out"] for row in rounds],
                "b": [row["a_out"] + row["neither_out"] for row in rounds],
            },
        }


def duel(
    a: str | Card,
    b: str | Card,
    *,
    plan_a: str | Policy = PLAN,
    plan_b: str | Policy = PLAN,
    engine: str = "exact",
    trials: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    target_error: float | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Duel:
    """Return the fight of two models under given plans, counted exactly or rolled.

    A plan is a name (all-out, turtle, balanced, split=AC/DC/SC) or a function of a `View` that returns
    (ac, dc, sc, mc); under the third edition as `duel_third.third_duel` has it. Other keywords: `rounds`, `first`,
    `weapon_a`, `weapon_b`, `rules`, `reading`, `roster`, `as_edition`. Raises BmgError for a fight that cannot be.
    """
    if options.get("rules") == "third":
        from bmg_odds.answers.duel_third import third_duel

        plans: Any = {"plan_a": plan_a, "plan_b": plan_b}
        return third_duel(
            a, b, **plans, engine=engine, trials=trials, seed=seed, threads=threads, target_error=target_error,
            progress=progress, **options,
        )  # fmt: skip
    dice = Dice.of(engine, trials, seed, threads, target_error)
    found = fight(a, b, **options)
    names = (_named(plan_a), _named(plan_b))
    policies = [
        named_plan(plan, flag) if isinstance(plan, str) else plan
        for plan, flag in ((plan_a, "--plan-a"), (plan_b, "--plan-b"))
    ]
    own = (isinstance(plan_a, str), isinstance(plan_b, str))
    told = {**options, "plan_a": names[0], "plan_b": names[1]}
    if dice.trials is not None:
        fought = _rolled(found, (plan_a, plan_b), dice, progress)
        told |= dice.asked(fought.trials)
        return Duel(found, names, fought, dice, arguments("duel", {"a": a, "b": b}, told))
    from bmg_odds.engines.duel import Pair, law
    from bmg_odds.engines.duel_board import Board

    board = Board(found, scoring=found.scores(0) or found.scores(1))
    plans = Pair((policies[0], policies[1]), own)
    firsts = tuple(dict.fromkeys((found.first, "a", "b")))
    laws = {}
    for place, first in enumerate(firsts):
        part = _part(progress, place * found.rounds, len(firsts) * found.rounds)
        laws[first] = Fought(found, _states(board), law(board, plans, part, first=first).after)
    asked = arguments("duel", {"a": a, "b": b}, told)
    return Duel(found, names, laws[found.first], dice, asked, (laws["a"], laws["b"]))


def _named(plan: str | Policy) -> str:
    return plan if isinstance(plan, str) else getattr(plan, "__name__", "a function")


def _part(progress: Progress | None, before: int, total: int) -> Progress | None:
    """Return what tells the progress of one part of the work as that of the whole."""
    return progress and (lambda done, _: progress(before + done, total))


def document(a: str | Card, b: str | Card, **options: Any) -> Any:
    """Return the document of `duel`; what `provenance.ask_again` calls."""
    from bmg_odds.answers.duel_shown import duel_document

    return duel_document(duel(a, b, **options).record())


def _states(board: Any) -> Any:
    return tuple(roll.states for roll in board.rolls)


def _rolled(found: Fight, plans: tuple[str | Policy, str | Policy], dice: Dice, progress: Progress | None) -> Fought:
    """Return the fight rolled: shares of so many fights."""
    from bmg_odds.engines.duel_rolled import rolled

    def roll(trials: int, seed: int) -> tuple[Fought, int]:
        counts = rolled(
            found, *plans, trials=trials, seed=seed, scoring=found.scores(0) or found.scores(1),
            threads=dice.threads, progress=progress,
        )  # fmt: skip
        after = [each / counts.trials for each in counts.after]
        fought = Fought(found, counts.states, after, trials=counts.trials, interrupted=counts.interrupted)
        return fought, counts.trials

    done = dice.rolled(roll, lambda fought: fought.largest_error)
    return replace(done.found, interrupted=done.interrupted)


def sentence(found: Fight, plans: tuple[str, ...]) -> str:
    """Return who fights whom, with what and how, in one sentence."""
    return sentence_of(found, plans, who_leads(found))


def sentence_of(found: "Fight | ThirdFight", plans: tuple[str, ...], lead: str) -> str:
    """Return the sentence of a fight of either family of editions, `lead` saying who goes first."""
    one, two = found.sides
    rounds = "1 round" if found.rounds == 1 else f"{found.rounds} rounds"
    how = f" A plays {plans[0]}, B {plans[1]}." if plans else ""
    return (
        f"{one.card.name} (A) with {one.weapon.name} against {two.card.name} (B) with {two.weapon.name}, in contact "
        f"for {rounds}; {lead} ({found.edition.name} rules).{how}"
    )


def who_leads(found: Fight) -> str:
    """Return who goes first, in words."""
    return "the lead is drawn" if found.first == "draw" else f"{found.first.upper()} goes first in every round"


def header(found: Fight, dice: Dice, *, points: bool = True) -> dict[str, Any]:
    """Return the header fields of an answer about a fight; `points`: whether it holds victory points."""
    return header_of(found, dice, left_out(found), inferred(found, points=points), duel_notes(found))


def header_of(
    found: "Fight | ThirdFight", dice: Dice, unmodelled: Iterable[str], readings: list[str], notes: Iterable[str]
) -> dict[str, Any]:
    """Return the header fields of a fight of either family of editions, with what it leaves out and rests on."""
    one, two = found.sides
    missing = list(unmodelled)
    return {
        "rules": found.edition.name,
        "readings": found.edition.readings(),
        **dice.fields(),
        "a": card_record(one.card),
        "b": card_record(two.card),
        "weapon_a": weapon_record(one.weapon),
        "weapon_b": weapon_record(two.weapon),
        "round_count": found.rounds,
        "first": found.first,
        "unmodelled_traits": missing,
        "inferred_readings": readings,
        "notes": list(notes),
        "warnings": list(unknown_traits(missing)),
    }
