"""`bmg-odds roll NAME`: every other roll of the rules, a command for each."""

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from bmg_odds.answers.asking.rolls import ROLLS
from bmg_odds.answers.asking.shared import ANSWER
from bmg_odds.cli.chart import CHART_OPTIONS, Chart
from bmg_odds.cli.light import Command, Group
from bmg_odds.cli.options import takes
from bmg_odds.rules.roll_values import FORMS, Form

_EPILOG = "\b\nExamples:\n  bmg-odds roll agility --movement 3\n  bmg-odds roll lead --rounds 6"

app = typer.Typer(
    cls=Group,
    rich_markup_mode=None,
    help="Every other die roll of the rules: agility, moves, falls, recovery, the lead and more.",
    epilog=_EPILOG,
)

Model = Annotated[
    str | None,
    typer.Argument(metavar="MODEL", help="A card that fills in what is not given.", show_default=False),
]


def answer(form: Form, options: dict[str, Any]) -> None:
    """Answer one roll, write the answer where it goes, and draw it where a chart is asked for."""
    from bmg_odds.cli.output import Destination, keep, note
    from bmg_odds.cli.progress import watched

    destination = Destination.of(options.pop("format"), options.pop("output"))
    chart = Chart.taken(options)
    from bmg_odds.answers.roll import roll
    from bmg_odds.answers.roll_shown import roll_document

    with watched("rolling", "rolls") as progress:
        rows = roll(form.name, options.pop("model", None), progress=progress, **options)
    for warning in rows.fields["warnings"]:
        note(f"note: {warning}")
    document = roll_document(rows)
    destination.deliver(document)
    chart.draw(document.record)
    if rows.fields.get("interrupted"):
        keep(f"an answer from {rows.fields['trials']:,} rolls")
        raise typer.Exit(130)


def _command(form: Form) -> Callable[..., None]:
    """Return the command of one roll, with its values as options."""

    def with_model(model: Model = None, **options: Any) -> None:
        answer(form, {"model": model, **options})

    def without(**options: Any) -> None:
        answer(form, options)

    function = with_model if form.model else without
    function.__doc__ = inspect.cleandoc(form.does)
    function.__name__ = form.name.replace("-", "_")
    return takes(*ROLLS[form.name].options, *ANSWER, *CHART_OPTIONS)(function)


for _form in FORMS.values():
    app.command(_form.name, cls=Command, epilog=f"\b\nExample:\n  bmg-odds {_form.example}")(_command(_form))
