"""Several attacks on one target in one round: what must hold of them, whatever the cards (R4)."""

from itertools import product

import pytest

import bmg_odds as bmg
from bmg_odds.answers.sequence import SequenceOutcome, sequence
from bmg_odds.engines.sequence import CASUALTY, KO, UP, Chain, State, start
from bmg_odds.engines.sequence_best import GOALS, Worth, best, goal
from bmg_odds.engines.sequence_law import ALL, ONE_PER_IMPACT, at_most, laws
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.rules.edition import EDITIONS, edition
from bmg_odds.rules.gang import Attacker, Gang, GangQuestion, gang
from bmg_odds.rules.situation import Situation

BATMAN, POLICEMAN = "Batman (AC)", "Gotham Policeman"
THUG = Card(name="Thug", edition="revised", willpower=5, attack=3, strength=3, defense=2, endurance=4,
            weapons=(Weapon(name="Bat", damage="BS", traits=("Handy",)),))  # fmt: skip
FOE = Card(name="Foe", edition="revised", willpower=5, attack=3, strength=4, defense=3, endurance=3, rank="Leader")
FIGURES = (*GOALS, "at-least=2", "at-least=4")


def asked(target: Card, *by: Attacker, rules: str = "revised", spare: int | None = None, **situation: object) -> Gang:
    found = GangQuestion(edition(rules), target, by, Situation(**situation), spare)  # type: ignore[arg-type]
    return gang(found)


@pytest.mark.parametrize("rules", ["2012", "revised"])
def test_a_sequence_of_one_is_an_attack(rules: str) -> None:
    """Every first-edition card with each of its weapons against Batman, all DC: the same joint law as `attack`."""
    cases = 0
    for card in bmg.roster().cards(rules):
        for weapon in card.weapons:
            dc = 0 if weapon.ranged else 2
            one = bmg.attack(card, BATMAN, weapon=weapon.name, dc=dc, rules=rules, stuns=1)
            same = sequence(BATMAN, f"{card.name}/{weapon.name}", dc=dc, rules=rules, stuns=1)
            laws = [{tuple(row.values())[:-1]: row["probability"] for row in each.outcomes} for each in (one, same)]
            assert laws[0].keys() == laws[1].keys()
            assert max(abs(laws[0][key] - laws[1][key]) for key in laws[0]) < 1e-13, (card.name, weapon.name)
            assert one.chance == pytest.approx(same.chance, abs=1e-12)
            assert one.victory_points == pytest.approx(same.victory_points, abs=1e-12)
            cases += 1
    assert cases > 80


def test_an_untouchable_target_stays_untouched() -> None:
    nobody = "attack=0,strength=4,damage=BS"
    for many in (1, 2, 5):
        outcome = sequence(BATMAN, [nobody] * many, dc=3, policy="optimal")
        assert outcome.chance.impact == outcome.chance.any_marker == outcome.chance.out == 0.0
        assert len(outcome.outcomes) == 1
        assert outcome.outcomes[0]["probability"] == 1.0


def test_the_order_of_attackers_alike_does_not_matter_and_that_of_others_is_shown() -> None:
    one, two = "attack=3,strength=3,damage=S", "attack=4,strength=4,damage=B,weapon-traits=Crushing"
    record = sequence(POLICEMAN, [one, one, two], dc=3, figure="markers").record()
    orders = {tuple(row["order"]): row["value"] for row in record["orders"]}
    assert len(orders) == len(record["orders"]) == 1 or len(record["orders"]) == 3
    assert len({round(row["value"], 9) for row in record["orders"]}) > 1
    asked_value = next(row["value"] for row in record["orders"] if row["asked"])
    assert asked_value == pytest.approx(record["inflicted"]["markers"], abs=1e-12)
    alike = sequence(POLICEMAN, [one, one, one], dc=3).record()
    assert alike["orders"] == []
    forth, back = (sequence(POLICEMAN, by, dc=2).outcomes for by in ([one, one, two], [one, one, two][::-1]))
    assert forth != back


def test_a_casualty_is_not_attacked_again_and_nothing_spills_over() -> None:
    brute = "attack=6,strength=2,damage=BBB"
    outcome = sequence("defense=2,endurance=2,willpower=4", [brute] * 3)
    for law in outcome.laws:
        for hit in law:
            assert hit.target_injuries + hit.target_stuns <= 2
    first, last = outcome.after[0], outcome.after[-1]
    # Once it is removed nothing more is dealt: what the second attack adds is only where the first left it.
    alone = bmg.attack(brute, "defense=2,endurance=2,willpower=4")
    gone = alone.chance.casualty
    assert first["casualty"] == pytest.approx(gone)
    assert outcome.after[1]["inflicted"]["markers"] <= alone.inflicted.markers * (2 - gone) + 1e-12
    assert last["casualty"] > outcome.after[1]["casualty"] > gone


def test_a_ko_target_has_no_counters_and_can_become_a_casualty() -> None:
    stunner, cutter = "attack=5,strength=2,damage=SS", "attack=5,strength=2,damage=B"
    target = "defense=2,endurance=2,willpower=9,attack=2"
    chain = Chain(sequence(target, [stunner, cutter], dc=2).gang)
    law = laws(chain, at_most(1))
    assert all(state.dc == state.spare == 0 and state.down for state, _ in law[1] if state.status != UP)
    only = [(state, dealt) for state, dealt in law[2] if dealt.felled and state.status == CASUALTY]
    assert only  # K.O. by the first, its Stuns replaced by the second's Injuries (R2.11)
    ignored = sequence(target, [stunner, cutter], dc=2, reading="surplus_injuries=ignore")
    after_ko = [hit for hit in ignored.laws[2] if hit.felled and hit.target_injuries == 0]
    assert after_ko
    assert all(hit.status == "ko" for hit in after_ko)


def test_counters_are_lost_to_every_second_marker() -> None:
    """One Stun a success and one die: the second marker costs the only spare counter, the fourth a DC."""
    sure = Card(
        name="Sure", edition="revised", attack=1, strength=1, weapons=(Weapon(name="Fist", damage="S", traits=()),)
    )
    target = Card(name="Rock", edition="revised", willpower=3, attack=7, defense=2, endurance=9)
    found = asked(target, *[Attacker(sure)] * 4, dc=2)
    assert (found.held.dc, found.held.spare, found.step) == (2, 1, 2)
    law = laws(Chain(found), at_most(0))
    for state, _ in law[4]:
        lost = state.stuns // 2
        assert (state.spare, state.dc) == (max(0, 1 - lost), max(0, 2 - max(0, lost - 1)))
    first = laws(Chain(gang(GangQuestion(EDITIONS["revised"], target, found.question.attackers,
                                         found.question.situation, lose="dc"))), at_most(0))  # fmt: skip
    assert all((state.dc, state.spare) == (2 - min(2, state.stuns // 2), max(0, 1 - max(0, state.stuns // 2 - 2)))
               for state, _ in first[4])  # fmt: skip
    sturdy = Card(name="Rock", edition="revised", willpower=3, attack=7, defense=2, endurance=9, traits=("Sturdy",))
    assert all(state.spare == 1 - state.stuns // 3 for state, _ in laws(Chain(
        asked(sturdy, *[Attacker(sure)] * 4, dc=2)), at_most(0))[2])  # fmt: skip


@pytest.mark.parametrize("figure", FIGURES)
@pytest.mark.parametrize("rules", ["revised", "before", "down", "crushing"])
def test_the_optimal_policy_is_never_worse_in_any_state(figure: str, rules: str) -> None:
    """Every state of a small target against every fixed policy, and the policy keeps what its values claim."""
    changes = {"before": {"block_timing": "before_impacts"}, "down": {"down_target": "hit_on_2"}}.get(rules, {})
    traits = ("Crushing",) if rules == "crushing" else ("Handy",)
    thug = Card(name="Thug", edition="revised", willpower=5, attack=2, strength=3, defense=2, endurance=4,
                weapons=(Weapon(name="Bat", damage="BS", traits=traits),))  # fmt: skip
    by = Attacker(thug), Attacker(THUG, None, 2), Attacker(thug, None, 1)
    found = gang(GangQuestion(EDITIONS["revised"].under(changes), FOE, by, Situation(dc=3)))
    chain = Chain(found)
    worth, policy = best(chain, figure)
    fixed = [ALL, at_most(1), at_most(2), at_most(0)] + ([] if found.unseen else [ONE_PER_IMPACT])
    others = [Worth(chain, goal(figure), one) for one in fixed]
    played = Worth(chain, goal(figure), policy)
    better = 0
    for attack in range(3):
        for injuries, stuns, dc, spare, down in product(range(4), range(4), range(4), range(2), (False, True)):
            if injuries + stuns > 3 or injuries == 3:
                continue
            out = injuries + stuns == 3
            if out and (dc or spare or not down):
                continue
            state = State(injuries, stuns, KO if out else UP, down, dc, spare, 0, 0, False)
            value = worth.value(attack, state)
            assert played.value(attack, state) == pytest.approx(value, abs=1e-12)
            for other in others:
                fixed_value = other.value(attack, state)
                assert value <= fixed_value + 1e-12
                better += fixed_value > value + 1e-6
    assert better or rules == "before" or figure in ("impact", "ko", "critical")


@pytest.mark.parametrize("figure", FIGURES)
def test_a_policys_value_is_the_figure_of_its_law(figure: str) -> None:
    for policy in ("all", "one-per-impact", "at-most=1", "optimal"):
        outcome = sequence(FOE, [THUG, THUG, THUG], dc=2, policy=policy, figure=figure)
        assert outcome.plan.value(figure) == pytest.approx(outcome.figure(figure), abs=1e-12)
        row = next(row for row in outcome.record()["policies"] if row["policy"] == policy)
        assert row["value"] == pytest.approx(outcome.figure(figure), abs=1e-12)


def test_once_a_round_effects_carry_over() -> None:
    cutter = "attack=1,strength=1,damage=B"
    plain = "defense=2,endurance=9"
    hard, mail, power = (f"{plain},traits={name}" for name in ("Hardened", "Invulnerability 2", "Power Armor"))
    many = [cutter] * 5
    base = sequence(plain, many, figure="injuries")
    assert sequence(hard, many).inflicted.injuries == pytest.approx(
        base.inflicted.injuries - base.probability(lambda case: case.injuries > 0), abs=1e-12
    )
    two = sum(base.at_least("markers", k) for k in (1, 2))
    assert sequence(mail, many).inflicted.markers < base.inflicted.markers
    blunt = "attack=1,strength=1,damage=S"  # a critical's Stun is a marker too
    assert sequence(mail, [blunt] * 5).inflicted.markers == pytest.approx(
        sequence(plain, [blunt] * 5).inflicted.markers
        - sum(sequence(plain, [blunt] * 5).at_least("markers", k) for k in (1, 2)),
        abs=1e-12,
    )
    assert sequence(power, [blunt] * 5).inflicted.markers == pytest.approx(
        sequence(plain, [blunt] * 5).inflicted.markers
        - sum(sequence(plain, [blunt] * 5).at_least("markers", k) for k in (1, 2, 3)),
        abs=1e-12,
    )
    assert two > 0


def test_melee_and_shots_mix_and_options_go_where_they_fit() -> None:
    outcome = sequence(BATMAN, ["Gotham Policeman//2", "Bob"], dc=3, cover="solid", outnumbered=True)
    blow, shot = outcome.gang.blows
    assert blow.resolved.situation.outnumbered
    assert not blow.resolved.situation.cover
    assert shot.resolved.situation.cover == ("solid",)
    assert not shot.resolved.situation.outnumbered
    assert shot.phases[0].blocks == ((0, 0),)


def test_victory_points_count_a_ko_on_the_way() -> None:
    leader = "defense=2,endurance=2,willpower=4,rank=Leader"
    stunner, cutter = "attack=5,strength=2,damage=SS", "attack=5,strength=2,damage=BB"
    both = sequence(leader, [stunner, cutter])
    higher = sequence(leader, [stunner, cutter], reading="vp_after_ko=higher")
    on_the_way = sum(hit.probability for hit in both.laws[-1] if hit.felled and hit.status == "casualty")
    assert both.victory_points is not None
    assert higher.victory_points is not None
    assert both.victory_points - higher.victory_points == pytest.approx(4 * on_the_way)
    assert on_the_way > 0.1
    assert "vp_after_ko" in both.inferred_readings


@pytest.mark.parametrize(
    ("by", "options", "words"),
    [
        ([], {}, "allowed: 1 to 30"),
        (["Nobody Known"], {}, "Nobody Known"),
        (["/Baton/2"], {}, "NAME[/WEAPON[/AC]]"),
        (["Gotham Policeman/Baton/2/3"], {}, 'no weapon "Baton/2"'),
        (["Gotham Policeman//x"], {}, "no number of AC"),
        (["99x Gotham Policeman"], {}, "allowed: 1 to 30"),
        ([POLICEMAN], {"policy": "some"}, "allowed: all, one-per-impact, at-most=K, optimal"),
        ([POLICEMAN], {"dc": 99}, "allowed: 0 to"),
        ([POLICEMAN], {"spare": 20}, "--spare 20"),
        (["Bob"], {"dc": 2}, "melee attack only"),
        ([POLICEMAN], {"cover": "solid"}, "ranged attack only"),
        ([POLICEMAN], {"mc": 1}, "--mc is of a single attack"),
        ([POLICEMAN], {"rules": "third"}, "third edition"),
        ([POLICEMAN], {"trials": 10}, "--engine mc"),
        ([POLICEMAN], {"figure": "harm"}, "figure 'harm'"),
        ([POLICEMAN], {"use": "Feint"}, "Feint"),
        ([POLICEMAN], {"policy": "one-per-impact", "reading": "block_timing=before_impacts"}, "before the impacts"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_said(by: list[str], options: dict[str, object], words: str) -> None:
    with pytest.raises(BmgError) as error:
        sequence(BATMAN, by, **options)  # type: ignore[arg-type]
    assert words in str(error.value)


def test_the_record_has_the_contracts_fields() -> None:
    record = sequence(BATMAN, ["2x Gotham Policeman", "Joker (AC)"], dc=4, policy="optimal", figure="markers").record()
    single = bmg.attack(POLICEMAN, BATMAN, dc=2).record()
    assert single.keys() - record.keys() <= {"line", "effects", "cross_fire"}
    assert len(record["after"]) == 3
    assert all(single["chance"].keys() <= row.keys() for row in record["after"])
    assert record["after"][-1]["out"] == pytest.approx(record["chance"]["out"])
    assert sum(row["probability"] for row in record["outcomes"]) == pytest.approx(1.0)
    assert [row["policy"] for row in record["policies"]][-1] == "optimal"
    assert min(row["value"] for row in record["policies"]) == record["policies"][-1]["value"]
    assert {row["attackers_left"] for row in record["policy_card"]} == {0, 1, 2}


def test_start_of_a_target_that_is_out() -> None:
    outcome = sequence("defense=3,endurance=3,willpower=5", [THUG], stuns=3)
    assert isinstance(outcome, SequenceOutcome)
    state = start(outcome.gang)
    assert (state.status, state.down, state.dc, state.spare) == (KO, True, 0, 0)
