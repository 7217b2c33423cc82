"""The questions about one attack, and about many alike."""

from bmg_odds.answers.asking.command import Argument, Command
from bmg_odds.answers.asking.options import Opt, choice, number, text, whole
from bmg_odds.answers.asking.shared import (
    ENGINE_OPTIONS,
    EXACT,
    FIGURES,
    QUESTION,
    READING,
    ROSTER,
    SHOW,
    THIRD,
    figure,
)
from bmg_odds.answers.asking.situation import SITUATION

ATTACKER = Argument("attacker", "ATTACKER", "Who attacks.")
TARGET = Argument("target", "TARGET", "Who is attacked.")
TARGETS = Argument("targets", "TARGET", "Who is attacked, or CREW.toml; a line each.", many=True)

OVER_NAMES = ("ac", "dc", "attack", "defense", "strength", "endurance", "willpower")
OVER = choice("over", "--over", OVER_NAMES, "What the curve runs over; a counter, or a value of the cards.")
WEAPONS = Opt("weapons", ("--weapons",), "all, or a weapon's name (repeatable): a line each.", "all|NAME", text, True)
LEAST = Opt("least", ("--from",), "Where the curve begins.", "N", whole(0, 99))
MOST = Opt("most", ("--to",), "Where the curve ends.", "N", whole(0, 99))
OWN = Opt("own", ("--own",), "Add the trade of the attacker's own counters against a foe that strikes back.")
CHANCE = Opt("chance", ("--chance",), "Fewest AC that bring the figure to X, for each DC.", "X", number(0.0))
BELOW = Opt("below", ("--below",), "Fewest DC that keep the figure below X, for each AC.", "X", number(0.0))

SIDES = ("attackers", "defenders")
RANKS = ("leader", "sidekick", "free agent", "henchman")
SIDE = Argument("side", "|".join(SIDES), "Who hits hardest, or who takes least.", choices=SIDES, model=False)
AGAINST = Opt("against", ("--against",), "A card or crew that they are set against, or all (all); repeatable.",
              "NAME|CREW.toml|all", text, True)  # fmt: skip
CREW = Opt("crew", ("--crew",), "Rank the members of a crew instead; repeatable.", "CREW.toml", text, True)
ONLY = choice("only", "--only", RANKS, "Only cards of this rank; repeatable.", many=True)
BY = Opt("by", ("--by",), "Figure to rank by (markers).", "FIGURE", figure, default="markers", choices=FIGURES)
PER = choice("per", "--per", ("reputation", "funding", "ac"), "Divide by the price, or by the AC spent.")
AC = Opt("ac", ("--ac",), "Attack counters, as far as a card can (as many as allowed).", "N", whole(0, 99))
DC = Opt("dc", ("--dc",), "Defence counters, as far as a card can (0).", "N", whole(0, 99), default=0)

_WITHOUT_COUNTERS = tuple(option for option in SITUATION if option.name not in ("ac", "dc"))
_OF_ALL = tuple(option for option in SITUATION if option.name not in ("weapon", "ac", "dc"))
_WITHOUT_EFFORTS = tuple(option for option in SITUATION if not option.name.endswith("_efforts"))
_PAIR = (ATTACKER, TARGET)

ATTACK = Command(
    "attack",
    "Work out one attack on one target: markers, knock down, critical, K.O., Casualty.",
    "again:attack",
    _PAIR,
    (*SITUATION, *QUESTION, *ENGINE_OPTIONS),
    told=True,
)
CURVE = Command(
    "curve",
    "Work out a figure over a counter or a characteristic, for several targets or weapons.",
    "curve:curve",
    (ATTACKER, TARGETS),
    (OVER, WEAPONS, LEAST, MOST, *SITUATION, *QUESTION, *ENGINE_OPTIONS, SHOW),
    told=True,
    needs=("over",),
)
SPLIT = Command(
    "split",
    "Work out a figure for every number of attack and defence counters that the cards allow.",
    "split:split",
    _PAIR,
    (*_WITHOUT_COUNTERS, OWN, *QUESTION, *ENGINE_OPTIONS, SHOW),
    told=True,
)
COMMIT = Command(
    "commit",
    "Work out how many counters suffice: the fewest AC to reach a chance, or the fewest DC to stay below one.",
    "split:commit",
    _PAIR,
    (CHANCE, BELOW, *_WITHOUT_COUNTERS, *QUESTION, *ENGINE_OPTIONS, SHOW),
    told=True,
)
RANK = Command(
    "rank",
    "Rank the cards of the roster: attackers by what they do, defenders by how little is done to them.",
    "rank:rank",
    (SIDE,),
    (AGAINST, CREW, ONLY, BY, PER, AC, DC, *_OF_ALL, *QUESTION, *ENGINE_OPTIONS),
    renamed={"by": "figure"},
    told=True,
)
READINGS = Command(
    "readings",
    "Work out one attack under every reading of the rules that can touch it, one changed at a time.",
    "range:readings",
    _PAIR,
    (*SITUATION, *QUESTION, *ENGINE_OPTIONS, SHOW),
    told=True,
)
EFFORTS = Command(
    "efforts",
    "Work out every pair of Efforts (third edition), the best answers and the minimax.",
    "editions_rows:efforts_answer",
    _PAIR,
    (*_WITHOUT_EFFORTS, THIRD, READING, ROSTER, EXACT, SHOW),
)
COMPARE = Command(
    "compare-editions",
    "Work out one attack under every edition that knows both models.",
    "editions_rows:compare_answer",
    _PAIR,
    (*SITUATION, READING, ROSTER, EXACT, SHOW),
)
EXPLAIN = Command(
    "explain",
    "Show the stages of one attack, exactly counted, as numbers that multiply back to its result.",
    "explain:document",
    _PAIR,
    (*SITUATION, *QUESTION, EXACT),
)
SENSITIVITY = Command(
    "sensitivity",
    "Show what each characteristic, counter, position and trait is worth in one figure.",
    "sensitivity:document",
    _PAIR,
    (*SITUATION, *QUESTION, EXACT, SHOW),
)
ATTACKS = (ATTACK, CURVE, SPLIT, COMMIT, RANK, READINGS, EFFORTS, COMPARE, EXPLAIN, SENSITIVITY)
