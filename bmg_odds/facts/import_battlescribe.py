"""BattleScribe catalogues: every model of a file, with what links bring in from other files."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bmg_odds.errors import BmgError
from bmg_odds.facts.import_battlescribe_model import Model, is_model, raw_card
from bmg_odds.facts.import_file import ALTOGETHER, Member, read_bytes, unpacked
from bmg_odds.facts.import_parts import NOTE, RawFile
from bmg_odds.facts.import_values import clean
from bmg_odds.facts.import_xml import Node, parse
from bmg_odds.facts.words import fold, listing, plain

SUFFIXES = (".cat", ".gst", ".catz", ".gstz")
_INSIDE = (".cat", ".gst")
_LISTS = frozenset(
    ("selectionEntries", "sharedSelectionEntries", "selectionEntryGroups", "sharedSelectionEntryGroups", "entryLinks",
     "selectionEntry", "selectionEntryGroup", "entryLink", "catalogue", "gameSystem")
)  # fmt: skip
MOST_STEPS = 2_000_000
"""Entries that are looked at along links; a catalogue of a thousand models needs a tenth."""

_MOST_NEIGHBOURS = 200


class Library:
    """Catalogues that are read, and what their ids stand for.

    >>> library = Library()
    >>> library.add(Member("a.cat", b"<catalogue><selectionEntry id='7' name='Axe'/></catalogue>"))[0].tag
    'catalogue'
    >>> library.by_id["7"].get("name"), library.file_of(library.by_id["7"])
    ('Axe', 'a.cat')
    """

    def __init__(self) -> None:
        self.by_id: dict[str, Node] = {}
        self.steps = 0
        self._size = 0
        self._roots: list[Node] = []  # `_files` goes by identity, so all of them stay
        self._files: dict[int, str] = {}
        self._targets: set[str] = set()

    def add(self, file: Member) -> list[Node]:
        """Read a file or an archive and return its roots; BmgError if it is no catalogue."""
        roots = []
        for member in unpacked(file, _INSIDE):
            self._size += len(member.data)
            if self._size > ALTOGETHER:
                raise BmgError(f"{member.name}: more than {ALTOGETHER // 1024**2} MB of catalogues")
            root = parse(member.data, member.name)
            if root.tag not in ("catalogue", "gameSystem"):
                raise BmgError(f"{member.name}: line {root.line}: <{plain(root.tag)}>, not a catalogue or gameSystem")
            stack = [root]
            while stack:
                node = stack.pop()
                if node is root or node.tag == "selectionEntry":
                    self._files[id(node)] = member.name
                if key := node.get("id"):
                    self.by_id.setdefault(key, node)
                if node.tag in ("entryLink", "infoLink", "catalogueLink"):
                    self._targets.add(node.get("targetId"))
                stack.extend(node.children)
            roots.append(root)
        self._roots += roots
        return roots

    def file_of(self, node: Node) -> str:
        """Return the short name of the file that an entry stands in."""
        return self._files.get(id(node), "")

    def missing(self) -> set[str]:
        """Return the ids that links name and no file has that was read."""
        return {target for target in self._targets if target and target not in self.by_id}

    def step(self) -> None:
        """Count a step; BmgError when links lead round and round in a size that no catalogue has."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise BmgError("links between entries are too tangled to follow")

    def target(self, link: Node) -> Node | None:
        """Return what a link names, or None."""
        return self.by_id.get(link.get("targetId"))


def read_battlescribe(paths: Sequence[str | Path]) -> RawFile:
    """Return the cards of catalogues. Files beside them are read where links need them; BmgError if none can be.

    >>> read_battlescribe(["none.cat"])
    Traceback (most recent call last):
    bmg_odds.errors.BmgError: none.cat: No such file or directory
    """
    library, roots = Library(), []
    for path in paths:
        roots += library.add(read_bytes(path))
    raw = RawFile(edition="revised", source=_source(roots))
    _neighbours(library, roots, paths, raw)
    for model in _models(roots, library):
        card = raw_card(model, library)
        if len(paths) > 1 or library.file_of(model.node) != library.file_of(roots[0]):
            card.place = f"{library.file_of(model.node)} {card.place}"
        raw.cards.append(card)
    given = {root.get("id") for root in roots}
    based = {
        clean(link.get("name")): None
        for root in roots
        for link in root.within("catalogueLinks", "catalogueLink")
        if link.get("importRootEntries") == "true" and link.get("targetId") not in given
    }
    if based:
        raw.say(NOTE, "", f"it takes in other catalogues; give them too for their cards: {listing(list(based))}")
    if lost := sorted(library.missing()):
        raw.say(NOTE, "", f"{len(lost)} links lead to no file that is here: {listing(lost, most=3)}")
    return raw


def _source(roots: Iterable[Node]) -> str:
    names = []
    for root in roots:
        revision = clean(root.get("revision"))[:20]
        names.append(
            (clean(root.get("name"))[:100] or "without a name") + (f" revision {revision}" if revision else "")
        )
    return f"BattleScribe: {listing(names, most=4)}"


def _neighbours(library: Library, roots: list[Node], paths: Sequence[str | Path], raw: RawFile) -> None:
    """Read catalogues of the same folders until no link is left open, those first that are named as linked."""
    if not library.missing():
        return
    given = {Path(path).resolve() for path in paths}
    named = {fold(link.get("name")) for root in roots for link in root.within("catalogueLinks", "catalogueLink")}
    beside = set()
    for folder in {path.parent for path in given}:
        try:
            beside |= {each for each in folder.iterdir() if each.suffix.lower() in SUFFIXES and each.is_file()}
        except OSError:
            continue
    order = sorted(
        beside - given, key=lambda path: (fold(path.stem) not in named, path.suffix.lower()[1:2] != "g", path)
    )
    used = []
    for path in order[:_MOST_NEIGHBOURS]:
        before = library.missing()
        if not before:
            break
        try:
            library.add(read_bytes(path))
        except BmgError as error:
            raw.say(NOTE, "", f"a file beside it is not read: {error}")
            continue
        if library.missing() != before:
            used.append(path.name)
    if used:
        raw.say(NOTE, "", f"read for its links too: {listing(used)}")


def _models(roots: Iterable[Node], library: Library) -> Iterator[Model]:
    """Yield every model that stands in the files or that they link to, once, with the link that leads to it."""
    seen: set[int] = set()
    links: dict[int, list[Node]] = {}
    order: list[Node] = []
    stack: list[tuple[Node, tuple[Node, ...]]] = [(root, ()) for root in reversed(list(roots))]
    while stack:
        node, through = stack.pop()
        library.step()
        if is_model(node):
            links.setdefault(id(node), []).extend(through)
        if id(node) in seen:
            continue
        seen.add(id(node))
        if is_model(node):
            order.append(node)
        if node.tag == "entryLink":
            target = library.target(node)
            if target is not None and target.tag in _LISTS:
                stack.append((target, (node,)))
        stack.extend((child, ()) for child in reversed(node.children) if child.tag in _LISTS)
    for node in order:
        yield Model(node, tuple(links[id(node)]))
