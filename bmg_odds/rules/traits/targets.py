"""Character traits of the defence side, first edition (TRAITS 2.3)."""

from bmg_odds.facts.trait_names import parse_trait
from bmg_odds.rules.record import ALL_DICE
from bmg_odds.rules.terms import Given, Terms
from bmg_odds.rules.traits.effects import plus, put
from bmg_odds.rules.traits.trait import Effect, Trait


def _save(number: int) -> Effect:
    def apply(terms: Terms, _: Given) -> None:
        terms.saves.append(number)

    return apply


def _energy_field(terms: Terms, given: Given) -> None:
    if given.ranged:
        terms.saves.append(5)


def _bulletproof(terms: Terms, _: Given) -> None:
    terms.armour_fixed["firearm"] = 4


def _bot(terms: Terms, _: Given) -> None:
    terms.armour_fixed.update(firearm=4, mechanical=4, beam=4)


def _amazon_attacks(terms: Terms, _: Given) -> None:
    terms.impact_bonus += 1


def _amazon_defends(terms: Terms, _: Given) -> None:
    terms.block_bonus += 1
    terms.armour += 1


def _sustained(terms: Terms, _: Given) -> None:
    terms.block_dice_per_pair = 1


def _reflexes_attacks(terms: Terms, _: Given) -> None:
    terms.feint_reroll = True


def _reflexes_defends(terms: Terms, _: Given) -> None:
    terms.dodge_rerolls = ALL_DICE


def _bracelets(terms: Terms, given: Given) -> None:
    if given.ranged:
        terms.free_dodges += 1


def _football(terms: Terms, _: Given) -> None:
    terms.ignores_sharp = True
    terms.ignores_heavy = True


def _invulnerability(terms: Terms, given: Given) -> None:
    terms.invulnerable += given.number(1)


def _titan_berserk(terms: Terms, given: Given) -> None:
    if any(parse_trait(name).key == "titan dose" for name in given.situation.target_use):
        terms.invulnerable += 3


def _huge(terms: Terms, given: Given) -> None:
    terms.target_large = True
    terms.no_knock_down = not given.ranged


TARGET_TRAITS = (
    Trait(name="Martial Artist", stage="impact", does="its bearer is not outnumbered (R9.10)",
          defends=put("never_outnumbered")),
    Trait(name="Kevlar Vest", stage="markers", defends=put("kevlar"),
          does="one marker less for each damage success, an Injury before a Stun, never the last (R9.6)"),
    Trait(name="Hardened", stage="markers", defends=put("hardened"),
          does="the first Injury awarded in the round becomes a Stun (R9.6)"),
    Trait(name="Light Armor", stage="damage", does="-1 to damage rolls against it", defends=plus("armour", 1)),
    Trait(name="Medium Armor", stage="damage", does="-2 to damage rolls against it", defends=plus("armour", 2)),
    Trait(name="Heavy Armor", stage="damage", does="-3 to damage rolls against it", defends=plus("armour", 3)),
    Trait(name="Tough Skin", stage="damage", does="-1 to damage rolls against it",
          defends=plus("tough_skin", 1)),
    Trait(name="Bulletproof Vest", stage="damage", does="Firearms damage on 4+", defends=_bulletproof),
    Trait(name="Bot", stage="damage", does="Firearm, Mechanical and Beam damage on 4+", defends=_bot),
    Trait(name="Bat-Armor Mk I", stage="saves", does="5+ stops each impact left", defends=_save(5)),
    Trait(name="Bat-Armor Mk II", stage="saves", does="6+ stops each impact left", defends=_save(6)),
    Trait(name="Bat-Armor Mk III", stage="saves", does="5+ stops each impact left", defends=_save(5)),
    Trait(name="Energy Field", stage="saves", does="5+ stops each ranged impact left", defends=_energy_field),
    Trait(name="Amazon", stage="impact", attacks=_amazon_attacks, defends=_amazon_defends,
          does="+1 to its impact and block dice; -1 to damage rolls against it"),
    Trait(name="Power Armor", stage="markers", defends=plus("ignored", 3), certainty="I",
          does="ignores the first 3 markers, then it is broken"),
    Trait(name="Invulnerability", stage="markers", defends=_invulnerability,
          does="ignores the first X markers of the round; immune to CRT (Casualty) (R9.6)"),
    Trait(name="Titan Berserk", stage="markers", defends=_titan_berserk,
          does="Invulnerability 3 with a Titan Dose"),
    Trait(name="Counter Attack", stage="block", bought=True, costs_sc=1, melee=True, defends=put("counter"),
          does="1 SC: its first block success strikes back with one die"),
    Trait(name="Sustained Defense", stage="block", does="n DC give n + n/2 block dice (R9.4)",
          defends=_sustained),
    Trait(name="Cybernetic", stage="block", does="+1 to its block dice", defends=plus("block_bonus", 1)),
    Trait(name="Dodge", stage="saves", defends=put("may_dodge"),
          does="one die for each MC; a face of at most Movement cancels one ranged impact (R2.7)"),
    Trait(name="Acrobat", stage="saves", does="dodges as Dodge does, by its MC", defends=put("may_dodge")),
    Trait(name="Reflexes", stage="saves", does="failed agility dice are rerolled once",
          attacks=_reflexes_attacks, defends=_reflexes_defends),
    Trait(name="Bracelets of Submission", stage="saves", defends=_bracelets,
          does="one free agility die against a ranged attack cancels one impact"),
    Trait(name="One-Armed", stage="block", does="-1 to its block dice", defends=plus("block_bonus", -1)),
    Trait(name="Hockey Gear", stage="damage", does="ignores Sharp", defends=put("ignores_sharp")),
    Trait(name="Football Gear", stage="damage", does="ignores Sharp and Heavy", defends=_football),
    Trait(name="Catcher Gear", stage="damage", does="ignores Heavy", defends=put("ignores_heavy")),
    Trait(name="Large", stage="forms", does="not grabbed or pushed by a smaller model",
          attacks=put("attacker_large"), defends=put("target_large")),
    Trait(name="Huge", stage="forms", attacks=put("attacker_large"), defends=_huge,
          does="not grabbed, pushed or, in melee, knocked down by a smaller model"),
    Trait(name="Survivor", stage="markers", defends=put("survivor"), certainty="I",
          does="5+ and it stays K.O. instead of becoming a Casualty"),
    Trait(name="Judgment", stage="markers", attacks=put("judgment"), certainty="I",
          does="a coin: a target that becomes K.O. becomes a Casualty"),
    Trait(name="Desensitized", stage="none", does="loses no counters to markers: bounds AC and DC, no die changes"),
    Trait(name="Sturdy", stage="none", does="loses a counter for every third marker only: bounds AC and DC"),
    Trait(name="Weak", stage="none", does="loses a counter for every marker: bounds AC and DC, no die changes"),
    Trait(name="Regeneration", stage="none", does="one marker off at the end of the round: not this attack"),
    Trait(name="Bodyguard", stage="none", does="takes a friend's attack: ask with the bodyguard as the target"),
    Trait(name="Elusive", stage="none", does="no first-edition effect on one attack is known",
          source="TRAITS 2.3", certainty="I"),
)  # fmt: skip
