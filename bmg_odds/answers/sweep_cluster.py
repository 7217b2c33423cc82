"""Sweeps on a cluster: the parts run by the workers of Dask distributed, on this machine or on others.

Every worker writes its parts itself, into the folder that the caller named: they must share it. What a part holds
does not depend on who works it out, so the files are those of a sweep on this machine alone, and a part whose worker
was lost is worked out by another.
"""

import os
import signal
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from threading import current_thread, main_thread
from typing import Any

from bmg_odds._version import __version__
from bmg_odds.answers.sweep_folder import is_stray
from bmg_odds.errors import BmgError

EXTRA = "--cluster needs Dask: pip install 'bmg-odds[cluster]'"
LOCAL = "local"
PATIENCE = 10.0
"""Seconds until whoever does not answer is not there, and a file that does not appear is not here."""


def need_cluster() -> None:
    """Raise BmgError where Dask distributed is not installed."""
    if find_spec("distributed") is None:
        raise BmgError(EXTRA)


def cluster(address: str, *, workers: int | None = None) -> Callable[[], AbstractContextManager["Parts"]]:
    """Return what opens a cluster for `sweep`: of this machine (`local`), or the one whose scheduler has an address.

    `local` has one process for each of `workers` (all cores), which no other machine can reach; another cluster has
    its own. Raises BmgError, when it is opened, where nothing answers at the address, where nobody works there, and
    where its versions are others.

    >>> cluster("local", workers=0)
    Traceback (most recent call last):
    bmg_odds.errors.BmgError: --threads 0 is out of range; allowed: 1 or more
    """
    need_cluster()
    if workers is not None and workers < 1:
        raise BmgError(f"--threads {workers} is out of range; allowed: 1 or more")
    if address.lower() == LOCAL:
        return lambda: _local(workers)
    if workers is not None:
        raise BmgError(f"--threads {workers}: the cluster at {address} has workers of its own; leave it out")
    return lambda: _remote(address)


class Parts:
    """Runs parts on the workers of a cluster: an executor as `sweep_run.run` wants it."""

    def __init__(self, client: Any, where: str) -> None:
        """Take a client of the cluster, and the name that messages call it by."""
        self.client, self.where = client, where
        self.workers = sum(client.nthreads().values())
        self.interrupted = False
        self.folders: set[str] = set()

    def tidy(self) -> None:
        """Take away what workers left half written who were lost."""
        for folder in self.folders:
            with suppress(OSError):
                for name in filter(is_stray, os.listdir(folder)):
                    os.unlink(os.path.join(folder, name))

    @property
    def done(self) -> int:
        """Scenarios done that no finished part tells of: none is known. An interrupt that was lost is heard here."""
        self.heed()
        return 0

    def heed(self) -> None:
        """Raise KeyboardInterrupt where one was heard and nobody stopped for it."""
        if self.interrupted:
            raise KeyboardInterrupt

    @contextmanager
    def listening(self) -> Iterator["Parts"]:
        """Hear interrupts: one that is raised where errors are swallowed, as in Dask's own hooks, is not lost."""

        def heard(number: int, frame: Any) -> None:
            self.interrupted = True
            raise KeyboardInterrupt

        before = signal.getsignal(signal.SIGINT)
        if before is not signal.default_int_handler or current_thread() is not main_thread():
            yield self
            return
        signal.signal(signal.SIGINT, heard)
        try:
            yield self
        finally:
            signal.signal(signal.SIGINT, before)

    def submit(self, fn: Callable[..., Any], /, *arguments: Any) -> "Part":
        """Run a function of a plan, a part and its folder, which workers are told whole."""
        self.heed()
        *what, folder = arguments
        there = os.path.abspath(folder)
        self.folders.add(there)
        return Part(self.client.submit(_run, fn, __version__, *what, there, pure=False), there, self.where)


class Part:
    """A part under way."""

    def __init__(self, future: Any, folder: str, where: str) -> None:
        """Take Dask's future, the folder that the part goes to, and the cluster's name."""
        self.future, self.folder, self.where = future, folder, where

    def add_done_callback(self, fn: "Callable[[Part], object]", /) -> None:
        """Call a function when it is done."""
        self.future.add_done_callback(lambda _: fn(self))

    def cancel(self) -> None:
        """Do not begin it, if it has not begun."""
        with suppress(Exception):  # a cluster that is gone begins nothing
            self.future.cancel()

    def result(self) -> tuple[str, int]:
        """Return the part's file and how many scenarios it holds; BmgError where the file is not to be seen here."""
        import asyncio
        import concurrent.futures

        try:
            name, count = self.future.result()
        except _dask().KilledWorker as error:
            raise BmgError(
                f"--cluster {self.where}: a part was given up, too many workers were lost over it ({error})"
            ) from None
        except (asyncio.CancelledError, concurrent.futures.CancelledError):
            raise BmgError(
                f"--cluster {self.where}: its scheduler is gone; what is finished stays, ask again to go on"
            ) from None
        if not _appears(os.path.join(self.folder, name)):
            raise BmgError(
                f"--cluster {self.where}: a worker wrote {name} into {self.folder}, and it is not there for this "
                "program\nname a folder that the workers share with it, by the same path"
            )
        return name, count


def _run(fn: Callable[..., Any], version: str, plan: Any, part: int, folder: str) -> Any:
    """Work out a part, on a worker."""
    if version != __version__:
        raise BmgError(f"a worker has bmg-odds {__version__}, and the sweep is of {version}: install the same on both")
    if not os.path.isdir(folder):
        raise BmgError(
            f"{folder}: is not there for a worker of the cluster\nname a folder that the workers share with this "
            "program, by the same path"
        )
    return fn(plan, part, folder)


def _appears(path: str) -> bool:
    """Whether a file is there, or soon is: a shared folder may show it late."""
    last = time.monotonic() + PATIENCE
    while not os.path.exists(path):
        if time.monotonic() > last:
            return False
        time.sleep(0.1)
    return True


@contextmanager
def _local(workers: int | None) -> Iterator[Parts]:
    import logging

    from bmg_odds.engines.parts import cores

    # Parts are compiled code on one thread each, so a process each; none listens but on this machine.
    with _deaf(), warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        cluster = _dask().LocalCluster(
            n_workers=workers or cores(),
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            worker_dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            silence_logs=logging.CRITICAL,
            memory_limit=None,
        )
    with cluster, _dask().Client(cluster, set_as_default=False) as client, Parts(client, LOCAL).listening() as parts:
        yield parts
    parts.tidy()


@contextmanager
def _deaf() -> Iterator[None]:
    """Start threads and processes that hear no interrupt: a terminal sends it to all, and this program answers it.

    One that comes meanwhile is heard afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # its start would let interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _remote(address: str) -> Iterator[Parts]:
    import logging

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # versions are compared below, and told in plain words
        try:
            client = _dask().Client(address, timeout=PATIENCE, set_as_default=False)
        except Exception as error:  # whatever a wrong address or another program there makes of it
            raise BmgError(
                f"--cluster {address}: no Dask scheduler answers there ({_why(error)})\nallowed: local, or an address "
                "such as tcp://HOST:8786"
            ) from None
    with client:
        _check(client, address)
        with Parts(client, address).listening() as parts:
            yield parts
    parts.tidy()


def _check(client: Any, address: str) -> None:
    """Raise BmgError where a cluster cannot work for this program."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise BmgError(f"--cluster {address}: has no workers; start some with `dask worker {address}`") from None
    found: dict[str, Any] = client.get_versions()
    mine = found["client"]
    for name, other in {"the scheduler": found["scheduler"], **found["workers"]}.items():
        for what, here, there in _versions(mine, other):
            if here != there:
                raise BmgError(
                    f"--cluster {address}: {name} has {what} {there}, this program {here}: install the same on both"
                )
    try:
        versions = client.run(_version)
    except Exception as error:  # what a worker without this program makes of it
        raise BmgError(f"--cluster {address}: a worker cannot load bmg-odds {__version__} ({_why(error)})") from None
    for worker, version in versions.items():
        if version != __version__:
            raise BmgError(f"--cluster {address}: {worker} has bmg-odds {version}, this program {__version__}")


def _versions(mine: Any, other: Any) -> Iterator[tuple[str, str, str]]:
    """Yield what must be alike on both sides of a cluster: Python but for its last number, and Dask."""

    def of(one: Any, name: str) -> str:
        return str(one["host"].get(name) or one["packages"].get(name))

    for name, numbers in (("python", 2), ("dask", 3), ("distributed", 3)):
        here, there = (".".join(of(one, name).split(".")[:numbers]) for one in (mine, other))
        yield name, here, there


def _version() -> str:
    return __version__


def _dask() -> Any:
    """Return the module `distributed`, whose types say little."""
    return import_module("distributed")


def _why(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return text if 0 < len(text) <= 100 else type(error).__name__
