"""JavaScript data read as data: named literals of lists, objects, texts and numbers. Nothing is ever run."""

import re
from typing import Any, NamedTuple, NoReturn

from bmg_odds.errors import BmgError
from bmg_odds.facts.words import plain

DEEPEST = 60
MOST_VALUES = 2_000_000

_TOKEN = re.compile(
    r"(?P<space>[\s\ufeff]++|//[^\n]*+)"
    r"|(?P<comment>/\*(?:.*?\*/)?)"
    r"""|(?P<text>'(?:[^'\\\n]++|\\.)*+'|"(?:[^"\\\n]++|\\.)*+"|`(?:[^`\\$]++|\\.|\$(?!\{))*+`)"""
    r"|(?P<number>[+-]?(?:0[xX][0-9a-fA-F]{1,15}|(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?))"
    r"|(?P<word>[^\W\d][\w$]*+|\$[\w$]*+)"
    r"|(?P<sign>.)",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\r\n|.)", re.DOTALL)
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_SIGNS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "", "\n": "", "\r\n": "", "\r": ""}
_WORDS = {"true": True, "false": False, "null": None, "undefined": None, "NaN": None}


class Table(dict[str, Any]):
    """An object, with the line that it begins on.

    >>> literals("a = {b: 1}", "a.js")["a"].line
    1
    """

    line: int = 0


class _Token(NamedTuple):
    kind: str
    text: str
    start: int


def literals(text: str, name: str) -> dict[str, Any]:
    """Return the named values of a script, or the one value of a JSON text under the name "".

    A value that is more than data, such as a call of a function, is left out: it stands under its name as the
    BmgError that says where. BmgError for a text or comment that never ends, and for more than the bounds.

    >>> literals("export const list = [ { 'name': 'Jo\\\\'s', hp: 5, }, ]; // done", "a.js")
    {'list': [{'name': "Jo's", 'hp': 5}]}
    >>> literals("const a = read('b')", "a.js")["a"]
    BmgError('a.js: line 1: read: only plain data is read here, nothing is run')
    """
    return _Reader(text, name).everything()


class _Reader:
    def __init__(self, text: str, name: str) -> None:
        self._text, self._name = text, name
        self._place = 0
        self._count = 0
        self._seen = (0, 1)  # a place and its line

    def everything(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        token = self._next()
        if token.text in ("[", "{"):
            found[""] = self._value(token, 0)
            token = self._next()
            if token.kind != "end" and token.text != ";":
                self._fail(token, f"{plain(token.text, width=20)} after the end of the data")
            return found
        before = ""
        while token.kind != "end":
            after = self._next()
            begins = token.kind == "word" and (after.text == "=" or (token.text == "default" and before == "export"))
            if begins:
                token_of_value = self._next() if after.text == "=" else after
                if token_of_value.text in ("=", ">"):  # a comparison, an arrow
                    before, token = "=", token_of_value
                    continue
                place = self._place
                try:
                    found.setdefault(token.text, self._value(token_of_value, 0))
                except _TooMuch:
                    raise
                except BmgError as error:
                    found.setdefault(token.text, error)
                    self._place = place
                before, token = "=", self._next()
                continue
            before, token = token.text, after
        return found

    def _next(self) -> _Token:
        while match := _TOKEN.match(self._text, self._place):
            kind, start = str(match.lastgroup), self._place
            self._place = match.end()
            if kind == "space":
                continue
            text = match.group()
            if kind == "comment":
                if len(text) < 4:
                    raise _TooMuch(self._at(start, "a comment that never ends"))
                continue
            if kind == "sign" and text in "'\"`":
                why = "a text with ${…}, which would have to be run" if text == "`" else "a text that never ends"
                raise _TooMuch(self._at(start, why))
            return _Token(kind, text, start)
        return _Token("end", "the end of the file", self._place)

    def _value(self, token: _Token, depth: int) -> Any:
        self._count += 1
        if depth > DEEPEST or self._count > MOST_VALUES:
            bound = f"{DEEPEST} levels" if depth > DEEPEST else f"{MOST_VALUES:,} values"
            raise _TooMuch(self._at(token.start, f"more than {bound}"))
        if token.kind == "text":
            return self._joined(token)
        if token.kind == "number":
            return self._number(token)
        if token.kind == "word" and token.text in _WORDS:
            return _WORDS[token.text]
        if token.text == "[":
            return self._list(depth)
        if token.text == "{":
            return self._table(token, depth)
        self._fail(token, f"{plain(token.text, width=40)}: only plain data is read here, nothing is run")

    def _joined(self, token: _Token) -> str:
        """A text, or texts that a plus joins over several lines."""
        parts = [_unescaped(token.text[1:-1])]
        while True:
            place = self._place
            if self._next().text != "+":
                self._place = place
                return "".join(parts)
            token = self._next()
            if token.kind != "text":
                self._fail(token, "only texts are joined here, nothing is run")
            parts.append(_unescaped(token.text[1:-1]))

    def _number(self, token: _Token) -> int | float:
        if len(token.text) > 40:
            self._fail(token, f"a number of {len(token.text)} digits")
        if "x" in token.text.lower():
            return int(token.text, 16)
        try:
            return int(token.text)
        except ValueError:
            return float(token.text)

    def _list(self, depth: int) -> list[Any]:
        found = []
        while (token := self._next()).text != "]":
            found.append(self._value(token, depth + 1))
            if not self._goes_on("]"):
                break
        return found

    def _table(self, token: _Token, depth: int) -> Table:
        found = Table()
        found.line = self._line(token.start)
        while (token := self._next()).text != "}":
            if token.kind not in ("text", "word", "number"):
                self._fail(token, f"{plain(token.text, width=20)} where a name is due: only plain data is read here")
            key = _unescaped(token.text[1:-1]) if token.kind == "text" else token.text
            colon = self._next()
            if colon.text != ":":
                self._fail(colon, f"{plain(colon.text, width=20)} where a colon is due: only plain data is read here")
            found[key] = self._value(self._next(), depth + 1)
            if not self._goes_on("}"):
                break
        return found

    def _goes_on(self, close: str) -> bool:
        token = self._next()
        if token.text not in (",", close) or token.kind != "sign":
            self._fail(token, f"{plain(token.text, width=20)} where a comma or {close} is due")
        return token.text == ","

    def _fail(self, token: _Token, what: str) -> NoReturn:
        raise BmgError(self._at(token.start, what))

    def _at(self, place: int, what: str) -> str:
        return f"{self._name}: line {self._line(place)}: {what}"

    def _line(self, place: int) -> int:
        seen, line = self._seen
        if place < seen:
            seen, line = 0, 1
        line += self._text.count("\n", seen, place)
        self._seen = (place, line)
        return line


class _TooMuch(BmgError):
    """What ends the reading of the whole file."""


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    found = _ESCAPE.sub(_sign, text)
    return _PAIR.sub(lambda pair: pair.group().encode("utf-16", "surrogatepass").decode("utf-16"), found)


def _sign(match: re.Match[str]) -> str:
    code = match[1]
    if code[0] in "ux" and len(code) > 1:
        number = int(code[1:].strip("{}"), 16)
        return chr(number) if number <= 0x10FFFF else "?"
    return _SIGNS.get(code, code)
