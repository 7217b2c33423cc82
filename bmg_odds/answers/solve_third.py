"""`solve --rules third`: the best Efforts of both sides of a duel, and what the usual plans lose (R7)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bmg_odds._version import __version__
from bmg_odds.answers.dice import Dice, Progress
from bmg_odds.answers.duel_law import Fought
from bmg_odds.answers.duel_third import third_fight, third_fought, third_header, third_sentence
from bmg_odds.answers.provenance import arguments
from bmg_odds.answers.solve import OBJECTIVE_WORDS, SIDES, check_ranks
from bmg_odds.answers.solve_state import shown_state
from bmg_odds.answers.solve_third_state import ThirdMoment, parse_third_moment
from bmg_odds.facts.card import Card
from bmg_odds.rules.duel import check_objective
from bmg_odds.rules.duel_state import State
from bmg_odds.rules.duel_third_plans import EFFORT_PLANS, named_efforts

if TYPE_CHECKING:
    from bmg_odds.engines.solve_third import ThirdSolution


@dataclass(frozen=True, eq=False)
class ThirdSolved:
    """A duel of the third edition solved, and the same with one side held to each of the named plans.

    >>> found = solve_third("Joker", "Joker", rounds=2)
    >>> found.value, list(found.regret)
    (0.0, ['all-out', 'turtle', 'balanced'])
    """

    solution: "ThirdSolution"
    held: "dict[str, tuple[ThirdSolution, ThirdSolution]]"
    """By plan: the fight solved with A, and with B, always playing it."""
    objective: str
    arguments: dict[str, Any]
    moment: ThirdMoment | None = None
    """The situation that was asked about, beside the beginning."""

    @property
    def value(self) -> float:
        """The value for A at the beginning."""
        return self.solution.value

    @cached_property
    def regret(self) -> dict[str, dict[str, float]]:
        """What each named plan loses to either side at the beginning, against the best replies; never negative."""
        return self.regret_at(self.start)

    @property
    def start(self) -> ThirdMoment:
        """The beginning of the fight."""
        fight = self.solution.board.fight
        return ThirdMoment(fight.sides[0].fresh, fight.sides[1].fresh, fight.rounds)

    def regret_at(self, moment: ThirdMoment) -> dict[str, dict[str, float]]:
        """Return what each named plan, played from there on, loses in any situation."""
        from bmg_odds.engines.solve_third import third_regret

        where = (moment.a, moment.b, moment.rounds_left, moment.had)
        value = self.solution.at(*where)
        return {
            name: {SIDES[side]: third_regret(side, value, pair[side].at(*where)) for side in (0, 1)}
            for name, pair in self.held.items()
        }

    def best(self, a: State, b: State, rounds_left: int, *, attacker: int, first: bool, lead: int | None) -> Any:
        """Return the best Efforts of both sides when one strikes the other in any situation.

        `attack_efforts` answer the defender's best `defence_efforts`; `answers` are those to 0, 1, … of them. Whoever
        has been activated is on its feet.
        """
        from bmg_odds.engines.duel_third_board import Ranks

        solution, ranks = self.solution, self.solution.board.ranks
        key = (rounds_left, lead, attacker if first else 1 - attacker)
        choice = solution.turns[key].choices[0 if first else 1]
        own, foe = (a, b) if attacker == 0 else (b, a)
        foe = foe if first else Ranks.risen(foe)
        place = ranks[attacker].number(Ranks.risen(own)), ranks[1 - attacker].number(foe)
        met = int(choice.defend[place])
        answers = [int(choice.attack[number][place]) for number in range(int(ranks[1 - attacker].most[place[1]]) + 1)]
        return {
            "attacker": SIDES[attacker], "defence_efforts": met, "attack_efforts": answers[met], "answers": answers,
        }  # fmt: skip

    def plans(self, moment: ThirdMoment) -> list[dict[str, Any]]:
        """Return the best play in a situation, a row for each side that may get the lead.

        `drawn` has the lead, `first` is activated first; then the Efforts of the first attack, and those of the
        second if nothing changed in the first.
        """
        from bmg_odds.engines.duel_third_board import lead_chances

        solution = self.solution
        fight = solution.board.fight
        rows = []
        for lead, chance in lead_chances(fight.first, moment.had):
            first = "ab".index(fight.first) if lead is None else solution.leader(
                moment.a, moment.b, moment.rounds_left, lead
            )  # fmt: skip
            attacks = [
                self.best(moment.a, moment.b, moment.rounds_left, attacker=side, first=side == first, lead=lead)
                for side in (first, 1 - first)
            ]
            place = solution.board.number(moment.a, moment.b)
            value = solution.turns[moment.rounds_left, lead, first].value[place]
            efforts = {
                each["attacker"]: {
                    "attack_efforts": each["attack_efforts"],
                    "defence_efforts": other["defence_efforts"],
                }
                for each, other in zip(attacks, reversed(attacks), strict=True)
            }
            rows.append(
                {
                    "drawn": None if lead is None else SIDES[lead],
                    "chance": chance,
                    "first": SIDES[first],
                    "a": efforts["a"],
                    "b": efforts["b"],
                    "answers": {each["attacker"]: each["answers"] for each in attacks},
                    "value": float(value),
                }
            )
        return rows

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the best Efforts in every state: a row for each round, lead, activation and pair of states.

        Only pairs in which an attack is made; the one that strikes is on its feet.
        """
        board = self.solution.board
        for (left, lead, first), turn in self.solution.turns.items():
            for number, choice in enumerate(turn.choices):
                attacker = first if number == 0 else 1 - first
                own, foe = board.ranks[attacker], board.ranks[1 - attacker]
                for one in own.standing.nonzero()[0].tolist():
                    for other in (~foe.gone).nonzero()[0].tolist():
                        met = int(choice.defend[one, other])
                        answers = choice.attack[: int(foe.most[other]) + 1, one, other].tolist()
                        yield {
                            "rounds_left": left, "lead": None if lead is None else SIDES[lead], "first": SIDES[first],
                            "attacker": SIDES[attacker], "own": shown_state(own.states[one]),
                            "foe": shown_state(foe.states[other]), "defence_efforts": met,
                            "attack_efforts": answers[met], "answers": answers,
                        }  # fmt: skip

    @cached_property
    def fought(self) -> Fought:
        """The fight when both sides play as well as can be."""
        from bmg_odds.engines.duel_third import third_law

        board = self.solution.board
        law = third_law(board, self.solution.pair())
        return third_fought(board.fight, (board.ranks[0].states, board.ranks[1].states), law.after)

    def record(self) -> dict[str, Any]:
        """Return the answer as one JSON-ready record, in the fields of the first edition's."""
        fight = self.solution.board.fight
        openings = self.plans(self.start)
        rounds = self.fought.rounds()
        asked = {} if self.moment is None else {"state": self._asked(self.moment)}
        return {
            "command": "solve",
            "version": __version__,
            "sentence": f"{third_sentence(fight, ())} Both sides play as well as can be: value for A, "
            f"{OBJECTIVE_WORDS[self.objective]}.",
            **third_header(fight, Dice()),
            "objective": self.objective,
            "arguments": self.arguments,
            "value": self.value,
            "opening": {"first": openings[0]["first"], "a": openings[0]["a"], "b": openings[0]["b"]},
            "openings": openings,
            "regret": self.regret,
            "regrets": [{"plan": name, **both} for name, both in self.regret.items()],
            **asked,
            "rounds": rounds,
            "final": rounds[-1],
            "markers_a": self.fought.markers(0),
            "markers_b": self.fought.markers(1),
        }

    def _asked(self, moment: ThirdMoment) -> dict[str, Any]:
        fight = self.solution.board.fight
        return {
            "a": shown_state(moment.a),
            "b": shown_state(moment.b),
            "round": fight.rounds - moment.rounds_left + 1,
            "rounds_left": moment.rounds_left,
            "lead": None if moment.had is None else SIDES[moment.had],
            "value": self.solution.at(moment.a, moment.b, moment.rounds_left, moment.had),
            "plans": self.plans(moment),
            "regret": self.regret_at(moment),
        }


def solve_third(
    a: str | Card,
    b: str | Card,
    *,
    objective: str = "out",
    state: str | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> ThirdSolved:
    """Return the duel of two models of the third edition solved; keywords otherwise as `duel_third.third_fight`.

    `state` asks about one situation beside the beginning, as `solve_third_state.parse_third_moment` reads it. Raises
    BmgError for a fight that cannot be, an objective that is not known, and `vp` where a rank is unknown.
    """
    check_objective(objective)
    found = third_fight(a, b, **options)
    check_ranks(found, objective)
    moment = None if state is None else parse_third_moment(state, found)
    from bmg_odds.engines import solve_third as engine
    from bmg_odds.engines.duel_third_board import ThirdBoard

    solution = engine.solve_third(ThirdBoard(found, scoring=objective == "vp"), objective, progress)
    held = {}
    for name in EFFORT_PLANS:
        plan = named_efforts(name)
        held[name] = (solution.against(0, plan), solution.against(1, plan))
    told = {**options, "rules": "third", "objective": objective, "state": state}
    return ThirdSolved(solution, held, objective, arguments("solve", {"a": a, "b": b}, told), moment)
