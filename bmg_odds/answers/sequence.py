"""Several attacks on one target in one round: what the gang does to it, and where its DC should go (R4)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import factorial, prod
from typing import Any

from bmg_odds.answers import keywords
from bmg_odds.answers.ask import Paths, Readings, cards_of
from bmg_odds.answers.attackers import By, attackers, listed
from bmg_odds.answers.dice import Dice, Progress, no_dice
from bmg_odds.answers.many import check_figure, refuse_third
from bmg_odds.answers.outcome import Case, Outcome
from bmg_odds.answers.sequence_hits import Hit, Law, figure_of, hits, law_error, told
from bmg_odds.answers.sequence_policy import Plan, names, plan_of
from bmg_odds.answers.sequence_steps import Steps
from bmg_odds.engines.sequence import Chain
from bmg_odds.engines.sequence_law import laws
from bmg_odds.engines.table import Table
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.facts.naming import parse_model
from bmg_odds.rules.edition import edition
from bmg_odds.rules.gang import Gang, GangQuestion, gang
from bmg_odds.rules.harm import UP, VICTORY_POINTS, victory_points
from bmg_odds.rules.situation import Situation

MOST_ORDERS = 24
"""Orders of different attackers that are compared, at most."""


@dataclass(frozen=True)
class SequenceOutcome(Outcome):
    """What a sequence of attacks does, in the figures of one attack's Outcome.

    `chance` is of what happened in any of the attacks, `inflicted` the sum of all of them.
    """

    gang: Gang = field(kw_only=True)
    plan: Plan = field(kw_only=True)
    asked: str = field(kw_only=True)
    """The FIGURE that the answer is about: the optimal policy makes it least."""
    laws: tuple[Law, ...] = field(kw_only=True)
    """The joint law after 0, 1, … attacks."""
    arguments: Mapping[str, Any] = field(kw_only=True, default_factory=dict)
    steps: Steps | None = field(kw_only=True, default=None, compare=False, repr=False)
    """What hears of the questions that `record` asks."""

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The joint law after the last attack."""
        return tuple(Case(*hit[:11]) for hit in self.laws[-1])

    @cached_property
    def after(self) -> tuple[dict[str, Any], ...]:
        """The chances after each attack, all attacks so far together, and the mean markers inflicted so far."""
        return tuple(told(law) for law in self.laws[1:])

    @property
    def victory_points(self) -> float | None:
        """Mean victory points by the target's rank (R3): the K.O. on the way and the Casualty by vp_after_ko."""
        points = self._scored()
        return None if points is None else sum(hit.probability * points(hit) for hit in self.laws[-1])

    @cached_property
    def inferred_readings(self) -> tuple[str, ...]:
        """Readings in force that are inferred and, read another way, give another answer (R6)."""
        from bmg_odds.answers.sequence_rests import inferred_readings

        return inferred_readings(self)

    @cached_property
    def inferred_traits(self) -> tuple[str, ...]:
        """Traits whose wording is inferred and without which the answer is another."""
        from bmg_odds.answers.sequence_rests import inferred_traits

        return inferred_traits(self)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader should know about the question itself, one line each."""
        from bmg_odds.answers.rests import warnings

        found = dict.fromkeys(line for blow in self.gang.blows for line in warnings(blow.resolved))
        return (*found, *self.missed)

    @property
    def chance_error(self) -> float:
        """The largest standard error of the headline chances after any of the attacks; 0 when counted exactly."""
        return 0.0 if self.trials is None else law_error(self.laws[1:], self.trials)

    def record(self) -> dict[str, Any]:
        """Return the whole answer, JSON-ready, in the fields of the contract."""
        from bmg_odds.answers.sequence_record import sequence_record

        return sequence_record(self)

    def _scored(self) -> Callable[[Hit], int] | None:
        question, harm = self.resolved.question, self.resolved.harm
        rank = question.target.first_rank
        if rank is None or rank.lower() not in VICTORY_POINTS:
            return None
        reading = question.edition.readings().get("vp_after_ko", "both")

        def points(hit: Hit) -> int:
            if harm.before == UP and hit.felled and hit.status != "ko":
                return victory_points(rank, UP, "ko", reading) + victory_points(rank, "ko", hit.status, reading)
            return victory_points(rank, harm.before, hit.status, reading)

        return points


def sequence(
    target: str | Card,
    by: By,
    *,
    policy: str = "all",
    spare: int | None = None,
    lose: str = "spare",
    figure: str = "out",
    rules: str = "revised",
    reading: Readings = (),
    roster: Paths = (),
    as_edition: bool = False,
    engine: str = "exact",
    trials: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    target_error: float | None = None,
    progress: Progress | None = None,
    **situation: Any,
) -> SequenceOutcome:
    """Return what several attacks in one round do to one target, one after another (R4).

    `by` names the attackers in their order: `"NAME[/WEAPON[/AC]]"`, `"3x NAME"`, a crew file (all its members in the
    order of the file), or Cards. `policy` says how the
    target spends its DC: `all`, `one-per-impact`, `at-most=K` or `optimal`, which makes `figure` least. `spare`
    counters beside the DC can be lost to its markers, `lose` (`spare`, `dc`) which go first (R2.1). Keywords
    otherwise as `ask.attack` without `weapon`, `ac`, `mc` and `form`; each goes with the attacks it can go with.
    Engine options as `many.Dice.of`. Raises BmgError for everything that cannot be asked.

    >>> gang = sequence("Batman (AC)", ["3x Gotham Policeman"], dc=2, policy="optimal", figure="markers")
    >>> len(gang.after), gang.inflicted.markers < sequence("Batman (AC)", ["3x Gotham Policeman"]).inflicted.markers
    (3, True)
    """
    refuse_third(rules, "sequence", "ask `attack` or `efforts`")
    check_figure(figure)
    found = edition(rules, keywords.readings(reading))
    cards = cards_of(roster)
    model = target if isinstance(target, Card) else parse_model(target, cards, rules, as_edition=as_edition)
    given = listed(by, cards, rules, as_edition=as_edition)
    many = attackers(given, cards, rules, as_edition=as_edition)
    circumstances = Situation(**keywords.situation(situation))
    asked = gang(GangQuestion(found, model, tuple(many), circumstances, spare, lose))
    plan = plan_of(policy, Chain(asked), figure)
    from bmg_odds.answers.sequence_again import arguments

    saved = {"policy": policy, "spare": spare, "lose": lose, "figure": figure, "rules": rules, "reading": reading,
             "roster": cards, "as_edition": as_edition, **situation}  # fmt: skip
    check, steps = None, None
    if engine == "exact":
        no_dice(trials, seed, threads, target_error)
        steps = Steps(progress, asked, plan.name) if progress else None
        joint = tuple(hits(law) for law in laws(plan.chain, plan.policy, tell=steps.attack if steps else None))
        table, used = Table((1, 1, 1, 1, 1), [1.0]), None
    elif engine == "mc":
        from bmg_odds.answers.sequence_rolled import rolled_laws

        dice = Dice.of(engine, trials, seed, threads, target_error)
        joint, table, check = rolled_laws(asked, plan, dice, progress)
        used = dice.seed
        saved |= dice.asked(table.trials)
    else:
        raise BmgError(f"engine '{engine}' is not known; allowed: exact, mc")
    return SequenceOutcome(
        asked.blows[0].resolved, table, used, check, gang=asked, plan=plan, asked=figure, laws=joint,
        arguments=arguments(target, given, saved), target_error=target_error, steps=steps,
    )  # fmt: skip


def compared(chain: Chain, figure: str, policy: str = "all", *, steps: Steps | None = None) -> list[dict[str, Any]]:
    """Return every policy, the one in force among them, with its figure and that after each attack under it; the
    best one is `optimal`.

    One DC cannot be held back from itself: policies that spend alike are listed all the same, by their names.
    """
    rows = []
    for name in names(chain.gang, policy):
        plan = plan_of(name, chain, figure)
        course = [figure_of(hits(law), figure) for law in laws(plan.chain, plan.policy)]
        rows.append({"policy": name, "figure": figure, "value": course[-1], "after": course[1:]})
        if steps:
            steps.question()
    return rows


def kinds(asked: Gang) -> tuple[list[int], int]:
    """Return of every attack its kind, numbered from 0, and in how many orders they can strike."""
    numbers = dict[Any, int]()
    alike = [numbers.setdefault(blow.phases, len(numbers)) for blow in asked.blows]
    return alike, factorial(len(alike)) // prod(factorial(alike.count(kind)) for kind in numbers.values())


def orders(chain: Chain, figure: str, policy: str) -> list[dict[str, Any]]:
    """Return the figure under every order of different attackers, the highest first; empty where there is one.

    Attackers alike are not told apart. More than MOST_ORDERS are not worked out.
    """
    alike, count = kinds(chain.gang)
    if not 1 < count <= MOST_ORDERS:
        return []
    rows = []
    for order in _distinct(alike):
        plan = plan_of(policy, chain.reordered(order), figure)
        value = plan.value(figure)
        blows = [chain.gang.blows[place].resolved for place in order]
        rows.append(
            {
                "order": [one.question.attacker.name for one in blows],
                "weapons": [one.weapon.name for one in blows],
                "dice": [one.strike.dice for one in blows],
                "kinds": [alike[place] for place in order],
                "value": value,
                "asked": list(order) == sorted(order),
            }
        )
    return sorted(rows, key=lambda row: -row["value"])


def _distinct(alike: Sequence[int], order: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield the orders of places that differ in their kinds, each made once: of places alike the first comes first."""
    if len(order) == len(alike):
        yield order
        return
    tried: set[int] = set()
    for place, kind in enumerate(alike):
        if place not in order and kind not in tried:
            tried.add(kind)
            yield from _distinct(alike, (*order, place))
