"""Planted faults of duels, each caught by name: of counting by the brute force, of rolling by the G-test.

The faults of rolling are planted in the plain Python of the kernels, so their fights are few; each is far from subtle.
"""

from collections.abc import Callable
from typing import Any

import duel_cases
import pytest
from duel_asking import asked_plan
from duel_asking import fight as asked
from duel_cases import PATIENT, SEEING, YIELDING, Case, fighter, wearing
from oracle_duel import Told, rounds
from oracle_duel_solve import Solver
from oracle_duel_words import Fight, Hand, View, all_out, balanced, fill, split, turtle
from test_duel_oracle import disagreement
from test_duel_rolled import FALSE_ALARM, p_values

from bmg_odds.engines import duel, duel_fights, duel_ring, duel_steps, duel_turns
from bmg_odds.engines.duel_board import Board
from bmg_odds.engines.duel_rolled import rolled
from bmg_odds.engines.solve import solve
from bmg_odds.rules import duel as rules
from bmg_odds.rules.duel_plans import Plan, named_plan
from bmg_odds.rules.duel_state import STANDING, State

# --- fights in which a fault shows --------------------------------------------------------------------------

FELLING = fighter("S", attack=3, strength=3, endurance=6, willpower=6, movement=0)
"""Knocks down often, and cannot stand up itself under `mc`."""
LYING = fighter("S", attack=3, strength=3, defense=1, endurance=6, willpower=4, movement=2, special=2)
WEARY = fighter("S", attack=4, strength=2, defense=2, endurance=6, willpower=5, special=2)
SLEEPY = fighter("S", attack=4, strength=2, defense=2, endurance=4, willpower=5, special=3, rank="leader")
WEAK = wearing(fighter("S", attack=1, defense=2, endurance=4, willpower=3), "Weak")


def copycat(view: View) -> Hand:
    """As many AC as may be where it saw AC, all DC where it saw none, and balanced where it plans first."""
    if view.seen is None:
        return balanced(view)
    return turtle(view) if view.seen.ac == 0 else all_out(view)


def rest(view: View) -> Hand:
    """As many SC as may be."""
    return fill(view.fight.fighter(view.side), view.mine, [("sc", None), ("ac", 1)])


PLANS = {"copycat": copycat, "rest": rest, "1 AC": split(1, 0, 0), "1 AC, 2 DC": split(1, 2, 0)}
STAND = Case(Fight(FELLING, LYING, 2, "a"), "all-out", "split=2/1/0")
LATER = Case(Fight(WEARY, WEARY, 2, "a"), "all-out", "all-out")
ASLEEP = Case(Fight(SLEEPY, SLEEPY, 2, "a"), "all-out", "rest")
SEEN = Case(Fight(WEARY, WEARY, 1, "a"), "split=1/0/1", "copycat")
DRAWN = Case(Fight(SLEEPY, WEARY, 2, "draw"), "all-out", "all-out")
UNROLLED = Case(
    Fight(fighter("S", attack=3, strength=2, endurance=4, willpower=3), WEAK, 1, "a",
          readings={"block_cap_at_impacts": "yes"}), "1 AC", "1 AC, 2 DC",
)  # fmt: skip
ARMOURED = Case(Fight(WEARY, wearing(WEARY, "Power Armor"), 2, "a"), "all-out", "balanced")
SCORED = Case(Fight(SLEEPY, SLEEPY, 2, "a", readings={"vp_after_ko": "both"}), "all-out", "rest")


@pytest.fixture(autouse=True)
def plans(monkeypatch):
    for name, plan in PLANS.items():
        monkeypatch.setitem(duel_cases.PLANS, name, plan)
    duel_steps._outcome.cache_clear()
    yield
    duel_steps._outcome.cache_clear()


# --- counting -----------------------------------------------------------------------------------------------

counters, view, lost = rules.Fighter.counters, rules.Fight.view, rules.Fighter.lost


def fresh_counters(self: rules.Fighter, state: State) -> int:
    return 0 if state.out else counters(self, State())


def third_markers(self: rules.Fighter, before: int, after: int) -> int:
    return after // 3 - before // 3


def no_dice_but_sc(self: Board, side: int, sc: int) -> Any:
    return recovery(self, side, max(0, sc - 1))


recovery = Board.recovery


def blind(self: rules.Fight, side: int, own: State, foe: State, left: int, **options: Any) -> Any:
    return view(self, side, own, foe, left, **{**options, "foe_plan": None})


def put_back(first: str, bag: Any) -> Any:
    return [(chance, bag, side) for chance, _, side in duel_draws(first, bag)]


duel_draws = duel.draws


COUNTING: dict[str, tuple[object, str, Callable[..., Any], Case]] = {
    "counters of the first round used in later rounds": (rules.Fighter, "counters", fresh_counters, LATER),
    "counters lost at every third marker": (rules.Fighter, "lost", third_markers, LATER),
    "standing without paying": (duel_steps, "stand", lambda plan, reading: plan, STAND),
    "nobody ever stands": (duel_steps, "stand", lambda plan, reading: None, STAND),
    "AC lost before DC that were not rolled": (
        duel_steps, "lose", lambda plan, count, acted: Plan(max(0, plan.ac - count), *plan[1:]), UNROLLED,
    ),
    "counters that were lost still recover": (
        duel_steps, "lose", lambda plan, count, acted: plan, Case(Fight(WEARY, WEARY, 2, "a"), "all-out", "rest"),
    ),
    "a K.O. that recovers stands up": (
        rules.Fighter, "wakes", lambda self, state: state._replace(stuns=state.stuns - 1, posture=STANDING), ASLEEP,
    ),
    "a K.O. that recovers loses all Stuns": (
        rules.Fighter, "wakes", lambda self, state: state._replace(stuns=0, posture=1), ASLEEP,
    ),
    "no free die of recovery": (Board, "recovery", no_dice_but_sc, ASLEEP),
    "the second does not see the plan": (rules.Fight, "view", blind, SEEN),
    "counters of the bag put back": (duel, "draws", put_back, DRAWN),
    "a Power Armor whole again": (rules.Fight, "_worn", staticmethod(lambda row, left, dice: left), ARMOURED),
    "a Casualty scores only itself": (
        rules.Fight, "points", lambda self, side, state: points(self, side, state._replace(scored=0)), SCORED,
    ),
}  # fmt: skip

points = rules.Fight.points


OWN_PLANS = ("counters of the first round used in later rounds",)
"""Faults of the plans themselves, which the plans of the brute force do not have."""


judged: dict[tuple[str, bool], list[Told]] = {}
"""What the brute force says of each fight that was counted as it says; several faults are planted in some fights."""


def counted_honestly(case: Case, policies: Any) -> list[Told]:
    """The brute force's account of a fight, with which the honest count agrees."""
    key = repr(case), policies is None
    if key not in judged:
        told = rounds(case.fight, *case.plans)
        assert not disagreement(case, policies, told)
        judged[key] = told
    return judged[key]


@pytest.mark.parametrize("name", COUNTING)
def test_faults_of_counting_are_caught(name, monkeypatch):
    owner, attribute, fault, case = COUNTING[name]
    policies = (named_plan(case.plan_a), named_plan(case.plan_b)) if name in OWN_PLANS else None
    told = counted_honestly(case, policies)
    duel_steps._outcome.cache_clear()
    monkeypatch.setattr(owner, attribute, fault)
    assert disagreement(case, policies, told)


# --- rolling ------------------------------------------------------------------------------------------------

Ints = Any
FIGHTS = 4000
MODULES = (duel_turns, duel_fights)
plain: dict[str, Callable[..., Any]] = {
    name: getattr(kernel, "py_func", kernel)
    for module in MODULES
    for name, kernel in vars(module).items()
    if getattr(getattr(kernel, "py_func", kernel), "__module__", "") in (duel_turns.__name__, duel_fights.__name__)
    and name.startswith("_")
}
"""The kernels of the fights; those of single dice stay as they are."""


AC, DC, SC, MC = duel_turns.AC, duel_turns.DC, duel_turns.SC, duel_turns.MC


def stands_for_nothing(work: Ints, me: int, only_mc: int) -> bool:
    work[me + duel_turns.DOWN] = 0
    return True


def loses_ac_first(work: Ints, them: int, done: bool) -> None:
    if work[them + AC] > 0:
        work[them + AC] -= 1
    else:
        plain["_lose"](work, them, done)


def wakes_with_all_stuns_gone(store: Any, facts: Ints, work: Ints, me: int) -> None:
    before = work[me + duel_turns.STATUS]
    plain["_recover"](store, facts, work, me)
    if before == duel_turns.KO and work[me + duel_turns.STATUS] == duel_turns.UP:
        work[me + duel_turns.STUNS] = 0


def recovers_with_lost_sc(store: Any, facts: Ints, work: Ints, me: int) -> None:
    work[me + SC] += 2
    plain["_recover"](store, facts, work, me)


def strikes_when_out(store: Any, ring: Any, work: Ints, me: int, done: bool) -> int:
    if work[me + duel_turns.STATUS] != duel_turns.KO or work[duel_turns.SIDE - me + duel_turns.STATUS] == 2:
        return int(plain["_activate"](store, ring, work, me, done))
    work[me + AC] = 2
    return int(plain["_strike"](store, ring, work, me, duel_turns.SIDE - me, done))


def armour_of_steel(harm: Ints, work: Ints, them: int, *dice: int) -> tuple[int, int]:
    held = int(work[them + duel_turns.ARMOUR])
    found: tuple[int, int] = plain["_dealt"](harm, work, them, *dice)
    work[them + duel_turns.ARMOUR] = held
    return found


def half_each(fight: rules.Fight) -> tuple[int, int, int]:
    return 1000, 1000, 0


def third_step(*arguments: Any, **options: Any) -> list[int]:
    numbers = rest_of(*arguments, **options)
    return [numbers[0], 3, *numbers[2:]]


rest_of = duel_ring._rest

ROLLING: dict[str, tuple[object, str, Callable[..., Any], Case]] = {
    "counters of the first round used in later rounds": (rules.Fighter, "counters", fresh_counters, LATER),
    "counters lost at every third marker": (duel_ring, "_rest", third_step, LATER),
    "standing without paying": (duel_turns, "_stands", stands_for_nothing, STAND),
    "AC lost before DC that were not rolled": (duel_turns, "_lose", loses_ac_first, UNROLLED),
    "counters that were lost still recover": (duel_turns, "_recover", recovers_with_lost_sc, ASLEEP),
    "a K.O. that recovers loses all Stuns": (duel_turns, "_recover", wakes_with_all_stuns_gone, ASLEEP),
    "a K.O. strikes": (duel_turns, "_activate", strikes_when_out, ASLEEP),
    "the second does not see the plan": (rules.Fight, "view", blind, SEEN),
    "counters of the bag put back": (duel_ring, "_bag", half_each, DRAWN),
    "a Power Armor whole again": (duel_turns, "_dealt", armour_of_steel, ARMOURED),
}


MANY = ("counters of the bag put back", "counters of the first round used in later rounds")
"""Faults that are not in the kernels, which may therefore be compiled, and so many."""


def put(kernel: str, function: Callable[..., Any], monkeypatch: Any) -> None:
    """Put a function in the place of a kernel, wherever it is called."""
    for module in MODULES:
        if hasattr(module, kernel):
            monkeypatch.setattr(module, kernel, function)


quiet: set[tuple[str, bool, int]] = set()
"""The fights in which the G-test said nothing of honest dice."""


def caught(name: str, monkeypatch: Any) -> bool:
    """Whether the G-test tells fights rolled with the fault from the law counted without."""
    owner, attribute, fault, case = ROLLING[name]
    fight, trials = asked(case.fight), 100_000 if name in MANY else FIGHTS
    honest = repr(case), name in OWN_PLANS, trials
    policies: Any = tuple(asked_plan(case.fight, side, plan) for side, plan in zip("ab", case.plans, strict=True))
    if name in OWN_PLANS:
        policies = named_plan(case.plan_a), named_plan(case.plan_b)
    board = Board(fight, scoring=True)
    counted = duel.law(board, duel.Pair(policies)).after
    if name not in MANY:
        for kernel, function in plain.items():
            put(kernel, function, monkeypatch)
    if honest not in quiet:
        found = rolled(fight, *policies, trials=trials, seed=1500, threads=1)
        assert min(p_values(found, board, counted)) > FALSE_ALARM
        quiet.add(honest)
    if owner is duel_turns:
        put(attribute, fault, monkeypatch)
    else:
        monkeypatch.setattr(owner, attribute, fault)
    found = rolled(fight, *policies, trials=trials, seed=1500, threads=1)
    return min(p_values(found, board, counted)) < FALSE_ALARM


def marked(name: str) -> Any:
    return pytest.param(name, marks=pytest.mark.compiled) if name in MANY else name


@pytest.mark.parametrize("name", [marked(name) for name in ROLLING])
def test_faults_of_rolling_are_caught(name, monkeypatch):
    assert caught(name, monkeypatch)


# --- best play ----------------------------------------------------------------------------------------------


class Unseen(Solver):
    """The first plans in secret: the second answers it without knowing."""

    def _lead(self, left: int, bag: Any, bodies: Any, first: str) -> Any:
        second = "b" if first == "a" else "a"
        one, two = self._hands(first, bodies, left, None), self._hands(second, bodies, left, None)
        sign = 1 if first == "a" else -1
        return -sign * max(
            -sign * sign * max(sign * self._played(left, bag, bodies, first, plan, reply) for plan in one)
            for reply in two
        )  # fmt: skip


class Obedient(Solver):
    """The side drawn always goes first."""

    def _round(self, left: int, bag: Any, bodies: Any) -> Any:
        if left == 0 or "casualty" in (bodies[0].status, bodies[1].status):
            return self._verdict(bodies)
        a, b = bag
        found = self.lead_value
        return (a and a * found(left, (a - 1, b), bodies, "a")) / (a + b) + (
            b and b * found(left, (a, b - 1), bodies, "b")
        ) / (a + b)


class Greedy(Solver):
    """Each round is played as if it were the last."""

    def _lead(self, left: int, bag: Any, bodies: Any, first: str) -> Any:
        sign = 1 if first == "a" else -1
        myopic = Solver(self.fight, self.objective, stages=self.stages)
        plans = self._hands(first, bodies, left, None)
        plan = max(plans, key=lambda plan: sign * myopic.reply_value(1, bag, bodies, first, plan))
        return self.reply_value(left, bag, bodies, first, plan)


BEST: dict[str, tuple[type[Solver], Fight, str]] = {
    "the second does not see the plan": (Unseen, Fight(*SEEING, 2, "a"), "out"),
    "the side drawn does not choose": (
        Obedient, Fight(*YIELDING, 2, "draw", readings={"stand_up": "any_counter"}), "markers",
    ),
    "plans that think of this round only": (Greedy, Fight(*PATIENT, 2, "a"), "out"),
}  # fmt: skip


@pytest.mark.parametrize("name", BEST)
def test_faults_of_best_play_would_show(name):
    """Planted in the brute force: the solved value is that of the honest one, and not that of the faulty one."""
    faulty, told, objective = BEST[name]
    found = solve(Board(asked(told)), objective).value
    assert found == pytest.approx(float(Solver(told, objective).value()), abs=1e-12)
    assert abs(float(faulty(told, objective).value()) - found) > 1e-3
