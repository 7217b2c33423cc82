"""Write the generated parts of README.md and docs/*.md again: `python docs/make.py [--check]`.

A generated part stands between `<!-- generated: NAME -->` and `<!-- end -->`. Every number in the prose that
can be counted is one: what the first command prints, how many attacks the witnesses compare, which readings
and traits there are, what `--help` says.
"""

import io
import math
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("README.md", "docs/rules.md", "docs/commands.md", "docs/gangs.md", "docs/sweeps.md", "docs/tutorial.md")
FIRST_COMMAND = ["attack", "Batman (AC)", "Gotham Policeman", "--dc", "2"]
PART = re.compile(r"(<!-- generated: ([a-z0-9-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def printed(arguments: list[str]) -> str:
    """Return what the program prints on a terminal of 80 columns."""
    from bmg_odds.cli.main import run

    columns = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "80"
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    try:
        with redirect_stdout(stream):
            run(arguments)
    finally:
        if columns is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = columns
    return stream.buffer.getvalue().decode()


def answer() -> str:
    """Return the answer that the README's first command prints."""
    return f"```text\n{printed(FIRST_COMMAND)}```\n"


def _cases(module: Any, prefix: str = "test_") -> int:
    """Return how many cases the tests of a module have, parameters multiplied out."""
    found = 0
    for name, test in vars(module).items():
        if name.startswith(prefix) and callable(test):
            marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
            found += math.prod(len(list(mark.args[1])) for mark in marks)
    return found


def _compared(module: Any) -> int:
    """Return how many attacks the brute force is asked about: its tests, with a check that only counts."""
    found = 0

    def count(attacks: Iterable[object], *_: object) -> None:
        nonlocal found
        found += sum(1 for _ in attacks)

    check = module.check
    module.check = count
    try:
        for name, test in list(vars(module).items()):
            if name.startswith("test_") and "check" in test.__code__.co_names:
                for arguments in _arguments(test):
                    test(**arguments)
    finally:
        module.check = check
    return found


def _arguments(test: Any) -> Iterator[dict[str, Any]]:
    """Yield the arguments of every case of a parametrized test."""
    marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    choices = []
    for mark in marks:
        names, values = mark.args[0], mark.args[1]
        many = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
        rows = [getattr(value, "values", value) for value in values]
        choices.append([dict(zip(many, row if len(many) > 1 else [row], strict=True)) for row in rows])
    for chosen in product(*choices):
        yield {name: value for part in chosen for name, value in part.items()}


def counts() -> dict[str, int]:
    """Return what the witnesses compare, counted in the tests themselves."""
    folder = str(ROOT / "tests")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    names = ("published", "oracle", "pools", "agreement", "controls", "oracle_third", "third", "sequence_oracle")
    published, oracle, pools, agreement, controls, oracle_third, third, sequence_oracle = (
        import_module(f"test_{name}") for name in names
    )
    return {
        "published": _cases(published) + 2,  # and the third edition's worked example and printed roll
        "brute": _compared(oracle) + _compared(oracle_third),
        "sequences": _compared(sequence_oracle),
        "pools": _cases(pools) + _cases(oracle_third, "test_equals_icepool"),
        "scenarios": agreement.COUNT + len(third.drawn()),
        "trials": agreement.TRIALS,
        "faults": len(controls.COUNTING) + len(controls.ROLLING) + len(third.FAULTS),
    }


def witnesses() -> str:
    """Return the four witnesses with their counts."""
    found = counts()
    return (
        f"1. **Print.** {found['published']} published and hand-checked figures, to the printed digit "
        "([`tests/test_published.py`](tests/test_published.py), [`tests/test_third.py`](tests/test_third.py)).\n"
        f"2. **Brute force.** {found['brute']:,} attacks (every reading and pair of readings, every trait "
        "and pairs of traits) judged face by face in fractions, by code that "
        "shares nothing with the package ([`tests/oracle.py`](tests/oracle.py), "
        "[`tests/oracle_third.py`](tests/oracle_third.py)): whole joint laws, to "
        f"10⁻¹². So are {found['sequences']:,} sequences of several attacks, and the best use of defence "
        "counters, found again by trying every choice "
        "([`tests/oracle_sequence.py`](tests/oracle_sequence.py)); and small duels of both editions with the best "
        "plans in them ([`tests/oracle_duel.py`](tests/oracle_duel.py), "
        "[`tests/oracle_duel_third.py`](tests/oracle_duel_third.py)).\n"
        f"3. **Another library.** {found['pools']} pools of up to 15 + 12 dice against icepool "
        "([`tests/test_pools.py`](tests/test_pools.py)).\n"
        f"4. **The other engine.** {found['scenarios']} attacks rolled {found['trials']:,} times each, "
        "G-tests of whole joint tables, a false alarm at most once in a million runs "
        "([`tests/test_agreement.py`](tests/test_agreement.py)).\n"
        "\n"
        f"And a test of the tests: {found['faults']} planted faults, each a mistake that calculators like "
        "this one make, are each caught by name ([`tests/test_controls.py`](tests/test_controls.py)).\n"
    )


def _names(lines: list[str]) -> str:
    return ", ".join(lines) if lines else "none"


def modelled() -> str:
    """Return how much of the game is in the model, counted."""
    from bmg_odds.facts.roster import Roster
    from bmg_odds.rules.edition import EDITIONS
    from bmg_odds.rules.traits import FIRST_EDITION, UNARMED, known_in

    cards = list(Roster.load().values())
    readings = len(EDITIONS["revised"].options)
    speaking = {key for key, trait in FIRST_EDITION.items() if trait.touches} | set(UNARMED)
    third = sum(trait.touches for trait in known_in("third").values())
    missing = len(unmodelled_names("revised")) + len(unmodelled_names("third"))
    editions: dict[str, int] = {}
    for card in cards:
        name = "third" if card.edition == "third" else "first"
        editions[name] = editions.get(name, 0) + 1
    bundled = " and ".join(f"{number} of the {name} edition" for name, number in editions.items())
    return (
        f"Cards bundled: {bundled}. In the first edition {len(speaking)} traits act and {readings} open "
        f"points of the rules are named readings; in the third {third} traits act and "
        f"{len(EDITIONS['third'].options)} points are open. {missing} traits of the bundled cards may touch an "
        "attack and are not in the model, most because their text is not at hand. All are listed in "
        "[docs/rules.md](docs/rules.md), and an answer that one of them could change says so.\n"
    )


def unmodelled_names(edition: str) -> list[str]:
    """Return the traits of an edition's bundled cards that may touch an attack's dice and are not modelled."""
    from bmg_odds.facts.roster import Roster
    from bmg_odds.facts.trait_names import lookup, parse_trait
    from bmg_odds.rules.traits import known_in

    found = set()
    for card in Roster.load().cards(edition):
        for text in (*card.traits, *(name for weapon in card.weapons for name in weapon.traits)):
            known = lookup(text)
            if parse_trait(text).key not in known_in(edition) and (known is None or known.odds != "none"):
                found.add(known.name if known else text)
    return sorted(found, key=str.lower)


def _table(columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    from bmg_odds.answers.formats import columns_markdown

    return columns_markdown(columns, [dict(zip(columns, row, strict=True)) for row in rows])


def readings(edition: str) -> Callable[[], str]:
    """Return a maker of the table of an edition's readings."""

    def make() -> str:
        from bmg_odds.rules.edition import EDITIONS

        columns = ("option", "allowed values", "value", "certainty", "touches one attack", "source")
        rows = [
            (
                f"`{option.name}`",
                " · ".join(f"`{value}`" for value in option.values),
                f"`{option.value}`",
                option.certainty,
                "yes" if option.one_attack else "no",
                option.source,
            )
            for option in EDITIONS[edition].options
        ]
        return _table(columns, rows)

    return make


def traits() -> str:
    """Return the tables of the modelled traits, one for each family of editions."""
    from bmg_odds.rules.traits import UNARMED, known_in

    columns = ("trait", "stage", "what it does", "side", "certainty", "source")
    parts = []
    for title, edition in (("2012 and revised", "revised"), ("third", "third")):
        known = sorted(known_in(edition).values(), key=lambda trait: trait.name.lower())
        rows = []
        for trait in known:
            sides = [side for side, effect in (("attack", trait.attacks), ("defence", trait.defends)) if effect]
            bought = ", bought" if trait.bought else ""
            cost = f" for {trait.costs_sc} SC" if trait.costs_sc else ""
            if trait.touches:
                side = " and ".join(sides) + bought + cost
                rows.append((trait.name, trait.stage, trait.does, side, trait.certainty, trait.source))
        parts.append(f"### Traits of {title}\n\n{_table(columns, rows)}")
        whys = [(trait.name, trait.does) for trait in known if trait.stage == "none"]
        parts.append(f"#### Those that change no die of one attack\n\n{_table(('trait', 'why'), whys)}")
    profiles = _table(("trait", "unarmed damage"), sorted(UNARMED.values()))
    parts.append(f"### Traits that give the unarmed profile\n\n{profiles}")
    return "\n".join(parts)


def unmodelled() -> str:
    """Return the traits of the bundled cards that may touch the odds and are not modelled, by edition."""
    return "".join(
        f"- {title}: {_names(unmodelled_names(edition))}.\n"
        for title, edition in (("2012 and revised", "revised"), ("third", "third"))
    )


def commands() -> str:
    """Return the help of every command."""
    from typer.main import get_command

    from bmg_odds.cli.main import app

    def walk(command: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        yield path
        for name, inner in getattr(command, "commands", {}).items():
            yield from walk(inner, (*path, name))

    parts = []
    for path in walk(get_command(app), ()):
        title = " ".join(("bmg-odds", *path))
        parts.append(f"## `{title}`\n\n```text\n{printed([*path, '--help'])}```\n")
    return "\n".join(parts)


def _beside(name: str) -> Any:
    """Return one of the modules in docs/."""
    folder = str(ROOT / "docs")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    return import_module(name)


def _of_gangs(name: str) -> Callable[[], str]:
    """Return a maker of one of the tables of docs/gangs.py."""

    def make() -> str:
        made: str = getattr(_beside("gangs"), name)()
        return made

    return make


PARTS: dict[str, Callable[[], str]] = {
    "answer": answer,
    "witnesses": witnesses,
    "modelled": modelled,
    "sections": lambda: str(_beside("sections").table()),
    "readings-2012": readings("2012"),
    "readings-revised": readings("revised"),
    "readings-third": readings("third"),
    "traits": traits,
    "unmodelled": unmodelled,
    "commands": commands,
    "three-batons": _of_gangs("three_batons"),
    "policy-card": _of_gangs("policy_card"),
    "clowns": _of_gangs("clowns"),
    **_beside("sweeps").parts(),
    **_beside("tutorial").parts(printed),
}


def render(text: str) -> str:
    """Return a page with its generated parts made again."""
    return PART.sub(lambda part: f"{part[1]}\n{PARTS[part[2]]()}\n{part[3]}", text)


def stale() -> list[str]:
    """Return the pages whose generated parts are not what they should be."""
    found = []
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        if render(text) != text:
            found.append(page)
    return found


def main() -> int:
    """Write the pages; with --check only say which are stale, and fail if one is."""
    pages = stale()
    if "--check" in sys.argv[1:]:
        print("\n".join(f"{page} is stale: python docs/make.py" for page in pages) or "all fresh")
        return int(bool(pages))
    for page in pages:
        path = ROOT / page
        path.write_text(render(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
        print(f"wrote {page}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
