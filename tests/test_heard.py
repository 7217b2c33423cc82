"""What a sweep hears once for many targets is what it would hear of each of them alone."""

import random
from copy import deepcopy
from dataclasses import replace

import pytest

from bmg_odds.answers.many import weapon_names
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Weapon
from bmg_odds.facts.roster import bundled
from bmg_odds.rules.edition import EDITIONS
from bmg_odds.rules.heard import MINDS_MARKERS, Heard, States
from bmg_odds.rules.hearing import Hearing
from bmg_odds.rules.question import Question
from bmg_odds.rules.resolve import resolve
from bmg_odds.rules.situation import Situation
from bmg_odds.rules.terms import Given, Terms
from bmg_odds.rules.traits import FIRST_EDITION

CARDS = bundled().cards("revised")
REVISED = EDITIONS["revised"]


class Unseen:
    """A target at which nothing may look."""

    def __getattr__(self, name):
        raise AssertionError(f"a trait looks at the target's {name}")


def said(effect, weapon, parameter, stuns):
    terms = Terms()
    effect(terms, Given(REVISED, Situation(stuns=stuns), CARDS[0], weapon, Unseen(), parameter))
    return deepcopy(terms)


@pytest.mark.parametrize("side", ["attacks", "defends"])
def test_no_trait_looks_at_the_targets_card_and_few_at_its_markers(side):
    minds = set()
    for trait in FIRST_EDITION.values():
        effect = getattr(trait, side)
        if effect is None:
            continue
        for weapon in (Weapon(name="Bat", damage="SS"), Weapon(name="Gun", damage="BB", rof=2),
                       Weapon(name="unarmed", damage="S", traits=("Unarmed",))):  # fmt: skip
            for parameter in (None, "2", *trait.attack_choices, *trait.defend_choices):
                if said(effect, weapon, parameter, 0) != said(effect, weapon, parameter, 1):
                    minds.add(trait.key)
    assert minds == {"attacks": {"blood scent"}, "defends": {"tension"}}[side]
    assert minds <= MINDS_MARKERS


def answer(hear, question):
    try:
        heard = hear(question)
        (stretch,) = heard.stretches(States.of(question.situation))
        return str(stretch.refusal) if stretch.refusal else heard.spread(stretch)
    except BmgError as error:
        return str(error)


def test_attack_after_attack_is_each_of_them_alone():
    draw = random.Random(811)
    hearing = Hearing()
    different = set()
    for _ in range(12):
        attacker = draw.choice(CARDS)
        for weapon in weapon_names(attacker):
            for target in draw.sample(CARDS, 12):
                for down in (False, True):
                    for stuns in (0, 1, draw.randrange(9)):
                        question = Question(REVISED, attacker, target, weapon, Situation(stuns=stuns, down=down))
                        kind = (("down", down), stuns > 0)
                        found = answer(lambda asked, kind=kind: hearing.of(asked, kind), question)
                        assert found == answer(Heard.of, question)
                        different.add(found)
    assert len(different) > 500
    assert any(isinstance(one, str) for one in different)


def test_states_that_follow_each_other_are_each_of_them_alone():
    draw = random.Random(812)
    held = [(injuries, stuns) for stuns in range(8) for injuries in (0, 2) if injuries + stuns]
    states = [Situation(injuries=injuries, stuns=stuns) for injuries, stuns in held]
    refused = stretched = 0
    for target in draw.sample(CARDS, 25):
        heard = Heard.of(Question(REVISED, draw.choice(CARDS), target, "unarmed", states[0]))
        stretches = heard.stretches(States.of(*states))
        assert [one.first for one in stretches] == [sum(len(each.held) for each in stretches[:place])
                                                    for place in range(len(stretches))]  # fmt: skip
        for stretch in stretches:
            own = states[stretch.first : stretch.first + len(stretch.held)]
            assert [(one.injuries, one.stuns) for one in own] == list(stretch.held)
            if stretch.refusal:
                refused += 1
                (one,) = own
                with pytest.raises(BmgError) as alone:
                    resolve(Question(REVISED, heard.given.attacker, target, "unarmed", one))
                assert str(alone.value) == str(stretch.refusal)
                continue
            together = heard.spread(stretch)
            for place, one in enumerate(own):
                alone = Heard.of(Question(REVISED, heard.given.attacker, target, "unarmed", one))
                spread = alone.spread(alone.stretches(States.of(one))[0])
                assert spread == together._replace(harms=(together.harms[place],), blocks=(together.blocks[place],))
                stretched += 1
    assert refused > 50
    assert stretched > 150


TRAITS = ("Tension", "Sturdy", "Weak", "Desensitized", "Paralyze", "Blood Scent", "Dodge", "Acrobat", "Feint")


def test_the_most_dc_is_the_most_that_may_be_asked():
    draw = random.Random(813)
    capped = 0
    for _ in range(400):
        target = replace(draw.choice(CARDS), traits=tuple(draw.sample(TRAITS, 3)))
        states = [Situation(stuns=stuns, injuries=draw.randrange(3)) for stuns in range(4)]
        question = Question(REVISED, draw.choice(CARDS), target, "unarmed", states[1])
        for situation in states:
            heard = Heard.of(replace(question, situation=situation))
            (stretch,) = heard.stretches(States.of(situation))
            allowed = []
            for dc in range(12):
                try:
                    resolve(replace(question, situation=replace(situation, dc=dc)))
                    allowed.append(dc)
                except BmgError:
                    pass
            assert allowed == [] if stretch.refusal else allowed == list(range(stretch.most[0] + 1))
            capped += bool(allowed) and allowed[-1] > target.defense
    assert capped > 20
