"""The rows of `explain` as they are written: quantities of stages, and the sums and products that tie them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from bmg_odds.answers.modifiers import Modifiers
from bmg_odds.rules.record import ALL_DICE, FACES

COUNT, SIGNED, CHANCE, MEAN, WORDS = "count", "signed", "chance", "mean", "words"


@dataclass
class Sheet:
    """Rows under construction, stage by stage.

    >>> sheet = Sheet()
    >>> sheet.stage("impact")
    >>> sheet.mean("impacts rolled", 1.5, equals=("dice × chance per die", 3 * 0.5))
    1.5
    >>> sheet.rows[0]["quantity"], sheet.identities[0]["right"]
    ('impacts rolled, mean', 1.5)
    """

    rows: list[dict[str, Any]] = field(default_factory=list)
    identities: list[dict[str, Any]] = field(default_factory=list)
    """Each: stage, quantity, equals (words), left, right. Left comes from the joint laws, right from the
    stages' own numbers; they agree to the last digits of floating point."""
    name: str = ""

    def stage(self, name: str) -> None:
        """Begin a stage."""
        self.name = name

    def count(self, quantity: str, value: int) -> int:
        """Write a whole number."""
        self._add(quantity, value, COUNT)
        return value

    def signed(self, quantity: str, value: int) -> int:
        """Write what is added to the numbers before it; nothing where it is 0."""
        if value:
            self._add(quantity, value, SIGNED)
        return value

    def each(self, parts: Iterable[tuple[str, int]], sign: int = 1) -> int:
        """Write what each of several adds, and return the sum."""
        return sum(self.signed(name, sign * value) for name, value in parts)

    def words(self, quantity: str, value: str) -> None:
        """Write something that is no number."""
        self._add(quantity, value, WORDS)

    def faces(self, quantity: str, faces: int) -> None:
        """Write a set of faces.

        >>> sheet = Sheet()
        >>> sheet.faces("faces that hit", 0b111100)
        >>> sheet.rows[0]["value"]
        '3 4 5 6'
        """
        self.words(quantity, shown(faces))

    def chance(self, quantity: str, value: float, *, equals: tuple[str, float] | None = None) -> float:
        """Write a chance, and what it equals."""
        self._add(quantity, value, CHANCE, equals)
        return value

    def mean(self, quantity: str, value: float, *, equals: tuple[str, float] | None = None) -> float:
        """Write a mean, and what it equals."""
        self._add(f"{quantity}, mean", value, MEAN, equals)
        return value

    def _add(self, quantity: str, value: Any, kind: str, equals: tuple[str, float] | None = None) -> None:
        row = {"stage": self.name, "quantity": quantity, "value": value, "kind": kind}
        self.rows.append(row | {"equals": equals[0] if equals else None})
        if equals:
            self.identities.append(
                {"stage": self.name, "quantity": quantity, "equals": equals[0], "left": value, "right": equals[1]}
            )


def shown(faces: int) -> str:
    """Return a set of faces as people list them.

    >>> shown(0b100001), shown(0)
    ('1 6', 'none')
    """
    return " ".join(str(face) for face in FACES if faces >> face - 1 & 1) or "none"


def rerolled_by(modifiers: Modifiers, *fields: str, asked: bool) -> str:
    """Return who rerolls failed dice, as a phrase.

    >>> rerolled_by(Modifiers(None, None, ()), asked=True)
    'asked for'
    """
    names = [*modifiers.names(*fields), *(["asked for"] if asked else [])]
    return " and ".join(names)


def write_dice(sheet: Sheet, faces: int, rerolls: int, who: str, *, of: int = 0b111111) -> float:
    """Write the chance of one die, its reroll included where every failed die has one, and return that of
    one throw."""
    p = (faces & of).bit_count() / of.bit_count()
    missed = (of & ~faces).bit_count() / of.bit_count()
    if rerolls >= ALL_DICE:
        sheet.chance("chance of one throw", p)
        sheet.words("failed dice are rolled again, once", who)
        sheet.chance("chance per die, its reroll included", 1.0 if not missed else p + missed * p)
    else:
        sheet.chance("chance per die", p)
        if rerolls:
            sheet.count(f"failed dice that are rolled again, at most: {who}", rerolls)
    return p
