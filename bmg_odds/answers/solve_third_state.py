"""One situation of a third-edition duel as it is asked for: `a=1/2/down,b=0/3,round=2,lead=a`."""

from dataclasses import dataclass

from bmg_odds.answers.solve_state import pieces, told_state, whole
from bmg_odds.errors import BmgError
from bmg_odds.rules.duel_state import KO, State
from bmg_odds.rules.duel_third import ThirdFight

EXAMPLE = "a=INJURIES/STUNS[/down|/ko],b=...,round=N[,lead=a|b]"
_KEYS = ("a", "b", "round", "lead")


@dataclass(frozen=True, slots=True)
class ThirdMoment:
    """A situation at the beginning of a round, before the dice for the lead."""

    a: State
    b: State
    rounds_left: int
    """This round among them."""
    had: int | None = None
    """The side that had the lead in the round before; None in the first, and where one side always goes first."""


def parse_third_moment(text: str, fight: ThirdFight) -> ThirdMoment:
    """Return the situation that a text names; what is left out is as at the beginning.

    A model is INJURIES/STUNS, then `up`, `down`, `ko` or `scored` (its first K.O. was scored, for victory points) where
    they hold. `lead` is who had the lead in the round before. BmgError for anything else.

    >>> from bmg_odds.answers.duel_third import third_fight
    >>> parse_third_moment("a=1/2/down,round=3,lead=b", third_fight("Joker", "Talon")).had
    1
    """
    given = pieces(text, _KEYS, EXAMPLE)
    a, b = (_state(given.get(key), side, fight) for side, key in enumerate("ab"))
    number = whole(given.get("round", "1"), "round", 1, fight.rounds)
    return ThirdMoment(a, b, fight.rounds - number + 1, _had(given.get("lead"), number, fight))


def _had(text: str | None, number: int, fight: ThirdFight) -> int | None:
    if text is not None and text not in ("a", "b"):
        raise BmgError(f"--state lead={text} is not known; allowed: a, b")
    if fight.first != "draw":
        if text is not None:
            raise BmgError(f"--state lead={text}: nobody rolls for the lead with --first {fight.first}")
        return None
    if number == 1:
        if text is not None:
            raise BmgError(f"--state lead={text}: nobody had the lead before round 1; leave it out")
        return None
    if text is None:
        raise BmgError(f"--state needs lead=a or lead=b in round {number}: who had the lead in the round before")
    return "ab".index(text)


def _state(text: str | None, side: int, fight: ThirdFight) -> State:
    fighter, flag = fight.sides[side], "ab"[side]
    if text is None:
        return fighter.fresh
    most = fighter.endurance
    state = told_state(text, flag, most, EXAMPLE)
    if state.injuries >= most:
        raise BmgError(f"--state {flag}={text}: a Casualty has ended the fight (Endurance {most})")
    if state.markers >= most:
        state = state._replace(posture=KO)
    if state.markers > most or (state.posture == KO and state.markers < most):
        what = f"a K.O. model has {most} markers" if state.markers < most else "too many markers"
        raise BmgError(f"--state {flag}={text}: {what}; {fighter.card.name} has Endurance {most}")
    return fighter.out(state) if state.posture == KO else state
