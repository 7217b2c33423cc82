"""The lists as documents: editions, readings, traits and cards, each with what asks for it again."""

from collections.abc import Sequence
from typing import Any

from bmg_odds.answers.formats import Document, columns_markdown
from bmg_odds.answers.plain_rows import rows_document
from bmg_odds.answers.provenance import Asker, arguments
from bmg_odds.facts.roster import Roster
from bmg_odds.rules.edition import EDITIONS

LIST_COLUMNS = ("edition", "covers", "units", "default")
SHOW_COLUMNS = ("option", "value", "certainty", "source")
TRAIT_COLUMNS = ("trait", "status", "stage", "does", "certainty", "source")
CARD_COLUMNS = (
    "name", "edition", "rank", "reputation", "funding", "willpower", "strength", "movement", "attack", "defense",
    "endurance", "special", "weapons", "traits",
)  # fmt: skip

Paths = Sequence[str] | Roster


def editions_document(*, roster: Paths = ()) -> Document:
    """Return the document of `rules list`.

    >>> [row["edition"] for row in editions_document().record["rows"]]
    ['2012', 'revised', 'third']
    """
    rows = [
        {"edition": edition.name, "covers": edition.covers, "units": edition.units, "default": edition.default}
        for edition in EDITIONS.values()
    ]
    return rows_document("rules list", LIST_COLUMNS, rows, fields={"arguments": arguments("rules list", {}, {})})


def readings_document(edition: str, *, roster: Paths = ()) -> Document:
    """Return the document of `rules show`."""
    found = EDITIONS[edition]
    rows = [
        {
            "option": option.name,
            "value": option.value,
            "allowed": list(option.values),
            "certainty": option.certainty,
            "source": option.source,
        }
        for option in found.options
    ]
    head = f"{found.name}: {found.covers}, in {found.units}\n\n"
    fields = {"rules": found.name, "arguments": arguments("rules show", {}, {"edition": found.name})}
    people = [{**row, "values (in force first)": " ".join(row["allowed"]), "c": row["certainty"]} for row in rows]
    shown = ("option", "values (in force first)", "c", "source")
    head += "c: T the rules' own text, P another public source, I inferred\n\n"
    return rows_document("rules show", SHOW_COLUMNS, rows, fields=fields, head=head, shown=shown, shown_rows=people)


def traits_document(edition: str, status: str | None = None, *, roster: Paths = ()) -> Document:
    """Return the document of `rules traits`."""
    from bmg_odds.rules.traits.report import trait_rows

    rows = [row for row in trait_rows(edition) if status in (None, row["status"])]
    fields = {"rules": edition, "arguments": arguments("rules traits", {}, {"edition": edition, "status": status})}
    return rows_document("rules traits", TRAIT_COLUMNS, rows, fields=fields, shown=("trait", "status", "stage", "does"))


def cards_document(*, roster: Paths = (), rules: str | None = None, only: Sequence[str] = ()) -> Document:
    """Return the document of `roster list`; of its cards those that do not come with the program are embedded."""
    from bmg_odds.answers import cards
    from bmg_odds.answers.embedded import is_bundled

    known = _on_bundled(roster)
    found = cards.chosen(known, rules, only)
    shown, people = cards.short(found)
    own = [card for card in known.values() if not is_bundled(card)]
    fields = {"arguments": arguments("roster list", {}, {"rules": rules, "only": list(only)}, cards=own)}
    rows = [cards.row(card) for card in found]
    return rows_document("roster list", CARD_COLUMNS, rows, fields=fields, head=cards.LEGEND, shown=shown,
                         shown_rows=people)  # fmt: skip


def card_document(name: str, *, roster: Paths = (), rules: str | None = None) -> Document:
    """Return the document of `roster show`: a card, and what each of its traits does to the dice."""
    from bmg_odds.answers import cards
    from bmg_odds.answers.card_traits import COLUMNS, trait_rows
    from bmg_odds.answers.record import card_record

    card = cards.one(name, _on_bundled(roster), rules)
    asked = arguments("roster show", {}, {"name": card.name, "rules": rules or card.edition}, cards=[card])
    edition = rules or card.edition
    does = list(trait_rows(card, edition))
    plain = rows_document("roster show", CARD_COLUMNS, [cards.row(card)],
                          fields={"card": card_record(card), "traits": does, "arguments": asked})  # fmt: skip
    pairs = [{"key": key, "value": value} for key, value in cards.pairs(card)]
    return Document(
        plain.record,
        "rows",
        CARD_COLUMNS,
        lambda _: "\n".join(filter(None, (cards.printed(card), cards.printed_traits(does, edition)))),
        lambda _: columns_markdown(("key", "value"), pairs) + ("\n" + columns_markdown(COLUMNS, does) if does else ""),
    )


def _on_bundled(roster: Paths) -> Roster:
    """Return the cards of files, or of a Roster that was embedded, on top of those that come with the program."""
    return Roster._on_bundled(roster.values()) if isinstance(roster, Roster) else Roster.load(roster)


def _known(edition: str) -> str:
    from bmg_odds.answers.asking.options import one_of
    from bmg_odds.answers.asking.shared import EDITIONS as NAMES

    return str(one_of(*NAMES)("edition", edition))


def _again(maker: Any) -> Asker:
    """Return a maker that checks the edition first: here it comes out of a file."""

    def make(edition: str, **options: Any) -> Document:
        found: Document = maker(_known(edition), **options)
        return found

    return make


ASKERS: dict[str, Asker] = {
    "rules list": editions_document,
    "rules show": _again(readings_document),
    "rules traits": _again(traits_document),
    "roster list": cards_document,
    "roster show": card_document,
}
"""What `reproduce` can ask again beside the questions about attacks."""
