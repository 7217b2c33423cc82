"""One attack of the first edition, stage by stage, up to the damage dice (R2.2–R2.8)."""

from bmg_odds.answers.modifiers import Modifiers, joined
from bmg_odds.answers.outcome import Outcome
from bmg_odds.answers.stage_rows import Sheet, rerolled_by, write_dice
from bmg_odds.engines import exact_stages as laws
from bmg_odds.rules.fold import number_to_hit, outnumbered
from bmg_odds.rules.limits import SHOT_AC, counters
from bmg_odds.rules.record import ALL_DICE, ALL_FACES, COVER_BITS, SAVE_BITS, Strike, unpack
from bmg_odds.rules.situation import COVERS


def write_first(sheet: Sheet, outcome: Outcome, modifiers: Modifiers) -> None:
    """Write the stages from the dice to the damage successes."""
    strike = _strike(outcome)
    _dice(sheet, strike, modifiers)
    _impact(sheet, strike, modifiers)
    if modifiers.given.situation.dc:
        _block(sheet, outcome, modifiers)
    if modifiers.given.situation.cover:
        _obstacles(sheet, outcome, modifiers)
    if strike.dodge_dice:
        _dodge(sheet, outcome, modifiers)
    if strike.saves:
        _saves(sheet, outcome, modifiers)
    _damage(sheet, outcome, modifiers)


def _strike(outcome: Outcome) -> Strike:
    strike = outcome.resolved.strike
    assert isinstance(strike, Strike)
    return strike


def _dice(sheet: Sheet, strike: Strike, modifiers: Modifiers) -> None:
    given, terms = modifiers.given, modifiers.terms
    attacker, ac = given.attacker, given.situation.ac or 0
    sheet.stage("dice")
    have = counters(attacker, given.situation.attacker_injuries + given.situation.attacker_stuns)
    if have is not None:
        sheet.count(f"counters of {attacker.name}", have)
    if given.ranged:
        sheet.count("AC that a shot costs", SHOT_AC)
        total = sheet.count(f"ROF of {given.weapon.name}", given.weapon.rof or 0) + sheet.each(modifiers.added("rof"))
        moved = joined(modifiers.names("rof_after_moving"))
        sheet.signed("moved" + (f", at most {terms.rof_after_moving} ({moved})" if moved else ""), strike.dice - total)
    else:
        sheet.count(f"Attack of {attacker.name}", attacker.attack or 0)
        sheet.each(modifiers.added("attack"))
        sheet.count("AC committed", ac)
        pairs = joined(modifiers.names("bonus_dice_per_pair"))
        sheet.signed(f"{pairs}: a die more for every 2 AC", terms.bonus_dice_per_pair * (ac // 2))
        if outnumbered(given, terms):
            sheet.signed(f"outnumbered: {joined(modifiers.names('dice_if_outnumbered'))}", terms.dice_if_outnumbered)
    sheet.count("impact dice", strike.dice)


def _impact(sheet: Sheet, strike: Strike, modifiers: Modifiers) -> None:
    given, terms, situation = modifiers.given, modifiers.terms, modifiers.given.situation
    sheet.stage("impact")
    total = sheet.count(f"Defense of {given.target.name}", given.target.defense or 0)
    total += sheet.each(modifiers.added("target_skills")) + sheet.each(modifiers.added("defense"))
    total += sheet.signed(joined(modifiers.names("distract")), -int(terms.distract))
    total += sheet.signed("paralyzed", -2 * ("paralyzed" in situation.target_state))
    if not given.ranged:
        total += sheet.signed("outnumbered", -int(outnumbered(given, terms)))
        total += sheet.signed("defensive position", int(situation.defensive))
        per_enemy = given.edition["grabbed"] == "per_enemy" and situation.grabbed >= 2
        grabs = situation.grabbed if per_enemy else max(0, situation.grabbed - 1)
        total += sheet.signed(f"grabbed by {situation.grabbed}", -grabs)
    number = number_to_hit(given, terms)
    total += sheet.signed("a number is never below 1", max(1, total) - total)
    sheet.signed("down: hit on 2 at most", number - total)
    sheet.count("number to hit", number)
    _bonuses(sheet, modifiers.added("impact_bonus"), situation.impact_bonus, situation.attacker_state)
    sheet.faces("faces that hit (1 never, 6 always)", strike.impact)
    options = rerolled_by(modifiers, "impact_rerolls", asked="impact" in situation.reroll)
    p = write_dice(sheet, strike.impact, strike.impact_rerolls, options)
    law = laws.impact_law(strike, None, "impact")
    dice = float(strike.dice)
    again = laws.mean_rerolled(strike.dice, strike.impact, strike.impact_rerolls)
    if again:
        dice += sheet.mean("failed dice rolled again", again)
    words = "impact dice × chance" if not again else "(impact dice + dice rolled again) × chance of one throw"
    total_mean = dice * p
    if strike.impact_spoils:
        sheet.count(f"hits to be rolled again, at most: {joined(modifiers.names('impact_spoils'))}",
                    strike.impact_spoils)  # fmt: skip
        spoiled = sheet.mean("hits rolled again", laws.mean_spoiled(strike.dice, strike.impact, strike.impact_spoils))
        total_mean -= spoiled * (1.0 - p)
        words += ", less hits rolled again × chance to miss"
    sheet.mean("impacts rolled", laws.mean_of(law), equals=(words, total_mean))
    sheet.chance("chance of any impact rolled", laws.any_of(law))


def _bonuses(sheet: Sheet, added: list[tuple[str, int]], asked: int, state: tuple[str, ...]) -> None:
    """Write what is added to each die, and the state that a model is in."""
    for name, value in added:
        sheet.signed(f"to each die: {name}", value)
    sheet.signed("to each die: bonus asked for", asked)
    if "blind" in state:
        sheet.words("blind: only a natural 6 counts", "6")
    else:
        sheet.signed("to each die: scared", -int("scared" in state))


def _block(sheet: Sheet, outcome: Outcome, modifiers: Modifiers) -> None:
    given, terms, situation = modifiers.given, modifiers.terms, modifiers.given.situation
    strike, gate = _strike(outcome), outcome.resolved.gate
    sheet.stage("block")
    total = sheet.count("DC committed", situation.dc)
    pairs = joined(modifiers.names("block_dice_per_pair"))
    total += sheet.signed(f"{pairs}: a die more for every 2 DC", terms.block_dice_per_pair * (situation.dc // 2))
    none = joined(modifiers.names("no_block"), "down") + ": no block"
    sheet.signed(none, strike.block_dice - total)
    sheet.count("block dice", strike.block_dice)
    if not strike.block_dice:
        return
    if gate is not None:
        passed = laws.branches(strike, gate)[1][0]
        sheet.chance("Feint: chance of the agility roll", passed)
        sheet.count("block dice then", gate.passed.block_dice)
    number = sheet.count(f"Attack of {given.attacker.name}", given.attacker.attack or 0)
    number += sheet.each(modifiers.added("attack"))
    sheet.count("number to block", number)
    _bonuses(sheet, modifiers.added("block_bonus"), situation.block_bonus, situation.target_state)
    natural = " (1 never, 6 always)" if given.edition["block_natural"] == "yes" else ""
    sheet.faces(f"faces that block{natural}", strike.block)
    who = rerolled_by(modifiers, "block_rerolls", asked="block" in situation.reroll)
    p = write_dice(sheet, strike.block, strike.block_rerolls, who)
    if strike.block_cap:
        sheet.words("no more block dice than impacts can use", "yes")
    found = laws.blocking(strike, gate)
    any_rolled = laws.any_of(laws.impact_law(strike, gate, "impact"))
    plain = gate is None and not strike.block_cap
    words = ("chance of any impact rolled × block dice", any_rolled * strike.block_dice)
    sheet.mean("block dice rolled, none without an impact", found.dice, equals=words if plain else None)
    _successes(sheet, "block", found, p)
    if strike.block_need > 1:
        sheet.count(f"successes that stop one impact: {joined(modifiers.names('block_need'))}", strike.block_need)
    cancelled = sheet.mean("impacts blocked", found.cancelled)
    _left(sheet, outcome, "block", "impacts rolled − impacts blocked", "impact", less=cancelled)


def _successes(sheet: Sheet, kind: str, found: laws.Cancelled, p: float) -> None:
    words = f"{kind} dice × chance per die"
    if found.rerolled:
        sheet.mean(f"failed {kind} dice rolled again", found.rerolled)
        words = f"({kind} dice + dice rolled again) × chance of one throw"
    sheet.mean(f"{kind} successes", found.successes, equals=(words, (found.dice + found.rerolled) * p))


def _left(sheet: Sheet, outcome: Outcome, stage: str, words: str, before: str, *, less: float = 0.0,
          times: float = 1.0) -> None:  # fmt: skip
    """Write what a stage leaves, set against what came before less what it cancelled, or times what passes."""
    strike, gate = _strike(outcome), outcome.resolved.gate
    law = laws.impact_law(strike, gate, stage)
    came = laws.mean_of(laws.impact_law(strike, gate, before))
    sheet.mean("impacts left", laws.mean_of(law), equals=(words, came * times - less))
    sheet.chance("chance of any impact left", laws.any_of(law))


def _obstacles(sheet: Sheet, outcome: Outcome, modifiers: Modifiers) -> None:
    situation, terms = modifiers.given.situation, modifiers.terms
    strike = _strike(outcome)
    sheet.stage("obstacles")
    who = joined(modifiers.names("covers_ignored"))
    groups = unpack(strike.covers, COVER_BITS)
    last = len(situation.cover)
    for place, name in enumerate(situation.cover, start=1):
        if place <= terms.covers_ignored:
            sheet.words(f"{name}: ignored", who)
            continue
        faces = groups[place - terms.covers_ignored - 1] & ALL_FACES
        changes = [f"{COVERS[name]}+"]
        changes += [f"{label} {number:+d}" for label, number in modifiers.added("cover_bonus")]
        changes += ["crouched +1"] * (situation.crouched and place == last)
        sheet.faces(f"faces that stop a shot at {name} ({', '.join(changes)})", faces)
    keep = sheet.chance("chance that one impact passes", laws.passing(strike, "obstacles"))
    _left(sheet, outcome, "obstacles", "impacts before × chance that one passes", "block", times=keep)


def _dodge(sheet: Sheet, outcome: Outcome, modifiers: Modifiers) -> None:
    given, situation = modifiers.given, modifiers.given.situation
    strike, gate = _strike(outcome), outcome.resolved.gate
    sheet.stage("dodge")
    sheet.count("MC spent", situation.mc)
    sheet.each(modifiers.added("free_dodges"))
    sheet.count("dodge dice", strike.dodge_dice)
    number = sheet.count(f"Movement of {given.target.name}", given.target.movement or 0)
    number += sheet.each(modifiers.added("target_skills")) + sheet.each(modifiers.added("dodge_movement"))
    sheet.count("number to roll at most", number)
    sheet.faces("faces that dodge", strike.dodge)
    p = write_dice(sheet, strike.dodge, strike.dodge_rerolls, rerolled_by(modifiers, "dodge_rerolls", asked=False))
    found = laws.dodging(strike, gate)
    _successes(sheet, "dodge", found, p)
    cancelled = sheet.mean("impacts dodged", found.cancelled)
    _left(sheet, outcome, "dodge", "impacts before − impacts dodged", "obstacles", less=cancelled)


def _saves(sheet: Sheet, outcome: Outcome, modifiers: Modifiers) -> None:
    strike = _strike(outcome)
    sheet.stage("saves")
    for faces in unpack(strike.saves, SAVE_BITS):
        sheet.faces(f"faces that stop an impact: {joined(modifiers.names('saves'))}", faces)
    keep = sheet.chance("chance that one impact passes", laws.passing(strike, "saves"))
    _left(sheet, outcome, "saves", "impacts before × chance that one passes", "dodge", times=keep)


def _damage(sheet: Sheet, outcome: Outcome, modifiers: Modifiers) -> None:
    terms, situation = modifiers.terms, modifiers.given.situation
    strike = _strike(outcome)
    sheet.stage("damage")
    number = _number(sheet, modifiers)
    sheet.count("number to damage", number)
    heavy = joined(modifiers.names("heavy"))
    sheet.signed(f"to each die: {heavy}", int(terms.heavy and not terms.ignores_heavy))
    for sign, name in ((1, "damage_bonus"), (-1, "armour"), (-1, "tough_skin")):
        if name != "tough_skin" or not terms.pierces:
            sheet.each([(f"to each die: {label}", value) for label, value in modifiers.added(name)], sign)
    sheet.signed("to each die: bonus asked for", situation.damage_bonus)
    sheet.faces("faces that damage (1 never, 6 always)", strike.damage)
    sharp = ["sharp"] * (terms.sharp and not terms.ignores_sharp)
    who = rerolled_by(modifiers, *sharp, "damage_rerolls", asked="damage" in situation.reroll)
    p = write_dice(sheet, strike.damage, strike.damage_rerolls, who)
    left = laws.impact_law(strike, outcome.resolved.gate, "saves")
    dice = sheet.mean("damage dice", outcome.mean(lambda case: case.impacts),
                      equals=("impacts left", laws.mean_of(left)))  # fmt: skip
    successes = outcome.mean(lambda case: case.damages)
    if strike.damage_rerolls >= ALL_DICE:
        chance = p + (1.0 - p) * p
        sheet.mean("damage successes", successes, equals=("damage dice × chance per die", dice * chance))
    elif strike.damage_rerolls:
        again = sum(
            share * laws.mean_rerolled(hits, strike.damage, strike.damage_rerolls) for hits, share in enumerate(left)
        )
        sheet.mean("failed damage dice rolled again", again)
        words = "(damage dice + dice rolled again) × chance per die"
        sheet.mean("damage successes", successes, equals=(words, (dice + again) * p))
    else:
        sheet.mean("damage successes", successes, equals=("damage dice × chance per die", dice * p))
    sheet.chance("chance of any damage", outcome.chance.damage)


def _number(sheet: Sheet, modifiers: Modifiers) -> int:
    """Write where the number to damage comes from: Strength, or a fixed number (R2.8, R9.2)."""
    given, terms = modifiers.given, modifiers.terms
    if not terms.fixed:
        return sheet.count(f"Strength of {given.attacker.name}", given.attacker.strength or 0)
    numbers = []
    armour = joined(modifiers.names("armour_fixed"))
    for kind, number in terms.fixed.items():
        least = terms.armour_fixed.get(kind, 0)
        worn = sheet.count(f"{kind.capitalize()}, whatever the Strength", number)
        numbers.append(worn + sheet.signed(f"{kind.capitalize()} against {armour}", max(number, least) - number))
    return min(numbers)
