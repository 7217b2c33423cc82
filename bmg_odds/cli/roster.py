"""`bmg-odds roster`: the cards that are known, one card as players know it, and a check of your own."""

from typing import Annotated, Any

import typer

from bmg_odds.answers.asking.lists import ROSTER_LIST, ROSTER_SHOW
from bmg_odds.answers.asking.options import Opt, choice, text
from bmg_odds.answers.asking.shared import ANSWER, EDITIONS, FORMAT, ROSTER
from bmg_odds.cli.light import Command, Group
from bmg_odds.cli.options import takes

CHECK_COLUMNS = ("file", "line", "kind", "message")
CHECK_FAILED = 1

CHECK_EXAMPLE = """\b
Example:
  bmg-odds roster check my-cards.toml

\b
A roster file in short (docs/rosters.md has all of it):
  edition = "revised"
  [[card]]
  name = "Night Guard"
  willpower = 5
  strength = 5
  movement = 2
  attack = 3
  defense = 3
  endurance = 5
  traits = ["Arrest"]
  [[card.weapon]]
  name = "Baton"
  damage = "BS"
  traits = ["Handy"]
"""

NEW_EXAMPLE = """\b
Examples:
  bmg-odds roster new
  bmg-odds roster new mine.toml --rules third
"""

IMPORT_EXAMPLE = """\b
Examples:
  bmg-odds roster import csv my-cards.csv --output my-cards.toml
  bmg-odds roster import battlescribe heroes.cat --format json

\b
Formats:
  battlescribe  .cat, .gst, zipped .catz, .gstz; linked files beside it too
  app           the app's JSON dump (third edition)
  rap-sheet     JavaScript or JSON: characters and weapons, in one FILE or two
  csv           a table with a header: name, WP, Str ... or our own keys

\b
Without --output it only says what it would read. docs/rosters.md has more.
"""

_IMPORT_RULES = choice("rules", "--rules", EDITIONS, "Edition of the cards (else what FILE says, or is usual).")
_NEW_RULES = choice("rules", "--rules", EDITIONS, "Edition of the example (revised).", default="revised")
_INTO = Opt("output", ("-o", "--output"), "Write the roster to FILE.toml.", "FILE.toml", text)

app = typer.Typer(
    cls=Group,
    rich_markup_mode=None,
    help="The cards that are known, and your own.",
    epilog='\b\nExample:\n  bmg-odds roster show "Batman (AC)"',
)


@app.command("list", cls=Command, epilog="\b\nExample:\n  bmg-odds roster list --only henchman --format csv")
@takes(*ROSTER_LIST.options, *ANSWER)
def list_cards(**options: Any) -> None:
    """List the known cards with rank, reputation and characteristics.

    csv and json also have funding, weapons and traits.
    """
    from bmg_odds.answers.lists import cards_document
    from bmg_odds.cli.output import Destination

    destination = Destination.of(options["format"], options["output"])
    destination.deliver(cards_document(roster=options["roster"], rules=options["rules"], only=options["only"]))


@app.command("show", cls=Command, epilog='\b\nExample:\n  bmg-odds roster show "The Riddler"')
@takes(*ROSTER_SHOW.options, *ANSWER)
def show(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="The card's name, or a unique part of it.", show_default=False),
    ],
    **options: Any,
) -> None:
    """Show a card as players know it, and what each of its traits does to the dice."""
    from bmg_odds.answers.lists import card_document
    from bmg_odds.cli.output import Destination

    destination = Destination.of(options["format"], options["output"])
    destination.deliver(card_document(name, roster=options["roster"], rules=options["rules"]))


@app.command("check", cls=Command, epilog=CHECK_EXAMPLE)
@takes(ROSTER, *ANSWER)
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A roster or crew file (TOML).", show_default=False)],
    **options: Any,
) -> None:
    """Check a roster or crew file: every mistake with its line. Exit status 1 if there is any.

    The names of a crew are looked up among the known cards, those of --roster and of the crew's own roster files.
    """
    from bmg_odds.answers.formats import Document, columns_markdown
    from bmg_odds.answers.plain_rows import rows_document
    from bmg_odds.cli.output import Destination, note
    from bmg_odds.facts.crew import check_either
    from bmg_odds.facts.roster import Roster

    destination = Destination.of(options["format"], options["output"])
    report = check_either(file, Roster.load(options["roster"]))
    rows = [
        {"file": file, "line": found.line, "kind": kind, "message": str(found)}
        for kind, group in (("mistake", report.mistakes), ("warning", report.warnings))
        for found in group
    ]
    count = len(report.cards)
    fields = {"file": file, "cards": count, "mistakes": len(report.mistakes)}
    if report.crew:
        fields["crew"] = report.crew
    plain = rows_document("roster check", CHECK_COLUMNS, rows, fields=fields)
    what = "model" if report.crew else "card"
    sentence = f"{count} {what}{'' if count == 1 else 's'}, no mistakes\n"
    if report.crew:
        sentence = f"crew {report.crew}: {sentence}"
    mistakes = "".join(f"{mistake}\n" for mistake in report.mistakes)
    for warning in report.warnings:
        note(f"note: {warning}")
    destination.deliver(
        Document(
            plain.record,
            "rows",
            CHECK_COLUMNS,
            lambda _: mistakes or sentence,
            lambda _: columns_markdown(CHECK_COLUMNS, rows) if rows else sentence,
        )
    )
    if report.mistakes:
        raise typer.Exit(CHECK_FAILED)


@app.command("new", cls=Command, epilog=NEW_EXAMPLE)
@takes(_NEW_RULES)
def new(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE.toml", help="Where to; else it is printed.", show_default=False)
    ] = None,
    **options: Any,
) -> None:
    """Write an example of a roster file, with comments, to begin your own with."""
    from bmg_odds.cli.output import emit
    from bmg_odds.cli.roster_files import write_new
    from bmg_odds.facts.example import example_text

    text = example_text(options["rules"])
    if file is None:
        emit(text)
    else:
        write_new(file, text)


@app.command("import", cls=Command, epilog=IMPORT_EXAMPLE)
@takes(_IMPORT_RULES, FORMAT, _INTO)
def import_cards(
    kind: Annotated[
        str, typer.Argument(metavar="FORMAT", help="battlescribe, app, rap-sheet or csv.", show_default=False)
    ],
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Card files of this format.", show_default=False)],
    **options: Any,
) -> None:
    """Make a roster out of card files of another program, and say what is wrong in them.

    Cards that cannot be read are skipped and named; unusual values are loaded and named.
    """
    from bmg_odds.answers.imported import import_document
    from bmg_odds.cli.output import Destination
    from bmg_odds.cli.roster_files import check_roster_path, write_roster
    from bmg_odds.facts.import_roster import import_files

    destination, output = Destination.of(options["format"], None), options["output"]
    if output is not None:
        check_roster_path(output)
    imported = import_files(kind, files, edition=options["rules"])
    document = import_document(imported, written=output)
    if output is not None:
        write_roster(output, imported)
    destination.deliver(document)
