"""What is wrong with a question, in one or two lines that can be shown anywhere."""

from collections.abc import Sequence
from typing import Any

MOST_LINES = 2


def two_lines(message: str) -> list[str]:
    """Return a message as at most two lines without control characters.

    >>> two_lines("one\\n two\\n\\nthree"), two_lines("")
    (['one', 'two three'], ['unknown error'])
    """
    lines = [line.strip() for line in message.splitlines() if line.strip()] or ["unknown error"]
    if len(lines) > MOST_LINES:
        lines = [lines[0], " ".join(lines[1:])]
    return [printable(line) for line in lines]


def printable(text: str) -> str:
    """Return a text without control characters, which a message must not pass on to a terminal.

    >>> printable("a" + chr(27) + "[31m")
    'a\\\\x1b[31m'
    """
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def shortened(error: Exception, where: str = "") -> str:
    """Return the message of an error; of a file with several mistakes the first, and `where` all are listed.

    >>> shortened(ValueError("no"))
    'no'
    """
    mistakes: Sequence[Any] = getattr(error, "mistakes", ())
    if len(mistakes) < 2:
        return str(error)
    return f"{mistakes[0]}\nand {len(mistakes) - 1} more{': ' * bool(where)}{where}"
