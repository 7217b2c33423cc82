"""A sweep's plan, written into its manifest and read from it: enough to work out its parts again, without its files."""

import base64
import binascii
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bmg_odds.answers.dice import Dice
from bmg_odds.answers.embedded import card_values, cards_of
from bmg_odds.answers.many import check_figure
from bmg_odds.answers.sweep_ask import MOST_PARTS, signed
from bmg_odds.answers.sweep_grid import MOST_SCENARIOS as MOST_OF_A_GRID
from bmg_odds.answers.sweep_plan import SLOTS, Block, Grid, Listed, Member, Plan
from bmg_odds.answers.sweep_values import NAMES, default, flag, read
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card

MOST_SCENARIOS = 50_000_000
"""Scenarios of a list: more cannot have been in a file that was read."""
LARGEST_PART = 10_000_000


def plan_values(plan: Plan) -> dict[str, Any]:
    """Return what a manifest says of a plan besides its provenance, JSON-ready.

    Cards stand in the provenance already; a model says which of them it is.
    """
    places = {json.dumps(values): place for place, values in enumerate(plan.provenance["cards"])}
    members: dict[Member, int] = {}

    def number(member: Member) -> int:
        return members.setdefault(member, len(members))

    blocks = []
    for block in plan.blocks:
        said: dict[str, Any] = {
            "attackers": [[number(member), weapon] for member, weapon in block.attackers],
            "targets": [number(member) for member in block.targets],
            "names": list(block.names),
            "lists": [list(values) for values in block.lists],
        }
        if isinstance(block, Grid):
            said |= {name: getattr(block, name) for name in ("acs", "dcs", "widths", "heights")}
        else:
            said |= {"scenarios": block.whole, "rows": _packed(block.rows)}
        blocks.append(said)
    models = [[member.name, member.count, places[json.dumps(card_values(member.card))]] for member in members]
    return {"readings": list(plan.readings), "models": models, "blocks": blocks}


def plan_again(manifest: Mapping[str, Any]) -> Plan:
    """Return the plan of a manifest, its files' provenance as the manifest has it; BmgError where it has none."""
    try:
        return _plan(manifest)
    except (KeyError, TypeError, AttributeError, IndexError, OverflowError, ValueError, binascii.Error, zlib.error,
            RecursionError) as error:  # fmt: skip
        why = f" ({error})" if isinstance(error, BmgError) else ""
        raise BmgError(f"the manifest does not say what was asked{why}; sweep again") from None


def _plan(manifest: Mapping[str, Any]) -> Plan:
    again = manifest["again"]
    cards = cards_of(manifest["cards"])
    members = [_member(values, cards) for values in again["models"]]
    rules, target_error = _text(manifest["rules"]), manifest.get("target_error")
    mc = manifest["engine"] == "mc"
    dice = Dice.of(manifest["engine"], manifest["trials"], manifest["seed"], target_error=target_error)
    if mc and not (_whole(dice.trials, 10**12) and _whole(dice.seed, 2**64 - 1) >= 0):
        raise BmgError("no rolls")
    blocks = tuple(_block(values, members, rules) for values in again["blocks"])
    figures = tuple(check_figure(_text(name)) for name in manifest["figures"])
    readings, columns = (tuple(map(_text, found)) for found in (again["readings"], manifest["columns"]))
    size = max(1, _whole(manifest["part_size"], LARGEST_PART))
    plan = Plan(blocks, rules, readings, columns, figures, dice.trials, dice.seed, size, {}, target=dice.target)
    if not 0 < plan.parts <= MOST_PARTS:
        raise BmgError("too many parts, or none")
    plan = signed(plan, cards)
    same = plan.provenance["digest"] == manifest["digest"]
    if not same and plan.provenance["version"] == manifest["version"]:
        raise BmgError("it was changed: its digest is that of another question")
    return replace(plan, provenance={key: manifest[key] for key in plan.provenance if key in manifest})


def _member(values: Any, cards: Sequence[Card]) -> Member:
    name, count, place = values
    return Member(_text(name), cards[_whole(place, len(cards) - 1)], _whole(count, 10**6))


def _block(values: Mapping[str, Any], members: Sequence[Member], rules: str) -> Block:
    attackers = tuple((members[_whole(one, len(members) - 1)], weapon if weapon is None else _text(weapon))
                      for one, weapon in values["attackers"])  # fmt: skip
    targets = tuple(members[_whole(one, len(members) - 1)] for one in values["targets"])
    names = tuple(map(_text, values["names"]))
    if not set(names) <= set(NAMES) or len(names) != len(values["lists"]):
        raise BmgError("unknown options")
    editions = tuple(map(_text, dict(zip(names, values["lists"], strict=True)).get("rules", (rules,))))
    lists = tuple(tuple(_value(name, one, editions) for one in found)
                  for name, found in zip(names, values["lists"], strict=True))  # fmt: skip
    if "rows" in values:
        ends = (len(attackers), len(targets), SLOTS, SLOTS, *map(len, lists))
        rows = _unpacked(values["rows"], _whole(values["scenarios"], MOST_SCENARIOS), ends)
        return Listed(attackers, targets, names, lists, rows, 0, len(rows))
    acs, dcs, widths, heights = (_counters(values[name]) for name in ("acs", "dcs", "widths", "heights"))
    if widths is None or heights is None or len(widths) != len(attackers) or len(heights) != len(targets):
        raise BmgError("lists of unequal lengths")
    grid = Grid(attackers, targets, names, lists, acs, _known(dcs), _known(widths) or (), _known(heights) or ())
    if not grid.attacks or not 0 < grid.size <= MOST_OF_A_GRID:
        raise BmgError("no scenario")
    return grid


def _known(values: tuple[int | None, ...] | None) -> tuple[int, ...] | None:
    if values is None:
        return None
    return tuple(_whole(one, SLOTS) for one in values)


def _value(name: str, value: Any, editions: tuple[str, ...]) -> Any:
    value = tuple(value) if isinstance(value, list) else value
    if value == default(name):
        return default(name)
    found = read(name, [list(value) if isinstance(value, tuple) and value else "none" if value == () else value],
                 rules=editions)  # fmt: skip
    if found != (value,):
        raise BmgError(f"{flag(name)} has no such value")
    return found[0]


def _counters(values: Any) -> tuple[int | None, ...] | None:
    if values is None:
        return None
    return tuple(None if one is None else _whole(one, SLOTS) for one in values)


def _packed(rows: Any) -> str:
    return base64.b64encode(zlib.compress(rows.astype("<i4").tobytes(), 9)).decode()


def _unpacked(text: str, count: int, ends: Sequence[int]) -> Any:
    """Return the rows of a list. No more is unpacked than there can be, and each number is a place that exists."""
    import numpy as np

    size = 4 * count * len(ends)
    opened = zlib.decompressobj()
    data = opened.decompress(base64.b64decode(text, validate=True), size + 1)
    if len(data) != size:
        raise BmgError("rows of another number")
    rows = np.frombuffer(data, "<i4").reshape(count, len(ends)).astype(np.int32)
    least = np.zeros(len(ends), np.int32)
    least[2] = -1  # as many AC as allowed
    if ((rows < least) | (rows >= np.array(ends))).any():
        raise BmgError("rows of what is not there")
    return rows


def _whole(value: Any, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise BmgError("numbers out of range")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise BmgError("texts that are none")
    return value
