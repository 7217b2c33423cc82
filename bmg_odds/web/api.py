"""The API: a question for each command, its answer in each format, its picture, and long ones as jobs."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.datastructures import State
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bmg_odds.answers.asking.command import Command
from bmg_odds.answers.asking.commands import COMMANDS
from bmg_odds.answers.asking.options import nearest, one_of
from bmg_odds.answers.charts import CHARTS
from bmg_odds.answers.pictures import SIZES, THEMES
from bmg_odds.errors import BmgError
from bmg_odds.web.asked import Asked, asked, pairs_of, taken
from bmg_odds.web.desk import Answer, Asker, Desk, Work, finished, key_of
from bmg_odds.web.jobs import Job, Jobs
from bmg_odds.web.lanes import Busy, Stopped
from bmg_odds.web.limits import TooMuch
from bmg_odds.web.openapi import description, path_of
from bmg_odds.web.replies import (
    BESIDE,
    FORMS,
    MEDIA,
    SUFFIXES,
    file_of,
    plain_json,
    refusal,
    refused,
    reply_of,
    why,
)
from bmg_odds.web.visitors import COOKIE, Visitors

Endpoint = Callable[[Request], Awaitable[Response]]

PICTURES = (".svg", ".png")
GONE = Response(status_code=204)
"""For an asker who does not wait any more: nobody reads it."""


def plainly(endpoint: Endpoint) -> Endpoint:
    """Return an endpoint that says in one or two lines what it refuses."""

    async def told(request: Request) -> Response:
        try:
            return await endpoint(request)
        except (BmgError, Stopped, Busy) as error:
            return refused(error)

    return told


def asker_of(request: Request) -> Asker:
    """Return who asks, with the cards that they may name."""
    visitors: Visitors = request.app.state.visitors
    roster, digest = visitors.roster(request.cookies.get(COOKIE))
    return Asker(request.client.host if request.client else "", roster, digest)


async def answer_to(request: Request, question: Asked) -> Answer | None:
    """Return the answer to a question, None where its asker has left."""
    work = _work(request, question, asker_of(request))
    if work.heavy and request.headers.get("sec-fetch-site") == "cross-site":
        work.stop()
        raise TooMuch("long questions are answered to the page itself, not to other pages")
    found: Answer | None = await _while_there(request, work)
    return found


def _work(request: Request, question: Asked, asker: Asker) -> Work:
    desk: Desk = request.app.state.desk
    jobs: Jobs = request.app.state.jobs
    try:
        return desk.work(question, asker)
    except Busy as busy:
        if not (busy.own and jobs.make_room(asker.address)):
            raise
    return desk.work(question, asker)


async def _while_there(request: Request, work: Work) -> Any:
    async def left() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    gone = asyncio.ensure_future(left())
    try:
        return await finished(work, gone)
    finally:
        gone.cancel()


def ask(command: Command) -> Endpoint:
    """Return the endpoint that answers a command's question."""

    async def endpoint(request: Request) -> Response:
        chosen, pairs = taken(pairs_of(request.url.query), "format")
        form = one_of(*FORMS)("--format", chosen.get("format", "json"))
        for name, value in request.path_params.items():
            pairs.append((name, value))
        answer = await answer_to(request, asked(command, pairs))
        return GONE if answer is None else reply_of(answer, form)

    return plainly(endpoint)


def _command(name: str, allowed: dict[str, Command]) -> Command:
    plain = name.replace("/", " ")
    if plain in allowed:
        return allowed[plain]
    near = nearest(plain, allowed)
    raise BmgError(f"no command '{name}'; " + (f"did you mean {near}?" if near else f"allowed: {', '.join(allowed)}"))


def _of_file(name: str, suffixes: tuple[str, ...], allowed: dict[str, Command]) -> tuple[Command, str]:
    suffix = next((each for each in sorted(suffixes, key=len, reverse=True) if name.endswith(each)), "")
    if not suffix:
        raise BmgError(f"{name}: no file of that suffix; allowed: {', '.join(suffixes)}")
    return _command(name.removesuffix(suffix), allowed), suffix


DRAWN = {name: command for name, command in COMMANDS.items() if command.group in CHARTS}
"""The commands whose answers have a picture."""


@plainly
async def chart(request: Request) -> Response:
    """Answer `/api/chart/COMMAND.svg` or `.png`: the picture of an answer, its provenance inside."""
    command, suffix = _of_file(request.path_params["name"], PICTURES, DRAWN)
    chosen, pairs = taken(pairs_of(request.url.query), "theme", "size")
    look = {
        "theme": one_of(*THEMES)("--theme", chosen.get("theme", "light")),
        "size": one_of(*SIZES)("--size", chosen.get("size", "blog")),
    }
    question = asked(command, pairs)
    if question.values.get("split"):
        raise BmgError("a division of dice has no picture; ask for its rows")
    answer = await answer_to(request, question)
    if answer is None:
        return GONE
    desk, asker = request.app.state.desk, asker_of(request)
    drawn = await _while_there(request, desk.picture(key_of(question, asker), answer, suffix, look, asker))
    if drawn is None:
        return GONE
    headers = {"cache-control": "no-store"}
    return Response(drawn, media_type=MEDIA[suffix], headers=headers)


@plainly
async def export(request: Request) -> Response:
    """Answer `/api/export/COMMAND.csv` and the like: an answer as a file to keep."""
    command, suffix = _of_file(request.path_params["name"], (*SUFFIXES, BESIDE), COMMANDS)
    answer = await answer_to(request, asked(command, pairs_of(request.url.query)))
    return GONE if answer is None else file_of(answer, command.name, suffix)


@plainly
async def begin(request: Request) -> Response:
    """Answer `POST /api/jobs?command=…`: a question under way, and the name to look at it by."""
    chosen, pairs = taken(pairs_of(request.url.query), "command")
    if "command" not in chosen:
        raise BmgError(f"command is missing; allowed: {', '.join(COMMANDS)}")
    command = _command(chosen["command"], COMMANDS)
    asker, jobs = asker_of(request), request.app.state.jobs
    work = _work(request, asked(command, pairs), asker)
    job = jobs.add(command.name, work, request.cookies.get(COOKIE) if asker.digest else None, asker.address)
    return plain_json(job.record(), status=202, headers={"location": f"/api/jobs/{job.name}"})


@plainly
async def look(request: Request) -> Response:
    """Answer `GET /api/jobs/ID`: how far it is, and its answer when there is one."""
    job = _job(request)
    if job is None:
        return refusal("there is no such job, or it was given up", 404)
    answer, error = job.answer(), job.error()
    record = job.record()
    if answer is not None:
        record["result"] = answer.document.record
    if error is not None:
        record["error"] = why(error)[1]
    return plain_json(record)


@plainly
async def give_up(request: Request) -> Response:
    """Answer `DELETE /api/jobs/ID`: the job is given up."""
    job = _job(request)
    if job is None:
        return refusal("there is no such job, or it was given up", 404)
    request.app.state.jobs.cancel(job)
    return plain_json(job.record())


def _job(request: Request) -> Job | None:
    jobs: Jobs = request.app.state.jobs
    return jobs.find(request.path_params["name"], request.cookies.get(COOKIE))


async def openapi(request: Request) -> Response:
    """Answer `/api/openapi.json`: what can be asked, for programs."""
    return plain_json(description())


def routes() -> list[Route]:
    """Return the routes of all questions.

    >>> [route.path for route in routes()][:2]
    ['/api/attack', '/api/curve']
    """
    found = []
    for name, command in COMMANDS.items():
        found.append(Route(path_of(name), ask(command), methods=["GET"], name=name))
    return [
        *sorted(found, key=lambda route: "{" in route.path),
        Route("/api/chart/{name:path}", chart, methods=["GET"]),
        Route("/api/export/{name:path}", export, methods=["GET"]),
        Route("/api/jobs", begin, methods=["POST"]),
        Route("/api/jobs/{name}", look, methods=["GET"]),
        Route("/api/jobs/{name}", give_up, methods=["DELETE"]),
        Route("/api/openapi.json", openapi, methods=["GET"]),
    ]


def keep_state(state: State) -> None:
    """Give an application what its questions need."""
    state.desk, state.jobs, state.visitors = Desk(), Jobs(), Visitors()
