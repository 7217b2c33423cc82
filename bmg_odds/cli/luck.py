"""`bmg-odds luck`: the dice of a game, replayed."""

from typing import Annotated, Any

import typer

from bmg_odds.answers.asking.options import Opt, choice
from bmg_odds.answers.asking.shared import ANSWER, EDITIONS, READING, ROSTER
from bmg_odds.cli.options import takes

LUCK_EXAMPLE = """\b
Example, a file game.txt:
  Ana: attack Batman (AC) > Joker (AC); 5 AC; 2 DC
    impact 4+  6 5 4 1 2 = 3
    block 6 2 = 1
    damage 3+  5 1 = 1
    collateral 5 = both
  Ben: agility <=3 2 = success

  bmg-odds luck game.txt
"""

RULES = choice("rules", "--rules", EDITIONS, "Edition of the rules (the file's, or revised).")
CHECK = Opt("check", ("--check",), "Only list every mistake of the file; status 1 where there is one.")


@takes(CHECK, RULES, READING, ROSTER, *ANSWER)
def luck(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Dice as noted beside the table.", show_default=False)],
    **options: Any,
) -> None:
    """Replay the dice of a game: where the table went wrong, and how lucky each side was."""
    from bmg_odds.answers.asking.mistakes import printable
    from bmg_odds.answers.luck import luck as work_out
    from bmg_odds.answers.luck_file import LuckError
    from bmg_odds.answers.luck_shown import luck_document
    from bmg_odds.cli.output import Destination, emit

    destination = Destination.of(options.pop("format"), options.pop("output"))
    check = options.pop("check")
    try:
        rows = work_out(file, **options)
    except LuckError as error:
        if not check:
            error.listed = f"luck {file} --check"
            raise
        emit("".join(f"{printable(line)}\n" for line in error.mistakes))
        raise typer.Exit(1) from None
    if check:
        emit(f"{printable(file)}: no mistakes\n")
        return
    destination.deliver(luck_document(rows))
