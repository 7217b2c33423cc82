"""`solve`: the best plans of both sides of a duel, and what the usual plans lose by comparison (CONTRACT `solve`)."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bmg_odds._version import __version__
from bmg_odds.answers.dice import Dice, Progress
from bmg_odds.answers.duel import fight, header, sentence
from bmg_odds.answers.duel_law import Fought
from bmg_odds.answers.provenance import arguments
from bmg_odds.answers.solve_card import NO_COUNTERS, PlanCard
from bmg_odds.answers.solve_openings import opening_values
from bmg_odds.answers.solve_state import Moment, parse_moment, shown_state
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.rules.duel import check_objective
from bmg_odds.rules.duel_plans import NAMED, Plan, named_plan

if TYPE_CHECKING:
    from bmg_odds.answers.solve_third import ThirdSolved
    from bmg_odds.engines.solve import Solution
    from bmg_odds.rules.duel import Fight
    from bmg_odds.rules.duel_third import ThirdFight

OBJECTIVE_WORDS = {
    "out": "chance that only B is out at the end, less that only A is",
    "vp": "victory points that A scores less those that B scores",
    "markers": "markers that A inflicts less those that B inflicts",
}
SIDES = "ab"
SOLVING, HOLDING = 700, 50
"""Shares of the work, for the line of progress: solving the fight, and each time one side is held to a plan."""


@dataclass(frozen=True, eq=False)
class Solved:
    """A duel solved, and the same with one side held to each of the named plans.

    >>> thug = "willpower=2,strength=3,movement=1,attack=2,defense=2,endurance=2,special=1,damage=S"
    >>> found = solve(thug, thug, rounds=2)
    >>> found.value, sorted(found.regret) == sorted(("all-out", "turtle", "balanced"))
    (0.0, True)
    """

    solution: "Solution"
    held: "dict[str, tuple[Solution, Solution]]"
    """By plan: the fight solved with A, and with B, always playing it."""
    objective: str
    arguments: dict[str, Any]
    moment: Moment | None = None
    """The situation that was asked about, beside the beginning."""
    card: bool = False
    """Whether its record holds the plans of A for a page."""

    @property
    def value(self) -> float:
        """The value for A at the beginning."""
        return self.solution.value

    @cached_property
    def regret(self) -> dict[str, dict[str, float]]:
        """What each named plan loses to either side at the beginning, against the best replies; never negative."""
        from bmg_odds.engines.solve import regret

        return {
            name: {SIDES[side]: regret(side, self.value, pair[side].value) for side in (0, 1)}
            for name, pair in self.held.items()
        }

    def regret_at(self, moment: Moment) -> dict[str, dict[str, float]]:
        """Return what each named plan, played from there on, loses in any situation."""
        from bmg_odds.engines.solve import regret

        where = (moment.a, moment.b, moment.rounds_left, moment.bag)
        value = self.solution.at(*where)
        return {
            name: {SIDES[side]: regret(side, value, pair[side].at(*where)) for side in (0, 1)}
            for name, pair in self.held.items()
        }

    def plans(self, moment: Moment) -> list[dict[str, Any]]:
        """Return the best plans in a situation, a row for each draw: who is drawn, who goes first, both plans."""
        from bmg_odds.engines.duel import draws

        solution = self.solution
        fight = solution.fight
        states = (moment.a, moment.b)
        rows = []
        for chance, bag, drawn in draws(fight.first, moment.bag):
            first = solution.leader(*states, moment.rounds_left, bag, drawn)
            own, foe = states[first], states[1 - first]
            plan = solution.plan(first, fight.view(first, own, foe, moment.rounds_left, first=True, bag=bag))
            seen = fight.view(1 - first, foe, own, moment.rounds_left, first=False, foe_plan=plan, bag=bag)
            reply = solution.plan(1 - first, seen)
            key = (moment.rounds_left, bag if moment.rounds_left > 1 else None, first)
            a, b = (solution._place(side, states[side]) for side in (0, 1))
            rows.append(
                {
                    "drawn": None if moment.bag is None else SIDES[drawn],
                    "chance": chance,
                    "first": SIDES[first],
                    SIDES[first]: plan._asdict(),
                    SIDES[1 - first]: reply._asdict(),
                    "value": float(solution.played[key].value[a, b]),
                }
            )
        return rows

    def reply(self, moment: Moment, first: str, plan: Plan, *, drawn: str | None = None) -> Plan:
        """Return the best reply of the side that goes second to any open plan of the other, in a situation."""
        solution, side = self.solution, SIDES.index(first)
        bag = moment.bag
        if bag is not None:
            taken = drawn or first
            bag = (bag[0] - (taken == "a"), bag[1] - (taken == "b"))
        states = (moment.a, moment.b)
        view = solution.fight.view(
            1 - side, states[1 - side], states[side], moment.rounds_left, first=False, foe_plan=plan, bag=bag
        )
        return solution.plan(1 - side, view)

    @cached_property
    def fought(self) -> Fought:
        """The fight when both sides play their best plans."""
        from bmg_odds.engines.duel import law

        board = self.solution.board
        return Fought(
            self.solution.fight,
            (board.rolls[0].states, board.rolls[1].states),
            law(board, self.solution.pair()).after,
        )

    @property
    def start(self) -> Moment:
        """The beginning; of two bags that the fight may begin with, the first."""
        from bmg_odds.engines.duel import begins

        fight, board = self.solution.fight, self.solution.board
        bag = begins(board, fight.first)[0][1]
        return Moment(fight.sides[0].fresh, fight.sides[1].fresh, fight.rounds, bag)

    def record(self) -> dict[str, Any]:
        """Return the answer as one JSON-ready record (CONTRACT `solve`)."""
        fight = self.solution.fight
        openings = self.plans(self.start)
        rounds = self.fought.rounds()
        asked = {} if self.moment is None else {"state": self._asked(self.moment)}
        if self.card:
            asked["card"] = PlanCard(self).record()
        return {
            "command": "solve",
            "version": __version__,
            "sentence": f"{sentence(fight, ())} Both sides play as well as can be: value for A, "
            f"{OBJECTIVE_WORDS[self.objective]}.",
            **header(fight, Dice(), points=self.objective == "vp"),
            "objective": self.objective,
            "arguments": self.arguments,
            "value": self.value,
            "opening": {"first": openings[0]["first"], "a": openings[0]["a"], "b": openings[0]["b"]},
            "openings": openings,
            "opening_values": opening_values(self),
            "regret": self.regret,
            "regrets": [{"plan": name, **both} for name, both in self.regret.items()],
            **asked,
            "rounds": rounds,
            "final": rounds[-1],
            "markers_a": self.fought.markers(0),
            "markers_b": self.fought.markers(1),
        }

    def _asked(self, moment: Moment) -> dict[str, Any]:
        return {
            "a": shown_state(moment.a),
            "b": shown_state(moment.b),
            "round": self.solution.fight.rounds - moment.rounds_left + 1,
            "rounds_left": moment.rounds_left,
            "bag": None if moment.bag is None else dict(zip(SIDES, moment.bag, strict=True)),
            "value": self.solution.at(moment.a, moment.b, moment.rounds_left, moment.bag),
            "plans": self.plans(moment),
            "regret": self.regret_at(moment),
        }


def solve(
    a: str | Card,
    b: str | Card,
    *,
    objective: str = "out",
    state: str | None = None,
    card: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> "Solved | ThirdSolved":
    """Return the duel of two models solved; keywords otherwise as `duel.fight`.

    `state` asks about one situation beside the beginning, as `solve_state.parse_moment` reads it. `card`: the record
    holds the plans of A for a page as well (`solve_card`). Raises BmgError for a fight that cannot be, an objective
    that is not known, `vp` where a rank is unknown, and a page or threads of an edition without counters.
    """
    if options.get("rules") == "third":
        from bmg_odds.answers.solve_third import solve_third

        if card:
            raise BmgError(NO_COUNTERS)
        if threads is not None:
            raise BmgError("--threads: a duel of the third edition is solved in a moment, on one core; leave it out")
        return solve_third(a, b, objective=objective, state=state, progress=progress, **options)
    check_objective(objective)
    found = fight(a, b, **options)
    check_ranks(found, objective)
    moment = None if state is None else parse_moment(state, found)
    from bmg_odds.engines import solve as engine
    from bmg_odds.engines.duel_board import Board

    board = Board(found, scoring=objective == "vp")
    solution = engine.solve(board, objective, threads=threads, progress=_share(progress, 0, SOLVING))
    if moment is not None:
        solution.at(moment.a, moment.b, moment.rounds_left, moment.bag)  # refuses what cannot be
    held = {}
    for place, name in enumerate(NAMED):
        plan, begin = named_plan(name), SOLVING + 2 * place * HOLDING
        held[name] = (
            solution.against(0, plan, _share(progress, begin, HOLDING)),
            solution.against(1, plan, _share(progress, begin + HOLDING, HOLDING)),
        )
    asked = arguments("solve", {"a": a, "b": b}, {**options, "objective": objective, "state": state, "card": card})
    return Solved(solution, held, objective, asked, moment, card)


def check_ranks(found: "Fight | ThirdFight", objective: str) -> None:
    """Raise BmgError where victory points are wanted and a rank is unknown, which says what its model is worth."""
    for side in (0, 1) if objective == "vp" else ():
        if not found.scores(side):
            name = found.sides[side].card.name
            raise BmgError(f"--objective vp needs the rank of {name}; add rank=Leader|Sidekick|Free Agent|Henchman")


def _share(progress: Progress | None, begin: int, length: int) -> Progress | None:
    """Return what tells the progress of one part of the work as that of the whole."""
    whole = SOLVING + 2 * len(NAMED) * HOLDING
    return progress and (lambda done, total: progress(begin + done * length // total, whole))


def document(a: str | Card, b: str | Card, **options: Any) -> Any:
    """Return the document of `solve`; what `provenance.ask_again` calls."""
    from bmg_odds.answers.solve_shown import solve_document

    return solve_document(solve(a, b, **options).record())
