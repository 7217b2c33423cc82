"""`luck`: the dice of a game as noted beside the table: where the table went wrong, how lucky each side was."""

import os
from collections.abc import Sequence
from typing import Any

from bmg_odds.answers import keywords
from bmg_odds.answers.ask import cards_of, question
from bmg_odds.answers.formats import Document
from bmg_odds.answers.luck_alone import alone
from bmg_odds.answers.luck_attack import Replay, replay
from bmg_odds.answers.luck_file import MOST_BYTES, Fight, LuckError, Notes, Throw, read
from bmg_odds.answers.luck_options import options
from bmg_odds.answers.luck_rows import Finding, Judged, percentile
from bmg_odds.answers.luck_sides import Sides
from bmg_odds.answers.provenance import arguments
from bmg_odds.answers.tables import Rows
from bmg_odds.engines.scores import UNIT, Law, total
from bmg_odds.errors import BmgError
from bmg_odds.facts.roster import Roster
from bmg_odds.rules.edition import Edition, edition

COLUMNS = ("side", "roll", "expected", "got", "percentile")
TOTAL = "total"
LEAST_P = 1e-15
"""A total's p-value is not told smaller: that is as far as sums of chances can be trusted."""
TIES = (
    "A percentile is mid-p: dice that give less count in full, dice that give the same count half. The p-value of a "
    "total is two-sided: twice the smaller of the chances of as little and of as much, ties in full."
)


def luck(
    path: str | os.PathLike[str],
    *,
    rules: str | None = None,
    reading: Any = (),
    roster: Any = (),
) -> Rows:
    """Return the rolls of a luck file as rows side, roll, expected, got, percentile, then a total for each side.

    The format is docs/luck.md. `findings` holds where the table counted otherwise than the rules, `attacks` what each
    attack comes to. LuckError (a BmgError) lists all mistakes of a file that cannot be read. `rules` and `reading` add
    to what the file says.
    """
    name = os.fspath(path)
    try:
        with open(name, "rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise BmgError(f"{name}: cannot be read ({getattr(error, 'strerror', None) or error})") from None
    if len(data) > MOST_BYTES:
        raise BmgError(f"{name}: is larger than a luck file may be; allowed: {MOST_BYTES} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BmgError(f"{name}, line {line}: is no UTF-8 text; save it as UTF-8") from None
    return judged(text, name=os.path.basename(name), rules=rules, reading=reading, roster=roster)


def judged(
    text: str,
    *,
    name: str = "notes",
    rules: str | None = None,
    reading: Any = (),
    roster: Any = (),
) -> Rows:
    """Return the rolls of a luck file's text; as `luck`.

    >>> rows = judged("Ana: agility <=3 2 = success\\nBen: damage 4+ 1 6 = 2").rows
    >>> [(row["side"], row["roll"], row["got"], row["percentile"]) for row in rows if row["roll"] != "total"]
    [('Ana', 'agility', 1, 75.0), ('Ben', 'damage', 1, 50.0)]
    """
    notes = read(text)
    cards = cards_of(roster)
    found = _edition(notes, rules, reading)
    sides = Sides(notes, cards, found)
    replays: list[Replay] = []
    rolls: list[Judged] = []
    findings: list[Finding] = []
    laws: dict[str, list[Law]] = {}
    for each in notes.rolls:
        try:
            if isinstance(each, Fight):
                if not each.attacker:  # already a mistake
                    continue
                made = _attack(each, sides, found, cards)
                replays.append(made)
                rolls += made.judged
                findings += made.findings
                for place, side in enumerate(made.sides):
                    laws.setdefault(side, []).extend(made.scores(place))
            else:
                _alone(each, sides, found, rolls, findings, laws)
        except BmgError as error:
            notes.mistakes.append((each.line, " ".join(str(error).split("\n"))))
    if not notes.mistakes and not rolls:
        notes.mistakes.append((1, "no dice are noted; write, for example: Ana: agility <=3 2"))
    if notes.mistakes:
        raise LuckError(name, list(dict.fromkeys(notes.mistakes)))
    order = list(dict.fromkeys([*notes.sides, *(roll.side for roll in rolls)]))
    totals = [_total(side, rolls, laws.get(side, [])) for side in order if any(roll.side == side for roll in rolls)]
    rows = [*(roll.row() for roll in rolls), *totals]
    fields = _fields(name, text, found, rules, reading, findings, replays, totals, sides)
    return Rows("luck", COLUMNS, tuple(rows), fields)


def document(lines: Sequence[str], *, name: str = "notes", **asked: Any) -> Document:
    """Return the document of `luck`; what `provenance.ask_again` calls."""
    from bmg_odds.answers.luck_shown import luck_document

    return luck_document(judged("\n".join(lines), name=name, **asked))


def _edition(notes: Notes, rules: str | None, reading: Any) -> Edition:
    """The edition of the file, or of the command line where the file names none; a mistake falls back on revised."""
    asked = keywords.readings(reading)
    if rules is not None and notes.rules is not None and rules != notes.rules:
        notes.mistakes.append(
            (notes.rules_line, f"the file's rules are {notes.rules}, asked is {rules}; leave one out")
        )
    name = rules or notes.rules or "revised"
    try:
        return edition(name, {**keywords.readings(notes.readings), **asked})
    except BmgError as error:
        if not (notes.rules or notes.readings):
            raise
        notes.mistakes.append((notes.rules_line or 1, str(error)))
        return edition("revised")


def _attack(fight: Fight, sides: Sides, found: Edition, cards: Roster) -> Replay:
    given = options(fight.options)
    usual = [f"{option.name}={option.value}" for option in found.options]
    asked = question(fight.attacker, fight.target, roster=cards, rules=found.name, reading=usual, **given)
    pair = sides.pair(fight, asked.attacker, asked.target)
    sides.check(fight, pair)
    return replay(fight, asked, pair, given)


def _alone(
    throw: Throw, sides: Sides, found: Edition, rolls: list[Judged], findings: list[Finding], laws: dict[str, list[Law]]
) -> None:
    side, card = sides.roller(throw.who)
    roll, more = alone(throw, side, card, found)
    rolls.append(roll)
    findings += more
    if roll.score is not None and len(roll.score) > 1:
        laws.setdefault(side, []).append(roll.score)


def _total(side: str, rolls: list[Judged], laws: list[Law]) -> dict[str, Any]:
    """A side's total: its successes against what its dice owed it, by the law of the difference."""
    own = [roll for roll in rolls if roll.side == side and roll.counted]
    got, score = sum(roll.got for roll in own), sum(roll.scored for roll in own)
    found = total(laws).tail(score)
    two_sided = min(1.0, max(LEAST_P, 2.0 * min(found.below + found.at, found.above + found.at)))
    return {
        "side": side, "roll": TOTAL, "expected": got - score / UNIT, "got": got,
        "percentile": percentile(found.below, found.at), "line": None,
        "dice": sum(len(roll.faces) for roll in own), "needs": "", "below": found.below, "same": found.at,
        "in_total": True, "p_value": two_sided,
    }  # fmt: skip


def _fields(
    name: str, text: str, found: Edition, rules: str | None, reading: Any, findings: list[Finding],
    replays: list[Replay], totals: list[dict[str, Any]], sides: Sides,
) -> dict[str, Any]:  # fmt: skip
    asked = arguments("luck", {}, {"lines": text.splitlines(), "name": name, "rules": rules, "reading": reading},
                      cards=sides.cards())  # fmt: skip
    unmodelled = [trait for each in replays for trait in each.resolved.unmodelled]
    return {
        "sentence": sentence(len(findings), totals),
        "file": name,
        "rules": found.name,
        "readings": found.readings(),
        "findings": [
            {"line": each.line, "kind": each.kind, "text": each.text}
            for each in sorted(findings, key=lambda finding: finding.line)
        ],
        "attacks": [each.summary() for each in replays],
        "ties": TIES,
        "as_called": all(not each.departed for each in replays),
        "unmodelled_traits": list(dict.fromkeys(unmodelled)),
        "warnings": [],
        "arguments": asked,
    }


def sentence(findings: int, totals: list[dict[str, Any]]) -> str:
    """Return the outcome in a sentence.

    >>> sentence(0, [{"side": "Ana", "percentile": 75.0}])
    'The table counted as the rules do. Ana was luckier than in 75.0 % of such games.'
    """
    from bmg_odds.answers.luck_shown import percentile_text

    first = "The table counted as the rules do." if not findings else (
        f"{findings} remark{'s' * (findings != 1)} on how the table counted, below."
    )  # fmt: skip
    told = ", ".join(
        f"{each['side']} {'than' if place else 'was luckier than'} in {percentile_text(each['percentile'])}"
        f"{'' if place else ' of such games'}"
        for place, each in enumerate(totals)
    )
    return f"{first} {told}." if told else first
