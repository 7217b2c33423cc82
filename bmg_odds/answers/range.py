"""How far an answer moves under the readings of the rules (R6), so that a table can settle one before the game."""

from dataclasses import replace
from typing import Any

from bmg_odds.answers.ask import counted, question
from bmg_odds.answers.dice import Dice, Progress, worst
from bmg_odds.answers.many import CERTAIN, check_figure, header, reason, try_resolve, whose
from bmg_odds.answers.numbers import figure_words
from bmg_odds.answers.provenance import arguments
from bmg_odds.answers.tables import Rows
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.rules.question import Resolved
from bmg_odds.rules.resolve import resolve

Worked = tuple[list[dict[str, Any]], list[dict[str, str]], list[str]]
COLUMNS = ("reading", "value", "figure", "result", "change")


def readings(
    attacker: str | Card,
    target: str | Card,
    *,
    figure: str = "out",
    engine: str = "exact",
    trials: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    target_error: float | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Rows:
    """Return the answer under every value of every reading that can touch one attack, one changed at a time.

    The first row is the answer as asked: reading `default`, or `as asked` where readings were given; `change` is
    the difference from it. Each row has the `certainty` of its value (T, P or I, R6) and whether it is
    `in_force`. A value under which the attack cannot be asked has no result and is named in `left_out`. With
    `engine="mc"` all rows have the same dice, so a reading that touches nothing shows no change; which readings
    move the figure (header field `moving`) is always counted. Keywords otherwise as `ask.attack`; engine options
    as `many.Dice.of`.

    >>> rows = readings("attack=4,strength=4,damage=BS,rof=3", "defense=4,endurance=9", figure="stuns").rows
    >>> [(row["value"], round(row["result"], 3)) for row in rows if row["reading"] == "scratch"]
    [('per_impact', 1.596), ('per_attack', 1.143), ('always', 2.346), ('off', 0.846)]
    """
    check_figure(figure)
    dice = Dice.of(engine, trials, seed, threads, target_error)
    asked = question(attacker, target, **options)
    base = resolve(asked)
    name = "as asked" if options.get("reading") else "default"
    dice, found = dice.settled(lambda dice: _worked(base, name, figure, dice, progress), lambda found: worst(found[0]))
    rows, left_out, moving = found
    fields = header(
        [base],
        sentence=_sentence(base, figure),
        figure=figure,
        dice=dice,
        more=_ends(rows) | {"moving": moving},
        missed=dice.missed(rows),
    )
    fields["arguments"] = arguments(
        "readings", {"attacker": attacker, "target": target}, {**options, "figure": figure} | dice.asked()
    )
    return Rows("readings", COLUMNS, tuple(rows), fields, tuple(left_out))


def _worked(base: Resolved, name: str, figure: str, dice: Dice, progress: Progress | None) -> Worked:
    """Return the rows, those that cannot be asked, and the readings that move the figure."""
    asked = base.question
    result = dice.cell(base, figure)
    rows = [{"reading": name, "value": None, **_row(result, 0.0), "certainty": None, "in_force": True}]
    left_out = []
    moving: dict[str, None] = {}
    sure = counted(base).figure(figure)
    touching = [option for option in asked.edition.options if option.one_attack]
    place, total = 0, sum(len(option.values) for option in touching)
    for option in touching:
        for value in option.values:
            now = asked.edition.under({option.name: value})
            head = {"reading": option.name, "value": value}
            tail = {"certainty": now.option(option.name).certainty, "in_force": value == option.value}
            resolved = base if value == option.value else try_resolve(replace(asked, edition=now))
            if isinstance(resolved, BmgError):
                left_out.append({"name": f"{option.name}={value}", "reason": reason(resolved)})
                rows.append({**head, "figure": figure, "result": None, "change": None, "standard_error": None, **tail})
                continue
            same = resolved.law == base.law
            cell = result if same else dice.cell(resolved, figure, progress=dice.within(progress, place, total))
            change = cell["value"] - result["value"]
            if resolved.law != base.law and abs(counted(resolved).figure(figure) - sure) > CERTAIN:
                moving[option.name] = None
            rows.append({**head, **_row(cell, 0.0 if abs(change) <= CERTAIN else change), **tail})
        place += len(option.values)
        dice.tell(progress, place, total)
    return rows, left_out, list(moving)


def _row(cell: dict[str, Any], change: float) -> dict[str, Any]:
    rest = {key: cell[key] for key in ("seed",) if key in cell}
    shown = {"figure": cell["figure"], "result": cell["value"], "change": change}
    return shown | {"standard_error": cell["standard_error"]} | rest


def _ends(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the lowest and the highest answer, the first of equals, each as its `NAME=VALUE`."""
    known = [row for row in rows if row["result"] is not None]

    def end(row: dict[str, Any]) -> dict[str, Any]:
        words = row["reading"] if row["value"] is None else f"{row['reading']}={row['value']}"
        return {"reading": words, "result": row["result"]}

    return {
        "lowest": end(min(known, key=lambda row: row["result"])),
        "highest": end(max(known, key=lambda row: row["result"])),
    }


def _sentence(base: Resolved, figure: str) -> str:
    text = figure_words(figure)
    return f"{text[0].upper()}{text[1:]} under every reading: {whose(base)}."
