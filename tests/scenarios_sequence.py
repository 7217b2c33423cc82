"""Sequences small enough to enumerate: readings, policies, what carries over, mixed attackers in every order."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice, permutations, product

from oracle import READINGS, Attack, Model
from oracle_sequence import Sequence
from scenarios import EDITIONS, ONE_ATTACK

RANDOM_SEED = 40_401
POLICIES = ("all", "one-per-impact", "at-most=1", "at-most=2")
UNSEEN = ("all", "at-most=1")
FIGURES = (
    "out", "ko", "casualty", "knocked_down", "critical", "damage", "impact", "any_marker", "injuries", "stuns",
    "markers", "at-least=2", "at-least=4",
)  # fmt: skip

BRAWLER = Model(attack=4, strength=4)
THUG = Model(attack=3, strength=5)
TARGET = Model(defense=3, endurance=4, movement=3)

CLUB = Attack(BRAWLER, Model(), "SS", ac=2, weapon_name="Club")
KNIFE = Attack(THUG, Model(), "B", ac=2, weapon_name="Knife", weapon_traits=("Sharp",))
BAT = Attack(THUG, Model(), "BS", ac=1, weapon_name="Bat", weapon_traits=("Heavy", "Handy"))
FIST = Attack(BRAWLER, Model(), "S", ac=2, weapon_name="fists", unarmed=True)
HAMMER = Attack(Model(attack=2, strength=3), Model(), "BB", ac=2, weapon_name="Hammer", weapon_traits=("Crushing",))
GUN = Attack(THUG, Model(), "BS", rof=2, weapon_name="Gun", weapon_traits=("Firearm",))
BOW = Attack(BRAWLER, Model(), "B", rof=1, weapon_name="Bow", weapon_traits=("CRT (SS)",))
WEAPONS = (CLUB, KNIFE, BAT, FIST, HAMMER, GUN, BOW)

BRAWL = Sequence(TARGET, (CLUB, KNIFE), willpower=6, dc=3)
AMBUSH = Sequence(TARGET, (GUN, CLUB, BAT), dc=2, spare=1)
BATTERY = Sequence(replace(TARGET, endurance=6), (HAMMER, BAT), dc=3, spare=0, stuns=1)
BASES = (BRAWL, AMBUSH, BATTERY)

CARRIED = (
    "Hardened", "Invulnerability (2)", "Invulnerability (3)", "Power Armor", "Sturdy", "Weak", "Desensitized",
    "Survivor", "Sustained Defense", "Tension",
)  # fmt: skip
"""What the target has and a second attack meets otherwise than the first."""
WORN = (
    "Kevlar Vest",
    "Bat-Armor Mk I",
    "Martial Artist",
    "Tough Skin",
    "Light Armor",
    "Energy Field",
    "Cybernetic",
    "Huge",
)
STRUCK_BY = (
    "Handy", "Sharp", "Heavy", "Overwhelming", "Crushing", "Devastating", "CRT (B)", "CRT (SS)", "CRT (Casualty)",
    "Magic", "Caustic", "Imprecise",
)  # fmt: skip
FOUGHT_BY = ("Judgment", "Blood Scent", "Brutal", "Martial Expert", "Mobster", "Amazon", "Supernatural", "Combo (Club)")

# --- building ----------------------------------------------------------------------------------------------


def circumstances(s: Sequence, **changes) -> Sequence:
    """The sequence with these things changed in every attack."""
    return replace(s, attacks=tuple(replace(one, **changes) for one in s.attacks))


def read(s: Sequence, readings: dict[str, str], edition: str = "revised") -> Sequence:
    return circumstances(s, readings=readings, edition=edition)


def wearing(s: Sequence, *names: str) -> Sequence:
    return replace(s, target=replace(s.target, traits=(*s.target.traits, *names)))


def fighting(s: Sequence, *names: str, turns: tuple[int, ...] = (0, 1, 2)) -> Sequence:
    """The sequence whose attackers of these turns have these traits."""

    def with_traits(one: Attack) -> Attack:
        return replace(one, attacker=replace(one.attacker, traits=(*one.attacker.traits, *names)))

    return replace(s, attacks=tuple(with_traits(one) if i in turns else one for i, one in enumerate(s.attacks)))


def armed(s: Sequence, *names: str, turns: tuple[int, ...] = (0, 1, 2)) -> Sequence:
    """The sequence whose weapons of these turns have these traits."""
    attacks = tuple(
        replace(one, weapon_traits=(*one.weapon_traits, *names)) if i in turns else one
        for i, one in enumerate(s.attacks)
    )
    return replace(s, attacks=attacks)


def using(s: Sequence, turn: int, name: str) -> Sequence:
    """The sequence whose attacker of this turn uses a trait that only it has."""
    attacks = [replace(one, use=(name,)) if i == turn else one for i, one in enumerate(s.attacks)]
    attacks[turn] = replace(attacks[turn], attacker=replace(attacks[turn].attacker, attack=attacks[turn].ac or 3))
    return replace(s, attacks=tuple(attacks))


def is_unseen(s: Sequence) -> bool:
    return any(one.readings.get("block_timing") == "before_impacts" for one in s.attacks)


# --- the cases ---------------------------------------------------------------------------------------------


def policies() -> Iterator[Sequence]:
    """Every policy under every reading of how DC are rolled, with each way to lose counters."""
    for base, policy, lose in product(BASES, (*POLICIES, "at-most=0"), ("spare", "dc")):
        for timing, cap, natural in product(*(READINGS[name][0] for name in ONE_ATTACK[5:8])):
            if timing == "before_impacts" and policy == "one-per-impact":
                continue
            readings = {"block_timing": timing, "block_cap_at_impacts": cap, "block_natural": natural}
            yield read(replace(base, policy=policy, lose=lose), readings)


def readings() -> Iterator[Sequence]:
    """Every value of every reading in both editions, and of every two that act from one attack to the next."""
    for base, edition, name in product(BASES, EDITIONS, ONE_ATTACK):
        for value in READINGS[name][0]:
            yield read(replace(base, policy="at-most=1"), {name: value}, edition)
    lasting = ("down_target", "surplus_injuries", "block_timing", "block_cap_at_impacts", "scratch")
    for one, two in combinations(lasting, 2):
        for first, second in product(READINGS[one][0], READINGS[two][0]):
            yield read(AMBUSH, {one: first, two: second})


def carried() -> Iterator[Sequence]:
    """Every trait that carries over, alone and in twos, fresh and hurt."""
    for base, name in product(BASES, (*CARRIED, *WORN)):
        yield wearing(base, name)
        yield wearing(replace(base, policy="one-per-impact", injuries=1, stuns=1, dc=2, spare=1), name)
    for base, pair in product((BRAWL, AMBUSH), combinations(CARRIED, 2)):
        yield wearing(base, *pair)


def struck() -> Iterator[Sequence]:
    """Every trait of weapons and attackers, on the first attack only, on the last only, on all of them."""
    armour = (
        (), ("Survivor",), ("Invulnerability (2)", "Survivor"), ("Invulnerability (2)", "Power Armor"),
        ("Hardened", "Sustained Defense"),
    )  # fmt: skip
    for worn, turns in product(armour, ((0,), (1,), (0, 1))):
        if worn and turns == (0, 1):
            continue
        base = wearing(circumstances(BRAWL, outnumbered=True), *worn)
        for name in STRUCK_BY:
            yield armed(base, name, turns=turns)
        for name in FOUGHT_BY:
            yield fighting(base, name, turns=turns)


def orders() -> Iterator[Sequence]:
    """Every two different attackers in both orders, and three of them in all six."""
    for pair in permutations(WEAPONS, 2):
        yield replace(BRAWL, attacks=pair)
        yield replace(wearing(BRAWL, "Hardened"), attacks=pair, dc=1, lose="dc", spare=1)
    for three in permutations((GUN, KNIFE, BAT)):
        yield replace(AMBUSH, attacks=three)


def around() -> Iterator[Sequence]:
    """What holds for every attack it can hold for, a target down or K.O. at the start, and no Willpower."""
    for base in (BRAWL, AMBUSH):
        for changes in (
            {"outnumbered": True}, {"defensive": True}, {"grabbed": 2}, {"cover": ("solid",)}, {"moved": True},
            {"impact_bonus": 1}, {"block_bonus": -1}, {"damage_bonus": 1}, {"reroll": ("damage",)},
        ):  # fmt: skip
            yield circumstances(base, **changes)
        for value in READINGS["down_target"][0]:
            yield read(replace(base, down=True), {"down_target": value})
            yield read(replace(base, stuns=4, dc=0, spare=None), {"down_target": value})
            yield read(replace(base, injuries=1, stuns=3, dc=0, spare=0), {"down_target": value})
        yield wearing(circumstances(base, target_use=("Titan Dose",)), "Titan Berserk")
        yield circumstances(base, target_state=("scared",))
        yield using(base, 0, "Titan Dose")
        yield using(base, 1, "Power Strike")
        yield replace(base, willpower=None, spare=None)
        yield replace(base, attacks=base.attacks[:1])


def drawn(count: int, seed: int = RANDOM_SEED) -> Iterator[Sequence]:
    """Sequences drawn from everything above."""
    draw = random.Random(seed)
    for _ in range(count):
        attacks = tuple(_attack(draw) for _ in range(draw.choice((2, 2, 3))))
        traits = draw.sample(CARRIED, draw.choice((0, 1, 1, 2))) + draw.sample(WORN, draw.choice((0, 0, 1)))
        target = Model(defense=draw.randint(2, 4), endurance=draw.randint(2, 6), movement=3, traits=tuple(traits))
        chosen = {name: draw.choice(READINGS[name][0]) for name in draw.sample(ONE_ATTACK, draw.choice((0, 1, 2)))}
        unseen = chosen.get("block_timing") == "before_impacts"
        s = Sequence(
            target,
            attacks,
            dc=draw.randint(0, target.defense or 0),
            policy=draw.choice(UNSEEN if unseen else POLICIES),
            spare=draw.choice((None, 0, 1, 2)),
            lose=draw.choice(("spare", "dc")),
            stuns=draw.choice((0, 0, 1)),
        )
        if s.spare is None and draw.random() < 0.7:
            s = replace(s, willpower=s.dc + draw.randint(1, 3))
        yield circumstances(
            s, readings=chosen, edition=draw.choice(EDITIONS), outnumbered=draw.random() < 0.3,
        )  # fmt: skip


def _attack(draw: random.Random) -> Attack:
    """An attacker of 1 or 2 dice."""
    base = draw.choice(WEAPONS)
    attacker = Model(
        attack=draw.randint(2, 6),
        strength=draw.randint(2, 5),
        traits=tuple(draw.sample(FOUGHT_BY, draw.choice((0, 0, 1)))),
    )
    names = [name for name in STRUCK_BY if name not in base.weapon_traits]
    traits = (*base.weapon_traits, *draw.sample(names, draw.choice((0, 1))))
    return replace(base, attacker=attacker, weapon_traits=traits, ac=0 if base.rof else draw.randint(1, 2))


def decisions() -> Iterator[tuple[Sequence, str]]:
    """Sequences and the FIGURE that their optimal defender keeps low."""
    weak, strong = replace(CLUB, ac=1), replace(HAMMER, ac=2)
    bases = (
        BRAWL,
        replace(BRAWL, attacks=(weak, strong), dc=2),
        replace(BRAWL, attacks=(strong, weak), dc=2),
        replace(AMBUSH, attacks=(weak, GUN, BAT)),
        wearing(replace(BRAWL, dc=3), "Sustained Defense"),
        wearing(replace(BRAWL, attacks=(KNIFE, CLUB)), "Hardened"),
        wearing(BATTERY, "Invulnerability (2)"),
        read(BATTERY, {"block_cap_at_impacts": "yes"}),
        read(BRAWL, {"block_timing": "before_impacts"}),
        read(replace(BRAWL, dc=2), {"down_target": "no_block"}),
    )
    for base, name in islice(product(bases, FIGURES), 0, None, 2):  # every FIGURE with every second base
        yield replace(base, policy="optimal"), name
    draw = random.Random(RANDOM_SEED + 1)
    for s in drawn(40, RANDOM_SEED + 2):
        yield replace(s, policy="optimal", dc=min(s.dc, 2), attacks=s.attacks[:2]), draw.choice(FIGURES)
