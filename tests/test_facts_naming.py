"""How a question names its models."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bmg_odds.errors import BmgError
from bmg_odds.facts import Card, Roster, Weapon, bundled, changed, parse_model
from bmg_odds.facts.naming import KEYS

ROSTER = bundled()


def model(text: str) -> Card:
    return parse_model(text, ROSTER, "revised")


def test_a_card_by_name() -> None:
    assert model("Batman (AC)") is ROSTER["Batman (AC)", "revised"]
    assert parse_model("zsasz", ROSTER, "2012").name == "Victor Zsasz"


def test_a_card_with_values_changed() -> None:
    card = model("batman (ac):defense=4,strength=2+,rank=sidekick,special=4,funding=0,traits=")
    assert (card.name, card.defense, card.strength, card.rank) == ("Batman (AC)", 4, 2, "Sidekick")
    assert (card.special, card.funding, card.traits, card.typed) == (4, 0, (), False)
    assert card.attack == 5
    assert card.changes == ()


def test_weapon_values_wait_for_the_weapon() -> None:
    card = model("batman (ac):damage=bs,rof=4,ammo=1,weapon-traits=Handy+Heavy")
    assert card.weapons == ROSTER["Batman (AC)", "revised"].weapons
    assert card.changes == (("damage", "BS"), ("rof", 4), ("ammo", 1), ("traits", ("Handy", "Heavy")))
    assert changed(card.weapons[1], card) == Weapon(
        name="Reinforced Gloves", damage="BS", rof=4, ammo=1, traits=("Handy", "Heavy")
    )
    plain = ROSTER["Batman (AC)", "revised"]
    assert changed(plain.weapons[0], plain) is plain.weapons[0]


def test_a_model_typed_in() -> None:
    card = model("attack=5,strength=3+,damage=SS,weapon-traits=Handy+Heavy")
    assert card == Card(
        name="typed-in model",
        edition="revised",
        attack=5,
        strength=3,
        weapons=(Weapon(name="weapon", damage="SS", traits=("Handy", "Heavy")),),
        typed=True,
    )
    named = parse_model(" name = Night  Guard , Willpower = 6, weapon_traits=Combo: Katana", ROSTER, "third")
    assert (named.name, named.willpower, named.edition) == ("Night Guard", 6, "third")
    assert named.weapons == (Weapon(name="weapon", damage=None, traits=("Combo: Katana",)),)
    assert model("rof=2").weapons[0].ranged
    assert model("attack=5").weapons == ()
    assert model("damage=").weapons == (Weapon(name="weapon"),)


def test_traits_are_joined_by_plus() -> None:
    assert model("traits=Combo (Katana)+Teamwork (1) (All)+ Acrobat").traits == (
        "Combo (Katana)",
        "Teamwork (1) (All)",
        "Acrobat",
    )
    assert model("traits=360 Attack (1SC+AC)+Luck").traits == ("360 Attack (1SC+AC)", "Luck")
    assert model("traits=Paradox 5+").traits == ("Paradox 5+",)
    assert model("traits=Paradox 5++Luck").traits == ("Paradox 5+", "Luck")
    assert model("traits=Assault 3+Luck").traits == ("Assault 3", "Luck")
    assert model("weapon-traits=Zap (a, b),attack=3").weapons[0].traits == ("Zap (a, b)",)


def test_a_colon_without_equals_belongs_to_the_name() -> None:
    odd = Card(name="Batman: Year One", edition="revised", attack=3, typed=False)
    roster = Roster([odd, Card(name="a=b", edition="revised")])
    assert parse_model("batman: year", roster, "revised") is odd
    assert parse_model("batman: year one:attack=4", roster, "revised").attack == 4
    assert parse_model("a=b", roster, "revised").name == "a=b"


REFUSED = [
    ("", "empty"),
    ("   ", "empty"),
    ("attak=5", "nearest: attack"),
    ("attack=5,attack=6", "given twice"),
    ("attack=", "no value"),
    ("rank=", "no value"),
    ("rof=", "no value"),
    ("attack=13", "from 0 to 12"),
    ("defense=0", "from 1 to 12"),
    ("willpower=-1", "from 0 to 20"),
    ("strength=8", "3 or 3\\+"),
    ("strength=++", "3 or 3\\+"),
    ("endurance=0", "from 1 to 20"),
    ("movement=31", "from 0 to 30"),
    ("special=10", "from 0 to 9"),
    ("rof=13", "from 0 to 12"),
    ("ammo=100", "from 0 to 99"),
    ("attack=" + "9" * 5000, "from 0 to 12"),
    ("reputation=-5", "0 or more"),
    ("damage=BX", "letters B"),
    ("damage=" + "B" * 21, "letters B"),
    ("rank=Boss", "one of Leader"),
    ("traits=Handy++Heavy", "empty trait"),
    ("traits=Combo (Katana", "do not close"),
    ("traits=Combo) Katana(", "do not close"),
    ("traits=Handy,Heavy", "joined by \\+"),
    ("attack=5,", "not key=value"),
    ("attack=5,strength", "not key=value"),
    ("Bane (AC),attack=5", "not key=value"),
    (":attack=5", "empty"),
    ("bane (ac):name=Bob", "only for a model typed in"),
    ("bane (ac):attack=99", "from 0 to 12"),
    ("nobody at all:attack=5", "no revised card"),
    ("bane:attack=5", "2 cards"),
    ("=5", "unknown"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_refused(text: str, message: str) -> None:
    with pytest.raises(BmgError, match=message) as caught:
        model(text)
    assert str(caught.value).count("\n") <= 1
    assert all(len(line) < 400 for line in str(caught.value).split("\n"))


def test_unknown_edition() -> None:
    with pytest.raises(BmgError, match="one of 2012, revised, third"):
        parse_model("bob", ROSTER, "revisde")


names = st.sampled_from([card.name for card in ROSTER.values()])
pairs = st.lists(
    st.tuples(st.sampled_from([*KEYS, "name", "x"]), st.sampled_from(["3", "3+", "", "BS", "Leader", "Handy+A"]))
)
questions = st.tuples(st.just("") | names.map(lambda name: name + ":"), pairs).map(
    lambda both: both[0] + ",".join("=".join(pair) for pair in both[1])
)


@settings(deadline=None)
@given(
    st.text() | questions | st.text("(=):,+ 3BSattck\n"),
    st.sampled_from(["2012", "revised", "third"]),
    st.booleans(),
)
@example("\ud800=3", "revised", False)
@example("traits=" + "(" * 3000, "revised", False)
def test_any_text_names_a_model_or_is_refused(text: str, edition: str, as_edition: bool) -> None:
    try:
        found = parse_model(text, ROSTER, edition, as_edition=as_edition)
    except BmgError as error:
        lines = str(error).split("\n")
    else:
        assert isinstance(found, Card)
        assert hash(found) is not None
        return
    assert len(lines) <= 2
    assert all(line.isprintable() and len(line) < 600 for line in lines)
