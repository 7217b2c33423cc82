"""The page's twin in Node against the exact engine, and faults planted in it."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import twin_cases

from bmg_odds.answers.page_file import lighter, twin

NODE = shutil.which("node")
TOLERANCE = 1e-12

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(NODE is None, reason="the twin of the page is checked in Node, which is not installed here"),
]


COUNTED = ["tables", "outcomes", "numbers"]
PAGES = (
    ("revised", {}, 51, 2, 12),
    ("2012", {"surplus_injuries": "ignore", "crt": "choice", "block_timing": "before_impacts"}, 54, 2, 12),
    ("revised", {"down_target": "hit_on_2", "knockdown_face": "modified", "block_cap_at_impacts": "yes",
                 "scratch": "per_attack", "vp_after_ko": "higher"}, 53, 1, 30),
)  # fmt: skip


FAULTS = {
    "a reroll folded in twice": ("p += q * p;", "p += q * p + q * q * p;"),
    "a few rerolls as all": ("rerolls >= dice) {", "rerolls >= 1) {"),
    "spoiled dice count": ("first - spoilt + kept", "first - 0 * spoilt + kept"),
    "no blocks": ("if (s.block_dice) law = blocked", "if (false) law = blocked"),
    "crushing ignored": ("Math.floor(good / s.block_need)", "good"),
    "the cap forgotten": ("s.block_cap ? Math.min", "false ? Math.min"),
    "blocks without an impact": ("let hits = 1; hits <= s.dice", "let hits = 0; hits <= s.dice"),
    "a cover stops on the other faces": ("(6 - count(faces & 63)) / 6)", "count(faces & 63) / 6)"),
    "the saves before the dodge only": ("if (s.saves.length)", "if (s.saves.length > 1)"),
    "cross fire takes what passed": ("reach *= 1 - stop", "reach *= 1"),
    "knock down on any face": ("& 7) === shown) set", "& 7) >= shown) set"),
    "a critical without damage": ("(face) => hurt &", "(face) => 1 &"),
    "a critical per face more": ("(s.critical >> (face - 1)) & 1", "(s.critical >> (face - 2)) & 1"),
    "two dice as one pair": ("left === right ? 1 : 2", "1"),
    "the collateral die rerolled without a need": ("critical(first) || !s.collateral_reroll", "!s.collateral_reroll"),
    "damage rerolled twice": ("(6 + bad) / 36", "(6 + bad + bad) / 36"),
    "a few rerolls as none": ("s.damage_rerolls === 0 ||", "s.damage_rerolls <= 2 ||"),
    "the gate turned round": ("fail * value + pass *", "pass * value + fail *"),
    "the gate never rerolled": ("if (gate[1])", "if (gate[9])"),
    "scratch on every impact": ("if (h.scratch === 1)", "if (h.scratch >= 1)"),
    "hardened for every marker": ("h.hardened && injuries > 0", "h.hardened"),
    "a Stun ignored first": ("Math.min(injuries, h.ignored)", "Math.min(injuries, 0)"),
    "overkill spills over": ("const added = Math.min(injuries, free)", "const added = injuries"),
    "K.O. one marker late": ("injuries + stuns >= endurance ? KO", "injuries + stuns > endurance ? KO"),
    "Casualty one Injury late": ("injuries >= endurance ? CASUALTY", "injuries > endurance ? CASUALTY"),
    "judgment on the fallen": ("now === KO && h.before === UP", "now === KO"),
    "a survivor half of the time": ("Math.floor(casualty / 3)", "Math.floor(casualty / 2)"),
    "at least is more than": ("c.injuries + c.stuns >= k", "c.injuries + c.stuns > k"),
    "a sure chance by its sum": ("inside === all.length ? 1 :", "inside < 0 ? 1 :"),
    "points of before for after": ("points[h.before][c.fate]", "points[c.fate][h.before]"),
    "a tie rounded up": ("floor % 2 ? floor + 1 : floor", "floor + 1"),
    "100 % for nearly": ("value === 0 || value === 1", "value === 0 || value > 0.99999"),
}


LOOK_UP_FAULTS = {
    "wounded never": ("found.wounds && markers > 0", "found.wounds && markers < 0"),
    "defensive for outnumbered": (
        "4 * state.outnumbered + 2 * state.defensive", "4 * state.defensive + 2 * state.outnumbered",
    ),
    "cover and moving exchanged": ("2 * state.cover + state.moved", "5 * state.moved + state.cover"),
    "the counters of an unhurt target": ("target.counters[markers]", "target.counters[0]"),
    "SC cost nothing": ("- found.costs[state.target_use]", "- 0 * found.costs[state.target_use]"),
    "a Feint takes no DC": ("Math.max(0, dc - 1)", "dc"),
}  # fmt: skip


THIRD_FAULTS = {
    "Combo for every hit": ("c.combo * Math.floor(hits / 2)", "c.combo * hits"),
    "Crushing ignored": (") / c.defence_need)", ") / 1)"),
    "a Strength die rerolled without end": ("if (rerolls) {", "if (c.strength_rerolls) {"),
    "every hit on a Strength die critical": ("const plain = count(hit & ~c.critical)", "const plain = count(hit)"),
    "Strength hits always defended": ("c.strength_defended ?", "true ?"),
    "plain Strength hits cancelled first": ("Math.max(0, criticals - taken)", "criticals"),
    "saves forgotten": ("const keep = passing(c.saves)", "const keep = 1"),
    "Limited Attack ignored": ("h.limited ?", "false ?"),
    "a critical never knocks down": ("criticals > 0 && h.critical_downs", "false"),
    "Efforts cost the target nothing": ("stuns + efforts, effort_stuns", "stuns, effort_stuns"),
    "Efforts of both sides exchanged": ("* EFFORTS + mine) * EFFORTS + theirs", "* EFFORTS + theirs) * EFFORTS + mine"),
    "moving and range exchanged": ("2 * state.moved + state.beyond_range", "2 * state.beyond_range + state.moved"),
    "an Injury no wound": ("state.injuries > 0 ? 2 : state.stuns", "state.injuries > 99 ? 2 : state.stuns"),
}


def _checked(folder: Path, cases: dict) -> dict:
    file = folder / "cases.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    script = Path(__file__).with_name("twin_check.mjs")
    done = subprocess.run([NODE, str(script), str(file)], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """What Node says of the twin, and of the twin with each fault in it."""
    cases = {
        "source": twin(),
        "tables": twin_cases.tables(3000, seed=41),
        "outcomes": twin_cases.outcomes(300, seed=42),
        "numbers": twin_cases.numbers(2000, seed=43),
        "pages": [twin_cases.on_pages(*one) for one in PAGES],
        "faults": {name: (*fault, COUNTED) for name, fault in FAULTS.items()}
        | {name: (*fault, ["pages"]) for name, fault in LOOK_UP_FAULTS.items()},
    }
    return _checked(tmp_path_factory.mktemp("twin"), cases)


@pytest.fixture(scope="module")
def checked_third(tmp_path_factory):
    """The same of the third edition's."""
    others = {"natural_rolls": "on", "effort_stuns": "apart", "ranged_efforts": "both", "ranged_defence": "yes"}
    cases = {
        "source": twin(third=True),
        "clashes": twin_cases.clashes(1000, seed=44),
        "pages": [twin_cases.on_third_pages({}, 71, 3, 12), twin_cases.on_third_pages(others, 72, 2, 20)],
        "faults": {name: (*fault, ["clashes", "pages"]) for name, fault in THIRD_FAULTS.items()},
    }
    return _checked(tmp_path_factory.mktemp("third"), cases)


@pytest.mark.parametrize(("kind", "least"), [("tables", 3000), ("outcomes", 300), ("numbers", 2000),
                                             ("pages", 500)])  # fmt: skip
def test_the_twin_answers_as_the_exact_engine(checked, kind, least):
    found = checked["report"][kind]
    assert found["cases"] >= least
    assert found["worst"] < TOLERANCE, found


@pytest.mark.parametrize(("kind", "least"), [("clashes", 1000), ("pages", 150)])
def test_the_third_editions_twin_answers_as_its_engine(checked_third, kind, least):
    found = checked_third["report"][kind]
    assert found["cases"] >= least
    assert found["worst"] < TOLERANCE, found


@pytest.mark.parametrize("fault", [*FAULTS, *LOOK_UP_FAULTS])
def test_a_fault_in_the_twin_is_found(checked, fault):
    assert checked["faults"][fault] not in (None, "not there")


@pytest.mark.parametrize("fault", THIRD_FAULTS)
def test_a_fault_in_the_third_editions_twin_is_found(checked_third, fault):
    assert checked_third["faults"][fault] not in (None, "not there")


def test_the_twin_is_a_few_kilobytes():
    assert len(lighter(twin())) < 16_000
    assert len(lighter(twin(third=True))) < 16_000
