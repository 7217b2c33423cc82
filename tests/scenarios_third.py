"""Third-edition attacks small enough to enumerate: readings, Efforts, every trait and every pair of traits."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import Any

from oracle_third import READINGS3, Clash3, Model3
from scenarios import Worn, _at

from bmg_odds import Card, Weapon
from bmg_odds.answers.ask import question
from bmg_odds.rules.question import Question

FIGHTER = Model3(attack=3, strength=4, defense=3, endurance=6)
VICTIM = Model3(attack=3, strength=4, defense=3, endurance=5)
ARMED = Clash3(FIGHTER, VICTIM, "BBS", weapon_name="Club", injuries=1, attacker_injuries=1)
UNARMED = replace(ARMED, unarmed=True, weapon_name="fists", damage="BS", attacker_efforts=1, target_efforts=1)
SHOT = Clash3(FIGHTER, VICTIM, "BS", rof=2, stuns=1, attacker_stuns=1)
MOVED = replace(SHOT, rof=4, moved=True, beyond_range=True, damage="BB")
BASES = (ARMED, UNARMED, SHOT, MOVED)

TRAITS = (
    *_at("weapon", "Handy", "Sharp", "Heavy", "Firearm", "Beam", "Mechanical", "Overwhelming", "Crushing",
         "Devastating", "Imprecise", "Accurate", "Red Dot", "Assault", "Throwing", "Aim", "Bleed (2)", "Blunt (2)",
         "CRT (BB)", "CRT (SSS)", "CRT (Stunned)", "CRT (Casualty)", "Caustic", "Small Caliber", "High Caliber",
         "Limited Attack", "Electric", "Gas"),
    *_at("attacker", "Combo (Club)", "Combo (Unarmed)", "Master Fighter", "Weapon Master", "Close Combat Master",
         "Duelist", "Ranged Master", "Precise Aim", "Master Marksman", "Brutal", "Martial Expert", "Tension",
         "Blood Scent", "Amazon"),
    *_at("target", "Kevlar Vest", "Hardened", "Light Armor", "Medium Armor", "Heavy Armor", "Tough Skin",
         "Bulletproof Vest", "Bot", "Bat-Armor Mk I", "Bat-Armor Mk II", "Bat-Armor Mk III",
         "Ballistic Bat-Armor", "Energy Field", "Power Armor", "Amazon", "Invulnerability (1)",
         "Sustained Defense", "Cybernetic", "One-Armed", "Reflexes", "Hockey Gear", "Football Gear",
         "Catcher Gear", "Large", "Huge", "Tension", "Boy Wonder", "Dodge"),
    *_at("carried", "Defensive", "Protective"),
    *_at("use", "Rapid Fire", "Multifire", "Mobster", "Obsessive", "OCD", "Devastating Blow", "Precise Blow",
         "Power Strike", "Deadly Strike", "Bonebreaker", "KaPow!!!", "Critical Strike", "Unstoppable",
         "Venom Dose", "Titan Dose", "Distract", "Confusion", "Luck (impact)", "Luck (damage)"),
    *_at("target_use", "Titan Dose", "Confusion", "Luck (block)"),
    *_at("attacker_state", "scared", "blind"),
    *_at("target_state", "scared", "blind", "paralyzed"),
)  # fmt: skip

MELEE_USES = {
    "Devastating Blow", "Precise Blow", "Power Strike", "Deadly Strike", "Bonebreaker", "KaPow!!!",
    "Critical Strike", "Unstoppable",
}  # fmt: skip


def wear(clash: Clash3, *worn: Worn) -> Clash3:
    """The attack with these traits where they belong."""
    for name, place in worn:
        if place == "weapon":
            clash = replace(clash, weapon_traits=(*clash.weapon_traits, name))
        elif place in ("attacker", "target"):
            model = getattr(clash, place)
            clash = replace(clash, **{place: replace(model, traits=(*model.traits, name))})
        elif place == "carried":
            carried = (*clash.target.weapon_traits, name)
            clash = replace(clash, target=replace(clash.target, weapon_traits=carried))
        else:
            clash = replace(clash, **{place: (*getattr(clash, place), name)})
    return clash


def possible(clash: Clash3, *worn: Worn) -> bool:
    if {Worn("Luck (impact)", "use"), Worn("Luck (damage)", "use")} <= set(worn):
        return False  # once a round
    return clash.rof is None or not {name for name, place in worn if place == "use"} & MELEE_USES


def readings() -> Iterator[Clash3]:
    """Every value and every pair of values of the readings, with Efforts, on every base."""
    efforts = (replace(base, attacker_efforts=2, target_efforts=1) for base in (ARMED, UNARMED))
    down = (replace(base, down=True, target_efforts=0) for base in BASES)
    for base in (*BASES, *efforts, *down):
        for one, two in combinations([name for name in READINGS3 if name != "ko_recovery"], 2):
            for first, second in product(READINGS3[one], READINGS3[two]):
                chosen = {one: first, two: second}
                if base.rof is not None and chosen.get("ranged_efforts") == "both":
                    base = replace(base, attacker_efforts=1)  # noqa: PLW2901
                elif base.rof is not None:
                    base = replace(base, attacker_efforts=0)  # noqa: PLW2901
                yield replace(base, readings=chosen)


def efforts() -> Iterator[Clash3]:
    """Every pair of Efforts that both may make."""
    for target, attacker in product(range(4), range(4)):
        yield replace(ARMED, attacker_efforts=attacker, target_efforts=target)
        yield replace(ARMED, attacker_efforts=attacker, target_efforts=target, stuns=1, damage="S")


def singles() -> Iterator[Clash3]:
    for base, worn in product(BASES, TRAITS):
        if possible(base, worn):
            yield wear(base, worn)


def fresh() -> Iterator[Clash3]:
    """Every trait where nobody has a marker but those that Efforts put there."""
    base = replace(ARMED, injuries=0, attacker_injuries=0, attacker_efforts=1, target_efforts=1)
    for stuns, worn in product(READINGS3["effort_stuns"], TRAITS):
        if possible(base, worn):
            yield wear(replace(base, readings={"effort_stuns": stuns}), worn)


def pairs(base: Clash3) -> Iterator[Clash3]:
    for pair in combinations(TRAITS, 2):
        if possible(base, *pair):
            yield wear(base, *pair)


def asked(clash: Clash3) -> Question:
    """The same attack as a question to the package."""
    traits = (*clash.weapon_traits, "Unarmed") if clash.unarmed else clash.weapon_traits
    weapon = Weapon(name=clash.weapon_name, damage=clash.damage, rof=clash.rof, traits=traits)
    options: dict[str, Any] = {
        name: getattr(clash, name)
        for name in (
            "attacker_efforts", "target_efforts", "beyond_range", "moved", "down", "crowd", "impact_bonus",
            "block_bonus", "damage_bonus", "reroll", "injuries", "stuns", "attacker_injuries", "attacker_stuns",
            "use", "target_use", "attacker_state", "target_state",
        )
    }  # fmt: skip
    return question(
        _card("A", clash.attacker, clash.use, weapon),
        _card("T", clash.target, clash.target_use, Weapon(name="carried", traits=clash.target.weapon_traits)),
        weapon=clash.weapon_name,
        rules="third",
        reading=clash.readings,
        **options,
    )


def _card(name: str, model: Model3, use: tuple[str, ...], weapon: Weapon) -> Card:
    bearing = (*model.traits, *(text.split(" (")[0] for text in use))
    return Card(
        name=name, edition="third", attack=model.attack, strength=model.strength, defense=model.defense,
        endurance=model.endurance, traits=bearing, weapons=(weapon,),
    )  # fmt: skip
