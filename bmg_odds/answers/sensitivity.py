"""`sensitivity`: what one point, one counter, one position or one trait is worth in one figure."""

import re
import textwrap
from dataclasses import replace
from typing import Any

from bmg_odds.answers.ask import counted, question
from bmg_odds.answers.changes import changes
from bmg_odds.answers.formats import Document, columns_markdown, columns_table
from bmg_odds.answers.line import line
from bmg_odds.answers.many import check_figure, reason
from bmg_odds.answers.numbers import MOST_MEAN, MOST_PERCENT, Rounding, figure_words, is_chance
from bmg_odds.answers.provenance import asked as arguments
from bmg_odds.answers.render import rests_on
from bmg_odds.answers.tables import Rows
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.resolve import resolve
from bmg_odds.rules.traits import known_in

COLUMNS = ("change", "figure", "value", "difference")
SAME = 1e-12
"""Figures nearer than this are the same but for the last digits of floating point."""
WIDTH = 80

_FIELDS = (
    "sentence", "rules", "readings", "engine", "trials", "seed", "attacker", "target", "weapon", "situation",
    "unmodelled_traits", "inferred_readings", "inferred_traits", "notes",
)  # fmt: skip


def sensitivity(attacker: str | Card, target: str | Card, *, figure: str = "out", **options: Any) -> Rows:
    """Return what each change of one attack is worth in a figure, largest first; keywords as `ask.attack`.

    Each row changes one thing and leaves the rest as asked: an `ac` that was not given stays as many as
    Attack and counters allow. A change that cannot be asked is in `left_out` with the reason.

    >>> rows = sensitivity("Batman (AC)", "Gotham Policeman", dc=2, figure="markers").rows
    >>> next(row for row in rows if row["change"] == "1 DC more")["difference"] < 0
    True
    """
    check_figure(figure)
    asked = question(attacker, target, **options)
    resolved = resolve(asked)
    base = counted(resolved)
    found: list[dict[str, Any]] = []
    out, questions = [], []
    value = base.figure(figure)
    for change in changes(resolved):
        try:
            other = resolve(change.question())
        except BmgError as error:
            out.append({"name": change.words, "group": change.group, "reason": reason(error)})
            continue
        now = value if other.law == resolved.law else counted(other).figure(figure)
        if abs(now - value) <= SAME:
            now = value
        questions.append(other.question)
        row = {"change": change.words, "figure": figure, "value": now, "difference": now - value}
        found.append(row | {"kind": change.kind, "group": change.group, "resolved": other})
    found.sort(key=lambda row: -abs(row["difference"]))
    record = base.record()
    fields = {key: record[key] for key in _FIELDS}
    fields["inferred_readings"] = _readings(questions, figure, record["inferred_readings"])
    changed = [row["resolved"] for row in found if row["difference"]]
    fields["inferred_traits"] = _traits(changed, resolved, record["inferred_traits"])
    again = arguments(base)
    again |= {"command": "sensitivity", "options": again["options"] | {"figure": figure}}
    fields |= {"figure": figure, "base": value, "line": line(base), "warnings": list(base.warnings)}
    fields["arguments"] = again
    rows = tuple({key: row[key] for key in (*COLUMNS, "kind", "group")} for row in found)
    return Rows("sensitivity", COLUMNS, rows, fields, tuple(out))


def _readings(questions: list[Question], figure: str, found: list[str]) -> list[str]:
    """Return the inferred readings that touch the attack as asked, or the figure of a changed one."""
    resting = dict.fromkeys(found)
    for asked in questions:
        resolved = resolve(asked)
        value = None
        for option in asked.edition.options:
            if option.certainty != "I" or not option.one_attack or option.name in resting:
                continue
            for other in (each for each in option.values if each != option.value):
                try:
                    changed = resolve(_under(asked, option.name, other))
                except BmgError:  # it could not even be asked
                    resting[option.name] = None
                    break
                if changed.law == resolved.law:
                    continue
                value = counted(resolved).figure(figure) if value is None else value
                if abs(counted(changed).figure(figure) - value) > SAME:
                    resting[option.name] = None
                    break
    return list(resting)


def _under(asked: Question, name: str, value: str) -> Question:
    return replace(asked, edition=asked.edition.under({name: value}))


def _traits(changed: list[Resolved], base: Resolved, found: list[str]) -> list[str]:
    """Return the traits of inferred wording that touch the attack as asked, or make the difference of a change."""
    known = known_in(base.question.edition.name)
    new = (known[name.key] for resolved in changed for name in resolved.traits if name not in base.traits)
    return list(dict.fromkeys([*found, *(trait.name for trait in new if trait.certainty == "I")]))


def document(attacker: str | Card, target: str | Card, **options: Any) -> Document:
    """Return the document of `sensitivity`; what `provenance.ask_again` calls."""
    return sensitivity_document(sensitivity(attacker, target, **options))


def sensitivity_document(rows: Rows) -> Document:
    """Return the document of a sensitivity: for people the changes that matter, then those that do not."""
    return Document(
        rows.record(),
        "rows",
        rows.columns,
        lambda unicode: _table(rows, unicode=unicode),
        lambda unicode: _markdown(rows, unicode=unicode),
    )


def shown_difference(figure: str, difference: float) -> str:
    """Return a difference as people read it: percentage points of a chance, or a mean's own unit.

    >>> shown_difference("out", 0.0321), shown_difference("markers", -0.0001), shown_difference("out", 0.0)
    ('+3.21', '>-0.001', '0')
    """
    if difference == 0.0:
        return "0"
    places = MOST_PERCENT if is_chance(figure) else MOST_MEAN
    text = f"{100 * difference if is_chance(figure) else difference:+.{places}f}"
    if float(text) != 0.0:
        return text
    step = f"{10.0**-places:.{places}f}"
    return f"<+{step}" if difference > 0 else f">-{step}"


def _people(rows: Rows) -> tuple[tuple[str, ...], list[dict[str, str]]]:
    figure = rows.figure
    last = "points" if is_chance(figure) else "difference"
    shown = [
        {
            "value": Rounding().figure(figure, row["value"]).rjust(9),
            last: shown_difference(figure, row["difference"]).rjust(7),
            "change": row["change"],
        }
        for row in rows.rows
        if row["difference"]
    ]
    return (last, "value", "change"), shown


def _head(rows: Rows) -> str:
    told = f"As asked: {figure_words(rows.figure)} {Rounding().figure(rows.figure, rows.fields['base'])}."
    return "\n\n".join(textwrap.fill(text, WIDTH) for text in (rows.fields["sentence"], told))


def _tail(rows: Rows, *, unicode: bool) -> list[str]:
    """Sentences on what changes nothing, what was left out and why, and what the answer rests on."""
    none = [(row["group"], row["change"]) for row in rows.rows if not row["difference"]]
    told = [f"No effect on it: {_listed(none)}."] if none else []
    reasons: dict[str, list[tuple[str, str]]] = {}
    for each in rows.left_out:
        reasons.setdefault(_short(each["reason"]), []).append((each["group"], each["name"]))
    told += [f"Left out: {_listed(names)}: {why}." for why, names in reasons.items()]
    return [*told, *rests_on(rows.fields, unicode=unicode)]


def _listed(changed: list[tuple[str, str]]) -> str:
    """Return changes as a list, those of one group under their common words.

    >>> _listed([("weapon with", "weapon with Handy"), ("weapon with", "weapon with Heavy"), ("", "target down")])
    'weapon with Handy, Heavy; target down'
    """
    groups: dict[str, list[str]] = {}
    for group, words in changed:
        short = words.removeprefix(group).strip() if group else words
        groups.setdefault(group or words, []).append(re.sub(r" \(to [^)]*\)", "", short))
    return "; ".join(
        words[0] if group.endswith(words[0]) else f"{group} {', '.join(words)}" for group, words in groups.items()
    )


def _short(text: str) -> str:
    """Return a reason without the option that it names, so that like reasons stand together.

    >>> _short("--moved goes with a ranged attack only; Claws is a melee weapon")
    'goes with a ranged attack only'
    """
    found = re.match(r"--[a-z-]+ (goes with a \w+ attack only|is (?:not )?of the \w+ edition)", text)
    if found:
        return found.group(1).removeprefix("is ")
    used = re.match(r"--use '.*': .* is (used in melee); this is a ranged attack", text)
    return f"{used.group(1)} only" if used else re.sub(r"^--[a-z-]+ \d+: ", "", text)


def _table(rows: Rows, *, unicode: bool) -> str:
    columns, shown = _people(rows)
    lines = [textwrap.fill(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
             for text in _tail(rows, unicode=unicode)]  # fmt: skip
    table = columns_table(columns, shown) if shown else "Nothing that was changed changes it.\n"
    return f"{_head(rows)}\n\n{table}\n" + "\n".join(lines) + "\n"


def _markdown(rows: Rows, *, unicode: bool) -> str:
    columns, shown = _people(rows)
    stripped = [{key: value.strip() for key, value in row.items()} for row in shown]
    told = "\n".join(f"- {text}" for text in _tail(rows, unicode=unicode))
    return f"{_head(rows)}\n\n{columns_markdown(columns, stripped)}\n{told}\n"
