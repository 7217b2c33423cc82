"""The witness's words: one attack as it stands on the two cards and on the table (R6, R9, TRAITS.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

READINGS: dict[str, tuple[tuple[str, ...], str, str]] = {
    # R6: allowed values, value of the 2012 rulebook, value of the revised text
    "knockdown_match": (("any", "success"), "any", "any"),
    "knockdown_face": (("natural", "modified"), "natural", "natural"),
    "crt": (("replaces", "choice"), "replaces", "replaces"),
    "scratch": (("per_impact", "per_attack", "always", "off"), "per_impact", "per_impact"),
    "surplus_injuries": (("replace_stuns", "ignore"), "replace_stuns", "replace_stuns"),
    "block_timing": (("after_impacts", "before_impacts"), "after_impacts", "after_impacts"),
    "block_cap_at_impacts": (("no", "yes"), "no", "no"),
    "block_natural": (("no", "yes"), "no", "no"),
    "moved_counts": (("before", "any"), "any", "before"),
    "grabbed": (("per_enemy", "per_extra_enemy"), "per_enemy", "per_extra_enemy"),
    "break_grab": (("one", "all"), "all", "one"),
    "grab_damage": (("profile", "basic"), "profile", "profile"),
    "down_target": (("none", "no_block", "hit_on_2"), "none", "none"),
    "stand_up": (("any_counter", "mc"), "any_counter", "mc"),
    "recover_injuries": (("no", "yes"), "no", "no"),
    "move_dice": (("after", "before"), "after", "after"),
    "lead_bag": (("per_side", "in_all"), "per_side", "per_side"),
    "vp_after_ko": (("both", "higher"), "both", "both"),
}
EDITIONS = ("2012", "revised")
FORMS = ("strike", "grab", "push")
REROLLS = ("impact", "block", "damage")
BLINK = {"solid": 4, "street": 5, "light": 6, "model": 4}  # R2.6
STATES = ("scared", "paralyzed", "blind")
USES = (
    "Obsessive", "OCD", "Devastating Blow", "Precise Blow", "Power Strike", "Lethal Blow", "Technique",
    "Deadly Strike", "Bonebreaker", "Critical Strike", "Unstoppable", "Sneak Attack", "Feint", "Venom Dose",
    "Titan Dose", "Distract", "Demential Laugh", "Confusion", "Luck (impact)", "Luck (damage)",
    "Luck (collateral)",
)  # fmt: skip
TARGET_USES = ("Counter Attack", "Confusion", "Titan Dose", "Luck (block)", "Luck (hit)")

# Public card data write some traits in two ways (TRAITS.md): one trait each.
SPELLINGS = {
    "mechanic": "mechanical",
    "protecting": "protective",
    "bat-armor mk 1": "bat-armor mk i",
    "bat-armor mk 2": "bat-armor mk ii",
    "bat-armor mk 3": "bat-armor mk iii",
}


@dataclass(frozen=True)
class Model:
    """The printed numbers of one card; `weapon_traits` are those of the weapons that a target carries."""

    attack: int | None = None
    strength: int | None = None
    defense: int | None = None
    endurance: int | None = None
    movement: int | None = None
    traits: tuple[str, ...] = ()
    weapon_traits: tuple[str, ...] = ()


@dataclass(frozen=True)
class Attack:
    """One attack on one target. `damage` is letters, B an Injury and S a Stun; `rof` None means melee.

    `use` and `target_use` are the traits that the two sides bought or chose for this attack; `crowd` says
    that other enemies touch the attacker.
    """

    attacker: Model
    target: Model
    damage: str
    rof: int | None = None
    weapon_name: str = "weapon"
    weapon_traits: tuple[str, ...] = ()
    edition: str = "revised"
    readings: Mapping[str, str] = field(default_factory=dict)
    ac: int = 0
    dc: int = 0
    mc: int = 0
    form: str = "strike"
    unarmed: bool = False
    outnumbered: bool = False
    defensive: bool = False
    grabbed: int = 0
    moved: bool = False
    moves_after: bool = False
    cover: tuple[str, ...] = ()
    crouched: bool = False
    impact_bonus: int = 0
    block_bonus: int = 0
    damage_bonus: int = 0
    reroll: tuple[str, ...] = ()
    injuries: int = 0
    stuns: int = 0
    down: bool = False
    use: tuple[str, ...] = ()
    target_use: tuple[str, ...] = ()
    crowd: bool = False
    attacker_injuries: int = 0
    attacker_stuns: int = 0
    attacker_state: tuple[str, ...] = ()
    target_state: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_word("edition", self.edition, EDITIONS)
        check_word("form", self.form, FORMS)
        for name, value in self.readings.items():
            check_word("reading", name, READINGS)
            check_word(name, value, READINGS[name][0])
        for what, words, allowed in (
            ("cover", self.cover, tuple(BLINK)),
            ("reroll", self.reroll, REROLLS),
            ("damage", tuple(self.damage), ("B", "S")),
            ("state", (*self.attacker_state, *self.target_state), STATES),
        ):
            for word in words:
                check_word(what, word, allowed)
        for what, words, allowed in (("use", self.use, USES), ("target_use", self.target_use, TARGET_USES)):
            for word in words:
                check_word(what, _spelled(word), [_spelled(name) for name in allowed])


def edition_defaults(edition: str) -> dict[str, str]:
    """Every reading of R6 with the value that the edition gives it."""
    check_word("edition", edition, EDITIONS)
    return {name: (old if edition == "2012" else new) for name, (_, old, new) in READINGS.items()}


def check_word(what: str, word: str, allowed: Iterable[str]) -> None:
    if word not in allowed:
        raise ValueError(f"{what}: {word!r} is none of {', '.join(allowed)}")


_defaults = cache(edition_defaults)


def reading(a: Attack, name: str) -> str:
    return a.readings[name] if name in a.readings else _defaults(a.edition)[name]


def number(value: int | None, name: str) -> int:
    if value is None:
        raise ValueError(f"this attack needs {name}")
    return value


# --- traits ------------------------------------------------------------------------------------------------


@cache
def _spelled(name: str) -> str:
    plain = " ".join(name.lower().split())
    return SPELLINGS.get(plain, plain)


@cache
def _all_spelled(traits: tuple[str, ...]) -> frozenset[str]:
    return frozenset(_spelled(trait) for trait in traits)


def has(traits: Iterable[str], name: str) -> bool:
    return _spelled(name) in _all_spelled(tuple(traits))


def arguments(traits: Iterable[str], name: str) -> list[str]:
    """What stands in the brackets of every trait `name (…)`, each once."""
    return list(_arguments(tuple(traits), name))


@cache
def _arguments(traits: tuple[str, ...], name: str) -> list[str]:
    found: list[str] = []
    for trait in traits:
        match = re.fullmatch(rf"{re.escape(_spelled(name))} \((.*)\)", _spelled(trait))
        if match and match[1] not in found:
            found.append(match[1])
    return found


def striking(a: Attack) -> tuple[str, ...]:
    """The traits behind the attack: the attacker's and the weapon's; a grab uses no weapon (R2.12)."""
    return a.attacker.traits if is_grab(a) else (*a.attacker.traits, *a.weapon_traits)


def worn(a: Attack) -> tuple[str, ...]:
    """The traits that protect the target: its own and those of the weapons that it carries."""
    return (*a.target.traits, *a.target.weapon_traits)


def strikes_with(a: Attack, *names: str) -> bool:
    """One of these traits is behind the attack."""
    return any(has(striking(a), name) for name in names)


def wears(a: Attack, *names: str) -> bool:
    """One of these traits protects the target."""
    return any(has(worn(a), name) for name in names)


def uses(a: Attack, *names: str) -> bool:
    """The attacker bought or chose one of these for the attack."""
    return any(has(a.use, name) for name in names)


def target_uses(a: Attack, *names: str) -> bool:
    """The target bought or chose one of these against the attack."""
    return any(has(a.target_use, name) for name in names)


# --- the situation -----------------------------------------------------------------------------------------


def is_grab(a: Attack) -> bool:
    return a.form == "grab"


def is_ranged(a: Attack) -> bool:
    return a.rof is not None and not is_grab(a)  # a grab is an unarmed attack (R2.12)


def is_unarmed(a: Attack) -> bool:
    return not is_ranged(a) and (a.unarmed or is_grab(a))


def is_armed_melee(a: Attack) -> bool:
    return not is_ranged(a) and not is_unarmed(a)


def names_weapon(a: Attack, trait: str) -> bool:
    """The trait stands with this attack's weapon in its brackets."""
    fitting = {"unarmed"} if is_unarmed(a) else set()
    if not is_grab(a):
        fitting.add(_spelled(a.weapon_name))
    return any(argument in fitting for argument in arguments(striking(a), trait))


def stands_still(a: Attack) -> bool:
    return not a.moved and not a.moves_after


def is_outnumbered(a: Attack) -> bool:
    """R2.4 and R9.10: outnumbered in effect, in close combat."""
    return a.outnumbered and not is_ranged(a) and not wears(a, "Martial Artist")


def target_is_hurt(a: Attack) -> bool:
    return a.injuries + a.stuns > 0


def attacker_is_hurt(a: Attack) -> bool:
    return a.attacker_injuries + a.attacker_stuns > 0


def scents_blood(a: Attack) -> bool:
    return strikes_with(a, "Blood Scent") and target_is_hurt(a)


def is_magical(a: Attack) -> bool:
    """Tough Skin and Invulnerability are no help."""
    return strikes_with(a, "Supernatural", "Godkiller", "Magic")


def is_paralyzed(a: Attack) -> bool:
    return "paralyzed" in a.target_state
