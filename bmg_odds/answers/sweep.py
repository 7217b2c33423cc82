"""Sweeps: every scenario of a grid or a list, worked out part by part into a folder of Parquet files."""

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from importlib.util import find_spec
from typing import Any

from bmg_odds.answers.sweep_ask import plan_of
from bmg_odds.answers.sweep_folder import check_folder, complete, manifest_of, opened, whole_parts
from bmg_odds.answers.sweep_plan import Plan
from bmg_odds.answers.sweep_run import Progress, Threads, run
from bmg_odds.answers.sweep_work import EXTRA
from bmg_odds.errors import BmgError

Opened = Callable[[], AbstractContextManager[Any]]
"""Opens what runs the parts: an executor, closed when they are done."""

__all__ = ["Kept", "Opened", "asked", "plan_of", "sweep", "sweep_plan"]


class Kept(KeyboardInterrupt):
    """An interrupted sweep: how many of its parts are finished."""

    def __init__(self, parts: int, of: int) -> None:
        super().__init__(f"{parts} of {of} parts")
        self.parts, self.of = parts, of


def sweep(
    file: str | None = None,
    *,
    output: str,
    threads: int | None = None,
    executor: Opened | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Work out a sweep into a folder and return its manifest; what the folder holds already is not done again.

    `options` are those of `plan_of`. BmgError for everything that cannot be asked or written, and for a folder
    that holds something else; nothing is then written. Where it is interrupted it raises Kept, a
    KeyboardInterrupt, and the finished parts stay.
    """
    plan = asked(file, output, **options)
    return sweep_plan(plan, output, threads=threads, executor=executor, progress=progress)


def asked(file: str | None, folder: str | None, **options: Any) -> Plan:
    """Return the plan of a sweep into a folder, which is checked too; a sweep that goes on keeps its seed."""
    need_pyarrow()
    if folder is not None and options.get("engine") == "mc" and options.get("seed") is None:
        begun = manifest_of(folder)
        if begun is not None and isinstance(begun.get("seed"), int):
            options["seed"] = begun["seed"]
    plan = plan_of(file, **options)
    if folder is not None:
        check_folder(plan, folder)
    return plan


def sweep_plan(
    plan: Plan,
    folder: str,
    *,
    threads: int | None = None,
    executor: Opened | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Work out the missing parts of a plan into its folder, as `sweep` does, and return the manifest."""
    need_pyarrow()
    with opened(plan, folder):
        there = whole_parts(plan, folder)
        todo = [part for part in range(plan.parts) if part not in there]
        try:
            if todo:
                with executor() if executor else _threads(threads, len(todo)) as workers:
                    run(plan, folder, workers, parts=todo, progress=progress)
        except KeyboardInterrupt:
            raise Kept(len(whole_parts(plan, folder)), plan.parts) from None
        return complete(plan, folder)


def need_pyarrow() -> None:
    """Raise BmgError where pyarrow is not installed."""
    if find_spec("pyarrow") is None:
        raise BmgError(EXTRA)


def _threads(threads: int | None, parts: int) -> Executor:
    from bmg_odds.engines.parts import cores

    return Threads(max(1, min(threads or cores(), parts)))
