"""The options of one attack's situation, shared by every question about attacks."""

from bmg_odds.answers.asking.options import Opt, choice, text, whole

COVERS = ("solid", "street", "light", "model")
FORMS = ("strike", "grab", "push")
REROLLS = ("impact", "block", "damage")
ATTACKER_STATES = ("scared", "blind")
TARGET_STATES = ("scared", "paralyzed", "blind")


def _count(name: str, help: str, least: int = 0, largest: int = 99) -> Opt:
    return Opt(name, (f"--{name.replace('_', '-')}",), help, "N", whole(least, largest), default=0)


def _switch(name: str, help: str) -> Opt:
    return Opt(name, (f"--{name.replace('_', '-')}",), help)


SITUATION = (
    Opt("weapon", ("--weapon", "-w"), "Weapon of the attacker (its first melee weapon).", "NAME", text),
    Opt("ac", ("--ac",), "Attack counters, melee (as many as allowed).", "N", whole(0, 99)),
    _count("dc", "Defence counters the target rolls as block dice (0)."),
    _count("mc", "Movement counters the target spends on Dodge (0)."),
    Opt("use", ("--use",), "Trait the attacker buys or chooses; repeatable.", "TRAIT", text, True),
    Opt("target_use", ("--target-use",), "Trait the target buys; repeatable.", "TRAIT", text, True),
    choice("form", "--form", FORMS, "Form of the attack (strike).", default="strike"),
    _switch("outnumbered", "The target is outnumbered."),
    _switch("crowd", "Other enemies touch the attacker (no lone enemy for a Duelist)."),
    _switch("defensive", "The target is in a defensive position."),
    _count("grabbed", "Enemies that hold the target (0)."),
    _switch("moved", "The shooter moved before the shot."),
    _switch("moves_after", "The shooter moves after the shot."),
    choice("cover", "--cover", COVERS, "Obstacle, nearest to the shooter first; repeatable.", many=True),
    _switch("crouched", "The target crouches behind the last cover."),
    _switch("as_edition", "Use a card of another edition under these rules."),
    _count("impact_bonus", "Added to the impact dice (0).", -6, 6),
    _count("block_bonus", "Added to the block dice (0).", -6, 6),
    _count("damage_bonus", "Added to the damage dice (0).", -6, 6),
    choice("reroll", "--reroll", REROLLS, "Failed dice rolled again once; repeatable.", many=True),
    _count("injuries", "Injuries on the target already (0)."),
    _count("stuns", "Stuns on the target already (0)."),
    _switch("down", "The target lies knocked down."),
    _count("attacker_injuries", "Injuries on the attacker already (0)."),
    _count("attacker_stuns", "Stuns on the attacker already (0)."),
    choice("attacker_state", "--attacker-state", ATTACKER_STATES, "Effect the attacker is under.", many=True),
    _count("attacker_efforts", "third: Efforts of the attacker, a die more each (0).", 0, 3),
    _count("target_efforts", "third: Efforts of the target, a die less each (0).", 0, 3),
    _switch("beyond_range", "third: the target is beyond effective range."),
    choice("target_state", "--target-state", TARGET_STATES, "Effect the target is under.", many=True),
)
