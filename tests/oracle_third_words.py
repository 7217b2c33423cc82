"""The third edition's words: one clash on the two cards and on the table (R7, R9, TRAITS.md, column 3E)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from oracle_words import REROLLS, STATES, arguments, check_word, has

READINGS3: dict[str, tuple[str, ...]] = {
    # R7.9: allowed values of what one clash can feel, the default first
    "natural_rolls": ("off", "on"),
    "effort_stuns": ("before", "apart"),
    "ranged_defence": ("no", "yes"),
    "ranged_efforts": ("none", "both"),
}
USES3 = (
    "Rapid Fire", "Multifire", "Mobster", "Obsessive", "OCD", "Devastating Blow", "Precise Blow",
    "Power Strike", "Lethal Blow", "Technique", "Deadly Strike", "Bonebreaker", "KaPow!!!", "Critical Strike",
    "Unstoppable", "Sneak Attack", "Venom Dose", "Titan Dose", "Distract", "Confusion", "Luck (impact)",
    "Luck (damage)",
)  # fmt: skip
TARGET_USES3 = ("Titan Dose", "Confusion", "Luck (block)", "Luck (hit)")
MOST_EFFORTS = 3  # R7.1
FREE_WITH_VENOM = 2


@dataclass(frozen=True)
class Model3:
    """The printed numbers of one card; `weapon_traits` are those of the weapons that a target carries."""

    attack: int
    strength: int
    defense: int
    endurance: int
    traits: tuple[str, ...] = ()
    weapon_traits: tuple[str, ...] = ()


@dataclass(frozen=True)
class Clash3:
    """One attack on one target. `damage` is letters, B an Injury and S a Stun; `rof` None means melee.

    `impact_bonus`, `block_bonus` and `damage_bonus` change the results of attack, defence and Strength dice,
    and `reroll` names them in the same words. `injuries`, `stuns` and `down` are the target's; `crowd` says
    that other enemies touch the attacker.
    """

    attacker: Model3
    target: Model3
    damage: str
    rof: int | None = None
    weapon_name: str = "weapon"
    weapon_traits: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    unarmed: bool = False
    attacker_efforts: int = 0
    target_efforts: int = 0
    beyond_range: bool = False
    moved: bool = False
    down: bool = False
    crowd: bool = False
    impact_bonus: int = 0
    block_bonus: int = 0
    damage_bonus: int = 0
    reroll: tuple[str, ...] = ()
    injuries: int = 0
    stuns: int = 0
    attacker_injuries: int = 0
    attacker_stuns: int = 0
    use: tuple[str, ...] = ()
    target_use: tuple[str, ...] = ()
    attacker_state: tuple[str, ...] = ()
    target_state: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name, value in self.readings.items():
            check_word("reading", name, READINGS3)
            check_word(name, value, READINGS3[name])
        for what, words, allowed in (
            ("reroll", self.reroll, REROLLS),
            ("damage", tuple(self.damage), ("B", "S")),
            ("state", (*self.attacker_state, *self.target_state), STATES),
            ("use", self.use, USES3),
            ("target_use", self.target_use, TARGET_USES3),
        ):
            for word in words:
                check_word(what, word, allowed)
        _check_efforts(
            "the attacker",
            attacker_efforts(self),
            self.attacker.endurance - self.attacker_injuries - self.attacker_stuns,
            FREE_WITH_VENOM if uses(self, "Venom Dose") else 0,
        )
        _check_efforts("the target", target_efforts(self), self.target.endurance - self.injuries - self.stuns, 0)


def _check_efforts(who: str, efforts: int, room: int, free: int) -> None:
    """R7.1: 3 at most, and those that cost a Stun only while there is room for it on the card."""
    if not 0 <= efforts <= MOST_EFFORTS:
        raise ValueError(f"{who} makes 0 to {MOST_EFFORTS} Efforts, not {efforts}")
    if efforts > free and efforts - free > room:
        raise ValueError(f"{who} has room for {max(room, 0)} Stuns, not for {efforts - free} more Efforts")


def reading(c: Clash3, name: str) -> str:
    return c.readings.get(name, READINGS3[name][0])


# --- traits ------------------------------------------------------------------------------------------------


def striking(c: Clash3) -> tuple[str, ...]:
    """The traits behind the attack: the attacker's and the weapon's."""
    return (*c.attacker.traits, *c.weapon_traits)


def worn(c: Clash3) -> tuple[str, ...]:
    """The traits that protect the target: its own and those of the weapons that it carries."""
    return (*c.target.traits, *c.target.weapon_traits)


def strikes_with(c: Clash3, *names: str) -> bool:
    """One of these traits is behind the attack."""
    return any(has(striking(c), name) for name in names)


def wears(c: Clash3, *names: str) -> bool:
    """One of these traits protects the target."""
    return any(has(worn(c), name) for name in names)


def uses(c: Clash3, *names: str) -> bool:
    """The attacker bought or chose one of these for the attack."""
    return any(name in c.use for name in names)


def target_uses(c: Clash3, *names: str) -> bool:
    """The target bought or chose one of these against the attack."""
    return any(name in c.target_use for name in names)


def names_weapon(c: Clash3, trait: str) -> bool:
    """The trait stands with this attack's weapon in its brackets."""
    fitting = {" ".join(c.weapon_name.lower().split())} | ({"unarmed"} if is_unarmed(c) else set())
    return any(argument in fitting for argument in arguments(striking(c), trait))


# --- the situation -----------------------------------------------------------------------------------------


def is_ranged(c: Clash3) -> bool:
    return c.rof is not None


def is_unarmed(c: Clash3) -> bool:
    return c.unarmed and not is_ranged(c)


def scents_blood(c: Clash3) -> bool:
    """The target has a marker when the dice are thrown; the Stuns of its Efforts lie there already."""
    return strikes_with(c, "Blood Scent") and c.injuries + c.stuns + effort_stuns(c) > 0


def attacker_efforts(c: Clash3) -> int:
    """The attacker's Efforts that take place (R7.1, R7.6)."""
    if is_ranged(c) and reading(c, "ranged_efforts") == "none":
        return 0
    return c.attacker_efforts


def target_efforts(c: Clash3) -> int:
    """The target's Efforts that take place: none when it may not make any (R7.1, R7.5, R7.6)."""
    if c.down or uses(c, "Sneak Attack"):
        return 0
    if is_ranged(c) and reading(c, "ranged_efforts") == "none" and not wears(c, "Dodge", "Acrobat"):
        return 0
    return c.target_efforts


def effort_stuns(c: Clash3) -> int:
    """Stuns that its Efforts put on the target's card before the roll."""
    return target_efforts(c) if reading(c, "effort_stuns") == "before" else 0


# --- the characteristics that change (R7.7) ----------------------------------------------------------------


def attack_number(c: Clash3) -> int:
    """The attacker's Attack: so many dice in melee, and what a defence die must show."""
    attack = c.attacker.attack
    if strikes_with(c, "Tension") and c.attacker_injuries >= 1:
        attack += 1
    if uses(c, "Titan Dose"):
        attack += 1
    if target_uses(c, "Confusion"):
        attack -= 1
    return attack


def defense_number(c: Clash3) -> int:
    """The target's Defense: what an attack die must show, and so many defence dice; at least 1."""
    defense = c.target.defense
    if wears(c, "Tension") and c.injuries >= 1:
        defense += 1
    if target_uses(c, "Titan Dose"):
        defense += 1
    if uses(c, "Distract"):
        defense -= 1
    if uses(c, "Confusion"):
        defense -= 1
    if "paralyzed" in c.target_state:
        defense -= 2
    if c.down:
        defense -= 1
    return max(defense, 1)
