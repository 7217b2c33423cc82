"""`page`: the attack calculator for chosen cards as one HTML file that needs no server and no network."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bmg_odds._version import __version__
from bmg_odds.answers import keywords
from bmg_odds.answers.ask import cards_of, models_of
from bmg_odds.answers.formats import Document
from bmg_odds.answers.many import weapon_names, weapon_of
from bmg_odds.answers.page_file import html
from bmg_odds.answers.page_records import Pools, counters_held, pair
from bmg_odds.answers.page_rests import rests
from bmg_odds.answers.page_third import clash_pair, efforts_held
from bmg_odds.answers.provenance import arguments
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.facts.crew import Model, with_crews
from bmg_odds.rules.awarding import STATUSES
from bmg_odds.rules.clash_resolve import most_efforts
from bmg_odds.rules.edition import Edition, edition
from bmg_odds.rules.harm import VICTORY_POINTS, victory_points
from bmg_odds.rules.question import Question
from bmg_odds.rules.situation import Situation

MOST_MODELS = 20
"""The most attackers, and the most targets, of one page."""

Progress = Callable[[int, int], object]


def page(
    attackers: Sequence[Model],
    targets: Sequence[Model],
    *,
    rules: str = "revised",
    reading: Any = (),
    roster: Any = (),
    as_edition: bool = False,
    progress: Progress | None = None,
) -> Document:
    """Return the page as a document whose text in `md` is the HTML file, its provenance in a comment at the end.

    Every attacker can be chosen against every target, with each of its weapons. A crew file stands for its members,
    each once. BmgError for more than MOST_MODELS on a side, for two models of one name, and for a pair that cannot be
    asked with any weapon.

    >>> document = page(["Batman (AC)"], ["Gotham Policeman"])
    >>> document.record["attackers"], document.text("md")[:15]
    (['Batman (AC)'], '<!doctype html>')
    """
    found = edition(rules, keywords.readings(reading))
    cards = cards_of(roster)
    sides: dict[str, tuple[list[str | Card], dict[str, Card]]] = {}
    for side, given in (("attackers", attackers), ("targets", targets)):
        texts = list(dict.fromkeys(with_crews(given, cards, rules, as_edition=as_edition)))
        named = {f"{side} {place}": one for place, one in enumerate(texts)}
        models = models_of(named, cards, rules, as_edition=as_edition)
        sides[side] = texts, _labelled(side, texts, models)
    data = page_data(found, sides["attackers"][1], sides["targets"][1], progress)
    record = {
        "command": "page",
        "version": __version__,
        "rules": found.name,
        "readings": found.readings(),
        **{side: [one["name"] for one in data[side]] for side in sides},
        "unmodelled_traits": list(dict.fromkeys(name for one in data["pools"]["rests"] for name in one[2])),
        "records": len(data["pools"]["laws"]),
        "choices": sum(len(grid) for grid in data["pools"]["grids"]),
        "arguments": arguments(
            "page",
            {side: texts for side, (texts, _) in sides.items()},
            {"rules": rules, "reading": reading, "roster": roster, "as_edition": as_edition},
        ),
    }
    text = html(data)
    return Document(record, "rows", (), lambda _: text, lambda _: text)


def _labelled(side: str, texts: Sequence[str | Card], models: Sequence[Card]) -> dict[str, Card]:
    """Return the models of a side by their labels; BmgError where they are none, too many, or share a label."""
    flag = f"--{side.removesuffix('s')}"
    if not models:
        raise BmgError(f"page: {flag} is missing; name at least one model")
    found: dict[str, Card] = {}
    for text, card in zip(texts, models, strict=True):
        name = label(text, card)
        if found.setdefault(name, card) != card:
            raise BmgError(f"page: two models given by {flag} are called {name}; give one another name, as name=…")
    if len(found) > MOST_MODELS:
        raise BmgError(f"page: {flag} names {len(found)} models; allowed: 1 to {MOST_MODELS} on a page")
    return found


def label(text: str | Card, card: Card) -> str:
    """Return the name of a model on the page, with what was changed in it.

    >>> label("bob:attack=4", Card(name="Bob", edition="revised", attack=4))
    'Bob (attack=4)'
    """
    if isinstance(text, Card) or "=" not in text or card.typed:
        return card.name
    colon = text.rfind(":", 0, text.index("="))
    return f"{card.name} ({text[colon + 1 :].strip()})" if colon > 0 else card.name


def page_data(
    found: Edition, attackers: Mapping[str, Card], targets: Mapping[str, Card], progress: Progress | None = None
) -> dict[str, Any]:
    """Return what the page's script reads: the models by label, pools of records, a grid of laws for each pair."""
    pools, done = Pools(), 0
    weapons = [weapon_names(card) for card in attackers.values()]
    total = sum(map(len, weapons)) * len(targets)
    armed, pairs = [], []
    for (name, card), names in zip(attackers.items(), weapons, strict=True):
        rows: list[list[Any]] = []
        for weapon in names:
            rows.append([])
            for target in targets.values():
                rows[-1].append(_entry(Question(found, card, target, weapon, Situation()), pools))
                done += 1
                if progress:
                    progress(done, total)
        _check_usable(name, list(targets), rows)
        pairs.append(rows)
        armed.append(_armed(name, card, names, found))
    third = found.name == "third"
    return {
        "version": __version__,
        "rules": found.name,
        "covers": found.covers,
        "vp": "" if third or found.option("vp_after_ko").certainty != "I" else f"vp_after_ko={found['vp_after_ko']}",
        "efforts_before": int(third and found["effort_stuns"] == "before"),
        "attackers": armed,
        "targets": [_target(name, card, found) for name, card in targets.items()],
        "pools": {"texts": [], "laws": [], "grids": [], "rests": [], **pools.values},
        "pairs": pairs,
    }


def _check_usable(name: str, targets: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Raise BmgError where a model cannot attack a target with any of its weapons."""
    for place, target in enumerate(targets):
        refused = [entries[place] for entries in rows if isinstance(entries[place], str)]
        if len(refused) == len(rows):
            raise BmgError(f"page: {name} against {target}: {refused[0]}")


def _armed(name: str, card: Card, names: Sequence[str], found: Edition) -> dict[str, Any]:
    """Return an attacker with its weapons, and which of them it attacks with unless told."""
    asked = Question(found, card, card, None, Situation())
    weapons = [weapon_of(replace(asked, weapon=weapon)) for weapon in names]
    default = weapon_of(asked)
    return {
        "name": name,
        "weapons": [_weapon(weapon) for weapon in weapons],
        "ranged": [int(weapon.ranged) for weapon in weapons],
        "first": weapons.index(default) if default in weapons else 0,
        "efforts": most_efforts(card, 0) if found.name == "third" and card.endurance is not None else 0,
    }


def _entry(question: Question, pools: Pools) -> list[int] | str:
    """Return the entry of one weapon against one target, or why it cannot be used."""
    try:
        third = question.edition.name == "third"
        entry = clash_pair(question, pools) if third else pair(question, pools)
    except BmgError as error:
        return " ".join(str(error).split())
    lists = pools.values["lists"]
    return [*entry, pools.number("rests", rests(question, lists[entry[0]], lists[entry[1]]))]


def _weapon(weapon: Weapon) -> str:
    shots = "" if weapon.rof is None else f", ROF {weapon.rof}"
    return f"{weapon.name} ({weapon.damage or 'no damage'}{shots})"


def _target(name: str, card: Card, found: Edition) -> dict[str, Any]:
    rank = (card.first_rank or "").lower()
    reading = found.readings().get("vp_after_ko", "both")
    spent = {"efforts": efforts_held(card)} if found.name == "third" else {"counters": counters_held(card)}
    points = None
    if rank in VICTORY_POINTS:
        points = [[victory_points(rank, before, after, reading) for after in STATUSES] for before in STATUSES]
    return {"name": name, "endurance": card.endurance, **spent, "points": points}
