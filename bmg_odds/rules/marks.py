"""Folding terms into what successes do to a card: markers, effects, and the notes a reader needs."""

from bmg_odds.rules.fold import outnumbered
from bmg_odds.rules.harm import Harm
from bmg_odds.rules.limits import needed
from bmg_odds.rules.terms import Given, Terms


def harm(given: Given, terms: Terms) -> Harm:
    """Return how this attack's successes become markers (R2.8–R2.11, R9.6)."""
    injuries, stuns = given.weapon.injuries, given.weapon.stuns
    if terms.kevlar and injuries + stuns > 1:
        injuries, stuns = (injuries - 1, stuns) if injuries else (injuries, stuns - 1)
    critical = _critical(given, terms)
    situation = given.situation
    invulnerable = 0 if terms.pierces else terms.invulnerable
    downs = terms.knock_down_on if not terms.no_knock_down or terms.attacker_large else set()
    return Harm(
        injuries=injuries,
        stuns=stuns,
        scratch=_scratch(given, terms),
        critical_injuries=critical[0],
        critical_stuns=critical[1],
        critical_casualty=terms.crt_casualty and not invulnerable,
        knock_down_on=tuple(sorted(downs)),
        ignored=invulnerable + terms.ignored,
        hardened=terms.hardened,
        survivor=terms.survivor,
        judgment=terms.judgment,
        endurance=needed(given.target, "endurance", "to be a target"),
        held_injuries=situation.injuries,
        held_stuns=situation.stuns,
        replace_stuns=given.edition["surplus_injuries"] == "replace_stuns",
    )


def _scratch(given: Given, terms: Terms) -> str:
    """Return what an impact does that fails to damage (R2.10): a word of the reading, or caustic."""
    if terms.caustic:
        return "caustic"
    return given.edition["scratch"] if given.ranged and not terms.no_scratch else "off"


def _critical(given: Given, terms: Terms) -> tuple[int, int]:
    """Return the markers of one critical: a Stun, or the CRT, or the better of both (reading crt)."""
    stun = (0, 1)
    if not terms.crt:
        return stun
    crt = (sum(one[0] for one in terms.crt), sum(one[1] for one in terms.crt))
    if given.edition["crt"] == "choice" and not terms.crt_casualty:
        return max(crt, stun, key=lambda markers: (sum(markers), markers[0]))
    return crt


def effects(given: Given, terms: Terms) -> tuple[tuple[str, str], ...]:
    """Return the effects that are no markers, sorted, each with the event that brings it (R2.12, R9.11)."""
    found = set(terms.effects)
    if given.situation.form == "grab":
        found.add(("immobilised", "damage"))
    if given.situation.form == "push":
        found.add(("displaced", "damage"))
    taken = given.edition["crt"] == "replaces" or _critical(given, terms) != (0, 1)
    if taken:
        found.update((name, "critical") for name in terms.crt_effects)
    return tuple(sorted(found))


def notes(given: Given, terms: Terms) -> tuple[str, ...]:
    """Return plain sentences on what was asked and had no effect, or was taken for granted."""
    situation, edition, target = given.situation, given.edition, given.target.name
    found = []
    if situation.outnumbered and not outnumbered(given, terms):
        found.append(f"{target} is never outnumbered (Martial Artist).")
    if situation.down and edition["down_target"] == "none":
        found.append("Being down changes no die under this reading (down_target=none).")
    elif situation.down and situation.dc:
        found.append(f"{target} is down and does not block (down_target={edition['down_target']}).")
    if situation.moves_after and edition["moved_counts"] == "before":
        found.append("Moving after the shot does not cost the ROF (moved_counts=before).")
    if given.ranged and terms.shielded:
        found.append(f"{target}'s shield gives one Blink! more, of unknown difficulty: left out.")
    if len(terms.crt) > 1:
        found.append("Several criticals' effects are in force: their markers add up (R9.3).")
    if terms.counter:
        found.append(f"{target} strikes back at the moment of its block, whatever the attack then does to it.")
    if terms.no_block and situation.dc:
        found.append(f"{target} cannot block a Sneak Attack.")
    if situation.cover and terms.covers_ignored:
        every = terms.covers_ignored >= len(situation.cover) > 1
        many = "every obstacle" if every else "the nearest obstacle"
        found.append(f"{given.attacker.name} ignores {many}.")
    return tuple(found)
