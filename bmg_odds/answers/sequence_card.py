"""The card of the optimal policy: against so many impacts, with so many attackers left, roll so many DC (R4)."""

import textwrap
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from bmg_odds.answers.formats import Record
from bmg_odds.answers.sequence_policy import Plan
from bmg_odds.engines.sequence import State

BESIDE = ("dealt", "spare", "down", "hardened", "invulnerable", "armour")
"""What a choice may depend on beside the DC left and the markers: named on the card only where it decides."""
MOST_LINES = 40
"""Rows that a terminal shows."""
HELD, MOST_HITS = 16, 11
"""Signs that the markers have at least, and impacts that have a column, so that a line fits 80 signs."""

Answer = tuple[int, ...]
Held = tuple[State, int]
"""A target, and the markers dealt to it before as far as the figure reads them."""


def card(plan: Plan) -> list[dict[str, Any]]:
    """Return the optimal policy as rows: attackers left, DC left, markers, and the DC to roll for each number of
    impacts. Only what the sequence can come to; what is answered alike is one row.

    `markers` lists the (Injuries, Stuns) of the row. `when` names what else decides, where markers alone do not:
    any of BESIDE.
    """
    rows: dict[tuple[int, int, tuple[tuple[str, int], ...], Answer], set[tuple[int, int]]] = {}
    for (attack, dc), found in _answers(plan).items():
        beside = _deciding(found)
        for held, answer in found.items():
            when = tuple((name, _value(held, name)) for name in beside)
            rows.setdefault((attack, dc, when, answer), set()).add(held[0][:2])
    order = sorted(rows.items(), key=lambda row: (row[0][0], -row[0][1], row[0][2], sorted(row[1])))
    return [
        {"attack": attack + 1, "attackers_left": plan.chain.attacks - attack - 1, "dc": dc, "roll": list(answer),
         "markers": [list(each) for each in sorted(markers)], "when": dict(when)}
        for (attack, dc, when, answer), markers in order
    ]  # fmt: skip


def _answers(plan: Plan) -> dict[tuple[int, int], dict[Held, Answer]]:
    """Return by attack and DC left what every target does, in the order of the impacts."""
    if plan.worth is None:
        return {}
    decided: dict[tuple[int, State, int], dict[int, int]] = {}
    for (attack, state, dealt, impacts), dc in plan.worth.choices.items():
        if state.dc and len(plan.chain.law(attack, state).phase.blocks) > 1:
            decided.setdefault((attack, state, dealt), {})[impacts] = dc
    found: dict[tuple[int, int], dict[Held, Answer]] = {}
    for (attack, state, dealt), choice in decided.items():
        answer = tuple(choice[hits] for hits in sorted(choice) if hits or plan.chain.gang.unseen)
        if answer:
            found.setdefault((attack, state.dc), {})[state, dealt] = answer
    return found


def _deciding(found: Mapping[Held, Answer]) -> tuple[str, ...]:
    """Return the fewest of BESIDE that, with the markers, leave no two answers to one question."""
    varied = [name for name in BESIDE if len({_value(held, name) for held in found}) > 1]
    for many in range(len(varied) + 1):
        for beside in combinations(varied, many):
            known: dict[tuple[int, ...], Answer] = {}
            if all(
                known.setdefault((*held[0][:2], *(_value(held, name) for name in beside)), answer) == answer
                for held, answer in found.items()
            ):
                return beside
    return tuple(varied)


def _value(held: Held, name: str) -> int:
    state, dealt = held
    return dealt if name == "dealt" else int(getattr(state, name))


def card_table(record: Record, *, short: bool) -> tuple[str, tuple[str, ...], list[dict[str, str]]]:
    """Return a heading, columns and rows: what decides, and the DC for each number of impacts; `short` for a page
    of 80 columns."""
    rows = record["policy_card"]
    shown = rows[:MOST_LINES] if short else rows
    most = max(len(row["roll"]) for row in rows)
    many = min(most, MOST_HITS) if short else most
    keys = [(row["attackers_left"], row["dc"]) for row in rows]
    room = max(HELD, 80 - len("attackers to come  DC left") - 2 - sum(2 + len(str(hits)) for hits in _to(many)))
    lines = []
    for row in shown:
        held = _held(row) if keys.count((row["attackers_left"], row["dc"])) > 1 else "any"
        parts = textwrap.wrap(held, room) if short else [held]
        first = {"attackers to come": str(row["attackers_left"]), "DC left": str(row["dc"]), "Injuries+Stuns": parts[0]}
        rolls = {str(hits): str(row["roll"][hits - 1]) if hits <= len(row["roll"]) else "" for hits in _to(many)}
        lines.append(first | rolls)
        lines += [{**dict.fromkeys(lines[0], ""), "Injuries+Stuns": part} for part in parts[1:]]
    head = "The optimal policy: after so many impacts, roll so many DC"
    left_out = [f"the first {len(shown)} of {len(rows)} lines"] * (len(shown) < len(rows))
    left_out += [f"up to {many} of {most} impacts"] * (many < most)
    more = f" ({', '.join(left_out)}; all are in --format json)" if left_out else ""
    return f"{head}{more}:", tuple(lines[0]), lines


def _to(many: int) -> range:
    return range(1, many + 1)


def _held(row: Mapping[str, Any]) -> str:
    """Return the targets of a row in short: 0+0-3 where only the Stuns run, and what else they must be.

    >>> _held({"markers": [[0, 0], [0, 1], [1, 0]], "when": {}})
    '0+0-1, 1+0'
    >>> _held({"markers": [[2, 1]], "when": {"down": 0, "spare": 1}})
    '2+1 standing, 1 other counter'
    """
    words = ", ".join(_words(name, value) for name, value in row["when"].items())
    return f"{_runs(row['markers'])} {words}".rstrip()


def _runs(markers: Sequence[Sequence[int]]) -> str:
    runs: list[list[int]] = []
    for injuries, stuns in sorted(map(tuple, markers)):
        if runs and runs[-1][0] == injuries and runs[-1][2] == stuns - 1:
            runs[-1][2] = stuns
        else:
            runs.append([injuries, stuns, stuns])
    return ", ".join(f"{one}+{low}" + (f"-{high}" if high > low else "") for one, low, high in runs)


def _words(name: str, value: int) -> str:
    """Return in words what a choice depends on."""
    if name == "down":
        return "down" if value else "standing"
    if name == "hardened":
        return "Hardened" if value else "Hardened spent"
    if name == "dealt":
        return f"{value} dealt"
    if name == "spare":
        return f"{value} other counter{'s' * (value != 1)}"
    trait = "Invulnerability" if name == "invulnerable" else "Power Armor"
    return f"{trait} {value} left"
