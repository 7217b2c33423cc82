"""XML as a tree with line numbers; documents that define entities or a type are refused."""

from collections.abc import Iterator
from typing import Any, NoReturn
from xml.parsers import expat

from bmg_odds.errors import BmgError
from bmg_odds.facts.words import plain

DEEPEST = 100
MOST_ELEMENTS = 1_000_000
LONGEST_TEXT = 10_000
"""Signs of an element's text that are kept, a little more or less; the rest is no value of a card."""


class Node:
    """An element: its name without a prefix, attributes, children, own text and line.

    >>> root = parse(b"<a b='1'><x:c>two</x:c></a>", "a.xml")
    >>> root.get("b"), [child.tag for child in root.children], root.children[0].text
    ('1', ['c'], 'two')
    """

    __slots__ = ("attributes", "children", "line", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str], line: int) -> None:
        self.tag, self.attributes, self.line = tag, attributes, line
        self.children: list[Node] = []
        self.text = ""

    def get(self, name: str) -> str:
        """Return an attribute, "" where there is none."""
        return self.attributes.get(name, "")

    def within(self, list_tag: str, tag: str) -> Iterator["Node"]:
        """Yield the children of that name in the lists of that name: `profiles`, `profile`."""
        for child in self.children:
            if child.tag == list_tag:
                yield from (each for each in child.children if each.tag == tag)


def parse(data: bytes, name: str) -> Node:
    """Return the root element. BmgError, with the line, for what is no XML or not harmless.

    An entity can unfold to any size or name another file, and a type declaration can define some: card
    files have neither, so both are refused.

    >>> parse(b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "bomb.cat")
    Traceback (most recent call last):
    bmg_odds.errors.BmgError: bomb.cat: line 1: a document type or an entity is defined, which no card file needs
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    top = Node("", {}, 0)
    stack = [top]
    count = 0

    def refuse(*_: Any) -> NoReturn:
        raise BmgError(f"{name}: line {parser.CurrentLineNumber}: a document type or an entity is defined, "
                       "which no card file needs")  # fmt: skip

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if len(stack) > DEEPEST or count > MOST_ELEMENTS:
            bound = f"{DEEPEST} levels" if len(stack) > DEEPEST else f"{MOST_ELEMENTS:,} elements"
            raise BmgError(f"{name}: line {parser.CurrentLineNumber}: more than {bound}")
        node = Node(tag.rpartition(":")[2], attributes, parser.CurrentLineNumber)
        stack[-1].children.append(node)
        stack.append(node)

    def end(_: str) -> None:
        stack.pop()

    def text(data: str) -> None:
        node = stack[-1]
        if len(node.text) < LONGEST_TEXT:
            node.text += data

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    parser.SkippedEntityHandler = parser.ExternalEntityRefHandler = refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise BmgError(f"{name}: line {error.lineno}: not XML: {plain(expat.ErrorString(error.code))}") from None
    except (ValueError, LookupError) as error:
        if isinstance(error, BmgError):
            raise
        raise BmgError(f"{name}: not XML: {plain(str(error))}") from None
    return top.children[0]
