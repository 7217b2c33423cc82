"""The printed and hand-checked figures (RULES R8, R2.11, R6), each worked out anew and held to its last digit."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from bmg_odds.answers.ask import attack
from bmg_odds.engines.clash_judging import ClashFaces, judge_clash
from bmg_odds.rules.harm import Harm
from bmg_odds.rules.resolve import resolve

HITTER, DUMMY = "attack=5,strength=3,damage=SS", "defense=3,endurance=4"
CLUBS = ("Policeman's Baton", "Baseball Bat", "Tube", "Crowbar")


class Printed(NamedTuple):
    """One printed figure, and how it is worked out again."""

    name: str
    printed: str
    work_out: Callable[[], str]


def figures() -> Iterator[Printed]:
    """Yield every printed figure; those of one attack share its answer.

    >>> first = next(figures())
    >>> first.name, first.printed, first.work_out()
    ('R8.1 impact against Defense 2', '83.33 %', '83.33 %')
    """
    yield from _impacts()
    yield from _five_counters()
    yield from _clubs()
    yield from _cards()
    yield from _readings()
    yield from _third()


def _percent(chance: float) -> str:
    return f"{100 * chance:.2f} %"


def _impacts() -> Iterator[Printed]:
    for defense, sixths, handy in ((2, 5, 35 / 36), (3, 4, 8 / 9), (4, 3, 3 / 4), (5, 2, 5 / 9), (6, 1, 11 / 36)):
        for words, traits, chance in (("", "", sixths / 6), (", Handy", ",weapon-traits=Handy", handy)):
            attacker, target = f"attack=1,strength=3,damage=S{traits}", f"defense={defense},endurance=4"
            yield Printed(f"R8.1 impact against Defense {defense}{words}", _percent(chance),
                          _figure("impact", attacker, target))  # fmt: skip


def _five_counters() -> Iterator[Printed]:
    rows = ((0, "73.54", "4.602", "4.918"), (1, "65.93", "4.154", "4.459"), (2, "57.94", "3.710", "4.000"),
            (3, "49.97", "3.276", "3.547"))  # fmt: skip
    for dc, ko, stuns, expert in rows:
        yield Printed(f"R8.2 K.O. by 5 AC against {dc} DC", f"{ko} %", _figure("ko", HITTER, DUMMY, dc=dc))
        yield Printed(f"R8.2 Stuns by 5 AC against {dc} DC", stuns, _figure("stuns", HITTER, DUMMY, dc=dc))
        yield Printed(f"R8.2 the same, Martial Expert, {dc} DC", expert, _figure("stuns", "Batman (AC)", DUMMY, dc=dc))
    capped: Any = {"dc": 3, "reading": ["block_cap_at_impacts=yes"]}
    yield Printed("R8.2 K.O. by 5 AC against 3 DC, capped", "51.05 %", _figure("ko", HITTER, DUMMY, **capped))
    yield Printed("R8.2 Stuns by 5 AC against 3 DC, capped", "3.367", _figure("stuns", HITTER, DUMMY, **capped))
    yield Printed("R8.2 the same, Martial Expert", "3.649", _figure("stuns", "Batman (AC)", DUMMY, **capped))


def _figure(name: str, attacker: str, target: str, **options: Any) -> Callable[[], str]:
    """Return what works out one figure of an attack."""

    def work_out() -> str:
        value = attack(attacker, target, **options).figure(name)
        return _percent(value) if name in ("impact", "ko", "knocked_down") else f"{value:.3f}"

    return work_out


def _clubs() -> Iterator[Printed]:
    def same() -> str:
        from bmg_odds.facts.card import Card, Weapon

        def wielding(name: str) -> Any:
            weapon = Weapon(name=name, damage="S", traits=("Handy", "Heavy"))
            card = Card(name="Thug", edition="revised", attack=3, strength=5, weapons=(weapon,))
            return attack(card, DUMMY, dc=1).outcomes

        first, *others = (wielding(name) for name in CLUBS)
        return "the same" if all(other == first for other in others) else "not the same"

    yield Printed("R8.3 Baton, Baseball Bat, Tube, Crowbar", "the same", same)


def _cards() -> Iterator[Printed]:
    def after(harm: Harm, injuries: int, stuns: int) -> Callable[[], str]:
        return lambda: "{} Injuries, {} Stuns, {}".format(*harm.suffered(injuries, stuns))

    yield Printed("R2.11 two successes of (2 + 1) on Endurance 5", "4 Injuries, 1 Stuns, ko",
                  after(Harm(endurance=5), 4, 2))  # fmt: skip
    yield Printed("R2.11 3 Injuries on Endurance 4 with 1 + 2", "4 Injuries, 0 Stuns, casualty",
                  after(Harm(endurance=4, held_injuries=1, held_stuns=2), 3, 0))  # fmt: skip


def _readings() -> Iterator[Printed]:
    for face, percent in (("natural", "14.88 %"), ("modified", "9.92 %")):
        reading = ["knockdown_match=success", f"knockdown_face={face}"]
        yield Printed(f"R6 knock down, Heavy, {face} face", percent, _figure(
            "knocked_down", "attack=3,strength=5,damage=S,weapon-traits=Heavy", DUMMY, reading=reading))  # fmt: skip
    for value, stuns in (("per_impact", "1.596"), ("per_attack", "1.143"), ("always", "2.346"), ("off", "0.846")):
        yield Printed(f"R6 Stuns of a shot, scratch={value}", stuns, _figure(
            "stuns", "strength=4,damage=BS,rof=3", "defense=4,endurance=20", reading=[f"scratch={value}"]))  # fmt: skip


def _third() -> Iterator[Printed]:
    fighter, victim = "attack=5,strength=3,damage=S,endurance=9", "defense=3,endurance=9"
    efforts: Any = {"rules": "third", "target_efforts": 3, "attacker_efforts": 2}

    def hits(number: int) -> Callable[[], str]:
        def work_out() -> str:
            cases = attack(fighter, victim, **efforts).cases
            return _percent(sum(case.probability for case in cases if case.damages == number))

        return work_out

    for number, percent in enumerate(("5.78", "20.09", "27.31", "27.31", "15.61", "3.90")):
        yield Printed(f"R7.9 unblocked hits: {number}", f"{percent} %", hits(number))
    yield Printed("R7.9 unblocked hits, mean", "2.386", _figure("stuns", fighter, victim, **efforts))

    def rolled() -> str:
        from bmg_odds.answers.ask import question

        clash: Any = resolve(question(fighter, victim, **efforts)).strike
        found = judge_clash(clash, ClashFaces(attack=(6, 5, 4, 4), strength=(5,), defence=(6, 4, 2)))
        return f"{found.attack_hits + found.strength_hits} hits"

    yield Printed("R7.9 6 5 4 4 and Strength 5 against 6 4 2", "4 hits", rolled)
