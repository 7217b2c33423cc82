"""Hand-worked cases of the third edition: plain clashes with one kind of die at work, and what changes them.

`MELEE` and `SHOT` have two attack dice that succeed on 4+ and no other die that counts; `STRENGTH` has nothing
but one Strength die, 4+; in `DEFENCE` four attack dice always succeed against one defence die, 4+.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from oracle_third import Clash3, Model3, Outcome3

Law = Mapping[Outcome3, Fraction]
Measure = Callable[[Law], Fraction]
Change = dict[str, Any]
Case = tuple[Clash3, Change, Measure, Fraction | int]

F = Fraction
NEVER = 20

MELEE = Clash3(Model3(2, NEVER, 3, 6), Model3(4, 4, 5, 9), "S", down=True)
SHOT = Clash3(Model3(9, NEVER, 3, 6), Model3(4, 4, 4, 9), "S", rof=2)
STRENGTH = Clash3(Model3(0, 4, 3, 6), Model3(4, 4, NEVER, 9), "S", down=True)
STRENGTH_SHOT = replace(STRENGTH, rof=0)
DEFENCE = Clash3(Model3(4, NEVER, 3, 6), Model3(4, 4, 1, 9), "S")
# A sure critical and nothing else; two sure attack hits and nothing else.
CRITICAL = replace(STRENGTH, attacker=Model3(0, 1, 3, 6), use=("Critical Strike",))
TWO_HITS = replace(SHOT, target=Model3(4, 4, 1, 9))


def altered(clash: Clash3, change: Change) -> Clash3:
    """The clash with other values; `traits`, `target_traits`, `strength` and the like reach into the cards."""
    values = dict(change)
    cards: dict[str, Any] = {"attacker": clash.attacker, "target": clash.target}
    for key in list(values):
        side, name = ("target", key[7:]) if key.startswith("target_") else ("attacker", key)
        if name in ("attack", "strength", "defense", "endurance", "traits"):
            cards[side] = replace(cards[side], **{name: values.pop(key)})
    if "target_weapons" in values:
        cards["target"] = replace(cards["target"], weapon_traits=values.pop("target_weapons"))
    if "use" in values:
        values["use"] = (*clash.use, *values["use"])
    return replace(clash, **cards, **values)


def mean(place: int) -> Measure:
    return lambda law: sum((F(int(result[place])) * chance for result, chance in law.items()), F(0))


def status(word: str) -> Measure:
    return lambda law: sum((chance for result, chance in law.items() if result[7] == word), F(0))


hits, criticals, knocked_down, injuries, stuns, card_injuries, card_stuns = (mean(place) for place in range(7))


def weapon(*traits: str) -> Change:
    return {"weapon_traits": traits}


def has(*traits: str) -> Change:
    return {"traits": traits}


def target(*traits: str) -> Change:
    return {"target_traits": traits}


def use(*names: str) -> Change:
    return {"use": names}


def target_use(*names: str) -> Change:
    return {"target_use": names}


def reading(name: str, value: str) -> Change:
    return {"readings": {name: value}}


NO_STRENGTH = target("Bat-Armor Mk I")


# Two dice at 4+: a mean of 1 hit; at 3+ 4/3, at 5+ 2/3, at 2+ 5/3; three dice 3/2, one die 1/2.
# All failures again: 2 * 3/4. One failure again: 1 + (1 - 1/4) * 1/2 = 11/8.
# All successes again: 2 * 1/4. One success again: 1 - (1 - 1/4) * 1/2 = 5/8.
ATTACK_DICE: list[Case] = [
    (MELEE, {}, hits, 1),
    (SHOT, {}, hits, 1),
    *((clash, {"impact_bonus": 1}, hits, F(4, 3)) for clash in (MELEE, SHOT)),
    (MELEE, {"impact_bonus": -1}, hits, F(2, 3)),
    # natural_rolls
    (MELEE, {"target_defense": 8}, hits, 0),
    (MELEE, {"target_defense": 8} | NO_STRENGTH | reading("natural_rolls", "on"), hits, F(1, 3)),
    (MELEE, {"target_defense": 1}, hits, 2),
    (MELEE, {"target_defense": 1} | NO_STRENGTH | reading("natural_rolls", "on"), hits, F(5, 3)),
    (SHOT, {"impact_bonus": 9} | NO_STRENGTH | reading("natural_rolls", "on"), hits, F(5, 3)),
    # rerolls
    *((clash, weapon("Handy"), hits, F(3, 2)) for clash in (MELEE, SHOT)),
    (MELEE, weapon("Handy") | target("Boy Wonder"), hits, 1),
    (MELEE, {"reroll": ("impact",)} | target("Boy Wonder"), hits, F(3, 2)),
    (MELEE, weapon("Handy") | {"reroll": ("impact",)}, hits, F(3, 2)),
    (MELEE, {"reroll": ("block", "damage")}, hits, 1),
    (MELEE, has("Close Combat Master"), hits, 1),
    (MELEE, has("Close Combat Master") | {"unarmed": True}, hits, F(3, 2)),
    (MELEE, has("Duelist"), hits, F(3, 2)),
    (MELEE, has("Duelist") | {"crowd": True}, hits, 1),
    (SHOT, has("Duelist"), hits, 1),
    (SHOT, has("Master Marksman"), hits, F(3, 2)),
    (MELEE, has("Master Marksman"), hits, 1),
    (SHOT, weapon("Red Dot"), hits, F(11, 8)),
    (MELEE, weapon("Red Dot"), hits, 1),
    (MELEE, use("Luck (impact)"), hits, F(11, 8)),
    (SHOT, weapon("Red Dot") | use("Luck (impact)"), hits, F(3, 2)),
    # spoiled; a die that was thrown again stays: 2 * (1/2 * 1/2 + 1/2 * 1/2)
    (SHOT, target("Reflexes"), hits, F(1, 2)),
    (MELEE, target("Reflexes"), hits, 1),
    (SHOT, target("Reflexes") | weapon("Handy"), hits, 1),
    *((clash, target_use("Luck (hit)"), hits, F(5, 8)) for clash in (MELEE, SHOT)),
    (MELEE, target_use("Luck (hit)") | weapon("Handy"), hits, F(9, 8)),
    (SHOT, target("Reflexes") | target_use("Luck (hit)"), hits, F(1, 2)),
    # results
    (MELEE, weapon("Imprecise"), hits, F(2, 3)),
    (MELEE, weapon("Accurate"), hits, F(4, 3)),
    (MELEE, weapon("Accurate", "Imprecise"), hits, 1),
    (SHOT, weapon("Aim"), hits, F(4, 3)),
    (SHOT, weapon("Aim") | {"moved": True}, hits, F(1, 2)),
    (MELEE, weapon("Aim"), hits, 1),
    (SHOT, has("Precise Aim"), hits, F(5, 3)),
    (SHOT, has("Precise Aim") | {"moved": True}, hits, F(1, 2)),
    (SHOT, has("Ranged Master"), hits, F(4, 3)),
    (MELEE, has("Ranged Master"), hits, 1),
    (MELEE, has("Master Fighter"), hits, 1),
    (MELEE, has("Master Fighter") | {"unarmed": True}, hits, F(4, 3)),
    (MELEE, has("Weapon Master"), hits, F(4, 3)),
    (MELEE, has("Weapon Master") | {"unarmed": True}, hits, 1),
    (SHOT, has("Weapon Master"), hits, 1),
    (MELEE, has("Weapon Master (Knife)") | {"weapon_name": "Knife"}, hits, F(4, 3)),
    (MELEE, has("Weapon Master (Knife)") | {"weapon_name": "Bat"}, hits, 1),
    *((clash, has("Amazon"), hits, F(4, 3)) for clash in (MELEE, SHOT)),
    (MELEE, has("Blood Scent"), hits, 1),
    (MELEE, has("Blood Scent") | {"stuns": 1}, hits, F(4, 3)),
    (MELEE, has("Blood Scent") | {"injuries": 1}, hits, F(4, 3)),
    (MELEE, use("OCD"), hits, F(4, 3)),
    (MELEE, use("Precise Blow"), hits, F(4, 3)),
    (MELEE, use("OCD", "Precise Blow"), hits, F(5, 3)),
    (MELEE, {"attacker_state": ("scared",)}, hits, F(2, 3)),
    (MELEE, {"attacker_state": ("paralyzed",)}, hits, 1),
    (MELEE, {"attacker_state": ("blind",)} | NO_STRENGTH, hits, F(1, 3)),
    (MELEE, {"attacker_state": ("blind",)}, hits, F(1, 2)),
    (MELEE, {"attacker_state": ("blind",), "impact_bonus": 3} | NO_STRENGTH, hits, F(1, 3)),
    # Combo: a third hit when both succeed, 1/4
    (MELEE, has("Combo (Knife)") | {"weapon_name": "Knife"}, hits, F(5, 4)),
    (MELEE, has("Combo (Knife)") | {"weapon_name": "Bat"}, hits, 1),
    (MELEE, has("Combo (Unarmed)") | {"unarmed": True}, hits, F(5, 4)),
    (SHOT, has("Combo (Knife)") | {"weapon_name": "Knife"}, hits, 1),
    # the target's Defense
    (MELEE, use("Distract"), hits, F(4, 3)),
    (MELEE, use("Confusion"), hits, F(4, 3)),
    (MELEE, use("Distract", "Confusion"), hits, F(5, 3)),
    (MELEE, {"target_state": ("paralyzed",)}, hits, F(5, 3)),
    (SHOT, {"down": True}, hits, F(4, 3)),
    (SHOT, {"target_state": ("paralyzed",), "down": True} | use("Distract", "Confusion"), hits, 2),
    (SHOT, {"target_state": ("paralyzed",), "target_defense": 1, "impact_bonus": -1}, hits, F(5, 3)),
    (SHOT, target_use("Titan Dose"), hits, F(2, 3)),
    (SHOT, target("Tension") | {"injuries": 1}, hits, F(2, 3)),
    (SHOT, target("Tension") | {"stuns": 1}, hits, 1),
    # numbers of dice
    (MELEE, use("Titan Dose"), hits, F(3, 2)),
    (SHOT, use("Titan Dose"), hits, 1),
    (MELEE, has("Tension") | {"attacker_injuries": 1}, hits, F(3, 2)),
    (MELEE, has("Tension") | {"attacker_stuns": 1}, hits, 1),
    (SHOT, has("Tension") | {"attacker_injuries": 1}, hits, 1),
    (MELEE, target_use("Confusion"), hits, F(1, 2)),
    (SHOT, target_use("Confusion"), hits, 1),
    (MELEE, use("Mobster"), hits, F(3, 2)),
    (SHOT, use("Mobster"), hits, 1),
    (SHOT, use("Rapid Fire"), hits, F(3, 2)),
    (SHOT, use("Rapid Fire", "Multifire"), hits, 2),
    (MELEE, use("Rapid Fire", "Multifire"), hits, 1),
    (SHOT, {"moved": True}, hits, F(1, 2)),
    (MELEE, {"moved": True, "beyond_range": True}, hits, 1),
    (SHOT, {"moved": True} | weapon("Throwing"), hits, 1),
    (SHOT, {"moved": True} | weapon("Assault"), hits, F(2, 3)),
    (SHOT, {"moved": True} | weapon("Assault (2)"), hits, F(2, 3)),
    (SHOT, weapon("Assault"), hits, 1),
    (SHOT, {"beyond_range": True}, hits, F(1, 2)),
    (SHOT, {"beyond_range": True, "moved": True}, hits, 0),
    (SHOT, {"beyond_range": True} | weapon("Small Caliber"), hits, 0),
    (SHOT, weapon("Small Caliber"), hits, 1),
    (SHOT, {"beyond_range": True, "moved": True} | weapon("Small Caliber") | use("Rapid Fire"), hits, 0),
    *((clash, target("Light Armor"), hits, F(1, 2)) for clash in (MELEE, SHOT)),
    (MELEE, target("Medium Armor"), hits, 0),
    (MELEE, target("Heavy Armor"), hits, 0),
    (MELEE, target("Heavy Armor") | {"attack": 4}, hits, F(1, 2)),
    (MELEE, target("Heavy Armor") | {"attacker_efforts": 2}, hits, F(1, 2)),  # one floor, at the end
    *((SHOT, target(f"{kind} Armor") | weapon("Gas"), hits, 1) for kind in ("Light", "Medium", "Heavy")),
    *((MELEE, target(kind), hits, F(1, 2)) for kind in ("Power Armor", "Amazon")),
    (MELEE, target("Power Armor") | weapon("Gas"), hits, F(1, 2)),
    (SHOT, target("Bulletproof Vest"), hits, 1),
    (SHOT, target("Bot"), hits, 1),
    *((SHOT, target("Bot") | weapon(kind), hits, F(1, 2) + chance)
      for kind, chance in (("Firearm", F(5, 6)), ("Beam", F(5, 6)), ("Mechanical", F(2, 3)))),
    (SHOT, target("Bulletproof Vest") | weapon("Firearm"), hits, F(1, 2) + F(5, 6)),
    (SHOT, target("Bulletproof Vest") | weapon("Beam"), hits, 1 + F(5, 6)),
    (SHOT, target("Bulletproof Vest", "Bot") | weapon("Firearm"), hits, F(5, 6)),
    (SHOT, target("Ballistic Bat-Armor"), hits, F(1, 2)),
    (MELEE, target("Ballistic Bat-Armor"), hits, 1),
    # no effect
    *((clash, weapon("High Caliber", "Light", "Reach"), hits, 1) for clash in (MELEE, SHOT)),
    *((clash, use("Lethal Blow", "Technique"), hits, 1) for clash in (MELEE, SHOT)),
    # Energy Field: two thirds of the hits get through
    (SHOT, target("Energy Field"), hits, F(2, 3)),
    (MELEE, target("Energy Field"), hits, 1),
]  # fmt: skip

# One die at 4+: 1/2; at 3+ 2/3, at 5+ 1/3; two dice twice as much; failures again 3/4.
STRENGTH_DICE: list[Case] = [
    *((clash, {}, hits, F(1, 2)) for clash in (STRENGTH, STRENGTH_SHOT)),
    (STRENGTH, {}, criticals, F(1, 6)),
    (STRENGTH, {}, knocked_down, F(1, 6)),
    (STRENGTH, {}, stuns, F(1, 2)),
    (STRENGTH, {"strength": 8}, hits, 0),
    (STRENGTH, {"strength": 8}, criticals, 0),
    (STRENGTH, {"strength": 8} | reading("natural_rolls", "on"), hits, F(1, 6)),
    (STRENGTH, {"strength": 8} | reading("natural_rolls", "on"), criticals, F(1, 6)),
    (STRENGTH, {"strength": 1}, hits, 1),
    (STRENGTH, {"strength": 1} | reading("natural_rolls", "on"), hits, F(5, 6)),
    (STRENGTH, {"damage_bonus": 1}, hits, F(2, 3)),
    (STRENGTH, {"damage_bonus": -3}, criticals, 0),
    (STRENGTH, {"reroll": ("damage",)}, hits, F(3, 4)),
    (STRENGTH, {"reroll": ("damage",)}, criticals, F(1, 4)),
    (STRENGTH, {"reroll": ("impact", "block")}, hits, F(1, 2)),
    (STRENGTH, weapon("Sharp"), hits, F(3, 4)),
    *((STRENGTH, weapon("Sharp") | target(gear), hits, chance) for gear, chance in (
        ("Hockey Gear", F(1, 2)), ("Football Gear", F(1, 2)), ("Catcher Gear", F(3, 4)))),
    (STRENGTH, weapon("Heavy"), hits, F(2, 3)),
    *((STRENGTH, weapon("Heavy") | target(gear), hits, chance) for gear, chance in (
        ("Hockey Gear", F(2, 3)), ("Football Gear", F(1, 2)), ("Catcher Gear", F(1, 2)))),
    (STRENGTH, weapon("Firearm"), hits, F(5, 6)),
    (STRENGTH, weapon("Beam"), hits, F(5, 6)),
    (STRENGTH, weapon("Mechanical"), hits, F(2, 3)),
    (STRENGTH, weapon("Mechanical") | {"strength": 2}, hits, F(2, 3)),
    (STRENGTH, weapon("Mechanical", "Beam"), hits, F(5, 6)),
    (STRENGTH, weapon("Firearm") | {"damage_bonus": -1}, hits, F(2, 3)),
    (STRENGTH, weapon("Devastating"), hits, 1),
    (STRENGTH, weapon("Devastating"), criticals, F(1, 3)),
    (STRENGTH, weapon("Devastating"), knocked_down, F(11, 36)),
    (STRENGTH, weapon("Devastating", "Sharp"), hits, F(3, 2)),
    (STRENGTH, weapon("Devastating") | use("Luck (damage)"), hits, F(11, 8)),
    (STRENGTH, use("Luck (damage)"), hits, F(3, 4)),
    (STRENGTH, use("Luck (damage)") | weapon("Sharp"), hits, F(3, 4)),
    (STRENGTH, weapon("Electric"), hits, F(1, 2)),
    *((STRENGTH, weapon("Electric") | target(kind), hits, F(3, 4)) for kind in ("Bot", "Cybernetic")),
    (STRENGTH, has("Amazon"), hits, F(2, 3)),
    (STRENGTH, has("Blood Scent"), hits, F(1, 2)),
    (STRENGTH, has("Blood Scent") | {"stuns": 1}, hits, F(2, 3)),
    (STRENGTH, use("Obsessive"), hits, F(2, 3)),
    (STRENGTH, use("Devastating Blow"), hits, F(2, 3)),
    (STRENGTH, use("Precise Blow"), hits, F(3, 4)),
    (STRENGTH, use("Venom Dose"), hits, F(2, 3)),
    (STRENGTH_SHOT, use("Venom Dose"), hits, F(1, 2)),
    (STRENGTH, use("Titan Dose") | {"attack": -1}, hits, F(1, 2)),
    (STRENGTH, {"attacker_state": ("scared",)}, hits, F(1, 3)),
    (STRENGTH, {"attacker_state": ("blind",), "damage_bonus": 3}, hits, F(1, 6)),
    (STRENGTH, {"attacker_state": ("blind",)} | weapon("Firearm"), hits, F(1, 6)),
    (STRENGTH, {"attacker_state": ("blind",)} | has("Martial Expert"), criticals, F(1, 6)),
    (STRENGTH, {"down": False, "target_state": ("scared", "blind")}, hits, F(1, 2)),
    # criticals
    (STRENGTH, has("Brutal"), criticals, F(1, 3)),
    (STRENGTH, has("Martial Expert"), criticals, F(1, 2)),
    (STRENGTH, has("Martial Expert", "Brutal"), criticals, F(1, 2)),
    (STRENGTH, has("Martial Expert") | {"strength": 6}, criticals, F(1, 6)),
    (STRENGTH, has("Brutal") | {"damage_bonus": 2}, criticals, F(1, 3)),  # the natural face counts
    (STRENGTH, use("Critical Strike"), criticals, 1),
    (STRENGTH, use("Critical Strike"), knocked_down, 1),
    (STRENGTH, use("Critical Strike") | weapon("Devastating"), criticals, 2),
    (STRENGTH, use("Critical Strike") | weapon("Sharp") | {"strength": 7}, hits, 0),
    (STRENGTH, use("Critical Strike") | {"strength": 7, "damage_bonus": 1}, criticals, 1),
    # the target
    (STRENGTH, target("Tough Skin"), hits, F(1, 3)),
    (STRENGTH, target("Tough Skin") | weapon("Firearm"), hits, F(2, 3)),
    *((STRENGTH, target(armour) | weapon("Devastating"), hits, 0)
      for armour in ("Bat-Armor Mk I", "Bat-Armor Mk III", "Bat-Armor Mk 3", "Ballistic Bat-Armor")),
    (STRENGTH, target("Bat-Armor Mk II"), hits, F(1, 6)),
    (STRENGTH, target("Bat-Armor Mk II") | {"damage_bonus": 3}, hits, F(1, 6)),
    (STRENGTH, target("Bat-Armor Mk II") | {"strength": 7}, hits, 0),
    (STRENGTH, target("Bat-Armor Mk II") | {"strength": 7} | reading("natural_rolls", "on"), hits, F(1, 6)),
    (STRENGTH, target("Bat-Armor Mk II") | weapon("Sharp"), hits, F(11, 36)),
    (STRENGTH, target("Bat-Armor Mk II") | has("Martial Expert"), criticals, F(1, 6)),
    (STRENGTH, target("Bat-Armor Mk II") | {"attacker_state": ("blind",)}, hits, F(1, 6)),
    (STRENGTH_SHOT, target("Energy Field"), hits, F(1, 3)),
    (STRENGTH_SHOT, target("Energy Field"), criticals, F(1, 9)),
    (STRENGTH, target("Energy Field"), hits, F(1, 2)),
    (STRENGTH, target("Invulnerability (1)", "Huge", "Hardened", "Kevlar Vest", "Heavy Armor"), hits, F(1, 2)),
]  # fmt: skip

# Four hits less one at 4+: 7/2; at 3+ 10/3, at 5+ 11/3, at 2+ 19/6; again 13/4; two dice 3.
DEFENCE_DICE: list[Case] = [
    (DEFENCE, {}, hits, F(7, 2)),
    (DEFENCE, {"target_defense": 2, "impact_bonus": 1}, hits, 3),
    (DEFENCE, {"block_bonus": 1}, hits, F(10, 3)),
    (DEFENCE, {"attack": 7}, hits, 7),
    # nothing is there to cancel when all seven show a 1
    (DEFENCE, {"attack": 7} | NO_STRENGTH | reading("natural_rolls", "on"), hits,
     7 * F(5, 6) - F(1, 6) * (1 - F(1, 6) ** 7)),
    (DEFENCE, {"attack": 1}, hits, 0),
    # a hit on 2+ that meets a natural 1
    (DEFENCE, {"attack": 1} | NO_STRENGTH | reading("natural_rolls", "on"), hits, F(5, 36)),
    (DEFENCE, {"reroll": ("block",)}, hits, F(13, 4)),
    (DEFENCE, {"target_weapons": ("Defensive",)}, hits, F(13, 4)),
    (DEFENCE, weapon("Defensive", "Protective"), hits, F(7, 2)),
    (DEFENCE, target_use("Luck (block)"), hits, F(13, 4)),
    (DEFENCE, target_use("Luck (block)") | {"target_defense": 2, "impact_bonus": 1}, hits, 4 - F(11, 8)),
    (DEFENCE, {"target_weapons": ("Protective",)}, hits, F(10, 3)),
    (DEFENCE, target("Protecting"), hits, F(10, 3)),
    (DEFENCE, target("Cybernetic"), hits, F(10, 3)),
    (DEFENCE, target("One-Armed"), hits, F(11, 3)),
    (DEFENCE, target("Amazon"), hits, F(7, 3)),  # one attack die fewer
    (DEFENCE, weapon("Overwhelming"), hits, F(11, 3)),
    (DEFENCE, {"target_state": ("scared",)}, hits, F(11, 3)),
    (DEFENCE, {"target_state": ("blind",), "block_bonus": 2}, hits, 4 - F(1, 6)),
    # the number to defend is the attacker's Attack
    (DEFENCE, use("Titan Dose"), hits, 5 - F(1, 3)),
    (DEFENCE, has("Tension") | {"attacker_injuries": 1}, hits, 5 - F(1, 3)),
    (DEFENCE, target_use("Confusion"), hits, 3 - F(2, 3)),
    (DEFENCE, use("Mobster"), hits, F(9, 2)),
    (DEFENCE, {"attacker_efforts": 2}, hits, F(11, 2)),
    # the number of dice is the target's Defense
    (DEFENCE, target_use("Titan Dose") | {"impact_bonus": 1}, hits, 3),
    (DEFENCE, target("Tension") | {"injuries": 1, "impact_bonus": 1}, hits, 3),
    (DEFENCE, {"target_defense": 2} | use("Distract"), hits, F(7, 2)),
    (DEFENCE, {"target_defense": 2} | use("Confusion"), hits, F(7, 2)),
    (DEFENCE, {"target_defense": 3, "target_state": ("paralyzed",)}, hits, F(7, 2)),
    (DEFENCE, {"target_state": ("paralyzed",)}, hits, F(7, 2)),
    (DEFENCE, {"target_defense": 2, "down": True}, hits, 4),
    (DEFENCE, use("Sneak Attack"), hits, F(7, 2)),
    # two defence dice at 4+: both 1/4, one 1/2
    *((DEFENCE, change | {"target_defense": 2, "impact_bonus": 1}, hits, F(15, 4))
      for change in (weapon("Crushing"), use("Unstoppable"), weapon("Crushing") | use("Unstoppable"))),
    (DEFENCE, weapon("Crushing"), hits, 4),
    (DEFENCE, target("Sustained Defense"), hits, F(7, 2)),
    (DEFENCE, target("Sustained Defense") | {"target_defense": 2, "impact_bonus": 1}, hits, F(11, 4)),
    # three at 4+: 1 success 3/8, 2 successes 3/8 count 3, 3 successes 1/8 count 4; by two 0, 1, 2
    (DEFENCE, target("Sustained Defense") | {"target_defense": 3, "impact_bonus": 2}, hits, 2),
    (DEFENCE, target("Sustained Defense") | {"target_defense": 3, "impact_bonus": 2} | weapon("Crushing"),
     hits, 4 - F(5, 8)),
    # the Strength die is not cancelled, but for Tough Skin in melee, which is cancelled first
    (DEFENCE, {"strength": 1}, hits, F(9, 2)),
    (DEFENCE, {"strength": 1, "attack": 1}, hits, 1),
    (DEFENCE, {"strength": 1, "attack": 1}, criticals, F(1, 6)),
    (DEFENCE, {"strength": 1, "attack": 1} | target("Tough Skin"), hits, F(5, 6)),  # it cancels one of both
    (DEFENCE, {"strength": 1, "attack": 1} | target("Tough Skin"), criticals, 0),
    (DEFENCE, {"strength": 1} | target("Tough Skin") | use("Critical Strike"), criticals, F(1, 2)),
    # of two Strength dice the one cancel takes a critical, so one is left when both show a 6
    (DEFENCE, {"strength": 1, "attack": 1} | target("Tough Skin") | weapon("Devastating"), criticals, F(1, 36)),
    # Combo before the defence: four successes are six
    (DEFENCE, has("Combo (Knife)") | {"weapon_name": "Knife"}, hits, F(11, 2)),
    # shots
    (DEFENCE, {"rof": 2}, hits, 2),
    (DEFENCE, {"rof": 2} | reading("ranged_defence", "yes"), hits, F(3, 2)),
    (DEFENCE, {"rof": 2} | reading("ranged_defence", "yes") | use("Titan Dose"), hits, F(5, 3)),
    (DEFENCE, {"rof": 2, "down": True} | reading("ranged_defence", "yes"), hits, 2),
    (DEFENCE, {"rof": 0, "strength": 1, "damage_bonus": 1} | target("Tough Skin")
     | reading("ranged_defence", "yes"), hits, 1),
]  # fmt: skip
