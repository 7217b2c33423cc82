"""What is printed on a model's card, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

RANGES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "willpower": (0, 20),
        "strength": (1, 7),
        "movement": (0, 30),
        "attack": (0, 12),
        "defense": (1, 12),
        "endurance": (1, 20),
        "special": (0, 9),
        "rof": (0, 12),
        "ammo": (0, 99),
        "bonus": (-6, 6),
    }
)
"""The lowest and highest value of each key; `bonus` is every bonus to a roll."""

COSTS: Mapping[str, tuple[int, int]] = MappingProxyType({"reputation": (0, 1_000_000), "funding": (0, 1_000_000)})
"""The lowest and highest price. No rule bounds a price: this only keeps out slips of the hand."""

RANKS = ("Leader", "Sidekick", "Free Agent", "Henchman")

EDITIONS = ("2012", "revised", "third")

CHARACTERISTICS = ("willpower", "strength", "movement", "attack", "defense", "endurance")


MOST_CARDS = 5_000
"""The most cards of one file: all cards of all editions, several times over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """One weapon row of a card. No `rof` means a melee weapon; `damage` has a letter per marker, and is None
    only on a weapon typed in without it.

    >>> bat = Weapon(name="Reinforced Bat", damage="SS", traits=("Handy", "Heavy"))
    >>> bat.ranged, bat.injuries, bat.stuns
    (False, 0, 2)
    """

    name: str
    damage: str | None = ""
    rof: int | None = None
    ammo: int | None = None
    traits: tuple[str, ...] = ()
    note: str = ""

    @property
    def ranged(self) -> bool:
        """Whether the weapon shoots: it has a rate of fire.

        >>> Weapon(name="Gun", damage="BS", rof=2, ammo=2).ranged
        True
        """
        return self.rof is not None

    @property
    def injuries(self) -> int:
        """The Injuries (blood) of one damage success.

        >>> Weapon(name="Whip", damage="BS").injuries
        1
        """
        return (self.damage or "").count("B")

    @property
    def stuns(self) -> int:
        """The Stuns of one damage success.

        >>> Weapon(name="Whip", damage="BS").stuns
        1
        """
        return (self.damage or "").count("S")


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One model's card. A characteristic is None only on a model typed in without it.

    `strength` 3 means 3+. `edition` is `revised` (which `2012` shares) or `third`. `changes` are weapon
    values given with the name, for whichever weapon is chosen; `typed` marks a model of no roster.

    >>> thug = Card(name="Thug", edition="revised", rank="Henchman", attack=3, strength=5)
    >>> thug.first_rank, thug.special, thug.endurance is None
    ('Henchman', 3, True)
    """

    name: str
    edition: str
    rank: str | None = None
    willpower: int | None = None
    strength: int | None = None
    movement: int | None = None
    attack: int | None = None
    defense: int | None = None
    endurance: int | None = None
    special: int = 3
    reputation: int | None = None
    funding: int | None = None
    traits: tuple[str, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    note: str = ""
    changes: tuple[tuple[str, object], ...] = ()
    typed: bool = False

    @property
    def ranks(self) -> tuple[str, ...]:
        """Every rank that the card can have, in the order printed; empty when it is unknown.

        >>> Card(name="Bane", edition="revised", rank="Leader/Sidekick").ranks
        ('Leader', 'Sidekick')
        """
        return tuple(self.rank.split("/")) if self.rank else ()

    @property
    def first_rank(self) -> str | None:
        """The rank that counts for victory points: the first of two; None when it is unknown.

        >>> Card(name="Bane", edition="revised", rank="Leader/Sidekick").first_rank
        'Leader'
        """
        return self.ranks[0] if self.rank else None
