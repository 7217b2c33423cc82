"""The tables of docs/gangs.md, counted."""

from collections.abc import Iterator

import bmg_odds as bmg
from bmg_odds.answers.formats import columns_markdown
from bmg_odds.answers.numbers import Rounding
from bmg_odds.answers.sequence import compared, sequence
from bmg_odds.facts.card import Card

ATTACKERS = "3x Gotham Policeman"
CLOWN, BATMAN = "Clown (Tube)", "Batman (AC)"


def batmen() -> list[Card]:
    """Return every Batman of the first edition's roster."""
    return [card for card in bmg.roster().cards("revised") if card.name.startswith("Batman (")]


def _written(columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    return columns_markdown(columns, [dict(zip(columns, row, strict=True)) for row in rows])


def three_batons() -> str:
    """Return mean markers of three policemen against each Batman, by how the DC are spent."""
    mean = Rounding().mean
    rows = []
    for card in batmen():
        chain = sequence(card, ATTACKERS, dc=card.defense, figure="markers").plan.chain
        value = {row["policy"]: row["value"] for row in compared(chain, "markers")}
        none = sequence(card, ATTACKERS, dc=0).inflicted.markers
        gain = value["all"] - value["optimal"]
        share = f"{mean(gain)} ({gain / value['all']:.0%})"
        rows.append(
            (card.name, str(card.defense), mean(none), mean(value["all"]), mean(value["one-per-impact"]),
             mean(value["optimal"]), share)
        )  # fmt: skip
    return _written(("Batman", "DC", "without DC", "all early", "one per impact", "best", "saved"), rows)


def policy_card() -> str:
    """Return the optimal policy of Batman (AC) against the three, as the program prints it."""
    from bmg_odds.answers.sequence_shown import sequence_document

    record = sequence(BATMAN, ATTACKERS, dc=5, policy="optimal", figure="markers").record()
    return f"```text\n{sequence_document(record).text('table')}```\n"


def clowns() -> str:
    """Return the chance that so many clowns bring Batman down, by how he spends his DC."""
    percent = Rounding().percent
    rows = []
    for many in _numbers():
        by = f"{many}x {CLOWN}"
        outcomes = [
            sequence(BATMAN, by, dc=5, outnumbered=True, policy=policy)
            for policy in ("all", "one-per-impact", "optimal")
        ]
        markers = outcomes[2].inflicted.markers
        rows.append((str(many), *(percent(outcome.chance.out) for outcome in outcomes), Rounding().mean(markers)))
    return _written(("clowns", "out, all early", "out, one per impact", "out, best", "markers, best"), rows)


def _numbers() -> Iterator[int]:
    yield from range(2, 13, 2)
