"""`efforts` and `compare-editions` as documents."""

import textwrap
from typing import Any

from bmg_odds.answers.compare import Compared, compare_editions
from bmg_odds.answers.efforts import Efforts, efforts
from bmg_odds.answers.formats import Document
from bmg_odds.answers.numbers import Rounding, figure_words
from bmg_odds.answers.plain_rows import rows_document
from bmg_odds.answers.provenance import arguments
from bmg_odds.answers.render import rests_on
from bmg_odds.facts.card import Card

EFFORTS_COLUMNS = ("target_efforts", "attacker_efforts", "figure", "value")
EDITION_COLUMNS = ("edition", "figure", "value")
_KEPT = (
    "sentence", "rules", "readings", "engine", "attacker", "target", "weapon", "situation", "unmodelled_traits",
    "inferred_readings", "inferred_traits", "notes", "trials", "seed",
)  # fmt: skip


def efforts_answer(attacker: str | Card, target: str | Card, *, figure: str = "out", **options: Any) -> Document:
    """Return the document of `efforts`; keywords as the function of that name.

    >>> efforts_answer("Batman", "Joker", figure="markers").record["minimax"]["attacker_efforts"]
    3
    """
    asked = arguments(
        "efforts", {"attacker": attacker, "target": target}, {"rules": "third", **options, "figure": figure}
    )
    return efforts_document(efforts(attacker, target, figure=figure, **options), asked)


def efforts_document(table: Efforts, asked: dict[str, Any]) -> Document:
    """Return the document of a table of Efforts, with the arguments that ask for it."""
    base, figure, best = table.cells[0, 0].record(), table.figure, table.minimax
    rests = {name: None for cell in table.cells.values() for name in cell.inferred_readings}
    base["inferred_readings"] = list(rests)
    if table.closed:
        base["notes"] = [*base["notes"], *table.closed]
    fields = {key: base[key] for key in _KEPT} | {
        "figure": figure,
        "best_reply": {str(row): reply for row, reply in table.best_reply.items()},
        "minimax": best,
        "arguments": asked,
    }
    solved = (
        f"Both at their best: {best['target_efforts']} by the target, answered by {best['attacker_efforts']}: "
        f"{figure_words(figure)} {Rounding().figure(figure, best['value'])}. An Effort costs its maker 1 Stun"
        + (f", the attacker's first {table.free} none." if table.free else ".")
    )
    rows = table.rows()
    people = [
        {**row, "value": Rounding().figure(figure, row["value"]), "best": "<" if row["best_reply"] else ""}
        for row in rows
    ]
    return rows_document(
        "efforts", EFFORTS_COLUMNS, rows, fields=fields, head=_head([base["sentence"], solved], "\n\n"),
        shown=(*EFFORTS_COLUMNS, "best"), shown_rows=people, foot=rests_on(base),
    )  # fmt: skip


def compare_answer(attacker: str | Card, target: str | Card, *, figure: str = "out", **options: Any) -> Document:
    """Return the document of `compare-editions`; keywords as the function of that name.

    >>> len(compare_answer("Mr. Hammer", "1880's Talon").record["rows"])
    3
    """
    compared = compare_editions(attacker, target, figure=figure, **options)
    rows = compared.rows()
    people = [{**row, "value": Rounding().figure(figure, row["value"])} for row in rows]
    asked = arguments("compare-editions", {"attacker": attacker, "target": target}, {**options, "figure": figure})
    left_out = {name: " ".join(why.split()) for name, why in compared.left_out.items()}
    fields = {"figure": figure, "left_out": left_out, "arguments": asked}
    foot = [
        *(f"{row['edition']}: {text}" for row in rows for text in _beneath(row, compared)),
        *(f"left out, {name}: {why}" for name, why in left_out.items()),
    ]
    words = figure_words(figure)
    head = f"{words[0].upper()}{words[1:]}, by edition\n\n"
    return rows_document(
        "compare-editions", EDITION_COLUMNS, rows, fields=fields, head=head, shown_rows=people, foot=foot
    )


def _beneath(row: dict[str, Any], compared: Compared) -> list[str]:
    """Return what stands beneath the table for one edition: the attack, what did not apply, what it rests on."""
    record = compared.outcomes[row["edition"]].record()
    ignored = [f"without {', '.join(row['ignored'])}, which this edition does not have."] if row["ignored"] else []
    return [record["sentence"], *ignored, *rests_on(record)]


def _head(texts: list[str], between: str) -> str:
    return (
        between.join(textwrap.fill(text, 80, subsequent_indent="  " if between == "\n" else "") for text in texts)
        + "\n\n"
    )
