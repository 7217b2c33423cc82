"""One roll judged: what its dice owed, what they gave, how lucky that is; and where the table counted otherwise."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bmg_odds.answers.luck_words import Number, mask_words
from bmg_odds.engines.scores import Law, tail, throws, worth_law
from bmg_odds.rules.record import ALL_FACES


@dataclass(frozen=True, slots=True)
class Finding:
    """Where the table went wrong, or what its note leaves out."""

    line: int
    kind: str
    """`number`, `count`, `dice`, `stage` or `missing`."""
    text: str


@dataclass(frozen=True, slots=True)
class Judged:
    """One roll of one side, as it should have been judged."""

    line: int
    side: str
    roll: str
    faces: tuple[int, ...]
    needs: str
    expected: float
    got: int
    law: tuple[float, ...]
    """Chances of 0, 1, … of what counts."""
    counted: bool = True
    """Whether the side's total counts it."""
    score: Law | None = None
    """The law of this roll's own score."""
    scored: int = 0
    """Its score."""

    def row(self) -> dict[str, Any]:
        """Return the roll as a row (CONTRACT `luck`)."""
        found = tail(dict(enumerate(self.law)), self.got)
        return {
            "side": self.side, "roll": self.roll, "expected": self.expected, "got": self.got,
            "percentile": percentile(found.below, found.at), "line": self.line, "dice": list(self.faces),
            "needs": self.needs, "below": found.below, "same": found.at, "in_total": self.counted, "p_value": None,
        }  # fmt: skip


def percentile(below: float, same: float) -> float:
    """Return the mid-p percentile: what is less counts in full, what is the same counts half.

    It is never 0 or 100: what came up is possible.

    >>> percentile(0.5, 0.25), percentile(1.0, 1e-30) < 100.0
    (62.5, True)
    """
    return min(max(100.0 * (below + same / 2.0), math.ulp(0.0)), math.nextafter(100.0, 0.0))


def pool(line: int, side: str, roll: str, faces: Sequence[int], mask: int, *, of: int = ALL_FACES,
         counted: bool = True) -> Judged:  # fmt: skip
    """Return dice that each succeed on some faces; `of` are the faces that such a die can show.

    >>> pool(1, "Ana", "impact", (6, 5, 1), 0b111000).got
    2
    """
    good, sides = (mask & of).bit_count(), of.bit_count()
    rows = throws(len(faces), good, sides)
    got = sum(mask >> face - 1 & 1 for face in faces)
    law = [0.0] * (len(faces) + 1)
    for hits, chance, _ in rows:
        law[hits] = chance
    score = {score: chance for _, chance, score in rows}
    scored = next((score for hits, _, score in rows if hits == got), 0)
    expected = len(faces) * good / sides
    return Judged(line, side, roll, tuple(faces), mask_words(mask), expected, got, tuple(law), counted, score, scored)


def worth(line: int, side: str, roll: str, faces: Sequence[int], each: Sequence[int], needs: str,
          of: int = ALL_FACES) -> Judged:  # fmt: skip
    """Return dice whose every face is worth something; such a roll is not in the total.

    >>> worth(1, "Ana", "move", (6, 1), range(1, 7), "").expected
    7.0
    """
    shown = [each[face - 1] for face in range(1, 7) if of >> face - 1 & 1]
    law = worth_law(len(faces), shown)
    expected = len(faces) * sum(shown) / len(shown)
    got = sum(each[face - 1] for face in faces)
    return Judged(line, side, roll, tuple(faces), needs, expected, got, tuple(law), counted=False)


def wrong_number(line: int, words: str, number: Number, mask: int, *, natural: bool) -> Finding | None:
    """Return a finding where the number noted asks for other faces than the rules do.

    `natural`: a natural 1 never and a natural 6 always counts, whatever the number (R2.3, R2.8).
    """
    noted = number.mask
    if natural:
        noted = (noted | 0b100000) & ~1
    if noted == mask:
        return None
    return Finding(line, "number", f"{words} was rolled at {number.words}; the rules ask {mask_words(mask)} here")


def wrong_count(line: int, words: str, faces: Sequence[int], mask: int, stated: int, *,
                also: int | None = None) -> Finding | None:  # fmt: skip
    """Return a finding where the table counted other successes than the dice show, with what may explain it.

    `also`: a count that is right too, as the successes of all the dice that stand.
    """
    got = sum(mask >> face - 1 & 1 for face in faces)
    if stated in (got, also):
        return None
    why = _why(faces, mask, stated)
    told = f"the table counted {stated} of {words}, the dice show {got} at {mask_words(mask)}"
    return Finding(line, "count", told + (f" ({why})" if why else ""))


def _why(faces: Sequence[int], mask: int, stated: int) -> str:
    """What a table may have done to count so."""

    def count(other: int) -> int:
        return sum(other >> face - 1 & 1 for face in faces)

    if not mask & 1 and count(mask | 1) == stated:
        return "a natural 1 was counted; it never succeeds here"
    lowest = mask & -mask
    if lowest != 0b100000 and count(mask & ~lowest) == stated:
        return "as if the number had to be beaten; equal is enough"
    if mask & 0b100000 and count(mask & ~0b100000) == stated:
        return "a natural 6 was not counted; it always succeeds here"
    for number in range(2, 7):
        other = ALL_FACES & ~((1 << number - 1) - 1)
        if count(other) == stated:
            return f"as if it were {number}+"
    return "more than there are dice" if stated > len(faces) else ""
