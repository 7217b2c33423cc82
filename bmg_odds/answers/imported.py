"""What an import says: what was read, what was not and why, and what to look up again."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bmg_odds.answers.formats import Document, columns_markdown
from bmg_odds.answers.plain_rows import rows_document
from bmg_odds.facts.card import Card
from bmg_odds.facts.import_parts import CHECK, LEFT_OUT, NOTE, SKIPPED, Finding
from bmg_odds.facts.import_roster import Imported
from bmg_odds.facts.trait_names import lookup, nearest, parse_trait
from bmg_odds.facts.words import listing, plain, show
from bmg_odds.rules.traits import known_in

COLUMNS = ("kind", "place", "card", "message")
TRAIT = "trait"

_HEADS = {
    SKIPPED: "Skipped: these cards are not loaded",
    LEFT_OUT: "Left out: the card is loaded without it",
    CHECK: "Look up again: loaded, and unlike any card",
    TRAIT: "Traits that the edition does not know: loaded, and without effect",
    NOTE: "Notes",
}
_MOST_NEAREST = 200


def import_document(imported: Imported, *, written: str | None) -> Document:
    """Return the report of an import; `written` is the roster file, None where none was written.

    >>> imported = Imported("csv", ("my.csv",), "revised", "a list", "", (), (), (), 2)
    >>> print(import_document(imported, written=None).text("table"), end="")
    my.csv: 2 cards of the revised edition, 0 read; nothing is written without --output
    """
    findings = [*imported.findings, *trait_findings(imported.cards, imported.edition)]
    findings.sort(key=lambda finding: list(_HEADS).index(finding.kind))
    counts = {kind: sum(finding.kind == kind for finding in findings) for kind in _HEADS}
    counts[SKIPPED] = _skipped(findings)
    rows = [finding._asdict() for finding in findings]
    fields: dict[str, Any] = {
        "format": imported.form,
        "files": list(imported.files),
        "rules": imported.edition,
        "source": imported.source,
        "date": imported.date,
        "output": written,
        "found": imported.found,
        "read": len(imported.cards),
        "counts": counts,
    }
    head = _head(imported, counts[SKIPPED], written)
    document = rows_document("roster import", COLUMNS, rows, fields=fields)
    return Document(
        document.record,
        "rows",
        COLUMNS,
        lambda _: head + "".join(_sections(findings)),
        lambda _: head + ("\n" + columns_markdown(COLUMNS, rows) if rows else ""),
    )


def trait_findings(cards: Iterable[Card], edition: str) -> Iterator[Finding]:
    """Yield a finding for each trait name that an edition does not know, with the cards that have it.

    >>> guard = Card(name="Night Guard", edition="revised", traits=("Arest", "Handy"))
    >>> list(trait_findings([guard], "revised"))
    [Finding(kind='trait', card='Night Guard', place='', message='"Arest": nearest: Arrest')]
    """
    bearers: dict[str, dict[str, None]] = {}
    for card in cards:
        for name in (*card.traits, *(trait for weapon in card.weapons for trait in weapon.traits)):
            bearers.setdefault(name, {})[card.name] = None
    asked = 0
    for name, who in bearers.items():
        what = _unknown(name, edition)
        if what is None:
            continue
        if not what:
            asked += 1
            near = nearest(name) if asked <= _MOST_NEAREST else None
            what = f"nearest: {near}" if near else "no known name is near"
        yield Finding(TRAIT, listing(list(who), most=3), "", f"{show(name)}: {what}")


def _unknown(name: str, edition: str) -> str | None:
    """None for a trait that the edition knows, else why not; "" where no edition does."""
    known = lookup(name)
    if known is None:
        return ""
    here, there = known.first_edition_cards, known.third_edition_cards
    if edition == "third":
        here, there = there, here
    if here or not there or parse_trait(name).key in known_in(edition):
        return None
    return f"a trait of the {'first edition' if edition == 'third' else 'third edition'}, on no card of this one"


def _skipped(findings: Sequence[Finding]) -> int:
    return len({(finding.card, finding.place) for finding in findings if finding.kind == SKIPPED})


def _head(imported: Imported, skipped: int, written: str | None) -> str:
    import textwrap

    read, found = len(imported.cards), imported.found
    cards = f"{found} card{'' if found == 1 else 's'} of the {imported.edition} edition"
    where = f"written to {plain(written, width=200)}" if written else "nothing is written without --output"
    parts = [f"{read} read", *([f"{skipped} skipped"] if skipped else [])]
    line = f"{listing(imported.files, most=3)}: {cards}, {', '.join(parts)}; {where}"
    return textwrap.fill(line, 80, break_long_words=False, break_on_hyphens=False) + "\n"


def _sections(findings: Sequence[Finding]) -> Iterator[str]:
    import textwrap

    for kind, head in _HEADS.items():
        lines = []
        for finding in (each for each in findings if each.kind == kind):
            if kind == TRAIT:
                text = f"{finding.message} ({finding.card})"
            else:
                place = f" ({finding.place})" if finding.place else ""
                text = f"{finding.card or 'a card without a name'}{place}: {finding.message}"
                if kind == NOTE and not finding.card:
                    text = f"{finding.place}: {finding.message}" if finding.place else finding.message
            lines += textwrap.wrap(text, 80, initial_indent="  ", subsequent_indent="    ") or [""]
        if lines:
            yield "\n".join(["", head, *lines]) + "\n"
