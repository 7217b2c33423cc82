"""Folding terms into the attack record: numbers, bonuses and naturals become sets of faces (DESIGN 1)."""

from bmg_odds.rules.harm import Harm
from bmg_odds.rules.limits import needed
from bmg_odds.rules.record import (
    ALL_DICE,
    ALL_FACES,
    COVER_BITS,
    CROSS_FIRE_BIT,
    FACES,
    MATCH_BITS,
    SAVE_BITS,
    Strike,
    face_set,
    faces_from,
    pack,
)
from bmg_odds.rules.situation import COVERS
from bmg_odds.rules.terms import Given, Terms


def strike(given: Given, terms: Terms) -> Strike:
    """Return the attack record of these terms (R2.2–R2.9)."""
    situation, edition = given.situation, given.edition
    block_dice, block = _block(given, terms)
    bonus = terms.damage_bonus + situation.damage_bonus
    damage_rerolls = ALL_DICE if "damage" in situation.reroll else terms.damage_rerolls
    open_number = _damage_number(given, terms, armoured=False)
    damage = judged(_damage_number(given, terms, armoured=True), bonus - terms.armour)
    takes_cross_fire = "model" in situation.cover
    return Strike(
        dice=_dice(given, terms),
        impact=_impact(given, terms),
        impact_rerolls=ALL_DICE if "impact" in situation.reroll else terms.impact_rerolls,
        block_dice=block_dice,
        block=block,
        block_rerolls=ALL_DICE if "block" in situation.reroll else terms.block_rerolls,
        block_need=terms.block_need,
        block_cap=int(
            edition["block_cap_at_impacts"] == "yes" and edition["block_timing"] == "after_impacts"
        ),
        covers=_covers(given),
        dodge_dice=situation.mc,
        dodge=_dodge(given, terms),
        dodge_rerolls=0,
        saves=pack([faces_from(number) for number in sorted(terms.saves)], SAVE_BITS),
        damage=damage,
        damage_rerolls=damage_rerolls,
        match=_match(given, damage, bonus - terms.armour),
        collateral=terms.collateral,
        collateral_faces=ALL_FACES,
        collateral_reroll=int(terms.collateral_reroll),
        critical=faces_from(min(terms.critical_from)),
        cross=judged(open_number, bonus) if takes_cross_fire else 0,
        cross_rerolls=damage_rerolls if takes_cross_fire else 0,
    )


def judged(number: int, bonus: int) -> int:
    """Return the faces that succeed on an impact or damage die: natural 6, or not 1 and face + bonus ≥ number.

    >>> bin(judged(4, 1)), bin(judged(9, 0)), bin(judged(1, 0))
    ('0b111100', '0b100000', '0b111110')
    """
    return face_set([face for face in FACES if face == 6 or (face != 1 and face + bonus >= number)])


def _dice(given: Given, terms: Terms) -> int:
    situation, weapon = given.situation, given.weapon
    ac = situation.ac or 0
    if weapon.rof is None:
        return ac + terms.bonus_dice_per_pair * (ac // 2)
    moved = situation.moved or (situation.moves_after and given.edition["moved_counts"] == "any")
    return min(weapon.rof, 1) if moved else weapon.rof


def number_to_hit(given: Given, terms: Terms) -> int:
    """Return the target number of the impact roll (R2.3, R2.4): never below 1."""
    situation, edition = given.situation, given.edition
    number = needed(given.target, "defense", "to be a target") + terms.target_skills + terms.defense
    if not given.ranged:
        number -= situation.outnumbered and not terms.never_outnumbered
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
    return judged(number_to_hit(given, terms), terms.impact_bonus + given.situation.impact_bonus)


def _block(given: Given, terms: Terms) -> tuple[int, int]:
    """Return block dice and the faces that block (R2.5)."""
    situation, edition = given.situation, given.edition
    dc = situation.dc
    if not dc or (situation.down and edition["down_target"] != "none"):
        return 0, 0
    number = needed(given.attacker, "attack", "for the target to block against") + terms.attack
    bonus = terms.block_bonus + situation.block_bonus
    if edition["block_natural"] == "yes":
        faces = judged(number, bonus)
    else:
        faces = faces_from(number - bonus)
    return dc + terms.block_dice_per_pair * (dc // 2), faces


def _covers(given: Given) -> int:
    """Pack the obstacles; a target that crouches gets +1 at the last one (R2.6)."""
    names = given.situation.cover
    groups = []
    for place, name in enumerate(names, start=1):
        crouched = given.situation.crouched and place == len(names)
        groups.append(faces_from(COVERS[name] - crouched) | (CROSS_FIRE_BIT if name == "model" else 0))
    return pack(groups, COVER_BITS)


def _dodge(given: Given, terms: Terms) -> int:
    if not given.situation.mc:
        return 0
    movement = needed(given.target, "movement", "to dodge") + terms.target_skills
    return ALL_FACES & ~faces_from(movement + 1)


def _damage_number(given: Given, terms: Terms, *, armoured: bool) -> int:
    """Return the number a damage die needs: the attacker's Strength, or a fixed one (R2.8, R9.2)."""
    if terms.fixed:
        armour = terms.armour_fixed if armoured else {}
        return min(max(number, armour.get(kind, 0)) for kind, number in terms.fixed.items())
    return needed(given.attacker, "strength", "to damage")


def _match(given: Given, damage: int, bonus: int) -> int:
    """Pack, for each natural face, the collateral face that knocks down with it (R2.9)."""
    edition = given.edition
    shift = bonus if edition["knockdown_face"] == "modified" else 0
    groups = []
    for face in FACES:
        counts = edition["knockdown_match"] == "any" or damage >> face - 1 & 1
        groups.append(face + shift if counts and 2 <= face + shift <= 6 else 0)
    return pack(groups, MATCH_BITS)


def harm(given: Given, terms: Terms) -> Harm:
    """Return how this attack's successes become markers (R2.8–R2.11, R9.6)."""
    injuries, stuns = given.weapon.injuries, given.weapon.stuns
    if terms.kevlar and injuries + stuns > 1:
        injuries, stuns = (injuries - 1, stuns) if injuries else (injuries, stuns - 1)
    critical = _critical(given, terms)
    situation = given.situation
    return Harm(
        injuries=injuries,
        stuns=stuns,
        scratch=given.edition["scratch"] if given.ranged else "off",
        critical_injuries=critical[0],
        critical_stuns=critical[1],
        endurance=needed(given.target, "endurance", "to be a target"),
        held_injuries=situation.injuries,
        held_stuns=situation.stuns,
        replace_stuns=given.edition["surplus_injuries"] == "replace_stuns",
    )


def _critical(given: Given, terms: Terms) -> tuple[int, int]:
    """Return the markers of one critical: a Stun, or the CRT, or the better of both (reading crt)."""
    stun = (0, 1)
    if not terms.crt:
        return stun
    crt = (sum(one[0] for one in terms.crt), sum(one[1] for one in terms.crt))
    if given.edition["crt"] == "choice":
        return max(crt, stun, key=lambda markers: (sum(markers), markers[0]))
    return crt


def effects(given: Given, terms: Terms) -> tuple[tuple[str, str], ...]:
    """Return the effects that are no markers, sorted, each with the event that brings it (R2.12, R9.11)."""
    found = set(terms.effects)
    if given.situation.form == "grab":
        found.add(("immobilised", "damage"))
    if given.situation.form == "push":
        found.add(("displaced", "damage"))
    if _critical(given, terms) != (0, 1) or given.edition["crt"] == "replaces":
        found.update((name, "critical") for name in terms.crt_effects)
    return tuple(sorted(found))


def notes(given: Given, terms: Terms) -> tuple[str, ...]:
    """Return plain sentences on what was asked and had no effect, or was filled in."""
    situation, edition, target = given.situation, given.edition, given.target.name
    found = []
    if situation.outnumbered and terms.never_outnumbered:
        found.append(f"{target} is never outnumbered (Martial Artist).")
    if situation.down and edition["down_target"] == "none":
        found.append("Being down changes no die under this reading (down_target=none).")
    elif situation.down and situation.dc:
        found.append(f"{target} is down and does not block (down_target={edition['down_target']}).")
    if situation.moves_after and edition["moved_counts"] == "before":
        found.append("Moving after the shot does not cost the ROF (moved_counts=before).")
    return tuple(found)
