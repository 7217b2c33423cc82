"""`duel --rules third`: two models in contact over several rounds, under given plans of Efforts (R7)."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from bmg_odds.answers import keywords
from bmg_odds.answers.ask import Paths, Readings, cards_of, models_of
from bmg_odds.answers.dice import Dice, Progress
from bmg_odds.answers.duel import FIRST, PLAN, Duel, _named, _part, header_of, sentence_of
from bmg_odds.answers.duel_law import Fought
from bmg_odds.answers.duel_third_rests import third_inferred
from bmg_odds.answers.numbers import Rounding
from bmg_odds.answers.provenance import arguments
from bmg_odds.facts.card import Card
from bmg_odds.rules.duel_third import ThirdFight, make_third_fight
from bmg_odds.rules.duel_third_notes import third_left_out, third_notes
from bmg_odds.rules.duel_third_plans import EffortPolicy, named_efforts
from bmg_odds.rules.edition import edition

if TYPE_CHECKING:
    from bmg_odds.rules.duel import Fight

THIRD_ROUNDS = 4
Rolled = tuple[Fought, tuple[tuple[float, float], tuple[float, float]]]


def third_fight(
    a: str | Card,
    b: str | Card,
    *,
    rounds: int | None = THIRD_ROUNDS,
    first: str = FIRST,
    weapon_a: str | None = None,
    weapon_b: str | None = None,
    rules: str = "third",
    reading: Readings = (),
    roster: Paths = (),
    as_edition: bool = False,
) -> ThirdFight:
    """Return the fight that these names and values ask for; BmgError where there can be none.

    >>> third_fight("Joker", "Batman (Adam West)").sides[1].weapon.name
    'Reinforced Gloves'
    """
    found = edition(rules, keywords.readings(reading))
    one, two = models_of({"a": a, "b": b}, cards_of(roster), rules, as_edition=as_edition)
    rounds = THIRD_ROUNDS if rounds is None else rounds
    return make_third_fight(found, one, two, weapon_a=weapon_a, weapon_b=weapon_b, rounds=rounds, first=first)


def third_fought(
    found: ThirdFight, states: "tuple[Any, Any]", after: Any, trials: int | None = None, *, interrupted: bool = False
) -> Fought:
    """Return the figures of a fight's law; of a fight they read only its states and what they score."""
    return Fought(cast("Fight", found), states, after, trials, interrupted)


@dataclass(frozen=True, eq=False)
class ThirdDuel(Duel):
    """A fight of the third edition fought under given plans.

    >>> fought = third_duel("Joker", "Talon", rounds=2).record()
    >>> sorted(fought["efforts"]["a"])
    ['attack', 'defence']
    """

    efforts: "tuple[tuple[float, float], tuple[float, float]]" = ((0.0, 0.0), (0.0, 0.0))
    """Efforts of A and of B in the whole fight on average: in defence, in attack."""

    def _head(self) -> dict[str, Any]:
        fight = cast("ThirdFight", self.fight)
        head = third_header(fight, self.dice)
        if self.fought.trials is None:
            head["notes"].append(self._efforts())
        return {"sentence": third_sentence(fight, self.plans), **head}

    def _more(self) -> dict[str, Any]:
        """Return the mean Efforts of both sides."""
        return {
            "efforts": {
                name: {"attack": made[1], "defence": made[0]} for name, made in zip("ab", self.efforts, strict=True)
            }
        }

    def _efforts(self) -> str:
        write = Rounding().mean
        each = [
            f"{name} {write(made[1])} in attack, {write(made[0])} in defence"
            for name, made in zip("AB", self.efforts, strict=True)
        ]
        return f"Efforts made in the fight, mean: {'; '.join(each)}."


def third_duel(
    a: str | Card,
    b: str | Card,
    *,
    plan_a: str | EffortPolicy = PLAN,
    plan_b: str | EffortPolicy = PLAN,
    engine: str = "exact",
    trials: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    target_error: float | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> ThirdDuel:
    """Return the fight of two models of the third edition under given plans, counted exactly or rolled.

    A plan is a name (all-out, turtle, balanced, split=A/D) or a function of an `EffortView` that returns a number
    of Efforts. Other keywords: `rounds`, `first`, `weapon_a`, `weapon_b`, `reading`, `roster`, `as_edition`. Raises
    BmgError for a fight that cannot be.
    """
    dice = Dice.of(engine, trials, seed, threads, target_error)
    found = third_fight(a, b, **options)
    names = (_named(cast("Any", plan_a)), _named(cast("Any", plan_b)))
    policies = [
        named_efforts(plan, flag) if isinstance(plan, str) else plan
        for plan, flag in ((plan_a, "--plan-a"), (plan_b, "--plan-b"))
    ]
    told = {**options, "rules": "third", "plan_a": names[0], "plan_b": names[1]}
    fight = cast("Fight", found)
    if dice.trials is not None:
        fought, efforts = _rolled(found, (policies[0], policies[1]), dice, progress)
        asked = arguments("duel", {"a": a, "b": b}, told | dice.asked(fought.trials))
        return ThirdDuel(fight, names, fought, dice, asked, None, efforts)
    from bmg_odds.engines.duel_third import EffortPair, third_law
    from bmg_odds.engines.duel_third_board import ThirdBoard

    board = ThirdBoard(found, scoring=found.scores(0) or found.scores(1))
    plans = EffortPair((policies[0], policies[1]), (isinstance(plan_a, str), isinstance(plan_b, str)))
    firsts = tuple(dict.fromkeys((found.first, "a", "b")))
    laws = {
        first: third_law(board, plans, _part(progress, place * found.rounds, len(firsts) * found.rounds), first=first)
        for place, first in enumerate(firsts)
    }
    states = (board.ranks[0].states, board.ranks[1].states)
    seen = {first: third_fought(found, states, law.after) for first, law in laws.items()}
    made = laws[found.first].efforts.tolist()
    efforts = ((made[0][0], made[0][1]), (made[1][0], made[1][1]))
    asked = arguments("duel", {"a": a, "b": b}, told)
    return ThirdDuel(fight, names, seen[found.first], dice, asked, (seen["a"], seen["b"]), efforts)


def _rolled(
    found: ThirdFight, plans: tuple[EffortPolicy, EffortPolicy], dice: Dice, progress: Progress | None
) -> Rolled:
    """Return the fight rolled, and the Efforts made."""
    from bmg_odds.engines.duel_third_rolled import third_rolled

    def roll(trials: int, seed: int) -> tuple[Rolled, int]:
        counts = third_rolled(
            found, *plans, trials=trials, seed=seed, scoring=found.scores(0) or found.scores(1),
            threads=dice.threads, progress=progress,
        )  # fmt: skip
        after = [each / counts.trials for each in counts.after]
        a, b = ((one / counts.trials, two / counts.trials) for one, two in counts.efforts)
        fought = third_fought(found, counts.states, after, counts.trials, interrupted=counts.interrupted)
        return (fought, (a, b)), counts.trials

    done = dice.rolled(roll, lambda made: made[0].largest_error)
    fought, efforts = done.found
    return replace(fought, interrupted=done.interrupted), efforts


def third_sentence(found: ThirdFight, plans: tuple[str, ...]) -> str:
    """Return who fights whom, with what and how, in one sentence."""
    rolled, fixed = "the lead is rolled for", f"{found.first.upper()} is activated first in every round"
    return sentence_of(found, plans, rolled if found.first == "draw" else fixed)


def third_header(found: ThirdFight, dice: Dice) -> dict[str, Any]:
    """Return the header fields of an answer about a fight."""
    return header_of(found, dice, third_left_out(found), third_inferred(found), third_notes(found))
