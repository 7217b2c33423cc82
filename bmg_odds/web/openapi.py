"""The description of the API (OpenAPI 3.1), made of the same table of questions that answers it."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from bmg_odds._version import __version__
from bmg_odds.answers.asking.command import Argument, Command
from bmg_odds.answers.asking.commands import COMMANDS
from bmg_odds.answers.asking.options import Opt, Reader
from bmg_odds.answers.asking.shared import FIGURES, RULES, figure
from bmg_odds.answers.charts import CHARTS
from bmg_odds.answers.pictures import SIZES, THEMES
from bmg_odds.web.asked import MOST_SIGNS, options_of
from bmg_odds.web.limits import LISTED, MOST_BODY, MOST_LISTED
from bmg_odds.web.replies import BESIDE, FORMS, SUFFIXES

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string", "minLength": 1, "maxLength": MOST_SIGNS}
_ERRORS = {
    "400": "What is asked is wrong: one or two lines that name the value and what is allowed.",
    "422": "It would take too long here: what is allowed instead.",
    "429": "The asker's other questions are still being answered.",
    "503": "Too many questions are waiting, or this one took too long.",
}
_MEDIA = {"json": "application/json", "csv": "text/csv", "md": "text/markdown", "table": "text/plain"}
_ANSWER: Schema = {
    "type": "object",
    "required": ["command", "version"],
    "properties": {
        "command": {"type": "string"},
        "version": {"type": "string"},
        "rows": {"type": "array", "items": {"type": "object"}},
    },
}
_PATHS = {"roster list": "/api/roster", "rules list": "/api/rules", "rules show": "/api/rules/{edition}"}


def path_of(name: str) -> str:
    """Return the path at which a command's question is asked.

    >>> path_of("roll agility"), path_of("roster list")
    ('/api/roll/agility', '/api/roster')
    """
    return _PATHS.get(name, f"/api/{name.replace(' ', '/')}")


@cache
def description() -> dict[str, Any]:
    """Return the description of the whole API.

    >>> description()["openapi"], "/api/attack" in description()["paths"]
    ('3.1.0', True)
    """
    paths = {path_of(name): {"get": _operation(command)} for name, command in COMMANDS.items()}
    for name in CHARTS:
        group = [command for command in COMMANDS.values() if command.group == name]
        paths |= {_chart_path(command): {"get": _drawing(command)} for command in group}
    paths |= {f"/api/export/{name.replace(' ', '/')}{{suffix}}": {"get": _export(each)}
              for name, each in COMMANDS.items()}  # fmt: skip
    paths["/api/roster"] |= _own_cards()
    paths |= _for_the_page()
    paths |= _jobs()
    paths["/api/openapi.json"] = {"get": {
        "operationId": "openapi", "summary": "This description.",
        "responses": {"200": _content("application/json", {"type": "object"}, "The description.")},
    }}  # fmt: skip
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "bmg-odds",
            "version": __version__,
            "summary": "Odds for the Batman Miniature Game, counted exactly.",
            "description": "One question for each command, its options as parameters, its --format json as answer.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {
            "schemas": {
                "Answer": _ANSWER,
                "Error": {
                    "type": "object",
                    "required": ["error"],
                    "properties": {"error": {"type": "string"}, "errors": {"type": "array", "items": _MISTAKE}},
                },
            },
            "responses": {status: _content("application/json", {"$ref": "#/components/schemas/Error"}, told)
                          for status, told in _ERRORS.items()},
        },
    }  # fmt: skip


_MISTAKE: Schema = {
    "type": "object",
    "required": ["line", "message"],
    "properties": {
        "line": {"type": "integer"},
        "card": {"type": "string"},
        "key": {"type": "string"},
        "message": {"type": "string"},
    },
}


def schema_of(option: Opt) -> Schema:
    """Return the schema of an option's value.

    >>> from bmg_odds.answers.asking.shared import RULES
    >>> schema_of(RULES)
    {'type': 'string', 'enum': ['2012', 'revised', 'third'], 'default': 'revised'}
    """
    if option.read is None:
        return {"type": "boolean", "default": False}
    if not option.passed:  # it can only be what it is
        found: Schema = {"type": "string", "enum": [option.metavar]}
    elif option.read is figure:
        found = {"type": "string", "pattern": f"^({'|'.join(FIGURES)}|at-least=[0-9]{{1,3}})$"}
    else:
        found = dict(option.read.schema) if isinstance(option.read, Reader) else dict(_TEXT)
    if option.many:
        return {"type": "array", "items": found, "maxItems": LISTED.get(option.name, MOST_LISTED)}
    return found if option.default is None else found | {"default": option.default}


def _operation(command: Command) -> dict[str, Any]:
    forms = {_MEDIA[form]: {"schema": {"type": "string"}} for form in FORMS if form != "json"}
    answer = {_MEDIA["json"]: {"schema": {"$ref": "#/components/schemas/Answer"}}}
    form = _query("format", {"type": "string", "enum": list(FORMS), "default": "json"}, "How the answer is written.")
    return {
        "operationId": command.name.replace(" ", "-"),
        "summary": command.does,
        "parameters": [*_parameters(command), form],
        "responses": {"200": {"description": "The answer.", "content": answer | forms}, **_refusals()},
    }


def _parameters(command: Command) -> Iterator[dict[str, Any]]:
    for argument in command.arguments:
        yield _argument(command, argument)
    for name, option in options_of(command).items():
        found = _query(name, schema_of(option), option.help)
        needed = {"required": True} if option.name in command.needs else {}
        yield found | needed | ({"style": "form", "explode": True} if option.many else {})


def _argument(command: Command, argument: Argument) -> dict[str, Any]:
    name = argument.parameter
    schema: Schema = dict(_TEXT) if not argument.choices else {"type": "string", "enum": list(argument.choices)}
    if f"{{{name}}}" in path_of(command.name):
        return {"name": name, "in": "path", "required": True, "schema": schema, "description": argument.help}
    if argument.many:
        most = LISTED.get(argument.name, MOST_LISTED)
        schema = {"type": "array", "items": schema, "minItems": 1, "maxItems": most}
    found = _query(name, schema, argument.help) | {"required": argument.needed}
    return found | ({"style": "form", "explode": True} if argument.many else {})


def _query(name: str, schema: Schema, help: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": schema, "description": help}


def _refusals() -> dict[str, Any]:
    return {status: {"$ref": f"#/components/responses/{status}"} for status in _ERRORS}


def _content(media: str, schema: Schema, told: str) -> dict[str, Any]:
    return {"description": told, "content": {media: {"schema": schema}}}


def _chart_path(command: Command) -> str:
    return f"/api/chart/{command.name.replace(' ', '/')}{{suffix}}"


def _suffix(allowed: list[str]) -> dict[str, Any]:
    return {"name": "suffix", "in": "path", "required": True, "schema": {"type": "string", "enum": allowed}}


def _in_query(command: Command) -> list[dict[str, Any]]:
    return [{**each, "in": "query"} for each in _parameters(command)]


def _drawing(command: Command) -> dict[str, Any]:
    look = [_query("theme", {"type": "string", "enum": list(THEMES), "default": "light"}, "Of the picture."),
            _query("size", {"type": "string", "enum": list(SIZES), "default": "blog"}, "Of the picture.")]  # fmt: skip
    drawn: Schema = {media: {"schema": {}} for media in ("image/svg+xml", "image/png")}
    return {
        "operationId": "chart-" + command.name.replace(" ", "-"),
        "summary": f"Draw it: {command.does}",
        "parameters": [_suffix([".svg", ".png"]), *_in_query(command), *look],
        "responses": {"200": {"description": "The picture.", "content": drawn}, **_refusals()},
    }


def _export(command: Command) -> dict[str, Any]:
    written = {media: {"schema": {"type": "string"}} for media in _MEDIA.values()}
    return {
        "operationId": "export-" + command.name.replace(" ", "-"),
        "summary": f"As a file: {command.does}",
        "parameters": [_suffix([*SUFFIXES, BESIDE]), *_in_query(command)],
        "responses": {"200": {"description": "The file.", "content": written}, **_refusals()},
    }


def _own_cards() -> dict[str, Any]:
    error = {"$ref": "#/components/schemas/Error"}
    names = {"type": "array", "items": {"type": "string"}}
    kept: Schema = {
        "type": "object",
        "required": ["cards"],
        "properties": {"cards": names, "warnings": {"type": "array", "items": _MISTAKE}},
    }
    return {
        "post": {
            "operationId": "roster-keep",
            "summary": "Keep cards of one's own for this visitor alone, in memory, for some hours.",
            "requestBody": {"required": True, "content": {"application/toml": {"schema": {
                "type": "string", "maxLength": MOST_BODY}}}},
            "responses": {
                "200": _content("application/json", kept, "The cards; a cookie finds them again."),
                "400": _content("application/json", error, "What is wrong, with the line of every mistake."),
                "413": _content("application/json", error, "Too large."),
            },
        },
        "delete": {
            "operationId": "roster-forget",
            "summary": "Forget them.",
            "responses": {"200": _content("application/json", kept, "No cards.")},
        },
    }  # fmt: skip


def _for_the_page() -> dict[str, Any]:
    text: Schema = {"type": "string"}
    row: Schema = {
        "type": "object",
        "required": ["side", "trait", "does"],
        "properties": {"side": {"type": "string", "enum": ["attacker", "target"]}, "trait": text, "does": text},
    }
    cards: Schema = {"type": "object", "required": ["cards"],
                     "properties": {"cards": {"type": "array", "items": text}}}  # fmt: skip
    rows: Schema = {"type": "object", "required": ["rows"], "properties": {"rows": {"type": "array", "items": row}}}
    asked = [_query("name", _TEXT, "The model.") | {"required": True}, _query("rules", schema_of(RULES), RULES.help)]
    return {
        "/api/roster/own": {"get": {
            "operationId": "roster-own",
            "summary": "The names of the cards that are kept for this visitor.",
            "responses": {"200": _content("application/json", cards, "Their names.")},
        }},
        "/api/uses": {"get": {
            "operationId": "uses",
            "summary": "What a model may buy or choose in an attack, as --use and --target-use take it.",
            "parameters": asked,
            "responses": {"200": _content("application/json", rows, "Each with what it does."), **_refusals()},
        }},
    }  # fmt: skip


def _jobs() -> dict[str, Any]:
    job: Schema = {"type": "object", "required": ["id", "command", "status", "progress"], "properties": {
        "id": {"type": "string"}, "command": {"type": "string"}, "waiting": {"type": "boolean"},
        "status": {"type": "string", "enum": ["waiting", "running", "done", "failed", "cancelled"]},
        "progress": {"type": "object", "properties": {"done": {"type": "integer"}, "total": {"type": "integer"}}},
        "result": {"$ref": "#/components/schemas/Answer"}, "error": {"type": "string"}}}  # fmt: skip
    name = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    told = {"200": _content("application/json", job, "Where it stands."),
            "404": _content("application/json", {"$ref": "#/components/schemas/Error"}, "No such job.")}  # fmt: skip
    command = {"type": "string", "enum": list(COMMANDS)}
    return {
        "/api/jobs": {"post": {
            "operationId": "job-begin",
            "summary": "Ask a long question: further parameters as those of the command.",
            "parameters": [_query("command", command, "The question.") | {"required": True}],
            "responses": {"202": _content("application/json", job, "It is under way."), **_refusals()},
        }},
        "/api/jobs/{id}": {
            "get": {"operationId": "job-look", "summary": "Where it stands, and its answer.", "parameters": [name],
                    "responses": told},
            "delete": {"operationId": "job-give-up", "summary": "Give it up.", "parameters": [name],
                       "responses": told},
        },
    }  # fmt: skip
