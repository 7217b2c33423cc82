"""What a fight of the third edition rests on: the inferred readings that may change it."""

from collections.abc import Callable

from bmg_odds.errors import BmgError
from bmg_odds.rules.duel_third import ThirdFight, make_third_fight
from bmg_odds.rules.duel_third_notes import third_records


def third_inferred(found: ThirdFight) -> list[str]:
    """Return the readings in force that are inferred and may change the fight (DESIGN 5).

    Of those of the dice: where another value gives another record of some attack. Of the others: where what they
    decide can happen.

    >>> from bmg_odds.answers.duel_third import third_fight
    >>> third_inferred(third_fight("Joker", "Talon", rounds=1))
    ['effort_stuns', 'stand_up']
    >>> third_inferred(third_fight("Joker", "Harley Thug 1", rounds=1))
    ['natural_rolls', 'effort_stuns', 'stand_up']
    """
    return [
        option.name
        for option in found.edition.options
        if option.certainty == "I"
        and (
            _IN_A_FIGHT[option.name](found)
            if option.name in _IN_A_FIGHT
            else any(_differs(found, option.name, value) for value in option.values if value != option.value)
        )
    ]


def _knocks_down(found: ThirdFight) -> bool:
    return any(
        (blow.harm.critical_downs and blow.clash.strength_dice and blow.clash.strength & blow.clash.critical)
        or blow.harm.knock_down_on
        for blow in third_records(found)
    )


_IN_A_FIGHT: dict[str, Callable[[ThirdFight], bool]] = {
    "effort_stuns": lambda found: True,
    "ko_recovery": lambda found: found.rounds > 1,
    "stand_up": lambda found: found.rounds > 1 or _knocks_down(found),
}


def _differs(found: ThirdFight, name: str, value: str) -> bool:
    one, two = found.sides
    try:
        other = make_third_fight(
            found.edition.under({name: value}), one.card, two.card, weapon_a=one.weapon.name,
            weapon_b=two.weapon.name, rounds=found.rounds, first=found.first,
        )  # fmt: skip
    except BmgError:
        return True
    return third_records(found) != third_records(other)
