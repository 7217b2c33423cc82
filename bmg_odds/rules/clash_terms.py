"""Terms of a third-edition attack: the three kinds of modifier of R7.7 kept apart."""

from dataclasses import dataclass, field

from bmg_odds.rules.record import ALL_DICE


@dataclass(slots=True)
class ClashTerms:
    """Modifiers of one attack of the third edition: characteristics, dice, and results (R7.7)."""

    # characteristics
    attack: int = 0
    """Added to the attacker's Attack: its pool, and the number to defend."""
    defense: int = 0
    """Added to the target's Defense: the number to hit, and its pool."""
    # dice
    attack_dice: int = 0
    melee_dice: int = 0
    ranged_dice: int = 0
    no_moving_loss: bool = False
    beyond_loss: int = 1
    """Dice lost beyond the effective range."""
    strength_dice: int = 1
    no_strength_die: bool = False
    # results
    attack_bonus: int = 0
    attack_rerolls: int = 0
    no_attack_rerolls_of_handy: bool = False
    handy: bool = False
    attack_spoils: int = 0
    defence_bonus: int = 0
    defence_rerolls: int = 0
    strength_bonus: int = 0
    heavy: bool = False
    sharp: bool = False
    ignores_heavy: bool = False
    ignores_sharp: bool = False
    strength_rerolls: int = 0
    strength_six: bool = False
    natural_six_only: bool = False
    """A Strength die succeeds only on a natural 6 (Bat-Armor Mk II)."""
    fixed: dict[str, int] = field(default_factory=dict)
    """Numbers that replace Strength, by kind of weapon; the best counts."""
    bot: bool = False
    cybernetic: bool = False
    electric: bool = False
    armour_dice: int = 0
    """Attack dice that worn armour takes away, unless the weapon is Gas."""
    gas: bool = False
    strength_defended: bool = False
    critical_from: set[int] = field(default_factory=lambda: {6})
    # defence
    combo: bool = False
    defence_need: int = 1
    sustained: bool = False
    saves: list[int] = field(default_factory=list)
    # Efforts
    no_target_efforts: bool = False
    target_efforts_at_range: bool = False
    free_efforts: int = 0
    # markers
    kevlar: bool = False
    invulnerable: int = 0
    stuns_ignored: int = 0
    hardened: bool = False
    caustic: bool = False
    limited: bool = False
    crt: list[tuple[int, int]] = field(default_factory=list)
    crt_casualty: bool = False
    crt_effects: set[str] = field(default_factory=set)
    knock_down_on: set[str] = field(default_factory=set)
    effects: set[tuple[str, str]] = field(default_factory=set)

    def reroll_attack(self) -> None:
        """Let every failed attack die be rerolled once."""
        self.attack_rerolls = ALL_DICE
