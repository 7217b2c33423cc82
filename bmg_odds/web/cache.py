"""Answers that were given before, as many as fit into so many bytes."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Cache(Generic[T]):
    """The answers asked for last, each with its weight in bytes.

    >>> cache = Cache[str](most=16)
    >>> for name in "abcde":
    ...     cache.put(name, name.upper(), 4)
    >>> cache.get("a"), cache.get("b"), cache.bytes
    (None, 'B', 16)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self._lock = Lock()
        self.bytes = 0
        """What all of them weigh."""

    def get(self, key: Hashable) -> T | None:
        """Return what was put there, or None."""
        with self._lock:
            if key not in self._held:
                return None
            self._held.move_to_end(key)
            return self._held[key][0]

    def put(self, key: Hashable, value: T, weight: int) -> None:
        """Keep a value; those asked for longest ago make room. One that is too heavy is not kept."""
        if weight > self._most // 4:
            return
        with self._lock:
            if key in self._held:
                self.bytes -= self._held.pop(key)[1]
            self._held[key] = (value, weight)
            self.bytes += weight
            while self.bytes > self._most:
                _, (_, lost) = self._held.popitem(last=False)
                self.bytes -= lost
