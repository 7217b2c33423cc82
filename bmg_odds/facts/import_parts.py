"""What importers pass on: cards as a file writes them, and what there is to say about them."""

from dataclasses import dataclass, field
from typing import NamedTuple

SKIPPED, LEFT_OUT, CHECK, NOTE = "skipped", "left out", "check", "note"
KINDS = (SKIPPED, LEFT_OUT, CHECK, NOTE)
"""A card that is not loaded; a weapon, trait or price that is not; a value to look up again; a thing to know."""


class Finding(NamedTuple):
    """One line of an import's report; `card` and `place` are empty where it has none.

    >>> Finding("check", "Night Guard", "line 4", "defense = 9").kind
    'check'
    """

    kind: str
    card: str
    place: str
    message: str


@dataclass(slots=True, kw_only=True)
class RawWeapon:
    """A weapon row as a file writes it; `ranged` says which list it stood in, where the file has two.

    >>> RawWeapon(name="Baton", damage="1 Blood 1 Stun").rof is None
    True
    """

    name: str
    damage: object = ""
    rof: object = None
    ammo: object = None
    traits: list[str] = field(default_factory=list)
    ranged: bool | None = None
    note: str = ""


@dataclass(slots=True, kw_only=True)
class RawCard:
    """A card as a file writes it. `other` is its second name, which tells two of the same name apart.

    `remarks` are (kind, message) pairs that the importer already has.

    >>> RawCard(name="Night Guard", place="line 4").weapons
    []
    """

    name: str
    place: str
    other: str = ""
    rank: list[str] = field(default_factory=list)
    values: dict[str, object] = field(default_factory=dict)
    traits: list[str] = field(default_factory=list)
    weapons: list[RawWeapon] = field(default_factory=list)
    note: str = ""
    edition: str = ""
    remarks: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class RawFile:
    """Everything that a file holds: cards, what it says of itself, and findings that belong to no card.

    >>> RawFile(edition="third").cards
    []
    """

    edition: str
    source: str = ""
    date: str = ""
    cards: list[RawCard] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def say(self, kind: str, place: str, message: str) -> None:
        """Add a finding that belongs to no card."""
        self.findings.append(Finding(kind, "", place, message))
