"""What is written is what is so: generated pages, results, the lock, and the commands of the README."""

import importlib.util
import re
import shlex
import sys
import tomllib
from functools import cache
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

import bmg_odds as bmg
from bmg_odds.facts.userfile import check_file

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md")),
]
SVG = "{http://www.w3.org/2000/svg}"


@cache
def script(path: str) -> ModuleType:
    """A script of the repository as a module, under a name of its own."""
    name = path.removesuffix(".py").replace("/", "_")
    spec = importlib.util.spec_from_file_location(name, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


# --- pages --------------------------------------------------------------------------------------------------


COUNTED = ["README.md", "docs/rules.md", "docs/commands.md"]
PLAYED = ["docs/gangs.md", "docs/sweeps.md", "docs/tutorial.md"]
"""Pages full of answers, which take their time without the compiler."""


@pytest.mark.parametrize("page", [*COUNTED, *(pytest.param(page, marks=pytest.mark.compiled) for page in PLAYED)])
def test_generated_parts_are_fresh(page):
    text = read(page)
    assert script("docs/make.py").render(text) == text, f"{page} is stale: python docs/make.py"


def test_generated_pages_are_all_listed():
    made = script("docs/make.py")
    assert {page for page in PAGES if made.PART.search(read(page))} == set(made.PAGES)


def test_every_generated_page_is_made_anew_by_a_test():
    assert {*COUNTED, *PLAYED} == set(script("docs/make.py").PAGES)


def test_the_rooms_are_those_of_the_package():
    table = read("docs/design.md").partition("## Rooms")[2].partition("\n## ")[0]
    rooms = {place.parent.name for place in (ROOT / "bmg_odds").glob("*/__init__.py")}
    assert set(re.findall(r"^\| `(\w+)` \|", table, flags=re.MULTILINE)) == rooms


@pytest.mark.parametrize("page", ["docs/rules.md", "docs/method.md", "docs/design.md"])
def test_every_room_is_told_of(page):
    text = read(page).lower()
    for room in ("several attacks", "duel", "luck", "verify", "roll"):
        assert room in text, f"{page} says nothing of {room}"


def test_every_rule_stands_where_the_table_says():
    sections = script("docs/sections.py")
    numbers = [section.number for section in sections.SECTIONS]
    assert len(set(numbers)) == len(numbers)
    held = {}
    for section, kind, path in sections.files():
        assert path.is_file(), f"{section.number} names {path.name}, which is not there"
        held.setdefault((section.number, kind), []).append(path.read_text(encoding="utf-8"))
    for number in numbers:
        assert held[number, "tests"], f"{number} names no test"
        if number not in ("R6", "R8"):  # of many rules
            named = re.compile(rf"{re.escape(number)}(?![0-9])")
            silent = [text.partition("\n")[0] for text in held[number, "code"] if not named.search(text)]
            assert not silent, f"{number} is not named in {silent}"
    spoken = {f"R{number}" for number in re.findall(r"\bR([0-9]\.[0-9]+)\b", read("docs/rules.md"))}
    assert spoken <= set(numbers), "the page speaks of a rule that the table lacks"


def commands() -> list[str]:
    return re.findall(r"^python3 .*$", read("README.md"), flags=re.MULTILINE)


def test_the_readme_has_two_commands_that_set_everything_up():
    first, second = commands()
    assert first.startswith("python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/bmg-odds ")
    assert second == 'python3 -m venv .venv && .venv/bin/pip install -q -e ".[dev]" && .venv/bin/pytest'


def test_the_readme_shows_what_its_first_command_prints():
    program, *arguments = shlex.split(commands()[0].rpartition("&& ")[2])
    assert program == ".venv/bin/bmg-odds"
    made = script("docs/make.py")
    assert arguments == made.FIRST_COMMAND
    assert made.printed(arguments) in read("README.md")


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", read(page)):
        if not target.startswith("https://"):
            assert (ROOT / page).parent.joinpath(target).exists(), target


# --- results ------------------------------------------------------------------------------------------------


def test_tables_of_results_are_fresh():
    made = script("results/make.py")
    for name, text in made.files().items():
        if not name.endswith(".svg"):
            assert read(f"results/{name}") == text, f"{name} is stale: python results/make.py"


def test_the_picture_draws_the_answers():
    made = script("results/make.py")
    drawn = made.figure(made.outcomes())
    (axes,) = drawn.axes
    curves = {line.get_gid(): line for line in axes.lines if line.get_gid()}
    assert len(curves) == len(made.COUNTERS)
    for dc in made.COUNTERS:
        levels = bmg.attack(made.ATTACKER, made.TARGET, dc=dc).levels
        curve = curves[f"dc-{dc}"]
        assert list(curve.get_xdata()) == list(range(1, len(levels)))
        assert list(curve.get_ydata()) == pytest.approx(levels[1:], abs=1e-15)
    shown = {text.get_text() for text in axes.texts}
    assert {f"{dc} DC" for dc in made.COUNTERS} <= shown


def test_labels_of_the_picture_do_not_collide():
    made = script("results/make.py")
    drawn = made.figure(made.outcomes())
    drawn.draw_without_rendering()
    boxes = [text.get_window_extent() for text in (*drawn.axes[0].texts, *drawn.texts)]
    width, height = drawn.bbox.size
    for place, box in enumerate(boxes):
        assert box.x0 >= 0
        assert box.y0 >= 0
        assert box.x1 <= width
        assert box.y1 <= height
        tight = box.padded(-2.5)  # the labels have leading above and below the letters
        assert not any(tight.overlaps(other.padded(-2.5)) for other in boxes[place + 1 :])


def test_the_picture_on_disk_is_the_picture():
    made = script("results/make.py")
    text = read("results/first-answer.svg")
    found = made.outcomes()
    title, told = made.words(found)
    root = ElementTree.fromstring(text)
    assert root.findtext(f"{SVG}title") == title.replace("\n", " ")
    assert root.findtext(f"{SVG}desc") == told
    assert made.data(text) == made.data(made.svg(found)), "stale: python results/make.py"


def test_the_picture_is_the_same_every_time():
    made = script("results/make.py")
    assert made.svg(made.outcomes()) == made.svg(made.outcomes())


# --- packaging ----------------------------------------------------------------------------------------------


def names(requirements: list[str]) -> set[str]:
    found = {re.split(r"[\s\[<>=!~;]", line, maxsplit=1)[0].lower() for line in requirements}
    return {re.sub(r"[-_.]+", "-", name) for name in found}


def test_the_lock_names_every_dependency_and_no_place():
    lines = [line for line in read("requirements.lock").splitlines() if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z0-9._-]+==[^\s;/:@]+( ; .+)?", line) for line in lines), lines
    assert not re.search(r"://|^-|@", "\n".join(lines), flags=re.MULTILINE)
    project = tomllib.loads(read("pyproject.toml"))["project"]
    wanted = [
        *project["dependencies"],
        *(line for extra in project["optional-dependencies"].values() for line in extra),
    ]
    assert names(wanted) - {"bmg-odds"} <= names(lines)


def test_the_checks_run_the_readme_command():
    assert "grep -m1 '^python3 .*pytest$' README.md" in read(".ci/run")
    assert commands()[1].endswith("pytest")


def test_the_roster_page_shows_a_file_that_loads(tmp_path):
    text = (ROOT / "docs" / "rosters.md").read_text(encoding="utf-8")
    sample = text.split("```toml\n")[1].split("```")[0]
    path = tmp_path / "mine.toml"
    path.write_text(sample, encoding="utf-8")
    report = check_file(path)
    assert not report.mistakes
    assert not report.warnings
    assert bmg.attack("Night Guard", "Batman (AC)", dc=1, roster=[path]).chance.impact > 0
