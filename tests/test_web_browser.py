"""The page in a real browser, on a phone and on a desk: choose, slide, share, reload, export, upload, fight, cancel."""

import json
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import bmg_odds as bmg
from bmg_odds.answers.numbers import Rounding

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.compiled,  # the browser sees the same page either way
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed"),
]

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE, DESK = {"width": 360, "height": 780}, {"width": 1280, "height": 800}
BOTH = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
TABS = ("attack", "gang", "duel", "rank", "rolls", "efforts")
SECONDS = 300_000
"""How long a page may take before a test says that it does not answer; no test measures by it."""

ROSTER = """edition = "revised"
[[card]]
name = "<img src=x onerror=alert(1)>"
rank = "Henchman"
willpower = 5
strength = 4
movement = 2
attack = 4
defense = 3
endurance = 5
[[card.weapon]]
name = "<b>Club</b>"
damage = "BS"
"""
BAD_ROSTER = 'edition = "revised"\n[[card]]\nname = "Night Guard"\nwillpower = 99\nstrenght = 4\n'


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    command = [sys.executable, "-m", "bmg_odds", "serve", "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = re.search(r"http://[\w.:]+", process.stdout.readline())
        assert said, "the server did not say where it is"
        yield said[0]
        process.terminate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        playwright.expect.set_options(timeout=SECONDS)
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@contextmanager
def opened(
    browser: Any, server: str, path: str = "/", *, size: Any = DESK, refused: bool = False, **more: Any
) -> Iterator[Any]:
    """Open a page; at the end nothing may have gone wrong in it, and it may not be wider than its window."""
    context = browser.new_context(viewport=size, base_url=server, locale="en-GB", **more)
    page = context.new_page()
    page.set_default_timeout(SECONDS)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    page.on("console", lambda line: wrong.append(line.text) if line.type in ("error", "warning") else None)
    page.on("dialog", lambda dialog: wrong.append(f"dialog: {dialog.message}"))
    try:
        page.goto(path)
        yield page
        assert fits(page)
        # Chromium itself writes a line for every answer of 4xx; a refused question is one.
        assert [line for line in wrong if not (refused and "status of 4" in line)] == []
    finally:
        context.close()


def fits(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def shows(page: Any, text: str, where: str = "#headline") -> None:
    playwright.expect(page.locator(where)).to_have_text(text)


def out(attacker: str, target: str, **options: Any) -> str:
    return Rounding().percent(bmg.attack(attacker, target, **options).chance.out)


def choose(page: Any, label: str, typed: str) -> None:
    field = page.get_by_role("combobox", name=label, exact=True)
    field.click()
    field.fill(typed)
    field.press("ArrowDown")
    field.press("Enter")


@BOTH
def test_first_answer_without_touching_anything(browser: Any, server: str, size: Any) -> None:
    with opened(browser, server, size=size) as page:
        shows(page, out("Batman (AC)", "Gotham Policeman"))
        head = page.locator("#headline").bounding_box()
        assert head["y"] + head["height"] <= size["height"]  # seen without scrolling
        playwright.expect(page.locator(".heat button.cell")).to_have_count(6 * 4)
        playwright.expect(page.locator("#said")).to_contain_text("K.O. or Casualty 73.54 %")


@BOTH
def test_choose_slide_share_reload_and_back(browser: Any, server: str, size: Any) -> None:
    with opened(browser, server, size=size) as page:
        shows(page, out("Batman (AC)", "Gotham Policeman"))
        choose(page, "Target", "joker (ac")
        shows(page, out("Batman (AC)", "Joker (AC)"))
        page.wait_for_url("**/?*target=Joker*")
        playwright.expect(page.locator(".heat button.cell")).to_have_count(6 * 5)
        slider = page.get_by_label("Defence counters (DC)", exact=True)
        slider.focus()
        slider.press("ArrowRight")
        slider.press("ArrowRight")
        after = out("Batman (AC)", "Joker (AC)", dc=2)
        shows(page, after)
        page.wait_for_url("**/?*dc=2*")
        page.reload()
        shows(page, after)
        playwright.expect(page.get_by_label("Defence counters (DC)", exact=True)).to_have_value("2")
        page.get_by_role("button", name="3 AC, 1 DC").click()
        shows(page, out("Batman (AC)", "Joker (AC)", ac=3, dc=1))
        page.wait_for_url("**/?*ac=3*")
        with browser.new_context(viewport=size) as other:  # the link holds the whole state
            shared = other.new_page()
            shared.goto(page.url)
            shows(shared, out("Batman (AC)", "Joker (AC)", ac=3, dc=1))
        page.go_back()
        shows(page, after)
        page.go_forward()
        shows(page, out("Batman (AC)", "Joker (AC)", ac=3, dc=1))


@pytest.mark.parametrize(
    ("link", "attacker", "target", "options"),
    [
        ("/?v=a&attacker=Batman+%28AC%29&target=Bane+%28AC%29&dc=1", "Batman (AC)", "Bane (AC)", {"dc": 1}),
        ("/?v=a&attacker=Bob&target=Batman+%28AC%29&cover=solid&cover=street&stuns=6&reading=scratch%3Dalways",
         "Bob", "Batman (AC)", {"cover": ("solid", "street"), "stuns": 6, "reading": ("scratch=always",)}),
        ("/?v=a&attacker=attack%3D5%2Cstrength%3D3%2Cdamage%3DSS&target=defense%3D3%2Cendurance%3D4&outnumbered=1&rules=2012",
         "attack=5,strength=3,damage=SS", "defense=3,endurance=4", {"outnumbered": True, "rules": "2012"}),
        ("/?v=a&attacker=Batman&target=Joker&attacker-efforts=2&target-efforts=1&rules=third",
         "Batman", "Joker", {"attacker_efforts": 2, "target_efforts": 1, "rules": "third"}),
    ],
    ids=["melee", "shot", "typed-in", "third"],
)  # fmt: skip
def test_a_link_of_kind_a_goes_on_being_read(
    browser: Any, server: str, link: str, attacker: str, target: str, options: dict[str, Any]
) -> None:
    with opened(browser, server, link) as page:
        shows(page, out(attacker, target, **options))
        playwright.expect(page.locator("#notice")).to_be_hidden()


def test_what_a_link_says_too_much_is_ignored_and_named(browser: Any, server: str) -> None:
    with opened(browser, server, "/?v=b&attacker=Bob&target=Bob&dc=many&colour=red&cover=wall") as page:
        shows(page, out("Bob", "Bob"))
        for part in ("v=b", "colour", "dc ‘many’", "cover ‘wall’"):
            playwright.expect(page.locator("#notice")).to_contain_text(part)


def test_a_link_beyond_the_counters_says_what_it_became(browser: Any, server: str) -> None:
    with opened(browser, server, "/?attacker=Batman+%28AC%29&target=Joker+%28AC%29&dc=99", refused=True) as page:
        shows(page, out("Batman (AC)", "Joker (AC)", dc=4))
        playwright.expect(page.locator("#notice")).to_contain_text(
            "dc ‘99’ is not possible here (0 to 4); it is 4 now."
        )


def test_values_step_from_the_cards_own_and_a_target_has_no_weapon(browser: Any, server: str) -> None:
    with opened(browser, server, "/?attacker=Batman+%28AC%29&target=Joker+%28AC%29") as page:
        shows(page, out("Batman (AC)", "Joker (AC)"))
        page.get_by_text("Values of the attacker").click()
        strength = page.get_by_label("Strength", exact=True)
        strength.press("ArrowUp")
        playwright.expect(strength).to_have_value("4")
        shows(page, out("Batman (AC):strength=4", "Joker (AC)"))
        page.get_by_text("Values of the target").click()
        playwright.expect(page.get_by_label("Defense", exact=True)).to_have_count(2)
        playwright.expect(page.get_by_label("ROF", exact=True)).to_have_count(1)
        playwright.expect(page.get_by_label("Damage", exact=True)).to_have_count(1)


def test_a_refused_question_says_why_and_recovers(browser: Any, server: str) -> None:
    with opened(browser, server, "/?attacker=Nobody+at+all&target=Bob", refused=True) as page:
        playwright.expect(page.get_by_role("alert").first).to_contain_text("Nobody at all")
        choose(page, "Attacker", "deathstroke (ao")
        shows(page, out("Deathstroke (AO)", "Bob"))
        playwright.expect(page.get_by_role("alert")).to_have_count(0)


def test_two_set_ups_side_by_side(browser: Any, server: str) -> None:
    with opened(browser, server, "/?attacker=Bob&target=Gotham+Policeman", size=PHONE) as page:
        shows(page, out("Bob", "Gotham Policeman"))
        page.get_by_role("button", name="Pin as A").click()
        choose(page, "Attacker", "clown (tube")
        table = page.get_by_role("region", name="Side by side").last
        first = table.get_by_role("row", name="K.O. or Casualty")
        playwright.expect(first).to_contain_text(out("Bob", "Gotham Policeman"))
        playwright.expect(first).to_contain_text(out("Clown (Tube)", "Gotham Policeman"))
        page.wait_for_url("**pin=*")
        page.reload()
        playwright.expect(first).to_contain_text(out("Bob", "Gotham Policeman"))


def test_exports_are_the_same_answer(browser: Any, server: str) -> None:
    with opened(browser, server, "/?attacker=Batman+%28AC%29&target=Bane+%28AC%29&dc=1") as page:
        shows(page, out("Batman (AC)", "Bane (AC)", dc=1))
        outcome = bmg.attack("Batman (AC)", "Bane (AC)", dc=1)
        with page.expect_download() as file:
            page.get_by_role("link", name="JSON").click()
        with open(file.value.path(), encoding="utf-8") as text:
            assert json.load(text)["chance"]["out"] == outcome.chance.out
        assert file.value.suggested_filename.endswith(".json")
        kinds = {"CSV": b"damages,", "SVG": b"<?xml", "PNG": b"\x89PNG"}
        for name, begins in kinds.items():
            with page.expect_download() as file:
                page.get_by_role("link", name=name, exact=True).click()
            with open(file.value.path(), "rb") as data:
                assert data.read(8).startswith(begins)
        line = page.locator(".line").text_content()
        assert line.startswith("Batman (AC) > Bane (AC)")
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.get_by_role("button", name="Copy the line").click()
        playwright.expect(page.get_by_role("button", name="Copied")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == line


def test_own_cards_are_checked_used_and_taken_away(browser: Any, server: str) -> None:
    def upload(page: Any, text: str) -> None:
        page.locator("#roster-file").set_input_files(
            {"name": "mine.toml", "mimeType": "text/plain", "buffer": text.encode()}
        )

    with opened(browser, server, "/?attacker=Bob&target=Bob", size=PHONE, refused=True) as page:
        upload(page, BAD_ROSTER)
        told = page.locator("#roster-told")
        playwright.expect(told.get_by_role("alert")).to_contain_text("willpower")
        playwright.expect(told).to_contain_text("strenght")
        playwright.expect(told).to_contain_text(re.compile("line 4"))
        upload(page, ROSTER)
        playwright.expect(told).to_contain_text("1 card of your own: <img src=x onerror=alert(1)>")
        choose(page, "Attacker", "<img")
        playwright.expect(page.locator(".sentence")).to_contain_text(
            "<img src=x onerror=alert(1)> attacks Bob with <b>Club</b>"
        )
        assert page.locator("main img, main b:has-text('Club')").count() == 0
        page.wait_for_url(re.compile("attacker=%3Cimg"))  # the address follows when nothing moves any more
        link = page.url
        with browser.new_context(viewport=PHONE) as other:  # nobody else has these cards
            shared = other.new_page()
            shared.goto(link)
            playwright.expect(shared.get_by_role("alert").first).to_contain_text("<img src")
        page.get_by_role("button", name="Take my cards away").click()
        playwright.expect(page.get_by_role("alert").first).to_contain_text("<img src")


@BOTH
def test_duel_and_a_solved_plan_that_is_cancelled(browser: Any, server: str, size: Any) -> None:
    with opened(browser, server, "/?tab=duel&rounds=2", size=size) as page:
        fight = page.get_by_role("region", name="The fight under these plans")
        playwright.expect(fight.get_by_role("table").first).to_contain_text("only B out")
        page.goto("/?tab=duel&rounds=8")
        best = page.get_by_role("region", name="The best plans")
        best.get_by_role("button", name="Find the best plans").click()
        best.get_by_role("button", name="Cancel").click()
        playwright.expect(best).to_contain_text("Cancelled.")
        playwright.expect(best.get_by_role("button", name="Find the best plans")).to_be_enabled()
        page.get_by_role("combobox", name="Model A", exact=True).fill("gotham pol")
        page.keyboard.press("Enter")
        choose(page, "Model B", "clown (tube")
        page.get_by_label("Rounds", exact=True).fill("1")
        best.get_by_role("button", name="Find the best plans").click()
        playwright.expect(best).to_contain_text("Value for A")


def test_every_tab_answers_and_is_a_link(browser: Any, server: str) -> None:
    signs = {
        "attack": "Markers inflicted", "gang": "So far, attack by attack", "duel": "only B out", "rank": "Wonder Woman",
        "rolls": "at least", "efforts": "Both at their best",
    }  # fmt: skip
    with opened(browser, server, size=PHONE) as page:
        for tab in TABS:
            page.get_by_role("navigation").get_by_role("link").nth(TABS.index(tab)).click()
            playwright.expect(page.locator("main")).to_contain_text(signs[tab])
            assert fits(page)
            assert tab == "attack" or f"tab={tab}" in page.url
        page.go_back()
        playwright.expect(page.locator("main")).to_contain_text(signs["rolls"])


def test_embedded_it_has_no_chrome_and_leads_back(browser: Any, server: str) -> None:
    with opened(browser, server, "/embed?v=a&attacker=Bob&target=Bane+%28AC%29&cover=light", size=PHONE) as page:
        shows(page, out("Bob", "Bane (AC)", cover=("light",)))
        assert page.get_by_role("navigation").count() == 0
        assert page.get_by_role("slider").count() == 0
        page.goto(page.locator("#whole").get_attribute("href"))
        shows(page, out("Bob", "Bane (AC)", cover=("light",)))


def test_figures_are_written_as_by_the_command_line(browser: Any, server: str) -> None:
    shares = [
        k / n
        for n in (1, 3, 6, 16, 32, 64, 128, 1000, 1296, 2048, 7776, 20_000, 10**6)
        for k in range(0, n + 1, max(1, n // 60))
    ]
    shares += [1e-9, 1 - 1e-9, 0.00005, 0.99995, 0.000049999, 0.5, 0.03125, 0.09375]
    means = [9 * share for share in shares] + [0.0005, -0.0005, 0.0625, 1.0625, -1.0625, 2.9375]
    with opened(browser, server) as page:
        written = page.evaluate(
            """async ([shares, means]) => {
              const { percent, mean } = await import("/static/numbers.js");
              const coarse = shares.map((each) => percent(each, 0));
              return [shares.map((each) => percent(each)), coarse, means.map((each) => mean(each))];
            }""",
            [shares, means],
        )
    assert written[0] == [Rounding().percent(each) for each in shares]
    assert written[1] == [Rounding(percent_decimals=0).percent(each) for each in shares]
    assert written[2] == [Rounding().mean(each) for each in means]


PINNED = "/?dc=1&pin=attacker%3DBob%26target%3DBob"
ALL = (PINNED, "/?tab=gang", "/?tab=duel&rounds=1", "/?tab=rank&only=leader", "/?tab=rolls", "/?tab=efforts", "/embed")


@pytest.mark.parametrize(
    ("size", "scheme", "paths"),
    [(PHONE, "dark", ALL), (DESK, "light", (PINNED, "/?tab=gang"))],
    ids=["phone-dark", "desk-light"],
)
def test_no_serious_fault_for_people_who_use_aids(
    browser: Any, server: str, size: Any, scheme: str, paths: tuple[str, ...]
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    with opened(browser, server, size=size, color_scheme=scheme, reduced_motion="reduce") as page:
        for path in paths:
            page.goto(path)
            page.locator(".figure, td").first.wait_for()
            page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
            page.wait_for_load_state("networkidle")
            found = axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
            bad = [
                (one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in ("serious", "critical")
            ]
            assert bad == [], path
            if size is PHONE:
                assert small_targets(page) == [], path


def small_targets(page: Any) -> list[str]:
    """Return what is to be touched and is lower than 44 pixels."""
    return page.evaluate(
        """() => [...document.querySelectorAll("button, select, input, summary, nav a, label.check")]
          .filter((each) => each.type !== "checkbox")
          .filter((each) => each.offsetParent && each.getBoundingClientRect().height < 43.5)
          .map((each) => each.outerHTML.slice(0, 120))"""
    )


def test_slider_to_numbers_is_measured(browser: Any, server: str, capsys: pytest.CaptureFixture[str]) -> None:
    """From a slider's event to the new answer on the screen, each position for the first time; printed, not judged."""
    with opened(browser, server, "/?attacker=Batman+%28AC%29&target=Bane+%28AC%29", size=PHONE) as page:
        playwright.expect(page.locator(".heat button.cell").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        times = page.evaluate(
            """async () => {
              const range = [...document.querySelectorAll("input[type=range]")];
              const told = document.querySelector(".sentence");
              const times = [];
              for (let ac = 5; ac >= 1; ac -= 1) {
                for (let dc = 0; dc <= Number(range[1].max); dc += 1) {
                  for (const [slider, to] of [[range[0], ac], [range[1], dc]]) {
                    if (slider.value === String(to)) continue;
                    const begun = performance.now();
                    const before = told.textContent;
                    slider.value = String(to);
                    slider.dispatchEvent(new Event("input", { bubbles: true }));
                    await new Promise((done) => {
                      const look = () => {
                        const waits = told.textContent === before && performance.now() - begun < 5000;
                        requestAnimationFrame(waits ? look : done);
                      };
                      look();
                    });
                    if (told.textContent !== before) times.push(performance.now() - begun);
                  }
                }
              }
              return times;
            }"""
        )
    assert len(times) > 10
    with capsys.disabled():
        middle = statistics.median(times)
        print(f"\nslider to numbers: median {middle:.0f} ms of {len(times)}, slowest {max(times):.0f} ms")
