"""Shared hypothesis strategies: models and situations that can be asked about."""

from hypothesis import strategies as st
from scenarios import TRAITS

import bmg_odds as bmg
from bmg_odds.rules.edition import EDITIONS

WEAPON_TRAITS = tuple(worn.name for worn in TRAITS if worn.place == "weapon")
ATTACKER_TRAITS = tuple(worn.name for worn in TRAITS if worn.place == "attacker")
TARGET_TRAITS = tuple(worn.name for worn in TRAITS if worn.place == "target")


def some(names):
    return st.lists(st.sampled_from(names), max_size=3, unique=True).map(tuple)


@st.composite
def attackers(draw, ranged=False):
    weapon = bmg.Weapon(
        name="Club", damage=draw(st.sampled_from(["", "S", "B", "SS", "BS", "BBS"])),
        rof=draw(st.integers(0, 5)) if ranged else None, traits=draw(some(WEAPON_TRAITS)),
    )  # fmt: skip
    return bmg.Card(
        name="A", edition="revised", attack=6, strength=draw(st.integers(1, 7)),
        traits=draw(some(ATTACKER_TRAITS)), weapons=(weapon,),
    )  # fmt: skip


@st.composite
def targets(draw):
    return bmg.Card(
        name="T", edition="revised", rank="Leader", movement=draw(st.integers(0, 6)),
        defense=draw(st.integers(3, 7)), endurance=draw(st.integers(3, 9)), traits=draw(some(TARGET_TRAITS)),
    )  # fmt: skip


@st.composite
def readings(draw):
    rules = draw(st.sampled_from(["2012", "revised"]))
    options = [option for option in EDITIONS[rules].options if option.one_attack]
    changed = draw(st.lists(st.sampled_from(options), max_size=3, unique=True))
    return {"rules": rules, "reading": {o.name: draw(st.sampled_from(o.values)) for o in changed}}


@st.composite
def melees(draw):
    """Keywords of a melee attack with weapon Club."""
    return {
        "weapon": "Club",
        "ac": draw(st.integers(0, 5)),
        "dc": draw(st.integers(0, 3)),
        "outnumbered": draw(st.booleans()),
        "defensive": draw(st.booleans()),
        "grabbed": draw(st.integers(0, 3)),
        "down": draw(st.booleans()),
        "impact_bonus": draw(st.integers(-2, 2)),
        "block_bonus": draw(st.integers(-2, 2)),
        "damage_bonus": draw(st.integers(-2, 2)),
        "reroll": draw(st.lists(st.sampled_from(["impact", "block", "damage"]), max_size=2, unique=True)),
        "injuries": draw(st.integers(0, 1)),
        "stuns": draw(st.integers(0, 1)),
        **draw(readings()),
    }
