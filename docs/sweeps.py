"""The questions of docs/sweeps.md, asked of a small sweep each time the page is made."""

import io
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

GRID = """\
# study.toml: who should hold the alley, and what with?
[grid]
attacker = "all"
target = ["Gotham Policeman", "Bob", "Bane (AC)"]
weapon = "all"
ac = "all"
dc = "all"
stuns = "0..1"
"""
LINE = 'bmg-odds sweep study.toml --only henchman --show out --show markers --show "at-least=3" -o study'
LOAD = """\
import pandas as pd

frame = pd.read_parquet("study")
print(frame.sample(5, random_state=1).sort_index().to_string())
"""
QUERIES = {
    "best": """\
# With all the AC he has, against no DC: the best weapon of each, by the markers it inflicts on fresh targets.
fresh = frame[(frame.dc == 0) & (frame.target_stuns == 0)]
most = fresh[fresh.ac == fresh.groupby(["attacker", "weapon"], observed=True).ac.transform("max")]
mean = most.groupby(["attacker", "weapon"], observed=True).markers.mean().reset_index()
best = mean.loc[mean.groupby("attacker", observed=True).markers.idxmax()]
print(best.nlargest(8, "markers").round(3).to_string(index=False))
""",
    "worth": """\
# What one more defence counter is worth to Bane, by how many he spends already: chance of three markers or more.
bane = frame[(frame.target == "Bane (AC)") & (frame.target_stuns == 0) & (frame.ac >= 2)]
print(bane[bane.dc <= 3].groupby(["ac", "dc"])["at-least=3"].mean().unstack().round(3).to_string())
""",
    "worst": """\
# The attacks most worth making on one who has a Stun already: chance to take him out for each AC spent.
stunned = frame[(frame.target_stuns == 1) & (frame.ac > 0)].assign(each=lambda rows: rows.out / rows.ac)
print(stunned.nlargest(5, "each")[["attacker", "weapon", "target", "ac", "dc", "out"]].round(3).to_string(index=False))
""",
}


@cache
def _asked() -> tuple[str, str, dict[str, str]]:
    """The dry run's words but for the time, what the sweep says, and what each query prints."""
    import os

    from bmg_odds.answers.sweep import plan_of, sweep_plan
    from bmg_odds.answers.sweep_folder import told

    before = os.getcwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            Path("study.toml").write_text(GRID, encoding="utf-8")
            plan = plan_of("study.toml", only=["henchman"], figures=["out", "markers", "at-least=3"])
            says = f"study: {told(sweep_plan(plan, 'study'))}\n"
            names: dict[str, Any] = {}
            printed = {"load": _printed(LOAD, names)}
            printed |= {name: _printed(code, names) for name, code in QUERIES.items()}
        finally:
            os.chdir(before)
    return GRID, says, printed


def _printed(code: str, names: dict[str, Any]) -> str:
    text = io.StringIO()
    with redirect_stdout(text):
        exec(code, names)
    return text.getvalue()


def grid() -> str:
    """Return the file, the command, and what it says."""
    _, says, _ = _asked()
    return f"```toml\n{GRID}```\n\n```sh\n{LINE}\n```\n\n```text\n{says}```\n"


def query(name: str) -> Callable[[], str]:
    """Return a maker of one query with its answer."""

    def make() -> str:
        _, _, printed = _asked()
        code = LOAD if name == "load" else QUERIES[name]
        return f"```python\n{code}```\n\n```text\n{printed[name]}```\n"

    return make


def options() -> str:
    """Return the options of a scenario by kind."""
    from bmg_odds.answers.sweep_settings import CHANGES
    from bmg_odds.answers.sweep_values import LISTS, NAMES, SWITCHES, flag

    kinds = {
        "models and words": [name for name in NAMES if name in ("attacker", "target", "weapon", "rules", "form")],
        "whole numbers, ranges": [name for name in NAMES if name not in (*LISTS, *SWITCHES, *CHANGES, "attacker",
                                  "target", "weapon", "rules", "form")],
        "yes or no": list(SWITCHES),
        "several at once, joined by `+`": list(LISTS),
        "changes of a card": list(CHANGES),
    }  # fmt: skip
    return "".join(f"- {kind}: {', '.join(f'`{flag(name)}`' for name in names)}\n" for kind, names in kinds.items())


def parts() -> dict[str, Callable[[], str]]:
    """Return the makers of the page's parts."""
    return {
        "sweep-grid": grid,
        "sweep-options": options,
        **{f"sweep-{name}": query(name) for name in ("load", *QUERIES)},
    }
