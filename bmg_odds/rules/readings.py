"""The open readings of the rules as named options (R6, R7.9): values, defaults, certainty, source."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """One option of R6 or R7.9: its allowed values and what they decide.

    >>> READINGS["scratch"].values
    ('per_impact', 'per_attack', 'always', 'off')
    """

    name: str
    values: tuple[str, ...]
    source: str
    one_attack: bool = True
    """Whether it can touch a single attack (the others touch other rolls, sequences and duels)."""


def _table(*rows: Reading) -> dict[str, Reading]:
    return {row.name: row for row in rows}


READINGS = _table(
    Reading("knockdown_match", ("any", "success"), "R2.9: 2012 text; an article of 2017 needs a success"),
    Reading("knockdown_face", ("natural", "modified"), "R2.9: no text says which face is compared"),
    Reading("crt", ("replaces", "choice"), "R2.9: 2012 text and the quick reference; an article: choice"),
    Reading("scratch", ("per_impact", "per_attack", "always", "off"), "R2.10: how often is not said"),
    Reading("surplus_injuries", ("replace_stuns", "ignore"), "R2.11: 2012 text; the revised one is a fragment"),
    Reading("block_timing", ("after_impacts", "before_impacts"), "R2.5: revised text; 2012 contradicts itself"),
    Reading("block_cap_at_impacts", ("no", "yes"), "R2.5: no text limits the block dice"),
    Reading("block_natural", ("no", "yes"), "R2.5: natural 1 and 6 are stated for impact and damage only"),
    Reading("moved_counts", ("before", "any"), "R2.2: revised before the shot; 2012 any declared move"),
    Reading("grabbed", ("per_extra_enemy", "per_enemy"), "R2.3: the text of each edition"),
    Reading("break_grab", ("one", "all"), "R3: what a success frees from", one_attack=False),
    Reading("grab_damage", ("profile", "basic"), "R2.12: whose unarmed damage a grab does is not said"),
    Reading("down_target", ("none", "no_block", "hit_on_2"), "R4: the effects chapter is missing; 2018 text"),
    Reading("stand_up", ("mc", "any_counter"), "R5: the text of each edition", one_attack=False),
    Reading("recover_injuries", ("no", "yes"), "R3: one revised sentence mentions it", one_attack=False),
    Reading("move_dice", ("after", "before"), "R3: dice before or after doubling or halving", one_attack=False),
    Reading("lead_bag", ("per_side", "in_all"), "R3: counters in the bag", one_attack=False),
    Reading("vp_after_ko", ("both", "higher"), "R3: K.O. and a later Casualty of one model"),
)

THIRD_READINGS = _table(
    Reading("natural_rolls", ("off", "on"), "R7.9: 1 fails and 6 succeeds on all dice"),
    Reading("effort_stuns", ("before", "apart"), "R7.9: how the Stuns that Efforts cost are counted"),
    Reading("ko_recovery", ("all", "one"), "R7.9: Stuns removed by a recovery roll", one_attack=False),
    Reading("stand_up", ("free", "activation"), "R7.5: what standing up costs is not said", one_attack=False),
    Reading("ranged_defence", ("no", "yes"), "R7.9: defence dice against a ranged attack"),
    Reading("ranged_efforts", ("none", "both"), "R7.9: Efforts in a ranged attack"),
)
