"""Folding terms into the attack record: numbers, bonuses and naturals become sets of faces (DESIGN 1)."""

from functools import cache

from bmg_odds.rules.limits import needed
from bmg_odds.rules.record import (
    ALL_DICE,
    ALL_FACES,
    COVER_BITS,
    CROSS_FIRE_BIT,
    FACES,
    MATCH_BITS,
    SAVE_BITS,
    Gate,
    Strike,
    face_set,
    faces_from,
    pack,
)
from bmg_odds.rules.situation import COVERS
from bmg_odds.rules.terms import Given, Terms

SIX = 0b100000


def strike(given: Given, terms: Terms, *, dc: int | None = None) -> Strike:
    """Return the attack record of these terms (R2.2–R2.9); `dc` where it is not the situation's."""
    situation, edition = given.situation, given.edition
    block_dice, block = _block(given, terms, situation.dc if dc is None else dc)
    armour = terms.armour + (0 if terms.pierces else terms.tough_skin)
    bonus = _damage_bonus(given, terms, geared=True) - armour
    damage = judged(_damage_number(given, terms, armoured=True), bonus)
    covers = _covers(given, terms)
    crossing = any(cover & CROSS_FIRE_BIT for cover in covers)
    return Strike(
        dice=_dice(given, terms, situation.ac or 0),
        impact=_impact(given, terms),
        impact_rerolls=ALL_DICE if "impact" in situation.reroll else terms.impact_rerolls,
        impact_spoils=terms.impact_spoils,
        block_dice=block_dice,
        block=block,
        block_rerolls=ALL_DICE if "block" in situation.reroll else terms.block_rerolls,
        block_need=terms.block_need,
        block_cap=int(edition["block_cap_at_impacts"] == "yes" and edition["block_timing"] == "after_impacts"),
        covers=pack(covers, COVER_BITS),
        dodge_dice=situation.mc + terms.free_dodges,
        dodge=_dodge(given, terms),
        dodge_rerolls=terms.dodge_rerolls,
        saves=pack([faces_from(number) for number in sorted(terms.saves)], SAVE_BITS),
        damage=damage,
        damage_rerolls=ALL_DICE if _rerolls_damage(given, terms, geared=True) else terms.damage_rerolls,
        match=_match(given, terms, damage, bonus),
        collateral=terms.collateral,
        collateral_faces=SIX if terms.collateral_six else ALL_FACES,
        collateral_reroll=int((terms.collateral_reroll or terms.collateral_luck) and not terms.collateral_six),
        critical=faces_from(min(terms.critical_from)),
        cross=judged(_damage_number(given, terms, armoured=False), _damage_bonus(given, terms, geared=False))
        if crossing
        else 0,
        cross_rerolls=ALL_DICE if crossing and _rerolls_damage(given, terms, geared=False) else 0,
        watch_blocks=int(terms.counter),
    )


def gate(given: Given, terms: Terms) -> Gate | None:
    """Return the agility roll of a Feint and the strike where it passes: one DC less. None without Feint."""
    if not terms.feint:
        return None
    movement = needed(given.attacker, "movement", "for the agility roll of Feint") + terms.attacker_movement
    passed = strike(given, terms, dc=max(0, given.situation.dc - 1))
    return Gate(ALL_FACES & ~faces_from(movement + 1), int(terms.feint_reroll), passed)


@cache
def judged(number: int, bonus: int) -> int:
    """Return the faces that succeed on an impact or damage die: natural 6, or not 1 and face + bonus ≥ number.

    >>> bin(judged(4, 1)), bin(judged(9, 0)), bin(judged(1, 0))
    ('0b111100', '0b100000', '0b111110')
    """
    return face_set([face for face in FACES if face == 6 or (face != 1 and face + bonus >= number)])


def outnumbered(given: Given, terms: Terms) -> bool:
    """Whether the target is outnumbered in effect (R2.4, R9.10)."""
    return given.situation.outnumbered and not terms.never_outnumbered


def _dice(given: Given, terms: Terms, ac: int) -> int:
    """Return the impact dice of so many AC, or of a shot (R2.2)."""
    situation, weapon = given.situation, given.weapon
    if weapon.rof is None:
        mobbed = terms.dice_if_outnumbered if outnumbered(given, terms) else 0
        return ac + terms.bonus_dice_per_pair * (ac // 2) + mobbed
    rof = weapon.rof + terms.rof
    moved = situation.moved or (situation.moves_after and given.edition["moved_counts"] == "any")
    return min(rof, terms.rof_after_moving) if moved and not terms.full_rof_after_moving else rof


def number_to_hit(given: Given, terms: Terms) -> int:
    """Return the target number of the impact roll (R2.3, R2.4): never below 1."""
    situation, edition = given.situation, given.edition
    number = needed(given.target, "defense", "to be a target") + terms.target_skills + terms.defense
    number -= terms.distract + 2 * ("paralyzed" in situation.target_state)
    if not given.ranged:
        number -= outnumbered(given, terms)
        number += situation.defensive
        number -= _grabs(situation.grabbed, edition["grabbed"])
    number = max(1, number)
    if situation.down and edition["down_target"] == "hit_on_2" and not given.ranged:
        number = min(2, number)
    return number


def _grabs(grabbers: int, reading: str) -> int:
    if reading == "per_enemy":
        return grabbers if grabbers >= 2 else 0
    return max(0, grabbers - 1)


def _impact(given: Given, terms: Terms) -> int:
    state = given.situation.attacker_state
    if "blind" in state:
        return SIX
    bonus = terms.impact_bonus + given.situation.impact_bonus - ("scared" in state)
    return judged(number_to_hit(given, terms), bonus)


def _block(given: Given, terms: Terms, dc: int) -> tuple[int, int]:
    """Return the block dice of so many DC and the faces that block (R2.5)."""
    situation, edition = given.situation, given.edition
    if not dc or terms.no_block or (situation.down and edition["down_target"] != "none"):
        return 0, 0
    dice = dc + terms.block_dice_per_pair * (dc // 2)
    if "blind" in situation.target_state:
        return dice, SIX
    number = needed(given.attacker, "attack", "for the target to block against") + terms.attack
    bonus = terms.block_bonus + situation.block_bonus - ("scared" in situation.target_state)
    natural = edition["block_natural"] == "yes"
    return dice, judged(number, bonus) if natural else faces_from(number - bonus)


def _covers(given: Given, terms: Terms) -> list[int]:
    """Return the obstacles that count; a target that crouches gets +1 at the last one (R2.6)."""
    names = given.situation.cover
    groups = []
    for place, name in enumerate(names, start=1):
        if place <= terms.covers_ignored:
            continue
        bonus = terms.cover_bonus + (given.situation.crouched and place == len(names))
        groups.append(faces_from(COVERS[name] - bonus) | (CROSS_FIRE_BIT if name == "model" else 0))
    return groups


def _dodge(given: Given, terms: Terms) -> int:
    if not given.situation.mc + terms.free_dodges:
        return 0
    movement = needed(given.target, "movement", "to dodge") + terms.target_skills + terms.dodge_movement
    return ALL_FACES & ~faces_from(movement + 1)


def _damage_bonus(given: Given, terms: Terms, *, geared: bool) -> int:
    heavy = terms.heavy and not (geared and terms.ignores_heavy)
    return terms.damage_bonus + given.situation.damage_bonus + heavy


def _rerolls_damage(given: Given, terms: Terms, *, geared: bool) -> bool:
    sharp = terms.sharp and not (geared and terms.ignores_sharp)
    return sharp or "damage" in given.situation.reroll


def _damage_number(given: Given, terms: Terms, *, armoured: bool) -> int:
    """Return the number a damage die needs: the attacker's Strength, or a fixed one (R2.8, R9.2)."""
    if terms.fixed:
        armour = terms.armour_fixed if armoured else {}
        return min(max(number, armour.get(kind, 0)) for kind, number in terms.fixed.items())
    return needed(given.attacker, "strength", "to damage")


def _match(given: Given, terms: Terms, damage: int, bonus: int) -> int:
    """Pack, for each natural face, the collateral face that knocks down with it (R2.9)."""
    edition = given.edition
    if terms.no_knock_down and not terms.attacker_large:
        return 0
    shift = bonus if edition["knockdown_face"] == "modified" else 0
    return _matching(damage, shift, edition["knockdown_match"] == "any")


@cache
def _matching(damage: int, shift: int, every: bool) -> int:
    groups = []
    for face in FACES:
        counts = every or damage >> face - 1 & 1
        groups.append(face + shift if counts and 2 <= face + shift <= 6 else 0)
    return pack(groups, MATCH_BITS)
