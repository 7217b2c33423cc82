"""Folding the terms of a third-edition attack into its record and into what its hits do to a card (R7)."""

from dataclasses import dataclass

from bmg_odds.rules.clash import Clash
from bmg_odds.rules.clash_terms import ClashTerms
from bmg_odds.rules.fold import SIX, judged
from bmg_odds.rules.harm import Deal, Harm
from bmg_odds.rules.limits import needed
from bmg_odds.rules.record import ALL_DICE, ALL_FACES, SAVE_BITS, faces_from, pack
from bmg_odds.rules.terms import Given


def clash(given: Given, terms: ClashTerms) -> Clash:
    """Return the attack record of these terms (R7.1–R7.7)."""
    situation = given.situation
    handy = terms.handy and not terms.no_attack_rerolls_of_handy
    sharp = terms.sharp and not terms.ignores_sharp
    electric = terms.electric and (terms.bot or terms.cybernetic)
    return Clash(
        dice=_dice(given, terms),
        hit=_faces(given, defense(given, terms), terms.attack_bonus + situation.impact_bonus, attacker=True),
        hit_rerolls=ALL_DICE if handy or "impact" in situation.reroll else terms.attack_rerolls,
        hit_spoils=terms.attack_spoils,
        combo=int(terms.combo),
        defence_dice=_defence_dice(given, terms),
        defence=_defence(given, terms),
        defence_rerolls=ALL_DICE if "block" in situation.reroll else terms.defence_rerolls,
        defence_need=terms.defence_need,
        sustained=int(terms.sustained),
        saves=pack([faces_from(number) for number in sorted(terms.saves)], SAVE_BITS),
        strength_dice=0 if terms.no_strength_die else terms.strength_dice,
        strength=_strength(given, terms),
        strength_faces=SIX if terms.strength_six else ALL_FACES,
        strength_rerolls=ALL_DICE if sharp or electric or "damage" in situation.reroll else terms.strength_rerolls,
        strength_defended=int(terms.strength_defended),
        critical=faces_from(min(terms.critical_from)),
    )


def attack(given: Given, terms: ClashTerms) -> int:
    """Return the attacker's Attack as a characteristic (R7.7)."""
    return max(0, needed(given.attacker, "attack", "to attack and to be defended against") + terms.attack)


def defense(given: Given, terms: ClashTerms) -> int:
    """Return the target's Defense as a characteristic, never below 1 (R7.5, R7.7)."""
    situation = given.situation
    number = needed(given.target, "defense", "to be a target") + terms.defense - situation.down
    return max(1, number - 2 * ("paralyzed" in situation.target_state))


def _dice(given: Given, terms: ClashTerms) -> int:
    situation = given.situation
    dice = terms.attack_dice - (0 if terms.gas else terms.armour_dice)
    dice += situation.attacker_efforts - situation.target_efforts
    if given.weapon.rof is None:
        return max(0, attack(given, terms) + terms.melee_dice + dice)
    dice += given.weapon.rof + terms.ranged_dice
    dice -= situation.moved and not terms.no_moving_loss
    return max(0, dice - terms.beyond_loss * situation.beyond_range)


def _defence_dice(given: Given, terms: ClashTerms) -> int:
    barred = given.situation.down or (given.ranged and given.edition["ranged_defence"] == "no")
    return 0 if barred else defense(given, terms)


def _faces(given: Given, number: int, bonus: int, *, attacker: bool) -> int:
    """Return the faces that reach a number: natural 1 and 6 only under their reading, states first (R7.9)."""
    state = given.situation.attacker_state if attacker else given.situation.target_state
    if "blind" in state:
        return SIX
    bonus -= "scared" in state
    return judged(number, bonus) if given.edition["natural_rolls"] == "on" else faces_from(number - bonus)


def _defence(given: Given, terms: ClashTerms) -> int:
    bonus = terms.defence_bonus + given.situation.block_bonus
    return _faces(given, attack(given, terms), bonus, attacker=False)


def _strength(given: Given, terms: ClashTerms) -> int:
    number = min(terms.fixed.values()) if terms.fixed else needed(given.attacker, "strength", "to damage")
    heavy = terms.heavy and not terms.ignores_heavy
    bonus = terms.strength_bonus + given.situation.damage_bonus + heavy
    faces = _faces(given, number, bonus, attacker=True)
    return faces & SIX if terms.natural_six_only else faces


@dataclass(frozen=True)
class ClashHarm(Harm):
    """How the hits of a clash become markers (R7.4); its table has the axes of `clash_shape`.

    >>> ClashHarm(injuries=1, stuns=1, endurance=9).deal((0, 2, 1, 1, 0))[:6]
    (3, 3, 1, True, 3, 3)
    """

    critical_stuns: int = 0
    critical_downs: bool = True
    """Whether a critical knocks down: not where a CRT replaces it (R7.4)."""
    limited: bool = False
    """Whether the markers are inflicted once, whatever the hits (Limited Attack)."""
    stuns_ignored: int = 0
    """Stuns of the whole attack that the target ignores (Large, Huge)."""

    def deal(self, key: tuple[int, int, int, int, int]) -> Deal:
        """Return what a cell of the clash's joint table comes to."""
        failed, attack_hits, strength_hits, criticals, _ = key
        hits = attack_hits + strength_hits
        times = min(hits, 1) if self.limited else hits
        injuries = times * self.injuries + criticals * self.critical_injuries
        stuns = times * self.stuns + criticals * self.critical_stuns
        if self.scratch == "caustic":
            injuries += failed
        stuns = max(0, stuns - self.stuns_ignored)
        if self.hardened and injuries:
            injuries, stuns = injuries - 1, stuns + 1
        down = self.knocked_down(hits, hits, criticals > 0 and self.critical_downs)
        return Deal(hits, hits, criticals, down, injuries, stuns, False)


def clash_harm(given: Given, terms: ClashTerms) -> ClashHarm:
    """Return how this attack's hits become markers (R7.1, R7.4, R7.5)."""
    injuries, stuns = given.weapon.injuries, given.weapon.stuns
    if terms.kevlar and injuries + stuns > 1:
        injuries, stuns = (injuries - 1, stuns) if injuries else (injuries, stuns - 1)
    ignored = min(injuries, terms.invulnerable)
    injuries, stuns = injuries - ignored, max(0, stuns - (terms.invulnerable - ignored))
    immune = terms.invulnerable > 0
    situation = given.situation
    endurance = needed(given.target, "endurance", "to be a target")
    held = situation.injuries + situation.stuns
    efforts = situation.target_efforts if given.edition["effort_stuns"] == "before" else 0
    efforts = min(efforts, endurance - held)
    return ClashHarm(
        injuries=injuries,
        stuns=stuns,
        scratch="caustic" if terms.caustic else "off",
        critical_injuries=0 if immune else sum(one[0] for one in terms.crt),
        critical_stuns=0 if immune else sum(one[1] for one in terms.crt),
        critical_casualty=terms.crt_casualty and not immune,
        critical_downs=not terms.crt and not terms.limited,
        knock_down_on=tuple(sorted(terms.knock_down_on)),
        limited=terms.limited,
        stuns_ignored=terms.stuns_ignored,
        hardened=terms.hardened,
        endurance=endurance,
        held_injuries=situation.injuries,
        held_stuns=situation.stuns + efforts,
        effort_stuns=efforts,
    )


def clash_effects(given: Given, terms: ClashTerms) -> tuple[tuple[str, str], ...]:
    """Return the effects that are no markers, sorted, each with the event that brings it (R9.11)."""
    found = set(terms.effects)
    if not terms.invulnerable:
        found.update((name, "critical") for name in terms.crt_effects)
    return tuple(sorted(found))
