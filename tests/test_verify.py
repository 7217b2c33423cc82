"""The suite that anyone may run: it passes where all is right, fails by name on planted faults, and says what it did.

A run's false alarm is FAMILY, one in a million, and every seed here is literal. With 100,000 rolls a test finds, 99
times of 100, a shift of 1.1 percentage points between two cells of 20 % each (`test_shift`); each planted fault moves
far more.
"""

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from bmg_odds import BmgError
from bmg_odds.answers import verify as suite
from bmg_odds.answers import verify_cases, verify_printed
from bmg_odds.answers.agreement import Agreement
from bmg_odds.answers.ask import question
from bmg_odds.answers.verify import DRAWN, FAMILY, smallest_shift, verify
from bmg_odds.answers.verify_shown import verify_document
from bmg_odds.engines import clash_rolling, exact, exact_tail, links, packing, plans, quick
from bmg_odds.facts.roster import bundled
from bmg_odds.rules import fold
from bmg_odds.rules.resolve import resolve

TRIALS = 100_000


def failing(trials: int = TRIALS) -> list[str]:
    return list(verify(trials=trials, seed=1, threads=2).fields["failed"])


@pytest.mark.compiled
def test_the_suite_passes():
    rows = verify(trials=TRIALS, seed=1, threads=2)
    fields = rows.fields
    assert fields["passed"]
    assert not fields["failed"]
    assert fields["tests"] == len([row for row in rows.rows if row["p_value"] is not None])
    assert fields["tests"] == len(list(verify_cases.reference(bundled()))) + DRAWN
    assert fields["alarm"] * fields["tests"] == pytest.approx(FAMILY)
    assert rows.columns == ("scenario", "statistic", "degrees", "p_value", "passed")
    editions = {name for name in ("2012", "revised", "third") for row in rows.rows if f"({name})" in row["scenario"]}
    assert editions == {"2012", "revised", "third"}


@pytest.mark.compiled
def test_seed_and_trials_decide_every_row():
    one, other = (verify(trials=2000, seed=9, threads=threads) for threads in (1, 2))
    assert one.rows == other.rows
    assert verify(trials=2000, seed=10).rows != one.rows


def wrong_damage(maker):
    """A rolling kernel's tables in which a natural 1 damages."""
    return lambda strike: maker(strike._replace(damage=strike.damage | 1))


@pytest.mark.compiled
@pytest.mark.parametrize(
    "kernel",
    [(quick, "tables"), (packing, "tables"), (links, "tables"), (plans, "plan")],
    ids=["quick", "packed", "chain", "thrown"],
)
def test_a_fault_in_a_rolling_kernel_is_caught(kernel, monkeypatch):
    where, name = kernel
    monkeypatch.setattr(where, name, wrong_damage(getattr(where, name)))
    found = failing()
    assert any(name.startswith(("melee", "shot")) for name in found)
    assert not any(name.startswith(("R8", "R7", "third", "roll")) for name in found)


@pytest.mark.compiled
def test_a_fault_in_the_third_editions_kernel_is_caught(monkeypatch):
    plan = clash_rolling.plan
    monkeypatch.setattr(clash_rolling, "plan", lambda clash: plan(clash._replace(strength_defended=1)))
    found = failing()
    assert any(name.startswith("third") for name in found)
    assert not any(name.startswith(("melee", "shot", "R")) for name in found)


@pytest.mark.compiled
def test_a_fault_in_the_counting_kernel_is_caught(monkeypatch):
    matched = exact_tail._matched
    monkeypatch.setattr(exact_tail, "_matched", lambda r, shown: 0 if shown == 6 else matched(r, shown))
    exact._counts.cache_clear()
    try:
        found = failing()
    finally:
        exact._counts.cache_clear()
    assert any(name.startswith(("melee", "shot", "drawn")) for name in found)


def test_a_fault_of_the_rules_is_caught_by_the_print(monkeypatch):
    monkeypatch.setattr(fold, "judged", lambda number, bonus: fold.faces_from(number - bonus + 1))
    wrong = [one.name for one in verify_printed.figures() if one.work_out() != one.printed]
    assert len(wrong) > 10


def test_every_printed_figure():
    figures = list(verify_printed.figures())
    assert [one.name for one in figures if one.work_out() != one.printed] == []
    assert len({one.name for one in figures}) == len(figures) > 40


def test_drawn_attacks_differ_and_can_be_asked_again():
    drawn = list(verify_cases.drawn(bundled(), 7, DRAWN))
    assert len({each.name for each in drawn}) == len(drawn) == DRAWN
    assert [each.command for each in verify_cases.drawn(bundled(), 7, DRAWN)] == [each.command for each in drawn]
    assert [each.command for each in verify_cases.drawn(bundled(), 8, DRAWN)] != [each.command for each in drawn]


def test_a_command_asks_the_same_attack(cli):
    """The command line of a row gives the very test of that row."""
    for scenario in (*list(verify_cases.drawn(bundled(), 3, 3)), *list(verify_cases.reference(bundled()))[:24:5]):
        words = shlex.split(scenario.command)
        done = cli(*words[1:], "--engine", "mc", "--trials", "1000", "--seed", "5", "--format", "json")
        assert done.status == 0, scenario.command
        found, check = scenario.run(1000, 5, 1), json.loads(done.out)["check"]
        if "model" not in words:  # with cross fire the row also tests that
            assert (found.statistic, found.p_value) == (check["statistic"], check["p_value"]), scenario.command


def one_test(p_value: float, monkeypatch):
    """The suite with a single scenario, whose test comes out like that."""
    scenario = verify_cases.Scenario(
        "planted", lambda *_: Agreement(1.0, int(p_value > 0), p_value), command="bmg-odds x"
    )
    monkeypatch.setattr(suite, "reference", lambda roster: [scenario])
    monkeypatch.setattr(suite, "drawn", lambda *_: [])


def test_status_1_on_a_failure(cli, monkeypatch):
    one_test(1e-9, monkeypatch)
    done = cli("verify", "--seed", "4", "--trials", "1000")
    assert done.status == 1
    assert "FAILED: 1 of" in done.out
    assert "bmg-odds x --engine mc --trials 1000 --seed" in done.out
    one_test(1e-5, monkeypatch)
    assert cli("verify", "--seed", "4", "--trials", "1000").status == 0


def test_something_impossible_fails_and_is_json(cli, monkeypatch):
    one_test(0.0, monkeypatch)
    done = cli("verify", "--seed", "4", "--trials", "1000", "--format", "json")
    row = json.loads(done.out)["rows"][-1]
    assert (done.status, row["passed"], row["statistic"], row["impossible"]) == (1, False, None, True)


def test_what_people_read(monkeypatch):
    one_test(0.25, monkeypatch)
    document = verify_document(verify(seed=4, trials=1000))
    for form in ("table", "md"):
        text = document.text(form)
        for word in ("Passed: all", "0.2500", "Bonferroni", "1,000,000 runs", "--seed 4", "printed"):
            assert word in " ".join(text.split())
    assert max(map(len, document.text("table").splitlines())) <= 80
    assert document.text("csv").splitlines()[-1] == "planted,1.0,1,0.25,true"


def test_an_interrupt_keeps_what_is_finished(cli, monkeypatch):
    def stopped(*_):
        raise verify_cases.Stopped

    one = verify_cases.Scenario("one", lambda *_: Agreement(1.0, 1, 0.5))
    monkeypatch.setattr(suite, "reference", lambda roster: [one, verify_cases.Scenario("two", stopped), one])
    monkeypatch.setattr(suite, "drawn", lambda *_: [])
    done = cli("verify", "--seed", "4", "--trials", "1000", "--format", "json")
    record = json.loads(done.out)
    assert done.status == 130
    assert record["interrupted"]
    assert len(record["rows"]) == record["planned"] - 2
    assert "kept: " in done.err


@pytest.mark.compiled
def test_control_c():
    """While the first attack is rolled a hundred billion times: what is kept are the printed figures."""
    code = (
        "import sys\n"
        "from bmg_odds.answers import verify_cases as cases\n"
        "from bmg_odds.cli.main import run\n"
        "table = cases.rolled_table\n"
        "def rolling(*given, **options):\n"
        "    table(*given, **{**options, 'trials': 10})\n"
        "    print('rolling', flush=True)\n"
        "    return table(*given, **options)\n"
        "cases.rolled_table = rolling\n"
        "sys.exit(run(sys.argv[1:]))\n"
    )
    words = ["verify", "--trials", "1e11", "--threads", "1", "--seed", "1"]
    process = subprocess.Popen([sys.executable, "-c", code, *words], cwd=Path(__file__).parent, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)  # fmt: skip
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "rolling\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 130, err
    assert "No failure so far" in out


def test_progress_ends_with_the_last_check(monkeypatch):
    one_test(0.25, monkeypatch)
    told = []
    verify(seed=4, trials=1000, progress=lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1]


@pytest.mark.parametrize("trials", [0, 999, True, 1.5])
def test_too_few_trials(trials):
    with pytest.raises(BmgError, match="1000 or more"):
        verify(trials=trials)


def test_shift():
    assert smallest_shift(TRIALS, FAMILY / 100) == pytest.approx(0.0111, abs=2e-4)


def test_reproduce(cli, monkeypatch, tmp_path):
    one_test(0.25, monkeypatch)
    path = tmp_path / "verified.json"
    assert cli("verify", "--seed", "4", "--trials", "1000", "-o", str(path)).status == 0
    assert cli("reproduce", str(path)).status == 0


def test_cross_fire_is_tested_too(monkeypatch):
    resolved = resolve(question("strength=4,damage=S,rof=4", "defense=2,endurance=5", cover=["model"]))
    from bmg_odds.answers.engine import exact_table

    fine = exact_table(resolved)
    assert fine.cross_fire
    counts = [round(1000 * value) for value in fine.values]
    wrong = SimpleNamespace(values=counts, cross_fire=[0, 0, 0, 0, sum(counts)], interrupted=False)
    monkeypatch.setattr(verify_cases, "rolled_table", lambda *_, **__: wrong)
    assert verify_cases.compared(resolved)(1000, 1, 1).p_value < 1e-9
