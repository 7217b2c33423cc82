"""Plans of a duel of the third edition: how many Efforts a model makes when it attacks and when it is struck (R7.1)."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import NamedTuple

from bmg_odds.errors import BmgError
from bmg_odds.rules.duel_state import State
from bmg_odds.rules.duel_third import EFFORTS, ThirdFight


class EffortView(NamedTuple):
    """What a model's player sees when Efforts are declared: all that the number may depend on."""

    own: State
    foe: State
    """Both as they stand when the defender declares; its Efforts are not on its card yet."""
    rounds_left: int
    """Rounds that are left, this one among them."""
    attacks: bool
    """Whether it attacks; if not it is struck."""
    first: bool
    """Whether this is the first activation of the round."""
    leads: bool | None
    """Whether it has the lead of this round; None where one side goes first in every round."""
    foe_efforts: int | None
    """When it attacks: the Efforts of the foe, which declares before it."""
    most: int
    """The most Efforts that it may make here (R7.1)."""
    safe: int
    """The most that do not K.O. it."""


EffortPolicy = Callable[[EffortView], int]
"""What a side does in every situation: a number of Efforts."""

EFFORT_PLANS: dict[str, tuple[int, int]] = {"all-out": (3, 3), "turtle": (0, 3), "balanced": (1, 1)}
"""The named plans: Efforts in attack, Efforts in defence."""


def efforts_split(attack: int, defence: int) -> EffortPolicy:
    """Return the plan of fixed numbers; it never makes the Effort that would K.O. its maker.

    >>> efforts_split(3, 1)(EffortView(State(), State(), 4, True, True, None, 0, 3, 2))
    2
    """
    return lambda view: min(attack if view.attacks else defence, view.safe)


def named_efforts(text: str, flag: str = "--plan-a") -> EffortPolicy:
    """Return the plan that a text names: all-out, turtle, balanced or split=A/D; BmgError for another.

    >>> named_efforts("split=0/2")(EffortView(State(), State(), 4, False, True, None, None, 3, 3))
    2
    """
    name = text.strip().lower()
    if name in EFFORT_PLANS:
        return efforts_split(*EFFORT_PLANS[name])
    head, _, numbers = name.partition("=")
    parts = numbers.split("/")
    if head == "split" and len(parts) == 2 and all(part.isdecimal() and len(part) <= 2 for part in parts):
        attack, defence = (int(part) for part in parts)
        if max(attack, defence) not in EFFORTS:
            raise BmgError(f"{flag} {text}: at most {EFFORTS[-1]} Efforts in one attack (R7.1); allowed: 0 to 3 each")
        return efforts_split(attack, defence)
    near = get_close_matches(name, EFFORT_PLANS, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise BmgError(
        f"{flag} {text} is no plan of the third edition; allowed: {', '.join(EFFORT_PLANS)}, split=A/D such as "
        f"split=2/1 (Efforts in attack and in defence){hint}"
    )


def effort_view(
    fight: ThirdFight, side: int, own: State, foe: State, *, rounds_left: int, attacks: bool, first: bool,
    lead: int | None, foe_efforts: int | None = None,
) -> EffortView:  # fmt: skip
    """Return what a side sees when it declares its Efforts; `lead` is the side that has the lead of the round."""
    one = fight.sides[side]
    return EffortView(
        own, foe, rounds_left, attacks, first, None if lead is None else lead == side,
        foe_efforts if attacks else None, one.most(own), one.safe(own, attacks=attacks),
    )  # fmt: skip


def check_efforts(number: object, view: EffortView, who: str) -> int:
    """Return a number of Efforts that a function gave, checked; BmgError where it may not be made."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise BmgError(f"{who}'s plan {number!r} is no whole number of Efforts")
    found = int(number.__index__())
    if not 0 <= found <= view.most:
        raise BmgError(f"{who}'s plan makes {found} Efforts; allowed: 0 to {view.most} (R7.1)")
    return found
