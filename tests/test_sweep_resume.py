"""A sweep that was stopped goes on: killed, interrupted, damaged, run twice, and its files are those of one run."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import textwrap
from itertools import pairwise
from pathlib import Path

import pytest

from bmg_odds.answers import sweep_work
from bmg_odds.answers.sweep import Kept, plan_of, sweep, sweep_plan
from bmg_odds.answers.sweep_folder import MANIFEST
from bmg_odds.errors import BmgError

ASKED = {"over": {"attacker": ["bob", "Batman (AC)"], "target": "all", "stuns": "0..1"}, "figures": ["out", "markers"],
         "part_size": 4}  # fmt: skip


def files(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in Path(folder).iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """What an undisturbed run leaves."""
    folder = tmp_path_factory.mktemp("whole") / "out"
    sweep(output=str(folder), **ASKED)
    return files(folder)


KILLED = """
import json, os, random, signal, sys, threading
from bmg_odds.answers.sweep import sweep
from bmg_odds.answers.sweep_folder import whole_parts

asked, folder = json.loads(sys.argv[1]), sys.argv[2]
sweep(output=folder + "-warm", **asked)  # whatever is loaded or compiled once
draw = random.Random(20)
calls = 0


def watch(frame, event, argument):
    global calls
    if life % 2 and frame.f_code.co_name != "save":
        return  # every other life ends while a file is written
    calls += 1
    if calls == last:
        os.kill(os.getpid(), signal.SIGKILL)


for life in range(20):
    last = draw.randrange(1, 150) if life % 2 else draw.randrange(1, 60_000)
    child = os.fork()
    if not child:
        # Of all that happens, calls of functions are counted, those of the system among them.
        threading.setprofile(watch)
        sys.setprofile(watch)
        sweep(output=folder, threads=1 + life % 2, **asked)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    there = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    print(json.dumps([os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0, there]), flush=True)
"""


@pytest.mark.compiled
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process that forks")
def test_twenty_kills_at_random_moments_lose_and_repeat_nothing(whole, tmp_path):
    folder = tmp_path / "out"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", KILLED, json.dumps(ASKED), str(folder)],
        capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    lives = [json.loads(line) for line in done.stdout.splitlines()]
    assert [status for status, _ in lives] == [signal.SIGKILL] * 20, done.stderr
    # The moments were what they should be: parts were left half written, and every life went on.
    assert any(name.endswith(".tmp") for _, there in lives for name in there)
    parts = [{name for name in there if name.endswith(".parquet")} for _, there in lives]
    assert all(one <= other for one, other in pairwise(parts))
    assert 2 < len(parts[-1]) < len(whole) - 1
    before = {name: os.stat(folder / name).st_mtime_ns for name in parts[-1]}
    sweep(output=str(folder), **ASKED)
    assert files(folder) == whole
    assert before == {name: os.stat(folder / name).st_mtime_ns for name in before}  # none was done again


def test_the_same_again_does_nothing_again(whole, tmp_path, monkeypatch):
    sweep(output=str(tmp_path / "out"), **ASKED)
    monkeypatch.setattr(sweep_work, "pieces", None)
    assert sweep(output=str(tmp_path / "out"), **ASKED)["rows"] > 0
    assert files(tmp_path / "out") == whole


def test_damaged_missing_and_foreign_parts_are_made_again(whole, tmp_path):
    folder = tmp_path / "out"
    sweep(output=str(folder), **ASKED)
    (folder / "part-00000.parquet").unlink()
    (folder / "part-00001.parquet").write_bytes(b"")
    data = (folder / "part-00002.parquet").read_bytes()
    (folder / "part-00002.parquet").write_bytes(data[: len(data) // 2])
    (folder / "part-00003.parquet").write_bytes((folder / "part-00004.parquet").read_bytes())
    (folder / ".part-00005.parquet.1-2.tmp").write_bytes(b"half")
    (folder / f".{MANIFEST}.1-2.tmp").write_bytes(b"half")
    sweep(output=str(folder), **ASKED)
    assert files(folder) == whole


@pytest.mark.parametrize("engine", [{}, {"engine": "mc", "trials": 20, "seed": 3}])
def test_an_interrupt_keeps_what_is_finished_and_the_same_goes_on(engine, tmp_path):
    folder, options = tmp_path / "out", ASKED | engine
    seen = []

    def interrupt(done, total):
        seen.append(done)
        if len([name for name in os.listdir(folder) if name.startswith("part-")]) >= 3:
            raise KeyboardInterrupt

    with pytest.raises(Kept) as kept:
        sweep(output=str(folder), progress=interrupt, threads=1, **options)
    assert 3 <= kept.value.parts < kept.value.of
    assert len(list(folder.glob("part-*"))) == kept.value.parts
    assert not list(folder.glob(".*"))
    assert json.loads((folder / MANIFEST).read_text())["complete"] is False
    sweep(output=str(folder), **options)
    sweep(output=str(tmp_path / "again"), **options)
    assert files(folder) == files(tmp_path / "again")


def test_control_c_ends_the_command_with_130_and_says_what_is_kept(tmp_path, monkeypatch, cli):
    monkeypatch.chdir(tmp_path)
    import bmg_odds.answers.sweep as module

    def interrupted(plan, folder, executor, *, parts, progress):
        for part in parts[:2]:
            sweep_work.work(plan, part, folder)
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "run", interrupted)
    done = cli("sweep", "--over", "attacker=bob", "--over", "target=all", "--part-size", "5", "-o", "out")
    assert done.status == 130
    assert done.err == "bmg-odds: interrupted; kept: 2 of 11 parts in out; the same command goes on from there\n"


def test_a_drawn_seed_is_kept_where_a_sweep_goes_on(tmp_path):
    options = {"over": {"attacker": "bob", "target": "bob"}, "engine": "mc", "trials": 10, "figures": ["out"]}
    first = sweep(output=str(tmp_path / "out"), **options)
    assert sweep(output=str(tmp_path / "out"), **options)["seed"] == first["seed"]
    with pytest.raises(BmgError, match="differs in seed"):
        sweep(output=str(tmp_path / "out"), seed=(first["seed"] + 1) % 2**32, **options)


@pytest.mark.skipif(sys.platform == "win32", reason="no locks of folders there")
def test_two_at_a_time_in_one_folder_are_refused(tmp_path):
    plan = plan_of(**ASKED)
    code = f"""
    import sys
    from bmg_odds.answers.sweep import plan_of
    from bmg_odds.answers.sweep_folder import opened
    with opened(plan_of(**{ASKED!r}), {str(tmp_path / "out")!r}):
        print("in", flush=True)
        sys.stdin.read()
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as other:  # fmt: skip
        assert other.stdout.readline() == "in\n"
        with pytest.raises(BmgError, match="another sweep is working in it"):
            sweep_plan(plan, str(tmp_path / "out"))
        other.kill()
    sweep_plan(plan, str(tmp_path / "out"))  # the lock died with its holder


def test_a_disk_that_is_full_is_told_and_leaves_no_half_file(tmp_path, monkeypatch):
    def full(number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(sweep_work.os, "fsync", full)
    with pytest.raises(BmgError, match="No space left on device"):
        sweep(output=str(tmp_path / "out"), **ASKED)
    assert not list((tmp_path / "out").iterdir())
