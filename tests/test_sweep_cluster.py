"""Sweeps on Dask: the files of a sweep on this machine alone, whoever is lost, and plain words for what is missing."""

import hashlib
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from bmg_odds.answers import sweep_cluster
from bmg_odds.answers.sweep import sweep
from bmg_odds.answers.sweep_cluster import Part, Parts, _run, cluster
from bmg_odds.answers.sweep_run import Threads
from bmg_odds.answers.sweep_work import work
from bmg_odds.errors import BmgError

ASKED = {"over": {"attacker": "bob", "target": "all", "weapon": "unarmed"}, "figures": ["out"], "part_size": 4}
WORDS = (
    "sweep",
    "--over",
    "attacker=bob",
    "--over",
    "target=all",
    "--over",
    "ac=1",
    "--show",
    "out",
    "--part-size",
    "4",
)

# What distributed leaves to the collector of garbage when a worker is killed under it.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def files(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


@pytest.mark.compiled
def test_a_cluster_writes_the_same_files_and_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    sweep(output=str(tmp_path / "threads"), **ASKED)
    wanted = files(tmp_path / "threads")
    assert len(wanted) > 10
    pids: list[int] = []
    killed: list[int] = []

    @contextmanager
    def opened() -> Iterator[Parts]:
        with cluster("local", workers=2)() as parts:
            assert parts.workers == 2
            scheduler = parts.client.scheduler.address
            assert all("//127.0.0.1:" in address for address in (scheduler, *parts.client.nthreads()))
            # Another program, by the address of the scheduler.
            sweep(output=str(tmp_path / "address"), executor=cluster(scheduler), **ASKED)
            pids.extend(parts.client.run(os.getpid).values())
            yield parts

    def kill(done: int, total: int) -> None:
        if 0 < done < total and not killed:
            os.kill(pids[0], signal.SIGKILL)
            killed.append(done)

    sweep(output=str(tmp_path / "killed"), executor=opened, progress=kill, **ASKED)
    assert killed
    assert files(tmp_path / "killed") == wanted
    assert files(tmp_path / "address") == wanted


def test_the_command_works_on_the_cluster_that_it_is_given(
    cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = []

    def stands_for(address: str, *, workers: int | None) -> Any:
        opened.append((address, workers))
        return lambda: Threads(1)

    monkeypatch.setattr(sweep_cluster, "cluster", stands_for)
    done = cli(*WORDS, "--cluster", "local", "--threads", "3", "-o", str(tmp_path / "out"))
    assert (done.status, opened) == (0, [("local", 3)])
    assert (tmp_path / "out" / "part-00000.parquet").exists()


# What is said where it cannot be


def test_without_dask_the_extra_is_named(cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep_cluster, "find_spec", lambda name: None)
    done = cli(*WORDS, "--cluster", "local", "-o", str(tmp_path / "out"))
    assert (done.status, done.out) == (2, "")
    assert "pip install 'bmg-odds[cluster]'" in done.err
    assert not (tmp_path / "out").exists()


def test_the_workers_of_another_cluster_are_its_own(cli: Any, tmp_path: Path) -> None:
    done = cli(*WORDS, "--cluster", "tcp://127.0.0.1:1", "--threads", "2", "-o", str(tmp_path / "out"))
    assert (done.status, done.out) == (2, "")
    assert "--threads 2" in done.err


@pytest.mark.compiled
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:{port}", "127.0.0.1:{port}", "telegraph://there", "nonsense"])
def test_where_nothing_answers_it_says_so(
    address: str, cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep_cluster, "PATIENCE", 0.3)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        named = address.format(port=taken.getsockname()[1])
        done = cli(*WORDS, "--cluster", named, "-o", str(tmp_path / "out"))
    assert (done.status, done.out) == (2, "")
    assert f"--cluster {named}: no Dask scheduler answers there" in done.err
    assert len(done.err.splitlines()) <= 2
    assert not list(tmp_path.glob("out/part*"))


class Done:
    """A future of Dask's that is done."""

    def __init__(self, found: Any) -> None:
        self.found = found

    def result(self) -> Any:
        return self.found


def test_a_part_that_a_worker_wrote_elsewhere_is_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep_cluster, "PATIENCE", 0.1)
    part = Part(Done(("part-00000.parquet", 3)), str(tmp_path), "tcp://far:8786")
    with pytest.raises(BmgError, match=r"wrote part-00000\.parquet .*\nname a folder that the workers share"):
        part.result()
    (tmp_path / "part-00000.parquet").touch()
    assert part.result() == ("part-00000.parquet", 3)


def test_a_worker_refuses_a_folder_that_it_does_not_see_and_another_version(tmp_path: Path) -> None:
    with pytest.raises(BmgError, match="is not there for a worker"):
        _run(work, sweep_cluster.__version__, None, 0, str(tmp_path / "none"))
    with pytest.raises(BmgError, match=r"the sweep is of 0\.0\.1"):
        _run(work, "0.0.1", None, 0, str(tmp_path))


def test_versions_must_be_alike_but_for_what_does_not_matter() -> None:
    def told(python: str, dask: str) -> dict[str, Any]:
        return {"host": {"python": python}, "packages": {"dask": dask, "distributed": dask, "numpy": None}}

    def differ(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
        return [name for name, here, there in sweep_cluster._versions(one, other) if here != there]

    mine = told("3.11.2.final.0", "2026.8.0")
    assert differ(mine, told("3.11.9.final.0", "2026.8.0")) == []
    assert differ(mine, told("3.12.1.final.0", "2026.8.0")) == ["python"]
    assert differ(mine, told("3.11.2.final.0", "2025.1.0")) == ["dask", "distributed"]


def test_an_interrupt_that_a_hook_swallows_is_heard_all_the_same() -> None:
    class Client:
        def nthreads(self) -> dict[str, int]:
            return {"a": 1}

    with Parts(Client(), "local").listening() as parts:
        assert parts.done == 0
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            parts.done  # noqa: B018
        with pytest.raises(KeyboardInterrupt):
            parts.submit(work, None, 0, "folder")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
