"""The best plans of A on one page: what to place by the markers on it, on the foe, who goes first and the round."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bmg_odds.answers.duel_law import Fought
from bmg_odds.errors import BmgError
from bmg_odds.rules.duel_fighter import Fighter
from bmg_odds.rules.duel_plans import Plan, View
from bmg_odds.rules.duel_state import DOWN, STANDING, State

if TYPE_CHECKING:
    from bmg_odds.answers.solve import Solved
    from bmg_odds.engines.solve import Solution

MOST_ROWS = 9
"""Rows of a block: where A can take more markers, a row stands for two numbers of them."""
NO_COUNTERS = "--card is about counters; the third edition has Efforts; allowed: --rules 2012 or revised"
Cell = tuple[int, int, int, bool]
"""Block, row, foe's column, whether A goes first."""


@dataclass(frozen=True, slots=True)
class Block:
    """Plans of one part of the fight."""

    name: str
    rounds: tuple[int, int]
    left: int
    """Rounds left in the round for which they are worked out."""
    posture: int = STANDING


def blocks_of(rounds: int) -> tuple[Block, ...]:
    """Return the parts of a fight: while more rounds follow, the last but one, the last; and for a model that is down.

    >>> [(block.name, block.rounds, block.left) for block in blocks_of(6)]
    [('early', (1, 4), 5), ('last but one', (5, 5), 2), ('last', (6, 6), 1), ('down', (1, 6), 5)]
    """
    early = (rounds + 4) // 2
    found = [Block("early", (1, rounds - 2), early)] if rounds > 2 else []
    if rounds > 1:
        found.append(Block("last but one", (rounds - 1, rounds - 1), 2))
    found.append(Block("last", (rounds, rounds), 1))
    return (*found, Block("down", (1, rounds), early if rounds > 2 else rounds, DOWN))


@dataclass(frozen=True, eq=False)
class PlanCard:
    """The page of a solved fight."""

    solved: "Solved"

    @property
    def solution(self) -> "Solution":
        """The solved fight."""
        return self.solved.solution

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The parts of the fight."""
        return blocks_of(self.solution.fight.rounds)

    @cached_property
    def own(self) -> tuple[State, ...]:
        """The states of A that rows are worked out for, standing: the make-up of its markers that is most usual."""
        endurance = self.solution.fight.sides[0].endurance
        step = 1 if endurance <= MOST_ROWS else 2
        return tuple(self._usual(0, markers) for markers in range(0, endurance, step))

    @cached_property
    def foes(self) -> tuple[State, ...]:
        """The states of B that columns are worked out for: fresh, with about half its markers, one short of K.O."""
        endurance = self.solution.fight.sides[1].endurance
        return tuple(self._usual(1, markers) for markers in sorted({0, endurance // 2, endurance - 1}))

    @cached_property
    def firsts(self) -> tuple[bool, ...]:
        """Whether A goes first: both where the lead is drawn."""
        first = self.solution.fight.first
        return (True, False) if first == "draw" else (first == "a",)

    def plan(self, own: State, foe: State, left: int, *, first: bool) -> tuple[Plan, float]:
        """Return A's best plan and the value for it; a foe that goes first makes its best plan."""
        fight, bag = self.solution.fight, self._bags[left]
        if first:
            return self._led(own, foe, left)
        lead = self.solution.plan(1, fight.view(1, foe, own, left, first=True, bag=bag))
        plan = self.solution.plan(0, fight.view(0, own, foe, left, first=False, foe_plan=lead, bag=bag))
        return plan, self._value(own, foe, left, 1)

    def _led(self, own: State, foe: State, left: int) -> tuple[Plan, float]:
        view = self.solution.fight.view(0, own, foe, left, first=True, bag=self._bags[left])
        return self.solution.plan(0, view), self._value(own, foe, left, 0)

    def _value(self, own: State, foe: State, left: int, first: int) -> float:
        bag = self._bags[left] if left > 1 else None
        a, b = (self.solution.board.rolls[side].at[state] for side, state in enumerate((own, foe)))
        return float(self.solution.played[left, bag, first].value[a, b])

    @cached_property
    def _bags(self) -> dict[int, tuple[int, int] | None]:
        """For each number of rounds left the bag after the draw that is drawn most evenly."""
        played = self.solution.played
        found: dict[int, tuple[int, int] | None] = {}
        for left in {key[0] for key in played}:
            bags = sorted({bag for one, bag, _ in played if one == left and bag}, key=lambda bag: abs(bag[0] - bag[1]))
            found[left] = bags[0] if bags else ((0, 0) if self.solution.fight.first == "draw" else None)
        return found

    @cached_property
    def cells(self) -> dict[Cell, tuple[Plan, float]]:
        """All plans of the page, with their values for A."""
        return dict(self._cells())

    def _cells(self) -> Iterator[tuple[Cell, tuple[Plan, float]]]:
        for number, block in enumerate(self.blocks):
            for row, own in enumerate(self.own):
                for column, foe in enumerate(self.foes):
                    for first in self.firsts:
                        state = own._replace(posture=block.posture)
                        yield (number, row, column, first), self.plan(state, foe, block.left, first=first)

    def same(self, number: int) -> float:
        """Return the share of the best plans of all rounds of a block that are those of the page."""
        block, found = self.blocks[number], []
        for at in range(block.rounds[0], block.rounds[1] + 1):
            left = self.solution.fight.rounds - at + 1
            for row, own in enumerate(self.own):
                for column, foe in enumerate(self.foes):
                    for first in self.firsts:
                        plan, _ = self.plan(own._replace(posture=block.posture), foe, left, first=first)
                        found.append(plan == self.cells[number, row, column, first][0])
        return sum(found) / len(found)

    def __call__(self, view: View) -> Plan:
        """Return what A places in any situation when it goes by the page alone, trimmed to what it has."""
        if view.own.out:
            return Plan()
        number = len(self.blocks) - 1
        if view.own.posture != DOWN:
            number = next(
                place for place, block in enumerate(self.blocks)
                if self.solution.fight.rounds - view.rounds_left + 1 <= block.rounds[1]
            )  # fmt: skip
        row = max(place for place, own in enumerate(self.own) if own.markers <= view.own.markers)
        column = min(range(len(self.foes)), key=lambda place: abs(self.foes[place].markers - view.foe.markers))
        plan = [min(pair) for pair in zip(self.cells[number, row, column, view.first][0], view.caps, strict=True)]
        for place in (2, 3, 1, 0):
            plan[place] -= min(plan[place], max(0, sum(plan) - view.counters))
        return Plan(*plan)

    @cached_property
    def played(self) -> Fought:
        """The fight when A goes by the page and B plays its best; who goes first is chosen as well as can be."""
        from bmg_odds.engines.duel import Pair, law

        solution = self.solution
        board = solution.board
        leader = solution.leader if solution.fight.first == "draw" else None
        pair = Pair((self, solution.policies()[1]), leader=leader)
        return Fought(solution.fight, (board.rolls[0].states, board.rolls[1].states), law(board, pair).after)

    def worth(self) -> float | None:
        """Return the value for A when it goes by the page alone; None for `markers`, which are not followed."""
        objective, final = self.solved.objective, self.played.rounds()[-1]
        if objective == "markers":
            return None
        if objective == "out":
            return float(final["b_out"] - final["a_out"])
        points = [self.played.victory_points(side) for side in (0, 1)]
        return (points[0] or 0.0) - (points[1] or 0.0)

    def _usual(self, side: int, markers: int) -> State:
        """Return the state of a standing side with so many markers whose make-up comes up most when both play well."""
        fighter = self.solution.fight.sides[side]
        weights = self._made[side]
        known = {split: weight for split, weight in weights.items() if sum(split) == markers}
        if known:
            injuries, stuns = max(known, key=lambda split: (known[split], split))
        else:  # never so many: as many Injuries as markers have on the whole
            total = sum(sum(split) * weight for split, weight in weights.items())
            share = sum(split[0] * weight for split, weight in weights.items()) / total if total else 0.5
            injuries = round(share * markers)
            stuns = markers - injuries
        return _marked(fighter, injuries, stuns)

    @cached_property
    def _made(self) -> tuple[dict[tuple[int, int], float], dict[tuple[int, int], float]]:
        """For each side how often rounds begin with so many Injuries and Stuns, it not being out."""
        import numpy as np

        board, law = self.solution.board, self.solved.fought.after
        found: list[dict[tuple[int, int], float]] = []
        for side in (0, 1):
            after = np.sum([each.sum(axis=1 - side) for each in law[:-1]] or [law[0].sum(axis=1 - side) * 0.0], axis=0)
            begun = after @ board.recovery(side, 0)
            splits: dict[tuple[int, int], float] = {}
            for state, weight in zip(board.rolls[side].states, begun.tolist(), strict=True):
                if weight > 0.0 and not state.out:
                    key = state.injuries, state.stuns
                    splits[key] = splits.get(key, 0.0) + weight
            found.append(splits)
        return found[0], found[1]

    def record(self) -> dict[str, Any]:
        """Return the page, JSON-ready: the key `card` of the answer.

        `columns` are states of B, `blocks` hold a row for each state of A, and in it a plan with its value for A for
        each column and for A going first or second.
        """
        blocks = []
        for number, block in enumerate(self.blocks):
            rows = []
            for row, own in enumerate(self.own):
                plans = [
                    {"column": column, "first": first, **plan._asdict(), "value": value}
                    for (at, line, column, first), (plan, value) in self.cells.items()
                    if (at, line) == (number, row)
                ]
                rows.append({"injuries": own.injuries, "stuns": own.stuns, "plans": plans})
            worked_out = self.solution.fight.rounds - block.left + 1
            blocks.append(
                {"name": block.name, "from": block.rounds[0], "to": block.rounds[1], "round": worked_out,
                 "same": self.same(number), "rows": rows}
            )  # fmt: skip
        columns = [{"injuries": foe.injuries, "stuns": foe.stuns} for foe in self.foes]
        endurance = [side.endurance for side in self.solution.fight.sides]
        return {"endurance_a": endurance[0], "endurance_b": endurance[1], "value": self.worth(), "columns": columns,
                "blocks": blocks}  # fmt: skip


def _marked(fighter: Fighter, injuries: int, stuns: int) -> State:
    armour = fighter.fresh.armour if injuries + stuns == 0 else 0
    return State(injuries, stuns, armour=armour)


def check_card(path: str, rules: str) -> None:
    """Raise BmgError for a page that is no PDF, that cannot be written there, or of an edition without counters.

    >>> check_card("card.pdf", "revised")
    """
    if not path.lower().endswith(".pdf"):
        raise BmgError(f"--card {path}: the page is a PDF; allowed: .pdf")
    if rules == "third":
        raise BmgError(NO_COUNTERS)
    from bmg_odds.answers.formats import check_writable

    check_writable(path, flag="--card")
