"""From the parameters of an address to a question: the options' own names, readers and errors."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from bmg_odds.answers.asking.command import Argument, Command
from bmg_odds.answers.asking.options import Opt, nearest, one_of
from bmg_odds.errors import BmgError
from bmg_odds.facts.naming import names_file

MOST_PARAMETERS = 200
MOST_SIGNS = 500
"""Of one value."""

OF_FILES = ("roster", "crew")
"""Options that name files, which the page never reads: cards of one's own are sent to it."""
MODELS = ("against", "by")
"""Options that name models."""

_TRUE = ("", "1", "true", "yes", "on")
_FALSE = ("0", "false", "no", "off")

Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the values that it is asked with, as they were read."""

    command: Command
    values: Mapping[str, Any]


def pairs_of(query: str) -> list[tuple[str, str]]:
    """Return the parameters of a query string in their order; BmgError for too many, or one too long.

    >>> pairs_of("dc=2&use=Titan+Dose&outnumbered")
    [('dc', '2'), ('use', 'Titan Dose'), ('outnumbered', '')]
    """
    try:
        found = parse_qsl(query, keep_blank_values=True, max_num_fields=MOST_PARAMETERS)
    except ValueError:
        raise BmgError(f"more than {MOST_PARAMETERS} parameters; allowed: {MOST_PARAMETERS}") from None
    for name, value in found:
        if len(name) + len(value) > MOST_SIGNS:
            raise BmgError(f"{name[:40]} has {len(value)} signs; allowed: {MOST_SIGNS}")
    return found


def taken(pairs: Pairs, *names: str) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Return the values of these parameters, each given once at most, and all other parameters.

    >>> taken([("format", "csv"), ("dc", "2")], "format")
    ({'format': 'csv'}, [('dc', '2')])
    """
    found: dict[str, str] = {}
    for name, value in pairs:
        if name in names and found.setdefault(name, value) != value:
            raise BmgError(f"{name} is given twice: {found[name]} and {value}")
    return found, [pair for pair in pairs if pair[0] not in names]


def options_of(command: Command) -> dict[str, Opt]:
    """Return the options of a question that the page takes, by their parameters' names.

    >>> from bmg_odds.answers.asking.commands import COMMANDS
    >>> "target-use" in options_of(COMMANDS["attack"]), "roster" in options_of(COMMANDS["attack"])
    (True, False)
    """
    return {parameter_of(option): option for option in command.options if option.name not in OF_FILES}


def parameter_of(option: Opt) -> str:
    """Return the name of an option's parameter: its long flag without the dashes.

    >>> from bmg_odds.answers.asking.attacks import LEAST
    >>> parameter_of(LEAST)
    'from'
    """
    return next(flag[2:] for flag in option.flags if flag.startswith("--"))


def asked(command: Command, pairs: Pairs) -> Asked:
    """Return the question of these parameters; BmgError says what is wrong and what is allowed.

    >>> from bmg_odds.answers.asking.commands import COMMANDS
    >>> dict(asked(COMMANDS["attack"], [("attacker", "Bob"), ("target", "Bane (AC)"), ("dc", "2")]).values)
    {'attacker': 'Bob', 'target': 'Bane (AC)', 'dc': 2}
    """
    options = options_of(command)
    arguments = {argument.parameter: argument for argument in command.arguments}
    given: dict[str, list[str]] = {}
    for name, value in pairs:
        plain = name.replace("_", "-")
        if plain not in options and plain not in arguments:
            raise BmgError(_unknown(command, name, [*arguments, *options]))
        given.setdefault(plain, []).append(value)
    values: dict[str, Any] = {}
    for name, argument in arguments.items():
        if name in given:
            values[argument.name] = _argument(argument, given[name])
        elif argument.needed:
            raise BmgError(f"{command.name}: {argument.metavar} is missing; give it as {name}=")
    for name, texts in given.items():
        if name in options:
            values[options[name].name] = _option(options[name], texts)
    for option in options.values():
        if option.name in command.needs and option.name not in values:
            raise BmgError(f"{command.name}: {option.flags[0]} is missing; allowed: {', '.join(option.choices)}")
    return Asked(command, values)


def _argument(argument: Argument, texts: list[str]) -> Any:
    if argument.model:
        _no_files(argument.parameter, texts)
    if argument.choices:
        texts = [one_of(*argument.choices)(argument.parameter, text) for text in texts]
    return tuple(texts) if argument.many else _only(argument.parameter, texts)


def _option(option: Opt, texts: list[str]) -> Any:
    flag = option.flags[0]
    if option.name in MODELS:
        _no_files(flag, texts)
    if option.many:
        return option.value(texts)
    text = _only(flag, texts)
    if option.read is not None:
        return option.value(text)
    if text.lower() not in (*_TRUE, *_FALSE):
        raise BmgError(f"{flag} {text} is no switch; allowed: true, false")
    return text.lower() in _TRUE


def _only(name: str, texts: list[str]) -> str:
    if len(texts) > 1:
        raise BmgError(f"{name} is given {len(texts)} times: {texts[0]} and {texts[1]}; allowed: once")
    return texts[0]


def _no_files(name: str, texts: Iterable[str]) -> None:
    for text in texts:
        if names_file(text):
            raise BmgError(f"{name} {text}: the page reads no files; send it cards of your own")


def _unknown(command: Command, name: str, known: list[str]) -> str:
    if name in OF_FILES:
        return f"{command.name}: {name} names a file, and the page reads none; POST cards of your own to /api/roster"
    near = nearest(name.replace("_", "-"), known)
    return f"{command.name}: no option {name}; " + (f"did you mean {near}?" if near else "/api/openapi.json lists all")
