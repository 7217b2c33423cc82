"""The witness's markers: what the dice deal, what traits leave of it, what the card shows (R2.8 to R2.11)."""

from __future__ import annotations

from fractions import Fraction

from oracle_dice import FACES, merge, then
from oracle_words import (
    Attack,
    arguments,
    has,
    is_grab,
    is_magical,
    is_ranged,
    is_unarmed,
    number,
    reading,
    scents_blood,
    strikes_with,
    striking,
    target_uses,
    uses,
    wears,
    worn,
)

Outcome = tuple[int, int, int, bool, int, int, int, int, str]
"""Impacts, damages, criticals, knocked down, Injuries and Stuns inflicted, the same on the card, status."""

UNARMED_PROFILES = {"Steel Hands": "SSS", "Claws": "BS", "Retractable Claws": "BS", "Reinforced Gloves": "SS"}

# --- what the dice deal ------------------------------------------------------------------------------------


def _weapon_damage(a: Attack) -> str:
    if not is_grab(a):
        return a.damage
    if reading(a, "grab_damage") == "basic":
        return "S"
    own = [letters for name, letters in UNARMED_PROFILES.items() if has(a.attacker.traits, name)]
    return max(own, key=lambda letters: (len(letters), letters.count("B")), default="S")


def _markers_per_damage(a: Attack) -> tuple[int, int]:
    """R2.8 and R9.6: Injuries and Stuns of one damage success."""
    letters = _weapon_damage(a)
    injuries, stuns = letters.count("B"), letters.count("S")
    if wears(a, "Kevlar Vest") and injuries + stuns > 1:
        if injuries > 0:
            injuries -= 1
        else:
            stuns -= 1
    return injuries, stuns


def _critical_effects(a: Attack) -> list[str]:
    """What every CRT in force writes: letters of markers, or the name of an effect."""
    effects = arguments(striking(a), "CRT")
    effects += ["b" * int(times) for times in arguments(striking(a), "Bleed")]
    effects += ["s" * int(times) for times in arguments(striking(a), "Blunt")]
    if strikes_with(a, "Electric"):
        effects.append("stunned")
    if scents_blood(a):
        effects.append("b")
    if uses(a, "Devastating Blow"):
        effects.append("b")
    if uses(a, "Deadly Strike"):
        effects.append("casualty")
    if is_unarmed(a):
        if uses(a, "Bonebreaker"):
            effects.append("bb")
        if strikes_with(a, "KaPow!!!"):
            effects.append("sss")
    return effects


def _markers_per_critical(a: Attack) -> tuple[int, int]:
    """R2.9: one Stun, or what the CRTs in force say instead, added up; an effect is no marker (R9.11)."""
    effects = _critical_effects(a)
    if not effects:
        return 0, 1
    special = (0, 0)
    for effect in effects:
        if effect and set(effect) <= {"b", "s"}:
            special = (special[0] + effect.count("b"), special[1] + effect.count("s"))
    if reading(a, "crt") == "choice" and "casualty" not in effects:
        return max(special, (0, 1), key=lambda markers: (sum(markers), markers[0]))
    return special


def _failed_damage(a: Attack, impacts: int, damages: int) -> tuple[int, int]:
    """R2.10: Injuries and Stuns for impacts that failed their damage roll."""
    if strikes_with(a, "Caustic"):
        return impacts - damages, 0
    way = reading(a, "scratch")
    if not is_ranged(a) or strikes_with(a, "Gas") or way == "off":
        return 0, 0
    if way == "always":
        return 0, impacts
    if way == "per_attack":
        return 0, 1 if impacts > 0 and damages == 0 else 0
    return 0, impacts - damages


def dealt_by_dice(a: Attack, impacts: int, damages: int, criticals: int) -> tuple[int, int]:
    """Injuries and Stuns of the whole attack, before anything of the target's that acts once a round."""
    per_damage, per_critical = _markers_per_damage(a), _markers_per_critical(a)
    more_injuries, more_stuns = _failed_damage(a, impacts, damages)
    return (
        damages * per_damage[0] + criticals * per_critical[0] + more_injuries,
        damages * per_damage[1] + criticals * per_critical[1] + more_stuns,
    )


def removes(a: Attack, criticals: int) -> bool:
    """Whether a critical removes the target, whatever its markers (CRT Casualty; Invulnerability is immune)."""
    return criticals > 0 and "casualty" in _critical_effects(a) and invulnerability(a) == 0


# --- what the target's traits leave ------------------------------------------------------------------------


def invulnerability(a: Attack) -> int:
    """Markers that Invulnerability ignores; different numbers add up (R9.3)."""
    if is_magical(a):
        return 0
    ignored = sum(int(markers) for markers in arguments(worn(a), "Invulnerability"))
    if wears(a, "Titan Berserk") and target_uses(a, "Titan Dose"):
        ignored += 3
    return ignored


def _inflicted(a: Attack, injuries: int, stuns: int) -> tuple[int, int]:
    """The markers in the order of awarding: the first ones ignored, then the first Injury a Stun."""
    markers = "B" * injuries + "S" * stuns
    markers = markers[invulnerability(a) + (3 if wears(a, "Power Armor") else 0) :]
    if wears(a, "Hardened"):
        markers = markers.replace("B", "S", 1)
    return markers.count("B"), markers.count("S")


# --- what the card shows -----------------------------------------------------------------------------------


def award(
    injuries: int, stuns: int, *, new_injuries: int, new_stuns: int, endurance: int, replace: bool = True
) -> tuple[int, int, str]:
    """R2.11: the card after an attack, marker by marker, all Injuries first; and its status."""
    for _ in range(new_injuries):
        if injuries + stuns < endurance:
            injuries += 1
        elif stuns > 0 and replace:
            stuns -= 1
            injuries += 1
    for _ in range(new_stuns):
        if injuries + stuns < endurance:
            stuns += 1
    return injuries, stuns, _status(injuries, stuns, endurance)


def _status(injuries: int, stuns: int, endurance: int) -> str:
    if injuries >= endurance:
        return "casualty"
    return "ko" if injuries + stuns >= endurance else "up"


def fates(a: Attack, before: str, status: str) -> dict[str, Fraction]:
    """The status after the coin of Judgment and then the die of Survivor."""
    half, sixth = Fraction(1, 2), Fraction(1, 6)

    def judged(now: str) -> dict[str, Fraction]:
        if now != "ko" or before == "ko" or not strikes_with(a, "Judgment"):
            return {now: Fraction(1)}
        return {"ko": half, "casualty": half}

    def survives(now: str) -> dict[str, Fraction]:
        if now != "casualty" or before == "casualty" or not wears(a, "Survivor"):
            return {now: Fraction(1)}
        return merge(("ko" if face >= 5 else "casualty", sixth) for face in FACES)

    return then(judged(status), survives)


def settle(a: Attack, impacts: int, damages: int, criticals: int, down: bool) -> dict[Outcome, Fraction]:
    """Law of the whole outcome, once all dice of the attack lie on the table."""
    endurance = number(a.target.endurance, "the target's Endurance")
    dealt = _inflicted(a, *dealt_by_dice(a, impacts, damages, criticals))
    injuries, stuns, status = award(
        a.injuries,
        a.stuns,
        new_injuries=dealt[0],
        new_stuns=dealt[1],
        endurance=endurance,
        replace=reading(a, "surplus_injuries") == "replace_stuns",
    )
    if removes(a, criticals):
        status = "casualty"
    before = _status(a.injuries, a.stuns, endurance)
    return {
        (impacts, damages, criticals, down, *dealt, injuries, stuns, fate): chance
        for fate, chance in fates(a, before, status).items()
    }
