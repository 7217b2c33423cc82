"""What each roll beside attacks is asked with: its values, their ranges, and which a card can fill in (R3, R7.8)."""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import RANGES
from bmg_odds.rules.record import MOST_COVERS
from bmg_odds.rules.situation import COVERS

FIRST, THIRD, BOTH = ("2012", "revised"), ("third",), ("2012", "revised", "third")
MOST_ROUNDS = 20
MOST_CM = 1000


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a roll: `kind` is whole, switch, length (cm), share (a part of all), choice or choices.

    >>> Value("movement", "…", 0, 30).read("3")
    3
    """

    name: str
    help: str
    low: int = 0
    high: int = 0
    kind: str = "whole"
    needed: tuple[str, ...] = ()
    """The editions in which the roll cannot do without it."""
    card: str = ""
    """The characteristic of a named card that fills it in."""
    spent: bool = False
    """Whether it is counters, which a named card spends as far as it can."""
    choices: tuple[str, ...] = ()
    editions: tuple[str, ...] = BOTH

    @property
    def flag(self) -> str:
        """The option of the command line.

        >>> Value("mine_passes", "…").flag
        '--mine-passes'
        """
        return "--" + self.name.replace("_", "-")

    def read(self, given: object) -> Any:
        """Return the value of what was given, a text or a number; BmgError says what is allowed."""
        if self.kind == "switch":
            if given in (True, False, "True", "False"):
                return given in (True, "True")
            raise BmgError(f"{self.flag} {given} is no switch; allowed: True, False")
        if self.kind in ("choice", "choices"):
            return self._chosen(given)
        if self.kind in ("length", "share"):
            return self._measured(given)
        return self._whole(given)

    def _whole(self, given: object) -> int:
        text = str(given).strip().replace("_", "")
        if self.name == "strength":
            text = text.removesuffix("+")
        digits = text.removeprefix("-").removeprefix("+")
        if isinstance(given, bool) or not (digits.isascii() and digits.isdigit()):
            raise BmgError(f"{self.flag} {given} is not a whole number; allowed: {self.low} to {self.high}")
        if len(digits) > 9 or not self.low <= int(text) <= self.high:
            raise BmgError(f"{self.flag} {given} is out of range; allowed: {self.low} to {self.high}")
        return int(text)

    def _measured(self, given: object) -> int | float:
        from fractions import Fraction  # a few milliseconds that no other command should wait for

        text = str(given).strip()
        percent = self.kind == "share" and text.endswith("%")
        try:
            if len(text) > 30 or "/" in text or "e" in text.lower():
                raise ValueError
            number = Fraction(text.removesuffix("%").strip() if percent else text) / (100 if percent else 1)
        except (ValueError, ZeroDivisionError):
            like = "0.7 or 70%" if self.kind == "share" else "12 or 12.5"
            raise BmgError(f"{self.flag} {given} is no number, as {like}") from None
        if not self.low <= number <= self.high:
            most = "1, or 0% to 100%" if self.kind == "share" else f"{self.high}"
            raise BmgError(f"{self.flag} {given} is out of range; allowed: {self.low} to {most}")
        return number.numerator if number.denominator == 1 else float(number)

    def _chosen(self, given: object) -> Any:
        many = self.kind == "choices"
        names: list[Any] = [given] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)
        if many and len(names) == 1:
            names = str(names[0]).split("+")
        found = []
        for name in names:
            folded = str(name).strip().lower()
            if folded not in self.choices:
                near = difflib.get_close_matches(folded, self.choices, n=1)
                hint = f"; did you mean {near[0]}?" if near else ""
                raise BmgError(f"{self.flag} {name} is not known; allowed: {', '.join(self.choices)}{hint}")
            found.append(folded)
        if many and len(found) > self.high:
            raise BmgError(f"{self.flag} is given {len(found)} times; allowed: at most {self.high}")
        return tuple(found) if many else found[0]


@dataclass(frozen=True, slots=True)
class Form:
    """One roll as it is asked: what it is, its values, an example, and the editions that have it."""

    name: str
    does: str
    example: str
    values: tuple[Value, ...] = ()
    model: bool = False
    """Whether a card can be named."""
    editions: tuple[str, ...] = FIRST

    def value(self, name: str) -> Value:
        """Return the value of this name; BmgError where the roll has none, with the nearest."""
        for each in self.values:
            if each.name == name:
                return each
        names = [each.name for each in self.values]
        near = difflib.get_close_matches(name, names, n=1)
        allowed = f"did you mean {near[0]}?" if near else f"allowed: {', '.join(names) or 'none'}"
        raise BmgError(f"{self.name}: no value is called {name!r}; {allowed}")


def _of(key: str, help: str, *, needed: tuple[str, ...] = FIRST) -> Value:
    """A characteristic in the contract's range, filled in by a card."""
    low, high = RANGES[key]
    return Value(key, help, low, high, needed=needed, card=key)


_REROLL = Value("reroll", "A failed agility die is rolled again, once (Reflexes).", kind="switch")
_BONUS = "Added to the dice (0)."
_ROUNDS = "Rounds "


def _bonus(text: str = _BONUS) -> Value:
    return Value("bonus", text, *RANGES["bonus"])


FORMS: dict[str, Form] = {
    form.name: form
    for form in (
        Form("agility", "Agility roll: 1d6 of at most Movement (R3).", 'roll agility "Batman (AC)"',
             (_of("movement", "Movement."), _REROLL), model=True),
        Form("resistance", "Resistance (endurance) roll: 2d6 of at most Endurance (R3).",
             "roll resistance --endurance 6", (_of("endurance", "Endurance."),), model=True),
        Form("willpower", "Willpower roll: 2d6 of at most Willpower (R3).", "roll willpower --willpower 7",
             (_of("willpower", "Willpower."),), model=True),
        Form("move", "Centimetres of a move: basic 10 and a die for each MC (R3).", "roll move --mc 3 --run",
             (Value("mc", "Movement counters rolled.", *RANGES["movement"], needed=FIRST, spent=True),
              Value("run", "Double the basic distance (1 MC and 1 SC more).", kind="switch"),
              Value("impaired", "Halve the basic distance.", kind="switch"),
              Value("jump", "How far a jump reaches: half of it.", kind="switch")), model=True),
        Form("fall", "Fall or spring: its damage, and whether the model stays on its feet (R2.13).",
             "roll fall --cm 12 --endurance 5 --movement 3",
             (Value("cm", "Height, in cm; parts are dropped.", 0, MOST_CM, "length", needed=FIRST),
              Value("jump", "Jump distance, in cm (5, half of the basic move).", 0, MOST_CM, "length"),
              Value("pushed", "Pushed, or without paying the 1 MC: jump distance 0.", kind="switch"),
              _of("endurance", "Endurance."), _of("movement", "Movement, for the agility roll."), _REROLL,
              Value("injuries", "Injuries on the model already (0).", *RANGES["endurance"]),
              Value("stuns", "Stuns on the model already (0).", *RANGES["endurance"])), model=True),
        Form("break-grab", "Break grabs: a die per AC, own Strength or more frees (R3).",
             "roll break-grab --ac 3 --strength 4 --grabbers 2",
             (Value("ac", "Attack counters spent, at least one per grabber.", 1, RANGES["attack"][1], needed=FIRST,
                    spent=True),
              _of("strength", "Strength of the model that is held."),
              Value("grabbers", "Enemies that hold it (1).", 1, 9)), model=True),
        Form("recover", "Recover at the end of the round: a die and one per unspent SC, 4+ takes a Stun off (R3).",
             "roll recover --stuns 3 --sc 1",
             (Value("stuns", "Stuns on the model.", 0, RANGES["endurance"][1], needed=BOTH),
              Value("sc", "Unspent special counters (0).", *RANGES["special"], editions=FIRST),
              Value("injuries", "Injuries on the model (0).", 0, RANGES["endurance"][1]),
              _bonus("Added to the dice (0; a Cybernetic card brings its own +1).")), model=True, editions=BOTH),
        Form("recover-ko", "Recover from K.O.: 2d6 of at most Endurance (R3, R7.8).",
             "roll recover-ko --endurance 5 --rounds 3",
             (_of("endurance", "Endurance.", needed=BOTH),
              Value("rounds", _ROUNDS + "that it tries, one roll each (1).", 1, MOST_ROUNDS)),
             model=True, editions=BOTH),
        Form("lead", "Take the lead: counters drawn from the bag (R3); third: a die of each side (R7.8).",
             "roll lead --rounds 6",
             (Value("rounds", _ROUNDS + "counted, from the next on.", 1, MOST_ROUNDS, needed=FIRST),
              Value("mine", "Own counters left in the bag (a full bag).", 0, 99, editions=FIRST),
              Value("theirs", "Their counters left in the bag (a full bag).", 0, 99, editions=FIRST),
              Value("mine_passes", "third: own unused pass markers (0).", 0, 99, editions=THIRD),
              Value("theirs_passes", "third: their unused pass markers (0).", 0, 99, editions=THIRD),
              Value("had", "third: who led the round before (none: the first round).", kind="choice",
                    choices=("none", "mine", "theirs"), editions=THIRD)), editions=BOTH),
        Form("blink", "Blink!: how many impacts of a shot pass all obstacles (R2.6).",
             "roll blink --cover light --cover solid --crouched --impacts 2",
             (Value("cover", "Obstacle, nearest to the shooter first; repeatable.", 0, MOST_COVERS, "choices",
                    needed=FIRST, choices=tuple(COVERS)),
              Value("crouched", "The target crouches behind the last one.", kind="switch"),
              Value("impacts", "Impacts (1).", 0, RANGES["rof"][1]),
              _bonus("Added to the dice of all obstacles (0; Expert Marksman -1)."))),
        Form("enigma", "Enigma: the victory points it brings; the foe names the numbers (R3).",
             "roll enigma --rounds 3",
             (Value("rounds", _ROUNDS + "left to try in (as many as it takes).", 1, MOST_ROUNDS),
              Value("number", "The number named at every try (the best for the foe).", 1, 6))),
        Form("flee", "Band flees: a willpower roll at 70 % of reputation lost (R3).",
             "roll flee --willpower 6 --rounds-left 3",
             (Value("willpower", "Willpower of the standing model that rolls.", *RANGES["willpower"],
                    card="willpower"),
              Value("rounds_left", "Rounds left: the foe's VP if the band flees.", 0, MOST_ROUNDS),
              Value("lost", "Part of the reputation that is lost, as 0.75 or 75%.", 0, 1, "share"),
              Value("battle_cry", "The band rolls from 80 % on only.", kind="switch")), model=True),
        Form("arrive", "Late arrival: 4 or more (R3).", "roll arrive", (_bonus("Added to the die (0; Patrol +1)."),)),
    )
}  # fmt: skip
"""Every roll by its name on the command line."""
