"""The Monte Carlo engine of sequences: whole sequences with really rolled dice, counted after each attack (R4).

A trial is one sequence. Trials come in blocks as those of `sampling`: the counts depend on the sequence, the policy,
the seed and the number of trials, and on nothing else.
"""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from bmg_odds.engines.parts import cores
from bmg_odds.engines.sampling import MOST_TRIALS, Progress, _whole, gather
from bmg_odds.rules.gang import Gang

if TYPE_CHECKING:
    from bmg_odds.engines.sequence_book import Ints
    from bmg_odds.engines.sequence_rolling import Course

    Pair = tuple[Ints, Ints]


PORTION = 4096
"""Sequences that are rolled again when a policy had to be asked: no part of the meaning of a seed."""


class Target(NamedTuple):
    """The target before an attack, as a policy is told."""

    injuries: int
    stuns: int
    status: int
    """0 up, 1 K.O., 2 Casualty."""
    down: bool
    dc: int
    spare: int
    invulnerable: int
    armour: int
    hardened: bool


class Ended(NamedTuple):
    """A target after so many attacks, and what all of them dealt; events are 0 or 1."""

    injuries: int
    stuns: int
    """On its card (R2.11)."""
    status: int
    """0 up, 1 K.O., 2 Casualty."""
    impact: int
    """Whether an impact of any attack reached its damage roll."""
    damages: int
    """Damage successes of all attacks."""
    critical: int
    knocked_down: int
    """Whether any attack did that."""
    dealt_injuries: int
    dealt_stuns: int
    """Inflicted by all attacks: uncapped, after the target's wards."""
    felled: int
    """Whether it became K.O. on the way, whatever came after (R3)."""


class Chooser(Protocol):
    """A policy that is asked: how many DC to roll against impacts that lie on the table."""

    @property
    def choose(self) -> Callable[[int, Any, int, int], int]:
        """(attack, Target, markers dealt so far, impacts) to DC."""

    @property
    def reads(self) -> int:
        """Markers dealt so far are told up to this many."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Counts of rolled sequences."""

    trials: int
    """Sequences rolled: fewer than asked for after an interrupt."""
    interrupted: bool
    after: list[dict[Ended, int]]
    """After each attack: how many of the trials stood there; each sums to `trials`."""


def rolled(
    gang: Gang,
    policy: str | Chooser,
    *,
    trials: int,
    seed: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Rolled:
    """Return the counts of so many sequences, after each attack (R2.1, R2.3–R2.11, R4, R9.6). Cross fire is left out.

    `policy` is `all`, `one-per-impact`, `at-most=K`, or a chooser, which is asked once for each state that comes up
    and must give the same answer whenever it is asked. The same seed (0 … 2**64 − 1) and trials give the same counts
    whatever the `threads` (default: one for each core). `progress(done, trials)` is called from the calling thread
    now and then, and once at the end; an interrupt keeps the blocks that are done. Raises BmgError for trials, a
    seed, threads or a policy out of range.

    >>> from bmg_odds.facts.card import Card
    >>> from bmg_odds.rules.edition import EDITIONS
    >>> from bmg_odds.rules.gang import Attacker, GangQuestion, gang
    >>> from bmg_odds.rules.situation import Situation
    >>> one, other = (Card(name=name, edition="revised", strength=4, attack=3, defense=3, endurance=2) for name in "AB")
    >>> asked = GangQuestion(EDITIONS["revised"], other, (Attacker(one, ac=1),) * 3, Situation(dc=1))
    >>> counts = rolled(gang(asked), "all", trials=100, seed=7)
    >>> len(counts.after), [sum(law.values()) for law in counts.after]
    (3, [100, 100, 100])
    """
    trials = _whole(trials, "the number of trials", 1, MOST_TRIALS)
    seed = _whole(seed, "a seed", 0, 2**64 - 1)
    if threads is not None:
        threads = _whole(threads, "the number of threads", 1, 1024)
    from bmg_odds.engines import rolling, sequence_book, sequence_plan, sequence_rolling
    from bmg_odds.engines.duel_blows import dice

    made = sequence_plan.course(gang, policy)
    told = _Told(made, policy)
    portion = rolling.BLOCK if isinstance(policy, str) else PORTION

    def roll(block: int, share: int) -> "Pair":
        own = made._replace(pages=made.pages.copy())
        store, parts = dice(rolling.stream(seed, block)), []
        for first in range(0, share, portion):
            while True:
                before, count = store.copy(), min(portion, share - first)
                seen, unknown = sequence_rolling._count(
                    own, store, count, *told.table, sequence_book.book(), sequence_book.book()
                )
                if not sequence_book.used(unknown):
                    break
                told.learn(sequence_book.entries(unknown)[0])
                store = before  # once more with the same dice
            parts.append(sequence_book.entries(seen))
        return sequence_book.merged(parts)

    def task(blocks: Iterator[tuple[int, int]]) -> "list[Pair]":
        return [roll(block, share) for block, share in blocks]

    total = _Total()
    done = gather(task, total.add, trials, threads or cores(), progress, at_once=1)
    keys, counts = total.all()
    after: list[dict[Ended, int]] = [{} for _ in gang.blows]
    for (attack, *numbers), count in zip(sequence_book.numbers(made.seen, keys).tolist(), counts.tolist(), strict=True):
        after[attack][Ended(*numbers)] = count
    return Rolled(done, done < trials, after)


class _Told:
    """What a policy answered so far, as a table for the kernel; shared by the threads."""

    def __init__(self, made: "Course", policy: str | Chooser) -> None:
        import numpy as np

        self.made, self.policy = made, policy
        self.table: Pair = (np.zeros(0, np.int64), np.zeros(0, np.int64))
        self._lock = threading.Lock()

    def learn(self, keys: "Ints") -> None:
        """Ask the policy what the table does not know yet."""
        import numpy as np

        from bmg_odds.engines.sequence_book import numbers

        assert not isinstance(self.policy, str)
        with self._lock:
            known, choices = self.table
            new = np.setdiff1d(keys, known)
            answers = []
            for attack, *state, dealt, impacts in numbers(self.made.asks, new).tolist():
                target = Target(*state)._replace(down=bool(state[3]), hardened=bool(state[8]))
                answers.append(max(0, int(self.policy.choose(attack, target, dealt, impacts))))
            keys = np.concatenate([known, new])
            order = np.argsort(keys)
            self.table = (keys[order], np.concatenate([choices, np.array(answers, np.int64)])[order])


class _Total:
    """The sum of the blocks: added up when there is about as much to add as there is."""

    def __init__(self) -> None:
        self.parts: list[Pair] = []
        self.size = 0

    def add(self, more: "list[Pair]") -> None:
        """Take the counts of more blocks."""
        self.parts += more
        if sum(len(keys) for keys, _ in self.parts) > 2 * self.size + 100_000:
            self.size = len(self.all()[0])

    def all(self) -> "Pair":
        """Return the counts of all blocks."""
        from bmg_odds.engines.sequence_book import merged

        self.parts = [merged(self.parts)]
        return self.parts[0]
