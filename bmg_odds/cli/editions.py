"""`bmg-odds efforts` and `compare-editions`: the third edition's own question, and all editions side by side."""

import textwrap
from pathlib import PurePath
from typing import Annotated, Any

import typer

from bmg_odds.cli.options import ANSWER, CHART, READING, ROSTER, SHOW, takes
from bmg_odds.cli.situation import SITUATION

Attacker = Annotated[
    str, typer.Argument(metavar="ATTACKER", help="Who attacks: a card, or key=value,…", show_default=False)
]
Target = Annotated[
    str, typer.Argument(metavar="TARGET", help="Who is attacked: a card, or key=value,…", show_default=False)
]

EFFORTS_COLUMNS = ("target_efforts", "attacker_efforts", "figure", "value")
EDITION_COLUMNS = ("edition", "figure", "value")

EFFORTS_EXAMPLE = """\b
Example:
  bmg-odds efforts "Batman" "Joker" --show markers
"""
COMPARE_EXAMPLE = """\b
Example:
  bmg-odds compare-editions "Mr. Hammer" "1880's Talon" --show markers
"""

_EFFORT_OPTIONS = tuple(option for option in SITUATION if not option.name.endswith("_efforts"))


@takes(*_EFFORT_OPTIONS, READING, ROSTER, SHOW, *ANSWER, CHART)
def efforts(attacker: Attacker, target: Target, **options: Any) -> None:
    """Work out every pair of Efforts (third edition), the best answers and the minimax."""
    from bmg_odds.answers.efforts import efforts as work_out
    from bmg_odds.answers.numbers import Rounding
    from bmg_odds.cli.output import Destination, note
    from bmg_odds.cli.rows import rows_document

    destination = Destination.of(options.pop("format"), options.pop("output"))
    chart, figure = options.pop("chart"), options.pop("show")
    if chart is not None:
        _check_chart(chart)
    table = work_out(attacker, target, figure=figure, **options)
    outcome = table.cells[0, 0]
    for warning in outcome.warnings:
        note(f"note: {warning}")
    base = outcome.record()
    rests = {name: None for cell in table.cells.values() for name in cell.inferred_readings}
    base["inferred_readings"] = list(rests)
    best = table.minimax
    keep = (
        "sentence", "rules", "readings", "engine", "attacker", "target", "weapon", "situation",
        "unmodelled_traits", "inferred_readings", "inferred_traits",
    )  # fmt: skip
    fields = {key: base[key] for key in keep} | {
        "figure": figure,
        "best_reply": {str(row): reply for row, reply in table.best_reply.items()},
        "minimax": best,
    }
    solved = (
        f"Both at their best: {best['target_efforts']} by the target, answered by {best['attacker_efforts']}: "
        f"{figure} {Rounding().figure(figure, best['value'])}. Each Effort costs its maker 1 Stun."
    )
    head = "\n\n".join(textwrap.fill(text, 80) for text in (base["sentence"], solved)) + "\n\n"
    rows = table.rows()
    people = [
        {**row, "value": Rounding().figure(figure, row["value"]), "best": "<" if row["best_reply"] else ""}
        for row in rows
    ]
    destination.deliver(
        rows_document(
            "efforts", EFFORTS_COLUMNS, rows, fields=fields, head=head,
            shown=(*EFFORTS_COLUMNS, "best"), shown_rows=people,
        )
    )  # fmt: skip
    if chart is not None:
        from bmg_odds.answers.efforts_chart import efforts_figure, words
        from bmg_odds.answers.formats import save_bytes
        from bmg_odds.answers.pictures import picture_bytes

        title, told = words(table)
        provenance = {"command": "efforts", **fields, "rows": rows}
        suffix = PurePath(chart).suffix.lower()
        drawn = efforts_figure(table, base)
        save_bytes(chart, picture_bytes(drawn, suffix, title=title, told=told, provenance=provenance))
        note(f"wrote {chart}")


def _check_chart(path: str) -> None:
    from bmg_odds.answers.formats import check_writable
    from bmg_odds.answers.pictures import check_picture

    check_picture(path)
    check_writable(path, flag="--chart")


@takes(*SITUATION, READING, ROSTER, SHOW, *ANSWER)
def compare_editions(attacker: Attacker, target: Target, **options: Any) -> None:
    """Work out one attack under every edition that knows both models.

    An option that only some editions have applies to those.
    """
    from bmg_odds.answers.compare import compare_editions as compare
    from bmg_odds.answers.numbers import Rounding
    from bmg_odds.cli.output import Destination
    from bmg_odds.cli.rows import rows_document

    destination = Destination.of(options.pop("format"), options.pop("output"))
    figure = options.pop("show")
    rows, left_out = compare(attacker, target, figure=figure, **options)
    people = [{**row, "value": Rounding().figure(figure, row["value"])} for row in rows]
    lines = [f"{attacker} against {target}", *(f"left out, {name}: {why}" for name, why in left_out.items())]
    head = "\n".join(textwrap.fill(line, 80, subsequent_indent="  ") for line in lines) + "\n\n"
    destination.deliver(
        rows_document(
            "compare-editions", EDITION_COLUMNS, rows, fields={"left_out": left_out}, head=head, shown_rows=people
        )
    )
