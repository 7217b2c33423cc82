"""Brute force for the rolls beside attacks: every face of every die, in fractions, from the raw values alone.

It shares nothing with the package: each roll is written again from the text of the rules, as what happens to one
row of faces. `law` gives the chance of each result, named as `roll` names it.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import Any

Law = dict[Any, Fraction]
FACES = range(1, 7)
DEFAULTS = {
    "2012": {"break_grab": "all"},
    "revised": {"break_grab": "one"},
    "third": {},
}
OBSTACLE = {"solid": 4, "model": 4, "street": 5, "light": 6}


def law(name: str, rules: str = "revised", readings: dict[str, str] | None = None, **values: Any) -> Law:
    """The chance of each result of a roll."""
    usual = {"move_dice": "after", "lead_bag": "per_side", "recover_injuries": "no", "ko_recovery": "all"}
    read = {**usual, **DEFAULTS[rules], **(readings or {})}
    maker = THIRD[name] if rules == "third" else FIRST[name]
    return maker(read, **values)


def rolled(dice: int, judge: Callable[[tuple[int, ...]], Any]) -> Law:
    """The law of what a judge makes of every row of faces."""
    found: Law = {}
    for faces in product(FACES, repeat=dice):
        result = judge(faces)
        found[result] = found.get(result, Fraction(0)) + Fraction(1, 6**dice)
    return found


def passes(dice: int, judge: Callable[[tuple[int, ...]], bool]) -> Law:
    found = rolled(dice, lambda faces: "success" if judge(faces) else "failure")
    return {"success": Fraction(0), "failure": Fraction(0)} | found


def numbers(most: int, found: Law) -> Law:
    return {number: Fraction(0) for number in range(most + 1)} | found


def agility(_: Any, movement: int, reroll: bool = False) -> Law:
    if reroll:
        return passes(2, lambda faces: faces[0] <= movement or faces[1] <= movement)
    return passes(1, lambda faces: faces[0] <= movement)


def resistance(_: Any, endurance: int) -> Law:
    return passes(2, lambda faces: sum(faces) <= endurance)


def willpower(_: Any, willpower: int) -> Law:
    return passes(2, lambda faces: sum(faces) <= willpower)


def move(read: Any, mc: int, run: bool = False, impaired: bool = False, jump: bool = False) -> Law:
    def far(faces: tuple[int, ...]) -> int:
        cm = 10 + (sum(faces) if read["move_dice"] == "before" else 0)
        if run:
            cm *= 2
        if impaired:
            cm //= 2
        if jump:
            cm //= 2
        return cm + (sum(faces) if read["move_dice"] == "after" else 0)

    return rolled(mc, far)


def fall(_: Any, cm: Any, endurance: int, movement: int, jump: Any = None, pushed: bool = False,
         reroll: bool = False) -> Law:  # fmt: skip
    jump = 0 if pushed else 5 if jump is None else jump
    beyond = int(Fraction(str(cm)) - Fraction(str(jump)))  # part centimetres dropped; below nothing is nothing
    if beyond > 15:
        return {"success": Fraction(0), "failure": Fraction(1)}
    hurt = beyond > 0 and not (beyond > 10 and endurance // 2 == 0)
    if not hurt:
        return {"success": Fraction(1), "failure": Fraction(0)}
    return agility(_, movement, reroll)


def break_grab(read: Any, ac: int, strength: int, grabbers: int = 1) -> Law:
    def freed(faces: tuple[int, ...]) -> int:
        good = sum(face >= strength for face in faces)
        if read["break_grab"] == "all":
            return grabbers if good else 0
        return min(good, grabbers)

    if grabbers == 1 or read["break_grab"] == "all":
        return passes(ac, lambda faces: freed(faces) == grabbers)
    return numbers(grabbers, rolled(ac, freed))


def recover(read: Any, stuns: int, sc: int = 0, injuries: int = 0, bonus: int = 0) -> Law:
    markers = stuns + (injuries if read["recover_injuries"] == "yes" else 0)
    most = min(markers, 1 + sc)
    return numbers(most, rolled(1 + sc, lambda faces: min(markers, sum(face + bonus >= 4 for face in faces))))


def recover_ko(_: Any, endurance: int, rounds: int | None = None) -> Law:
    if rounds is None:
        return passes(2, lambda faces: sum(faces) <= endurance)

    def first(faces: tuple[int, ...]) -> Any:
        for place in range(rounds):
            if faces[2 * place] + faces[2 * place + 1] <= endurance:
                return place + 1
        return "never"

    return {result: Fraction(0) for result in (*range(1, rounds + 1), "never")} | rolled(2 * rounds, first)


def lead(read: Any, rounds: int, mine: int | None = None, theirs: int | None = None) -> Law:
    if mine is None or theirs is None:
        mine = theirs = rounds if read["lead_bag"] == "per_side" else -(-rounds // 2)
    found: Law = {}
    draws = list(permutations("m" * mine + "t" * theirs, rounds))
    for draw in draws:
        found[draw.count("m")] = found.get(draw.count("m"), Fraction(0)) + Fraction(1, len(draws))
    return numbers(rounds, found)


def blink(_: Any, cover: tuple[str, ...], impacts: int = 1, crouched: bool = False, bonus: int = 0) -> Law:
    def passing(faces: tuple[int, ...]) -> int:
        left = 0
        for impact in range(impacts):
            stopped = False
            for place, name in enumerate(cover):
                shown = faces[impact * len(cover) + place] + bonus
                shown += crouched and place == len(cover) - 1
                stopped = stopped or shown >= OBSTACLE[name]
            left += not stopped
        return left

    return numbers(impacts, rolled(impacts * len(cover), passing))


@cache
def riddle(number: int | None, rounds: int) -> tuple[Fraction, Fraction, Fraction]:
    """Chances of 0, 1 and 3 points; the foe names what is worst for the solver, the lowest of equals."""
    if rounds == 0:
        return Fraction(1), Fraction(0), Fraction(0)
    after = riddle(number, rounds - 1)
    choices = []
    for named in [number] if number else FACES:
        law = [Fraction(0)] * 3
        for face in FACES:
            end = (0, 0, 1) if face == named else after if abs(face - named) == 1 else (0, 1, 0)
            law = [one + Fraction(more) / 6 for one, more in zip(law, end, strict=True)]
        choices.append((law[1] + 3 * law[2], named, tuple(law)))
    return min(choices)[2]


def enigma(_: Any, rounds: int | None = None, number: int | None = None) -> Law:
    if rounds is not None:
        return dict(zip((0, 1, 3), riddle(number, rounds), strict=True))
    ends = []
    for named in [number] if number else FACES:
        hit = sum(face == named for face in FACES)
        far = sum(abs(face - named) > 1 for face in FACES)
        ends.append((Fraction(far + 3 * hit, far + hit), {0: Fraction(0), 1: Fraction(far, far + hit),
                                                          3: Fraction(hit, far + hit)}))  # fmt: skip
    return min(ends, key=lambda end: end[0])[1]


def flee(_: Any, willpower: int, lost: Fraction | None = None, battle_cry: bool = False) -> Law:
    limit = Fraction(8 if battle_cry else 7, 10)
    if lost is not None and lost < limit:
        return {"success": Fraction(1), "failure": Fraction(0)}
    return passes(2, lambda faces: sum(faces) <= willpower)


def arrive(_: Any, bonus: int = 0) -> Law:
    return passes(1, lambda faces: faces[0] + bonus >= 4)


def lead_third(_: Any, mine_passes: int = 0, theirs_passes: int = 0, had: str = "none", rounds: int = 0) -> Law:
    def chances(place: int, holder: str) -> Iterator[tuple[str, Fraction]]:
        ends: dict[str, int] = {"mine": 0, "theirs": 0}
        for one, other in product(FACES, repeat=2):
            first, second = one + mine_passes * (place == 0), other + theirs_passes * (place == 0)
            if first != second:
                ends["mine" if first > second else "theirs"] += 1
            elif holder != "none":
                ends["theirs" if holder == "mine" else "mine"] += 1
        return ((leader, Fraction(ways, sum(ends.values()))) for leader, ways in ends.items())

    def play(place: int, holder: str, led: int) -> Iterator[tuple[int, Fraction]]:
        if place == max(1, rounds):
            yield led, Fraction(1)
            return
        for leader, chance in chances(place, holder):
            for end, more in play(place + 1, leader, led + (leader == "mine")):
                yield end, chance * more

    found: Law = {}
    for led, chance in play(0, had, 0):
        found[led] = found.get(led, Fraction(0)) + chance
    if rounds:
        return numbers(rounds, found)
    return {"success": found[1], "failure": found[0]}


def recover_third(_: Any, stuns: int) -> Law:
    return {0: Fraction(stuns == 0), 1: Fraction(stuns > 0)}


FIRST: dict[str, Callable[..., Law]] = {
    "agility": agility, "resistance": resistance, "willpower": willpower, "move": move, "fall": fall,
    "break-grab": break_grab, "recover": recover, "recover-ko": recover_ko, "lead": lead, "blink": blink,
    "enigma": enigma, "flee": flee, "arrive": arrive,
}  # fmt: skip
THIRD: dict[str, Callable[..., Law]] = {"lead": lead_third, "recover": recover_third, "recover-ko": recover_ko}
