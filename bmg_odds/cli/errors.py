"""Wrong input in a line or two on stderr: what, where, and what is allowed."""

import sys
from typing import Any

from bmg_odds.answers.asking.mistakes import two_lines
from bmg_odds.answers.asking.options import nearest

PROGRAM = "bmg-odds"


def complain(message: str) -> None:
    """Write a message to stderr in at most two lines, each with the program's name before it."""
    if sys.stderr is None:
        return
    for line in two_lines(message):
        print(f"{PROGRAM}: {line}", file=sys.stderr)


def explain(error: Any) -> str:
    """Return what a usage error of the parser says, in our words.

    The parser's classes are private to it; their names and fields have been stable for years, and what is
    not recognised falls back on its own sentence.
    """
    context = error.ctx
    path = context.command_path if context else PROGRAM
    place = where(context)
    at = f"{place}: " if place else ""
    usage = " ".join(context.get_usage().split()) if context else ""
    kind = type(error).__name__
    if kind == "NoSuchOption":
        known = _options(context)
        near = nearest(error.option_name, known)
        hint = f"did you mean {near}?" if near else f"{path} --help lists its options"
        return f"{at}no option {error.option_name}; {hint}"
    if kind == "BadOptionUsage":
        wants = _options(context).get(error.option_name, "")
        if "does not take" in error.message:
            return f"{at}{error.option_name} takes no value"
        return f"{at}{error.option_name} needs a value" + (f": {wants}" if wants else "")
    if kind == "MissingParameter":
        name = (error.param.metavar or error.param.name.upper()) if error.param else "an argument"
        return f"{at}{name} is missing\n{usage}"
    first = " ".join(error.format_message().split()).rstrip(".")
    first = first[:1].lower() + first[1:]
    if first == "missing command":
        return f"{at}a command is missing; allowed: {', '.join(getattr(context.command, 'commands', {}))}"
    if first.startswith("got unexpected extra argument"):
        return f"{at}{first.removeprefix('got ')}; a name with spaces needs quotes\n{usage}"
    return f"{at}{first}"


def where(context: Any, name: str = "") -> str:
    """Return the command that a context is in, without the program's name, and a further word."""
    path = context.command_path if context else ""
    return f"{path.removeprefix(PROGRAM).strip()} {name}".strip()


def _options(context: Any) -> dict[str, str]:
    if context is None:
        return {}
    found: dict[str, str] = {}
    for param in context.command.get_params(context):
        for option in param.opts:
            if option.startswith("-"):
                found[option] = param.metavar or ""
    return found
