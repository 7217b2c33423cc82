"""The options that many questions share: edition, readings, cards, engine, figure, and what answers are written as."""

from bmg_odds.answers.asking.options import LARGEST, Opt, Reader, choice, nearest, number, one_of, text, whole
from bmg_odds.errors import BmgError

EDITIONS = ("2012", "revised", "third")
ENGINES = ("exact", "mc")
FORMATS = ("table", "json", "csv", "md")


def _above_nought(flag: str, given: str) -> float:
    value = float(number(float(-LARGEST))(flag, given))
    if value <= 0.0:
        raise BmgError(f"{flag} {given} is out of range; allowed: more than 0, for example 0.001 or 0.1%")
    return value


RULES = choice("rules", "--rules", EDITIONS, "Edition of the rules (revised).", default="revised")
READING = Opt("reading", ("--reading",), "Read an open point differently; repeatable.", "NAME=VALUE", text, True)
ROSTER = Opt("roster", ("--roster",), "Add your own cards; repeatable.", "FILE.toml", text, True)
ENGINE = choice("engine", "--engine", ENGINES, "Count every case, or roll dice (exact).", default="exact")
TRIALS = Opt("trials", ("--trials",), "mc: how often to roll (1_000_000; 1e7 works).", "N", whole(1))
SEED = Opt("seed", ("--seed",), "mc: seed of the dice (drawn and shown).", "N", whole(0, 2**64 - 1))
TARGET_ERROR = Opt("target_error", ("--target-error",), "mc: roll until no standard error is above X.",
                   "X", Reader(_above_nought, {"type": "number", "exclusiveMinimum": 0}))  # fmt: skip
THREADS = Opt("threads", ("--threads",), "mc: threads (all cores).", "N", whole(1, 1024))
FORMAT = choice("format", "--format", FORMATS, "How to write the answer (table); beats FILE's suffix.")
OUTPUT = Opt("output", ("-o", "--output"), "Write to FILE instead; .json .csv .md .txt name the format.", "FILE", text)

FIGURES = ("out", "ko", "casualty", "knocked_down", "critical", "damage", "impact", "any_marker", "injuries",
           "stuns", "markers")  # fmt: skip


def figure(flag: str, given: str) -> str:
    """Read the name of a figure: one of FIGURES, or at-least=K.

    >>> figure("--show", "at-least=3")
    'at-least=3'
    """
    name, equals, level = given.lower().partition("=")
    if name == "at-least" and equals and level.isascii() and level.isdigit() and len(level) <= 3:
        return f"at-least={int(level)}"
    if given.lower() in FIGURES:
        return given.lower()
    near = nearest(given, (*FIGURES, "at-least=K"))
    hint = f"; did you mean {near}?" if near else ""
    raise BmgError(f"{flag} {given} is no figure; allowed: {', '.join(FIGURES)}, at-least=K{hint}")


SHOW = Opt("show", ("--show",), "Figure to show (out).", "FIGURE", figure, default="out", choices=FIGURES)
CHART = Opt("chart", ("--chart",), "Draw it too: FILE.svg, .png or .pdf.", "FILE", text)


def _only_exact(flag: str, given: str) -> str:
    if one_of(*ENGINES)(flag, given) == "mc":
        raise BmgError(f"{flag} mc is not for this question, which is only counted; allowed: exact (`attack` rolls)")
    return "exact"


def _only_third(flag: str, given: str) -> str:
    if one_of(*EDITIONS)(flag, given) != "third":
        raise BmgError(f"{flag} {given} has no Efforts; allowed: third (`split` asks about counters)")
    return "third"


EXACT = Opt("engine", ("--engine",), "Every case is counted here (exact).", "exact", _only_exact, passed=False)
THIRD = Opt("rules", ("--rules",), "Efforts are of the third edition (third).", "third", _only_third, passed=False)

QUESTION = (RULES, READING, ROSTER)
ENGINE_OPTIONS = (ENGINE, TRIALS, SEED, TARGET_ERROR, THREADS)
ANSWER = (FORMAT, OUTPUT)
