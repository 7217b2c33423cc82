"""Traits of the third edition (TRAITS, column 3E)."""

from collections.abc import Callable
from typing import Any

from bmg_odds.rules.clash_terms import ClashTerms
from bmg_odds.rules.record import ALL_DICE
from bmg_odds.rules.terms import Given
from bmg_odds.rules.traits.effects import both, one_more, plus, put
from bmg_odds.rules.traits.names import names_weapon
from bmg_odds.rules.traits.trait import Trait

ClashEffect = Callable[[ClashTerms, Given], None]
THIRD = ("third",)
DATA = "public trait data of 2022"


def _fixed(kind: str, number: int) -> ClashEffect:
    def apply(terms: ClashTerms, _: Given) -> None:
        terms.fixed[kind] = number

    return apply


def _crt(terms: ClashTerms, given: Given) -> None:
    letters = (given.parameter or "").upper()
    plain = set(letters) <= {"B", "S"}
    terms.crt.append((letters.count("B"), letters.count("S")) if plain else (0, 0))
    if letters == "CASUALTY":
        terms.crt_casualty = True
    elif not plain:
        terms.crt_effects.add((given.parameter or "").lower())


def _bleed(terms: ClashTerms, given: Given) -> None:
    terms.crt.append((given.number(1), 0))


def _blunt(terms: ClashTerms, given: Given) -> None:
    terms.crt.append((0, given.number(1)))


def _critical_gives(injuries: int, stuns: int, when: Callable[[Given], bool] = lambda _: True) -> ClashEffect:
    def apply(terms: ClashTerms, given: Given) -> None:
        if when(given):
            terms.crt.append((injuries, stuns))

    return apply


def _electric(terms: ClashTerms, _: Given) -> None:
    terms.crt.append((0, 0))
    terms.crt_effects.add("stunned")
    terms.electric = True


def _deadly(terms: ClashTerms, _: Given) -> None:
    terms.crt.append((0, 0))
    terms.crt_casualty = True


def _save(terms: ClashTerms, given: Given) -> None:
    if given.ranged:
        terms.saves.append(5)


def _critical(number: int) -> ClashEffect:
    def apply(terms: ClashTerms, _: Given) -> None:
        terms.critical_from.add(number)

    return apply


def _down_on_damage(terms: ClashTerms, _: Given) -> None:
    terms.knock_down_on.add("damage")


def _effect(name: str, event: str = "damage") -> ClashEffect:
    def apply(terms: ClashTerms, _: Given) -> None:
        terms.effects.add((name.lower(), event))

    return apply


def _luck_attacks(terms: ClashTerms, given: Given) -> None:
    one_more("attack_rerolls" if given.parameter == "impact" else "strength_rerolls")(terms, given)


def _invulnerability(terms: ClashTerms, given: Given) -> None:
    terms.invulnerable += given.number(1)


def _ranged(given: Given) -> bool:
    return given.ranged


def _melee(given: Given) -> bool:
    return not given.ranged


def _unarmed(given: Given) -> bool:
    return given.unarmed


def _named(given: Given) -> bool:
    return not given.ranged and names_weapon(given.parameter, given.weapon, unarmed=given.unarmed)


def _armed(given: Given) -> bool:
    return _named(given) and not given.unarmed


def _still(given: Given) -> bool:
    return given.ranged and not given.situation.moved


def _against(key: str) -> Callable[[Given], bool]:
    return lambda given: given.attack_has(key)


def _shot_by_machines(given: Given) -> bool:
    return any(given.attack_has(key) for key in ("firearm", "mechanical", "beam"))


def _third(name: str, stage: str, does: str, attacks: ClashEffect | None = None,
           defends: ClashEffect | None = None, **more: Any) -> Trait:  # fmt: skip
    options: dict[str, Any] = {"source": DATA, "editions": THIRD, **more}
    return Trait(name=name, stage=stage, does=does, attacks=attacks, defends=defends, **options)


def _use(name: str, stage: str, does: str, attacks: ClashEffect, **more: Any) -> Trait:
    return _third(name, stage, does, attacks, bought=True, **more)


_WEAPONS = (
    _third("Handy", "attack", "failed attack dice are rerolled once", put("handy")),
    _third("Sharp", "strength", "failed Strength dice are rerolled once", put("sharp")),
    _third("Heavy", "strength", "+1 to the Strength die", put("heavy")),
    _third("Firearm", "strength", "the Strength die succeeds on 2+", _fixed("firearm", 2)),
    _third("Beam", "strength", "the Strength die succeeds on 2+ (and ignores Cover)", _fixed("beam", 2)),
    _third("Mechanical", "strength", "the Strength die succeeds on 3+", _fixed("mechanical", 3)),
    _third("Overwhelming", "defence", "-1 to defence dice", plus("defence_bonus", -1)),
    _third("Crushing", "defence", "two defence successes cancel one hit", put("defence_need", 2)),
    _third("Defensive", "defence", "its bearer rerolls failed defence dice once",
           defends=put("defence_rerolls", ALL_DICE)),
    _third("Protective", "defence", "+1 to its bearer's defence dice (always Cover: not modelled)",
           defends=plus("defence_bonus", 1)),
    _third("Devastating", "strength", "two Strength dice, both apply", put("strength_dice", 2)),
    _third("Imprecise", "attack", "-1 to attack dice", plus("attack_bonus", -1)),
    _third("Accurate", "attack", "+1 to attack dice", plus("attack_bonus", 1)),
    _third("Red Dot", "attack", "one failed ranged attack die is rerolled", one_more("attack_rerolls", _ranged)),
    _third("Assault", "dice", "no die lost for moving, but -1 to attack dice then",
           both(put("no_moving_loss"), plus("attack_bonus", -1, lambda given: given.situation.moved))),
    _third("Throwing", "dice", "no die lost for moving", put("no_moving_loss")),
    _third("Aim", "attack", "+1 to ranged attack dice when it does not move", plus("attack_bonus", 1, _still)),
    _third("CRT", "markers", "its markers or effect replace the knock down of a critical", _crt),
    _third("Bleed", "markers", "a critical inflicts X Injuries more instead of knocking down", _bleed),
    _third("Blunt", "markers", "a critical inflicts X Stuns more instead of knocking down", _blunt),
    _third("Caustic", "markers", "a failed Strength die still inflicts 1 Injury", put("caustic")),
    _third("Small Caliber", "dice", "two dice less instead of one beyond range", put("beyond_loss", 2)),
    _third("High Caliber", "none", "its Strength die goes last: dice never go below the attack dice here"),
    _third("Limited Attack", "markers", "the damage once, whatever the hits; criticals do not knock down",
           put("limited")),
    _third("Electric", "markers", "as CRT (Stunned); failed Strength dice rerolled against Bot or Cybernetic",
           _electric),
    _third("Gas", "dice", "ignores Light, Medium and Heavy Armor", put("gas")),
    *(
        _third(name, "effect", "reported as the chance that it takes effect: at least one hit (R9.11)",
               _effect(name), certainty="I")
        for name in ("Acid", "Enervating", "Poison", "Toxic", "Fire", "Freeze", "Stunned", "Push", "Pull",
                     "Scared", "Paralyze", "Blind", "Terror")
    ),
    _third("Light", "none", "may shoot in contact: no die changes"),
    _third("Reach", "none", "strikes from a distance: no die changes"),
    _third("Unarmed", "none", "marks the unarmed profile, which other traits look for"),
)  # fmt: skip

_ATTACKERS = (
    _third("Combo", "attack", "one hit more for every two successful attack dice, before the defence",
           put("combo", True, _named)),
    _third("Master Fighter", "attack", "+1 to attack dice unarmed", plus("attack_bonus", 1, _unarmed)),
    _third("Weapon Master", "attack", "+1 to melee attack dice with a weapon, or the named one",
           plus("attack_bonus", 1, _armed)),
    _third("Close Combat Master", "attack", "failed attack dice are rerolled unarmed",
           put("attack_rerolls", ALL_DICE, _unarmed)),
    _third("Duelist", "attack", "failed melee attack dice are rerolled against the only enemy in contact",
           put("attack_rerolls", ALL_DICE, lambda given: _melee(given) and not given.situation.crowd)),
    _third("Ranged Master", "attack", "+1 to ranged attack dice", plus("attack_bonus", 1, _ranged)),
    _third("Precise Aim", "attack", "+2 to ranged attack dice when it does not move",
           plus("attack_bonus", 2, _still)),
    _third("Master Marksman", "attack", "failed ranged attack dice are rerolled",
           put("attack_rerolls", ALL_DICE, _ranged)),
    _use("Rapid Fire", "dice", "one ranged attack die more", plus("ranged_dice", 1)),
    _use("Multifire", "dice", "one ranged attack die more", plus("ranged_dice", 1)),
    _use("Mobster", "dice", "one melee attack die more against an outnumbered target", plus("melee_dice", 1)),
    _use("Obsessive (Mental Disorder)", "strength", "+1 to the Strength die", plus("strength_bonus", 1)),
    _use("OCD (Mental Disorder)", "attack", "+1 to attack dice if all attacks go on one target",
         plus("attack_bonus", 1)),
    _use("Devastating Blow", "strength", "+1 to the Strength die, Bleed 1", melee=True,
         attacks=both(plus("strength_bonus", 1), _critical_gives(1, 0))),
    _use("Precise Blow", "attack", "+1 to attack dice; failed Strength dice are rerolled", melee=True,
         attacks=both(plus("attack_bonus", 1), put("strength_rerolls", ALL_DICE))),
    _use("Power Strike", "knock down", "a hit knocks down", _down_on_damage, melee=True),
    _use("Lethal Blow", "effect", "a hit stuns (reported as a chance)", _effect("Stunned"), melee=True),
    _use("Technique", "effect", "a hit paralyzes (reported as a chance)", _effect("Paralyzed"), melee=True),
    _use("Deadly Strike", "markers", "a critical removes the target", _deadly, melee=True),
    _use("Bonebreaker", "markers", "unarmed Bleed 2", _critical_gives(2, 0, _unarmed), melee=True),
    _use("KaPow!!!", "markers", "unarmed CRT (SSS)", _critical_gives(0, 3, _unarmed), melee=True),
    _third("Brutal", "strength", "critical on 5-6", _critical(5)),
    _third("Martial Expert", "strength", "critical on 4-6", _critical(4)),
    _use("Critical Strike", "strength", "the Strength die is a natural 6", put("strength_six"), melee=True),
    _use("Unstoppable", "defence", "two defence successes cancel one hit", put("defence_need", 2), melee=True),
    _use("Sneak Attack", "efforts", "the target makes no Efforts", put("no_target_efforts"), melee=True),
    _third("Tension", "characteristics", "+1 Attack and Defense once it has an Injury",
           plus("attack", 1, lambda given: given.situation.attacker_injuries > 0),
           plus("defense", 1, lambda given: given.situation.injuries > 0)),
    _third("Blood Scent", "attack", "against a wounded target +1 to attack and Strength dice, Bleed 1",
           both(plus("attack_bonus", 1, lambda given: given.target_wounded),
                 plus("strength_bonus", 1, lambda given: given.target_wounded),
                 _critical_gives(1, 0, lambda given: given.target_wounded))),
    _use("Venom Dose", "strength", "+1 to melee Strength dice; its first two Efforts are free",
         both(plus("strength_bonus", 1, _melee), put("free_efforts", 2))),
    _third("Titan Dose", "characteristics", "once per game +1 to every characteristic for the round",
           plus("attack", 1), plus("defense", 1), bought=True),
    _use("Distract", "characteristics", "the target's Defense is 1 less", plus("defense", -1)),
    _third("Confusion", "characteristics", "after an opposed Willpower roll: 1 Attack and Defense less",
           plus("defense", -1), plus("attack", -1), bought=True),
    _third("Luck", "any", "once a round one own die is rerolled (impact, damage; the target: block)",
           _luck_attacks, one_more("defence_rerolls"), bought=True, attack_choices=("impact", "damage"),
           defend_choices=("block",), times=1),
    _third("Amazon", "attack", "+1 to its results; attackers have one die less",
           both(plus("attack_bonus", 1), plus("strength_bonus", 1)),
           both(plus("defence_bonus", 1), plus("attack_dice", -1))),
    _third("Shooter", "none", "ignores Cover, which is not modelled"),
    _third("Sharpshooter", "none", "ignores Cover, which is not modelled"),
    _third("Good Aim", "none", "no effect in this edition"),
    _third("Reinforced Gloves", "markers", "gives the unarmed profile SS"),
    _third("Claws", "markers", "gives the unarmed profile BS"),
    _third("Retractable Claws", "markers", "gives the unarmed profile BS"),
    _third("Steel Hands", "markers", "gives the unarmed profile SSS, and a hit pushes",
           lambda terms, given: terms.effects.add(("push", "damage")) if given.unarmed else None),
    _third("Bloodthirsty (Mental Disorder)", "none", "a marker for later attacks: not this one"),
)  # fmt: skip

_TARGETS = (
    _third("Kevlar Vest", "markers", "one marker less for each hit, an Injury before a Stun, never the last",
           defends=put("kevlar")),
    _third("Hardened", "markers", "the first Injury becomes a Stun", defends=put("hardened")),
    *(
        _third(f"{name} Armor", "dice", f"{number} attack dice less against it",
               defends=plus("armour_dice", number))
        for name, number in (("Light", 1), ("Medium", 2), ("Heavy", 3))
    ),
    _third("Tough Skin", "strength", "-1 to Strength dice against it, which it may cancel in melee",
           defends=both(plus("strength_bonus", -1), put("strength_defended", True, _melee))),
    _third("Bulletproof Vest", "dice", "one attack die less against a Firearm",
           defends=plus("attack_dice", -1, _against("firearm"))),
    _third("Bot", "dice", "one attack die less against Firearm, Mechanical and Beam",
           defends=both(plus("attack_dice", -1, _shot_by_machines), put("bot"))),
    _third("Bat-Armor Mk I", "strength", "no Strength die against it", defends=put("no_strength_die")),
    _third("Bat-Armor Mk II", "strength", "the Strength die succeeds only on a natural 6",
           defends=put("natural_six_only")),
    _third("Bat-Armor Mk III", "strength", "no Strength die against it", defends=put("no_strength_die")),
    _third("Ballistic Bat-Armor", "strength", "no Strength die against it, one attack die less at range",
           defends=both(put("no_strength_die"), plus("ranged_dice", -1))),
    _third("Energy Field", "saves", "5+ stops each ranged hit left", defends=_save),
    _third("Power Armor", "dice", "one attack die less against it (what its Efforts ignore is left out)",
           defends=plus("attack_dice", -1)),
    _third("Invulnerability", "markers", "X markers less for each hit; immune to CRT",
           defends=_invulnerability),
    _third("Sustained Defense", "defence", "two defence successes count three", defends=put("sustained")),
    _third("Cybernetic", "defence", "+1 to its defence dice",
           defends=both(plus("defence_bonus", 1), put("cybernetic"))),
    _third("One-Armed", "defence", "-1 to its defence dice", defends=plus("defence_bonus", -1)),
    _third("Dodge", "efforts", "its Efforts take ranged attack dice away too",
           defends=put("target_efforts_at_range")),
    _third("Acrobat", "efforts", "its Efforts take ranged attack dice away too",
           defends=put("target_efforts_at_range")),
    _third("Reflexes", "attack", "successful ranged attack dice must be rolled again",
           defends=put("attack_spoils", ALL_DICE, _ranged)),
    _third("Boy Wonder", "attack", "no Handy rerolls against it", defends=put("no_attack_rerolls_of_handy")),
    _third("Hockey Gear", "strength", "ignores Sharp", defends=put("ignores_sharp")),
    _third("Football Gear", "strength", "ignores Sharp and Heavy",
           defends=both(put("ignores_sharp"), put("ignores_heavy"))),
    _third("Catcher Gear", "strength", "ignores Heavy", defends=put("ignores_heavy")),
    _third("Large", "markers", "ignores 1 Stun of each attack", defends=plus("stuns_ignored", 1)),
    _third("Huge", "markers", "ignores 2 Stuns of each attack", defends=plus("stuns_ignored", 2)),
    _third("Martial Artist", "none", "ignores Outnumbered, whose size is not known"),
    _third("Sturdy", "none", "its Efforts are not limited by markers: no die changes"),
    _third("Weak", "none", "makes two Efforts at most: no die changes"),
    _third("Bodyguard", "none", "takes a friend's attack: ask with the bodyguard as the target"),
)  # fmt: skip

THIRD_EDITION: dict[str, Trait] = {trait.key: trait for trait in (*_WEAPONS, *_ATTACKERS, *_TARGETS)}
