"""What it takes to ask a question again: every answer carries its arguments, with the cards themselves.

A command puts `arguments(...)` into its header fields under the key `arguments`; `ask_again` turns them back
into the answer. So a file can be rebuilt by anyone, without the roster file of whoever made it.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from typing import Any

from bmg_odds.answers.embedded import card_of, card_values, cards_of
from bmg_odds.answers.formats import Document
from bmg_odds.answers.tables import Rows
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.facts.roster import Roster
from bmg_odds.rules.edition import EDITIONS
from bmg_odds.rules.situation import Situation

Model = str | Card
Asker = Callable[..., Document | Rows]

NOT_ASKED = ("roster", "threads", "format", "output", "chart", "chart_data", "theme", "size", "progress")
"""Options that do not change an answer, or whose cards are embedded instead."""

ASKERS: dict[str, str] = {
    "attack": "again:attack",
    "efforts": "editions_rows:efforts_answer",
    "compare-editions": "editions_rows:compare_answer",
    "curve": "curve:curve",
    "split": "split:split",
    "commit": "split:commit",
    "rank": "rank:rank",
    "readings": "range:readings",
    "explain": "explain:document",
    "sensitivity": "sensitivity:document",
    "roll": "roll_shown:again",
    "sequence": "sequence_again:document",
    "duel": "duel:document",
    "solve": "solve:document",
    "split-fire": "split_fire:split_fire",
    "ammo": "ammo:again",
    "verify": "verify:document",
    "luck": "luck:document",
    "page": "page:page",
}
"""Where in `answers` each command is asked again: a function of the arguments as keywords, to Rows or a Document."""

_LARGEST = 2**64
_DEFAULTS = {each.name: each.default for each in fields(Situation)}
_TEXT, _WHOLE, _NUMBER, _SWITCH, _TEXTS = "a text", "a whole number", "a number", "true or false", "a list of texts"
_TYPES: dict[str, tuple[type, ...]] = {
    _TEXT: (str,), _WHOLE: (int,), _NUMBER: (int, float), _SWITCH: (bool,), _TEXTS: (list, tuple),
}  # fmt: skip
_OF_TYPE: dict[type, str] = {str: _TEXT, int: _WHOLE, bool: _SWITCH, tuple: _TEXTS}
KINDS: dict[str, str] = {
    **{each.name: _OF_TYPE.get(type(each.default), _WHOLE) for each in fields(Situation)},
    **dict.fromkeys(("weapon", "rules", "engine", "figure", "over", "side", "per", "name", "edition", "status"), _TEXT),
    **dict.fromkeys(("policy", "lose"), _TEXT),
    **dict.fromkeys(("weapons", "reading", "only", "values", "lines"), _TEXTS),
    **dict.fromkeys(("trials", "seed", "least", "most", "spare", "shots", "sc"), _WHOLE),
    **dict.fromkeys(("chance", "below", "target_error"), _NUMBER),
    **dict.fromkeys(("as_edition", "own", "one_round", "card"), _SWITCH),
    **dict.fromkeys(("plan_a", "plan_b", "first", "weapon_a", "weapon_b", "objective", "state"), _TEXT),
    "rounds": _WHOLE,
}  # fmt: skip
"""What the value of each option is. An option that is not here cannot be asked again."""


def arguments(
    command: str,
    positional: Mapping[str, Model | Sequence[Model]],
    options: Mapping[str, Any],
    *,
    cards: Iterable[Card] = (),
) -> dict[str, Any]:
    """Return what it takes to ask a question again, JSON-ready: the header field `arguments` of an answer.

    - `positional`: the models by the name of the function's argument, as `{"attacker": "Batman (AC)",
      "targets": ["Joker (AC)", "endurance=4"]}`: texts as given, or Cards. Only models: a word such as
      `attackers` belongs to the options.
    - `options`: the other keywords of the function that answers, as given to it. Those in `NOT_ASKED`, those
      that are None, False or empty and those of a Situation's default are left out: the function must have them
      as its defaults. `roster` is used to find the cards and then left out. Monte Carlo: put in the `trials`
      and the `seed` that were used.
    - `cards`: further cards that the answer rests on; a command over the whole roster gives all of its cards.

    Every card that a text names is embedded whole. `ask_again` calls the function with the same keywords and
    with `roster=Roster(those cards)`, so whatever takes `roster` must take a Roster too (`Roster.load` does).

    >>> found = arguments("attack", {"attacker": "attack=5", "target": "Joker (AC)"}, {"dc": 2, "ac": None})
    >>> found["models"], found["options"], [card["name"] for card in found["cards"]]
    ({'attacker': 'attack=5', 'target': 'Joker (AC)'}, {'dc': 2}, ['Joker (AC)'])
    """
    known = Roster.load(options.get("roster") or ())
    embedded = {(card.edition, card.name): card for card in cards}
    models: dict[str, Any] = {}
    for name, given in positional.items():
        group: Sequence[Model] = [given] if isinstance(given, (str, Card)) else given
        for card in (
            found for model in group if isinstance(model, str) for found in _named(model, known, command, options)
        ):
            embedded.setdefault((card.edition, card.name), card)
        plain = [card_values(model) if isinstance(model, Card) else model for model in group]
        models[name] = plain[0] if isinstance(given, (str, Card)) else plain
    kept = {
        name: [value] if isinstance(value, str) and KINDS.get(name) == _TEXTS else _plain(value)
        for name, value in options.items()
        if name not in NOT_ASKED and not _usual(name, value)
    }
    return {
        "command": command,
        "models": models,
        "options": dict(sorted(kept.items())),
        "cards": [card_values(card) for card in embedded.values()],
    }


TELLING = (
    "attack", "curve", "split", "commit", "rank", "readings", "sequence", "duel", "solve", "split-fire", "ammo",
    "roll", "verify",
)  # fmt: skip
"""Commands whose functions take a `progress`."""


def ask_again(
    given: object, askers: Mapping[str, Asker] | None = None, *, progress: Callable[[int, int], object] | None = None
) -> Document:
    """Return the answer to `arguments` that were saved; BmgError for anything that cannot be asked.

    `askers` are further commands, by name. `progress(done, total)` is told where the command tells it.

    >>> saved = arguments("attack", {"attacker": "attack=5,strength=3,damage=S", "target": "defense=3,endurance=4"}, {})
    >>> document = ask_again(saved)
    >>> document.record["chance"]["impact"] > 0.9
    True
    """
    table = _mapping(given, "arguments")
    command = table.get("command")
    if not isinstance(command, str) or command not in {*ASKERS, *(askers or {})}:
        raise BmgError(f"provenance: no command {command!r} can be asked again; allowed: {', '.join(ASKERS)}")
    models = {name: _model(value) for name, value in _mapping(table.get("models", {}), "models").items()}
    options = {name: _checked(name, value) for name, value in _mapping(table.get("options", {}), "options").items()}
    both = sorted(models.keys() & options)
    if both:
        raise BmgError(f"provenance: {both[0]} is given twice")
    roster = Roster(cards_of(table.get("cards", ())))
    asker = askers[command] if askers and command in askers else _found(ASKERS[command])
    if progress is not None and command in TELLING:
        options["progress"] = progress
    try:
        found = asker(**models, **options, roster=roster)
    except TypeError as error:
        # A keyword that the function does not have is wrong input here: the names come from the file.
        if "argument" in str(error):
            raise BmgError(f"provenance: {command} cannot be asked like this ({error})") from None
        raise
    if isinstance(found, Document):
        return found
    from bmg_odds.answers.shown import rows_shown

    return rows_shown(found)


def asked(outcome: Any) -> dict[str, Any]:
    """Return the `arguments` of one attack's Outcome."""
    question = outcome.resolved.question
    situation = question.situation
    options = {field.name: getattr(situation, field.name) for field in fields(Situation)}
    options["rules"] = question.edition.name
    options["weapon"] = question.weapon
    usual = EDITIONS[question.edition.name]
    options["reading"] = [f"{one.name}={one.value}" for one in question.edition.options if one.value != usual[one.name]]
    if outcome.trials is not None:
        options |= {"engine": "mc", "trials": outcome.trials, "seed": outcome.seed}
        options |= {"target_error": outcome.target_error}
    return arguments("attack", {"attacker": question.attacker, "target": question.target}, options)


def _named(model: str, known: Roster, command: str, options: Mapping[str, Any]) -> list[Card]:
    """The cards that a text may name: under its edition, or under each where the command asks all."""
    name = model
    if "=" in model:
        colon = model.rfind(":", 0, model.index("="))
        name = model[:colon] if colon > 0 else ""
    editions = tuple(EDITIONS) if command == "compare-editions" else (options.get("rules") or "revised",)
    found = []
    for edition in editions:
        for each in dict.fromkeys((model, name)):
            try:
                found.append(known.find(each, edition, as_edition=bool(options.get("as_edition"))))
            except BmgError:  # a model typed in, or unknown to this edition
                continue
    return found


def _usual(name: str, value: Any) -> bool:
    # 0 AC is not the same as no word about AC: a nought counts as usual only where it is the default.
    if value is None or value is False or (not isinstance(value, (int, float)) and not value):
        return True
    return name in _DEFAULTS and value == _DEFAULTS[name]


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return [f"{name}={each}" for name, each in value.items()]
    if isinstance(value, str):
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    return [_plain(each) for each in value] if isinstance(value, Iterable) else value


def _model(value: object) -> Any:
    if isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)):
        return [_model(each) for each in value]
    return card_of(value)


def _checked(name: str, value: object) -> Any:
    kind = KINDS.get(name)
    if kind is None:
        raise BmgError(f"provenance: no option is called {name!r}")
    right = isinstance(value, _TYPES[kind]) and (kind == _SWITCH or not isinstance(value, bool))
    if isinstance(value, (list, tuple)):
        right = right and all(isinstance(each, str) for each in value)
    if isinstance(value, (int, float)):
        right = right and abs(value) < _LARGEST  # which infinity is not
    if name == "figure":
        right = right and str(value).isascii()
    if not right:
        raise BmgError(f"provenance: {name} = {str(value)[:40]!r} is not {kind}")
    return tuple(value) if isinstance(value, (list, tuple)) else value


def _mapping(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BmgError(f"provenance: {what} is not a table of values")
    return value


def _found(place: str) -> Asker:
    module, _, name = place.partition(":")
    found: Asker = getattr(import_module(f"bmg_odds.answers.{module}"), name)
    return found
