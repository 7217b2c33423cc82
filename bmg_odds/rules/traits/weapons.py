"""Weapon traits of the first edition (TRAITS 2.1)."""

from bmg_odds.rules.record import ALL_DICE
from bmg_odds.rules.terms import Given, Terms
from bmg_odds.rules.traits.effects import put
from bmg_odds.rules.traits.trait import ARTICLES, SECOND, Effect, Trait


def _handy(terms: Terms, _: Given) -> None:
    terms.reroll_impact()


def _sharp(terms: Terms, _: Given) -> None:
    terms.sharp = True


def _heavy(terms: Terms, _: Given) -> None:
    terms.heavy = True


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


def _protective(terms: Terms, _: Given) -> None:
    terms.block_bonus += 1
    terms.shielded = True


def _devastating(terms: Terms, _: Given) -> None:
    terms.collateral = 2


def _imprecise(terms: Terms, _: Given) -> None:
    terms.impact_bonus -= 1


def _accurate(terms: Terms, given: Given) -> None:
    if given.ranged:
        terms.dodge_movement -= 1


def _red_dot(terms: Terms, given: Given) -> None:
    if given.ranged and terms.impact_rerolls < ALL_DICE:
        terms.impact_rerolls += 1


def _assault(terms: Terms, given: Given) -> None:
    terms.rof_after_moving = max(terms.rof_after_moving, given.number(1))


def _throwing(terms: Terms, _: Given) -> None:
    terms.full_rof_after_moving = True


def _aim(terms: Terms, given: Given) -> None:
    if given.ranged:
        terms.aims = True


def _caustic(terms: Terms, _: Given) -> None:
    terms.caustic = True


def _gas(terms: Terms, given: Given) -> None:
    terms.no_scratch = True
    terms.covers_ignored = len(given.situation.cover)


def _crt(terms: Terms, given: Given) -> None:
    letters = (given.parameter or "").upper()
    terms.crt.append((letters.count("B"), letters.count("S")) if set(letters) <= {"B", "S"} else (0, 0))
    if letters == "CASUALTY":
        terms.crt_casualty = True
    elif not set(letters) <= {"B", "S"}:
        terms.crt_effects.add((given.parameter or "").lower())


def _electric(terms: Terms, _: Given) -> None:
    terms.crt.append((0, 0))
    terms.crt_effects.add("stunned")


def _bleed(terms: Terms, given: Given) -> None:
    terms.crt.append((given.number(1), 0))


def _blunt(terms: Terms, given: Given) -> None:
    terms.crt.append((0, given.number(1)))


def _effect(name: str) -> Trait:
    """Return a weapon trait that is reported as the chance of at least one damage success (R9.11)."""

    def apply(terms: Terms, _: Given) -> None:
        terms.effects.add((name.lower(), "damage"))

    return Trait(
        name=name,
        stage="effect",
        does="reported as the chance that it takes effect: at least one damage success (R9.11)",
        attacks=apply,
        certainty="I",
        source="R9.11",
    )


def _outside(name: str, why: str) -> Trait:
    return Trait(name=name, stage="none", does=why)


WEAPON_TRAITS = (
    Trait(name="Handy", stage="impact", does="failed impact dice are rerolled once", attacks=_handy, source=ARTICLES),
    Trait(name="Sharp", stage="damage", does="failed damage dice are rerolled once", attacks=_sharp, source=ARTICLES),
    Trait(name="Heavy", stage="damage", does="+1 to the damage roll", attacks=_heavy, source=SECOND, certainty="I"),
    Trait(name="Firearm", stage="damage", does="damages on 2+ whatever the Strength",
          attacks=_fixed("firearm", 2), source=ARTICLES),
    Trait(name="Beam", stage="damage", does="damages on 2+ whatever the Strength",
          attacks=_fixed("beam", 2), source=ARTICLES),
    Trait(name="Mechanical", stage="damage", does="damages on 3+ whatever the Strength",
          attacks=_fixed("mechanical", 3), source=ARTICLES),
    Trait(name="Overwhelming", stage="block", does="-1 to the target's block dice", attacks=_overwhelming,
          source=SECOND, certainty="I"),
    Trait(name="Crushing", stage="block", does="two block successes cancel one impact (R9.5)", attacks=_crushing,
          source=SECOND, certainty="I"),
    Trait(name="Defensive", stage="block", does="its bearer rerolls failed block dice once", defends=_defensive,
          source=ARTICLES),
    Trait(name="Protective", stage="block", certainty="I", source=SECOND, defends=_protective,
          does="+1 to its bearer's block dice (the extra Blink! it gives has no known difficulty: left out)"),
    Trait(name="Devastating", stage="collateral", does="two collateral dice, each judged alone (R9.7)",
          attacks=_devastating, source="public card data (DS, F.46)"),
    Trait(name="Imprecise", stage="impact", does="-1 to impact dice", attacks=_imprecise, source=SECOND,
          certainty="I"),
    Trait(name="Accurate", stage="saves", does="the target's Movement counts one less when it dodges",
          attacks=_accurate, source=SECOND, certainty="I"),
    Trait(name="Red Dot", stage="impact", does="one failed ranged impact die is rerolled", attacks=_red_dot,
          source=SECOND, certainty="I"),
    Trait(name="Assault", stage="dice", does="ROF is X after moving, never more than the ROF", attacks=_assault,
          source=SECOND, certainty="I"),
    Trait(name="Throwing", stage="dice", does="full ROF after moving", attacks=_throwing, source=SECOND,
          certainty="I"),
    Trait(name="Aim", stage="dice", does="cannot be shot by a model that moves", attacks=_aim, source=ARTICLES),
    Trait(name="Caustic", stage="markers", does="an impact that fails to damage inflicts 1 Injury, no scratch",
          attacks=_caustic, source=SECOND, certainty="I"),
    Trait(name="Gas", stage="obstacles", does="no Blink! and no scratch", attacks=_gas, source=SECOND,
          certainty="I"),
    Trait(name="CRT", stage="markers", attacks=_crt, source="2012 text",
          does="its markers or effect replace the critical's Stun (R2.9); Casualty removes the target"),
    Trait(name="Electric", stage="markers", does="as CRT (Stunned)", attacks=_electric, source=SECOND,
          certainty="I"),
    Trait(name="Bleed", stage="markers", does="a critical inflicts X Injuries instead of the Stun", attacks=_bleed,
          source=SECOND, certainty="I"),
    Trait(name="Blunt", stage="markers", does="a critical inflicts X Stuns instead of the Stun", attacks=_blunt,
          source=SECOND, certainty="I"),
    Trait(name="Magic", stage="damage", does="ignores Tough Skin and Invulnerability", attacks=put("pierces")),
    *(
        _effect(name)
        for name in (
            "Acid", "Enervating", "Poison", "Toxic", "Fire", "Freeze", "Stunned", "Push", "Scared", "Paralyze",
            "Blind", "Flash", "Pinned Down",
        )
    ),
    _outside("Light", "may shoot in contact: no die changes"),
    _outside("Reach", "strikes from a distance: no die changes"),
    _outside("Unarmed", "marks the unarmed profile, which other traits look for"),
)  # fmt: skip
