"""The attackers of a sequence as they are named: `NAME[/WEAPON[/AC]]`, several alike as `3x NAME`, or a crew."""

import os
import re
from collections.abc import Iterable, Sequence

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.facts.crew import Model, with_crews
from bmg_odds.facts.naming import parse_model
from bmg_odds.facts.roster import Roster
from bmg_odds.rules.gang import MOST_ATTACKS, Attacker

_TIMES = re.compile(r"\s*([0-9]+)\s*[x×*]\s+(?=\S)")

By = Model | Sequence[Model]


def parts(text: str) -> tuple[int, str, str | None, int | None]:
    """Return how many, the model's name, the weapon and the AC of one attacker as named.

    BmgError for a text without a name, an AC that is no number and a number of attackers out of bounds.

    >>> parts("3x Gotham Policeman/Baton/2"), parts("Bob//3"), parts("attack=3,rank=Leader/Sidekick")
    ((3, 'Gotham Policeman', 'Baton', 2), (1, 'Bob', None, 3), (1, 'attack=3,rank=Leader/Sidekick', None, None))
    >>> parts("Harley/Hate/Love Gun")
    (1, 'Harley', 'Hate/Love Gun', None)
    """
    found = _TIMES.match(text)
    times = int(found[1]) if found else 1
    if not 1 <= times <= MOST_ATTACKS:
        raise BmgError(f"--by '{text}' asks for {times} attackers; allowed: 1 to {MOST_ATTACKS}")
    name, *rest = (part.strip() for part in text[found.end() if found else 0 :].split("/"))
    # "rank=Leader/Sidekick,attack=3" is one model.
    while rest and ("=" in rest[0] or (name.lower().endswith("rank=leader") and rest[0].lower() == "sidekick")):
        name += "/" + rest.pop(0)
    if not name:
        raise BmgError(f'--by \'{text}\' is not NAME[/WEAPON[/AC]], for example "Gotham Policeman/Baton/3" or "Bob//2"')
    ac = None
    if len(rest) > 1:
        last = rest[-1]
        if last.isascii() and last.isdigit() and len(last) <= 3:
            ac = int(last)
        elif len(rest) == 2 and last and not rest[0]:
            raise BmgError(f"--by '{text}': '{last}' is no number of AC; allowed: a whole number, as in \"Bob//2\"")
        if ac is not None or not last:
            rest.pop()
    weapon = "/".join(rest) or None  # a weapon's own name may have a stroke in it
    return times, name, weapon, ac


def listed(by: By, roster: Roster, rules: str, *, as_edition: bool = False) -> list[str | Card]:
    """Return the attackers as a list, whatever way they came, crews taken apart (`crew.with_crews`)."""
    given = [by] if isinstance(by, (str, Card, os.PathLike)) else list(by)
    return with_crews(given, roster, rules, as_edition=as_edition)


def attackers(by: Iterable[str | Card], roster: Roster, rules: str, *, as_edition: bool = False) -> list[Attacker]:
    """Return every attack of a sequence, several alike as several; BmgError for what names no attacker.

    >>> from bmg_odds.facts.roster import bundled
    >>> [one.ac for one in attackers(["2x Gotham Policeman//3"], bundled(), "revised")]
    [3, 3]
    """
    found: list[Attacker] = []
    for one in by:
        if isinstance(one, Card):
            found.append(Attacker(one))
            continue
        if not isinstance(one, str):
            raise BmgError(f"by={one!r} names no attacker; allowed: texts such as 'Bob//2', or cards")
        times, name, weapon, ac = parts(one)
        card = parse_model(name, roster, rules, as_edition=as_edition)
        found += [Attacker(card, weapon, ac)] * times
    if not 1 <= len(found) <= MOST_ATTACKS:
        raise BmgError(f"--by names {len(found)} attackers; allowed: 1 to {MOST_ATTACKS}")
    return found
