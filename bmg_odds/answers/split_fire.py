"""One attacker's dice divided between several targets, and the best division (R2.2)."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from bmg_odds.answers.ask import cards_of, question
from bmg_odds.answers.attackers import parts
from bmg_odds.answers.dice import Dice, Progress, worst
from bmg_odds.answers.many import CERTAIN, check_figure, circumstances, header, refuse_third
from bmg_odds.answers.numbers import figure_words, is_chance
from bmg_odds.answers.provenance import arguments
from bmg_odds.answers.tables import Rows
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.facts.crew import Model, with_crews
from bmg_odds.rules.question import Resolved
from bmg_odds.rules.record import Strike
from bmg_odds.rules.resolve import resolve

MOST_TARGETS = 6
COLUMNS = ("division", "figure", "value", "standard_error")


def split_fire(
    targets: Sequence[Model],
    by: str | Card,
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
    """Return a figure for every division of one attack's dice between targets, the best division first.

    Each share is an attack of its own, with its own damage roll and collateral die (R2.2, R2.9); `value` is the sum
    over the targets: of a chance, how many of them it befalls on average. A row also has `dice` and `values` by
    target, and for chances `any` and `all`: that it befalls one of them at least, and every one. `by` is
    `NAME[/WEAPON[/AC]]`; `targets` may name a crew file, whose every model is a target; keywords otherwise as
    `ask.attack`, `dc` for each target.

    >>> rows = split_fire(["defense=2,endurance=2", "defense=4,endurance=3"], "attack=4,strength=3,damage=SS").rows
    >>> [(row["division"], round(row["value"], 3)) for row in rows][:2]
    [('2 + 2', 0.988), ('3 + 1', 0.968)]
    """
    refuse_third(str(options.get("rules", "revised")), "--split", "its dice are not divided")
    check_figure(figure)
    roster, rules = options.get("roster", ()), options.get("rules", "revised")
    cards = cards_of(roster)
    targets = with_crews(targets, cards, rules, as_edition=options.get("as_edition", False))
    if not 2 <= len(targets) <= MOST_TARGETS:
        raise BmgError(f"--split is given {len(targets)} targets; allowed: 2 to {MOST_TARGETS}")
    if any(options.get(name) for name in ("target_use", "use")):
        raise BmgError("--split: traits bought for one attack (--use, --target-use) are not divided; leave them out")
    times, name, weapon, ac = (1, by, None, None) if isinstance(by, Card) else parts(by)
    if times != 1:
        raise BmgError(f"--split divides one attacker's dice; --by '{by}' names {times}")
    dice = Dice.of(engine, trials, seed, threads, target_error)
    asked = {**options, "weapon": weapon}
    if ac is not None:
        asked["ac"] = ac
    attacks = [resolve(question(name, target, **asked)) for target in targets]
    many = min(one.strike.dice for one in attacks)

    def work(dice: Dice) -> list[dict[str, Any]]:
        values = _shares(attacks, many, figure, dice, progress)
        return sorted(
            (_row(division, values, figure) for division in _divisions(many, len(attacks))),
            key=lambda row: (-round(row["value"] / CERTAIN) * CERTAIN, row["dice"]),
        )

    dice, rows = dice.settled(work, worst)
    first = attacks[0]
    names = " and ".join(one.question.target.name for one in attacks)
    text = (
        f"{figure_words(figure)} for every division of {many} dice: {first.question.attacker.name} with "
        f"{first.weapon.name} against {names}{circumstances(first)} ({first.question.edition.name} rules)."
    )
    more = {"targets": [one.question.target.name for one in attacks], "dice": many}
    fields = header(attacks, sentence=text[0].upper() + text[1:], figure=figure, dice=dice, more=more,
                    missed=dice.missed(rows))  # fmt: skip
    fields["notes"] = list(dict.fromkeys(note for one in attacks for note in one.notes))
    fields["arguments"] = _saved(targets, by, name, {**options, "figure": figure} | dice.asked())
    return Rows("split-fire", COLUMNS, tuple(rows), fields)


def _saved(targets: Sequence[str | Card], by: str | Card, name: str | Card, options: dict[str, Any]) -> dict[str, Any]:
    found = arguments("split-fire", {"targets": list(targets), "by": name}, options)
    if isinstance(by, str):
        found["models"]["by"] = by
    return found


def _shares(
    attacks: Sequence[Resolved], many: int, figure: str, dice: Dice, progress: Progress | None
) -> list[list[dict[str, Any]]]:
    """Return the figure of each target for each share of 0 … `many` dice."""
    found: list[list[dict[str, Any]]] = []
    total = len(attacks) * (many + 1)
    for number, one in enumerate(attacks):
        cells = []
        for share in range(many + 1):
            place = number * (many + 1) + share
            cells.append(dice.cell(_with_dice(one, share), figure, place, dice.within(progress, place, total)))
            dice.tell(progress, place + 1, total)
        found.append(cells)
    return found


def _with_dice(one: Resolved, share: int) -> Resolved:
    strike = one.strike
    assert isinstance(strike, Strike)
    return replace(one, strike=strike._replace(dice=share))


def _divisions(dice: int, targets: int) -> Iterator[tuple[int, ...]]:
    if targets == 1:
        yield (dice,)
        return
    for first in range(dice + 1):
        for rest in _divisions(dice - first, targets - 1):
            yield (first, *rest)


def _row(division: tuple[int, ...], values: list[list[dict[str, Any]]], figure: str) -> dict[str, Any]:
    cells = [values[place][share] for place, share in enumerate(division)]
    each = [float(cell["value"]) for cell in cells]
    errors = [cell["standard_error"] for cell in cells]
    row: dict[str, Any] = {
        "division": " + ".join(str(share) for share in division),
        "figure": figure,
        "value": math.fsum(each),
        "standard_error": None if errors[0] is None else math.sqrt(math.fsum(error**2 for error in errors)),
        "dice": list(division),
        "values": each,
    }
    if is_chance(figure):
        row["any"] = 1.0 - math.prod(1.0 - value for value in each)
        row["all"] = math.prod(each)
    return row
