"""On which line of a TOML text each value stands; the standard parser does not tell."""

import re
import tomllib
from functools import lru_cache

Place = tuple[str | int, ...]

_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*')"""
_KEYS = re.compile(rf"{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*")
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|[\[\]{},\n]"
    r"""|[^"'#\[\]{},\n]+""",
    re.DOTALL,
)


class LineIndex:
    """The line of every table, key and array element of a valid TOML text; line 1 is the first.

    >>> index = LineIndex('[[card]]\\n\\nname = "A"\\n[[card.weapon]]\\ntraits = [\\n"Handy",\\n3]\\n')
    >>> index.line("card", 0, "name"), index.line("card", 0, "weapon", 0, "traits", 1)
    (3, 7)
    """

    def __init__(self, text: str) -> None:
        self._text = text.replace("\r\n", "\n")
        self._lines: dict[Place, int] = {}
        self._counts: dict[Place, int] = {}
        self._place, self._line = 0, 1
        self._scan()

    def line(self, *path: str | int) -> int:
        """Return the line of a value, or of the closest thing around it that has one.

        >>> LineIndex('[[card]]\\nname = "A"').line("card", 0, "attack")
        1
        """
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def _scan(self) -> None:
        text = self._text
        table: Place = ()
        while self._place < len(text):
            char = text[self._place]
            if char == "\n":
                self._line += 1
                self._place += 1
            elif char == "#":
                self._to_end_of_line()
            elif char == "[":
                table = self._header()
            elif keys := _KEYS.match(text, self._place):
                path = self._note(table, _names(keys.group()))
                self._place = keys.end()
                self._value(path)
            else:
                self._place += 1

    def _to_end_of_line(self) -> None:
        end = self._text.find("\n", self._place)
        self._place = len(self._text) if end < 0 else end

    def _header(self) -> Place:
        array = self._text.startswith("[[", self._place)
        start = self._place
        while start < len(self._text) and self._text[start] in "[ \t":
            start += 1
        keys = _KEYS.match(self._text, start)
        self._place = keys.end() if keys else start
        self._to_end_of_line()
        path: Place = ()
        names = _names(keys.group()) if keys else ()
        for name in names[:-1]:
            path += (name,)
            if path in self._counts:
                path += (self._counts[path] - 1,)
        path += names[-1:]
        self._lines.setdefault(path, self._line)
        if array:
            count = self._counts.get(path, 0)
            self._counts[path] = count + 1
            path += (count,)
            self._lines.setdefault(path, self._line)
        return path

    def _note(self, table: Place, names: tuple[str, ...]) -> Place:
        path = table
        for name in names:
            path += (name,)
            self._lines.setdefault(path, self._line)
        return path

    def _value(self, path: Place) -> None:
        """Walk over one value, which may be an array or a text of many lines, to the end of its last line."""
        depth, element, expecting = 0, 0, False
        while token := _TOKEN.match(self._text, self._place):
            word = token.group()
            if word == "\n" and depth == 0:
                return
            self._place = token.end()
            if expecting and depth == 1 and word.strip() and word[0] not in "#]":
                self._lines.setdefault((*path, element), self._line)
                expecting = False
            if word in ("[", "{"):
                depth += 1
                expecting = expecting or (depth == 1 and word == "[")
            elif word in ("]", "}"):
                depth -= 1
            elif word == "," and depth == 1:
                element += 1
                expecting = True
            self._line += word.count("\n")


@lru_cache(maxsize=512)
def _names(keys: str) -> tuple[str, ...]:
    names: list[str] = []
    value: object = tomllib.loads(f"{keys}=0")
    while isinstance(value, dict):
        (name,) = value
        names.append(name)
        value = value[name]
    return tuple(names)
