"""What Python users hand in by mistake: always a BmgError of a line or two, never an internal one."""

import pytest

import bmg_odds as bmg
from bmg_odds.answers.efforts import efforts

A, T = "Batman (AC)", "Bob"


@pytest.mark.parametrize("options", [
    {"dcc": 1}, {"engine": "mc"}, {"use": None}, {"use": 3}, {"use": [3]}, {"reading": 3}, {"rules": []},
    {"weapon": 3}, {"roster": 3}, {"dc": None}, {"outnumbered": "no"}, {"down": 1}, {"dc": 1.5}, {"dc": "1"},
    {"dc": True}, {"reading": ["scratch=off", "scratch=always"]}, {"reading": "scratch"}, {"form": None},
    {"cover": "wall"}, {"roster": "no-such-file.toml"}, {"attacker_efforts": 1}, {"ac": -1}, {"dc": 10**30},
])  # fmt: skip
def test_slips_are_told(options):
    with pytest.raises(bmg.BmgError) as told:
        bmg.attack(A, T, **options)
    assert 0 < len(str(told.value).splitlines()) <= 2


@pytest.mark.parametrize("models", [(3, T), (None, T), (A, 3), ("", T)])
def test_models_are_names_or_cards(models):
    with pytest.raises(bmg.BmgError):
        bmg.attack(*models)


@pytest.mark.parametrize("options", [{"trials": 0}, {"trials": True}, {"trials": 1.5}, {"seed": -1}, {"threads": 0}])
def test_slips_of_sampling_are_told(options):
    with pytest.raises(bmg.BmgError):
        bmg.simulate(A, T, **{"trials": 10, **options})


def test_nearest_keyword_is_named():
    with pytest.raises(bmg.BmgError, match="did you mean outnumbered"):
        bmg.attack(A, T, outnumberd=True)
    with pytest.raises(bmg.BmgError, match="bogus"):
        efforts("Batman", "Joker", bogus=1)


def test_one_text_stands_for_a_list():
    one = bmg.attack(A, T, use="Sneak Attack", reading="scratch=off", dc=1)
    many = bmg.attack(A, T, use=["Sneak Attack"], reading={"scratch": "off"}, dc=1)
    assert one.outcomes == many.outcomes


@pytest.mark.parametrize("figure", ["at-least=²", "at-least=", "outt", ""])
def test_unknown_figures(figure):
    with pytest.raises(bmg.BmgError):
        bmg.attack(A, T).figure(figure)


def test_chances_never_exceed_one_and_certain_is_certain():
    outcome = bmg.attack(
        "attack=12,strength=2,damage=SS,weapon-traits=Handy+Sharp,traits=Combo", "defense=1,endurance=4"
    )
    assert outcome.resolved.strike.dice == 18
    assert list(outcome.levels) == sorted(outcome.levels, reverse=True)
    assert outcome.levels[0] == 1.0
    assert all(chance < 1.0 for chance in (*outcome.chance, *outcome.levels[1:]))
