"""The whole roster against the whole roster: every weapon, every AC and DC, in one batch of the exact engine."""

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from bmg_odds.answers.ask import Paths, Readings, counted
from bmg_odds.answers.many import weapon_names
from bmg_odds.answers.outcome import CHANCES, MARKERS
from bmg_odds.errors import BmgError
from bmg_odds.facts.roster import Roster
from bmg_odds.rules.edition import edition
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.record import Strike
from bmg_odds.rules.situation import Situation
from bmg_odds.rules.splits import Splits, splits

if TYPE_CHECKING:
    import pandas as pd

WORTH_COMPILING = 2_000
"""Attacks from which on the compiled batch is quicker, though loading it takes a second."""


def whole_roster(
    *,
    rules: str = "revised",
    reading: Readings = (),
    roster: Paths = (),
    at_least: int = 1,
    threads: int | None = None,
) -> "pd.DataFrame":
    """Return every attack of every card on every card: a row for each attacker, weapon, target, AC and DC.

    Columns: attacker, weapon, target (categories), ac, dc, then each FIGURE; the last, `at_least`, is the chance of
    at least so many markers. Each attack is resolved once; only its dice change with AC and DC. What cannot be
    asked (a shooter with too few counters) has no row. Raises BmgError under the third edition, which has no
    counters.

    >>> whole_roster(rules="third")
    Traceback (most recent call last):
    bmg_odds.errors.BmgError: whole_roster: the third edition has no AC and DC; rank its cards with `rank`
    """
    if rules == "third":
        raise BmgError("whole_roster: the third edition has no AC and DC; rank its cards with `rank`")
    import numpy as np
    import pandas as pd

    from bmg_odds.engines.exact_batch import records
    from bmg_odds.engines.figures import COLUMNS, figures, harm_rows

    found = list(_attacks(rules, reading, roster))
    strikes = [strike for one in found for _, _, strike in one.strikes()]
    sizes = np.array([len(one.acs) * len(one.blocks) for one in found])
    harms = np.repeat(harm_rows([one.resolved.harm for one in found]), sizes, axis=0)
    values = figures(records(strikes), harms, at_least=at_least, threads=threads)
    names = {
        "attacker": [one.resolved.question.attacker.name for one in found],
        "weapon": [one.resolved.weapon.name for one in found],
        "target": [one.resolved.question.target.name for one in found],
    }
    columns: dict[str, Any] = {name: pd.Categorical(each).repeat(sizes) for name, each in names.items()}
    columns["ac"] = np.array([ac for one in found for ac in one.acs for _ in one.blocks], dtype=np.int8)
    columns["dc"] = np.array([dc for one in found for _ in one.acs for dc in range(len(one.blocks))], dtype=np.int8)
    return pd.DataFrame(columns | {name: values[:, place] for place, name in enumerate(COLUMNS)})


def _attacks(rules: str, reading: Readings, roster: Paths) -> Iterator[Splits]:
    found = edition(rules, reading)
    cards = Roster.load(roster if isinstance(roster, Roster) else [os.fspath(path) for path in roster]).cards(rules)
    for attacker in cards:
        for weapon in weapon_names(attacker):
            for target in cards:
                try:
                    yield splits(Question(found, attacker, target, weapon, Situation()))
                except BmgError:
                    continue


def figure_values(resolved: Iterable[Resolved], figure: str) -> list[float]:
    """Return one figure of many attacks, exactly: compiled where there are enough of them.

    >>> figure_values([], "out")
    []
    """
    every = list(resolved)
    inside = [place for place, one in enumerate(every) if isinstance(one.strike, Strike) and one.gate is None]
    if len(inside) < WORTH_COMPILING:
        return [counted(one).figure(figure) for one in every]
    from bmg_odds.engines.exact_batch import records
    from bmg_odds.engines.figures import COLUMNS, figures, harm_rows

    level = int(figure.partition("=")[2] or 0)
    rows = figures(
        records([every[place].strike for place in inside]),  # type: ignore[misc]
        harm_rows([every[place].harm for place in inside]),
        at_least=level,
    )
    column = COLUMNS.index(figure if figure in (*CHANCES, *MARKERS) else "at_least")
    values = dict(zip(inside, rows[:, column].tolist(), strict=True))
    return [values[place] if place in values else counted(one).figure(figure) for place, one in enumerate(every)]
