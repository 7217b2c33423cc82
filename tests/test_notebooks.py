"""The notebooks run, their asserts hold, and what is committed of them is what they make."""

import base64
import json
import os
import re
import sys
from functools import cache
from pathlib import Path

import pytest

from bmg_odds.answers.carried import carried
from bmg_odds.answers.provenance import ask_again
from bmg_odds.answers.reproduce import reproduce

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "notebooks"
sys.path.insert(0, str(HERE))

import build  # noqa: E402
import kept  # noqa: E402

# What a notebook finds is kept with the files: the pass without the compiler would only find it again, slowly.
pytestmark = pytest.mark.compiled

SOURCES = [pytest.param(source, id=source.stem) for source in build.sources()]
each = pytest.mark.parametrize("source", SOURCES)


@cache
def book(source: Path) -> kept.Book:
    """What a notebook keeps; running it is the first test: its asserts are its own."""
    return build.run(source)


def notebook(source: Path) -> dict:
    return json.loads(source.with_suffix(".ipynb").read_text(encoding="utf-8"))


def outputs(source: Path) -> list[dict]:
    return [output for cell in notebook(source)["cells"] for output in cell.get("outputs", ())]


def text(value) -> str:
    return value if isinstance(value, str) else "".join(value)


def test_there_are_seven():
    assert [source.stem[:2] for source in build.sources()] == ["1_", "2_", "3_", "4_", "5_", "6_", "7_"]


@each
def test_it_asks_and_answers_in_a_sentence(source):
    found = book(source)
    assert found.question.endswith("?")
    assert found.answer.endswith(".")
    assert re.search(r"\d", found.answer)


@each
def test_the_headline_is_asserted_and_no_number_of_the_answer_is_typed(source):
    code = source.read_text(encoding="utf-8")
    assert re.search(r"^assert .*\d", code, flags=re.MULTILINE)
    assert re.search(r"^# %%\n(?:(?!# %%).*\n)*kept\.question\(", code, flags=re.MULTILINE)
    tail = code.rpartition("kept.answer(")[2]
    typed = re.sub(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", "", tail)
    assert not re.search(r"\d[.,]\d", typed), typed


@each
def test_the_notebook_holds_exactly_these_cells(source):
    made, wanted = notebook(source), build.cells(source)
    assert [(cell["id"], cell["cell_type"], text(cell["source"])) for cell in made["cells"]] == [
        (cell["id"], cell["cell_type"], cell["source"]) for cell in wanted.cells
    ]
    assert made["metadata"] == build.METADATA
    assert all(cell["metadata"] == {} for cell in made["cells"])


@each
def test_the_notebook_shows_what_the_source_makes(source):
    found = book(source)
    shown = [output["data"] for output in outputs(source)]
    plain = [text(data.get("text/plain", "")) for data in shown]
    markdown = [text(data["text/markdown"]) for data in shown if "text/markdown" in data]
    assert markdown[0] == f"**{found.question}**"
    assert markdown[-1] == f"**Answer.** {found.answer}"
    pictures = [base64.b64decode(text(data["image/png"])) for data in shown if "image/png" in data]
    inside = [carried("shown.png", picture) for picture in pictures]
    for record in inside:
        record.pop("picture")
    drawn = [json.loads(json.dumps(item.record)) for item in found.items if not isinstance(item, kept.Table)]
    assert build.same(inside, drawn)
    for item in found.items:
        if isinstance(item, kept.Table):
            assert "\n".join(line.rstrip() for line in str(item).splitlines()) in plain


@each
def test_nothing_of_a_machine_is_shown(source):
    assert {output["output_type"] for output in outputs(source)} == {"execute_result"}
    made = re.sub(r'"image/png": "[^"]*"', "", source.with_suffix(".ipynb").read_text(encoding="utf-8"))
    for word in ("/home", "/work", "/tmp", "/usr", "site-packages", "object at 0x", "Traceback", os.sep + "venv"):
        assert word not in made


@each
def test_results_are_fresh(source):
    found = build.files({source: book(source)}, pictures=False)
    for name, new in found.items():
        if name != "README.md":
            assert build.fresh(name, (build.RESULTS / name).read_bytes(), new), f"results/{name}: {build.COMMAND}"


@each
def test_pictures_of_results_carry_fresh_data(source):
    for item in book(source).items:
        if isinstance(item, kept.Table):
            continue
        wanted = json.loads(json.dumps(item.record))
        for suffix in (".svg", ".png"):
            name = f"{item.name}{suffix}"
            data = (build.RESULTS / name).read_bytes()
            inside = carried(name, data)
            assert inside.pop("picture")["size"] == "blog"
            assert build.same(inside, wanted), f"results/{name}: {build.COMMAND}"
            if suffix == ".png":
                assert int.from_bytes(data[16:20]) == 2 * 728
            else:
                assert item.words[0].encode() in data


def test_every_chart_of_a_command_is_rebuilt_from_its_file(monkeypatch):
    asked = {}

    def once(given, askers=None, **more):  # a picture and its table are one answer: it is worked out for both
        key = json.dumps(given, sort_keys=True)
        if key not in asked:
            asked[key] = ask_again(given, askers, **more)
        return asked[key]

    monkeypatch.setattr(sys.modules["bmg_odds.answers.reproduce"], "ask_again", once)
    for path in sorted(build.RESULTS.glob("[0-9]-*.svg")):
        if "arguments" in carried(path.name, path.read_bytes()):
            assert reproduce(str(path)).agrees, path.name
            assert reproduce(str(path.with_suffix(".md"))).agrees, path.name
    assert len(asked) > 4


def test_the_index_shows_everything():
    books = {source: book(source) for source in build.sources()}
    page = (build.RESULTS / "README.md").read_text(encoding="utf-8")
    assert page == build.index(books), f"results/README.md: {build.COMMAND}"
    made = set(build.files(books, pictures=False))
    made |= {f"{item.name}{suffix}" for one in books.values() for item in one.items
             if not isinstance(item, kept.Table) for suffix in (".svg", ".png")}  # fmt: skip
    assert {path.name for path in build.RESULTS.glob("[0-9]-*")} == made - {"README.md"}
    linked = set(re.findall(r"\]\(([^)]+)\)", page))
    for path in build.RESULTS.iterdir():
        if path.suffix in (".svg", ".png", ".md", ".csv") and path.name != "README.md":
            assert path.name in linked, path.name
    for target in linked:
        assert (build.RESULTS / target).exists(), target


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("a.csv", "x,value\n1,0.5\n", "x,value\n1,0.500001\n"),
        ("a.md", '1.5\n\n<!-- bmg-odds {"a": 1} -->\n', '1.6\n\n<!-- bmg-odds {"a": 1} -->\n'),
        ("a.json", '{"a": 1.0}', '{"a": 1.1}'),
        ("README.md", "one", "two"),
    ],
)
def test_what_is_stale_is_called_so(name, old, new):
    assert not build.fresh(name, old.encode(), new)
    assert build.fresh(name, old.encode(), old)


def test_last_digits_of_another_machine_are_not_stale():
    assert build.fresh("a.csv", b"x\n0.5\n", "x\n0.50000000000000011\n")
