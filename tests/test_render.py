"""How an answer is written: honest figures, widths, formats, files written whole."""

import csv
import io
import json
import math
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from bmg_odds.answers.formats import as_csv, columns_table, comment, form_of, save
from bmg_odds.answers.numbers import Rounding, decimals
from bmg_odds.answers.render import (
    OUTCOME_COLUMNS,
    attack_document,
    attack_markdown,
    attack_table,
    rounding_of,
)
from bmg_odds.errors import BmgError


def record(**changes: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        "command": "attack",
        "rules": "revised",
        "readings": {"knockdown_match": "any", "scratch": "per_impact"},
        "engine": "exact",
        "trials": None,
        "seed": None,
        "version": "0",
        "attacker": {"name": "Ann"},
        "target": {"name": "Bob"},
        "weapon": {"name": "Bat"},
        "situation": {"ac": 2},
        "unmodelled_traits": ["Mystery"],
        "inferred_readings": ["knockdown_match"],
        "inflicted": {"injuries": 0.0, "stuns": 1.25, "markers": 1.25},
        "suffered": {"injuries": 0.0001, "stuns": -0.0001, "markers": 1.2},
        "chance": {
            "impact": 0.9,
            "damage": 0.8,
            "any_marker": 0.99999,
            "knocked_down": 0.5,
            "critical": 0.0,
            "ko": 0.00001,
            "casualty": 0.12345,
            "out": 0.12346,
        },
        "victory_points": 0.75,
        "at_least": {"markers": [1.0, 0.99999, 0.25, 0.0]},
        "outcomes": [
            {
                "damages": 2,
                "critical": False,
                "knocked_down": True,
                "injuries": 2,
                "stuns": 2,
                "target_injuries": 2,
                "target_stuns": 2,
                "status": "up",
                "probability": 1 / 3,
            }
        ],
        "sentence": "Ann strikes Bob with a Bat.",
        "effects": {"immobilised": 0.61},
        "inferred_traits": ["Heavy"],
        "notes": ["Unspent counters are lost."],
    }
    return base | changes


def sampled(trials: int, error: float = 0.0005) -> dict[str, Any]:
    base = record()
    errors = {
        "inflicted": dict.fromkeys(base["inflicted"], 0.002),
        "suffered": dict.fromkeys(base["suffered"], 0.002),
        "chance": dict.fromkeys(base["chance"], error),
        "victory_points": 0.003,
        "at_least": {"markers": [0.0, error, error, 0.0]},
    }
    check = {"statistic": 12.3, "degrees": 14, "p_value": 0.5821}
    return record(engine="mc", trials=trials, seed=7, standard_error=errors, check=check)


def test_nothing_and_certainty_are_written_only_when_exact() -> None:
    exact = Rounding()
    assert exact.percent(0.0) == "0 %"
    assert exact.percent(1.0) == "100 %"
    assert exact.percent(5e-324) == "<0.01 %"
    assert exact.percent(math.nextafter(1.0, 0.0)) == ">99.99 %"
    assert exact.percent(0.99976) == "99.98 %"
    assert Rounding(trials=10**6).percent(0.0) == "<0.01 %"
    assert Rounding(trials=10**6).percent(1.0) == ">99.99 %"


def test_a_small_sample_does_not_bound_what_it_never_showed() -> None:
    assert Rounding(1, 2, trials=100).percent(0.0) == "none"
    assert Rounding(1, 2, trials=100).percent(1.0) == "all"


@pytest.mark.parametrize("places", [0, 1, 2])
def test_rounding_keeps_the_order_of_a_subset_and_its_superset(places: int) -> None:
    rounding = Rounding(places, 3)

    def shown(chance: float) -> float:
        text = rounding.percent(chance).removesuffix(" %")
        low, high = text.startswith("<"), text.startswith(">")
        return float(text.strip("<>")) + (-1e-9 if low else 1e-9 if high else 0.0)

    values = [shown(k / 100_003) for k in range(100_004)]
    assert values == sorted(values)


@pytest.mark.parametrize("trials", [100, 10_000, 1_000_000, 100_000_000])
def test_a_sample_has_at_most_one_digit_beyond_its_error(trials: int) -> None:
    error = 0.5 / math.sqrt(trials)
    places = decimals(100 * error, 2)
    assert 10.0**-places * 10 >= 10 ** math.floor(math.log10(100 * error))


def test_the_largest_error_rules_every_chance() -> None:
    few = sampled(1000, error=0.0158)
    assert rounding_of(few).percent_decimals == 1
    assert "12.3 % +- 1.6" in attack_table(few)
    assert rounding_of(record()) == Rounding()


def test_a_table_fits_and_says_what_it_rests_on() -> None:
    for answer in (record(), sampled(10**6), record(sentence="word " * 60, notes=["note " * 60])):
        text = attack_table(answer)
        assert max(map(len, text.splitlines())) <= 80
        assert text.isascii()
        assert "knockdown_match=any" in text
        assert "scratch" not in text
        assert "Mystery" in text
        assert "Heavy" in text
    assert "Unspent counters are lost." in attack_table(record())
    lines = attack_table(record()).splitlines()
    assert any(line.split() == ["critical", "0", "%"] for line in lines)
    assert any(line.split() == ["K.O.", "<0.01", "%"] for line in lines)
    assert any("immobilised" in line and "61.00 %" in line for line in lines)


def test_a_table_of_a_sample_shows_errors_seed_and_check() -> None:
    text = attack_table(sampled(10**6), unicode=True)
    assert "12.35 % ± 0.05" in text
    assert "1,000,000 times, seed 7" in text
    assert "p = 0.5821" in text


def test_at_least_ends_at_the_last_possible_marker_and_long_tables_are_cut() -> None:
    assert "\n     3 " not in attack_table(record())
    long = record(at_least={"markers": [0.9**k for k in range(40)]})
    text = attack_table(long)
    assert "23 more rows" in text
    assert attack_markdown(long).count("\n| ") > 40


def test_cross_fire_and_unknown_rank() -> None:
    text = attack_table(record(cross_fire={"injuries": 0.5, "chance": 0.4}, victory_points=None))
    assert "cross fire" in text
    assert "victory" not in text


def test_markdown_carries_everything_but_the_rows() -> None:
    text = attack_document(record(notes=["a --> b"])).text("md")
    before, _, after = text.partition("<!-- bmg-odds ")
    assert "| K.O. or Casualty | 12.35 % |" in before
    body, _, rest = after.partition(" -->")
    assert rest == "\n"
    kept = json.loads(body)
    assert kept["notes"] == ["a --> b"]
    assert set(record()) - set(kept) == {"outcomes"}


def test_csv_is_pure_rows_at_full_precision_and_json_too() -> None:
    document = attack_document(record())
    rows = list(csv.DictReader(io.StringIO(document.text("csv"))))
    assert tuple(rows[0]) == OUTCOME_COLUMNS
    assert float(rows[0]["probability"]) == 1 / 3
    assert rows[0]["critical"] == "false"
    assert json.loads(document.text("json")) == record()
    assert list(json.loads(document.text("json"))) == list(record())


def test_a_csv_file_has_its_provenance_beside_it(tmp_path: Path) -> None:
    path = str(tmp_path / "odds.csv")
    save(attack_document(record()).files(path, "csv"))
    assert sorted(each.name for each in tmp_path.iterdir()) == ["odds.csv", "odds.csv.provenance.json"]
    kept = json.loads((tmp_path / "odds.csv.provenance.json").read_text("utf-8"))
    assert kept["situation"] == {"ac": 2}
    assert "outcomes" not in kept


def test_nothing_is_left_half_written(tmp_path: Path) -> None:
    (tmp_path / "old.csv").write_text("old", "utf-8")
    files = {str(tmp_path / "old.csv"): "new", str(tmp_path / "none" / "b.csv"): "new"}
    with pytest.raises(BmgError, match="cannot be written"):
        save(files)
    assert [each.name for each in tmp_path.iterdir()] == ["old.csv"]
    assert (tmp_path / "old.csv").read_text("utf-8") == "old"


def test_a_pipe_is_written_through(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        save({str(pipe): "text"})
        assert os.read(reader, 10) == b"text"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_formats_and_suffixes() -> None:
    assert form_of("x.TXT", None) == "table"
    assert form_of("x.unknown", "json") == "json"
    with pytest.raises(BmgError, match=r"\.json, \.csv, \.md, \.txt"):
        form_of("x.xlsx", None)


def test_plain_columns_fit_and_escape() -> None:
    rows = [{"name": "a" * 20, "text": "word " * 40}]
    assert max(map(len, columns_table(("name", "text"), rows).splitlines())) <= 80
    assert as_csv(("a",), [{"a": 'x,"y"\n'}]) == 'a\n"x,""y""\n"\n'
    assert columns_table(("name",), []) == "name\n"
    assert "-->" not in comment("-->")[4:-4]
