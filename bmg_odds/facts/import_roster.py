"""Card files of other programs made into a roster: read as data, never run, within bounds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.facts.import_cards import read_cards
from bmg_odds.facts.import_parts import CHECK, LEFT_OUT, NOTE, SKIPPED, Finding, RawCard, RawFile
from bmg_odds.facts.values import family
from bmg_odds.facts.words import nearest, plain, show
from bmg_odds.facts.write import roster_text

FORMATS = ("battlescribe", "app", "rap-sheet", "csv")


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import brings: cards, findings, and how many cards the files hold.

    >>> Imported("csv", ("my.csv",), "revised", "a list", "2026-01-01", (), (), (), 0).text().splitlines()[0]
    'edition = "revised"'
    """

    form: str
    files: tuple[str, ...]
    edition: str
    source: str
    date: str
    cards: tuple[Card, ...]
    findings: tuple[Finding, ...]
    skipped: tuple[tuple[RawCard, str], ...]
    found: int

    def text(self) -> str:
        """Return the roster file of the cards; what is to be looked up stands as comments above each card."""
        remarks: dict[str, list[str]] = {}
        for finding in self.findings:
            if finding.card and finding.kind in (CHECK, LEFT_OUT, NOTE):
                remarks.setdefault(finding.card, []).append(f"{finding.kind}: {finding.message}")
        return roster_text(self.cards, edition=self.edition, source=self.source, date=self.date, remarks=remarks,
                           skipped=self.skipped)  # fmt: skip


def import_files(form: str, paths: Sequence[str | Path], *, edition: str | None = None) -> Imported:
    """Return the cards of files of one format and what there is to say about them.

    Without an `edition` the cards get the one their file names, else the usual one of the format (`third` for
    the app, `revised` for the others), which a finding says. BmgError for an unknown format, a file that
    cannot be read, and one that holds no cards at all.

    >>> import_files("excel", ["my.xls"])
    Traceback (most recent call last):
    bmg_odds.errors.BmgError: format "excel": one of battlescribe, app, rap-sheet, csv; nearest: ...
    """
    if form not in FORMATS:
        near = nearest(form, FORMATS, most=1)[0]
        raise BmgError(f"format {show(form)}: one of {', '.join(FORMATS)}; nearest: {near}")
    raw = _reader(form)(paths)
    files = tuple(plain(Path(path).name, width=100) for path in paths)
    if not raw.cards:
        raise BmgError(f"{', '.join(files)[:200]}: no cards in there")
    chosen, raws, findings = _of_edition(raw, edition and family(edition))
    read = read_cards(raws, chosen)
    date = raw.date or _date(paths[0])
    source = f"{raw.source} ({', '.join(files)[:200]})"
    return Imported(form, files, chosen, source, date, tuple(read.cards), (*findings, *read.findings),
                    tuple(read.skipped), len(raw.cards))  # fmt: skip


def _reader(form: str) -> Callable[[Sequence[str | Path]], RawFile]:
    if form == "battlescribe":
        from bmg_odds.facts.import_battlescribe import read_battlescribe

        return read_battlescribe
    if form == "app":
        from bmg_odds.facts.import_app import read_app

        return read_app
    if form == "rap-sheet":
        from bmg_odds.facts.import_rap_sheet import read_rap_sheet

        return read_rap_sheet
    from bmg_odds.facts.import_csv import read_csv

    return read_csv


def _of_edition(raw: RawFile, asked: str | None) -> tuple[str, list[RawCard], list[Finding]]:
    """The edition of the roster, the cards of it, and findings: one roster file is of one edition."""
    findings = list(raw.findings)
    written = {"2012": "revised", "revised": "revised", "third": "third"}
    named = {written[card.edition] for card in raw.cards if card.edition in written}
    chosen = asked or (named.pop() if len(named) == 1 else raw.edition or "revised")
    if not asked and not any(card.edition for card in raw.cards):
        message = f"edition {chosen}: the usual one for this format, which names none; --rules takes another"
        findings.append(Finding(NOTE, "", "", message))
    raws = []
    for card in raw.cards:
        own = written.get(card.edition, chosen if not card.edition else "")
        if own == chosen:
            raws.append(card)
        elif own:
            message = f"a card of the {own} edition: import with --rules {own} for these"
            findings.append(Finding(SKIPPED, card.name[:200], card.place, message))
        else:
            message = f"edition {show(card.edition)}: one of 2012, revised, third"
            findings.append(Finding(SKIPPED, card.name[:200], card.place, message))
    return chosen, raws, findings


def _date(path: str | Path) -> str:
    """The day on which the file was last changed."""
    try:
        return datetime.fromtimestamp(Path(path).stat().st_mtime, UTC).date().isoformat()
    except (OSError, ValueError, OverflowError):
        return ""
