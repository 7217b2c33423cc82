"""What is sent back: answers in each format, and one or two plain lines where there is none."""

import json
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from bmg_odds.answers.asking.mistakes import shortened, two_lines
from bmg_odds.answers.formats import as_json
from bmg_odds.errors import BmgError
from bmg_odds.web.desk import Answer
from bmg_odds.web.lanes import Busy, Stopped
from bmg_odds.web.limits import TooMuch

FORMS = ("json", "csv", "md", "table")
MEDIA = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "table": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
SUFFIXES = {".json": "json", ".csv": "csv", ".md": "md", ".txt": "table"}
BESIDE = ".csv.provenance.json"
"""The suffix of what an exported csv rests on."""

NOT_KEPT = {"cache-control": "no-store"}


class Reply(Response):
    """A reply of the API: nobody between keeps it, as it may hold a visitor's cards."""

    def __init__(
        self, content: Any, media: str, *, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(content, status, {**NOT_KEPT, **(headers or {})}, media)


def plain_json(value: Any, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Reply:
    """Return a value as a reply.

    >>> plain_json({"cards": 0}).body
    b'{"cards":0}'
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Reply(text.encode(errors="backslashreplace"), MEDIA["json"], status=status, headers=headers)


def reply_of(answer: Answer, form: str) -> Reply:
    """Return an answer in a format."""
    if form == "json":
        return Reply(answer.body, MEDIA["json"])
    return Reply(_bytes(answer.document.text(form)), MEDIA[form])


def file_of(answer: Answer, name: str, suffix: str) -> Reply:
    """Return an answer as a file to keep, as the command line writes it."""
    document = answer.document
    text = as_json(document.provenance()) if suffix == BESIDE else document.text(SUFFIXES[suffix])
    form = "json" if suffix == BESIDE else SUFFIXES[suffix]
    return Reply(_bytes(text), MEDIA[form], headers=as_file(name.replace(" ", "-") + suffix))


def as_file(name: str) -> dict[str, str]:
    """Return the header that makes a browser keep a reply as a file.

    >>> as_file("attack.csv")
    {'content-disposition': 'attachment; filename="attack.csv"'}
    """
    return {"content-disposition": f'attachment; filename="{name}"'}


def refusal(message: str, status: int, *, more: Mapping[str, Any] | None = None, wait: int | None = None) -> Reply:
    """Return a reply that says in one or two lines why there is no answer.

    >>> refusal("no such page", 404).body
    b'{"error":"no such page"}'
    """
    headers = {} if wait is None else {"retry-after": str(wait)}
    return plain_json({"error": "\n".join(two_lines(message)), **(more or {})}, status=status, headers=headers)


def refused(error: Exception) -> Reply:
    """Return the reply for what stood in the way of an answer: a question that cannot be asked, or no room."""
    status, text = why(error)
    return refusal(text, status, wait=2 if isinstance(error, Busy) else None)


def why(error: BaseException) -> tuple[int, str]:
    """Return the status and the words for what stood in the way; anything unforeseen is raised again.

    >>> why(BmgError("--dc 99 is out of range")), why(Stopped(late=True))[0]
    ((400, '--dc 99 is out of range'), 503)
    """
    if isinstance(error, TooMuch):
        return 422, str(error)
    if isinstance(error, BmgError):
        return 400, "\n".join(two_lines(shortened(error)))
    if isinstance(error, Stopped):
        return 503, f"this question {'took too long and was stopped; ask for less' if error.late else 'was stopped'}"
    if isinstance(error, Busy) and error.own:
        return 429, "your other questions are still being answered; wait for them, or give them up"
    if isinstance(error, Busy):
        return 503, "too many questions are waiting; ask again in a moment"
    raise error


def _bytes(text: str) -> bytes:
    return text.encode(errors="backslashreplace")
