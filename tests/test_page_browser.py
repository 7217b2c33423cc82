"""The single page in a real browser, from a file and inside a frame: what is shown is what `attack` answers."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import bmg_odds as bmg
from bmg_odds.answers.numbers import Rounding
from bmg_odds.answers.page import page as written

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
SIZES = [(360, 780), (1280, 800)]
ATTACKERS = ["Batman (AC)", "Bob", "name=<img src=x onerror=alert(1)>,attack=3,strength=3,damage=BS"]
TARGETS = ["Gotham Policeman", "Catwoman (AC)", "Bane (AC)"]

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed here"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("page") / "odds.html"
    path.write_text(written(ATTACKERS, TARGETS).text("md"), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator:
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def opened(browser, file):
    """Open the page at a size and in a colour scheme; whatever it fetches or complains of is a failure."""
    contexts, wrong = [], []

    def openly(size=SIZES[0], scheme="light", address=None):
        width, height = size
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        contexts.append(context)
        tab = context.new_page()
        tab.set_default_timeout(10_000)
        tab.on("console", lambda message: wrong.append(message.text))
        tab.on("pageerror", lambda error: wrong.append(str(error)))
        tab.on("dialog", lambda dialog: wrong.append(dialog.message))
        tab.on("request", lambda request: wrong.append(request.url) if "odds.html" not in request.url else None)
        tab.goto(address or file.as_uri())
        return tab

    yield openly
    for context in contexts:
        context.close()
    assert not wrong


def shown(tab) -> dict[str, str]:
    """The chances on the page by their names."""
    found = {
        row.locator("dt").inner_text(): row.locator("dd").inner_text() for row in tab.locator(".chances div").all()
    }
    return found | {"out": tab.locator(".headline strong").inner_text()}


def sliders(tab) -> list[str]:
    """The sliders that can be seen, from top to bottom."""
    return [each.get_attribute("name") for each in tab.locator('input[type="range"]').all() if each.is_visible()]


def wanted(*models, **situation) -> dict[str, str]:
    chance = bmg.attack(*models, **situation).chance
    percent = Rounding().percent
    return {"out": percent(chance.out), "K.O.": percent(chance.ko), "knocked down": percent(chance.knocked_down),
            "any marker": percent(chance.any_marker)}  # fmt: skip


def slide(tab, name: str, value: int) -> None:
    tab.locator(f'input[name="{name}"]').evaluate(
        "(input, value) => { input.value = value; input.dispatchEvent(new Event('input', {bubbles: true})); }",
        str(value),
    )


def choose(tab, name: str, text: str) -> None:
    tab.locator(f'select[name="{name}"]').select_option(label=text)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_shown_is_what_attack_answers(opened, size):
    tab = opened(size)
    assert sliders(tab)[:2] == ["ac", "dc"]
    assert not {"mc", "attacker_efforts", "target_efforts"} & set(sliders(tab))
    assert wanted(*ATTACKERS[:1], TARGETS[0]).items() <= shown(tab).items()
    tab.evaluate("document.querySelector('details').open = true")
    slide(tab, "ac", 4)
    slide(tab, "dc", 2)
    slide(tab, "stuns", 1)
    tab.locator('input[name="outnumbered"]').check()
    asked = {"ac": 4, "dc": 2, "stuns": 1, "outnumbered": True}
    assert wanted(ATTACKERS[0], TARGETS[0], **asked).items() <= shown(tab).items()
    assert tab.locator('.split [aria-current="true"]').get_attribute("data-across") == "2"
    tab.locator('.split [data-down="3"][data-across="1"]').click()
    asked |= {"ac": 3, "dc": 1}
    assert wanted(ATTACKERS[0], TARGETS[0], **asked).items() <= shown(tab).items()
    choose(tab, "use", "Sneak Attack")
    slide(tab, "ac", 3)
    assert "cannot block a Sneak Attack" in tab.locator(".rests").inner_text()
    assert wanted(ATTACKERS[0], TARGETS[0], **asked, use="Sneak Attack").items() <= shown(tab).items()


def test_a_shot_with_cover_and_a_dodge(opened):
    tab = opened()
    tab.evaluate("document.querySelector('details').open = true")
    choose(tab, "attacker", ATTACKERS[1])
    choose(tab, "target", TARGETS[1])
    assert not tab.locator('[data-for="dc"]').is_visible()
    choose(tab, "cover", "another miniature (4+)")
    slide(tab, "mc", 2)
    tab.locator('input[name="moved"]').check()
    asked = {"cover": ["model"], "mc": 2, "moved": True}
    found = shown(tab)
    assert wanted(ATTACKERS[1], TARGETS[1], **asked).items() <= found.items()
    assert "cross fire, any" in found
    choose(tab, "target", TARGETS[2])
    assert not tab.locator('[data-for="mc"]').is_visible()


def test_what_the_counters_do_not_allow_is_said(opened):
    tab = opened()
    tab.evaluate("document.querySelector('details').open = true")
    slide(tab, "stuns", 99)
    dc = tab.locator('input[name="dc"]')
    assert (dc.get_attribute("max"), dc.is_disabled()) == ("0", True)
    choose(tab, "target", TARGETS[2])
    choose(tab, "target_use", "Titan Dose")
    slide(tab, "injuries", 1)
    assert tab.locator(".headline strong").inner_text().endswith("%")


def test_efforts_of_the_third_edition(opened, tmp_path):
    path = tmp_path / "third-odds.html"
    path.write_text(written(["Harley Quinn"], ["Joker"], rules="third").text("md"), encoding="utf-8")
    tab = opened(address=path.as_uri())
    tab.evaluate("document.querySelector('details').open = true")
    assert sliders(tab) == ["attacker_efforts", "target_efforts", "injuries", "stuns"]
    slide(tab, "attacker_efforts", 3)
    slide(tab, "target_efforts", 1)
    slide(tab, "stuns", 2)
    asked = {"rules": "third", "attacker_efforts": 3, "target_efforts": 1, "stuns": 2}
    assert wanted("Harley Quinn", "Joker", **asked).items() <= shown(tab).items()
    assert "takes 1 Stun for its Efforts" in tab.locator(".rests").inner_text()
    tab.locator('input[name="down"]').check()
    assert not tab.locator('[data-for="target_efforts"]').is_visible()
    asked |= {"target_efforts": 0, "down": True}
    assert wanted("Harley Quinn", "Joker", **asked).items() <= shown(tab).items()


def test_a_name_is_only_a_name(opened):
    tab = opened()
    choose(tab, "attacker", "<img src=x onerror=alert(1)>")
    assert "<img src=x" in tab.locator(".who").inner_text()
    assert tab.locator("img").count() == 0


def test_it_works_by_keyboard_and_inside_a_frame(opened, file, tmp_path):
    outer = tmp_path / "blog-odds.html"
    outer.write_text(f'<!doctype html><title>b</title><iframe sandbox="allow-scripts" width="700" height="700" '
                     f'src="{file.as_uri()}"></iframe>')  # fmt: skip
    tab = opened(address=outer.as_uri())
    frame = tab.frame_locator("iframe")
    headline = frame.locator(".headline strong")
    before = headline.inner_text()
    frame.locator('input[name="dc"]').focus()
    tab.keyboard.press("ArrowRight")
    assert frame.locator('[data-for="dc"] output').inner_text() == "1"
    assert headline.inner_text() != before


@pytest.mark.parametrize(("size", "scheme"), [(SIZES[0], "light"), (SIZES[1], "dark")])
def test_nothing_serious_for_those_who_see_or_point_otherwise(opened, size, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe
    tab = opened(size, scheme)
    tab.evaluate("document.querySelector('details').open = true")
    for attacker in ATTACKERS[:2]:
        choose(tab, "attacker", attacker)
        found = axe().run(tab).response["violations"]
        assert not [(each["id"], each["nodes"][0]["html"]) for each in found]
        assert tab.evaluate("document.documentElement.scrollWidth") <= size[0]
