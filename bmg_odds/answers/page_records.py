"""The records that a page carries: every attack of chosen cards resolved once, so that a script only counts.

A law is what decides an attack's figures, as indices into pools of distinct parts (`PARTS`): what the impact, the
damage and the card's side of the record hold, what each number of counters makes of the dice, a gate, effects,
notes and a strike back. What can be chosen at the table is a grid of laws (`choices`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.facts.trait_names import parse_trait
from bmg_odds.rules import marks
from bmg_odds.rules.awarding import HELD_INJURIES, REPLACE_STUNS
from bmg_odds.rules.bearers import Side, attacking, defending
from bmg_odds.rules.limits import counters
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.record import COVER_BITS, SAVE_BITS, Gate, Strike, unpack
from bmg_odds.rules.resolve import resolve, spoken
from bmg_odds.rules.situation import COVERS
from bmg_odds.rules.splits import Splits, splits

IMPACT_FIELDS = (
    "impact", "impact_rerolls", "impact_spoils", "block_rerolls", "block_need", "block_cap", "covers",
    "dodge_rerolls", "saves", "watch_blocks",
)  # fmt: skip
DAMAGE_FIELDS = (
    "damage", "damage_rerolls", "match", "collateral", "collateral_faces", "collateral_reroll", "critical", "cross",
    "cross_rerolls",
)  # fmt: skip
HARM_FIELDS = (
    "injuries", "stuns", "scratch", "critical_injuries", "critical_stuns", "critical_casualty", "down_on_impact",
    "down_on_damage", "ignored", "hardened", "survivor", "judgment", "endurance", "replace_stuns",
)  # fmt: skip
"""Those of `awarding`'s rows, without the markers held, which are chosen on the page."""
PARTS = ("impact", "damage", "harm", "counters", "gate", "effects", "notes", "back")
"""The order of the indices in a law; `back` is the number of another law plus 1, 0 for none."""
NO_COUNTERS = 99
"""Stands for as many counters as a model likes: no Willpower is known."""

OBSTACLES = ("", *COVERS)
MELEE_FLAGS = ("outnumbered", "defensive", "down")


@dataclass
class Pools:
    """Distinct values by pool, each with the number by which the laws name it."""

    found: dict[str, dict[str, int]] = field(default_factory=dict)
    values: dict[str, list[Any]] = field(default_factory=dict)

    def number(self, pool: str, value: Any) -> int:
        """Return the number of a value in its pool, where it is put if it is new.

        >>> pools = Pools()
        >>> pools.number("texts", "a"), pools.number("texts", "b"), pools.number("texts", "a")
        (0, 1, 0)
        """
        key = repr(value)
        known = self.found.setdefault(pool, {})
        if key not in known:
            known[key] = len(known)
            self.values.setdefault(pool, []).append(value)
        return known[key]


def counters_held(target: Card) -> list[int]:
    """Return a target's counters for each number of markers on it, none once it is out (R2.1).

    >>> counters_held(Card(name="A", edition="revised", willpower=5, endurance=4))
    [5, 5, 4, 4, 0]
    """
    held = [counters(target, markers) for markers in range(target.endurance or 0)]
    return [*(NO_COUNTERS if have is None else have for have in held), 0]


def pair(question: Question, pools: Pools) -> list[int]:
    """Return one weapon against one target, every choice resolved; BmgError where it cannot be asked at all.

    The entry holds numbers in pools: the uses, the target's uses, the SC that each of these costs, 1 where a wounded
    target has laws of its own, and the laws in the order of `choices`. A choice that cannot be made has minus the
    number of its reason, less 1.
    """
    resolve(replace(question, situation=replace(question.situation, dc=0)))
    given, _, _, _ = spoken(question)
    attackers, targets = attacking(given), defending(given)
    uses = ["", *bought(attackers, ranged=given.ranged)]
    target_uses = ["", *bought(targets, ranged=given.ranged)]
    wounds = _wounds(question, uses, target_uses)
    dodges: dict[tuple[object, ...], tuple[int, int]] = {}
    found = []
    for choice in choices(uses, target_uses, wounds, ranged=given.ranged):
        asked = replace(question, situation=replace(question.situation, **choice))
        try:
            one = splits(asked)
            key = (choice["use"], choice["target_use"], choice.get("stuns", 0))
            if key not in dodges:
                dodges[key] = _dodges(asked)
            found.append(law(one, asked, dodges[key], pools))
        except BmgError as error:
            found.append(-1 - pools.number("texts", " ".join(str(error).split())))
    costs = [targets.known[parse_trait(name).key].costs_sc if name else 0 for name in target_uses]
    return [
        pools.number("lists", uses),
        pools.number("lists", target_uses),
        pools.number("lists", costs),
        len(wounds) - 1,
        pools.number("grids", found),
    ]


def choices(
    uses: list[str], target_uses: list[str], wounds: list[dict[str, int]], *, ranged: bool
) -> Iterator[dict[str, Any]]:
    """Yield the choices of one weapon as changes of the situation, the last one fastest.

    Its uses, the target's, wounded or not, then in melee outnumbered, defensive, down; at range the obstacle and
    whether the shooter moved.

    >>> len(list(choices([""], [""], [{}], ranged=False))), len(list(choices([""], [""], [{}], ranged=True)))
    (8, 10)
    """
    around: list[dict[str, Any]]
    if ranged:
        pairs = product(OBSTACLES, (False, True))
        around = [{"cover": (cover,) if cover else (), "moved": moved} for cover, moved in pairs]
    else:
        around = [dict(zip(MELEE_FLAGS, flags, strict=True)) for flags in product((False, True), repeat=3)]
    for use, target_use, wound, flags in product(uses, target_uses, wounds, around):
        used = {"use": (use,) if use else (), "target_use": (target_use,) if target_use else ()}
        yield used | wound | flags


def bought(side: Side, *, ranged: bool) -> list[str]:
    """Return what a side may buy or choose in this attack, as `--use` takes it, each once."""
    found: dict[str, None] = {}
    for text in side.names:
        trait = side.known.get(parse_trait(text).key)
        if trait is None or not trait.bought or (trait.melee and ranged) or not getattr(trait, side.speaks):
            continue
        brackets = trait.attack_choices if side.speaks == "attacks" else trait.defend_choices
        for name in [f"{trait.name} ({bracket})" for bracket in brackets] or [trait.name]:
            found.setdefault(name)
    return list(found)


def law(found: Splits, asked: Question, dodges: tuple[int, int], pools: Pools) -> int:
    """Return the number of the law of one choice: its record, and what each number of counters makes of it."""
    strike = found.resolved.strike
    assert isinstance(strike, Strike)
    most_mc, dodge = dodges
    counts = [
        list(found.dice),
        [dice for dice, _ in found.blocks],
        found.blocks[-1][1],
        [strike.dodge_dice + mc for mc in range(most_mc + 1)],
        dodge,
    ]
    return _law(found.resolved, counts, pools, list(dict.fromkeys((*found.resolved.notes, *notes_of(asked)))))


def notes_of(asked: Question) -> list[str]:
    """Return the sentences on a choice, those on blocking among them."""
    given, terms, _, _ = spoken(asked)
    if not given.ranged:
        given = replace(given, situation=replace(given.situation, dc=1))
    return list(marks.notes(given, terms))


def _law(resolved: Resolved, counts: list[Any], pools: Pools, notes: list[str]) -> int:
    strike, harm = resolved.strike, resolved.harm
    assert isinstance(strike, Strike)
    fields = strike._asdict() | {
        "covers": unpack(strike.covers, COVER_BITS),
        "saves": unpack(strike.saves, SAVE_BITS),
    }
    row = [*harm.row[:HELD_INJURIES], harm.row[REPLACE_STUNS]]
    back = 0
    if resolved.back is not None:
        other = resolved.back.strike
        assert isinstance(other, Strike)
        back = 1 + _law(resolved.back, [[other.dice], [other.block_dice], other.block, [0], 0], pools, [])
    return pools.number(
        "laws",
        [
            pools.number("impact", [fields[name] for name in IMPACT_FIELDS]),
            pools.number("damage", [fields[name] for name in DAMAGE_FIELDS]),
            pools.number("harm", row),
            pools.number("counters", counts),
            pools.number("gate", _gate(resolved.gate)),
            pools.number("effects", [list(effect) for effect in resolved.effects]),
            pools.number("notes", [pools.number("texts", note) for note in notes]),
            back,
        ],
    )


def _gate(gate: Gate | None) -> list[int]:
    """Return a gate's faces and reroll: the strike that follows is that of one DC less (Feint)."""
    return [] if gate is None else [gate.faces, gate.rerolls]


def _wounds(question: Question, uses: list[str], target_uses: list[str]) -> list[dict[str, int]]:
    """Return the markers to resolve with: none, and one Stun where some trait looks at a wounded target."""
    for use, target_use in product(uses, target_uses):
        used: dict[str, Any] = {"use": (use,) if use else (), "target_use": (target_use,) if target_use else ()}
        plain = replace(question, situation=replace(question.situation, **used))
        hurt = replace(plain, situation=replace(plain.situation, stuns=1))
        if spoken(plain)[1] != spoken(hurt)[1]:
            return [{}, {"stuns": 1}]
    return [{}]


def _dodges(question: Question) -> tuple[int, int]:
    """Return the most MC that the target may spend on a dodge here, and the faces that dodge (R2.7)."""
    most, faces = -1, 0
    while True:
        try:
            strike = resolve(replace(question, situation=replace(question.situation, mc=most + 1))).strike
        except BmgError:
            return most, faces
        assert isinstance(strike, Strike)
        most, faces = most + 1, strike.dodge
