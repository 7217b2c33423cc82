"""The rolls that one model makes in the first edition: characteristics, moves, falls, grabs, recovery (R2.13, R3)."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from bmg_odds.errors import BmgError
from bmg_odds.rules.awarding import STATUSES, _status, _suffered
from bmg_odds.rules.record import faces_from
from bmg_odds.rules.roll import FAILURE, NEVER, SUCCESS, Asked, Roll
from bmg_odds.rules.roll_card import has
from bmg_odds.rules.roll_dice import SIDES, Dice, Pool, Sure, Total, Under, Until

BASIC_CM = 10
RECOVERY = 4
"""What a recovery die needs (R3)."""

_NO_RECOVERY = "Bot: it does not recover, so no die is rolled."
_PASS = (FAILURE, SUCCESS)
_FACTORS = {-2: "a quarter of", -1: "half of", 1: "twice"}


def _plural(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def needs(number: int) -> str:
    """Return what a die needs, in words.

    >>> needs(4), needs(0), needs(7)
    ('4+', '1+', '7+ (never)')
    """
    return f"{max(1, number)}+" if number <= SIDES else f"{number}+ (never)"


def _agility_die(asked: Asked) -> Pool:
    """One die of at most Movement; a failed one again where asked or where the card has Reflexes."""
    again = bool(asked.get("reroll")) or has(asked.card, "reflexes")
    faces = (1 << min(asked["movement"], SIDES)) - 1
    return Pool(1, faces, int(again))


def _again(die: Pool) -> str:
    return ", a failed die rolled again" if die.rerolls else ""


def agility(asked: Asked) -> Roll:
    """Agility: 1d6 of at most Movement."""
    die = _agility_die(asked)
    words = f"Agility{asked.whose}: 1d6 of at most Movement {asked['movement']}{_again(die)}"
    return Roll(form=asked.form, edition=asked.edition, words=words, dice=die, results=_PASS)


def _characteristic(name: str) -> Callable[[Asked], Roll]:
    def make(asked: Asked) -> Roll:
        number, word = asked[name], name.capitalize()
        title = asked.form.name.capitalize()
        return Roll(form=asked.form, edition=asked.edition, dice=Under(2, number), results=_PASS,
                    words=f"{title}{asked.whose}: 2d6 of at most {word} {number}")  # fmt: skip

    return make


def move(asked: Asked) -> Roll:
    """Centimetres of a move, run or jump: the basic 10 and a die per MC (reading move_dice)."""
    dice, run, impaired, jump = asked["mc"], *(bool(asked.get(name)) for name in ("run", "impaired", "jump"))
    if run and jump:
        raise BmgError("--run and --jump: a model that runs cannot jump; leave one out")
    before = asked.edition["move_dice"] == "before"

    def basic(cm: int) -> int:
        cm = 2 * cm if run else cm
        cm = cm // 2 if impaired else cm
        return cm // 2 if jump else cm

    sums = range(dice, SIDES * dice + 1)
    results = tuple(basic(BASIC_CM + total) if before else basic(BASIC_CM) + total for total in sums)
    how = "jump" if jump else "run" if run else "move"
    parts = [_plural(dice, "MC", "MC"), *(["impaired"] if impaired else [])]
    distance = _distance(basic(BASIC_CM), dice, before, run - impaired - jump)
    words = f"{how.capitalize()}{asked.whose}, {', '.join(parts)}: {distance}"
    notes = [] if not run else [
        "Running costs 1 MC and 1 SC more than the MC rolled; it goes straight on, and at least 10 cm.",
    ]  # fmt: skip
    return Roll(form=asked.form, edition=asked.edition, words=words, dice=Total(dice), results=results, unit="cm",
                notes=tuple(notes))  # fmt: skip


def _distance(basic: int, dice: int, before: bool, doubled: int) -> str:
    """How a distance comes about, in words: the dice join it before or after it is doubled or halved."""
    if not dice:
        return f"{basic} cm"
    if not (before and doubled):
        return f"{basic} cm and {dice}d6"
    text = f"{_FACTORS[doubled]} ({BASIC_CM} cm and {dice}d6)"
    return text if doubled > 0 else f"{text}, rounded down"


def fall(asked: Asked) -> Roll:
    """Fall: what it inflicts, and the agility roll against lying down (R2.13)."""
    if asked.get("pushed") and asked.get("jump"):
        raise BmgError(f"--pushed has jump distance 0, so --jump {asked['jump']} says otherwise; leave one out")
    jump = asked.get("jump", 0 if asked.get("pushed") else BASIC_CM // 2)
    drop = math.floor(Fraction(str(asked["cm"])) - Fraction(str(jump)))
    injuries, stuns, casualty = _hurt(drop, asked["endurance"])
    after = _after(asked, injuries, stuns, casualty)
    die = _agility_die(asked)
    dice: Dice = die
    means: dict[int | str, str] = {SUCCESS: "stays on its feet", FAILURE: "knocked down"}
    if casualty:
        dice, means = Sure(0), {SUCCESS: "stays on its feet", FAILURE: "Casualty, removed"}
    elif not injuries + stuns:
        dice = Sure(1)
    notes = []
    if not casualty and after["status"] == "casualty":
        notes.append("With these markers the model is a Casualty, whatever the agility roll.")
    elif after["status"] == "ko":
        notes.append("With these markers the model is K.O. and lies there, whatever the agility roll.")
    dealt = " and ".join(_marks(injuries, stuns)) or "no damage"
    rolled = isinstance(dice, Pool)
    words = (
        f"Fall{asked.whose} of {asked['cm']:g} cm, jump distance {jump:g} cm, {max(0, drop)} cm beyond it: "
        + ("a Casualty" if casualty else dealt)
        + (f"; 1d6 of at most Movement {asked['movement']} to stay up{_again(die)}" if rolled else "")
    )
    facts = {
        "fall": {"beyond_jump": max(0, drop), "injuries": injuries, "stuns": stuns, "casualty": casualty},
        "after": after,
    }
    return Roll(form=asked.form, edition=asked.edition, words=words, dice=dice, results=_PASS, means=means,
                facts=facts, notes=tuple(notes))  # fmt: skip


def _hurt(drop: int, endurance: int) -> tuple[int, int, bool]:
    """Injuries, Stuns, and whether the fall removes the model at once."""
    if drop <= 0:
        return 0, 0, False
    if drop <= 5:
        return 0, 1, False
    if drop <= 10:
        return 1, 0, False
    return (endurance // 2, 0, False) if drop <= 15 else (0, 0, True)


def _marks(injuries: int, stuns: int) -> list[str]:
    found = [_plural(injuries, "Injury", "Injuries")] if injuries else []
    return [*found, *([_plural(stuns, "Stun", "Stuns")] if stuns else [])]


def _after(asked: Asked, injuries: int, stuns: int, casualty: bool) -> dict[str, Any]:
    """The card after the fall (R2.11)."""
    endurance, held = asked["endurance"], (asked.get("injuries"), asked.get("stuns"))
    if sum(held) > endurance:
        raise BmgError(f"{sum(held)} markers are more than Endurance {endurance} holds; allowed: 0 to {endurance}")
    replace = int(asked.edition["surplus_injuries"] == "replace_stuns")
    row = (0,) * 12 + (endurance, *held, replace, 0)
    now = _suffered(row, injuries, stuns)
    status = "casualty" if casualty else STATUSES[_status(endurance, *now)]
    return {"injuries": now[0], "stuns": now[1], "status": status}


def break_grab(asked: Asked) -> Roll:
    """Break grabs: a die per AC against the model's own Strength (reading break_grab)."""
    ac, strength, grabbers = asked["ac"], asked["strength"], asked.get("grabbers", 1)
    if ac < grabbers:
        raise BmgError(f"--ac {ac} is too few: at least 1 AC per grabber; allowed: {grabbers} or more")
    every = asked.edition["break_grab"] == "all"
    passes = every or grabbers == 1
    words = f"Break the grab{asked.whose} of {_plural(grabbers, 'enemy', 'enemies')}: {_plural(ac, 'die', 'dice')}"
    words += f", each {needs(strength)} (own Strength) frees from {'all' if every else 'one'}"
    most = 1 if passes else grabbers
    means: dict[int | str, str] = {SUCCESS: "free", FAILURE: "still held"} if passes else {}
    return Roll(form=asked.form, edition=asked.edition, words=words, dice=Pool(ac, faces_from(strength), 0, most),
                results=_PASS if passes else tuple(range(min(ac, most) + 1)), means=means,
                unit="grabbers shaken off")  # fmt: skip


def recover(asked: Asked) -> Roll:
    """Recover: one die and one per unspent SC, each 4+ takes a Stun off (reading recover_injuries)."""
    stuns, injuries, sc = asked["stuns"], asked.get("injuries"), asked.get("sc")
    card, both = asked.card, asked.edition["recover_injuries"] == "yes"
    if card is not None and card.endurance is not None and stuns + injuries >= card.endurance:
        raise BmgError(f"{card.name} is out with {stuns + injuries} markers and makes no such roll; ask `recover-ko`")
    cybernetic = has(card, "cybernetic")
    number = RECOVERY - asked.get("bonus") - int(cybernetic)
    most = stuns + (injuries if both else 0)
    dice: Dice = Pool(1 + sc, faces_from(number), 0, most)
    certainty, old = asked.old
    notes = list(old)
    results = tuple(range(dice.outcomes))
    held = " and ".join(_marks(injuries, stuns)) or "no marker"
    words = f"Recovery{asked.whose} with {held}: {_plural(1 + sc, 'die', 'dice')}, each "
    words += f"{needs(number)} takes {'a marker' if both else 'a Stun'} off"
    if has(card, "bot"):
        dice, words = Sure(0, len(results)), f"Recovery{asked.whose}"
        notes = [_NO_RECOVERY]
    if has(card, "regeneration"):
        notes.append("Regeneration takes one marker more off, without a die: not in these rows.")
    if cybernetic:
        notes.append("Cybernetic is read as +1 to these dice.")
    return Roll(form=asked.form, edition=asked.edition, words=words, dice=dice, results=results,
                unit="markers taken off" if both else "Stuns taken off", certainty=certainty, notes=tuple(notes),
                inferred_traits=("Cybernetic",) if cybernetic else ())  # fmt: skip


def recover_ko(asked: Asked) -> Roll:
    """Recover from K.O.: a resistance roll, over one or several rounds."""
    certainty, notes = asked.old
    return knocked_out(asked, "one Stun comes off, and it stays down", certainty, notes)


def knocked_out(asked: Asked, then: str, certainty: str, notes: tuple[str, ...]) -> Roll:
    """The recovery from K.O. of either family of editions: 2d6 of at most Endurance each round (R3, R7.8)."""
    endurance, rounds = asked["endurance"], asked.get("rounds", 0)
    words = f"Recovery{asked.whose} from K.O.: 2d6 of at most Endurance {endurance}"
    several = bool(rounds)
    dice: Dice = Until(2, endurance, rounds) if several else Under(2, endurance)
    results: tuple[int | str, ...] = (NEVER, *range(1, rounds + 1)) if several else _PASS
    if several:
        words += f", tried in {_plural(rounds, 'round', 'rounds')}"
        means: dict[int | str, str] = {NEVER: "still K.O."}
    else:
        means = {SUCCESS: then, FAILURE: "still K.O."}
    if has(asked.card, "bot"):
        dice, notes = Sure(0, dice.outcomes), (_NO_RECOVERY,)
    elif several:
        notes = (f"When it succeeds, {then}.", *notes)
    return Roll(form=asked.form, edition=asked.edition, words=words, dice=dice, results=results, means=means,
                certainty=certainty, notes=notes, unit="round in which it recovers" if several else "",
                facts={"then": then})  # fmt: skip


MAKERS: dict[str, Callable[[Asked], Roll]] = {
    "agility": agility,
    "resistance": _characteristic("endurance"),
    "willpower": _characteristic("willpower"),
    "move": move,
    "fall": fall,
    "break-grab": break_grab,
    "recover": recover,
    "recover-ko": recover_ko,
}
