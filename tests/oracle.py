"""Brute-force witness of one first-edition attack, from raw card numbers, in exact Fractions.

Every face of every die, rerolled dice included, is enumerated and judged one by one in the words of the rules
(R2, R6, R9); only equal states are merged on the way. Nothing here is shared with the package under test.

>>> from oracle import Attack, Model, outcomes
>>> law = outcomes(Attack(Model(attack=5, strength=4), Model(defense=4, endurance=5), damage="BS", ac=2))
>>> sum(law.values())
Fraction(1, 1)
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import TypeVar

FACES = (1, 2, 3, 4, 5, 6)

Handful = tuple[int, ...]
"""Faces of dice lying on the table, in rising order: which die shows which face never matters."""

Outcome = tuple[int, int, int, bool, int, int, int, int, str]
"""Impacts, damages, criticals, knocked down, Injuries and Stuns inflicted, the same on the card, status."""

State = TypeVar("State", bound=Hashable)
Next = TypeVar("Next", bound=Hashable)

READINGS: dict[str, tuple[tuple[str, ...], str, str]] = {
    # R6: allowed values, value of the 2012 rulebook, value of the revised text
    "knockdown_match": (("any", "success"), "any", "any"),
    "knockdown_face": (("natural", "modified"), "natural", "natural"),
    "crt": (("replaces", "choice"), "replaces", "replaces"),
    "scratch": (("per_impact", "per_attack", "always", "off"), "per_impact", "per_impact"),
    "surplus_injuries": (("replace_stuns", "ignore"), "replace_stuns", "replace_stuns"),
    "block_timing": (("after_impacts", "before_impacts"), "after_impacts", "after_impacts"),
    "block_cap_at_impacts": (("no", "yes"), "no", "no"),
    "block_natural": (("no", "yes"), "no", "no"),
    "moved_counts": (("before", "any"), "any", "before"),
    "grabbed": (("per_enemy", "per_extra_enemy"), "per_enemy", "per_extra_enemy"),
    "break_grab": (("one", "all"), "all", "one"),
    "grab_damage": (("profile", "basic"), "profile", "profile"),
    "down_target": (("none", "no_block", "hit_on_2"), "none", "none"),
    "stand_up": (("any_counter", "mc"), "any_counter", "mc"),
    "recover_injuries": (("no", "yes"), "no", "no"),
    "move_dice": (("after", "before"), "after", "after"),
    "lead_bag": (("per_side", "in_all"), "per_side", "per_side"),
    "vp_after_ko": (("both", "higher"), "both", "both"),
}
EDITIONS = ("2012", "revised")
FORMS = ("strike", "grab", "push")
REROLLS = ("impact", "block", "damage")
BLINK = {"solid": 4, "street": 5, "light": 6, "model": 4}  # R2.6

# Public card data write the mark of the armour in two ways (TRAITS.md): one trait each.
ARMOUR_SAVES = {
    ("Bat-Armor Mk I", "Bat-Armor Mk 1"): 5,
    ("Bat-Armor Mk II", "Bat-Armor Mk 2"): 6,
    ("Bat-Armor Mk III", "Bat-Armor Mk 3"): 5,
}
ARMOUR_PENALTIES = {"Light Armor": 1, "Medium Armor": 2, "Heavy Armor": 3, "Tough Skin": 1}
UNARMED_PROFILES = {"Steel Hands": "SSS", "Claws": "BS", "Retractable Claws": "BS", "Reinforced Gloves": "SS"}


@dataclass(frozen=True)
class Model:
    """The printed numbers of one card; `weapon_traits` are those of the weapons that a target carries."""

    attack: int | None = None
    strength: int | None = None
    defense: int | None = None
    endurance: int | None = None
    movement: int | None = None
    traits: tuple[str, ...] = ()
    weapon_traits: tuple[str, ...] = ()


@dataclass(frozen=True)
class Attack:
    """One attack on one target. `damage` is letters, B an Injury and S a Stun; `rof` None means melee."""

    attacker: Model
    target: Model
    damage: str
    rof: int | None = None
    weapon_name: str = "weapon"
    weapon_traits: tuple[str, ...] = ()
    edition: str = "revised"
    readings: Mapping[str, str] = field(default_factory=dict)
    ac: int = 0
    dc: int = 0
    mc: int = 0
    form: str = "strike"
    unarmed: bool = False
    outnumbered: bool = False
    defensive: bool = False
    grabbed: int = 0
    moved: bool = False
    moves_after: bool = False
    cover: tuple[str, ...] = ()
    crouched: bool = False
    impact_bonus: int = 0
    block_bonus: int = 0
    damage_bonus: int = 0
    reroll: tuple[str, ...] = ()
    injuries: int = 0
    stuns: int = 0
    down: bool = False

    def __post_init__(self) -> None:
        _check_word("edition", self.edition, EDITIONS)
        _check_word("form", self.form, FORMS)
        for name, value in self.readings.items():
            _check_word("reading", name, READINGS)
            _check_word(name, value, READINGS[name][0])
        for obstacle in self.cover:
            _check_word("cover", obstacle, BLINK)
        for roll in self.reroll:
            _check_word("reroll", roll, REROLLS)
        for letter in self.damage:
            _check_word("damage", letter, ("B", "S"))


@dataclass(frozen=True)
class Test:
    """What one die must show: a natural 6 always and a natural 1 never (if `natural`), else face + bonus."""

    __test__ = False  # a test of dice, not of the suite

    needed: int
    bonus: int = 0
    natural: bool = True

    def passed(self, face: int) -> bool:
        if self.natural and face == 6:
            return True
        if self.natural and face == 1:
            return False
        return face + self.bonus >= self.needed


@dataclass(frozen=True)
class Collateral:
    """How the collateral dice of an attack are judged (R2.9, R9.7, R9.8)."""

    dice: int
    critical_faces: Handful
    rerolled: bool


# --- the card and the table in plain words -----------------------------------------------------------------


def edition_defaults(edition: str) -> dict[str, str]:
    """Every reading of R6 with the value that the edition gives it."""
    _check_word("edition", edition, EDITIONS)
    return {name: (old if edition == "2012" else new) for name, (_, old, new) in READINGS.items()}


def _check_word(what: str, word: str, allowed: Iterable[str]) -> None:
    if word not in allowed:
        raise ValueError(f"{what}: {word!r} is none of {', '.join(allowed)}")


def _reading(a: Attack, name: str) -> str:
    return {**edition_defaults(a.edition), **a.readings}[name]


def _number(value: int | None, name: str) -> int:
    if value is None:
        raise ValueError(f"this attack needs {name}")
    return value


def _spelled(name: str) -> str:
    return " ".join(name.lower().split())


def _has(traits: tuple[str, ...], name: str) -> bool:
    return _spelled(name) in {_spelled(trait) for trait in traits}


def _arguments(traits: tuple[str, ...], name: str) -> list[str]:
    """What stands in the brackets of every trait `name (…)`, each once."""
    found = []
    for trait in traits:
        match = re.fullmatch(rf"{re.escape(_spelled(name))} \((.*)\)", _spelled(trait))
        if match and match[1] not in found:
            found.append(match[1])
    return found


def _is_ranged(a: Attack) -> bool:
    return a.rof is not None and a.form != "grab"  # a grab is an unarmed attack (R2.12)


def _uses_unarmed_profile(a: Attack) -> bool:
    return a.unarmed or a.form == "grab"


def _weapon_traits(a: Attack) -> tuple[str, ...]:
    return () if a.form == "grab" else a.weapon_traits


def _weapon_damage(a: Attack) -> str:
    if a.form != "grab":
        return a.damage
    if _reading(a, "grab_damage") == "basic":
        return "S"
    own = [letters for name, letters in UNARMED_PROFILES.items() if _has(a.attacker.traits, name)]
    return max(own, key=lambda letters: (len(letters), letters.count("B")), default="S")


def _impact_dice(a: Attack) -> int:
    """R2.2 and R9.4: one die per AC, or the ROF."""
    if _is_ranged(a):
        rate = _number(a.rof, "rof")
        has_moved = a.moved or (a.moves_after and _reading(a, "moved_counts") == "any")
        return 1 if has_moved and rate > 1 else rate
    fitting = {"unarmed"} if _uses_unarmed_profile(a) else set()
    if a.form != "grab":
        fitting.add(_spelled(a.weapon_name))
    has_combo = any(argument in fitting for argument in _arguments(a.attacker.traits, "Combo"))
    return a.ac + a.ac // 2 if has_combo else a.ac


def _grab_penalty(a: Attack) -> int:
    if _reading(a, "grabbed") == "per_enemy":
        return a.grabbed if a.grabbed >= 2 else 0
    return a.grabbed - 1 if a.grabbed >= 2 else 0


def _impact_test(a: Attack) -> Test:
    """R2.3: Defense, changed by the table in close combat only, never below 1."""
    needed = _number(a.target.defense, "the target's Defense")
    if not _is_ranged(a):
        if a.outnumbered and not _has(a.target.traits, "Martial Artist"):
            needed -= 1
        if a.defensive:
            needed += 1
        needed -= _grab_penalty(a)
        needed = max(needed, 1)
        if a.down and _reading(a, "down_target") == "hit_on_2" and needed > 2:
            needed = 2
    return Test(needed, a.impact_bonus)


def _block_dice(a: Attack) -> int:
    """R2.5 and R9.4: the DC, half as many again with Sustained Defense; none against shots."""
    if _is_ranged(a) or (a.down and _reading(a, "down_target") != "none"):
        return 0
    return a.dc + a.dc // 2 if _has(a.target.traits, "Sustained Defense") else a.dc


def _block_test(a: Attack) -> Test:
    bonus = a.block_bonus
    if _has(_weapon_traits(a), "Overwhelming"):
        bonus -= 1
    needed = _number(a.attacker.attack, "the attacker's Attack")
    return Test(needed, bonus, natural=_reading(a, "block_natural") == "yes")


def _saves(a: Attack) -> list[Test]:
    """R2.7: what each impact must still get through on the target itself."""
    saves = [
        Test(needed, natural=False)
        for spellings, needed in ARMOUR_SAVES.items()
        if any(_has(a.target.traits, name) for name in spellings)
    ]
    if _is_ranged(a) and _has(a.target.traits, "Energy Field"):
        saves.append(Test(5, natural=False))
    return saves


def _damage_bonus(a: Attack, against_target: bool) -> int:
    bonus = a.damage_bonus
    if _has(_weapon_traits(a), "Heavy"):
        bonus += 1
    if against_target:
        for armour, penalty in ARMOUR_PENALTIES.items():
            if _has(a.target.traits, armour):
                bonus -= penalty
    return bonus


def _damage_test(a: Attack, against_target: bool = True) -> Test:
    """R2.8 and R9.2; `against_target` False is an obstacle in cross fire, which wears nothing."""
    fixed = []
    if _has(_weapon_traits(a), "Firearm"):
        vest = against_target and _has(a.target.traits, "Bulletproof Vest")
        fixed.append(4 if vest else 2)
    if _has(_weapon_traits(a), "Mechanical"):
        fixed.append(3)
    needed = min(fixed) if fixed else _number(a.attacker.strength, "the attacker's Strength")
    return Test(needed, _damage_bonus(a, against_target))


def _collateral(a: Attack) -> Collateral:
    return Collateral(
        dice=2 if _has(_weapon_traits(a), "Devastating") else 1,
        critical_faces=(4, 5, 6) if _has(a.attacker.traits, "Martial Expert") else (6,),
        rerolled=_has(a.attacker.traits, "Brutal"),
    )


# --- dice on the table -------------------------------------------------------------------------------------


@cache
def shown_by_one(rethrown_unless: Test | None) -> dict[int, int]:
    """How often, in the 36 throws of a die and of a second one kept for a reroll, each face is left standing.

    With a test, a die that fails it is thrown again once and the second face stands (R9.1); otherwise, and
    without a test, the first face stands and all six faces of the second change nothing.
    """
    ways: Counter[int] = Counter()
    for first, second in product(FACES, FACES):
        again = rethrown_unless is not None and not rethrown_unless.passed(first)
        ways[second if again else first] += 1
    return dict(ways)


@cache
def handfuls(dice: int, rethrown_unless: Test | None = None) -> dict[Handful, int]:
    """In how many of the 36 ** dice throws each handful stands: all faces of all dice, equal ones merged."""
    if dice <= 0:
        return {(): 1}
    ways: Counter[Handful] = Counter()
    one_more = shown_by_one(rethrown_unless).items()
    for (handful, count), (face, times) in product(handfuls(dice - 1, rethrown_unless).items(), one_more):
        ways[tuple(sorted((*handful, face)))] += count * times
    return dict(ways)


def standing(dice: int, test: Test, reroll: bool) -> dict[Handful, Fraction]:
    """Law of the faces that stand, when with `reroll` every die that failed is thrown again once."""
    thrown = handfuls(dice, test if reroll else None)
    return {handful: Fraction(ways, 36**dice) for handful, ways in thrown.items()}


def _merge(pairs: Iterable[tuple[State, Fraction]]) -> dict[State, Fraction]:
    law: defaultdict[State, Fraction] = defaultdict(Fraction)
    for state, chance in pairs:
        law[state] += chance
    return dict(law)


def _then(
    law: dict[State, Fraction], step: Callable[[State], Mapping[Next, Fraction]]
) -> dict[Next, Fraction]:
    """The law after one more stage; `step` gives what a state may become."""
    return _merge(
        (after, chance * more) for before, chance in law.items() for after, more in step(before).items()
    )


@cache
def successes(dice: int, test: Test, reroll: bool = False) -> dict[int, Fraction]:
    """Law of how many of the dice pass."""
    return _merge(
        (sum(1 for face in handful if test.passed(face)), chance)
        for handful, chance in standing(dice, test, reroll).items()
    )


# --- from impacts to damage dice ---------------------------------------------------------------------------


def _impacts(a: Attack) -> dict[int, Fraction]:
    reroll = _has(_weapon_traits(a), "Handy") or "impact" in a.reroll
    return successes(_impact_dice(a), _impact_test(a), reroll)


def _blocked(a: Attack, impacts: int) -> dict[int, Fraction]:
    """R2.5: impacts left after the block dice."""
    per_impact = 2 if _has(_weapon_traits(a), "Crushing") else 1
    dice = _block_dice(a)
    sees_impacts = _reading(a, "block_timing") == "after_impacts"
    if sees_impacts and _reading(a, "block_cap_at_impacts") == "yes":
        dice = min(dice, impacts * per_impact)
    if dice == 0:
        return {impacts: Fraction(1)}
    reroll = _has(a.target.weapon_traits, "Defensive") or "block" in a.reroll
    thrown = successes(dice, _block_test(a), reroll)
    return _merge((_less(impacts, good // per_impact), chance) for good, chance in thrown.items())


def _less(impacts: int, cancelled: int) -> int:
    return impacts - cancelled if cancelled < impacts else 0


def _obstacles(a: Attack) -> list[tuple[str, Test]]:
    """R2.6: the covers, nearest to the shooter first; crouching helps at the last one only."""
    if not _is_ranged(a):
        return []
    last = len(a.cover) - 1
    return [
        (kind, Test(BLINK[kind], 1 if a.crouched and place == last else 0, natural=False))
        for place, kind in enumerate(a.cover)
    ]


def _stopped(impacts: int, test: Test) -> dict[int, Fraction]:
    """Impacts left when each of them throws one die and a die that passes stops its impact."""
    return _merge((impacts - good, chance) for good, chance in successes(impacts, test).items())


def _dodged(a: Attack, impacts: int) -> dict[int, Fraction]:
    """R2.7: one die per MC; a face not above Movement cancels one impact of a shot."""
    can_dodge = _has(a.target.traits, "Dodge") or _has(a.target.traits, "Acrobat")
    if not _is_ranged(a) or not can_dodge or a.mc == 0:
        return {impacts: Fraction(1)}
    movement = _number(a.target.movement, "the target's Movement")
    return _merge(
        (_less(impacts, sum(1 for face in handful if face <= movement)), Fraction(ways, 36**a.mc))
        for handful, ways in handfuls(a.mc).items()
    )


def impacts_to_damage(a: Attack) -> dict[int, Fraction]:
    """Law of the impacts that reach the damage roll."""
    law = _impacts(a)
    law = _then(law, partial(_blocked, a))
    for _, test in _obstacles(a):
        law = _then(law, partial(_stopped, test=test))
    law = _then(law, partial(_dodged, a))
    for test in _saves(a):
        law = _then(law, partial(_stopped, test=test))
    return law


# --- damage dice and collateral dice -----------------------------------------------------------------------


@cache
def _damage_roll(
    dice: int, test: Test, reroll: bool, only_successes: bool, modified: bool
) -> dict[tuple[int, frozenset[int]], Fraction]:
    """Law of (damage successes, values that a collateral die can match)."""

    def judge(handful: Handful) -> tuple[int, frozenset[int]]:
        good = sum(1 for face in handful if test.passed(face))
        eligible = [face for face in handful if test.passed(face) or not only_successes]
        values = {face + test.bonus if modified else face for face in eligible}
        return good, frozenset(value for value in values if value in FACES and value != 1)

    return _merge((judge(handful), chance) for handful, chance in standing(dice, test, reroll).items())


@cache
def _collateral_roll(
    rule: Collateral, damages: int, matchable: frozenset[int]
) -> dict[tuple[int, bool], Fraction]:
    """Law of (criticals, knocked down) of all collateral dice, each thrown and judged alone."""

    def judge(face: int) -> tuple[bool, bool]:
        return damages > 0 and face in rule.critical_faces, face in matchable

    one: Counter[tuple[bool, bool]] = Counter()
    for first, second in product(FACES, FACES):
        again = rule.rerolled and judge(first) == (False, False)
        one[judge(second if again else first)] += 1
    law: Counter[tuple[int, bool]] = Counter()
    for shown in product(one.items(), repeat=rule.dice):
        ways = 1
        for _, count in shown:
            ways *= count
        criticals = sum(1 for (critical, _), _ in shown if critical)
        law[criticals, any(match for (_, match), _ in shown)] += ways
    return {result: Fraction(ways, 36**rule.dice) for result, ways in law.items()}


def damage_and_collateral(a: Attack, impacts: int) -> dict[tuple[int, int, int, bool], Fraction]:
    """Law of (impacts, damages, criticals, knocked down); without a damage die there is no collateral die."""
    if impacts == 0:
        return {(0, 0, 0, False): Fraction(1)}
    rule = _collateral(a)
    roll = _damage_roll(
        impacts,
        _damage_test(a),
        _has(_weapon_traits(a), "Sharp") or "damage" in a.reroll,
        _reading(a, "knockdown_match") == "success",
        _reading(a, "knockdown_face") == "modified",
    )
    return _merge(
        ((impacts, damages, criticals, down), chance * more)
        for (damages, matchable), chance in roll.items()
        for (criticals, down), more in _collateral_roll(rule, damages, matchable).items()
    )


# --- markers -----------------------------------------------------------------------------------------------


def _markers_per_damage(a: Attack) -> tuple[int, int]:
    """R2.8 and R9.6: Injuries and Stuns of one damage success."""
    letters = _weapon_damage(a)
    injuries, stuns = letters.count("B"), letters.count("S")
    if _has(a.target.traits, "Kevlar Vest") and injuries + stuns > 1:
        if injuries > 0:
            injuries -= 1
        else:
            stuns -= 1
    return injuries, stuns


def _markers_per_critical(a: Attack) -> tuple[int, int]:
    """R2.9: one Stun, or what the weapon's CRT says instead; an effect is no marker (R9.11)."""
    written = _arguments(_weapon_traits(a), "CRT")
    if not written:
        return 0, 1
    special = (0, 0)
    for effect in written:
        if effect and set(effect) <= {"b", "s"}:
            special = (special[0] + effect.count("b"), special[1] + effect.count("s"))
    if _reading(a, "crt") == "choice":
        return max(special, (0, 1), key=lambda markers: (sum(markers), markers[0]))
    return special


def _scratches(a: Attack, impacts: int, damages: int) -> int:
    """R2.10: Stuns of a ranged attack for impacts that failed their damage roll."""
    reading = _reading(a, "scratch")
    if not _is_ranged(a) or reading == "off":
        return 0
    if reading == "always":
        return impacts
    if reading == "per_attack":
        return 1 if impacts > 0 and damages == 0 else 0
    return impacts - damages


def award(
    injuries: int, stuns: int, *, new_injuries: int, new_stuns: int, endurance: int, replace: bool = True
) -> tuple[int, int, str]:
    """R2.11: the card after an attack, marker by marker, all Injuries first; and its status."""
    for _ in range(new_injuries):
        if injuries + stuns < endurance:
            injuries += 1
        elif stuns > 0 and replace:
            stuns -= 1
            injuries += 1
    for _ in range(new_stuns):
        if injuries + stuns < endurance:
            stuns += 1
    if injuries >= endurance:
        return injuries, stuns, "casualty"
    return injuries, stuns, "ko" if injuries + stuns >= endurance else "up"


def outcomes(a: Attack) -> dict[Outcome, Fraction]:
    """The whole law of one attack; the chances sum to exactly 1."""
    endurance = _number(a.target.endurance, "the target's Endurance")
    replace = _reading(a, "surplus_injuries") == "replace_stuns"
    per_damage, per_critical = _markers_per_damage(a), _markers_per_critical(a)

    def settle(impacts: int, damages: int, criticals: int, down: bool) -> Outcome:
        injuries = damages * per_damage[0] + criticals * per_critical[0]
        stuns = damages * per_damage[1] + criticals * per_critical[1] + _scratches(a, impacts, damages)
        card = award(
            a.injuries,
            a.stuns,
            new_injuries=injuries,
            new_stuns=stuns,
            endurance=endurance,
            replace=replace,
        )
        return impacts, damages, criticals, down, injuries, stuns, *card

    rolled = _then(impacts_to_damage(a), partial(damage_and_collateral, a))
    return _merge((settle(*result), chance) for result, chance in rolled.items())


# --- cross fire --------------------------------------------------------------------------------------------


def _past_obstacle(state: tuple[int, int], kind: str, test: Test) -> dict[tuple[int, int], Fraction]:
    """(impacts flying on, impacts that struck a miniature on the line) after one more obstacle."""
    flying, struck = state
    return _merge(
        ((left, struck + flying - left if kind == "model" else struck), chance)
        for left, chance in _stopped(flying, test).items()
    )


def cross_fire(a: Attack) -> dict[int, Fraction]:
    """Law of the Injuries dealt to all `model` covers: a damage roll per impact that they stop (R2.6)."""
    if not _is_ranged(a):
        return {0: Fraction(1)}
    law: dict[tuple[int, int], Fraction] = {(impacts, 0): chance for impacts, chance in _impacts(a).items()}
    for kind, test in _obstacles(a):
        law = _then(law, partial(_past_obstacle, kind=kind, test=test))
    reroll = _has(_weapon_traits(a), "Sharp") or "damage" in a.reroll

    def wound(state: tuple[int, int]) -> dict[int, Fraction]:
        if state[1] == 0:
            return {0: Fraction(1)}
        return successes(state[1], _damage_test(a, against_target=False), reroll)

    return _then(law, wound)
