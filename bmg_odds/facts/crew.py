"""A crew file: several models, each with how often it stands in the crew; and lists that may name one."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import EDITIONS, Card
from bmg_odds.facts.lines import LineIndex
from bmg_odds.facts.naming import changed, names_file, parse_model
from bmg_odds.facts.roster import Roster, bundled
from bmg_odds.facts.userfile import Mistake, Report, RosterError, check_file, is_crew, load_file, read_toml
from bmg_odds.facts.values import allowed, family
from bmg_odds.facts.words import nearest, plain, show

MOST_MODELS = 200
"""The most models of one crew, counts and all, and so the most of one member."""

Model = str | Card | os.PathLike[str]

_KEYS = ("crew", "edition", "roster", "member")
_MEMBER_KEYS = ("name", "count")
_ALLOWED = {
    "crew": "a name in quotes, not empty",
    "name": "a model in quotes: a card's name, NAME:key=value,… or key=value,…",
    "count": f"a whole number from 1 to {MOST_MODELS}",
    "roster": 'the name of a roster file beside this one, or a list of them, as ["mine.toml"]',
    "member": f"one to {MOST_MODELS} [[member]] tables, each with a name",
}
_Problem = tuple[tuple[str | int, ...], str]


def with_crews(given: Iterable[Model], roster: Roster, rules: str, *, as_edition: bool = False) -> list[str | Card]:
    """Return a list of models with each crew file in it replaced by its members, as often as each stands in it.

    A text that ends in `.toml`, or a path, is a crew file; everything else stays as it is. Every list of models
    (targets, attackers) is read through this. A crew's names mean the cards of its own roster files first, then
    those of `roster`. RosterError has the mistakes of the file; BmgError for a crew of another edition than
    `rules`, unless `as_edition`.

    >>> with_crews(["Bob", "attack=5"], bundled(), "revised")
    ['Bob', 'attack=5']
    """
    found: list[str | Card] = []
    for one in given:
        if isinstance(one, os.PathLike) or (isinstance(one, str) and names_file(one)):
            found += _loaded(os.fspath(one).strip(), roster, rules, as_edition=as_edition)
        else:
            found.append(one)
    return found


def check_crew(path: str | Path, roster: Roster | None = None) -> Report:
    """Return the members of a crew file, or every mistake in it at once.

    BmgError only if the file cannot be read at all: missing, a directory, not UTF-8, above 20 MB.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "crew.toml")
    ...     _ = file.write_text('crew = "Mine"\\n[[member]]\\nname = "Bob"\\ncount = 2\\n'
    ...                         '[[member]]\\nname = "Joker (C)"\\n')
    ...     report = check_crew(file)
    >>> report.mistakes[0].line, report.mistakes[0].message
    (6, 'no revised card is called "Joker (C)"; nearest: Joker (AC), Joker Titan (AC), The Joker (Heath Ledger)')
    """
    file, text, data = read_toml(path, what="crew")
    if isinstance(data, Mistake):
        return Report(file, (data,), (), ())
    if not is_crew(data):
        what = "a roster of cards" if "card" in data else "no crew and no member in it"
        hint = "a crew has [[member]] tables; cards of your own go to --roster, or to the crew's key roster"
        return Report(file, (Mistake(file, 1, "", "", f"{what}: {hint}"),), (), ())
    index = LineIndex(text)
    members: list[tuple[str, Card, int]] = []
    found = list(_problems(data, Path(path).parent, bundled() if roster is None else roster, members))
    mistakes = dict.fromkeys(_mistake(file, index, data, *problem) for problem in found)
    if mistakes:
        return Report(file, tuple(sorted(mistakes, key=lambda mistake: mistake.line)), (), ())
    return Report(file, (), (), tuple(_told_apart(members)), plain(str(data["crew"])))


def check_either(path: str | Path, roster: Roster | None = None) -> Report:
    """Return the report on a crew file (`check_crew`) or a roster file (`userfile.check_file`), whichever it is.

    >>> check_either("no-such-file.toml")
    Traceback (most recent call last):
    bmg_odds.errors.BmgError: roster file no-such-file.toml: No such file or directory
    """
    _, _, data = read_toml(path)
    return check_crew(path, roster) if isinstance(data, dict) and is_crew(data) else check_file(path)


def _loaded(path: str, roster: Roster, rules: str, *, as_edition: bool) -> tuple[Card, ...]:
    report = check_crew(path, roster)
    if report.mistakes:
        raise RosterError(report.mistakes)
    edition = report.cards[0].edition
    if edition != family(rules) and not as_edition:
        raise BmgError(
            f"{report.file} is a crew of the {edition} edition, not of {rules}\n"
            f"play it by {rules} rules all the same with --as-edition"
        )
    return report.cards


def _problems(
    data: Mapping[str, object], folder: Path, roster: Roster, members: list[tuple[str, Card, int]]
) -> Iterator[_Problem]:
    """Yield what is wrong in a crew, and put the members that can be read into `members`."""
    yield from _strange_keys(data, _KEYS, ())
    if not _is_name(data.get("crew")):
        yield ("crew",), _wrong(data, "crew")
    edition = data.get("edition", "revised")
    if not isinstance(edition, str) or edition not in EDITIONS:
        near = f"; nearest: {nearest(edition, EDITIONS, most=1)[0]}" if isinstance(edition, str) else ""
        yield ("edition",), f"edition = {show(edition)}: {allowed('edition')}{near}"
        return  # no name means anything without it
    files = [data["roster"]] if isinstance(data.get("roster"), str) else data.get("roster", [])
    if isinstance(files, list) and all(isinstance(name, str) for name in files):
        for place, name in enumerate(files):
            try:
                roster = roster.plus(_own(folder, name))
            except BmgError as error:
                yield ("roster", place), _line(error)
    else:
        yield ("roster",), _wrong(data, "roster")
    tables = data.get("member")
    if not isinstance(tables, list) or not 1 <= len(tables) <= MOST_MODELS:
        yield ("member",), _wrong(data, "member")
        return
    for place, table in enumerate(tables):
        if not isinstance(table, dict):
            yield ("member", place), f"member = {show(table)}: {_ALLOWED['member']}"
            continue
        yield from _strange_keys(table, _MEMBER_KEYS, ("member", place))
        count = table.get("count", 1)
        if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MOST_MODELS:
            yield ("member", place, "count"), _wrong(table, "count")
            count = 1
        if not _is_name(table.get("name")):
            yield ("member", place, "name"), _wrong(table, "name")
            continue
        try:
            members.append((table["name"], parse_model(table["name"], roster, edition), count))
        except BmgError as error:
            yield ("member", place, "name"), _line(error)
    if (many := sum(count for _, _, count in members)) > MOST_MODELS:
        yield ("member",), f"the counts come to {many:,} models: at most {MOST_MODELS} in a crew"


def _own(folder: Path, name: str) -> tuple[Card, ...]:
    """The cards of a roster file beside the crew's."""
    path = folder / name
    if not path.is_file():  # whatever else stands there (a pipe, a device) is not opened
        raise BmgError(f"roster = {show(name)}: no such file beside the crew's")
    try:
        return load_file(path)
    except RosterError as error:
        more = f", and {len(error.mistakes) - 1} more" if len(error.mistakes) > 1 else ""
        raise BmgError(f"roster = {show(name)}: {error.mistakes[0]}{more}") from None


def _told_apart(members: list[tuple[str, Card, int]]) -> Iterator[Card]:
    """Yield every model; different ones of one name are called as they were written."""
    names = Counter(card.name for card in dict.fromkeys(card for _, card, _ in members))
    for written, card, count in members:
        called = replace(card, name=plain(written)) if names[card.name] > 1 and "=" in written else card
        if card.weapons and card.changes:
            # Whichever weapon it takes has the changes; once they stand on the card, it can be a target too.
            called = replace(called, weapons=tuple(changed(weapon, card) for weapon in card.weapons), changes=())
        yield from [called] * count


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and value.isprintable()


def _strange_keys(
    table: Mapping[str, object], known: tuple[str, ...], place: tuple[str | int, ...]
) -> Iterator[_Problem]:
    for key in table:
        if key not in known:
            near = nearest(key, known, most=1)[0]
            yield (*place, key), f"unknown key; allowed: {', '.join(known)}; nearest: {near}"


def _wrong(table: Mapping[str, object], key: str) -> str:
    return f"{key} = {show(table[key])}: {_ALLOWED[key]}" if key in table else f"is missing: {_ALLOWED[key]}"


def _line(error: BmgError) -> str:
    """The message of an error on one line, without what only a command line can do about it."""
    lines = [line for line in str(error).splitlines() if "--as-edition" not in line]
    return "; ".join(lines).replace(":; ", ": ")


def _mistake(
    file: str, index: LineIndex, data: Mapping[str, object], place: tuple[str | int, ...], message: str
) -> Mistake:
    tables = data.get("member")
    who = ""
    if len(place) == 3 and place[2] != "name" and isinstance(tables, list) and isinstance(place[1], int):
        name = tables[place[1]].get("name")
        who = plain(name) if _is_name(name) else f"member {place[1] + 1}"
    key = str(place[-1]) if message.startswith(("is missing", "unknown key")) else ""
    return Mistake(file, index.line(*place), who, plain(key), message)
