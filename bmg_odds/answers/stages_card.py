"""What the successes come to: collateral dice, markers, and the card afterwards (R2.8–R2.11, R7.4)."""

from dataclasses import replace

from bmg_odds.answers.modifiers import Modifiers, joined
from bmg_odds.answers.outcome import Outcome
from bmg_odds.answers.stage_rows import Sheet
from bmg_odds.rules.record import FACES, MATCH_BITS, Strike

Part = tuple[str, float]
"""Where markers come from, and how many on average; those ignored count below 0."""

SCRATCH = {
    "per_impact": ("scratches: a Stun for each impact that fails to damage", "impacts left − damage successes"),
    "per_attack": ("scratch: a Stun where no impact damages", "chance of any impact − chance of any damage"),
    "always": ("scratches: a Stun for each impact", "impacts left"),
    "caustic": ("Caustic: an Injury for each impact that fails to damage", "impacts left − damage successes"),
}


def write_collateral(sheet: Sheet, outcome: Outcome, modifiers: Modifiers) -> None:
    """Write the collateral dice: critical and knock down (R2.9)."""
    strike = outcome.resolved.strike
    assert isinstance(strike, Strike)
    sheet.stage("collateral")
    two = joined(modifiers.names("collateral"))
    sheet.count(f"collateral dice: {two}" if two else "collateral dice", strike.collateral)
    six = joined(modifiers.names("collateral_six"))
    if six:
        sheet.faces(f"faces that it shows: {six}", strike.collateral_faces)
    if strike.collateral_reroll:
        names = joined(modifiers.names("collateral_reroll", "collateral_luck"))
        sheet.words("rolled again where it gave nothing", names)
    low = joined(modifiers.names("critical_from"))
    critical = strike.critical & strike.collateral_faces
    sheet.faces("faces that are critical, with any damage" + (f": {low}" if low else ""), critical)
    mean = outcome.mean(lambda case: case.criticals)
    share = critical.bit_count() / strike.collateral_faces.bit_count()
    words = ("collateral dice × share of critical faces × chance of any damage",
             strike.collateral * share * outcome.chance.damage)  # fmt: skip
    sheet.mean("criticals", mean, equals=None if strike.collateral_reroll else words)
    sheet.chance("chance of a critical", outcome.chance.critical)
    sheet.words("damage faces that knock down with the collateral die", _matches(strike))
    for name in modifiers.names("no_knock_down"):
        if modifiers.terms.no_knock_down and not modifiers.terms.attacker_large:
            sheet.words("not knocked down in melee", name)
    _knocked_down(sheet, outcome, modifiers)


def _matches(strike: Strike) -> str:
    """Return the damage faces that match a collateral face, and which where it is not the same one."""
    found = []
    for face in FACES:
        match = strike.match >> MATCH_BITS * (face - 1) & 7
        if match:
            found.append(f"{face}" if match == face else f"{face} (with {match})")
    return " ".join(found) or "none"


def _knocked_down(sheet: Sheet, outcome: Outcome, modifiers: Modifiers) -> None:
    events = {"impact": "any impact left", "damage": "any success"}
    for event in outcome.resolved.harm.knock_down_on:
        sheet.words(f"knocks down by itself: {events[event]}", joined(modifiers.names("knock_down_on")))
    sheet.chance("chance of a knock down", outcome.chance.knocked_down)


def write_markers(sheet: Sheet, outcome: Outcome, modifiers: Modifiers) -> None:
    """Write the markers of damage successes, scratches and criticals, less what the target ignores (R2.8, R9.6)."""
    harm, terms = outcome.resolved.harm, modifiers.terms
    sheet.stage("markers")
    each = write_printed(sheet, modifiers, "damage success")
    impacts, damages = outcome.mean(lambda case: case.impacts), outcome.mean(lambda case: case.damages)
    criticals = outcome.mean(lambda case: case.criticals)
    dealt = outcome.mean(lambda case: case.damages * (harm.injuries + harm.stuns))
    product = ("damage successes × markers of each", damages * each)
    parts = [("of damage successes", sheet.mean("markers of damage successes", dealt, equals=product))]
    if harm.scratch != "off":
        words, equals = SCRATCH[harm.scratch]
        once, always = harm.scratch == "per_attack", harm.scratch == "always"
        if once:
            scratches = outcome.probability(lambda case: case.impacts > 0 and case.damages == 0)
        else:
            scratches = outcome.mean(lambda case: case.impacts - (0 if always else case.damages))
        chances = outcome.chance.impact - outcome.chance.damage
        right = chances if once else impacts - (0.0 if always else damages)
        parts.append(("of scratches", sheet.mean(words, scratches, equals=(equals, right))))
    elif modifiers.names("no_scratch"):
        sheet.words("no scratches", joined(modifiers.names("no_scratch")))
    parts += write_criticals(sheet, outcome, modifiers, criticals)
    if harm.ignored:
        gross = replace(harm, ignored=0, hardened=False)
        who = joined([*([] if terms.pierces else modifiers.names("invulnerable")), *modifiers.names("ignored")])
        lost = outcome.mean(
            lambda case: min(harm.ignored, sum(gross.inflicted(case.impacts, case.damages, case.criticals)))
        )
        sheet.count(f"markers that the target ignores: {who}", harm.ignored)
        parts.append(("ignored", -sheet.mean("markers ignored", lost)))
    write_inflicted(sheet, outcome, modifiers, parts)


def write_printed(sheet: Sheet, modifiers: Modifiers, success: str) -> int:
    """Write the markers of one success, and return how many."""
    weapon, harm = modifiers.given.weapon, modifiers.terms
    letters = weapon.damage or ""
    sheet.words(f"damage of {weapon.name} (B Injury, S Stun)", letters or "none")
    left = sheet.count(f"markers of each {success}, as printed", len(letters))
    if harm.kevlar and left > 1:
        left += sheet.signed(f"{joined(modifiers.names('kevlar'))}: never the last", -1)
    return left


def write_criticals(sheet: Sheet, outcome: Outcome, modifiers: Modifiers, criticals: float) -> list[Part]:
    """Write the markers of criticals, and return their mean as a part; no part where they have none."""
    harm = outcome.resolved.harm
    crt = modifiers.names("crt", "crt_casualty")
    each = harm.critical_injuries + harm.critical_stuns
    letters = "B" * harm.critical_injuries + "S" * harm.critical_stuns
    if crt or each:
        source = joined(crt) if crt and letters != "S" else joined(crt, "a Stun")
        sheet.words(f"each critical adds: {source}", letters or "nothing")
    if harm.critical_casualty:
        sheet.words("a critical removes the target", "yes")
    if not each:
        return []
    return [("of criticals", sheet.mean("markers of criticals", criticals * each))]


def write_inflicted(sheet: Sheet, outcome: Outcome, modifiers: Modifiers, parts: list[Part]) -> None:
    """Write the markers inflicted, set against their parts, and the effects that are none."""
    if outcome.resolved.harm.hardened:
        sheet.words("the first Injury becomes a Stun", joined(modifiers.names("hardened")))
    sheet.mean("Injuries inflicted", outcome.inflicted.injuries)
    sheet.mean("Stuns inflicted", outcome.inflicted.stuns)
    words = "".join(f" {'−' if name == 'ignored' else '+'} {name}" for name, _ in parts)
    equals = ("markers" + words.removeprefix(" +"), sum(mean for _, mean in parts))
    sheet.mean("markers inflicted", outcome.inflicted.markers, equals=equals)
    sheet.chance("chance of any marker", outcome.chance.any_marker)
    for name, chance in outcome.effects.items():
        sheet.chance(f"effect: {name.replace('_', ' ')}", chance)


def write_card(sheet: Sheet, outcome: Outcome, modifiers: Modifiers) -> None:
    """Write the card afterwards: markers on it, K.O., Casualty (R2.11)."""
    harm, target = outcome.resolved.harm, modifiers.given.target
    sheet.stage("card")
    sheet.count(f"Endurance of {target.name}", harm.endurance)
    for name, held in (("Injuries", harm.held_injuries), ("Stuns", harm.held_stuns - harm.effort_stuns)):
        if held:
            sheet.count(f"{name} on it before", held)
    if harm.effort_stuns:
        sheet.count("Stuns of its own Efforts", harm.effort_stuns)
    taken = outcome.suffered
    sheet.mean("change of its Injuries", taken.injuries)
    sheet.mean("change of its Stuns", taken.stuns)
    sheet.mean("change of its markers", taken.markers, equals=("Injuries + Stuns", taken.injuries + taken.stuns))
    if harm.survivor:
        sheet.words("5+ saves it from becoming a Casualty", joined(modifiers.names("survivor")))
    if harm.judgment:
        sheet.words("a coin turns its K.O. into a Casualty", joined(modifiers.names("judgment")))
    for key, words in (("ko", "K.O."), ("casualty", "Casualty")):
        sheet.chance(f"chance of {words}", getattr(outcome.chance, key))
    both = outcome.chance.ko + outcome.chance.casualty
    sheet.chance("chance of K.O. or Casualty", outcome.chance.out, equals=("K.O. + Casualty", both))
    if outcome.victory_points is not None:
        sheet.mean(f"victory points ({target.first_rank})", outcome.victory_points)


def write_beside(sheet: Sheet, outcome: Outcome) -> None:
    """Write what happens beside the target: cross fire, and the strike back of a Counter Attack."""
    strike = outcome.resolved.strike
    if outcome.cross_fire is not None and isinstance(strike, Strike):
        sheet.stage("cross fire")
        sheet.faces("faces that damage an obstacle", strike.cross)
        sheet.mean("Injuries", outcome.cross_fire.injuries)
    if outcome.exchange is not None:
        exchange = outcome.exchange
        sheet.stage("strike back")
        sheet.words("weapon", f"{exchange.back.resolved.weapon.name} {exchange.back.resolved.weapon.damage}")
        share = sheet.chance("chance: any block success", exchange.chance)
        struck = sheet.mean("markers of one strike back", exchange.back.inflicted.markers)
        product = ("chance × markers of one strike back", share * struck)
        sheet.mean("markers on the attacker", exchange.record()["inflicted"]["markers"], equals=product)
