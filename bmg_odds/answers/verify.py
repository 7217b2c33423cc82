"""`verify`: the agreement suite that anyone may run: printed figures, and counting against rolling (CONTRACT)."""

import random
import secrets
from collections.abc import Iterator
from typing import Any

from bmg_odds.answers.dice import Progress
from bmg_odds.answers.formats import Document
from bmg_odds.answers.provenance import arguments
from bmg_odds.answers.tables import Rows
from bmg_odds.answers.verify_cases import Scenario, Stopped, drawn, reference
from bmg_odds.answers.verify_printed import Printed, figures
from bmg_odds.errors import BmgError
from bmg_odds.facts.roster import Roster

COLUMNS = ("scenario", "statistic", "degrees", "p_value", "passed")
TRIALS = 5_000_000
FAMILY = 1e-6
"""How often a whole run may raise a false alarm where nothing is wrong."""
DRAWN = 50
LEAST_TRIALS = 1000

Row = dict[str, Any]


def verify(
    *,
    trials: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    roster: Any = (),
    progress: Progress | None = None,
) -> Rows:
    """Return the rows of the whole suite, a row each: statistic, degrees, p_value, passed.

    A printed figure passes where it comes out to its last printed digit; it has no p-value. A comparison of the
    engines is the G-test of a whole joint table, and passes above FAMILY divided by the number of such tests
    (Bonferroni): so a run in which nothing is wrong fails once in a million. `seed` decides the dice and the 50
    attacks drawn from the roster; it is drawn where none is given. An interrupt keeps what is finished (the field
    `interrupted`). Raises BmgError for trials below 1000.

    >>> from bmg_odds.answers import verify_printed
    >>> all(one.work_out() == one.printed for one in verify_printed.figures())
    True
    """
    trials = TRIALS if trials is None else trials
    if isinstance(trials, bool) or not isinstance(trials, int) or trials < LEAST_TRIALS:
        raise BmgError(f"--trials {trials} is too few to tell anything; allowed: {LEAST_TRIALS} or more")
    seed = secrets.randbits(32) if seed is None else seed
    cards = roster if isinstance(roster, Roster) else Roster.load(roster)
    printed = list(figures())
    scenarios = [*reference(cards), *drawn(cards, seed, DRAWN)]
    alarm, planned = FAMILY / len(scenarios), len(printed) + len(scenarios)
    rows: list[Row] = []
    stopped = False
    try:
        rows.extend(_printed(printed))
        for row in _rolled(scenarios, trials, seed, threads, alarm):
            rows.append(row)
            if progress:
                progress(len(rows), planned)
    except (KeyboardInterrupt, Stopped):
        if not rows:
            raise KeyboardInterrupt from None
        stopped = True
    fields = _fields(rows, planned, trials, seed, alarm, stopped=stopped)
    fields["arguments"] = arguments("verify", {}, {"trials": trials, "seed": seed}, cards=cards.values())
    return Rows("verify", COLUMNS, tuple(rows), fields)


def document(**options: Any) -> Document:
    """Return the document of `verify`; what `provenance.ask_again` calls."""
    from bmg_odds.answers.verify_shown import verify_document

    return verify_document(verify(**options))


def _printed(printed: list[Printed]) -> Iterator[Row]:
    for one in printed:
        got = one.work_out()
        yield {
            "scenario": one.name, "statistic": None, "degrees": None, "p_value": None, "passed": got == one.printed,
            "kind": "printed", "printed": one.printed, "got": got,
        }  # fmt: skip


def _rolled(scenarios: list[Scenario], trials: int, seed: int, threads: int | None, alarm: float) -> Iterator[Row]:
    dice = random.Random(seed)
    for one in scenarios:
        own, count = dice.getrandbits(64), max(LEAST_TRIALS, trials // one.share)
        found = one.run(count, own, threads)
        impossible = found.p_value == 0.0 and found.degrees == 0
        yield {
            "scenario": one.name,
            "statistic": None if impossible else found.statistic,
            "degrees": found.degrees,
            "p_value": found.p_value,
            "passed": found.p_value > alarm,
            "kind": "rolled",
            "impossible": impossible,
            "trials": count,
            "seed": own,
            "again": one.command and f"{one.command} --engine mc --trials {count} --seed {own}",
        }


def _fields(rows: list[Row], planned: int, trials: int, seed: int, alarm: float, *, stopped: bool) -> dict[str, Any]:
    tests = [row for row in rows if row["kind"] == "rolled"]
    failed = [row["scenario"] for row in rows if not row["passed"]]
    shift = smallest_shift(trials, alarm) if tests else None
    return {
        "sentence": verdict(len(rows), len(failed), planned, stopped=stopped),
        "passed": not failed,
        "failed": failed,
        "interrupted": stopped,
        "planned": planned,
        "printed": len(rows) - len(tests),
        "tests": len(tests),
        "trials": trials,
        "seed": seed,
        "family_error": FAMILY,
        "alarm": alarm,
        "correction": "Bonferroni",
        "least_p_value": min((row["p_value"] for row in tests), default=None),
        "smallest_shift": shift,
        "warnings": [],
    }


def verdict(done: int, failed: int, planned: int, *, stopped: bool) -> str:
    """Return the outcome in a sentence.

    >>> verdict(10, 0, 10, stopped=False)
    'Passed: all 10 checks.'
    """
    if failed:
        text = f"FAILED: {failed} of {done} checks."
    elif stopped:
        text = f"No failure so far: {done} of {planned} checks were finished before the interrupt."
    else:
        text = f"Passed: all {done} checks."
    return text


_CELLS, _MASS, _POWER = 40, 0.2, 0.99


def smallest_shift(trials: int, alarm: float) -> float:
    """Return the shift of probability between two cells of 20 % each that a test of a table of 40 cells finds 99
    times of 100.

    >>> round(smallest_shift(1_000_000, 1e-8), 4)
    0.0035
    """
    from scipy import stats

    threshold = float(stats.chi2.isf(alarm, _CELLS - 1))

    def find(shift: float) -> float:
        return float(stats.ncx2.sf(threshold, _CELLS - 1, trials * 2 * shift**2 / _MASS))

    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if find(middle) >= _POWER else (middle, high)
    return high
