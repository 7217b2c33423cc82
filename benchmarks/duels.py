"""Measure duels: `python benchmarks/duels.py [--rounds N]` prints the table of docs/method.md.

Medians of a few runs in one process, after one that compiles; beside the time on the clock that of all processors
together. The models have Attack, Defense and Movement 8 (as far as their Willpower goes: all splits of it), Special 3.
A quiet machine is needed: the load is printed with the figures.
"""

import argparse
import os
import resource
import sys
import time
from functools import partial
from pathlib import Path
from statistics import median

from timing import Group, Scale, Work, against, take_turns

from bmg_odds.engines.duel import Pair, law
from bmg_odds.engines.duel_board import Board
from bmg_odds.engines.solve import solve
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.rules.duel import Fight, make_fight
from bmg_odds.rules.duel_plans import named_plan
from bmg_odds.rules.edition import EDITIONS

CASES = (
    # Endurance and Willpower, rounds, first, objective
    (4, 6, "a", "out"), (4, 6, "draw", "out"), (6, 6, "a", "out"), (8, 3, "a", "out"), (8, 6, "a", "out"),
    (8, 12, "a", "out"), (8, 6, "draw", "out"), (8, 6, "a", "markers"), (8, 6, "a", "vp"), (10, 6, "a", "out"),
    (12, 6, "a", "out"), (12, 6, "draw", "out"),
)  # fmt: skip


sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

RECURSION = "a plain recursion that tries every plan, Endurance and Willpower 2, 3 rounds"
SMALL = "ours, the same fight"
HENCHMEN = "ours, Endurance and Willpower 4, 6 rounds, A first"
EIGHT = "ours, Endurance and Willpower 8, 6 rounds, A first"
BAG = "ours, Endurance and Willpower 8, 6 rounds, drawn from the bag"
BALANCED = "ours, the exact law of balanced plans, Endurance and Willpower 8, 6 rounds, drawn from the bag"

HEADS = (
    "Endurance, Willpower",
    "rounds",
    "first",
    "objective",
    "states",
    "leads",
    "replies",
    "steps",
    "seconds",
    "busy",
)


def made(size: int, rounds: int, first: str) -> Fight:
    most = min(8, size)
    card = Card(
        name=f"{size}", edition="revised", rank="Henchman", willpower=size, endurance=size, attack=most, defense=most,
        movement=most, strength=3, weapons=(Weapon(name="Blade", damage="BS"),),
    )  # fmt: skip
    return make_fight(EDITIONS["revised"], card, card, rounds=rounds, first=first)


def solving(size: int, rounds: int, first: str, objective: str) -> tuple[float, float, str]:
    """Seconds of a solution from nothing, those of all processors together, and the sizes of its arrays."""
    start, busy = time.perf_counter(), time.process_time()
    board = Board(made(size, rounds, first), scoring=objective == "vp")
    found = solve(board, objective)
    spent, busy = time.perf_counter() - start, time.process_time() - busy
    states = len(board.rolls[0].states)
    leads = len(found.solver.leading(0).leads.ac)
    replies = len(found.solver.replying(1).replies.dc)
    return spent, busy, f"{states} | {leads:,} | {replies:,} | {len(found.played)}"


def counting(size: int, first: str) -> float:
    """Seconds of the exact law of six rounds under balanced plans."""
    start = time.perf_counter()
    plan = named_plan("balanced")
    law(Board(made(size, 6, first)), Pair((plan, plan), (True, True)))
    return time.perf_counter() - start


def duel_groups(scale: Scale) -> list[Group]:
    """Measure fights solved from nothing, beside the recursion that the tests compare them with."""
    from duel_recursion import Recursion

    small = made(2, 3, "a")
    wrong = abs(Recursion(small, "out").start() - solve(Board(small), "out").value)
    if wrong > 1e-12:
        raise SystemExit(f"the recursion disagrees with us by {wrong}; nothing was timed")

    def once(function: object) -> Work:
        def work() -> int:
            function()  # type: ignore[operator]
            return 1

        return work

    work = {
        RECURSION: once(lambda: Recursion(made(2, 3, "a"), "out").start()),
        SMALL: once(partial(solving, 2, 3, "a", "out")),
        HENCHMEN: once(partial(solving, 4, 6, "a", "out")),
        EIGHT: once(partial(solving, 8, 6, "a", "out")),
    }
    if not scale.quick:
        work |= {BAG: once(partial(solving, 8, 6, "draw", "out")), BALANCED: once(partial(counting, 8, "draw"))}
    told = (
        "Best play in every state of a fight of two equal models with all splits of their counters, tables included, "
        "on all cores; compiling not counted. The recursion (`tests/duel_recursion.py`) has the same rules and dice "
        "and neither arrays nor merged plans; it cannot reach the larger fights, which are divided by one another."
    )
    timings = take_turns(work, 5)
    rivals = dict.fromkeys(work, EIGHT) | dict.fromkeys((RECURSION, SMALL), RECURSION)
    return [Group("Duels, solved", "fight", told, against(timings, rivals))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="runs of each case (5)")
    runs = parser.parse_args().rounds
    solving(2, 2, "draw", "vp")  # compiles
    print(f"| {' | '.join(HEADS)} |")
    print("|---" * len(HEADS) + "|")
    for size, rounds, first, objective in CASES:
        times = [solving(size, rounds, first, objective) for _ in range(runs)]
        spent, busy = (median(each[place] for each in times) for place in (0, 1))
        told = f"| {size} | {rounds} | {first} | {objective} | {times[0][2]} | {spent:.2f} | {busy:.2f} |"
        print(told, flush=True)
    for size in (4, 8, 12):
        spent = median(counting(size, "draw") for _ in range(runs))
        print(f"balanced plans, Endurance and Willpower {size}, six rounds, draw: {spent:.2f} s")
    print(
        f"most memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB, load {os.getloadavg()[0]:.1f}"
    )


if __name__ == "__main__":
    main()
