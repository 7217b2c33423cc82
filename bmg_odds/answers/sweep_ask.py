"""From what a sweep is asked to its plan: everything that can be wrong is found here, before any work."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bmg_odds._version import __version__
from bmg_odds.answers.ask import Paths, Readings, cards_of
from bmg_odds.answers.asking.shared import FIGURES
from bmg_odds.answers.dice import Dice
from bmg_odds.answers.embedded import card_values
from bmg_odds.answers.keywords import readings as named_readings
from bmg_odds.answers.many import check_figure
from bmg_odds.answers.sweep_file import Asked, Given, read_file
from bmg_odds.answers.sweep_grid import grid
from bmg_odds.answers.sweep_listed import listed
from bmg_odds.answers.sweep_models import Models
from bmg_odds.answers.sweep_plan import Block, Grid, Listed, Plan
from bmg_odds.answers.sweep_values import EVERY, NAMES, flag, name_of
from bmg_odds.answers.target import BLOCK
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.rules.edition import edition

LEVELS = tuple(f"at-least={level}" for level in range(1, 11))
PART_SIZE = 100_000
ROLLS_A_PART = 500_000_000
MOST_PARTS = 1_000_000
MOST_CARDS = 200
"""Cards up to which every part holds them, and not the manifest alone."""


def plan_of(
    file: str | None = None,
    *,
    everyone: bool = False,
    over: Mapping[str, Any] | Iterable[str] = (),
    only: Sequence[str] = (),
    figures: Sequence[str] = (),
    rules: str = "revised",
    reading: Readings = (),
    roster: Paths = (),
    as_edition: bool = False,
    engine: str = "exact",
    trials: int | None = None,
    seed: int | None = None,
    target_error: float | None = None,
    part_size: int | None = None,
) -> Plan:
    """Return the plan of a sweep; BmgError for everything that is wrong in it, with file and line.

    `file` is TOML or CSV; `over` are lists of a grid by option, `{"dc": "0..3"}` or `["dc=0..3"]`, which a
    file's grids are crossed with; `everyone` sets every card against every other with all weapons, AC and DC
    where `over` says nothing else of them.

    >>> plan = plan_of(over={"attacker": "Batman (AC)", "target": "all", "dc": "all"}, only=["leader"])
    >>> plan.parts, plan.columns[:5]
    (1, ('attacker', 'weapon', 'target', 'ac', 'dc'))
    """
    shown = tuple(dict.fromkeys(check_figure(name) for name in figures)) or FIGURES + LEVELS
    dice = Dice.of(engine, trials, seed, target_error=target_error)
    named = named_readings(reading)
    edition(rules, named)
    lists = _over(over)
    asked = read_file(file) if file else Asked((), iter(()), ())
    if everyone:
        asked = asked._replace(grids=(*asked.grids, Given(_everyone(rules, lists), "", {})))
    elif lists and not file:
        asked = asked._replace(grids=(Given({}, "", {}),))
    if not file and not asked.grids:
        raise BmgError("a sweep needs a FILE.toml, a FILE.csv, --everyone, or --over attacker=… --over target=…")
    cards = cards_of(roster)
    models = Models(cards, as_edition=as_edition, only=only), Models(cards, as_edition=as_edition, only=only)
    blocks: list[Block] = []
    for given in asked.grids:
        blocks.append(grid(_with(given, lists), models, rules, named))
    if asked.columns or file:
        rows = listed(asked, models, rules, named)
        if rows.whole and lists:
            raise BmgError("--over makes lists for a grid; the scenarios of a file stand as they are")
        blocks += [rows] * bool(rows.whole)
    if not blocks:
        raise BmgError(f"{file}: no scenario in it")
    size = part_size or max(1, min(PART_SIZE, ROLLS_A_PART // max(1, _rolls(dice))))
    readings = tuple(f"{name}={value}" for name, value in sorted(named.items()))
    counts = [f"{side}_count" for side, found in zip(("attacker", "target"), models, strict=True)
              if any(member.count > 1 for member in found.members.values())]  # fmt: skip
    plan = Plan(tuple(blocks), rules, readings, _columns(blocks, counts), shown, dice.trials, dice.seed, size, {},
                target=dice.target)  # fmt: skip
    if plan.parts > MOST_PARTS:
        raise BmgError(f"{plan.size:,} scenarios in {plan.parts:,} parts; allowed: {MOST_PARTS:,}: raise --part-size")
    return signed(plan, list(dict.fromkeys(card for side in models for card in side.members)))


def _rolls(dice: Dice) -> int:
    """About how many rolls a scenario takes at most."""
    return dice.trials or 0 if dice.target is None else min(dice.target.most, int(0.25 / dice.target.error**2) + BLOCK)


def _over(given: Mapping[str, Any] | Iterable[str]) -> dict[str, Any]:
    """Return lists by option, from a mapping or from `NAME=VALUES`."""
    found: dict[str, Any] = {}
    pairs = given.items() if isinstance(given, Mapping) else (_pair(text) for text in given)
    for written, values in pairs:
        try:
            name = name_of(written)
        except BmgError as error:
            raise BmgError(f"--over {error}") from None
        if name in found:
            raise BmgError(f"--over {flag(name)} is given twice; its values stand in one list, joined by commas")
        found[name] = values
    return found


def _pair(text: str) -> tuple[str, str]:
    name, equals, values = text.partition("=")
    if not equals:
        raise BmgError(f"--over {text} is not NAME=VALUES, for example dc=0..3")
    return name, values


def _everyone(rules: str, lists: Mapping[str, Any]) -> dict[str, Any]:
    spent = ("attacker_efforts", "target_efforts") if rules == "third" else ("ac", "dc")
    return {name: EVERY for name in ("attacker", "target", "weapon", *spent) if name not in lists}


def _with(given: Given, lists: Mapping[str, Any]) -> Given:
    """Return a grid with further lists in it."""
    for name in lists:
        if name in given.values:
            raise BmgError(f"--over {flag(name)}: the file's grid has a list of its own for it")
    places = given.places | dict.fromkeys(lists, "--over ")
    return Given({**given.values, **lists}, given.place, places)


def _columns(blocks: Sequence[Block], counts: Sequence[str]) -> tuple[str, ...]:
    """Return the inputs that are shown: who, with what, AC and DC, and every option that some block names."""
    used = {name for block in blocks for name in block.names} | {"attacker", "target", "weapon", "ac", "dc"}
    found = []
    for name in NAMES:
        if name in used:
            found.append(name)
        if f"{name}_count" in counts:
            found.append(f"{name}_count")
    order = ("attacker", "attacker_count", "weapon", "target", "target_count", "rules", "reading", "ac", "dc")
    return tuple(sorted(found, key=lambda name: order.index(name) if name in order else len(order)))


def signed(plan: Plan, cards: Sequence[Card]) -> Plan:
    """Return the plan with what its files say of the question, and the digest that tells questions apart."""
    found = edition(plan.rules, plan.readings)
    question = {
        "rules": plan.rules,
        "readings": found.readings(),
        "engine": plan.engine,
        "trials": plan.trials,
        "seed": plan.seed,
        **({} if plan.target is None else {"target_error": plan.target.error}),
        "figures": list(plan.figures),
        "columns": list(plan.columns),
        "part_size": plan.part_size,
        "blocks": [_described(block) for block in plan.blocks],
        "cards": [card_values(card) for card in cards],
    }
    text = json.dumps(question, sort_keys=True, ensure_ascii=False)
    head: dict[str, Any] = {
        "command": "sweep",
        "version": __version__,
        "digest": hashlib.sha256(text.encode()).hexdigest(),
    }
    return replace(plan, provenance=head | question, parts_hold_cards=len(cards) <= MOST_CARDS)


def _described(block: Block) -> dict[str, Any]:
    """Return a block JSON-ready; of a long list its digest, and the distinct values in it."""
    options = {flag(name): [list(each) if isinstance(each, tuple) else each for each in values]
               for name, values in zip(block.names, block.lists, strict=True)}  # fmt: skip
    who: dict[str, Any] = {
        "kind": "grid" if isinstance(block, Grid) else "scenarios",
        "attackers": [[member.name, weapon] for member, weapon in block.attackers],
        "targets": [member.name for member in block.targets],
    }
    if isinstance(block, Listed):
        import numpy as np

        rows = np.ascontiguousarray(block.rows, dtype="<i4")
        return who | {
            "options": options,
            "scenarios": block.whole,
            "digest": hashlib.sha256(rows.tobytes()).hexdigest(),
        }
    asked = {
        "ac": EVERY if block.acs is None else list(block.acs),
        "dc": EVERY if block.dcs is None else list(block.dcs),
    }
    return who | asked | {"options": options}
