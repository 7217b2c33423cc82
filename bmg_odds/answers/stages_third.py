"""One attack of the third edition, stage by stage (R7.1–R7.5)."""

from bmg_odds.answers.modifiers import Modifiers, joined
from bmg_odds.answers.outcome import Outcome
from bmg_odds.answers.stage_rows import Sheet, rerolled_by, write_dice
from bmg_odds.answers.stages_card import write_criticals, write_inflicted, write_printed
from bmg_odds.engines import exact_stages as laws
from bmg_odds.rules import clash_fold
from bmg_odds.rules.clash import Clash
from bmg_odds.rules.clash_fold import ClashHarm
from bmg_odds.rules.record import SAVE_BITS, unpack


def write_third(sheet: Sheet, outcome: Outcome, modifiers: Modifiers) -> None:
    """Write the stages from the attack dice to the markers."""
    clash = outcome.resolved.strike
    assert isinstance(clash, Clash)
    _dice(sheet, clash, modifiers)
    _attack(sheet, clash, modifiers)
    _strength(sheet, clash, modifiers)
    _defence(sheet, clash, modifiers)
    if clash.saves:
        _saves(sheet, clash, modifiers)
    _hits(sheet, outcome, clash)
    _markers(sheet, outcome, modifiers)


def _dice(sheet: Sheet, clash: Clash, modifiers: Modifiers) -> None:
    given, terms, situation = modifiers.given, modifiers.terms, modifiers.given.situation
    sheet.stage("dice")
    if given.ranged:
        total = sheet.count(f"ROF of {given.weapon.name}", given.weapon.rof or 0)
        total += sheet.each(modifiers.added("ranged_dice"))
        total += sheet.signed("moved", -int(situation.moved and not terms.no_moving_loss))
        total += sheet.signed("beyond effective range", -terms.beyond_loss * situation.beyond_range)
    else:
        total = sheet.count(f"Attack of {given.attacker.name}", given.attacker.attack or 0)
        total += sheet.each(modifiers.added("attack")) + sheet.each(modifiers.added("melee_dice"))
    total += sheet.each(modifiers.added("attack_dice"))
    if not terms.gas:
        total += sheet.each(modifiers.added("armour_dice"), -1)
    total += sheet.signed("Efforts of the target", -situation.target_efforts)
    total += sheet.signed("Efforts of the attacker", situation.attacker_efforts)
    sheet.signed("never below 0", clash.dice - total)
    sheet.count("attack dice", clash.dice)


def _number(sheet: Sheet, what: str, printed: int, added: list[tuple[str, int]], *changes: tuple[str, int],
            least: int, number: int) -> None:  # fmt: skip
    total = sheet.count(what, printed) + sheet.each(added)
    total += sum(sheet.signed(*change) for change in changes)
    sheet.signed(f"never below {least}", number - total)


def _bonuses(sheet: Sheet, added: list[tuple[str, int]], asked: int, state: tuple[str, ...]) -> None:
    for name, value in (*added, ("bonus asked for", asked), ("scared", -int("scared" in state))):
        if "blind" not in state:
            sheet.signed(f"to each die: {name}", value)
    if "blind" in state:
        sheet.words("blind: only a natural 6 counts", "6")


def _natural(modifiers: Modifiers) -> str:
    return " (1 never, 6 always)" if modifiers.given.edition["natural_rolls"] == "on" else ""


def _defense_changes(modifiers: Modifiers) -> tuple[tuple[str, int], ...]:
    situation = modifiers.given.situation
    return ("down", -int(situation.down)), ("paralyzed", -2 * ("paralyzed" in situation.target_state))


def _attack(sheet: Sheet, clash: Clash, modifiers: Modifiers) -> None:
    given, terms, situation = modifiers.given, modifiers.terms, modifiers.given.situation
    sheet.stage("attack")
    number = clash_fold.defense(given, terms)
    _number(sheet, f"Defense of {given.target.name}", given.target.defense or 0, modifiers.added("defense"),
            *_defense_changes(modifiers), least=1, number=number)  # fmt: skip
    sheet.count("number to hit", number)
    _bonuses(sheet, modifiers.added("attack_bonus"), situation.impact_bonus, situation.attacker_state)
    sheet.faces("faces that hit" + _natural(modifiers), clash.hit)
    handy = ["handy"] * (terms.handy and not terms.no_attack_rerolls_of_handy)
    who = rerolled_by(modifiers, *handy, "attack_rerolls", asked="impact" in situation.reroll)
    p = write_dice(sheet, clash.hit, clash.hit_rerolls, who)
    again = laws.mean_rerolled(clash.dice, clash.hit, clash.hit_rerolls)
    words = "attack dice × chance per die"
    if again:
        sheet.mean("failed dice rolled again", again)
        words = "(attack dice + dice rolled again) × chance of one throw"
    product = (clash.dice + again) * p
    if clash.hit_spoils:
        spoiled = laws.mean_spoiled(clash.dice, clash.hit, clash.hit_spoils)
        sheet.mean(f"hits rolled again: {joined(modifiers.names('attack_spoils'))}", spoiled)
        product -= spoiled * (1.0 - p)
        words += ", less hits rolled again × chance to miss"
    law = laws.hit_law(clash, combo=False)
    sheet.mean("attack successes", laws.mean_of(law), equals=(words, product))
    hits = laws.hit_law(clash, combo=True)
    if clash.combo:
        more = sum(chance * (count // 2) for count, chance in enumerate(law))
        sheet.mean(f"{joined(modifiers.names('combo'))}: a hit more for every 2 successes", more)
        sums = ("attack successes + those", laws.mean_of(law) + more)
        sheet.mean("attack hits", laws.mean_of(hits), equals=sums)
    sheet.chance("chance of any attack hit", laws.any_of(hits))


def _strength(sheet: Sheet, clash: Clash, modifiers: Modifiers) -> None:
    given, terms, situation = modifiers.given, modifiers.terms, modifiers.given.situation
    sheet.stage("strength")
    dice = joined(modifiers.names("strength_dice", "no_strength_die"))
    sheet.count(f"Strength dice: {dice}" if dice else "Strength dice", clash.strength_dice)
    if not clash.strength_dice:
        return
    if terms.fixed:
        numbers = [sheet.count(f"{kind.capitalize()}, whatever the Strength", n) for kind, n in terms.fixed.items()]
    else:
        numbers = [sheet.count(f"Strength of {given.attacker.name}", given.attacker.strength or 0)]
    sheet.count("number to succeed", min(numbers))
    heavy = [(name, 1) for name in modifiers.names("heavy")[:1] if not terms.ignores_heavy]
    _bonuses(sheet, [*modifiers.added("strength_bonus"), *heavy], situation.damage_bonus, situation.attacker_state)
    if terms.natural_six_only:
        sheet.words("succeeds only on a natural 6", joined(modifiers.names("natural_six_only")))
    sheet.faces("faces that succeed" + _natural(modifiers), clash.strength)
    if terms.strength_six:
        sheet.faces(f"faces that it shows: {joined(modifiers.names('strength_six'))}", clash.strength_faces)
    fields = ["sharp"] * (terms.sharp and not terms.ignores_sharp)
    fields += ["electric"] * (terms.electric and (terms.bot or terms.cybernetic))
    who = rerolled_by(modifiers, *fields, "strength_rerolls", asked="damage" in situation.reroll)
    p = write_dice(sheet, clash.strength, clash.strength_rerolls, who, of=clash.strength_faces)
    rolled = laws.strength_rolled(clash)
    faces = clash.strength_faces.bit_count()
    again = laws.mean_rerolled(clash.strength_dice, clash.strength, clash.strength_rerolls)
    again = again if faces == 6 else clash.strength_dice * (1.0 - p) * bool(clash.strength_rerolls)
    if again:
        sheet.mean("failed Strength dice rolled again", again)
    words = "(Strength dice + dice rolled again) × chance" if again else "Strength dice × chance per die"
    thrown = clash.strength_dice + again
    sheet.mean("Strength hits", rolled.hits, equals=(words, thrown * p))
    critical = clash.critical & clash.strength & clash.strength_faces
    low = joined(modifiers.names("critical_from"))
    sheet.faces("faces that are critical" + (f": {low}" if low else ""), critical)
    words = ("(Strength dice + dice rolled again)" if again else "Strength dice") + " × share of critical faces"
    sheet.mean("criticals", rolled.criticals, equals=(words, thrown * critical.bit_count() / faces))


def _defence(sheet: Sheet, clash: Clash, modifiers: Modifiers) -> None:
    given, terms, situation = modifiers.given, modifiers.terms, modifiers.given.situation
    sheet.stage("defence")
    if not clash.defence_dice:
        sheet.words("no defence dice", "down" if situation.down else "ranged attack")
        return
    _number(sheet, f"Defense of {given.target.name}", given.target.defense or 0, modifiers.added("defense"),
            *_defense_changes(modifiers), least=1, number=clash.defence_dice)  # fmt: skip
    sheet.count("defence dice", clash.defence_dice)
    number = clash_fold.attack(given, terms)
    _number(sheet, f"Attack of {given.attacker.name}", given.attacker.attack or 0, modifiers.added("attack"),
            least=0, number=number)  # fmt: skip
    sheet.count("number to defend", number)
    _bonuses(sheet, modifiers.added("defence_bonus"), situation.block_bonus, situation.target_state)
    sheet.faces("faces that defend" + _natural(modifiers), clash.defence)
    who = rerolled_by(modifiers, "defence_rerolls", asked="block" in situation.reroll)
    p = write_dice(sheet, clash.defence, clash.defence_rerolls, who)
    again = laws.mean_rerolled(clash.defence_dice, clash.defence, clash.defence_rerolls)
    if again:
        sheet.mean("failed defence dice rolled again", again)
    words = "(defence dice + dice rolled again) × chance" if again else "defence dice × chance per die"
    law = laws.roll_law(clash.defence_dice, clash.defence, clash.defence_rerolls)
    product = (clash.defence_dice + again) * p
    sheet.mean("defence successes", laws.mean_of(law), equals=(words, product))
    if clash.sustained:
        sheet.words("two successes count three", joined(modifiers.names("sustained")))
    if clash.defence_need > 1:
        sheet.count(f"successes that cancel one hit: {joined(modifiers.names('defence_need'))}", clash.defence_need)
    sheet.mean("hits that they can cancel", laws.mean_of(laws.cancel_law(clash)))
    attack, strength, criticals = laws.cancelled_hits(clash)
    left = laws.hits_left(clash, saved=False)
    came, rolled = laws.mean_of(laws.hit_law(clash, combo=True)), laws.strength_rolled(clash)
    if clash.strength_defended:
        who = joined(modifiers.names("strength_defended"))
        sheet.mean(f"Strength hits cancelled first: {who}", strength)
        equals = ("Strength hits − those cancelled", rolled.hits - strength)
        sheet.mean("Strength hits left", left[1], equals=equals)
        sheet.mean("criticals left", left[2], equals=("criticals − those cancelled", rolled.criticals - criticals))
    sheet.mean("attack hits cancelled", attack)
    sheet.mean("attack hits left", left[0], equals=("attack hits − attack hits cancelled", came - attack))


def _saves(sheet: Sheet, clash: Clash, modifiers: Modifiers) -> None:
    sheet.stage("saves")
    for faces in unpack(clash.saves, SAVE_BITS):
        sheet.faces(f"faces that stop a hit: {joined(modifiers.names('saves'))}", faces)
    keep = 1.0
    for faces in unpack(clash.saves, SAVE_BITS):
        keep *= (6 - faces.bit_count()) / 6
    sheet.chance("chance that one hit passes", keep)
    before, after = laws.hits_left(clash, saved=False), laws.hits_left(clash, saved=True)
    for name, one, other in zip(("attack hits", "Strength hits", "criticals"), before, after, strict=True):
        sheet.mean(f"{name} left", other, equals=(f"{name} before × chance that one passes", one * keep))


def _hits(sheet: Sheet, outcome: Outcome, clash: Clash) -> None:
    sheet.stage("hits")
    attack, strength, _ = laws.hits_left(clash, saved=True)
    mean = outcome.mean(lambda case: case.damages)
    sheet.mean("hits left", mean, equals=("attack hits left + Strength hits left", attack + strength))
    sheet.chance("chance of any hit", outcome.chance.damage)
    sheet.chance("chance of a critical", outcome.chance.critical)
    sheet.chance("chance of a knock down", outcome.chance.knocked_down)


def _markers(sheet: Sheet, outcome: Outcome, modifiers: Modifiers) -> None:
    harm, terms = outcome.resolved.harm, modifiers.terms
    assert isinstance(harm, ClashHarm)
    sheet.stage("markers")
    each = write_printed(sheet, modifiers, "hit")
    now = harm.injuries + harm.stuns
    sheet.signed(joined(modifiers.names("invulnerable")), now - each)
    hits = outcome.mean(lambda case: case.damages)
    if harm.limited:
        sheet.words("the damage once, whatever the hits", joined(modifiers.names("limited")))
        hits = outcome.chance.damage
    words = ("chance of any hit" if harm.limited else "hits left") + " × markers of each"
    cells = list(outcome.table.cells())
    times = sum(chance * (min(key[1] + key[2], 1) if harm.limited else key[1] + key[2]) for key, chance in cells)
    parts = [("of hits", sheet.mean("markers of hits", times * now, equals=(words, hits * now)))]
    immune = modifiers.names("crt", "crt_casualty") if terms.invulnerable else []
    if immune:
        sheet.words("immune to CRT", joined(modifiers.names("invulnerable")))
    parts += write_criticals(sheet, outcome, modifiers, outcome.mean(lambda case: case.criticals))
    if harm.scratch == "caustic":
        failed = sum(chance * key[0] for key, chance in cells)
        equals = ("failed Strength dice", laws.strength_rolled(_clash(outcome)).failed)
        parts.append(
            ("of Caustic", sheet.mean("Caustic: an Injury for each failed Strength die", failed, equals=equals))
        )
    if harm.stuns_ignored:
        gross = {
            key: (min(key[1] + key[2], 1) if harm.limited else key[1] + key[2]) * harm.stuns
            + key[3] * harm.critical_stuns
            for key, _ in cells
        }
        lost = sum(chance * min(harm.stuns_ignored, gross[key]) for key, chance in cells)
        sheet.count(f"Stuns of the attack ignored: {joined(modifiers.names('stuns_ignored'))}", harm.stuns_ignored)
        parts.append(("ignored", -sheet.mean("Stuns ignored", lost)))
    write_inflicted(sheet, outcome, modifiers, parts)


def _clash(outcome: Outcome) -> Clash:
    clash = outcome.resolved.strike
    assert isinstance(clash, Clash)
    return clash
