"""What the page does with those who mean it ill, or only type badly: a plain refusal, and nothing else."""

import asyncio
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import Response
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from web_asking import BO, OWN, address, client

from bmg_odds.cli import serve as serving
from bmg_odds.web import desk as desks
from bmg_odds.web import patience, upload
from bmg_odds.web.app import create
from bmg_odds.web.limits import MOST_BODY, MOST_QUERY
from bmg_odds.web.server import listen

PAIR = {"attacker": "Bob", "target": "Bane (AC)"}


@pytest.fixture(scope="module")
def ask() -> TestClient:
    return client()


def plainly(reply: Any, status: int) -> str:
    """The words of a refusal, which are one or two lines of JSON or plain text."""
    assert reply.status_code == status, reply.text
    kind = reply.headers["content-type"]
    assert kind == "application/json" or kind.startswith("text/plain")
    said: str = reply.json()["error"] if kind == "application/json" else reply.text
    assert 1 <= len(said.splitlines()) <= 2
    assert "Traceback" not in said
    return said


@pytest.mark.parametrize("path", ["/", "/embed", "/static/page.css", "/api/roster", "/api/nothing", "/nothing"])
def test_every_reply_carries_the_safe_headers(ask: TestClient, path: str) -> None:
    headers = ask.get(path).headers
    policy = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["base-uri"] == policy["form-action"] == "'none'"
    assert policy["frame-ancestors"] == ("*" if path == "/embed" else "'none'")
    assert ("x-frame-options" in headers) == (path != "/embed")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "unsafe" not in headers["content-security-policy"]


def test_the_pages_have_nothing_inline_and_repeat_nothing_of_the_address(ask: TestClient) -> None:
    for path in ("/", "/embed"):
        text = ask.get(path + "?attacker=<script>alert(1)</script>#x").text
        assert "alert(1)" not in text
        assert not re.search(r"<script(?![^>]*\bsrc=)", text)
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text)
        assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", text)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example", ""]
)
def test_the_page_answers_to_its_own_name_alone(host: str) -> None:
    plainly(client().get("/api/roster", headers={"host": host}), 421)
    assert client(create(hosts=None)).get("/api/roster", headers={"host": "table.local"}).status_code == 200


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:1", "[::1]:8000", "[::1]"])
def test_its_own_names(ask: TestClient, host: str) -> None:
    assert ask.get("/api/rules", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://localhost:9000"},
        {"origin": "null"},
        {"origin": "http://["},
        {"origin": "http://a]b"},
        {"origin": f"{OWN}@evil.example"},
        {"origin": ""},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": OWN},
    ],
)
def test_other_pages_change_nothing_here(headers: dict[str, str]) -> None:
    app = create()
    visitor = client(app)
    visitor.post("/api/roster", content=BO)
    plainly(visitor.post("/api/roster", content=BO, headers=headers), 403)
    plainly(visitor.delete("/api/roster", headers=headers), 403)
    plainly(visitor.post(address("jobs", PAIR | {"command": "attack"}), headers=headers), 403)
    plainly(visitor.delete("/api/jobs/x", headers=headers), 403)
    assert visitor.get("/api/roster/own").json() == {"cards": ["Bo"]}
    own = {"origin": OWN, "sec-fetch-site": "same-origin"}
    assert visitor.delete("/api/roster", headers=own).status_code == 200


def test_other_pages_start_no_long_work(ask: TestClient) -> None:
    fight = address("solve", {"a": "Bob", "b": "Bane (AC)"})
    assert "other pages" in plainly(ask.get(fight, headers={"sec-fetch-site": "cross-site"}), 422)


def test_addresses_are_bounded(ask: TestClient) -> None:
    plainly(ask.get("/?" + "a" * MOST_QUERY), 414)
    plainly(ask.get("/" + "a" * MOST_QUERY), 414)
    plainly(ask.get("/api/attack?" + "&".join(f"use={k}" for k in range(201))), 400)
    assert "500" in plainly(ask.get(address("attack", PAIR | {"weapon": "w" * 501})), 400)
    plainly(ask.get(address("attack", PAIR | {"w" * 501: "1"})), 400)


@pytest.mark.parametrize(
    "query",
    [
        "attacker=%ff%fe&target=%00", "attacker=%ED%A0%80&target=Bob", "&&&==&=", "attacker[]=Bob", "%", "attacker=%",
        "attacker=Bob&target=Bob&dc=%D9%A3", "attacker=Bob&target=Bob&__proto__=1",
        "attacker=Bob%0d%0aX-A:%201&target=x",
    ],
)  # fmt: skip
def test_odd_bytes_are_only_odd_names(ask: TestClient, query: str) -> None:
    found = ask.get(f"/api/attack?{query}")
    plainly(found, 400)
    assert "x-a" not in found.headers


def test_script_in_names_comes_back_as_data(ask: TestClient) -> None:
    name = "<script>alert(1)</script>"
    found = ask.get(address("attack", {"attacker": f"attack=3,strength=3,damage=S,name={name}", "target": "Bob"}))
    assert found.status_code == 200
    assert found.headers["content-type"] == "application/json"
    assert found.json()["attacker"]["name"] == name
    assert name in plainly(ask.get(address("attack", {"attacker": name, "target": "Bob"})), 400)
    other = ask.get(address("attack", {"attacker": name, "target": "Bob", "format": "md"}))
    plainly(other, 400)


@pytest.mark.parametrize(
    "path",
    [
        "../app.py", "..%2fapp.py", "%2e%2e/app.py", "%2e%2e%2fapp.py", "..%5capp.py", "....//app.py",
        "%252e%252e/app.py", "/etc/passwd", "%2fetc%2fpasswd", "page.css%00.js", "", ".", "..", "a" * 300,
        "%00", "con", "~root",
    ],
)  # fmt: skip
def test_only_packaged_files_are_served(path: str) -> None:
    """As bytes of an address that no client has tidied."""
    sent: list[Any] = []
    heard = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> dict[str, Any]:
        return next(heard, {"type": "http.disconnect"})

    async def send(message: Any) -> None:
        sent.append(message)

    from urllib.parse import unquote

    scope = {
        "type": "http", "method": "GET", "path": unquote(f"/static/{path}"), "raw_path": f"/static/{path}".encode(),
        "query_string": b"", "headers": [(b"host", b"localhost")], "scheme": "http", "http_version": "1.1",
        "client": ("127.0.0.1", 1), "server": ("localhost", 8000), "root_path": "",
    }  # fmt: skip
    asyncio.run(create()(scope, receive, send))
    assert sent[0]["status"] in (404, 405), sent
    assert b"import" not in b"".join(message.get("body", b"") for message in sent)


def test_files_of_the_server_are_never_read(tmp_path: Path) -> None:
    crew = tmp_path / "crew.toml"
    crew.write_text('crew = "Mine"\n[[member]]\nname = "Bob"\n')
    ask = client()
    for command, given in (
        ("attack", PAIR | {"attacker": str(crew)}),
        ("curve", {"attacker": "Bob", "target": [f" {crew} "], "over": "defense"}),
        ("sequence", {"target": "Bob", "by": str(crew).upper()}),
        ("sequence", {"target": str(crew), "by": "Bob", "split": "1"}),
        ("rank", {"side": "attackers", "against": str(crew)}),
        ("roster/show", {"name": str(crew)}),
        ("roll/agility", {"model": str(crew)}),
    ):
        assert "reads no files" in plainly(ask.get(address(command, given)), 400)
    for name in ("roster", "crew"):
        assert "file" in plainly(ask.get(address("rank", {"side": "attackers", name: str(crew)})), 400)
    kept = ask.post("/api/roster", content=BO.replace('"Bo"', f'"{crew}"'))
    assert kept.status_code == 200
    plainly(ask.get(address("curve", {"attacker": "Bob", "target": str(crew), "over": "defense"})), 400)


def test_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ask = client()
    ask.post("/api/roster", content=BO)
    for name in ("output", "chart", "card", "chart-data"):
        plainly(ask.get(address("solve", {"a": "Bob", "b": "Bob", name: str(tmp_path / "x.pdf")})), 400)
    assert list(tmp_path.iterdir()) == []


DEEP = {
    "brackets": "a = " + "[" * 100_000,
    "tables": "a = " + "{b=" * 50_000,
    "dots": "a" + ".b" * 100_000 + " = 1",
    "headers": "[" + "a." * 100_000 + "b]",
}


@pytest.mark.parametrize(
    "text",
    [
        *DEEP.values(), "", "card = 1", "[[card]]\nname = nan", "[[card]]\nname = '''", "[[card]]\n" * 20_000,
        "\x00" * 1000, "[[card]]\nattack = " + "9" * 5000, "[[card]]\ntraits = [" + "'x'," * 10_000 + "]",
        'crew = "Mine"\n[[member]]\nname = "Bob"\nroster = "/etc/passwd"\n', "edition = []\n" + BO,
        "\n".join(f"k{k} = 1" for k in range(5_000)), BO.replace("Bo", "<b>\\u202e"), "card = [[[[]]]]", "<xml/>",
        BO * 2, "[" + "a." * 60 + "a]\n" + "b.c = 1\n" * 5_000,
    ],
    ids=lambda text: f"{len(text)} {text[:12]!r}",
)  # fmt: skip
def test_bad_rosters_are_listed_and_not_kept(text: str) -> None:
    ask = client()
    found = ask.post("/api/roster", content=text.encode())
    plainly(found, 400)
    errors = found.json()["errors"]
    assert 1 <= len(errors) <= upload.MOST_TOLD
    assert all(each["line"] >= 1 and each["message"] for each in errors)
    assert "set-cookie" not in found.headers
    assert ask.get("/api/roster/own").json() == {"cards": []}


def test_cards_too_large_to_ask_about_are_not_kept(ask: TestClient) -> None:
    names = ", ".join(f"'x{k}'" for k in range(101))
    assert "100" in plainly(ask.post("/api/roster", content=BO + f"traits = [{names}]\n"), 400)
    assert "120" in plainly(ask.post("/api/roster", content=BO.replace('"Bo"', f'"{"n" * 121}"')), 400)


def test_bodies_are_text_of_bounded_size(ask: TestClient) -> None:
    assert "line 2" in plainly(ask.post("/api/roster", content=b"# \xc3\xa9\n\xff"), 400)
    assert client().post("/api/roster", content="\ufeff" + BO).status_code == 200
    plainly(ask.post("/api/roster", content=b"#" * (MOST_BODY + 1)), 413)
    plainly(ask.post("/api/roster", content=iter([b"#" * 100_000] * 3)), 413)
    plainly(ask.post(address("jobs", PAIR | {"command": "attack"}), content=b"#" * (MOST_BODY + 1)), 413)
    for length in ("-1", "1e3", "9" * 30):
        assert ask.post("/api/roster", content=b"", headers={"content-length": length}).status_code in (400, 413)


def test_a_body_that_dribbles_is_not_waited_for() -> None:
    async def receive() -> dict[str, Any]:
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": b"#", "more_body": True}

    request = Request({"type": "http", "method": "POST", "headers": [], "path": "/"}, receive)
    found = asyncio.run(upload.body_of(request, seconds=0.1))
    assert isinstance(found, Response)
    assert found.status_code == 408


def test_other_methods_and_protocols_are_refused(ask: TestClient) -> None:
    for method in ("PUT", "PATCH", "OPTIONS", "TRACE", "BREW"):
        assert ask.request(method, "/api/attack").status_code in (403, 405)
    assert plainly(ask.post("/api/attack"), 405)
    assert plainly(ask.get("/api/jobs"), 405)
    assert ask.get("/api/jobs").headers["allow"]
    assert plainly(ask.get("/api/"), 404)
    with pytest.raises(WebSocketDisconnect), ask.websocket_connect("/api/attack"):
        pass


def test_a_mistake_of_the_program_is_told_without_its_insides(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("the secret path /home/somebody")

    monkeypatch.setattr(desks, "answered", broken)
    found = client(raise_server_exceptions=False).get(address("attack", PAIR))
    assert "secret" not in plainly(found, 500)
    assert found.headers["x-content-type-options"] == "nosniff"


def test_what_fails_in_a_job_is_told_without_its_insides_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("the secret path /home/somebody")

    monkeypatch.setattr(desks, "answered", broken)
    ask = client(raise_server_exceptions=False)
    job = ask.post(address("jobs", PAIR | {"command": "attack"})).json()["id"]
    for _ in range(200):
        found = ask.get(f"/api/jobs/{job}")
        if found.status_code == 500 or found.json()["status"] == "failed":
            break
        time.sleep(0.01)
    assert "secret" not in plainly(found, 500)


@contextlib.contextmanager
def served(**patience_of: Any) -> Iterator[int]:
    """A real server on a free port, as patient as told."""
    kind = type("Patient", (patience.Patient,), patience_of)
    listener = listen("127.0.0.1", 0)
    config = uvicorn.Config(create(), http=kind, loop="asyncio", ws="none", lifespan="on", log_level="critical")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(20)
        listener.close()


def spoken(port: int, *parts: bytes, pause: float = 0.0) -> bytes:
    """What the server says to these bytes before it ends the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        for part in parts:
            with contextlib.suppress(OSError):
                line.sendall(part)
            time.sleep(pause)
        found = b""
        with contextlib.suppress(ConnectionError):
            while more := line.recv(65536):
                found += more
        return found


def test_slow_and_broken_clients_end_by_themselves() -> None:
    with served(head_seconds=0.25) as port:
        assert spoken(port) == b""
        assert spoken(port, b"GET / HT").startswith(b"HTTP/1.1 408 ")
        assert spoken(port, b"G", b"E", b"T", b" ", b"/", pause=0.1).startswith(b"HTTP/1.1 408 ")
        late = spoken(port, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET /", pause=0.1)
        assert (late.startswith(b"HTTP/1.1 200 "), b"HTTP/1.1 408 " in late) == (True, True)
        assert spoken(port, b"\x16\x03\x01\x02\x00\x01").startswith(b"HTTP/1.1 4")
        assert spoken(port, b"GET / HTTP/9\r\n\r\n").startswith(b"HTTP/1.1 4")
        assert spoken(port, b"GET / HTTP/1.1\r\nX: " + b"a" * 70_000).startswith(b"HTTP/1.1 4")
        assert spoken(port, b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").startswith(
            b"HTTP/1.1 200 "
        )


def ended(line: socket.socket, *, seconds: float = 15.0) -> bool:
    """Whether the server ends a line on which bytes go on coming one by one."""
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            line.sendall(b"x")
            time.sleep(0.02)
    except OSError:
        return True
    return False


def test_a_body_that_never_ends_holds_no_line() -> None:
    with served(body_seconds=0.25) as port:
        for asked in (b"GET /api/rules", b"POST /api/jobs?command=attack", b"POST /api/roster", b"GET /nothing"):
            with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
                line.sendall(asked + b" HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")
                assert ended(line), asked


def test_what_is_no_http_ends_quietly_whenever_it_comes(caplog: pytest.LogCaptureFixture) -> None:
    chunks = b" HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with served() as port:
        for asked in (b"GET /api/rules", b"POST /api/roster", b"GET /api/attack?attacker=Bob&target=Bob"):
            at_once = spoken(port, asked + chunks + b"zz\r\n")
            assert at_once.startswith(b"HTTP/1.1 400 ")
            assert at_once.count(b"HTTP/1.1") == 1
            after = spoken(port, asked + chunks, b"zz\r\n", pause=0.3)
            assert after.startswith((b"HTTP/1.1 200 ", b"HTTP/1.1 400 "))
            assert after.count(b"HTTP/1.1") == 1
    assert [each.getMessage() for each in caplog.records if each.exc_info] == []


def test_connections_are_bounded_for_each_address_and_in_all() -> None:
    with served(most=8) as port, contextlib.ExitStack() as lines:
        held = [lines.enter_context(socket.create_connection(("127.0.0.1", port), timeout=20)) for _ in range(6)]
        asked = b"GET /api/rules HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        assert b" 200 OK" not in spoken(port, asked)
        held[0].close()
        end = time.monotonic() + 20
        while b" 200 OK" not in (found := spoken(port, asked)) and time.monotonic() < end:
            time.sleep(0.05)
        assert b" 200 OK" in found


@pytest.mark.skipif(sys.platform == "win32", reason="files are bounded otherwise there")
def test_fewer_connections_than_files() -> None:
    import resource

    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        for soft in (files, min(files, 256)):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, most))
            assert patience.connections_allowed() + patience.BACKLOG < soft
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))


def test_an_answer_that_nobody_takes_is_given_up() -> None:
    with served(take_seconds=0.2) as port, socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.settimeout(20)
        line.connect(("127.0.0.1", port))
        want = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with pytest.raises(OSError):  # noqa: PT012 - the server ends the line at some time
            for _ in range(10_000):
                line.sendall(want)
                time.sleep(0.001)


def test_a_port_that_is_taken_and_an_address_that_is_none(cli: Any) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = cli("serve", "--port", str(port))
        assert (done.status, done.out) == (2, "")
        assert done.err == f"bmg-odds: --port {port} is taken by another program; name another with --port\n"
    for host in ("300.1.1.1", "no.such.host.invalid", "a" * 300, "192.0.2.7", "é\u202e"):
        done = cli("serve", "--host", host, "--port", "0")
        assert (done.status, len(done.err.splitlines())) == (2, 1), done.err
    assert cli("serve", "--port", "70000").status == 2


def test_serve_without_its_libraries_says_which_extra_to_install(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(sys.modules):
        if name.startswith("bmg_odds.web"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    done = cli("serve")
    assert (done.status, "bmg-odds[web]" in done.err) == (2, True)


def test_a_browser_opens_only_before_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not serving._has_screen()  # what the suite writes is no terminal


@pytest.mark.skipif(sys.platform == "win32", reason="an interrupt is sent otherwise there")
def test_serve_says_where_and_ends_quietly_when_interrupted() -> None:
    program = [sys.executable, "-m", "bmg_odds", "serve", "--port", "0", "--no-open"]
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(program, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, **options) as running:  # type: ignore[call-overload]
        said = running.stdout.readline()
        running.send_signal(signal.SIGINT)
        rest, errors = running.communicate(timeout=60)
    assert re.fullmatch(r"The page is at http://127\.0\.0\.1:\d+/ \(Control-C ends it\)\n", said)
    assert (running.returncode, rest, errors) == (0, "", "")
