"""Character traits of the first edition (TRAITS 2.2 and 2.3)."""

from bmg_odds.rules.terms import Given, Terms
from bmg_odds.rules.traits.names import names_weapon
from bmg_odds.rules.traits.trait import Effect, Trait
from bmg_odds.rules.traits.weapons import QUICK


def _combo(terms: Terms, given: Given) -> None:
    if not given.ranged and names_weapon(given.parameter, given.weapon, unarmed=given.unarmed):
        terms.bonus_dice_per_pair = 1


def _martial_expert(terms: Terms, _: Given) -> None:
    terms.critical_from.add(4)


def _brutal(terms: Terms, _: Given) -> None:
    terms.collateral_reroll = True


def _titan_attacks(terms: Terms, _: Given) -> None:
    terms.attack += 1


def _titan_defends(terms: Terms, _: Given) -> None:
    terms.target_skills += 1


def _martial_artist(terms: Terms, _: Given) -> None:
    terms.never_outnumbered = True


def _kevlar(terms: Terms, _: Given) -> None:
    terms.kevlar = True


def _save(number: int) -> Effect:
    def apply(terms: Terms, _: Given) -> None:
        terms.saves.append(number)

    return apply


def _bulletproof(terms: Terms, _: Given) -> None:
    terms.armour_fixed["firearm"] = 4


def _sustained(terms: Terms, _: Given) -> None:
    terms.block_dice_per_pair = 1


def _dodge(terms: Terms, _: Given) -> None:
    terms.may_dodge = True


MODEL_TRAITS = (
    Trait(
        "combo", "Combo", "dice", "n AC with the named weapon give n + n/2 dice (R9.4)", QUICK, "P", _combo,
    ),
    Trait("martial expert", "Martial Expert", "collateral", "critical on 4-6", QUICK, "P", _martial_expert),
    Trait(
        "brutal", "Brutal", "collateral",
        "the collateral die is rerolled when it gave neither knock down nor critical (R9.8)", QUICK, "P", _brutal,
    ),
    Trait(
        "titan dose", "Titan Dose", "characteristics",
        "once per game: +1 Movement, Attack, Defense and Special for the round (R2.14)", "R2.14", "T",
        _titan_attacks, _titan_defends, bought=True,
    ),
    Trait(
        "martial artist", "Martial Artist", "impact", "its bearer is not outnumbered (R9.10)", QUICK, "P",
        defends=_martial_artist,
    ),
    Trait(
        "kevlar vest", "Kevlar Vest", "markers",
        "one marker less for each damage success, an Injury before a Stun, never the last (R9.6)", QUICK, "P",
        defends=_kevlar,
    ),
    Trait("bat-armor mk i", "Bat-Armor Mk I", "saves", "5+ stops each impact left", QUICK, "P", defends=_save(5)),
    Trait("bat-armor mk ii", "Bat-Armor Mk II", "saves", "6+ stops each impact left", QUICK, "P", defends=_save(6)),
    Trait("bat-armor mk iii", "Bat-Armor Mk III", "saves", "5+ stops each impact left", QUICK, "P", defends=_save(5)),
    Trait(
        "bulletproof vest", "Bulletproof Vest", "damage", "Firearms damage on 4+", QUICK, "P",
        defends=_bulletproof,
    ),
    Trait(
        "sustained defense", "Sustained Defense", "block", "n DC give n + n/2 block dice (R9.4)", QUICK, "P",
        defends=_sustained,
    ),
    Trait(
        "dodge", "Dodge", "saves", "one die for each MC; a face of at most Movement cancels one ranged impact",
        QUICK, "P", defends=_dodge,
    ),
    Trait(
        "acrobat", "Acrobat", "saves", "dodges as Dodge does, by its MC", QUICK, "P", defends=_dodge,
    ),
)  # fmt: skip

UNARMED = {
    "reinforced gloves": ("Reinforced Gloves", "SS"),
    "claws": ("Claws", "BS"),
    "retractable claws": ("Retractable Claws", "BS"),
    "steel hands": ("Steel Hands", "SSS"),
}
"""Traits that give the unarmed profile, and its damage (TRAITS 2.2)."""
