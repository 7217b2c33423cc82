"""Answers of many attacks as rows: one type that commands write, charts draw and scripts read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bmg_odds._version import __version__

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Rows:
    """Rows of a command in the contract's columns, the header fields they rest on, and what was left out.

    >>> rows = Rows("split", ("ac", "value"), ({"ac": 1, "value": 0.5},), {"figure": "out"})
    >>> list(rows.frame().columns), rows.record()["figure"]
    (['ac', 'value'], 'out')
    """

    command: str
    columns: tuple[str, ...]
    """The contract's columns, in order; a row may hold more keys, which only json shows."""
    rows: tuple[dict[str, Any], ...]
    fields: dict[str, Any] = field(default_factory=dict)
    """JSON-ready header fields: sentence, rules, readings, engine, trials, seed, figure, attacker, target, …"""
    left_out: tuple[dict[str, str], ...] = ()
    """What could not be answered: `name` and `reason` each."""

    @property
    def figure(self) -> str:
        """The FIGURE that the rows are about."""
        return str(self.fields["figure"])

    def frame(self) -> "pd.DataFrame":
        """Return the rows as a DataFrame with the contract's columns."""
        import pandas as pd

        return pd.DataFrame(list(self.rows), columns=list(self.columns))

    def record(self) -> dict[str, Any]:
        """Return everything as one JSON-ready record, header fields first."""
        return {
            "command": self.command,
            "version": __version__,
            **self.fields,
            "left_out": [dict(each) for each in self.left_out],
            "rows": [dict(row) for row in self.rows],
        }

    @classmethod
    def of_record(cls, record: Mapping[str, Any], columns: tuple[str, ...]) -> "Rows":
        """Return the rows that a record was made of: `record()` backwards, for what was saved and read again.

        >>> import json
        >>> rows = Rows("split", ("ac",), ({"ac": 1},), {"figure": "out"})
        >>> Rows.of_record(json.loads(json.dumps(rows.record())), ("ac",)) == rows
        True
        """
        fields = {key: record[key] for key in record if key not in ("command", "version", "left_out", "rows")}
        return cls(
            str(record["command"]),
            columns,
            tuple(dict(row) for row in record["rows"]),
            fields,
            tuple(dict(each) for each in record.get("left_out", ())),
        )
