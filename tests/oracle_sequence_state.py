"""The witness's card of a target under several attacks: what it still has, and what an attack makes of it (R4)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from oracle_markers import award, dealt_by_dice, fates, removes
from oracle_words import Attack, Model, arguments, has, is_magical, number, reading

UP, KO, CASUALTY = "up", "ko", "casualty"


@dataclass(frozen=True)
class Sequence:
    """Several attacks on one target in one round; each of `attacks` says who strikes, with what and how often.

    Target, DC and markers of the single attacks are not looked at: the sequence has its own. `spare` are the
    counters other than DC; `lose` is what goes first when markers cost counters, `spare` or `dc`.
    """

    target: Model
    attacks: tuple[Attack, ...]
    willpower: int | None = None
    dc: int = 0
    policy: str = "all"
    spare: int | None = None
    lose: str = "spare"
    injuries: int = 0
    stuns: int = 0
    down: bool = False

    def __post_init__(self) -> None:
        if self.policy not in ("all", "one-per-impact", "optimal") and not self.policy.startswith("at-most="):
            raise ValueError(f"policy {self.policy!r} is not known")
        if self.lose not in ("spare", "dc"):
            raise ValueError(f"lose {self.lose!r} is not known")


class State(NamedTuple):
    """The target between two attacks, and what the attacks did so far."""

    injuries: int
    stuns: int
    status: str
    down: bool
    dc: int
    spare: int
    hardened: bool
    """Hardened has not turned an Injury into a Stun yet."""
    invulnerable: int
    """Markers that Invulnerability still ignores."""
    armor: int
    """Markers that Power Armor still ignores."""
    more_injuries: int = 0
    more_stuns: int = 0
    damages: int = 0
    impact: bool = False
    critical: bool = False
    knocked_down: bool = False


class Roll(NamedTuple):
    """The dice of one attack on the table, and the DC that were spent on them."""

    spent: int
    impacts: int
    damages: int
    criticals: int
    knocked_down: bool


def at_first(s: Sequence) -> State:
    """The target before the first attack."""
    traits = (*s.target.traits, *s.target.weapon_traits)
    status = _status(s, s.injuries, s.stuns)
    spare = _spare(s)
    dc = s.dc
    if status != UP:  # R2.11: a K.O. model has no counters and lies
        dc = spare = 0
    return State(
        s.injuries,
        s.stuns,
        status,
        s.down or status == KO,
        dc,
        spare,
        has(traits, "Hardened"),
        _invulnerable(s, traits),
        3 if has(traits, "Power Armor") else 0,
    )


def _invulnerable(s: Sequence, traits: tuple[str, ...]) -> int:
    """Markers that are ignored in the round; different numbers add up (R9.3)."""
    dose = has(s.attacks[0].target_use, "Titan Dose") and has(traits, "Titan Berserk")
    return sum(int(markers) for markers in arguments(traits, "Invulnerability")) + (3 if dose else 0)


def after_roll(s: Sequence, a: Attack, before: State, roll: Roll) -> dict[State, Fraction]:
    """The states after one attack whose dice lie on the table (R2.8 to R2.11, then R2.1)."""
    new, now = _protected(a, before, dealt_by_dice(a, roll.impacts, roll.damages, roll.criticals))
    injuries, stuns, _ = award(
        before.injuries,
        before.stuns,
        new_injuries=new[0],
        new_stuns=new[1],
        endurance=number(s.target.endurance, "the target's Endurance"),
        replace=reading(a, "surplus_injuries") == "replace_stuns",
    )
    status = _new_status(s, before, injuries, stuns, new[0])
    if removes(a, roll.criticals):
        status = CASUALTY
    now = now._replace(
        injuries=injuries,
        stuns=stuns,
        down=before.down or roll.knocked_down,
        dc=before.dc - roll.spent,
        more_injuries=before.more_injuries + new[0],
        more_stuns=before.more_stuns + new[1],
        damages=before.damages + roll.damages,
        impact=before.impact or roll.impacts > 0,
        critical=before.critical or roll.criticals > 0,
        knocked_down=before.knocked_down or roll.knocked_down,
    )
    return {
        _counters_left(s, before, now._replace(status=fate)): chance
        for fate, chance in fates(a, before.status, status).items()
    }


# --- markers -----------------------------------------------------------------------------------------------


def _status(s: Sequence, injuries: int, stuns: int) -> str:
    endurance = number(s.target.endurance, "the target's Endurance")
    if injuries >= endurance:
        return CASUALTY
    return KO if injuries + stuns >= endurance else UP


def _new_status(s: Sequence, before: State, injuries: int, stuns: int, new_injuries: int) -> str:
    """K.O. lasts the round. One whom Survivor saved becomes a Casualty again by the next Injury it is dealt."""
    shown = _status(s, injuries, stuns)
    if before.status == KO and shown == UP:
        return KO
    if before.injuries >= number(s.target.endurance, "the target's Endurance") and new_injuries == 0:
        return before.status
    return shown


def _protected(a: Attack, before: State, dealt: tuple[int, int]) -> tuple[tuple[int, int], State]:
    """R9.6, marker by marker in the order of awarding: what is ignored, then what Hardened turns over."""
    left = before
    injuries = stuns = 0
    for marker in "B" * dealt[0] + "S" * dealt[1]:
        if left.invulnerable > 0 and not is_magical(a):
            left = left._replace(invulnerable=left.invulnerable - 1)
        elif left.armor > 0:
            left = left._replace(armor=left.armor - 1)
        elif marker == "B" and left.hardened:
            left = left._replace(hardened=False)
            stuns += 1
        elif marker == "B":
            injuries += 1
        else:
            stuns += 1
    return (injuries, stuns), left


# --- counters ----------------------------------------------------------------------------------------------


def _markers_a_counter(s: Sequence) -> int | None:
    """How many markers cost one counter; None where none do."""
    if has(s.target.traits, "Desensitized"):
        return None
    if has(s.target.traits, "Sturdy"):
        return 3
    return 1 if has(s.target.traits, "Weak") else 2


def _lost_at(s: Sequence, markers: int) -> int:
    each = _markers_a_counter(s)
    return 0 if each is None else markers // each


def _spare(s: Sequence) -> int:
    """R2.1: the counters that are no DC."""
    if s.spare is not None:
        return s.spare
    if s.willpower is None:
        return 0
    counters = max(0, s.willpower - _lost_at(s, s.injuries + s.stuns))
    if counters < s.dc:
        raise ValueError(f"{s.dc} DC of {counters} counters")
    return counters - s.dc


def _counters_left(s: Sequence, before: State, now: State) -> State:
    """R2.1 and R2.11: a counter lost for each multiple that the markers newly reach; all of them when K.O."""
    if now.status != UP:
        return now._replace(dc=0, spare=0, down=True)
    if s.willpower is None and s.spare is None:
        return now
    lost = _lost_at(s, now.injuries + now.stuns) - _lost_at(s, before.injuries + before.stuns)
    for _ in range(lost):
        first, other = ("spare", "dc") if s.lose == "spare" else ("dc", "spare")
        which = first if getattr(now, first) > 0 else other
        if getattr(now, which) > 0:
            now = now._replace(**{which: getattr(now, which) - 1})
    return now
