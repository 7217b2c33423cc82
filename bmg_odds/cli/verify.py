"""`bmg-odds verify`: the agreement suite, for whoever wants to see for themselves that the numbers are right."""

from typing import Any

import typer

from bmg_odds.answers.asking.options import Opt, whole
from bmg_odds.answers.asking.shared import ANSWER, ROSTER
from bmg_odds.cli.options import takes

FAILED, INTERRUPTED = 1, 130

VERIFY_EXAMPLE = """\b
Examples:
  bmg-odds verify
  bmg-odds verify --seed 2012 --trials 1e7 -o verified.json

Exit status 0 where all agrees, 1 where anything does not.
"""

SEED = Opt("seed", ("--seed",), "Of the dice and of the 50 attacks drawn (drawn and shown).", "N", whole(0, 2**64 - 1))
TRIALS = Opt("trials", ("--trials",), "How often to roll each attack (5_000_000).", "N", whole(1000))
THREADS = Opt("threads", ("--threads",), "Threads (all cores).", "N", whole(1, 1024))


@takes(SEED, TRIALS, THREADS, ROSTER, *ANSWER)
def verify(**options: Any) -> None:
    """Check the numbers: printed figures to the digit, and counting against rolling on the same attacks.

    Reference attacks of all editions, 50 drawn from the roster, sequences, fights and other rolls.
    """
    from bmg_odds.cli.output import Destination, keep
    from bmg_odds.cli.progress import watched

    destination = Destination.of(options.pop("format"), options.pop("output"))
    from bmg_odds.answers.verify import verify as work_out
    from bmg_odds.answers.verify_shown import verify_document

    with watched("verifying", "checks") as progress:
        rows = work_out(progress=progress, **options)
    destination.deliver(verify_document(rows))
    if rows.fields["interrupted"]:
        keep(f"{len(rows.rows)} checks of {rows.fields['planned']}")
        raise typer.Exit(INTERRUPTED)
    if not rows.fields["passed"]:
        raise typer.Exit(FAILED)
