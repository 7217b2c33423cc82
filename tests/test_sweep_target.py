"""`sweep --target-error`: every scenario is rolled until its chances are sure enough, and says how often that was."""

import json
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

import bmg_odds as bmg
from bmg_odds.answers import sweep_rolled
from bmg_odds.answers.dice import standard_error
from bmg_odds.answers.outcome import CHANCES, MARKERS
from bmg_odds.answers.sweep import plan_of, sweep
from bmg_odds.answers.sweep_estimate import estimate
from bmg_odds.answers.sweep_finder import pieces
from bmg_odds.answers.sweep_rolled import rolled_figures
from bmg_odds.answers.sweep_rows import LeftOut
from bmg_odds.answers.target import BLOCK, Target
from bmg_odds.errors import BmgError

OVER = {
    "attacker": "Batman (AC)",
    "target": ["Gotham Policeman", "Bane (AC)"],
    "weapon": "Reinforced Gloves",
    "ac": "0,5",
}
ROLLED = {"engine": "mc", "seed": 2**64 - 9}


@pytest.mark.compiled
@pytest.mark.parametrize(("wanted", "figures"), [(0.0012, ("out", "at-least=3", "markers")), (0.004, ("markers",)),
                                                 (0.0011, ())])  # fmt: skip
def test_each_scenario_is_rolled_until_it_is_so_and_alone_again_by_what_its_row_says(wanted, figures, tmp_path):
    options = {"over": OVER, **ROLLED, "target_error": wanted, "figures": figures, "part_size": 1}
    manifest = sweep(output=str(tmp_path / "out"), threads=2, **options)
    sweep(output=str(tmp_path / "again"), threads=1, **options)
    files = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert all((tmp_path / "out" / name).read_bytes() == (tmp_path / "again" / name).read_bytes() for name in files)
    assert manifest["not_reached"] == 0
    assert manifest["target_error"] == wanted
    frame = pd.read_parquet(tmp_path / "out")
    assert frame.trials.nunique() > 1  # each as often as it takes
    assert (frame.trials % BLOCK == 0).all()
    shown = [name for name in figures or (*CHANCES, "at-least=1", "at-least=10") if name not in MARKERS] or ["markers"]
    assert frame[[f"{name}_standard_error" for name in shown]].max(axis=None) <= wanted
    for _, row in frame.iterrows():
        alone = bmg.simulate(row.attacker, row.target, weapon=row.weapon, ac=int(row.ac), dc=int(row.dc),
                             trials=int(row.trials), seed=int(row.seed))  # fmt: skip
        for name in shown:
            assert row[name] == alone.figure(name)
            assert row[f"{name}_standard_error"] == standard_error(alone, name)


def test_the_most_rolls_are_the_most_and_what_is_missed_is_counted_and_said(tmp_path, monkeypatch, cli):
    monkeypatch.chdir(tmp_path)
    words = ("sweep", "--over", "attacker=bob", "--over", "target=bob", "--over", "dc=0,1", "--over", "weapon=unarmed",
             "--engine", "mc", "--seed", "3", "--show", "any_marker", "--target-error", "0.01")  # fmt: skip
    done = cli(*words, "--trials", "200", "-o", "out")
    assert done.status == 0
    assert "--target-error is not reached in 2: more rolls at most with --trials." in done.out
    manifest = json.loads(Path("out/_manifest.json").read_text())
    assert (manifest["not_reached"], manifest["trials"], manifest["target_error"]) == (2, 200, 0.01)
    assert list(pd.read_parquet("out").trials) == [200, 200]
    said = json.loads(pq.read_schema("out/part-00000.parquet").metadata[b"bmg-odds"])
    assert (said["target_error"], said["not_reached"]) == (0.01, 2)
    for more in (("--trials", "200"), ("--trials", "200", "--target-error", "0.02")):
        other = [word for word in words if word not in ("--target-error", "0.01")]
        done = cli(*other, *more, "-o", "out")
        assert done.status == 2
        assert "it differs in" in done.err
        assert "target-error" in done.err


@pytest.mark.parametrize(("more", "says"), [
    (("--target-error", "0.001"), "--target-error belongs to --engine mc"),
    (("--engine", "mc", "--target-error", "0"), "--target-error 0 is out of range"),
    (("--engine", "mc", "--target-error", "1e-9"), "2.5e+17 rolls"),
    (("--engine", "mc", "--target-error", "nan"), "--target-error nan"),
])  # fmt: skip
def test_what_cannot_be_is_refused_and_nothing_is_written(more, says, tmp_path, monkeypatch, cli):
    monkeypatch.chdir(tmp_path)
    done = cli("sweep", "--over", "attacker=bob", "--over", "target=bob", *more, "-o", "out")
    assert (done.status, done.out) == (2, "")
    assert says in done.err
    assert not list(tmp_path.iterdir())


def test_parts_are_as_many_as_the_rolls_that_may_be_needed_call_for():
    asked = ({"target_error": 0.001}, {"target_error": 0.0001}, {"target_error": 0.0001, "trials": 1000})
    sizes = [plan_of(over=OVER, **ROLLED, **more).part_size for more in asked]
    assert sizes[0] > 1000
    assert sizes[0] > sizes[1] > 10
    assert sizes[2] == 100_000
    with pytest.raises(BmgError, match="--target-error"):
        plan_of(over=OVER, target_error=0.1)


def test_a_dry_run_knows_that_less_is_rolled_for_a_larger_error():
    over = {"attacker": "bob", "target": "bob", "weapon": "unarmed"}
    few, many = (estimate(plan_of(over=over, **ROLLED, target_error=wanted)) for wanted in (0.001, 0.00002))
    assert many["seconds"] > 20 * few["seconds"]


@pytest.mark.parametrize("over", [{"stuns": "0..9"}, {"cover": ["none", "light"], "stuns": "0..2"}])
def test_a_dry_run_meets_all_targets_alike(over):
    """Every so many attacks exactly would meet the same few targets, and say twice as many scenarios as there are."""
    plan, left_out = plan_of(everyone=True, over=over, figures=("out",)), LeftOut()
    rows = sum(piece.size for part in range(plan.parts) for piece in pieces(plan, part, left_out))
    found = estimate(plan)
    assert not found["exact"]
    assert found["scenarios"] == pytest.approx(rows, rel=0.1)
    assert found["left_out"] == pytest.approx(left_out.count, rel=0.3)


def test_a_scenario_under_way_can_be_given_up(monkeypatch):
    heard = []

    def tick(count):
        heard.append(count)
        raise ZeroDivisionError

    def rolled(one, *, trials, seed, threads, progress):
        progress(1, trials)
        raise AssertionError("it went on")

    monkeypatch.setattr("bmg_odds.answers.dice.rolled_table", rolled)
    plan = plan_of(over=OVER, **ROLLED)
    for target in (None, Target.of(0.001, None)):
        with pytest.raises(ZeroDivisionError):
            rolled_figures(pieces(plan, 0, LeftOut()), ["out"], 10**9, 1, tick, target=target)
    assert heard == [0, 0]


def test_an_interrupt_between_looks_leaves_no_scenario_of_fewer_rolls(monkeypatch):
    real, calls = sweep_rolled.Dice.outcome, []

    def outcome(self, *arguments, **more):
        calls.append(self.trials)
        if len(calls) > 1:
            raise KeyboardInterrupt
        from dataclasses import replace

        return real(replace(self, trials=100), *arguments, **more)

    monkeypatch.setattr(sweep_rolled.Dice, "outcome", outcome)
    plan = plan_of(over=OVER, **ROLLED)
    with pytest.raises(KeyboardInterrupt):
        rolled_figures(pieces(plan, 0, LeftOut()), ["out"], 10**9, 1, target=Target.of(0.001, None))
    assert len(calls) == 2
