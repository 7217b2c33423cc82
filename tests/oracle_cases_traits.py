"""Hand-worked cases of the traits: FIGHTER hits its like on 4+, is blocked on 5+ and hurts on 4+."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from oracle import Attack, cross_fire, impacts_to_damage, outcomes
from oracle_cases import chance, fight, injuries, one_impact, stuns

Measure = Callable[[Attack], object]
Trait = tuple[str, Measure, Attack, object]


def elsewhere(a: Attack) -> Iterator[Attack]:
    """The same attack with its traits where they stand, at the other place, and at both: each counts once."""
    attacker, target = a.attacker, a.target
    attack_side = (*attacker.traits, *a.weapon_traits)
    defence_side = (*target.traits, *target.weapon_traits)
    yield a
    yield replace(
        a,
        attacker=replace(attacker, traits=attack_side),
        weapon_traits=(),
        target=replace(target, traits=(), weapon_traits=defence_side),
    )
    yield replace(
        a,
        attacker=replace(attacker, traits=attack_side),
        weapon_traits=attack_side,
        target=replace(target, traits=defence_side, weapon_traits=defence_side),
    )


def bout(*traits: str, against: tuple[str, ...] = (), damage: str = "BS", **situation: Any) -> Attack:
    """One strike, or one shot if a ROF is given, with these traits against those of the target."""
    if "rof" not in situation:
        situation = {"ac": 1, **situation}
    numbers = {name: situation.pop(name) for name in ("defense", "endurance") if name in situation}
    own = {name: situation.pop(name) for name in ("attack", "strength", "movement") if name in situation}
    if situation.get("form") == "grab":
        return fight({"traits": traits, **own}, {"traits": against, **numbers}, damage, **situation)
    return fight(own, {"traits": against, **numbers}, damage, weapon_traits=traits, **situation)


# --- what is asked -----------------------------------------------------------------------------------------


def dice(a: Attack) -> int:
    return max(impacts_to_damage(a))


def through(a: Attack) -> Fraction:
    """The chance that an impact of 1/2 is not stopped."""
    return one_impact(a) * 2


def _given_impact(a: Attack, place: int) -> Fraction:
    law = outcomes(a)
    return chance(law, lambda r: r[0] == 1 and bool(r[place])) / chance(law, lambda r: r[0] == 1)


def damage(a: Attack) -> Fraction:
    return _given_impact(a, 1)


def critical(a: Attack) -> Fraction:
    return _given_impact(a, 2)


def down(a: Attack) -> Fraction:
    return _given_impact(a, 3)


def _markers(a: Attack, damages: int, criticals: int) -> set[tuple[int, int]]:
    return {(injuries(r), stuns(r)) for r in outcomes(a) if r[:3] == (1, damages, criticals)}


def plain(a: Attack) -> set[tuple[int, int]]:
    """Injuries and Stuns of one damage success."""
    return _markers(a, 1, 0)


def special(a: Attack) -> set[tuple[int, int]]:
    """Injuries and Stuns of one damage success with a critical."""
    return _markers(a, 1, 1)


def failed(a: Attack) -> set[tuple[int, int]]:
    """Injuries and Stuns of one failed damage die."""
    return _markers(a, 0, 0)


def fates(a: Attack) -> dict[str, Fraction]:
    law = outcomes(a)
    return {status: chance(law, lambda r, s=status: r[8] == s) for status in {r[8] for r in law}}  # type: ignore[misc]


def stray(a: Attack) -> Fraction:
    """The chance of one Injury in cross fire."""
    return cross_fire(a).get(1, Fraction(0))


def sixths(faces: int) -> Fraction:
    return Fraction(faces, 6)


AGAIN = Fraction(3, 4)  # a die that passes on 4+, thrown again if it failed

# --- impact dice -------------------------------------------------------------------------------------------

IMPACT: list[Trait] = [
    ("none", one_impact, bout(), sixths(3)),
    ("Imprecise", one_impact, bout("Imprecise"), sixths(2)),
    ("Imprecise", one_impact, bout("Imprecise", rof=1), sixths(2)),
    ("Red Dot", one_impact, bout("Red Dot", rof=1), AGAIN),
    ("Red Dot", one_impact, bout("Red Dot"), sixths(3)),
    ("Red Dot", one_impact, bout("Red Dot", "Handy", rof=1), AGAIN),
    ("Master Fighter", one_impact, bout("Master Fighter", unarmed=True), sixths(4)),
    ("Master Fighter", one_impact, bout("Master Fighter", form="grab"), sixths(4)),
    ("Master Fighter", one_impact, bout("Master Fighter"), sixths(3)),
    ("Weapon Master", one_impact, bout("Weapon Master"), sixths(4)),
    ("Weapon Master", one_impact, bout("Weapon Master", unarmed=True), sixths(3)),
    ("Weapon Master", one_impact, bout("Weapon Master", form="grab"), sixths(3)),
    ("Weapon Master", one_impact, bout("Weapon Master", rof=1), sixths(3)),
    ("Weapon Master", one_impact, bout("Weapon Master (Bo)", weapon_name="Bo"), sixths(4)),
    ("Weapon Master", one_impact, bout("Weapon Master (Bo)", weapon_name="Knife"), sixths(3)),
    ("Close Combat Master", one_impact, bout("Close Combat Master", unarmed=True), AGAIN),
    ("Close Combat Master", one_impact, bout("Close Combat Master", form="grab"), AGAIN),
    ("Close Combat Master", one_impact, bout("Close Combat Master"), sixths(3)),
    ("Duelist", one_impact, bout("Duelist"), AGAIN),
    ("Duelist", one_impact, bout("Duelist", crowd=True), sixths(3)),
    ("Duelist", one_impact, bout("Duelist", rof=1), sixths(3)),
    ("Ranged Master", one_impact, bout("Ranged Master", rof=1, moved=True), sixths(4)),
    ("Ranged Master", one_impact, bout("Ranged Master"), sixths(3)),
    ("Precise Aim", one_impact, bout("Precise Aim", rof=1), sixths(5)),
    ("Precise Aim", one_impact, bout("Precise Aim", rof=1, moved=True), sixths(3)),
    ("Precise Aim", one_impact, bout("Precise Aim", rof=1, moves_after=True), sixths(3)),
    ("Precise Aim", one_impact, bout("Precise Aim"), sixths(3)),
    ("Master Marksman", one_impact, bout("Master Marksman", rof=1), AGAIN),
    ("Master Marksman", one_impact, bout("Master Marksman"), sixths(3)),
    ("OCD", one_impact, bout(use=("OCD",)), sixths(4)),
    ("OCD", one_impact, bout("OCD"), sixths(3)),
    ("Precise Blow", one_impact, bout(use=("Precise Blow",)), sixths(4)),
    ("Amazon", one_impact, bout("Amazon"), sixths(4)),
    ("Blood Scent", one_impact, bout("Blood Scent", stuns=1), sixths(4)),
    ("Blood Scent", one_impact, bout("Blood Scent", attacker_stuns=1), sixths(3)),
    ("Tension", one_impact, bout(against=("Tension",), injuries=1), sixths(2)),
    ("Tension", one_impact, bout(against=("Tension",), rof=1, stuns=1), sixths(2)),
    ("Tension", one_impact, bout(against=("Tension",), attacker_stuns=1), sixths(3)),
    ("Titan Dose", one_impact, bout(target_use=("Titan Dose",)), sixths(2)),
    ("Titan Dose", one_impact, bout(use=("Titan Dose",)), sixths(3)),
    ("Distract", one_impact, bout(use=("Distract",)), sixths(4)),
    ("Distract", one_impact, bout(use=("Distract",), rof=1), sixths(4)),
    ("Demential Laugh", one_impact, bout(use=("Demential Laugh",)), sixths(4)),
    ("Demential Laugh", one_impact, bout(use=("Demential Laugh", "Distract")), sixths(4)),
    ("Confusion", one_impact, bout(use=("Confusion",)), sixths(4)),
    ("Confusion", one_impact, bout(use=("Confusion", "Distract")), sixths(5)),
    # 2 − 1 − 1 − 1 stays 1, and 1 + 3 is reached by a 4
    (
        "never below 1",
        one_impact,
        bout(defense=2, use=("Confusion", "Distract"), outnumbered=True, impact_bonus=-3),
        sixths(3),
    ),
    ("paralyzed", one_impact, bout(target_state=("paralyzed",), dc=3), sixths(5)),
    ("scared", one_impact, bout(attacker_state=("scared",)), sixths(2)),
    ("scared", one_impact, bout(target_state=("scared",)), sixths(3)),
    ("blind", one_impact, bout(attacker_state=("blind",), impact_bonus=4), sixths(1)),
    ("blind", one_impact, bout("Handy", attacker_state=("blind",)), Fraction(11, 36)),
    ("Luck (impact)", one_impact, bout(use=("Luck (impact)",)), AGAIN),
    ("Luck (impact)", one_impact, bout("Handy", use=("Luck (impact)",)), AGAIN),
    # two dice: 1/4 both; 1/2 one, and half of the rerolls pass; 1/4 none, the same
    (
        "Luck (impact)",
        impacts_to_damage,
        bout(ac=2, use=("Luck (impact)",)),
        {2: Fraction(1, 2), 1: Fraction(3, 8), 0: Fraction(1, 8)},
    ),
    # three dice, two rerolls: none is left in 1/8 · 1/4; all in 1/8 + 3/8 · 1/2 + 3/8 · 1/4
    (
        "Luck (impact) and Red Dot",
        lambda a: (impacts_to_damage(a)[0], impacts_to_damage(a)[3]),
        bout("Red Dot", rof=3, use=("Luck (impact)",)),
        (Fraction(1, 32), Fraction(13, 32)),
    ),
    ("Luck (hit)", one_impact, bout(target_use=("Luck (hit)",)), Fraction(1, 4)),
    # thrown again by the target in 1/2, by the attacker in 1/2
    ("Luck (hit)", one_impact, bout("Handy", target_use=("Luck (hit)",)), Fraction(1, 4) + Fraction(1, 4)),
    (
        "Luck (hit)",
        impacts_to_damage,
        bout(ac=2, target_use=("Luck (hit)",)),
        {2: Fraction(1, 8), 1: Fraction(3, 8), 0: Fraction(1, 2)},
    ),
    ("Assault", dice, bout("Assault (3)", rof=4, moved=True), 3),
    ("Assault", dice, bout("Assault (3)", rof=2, moved=True), 2),
    ("Assault", dice, bout("Assault (3)", rof=4), 4),
    ("Throwing", dice, bout("Throwing", rof=3, moved=True), 3),
    ("Rapid Fire", dice, bout("Rapid Fire", rof=2), 3),
    ("Rapid Fire", dice, bout("Rapid Fire", rof=2, moved=True), 1),
    ("Rapid Fire", dice, bout("Rapid Fire", "Throwing", rof=2, moved=True), 3),
    ("Rapid Fire", dice, bout("Rapid Fire", "Assault (2)", rof=2, moved=True), 2),
    ("Rapid Fire", dice, bout("Rapid Fire", "Assault (3)", rof=2, moved=True), 3),
    ("Rapid Fire", dice, bout("Rapid Fire", ac=2), 2),
    ("Multifire", dice, bout("Multifire", rof=2), 4),
    ("Multifire", dice, bout("Multifire", "Throwing", rof=2, moves_after=True), 2),
    ("Mobster", dice, bout("Mobster", ac=2, outnumbered=True), 3),
    ("Mobster", dice, bout("Mobster", ac=2), 2),
    ("Mobster", dice, bout("Mobster", against=("Martial Artist",), ac=2, outnumbered=True), 2),
    ("Mobster", dice, bout("Mobster", rof=2, outnumbered=True), 2),
    ("Mobster", dice, bout("Mobster", "Combo (Bo)", weapon_name="Bo", ac=2, outnumbered=True), 4),
]

# --- block dice --------------------------------------------------------------------------------------------

BLOCK: list[Trait] = [
    ("none", through, bout(dc=1), sixths(4)),
    ("Protective", through, bout(against=("Protective",), dc=1), sixths(3)),
    ("Protecting", through, bout(against=("Protecting", "Protective"), dc=1), sixths(3)),
    ("Amazon", through, bout(against=("Amazon",), dc=1), sixths(3)),
    ("Cybernetic", through, bout(against=("Cybernetic",), dc=1), sixths(3)),
    ("Cybernetic", through, bout(against=("Cybernetic", "Amazon"), dc=1), sixths(2)),
    ("One-Armed", through, bout(against=("One-Armed",), dc=1), sixths(5)),
    ("Unstoppable", through, bout(use=("Unstoppable",), dc=2), Fraction(32, 36)),
    ("Unstoppable", through, bout("Crushing", use=("Unstoppable",), dc=2), Fraction(32, 36)),
    ("Sneak Attack", through, bout(use=("Sneak Attack",), dc=3), Fraction(1)),
    # Movement 4: it works in 4/6, and then no die is left
    ("Feint", through, bout(use=("Feint",), dc=1), sixths(4) + sixths(2) * sixths(4)),
    ("Feint", through, bout("Reflexes", use=("Feint",), dc=1), Fraction(8, 9) + Fraction(1, 9) * sixths(4)),
    ("Feint", through, bout(use=("Feint",), movement=6, dc=2), sixths(4)),
    ("Feint", through, bout(use=("Feint", "Titan Dose"), movement=5, dc=2), sixths(5)),
    # two DC of Sustained Defense are three dice, one is one
    (
        "Feint",
        through,
        bout(against=("Sustained Defense",), use=("Feint",), dc=2),
        sixths(4) * sixths(4) + sixths(2) * sixths(4) ** 3,
    ),
    ("Tension", through, bout("Tension", dc=1, attacker_injuries=1), sixths(5)),
    ("Tension", through, bout("Tension", dc=1, stuns=1), sixths(4)),
    ("Titan Dose", through, bout(use=("Titan Dose",), dc=1), sixths(5)),
    ("Confusion", through, bout(target_use=("Confusion",), dc=1), sixths(3)),
    ("Luck (block)", through, bout(target_use=("Luck (block)",), dc=1), sixths(4) ** 2),
    ("Luck (block)", through, bout(target_use=("Luck (block)",), dc=2), sixths(4) ** 3),
    (
        "Luck (block)",
        through,
        bout(against=("Defensive",), target_use=("Luck (block)",), dc=1),
        sixths(4) ** 2,
    ),
    ("scared", through, bout(target_state=("scared",), dc=1), sixths(5)),
    ("blind", through, bout(target_state=("blind",), dc=1, block_bonus=4), sixths(5)),
    ("blind", through, bout(target_state=("blind",), dc=1, attack=7), sixths(5)),
]

# --- covers, dodging, saves --------------------------------------------------------------------------------

DODGE, BRACELETS = ("Dodge",), ("Bracelets of Submission",)

COVER: list[Trait] = [
    ("Shooter", through, bout("Shooter", rof=1, cover=("solid", "light")), sixths(5)),
    ("Shooter", through, bout("Shooter", rof=1, cover=("solid",), crouched=True), Fraction(1)),
    ("Shooter", through, bout("Shooter", rof=1, cover=("solid", "light"), crouched=True), sixths(4)),
    ("Sharpshooter", through, bout("Sharpshooter", rof=1, cover=("solid", "light")), Fraction(1)),
    ("Gas", through, bout("Gas", rof=1, cover=("solid", "light")), Fraction(1)),
    ("Expert Marksman", through, bout("Expert Marksman", rof=1, cover=("solid",)), sixths(4)),
    ("Expert Marksman", through, bout("Expert Marksman", rof=1, cover=("light",)), Fraction(1)),
    ("Expert Marksman", through, bout("Expert Marksman", rof=1, cover=("light",), crouched=True), sixths(5)),
    ("Acrobat", through, bout(against=("Acrobat",), rof=1, mc=1), sixths(2)),
    ("Acrobat", through, bout(against=("Acrobat", "Dodge"), rof=1, mc=1), sixths(2)),
    ("Accurate", through, bout("Accurate", against=DODGE, rof=1, mc=1), sixths(3)),
    ("Reflexes", through, bout(against=("Dodge", "Reflexes"), rof=1, mc=1), sixths(2) ** 2),
    ("Bracelets", through, bout(against=BRACELETS, rof=1), sixths(2)),
    ("Bracelets", through, bout(against=(*BRACELETS, "Dodge"), rof=1, mc=1), sixths(2) ** 2),
    ("Bracelets", through, bout(against=BRACELETS), Fraction(1)),
    # Defense 5 and Movement 5
    (
        "Titan Dose",
        one_impact,
        bout(against=DODGE, rof=1, mc=1, target_use=("Titan Dose",)),
        sixths(2) * sixths(1),
    ),
    ("paralyzed", one_impact, bout(against=DODGE, rof=1, mc=1, target_state=("paralyzed",)), sixths(5)),
    (
        "paralyzed",
        one_impact,
        bout(against=BRACELETS, rof=1, target_state=("paralyzed",)),
        sixths(5) * sixths(2),
    ),
    ("Energy Field", through, bout(against=("Energy Field",), rof=1), sixths(4)),
    ("Energy Field", through, bout(against=("Energy Field",)), Fraction(1)),
]

# --- damage dice -------------------------------------------------------------------------------------------

DAMAGE: list[Trait] = [
    ("none", damage, bout(), sixths(3)),
    ("Beam", damage, bout("Beam"), sixths(5)),
    ("Beam", damage, bout("Beam", against=("Bulletproof Vest",)), sixths(5)),
    ("Mechanic", damage, bout("Mechanic"), sixths(4)),
    ("Bot", damage, bout("Beam", against=("Bot",)), sixths(3)),
    ("Bot", damage, bout("Firearm", against=("Bot",)), sixths(3)),
    ("Bot", damage, bout("Mechanical", against=("Bot",), strength=2), sixths(3)),
    ("Bot", damage, bout(against=("Bot",), strength=3), sixths(4)),
    ("Light Armor", damage, bout(against=("Light Armor",)), sixths(2)),
    ("Medium Armor", damage, bout(against=("Medium Armor",), strength=3), sixths(2)),
    ("Heavy Armor", damage, bout(against=("Heavy Armor",), strength=2), sixths(2)),
    ("Tough Skin", damage, bout(against=("Tough Skin", "Light Armor"), strength=3), sixths(2)),
    ("Supernatural", damage, bout("Supernatural", against=("Tough Skin",)), sixths(3)),
    ("Godkiller", damage, bout("Godkiller", against=("Tough Skin",)), sixths(3)),
    ("Magic", damage, bout("Magic", against=("Tough Skin", "Light Armor")), sixths(2)),
    ("Amazon", damage, bout(against=("Amazon",)), sixths(2)),
    ("Obsessive", damage, bout(use=("Obsessive",)), sixths(4)),
    ("Obsessive", damage, bout("Obsessive"), sixths(3)),
    ("Devastating Blow", damage, bout(use=("Devastating Blow",)), sixths(4)),
    ("Venom Dose", damage, bout(use=("Venom Dose",)), sixths(4)),
    ("Venom Dose", damage, bout(use=("Venom Dose",), unarmed=True), Fraction(8, 9)),
    ("Venom Dose", damage, bout(use=("Venom Dose",), form="grab"), Fraction(8, 9)),
    ("Venom Dose", damage, bout(use=("Venom Dose",), rof=1), sixths(3)),
    ("Blood Scent", damage, bout("Blood Scent", injuries=1), sixths(4)),
    ("Hockey Gear", damage, bout("Sharp", "Heavy", against=("Hockey Gear",)), sixths(4)),
    ("Football Gear", damage, bout("Sharp", "Heavy", against=("Football Gear",)), sixths(3)),
    ("Catcher Gear", damage, bout("Sharp", "Heavy", against=("Catcher Gear",)), AGAIN),
    ("Luck (damage)", damage, bout(use=("Luck (damage)",)), AGAIN),
    ("Luck (damage)", damage, bout("Sharp", use=("Luck (damage)",)), AGAIN),
    ("Luck (damage)", damage, bout("Sharp", against=("Hockey Gear",), use=("Luck (damage)",)), AGAIN),
]

# --- collateral dice ---------------------------------------------------------------------------------------

COLLATERAL: list[Trait] = [
    ("Critical Strike", critical, bout(use=("Critical Strike",)), sixths(3)),
    ("Critical Strike", critical, bout("Brutal", use=("Critical Strike",)), sixths(3)),
    ("Critical Strike", down, bout(use=("Critical Strike",)), sixths(1)),
    # as worked out for Brutal
    ("Precise Blow", critical, bout(use=("Precise Blow",)), Fraction(31, 216)),
    ("Precise Blow", down, bout(use=("Precise Blow",)), Fraction(53, 216)),
    ("Luck (collateral)", critical, bout(use=("Luck (collateral)",)), Fraction(31, 216)),
    ("Luck (collateral)", down, bout("Brutal", use=("Luck (collateral)",)), Fraction(53, 216)),
    ("Power Strike", down, bout(use=("Power Strike",)), Fraction(1)),
    ("Power Strike", critical, bout(use=("Power Strike",)), Fraction(3, 36)),
    # a success, or a failed 2 or 3 that is matched
    ("Technique", down, bout(use=("Technique",)), sixths(3) + Fraction(2, 36)),
    ("Huge", down, bout(against=("Huge",)), Fraction(0)),
    ("Huge", down, bout(against=("Huge",), use=("Power Strike", "Technique")), Fraction(0)),
    ("Huge", down, bout("Large", against=("Huge",)), Fraction(5, 36)),
    ("Huge", down, bout("Huge", against=("Huge",)), Fraction(5, 36)),
    ("Huge", down, bout(against=("Huge",), rof=1), Fraction(5, 36)),
    # thrown again on every face but a 6 after a success
    ("Huge", critical, bout("Brutal", against=("Huge",)), sixths(3) * Fraction(11, 36)),
]
