"""How many counters: every AC against every DC, the fewest that suffice, and a model's own trade between them."""

from dataclasses import replace
from typing import Any

from bmg_odds.answers.ask import question
from bmg_odds.answers.dice import Dice, Progress, worst
from bmg_odds.answers.many import CERTAIN, check_figure, header, refuse_third, whose
from bmg_odds.answers.numbers import figure_words, is_chance
from bmg_odds.answers.own import own_trade
from bmg_odds.answers.provenance import arguments
from bmg_odds.answers.tables import Rows
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.resolve import resolve
from bmg_odds.rules.splits import splits

Worked = tuple[list[Resolved], list[dict[str, Any]], dict[str, Any]]
SPLIT_COLUMNS = ("ac", "dc", "figure", "value", "standard_error")
REACH_COLUMNS = ("dc", "ac", "value")
BELOW_COLUMNS = ("ac", "dc", "value")
INSTEAD = "ask `efforts` for every pair of Efforts, or `attack` with --attacker-efforts and --target-efforts"


def split(
    attacker: str | Card,
    target: str | Card,
    *,
    figure: str = "out",
    own: bool = False,
    engine: str = "exact",
    trials: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    target_error: float | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Rows:
    """Return a figure for every AC and DC that the cards allow, AC 0 and DC 0 among them.

    A ranged attack has one: its 2 AC, no DC. With `own` the header field `own` holds the trade of the attacker's
    own counters against this foe (`own.own_trade`). Keywords otherwise as `ask.attack` without `ac` and `dc`;
    engine options as `many.Dice.of`.

    >>> rows = split("Batman (AC)", "Joker (AC)", figure="markers")
    >>> len(rows.rows), rows.rows[-1]["ac"], rows.rows[-1]["dc"]
    (30, 5, 4)
    """
    dice = Dice.of(engine, trials, seed, threads, target_error)
    asked = _asked("split", attacker, target, figure, options)

    def work(dice: Dice) -> Worked:
        cells, rows = _surface(asked, figure, dice, progress)
        return cells, rows, own_trade(asked, figure, dice, place=len(rows)) if own else {}

    def both(found: Worked) -> list[dict[str, Any]]:
        traded = found[2].get("rows", ())
        return [
            *found[1],
            *({"standard_error": row[name]} for row in traded for name in ("dealt_error", "taken_error")),
        ]

    dice, found = dice.settled(work, lambda found: worst(both(found)))
    cells, rows, trade = found
    text = f"{figure_words(figure)} for every AC and DC: "
    fields = header(
        cells, sentence=_sentence(text, cells[-1]), figure=figure, dice=dice, more={"own": trade} if own else {},
        missed=dice.missed(both(found)),
    )  # fmt: skip
    fields["arguments"] = arguments(
        "split",
        {"attacker": attacker, "target": target},
        {**options, "figure": figure, "own": own} | dice.asked(),
    )
    return Rows("split", SPLIT_COLUMNS, tuple(rows), fields)


def commit(
    attacker: str | Card,
    target: str | Card,
    *,
    chance: float | None = None,
    below: float | None = None,
    figure: str = "out",
    engine: str = "exact",
    trials: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    target_error: float | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Rows:
    """Return how many counters suffice: `split` asked backwards.

    With `chance`, for each DC the fewest AC whose figure is at least that; with `below`, for each AC the fewest
    DC whose figure is less than that. Where none suffices the counters and the value of the row are None, and its
    `best` and `best_with` tell how near one gets. One of the two is needed. Keywords otherwise as `split`.

    >>> [(row["dc"], row["ac"]) for row in commit("Batman (AC)", "Gotham Policeman", chance=0.5).rows]
    [(0, 4), (1, 4), (2, 5), (3, None)]
    """
    level = _level(chance, below, figure)
    dice = Dice.of(engine, trials, seed, threads, target_error)
    asked = _asked("commit", attacker, target, figure, options)
    dice, (cells, surface) = dice.settled(
        lambda dice: _surface(asked, figure, dice, progress), lambda found: worst(found[1])
    )
    reach = chance is not None
    given, spent = ("dc", "ac") if reach else ("ac", "dc")
    rows = [
        _fewest([row for row in surface if row[given] == count], given, spent, level, reach=reach)
        for count in sorted({row[given] for row in surface})
    ]
    words = figure_words(figure)
    text = f"Fewest AC that bring the {words} to" if reach else f"Fewest DC that keep the {words} below"
    fields = header(
        cells,
        sentence=_sentence(f"{text} {f'{100 * level:g} %' if is_chance(figure) else f'{level:g}'}: ", cells[-1]),
        figure=figure,
        dice=dice,
        more={"chance": chance, "below": below},
        missed=dice.missed(surface),
    )
    fields["arguments"] = arguments(
        "commit",
        {"attacker": attacker, "target": target},
        {**options, "figure": figure, "chance": chance, "below": below} | dice.asked(),
    )
    return Rows("commit", REACH_COLUMNS if reach else BELOW_COLUMNS, tuple(rows), fields)


def _asked(command: str, attacker: str | Card, target: str | Card, figure: str, options: dict[str, Any]) -> Question:
    refuse_third(options.get("rules", "revised"), command, INSTEAD)
    check_figure(figure)
    for name in ("ac", "dc"):
        if options.pop(name, None):
            raise BmgError(f"--{name} is what `{command}` works out; leave it out")
    return question(attacker, target, **options)


def _surface(
    asked: Question, figure: str, dice: Dice, progress: Progress | None
) -> tuple[list[Resolved], list[dict[str, Any]]]:
    """Return every commitment resolved, in the order of AC and DC, and its row."""
    allowed = splits(asked)
    pairs = [(ac, dc) for ac in allowed.acs for dc in range(allowed.most_dc + 1)]
    cells, rows = [], []
    for place, (ac, dc) in enumerate(pairs):
        resolved = resolve(replace(asked, situation=replace(asked.situation, ac=ac, dc=dc)))
        cells.append(resolved)
        rows.append(
            {"ac": ac, "dc": dc, **dice.cell(resolved, figure, place, dice.within(progress, place, len(pairs)))}
        )
        dice.tell(progress, place + 1, len(pairs))
    return cells, rows


def _level(chance: float | None, below: float | None, figure: str) -> float:
    if (chance is None) == (below is None):
        raise BmgError(
            "commit needs one of --chance X (the fewest AC that reach it) and --below X (the fewest DC that keep it "
            "below)"
        )
    flag, level = ("--chance", chance) if chance is not None else ("--below", below)
    assert level is not None
    most = 1.0 if is_chance(figure) else float("inf")
    if not 0.0 <= level <= most:
        allowed = "0 to 1" if is_chance(figure) else "0 or more"
        raise BmgError(f"{flag} {level:g} is out of range for {figure}; allowed: {allowed}")
    return level


def _fewest(rows: list[dict[str, Any]], given: str, spent: str, level: float, *, reach: bool) -> dict[str, Any]:
    """Return the row of one number of counters: the fewest of the other side that suffice."""
    rows = sorted(rows, key=lambda row: int(row[spent]))

    def suffices(row: dict[str, Any]) -> bool:
        reached = bool(row["value"] >= level - CERTAIN)
        return reached if reach else not reached

    found = next((row for row in rows if suffices(row)), None)
    best = (max if reach else min)(rows, key=lambda row: row["value"])
    shown = found or best
    return {
        given: rows[0][given],
        spent: found and found[spent],
        "value": found and found["value"],
        "standard_error": shown["standard_error"],
        "best": best["value"],
        "best_with": best[spent],
        **({"seed": shown["seed"]} if "seed" in shown else {}),
    }


def _sentence(text: str, resolved: Resolved) -> str:
    return f"{text[0].upper()}{text[1:]}{whose(resolved)}."
