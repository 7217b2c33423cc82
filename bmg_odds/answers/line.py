"""One line that carries a whole situation and its chances, to copy into a chat, a list or a blog post.

Models stand in it as they can be asked for again: a bundled card by its name, with the values that differ; any
other card by its values.
"""

from collections.abc import Iterator

from bmg_odds._version import __version__
from bmg_odds.answers.numbers import Rounding
from bmg_odds.answers.outcome import Outcome
from bmg_odds.answers.record import circumstances
from bmg_odds.facts.card import CHARACTERISTICS, Card, Weapon
from bmg_odds.facts.roster import bundled
from bmg_odds.facts.trait_names import parse_trait
from bmg_odds.rules.edition import EDITIONS
from bmg_odds.rules.question import Resolved
from bmg_odds.rules.record import Strike
from bmg_odds.rules.traits import known_in

SIGN, PLAIN_SIGN = " · ", " | "


def line(outcome: Outcome, *, unicode: bool = True) -> str:
    """Return the situation and its chances in one line; `unicode` False keeps to ASCII but for names.

    >>> import bmg_odds as bmg
    >>> print(line(bmg.attack("Batman (AC)", "Gotham Policeman", dc=2)))
    Batman (AC) > Gotham Policeman · Reinforced Gloves SS · 5 AC vs 2 DC · revised · out 57.94 % · ...
    """
    resolved = outcome.resolved
    parts = [
        f"{model(resolved.question.attacker, resolved, 'attacker')} > "
        f"{model(resolved.question.target, resolved, 'target')}",
        f"{resolved.weapon.name} {resolved.weapon.damage or '(no damage)'}",
        *_dice(resolved),
        *circumstances(resolved),
        *_rules(resolved),
        *_figures(outcome),
        f"bmg-odds {__version__}",
    ]
    return (SIGN if unicode else PLAIN_SIGN).join(parts)


def model(card: Card, resolved: Resolved, side: str) -> str:
    """Return a model as it can be asked for again: NAME, NAME:key=value,… or key=value,…

    >>> from bmg_odds.answers.ask import question
    >>> from bmg_odds.rules.resolve import resolve
    >>> found = resolve(question("Batman (AC):attack=4", "defense=3,endurance=4"))
    >>> model(found.question.attacker, found, "attacker"), model(found.question.target, found, "target")
    ('Batman (AC):attack=4', 'defense=3,endurance=4')
    """
    printed = None if card.typed else bundled().get((card.name, card.edition))
    if printed is not None and printed.weapons == card.weapons:
        changes = [*_values(card, printed), *_weapon_values(dict(card.changes))]
        return f"{card.name}:{','.join(changes)}" if changes else card.name
    named = [] if card.typed and card.name == "typed-in model" else [f"name={card.name.replace(',', ' ')}"]
    fields = _weapon_in_use(resolved.weapon) if side == "attacker" else _carried(card, resolved)
    return ",".join([*named, *_values(card, Card(name="", edition=card.edition)), *_weapon_values(fields)])


def _weapon_in_use(weapon: Weapon) -> dict[str, object]:
    return {"damage": weapon.damage or "", "rof": weapon.rof, "traits": weapon.traits}


def _carried(card: Card, resolved: Resolved) -> dict[str, object]:
    """What a target's weapons do for it: their traits that defend, and the one that it strikes back with."""
    known = known_in(resolved.question.edition.name)
    names = (name for weapon in card.weapons for name in weapon.traits)
    defending = [name for name in names if (trait := known.get(parse_trait(name).key)) and trait.defends]
    if resolved.back is not None:
        back = _weapon_in_use(resolved.back.weapon)
        return back | {"traits": tuple(dict.fromkeys((*resolved.back.weapon.traits, *defending)))}
    return {"traits": tuple(dict.fromkeys(defending))} if defending else {}


def _values(card: Card, other: Card) -> Iterator[str]:
    for key in (*CHARACTERISTICS, "special", "rank"):
        value = getattr(card, key)
        if value is not None and value != getattr(other, key):
            yield f"{key}={value}"
    if card.traits != other.traits:
        yield f"traits={'+'.join(card.traits)}"


def _weapon_values(fields: dict[str, object]) -> Iterator[str]:
    for key, value in fields.items():
        if key == "traits":
            if value or len(fields) == 1:
                assert isinstance(value, tuple)
                yield f"weapon-traits={'+'.join(value)}"
        elif value is not None:
            yield f"{key}={value}"


def _dice(resolved: Resolved) -> Iterator[str]:
    situation, strike = resolved.situation, resolved.strike
    if situation.form != "strike":
        yield situation.form
    if isinstance(strike, Strike):
        yield f"ROF {resolved.weapon.rof}" if resolved.weapon.ranged else f"{situation.ac} AC vs {situation.dc} DC"
    else:
        defence = "" if resolved.weapon.ranged else f" vs {strike.defence_dice} defence dice"
        yield f"{strike.dice} attack dice{defence}"


def _rules(resolved: Resolved) -> Iterator[str]:
    edition = resolved.question.edition
    yield edition.name
    usual = EDITIONS[edition.name].readings()
    yield from (f"{name}={value}" for name, value in edition.readings().items() if value != usual[name])


def _figures(outcome: Outcome) -> Iterator[str]:
    rounding, chance = Rounding(), outcome.chance
    errors = outcome.standard_error
    if outcome.trials is not None and errors is not None:
        chances = [*errors["chance"].values(), *errors["at_least"]["markers"]]
        rounding = Rounding.sampled(outcome.trials, chances, errors["inflicted"].values())
        yield f"rolled {outcome.trials:,} times, seed {outcome.seed}"
    for label, value in (("out", chance.out), ("K.O.", chance.ko), ("Casualty", chance.casualty)):
        yield f"{label} {rounding.percent(value)}"
    yield f"markers {rounding.mean(outcome.inflicted.markers)}"
