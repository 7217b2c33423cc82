"""What the exact engine is asked and the page's twin after it: records at random, and choices on real pages."""

import json
import random
from dataclasses import replace
from typing import Any
from unittest import mock

from scenarios import TRAITS
from test_batch import strikes

import bmg_odds as bmg
from bmg_odds.answers import page
from bmg_odds.answers.ask import counted, question
from bmg_odds.answers.engine import exact_table
from bmg_odds.answers.numbers import Rounding
from bmg_odds.answers.outcome import CHANCES, Outcome
from bmg_odds.answers.page_file import inert, with_fields
from bmg_odds.answers.page_records import MELEE_FLAGS, OBSTACLES
from bmg_odds.answers.page_third import FLAGS
from bmg_odds.engines.exact_clash import clash_table
from bmg_odds.errors import BmgError
from bmg_odds.facts.roster import bundled
from bmg_odds.rules.awarding import SCRATCHES, STATUSES
from bmg_odds.rules.clash import Clash
from bmg_odds.rules.edition import edition
from bmg_odds.rules.harm import Harm, victory_points
from bmg_odds.rules.question import Resolved
from bmg_odds.rules.record import (
    ALL_DICE,
    COVER_BITS,
    FACES,
    MATCH_BITS,
    SAVE_BITS,
    Gate,
    Strike,
    faces_from,
    pack,
    unpack,
)
from bmg_odds.rules.resolve import resolve
from bmg_odds.rules.splits import splits
from bmg_odds.rules.traits import known_in

EVENTS = ("impact", "damage", "critical", "knocked_down")


def plain(strike: Strike) -> dict[str, Any]:
    """A strike as the twin takes it."""
    lists = {"covers": unpack(strike.covers, COVER_BITS), "saves": unpack(strike.saves, SAVE_BITS)}
    return strike._asdict() | lists


def gated(gate: Gate | None) -> list[Any] | None:
    return None if gate is None else [gate.faces, gate.rerolls, plain(gate.passed)]


def zeros(values: Any) -> list[Any]:
    return ["none" if value == 0 else value for value in values]


def sharp(values: Any) -> list[Any]:
    return ["none" if value == 0 else "all" if value == 1 else value for value in values]


def records(count: int, seed: int, most: int = 5) -> list[tuple[Strike, Gate | None]]:
    """Records of every kind: those of the batch, with cross fire, watched blocks, long lists and gates besides."""
    draw = random.Random(seed)
    found = []
    for plainer in strikes(count, seed, most):
        covers = [faces_from(draw.randint(2, 7)) | draw.choice((0, 64)) for _ in range(draw.choice((0, 0, 1, 8)))]
        saves = [faces_from(draw.randint(2, 7)) for _ in range(draw.choice((0, 0, 1, 8)))]
        strike = plainer._replace(
            covers=pack(covers, COVER_BITS), saves=pack(saves, SAVE_BITS), cross=faces_from(draw.randint(2, 6)),
            cross_rerolls=draw.choice((0, ALL_DICE)), watch_blocks=draw.choice((0, 0, 1)),
        )  # fmt: skip
        gate = None
        if draw.random() < 0.2:
            passed = strike._replace(block_dice=max(0, strike.block_dice - 1))
            gate = Gate(faces_from(draw.randint(1, 7)), draw.choice((0, 1)), passed)
        found.append((strike, gate))
    return found


def cancelling(count: int, seed: int) -> list[tuple[Strike, Gate | None]]:
    """Records of two collateral dice with rerolls and few faces that match: much of what is counted cancels."""
    draw = random.Random(seed)
    found = []
    for strike in strikes(count, seed, 5):
        match = [face if draw.random() < 0.6 else 0 for face in draw.sample(FACES, 6)]
        found.append((strike._replace(
            impact=faces_from(draw.randint(2, 4)), block_dice=0, damage=draw.randrange(1, 64),
            match=pack(match, MATCH_BITS), collateral=2, collateral_reroll=1, critical=draw.randrange(64),
            collateral_faces=draw.randrange(1, 64),
        ), None))  # fmt: skip
    return found


def tables(count: int, seed: int) -> list[dict[str, Any]]:
    from bmg_odds.engines import exact

    cases = []
    for strike, gate in records(count, seed) + cancelling(count // 10, seed):
        law = exact.table(strike, gate=gate)
        wanted = {"shape": list(law.shape), "values": zeros(law.values), "cross": list(law.cross_fire)}
        cases.append({"strike": plain(strike), "gate": gated(gate), "wanted": wanted})
    return cases


def outcomes(count: int, seed: int) -> list[dict[str, Any]]:
    """Figures of random records on random cards."""
    draw = random.Random(seed)
    base = resolve(question("Bob", "Joker (AC)", weapon="unarmed"))
    cases = []
    for strike, gate in records(count, seed, most=4):
        endurance = draw.randint(1, 8)
        injuries = draw.randint(0, endurance) if draw.random() < 0.4 else 0
        stuns = draw.randint(0, endurance - injuries) if draw.random() < 0.5 else 0
        harm = Harm(
            injuries=draw.randint(0, 3), stuns=draw.randint(0, 2), scratch=draw.choice(SCRATCHES),
            critical_injuries=draw.randint(0, 2), critical_stuns=draw.randint(0, 3),
            critical_casualty=draw.random() < 0.2, ignored=draw.choice((0, 0, 1, 3)), hardened=draw.random() < 0.3,
            knock_down_on=tuple(name for name in ("damage", "impact") if draw.random() < 0.15),
            survivor=draw.random() < 0.3, judgment=draw.random() < 0.3, endurance=endurance, held_injuries=injuries,
            held_stuns=stuns, replace_stuns=draw.random() < 0.5,
        )  # fmt: skip
        effects = tuple((f"effect {name}", name) for name in EVENTS if draw.random() < 0.2)
        resolved = replace(base, strike=strike, gate=gate, harm=harm, effects=effects)
        wanted = figures(Outcome(resolved, exact_table(resolved)))
        wanted["chance"], wanted["at_least"] = sharp(wanted["chance"].values()), sharp(wanted["at_least"])
        cases.append({
            "strike": plain(strike), "gate": gated(gate), "harm": carried(harm), "points": points(resolved),
            "effects": [list(one) for one in effects], "wanted": wanted,
        })  # fmt: skip
    return cases


def carried(harm: Harm) -> dict[str, Any]:
    names = (
        "injuries", "stuns", "scratch", "critical_injuries", "critical_stuns", "critical_casualty", "down_on_impact",
        "down_on_damage", "ignored", "hardened", "survivor", "judgment", "endurance", "held_injuries", "held_stuns",
        "replace_stuns",
    )  # fmt: skip
    return dict(zip(names, harm.row, strict=False))


def points(resolved: Resolved) -> list[list[int]] | None:
    rank = resolved.question.target.first_rank
    if rank is None:
        return None
    reading = resolved.question.edition["vp_after_ko"]
    return [[victory_points(rank, before, after, reading) for after in STATUSES] for before in STATUSES]


def figures(outcome: Outcome) -> dict[str, Any]:
    """Every figure of an outcome under the twin's names."""
    law = outcome.table.cross_fire
    chance = outcome.chance._asdict()
    return {
        "chance": {name: chance[name] for name in CHANCES},
        "inflicted": outcome.inflicted._asdict(),
        "suffered": outcome.suffered._asdict(),
        "at_least": list(outcome.levels),
        "effects": [list(one) for one in outcome.effects.items()],
        "victory_points": outcome.victory_points,
        "strike_back": outcome.probability(lambda case: case.blocked),
        "cross": sum(law[1:]) if law else None,
        "cross_injuries": sum(k * each for k, each in enumerate(law)),
    }


def numbers(count: int, seed: int) -> list[dict[str, Any]]:
    """Chances and means as they are shown; sixteenths and eighths of a step are ties, which go to the even digit."""
    draw = random.Random(seed)
    values = [0.0, 1.0, 1e-9, 1 - 1e-9, 0.00005, 0.99995, *(k / 2**n for n in range(1, 13) for k in range(1, 2**n, 7))]
    values += [draw.random() ** draw.choice((1, 4)) for _ in range(count)]
    exact = Rounding()
    return [{"value": value, "wanted": [exact.percent(value), exact.mean(value)]} for value in values]


def cards(count: int, seed: int) -> tuple[list[bmg.Card], list[bmg.Card]]:
    """Attackers and targets: some of the roster, others with traits at random."""
    draw = random.Random(seed)
    printed = [card for card in bundled().values() if card.edition == "revised"]
    worn = {place: [one.name for one in TRAITS if one.place == place] for place in {one.place for one in TRAITS}}
    uses = [name.split(" (")[0] for name in worn["use"]]
    attackers, targets = draw.sample(printed, count), draw.sample(printed, count)
    for k in range(count):
        weapons = tuple(
            bmg.Weapon(name=name, damage=draw.choice(["S", "BS", "BBS"]), rof=rof,
                       traits=tuple(draw.sample(worn["weapon"], 2)))
            for name, rof in (("Club", None), ("Gun", draw.randint(1, 4)))
        )  # fmt: skip
        attackers.append(bmg.Card(
            name=f"A{k}", edition="revised", attack=draw.randint(2, 5), strength=draw.randint(2, 6),
            movement=draw.randint(1, 5), special=4, willpower=draw.randint(4, 8), weapons=weapons,
            traits=("Blood Scent", "Feint", *draw.sample(worn["attacker"], 2), *draw.sample(uses, 2)),
        ))  # fmt: skip
        targets.append(bmg.Card(
            name=f"T{k}", edition="revised", rank="Leader", defense=draw.randint(2, 5), endurance=draw.randint(1, 7),
            movement=draw.randint(0, 4), special=draw.randint(0, 4), willpower=draw.choice((None, 3, 6)), strength=4,
            attack=3, traits=(*draw.sample(worn["target"], 2), draw.choice(("Luck", "Counter Attack", "Titan Dose"))),
        ))  # fmt: skip
    return attackers, targets


def on_pages(rules: str, reading: dict[str, str], seed: int, count: int, each: int) -> dict[str, Any]:
    """A page of random cards and choices on it, with the answers of `attack`."""
    draw = random.Random(seed)
    attackers, targets = cards(count, seed)
    data = page_data(attackers, targets, rules, reading)
    states = []
    for at, attacker in enumerate(attackers):
        for against, target in enumerate(targets):
            for _ in range(each):
                states.append(_state(draw, data, (at, attacker), (against, target), rules, reading))
    return {"data": data, "states": [state for state in states if state]}


def clashes(count: int, seed: int) -> list[dict[str, Any]]:
    """Joint tables of random records of the third edition."""
    draw = random.Random(seed)
    rerolls, flag = (0, 0, 1, 2, ALL_DICE), (0, 0, 1)
    cases = []
    for _ in range(count):
        clash = Clash(
            dice=draw.randint(0, 6), hit=faces_from(draw.randint(1, 7)), hit_rerolls=draw.choice(rerolls),
            hit_spoils=draw.choice(flag), combo=draw.choice(flag), defence_dice=draw.randint(0, 5),
            defence=faces_from(draw.randint(1, 7)), defence_rerolls=draw.choice(rerolls),
            defence_need=draw.choice((1, 1, 2)), sustained=draw.choice(flag),
            saves=pack([faces_from(draw.randint(2, 7)) for _ in range(draw.choice((0, 0, 1, 8)))], SAVE_BITS),
            strength_dice=draw.choice((0, 1, 1, 2)), strength=faces_from(draw.randint(1, 7)),
            strength_faces=draw.choice((63, 63, 32)), strength_rerolls=draw.choice(rerolls),
            strength_defended=draw.choice(flag), critical=faces_from(draw.randint(4, 6)),
        )  # fmt: skip
        given = clash._asdict() | {"saves": unpack(clash.saves, SAVE_BITS)}
        cases.append({"clash": given, "wanted": zeros(clash_table(clash).values)})
    return cases


def on_third_pages(reading: dict[str, str], seed: int, count: int, each: int) -> dict[str, Any]:
    """A page of cards of the third edition and choices on it, with the answers of `attack`."""
    draw = random.Random(seed)
    printed = [card for card in bundled().values() if card.edition == "third"]
    attackers, targets = draw.sample(printed, count), draw.sample(printed, count)
    drawn = [trait for trait in known_in("third").values() if not trait.melee]
    for side, ends in ((attackers, "attacks"), (targets, "defends")):
        names = [trait.name for trait in drawn if getattr(trait, ends)]
        worn = ("Bloodlust", *(("Limited Attack",) if ends == "attacks" else ()), *draw.sample(names, 4))
        side[-1] = replace(side[-1], name=f"{side[-1].name} {ends}", traits=worn)
    data = page_data(attackers, targets, "third", reading)
    states = []
    for at, attacker in enumerate(attackers):
        for against, target in enumerate(targets):
            states += [_third_state(draw, data, (at, attacker), (against, target), reading) for _ in range(each)]
    return {"data": data, "states": [state for state in states if state]}


def _chosen(
    draw: random.Random, data: Any, one: Any, two: Any, *, rules: str, reading: dict[str, str]
) -> tuple[dict[str, Any], dict[str, Any], bool] | None:
    """What every edition has of a state, the options that ask for it, and whether it is a shot; None where the pair
    cannot be asked."""
    (at, _), (against, target) = one, two
    weapon = draw.randrange(len(data["attackers"][at]["weapons"]))
    entry = data["pairs"][at][weapon][against]
    if isinstance(entry, str):
        return None
    uses, target_uses = (data["pools"]["lists"][entry[k]] for k in (0, 1))
    injuries = draw.randint(0, target.endurance) if draw.random() < 0.3 else 0
    stuns = draw.randint(0, target.endurance - injuries) if draw.random() < 0.4 else 0
    state = {
        "attacker": at, "target": against, "weapon": weapon, "injuries": injuries, "stuns": stuns,
        "use": draw.randrange(len(uses)), "target_use": draw.randrange(len(target_uses)),
    }  # fmt: skip
    options = {
        "injuries": injuries, "stuns": stuns, "rules": rules, "reading": reading,
        "weapon": data["attackers"][at]["weapons"][weapon].rpartition(" (")[0],
        "use": uses[state["use"]] or (), "target_use": target_uses[state["target_use"]] or (),
    }  # fmt: skip
    return state, options, bool(data["attackers"][at]["ranged"][weapon])


def _third_state(draw: random.Random, data: Any, one: Any, two: Any, reading: dict[str, str]) -> Any:
    (_, attacker), (_, target) = one, two
    chosen = _chosen(draw, data, one, two, rules="third", reading=reading)
    if chosen is None:
        return None
    state, options, ranged = chosen
    state |= {
        **{name: draw.randint(0, 1) for name in ("down", "moved", "beyond_range")},
    }  # fmt: skip
    options |= {name: bool(state[name]) for name in FLAGS[bool(ranged)]}
    asked = question(attacker, target, **options)
    case: dict[str, Any] = {"state": state, "counters": {}, "wanted": "refused"}
    most = {name: _most(asked, name) for name in ("attacker_efforts", "target_efforts")}
    if min(most.values()) < 0:
        return case
    counters = {name: draw.randint(0, many) for name, many in most.items()}
    outcome = counted(resolve(replace(asked, situation=replace(asked.situation, **counters))))
    wanted = figures(outcome) | {"most": most, "dice": outcome.resolved.strike.dice, "back": None}
    return case | {"counters": counters, "wanted": wanted}


def _most(asked: Any, name: str) -> int:
    """The most of these that may be spent, -1 where the attack cannot be asked at all."""
    most = -1
    while most < 3:
        try:
            resolve(replace(asked, situation=replace(asked.situation, **{name: most + 1})))
        except BmgError:
            break
        most += 1
    return most


def page_data(attackers: Any, targets: Any, rules: str, reading: dict[str, str]) -> dict[str, Any]:
    """The data of a page as its script reads it."""
    sides = [{card.name: card for card in side} for side in (attackers, targets)]
    with mock.patch.object(page, "rests", return_value=[[], [], []]):  # named below the figures, and no part of them
        made = page.page_data(edition(rules, reading), *sides)
    found: dict[str, Any] = json.loads(inert(with_fields(made)))
    return found


def _state(draw: random.Random, data: Any, one: Any, two: Any, rules: str, reading: dict[str, str]) -> Any:
    (_, attacker), (_, target) = one, two
    chosen = _chosen(draw, data, one, two, rules=rules, reading=reading)
    if chosen is None:
        return None
    state, options, ranged = chosen
    state |= {
        "cover": draw.randrange(len(OBSTACLES)), "moved": draw.randint(0, 1),
        **{name: draw.randint(0, 1) for name in MELEE_FLAGS},
    }  # fmt: skip
    if ranged:
        options |= {"moved": bool(state["moved"]), "cover": [OBSTACLES[state["cover"]]] if state["cover"] else []}
    else:
        options |= {name: bool(state[name]) for name in MELEE_FLAGS}
    asked = question(attacker, target, **options)
    case: dict[str, Any] = {"state": state, "counters": {"ac": 0, "dc": 0, "mc": 0}, "wanted": "refused"}
    try:
        found = splits(asked)
    except BmgError:
        return case
    most = {"ac": len(found.acs) - 1, "dc": found.most_dc, "mc": _most_mc(asked) if ranged else 0}
    counters = {name: draw.randint(0, many) for name, many in most.items()}
    situation = replace(asked.situation, dc=counters["dc"], mc=counters["mc"])
    if not ranged:
        situation = replace(situation, ac=counters["ac"])
    outcome = counted(resolve(replace(asked, situation=situation)))
    answer = figures(outcome)
    wanted = answer | {"most": most, "dice": outcome.resolved.strike.dice, "back": None}
    if outcome.back is not None and outcome.exchange is not None:
        wanted["back"] = {"chance": figures(outcome.back)["chance"], "share": outcome.exchange.chance}
    return case | {"counters": counters, "wanted": wanted}


def _most_mc(asked: Any) -> int:
    most = 0
    while True:
        try:
            resolve(replace(asked, situation=replace(asked.situation, mc=most + 1)))
        except BmgError:
            return most
        most += 1
