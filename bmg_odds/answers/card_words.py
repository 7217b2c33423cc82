"""The words of the page for the table: what it is about, how it is read, and what it rests on."""

from bmg_odds.answers.charts_duel import duel_title, terms
from bmg_odds.answers.charts_solve import WORTH, short_value
from bmg_odds.answers.formats import Record
from bmg_odds.answers.pictures import footer
from bmg_odds.answers.solve_shown import shown_value

COUNTERS = ("ac", "dc", "sc", "mc")


def card_words(record: Record) -> tuple[str, str]:
    """Return the title of the page and what it says to those who cannot see it."""
    value = shown_value(record["value"], record["objective"])
    told = (
        f"What {record['a']['name']} places each round by the markers on it, on its foe, the round and who goes first; "
        f"value for A at the beginning {value}. Before everything: {opening_words(record)}."
    )
    return f"Best plans: {duel_title(record)}", told


def head_words(record: Record) -> str:
    """Return what stands under the title."""
    value = shown_value(record["value"], record["objective"])
    return (
        f"What {record['a']['name']} (A) places each round, if both play as well as can be: A attack, D defence, S "
        f"special, M movement counters; {terms(record)}. Value at the beginning: {value} "
        f"({WORTH[record['objective']]})."
    )


def opening_words(record: Record) -> str:
    """Return the first plans of A, by who goes first."""
    parts = [
        f"{'first' if each['first'] == 'a' else 'second'} {'/'.join(str(each['a'][key]) for key in COUNTERS)}"
        for each in record["openings"]
    ]
    return f"AC/DC/SC/MC going {', going '.join(parts)}"


def foe_words(page: Record, foe: Record) -> str:
    """Return the head of a column: how worn the foe is.

    >>> foe_words({"endurance_b": 5}, {"injuries": 1, "stuns": 3})
    'foe near K.O. (1I 3S)'
    """
    markers = foe["injuries"] + foe["stuns"]
    if not markers:
        return "foe fresh"
    if markers == page["endurance_b"] - 1:
        return f"foe near K.O. ({made_of(foe)})"
    return f"foe about half ({made_of(foe)})"


def made_of(state: Record) -> str:
    """Return the markers of a state.

    >>> made_of({"injuries": 2, "stuns": 0}), made_of({"injuries": 1, "stuns": 3})
    ('2I', '1I 3S')
    """
    return " ".join(f"{state[key]}{sign}" for key, sign in (("injuries", "I"), ("stuns", "S")) if state[key])


def rounds_of(block: Record) -> str:
    """Return the rounds of a block.

    >>> rounds_of({"from": 1, "to": 4}), rounds_of({"from": 6, "to": 6})
    ('rounds 1-4', 'round 6')
    """
    first, last = block["from"], block["to"]
    return f"round {first}" if first == last else f"rounds {first}-{last}"


def share_words(share: float) -> str:
    """Return a share in whole per cent; all only where it is all.

    >>> share_words(0.999), share_words(0.5)
    ('>99 %', '50 %')
    """
    return ">99 %" if share < 1.0 and share >= 0.995 else f"{100 * share:.0f} %"


def worth_words(value: float, objective: str) -> str:
    """Return a value as the page has room for it.

    >>> worth_words(0.1234, "out"), worth_words(-0.001, "out"), worth_words(0.0, "vp")
    ('+12', '~0', '0')
    """
    text = short_value(value, objective, 0 if objective == "out" else 1)
    return "~0" if text[0] in "<>" else text


def is_better(plans: list[Record], plan: Record, objective: str) -> bool:
    """Whether a plan is the better of going first and second against the same foe, as far as it is shown."""
    other = next(each for each in plans if each["column"] == plan["column"] and each["first"] != plan["first"])
    shown = [worth_words(each["value"], objective) for each in (plan, other)]
    return bool(plan["value"] > other["value"]) and shown[0] != shown[1]


def small_print(record: Record) -> list[str]:
    """Return the small print: how to read it, what it leaves out, what it rests on."""
    page, value = record["card"], shown_value(record["value"], record["objective"])
    unit = {"out": "in percentage points", "vp": "in victory points", "markers": "in markers"}[record["objective"]]
    stands = "one M" if record["readings"].get("stand_up") == "mc" else "one counter"
    drawn = "Drawn, choose to go first or second by the value in bold; the bag is taken to be drawn evenly. "
    read = (
        f"Values are for A from there on, {unit}. {drawn if record['first'] == 'draw' else ''}Going second: against "
        "the foe's best plan. · is none, ~0 nearly nothing; M left over goes before D and A when markers cost counters "
        f"(knocked down, {stands} stands up). Between two columns take the nearer one; a foe that is K.O. counts as "
        f"near K.O. At {page['endurance_a']} markers A is K.O. and places nothing."
    )
    made = (
        "Rows and columns are worked out for the make-up of markers in them, the most usual one (I Injuries, S Stuns)"
    )
    if page["endurance_a"] > len(page["blocks"][0]["rows"]):
        made += "; a row for two numbers for the lower one"
    made += ", both models standing otherwise."
    if page["value"] is not None:
        worth = shown_value(page["value"], record["objective"])
        made += f" Going by this page alone against a foe at its best is worth {worth} of {value}."
    return [read, made, " ".join([footer(record) + ".", *record.get("notes", ())])]
