"""Weapon traits of the first edition (TRAITS 2.1)."""

from bmg_odds.rules.terms import Given, Terms
from bmg_odds.rules.traits.trait import Effect, Trait

ARTICLES = "articles of 2015-2017"
SECOND = "second edition wording carried back"
QUICK = "quick reference"


def _handy(terms: Terms, _: Given) -> None:
    terms.reroll_impact()


def _sharp(terms: Terms, _: Given) -> None:
    terms.reroll_damage()


def _heavy(terms: Terms, _: Given) -> None:
    terms.damage_bonus += 1


def _fixed(kind: str, number: int) -> Effect:
    def apply(terms: Terms, _: Given) -> None:
        terms.fixed[kind] = number

    return apply


def _overwhelming(terms: Terms, _: Given) -> None:
    terms.block_bonus -= 1


def _crushing(terms: Terms, _: Given) -> None:
    terms.block_need = 2


def _defensive(terms: Terms, _: Given) -> None:
    terms.reroll_block()


def _devastating(terms: Terms, _: Given) -> None:
    terms.collateral = 2


def _crt(terms: Terms, given: Given) -> None:
    letters = given.parameter or ""
    if letters and set(letters.upper()) <= {"B", "S"}:
        terms.crt.append((letters.upper().count("B"), letters.upper().count("S")))
    else:
        terms.crt.append((0, 0))
        terms.crt_effects.add((letters or "critical effect").lower())


WEAPON_TRAITS = (
    Trait("handy", "Handy", "impact", "failed impact dice are rerolled once", ARTICLES, "P", _handy),
    Trait("sharp", "Sharp", "damage", "failed damage dice are rerolled once", ARTICLES, "P", _sharp),
    Trait("heavy", "Heavy", "damage", "+1 to the damage roll", SECOND, "I", _heavy),
    Trait("firearm", "Firearm", "damage", "damages on 2+ whatever the Strength", ARTICLES, "P", _fixed("firearm", 2)),
    Trait("mechanical", "Mechanical", "damage", "damages on 3+ whatever the Strength", ARTICLES, "P", _fixed("mechanical", 3)),
    Trait("overwhelming", "Overwhelming", "block", "-1 to the target's block dice", SECOND, "I", _overwhelming),
    Trait("crushing", "Crushing", "block", "two block successes cancel one impact", SECOND, "I", _crushing),
    Trait(
        "defensive", "Defensive", "block", "its bearer rerolls failed block dice once", ARTICLES, "P",
        defends=_defensive,
    ),
    Trait(
        "devastating", "Devastating", "collateral", "two collateral dice, each judged alone (R9.7)",
        "DS F.46", "P", _devastating,
    ),
    Trait(
        "crt", "CRT", "markers", "its markers or effect replace the critical's Stun (R2.9)",
        "2012 text", "P", _crt,
    ),
)  # fmt: skip
