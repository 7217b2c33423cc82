"""Work side by side: every task once, in order, few under way, the caller among those at work."""

import threading
import time

import pytest

from bmg_odds.engines import parts
from bmg_odds.engines.parts import side_by_side


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
@pytest.mark.parametrize("count", [0, 1, 2, 50])
def test_every_task_is_done_once_and_told_in_order(threads, count):
    done = []
    tasks = [lambda number=number: done.append(number) or number for number in range(count)]
    assert list(side_by_side(iter(tasks), threads)) == list(range(count))
    assert sorted(done) == list(range(count))


def test_the_caller_works_too_and_is_not_waited_for():
    """Two tasks that wait for each other end only where both are under way: one of them on the calling thread."""
    met = threading.Barrier(2, timeout=20)
    own = threading.get_ident()
    found = list(side_by_side([lambda: (met.wait(), threading.get_ident())[1]] * 2, 2))
    assert own in found
    assert len(set(found)) == 2


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_few_tasks_are_begun_before_the_first_is_told(threads):
    begun = []

    def tasks():
        for number in range(10**9):
            yield lambda number=number: begun.append(number)

    found = side_by_side(tasks(), threads)
    for _ in range(3):
        next(found)
    found.close()
    time.sleep(0.05)
    assert len(begun) <= 2 * threads + 1 + 3


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("wrong", [0, 1, 7])
def test_what_goes_wrong_in_a_task_is_raised_and_ends_the_others(threads, wrong):
    begun = []

    def task(number):
        begun.append(number)
        if number == wrong:
            raise ZeroDivisionError(number)
        time.sleep(0.001)
        return number

    told = []
    with pytest.raises(ZeroDivisionError):
        told.extend(side_by_side([lambda number=number: task(number) for number in range(1000)], threads))
    assert told == list(range(wrong))
    assert len(begun) < 30


def test_a_sooner_task_is_told_before_a_later_one_goes_wrong():
    def wrong():
        raise ZeroDivisionError

    found = side_by_side([lambda: time.sleep(0.05) or "first", wrong], 2)
    assert next(found) == "first"
    with pytest.raises(ZeroDivisionError):
        next(found)


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt])
def test_nothing_is_under_way_once_parts_have_gone_wrong(error, monkeypatch):
    """They write into what the caller holds: it may use that again at once."""
    monkeypatch.setattr(parts, "BLOCK", 1)
    own, under_way, met = threading.get_ident(), [], threading.Event()

    def work(first, last):
        if threading.get_ident() == own:
            met.wait(20)
            raise error
        under_way.append(first)
        met.set()
        time.sleep(0.1)
        under_way.pop()

    with pytest.raises(error):
        parts.in_parts(8, 2, work)
    assert met.is_set()
    assert not under_way
