"""One roll outside an attack, judged: its number from the card or the rules where they give it (R3, R7.8)."""

from collections.abc import Mapping
from typing import Any

from bmg_odds.answers.luck_file import Throw
from bmg_odds.answers.luck_rows import Finding, Judged, pool, worth, wrong_count, wrong_number
from bmg_odds.answers.luck_words import COUNTED_SUMS, NAMED, ONE_DIE, PLAIN_SUMS
from bmg_odds.engines.scores import UNIT, worth_law
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.rules.edition import Edition
from bmg_odds.rules.roll_dice import Pool, Under
from bmg_odds.rules.rolls import asked, form_of, roll_of

_CARD_FREE = {"arrive": {}, "recover": {"stuns": 20}}
"""Rolls whose number the rules give without a card."""


def alone(throw: Throw, side: str, card: Card | None, edition: Edition) -> tuple[Judged, list[Finding]]:
    """Return a roll as it should have been judged, and where the table judged otherwise.

    BmgError where the roll's number is neither noted nor known, or the edition has no such roll.
    """
    words, faces, findings = throw.label.words, throw.faces, list[Finding]()
    name = throw.label.name
    if name in PLAIN_SUMS:
        found = worth(throw.line, side, words, faces, range(1, 7), "sum")
        if isinstance(throw.result, int) and name == "lead" and throw.result != found.got:
            findings.append(
                Finding(throw.line, "count", f"the table counted {throw.result}, the dice sum to {found.got}")
            )
        return found, findings
    if name in ONE_DIE and len(faces) > 1:
        findings.append(Finding(throw.line, "dice", f"{words} is one die; the first counts, not all {len(faces)}"))
        faces = faces[:1]
    known = _known(throw, card, edition) if name in NAMED else None
    if name in COUNTED_SUMS:
        return _sum(throw, side, known, findings), findings
    mask = known.faces if isinstance(known, Pool) else throw.number.mask if throw.number else None
    if mask is None:
        raise BmgError(
            f"{words} needs its number, as {words} <=3 2, or the model's name before it: Bane (AC): {words} 2"
        )
    if throw.number is not None and (wrong := wrong_number(throw.line, words, throw.number, mask, natural=False)):
        findings.append(wrong)
    if isinstance(throw.result, int):
        passes = name in ("agility", "arrive", "break-grab")
        stated = throw.result
        got = sum(mask >> face - 1 & 1 for face in faces)
        if not (passes and bool(stated) == bool(got) and stated <= 1):
            wrong = wrong_count(throw.line, words, faces, mask, stated)
            if wrong:
                findings.append(wrong)
    return pool(throw.line, side, words, faces, mask), findings


def _known(throw: Throw, card: Card | None, edition: Edition) -> Any:
    """The dice of the roll as the card and the rules have them; None where neither says."""
    name = throw.label.name
    form = form_of(name)
    values: Mapping[str, Any] = _CARD_FREE.get(name, {})
    if name == "break-grab" and card is not None:
        values = {"ac": len(throw.faces), "strength": card.strength}
    elif card is None and name not in _CARD_FREE:
        if edition.name not in form.editions:
            asked(form, edition, {})
        return None
    if edition.name == "third" and name == "recover":
        raise BmgError("recover has no dice in the third edition: one Stun comes off by itself")
    given = {key: value for key, value in values.items() if value is not None}
    try:
        return roll_of(asked(form, edition, given, card if form.model and name != "break-grab" else None)).dice
    except BmgError:
        if edition.name not in form.editions or throw.number is None:
            raise
        return None


def _sum(throw: Throw, side: str, known: Any, findings: list[Finding]) -> Judged:
    """Two dice whose sum may not exceed a number: one success, or none."""
    words, noted = throw.label.words, throw.number
    if not isinstance(known, Under) and noted is None:
        raise BmgError(
            f"{words} needs its number, as {words} <=6 4 1, or the model's name before it: Bane (AC): {words} 4 1"
        )
    number = known.number if isinstance(known, Under) else noted.value if noted else 0
    if noted is not None and noted.value != number:
        text = f"{words} was rolled at <={noted.value}; the card asks <={number}"
        findings.append(Finding(throw.line, "number", text))
    got = int(sum(throw.faces) <= number)
    if isinstance(throw.result, int) and throw.result not in (got, sum(throw.faces)):
        told = f"the table counted a {'success' if throw.result else 'failure'}"
        findings.append(
            Finding(throw.line, "count", f"{told}, {sum(throw.faces)} is {'at most' if got else 'above'} {number}")
        )
    ways = round(36 * sum(worth_law(2, range(1, 7))[: max(0, number) + 1]))
    law = (1 - ways / 36, ways / 36) if 0 < ways < 36 else (float(ways == 0), float(ways > 0))
    score = {UNIT * hit - ways: chance for hit, chance in enumerate(law) if chance}
    return Judged(throw.line, side, words, throw.faces, f"sum <={number}", ways / 36, got, law, True, score,
                  UNIT * got - ways)  # fmt: skip
