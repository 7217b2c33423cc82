"""One situation of a duel as it is asked for: `a=1/2/down,b=0/3,round=2,bag=5/6`."""

from dataclasses import dataclass
from typing import Any

from bmg_odds.errors import BmgError
from bmg_odds.rules.duel import Fight
from bmg_odds.rules.duel_state import KO, POSTURES, State

EXAMPLE = "a=INJURIES/STUNS[/down|/ko],b=...,round=N[,bag=A/B]"
_KEYS = ("a", "b", "round", "bag")


@dataclass(frozen=True, slots=True)
class Moment:
    """A situation before the draw of a round."""

    a: State
    b: State
    rounds_left: int
    """This round among them."""
    bag: tuple[int, int] | None = None
    """Counters of A and of B before the draw; None without a bag."""


def parse_moment(text: str, fight: Fight) -> Moment:
    """Return the situation that a text names; what is left out is as at the beginning.

    A model is INJURIES/STUNS, then `up`, `down`, `ko`, `scored` (its first K.O. was scored, for victory points) or
    `armour=N` (markers that its Power Armor still ignores) where they hold. BmgError for anything else.

    >>> from bmg_odds.answers.duel import fight
    >>> shown_state(parse_moment("a=1/2/down,round=3,bag=4/4", fight("Batman (AC)", "Joker (AC)")).a)
    {'injuries': 1, 'stuns': 2, 'status': 'down'}
    """
    given = pieces(text, _KEYS, EXAMPLE)
    a, b = (_state(given.get(key), side, fight) for side, key in enumerate("ab"))
    number = whole(given.get("round", "1"), "round", 1, fight.rounds)
    return Moment(a, b, fight.rounds - number + 1, _bag(given.get("bag"), number, fight))


def _state(text: str | None, side: int, fight: Fight) -> State:
    fighter, flag = fight.sides[side], "ab"[side]
    if text is None:
        return fighter.fresh
    most = fighter.endurance
    state = told_state(text, flag, most, EXAMPLE, armour=fighter.traits.armour)
    if state.markers >= most and state.posture != KO:
        if state.injuries >= most:
            raise BmgError(f"--state {flag}={text}: a Casualty has ended the fight (Endurance {most})")
        state = state._replace(posture=KO)
    if state.markers > most or (state.posture == KO and state not in fight.states(side, scoring=False)):
        what = f"a K.O. model has {most} markers" if state.posture == KO else "too many markers"
        raise BmgError(f"--state {flag}={text}: {what}; {fighter.card.name} has Endurance {most}")
    if state.posture == KO and fight.scores(side):
        state = state._replace(scored=1)
    return state


def _bag(text: str | None, number: int, fight: Fight) -> tuple[int, int] | None:
    if fight.first != "draw":
        if text is not None:
            raise BmgError(f"--state bag={text}: there is no bag with --first {fight.first}")
        return None
    starts = [(a, b) for _, a, b in fight.bags()]
    if text is None:
        if number == 1:
            return starts[0]
        left = sum(starts[0]) - number + 1
        raise BmgError(
            f"--state needs bag=A/B, the counters of each side in the bag: {left} together in round {number}"
        )
    one, slash, two = text.partition("/")
    if not slash:
        raise BmgError(f"--state bag={text} is not A/B, for example bag={starts[0][0]}/{starts[0][1]}")
    return whole(one, "bag", 0, fight.rounds), whole(two, "bag", 0, fight.rounds)


def pieces(text: str, keys: tuple[str, ...], example: str) -> dict[str, str]:
    """Return the values of a situation by their keys, each of which is given once at most; BmgError for others."""
    given: dict[str, str] = {}
    for piece in text.split(","):
        key, equals, value = (part.strip().lower() for part in piece.partition("="))
        if not equals or key not in keys or key in given:
            raise BmgError(f"--state '{text}': '{piece.strip()}' is not understood; write {example}")
        given[key] = value
    return given


def told_state(text: str, flag: str, most: int, example: str, *, armour: int = 0) -> State:
    """Return a model's state as its text tells it, with at most so many markers of a kind; not yet whether it can be.

    `armour`: what its Power Armor ignores when whole. BmgError for numbers out of range and unknown words.

    >>> told_state("1/0/down", "a", 4, EXAMPLE)
    State(injuries=1, stuns=0, posture=1, scored=0, armour=0)
    """
    injuries, *rest = text.split("/")
    if not rest:
        raise BmgError(f"--state {flag}={text}: Injuries and Stuns are both needed; write {example}")
    state = State(
        whole(injuries, f"{flag}'s Injuries", 0, most), whole(rest[0], f"{flag}'s Stuns", 0, most), armour=armour
    )
    for word in rest[1:]:
        name, _, value = word.partition("=")
        if word in POSTURES[: KO + 1]:
            state = state._replace(posture=POSTURES.index(word))
        elif word == "scored":
            state = state._replace(scored=1)
        elif name == "armour" and armour:
            state = state._replace(armour=whole(value, f"{flag}'s armour", 0, armour))
        else:
            known = ", ".join([*POSTURES[: KO + 1], "scored", *(["armour=N"] if armour else [])])
            raise BmgError(f"--state {flag}={text}: '{word}' is not understood; allowed: {known}")
    return state


def shown_state(state: State) -> dict[str, Any]:
    """Return a state as JSON has it.

    >>> shown_state(State(1, 2, KO))
    {'injuries': 1, 'stuns': 2, 'status': 'ko'}
    """
    return {"injuries": state.injuries, "stuns": state.stuns, "status": POSTURES[state.posture]}


def whole(text: str, what: str, least: int, most: int) -> int:
    """Return a whole number of a situation; BmgError where it is out of range."""
    if not text.isdecimal() or len(text) > 3 or not least <= int(text) <= most:
        raise BmgError(f"--state: {what} {text} is out of range; allowed: {least} to {most}")
    return int(text)
