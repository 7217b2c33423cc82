"""The rolls of a whole game in the first edition: lead, obstacles, riddles, flight, late arrival (R2.6, R3)."""

from collections.abc import Callable
from fractions import Fraction

from bmg_odds.errors import BmgError
from bmg_odds.rules.record import faces_from
from bmg_odds.rules.roll import FAILURE, SUCCESS, Asked, Roll
from bmg_odds.rules.roll_dice import Bag, Dice, Pool, Riddle, Sieve, Sure, Under
from bmg_odds.rules.rolls_model import needs
from bmg_odds.rules.situation import COVERS

COMMON_WILLPOWER = 6
"""The commonest Willpower of the bundled cards: that of a band whose model nobody names."""
FLEES, FLEES_LATER = 0.7, 0.8
ARRIVES = 4
HIT_VP, MISS_VP = 3, 1


def bag(rounds: int, reading: str) -> tuple[int, int]:
    """Return the counters of each side in a full bag: one per round each, or as many as rounds in all (lead_bag).

    Of an odd number of rounds in all each side has half, rounded up, so that no round lacks a counter.

    >>> bag(6, "per_side"), bag(6, "in_all"), bag(7, "in_all")
    ((6, 6), (3, 3), (4, 4))
    """
    each = rounds if reading == "per_side" else (rounds + 1) // 2
    return each, each


def lead(asked: Asked) -> Roll:
    """Lead: how many of the next rounds a side leads, drawn from the bag (reading lead_bag)."""
    rounds, mine, theirs = asked["rounds"], asked.get("mine", None), asked.get("theirs", None)
    if (mine is None) != (theirs is None):
        raise BmgError(f"lead: --{'mine' if mine is None else 'theirs'} is missing; give both counts, or neither")
    full = mine is None
    if full:
        mine, theirs = bag(rounds, asked.edition["lead_bag"])
    if not mine + theirs:
        raise BmgError("lead: the bag is empty, and the game ends with its last counter; give --mine or --theirs more")
    if rounds > mine + theirs:
        raise BmgError(
            f"--rounds {rounds} is more than the {mine + theirs} counters in the bag, and the game ends with the last; "
            f"allowed: 1 to {mine + theirs}"
        )
    certainty, notes = asked.old
    many = "the next round" if rounds == 1 else f"{rounds} rounds"
    words = f"Lead of {many}: drawn from {'a full bag of' if full else 'a bag with'} {mine} own and {theirs} of theirs"
    return Roll(form=asked.form, edition=asked.edition, words=words, dice=Bag(mine, theirs, rounds),
                results=tuple(range(rounds + 1)), unit="rounds led", certainty=certainty, notes=notes,
                facts={"next": mine / (mine + theirs), "mine": mine, "theirs": theirs})  # fmt: skip


def blink(asked: Asked) -> Roll:
    """Blink!: how many impacts pass every obstacle of the line (R2.6)."""
    cover, impacts, bonus = asked["cover"], asked.get("impacts", 1), asked.get("bonus")
    last = len(cover) - 1
    numbers = [
        COVERS[name] - bonus - int(bool(asked.get("crouched")) and place == last) for place, name in enumerate(cover)
    ]
    stops = tuple(faces_from(number) for number in numbers)
    line = ", then ".join(f"{name} {needs(number)}" for name, number in zip(cover, numbers, strict=True))
    words = f"Blink! against {impacts} impact{'s' * (impacts != 1)}: a die each at {line}"
    notes = []
    if "model" in cover:
        notes.append("Each impact stopped by a miniature deals it a damage roll for 1 Injury (cross fire): `attack`.")
    return Roll(form=asked.form, edition=asked.edition, words=words, dice=Sieve(impacts, stops),
                results=tuple(range(impacts + 1)), unit="impacts that pass", notes=tuple(notes))  # fmt: skip


def enigma(asked: Asked) -> Roll:
    """Enigma: its victory points. The foe names the numbers, a miss by one costs a round."""
    rounds, number = asked.get("rounds", 0), asked.get("number", 0)
    tries = max(1, rounds)
    numbers = (number,) * tries if number else named(rounds)
    certainty, notes = asked.old
    long = f"with {rounds} round{'s' * (rounds != 1)} to try in" if rounds else "with as many rounds as it takes"
    foe = f"names {numbers[0]}" if len(set(numbers)) == 1 else f"names {', '.join(str(each) for each in numbers)}"
    words = f"Enigma, {long}: 1d6 against the number named; the foe {foe}"
    if rounds:
        notes = ("An Enigma that is still open when the rounds run out brings nothing (inferred).", *notes)
    return Roll(form=asked.form, edition=asked.edition, words=words, dice=Riddle(numbers, endless=not rounds),
                results=(0, MISS_VP, HIT_VP), unit="victory points", certainty=certainty, notes=notes,
                facts={"numbers": list(numbers)})  # fmt: skip


def named(rounds: int) -> tuple[int, ...]:
    """Return the numbers that leave the solver the fewest points on average, try by try; 0 rounds: for ever.

    1 and 6 have one neighbour, the others two, and a neighbour is a further try. Of equally good numbers the
    lowest is named.

    >>> named(0), named(1), named(2), named(4)
    ((1,), (2,), (1, 2), (1, 1, 1, 2))
    """
    worth, found = Fraction(0), []
    for _ in range(rounds):
        worth, number = min((_worth(each, worth), each) for each in range(1, 7))
        found.append(number)
    # With no end the value is where worth = _worth(1, worth): 7/5 for 1 and 6, against 3/2 for the others.
    return tuple(reversed(found)) or (1,)


def _worth(number: int, later: Fraction) -> Fraction:
    """Mean points of a try at a number, where a further try is worth `later`."""
    near = sum(1 <= each <= 6 for each in (number - 1, number + 1))
    return (HIT_VP + near * later + (5 - near) * MISS_VP) / Fraction(6)


def flee(asked: Asked) -> Roll:
    """Flight: a willpower roll of a standing model, where enough reputation is lost."""
    limit = FLEES_LATER if asked.get("battle_cry") else FLEES
    lost, left = asked.get("lost", None), asked.get("rounds_left", None)
    given = asked.get("willpower", None)
    willpower = COMMON_WILLPOWER if given is None else given
    certainty, old = asked.old
    notes = list(old)
    dice: Dice = Under(2, willpower)
    words = f"Flight{asked.whose}: 2d6 of at most Willpower {willpower}"
    if lost is not None and lost < limit:
        dice, words = Sure(1), f"Flight{asked.whose}: no roll below {100 * limit:.0f} % of the reputation lost"
    elif lost is None:
        words += f", from {100 * limit:.0f} % of the reputation lost on"
    if given is None and isinstance(dice, Under):
        notes.insert(0, f"No --willpower was given: {COMMON_WILLPOWER} is the commonest of the bundled cards.")
    facts: dict[str, object] = {"limit": limit}
    means: dict[int | str, str] = {SUCCESS: "plays on", FAILURE: "the band flees"}
    if left is not None:
        means[FAILURE] = f"the band flees, the foe gains {left} VP"
        facts["rounds_left"] = left
        notes.append("Where both bands flee in the same round, neither side gains VP for it.")
    return Roll(form=asked.form, edition=asked.edition, words=words, dice=dice, results=(FAILURE, SUCCESS),
                means=means, certainty=certainty, notes=tuple(notes), facts=facts)  # fmt: skip


def arrive(asked: Asked) -> Roll:
    """Late arrival: a die of 4 or more."""
    number = ARRIVES - asked.get("bonus")
    certainty, notes = asked.old
    return Roll(form=asked.form, edition=asked.edition, words=f"Late arrival: 1d6, {needs(number)}",
                dice=Pool(1, faces_from(number)), results=(FAILURE, SUCCESS), certainty=certainty, notes=notes,
                means={SUCCESS: "arrives", FAILURE: "waits"})  # fmt: skip


MAKERS: dict[str, Callable[[Asked], Roll]] = {
    "lead": lead,
    "blink": blink,
    "enigma": enigma,
    "flee": flee,
    "arrive": arrive,
}
