"""Words that the charts share: what is asked, of what, and how surely."""

from collections.abc import Iterable

from bmg_odds.answers.formats import Record
from bmg_odds.answers.numbers import Rounding, is_chance


def several(count: int, one: str, many: str) -> str:
    """Return how many there are of something, in words where it is one.

    >>> several(1, "A curve", "curves"), several(3, "A curve", "curves")
    ('A curve', '3 curves')
    """
    return one if count == 1 else f"{count} {many}"


def errors_of(record: Record) -> list[float]:
    """Return the standard errors of the rows; none where all is counted."""
    return [float(row["standard_error"]) for row in record["rows"] if row.get("standard_error")]


def rounding_for(record: Record) -> Rounding:
    """Return how to round the figures of rows: exact ones fully, rolled ones as their errors allow."""
    trials = record.get("trials")
    if trials is None:
        return Rounding()
    errors = errors_of(record) or [0.5 / int(trials) ** 0.5]
    chance = is_chance(str(record.get("figure", "out")))
    return Rounding.sampled(int(trials), errors if chance else [], [] if chance else errors)


def rolled_words(record: Record, what: str = "bands") -> str:
    """Return what the bands are, where the figures are rolled."""
    return "" if record.get("trials") is None else f"; {what}: two standard errors each way"


def about_of(record: Record) -> str:
    """Return the circumstances of the attacks: what its sentence says after the last target's name.

    >>> about_of({"sentence": "A against B, outnumbered (2012 rules).", "rules": "2012", "target": {"name": "B"}})
    ', outnumbered'
    """
    names = [card["name"] for card in record.get("targets", ())] or [record["target"]["name"]]
    tail = max((str(record.get("sentence", "")).rpartition(name) for name in names), key=lambda cut: len(cut[0]))
    return tail[2].removesuffix(f" ({record.get('rules')} rules).") if tail[1] else ""


def names_of(rows: Iterable[Record], column: str) -> list[str]:
    """Return the names in a column, each once, in their order.

    >>> names_of([{"a": "x"}, {"a": "y"}, {"a": "x"}], "a")
    ['x', 'y']
    """
    return list(dict.fromkeys(str(row[column]) for row in rows if row.get(column) is not None))
