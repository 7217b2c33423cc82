"""`bmg-odds duel` and `solve`: two models in contact, under given plans or the best ones."""

from typing import Annotated, Any

import typer

from bmg_odds.cli.chart import CHART_OPTIONS, Chart
from bmg_odds.cli.options import ANSWER, ENGINE_OPTIONS, EXACT, QUESTION, Opt, choice, takes, text, whole
from bmg_odds.errors import BmgError

ModelA = Annotated[str, typer.Argument(metavar="A", help="One model of the fight.", show_default=False)]
ModelB = Annotated[str, typer.Argument(metavar="B", help="The other one.", show_default=False)]

DUEL_EXAMPLE = """\b
Examples:
  bmg-odds duel "Batman (AC)" "Joker (AC)"
  bmg-odds duel "Gotham Policeman" "Clown (Tube)" --plan-a all-out --plan-b split=2/2/0 --first b
  bmg-odds duel Talon Joker --rules third --plan-a split=2/1
"""

SOLVE_EXAMPLE = """\b
Examples:
  bmg-odds solve "Batman (AC)" "Joker (AC)" --first a
  bmg-odds solve "Batman (AC)" "Bane (AC)" --chart board.svg --card plans.pdf
  bmg-odds solve "Gotham Policeman" "Clown (Tube)" --state a=0/2/down,b=1/1,round=3,bag=4/6
"""

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
CARD = Opt("card", ("--card",), "Print A's best plans by markers taken on a page of A5: FILE.pdf.", "FILE", text)
MODELS = (WEAPON_A, WEAPON_B, AS_EDITION)


@takes(ROUNDS, PLAN_A, PLAN_B, FIRST, *MODELS, *QUESTION, *ENGINE_OPTIONS, *ANSWER, *CHART_OPTIONS)
def duel(a: ModelA, b: ModelB, **options: Any) -> None:
    """Fight two models in contact over several rounds, each after a plan."""
    from bmg_odds.answers.duel import duel as work_out
    from bmg_odds.answers.duel_shown import duel_document
    from bmg_odds.cli.output import Destination, keep, note
    from bmg_odds.cli.progress import watched

    destination = Destination.of(options.pop("format"), options.pop("output"))
    chart = Chart.taken(options)
    with watched("fighting" if options["engine"] == "exact" else "rolling") as progress:
        record = work_out(a, b, progress=progress, **options).record()
    for warning in record["warnings"]:
        note(f"note: {warning}")
    destination.deliver(duel_document(record))
    chart.draw(record)
    if record.get("interrupted"):
        keep(f"an answer from {record['trials']:,} fights")
        raise typer.Exit(130)


@takes(ROUNDS, FIRST, OBJECTIVE, STATE, *MODELS, *QUESTION, EXACT, SOLVE_THREADS, CARD, *ANSWER, *CHART_OPTIONS)
def solve(a: ModelA, b: ModelB, **options: Any) -> None:
    """Find the best plans of both sides of a duel, in every state, and what the usual plans lose."""
    from bmg_odds.answers.solve import solve as work_out
    from bmg_odds.answers.solve_card import check_card
    from bmg_odds.answers.solve_shown import solve_document
    from bmg_odds.cli.output import Destination, note
    from bmg_odds.cli.progress import watched

    destination = Destination.of(options.pop("format"), options.pop("output"))
    chart, card = Chart.taken(options), options.pop("card")
    if card is not None:
        check_card(card, options["rules"])
        if card == chart.path:
            raise BmgError(f"--card {card}: is the file of --chart too; name another")
    with watched("solving") as progress:
        record = work_out(a, b, card=card is not None, progress=progress, **options).record()
    for warning in record["warnings"]:
        note(f"note: {warning}")
    destination.deliver(solve_document(record))
    chart.draw(record)
    if card is not None:
        from bmg_odds.answers.charts_card import write_card

        write_card(record, card)
        note(f"wrote {card}")
