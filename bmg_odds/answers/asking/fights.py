"""The questions about several attacks one after another: gangs, a game's ammunition, duels."""

from bmg_odds.answers.asking.command import Argument, Command
from bmg_odds.answers.asking.options import Opt, choice, text, whole
from bmg_odds.answers.asking.shared import ENGINE_OPTIONS, EXACT, QUESTION, SHOW
from bmg_odds.answers.asking.situation import SITUATION

TARGETS = Argument("targets", "TARGET", "Who is attacked; several with --split.", many=True)
SHOOTER = Argument("attacker", "ATTACKER", "Who shoots.")
SHOT_AT = Argument("target", "TARGET", "Who is shot at.")
A = Argument("a", "A", "One model of the fight.")
B = Argument("b", "B", "The other one.")

BY = Opt("by", ("--by",), "Attacker, in order; repeatable; 3x NAME for three alike, CREW.toml for a crew.",
         "NAME[/WEAPON[/AC]]", text, True)  # fmt: skip
POLICY = Opt("policy", ("--policy",), "How the target spends its DC: all, one-per-impact, at-most=K, optimal (all).",
             "POLICY", text, default="all", choices=("all", "one-per-impact", "at-most=1", "optimal"))  # fmt: skip
SPARE = Opt("spare", ("--spare",), "Counters beside the DC that it can lose first (all it has left).", "N",
            whole(0, 99))  # fmt: skip
LOSE = choice("lose", "--lose", ("spare", "dc"), "Which counters go first to its markers (spare).", default="spare")
DIVIDE = Opt("split", ("--split",), "Divide one attacker's dice between several targets: the best division.")
_ALONE = ("weapon", "ac", "mc", "form", "attacker_injuries", "attacker_stuns", "attacker_state", "attacker_efforts",
          "target_efforts", "beyond_range")  # fmt: skip
_CIRCUMSTANCES = tuple(option for option in SITUATION if option.name not in _ALONE)

SHOTS = Opt("shots", ("--shots",), "How many shots (all the ammunition).", "N", whole(1, 99))
SC = Opt("sc", ("--sc",), "SC that the target keeps for its recovery each round (0).", "N", whole(0, 9), default=0)
ONE_ROUND = Opt("one_round", ("--one-round",), "All shots in one round, as of several shooters: no recovery.")
_NOT_OF_SHOTS = ("ac", "dc", "mc", "form", "outnumbered", "crowd", "defensive", "grabbed", "block_bonus",
                 "attacker_efforts", "target_efforts", "beyond_range")  # fmt: skip
_OF_SHOTS = tuple(option for option in SITUATION if option.name not in _NOT_OF_SHOTS)

ROUNDS = Opt("rounds", ("--rounds",), "Rounds of the fight (6; third: 4).", "N", whole(1, 20))
FIRST = choice("first", "--first", ("a", "b", "draw"), "Who goes first in every round; draw: the bag, or the "
               "third edition's dice for the lead (draw).", default="draw")  # fmt: skip
_PLAN = "all-out, turtle, balanced, split=AC/DC/SC; third: split=A/D Efforts (balanced)."
PLAN_A = Opt("plan_a", ("--plan-a",), f"Plan of A: {_PLAN}", "POLICY", text, default="balanced")
PLAN_B = Opt("plan_b", ("--plan-b",), f"Plan of B: {_PLAN}", "POLICY", text, default="balanced")
WEAPON_A = Opt("weapon_a", ("--weapon-a",), "Melee weapon of A, or unarmed.", "NAME", text)
WEAPON_B = Opt("weapon_b", ("--weapon-b",), "Melee weapon of B, or unarmed.", "NAME", text)
AS_EDITION = Opt("as_edition", ("--as-edition",), "Take cards of another edition as they are.")
OBJECTIVE = choice("objective", "--objective", ("out", "vp", "markers"), "What A wants more of than B (out).",
                   default="out")  # fmt: skip
STATE = Opt("state", ("--state",), "A situation to ask about too: a=INJURIES/STUNS[/down|/ko],b=...,round=N,bag=A/B "
            "(third: lead=a|b).", "STATE", text)  # fmt: skip
SOLVE_THREADS = Opt("threads", ("--threads",), "Threads (all cores).", "N", whole(1, 1024))
_MODELS = (WEAPON_A, WEAPON_B, AS_EDITION)

SEQUENCE = Command(
    "sequence",
    "Work out several attacks on one target in one round, and the best use of its defence counters.",
    "sequence_again:asked",
    (TARGETS,),
    (BY, POLICY, SPARE, LOSE, DIVIDE, *_CIRCUMSTANCES, *QUESTION, *ENGINE_OPTIONS, SHOW),
    told=True,
)
AMMO = Command(
    "ammo",
    "Work out a figure over a whole game's ammunition: a shot a round, the target recovering between them.",
    "ammo:again",
    (SHOOTER, SHOT_AT),
    (SHOTS, SC, ONE_ROUND, *_OF_SHOTS, *QUESTION, EXACT, SHOW),
    told=True,
)
DUEL = Command(
    "duel",
    "Fight two models in contact over several rounds, each after a plan.",
    "duel:document",
    (A, B),
    (ROUNDS, PLAN_A, PLAN_B, FIRST, *_MODELS, *QUESTION, *ENGINE_OPTIONS),
    told=True,
)
SOLVE = Command(
    "solve",
    "Find the best plans of both sides of a duel, in every state, and what the usual plans lose.",
    "solve:document",
    (A, B),
    (ROUNDS, FIRST, OBJECTIVE, STATE, *_MODELS, *QUESTION, EXACT, SOLVE_THREADS),
    told=True,
)
FIGHTS = (SEQUENCE, AMMO, DUEL, SOLVE)
