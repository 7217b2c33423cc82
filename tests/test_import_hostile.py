"""Files that mean harm, broken files and noise: an importer ends with cards or with one or two lines, and soon."""

import io
import json
import random
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import import_shapes as shapes
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from test_import import GUARD, imported

from bmg_odds.errors import BmgError
from bmg_odds.facts import import_battlescribe, import_file, import_literal, import_xml
from bmg_odds.facts.import_roster import FORMATS, import_files
from bmg_odds.facts.userfile import check_file

SUFFIX = {"battlescribe": "x.cat", "app": "x.json", "rap-sheet": "x.js", "csv": "x.csv"}


def refused(folder: Path, form: str, data: bytes | str, part: str = "") -> str:
    start = time.process_time()
    with pytest.raises(BmgError) as caught:
        imported(folder, form, data, SUFFIX[form])
    assert time.process_time() - start < 20
    message = str(caught.value)
    assert message.count("\n") <= 1
    assert message.replace("\n", "").isprintable()
    assert len(message) < 600
    assert part in message, message
    return message


LAUGHS = "<!DOCTYPE c [<!ENTITY a 'ha'>" + "".join(
    f"<!ENTITY {new} '{f'&{old};' * 10}'>" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
BOMBS = {
    "entities": f"{LAUGHS}]><catalogue name='&i;'/>",
    "entities in the text": f"{LAUGHS}]><catalogue><characteristic>&i;</characteristic></catalogue>",
    "quadratic": f"<!DOCTYPE c [<!ENTITY a '{'a' * 50_000}'>]><catalogue>{'&a;' * 50_000}</catalogue>",
    "parameter": "<!DOCTYPE c [<!ENTITY % p SYSTEM 'file:///etc/passwd'> %p;]><catalogue/>",
    "a file": "<!DOCTYPE c [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><catalogue>&a;</catalogue>",
    "a type elsewhere": "<!DOCTYPE c SYSTEM 'http://localhost:1/c.dtd'><catalogue/>",
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_entities_and_document_types_are_refused(tmp_path: Path, bomb: str) -> None:
    assert "root:" not in refused(tmp_path, "battlescribe", bomb, "a document type or an entity is defined")
    refused(tmp_path, "battlescribe", bomb.encode("utf-16"), "a document type or an entity is defined")


def archive(members: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as written:
        for name, data in members.items():
            written.writestr(name, data)
    return stream.getvalue()


def test_zip_bombs_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_file, "LARGEST", 100_000)
    monkeypatch.setattr(import_file, "ALTOGETHER", 250_000)
    big = archive({"a.cat": b" " * 5_000_000})
    assert len(big) < 10_000
    refused(tmp_path, "battlescribe", big, "unpacks to more than")
    refused(tmp_path, "battlescribe", archive({f"{n}.cat": b" " * 90_000 for n in range(9)}), "unpacks to more than")
    refused(tmp_path, "battlescribe", archive({f"{n}.cat": b"" for n in range(301)}), "more than 300 files")
    lying = bytearray(big)
    place = lying.rindex(b"PK\x01\x02")
    lying[place + 24 : place + 28] = (50).to_bytes(4, "little")  # the table says: 50 bytes unpacked
    refused(tmp_path, "battlescribe", bytes(lying))
    refused(tmp_path, "battlescribe", b"x" * 100_001, "larger than")


def test_an_archive_writes_nothing_and_looks_at_nothing_else(tmp_path: Path) -> None:
    good = shapes.battlescribe([GUARD])
    data = archive({"../../evil.cat": good, "/abs/readme.txt": b"\xff", "inner.zip": b"PK\x03\x04"})
    before = sorted(tmp_path.parent.rglob("evil*"))
    assert imported(tmp_path, "battlescribe", data, "a.catz").cards == (GUARD,)
    assert sorted(tmp_path.parent.rglob("evil*")) == before
    refused(tmp_path, "battlescribe", archive({"a.txt": good}), "without a file that ends in .cat or .gst")
    refused(tmp_path, "battlescribe", b"PK\x03\x04" + b"\0" * 40, "cannot be unpacked")
    refused(tmp_path, "battlescribe", archive({"a.cat": good})[:-30], "cannot be unpacked")
    locked = bytearray(archive({"a.cat": good}))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(mark) + offset] |= 1
    refused(tmp_path, "battlescribe", bytes(locked), "cannot be unpacked")


def test_depth_and_size_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused(tmp_path, "battlescribe", "<a>" * 200_000, "more than 100 levels")
    refused(tmp_path, "app", "[" * 200_000, "nested too deep")
    refused(tmp_path, "app", '{"a":' * 200_000, "nested too deep")
    refused(tmp_path, "rap-sheet", "const characters = " + "[" * 200_000, "more than 60 levels")
    refused(tmp_path, "app", '{"characters": [' + "9" * 10_000 + "]}", "thousands of digits")
    refused(tmp_path, "app", '{"characters": [NaN]}', "NaN is no number")
    refused(tmp_path, "rap-sheet", "const characters = [" + "9" * 10_000 + "]", "10000 digits")
    refused(tmp_path, "csv", "Name,WP,Str\n" + "x" * 200_000, "not CSV")
    monkeypatch.setattr(import_xml, "MOST_ELEMENTS", 1000)
    refused(tmp_path, "battlescribe", f"<catalogue>{'<a/>' * 1000}</catalogue>", "more than 1,000 elements")
    monkeypatch.setattr(import_literal, "MOST_VALUES", 1000)
    refused(tmp_path, "rap-sheet", f"const characters = [{'1,' * 1001}]", "more than 1,000 values")


def test_links_that_go_round_or_fan_out_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty levels that each link twice to the next are a billion ways, and thirty entries."""
    levels = []
    for number in range(30):
        links = f"<entryLink targetId='e{number + 1}'/><entryLink targetId='e{number + 1}'/><entryLink targetId='e0'/>"
        levels.append(
            f"<selectionEntry type='upgrade' id='e{number}'><entryLinks>{links}</entryLinks></selectionEntry>"
        )
    model = shapes.model_xml(GUARD).replace(
        "<selectionEntries>", "<entryLinks><entryLink targetId='e0'/></entryLinks><selectionEntries>"
    )
    shared = f"<sharedSelectionEntries>{''.join(levels)}</sharedSelectionEntries>"
    inner = f"<selectionEntries>{model}</selectionEntries>{shared}"
    assert len(imported(tmp_path, "battlescribe", shapes.catalogue(inner)).cards) == 1
    # every model links to one big group: the steps are the product
    monkeypatch.setattr(import_battlescribe, "MOST_STEPS", 20_000)
    weapons = "".join(f"<selectionEntry type='upgrade' id='w{n}'/>" for n in range(200))
    group = f"<selectionEntryGroup id='g'><selectionEntries>{weapons}</selectionEntries></selectionEntryGroup>"
    models = (
        shapes.model_xml(GUARD).replace(
            "<selectionEntries>", "<entryLinks><entryLink targetId='g'/></entryLinks><selectionEntries>"
        )
        * 200
    )
    inner = (
        f"<selectionEntries>{models}</selectionEntries><sharedSelectionEntryGroups>{group}</sharedSelectionEntryGroups>"
    )
    refused(tmp_path, "battlescribe", shapes.catalogue(inner), "too tangled")


@pytest.mark.parametrize(
    ("form", "data"),
    [
        ("rap-sheet", "/*" * 500_000),
        ("rap-sheet", "'\\" * 500_000),
        ("rap-sheet", "a = [" * 50_000),
        ("rap-sheet", "const a = {" * 30_000),
        ("rap-sheet", "x" * 2_000_000),
        ("rap-sheet", "export const allWeapons = [" + "{'a': 'b'}," * 20_000),
        ("csv", "Name;" * 200_000),
        ("csv", '"' * 1_000_001),
        ("csv", "\n" * 1_000_000),
        ("csv", "Name,WP,Str\n" + "\n" * 300_000),
        ("app", '{"characters": {}}'),
        ("app", '{"characters": [], "weapons": 3}'),
        ("battlescribe", "<catalogue>" + "&#1;" * 10),
        ("battlescribe", ""),
        ("battlescribe", b"\xff\xfe<"),
        ("battlescribe", "<?xml version='1.0' encoding='klingon'?><catalogue/>"),
        ("csv", b"\x81\x8d\x8f"),
        ("csv", b"PK\x03\x04\0\0"),
    ],
    ids=lambda value: str(value)[:12],
)
def test_broken_files_end_soon(tmp_path: Path, form: str, data: bytes | str) -> None:
    refused(tmp_path, form, data)


def test_a_card_of_absurd_size_is_cut_or_skipped(tmp_path: Path) -> None:
    data = json.loads(shapes.app([GUARD, GUARD, GUARD]))
    first, second, third = data["characters"]
    first["alias"] = "x" * 100_000
    second |= {"alias": "Two", "traits": [{"alternate_name": f"Trait {n}"} for n in range(5000)]}
    third |= {"alias": "Three", "weapon_ids": list(range(5000))}
    data["weapons"] = [{"id": n, "name": f"Axe {n % 7}", "damage": [], "rate_of_fire": n % 3} for n in range(5000)]
    found = imported(tmp_path, "app", json.dumps(data), edition="revised")
    assert [card.name for card in found.cards] == ["Two", "Three"]
    assert len(found.cards[0].traits) == 60
    path = tmp_path / "cut.toml"
    path.write_text(found.text(), "utf-8")
    assert check_file(path).cards == found.cards


# Noise


def ends_well(folder: Path, form: str, data: bytes) -> bool:
    """Whether cards came out; they are then a file that loads as the same cards."""
    path = folder / SUFFIX[form]
    path.write_bytes(data)
    try:
        found = import_files(form, [path])
    except BmgError as error:
        message = str(error)
        found = None
    if found is None:
        assert message.count("\n") <= 1
        assert message.replace("\n", "").isprintable()
        return False
    for each in found.findings:
        assert f"{each.card}{each.place}{each.message}".isprintable()
    again = folder / "again.toml"
    again.write_text(found.text(), "utf-8")
    if found.cards:
        report = check_file(again)
        assert (report.mistakes, report.cards) == ((), found.cards)
    return bool(found.cards)


FILES = {form: write([GUARD, GUARD]) for form, _, write in shapes.SHAPES.values()} | {
    "rap-sheet": shapes.rap_script([GUARD]),
    "battlescribe": shapes.battlescribe([GUARD]),
}
PIECES = [b"'", b'"', b"<", b"&", b"\\", b"[", b"{", b"\xff", b"\0", b"-", b"9" * 30, b"\n", b",", b"null",
          b"\xe2\x80\xa8", b"<![CDATA[", b"/*", b";", b"\\ud800", b"&#55296;", b"</", b"1e999", b"-1", b"\x1b[31m",
          b"(", b"/"]  # fmt: skip


def mangled(data: bytes, dice: random.Random) -> bytes:
    """A file with a few bytes lost, doubled, changed or put in."""
    out = bytearray(data)
    for _ in range(dice.randint(1, 4)):
        place = dice.randrange(len(out) + 1)
        match dice.randrange(4):
            case 0:
                del out[place : place + dice.choice((1, 2, 30, len(out)))]
            case 1:
                out[place:place] = dice.choice(PIECES)
            case 2:
                out[place : place + 1] = dice.choice(PIECES)
            case _:
                end = place + dice.randint(1, 80)
                out[place:place] = out[place:end]
    return bytes(out)


@pytest.mark.parametrize("form", FORMATS)
def test_mangled_files_are_cards_or_a_message(tmp_path: Path, form: str) -> None:
    dice = random.Random(20_260_131)
    came_out = [ends_well(tmp_path, form, mangled(FILES[form], dice)) for _ in range(150)]
    assert any(came_out)
    assert not all(came_out)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 20) | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(["-", "5+", "Blood", "2 Blood", "BB / S", "Leader", "Handy"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(["id", "name", "level", "names", "trait_id", "alternate_name", "key", "damage",
                                       "damage_type_id", "count", "rof", "ammo", "traits"]), inner, max_size=4),
    max_leaves=8,
)  # fmt: skip


def with_values(keys: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(st.sampled_from(keys), json_values, max_size=6)


@settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_values_of_any_kind_where_a_card_has_others(tmp_path: Path, data: st.DataObject) -> None:
    tree = json.loads(shapes.app([GUARD]))
    tree["characters"][0] |= data.draw(with_values(sorted(tree["characters"][0])))
    tree["weapons"][1] |= data.draw(with_values(sorted(tree["weapons"][1])))
    tree |= data.draw(with_values(["weapons", "traits", "version"]))
    ends_well(tmp_path, "app", json.dumps(tree).encode())
    characters, weapons = shapes.rap_tables([GUARD])
    characters[0] |= data.draw(with_values(sorted(characters[0])))
    weapons[0] |= data.draw(with_values(sorted(weapons[0])))
    ends_well(tmp_path, "rap-sheet", json.dumps({"characters": characters, "weapons": weapons}).encode())


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(FORMATS),
    st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")),
)
@example("rap-sheet", b"{'characters': [{}, [], 1, {'alias': 'A', 'weapons': {'key': 1}}]}")
@example("app", b'{"characters": [{}, 3, {"alias": "\\ud800", "weapon_ids": {}, "traits": {}}], "version": true}')
@example("csv", b"Name,WP,Str,Weapon,Damage,Weapon,Damage\n,,,,,,\nA\nB,1,2,,S,,\n,,,x")
@example("battlescribe", b"<gameSystem><entryLink targetId='a' id='a'/><selectionEntry type='model'/></gameSystem>")
def test_any_bytes_are_cards_or_a_message(tmp_path: Path, form: str, data: bytes) -> None:
    ends_well(tmp_path, form, data)


@settings(deadline=None, max_examples=60)
@given(json_values)
def test_a_literal_is_read_as_json_reads_it(value: Any) -> None:
    text = json.dumps(value).replace("NaN", "null").replace("-Infinity", "-9").replace("Infinity", "9")
    wanted: Callable[[str], Any] = json.loads
    for script in (f"const value = {text};", f"export default {text}\n"):
        [read] = import_literal.literals(script, "a.js").values()
        assert read == wanted(text)
