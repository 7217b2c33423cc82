"""`bmg-odds rules`: the editions, and how each reads the open points of the rules."""

from typing import Annotated, Any

import typer

from bmg_odds.cli.light import Command, Group
from bmg_odds.cli.options import ANSWER, EDITIONS, choice, one_of, takes

LIST_COLUMNS = ("edition", "covers", "units", "default")
SHOW_COLUMNS = ("option", "value", "certainty", "source")
TRAIT_COLUMNS = ("trait", "status", "stage", "does", "certainty", "source")
EDITION = choice("edition", "--edition", EDITIONS, "Edition of the rules (revised).", default="revised")
STATUS = choice("status", "--status", ("modelled", "no dice", "by name"), "Only traits of this status.")

app = typer.Typer(
    cls=Group,
    rich_markup_mode=None,
    help="The editions of the rules and their readings.",
    epilog="\b\nExample:\n  bmg-odds rules show revised",
)


@app.command("list", cls=Command, epilog="\b\nExample:\n  bmg-odds rules list --format json")
@takes(*ANSWER)
def list_editions(**options: Any) -> None:
    """List the editions and what they cover."""
    from bmg_odds.cli.output import Destination
    from bmg_odds.cli.rows import rows_document
    from bmg_odds.rules.edition import EDITIONS as editions

    destination = Destination.of(options["format"], options["output"])
    rows = [
        {
            "edition": edition.name,
            "covers": edition.covers,
            "units": edition.units,
            "default": edition.default,
        }
        for edition in editions.values()
    ]
    destination.deliver(rows_document("rules list", LIST_COLUMNS, rows))


@app.command("show", cls=Command, epilog="\b\nExample:\n  bmg-odds rules show 2012")
@takes(*ANSWER)
def show(
    edition: Annotated[
        str,
        typer.Argument(
            metavar="EDITION",
            help="|".join(EDITIONS),
            show_default=False,
            autocompletion=lambda: list(EDITIONS),
        ),
    ],
    **options: Any,
) -> None:
    """Show how an edition reads every open point.

    Certainty is T (the rules' own text), P (another public source) or I (inferred). Change a reading with
    --reading NAME=VALUE.
    """
    from bmg_odds.cli.output import Destination
    from bmg_odds.cli.rows import rows_document
    from bmg_odds.rules.edition import EDITIONS as editions

    destination = Destination.of(options["format"], options["output"])
    found = editions[one_of(*EDITIONS)("EDITION", edition)]
    rows = [
        {
            "option": option.name,
            "value": option.value,
            "allowed": list(option.values),
            "certainty": option.certainty,
            "source": option.source,
        }
        for option in found.options
    ]
    head = f"{found.name}: {found.covers}, in {found.units}\n\n"
    fields = {"rules": found.name}
    people = [{**row, "values (in force first)": " ".join(row["allowed"]), "c": row["certainty"]} for row in rows]
    shown = ("option", "values (in force first)", "c", "source")
    head += "c: T the rules' own text, P another public source, I inferred\n\n"
    destination.deliver(
        rows_document("rules show", SHOW_COLUMNS, rows, fields=fields, head=head, shown=shown, shown_rows=people)
    )


@app.command("traits", cls=Command, epilog="\b\nExample:\n  bmg-odds rules traits --status modelled")
@takes(EDITION, STATUS, *ANSWER)
def traits(**options: Any) -> None:
    """List every known trait: what it does to which stage, how surely, and from where.

    Status is modelled (it is in the dice), no dice (it changes none of one attack), or by name (only its name
    is known: answers report it).
    """
    from bmg_odds.cli.output import Destination
    from bmg_odds.cli.rows import rows_document
    from bmg_odds.rules.traits.report import trait_rows

    destination = Destination.of(options["format"], options["output"])
    wanted = options["status"]
    rows = [row for row in trait_rows(options["edition"]) if wanted in (None, row["status"])]
    fields = {"rules": options["edition"]}
    destination.deliver(
        rows_document("rules traits", TRAIT_COLUMNS, rows, fields=fields, shown=("trait", "status", "stage", "does"))
    )
