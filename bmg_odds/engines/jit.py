"""The one door to numba: compiler options, the cache folder, and plain functions turned into compiled ones.

Importing this module imports numba, so only files of kernels import it. With ``NUMBA_DISABLE_JIT=1`` every
kernel stays the plain Python function that its source shows: slow, and the same answers.

Numba's own ``cache=True`` looks at one file at a time. A kernel whose helper changed in another file, or
whose record got its fields in another order, would silently go on giving old answers. Here the folder of
the cache is named by a hash of every engine source, so an edit anywhere starts an empty one.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
import numba.core.config
import numpy as np

config: Any = numba.core.config  # filled in at run time, out of sight of type checkers
F = TypeVar("F", bound=Callable[..., Any])

COMPILED = not config.DISABLE_JIT
"""False where NUMBA_DISABLE_JIT=1 keeps the kernels plain Python."""

word: Any = np.uint64 if COMPILED else int
"""Maker of 64-bit words in kernels: numba turns a uint64 with an int64 into a float, so every constant that
meets a word is made by this; in plain Python a word is an int, masked by the same source where it could
grow."""


def fingerprint() -> str:
    """Return 16 hexadecimal digits that change with any engine source, the record, Python, NumPy or numba.

    >>> len(fingerprint())
    16
    """
    engines = Path(__file__).resolve().parent
    digest = hashlib.sha256()
    versions = (sys.implementation.cache_tag, sys.version, np.__version__, numba.__version__)
    digest.update(repr(versions).encode())
    for source in [
        *sorted(engines.rglob("*.py")),
        engines.parent / "rules" / "record.py",
        engines.parent / "rules" / "awarding.py",
    ]:
        digest.update(source.relative_to(engines.parent).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def cache_home() -> Path:
    """Return the folder above all cache folders: below NUMBA_CACHE_DIR where the user set one, otherwise in
    the user's cache (XDG_CACHE_HOME, or ~/.cache).

    >>> cache_home().name
    'bmg-odds'
    """
    if config.CACHE_DIR:
        return Path(config.CACHE_DIR) / "bmg-odds"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bmg-odds"


def _private(folder: Path) -> bool:
    """Whether the folder is ours and nobody else may write to it: compiled code is loaded from there."""
    if not hasattr(os, "getuid"):
        return True
    status = folder.stat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


@cache
def cache_folder() -> Path | None:
    """Return the private folder (mode 0700) of compiled kernels for these very sources, made if need be, or
    None where it cannot be made, written or trusted: then each process compiles for itself.

    >>> cache_folder() in (None, cache_home() / f"kernels-{fingerprint()}")
    True
    """
    try:
        folder = cache_home() / f"kernels-{fingerprint()}"
        folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.mkdir(exist_ok=True, mode=0o700)
        if not _private(folder):
            return None
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):  # read-only or full disk; no home at all
        return None


def kernel(function: F) -> F:
    """Return the function compiled on its first call: without the GIL, without fast-math, division as in
    NumPy, cached on disk where that is safe.

    >>> @kernel
    ... def _double(number: int) -> int:
    ...     return number + number
    >>> _double(21)
    42
    """
    if not COMPILED:
        return function
    folder = cache_folder()
    source = getattr(getattr(function, "__code__", None), "co_filename", "")
    if folder is None or not os.path.exists(source):  # nothing on disk to tell one version from another
        return _jit(function, keep=False)
    # numba picks the folder while it decorates; the settings of the rest of the program stay as they were
    held = {name: getattr(config, name, "") for name in ("CACHE_DIR", "CACHE_LOCATOR_CLASSES")}
    try:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = str(folder), ""
        return _jit(function, keep=True)
    except (OSError, RuntimeError):
        return _jit(function, keep=False)
    finally:
        for name, value in held.items():
            setattr(config, name, value)


def _jit(function: F, *, keep: bool) -> F:
    decorate: Callable[[F], F]
    decorate = cast("Any", numba).njit(nogil=True, cache=keep, fastmath=False, error_model="numpy")
    return decorate(function)


def compiled(function: F, helpers: Iterable[Callable[..., Any]] = ()) -> F:
    """Return a compiled twin of a plain module-level function, which itself stays as it is.

    `helpers` are the plain functions that it calls by global name, each after those that it calls itself; the
    twin calls their compiled twins. One source thus runs both plain and compiled. Make only one twin of a
    function: the cache tells twins apart by name and line, not by helpers. With JIT disabled the function
    itself is returned.

    >>> from bmg_odds.rules.record import FACES, faces_from
    >>> compiled(_sum_of_squares, helpers=[_square])(3, 4)
    25
    """
    if not COMPILED:
        return function
    twins: dict[str, Any] = {}
    for helper in helpers:
        twins[helper.__name__] = _twin(helper, twins) if isinstance(helper, FunctionType) else helper
    twin: F = _twin(function, twins)
    return twin


def _twin(function: Any, twins: dict[str, Any]) -> Any:
    copy = FunctionType(
        function.__code__,
        {**function.__globals__, **twins},
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
    copy.__doc__ = function.__doc__
    return kernel(copy)


def _wide(one: int, other: int) -> tuple[int, int]:
    """Return the high and the low word of the product of two words."""
    product = int(one) * int(other)
    return product >> 64, product & 2**64 - 1


def _wide_compiled() -> Any:
    """Return the same for kernels: one instruction of most processors, which numba has no name for."""
    from llvmlite import ir

    types: Any = numba.types

    def wide(typing: Any, one: Any, other: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, words: Any) -> Any:
            short, long = ir.IntType(64), ir.IntType(128)
            product = builder.mul(builder.zext(words[0], long), builder.zext(words[1], long))
            high = builder.trunc(builder.lshr(product, ir.Constant(long, 64)), short)
            return context.make_tuple(builder, signature.return_type, (high, builder.trunc(product, short)))

        return types.UniTuple(types.uint64, 2)(types.uint64, types.uint64), build

    return cast("Any", numba).extending.intrinsic(wide)


wide: Callable[[int, int], tuple[int, int]] = _wide_compiled() if COMPILED else _wide
"""The product of two words, as its high and its low word; only kernels can call it where they are compiled."""


def _square(number: int) -> int:
    return number * number


def _sum_of_squares(one: int, other: int) -> int:
    return _square(one) + _square(other)
