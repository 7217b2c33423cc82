"""`bmg-odds explain` and `sensitivity`: why an attack comes out as it does, and what would change it."""

from typing import Any

from bmg_odds.answers.asking.attacks import EXPLAIN, SENSITIVITY
from bmg_odds.answers.asking.shared import ANSWER
from bmg_odds.cli.editions import Attacker, Target
from bmg_odds.cli.options import takes

EXPLAIN_EXAMPLE = """\b
Example:
  bmg-odds explain "Batman (AC)" "Gotham Policeman" --dc 2
"""
SENSITIVITY_EXAMPLE = """\b
Example:
  bmg-odds sensitivity "Batman (AC)" "Gotham Policeman" --dc 2 --show markers
"""


@takes(*EXPLAIN.options, *ANSWER)
def explain(attacker: Attacker, target: Target, **options: Any) -> None:
    """Show the stages of one attack, exactly counted, as numbers that multiply back to its result."""
    from bmg_odds.answers.ask import attack
    from bmg_odds.answers.explain import explain_document, explained
    from bmg_odds.cli.output import Destination, note

    destination = Destination.of(options.pop("format"), options.pop("output"))
    outcome = attack(attacker, target, **options)
    for warning in outcome.warnings:
        note(f"note: {warning}")
    destination.deliver(explain_document(explained(outcome)))


@takes(*SENSITIVITY.options, *ANSWER)
def sensitivity(attacker: Attacker, target: Target, **options: Any) -> None:
    """Show what each characteristic, counter, position and trait is worth in one figure."""
    from bmg_odds.answers.sensitivity import sensitivity as work_out
    from bmg_odds.answers.sensitivity import sensitivity_document
    from bmg_odds.cli.output import Destination, note

    destination = Destination.of(options.pop("format"), options.pop("output"))
    figure = options.pop("show")
    rows = work_out(attacker, target, figure=figure, **options)
    for warning in rows.fields["warnings"]:
        note(f"note: {warning}")
    destination.deliver(sensitivity_document(rows))
