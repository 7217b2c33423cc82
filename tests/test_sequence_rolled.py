"""Rolled sequences against counted ones: the joint law after every attack by the G-test of the exact one.

Every law's false alarm is 1e-9; with fewer than 100 of them this file raises one in 10 million runs. Seeds are literal
and nothing is rerun. Power: with 500,000 sequences and 1,600 cells each test finds, 99 times of 100, any shift of 1.1
percentage points of the mass between two cells that hold 20 % each (`test_power`); with the 4,000 sequences and at most
100 cells of the planted faults, of 8.
"""

import inspect
import os
import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest
from scipy import stats

from bmg_odds import BmgError
from bmg_odds.answers.agreement import g_test
from bmg_odds.answers.ask import attack
from bmg_odds.engines import rolling, sampling, sequence_rolling
from bmg_odds.engines.sequence import Chain, Policy
from bmg_odds.engines.sequence_best import best
from bmg_odds.engines.sequence_law import ALL, ONE_PER_IMPACT, at_most, laws
from bmg_odds.engines.sequence_rolled import Rolled, Target, rolled
from bmg_odds.facts.naming import parse_model
from bmg_odds.facts.roster import bundled
from bmg_odds.rules.edition import edition
from bmg_odds.rules.gang import Attacker, Gang, GangQuestion, gang
from bmg_odds.rules.situation import Situation

FALSE_ALARM = 1e-9
TRIALS = 500_000
CELLS = 1_600
FEW = 4_000


def ask(target, *by, rules="revised", readings=(), spare=None, lose="spare", **situation) -> Gang:
    """A sequence of attacks, each `NAME`, `NAME/WEAPON` or `NAME/WEAPON/AC`."""
    attackers = []
    for text in by:
        name, weapon, ac = [*text.split("/"), "", ""][:3]
        attackers.append(Attacker(model(name), weapon or None, int(ac) if ac else None))
    asked = GangQuestion(
        edition(rules, list(readings)), model(target), tuple(attackers), Situation(**situation), spare=spare, lose=lose
    )
    return gang(asked)


def model(text):
    return parse_model(text, bundled(), "revised")


CLOWNS = ("Clown (Tube)", "Clown (Knife)", "Blue Penguin (Axe)")
REMOVER = "attack=4,strength=4,damage=BS,weapon-traits=CRT (Casualty)"
CRUSHER = "attack=4,strength=3,damage=SS,weapon-traits=Crushing+Handy"
LARGE = {
    "mob": (ask("Batman (AC)", *CLOWNS, "Joker's Titan Clown", "Bane (AC)", dc=3), "all"),
    "one-per-impact": (ask("Deathstroke (AO)", *CLOWNS, "Nightwing", "Yang", dc=4, outnumbered=True), "one-per-impact"),
    "guns-and-knives": (
        ask("Batman (AK)", "Bob", "Agent Ron/Automatic Gun", "Clown (Knife)", "Militia 1", "Harley Quinn (AC)", dc=2,
            cover=("solid", "model", "light"), crouched=True),
        "at-most=1",
    ),
    "hardened": (ask("Ying", "Clown (Knife)", "Prisoner 02", "Blue Penguin (Axe)", "Catwoman (AC)", dc=2), "all"),
    "invulnerable": (
        ask("Bane (AC)", "Yang", "Wonder Woman/Sword", "Yang", "Ra's al Ghul (AC)", dc=2, target_use=("Titan Dose",)),
        "at-most=1",
    ),
    "power-armour": (
        ask("Mr. Freeze:traits=Power Armor+Invulnerability (2)+Hardened", "Bob", "Yang", "Killer Croc",
            "Wonder Woman/Sword", dc=3, spare=1, lose="dc"),
        "all",
    ),
    "sturdy": (ask("Two-Face", *CLOWNS, "High Security Henchman", "Bane (DKR)", dc=4, spare=0, stuns=1), "at-most=2"),
    "crushing": (
        ask("Batman (Batfleck)", CRUSHER, "Harley Quinn (AC)", CRUSHER, dc=4, spare=1,
            readings=("block_cap_at_impacts=yes",)),
        "all",
    ),
    "survivor": (
        ask("Joker (Jared Leto)", "Two-Face/Reinforced Gloves", REMOVER, "Bane (AC)", REMOVER, "Yang", dc=2,
            injuries=2),
        "all",
    ),
    "readings": (
        ask("Gordon", "Two-Face/Thompson", "Yang", "Deathstroke (AO)/Automatic Gun", "Solomon Grundy", dc=3,
            rules="2012", cover=("light",),
            readings=("block_timing=before_impacts", "surplus_injuries=ignore", "scratch=always",
                      "down_target=hit_on_2", "knockdown_face=modified")),
        "at-most=2",
    ),
    "lying": (
        ask("Robin (Tim Drake)", "Victor Zsasz", "Mr. Hammer", "Militia Brute 1", dc=3, down=True, injuries=1, spare=2,
            readings=("down_target=no_block", "knockdown_match=success"), use=("Devastating Blow",)),
        "one-per-impact",
    ),
    "least-out": (ask("Batman (AC)", *CLOWNS, "Joker's Titan Clown", "Bane (AC)", dc=4), "out"),
    "least-four": (ask("Ying", *CLOWNS, "Yang", dc=3, readings=("down_target=no_block",)), "at-least=4"),
    "least-falls": (ask("Nightwing", *CLOWNS, "Bane (AC)", dc=3, readings=("scratch=off",)), "knocked_down"),
}  # fmt: skip
SMALL = ask("Ying:endurance=3,willpower=4", "Clown (Knife)//3", "Yang//2", "Clown (Tube)//2", dc=2, spare=0)


def counted(asked: Gang, name: str) -> tuple[list[dict[tuple[int, ...], float]], str | Policy]:
    """The exact law after each attack in the keys of the rolled one; what the rolling engine is told of the policy."""
    chain = Chain(asked)
    policy = {"all": ALL, "one-per-impact": ONE_PER_IMPACT}.get(name)
    if name.startswith("at-most="):
        policy = at_most(int(name[8:]))
    told = name if policy else best(chain, name)[1]
    found = []
    for law in laws(chain, policy or told)[1:]:
        seen: dict[tuple[int, ...], float] = {}
        for (state, dealt), chance in law.items():
            key = tuple(map(int, (*state[:3], *dealt)))
            seen[key] = seen.get(key, 0.0) + chance
        found.append(seen)
    return found, told


def p_values(counts: Rolled, law: list[dict[tuple[int, ...], float]]) -> list[float]:
    found = []
    for seen, chances in zip(counts.after, law, strict=True):
        cells = sorted(seen.keys() | chances.keys())
        tested = g_test([seen.get(cell, 0) for cell in cells], [chances.get(cell, 0.0) for cell in cells])
        found.append(tested.p_value)
    return found


@pytest.mark.compiled
@pytest.mark.parametrize(("place", "name"), list(enumerate(LARGE)), ids=list(LARGE))
def test_rolled_equals_counted(place, name):
    asked, policy = LARGE[name]
    law, told = counted(asked, policy)
    counts = rolled(asked, told, trials=TRIALS, seed=9_000 + place)
    assert [sum(seen.values()) for seen in counts.after] == [TRIALS] * len(asked.blows)
    assert min(p_values(counts, law)) > FALSE_ALARM
    assert max(sum(TRIALS * chance >= 10 for chance in chances.values()) for chances in law) <= CELLS


@pytest.mark.parametrize(("trials", "cells", "shift"), [(TRIALS, CELLS, 0.011), (FEW, 100, 0.08)])
def test_power(trials, cells, shift):
    threshold = stats.chi2.isf(FALSE_ALARM, cells - 1)
    assert stats.ncx2.sf(threshold, cells - 1, trials * 2 * shift**2 / 0.2) > 0.99


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("attacker", "target", "options"),
    [
        ("Bane (AC)", "Batman (AC)", {"dc": 3, "stuns": 2}),
        ("Militia 1", "Ying", {"cover": ("street",)}),
        ("Two-Face:traits=Judgment+Brutal", "Joker (Jared Leto)", {"dc": 1, "injuries": 6}),
    ],
)
def test_a_sequence_of_one_is_an_attack(attacker, target, options):
    """The law of a single attack is that of another engine: what it deals, and what becomes of the target."""
    outcome = attack(model(attacker), model(target), **options)
    chances: dict[tuple[int, ...], float] = {}
    for case in outcome.cases:
        status = ("up", "ko", "casualty").index(case.status)
        key = (
            case.target_injuries, case.target_stuns, status, int(case.impacts > 0), case.damages,
            int(case.criticals > 0), int(case.knocked_down), case.injuries, case.stuns, int(status == 1),
        )  # fmt: skip
        chances[key] = chances.get(key, 0.0) + case.probability
    counts = rolled(ask(target, attacker, **options), "all", trials=TRIALS, seed=77)
    assert p_values(counts, [chances])[0] > FALSE_ALARM


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["guns-and-knives", "least-four"])
def test_counts_do_not_depend_on_threads(name):
    """Five blocks, so that threads really share the work, and share what a policy answered."""
    asked, policy = LARGE[name]
    told = counted(asked, policy)[1]
    one, two, seven = (rolled(asked, told, trials=300_000, seed=5, threads=n) for n in (1, 2, 7))
    assert one == two == seven


@pytest.mark.parametrize("policy", ["all", "one-per-impact", "at-most=1", "out", "at-least=2"])
def test_small_sequences(policy):
    law, told = counted(SMALL, policy)
    assert min(p_values(rolled(SMALL, told, trials=FEW, seed=11), law)) > FALSE_ALARM


@pytest.mark.compiled
def test_compiled_or_not_the_counts_are_the_same():
    code = (
        "import test_sequence_rolled as t\n"
        "found = t.rolled(t.SMALL, t.counted(t.SMALL, 'out')[1], trials=300, seed=3)\n"
        "print([sorted(map(tuple, seen.items())) for seen in found.after])\n"
    )
    printed = [
        subprocess.run(
            [sys.executable, "-c", code], cwd=os.path.dirname(__file__), check=True, capture_output=True, text=True,
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
        ).stdout
        for disabled in ("0", "1")
    ]  # fmt: skip
    assert printed[0] == printed[1]
    assert "Ended(injuries=" in printed[0]


THUG = "attack=4,strength=3,damage=BS"
SMALL_ONES = {
    "shot": (
        ask("defense=3,endurance=20,willpower=3", "attack=4,strength=2,damage=S,rof=1", f"{THUG}//3", dc=1, spare=0,
            stuns=1),
        "all",
    ),
    "rich": (ask("defense=3,endurance=20,willpower=6", *[f"{THUG}//3"] * 3, dc=2, spare=4), "at-most=1"),
    "spent": (ask("defense=2,endurance=8,willpower=9", *[f"{THUG}//3"] * 3, dc=2), "all"),
    "hardened": (ask("defense=2,endurance=8,traits=Hardened", *[f"{THUG}//3"] * 3), "all"),
    "invulnerable": (ask("defense=2,endurance=8,traits=Invulnerability (2)", *[f"{THUG}//3"] * 3), "all"),
    "sly": (ask("defense=5,endurance=8", *["attack=3,strength=3,damage=B//1"] * 3, dc=1), "all"),
    "frail": (ask("defense=2,endurance=2", *["attack=4,strength=2,damage=B//3"] * 3), "all"),
    "fainting": (ask("defense=3,endurance=2", *["attack=3,strength=2,damage=S//3"] * 3, dc=3), "at-most=1"),
    "stunned": (ask("defense=2,endurance=4", *["attack=4,strength=3,damage=B//3"] * 2, stuns=3), "all"),
    "saved": (
        ask("defense=2,endurance=20,traits=Survivor",
            *["attack=4,strength=2,damage=S,traits=Martial Expert,weapon-traits=CRT (Casualty)//3"] * 2),
        "all",
    ),
    "lying": (
        ask("defense=5,endurance=20", *["attack=4,strength=3,damage=S//3"] * 4, readings=("down_target=hit_on_2",)),
        "all",
    ),
    "scented": (ask("defense=4,endurance=12", *[f"{THUG},traits=Blood Scent//2"] * 2), "all"),
}  # fmt: skip
FAULTS = {
    "counters are not lost": ("shot", "lost = now // step - before // step if step > 0 else 0", "lost = 0"),
    "a counter is lost at every third marker": ("shot", "now // step - before // step", "now // 3 - before // 3"),
    "DC are lost first": ("rich", "if lose_dc == 1 and", "if"),
    "spent DC are kept": ("spent", "trial[DC] -= rolled", "pass"),
    "Hardened anew in each attack": ("hardened", "trial[HARDENED] = 0", "pass"),
    "Invulnerability is never used up": ("invulnerable", "trial[INVULNERABLE] -= 1", "pass"),
    "DC are spent without an impact": ("sly", "if struck > 0 or made.unseen == 1:", "if True:"),
    "a Casualty is attacked again": ("frail", "if trial[STATUS] != CASUALTY:", "if True:"),
    "a K.O. blocks": ("fainting", "trial[DC], trial[SPARE], trial[DOWN] = 0, 0, 1", "trial[DOWN] = 1"),
    "an Injury too many is lost": ("stunned", "elif trial[STUNS] > 0 and replace == 1:", "elif False:"),
    "a K.O. stands up": ("saved", "status = before  #", "status = UP  #"),
    "a target once down is up again": ("lying", "trial[DOWN] |= down", "trial[DOWN] = down"),
    "wounds are not seen": ("scented", "wounded = 1 if trial[INJURIES] + trial[STUNS] > 0 else 0", "wounded = 0"),
}


def planted(old: str, new: str):
    """The kernel in plain Python with one line changed."""
    source = inspect.getsource(sequence_rolling)
    assert source.count(old) == 1
    source = source.replace("from bmg_odds.engines.jit import kernel\n", "def kernel(function): return function\n")
    names: dict[str, Any] = {"__name__": "planted"}
    exec(source.replace(old, new), names)
    return names["_count"]


@pytest.mark.parametrize("name", SMALL_ONES)
def test_small_sequences_of_the_faults(name):
    asked, policy = SMALL_ONES[name]
    law, told = counted(asked, policy)
    assert min(p_values(rolled(asked, told, trials=FEW, seed=12), law)) > FALSE_ALARM


def test_planting_itself_changes_nothing(monkeypatch):
    asked, _ = SMALL_ONES["saved"]
    sound = rolled(asked, "all", trials=500, seed=2)
    monkeypatch.setattr(sequence_rolling, "_count", planted("trial[DC] -= rolled", "trial[DC] -= rolled"))
    assert rolled(asked, "all", trials=500, seed=2) == sound


def test_thirty_attacks_of_a_giant_can_be_told_apart():
    giant = "attack=12,strength=1,damage=BBBSSS,rof=12,weapon-traits=Devastating+CRT (BBB)"
    counts = rolled(
        ask("defense=12,endurance=20,willpower=20", *[giant] * 30), Policy(ALL.choose, 20), trials=20, seed=1
    )
    assert sum(counts.after[-1].values()) == 20


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught(fault, monkeypatch):
    where, old, new = FAULTS[fault]
    asked, policy = SMALL_ONES[where]
    law, told = counted(asked, policy)
    monkeypatch.setattr(sequence_rolling, "_count", planted(old, new))
    assert min(p_values(rolled(asked, told, trials=FEW, seed=12), law)) < FALSE_ALARM


@pytest.mark.parametrize("threads", [1, 3])
def test_progress_and_interrupts(threads, monkeypatch):
    monkeypatch.setattr(rolling, "BLOCK", 16)
    monkeypatch.setattr(sampling, "_HELD", 0.0)
    told = []
    rolled(SMALL, "all", trials=300, seed=1, threads=threads, progress=lambda *now: told.append(now))
    assert told[-1] == (300, 300)
    assert told == sorted(told)
    assert len(told) > 3

    def interrupt(done: int, trials: int) -> None:
        raise KeyboardInterrupt

    start = time.monotonic()
    counts = rolled(SMALL, "all", trials=2**60, seed=1, threads=threads, progress=interrupt)
    assert time.monotonic() - start < 10
    assert counts.interrupted
    assert [sum(seen.values()) for seen in counts.after] == [counts.trials] * 3
    assert 0 < counts.trials < 2**60


def test_what_is_asked_wrongly_is_refused():
    for wrong in ("optimal", "at-most=", "at-most=-1", "One"):
        with pytest.raises(BmgError, match="is not known"):
            rolled(SMALL, wrong, trials=10, seed=1)
    for trials, seed, threads in ((0, 1, 1), (10, -1, 1), (10, 1, 0)):
        with pytest.raises(BmgError, match="must be from"):
            rolled(SMALL, "all", trials=trials, seed=seed, threads=threads)
    assert rolled(SMALL, "all", trials=np.int64(50), seed=np.uint64(3)).trials == 50


def test_a_policy_is_told_what_the_target_has():
    heard = []

    def choose(attack: int, state: Target, dealt: int, impacts: int) -> int:
        heard.append((attack, state, dealt, impacts))
        return 9

    asked = rolled(SMALL, Policy(choose, 2), trials=500, seed=4)
    assert asked == rolled(SMALL, "all", trials=500, seed=4)
    assert len(heard) == len(set(heard))
    assert heard[0][:3] == (0, (0, 0, 0, False, 2, 0, 0, 0, True), 0)
    assert {dealt for _, _, dealt, _ in heard} == {0, 1, 2}
    assert all(impacts > 0 for *_, impacts in heard)


def test_the_door_opens_without_numba():
    code = "import sys, bmg_odds.engines.sequence_rolled; assert not {'numba', 'numpy'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
