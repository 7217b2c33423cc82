"""Sweeps: every scenario is the answer that `attack` gives to it alone, whatever the parts and the threads."""

import hashlib
import json
import math
import pickle
import random
from itertools import pairwise, product
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import bmg_odds as bmg
from bmg_odds.answers.dice import standard_error
from bmg_odds.answers.many import weapon_names
from bmg_odds.answers.sweep import plan_of, sweep
from bmg_odds.answers.sweep_plan import SLOTS, Grid, Member
from bmg_odds.answers.sweep_run import run
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card

FIGURES = ("out", "ko", "casualty", "knocked_down", "critical", "damage", "impact", "any_marker", "injuries", "stuns",
           "markers")  # fmt: skip
LEVELS = tuple(f"at-least={level}" for level in range(1, 11))
WHO = ("attacker", "weapon", "target")
CREW = """crew = "Mine"
[[member]]
name = "Bob"
count = 3
[[member]]
name = "Batman (AC)"
"""
LISTS = ("use", "target_use", "cover", "reroll", "attacker_state", "target_state", "reading")


def read(folder):
    """The rows of all parts, with what was not asked for left out."""
    return pd.read_parquet(folder)


def asked(row, columns, **more):
    """The keywords with which `attack` is asked for a row of the output."""
    found = dict(more)
    for column in columns:
        value = row[column]
        name = {"target_stuns": "stuns", "target_injuries": "injuries"}.get(column, column)
        if name in LISTS:
            found[name] = tuple(value.split("+")) if value else ()
        elif name not in ("attacker", "target", "attacker_count", "target_count"):
            found[name] = value.item() if hasattr(value, "item") else value
    return row["attacker"], row["target"], found


def same(frame, place, columns, figures=FIGURES + LEVELS, **more):
    row = frame.iloc[place]
    attacker, target, options = asked(row, columns, **more)
    for name in ("ac", "dc"):
        if pd.isna(options.get(name, 0)):
            del options[name]
        elif name in options:
            options[name] = int(options[name])
    outcome = bmg.attack(attacker, target, **options)
    for figure in figures:
        assert row[figure] == pytest.approx(outcome.figure(figure), abs=1e-12), (attacker, target, options, figure)
    return outcome


def hashes(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in Path(folder).iterdir()}


@pytest.mark.compiled
def test_everyone_against_everyone_is_every_attack_alone(tmp_path):
    manifest = sweep(everyone=True, over={"rules": "2012,revised"}, only=["leader"], output=str(tmp_path / "out"))
    frame = read(tmp_path / "out")
    assert manifest["rows"] == len(frame) > 10_000
    assert not frame.duplicated(["rules", "attacker", "weapon", "target", "ac", "dc"]).any()
    draw = random.Random(801)
    for place in draw.sample(range(len(frame)), 25):
        same(frame, place, ("rules", "weapon", "ac", "dc"))
    # Nothing is missing: every split of an attack drawn is there once.
    for _ in range(3):
        row = frame.iloc[draw.randrange(len(frame))]
        every = frame[(frame.attacker == row.attacker) & (frame.target == row.target) & (frame.weapon == row.weapon)
                      & (frame.rules == row.rules)]  # fmt: skip
        from bmg_odds.answers.split import split

        rows = split(row.attacker, row.target, weapon=row.weapon, rules=row.rules, figure="out").rows
        assert sorted(zip(every.ac, every.dc, strict=True)) == sorted({(each["ac"], each["dc"]) for each in rows})


STATES = {
    "attacker": ["Batman (AC)", "bob", "attack=5,strength=3,damage=BS,weapon-traits=Heavy"],
    "target": ["Joker (AC)", "Two-Face", "Clown (Shield)"],
    "weapon": "all",
    "dc": "all",
    "stuns": [0, 2],
    "injuries": "0..1",
    "reading": ["none", "scratch=off", "crt=choice+surplus_injuries=ignore"],
    "outnumbered": "no,yes",
    "reroll": ["none", "damage", "impact+damage"],
    "attacker_attack": [3, 5],
    "target_defense": 4,
    "down": False,
}


def test_a_grid_of_states_is_every_attack_alone(tmp_path):
    over = dict(STATES) if pytest_compiled() else {**STATES, "reading": "scratch=off", "reroll": "none"}
    manifest = sweep(over=over, output=str(tmp_path / "out"))
    frame = read(tmp_path / "out")
    draw = random.Random(802)
    for place in draw.sample(range(len(frame)), 40 if pytest_compiled() else 5):
        row = frame.iloc[place]
        changed = bmg.card(row.attacker)
        name = row.attacker if "=" in row.attacker else f"{changed.name}:attack={row.attacker_attack}"
        name = name.replace("attack=5", f"attack={row.attacker_attack}")
        outcome = bmg.attack(name, f"{row.target}:defense=4", weapon=row.weapon, ac=int(row.ac), dc=int(row.dc),
                             stuns=int(row.target_stuns), injuries=int(row.target_injuries),
                             outnumbered=bool(row.outnumbered), reading=tuple(filter(None, row.reading.split("+"))),
                             reroll=tuple(filter(None, row.reroll.split("+"))))  # fmt: skip
        for figure in FIGURES + LEVELS:
            assert row[figure] == pytest.approx(outcome.figure(figure), abs=1e-12)
    # A shot is never outnumbered: left out, counted, and said.
    assert manifest["left_out"]["count"] > 0
    assert any("--outnumbered goes with a melee" in each["reason"] for each in manifest["left_out"]["reasons"])


def pytest_compiled():
    from bmg_odds.engines.jit import COMPILED

    return COMPILED


@pytest.mark.compiled
def test_counters_and_states_that_cards_do_not_allow_are_left_out_and_nothing_else(tmp_path):
    over = {"attacker": ["Batman (AC)", "bob"], "target": ["Joker (AC)", "Clown (Shield)"], "weapon": "all",
            "ac": [0, 2, 9], "dc": "0..5", "stuns": "0..8", "injuries": [0, 1]}  # fmt: skip
    manifest = sweep(over=over, figures=("out", "markers"), part_size=100, output=str(tmp_path / "out"))
    frame = read(tmp_path / "out")
    found = {(row.attacker, row.weapon, row.target, row.target_stuns, row.target_injuries, row.ac, row.dc): row
             for row in frame.itertuples()}  # fmt: skip
    assert len(found) == len(frame)
    tried = 0
    for attacker in over["attacker"]:
        weapons = weapon_names(bmg.card(attacker))
        every = product(weapons, over["target"], range(9), over["injuries"], over["ac"], range(6))
        for weapon, target, stuns, injuries, ac, dc in every:
            tried += 1
            key = (bmg.card(attacker).name, weapon, target, stuns, injuries, ac, dc)
            row = found.pop(key, None)
            try:
                outcome = bmg.attack(attacker, target, weapon=weapon, stuns=stuns, injuries=injuries, ac=ac, dc=dc)
            except BmgError:
                assert row is None, key
                continue
            assert row.out == pytest.approx(outcome.figure("out"), abs=1e-12), key
    assert not found
    assert manifest["left_out"]["count"] + manifest["rows"] == tried


def test_a_feint_takes_one_block_die(tmp_path):
    feinter = "attack=4,strength=3,movement=4,damage=SS,traits=Feint"
    sweep(over={"attacker": feinter, "target": "Batman (AC)", "use": "feint", "ac": "all", "dc": "all"},
          output=str(tmp_path / "out"))  # fmt: skip
    frame = read(tmp_path / "out")
    for place in range(len(frame)):
        same(frame, place, ("ac", "dc", "use"))
    assert set(frame.dc) >= {0, 1, 2}
    assert set(frame.ac) == {0, 1, 2, 3, 4}


def test_the_third_edition_with_all_efforts(tmp_path):
    manifest = sweep(everyone=True, rules="third", only=["sidekick"], output=str(tmp_path / "out"))
    frame = read(tmp_path / "out")
    assert len(frame) == manifest["rows"] > 0
    assert frame.ac.isna().all()
    assert frame.dc.isna().all()
    assert set(frame.attacker_efforts) == {0, 1, 2, 3}
    draw = random.Random(803)
    for place in draw.sample(range(len(frame)), 8):
        same(frame, place, ("weapon", "attacker_efforts", "target_efforts"), rules="third")


@pytest.mark.parametrize(("rules", "over"), [
    ("revised", {"attacker": ["Batman (AC)", "bob"], "target": "Joker (AC)", "weapon": "all", "dc": "all"}),
    ("third", {"attacker": "all", "target": "Joker", "attacker_efforts": [0, 2]}),
])  # fmt: skip
def test_rolled_scenarios_are_the_same_attacks_rolled_alone(rules, over, tmp_path):
    options = {"over": over, "rules": rules, "only": ["leader"], "engine": "mc", "trials": 300, "seed": 2**63 + 5}
    sweep(output=str(tmp_path / "out"), **options)
    frame = read(tmp_path / "out")
    assert frame.seed.is_unique
    draw = random.Random(804)
    for place in draw.sample(range(len(frame)), min(6, len(frame))):
        row = frame.iloc[place]
        own = {"ac": int(row.ac), "dc": int(row.dc)} if rules != "third" else {
            "attacker_efforts": int(row.attacker_efforts)}  # fmt: skip
        alone = bmg.simulate(row.attacker, row.target, weapon=row.weapon, rules=rules, trials=300, seed=int(row.seed),
                             **own)  # fmt: skip
        for figure in FIGURES + LEVELS:
            assert row[figure] == alone.figure(figure)
            assert row[f"{figure}_standard_error"] == standard_error(alone, figure)


def test_parts_and_threads_change_nothing(tmp_path):
    over = {"attacker": ["Batman (AC)", "bob"], "target": ["Joker (AC)", "bob"], "weapon": "all",
            "ac": "all", "dc": "all", "stuns": [0, 1, 3]}  # fmt: skip
    for engine in ({}, {"engine": "mc", "trials": 50, "seed": 7}):
        options = {"over": over, "figures": ["out", "markers"], **engine}
        name = engine.get("engine", "exact")
        found = [hashes_of(tmp_path / f"{name}-{threads}", threads=threads, part_size=20, **options)
                 for threads in (1, 2, 3)]  # fmt: skip
        assert found[0] == found[1] == found[2]
        assert len(found[0]) > 4
        frames = []
        for size in (1, 20, 10_000):
            sweep(output=str(tmp_path / f"{name}-size-{size}"), part_size=size, **options)
            frames.append(read(tmp_path / f"{name}-size-{size}").astype(dict.fromkeys(WHO, str)))
        pd.testing.assert_frame_equal(frames[0], frames[1], check_exact=True)
        pd.testing.assert_frame_equal(frames[0], frames[2], check_exact=True)


def hashes_of(folder, **options):
    sweep(output=str(folder), **options)
    return hashes(folder)


def test_a_crew_against_a_crew(tmp_path):
    (tmp_path / "mine.toml").write_text(CREW)
    theirs = CREW.replace('"Mine"', '"Theirs"').replace("Bob", "Clown (Knife)").replace("Batman", "Joker")
    (tmp_path / "theirs.toml").write_text(theirs)
    over = {"attacker": str(tmp_path / "mine.toml"), "target": str(tmp_path / "theirs.toml"), "dc": "all"}
    manifest = sweep(over=over, output=str(tmp_path / "out"))
    frame = read(tmp_path / "out")
    assert set(zip(frame.attacker, frame.attacker_count, strict=True)) == {("Bob", 3), ("Batman (AC)", 1)}
    assert set(zip(frame.target, frame.target_count, strict=True)) == {("Clown (Knife)", 3), ("Joker (AC)", 1)}
    assert manifest["rows"] == len(frame)
    same(frame, len(frame) - 1, ("ac", "dc"))


def test_models_of_one_name_are_told_apart(tmp_path):
    (tmp_path / "own.toml").write_text('[[card]]\nname = "Bob"\nwillpower = 9\nstrength = 3\nmovement = 4\nattack = 5\n'
                                       'defense = 3\nendurance = 5\n')  # fmt: skip
    (tmp_path / "crew.toml").write_text('crew = "C"\nroster = "own.toml"\n[[member]]\nname = "Bob"\n')
    over = {"attacker": ["bob", str(tmp_path / "crew.toml"), "bob:attack=2", "bob:attack=2"], "target": "Joker (AC)"}
    sweep(over=over, output=str(tmp_path / "out"))
    assert list(read(tmp_path / "out").attacker) == ["Bob", "Bob [2]", "bob:attack=2"]


def test_the_columns_and_what_a_part_says_of_itself(tmp_path):
    manifest = sweep(over={"attacker": "bob", "target": "all", "cover": ["none", "light"], "stuns": "0..2"},
                     figures=["out", "at-least=4"], output=str(tmp_path / "out"))  # fmt: skip
    schema = pq.read_schema(tmp_path / "out" / "part-00000.parquet")
    assert schema.names == ["attacker", "weapon", "target", "ac", "dc", "cover", "target_stuns", "out", "at-least=4"]
    assert all(pa.types.is_dictionary(schema.field(name).type) for name in ("attacker", "weapon", "target", "cover"))
    assert schema.field("out").type == pa.float64()
    said = json.loads(schema.metadata[b"bmg-odds"])
    for key in ("command", "version", "digest", "rules", "readings", "engine", "trials", "seed", "figures", "cards"):
        assert said[key] == manifest[key]
    assert said["readings"]["scratch"] == "per_impact"
    assert said["engine"] == "exact"
    assert [each["name"] for each in manifest["schema"]] == schema.names
    assert manifest["complete"] is True
    assert manifest["parts"] == 1
    assert sum(manifest["rows_of_parts"]) == 324
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"_manifest.json", "part-00000.parquet"}


def test_without_a_scenario_left_the_parts_are_empty_and_say_why(tmp_path):
    manifest = sweep(over={"attacker": "bob:willpower=1", "target": "all", "weapon": "gun"}, output=str(tmp_path / "o"))
    assert manifest["rows"] == 0
    assert len(read(tmp_path / "o")) == 0
    assert manifest["left_out"] == {"count": 54, "reasons": [
        {"reason": "Bob has 1 counter; a ranged attack costs 2 AC", "count": 54,
         "first": "bob:willpower=1 with gun against " + bmg.roster().cards("revised")[0].name}]}  # fmt: skip


def test_a_list_from_csv_is_its_rows_in_order(tmp_path):
    file = tmp_path / "list.csv"
    file.write_text("attacker;target;weapon;AC;dc;Attacker-Efforts;cover;reading;outnumbered\n"
                    "Batman (AC);Joker (AC);;3;1;;;scratch=off;yes\n\n"
                    "bob;bane (ac);gun;;;;light+solid;;\n"
                    "bob;bane (ac);unarmed;0;;;;;\n")  # fmt: skip
    sweep(str(file), output=str(tmp_path / "out"), part_size=2)
    frame = read(tmp_path / "out")
    assert list(frame.attacker) == ["Batman (AC)", "Bob", "Bob"]
    assert list(frame.ac) == [3, 2, 0]
    assert list(frame.outnumbered) == [True, False, False]
    for place in range(3):
        same(frame, place, ("weapon", "ac", "dc", "cover", "outnumbered", "reading"))


def test_a_file_of_grids_and_scenarios_is_all_of_them(tmp_path):
    file = tmp_path / "both.toml"
    file.write_text('[[grid]]\nattacker = "bob"\ntarget = ["Joker (AC)", "bob"]\ncover = ["none", ["light", "solid"]]\n'
                    '[[grid]]\nattacker = "Batman (AC)"\ntarget = "bob"\ndc = "0..2"\n'
                    '[[scenario]]\nattacker = "bob"\ntarget = "bob"\n'
                    'cover = ["light", "solid"]\nstuns = 1\n')  # fmt: skip
    manifest = sweep(str(file), output=str(tmp_path / "out"))
    frame = read(tmp_path / "out")
    assert manifest["parts"] == 3
    assert list(frame.attacker) == ["Bob"] * 4 + ["Batman (AC)"] * 3 + ["Bob"]
    assert list(frame.cover) == ["", "light+solid"] * 2 + [""] * 3 + ["light+solid"]
    assert list(frame.target_stuns) == [0] * 7 + [1]
    with pytest.raises(BmgError, match="--over dc: the file's grid has a list of its own"):
        plan_of(str(file), over=["dc=1"])


@pytest.mark.parametrize("size", [1, 7, 40, 1000])
def test_parts_share_all_groups_out(size):
    plan = plan_of(everyone=True, over={"stuns": "0..2"}, only=["free agent"], part_size=size)
    block = plan.blocks[0]
    slices = [plan.slice(part) for part in range(plan.parts)]
    assert slices[0].first == 0
    assert slices[-1].last == block.attacks
    assert all(one.last == other.first for one, other in pairwise(slices))
    assert all(one.first < one.last for one in slices)
    numbers = [group.number + place * SLOTS * SLOTS for part in range(plan.parts) for _, group in plan.groups(part)
               for place, _ in enumerate(group.settings)]  # fmt: skip
    assert sorted(numbers) == [place * SLOTS * SLOTS for place in range(block.attacks)]


@pytest.mark.parametrize("seed", range(5))
def test_the_first_group_of_a_part_is_where_walking_would_find_it(seed):
    draw = random.Random(seed)
    member = Member("A", Card(name="A", edition="revised"))
    widths = tuple(draw.choice([0, 1, 3, 5]) for _ in range(draw.randint(1, 5)))
    heights = tuple(draw.randint(1, 4) for _ in range(draw.randint(1, 5)))
    lists = tuple(tuple(range(draw.randint(1, 3))) for _ in range(draw.randint(0, 3)))
    grid = Grid(tuple((member, None) for _ in widths), (member,) * len(heights), ("x",) * len(lists), lists, None, None,
                widths, heights)  # fmt: skip
    starts, before = [], 0
    for width in widths:
        for height in heights:
            for _ in range(grid.settings):
                starts.append(before)
                before += width * height if width else 1
    assert grid.size == before
    assert len(starts) == grid.attacks
    assert grid.attacks == math.prod((len(widths), len(heights), grid.settings))
    for size in range(before + 2):
        wanted = next((place for place, start in enumerate(starts) if start >= size), grid.attacks)
        assert grid.first(size) == wanted, (size, widths, heights, lists)


def test_a_task_is_small_and_goes_to_another_process(tmp_path):
    file = tmp_path / "long.csv"
    file.write_text("attacker,target,stuns\n" + "".join(f"bob,bob,{count % 4}\n" for count in range(4000)))
    plan = plan_of(str(file), part_size=10)
    task = pickle.dumps(plan.task(7))
    assert len(task) < len(pickle.dumps(plan)) / 10
    assert [group for _, group in pickle.loads(task).groups(7)] == [group for _, group in plan.groups(7)]


def test_numbers_of_scenarios_are_all_different():
    plan = plan_of(everyone=True, over={"stuns": "0..1"}, only=["free agent"], engine="mc", trials=1, seed=0)
    from bmg_odds.answers.sweep_finder import pieces
    from bmg_odds.answers.sweep_rows import LeftOut

    numbers = [number for part in range(plan.parts) for piece in pieces(plan, part, LeftOut())
               for number, _ in piece.scenarios()]  # fmt: skip
    assert len(set(numbers)) == len(numbers) > 100
    assert max(numbers) < plan.blocks[0].attacks * SLOTS * SLOTS


class Slow:
    """An executor that keeps what it is given until it is asked for more, and fails where told."""

    workers = 2

    def __init__(self, fail=None):
        self.most, self.open, self.fail, self.cancelled = 0, [], fail, 0

    def submit(self, function, *arguments):
        future = Later(self, function, arguments)
        self.open.append(future)
        self.most = max(self.most, len(self.open))
        if len(self.open) >= 2 * self.workers or arguments[1] >= 5:
            for each in list(self.open):
                each.finish()
        return future


class Later:
    def __init__(self, owner, function, arguments):
        self.owner, self.function, self.arguments, self.told = owner, function, arguments, []
        self.done = False

    def add_done_callback(self, told):
        self.told.append(told)
        if self.done:
            told(self)

    def finish(self):
        self.owner.open.remove(self)
        self.done = True
        for told in self.told:
            told(self)

    def result(self):
        if self.arguments[1] == self.owner.fail:
            raise BmgError("no disk left")
        return self.function(*self.arguments)

    def cancel(self):
        self.owner.cancelled += 1


def test_any_executor_runs_it_with_few_parts_under_way(tmp_path):
    plan = plan_of(over={"attacker": "bob", "target": "all"}, figures=["out"], part_size=5)
    executor, seen = Slow(), []
    assert run(plan, str(tmp_path), executor, progress=lambda done, total: seen.append((done, total))) == 54
    assert executor.most <= 4
    assert plan.parts == 11
    assert len(list(tmp_path.iterdir())) == 11
    assert seen[-1] == (54, 54)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_what_goes_wrong_in_a_part_ends_the_run_and_keeps_the_others(tmp_path):
    plan = plan_of(over={"attacker": "bob", "target": "all"}, figures=["out"], part_size=5)
    with pytest.raises(BmgError, match="no disk left"):
        run(plan, str(tmp_path), Slow(fail=4))
    assert "part-00000.parquet" in {path.name for path in tmp_path.iterdir()}
