"""What `verify` rolls against what is counted: reference attacks, sequences, fights and rolls, and attacks drawn."""

import random
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bmg_odds.answers.agreement import Agreement, g_test
from bmg_odds.answers.engine import exact_table, rolled_table
from bmg_odds.answers.line import model
from bmg_odds.answers.many import weapon_names
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.facts.roster import Roster, bundled
from bmg_odds.rules.edition import EDITIONS, edition
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.resolve import resolve
from bmg_odds.rules.situation import COVERS, Situation
from bmg_odds.rules.weapons import choose_weapon

Run = Callable[[int, int, int | None], Agreement]
"""Of trials, seed and threads."""


class Stopped(Exception):
    """An interrupt reached a scenario before all of its trials were rolled."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """Something that both engines can answer: its name, how to compare them, and how to ask for it again."""

    name: str
    run: Run
    share: int = 1
    """Of the trials asked for, one in so many is rolled: fights take longer than strikes."""
    command: str = ""
    """A command line without `--trials` and `--seed`."""


def compared(resolved: Resolved) -> Run:
    """Return what rolls an attack and holds the joint table against the counted one; Stopped by an interrupt."""

    def run(trials: int, seed: int, threads: int | None) -> Agreement:
        counted = exact_table(resolved)
        rolled = rolled_table(resolved, trials=trials, seed=seed, threads=threads)
        if rolled.interrupted:
            raise Stopped
        found = g_test(rolled.values, counted.values)
        if not counted.cross_fire:
            return found
        # The worse of the two, as if both had been asked for: the p-value is doubled (Bonferroni).
        cross = g_test(rolled.cross_fire, counted.cross_fire)
        worse = min(found, cross, key=lambda each: each.p_value)
        return Agreement(worse.statistic, worse.degrees, min(1.0, 2.0 * worse.p_value))

    return run


MELEE: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("Batman (AC)", "Joker (AC)", {"dc": 3}),
    ("Batman (AC)", "Gotham Policeman", {"dc": 2, "reading": ["block_cap_at_impacts=yes"]}),
    ("Gotham Policeman", "Batman (AC)", {"dc": 4, "weapon": "Baton"}),
    ("Bane (AC)", "Killer Croc", {"dc": 2, "outnumbered": True}),
    ("Clown (Tube)", "Harley Quinn (AC)", {"dc": 1, "defensive": True, "form": "push"}),
    ("Catwoman (AC)", "Two-Face", {"dc": 2, "form": "grab", "grabbed": 2}),
    ("attack=4,strength=4,damage=BS,weapon-traits=Handy+Sharp", "defense=4,endurance=5,traits=Sustained Defense",
     {"dc": 4}),
    ("attack=5,strength=5,damage=S,weapon-traits=Heavy+Devastating+Crushing", "defense=3,endurance=6",
     {"dc": 3, "reading": ["knockdown_match=success", "knockdown_face=modified"]}),
    ("attack=6,strength=3,damage=BB,traits=Brutal,weapon-traits=CRT (BB)", "defense=3,endurance=7,traits=Kevlar Vest",
     {"dc": 2, "reading": ["crt=choice"]}),
    ("attack=3,strength=4,damage=S", "attack=3,strength=4,defense=3,endurance=4,traits=Counter Attack", {"dc": 2}),
    ("attack=4,strength=3,damage=BS", "defense=3,endurance=5,traits=Bat-Armor Mk II+Hardened",
     {"dc": 2, "rules": "2012", "reroll": ["impact", "block", "damage"]}),
    ("attack=5,strength=4,damage=S,traits=Combo (weapon)", "defense=4,endurance=5",
     {"dc": 3, "reading": ["block_natural=yes"], "injuries": 1, "stuns": 2}),
    ("attack=12,strength=4,damage=BS,traits=Combo (weapon),weapon-traits=Handy", "defense=5,endurance=9", {"dc": 5}),
    ("attack=4,strength=4,movement=3,damage=S,traits=Feint", "defense=3,endurance=5", {"dc": 3, "use": ["Feint"]}),
)  # fmt: skip
SHOTS: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("strength=4,damage=BS,rof=3", "defense=4,endurance=20", {"reading": ["scratch=per_attack"]}),
    ("strength=4,damage=BB,rof=4,weapon-traits=Firearm", "defense=3,endurance=6,traits=Bulletproof Vest",
     {"cover": ["street", "solid"], "crouched": True}),
    ("strength=4,damage=S,rof=3", "defense=3,endurance=5,movement=3,traits=Dodge", {"mc": 3, "cover": ["model"]}),
    ("strength=4,damage=S,rof=4", "defense=2,endurance=5,traits=Energy Field", {"cover": ["light", "model"]}),
    ("strength=4,damage=S,rof=4", "defense=2,endurance=5", {"moved": True, "rules": "2012"}),
)  # fmt: skip
THIRD: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("attack=5,strength=3,damage=S,endurance=9", "defense=3,endurance=9", {"target_efforts": 3, "attacker_efforts": 2}),
    ("attack=4,strength=4,damage=BS,endurance=6,weapon-traits=Handy+Devastating", "attack=3,defense=3,endurance=6",
     {"reading": ["natural_rolls=on"]}),
    ("attack=6,strength=4,damage=S,endurance=6,traits=Combo (weapon)",
     "defense=4,endurance=6,traits=Sustained Defense+Tough Skin", {"target_efforts": 1}),
    ("attack=3,strength=4,damage=BS,rof=3,endurance=5", "defense=3,endurance=5,traits=Energy Field", {"moved": True}),
    ("attack=5,strength=5,damage=S,endurance=6,weapon-traits=Crushing+Heavy", "defense=5,endurance=6", {"down": True}),
)  # fmt: skip
SEQUENCES: tuple[tuple[str, tuple[str, ...], Mapping[str, Any]], ...] = (
    ("Batman (AC)", ("3x Gotham Policeman",), {"dc": 4}),
    ("Batman (AC)", ("Gotham Policeman/Baton/2", "Bob"), {"dc": 3, "policy": "one-per-impact"}),
    ("Gotham Policeman", ("Clown (Tube)", "Clown (Tube)"), {"dc": 2, "policy": "at-most=1", "rules": "2012"}),
)
FIGHTS: tuple[tuple[str, str, str, str, Mapping[str, Any]], ...] = (
    ("Gotham Policeman", "Clown (Tube)", "all-out", "balanced", {"rounds": 3}),
    ("Batman (AC)", "Joker (AC)", "balanced", "turtle", {"rounds": 2, "first": "a"}),
)
ROLLS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("agility", {"movement": 3, "reroll": True}),
    ("resistance", {"endurance": 6}),
    ("willpower", {"willpower": 7}),
    ("move", {"mc": 3, "run": True}),
    ("break-grab", {"ac": 3, "strength": 4, "grabbers": 2}),
    ("recover", {"stuns": 3, "sc": 2}),
    ("recover-ko", {"endurance": 5, "rounds": 3}),
    ("lead", {"rounds": 6}),
    ("lead", {"mine_passes": 1, "had": "theirs", "rounds": 4, "rules": "third"}),
    ("blink", {"cover": ("light", "solid"), "crouched": True, "impacts": 3}),
    ("enigma", {"rounds": 3}),
)


def reference(roster: Roster) -> Iterator[Scenario]:
    """Yield the reference scenarios, which are the same for every seed.

    >>> next(reference(bundled())).name
    'melee 1: Batman (AC) > Joker (AC), 3 DC'
    """
    from bmg_odds.answers.ask import question

    for kind, rows in (("melee", MELEE), ("shot", SHOTS), ("third", THIRD)):
        for place, (attacker, target, given) in enumerate(rows, start=1):
            options = {"rules": "third", **given} if kind == "third" else given
            asked = question(attacker, target, roster=roster, **options)
            name = f"{kind} {place}: {_called(asked.attacker)} > {_called(asked.target)}"
            name += "".join(f", {options[key]} {key.upper()}" for key in ("dc", "mc") if options.get(key))
            yield _attack(name, resolve(asked))
    for place, (victim, by, given) in enumerate(SEQUENCES, start=1):
        yield Scenario(f"sequence {place}: {' + '.join(by)} > {victim}", _sequence(victim, by, given, roster), 4)
    for place, (one, other, plan, plan_b, given) in enumerate(FIGHTS, start=1):
        name = f"duel {place}: {one}, {plan} - {other}, {plan_b}"
        yield Scenario(name, _fight(one, other, (plan, plan_b), given, roster), 20)
    for name, values in ROLLS:
        told = " ".join(f"{key}={value}" for key, value in values.items() if isinstance(value, int | str))
        yield Scenario(f"roll {name} {told}".rstrip(), _roll(name, values), 4)


def _called(card: Card) -> str:
    """A card's name; of a model typed in what is special about it."""
    if not card.typed:
        return card.name
    return " + ".join((*(trait for weapon in card.weapons for trait in weapon.traits), *card.traits)) or "plain"


def _attack(name: str, resolved: Resolved) -> Scenario:
    return Scenario(name, compared(resolved), command=command(resolved))


def _sequence(victim: str, by: tuple[str, ...], options: Mapping[str, Any], roster: Roster) -> Run:
    def run(trials: int, seed: int, threads: int | None) -> Agreement:
        from bmg_odds.answers.sequence import sequence

        found = sequence(victim, by, engine="mc", trials=trials, seed=seed, threads=threads, roster=roster, **options)
        if found.table.interrupted or found.check is None:
            raise Stopped
        return found.check

    return run


def _fight(one: str, other: str, plans: tuple[str, str], options: Mapping[str, Any], roster: Roster) -> Run:
    def run(trials: int, seed: int, threads: int | None) -> Agreement:
        import numpy as np

        from bmg_odds.answers.duel import fight
        from bmg_odds.engines.duel import Pair, law
        from bmg_odds.engines.duel_board import Board
        from bmg_odds.engines.duel_rolled import rolled
        from bmg_odds.rules.duel_plans import named_plan

        asked = fight(one, other, roster=roster, **options)
        board = Board(asked, scoring=True)
        counted = law(board, Pair((named_plan(plans[0]), named_plan(plans[1])), (True, True))).after[-1]
        found = rolled(asked, *plans, trials=trials, seed=seed, threads=threads)
        if found.interrupted:
            raise Stopped
        places = [[roll.at[state] for state in states] for roll, states in zip(board.rolls, found.states, strict=True)]
        return g_test(found.after[-1].ravel().tolist(), counted[np.ix_(*places)].ravel().tolist())

    return run


def _roll(name: str, values: Mapping[str, Any]) -> Run:
    def run(trials: int, seed: int, threads: int | None) -> Agreement:
        from bmg_odds.engines.rolls_exact import cases
        from bmg_odds.engines.rolls_rolled import counts
        from bmg_odds.rules.rolls import asked, form_of, roll_of

        given = dict(values)
        made = roll_of(asked(form_of(name), edition(given.pop("rules", "revised")), given))
        found, counted = counts(made.dice, trials=trials, seed=seed, threads=threads), cases(made.dice)
        if sum(found) < trials:
            raise Stopped
        return g_test(found, [each / sum(counted) for each in counted])

    return run


def drawn(roster: Roster, seed: int, number: int) -> Iterator[Scenario]:
    """Yield so many different attacks drawn from a roster by a seed: an edition, two cards, a weapon, counters or
    Efforts, circumstances, and now and then another reading or a trait in use.

    >>> [each.name for each in drawn(bundled(), 1, 1)] == [each.name for each in drawn(bundled(), 1, 1)]
    True
    """
    dice, seen, place = random.Random(seed), set(), 0
    names = [name for name in EDITIONS if len(roster.cards(name))]
    for _ in range(200 * number):
        if place == number:
            return
        resolved = _drawn(roster, names[place % len(names)], dice)
        if resolved is None or resolved.law in seen:
            continue
        seen.add(resolved.law)
        place += 1
        question = resolved.question
        name = f"drawn {place}: {question.attacker.name} > {question.target.name}, {resolved.weapon.name}"
        yield _attack(f"{name} ({question.edition.name})", resolved)


def _drawn(roster: Roster, name: str, dice: random.Random) -> Resolved | None:
    """Return one attack, or None where what was drawn cannot be asked."""
    cards = sorted(roster.cards(name), key=lambda card: card.name)
    attacker, target = dice.choice(cards), dice.choice(cards)
    weapon = dice.choice(weapon_names(attacker))
    rules = EDITIONS[name]
    if dice.random() < 1 / 3:
        option = dice.choice([each for each in rules.options if each.one_attack])
        rules = rules.under({option.name: dice.choice(option.values)})
    markers: dict[str, Any] = {"injuries": dice.choice((0, 0, 1)), "stuns": dice.choice((0, 0, 1, 2))}
    try:
        ranged = choose_weapon(attacker, weapon, rules, Situation()).ranged
        options = _circumstances(name, ranged, attacker.attack or 0, target.defense or 0, dice)
        using = attacker.traits and dice.random() < 1 / 3
        tries = [options | {"use": (dice.choice(attacker.traits),)}] if using else []
        for each in (*tries, options):
            try:
                found = resolve(Question(rules, attacker, target, weapon, Situation(**markers, **each)))
            except BmgError:
                continue
            return found if found.strike.dice else None
    except BmgError:
        pass
    return None


def _circumstances(name: str, ranged: bool, attack: int, defense: int, dice: random.Random) -> dict[str, Any]:
    def now_and_then() -> bool:
        return dice.random() < 0.25

    if name == "third":
        if ranged:
            return {"moved": now_and_then(), "beyond_range": now_and_then()}
        return {"attacker_efforts": dice.randint(0, 3), "target_efforts": dice.randint(0, 3), "down": now_and_then()}
    if ranged:
        cover = tuple(dice.choice(sorted(COVERS)) for _ in range(dice.choice((0, 1, 1, 2))))
        return {"cover": cover, "crouched": bool(cover) and now_and_then(), "moved": now_and_then()}
    return {
        "ac": dice.randint(1, max(1, attack)),
        "dc": dice.randint(0, defense),
        "outnumbered": now_and_then(),
        "defensive": now_and_then(),
        "down": now_and_then(),
    }


def command(resolved: Resolved) -> str:
    """Return the command line that asks for an attack again, but for trials and seed.

    >>> from bmg_odds.answers.ask import question
    >>> command(resolve(question("attack=2,strength=3,damage=S", "defense=3,endurance=4", dc=1)))
    'bmg-odds attack strength=3,attack=2,damage=S defense=3,endurance=4 --ac 2 --dc 1'
    """
    question, situation = resolved.question, resolved.situation
    words = ["bmg-odds", "attack", model(question.attacker, resolved, "attacker"),
             model(question.target, resolved, "target")]  # fmt: skip
    printed = bundled().get((question.attacker.name, question.attacker.edition))
    if question.weapon is not None and printed is not None:  # a model typed in has but one
        words += ["--weapon", question.weapon]
    if question.edition.name != "revised":
        words += ["--rules", question.edition.name]
    usual = EDITIONS[question.edition.name]
    for option in question.edition.options:
        if option.value != usual[option.name]:
            words += ["--reading", f"{option.name}={option.value}"]
    for name, default in _defaults():
        value = getattr(situation, name)
        if value == default or (name == "ac" and resolved.weapon.ranged):
            continue
        flag = "--" + name.replace("_", "-")
        for each in value if isinstance(value, tuple) else (value,):
            words += [flag] if each is True else [flag, str(each)]
    return shlex.join(words)


def _defaults() -> Iterator[tuple[str, Any]]:
    from dataclasses import fields

    return ((field.name, field.default) for field in fields(Situation))
