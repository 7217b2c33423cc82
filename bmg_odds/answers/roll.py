"""Every other roll of the rules, answered: `roll NAME` as rows, by either engine (R3, R2.6, R2.13, R7.8)."""

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

from bmg_odds.answers import keywords
from bmg_odds.answers.agreement import g_test
from bmg_odds.answers.ask import cards_of
from bmg_odds.answers.dice import Dice, worst
from bmg_odds.answers.provenance import arguments
from bmg_odds.answers.record import card_record
from bmg_odds.answers.rests import unknown_traits
from bmg_odds.answers.tables import Rows
from bmg_odds.engines.rolls_exact import cases
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.facts.naming import parse_model
from bmg_odds.facts.roster import Roster
from bmg_odds.rules.edition import edition
from bmg_odds.rules.roll import FAILURE, NEVER, Asked, Roll
from bmg_odds.rules.roll_card import unmodelled
from bmg_odds.rules.rolls import asked, form_of, roll_of

COLUMNS = ("result", "probability", "at_least")
Progress = Callable[[int, int], None]


def roll(
    name: str,
    model: str | Card | None = None,
    *,
    rules: str = "revised",
    reading: Any = (),
    roster: Any = (),
    as_edition: bool = False,
    engine: str = "exact",
    trials: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    target_error: float | None = None,
    progress: Progress | None = None,
    **values: Any,
) -> Rows:
    """Return the law of one roll: a row for each result with its chance, and that of the result or more.

    `name` is the command line's (`agility`, `break-grab`, …), `values` are its options with underscores; `model`, a
    card or a model typed in, fills in what is not given. Rolls that pass or fail have the rows success and failure;
    "or more" means "or better" there, and for the round of a recovery. Engine keywords as `many.Dice.of`. Raises
    BmgError for everything that cannot be asked.

    >>> [(row["result"], row["probability"]) for row in roll("agility", movement=3).rows]
    [('success', 0.5), ('failure', 0.5)]
    """
    form, found = form_of(name), edition(rules, keywords.readings(reading))
    cards = cards_of(roster)
    card = _card(name, model, cards, rules, as_edition)
    question = asked(form, found, values, card)
    made, dice = roll_of(question), Dice.of(engine, trials, seed, threads, target_error)
    counted = cases(made.dice)
    counts, check, stopped = counted, None, False
    if dice.trials is not None:
        counts, stopped = _rolled(made, dice, progress)
        check = g_test(counts, [each / sum(counted) for each in counted]) if sum(counts) else None
    rows = _rows(made, counts, sampled=dice.trials is not None)
    fields = {
        **_header(question, made),
        **dice.fields(),
        "model": card and card_record(card),
        "unmodelled_traits": list(unmodelled(question)),
        "warnings": list(unknown_traits(unmodelled(question))),
        **made.facts,
        **_means(made, counts),
    }
    if dice.trials is not None:
        fields |= {"trials": sum(counts), "interrupted": stopped, "check": check and asdict(check)}
        fields["warnings"] += replace(dice, trials=sum(counts)).missed(_both(rows))
    options = {"name": name, "rules": rules, "reading": reading, "as_edition": as_edition}
    options |= dice.asked(fields["trials"])
    models = {} if model is None else {"model": model}
    fields["arguments"] = arguments("roll", models, options | {"values": _texts(question, values)})
    return Rows("roll", COLUMNS, tuple(rows), fields)


def _rolled(made: Roll, dice: Dice, progress: Progress | None) -> tuple[tuple[int, ...], bool]:
    """Return how often each result came up, and whether the rolling was interrupted."""
    from bmg_odds.engines.rolls_rolled import counts

    def roll(trials: int, seed: int) -> tuple[tuple[int, ...], int]:
        found = counts(made.dice, trials=trials, seed=seed, threads=dice.threads, progress=progress)
        return found, sum(found)

    done = dice.rolled(roll, lambda found: worst(_both(_rows(made, found, sampled=True))))
    return done.found, done.interrupted


def _both(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Both errors of each row, a row each."""
    return [{"standard_error": row[name]} for row in rows for name in ("standard_error", "at_least_error")]


def _card(name: str, model: str | Card | None, cards: Roster, rules: str, as_edition: bool) -> Card | None:
    if model is None or isinstance(model, Card):
        card = model
    else:
        card = parse_model(keywords.text("model", model), cards, rules, as_edition=as_edition)
    if card is not None and not form_of(name).model:
        raise BmgError(f"{name}: no model makes this roll; leave {card.name} out")
    return card


def _texts(question: Asked, values: Mapping[str, Any]) -> list[str]:
    """The values that were given, as texts to ask again with."""
    given = [each.name for each in question.form.values if each.name in values and each.name in question.values]
    found = []
    for name in given:
        raw, value = values[name], question.values[name]
        if raw is not None and raw is not False and raw != ():
            found.append(f"{name}={'+'.join(value) if isinstance(value, tuple) else value}")
    return found


def _rows(made: Roll, counts: tuple[int, ...], *, sampled: bool) -> list[dict[str, Any]]:
    """One row for each result: numbers from the least on, otherwise the best first."""
    every = sum(counts)
    weights: dict[int | str, int] = {}
    for result, count in zip(made.results, counts, strict=True):
        weights[result] = weights.get(result, 0) + count
    order = list(weights)
    if not made.rising:
        order = [result for result in order if result not in (FAILURE, NEVER)]
        order += [result for result in weights if result in (FAILURE, NEVER)]
    rows = []
    for place, result in enumerate(order):
        reach = order[place:] if made.rising else order[: place + 1]
        row: dict[str, Any] = {
            "result": result,
            "probability": weights[result] / every,
            "at_least": sum(weights[each] for each in reach) / every,
            "means": made.means.get(result, ""),
        }
        if sampled:
            for key, name in (("probability", "standard_error"), ("at_least", "at_least_error")):
                row[name] = math.sqrt(row[key] * (1 - row[key]) / every)
        rows.append(row)
    return rows


def _header(question: Asked, made: Roll) -> dict[str, Any]:
    touching = _touching(question, made)
    readings = made.edition.readings()
    rests = "".join(f", {name}={readings[name]}" for name in touching)
    return {
        "sentence": f"{made.words} ({made.edition.name} rules{rests}).",
        "roll": made.form.name,
        "rules": made.edition.name,
        "readings": readings,
        "certainty": made.certainty,
        "values": {name: list(value) if isinstance(value, tuple) else value for name, value in question.values.items()},
        "unit": made.unit,
        "touching_readings": touching,
        "inferred_readings": [name for name in touching if made.edition.option(name).certainty == "I"],
        "inferred_traits": list(made.inferred_traits),
        "notes": list(made.notes),
    }


def _touching(question: Asked, made: Roll) -> list[str]:
    """The readings under whose other values the roll would be another."""
    found = []
    for option in made.edition.options:
        others = (made.edition.under({option.name: value}) for value in option.values if value != option.value)
        if any(roll_of(replace(question, edition=each)).law != made.law for each in others):
            found.append(option.name)
    return found


def _means(made: Roll, counts: tuple[int, ...]) -> dict[str, Any]:
    """Means that go with a law: of a result that is a number, and the foe's points where a band may flee."""
    every = sum(counts)
    if made.rising:
        total = sum(int(result) * count for result, count in zip(made.results, counts, strict=True))
        return {"mean": total / every}
    if "rounds_left" in made.facts:
        fled = counts[made.results.index(FAILURE)]
        return {"victory_points": made.facts["rounds_left"] * fled / every}
    return {}
