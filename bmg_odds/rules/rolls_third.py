"""The rolls beside attacks that the third edition's text has: lead and recovery (R7.8)."""

from collections.abc import Callable

from bmg_odds.errors import BmgError
from bmg_odds.rules.roll import FAILURE, SUCCESS, Asked, Roll
from bmg_odds.rules.roll_card import has
from bmg_odds.rules.roll_dice import Contest, Sure
from bmg_odds.rules.rolls_model import knocked_out

_HAD = {"none": 0, "mine": 1, "theirs": 2}


def lead(asked: Asked) -> Roll:
    """Lead: d6 and unused pass markers of each side; a tie goes to the side that did not have it."""
    mine, theirs, rounds = (asked.get(name) for name in ("mine_passes", "theirs_passes", "rounds"))
    had = asked.get("had", "none")
    if had == "none" and mine + theirs:
        flag = "--mine-passes" if mine else "--theirs-passes"
        raise BmgError(f"{flag}: pass markers count from round 2 on; say who had the lead: --had mine|theirs")
    words = "Lead: own 1d6" + (f" + {mine}" if mine else "") + " against 1d6" + (f" + {theirs}" if theirs else "")
    ties = {"none": "a tie is rolled again (first round)", "mine": "a tie is theirs", "theirs": "a tie is ours"}[had]
    words += f", {ties}"
    notes = ["That a tie of the first round is rolled again is inferred."] if had == "none" else []
    if rounds > 1:
        words += f", over {rounds} rounds"
        if mine + theirs:
            notes.append("The pass markers count in the first of these rounds, none in the later ones.")
    results: tuple[int | str, ...] = tuple(range(rounds + 1)) if rounds else (FAILURE, SUCCESS)
    return Roll(form=asked.form, edition=asked.edition, words=words, unit="rounds led",
                dice=Contest(mine, theirs, _HAD[had], rounds or 1), results=results, notes=tuple(notes),
                certainty="T" if had != "none" else "I",
                means={SUCCESS: "takes the lead", FAILURE: "they take it"})  # fmt: skip


def recover(asked: Asked) -> Roll:
    """End of the round: a model that is not K.O. loses one Stun, without a die."""
    stuns, card = asked["stuns"], asked.card
    if asked.get("bonus"):
        raise BmgError("--bonus: the third edition rolls no die to lose a Stun; leave it out")
    markers = stuns + asked.get("injuries")
    if card is not None and card.endurance is not None and markers >= card.endurance:
        raise BmgError(f"{card.name} is out with {markers} markers and loses no Stun; ask `recover-ko`")
    bot = has(card, "bot")
    words = f"Recovery{asked.whose} with {stuns} Stun{'s' * (stuns != 1)}: one comes off without a die"
    if bot:
        words = f"Recovery{asked.whose}: a Bot has none"
    return Roll(form=asked.form, edition=asked.edition, words=words, dice=Sure(0 if bot else min(1, stuns), 2),
                results=(0, 1), unit="Stuns taken off")  # fmt: skip


def recover_ko(asked: Asked) -> Roll:
    """Recover from K.O.: 2d6 of at most Endurance (reading ko_recovery says what comes off)."""
    many = "all Stuns come" if asked.edition["ko_recovery"] == "all" else "one Stun comes"
    note = "That the recovery roll is 2d6 of at most Endurance is inferred."
    return knocked_out(asked, f"{many} off, and it is knocked down", "I", (note,))


MAKERS: dict[str, Callable[[Asked], Roll]] = {"lead": lead, "recover": recover, "recover-ko": recover_ko}
