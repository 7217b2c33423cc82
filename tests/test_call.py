"""The compiled single call is the plain single answer."""

import pytest
from test_batch import strikes

from bmg_odds.engines import exact
from bmg_odds.errors import BmgError
from bmg_odds.rules.record import faces_from, plain_strike


@pytest.mark.compiled
def test_a_call_equals_the_plain_answer():
    """Thousands of records, in rooms that keep and rooms that forget, asked twice and in turns."""
    import numpy as np

    from bmg_odds.engines.exact_call import Counter

    many = strikes(1500, seed=21, most=9)
    keeping, anew, whole = Counter(), Counter(anew=True), Counter(whole=True)
    for strike in [*many, *many[::-5]]:
        table = np.array(exact.table(strike).values)
        summed = table.reshape(strike.dice + 1, -1).sum(axis=0)
        assert np.abs(whole(strike) - table).max() < 1e-13, strike
        assert np.abs(keeping(strike) - summed).max() < 1e-13, strike
        assert np.array_equal(anew(strike), keeping(strike)), strike


@pytest.mark.compiled
def test_packed_words_and_fields_are_the_same_question():
    from bmg_odds.engines.exact_batch import joint, records
    from bmg_odds.engines.exact_call import Counter

    counter = Counter()
    many = strikes(200, seed=22, most=8)
    values, starts = joint(records(many), threads=1)
    for k, words in enumerate(records(many).tolist()):
        cells = counter.packed(*words)
        assert counter.values[:cells].tolist() == values[starts[k] : starts[k + 1]].tolist()
        assert counter(many[k]).tolist() == values[starts[k] : starts[k + 1]].tolist()


def test_a_counter_refuses_what_it_has_no_room_for():
    from bmg_odds.engines.exact_call import Counter

    counter = Counter(most=3)
    counter(plain_strike(3, faces_from(4), faces_from(3)))
    with pytest.raises(BmgError, match="up to 3 impact dice"):
        counter(plain_strike(4, faces_from(4), faces_from(3)))
    with pytest.raises(BmgError, match="bounds"):
        counter(plain_strike(3, faces_from(4), faces_from(3), block_dice=32))


@pytest.mark.parametrize(
    "changes", [{"collateral": 0}, {"collateral": 3}, {"collateral_faces": 0}, {"block_need": 0}, {"dice": 32}]
)
def test_what_no_attack_is_goes_into_no_room(changes):
    """Compiled code would write beyond its room."""
    from bmg_odds.engines.exact_call import Counter, records

    strike = plain_strike(3, 56, 60)._replace(**changes)
    with pytest.raises(BmgError, match="beyond a batch's bounds"):
        records([strike])
    with pytest.raises(BmgError, match="beyond a"):
        Counter(most=31)(strike)
