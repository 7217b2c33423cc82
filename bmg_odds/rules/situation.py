"""The situation of one attack: what both sides spend and where they stand (R2.1–R2.7, R2.12)."""

from dataclasses import dataclass, fields, replace
from typing import Any

from bmg_odds.errors import BmgError
from bmg_odds.rules.record import MOST_COVERS

COVERS = {"solid": 4, "street": 5, "light": 6, "model": 4}
"""Obstacles of a line of fire and the faces that stop a shot there (R2.6)."""

FORMS = ("strike", "grab", "push")
REROLLS = ("impact", "block", "damage")
ATTACKER_STATES = ("scared", "blind")
TARGET_STATES = ("scared", "paralyzed", "blind")
"""What an earlier effect left a model in (TRAITS 2.3): scared -1 to its impact and block dice; blind succeeds
only on a natural 6; paralyzed has Defense 2 less and no counters."""

_RANGED_ONLY = ("mc", "moved", "moves_after", "cover", "crouched", "beyond_range")
_MELEE_ONLY = ("dc", "outnumbered", "crowd", "defensive", "grabbed")
_LARGEST = {
    "attacker_efforts": 3,
    "target_efforts": 3,
    "ac": 99,
    "dc": 99,
    "mc": 99,
    "grabbed": 9,
    "injuries": 20,
    "stuns": 20,
    "attacker_injuries": 20,
    "attacker_stuns": 20,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """One attack's circumstances, in the names of the command line.

    `ac` None means as many as Attack and counters allow. Raises BmgError for values out of range.

    >>> Situation(dc=2).form
    'strike'
    """

    ac: int | None = None
    dc: int = 0
    mc: int = 0
    use: tuple[str, ...] = ()
    target_use: tuple[str, ...] = ()
    form: str = "strike"
    outnumbered: bool = False
    crowd: bool = False
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
    attacker_injuries: int = 0
    attacker_stuns: int = 0
    attacker_state: tuple[str, ...] = ()
    target_state: tuple[str, ...] = ()
    attacker_efforts: int = 0
    target_efforts: int = 0
    beyond_range: bool = False

    def __post_init__(self) -> None:
        for name, largest in _LARGEST.items():
            _within(name, getattr(self, name), 0, largest)
        for name in ("impact_bonus", "block_bonus", "damage_bonus"):
            _within(name, getattr(self, name), -6, 6)
        _among("form", (self.form,), FORMS)
        _among("cover", self.cover, tuple(COVERS))
        _among("reroll", self.reroll, REROLLS)
        _among("attacker_state", self.attacker_state, ATTACKER_STATES)
        _among("target_state", self.target_state, TARGET_STATES)
        if len(self.cover) > MOST_COVERS:
            raise BmgError(f"cover is given {len(self.cover)} times; allowed: at most {MOST_COVERS} obstacles")
        if self.crouched and not self.cover:
            raise BmgError("crouched needs a --cover to crouch behind (the last one on the line)")

    def fitting(self, *, ranged: bool) -> "Situation":
        """Return the situation without what goes with the other kind of weapon only, to compare both kinds.

        >>> Situation(dc=2, cover=("solid",)).fitting(ranged=True)
        Situation(ac=None, dc=0, ... cover=('solid',), ...
        """
        wrong = (*_MELEE_ONLY, "ac", "block_bonus") if ranged else _RANGED_ONLY
        changes: dict[str, Any] = {each.name: each.default for each in fields(self) if each.name in wrong}
        if ranged:
            changes["reroll"] = tuple(name for name in self.reroll if name != "block")
        return replace(self, **changes)

    def exchanged(self, ac: int | None = None) -> "Situation":
        """Return the situation of the target striking back: markers and states exchanged, nothing else spent.

        >>> Situation(stuns=2, dc=1).exchanged(ac=1)
        Situation(ac=1, dc=0, ... attacker_stuns=2, ...
        """
        return Situation(
            ac=ac,
            injuries=self.attacker_injuries,
            stuns=self.attacker_stuns,
            attacker_injuries=self.injuries,
            attacker_stuns=self.stuns,
            attacker_state=tuple(state for state in self.target_state if state in ATTACKER_STATES),
            target_state=self.attacker_state,
        )

    def check_weapon(self, weapon: str, *, ranged: bool) -> None:
        """Raise BmgError where an option does not go with a ranged or a melee weapon (R2.2, R2.5, R2.6)."""
        wrong = _MELEE_ONLY if ranged else _RANGED_ONLY
        for name in wrong:
            if getattr(self, name):
                kind, other = ("ranged", "melee") if ranged else ("melee", "ranged")
                raise BmgError(f"{option(name)} goes with a {other} attack only; {weapon} is a {kind} weapon")
        if ranged and self.form != "strike":
            raise BmgError(f"--form {self.form} is a melee attack; {weapon} is a ranged weapon")
        if ranged and "block" in self.reroll:
            raise BmgError(f"--reroll block goes with a melee attack only; {weapon} is a ranged weapon")
        if ranged and self.block_bonus:
            raise BmgError(f"--block-bonus goes with a melee attack only; {weapon} is a ranged weapon")


THIRD_ONLY = ("attacker_efforts", "target_efforts", "beyond_range")
FIRST_ONLY = {
    "ac": "Attack dice come from the card and Efforts: ask with --attacker-efforts",
    "dc": "the target rolls its Defense: ask with --target-efforts",
    "mc": "a dodge is made with Efforts: ask with --target-efforts",
    "outnumbered": "its size in the third edition is not known",
    "defensive": "its size in the third edition is not known",
    "grabbed": "its size in the third edition is not known",
    "moves_after": "only moving before the shot costs a die: ask with --moved",
    "cover": "Cover in the third edition is not modelled",
    "crouched": "Cover in the third edition is not modelled",
}


def check_edition(situation: Situation, edition: str) -> None:
    """Raise BmgError for an option that the edition does not have, saying what to ask instead (R7)."""
    third = edition == "third"
    if third and situation.form != "strike":
        raise BmgError(f"--form {situation.form} is of the first edition; allowed under third: strike")
    if third:
        for name, why in FIRST_ONLY.items():
            if getattr(situation, name):
                raise BmgError(f"{option(name)} is not of the third edition; {why}")
        return
    for name in THIRD_ONLY:
        if getattr(situation, name):
            raise BmgError(f"{option(name)} is of the third edition, not of {edition}; ask with --rules third")


def option(name: str) -> str:
    """Return the command line's name of a keyword.

    >>> option("moves_after")
    '--moves-after'
    """
    return "--" + name.replace("_", "-")


def _within(name: str, value: int | None, least: int, largest: int) -> None:
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int):
        raise BmgError(f"{option(name)} {value!r} is not a whole number")
    if not least <= value <= largest:
        raise BmgError(f"{option(name)} {value} is out of range; allowed: {least} to {largest}")


def _among(name: str, values: tuple[str, ...], allowed: tuple[str, ...]) -> None:
    for value in values:
        if value not in allowed:
            raise BmgError(f"{option(name)} '{value}' is not known; allowed: {', '.join(allowed)}")
