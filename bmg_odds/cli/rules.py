"""`bmg-odds rules`: the editions, and how each reads the open points of the rules."""

from typing import Annotated, Any

import typer

from bmg_odds.answers.asking.lists import RULES_TRAITS
from bmg_odds.answers.asking.options import one_of
from bmg_odds.answers.asking.shared import ANSWER, EDITIONS
from bmg_odds.cli.light import Command, Group
from bmg_odds.cli.options import takes

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
    from bmg_odds.answers.lists import editions_document
    from bmg_odds.cli.output import Destination

    destination = Destination.of(options["format"], options["output"])
    destination.deliver(editions_document())


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
    from bmg_odds.answers.lists import readings_document
    from bmg_odds.cli.output import Destination

    destination = Destination.of(options["format"], options["output"])
    destination.deliver(readings_document(one_of(*EDITIONS)("EDITION", edition)))


@app.command("traits", cls=Command, epilog="\b\nExample:\n  bmg-odds rules traits --status modelled")
@takes(*RULES_TRAITS.options, *ANSWER)
def traits(**options: Any) -> None:
    """List every known trait: what it does to which stage, how surely, and from where.

    Status is modelled (it is in the dice), no dice (it changes none of one attack), or by name (only its name
    is known: answers report it).
    """
    from bmg_odds.answers.lists import traits_document
    from bmg_odds.cli.output import Destination

    destination = Destination.of(options["format"], options["output"])
    destination.deliver(traits_document(options["edition"], options["status"]))
