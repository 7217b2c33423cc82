"""How commands take their options: each becomes a parameter that typer reads, and its text a value."""

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from bmg_odds.answers.asking.options import Opt


def parameter(option: Opt) -> inspect.Parameter:
    """Return the parameter that typer builds an option from."""
    kind: Any = bool if option.read is None else list[str] if option.many else str | None
    extra: dict[str, Any] = {}
    if option.choices:
        extra["autocompletion"] = lambda: list(option.choices)
    built = typer.Option(*option.flags, help=option.help, metavar=option.metavar, show_default=False, **extra)
    default: Any = False if option.read is None else [] if option.many else None
    return inspect.Parameter(
        option.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, built]
    )


def takes(*options: Opt) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds options to a command, which receives their values as keywords."""

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        own = [
            each
            for each in inspect.signature(function).parameters.values()
            if each.kind is not inspect.Parameter.VAR_KEYWORD
        ]
        parameters = [*own, *(parameter(option) for option in options)]

        @functools.wraps(function)
        def command(**given: Any) -> None:
            for option in options:
                value = option.value(given.pop(option.name))
                if option.passed:
                    given[option.name] = value
            function(**given)

        # typer reads the signature and the annotations; both must show the options added here.
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        command.__annotations__ = {each.name: each.annotation for each in parameters}
        return command

    return decorate
