"""The page's questions: the same answers as the command line's, in the same words."""

import asyncio
import json
import random
import re
import threading
import time
from typing import Any
from urllib.parse import quote

import httpx2
import pytest
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient
from typer.main import get_command
from web_asking import BO, OWN, address, client

from bmg_odds.answers.asking.commands import COMMANDS
from bmg_odds.cli.main import app as program
from bmg_odds.facts.roster import bundled
from bmg_odds.web import desk as desks
from bmg_odds.web.app import create
from bmg_odds.web.asked import Asked, asked, options_of
from bmg_odds.web.desk import Asker, Desk
from bmg_odds.web.jobs import KEPT, LEFT, LOOKED_AT, MOST, Job, Jobs
from bmg_odds.web.jobs import MOST_EACH as MOST_JOBS_EACH
from bmg_odds.web.lanes import Busy, Lane, Stopped, Ticket
from bmg_odds.web.limits import MOST_CARDS, MOST_PAIRS
from bmg_odds.web.openapi import description, path_of
from bmg_odds.web.visitors import MOST_EACH, SECONDS, Visitors, read

BATMAN, JOKER, COP = "Batman (AC)", "Joker (AC)", "Gotham Policeman"
THUG = "willpower=2,strength=3,movement=1,attack=2,defense=2,endurance=2,damage=S"
PAIR = {"attacker": BATMAN, "target": JOKER}
SPLIT_FIRE = {"target": [COP, "Bob"], "by": BATMAN, "split": "true"}
MC = {"engine": "mc", "trials": "1e3", "seed": "7"}

ASKED: list[tuple[str, dict[str, Any]]] = [
    ("attack", PAIR | {"dc": 2}),
    ("attack", PAIR | {"dc": 2, "outnumbered": "true", "reroll": ["impact", "damage"], "target-state": "scared"}),
    ("attack", {"attacker": "Bob", "target": BATMAN, "cover": ["solid", "light"], "moved": "1", "rules": "2012"}),
    ("attack", {"attacker": "Batman", "target": "Joker", "rules": "third", "attacker-efforts": 1}),
    ("attack", {"attacker": "attack=5,strength=3,damage=SS,weapon-traits=Handy+Heavy", "target": THUG}),
    ("attack", PAIR | {"reading": ["scratch=off", "crt=choice"]}),
    ("curve", {"attacker": COP, "target": [JOKER, BATMAN], "over": "dc", "from": 1, "to": 2, "show": "at-least=2"}),
    ("split", {"attacker": COP, "target": "Bob", "show": "markers"}),
    ("commit", {"attacker": COP, "target": "Bob", "chance": "50%"}),
    ("readings", {"attacker": COP, "target": "Bob", "show": "knocked_down"}),
    ("sequence", {"target": "Bob", "by": [f"2x {COP}//2", "Bob"], "dc": 1}),
    ("sequence", SPLIT_FIRE),
    ("duel", {"a": THUG, "b": THUG, "rounds": 2, "plan-a": "all-out"}),
    ("efforts", {"attacker": "Batman", "target": "Joker", "show": "markers"}),
    ("compare-editions", {"attacker": "Mr. Hammer", "target": "1880's Talon"}),
    ("explain", PAIR),
    ("sensitivity", {"attacker": "Bob", "target": THUG}),
    ("ammo", {"attacker": "Bob", "target": BATMAN, "shots": 1, "one-round": ""}),
    ("roll agility", {"movement": 3, "reroll": "yes"}),
    ("roll blink", {"cover": ["solid", "street"], "impacts": 2}),
    ("roll recover", {"model": "Bob", "stuns": 2}),
    ("roster list", {"rules": "third", "only": ["leader", "henchman"]}),
    ("roster show", {"name": "bob"}),
    ("rules list", {}),
    ("rules show", {"edition": "2012"}),
    ("rules traits", {"edition": "third", "status": "modelled"}),
]
COMPILED: list[tuple[str, dict[str, Any]]] = [
    ("attack", PAIR | MC),
    ("rank", {"side": "attackers", "against": JOKER, "only": "leader", "by": "out"}),
    ("solve", {"a": THUG, "b": THUG, "rounds": 1}),
    ("roll agility", {"movement": 3} | MC),
]


def words(command: str, given: dict[str, Any]) -> list[str]:
    """The same question on the command line."""
    arguments = {argument.parameter for argument in COMMANDS[command].arguments}
    found = command.split()
    for name, value in given.items():
        for one in value if isinstance(value, list) else [value]:
            if name in arguments:
                found.append(str(one))
            elif options_of(COMMANDS[command])[name].read is None:
                found.append(f"--{name}")
            else:
                found += [f"--{name}", str(one)]
    return [*found, "--format", "json"]


def place(command: str, given: dict[str, Any]) -> str:
    path = path_of(command)
    rest = {name: value for name, value in given.items() if f"{{{name}}}" not in path}
    quoted = {name: quote(str(value), safe="") for name, value in given.items()}
    return address(path.format(**quoted).removeprefix("/api/"), rest)


def same(ask: TestClient, cli: Any, command: str, given: dict[str, Any]) -> None:
    done = cli(*words(command, given))
    found = ask.get(place(command, given))
    assert (done.status, found.status_code) == (0, 200), (done.err, found.text)
    assert found.json() == json.loads(done.out)


@pytest.fixture(scope="module")
def ask() -> TestClient:
    return client()


@pytest.mark.parametrize(("command", "given"), ASKED)
def test_answers_are_the_command_lines(ask: TestClient, cli: Any, command: str, given: dict[str, Any]) -> None:
    same(ask, cli, command, given)


@pytest.mark.compiled
@pytest.mark.parametrize(("command", "given"), COMPILED)
def test_answers_of_compiled_kernels_are_too(ask: TestClient, cli: Any, command: str, given: dict[str, Any]) -> None:
    same(ask, cli, command, given)


def test_every_command_was_compared() -> None:
    compared = {command for command, _ in [*ASKED, *COMPILED]}
    rolls = {name for name in COMMANDS if name.startswith("roll ")}
    assert set(COMMANDS) - rolls <= compared


@pytest.mark.parametrize(
    ("command", "given"),
    [
        ("attack", PAIR | {"dc": 99}),
        ("attack", PAIR | {"dc": "two"}),
        ("attack", PAIR | {"engine": "dice"}),
        ("attack", PAIR | {"trials": 5}),
        ("attack", {"attacker": "penguin", "target": JOKER}),
        ("attack", {"attacker": "Nobody", "target": JOKER}),
        ("attack", PAIR | {"weapon": ""}),
        ("attack", PAIR | {"reading": "nothing"}),
        ("attack", PAIR | {"cover": "fog"}),
        ("curve", PAIR),
        ("curve", PAIR | {"over": "dc", "show": "at-least=²"}),
        ("sequence", {"target": [COP, "Bob"], "by": BATMAN}),
        ("sequence", {"target": COP}),
        ("sequence", {"target": COP, "by": BATMAN, "split": "1"}),
        ("duel", {"a": THUG, "b": THUG, "plan-a": "split=²/1/1"}),
        ("efforts", PAIR | {"rules": "revised"}),
        ("roll agility", {"movement": 99}),
        ("roll agility", {}),
        ("rank", {"side": "sideways"}),
        ("roster show", {"name": "zzz"}),
    ],
)
def test_refusals_are_the_command_lines(ask: TestClient, cli: Any, command: str, given: dict[str, Any]) -> None:
    done = cli(*words(command, given))
    found = ask.get(place(command, given))
    said = [line.removeprefix("bmg-odds: ") for line in done.err.splitlines()]
    assert (done.status, found.status_code) == (2, 400)
    if command != "rank":  # a word by its place has no flag there
        assert found.json()["error"].splitlines() == said


def test_commands_take_what_the_command_line_takes() -> None:
    """One table: each option of the command line is a parameter, but for those of files."""
    of_files = {"format", "output", "chart", "chart_data", "theme", "size", "card", "roster", "crew", "help"}
    tree = get_command(program)
    for name, command in COMMANDS.items():
        found: Any = tree
        for word in name.split():
            found = found.commands[word]
        taken = {param.name for param in found.params if param.param_type_name == "option"} - of_files
        assert taken == {option.name for option in options_of(command).values()}, name
        assert [argument.name for argument in command.arguments] == [
            param.name for param in found.params if param.param_type_name == "argument"
        ]
        assert " ".join(found.help.split()).startswith(command.does.rstrip(".")), name


def test_parameters_may_be_written_with_underscores_and_only_once(ask: TestClient) -> None:
    plain = ask.get(address("attack", PAIR | {"impact-bonus": 1})).json()
    assert ask.get(address("attack", PAIR | {"impact_bonus": 1})).json() == plain
    twice = ask.get(address("attack", [*PAIR.items(), ("dc", 1), ("dc", 2)]))
    assert (twice.status_code, twice.json()["error"]) == (400, "--dc is given 2 times: 1 and 2; allowed: once")
    near = ask.get(address("attack", PAIR | {"dcc": 1})).json()["error"]
    assert near == "attack: no option dcc; did you mean dc?"
    switch = ask.get(address("attack", PAIR | {"down": "maybe"})).json()["error"]
    assert switch == "--down maybe is no switch; allowed: true, false"


@pytest.mark.parametrize("form", ["csv", "md", "table"])
def test_formats_are_the_command_lines(ask: TestClient, cli: Any, form: str) -> None:
    done = cli("attack", BATMAN, JOKER, "--format", form)
    found = ask.get(address("attack", PAIR | {"format": form}))
    assert found.text == done.out
    assert found.headers["content-type"].startswith("text/")


def test_files_to_keep(ask: TestClient, cli: Any) -> None:
    for suffix, form in ((".csv", "csv"), (".json", "json"), (".md", "md"), (".txt", "table")):
        found = ask.get(address(f"export/attack{suffix}", PAIR))
        assert found.text == cli("attack", BATMAN, JOKER, "--format", form).out
        assert found.headers["content-disposition"] == f'attachment; filename="attack{suffix}"'
    beside = ask.get(address("export/attack.csv.provenance.json", PAIR)).json()
    assert set(beside["arguments"]["models"]) == set(PAIR)
    assert "outcomes" not in beside
    roll = ask.get(address("export/roll/agility.csv", {"movement": 3}))
    assert roll.headers["content-disposition"] == 'attachment; filename="roll-agility.csv"'
    for wrong in ("attack.exe", "attack", "attac.csv", "../attack.csv"):
        found = ask.get(address(f"export/{wrong}", PAIR))
        assert found.status_code in (400, 404), wrong
        assert "error" in found.json()


def test_pictures_carry_their_answer(ask: TestClient) -> None:
    found = ask.get(address("chart/attack.svg", PAIR | {"theme": "dark", "size": "card"}))
    assert found.headers["content-type"] == "image/svg+xml"
    assert "<title>" in found.text
    assert '"theme": "dark"' in found.text
    assert ask.get(address("chart/attack.svg", PAIR | {"theme": "dark", "size": "card"})).content == found.content
    drawn = ask.get(address("chart/roll/agility.png", {"movement": 3}))
    assert drawn.content.startswith(b"\x89PNG")
    for path, given in (
        ("chart/attack.gif", PAIR),
        ("chart/explain.svg", PAIR),
        ("chart/attack.svg", PAIR | {"theme": "pink"}),
        ("chart/sequence.svg", SPLIT_FIRE),
    ):
        assert ask.get(address(path, given)).status_code == 400


def test_what_is_described_is_what_there_is(ask: TestClient) -> None:
    told = ask.get("/api/openapi.json").json()
    assert told == description()
    assert told["openapi"] == "3.1.0"
    assert {"title", "version"} <= set(told["info"])
    routes = {(route.path, method) for route in create().routes if getattr(route, "methods", None)
              for method in route.methods if method != "HEAD"}  # fmt: skip
    names, schemas, described = [], [*told["components"]["schemas"].values()], set()
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            names.append(operation["operationId"])
            assert operation["responses"]
            parameters = operation.get("parameters", [])
            assert len({(each["name"], each["in"]) for each in parameters}) == len(parameters)
            in_path = {each["name"] for each in parameters if each["in"] == "path"}
            assert in_path == set(re.findall(r"\{(\w+)\}", path))
            for each in parameters:
                schemas.append(each["schema"])
                assert "type" in each["schema"]
                assert each["in"] != "path" or each["required"] is True
            plain = re.sub(r"^/api/(chart|export)/.*", r"/api/\1/{name:path}", path).replace("{id}", "{name}")
            assert (plain, method.upper()) in routes, path
            described.add((plain, method.upper()))
    assert {route for route in routes if route[0].startswith("/api/")} == described
    assert len(set(names)) == len(names)
    Draft202012Validator.check_schema(
        {"anyOf": [dict(each) for each in {json.dumps(each): each for each in schemas}.values()]}
    )


MODELS = ["Bob", "bob", THUG, "nobody", "x.toml", "attack=3", "<script>alert(1)</script>", "", "é\u202e\x00", "a=b=c"]
LONG = ("duel", "solve", "rank", "sequence", "curve", "split", "commit", "readings", "sensitivity", "ammo")
JUNK = ["", "-1", "1e999", "NaN", "²", "0x10", "null", "[]", "%", "'; --", "a" * 400, "\u0000", "😀", "1,2"]


def drawn_value(dice: random.Random, schema: dict[str, Any]) -> Any:
    """A value that the description allows, or one that it does not."""
    if dice.random() < 0.25:
        return dice.choice(JUNK)
    if schema["type"] == "array":
        return [drawn_value(dice, schema["items"]) for _ in range(dice.randrange(1, 4))]
    if "enum" in schema:
        return dice.choice(schema["enum"])
    if schema["type"] == "boolean":
        return dice.choice(["true", "false"])
    if schema["type"] in ("integer", "number"):
        return dice.choice([schema["minimum"], schema["minimum"] + 1, schema.get("maximum", 9), 2])
    return dice.choice([*MODELS, "out", "at-least=1"])


@pytest.mark.parametrize("command", COMMANDS)
def test_whatever_is_asked_has_an_answer_or_a_line_or_two(ask: TestClient, command: str) -> None:
    dice = random.Random(f"fuzz {command}")
    parameters = description()["paths"][path_of(command)]["get"]["parameters"]
    own = [each for each in parameters if each["name"] not in ("engine", "trials", "target-error")]
    for _ in range(8):
        given = {}
        for each in own:
            if each.get("required") or dice.random() < 0.12:
                value = drawn_value(dice, each["schema"])
                if each["name"] in ("attacker", "target", "a", "b") and command not in LONG and dice.random() < 0.6:
                    value = dice.choice(MODELS[:3])
                given[each["name"]] = value
        if command in LONG and "nobody" not in given.values():
            given[dice.choice(["target", "a", "against"]) if command == "rank" else parameters[0]["name"]] = "nobody"
        given.setdefault("edition", "x")
        path = (
            place(command, given)
            if "{edition}" in path_of(command)
            else place(
                command,
                {name: value for name, value in given.items() if name != "edition" or command == "rules traits"},
            )
        )
        found = ask.get(path)
        assert found.status_code in (200, 400, 404, 422), (path, found.text)
        if found.status_code != 200:
            lines = found.json()["error"].splitlines()
            assert 1 <= len(lines) <= 2, lines
            assert "Traceback" not in found.text
            assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize(
    ("path", "given", "allowed"),
    [
        ("attack", PAIR | {"engine": "mc", "trials": "1e9"}, "1 to 10_000_000"),
        ("rank", {"side": "attackers", "engine": "mc"}, "1 to 100_000"),
        ("solve", {"a": THUG, "b": THUG, "rounds": 11}, "1 to 10"),
        ("curve", {"attacker": "Bob", "target": ["Bob"] * 13, "over": "endurance"}, "12"),
        ("attack", PAIR | {"reroll": ["impact"] * 21}, "20"),
        ("sequence", {"target": "Bob", "by": ["Bob"] * 31}, "30"),
        ("rank", {"side": "attackers", "against": ["Bob"] * 61}, "60"),
    ],
)
def test_what_would_take_too_long_is_refused_before_it_begins(
    ask: TestClient, monkeypatch: pytest.MonkeyPatch, path: str, given: dict[str, Any], allowed: str
) -> None:
    monkeypatch.setattr(desks, "answered", lambda *_, **__: pytest.fail("it was worked out"))
    found = ask.get(address(path, given))
    assert found.status_code == 422
    assert allowed in found.json()["error"]
    begun = ask.post(address("jobs", given | {"command": path}))
    assert begun.status_code == 422


def test_a_ranking_of_too_many_own_cards_is_refused() -> None:
    ask = client()
    card = BO.replace('"Bo"', '"Bo {}"')
    assert ask.post("/api/roster", content="\n".join(card.format(k) for k in range(100))).status_code == 200
    found = ask.get(address("rank", {"side": "attackers"}))
    assert found.status_code == 422
    assert f"{MOST_PAIRS:_}" in found.json()["error"]
    many = ask.post("/api/roster", content="\n".join(card.format(k) for k in range(MOST_CARDS + 1)))
    assert (many.status_code, str(MOST_CARDS) in many.json()["error"]) == (400, True)


def test_answers_are_remembered_but_new_dice_are_new(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    real = desks.answered
    monkeypatch.setattr(desks, "answered", lambda *given, **more: calls.append(1) or real(*given, **more))
    ask = client()
    first = ask.get(address("attack", PAIR)).content
    assert ask.get(address("attack", PAIR)).content == first
    assert len(calls) == 1
    for _ in range(2):
        ask.get(address("roll agility".replace(" ", "/"), {"movement": 3, "engine": "mc", "trials": 10}))
    assert len(calls) == 3
    dice = Asked(COMMANDS["attack"], {"engine": "mc"})
    assert desks.key_of(dice, Asker("", bundled(), "")) is None


def test_fifty_at_once_are_answered_each_with_its_own_answer() -> None:
    questions = [PAIR | {"dc": k % 5, "injuries": k // 5 % 5, "stuns": k // 25} for k in range(50)]
    app = create()

    async def all_of_them() -> list[httpx2.Response]:
        transport = httpx2.ASGITransport(app)
        async with httpx2.AsyncClient(transport=transport, base_url=OWN) as asking:
            return await asyncio.gather(*(asking.get(address("attack", each)) for each in questions))

    found = asyncio.run(all_of_them())
    assert {each.status_code for each in found} == {200}
    for question, each in zip(questions, found, strict=True):
        situation = each.json()["situation"]
        assert {name: situation[name] for name in ("dc", "injuries", "stuns")} == {
            name: question[name] for name in ("dc", "injuries", "stuns")
        }
    alone = client()
    for k in (0, 17, 49):
        assert found[k].content == alone.get(address("attack", questions[k])).content


class Slowly:
    """In the place of the answers: heavy questions take their steps until they are told to stop."""

    def __init__(self) -> None:
        self.real = desks.answered
        self.begun, self.stopped, self.let_go = threading.Event(), threading.Event(), threading.Event()

    def __call__(self, command: Any, given: Any, *, roster: Any, progress: Any) -> Any:
        if command.name != "duel":
            return self.real(command, given, roster=roster, progress=progress)
        self.begun.set()
        try:
            for step in range(10_000):
                progress(step, 10_000)
                if self.let_go.wait(0.005):
                    return self.real(COMMANDS["roll agility"], {"movement": "3"})
        except Stopped:
            self.stopped.set()
            raise
        raise AssertionError


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> Slowly:
    found = Slowly()
    monkeypatch.setattr(desks, "answered", found)
    return found


FIGHT = {"command": "duel", "a": THUG, "b": THUG}


def looked(ask: TestClient, job: str, until: str, seconds: float = 20.0) -> dict[str, Any]:
    end = time.monotonic() + seconds
    while True:
        found: dict[str, Any] = ask.get(f"/api/jobs/{job}").json()
        if found["status"] == until or time.monotonic() > end:
            return found
        time.sleep(0.005)


def test_a_job_tells_its_progress_and_its_answer(slowly: Slowly) -> None:
    with client() as ask:
        begun = ask.post(address("jobs", FIGHT))
        assert begun.status_code == 202
        job = begun.json()["id"]
        assert begun.headers["location"] == f"/api/jobs/{job}"
        assert slowly.begun.wait(20)
        running = looked(ask, job, "running")
        assert running["progress"]["total"] in (0, 10_000)
        light = ask.get(address("attack", PAIR))  # the page goes on meanwhile
        assert light.status_code == 200
        slowly.let_go.set()
        done = looked(ask, job, "done")
        assert done["result"]["command"] == "roll"


def test_a_job_can_be_given_up(slowly: Slowly) -> None:
    with client() as ask:
        job = ask.post(address("jobs", FIGHT)).json()["id"]
        assert slowly.begun.wait(20)
        assert ask.delete(f"/api/jobs/{job}").json()["status"] == "cancelled"
        assert slowly.stopped.wait(20)
        assert ask.get(f"/api/jobs/{job}").json()["status"] == "cancelled"
        assert ask.get("/api/jobs/guessed").status_code == 404
        assert ask.delete("/api/jobs/guessed").status_code == 404


def test_one_visitor_has_so_many_jobs_and_no_more(slowly: Slowly) -> None:
    with client() as ask:
        jobs = [ask.post(address("jobs", FIGHT)).json()["id"] for _ in range(3)]
        refused = ask.post(address("jobs", FIGHT))
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "2")
        for job in jobs[1:]:  # those that wait leave at once
            ask.delete(f"/api/jobs/{job}")
        again = ask.post(address("jobs", FIGHT))
        assert again.status_code == 202
        for job in (jobs[0], again.json()["id"]):
            ask.delete(f"/api/jobs/{job}")


def test_jobs_of_a_page_that_was_left_make_room(slowly: Slowly) -> None:
    app, now = create(), [0.0]
    app.state.jobs = Jobs(lambda: now[0])
    with client(app) as ask:
        left = [ask.post(address("jobs", FIGHT)).json()["id"] for _ in range(3)]
        now[0] = LEFT - 1
        assert ask.post(address("jobs", FIGHT)).status_code == 429
        ask.get(f"/api/jobs/{left[1]}")
        now[0] = LEFT + 1
        assert ask.post(address("jobs", FIGHT)).status_code == 202
        assert [ask.get(f"/api/jobs/{each}").json()["status"] == "cancelled" for each in left] == [True, False, True]


def test_a_job_that_fails_says_why(ask: TestClient) -> None:
    assert ask.post(address("jobs", {"command": "fight"})).status_code == 400
    assert ask.post("/api/jobs").status_code == 400
    job = ask.post(address("jobs", {"command": "duel", "a": "Nobody", "b": "Bob"})).json()["id"]
    failed = looked(ask, job, "failed")
    assert failed["error"].startswith("no revised card is called")


def test_an_asker_who_leaves_ends_the_work(slowly: Slowly) -> None:
    app = create()
    left = threading.Event()
    scope = {
        "type": "http", "method": "GET", "path": "/api/duel", "raw_path": b"/api/duel", "root_path": "",
        "scheme": "http", "http_version": "1.1", "client": ("127.0.0.1", 1), "server": ("localhost", 8000),
        "query_string": address("", {"a": THUG, "b": THUG}).partition("?")[2].encode(),
        "headers": [(b"host", b"localhost")],
    }  # fmt: skip
    heard = []

    async def receive() -> dict[str, Any]:
        if not heard:
            heard.append(1)
            return {"type": "http.request", "body": b"", "more_body": False}
        while not left.is_set():
            await asyncio.sleep(0.005)
            if slowly.begun.is_set():
                left.set()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        pass

    asyncio.run(app(scope, receive, send))
    assert slowly.stopped.wait(20)


def test_work_that_runs_out_of_time_is_stopped(slowly: Slowly) -> None:
    app = create()
    app.state.desk.heavy_seconds = 0.05
    found = client(app).get(address("duel", {"a": THUG, "b": THUG}))
    assert found.status_code == 503
    assert "too long" in found.json()["error"]
    assert slowly.stopped.is_set()


def test_the_server_stops_its_work_when_it_ends(slowly: Slowly) -> None:
    desk = Desk()
    work = desk.work(asked(COMMANDS["duel"], [("a", THUG), ("b", THUG)]), Asker("", bundled(), ""))
    assert slowly.begun.wait(20)
    desk.stop()
    with pytest.raises(Stopped):
        work.future.result(20)


def test_lanes_are_bounded_and_forget_who_has_left() -> None:
    lane = Lane("test", threads=1, most=3, most_each=2)
    begun, hold = threading.Event(), threading.Event()
    running = lane.submit(lambda: (begun.set(), hold.wait(20))[1], "one")
    assert begun.wait(20)
    waiting = lane.submit(lambda: 2, "one")
    with pytest.raises(Busy) as own:
        lane.submit(lambda: 3, "one")
    assert own.value.own
    lane.submit(lambda: 4, "two")
    with pytest.raises(Busy) as full:
        lane.submit(lambda: 5, "three")
    assert not full.value.own
    assert waiting.cancel()
    assert list(lane._lines) == ["two"]
    last = lane.submit(lambda: 6, "three")
    hold.set()
    assert (running.result(20), last.result(20)) == (True, 6)
    failing = lane.submit(lambda: 1 // 0, "one")
    with pytest.raises(ZeroDivisionError):
        failing.result(20)
    assert lane.submit(lambda: 7, "one").result(20) == 7


def test_one_who_asks_much_keeps_nobody_waiting() -> None:
    lane = Lane("test", threads=1, most=100, most_each=50)
    begun, hold, order = threading.Event(), threading.Event(), []
    lane.submit(lambda: (begun.set(), hold.wait(20)), "many")
    assert begun.wait(20)
    work = [lane.submit(lambda k=k: order.append(f"many {k}"), "many") for k in range(20)]
    work += [lane.submit(lambda k=k: order.append(f"few {k}"), "few") for k in range(2)]
    hold.set()
    for each in work:
        each.result(20)
    assert order[:5] == ["many 0", "few 0", "many 1", "few 1", "many 2"]
    assert lane._lines == {}


def test_jobs_of_one_push_out_nobody_elses() -> None:
    jobs, lane = Jobs(), Lane("test", threads=1, most=500, most_each=500)

    def begun(address: str) -> Job:
        work = desks.Work(lane.submit(lambda: desks.Answer(None, b""), address), Ticket(60.0), False)
        work.future.result(20)
        return jobs.add("attack", work, None, address)

    first = begun("1.1.1.1")
    many = [begun("2.2.2.2") for _ in range(3 * MOST_JOBS_EACH)]
    assert jobs.find(first.name, None) is first
    assert [jobs.find(each.name, None) is each for each in many].count(True) == MOST_JOBS_EACH
    assert jobs.find(many[-1].name, None) is many[-1]


def test_jobs_nobody_looks_at_are_given_up_and_old_ones_forgotten() -> None:
    now, begun = [0.0], threading.Event()
    jobs, lane, hold = Jobs(lambda: now[0]), Lane("test", threads=1, most=200, most_each=200), threading.Event()
    work = desks.Work(lane.submit(lambda: (begun.set(), hold.wait(60)), "me"), Ticket(60.0), True)
    assert begun.wait(20)
    job = jobs.add("duel", work, None, "1.1.1.1")
    now[0] = LOOKED_AT - 1
    assert jobs.find(job.name, None) is job
    now[0] += LOOKED_AT + 1
    jobs.tidy()
    assert job.status == "cancelled"
    with pytest.raises(Stopped):
        work.ticket.check()
    now[0] += KEPT + 1
    assert jobs.find(job.name, None) is None
    own = jobs.add("duel", desks.Work(lane.submit(lambda: 1, "me"), Ticket(60.0), True), "secret", "1.1.1.1")
    assert jobs.find(own.name, None) is None
    assert jobs.find(own.name, "other") is None
    assert jobs.find(own.name, "secret") is own
    held = [
        jobs.add("duel", desks.Work(lane.submit(lambda: 1, "me"), Ticket(60.0), True), None, f"2.2.2.{k}")
        for k in range(MOST - 1)
    ]
    with pytest.raises(Busy):
        jobs.add("duel", desks.Work(lane.submit(lambda: 1, "me"), Ticket(60.0), True), None, "3.3.3.3")
    jobs.stop()
    hold.set()
    assert {each.status for each in held} == {"cancelled"}


def test_own_cards_are_their_visitors_alone() -> None:
    app = create()
    mine, others = client(app), client(app)
    kept = mine.post("/api/roster", content=BO)
    assert (kept.status_code, kept.json()) == (200, {"cards": ["Bo"], "warnings": []})
    cookie = kept.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    fight = {"attacker": "Bo", "target": "Bob"}
    assert mine.get(address("attack", fight)).json()["attacker"]["name"] == "Bo"
    assert mine.get("/api/roster/own").json() == {"cards": ["Bo"]}
    assert "Bo" in {row["name"] for row in mine.get("/api/roster").json()["rows"]}
    job = mine.post(address("jobs", {"command": "attack", **fight})).json()["id"]
    assert looked(mine, job, "done")["result"]["attacker"]["name"] == "Bo"
    assert others.get(f"/api/jobs/{job}").status_code == 404
    assert others.get(address("attack", fight)).json()["attacker"]["name"] == "Bob"  # a part of a bundled name
    assert "Bo" not in {row["name"] for row in others.get("/api/roster").json()["rows"]}
    assert others.get("/api/roster/own").json() == {"cards": []}
    guess = client(app, cookies={"bmg_odds_visitor": "guess"})
    assert guess.get("/api/roster/own").json() == {"cards": []}
    secret = mine.cookies["bmg_odds_visitor"]
    mine.post("/api/roster", content=BO.replace('"Bo"', '"Bo Two"'))
    assert mine.cookies["bmg_odds_visitor"] == secret
    assert mine.get("/api/roster/own").json() == {"cards": ["Bo Two"]}
    assert mine.delete("/api/roster").json() == {"cards": []}
    assert mine.get(address("attack", fight)).json()["attacker"]["name"] == "Bob"


def test_a_visitors_guess_is_not_taken_for_a_secret() -> None:
    app = create()
    fixed = client(app, cookies={"bmg_odds_visitor": "chosen-by-somebody"})
    kept = fixed.post("/api/roster", content=BO)
    assert "chosen-by-somebody" not in kept.headers["set-cookie"]


def test_every_mistake_of_own_cards_has_its_line(ask: TestClient) -> None:
    wrong = BO.replace("attack = 2", "attack = 15").replace("strength = 3", 'strenght = 3\ntraits = ["Handi"]')
    found = ask.post("/api/roster", content=wrong)
    assert found.status_code == 400
    lines = {(each["line"], each["key"]) for each in found.json()["errors"]}
    assert (8, "attack") in lines
    assert any(line == 5 and key == "strenght" for line, key in lines)
    strange = ask.post("/api/roster", content=BO + 'traits = ["Handi"]\n')
    assert strange.json()["warnings"][0]["line"] == 10


def test_own_cards_are_forgotten_after_a_while_and_when_there_are_too_many() -> None:
    now = [0.0]
    visitors = Visitors(lambda: now[0])
    cards = read(BO).cards
    first = visitors.keep(cards, BO, "1.1.1.1")
    assert len({visitors.keep(cards, BO, "2.2.2.2") for _ in range(MOST_EACH + 3)}) == MOST_EACH + 3
    assert len(visitors._held) == MOST_EACH + 1
    now[0] = SECONDS - 1
    assert visitors.of(first) is not None
    now[0] += 2
    assert len(visitors._held) == MOST_EACH + 1
    assert visitors.of(None) is None
    assert list(visitors._held) == [first]
    now[0] += SECONDS
    assert visitors.of(first) is None
    vast = BO + "#" * 200_000
    for k in range(60):
        visitors.keep(cards, vast, f"10.0.0.{k}")
    assert sum(each.size for each in visitors._held.values()) <= 8 * 1024 * 1024


def test_answers_keep_odd_texts_apart() -> None:
    """A key that ran two values together would give one visitor's answer to another's question."""
    me, other = Asker("", bundled(), "x"), Asker("", bundled(), "y")
    one = Asked(COMMANDS["attack"], {"attacker": "a", "target": "b"})
    two = Asked(COMMANDS["attack"], {"attacker": "b", "target": "a"})
    assert len({desks.key_of(one, me), desks.key_of(one, other), desks.key_of(two, me)}) == 3
