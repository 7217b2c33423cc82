"""Character traits of the attack side, first edition (TRAITS 2.2)."""

from bmg_odds.rules.record import ALL_DICE
from bmg_odds.rules.terms import Given, Terms
from bmg_odds.rules.traits.effects import plus, put
from bmg_odds.rules.traits.names import names_weapon
from bmg_odds.rules.traits.trait import SECOND, Effect, Trait


def _mine(given: Given) -> bool:
    """Whether the trait's bracket, if it has one, means the weapon of this attack."""
    return names_weapon(given.parameter, given.weapon, unarmed=given.unarmed)


def _combo(terms: Terms, given: Given) -> None:
    if not given.ranged and _mine(given):
        terms.bonus_dice_per_pair = 1


def _master_fighter(terms: Terms, given: Given) -> None:
    if given.unarmed:
        terms.impact_bonus += 1


def _weapon_master(terms: Terms, given: Given) -> None:
    if not given.ranged and not given.unarmed and _mine(given):
        terms.impact_bonus += 1


def _close_combat_master(terms: Terms, given: Given) -> None:
    if given.unarmed:
        terms.reroll_impact()


def _duelist(terms: Terms, given: Given) -> None:
    if not given.ranged and not given.situation.crowd:
        terms.reroll_impact()


def _ranged_master(terms: Terms, given: Given) -> None:
    if given.ranged:
        terms.impact_bonus += 1


def _good_aim(terms: Terms, _: Given) -> None:
    terms.aims_moving = True


def _precise_aim(terms: Terms, given: Given) -> None:
    if given.ranged and given.stationary:
        terms.impact_bonus += 2


def _master_marksman(terms: Terms, given: Given) -> None:
    if given.ranged:
        terms.reroll_impact()


def _rapid_fire(terms: Terms, _: Given) -> None:
    terms.rof += 1


def _multifire(terms: Terms, given: Given) -> None:
    if given.stationary:
        terms.rof += 2


def _shooter(terms: Terms, _: Given) -> None:
    terms.covers_ignored = max(terms.covers_ignored, 1)


def _sharpshooter(terms: Terms, given: Given) -> None:
    terms.covers_ignored = len(given.situation.cover)


def _expert_marksman(terms: Terms, _: Given) -> None:
    terms.cover_bonus -= 1


def _mobster(terms: Terms, given: Given) -> None:
    if not given.ranged:
        terms.dice_if_outnumbered = 1


def _devastating_blow(terms: Terms, _: Given) -> None:
    terms.damage_bonus += 1
    terms.crt.append((1, 0))


def _precise_blow(terms: Terms, _: Given) -> None:
    terms.impact_bonus += 1
    terms.collateral_reroll = True


def _knock_down_on(event: str) -> Effect:
    def apply(terms: Terms, _: Given) -> None:
        terms.knock_down_on.add(event)

    return apply


def _lethal_blow(terms: Terms, _: Given) -> None:
    terms.effects.add(("stunned", "damage"))


def _deadly_strike(terms: Terms, _: Given) -> None:
    terms.crt.append((0, 0))
    terms.crt_casualty = True


def _unarmed_crt(injuries: int, stuns: int) -> Effect:
    def apply(terms: Terms, given: Given) -> None:
        if given.unarmed:
            terms.crt.append((injuries, stuns))

    return apply


def _brutal(terms: Terms, _: Given) -> None:
    terms.collateral_reroll = True


def _martial_expert(terms: Terms, _: Given) -> None:
    terms.critical_from.add(4)


def _critical_strike(terms: Terms, _: Given) -> None:
    terms.collateral_six = True


def _unstoppable(terms: Terms, _: Given) -> None:
    terms.block_need = 2


def _sneak_attack(terms: Terms, _: Given) -> None:
    terms.no_block = True


def _feint(terms: Terms, _: Given) -> None:
    terms.feint = True


def _tension(terms: Terms, given: Given) -> None:
    if given.attacker_wounded:
        terms.attack += 1


def _tension_defends(terms: Terms, given: Given) -> None:
    if given.target_wounded:
        terms.defense += 1
        terms.defense_cap += 1


def _blood_scent(terms: Terms, given: Given) -> None:
    if given.target_wounded:
        terms.impact_bonus += 1
        terms.armour -= 1  # against this target only: an obstacle in a cross fire is not wounded
        terms.crt.append((1, 0))


def _venom_dose(terms: Terms, given: Given) -> None:
    if not given.ranged:
        terms.damage_bonus += 1
        if given.unarmed:
            terms.damage_rerolls = ALL_DICE


def _titan_attacks(terms: Terms, _: Given) -> None:
    terms.attack += 1
    terms.attacker_movement += 1
    terms.attacker_special += 1


def _titan_defends(terms: Terms, _: Given) -> None:
    terms.target_skills += 1


def _distract(terms: Terms, _: Given) -> None:
    terms.distract = True


def _confusion_attacks(terms: Terms, _: Given) -> None:
    terms.defense -= 1
    terms.target_no_special = True


def _confusion_defends(terms: Terms, _: Given) -> None:
    terms.attack -= 1
    terms.no_special = True


def _luck_attacks(terms: Terms, given: Given) -> None:
    if given.parameter == "impact" and terms.impact_rerolls < ALL_DICE:
        terms.impact_rerolls += 1
    elif given.parameter == "damage" and terms.damage_rerolls < ALL_DICE:
        terms.damage_rerolls += 1
    elif given.parameter == "collateral":
        terms.collateral_luck = True


def _luck_defends(terms: Terms, given: Given) -> None:
    if given.parameter == "block" and terms.block_rerolls < ALL_DICE:
        terms.block_rerolls += 1
    elif given.parameter == "hit":
        terms.impact_spoils += 1


def _steel_hands(terms: Terms, given: Given) -> None:
    if given.unarmed:
        terms.effects.add(("push", "damage"))


def _blow(name: str, stage: str, does: str, effect: Effect, **more: object) -> Trait:
    return Trait(
        name=name,
        stage=stage,
        does=does,
        attacks=effect,
        bought=True,
        costs_sc=1,
        melee=True,
        **more,  # type: ignore[arg-type]
    )


GLOVES = "gives the unarmed profile"

ATTACK_TRAITS = (
    Trait(name="Combo", stage="dice", does="n AC with the named weapon give n + n/2 dice (R9.4)", attacks=_combo),
    Trait(name="Master Fighter", stage="impact", does="+1 to impact dice unarmed", attacks=_master_fighter),
    Trait(name="Weapon Master", stage="impact", does="+1 to impact dice in melee with a weapon, or the named one",
          attacks=_weapon_master),
    Trait(name="Close Combat Master", stage="impact", does="failed impact dice are rerolled unarmed",
          attacks=_close_combat_master),
    Trait(name="Duelist", stage="impact", attacks=_duelist,
          does="failed melee impact dice are rerolled against the only enemy in contact (not with --crowd)"),
    Trait(name="Ranged Master", stage="impact", does="+1 to ranged impact dice", attacks=_ranged_master),
    Trait(name="Good Aim", stage="dice", does="may move and shoot a weapon with Aim", attacks=_good_aim),
    Trait(name="Precise Aim", stage="impact", does="+2 to ranged impact dice when it does not move",
          attacks=_precise_aim),
    Trait(name="Master Marksman", stage="impact", does="failed ranged impact dice are rerolled",
          attacks=_master_marksman),
    Trait(name="Rapid Fire", stage="dice", does="+1 ROF", attacks=_rapid_fire),
    Trait(name="Multifire", stage="dice", does="+2 ROF when it does not move", attacks=_multifire),
    Trait(name="Shooter", stage="obstacles", does="ignores the obstacle nearest to it", attacks=_shooter),
    Trait(name="Sharpshooter", stage="obstacles", does="ignores every obstacle", attacks=_sharpshooter),
    Trait(name="Expert Marksman", stage="obstacles", does="-1 to the dice of obstacles", attacks=_expert_marksman),
    Trait(name="Mobster", stage="dice", does="one die more against an outnumbered target (R9.4)",
          attacks=_mobster),
    Trait(name="Obsessive (Mental Disorder)", stage="damage", bought=True,
          does="+1 to damage rolls against the locked enemy",
          attacks=plus("damage_bonus", 1)),
    Trait(name="OCD (Mental Disorder)", stage="impact", bought=True,
          does="+1 to impact dice if all attacks go on one target",
          attacks=plus("impact_bonus", 1), source=SECOND, certainty="I"),
    _blow("Devastating Blow", "damage", "+1 to damage rolls, and a critical inflicts 1 Injury", _devastating_blow),
    _blow("Precise Blow", "impact", "+1 to impact dice; the collateral die is rerolled (R9.8)", _precise_blow),
    _blow("Power Strike", "knock down", "an impact that is not stopped knocks down", _knock_down_on("impact")),
    _blow("Lethal Blow", "effect", "a damage success stuns (reported as a chance, R9.11)", _lethal_blow),
    _blow("Technique", "knock down", "a damage success knocks down", _knock_down_on("damage")),
    _blow("Deadly Strike", "markers", "a critical removes the target", _deadly_strike),
    _blow("Bonebreaker", "markers", "unarmed, a critical inflicts 2 Injuries", _unarmed_crt(2, 0)),
    Trait(name="KaPow!!!", stage="markers", does="unarmed, a critical inflicts 3 Stuns",
          attacks=_unarmed_crt(0, 3)),
    Trait(name="Brutal", stage="collateral", attacks=_brutal,
          does="the collateral die is rerolled when it gave neither knock down nor critical (R9.8)"),
    Trait(name="Martial Expert", stage="collateral", does="critical on 4-6", attacks=_martial_expert),
    Trait(name="Critical Strike", stage="collateral", bought=True, melee=True, attacks=_critical_strike,
          does="the collateral die counts as a 6 and is not rerolled (R9.8); its cost is not known",
          source=SECOND, certainty="I"),
    _blow("Unstoppable", "block", "two block successes cancel one impact (R9.5)", _unstoppable),
    _blow("Sneak Attack", "block", "from out of sight: no block", _sneak_attack),
    Trait(name="Feint", stage="block", bought=True, melee=True, attacks=_feint,
          does="an agility roll takes one DC from the target; its cost is not known"),
    Trait(name="Tension", stage="characteristics", does="+1 Attack and Defense once it has a marker",
          attacks=_tension, defends=_tension_defends),
    Trait(name="Blood Scent", stage="impact", attacks=_blood_scent, source=SECOND, certainty="I",
          does="against a wounded target +1 to impact and damage, and a critical inflicts 1 Injury"),
    Trait(name="Venom Dose", stage="damage", bought=True, attacks=_venom_dose,
          does="+1 to melee damage rolls; failed unarmed damage dice are rerolled"),
    Trait(name="Titan Dose", stage="characteristics", bought=True, source="R2.14", certainty="T",
          does="once per game: +1 Movement, Attack, Defense and Special for the round (R2.14)",
          attacks=_titan_attacks, defends=_titan_defends),
    Trait(name="Supernatural", stage="damage", does="ignores Tough Skin and Invulnerability", attacks=put("pierces")),
    Trait(name="Godkiller", stage="damage", does="ignores Tough Skin and Invulnerability", attacks=put("pierces")),
    Trait(name="Distract", stage="impact", does="the target's Defense is 1 less, never below 1; does not add up",
          attacks=_distract, bought=True),
    Trait(name="Demential Laugh", stage="impact", bought=True, attacks=_distract,
          does="once a round the target's Defense is 1 less, never below 1; does not add up with Distract"),
    Trait(name="Confusion", stage="characteristics", bought=True, attacks=_confusion_attacks,
          defends=_confusion_defends, does="the enemy has 1 Attack and Defense less and spends no SC"),
    Trait(name="Luck", stage="any", bought=True, costs_sc=1, attacks=_luck_attacks, defends=_luck_defends,
          attack_choices=("impact", "damage", "collateral"), defend_choices=("block", "hit"), times=9,
          does="1 SC: one own die is rerolled (impact, damage, collateral; the target: block), or one hit of "
               "the enemy (the target: hit)"),
    Trait(name="Steel Hands", stage="markers", does=f"{GLOVES} SSS, and damage pushes", attacks=_steel_hands),
    Trait(name="Reinforced Gloves", stage="markers", does=f"{GLOVES} SS"),
    Trait(name="Claws", stage="markers", does=f"{GLOVES} BS"),
    Trait(name="Retractable Claws", stage="markers", does=f"{GLOVES} BS"),
    Trait(name="Bloodthirsty (Mental Disorder)", stage="none", does="+1 AC at the next plan: not this attack"),
)  # fmt: skip

UNARMED = {
    "reinforced gloves": ("Reinforced Gloves", "SS"),
    "claws": ("Claws", "BS"),
    "retractable claws": ("Retractable Claws", "BS"),
    "steel hands": ("Steel Hands", "SSS"),
}
"""Traits that give the unarmed profile, and its damage (TRAITS 2.2)."""
