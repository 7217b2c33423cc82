"""Duels of the third edition: the exact law and the solved value against the brute force, the rolled fights against
the exact ones, what best play and plans must obey, and what cannot be fought.

The brute force is `oracle_duel_third`. Every G-test's false alarm is 1e-9; with 200,000 fights each finds, 99 times of
100, a shift of 1.3 percentage points between two cells of 20 % each (`test_agreement.test_power` has the reckoning).
"""

import json
import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from oracle_duel_third import Body3, Duel3, Minimax, Plan3, Toy, fixed
from oracle_third import Model3

import bmg_odds as bmg
from bmg_odds.answers.agreement import g_test
from bmg_odds.answers.duel import duel
from bmg_odds.answers.duel_third import third_duel, third_fight
from bmg_odds.answers.solve import solve
from bmg_odds.answers.solve_third import solve_third as answer
from bmg_odds.engines import duel_third as engines_of_law
from bmg_odds.engines.duel_third import EffortPair, third_law
from bmg_odds.engines.duel_third_board import ThirdBoard
from bmg_odds.engines.duel_third_rolled import third_rolled
from bmg_odds.engines.solve_third import ThirdSolution, solve_third
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.rules.duel_state import POSTURES, STANDING, State
from bmg_odds.rules.duel_third import Combatant, ThirdCircumstances, ThirdFight, make_third_fight
from bmg_odds.rules.duel_third_plans import EFFORT_PLANS, EffortPolicy, EffortView, named_efforts
from bmg_odds.rules.edition import edition

FALSE_ALARM = 1e-9
EVERY = 9
"""More Efforts than any model may make; plans are cut to what it may."""
OBJECTIVES = ("out", "vp", "markers")
TOYS: dict[str, tuple[Toy, Toy]] = {
    "plain": (Toy(Model3(2, 3, 2, 3), "BS", rank="leader"), Toy(Model3(2, 4, 3, 2), "S")),
    "scent": (
        Toy(Model3(1, 4, 2, 3, traits=("Tension", "Hardened")), "B"),
        Toy(Model3(2, 4, 2, 3, traits=("Blood Scent", "Weak")), "S"),
    ),
    "removed": (
        Toy(Model3(1, 3, 3, 2, traits=("Kevlar Vest",)), "SS", weapon_traits=("CRT (Casualty)",)),
        Toy(Model3(2, 5, 1, 3, traits=("Tension",)), "S", weapon_traits=("Heavy",)),
    ),
    "machine": (
        Toy(Model3(2, 4, 2, 3, traits=("Bot", "Large")), "S", weapon_traits=("Crushing",)),
        Toy(Model3(1, 3, 2, 2, traits=("Brutal",)), "BB", weapon_traits=("Bleed (1)",)),
    ),
}
READINGS: tuple[dict[str, str], ...] = (
    {},
    {"effort_stuns": "apart"},
    {"ko_recovery": "one"},
    {"stand_up": "activation"},
    {"natural_rolls": "on", "stand_up": "activation"},
)


def card(toy: Toy, name: str) -> Card:
    model, weapon = toy.model, Weapon(name="Club", damage=toy.damage, traits=toy.weapon_traits)
    return Card(
        name=name, edition="third", rank=toy.rank.capitalize(), attack=model.attack, strength=model.strength,
        defense=model.defense, endurance=model.endurance, traits=model.traits, weapons=(weapon,),
    )  # fmt: skip


def asked(told: Duel3) -> ThirdFight:
    return make_third_fight(
        edition("third", told.readings), card(told.a, "A"), card(told.b, "B"), rounds=told.rounds, first=told.first
    )


def body(state: State) -> Body3:
    return Body3(state.injuries, state.stuns, POSTURES[state.posture], bool(state.scored))


def curious(own: Body3, foe: Body3, attacks: bool, seen: int, most: int) -> int:
    """A plan that looks at everything, and may K.O. its maker for it."""
    return (own.injuries + 2 * foe.stuns + 3 * attacks + seen + (foe.status == "down")) % (most + 1)


def greedily(own: Body3, foe: Body3, attacks: bool, seen: int, most: int) -> int:
    """As many as it may make, even the one that K.O.s it."""
    return EVERY


def as_policy(plan: Plan3) -> EffortPolicy:
    def policy(view: EffortView) -> int:
        return min(view.most, plan(body(view.own), body(view.foe), view.attacks, view.foe_efforts or 0, view.safe))

    return policy


def compared(told: Duel3, plans: tuple[Plan3, Plan3]) -> None:
    """Hold the engine's law against the brute force, cell by cell and round by round."""
    board = ThirdBoard(asked(told), scoring=True)
    counted = third_law(board, EffortPair((as_policy(plans[0]), as_policy(plans[1])))).after
    for law, cells in zip(counted, told.law(*plans), strict=True):
        found = {
            (body(board.ranks[0].states[a]), body(board.ranks[1].states[b])): law[a, b]
            for a, b in zip(*law.nonzero(), strict=True)
        }
        assert found.keys() == cells.keys()
        assert max(abs(found[pair] - float(chance)) for pair, chance in cells.items()) < 1e-12
        assert abs(law.sum() - 1.0) < 1e-12


def compared_all(told: Duel3, *pairs: tuple[Plan3, Plan3]) -> None:
    for plans in pairs:
        compared(told, plans)


@pytest.mark.parametrize("name", sorted(TOYS))
@pytest.mark.parametrize(("first", "rounds"), [("draw", 2), ("b", 3)])
def test_the_law_is_the_brute_force(name: str, first: str, rounds: int) -> None:
    compared(Duel3(*TOYS[name], rounds=rounds, first=first), (fixed(3, 1), curious))


@pytest.mark.parametrize("readings", READINGS, ids=str)
def test_the_law_is_the_brute_force_under_every_reading(readings: Mapping[str, str]) -> None:
    told = Duel3(*TOYS["plain"], rounds=3, readings=readings)
    compared(told, (curious, fixed(1, 3)))
    compared(told, (fixed(0, 0), fixed(0, 0)))
    met = {body.status for pair in told.law(fixed(0, 0), fixed(0, 0))[-1] for body in pair}
    assert met == {"up", "down", "ko", "casualty"}


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("name", sorted(TOYS))
def test_the_value_is_the_brute_force(name: str, objective: str) -> None:
    """Every choice of both sides tried, two rounds, from the start and from a state of each kind."""
    told = Duel3(*TOYS[name], rounds=2)
    solution = solve_third(ThirdBoard(asked(told), scoring=objective == "vp"), objective)
    witness = Minimax(told, objective)
    assert solution.value == pytest.approx(float(witness.value()), abs=1e-12)
    for (a, b), left, had in states_of(solution, 60):
        wanted = witness.round(left, "ab"[had], (body(a), body(b)))
        assert solution.at(a, b, left, had) == pytest.approx(float(wanted), abs=1e-12)


@pytest.mark.parametrize("readings", READINGS[1:], ids=str)
def test_the_value_is_the_brute_force_under_every_reading(readings: Mapping[str, str]) -> None:
    for first in ("a", "draw"):
        told = Duel3(*TOYS["plain"], rounds=2, first=first, readings=readings)
        for objective in ("out", "vp"):
            solution = solve_third(ThirdBoard(asked(told), scoring=objective == "vp"), objective)
            assert solution.value == pytest.approx(float(Minimax(told, objective).value()), abs=1e-12)


def keeps_the_lead(first: str, had: int | None) -> list[tuple[int | None, float]]:
    """A tie goes to the side that had the lead."""
    if had is None:
        return [(0, 0.5), (1, 0.5)]
    return [(had, 21 / 36), (1 - had, 15 / 36)]


def wakes_on_its_feet(self: Combatant, state: State, reading: str) -> State:
    return state._replace(stuns=0, posture=STANDING)


def pays_nothing(self: Combatant, state: State, efforts: int, *, attacks: bool) -> State:
    return state


def stops_at_ko(self: Combatant, state: State, efforts: int, *, attacks: bool) -> State:
    """The last Effort never K.O.s its maker."""
    return state._replace(stuns=state.stuns + min(efforts, max(0, self.endurance - state.markers - 1)))


def never_lies(attacker: State, target: State, *, lies: bool) -> ThirdCircumstances:
    marks = (attacker.injuries > 0, attacker.markers > 0, target.injuries > 0, target.markers > 0)
    return ThirdCircumstances(False, *marks)


def keeps_stuns(self: Combatant, state: State) -> State:
    return state


def stays_up(self: ThirdFight, attacker: int, harm: Any, before: State, deal: Any) -> State:
    return LANDS(self, attacker, harm, before, deal._replace(knocked_down=False))


LANDS = ThirdFight.lands
FAULTS: dict[str, tuple[Any, str, Any]] = {
    "a tie keeps the lead": (engines_of_law, "lead_chances", keeps_the_lead),
    "a K.O. model wakes on its feet": (Combatant, "woken", wakes_on_its_feet),
    "Efforts cost nothing": (Combatant, "spent", pays_nothing),
    "the last Effort does not K.O.": (Combatant, "spent", stops_at_ko),
    "a lying target defends": (ThirdFight, "circumstances", staticmethod(never_lies)),
    "Stuns stay": (Combatant, "recovered", keeps_stuns),
    "nobody is knocked down": (ThirdFight, "lands", stays_up),
}


@pytest.mark.parametrize("name", FAULTS)
def test_planted_faults_are_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*FAULTS[name])
    told = Duel3(*TOYS["plain"], rounds=3)
    with pytest.raises(AssertionError):
        compared_all(told, (fixed(0, 0), fixed(0, 0)), (greedily, curious))


def test_nothing_is_caught_without_a_fault() -> None:
    compared_all(Duel3(*TOYS["plain"], rounds=3), (fixed(0, 0), fixed(0, 0)), (greedily, curious))


def states_of(solution: ThirdSolution, many: int) -> list[tuple[tuple[State, State], int, int]]:
    """Situations of the last round, drawn by a literal seed."""
    one, two = (ranks.states for ranks in solution.board.ranks)
    every = [((a, b), 1, had) for a in one for b in two for had in (0, 1) if a.posture < 3 and b.posture < 3]
    return random.Random(3).sample(every, min(many, len(every)))


def fight(a: str = "Joker", b: str = "Talon", **options: Any) -> ThirdFight:
    return third_fight(a, b, **options)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_best_play_comes_to_the_value(objective: str) -> None:
    board = ThirdBoard(fight("Joker", "Catwoman"), scoring=objective == "vp")
    solution = solve_third(board, objective)
    law = third_law(board, solution.pair())
    gained = float((law.after[-1] * board.gain(objective)).sum())
    if objective == "markers":
        gained = float(law.inflicted[0] - law.inflicted[1])
    assert gained == pytest.approx(solution.value, abs=1e-12)


@pytest.mark.parametrize("objective", ["out", "markers"])
@pytest.mark.parametrize("first", ["draw", "b"])
def test_no_plan_beats_best_play_in_any_state(objective: str, first: str) -> None:
    """Every named plan, against the best replies and against the solved foe, in every state of every round."""
    board = ThirdBoard(fight("Joker", "Catwoman", first=first, rounds=3))
    solution = solve_third(board, objective)
    for name in EFFORT_PLANS:
        for side, sign in ((0, 1), (1, -1)):
            held = solution.against(side, named_efforts(name))
            assert held.begins.keys() == solution.begins.keys()
            for key, value in solution.begins.items():
                assert (sign * (value - held.begins[key])).min() > -1e-12
            assert any((sign * (value - held.begins[key])).max() > 1e-3 for key, value in solution.begins.items())


def test_no_plan_beats_the_solved_foe() -> None:
    board = ThirdBoard(fight("Joker", "Catwoman"))
    solution = solve_third(board)
    for side, sign in ((0, 1), (1, -1)):
        for name in (*EFFORT_PLANS, "split=2/1", "split=3/0"):
            policies = list(solution.policies())
            policies[side] = named_efforts(name)
            law = third_law(board, EffortPair((policies[0], policies[1]), leader=solution.leader))
            gained = float((law.after[-1] * board.gain("out")).sum())
            assert sign * (solution.value - gained) > -1e-12


@pytest.mark.parametrize("name", ["Joker", "Robin (Classic)"])
def test_equal_models_are_worth_nothing(name: str) -> None:
    found = answer(name, name)
    assert found.value == pytest.approx(0.0, abs=1e-12)
    for both in found.regret.values():
        assert both["a"] == pytest.approx(both["b"], abs=1e-12)
    record = third_duel(name, name).record()
    for row in record["rounds"]:
        assert row["a_out"] == pytest.approx(row["b_out"], abs=1e-14)
        assert row["casualty_a"] == pytest.approx(row["casualty_b"], abs=1e-14)


def test_the_sides_can_be_exchanged() -> None:
    one = third_duel("Joker", "Talon", plan_a="all-out", plan_b="turtle", first="a").record()
    two = third_duel("Talon", "Joker", plan_a="turtle", plan_b="all-out", first="b").record()
    assert one["final"]["a_out"] == pytest.approx(two["final"]["b_out"], abs=1e-14)
    assert one["markers_a"] == pytest.approx(two["markers_b"], abs=1e-13)
    assert one["victory_points"]["a"] == pytest.approx(two["victory_points"]["b"], abs=1e-13)
    assert one["efforts"]["a"] == pytest.approx(two["efforts"]["b"], abs=1e-13)
    values = [solve_third(ThirdBoard(fight(*pair))).value for pair in (("Joker", "Talon"), ("Talon", "Joker"))]
    assert values[0] == pytest.approx(-values[1], abs=1e-12)


@pytest.mark.parametrize("plans", [("all-out", "all-out"), ("turtle", "balanced"), ("split=0/0", "split=2/2")])
def test_rows_add_up_and_a_casualty_is_for_good(plans: tuple[str, str]) -> None:
    record = third_duel("Joker", "Talon", plan_a=plans[0], plan_b=plans[1], rounds=6).record()
    assert len(record["rounds"]) == 6
    for row in record["rounds"]:
        assert row["a_out"] + row["b_out"] + row["both_out"] + row["neither_out"] == pytest.approx(1.0, abs=1e-12)
    for one, two in zip(record["rounds"], record["rounds"][1:], strict=False):
        assert one["casualty_a"] <= two["casualty_a"] + 1e-15
        assert one["casualty_b"] <= two["casualty_b"] + 1e-15
    assert record["final"] == record["rounds"][-1]


def test_regrets_are_never_negative() -> None:
    for objective in OBJECTIVES:
        found = answer("Joker", "Catwoman", rounds=2, objective=objective, state="a=1/1/down,b=0/2,round=2,lead=b")
        record = found.record()
        for regret in (record["regret"], record["state"]["regret"]):
            assert regret.keys() == EFFORT_PLANS.keys()
            assert all(both[side] >= 0.0 for both in regret.values() for side in "ab")
        assert max(record["regret"]["turtle"].values()) > 0.0


def test_the_last_effort_may_ko_its_maker_and_the_attack_goes_on() -> None:
    """R7.1: of two models with room for one marker, the one that strikes first is K.O. for it and strikes."""
    weak = "attack=3,strength=2,defense=2,endurance=1,damage=S"

    def greedy(view: EffortView) -> int:
        return view.most if view.attacks else 0

    plain = third_duel(weak, weak, plan_a="all-out", plan_b="turtle", rounds=1, first="a").record()
    greed = third_duel(weak, weak, plan_a=greedy, plan_b="turtle", rounds=1, first="a").record()
    assert plain["efforts"]["a"]["attack"] == 0.0
    assert greed["efforts"]["a"]["attack"] == 1.0
    assert greed["final"]["neither_out"] == greed["final"]["b_out"] == 0.0
    assert greed["final"]["both_out"] > plain["final"]["b_out"] > 0.0


def test_a_function_sees_the_situation() -> None:
    seen: list[EffortView] = []

    def mine(view: EffortView) -> int:
        seen.append(view)
        return view.safe

    third_duel("Joker", "Talon", plan_a=mine, plan_b="split=0/2", rounds=2)
    assert {view.attacks == (view.foe_efforts is not None) for view in seen} == {True}
    assert {view.rounds_left for view in seen} == {1, 2}
    assert {view.foe_efforts for view in seen if view.attacks} == {0, 1, 2}
    assert {view.leads == (view.first == view.attacks) for view in seen if view.leads is not None} == {True}
    assert {view.leads for view in seen} == {True, False, None}  # None: what it is worth to be always first
    for number in (-1, 9, 1.5, True, "2"):
        with pytest.raises(bmg.BmgError, match="plan"):
            third_duel("Joker", "Talon", plan_a=lambda view, number=number: number)


ROLLED: list[tuple[str, str, dict[str, Any], tuple[str, str]]] = [
    ("Joker", "Talon", {}, ("all-out", "turtle")),
    ("Bane (Rebirth)", "Catwoman", {"first": "a", "reading": "stand_up=activation"}, ("balanced", "split=3/0")),
    ("Mr. Hammer", "Harley Thug 1", {"reading": ["ko_recovery=one", "natural_rolls=on"]}, ("all-out", "balanced")),
    ("attack=3,strength=3,damage=S,defense=3,endurance=4,traits=Bot+Sustained Defense,"
     "weapon-traits=CRT (Casualty)+Handy",
     "attack=4,strength=4,damage=BS,defense=2,endurance=6,traits=Tough Skin+Combo,"
     "weapon-traits=Devastating+Caustic+Sharp", {"reading": "effort_stuns=apart", "rounds": 3}, ("turtle", "all-out")),
]  # fmt: skip


def agree(found: ThirdFight, plans: tuple[Any, Any], pair: EffortPair, choose: Any, trials: int, seed: int) -> None:
    law = third_law(ThirdBoard(found, scoring=True), pair)
    rolled = third_rolled(found, *plans, trials=trials, seed=seed, choose=choose)
    assert rolled.trials == trials
    for counts, chances in zip(rolled.after, law.after, strict=True):
        assert g_test(counts.ravel().tolist(), chances.ravel().tolist()).p_value > FALSE_ALARM
    for side in (0, 1):  # means within six standard errors of at most 4 and 9 a round
        assert rolled.inflicted[side] / trials == pytest.approx(law.inflicted[side], abs=6 * 9 * 4 / trials**0.5)
        for attack in (0, 1):
            assert rolled.efforts[side][attack] / trials == pytest.approx(
                law.efforts[side, attack], abs=6 * 12 / trials**0.5
            )


@pytest.mark.compiled
@pytest.mark.parametrize(("place", "case"), list(enumerate(ROLLED)))
def test_rolled_fights_are_the_exact_law(place: int, case: tuple[str, str, dict[str, Any], tuple[str, str]]) -> None:
    a, b, options, plans = case
    pair = EffortPair((named_efforts(plans[0]), named_efforts(plans[1])), (True, True))
    agree(third_fight(a, b, **options), plans, pair, None, 200_000, 8_300 + place)


def test_a_few_rolled_fights_are_the_exact_law() -> None:
    pair = EffortPair((named_efforts("all-out"), named_efforts("turtle")), (True, True))
    agree(fight(), ("all-out", "turtle"), pair, None, 20_000, 8_310)


@pytest.mark.compiled
def test_rolled_best_play_is_the_exact_law() -> None:
    """The solved plans rolled, with the side in the lead choosing who goes first."""
    found = fight("Joker", "Catwoman")
    solution = solve_third(ThirdBoard(found, scoring=True), "vp")
    agree(found, solution.policies(), solution.pair(), solution.leader, 200_000, 8_320)
    rolled = third_rolled(found, *solution.policies(), trials=200_000, seed=8_321, choose=solution.leader)
    mean, error = rolled.gain("vp")
    assert abs(mean - solution.value) < 6 * error


def test_counts_do_not_depend_on_threads() -> None:
    one, two = (
        third_rolled(fight(rounds=2), "all-out", "turtle", trials=70_000, seed=4, threads=threads) for threads in (1, 3)
    )
    assert all(np.array_equal(x, y) for x, y in zip(one.after, two.after, strict=True))
    assert one.inflicted == two.inflicted


def test_answers_have_the_fields_of_the_first_edition() -> None:
    small = "attack=1,strength=3,defense=1,endurance=2,willpower=1,special=0,movement=1,damage=S,rank=Henchman"
    first, third = duel(small, small, rounds=1).record(), duel("Joker", "Talon", rules="third").record()
    assert set(first) <= set(third)
    assert set(third) - set(first) == {"efforts"}
    assert len(third["rounds"]) == 4
    first, third = solve(small, small, rounds=1).record(), solve("Joker", "Talon", rules="third", rounds=2).record()
    assert set(third) <= set(first)
    assert set(first) - set(third) <= {"opening_values"}  # of openings with counters
    assert set(third["opening"]) == {"first", "a", "b"}
    for side in "ab":
        assert set(third["opening"][side]) == {"attack_efforts", "defence_efforts"}
    json.dumps(third)


def test_sturdy_and_weak_models_have_limits_of_their_own() -> None:
    """R7.1 and TRAITS 3E: the limit of a Sturdy model is not reduced; a Weak one makes two at most."""
    found = third_fight("Joker:traits=Sturdy", "Joker:traits=Weak")
    sturdy, weak = found.sides
    assert [sturdy.most(State(0, stuns)) for stuns in (0, 5, 6)] == [3, 3, 3]
    assert [sturdy.safe(State(0, stuns), attacks=True) for stuns in (0, 5, 6)] == [3, 1, 0]
    assert [weak.most(State(0, stuns)) for stuns in (0, 5, 6)] == [2, 2, 1]
    assert sturdy.spent(State(0, 6), 3, attacks=False).out
    assert weak.most(State(0, 0, 1)) == weak.most(State(7, 0, 2)) == 0


def test_every_state_can_be_asked() -> None:
    found = answer("Joker", "Catwoman", rounds=2)
    solution = found.solution
    rows = list(found.rows())
    assert len(rows) > 10_000
    for row in random.Random(5).sample(rows, 40):
        assert row["attack_efforts"] == row["answers"][row["defence_efforts"]]
        assert len(row["answers"]) <= 4
    opening = found.record()["openings"][0]
    side = "ab".index(opening["first"])
    start = found.start
    best = found.best(start.a, start.b, 2, attacker=side, first=True, lead=0)
    assert opening[opening["first"]]["attack_efforts"] == best["attack_efforts"]
    with pytest.raises(bmg.BmgError, match="cannot be in this fight"):
        solution.at(State(40, 0), State(), 2)


def test_readings_that_it_rests_on_are_named() -> None:
    assert third_duel("Joker", "Talon").record()["inferred_readings"] == ["effort_stuns", "ko_recovery", "stand_up"]
    notes = third_duel("Joker", "Talon").record()["notes"]
    assert any("Audacity markers" in note for note in notes)
    one = third_duel("Joker", "Mr. Hammer", reading="stand_up=free").record()["final"]
    two = third_duel("Joker", "Mr. Hammer", reading="stand_up=activation").record()["final"]
    assert one != two


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("duel", "Joker", "Talon", "--plan-a", "split=1/2/3"), "no plan of the third edition"),
        (("duel", "Joker", "Talon", "--plan-b", "split=4/0"), "at most 3 Efforts"),
        (("duel", "Joker", "Talon", "--plan-b", "turtel"), "did you mean turtle?"),
        (("duel", "Joker", "Talon", "--weapon-a", "Automatic Gun"), "ranged weapon"),
        (("duel", "Joker", "attack=3,strength=3"), "defense"),
        (("duel", "Joker", "Batman (AC)"), "--as-edition"),
        (("duel", "Joker", "Talon", "--reading", "lead_bag=in_all"), "lead_bag"),
        (("duel", "Joker", "Talon", "--reading", "stand_up=mc"), "allowed: free, activation"),
        (("solve", "Joker", "attack=3,strength=3,defense=3,endurance=5", "--objective", "vp"), "rank"),
        (("solve", "Joker", "Talon", "--state", "a=1/1,round=2"), "lead=a or lead=b"),
        (("solve", "Joker", "Talon", "--state", "a=1/1,lead=a"), "nobody had the lead"),
        (("solve", "Joker", "Talon", "--state", "a=9/0"), "out of range"),
        (("solve", "Joker", "Talon", "--state", "a=7/0"), "Casualty has ended"),
        (("solve", "Joker", "Talon", "--state", "a=2/2/ko"), "K.O. model has 7"),
        (("solve", "Joker", "Talon", "--state", "bag=1/2"), "not understood"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_refusals_say_why(cli: Any, arguments: tuple[str, ...], said: str) -> None:
    done = cli(*arguments, "--rules", "third")
    assert done.status == 2
    assert said in done.err
    assert "Traceback" not in done.err


def test_tables_fit(cli: Any) -> None:
    for arguments in (
        ("duel", "Batman (Adam West)", "Harley Quinn (Arkham"),
        ("solve", "Joker", "Talon", "--rounds", "2", "--state", "a=1/2/down,b=0/3,round=2,lead=a"),
    ):
        done = cli(*arguments, "--rules", "third")
        assert done.status == 0
        assert max(len(line) for line in done.out.splitlines()) <= 80
