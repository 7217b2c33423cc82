"""A book of results: whole numbers packed into one key, and how often each key was seen.

The book is a hash table that a kernel writes: as large as what was seen, whatever could be seen. It is one array,
because each array that a kernel hands on costs time.
"""

import numpy as np
import numpy.typing as npt

from bmg_odds.engines.jit import kernel

Ints = npt.NDArray[np.int64]

_FIRST = 1024  # places of a new book; a power of two
_LOW = 2**32 - 1


def book() -> Ints:
    """Return an empty book: a key (-1 for a free place) and its count in each row, how many are used in the last.

    >>> entries(_more(_more(_more(book(), 7), 5), 7))
    (array([5, 7]), array([1, 2]))
    """
    return _empty(_FIRST)


@kernel
def _empty(places: int) -> Ints:
    new = np.zeros((places + 1, 2), np.int64)
    for number in range(places):
        new[number, 0] = -1
    return new


@kernel
def _more(old: Ints, key: int) -> Ints:
    """Count a key once more. Return the book: another one where it had to grow."""
    place = _place(old, key)
    old[place, 1] += 1
    if old[place, 0] == key:
        return old
    old[place, 0] = key
    places = len(old) - 1
    old[places, 0] += 1
    return old if 2 * old[places, 0] < places else _grown(old, 4 * places)


@kernel
def _place(one: Ints, key: int) -> int:
    """Return the place of a key, or the free one where it belongs."""
    last = len(one) - 2  # all bits of a place
    mixed = (key & _LOW) * 0x9E3779B1 + (key >> 32) * 0x85EBCA77
    place = (mixed ^ mixed >> 29) & last
    while one[place, 0] >= 0 and one[place, 0] != key:
        place = (place + 1) & last
    return place


@kernel
def _grown(old: Ints, places: int) -> Ints:
    new = _empty(places)
    last = len(old) - 1
    for number in range(last):
        if old[number, 0] >= 0:
            place = _place(new, int(old[number, 0]))
            new[place, 0], new[place, 1] = old[number, 0], old[number, 1]
    new[places, 0] = old[last, 0]
    return new


@kernel
def _answer(known: Ints, choices: Ints, key: int) -> int:
    """Return the answer that a table in order gives; -1 where there is none."""
    first, last = 0, len(known)
    while first < last:
        middle = (first + last) // 2
        if known[middle] < key:
            first = middle + 1
        else:
            last = middle
    return int(choices[first]) if first < len(known) and known[first] == key else -1


def numbers(sizes: Ints, keys: Ints) -> Ints:
    """Return the numbers of keys, a row for each key: each from 0 and below its size, the last one lowest.

    >>> numbers(np.array([3, 10]), np.array([24, 7])).tolist()
    [[2, 4], [0, 7]]
    """
    found = np.empty((len(keys), len(sizes)), np.int64)
    for place in range(len(sizes) - 1, -1, -1):
        keys, found[:, place] = np.divmod(keys, sizes[place])
    return found


def used(one: Ints) -> int:
    """Return how many keys a book has."""
    return int(one[-1, 0])


def entries(one: Ints) -> tuple[Ints, Ints]:
    """Return the keys of a book in order, and their counts."""
    rows = one[:-1][one[:-1, 0] >= 0]
    rows = rows[np.argsort(rows[:, 0])]
    return rows[:, 0].copy(), rows[:, 1].copy()


def merged(parts: list[tuple[Ints, Ints]]) -> tuple[Ints, Ints]:
    """Return the keys and counts of several pairs as one, in order of the keys.

    >>> merged([(np.array([3, 5]), np.array([1, 1])), (np.array([5]), np.array([2]))])
    (array([3, 5]), array([1, 3]))
    """
    keys, place = np.unique(np.concatenate([keys for keys, _ in parts]), return_inverse=True)
    counts = np.zeros(len(keys), np.int64)
    np.add.at(counts, place, np.concatenate([counts for _, counts in parts]))
    return keys, counts
