"""Hand-worked cases of the traits that change markers, fates and cross fire; and all traits at once."""

from __future__ import annotations

from fractions import Fraction

from oracle import TARGET_USES, USES, Attack
from oracle_cases import fight
from oracle_cases_traits import (
    AGAIN,
    BLOCK,
    COLLATERAL,
    COVER,
    DAMAGE,
    IMPACT,
    Trait,
    bout,
    failed,
    fates,
    plain,
    sixths,
    special,
    stray,
)

CHOICE = {"crt": "choice"}

# --- markers: a weapon of 1 Injury and 1 Stun --------------------------------------------------------------

MARKERS: list[Trait] = [
    ("none", special, bout(), {(1, 2)}),
    ("Electric", special, bout("Electric"), {(1, 1)}),
    ("Electric", special, bout("Electric", readings=CHOICE), {(1, 2)}),
    ("Bleed", special, bout("Bleed (2)"), {(3, 1)}),
    ("Blunt", special, bout("Blunt (2)"), {(1, 3)}),
    ("CRTs add up", special, bout("Bleed (1)", "Blunt (1)"), {(2, 2)}),
    ("CRTs add up", special, bout("Bleed (1)", "CRT (B)", "Electric"), {(3, 1)}),
    ("Devastating Blow", special, bout(use=("Devastating Blow",)), {(2, 1)}),
    ("Devastating Blow", special, bout("CRT (B)", use=("Devastating Blow",)), {(3, 1)}),
    ("Deadly Strike", special, bout(use=("Deadly Strike",)), {(1, 1)}),
    ("Deadly Strike", special, bout(use=("Deadly Strike",), readings=CHOICE), {(1, 1)}),
    ("Bonebreaker", special, bout(use=("Bonebreaker",), unarmed=True), {(3, 1)}),
    ("Bonebreaker", special, bout(use=("Bonebreaker",)), {(1, 2)}),
    ("Bonebreaker", special, bout(use=("Bonebreaker",), form="grab"), {(2, 1)}),
    ("KaPow!!!", special, bout("KaPow!!!", unarmed=True), {(1, 4)}),
    ("KaPow!!!", special, bout("KaPow!!!"), {(1, 2)}),
    ("Blood Scent", special, bout("Blood Scent", stuns=1), {(2, 1)}),
    ("Blood Scent", special, bout("Blood Scent"), {(1, 2)}),
    ("Caustic", failed, bout("Caustic"), {(1, 0)}),
    ("Caustic", failed, bout("Caustic", rof=1), {(1, 0)}),
    ("Caustic", plain, bout("Caustic", rof=1, readings={"scratch": "always"}), {(1, 1)}),
    ("Gas", failed, bout("Gas", rof=1), {(0, 0)}),
    ("Gas", failed, bout("Gas", "Caustic", rof=1), {(1, 0)}),
    ("Steel Hands", plain, bout("Steel Hands", "Claws", form="grab"), {(0, 3)}),
    ("Retractable Claws", plain, bout("Retractable Claws", "Reinforced Gloves", form="grab"), {(1, 1)}),
    ("Invulnerability", plain, bout(against=("Invulnerability (1)",)), {(0, 1)}),
    ("Invulnerability", plain, bout(against=("Invulnerability (2)",), damage="BSS"), {(0, 1)}),
    ("Invulnerability", special, bout(against=("Invulnerability (2)",)), {(0, 1)}),
    ("Invulnerability", failed, bout(against=("Invulnerability (1)",), rof=1), {(0, 0)}),
    ("Magic", plain, bout("Magic", against=("Invulnerability (1)",)), {(1, 1)}),
    ("Supernatural", plain, bout("Supernatural", against=("Invulnerability (1)",)), {(1, 1)}),
    ("Godkiller", plain, bout("Godkiller", against=("Power Armor",), damage="BBBS"), {(0, 1)}),
    ("Power Armor", plain, bout(against=("Power Armor",), damage="BBBBS"), {(1, 1)}),
    ("Power Armor", plain, bout(against=("Power Armor", "Invulnerability (1)"), damage="BBBBS"), {(0, 1)}),
    ("Titan Berserk", plain, bout(against=("Titan Berserk",), damage="BBBS"), {(3, 1)}),
    (
        "Titan Berserk",
        plain,
        bout(against=("Titan Berserk",), target_use=("Titan Dose",), damage="BBBS"),
        {(0, 1)},
    ),
    ("Hardened", plain, bout(against=("Hardened",), damage="BB"), {(1, 1)}),
    ("Hardened", plain, bout(against=("Hardened",), damage="SS"), {(0, 2)}),
    ("Hardened", plain, bout(against=("Hardened", "Invulnerability (1)"), damage="BBS"), {(0, 2)}),
    ("Hardened", plain, bout(against=("Hardened", "Kevlar Vest"), damage="BB"), {(0, 1)}),
]

# --- fates: damage in 1/4 of the attacks, damage and a critical in 1/24 ------------------------------------

UP, ALWAYS = Fraction(3, 4), Fraction(1)
CRITICAL, NO_CRITICAL = Fraction(1, 24), Fraction(23, 24)

FATES: list[Trait] = [
    ("none", fates, bout(damage="B", endurance=1), {"up": UP, "casualty": Fraction(1, 4)}),
    (
        "Survivor",
        fates,
        bout(damage="B", endurance=1, against=("Survivor",)),
        {"up": UP, "casualty": Fraction(1, 6), "ko": Fraction(1, 12)},
    ),
    (
        "Survivor",
        fates,
        bout(damage="B", endurance=1, against=("Survivor",), injuries=1),
        {"casualty": ALWAYS},
    ),
    (
        "Judgment",
        fates,
        bout("Judgment", damage="S", endurance=1),
        {"up": UP, "casualty": Fraction(1, 8), "ko": Fraction(1, 8)},
    ),
    ("Judgment", fates, bout("Judgment", damage="S", endurance=1, stuns=1), {"ko": ALWAYS}),
    ("Judgment", fates, bout("Judgment", damage="B", endurance=1), {"up": UP, "casualty": Fraction(1, 4)}),
    # a third of 1/8 comes back
    (
        "Judgment and Survivor",
        fates,
        bout("Judgment", damage="S", endurance=1, against=("Survivor",)),
        {"up": UP, "casualty": Fraction(1, 12), "ko": Fraction(1, 6)},
    ),
    (
        "CRT (Casualty)",
        fates,
        bout("CRT (Casualty)", damage="B", endurance=9),
        {"up": NO_CRITICAL, "casualty": CRITICAL},
    ),
    (
        "CRT (Casualty)",
        fates,
        bout("CRT (Casualty)", "Devastating", damage="B", endurance=9),
        {"up": 1 - Fraction(11, 144), "casualty": Fraction(11, 144)},
    ),
    (
        "Deadly Strike",
        fates,
        bout(damage="B", endurance=9, use=("Deadly Strike",), readings=CHOICE),
        {"up": NO_CRITICAL, "casualty": CRITICAL},
    ),
    (
        "Invulnerability",
        fates,
        bout(damage="B", endurance=9, use=("Deadly Strike",), against=("Invulnerability (1)",)),
        {"up": ALWAYS},
    ),
    (
        "Invulnerability",
        fates,
        bout("Magic", damage="B", endurance=9, use=("Deadly Strike",), against=("Invulnerability (1)",)),
        {"up": NO_CRITICAL, "casualty": CRITICAL},
    ),
    (
        "Power Armor",
        fates,
        bout(damage="B", endurance=9, use=("Deadly Strike",), against=("Power Armor",)),
        {"up": NO_CRITICAL, "casualty": CRITICAL},
    ),
    (
        "Survivor",
        fates,
        bout(damage="B", endurance=9, use=("Deadly Strike",), against=("Survivor",)),
        {"up": NO_CRITICAL, "casualty": CRITICAL * 2 / 3, "ko": CRITICAL / 3},
    ),
]

# --- cross fire: 1/2 impact, 1/2 stopped, 1/2 damage -------------------------------------------------------

LINE = ("model",)
FLYING = Fraction(1, 4)

STRAY: list[Trait] = [
    ("none", stray, bout(rof=1, cover=LINE), FLYING * sixths(3)),
    ("Gas", stray, bout("Gas", rof=1, cover=LINE), Fraction(0)),
    ("Shooter", stray, bout("Shooter", rof=1, cover=LINE), Fraction(0)),
    ("Sharpshooter", stray, bout("Sharpshooter", rof=1, cover=(*LINE, *LINE)), Fraction(0)),
    ("Expert Marksman", stray, bout("Expert Marksman", rof=1, cover=LINE), sixths(3) * sixths(2) * sixths(3)),
    ("Beam", stray, bout("Beam", against=("Bot",), rof=1, cover=LINE), FLYING * sixths(5)),
    ("Catcher Gear", stray, bout("Heavy", against=("Catcher Gear",), rof=1, cover=LINE), FLYING * sixths(4)),
    ("Hockey Gear", stray, bout("Sharp", against=("Hockey Gear",), rof=1, cover=LINE), FLYING * AGAIN),
    ("Amazon", stray, bout(against=("Amazon",), rof=1, cover=LINE), FLYING * sixths(3)),
    ("Obsessive", stray, bout(use=("Obsessive",), rof=1, cover=LINE), FLYING * sixths(4)),
    # it smells the target's blood: hit on 3+, but nothing more against the obstacle
    (
        "Blood Scent",
        stray,
        bout("Blood Scent", stuns=1, rof=1, cover=LINE),
        sixths(4) * sixths(3) * sixths(3),
    ),
    ("Luck (damage)", stray, bout(use=("Luck (damage)",), rof=1, cover=LINE), FLYING * sixths(3)),
]

CASES = [*IMPACT, *BLOCK, *COVER, *DAMAGE, *COLLATERAL, *MARKERS, *FATES, *STRAY]

# --- everything at once ------------------------------------------------------------------------------------

OFFENCE = (
    "Imprecise", "Red Dot", "Accurate", "Assault (2)", "Caustic", "Bleed (1)", "Blunt (2)", "Mobster",
    "Tension", "Rapid Fire", "Multifire", "Expert Marksman", "Shooter", "Weapon Master", "Master Fighter",
    "Judgment", "Blood Scent", "KaPow!!!", "Amazon", "Reflexes", "CRT (Casualty)", "Devastating", "Brutal",
)  # fmt: skip
DEFENCE = (
    "Protective", "Bot", "Light Armor", "Tough Skin", "Energy Field", "Dodge", "Reflexes", "One-Armed",
    "Huge", "Bracelets of Submission", "Football Gear", "Invulnerability (1)", "Power Armor", "Hardened",
    "Survivor", "Titan Berserk", "Cybernetic", "Tension", "Sustained Defense", "Kevlar Vest",
    "Bat-Armor Mk I",
)  # fmt: skip


def _crowded(**situation: object) -> Attack:
    return fight(
        {"traits": OFFENCE},
        {"traits": DEFENCE, "endurance": 4},
        "BBSS",
        use=USES,
        target_use=TARGET_USES,
        stuns=2,
        dc=2,
        mc=1,
        cover=("model", "light", "model"),
        outnumbered=True,
        attacker_stuns=1,
        **situation,
    )


EVERYTHING = [
    _crowded(ac=2),
    _crowded(ac=2, unarmed=True, target_state=("scared",)),
    _crowded(ac=2, form="grab", attacker_state=("blind",)),
    _crowded(rof=1),
    _crowded(rof=3, moved=True, target_state=("paralyzed",)),
]
