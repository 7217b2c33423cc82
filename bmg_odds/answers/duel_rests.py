"""What a fight rests on: the inferred readings that may change it."""

from collections.abc import Callable

from bmg_odds.answers.many import CERTAIN
from bmg_odds.engines.exact import table
from bmg_odds.errors import BmgError
from bmg_odds.rules.duel import Blow, Fight, make_fight
from bmg_odds.rules.duel_notes import records


def inferred(found: Fight, *, points: bool = True) -> list[str]:
    """Return the readings in force that are inferred and may change the answer (DESIGN 5).

    Of those of a single attack: where another value gives the strongest attack of either side another law. Of the
    others: where what they decide can happen; `points`: whether the answer holds victory points.

    >>> from bmg_odds.answers.duel import fight
    >>> inferred(fight("Gotham Policeman", "Gotham Policeman", first="a", reading="down_target=no_block"))
    ['knockdown_match', 'knockdown_face', 'block_cap_at_impacts', 'down_target', 'vp_after_ko']
    """
    names = []
    for option in found.edition.options:
        if option.certainty != "I" or (option.name == "vp_after_ko" and not points):
            continue
        others = [value for value in option.values if value != option.value]
        if option.name in _OVER_ROUNDS:
            if _OVER_ROUNDS[option.name](found):
                names.append(option.name)
        elif option.one_attack and any(_differs(found, option.name, value) for value in others):
            names.append(option.name)
    return names


def _injures(found: Fight) -> bool:
    blows = [found.blow(side, max(1, found.sides[side].unhurt.ac), 0).harm for side in (0, 1)]
    return any(harm.injuries or harm.critical_injuries or harm.scratch == "caustic" for harm in blows)


_OVER_ROUNDS: dict[str, Callable[[Fight], bool]] = {
    "recover_injuries": lambda found: found.rounds > 1 and _injures(found),
    "surplus_injuries": _injures,
    "lead_bag": lambda found: found.first == "draw" and found.rounds > 1,
    "vp_after_ko": lambda found: found.scores(0) or found.scores(1),
    "stand_up": lambda found: True,
    "down_target": lambda found: True,
}


def _differs(found: Fight, name: str, value: str) -> bool:
    one, two = found.sides
    try:
        other = make_fight(
            found.edition.under({name: value}), one.card, two.card, weapon_a=one.weapon.name,
            weapon_b=two.weapon.name, rounds=found.rounds, first=found.first,
        )  # fmt: skip
    except BmgError:
        return True
    return any(_unlike(*pair) for pair in zip(records(found), records(other), strict=True))


def _unlike(one: Blow, two: Blow) -> bool:
    """Whether two attacks have different laws, beyond the last digits."""
    if one == two:
        return False
    if one.harm != two.harm:
        return True
    laws = [table(each.strike) for each in (one, two)]
    cells = [dict(law.cells()) for law in laws]
    return any(abs(cells[0].get(key, 0.0) - cells[1].get(key, 0.0)) > CERTAIN for key in {**cells[0], **cells[1]})
