"""Wrong input in a line or two on stderr: what, where, and what is allowed."""

import difflib
import sys
from collections.abc import Iterable
from typing import Any

PROGRAM = "bmg-odds"
MOST_LINES = 2


def complain(message: str) -> None:
    """Write a message to stderr in at most two lines, each with the program's name before it."""
    lines = [line.strip() for line in message.splitlines() if line.strip()] or ["unknown error"]
    if len(lines) > MOST_LINES:
        lines = [lines[0], " ".join(lines[1:])]
    if sys.stderr is None:
        return
    for line in lines:
        print(f"{PROGRAM}: {printable(line)}", file=sys.stderr)


def printable(text: str) -> str:
    """Return a text without control characters, which a message must not pass on to a terminal.

    >>> printable("a" + chr(27) + "[31m")
    'a\\\\x1b[31m'
    """
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name nearest to a mistyped one, or None.

    >>> nearest("atack", ["attack", "rules"]), nearest("x", ["attack"])
    ('attack', None)
    """
    by_lower = {each.lower(): each for each in known}
    found = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[found[0]] if found else None


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
