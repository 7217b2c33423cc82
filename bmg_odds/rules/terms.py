"""Terms: what traits, positions and readings add to one attack, before it is folded into faces.

Terms hold only sums, sets and flags, so the order in which traits speak never matters (R9.3).
"""

from dataclasses import dataclass, field, replace

from bmg_odds.facts.card import Card, Weapon
from bmg_odds.facts.trait_names import parse_trait
from bmg_odds.rules.edition import Edition
from bmg_odds.rules.record import ALL_DICE
from bmg_odds.rules.situation import Situation


@dataclass(frozen=True, slots=True)
class Given:
    """What a trait may look at: the question as asked, never what another trait made of it."""

    edition: Edition
    situation: Situation
    attacker: Card
    weapon: Weapon
    target: Card
    parameter: str | None = None
    """The trait's own bracket: `Katana` in `Combo (Katana)`."""

    def with_parameter(self, parameter: str | None) -> "Given":
        """Return the same question as a trait with this bracket sees it."""
        return replace(self, parameter=parameter)

    def weapon_has(self, key: str) -> bool:
        """Whether the attack's weapon carries a trait of this key."""
        return any(parse_trait(name).key == key for name in self.weapon.traits)

    @property
    def ranged(self) -> bool:
        """Whether this is a ranged attack."""
        return self.weapon.ranged

    @property
    def unarmed(self) -> bool:
        """Whether the attack is made with the unarmed profile."""
        return self.weapon.name.lower() == "unarmed" or self.weapon_has("unarmed")


@dataclass(slots=True)
class Terms:
    """Modifiers of one attack, by stage."""

    # dice and characteristics
    attack: int = 0
    """Added to the attacker's Attack: cap on AC and number to block (R2.14)."""
    defense: int = 0
    """Added to the target's Defense as a number to hit."""
    target_skills: int = 0
    """Added to every characteristic of the target: Defense, Movement and its caps (R2.14)."""
    bonus_dice_per_pair: int = 0
    """Impact dice more for every two AC (Combo)."""
    block_dice_per_pair: int = 0
    """Block dice more for every two DC (Sustained Defense)."""
    never_outnumbered: bool = False
    may_dodge: bool = False
    # impact
    impact_bonus: int = 0
    impact_rerolls: int = 0
    # block
    block_bonus: int = 0
    block_rerolls: int = 0
    block_need: int = 1
    # saves
    saves: list[int] = field(default_factory=list)
    """Least face of each armour save (R2.7)."""
    # damage
    fixed: dict[str, int] = field(default_factory=dict)
    """Numbers that replace Strength, by kind of weapon; the best for the attacker counts (R9.2)."""
    armour_fixed: dict[str, int] = field(default_factory=dict)
    """Numbers that the target's armour puts in their place, by kind of weapon."""
    damage_bonus: int = 0
    armour: int = 0
    """Taken off damage rolls by the target; obstacles in a cross fire do not have it."""
    damage_rerolls: int = 0
    # collateral
    collateral: int = 1
    collateral_reroll: bool = False
    critical_from: set[int] = field(default_factory=lambda: {6})
    """Least face that is critical; the lowest counts."""
    # markers
    crt: list[tuple[int, int]] = field(default_factory=list)
    """(Injuries, Stuns) that replace the critical's Stun."""
    crt_effects: set[str] = field(default_factory=set)
    """Effects without markers that come with the CRT."""
    kevlar: bool = False
    # effects that are no markers: (name, event), event a name of FIGURE chances
    effects: set[tuple[str, str]] = field(default_factory=set)

    def reroll_impact(self) -> None:
        """Let every failed impact die be rerolled once (R9.1)."""
        self.impact_rerolls = ALL_DICE

    def reroll_block(self) -> None:
        """Let every failed block die be rerolled once (R9.1)."""
        self.block_rerolls = ALL_DICE

    def reroll_damage(self) -> None:
        """Let every failed damage die be rerolled once (R9.1)."""
        self.damage_rerolls = ALL_DICE
