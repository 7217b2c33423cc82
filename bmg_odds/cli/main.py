"""The program `bmg-odds`: commands in, exit status out."""

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.main import get_command

from bmg_odds._version import __version__
from bmg_odds.cli import roll, roster, rules
from bmg_odds.cli.attack import EXAMPLE, attack
from bmg_odds.cli.duel import DUEL_EXAMPLE, SOLVE_EXAMPLE, duel, solve
from bmg_odds.cli.editions import COMPARE_EXAMPLE, EFFORTS_EXAMPLE, compare_editions, efforts
from bmg_odds.cli.errors import PROGRAM, complain, explain
from bmg_odds.cli.explain import EXPLAIN_EXAMPLE, SENSITIVITY_EXAMPLE, sensitivity
from bmg_odds.cli.explain import explain as explain_attack
from bmg_odds.cli.light import USAGE_ERROR, Command, Group
from bmg_odds.cli.luck import LUCK_EXAMPLE, luck
from bmg_odds.cli.output import keep_nothing, kept, silence_stdout
from bmg_odds.cli.page import PAGE_EXAMPLE, page
from bmg_odds.cli.questions import COMMIT_EXAMPLE, CURVE_EXAMPLE, SPLIT_EXAMPLE, commit, curve, split
from bmg_odds.cli.questions_roster import RANK_EXAMPLE, READINGS_EXAMPLE, rank, readings
from bmg_odds.cli.reproduce import EXAMPLE as REPRODUCE_EXAMPLE
from bmg_odds.cli.reproduce import reproduce
from bmg_odds.cli.sequence import AMMO_EXAMPLE, SEQUENCE_EXAMPLE, ammo, sequence
from bmg_odds.cli.serve import SERVE_EXAMPLE, serve
from bmg_odds.cli.sweep import SWEEP_EXAMPLE, sweep
from bmg_odds.cli.verify import VERIFY_EXAMPLE, verify
from bmg_odds.errors import BmgError

ANSWERED, BAD_INPUT, INTERRUPTED = 0, 2, 130

app = typer.Typer(
    name=PROGRAM,
    cls=Group,
    help="What your dice will do in the Batman Miniature Game.",
    epilog='\b\nExample:\n  bmg-odds attack "Batman (AC)" "Joker (AC)" --dc 2',
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("attack", cls=Command, epilog=EXAMPLE)(attack)
app.command("curve", cls=Command, epilog=CURVE_EXAMPLE)(curve)
app.command("split", cls=Command, epilog=SPLIT_EXAMPLE)(split)
app.command("commit", cls=Command, epilog=COMMIT_EXAMPLE)(commit)
app.command("rank", cls=Command, epilog=RANK_EXAMPLE)(rank)
app.command("readings", cls=Command, epilog=READINGS_EXAMPLE)(readings)
app.command("sequence", cls=Command, epilog=SEQUENCE_EXAMPLE)(sequence)
app.command("ammo", cls=Command, epilog=AMMO_EXAMPLE)(ammo)
app.command("duel", cls=Command, epilog=DUEL_EXAMPLE)(duel)
app.command("solve", cls=Command, epilog=SOLVE_EXAMPLE)(solve)
app.command("efforts", cls=Command, epilog=EFFORTS_EXAMPLE)(efforts)
app.command("compare-editions", cls=Command, epilog=COMPARE_EXAMPLE)(compare_editions)
app.command("explain", cls=Command, epilog=EXPLAIN_EXAMPLE)(explain_attack)
app.command("sensitivity", cls=Command, epilog=SENSITIVITY_EXAMPLE)(sensitivity)
app.command("luck", cls=Command, epilog=LUCK_EXAMPLE)(luck)
app.command("page", cls=Command, epilog=PAGE_EXAMPLE)(page)
app.command("serve", cls=Command, epilog=SERVE_EXAMPLE)(serve)
app.command("sweep", cls=Command, epilog=SWEEP_EXAMPLE)(sweep)
app.command("verify", cls=Command, epilog=VERIFY_EXAMPLE)(verify)
app.command("reproduce", cls=Command, epilog=REPRODUCE_EXAMPLE)(reproduce)
app.add_typer(roll.app, name="roll")
app.add_typer(rules.app, name="rules")
app.add_typer(roster.app, name="roster")


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"{PROGRAM} {__version__}")
        raise typer.Exit(ANSWERED)


@app.callback()
def everywhere(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """What your dice will do in the Batman Miniature Game."""


def _shortened(error: BmgError) -> str:
    """Return the message of an error; of a file with several mistakes the first, and what lists all."""
    mistakes: Sequence[Any] = getattr(error, "mistakes", ())
    if len(mistakes) < 2:
        return str(error)
    listed = getattr(error, "listed", "") or f"roster check {mistakes[0].file}"
    return f"{mistakes[0]}\nand {len(mistakes) - 1} more: {PROGRAM} {listed} lists all"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program and exit: 0 answered, 1 a check failed, 2 bad input, 130 interrupted.

    Wrong input is a line or two on stderr. Anything unforeseen is a bug and keeps its traceback.
    """
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run the program and return its exit status."""
    keep_nothing()
    try:
        status = get_command(app).main(list(arguments), prog_name=PROGRAM, standalone_mode=False)
    except BmgError as error:
        complain(_shortened(error))
        return BAD_INPUT
    except USAGE_ERROR as error:
        complain(explain(error))
        return BAD_INPUT
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    except OSError as error:  # help and completion are written by typer itself
        if isinstance(error, BrokenPipeError):
            silence_stdout()
            return ANSWERED
        silence_stdout()
        complain(f"cannot write to stdout: {error.strerror or error}")
        return BAD_INPUT
    if status == INTERRUPTED and not kept():
        complain("interrupted; nothing was finished, nothing was written")
    elif status == INTERRUPTED:
        complain(f"interrupted; kept: {', '.join(kept())}")
    return status if isinstance(status, int) else ANSWERED
