"""The duel witness's words: fighters, what stands on their cards, counters and plans (R2.1, R3, R5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import NamedTuple

from oracle import Attack, Model, edition_defaults

UP, KO, CASUALTY = "up", "ko", "casualty"
POINTS = {"leader": (6, 4), "sidekick": (4, 2), "free agent": (4, 3), "henchman": (2, 1)}  # R3: Casualty, first K.O.
A_COUNTER = {"Sturdy": 3, "Weak": 1}  # markers that cost one, where it is not 2 (TRAITS 2.3)
LIMITLESS = 9
"""MC of a model without a printed Movement that need not share its counters: more than can ever be lost."""


@dataclass(frozen=True)
class Fighter:
    """One side: the printed numbers and the weapon that it fights with, in close combat."""

    model: Model
    damage: str
    willpower: int | None = 2
    special: int = 3
    weapon_name: str = "weapon"
    weapon_traits: tuple[str, ...] = ()
    rank: str = "henchman"


class Body(NamedTuple):
    """What the table shows of a model; `scored`: its first K.O. has been written down (R3); `armour`: markers that
    its Power Armor still ignores."""

    injuries: int = 0
    stuns: int = 0
    down: bool = False
    status: str = UP
    scored: bool = False
    armour: int = 0


class Hand(NamedTuple):
    """Counters placed on a card and not spent yet."""

    ac: int
    dc: int
    sc: int
    mc: int


NOTHING = Hand(0, 0, 0, 0)


class View(NamedTuple):
    """What a player sees who must plan; `seen` is the other's plan, None for the one who plans first."""

    fight: Fight
    side: str
    mine: Body
    theirs: Body
    left: int
    seen: Hand | None


Plan = Callable[[View], Hand]


@dataclass(frozen=True)
class Fight:
    """Two models in contact for so many rounds; `first` is a, b, draw, as in the contract."""

    a: Fighter
    b: Fighter
    rounds: int = 2
    first: str = "draw"
    edition: str = "revised"
    readings: dict[str, str] = field(default_factory=dict)

    def fighter(self, side: str) -> Fighter:
        return self.a if side == "a" else self.b

    def fresh(self) -> tuple[Body, Body]:
        """Both cards at the beginning."""
        a, b = (Body(armour=3 if "Power Armor" in one.model.traits else 0) for one in (self.a, self.b))
        return a, b

    def reading(self, name: str) -> str:
        return {**edition_defaults(self.edition), **self.readings}[name]

    def attack(self, side: str, me: Body, them: Body, ac: int, dc: int) -> Attack:
        """The blow that a side strikes, in the words of the witness of one attack."""
        fighter, struck = self.fighter(side), self.fighter(other(side))
        target = replace(struck.model, weapon_traits=struck.weapon_traits)
        return Attack(
            fighter.model, target, fighter.damage, weapon_name=fighter.weapon_name,
            weapon_traits=fighter.weapon_traits, edition=self.edition, readings=self.readings, ac=ac, dc=dc,
            injuries=them.injuries, stuns=them.stuns, down=them.down, attacker_injuries=me.injuries,
            attacker_stuns=me.stuns,
        )  # fmt: skip


def other(side: str) -> str:
    return "b" if side == "a" else "a"


# --- counters ----------------------------------------------------------------------------------------------


def each(fighter: Fighter) -> int | None:
    """For how many markers a counter is lost; None for never."""
    if fighter.willpower is None or "Desensitized" in fighter.model.traits:
        return None
    return max((A_COUNTER[name] for name in fighter.model.traits if name in A_COUNTER), default=2)


def counters(fighter: Fighter, body: Body) -> int | None:
    """R2.1; a K.O. model has none. None where no Willpower is printed: as many as the caps take."""
    if body.status != UP:
        return 0
    step = each(fighter)
    if fighter.willpower is None or step is None:
        return fighter.willpower
    lost = (body.injuries + body.stuns) // step
    return fighter.willpower - lost if lost < fighter.willpower else 0


def _caps(fighter: Fighter, body: Body) -> tuple[int, int, int, int | None]:
    """The most AC, DC, SC, MC; Tension raises Attack and Defense once there is a marker."""
    model = fighter.model
    assert model.attack is not None
    assert model.defense is not None
    more = int("Tension" in model.traits and body.injuries + body.stuns > 0)
    return model.attack + more, model.defense + more, fighter.special, model.movement


def fill(fighter: Fighter, body: Body, wanted: list[tuple[str, int | None]]) -> Hand:
    """Place counters as wanted, one kind after the other, None for as many as may be; the rest are MC."""
    have = counters(fighter, body)
    attack, defense, special, movement = _caps(fighter, body)
    if have is None:
        return Hand(attack, defense, special, LIMITLESS if movement is None else movement)
    free = {"ac": attack, "dc": defense, "sc": special, "mc": have if movement is None else movement}
    placed = dict.fromkeys(free, 0)
    for kind, number in [*wanted, ("mc", None)]:
        more = min(have, free[kind], have if number is None else number)
        placed[kind] += more
        free[kind] -= more
        have -= more
    return Hand(**placed)


def every_hand(fighter: Fighter, body: Body) -> Iterator[Hand]:
    """Every way to place counters, those that leave some in the hand too."""
    have = counters(fighter, body)
    attack, defense, special, movement = _caps(fighter, body)
    assert have is not None
    for hand in product(range(attack + 1), range(defense + 1), range(special + 1), range(have + 1)):
        if sum(hand) <= have and (movement is None or hand[3] <= movement):
            yield Hand(*hand)


# --- the plans of the contract -----------------------------------------------------------------------------


def _ready(view: View) -> tuple[Fighter, list[tuple[str, int | None]], int]:
    """The fighter, the MC set aside to stand, and the counters after it."""
    fighter = view.fight.fighter(view.side)
    have = counters(fighter, view.mine)
    aside = int(view.mine.down and have != 0 and fighter.model.movement != 0)
    return fighter, [("mc", aside)], 0 if have is None else have - aside


def all_out(view: View) -> Hand:
    fighter, aside, _ = _ready(view)
    return fill(fighter, view.mine, [*aside, ("ac", None), ("dc", None), ("sc", None)])


def turtle(view: View) -> Hand:
    fighter, aside, _ = _ready(view)
    return fill(fighter, view.mine, [*aside, ("dc", None), ("ac", None), ("sc", None)])


def balanced(view: View) -> Hand:
    fighter, aside, rest = _ready(view)
    return fill(fighter, view.mine, [*aside, ("ac", (rest + 1) // 2), ("dc", None), ("sc", None)])


def split(ac: int, dc: int, sc: int) -> Plan:
    """So many of each while the counters last: SC go first, then DC, then AC."""

    def plan(view: View) -> Hand:
        fighter, aside, _ = _ready(view)
        return fill(fighter, view.mine, [*aside, ("ac", ac), ("dc", dc), ("sc", sc)])

    return plan
