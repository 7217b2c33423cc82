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
        return self if parameter == self.parameter else replace(self, parameter=parameter)

    def attack_has(self, key: str) -> bool:
        """Whether the attacker, or the weapon it uses, has a trait of this key."""
        return any(parse_trait(name).key == key for name in (*self.attacker.traits, *self.weapon.traits))

    def number(self, default: int = 0) -> int:
        """Return the number in the trait's bracket, or the default."""
        digits = "".join(sign for sign in self.parameter or "" if sign.isdigit())
        return int(digits) if digits else default

    @property
    def ranged(self) -> bool:
        """Whether this is a ranged attack."""
        return self.weapon.ranged

    @property
    def unarmed(self) -> bool:
        """Whether the attack is made with the unarmed profile."""
        return any(parse_trait(name).key == "unarmed" for name in self.weapon.traits)

    @property
    def stationary(self) -> bool:
        """Whether the attacker moves neither before nor after."""
        return not (self.situation.moved or self.situation.moves_after)

    @property
    def attacker_wounded(self) -> bool:
        """Whether the attacker has any marker."""
        return self.situation.attacker_injuries + self.situation.attacker_stuns > 0

    @property
    def target_wounded(self) -> bool:
        """Whether the target has any marker when the dice fall: its Efforts put theirs on before the roll (R7.1)."""
        efforts = self.situation.target_efforts
        if efforts and self.edition["effort_stuns"] == "before":
            return True
        return self.situation.injuries + self.situation.stuns > 0


@dataclass(slots=True)
class Terms:
    """Modifiers of one attack, by stage."""

    # characteristics
    attack: int = 0
    """Added to the attacker's Attack: cap on AC and number to block (R2.14)."""
    attacker_special: int = 0
    """Added to the attacker's cap on SC (R2.14)."""
    attacker_movement: int = 0
    """Added to the attacker's Movement for agility rolls."""
    target_skills: int = 0
    """Added to every characteristic of the target: Defense, Movement and its caps (R2.14)."""
    defense: int = 0
    """Added to the target's Defense as a number to hit, beside `distract`; the sum is never below 1."""
    distract: bool = False
    """Defense 1 less by Distract and its kin, which do not add up."""
    dodge_movement: int = 0
    """Added to the target's Movement when it dodges."""
    defense_cap: int = 0
    """The part of `defense` that also raises what the target may spend on DC (Tension)."""
    no_special: bool = False
    """The attacker may spend no SC (Confusion)."""
    target_no_special: bool = False
    """The target may spend no SC (Confusion)."""
    # dice
    bonus_dice_per_pair: int = 0
    """Impact dice more for every two AC (Combo)."""
    block_dice_per_pair: int = 0
    """Block dice more for every two DC (Sustained Defense)."""
    dice_if_outnumbered: int = 0
    """Impact dice more against an outnumbered target (Mobster)."""
    rof: int = 0
    """Added to the ROF."""
    full_rof_after_moving: bool = False
    rof_after_moving: int = 1
    """ROF after moving, at most (Assault)."""
    aims: bool = False
    """The weapon cannot be shot by a model that moves (Aim) …"""
    aims_moving: bool = False
    """… unless the model may (Good Aim)."""
    never_outnumbered: bool = False
    may_dodge: bool = False
    # impact
    impact_bonus: int = 0
    impact_rerolls: int = 0
    impact_spoils: int = 0
    # block
    block_bonus: int = 0
    block_rerolls: int = 0
    block_need: int = 1
    no_block: bool = False
    feint: bool = False
    feint_reroll: bool = False
    counter: bool = False
    """The target strikes back at its first block success (Counter Attack)."""
    # obstacles and saves
    covers_ignored: int = 0
    """Obstacles left out, nearest to the shooter first."""
    cover_bonus: int = 0
    """Added to every die of an obstacle."""
    free_dodges: int = 0
    """Dodge dice that cost no MC."""
    dodge_rerolls: int = 0
    saves: list[int] = field(default_factory=list)
    """Least face of each armour save (R2.7)."""
    # damage
    fixed: dict[str, int] = field(default_factory=dict)
    """Numbers that replace Strength, by kind of weapon; the best for the attacker counts (R9.2)."""
    armour_fixed: dict[str, int] = field(default_factory=dict)
    """Numbers that the target's armour puts in their place, by kind of weapon."""
    heavy: bool = False
    sharp: bool = False
    ignores_heavy: bool = False
    ignores_sharp: bool = False
    """Gear of the target that takes away what Heavy or Sharp gives."""
    damage_bonus: int = 0
    damage_rerolls: int = 0
    armour: int = 0
    """Taken off damage rolls by the target; obstacles in a cross fire do not have it."""
    tough_skin: int = 0
    """The part of `armour` that some attacks ignore."""
    # collateral
    collateral: int = 1
    collateral_reroll: bool = False
    collateral_luck: bool = False
    """One collateral die may be rerolled by Luck: with a single die the same as a reroll."""
    collateral_six: bool = False
    critical_from: set[int] = field(default_factory=lambda: {6})
    """Least face that is critical; the lowest counts."""
    no_knock_down: bool = False
    """The target cannot be knocked down by this attack (Huge)."""
    attacker_large: bool = False
    target_large: bool = False
    knock_down_on: set[str] = field(default_factory=set)
    """Events that knock down by themselves: impact, damage."""
    # markers
    crt: list[tuple[int, int]] = field(default_factory=list)
    """(Injuries, Stuns) that replace the critical's Stun."""
    crt_casualty: bool = False
    crt_effects: set[str] = field(default_factory=set)
    """Effects without markers that come with the CRT."""
    shielded: bool = False
    """The target has a shield, whose extra Blink! is not modelled (Protective)."""
    kevlar: bool = False
    no_scratch: bool = False
    caustic: bool = False
    hardened: bool = False
    ignored: int = 0
    """Markers ignored by a Power Armor."""
    invulnerable: int = 0
    """Markers ignored by Invulnerability …"""
    pierces: bool = False
    """… unless the attack ignores that and Tough Skin (Supernatural, Godkiller, Magic)."""
    survivor: bool = False
    judgment: bool = False
    # effects that are no markers: (name, event), event a name of FIGURE chances
    effects: set[tuple[str, str]] = field(default_factory=set)

    def reroll_impact(self) -> None:
        """Let every failed impact die be rerolled once (R9.1)."""
        self.impact_rerolls = ALL_DICE

    def reroll_block(self) -> None:
        """Let every failed block die be rerolled once (R9.1)."""
        self.block_rerolls = ALL_DICE
