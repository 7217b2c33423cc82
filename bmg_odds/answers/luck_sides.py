"""Whose dice they are: sides as a luck file names them, and their models."""

from bmg_odds.answers.luck_file import Fight, Notes
from bmg_odds.answers.luck_words import TARGETS_OWN
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.facts.naming import parse_model
from bmg_odds.facts.roster import Roster
from bmg_odds.facts.words import fold, plain, show
from bmg_odds.rules.edition import Edition


class Sides:
    """The sides of a game: named by `side` lines and by who rolls; without any the models are the sides."""

    def __init__(self, notes: Notes, cards: Roster, found: Edition) -> None:
        self._roster, self._edition = cards, found
        self._names: dict[str, str] = {}
        self._models: dict[str, list[Card]] = {}
        self._used: dict[str, Card] = {}
        for name, models in notes.sides.items():
            self._names.setdefault(fold(name), name)
            for line, model in models:
                try:
                    card = self._card(model)
                except BmgError as error:
                    notes.mistakes.append((line, " ".join(str(error).split("\n"))))
                else:
                    self._models.setdefault(fold(name), []).append(card)
        for each in notes.rolls:
            if each.who and not self._is_model(each.who):
                name = each.who.partition(",")[0].strip() or each.who
                self._names.setdefault(fold(name), name)

    def cards(self) -> list[Card]:
        """Return every card that was named."""
        return list(self._used.values())

    def _card(self, name: str) -> Card:
        card = parse_model(name, self._roster, self._edition.name)
        self._used[card.name] = card
        return card

    def _is_model(self, who: str) -> bool:
        if fold(who) in self._names:
            return False
        try:
            card = parse_model(who, self._roster, self._edition.name)
        except BmgError:
            return False
        return bool(card)

    def _side(self, who: str) -> str:
        return self._names[fold(who)]

    def roller(self, who: str) -> tuple[str, Card | None]:
        """Return the side of a roll outside an attack, and its model where one is named."""
        if fold(who) in self._names:
            return self._side(who), None
        first, comma, rest = who.partition(",")
        if comma and fold(first) in self._names:
            return self._side(first), self._card(rest.strip())
        card = self._card(who)
        return self._of(card) or card.name, card

    def _of(self, card: Card) -> str | None:
        """The side that has a model; None where none has it. BmgError where both have."""
        found = [name for name, models in self._models.items() if any(each.name == card.name for each in models)]
        if len(found) > 1:
            first = self._names[found[0]]
            raise BmgError(f"{plain(card.name)} is on both sides; write whose it is: {first}: attack ..., or {first}, "
                           f"{plain(card.name)}: agility ...")  # fmt: skip
        return self._names[found[0]] if found else None

    def pair(self, fight: Fight, attacker: Card, target: Card) -> tuple[str, str]:
        """Return the sides of an attack: who attacks, who is attacked."""
        for card in (attacker, target):
            self._used[card.name] = card
        one = self._side(fight.who) if fold(fight.who) in self._names else None
        if fight.who and one is None:
            one = self.roller(fight.who)[0]
        one = one or self._of(attacker)
        if one is not None:
            others = [name for name in self._names.values() if name != one]
            return one, others[0] if len(others) == 1 else self._other(target, one)
        other = self._of(target)
        if other is None and not self._names:
            if attacker.name == target.name:
                raise BmgError(f"both models are {plain(attacker.name)}; write whose attack it is: Ana: attack ...")
            return attacker.name, target.name
        others = [name for name in self._names.values() if name != other]
        if other is not None and len(others) == 1:
            return others[0], other
        if not self._models and attacker.name != target.name:
            return attacker.name, target.name
        raise BmgError(f"whose attack is it? write it before, as {next(iter(self._names.values()))}: attack "
                       f"{plain(attacker.name)} > {plain(target.name)}")  # fmt: skip

    def _other(self, target: Card, one: str) -> str:
        side = self._of(target)
        if side is None or side == one:
            return target.name if target.name != one else f"{target.name} (target)"
        return side

    def check(self, fight: Fight, pair: tuple[str, str]) -> None:
        """Refuse a line of dice that names another side than the one that rolls it."""
        for throw in fight.throws:
            if not throw.who:
                continue
            own = throw.label.stage(third=self._edition.name == "third").split("_again")[0]
            right = pair[own.removesuffix("_spoilt") in TARGETS_OWN]
            named = self._names.get(fold(throw.who)) or self.roller(throw.who)[0]
            if named != right:
                raise BmgError(
                    f"{throw.label.words} in line {throw.line} is rolled by {show(right)}, not by {show(throw.who)}"
                )
