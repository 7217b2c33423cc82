"""`reproduce FOLDER`: a sweep is worked out again from its manifest alone, and what was changed in it is found."""

import copy
import json
import os
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bmg_odds.answers.sweep import plan_of, sweep
from bmg_odds.answers.sweep_again import plan_again
from bmg_odds.answers.sweep_folder import MANIFEST
from bmg_odds.answers.sweep_reproduce import reproduce_sweep
from bmg_odds.errors import BmgError

OWN = """[[card]]
name = "Nobody"
willpower = 6
strength = 3
movement = 4
attack = 4
defense = 3
endurance = 5
traits = ["Dodge"]
"""
CREW = """crew = "Mine"
roster = "own.toml"
[[member]]
name = "Nobody"
count = 3
[[member]]
name = "Bob"
"""
BOTH = """[[grid]]
attacker = ["bob:attack=2", "bob", "attack=5,strength=3,damage=BS,weapon-traits=Heavy"]
target = "Joker (AC)"
cover = ["none", ["light", "solid"]]
reading = ["none", "scratch=off"]
target-defense = [3, 4]
rules = ["revised", "2012"]
[[scenario]]
attacker = "bob"
target = "bob"
ac = 0
weapon = "unarmed"
[[scenario]]
attacker = "Batman (AC)"
target = "bob"
stuns = 2
outnumbered = true
reading = "crt=choice"
"""
SWEEPS = {
    "states": {"over": {"attacker": "bob", "target": ["bob", "Joker (AC)"], "weapon": "all",
                        "ac": "all", "dc": "all", "stuns": "0..1"}, "figures": ["out", "at-least=2"], "part_size": 30},
    "crew": {"over": {"attacker": "crew.toml", "target": "all", "ac": [0, 2]}, "only": ["leader"], "figures": ["out"]},
    "file": {"file": "both.toml", "reading": ["crt=choice"], "figures": ["out", "markers"]},
    "third": {"over": {"attacker": "all", "target": "Joker", "attacker_efforts": [0, 2]}, "rules": "third",
              "only": ["sidekick"], "figures": ["markers"], "part_size": 9},
    "rolled": {"over": {"attacker": "bob", "target": "all"}, "only": ["leader"], "engine": "mc", "trials": 20,
               "seed": 2**64 - 1},
    "until": {"over": {"attacker": "bob", "target": "bob", "dc": "0,1"}, "engine": "mc", "seed": 1, "trials": 300,
              "target_error": 0.01, "figures": ["out"]},
}  # fmt: skip


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    """Every sweep of the table, its roster and files gone since."""
    place, before = tmp_path_factory.mktemp("swept"), Path.cwd()
    os.chdir(place)
    try:
        for name, text in (("own.toml", OWN), ("crew.toml", CREW), ("both.toml", BOTH)):
            (place / name).write_text(text)
        for name, options in SWEEPS.items():
            asked = dict(options)
            sweep(asked.pop("file", None), output=name, **asked)
        for name in ("own.toml", "crew.toml", "both.toml"):
            (place / name).unlink()
    finally:
        os.chdir(before)
    return place


@pytest.mark.parametrize("name", SWEEPS)
def test_a_sweep_is_worked_out_again_byte_for_byte_without_its_files(name, swept):
    seen = []
    before = sorted(path.name for path in swept.iterdir())
    report = reproduce_sweep(str(swept / name), progress=lambda done, total: seen.append((done, total)))
    manifest = json.loads((swept / name / MANIFEST).read_text())
    assert report.findings == ()
    assert report.alike == report.parts == manifest["parts"] == len(seen)
    assert report.rows == manifest["rows"] > 0
    assert sorted(path.name for path in swept.iterdir()) == before  # the temporary folder is gone


@pytest.fixture
def small(tmp_path):
    """A sweep of three parts, to be spoilt."""
    sweep(over={"attacker": ["bob", "Batman (AC)", "Joker (AC)"], "target": "bob", "weapon": "unarmed", "dc": [0, 1]},
          figures=["out", "markers"], part_size=2, output=str(tmp_path / "out"))  # fmt: skip
    return tmp_path / "out"


def changed(path, column, row, value):
    """Write a part with one value changed, all else as it is."""
    table = pq.read_table(path)
    place = table.schema.names.index(column)
    values = table[column].to_pylist()
    values[row] = value
    pq.write_table(table.set_column(place, table.schema.field(place), pa.array(values, table.schema.field(place).type)),
                   path)  # fmt: skip


def test_one_changed_value_is_found_where_it_stands(small, cli):
    changed(small / "part-00001.parquet", "markers", 1, 9.0)
    changed(small / "part-00002.parquet", "dc", 0, None)
    done = cli("reproduce", str(small), "--format", "json")
    assert done.status == 1
    rows = json.loads(done.out)["rows"]
    assert [row["what"] for row in rows] == ["part-00001.parquet, markers, row 2", "part-00002.parquet, dc, row 1"]
    assert [row["was"] for row in rows] == ["9.0", "None"]
    done = cli("reproduce", str(small / MANIFEST))
    assert done.status == 1
    assert "differs from what its manifest gives now, in 2 places." in done.out


def test_other_bytes_of_the_same_figures_are_no_difference(small, cli):
    for path in small.glob("part-*"):
        pq.write_table(pq.read_table(path), path, compression="none")
    done = cli("reproduce", str(small))
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("agrees: 6 scenarios in 3 parts, to every digit.\n")


def test_missing_damaged_and_further_parts_and_a_changed_manifest_are_found(small):
    (small / "part-00000.parquet").unlink()
    (small / "part-00001.parquet").write_bytes(b"PAR1")
    (small / "part-00003.parquet").write_bytes((small / "part-00002.parquet").read_bytes())
    manifest = json.loads((small / MANIFEST).read_text())
    (small / MANIFEST).write_text(json.dumps(manifest | {"rows": 7}))
    report = reproduce_sweep(str(small))
    assert [(finding.what, finding.was) for finding in report.findings] == [
        ("part-00000.parquet", "missing"),
        ("part-00001.parquet", "no part, or damaged"),
        ("part-00003.parquet", "a file"),
        (f"{MANIFEST}: rows", "7"),
    ]
    assert not report.agrees


def test_another_version_is_said_and_compared_by_figures(small):
    manifest = json.loads((small / MANIFEST).read_text())
    (small / MANIFEST).write_text(json.dumps(manifest | {"version": "0.0.1"}))
    report = reproduce_sweep(str(small))
    assert [(finding.kind, finding.was) for finding in report.findings] == [("version", "0.0.1")]
    assert report.agrees


@pytest.mark.parametrize(("key", "value"), [
    ("trials", 7), ("seed", 1), ("figures", ["out"]), ("rules", "2012"), ("part_size", 3), ("columns", ["ac"]),
    ("digest", "0" * 64), ("again", {}), ("again", None), ("cards", []), ("complete", False), ("command", "attack"),
    ("part_size", 10**30), ("engine", "mc"), ("engine", []), ("figures", [[]]),
])  # fmt: skip
def test_a_manifest_that_was_changed_is_refused(key, value, small, cli):
    manifest = json.loads((small / MANIFEST).read_text())
    (small / MANIFEST).write_text(json.dumps(manifest | {key: value}))
    done = cli("reproduce", str(small))
    assert (done.status, done.out) == (2, "")
    assert len(done.err.splitlines()) <= 2
    assert sorted(path.name for path in small.parent.iterdir()) == ["out"]


def test_a_folder_without_a_sweep_is_refused(tmp_path, cli):
    assert "no sweep" in cli("reproduce", str(tmp_path)).err
    (tmp_path / MANIFEST).write_text("{}")
    assert "is no manifest of a sweep" in cli("reproduce", str(tmp_path)).err
    assert cli("reproduce", str(tmp_path / "no" / MANIFEST)).status == 2


def leaves(value, path=()):
    """Every place in nested values."""
    yield path
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*path, key))


JUNK = (
    st.none() | st.booleans() | st.integers(-2, 2**70) | st.text(max_size=5) | st.just([]) | st.just({}) | st.floats()
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(["states", "file", "until"]), st.data())
def test_junk_anywhere_in_a_manifest_is_a_plan_or_an_error(swept, name, data):
    manifest = copy.deepcopy(json.loads((swept / name / MANIFEST).read_text()))
    manifest["version"] = "0.0.1"  # so that a changed digest does not refuse it first
    path = data.draw(st.sampled_from([path for path in leaves(manifest["again"]) if path]))
    where = manifest["again"]
    for key in path[:-1]:
        where = where[key]
    where[path[-1]] = data.draw(JUNK)
    with suppress(BmgError):
        plan = plan_again(manifest)
        assert len(list(plan.groups(0))) <= plan.blocks[0].attacks


def test_rows_that_unpack_to_more_than_they_say_are_refused(swept):
    import base64
    import zlib

    manifest = json.loads((swept / "file" / MANIFEST).read_text())
    block = manifest["again"]["blocks"][1]
    block["rows"] = base64.b64encode(zlib.compress(bytes(50_000_000))).decode()
    with pytest.raises(BmgError, match="rows of another number"):
        plan_again(manifest)


def test_a_plan_from_its_manifest_is_the_plan(swept):
    manifest = json.loads((swept / "states" / MANIFEST).read_text())
    plan = plan_again(manifest)
    asked = plan_of(**SWEEPS["states"])
    assert plan.blocks == asked.blocks
    assert plan.provenance["digest"] == asked.provenance["digest"]
