"""One trait, many spellings."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmg_odds.facts.trait_names import known_traits, lookup, nearest, parse_trait

SAME = [
    (["Combo (Katana)", "Combo with Katana", "Combo: Katana", "combo (Katana)*"], "combo", "Combo", "Katana"),
    (["CRT (BB)", "CRT: BB", "CRT BB", "crt(bb)", "CRT (2 Blood)"], "crt", "CRT", "BB"),
    (["CRT: Shock", "CRT (Stunned)", "CRT (Stun)"], "crt", "CRT", "Stunned"),
    (["CRT: Poison (Toxic or Enervating 3)", "Crt(Poison)"], "crt", "CRT", "Poison"),
    (["Assault 3", "Assault (3)", "Assault/3", "ASSAULT  (3)"], "assault", "Assault", "3"),
    (["Assault"], "assault", "Assault", None),
    (
        ["Bat-Armor MK 1", "Bat-Armor Mk I", "Batarmor Mk1", "Bat Armour Mk1"],
        "bat-armor mk i",
        "Bat-Armor Mk I",
        None,
    ),
    (["Bat-Armor Mk III", "Bat-Armor MK 3"], "bat-armor mk iii", "Bat-Armor Mk III", None),
    (["Mechanic", "Mechanical", "mechanical*"], "mechanical", "Mechanical", None),
    (["Protecting", "Protective"], "protective", "Protective", None),
    (["M.Range", "M. Range", "m. range"], "m. range", "M. Range", None),
    (["Goad*", "{SPECIAL_ICON} Goad", "Goad {SPECIAL_ICON}"], "goad", "Goad", None),
    (
        ["Attorney\u2019s Allegation", "Attorney's  allegation"],
        "attorney's allegation",
        "Attorney's Allegation",
        None,
    ),
    (["Titan Dose x2", "Titan Dose (2)", "Titan Dose 2"], "titan dose", "Titan Dose", "2"),
    (["2 Venom Dose", "Venom Dose (2)"], "venom dose", "Venom Dose", "2"),
    (["True Love Joker", "True Love: Joker", "True Love (Joker)"], "true love", "True Love", "Joker"),
    (["Teamwork (1) (All)", "Teamwork/1 (All)"], "teamwork", "Teamwork", "1, All"),
    (
        ["Bloodthirsty", "Bloodthirsty (MD)", "bloodthirsty (mental disorder)"],
        "bloodthirsty (mental disorder)",
        "Bloodthirsty (Mental Disorder)",
        None,
    ),
    (["Weapon Master (Soultaker Sword)"], "weapon master", "Weapon Master", "Soultaker Sword"),
    (["Kapow", "KaPow!!!"], "kapow!!!", "KaPow!!!", None),
    (["Paradox 5+"], "paradox 5+", "Paradox 5+", None),
    (["Wobble (3)", "Wobble: 3", "Wobble 3"], "wobble", "Wobble", "3"),
]


@pytest.mark.parametrize(("spellings", "key", "name", "parameter"), SAME)
def test_spellings(spellings: list[str], key: str, name: str, parameter: str | None) -> None:
    for text in spellings:
        trait = parse_trait(text)
        assert (trait.key, trait.name, trait.parameter) == (key, name, parameter)
        assert trait.written == text
    assert len({lookup(text) for text in spellings}) == 1


@pytest.mark.parametrize(
    ("name", "odds"),
    [
        *((name, "dice") for name in ("Handy", "Firearm", "Beam", "Medium Armor", "Technique", "CRT (True Fear)")),
        *((name, "dice") for name in ("Huge", "Resilient", "Steel Hands", "Poison", "Enervating (1)", "Blind")),
        *(  # third edition only
            (name, "dice") for name in ("High Caliber", "Small Caliber", "Limited Attack", "Elusive", "Critical Strike")
        ),
        *((name, "dice") for name in ("Boy Wonder", "Ballistic Bat-Armor", "Tension", "Blood Scent")),
        *((name, "none") for name in ("Batclaw", "Detective", "S. Range", "Pinned Down", "Elite (Ninja)")),
        *((name, "unknown") for name in ("Bluff", "Death Pack", "Gotham City Siren", "Serum Injection (2)*")),
        *((name, "unknown") for name in ("Tough", "Undefeatable", "Beating Crit", "Zoom, Zoom")),
    ],
)
def test_what_touches_the_odds(name: str, odds: str) -> None:
    found = lookup(name)
    assert found is not None
    assert found.odds == odds


def test_the_list_is_whole() -> None:
    traits = known_traits()
    assert len(traits) == 975
    assert {trait.kind for trait in traits} == {"weapon", "model", "both"}
    assert sum(trait.odds == "dice" for trait in traits) == 144
    for trait in traits:
        assert lookup(trait.canonical) == trait
        assert fixed_name(trait.canonical) == parse_trait(trait.canonical).name


def fixed_name(canonical: str) -> str:
    found = lookup(canonical)
    assert found is not None
    return found.name


def test_unknown_names_get_a_hint() -> None:
    assert lookup("Hnady") is None
    assert nearest("Hnady") == "Handy"
    assert nearest("Combbo (Katana)") == "Combo"
    assert nearest("qqqqqqqq") is None
    assert lookup("CRT (Wobble)") is None
    assert parse_trait("CRT (Wobble)").key == "crt"


def test_unwritten_criticals_of_letters_are_known() -> None:
    found = lookup("CRT (BSS)")
    assert found is not None
    assert (found.canonical, parse_trait("CRT (BSS)").parameter) == ("CRT (effect)", "BSS")


@settings(deadline=None)
@given(st.text() | st.text("()*{}:/ +xCRT12Bb"))
def test_any_text_is_a_trait(text: str) -> None:
    trait = parse_trait(text)
    assert trait.written == text
    assert trait.key == trait.key.casefold() or not trait.key.isascii()
    found = lookup(text)
    assert found is None or found.key == trait.key
