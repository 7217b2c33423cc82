"""Planted faults of sequences: mistakes in what carries over, each caught by name by the brute force."""

from __future__ import annotations

from dataclasses import replace

import pytest
import scenarios_sequence as scenarios
from asking_sequence import asked
from oracle import Attack, Model
from oracle_sequence import Sequence, optimal
from test_sequence_oracle import TOLERANCE, disagreement

from bmg_odds.answers import sequence_policy
from bmg_odds.engines import sequence
from bmg_odds.engines.sequence import CASUALTY, KO, UP, Chain, Laws
from bmg_odds.engines.sequence_law import ALL, Sum
from bmg_odds.rules import awarding, gang

BLOW = Attack(Model(attack=3, strength=3), Model(), "BS", ac=2, weapon_name="Club")
SHOT = Attack(Model(attack=3, strength=3), Model(), "SS", rof=2, weapon_name="Gun", weapon_traits=("Firearm",))
FOE = Model(defense=3, endurance=5)
THREE = Sequence(FOE, (BLOW, BLOW, BLOW), dc=2, policy="at-most=1", spare=0)
SHOT_FIRST = Sequence(FOE, (SHOT, BLOW, BLOW), dc=3, policy="at-most=2", spare=1)

after, steps, ends, spent, law, left = (
    sequence._after, Chain.steps, Chain.ends, Laws.spent, Chain.law, sequence._left,
)  # fmt: skip
plus = Sum.plus
best = sequence_policy.best


def wearing(*names: str, s: Sequence = THREE) -> Sequence:
    return scenarios.wearing(s, *names)


def ending(change):
    """`_after` with every state that it leads to changed: (state before, state after, the target at first)."""

    def wrong(asked, phase, state, *dice):
        for end, deal, share in after(asked, phase, state, *dice):
            yield change(state, end, asked.held), deal, share

    return wrong


def spent_dc_come_back(self, attack, state, policy, dealt=0):
    for end, deal, chance in steps(self, attack, state, policy, dealt):
        yield end._replace(dc=state.dc if end.status == UP else 0), deal, chance


def dead_are_struck(self, attack, state, policy, dealt=0):
    yield from steps(self, attack, state._replace(status=min(state.status, KO)), policy, dealt)


def struck_only_while_up(self, attack, state, policy, dealt=0):
    yield from steps(self, attack, state._replace(status=CASUALTY) if state.status == KO else state, policy, dealt)


def overkill_spills(row, injuries, stuns):
    return row[awarding.HELD_INJURIES] + injuries, row[awarding.HELD_STUNS] + stuns


def rolled_without_impact(self, dc, hits):
    return spent(self, dc, max(hits, 1))


def cap_wastes_dc(self, dc, hits):
    return dc if hits and self.phase.blocks[min(dc, len(self.phase.blocks) - 1)][0] else 0


def as_before_the_first(self, attack, state):
    first = self.gang.held
    return law(self, attack, state._replace(injuries=first.injuries, stuns=first.stuns))


def other_counters_first(asked, state, lost):
    return left(replace(asked, lose="dc" if asked.lose == "spare" else "spare"), state, lost)


def magic_uses_it_up(asked, phase, state, *dice):
    yield from after(asked, phase._replace(pierces=False), state, *dice)


def only_the_last_attack(self, deal, *, felled):
    return plus(Sum(False, 0, False, False, 0, 0), deal, felled=felled)


def not_the_damages(self, deal, *, felled):
    found = plus(self, deal, felled=felled)
    return found._replace(damages=max(self.damages, deal.damages))


def stands_up(state, end, held):
    return end._replace(status=UP) if end.status == KO and end.injuries + end.stuns < 9 else end


FAULTS = {
    "counters not lost": (sequence, "_lost", lambda asked, state, markers: 0, SHOT_FIRST),
    "counters lost at every third marker": (gang, "markers_a_counter", lambda card: 3, SHOT_FIRST),
    "Sturdy not heard": (gang, "markers_a_counter", lambda card: 2, wearing("Sturdy", s=SHOT_FIRST)),
    "a counter lost for the multiple that was reached before": (
        sequence, "_lost", lambda asked, state, markers: markers // asked.step, replace(SHOT_FIRST, stuns=2),
    ),
    "the other counters lost first": (sequence, "_left", other_counters_first, SHOT_FIRST),
    "spent DC kept": (Chain, "steps", spent_dc_come_back, replace(THREE, target=replace(FOE, endurance=9), spare=9)),
    "Hardened anew each attack": (
        sequence, "_after", ending(lambda state, end, held: end._replace(hardened=held.hardened)), wearing("Hardened"),
    ),
    "Invulnerability anew each attack": (
        sequence, "_after", ending(lambda state, end, held: end._replace(invulnerable=held.invulnerable)),
        wearing("Invulnerability (2)"),
    ),
    "Power Armor whole again": (
        sequence, "_after", ending(lambda state, end, held: end._replace(armour=held.armour)), wearing("Power Armor"),
    ),
    "Magic uses Invulnerability up": (
        sequence, "_after", magic_uses_it_up,
        wearing("Invulnerability (2)", s=scenarios.armed(THREE, "Magic", turns=(0,))),
    ),
    "a Casualty attacked again": (Chain, "steps", dead_are_struck, replace(THREE, target=replace(FOE, endurance=2))),
    "a K.O. not attacked": (Chain, "steps", struck_only_while_up, THREE),
    "overkill spills over": (awarding, "_suffered", overkill_spills, THREE),
    "a K.O. still blocks": (
        sequence, "_after", ending(lambda state, end, held: end._replace(dc=state.dc)),
        replace(THREE, target=replace(FOE, endurance=2), dc=3),
    ),
    "a K.O. stands up": (
        sequence, "_after", ending(stands_up), replace(THREE, target=replace(FOE, endurance=3)),
    ),
    "policy all rolls without an impact": (Laws, "spent", rolled_without_impact, replace(THREE, policy="all", dc=1)),
    "DC beyond the cap spent": (
        Laws, "spent", cap_wastes_dc,
        scenarios.read(replace(THREE, policy="all", dc=3), {"block_cap_at_impacts": "yes"}),
    ),
    "down forgotten": (
        sequence, "_after", ending(lambda state, end, held: end._replace(down=False)),
        scenarios.read(replace(THREE, spare=9), {"down_target": "hit_on_2"}),
    ),
    "the dice of the first attack used for all": (Chain, "law", as_before_the_first, wearing("Tension")),
    "only the last attack counted": (Sum, "plus", only_the_last_attack, THREE),
    "damages of several attacks not added": (Sum, "plus", not_the_damages, THREE),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_caught(fault, monkeypatch):
    where, name, wrong, s = FAULTS[fault]
    assert not disagreement(s)
    monkeypatch.setattr(where, name, wrong)
    assert disagreement(s), fault


# --- faults of deciding ------------------------------------------------------------------------------------

BIG_LAST = Sequence(
    replace(FOE, endurance=3),
    (replace(BLOW, damage="S"), replace(BLOW, damage="SS")),
    dc=2,
    policy="optimal",
    spare=2,
)


def spends_all(chain, figure):
    return best(chain, figure)[0], ALL


def looks_one_attack_ahead(chain, figure):
    worth, policy = best(chain, figure)
    near = replace(worth, choices={})

    def rest(attack, kept, state, dealt):
        return sum(share * worth.goal.final(end) for end, _, share in chain.ends(attack, kept, state))

    near._rest = rest
    return near, policy._replace(choose=near.choice)


def largest(options):
    value, dc = max(options)
    return value, dc


DECIDING = {
    "optimal rolls everything at once": (sequence_policy, "best", spends_all),
    "optimal looks one attack ahead": (sequence_policy, "best", looks_one_attack_ahead),
    "optimal takes the worst choice": ("bmg_odds.engines.sequence_best", "_least", largest),
}


def misjudged(s: Sequence, name: str) -> bool:
    return abs(asked(s, name).figure(name) - float(optimal(s, name))) > TOLERANCE


@pytest.mark.parametrize("fault", DECIDING)
def test_fault_of_deciding_is_caught(fault, monkeypatch):
    where, name, wrong = DECIDING[fault]
    assert not misjudged(BIG_LAST, "out")
    target = f"{where}.{name}" if isinstance(where, str) else f"{where.__name__}.{name}"
    monkeypatch.setattr(target, wrong)
    assert misjudged(BIG_LAST, "out"), fault


def test_a_value_worked_out_backwards_is_that_of_the_law():
    """What orders are compared by, for every FIGURE."""
    for s, name in zip(scenarios.orders(), scenarios.FIGURES * 2, strict=False):
        outcome = asked(s, name)
        assert outcome.plan.value(name) == pytest.approx(outcome.figure(name), abs=TOLERANCE), name


def test_at_least_nothing_is_certain_backwards_too():
    assert asked(THREE, "at-least=0").plan.value("at-least=0") == 1.0
