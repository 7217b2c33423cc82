"""The third edition's markers: what the hits inflict, what traits leave of it, what the card shows (R7.4)."""

from __future__ import annotations

from oracle_markers import award
from oracle_third_dice import Hits
from oracle_third_words import (
    Clash3,
    effort_stuns,
    is_unarmed,
    scents_blood,
    strikes_with,
    striking,
    uses,
    wears,
    worn,
)
from oracle_words import arguments

Outcome3 = tuple[int, int, bool, int, int, int, int, str]
"""Hits, criticals, knocked down, Injuries and Stuns inflicted, the same on the card, status."""


def _invulnerabilities(c: Clash3) -> list[int]:
    return [int(markers) for markers in arguments(worn(c), "Invulnerability")]


def _markers_per_hit(c: Clash3) -> tuple[int, int]:
    """The weapon's markers, less one for Kevlar Vest, less those that Invulnerability ignores."""
    injuries, stuns = c.damage.count("B"), c.damage.count("S")
    if wears(c, "Kevlar Vest") and injuries + stuns > 1:
        if injuries > 0:
            injuries -= 1
        else:
            stuns -= 1
    left = ("B" * injuries + "S" * stuns)[sum(_invulnerabilities(c)) :]
    return left.count("B"), left.count("S")


def critical_effects(c: Clash3) -> list[str]:
    """What every CRT in force writes: letters of markers, or the name of an effect."""
    effects = arguments(striking(c), "CRT")
    effects += ["b" * int(times) for times in arguments(striking(c), "Bleed")]
    effects += ["s" * int(times) for times in arguments(striking(c), "Blunt")]
    if strikes_with(c, "Electric"):
        effects.append("stunned")
    if scents_blood(c):
        effects.append("b")
    if uses(c, "Devastating Blow"):
        effects.append("b")
    if uses(c, "Deadly Strike"):
        effects.append("casualty")
    if is_unarmed(c):
        if uses(c, "Bonebreaker"):
            effects.append("bb")
        if uses(c, "KaPow!!!"):
            effects.append("sss")
    return effects


def _markers_per_critical(c: Clash3) -> tuple[int, int]:
    if _invulnerabilities(c):
        return 0, 0
    letters = "".join(effect for effect in critical_effects(c) if set(effect) <= {"b", "s"})
    return letters.count("b"), letters.count("s")


def _inflicted(c: Clash3, hits: int, criticals: int, failed: int) -> tuple[int, int]:
    """Injuries and Stuns of the whole attack, before Endurance."""
    per_hit, per_critical = _markers_per_hit(c), _markers_per_critical(c)
    times = min(hits, 1) if strikes_with(c, "Limited Attack") else hits
    injuries = times * per_hit[0] + criticals * per_critical[0]
    stuns = times * per_hit[1] + criticals * per_critical[1]
    if strikes_with(c, "Caustic"):
        injuries += failed
    ignored = (1 if wears(c, "Large") else 0) + (2 if wears(c, "Huge") else 0)
    stuns -= min(stuns, ignored)
    if wears(c, "Hardened") and injuries > 0:
        injuries, stuns = injuries - 1, stuns + 1
    return injuries, stuns


def _falls(c: Clash3, hits: int, criticals: int) -> bool:
    if uses(c, "Power Strike") and hits > 0:
        return True
    return criticals > 0 and not critical_effects(c) and not strikes_with(c, "Limited Attack")


def settle(c: Clash3, left: Hits, failed: int) -> Outcome3:
    """The whole outcome, once all dice lie on the table."""
    criticals, hits, endurance = left[2], sum(left), c.target.endurance
    dealt = _inflicted(c, hits, criticals, failed)
    before = award(c.injuries, c.stuns, new_injuries=0, new_stuns=effort_stuns(c), endurance=endurance)
    injuries, stuns, status = award(
        before[0], before[1], new_injuries=dealt[0], new_stuns=dealt[1], endurance=endurance
    )
    if criticals > 0 and "casualty" in critical_effects(c) and not _invulnerabilities(c):
        status = "casualty"
    return hits, criticals, _falls(c, hits, criticals), *dealt, injuries, stuns, status
