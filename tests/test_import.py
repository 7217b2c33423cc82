"""Importers: what goes in in any shape comes out as the same cards, and what is wrong is said."""

import dataclasses
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import import_shapes as shapes
import pytest

from bmg_odds.errors import BmgError
from bmg_odds.facts import Card, Roster, Weapon, bundled
from bmg_odds.facts.import_parts import CHECK, LEFT_OUT, NOTE, SKIPPED
from bmg_odds.facts.import_roster import Imported, import_files
from bmg_odds.facts.userfile import check_file, load_file

GUARD = Card(
    name="Night Guard", edition="revised", rank="Henchman", willpower=5, strength=5, movement=2, attack=3, defense=3,
    endurance=5, reputation=25, funding=100, traits=("Arrest", "Combo (Baton, Pistol)"),
    weapons=(
        Weapon(name="Baton", damage="BS", traits=("Handy", "Heavy")),
        Weapon(name="Pistol", damage="BB", rof=2, ammo=2, traits=("Firearm", "S. Range")),
    ),
)  # fmt: skip


def imported(folder: Path, form: str, data: bytes | str, name: str = "file.x", **options: str) -> Imported:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return import_files(form, [path], **options)


def said(found: Imported, kind: str) -> list[tuple[str, str]]:
    return [(each.card, each.message) for each in found.findings if each.kind == kind]


def without_notes(cards: Sequence[Card]) -> list[Card]:
    return [
        dataclasses.replace(
            card, note="", weapons=tuple(dataclasses.replace(weapon, note="") for weapon in card.weapons)
        )
        for card in cards
    ]


# Round trips


@pytest.mark.parametrize("edition", ["revised", "third"])
@pytest.mark.parametrize("shape", shapes.SHAPES)
def test_the_bundled_cards_come_back_from_every_shape(tmp_path: Path, shape: str, edition: str) -> None:
    form, name, write = shapes.SHAPES[shape]
    cards = bundled().cards(edition)
    found = imported(tmp_path, form, write(cards), name, edition=edition)
    again = tmp_path / "again.toml"
    again.write_text(found.text(), "utf-8")
    report = check_file(again)
    assert (report.mistakes, report.cards) == ((), found.cards)
    same = found.cards if form == "csv" else without_notes(found.cards)
    assert list(same) == list(cards if form == "csv" else without_notes(cards))
    assert {each.kind for each in found.findings} <= {NOTE}
    assert (found.found, found.edition, found.skipped) == (len(cards), edition, ())
    roster = Roster.load([again])
    assert all(roster.find(card.name, edition) == card for card in found.cards)


@pytest.mark.parametrize("shape", shapes.SHAPES)
def test_a_made_up_card_comes_back_with_edition_source_and_date(tmp_path: Path, shape: str) -> None:
    form, name, write = shapes.SHAPES[shape]
    odd = dataclasses.replace(GUARD, name='Ra\'s "the <b> \\ Ghul & Co"', rank="Leader/Sidekick", special=4)
    found = imported(tmp_path, form, write([GUARD, odd]), name, edition="2012")
    assert found.cards == (GUARD, odd)
    text = found.text()
    assert text.startswith('edition = "revised"\nsource = "')
    assert name in text.splitlines()[1]
    assert text.splitlines()[2].startswith('date = "20')
    if form == "app":
        assert found.date == "2023-11-14"


def test_the_usual_edition_of_a_format_is_said(tmp_path: Path) -> None:
    for form, edition in (("battlescribe", "revised"), ("app", "third"), ("rap-sheet", "revised"), ("csv", "revised")):
        _, name, write = next(each for each in shapes.SHAPES.values() if each[0] == form)
        found = imported(tmp_path, form, write([GUARD]), name)
        assert found.edition == edition == found.cards[0].edition
        assert any(f"edition {edition}: the usual one" in message for _, message in said(found, NOTE))


def test_names_that_stand_twice(tmp_path: Path) -> None:
    other = dataclasses.replace(GUARD, attack=4)
    third = dataclasses.replace(GUARD, name="NIGHT guard", attack=5)
    found = imported(tmp_path, "csv", shapes.table([GUARD, GUARD, other, third]))
    assert [card.name for card in found.cards] == ["Night Guard", "Night Guard (2)", "NIGHT guard (3)"]
    assert [message for card, message in said(found, NOTE) if card == "Night Guard"] == [
        "the same card a second time: kept once"
    ]
    data = json.loads(shapes.app([GUARD, other]))
    data["characters"][1]["name"] = "Jo Doe"
    found = imported(tmp_path, "app", json.dumps(data), edition="revised")
    assert [card.name for card in found.cards] == ["Night Guard", "Night Guard (Jo Doe)"]
    umbrella = dataclasses.replace(GUARD, weapons=(
        Weapon(name="Umbrella", damage="S"), Weapon(name="umbrella", damage="B", rof=1, ammo=1),
        Weapon(name="Umbrella", damage="BB"), Weapon(name="Umbrella", damage="S"),
    ))  # fmt: skip
    found = imported(tmp_path, "csv", shapes.table([umbrella]))
    assert [weapon.name for weapon in found.cards[0].weapons] == ["Umbrella", "umbrella (ranged)", "Umbrella (melee)"]


# Values


def test_what_is_out_of_range_is_not_loaded_in_silence(tmp_path: Path) -> None:
    """A Defense of 9 is allowed and on no card; one of 13 cannot be."""
    odd: dict[str, dict[str, Any]] = {
        "Nine": {"defense": 9}, "More": {"defense": 13}, "Inches": {"movement": 10}, "Dear": {"special": 12},
    }  # fmt: skip
    rows = [GUARD, *(dataclasses.replace(GUARD, name=name, **values) for name, values in odd.items())]
    for form, name, write in shapes.SHAPES.values():
        found = imported(tmp_path, form, write(rows), name, edition="revised")
        assert [card.name for card in found.cards] == ["Night Guard", "Nine", "Inches", "Dear"]
        assert said(found, CHECK) == [
            ("Nine", "defense = 9: cards have 1 to 7"),
            ("Inches", "movement = 10: cards have 1 to 5 (inches, as in the third edition?)"),
        ]
        [(card, message)] = said(found, SKIPPED)
        assert card == "More"
        assert message.endswith(": a whole number from 1 to 12")
        assert "13" in message
        assert [card for card, _ in said(found, LEFT_OUT)] == ["Dear"]
        assert found.cards[3].special == 3
        text = found.text()
        assert '# check: defense = 9: cards have 1 to 7\n[[card]]\nname = "Nine"' in text
        assert '#name = "More"' in text


def test_a_skipped_card_can_be_mended_in_the_file(tmp_path: Path) -> None:
    found = imported(tmp_path, "csv", shapes.table([GUARD, dataclasses.replace(GUARD, name="More", defense=13)]))
    before, mark, block = found.text().partition("#[[card]]")
    mended = before + (mark + block).replace("#", "").replace("defense = 13", "defense = 3")
    path = tmp_path / "mended.toml"
    path.write_text(mended, "utf-8")
    assert load_file(path) == (GUARD, dataclasses.replace(GUARD, name="More"))


def test_every_missing_value_of_a_card_is_named(tmp_path: Path) -> None:
    found = imported(tmp_path, "csv", "Name,WP,Str,Mov,Att,Def,End\nJo,5,,2,x,3,-\nBo,5,5,2,3,3,5\n")
    assert [message.split(":")[0] for _, message in said(found, SKIPPED)] == [
        "strength is missing", 'attack = "x"', "endurance is missing",
    ]  # fmt: skip
    assert [each.place for each in found.findings if each.kind == SKIPPED] == ["line 2"] * 3


# BattleScribe


def two_files(folder: Path) -> Path:
    """A catalogue whose model and one weapon stand in the game system's file, in nested groups and links."""
    pistol = shapes.weapon_xml(GUARD.weapons[1]).replace('type="upgrade"', 'type="upgrade" id="gun"')
    links = "<entryLinks><entryLink id='l1' type='selectionEntry' targetId='gun'/></entryLinks>"
    model = shapes.model_xml(dataclasses.replace(GUARD, weapons=GUARD.weapons[:1], reputation=None, rank=None))
    model = model.replace("<selectionEntries>", f"{links}<selectionEntries>")
    inside = f"<selectionEntry type='upgrade' id='u'><selectionEntries>{model}</selectionEntries></selectionEntry>"
    shared = f"<sharedSelectionEntries>{pistol}{inside}</sharedSelectionEntries>"
    categories = "<categoryEntries><categoryEntry id='hench' name='Henchman'/></categoryEntries>"
    (folder / "game.gst").write_text(shapes.catalogue(categories + shared, tag="gameSystem", name="Game"), "utf-8")
    link = (
        "<entryLinks><entryLink id='l2' type='selectionEntry' targetId='m1'>"
        "<costs><cost name='Reputation' value='25.0'/></costs>"
        "<categoryLinks><categoryLink targetId='hench' primary='true'/></categoryLinks></entryLink>"
        "<entryLink id='l3' targetId='nowhere'/><entryLink id='l4' targetId='l4'/></entryLinks>"
    )
    path = folder / "crew.cat"
    path.write_text(shapes.catalogue(link, name="Crew"), "utf-8")
    return path


def test_links_between_files_are_followed(tmp_path: Path) -> None:
    path = two_files(tmp_path)
    (tmp_path / "broken.cat").write_text("<catalogue", "utf-8")
    found = import_files("battlescribe", [path])
    [card] = found.cards
    assert dataclasses.replace(card, weapons=tuple(sorted(card.weapons, key=lambda weapon: weapon.name))) == GUARD
    notes = [message for _, message in said(found, NOTE)]
    assert any("read for its links too: game.gst" in note for note in notes)
    assert any("1 links lead to no file" in note for note in notes)
    assert any("broken.cat" in note for note in notes)
    (tmp_path / "game.gst").unlink()
    with pytest.raises(BmgError, match="no cards"):
        import_files("battlescribe", [path])


def test_catalogues_of_other_ages_and_odd_entries(tmp_path: Path) -> None:
    old = shapes.model_xml(GUARD).replace("typeName=", "profileTypeName=").replace('Alias">Night Guard', 'Alias">-')
    old = old.replace(">Unknown<", "> Jo  Doe <")
    nested = shapes.model_xml(dataclasses.replace(GUARD, name="Pet", weapons=()), 2)
    old = old.replace("</selectionEntries>\n", f"{nested}</selectionEntries>\n")
    statue = "<selectionEntry type='model' name='Statue' id='s'/>"
    tail = '<selectionEntry type="upgrade" name="Axe"><costs><cost name="$" value="50"/></costs><profiles>'
    bought = shapes.weapon_xml(Weapon(name="Axe", damage="BB")).replace(
        '<selectionEntry type="upgrade" name="Axe"><profiles>', tail
    )
    old = old.replace(
        '<selectionEntry type="upgrade" name="Baton">', f'{bought}<selectionEntry type="upgrade" name="Baton">'
    )
    found = imported(tmp_path, "battlescribe", shapes.catalogue(f"<selectionEntries>{old}{statue}</selectionEntries>"))
    assert [card.name for card in found.cards] == ["Jo Doe", "Pet"]
    assert [weapon.name for weapon in found.cards[0].weapons] == ["Baton", "Pistol"]
    assert said(found, NOTE)[-1] == ("Jo Doe", "weapons to choose or buy are no part of the card: Axe ($50)")
    assert said(found, SKIPPED) == [("Statue", "no profile with its characteristics")]
    with pytest.raises(BmgError, match="no cards in there"):
        imported(tmp_path, "battlescribe", shapes.catalogue(""))
    with pytest.raises(BmgError, match=r"line 1: <html>, not a catalogue"):
        imported(tmp_path, "battlescribe", "<html/>")


def test_equipment_is_no_part_of_a_card(tmp_path: Path) -> None:
    """A group that models link to offers weapons, one of which the second model has anyway."""
    axe = shapes.weapon_xml(Weapon(name="Axe", damage="BB")).replace("<profiles>", "<profiles id='p'>", 1)
    axe = axe.replace('type="upgrade"', 'type="upgrade" id="axe"')
    items = "<entryLinks><entryLink targetId='axe' type='selectionEntry'/></entryLinks>"
    group = f"<sharedSelectionEntryGroups><selectionEntryGroup id='g' name='Equipment - Night'>{items}"
    group += (
        f"</selectionEntryGroup></sharedSelectionEntryGroups><sharedSelectionEntries>{axe}</sharedSelectionEntries>"
    )
    offer = "<entryLink type='selectionEntryGroup' name='Equipment - Night' targetId='g'/>"
    first = shapes.model_xml(dataclasses.replace(GUARD, name="One", weapons=()))
    second = shapes.model_xml(dataclasses.replace(GUARD, name="Two", weapons=()), 2)
    first = first.replace("<selectionEntries>", f"<entryLinks>{offer}</entryLinks><selectionEntries>")
    second = second.replace(
        "<selectionEntries>", f"<entryLinks>{offer}<entryLink targetId='axe'/></entryLinks><selectionEntries>"
    )
    second = second.replace('name="Henchman"', 'name="Henchmen (Common)"')
    links = "<catalogueLinks><catalogueLink name='Agents' targetId='x' importRootEntries='true'/></catalogueLinks>"
    found = imported(tmp_path, "battlescribe", shapes.catalogue(
        f"{links}<selectionEntries>{first}{second}</selectionEntries>{group}"))  # fmt: skip
    assert [[weapon.name for weapon in card.weapons] for card in found.cards] == [[], ["Axe"]]
    assert [card.rank for card in found.cards] == ["Henchman", "Henchman"]
    notes = said(found, NOTE)
    assert ("One", "weapons to choose or buy are no part of the card: Axe (Equipment - Night)") in notes
    assert any("give them too for their cards: Agents" in message for _, message in notes)


def test_a_ranged_weapon_without_a_rate_of_fire_is_no_melee_weapon(tmp_path: Path) -> None:
    text = shapes.battlescribe([GUARD]).decode().replace('"ROF">2<', '"ROF">-<').replace("1 Blood 1 Stun", "a lot")
    found = imported(tmp_path, "battlescribe", text)
    assert found.cards[0].weapons == ()
    assert [message.split(":")[0] for _, message in said(found, LEFT_OUT)] == ['weapon "Baton"', 'weapon "Pistol"']
    assert '# left out: weapon "Pistol"' in found.text()


# The app


def test_the_app_names_by_id(tmp_path: Path) -> None:
    data = json.loads(shapes.app([GUARD]))
    [character] = data["characters"]
    character["traits"][0] |= {"alternate_name": "{SPECIAL_ICON} Scheming*"}
    character["traits"].append({"trait_id": 99})
    character["weapon_ids"] += [77, "x", None]
    character["rank_ids"] = [3, 9]
    character["movement"] = '2"'
    data["weapons"][2]["damage"] = [{"damage_type_id": 3, "count": 1}]
    found = imported(tmp_path, "app", json.dumps(data), edition="revised")
    [card] = found.cards
    assert (card.traits, card.rank, card.movement) == (("Scheming", "Combo (Baton, Pistol)"), "Free Agent", 2)
    assert [weapon.name for weapon in card.weapons] == ["Baton"]
    lost = " ".join(message for _, message in said(found, LEFT_OUT))
    for part in ("trait_id 99", "weapon_id 77", 'weapon_id "x"', "rank_id 9", "damage_type_id 3"):
        assert part in lost


# Rap sheets


def test_rap_sheets_have_many_spellings(tmp_path: Path) -> None:
    text = """
    'use strict'; import x from "y"; /* a { comment ' */ let s = /[0-9]+/g, t = require('fs');
    export const loadedCharacters = [
      { name: "Jo", alias: 'It\\'s \\u0041 \\x42', rank: [{name: 'Leader'}, {'name': 'Sidekick'}], reputation: 1e2,
        'funding': 0x10,
        traits: ['Arrest', {name: 'Scheming', level: 1}, {name: 'Teamwork', names: ['A', 'B'], level: 2},
          {name: 'Combo with', weapon: 'Unarmed'}, {name: 'Order', target: '(All)', counter: '1'}],
        weapons: ['baton HEAVY', 'Gun', 'Lost'], wp: 5, str: '5+', mov: 2, att: 3, def: 3, end: 5, spc: 3, },
    ];
    export const allWeapons = { a: { key: 'Baton Heavy', name: 'Baton', damage: 'S' + 'S', rof: '-', ammo: '-',
      traits: 'Handy, Heavy' }, b: { key: 'Gun', name: 'Gun', damage: 'BB / B / -', rof: 1, ammo: '∞', traits: [] } };
    """
    found = imported(tmp_path, "rap-sheet", text, "a.js")
    [card] = found.cards
    assert (card.name, card.rank, card.reputation, card.funding) == ("It's A B", "Leader/Sidekick", 100, 16)
    assert card.traits == ("Arrest", "Scheming (1)", "Teamwork (2) (A, B)", "Combo (Unarmed)", "Order (1) (All)")
    assert {weapon.ammo for weapon in card.weapons} == {None, 99}
    assert [(weapon.name, weapon.damage) for weapon in card.weapons] == [
        ("Baton", "SS"), ("Gun (band 1)", "BB"), ("Gun (band 2)", "B"), ("Gun (band 3)", ""),
    ]  # fmt: skip
    assert 'weapon "Lost": it is not among the weapons of the file' in [message for _, message in said(found, LEFT_OUT)]
    assert [message.split(":")[0] for _, message in said(found, CHECK)] == ['weapon "baton HEAVY"', 'weapon "Gun"']
    assert found.findings[-1].place == "line 4"


def test_characters_and_weapons_in_two_files(tmp_path: Path) -> None:
    first, second = shapes.rap_script([GUARD]).decode().split("/* and */")
    for name, text in (("a.js", first), ("b.js", second)):
        (tmp_path / name).write_text(text, "utf-8")
    assert import_files("rap-sheet", [tmp_path / "b.js", tmp_path / "a.js"]).cards == (GUARD,)
    alone = import_files("rap-sheet", [tmp_path / "a.js"])
    assert alone.cards[0].weapons == ()
    assert any("allWeapons" in message for _, message in said(alone, NOTE))


@pytest.mark.parametrize("text", [
    "export const loadedCharacters = [ read('/etc/passwd') ];",
    "export const loadedCharacters = [ { name: process.env.HOME } ];",
    "export const loadedCharacters = [ { ...others } ];",
    "export const loadedCharacters = [ { [key]: 1 } ];",
    "export const loadedCharacters = [ { get name() { return 1 } } ];",
    "export const loadedCharacters = [ `a ${b}` ];",
    "export const loadedCharacters = [ 'a' + b ];",
    "export const loadedCharacters = [ 1 2 ];",
    "export const loadedCharacters = loadThem();",
])  # fmt: skip
def test_a_script_is_read_and_never_run(tmp_path: Path, text: str) -> None:
    with pytest.raises(BmgError, match=r"file.x: line 2: ") as caught:
        imported(tmp_path, "rap-sheet", "\n" + text)
    assert "\n" not in str(caught.value)


# CSV


HEAD = "Name,Rank,WP,Str,Mov,Att,Def,End"
JO = "Jo,Henchman,5,5+,2,3,3,5"


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("Traits,Weapon,Damage,ROF,Ammo,Traits", '"Arrest, Combo (A, B)",Gun,2 Blood,2,3,"Firearm, Aim"'),
        ("Trait 1,Trait 2,Weapon 1,Weapon 1 Damage,Weapon 1 ROF,Ammo1,Weapon Traits 1",
         '"Arrest","Combo (A, B)",Gun,BB,2,3,Firearm; Aim'),
        ("Traits,Weapons", '"Arrest;Combo (A, B)","Gun: damage BB, ROF 2, ammo 3, Firearm, Aim"'),
        ("Trait 1,Trait 2,Hat,Weapon 2,Dmg 2,Rate of fire 2,Ammunition 2,Traits 2",
         'Arrest,"Combo (A, B)",red,Gun,"Blood, Blood",2,3,"Firearm,Aim"'),
    ],
)  # fmt: skip
def test_columns_of_many_kinds(tmp_path: Path, header: str, row: str) -> None:
    found = imported(tmp_path, "csv", f"{HEAD},{header}\n{JO},{row}\n")
    [card] = found.cards
    gun = Weapon(name="Gun", damage="BB", rof=2, ammo=3, traits=("Firearm", "Aim"))
    assert (card.traits, card.weapons) == (("Arrest", "Combo (A, B)"), (gun,))
    assert {each.kind for each in found.findings} == {NOTE}


def test_a_row_for_each_weapon_and_a_table_of_weapons(tmp_path: Path) -> None:
    lines = [
        f"{HEAD},Weapon,Damage,ROF,Ammo",
        f"{JO},Axe,BB,-,-",
        ",,,,,,,,Gun,B,1,2",
        f"{JO},Bat,S,,",
        "Jo,,,,,,,,Fist,S,,",
    ]
    found = imported(tmp_path, "csv", "\n".join(lines))
    assert [[weapon.name for weapon in card.weapons] for card in found.cards] == [["Axe", "Gun", "Bat", "Fist"]]
    (tmp_path / "cards.csv").write_text(f"{HEAD},Weapons\n{JO},gun; Axe; Whip\n", "utf-8")
    (tmp_path / "weapons.csv").write_text("Name,Damage,ROF,Ammo,Traits\nAxe,BB,-,-,Handy\nGun,B,1,2,\n", "utf-8")
    found = import_files("csv", [tmp_path / "cards.csv", tmp_path / "weapons.csv"])
    assert [weapon.name for weapon in found.cards[0].weapons] == ["Gun", "Axe"]
    assert said(found, LEFT_OUT) == [("Jo", 'weapon "Whip": only its name is there, no damage')]


def test_cells_that_have_moved_are_named(tmp_path: Path) -> None:
    lines = [
        "1,2,3,4,5,6,7,8,9,10,11,12", f"{HEAD},Weapon,Damage,ROF,Ammo",
        f"{JO},Axe,-,2,-", f"B{JO},Bat,-,SS,-", f"C{JO},Bat,2,SS,-", f"D{JO},-,S,-,-", f"E{JO},Fist,S,-,-,extra",
        f"F{JO},Bow,B,-,4",
    ]  # fmt: skip
    found = imported(tmp_path, "csv", "\n".join(lines))
    assert len(found.cards) == 6
    assert [(each.card, each.place, each.kind) for each in found.findings if "moved" in each.message] == [
        ("Jo", "line 3", CHECK), ("BJo", "line 4", LEFT_OUT), ("CJo", "line 5", LEFT_OUT), ("DJo", "line 6", LEFT_OUT),
        ("EJo", "line 7", CHECK),
    ]  # fmt: skip
    assert ("FJo", "Bow: ammo = 4 without a ROF: is it a melee weapon?") in said(found, CHECK)
    assert any(each.place == "line 1" and "above the header" in each.message for each in found.findings)


def test_encodings_and_editions_of_a_table(tmp_path: Path) -> None:
    text = f"{HEAD}\n{JO.replace('Jo', 'José')}\n"
    for code in ("utf-8", "utf-8-sig", "cp1252", "utf-16"):
        assert imported(tmp_path, "csv", text.encode(code)).cards[0].name == "José"
    mixed = f"Edition,{HEAD}\nrevised,{JO}\nthird,Bo{JO[2:]}\nfourth,Mo{JO[2:]}\n".replace(",2,3,3", ",4,3,3")
    assert [card.name for card in imported(tmp_path, "csv", mixed, edition="third").cards] == ["Bo"]
    found = imported(tmp_path, "csv", mixed)
    assert [card.name for card in found.cards] == ["Jo"]
    assert [card for card, _ in said(found, SKIPPED)] == ["Bo", "Mo"]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("a,b\n1,2\n", "no header in its first 20 rows"),
        (f'{HEAD}\nJo,"x,5\n', "line 2: not CSV, a quote may be missing"),
        ("Name,Damage,ROF\nAxe,B,-\n", "only weapons in there"),
        (f"{HEAD}\n", "no cards in there"),
        ("", "no header"),
    ],
)
def test_what_is_no_table_of_cards(tmp_path: Path, text: str, part: str) -> None:
    with pytest.raises(BmgError, match=part):
        imported(tmp_path, "csv", text)


# Many


def crowd(count: int) -> list[Card]:
    return [dataclasses.replace(GUARD, name=f"Guard {number}", attack=1 + number % 6) for number in range(count)]


@pytest.mark.parametrize("shape", shapes.SHAPES)
def test_a_thousand_cards_take_seconds_at_most(tmp_path: Path, shape: str) -> None:
    """The bar is a second on a quiet machine, and half of it is needed; here a slow one under coverage must do."""
    from bmg_odds.answers.imported import import_document

    form, name, write = shapes.SHAPES[shape]
    data = write(crowd(1000))
    start = time.process_time()
    found = imported(tmp_path, form, data, name, edition="revised")
    text = found.text()
    import_document(found, written="x.toml").text("table")
    assert time.process_time() - start < 6
    assert len(found.cards) == text.count("[[card]]") == 1000


def test_three_hundred_cards_of_which_some_are_wrong(tmp_path: Path) -> None:
    cards = crowd(300)
    for place in range(0, 300, 30):
        cards[place] = dataclasses.replace(cards[place], attack=99)
    for place in range(1, 300, 50):
        cards[place] = dataclasses.replace(cards[place], defense=9, traits=("Arest",))
    found = imported(tmp_path, "csv", shapes.table(cards))
    assert (len(found.cards), len(said(found, SKIPPED)), len(said(found, CHECK))) == (290, 10, 6)
    path = tmp_path / "crowd.toml"
    path.write_text(found.text(), "utf-8")
    report = check_file(path)
    assert len(report.cards) == 290
    assert sorted({warning.key for warning in report.warnings}) == ["defense", "traits"]
    assert len(report.warnings) == 12
